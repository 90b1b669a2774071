/* Motions: the matrices of a moment, and what is proven about points that move.
 *
 * Let u = 2^-53, and let a point be at z = p - solid_centre - t solid_v from the solid's centre in the world,
 *     z = R (x - centre) + (centre - solid_centre) + t (v - solid_v),   R = turn(t spin).
 * In the solid's space it is then at solid_centre + S z, S = turn(-t solid_spin). */
#include "motion.h"
#include "../num/turn.h"
#include <string.h>

/* Scaling by a power of two first keeps squares from what underflows or overflows. Three roundings outwards
 * of axis components leave each less than 2^-50 wide. */
static void make_spin(const double w[3], struct sdf_spin *spin)
{
    const double most = greatest(fabs(w[0]), greatest(fabs(w[1]), fabs(w[2])));
    struct interval scaled[3];
    int exponent;
    *spin = (struct sdf_spin){{1, 0, 0}, 0, {0, 0}};
    if (most == 0) return;
    (void)frexp(most, &exponent);
    for (int i = 0; i < 3; i++) scaled[i] = interval_ldexp(interval_of(w[i]), -exponent);
    const struct interval length = sdf_map_length(scaled);
    for (int i = 0; i < 3; i++) {
        const struct interval part = interval_div(scaled[i], length);
        spin->axis[i] = interval_middle(part);
        spin->error = add_up(spin->error, interval_radius(part, spin->axis[i]));
    }
    spin->speed = interval_ldexp(length, exponent);
}

void sdf_motion_of_query(const struct ccdq_sdf_query *q, struct sdf_motion *m)
{
    *m = (struct sdf_motion){.end = q->end};
    make_spin(q->spin, &m->turn[0]);
    make_spin(q->solid_spin, &m->turn[1]);
    for (int k = 0; k < 2; k++) m->turns[k] = m->turn[k].speed.hi > 0;
    memcpy(m->centre, m->turns[0] ? q->centre : q->solid_centre, sizeof m->centre);
    memcpy(m->spin, q->spin, sizeof m->spin);
    memcpy(m->solid_v, q->solid_v, sizeof m->solid_v);
    memcpy(m->solid_centre, q->solid_centre, sizeof m->solid_centre);
    memcpy(m->solid_spin, q->solid_spin, sizeof m->solid_spin);
}

/* ---- Moments ---- */

