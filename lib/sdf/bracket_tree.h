/* The values of a tree over a cell, from the definitions in sdf.h. */
#ifndef CCDQ_SDF_BRACKET_TREE_H
#define CCDQ_SDF_BRACKET_TREE_H

#include "bracket_form.h"
#include "sdf.h"

/* phi of the tree of node `root` at the point p. */
struct form bracket_tree(const struct sdf *sdf, size_t root, const struct form p[3]);

/* phi of a primitive (bracket_solid.c), and of an ellipsoid of these half axes (bracket_ellipsoid.c). */
struct form bracket_solid(const struct sdf_node *solid, const struct form p[3]);
struct form bracket_ellipsoid(const double half[3], const struct form p[3]);

#endif
