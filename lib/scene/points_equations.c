/* The equations of two pieces given by points over a box (Snyder et al. 1993, Eq. 1, 2, 8, 9, 11, 13).
 *
 * A row along a direction e is the function e . (S1 - S2), of which there are bounds over the box X of first
 * and second derivatives, G and H, and its jet at the middle c; let r = X - c. Then for x in X
 *   the derivatives lie in G and in G(c) + H r (mean value theorem of the gradient);
 *   slopes from c, those of the mean over the way from c to x, lie in G and in G(c) + H r / 2, as
 *     int_0^1 grad f(c + s (x - c)) ds = grad f(c) + int_0^1 (1 - s) H(c + s (x - c)) ds (x - c);
 *   f(x) lies in f(c) + G(c) r + r H r / 2 (Taylor), where the squares of r are nowhere negative.
 * The combination along e is made first, before intervals are multiplied, so that what cancels does.
 *
 * Rows along normals and their tangents are those of Taylor's form where slopes will do: the middle's
 * gradient, and what is beyond it in the value. On a curved surface that knows on which side of its tangent
 * plane it is. Along the axes slopes are better: they say by which variables the row is not known, so which
 * to split. */
#include "points.h"

enum { SECOND = 6 }; /* second derivatives of three variables */

/* A box and its middle as a piece sees them: the variables of its tape, less their middles; products of
 * those. */
struct steps {
    unsigned count, variable[3];
    ival r[3], half_rr[SECOND]; /* half of a square, or a product */
};

/* What a row is made of: jets of one function of each piece, over the box and at its middle. */
struct functions {
    const struct jet *over[2], *at[2];
    bool second; /* second derivatives are bounded */
};

/* Bounds of one piece's part of a row in the box: derivatives and slopes by variables of its tape; how much
 * it changes from the middle, by slopes, and by Taylor's form: by the middle's gradient, and the rest. */
struct part {
    ival d[3], slope[3];
    ival change, linear, rest;
};

struct look_at {
    const struct problem *p;
    const struct points_look *over[2], *at[2];
    struct steps steps[2];
    ival r[PROBLEM_VARIABLES];
    struct part axis[3][2]; /* of the contact rows along the axes, where they are bounded */
    bool first, second;     /* all first, all second derivatives are bounded */
    enum tape_order order;  /* second derivatives are looked at where they are of use */
    bool slopes, anyway;    /* rows without a zero are made too */
    struct equations *eq;
};

static void make_steps(const struct problem *p, int i, const ival r[PROBLEM_VARIABLES], struct steps *steps)
{
    const struct piece *piece = p->piece[i];
    steps->count = piece->parameters + 1;
    for (unsigned k = 0; k < steps->count; k++) {
        const unsigned a = points_variable(piece, k);
        steps->variable[k] = a;
        steps->r[a] = r[points_column(p, i, k)];
        steps->half_rr[tape_second(a, a)] = ival_scale(ival_square(steps->r[a]), 0.5);
        for (unsigned m = 0; m < k; m++) {
            const unsigned b = steps->variable[m];
            steps->half_rr[tape_second(a, b)] = ival_mul(steps->r[a], steps->r[b]);
        }
    }
}

static bool second_bounded(const struct jet *jet, const struct steps *steps)
{
    for (unsigned k = 0; k < steps->count; k++)
        for (unsigned m = 0; m <= k; m++)
            if (!ival_bounded(&jet->dd[tape_second(steps->variable[k], steps->variable[m])], 1)) return false;
    return true;
}

/* The jet of e . S. */
static void project(const struct jet point[3], const double e[3], const struct steps *steps, bool second,
                    struct jet *to)
{
    to->value = ival_scale(point[0].value, e[0]) + ival_scale(point[1].value, e[1]) +
                ival_scale(point[2].value, e[2]);
    for (unsigned k = 0; k < steps->count; k++) {
        const unsigned a = steps->variable[k];
        to->d[a] = ival_scale(point[0].d[a], e[0]) + ival_scale(point[1].d[a], e[1]) +
                   ival_scale(point[2].d[a], e[2]);
        for (unsigned m = 0; second && m <= k; m++) {
            const unsigned b = tape_second(a, steps->variable[m]);
            to->dd[b] = ival_scale(point[0].dd[b], e[0]) + ival_scale(point[1].dd[b], e[1]) +
                        ival_scale(point[2].dd[b], e[2]);
        }
    }
}

