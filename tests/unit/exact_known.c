/* Pairs with a known exact answer, one for each way to touch or not to. */
#include "../../lib/ccdq.h"
#include "../../lib/gen/rng.h"
#include "../tap.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define T(fraction) ((uint64_t)((fraction)*0x1p62)) /* a time in [0, 1] that is a multiple of 2^-53 */
#define SQRT_HALF UINT64_C(3260954456333195553)     /* 2^62 sqrt(1/2), rounded down */
#define THIRD UINT64_C(1537228672809129301)         /* 2^62 / 3, rounded down */
#define TINY 0x1p-1074
#define VF CCDQ_VF
#define EE CCDQ_EE
#define PE CCDQ_PE
#define PP CCDQ_PP
#define FREE CCDQ_FREE
#define HIT CCDQ_HIT
#define INTERVAL CCDQ_ROOTS_INTERVAL
/* clang-format off */
#define FACE {0, 0, 0}, {1, 0, 0}, {0, 1, 0}
#define TILTED {0, 0, 0}, {1, 0, 1}, {0, 1, 1}
#define HUGE_FACE {-DBL_MAX, -DBL_MAX, 0}, {DBL_MAX, -DBL_MAX, 0}, {0, DBL_MAX, 0}
#define BEFORE {-1, 0, 0}, {0, -1, 0}
/* clang-format on */

struct known {
    const char *name;
    unsigned type;
    double tmax;
    double x[8][3];
    int verdict, roots;
    uint64_t toi_lo, toi_hi;
    double w[2]; /* 0 and 1 exactly, others to 2^-48; NAN: any that is right */
};

