/* lib/exact against tests/oracle/contact.py, which decides the same queries by another method: verdict,
 * number of contact times, time of impact, contact parameters. The tests are the oracle's; this program only
 * asks and answers. CCDQ_LONG=1 asks forty times as much. */
#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void submit(FILE *oracle, const struct ccdq_query *q, double tmax, struct ccdq_workspace *ws)
{
    struct ccdq_exact_answer a;
    ccdq_exact_solve(q, tmax, CCDQ_WANT_TOI | CCDQ_WANT_ROOTS, &a, ws);
    fprintf(oracle, "%s %a", ccdq_type_name(q->type), tmax);
    for (int i = 0; i < 24; i++) fprintf(oracle, " %a", q->x[i / 3][i % 3]);
    fprintf(oracle, " %s %d %d %llu %llu %a %a\n", ccdq_verdict_name((unsigned)a.verdict), a.roots,
            a.at_start, (unsigned long long)a.toi_lo, (unsigned long long)a.toi_hi, a.w[0], a.w[1]);
}

/* Integers from -size to size, in as many dimensions. */
static void lattice(struct ccdq_query *q, struct rng *rng, int size, int dimensions)
{
    for (int i = 0; i < 24; i++) q->x[i / 3][i % 3] = i % 3 < dimensions ? rng_int(rng, -size, size) : 0;
}

/* The case with the most zeros there is: few numbers, and all four types in up to three dimensions. */
static void submit_lattices(FILE *oracle, int n, struct ccdq_workspace *ws)
{
    /* 1/3 and 0.3 rounded, and times at which contacts on the lattice are likely to begin */
    static const double ends[] = {1, 1, 0.5, 0.25, 0.75, 0x1.5555555555555p-2, 0.3, 0x1p-70};
    for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++)
        for (int dimensions = 1; dimensions <= 3; dimensions++) {
            fprintf(oracle, "group %s on a lattice of dimension %d\n", ccdq_type_name(type), dimensions);
            const uint64_t key = rng_key("lattice", 4 * type + (unsigned)dimensions, 1);
            for (int id = 0; id < n; id++) {
                struct rng rng = rng_at(key, (uint64_t)id);
                struct ccdq_query q = {.type = (uint8_t)type};
                const double tmax = ends[rng_below(&rng, sizeof ends / sizeof *ends)];
                lattice(&q, &rng, rng_int(&rng, 1, 3), dimensions);
                submit(oracle, &q, tmax, ws);
            }
        }
}

static void submit_families(FILE *oracle, int n, struct ccdq_workspace *ws)
{
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++)
        for (const struct gen_family *f = gen_linear_families; f->name; f++) {
            fprintf(oracle, "group %s, family %s\n", ccdq_type_name(type), f->name);
            for (int id = 0; id < n; id++) {
                struct ccdq_query q;
                gen_linear(f, type, 1, (uint64_t)id, &q);
                q.min_sep = 0; /* which exact_separation.c tests */
                submit(oracle, &q, 1, ws);
            }
        }
}

int main(void)
{
    const int times = getenv("CCDQ_LONG") ? 40 : 1;
    struct ccdq_workspace *ws = ccdq_workspace_new();
    fflush(stdout);
    FILE *oracle = popen("python3 tests/oracle/contact.py", "w");
    if (!ws || !oracle) return 1;
    submit_lattices(oracle, 60 * times, ws);
    submit_families(oracle, 30 * times, ws);
    ccdq_workspace_free(ws);
    return pclose(oracle) != 0;
}
