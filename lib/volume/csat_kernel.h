/* The code of csat_*.c, which define CSAT_KERNEL to be the name of the function.
 *
 * Two elements are apart all the time if an axis L has (q - p).L > 0 for all corners p of the one and q of
 * the other, at t = 0 and at t = 1: the corollaries of Theorem 1. So there is one just if the hull D of all
 * these differences q - p, at both ends, has no 0 in it, and the point of D next to 0 is one. Here a point x
 * of D comes nearer to 0 step by step (Gilbert 1966): the next one is on the way from x to the corner s of D
 * that lies lowest along x. If s.x > 0, x is an axis. Which axes are tried needs no care, only whether an
 * axis separates.
 *
 * That is decided by the least of (q - p).L, computed as least q.L minus largest p.L. With u = 2^-24, the
 * unit roundoff of floats, coordinates below 1/2 that are off by 2 u / 4, and |L| the sum of the sizes of L's
 * components: three products and two sums are off by at most 3.1 u |L| / 2, the coordinates' own errors make
 * u |L| / 2 at most, so a dot product is off by less than 2.1 u |L|, a difference of two by 4.2 u |L| and one
 * rounding of a number below |L|, together 5.3 u |L|. `certain` is more than that. Products that underflow
 * are off by 2^-150 instead, 12 of them: axes below 2^-100 are not used.
 *
 * Loops over lanes are for the compiler to make vectors of. */
#include "csat.h"
#include <math.h>

#define certain 0x1p-21F /* 8 u */
#define least_axis 0x1p-100F

enum { STEPS = 10 };

typedef float lanes[CSAT_LANES];

#define FOR_LANES(l) for (int l = 0; l < CSAT_LANES; l++)

/* The corners of both elements of all pairs at both ends. */
struct corners {
    lanes x[2][2][MESH_MAX_CORNERS][3]; /* of a and b, at t = 0 and 1 */
};

/* What is lowest along an axis: of -a and of b at each end. */
struct lowest {
    lanes value[2][2]; /* of a (largest p.L) and b (least q.L), at t = 0 and 1 */
    lanes point[2][2][3];
};

static void load(const struct csat_batch *batch, const struct csat_node *node, struct corners *corners)
{
    for (int side = 0; side < 2; side++)
        for (int c = 0; c < batch->corners; c++) FOR_LANES(l)
            {
                const struct csat_node *n = &node[batch->node[side][c][l]];
                for (int end = 0; end < 2; end++)
                    for (int k = 0; k < 3; k++) corners->x[side][end][c][k][l] = n->x[end][k];
            }
}

/* x = the difference of the mean corners, over both ends, times a number. */
static void begin(const struct corners *corners, int n, lanes x[3])
{
    for (int k = 0; k < 3; k++) {
        FOR_LANES(l) x[k][l] = 0;
        for (int end = 0; end < 2; end++)
            for (int c = 0; c < n; c++) FOR_LANES(l)
        x[k][l] += corners->x[1][end][c][k][l] - corners->x[0][end][c][k][l];
        FOR_LANES(l) x[k][l] /= (float)(2 * n);
    }
}

static void dot(const lanes x[3], const lanes axis[3], lanes product)
{
    FOR_LANES(l) product[l] = x[0][l] * axis[0][l] + x[1][l] * axis[1][l] + x[2][l] * axis[2][l];
}

/* The corner of one side at one end that is lowest along the axis, or highest for side a. */
static void find_lowest(const lanes corner[MESH_MAX_CORNERS][3], int n, const lanes axis[3], bool highest,
                        lanes value, lanes point[3])
{
    lanes v;
    dot(corner[0], axis, value);
    for (int k = 0; k < 3; k++) FOR_LANES(l) point[k][l] = corner[0][k][l];
    for (int c = 1; c < n; c++) {
        dot(corner[c], axis, v);
        for (int k = 0; k < 3; k++) FOR_LANES(l)
            {
                const bool better = highest ? v[l] > value[l] : v[l] < value[l];
                point[k][l] = better ? corner[c][k][l] : point[k][l];
            }
        FOR_LANES(l)
        {
            const bool better = highest ? v[l] > value[l] : v[l] < value[l];
            value[l] = better ? v[l] : value[l];
        }
    }
}

