/* Whether a contact of solids, one of them implicit at least, is one of their outsides: by the outward
 * normals of all surfaces that meet there. */
#include "points.h"
#include "scalars.h"

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

bool scalars_outside(const struct problem *p, const struct region *box, const struct scalars_look *look,
                     bool *certain, struct problem_work *work)
{
    const int along = scalars_along(p);
    struct normals all = {0};
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
    return !known || !forms_lead_inside(all.normal, all.n);
}
