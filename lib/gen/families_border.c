/* Contacts at a border of time or of the primitives, or next to it by less than 1e-12 on either side. */
#include "families.h"
#include <math.h>

/* A number next to 0: 0 itself, or 2^-40 .. 2^-53 above or below it. */
static double next_to_zero(struct rng *rng)
{
    static const double sides[] = {0, 1, -1};
    const double side = sides[rng_below(rng, 3)];
    return side * ldexp(1, -rng_int(rng, 40, 53));
}

/* A number in [lo, hi], in half of all queries with so few bits that sums of its products with 2^-53 are
 * exact: then what is on a border is so exactly. */
static double number(int is_short, double lo, double hi, struct rng *rng)
{
    const double x = rng_real(rng, lo, hi);
    return is_short ? ldexp(rint(ldexp(x, 4)), -4) : x;
}

static void draw(double x[3], int is_short, struct rng *rng)
{
    for (int k = 0; k < 3; k++) x[k] = number(is_short, -0.5, 0.5, rng);
}

/* A parameter: next to 0 or 1, or anywhere between. */
static double parameter(int on_border, int is_short, struct rng *rng)
{
    if (!on_border) return number(is_short, 0.125, 0.875, rng);
    const double d = next_to_zero(rng);
    return rng_below(rng, 2) ? 1 - d : d;
}

/* Where the points are at the time of contact. Space is on the border when the contact is next to an edge of
 * the face or next to a corner; next to one end of an edge, or of both. */
static void place_vf(double x[4][3], int on_border, int is_short, struct rng *rng)
{
    const int corner = on_border ? (int)rng_below(rng, 2) : 0;
    const double across = on_border ? next_to_zero(rng) : number(is_short, 0.125, 0.375, rng);
    const double along = corner ? next_to_zero(rng) : number(is_short, 0.125, 0.5, rng);
    const int from = 1 + (int)rng_below(rng, 3), turn = 1 + (int)rng_below(rng, 2);
    const double *a = x[from], *b = x[1 + (from - 1 + turn) % 3], *c = x[1 + (from - 1 + 2 * turn) % 3];
    for (int i = 1; i < 4; i++) draw(x[i], is_short, rng);
    for (int k = 0; k < 3; k++) x[0][k] = a[k] + along * (b[k] - a[k]) + across * (c[k] - a[k]);
}

static void place_ee(double x[4][3], int on_border, int is_short, struct rng *rng)
{
    const double s = parameter(on_border, is_short, rng);
    const double u = parameter(on_border && rng_below(rng, 2), is_short, rng);
    double along[3];
    draw(x[0], is_short, rng);
    draw(x[1], is_short, rng);
    draw(along, is_short, rng);
    for (int k = 0; k < 3; k++) {
        const double contact = x[0][k] + s * (x[1][k] - x[0][k]);
        x[2][k] = contact - u * along[k];
        x[3][k] = contact + (1 - u) * along[k];
    }
}

static void place_pe(double x[4][3], int on_border, int is_short, struct rng *rng)
{
    const double s = parameter(on_border, is_short, rng);
    draw(x[1], is_short, rng);
    draw(x[2], is_short, rng);
    for (int k = 0; k < 3; k++) x[0][k] = x[1][k] + s * (x[2][k] - x[1][k]);
}

/* Points have no border but that of time. */
static void place_pp(double x[4][3], int on_border, int is_short, struct rng *rng)
{
    (void)on_border;
    draw(x[0], is_short, rng);
    for (int k = 0; k < 3; k++) x[1][k] = x[0][k];
}

/* The time of contact, and what is left until t = 1, of which the smaller is exact. */
static void draw_time(int on_border, int is_short, double *before, double *after, struct rng *rng)
{
    const double t = on_border ? next_to_zero(rng) : number(is_short, 0.125, 0.875, rng);
    const int at_end = (int)rng_below(rng, 2);
    *before = at_end ? 1 - t : t;
    *after = at_end ? t : 1 - t;
}

void family_border(struct ccdq_query *q, struct rng *rng)
{
    static void (*const place[])(double(*)[3], int, int, struct rng *) = {
        [CCDQ_VF] = place_vf, [CCDQ_EE] = place_ee, [CCDQ_PE] = place_pe, [CCDQ_PP] = place_pp};
    const unsigned border = 1 + rng_below(rng, 3); /* time, space, or both */
    const int is_short = (int)rng_below(rng, 2);
    const double bend = rng_below(rng, 2) ? 0.25 : 0;
    double before, after, x[4][3] = {{0}}, common[3] = {0, 0, 0}, own[3];
    draw_time(border & 1, is_short, &before, &after, rng);
    place[q->type](x, (border & 2) != 0, is_short, rng);
    for (int i = 0; i < 4; i++) {
        /* each primitive moves as one and bends but little, so that few pairs touch a second time */
        if (i == 0 || i == (q->type == CCDQ_EE ? 2 : 1)) draw(common, is_short, rng);
        draw(own, is_short, rng);
        for (int k = 0; k < 3; k++) {
            const double velocity = common[k] + bend * own[k];
            q->x[i][k] = x[i][k] - before * velocity;
            q->x[i + 4][k] = x[i][k] + after * velocity;
        }
    }
}
