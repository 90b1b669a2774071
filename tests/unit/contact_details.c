/* ccdq_linear_contact against the definitions in rational numbers, over every family: point, normal, distance
 * and speed; what does not change when a query is scaled, moved or turned round; how often the pair touches.
 */
#include "../../lib/gen/gen.h"
#include "../../lib/linear/fast.h"
#include "../tap.h"
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct ccdq_workspace *ws;

/* ---- Rational vectors ---- */

typedef mpq_t vector[3];

static vector at[4], at0[4], at1[4]; /* the four points at toi_lo, at both ends of time */
static vector a, b, gap, gap0, way, e, f, normal, given;
static mpq_t size, s, t, u;

static void vectors(void (*each)(mpq_t))
{
    vector *const all[] = {&a, &b, &gap, &gap0, &way, &e, &f, &normal, &given};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 3; k++) each((*all[i])[k]);
    for (int i = 0; i < 12; i++) each(at[i / 3][i % 3]), each(at0[i / 3][i % 3]), each(at1[i / 3][i % 3]);
    each(size), each(s), each(t), each(u);
}

static void init(mpq_t x)
{
    mpq_init(x);
}

static void clear(mpq_t x)
{
    mpq_clear(x);
}

static void minus(vector to, vector x, vector y)
{
    for (int k = 0; k < 3; k++) mpq_sub(to[k], x[k], y[k]);
}

/* to += w (x - y), w a double */
static void add(vector to, double w, vector x, vector y)
{
    mpq_set_d(s, w);
    for (int k = 0; k < 3; k++) {
        mpq_sub(u, x[k], y[k]);
        mpq_mul(u, u, s);
        mpq_add(to[k], to[k], u);
    }
}

static void cross(vector to, vector x, vector y)
{
    for (int k = 0; k < 3; k++) {
        mpq_mul(s, x[(k + 1) % 3], y[(k + 2) % 3]);
        mpq_mul(u, x[(k + 2) % 3], y[(k + 1) % 3]);
        mpq_sub(to[k], s, u);
    }
}

/* s = x . y */
static void dot(vector x, vector y)
{
    mpq_set_ui(s, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(u, x[k], y[k]);
        mpq_add(s, s, u);
    }
}

static void set(vector x, const double d[3])
{
    for (int k = 0; k < 3; k++) mpq_set_d(x[k], d[k]);
}

/* x / size as doubles */
static void in_size(vector x, double d[3])
{
    for (int k = 0; k < 3; k++) {
        mpq_div(u, x[k], size);
        d[k] = mpq_get_d(u);
    }
}

static double length(vector x)
{
    double d[3];
    in_size(x, d);
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* ---- The definitions ---- */

static int points_of(unsigned type)
{
    return type == CCDQ_PP ? 2 : type == CCDQ_PE ? 3 : 4;
}

/* to = the point of the first (second) primitive with these parameters, of the four points */
static void point_of(vector to, unsigned type, int second, vector p[4], const double w[4])
{
    const int from = !second ? 0 : type == CCDQ_EE ? 2 : 1;
    for (int k = 0; k < 3; k++) mpq_set(to[k], p[from][k]);
    if (type == CCDQ_VF && second) add(to, w[0], p[2], p[1]), add(to, w[1], p[3], p[1]);
    if (type == CCDQ_EE) add(to, w[second], p[from + 1], p[from]);
    if (type == CCDQ_PE && second) add(to, w[0], p[2], p[1]);
}

/* Sets size to the largest difference of coordinates, 1 if there is none. */
static void measure(const struct ccdq_query *q)
{
    mpq_set_ui(size, 0, 1);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < points_of(q->type); i++)
            for (int j = 0; j < 2; j++) {
                mpq_sub(u, j ? at1[i][k] : at0[i][k], j ? at1[0][k] : at0[0][k]);
                mpq_abs(u, u);
                if (mpq_cmp(u, size) > 0) mpq_set(size, u);
            }
    if (!mpq_sgn(size)) mpq_set_ui(size, 1, 1);
}

/* Where everything is, of which the contact tells. */
static void place(const struct ccdq_query *q, const struct ccdq_contact *c)
{
    mpq_set_d(t, c->toi_lo);
    for (int i = 0; i < points_of(q->type); i++)
        for (int k = 0; k < 3; k++) {
            mpq_set_d(at0[i][k], q->x[i][k]);
            mpq_set_d(at1[i][k], q->x[i + 4][k]);
            mpq_sub(at[i][k], at1[i][k], at0[i][k]);
            mpq_mul(at[i][k], at[i][k], t);
            mpq_add(at[i][k], at[i][k], at0[i][k]);
        }
    measure(q);
    point_of(a, q->type, 0, at0, c->w);
    point_of(b, q->type, 1, at0, c->w);
    minus(gap0, b, a);
    point_of(a, q->type, 0, at1, c->w);
    point_of(b, q->type, 1, at1, c->w);
    minus(way, b, a);
    minus(way, gap0, way);
    point_of(a, q->type, 0, at, c->w);
    point_of(b, q->type, 1, at, c->w);
    minus(gap, b, a);
}

