#include "sdf-run.h"
#include "bench.h"
#include <math.h>

/* ---- Methods ---- */

static const struct column {
    const char *name, *method;
    uint32_t substeps;
} columns[COLUMNS] = {{"certified", "certified", 0}, {"fwgss", "fwgss", 0}, {"fw", "fw", 0},
                      {"dcd 1", "dcd", 1},           {"dcd 10", "dcd", 10}, {"dcd 100", "dcd", 100},
                      {"vertices", "vertices", 0}};

const char *sdf_column_name(int column)
{
    return columns[column].name;
}

static const struct sdf_method *method_of(int column)
{
    const struct sdf_method *m = sdf_methods;
    while (strcmp(m->name, columns[column].method)) m++;
    return m;
}

static struct sdf_options options_of(int column, double delta)
{
    struct sdf_options options = sdf_defaults;
    options.delta = delta;
    options.substeps = columns[column].substeps;
    return options;
}

double sdf_run_first(int column, double delta, const struct sdf *sdf, const struct sdf_step *step,
                     struct sdf_answer *answer, struct ccdq_workspace *ws)
{
    const struct sdf_scene scene = {sdf, sdf->nodes - 1, step->motion};
    const struct sdf_options options = options_of(column, delta);
    const double start = bench_seconds();
    method_of(column)->first(&scene, &step->mesh, &step->spheres, &options, answer, ws);
    return bench_seconds() - start;
}

double sdf_run_each(int column, const struct sdf *sdf, const struct sdf_step *step, struct sdf_answer *answer,
                    struct ccdq_workspace *ws)
{
    const struct sdf_scene scene = {sdf, sdf->nodes - 1, step->motion};
    const struct sdf_options options = options_of(column, DELTA);
    const double start = bench_seconds();
    method_of(column)->each(&scene, &step->mesh, &step->spheres, &options, answer, ws);
    return bench_seconds() - start;
}

double sdf_run_often(int column, const struct sdf *sdf, struct sdf_step *step, struct ccdq_workspace *ws)
{
    const struct sdf_scene scene = {sdf, sdf->nodes - 1, step->motion};
    const struct sdf_options options = options_of(column, DELTA);
    const struct sdf_method *method = method_of(column);
    struct sdf_answer answer;
    const double start = bench_seconds();
    for (int i = 0; i < SDF_OFTEN; i++) {
        sdf_spheres_free(&step->spheres);
        if (!sdf_spheres_build(&step->spheres, &step->mesh, &step->motion)) exit(2);
        method->first(&scene, &step->mesh, &step->spheres, &options, &answer, ws);
    }
    return (bench_seconds() - start) / SDF_OFTEN;
}

/* ---- Statistics ---- */

void sample_add(struct sample *sample, double x)
{
    if (!(sample->n & (sample->n - 1))) {
        sample->x = realloc(sample->x, (2 * sample->n + 1) * sizeof *sample->x);
        if (!sample->x) exit(2);
    }
    sample->x[sample->n++] = x;
}

static int by_size(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct summary sample_summary(struct sample *sample)
{
    const size_t n = sample->n;
    struct summary s = {NAN, NAN, NAN, NAN, NAN};
    double sum = 0, squares = 0;
    if (!n) return s;
    qsort(sample->x, n, sizeof *sample->x, by_size);
    for (size_t i = 0; i < n; i++) sum += sample->x[i];
    s.mean = sum / (double)n;
    for (size_t i = 0; i < n; i++) squares += (sample->x[i] - s.mean) * (sample->x[i] - s.mean);
    s.sigma = sqrt(squares / (double)n);
    s.min = sample->x[0], s.max = sample->x[n - 1], s.median = sample->x[n / 2];
    return s;
}

void sample_add_all(struct sample *sample, const struct sample *more)
{
    for (size_t i = 0; i < more->n; i++) sample_add(sample, more->x[i]);
}
