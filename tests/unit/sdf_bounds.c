/* What is proven about distance functions, on random scenes of each kind, in sizes from 1e-6 to 1e6, near and
 * far off: Lipschitz constants, enclosures over balls and hulls, convexity, boxes and how values grow away
 * from them, gradients; and that solids have exact distances. Samples are judged by their own enclosures, so
 * that no tolerance is needed but for samples that round off their hull. CCDQ_LONG=1 draws forty times as
 * much. */
#include <stdlib.h>
#include <string.h>
#include "../sdf_scenes.h"
#include "../tap.h"

/* What is counted: cases, and failures; the first failure is shown. */
struct tally {
    const char *what;
    long cases, failed;
};

enum {
    LIPSCHITZ,
    NEAR_CONSTANT,
    BALL,
    HULL_LOW,
    HULL_HIGH,
    FREE,
    CONVEX,
    BOXED,
    GROWS,
    REACHED,
    EMPTY_BALL,
    GRADIENT,
    TIGHT,
    TALLIES
};
static struct tally tally[TALLIES];
static const char *scene_text;

static void count(int what, bool good, struct vec3 p)
{
    tally[what].cases++;
    if (good) return;
    if (!tally[what].failed++ && what != TIGHT)
        diag("test %d fails at %a %a %a: %.400s", what, p.x, p.y, p.z, scene_text);
}

static double distance(struct vec3 a, struct vec3 b)
{
    const struct vec3 d = vec3_sub(a, b);
    return sqrt(vec3_dot(d, d)) * (1 + 0x1p-49) + 0x1p-500;
}

static double extent(struct vec3 p)
{
    return fabs(p.x) + fabs(p.y) + fabs(p.z);
}

static struct interval at(const struct sdf *sdf, struct vec3 p)
{
    return sdf_over_ball(sdf, sdf->nodes - 1, p, 0);
}

static struct vec3 shift(struct rng *rng, struct vec3 p, double by)
{
    const double x = rng_real(rng, -by, by), y = rng_real(rng, -by, by), z = rng_real(rng, -by, by);
    return (struct vec3){p.x + x, p.y + y, p.z + z};
}

/* Pairs from far apart down to 1e-12 of the size. */
static void try_pair(const struct sdf *sdf, struct rng *rng, double size)
{
    const struct vec3 p = scene_point(sdf, rng, size),
                      q = shift(rng, p, size * pow(10, -rng_int(rng, 0, 12)));
    const struct interval a = at(sdf, p), b = at(sdf, q);
    const struct sdf_node *root = &sdf->node[sdf->nodes - 1];
    const double apart = distance(p, q), most = greatest(a.lo - b.hi, b.lo - a.hi);
    const double near = sdf_lipschitz(sdf, sdf->nodes - 1, p, apart);
    count(LIPSCHITZ, !(root->lipschitz < INFINITY) || most <= root->lipschitz * apart, p);
    count(NEAR_CONSTANT, near < INFINITY && near <= root->lipschitz && most <= near * apart, p);
    if (root->convex) {
        const struct vec3 m = {0.5 * p.x + 0.5 * q.x, 0.5 * p.y + 0.5 * q.y, 0.5 * p.z + 0.5 * q.z};
        const double off = 0x1p-51 * root->lipschitz * (extent(p) + extent(q));
        count(CONVEX, at(sdf, m).lo <= 0.5 * a.hi + 0.5 * b.hi + off, m);
    }
}

static void try_ball(const struct sdf *sdf, struct rng *rng, double size)
{
    const struct vec3 c = scene_point(sdf, rng, size);
    const double radius = size * pow(10, -rng_int(rng, 0, 9));
    const struct interval all = sdf_over_ball(sdf, sdf->nodes - 1, c, radius);
    for (int i = 0; i < 6; i++) {
        const struct vec3 p = shift(rng, c, 0.57 * radius);
        const struct interval value = at(sdf, p);
        if (distance(p, c) <= radius) count(BALL, all.lo <= value.hi && value.lo <= all.hi, p);
    }
}

