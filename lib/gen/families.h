/* The families of linear queries, each as in struct gen_family. */
#ifndef CCDQ_FAMILIES_H
#define CCDQ_FAMILIES_H

#include "gen.h"
#include "rng.h"

typedef void family_make(struct ccdq_query *q, struct rng *rng);

/* families_random.c: rounded random numbers. */
family_make family_uniform, family_sim, family_offset, family_wide;
void add_vector(double x[3], double length,
                struct rng *rng); /* of this length and of uniform direction, to x */
/* The extent of points from .. to - 1 of q on one axis, over the whole motion. */
void swept_extent(const struct ccdq_query *q, int from, int to, int axis, double *lo, double *hi);

/* families_mesh.c: queries between the vertices of meshes. */
family_make family_cloth;

/* families_near.c: contacts on the border of space or time, up to a few roundings. */
family_make family_near;

/* families_border.c: contacts next to a border of space or time. */
family_make family_border;

/* families_degenerate.c: exact small integers in special position. */
family_make family_grid, family_ulp, family_parallel, family_coplanar, family_collinear, family_collapsed,
    family_static;

/* families_touch.c: exact contacts and exact misses by construction. */
family_make family_touch, family_miss;
double family_touch_time(struct rng *rng); /* draws the contact time, as family_touch first does */

/* families_separation.c: exact distances, and minimum separations near them. */
family_make family_separation;

/* families_drawn.c: other families, scaled or in turn. */
family_make family_tiny, family_huge, family_mixed;

#endif
