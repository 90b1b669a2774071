/* Solids whose boundary is made of several surfaces (Snyder et al. 1993, Appendix A). */
#include "../lib/scene/orientation.h"
#include "scene-reader.h"
#include <string.h>

/* A border of a face: "side.v0". */
struct side {
    uint32_t face;
    unsigned border;
};

static bool take_dot(struct scene_reader *r)
{
    return token_take(r, ".") || token_trouble(r, "'.' and a border are expected here, as in side.u0");
}

/* The face of the solid that a name stands for. */
static bool take_face(struct scene_reader *r, const struct scene_body *solid, uint32_t *face)
{
    const struct token t = r->token;
    for (uint32_t i = 0; i < solid->faces && t.type == TOKEN_NAME; i++)
        if (token_take(r, solid->face[i].name)) return *face = i, true;
    return token_trouble(r, "\"%s\" is no face of this solid", token_shown(r, &t).text);
}

static bool take_side(struct scene_reader *r, const struct scene_body *solid, struct side *side)
{
    return take_face(r, solid, &side->face) && take_dot(r) && border_take(r, &side->border);
}

static bool has_edge(const struct scene_body *solid, struct side side)
{
    for (size_t i = 0; i < solid->edges; i++) {
        const struct scene_edge *e = &solid->edge[i];
        if ((e->face == side.face && e->border == side.border) ||
            (e->other == side.face && e->other_border == side.border))
            return true;
    }
    return false;
}

/* The borders are said to be at the same points. */
static bool claim_edge(struct scene_reader *r, size_t at, const struct scene_edge *e)
{
    const struct scene_seam seam = {e->face, e->border, false, e->other, e->other_border, e->reversed};
    return e->other == SCENE_NO_FACE || claim_seam(r, at, &seam);
}

static bool add_edge(struct scene_reader *r, struct scene_body *solid, size_t at, struct scene_edge edge)
{
    struct scene_edge *grown = scene_grow(solid->edge, solid->edges, sizeof edge);
    if (!grown) return scene_no_memory(r, at);
    solid->edge = grown;
    solid->edge[solid->edges++] = edge;
    return true;
}

/* Behind "edge". */
static bool take_edge(struct scene_reader *r, struct scene_body *solid)
{
    const size_t at = r->token.at;
    struct side one, other = {SCENE_NO_FACE, 0};
    struct scene_edge edge = {.other = SCENE_NO_FACE};
    if (!take_side(r, solid, &one)) return false;
    if (has_edge(solid, one)) return scene_trouble(r, at, "this border is an edge already");
    if (token_take(r, "=")) {
        const size_t behind = r->token.at;
        if (!take_side(r, solid, &other)) return false;
        if (has_edge(solid, other) || (other.face == one.face && other.border == one.border))
            return scene_trouble(r, behind, "this border is an edge already");
        edge.reversed = token_take(r, "reversed");
    }
    edge.face = one.face;
    edge.border = (uint8_t)one.border;
    edge.other = other.face;
    edge.other_border = (uint8_t)other.border;
    if (!scene_edge_agrees(solid, &edge))
        return scene_trouble(r, at, "the sides of these faces do not agree along this edge%s",
                             edge.reversed ? "" : ", or it is reversed");
    return add_edge(r, solid, at, edge) && claim_edge(r, at, &edge);
}

/* Behind "vertex". */
static bool take_vertex(struct scene_reader *r, struct scene_body *solid)
{
    static const char *const corners[] = {"u0v0", "u1v0", "u0v1", "u1v1"};
    const size_t at = r->token.at;
    unsigned i = 0;
    struct scene_vertex vertex, *grown;
    if (!take_face(r, solid, &vertex.face) || !take_dot(r)) return false;
    while (i < 4 && !token_take(r, corners[i])) i++;
    if (i == 4) return token_trouble(r, "a corner is expected here: u0v0, u1v0, u0v1 or u1v1");
    vertex.at_u1 = i & 1;
    vertex.at_v1 = i >> 1;
    grown = scene_grow(solid->vertex, solid->vertices, sizeof vertex);
    if (!grown) return scene_no_memory(r, at);
    solid->vertex = grown;
    solid->vertex[solid->vertices++] = vertex;
    return true;
}

/* Behind "face": the name of a surface, which becomes a face. */
static bool take_surface(struct scene_reader *r, size_t index)
{
    const struct token t = r->token;
    size_t from;
    if (!name_take(r, NAME_SHAPE, &from)) return false;
    struct scene_body *solid = shape_at(r, index), *shape = shape_at(r, from);
    const struct shown shown = token_shown(r, &t);
    if (shape->implicit || shape->faces != 1)
        return scene_trouble(r, t.at, "\"%s\" is no surface, as faces are", shown.text);
    if (!shape->solid)
        return scene_trouble(r, t.at, "\"%s\" is a sheet: a face of a solid is outward or inward",
                             shown.text);
    for (size_t i = 0; i < solid->faces; i++)
        if (!strcmp(solid->face[i].name, shape->face[0].name))
            return scene_trouble(r, t.at, "\"%s\" is a face already", shown.text);
    struct scene_face *grown = scene_grow(solid->face, solid->faces, sizeof *grown);
    if (!grown) return scene_no_memory(r, t.at);
    solid->face = grown;
    return scene_face_copy(&solid->face[solid->faces++], &shape->face[0]) || scene_no_memory(r, t.at);
}

static bool take_item(struct scene_reader *r, size_t index)
{
    if (token_take(r, "face")) return take_surface(r, index);
    if (token_take(r, "edge")) return take_edge(r, shape_at(r, index));
    if (token_take(r, "vertex")) return take_vertex(r, shape_at(r, index));
    return token_trouble(r, "\"face\", \"edge\" or \"vertex\" is expected here");
}

bool solid_take(struct scene_reader *r)
{
    const size_t name = name_count(r), index = shape_count(r), at = r->token.at;
    if (!name_define(r, NAME_SHAPE, NAME_UNFINISHED) || !shape_new(r, at)) return false;
    shape_at(r, index)->solid = true;
    if (!token_need(r, "{")) return false;
    for (token_pass_ends(r); !token_take(r, "}"); token_pass_ends(r))
        if (!take_item(r, index)) return false;
    if (shape_at(r, index)->faces == 0) return scene_trouble(r, at, "a solid needs faces");
    name_at(r, name)->index = index;
    return claim_side(r, at);
}
