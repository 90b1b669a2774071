/* Whether two pieces given by points can meet in a box: by their boxes, by mean value forms, by how fast they
 * move apart. */
#include "points.h"
#include "../num/extremes.h"

bool points_make(struct problem *p)
{
    p->variables = p->piece[0]->parameters + p->piece[1]->parameters + 1;
    p->contact = 3;
    for (int i = 0; i < 2; i++)
        for (unsigned k = 0; k < p->piece[i]->parameters; k++)
            p->domain.x[points_column(p, i, k)] = ival_from(p->piece[i]->domain[k]);
    p->domain.x[p->variables - 1] = ival_from(p->scene->time);
    return true;
}

static bool same_box(const ival a[3], const ival b[3])
{
    bool same = true;
    for (int k = 0; k < 3; k++) same = same && a[k][0] == b[k][0] && a[k][1] == b[k][1];
    return same;
}

const struct points_look *points_look(const struct problem *p, int i, enum points_where where,
                                      const struct region *region, enum tape_order order,
                                      struct problem_work *work)
{
    const struct piece *piece = p->piece[i];
    ival box[3] = {ival_from(piece->at[0]), ival_from(piece->at[1])};
    for (unsigned k = 0; k <= piece->parameters; k++)
        box[points_variable(piece, k)] = region->x[points_column(p, i, k)];
    for (int other = 0; other < POINTS_LOOKS; other++) {
        const struct points_look *seen = &work->look[i][other];
        if (seen->piece == piece && seen->order >= order && same_box(box, seen->box)) return seen;
    }
    struct points_look *look = &work->look[i][where];
    look->piece = piece;
    look->order = order;
    for (int k = 0; k < 3; k++) look->box[k] = box[k];
    look->state = tape_eval(&piece->map, box, order, look->point, &work->tape);
    return look;
}

bool points_overlap(const struct problem *p, const struct region *box, enum tape_order order,
                    const struct points_look *over[2], struct problem_work *work)
{
    for (int i = 0; i < 2; i++) over[i] = points_look(p, i, POINTS_BOX, box, order, work);
    if ((over[0]->state | over[1]->state) & TAPE_EMPTY) return false;
    for (int k = 0; k < 3; k++)
        if (ival_disjoint(over[0]->point[k].value, over[1]->point[k].value)) return false;
    return true;
}

bool points_usable(const struct problem *p, const struct points_look *const look[2], int k)
{
    for (int i = 0; i < 2; i++) {
        if (points_all_bounded(look[i]->state)) continue;
        const struct jet *jet = &look[i]->point[k];
        bool bounded = ival_bounded(&jet->value, 1);
        for (unsigned j = 0; j <= p->piece[i]->parameters; j++)
            bounded = bounded && ival_bounded(&jet->d[points_variable(p->piece[i], j)], 1);
        if (!bounded) return false;
    }
    return true;
}

void points_gradient(const struct problem *p, const struct points_look *const look[2], int k,
                     ival row[PROBLEM_VARIABLES])
{
    for (unsigned j = 0; j < p->piece[0]->parameters; j++)
        row[points_column(p, 0, j)] = look[0]->point[k].d[points_variable(p->piece[0], j)];
    for (unsigned j = 0; j < p->piece[1]->parameters; j++)
        row[points_column(p, 1, j)] = ival_neg(look[1]->point[k].d[points_variable(p->piece[1], j)]);
    row[p->variables - 1] = ival_sub(look[0]->point[k].d[2], look[1]->point[k].d[2]);
}

/* ---- Time separation ---- */

bool forms_narrow_time(ival gap, ival speed, double tm, ival *time)
{
    ival step = ival_sub(*time, ival_point(tm));
    const ival away = ival_neg(gap);
    if (!ival_has_zero(speed)) {
        step = ival_common(step, ival_div(away, speed));
    } else if (!ival_has_zero(gap)) {
        /* Not nearer to tm than the least of |gap| over the most of |speed| allows, on either side. */
        const bool above = ival_lo(gap) > 0;
        const double least = above ? ival_lo(gap) : -ival_hi(gap);        /* of |gap| */
        const double with = above ? -ival_lo(speed) : ival_hi(speed);     /* the most towards it, later */
        const double against = above ? ival_hi(speed) : -ival_lo(speed);  /* the most towards it, earlier */
        const double after = with > 0 ? -(-least / with) : INFINITY;      /* rounded downward: */
        const double before = against > 0 ? -least / against : -INFINITY; /* and upward */
        const bool late = ival_hi(step) >= after, early = ival_lo(step) <= before;
        if (!late && !early) return false;
        if (!early) step = ival_of(after, ival_hi(step));
        if (!late) step = ival_of(ival_lo(step), before);
    }
    if (ival_empty(step)) return false;
    *time = ival_common(*time, ival_point(tm) + step);
    return !ival_empty(*time);
}