/* The cross product of the edges from point i to j and from k to l as a unit vector n, and how well doubles
 * can know it: the error of the two directions over the sine between them. Infinite where it is 0. */
static double cross_of(const unsigned char ends[4], double n[3])
{
    minus(e, at[ends[1]], at[ends[0]]);
    minus(f, at[ends[3]], at[ends[2]]);
    cross(normal, e, f);
    const double le = length(e), lf = length(f);
    double longest = 0;
    for (int end = 0; end < 2; end++) {
        vector *p = end ? at1 : at0;
        minus(given, p[ends[1]], p[ends[0]]);
        longest = fmax(longest, length(given) / le);
        minus(given, p[ends[3]], p[ends[2]]);
        longest = fmax(longest, length(given) / lf);
    }
    mpq_set_ui(s, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_abs(u, normal[k]);
        if (mpq_cmp(u, s) > 0) mpq_set(s, u);
    }
    if (!mpq_sgn(s)) return INFINITY;
    for (int k = 0; k < 3; k++) {
        mpq_div(u, normal[k], s);
        n[k] = mpq_get_d(u);
    }
    mpq_div(s, s, size);
    mpq_div(s, s, size);
    const double l = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), sine = l * mpq_get_d(s) / le / lf;
    for (int k = 0; k < 3; k++) n[k] /= l;
    return 0x1p-53 * longest / sine;
}

/* The normal by its definition; which two edges of a face it is of makes no difference but for how well it is
 * known, so that is the best of all. */
static double true_normal(unsigned type, double n[3])
{
    static const unsigned char face[][4] = {{1, 2, 1, 3}, {1, 2, 2, 3}, {1, 3, 2, 3}}, edges[] = {0, 1, 2, 3};
    if (type > CCDQ_EE) return INFINITY;
    if (type == CCDQ_EE) return cross_of(edges, n);
    double error = cross_of(face[0], n);
    for (int i = 1; i < 3; i++) error = fmin(error, cross_of(face[i], n));
    return error;
}

static double apart(const double x[3], const double y[3])
{
    return sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
                (x[2] - y[2]) * (x[2] - y[2]));
}

/* x . n / size, for a vector x and the contact's n */
static double along(vector x, const struct ccdq_contact *c)
{
    set(given, c->n);
    dot(x, given);
    mpq_div(s, s, size);
    return mpq_get_d(s);
}

/* |number - value| in units of size, where doubles can hold it: denormals round */
static double off(double number, double value_in_size)
{
    mpq_set_d(s, number);
    mpq_div(s, s, size);
    const double unit = mpq_get_d(size);
    const double ulp = unit > 0 ? 0x1p-1074 / unit : INFINITY;
    return fmax(0, fabs(mpq_get_d(s) - value_in_size) - 4 * ulp);
}

/* Why the point is not the middle of the two points; NULL: it is. */
static const char *point_fault(const struct ccdq_query *q, const struct ccdq_contact *c)
{
    double most = 0;
    for (int i = 0; i < 24; i++)
        if (i / 3 % 4 < points_of(q->type)) most = fmax(most, fabs(q->x[i / 3][i % 3]));
    for (int k = 0; k < 3; k++) {
        mpq_add(s, a[k], b[k]);
        mpq_div_2exp(s, s, 1);
        mpq_set_d(u, c->x[k]);
        mpq_sub(s, s, u);
        mpq_abs(s, s);
        mpq_set_d(u, most);
        mpq_div_2exp(u, u, 49);
        mpq_set_d(t, 0x1p-1072);
        mpq_add(u, u, t);
        if (mpq_cmp(s, u) > 0) return "point";
    }
    return NULL;
}

/* What is wrong with the normal of a contact without separation. */
static const char *normal_fault(const struct ccdq_query *q, const struct ccdq_contact *c)
{
    double n[3], minus_n[3];
    const double error = true_normal(q->type, n);
    if (c->flags & CCDQ_CONTACT_DEGENERATE) return error > 0x1p-12 ? NULL : "called degenerate";
    if (!(error < 0.25)) return "not called degenerate";
    for (int k = 0; k < 3; k++) minus_n[k] = -n[k];
    return fmin(apart(c->n, n), apart(c->n, minus_n)) <= fmin(1 / 8., 64 * error) ? NULL : "normal";
}

