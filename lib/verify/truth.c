/* Where the truth comes from: the query itself, another result, exact arithmetic, or a bracket. */
#include "judge.h"
#include "../curved/bracket.h"
#include <math.h>

struct verify_truth verify_truth_of_query(const struct ccdq_query *q)
{
    struct verify_truth truth = {.id = q->id, .what = TRUTH_NONE};
    if (q->flags & CCDQ_HAS_TRUTH) truth.what = q->flags & CCDQ_TRUTH_HIT ? TRUTH_HIT : TRUTH_FREE;
    return truth;
}

struct verify_truth verify_truth_of_result(const struct ccdq_result *r)
{
    struct verify_truth truth = {.id = r->id, .what = TRUTH_NONE};
    if (r->verdict == CCDQ_FREE) truth.what = TRUTH_FREE;
    if (r->verdict != CCDQ_HIT) return truth;
    truth.what = TRUTH_HIT;
    truth.timed = isfinite(r->toi_lo) && !isnan(r->toi_hi);
    if (!truth.timed) return truth;
    truth.lo = verify_time_of_double(r->toi_lo);
    truth.hi = verify_time_of_double(r->toi_hi);
    return truth;
}

struct verify_truth verify_truth_exact(const struct ccdq_query *q, double tmax, struct ccdq_workspace *ws)
{
    struct verify_truth truth = {.id = q->id, .what = TRUTH_NO_QUERY};
    struct ccdq_exact_answer answer;
    ccdq_exact_solve(q, tmax, CCDQ_WANT_TOI, &answer, ws);
    if (answer.verdict == CCDQ_INVALID) return truth;
    if (answer.verdict == CCDQ_FREE) {
        truth.what = TRUTH_FREE;
    } else {
        truth.what = TRUTH_HIT;
        truth.timed = true;
        truth.lo = verify_time_of_units(answer.toi_lo);
        truth.hi = verify_time_of_units(answer.toi_hi);
    }
    return truth;
}

struct verify_truth verify_truth_bracket(const struct ccdq_patch_query *q, uint32_t max_tests)
{
    struct verify_truth truth = {.id = q->id, .what = TRUTH_NO_QUERY};
    struct patch_bracket bracket;
    char text[128];
    if (ccdq_patch_problem(q, text, sizeof text)) return truth;
    patch_bracket(q, max_tests, &bracket);
    truth.what = bracket.lo == INFINITY ? TRUTH_FREE : bracket.hi == INFINITY ? TRUTH_UNDECIDED : TRUTH_HIT;
    truth.timed = truth.bracketed = true;
    truth.wide = truth.what == TRUTH_HIT && bracket.hi - bracket.lo > BRACKET_NARROW * q->end;
    truth.lo = verify_time_of_double(bracket.lo);
    truth.hi = verify_time_of_double(bracket.hi);
    return truth;
}