/* A hull of some shape: any, flat, a sliver, a segment, a point; a thin prism, as that of a moving triangle.
 */
static void make_hull(struct rng *rng, struct vec3 p, double size, struct sdf_hull *hull)
{
    const unsigned shape = rng_below(rng, 5);
    hull->n = rng_int(rng, 1, SDF_HULL);
    hull->leading = rng_int(rng, 1, hull->n);
    hull->radius = rng_below(rng, 2) ? 0 : size * pow(10, -rng_int(rng, 0, 12));
    for (int i = 0; i < hull->n; i++) {
        struct vec3 *v = &hull->v[i];
        *v = i == 0 || shape == 3 ? p : shift(rng, p, size);
        if (i >= 2 && shape == 1)
            *v = shift(rng, vec3_along(p, rng_unit(rng), vec3_sub(hull->v[1], p)), 1e-9 * size);
        if (i >= 3 && shape == 2) *v = vec3_add(hull->v[i - 3], vec3_sub(hull->v[3], p));
    }
}

/* The first n weights take turns to be 1. */
static void make_weights(struct rng *rng, int n, int k, double w[SDF_HULL])
{
    double sum = 0;
    const double power = rng_int(rng, 0, 4);
    for (int i = 0; i < n; i++) sum += w[i] = k < n ? k == i : pow(rng_unit(rng), power);
    for (int i = 0; i < n; i++) w[i] /= sum;
}

static struct vec3 weighted(const struct sdf_hull *hull, const double *w)
{
    struct vec3 p = {0, 0, 0};
    for (int i = 0; i < hull->n; i++) p = vec3_along(p, w[i], hull->v[i]);
    return p;
}

enum { HULL_SAMPLES = 16 };

/* What linear functions say at a sample, and by how much that may be off: a sum of weights that round by n u,
 * its own products and sums by n u; a sample is off its place by as much, in units of the points' extents,
 * and so is the value times a constant near it. A sample in a corner is exact, without a radius. */
struct claim {
    double lo, hi, off;
};

static struct claim claim_at(const struct sdf_hull *hull, const struct sdf_linear *bound, const double *w,
                             double constant)
{
    struct claim c = {0, 0, 0};
    bool corner = false;
    for (int i = 0; i < hull->n; i++) {
        corner = corner || w[i] == 1;
        if (w[i] == 0) continue;
        c.lo += w[i] * bound->lo[i];
        c.hi += w[i] * bound->hi[i];
        c.off += 0x1p-49 * (fabs(bound->lo[i]) + fabs(bound->hi[i]) + constant * extent(hull->v[i]));
    }
    if (corner) c.off = 0;
    return c;
}

static void try_hull(const struct sdf *sdf, struct rng *rng, double size)
{
    const size_t root = sdf->nodes - 1;
    const double edge = size * pow(10, -rng_int(rng, 0, 6));
    double w[HULL_SAMPLES][SDF_HULL], least_value = INFINITY, reach = 0;
    struct sdf_hull hull;
    int lowest = 0;
    make_hull(rng, scene_point(sdf, rng, size), edge, &hull);
    for (int k = 0; k < HULL_SAMPLES; k++) {
        make_weights(rng, hull.n, k, w[k]);
        const double value = sdf_value(sdf, root, weighted(&hull, w[k]), NULL);
        if (value < least_value) lowest = k;
        least_value = value < least_value ? value : least_value;
    }
    const struct vec3 c = rng_below(rng, 3) ? weighted(&hull, w[lowest]) : shift(rng, hull.v[0], edge);
    const struct sdf_linear bound = sdf_over_hull(sdf, root, &hull, c, true);
    const struct sdf_linear lower = sdf_over_hull(sdf, root, &hull, c, false);
    for (int i = 0; i < hull.n; i++) reach = greatest(reach, distance(hull.v[0], hull.v[i]));
    const double constant = sdf_lipschitz(sdf, root, hull.v[0], 2 * (reach + hull.radius));
    for (int k = 0; k < HULL_SAMPLES; k++) {
        const struct vec3 middle = weighted(&hull, w[k]), p = shift(rng, middle, 0.577 * hull.radius);
        const struct interval value = at(sdf, p);
        const struct claim claim = claim_at(&hull, &bound, w[k], constant);
        if (distance(p, middle) > hull.radius && hull.radius > 0) continue;
        count(HULL_LOW,
              claim.lo <= value.hi + claim.off && sdf_least(lower.lo, hull.n) <= value.hi + claim.off, p);
        count(HULL_HIGH, value.lo <= claim.hi + claim.off, p);
    }
}

