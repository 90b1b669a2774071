/* The distance of a pair at t = 0, from below. */
#include "linear.h"
#include <math.h>
#include <string.h>

static int is_free(struct ccdq_query *still, double min_sep, struct ccdq_workspace *ws)
{
    struct ccdq_exact_answer answer;
    still->min_sep = min_sep;
    ccdq_exact_solve(still, 1, CCDQ_WANT_VERDICT, &answer, ws);
    return answer.verdict == CCDQ_FREE;
}

/* The largest power of two that is below the distance, by bisection of the exponent; 0 where none is. */
static double exact_bound(struct ccdq_query *still, struct ccdq_workspace *ws)
{
    int free = -1075, not_free = 1024; /* 2^free counts as 0 */
    if (!is_free(still, 0, ws)) return 0;
    while (not_free - free > 1) {
        const int middle = free + (not_free - free) / 2;
        *(is_free(still, ldexp(1, middle), ws) ? &free : &not_free) = middle;
    }
    return ldexp(1, free);
}

double ccdq_linear_start_distance(const struct ccdq_query *q, struct ccdq_workspace *ws)
{
    struct ccdq_query still = *q;
    if (q->type > CCDQ_PP || !linear_finite(q)) return 0;
    memcpy(still.x[4], still.x[0], 4 * sizeof *still.x);
    still.min_sep = 0;
    const double bound = linear_distance_below(&still);
    return bound > 0 ? bound : exact_bound(&still, ws);
}
