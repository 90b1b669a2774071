/* The bracket of the first contact of a triangle with a solid: against samples of random scenes and motions,
 * in families that are degenerate, one by one, and with a budget. CCDQ_LONG=1 draws twenty times as much. */
#include "sdf_bracket_cases.h"

static int rounds = 1;

/* ---- Samples ---- */

struct sampled {
    int cases, before, witness, hits, free, undecided, wide, least;
};

/* phi at a point of the triangle, and what it can be off by. */
static double value_at(const struct sdf *sdf, size_t root, const struct ccdq_sdf_query *q, const double w[2],
                       double t, double *off)
{
    long double x[3];
    solid_point(q, w, t, x);
    const struct vec3 p = {(double)x[0], (double)x[1], (double)x[2]};
    const double radius = 0x1p-50 * (fabs(p.x) + fabs(p.y) + fabs(p.z));
    const struct interval value = sdf_over_ball(sdf, root, p, radius);
    *off = value.hi - value.lo;
    return value.lo + 0.5 * *off;
}

static void sample(const struct sdf *sdf, size_t root, const struct ccdq_sdf_query *q, double level,
                   struct rng *rng, struct sampled *s)
{
    const struct sdf_case c = {sdf, root, q};
    struct sdf_bracket b;
    double off;
    sdf_bracket(&c, level, 0, &b);
    s->cases++;
    s->hits += b.hi < INFINITY;
    s->free += b.lo == INFINITY;
    s->undecided += b.lo < INFINITY && b.hi == INFINITY;
    s->wide += b.hi < INFINITY && !is_narrow(&b, q->end);
    for (int i = 0; i < 60; i++) {
        double w[2], last = fmin(b.lo, q->end);
        random_place(rng, w);
        const double t = rng_below(rng, 2) ? last * rng_unit(rng) : last * (1 - exp2(-rng_int(rng, 1, 40)));
        const double value = value_at(sdf, root, q, w, t, &off);
        s->before += t < b.lo && value + off < level;
    }
    if (b.hi < INFINITY) s->witness += !(value_at(sdf, root, q, b.w, b.hi, &off) - off <= level);
    const double t = q->end * rng_unit(rng);
    const struct interval least_value = sdf_bracket_least(&c, t, INFINITY, 0x1p-10, 300);
    for (int i = 0; i < 20; i++) {
        double w[2];
        random_place(rng, w);
        s->least += value_at(sdf, root, q, w, t, &off) + off < least_value.lo;
    }
}

static void report_samples(const struct sampled *s, const char *name, double decided)
{
    ok(!s->before, "%s: no sample is in contact before the bracket (%d of %d)", name, s->before, s->cases);
    ok(!s->witness, "%s: witnesses touch (%d of %d do not)", name, s->witness, s->hits);
    ok(!s->least, "%s: no sample is below the least at its time (%d)", name, s->least);
    ok(s->undecided + s->wide <= (1 - decided) * s->cases, "%s: %d hits, %d free, %d wide, %d undecided",
       name, s->hits, s->free, s->wide, s->undecided);
}

static void test_scenes(double turns)
{
    static const double sizes[] = {1, 1, 1e-6, 1e6, 0.01};
    struct buf text = {0};
    char name[64];
    struct sampled s = {0};
    for (int kind = 0; kind < SCENE_KINDS; kind++)
        for (int id = 0; id < 8 * rounds; id++) {
            struct rng rng = rng_at(rng_key("bracket", (unsigned)kind, (uint64_t)turns), (uint64_t)id);
            const double size = sizes[rng_below(&rng, 5)];
            struct ccdq_sdf_query q;
            struct sdf sdf;
            if (!scene_make(&sdf, &text, &rng, kind, size)) exit(1);
            random_record(&rng, size, turns, &q);
            const struct sampled before = s;
            sample(&sdf, sdf.nodes - 1, &q, rng_below(&rng, 2) ? 0 : size / 64, &rng, &s);
            if (before.before + before.witness + before.least == 0 && s.before + s.witness + s.least > 0)
                diag("%s %d: %.300s", scene_kind(kind), id, (const char *)text.p);
            sdf_free(&sdf);
        }
    buf_free(&text);
    snprintf(name, sizeof name, "scenes, %g radians", turns);
    report_samples(&s, name, 0.95);
}

static void test_family(const char *name, int n, double decided)
{
    const struct gen_family *family = gen_find_family(gen_sdf_families, name);
    struct sampled s = {0};
    struct scene scene;
    scene_of_family(family, &scene);
    for (int i = 0; i < n * rounds; i++) {
        struct rng rng = rng_at(rng_key(name, 1, 1), (uint64_t)i);
        struct ccdq_sdf_query q;
        gen_sdf_range(family, 6, (uint64_t)i, 1, &q);
        sample(&scene.sdf, root_of(&scene, q.solid), &q, 0, &rng, &s);
    }
    sdf_free(&scene.sdf);
    buf_free(&scene.roots);
    report_samples(&s, name, decided);
}

/* ---- One by one ---- */