bool points_unit_cross(const double u[3], const double v[3], double n[3])
{
    for (int i = 0; i < 3; i++) n[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0x1p-500 && length < 0x1p500)) return false;
    for (int i = 0; i < 3; i++) n[i] /= length;
    return true;
}

void points_tangent(const struct piece *piece, const struct points_look *look, unsigned k, double x[3])
{
    for (int i = 0; i < 3; i++) x[i] = ival_middle(look->point[i].d[piece->variable[k]]);
}

unsigned points_directions(const struct problem *p, const struct points_look *const look[2], double n[2][3])
{
    const struct piece *const *piece = p->piece;
    double u[3], v[3];
    unsigned found = 0;
    for (int i = 0; i < 2; i++) {
        if (piece[i]->parameters != 2) continue;
        points_tangent(piece[i], look[i], 0, u);
        points_tangent(piece[i], look[i], 1, v);
        found += points_unit_cross(u, v, n[found]);
    }
    if (piece[0]->parameters == 1 && piece[1]->parameters == 1) {
        points_tangent(piece[0], look[0], 0, u);
        points_tangent(piece[1], look[1], 0, v);
        found += points_unit_cross(u, v, n[found]);
    }
    return found;
}

/* Whether D = S1 - S2 can be 0: along the axes, and along itself at the middle. At one moment D is bounded
 * well, as the time is not wide then; from there it changes no faster than the pieces move. Narrows the time.
 */
static bool meet_in_time(const struct points_look *const over[2], const struct points_look *const moment[2],
                         double tm, ival *time)
{
    ival gap[3], speed[3], along[2] = {ival_point(0), ival_point(0)};
    for (int k = 0; k < 3; k++) {
        const ival value[2] = {moment[0]->point[k].value, moment[1]->point[k].value};
        const ival by[2] = {over[0]->point[k].d[2], over[1]->point[k].d[2]};
        if (!ival_bounded(value, 2) || !ival_bounded(by, 2)) return true;
        gap[k] = ival_sub(value[0], value[1]);
        speed[k] = ival_sub(by[0], by[1]);
        if (!forms_narrow_time(gap[k], speed[k], tm, time)) return false;
    }
    for (int k = 0; k < 3; k++) {
        const double e = ival_middle(gap[k]);
        along[0] += ival_scale(gap[k], e);
        along[1] += ival_scale(speed[k], e);
    }
    return forms_narrow_time(along[0], along[1], tm, time);
}

bool points_possible(const struct problem *p, struct region *box, unsigned ask, struct problem_work *work)
{
    const struct points_look *over[2], *moment[2];
    struct region then = *box;
    ival *time = &box->x[p->variables - 1];
    const double tm = ival_middle(*time);
    if (!points_overlap(p, box, TAPE_GRADIENT, over, work)) return false;
    if ((over[0]->state | over[1]->state) & TAPE_PARTIAL) return true; /* no mean value theorem, no normals */
    then.x[p->variables - 1] = ival_point(tm);
    for (int i = 0; i < 2; i++) moment[i] = points_look(p, i, POINTS_MOMENT, &then, TAPE_VALUE, work);
    if (!meet_in_time(over, moment, tm, time)) return false;
    bool certain;
    return !(ask & PROBLEM_INCOMING) || points_incoming(p, box, over, &certain, work);
}

double points_width(const struct problem *p, const struct region *box, struct problem_work *work)
{
    double width = 0;
    for (int i = 0; i < 2; i++) {
        const struct points_look *over = points_look(p, i, POINTS_BOX, box, TAPE_VALUE, work);
        for (int k = 0; k < 3; k++) width = max_of(width, ival_width(over->point[k].value));
    }
    return width;
}

void points_world(const struct problem *p, const struct region *box, ival world[3], struct problem_work *work)
{
    const struct points_look *over[2];
    for (int i = 0; i < 2; i++) over[i] = points_look(p, i, POINTS_BOX, box, TAPE_VALUE, work);
    for (int k = 0; k < 3; k++) {
        const ival both = ival_common(over[0]->point[k].value, over[1]->point[k].value);
        world[k] = ival_empty(both) ? over[0]->point[k].value : both;
    }
}
