#include "golden.h"
#include "../num/extremes.h"
#include <math.h>

struct sample {
    double at, f;
};

/* The three samples that the search ends with: the first of the least. */
static double least_of(const struct sample *a, const struct sample *middle, const struct sample *b)
{
    if (a->f < middle->f && a->f < b->f) return a->at;
    return middle->f < b->f ? middle->at : b->at;
}

/* In print the loop goes on while the interval is narrow, which it never is at first; it must be while it is
 * wide. There its width is measured against the sum of the inner points as well, a number that is 0 where the
 * minimum is at 0; here it is measured as a part of the whole line. */
double golden_minimum(golden_function *f, void *context, double tol)
{
    const double ratio = (sqrt(5) - 1) / 2;
    struct sample s[4] = {{0, 0}, {1 - ratio, 0}, {ratio, 0}, {1, 0}};
    for (int i = 0; i < 4; i++) s[i].f = f(context, s[i].at);
    while (s[3].at - s[0].at > tol) {
        const int left = min_of(s[0].f, s[1].f) < min_of(s[2].f, s[3].f);
        if (left) {
            s[3] = s[2];
            s[2] = s[1];
            s[1].at = ratio * s[2].at + (1 - ratio) * s[0].at;
        } else {
            s[0] = s[1];
            s[1] = s[2];
            s[2].at = ratio * s[1].at + (1 - ratio) * s[3].at;
        }
        struct sample *fresh = &s[left ? 1 : 2];
        fresh->f = f(context, fresh->at);
    }
    struct sample middle = {0.5 * (s[0].at + s[3].at), 0};
    middle.f = f(context, middle.at);
    return least_of(&s[0], &middle, &s[3]);
}
