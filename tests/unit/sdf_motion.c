/* lib/sdf/motion.h and turns in radians against 640 bits: moments, points, sags, speeds, reaches; at origins
 * up to 1e6, with spins from 1e-300 to many turns, of none, of one or of both bodies. Bounds must hold, and
 * be no larger than they need be. CCDQ_LONG=1 draws forty times as much. */
#include "../../lib/gen/rng.h"
#include "../../lib/num/turn.h"
#include "../../lib/sdf/motion.h"
#include "../exact_motion.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static long draws = 1;

/* How many of a kind were tried and broke the bound, and the largest part of the bound that was needed. */
struct tally {
    long tried, wrong;
    double needed;
};

static void count(struct tally *tally, double error, double bound)
{
    tally->tried++;
    tally->wrong += !(error <= bound * (1 + 0x1p-40));
    if (bound > 0) tally->needed = fmax(tally->needed, error / bound);
}

static void judge(const struct tally *tally, double least_needed, const char *what, const char *when)
{
    ok(tally->tried > 0 && !tally->wrong, "%s: bounds hold, %s (%ld of %ld wrong)", what, when, tally->wrong,
       tally->tried);
    ok(tally->needed >= least_needed, "... and are needed to %.0f%%", 100 * tally->needed);
}

/* ---- Turns ---- */

static double turn_error(double angle, double c, double s)
{
    struct exact_vector is = exact_vector(), own = exact_of((double[3]){c, s, 0});
    mpf_t x;
    mpf_init(x);
    mpf_set_d(x, angle);
    exact_turn(x, is.x[0], is.x[1]);
    mpf_add_ui(is.x[0], is.x[0], 1);
    exact_subtract(&is, &own);
    const double error = exact_length(&is);
    mpf_clear(x);
    exact_clear(&is), exact_clear(&own);
    return error;
}

static void test_turns(void)
{
    static const double odd[] = {0,
                                 0x1p-1074,
                                 0x1.921fb54442d18p0,
                                 0x1.921fb54442d18p1,
                                 0x1p20,
                                 -0x1p20,
                                 0x1.921fb54442d18p-1,
                                 0x1.921fb54442d19p-1,
                                 0x1.0000000000001p20,
                                 1e30,
                                 INFINITY};
    enum { ODD = sizeof odd / sizeof *odd };
    struct rng rng = rng_at(5, 1);
    struct tally near = {0}, quarters = {0}, known = {0};
    for (long i = 0; i < 5000 * draws; i++) {
        double c, s;
        const double angle = rng_real(&rng, -1, 1) * exp2(rng_int(&rng, -30, 20)),
                     bound = turn_at(angle, &c, &s);
        count(&near, turn_error(angle, c, s), bound);
        const double quarter = rng_int(&rng, -600000, 600000) * 0x1.921fb54442d18p0;
        const double bound_there = turn_at(quarter, &c, &s);
        count(&quarters, turn_error(quarter, c, s), bound_there);
    }
    for (int i = 0; i < ODD; i++) {
        double c, s;
        const double bound = turn_at(odd[i], &c, &s);
        count(&known, odd[i] < 1e9 ? turn_error(odd[i], c, s) : 2, bound);
        known.wrong += fabs(odd[i]) <= 0x1p20 ? bound > 0x1p-51 : bound != 2 || c != 1 || s != 0;
    }
    judge(&near, 0.3, "turns", "up to 2^20 radians");
    judge(&quarters, 0, "turns", "next to quarters");
    judge(&known, 0, "turns", "at odd angles");
}

/* ---- Motions ---- */

static void vector(struct rng *rng, double by, double x[3])
{
    for (int k = 0; k < 3; k++) x[k] = rng_real(rng, -by, by);
    if (!rng_below(rng, 4)) x[rng_below(rng, 3)] = 0;
}

static double pick(struct rng *rng, const double *of, unsigned n)
{
    return of[rng_below(rng, n)];
}

enum { NONE, MESH, SOLID, BOTH, TURNING };
static const char *const turning[] = {"nothing turns", "the mesh turns", "the solid turns", "both turn"};

/* The triangle of q around its centre. Spins up to `spin`. */
static void make_query(struct rng *rng, int turns, double spin, struct ccdq_sdf_query *q)
{
    static const double origins[] = {0, 0, 1, 1e3, 1e6}, speeds[] = {0, 1, 1, 500}, ends[] = {1, 1, 1e-3, 60};
    const double size = exp2(rng_int(rng, -10, 3)), origin = pick(rng, origins, 5), v = pick(rng, speeds, 4);
    double far[3];
    *q = (struct ccdq_sdf_query){.end = pick(rng, ends, 4)};
    vector(rng, origin, far);
    for (int k = 0; k < 3; k++) {
        q->centre[k] = far[k] + rng_real(rng, -size, size);
        q->solid_centre[k] = (rng_below(rng, 4) ? far[k] : 0) + rng_real(rng, -size, size);
        for (int i = 0; i < 3; i++) q->x[i][k] = q->centre[k] + rng_real(rng, -size, size);
    }
    for (int i = 0; i < 3; i++) vector(rng, v, q->v[i]);
    vector(rng, v, q->solid_v);
    if (!rng_below(rng, 4)) memcpy(q->solid_v, q->v[0], sizeof q->solid_v);
    if (turns & MESH) vector(rng, spin / q->end, q->spin);
    if (turns & SOLID) vector(rng, spin / q->end, q->solid_spin);
}

