#include "families.h"
#include <string.h>

enum {
    VF_EE = CCDQ_TYPE_BIT(CCDQ_VF) | CCDQ_TYPE_BIT(CCDQ_EE),
    EDGES = VF_EE | CCDQ_TYPE_BIT(CCDQ_PE),
    ALL = EDGES | CCDQ_TYPE_BIT(CCDQ_PP),
};

#define FAMILY(word, line, function, kinds)                                                                  \
    {                                                                                                        \
        .name = word, .summary = line, .make = function, .types = kinds                                      \
    }

const struct gen_family gen_linear_families[] = {
    FAMILY("uniform", "all coordinates uniform in the unit cube at both ends of time", family_uniform, ALL),
    FAMILY("sim", "near misses of a simulation: edge 0.01, motion 0.001, swept boxes within 1e-4", family_sim,
           ALL),
    FAMILY("near", "contacts at an end of time or on a border, up to 2^-30 or a few roundings", family_near,
           ALL),
    FAMILY("grid", "small integers, mostly degenerate", family_grid, ALL),
    FAMILY("ulp", "grid, each coordinate moved by an ulp or not", family_ulp, ALL),
    FAMILY("parallel", "parallel edges, motion parallel to the face, one motion for all", family_parallel,
           VF_EE),
    FAMILY("coplanar", "all points in one plane for all t", family_coplanar, ALL),
    FAMILY("collinear", "all points on one line for all t", family_collinear, ALL),
    FAMILY("collapsed", "edges of no length, faces of no area for all t", family_collapsed, EDGES),
    FAMILY("static", "nothing moves: uniform, grid, coplanar or collinear", family_static, ALL),
    FAMILY("touch", "exact contact first at t = 0, t = 1 or between, also without crossing", family_touch,
           ALL),
    FAMILY("miss", "the same, but the contact comes after t = 1, by as little as 2^-28", family_miss, ALL),
    FAMILY("offset", "uniform, 1e3 to 2e12 away from the origin", family_offset, ALL),
    FAMILY("wide", "any signs, exponents from -60 to 60", family_wide, ALL),
    FAMILY("tiny", "other families at 2^-1074 to 2^-300 times their size, half of them denormal", family_tiny,
           ALL),
    FAMILY("huge", "other families at 2^300 to 2^1010 times their size", family_huge, ALL),
    FAMILY("mixed", "all families above in turn, at random", family_mixed, ALL),
    FAMILY("cloth", "meshes: a pile of crumpled sheets that move through each other", family_cloth, VF_EE),
    FAMILY("border", "contacts at t = 0, t = 1, an edge or a corner, exactly or by 2^-40 to 2^-53",
           family_border, VF_EE),
    FAMILY("separation",
           "a minimum separation, reached or just not reached, to a few units in the last place",
           family_separation, ALL),
    {.name = NULL},
};

const struct gen_family *gen_find_family(const struct gen_family *table, const char *name)
{
    for (; table->name; table++)
        if (strcmp(table->name, name) == 0) return table;
    return NULL;
}

void gen_linear_range(const struct gen_family *family, unsigned type, uint64_t seed, uint64_t first_id,
                      size_t n, struct ccdq_query *q)
{
    const int points = ccdq_type_points(type);
    const uint64_t key = rng_key(family->name, type, seed);
    for (size_t i = 0; i < n; i++) {
        struct rng rng = rng_at(key, first_id + i);
        q[i] = (struct ccdq_query){.id = first_id + i, .type = (uint8_t)type};
        family->make(&q[i], &rng);
        for (int k = points; k < 4; k++) {
            memset(q[i].x[k], 0, sizeof q[i].x[k]);
            memset(q[i].x[k + 4], 0, sizeof q[i].x[k]);
        }
    }
}

void gen_linear(const struct gen_family *family, unsigned type, uint64_t seed, uint64_t id,
                struct ccdq_query *q)
{
    gen_linear_range(family, type, seed, id, 1, q);
}

double gen_touch_time(unsigned type, uint64_t seed, uint64_t id)
{
    struct rng rng = rng_at(rng_key("touch", type, seed), id);
    return family_touch_time(&rng);
}
