#include "raw-pairs.h"
#include <float.h>

struct cli_option raw_pairs_shape(struct raw_pairs_options *o)
{
    return (struct cli_option){.name = "shape",
                               .type = CLI_STRING,
                               .arg = "SHAPE",
                               .help =
                                   "the form raw holds pairs of patches: q3 (quads of degree 3), q3x2, t2, "
                                   "q3r (rational), or two: q3,t2",
                               .value = &o->shape};
}

struct cli_option raw_pairs_dt(struct raw_pairs_options *o)
{
    return (struct cli_option){.name = "dt",
                               .type = CLI_REAL,
                               .arg = "T",
                               .help = "with --shape: the pairs move for the time T, above 0; default 1",
                               .value = &o->pairs.end,
                               .min = DBL_TRUE_MIN,
                               .max = DBL_MAX,
                               .seen = &o->dt_given};
}

void raw_pairs_shapes(const char *words, struct ccdq_shape shape[2])
{
    if (ccdq_shapes_of_name(words, shape))
        cli_usage("option --shape: '%s' is not a shape such as q3, q3x2, t2 or q3r, or two such as q3,t2",
                  words);
    for (int i = 0; i < 2; i++) {
        const char *problem = ccdq_shape_problem(&shape[i]);
        if (problem) cli_usage("option --shape: '%s': patch %d: %s", words, i + 1, problem);
    }
}

const struct raw_pairs *raw_pairs_given(struct raw_pairs_options *o, bool raw)
{
    if (o->dt_given && !o->shape) cli_usage("option --dt is for --shape");
    if (!o->shape) return NULL;
    if (!raw) cli_usage("option --shape is for the form raw");
    raw_pairs_shapes(o->shape, o->pairs.shape);
    return &o->pairs;
}
