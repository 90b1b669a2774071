/* The stages of `certified` for a minimum separation, and for points, against lib/exact: over every family,
 * all four types, and separations that are little or much against the size of the pair; the same verdicts,
 * times that hold the exact time and are as narrow as asked for, parameters of points that are so far apart.
 */
#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include "../../lib/num/complement.h"
#include "../../lib/verify/contact.h"
#include "../fault.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct ccdq_workspace *ws;

/* Why r, an answer to q under these options, is wrong; NULL if it is right. */
static const char *fault_of(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                            const struct ccdq_result *r)
{
    const char *why = fault_but_parameters(q, options, r, ws);
    if (why || r->verdict == CCDQ_FREE) return why;
    if (!contact_in_domain(q->type, r->w)) return "parameters";
    if (!(contact_residual(q, r->toi_lo, r->w) <= 0x1p-35 + 4 * options->toi_width))
        return "parameters do not meet";
    return NULL;
}

/* Against the largest difference of two points at t = 0. */
static const double parts[] = {0x1p-45, 1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.1, 0.3, 1, 4};
enum { PARTS = sizeof parts / sizeof *parts };

static double size_of(const struct ccdq_query *q)
{
    double size = 0;
    for (int i = 1; i < (q->type == CCDQ_PP ? 2 : q->type == CCDQ_PE ? 3 : 4); i++)
        for (int k = 0; k < 3; k++) size = fmax(size, fabs(q->x[i][k] - q->x[0][k]));
    return size > 0 && size <= 0x1p1000 ? size : 1;
}

/* Query `id` of a family, with the family's separation or else one of many, or `bare` of it. */
static void make(const struct gen_family *family, unsigned type, uint64_t id, bool bare, struct ccdq_query *q)
{
    gen_linear(family, type, 11, id, q);
    if (bare)
        q->min_sep = 0;
    else if (q->min_sep == 0)
        q->min_sep = parts[id % PARTS] * size_of(q);
}

static void scale(struct ccdq_query *q, int exponent)
{
    for (int i = 0; i < 24; i++) q->x[i / 3][i % 3] = ldexp(q->x[i / 3][i % 3], exponent);
    q->min_sep = ldexp(q->min_sep, exponent);
}

/* How many queries lib/exact has decided so far. */
static uint64_t exactly_decided(void)
{
    int i = 0;
    while (strcmp(ccdq_linear_methods[0].stages[i], "exact") != 0) i++;
    return ccdq_workspace_stages(ws)[i].decided;
}

static void family_agrees(const struct gen_family *family, unsigned type, size_t n, bool bare, int exponent,
                          struct ccdq_linear_options options, const char *what)
{
    struct ccdq_query *q = malloc(n * sizeof *q);
    struct ccdq_result *r = malloc(n * sizeof *r);
    for (size_t i = 0; i < n; i++) {
        make(family, type, i, bare, &q[i]);
        scale(&q[i], exponent);
    }
    size_t wrong = 0, hits = 0;
    uint64_t exactly = exactly_decided();
    ccdq_linear_solve(ccdq_linear_methods, CCDQ_TYPE_BIT(type), q, n, &options, r, ws);
    exactly = exactly_decided() - exactly;
    for (size_t i = 0; i < n; i++) {
        hits += r[i].verdict == CCDQ_HIT;
        const char *why = fault_of(&q[i], &options, &r[i]);
        if (why && !wrong++)
            diag("%s %s id %zu: %s: [%a, %a]", family->name, ccdq_type_name(type), i, why, r[i].toi_lo,
                 r[i].toi_hi);
    }
    ok(!wrong, "%s %s%s: %zu of %zu hit, %zu wrong, %d by lib/exact", ccdq_type_name(type), family->name,
       what, hits, n, wrong, (int)exactly);
    if (what[0] == 0 && strcmp(family->name, "uniform") == 0)
        ok(exactly * 100 <= n, "%s uniform: doubles decide all but one in a hundred", ccdq_type_name(type));
    free(q);
    free(r);
}

/* ---- By hand ---- */

/* Two points, the second at rest in the origin: both ends of the way of the first, in one plane. */
static struct ccdq_query two_points(double x0, double y0, double x1, double y1, double min_sep)
{
    return (struct ccdq_query){.type = CCDQ_PP, .min_sep = min_sep, .x = {{x0, y0}, [4] = {x1, y1}}};
}

/* By both methods: the verdict, and the time t of the first contact. */
static void by_hand(const char *what, const struct ccdq_query *q, enum ccdq_verdict verdict, double t,
                    int roots)
{
    struct ccdq_exact_answer exact;
    int right = 1;
    ccdq_exact_solve(q, 1, CCDQ_WANT_TOI | CCDQ_WANT_ROOTS, &exact, ws);
    for (const struct ccdq_linear_method *m = ccdq_linear_methods; m < ccdq_linear_methods + 2; m++) {
        struct ccdq_result r;
        ccdq_linear_solve(m, CCDQ_TYPE_BIT(q->type), q, 1, &ccdq_linear_defaults, &r, ws);
        right &= r.verdict == verdict && !(r.toi_lo > t) && !(r.toi_hi < t) &&
                 (!(r.flags & CCDQ_AT_START) || t == 0);
    }
    ok(right && exact.verdict == (int)verdict && (verdict != CCDQ_HIT || exact.roots == roots), "%s", what);
}

