/* Parts of triangles, and the points of pieces of a mesh. */
#include "../num/complement.h"
#include "../num/triangle.h"
#include "certified.h"
#include <string.h>

/* ---- Parts ---- */

struct sdf_item sdf_part_of_triangle(uint32_t number, double t, double value, double acceleration)
{
    return (struct sdf_item){.t = t,
                             .value = value,
                             .ahead = INFINITY,
                             .acceleration = acceleration,
                             .b = {{0, 0}, {1, 0}, {0, 1}},
                             .w = {1.0 / 3, 1.0 / 3},
                             .rounding = INFINITY,
                             .number = number};
}

void sdf_item_keep(struct sdf_item *item, const struct sdf_nearest *near)
{
    item->value = near->value;
    item->rounding = near->rounding;
    memcpy(item->w, near->w, sizeof item->w);
}

/* Corners are multiples of 2^-depth, exact doubles. */
enum { MAX_DEPTH = 50 };

static double squared(struct vec3 a, struct vec3 b)
{
    const struct vec3 d = vec3_sub(a, b);
    return vec3_dot(d, d);
}

/* The parameters of a point, or of one near it, in the half of a part whose corner `moved` is now in the
 * middle of the edge between it and `kept`: a weight of the first and as much of the second are twice that of
 * the middle. */
static void halve_parameters(int moved, int kept, double w[2])
{
    double weight[3] = {1 - w[0] - w[1], w[0], w[1]};
    const double both = weight[moved] + weight[kept], rest = weight[kept] - weight[moved];
    weight[kept] = rest > 0 ? rest : 0;
    weight[moved] = both - weight[kept];
    w[0] = weight[1];
    w[1] = weight[2];
}

bool sdf_part_halve(const struct sdf_item *part, const struct vec3 y[3], struct sdf_item half[2])
{
    const double edge[3] = {squared(y[1], y[2]), squared(y[2], y[0]), squared(y[0], y[1])};
    const int apex = edge[0] >= edge[1] && edge[0] >= edge[2] ? 0 : edge[1] >= edge[2] ? 1 : 2;
    if (part->depth == MAX_DEPTH) return false;
    for (int side = 0; side < 2; side++) {
        const int moved = (apex + 1 + side) % 3, kept = (apex + 2 - side) % 3;
        half[side] = *part;
        half[side].depth++;
        for (int k = 0; k < 2; k++) half[side].b[moved][k] = 0.5 * (part->b[moved][k] + part->b[kept][k]);
        halve_parameters(moved, kept, half[side].w);
    }
    return true;
}

void sdf_part_parameters(const struct sdf_item *part, const double w[2], double of_triangle[2])
{
    for (int k = 0; k < 2; k++)
        of_triangle[k] =
            part->b[0][k] + w[0] * (part->b[1][k] - part->b[0][k]) + w[1] * (part->b[2][k] - part->b[0][k]);
    const double most = complement(of_triangle[0] = triangle_within(of_triangle[0])),
                 other = triangle_within(of_triangle[1]);
    of_triangle[1] = other < most ? other : most;
}

/* ---- Bodies ---- */

void sdf_body_of_sphere(const struct sdf_sphere *sphere, double acceleration, struct sdf_body *body)
{
    body->n = 1;
    memcpy(body->x[0], sphere->x, sizeof sphere->x);
    memcpy(body->v[0], sphere->v, sizeof sphere->v);
    body->radius = sphere->radius;
    body->acceleration = acceleration;
}

/* a + w[0] (b - a) + w[1] (c - a) for w in [0, 1]: the error of a component is below 4 u (|a| + |b - a| + |c
 * - a|); the sum of three components' errors is at least the vector's. 8 u covers this sum's own roundings,
 * too. */
static double blend_points(const double a[3], const double b[3], const double c[3], const double w[2],
                           double out[3])
{
    double size = 0;
    if (w[0] == 0 && w[1] == 0) {
        memcpy(out, a, 3 * sizeof *a);
        return 0;
    }
    for (int k = 0; k < 3; k++) {
        const double along = b[k] - a[k], across = c[k] - a[k];
        out[k] = a[k] + w[0] * along + w[1] * across;
        size += fabs(a[k]) + fabs(along) + fabs(across);
    }
    return 0x1p-50 * size + 0x1p-1000;
}

double sdf_material_point(const struct sdf_scene *scene, const struct sdf_mesh *mesh, size_t triangle,
                          const double w[2], double x[3], double v[3])
{
    const uint32_t *node = mesh->triangle[triangle];
    const double off = blend_points(mesh->x[node[0]], mesh->x[node[1]], mesh->x[node[2]], w, x);
    if (mesh->one_v) {
        memcpy(v, mesh->v[0], 3 * sizeof *v);
        return off;
    }
    const double fast =
        blend_points(sdf_mesh_v(mesh, node[0]), sdf_mesh_v(mesh, node[1]), sdf_mesh_v(mesh, node[2]), w, v);
    return (off + fast * scene->motion.end) * (1 + 0x1p-50);
}

void sdf_body_of_part(const struct sdf_search *search, const struct sdf_item *part, struct sdf_body *body)
{
    const struct sdf_mesh *mesh = search->mesh;
    body->n = 3;
    body->radius = 0;
    body->acceleration = part->acceleration;
    for (int i = 0; i < 3; i++) {
        if (part->depth > 0) {
            body->radius = greatest(body->radius, sdf_material_point(search->scene, mesh, part->number,
                                                                     part->b[i], body->x[i], body->v[i]));
            continue;
        }
        const uint32_t node = mesh->triangle[part->number][i];
        memcpy(body->x[i], mesh->x[node], sizeof body->x[i]);
        memcpy(body->v[i], sdf_mesh_v(mesh, node), sizeof body->v[i]);
    }
}

double sdf_body_at(struct sdf_search *search, const struct sdf_body *body, double t, struct vec3 *y)
{
    const struct sdf_moment *moment = sdf_search_moment(search, t);
    double off = 0;
    for (int i = 0; i < body->n; i++) {
        const struct sdf_point p = sdf_moment_point(moment, body->x[i], body->v[i]);
        y[i] = p.p;
        off = greatest(off, p.radius);
    }
    return (off + body->radius) * (1 + 0x1p-50);
}

void sdf_body_place(struct sdf_search *search, const struct sdf_body *body, double t,
                    struct sdf_placed *placed)
{
    placed->t = t;
    placed->radius = sdf_body_at(search, body, t, placed->y);
}
