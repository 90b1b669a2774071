/* What is proven about a body of points during a time. */
#include "certified.h"
#include <string.h>

/* ---- The search's moments ---- */

void sdf_search_start(struct sdf_search *search, const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                      const struct sdf_options *options)
{
    search->scene = scene;
    search->mesh = mesh;
    search->margin = options->margin;
    search->delta = options->delta;
    search->evals = 0;
    for (int i = 0; i < SDF_MOMENTS; i++) search->moment[i].t = NAN;
}

/* A time has its place by the bits that change most. */
const struct sdf_moment *sdf_search_moment(struct sdf_search *search, double t)
{
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits ^= bits >> 32;
    struct sdf_moment *moment = &search->moment[(bits ^ bits >> 13 ^ bits >> 20) % SDF_MOMENTS];
    if (!(moment->t == t)) sdf_motion_at(&search->scene->motion, t, moment);
    return moment;
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

static const double *velocity(const struct sdf_mesh *mesh, uint32_t node)
{
    return mesh->v[mesh->one_v ? 0 : node];
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

double sdf_material_point(const struct sdf_search *search, size_t triangle, const double w[2], double x[3],
                          double v[3])
{
    const struct sdf_mesh *mesh = search->mesh;
    const uint32_t *node = mesh->triangle[triangle];
    const double off = blend_points(mesh->x[node[0]], mesh->x[node[1]], mesh->x[node[2]], w, x);
    if (mesh->one_v) {
        memcpy(v, mesh->v[0], 3 * sizeof *v);
        return off;
    }
    const double fast =
        blend_points(velocity(mesh, node[0]), velocity(mesh, node[1]), velocity(mesh, node[2]), w, v);
    return (off + fast * search->scene->motion.end) * (1 + 0x1p-50);
}

void sdf_body_of_part(const struct sdf_search *search, const struct sdf_item *part, struct sdf_body *body)
{
    const struct sdf_mesh *mesh = search->mesh;
    body->n = 3;
    body->radius = 0;
    body->acceleration = part->acceleration;
    for (int i = 0; i < 3; i++) {
        if (part->depth > 0) {
            body->radius = greatest(
                body->radius, sdf_material_point(search, part->number, part->b[i], body->x[i], body->v[i]));
            continue;
        }
        const uint32_t node = mesh->triangle[part->number][i];
        memcpy(body->x[i], mesh->x[node], sizeof body->x[i]);
        memcpy(body->v[i], velocity(mesh, node), sizeof body->v[i]);
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

struct interval sdf_value_at(struct sdf_search *search, size_t triangle, const double w[2], double t)
{
    double x[3], v[3];
    const double off = sdf_material_point(search, triangle, w, x, v);
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
double sdf_free_until(struct sdf_search *search, const struct sdf_body *body, double t0, double t1,
                      struct vec3 c, double *low)
{
    const struct sdf *sdf = search->scene->sdf;
    const int n = body->n;
    const double h = t1 - t0, bent = body->acceleration * h * h / 8 * (1 + 0x1p-49) + 0x1p-900;
    const double sag = body->acceleration > 0 ? bent : 0;
    const double constant = sdf->node[search->scene->root].lipschitz;
    struct sdf_hull hull = {.n = t1 > t0 ? 2 * n : n};
    double s = INFINITY;
    hull.radius = sdf_body_at(search, body, t0, hull.v);
    if (t1 > t0) hull.radius = greatest(hull.radius, sdf_body_at(search, body, t1, hull.v + n));
    if (!(constant < INFINITY)) hull.radius = (hull.radius + sag) * (1 + 0x1p-50);
    const double bend = constant < INFINITY ? 4 * constant * sag * (1 + 0x1p-50) : 0;
    const struct sdf_linear bound = sdf_over_hull(sdf, search->scene->root, &hull, c, false);
    search->evals++;
    *low = add_down(sdf_least(bound.lo, n), -search->margin);
    if (!(*low > 0)) return -INFINITY;
    for (int i = 0; i < n; i++) {
        const double at_start = add_down(bound.lo[i], -search->margin);
        if (t1 > t0) s = least(s, first_root(at_start, add_down(bound.lo[i + n], -search->margin), bend));
    }
    if (s == INFINITY) return INFINITY;
    return add_down(t0, s * h * (1 - 0x1p-50));
}
