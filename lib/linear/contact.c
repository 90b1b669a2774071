/* The answers of the baselines; where a vertex and a face, or two edges, are closest to each other. */
#include "motion.h"
#include "../num/complement.h"
#include <math.h>

/* s in [0, 1] with a + s e closest to p; 0 for an edge of no length. */
static double foot(struct vec3 a, struct vec3 e, struct vec3 p)
{
    double length2 = vec3_dot(e, e), along = vec3_dot(vec3_sub(p, a), e);
    if (!(along > 0)) return 0;
    return along < length2 ? along / length2 : 1;
}

/* Keeps (w0, w1) in w if it comes with a smaller distance than the best so far. */
static void keep_closer(struct vec3 difference, double w0, double w1, double *best, double w[4])
{
    double distance2 = vec3_dot(difference, difference);
    if (!(distance2 < *best)) return;
    *best = distance2;
    w[0] = w0;
    w[1] = w1;
}

/* f0, f1, f2 seen from the vertex. */
static void contact_vf(const struct vec3 x[3], double w[4])
{
    struct vec3 origin = {0, 0, 0}, ab = vec3_sub(x[1], x[0]), ac = vec3_sub(x[2], x[0]);
    struct vec3 ap = vec3_sub(origin, x[0]), n = vec3_cross(ab, ac);
    double nn = vec3_dot(n, n), u = vec3_dot(vec3_cross(ap, ac), n), v = vec3_dot(vec3_cross(ab, ap), n);
    if (nn > 0 && u >= 0 && v >= 0 && u / nn + v / nn <= 1) {
        w[0] = u / nn;
        w[1] = v / nn;
        if (w[1] > complement(w[0])) w[1] = complement(w[0]);
        return;
    }
    double best = INFINITY, s = foot(x[0], ab, origin);
    keep_closer(vec3_along(x[0], s, ab), s, 0, &best, w);
    s = foot(x[0], ac, origin);
    keep_closer(vec3_along(x[0], s, ac), 0, s, &best, w);
    struct vec3 bc = vec3_sub(x[2], x[1]);
    s = foot(x[1], bc, origin);
    keep_closer(vec3_along(x[1], s, bc), complement(s), s, &best, w);
}

/* a1, b0, b1 seen from a0. */
static void contact_ee(const struct vec3 x[3], double w[4])
{
    struct vec3 a0 = {0, 0, 0}, a = x[0], b0 = x[1], b = vec3_sub(x[2], x[1]), n = vec3_cross(a, b);
    double nn = vec3_dot(n, n), s = vec3_dot(vec3_cross(b0, b), n), u = vec3_dot(vec3_cross(b0, a), n);
    if (nn > 0 && s >= 0 && s <= nn && u >= 0 && u <= nn) {
        w[0] = s / nn;
        w[1] = u / nn;
        return;
    }
    double best = INFINITY;
    for (int end = 0; end < 2; end++) {
        struct vec3 p = end ? a : a0;
        u = foot(b0, b, p);
        keep_closer(vec3_sub(vec3_along(b0, u, b), p), end, u, &best, w);
        p = end ? x[2] : b0;
        s = foot(a0, a, p);
        keep_closer(vec3_sub(vec3_along(a0, s, a), p), s, end, &best, w);
    }
}

void linear_set_contact(struct ccdq_result *r, const struct linear_motion *m, unsigned type, double t,
                        double toi_lo)
{
    struct vec3 x[3];
    linear_motion_at(m, t, x);
    r->verdict = CCDQ_HIT;
    r->flags = t == 0 ? CCDQ_AT_START : 0;
    r->toi_lo = toi_lo;
    (type == CCDQ_VF ? contact_vf : contact_ee)(x, r->w);
}

void linear_set_budget_spent(struct ccdq_result *r)
{
    r->verdict = CCDQ_UNRESOLVED;
    r->flags = CCDQ_TOI_PROVEN | CCDQ_BUDGET_SPENT;
    r->toi_lo = 0;
}
