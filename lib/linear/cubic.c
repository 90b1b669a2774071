/* The textbook test (Provot 1997, as most codes have it): roots of the coplanarity cubic in closed form, then
 * parameters of the contact within [-tol, 1 + tol]. No bound of its rounding errors: it misses coplanar
 * motion (no cubic), double roots, and contacts that begin at t = 0 or end at tmax when a root comes out a
 * rounding beyond. It is the yardstick of the benches. */
#include "linear.h"
#include "motion.h"
#include <math.h>

enum cubic_stage { STAGE_NO_ROOT, STAGE_PARAMETERS };
const char *const linear_cubic_stages[] = {"no_root", "parameters", NULL};

/* A leading coefficient this small beside the others gives roots that closed forms lose to rounding. */
static const double negligible = 1e-10;

/* Real roots of c0 + c1 t + c2 t^2 where c2 or c1 is not 0. */
static int quadratic_roots(const double c[4], double root[3])
{
    if (fabs(c[2]) <= negligible * fabs(c[1])) {
        root[0] = -c[0] / c[1];
        return 1;
    }
    double discriminant = c[1] * c[1] - 4 * c[2] * c[0];
    if (discriminant < 0) return 0;
    double q = -0.5 * (c[1] + copysign(sqrt(discriminant), c[1]));
    root[0] = q / c[2];
    root[1] = q != 0 ? c[0] / q : root[0];
    return 2;
}

/* Real roots of t^3 + a t^2 + b t + c by Viete's cosines or Cardano's cube root. */
static int monic_cubic_roots(double a, double b, double c, double root[3])
{
    const double third_turn = 2.0943951023931953;
    double q = (a * a - 3 * b) / 9, r = (a * (2 * a * a - 9 * b) + 27 * c) / 54, q3 = q * q * q;
    if (r * r < q3) {
        double angle = acos(r / sqrt(q3)) / 3, radius = -2 * sqrt(q);
        root[0] = radius * cos(angle) - a / 3;
        root[1] = radius * cos(angle + third_turn) - a / 3;
        root[2] = radius * cos(angle - third_turn) - a / 3;
        return 3;
    }
    double s = -copysign(cbrt(fabs(r) + sqrt(r * r - q3)), r);
    root[0] = s + (s != 0 ? q / s : 0) - a / 3;
    return 1;
}

/* Real roots of c in ascending order; the polynomial without any is the zero polynomial, too. */
static int cubic_roots(const double c[4], double root[3])
{
    int n = 0;
    if (fabs(c[3]) > negligible * (fabs(c[2]) + fabs(c[1]) + fabs(c[0])))
        n = monic_cubic_roots(c[2] / c[3], c[1] / c[3], c[0] / c[3], root);
    else if (c[2] != 0 || c[1] != 0)
        n = quadratic_roots(c, root);
    for (int i = 0; i < n; i++) {
        double t = root[i]; /* one step of Newton's iteration wins back what the closed form has lost */
        double f = ((c[3] * t + c[2]) * t + c[1]) * t + c[0], slope = (3 * c[3] * t + 2 * c[2]) * t + c[1];
        if (slope != 0) t -= f / slope;
        int k = i;
        for (; k > 0 && root[k - 1] > t; k--) root[k] = root[k - 1];
        root[k] = t;
    }
    return n;
}

/* Solves [[aa, ab], [ab, bb]] (w0, w1) = (ap, bp). */
static void solve2(double aa, double ab, double bb, double ap, double bp, double w[2])
{
    double determinant = aa * bb - ab * ab;
    w[0] = (ap * bb - bp * ab) / determinant;
    w[1] = (bp * aa - ap * ab) / determinant;
}

/* Whether the contact parameters at time t are in their domain, give or take tol. (Not when they are NaN.) */
static int parameters_inside(const struct linear_motion *m, unsigned type, double t, double tol)
{
    struct vec3 x[3];
    double w[2];
    linear_motion_at(m, t, x);
    if (type == CCDQ_VF) {
        struct vec3 a = vec3_sub(x[1], x[0]), b = vec3_sub(x[2], x[0]);
        solve2(vec3_dot(a, a), vec3_dot(a, b), vec3_dot(b, b), -vec3_dot(a, x[0]), -vec3_dot(b, x[0]), w);
        return w[0] >= -tol && w[1] >= -tol && w[0] + w[1] <= 1 + tol;
    }
    struct vec3 a = x[0], b = vec3_sub(x[1], x[2]);
    solve2(vec3_dot(a, a), vec3_dot(a, b), vec3_dot(b, b), vec3_dot(a, x[1]), vec3_dot(b, x[1]), w);
    return w[0] >= -tol && w[0] <= 1 + tol && w[1] >= -tol && w[1] <= 1 + tol;
}

static void solve(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                  struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct linear_motion m;
    double c[4], root[3];
    enum cubic_stage stage = STAGE_NO_ROOT;
    linear_motion_of(q, &m);
    linear_coplanarity(&m, c);
    int n = cubic_roots(c, root);
    linear_set_free(r, q->id, CCDQ_METHOD_CUBIC, 0, (uint32_t)n);
    for (int i = 0; i < n; i++) {
        if (!(root[i] >= 0 && root[i] <= options->tmax)) continue;
        stage = STAGE_PARAMETERS;
        if (!parameters_inside(&m, q->type, root[i], options->tol)) continue;
        r->verdict = CCDQ_HIT;
        r->flags = root[i] == 0 ? CCDQ_AT_START : 0;
        r->toi_lo = root[i]; /* unproven; rounding may have put it after t* */
        linear_contact(&m, q->type, root[i], r->w);
        break;
    }
    ws->stage[stage]++;
}

void linear_cubic(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                  struct ccdq_result *r, struct ccdq_workspace *ws)
{
    for (size_t i = 0; i < n; i++) solve(&q[i], options, &r[i], ws);
}