static void bound_part(const struct jet *over, const struct jet *at, const struct steps *steps, bool second,
                       struct part *part)
{
    part->change = part->linear = part->rest = ival_point(0);
    for (unsigned k = 0; k < steps->count; k++) {
        const unsigned a = steps->variable[k];
        part->d[a] = part->slope[a] = over->d[a];
        if (second) {
            ival by = ival_point(0);
            for (unsigned m = 0; m < steps->count; m++) {
                const unsigned b = steps->variable[m], ab = tape_second(a, b);
                by += ival_mul(over->dd[ab], steps->r[b]);
                if (m <= k) part->rest += ival_mul(over->dd[ab], steps->half_rr[ab]);
            }
            part->d[a] = ival_common(part->d[a], at->d[a] + by);
            part->slope[a] = ival_common(part->d[a], at->d[a] + ival_scale(by, 0.5));
            part->linear += ival_mul(at->d[a], steps->r[a]);
        }
        part->change += ival_mul(part->slope[a], steps->r[a]);
    }
    if (!second) part->rest = part->change;
}

/* Appends a row from its derivatives by the pieces' variables. */
static void put_row(struct look_at *look, ival value, const ival *const by[2])
{
    const struct problem *p = look->p;
    struct equations *eq = look->eq;
    ival *row = eq->jacobian[eq->rows];
    for (unsigned k = 0; k < p->piece[0]->parameters; k++)
        row[points_column(p, 0, k)] = by[0][p->piece[0]->variable[k]];
    for (unsigned k = 0; k < p->piece[1]->parameters; k++)
        row[points_column(p, 1, k)] = ival_neg(by[1][p->piece[1]->variable[k]]);
    row[p->variables - 1] = ival_sub(by[0][2], by[1][2]);
    eq->value[eq->rows++] = value;
}

/* Appends a row of contact: false: it is 0 nowhere in the box. */
static bool add_contact(struct look_at *look, const struct functions *f, struct part part[2], bool taylor)
{
    for (int i = 0; i < 2; i++) bound_part(f->over[i], f->at[i], &look->steps[i], f->second, &part[i]);
    const ival value = ival_sub(f->at[0]->value, f->at[1]->value);
    const ival beyond = value + ival_sub(part[0].rest, part[1].rest);
    const ival by_slopes = value + ival_sub(part[0].change, part[1].change);
    const ival by_taylor = beyond + ival_sub(part[0].linear, part[1].linear);
    if (!look->anyway && !(ival_has_zero(by_slopes) && ival_has_zero(by_taylor))) return false;
    if (look->slopes && taylor && f->second)
        put_row(look, beyond, (const ival *const[2]){f->at[0]->d, f->at[1]->d});
    else if (look->slopes)
        put_row(look, value, (const ival *const[2]){part[0].slope, part[1].slope});
    else
        put_row(look, value, (const ival *const[2]){part[0].d, part[1].d});
    return true;
}

/* The rows along the axes, of which the bounds are bounded. */
static bool add_axes(struct look_at *look)
{
    look->first = look->second = true;
    for (int k = 0; k < 3; k++) {
        struct functions f = {.second = look->order == TAPE_HESSIAN};
        for (int i = 0; i < 2; i++) {
            f.over[i] = &look->over[i]->point[k];
            f.at[i] = &look->at[i]->point[k];
            f.second = f.second && (points_all_bounded(look->over[i]->state) ||
                                    second_bounded(f.over[i], &look->steps[i]));
        }
        const bool first = points_usable(look->p, look->over, k) && points_usable(look->p, look->at, k);
        look->first = look->first && first;
        look->second = look->second && first && f.second;
        if (first && !add_contact(look, &f, look->axis[k], false)) return false;
    }
    look->eq->contact = look->eq->rows;
    return true;
}

/* A row along a direction. */
static bool add_along(struct look_at *look, const double e[3])
{
    struct jet jet[2][2];
    struct part unused[2];
    struct functions f = {.second = look->second};
    for (int i = 0; i < 2; i++) {
        project(look->over[i]->point, e, &look->steps[i], look->second, &jet[i][0]);
        project(look->at[i]->point, e, &look->steps[i], false, &jet[i][1]);
        f.over[i] = &jet[i][0];
        f.at[i] = &jet[i][1];
    }
    look->eq->frame++;
    return add_contact(look, &f, unused, true);
}