/* clang-format off */
static const struct known known[] = {
    /* one contact between */
    {"a vertex crosses a face", VF, 1,
     {{.25, .25, 1}, FACE, {.25, .25, -1}, FACE}, HIT, 1, T(.5), T(.5), {.25, .25}},
    {"a vertex passes a face", VF, 1,
     {{.75, .75, 1}, FACE, {.75, .75, -1}, FACE}, FREE, 0, 0, 0, {0, 0}},
    {"edges cross", EE, 1,
     {{-1, 0, 3}, {1, 0, 3}, {0, -1, 0}, {0, 3, 0}, {-1, 0, -1}, {1, 0, -1}, {0, -1, 0}, {0, 3, 0}},
     HIT, 1, T(.75), T(.75), {.5, .25}},
    {"edges pass, one is too short", EE, 1,
     {{-1, 0, 3}, {-.25, 0, 3}, {0, -1, 0}, {0, 3, 0}, {-1, 0, -1}, {-.25, 0, -1}, {0, -1, 0}, {0, 3, 0}},
     FREE, 0, 0, 0, {0, 0}},
    {"a point crosses an edge at 1/3", PE, 1,
     {{.25, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0}, {.25, -2, 0}, {0, 0, 0}, {1, 0, 0}},
     HIT, 1, THIRD, THIRD + 1, {.25, 0}},
    {"points meet at 1/3", PP, 1,
     {{0, 0, 0}, {1, 2, 3}, {0}, {0}, {3, 6, 9}, {1, 2, 3}}, HIT, 1, THIRD, THIRD + 1, {0, 0}},
    {"points pass", PP, 1,
     {{0, 0, 0}, {1, 2, 3}, {0}, {0}, {3, 6, 9.5}, {1, 2, 3}}, FREE, 0, 0, 0, {0, 0}},

    /* ends of time */
    {"contact at the start only", VF, 1,
     {{.25, .25, 0}, FACE, {.25, .25, 1}, FACE}, HIT, 1, 0, 0, {.25, .25}},
    {"contact at the end only", VF, 1,
     {{.25, .25, 1}, FACE, {.25, .25, 0}, FACE}, HIT, 1, T(1), T(1), {.25, .25}},
    {"contact at tmax", VF, .75,
     {{.25, .25, 3}, FACE, {.25, .25, -1}, FACE}, HIT, 1, T(.75), T(.75), {.25, .25}},
    {"contact just after tmax", VF, 0x1.7ffffffffffffp-1,
     {{.25, .25, 3}, FACE, {.25, .25, -1}, FACE}, FREE, 0, 0, 0, {0, 0}},
    {"contact at 1/2 of a time that ends at 3/4", VF, .75,
     {{.25, .25, 1}, FACE, {.25, .25, -1}, FACE}, HIT, 1, T(.5), T(.5), {.25, .25}},
    {"contact at a time below 2^-62", VF, 0x1p-70,
     {{.25, .25, 1}, FACE, {.25, .25, -0x1p80}, FACE}, HIT, 1, 0, 1, {.25, .25}},

    /* roots of the determinant: p at the origin, f0 f1 f2 on the axes, so that it is a product */
    {"three contacts", VF, 1,
     {{0, 0, 0}, BEFORE, {0, 0, -3}, {0, 0, 0}, {3, 0, 0}, {0, 1, 0}, {0, 0, 1}},
     HIT, 3, T(.25), T(.25), {0, 0}},
    {"two contacts", VF, 1,
     {{0, 0, 0}, BEFORE, {0, 0, 5}, {0, 0, 0}, {3, 0, 0}, {0, 1, 0}, {0, 0, 5}},
     HIT, 2, T(.25), T(.25), {0, 0}},
    {"two contacts 2^-55 apart", VF, 1,
     {{0, 0, 0}, BEFORE, {0, 0, 5}, {0, 0, 0}, {1, 0, 0}, {0, 0x1.0000000000001p0, 0}, {0, 0, 5}},
     HIT, 2, T(.5) - 256, T(.5) - 255, {1, 0}},
    {"a double root", VF, 1,
     {{0, 0, 0}, BEFORE, {0, 0, 5}, FACE, {0, 0, 5}}, HIT, 1, T(.5), T(.5), {NAN, 0}},
    {"a double root at 1/3", VF, 1,
     {{0, 0, 0}, BEFORE, {0, 0, 5}, {0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 5}},
     HIT, 1, THIRD, THIRD + 1, {NAN, 0}},
    {"a triple root", VF, 1,
     {{0, 0, 0}, BEFORE, {0, 0, -1}, FACE, {0, 0, 1}}, HIT, 1, T(.5), T(.5), {NAN, NAN}},
    {"a triple root at 1/3", VF, 1,
     {{0, 0, 0}, BEFORE, {0, 0, -1}, {0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}},
     HIT, 1, THIRD, THIRD + 1, {NAN, NAN}},

    /* contact on a border, at an irrational time: the cross product of (2t, 1) and (-1, -t) is 1 - 2 t^2;
     * z + x + y in the place of z makes all components count */
    {"a vertex crosses a side of a face at sqrt(1/2)", VF, 1,
     {{0, 0, 0}, {0, 1, 1}, {-1, 0, -1}, {0, 0, 1}, {0, 0, 0}, {2, 1, 3}, {-1, -1, -2}, {0, 0, 1}},
     HIT, 1, SQRT_HALF, SQRT_HALF + 1, {NAN, 0}},
    {"the end of an edge crosses an edge at sqrt(1/2)", EE, 1,
     {{0, 1, 1}, {-1, 0, -1}, {0, 0, 0}, {0, 0, 1}, {2, 1, 3}, {-1, -1, -2}, {0, 0, 0}, {0, 0, 1}},
     HIT, 1, SQRT_HALF, SQRT_HALF + 1, {NAN, 0}},
    {"the other end of the same edge", EE, 1,
     {{0, 1, 1}, {-1, 0, -1}, {0, 0, 1}, {0, 0, 0}, {2, 1, 3}, {-1, -1, -2}, {0, 0, 1}, {0, 0, 0}},
     HIT, 1, SQRT_HALF, SQRT_HALF + 1, {NAN, 1}},
    {"a point crosses an edge at sqrt(1/2)", PE, 1,
     {{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0}, {0, 0, 0}, {2, 1, 0}, {-1, -1, 0}},
     HIT, 1, SQRT_HALF, SQRT_HALF + 1, {NAN, 0}},
    {"the same edge the other way is on the other side", PE, 1,
     {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0}, {0, 0, 0}, {2, 1, 0}, {1, 1, 0}}, FREE, 0, 0, 0, {0, 0}},

    /* coplanar for all time */
    {"a vertex slides into a face", VF, 1,
     {{-1, .25, 0}, FACE, {1, .25, 0}, FACE}, HIT, INTERVAL, T(.5), T(.5), {0, .25}},
    {"a vertex slides over a corner of a face", VF, 1,
     {{-1, 1, 0}, FACE, {1, 1, 0}, FACE}, HIT, 1, T(.5), T(.5), {0, 1}},
    {"a vertex slides past a face", VF, 1,
     {{-1, 1.5, 0}, FACE, {1, 1.5, 0}, FACE}, FREE, 0, 0, 0, {0, 0}},
    {"a vertex starts on a corner and stays in the face", VF, 1,
     {{0, 0, 0}, {0, 0, 1}, {0, 0, 0}, {0, -1, -1}, {0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, -1}},
     HIT, INTERVAL, 0, 0, {1, 0}},
    {"coplanar edges meet", EE, 1,
     {{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 2, 0}, {0, 0, 0}, {2, 0, 0}, {1, -3, 0}, {1, -2, 0}},
     HIT, INTERVAL, T(.25), T(.25), {.5, 0}},
    {"edges on a line meet end to end", EE, 1,
     {{0, 0, 0}, {1, 0, 0}, {4, 0, 0}, {5, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}},
     HIT, INTERVAL, T(.75), T(.75), {1, 0}},
    {"parallel edges cross over", EE, 1,
     {{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {3, 1, 0}, {0, 0, 0}, {2, 0, 0}, {1, -1, 0}, {3, -1, 0}},
     HIT, 1, T(.5), T(.5), {NAN, NAN}},
    {"parallel edges cross one beside the other", EE, 1,
     {{0, 0, 0}, {2, 0, 0}, {3, 1, 0}, {4, 1, 0}, {0, 0, 0}, {2, 0, 0}, {3, -1, 0}, {4, -1, 0}},
     FREE, 0, 0, 0, {0, 0}},
    {"a point passes along an edge on its line", PE, 1,
     {{0, 0, 0}, {-2, 0, 0}, {-1, 0, 0}, {0}, {0, 0, 0}, {2, 0, 0}, {2, 0, 0}},
     HIT, INTERVAL, THIRD, THIRD + 1, {1, 0}},
    {"a point on the line of an edge, never on it", PE, 1,
     {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0}, {0, 0, 0}, {2, 2, 2}, {1, 1, 1}}, FREE, 0, 0, 0, {0, 0}},

    /* nothing moves */
    {"at rest in contact", VF, 1,
     {{.25, .25, .5}, TILTED, {.25, .25, .5}, TILTED}, HIT, INTERVAL, 0, 0, {.25, .25}},
    {"at rest apart", VF, 1,
     {{.25, .25, 0x1.0000000000001p-1}, TILTED, {.25, .25, 0x1.0000000000001p-1}, TILTED},
     FREE, 0, 0, 0, {0, 0}},
    {"all points coincide", EE, 1,
     {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {4, 5, 6}, {4, 5, 6}, {4, 5, 6}, {4, 5, 6}},
     HIT, INTERVAL, 0, 0, {NAN, NAN}},
    {"all points coincide but for a denormal", PP, 1,
     {{1, 2, TINY}, {1, 2, 0}, {0}, {0}, {1, 2, TINY}, {1, 2, 0}}, FREE, 0, 0, 0, {0, 0}},

    /* all magnitudes */
    {"a face of the largest doubles, a vertex crosses by denormals", VF, 1,
     {{1, 1, TINY}, HUGE_FACE, {1, 1, -TINY}, HUGE_FACE}, HIT, 1, T(.5), T(.5), {.25, .5}},
    {"the same, but it stays off", VF, 1,
     {{1, 1, TINY}, HUGE_FACE, {1, 1, TINY}, HUGE_FACE}, FREE, 0, 0, 0, {0, 0}},
    {"a face of denormals", VF, 1,
     {{TINY, TINY, TINY}, {0, 0, 0}, {4 * TINY, 0, 0}, {0, 4 * TINY, 0}, {TINY, TINY, -TINY}, {0, 0, 0},
      {4 * TINY, 0, 0}, {0, 4 * TINY, 0}},
     HIT, 1, T(.5), T(.5), {.25, .25}},
    {"crossing the largest doubles", EE, 1,
     {{-DBL_MAX, 0, DBL_MAX}, {DBL_MAX, 0, DBL_MAX}, {0, -DBL_MAX, 0}, {0, DBL_MAX, 0},
      {-DBL_MAX, 0, -DBL_MAX}, {DBL_MAX, 0, -DBL_MAX}, {0, -DBL_MAX, 0}, {0, DBL_MAX, 0}},
     HIT, 1, T(.5), T(.5), {.5, .5}},
};
/* clang-format on */
enum { DRAWS = 10000 };
enum { KNOWN = sizeof known / sizeof *known };

