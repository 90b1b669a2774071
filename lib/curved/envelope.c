/* Lines sorted by speed enter the upper bound in this order, each from where it crosses the last one on; one
 * that is crossed before it leads never does and goes. Rounding may move a crossing, not the order of the
 * lines. */
#include "envelope.h"
#include <math.h>
#include <string.h>

/* ---- Sorting ---- */

enum { RUN = 16 }; /* sorted by insertion, then merged */

static void sort_run(struct line *line, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const struct line x = line[i];
        size_t hole = i;
        for (; hole && x.speed < line[hole - 1].speed; hole--) line[hole] = line[hole - 1];
        line[hole] = x;
    }
}

/* Merges line[0 .. middle) and line[middle .. n). */
static void merge(struct line *line, size_t middle, size_t n)
{
    struct line left[PATCH_MAX_POINTS];
    memcpy(left, line, middle * sizeof *line);
    for (size_t i = 0, j = middle, k = 0; i < middle; k++)
        line[k] = j < n && line[j].speed < left[i].speed ? line[j++] : left[i++];
}

void envelope_sort(struct line *line, size_t n)
{
    for (size_t i = 0; i < n; i += RUN) sort_run(line + i, n - i < RUN ? n - i : RUN);
    for (size_t run = RUN; run < n; run *= 2)
        for (size_t i = 0; i + run < n; i += 2 * run) merge(line + i, run, n - i < 2 * run ? n - i : 2 * run);
}

/* ---- Upper bounds ---- */

/* Adds a line that is at least as fast as all in the envelope. */
static void add(struct envelope *e, struct line line, struct period period)
{
    double start = period.from;
    for (; e->n; e->n--) {
        const struct line last = e->line[e->n - 1];
        const double ahead = last.at - line.at, faster = line.speed - last.speed;
        if (!(faster > 0) && ahead >= 0) return;
        if (faster > 0 && ahead / faster > e->start[e->n - 1]) {
            start = ahead / faster;
            break;
        }
    }
    if (e->n && !(start < period.to)) return;
    e->line[e->n] = line;
    e->start[e->n++] = start;
}

void envelope_of(const struct line *sorted, size_t n, double sign, double margin, struct period period,
                 struct envelope *envelope)
{
    envelope->n = 0;
    for (size_t i = 0; i < n; i++) {
        const struct line line = sorted[sign > 0 ? i : n - 1 - i];
        const double at = sign * line.at;
        add(envelope, (struct line){at + margin * fabs(at), sign * line.speed}, period);
    }
}

/* ---- Where a sum is negative ---- */

/* Where a line is 0 that changes its sign in the period. */
static double zero(struct line line, struct period period)
{
    const double t = -line.at / line.speed;
    return t > period.from ? t < period.to ? t : period.to : period.from;
}

static double end_of(const struct envelope *e, size_t i, struct period period)
{
    return i + 1 < e->n ? e->start[i + 1] : period.to;
}

struct period envelope_negative(const struct envelope *a, const struct envelope *b, struct period period)
{
    struct period negative = {-INFINITY, INFINITY}, piece = {period.from, period.from};
    bool below = a->line[0].at + b->line[0].at + period.from * (a->line[0].speed + b->line[0].speed) < 0;
    for (size_t i = 0, j = 0;;) {
        const struct line sum = {a->line[i].at + b->line[j].at, a->line[i].speed + b->line[j].speed};
        const double end_a = end_of(a, i, period), end_b = end_of(b, j, period);
        piece.to = end_a < end_b ? end_a : end_b;
        if (below != (sum.at + piece.to * sum.speed < 0)) {
            *(below ? &negative.to : &negative.from) = zero(sum, piece);
            if (below) return negative;
            below = true;
        }
        if (i + 1 == a->n && j + 1 == b->n) break;
        if (j + 1 == b->n || (i + 1 < a->n && end_a <= end_b))
            i++;
        else
            j++;
        piece.from = piece.to;
    }
    return below ? negative : (struct period){INFINITY, -INFINITY};
}
