/* The families touch and miss against lib/exact: two ways to the same time of contact. */
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

int main(void)
{
    const uint64_t n = getenv("CCDQ_LONG") ? 500000 : 5000;
    ws = ccdq_workspace_new();
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        check_touch(type, n);
        check_miss(type, n);
    }
    ccdq_workspace_free(ws);
    return tap_done();
}
