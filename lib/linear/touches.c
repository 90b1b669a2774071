/* How often a pair touches. When its four points lie in a plane at a few times only, each a simple root of
 * their cubic, the first contact is at one of these, and the last one, which is the first of the motion run
 * backwards, at one of them, too. If both are at the same, the pair touches once; if there is none between
 * them, twice. */
#include "../num/extremes.h"
#include "linear.h"
#include "../num/vec3.h"
#include <math.h>
#include <string.h>

/* The vectors from point 0 to the others, at t = 0 and t = 1. */
struct vectors {
    struct vec3 at[2][3];
};

/* The roots of the cubic in (0, 1), ascending, and a piece of time that each is alone in. */
struct roots {
    int n;
    double from[3], to[3];
};

static double determinant(struct vec3 a, struct vec3 b, struct vec3 c)
{
    return vec3_dot(a, vec3_cross(b, c));
}

/* The sum of the sizes of its terms. */
static double permanent(struct vec3 a, struct vec3 b, struct vec3 c)
{
    return a.x * (b.y * c.z + b.z * c.y) + a.y * (b.z * c.x + b.x * c.z) + a.z * (b.x * c.y + b.y * c.x);
}

static struct vec3 sizes(struct vec3 a, struct vec3 b)
{
    return (struct vec3){max_of(fabs(a.x), fabs(b.x)), max_of(fabs(a.y), fabs(b.y)),
                         max_of(fabs(a.z), fabs(b.z))};
}

static double largest(struct vec3 a)
{
    return max_of(a.x, max_of(a.y, a.z));
}

enum { HALVINGS = 5 };

/* Bernstein coefficients of the cubic, and how far they, and those of its pieces, may be off.
 *
 * u = 2^-53: a vector's component is one difference; on its way into a determinant a term meets two products,
 * one difference and two sums, so that this is off by at most 3 u + 5 u and something of the permanent; a
 * third of a sum of three by 8 u of it, and by 3 u of rounding. A halving rounds three times more, at most 3
 * u of the largest coefficient, which is not above the permanent. After five of them that is 26 u: 2^-48 of
 * the permanent is 32 u. Products that underflow add much less than 2^-1000. false: numbers are too large or
 * too small for this. */
static bool set_cubic(const struct vectors *v, double f[4], double *error)
{
    struct vec3 size[3];
    double most = 0;
    for (int i = 0; i < 3; i++) {
        size[i] = sizes(v->at[0][i], v->at[1][i]);
        most = max_of(most, largest(size[i]));
    }
    if (!(most > 0x1p-100 && most < 0x1p100)) return false;
    *error = 0x1p-48 * permanent(size[0], size[1], size[2]) + 0x1p-1000;
    f[0] = f[1] = f[2] = f[3] = 0;
    for (int ends = 0; ends < 8; ends++) {
        const int i = ends & 1, j = ends >> 1 & 1, k = ends >> 2;
        f[i + j + k] += determinant(v->at[i][0], v->at[j][1], v->at[k][2]);
    }
    f[1] /= 3;
    f[2] /= 3;
    return true;
}

/* Adds the roots in [from, to], where b are the coefficients. false: they are not told apart. */
static bool add_roots(const double b[4], double error, double from, double to, int halvings,
                      struct roots *roots)
{
    const double sign = b[0] > 0 ? 1 : -1, b1 = sign * b[1], b2 = sign * b[2], b3 = sign * b[3];
    if (!(fabs(b[0]) > error && fabs(b3) > error)) return false;
    if (b3 > 0 && b1 > error && b2 > error) return true;
    if (b3 < 0 && (b1 > error || b2 < -error)) {
        /* the coefficients change their sign once */
        roots->from[roots->n] = from;
        roots->to[roots->n++] = to;
        return true;
    }
    if (!halvings) return false;
    const double p = (b[0] + b[1]) / 2, q = (b[1] + b[2]) / 2, r = (b[2] + b[3]) / 2;
    const double left = (p + q) / 2, right = (q + r) / 2, middle = (left + right) / 2, half = (from + to) / 2;
    return add_roots((double[]){b[0], p, left, middle}, error, from, half, halvings - 1, roots) &&
           add_roots((double[]){middle, right, r, b[3]}, error, half, to, halvings - 1, roots);
}

/* Which root is the one of a contact in [lo, hi]; -1: that is not certain. */
static int root_in(const struct roots *roots, double lo, double hi)
{
    for (int i = 0; i < roots->n; i++)
        if (lo >= roots->from[i] && hi <= roots->to[i]) return i;
    return -1;
}

/* Of the last contact. 1 - t is exact, or rounds to a number on the same side of from and to, which are
 * multiples of 2^-5. */
static int last_root(const struct ccdq_query *q, const struct roots *roots, struct ccdq_workspace *ws)
{
    struct ccdq_query back = *q;
    struct ccdq_result r;
    struct ccdq_stage stage[CCDQ_MAX_STAGES];
    memcpy(back.x[0], q->x[4], sizeof(double[4][3]));
    memcpy(back.x[4], q->x[0], sizeof(double[4][3]));
    memcpy(stage, ws->stage, sizeof stage); /* these count what the user asked for */
    linear_certified(&back, 1, &ccdq_linear_defaults, &r, ws);
    memcpy(ws->stage, stage, sizeof stage);
    return r.verdict == CCDQ_HIT ? root_in(roots, 1 - r.toi_hi, 1 - r.toi_lo) : -1;
}

int linear_touches(const struct ccdq_query *q, const struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct vectors v;
    struct roots roots = {.n = 0};
    double f[4], error;
    if (r->method != CCDQ_METHOD_CERTIFIED && r->method != CCDQ_METHOD_EXACT) return 0;
    if (q->min_sep > 0 || ccdq_type_points(q->type) < 4 || r->verdict != CCDQ_HIT) return 0;
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < 3; i++) {
            const double *a = q->x[4 * end], *b = q->x[4 * end + i + 1];
            v.at[end][i] = (struct vec3){b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        }
    if (!set_cubic(&v, f, &error) || !add_roots(f, error, 0, 1, HALVINGS, &roots)) return 0;
    if (roots.n == 1) return 1;
    const int first = root_in(&roots, r->toi_lo, r->toi_hi);
    const int last = first < 0 ? -1 : last_root(q, &roots, ws);
    if (last < first || first < 0) return 0;
    return last - first < 2 ? last - first + 1 : 0;
}
