#include "lattice.h"
#include <math.h>
#include <string.h>

static void set_zero_from(double p[3], int dimensions)
{
    for (int k = dimensions; k < 3; k++) p[k] = 0;
}

/* Points from .. to - 1 at t = 1 as at t = 0. */
static void stop(double (*p)[3], int from, int to)
{
    memcpy(p[from + 4], p[from], (size_t)(to - from) * sizeof *p);
}

void family_grid(struct ccdq_query *q, struct rng *rng)
{
    static const int ranges[][2] = {{0, 1}, {0, 1}, {-1, 1}, {-2, 2}};
    const int *range = ranges[rng_below(rng, 4)];
    lattice_draw(q->x, 8, range[0], range[1], rng);
}

void family_ulp(struct ccdq_query *q, struct rng *rng)
{
    family_grid(q, rng);
    const bool few = rng_below(rng, 2); /* about every tenth coordinate, so that some of the grid is left */
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            if (few && rng_below(rng, 8)) continue;
            const int move = rng_int(rng, -1, 1);
            double *x = &q->x[i][k];
            /* Zero moves by an ulp of one: its own is 2^-1074, which belongs to the family tiny. */
            if (*x == 0)
                *x = move * 0x1p-52;
            else if (move)
                *x = nextafter(*x, move * INFINITY);
        }
}

/* All four points in a space of so many dimensions for all t. */
static void flat(struct ccdq_query *q, int dimensions, struct rng *rng)
{
    double p[8][3];
    const int size = rng_int(rng, 1, 3);
    lattice_draw(p, 8, -size, size, rng);
    for (int i = 0; i < 8; i++) set_zero_from(p[i], dimensions);
    /* Either the plane (line) keeps its direction and all may move in it, or it turns and bends with what is
     * in it: with fixed p, M0 p + t (M1 - M0) p is M(t) p. */
    const bool keeps_direction = rng_below(rng, 2);
    if (!keeps_direction) stop(p, 0, 4);
    lattice_place(q, p, keeps_direction, rng);
}

void family_coplanar(struct ccdq_query *q, struct rng *rng)
{
    flat(q, 2, rng);
}

void family_collinear(struct ccdq_query *q, struct rng *rng)
{
    flat(q, 1, rng);
}

void family_static(struct ccdq_query *q, struct rng *rng)
{
    static family_make *const shapes[] = {family_uniform, family_grid, family_coplanar, family_collinear};
    shapes[rng_below(rng, 4)](q, rng);
    stop(q->x, 0, 4);
}

/* Two edges along the first axis, of constant lengths that are not zero; half of the time the second passes
 * through the line of the first. */
static void parallel_edges(double (*p)[3], struct rng *rng)
{
    for (int i = 1; i < 4; i += 2) {
        memcpy(p[i], p[i - 1], sizeof *p);
        p[i][0] += rng_int(rng, 1, 3);
    }
    for (int i = 0; i < 2; i++) set_zero_from(p[i], 1);
    stop(p, 0, 4);
    const int crosses = (int)rng_below(rng, 2);
    for (int k = 1; k < 3; k++) p[6][k] = p[7][k] = crosses ? -3 * p[2][k] : rng_int(rng, -2, 2);
}

/* A face that stays in the plane z = 0, and a point that stays in a plane parallel to it, or in it. */
static void parallel_motion(double (*p)[3])
{
    for (int i = 1; i < 4; i++) set_zero_from(p[i], 2), set_zero_from(p[i + 4], 2);
    p[4][2] = p[0][2];
}

void family_parallel(struct ccdq_query *q, struct rng *rng)
{
    double p[8][3];
    lattice_draw(p, 8, -2, 2, rng);
    if (rng_below(rng, 4) == 0)
        stop(p, 0, 4); /* then all points have the same motion */
    else if (q->type == CCDQ_VF)
        parallel_motion(p);
    else
        parallel_edges(p, rng);
    lattice_place(q, p, true, rng);
}

void family_collapsed(struct ccdq_query *q, struct rng *rng)
{
    double p[8][3];
    const int size = rng_int(rng, 1, 2);
    lattice_draw(p, 8, -size, size, rng);
    if (q->type == CCDQ_VF) {
        const int dimensions = rng_below(rng, 4) ? 1 : 0; /* a face within a line or in a point */
        for (int i = 1; i < 4; i++) set_zero_from(p[i], dimensions), set_zero_from(p[i + 4], dimensions);
    } else if (q->type == CCDQ_PE) {
        for (int end = 0; end < 8; end += 4) memcpy(p[end + 2], p[end + 1], sizeof *p);
    } else {
        const int edges = rng_int(rng, 1, 2);
        for (int i = 0; i < 2 * edges; i += 2)
            for (int end = 0; end < 8; end += 4) memcpy(p[i + end + 1], p[i + end], sizeof *p);
    }
    lattice_place(q, p, true, rng);
}
