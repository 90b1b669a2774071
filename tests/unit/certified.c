/* The certified kernel against lib/exact over every family: the same verdicts, times that hold the exact time
 * and are as narrow as asked for, parameters that meet. */
#include "../../lib/gen/gen.h"
#include "../fault.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct ccdq_workspace *ws;

/* The first n queries of a family, two batches of them through ccdq_linear_solve. */
static void family_agrees(const struct gen_family *family, unsigned type, size_t n,
                          struct ccdq_linear_options options, const char *what)
{
    const struct ccdq_linear_method *certified = ccdq_linear_find("certified");
    struct ccdq_query *q = malloc(n * sizeof *q);
    struct ccdq_result *r = malloc(n * sizeof *r);
    gen_linear_range(family, type, 7, 0, n, q);
    for (size_t i = 0; i < n; i++) q[i].min_sep = 0; /* which separation.c tests */
    ccdq_linear_solve(certified, CCDQ_TYPE_BIT(type), q, n, &options, r, ws);
    size_t wrong = 0, hits = 0;
    for (size_t i = 0; i < n; i++) {
        hits += r[i].verdict == CCDQ_HIT;
        const char *why = fault(&q[i], &options, &r[i], ws);
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

/* By every method, as records and as a mesh, and by lib/exact. */
static void refuses_a_tmax_that_is_none(void)
{
    static const double wrong_tmax[] = {NAN, INFINITY, -INFINITY, 0, -1, 2, 0x1.0000000000001p0};
    static const uint32_t index[1][4] = {{0, 1, 2, 3}};
    const double vertex[4][2][3] = {{{0.2, 0.2, -1}, {0.2, 0.2, 1}},
                                    {{0, 0, 0}, {0, 0, 0}},
                                    {{1, 0, 0}, {1, 0, 0}},
                                    {{0, 1, 0}, {0, 1, 0}}};
    const struct ccdq_indexed mesh = {
        .type = CCDQ_VF, .vertices = 4, .queries = 1, .vertex = vertex, .index = index};
    struct ccdq_query q;
    ccdq_indexed_query(&mesh, 0, &q);
    int right = 1, hits = 0;
    for (const struct ccdq_linear_method *m = ccdq_linear_methods; m->name; m++)
        for (int i = 0; i <= (int)(sizeof wrong_tmax / sizeof *wrong_tmax); i++) {
            struct ccdq_linear_options options = ccdq_linear_defaults;
            struct ccdq_exact_answer a;
            struct ccdq_result r[2];
            if (i) options.tmax = wrong_tmax[i - 1];
            ccdq_linear_solve(m, CCDQ_TYPE_BIT(CCDQ_VF), &q, 1, &options, &r[0], ws);
            ccdq_linear_solve_indexed(m, CCDQ_TYPE_BIT(CCDQ_VF), &mesh, &options, &r[1], ws);
            ccdq_exact_solve(&q, options.tmax, CCDQ_WANT_TOI, &a, ws);
            const int verdict = i ? CCDQ_INVALID : CCDQ_HIT;
            right &= r[0].verdict == verdict && r[1].verdict == verdict && a.verdict == verdict;
            hits += r[0].verdict == CCDQ_HIT;
        }
    ok(right && hits, "a tmax that is not above 0 and 1 at most: all are invalid");
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
    refuses_a_tmax_that_is_none();
    ccdq_workspace_free(ws);
    return tap_done();
}
