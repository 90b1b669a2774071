/* The methods of ccd-patch: the tables and figures of their paper (Chen et al. 2024), with its figures
 * beside.
 *
 *     patch [SECONDS]         for each cell of the table; default 2, the paper's table takes 60 or more
 *
 * A cell is a shape, a method and a delta. Pairs are solved one after the other, as many as begin within the
 * seconds; the certified method does all. A search is cut off after a million looks a second of a cell: such
 * a pair counts with the time up to then, and the mean has a > before it. All times are processor times of
 * one thread. Lines marked `paper` are quoted from its tables; all others are of this run.
 */
#include "bench.h"
#include "../patches.h"
#include "patch-sets.h"

enum { SHAPES = 6, METHODS = 5, DELTAS = 3, LOOKS_A_SECOND = 1000000 };

static const char *const shapes[SHAPES] = {"t1", "t2", "t3", "q1", "q2", "q3"};
static const char *const methods[METHODS] = {"tdi", "tdi-aabb", "tdi-obb", "trad-aabb", "trad-obb"};
static const double deltas[DELTAS] = {1e-4, 1e-5, 1e-6};

/* The paper's Table 1: ms a pair on a Ryzen 9 7950X at 4.5 GHz; and how many of 1,000 pairs collide. */
static const int paper_hits[SHAPES] = {468, 776, 932, 670, 933, 988};
static const double paper[SHAPES][METHODS][DELTAS] = {
    {{0}, {18.00, 32.70, 49.70}, {4.26, 5.51, 6.68}, {8.15, 13.48, 19.57}, {3.45, 4.93, 6.85}},
    {{0},
     {215.16, 1489.60, 11934.78},
     {22.40, 42.67, 90.87},
     {159.07, 1145.41, 7748.46},
     {61.20, 374.81, 3264.07}},
    {{0},
     {375.81, 2610.75, 19525.31},
     {35.98, 66.73, 131.30},
     {523.10, 3138.51, 26564.17},
     {203.21, 1226.84, 9974.95}},
    {{0}, {21.93, 83.16, 443.23}, {5.00, 9.72, 22.13}, {21.38, 99.53, 836.18}, {12.70, 44.04, 619.46}},
    {{0},
     {205.02, 1381.54, 10934.02},
     {19.30, 32.50, 62.12},
     {333.06, 2233.37, 16196.34},
     {133.04, 891.13, 6858.91}},
    {{0},
     {337.91, 2336.47, 17901.88},
     {27.17, 44.71, 79.40},
     {730.90, 4875.23, 35332.08},
     {205.46, 1363.95, 10962.40}},
};

static struct ccdq_workspace *ws;

/* ---- Running ---- */

/* What a method has done of a set. */
struct run {
    size_t n, hits, free, cut;
    double seconds, worst;
    struct ccdq_result *r; /* of each pair */
    double *time;          /* seconds of each pair */
};

/* Solves the pairs of a set, until `limit` seconds are spent. */
static struct run run_set(const struct patch_set *set, const char *name, double delta, double limit,
                          uint32_t max_iter)
{
    const struct ccdq_patch_method *method = ccdq_patch_find(name);
    struct run run = {.r = bench_alloc(set->n, sizeof *run.r), .time = bench_alloc(set->n, sizeof *run.time)};
    struct ccdq_patch_options options = ccdq_patch_defaults;
    options.delta = delta;
    options.max_iter = max_iter;
    for (; run.n < set->n && run.seconds < limit; run.n++) {
        struct ccdq_result *r = &run.r[run.n];
        const double start = bench_seconds();
        method->solve(&set->q[run.n], &options, r, ws);
        const double time = bench_seconds() - start;
        run.time[run.n] = time;
        run.seconds += time;
        if (time > run.worst) run.worst = time;
        run.hits += r->verdict == CCDQ_HIT;
        run.free += r->verdict == CCDQ_FREE;
        run.cut += r->verdict == CCDQ_UNRESOLVED;
    }
    return run;
}

