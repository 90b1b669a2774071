/* Trees of signed distance functions: phi(p) < 0 inside a solid, > 0 outside.
 *
 * What a tree describes is a function of real numbers; struct sdf_node says which. The functions below
 * enclose that function's exact values: each rounding step is covered by a bound that is derived where it is
 * made. The bounds are right for any finite coordinates; beyond 2^250 they are -inf and inf.
 *
 * The primitives are exact distances, so they change no faster than the point moves (their Lipschitz constant
 * is 1), and unions, intersections and offsets keep that. A twist does not: it has no constant that holds
 * everywhere, but one that holds near a point. All constants are proven; none is taken on trust.
 *
 * Building allocates; nothing else does, and all else may be called by any number of threads at once. */
#ifndef CCDQ_SDF_H
#define CCDQ_SDF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../num/interval.h"
#include "../num/vec3.h"
#include "map.h"

enum sdf_kind {
    /* Primitives, centred at the origin, with z for their axis. */
    SDF_PLANE,     /* the half-space z <= 0 */
    SDF_SPHERE,    /* size: radius */
    SDF_ELLIPSOID, /* half axes along x, y, z */
    SDF_BOX,       /* half sides along x, y, z */
    SDF_CAPSULE,   /* radius, half the length of its segment */
    SDF_CYLINDER,  /* radius, half the height */
    SDF_CONE,      /* radius of the base at z = -half the height, half the height */
    SDF_TORUS,     /* radius of the ring's middle, of the tube; this not above that */
    /* Of one or more children, folded from the first to the last: blended by k >= 0, the intersection of a
     * and b is max(a, b) + m m / (4 k) with m = max(k - |a - b|, 0), the union min(a, b) - m m / (4 k). */
    SDF_UNION,
    SDF_INTERSECTION,
    /* Of one child, whose value is a. */
    SDF_COMPLEMENT, /* -a */
    SDF_OFFSET,     /* a - amount, which may be negative */
    SDF_SHELL,      /* |a| - amount / 2 */
    SDF_MAP,        /* amount a(map(p)) */
    SDF_TWIST,      /* a(p turned about z by `amount` degrees times p's z) */
    SDF_KINDS,
};

#define SDF_NONE SIZE_MAX
enum { SDF_DEPTH = 200 }; /* nodes below each other; more is an error */

/* Lengths and factors of a tree: not above the one, and where they must be positive not below the other. */
#define SDF_LARGEST 1e60
#define SDF_SMALLEST 1e-60

/* A box that holds all p with phi(p) <= level: x[k].lo to x[k].hi, infinite where there is no bound, and with
 * lo > hi where there is no such p; and how fast phi grows away from it. Where the box is not empty, phi(p) -
 * level is at least growth.lo d at the distance d from it, and at least -growth.hi d at the depth d in it. */
struct sdf_box {
    struct interval x[3], growth;
};

struct sdf_node {
    uint8_t kind;   /* enum sdf_kind */
    bool convex;    /* the function is convex, by proof */
    uint16_t depth; /* of the tree below: 1 for a primitive */
    size_t child;   /* the first one, or SDF_NONE */
    size_t next;    /* its parent's next child, or SDF_NONE */
    double size[3]; /* of a primitive */
    double side[3]; /* of a cone: its side's unit normal along the radius and z, and its side's length */
    double slack;  /* of a primitive: how far `size` may be from the sizes meant, so its function from this */
    double amount; /* see enum sdf_kind; the k of a blend */
    double
        lipschitz; /* |phi(p) - phi(q)| <= lipschitz |p - q| for all p, q; INFINITY: there is none proven */
    double
        scale[2]; /* least, most: what the maps from here down multiply distances by, one after the other */
    struct sdf_map map;
    struct sdf_box box; /* of a twist: of the level 0 */
};

struct sdf {
    struct sdf_node *node; /* children before parents: the last one added is the root of a whole tree */
    size_t nodes, room;
    const char *problem; /* why a node was refused: half a sentence */
};