static double some_time(struct rng *rng, double end)
{
    const unsigned how = rng_below(rng, 6);
    return how == 0 ? 0 : how == 1 ? end : rng_unit(rng) * end;
}

static double point_error(const struct ccdq_sdf_query *q, int corner, double t, struct vec3 p)
{
    struct exact_vector is = exact_moved(q, q->x[corner], q->v[corner], t, NULL);
    struct exact_vector own = exact_of((double[3]){p.x, p.y, p.z});
    exact_subtract(&is, &own);
    const double error = exact_length(&is);
    exact_clear(&is), exact_clear(&own);
    return error;
}

static void test_points(int turns)
{
    static const double spins[] = {1e-300, 1e-9, 1e-3, 1, 6, 13, 1e3, 1e5};
    struct rng rng = rng_at(5, 10 + (unsigned)turns);
    struct tally near = {0}, wild = {0};
    long exact_start = 0, wide = 0;
    for (long i = 0; i < 600 * draws; i++) {
        struct ccdq_sdf_query q;
        struct sdf_motion m;
        struct sdf_moment moment;
        const bool many = !rng_below(&rng, 20);
        const double spin = many ? 1e9 : pick(&rng, spins, 8);
        make_query(&rng, turns, spin, &q);
        sdf_motion_of_query(&q, &m);
        const double t = some_time(&rng, q.end);
        sdf_motion_at(&m, t, &moment);
        if (rng_below(&rng, 2)) sdf_moment_expect(&moment, q.v[rng_below(&rng, 2)]);
        const struct sdf_point p = sdf_moment_point(&moment, q.x[0], q.v[0]);
        const double error = point_error(&q, 0, t, p.p);
        count(many && turns ? &wild : &near, error, p.radius);
        if (t == 0) exact_start += p.radius != 0 || error != 0;
        /* A few units in the last place of what is added up, and of the angle. */
        double size = 0;
        for (int k = 0; k < 3; k++) {
            size += fabs(q.x[0][k]) + t * (fabs(q.v[0][k]) + fabs(q.v[1][k]) + fabs(q.solid_v[k]));
            if (turns) size += fabs(q.centre[k]) + fabs(q.solid_centre[k]);
        }
        wide += !many && p.radius > (turns ? 60 + 20 * spin : 4) * 0x1p-53 * size + 1e-290;
    }
    judge(&near, 0.05, "points", turning[turns]);
    ok(!wide, "... and are small (%ld are not)", wide);
    ok(!exact_start, "... and 0 at the start");
    if (turns) judge(&wild, 0, "points", "beyond 2^20 radians");
}

/* ---- Sags, speeds, reaches ---- */

static double chord_error(const struct ccdq_sdf_query *q, int corner, double t0, double t1, double s)
{
    /* t0 + s (t1 - t0) as a double; the chord's share of it exactly. */
    const double t = t0 + s * (t1 - t0);
    struct exact_vector a = exact_moved(q, q->x[corner], q->v[corner], t0, NULL);
    struct exact_vector b = exact_moved(q, q->x[corner], q->v[corner], t1, NULL);
    struct exact_vector is = exact_moved(q, q->x[corner], q->v[corner], t, NULL);
    mpf_t share, h;
    mpf_inits(share, h, NULL);
    mpf_set_d(share, t);
    mpf_set_d(h, t0);
    mpf_sub(share, share, h);
    mpf_set_d(h, t1);
    mpf_t start;
    mpf_init(start);
    mpf_set_d(start, t0);
    mpf_sub(h, h, start);
    mpf_div(share, share, h);
    exact_subtract(&b, &a);
    exact_add(&a, share, &b);
    exact_subtract(&is, &a);
    const double error = exact_length(&is);
    mpf_clears(share, h, start, NULL);
    exact_clear(&a), exact_clear(&b), exact_clear(&is);
    return error;
}

static double travelled(const struct ccdq_sdf_query *q, int corner, double t0, double t1)
{
    struct exact_vector a = exact_moved(q, q->x[corner], q->v[corner], t0, NULL);
    struct exact_vector b = exact_moved(q, q->x[corner], q->v[corner], t1, NULL);
    exact_subtract(&b, &a);
    const double length = exact_length(&b);
    exact_clear(&a), exact_clear(&b);
    return length;
}

static double from_solid(const struct ccdq_sdf_query *q, int corner, double t)
{
    struct exact_vector from = exact_vector(), p = exact_moved(q, q->x[corner], q->v[corner], t, &from);
    const double length = exact_length(&from);
    exact_clear(&from), exact_clear(&p);
    return length;
}

