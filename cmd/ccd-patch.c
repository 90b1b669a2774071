/* ccd-patch: when do two moving Bezier patches touch? */
#include "filter.h"
#include "raw-pairs.h"
#include <float.h>
#include <stdlib.h>

struct patch_filter {
    struct filter filter; /* in front */
    const struct ccdq_patch_method *method;
    struct ccdq_patch_options options;
    struct raw_pairs_options raw;
};

static struct filter_method method_at(size_t i)
{
    const struct ccdq_patch_method *m = &ccdq_patch_methods[i];
    return (struct filter_method){m->name, m->tier, m->summary};
}

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

/* Returns the index of the first operand. */
static int parse(struct patch_filter *f, int argc, char **argv)
{
    const char **words = filter_method_words(method_at);
    int method = 0, simd;
    uint64_t max_iter = f->options.max_iter, max_mem = f->options.max_mem;
    const struct cli_option options[] = {
        {"method", 0, CLI_CHOICE, "NAME", "how to solve; help lists the methods; default tdi", &method, 0, 0,
         words, NULL},
        {"delta", 0, CLI_REAL, "D",
         "tdi: the points of a hit are at most D apart in each coordinate; the others: parameters are "
         "narrower than D; default 1e-6",
         &f->options.delta, DBL_TRUE_MIN, DBL_MAX, NULL, NULL},
        {"max-iter", 0, CLI_UINT, "N",
         "iterations a pair before the answer is unresolved; default 0: the method's own", &max_iter, 0,
         UINT32_MAX, NULL, NULL},
        {"max-mem", 0, CLI_BYTES, "N",
         "bytes a pair, as 64M, before the answer is unresolved; default 0: the method's own", &max_mem, 0,
         (double)(SIZE_MAX / 2), NULL, NULL},
        filter_simd(&simd),
        raw_pairs_shape(&f->raw),
        raw_pairs_dt(&f->raw),
        filter_keep(&f->filter),
        filter_earliest(&f->filter),
        {0}};
    const struct cli_command command = {
        "ccd-patch",
        "[OPTION]... [FILE]...",
        "Answers pairs of moving Bezier patches: do they touch while both move, and when.",
        options,
        filter_more,
        NULL};
    const int first = cli_parse(&command, &f->filter.common, argc, argv);
    filter_parsed(&f->filter, method_at, method);
    free(words);
    f->method = &ccdq_patch_methods[method];
    f->options.max_iter = (uint32_t)max_iter;
    f->options.max_mem = (size_t)max_mem;
    f->options.simd = filter_simd_chosen(simd);
    const bool raw = f->filter.common.from == FORM_RAW;
    f->filter.input =
        (struct reader_options){.type = -1, .kinds = "P", .pairs = raw_pairs_given(&f->raw, raw)};
    if (raw && !f->raw.shape) cli_usage("option --from raw: --shape says of what shapes the patches are");
    return first;
}

int main(int argc, char **argv)
{
    static const struct solver solver = {.solve = solve, .problem = problem};
    struct patch_filter f = {
        .filter.solver = &solver, .options = ccdq_patch_defaults, .raw = {.pairs = {.end = 1}}};
    const int first = parse(&f, argc, argv);
    return filter_run(&f.filter, argv + first, (size_t)(argc - first));
}
