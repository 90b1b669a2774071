#include "errors.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static bool grow(struct verify_errors *errors)
{
    const size_t room = errors->room ? 2 * errors->room : FIRST_ROOM;
    double *more = room > SIZE_MAX / sizeof *more ? NULL : realloc(errors->error, room * sizeof *more);
    if (!more) return false;
    errors->error = more;
    errors->room = room;
    return true;
}

void errors_add(struct verify_errors *errors, double error, uint64_t id)
{
    if (errors->n == errors->room && !grow(errors)) {
        errors->no_memory = true;
        return;
    }
    if (!errors->n || error < errors->min || (error == errors->min && id < errors->min_id)) {
        errors->min = error;
        errors->min_id = id;
    }
    if (!errors->n || error > errors->max || (error == errors->max && id < errors->max_id)) {
        errors->max = error;
        errors->max_id = id;
    }
    errors->error[errors->n++] = error;
}

void errors_free(struct verify_errors *errors)
{
    free(errors->error);
    *errors = (struct verify_errors){0};
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorted, so that the sums do not depend on the order in which the errors came. */
struct errors_statistics errors_statistics(const struct verify_errors *errors)
{
    const size_t n = errors->n;
    double sum = 0, squares = 0, *x = errors->error;
    qsort(x, n, sizeof *x, compare);
    for (size_t i = 0; i < n; i++) sum += x[i];
    const double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++) squares += (x[i] - mean) * (x[i] - mean);
    const double median = n % 2 ? x[n / 2] : 0.5 * x[n / 2 - 1] + 0.5 * x[n / 2];
    return (struct errors_statistics){mean, median, sqrt(squares / (double)n)};
}
