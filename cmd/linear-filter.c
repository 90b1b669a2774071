/* Linear queries, indexed or not, through the linear kernels. */
#include "linear-filter.h"
#include <inttypes.h>

static const struct linear_filter *linear(const struct filter *f)
{
    return (const struct linear_filter *)f;
}

static void solve(const struct filter *filter, struct block *block, struct ccdq_result *r,
                  struct ccdq_workspace *ws)
{
    const struct linear_filter *f = linear(filter);
    if (f->min_sep >= 0) linear_set_separation(f, block);
    if (block->record_kind == 'I')
        ccdq_linear_solve_indexed(f->method, linear_types(f), &block->indexed, &f->options, r, ws);
    else
        ccdq_linear_solve(f->method, linear_types(f), (const struct ccdq_query *)block->records.p, block->n,
                          &f->options, r, ws);
    if (f->no_zero_toi) linear_avoid_zero_toi(f, block, r, ws);
}

static const char *problem(const struct filter *filter, const struct block *block, size_t i, char *text,
                           size_t size)
{
    (void)text, (void)size;
    const struct linear_filter *f = linear(filter);
    const struct ccdq_query *queries = (const struct ccdq_query *)block->records.p;
    const char *problem = block->kind == 'I' ? ccdq_indexed_problem(&block->indexed, i) : NULL;
    if (problem) return problem;
    if (block->record_kind != 'I') return ccdq_linear_problem(f->method, linear_types(f), &queries[i]);
    struct ccdq_query q;
    ccdq_indexed_query(&block->indexed, i, &q);
    return ccdq_linear_problem(f->method, linear_types(f), &q);
}

static void add_contacts(const struct filter *f, const struct block *block, const struct ccdq_result *r,
                         struct buf *contacts, struct ccdq_workspace *ws)
{
    linear_add_contacts(linear(f), block, r, contacts, ws);
}

static void remember(struct filter *f, const struct block *block, size_t i)
{
    linear_query_of(block, i, &((struct linear_filter *)f)->first_query);
}

static void add_first_contact(const struct filter *f, struct buf *contacts, struct ccdq_workspace *ws)
{
    linear_add_contact(linear(f), &linear(f)->first_query, &f->first, contacts, ws);
}

static void add_stats(const struct filter *f, struct buf *json)
{
    const struct ccdq_linear_method *method = linear(f)->method;
    const char *const *stages = method->stages;
    const unsigned simd =
        method->abilities & CCDQ_USES_SIMD ? ccdq_simd_chosen(linear(f)->options.simd) : CCDQ_SIMD_PORTABLE;
    buf_printf(json, ", \"simd\": \"%s\", \"stages\": {", ccdq_simd_name(simd));
    for (int s = 0; stages[s]; s++) {
        struct ccdq_stage sum = {0, 0};
        for (uint64_t w = 0; w < f->common.jobs; w++) {
            sum.saw += ccdq_workspace_stages(f->workspaces[w])[s].saw;
            sum.decided += ccdq_workspace_stages(f->workspaces[w])[s].decided;
        }
        buf_printf(json, "%s\"%s\": {\"saw\": %" PRIu64 ", \"decided\": %" PRIu64 "}", s ? ", " : "",
                   stages[s], sum.saw, sum.decided);
    }
    buf_printf(json, "}");
}

int linear_filter(unsigned type, const char *name, const char *summary, int argc, char **argv)
{
    static const struct solver solver = {solve,    problem,           add_contacts,
                                         remember, add_first_contact, add_stats};
    struct linear_filter f = {.type = type, .min_sep = -1, .options = ccdq_linear_defaults};
    const int first = linear_parse(&f, name, summary, argc, argv);
    f.filter.solver = &solver;
    f.filter.input = (struct reader_options){
        .type = (int)type, .kinds = "QI", .expand = f.no_zero_toi ? EXPAND_ALL : EXPAND_NOT};
    return filter_run(&f.filter, argv + first, (size_t)(argc - first));
}
