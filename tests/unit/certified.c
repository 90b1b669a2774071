/* The certified kernel against lib/exact over every family: the same verdicts, times that hold the exact time
 * and are as narrow as asked for, parameters that meet. */
#include "../../lib/gen/gen.h"
#include "../../lib/num/complement.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct ccdq_workspace *ws;

/* Where point i of q is at time t, as a double. */
static double at(const struct ccdq_query *q, int i, int k, double t)
{
    return (1 - t) * q->x[i][k] + t * q->x[i + 4][k];
}

/* How far apart the two points are that r names, in units of the largest difference of coordinates of q. */
static double residual(const struct ccdq_query *q, const struct ccdq_result *r)
{
    double t = r->toi_lo, worst = 0, extent = 0;
    for (int k = 0; k < 3; k++) {
        for (int i = 1; i < 8; i++)
            extent = fmax(extent, fabs(q->x[i][k] - q->x[i % 4][k]) + fabs(q->x[i][k] - q->x[0][k]));
        double x[4], d;
        for (int i = 0; i < 4; i++) x[i] = at(q, i, k, t);
        if (q->type == CCDQ_VF)
            d = x[0] - x[1] - r->w[0] * (x[2] - x[1]) - r->w[1] * (x[3] - x[1]);
        else
            d = x[0] + r->w[0] * (x[1] - x[0]) - x[2] - r->w[1] * (x[3] - x[2]);
        /* the rounding of coordinates far from the origin, or denormal, is no fault of the parameters */
        double rounding = 0x1p-50 * (fabs(x[0]) + fabs(x[1]) + fabs(x[2]) + fabs(x[3])) + 0x1p-1070;
        worst = fmax(worst, fabs(d) - rounding);
    }
    return worst <= 0 ? 0 : worst / extent;
}

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
    double u = r->w[0], v = r->w[1];
    if (!(u >= 0 && v >= 0 && u <= 1 && v <= (q->type == CCDQ_VF ? complement(u) : 1))) return "parameters";
    /* the points meet at a time up to a width behind toi_lo, and move less than two extents in all */
    if (!(residual(q, r) <= 0x1p-30 + 4 * (r->toi_hi - r->toi_lo))) return "parameters do not meet";
    return NULL;
}

/* The first n queries of a family, two batches of them through ccdq_linear_solve. */
static void family_agrees(const struct gen_family *family, unsigned type, size_t n,
                          struct ccdq_linear_options options, const char *what)
{
    const struct ccdq_linear_method *certified = ccdq_linear_find("certified");
    struct ccdq_query *q = malloc(n * sizeof *q);
    struct ccdq_result *r = malloc(n * sizeof *r);
    gen_linear_range(family, type, 7, 0, n, q);
    ccdq_linear_solve(certified, CCDQ_TYPE_BIT(type), q, n, &options, r, ws);
    size_t wrong = 0, hits = 0;
    for (size_t i = 0; i < n; i++) {
        hits += r[i].verdict == CCDQ_HIT;
        const char *why = fault(&q[i], &options, &r[i]);
        if (why && !wrong++)
            diag("%s %s id %zu: %s: [%a, %a]", family->name, ccdq_type_name(type), i, why, r[i].toi_lo,
                 r[i].toi_hi);
    }
    ok(!wrong, "%s %s%s: %zu of %zu hit, %zu wrong", ccdq_type_name(type), family->name, what, hits, n,
       wrong);
    free(q);
    free(r);
}

static void refuses_what_it_cannot_solve(void)
{
    struct ccdq_query q[5];
    struct ccdq_result r[5];
    gen_linear_range(gen_linear_families, CCDQ_VF, 1, 0, 5, q);
    q[0].x[3][1] = NAN;
    q[1].x[7][2] = INFINITY;
    q[2].type = CCDQ_EE;
    q[3].min_sep = -0.5;
    ccdq_linear_solve(ccdq_linear_methods, CCDQ_TYPE_BIT(CCDQ_VF), q, 5, &ccdq_linear_defaults, r, ws);
    int right = r[4].verdict != CCDQ_INVALID && r[4].id == 4;
    for (int i = 0; i < 4; i++)
        right &= r[i].verdict == CCDQ_INVALID && isnan(r[i].toi_lo) && r[i].id == q[i].id;
    ok(right, "NaN, infinity, another type and a negative separation are invalid, and the rest is solved");
}

int main(void)
{
    ws = ccdq_workspace_new();
    const size_t n = getenv("CCDQ_LONG") ? 200000 : 3000; /* tests/cli/pipeline.t draws a million of each */
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++)
        for (const struct gen_family *f = gen_linear_families; f->name; f++) {
            struct ccdq_linear_options options = ccdq_linear_defaults;
            family_agrees(f, type, n, options, "");
            options.tmax = 0.375;
            family_agrees(f, type, n / 4, options, " to t = 0.375");
            options.tmax = 1;
            options.toi_width = 0x1p-52;
            family_agrees(f, type, n / 4, options, " to one ulp");
            options.toi_width = 1e-3;
            family_agrees(f, type, n / 4, options, " to a width of 0.001");
        }
    refuses_what_it_cannot_solve();
    ccdq_workspace_free(ws);
    return tap_done();
}