static const char *fault(const struct ccdq_query *q, const struct ccdq_result *r,
                         const struct ccdq_contact *c)
{
    static const unsigned kinds[] = {CCDQ_CONTACT_VF, CCDQ_CONTACT_EE, CCDQ_CONTACT_PE, CCDQ_CONTACT_PP};
    if (c->id != q->id || c->kind != kinds[q->type] || c->verdict != CCDQ_HIT || c->step || c->part[0] ||
        c->element[1] || c->node[0] != CCDQ_NO_NODE || c->node[3] != CCDQ_NO_NODE)
        return "id, kind or verdict";
    if (c->toi_lo != r->toi_lo || c->toi_hi != r->toi_hi || memcmp(c->w, r->w, sizeof c->w)) return "times";
    const double square = c->n[0] * c->n[0] + c->n[1] * c->n[1] + c->n[2] * c->n[2];
    if (!(fabs(square - 1) <= 4 * DBL_EPSILON)) return "length of the normal";
    place(q, c);
    if (point_fault(q, c)) return "point";
    if (!(off(c->distance, length(gap)) <= 0x1p-46)) return "distance";
    const double speed = along(way, c);
    if (!(c->speed >= 0)) return "it does not approach";
    if (!(off(c->speed, fmax(speed, 0)) <= 0x1p-46 && speed >= -0x1p-46)) return "speed";
    if (speed < 0x1p-52 && !(along(gap0, c) >= -0x1p-46)) return "side";
    return normal_fault(q, c);
}

/* ---- Families ---- */

static const struct ccdq_linear_method *method_for(unsigned type)
{
    return ccdq_linear_find(type <= CCDQ_EE ? "certified" : "exact");
}

static void solve(const struct ccdq_query *q, struct ccdq_result *r)
{
    ccdq_linear_solve(method_for(q->type), CCDQ_TYPE_BIT(q->type), q, 1, &ccdq_linear_defaults, r, ws);
}

static void details(const struct ccdq_query *q, const struct ccdq_result *r, struct ccdq_contact *c)
{
    memset(c, 0xff, sizeof *c);
    ccdq_linear_contact(q, r, &ccdq_linear_defaults, c, ws);
}

static void family_is_right(const struct gen_family *family, unsigned type, uint64_t n)
{
    struct ccdq_query q;
    struct ccdq_result r;
    struct ccdq_contact c;
    size_t hits = 0, wrong = 0, degenerate = 0;
    for (uint64_t id = 0; id < n; id++) {
        gen_linear(family, type <= CCDQ_EE ? type : CCDQ_VF, 9, id, &q);
        q.type = (uint8_t)type;
        q.min_sep = 0;
        solve(&q, &r);
        if (r.verdict != CCDQ_HIT) continue;
        details(&q, &r, &c);
        hits++;
        degenerate += !!(c.flags & CCDQ_CONTACT_DEGENERATE);
        const char *why = fault(&q, &r, &c);
        if (why && !wrong++)
            diag("%s %s id %zu: %s: t %a w %g %g n %g %g %g distance %g speed %g", ccdq_type_name(type),
                 family->name, (size_t)id, why, c.toi_lo, c.w[0], c.w[1], c.n[0], c.n[1], c.n[2], c.distance,
                 c.speed);
    }
    ok(!wrong, "%s %s: %zu contacts, %zu of them degenerate, %zu wrong", ccdq_type_name(type), family->name,
       hits, degenerate, wrong);
    if (strcmp(family->name, "collinear") == 0 || strcmp(family->name, "collapsed") == 0 || type > CCDQ_EE)
        ok(degenerate == hits, "%s %s: all are degenerate", ccdq_type_name(type), family->name);
    if (strcmp(family->name, "uniform") == 0 && type <= CCDQ_EE)
        ok(hits && !degenerate, "%s uniform: none is degenerate", ccdq_type_name(type));
}

/* ---- What does not change ---- */

static void scale_query(struct ccdq_query *q, int exponent)
{
    for (int i = 0; i < 24; i++) q->x[i / 3][i % 3] = ldexp(q->x[i / 3][i % 3], exponent);
}

/* Parities, normal and parameters are the same, the rest is scaled to the bit. */
static int scaled_alike(const struct ccdq_contact *c, const struct ccdq_contact *s, int exponent)
{
    int same = c->flags == s->flags && !memcmp(c->n, s->n, sizeof c->n) &&
               s->distance == ldexp(c->distance, exponent) && s->speed == ldexp(c->speed, exponent);
    for (int k = 0; k < 3; k++) same &= s->x[k] == ldexp(c->x[k], exponent);
    return same;
}

