/* The methods of ccd-vf and ccd-ee: time a query, and what they get wrong; then the commands from end to end.
 *
 *     linear [NUMBER OF QUERIES]         of each generated family; default 300,000
 *
 * The queries lie in memory, indexed ones as the meshes of frames as long as in a stream; those of a stream
 * are brought to one buffer before their turn, frame by frame, with their crc, as reading does. A pass goes
 * over all of them, or over as many as a method gets done in a tenth of a second, and first over some once
 * more that do not count, as new memory is slow; the best of three counts, or of more where they are short.
 * Two threads take half each. All times are processor times, so that other work on the machine does not
 * count, but for what it does to caches. Ratios are to `cubic`, one thread, in the same run. Hits and errors
 * are counted on a draw, the first 20,000 queries or as many as are done in half a second, against lib/exact,
 * which is not timed.
 */
#include "../../formats/crc.h"
#include "bench.h"
#include "linear-ends.h"
#include "linear-sets.h"
#include <math.h>
#include <pthread.h>

enum { PASSES = 3, BATCH = 1024, SMALL_BATCH = 32, THREADS = 2, ENDS_QUERIES = 2000000 };
static const double seconds_a_pass = 0.1, seconds_a_draw = 0.5;

static const char *const families[] = {"uniform", "sim", "grid", "ulp", "wide", "cloth"};
enum { FAMILIES = sizeof families / sizeof *families };
static const char *const ends_families[] = {"uniform", "sim", "cloth"};
enum { ENDS = sizeof ends_families / sizeof *ends_families };

/* How queries come: records, or meshes, in memory; or meshes that have just been read. */
enum form { RECORDS, INDEXED, STREAM };

/* A method, on the instructions and on the form of queries that it is tried with. */
struct variant {
    char name[32];
    const struct ccdq_linear_method *method;
    unsigned simd;
    enum form form;
};

/* What a mesh is copied to. */
struct mesh_buffer {
    double vertex[4 * PACKER_QUERIES][2][3];
    uint32_t index[PACKER_QUERIES][4];
};

/* Queries from .. from + n - 1 of a set, of one frame. */
static struct ccdq_indexed mesh_of(const struct bench_set *set, size_t from, size_t n)
{
    struct ccdq_indexed mesh = set->mesh[from / set->frame];
    mesh.index += from % set->frame;
    mesh.queries = n;
    mesh.first_id = from;
    return mesh;
}

static void copy_mesh(struct ccdq_indexed *mesh, struct mesh_buffer *buffer)
{
    crc_copy(0, buffer->vertex, mesh->vertex, mesh->vertices * sizeof *mesh->vertex);
    crc_copy(0, buffer->index, mesh->index, mesh->queries * sizeof *mesh->index);
    mesh->vertex = (const double(*)[2][3])buffer->vertex;
    mesh->index = (const uint32_t(*)[4])buffer->index;
}

/* Solves queries from .. from + n - 1 of a set; as indexed ones they are in one frame. Returns the seconds
 * that it took. */
static double solve(const struct variant *v, const struct bench_set *set, size_t from, size_t n,
                    struct ccdq_result *r, struct mesh_buffer *buffer, struct ccdq_workspace *ws)
{
    struct ccdq_linear_options options = ccdq_linear_defaults;
    const unsigned types = CCDQ_TYPE_BIT(set->type);
    struct ccdq_indexed mesh;
    options.simd = v->simd;
    if (v->form != RECORDS) mesh = mesh_of(set, from, n);
    if (v->form == STREAM) copy_mesh(&mesh, buffer);
    const double start = bench_seconds();
    if (v->form == RECORDS)
        ccdq_linear_solve(v->method, types, set->q + from, n, &options, r, ws);
    else
        ccdq_linear_solve_indexed(v->method, types, &mesh, &options, r, ws);
    return bench_seconds() - start;
}

/* What is right and wrong of a draw. */
struct score {
    size_t draw, hits, false_negatives, false_positives, unresolved;
};

