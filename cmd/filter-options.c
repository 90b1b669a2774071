/* What the filters' command lines have in common. */
#include "filter.h"
#include <stdio.h>
#include <stdlib.h>

const char filter_more[] = "FILEs are read in order; without one, or where it is -, standard input.\n"
                           "Results are written as ccd or csv.\n"
                           "Exit status: 0 done, 2 trouble (usage, bad or incomplete input, I/O).\n";

struct cli_option filter_keep(struct filter *f)
{
    return (struct cli_option){.name = "keep",
                               .type = CLI_FLAG,
                               .help = "write each frame of queries before its results",
                               .value = &f->keep};
}

struct cli_option filter_earliest(struct filter *f)
{
    return (struct cli_option){.name = "earliest",
                               .type = CLI_FLAG,
                               .help = "write one result: the earliest contact of the whole input, if any",
                               .value = &f->earliest};
}

struct cli_option filter_simd(int *simd)
{
    static const char *names[CCDQ_SIMD_AVX512 + 2];
    for (unsigned i = 0; i <= CCDQ_SIMD_AVX512; i++) names[i] = ccdq_simd_name(i);
    *simd = CCDQ_SIMD_BEST;
    return (struct cli_option){
        .name = "simd",
        .type = CLI_CHOICE,
        .arg = "NAME",
        .help = "vector instructions to compute with; the output is the same; default best",
        .value = simd,
        .choices = names};
}

unsigned filter_simd_chosen(int simd)
{
    if (!ccdq_simd_available((unsigned)simd))
        cli_usage("option --simd: this processor has no %s", ccdq_simd_name((unsigned)simd));
    return (unsigned)simd;
}

const char **filter_method_words(filter_method_at *method_at)
{
    size_t n = 0;
    while (method_at(n).name) n++;
    const char **words = calloc(n + 2, sizeof *words);
    if (!words) xnomem();
    for (size_t i = 0; i < n; i++) words[i] = method_at(i).name;
    words[n] = "help";
    return words;
}

void filter_list_methods(filter_method_at *method_at)
{
    struct filter_method m;
    for (size_t i = 0; (m = method_at(i)).name; i++)
        printf("%-10s %-9s %s\n", m.name, ccdq_tier_name(m.tier), m.summary);
    cli_end_of_text();
}

void filter_parsed(struct filter *f, filter_method_at *method_at, int method)
{
    f->method = method_at((size_t)method).name;
    if (!f->method) filter_list_methods(method_at);
    if (f->common.to == FORM_SNIFF) f->common.to = FORM_CCD;
    if (f->common.to != FORM_CCD && f->common.to != FORM_CSV && f->common.to != FORM_INDEXED)
        cli_usage("option --to: results can be written as ccd or csv, not as %s", form_names[f->common.to]);
    if (!f->common.output) cli_apart("output", "-", "stats", f->common.stats);
    if (f->keep && f->earliest) cli_usage("options --keep and --earliest exclude each other");
}
