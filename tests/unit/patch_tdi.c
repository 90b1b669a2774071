/* The method tdi: what its tier promises, over all families and many shapes, judged by points in long double,
 * by contacts that Newton's method finds from random starts, by contact times known by construction, and by
 * lib/curved/bracket; and that its answers follow the query when that is scaled, moved, swapped. */
#include "../../lib/curved/bracket.h"
#include "patch_judge.h"
#include <stdlib.h>

static int rounds = 1;

static int same_on_all_widths(const struct ccdq_patch_query *q, struct ccdq_patch_options options,
                              const struct ccdq_result *r)
{
    for (unsigned simd = CCDQ_SIMD_PORTABLE; simd <= CCDQ_SIMD_AVX512; simd++) {
        options.simd = simd;
        const struct ccdq_result other = solve(q, &options);
        if (!same_bytes(r, &other)) return 0;
    }
    return 1;
}

struct tally {
    int n, faults, late, widths, wrong_time, hits, unresolved, proven;
};

static void judge(const struct ccdq_patch_query *q, double delta, struct tally *tally, struct ccdq_result *r)
{
    struct rng rng = rng_at(rng_key("patch_tdi", 0, 1), q->id);
    const struct ccdq_patch_options options = with_delta(delta);
    *r = solve(q, &options);
    const char *fault = fault_of(q, delta, r);
    tally->n++;
    tally->hits += r->verdict == CCDQ_HIT;
    tally->unresolved += r->verdict == CCDQ_UNRESOLVED;
    tally->proven += r->verdict == CCDQ_HIT && r->toi_hi < INFINITY;
    if (fault && !tally->faults++) tell(q, r, fault);
    if (missed(q, r, 24, &rng) && !tally->late++) tell(q, r, "a contact comes before");
    if (r->evals < 3000 && !same_on_all_widths(q, options, r) && !tally->widths++)
        tell(q, r, "other vectors");
}

static void report(const struct tally *tally, const char *family, const char *shapes)
{
    ok(!tally->faults && !tally->late && !tally->widths && !tally->wrong_time,
       "%s %s: %d pairs, %d hits (%d with a proven contact), %d unresolved", family, shapes, tally->n,
       tally->hits, tally->proven, tally->unresolved);
}

static void test_family(const char *family, const char *shapes, int n, double delta)
{
    static struct drawn pair;
    struct tally tally = {0};
    struct ccdq_result r;
    const struct gen_family *f = gen_find_family(gen_patch_families, family);
    const int known = !strcmp(family, "touch") || !strcmp(family, "manifold");
    for (int i = 0; i < n * rounds; i++) {
        draw(family, shapes, 11, (uint64_t)i, &pair);
        judge(&pair.q, delta, &tally, &r);
        const double touch = known ? gen_patch_touch_time(f, 11, (uint64_t)i) : 0;
        if (known && (r.verdict == CCDQ_FREE || r.toi_lo > touch || r.toi_hi < touch) && !tally.wrong_time++)
            tell(&pair.q, &r, "the contact is at another time");
    }
    report(&tally, family, shapes);
}

/* ---- Against the suite's other certified solver ---- */

static void test_bracket(const char *family, const char *shapes, int n)
{
    static struct drawn pair;
    int wrong = 0, decided = 0;
    const struct ccdq_patch_options options = with_delta(1e-7);
    for (int i = 0; i < n * rounds; i++) {
        struct patch_bracket b;
        draw(family, shapes, 3, (uint64_t)i, &pair);
        const struct ccdq_result r = solve(&pair.q, &options);
        patch_bracket(&pair.q, 20000, &b);
        const int none = b.lo == INFINITY, some = b.hi < INFINITY;
        decided += none || some;
        if ((some && (r.verdict == CCDQ_FREE || r.toi_lo > b.hi)) ||
            (r.verdict == CCDQ_HIT && r.toi_hi < b.lo))
            if (!wrong++) tell(&pair.q, &r, "outside the bracket");
    }
    ok(!wrong && decided, "%s %s: within brackets of the first contact, %d of %d decided", family, shapes,
       decided, n * rounds);
}

/* ---- Queries that are changed ---- */

/* The same pair with x -> x * length + shift, t -> t * time. */
static void transform(const struct drawn *from, double length, double shift, double time, struct drawn *to)
{
    memcpy(to->record, from->record, sizeof to->record);
    to->record[1] = from->q.end * time; /* after the id */
    ccdq_patch_record_query(to->record, &to->q);
    for (int side = 0; side < 2; side++) {
        const struct ccdq_patch *patch = &to->q.patch[side];
        const size_t width = ccdq_shape_width(&patch->shape);
        double *point = (double *)patch->point, *velocity = (double *)patch->velocity;
        for (size_t i = 0; i < width * ccdq_shape_points(&patch->shape); i++) {
            if (i % width == 3) continue;
            point[i] = point[i] * length + shift;
            velocity[i] = velocity[i] * length / time;
        }
    }
}

