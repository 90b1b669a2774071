/* A query of the method certified against a solid that is written down, for tests. */
#ifndef CCDQ_SDF_TEXT_H
#define CCDQ_SDF_TEXT_H

#include "../formats/sdf-json.h"
#include "../lib/sdf/solve.h"
#include <string.h>

static struct ccdq_result solve_text(struct ccdq_workspace *ws, const char *text,
                                     const struct ccdq_sdf_query *q, double delta)
{
    const struct sdf_options options = {.delta = delta};
    struct messages messages = {0};
    struct ccdq_result r = {.verdict = CCDQ_INVALID};
    struct sdf sdf = {0};
    struct buf roots = {0};
    if (sdf_json_read(&sdf, &roots, "scene", text, strlen(text), &messages))
        sdf_solve_query(sdf_methods, &sdf, sdf.nodes - 1, q, &options, &r, ws);
    messages_free(&messages);
    buf_free(&roots);
    sdf_free(&sdf);
    return r;
}

#endif