static struct ccdq_sdf_query flat(double height, double speed)
{
    return (struct ccdq_sdf_query){.end = 1,
                                   .x = {{-0.5, -0.5, height}, {0.5, -0.5, height}, {0, 0.5, height}},
                                   .v = {{0, 0, speed}, {0, 0, speed}, {0, 0, speed}}};
}

static void test_special(void)
{
    struct sdf plane = primitive(SDF_PLANE, 0, 0, 0), sphere = primitive(SDF_SPHERE, 0.25, 0, 0);
    struct ccdq_sdf_query q = flat(0, 0);
    struct sdf_bracket b = bracket_of(&plane, &q, 0);
    ok(b.lo == 0 && b.hi == 0, "in contact at the start, exactly");
    q = flat(-1, 0);
    b = bracket_of(&plane, &q, 0);
    ok(b.lo == 0 && b.hi == 0, "inside at the start");
    q = flat(1, -1);
    b = bracket_of(&plane, &q, 0);
    ok(b.lo <= 1 && b.hi == 1 && is_narrow(&b, 1), "in contact at the end, exactly");
    q = flat(1, -0x1.fffffffffffffp-1);
    b = bracket_of(&plane, &q, 0);
    ok(b.hi == INFINITY, "not quite at the end");
    for (int k = 3; k <= 9; k++) {
        q = flat(1 + pow(10, -k), -1);
        b = bracket_of(&plane, &q, 0);
        ok(b.lo == INFINITY, "a gap of 1e-%d is seen", k);
        q = flat(0.25 + pow(10, -k), 0);
        for (int i = 0; i < 3; i++) q.v[i][0] = 1, q.x[i][0] -= 0.5;
        b = bracket_of(&sphere, &q, 0);
        ok(b.lo == INFINITY, "a gap of 1e-%d when passing a sphere", k);
        b = bracket_of(&sphere, &q, 2 * pow(10, -k));
        ok(b.hi < INFINITY && b.lo <= b.hi, "which is below a level");
    }
    /* What can be missed by witnesses: a surface that is passed in 1e-8 of the time; a crease along which the
     * contact moves. */
    sdf_add_changed(&plane, SDF_SHELL, 1e-6, 0);
    q = flat(200, -256);
    b = bracket_of(&plane, &q, 0);
    ok(b.lo <= 0.78125 && b.hi > 0.78124 && is_narrow(&b, 1), "a shell of 1e-6 at speed 256");
    struct sdf box = primitive(SDF_BOX, 0.3125, 0.1875, 0.25);
    q = (struct ccdq_sdf_query){.end = 4,
                                .x = {{-0.48614501953125, 0.9176025390625, 0.2647705078125},
                                      {-0.55059814453125, 0.9273681640625, 0.2413330078125},
                                      {-0.62677001953125, 0.9488525390625, 0.2335205078125}}};
    for (int i = 0; i < 3; i++) q.v[i][0] = 0.32421875, q.v[i][1] = -0.2734375, q.v[i][2] = -0.1796875;
    b = bracket_of(&box, &q, 0);
    ok(b.lo <= 2.734375 && b.hi >= 2.734375 && is_narrow(&b, 4),
       "an edge of a box that slides along the triangle");
    sdf_free(&box);
    q = flat(0.25, 0);
    for (int i = 0; i < 3; i++) q.v[i][0] = 1, q.x[i][0] -= 0.5;
    b = bracket_of(&sphere, &q, 0);
    ok(b.lo < INFINITY, "passing it with no gap is not said to be free");
    b = bracket_of(&sphere, &q, 1e-12);
    ok(b.hi < INFINITY, "and touches a little above 0");
    b = bracket_of(&sphere, &q, -1e-12);
    ok(b.lo == INFINITY, "but not a little below");
    const struct sdf_case c = {&sphere, 0, &q};
    sdf_bracket(&c, 0, 1, &b);
    ok(b.tests <= 8, "a budget is kept");
    const double w[2] = {0.25, 0.25};
    const struct interval value = sdf_bracket_value(&c, w, 0.5);
    ok(value.lo <= 0.125 && value.hi >= 0.125 && value.hi - value.lo < 1e-15, "a value at a point");
    ok(sdf_bracket_size(&c) >= 1 && sdf_bracket_size(&c) < 4, "the size of what moves");
    const struct interval least_value = sdf_bracket_least(&c, 0.5, INFINITY, 1e-9, 0);
    ok(least_value.lo <= 0 && least_value.hi >= 0 && least_value.hi - least_value.lo <= 1e-9,
       "the least at a time");
    sdf_free(&plane);
    sdf_free(&sphere);
}

int main(void)
{
    if (getenv("CCDQ_LONG")) rounds = 20;
    test_scenes(0);
    test_scenes(2);
    test_scenes(12);
    test_family("torus-triangle", 40, 0.98);
    test_family("torus-shuriken", 40, 0.98);
    test_family("degenerate", 60, 0.7);
    test_family("trees", 60, 0.95);
    test_special();
    return tap_done();
}