static void run_free(struct run *run)
{
    free(run->r);
    free(run->time);
}

static double mean_ms(const struct run *run)
{
    return 1e3 * run->seconds / (double)run->n;
}

/* ---- Table 1 ---- */

static void print_cell(const struct run *run)
{
    char text[40];
    snprintf(text, sizeof text, "%s%.*f (%zu)", run->cut ? ">" : "", mean_ms(run) < 10 ? 3 : 1, mean_ms(run),
             run->n);
    printf(" %16s", text);
}

static void table_row(int shape, const struct patch_set *set, int method, double seconds)
{
    const int ours = method == 0;
    struct run run = {0};
    printf("%-5s %-9s", set->name, methods[method]);
    for (int d = 0; d < DELTAS; d++) {
        run_free(&run);
        run = run_set(set, methods[method], deltas[d], ours ? INFINITY : seconds,
                      ours ? 0 : (uint32_t)(LOOKS_A_SECOND * seconds));
        print_cell(&run);
    }
    printf(" %5zu %4zu %3zu ", run.hits, run.free, run.cut);
    for (int d = 0; d < DELTAS && !ours; d++) printf(" %8.2f", paper[shape][method][d]);
    if (ours) printf(" of 1000 collide: %d", paper_hits[shape]);
    putchar('\n');
    fflush(stdout);
    run_free(&run);
}

static void table(const struct patch_set *sets, double seconds)
{
    printf(
        "Table 1. Mean ms a pair at each delta (of how many pairs; >: some were cut off); of the last delta\n"
        "how many pairs hit, are free, were cut off. Paper: ms on a Ryzen 9 7950X at 4.5 GHz.\n\n");
    printf("%-5s %-9s %16s %16s %16s %5s %4s %3s  %8s %8s %8s\n", "shape", "method", "1e-4", "1e-5", "1e-6",
           "hit", "free", "cut", "paper", "paper", "paper");
    for (int s = 0; s < SHAPES; s++)
        for (int m = 0; m < METHODS; m++) table_row(s, &sets[s], m, seconds);
}

/* ---- Time and residual of each pair ---- */

enum { COMPARED = 3 };
static const char *const compared[COMPARED] = {"tdi", "tdi-obb", "trad-obb"};

static int by_size(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Of n sorted numbers the one that a part of them does not exceed. */
static double quantile(const double *sorted, size_t n, double part)
{
    return n ? sorted[(size_t)(part * (double)(n - 1))] : NAN;
}

/* How many of n sorted numbers are in (low, high]. */
static size_t between(const double *sorted, size_t n, double low, double high)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += sorted[i] > low && sorted[i] <= high;
    return count;
}

/* Sorted lists of the three methods as a histogram: n[] numbers each. edge: the upper ends of the bins, the
 * last INFINITY. */
static void print_histogram(double *const list[COMPARED], const size_t n[COMPARED], const double *edge,
                            const char *unit)
{
    printf("%-14s", unit);
    for (int m = 0; m < COMPARED; m++) printf(" %12s", compared[m]);
    putchar('\n');
    for (double low = -INFINITY; low < INFINITY; low = *edge++) {
        size_t all = 0, count[COMPARED];
        for (int m = 0; m < COMPARED; m++) all += count[m] = between(list[m], n[m], low, *edge);
        if (!all) continue;
        printf(*edge < INFINITY ? "up to %-8g" : "more          ", *edge);
        for (int m = 0; m < COMPARED; m++) printf(" %12zu", count[m]);
        putchar('\n');
    }
    static const struct {
        const char *name;
        double part;
    } row[] = {{"median", 0.5}, {"99 %", 0.99}, {"largest", 1}};
    for (int i = 0; i < 3; i++) {
        printf("%-14s", row[i].name);
        for (int m = 0; m < COMPARED; m++) printf(" %12.3g", quantile(list[m], n[m], row[i].part));
        putchar('\n');
    }
}

