/* The table of methods for patches, and what stands between a caller and a kernel. */
#include "curved.h"
#include <string.h>

const struct ccdq_patch_options ccdq_patch_defaults = {
    .delta = -1, .max_iter = 0, .max_mem = 0, .simd = CCDQ_SIMD_BEST};

const struct ccdq_patch_method ccdq_patch_methods[] = {
    {"tdi", CCDQ_METHOD_TDI, CCDQ_TIER_CERTIFIED,
     "time-dependent inclusion, with a bound for every rounding and a witness that ends the search",
     patch_tdi},
    {"tdi-aabb", CCDQ_METHOD_TDI_AABB, CCDQ_TIER_BASELINE,
     "time-dependent inclusion as published (Chen et al. 2024): boxes along the coordinate axes",
     patch_tdi_aabb},
    {"tdi-obb", CCDQ_METHOD_TDI_OBB, CCDQ_TIER_BASELINE, "the same with oriented boxes", patch_tdi_obb},
    {"trad-aabb", CCDQ_METHOD_TRAD_AABB, CCDQ_TIER_BASELINE,
     "inclusion with the time subdivided too (as in Chen et al. 2024): boxes of what is swept",
     patch_trad_aabb},
    {"trad-obb", CCDQ_METHOD_TRAD_OBB, CCDQ_TIER_BASELINE, "the same with oriented boxes", patch_trad_obb},
    {0}};

const struct ccdq_patch_method *ccdq_patch_find(const char *name)
{
    for (const struct ccdq_patch_method *m = ccdq_patch_methods; m->name; m++)
        if (!strcmp(m->name, name)) return m;
    return NULL;
}

void ccdq_patch_solve(const struct ccdq_patch_method *method, const struct ccdq_patch_query *q,
                      const struct ccdq_patch_options *options, struct ccdq_result *r,
                      struct ccdq_workspace *ws)
{
    char problem[128];
    if (!ccdq_patch_problem(q, problem, sizeof problem)) {
        method->solve(q, options, r, ws);
        return;
    }
    result_set_invalid(r, q->id, method->number);
}
