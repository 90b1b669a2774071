/* Implicit shapes of a scene, and combinations of them (Snyder et al. 1993, section 2.2). */
#include "../lib/scene/builtin.h"
#include "scene-reader.h"

/* ---- By a function ---- */

struct implicit {
    struct builder b;
    struct scene_body *shape;
    int f; /* its node */
    bool box;
};

static bool take_box(struct scene_reader *r, struct implicit *f)
{
    if (f->box) return token_trouble(r, "a second \"box\" in this shape");
    f->box = true;
    token_next(r);
    for (int i = 0; i < 3; i++)
        if (!domain_take(r, &f->b, &f->shape->box[i])) return false;
    return true;
}

static bool take_function(struct scene_reader *r, struct implicit *f)
{
    if (f->f != TAPE_NONE) return token_trouble(r, "a second \"f\" in this shape");
    token_next(r);
    return token_need(r, "=") && build_take(r, &f->b, &f->f);
}

static bool take_item(struct scene_reader *r, struct implicit *f)
{
    if (token_is(r, "f")) return take_function(r, f);
    if (token_is(r, "box")) return take_box(r, f);
    if (token_take(r, "let")) return let_take(r, &f->b);
    if (token_take(r, "sheet")) return f->shape->solid = false, true;
    return token_trouble(r, "\"%s\" is nothing that an implicit shape has", token_shown(r, &r->token).text);
}

/* From behind '{' on. */
static bool take_items(struct scene_reader *r, size_t at)
{
    struct implicit f = {.shape = shape_new(r, at), .f = TAPE_NONE};
    if (!f.shape) return false;
    f.shape->implicit = f.shape->solid = true;
    for (int i = 0; i < 3; i++) f.shape->box[i] = (struct interval){-INFINITY, INFINITY};
    builder_start(r, &f.b, &f.shape->map, BUILD_IMPLICIT);
    r->known = builder_known(BUILD_IMPLICIT);
    for (token_pass_ends(r); !token_take(r, "}"); token_pass_ends(r))
        if (!take_item(r, &f)) return false;
    r->known = builder_known(BUILD_TIME);
    if (f.f == TAPE_NONE) return scene_trouble(r, at, "this shape lacks \"f\"");
    if (!tape_output(&f.shape->map, f.f) || !tape_output(&f.shape->map, f.f)) return scene_no_memory(r, at);
    return !f.box || !f.shape->solid || scene_close(f.shape) || scene_no_memory(r, at);
}

/* ---- By others ---- */

static bool take_operand(struct scene_reader *r, int depth, size_t *index);

/* "moved { SHAPE placement }", from behind '{' on. */
static bool take_moved(struct scene_reader *r, int depth, size_t *index)
{
    const size_t at = r->token.at;
    struct scene_body moved = {0};
    size_t from;
    if (!take_operand(r, depth, &from)) return false;
    bool good = placement_take(r, from, &moved) && token_need(r, "}");
    r->moved = true;
    if (good) good = scene_settle(&moved, r->scene->time) || scene_no_memory(r, at);
    if (good && !(moved.box[0].lo < INFINITY))
        good = scene_trouble(r, at, "this shape has no place at any time");
    *index = shape_count(r);
    struct scene_body *shape = good ? shape_new(r, at) : NULL;
    if (shape)
        *shape = moved;
    else
        scene_body_free(&moved);
    return shape != NULL;
}

static bool combine(struct scene_reader *r, size_t at, enum scene_combination how, const size_t *operand,
                    size_t n, size_t *index)
{
    *index = shape_count(r);
    struct scene_body *shape = shape_new(r, at);
    struct buf list = {0};
    bool good = shape && buf_try_reserve(&list, n * sizeof *shape);
    for (size_t i = 0; i < n && good; i++) buf_add(&list, shape_at(r, operand[i]), sizeof *shape);
    good = good && scene_combine(shape, how, (const struct scene_body *)list.p, n);
    buf_free(&list);
    if (!good) return scene_no_memory(r, at);
    for (int i = 0; i < 3; i++)
        if (!(shape->box[i].lo < shape->box[i].hi))
            return scene_trouble(r, at, "the boxes of these shapes have nothing in common");
    return true;
}

/* "(A, B, ...)" */
static bool take_combination(struct scene_reader *r, enum scene_combination how, int depth, size_t *index)
{
    const size_t at = r->token.at;
    struct buf operands = {0};
    size_t operand;
    bool good = token_need(r, "(");
    do {
        good = good && take_operand(r, depth, &operand);
        if (good && !buf_try_reserve(&operands, sizeof operand)) good = scene_no_memory(r, at);
        if (good) buf_add(&operands, &operand, sizeof operand);
    } while (good && token_take(r, ","));
    good = good && (token_take(r, ")") || token_trouble(r, "',' or ')' is expected here")) &&
           combine(r, at, how, (const size_t *)operands.p, operands.n / sizeof operand, index);
    buf_free(&operands);
    return good;
}

/* A name, a built-in shape, a combination, a moved one. Their depth inside each other is bounded. */
static bool take_operand(struct scene_reader *r, int depth, size_t *index)
{
    static const char *const words[] = {"union", "intersection", "difference"};
    if (depth == SCENE_DEPTH) return token_trouble(r, "combinations too deep inside each other");
    for (unsigned i = 0; i < 3; i++)
        if (token_take(r, words[i])) return take_combination(r, (enum scene_combination)i, depth + 1, index);
    if (token_take(r, "moved")) return token_need(r, "{") && take_moved(r, depth + 1, index);
    const struct token t = r->token;
    if (!shape_take(r, true, index)) return false;
    const struct scene_body *shape = shape_at(r, *index);
    if (!shape->implicit)
        return scene_trouble(r, t.at, "\"%s\" is no implicit shape", token_shown(r, &t).text);
    return shape->solid ||
           scene_trouble(r, t.at, "\"%s\" is a sheet, which has no inside", token_shown(r, &t).text);
}

bool implicit_take(struct scene_reader *r)
{
    const size_t name = name_count(r), at = r->token.at;
    size_t index = 0;
    if (!name_define(r, NAME_SHAPE, NAME_UNFINISHED)) return false;
    if (token_take(r, "{")) {
        if (!take_items(r, at)) return false;
        index = shape_count(r) - 1;
    } else if (!token_take(r, "=")) {
        return token_trouble(r, "'=' or '{' is expected here");
    } else if (!take_operand(r, 0, &index)) {
        return false;
    }
    name_forget(r, name + 1);
    name_at(r, name)->index = index;
    return true;
}