static bool is_known(const struct known *k, struct ccdq_workspace *ws)
{
    struct ccdq_query q = {.type = (uint8_t)k->type};
    struct ccdq_exact_answer a;
    memcpy(q.x, k->x, sizeof q.x);
    ccdq_exact_solve(&q, k->tmax, CCDQ_WANT_TOI | CCDQ_WANT_ROOTS, &a, ws);
    bool right = a.verdict == k->verdict && a.roots == k->roots && a.toi_lo == k->toi_lo &&
                 a.toi_hi == k->toi_hi && a.at_start == (a.verdict == HIT && k->toi_hi == 0) && a.w[2] == 0 &&
                 a.w[3] == 0;
    for (int i = 0; i < 2; i++)
        if (!isnan(k->w[i])) right &= fabs(a.w[i] - k->w[i]) <= (k->w[i] == 0 || k->w[i] == 1 ? 0 : 0x1p-48);
    if (!right)
        diag("verdict %d roots %d toi %llu %llu at_start %d w %g %g", a.verdict, a.roots,
             (unsigned long long)a.toi_lo, (unsigned long long)a.toi_hi, a.at_start, a.w[0], a.w[1]);
    return right;
}

/* v on the side f1 f2 of a face: rounded as they are, u and v must not sum up to more than 1. */
static void test_far_side(struct ccdq_workspace *ws)
{
    int outside = 0, wrong = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
        struct rng rng = rng_at(rng_key("far side", 0, 1), (uint64_t)draw);
        const int a = rng_int(&rng, 1, 1 << 20), b = rng_int(&rng, 1, 1 << 20);
        struct ccdq_query q = {.type = VF};
        struct ccdq_exact_answer answer;
        for (int k = 0; k < 3; k++) {
            const double d = rng_int(&rng, -(1 << 29), 1 << 29);
            q.x[1][k] = rng_int(&rng, -(1 << 29), 1 << 29);
            q.x[2][k] = a * d;
            q.x[3][k] = -b * d;
        }
        ccdq_exact_solve(&q, 1, CCDQ_WANT_TOI, &answer, ws);
        outside += !(answer.w[0] >= 0 && answer.w[1] >= 0 && answer.w[0] + answer.w[1] <= 1);
        wrong += answer.verdict != HIT || answer.toi_hi != 0 ||
                 fabs(answer.w[0] - (double)b / (a + b)) > 0x1p-48 ||
                 fabs(answer.w[1] - (double)a / (a + b)) > 0x1p-48;
    }
    ok(!outside && !wrong, "%d vertices on the far side of a face: %d outside, %d wrong", DRAWS, outside,
       wrong);
}