static const double identity[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* The matrix of turn(t spin), and how far it is from it. Rodrigues: for the unit vector a, it is c 1 + s [a]x
 * + (1 - c) a a^T.
 * - (c, s): across a the matrix acts as c and s turn a plane, so it is off by as much as that point is: by
 * what turn_at says, and by the error of the angle, t times that of the speed and u of the product.
 * - a: [a]x changes by as much as a, a a^T by twice as much, a hair more for the square.
 * - Roundings: an entry is off by 3 u (1 - c) |a_i a_j| + u |s a_k| + u |entry|. The Frobenius norms of these
 *   matrices are 1 - c, sqrt 2 |s| and sqrt 3, so the sum is below (3 + sqrt 11 + sqrt 3) u < 8.1 u. 9 u. */
static double turn_matrix(const struct sdf_spin *spin, double t, double m[3][3])
{
    double c, s;
    const double speed = interval_middle(spin->speed), angle = t * speed;
    const double unsure = fabs(t) * interval_radius(spin->speed, speed) + 0x1.1p-53 * fabs(angle);
    const double off = turn_at(angle, &c, &s) + unsure, rest = 1 - c;
    const double *a = spin->axis;
    const double x = s * a[0], y = s * a[1], z = s * a[2];
    const double xy = rest * (a[0] * a[1]), yz = rest * (a[1] * a[2]), zx = rest * (a[2] * a[0]);
    m[0][0] = rest * (a[0] * a[0]) + c;
    m[1][1] = rest * (a[1] * a[1]) + c;
    m[2][2] = rest * (a[2] * a[2]) + c;
    m[0][1] = xy - z;
    m[1][0] = xy + z;
    m[1][2] = yz - x;
    m[2][1] = yz + x;
    m[2][0] = zx - y;
    m[0][2] = zx + y;
    return (off + spin->error * (fabs(s) + 2.1 * rest) + 0x1.2p-50) * (1 + 0x1p-50);
}

/* An entry is a sum of three products, so off by 3 u times the sum of their absolute values; the Frobenius
 * norm of the product of two matrices is at most that of the one times that of the other, 3 for turns. 10 u.
 */
static double multiply(const double a[3][3], double error_a, const double b[3][3], double error_b,
                       double product[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) product[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
    return (error_a + error_b + error_a * error_b + 0x1.4p-50) * (1 + 0x1p-50);
}

static inline double extent(const double x[3])
{
    return fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
}

static inline double row_times(const double m[3], const double x[3])
{
    return m[0] * x[0] + m[1] * x[1] + m[2] * x[2];
}

static inline struct vec3 times(const double m[3][3], const double x[3])
{
    return (struct vec3){row_times(m[0], x), row_times(m[1], x), row_times(m[2], x)};
}

/* at = S (centre - solid_centre) + solid_centre. The difference d, a product and three sums make 5 roundings
 * for a part of S d; the columns of S have length 1, so together they are below 6 u (|d_x| + |d_y| + |d_z|).
 * The last sum rounds by u |at|. */
static void place(const struct sdf_motion *m, struct sdf_moment *moment)
{
    double d[3];
    memcpy(moment->at, m->centre, sizeof moment->at);
    moment->error.at = 0;
    if (!m->turns[1] || !m->turns[0]) return; /* S is 1, or d is 0 */
    for (int i = 0; i < 3; i++) d[i] = m->centre[i] - m->solid_centre[i];
    for (int i = 0; i < 3; i++) moment->at[i] = row_times(moment->by_solid[i], d) + m->solid_centre[i];
    moment->error.at = (moment->error.by_solid + 0x1.8p-51) * extent(d) + 0x1.1p-53 * extent(moment->at);
}

/* To each error are added the roundings of sdf_moment_point that grow with the same quantity. */
void sdf_motion_at(const struct sdf_motion *m, double t, struct sdf_moment *moment)
{
    double mesh[3][3], error = 0;
    moment->t = t;
    moment->turns = t != 0 && (m->turns[0] || m->turns[1]);
    memcpy(moment->usual_v, m->solid_v, sizeof moment->usual_v);
    if (!moment->turns) return;
    memcpy(moment->centre, m->centre, sizeof moment->centre);
    memcpy(moment->by_solid, identity, sizeof identity);
    moment->error.by_solid = m->turns[1] ? turn_matrix(&m->turn[1], -t, moment->by_solid) : 0;
    if (m->turns[0]) error = turn_matrix(&m->turn[0], t, mesh);
    if (m->turns[0] && m->turns[1]) {
        moment->error.turned = multiply((const double(*)[3])moment->by_solid, moment->error.by_solid,
                                        (const double(*)[3])mesh, error, moment->turned);
    } else {
        memcpy(moment->turned, m->turns[0] ? mesh : moment->by_solid, sizeof moment->turned);
        moment->error.turned = m->turns[0] ? error : moment->error.by_solid;
    }
    place(m, moment);
    moment->error.turned += 0x1p-50;
    moment->error.by_solid += 0x1p-50;
    moment->error.at += 0x1.1p-53 * extent(moment->at);
}

/* x + t (v - usual_v): the last error is known exactly, that of the product is below 2.1 u of it. */
static struct sdf_point moved_point(const struct sdf_moment *moment, const double x[3], const double v[3])
{
    double y[3], error = 0;
    for (int i = 0; i < 3; i++) {
        const double by = moment->t * (v[i] - moment->usual_v[i]);
        y[i] = x[i] + by;
        error += fabs(sum_error(x[i], by, y[i])) + 0x1.1p-52 * fabs(by);
    }
    if (error != 0) error = error * (1 + 0x1p-50) + 0x1p-990;
    return (struct sdf_point){{y[0], y[1], y[2]}, error};
}

/* What `at` gains is off by what is said below of that part of a point; its sum rounds once, and that of a
 * point once more. */
void sdf_moment_expect(struct sdf_moment *moment, const double v[3])
{
    double by[3];
    if (!moment->turns) return;
    for (int i = 0; i < 3; i++) by[i] = moment->t * (v[i] - moment->usual_v[i]);
    for (int i = 0; i < 3; i++) moment->at[i] += row_times(moment->by_solid[i], by);
    memcpy(moment->usual_v, v, sizeof moment->usual_v);
    moment->error.at += moment->error.by_solid * extent(by) + 0x1.1p-52 * extent(moment->at);
}

/* A part of turned (x - centre) has the roundings of the difference, the product and four sums; of by_solid t
 * (v - usual_v), two differences or products, the product and four sums; `at`, one sum. As the columns have
 * length 1, the first two are below 8 u times the vectors' extents; sdf_motion_at has added them. */
struct sdf_point sdf_moment_point(const struct sdf_moment *moment, const double x[3], const double v[3])
{
    if (!moment->turns) return moved_point(moment, x, v);
    const double *c = moment->centre, *usual = moment->usual_v, *at = moment->at;
    const double d[3] = {x[0] - c[0], x[1] - c[1], x[2] - c[2]};
    struct vec3 y = times(moment->turned, d);
    double error = moment->error.turned * extent(d) + moment->error.at;
    if (v[0] != usual[0] || v[1] != usual[1] || v[2] != usual[2]) {
        const double t = moment->t,
                     by[3] = {t * (v[0] - usual[0]), t * (v[1] - usual[1]), t * (v[2] - usual[2])};
        y = vec3_add(y, times(moment->by_solid, by));
        error += moment->error.by_solid * extent(by);
    }
    return (struct sdf_point){{y.x + at[0], y.y + at[1], y.z + at[2]}, error * (1 + 0x1p-50) + 0x1p-990};
}

static inline struct vec3 vector(const double x[3])
{
    return (struct vec3){x[0], x[1], x[2]};
}

/* With z from the solid's centre in the world, y is at S z from it. The derivative of S z is S z' -
 * solid_spin x S z, as S turns about solid_spin; z' = v - solid_v + spin x R (x - centre), which S turns
 * factor by factor; and S R (x - centre) is what y has beside S (centre - solid_centre) and S t (v -
 * solid_v). */
struct vec3 sdf_moment_velocity(const struct sdf_motion *m, const struct sdf_moment *moment, struct vec3 y,
                                const double v[3])
{
    const double(*by_solid)[3] = moment->turns ? moment->by_solid : identity;
    const double by[3] = {v[0] - m->solid_v[0], v[1] - m->solid_v[1], v[2] - m->solid_v[2]};
    const double apart[3] = {m->centre[0] - m->solid_centre[0], m->centre[1] - m->solid_centre[1],
                             m->centre[2] - m->solid_centre[2]};
    const struct vec3 from = vec3_sub(y, vector(m->solid_centre)), moves = times(by_solid, by);
    const struct vec3 turned = vec3_along(vec3_sub(from, times(by_solid, apart)), -moment->t, moves);
    const struct vec3 turns = vec3_cross(times(by_solid, m->spin), turned);
    return vec3_sub(vec3_add(moves, turns), vec3_cross(vector(m->solid_spin), from));
}

struct vec3 sdf_moment_world(const struct sdf_moment *moment, struct vec3 g)
{
    const double(*m)[3] = moment->by_solid;
    if (!moment->turns) return g;
    return (struct vec3){m[0][0] * g.x + m[1][0] * g.y + m[2][0] * g.z,
                         m[0][1] * g.x + m[1][1] * g.y + m[2][1] * g.z,
                         m[0][2] * g.x + m[1][2] * g.y + m[2][2] * g.z};
}

/* ---- Reaches ---- */

/* The length of a vector of numbers rounded by `off` at most, each. */
static double length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) * (1 + 0x1p-49) + 0x1p-500;
}