/* A pass over queries from .. end - 1 in a thread of its own. score: or NULL. */
struct pass {
    const struct variant *variant;
    const struct bench_set *set;
    size_t from, end, done;
    double limit, seconds;
    struct score *score;
    struct ccdq_workspace *ws;
    pthread_t thread;
};

static void count(struct score *s, const struct ccdq_result *r, const bool *touches, size_t n)
{
    s->draw += n;
    for (size_t i = 0; i < n; i++) {
        s->hits += r[i].verdict == CCDQ_HIT;
        s->false_positives += r[i].verdict == CCDQ_HIT && !touches[i];
        s->false_negatives += r[i].verdict == CCDQ_FREE && touches[i];
        s->unresolved += r[i].verdict == CCDQ_UNRESOLVED;
    }
}

/* How many of the queries `from` and those behind it are solved at once. */
static size_t batch_of(const struct pass *p, size_t from, size_t wanted)
{
    if (p->variant->form != RECORDS) wanted = p->set->frame - from % p->set->frame;
    return bench_at_most(wanted, p->end - from);
}

static void *run_pass(void *arg)
{
    struct pass *p = arg;
    struct ccdq_result *r = bench_alloc(PACKER_QUERIES, sizeof *r);
    struct mesh_buffer *buffer = bench_alloc(1, sizeof *buffer);
    if (!p->score) solve(p->variant, p->set, p->from, batch_of(p, p->from, SMALL_BATCH), r, buffer, p->ws);
    while (p->from + p->done < p->end && p->seconds < p->limit) {
        const size_t from = p->from + p->done;
        const bool quick = p->done && p->seconds < 1e-5 * (double)p->done;
        const size_t batch = batch_of(p, from, quick ? BATCH : SMALL_BATCH);
        p->seconds += solve(p->variant, p->set, from, batch, r, buffer, p->ws);
        if (p->score) count(p->score, r, p->set->touches + from, batch);
        p->done += batch;
    }
    free(buffer);
    free(r);
    return NULL;
}

static struct ccdq_workspace *new_workspace(void)
{
    struct ccdq_workspace *ws = ccdq_workspace_new();
    if (!ws) exit(2);
    return ws;
}

/* Nanoseconds a query when so many threads share the work. */
static double time_pass(const struct variant *v, const struct bench_set *set, int threads)
{
    struct pass pass[THREADS];
    double queries_a_second = 0;
    for (int i = 0; i < threads; i++) {
        const size_t share = set->n / (size_t)threads;
        pass[i] = (struct pass){.variant = v,
                                .set = set,
                                .from = (size_t)i * share,
                                .end = ((size_t)i + 1) * share,
                                .limit = seconds_a_pass,
                                .ws = new_workspace()};
        if (pthread_create(&pass[i].thread, NULL, run_pass, &pass[i])) exit(2);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(pass[i].thread, NULL);
        ccdq_workspace_free(pass[i].ws);
        queries_a_second += (double)pass[i].done / pass[i].seconds;
    }
    return 1e9 / queries_a_second;
}

static double time_best(const struct variant *v, const struct bench_set *set, int threads)
{
    double best = INFINITY, spent = 0;
    for (int i = 0; i < PASSES || spent < seconds_a_pass; i++) {
        const double time = time_pass(v, set, threads);
        best = fmin(best, time);
        spent += 1e-9 * time * (double)set->n;
    }
    return best;
}

/* Three digits, or 0. */
static void print_percent(double x)
{
    printf(" %.*f", x == 0 ? 0 : x < 9.995 ? 2 : x < 99.95 ? 1 : 0, x);
}

static void print_stages(const struct ccdq_linear_method *method, struct ccdq_workspace *ws, size_t draw)
{
    const struct ccdq_stage *stage = ccdq_workspace_stages(ws);
    for (int i = 0; method->stages[i]; i++)
        print_percent(100 * (double)(stage[i].saw - stage[i].decided) / (double)draw);
    putchar('\n');
}

