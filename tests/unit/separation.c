/* The stages of `certified` for a minimum separation, and for points, against lib/exact: over every family,
 * all four types, and separations that are little or much against the size of the pair; the same verdicts,
 * times that hold the exact time and are as narrow as asked for, parameters of points that are so far apart.
 */
#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include "../../lib/num/complement.h"
#include "../../lib/verify/contact.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct ccdq_workspace *ws;

/* Why r, an answer to q under these options, is wrong; NULL if it is right. */
static const char *fault(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                         const struct ccdq_result *r)
{
    struct ccdq_exact_answer truth;
    ccdq_exact_solve(q, options->tmax, CCDQ_WANT_TOI, &truth, ws);
    if (r->id != q->id) return "id";
    if (r->verdict != truth.verdict) return truth.verdict == CCDQ_HIT ? "false negative" : "false positive";
    if (!(r->flags & CCDQ_TOI_PROVEN)) return "not proven";
    if (r->verdict == CCDQ_FREE)
        return isinf(r->toi_lo) && isinf(r->toi_hi) && !r->w[0] && !r->w[1] ? NULL : "times of a free pair";
    double lo, hi;
    ccdq_exact_times(&truth, options->tmax, &lo, &hi);
    if (!(r->toi_lo <= hi)) return "late";
    if (!(r->toi_hi >= lo)) return "ends before the contact";
    if (!(r->toi_hi - r->toi_lo <= options->toi_width)) return "too wide";
    if (!(r->toi_lo >= 0 && r->toi_hi <= options->tmax)) return "time outside [0, tmax]";
    if (!!(r->flags & CCDQ_AT_START) != truth.at_start) return "flag of contact at the start";
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

/* Query `id` of a family, as a query of any type; with separations unless `bare`. */
static void make(const struct gen_family *family, unsigned type, uint64_t id, bool bare, struct ccdq_query *q)
{
    const bool points = type >= CCDQ_PE; /* an edge, or the first points of a vertex and a face */
    gen_linear(family, points ? CCDQ_VF : type, 11, id, q);
    q->type = (uint8_t)type;
    if (bare) return;
    q->min_sep = parts[id % PARTS] * size_of(q);
}

static void scale(struct ccdq_query *q, int exponent)
{
    for (int i = 0; i < 24; i++) q->x[i / 3][i % 3] = ldexp(q->x[i / 3][i % 3], exponent);
    q->min_sep = ldexp(q->min_sep, exponent);
}

static size_t decided(void)
{
    const struct ccdq_stage *stage = ccdq_workspace_stages(ws);
    size_t sum = 0;
    for (int i = 0; i < CCDQ_MAX_STAGES; i++)
        if (ccdq_linear_methods[0].stages[i] && strcmp(ccdq_linear_methods[0].stages[i], "exact"))
            sum += stage[i].decided;
        else if (!ccdq_linear_methods[0].stages[i])
            break;
    return sum;
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
    size_t wrong = 0, hits = 0, before = decided();
    ccdq_linear_solve(ccdq_linear_methods, CCDQ_TYPE_BIT(type), q, n, &options, r, ws);
    before = decided() - before;
    for (size_t i = 0; i < n; i++) {
        hits += r[i].verdict == CCDQ_HIT;
        const char *why = fault(&q[i], &options, &r[i]);
        if (why && !wrong++)
            diag("%s %s id %zu: %s: [%a, %a]", family->name, ccdq_type_name(type), i, why, r[i].toi_lo,
                 r[i].toi_hi);
    }
    ok(!wrong, "%s %s%s: %zu of %zu hit, %zu by doubles, %zu wrong", ccdq_type_name(type), family->name, what,
       hits, n, before, wrong);
    free(q);
    free(r);
}

int main(void)
{
    ws = ccdq_workspace_new();
    const size_t n = getenv("CCDQ_LONG") ? 100000 : 1000;
    for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++)
        for (const struct gen_family *f = gen_linear_families; f->name; f++) {
            struct ccdq_linear_options options = ccdq_linear_defaults;
            family_agrees(f, type, n, false, 0, options, "");
            if (type >= CCDQ_PE) family_agrees(f, type, n, true, 0, options, " without separation");
            options.tmax = 0.375;
            options.toi_width = 1e-6;
            family_agrees(f, type, n / 4, false, 0, options, " to t = 0.375, width 1e-6");
            options.tmax = 1;
            options.toi_width = 0x1p-52;
            family_agrees(f, type, n / 4, false, 0, options, " to one ulp");
        }
    ccdq_workspace_free(ws);
    return tap_done();
}