/* Differences have a relative error of u, which `length` covers; that of a + end dv is below 3 u of the
 * absolute values. |z| is at most |x - centre| + |a + t dv| with a = centre - solid_centre, or where the mesh
 * does not turn |a + t dv| with a = x - solid_centre; a norm of what is linear in t, which is largest at 0 or
 * `end`. All three are convex in (x, v), hence sdf_reach_of_both. */
struct sdf_reach sdf_motion_reach(const struct sdf_motion *m, const double x[3], const double v[3])
{
    double d[3], dv[3], a[3], b[3], off = 0;
    for (int i = 0; i < 3; i++) {
        d[i] = x[i] - m->centre[i];
        dv[i] = v[i] - m->solid_v[i];
        a[i] = (m->turns[0] ? m->centre[i] : x[i]) - m->solid_centre[i];
        b[i] = a[i] + m->end * dv[i];
        off += 0x1p-51 * (fabs(a[i]) + m->end * fabs(dv[i]));
    }
    struct sdf_reach reach = {length(d), length(dv), 0};
    const double middle = greatest(length(a), length(b) + off);
    reach.from_solid_centre = (middle + (m->turns[0] ? reach.from_centre : 0)) * (1 + 0x1p-50);
    return reach;
}

struct sdf_reach sdf_reach_of_both(struct sdf_reach a, struct sdf_reach b)
{
    return (struct sdf_reach){greatest(a.from_centre, b.from_centre), greatest(a.speed, b.speed),
                              greatest(a.from_solid_centre, b.from_solid_centre)};
}

/* S turns against solid_spin = w', so (S z)' = S (z' - w' x z), and again
 *     (S z)'' = S (z'' - 2 w' x z' + w' x (w' x z)).
 * z' = spin x R (x - centre) + v - solid_v and z'' = spin x (spin x R (x - centre)): with w = |spin|, |z'| <=
 * w from_centre + speed and |z''| <= w^2 from_centre. 2^-49 covers eight roundings. */
double sdf_motion_acceleration(const struct sdf_motion *m, const struct sdf_reach *reach)
{
    if (!m->turns[0] && !m->turns[1]) return 0;
    const double w = m->turn[0].speed.hi, solid = m->turn[1].speed.hi, turning = w * reach->from_centre;
    const double most =
        w * turning + 2 * solid * (reach->speed + turning) + solid * solid * reach->from_solid_centre;
    return most * (1 + 0x1p-49) + 0x1p-500;
}

/* Along any direction, what is 0 at both ends of a time h and has a second derivative of at most a comes to
 * at most a h^2 / 8. */
double sdf_motion_sag(const struct sdf_motion *m, const struct sdf_reach *reach, double t0, double t1)
{
    const double most = sdf_motion_acceleration(m, reach), h = t1 - t0;
    return most == 0 ? 0 : most * h * h / 8 * (1 + 0x1p-49) + 0x1p-500;
}

double sdf_motion_speed(const struct sdf_motion *m, const struct sdf_reach *reach)
{
    const double w = m->turn[0].speed.hi, solid = m->turn[1].speed.hi;
    return (reach->speed + w * reach->from_centre + solid * reach->from_solid_centre) * (1 + 0x1p-50);
}
