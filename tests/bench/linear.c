/* The methods of ccd-vf and ccd-ee on one thread: time a query, and what they get wrong.
 *
 *     linear [NUMBER OF QUERIES]         of each generated family; default 500,000
 *
 * The queries lie in memory. "memory" is a pass over all of them, one after another (for a slow method over
 * as many as it gets done in a fifth of a second), the best of three; "cache" a pass over the first 1,024,
 * the best of a hundred: there the processor has learnt the branches, too. Hits and errors are counted on a
 * draw, the first 20,000 queries, against lib/exact, which is not timed. Ratios are to `cubic`, from memory.
 * The public benchmark's queries are read from $CCDQ_BENCH_DATA/nyu-handcrafted.
 */
#include "../../formats/stream.h"
#include "../../lib/gen/gen.h"
#include "bench.h"
#include <glob.h>
#include <math.h>

enum { BATCH = 1024, DRAW = 20000, SEED = 1 };
static const char *const families[] = {"uniform", "sim", "grid", "ulp", "wide", NULL};
static const double seconds_a_pass = 0.2;
enum { PASSES_MEMORY = 3, PASSES_CACHE = 100 };

struct set {
    const char *name;
    unsigned type;
    struct ccdq_query *q;
    size_t n, draw;
    bool *truth; /* of the draw */
};

static struct ccdq_workspace *new_workspace(void)
{
    struct ccdq_workspace *ws = ccdq_workspace_new();
    if (!ws) exit(2);
    return ws;
}

/* Nanoseconds a query of one pass over the queries, as far as the time allows. */
static double time_pass(const struct set *set, const struct ccdq_linear_method *method, struct ccdq_result *r,
                        struct ccdq_workspace *ws)
{
    double start = bench_seconds(), seconds = 0;
    size_t done = 0;
    while (done < set->n && seconds < seconds_a_pass) {
        size_t batch = set->n - done < BATCH ? set->n - done : BATCH;
        method->solve(set->q + done, batch, &ccdq_linear_defaults, r, ws);
        done += batch;
        seconds = bench_seconds() - start;
    }
    return 1e9 * seconds / (double)done;
}

/* Of a few passes the fastest: the others were disturbed. */
static double time_best(const struct set *set, const struct ccdq_linear_method *method, int passes)
{
    static struct ccdq_result r[BATCH];
    struct ccdq_workspace *ws = new_workspace();
    double best = INFINITY;
    while (passes--) {
        double time = time_pass(set, method, r, ws);
        if (time < best) best = time;
    }
    ccdq_workspace_free(ws);
    return best;
}

/* Counts on the draw; the workspace's stages count it, too. */
struct score {
    size_t hits, false_negatives, false_positives, unresolved;
};

static struct score score(const struct set *set, const struct ccdq_linear_method *method,
                          struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct score s = {0};
    for (size_t done = 0; done < set->draw; done += BATCH) {
        size_t batch = set->draw - done < BATCH ? set->draw - done : BATCH;
        method->solve(set->q + done, batch, &ccdq_linear_defaults, r, ws);
        for (size_t i = 0; i < batch; i++) {
            bool touches = set->truth[done + i];
            s.hits += r[i].verdict == CCDQ_HIT;
            s.false_positives += r[i].verdict == CCDQ_HIT && !touches;
            s.false_negatives += r[i].verdict == CCDQ_FREE && touches;
            s.unresolved += r[i].verdict == CCDQ_UNRESOLVED;
        }
    }
    return s;
}

static void print_stages(const struct ccdq_linear_method *method, struct ccdq_workspace *ws, size_t draw)
{
    const struct ccdq_stage *count = ccdq_workspace_stages(ws);
    for (int i = 0; method->stages[i]; i++)
        printf(" %s %.2f%%", method->stages[i], 100 * (double)count[i].decided / (double)draw);
    putchar('\n');
}

