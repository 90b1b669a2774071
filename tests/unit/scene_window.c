/* What is known about bodies as wholes, against points of them, against all pairs, against solids whose
 * insides are known. */
#include "../../lib/scene/window.h"
#include "../tap.h"
#include "scene_bodies.h"

/* ---- Bounds ---- */

/* A random point of a body at a time, and where the body's origin is; false: there is none. */
static bool random_point(const struct scene_body *body, double t, struct rng *rng, double point[3],
                         double origin[3])
{
    double x[4] = {0, 0, t};
    const bool placed = point_at(&body->origin, x, origin);
    if (!body->implicit) {
        const struct scene_face *face = &body->face[rng_below(rng, (unsigned)body->faces)];
        x[0] = rng_real(rng, face->u.lo, face->u.hi);
        x[1] = rng_real(rng, face->v.lo, face->v.hi);
        return placed && point_at(&face->map, x, point);
    }
    for (int k = 0; k < 3; k++) {
        const struct interval side = body->box[k];
        const double lo = side.lo < -100 ? -100 : side.lo, hi = side.hi > 100 ? 100 : side.hi;
        x[k] = rng_below(rng, 2) ? (rng_below(rng, 2) ? lo : hi) : rng_real(rng, lo, hi);
    }
    x[3] = t;
    return placed && point_at(&body->place, x, point);
}

/* Whether bounds hold for many points; and how far the box sticks out of those, as a share of their size. */
static bool bounds_hold(const struct scene *scene, const struct body_bounds *bounds, struct rng *rng,
                        double *out)
{
    const struct scene_body *body = &scene->body[0];
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY}, farthest = 0;
    bool hold = true;
    for (int i = 0; i < 400; i++) {
        double p[3], o[3], d[3];
        if (!random_point(body, rng_real(rng, scene->time.lo, scene->time.hi), rng, p, o)) return false;
        for (int k = 0; k < 3; k++) {
            /* The points are rounded. */
            hold &= p[k] >= ival_lo(bounds->box[k]) - 1e-12 && p[k] <= ival_hi(bounds->box[k]) + 1e-12;
            lo[k] = fmin(lo[k], p[k]);
            hi[k] = fmax(hi[k], p[k]);
            d[k] = p[k] - o[k];
        }
        farthest = fmax(farthest, length3(d));
    }
    hold &= farthest <= bounds->radius * (1 + 1e-12);
    *out = bounds->radius / farthest - 1;
    for (int k = 0; k < 3; k++) {
        const double size = fmax(fmax(hi[0] - lo[0], hi[1] - lo[1]), hi[2] - lo[2]);
        *out = fmax(*out, (ival_hi(bounds->box[k]) - hi[k]) / size);
        *out = fmax(*out, (lo[k] - ival_lo(bounds->box[k])) / size);
    }
    return hold;
}

static void bounds_of_bodies(uint64_t seed)
{
    for (unsigned kind = 0; kind < SHAPES; kind++) {
        const bool implicit_plane = shapes[kind].make == builtin_plane_implicit;
        double worst = 0;
        bool hold = true;
        for (uint64_t i = 0; i < 20; i++) {
            struct rng rng = rng_at(rng_key("bounds", kind, seed), i);
            const struct motion motion = random_motion(&rng, 3);
            struct scene_body body;
            struct scene scene = {.time = {0, 1}, .body = &body, .bodies = 1};
            struct body_bounds bounds;
            double out = 0;
            if (!make_body(&shapes[kind], &motion, &body) || !body_bounds_make(&scene, 0, &bounds)) abort();
            hold &= bounds_hold(&scene, &bounds, &rng, &out);
            worst = fmax(worst, out);
            scene_body_free(&body);
        }
        ok(hold, "%s: no point is outside of its body's box or farther than its radius", shapes[kind].name);
        if (implicit_plane) continue;
        ok(worst < 0.5, "%s: box and radius are not much larger than those of 400 points (by %.3f at most)",
           shapes[kind].name, worst);
    }
}

static void bounds_without_end(void)
{
    struct scene_body body;
    struct scene scene = {.time = {0, 1}, .body = &body, .bodies = 1};
    struct body_bounds bounds;
    const struct shape_kind half_space = {"", builtin_plane_implicit, {0}};
    if (!make_body(&half_space, &at_rest, &body) || !body_bounds_make(&scene, 0, &bounds)) abort();
    ok(!ival_bounded(&bounds.box[0], 1) && bounds.radius == INFINITY, "a half-space has no end");
    body.box[0] = (struct interval){-1, 1};
    if (!body_bounds_make(&scene, 0, &bounds)) abort();
    ok(ival_hi(bounds.box[0]) == 1 && !ival_bounded(&bounds.box[1], 1),
       "a strip of it that does not turn ends across, and not along");
    scene_body_free(&body);
}

