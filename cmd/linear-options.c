/* The command line of ccd-vf and ccd-ee. */
#include "linear-filter.h"
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

static void list_methods(void)
{
    for (const struct ccdq_linear_method *m = ccdq_linear_methods; m->name; m++)
        printf("%-10s %-9s %s\n", m->name, ccdq_tier_name(m->tier), m->summary);
    cli_end_of_text();
}

/* The names of all methods, "help", and NULL; the caller frees it. */
static const char **method_words(void)
{
    size_t n = 0;
    while (ccdq_linear_methods[n].name) n++;
    const char **words = calloc(n + 2, sizeof *words);
    if (!words) xnomem();
    for (size_t i = 0; i < n; i++) words[i] = ccdq_linear_methods[i].name;
    words[n] = "help";
    return words;
}

int linear_parse(struct filter *f, const char *name, const char *summary, int argc, char **argv)
{
    const char **words = method_words();
    int method = 0;
    const char *simds[CCDQ_SIMD_AVX512 + 2];
    for (unsigned i = 0; i <= CCDQ_SIMD_AVX512 + 1; i++) simds[i] = ccdq_simd_name(i);
    int simd = CCDQ_SIMD_BEST;
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
        {"simd", 0, CLI_CHOICE, "NAME",
         "vector instructions to compute with; the output is the same; default best", &simd, 0, 0, simds,
         NULL},
        {"keep", 0, CLI_FLAG, NULL, "write each frame of queries before its results", &f->keep, 0, 0, NULL,
         NULL},
        {"earliest", 0, CLI_FLAG, NULL, "write one result: the earliest contact of the whole input, if any",
         &f->earliest, 0, 0, NULL, NULL},
        {"contacts", 0, CLI_FLAG, NULL, "write the contacts of the hits behind each frame of results",
         &f->contacts, 0, 0, NULL, NULL},
        {0}};
    const struct cli_command command = {
        name,
        "[OPTION]... [FILE]...",
        summary,
        options,
        "FILEs are read in order; without one, or where it is -, standard input.\n"
        "Results are written as ccd or csv.\n"
        "Exit status: 0 done, 2 trouble (usage, bad or incomplete input, I/O).\n",
        NULL};
    const int first = cli_parse(&command, &f->common, argc, argv);
    f->method = &ccdq_linear_methods[method];
    free(words);
    if (!f->method->name) list_methods();
    f->options.max_iter = (uint32_t)max_iter;
    f->options.simd = (unsigned)simd;
    if (!ccdq_simd_available(f->options.simd))
        cli_usage("option --simd: this processor has no %s", simds[simd]);
    if (f->common.to == FORM_SNIFF) f->common.to = FORM_CCD;
    if (f->common.to != FORM_CCD && f->common.to != FORM_CSV && f->common.to != FORM_INDEXED)
        cli_usage("option --to: results can be written as ccd or csv, not as %s", form_names[f->common.to]);
    if (f->keep && f->earliest) cli_usage("options --keep and --earliest exclude each other");
    return first;
}
