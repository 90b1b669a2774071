/* Control nets of patches in interval arithmetic, for the bracket. Every patch is a tensor product of degrees
 * m and n here: a triangle (u, v) is the quad (v, q) with u = (1 - v) q, one edge of it collapsed. */
#ifndef CCDQ_BRACKET_NET_H
#define CCDQ_BRACKET_NET_H

#include "../ccdq.h"
#include "../num/interval.h"
#include <stdbool.h>

/* Components of a control point: position and velocity, each times the weight where there is one, and the
 * weight. */
enum { NET_WEIGHT = 6, NET_COMPONENTS = 7 };
enum { NET_SIDE = CCDQ_MAX_DEGREE + 1, NET_MAX_POINTS = NET_SIDE * NET_SIDE };

struct net_shape {
    int degree[2];
    int points;     /* (m + 1)(n + 1); point i, j is number i (n + 1) + j */
    int components; /* 6, or 7 with weights */
};

/* How the pair's own units become those of the nets: x' = 2^-space x - shift, t' = 2^-time t, shift some
 * vector and velocity common to both patches. Then positions and displacements are below 2. */
struct net_units {
    int space, time;
    double end; /* of t', in [1/2, 1) */
    double shift[6];
};
void net_units_of(const struct ccdq_patch_query *q, struct net_units *units);

struct net_shape net_shape_of(const struct ccdq_shape *shape);

/* Fills net[component * points + point] for the whole patch. */
void net_of_patch(const struct ccdq_patch *patch, const struct net_units *units, struct interval *net);

/* The two halves of a net along u (0) or v (1). */
void net_halve(const struct net_shape *shape, int along, const struct interval *net, struct interval *low,
               struct interval *high);

/* A patch as a linear function of its parameters r, s in [-1, 1] and a box: at each time t >= 0 each point of
 * it is mid + r along[0] + s along[1] + e with |e| <= rest, by components, where each is what is given for
 * t = 0 plus t times what is given for the velocity. */
struct net_model {
    double mid[6], along[2][6], rest[6]; /* x y z, and their velocities */
};
void net_model_of(const struct net_shape *shape, const struct interval *net, struct net_model *model);

/* A patch as what is between its control points (of a rational one without their weights): about point[k],
 * of which no component is off by more than its error. size: the largest absolute values. */
struct net_hull {
    double (*point)[6]; /* the caller's array of shape.points */
    double error[6], size[6];
};
void net_hull_of(const struct net_shape *shape, const struct interval *net, struct net_hull *hull);

/* Position and velocity, and their derivatives by u and v, of the points of a box of parameters. */
struct net_value {
    struct interval at[6], by[2][6];
};
void net_value_at(const struct net_shape *shape, const struct interval *net, const struct interval at[2],
                  struct net_value *value);

/* The same at one point, about. */
struct net_plain {
    double at[6], by[2][6];
};
void net_plain_at(const struct net_shape *shape, const struct interval *net, const double at[2],
                  struct net_plain *plain);

#endif