static void figure4(const struct run run[COMPARED])
{
    static const double edge[] = {0.05, 0.1, 0.2, 0.5, 1,   2,   5,   10,
                                  20,   50,  100, 200, 500, 1e3, 1e4, INFINITY};
    double *list[COMPARED];
    size_t n[COMPARED];
    for (int m = 0; m < COMPARED; m++) {
        n[m] = run[m].n;
        list[m] = bench_alloc(n[m] + 1, sizeof(double));
        for (size_t i = 0; i < n[m]; i++) list[m][i] = 1e3 * run[m].time[i];
        qsort(list[m], n[m], sizeof(double), by_size);
    }
    printf("\nFigure 4. How many pairs took how many ms. Paper: its method 996 of 1000 within 1000, at most "
           "2600;\n"
           "the traditional one at most 654000.\n\n");
    print_histogram(list, n, edge, "ms");
    for (int m = 0; m < COMPARED; m++) free(list[m]);
}

static void figure5(const struct patch_set *set, const struct run run[COMPARED])
{
    static const double edge[] = {1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9,
                                  1e-8,  1e-7,  1e-6,  1e-5,  1e-4,  INFINITY};
    double *list[COMPARED];
    size_t n[COMPARED];
    for (int m = 0; m < COMPARED; m++) {
        n[m] = 0;
        list[m] = bench_alloc(run[m].n + 1, sizeof(double));
        for (size_t i = 0; i < run[m].n; i++)
            if (run[m].r[i].verdict == CCDQ_HIT)
                list[m][n[m]++] = pair_residual(&set->q[i], run[m].r[i].w, run[m].r[i].toi_lo);
        qsort(list[m], n[m], sizeof(double), by_size);
    }
    printf("\nFigure 5. Of how many hits the two points are how far apart at the time of impact.\n\n");
    print_histogram(list, n, edge, "distance");
    for (int m = 0; m < COMPARED; m++) free(list[m]);
}

/* The three methods at delta 1e-6: their ratio on the pairs that the slowest one gets done, Figures 4 and 5.
 */
static void compare(const struct patch_set *set, double seconds)
{
    struct run run[COMPARED];
    for (int m = 0; m < COMPARED; m++)
        run[m] = run_set(set, compared[m], 1e-6, m ? seconds : INFINITY,
                         m ? (uint32_t)(LOOKS_A_SECOND * seconds) : 0);
    double same[COMPARED] = {0};
    const size_t n = run[2].n < run[1].n ? run[2].n : run[1].n;
    for (int m = 0; m < COMPARED; m++)
        for (size_t i = 0; i < n; i++) same[m] += run[m].time[i];
    const char *at_least = run[2].cut ? ">" : "";
    printf(
        "\n%s at 1e-6. The first %zu pairs: trad-obb %s%.0f ms (%zu cut off), tdi-obb %.2f ms, tdi %.3f ms.\n"
        "trad-obb : tdi-obb %s%.0f, paper 138. tdi-obb : tdi %.1f.\n",
        set->name, n, at_least, 1e3 * same[2] / (double)n, run[2].cut, 1e3 * same[1] / (double)n,
        1e3 * same[0] / (double)n, at_least, same[2] / same[1], same[1] / same[0]);
    figure4(run);
    figure5(set, run);
    for (int m = 0; m < COMPARED; m++) run_free(&run[m]);
}

/* The certified method's times on every shape. */
static void times_of_default(const struct patch_set *sets)
{
    printf("\ntdi at 1e-6, ms a pair:\n\n%-5s %8s %8s %8s %8s\n", "shape", "mean", "median", "99 %", "worst");
    for (int s = 0; s < SHAPES; s++) {
        struct run run = run_set(&sets[s], "tdi", 1e-6, INFINITY, 0);
        qsort(run.time, run.n, sizeof(double), by_size);
        printf("%-5s %8.3f %8.3f %8.3f %8.3f\n", sets[s].name, mean_ms(&run),
               1e3 * quantile(run.time, run.n, 0.5), 1e3 * quantile(run.time, run.n, 0.99), 1e3 * run.worst);
        run_free(&run);
    }
}

