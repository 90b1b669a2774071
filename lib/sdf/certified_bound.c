/* What is proven about a body of points during a time. */
#include "certified.h"
#include <string.h>

/* ---- The search's moments ---- */

void sdf_search_start(struct sdf_search *search, const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                      const struct sdf_options *options, uint32_t evals)
{
    search->scene = scene;
    search->mesh = mesh;
    search->margin = options->margin;
    search->enough = options->margin + options->delta;
    search->horizon = INFINITY;
    search->evals = 0;
    search->limit = options->max_iter ? options->max_iter : evals;
    for (int i = 0; i < SDF_MOMENTS; i++) search->moment[i].t = NAN;
}

size_t sdf_search_items(const struct sdf_options *options)
{
    return (options->max_mem ? options->max_mem : SDF_BYTES) /
           (sizeof(struct sdf_item) + sizeof(struct sdf_key));
}

/* A time has its place by the bits that change most. */
const struct sdf_moment *sdf_search_moment(struct sdf_search *search, double t)
{
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits ^= bits >> 32;
    struct sdf_moment *moment = &search->moment[(bits ^ bits >> 13 ^ bits >> 20) % SDF_MOMENTS];
    if (moment->t == t) return moment;
    sdf_motion_at(&search->scene->motion, t, moment);
    if (search->mesh->one_v) sdf_moment_expect(moment, search->mesh->v[0]);
    return moment;
}

/* ---- Values ---- */

/* Counts an evaluation; false: the limit allows none. */
static bool evaluate(struct sdf_search *search)
{
    if (search->evals >= search->limit) return false;
    search->evals++;
    return true;
}

struct interval sdf_value_at(struct sdf_search *search, size_t triangle, const double w[2], double t)
{
    double x[3], v[3];
    if (!evaluate(search)) return (struct interval){-INFINITY, INFINITY};
    const double off = sdf_material_point(search->scene, search->mesh, triangle, w, x, v);
    const struct sdf_point p = sdf_moment_point(sdf_search_moment(search, t), x, v);
    return sdf_over_ball(search->scene->sdf, search->scene->root, p.p, (p.radius + off) * (1 + 0x1p-50));
}

/* ---- Free until when ---- */

/* Points move off their chords by at most 4 s (1 - s) times the sag, in the share s of the time: along any
 * direction the offset has a second derivative of at most the acceleration and is 0 at both ends. phi changes
 * by no more than its constant times that. Where there is no constant, the sag is a part of the hull's
 * radius. */
double sdf_free_until(struct sdf_search *search, const struct sdf_body *body, const struct sdf_placed *from,
                      double t1, struct vec3 c, double *low)
{
    const struct sdf_scene *scene = search->scene;
    const int n = body->n;
    const double h = t1 - from->t, bent = body->acceleration * h * h / 8 * (1 + 0x1p-49) + 0x1p-900;
    const double sag = body->acceleration > 0 ? bent : 0, constant = scene->sdf->node[scene->root].lipschitz;
    const double bend = constant < INFINITY ? 4 * constant * sag * (1 + 0x1p-50) : 0;
    struct sdf_hull hull;
    *low = -INFINITY;
    if (!evaluate(search)) return -INFINITY;
    hull.n = h > 0 ? 2 * n : n;
    hull.leading = n;
    hull.radius = from->radius;
    for (int i = 0; i < n; i++) hull.v[i] = from->y[i];
    if (h > 0) hull.radius = greatest(from->radius, sdf_body_at(search, body, t1, hull.v + n));
    if (!(constant < INFINITY)) hull.radius = (hull.radius + sag) * (1 + 0x1p-50);
    const struct sdf_free free = sdf_free_over_hulls(scene->sdf, scene->root, &hull, c, search->margin, bend);
    *low = free.low;
    return fabs(free.share) == INFINITY ? free.share : add_down(from->t, free.share * h * (1 - 0x1p-50));
}