/* A hull that changes is above the level before its share of the way, wherever the bound is made. The bend of
 * a point half way is a quarter of it: such points are taken, as far off as the constant allows. */
static void try_free(const struct sdf *sdf, struct rng *rng, double size)
{
    const size_t root = sdf->nodes - 1;
    const double edge = size * pow(10, -rng_int(rng, 0, 6)), global = sdf->node[root].lipschitz;
    struct sdf_hull hull, middle;
    make_hull(rng, scene_point(sdf, rng, size), edge, &hull);
    hull.n -= hull.n % 2;
    if (hull.n == 0) return;
    hull.leading = middle.n = hull.n / 2;
    const double bend = global < INFINITY && rng_below(rng, 2) ? edge * rng_unit(rng) : 0;
    const double first = at(sdf, hull.v[0]).lo, level = first - fabs(first) * rng_unit(rng);
    const struct vec3 far_out = shift(rng, hull.v[0], 0x1p20 * size),
                      c = rng_below(rng, 2) ? hull.v[0] : far_out;
    const struct sdf_free free = sdf_free_over_hulls(sdf, root, &hull, c, level, bend);
    for (int k = 0; k < HULL_SAMPLES && free.share > 0; k++) {
        double w[SDF_HULL], sizes = 0;
        const double s = (k % 4 ? rng_unit(rng) : 1) * (free.share < 1 ? 0.999 * free.share : 1);
        make_weights(rng, middle.n, k, w);
        for (int i = 0; i < middle.n; i++) {
            middle.v[i] = vec3_along(hull.v[i], s, vec3_sub(hull.v[i + middle.n], hull.v[i]));
            sizes += extent(hull.v[i]) + extent(hull.v[i + middle.n]);
        }
        const double off = bend > 0 ? bend * s * (1 - s) / global : 0;
        const struct vec3 on = weighted(&middle, w), p = shift(rng, on, 0.577 * (hull.radius + off));
        const double constant = sdf_lipschitz(sdf, root, on, 2 * (hull.radius + off) + 0x1p-40 * sizes);
        if (distance(p, on) > hull.radius + off && hull.radius + off > 0) continue;
        count(FREE, at(sdf, p).hi > level - 0x1p-48 * (constant * sizes + fabs(level)), p);
    }
}

/* At most the distance of a point outside of the box; less than 0 of one inside: at most that to a side. */
static double from_box(const struct sdf_box *box, const double x[3])
{
    double most = -INFINITY, squares = 0;
    for (int i = 0; i < 3; i++) {
        const double off = greatest(add_down(x[i], -box->x[i].hi), add_down(box->x[i].lo, -x[i]));
        most = greatest(most, off);
        if (off > 0) squares = add_down(squares, mul_down(off, off));
    }
    return most > 0 ? sqrt_down(squares) : most;
}

