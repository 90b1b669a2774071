/* Where to halve a cell. What makes its bounds wrong is how far its parts are bent, seen along the vector of
 * the best bound: half the width has a fourth of that. But that vector may be the wrong one, and then extent
 * is a better guide. Any choice is as true as another. */
#include "../num/extremes.h"
#include "bracket_bound.h"

/* How much the straight dimensions count, against the most bent one: else a patch that is flat seen along a
 * wrong vector is never halved. */
#define STRAIGHT 0x1p-4

/* The largest second differences of the heights h of control points along u, along v, and mixed, each times
 * what the function behind them has for that. */
static void curvature(const struct net_shape *shape, const double *h, double second[2], double *mixed)
{
    const int m = shape->degree[0], n = shape->degree[1], row = n + 1;
    second[0] = second[1] = *mixed = 0;
    for (int i = 0; i <= m; i++)
        for (int j = 0; j <= n; j++) {
            const double *x = h + i * row + j;
            if (i + 2 <= m) second[0] = max_of(second[0], fabs(x[0] - 2 * x[row] + x[2 * row]));
            if (j + 2 <= n) second[1] = max_of(second[1], fabs(x[0] - 2 * x[1] + x[2]));
            if (i < m && j < n) *mixed = max_of(*mixed, fabs(x[0] - x[1] - x[row] + x[row + 1]));
        }
    second[0] *= m * (m - 1);
    second[1] *= n * (n - 1);
    *mixed *= m * n;
}

/* gain[k] = what halving a part along u, v makes its bound better by, about. */
static void gains(const struct net_shape *shape, const struct net_hull *hull, const double n[3], double t,
                  double gain[2])
{
    double h[NET_MAX_POINTS], second[2], mixed;
    for (int k = 0; k < shape->points; k++) {
        const double *x = hull->point[k];
        h[k] = n[0] * (x[0] + t * x[3]) + n[1] * (x[1] + t * x[4]) + n[2] * (x[2] + t * x[5]);
    }
    curvature(shape, h, second, &mixed);
    for (int k = 0; k < 2; k++) gain[k] = 0.75 * second[k] + mixed;
}

/* How large a part is along u or v. A closed curve is not small because its ends meet. */
static double extent(const struct part *part, int along, double t)
{
    const struct net_model *model = &part->model;
    double largest = 0;
    for (int a = 0; a < 3; a++) {
        const double chord = fabs(model->along[along][a] + t * model->along[along][3 + a]);
        const double rest = model->rest[a] + t * model->rest[3 + a];
        largest = max_of(largest, chord + rest * part->width[along]);
    }
    return largest;
}

int bound_split(const struct cells *cells, const struct cell *cell)
{
    double n[3] = {1, 1, 1}, gain[4], most = 0, best_score = -1;
    int best = 0;
    bound_axis(cells, cell, n);
    for (int i = 0; i < 2; i++)
        gains(&cells->shape[i], &cells_part(cells, i, cell->part[i])->hull, n, cell->begin, gain + 2 * i);
    for (int k = 0; k < 4; k++) most = max_of(most, gain[k]);
    for (int k = 0; k < 4; k++) {
        const double weight = most > 0 ? gain[k] + STRAIGHT * most : 1;
        const double score = weight * extent(cells_part(cells, k / 2, cell->part[k / 2]), k % 2, cell->begin);
        if (score > best_score) best_score = score, best = k;
    }
    return best;
}