static void run_variant(const struct variant *v, const struct bench_set *set, double cubic)
{
    struct score s = {0};
    struct ccdq_workspace *ws = new_workspace();
    struct pass draw = {
        .variant = v, .set = set, .end = set->draw, .limit = seconds_a_draw, .score = &s, .ws = ws};
    run_pass(&draw);
    const bool is_cubic = v->method->number == CCDQ_METHOD_CUBIC;
    const double one = is_cubic ? cubic : time_best(v, set, 1), two = time_best(v, set, THREADS);
    printf("%-24s %9.*f %9.*f %5.2f %7.*f %5zu %4zu %5zu %5zu %6zu ", v->name, one < 1e5, one, two < 1e5, two,
           one / two, one < 100 * cubic ? 2 : 0, one / cubic, s.hits, s.false_negatives, s.false_positives,
           s.unresolved, s.draw);
    print_stages(v->method, ws, s.draw);
    fflush(stdout);
    ccdq_workspace_free(ws);
}

/* What it takes only to read the queries, a number of each 64 bytes. */
static double reading_pass(const struct bench_set *set, int indexed)
{
    enum { LINE = 8 }; /* numbers */
    volatile double all;
    double sum = 0;
    const double start = bench_seconds();
    for (size_t i = 0; i < set->n; i += set->frame) {
        const struct ccdq_indexed *mesh = &set->mesh[i / set->frame];
        const double *x = indexed ? mesh->vertex[0][0] : set->q[i].x[0];
        const size_t queries = mesh->queries * (sizeof *set->q / sizeof *x);
        const size_t n = indexed ? mesh->vertices * 6 : queries;
        for (size_t k = 0; k < n; k += LINE) sum += x[k];
        for (size_t k = 0; indexed && k < mesh->queries; k += 4) sum += mesh->index[k][0];
    }
    all = sum;
    (void)all;
    return 1e9 * (bench_seconds() - start) / (double)set->n;
}

static void run_reading(const struct bench_set *set, int indexed, double cubic)
{
    double best = INFINITY;
    for (int i = 0; i < 10 * PASSES; i++) best = fmin(best, reading_pass(set, indexed));
    printf("%-24s %9.1f %9s %5s %7.2f\n", indexed ? "(reading indexed)" : "(reading alone)", best, "", "",
           best / cubic);
}

static struct variant variant_of(const struct ccdq_linear_method *method, unsigned simd, enum form form)
{
    static const char *const forms[] = {"", " indexed", " stream"};
    struct variant v = {.method = method, .simd = simd, .form = form};
    snprintf(v.name, sizeof v.name, "%s%s%s%s", method->name, forms[form], simd ? " " : "",
             simd ? ccdq_simd_name(simd) : "");
    return v;
}

/* On each kind of instructions. */
static void run_paths(const struct ccdq_linear_method *m, enum form form, const struct bench_set *set,
                      double cubic)
{
    for (unsigned simd = CCDQ_SIMD_PORTABLE; ccdq_simd_name(simd); simd++) {
        const struct variant path = variant_of(m, simd, form);
        if (ccdq_simd_available(simd)) run_variant(&path, set, cubic);
    }
}

static void run_set(const struct bench_set *set)
{
    const struct variant yardstick = variant_of(ccdq_linear_find("cubic"), CCDQ_SIMD_BEST, RECORDS);
    const double cubic = time_best(&yardstick, set, 1);
    printf("\n%s %s, %zu queries\n", ccdq_type_name(set->type), set->name, set->n);
    for (const struct ccdq_linear_method *m = ccdq_linear_methods; m->name; m++) {
        const struct variant best = variant_of(m, CCDQ_SIMD_BEST, RECORDS);
        run_variant(&best, set, cubic);
        if (m->number != CCDQ_METHOD_CERTIFIED) continue;
        run_paths(m, RECORDS, set, cubic);
        const struct variant mesh = variant_of(m, CCDQ_SIMD_BEST, INDEXED);
        run_variant(&mesh, set, cubic);
        run_paths(m, STREAM, set, cubic);
    }
    for (int indexed = 0; indexed < 2; indexed++) run_reading(set, indexed, cubic);
}