/* ---- Windows ---- */

/* Bodies of which only origins and radii matter. */
static void windows(uint64_t seed)
{
    int cut_off = 0, never = 0, loose = 0;
    const struct shape_kind sphere = shapes[0];
    for (uint64_t i = 0; i < 200; i++) {
        struct rng rng = rng_at(rng_key("window", 0, seed), i);
        struct scene_body body[2];
        uint32_t pair[1][2] = {{0, 1}};
        struct body_bounds bounds[2];
        double reach = 0, first = INFINITY, last = -INFINITY;
        struct interval time;
        for (int b = 0; b < 2; b++) {
            const struct motion motion = random_motion(&rng, 3);
            if (!make_body(&sphere, &motion, &body[b])) abort();
            bounds[b].radius = rng_real(&rng, 0, 2);
            reach += bounds[b].radius;
        }
        const struct scene scene = {.time = {-1, 1}, .body = body, .bodies = 2, .pair = pair, .pairs = 1};
        const bool meet = window_time(&scene, bounds, 0, &time);
        for (int k = 0; k <= 1000; k++) {
            double o[2][3], d[3], x[3] = {0, 0, -1 + k / 500.0};
            for (int b = 0; b < 2; b++) point_at(&body[b].origin, x, o[b]);
            for (int c = 0; c < 3; c++) d[c] = o[1][c] - o[0][c];
            if (length3(d) > reach) continue;
            first = fmin(first, x[2]);
            last = fmax(last, x[2]);
        }
        if (meet && first < INFINITY) {
            cut_off += !(time.lo <= first && time.hi >= last);
            /* Ends are at multiples of 2 / 2^10; looked at were multiples of 2 / 1000. */
            loose += first - time.lo > 2.0 / 1024 + 2.0 / 1000 || time.hi - last > 2.0 / 1024 + 2.0 / 1000;
        }
        cut_off += !meet && first < INFINITY;
        never += !meet;
        for (int b = 0; b < 2; b++) scene_body_free(&body[b]);
    }
    ok(cut_off == 0, "no time at which spheres meet is outside of a window (%d are)", cut_off);
    ok(never > 20 && never < 180, "%d of 200 pairs never meet", never);
    ok(loose < 20, "windows end where the spheres do (%d of 200 by more than a step)", loose);
}

/* ---- The sweep ---- */

static bool overlap(const struct body_bounds *a, const struct body_bounds *b)
{
    for (int k = 0; k < 3; k++) {
        const bool ends = ival_bounded(&a->box[k], 1) && ival_bounded(&b->box[k], 1);
        if (ends && (ival_hi(a->box[k]) < ival_lo(b->box[k]) || ival_hi(b->box[k]) < ival_lo(a->box[k])))
            return false;
    }
    return true;
}

/* Some of all pairs of n bodies, with boxes on a coarse lattice, so that many touch; some without end. */
static bool sweep_is_right(uint64_t seed, uint64_t id, size_t *found)
{
    struct rng rng = rng_at(rng_key("sweep", 0, seed), id);
    const size_t n = 1 + rng_below(&rng, 60);
    struct body_bounds *bounds = calloc(n, sizeof *bounds);
    uint32_t(*pair)[2] = calloc(n * n, sizeof *pair), *met = calloc(n * n + 1, sizeof *met);
    size_t pairs = 0, count = 0, expected = 0;
    bool right = true;
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            const double lo = rng_int(&rng, 0, 12), size = rng_int(&rng, 0, 3);
            bounds[i].box[k] = rng_below(&rng, 40) ? ival_of(lo, lo + size) : IVAL_ENTIRE;
        }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            if (rng_below(&rng, 3)) pair[pairs][0] = i, pair[pairs++][1] = j;
    const struct scene scene = {.bodies = n, .pair = pair, .pairs = pairs};
    if (!window_sweep(&scene, bounds, met, &count)) abort();
    for (uint32_t i = 0; i < pairs; i++)
        if (overlap(&bounds[pair[i][0]], &bounds[pair[i][1]])) {
            right &= expected < count && met[expected] == i;
            expected++;
        }
    *found += count;
    free(bounds);
    free(pair);
    free(met);
    return right && expected == count;
}

static void sweeps(uint64_t seed)
{
    size_t found = 0;
    bool right = true;
    for (uint64_t i = 0; i < 500; i++) right &= sweep_is_right(seed, i, &found);
    ok(right, "the sweep finds the pairs whose boxes meet, and no others (%zu of them)", found);
}

/* ---- What bodies hold ---- */

/* How far inside (< 0) or outside a point of the shape's own space is, about. */
typedef double depth_of(const double p[3]);

static double in_sphere(const double p[3])
{
    return length3(p) - 1;
}

static double in_torus(const double p[3])
{
    const double ring = hypot(p[0], p[1]) - 1;
    return hypot(ring, p[2]) - 0.25;
}