static void known(void)
{
    struct ccdq_query q = two_points(3, 0, 0, 0, 1);
    by_hand("comes near at 2/3, and stays", &q, CCDQ_HIT, 2 / 3., CCDQ_ROOTS_INTERVAL);
    q = two_points(3, 4, 3, 4, 5);
    by_hand("rests just at its separation", &q, CCDQ_HIT, 0, CCDQ_ROOTS_INTERVAL);
    q.min_sep = nextafter(5, 0);
    by_hand("rests an ulp beyond it", &q, CCDQ_FREE, INFINITY, 0);
    q = two_points(3, 4, 6, 8, 5);
    by_hand("leaves from just there", &q, CCDQ_HIT, 0, 1);
    q = two_points(6, 8, 3, 4, 5);
    by_hand("arrives there at the end", &q, CCDQ_HIT, 1, 1);
    q = two_points(-1, 7, 7, 1, 5);
    by_hand("grazes it at 1/2", &q, CCDQ_HIT, 0.5, 1);
    q.min_sep = nextafter(5, 0);
    by_hand("misses it by an ulp at 1/2", &q, CCDQ_FREE, INFINITY, 0);
    q.min_sep = 1e300;
    by_hand("is in it all the time", &q, CCDQ_HIT, 0, CCDQ_ROOTS_INTERVAL);
    q = two_points(1, 0, -1, 0, 0x1p-1074);
    by_hand("the least of all separations", &q, CCDQ_HIT, 0.5, CCDQ_ROOTS_INTERVAL);
    q = (struct ccdq_query){
        .type = CCDQ_EE,
        .min_sep = 2,
        .x = {{-3, 0, 2}, {-1, 0, 2}, {0, -1, 0}, {0, 1, 0}, {1, 0, 2}, {3, 0, 2}, {0, -1, 0}, {0, 1, 0}}};
    by_hand("edges slide across each other just there, from 1/4 on", &q, CCDQ_HIT, 0.25, CCDQ_ROOTS_INTERVAL);
    q = (struct ccdq_query){
        .type = CCDQ_EE,
        .min_sep = 1,
        .x = {{0, 3, 0}, {2, 3, 0}, {1, 0, 0}, {3, 0, 0}, {0, -1, 0}, {2, -1, 0}, {1, 0, 0}, {3, 0, 0}}};
    by_hand("parallel edges", &q, CCDQ_HIT, 0.5, CCDQ_ROOTS_INTERVAL);
    q = (struct ccdq_query){
        .type = CCDQ_VF,
        .min_sep = 1,
        .x = {{1, 1, 5}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    by_hand("a vertex comes down to a face", &q, CCDQ_HIT, 0.8, CCDQ_ROOTS_INTERVAL);
}

/* ---- The distance at the start ---- */

/* Whether the pair at t = 0 is farther apart than d. */
static bool starts_beyond(const struct ccdq_query *q, double d)
{
    struct ccdq_query still = *q;
    struct ccdq_exact_answer answer;
    memcpy(still.x[4], still.x[0], 4 * sizeof *still.x);
    still.min_sep = d;
    ccdq_exact_solve(&still, 1, CCDQ_WANT_VERDICT, &answer, ws);
    return answer.verdict == CCDQ_FREE;
}

/* It is below the true one and above half of it, much nearer where that is not tiny against the coordinates;
 * 0 where no number is below the true one. */
static void start_distances(size_t n)
{
    for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++)
        for (const struct gen_family *f = gen_linear_families; f->name; f++) {
            size_t wrong = 0, apart = 0, close = 0;
            if (!(f->types & CCDQ_TYPE_BIT(type))) continue;
            for (size_t id = 0; id < n; id++) {
                struct ccdq_query q;
                make(f, type, id, false, &q);
                const double d = ccdq_linear_start_distance(&q, ws);
                apart += d > 0;
                close += d > 0 && (d < 1e-4 * size_of(&q) || !starts_beyond(&q, d * (1 + 1e-9)));
                if (!(d > 0 ? starts_beyond(&q, d) && !starts_beyond(&q, 2 * d)
                            : !starts_beyond(&q, 0x1p-1074)) &&
                    !wrong++)
                    diag("id %zu: %a", id, d);
            }
            const bool clear = !strcmp(f->name, "uniform") || !strcmp(f->name, "separation");
            ok(!wrong && (!clear || close == apart),
               "%s %s: %zu of %zu start apart, %zu of these distances are tiny or accurate",
               ccdq_type_name(type), f->name, apart, n, close);
        }
}

int main(void)
{
    ws = ccdq_workspace_new();
    const size_t n = getenv("CCDQ_LONG") ? 100000 : 800;
    known();
    start_distances(n / 8);
    for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++)
        for (const struct gen_family *f = gen_linear_families; f->name; f++) {
            struct ccdq_linear_options options = ccdq_linear_defaults;
            const bool far = !strcmp(f->name, "tiny") || !strcmp(f->name, "huge") ||
                             !strcmp(f->name, "mixed"); /* which scaling would spoil */
            if (!(f->types & CCDQ_TYPE_BIT(type))) continue;
            family_agrees(f, type, n, false, 0, options, "");
            if (type >= CCDQ_PE) family_agrees(f, type, n, true, 0, options, " without separation");
            if (!far) family_agrees(f, type, n / 4, false, 400, options, " times 2^400");
            if (!far) family_agrees(f, type, n / 4, false, -400, options, " times 2^-400");
            options.tmax = 0.375;
            options.toi_width = 1e-6;
            family_agrees(f, type, n / 4, false, 0, options, " to t = 0.375, width 1e-6");
            options.tmax = 1;
            options.toi_width = 0x1p-52;
            family_agrees(f, type, n / 4, false, 0, options, " to one ulp");
            options.toi_width = 1;
            family_agrees(f, type, n / 4, false, 0, options, " to a width of 1");
        }
    ccdq_workspace_free(ws);
    return tap_done();
}