static void try_box(const struct sdf *sdf, struct rng *rng, double size)
{
    const struct vec3 p = scene_point(sdf, rng, size);
    const double level = rng_below(rng, 2) ? 0 : size * rng_real(rng, -0.2, 1);
    const struct sdf_box box = sdf_box(sdf, sdf->nodes - 1, level);
    const double x[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++)
        if (at(sdf, p).hi <= level) count(BOXED, box.x[i].lo <= x[i] && x[i] <= box.x[i].hi, p);
    if (!(box.x[0].lo <= box.x[0].hi)) return;
    const double d = from_box(&box, x), growth = d > 0 ? box.growth.lo : box.growth.hi;
    count(GROWS, box.growth.lo >= 0 && add_up(at(sdf, p).hi, -level) >= mul_down(d, growth), p);
}

/* The value is the distance to the surface: it is reached along the gradient, and the ball of that radius has
 * one sign. */
static void try_distance(const struct sdf *sdf, struct rng *rng, double size)
{
    struct vec3 g;
    const struct vec3 p = scene_point(sdf, rng, size);
    const double value = sdf_value(sdf, sdf->nodes - 1, p, &g);
    const struct vec3 foot = vec3_along(p, -value, g);
    count(REACHED,
          fabs(sdf_value(sdf, sdf->nodes - 1, foot, NULL)) <=
              1e-12 * (extent(p) + size) + 1e-7 * size * (value < 0),
          p);
    const struct interval own = at(sdf, p);
    const double proven = own.lo > 0 ? own.lo : own.hi < 0 ? -own.hi : 0;
    for (int i = 0; i < 8; i++) {
        const struct vec3 q = shift(rng, p, fabs(value));
        const struct interval other = at(sdf, q);
        if (distance(p, q) < proven) count(EMPTY_BALL, value > 0 ? other.hi >= 0 : other.lo <= 0, q);
    }
}

/* Where a step forward and one back agree, the function is smooth enough to be compared. */
static void try_gradient(const struct sdf *sdf, struct rng *rng, double size)
{
    const size_t root = sdf->nodes - 1;
    struct vec3 g;
    const struct vec3 p = shift(rng, (struct vec3){0, 0, 0}, 2 * size);
    const double h = 1e-6 * size, value = sdf_value(sdf, root, p, &g);
    const double gradient[3] = {g.x, g.y, g.z};
    for (int i = 0; i < 3; i++) {
        const struct vec3 step = {h * (i == 0), h * (i == 1), h * (i == 2)};
        const double ahead = (sdf_value(sdf, root, vec3_add(p, step), NULL) - value) / h;
        const double behind = (value - sdf_value(sdf, root, vec3_sub(p, step), NULL)) / h;
        if (fabs(ahead - behind) < 1e-4)
            count(GRADIENT, fabs(0.5 * (ahead + behind) - gradient[i]) < 1e-3, p);
    }
}

/* On a triangle of 1e-4 of the size, where the least radius of curvature is 1/64 and that of a torus' tube a
 * tenth of it, a bound of first order is off by about 1e-8 times 64 or 640; one from the ball, by up to 1e-4.
 * At creases the latter is what there is. */
static void try_tight(const struct sdf *sdf, struct rng *rng, double size)
{
    const size_t root = sdf->nodes - 1;
    struct sdf_hull hull = {.n = 3, .leading = 3};
    const struct vec3 p = scene_point(sdf, rng, size);
    double value[3];
    for (int i = 0; i < 3; i++) hull.v[i] = shift(rng, p, 1e-4 * size);
    for (int i = 0; i < 3; i++) value[i] = sdf_value(sdf, root, hull.v[i], NULL);
    const int k = value[0] <= value[1] && value[0] <= value[2] ? 0 : value[1] <= value[2] ? 1 : 2;
    const struct sdf_linear bound = sdf_over_hull(sdf, root, &hull, hull.v[k], false);
    count(TIGHT, value[k] - sdf_least(bound.lo, 3) <= 8e-6 * size + 0x1p-44 * extent(p), p);
}