static struct sdf_reach reach_of_triangle(const struct sdf_motion *m, const struct ccdq_sdf_query *q)
{
    struct sdf_reach reach = sdf_motion_reach(m, q->x[0], q->v[0]);
    for (int i = 1; i < 3; i++) reach = sdf_reach_of_both(reach, sdf_motion_reach(m, q->x[i], q->v[i]));
    return reach;
}

static void test_reaches(int turns)
{
    struct rng rng = rng_at(5, 20 + (unsigned)turns);
    struct tally sag = {0}, speed = {0}, from = {0}, many = {0};
    for (long i = 0; i < 300 * draws; i++) {
        struct ccdq_sdf_query q;
        struct sdf_motion m;
        make_query(&rng, turns, rng_below(&rng, 2) ? 6 : 40, &q);
        sdf_motion_of_query(&q, &m);
        const double a = some_time(&rng, q.end),
                     b = rng_below(&rng, 2) ? a + rng_unit(&rng) * q.end / 100 : q.end;
        const double t0 = fmin(a, b), t1 = fmin(fmax(a, b), q.end);
        if (!(t0 < t1)) continue;
        /* One corner alone, for what is needed; the triangle's, for all of its corners. */
        const struct sdf_reach own = sdf_motion_reach(&m, q.x[0], q.v[0]), all = reach_of_triangle(&m, &q);
        const double s = rng_below(&rng, 2) ? 0.5 : rng_unit(&rng);
        const double off = turns ? 0 : 1e-180; /* which 640 bits leave of a straight line */
        count(&sag, chord_error(&q, 0, t0, t1, s), sdf_motion_sag(&m, &own, t0, t1) + off);
        count(&speed, travelled(&q, 0, t0, t1), sdf_motion_speed(&m, &own) * (t1 - t0) + 1e-160);
        count(&from, from_solid(&q, 0, t0), own.from_solid_centre);
        for (int corner = 0; corner < 3; corner++) {
            count(&many, chord_error(&q, corner, t0, t1, s), sdf_motion_sag(&m, &all, t0, t1) + off);
            count(&many, travelled(&q, corner, t0, t1), sdf_motion_speed(&m, &all) * (t1 - t0) + 1e-160);
            count(&many, from_solid(&q, corner, t0), all.from_solid_centre);
        }
    }
    judge(&sag, turns ? 0.5 : 0, "sags", turning[turns]);
    judge(&speed, 0.5, "speeds", turning[turns]);
    judge(&from, 0.9, "distances from the solid's centre", turning[turns]);
    judge(&many, 0.5, "reaches of triangles", turning[turns]);
}

/* A corner's velocity against where it is a moment later, a direction of the world against the solid's. */
static void test_velocities(void)
{
    struct rng rng = rng_at(5, 30);
    long wrong = 0, turned = 0;
    for (long i = 0; i < 500 * draws; i++) {
        struct ccdq_sdf_query q;
        struct sdf_motion m;
        struct sdf_moment moment, later;
        make_query(&rng, rng_int(&rng, 0, BOTH), 6, &q);
        sdf_motion_of_query(&q, &m);
        const double t = some_time(&rng, 0.9 * q.end), h = 1e-6 * q.end;
        sdf_motion_at(&m, t, &moment);
        sdf_motion_at(&m, t + h, &later);
        const struct vec3 p = sdf_moment_point(&moment, q.x[0], q.v[0]).p;
        const struct vec3 after = sdf_moment_point(&later, q.x[0], q.v[0]).p;
        const struct vec3 off =
            vec3_sub(vec3_along(p, h, sdf_moment_velocity(&m, &moment, p, q.v[0])), after);
        const struct sdf_reach reach = sdf_motion_reach(&m, q.x[0], q.v[0]);
        const double size = fabs(p.x) + fabs(p.y) + fabs(p.z) + reach.from_solid_centre;
        wrong += !(sqrt(vec3_dot(off, off)) <= 5 * sdf_motion_sag(&m, &reach, t, t + h) + 1e-14 * size);
        double axis[3], back[3] = {q.solid_spin[0], q.solid_spin[1], q.solid_spin[2]};
        vector(&rng, 1, axis);
        const struct vec3 world = sdf_moment_world(&moment, (struct vec3){axis[0], axis[1], axis[2]});
        struct exact_vector is = exact_of(axis), own = exact_of((double[3]){world.x, world.y, world.z});
        exact_turn_vector(&is, back, t);
        exact_subtract(&is, &own);
        turned += !(exact_length(&is) <= 1e-13);
        exact_clear(&is), exact_clear(&own);
    }
    ok(!wrong, "velocities are those of the points (%ld wrong)", wrong);
    ok(!turned, "directions of the world are turned back (%ld wrong)", turned);
}

int main(void)
{
    if (getenv("CCDQ_LONG")) draws = 40;
    test_turns();
    for (int turns = 0; turns < TURNING; turns++) test_points(turns);
    for (int turns = 0; turns < TURNING; turns++) test_reaches(turns);
    test_velocities();
    return tap_done();
}
