/* The families touch and miss against lib/exact: two ways to the same time of contact. And how near to a
 * border the contacts of the family border are. */
#include "../../lib/gen/gen.h"
#include "../tap.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static struct ccdq_workspace *ws;

static struct ccdq_exact_answer solve(const char *family, unsigned type, uint64_t id)
{
    struct ccdq_query q;
    struct ccdq_exact_answer answer;
    gen_linear(gen_find_family(gen_linear_families, family), type, 1, id, &q);
    ccdq_exact_solve(&q, 1, CCDQ_WANT_TOI, &answer, ws);
    return answer;
}

static void check_touch(unsigned type, uint64_t n)
{
    const char *kind = ccdq_type_name(type);
    uint64_t wrong = 0, first_wrong = 0, at_start = 0, at_end = 0;
    for (uint64_t id = 0; id < n; id++) {
        const struct ccdq_exact_answer a = solve("touch", type, id);
        const double tau = gen_touch_time(type, 1, id);
        const uint64_t t = (uint64_t)ldexp(tau, 62);
        at_start += tau == 0;
        at_end += tau == 1;
        if (a.verdict == CCDQ_HIT && a.toi_lo <= t && t <= a.toi_hi && a.at_start == (tau == 0)) continue;
        if (!wrong++) first_wrong = id;
    }
    ok(wrong == 0, "%s touch: the exact first contact is where it was put, %" PRIu64 " times", kind, n);
    if (wrong) diag("%" PRIu64 " are wrong, the first is %" PRIu64, wrong, first_wrong);
    ok(fabs((double)at_start / (double)n - 0.25) < 0.03 && fabs((double)at_end / (double)n - 0.25) < 0.03,
       "%s touch: a quarter at t = 0, a quarter at t = 1", kind);
}

static void check_miss(unsigned type, uint64_t n)
{
    uint64_t hits = 0, first_hit = 0;
    for (uint64_t id = 0; id < n; id++)
        if (solve("miss", type, id).verdict != CCDQ_FREE && !hits++) first_hit = id;
    ok(hits == 0, "%s miss: no contact in [0, 1], %" PRIu64 " times", ccdq_type_name(type), n);
    if (hits) diag("%" PRIu64 " are wrong, the first is %" PRIu64, hits, first_hit);
}

static double distance_to_border(unsigned type, const struct ccdq_exact_answer *a)
{
    const double t = ldexp((double)a->toi_lo, -62), *w = a->w;
    const double place[] = {t, 1 - t, w[0], 1 - w[0], w[1], 1 - w[1], type == CCDQ_VF ? 1 - w[0] - w[1] : 1};
    double nearest = 1;
    for (int i = 0; i < 7; i++) nearest = fmin(nearest, place[i]);
    return nearest;
}

static void check_border(unsigned type, uint64_t n)
{
    const char *kind = ccdq_type_name(type);
    uint64_t hits = 0, near = 0, exact = 0;
    for (uint64_t id = 0; id < n; id++) {
        const struct ccdq_exact_answer a = solve("border", type, id);
        if (a.verdict != CCDQ_HIT) continue;
        const double distance = distance_to_border(type, &a);
        hits++;
        near += distance < 1e-12;
        exact += distance == 0;
    }
    const double of = (double)n;
    if (!ok((double)near > 0.95 * (double)hits && (double)exact > 0.1 * of &&
                (double)(near - exact) > 0.1 * of,
            "%s border: contacts within 1e-12 of a border, and on it", kind))
        diag("of %" PRIu64 " hits %" PRIu64 " near, %" PRIu64 " on it", hits, near, exact);
    ok((double)hits > 0.4 * of && (double)hits < 0.8 * of, "%s border: many are missed as closely", kind);
}

int main(void)
{
    const uint64_t n = getenv("CCDQ_LONG") ? 500000 : 5000;
    ws = ccdq_workspace_new();
    for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++) {
        check_touch(type, n);
        check_miss(type, n);
        if (type <= CCDQ_EE) check_border(type, n);
    }
    ccdq_workspace_free(ws);
    return tap_done();
}
