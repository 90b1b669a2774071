/* The methods of ccd-vol and its cullings: times, counts, the shape of its paper's Tables I to III (Tang et
 * al. 2011), and what is missed of the truth.
 *
 *     volume [SECONDS]         a step of a cell of a table is cut off after so many; default 3
 *
 * A step is from the positions of two times to all contacts: the hierarchy is refit, pairs are culled and
 * tested. Each step of a scene is timed up to 300 times, if there is time for it, one thread and two in turn;
 * the least counts; times are means over the steps. Times are those that pass, waits for a thread included.
 * What is cut off has a > before it. Lines marked `paper` are quoted; all others are of this run.
 */
#include "../../cmd/pipeline.h"
#include "../../cmd/vol.h"
#include "../../formats/pair-list.h"
#include "../../lib/verify/volume.h"
#include "../../lib/volume/volume.h"
#include "bench.h"
#include "volume-scenes.h"
#include <math.h>

enum { REPEATS = 300, THREADS = 2 };

/* ---- One step ---- */

/* Shares work as ccd-vol does: its crew, by which parts of an update are spread. */
static struct vol two_threads = {.common = {.jobs = THREADS}};

static struct ccdq_workspace *workspaces[THREADS];

/* A search for the contacts of a step, task by task. */
struct search {
    const struct volume_model *model;
    size_t next, tasks;
    volume_take *take;
    void *context;              /* with one thread only */
    struct volume_first *first; /* NULL: all contacts are looked for */
    struct ccdq_contact found[THREADS];
    double end; /* of the time for it */
    struct volume_counts counts;
};

struct task {
    size_t number;
    struct volume_counts counts;
};

static int next_task(void *context, void *item)
{
    struct search *search = context;
    struct task *task = item;
    task->number = search->next;
    return search->next++ < search->tasks;
}

static void do_task(void *context, unsigned worker, void *item)
{
    struct search *search = context;
    struct task *task = item;
    struct volume_counts *counts = &task->counts;
    struct ccdq_workspace *ws = workspaces[worker];
    *counts = (struct volume_counts){0};
    if (!(search->first
              ? volume_first_task(search->first, task->number, &search->found[worker], counts, ws)
              : volume_task(search->model, task->number, search->take, search->context, counts, ws)))
        exit(2);
}

static int task_done(void *context, void *item)
{
    struct search *search = context;
    const struct task *task = item;
    volume_counts_add(&search->counts, &task->counts);
    return cli_seconds() > search->end;
}

static void release_task(void *item)
{
    (void)item;
}

static bool pass_over(void *context, const struct ccdq_contact *c)
{
    (void)context, (void)c;
    return true;
}

/* What a step, or the mean of some, took. */
struct cost {
    double update, search; /* seconds */
    struct volume_counts counts;
    bool cut;
};

/* All tasks of a step that the model is ready for, in a pipeline as in ccd-vol. */
static struct cost run_tasks(struct search *search, unsigned threads, double limit)
{
    static const struct pipeline pipeline = {.item_size = sizeof(struct task),
                                             .produce = next_task,
                                             .work = do_task,
                                             .consume = task_done,
                                             .release = release_task,
                                             .ahead = VOL_AHEAD};
    const double start = cli_seconds();
    search->tasks = volume_tasks(search->model);
    search->end = start + limit;
    const int stopped = pipeline_run_by(two_threads.crew, &pipeline, search, threads);
    if (stopped < 0) exit(2);
    return (struct cost){.search = cli_seconds() - start, .counts = search->counts, .cut = stopped};
}

/* For all contacts, or the first one. */
static struct cost search_step(const struct volume_model *model, bool first, unsigned threads, double limit)
{
    const double start = cli_seconds();
    struct search search = {.model = model, .take = pass_over};
    if (first && !(search.first = volume_first_new(model))) exit(2);
    for (int i = 0; i < THREADS; i++) search.found[i].verdict = CCDQ_FREE;
    struct cost cost = run_tasks(&search, threads, limit);
    volume_first_free(search.first);
    cost.search = cli_seconds() - start;
    return cost;
}

/* Makes the model ready for a step. Returns the seconds. */
static double update(struct volume_model *model, const double (*x0)[3], const double (*x1)[3],
                     const struct volume_options *options, unsigned threads)
{
    const double start = cli_seconds();
    if (!volume_step(model, x0, x1, options, threads > 1 ? vol_spread : NULL, &two_threads)) exit(2);
    return cli_seconds() - start;
}

static const double (*frame(const struct volume_scene *s, size_t i))[3]
{
    return (const double(*)[3])s->x[i];
}