/* The rows along a frame: the first normal and two tangents; and along the second normal. */
static bool add_frame(struct look_at *look)
{
    double n[2][3], e[2][3], axis[3] = {0, 0, 0};
    if (!look->first) return true;
    const unsigned found = points_directions(look->p, look->at, n);
    for (unsigned i = 0; i < found; i++)
        if (!add_along(look, n[i])) return false;
    if (found == 0) return true;
    int least = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(n[0][k]) < fabs(n[0][least])) least = k;
    axis[least] = 1;
    return points_unit_cross(n[0], axis, e[0]) && points_unit_cross(n[0], e[0], e[1])
               ? add_along(look, e[0]) && add_along(look, e[1])
               : true;
}

/* ---- Tangency ---- */

/* Tangents Sa of a piece, their normal, and derivatives of both: bounds over the box, and values at its
 * middle. Of a product f g slopes are f(c) [g] + [f] g, so one factor is taken at the middle. */
struct tangents {
    unsigned count;
    ival x[3][3], at[3][3];              /* by variable of the tape */
    ival (*other)[3], second[SECOND][3]; /* `other`: at the middle for slopes, or else in the box */
    ival normal[3], normal_at[3], normal_by[3][3];
};

static void take_tangents(const struct look_at *look, int i, struct tangents *t)
{
    const struct steps *steps = &look->steps[i];
    t->count = look->p->piece[i]->parameters;
    t->other = look->slopes ? t->at : t->x;
    for (unsigned k = 0; k < steps->count; k++) {
        const unsigned a = steps->variable[k];
        for (int c = 0; c < 3; c++) {
            t->x[a][c] = look->axis[c][i].d[a];
            t->at[a][c] = look->at[i]->point[c].d[a];
        }
        for (unsigned m = 0; m <= k; m++) {
            const unsigned ab = tape_second(a, steps->variable[m]);
            for (int c = 0; c < 3; c++) t->second[ab][c] = look->over[i]->point[c].dd[ab];
        }
    }
}

/* N = Su x Sv of a face, and its derivatives by u, v, t. */
static void take_normal(const struct steps *steps, struct tangents *t)
{
    ival_cross(t->x[0], t->x[1], t->normal);
    ival_cross(t->at[0], t->at[1], t->normal_at);
    ival mean[3] = {t->normal_at[0], t->normal_at[1], t->normal_at[2]};
    for (unsigned k = 0; k < 3; k++) {
        ival by_v[3];
        ival_cross(t->second[tape_second(0, k)], t->x[1], t->normal_by[k]);
        ival_cross(t->other[0], t->second[tape_second(1, k)], by_v);
        for (int c = 0; c < 3; c++) {
            t->normal_by[k][c] += by_v[c];
            mean[c] += ival_mul(t->normal_by[k][c], steps->r[k]);
        }
    }
    for (int c = 0; c < 3; c++) t->normal[c] = ival_common(t->normal[c], mean[c]);
}

/* The rows Sa . N of the tangents of piece i and the normal of the other one, a face. false: one of them is 0
 * nowhere in the box. */
static bool add_tangency(struct look_at *look, int i, const struct tangents *s, const struct tangents *face)
{
    const struct problem *p = look->p;
    struct equations *eq = look->eq;
    for (unsigned k = 0; k < s->count; k++) {
        const unsigned a = points_variable(p->piece[i], k);
        ival *row = eq->jacobian[eq->rows];
        const ival value = ival_dot(s->at[a], face->normal_at);
        ival sum = value;
        for (unsigned m = 0; m < s->count; m++)
            row[points_column(p, i, m)] =
                ival_dot(s->second[tape_second(a, points_variable(p->piece[i], m))], face->normal);
        for (unsigned m = 0; m < 2; m++)
            row[points_column(p, 1 - i, m)] = ival_dot(s->other[a], face->normal_by[m]);
        row[p->variables - 1] =
            ival_dot(s->second[tape_second(a, 2)], face->normal) + ival_dot(s->other[a], face->normal_by[2]);
        for (unsigned j = 0; j < p->variables; j++) sum += ival_mul(row[j], look->r[j]);
        if (!look->anyway && !ival_has_zero(ival_common(sum, ival_dot(s->x[a], face->normal)))) return false;
        eq->value[eq->rows++] = value;
        eq->tangent++;
    }
    return true;
}

