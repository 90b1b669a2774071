/* The period in which the boxes of two moving parts overlap (Chen et al. 2024, Algorithm 3).
 *
 * Along an axis each control point is a line in time. The greatest of the lines of one part and the least of
 * those of the other bound the parts; where the one lies below the other the parts are apart, during one
 * period for each axis and side. What is left between the first and the last time in none of these periods is
 * the answer.
 *
 * As published, section 4.3: lines in a greatest are raised by a millionth of their value at the time 0,
 * lines in a least lowered. That is meant to outweigh rounding and proves nothing. */
#include "../num/frame.h"
#include "envelope.h"
#include "subdivision.h"
#include <math.h>

static const double line_margin = 1e-6;

static void project(const struct subpatch_points *part, struct vec3 axis, struct line *line)
{
    for (int i = 0; i < part->n; i++)
        line[i] = (struct line){vec3_dot(part->at[i], axis), vec3_dot(part->speed[i], axis)};
    envelope_sort(line, (size_t)part->n);
}

bool inclusion_in_time(const struct subpatch_points *const part[2], const struct vec3 *axis, int axes,
                       struct period *period)
{
    struct period gap[2 * FRAME_AXES];
    struct line line[2][PATCH_MAX_POINTS];
    struct envelope upper, lower; /* the lower one with its sign changed */
    int gaps = 0;
    for (int k = 0; k < axes; k++) {
        for (int i = 0; i < 2; i++) project(part[i], axis[k], line[i]);
        for (int below = 0; below < 2; below++) {
            envelope_of(line[below], (size_t)part[below]->n, 1, line_margin, *period, &upper);
            envelope_of(line[1 - below], (size_t)part[1 - below]->n, -1, line_margin, *period, &lower);
            const struct period p = envelope_negative(&upper, &lower, *period);
            if (p.from < period->from && p.to > period->to) return false;
            if (p.from < p.to) gap[gaps++] = p;
        }
    }
    return period_leave_gaps(gap, gaps, period);
}
