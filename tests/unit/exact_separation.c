/* lib/exact with a minimum separation against tests/oracle/separation.py, which decides the same queries by
 * another method: verdict, number of contact times, time of impact, contact parameters. The tests are the
 * oracle's; this program only asks and answers. CCDQ_LONG=1 asks forty times as much (half an hour). */
#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void submit(FILE *oracle, const struct ccdq_query *q, double tmax, struct ccdq_workspace *ws)
{
    struct ccdq_exact_answer a;
    ccdq_exact_solve(q, tmax, CCDQ_WANT_TOI | CCDQ_WANT_ROOTS, &a, ws);
    fprintf(oracle, "%s %a %a", ccdq_type_name(q->type), tmax, q->min_sep);
    for (int i = 0; i < 24; i++) fprintf(oracle, " %a", q->x[i / 3][i % 3]);
    fprintf(oracle, " %s %d %d %llu %llu %a %a\n", ccdq_verdict_name((unsigned)a.verdict), a.roots,
            a.at_start, (unsigned long long)a.toi_lo, (unsigned long long)a.toi_hi, a.w[0], a.w[1]);
}

/* A multiple of 5, so that points on integers are often just so far apart in more than one way; half of the
 * time not quite. */
static double lattice_separation(struct rng *rng)
{
    static const double all[] = {1, 1, 2, 3, 5, 0.5, 1.5, 2.5, 0x1.6a09e667f3bcdp0, 0x1p-60, 100};
    const double d = all[rng_below(rng, sizeof all / sizeof *all)];
    const unsigned how = rng_below(rng, 6);
    return how == 0 ? nextafter(d, 0) : how == 1 ? nextafter(d, INFINITY) : d;
}

/* Integers from -size to size, in as many dimensions; half of the time nothing moves but the first point, by
 * a step along an axis: then distances stay the same or graze the separation. */
static void lattice(struct ccdq_query *q, struct rng *rng, int size, int dimensions)
{
    const unsigned calm = rng_below(rng, 2);
    for (int i = 0; i < 24; i++) q->x[i / 3][i % 3] = i % 3 < dimensions ? rng_int(rng, -size, size) : 0;
    if (!calm) return;
    memcpy(q->x[4], q->x[0], 4 * sizeof *q->x);
    for (int i = 0; i < (q->type == CCDQ_EE ? 2 : 1); i++) q->x[4 + i][0] += 2;
}

static void submit_lattices(FILE *oracle, int n, struct ccdq_workspace *ws)
{
    /* 1/3 and 0.3 rounded, and times at which contacts on the lattice are likely to begin */
    static const double ends[] = {1, 1, 0.5, 0.25, 0.75, 0x1.5555555555555p-2, 0.3, 0x1p-70};
    for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++)
        for (int dimensions = 1; dimensions <= 3; dimensions++) {
            fprintf(oracle, "group %s on a lattice of dimension %d\n", ccdq_type_name(type), dimensions);
            const uint64_t key = rng_key("lattice", 4 * type + (unsigned)dimensions, 2);
            for (int id = 0; id < n; id++) {
                struct rng rng = rng_at(key, (uint64_t)id);
                struct ccdq_query q = {.type = (uint8_t)type, .min_sep = lattice_separation(&rng)};
                const double tmax = ends[rng_below(&rng, sizeof ends / sizeof *ends)];
                lattice(&q, &rng, rng_int(&rng, 1, 5), dimensions);
                submit(oracle, &q, tmax, ws);
            }
        }
}

/* A part of the largest coordinate, or what a double can be at all. */
static double family_separation(const struct ccdq_query *q, struct rng *rng)
{
    static const double parts[] = {1, 0.5, 0.1, 0.1, 0x1p-4, 0.01, 1e-6, 3};
    double largest = 0;
    for (int i = 0; i < 24; i++) largest = fmax(largest, fabs(q->x[i / 3][i % 3]));
    const unsigned how = rng_below(rng, 12);
    if (how < 2) return how ? 0x1p-1074 : 0x1.fffffffffffffp1023;
    const double d = largest * parts[rng_below(rng, sizeof parts / sizeof *parts)];
    return d > 0 && d < INFINITY ? d : 1;
}

static void submit_families(FILE *oracle, int n, struct ccdq_workspace *ws)
{
    for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++)
        for (const struct gen_family *f = gen_linear_families; f->name; f++) {
            const bool own = strcmp(f->name, "separation") == 0;
            if (!(f->types & CCDQ_TYPE_BIT(type)) || (type >= CCDQ_PE && !own)) continue;
            fprintf(oracle, "group %s, family %s\n", ccdq_type_name(type), f->name);
            for (int id = 0; id < n; id++) {
                struct ccdq_query q;
                struct rng rng = rng_at(rng_key(f->name, type, 3), (uint64_t)id);
                gen_linear(f, type, 1, (uint64_t)id, &q);
                if (!own) q.min_sep = family_separation(&q, &rng);
                if (!own && id % 4 == 3) q.type += 2; /* point-edge, point-point of the same points */
                submit(oracle, &q, 1, ws);
            }
        }
}

int main(void)
{
    const int times = getenv("CCDQ_LONG") ? 40 : 1;
    struct ccdq_workspace *ws = ccdq_workspace_new();
    fflush(stdout);
    FILE *oracle = popen("python3 tests/oracle/separation.py", "w");
    if (!ws || !oracle) return 1;
    submit_lattices(oracle, 10 * times, ws);
    submit_families(oracle, 3 * times, ws);
    ccdq_workspace_free(ws);
    return pclose(oracle) != 0;
}
