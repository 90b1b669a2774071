/* Discrete collision detection (Macklin et al. 2020, equations 1.1 to 1.4 of Pelletier-Guenette 2025) at the
 * beginning and at a number of times behind it, evenly spaced, the last one the end. The answer is the first
 * of them at which a point with phi <= margin is found.
 *
 * At one time Frank-Wolfe goes from the corner of the least phi towards a minimum of it on the triangle. A
 * sphere, or a triangle, whose middle is farther from the solid than its radius is not looked at.
 *
 * As published; what it may miss: whatever happens between two of the times; a contact is late by up to the
 * time between two; on a triangle one minimum is found, not all; and where phi changes faster than a point
 * moves, as below a twist, spheres and triangles are left out that touch. */
#include "../num/extremes.h"
#include "baseline.h"

static double time_of(const struct baseline *search, uint32_t k)
{
    const uint32_t n = search->options->substeps;
    return k < n ? search->scene->motion.end / n * k : k ? search->scene->motion.end : 0;
}

/* The first of the times that is not before `from`. */
static uint32_t moment_from(const struct baseline *search, double from)
{
    const uint32_t n = search->options->substeps;
    const double share = from / search->scene->motion.end * n;
    uint32_t k = share < n ? (uint32_t)share : n;
    while (k && time_of(search, k - 1) >= from) k--;
    while (k < n && time_of(search, k) < from) k++;
    return k;
}

static double dcd_sphere(struct baseline *search, const struct sdf_sphere *sphere, double from)
{
    struct sdf_moment at;
    for (uint32_t k = moment_from(search, from); k <= search->options->substeps; k++) {
        const double t = time_of(search, k);
        if (t > search->until || search->spent) break;
        sdf_motion_at(&search->scene->motion, t, &at);
        if (baseline_value(search, sdf_moment_point(&at, sphere->x, sphere->v).p, NULL) <= sphere->radius)
            return t;
    }
    return INFINITY;
}

static bool may_touch(struct baseline *search, const struct vec3 corner[3])
{
    const struct vec3 sum = vec3_add(vec3_add(corner[0], corner[1]), corner[2]);
    const struct vec3 middle = {sum.x / 3, sum.y / 3, sum.z / 3};
    double square = 0;
    for (int i = 0; i < 3; i++) {
        const struct vec3 d = vec3_sub(corner[i], middle);
        square = max_of(square, vec3_dot(d, d));
    }
    return baseline_value(search, middle, NULL) <= sqrt(square);
}

/* Goes on from the point p = w of the triangle with the value `least` and the gradient g; w becomes the least
 * point on the way. */
static double descend(struct baseline *search, const struct vec3 corner[3], double least, struct vec3 p,
                      struct vec3 g, double w[2])
{
    struct baseline_point at = {0, {w[0], w[1]}};
    for (int i = 1; i <= BASELINE_FW_ITERATIONS && !search->spent; i++) {
        const struct baseline_point before = at;
        const int support = baseline_support(corner, g);
        const struct vec3 step = vec3_sub(corner[support], p);
        const double share = 2.0 / (i + 2);
        if (vec3_dot(step, g) >= 0) break; /* a minimum */
        p = vec3_along(p, share, step);
        baseline_towards(at.w, support, share);
        if (baseline_same(&before, &at, 1)) break;
        const double value = baseline_value(search, p, &g);
        if (!(value < least)) continue;
        least = value;
        for (int k = 0; k < 2; k++) w[k] = at.w[k];
    }
    return least;
}

/* The least phi - margin that is found on the triangle, and where. */
static double deepest(struct baseline *search, const struct vec3 corner[3], double w[2])
{
    double least = INFINITY;
    struct vec3 gradient = {0, 0, 0}, p = corner[0];
    for (int i = 0; i < 3; i++) {
        struct vec3 g;
        const double value = baseline_value(search, corner[i], &g);
        if (!(value < least)) continue;
        least = value, gradient = g, p = corner[i];
        for (int k = 0; k < 2; k++) w[k] = i == k + 1;
    }
    return descend(search, corner, least, p, gradient, w);
}

static bool dcd_triangle(struct baseline *search, const struct baseline_triangle *triangle, double from,
                         struct baseline_point *contact)
{
    for (uint32_t k = moment_from(search, from); k <= search->options->substeps; k++) {
        struct vec3 corner[3];
        struct sdf_moment at;
        *contact = (struct baseline_point){.t = time_of(search, k)};
        if (contact->t > search->until || search->spent) break;
        sdf_motion_at(&search->scene->motion, contact->t, &at);
        baseline_corners(triangle, &at, corner);
        if (may_touch(search, corner) && deepest(search, corner, contact->w) <= 0) return true;
    }
    return false;
}

static const struct baseline_method method = {dcd_sphere, dcd_triangle};
BASELINE_SOLVER(sdf_dcd_first, method, false)
BASELINE_SOLVER(sdf_dcd_each, method, true)
