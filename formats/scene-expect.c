/* What a scene's author knows to be so. */
#include "scene-reader.h"

static bool take_time(struct scene_reader *r, struct scene_expected *e)
{
    if (e->time_known) return token_trouble(r, "a second time is expected");
    e->time_known = true;
    return (token_is(r, "[") ? domain_take : constant_take)(r, &r->constant, &e->time);
}

static bool take_points(struct scene_reader *r, struct scene_expected *e)
{
    const size_t at = r->token.at;
    double n;
    if (!size_take(r, &r->constant, &n)) return false;
    if (n > 1e9 || n != (double)(uint64_t)n) return scene_trouble(r, at, "a whole number is expected here");
    e->points = (uint64_t)n;
    return true;
}

static bool take_set(struct scene_reader *r, struct scene_expected *e)
{
    const size_t at = r->token.at;
    struct scene_body shape = {0};
    struct scene_face *grown = scene_grow(e->set, e->sets, sizeof *grown);
    if (!grown) return scene_no_memory(r, at);
    e->set = grown;
    bool good = face_take(r, at, &shape, true);
    if (good) good = scene_face_copy(&e->set[e->sets++], &shape.face[0]) || scene_no_memory(r, at);
    scene_body_free(&shape);
    return good;
}

bool expect_take(struct scene_reader *r)
{
    struct scene_expected *e = &r->scene->expected;
    const size_t at = r->token.at;
    bool good;
    if (token_take(r, "free"))
        good = e->free = true;
    else if (token_take(r, "overlap"))
        good = e->overlap = true;
    else if (token_take(r, "time"))
        good = take_time(r, e);
    else if (token_take(r, "points"))
        good = take_points(r, e);
    else if (token_take(r, "set"))
        good = take_set(r, e);
    else
        return token_trouble(r, "\"time\", \"free\", \"overlap\", \"points\" or \"set\" is expected here");
    if (good && e->free && (e->time_known || e->points || e->sets))
        return scene_trouble(r, at, "a scene without contacts has no time, points or set of them");
    return good;
}
