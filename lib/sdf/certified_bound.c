/* What is proven about a body of points during a time. */
#include "certified.h"
#include <string.h>

/* ---- The search's moments ---- */

void sdf_search_start(struct sdf_search *search, const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                      double margin)
{
    search->scene = scene;
    search->mesh = mesh;
    search->margin = margin;
    search->evals = 0;
    for (int i = 0; i < SDF_MOMENTS; i++) search->moment[i].t = NAN;
}

size_t sdf_search_items(const struct sdf_options *options)
{
    return (options->max_mem ? options->max_mem : SDF_BYTES) /
           (sizeof(struct sdf_item) + sizeof(struct sdf_key));
}

uint32_t sdf_search_evals(const struct sdf_options *options, uint32_t otherwise)
{
    return options->max_iter ? options->max_iter : otherwise;
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

struct interval sdf_value_at(struct sdf_search *search, size_t triangle, const double w[2], double t)
{
    double x[3], v[3];
    const double off = sdf_material_point(search->scene, search->mesh, triangle, w, x, v);
    const struct sdf_point p = sdf_moment_point(sdf_search_moment(search, t), x, v);
    search->evals++;
    return sdf_over_ball(search->scene->sdf, search->scene->root, p.p, (p.radius + off) * (1 + 0x1p-50));
}

/* ---- Free until when ---- */

/* Where f(s) = a (1 - s) + b s - bend s (1 - s), a > 0, bend >= 0, falls to 0 first, or a bit before;
 * INFINITY where it does not in [0, 1]. f = a - p s + bend s^2 with p = a - b + bend, whose first root is 2 a
 * / (p + sqrt(p^2 - 4 bend a)); there is none where p <= 0 or the square root is of less than 0. p and what
 * is below the root are rounded up by more than their errors, which makes f smaller: the errors are 3 u (a +
 * |b| + bend) and 4 u (p^2 + 4 bend a). */
static double first_root(double a, double b, double bend)
{
    const double p = a - b + bend + 0x1p-50 * (a + fabs(b) + bend), q = 4 * bend * a;
    const double below = p * p - q + 0x1p-50 * (p * p + q);
    if (p <= 0 || below < 0) return INFINITY;
    const double s = 2 * a / (p + sqrt(below)) * (1 - 0x1p-50);
    return s <= 1 ? s : s > 1 ? INFINITY : 0;
}

/* Points move off their chords by at most 4 s (1 - s) times the sag, in the share s of the time: along any
 * direction the offset has a second derivative of at most the acceleration and is 0 at both ends. phi changes
 * by no more than its constant times that. Where there is no constant, the sag is a part of the hull's
 * radius.
 *
 * For weights w of the body's points, phi at (w, s) is then at least sum w_i ((1 - s) lo_i + s hi_i) less
 * that, with lo_i and hi_i the bounds at both ends: no less than the least of the functions of first_root. */
double sdf_free_until(struct sdf_search *search, const struct sdf_body *body, const struct sdf_placed *from,
                      double t1, struct vec3 c, double *low)
{
    const struct sdf *sdf = search->scene->sdf;
    const int n = body->n;
    const double h = t1 - from->t, bent = body->acceleration * h * h / 8 * (1 + 0x1p-49) + 0x1p-900;
    const double sag = body->acceleration > 0 ? bent : 0;
    const double constant = sdf->node[search->scene->root].lipschitz;
    struct sdf_hull hull;
    double s = INFINITY;
    hull.n = h > 0 ? 2 * n : n;
    hull.radius = from->radius;
    for (int i = 0; i < n; i++) hull.v[i] = from->y[i];
    if (h > 0) hull.radius = greatest(from->radius, sdf_body_at(search, body, t1, hull.v + n));
    if (!(constant < INFINITY)) hull.radius = (hull.radius + sag) * (1 + 0x1p-50);
    const double bend = constant < INFINITY ? 4 * constant * sag * (1 + 0x1p-50) : 0;
    const struct sdf_linear bound = sdf_over_hull(sdf, search->scene->root, &hull, c, false);
    search->evals++;
    *low = add_down(sdf_least(bound.lo, n), -search->margin);
    if (!(*low > 0)) return -INFINITY;
    for (int i = 0; i < n && h > 0; i++)
        s = least(s, first_root(add_down(bound.lo[i], -search->margin),
                                add_down(bound.lo[i + n], -search->margin), bend));
    if (s == INFINITY) return INFINITY;
    return add_down(from->t, s * h * (1 - 0x1p-50));
}
