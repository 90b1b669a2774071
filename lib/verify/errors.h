/* Errors of both signs, and their statistics. All are kept, for the median: eight bytes each. */
#ifndef CCDQ_VERIFY_ERRORS_H
#define CCDQ_VERIFY_ERRORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeros are none. */
struct verify_errors {
    double *error;
    size_t n, room;
    uint64_t min_id, max_id; /* of the least and of the largest, the smallest ids */
    double min, max;
    bool no_memory; /* some are not in it */
};

void errors_add(struct verify_errors *errors, double error, uint64_t id);
void errors_free(struct verify_errors *errors);

/* Of n > 0 errors. sigma: the root of the mean square of what they are off their mean. */
struct errors_statistics {
    double mean, median, sigma;
};
struct errors_statistics errors_statistics(const struct verify_errors *errors);

#endif
