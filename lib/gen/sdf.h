/* The families of triangles against solids, each as gen_family.make_sdf with its solids, and what they share.
 * The range of records rounds all numbers to binary32: exact constructions keep to what that holds. */
#ifndef CCDQ_GEN_SDF_H
#define CCDQ_GEN_SDF_H

#include "gen.h"
#include "rng.h"

typedef void sdf_make(struct ccdq_sdf_query *q, uint64_t key, uint64_t id);

/* sdf_torus.c: the thesis's set (section 1.6.2), a triangle and a shuriken against a torus. */
sdf_make sdf_torus_triangle, sdf_torus_shuriken;
extern const char *const sdf_torus_solids[];

/* sdf_closed.c: contacts at a time that is known by construction. */
sdf_make sdf_closed;
extern const char *const sdf_closed_solids[];

/* sdf_degenerate.c: positions that are special, or hard. */
sdf_make sdf_degenerate;
extern const char *const sdf_degenerate_solids[];

/* sdf_trees.c: random triangles and motions against trees of every kind of node. */
sdf_make sdf_trees;
extern const char *const sdf_trees_solids[];

/* sdf.c: the other families in turn. */
sdf_make sdf_mixed;

/* The numbers of the record as binary32 has them. */
void round_sdf_query(struct ccdq_sdf_query *q);

/* sdf_shuriken.c: node i, in its own space. */
void shuriken_node(unsigned i, double x[3]);
/* The nodes of a triangle. */
void shuriken_corners(unsigned triangle, uint32_t node[3]);

#endif
