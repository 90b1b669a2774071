/* Where a mesh touches a solid at one time: adaptive subdivision of its triangles (section 1.5.5 of
 * Pelletier-Guenette 2025), by bounds that leave out no contact. */
#include "../num/extremes.h"
#include "../workspace.h"
#include "certified.h"
#include <string.h>

/* ---- One contact ---- */

static void copy_out(struct vec3 v, double out[3])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

/* From where a point is in the solid's space to where it is in the world. */
static struct vec3 world_point(const struct sdf_motion *m, const struct sdf_moment *moment, struct vec3 y)
{
    const double *c = m->solid_centre, *v = m->solid_v, t = moment->t;
    const struct vec3 centre = {c[0], c[1], c[2]},
                      moved = {c[0] + t * v[0], c[1] + t * v[1], c[2] + t * v[2]};
    return vec3_add(moved, sdf_moment_world(moment, vec3_sub(y, centre)));
}

/* A gradient of no length defines no normal. */
static struct vec3 outward(struct vec3 g, struct ccdq_contact *c)
{
    const double length = sqrt(vec3_dot(g, g));
    if (length > 0 && length < INFINITY) return (struct vec3){g.x / length, g.y / length, g.z / length};
    c->flags |= CCDQ_CONTACT_DEGENERATE;
    return (struct vec3){0, 0, 1};
}

void sdf_contact_at(const struct sdf_scene *scene, const struct sdf_mesh *mesh, size_t triangle, double t,
                    const double w[2], struct ccdq_contact *c)
{
    struct sdf_moment moment;
    struct vec3 g;
    double x[3], v[3];
    sdf_motion_at(&scene->motion, t, &moment);
    sdf_material_point(scene, mesh, triangle, w, x, v);
    const struct vec3 y = sdf_moment_point(&moment, x, v).p;
    c->distance = sdf_value(scene->sdf, scene->root, y, &g);
    g = outward(g, c);
    c->kind = CCDQ_CONTACT_SDF;
    c->element[0] = (uint32_t)triangle;
    for (int i = 0; i < 4; i++) c->node[i] = i < 3 ? mesh->triangle[triangle][i] : CCDQ_NO_NODE;
    c->toi_lo = t;
    memcpy(c->w, w, 2 * sizeof *w);
    copy_out(world_point(&scene->motion, &moment, y), c->x);
    const struct vec3 n = sdf_moment_world(&moment, g), none = {0, 0, 0};
    copy_out(vec3_sub(none, n), c->n);
    c->speed = -vec3_dot(g, sdf_moment_velocity(&scene->motion, &moment, y, v));
}

/* ---- Which triangles touch ---- */

struct touching {
    struct sdf_search search; /* whose margin is the contact's: margin + delta */
    const struct sdf_spheres *spheres;
    struct sdf_queue *queue;
    size_t most;
    double t;
    sdf_take *take;
    void *context;
};

/* A part of a triangle at the time: its points, and the point of it where phi is the least that was found. */
struct look {
    struct sdf_body body;
    struct sdf_placed at;
    struct sdf_nearest near;
    double w[2]; /* the parameters of `near` within the triangle */
};

/* False: no point of it touches. */
static bool look_at(struct touching *c, const struct sdf_item *part, struct look *look)
{
    const struct sdf_scene *scene = c->search.scene;
    double low;
    sdf_body_of_part(&c->search, part, &look->body);
    sdf_body_place(&c->search, &look->body, c->t, &look->at);
    look->near = (struct sdf_nearest){.w = {0, 0}, .rounding = INFINITY};
    sdf_nearest_to_solid(scene->sdf, scene->root, look->at.y, c->search.margin, -INFINITY, &look->near);
    sdf_part_parameters(part, look->near.w, look->w);
    return sdf_free_until(&c->search, &look->body, &look->at, c->t, look->near.c, &low) < INFINITY;
}

/* Whether both halves of the part could be added to the queue. */
static bool push_halves(struct touching *c, const struct sdf_item *part, const struct look *look,
                        double value)
{
    struct sdf_item half[2];
    if (!sdf_part_halve(part, look->at.y, half)) return false;
    for (int side = 0; side < 2; side++) {
        half[side].value = value;
        if (!sdf_queue_push(c->queue, &half[side], c->most)) return false;
    }
    return true;
}

/* Begins with the whole triangle as the only part in the queue. */
static bool push_whole(struct touching *c, uint32_t triangle)
{
    const struct sdf_item whole = sdf_part_of_triangle(triangle, c->t, -INFINITY, 0);
    sdf_queue_clear(c->queue);
    c->search.evals = 0;
    return sdf_queue_push(c->queue, &whole, c->most);
}

/* Whether the triangle touches: parts with the least values first. What remains undecided touches. */
static bool touches(struct touching *c, uint32_t triangle, double w[2])
{
    double least_value = INFINITY;
    struct look look;
    w[0] = w[1] = 0;
    if (!push_whole(c, triangle)) return true;
    while (c->queue->n > 0) {
        const struct sdf_item part = sdf_queue_pop(c->queue);
        if (!look_at(c, &part, &look)) continue;
        if (look.near.value < least_value) {
            least_value = look.near.value;
            memcpy(w, look.w, sizeof look.w);
        }
        if (least_value <= c->search.margin || c->search.evals >= c->search.limit ||
            !push_halves(c, &part, &look, look.near.value))
            return true;
    }
    return false;
}

/* ---- More points of a triangle that touches ---- */

