/* Parametric surfaces of a scene. */
#include "scene-reader.h"

enum item { ITEM_X, ITEM_Y, ITEM_Z, ITEM_U, ITEM_V, ITEM_SIDE, ITEMS };

struct surface {
    struct builder b;
    struct scene_body *shape;
    struct scene_face *face;
    unsigned seen; /* bits: items */
    int point[3];
    size_t side;     /* where "outward" or "inward" stands */
    bool no_edge[4]; /* of the borders u0, u1, v0, v1 */
    bool smooth;     /* one of them has another face beyond it */
    bool set;        /* of points only */
};

/* Once only. */
static bool see(struct scene_reader *r, struct surface *s, enum item item)
{
    if (s->seen >> item & 1)
        return token_trouble(r, "a second \"%s\" in this surface", token_shown(r, &r->token).text);
    s->seen |= 1u << item;
    token_next(r);
    return true;
}

static bool take_domain(struct scene_reader *r, struct surface *s, enum item item)
{
    return see(r, s, item) && token_need(r, "in") &&
           domain_take(r, &s->b, item == ITEM_U ? &s->face->u : &s->face->v);
}

static bool take_coordinate(struct scene_reader *r, struct surface *s, enum item item)
{
    return see(r, s, item) && token_need(r, "=") && build_take(r, &s->b, &s->point[item - ITEM_X]);
}

static bool take_side(struct scene_reader *r, struct surface *s)
{
    s->shape->solid = !token_is(r, "sheet");
    s->face->inward = token_is(r, "inward");
    s->side = r->token.at;
    return see(r, s, ITEM_SIDE);
}

bool border_take(struct scene_reader *r, unsigned *border)
{
    static const char *const names[] = {"u0", "u1", "v0", "v1"};
    for (*border = 0; *border < 4; ++*border)
        if (token_take(r, names[*border])) return true;
    return token_trouble(r, "a border is expected here: u0, u1, v0 or v1");
}

static bool take_border(struct scene_reader *r, struct surface *s)
{
    const bool pole = token_is(r, "pole");
    s->smooth = s->smooth || !pole;
    token_next(r);
    const size_t at = r->token.at;
    unsigned border;
    if (!border_take(r, &border)) return false;
    if (s->no_edge[border]) return scene_trouble(r, at, "this border was named already");
    s->no_edge[border] = true;
    return !pole || claim_seam(r, at, &(struct scene_seam){.border = (uint8_t)border, .point = true});
}

/* Behind "closed": both borders are the same curve. */
static bool take_closed(struct scene_reader *r, struct surface *s)
{
    const bool v = token_is(r, "v");
    if (!v && !token_is(r, "u")) return token_trouble(r, "\"u\" or \"v\" is expected here");
    if (s->no_edge[2 * v] || s->no_edge[2 * v + 1])
        return token_trouble(r, "a border of this direction was named already");
    s->no_edge[2 * v] = s->no_edge[2 * v + 1] = true;
    const struct scene_seam seam = {.border = v ? SCENE_V0 : SCENE_U0,
                                    .other_border = v ? SCENE_V1 : SCENE_U1};
    const bool good = claim_seam(r, r->token.at, &seam);
    token_next(r);
    return good;
}

static bool take_item(struct scene_reader *r, struct surface *s)
{
    static const char *const coordinates[] = {"x", "y", "z"};
    for (unsigned i = 0; i < 3; i++)
        if (token_is(r, coordinates[i])) return take_coordinate(r, s, (enum item)(ITEM_X + i));
    if (token_is(r, "u") || token_is(r, "v")) return take_domain(r, s, token_is(r, "u") ? ITEM_U : ITEM_V);
    if (token_take(r, "let")) return let_take(r, &s->b);
    if (s->set) return token_trouble(r, "\"%s\" is nothing that a set has", token_shown(r, &r->token).text);
    if (token_is(r, "outward") || token_is(r, "inward") || token_is(r, "sheet")) return take_side(r, s);
    if (token_take(r, "closed")) return take_closed(r, s);
    if (token_is(r, "pole") || token_is(r, "smooth")) return take_border(r, s);
    return token_trouble(r, "\"%s\" is nothing that a surface has", token_shown(r, &r->token).text);
}

/* Each border that was not named is an edge, each corner of two edges a vertex. */
static void set_edges(struct surface *s)
{
    struct scene_body *shape = s->shape;
    for (uint8_t i = 0; i < 4; i++)
        if (!s->no_edge[i]) shape->edge[shape->edges++] = (struct scene_edge){0, i, SCENE_NO_FACE, 0, false};
    for (unsigned u = 0; u < 2; u++)
        for (unsigned v = 0; v < 2; v++)
            if (!s->no_edge[u] && !s->no_edge[2 + v])
                shape->vertex[shape->vertices++] = (struct scene_vertex){0, u, v};
}

static bool finish(struct scene_reader *r, struct surface *s, size_t at)
{
    static const char *const items[] = {"x", "y", "z", "u", "v"};
    for (unsigned i = 0; i < 5; i++)
        if (!(s->seen >> i & 1)) return scene_trouble(r, at, "this surface lacks \"%s\"", items[i]);
    for (int i = 0; i < 3; i++)
        if (!tape_output(&s->face->map, s->point[i])) return scene_no_memory(r, at);
    set_edges(s);
    return true;
}

static bool take_items(struct scene_reader *r, struct surface *s)
{
    if (!token_need(r, "{")) return false;
    for (token_pass_ends(r); !token_take(r, "}"); token_pass_ends(r))
        if (!take_item(r, s)) return false;
    return true;
}

/* Whether all borders are closed or points. */
static bool is_closed(const struct surface *s)
{
    return s->shape->edges == 0 && !s->smooth;
}

bool face_take(struct scene_reader *r, size_t at, struct scene_body *shape, bool set)
{
    const size_t names = name_count(r);
    struct surface s = {.shape = shape, .set = set};
    if (!scene_body_room(shape, 1, 4, 4)) return scene_no_memory(r, at);
    s.face = &shape->face[shape->faces++];
    builder_start(r, &s.b, &s.face->map, BUILD_SURFACE);
    r->known = builder_known(BUILD_SURFACE);
    if (!take_items(r, &s) || !finish(r, &s, at)) return false;
    r->known = builder_known(BUILD_TIME);
    name_forget(r, names);
    return !shape->solid || !is_closed(&s) || claim_side(r, s.side);
}

bool surface_take(struct scene_reader *r)
{
    const size_t name = name_count(r), index = shape_count(r);
    const struct token t = r->token;
    if (!name_define(r, NAME_SHAPE, NAME_UNFINISHED)) return false;
    struct scene_body *shape = shape_new(r, t.at);
    if (!shape || !face_take(r, t.at, shape, false)) return false;
    name_at(r, name)->index = index;
    return (shape->face[0].name = token_copy(r, &t)) != NULL;
}
