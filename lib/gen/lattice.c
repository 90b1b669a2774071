#include "lattice.h"
#include <math.h>

void lattice_draw(double (*p)[3], size_t n, int lo, int hi, struct rng *rng)
{
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) p[i][k] = rng_int(rng, lo, hi);
}

static double determinant(double m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

static void draw_invertible(double m[3][3], struct rng *rng)
{
    do lattice_draw(m, 3, -3, 3, rng);
    while (determinant(m) == 0);
}

void lattice_place(struct ccdq_query *q, double (*p)[3], bool one_map, struct rng *rng)
{
    double m[3][3], o[3];
    const int scale = rng_int(rng, -3, 3);
    for (int i = 0; i < 8; i++) {
        if (i == 0 || (i == 4 && !one_map)) draw_invertible(m, rng);
        if (i % 4 == 0) lattice_draw(&o, 1, -8, 8, rng);
        for (int k = 0; k < 3; k++)
            q->x[i][k] = ldexp(m[k][0] * p[i][0] + m[k][1] * p[i][1] + m[k][2] * p[i][2] + o[k], scale);
    }
}
