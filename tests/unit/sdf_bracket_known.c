/* The bracket of the first contact of a triangle with a solid against times that are known, in closed form or
 * by construction. CCDQ_LONG=1 draws twenty times as much. */
#include "sdf_bracket_cases.h"

static int rounds = 1;

/* ---- Times in closed form ---- */

struct known {
    int cases, wrong, free, narrow, hits;
};

/* t = INFINITY: no contact. `off` is what t may be off by, as a part of the end. */
static void compare(struct known *known, const char *name, const struct sdf_bracket *b, long double t,
                    double end, long double off)
{
    const bool hit = t <= end;
    known->cases++;
    known->hits += hit;
    known->free += !hit && b->lo == INFINITY;
    known->narrow += hit && is_narrow(b, end);
    const bool good = hit ? b->lo <= t + off * end && t - off * end <= b->hi : b->hi == INFINITY;
    if (!good && !known->wrong++)
        diag("%s, case %d: %.20Lg is not in [%.20g, %.20g]", name, known->cases, t, b->lo, b->hi);
}

/* Most hits have narrow brackets: more than the part `narrow`. */
static void report(const struct known *known, const char *name, double narrow)
{
    ok(known->cases > 0 && !known->wrong, "%s: the known time is in the bracket", name);
    ok(known->narrow > known->hits * narrow, "%s: %d of %d brackets are narrow", name, known->narrow,
       known->hits);
    ok(known->free >= (known->cases - known->hits) * 0.99, "%s: %d of %d are proven free", name, known->free,
       known->cases - known->hits);
}

/* Each corner comes down on a line of its own: at each time one of them is the lowest point. */
static long double plane_time(const struct ccdq_sdf_query *q, double level)
{
    long double first = INFINITY;
    for (int i = 0; i < 3; i++) {
        const long double above = (long double)q->x[i][2] - level;
        const long double t = above <= 0 ? 0 : q->v[i][2] < 0 ? above / -q->v[i][2] : INFINITY;
        first = fminl(first, t);
    }
    return first <= q->end ? first : INFINITY;
}

static void test_plane(void)
{
    struct known known = {0};
    struct sdf sdf = primitive(SDF_PLANE, 0, 0, 0);
    for (int i = 0; i < 300 * rounds; i++) {
        struct rng rng = rng_at(rng_key("plane", 0, 1), (uint64_t)i);
        struct ccdq_sdf_query q;
        random_record(&rng, exp2(rng_int(&rng, -20, 20)), 0, &q);
        const double level = rng_below(&rng, 2) ? 0 : fabs(q.x[0][2]) / 4;
        const struct sdf_bracket b = bracket_of(&sdf, &q, level);
        compare(&known, "plane", &b, plane_time(&q, level), q.end, 0x1p-60L);
    }
    sdf_free(&sdf);
    report(&known, "plane", 0.95);
}

/* ---- A sphere: the triangle's corners, edges and face as it passes ---- */

typedef long double point[3];