static double in_bumpy(const double p[3])
{
    const double u = atan2(p[1], p[0]), v = acos(p[2] / length3(p));
    return length3(p) - (1 + 0.1 * sin(4 * u) * sin(5 * v));
}

static double in_box(const double p[3])
{
    return fmax(fmax(fabs(p[0]) - 0.5, fabs(p[1]) - 1), fabs(p[2]) - 0.25);
}

static const struct {
    unsigned shape;
    depth_of *depth;
    double inside[3];
} solids[] = {{0, in_sphere, {0, 0, 0}}, {2, in_bumpy, {0, 0, 0}},  {3, in_torus, {1, 0, 0}},
              {5, in_box, {0, 0, 0}},    {9, in_sphere, {0, 0, 0}}, {11, in_torus, {0, -1, 0}},
              {13, in_box, {0, 0, 0}}};

/* A point of the shape's own space, on a ray from one inside: somewhere, or near the surface. */
static void place_near(size_t solid, struct rng *rng, bool near, double p[3])
{
    double way[3], by = rng_real(rng, 0, 1.5);
    for (int k = 0; k < 3; k++) way[k] = rng_real(rng, -1, 1);
    double lo = 0, hi = 3 / length3(way);
    for (int i = 0; near && i < 60; i++) {
        by = 0.5 * (lo + hi);
        for (int k = 0; k < 3; k++) p[k] = solids[solid].inside[k] + by * way[k];
        *(solids[solid].depth(p) < 0 ? &lo : &hi) = by;
    }
    if (near) by = lo * (1 + ldexp(rng_real(rng, -1, 1), -rng_int(rng, 1, 50)));
    for (int k = 0; k < 3; k++) p[k] = solids[solid].inside[k] + by * way[k];
}

static void holds(uint64_t seed)
{
    for (size_t s = 0; s < sizeof solids / sizeof *solids; s++) {
        int wrong = 0, unknown = 0, known[2] = {0, 0};
        const struct shape_kind *kind = &shapes[solids[s].shape];
        for (uint64_t i = 0; i < 60; i++) {
            struct rng rng = rng_at(rng_key("holds", (unsigned)s, seed), i);
            struct motion motion = at_rest;
            struct scene_body body;
            const struct scene scene = {.time = {0.25, 1}, .body = &body, .bodies = 1};
            double p[3];
            ival x[3];
            place_near(s, &rng, i % 3 == 0, p);
            for (int k = 0; k < 3; k++) {
                motion.shift[1][k] = rng_int(&rng, -4, 4);
                x[k] = ival_point(p[k] + 0.25 * motion.shift[1][k]);
            }
            if (!make_body(kind, &motion, &body)) abort();
            const int in = body_holds(&scene, 0, x);
            const double depth = solids[s].depth(p);
            if (fabs(depth) > 1e-9 && in >= 0) wrong += in != (depth < 0);
            if (fabs(depth) > 0.02) unknown += in < 0;
            if (in >= 0) known[in]++;
            scene_body_free(&body);
        }
        ok(wrong == 0 && unknown == 0,
           "%s: points inside and outside are told apart (%d wrong, %d not told away from the surface)",
           kind->name, wrong, unknown);
        ok(known[0] > 5 && known[1] > 5, "%s: %d outside, %d inside", kind->name, known[0], known[1]);
    }
}

static void points_of_bodies(uint64_t seed)
{
    for (unsigned kind = 0; kind < SHAPES; kind++) {
        bool found = true, in = true;
        for (uint64_t i = 0; i < 10; i++) {
            struct rng rng = rng_at(rng_key("point", kind, seed), i);
            const struct motion motion = random_motion(&rng, 3);
            struct scene_body body;
            const struct scene scene = {.time = {0, 1}, .body = &body, .bodies = 1};
            ival x[3];
            if (!make_body(&shapes[kind], &motion, &body)) abort();
            found &= body_point(&scene, 0, x);
            if (body.implicit) in &= body_holds(&scene, 0, x) == 1;
            body.solid = false;
            if (body.implicit) found &= body_point(&scene, 0, x);
            struct jet f[8];
            const double at[4] = {ival_middle(x[0]), ival_middle(x[1]), ival_middle(x[2]), 0};
            if (body.implicit && values_at(&body.map, at, TAPE_VALUE, f) < TAPE_EMPTY * 2)
                in &= fabs(ival_hi(f[0].value)) < 1e-9;
            scene_body_free(&body);
        }
        ok(found && in, "%s: a point of it is found, which it holds; of a sheet one on it",
           shapes[kind].name);
    }
}

int main(void)
{
    const uint64_t seed = 7;
    bounds_of_bodies(seed);
    bounds_without_end();
    windows(seed);
    sweeps(seed);
    holds(seed);
    points_of_bodies(seed);
    return tap_done();
}
