/* The problems of a pair of bodies, and what both forms of them have in common.
 *
 * At a first contact the bodies were apart before. If their pieces (of the least dimension that hold the
 * point) could be separated by motions within themselves, they would have met earlier; so their tangents
 * span no more than a plane, and tangency holds.
 *
 * Pieces given by points: each against each other, the six situations of Appendix A. A contact of a vertex
 * with an edge or a vertex is one of that vertex with a face, too, at its border; but only by those problems
 * of their own do its incoming constraints hold: at a sharp edge the face that the vertex approaches need not
 * be the one whose normal faces the vertex. They have two variables or one, and cost next to nothing.
 *
 * Leaves: let g be the functions of all leaves that are active at a first contact, by k variables (those of
 * the piece, or x, y, z). Not all of them decrease along one direction, so that some combination of their
 * gradients with coefficients >= 0, not all 0, is 0 (Fritz John); and one of at most k + 1 of them
 * (Caratheodory). Those that take part are all 0 there, and one of the sets of leaves. */
#include "../num/extremes.h"
#include "forms.h"
#include "pieces.h"
#include <stdlib.h>

static const struct scene_body *body_of(const struct problem *p, int i)
{
    return &p->scene->body[p->piece[i]->body];
}

/* Whether the gradients of the sets' functions can be dependent at a contact, and no smaller set does. */
static bool needed(const struct piece *a, const struct piece *b)
{
    if (a->leaves && b->leaves) return a->leaves + b->leaves <= 4;
    return a->leaves + b->leaves <= a->parameters + b->parameters + 1;
}

static bool first_to_come(const struct piece *piece)
{
    return piece->kind == PIECE_FACE || piece->leaves == 1;
}

static void free_tapes(struct problem *p)
{
    tape_free(&p->g);
    tape_free(&p->beside);
    tape_free(&p->lead);
}

/* Adds the problems of faces and single leaves against each other, or all others. */
static bool add_problems(struct problem_list *list, const struct scene *scene, uint32_t pair, size_t of_first,
                         bool first)
{
    for (size_t i = 0; i < of_first; i++)
        for (size_t j = of_first; j < list->pieces; j++) {
            const struct piece *a = &list->piece[i], *b = &list->piece[j];
            if (!needed(a, b) || (first_to_come(a) && first_to_come(b)) != first) continue;
            struct problem *p = &list->problem[list->problems];
            *p = (struct problem){.scene = scene, .pair = pair, .piece = {a, b}};
            p->scalars = a->leaves || b->leaves;
            const bool made = p->scalars ? scalars_make(p) : points_make(p);
            if (made && p->variables > 0)
                list->problems++;
            else
                free_tapes(p);
            if (!made) return false;
        }
    return true;
}

bool problem_list_make(struct problem_list *list, const struct scene *scene, uint32_t pair)
{
    const uint32_t *body = scene->pair[pair];
    const size_t n[2] = {pieces_count(&scene->body[body[0]]), pieces_count(&scene->body[body[1]])};
    list->piece = calloc(n[0] + n[1], sizeof *list->piece);
    if (!list->piece) return false;
    list->pieces = n[0] + n[1];
    if (!pieces_make(list->piece, scene, body[0])) return false;
    if (!pieces_make(list->piece + n[0], scene, body[1])) return false;
    size_t most = 0;
    for (size_t i = 0; i < n[0]; i++)
        for (size_t j = 0; j < n[1]; j++) most += needed(&list->piece[i], &list->piece[n[0] + j]);
    list->problem = calloc(most, sizeof *list->problem);
    if (!list->problem) return false;
    return add_problems(list, scene, pair, n[0], true) && add_problems(list, scene, pair, n[0], false);
}

void problem_list_free(struct problem_list *list)
{
    for (size_t i = 0; i < list->problems; i++) free_tapes(&list->problem[i]);
    for (size_t i = 0; i < list->pieces; i++) piece_free(&list->piece[i]);
    free(list->problem);
    free(list->piece);
    *list = (struct problem_list){0};
}

struct problem_work *problem_work_new(void)
{
    return calloc(1, sizeof(struct problem_work));
}

void problem_work_free(struct problem_work *work)
{
    if (!work) return;
    tape_work_free(&work->tape);
    free(work->box);
    free(work->middle);
    free(work);
}

/* Room for so many outputs. */
static bool fit_jets(struct problem_work *work, size_t outputs)
{
    if (outputs <= work->jets) return true;
    work->jets = 0;
    free(work->box);
    free(work->middle);
    work->box = malloc(outputs * sizeof *work->box);
    work->middle = malloc(outputs * sizeof *work->middle);
    if (!work->box || !work->middle) return false;
    work->jets = outputs;
    return true;
}

static bool fit_piece(struct problem_work *work, const struct scene_body *body, const struct piece *piece)
{
    bool fits = piece->leaves ? fit_jets(work, body->map.outputs) && tape_work_fit(&work->tape, &body->map)
                              : tape_work_fit(&work->tape, &piece->map);
    for (size_t i = 0; i < piece->sides; i++)
        fits = fits && tape_work_fit(&work->tape, &body->face[piece->side[i].face].map);
    return fits;
}

