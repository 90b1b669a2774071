/* Where the points of a problem of scalar functions are, and the contact where one is found: the latter in
 * plain arithmetic. */
#include "../num/extremes.h"
#include "points.h"
#include "scalars.h"

void scalars_world(const struct problem *p, const struct region *box, ival world[3],
                   struct problem_work *work)
{
    const int along = scalars_along(p);
    for (int k = 0; k < 3; k++) world[k] = box->x[k];
    if (along < 0) return;
    const struct points_look *over = points_look(p, along, POINTS_BOX, box, TAPE_VALUE, work);
    for (int k = 0; k < 3; k++) world[k] = over->state & TAPE_EMPTY ? IVAL_ENTIRE : over->point[k].value;
}

/* The functions at the contact, and of each its gradient by x, y, z. */
struct meeting {
    bool defined; /* the factors say which way the normal points */
    double factor[SCALARS_MOST], value[SCALARS_MOST], speed[SCALARS_MOST];
    double gradient[SCALARS_MOST][3], length[SCALARS_MOST];
};

static double plain(ival x)
{
    return ival_bounded(&x, 1) ? ival_middle(x) : 0;
}

static double length_of(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* How far the whole body is from a point, to first order. */
static double off_body(const struct jet *whole)
{
    double square = 0;
    for (int k = 0; k < 3; k++) square += ival_size(whole->d[k]) * ival_size(whole->d[k]);
    const double value = fabs(plain(whole->value));
    return value > 0 ? value / sqrt(square) : 0;
}

/* Gradients of a piece's leaves at a point and time; 0 where they are not known. Returns how far the whole
 * body is from there: of several leaves the surface of one goes on where the body does not. Writes over
 * work->box. */
static double gradients(const struct problem *p, const struct piece *piece, const ival at[TAPE_VARIABLES],
                        double gradient[][3], double *length, struct problem_work *work)
{
    const struct tape *map = &p->scene->body[piece->body].map;
    if (piece->leaves == 0) return 0;
    const bool known = !(tape_eval(map, at, TAPE_GRADIENT, work->box, &work->tape) & TAPE_EMPTY);
    for (unsigned i = 0; i < piece->leaves; i++) {
        const struct jet *leaf = &work->box[1 + piece->leaf[i]];
        for (int k = 0; k < 3; k++) gradient[i][k] = known ? plain(leaf->d[k]) : 0;
        length[i] = length_of(gradient[i]);
    }
    return known && map->outputs > 2 ? off_body(&work->box[0]) : 0;
}

/* Whether the gradients of a piece's leaves are about the same all around a point: none is off from that in
 * the middle by as much as half of it. Not so at an apex or a kink, where the gradient at the point says
 * nothing of those beside it, nor where it may be 0. Writes over work->box. */
static bool is_smooth(const struct problem *p, const struct piece *piece, const ival at[TAPE_VARIABLES],
                      double reach, struct problem_work *work)
{
    const struct tape *map = &p->scene->body[piece->body].map;
    ival around[TAPE_VARIABLES];
    if (piece->leaves == 0) return true;
    for (int k = 0; k < 3; k++) around[k] = at[k] + ival_of(-reach, reach);
    around[3] = at[3];
    if (tape_eval(map, around, TAPE_GRADIENT, work->box, &work->tape) & (TAPE_EMPTY | TAPE_PARTIAL))
        return false;
    for (unsigned i = 0; i < piece->leaves; i++) {
        const ival *d = work->box[1 + piece->leaf[i]].d;
        double middle = 0, off = 0;
        if (!ival_bounded(d, 3)) return false;
        for (int k = 0; k < 3; k++) {
            middle += ival_middle(d[k]) * ival_middle(d[k]);
            off += ival_width(d[k]) * ival_width(d[k]); /* twice as far as it may be off */
        }
        if (!(off < middle)) return false;
    }
    return true;
}

static void no_normal(struct ccdq_contact *c)
{
    c->flags |= CCDQ_CONTACT_DEGENERATE;
    c->n[2] = 1; /* any will do */
}

/* From the first body to the second: along the factors' combination of gradients, which is outward of a
 * solid; of a sheet on the side from where the other body comes. */
static void put_normal(const struct problem *p, const struct meeting *m, struct ccdq_contact *c)
{
    const struct piece *first = p->piece[0], *leaves = first->leaves ? first : p->piece[1];
    const bool solid = p->scene->body[leaves->body].solid;
    double n[3] = {0, 0, 0}, fall = 0, largest = 0;
    for (unsigned i = 0; i < leaves->leaves; i++) {
        for (int k = 0; k < 3; k++) n[k] += m->factor[i] * m->gradient[i][k];
        if (fabs(m->factor[i]) > fabs(largest)) largest = m->factor[i];
    }
    for (unsigned i = 0; i < p->contact; i++) fall -= m->factor[i] * m->speed[i];
    const double length = length_of(n);
    const bool turned = solid ? largest < 0 : fall < 0, against = leaves != first;
    if (!m->defined) c->flags |= CCDQ_CONTACT_DEGENERATE;
    if (!(length > 0 && length < INFINITY)) {
        no_normal(c);
        return;
    }
    for (int k = 0; k < 3; k++) c->n[k] = (turned != against ? -n[k] : n[k]) / length;
    c->speed = (turned ? -fall : fall) / length;
}

void scalars_contact(const struct problem *p, const struct region *at, double reach, struct ccdq_contact *c,
                     struct problem_work *work)
{
    const int along = scalars_along(p);
    const struct region middle = points_middle(p, at);
    struct scalars_look look;
    struct meeting m;
    ival where[TAPE_VARIABLES];
    if (!scalars_look(p, &middle, PROBLEM_ANYWAY, TAPE_HESSIAN, &look, work) || !look.smooth) {
        no_normal(c);
        c->distance = INFINITY;
        return;
    }
    m.defined = scalars_factors(&look, m.factor);
    for (unsigned i = 0; i < p->contact; i++) {
        m.value[i] = fabs(plain(look.middle[i].value));
        m.speed[i] = plain(look.middle[i].d[look.parameters]);
    }
    for (int k = 0; k < 3; k++) {
        where[k] = along < 0 ? middle.x[k] : ival_point(plain(look.middle[p->contact + (unsigned)k].value));
        c->x[k] = ival_hi(where[k]);
    }
    where[3] = middle.x[look.parameters];
    for (int i = 0; i < 2; i++) {
        const unsigned from = i == 0 ? 0 : p->piece[0]->leaves;
        const double off = gradients(p, p->piece[i], where, m.gradient + from, m.length + from, work);
        c->distance = max_of(off, c->distance);
    }
    for (unsigned i = 0; i < p->contact; i++) {
        const double distance = m.value[i] > 0 ? m.value[i] / m.length[i] : 0;
        if (distance > c->distance) c->distance = distance;
    }
    for (int i = 0; i < 2; i++)
        m.defined = m.defined && is_smooth(p, p->piece[i], where, max_of(reach, c->distance), work);
    for (int k = 0; k < 2 && along >= 0; k++) c->w[2 * along + k] = p->piece[along]->at[k].lo;
    for (unsigned k = 0; along >= 0 && k < look.parameters; k++)
        c->w[2 * along + (int)p->piece[along]->variable[k]] = look.centre[k];
    put_normal(p, &m, c);
}
