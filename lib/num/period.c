#include "period.h"

bool period_leave_gaps(const struct period *gap, int n, struct period *period)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (int i = 0; i < n; i++) {
            if (gap[i].from < period->from && period->from < gap[i].to) {
                period->from = gap[i].to;
                moved = true;
            }
            if (gap[i].from < period->to && period->to < gap[i].to) {
                period->to = gap[i].from;
                moved = true;
            }
        }
        if (period->from > period->to) return false;
    }
    return true;
}