bool problem_work_fit(struct problem_work *work, const struct problem *p)
{
    bool fits = fit_jets(work, p->g.outputs);
    const struct tape *const own[3] = {&p->g, &p->beside, &p->lead};
    for (int k = 0; k < 3; k++) fits = fits && (own[k]->outputs == 0 || tape_work_fit(&work->tape, own[k]));
    for (int i = 0; i < 2; i++) {
        fits = fits && fit_piece(work, body_of(p, i), p->piece[i]);
        for (int k = 0; k < POINTS_LOOKS; k++) work->look[i][k].piece = NULL;
    }
    for (size_t i = 0; i < p->scene->tracks; i++)
        fits = fits && tape_work_fit(&work->tape, &p->scene->track[i].at);
    return fits;
}

/* ---- Tracked points ---- */

/* Bounds of the square of how far a point of the world is from the tracked point at a time. */
static ival track_distance(const struct scene_track *track, const ival world[3], ival time,
                           struct problem_work *work)
{
    struct jet at[3];
    const ival now[3] = {ival_point(0), ival_point(0), time};
    const unsigned state = tape_eval(&track->at, now, TAPE_VALUE, at, &work->tape);
    if (state & (TAPE_EMPTY | TAPE_UNBOUNDED) || !ival_bounded(world, 3)) return IVAL_ENTIRE;
    ival sum = ival_point(0);
    for (int k = 0; k < 3; k++) sum += ival_square(ival_sub(world[k], at[k].value));
    return sum;
}

/* Whether all of the box is within a tracked point's radius (Eq. 7); `apart`: whether nothing of it is, of
 * any. */
static bool tracked(const struct problem *p, const struct region *box, bool *apart, struct problem_work *work)
{
    const uint32_t a = p->piece[0]->body, b = p->piece[1]->body;
    bool looked = false;
    ival world[3];
    *apart = true;
    for (size_t i = 0; i < p->scene->tracks; i++) {
        const struct scene_track *track = &p->scene->track[i];
        if (!(track->body[0] == a && track->body[1] == b) && !(track->body[0] == b && track->body[1] == a))
            continue;
        if (!looked) problem_world(p, box, world, work);
        looked = true;
        const ival distance = track_distance(track, world, box->x[p->variables - 1], work);
        const ival square = ival_square(ival_point(track->radius));
        if (ival_hi(distance) < ival_lo(square)) return true;
        if (!(ival_lo(distance) > ival_hi(square))) *apart = false;
    }
    return false;
}

/* ---- Either form ---- */

bool problem_possible(const struct problem *p, struct region *box, unsigned ask, struct problem_work *work)
{
    const bool possible =
        p->scalars ? scalars_possible(p, box, ask, work) : points_possible(p, box, ask, work);
    bool apart;
    return possible && !((ask & PROBLEM_TRACKED) && tracked(p, box, &apart, work));
}

bool problem_equations(const struct problem *p, const struct region *box, unsigned ask, bool slopes,
                       struct equations *eq, struct problem_work *work)
{
    const bool possible = p->scalars ? scalars_equations(p, box, ask, slopes, eq, work)
                                     : points_equations(p, box, ask, slopes, eq, work);
    bool apart = true;
    if (!possible || ((ask & PROBLEM_TRACKED) && tracked(p, box, &apart, work))) return false;
    eq->certain = eq->certain && apart;
    return true;
}

double problem_row_unit(const struct problem *p, const struct equations *eq, const struct region *box,
                        unsigned i)
{
    double unit = 0;
    for (unsigned j = 0; p->scalars && j < eq->variables; j++)
        unit = max_of(unit, ival_size(eq->jacobian[i][j]) * ival_width(box->x[j]));
    return unit > 0 ? unit : 1;
}

void problem_spread(const struct problem *p, const struct equations *eq, const struct region *box,
                    double spread[PROBLEM_VARIABLES])
{
    for (unsigned j = 0; j < eq->variables; j++) spread[j] = 0;
    for (unsigned i = 0; i < eq->contact; i++) {
        const double unit = problem_row_unit(p, eq, box, i);
        for (unsigned j = 0; j < eq->variables; j++)
            spread[j] = max_of(spread[j], ival_size(eq->jacobian[i][j]) * ival_width(box->x[j]) / unit);
    }
}

double problem_width(const struct problem *p, const struct region *box, struct problem_work *work)
{
    if (!p->scalars) return points_width(p, box, work);
    ival world[3];
    double width = 0;
    scalars_world(p, box, world, work);
    for (int k = 0; k < 3; k++) width = max_of(width, ival_width(world[k]));
    return width;
}

void problem_world(const struct problem *p, const struct region *box, ival world[3],
                   struct problem_work *work)
{
    if (p->scalars)
        scalars_world(p, box, world, work);
    else
        points_world(p, box, world, work);
}

void problem_contact(const struct problem *p, const struct region *at, double reach, struct ccdq_contact *c,
                     struct problem_work *work)
{
    *c = (struct ccdq_contact){.kind = CCDQ_CONTACT_SURFACES};
    for (int i = 0; i < 4; i++) c->node[i] = CCDQ_NO_NODE;
    for (int i = 0; i < 2; i++) c->element[i] = p->piece[i]->element;
    if (p->scalars)
        scalars_contact(p, at, reach, c, work);
    else
        points_contact(p, at, c, work);
}
