/* Volumes of tetrahedra at the width that the including file is compiled for.
 *
 * Six times the volume is the determinant of three edges that are linear in t. It keeps its sign if its
 * Bernstein coefficients have all the same one: the determinants at both ends, and between them (times 3)
 * sums of three determinants of edges at either end.
 *
 * Error, u = 2^-24. Coordinates are off by u / 2, so a component of an edge, at most 1, is off by u and by u
 * of rounding: with m the larger one of its computed sizes at both ends, its true size is below m + 2 u (1 +
 * u), and M = m + 4 u is more than that. The determinant of the true edges and that of the computed ones
 * differ by at most P(M) - P(m), P being the permanent: the sum of the sizes of the six terms. Computed terms
 * meet two products, one difference and two sums: 5 u P(M). The sum of three determinants is off by three
 * times both, and by 6 u P(M) of rounding; 7 u P(M) each. P(M) and P(m) themselves are off by 6 u P(M) each,
 * their difference by one u more: by less than 20 u P(M) in all, and 32 u is more than enough for the
 * rounding of the bound. Products that underflow add less than 2^-140; P(M) is at least 6 (4 u)^3 = 2^-63. */
#ifndef CCDQ_VOLUME_TETRA_KERNEL_H
#define CCDQ_VOLUME_TETRA_KERNEL_H

#include "tetra.h"
#include "vectors.h"

#define u_edge 0x1p-22F  /* 4 u */
#define u_terms 0x1p-19F /* 32 u */

/* An edge at t = 0 and t = 1. */
struct edges {
    struct vectors at[2];
};

LANES_INLINE vf determinant(struct vectors a, struct vectors b, struct vectors c)
{
    return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
}

LANES_INLINE vf permanent(struct vectors a, struct vectors b, struct vectors c)
{
    return a.x * (b.y * c.z + b.z * c.y) + a.y * (b.z * c.x + b.x * c.z) + a.z * (b.x * c.y + b.y * c.x);
}

LANES_INLINE vf larger(vf a, vf b)
{
    return f_select(f_gt(a, b), a, b);
}

LANES_INLINE struct vectors sizes(const struct edges *e)
{
    return (struct vectors){larger(f_abs(e->at[0].x), f_abs(e->at[1].x)),
                            larger(f_abs(e->at[0].y), f_abs(e->at[1].y)),
                            larger(f_abs(e->at[0].z), f_abs(e->at[1].z))};
}

LANES_INLINE struct vectors more(struct vectors m)
{
    return (struct vectors){m.x + u_edge, m.y + u_edge, m.z + u_edge};
}

/* Those of some lanes whose volume keeps its sign. */
LANES_INLINE fm keeps_sign(const struct edges *a, const struct edges *b, const struct edges *c)
{
    const struct vectors m_a = sizes(a), m_b = sizes(b), m_c = sizes(c);
    const vf most = permanent(more(m_a), more(m_b), more(m_c));
    const vf error = most - permanent(m_a, m_b, m_c) + u_terms * most;
    vf sum[4] = {{0}, {0}, {0}, {0}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++) sum[i + j + k] += determinant(a->at[i], b->at[j], c->at[k]);
    fm positive = f_gt(sum[0], error), negative = f_gt(-sum[0], error);
    for (int i = 1; i < 4; i++) {
        const vf least = i < 3 ? 3 * error : error;
        positive &= f_gt(sum[i], least);
        negative &= f_gt(-sum[i], least);
    }
    return positive | negative;
}

static unsigned tetra(const uint32_t *const corner[TETRA_LANES], const struct csat_node *node)
{
    unsigned keep = 0;
    for (int first = 0; first < TETRA_LANES; first += LANES) {
        struct edges edge[3];
        for (int end = 0; end < 2; end++) {
            const struct vectors from = load_nodes(corner + first, 0, node, end);
            for (int c = 0; c < 3; c++)
                edge[c].at[end] = minus(load_nodes(corner + first, c + 1, node, end), from);
        }
        keep |= f_bits(keeps_sign(&edge[0], &edge[1], &edge[2])) << first;
    }
    return ~keep & ((1U << TETRA_LANES) - 1);
}

#endif
