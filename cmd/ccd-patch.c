/* ccd-patch: when do two moving Bezier patches touch, or the bodies of a scene? */
#include "raw-pairs.h"
#include "scene.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

struct patch_filter {
    struct filter filter; /* in front */
    const struct ccdq_patch_method *method;
    struct ccdq_patch_options options;
    struct raw_pairs_options raw;
    struct scene_given scene;
    size_t scene_method;
};

/* ---- Pairs of patches ---- */

/* Pair i of a block. */
static struct ccdq_patch_query pair_at(const struct block *block, size_t i)
{
    struct ccdq_patch_query q;
    const size_t size = frame_record_size(block->record_kind, block->records.p, block->n);
    ccdq_patch_record_query(block->records.p + i * size, &q);
    return q;
}

static void solve(const struct filter *filter, struct block *block, struct ccdq_result *r,
                  struct ccdq_workspace *ws)
{
    const struct patch_filter *f = (const struct patch_filter *)filter;
    for (size_t i = 0; i < block->n; i++) {
        const struct ccdq_patch_query q = pair_at(block, i);
        ccdq_patch_solve(f->method, &q, &f->options, &r[i], ws);
    }
}

static const char *problem(const struct filter *f, const struct block *block, size_t i, char *text,
                           size_t size)
{
    (void)f;
    const struct ccdq_patch_query q = pair_at(block, i);
    return ccdq_patch_problem(&q, text, size);
}

/* ---- The command line ---- */

static size_t patch_methods(void)
{
    size_t n = 0;
    while (ccdq_patch_methods[n].name) n++;
    return n;
}

/* Those of pairs, then those of scenes. */
static struct filter_method method_at(size_t i)
{
    const size_t n = patch_methods();
    if (i >= n + SCENE_METHODS) return (struct filter_method){0};
    if (i >= n) return scene_method(i - n);
    const struct ccdq_patch_method *m = &ccdq_patch_methods[i];
    return (struct filter_method){m->name, m->tier, m->summary};
}

/* What was given that has to be looked at behind the options. */
struct seen {
    int method, to, simd; /* as chosen; method, to: -1 where they were not */
    uint64_t max_iter, max_mem;
    bool delta, simd_given;
};

/* The form that comes behind those of streams in the choices of --to. */
enum { TO_JSON = FORM_INDEXED };

/* Sets what is for either: the method, the form of the output. */
static void take(struct patch_filter *f, struct seen *seen)
{
    const int n = (int)patch_methods();
    f->scene.json = seen->to == TO_JSON;
    f->filter.common.to = f->scene.json ? FORM_SNIFF : seen->to + 1;
    if (seen->method < 0) seen->method = f->scene.file ? n : 0;
    filter_parsed(&f->filter, method_at, seen->method);
    if (f->scene.file && seen->method < n)
        cli_usage("option --method: %s is for pairs of patches; --scene has certified and snyder",
                  f->filter.method);
    if (!f->scene.file && seen->method >= n)
        cli_usage("option --method: %s is for --scene", f->filter.method);
    f->scene_method = f->scene.file ? (size_t)(seen->method - n) : 0;
    f->method = f->scene.file ? NULL : &ccdq_patch_methods[seen->method];
}

static void take_pairs(struct patch_filter *f, const struct seen *seen)
{
    const bool raw = f->filter.common.from == FORM_RAW;
    scene_check_absent(&f->scene);
    f->options.max_iter = (uint32_t)seen->max_iter;
    f->options.max_mem = (size_t)seen->max_mem;
    f->options.simd = filter_simd_chosen(seen->simd);
    f->filter.input =
        (struct reader_options){.type = -1, .kinds = "P", .pairs = raw_pairs_given(&f->raw, raw)};
    if (raw && !f->raw.shape) cli_usage("option --from raw: --shape says of what shapes the patches are");
}

static void take_scenes(struct patch_filter *f, const struct seen *seen)
{
    const struct {
        const char *name;
        bool given;
    } others[] = {{"delta", seen->delta},  {"simd", seen->simd_given}, {"shape", f->raw.shape != NULL},
                  {"dt", f->raw.dt_given}, {"keep", f->filter.keep},   {"earliest", f->filter.earliest}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].given) cli_usage("options --scene and --%s exclude each other", others[i].name);
    f->scene.options.max_iter = seen->max_iter;
    f->scene.options.max_mem = (size_t)seen->max_mem;
    scene_check(&f->scene, f->scene_method, &f->filter.common);
}

