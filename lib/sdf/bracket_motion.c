/* Motions at a time, and over a cell. */
#include "bracket_motion.h"
#include "bracket_turn.h"

/* ---- The query ---- */

static struct interval length_of(const struct interval v[3])
{
    struct interval sum = {0, 0};
    for (int k = 0; k < 3; k++) sum = interval_add(sum, interval_square(v[k]));
    return interval_sqrt(sum);
}

static void spin_of(const double v[3], struct bracket_spin *spin)
{
    spin->turns = v[0] != 0 || v[1] != 0 || v[2] != 0;
    spin->speed = interval_of(0);
    if (!spin->turns) return;
    /* Squares of tiny numbers underflow: their direction is that of their multiple. */
    struct interval scaled[3];
    const int exponent = ilogb(greatest(fabs(v[0]), greatest(fabs(v[1]), fabs(v[2]))));
    for (int k = 0; k < 3; k++) scaled[k] = interval_of(ldexp(v[k], -exponent));
    const struct interval length = length_of(scaled);
    spin->speed = interval_ldexp(length, exponent);
    for (int k = 0; k < 3; k++) spin->axis[k] = interval_div(scaled[k], length);
}

/* |a - b| at most. */
static double apart(const double a[3], const double b[3])
{
    struct interval d[3];
    for (int k = 0; k < 3; k++) d[k] = interval_sub(interval_of(a[k]), interval_of(b[k]));
    return length_of(d).hi;
}

/* With d = x - centre turned, and y = centre - solid_centre + d + t (v - solid_v) turned the other way by the
 * solid: |y''| <= s^2 |y| + 2 s |y'| + r^2 |d| for the speeds r of the body and s of the solid, and
 * |y'| <= r |d| + |v - solid_v| before the solid's turn. What is between the corners has no more of |d|, |y|
 * and |v|. Where the body does not turn, the centre can be at the solid's. */
static void bound_motion(struct bracket_motion *m)
{
    const struct ccdq_sdf_query *q = m->query;
    const double *centre = m->body.turns ? q->centre : q->solid_centre;
    const double r = m->body.speed.hi, s = m->solid.speed.hi, zero[3] = {0, 0, 0};
    double from_centre = 0, speed = 0;
    for (int i = 0; i < 3; i++) {
        from_centre = greatest(from_centre, apart(q->x[i], centre));
        speed = greatest(speed, apart(q->v[i], q->solid_v));
    }
    const double far =
        wide_up(wide_up(apart(centre, q->solid_centre) + from_centre) + wide_up(q->end * speed));
    const double fast = wide_up(wide_up(r * from_centre) + speed);
    const double own = wide_up(wide_up(r * r) * from_centre), seen = wide_up(wide_up(s * s) * far);
    m->acceleration = wide_up(wide_up(own + seen) + wide_up(2 * s * fast));
    m->reach = wide_up(far + apart(q->solid_centre, zero));
}

void bracket_motion_of(const struct ccdq_sdf_query *q, struct bracket_motion *m)
{
    m->query = q;
    spin_of(q->spin, &m->body);
    spin_of(q->solid_spin, &m->solid);
    bound_motion(m);
    if (!m->body.turns && !m->solid.turns) m->acceleration = 0;
}

/* ---- At a time ---- */

/* A turn: the axis, 1 - cos and sin. */
struct angle {
    const struct interval *axis;
    struct interval versine, sine;
};

static struct angle angle_at(const struct bracket_spin *spin, double t)
{
    struct angle angle = {.axis = spin->axis};
    struct interval c;
    if (!spin->turns) return angle;
    bracket_cos_sin(interval_scale(spin->speed, t), &c, &angle.sine);
    angle.versine = interval_sub(interval_of(1), c);
    return angle;
}

/* d + (u x d) sin - (d - u (u . d)) (1 - cos), the turn of d about the unit vector u; d is as it was where
 * the angle is 0. */
static void turn(const struct angle *angle, struct interval d[3])
{
    struct interval out[3], along = {0, 0};
    const struct interval *u = angle->axis;
    for (int k = 0; k < 3; k++) along = interval_add(along, tight_mul(u[k], d[k]));
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const struct interval cross = interval_sub(tight_mul(u[i], d[j]), tight_mul(u[j], d[i]));
        const struct interval off = interval_sub(d[k], tight_mul(along, u[k]));
        const struct interval sheared = interval_add(d[k], tight_mul(cross, angle->sine));
        out[k] = interval_sub(sheared, tight_mul(off, angle->versine));
    }
    for (int k = 0; k < 3; k++) d[k] = out[k];
}

static void shift(struct interval d[3], const double by[3], double sign)
{
    for (int k = 0; k < 3; k++) d[k] = interval_add(d[k], interval_of(sign * by[k]));
}