static long double dot(const point a, const point b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void along(point out, const point a, long double t, const point b)
{
    for (int k = 0; k < 3; k++) out[k] = a[k] + t * b[k];
}

static void cross(point out, const point a, const point b)
{
    for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* The first t >= 0 with a t^2 + 2 b t + c <= 0, for c > 0. */
static long double falling_root(long double a, long double b, long double c)
{
    const long double square = b * b - a * c;
    if (c <= 0) return 0;
    if (square < 0 || b >= 0) return INFINITY;
    return c / (-b + sqrtl(square));
}

/* When a point x + t v of a line through the origin's sphere of radius r along the unit u (or no direction)
 * is reached, and how far along u. */
static long double sphere_time(const struct ccdq_sdf_query *q, long double r)
{
    point x[3], v, face, e1, e2;
    long double first = INFINITY;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) x[i][k] = q->x[i][k];
        v[k] = q->v[0][k];
        e1[k] = x[1][k] - x[0][k];
        e2[k] = x[2][k] - x[0][k];
    }
    for (int i = 0; i < 3; i++)
        first = fminl(first, falling_root(dot(v, v), dot(x[i], v), dot(x[i], x[i]) - r * r));
    for (int i = 0; i < 3; i++) { /* of edges: the parts across the edge */
        point u, across, speed, at;
        along(u, x[(i + 1) % 3], -1, x[i]);
        const long double length = sqrtl(dot(u, u));
        if (length == 0) continue;
        for (int k = 0; k < 3; k++) u[k] /= length;
        along(across, x[i], -dot(x[i], u), u);
        along(speed, v, -dot(v, u), u);
        const long double t =
            falling_root(dot(speed, speed), dot(across, speed), dot(across, across) - r * r);
        along(at, x[i], t < INFINITY ? t : 0, v);
        const long double foot = -dot(at, u);
        if (t < INFINITY && foot >= 0 && foot <= length) first = fminl(first, t);
    }
    cross(face, e1, e2);
    const long double area = sqrtl(dot(face, face));
    if (area > 0) {
        for (int k = 0; k < 3; k++) face[k] /= area;
        const long double height = dot(x[0], face), speed = dot(v, face), size = fabsl(height);
        const long double closing = height > 0 ? -speed : speed;
        long double t = size <= r ? 0 : closing > 0 ? (size - r) / closing : INFINITY;
        if (t < INFINITY) { /* is the foot of the sphere's middle on the triangle? */
            point foot, from, a, b;
            along(from, x[0], t, v);
            const long double at = dot(from, face);
            for (int k = 0; k < 3; k++) foot[k] = at * face[k] - from[k];
            cross(a, foot, e2);
            cross(b, e1, foot);
            const long double u = dot(a, face) / area, w = dot(b, face) / area;
            if (u >= 0 && w >= 0 && u + w <= 1) first = fminl(first, t);
        }
    }
    return first <= q->end ? first : INFINITY;
}

/* All corners with the same velocity. */
static void together(struct ccdq_sdf_query *q)
{
    for (int i = 1; i < 3; i++)
        for (int k = 0; k < 3; k++) q->v[i][k] = q->v[0][k];
}

static void test_sphere(void)
{
    struct known known = {0};
    for (int i = 0; i < 150 * rounds; i++) {
        struct rng rng = rng_at(rng_key("sphere", 0, 1), (uint64_t)i);
        struct ccdq_sdf_query q;
        const double size = exp2(rng_int(&rng, -20, 20)), radius = size * rng_real(&rng, 0.2, 1);
        random_record(&rng, size, 0, &q);
        together(&q);
        struct sdf sdf = primitive(SDF_SPHERE, radius, 0, 0);
        const double level = rng_below(&rng, 2) ? 0 : radius / 8;
        const struct sdf_bracket b = bracket_of(&sdf, &q, level);
        compare(&known, "sphere", &b, sphere_time(&q, (long double)radius + level), q.end, 1e-15L);
        sdf_free(&sdf);
    }
    report(&known, "sphere", 0.95);
}

/* ---- A box: the times at which no axis separates it from the triangle ---- */

static void overlap_times(const point x[3], const point v, const point half, const point axis,
                          long double *from, long double *to)
{
    const long double reach = fabsl(axis[0]) * half[0] + fabsl(axis[1]) * half[1] + fabsl(axis[2]) * half[2];
    long double lo = INFINITY, hi = -INFINITY;
    for (int i = 0; i < 3; i++) {
        lo = fminl(lo, dot(x[i], axis));
        hi = fmaxl(hi, dot(x[i], axis));
    }
    const long double speed = dot(v, axis), size = sqrtl(dot(axis, axis));
    if (size < 1e-12L) return; /* parallel edges: no axis */
    if (speed == 0) {
        if (lo > reach || hi < -reach) *from = INFINITY;
        return;
    }
    const long double a = (-reach - hi) / speed, b = (reach - lo) / speed;
    *from = fmaxl(*from, fminl(a, b));
    *to = fminl(*to, fmaxl(a, b));
}

