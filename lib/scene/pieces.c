/* Pieces of bodies. The tape of an edge or a vertex is that of its face with one or both parameters fixed
 * (Snyder et al. 1993, Appendix A). */
#include "pieces.h"
#include <stdlib.h>

enum { MOST_LEAVES = 3 };

/* Of a border: the variable that is fixed on it, 0 u or 1 v, and at which end. */
static int border_variable(unsigned border)
{
    return border == SCENE_V0 || border == SCENE_V1;
}

static bool border_upper(unsigned border)
{
    return border == SCENE_U1 || border == SCENE_V1;
}

static size_t leaves_of(const struct scene_body *body)
{
    return body->map.outputs - 1;
}

size_t pieces_count(const struct scene_body *body)
{
    if (!body->implicit) return body->faces + body->edges + body->vertices;
    const size_t n = leaves_of(body);
    return n + n * (n - 1) / 2 + n * (n - 1) * (n - 2) / 6;
}

/* The domain of a face's variable: 0 u, 1 v. */
static struct interval face_domain(const struct scene_face *face, int k)
{
    return k == 0 ? face->u : face->v;
}

/* Lets a variable be free, or fixes it at an end of its domain. */
static void set_free(struct piece *piece, const struct scene_face *face, int k)
{
    piece->variable[piece->parameters] = (unsigned)k;
    piece->domain[piece->parameters++] = face_domain(face, k);
}

static void set_fixed(struct piece *piece, const struct scene_face *face, int k, bool upper)
{
    const struct interval domain = face_domain(face, k);
    piece->at[k] = interval_of(upper ? domain.hi : domain.lo);
}

/* The face's tape, with constants for the variables that are fixed. */
static bool fix_tape(struct piece *piece, const struct tape *face)
{
    struct tape *map = &piece->map;
    int input[3], output[3];
    *map = (struct tape){.variables = 3};
    for (unsigned k = 0; k < 3; k++) input[k] = TAPE_NONE;
    for (unsigned k = 0; k < piece->parameters; k++)
        input[piece->variable[k]] = tape_variable(map, piece->variable[k]);
    for (unsigned k = 0; k < 2; k++)
        if (input[k] == TAPE_NONE) input[k] = tape_constant(map, piece->at[k]);
    input[2] = tape_variable(map, 2);
    if (!tape_graft(map, face, input, 0, 3, output)) return false;
    for (int k = 0; k < 3; k++)
        if (!tape_output(map, output[k])) return false;
    return tape_finish(map);
}

static bool make_face(struct piece *piece, const struct scene_body *body, size_t i)
{
    const struct scene_face *face = &body->face[i];
    piece->kind = PIECE_FACE;
    piece->map = face->map;
    for (int k = 0; k < 2; k++) set_free(piece, face, k);
    if (!body->solid) return true;
    piece->side = malloc(sizeof *piece->side);
    if (!piece->side) return false;
    piece->side[0] = (struct piece_side){.face = (uint32_t)i};
    piece->sides = 1;
    return true;
}

/* An edge as it lies on one of its faces. */
static struct piece_side edge_side(uint32_t face, unsigned border, bool reversed)
{
    const int fixed = border_variable(border);
    struct piece_side side = {.face = face, .along = 1 - fixed, .reversed = reversed};
    side.corner[fixed] = border_upper(border);
    return side;
}

static bool make_edge(struct piece *piece, const struct scene_body *body, size_t i)
{
    const struct scene_edge *edge = &body->edge[i];
    const struct scene_face *face = &body->face[edge->face];
    const int fixed = border_variable(edge->border);
    piece->kind = PIECE_EDGE;
    set_free(piece, face, 1 - fixed);
    set_fixed(piece, face, fixed, border_upper(edge->border));
    if (!fix_tape(piece, &face->map)) return false;
    if (!body->solid || edge->other == SCENE_NO_FACE) return true;
    piece->side = malloc(2 * sizeof *piece->side);
    if (!piece->side) return false;
    piece->side[0] = edge_side(edge->face, edge->border, false);
    piece->side[1] = edge_side(edge->other, edge->other_border, edge->reversed);
    piece->sides = 2;
    return true;
}

/* Goes from a corner of a face over the border where variable `fixed` is fixed to the corner of the next face
 * that is the same point; `fixed` becomes the variable of the border that it came over. false: what is beyond
 * that border is not known. */
