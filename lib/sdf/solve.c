/* The table of methods for meshes against solids, and queries of one triangle. */
#include "solve.h"
#include "../result.h"
#include "../workspace.h"
#include <stdio.h>
#include <string.h>

const struct sdf_options sdf_defaults = {.margin = 0, .delta = 1e-6, .substeps = 10};

const struct sdf_method sdf_methods[] = {
    {"certified", CCDQ_METHOD_CERTIFIED, CCDQ_TIER_CERTIFIED,
     "bounds of first order on spheres, triangles and parts of these, the earliest first",
     sdf_certified_first, sdf_certified_each},
    {"fwgss", CCDQ_METHOD_FWGSS, CCDQ_TIER_BASELINE,
     "Frank-Wolfe with golden section search as published (Pelletier-Guenette 2025)", sdf_fwgss_first,
     sdf_fwgss_each},
    {"fw", CCDQ_METHOD_FW, CCDQ_TIER_BASELINE, "Frank-Wolfe as published there", sdf_fw_first, sdf_fw_each},
    {"dcd", CCDQ_METHOD_DCD, CCDQ_TIER_BASELINE,
     "discrete collision detection as published (Macklin et al. 2020), at so many times", sdf_dcd_first,
     sdf_dcd_each},
    {"vertices", CCDQ_METHOD_VERTICES, CCDQ_TIER_BASELINE,
     "the corners of the triangles alone, in continuous time", sdf_vertices_first, sdf_vertices_each},
    {0}};

/* ---- Problems ---- */

struct field {
    const char *name;
    const double *x;
    int n;
};

static const char *field_problem(const struct field *field, char *text, size_t size)
{
    for (int i = 0; i < field->n; i++) {
        const double x = field->x[i];
        if (fabs(x) <= SDF_LARGEST) continue;
        snprintf(text, size, "its %s holds %g, which is %s", field->name, x,
                 isfinite(x) ? "beyond 1e60" : "not finite");
        return text;
    }
    return NULL;
}

const char *sdf_query_problem(const struct ccdq_sdf_query *q, size_t solids, char *text, size_t size)
{
    const struct field fields[] = {{"corner 0", q->x[0], 3},
                                   {"corner 1", q->x[1], 3},
                                   {"corner 2", q->x[2], 3},
                                   {"velocity of corner 0", q->v[0], 3},
                                   {"velocity of corner 1", q->v[1], 3},
                                   {"velocity of corner 2", q->v[2], 3},
                                   {"centre", q->centre, 3},
                                   {"angular velocity", q->spin, 3},
                                   {"solid's velocity", q->solid_v, 3},
                                   {"solid's centre", q->solid_centre, 3},
                                   {"solid's angular velocity", q->solid_spin, 3},
                                   {"end", &q->end, 1}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (field_problem(&fields[i], text, size)) return text;
    if (!(q->end > 0)) {
        snprintf(text, size, "its end %g is not positive", q->end);
        return text;
    }
    if (q->solid < solids) return NULL;
    snprintf(text, size, "there is no solid %u", (unsigned)q->solid);
    return text;
}

/* ---- Queries ---- */

static void answer_query(const struct sdf_method *method, const struct sdf_scene *scene,
                         const struct ccdq_sdf_query *q, const struct sdf_options *options,
                         struct sdf_answer *answer, struct ccdq_workspace *ws)
{
    static const uint32_t corners[1][3] = {{0, 1, 2}};
    const bool one_v = !memcmp(q->v[0], q->v[1], sizeof q->v[0]) && !memcmp(q->v[0], q->v[2], sizeof q->v[0]);
    const struct sdf_mesh mesh = {
        .nodes = 3, .triangles = 1, .x = q->x, .v = q->v, .one_v = one_v, .triangle = corners};
    struct sdf_spheres spheres;
    *answer = (struct sdf_answer){
        .verdict = CCDQ_UNRESOLVED, .flags = CCDQ_TOI_PROVEN | CCDQ_BUDGET_SPENT, .toi_hi = INFINITY};
    if (!sdf_spheres_build(&spheres, &mesh, &scene->motion)) {
        ws->starved++;
        return;
    }
    method->each(scene, &mesh, &spheres, options, answer, ws);
    sdf_spheres_free(&spheres);
}

void sdf_solve_query(const struct sdf_method *method, const struct sdf *sdf, size_t root,
                     const struct ccdq_sdf_query *q, const struct sdf_options *options, struct ccdq_result *r,
                     struct ccdq_workspace *ws)
{
    struct sdf_scene scene = {.sdf = sdf, .root = root};
    struct sdf_answer answer;
    sdf_motion_of_query(q, &scene.motion);
    answer_query(method, &scene, q, options, &answer, ws);
    result_set_free(r, q->id, method->number, answer.flags, answer.evals);
    r->verdict = answer.verdict;
    r->toi_lo = answer.toi_lo;
    r->toi_hi = answer.toi_hi;
    if (answer.verdict != CCDQ_HIT) return;
    r->w[0] = answer.w[0];
    r->w[1] = answer.w[1];
}
