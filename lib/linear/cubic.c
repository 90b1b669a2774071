/* The textbook test (Provot 1997, as most codes have it): roots of the coplanarity cubic, then parameters of
 * the contact within [-tol, 1 + tol]. It does not look at rounding: coplanar motion (no cubic), double roots
 * and contacts at t = 0 or tmax are found only where the computed cubic happens to be exactly 0 or to change
 * its sign; far from unit scale its products overflow or underflow. It is the yardstick of the benches. Roots
 * come from roots.c and not from cosines and cube roots: those of the C library differ in their last bit from
 * one processor to the next. */
#include "linear.h"
#include "motion.h"
#include "roots.h"

enum cubic_stage { STAGE_NO_ROOT, STAGE_PARAMETERS, STAGE_UNRESOLVED };
const char *const linear_cubic_stages[] = {"no_root", "parameters", "unresolved", NULL};

/* Roots are found to about 1e-12, and toi_lo is the root itself, which may so be after t*. A root takes at
 * most 8 x 40 iterations (roots.c), and four on average. */
static const double root_tol = 0x1p-40;
enum { CUBIC_MAX_ITER = 3 * 8 * 40 };

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
    struct root_work work = {.limit = options->max_iter ? options->max_iter : CUBIC_MAX_ITER};
    struct root_walk walk;
    double c[4], t, tol = options->tol < 0 ? LINEAR_CUBIC_TOL : options->tol;
    enum cubic_stage stage = STAGE_NO_ROOT;
    enum root_step step;
    linear_motion_of(q, &m);
    linear_coplanarity(&m, c);
    root_walk_begin(&walk, c, 0, options->tmax, root_tol, &work);
    while ((step = root_walk_next(&walk, &t)) == ROOT_FOUND) {
        stage = STAGE_PARAMETERS;
        if (parameters_inside(&m, q->type, t, tol)) break;
    }
    if (step == ROOT_BUDGET_SPENT) stage = STAGE_UNRESOLVED;
    linear_count(ws, STAGE_NO_ROOT, stage == STAGE_NO_ROOT);
    if (stage != STAGE_NO_ROOT) linear_count(ws, (int)stage, 1);
    result_set_free(r, q->id, CCDQ_METHOD_CUBIC, 0, work.evals);
    if (step == ROOT_BUDGET_SPENT)
        linear_set_budget_spent(r);
    else if (step == ROOT_FOUND)
        linear_set_contact(r, &m, q->type, t, t);
}

void linear_cubic(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                  struct ccdq_result *r, struct ccdq_workspace *ws)
{
    for (size_t i = 0; i < n; i++)
        if (linear_finite(&q[i]))
            solve(&q[i], options, &r[i], ws);
        else
            result_set_invalid(&r[i], q[i].id, CCDQ_METHOD_CUBIC);
}
