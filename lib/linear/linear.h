/* What the linear kernels share. */
#ifndef CCDQ_LINEAR_H
#define CCDQ_LINEAR_H

#include "../ccdq.h"
#include "../result.h"
#include "../workspace.h"

ccdq_linear_kernel linear_certified, linear_exact, linear_fast, linear_cubic, linear_interval,
    linear_tdi_aabb, linear_tdi_obb;
ccdq_indexed_kernel linear_certified_indexed;
extern const char *const linear_certified_stages[],
    *const linear_exact_stages[], *const linear_fast_stages[], *const linear_cubic_stages[],
                                                                   *const linear_interval_stages[],
                                                                       *const linear_tdi_stages[];

/* Default tolerances: of the roots, of the barycentric coordinates, of the gap as a part of the extent, of
 * the parameters. */
#define LINEAR_FAST_TOL 1e-9
#define LINEAR_CUBIC_TOL 1e-9
#define LINEAR_INTERVAL_TOL 1e-6
#define LINEAR_TDI_TOL 1e-6

/* Whether all coordinates of q are finite that a query of its type has. */
int linear_finite(const struct ccdq_query *q);

/* The types, or none where the options cannot be: no tmax of 0 < tmax <= 1. */
unsigned linear_types(unsigned types, const struct ccdq_linear_options *options);

/* As ccdq_linear_problem, but for the coordinates: a kernel looks at these itself. */
const char *linear_head_problem(const struct ccdq_linear_method *method, unsigned types, unsigned type,
                                double min_sep);

/* A stage has seen a query, and decided it or not. */
static inline void linear_count(struct ccdq_workspace *ws, int stage, int decided)
{
    ws->stage[stage].saw++;
    ws->stage[stage].decided += decided != 0;
}

/* r by lib/exact: what the tier exact falls back on, and all of the method `exact`. */
void linear_solve_exactly(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                          unsigned method, uint32_t evals, struct ccdq_result *r, struct ccdq_workspace *ws);

/* separation.c: `certified` for queries with a minimum separation, and for point-edge and point-point with or
 * without. stage: which numbers this stage and lib/exact have in the counts. */
void linear_separation(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                       const int stage[2], struct ccdq_result *r, struct ccdq_workspace *ws);

/* A lower bound of the distance of a pair that does not move, of min_sep 0 and finite coordinates, and above
 * half of it; 0 where doubles find none. */
double linear_distance_below(const struct ccdq_query *still);

/* extended.c: the stage of `certified` between doubles and lib/exact, in exact integers of a fixed width. For
 * a vertex-face or edge-edge query of finite coordinates that doubles left undecided. Returns whether it has
 * decided; then r is the answer, proven like any other of the method. */
int linear_extended(const struct ccdq_query *q, const struct ccdq_linear_options *options, uint32_t evals,
                    struct ccdq_result *r);

/* touches.c: at how many distinct times in [0, 1] the pair of q touches, r being its answer: 1 or 2, or 0
 * where doubles do not say. Much faster than lib/exact; what is said is proven. */
int linear_touches(const struct ccdq_query *q, const struct ccdq_result *r, struct ccdq_workspace *ws);

#endif