static void look_along(const struct corners *corners, int n, const lanes axis[3], struct lowest *lowest)
{
    for (int side = 0; side < 2; side++)
        for (int end = 0; end < 2; end++)
            find_lowest(corners->x[side][end], n, axis, !side, lowest->value[side][end],
                        lowest->point[side][end]);
}

/* What a gap along an axis must be above. */
static void set_bound(const lanes axis[3], lanes bound)
{
    FOR_LANES(l)
    {
        const float size = fabsf(axis[0][l]) + fabsf(axis[1][l]) + fabsf(axis[2][l]);
        bound[l] = size > least_axis ? certain * size : INFINITY;
    }
}

/* The gap at an end. */
static void set_gap(const struct lowest *lowest, int end, lanes gap)
{
    FOR_LANES(l) gap[l] = lowest->value[1][end][l] - lowest->value[0][end][l];
}

/* Moves x to the point next to 0 on the way to the lowest corner, in the lanes that are not apart. Returns
 * whether all are. */
static bool step(const struct lowest *lowest, lanes x[3])
{
    lanes gap[2], bound, s[3], xx, xs, ss, t;
    bool all = true;
    set_bound(x, bound);
    set_gap(lowest, 0, gap[0]);
    set_gap(lowest, 1, gap[1]);
    for (int k = 0; k < 3; k++) FOR_LANES(l)
        {
            const float s0 = lowest->point[1][0][k][l] - lowest->point[0][0][k][l];
            const float s1 = lowest->point[1][1][k][l] - lowest->point[0][1][k][l];
            s[k][l] = gap[0][l] < gap[1][l] ? s0 : s1;
        }
    dot(x, x, xx);
    dot(x, s, xs);
    dot(s, s, ss);
    FOR_LANES(l)
    {
        const bool apart = gap[0][l] > bound[l] && gap[1][l] > bound[l];
        const float length = xx[l] - 2 * xs[l] + ss[l], way = (xx[l] - xs[l]) / length;
        t[l] = apart ? 0 : way > 0 ? (way < 1 ? way : 1) : 0; /* 0 for NaN, too */
        all &= apart;
    }
    for (int k = 0; k < 3; k++) FOR_LANES(l) x[k][l] += t[l] * (s[k][l] - x[k][l]);
    return all;
}

/* The corners of a side that the axis does not keep away from the other element at both ends. */
static void set_near(const struct corners *corners, int n, int side, const lanes axis[3],
                     const struct lowest *lowest, const lanes bound, uint8_t near[CSAT_LANES])
{
    FOR_LANES(l) near[l] = 0;
    for (int c = 0; c < n; c++) {
        lanes v[2];
        dot(corners->x[side][0][c], axis, v[0]);
        dot(corners->x[side][1][c], axis, v[1]);
        FOR_LANES(l)
        {
            const float gap0 = side ? v[0][l] - lowest->value[0][0][l] : lowest->value[1][0][l] - v[0][l];
            const float gap1 = side ? v[1][l] - lowest->value[0][1][l] : lowest->value[1][1][l] - v[1][l];
            near[l] |= (uint8_t)(!(gap0 > bound[l] && gap1 > bound[l]) << c);
        }
    }
}

void CSAT_KERNEL(struct csat_batch *batch, const struct csat_node *node)
{
    struct corners corners;
    struct lowest lowest;
    lanes axis[3], bound, gap;
    const int n = batch->corners;
    load(batch, node, &corners);
    begin(&corners, n, axis);
    look_along(&corners, n, axis, &lowest);
    for (int i = 0; i < STEPS && !step(&lowest, axis); i++) look_along(&corners, n, axis, &lowest);
    set_bound(axis, bound);
    for (int side = 0; side < 2; side++) set_near(&corners, n, side, axis, &lowest, bound, batch->near[side]);
    set_gap(&lowest, 0, gap);
    FOR_LANES(l) batch->near_at_start[l] = !(gap[l] > bound[l]);
}