static void test_scaled(const char *family, const char *shapes, int n)
{
    static const double scales[][2] = {{0x1p-20, 1}, {0x1p20, 1},         {1, 0x1p30},
                                       {1, 0x1p-30}, {0x1p900, 0x1p-100}, {0x1p-700, 0x1p200}};
    static struct drawn pair, scaled;
    int wrong = 0;
    for (int i = 0; i < n * rounds; i++)
        for (int s = 0; s < 6; s++) {
            const double length = scales[s][0], time = scales[s][1];
            draw(family, shapes, 5, (uint64_t)i, &pair);
            transform(&pair, length, 0, time, &scaled);
            const struct ccdq_patch_options one = with_delta(1e-6), other = with_delta(1e-6 * length);
            const struct ccdq_result r = solve(&scaled.q, &other);
            struct ccdq_result expected = solve(&pair.q, &one);
            expected.toi_lo *= time;
            expected.toi_hi *= time;
            if (!same_bytes(&r, &expected) && !wrong++) tell(&scaled.q, &r, "not the same, scaled");
        }
    ok(!wrong, "%s %s: scaled by powers of two in length and time, the answers are the same", family, shapes);
}

static void test_moved(const char *family, const char *shapes, int n, double length, double shift,
                       double time, double delta)
{
    static struct drawn pair, moved;
    struct tally tally = {0};
    char name[64];
    for (int i = 0; i < n * rounds; i++) {
        struct ccdq_result r;
        draw(family, shapes, 7, (uint64_t)i, &pair);
        transform(&pair, length, shift, time, &moved);
        judge(&moved.q, delta, &tally, &r);
    }
    snprintf(name, sizeof name, "%s, times %g moved by %g in %g,", family, length, shift, time);
    report(&tally, name, shapes);
}

static void test_swapped(const char *shapes, int n)
{
    static struct drawn pair;
    int wrong = 0;
    const struct ccdq_patch_options options = with_delta(1e-6);
    for (int i = 0; i < n * rounds; i++) {
        draw("random", shapes, 9, (uint64_t)i, &pair);
        struct ccdq_patch_query swapped = pair.q;
        swapped.patch[0] = pair.q.patch[1];
        swapped.patch[1] = pair.q.patch[0];
        const struct ccdq_result a = solve(&pair.q, &options), b = solve(&swapped, &options);
        if ((a.verdict != b.verdict || a.toi_lo > b.toi_hi || b.toi_lo > a.toi_hi) && !wrong++)
            tell(&swapped, &b, "swapped, the answers exclude each other");
    }
    ok(!wrong, "random %s: swapped patches touch at the same time", shapes);
}

int main(void)
{
    static const char *const families[] = {"random", "touch", "degenerate", "near"};
    static const char *const shapes[] = {"t1",    "t2",      "t3",  "q1",     "q2",     "q3",
                                         "q3,t1", "q2x5,t4", "q3r", "t2r,q1", "t8,q7x2"};
    ws = ccdq_workspace_new();
    if (getenv("CCDQ_LONG")) rounds = 25;
    for (int f = 0; f < 4; f++)
        for (int s = 0; s < 11; s++)
            test_family(families[f], shapes[s], s < 10 ? 20 : 4, f % 2 ? 1e-6 : 1e-8);
    for (int degree = 4; degree <= 8; degree++) {
        char both[32];
        snprintf(both, sizeof both, "q%d,t%d", degree, degree);
        test_family("random", both, 4, 1e-6);
        test_family("degenerate", both, 4, 1e-6);
    }
    test_family("rational", "q3r", 20, 1e-6);
    test_family("rational", "t3r,q2r", 20, 1e-6);
    test_family("manifold", "q1", 10, 1e-4);
    test_family("manifold", "t3,q2", 10, 1e-4);
    test_bracket("random", "q3", 20);
    test_bracket("random", "t2,q2x3", 20);
    test_bracket("rational", "q2r", 20);
    test_bracket("degenerate", "q3", 20);
    test_bracket("degenerate", "t3", 20);
    test_scaled("random", "q3", 5);
    test_scaled("degenerate", "t2,q3r", 5);
    test_moved("random", "q3", 20, 1, 1e6, 1, 1e-6);
    test_moved("touch", "t2", 20, 1, 1e6, 1, 1e-6);
    test_moved("degenerate", "q2", 20, 1, 1e6, 1, 1e-6);
    test_moved("random", "q2", 20, 1e-6, 0, 1e9, 1e-12);
    test_moved("random", "t3", 20, 1e6, 1e6, 1e-9, 1);
    test_swapped("q3", 20);
    test_swapped("t3,q2", 20);
    ccdq_workspace_free(ws);
    return tap_done();
}
