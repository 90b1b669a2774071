/* Whether two pieces given by points can meet in a box: by their boxes, by mean value forms, by how fast they
 * move apart. */
#include "points.h"

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
    for (int other = 0; other < 2; other++) {
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

/* A row along a direction, at the middle of the box: D(c), and its derivatives in the box. */
struct along {
    ival value, d[PROBLEM_VARIABLES];
};

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

/* The same for a row over a box, of which only the time is narrowed. `r` is the box less its middle. */
static bool row_possible(const struct along *row, const ival r[PROBLEM_VARIABLES], double tm,
                         unsigned variables, struct region *box)
{
    ival gap = row->value;
    for (unsigned j = 0; j + 1 < variables; j++) gap += ival_mul(row->d[j], r[j]);
    return forms_narrow_time(gap, row->d[variables - 1], tm, &box->x[variables - 1]);
}

static struct along combined(const struct along row[3], const double e[3], unsigned variables)
{
    struct along sum = {.value = ival_point(0)};
    for (unsigned j = 0; j < variables; j++) sum.d[j] = ival_point(0);
    for (int k = 0; k < 3; k++) {
        sum.value += ival_scale(row[k].value, e[k]);
        for (unsigned j = 0; j < variables; j++) sum.d[j] += ival_scale(row[k].d[j], e[k]);
    }
    return sum;
}

bool points_unit_cross(const double u[3], const double v[3], double n[3])
{
    for (int i = 0; i < 3; i++) n[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0x1p-500 && length < 0x1p500)) return false;
    for (int i = 0; i < 3; i++) n[i] /= length;
    return true;
}

/* A tangent of a piece at about the middle of what it is over. */
static void tangent(const struct piece *piece, const struct points_look *look, unsigned k, double x[3])
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
        tangent(piece[i], look[i], 0, u);
        tangent(piece[i], look[i], 1, v);
        found += points_unit_cross(u, v, n[found]);
    }
    if (piece[0]->parameters == 1 && piece[1]->parameters == 1) {
        tangent(piece[0], look[0], 0, u);
        tangent(piece[1], look[1], 0, v);
        found += points_unit_cross(u, v, n[found]);
    }
    return found;
}

/* The rows of D = S1 - S2, and their combinations along the normals and along D at the middle. */
static bool rows_possible(const struct problem *p, const struct points_look *const over[2],
                          const struct points_look *const at[2], const struct region *middle,
                          struct region *box)
{
    const unsigned n = p->variables;
    const double tm = ival_hi(middle->x[n - 1]);
    struct along row[3];
    ival r[PROBLEM_VARIABLES];
    double e[3][3];
    bool all = true;
    for (unsigned j = 0; j < n; j++) r[j] = ival_sub(box->x[j], middle->x[j]);
    for (int k = 0; k < 3; k++) {
        const ival value[2] = {at[0]->point[k].value, at[1]->point[k].value};
        const bool usable = points_usable(p, over, k) && ival_bounded(value, 2);
        all = all && usable;
        if (!usable) continue;
        row[k].value = ival_sub(value[0], value[1]);
        points_gradient(p, over, k, row[k].d);
        if (!row_possible(&row[k], r, tm, n, box)) return false;
        e[2][k] = ival_middle(row[k].value);
    }
    if (!all) return true;
    const unsigned directions = points_directions(p, over, e);
    for (unsigned i = 0; i < 3; i++) {
        if (i >= directions && i < 2) continue;
        const struct along sum = combined(row, e[i], n);
        if (!row_possible(&sum, r, tm, n, box)) return false;
    }
    return true;
}

bool points_possible(const struct problem *p, struct region *box, unsigned ask, struct problem_work *work)
{
    const struct points_look *over[2], *at[2];
    if (!points_overlap(p, box, TAPE_VALUE, over, work)) return false;
    const struct region middle = points_middle(p, box);
    for (int i = 0; i < 2; i++) {
        over[i] = points_look(p, i, POINTS_BOX, box, TAPE_GRADIENT, work);
        if (over[i]->state & TAPE_PARTIAL) return true; /* no mean value theorem, no normals */
        at[i] = points_look(p, i, POINTS_MIDDLE, &middle, TAPE_VALUE, work);
    }
    if (!rows_possible(p, over, at, &middle, box)) return false;
    bool certain;
    return !(ask & PROBLEM_INCOMING) || points_incoming(p, box, over, &certain, work);
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
