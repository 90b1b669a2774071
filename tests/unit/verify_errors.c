/* The statistics of errors of both signs: known ones, any order, the ids of the extremes. */
#include "../../lib/verify/errors.h"
#include "../tap.h"
#include <math.h>

static struct errors_statistics statistics_of(const double *x, size_t n, struct verify_errors *errors)
{
    *errors = (struct verify_errors){0};
    for (size_t i = 0; i < n; i++) errors_add(errors, x[i], 100 + i);
    return errors_statistics(errors);
}

int main(void)
{
    struct verify_errors errors;
    const double odd[] = {3, -1, 4, -1, 5};
    struct errors_statistics s = statistics_of(odd, 5, &errors);
    ok(s.mean == 2 && s.median == 3, "mean and median of five");
    ok(fabs(s.sigma - sqrt(6.4)) < 1e-15, "the standard deviation");
    ok(errors.min == -1 && errors.min_id == 101 && errors.max == 5 && errors.max_id == 104,
       "extremes, and where");
    errors_free(&errors);
    ok(errors.n == 0 && !errors.error, "freed");
    s = statistics_of(odd + 1, 4, &errors);
    ok(s.median == 1.5, "the median of an even number");
    errors_free(&errors);
    s = statistics_of(odd, 1, &errors);
    ok(s.mean == 3 && s.median == 3 && s.sigma == 0, "one error");
    errors_free(&errors);
    errors = (struct verify_errors){0};
    for (int i = 0; i < 100000; i++) errors_add(&errors, (double)(i * 7919 % 100000), (uint64_t)i);
    s = errors_statistics(&errors);
    ok(s.mean == 49999.5 && s.median == 49999.5 && errors.n == 100000, "many in any order");
    ok(errors.min_id == 0 && errors.max == 99999, "their extremes");
    errors_free(&errors);
    return tap_done();
}