/* ---- Building. {0} is an empty tree. ---- */

void sdf_free(struct sdf *sdf);

/* Each adds a node and returns its number, or returns SDF_NONE and sets `problem`. A child has one parent.
 * A map that changes nothing is not added: the number is the child's. */

/* Sizes that are not needed are ignored. They are positive. */
size_t sdf_add_primitive(struct sdf *sdf, enum sdf_kind kind, const struct interval size[3]);
size_t sdf_add_combination(struct sdf *sdf, enum sdf_kind kind, double blend, const size_t *child, size_t n);
size_t sdf_add_changed(struct sdf *sdf, enum sdf_kind kind, double amount, size_t child);
size_t sdf_add_map(struct sdf *sdf, const struct sdf_map *map, double amount, size_t child);

/* ---- Values at the tree of node `root` ---- */

/* phi over the ball of this radius >= 0 about c; a radius of 0 gives the value at c. The tighter way than
 * value - lipschitz radius: constants are taken piece by piece, and near c. */
struct interval sdf_over_ball(const struct sdf *sdf, size_t root, struct vec3 c, double radius);

/* The value and a gradient at p in plain rounding arithmetic, for optimisers: nothing is proven about them.
 * At a crease the gradient is that of one side. g may be NULL. */
double sdf_value(const struct sdf *sdf, size_t root, struct vec3 p, struct vec3 *g);

/* All x within `radius` of some sum w_k v_k, for weights w_k >= 0 of sum 1: of n points, 1 <= n <= SDF_HULL.
 * A triangle has n = 3; that of a time between two, n = 6. */
enum { SDF_HULL = 6 };
struct sdf_hull {
    int n;
    int leading; /* 1 .. n: a bound is made as large as can be at the first so many points */
    struct vec3 v[SDF_HULL];
    double radius;
};

/* Two functions that are linear in the weights of a hull's points, by their values lo[k], hi[k] where w_k =
 * 1: for all weights w and all x within `radius` of sum w_k v_k, sum w_k lo[k] <= phi(x) <= sum w_k hi[k]. */
struct sdf_linear {
    double lo[SDF_HULL], hi[SDF_HULL];
};

/* Encloses phi over the hull, which may be flat, a segment or a point. c is where the bound is made tight:
 * the better it is near the minimiser of phi on the hull, the better is the bound; it is right wherever c is.
 * The gap shrinks as the square of the hull where phi is smooth. hi is filled if `upper`, else it is
 * INFINITY. */
struct sdf_linear sdf_over_hull(const struct sdf *sdf, size_t root, const struct sdf_hull *hull,
                                struct vec3 c, bool upper);

/* A hull that changes into another of as many points, the leading ones of the n = 2 leading of `hulls`; or,
 * with n = leading, stays what it is. The points meant at the share s of the way are within radius of sum w_k
 * ((1 - s) v_k + s v_(k + n / 2)), or off that by so much that phi may be less by `bend` s (1 - s). From s =
 * 0 on to before `share` phi is proven to be above the level there: INFINITY: all the way, both ends
 * included; -INFINITY: not even at first. phi - level is at least `low` at first. */
struct sdf_free {
    double share, low;
};
struct sdf_free sdf_free_over_hulls(const struct sdf *sdf, size_t root, const struct sdf_hull *hulls,
                                    struct vec3 c, double level, double bend);

/* The least of n > 0 numbers; a NaN if one is. phi over a hull is at least the least of its lo. */
static inline double sdf_least(const double *x, int n)
{
    double smallest = x[0];
    for (int i = 1; i < n; i++) smallest = least(smallest, x[i]);
    return smallest;
}

/* A Lipschitz constant of phi in the ball about c; INFINITY: none is known. */
double sdf_lipschitz(const struct sdf *sdf, size_t root, struct vec3 c, double radius);

/* `level` is any number. */
struct sdf_box sdf_box(const struct sdf *sdf, size_t root, double level);

#endif