static long double box_time(const struct ccdq_sdf_query *q, const double size[3])
{
    point x[3], v, half, edge[3], axis;
    long double from = 0, to = q->end;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) x[i][k] = q->x[i][k];
        v[k] = q->v[0][k];
        half[k] = size[k];
    }
    for (int i = 0; i < 3; i++) along(edge[i], x[(i + 1) % 3], -1, x[i]);
    cross(axis, edge[0], edge[1]);
    overlap_times(x, v, half, axis, &from, &to);
    for (int k = 0; k < 3; k++) {
        point unit = {k == 0, k == 1, k == 2};
        overlap_times(x, v, half, unit, &from, &to);
        for (int i = 0; i < 3; i++) {
            cross(axis, unit, edge[i]);
            overlap_times(x, v, half, axis, &from, &to);
        }
    }
    return from <= to ? from : INFINITY;
}

static void test_box(void)
{
    struct known known = {0};
    for (int i = 0; i < 150 * rounds; i++) {
        struct rng rng = rng_at(rng_key("box", 0, 1), (uint64_t)i);
        struct ccdq_sdf_query q;
        random_record(&rng, 1, 0, &q);
        together(&q);
        double half[3];
        for (int k = 0; k < 3; k++) half[k] = rng_real(&rng, 0.1, 1);
        struct sdf sdf = primitive(SDF_BOX, half[0], half[1], half[2]);
        const struct sdf_bracket b = bracket_of(&sdf, &q, 0);
        compare(&known, "box", &b, box_time(&q, half), q.end, 1e-14L);
        sdf_free(&sdf);
    }
    report(&known, "box", 0.95);
}

/* ---- Rods that turn down on a plane; and a plane that turns up ---- */

static void test_rods(void)
{
    struct known known = {0};
    struct sdf sdf = primitive(SDF_PLANE, 0, 0, 0);
    for (int i = 0; i < 100 * rounds; i++) {
        struct rng rng = rng_at(rng_key("rods", 0, 1), (uint64_t)i);
        struct ccdq_sdf_query q = {.end = 1};
        const double length = rng_real(&rng, 0.5, 2), height = length * rng_real(&rng, 0.1, 0.9);
        const double speed = rng_real(&rng, 1, 13), far = rng_below(&rng, 2) ? 0 : 1e6;
        /* From along x at this height; about y it turns towards -z. */
        for (int n = 0; n < 3; n++) {
            q.x[n][0] = n ? length : 0;
            q.x[n][2] = height;
            q.x[n][1] = far;
        }
        q.centre[1] = far;
        q.centre[2] = height;
        q.spin[1] = speed;
        long double t = asinl((long double)height / length) / speed;
        if (rng_below(&rng, 2)) { /* the plane turns the other way about the same point instead */
            for (int k = 0; k < 3; k++) q.solid_centre[k] = q.centre[k];
            q.spin[1] = 0;
            q.solid_spin[1] = -speed;
        } else if (rng_below(&rng, 2)) { /* both turn, half as much each */
            for (int k = 0; k < 3; k++) q.solid_centre[k] = q.centre[k];
            q.spin[1] = 0.5 * speed;
            q.solid_spin[1] = -0.5 * speed;
        }
        const struct sdf_bracket b = bracket_of(&sdf, &q, 0);
        compare(&known, "rods", &b, t <= 1 ? t : INFINITY, 1, 1e-17L);
    }
    sdf_free(&sdf);
    report(&known, "rods", 0.95);
}

/* ---- By construction ---- */

static void test_closed(void)
{
    const struct gen_family *family = gen_find_family(gen_sdf_families, "closed");
    struct known known = {0};
    struct scene scene;
    scene_of_family(family, &scene);
    for (int i = 0; i < 400 * rounds; i++) {
        struct ccdq_sdf_query q;
        gen_sdf_range(family, 5, (uint64_t)i, 1, &q);
        const struct sdf_case c = {&scene.sdf, root_of(&scene, q.solid), &q};
        struct sdf_bracket b;
        sdf_bracket(&c, 0, 0, &b);
        compare(&known, "closed", &b, gen_sdf_time(5, (uint64_t)i), q.end, 0);
    }
    sdf_free(&scene.sdf);
    buf_free(&scene.roots);
    report(&known, "closed", 0.8); /* many touch without crossing, or at the very end */
}

int main(void)
{
    if (getenv("CCDQ_LONG")) rounds = 20;
    test_plane();
    test_sphere();
    test_box();
    test_rods();
    test_closed();
    return tap_done();
}