/* Where second derivatives are not bounded there are no rows. But at a kink, too, tangency holds: some of the
 * normals that the face has there (Clarke's hull, within the bounds) is normal to some of the tangents that
 * the other piece has, as the piece, seen along that normal, is the nearest there. false: no bounds allow it.
 */
static bool tangency_by_bounds(const struct look_at *look, int face)
{
    const struct problem *p = look->p;
    ival of_face[2][3], other[3], normal[3];
    for (unsigned k = 0; k < 2; k++)
        for (int c = 0; c < 3; c++) of_face[k][c] = look->axis[c][face].d[points_variable(p->piece[face], k)];
    ival_cross(of_face[0], of_face[1], normal);
    for (unsigned k = 0; k < p->piece[1 - face]->parameters; k++) {
        const unsigned a = points_variable(p->piece[1 - face], k);
        for (int c = 0; c < 3; c++) other[c] = look->axis[c][1 - face].d[a];
        if (!ival_has_zero(ival_dot(other, normal))) return false;
    }
    return true;
}

/* Eq. 2 and 9; nothing for two edges, and for a vertex. The rows of Eq. 2 with the surfaces exchanged have
 * the same solutions; together with these they narrow no more boxes, but Newton's method needs them where one
 * of the normals vanishes, at a pole. */
static bool tangency(struct look_at *look)
{
    const struct piece *const *piece = look->p->piece;
    if (!look->first || piece[0]->parameters + piece[1]->parameters < 3) return true;
    const int face = piece[1]->parameters == 2 ? 1 : 0;
    if (!look->second) return look->anyway || tangency_by_bounds(look, face);
    struct tangents t[2];
    for (int i = 0; i < 2; i++) take_tangents(look, i, &t[i]);
    take_normal(&look->steps[face], &t[face]);
    if (!add_tangency(look, 1 - face, &t[1 - face], &t[face])) return false;
    if (!look->anyway || t[1 - face].count < 2) return true;
    take_normal(&look->steps[1 - face], &t[1 - face]);
    return add_tangency(look, face, &t[face], &t[1 - face]);
}

static bool is_point(const struct problem *p, const struct region *box)
{
    for (unsigned j = 0; j < p->variables; j++)
        if (ival_width(box->x[j]) > 0) return false;
    return true;
}

bool points_equations(const struct problem *p, const struct region *box, unsigned ask, bool slopes,
                      struct equations *eq, struct problem_work *work)
{
    struct look_at look = {.p = p, .slopes = slopes, .anyway = ask & PROBLEM_ANYWAY, .eq = eq};
    look.order = ask & PROBLEM_TANGENCY || !is_point(p, box) ? TAPE_HESSIAN : TAPE_GRADIENT;
    const struct region middle = points_middle(p, box);
    *eq = (struct equations){.variables = p->variables, .derivatives = !slopes};
    for (unsigned j = 0; j < p->variables; j++) {
        eq->centre[j] = ival_hi(middle.x[j]);
        look.r[j] = ival_sub(box->x[j], middle.x[j]);
    }
    if (!points_overlap(p, box, look.order, look.over, work) && !look.anyway) return false;
    const unsigned state = look.over[0]->state | look.over[1]->state;
    if (state & (TAPE_EMPTY | TAPE_PARTIAL)) return !(state & TAPE_EMPTY); /* no rows */
    eq->certain = true;
    if ((ask & PROBLEM_INCOMING) && !points_incoming(p, box, look.over, &eq->certain, work) && !look.anyway)
        return false;
    for (int i = 0; i < 2; i++) {
        look.at[i] = points_look(p, i, POINTS_MIDDLE, &middle, TAPE_GRADIENT, work);
        make_steps(p, i, look.r, &look.steps[i]);
    }
    if (!add_axes(&look)) return false;
    if ((ask & PROBLEM_FRAME) && !add_frame(&look)) return false;
    return !(ask & PROBLEM_TANGENCY) || tangency(&look);
}
