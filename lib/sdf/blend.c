/* Blended maxima. */
#include "blend.h"

double sdf_blend(double a, double b, double k, double *share)
{
    const double most = a > b ? a : b, m = k - fabs(a - b);
    if (!(m > 0)) {
        if (share) *share = a > b;
        return most;
    }
    if (share) *share = 0.5 + (a - b) / (2 * k);
    return most + m * m / (4 * k);
}

/* With s = |a| + |b| + k: a - b has an error of u s, m one of 2 u s, m m / (4 k), whose derivative by m is at
 * most 1/2, one of u s + 3 u k / 4, the last sum adds u s: below 4 u s together. 2^-50 s = 8 u s covers that
 * and the subtraction here. m m / (4 k) is at most k / 4. */
static double unsure(double a, double b, double k)
{
    return 0x1p-50 * (fabs(a) + fabs(b) + k) + 0x1p-990;
}

static bool finite_pair(double a, double b)
{
    return fabs(a) < INFINITY && fabs(b) < INFINITY;
}

double sdf_blend_down(double a, double b, double k)
{
    if (k == 0 || !finite_pair(a, b)) return greatest(a, b);
    return greatest(greatest(a, b), sdf_blend(a, b, k, NULL) - unsure(a, b, k));
}

double sdf_blend_up(double a, double b, double k)
{
    if (k == 0) return greatest(a, b);
    if (!finite_pair(a, b)) return greatest(a, b) + k;
    return sdf_blend(a, b, k, NULL) + unsure(a, b, k);
}

/* For any w in [0, 1] the blended maximum is at least w a + (1 - w) b + k w (1 - w): with d = a - b, of
 * |d| < k, it is (a + b) / 2 + k / 4 + d^2 / (4 k), and d^2 / (4 k) - (w - 1/2) d is smallest at d = k (2 w -
 * 1). So a mixture of linear functions from below is one from below. The errors are those of above: 1 - w
 * rounds by u / 2, products and sums by 4 u s at most. */
static void mix(const double *a, const double *b, int n, double k, double w, double *out)
{
    const double v = 1 - w;
    for (int i = 0; i < n; i++) out[i] = w * a[i] + v * b[i] + k * w * v - unsure(a[i], b[i], k);
}

/* Which of the lines b + w (a - b) is lowest at w. */
static int lowest_line(const double *a, const double *b, int n, double w)
{
    int lowest = 0;
    double value = INFINITY;
    for (int i = 0; i < n; i++) {
        const double line = w * a[i] + (1 - w) * b[i];
        if (line < value) lowest = i;
        value = line < value ? line : value;
    }
    return lowest;
}

/* Where the lowest of the lines is highest, two of them cross, one that rises and one that falls, and no
 * other is lower. */
double sdf_highest_mixture(const double *a, const double *b, int n)
{
    int rising = lowest_line(a, b, n, 0), falling = lowest_line(a, b, n, 1);
    double w = 0;
    for (int step = 0; step < n; step++) {
        const double up = a[rising] - b[rising], down = a[falling] - b[falling];
        if (!(up > 0)) return 0;
        if (!(down < 0)) return 1;
        w = (b[falling] - b[rising]) / (up - down);
        const int lowest = lowest_line(a, b, n, w);
        if (lowest == rising || lowest == falling) break;
        if (a[lowest] > b[lowest])
            rising = lowest;
        else
            falling = lowest;
    }
    return w;
}

/* Keeps the better of what is there and the mixture by w. */
static void improve(const double *a, const double *b, const struct sdf_hull *hull, double k, double w,
                    double *best)
{
    double out[SDF_HULL] = {0};
    if (!(w > 0 && w < 1)) return;
    mix(a, b, hull->n, k, w, out);
    if (!(sdf_least(out, hull->leading) > sdf_least(best, hull->leading))) return;
    for (int i = 0; i < hull->n; i++) best[i] = out[i];
}

void sdf_mix_below(const double *a, const double *b, const struct sdf_hull *hull, double k, double *best)
{
    const int leading = hull->leading;
    const double *first = sdf_least(a, leading) >= sdf_least(b, leading) ? a : b;
    double mean = 0;
    for (int i = 0; i < hull->n; i++) best[i] = first[i];
    improve(a, b, hull, k, sdf_highest_mixture(a, b, leading), best);
    if (k == 0) return;
    for (int i = 0; i < leading; i++) mean += (a[i] - b[i]) / leading;
    improve(a, b, hull, k, 0.5 + mean / (2 * k), best);
}

/* The blended maximum of two linear functions is convex, so below the linear function of its values where one
 * weight is 1. */
struct sdf_linear sdf_blend_linear(const struct sdf_linear *a, const struct sdf_linear *b,
                                   const struct sdf_hull *hull, double k, bool lower, bool upper)
{
    struct sdf_linear c;
    for (int i = 0; i < hull->n; i++) {
        c.lo[i] = -INFINITY;
        c.hi[i] = upper ? sdf_blend_up(a->hi[i], b->hi[i], k) : INFINITY;
    }
    if (lower) sdf_mix_below(a->lo, b->lo, hull, k, c.lo);
    return c;
}
