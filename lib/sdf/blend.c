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
static double mix(const double a[3], const double b[3], double k, double w, double out[3])
{
    double worst = INFINITY;
    for (int i = 0; i < 3; i++) {
        const double v = 1 - w;
        out[i] = w * a[i] + v * b[i] + k * w * v - unsure(a[i], b[i], k);
        worst = least(worst, out[i]);
    }
    return worst;
}

static double least_of(const double a[3])
{
    return least(least(a[0], a[1]), a[2]);
}

/* Keeps the better of what is there and the mixture by w. */
static void improve(const double a[3], const double b[3], double k, double w, double best[3], double *worst)
{
    double out[3];
    if (!(w > 0 && w < 1)) return;
    const double value = mix(a, b, k, w, out);
    if (!(value > *worst)) return;
    *worst = value;
    for (int i = 0; i < 3; i++) best[i] = out[i];
}

/* The least value at the corners is concave in the weight w, for k = 0 made of straight pieces: it is largest
 * at 0, 1 or where two corners are equal. */
static void best_mixture(const double a[3], const double b[3], double k, double best[3])
{
    const double *first = least_of(a) >= least_of(b) ? a : b;
    double worst = least_of(first), mean = 0;
    for (int i = 0; i < 3; i++) best[i] = first[i];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        const double di = a[i] - b[i], dj = a[j] - b[j];
        improve(a, b, k, (b[j] - b[i]) / (di - dj), best, &worst);
        mean += di / 3;
    }
    if (k > 0) improve(a, b, k, 0.5 + mean / (2 * k), best, &worst);
}

/* The blended maximum of two linear functions is convex, so below the linear function of its values at the
 * corners. */
struct sdf_linear sdf_blend_linear(const struct sdf_linear *a, const struct sdf_linear *b, double k,
                                   bool lower, bool upper)
{
    struct sdf_linear c = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    if (lower) best_mixture(a->lo, b->lo, k, c.lo);
    for (int i = 0; upper && i < 3; i++) c.hi[i] = sdf_blend_up(a->hi[i], b->hi[i], k);
    return c;
}
