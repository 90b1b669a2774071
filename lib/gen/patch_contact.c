/* Patches that touch the plane z = 0 in a way that is known, in coordinates where it is seen at once; and the
 * map that hides it. All numbers are short dyadic ones. */
#include "patch.h"
#include <math.h>

enum { SPACING = 4, TIME_BITS = 20 };

void meeting_begin(struct meeting *m, struct gen_pair *pair, double tau, bool approaches, struct rng *rng)
{
    const unsigned upper = rng_below(rng, 2);
    *m = (struct meeting){.upper = &pair->patch[upper], .lower = &pair->patch[!upper], .tau = tau};
    m->speed = approaches ? rng_int(rng, 1, 4) : 0;
    for (int a = 0; a < 2; a++) m->spot[a] = rng_int(rng, -8, 8);
    for (int k = 0; k < 2; k++) equal_weights(&pair->patch[k], rng_int(rng, -2, 2));
}

/* The height's sign, and the velocity of the plane's side that the patch is on: both sides move towards the
 * plane, or the lower one waits there. */
static int side_of(const struct meeting *m, const struct gen_patch *patch)
{
    return patch == m->upper ? 1 : -1;
}

static void draw_velocity(const struct meeting *m, const struct gen_patch *patch, double v[3],
                          struct rng *rng)
{
    for (int a = 0; a < 2; a++) v[a] = rng_int(rng, -4, 4);
    v[2] = patch == m->upper ? -m->speed : m->speed / 2;
}

static void put(const struct meeting *m, const struct gen_patch *patch, int k, double x, double y, double z,
                const double v[3])
{
    const double gap = patch == m->upper ? m->gap : 0;
    put_point(patch, k, m->tau, (const double[3]){x, y, side_of(m, patch) * z + gap}, v);
}

/* Parameters in fourths, not on the border if `inside`. */
static void draw_parameters(const struct gen_patch *patch, bool inside, int f[2], struct rng *rng)
{
    f[0] = rng_int(rng, inside, 4 - inside - (inside && patch->shape.domain == CCDQ_TRIANGLE));
    const int most = patch->shape.domain == CCDQ_TRIANGLE ? 4 - f[0] : 4;
    f[1] = rng_int(rng, inside, most - inside);
}

/* x or y (along) of the control points of a grid that has the spot at f/4. */
static double grid(const struct meeting *m, const struct gen_patch *patch, int along, int f, int i)
{
    return m->spot[along] + SPACING * i - f * patch->shape.degree[along];
}

void put_plate(const struct meeting *m, struct gen_patch *patch, bool inside, struct rng *rng)
{
    int f[2];
    double v[3];
    draw_parameters(patch, inside, f, rng);
    draw_velocity(m, patch, v, rng);
    for (struct place p = {.k = -1}; next_place(patch, &p);)
        put(m, patch, p.k, grid(m, patch, 0, f[0], p.i), grid(m, patch, 1, f[1], p.j), 0, v);
}

/* A control point off the plane: anywhere in a box, slower or faster away from it than the rest, but never
 * towards it backwards in time. */
static void put_off(const struct meeting *m, const struct gen_patch *patch, int k, struct rng *rng)
{
    double v[3];
    draw_velocity(m, patch, v, rng);
    if (m->speed) v[2] = -side_of(m, patch) * rng_int(rng, 0, 4);
    const double x = m->spot[0] + rng_int(rng, -8, 8), y = m->spot[1] + rng_int(rng, -8, 8);
    put(m, patch, k, x, y, rng_int(rng, 1, 8), v);
}

void put_corner(const struct meeting *m, struct gen_patch *patch, struct rng *rng)
{
    double v[3];
    draw_velocity(m, patch, v, rng);
    for (struct place p = {.k = -1}; next_place(patch, &p);)
        if (p.k)
            put_off(m, patch, p.k, rng);
        else
            put(m, patch, p.k, m->spot[0], m->spot[1], 0, v);
}

void put_edge(const struct meeting *m, struct gen_patch *patch, bool edge_of_v, struct rng *rng)
{
    int f[2];
    double v[3];
    draw_parameters(patch, true, f, rng);
    draw_velocity(m, patch, v, rng);
    for (struct place p = {.k = -1}; next_place(patch, &p);)
        if (edge_of_v ? p.j : p.i)
            put_off(m, patch, p.k, rng);
        else if (edge_of_v)
            put(m, patch, p.k, grid(m, patch, 0, f[0], p.i), m->spot[1], 0, v);
        else
            put(m, patch, p.k, m->spot[0], grid(m, patch, 1, f[1], p.j), 0, v);
}

bool can_be_bowl(const struct gen_patch *patch, bool both)
{
    return patch->shape.degree[0] >= 2 && (!both || patch->shape.degree[1] >= 2);
}

/* Coefficient i of d (d - 1) (u - f/4)^2 in degree d: that of u^2 is i (i - 1) / (d (d - 1)), of u i / d. */
static double square(int i, int d, int f)
{
    return i * (i - 1) - f * (d - 1) * i / 2.0 + d * (d - 1) * f * f / 16.0;
}

void put_bowl(const struct meeting *m, struct gen_patch *patch, bool both, struct rng *rng)
{
    int f[2];
    double v[3];
    draw_parameters(patch, true, f, rng);
    draw_velocity(m, patch, v, rng);
    const int a = rng_int(rng, 1, 3), b = both ? rng_int(rng, 1, 3) : 0;
    for (struct place p = {.k = -1}; next_place(patch, &p);) {
        const double z =
            a * square(p.i, patch->shape.degree[0], f[0]) + b * square(p.j, patch->shape.degree[1], f[1]);
        put(m, patch, p.k, grid(m, patch, 0, f[0], p.i), grid(m, patch, 1, f[1], p.j), z, v);
    }
}

double draw_meeting_time(double *end, struct rng *rng)
{
    *end = ldexp(1, rng_int(rng, -2, 2));
    const unsigned where = rng_below(rng, 4);
    const int bits = rng_int(rng, 1, TIME_BITS);
    const double between = ldexp(rng_int(rng, 1, (1 << bits) - 1), -bits);
    return *end * (where < 2 ? where : between);
}

/* ---- Hiding ---- */

static void draw_integers(double x[3], int most, struct rng *rng)
{
    for (int a = 0; a < 3; a++) x[a] = rng_int(rng, -most, most);
}

static double determinant(const double m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* x = 2^s (M x + o) */
static void map(double *x, const double m[3][3], const double o[3], int s)
{
    const double p[3] = {x[0], x[1], x[2]};
    for (int a = 0; a < 3; a++) x[a] = ldexp(m[a][0] * p[0] + m[a][1] * p[1] + m[a][2] * p[2] + o[a], s);
}

void hide_pair(struct gen_pair *pair, struct rng *rng)
{
    double m[3][3], o[3], w[3];
    do
        for (int a = 0; a < 3; a++) draw_integers(m[a], 3, rng);
    while (determinant(m) == 0);
    draw_integers(o, 8, rng);
    draw_integers(w, 4, rng);
    const int s = rng_int(rng, -3, 3);
    for (int k = 0; k < 2; k++) {
        const struct gen_patch *patch = &pair->patch[k];
        for (struct place p = {.k = -1}; next_place(patch, &p);) {
            map(point_at(patch, p.k), m, o, s);
            map(velocity_at(patch, p.k), m, w, s);
        }
        turn_patch(patch, rng);
    }
}