/* ---- Figure 6 ---- */

/* Mean distances from the exact answers, of the pairs that both call hits. */
static void print_errors(const struct run *run, const struct run *exact)
{
    double time = 0, place = 0, width = 0;
    size_t n = 0;
    for (size_t i = 0; i < run->n; i++) {
        const struct ccdq_result *a = &run->r[i], *b = &exact->r[i];
        double square = 0;
        if (a->verdict != CCDQ_HIT || b->verdict != CCDQ_HIT) continue;
        n++;
        time += fabs(a->toi_lo - b->toi_lo);
        for (int k = 0; k < 4; k++) square += (a->w[k] - b->w[k]) * (a->w[k] - b->w[k]);
        place += sqrt(square);
        if (a->toi_hi < INFINITY && a->toi_hi - a->toi_lo > width) width = a->toi_hi - a->toi_lo;
    }
    printf(" %10.2e %10.2e", time / (double)n, place / (double)n);
    if (width > 0)
        printf(" %10.2e\n", width);
    else
        printf(" %10s\n", "-");
}

static void figure6(const struct patch_set *set, double seconds)
{
    struct run exact = run_set(set, "tdi", 1e-12, INFINITY, 0);
    printf("\nFigure 6. %s: ms a pair, and how far off time and parameters of hits are on average from those "
           "of\n"
           "tdi at 1e-12; the largest toi_hi - toi_lo. Paper: 5800 ms at 1e-10.\n\n"
           "%-9s %8s %16s %8s %5s %10s %10s %10s\n",
           set->name, "method", "delta", "mean (of)", "worst", "hits", "time", "u v", "interval");
    for (int m = 0; m < COMPARED; m++)
        for (int digits = 4; digits <= (m ? 8 : 10); digits++) {
            const double delta = pow(10, -digits);
            struct run run = run_set(set, compared[m], delta, m ? seconds : INFINITY,
                                     m ? (uint32_t)(LOOKS_A_SECOND * seconds) : 0);
            printf("%-9s %8.0e", compared[m], delta);
            print_cell(&run);
            printf(" %8.1f %5zu", 1e3 * run.worst, run.hits);
            print_errors(&run, &exact);
            fflush(stdout);
            run_free(&run);
        }
    run_free(&exact);
}

static double seconds_of(int argc, char **argv)
{
    char *end;
    const double seconds = argc < 2 ? 2 : strtod(argv[1], &end);
    if (argc < 2) return seconds;
    if (argc > 2 || end == argv[1] || *end || !(seconds > 0 && seconds <= 4000)) {
        fprintf(stderr, "usage: %s [SECONDS A CELL]\n", argv[0]);
        exit(2);
    }
    return seconds;
}

int main(int argc, char **argv)
{
    const double seconds = seconds_of(argc, argv);
    struct patch_set sets[SHAPES];
    ws = ccdq_workspace_new();
    if (!ws) return 2;
    bench_print_machine("processor time");
    for (int s = 0; s < SHAPES; s++) patch_set_load(&sets[s], shapes[s]);
    printf("1,000 random pairs of a shape, %s; %g s a cell.\n\n",
           sets[0].generated ? "generated (set CCDQ_BENCH_DATA for those of its curved/rand_*.dat)"
                             : "those of CCDQ_BENCH_DATA",
           seconds);
    table(sets, seconds);
    times_of_default(sets);
    compare(&sets[SHAPES - 1], 10 * seconds);
    figure6(&sets[SHAPES - 1], seconds);
    for (int s = 0; s < SHAPES; s++) patch_set_free(&sets[s]);
    ccdq_workspace_free(ws);
    return 0;
}