static struct cost run_step(struct volume_model *model, const struct volume_scene *s, size_t k,
                            const struct volume_options *options, bool first, unsigned threads, double limit)
{
    const double seconds = update(model, frame(s, 2 * k), frame(s, 2 * k + 1), options, threads);
    struct cost cost = search_step(model, first, threads, limit);
    cost.update = seconds;
    return cost;
}

/* Runs step k, and keeps what took least: best[n] is with n + 1 threads, up to `most`. Returns the seconds
 * that one thread took. */
static double run_again(struct volume_model *model, const struct volume_scene *s, size_t k,
                        const struct volume_options *options, bool first, unsigned most, double limit,
                        struct cost best[THREADS])
{
    double spent = 0;
    for (unsigned threads = 1; threads <= most; threads++) {
        const struct cost cost = run_step(model, s, k, options, first, threads, limit);
        struct cost *least = &best[threads - 1];
        if (threads == 1) spent = cost.update + cost.search;
        if (cost.update + cost.search < least->update + least->search) *least = cost;
    }
    return spent;
}

/* mean[n]: a step with n + 1 threads, up to `most`. The steps take turns, so that what disturbs a processor
 * for a second or two does not spoil all runs of one of them. */
static void measure(const struct volume_scene *s, const struct volume_options *options, bool first,
                    unsigned most, double limit, struct cost mean[])
{
    const size_t steps = s->steps;
    /* two processors are seldom both undisturbed */
    const double enough = most > 1 ? 2 * limit : limit * (double)steps / 8;
    struct cost best[MOST_STEPS][THREADS];
    struct volume_model *model = volume_model_new(&s->mesh);
    /* the hierarchy is built here, and refit from then on */
    if (!model) exit(2);
    update(model, frame(s, 0), frame(s, 1), options, 1);
    for (size_t k = 0; k < steps; k++)
        for (unsigned n = 0; n < most; n++) best[k][n] = (struct cost){.search = INFINITY};
    double spent = 0;
    for (int i = 0; i < REPEATS && (!i || spent < enough); i++)
        for (size_t k = 0; k < steps; k++)
            spent += run_again(model, s, k, options, first, most, limit, best[k]);
    for (unsigned n = 0; n < most; n++) {
        mean[n] = (struct cost){.cut = false};
        for (size_t k = 0; k < steps; k++) {
            mean[n].update += best[k][n].update / (double)steps;
            mean[n].search += best[k][n].search / (double)steps;
            mean[n].cut |= best[k][n].cut;
            volume_counts_add(&mean[n].counts, &best[k][n].counts);
        }
    }
    volume_model_free(model);
}

static double total_ms(const struct cost *cost)
{
    return 1e3 * (cost->update + cost->search);
}

/* ---- Methods and cullings ---- */

/* Those whose name ends in -j 2 are measured with those before them. */
enum {
    VOLCCD,
    TWO_THREADS,
    FIRST,
    FIRST_TWO_THREADS,
    NO_CSAT,
    NO_OSET,
    NO_ASSIGN,
    NO_CULLING,
    NAIVE,
    HASH,
    BOUNDARY,
    WAYS
};

static const char *const way_names[WAYS] = {"volccd",  "volccd, -j 2", "first",     "first, -j 2",
                                            "no csat", "no oset",      "no assign", "none of these",
                                            "naive",   "hash",         "boundary"};

static struct volume_options options_of(int way)
{
    struct volume_options o = volume_defaults;
    if (way == NAIVE) o.method = VOLUME_NAIVE;
    if (way == HASH) o.method = VOLUME_HASH;
    o.csat = way != NO_CSAT && way != NO_CULLING;
    o.oset = way != NO_OSET && way != NO_CULLING;
    o.assign = way != NO_ASSIGN && way != NO_CULLING;
    o.boundary = way == BOUNDARY;
    return o;
}

static void print_cost(const char *name, const struct cost *cost, size_t steps)
{
    const struct volume_counts *c = &cost->counts;
    const uint64_t counts[] = {c->element_pairs, c->csat_pairs, c->vf_tests, c->ee_tests,
                               c->exact_tests,   c->vf,         c->ee,       c->inversions,
                               c->overlaps};
    printf("  %-14s %8.2f %9.2f %s%9.2f ", name, 1e3 * cost->update, 1e3 * cost->search,
           cost->cut ? ">" : " ", total_ms(cost));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        printf(" %*llu", i < 5 ? 10 : 7, (unsigned long long)(counts[i] / steps));
    putchar('\n');
    fflush(stdout);
}

/* ---- Tables I to III ---- */