/* The distance from a point, or from the line through it along a direction of length 1. */
struct measure {
    struct vec3 from, along; /* along: 0, or the direction */
};

static double measured(const struct measure *m, struct vec3 p)
{
    const struct vec3 d = vec3_sub(p, m->from), off = vec3_along(d, -vec3_dot(d, m->along), m->along);
    return sqrt(vec3_dot(off, off));
}

static double farthest(const struct measure *m, const struct vec3 y[3])
{
    return max_of(measured(m, y[0]), max_of(measured(m, y[1]), measured(m, y[2])));
}

/* Points count that are this share of the most in the triangle away; and a point is far enough where no other
 * can be farther by more than this share. */
static const double apart = 1.0 / 16;

enum { FAR_EVALS = 256 };

/* The farthest point that touches, so far. */
struct far {
    struct vec3 y;
    double w[2], most;
    bool found;
};

static void consider(const struct measure *m, struct vec3 y, const double w[2], struct far *far)
{
    const double distance = measured(m, y);
    if (!(distance > far->most)) return;
    *far = (struct far){y, {w[0], w[1]}, distance, true};
}

static void consider_part(const struct touching *c, const struct sdf_item *part, const struct look *look,
                          const struct measure *m, struct far *far)
{
    const struct sdf_scene *scene = c->search.scene;
    if (look->near.value <= c->search.margin) consider(m, look->near.y, look->w, far);
    for (int i = 0; i < 3; i++)
        if (measured(m, look->at.y[i]) > far->most &&
            sdf_value(scene->sdf, scene->root, look->at.y[i], NULL) <= c->search.margin)
            consider(m, look->at.y[i], part->b[i], far);
}

/* Parts that reach farthest first. */
static bool find_far(struct touching *c, uint32_t triangle, const struct measure *m, struct far *far)
{
    struct look look;
    *far = (struct far){.most = 0};
    if (!push_whole(c, triangle)) return false;
    while (c->queue->n > 0 && c->search.evals < FAR_EVALS && c->search.evals < c->search.limit) {
        const struct sdf_item part = sdf_queue_pop(c->queue);
        if (-part.value <= far->most * (1 + apart)) break;
        if (!look_at(c, &part, &look)) continue;
        const double reach = farthest(m, look.at.y);
        if (part.depth == 0) far->most = apart * reach;
        if (reach <= far->most * (1 + apart)) continue;
        consider_part(c, &part, &look, m, far);
        if (!push_halves(c, &part, &look, -reach)) break;
    }
    return far->found;
}

static struct vec3 point_at(struct touching *c, uint32_t triangle, const double w[2])
{
    double x[3], v[3];
    sdf_material_point(c->search.scene, c->search.mesh, triangle, w, x, v);
    return sdf_moment_point(sdf_search_moment(&c->search, c->t), x, v).p;
}

/* Up to three points of a triangle that touches at the parameters w: the two ends of where it touches, and
 * what is farthest off the line through these. The point at w is one of the first two if nothing is as far
 * from the one that is farthest from it. */
static bool take_points(struct touching *c, uint32_t triangle, const double w[2])
{
    struct measure m = {point_at(c, triangle, w), {0, 0, 0}};
    struct far one = {.y = m.from, .w = {w[0], w[1]}}, other, third;
    if (!find_far(c, triangle, &m, &other)) return c->take(c->context, triangle, w);
    const double first = other.most;
    m.from = other.y;
    if (find_far(c, triangle, &m, &third) && third.most > first) one = third;
    const struct vec3 d = vec3_sub(other.y, one.y);
    const double length = sqrt(vec3_dot(d, d));
    if (!c->take(c->context, triangle, one.w) || !c->take(c->context, triangle, other.w)) return false;
    m = (struct measure){one.y, {d.x / length, d.y / length, d.z / length}};
    return !find_far(c, triangle, &m, &third) || c->take(c->context, triangle, third.w);
}

/* ---- The mesh ---- */

static bool take_triangle(struct touching *c, uint32_t triangle)
{
    double w[2];
    return !touches(c, triangle, w) || take_points(c, triangle, w);
}

/* False: it is to stop. */
static bool take_below(struct touching *c, uint32_t number)
{
    const struct sdf_scene *scene = c->search.scene;
    const struct sdf_sphere *node = &c->spheres->node[number];
    const struct sdf_point p = sdf_moment_point(sdf_search_moment(&c->search, c->t), node->x, node->v);
    const double radius = (p.radius + node->radius) * (1 + 0x1p-50);
    if (sdf_over_ball(scene->sdf, scene->root, p.p, radius).lo > c->search.margin) return true;
    for (uint32_t i = 0; i < node->triangles; i++)
        if (!take_triangle(c, c->spheres->order[node->child + i])) return false;
    return node->triangles > 0 || (take_below(c, node->child) && take_below(c, node->child + 1U));
}

void sdf_contacts(const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                  const struct sdf_spheres *spheres, const struct sdf_options *options, double t,
                  sdf_take *take, void *context, struct ccdq_workspace *ws)
{
    struct touching c = {.spheres = spheres,
                         .queue = &ws->sdf_queue,
                         .most = sdf_search_items(options),
                         .t = t,
                         .take = take,
                         .context = context};
    sdf_search_start(&c.search, scene, mesh, options, SDF_EVALS_EACH);
    c.search.margin = c.search.enough;
    if (spheres->nodes > 0) (void)take_below(&c, 0);
}