static bool next_corner(const struct scene_body *body, struct piece_side *at, int *fixed)
{
    const unsigned border =
        *fixed ? (at->corner[1] ? SCENE_V1 : SCENE_V0) : (at->corner[0] ? SCENE_U1 : SCENE_U0);
    for (size_t i = 0; i < body->edges; i++) {
        const struct scene_edge *edge = &body->edge[i];
        const bool here = edge->face == at->face && edge->border == border;
        const bool there = edge->other == at->face && edge->other_border == border;
        if (edge->other == SCENE_NO_FACE || !(here || there)) continue;
        const unsigned beyond = here ? edge->other_border : edge->border;
        const bool end = at->corner[1 - *fixed] != edge->reversed;
        at->face = here ? edge->other : edge->face;
        *fixed = border_variable(beyond);
        at->corner[*fixed] = border_upper(beyond);
        at->corner[1 - *fixed] = end;
        return true;
    }
    return false;
}

/* Walks around a vertex from face to face, over edges only; the faces into `side`, if that is not NULL.
 * Returns how many there are, 0 if it does not come back to where it began: then they are not all known. */
static size_t walk_around(const struct scene_body *body, const struct scene_vertex *vertex,
                          struct piece_side *side)
{
    const struct piece_side start = {.face = vertex->face, .corner = {vertex->at_u1, vertex->at_v1}};
    struct piece_side at = start;
    int fixed = 0;
    for (size_t n = 1; n <= 4 * body->faces; n++) {
        if (side) side[n - 1] = at;
        if (!next_corner(body, &at, &fixed)) return 0;
        fixed = 1 - fixed;
        if (at.face == start.face && at.corner[0] == start.corner[0] && at.corner[1] == start.corner[1])
            return fixed == 0 ? n : 0;
    }
    return 0;
}

static bool make_vertex(struct piece *piece, const struct scene_body *body, size_t i)
{
    const struct scene_vertex *vertex = &body->vertex[i];
    const struct scene_face *face = &body->face[vertex->face];
    piece->kind = PIECE_VERTEX;
    set_fixed(piece, face, 0, vertex->at_u1);
    set_fixed(piece, face, 1, vertex->at_v1);
    if (!fix_tape(piece, &face->map)) return false;
    const size_t n = body->solid ? walk_around(body, vertex, NULL) : 0;
    if (n == 0) return true;
    piece->side = malloc(n * sizeof *piece->side);
    if (!piece->side) return false;
    piece->sides = walk_around(body, vertex, piece->side);
    return true;
}

/* The next set of as many leaves, in order; false: there is none. */
static bool next_leaves(unsigned leaf[MOST_LEAVES], unsigned count, unsigned leaves)
{
    for (unsigned i = count; i-- > 0;) {
        if (leaf[i] + (count - i) >= leaves) continue;
        leaf[i]++;
        for (unsigned k = i + 1; k < count; k++) leaf[k] = leaf[k - 1] + 1;
        return true;
    }
    return false;
}

static void make_leaves(struct piece *piece, const struct scene_body *body, uint32_t number)
{
    const unsigned leaves = (unsigned)leaves_of(body);
    for (unsigned count = 1; count <= MOST_LEAVES && count <= leaves; count++) {
        unsigned leaf[MOST_LEAVES] = {0, 1, 2};
        do {
            *piece =
                (struct piece){.body = number, .kind = PIECE_LEAVES, .element = leaf[0], .leaves = count};
            for (unsigned i = 0; i < count; i++) piece->leaf[i] = leaf[i];
            piece++;
        } while (next_leaves(leaf, count, leaves));
    }
}

bool pieces_make(struct piece *piece, const struct scene *scene, uint32_t number)
{
    const struct scene_body *body = &scene->body[number];
    if (body->implicit) {
        make_leaves(piece, body, number);
        return true;
    }
    const size_t n[3] = {body->faces, body->edges, body->vertices};
    bool (*const make[3])(struct piece *, const struct scene_body *, size_t) = {make_face, make_edge,
                                                                                make_vertex};
    uint32_t element = 0;
    for (int kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < n[kind]; i++) {
            piece->body = number;
            piece->element = element++;
            if (!make[kind](piece++, body, i)) return false;
        }
    return true;
}

void piece_free(struct piece *piece)
{
    if (piece->kind != PIECE_FACE) tape_free(&piece->map);
    free(piece->side);
}