static void print_tests(const char *name, const struct cost *cost, const struct cost *of, size_t steps)
{
    const double n = (double)steps;
    const double vf = (double)cost->counts.vf_tests / n, ee = (double)cost->counts.ee_tests / n;
    const double all = ((double)of->counts.vf_tests + (double)of->counts.ee_tests) / n;
    printf("  %-36s %s%9.3g %9.3g %9.3g %8.3g %%\n", name, cost->cut ? ">" : " ", vf, ee, vf + ee,
           100 * (vf + ee) / all);
}

static void print_tables(const struct volume_scene *s, const struct cost cost[WAYS])
{
    const double ms = total_ms(&cost[VOLCCD]);
    const struct cost *naive = &cost[NAIVE], *hash = &cost[HASH];
    printf("  Table I: %.2f ms; %s%.1f times faster than naive, %s%.1f than hash\n", ms,
           naive->cut ? ">" : "", total_ms(naive) / ms, hash->cut ? ">" : "", total_ms(hash) / ms);
    if (s->paper_ms > 0)
        printf(
            "    paper: %g ms on a scene of this kind, Q6600 at 2.4 GHz, 12 and 18.3 times; here %.1f times "
            "as fast\n",
            s->paper_ms, s->paper_ms / ms);
    if (s->rival_ms > 0)
        printf("    Self-CCD on this step: %g ms on a 2.1 GHz Xeon; here %.1f times as fast\n", s->rival_ms,
               s->rival_ms / ms);
    printf("  Tables II and III: elementary tests of a step  vf        ee       all\n");
    print_tests("A: no culling", naive, naive, s->steps);
    print_tests("B: of features (A = 100 %)", &cost[NO_CSAT], naive, s->steps);
    print_tests("C: of features and elements (B)", &cost[VOLCCD], &cost[NO_CSAT], s->steps);
    printf("    paper, octopi: 26M 312M 339M; 1.1M 6.4M 7.5M 2.23 %%; 7.9K 24K 32K 0.42 %%\n");
    printf("    paper, car crash: 8.2G 16G 24G; 98M 380M 476M 1.96 %%; 23M 120M 141M 29.6 %%\n");
    printf("  Two threads: %.2f times as fast as one; for the first contact alone %.2f times\n",
           ms / total_ms(&cost[TWO_THREADS]), total_ms(&cost[FIRST]) / total_ms(&cost[FIRST_TWO_THREADS]));
}

/* ---- The truth ---- */

struct facts {
    struct volume_fact *fact;
    size_t n, room;
};

static void add_fact(struct facts *facts, const struct volume_fact *fact)
{
    if (facts->n == facts->room) {
        facts->room = 2 * facts->room + 1024;
        facts->fact = realloc(facts->fact, facts->room * sizeof *facts->fact);
        if (!facts->fact) exit(2);
    }
    facts->fact[facts->n++] = *fact;
}

static bool take_fact(void *context, const struct ccdq_contact *c)
{
    struct volume_fact fact = {.timed = false};
    volume_fact_name(&fact, 0, c->kind, c->node, c->element);
    add_fact(context, &fact);
    return true;
}

/* false with a line: it is not there. */
static bool read_truth(const struct volume_scene *s, struct facts *facts)
{
    struct messages messages = {0};
    for (unsigned kind = 0; kind < 2; kind++) {
        char path[1024];
        struct buf pairs = {0};
        if (!volume_bench_path(path, sizeof path, s->truth[kind]) ||
            !pair_list_read(path, &pairs, &messages)) {
            printf("  the truth is not there: %s\n", s->truth[kind]);
            return false;
        }
        const struct listed_pair *pair = (const struct listed_pair *)(const void *)pairs.p;
        for (size_t i = 0; i < pairs.n / sizeof *pair; i++) {
            struct volume_fact fact = {.absent = !pair[i].hit};
            volume_fact_name(&fact, 0, kind, pair[i].node, NULL);
            add_fact(facts, &fact);
        }
        buf_free(&pairs);
    }
    return true;
}

static void ignore(void *context, enum volume_fault fault, const struct volume_fact *fact,
                   const struct volume_fact *truth)
{
    (void)context, (void)fault, (void)fact, (void)truth;
}

