/* Affine maps p -> M p + b whose real entries are known as intervals. */
#ifndef CCDQ_SDF_MAP_H
#define CCDQ_SDF_MAP_H

#include <stdbool.h>
#include "../num/interval.h"
#include "../num/vec3.h"

/* A point, and how far the point that is meant may be from it. */
struct sdf_point {
    struct vec3 p;
    double radius;
};

struct sdf_map {
    struct interval entry[3][4]; /* M, then b in the last column */
    bool moves_only;             /* M is 1 and b exact */
    double m[3][4];              /* doubles in `entry` */
    double error[2];             /* all entries of M together, and of b, are that near to those in m */
    double norm;                 /* |M p| <= norm |p| */
};

/* The length of a vector. */
struct interval sdf_map_length(const struct interval v[3]);

/* p - by: what puts the point `by` at the origin. */
void sdf_map_move(struct sdf_map *map, const double by[3]);
/* The turn by -degrees about the axis (not 0) through the origin: what undoes a turn of the solid. */
void sdf_map_turn(struct sdf_map *map, const double axis[3], double degrees);
/* p / by, component by component; by > 0. */
void sdf_map_scale(struct sdf_map *map, const double by[3]);
/* The rigid motion that takes the point `middle` to the origin and the direction `axis` (not 0) to z. */
void sdf_map_axis(struct sdf_map *map, const struct interval middle[3], const struct interval axis[3]);
/* The map of these entries, row by row. */
void sdf_map_matrix(struct sdf_map *map, const double entry[12]);
/* p -> second(first(p)). */
void sdf_map_compose(struct sdf_map *map, const struct sdf_map *first, const struct sdf_map *second);

/* Where a ball goes: the image of the ball of radius p.radius about p lies in the result. */
struct sdf_point sdf_map_point(const struct sdf_map *map, struct sdf_point p);

/* The transpose of M times g, in plain arithmetic. */
struct vec3 sdf_map_gradient(const struct sdf_map *map, struct vec3 g);

/* The entries of the inverse; false where M is not proven to have one. */
bool sdf_map_inverse(const struct sdf_map *map, struct interval entry[3][4]);

#endif