static const char more[] =
    "FILEs are streams of pairs of patches (kind P), read in order; without one, or where it is -,\n"
    "standard input. With --scene they are more files of scenes. Results are written as ccd or csv,\n"
    "those of scenes with their contacts, or as json.\n"
    "Exit status: 0 done, 2 trouble (usage, bad or incomplete input, I/O).\n"
    "\n"
    "    ccd-patch --from raw --shape q3 --dt 0.02 --to csv pairs.dat\n"
    "    ccd-patch --scene torus.scene --svg torus.svg --to csv\n"
    "    ccd-patch --scene fruit.scene --each -o contacts.ccd\n";

/* The whole table: `rows`, those of scenes, `last`, and the end. */
static void join_options(struct cli_option *table, const struct cli_option *rows, size_t n,
                         struct scene_given *scene)
{
    memcpy(table, rows, n * sizeof *rows);
    scene_options(scene, table + n);
    table[n + SCENE_OPTIONS] = (struct cli_option){0};
}

/* Returns the index of the first operand. */
static int parse(struct patch_filter *f, int argc, char **argv)
{
    const char **words = filter_method_words(method_at);
    static const char *const forms[] = {"ccd", "csv", "nyu", "npy", "raw", "indexed", "json", NULL};
    struct seen seen = {.method = -1, .to = -1};
    struct cli_option simd = filter_simd(&seen.simd);
    simd.seen = &seen.simd_given;
    const struct cli_option rows[] = {
        {"method", 0, CLI_CHOICE, "NAME",
         "how to solve; help lists the methods; default tdi, with --scene certified", &seen.method, 0, 0,
         words, NULL},
        {"delta", 0, CLI_REAL, "D",
         "tdi: the points of a hit are at most D apart in each coordinate; tdi-*, trad-*: parameters are "
         "narrower than D; default 1e-6",
         &f->options.delta, DBL_TRUE_MIN, DBL_MAX, NULL, &seen.delta},
        {"max-iter", 0, CLI_UINT, "N",
         "iterations a pair, or a search of a scene, before the answer is unresolved; default 0: the "
         "method's own",
         &seen.max_iter, 0, UINT32_MAX, NULL, NULL},
        {"max-mem", 0, CLI_BYTES, "N",
         "bytes a pair or search, as 64M, before the answer is unresolved; default 0: the method's own",
         &seen.max_mem, 0, (double)(SIZE_MAX / 2), NULL, NULL},
        simd,
        raw_pairs_shape(&f->raw),
        raw_pairs_dt(&f->raw),
        filter_keep(&f->filter),
        filter_earliest(&f->filter),
        {"to", 0, CLI_CHOICE, "FORM", "form of the output; json: of scenes, one object a search; default ccd",
         &seen.to, 0, 0, forms, NULL},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    struct cli_option options[ROWS + SCENE_OPTIONS + 1];
    join_options(options, rows, ROWS, &f->scene);
    const struct cli_command command = {
        "ccd-patch",
        "[OPTION]... [FILE]...\n       ccd-patch [OPTION]... --scene FILE [FILE]...",
        "Answers pairs of moving Bezier patches, or scenes of curved bodies: do they touch, when and where.",
        options,
        more,
        "to"};
    const int first = cli_parse(&command, &f->filter.common, argc, argv);
    take(f, &seen);
    if (f->scene.file)
        take_scenes(f, &seen);
    else
        take_pairs(f, &seen);
    free(words);
    return first;
}

int main(int argc, char **argv)
{
    static const struct solver solver = {.solve = solve, .problem = problem};
    struct patch_filter f = {.filter.solver = &solver,
                             .options = ccdq_patch_defaults,
                             .raw = {.pairs = {.end = 1}},
                             .scene.options = scene_defaults};
    const int first = parse(&f, argc, argv);
    char **files = argv + first;
    const size_t n = (size_t)(argc - first);
    return f.scene.file ? scene_run(&f.scene, f.scene_method, &f.filter.common, files, n)
                        : filter_run(&f.filter, files, n);
}
