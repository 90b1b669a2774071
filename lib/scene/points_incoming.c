/* Which contacts of solids are incoming (Snyder et al. 1993, Eq. 3, 10, 12): before them, the pieces' points
 * were apart.
 *
 * Let V = S1t - S2t at the contact, N1 and N2 outward normals of the faces that the pieces belong to. A way
 * leaves a solid only through a face whose outward normal it goes along.
 *
 * Shortly before, the second piece's point was at V ds from the first one's, and not in the first solid; so V
 * . N1 >= 0 for at least one of its faces, as else the way from the contact along V leads into it and never
 * leaves it. Likewise -V . N2 >= 0 for one of the second solid's.
 *
 * And two of the normals face away from each other, N1 . N2 <= 0. Let the first piece be a face or an edge.
 * Then a way into its solid goes against its normals only: -N1; of an edge - N1 - N1', or if it is a valley,
 * either. Were all N1 . N2 > 0, it would never leave the second solid, and the solids would overlap. Of two
 * vertices this need not be true, and it is not asked.
 *
 * That is quickly seen, but not all: where there are more than two normals no way leads into both solids, see
 * lead_inside.c. An edge of an acute wedge can touch a face from within, and one of its normals face away. */
#include "points.h"

/* Where a side's variable k is at the box of the piece. */
static ival side_at(const struct scene_face *face, const struct piece *piece, const struct piece_side *side,
                    int k, ival parameter)
{
    const struct interval to = k == 0 ? face->u : face->v, from = piece->domain[0];
    if (piece->kind != PIECE_EDGE || side->along != k) return ival_point(side->corner[k] ? to.hi : to.lo);
    ival part = ival_div(ival_sub(parameter, ival_point(from.lo)),
                         ival_sub(ival_point(from.hi), ival_point(from.lo)));
    if (side->reversed) part = ival_sub(ival_point(1), part);
    const ival length = ival_sub(ival_point(to.hi), ival_point(to.lo));
    return ival_common(ival_point(to.lo) + ival_mul(part, length), ival_from(to));
}

bool points_outward(const struct problem *p, int i, const struct piece_side *side, const struct region *box,
                    const struct points_look *look, ival normal[3], struct problem_work *work)
{
    const struct piece *piece = p->piece[i];
    const struct scene_face *face = &p->scene->body[piece->body].face[side->face];
    struct jet beside[3];
    const struct jet *point = look->point;
    unsigned state = look->state;
    if (piece->kind != PIECE_FACE) {
        const ival parameter = box->x[points_column(p, i, 0)];
        const ival at[3] = {side_at(face, piece, side, 0, parameter),
                            side_at(face, piece, side, 1, parameter), box->x[p->variables - 1]};
        state = tape_eval(&face->map, at, TAPE_GRADIENT, beside, &work->tape);
        point = beside;
    }
    if (state & (TAPE_EMPTY | TAPE_PARTIAL)) return false;
    for (int k = 0; k < 3; k++)
        if (!points_all_bounded(state) && !ival_bounded(point[k].d, 2)) return false;
    points_normal(point, normal);
    for (int k = 0; face->inward && k < 3; k++) normal[k] = ival_neg(normal[k]);
    return true;
}

/* Adds what is known of a number of which one of several must be >= 0. */
static void one_of(ival x, bool *possible, bool *certain)
{
    *possible = *possible || ival_hi(x) >= 0;
    *certain = *certain || ival_lo(x) >= 0;
}

/* Whether a way leads into both solids. Of two faces tangency says as much. */
static bool overlap_inside(ival normal[2][FORMS_SIDES][3], const size_t sides[2])
{
    ival all[2 * FORMS_SIDES][3];
    size_t n = 0;
    if (!sides[0] || !sides[1] || sides[0] + sides[1] < 3) return false;
    for (int i = 0; i < 2; i++)
        for (size_t s = 0; s < sides[i]; s++, n++)
            for (int k = 0; k < 3; k++) all[n][k] = normal[i][s][k];
    return forms_lead_inside(all, n);
}

bool points_incoming(const struct problem *p, const struct region *box,
                     const struct points_look *const look[2], bool *certain, struct problem_work *work)
{
    const struct piece *const *piece = p->piece;
    ival normal[2][FORMS_SIDES][3], velocity[2][3];
    size_t sides[2];
    *certain = true;
    for (int i = 0; i < 2; i++) {
        const size_t n = piece[i]->sides;
        bool bounded = true;
        for (size_t s = 0; s < n && n <= FORMS_SIDES; s++)
            bounded = bounded && points_outward(p, i, &piece[i]->side[s], box, look[i], normal[i][s], work);
        sides[i] = n <= FORMS_SIDES && bounded ? n : 0;
        *certain = *certain && bounded;
    }
    if (sides[0] + sides[1] == 0) return true;
    for (int k = 0; k < 3; k++) {
        const ival v[2] = {look[0]->point[k].d[2], look[1]->point[k].d[2]};
        if (!ival_bounded(v, 2)) return !(*certain = false);
        velocity[0][k] = ival_sub(v[0], v[1]);
        velocity[1][k] = ival_sub(v[1], v[0]);
    }
    for (int i = 0; i < 2; i++) {
        bool can = sides[i] == 0, does = can;
        for (size_t s = 0; s < sides[i]; s++) one_of(ival_dot(velocity[i], normal[i][s]), &can, &does);
        if (!can) return false;
        *certain = *certain && does;
    }
    if (overlap_inside(normal, sides)) return false;
    if (piece[0]->parameters + piece[1]->parameters == 0) return true;
    bool can = sides[0] == 0 || sides[1] == 0, does = can;
    for (size_t s = 0; s < sides[0]; s++)
        for (size_t t = 0; t < sides[1]; t++)
            one_of(ival_neg(ival_dot(normal[0][s], normal[1][t])), &can, &does);
    *certain = *certain && does;
    return can;
}
