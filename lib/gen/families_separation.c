/* Exact distances by construction. At a time tau the first primitive lies behind a plane, the second beyond a
 * parallel one, and one point of each, in its plane, are an offset of integer length r apart across them: so
 * r is their distance then, and it is first reached there as the pair approaches, or not gone below as it
 * passes by. */
#include "lattice.h"
#include <math.h>
#include <string.h>

/* Integer vectors of integer length. */
static const struct offset {
    signed char x[3], length;
} offsets[] = {{{0, 0, 1}, 1}, {{1, 2, 2}, 3}, {{0, 3, 4}, 5},
               {{2, 3, 6}, 7}, {{1, 4, 8}, 9}, {{4, 4, 7}, 9}};
enum { OFFSETS = sizeof offsets / sizeof *offsets };

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* One of them, its components in any order and of any signs. Returns its length. */
static double draw_offset(double o[3], struct rng *rng)
{
    const struct offset *from = &offsets[rng_below(rng, OFFSETS)];
    const int first = (int)rng_below(rng, 3), step = 1 + (int)rng_below(rng, 2);
    for (int k = 0; k < 3; k++) {
        const double c = from->x[(first + step * k) % 3];
        o[k] = rng_below(rng, 2) ? c : -c;
    }
    return from->length;
}

/* A short vector across o. */
static void draw_across(double v[3], const double o[3], struct rng *rng)
{
    double other[3];
    lattice_draw(&other, 1, -2, 2, rng);
    for (int k = 0; k < 3; k++)
        v[k] = o[(k + 1) % 3] * other[(k + 2) % 3] - o[(k + 2) % 3] * other[(k + 1) % 3];
}

/* A point beyond the plane across o (behind it for side -1), half of the time in it. */
static void draw_beyond(double p[3], const double o[3], double side, struct rng *rng)
{
    if (rng_below(rng, 2)) {
        draw_across(p, o, rng);
        return;
    }
    lattice_draw((double(*)[3])p, 1, -8, 8, rng);
    if (dot(p, o) * side >= 0) return;
    for (int k = 0; k < 3; k++) p[k] = -p[k];
}

/* Half of the time the second primitive comes nearer along o, half of the time it passes by. */
static void draw_velocity(double v[3], const double o[3], struct rng *rng)
{
    const double speed = ldexp(1, -(int)rng_below(rng, 4));
    const unsigned passes = rng_below(rng, 2);
    draw_across(v, o, rng);
    for (int k = 0; k < 3; k++) v[k] = passes ? v[k] : -speed * o[k];
}

/* r, off by a few units in the last place or 2^-k; or as much as r is gone beyond at t = 0. */
static double draw_separation(double r, struct rng *rng)
{
    const unsigned how = rng_below(rng, 8);
    const int side = rng_below(rng, 2) ? 1 : -1, n = rng_int(rng, 1, 3), k = rng_int(rng, 30, 51);
    if (how < 3) return r;
    if (how == 7) return r * n;
    if (how > 4) return r + side * ldexp(r, -k);
    for (int i = 0; i < n; i++) r = nextafter(r, side * INFINITY);
    return r;
}

void family_separation(struct ccdq_query *q, struct rng *rng)
{
    static const unsigned char first[] = {[CCDQ_VF] = 1, [CCDQ_EE] = 2, [CCDQ_PE] = 1, [CCDQ_PP] = 1};
    const double tau = family_touch_time(rng);
    double o[3], v[3], common[3], origin[3];
    const double r = draw_offset(o, rng);
    draw_velocity(v, o, rng);
    lattice_draw(&common, 1, -2, 2, rng);
    lattice_draw(&origin, 1, -8, 8, rng);
    const int split = first[q->type], exponent = rng_int(rng, -3, 3);
    for (int i = 0; i < 4; i++) {
        const bool second = i >= split;
        double p[3] = {0, 0, 0}, own[3] = {0, 0, 0};
        if (i != 0 && i != split) {
            draw_beyond(p, o, second ? 1 : -1, rng);
            if (rng_below(rng, 4) == 0) draw_across(own, o, rng);
        }
        for (int k = 0; k < 3; k++) {
            const double at = origin[k] + p[k] + (second ? o[k] : 0);
            const double speed = common[k] + own[k] + (second ? v[k] : 0);
            q->x[i][k] = ldexp(at - tau * speed, exponent);
            q->x[i + 4][k] = ldexp(at + (1 - tau) * speed, exponent);
        }
    }
    q->min_sep = draw_separation(ldexp(r, exponent), rng);
}
