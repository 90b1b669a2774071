/* Four moving points seen from the first of them, and when they are coplanar (used by the baselines). */
#ifndef CCDQ_MOTION_H
#define CCDQ_MOTION_H

#include "../ccdq.h"
#include "../num/vec3.h"

/* Point i + 1 minus point 0 is d[i] + t v[i]. For vf point 0 is the vertex, for ee it is a0. */
struct linear_motion {
    struct vec3 d[3], v[3];
};

/* The velocity is taken as the difference of the relative positions at both ends: its rounding error is then
 * a part of these, however far the four points move together. */
static inline void linear_motion_of(const struct ccdq_query *q, struct linear_motion *m)
{
    for (int i = 0; i < 3; i++) {
        const double *a = q->x[i + 1], *b = q->x[i + 5], *a0 = q->x[0], *b0 = q->x[4];
        struct vec3 end = {b[0] - b0[0], b[1] - b0[1], b[2] - b0[2]};
        m->d[i] = (struct vec3){a[0] - a0[0], a[1] - a0[1], a[2] - a0[2]};
        m->v[i] = vec3_sub(end, m->d[i]);
    }
}

/* Points 1..3 minus point 0 at time t. */
static inline void linear_motion_at(const struct linear_motion *m, double t, struct vec3 x[3])
{
    for (int i = 0; i < 3; i++) x[i] = vec3_along(m->d[i], t, m->v[i]);
}

/* Eq. 8 of Huh et al. 2014: c[0] + c[1] t + c[2] t^2 + c[3] t^3 is six times the signed volume of the
 * tetrahedron of the four points, (x0 cross x1) . x2. */
static inline void linear_coplanarity(const struct linear_motion *m, double c[4])
{
    struct vec3 n0 = vec3_cross(m->d[0], m->d[1]);
    struct vec3 n1 = vec3_add(vec3_cross(m->d[0], m->v[1]), vec3_cross(m->v[0], m->d[1]));
    struct vec3 n2 = vec3_cross(m->v[0], m->v[1]);
    c[0] = vec3_dot(n0, m->d[2]);
    c[1] = vec3_dot(n1, m->d[2]) + vec3_dot(n0, m->v[2]);
    c[2] = vec3_dot(n2, m->d[2]) + vec3_dot(n1, m->v[2]);
    c[3] = vec3_dot(n2, m->v[2]);
}

/* Turns r, set to free, into a hit by a contact found at the time t. Its parameters are those of the pair's
 * closest points at t, hence inside their domain whatever the rounding and the degeneracy. Nothing is proven:
 * toi_hi is +inf. */
void linear_set_contact(struct ccdq_result *r, const struct linear_motion *m, unsigned type, double t,
                        double toi_lo);

/* Turns r, set to free, into unresolved for a spent budget; that no contact comes before 0 is proven. */
void linear_set_budget_spent(struct ccdq_result *r);

#endif