/* An end of edge b, at the origin, lies on edge a, in the plane x + y + z = 0, at times that are irrational
 * as a rule; the other end is off the plane. Then u is 0 or 1 to the bit. */
static void test_end_on_edge(struct ccdq_workspace *ws)
{
    int hits = 0, wrong = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
        struct rng rng = rng_at(rng_key("end on edge", 0, 1), (uint64_t)draw);
        const int other = rng_int(&rng, 2, 3); /* the end of b that is off */
        struct ccdq_query q = {.type = EE};
        struct ccdq_exact_answer answer;
        for (int i = 0; i < 8; i++) {
            if (i % 4 >= 2) continue;
            q.x[i][0] = rng_int(&rng, -1000, 1000);
            q.x[i][1] = rng_int(&rng, -1000, 1000);
            q.x[i][2] = -q.x[i][0] - q.x[i][1];
        }
        q.x[other][2] = q.x[other + 4][2] = 1;
        ccdq_exact_solve(&q, 1, CCDQ_WANT_TOI, &answer, ws);
        hits += answer.verdict == HIT;
        wrong += answer.verdict == HIT && answer.w[1] != (other == 2);
    }
    ok(hits > DRAWS / 10 && !wrong, "%d contacts at an end of an edge, %d with another parameter", hits,
       wrong);
}

