/* Table 1 of Huh et al. 2014 again: random vertex-face queries in the unit cube, how many touch at an odd and
 * at an even number of times, and how long that takes, for each tolerance.
 *
 *     fastccd [NUMBER OF QUERIES]        default 10,000,000
 *
 * Queries come in batches of 1,024 from the generator, which is not timed. */
#include "../../lib/gen/gen.h"
#include "../../lib/linear/fast.h"
#include "bench.h"

enum { BATCH = 1024, SEED = 1 };

/* The paper's figures, for ten million queries on a 3.2 GHz Core i5. */
static const struct {
    double tol, seconds;
    int odd, even;
} paper[] = {{1e-6, 7.85, 750127, 22790}, {1e-7, 7.9, 750005, 22779}, {1e-8, 8.396, 749987, 22779},
             {1e-9, 8.6, 749985, 22779},  {1e-10, 9, 749985, 22779},  {1e-11, 9.4, 749985, 22779},
             {1e-12, 9.8, 749985, 22779}, {1e-13, 10, 749985, 22779}};
enum { ROWS = sizeof paper / sizeof *paper };

struct tally {
    uint64_t odd, even, unresolved;
    double seconds;
};

static void run_batch(const struct ccdq_query *q, size_t n, double tol, struct tally *tally)
{
    struct ccdq_linear_options options = ccdq_linear_defaults;
    int roots[BATCH];
    options.tol = tol;
    double start = bench_seconds();
    linear_fast_roots(q, n, &options, roots);
    for (size_t i = 0; i < n; i++) {
        tally->unresolved += roots[i] < 0;
        tally->odd += roots[i] > 0 && roots[i] % 2;
        tally->even += roots[i] > 0 && roots[i] % 2 == 0;
    }
    tally->seconds += bench_seconds() - start;
}

int main(int argc, char **argv)
{
    size_t n = bench_count(argc, argv, 10000000);
    const struct gen_family *uniform = gen_find_family(gen_linear_families, "uniform");
    struct ccdq_query *q = bench_alloc(BATCH, sizeof *q);
    struct tally tally[ROWS] = {{0}};
    for (size_t done = 0; done < n; done += BATCH) {
        size_t batch = n - done < BATCH ? n - done : BATCH;
        gen_linear_range(uniform, CCDQ_VF, SEED, done, batch, q);
        for (int i = 0; i < ROWS; i++) run_batch(q, batch, paper[i].tol, &tally[i]);
    }
    free(q);
    bench_print_machine("processor time");
    printf("%zu uniform vertex-face queries (seed %d), method fast; beside it the paper's figures for\n"
           "10,000,000 on a 3.2 GHz Core i5. %% of all queries.\n\n",
           n, SEED);
    printf("     tol       odd       %%  paper %%     paper     even       %%  paper %%   paper   seconds"
           "  ns/query  paper s  paper ns\n");
    for (int i = 0; i < ROWS; i++) {
        const struct tally *t = &tally[i];
        double percent = 100.0 / (double)n;
        printf("%8.0e %9llu %7.4f %8.4f %9d %8llu %7.4f %8.4f %7d %9.2f %9.1f %8.2f %9.1f\n", paper[i].tol,
               (unsigned long long)t->odd, (double)t->odd * percent, paper[i].odd * 1e-5, paper[i].odd,
               (unsigned long long)t->even, (double)t->even * percent, paper[i].even * 1e-5, paper[i].even,
               t->seconds, 1e9 * t->seconds / (double)n, paper[i].seconds, 100 * paper[i].seconds);
        if (t->unresolved) printf("         %llu unresolved\n", (unsigned long long)t->unresolved);
    }
    return 0;
}