static void test_kind(int kind, int scenes)
{
    static const double sizes[] = {1, 1, 1e-6, 1e6, 0.01};
    static const char *const what[] = {"Lipschitz constants",
                                       "constants near a point",
                                       "balls",
                                       "hulls from below",
                                       "hulls from above",
                                       "hulls that change",
                                       "convexity",
                                       "boxes",
                                       "growth away from boxes",
                                       "distances are reached",
                                       "distances are not too long",
                                       "gradients",
                                       "four of five bounds of first order"};
    struct buf text = {0};
    struct sdf sdf;
    for (int i = 0; i < TALLIES; i++) tally[i] = (struct tally){what[i], 0, 0};
    for (int id = 0; id < scenes; id++) {
        struct rng rng = rng_at(rng_key("bounds", (unsigned)kind, 1), (uint64_t)id);
        const double size = sizes[rng_below(&rng, 5)];
        if (!scene_make(&sdf, &text, &rng, kind, size)) exit(1);
        scene_text = (const char *)text.p;
        for (int i = 0; i < 20; i++) {
            try_pair(&sdf, &rng, size);
            try_ball(&sdf, &rng, size);
            try_hull(&sdf, &rng, size);
            try_free(&sdf, &rng, size);
            try_box(&sdf, &rng, size);
            try_gradient(&sdf, &rng, size);
            if (kind < SCENE_SOLIDS) try_distance(&sdf, &rng, size);
            if (kind < SCENE_SOLIDS) try_tight(&sdf, &rng, size);
        }
        sdf_free(&sdf);
    }
    buf_free(&text);
    for (int i = 0; i < TALLIES; i++)
        if (tally[i].cases)
            ok(tally[i].failed <= (i == TIGHT ? tally[i].cases / 5 : 0), "%s: %s (%ld of %ld wrong)",
               scene_kind(kind), what[i], tally[i].failed, tally[i].cases);
}

/* A triangle above a plane and the same one deep below it: the bound above stays, although that of a ball
 * around all is as good where they are least. */
static void test_two_times(void)
{
    const struct sdf_hull hull = {.n = 6,
                                  .v = {{-0.5, -0.5, 0.25},
                                        {-0.5, -0.5, 1.25},
                                        {-0.5, 0.5, 1.25},
                                        {-0.5, -0.5, -1.5},
                                        {-0.5, -0.5, -0.5},
                                        {-0.5, 0.5, -0.5}}};
    struct sdf sdf = {0};
    const size_t root = sdf_add_primitive(&sdf, SDF_PLANE, (struct interval[3]){{0, 0}, {0, 0}, {0, 0}});
    const struct sdf_linear bound = sdf_over_hull(&sdf, root, &hull, hull.v[0], false);
    bool close = true;
    for (int i = 0; i < 6; i++) close = close && hull.v[i].z - bound.lo[i] < 1e-12;
    ok(close, "a bound over two times is close at both");
    sdf_free(&sdf);
}

/* Points of an ellipsoid's middle plane but for roundings: which axis is free there is nearly lost in these.
 */
static void test_middle_planes(void)
{
    static const double half[][3] = {{0.130288, 1.01127, 0.210378}, {0.152839, 0.462068, 0.0187465}};
    static const struct vec3 p[] = {{5.86594e-16, -1.23873e-06, 0.0958857},
                                    {0.0613694, -2.74596e-08, -4.07329e-17}};
    for (int i = 0; i < 2; i++) {
        struct sdf sdf = {0};
        const struct interval size[3] = {interval_of(half[i][0]), interval_of(half[i][1]),
                                         interval_of(half[i][2])};
        sdf_add_primitive(&sdf, SDF_ELLIPSOID, size);
        const struct interval value = at(&sdf, p[i]);
        ok(value.hi - value.lo < 1e-14 * -value.lo, "an ellipsoid's middle plane, up to %g",
           value.hi - value.lo);
        sdf_free(&sdf);
    }
}

int main(void)
{
    const int scenes = getenv("CCDQ_LONG") ? 4000 : 100;
    for (int kind = 0; kind < SCENE_KINDS; kind++) test_kind(kind, scenes);
    test_middle_planes();
    test_two_times();
    return tap_done();
}