/* Pairs that are not listed are free. */
static void judge(const struct volume_scene *s, double scale, struct facts *truth)
{
    struct facts found = {0};
    struct volume_tally tally = {0};
    double(*x[2])[3];
    struct volume_model *model = volume_model_new(&s->mesh);
    for (int f = 0; f < 2; f++) {
        x[f] = bench_alloc(s->mesh.nodes, sizeof *x[f]);
        for (size_t i = 0; i < s->mesh.nodes; i++)
            for (int k = 0; k < 3; k++) x[f][i][k] = scale * s->x[f][i][k];
    }
    if (!model) exit(2);
    update(model, (const double(*)[3])x[0], (const double(*)[3])x[1], &volume_defaults, 1);
    struct search search = {.model = model, .take = take_fact, .context = &found};
    run_tasks(&search, 1, 1e9);
    volume_judge(truth->fact, truth->n, found.fact, found.n, 3, &tally, ignore, NULL);
    printf("  truth, scale %-6g", scale);
    for (int kind = 0; kind < 2; kind++)
        printf("  %s: %llu right, %llu false negatives, %llu false positives, %llu double",
               kind ? "ee" : "vf", (unsigned long long)tally.count[kind][VOLUME_RIGHT],
               (unsigned long long)tally.count[kind][VOLUME_MISSING],
               (unsigned long long)tally.count[kind][VOLUME_EXTRA],
               (unsigned long long)tally.count[kind][VOLUME_DOUBLE]);
    putchar('\n');
    volume_model_free(model);
    free(found.fact);
    for (int f = 0; f < 2; f++) free(x[f]);
}

static void compare_with_truth(const struct volume_scene *s)
{
    struct facts truth = {0};
    if (s->truth[0] && read_truth(s, &truth)) {
        judge(s, 1e-3, &truth);
        judge(s, 1, &truth);
        judge(s, 1e3, &truth);
    }
    free(truth.fact);
}

/* ---- All scenes ---- */

/* What is found of a mesh once, before its first step. */
static void print_model(const struct volume_scene *s)
{
    enum { TIMES = 5 };
    double best = INFINITY;
    for (int i = 0; i < TIMES; i++) {
        const double start = cli_seconds();
        struct volume_model *model = volume_model_new(&s->mesh);
        if (!model) exit(2);
        update(model, frame(s, 0), frame(s, 1), &volume_defaults, 1);
        const double seconds = cli_seconds() - start;
        if (seconds < best) best = seconds;
        volume_model_free(model);
    }
    printf("  features, O-Sets and hierarchy of the mesh, once: %.2f ms\n", 1e3 * best);
}

static void run_scene(const struct volume_scene *s, double limit)
{
    struct cost cost[WAYS];
    const size_t steps = s->steps;
    printf("\n%s: %zu elements, %zu nodes, %zu step%s. Means of a step: ms; pairs of elements that the broad "
           "phase\nleaves, and axes; elementary tests, exact ones; contacts\n",
           s->name, s->mesh.elements, s->mesh.nodes, steps, steps == 1 ? "" : "s");
    print_model(s);
    printf("  %-14s %8s %9s %10s  %10s %10s %10s %10s %10s %7s %7s %7s %7s\n", "", "update", "search", "all",
           "pairs", "axes", "vf tests", "ee tests", "exact", "vf", "ee", "invert", "overlap");
    for (int way = 0; way < WAYS; way++) {
        const struct volume_options options = options_of(way);
        const bool with_two = way == VOLCCD || way == FIRST;
        if (way != TWO_THREADS && way != FIRST_TWO_THREADS)
            measure(s, &options, way == FIRST, with_two ? THREADS : 1, limit, &cost[way]);
        print_cost(way_names[way], &cost[way], steps);
    }
    print_tables(s, cost);
    compare_with_truth(s);
}

static double seconds_of(int argc, char **argv)
{
    char *end;
    const double seconds = argc < 2 ? 3 : strtod(argv[1], &end);
    if (argc < 2) return seconds;
    if (argc > 2 || end == argv[1] || *end || !(seconds > 0 && seconds <= 1e6)) {
        fprintf(stderr, "usage: %s [SECONDS A STEP]\n", argv[0]);
        exit(2);
    }
    return seconds;
}

int main(int argc, char **argv)
{
    const double limit = seconds_of(argc, argv);
    for (int i = 0; i < THREADS; i++)
        if (!(workspaces[i] = ccdq_workspace_new())) return 2;
    if (!(two_threads.crew = crew_new(THREADS))) return 2;
    bench_print_machine("time that passes");
    for (size_t i = 0; i < volume_scenes; i++) {
        struct volume_scene scene;
        if (volume_scene_load(&scene, i)) run_scene(&scene, limit);
        volume_scene_free(&scene);
    }
    crew_free(two_threads.crew);
    for (int i = 0; i < THREADS; i++) ccdq_workspace_free(workspaces[i]);
    return 0;
}
