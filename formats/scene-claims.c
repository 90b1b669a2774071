/* What is said of shapes and can be looked at: when all of the scene, and so its time, is known. */
#include "../lib/scene/orientation.h"
#include "scene-reader.h"

struct claim {
    size_t shape, at; /* in the text */
    bool side;        /* that the sides of a closed surface or solid are right; else: */
    struct scene_seam seam;
};

static bool add(struct scene_reader *r, struct claim c)
{
    c.shape = shape_count(r) - 1;
    if (!buf_try_reserve(&r->claims, sizeof c)) return scene_no_memory(r, c.at);
    buf_add(&r->claims, &c, sizeof c);
    return true;
}

bool claim_side(struct scene_reader *r, size_t at)
{
    return add(r, (struct claim){.at = at, .side = true});
}

bool claim_seam(struct scene_reader *r, size_t at, const struct scene_seam *seam)
{
    return add(r, (struct claim){.at = at, .seam = *seam});
}

static bool side_holds(struct scene_reader *r, const struct claim *c, const struct scene_body *shape)
{
    const struct scene_sign volume = scene_orientation(shape, r->scene->time.lo);
    if (volume.sign >= 0) return true;
    if (shape->faces > 1)
        return scene_trouble(r, c->at, "the sides of this solid %s wrong: its volume is negative",
                             volume.proven ? "are" : "seem to be");
    return scene_trouble(r, c->at, "Su x Sv of this closed surface %s %s",
                         volume.proven ? "points" : "seems to point",
                         shape->face[0].inward ? "outward" : "inward");
}

static bool seam_holds(struct scene_reader *r, const struct claim *c, const struct scene_body *shape)
{
    if (!scene_seam_is_open(shape, &c->seam, r->scene->time)) return true;
    return scene_trouble(r, c->at,
                         c->seam.point ? "this border is not one point"
                                       : "these borders are not at the same points");
}

bool claims_hold(struct scene_reader *r)
{
    const struct claim *c = (const struct claim *)r->claims.p;
    for (size_t i = 0; i < r->claims.n / sizeof *c; i++)
        if (!(c[i].side ? side_holds : seam_holds)(r, &c[i], shape_at(r, c[i].shape))) return false;
    return true;
}
