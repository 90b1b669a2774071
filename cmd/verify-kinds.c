#include "verify-kinds.h"
#include "verification.h"

static struct verify_truth no_truth(uint64_t id)
{
    return (struct verify_truth){.id = id, .what = TRUTH_NONE};
}

/* ---- Linear queries ---- */

static struct verify_truth linear_truth(const struct verification *v, const void *record,
                                        struct ccdq_workspace *ws)
{
    const struct ccdq_query *q = record;
    return v->exact ? verify_truth_exact(q, v->tmax, ws) : verify_truth_of_query(q);
}

static struct verify_look linear_look(const struct verification *v, const void *record,
                                      const struct ccdq_result *r)
{
    (void)v;
    return verify_look_linear(record, r);
}

static enum verify_place linear_place(const struct verification *v, const void *record,
                                      const struct ccdq_contact *c)
{
    (void)v;
    return verify_place_linear(record, c);
}

/* ---- Pairs of patches ---- */

static struct verify_truth pair_truth(const struct verification *v, const void *record,
                                      struct ccdq_workspace *ws)
{
    struct ccdq_patch_query q;
    (void)ws;
    ccdq_patch_record_query(record, &q);
    return v->exact ? verify_truth_bracket(&q, (uint32_t)v->max_tests) : no_truth(q.id);
}

static struct verify_look pair_look(const struct verification *v, const void *record,
                                    const struct ccdq_result *r)
{
    struct ccdq_patch_query q;
    ccdq_patch_record_query(record, &q);
    return verify_look_patches(&q, v->patch_delta, r);
}

/* ---- Triangles against solids ---- */

static struct verify_truth solid_truth(const struct verification *v, const void *record,
                                       struct ccdq_workspace *ws)
{
    const struct ccdq_sdf_query *q = record;
    (void)ws;
    return v->exact && v->solids.sdf ? verify_truth_of_solid(&v->solids, q) : no_truth(q->id);
}

/* Without the solids there is nothing to look at. */
static struct verify_look solid_look(const struct verification *v, const void *record,
                                     const struct ccdq_result *r)
{
    return verify_look_solid(&v->solids, record, r);
}

static enum verify_place solid_place(const struct verification *v, const void *record,
                                     const struct ccdq_contact *c)
{
    const struct ccdq_sdf_query *q = record;
    if (!v->solids.sdf) return PLACE_UNKNOWN;
    return verify_touches_solid(&v->solids, q, c) ? PLACE_ON : PLACE_OFF;
}

/* ---- All ---- */

const struct verify_query_kind verify_query_kinds[VERIFY_QUERY_KINDS] = {
    {'Q', linear_truth, linear_look, linear_place, sizeof(struct ccdq_query)},
    {'P', pair_truth, pair_look, NULL, 0},
    {'S', solid_truth, solid_look, solid_place, sizeof(struct ccdq_sdf_query)}};

const struct verify_query_kind *verify_query_kind(char letter)
{
    for (int i = 0; i < VERIFY_QUERY_KINDS; i++)
        if (verify_query_kinds[i].letter == letter) return &verify_query_kinds[i];
    return NULL;
}
