/* Whether a contact of solids, one of them implicit at least, is one of their outsides: by the outward
 * normals of all surfaces that meet there. */
#include "points.h"
#include "scalars.h"
#include <string.h>

struct normals {
    size_t n;
    ival normal[SCALARS_MOST + FORMS_SIDES][3];
};

/* Gradients of the leaves, which are outward. */
static bool of_leaves(const struct problem *p, const struct piece *piece, const struct region *box,
                      const struct scalars_look *look, struct normals *all, struct problem_work *work)
{
    const int along = scalars_along(p);
    ival at[TAPE_VARIABLES];
    for (unsigned k = 0; k < 3; k++) at[k] = along < 0 ? box->x[k] : look->box[p->contact + k].value;
    at[3] = box->x[look->parameters];
    const struct tape *map = &p->scene->body[piece->body].map;
    if (piece->leaves == 0) return true;
    if (tape_eval(map, at, TAPE_GRADIENT, work->box, &work->tape) & (TAPE_EMPTY | TAPE_PARTIAL)) return false;
    for (unsigned i = 0; i < piece->leaves; i++, all->n++)
        for (int k = 0; k < 3; k++) all->normal[all->n][k] = work->box[1 + piece->leaf[i]].d[k];
    return true;
}

static bool of_points(const struct problem *p, int i, const struct region *box, struct normals *all,
                      struct problem_work *work)
{
    const struct piece *piece = p->piece[i];
    const struct points_look *look = points_look(p, i, POINTS_BOX, box, TAPE_GRADIENT, work);
    if (piece->sides > FORMS_SIDES) return false;
    for (size_t s = 0; s < piece->sides; s++, all->n++)
        if (!points_outward(p, i, &piece->side[s], box, look, all->normal[all->n], work)) return false;
    return true;
}

/* Sets of a body's normals that are enough to go against: all; of leaves, others that lead inside as well,
 * for certain everywhere in the box. */
struct ways {
    size_t n;
    unsigned set[1 << 3];
};

static void find_ways(const struct problem *p, const struct region *box, struct ways ways[2],
                      struct problem_work *work)
{
    struct jet whole[1 << 3]; /* two bodies have four leaves at most */
    const struct jet *next = whole;
    for (int i = 0; i < 2; i++) ways[i] = (struct ways){1, {~0U}};
    if (p->lead.outputs == 0) return;
    const unsigned state = tape_eval(&p->lead, box->x, TAPE_VALUE, whole, &work->tape);
    if (state & (TAPE_EMPTY | TAPE_PARTIAL)) return;
    for (int i = 0; i < 2; i++)
        for (unsigned set = 1; set + 1 < 1U << p->piece[i]->leaves; set++, next++)
            if (ival_hi(next->value) < 0) ways[i].set[ways[i].n++] = set;
}

/* Whether a way leads against these sets of the normals of the two bodies, so many each. */
static bool leads_inside(const struct normals *all, const size_t count[2], const unsigned set[2])
{
    ival some[SCALARS_MOST + FORMS_SIDES][3];
    size_t n = 0, at = 0;
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < count[i]; k++, at++)
            if (set[i] == ~0U || set[i] >> k & 1) memcpy(some[n++], all->normal[at], sizeof *some);
    return forms_lead_inside(some, n);
}

bool scalars_outside(const struct problem *p, const struct region *box, const struct scalars_look *look,
                     bool *certain, struct problem_work *work)
{
    const int along = scalars_along(p);
    struct normals all = {0};
    struct ways ways[2];
    bool known = true, away = along < 0;
    for (int i = 0; i < 2; i++)
        if (!p->scene->body[p->piece[i]->body].solid || (i == along && !p->piece[i]->sides)) return true;
    for (int i = 0; i < 2 && known; i++)
        known = i == along || of_leaves(p, p->piece[i], box, look, &all, work);
    const size_t leaves = all.n;
    known = known && (along < 0 || of_points(p, along, box, &all, work));
    for (size_t l = 0; l < leaves && known; l++)
        for (size_t s = leaves; s < all.n; s++)
            away = away || ival_hi(ival_dot(all.normal[l], all.normal[s])) <= 0;
    *certain = *certain && known && away;
    if (!known) return true;
    find_ways(p, box, ways, work);
    /* Leaves come first, those of the first body before those of the second one. */
    const int first = along == 0 ? 1 : 0;
    const size_t count[2] = {along < 0 ? p->piece[0]->leaves : leaves,
                             all.n - (along < 0 ? p->piece[0]->leaves : leaves)};
    for (size_t a = 0; a < ways[first].n; a++)
        for (size_t b = 0; b < ways[!first].n; b++)
            if (leads_inside(&all, count, (const unsigned[]){ways[first].set[a], ways[!first].set[b]}))
                return false;
    return true;
}