static void print_head(size_t n)
{
    bench_print_machine("processor time");
    printf("%zu queries of a family (seed %d) in memory. 1 thread, 2 threads: ns a query; gain: from two;\n"
           "ratio: to cubic; then, of the first so many (`of`), hits, fn (false negatives), fp (false "
           "positives),\n"
           "unres (unresolved), and in %% what each stage of the method has seen and left undecided.\n",
           n, SET_SEED);
    printf(
        "indexed: as the meshes of frames; stream: likewise, each brought to one buffer before it is timed, "
        "as reading does\n(reading): no method, only a number of each 64 bytes of the queries\n");
    for (const struct ccdq_linear_method *m = ccdq_linear_methods; m->name; m++) {
        printf("    %-10s", m->name);
        for (int i = 0; m->stages[i]; i++) printf("%s %s", i ? "," : "", m->stages[i]);
        putchar('\n');
    }
    for (unsigned simd = CCDQ_SIMD_PORTABLE; ccdq_simd_name(simd); simd++)
        if (!ccdq_simd_available(simd))
            printf("certified %s skipped: not on this machine\n", ccdq_simd_name(simd));
    printf("\n%-18s %9s %9s %5s %7s %5s %4s %5s %5s %6s  %s\n", "method", "1 thread", "2 threads", "gain",
           "ratio", "hits", "fn", "fp", "unres", "of", "undecided by stage");
}

/* The kernel alone and the command around it. */
static void run_ends(unsigned type, const char *family)
{
    static const char *const inputs[] = {
        [FROM_PIPE] = "pipe", [FROM_FILE] = "file", [FROM_INDEXED] = "indexed file"};
    const struct ccdq_linear_method *method = ccdq_linear_methods;
    struct bench_end end[INPUTS];
    struct bench_set set;
    bench_set_generate(&set, family, type, ENDS_QUERIES);
    bench_ends(ccdq_type_name(type), family, ENDS_QUERIES, end);
    for (int i = 0; i < INPUTS; i++) {
        const struct variant v = variant_of(method, CCDQ_SIMD_BEST, i == FROM_INDEXED ? INDEXED : RECORDS);
        const double kernel = time_best(&v, &set, 1);
        char bytes[32] = "-";
        if (i != FROM_PIPE) snprintf(bytes, sizeof bytes, "%.1f", end[i].bytes);
        printf("%s %-9s %-14s %10.1f %10s %10.1f %10.1f %8.2f\n", ccdq_type_name(type), family, inputs[i],
               kernel, bytes, end[i].processor, end[i].wall, end[i].processor / kernel);
    }
    fflush(stdout);
    bench_set_free(&set);
}

int main(int argc, char **argv)
{
    const size_t n = bench_count(argc, argv, 300000);
    struct bench_set set;
    print_head(n);
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        for (int i = 0; i < FAMILIES; i++) {
            bench_set_generate(&set, families[i], type, n);
            run_set(&set);
            bench_set_free(&set);
        }
        bench_set_handcrafted(&set, type);
        run_set(&set);
        bench_set_free(&set);
    }
    printf(
        "\nEnd to end, %d queries, -j 1, results to nobody: ns a query, the best of ten runs; processor: of "
        "the whole\n"
        "process, from its start on; kernel: alone as above, on all of them, its results where the last "
        "ones were;\n"
        "bytes: reading the file and copying it and the answers with their crc, alone; ratio: of the "
        "processor time\n"
        "to the kernel's.\n\n"
        "%-12s %-14s %10s %10s %10s %10s %8s\n",
        ENDS_QUERIES, "queries", "from", "kernel", "bytes", "processor", "wall", "ratio");
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++)
        for (int i = 0; i < ENDS; i++) run_ends(type, ends_families[i]);
    return 0;
}
