/* Brackets of solids and scenes, for tests. */
#ifndef CCDQ_SDF_BRACKET_CASES_H
#define CCDQ_SDF_BRACKET_CASES_H

#include "../../lib/gen/gen.h"
#include "../../lib/sdf/bracket.h"
#include "../sdf_points.h"
#include "../sdf_scenes.h"
#include "../tap.h"
#include <stdlib.h>

static inline bool is_narrow(const struct sdf_bracket *b, double end)
{
    return b->hi - b->lo <= 1.001 * SDF_BRACKET_NARROW * end;
}

static inline struct sdf_bracket bracket_of(const struct sdf *sdf, const struct ccdq_sdf_query *q,
                                            double level)
{
    const struct sdf_case c = {sdf, sdf->nodes - 1, q};
    struct sdf_bracket b;
    sdf_bracket(&c, level, 0, &b);
    return b;
}

static inline struct sdf primitive(enum sdf_kind kind, double a, double b, double c)
{
    struct sdf sdf = {0};
    const struct interval size[3] = {interval_of(a), interval_of(b), interval_of(c)};
    sdf_add_primitive(&sdf, kind, size);
    return sdf;
}

/* ---- The families of ccd-gen ---- */

struct scene {
    struct sdf sdf;
    struct buf roots;
};

static inline size_t root_of(const struct scene *scene, size_t i)
{
    return ((const size_t *)(const void *)scene->roots.p)[i];
}

static inline void scene_of_family(const struct gen_family *family, struct scene *scene)
{
    struct buf text = {0};
    struct messages messages = {0};
    *scene = (struct scene){0};
    buf_printf(&text, "{\"solids\": [");
    for (size_t i = 0; gen_sdf_solid(family, i); i++)
        buf_printf(&text, "%s%s", i ? ", " : "", gen_sdf_solid(family, i));
    buf_printf(&text, "]}");
    buf_add(&text, "", 1);
    if (!sdf_json_read(&scene->sdf, &scene->roots, "scene", text.p, text.n - 1, &messages)) exit(1);
    buf_free(&text);
    messages_free(&messages);
}

#endif