/* baseline: what time_best says for `cubic` from memory. */
static void run_method(const struct set *set, const struct ccdq_linear_method *method, double baseline)
{
    static struct ccdq_result r[BATCH];
    struct ccdq_workspace *ws = new_workspace();
    struct score s = score(set, method, r, ws);
    struct set cached = {.q = set->q, .n = set->n < BATCH ? set->n : BATCH};
    double memory = method->number == CCDQ_METHOD_CUBIC ? baseline : time_best(set, method, PASSES_MEMORY);
    double cache = time_best(&cached, method, PASSES_CACHE);
    printf("%s %-11s %-10s %9.1f %9.1f %8.3f %7zu %6zu %6zu %6zu %7zu ", ccdq_type_name(set->type), set->name,
           method->name, memory, cache, memory / baseline, s.hits, s.false_negatives, s.false_positives,
           s.unresolved, set->draw);
    print_stages(method, ws, set->draw);
    fflush(stdout);
    ccdq_workspace_free(ws);
}

static void run_set(struct set *set)
{
    struct ccdq_workspace *ws = new_workspace();
    set->draw = set->n < DRAW ? set->n : DRAW;
    set->truth = bench_alloc(set->draw, sizeof *set->truth);
    for (size_t i = 0; i < set->draw; i++) {
        struct ccdq_exact_answer answer;
        ccdq_exact_solve(&set->q[i], 1, CCDQ_WANT_VERDICT, &answer, ws);
        set->truth[i] = answer.verdict == CCDQ_HIT;
    }
    double baseline = time_best(set, ccdq_linear_find("cubic"), PASSES_MEMORY);
    for (const struct ccdq_linear_method *m = ccdq_linear_methods; m->name; m++) run_method(set, m, baseline);
    ccdq_workspace_free(ws);
    free(set->truth);
}

static void run_family(const char *name, unsigned type, size_t n)
{
    struct set set = {.name = name, .type = type, .n = n, .q = bench_alloc(n, sizeof *set.q)};
    gen_linear_range(gen_find_family(gen_linear_families, name), type, SEED, 0, n, set.q);
    run_set(&set);
    free(set.q);
}

/* Reads all queries of some files; whatever is wrong with them ends the bench. */
static void read_queries(char **files, size_t n_files, struct set *set)
{
    struct reader_options options = {.from = FORM_NYU, .type = (int)set->type, .kinds = "Q", .parts = 1};
    struct reader *reader = reader_open(files, n_files, &options);
    struct block block = {0};
    struct buf all = {0};
    struct messages messages = {0};
    while (reader_next(reader, &block)) {
        block_decode(&block);
        buf_add(&all, block.records.p, block.n * sizeof *set->q);
        reader_account(reader, &block);
    }
    if (reader_finish(reader, &messages)) {
        fprintf(stderr, "%s cannot be read whole\n", files[0]);
        exit(2);
    }
    set->n = all.n / sizeof *set->q;
    set->q = bench_alloc(set->n, sizeof *set->q);
    memcpy(set->q, all.p, all.n);
    block_free(&block);
    buf_free(&all);
    messages_free(&messages);
}

static void run_handcrafted(unsigned type)
{
    const char *data = getenv("CCDQ_BENCH_DATA");
    char pattern[4096];
    snprintf(pattern, sizeof pattern, "%s/nyu-handcrafted/*/%s/*.csv", data ? data : "",
             type == CCDQ_VF ? "vertex-face" : "edge-edge");
    glob_t found;
    struct set set = {.name = "handcrafted", .type = type};
    if (!data || glob(pattern, 0, NULL, &found)) {
        printf("%s handcrafted skipped: %s\n", ccdq_type_name(type),
               data ? "no files below $CCDQ_BENCH_DATA/nyu-handcrafted" : "CCDQ_BENCH_DATA is not set");
        return;
    }
    read_queries(found.gl_pathv, found.gl_pathc, &set);
    run_set(&set);
    free(set.q);
    globfree(&found);
}

int main(int argc, char **argv)
{
    size_t n = bench_count(argc, argv, 500000);
    bench_print_machine();
    printf(
        "%zu queries of a family (seed %d). memory, cache: ns a query; ratio: to cubic, from memory;\n"
        "hit, fn (false negatives), fp (false positives), unres (unresolved): on the draw, against exact;\n"
        "then the part of the draw that each stage of the method has decided.\n\n",
        n, SEED);
    printf("   %-11s %-10s %9s %9s %8s %7s %6s %6s %6s %7s  stages\n", "queries", "method", "memory", "cache",
           "ratio", "hit", "fn", "fp", "unres", "draw");
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        for (int i = 0; families[i]; i++) run_family(families[i], type, n);
        run_handcrafted(type);
    }
    return 0;
}
