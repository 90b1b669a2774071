/* The command line of ccd-vf and ccd-ee. */
#include "linear-filter.h"
#include <float.h>
#include <stdlib.h>

static struct filter_method method_at(size_t i)
{
    const struct ccdq_linear_method *m = &ccdq_linear_methods[i];
    return (struct filter_method){m->name, m->tier, m->summary};
}

int linear_parse(struct linear_filter *f, const char *name, const char *summary, int argc, char **argv)
{
    const char **words = filter_method_words(method_at);
    int method = 0;
    int simd;
    uint64_t max_iter = f->options.max_iter;
    const struct cli_option options[] = {
        {"method", 0, CLI_CHOICE, "NAME", "how to solve; help lists the methods; default certified", &method,
         0, 0, words, NULL},
        {"tmax", 0, CLI_REAL, "T", "look for contacts in [0, T], 0 < T <= 1; default 1", &f->options.tmax,
         DBL_TRUE_MIN, 1, NULL, NULL},
        {"toi-width", 0, CLI_REAL, "W",
         "tier exact: toi_hi - toi_lo of a hit is at most W, 2^-52 to 1; default 1e-12",
         &f->options.toi_width, DBL_EPSILON, 1, NULL, NULL},
        {"min-sep", 0, CLI_REAL, "D",
         "contact is a distance of D or less, 0 <= D; default: each query's own minimum separation",
         &f->min_sep, 0, DBL_MAX, NULL, NULL},
        {"no-zero-toi", 0, CLI_FLAG, NULL,
         "solve what is within its separation at t = 0 with half of its distance there", &f->no_zero_toi, 0,
         0, NULL, NULL},
        {"tol", 0, CLI_REAL, "E", "tolerance of the methods that have one, 0 to 1; default: the method's own",
         &f->options.tol, 0, 1, NULL, NULL},
        {"max-iter", 0, CLI_UINT, "N",
         "iterations a query before a certified or baseline method answers unresolved; default 0: the "
         "method's own",
         &max_iter, 0, UINT32_MAX, NULL, NULL},
        filter_simd(&simd),
        filter_keep(&f->filter),
        filter_earliest(&f->filter),
        {"contacts", 0, CLI_FLAG, NULL, "write the contacts of the hits behind each frame of results",
         &f->filter.contacts, 0, 0, NULL, NULL},
        {0}};
    const struct cli_command command = {name, "[OPTION]... [FILE]...", summary, options, filter_more, NULL};
    const int first = cli_parse(&command, &f->filter.common, argc, argv);
    filter_parsed(&f->filter, method_at, method);
    f->method = &ccdq_linear_methods[method];
    free(words);
    f->options.max_iter = (uint32_t)max_iter;
    f->options.simd = filter_simd_chosen(simd);
    return first;
}
