#include "roots.h"
#include <math.h>

static double value(const double c[4], double t)
{
    return ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
}

static void add_end(struct root_walk *walk, double t)
{
    walk->t[walk->ends] = t;
    walk->f[walk->ends++] = value(walk->c, t);
    walk->work->evals++;
}

/* The critical points, in the form of the quadratic formula that does not cancel. A critical point that does
 * not exist (a leading coefficient of 0) comes out infinite or NaN and fails the comparisons with [0, tmax].
 * Where rounding makes the discriminant lose its sign, the two points are so close that the wiggle between
 * them, which goes with its power 3/2, is below the rounding of f itself. */
void root_walk_begin(struct root_walk *walk, const double c[4], double error, double tmax, double tol,
                     struct root_work *work)
{
    for (int i = 0; i < 4; i++) walk->c[i] = c[i];
    walk->error = error;
    walk->tol = tol;
    walk->work = work;
    walk->ends = walk->next = 0;
    add_end(walk, 0);
    double discriminant = c[2] * c[2] - 3 * c[3] * c[1];
    if (discriminant > 0) {
        double q = -(c[2] + copysign(sqrt(discriminant), c[2]));
        double first = q / (3 * c[3]), second = c[1] / q;
        if (second < first) {
            double swap = first;
            first = second;
            second = swap;
        }
        if (first > 0 && first < tmax) add_end(walk, first);
        if (second > 0 && second < tmax) add_end(walk, second);
    }
    add_end(walk, tmax);
}

/* One step of Householder's cubically convergent iteration from x. */
static double householder_step(const double c[4], double x, double f)
{
    double f1 = (3 * c[3] * x + 2 * c[2]) * x + c[1], half_f2 = 3 * c[3] * x + c[2];
    double inverse = 1 / f1, newton = -f * inverse;
    return newton * (1 - newton * half_f2 * inverse);
}

/* The root inside piece k, whose ends have opposite signs: the bracket [lo, hi] always holds it. When a step
 * leads to an x that should be within tol of the root (the error goes with the cube of the step), the signs
 * at x - tol and x + tol prove it or the search goes on from there. A bisection where a step leaves the
 * bracket, and at every eighth step, bounds the number of steps by eight times the bits of 1/tol, and by
 * eight times 1,075 for any tol. */
static enum root_step root_inside(struct root_walk *walk, int k, double *root)
{
    struct root_work work = *walk->work; /* a copy that need not be in memory */
    double lo = walk->t[k], hi = walk->t[k + 1], tol = walk->tol;
    double x = lo + (hi - lo) * (walk->f[k] / (walk->f[k] - walk->f[k + 1]));
    double sign = walk->f[k] < 0 ? 1 : -1; /* sign * f rises from lo to hi */
    const double c[4] = {sign * walk->c[0], sign * walk->c[1], sign * walk->c[2], sign * walk->c[3]};
    enum root_step found = ROOT_FOUND;
    for (int steps = 1;; steps++) {
        if (!(lo < x && x < hi)) x = lo + 0.5 * (hi - lo);
        if (!(lo < x && x < hi)) break; /* neighbouring doubles */
        if (work.iterations++ == work.limit) {
            found = ROOT_BUDGET_SPENT;
            break;
        }
        double f = value(c, x);
        work.evals++;
        if (f == 0) break;
        lo = f < 0 ? x : lo;
        hi = f < 0 ? hi : x;
        if (hi - lo <= tol) break;
        if (steps % 8 == 0) {
            x = lo + 0.5 * (hi - lo);
            continue;
        }
        double step = householder_step(c, x, f);
        x += step;
        if (!(fabs(step * step * step) <= tol && lo < x && x < hi)) continue;
        bool below = x - tol <= lo || value(c, x - tol) <= 0;
        bool above = x + tol >= hi || value(c, x + tol) >= 0;
        work.evals += 2;
        if (below && above) break;
        x = below ? x + tol : x - tol;
    }
    *root = x;
    *walk->work = work;
    return found;
}

enum root_step root_walk_next(struct root_walk *walk, double *root)
{
    while (walk->next < 2 * walk->ends - 1) {
        int k = walk->next / 2;
        if (walk->next++ % 2 == 0) {
            *root = walk->t[k];
            if (fabs(walk->f[k]) <= walk->error) return ROOT_FOUND;
        } else if ((walk->f[k] < 0 && walk->f[k + 1] > 0) || (walk->f[k] > 0 && walk->f[k + 1] < 0)) {
            return root_inside(walk, k, root);
        }
    }
    return ROOT_NONE;
}
