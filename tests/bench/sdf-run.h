/* What the benches of ccd-sdf share: the methods they compare, running them, and statistics. */
#ifndef CCDQ_SDF_RUN_H
#define CCDQ_SDF_RUN_H

#include "sdf-sets.h"

#define DELTA 1e-5
#define TORUS "{\"torus\": {\"major\": 0.11, \"minor\": 0.04}}"
#define BOX "{\"box\": {\"size\": [0.3, 0.3, 0.08]}}"

/* The methods as columns, or rows, of a table. */
enum { COLUMNS = 7, CERTIFIED = 0, FWGSS = 1 };
const char *sdf_column_name(int column);

/* The first contact of a step with the last node of a tree, and that of each triangle; both return the
 * seconds that took. */
double sdf_run_first(int column, double delta, const struct sdf *sdf, const struct sdf_step *step,
                     struct sdf_answer *answer, struct ccdq_workspace *ws);
double sdf_run_each(int column, const struct sdf *sdf, const struct sdf_step *step, struct sdf_answer *answer,
                    struct ccdq_workspace *ws);

/* The first contact of a step, its tree of spheres built anew, SDF_OFTEN times in succession: the seconds of
 * each. A look at the clock is a system call, which takes as long as a short search, and slows the next. */
enum { SDF_OFTEN = 16 };
double sdf_run_often(int column, const struct sdf *sdf, struct sdf_step *step, struct ccdq_workspace *ws);

/* Numbers, as many as are added; x is freed by the owner. */
struct sample {
    double *x;
    size_t n;
};
void sample_add(struct sample *sample, double x);
void sample_add_all(struct sample *sample, const struct sample *more);

struct summary {
    double min, max, mean, median, sigma;
};
/* Sorts the sample. NaNs if it is empty. */
struct summary sample_summary(struct sample *sample);

/* The tables that are not about the thesis's two sets (sdf-meshes.c): first contacts of large meshes; one
 * triangle; each triangle of large meshes. */
void sdf_bench_large(struct ccdq_workspace *ws);
void sdf_bench_one(size_t steps, struct ccdq_workspace *ws);
void sdf_bench_each(struct ccdq_workspace *ws);

#endif