/* A point that is looked at makes a query invalid if it is not finite, one that is ignored does not. */
static void test_invalid(struct ccdq_workspace *ws)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    static const int points[] = {[VF] = 4, [EE] = 4, [PE] = 3, [PP] = 2};
    for (unsigned type = VF; type <= PP; type++)
        for (int i = 0; i < 3; i++) {
            bool right = true;
            for (int j = 0; j < 24; j++) {
                struct ccdq_query q = {.type = (uint8_t)type};
                struct ccdq_exact_answer a;
                q.x[j / 3][j % 3] = bad[i];
                ccdq_exact_solve(&q, 1, CCDQ_WANT_TOI, &a, ws);
                right &= a.verdict == (j / 3 % 4 < points[type] ? CCDQ_INVALID : HIT);
            }
            ok(right, "%s with %g is invalid just where it is looked at", ccdq_type_name(type), bad[i]);
        }
    struct ccdq_query q = {.type = PP + 1};
    struct ccdq_exact_answer a;
    ccdq_exact_solve(&q, 1, CCDQ_WANT_TOI, &a, ws);
    ok(a.verdict == CCDQ_INVALID, "an unknown type is invalid");
}

/* lo and hi are the nearest doubles outside, but hi is not above tmax. */
static void test_times(void)
{
    static const uint64_t units[] = {0, 1, 3, T(.5), T(.5) + 1, T(.5) - 1, SQRT_HALF, THIRD, T(1) - 1, T(1)};
    double lo, hi;
    bool right = true;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const struct ccdq_exact_answer a = {.verdict = CCDQ_HIT, .toi_lo = units[i], .toi_hi = units[i]};
        ccdq_exact_times(&a, 1, &lo, &hi);
        const uint64_t below = (uint64_t)ldexp(lo, 62), above = (uint64_t)ldexp(hi, 62);
        right &= below <= units[i] && units[i] <= above && (lo == hi || nextafter(lo, 1) == hi);
        right &= (lo == hi) == ((uint64_t)(double)units[i] == units[i]);
    }
    ok(right, "times become the nearest doubles outside");
    ccdq_exact_times(&(struct ccdq_exact_answer){.verdict = CCDQ_HIT, .toi_hi = 1}, 0x1p-70, &lo, &hi);
    ok(lo == 0 && hi == 0x1p-70, "no time is after the end");
    ccdq_exact_times(&(struct ccdq_exact_answer){.verdict = CCDQ_FREE}, 1, &lo, &hi);
    ok(isinf(lo) && isinf(hi), "without a contact there is no finite time");
}

int main(void)
{
    struct ccdq_workspace *ws = ccdq_workspace_new();
    if (!ok(ws != NULL, "a workspace")) return tap_done();
    for (int i = 0; i < KNOWN; i++) ok(is_known(&known[i], ws), "%s", known[i].name);
    test_far_side(ws);
    test_end_on_edge(ws);
    test_invalid(ws);
    test_times();
    ccdq_workspace_free(ws);
    return tap_done();
}
