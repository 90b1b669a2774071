/* How points lie, decided exactly: in doubles where their rounding cannot matter, else in integers. All
 * coordinates must be finite. */
#ifndef CCDQ_MESH_ORIENTATION_H
#define CCDQ_MESH_ORIENTATION_H

#include <stdbool.h>

/* The sign of the volume of the tetrahedron a b c d, of the determinant of b - a, c - a, d - a: -1, 0, 1. It
 * is 1 if a b c go round counter-clockwise seen from d. */
int mesh_orientation(const double a[3], const double b[3], const double c[3], const double d[3]);

/* Whether the points lie on a line: the triangle a b c has no area. */
bool mesh_collinear(const double a[3], const double b[3], const double c[3]);

#endif