void bracket_motion_at(const struct bracket_motion *m, double t, bool world, struct bracket_moment *moment)
{
    const struct ccdq_sdf_query *q = m->query;
    const struct angle body = angle_at(&m->body, t), solid = angle_at(&m->solid, -t);
    moment->t = t;
    for (int i = 0; i < 3; i++) {
        struct interval *d = moment->x[i];
        for (int k = 0; k < 3; k++) d[k] = interval_of(q->x[i][k]);
        if (m->body.turns) {
            shift(d, q->centre, -1);
            turn(&body, d);
            shift(d, q->centre, 1);
        }
        for (int k = 0; k < 3; k++) {
            struct interval v = interval_of(q->v[i][k]);
            if (!world) v = interval_sub(v, interval_of(q->solid_v[k]));
            d[k] = interval_add(d[k], tight_mul(v, interval_of(t)));
        }
        if (world || !m->solid.turns) continue;
        shift(d, q->solid_centre, -1);
        turn(&solid, d);
        shift(d, q->solid_centre, 1);
    }
}

/* ---- Places ---- */

void bracket_place_at(const struct bracket_moment *moment, struct bracket_place place, struct interval x[3])
{
    const double *w = place.w;
    const struct interval rest =
        interval_sub(interval_of(1), interval_add(interval_of(w[0]), interval_of(w[1])));
    for (int k = 0; k < 3; k++) {
        x[k] = tight_mul(moment->x[0][k], rest);
        for (int i = 0; i < 2; i++)
            x[k] = interval_add(x[k], tight_mul(moment->x[i + 1][k], interval_of(w[i])));
    }
}

struct bracket_place bracket_middle(const struct bracket_place corner[3])
{
    struct bracket_place middle;
    for (int i = 0; i < 2; i++)
        middle.w[i] = 0.375 * corner[0].w[i] + FORM_MIDDLE * (corner[1].w[i] + corner[2].w[i]);
    return middle;
}

/* What the place b has more than the place a in coordinate k: differences of w are exact. */
static struct interval step(const struct bracket_moment *moment, struct bracket_place a,
                            struct bracket_place b, int k)
{
    struct interval sum = {0, 0};
    for (int i = 0; i < 2; i++) {
        const struct interval edge = wide_sub(moment->x[i + 1][k], moment->x[0][k]);
        const double share = b.w[i] - a.w[i];
        sum = wide_add(sum, wide_mul(edge, interval_of(share)));
    }
    return sum;
}

/* The mean of what the corners have, with the weights of a place whose w are multiples of 2^-48. */
static struct interval between(const struct interval x[3], struct bracket_place place)
{
    const double w[3] = {1 - (place.w[0] + place.w[1]), place.w[0], place.w[1]};
    struct interval sum = {0, 0};
    for (int i = 0; i < 3; i++)
        sum = wide_add(sum, (struct interval){wide_down(x[i].lo * w[i]), wide_up(x[i].hi * w[i])});
    return sum;
}

/* The derivatives by c of coordinate k of the triangle's corners. Where something turns, each differs from
 * its mean, the whole change, by at most half of the second derivative. */
static void rates(const struct bracket_motion *m, const struct bracket_cell *cell, int k,
                  struct interval rate[3])
{
    const struct ccdq_sdf_query *q = m->query;
    const double begin = cell->begin->t, end = cell->end->t, span = wide_up(end - begin);
    const double bend = wide_up(0.5 * wide_up(m->acceleration * wide_up(span * span)));
    const struct interval unsure = {-bend, bend}, time = wide_sub(interval_of(end), interval_of(begin));
    for (int i = 0; i < 3; i++) {
        if (m->acceleration == 0)
            rate[i] = wide_mul(interval_sub(interval_of(q->v[i][k]), interval_of(q->solid_v[k])), time);
        else
            rate[i] = wide_add(wide_sub(cell->end->x[i][k], cell->begin->x[i][k]), unsure);
    }
}

void bracket_motion_over(const struct bracket_motion *m, const struct bracket_cell *cell, int extent,
                         struct form p[3])
{
    struct interval at[3], rate[3];
    bracket_place_at(cell->begin, bracket_middle(cell->corner), at);
    for (int k = 0; k < 3; k++) {
        p[k].extent = extent;
        p[k].at = at[k];
        p[k].start = p[k].over = (struct interval){-INFINITY, INFINITY};
        for (int i = 0; i < 2; i++) p[k].by[i] = step(cell->begin, cell->corner[0], cell->corner[i + 1], k);
        if (extent == FORM_CELL) {
            rates(m, cell, k, rate);
            for (int i = 0; i < 3; i++) p[k].by[2 + i] = between(rate, cell->corner[i]);
        }
        form_narrow(&p[k]);
    }
}
