/* Drawn pairs of patches, answers of tdi to them, and what can be wrong with these. */
#ifndef CCDQ_TEST_PATCH_JUDGE_H
#define CCDQ_TEST_PATCH_JUDGE_H

#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include "../../lib/num/complement.h"
#include "../tap.h"
#include "patch_points.h"
#include <string.h>

enum { MAX_REALS = 4 + 4 * 17 * 17 * 4 };
static struct ccdq_workspace *ws; /* the test's main() makes it */

struct drawn {
    double record[MAX_REALS];
    struct ccdq_patch_query q;
};

static inline void draw(const char *family, const char *shapes, uint64_t seed, uint64_t id,
                        struct drawn *pair)
{
    struct ccdq_shape shape[2];
    ccdq_shapes_of_name(shapes, shape);
    gen_patch_range(gen_find_family(gen_patch_families, family), shape, seed, id, 1, pair->record);
    ccdq_patch_record_query(pair->record, &pair->q);
}

static inline struct ccdq_result solve(const struct ccdq_patch_query *q,
                                       const struct ccdq_patch_options *options)
{
    struct ccdq_result r;
    ccdq_patch_solve(ccdq_patch_find("tdi"), q, options, &r, ws);
    return r;
}

static inline struct ccdq_patch_options with_delta(double delta)
{
    struct ccdq_patch_options options = ccdq_patch_defaults;
    options.delta = delta;
    options.max_iter = 100000;
    return options;
}

/* ---- What is promised of every answer ---- */

static inline int in_domain(const struct ccdq_shape *shape, const double w[2])
{
    return w[0] >= 0 && w[0] <= 1 && w[1] >= 0 && w[1] <= (shape->domain == CCDQ_QUAD ? 1 : complement(w[0]));
}

/* What is wrong with the form of r, or with its points, or NULL. */
static inline const char *fault_of(const struct ccdq_patch_query *q, double delta,
                                   const struct ccdq_result *r)
{
    long double w[4], d[3];
    const int spent = (r->flags & CCDQ_BUDGET_SPENT) != 0;
    if (r->id != q->id || r->method != CCDQ_METHOD_TDI || !r->evals) return "head";
    if (!(r->flags & CCDQ_TOI_PROVEN)) return "not proven";
    if (spent && r->verdict != CCDQ_UNRESOLVED) return "budget";
    if (r->verdict == CCDQ_FREE)
        return r->toi_lo == INFINITY && r->toi_hi == INFINITY && r->flags == CCDQ_TOI_PROVEN ? NULL : "free";
    if (!(r->toi_lo >= 0 && r->toi_lo <= q->end)) return "toi_lo";
    if (r->verdict == CCDQ_UNRESOLVED) return r->toi_hi == INFINITY ? NULL : "unresolved";
    if (r->verdict != CCDQ_HIT) return "verdict";
    if (!((r->toi_hi >= r->toi_lo && r->toi_hi <= q->end) || r->toi_hi == INFINITY)) return "toi_hi";
    if (!(r->flags & CCDQ_AT_START) != (r->toi_lo != 0)) return "start";
    for (int side = 0; side < 2; side++)
        if (!in_domain(&q->patch[side].shape, r->w + 2 * side)) return "domain";
    for (int i = 0; i < 4; i++) w[i] = r->w[i];
    offset_of(q, w, r->toi_lo, d);
    return largest_of(d) <= delta + 1e-17L * extent_of(q) ? NULL : "residual";
}

/* Contacts from random starts that come before what r says. */
static inline int missed(const struct ccdq_patch_query *q, const struct ccdq_result *r, int starts,
                         struct rng *rng)
{
    static const int free_pairs[6][2] = {{0, 1}, {2, 3}, {0, 2}, {0, 3}, {1, 2}, {1, 3}};
    const double scale = extent_of(q);
    for (int s = 0; s < starts; s++) {
        long double w[4], t = q->end * rng_unit(rng);
        for (int i = 0; i < 4; i++) {
            w[i] = rng_unit(rng);
            if (rng_below(rng, 4) == 0) w[i] = rng_below(rng, 2);
        }
        if (newton_contact(q, free_pairs[s % 6], scale, w, &t) && t < r->toi_lo - 1e-11L * q->end) return 1;
    }
    return 0;
}

static inline void tell(const struct ccdq_patch_query *q, const struct ccdq_result *r, const char *what)
{
    diag("id %llu: %s; verdict %d [%.17g, %.17g] evals %u", (unsigned long long)q->id, what, r->verdict,
         r->toi_lo, r->toi_hi, r->evals);
}

static inline int same_bytes(const struct ccdq_result *a, const struct ccdq_result *b)
{
    return !memcmp(a, b, sizeof *a);
}

#endif
