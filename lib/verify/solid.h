/* Triangles against solids: the truth about a query, and what its answers name. The truth is a bracket
 * (lib/sdf/bracket.h). */
#ifndef CCDQ_VERIFY_SOLID_H
#define CCDQ_VERIFY_SOLID_H

#include "judge.h"
#include "../sdf/sdf.h"

/* The solids that queries name, and by what they are judged. */
struct verify_solids {
    const struct sdf *sdf;
    const size_t *root; /* of n solids */
    size_t n;
    double margin, delta; /* as the method had them, see struct sdf_options */
    double graze; /* a query grazes when the least phi is as near to the margin as this part of its size */
    uint32_t max_tests; /* of a search; 0: its default */
};

/* The part of a query's size that verify_solids.graze is by default. A query's size is a bound of the
 * coordinates of its triangle, seen from the solid. */
#define VERIFY_GRAZE 1e-12

/* The truth; never TRUTH_NONE. A query grazes (TRUTH_GRAZING) when the least of phi over the triangle and
 * over the whole time is proven to be within graze times its size of the margin. */
struct verify_truth verify_truth_of_solid(const struct verify_solids *solids, const struct ccdq_sdf_query *q);

/* residual: how far phi is above the margin at the point that the hit names, at toi_lo; near: not more than
 * delta. penetration: how far the least phi over the triangle can be below the margin then; NaN where the
 * triangle may touch at 0, and must. verify_can_look. */
struct verify_look verify_look_solid(const struct verify_solids *solids, const struct ccdq_sdf_query *q,
                                     const struct ccdq_result *r);

/* Whether a contact is one of the triangle and the solid: its point is, within rounding, the one that its
 * parameters name at toi_lo; phi there is its distance, within rounding, and is at most delta above the
 * margin, and behind the start at most delta below. Rounding: the part 2^-40 of the coordinates. */
bool verify_touches_solid(const struct verify_solids *solids, const struct ccdq_sdf_query *q,
                          const struct ccdq_contact *c);

#endif
