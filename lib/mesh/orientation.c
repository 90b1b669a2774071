#include "orientation.h"
#include <gmp.h>
#include <limits.h>
#include <math.h>

/* ---- Exactly ---- */

/* The exponent of the last bit of a double that is not 0, or below. */
static int last_bit(double x)
{
    int e;
    frexp(x, &e);
    return e - 53;
}

/* z = x / 2^unit, an integer. */
static void set(mpz_t z, double x, int unit)
{
    int e;
    mpz_set_d(z, ldexp(frexp(x, &e), 53));
    if (x != 0) mpz_mul_2exp(z, z, (unsigned long)(e - 53 - unit));
}

/* Differences of n + 1 points to the first one, in a unit in which all are integers. */
static void set_differences(const double *const point[], int n, mpz_t v[3][3])
{
    int unit = INT_MAX;
    mpz_t a;
    mpz_init(a);
    for (int i = 0; i <= n; i++)
        for (int k = 0; k < 3; k++)
            if (point[i][k] != 0 && last_bit(point[i][k]) < unit) unit = last_bit(point[i][k]);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            set(a, point[0][k], unit);
            set(v[i][k], point[i + 1][k], unit);
            mpz_sub(v[i][k], v[i][k], a);
        }
    mpz_clear(a);
}

/* z = component k of u x v. */
static void cross(mpz_t z, mpz_t u[3], mpz_t v[3], int k)
{
    mpz_mul(z, u[(k + 1) % 3], v[(k + 2) % 3]);
    mpz_submul(z, u[(k + 2) % 3], v[(k + 1) % 3]);
}

static void init(mpz_t v[3][3])
{
    for (int i = 0; i < 9; i++) mpz_init(v[i / 3][i % 3]);
}

static void clear(mpz_t v[3][3])
{
    for (int i = 0; i < 9; i++) mpz_clear(v[i / 3][i % 3]);
}

static int exact_orientation(const double *const point[4])
{
    mpz_t v[3][3], sum, normal;
    init(v);
    mpz_init(sum), mpz_init(normal);
    set_differences(point, 3, v);
    for (int k = 0; k < 3; k++) {
        cross(normal, v[0], v[1], k);
        mpz_addmul(sum, normal, v[2][k]);
    }
    const int sign = mpz_sgn(sum);
    mpz_clear(sum), mpz_clear(normal);
    clear(v);
    return sign;
}

static bool exact_collinear(const double *const point[3])
{
    mpz_t v[3][3], normal;
    bool collinear = true;
    init(v);
    mpz_init(normal);
    set_differences(point, 2, v);
    for (int k = 0; k < 3 && collinear; k++) {
        cross(normal, v[0], v[1], k);
        collinear = mpz_sgn(normal) == 0;
    }
    mpz_clear(normal);
    clear(v);
    return collinear;
}

/* ---- In doubles ---- */

/* Where products underflow, more is lost than by their rounding: at most 2^-1075 of each of two numbers, so
 * 2^-1073 (|w_x| + |w_y| + |w_z| + 1) of a determinant, and as much of its `size`. Where something overflows,
 * `size` is infinite or no number, and nothing is larger. */
#define LOST 0x1p-900

/* v = p - a, rounded. */
static void difference(const double p[3], const double a[3], double v[3])
{
    for (int k = 0; k < 3; k++) v[k] = p[k] - a[k];
}

/* A component of u x v, and the sum of the absolute values of its terms. */
static double minor_of(double a, double b, double c, double d, double *size)
{
    const double p = a * d, q = b * c;
    *size = fabs(p) + fabs(q);
    return p - q;
}

/* Each term of the determinant is a product of three differences. Each of these carries one rounding; on its
 * way to the sum a term meets at most two products, one difference and two sums: a factor of (1 + e)^8 at
 * most, |e| <= 2^-53, so all are off by less than 2^-49.9 of the sum of their absolute values, which the
 * computed `size` is below by less than 2^-49.9 of it. 2^-49 size is more than that. */
int mesh_orientation(const double a[3], const double b[3], const double c[3], const double d[3])
{
    double u[3], v[3], w[3], size[3];
    difference(b, a, u), difference(c, a, v), difference(d, a, w);
    const double x = minor_of(u[1], u[2], v[1], v[2], &size[0]);
    const double y = minor_of(u[2], u[0], v[2], v[0], &size[1]);
    const double z = minor_of(u[0], u[1], v[0], v[1], &size[2]);
    const double sum = x * w[0] + y * w[1] + z * w[2];
    const double far[3] = {fabs(w[0]), fabs(w[1]), fabs(w[2])};
    const double all = size[0] * far[0] + size[1] * far[1] + size[2] * far[2];
    if (fabs(sum) > 0x1p-49 * all + LOST * (far[0] + far[1] + far[2] + 1)) return sum > 0 ? 1 : -1;
    return exact_orientation((const double *const[4]){a, b, c, d});
}

/* Each of the two terms of a component meets two roundings of differences, one product, one difference:
 * (1 + e)^4, less than 2^-50.9. */
bool mesh_collinear(const double a[3], const double b[3], const double c[3])
{
    double u[3], v[3], size[3];
    difference(b, a, u), difference(c, a, v);
    const double x = minor_of(u[1], u[2], v[1], v[2], &size[0]);
    const double y = minor_of(u[2], u[0], v[2], v[0], &size[1]);
    const double z = minor_of(u[0], u[1], v[0], v[1], &size[2]);
    if (fabs(x) > 0x1p-50 * size[0] + LOST || fabs(y) > 0x1p-50 * size[1] + LOST ||
        fabs(z) > 0x1p-50 * size[2] + LOST)
        return false;
    return exact_collinear((const double *const[3]){a, b, c});
}
