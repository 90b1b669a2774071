/* Motions over a cell. */
#include "bracket_motion.h"

static struct interval length_of(const double v[3])
{
    struct interval sum = {0, 0};
    for (int k = 0; k < 3; k++) sum = interval_add(sum, interval_square(interval_of(v[k])));
    return interval_sqrt(sum);
}

static void spin_of(const double v[3], struct bracket_spin *spin)
{
    spin->turns = v[0] != 0 || v[1] != 0 || v[2] != 0;
    spin->speed = length_of(v);
    if (!spin->turns) return;
    /* Squares of tiny numbers underflow: their direction is that of their multiple. */
    double scaled[3];
    const int exponent = ilogb(greatest(fabs(v[0]), greatest(fabs(v[1]), fabs(v[2]))));
    for (int k = 0; k < 3; k++) scaled[k] = ldexp(v[k], -exponent);
    const struct interval length = length_of(scaled);
    spin->speed = interval_ldexp(length, exponent);
    for (int k = 0; k < 3; k++) spin->axis[k] = interval_div(interval_of(scaled[k]), length);
}

void bracket_motion_of(const struct ccdq_sdf_query *q, struct bracket_motion *m)
{
    m->query = q;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            m->edge[i][k] = interval_sub(interval_of(q->x[i + 1][k]), interval_of(q->x[0][k]));
            m->edge_v[i][k] = interval_sub(interval_of(q->v[i + 1][k]), interval_of(q->v[0][k]));
        }
    spin_of(q->spin, &m->body);
    spin_of(q->solid_spin, &m->solid);
}

struct bracket_cell bracket_cell_of(const struct bracket_place corner[3], double begin, double end)
{
    struct bracket_cell cell = {{corner[0], corner[1], corner[2]}, {{0, 0}}, begin, end, {0, 0}};
    cell.span = interval_sub(interval_of(end), interval_of(begin));
    for (int i = 0; i < 2; i++)
        cell.middle.w[i] = 0.375 * corner[0].w[i] + FORM_MIDDLE * (corner[1].w[i] + corner[2].w[i]);
    return cell;
}

struct bracket_cell bracket_cell_at(struct bracket_place place, double t)
{
    return (struct bracket_cell){{place, place, place}, place, t, t, {1, 1}};
}

/* A function that is linear on the triangle, with these values at its corners and these edges. */
static struct form linear(const double x[3][3], const struct interval edge[2][3], int k,
                          const struct bracket_cell *cell)
{
    const struct bracket_place *corner = cell->corner;
    const double *w = cell->middle.w;
    struct form f = form_constant(interval_of(0));
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 2; i++) {
            const double share = corner[side + 1].w[i] - corner[0].w[i];
            f.by[side] = interval_add(f.by[side], interval_scale(edge[i][k], share));
        }
    const struct interval rest =
        interval_sub(interval_of(1), interval_add(interval_of(w[0]), interval_of(w[1])));
    f.at = interval_scale(rest, x[0][k]);
    for (int i = 0; i < 2; i++) f.at = interval_add(f.at, interval_scale(interval_of(w[i]), x[i + 1][k]));
    f.over = (struct interval){-INFINITY, INFINITY};
    form_narrow(&f);
    return f;
}

static struct form time_of(const struct bracket_cell *cell)
{
    return (struct form){interval_of(cell->begin), {cell->begin, cell->end}, {{0, 0}, {0, 0}, cell->span}};
}

/* d + (u x d) sin - (d - u (u . d)) (1 - cos), the turn of d about the unit vector u. */
static void turn(const struct bracket_spin *spin, const struct form *t, double sign, struct form d[3])
{
    struct form c, s, out[3];
    const struct interval *u = spin->axis;
    const struct form angle = form_times(t, interval_scale(spin->speed, sign));
    form_cos_sin(&angle, &c, &s);
    c = form_shift(&c, interval_of(-1));
    const struct form along = form_linear(d, u, interval_of(0));
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        const struct form side = form_times(&along, u[k]), off = form_sub(&d[k], &side);
        const struct form a = form_times(&d[k2], u[k1]), b = form_times(&d[k1], u[k2]);
        const struct form cross = form_sub(&a, &b), shear = form_mul(&cross, &s), shrink = form_mul(&off, &c);
        const struct form change = form_add(&shear, &shrink);
        out[k] = form_add(&d[k], &change);
    }
    for (int k = 0; k < 3; k++) d[k] = out[k];
}

/* x + t v, turned about `centre` by the body's spin: without the moves of the solid. */
static void moved(const struct bracket_motion *m, const struct bracket_cell *cell, const struct form *t,
                  struct form p[3])
{
    const struct ccdq_sdf_query *q = m->query;
    for (int k = 0; k < 3; k++) {
        p[k] = linear(q->x, m->edge, k, cell);
        if (m->body.turns) p[k] = form_shift(&p[k], interval_of(-q->centre[k]));
    }
    if (m->body.turns) turn(&m->body, t, 1, p);
    for (int k = 0; k < 3; k++) {
        if (m->body.turns) p[k] = form_shift(&p[k], interval_of(q->centre[k]));
        const struct form v = linear(q->v, m->edge_v, k, cell), way = form_mul(&v, t);
        p[k] = form_add(&p[k], &way);
    }
}

void bracket_motion_world(const struct bracket_motion *m, const struct bracket_cell *cell, struct form p[3])
{
    const struct form t = time_of(cell);
    moved(m, cell, &t, p);
}

void bracket_motion_over(const struct bracket_motion *m, const struct bracket_cell *cell, struct form p[3])
{
    const struct ccdq_sdf_query *q = m->query;
    const struct form t = time_of(cell);
    moved(m, cell, &t, p);
    for (int k = 0; k < 3; k++) {
        const struct form way = form_times(&t, interval_of(-q->solid_v[k]));
        p[k] = form_add(&p[k], &way);
        if (m->solid.turns) p[k] = form_shift(&p[k], interval_of(-q->solid_centre[k]));
    }
    if (!m->solid.turns) return;
    turn(&m->solid, &t, -1, p);
    for (int k = 0; k < 3; k++) p[k] = form_shift(&p[k], interval_of(q->solid_centre[k]));
}