static void scaling(const char *name, unsigned type, uint64_t n)
{
    static const int exponents[] = {400, -400, 900, -800, 1023};
    size_t wrong = 0, compared = 0;
    for (uint64_t id = 0; id < n; id++) {
        struct ccdq_query q, s;
        struct ccdq_result r;
        struct ccdq_contact c, d;
        gen_linear(gen_find_family(gen_linear_families, name), type, 5, id, &q);
        scale_query(&q, -12); /* below 1, so that 2^1023 times it is finite */
        solve(&q, &r);
        if (r.verdict != CCDQ_HIT) continue;
        details(&q, &r, &c);
        for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
            s = q;
            scale_query(&s, exponents[i]);
            details(&s, &r, &d);
            compared++;
            wrong += !scaled_alike(&c, &d, exponents[i]);
        }
    }
    ok(compared && !wrong, "%s %s scaled by 2^400 to 2^1023: %zu compared, %zu differ", ccdq_type_name(type),
       name, compared, wrong);
}

/* Moves all coordinates by a power of two: exact for the small integers of grid. */
static void moving(unsigned type, uint64_t n)
{
    size_t wrong = 0, compared = 0;
    for (uint64_t id = 0; id < n; id++) {
        struct ccdq_query q, far;
        struct ccdq_result r;
        struct ccdq_contact c, d;
        gen_linear(gen_find_family(gen_linear_families, "grid"), type, 5, id, &q);
        far = q;
        for (int i = 0; i < 24; i++) far.x[i / 3][i % 3] += 0x1p40;
        solve(&q, &r);
        if (r.verdict != CCDQ_HIT) continue;
        details(&q, &r, &c);
        details(&far, &r, &d);
        compared++;
        wrong += memcmp(c.n, d.n, sizeof c.n) || c.flags != d.flags || c.distance != d.distance ||
                 c.speed != d.speed || !(fabs(d.x[0] - 0x1p40 - c.x[0]) <= 0x1p-11);
    }
    ok(compared && !wrong, "%s moved far away: %zu compared, %zu differ", ccdq_type_name(type), compared,
       wrong);
}

/* a for b and b for a: the normal turns round. */
static void turning_round(uint64_t n)
{
    size_t wrong = 0, compared = 0;
    for (uint64_t id = 0; id < n; id++) {
        struct ccdq_query q, turned;
        struct ccdq_result r, s;
        struct ccdq_contact c, d;
        gen_linear(gen_find_family(gen_linear_families, "uniform"), CCDQ_EE, 5, id, &q);
        turned = q;
        for (int i = 0; i < 8; i++) memcpy(turned.x[i], q.x[i ^ 2], sizeof q.x[i]);
        solve(&q, &r);
        if (r.verdict != CCDQ_HIT) continue;
        s = r;
        s.w[0] = r.w[1], s.w[1] = r.w[0];
        details(&q, &r, &c);
        details(&turned, &s, &d);
        const double back[] = {-d.n[0], -d.n[1], -d.n[2]};
        compared++;
        wrong += !(apart(c.n, back) <= 1e-9 && fabs(c.speed - d.speed) <= 1e-9 && apart(c.x, d.x) <= 1e-12);
    }
    ok(compared && !wrong, "ee with its edges exchanged: %zu compared, %zu differ", compared, wrong);
}

/* ---- How often they touch ---- */

static void parities(uint64_t n)
{
    size_t odd = 0, even = 0, wrong = 0;
    const struct gen_family *uniform = gen_find_family(gen_linear_families, "uniform");
    for (uint64_t id = 0; id < n; id++) {
        struct ccdq_query q;
        struct ccdq_result r;
        struct ccdq_contact c;
        gen_linear(uniform, id % 2 ? CCDQ_VF : CCDQ_EE, 6, id, &q);
        solve(&q, &r);
        if (r.verdict != CCDQ_HIT) continue;
        details(&q, &r, &c);
        int roots;
        linear_fast_roots(&q, 1, &ccdq_linear_defaults, &roots);
        const unsigned flag = c.flags & (CCDQ_CONTACT_ODD | CCDQ_CONTACT_EVEN);
        odd += flag == CCDQ_CONTACT_ODD;
        even += flag == CCDQ_CONTACT_EVEN;
        wrong += flag != (unsigned)(roots % 2 ? CCDQ_CONTACT_ODD : CCDQ_CONTACT_EVEN);
    }
    ok(odd && even && !wrong, "uniform: %zu odd, %zu even, %zu not as the roots that fastCCD counts", odd,
       even, wrong);
}

int main(void)
{
    ws = ccdq_workspace_new();
    vectors(init);
    const uint64_t n = getenv("CCDQ_LONG") ? 100000 : 1500;
    for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++)
        for (const struct gen_family *family = gen_linear_families; family->name; family++)
            family_is_right(family, type, type <= CCDQ_EE ? n : n / 4);
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        static const char *const families[] = {"uniform",  "sim",       "grid",
                                               "parallel", "collinear", "collapsed"};
        for (size_t i = 0; i < sizeof families / sizeof *families; i++) scaling(families[i], type, n);
        moving(type, n);
    }
    turning_round(n);
    parities(4 * n);
    vectors(clear);
    ccdq_workspace_free(ws);
    return tap_done();
}
