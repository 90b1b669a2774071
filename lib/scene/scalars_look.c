/* What bounds of the functions say about a box: whether it can hold a contact, and how its time is narrowed.
 */
#include "scalars.h"

/* Whether 0 is in the bounds of all functions, and the piece's points are where implicit bodies are looked
 * at. */
static bool values_possible(const struct problem *p, const struct jet *g)
{
    for (unsigned i = 0; i < p->contact; i++)
        if (!ival_has_zero(g[i].value)) return false;
    for (int k = 0; scalars_along(p) >= 0 && k < 3; k++)
        if (ival_disjoint(g[p->contact + (unsigned)k].value, p->within[k])) return false;
    return true;
}

bool scalars_look(const struct problem *p, const struct region *box, unsigned ask, enum tape_order order,
                  struct scalars_look *look, struct problem_work *work)
{
    ival middle[PROBLEM_VARIABLES];
    const bool anyway = ask & PROBLEM_ANYWAY;
    look->functions = p->contact;
    look->variables = p->variables;
    look->parameters = p->variables - 1;
    look->box = work->box;
    look->middle = work->middle;
    for (unsigned k = 0; k < p->variables; k++) {
        look->centre[k] = ival_middle(box->x[k]);
        middle[k] = ival_point(look->centre[k]);
        look->step[k] = ival_sub(box->x[k], middle[k]);
    }
    const unsigned state = tape_eval(&p->g, box->x, order, work->box, &work->tape);
    if (state & TAPE_EMPTY || !(anyway || values_possible(p, work->box))) return false;
    look->smooth = !(state & TAPE_PARTIAL);
    if (order == TAPE_VALUE || !look->smooth) return true;
    const enum tape_order of_middle = order == TAPE_HESSIAN ? TAPE_GRADIENT : TAPE_VALUE;
    const unsigned there = tape_eval(&p->g, middle, of_middle, work->middle, &work->tape);
    look->smooth = !(there & (TAPE_EMPTY | TAPE_PARTIAL));
    return true;
}

bool scalars_beside(const struct problem *p, const struct region *box, const struct scalars_look *look,
                    bool *certain, struct problem_work *work)
{
    struct jet whole[2];
    *certain = true;
    for (int k = 0; scalars_along(p) >= 0 && k < 3; k++)
        *certain &= ival_in(look->box[p->contact + (unsigned)k].value, p->within[k]);
    if (p->beside.outputs == 0) return true;
    const unsigned state = tape_eval(&p->beside, box->x, TAPE_VALUE, whole, &work->tape);
    if (state & TAPE_EMPTY) return false;
    *certain &= !(state & TAPE_PARTIAL);
    for (size_t i = 0; i < p->beside.outputs; i++) {
        if (!ival_has_zero(whole[i].value)) return false;
        *certain &= ival_size(whole[i].value) <= 0;
    }
    return true;
}

/* ---- Incoming ---- */

/* The length of the gradient by the parameters; IVAL_ENTIRE: not known. */
static ival gradient_length(const struct jet *g, unsigned parameters)
{
    ival square = ival_point(0);
    for (unsigned k = 0; k < parameters; k++) {
        if (!ival_bounded(&g->d[k], 1)) return IVAL_ENTIRE;
        square += ival_square(g->d[k]);
    }
    return ival_sqrt(square);
}

/* Of two functions (Eq. 6): |grad g2| dg1/dt + |grad g1| dg2/dt <= 0, and grad g1 . grad g2 <= 0, if there
 * are parameters. */
static bool two_incoming(const struct scalars_look *look, bool *certain)
{
    const struct jet *g = look->box;
    const ival length[2] = {gradient_length(&g[0], look->parameters),
                            gradient_length(&g[1], look->parameters)};
    const ival speed[2] = {g[0].d[look->parameters], g[1].d[look->parameters]};
    *certain = false;
    for (int i = 0; i < 2; i++)
        if (!ival_bounded(&length[i], 1) || !ival_bounded(&speed[i], 1)) return true;
    const ival fall = ival_mul(length[1], speed[0]) + ival_mul(length[0], speed[1]);
    ival turned = ival_point(0);
    for (unsigned k = 0; k < look->parameters; k++) turned += ival_mul(g[0].d[k], g[1].d[k]);
    *certain = ival_hi(fall) <= 0 && ival_hi(turned) <= 0;
    return ival_lo(fall) <= 0 && ival_lo(turned) <= 0;
}

/* Outside of a solid its functions are positive. At a first contact there is no way into all of them with the
 * time running backward (else the bodies would have met before), so that some combination of them with
 * coefficients >= 0 has no gradient and does not grow (Gordan); at least one of its functions does not. */
bool scalars_incoming(const struct problem *p, const struct scalars_look *look, bool *certain)
{
    bool falls = false;
    *certain = true;
    for (int i = 0; i < 2; i++)
        if (p->piece[i]->leaves && !p->scene->body[p->piece[i]->body].solid) return true;
    if (look->functions == 2) return two_incoming(look, certain);
    for (unsigned i = 0; i < look->functions; i++) {
        const ival speed = look->box[i].d[look->parameters];
        const bool known = ival_bounded(&speed, 1);
        falls |= !known || ival_lo(speed) <= 0;
        *certain &= known && ival_hi(speed) <= 0;
    }
    return falls;
}

/* ---- Possible ---- */

/* By the mean value form of each function, which also says at which times of the box it can be 0. */
static bool rows_possible(const struct scalars_look *look, struct region *box)
{
    const unsigned time = look->parameters;
    for (unsigned i = 0; i < look->functions; i++) {
        const struct jet *g = &look->box[i];
        if (!ival_bounded(&look->middle[i].value, 1) || !ival_bounded(g->d, (int)look->variables)) continue;
        ival gap = look->middle[i].value;
        for (unsigned k = 0; k < time; k++) gap += ival_mul(g->d[k], look->step[k]);
        if (!forms_narrow_time(gap, g->d[time], look->centre[time], &box->x[time])) return false;
    }
    return true;
}

bool scalars_possible(const struct problem *p, struct region *box, unsigned ask, struct problem_work *work)
{
    struct scalars_look look;
    bool certain;
    if (!scalars_look(p, box, ask, TAPE_VALUE, &look, work)) return false;
    if (!scalars_beside(p, box, &look, &certain, work)) return false;
    if (!look.smooth) return true;
    if (!scalars_look(p, box, ask, TAPE_GRADIENT, &look, work)) return false;
    if (!look.smooth) return true;
    if ((ask & PROBLEM_INCOMING) && !scalars_incoming(p, &look, &certain)) return false;
    return rows_possible(&look, box);
}
