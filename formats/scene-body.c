/* Bodies of a scene: shapes that are placed and move. */
#include "../lib/scene/rigid.h"
#include "scene-reader.h"

/* ---- Placements ---- */

static bool take_scale(struct scene_reader *r, const struct builder *b, struct rigid *m)
{
    double k;
    if (!size_take(r, b, &k)) return false;
    rigid_scale(m, tape_number(&m->tape, k));
    return true;
}

static bool take_turn(struct scene_reader *r, const struct builder *b, struct rigid *m)
{
    const bool quaternion = token_take(r, "quaternion");
    int v[4], angle = 0;
    if (!quaternion && !token_take(r, "axis"))
        return token_trouble(r, "\"axis\" or \"quaternion\" is expected here");
    const size_t at = r->token.at;
    if (!tuple_take(r, b, quaternion ? 4 : 3, v)) return false;
    if (rigid_is_zero(m, v, quaternion ? 4 : 3))
        return scene_trouble(r, at, quaternion ? "a quaternion of length 0" : "an axis of length 0");
    if (!quaternion && (!token_need(r, "by") || !build_take(r, b, &angle))) return false;
    if (quaternion)
        rigid_turn_by(m, v);
    else
        rigid_turn_about(m, v, angle);
    return true;
}

static bool take_move(struct scene_reader *r, const struct builder *b, struct rigid *m)
{
    int v[3];
    if (!tuple_take(r, b, 3, v)) return false;
    rigid_shift(m, v);
    return true;
}

bool placement_take(struct scene_reader *r, size_t shape, struct scene_body *body)
{
    const size_t at = r->token.at;
    struct rigid m;
    struct builder b;
    bool good = true;
    rigid_start(&m);
    builder_start(r, &b, &m.tape, BUILD_TIME);
    for (token_pass_ends(r); good; token_pass_ends(r)) {
        if (token_take(r, "scale"))
            good = take_scale(r, &b, &m);
        else if (token_take(r, "turn"))
            good = take_turn(r, &b, &m);
        else if (token_take(r, "move"))
            good = take_move(r, &b, &m);
        else
            break;
    }
    if (good && !rigid_place(&m, shape_at(r, shape), body)) good = scene_no_memory(r, at);
    rigid_free(&m);
    return good;
}

/* ---- Bodies ---- */

bool body_take(struct scene_reader *r)
{
    struct scene *s = r->scene;
    const size_t name = name_count(r), at = r->token.at;
    const struct token t = r->token;
    size_t shape;
    if (!name_define(r, NAME_BODY, NAME_UNFINISHED) || !token_need(r, "=")) return false;
    const bool implicit = token_take(r, "implicit");
    if (implicit && !shape_is_builtin(r))
        return token_trouble(r, "a built-in shape is expected here, as in implicit sphere(1)");
    if (!shape_take(r, implicit, &shape)) return false;
    struct scene_body *grown = scene_grow(s->body, s->bodies, sizeof *grown);
    if (!grown) return scene_no_memory(r, at);
    s->body = grown;
    struct scene_body *body = &s->body[s->bodies++];
    *body = (struct scene_body){.name = token_copy(r, &t)};
    if (!body->name || !placement_take(r, shape, body)) return false;
    name_at(r, name)->index = s->bodies - 1;
    return true;
}

/* ---- Pairs and tracks ---- */

/* "A B", two bodies that differ, the first one first. */
static bool take_two(struct scene_reader *r, uint32_t body[2])
{
    const size_t at = r->token.at;
    size_t a, b;
    if (!name_take(r, NAME_BODY, &a) || !name_take(r, NAME_BODY, &b)) return false;
    if (a == b) return scene_trouble(r, at, "a pair of one body with itself");
    body[0] = (uint32_t)(a < b ? a : b);
    body[1] = (uint32_t)(a < b ? b : a);
    return true;
}

bool pair_take(struct scene_reader *r)
{
    struct scene *s = r->scene;
    const size_t at = r->token.at;
    uint32_t pair[2], (*grown)[2];
    if (!take_two(r, pair)) return false;
    grown = scene_grow(s->pair, s->pairs, sizeof *grown);
    if (!grown) return scene_no_memory(r, at);
    s->pair = grown;
    s->pair[s->pairs][0] = pair[0];
    s->pair[s->pairs++][1] = pair[1];
    return true;
}

bool track_take(struct scene_reader *r)
{
    struct scene *s = r->scene;
    const size_t at = r->token.at;
    struct builder b;
    int node[3];
    struct scene_track *grown = scene_grow(s->track, s->tracks, sizeof *grown);
    if (!grown) return scene_no_memory(r, at);
    s->track = grown;
    struct scene_track *track = &s->track[s->tracks++];
    *track = (struct scene_track){.radius = 0};
    builder_start(r, &b, &track->at, BUILD_TIME);
    if (!take_two(r, track->body) || !token_need(r, "at") || !tuple_take(r, &b, 3, node) ||
        !token_need(r, "radius") || !size_take(r, &r->constant, &track->radius))
        return false;
    for (int i = 0; i < 3; i++)
        if (!tape_output(&track->at, node[i])) return scene_no_memory(r, at);
    return tape_finish(&track->at) || scene_no_memory(r, at);
}
