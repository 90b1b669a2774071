/* The families of linear queries: each record a pure function of its id, each family with the property it
 * names, in exact arithmetic; and the data of all of them pinned by a digest. */
#include "../../lib/gen/gen.h"
#include "../../lib/num/mix64.h"
#include "../tap.h"
#include <gmp.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 2000 };

/* ---- Exact geometry at a time t ---- */

static mpq_t point[4][3];

/* point[i] = where point i of q is at the time num / den. */
static void move_to(const struct ccdq_query *q, long num, unsigned long den)
{
    mpq_t t, x, d;
    mpq_inits(t, x, d, NULL);
    mpq_set_si(t, num, den);
    mpq_canonicalize(t);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            mpq_set_d(x, q->x[i][k]);
            mpq_set_d(d, q->x[i + 4][k]);
            mpq_sub(d, d, x);
            mpq_mul(d, d, t);
            mpq_add(point[i][k], x, d);
        }
    mpq_clears(t, x, d, NULL);
}

/* The exact vector from point i to point j. */
struct vector {
    mpq_t v[3];
};

static struct vector between(int i, int j)
{
    struct vector d;
    for (int k = 0; k < 3; k++) {
        mpq_init(d.v[k]);
        mpq_sub(d.v[k], point[j][k], point[i][k]);
    }
    return d;
}

static void vector_clear(struct vector *a)
{
    for (int k = 0; k < 3; k++) mpq_clear(a->v[k]);
}

static struct vector cross(const struct vector *a, const struct vector *b)
{
    struct vector c;
    mpq_t m;
    mpq_init(m);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_init(c.v[k]);
        mpq_mul(c.v[k], a->v[i], b->v[j]);
        mpq_mul(m, a->v[j], b->v[i]);
        mpq_sub(c.v[k], c.v[k], m);
    }
    mpq_clear(m);
    return c;
}

static bool is_zero(const struct vector *a)
{
    return mpq_sgn(a->v[0]) == 0 && mpq_sgn(a->v[1]) == 0 && mpq_sgn(a->v[2]) == 0;
}

/* Whether edges i-j and k-l are parallel (or one of them has no length). */
static bool parallel(int i, int j, int k, int l)
{
    struct vector a = between(i, j), b = between(k, l), c = cross(&a, &b);
    const bool zero = is_zero(&c);
    vector_clear(&a), vector_clear(&b), vector_clear(&c);
    return zero;
}

static bool collinear(int i, int j, int k)
{
    return parallel(i, j, i, k);
}

/* volume = det(1-0, 2-0, 3-0) of the four points. */
static void volume(mpq_t det)
{
    struct vector a = between(0, 1), b = between(0, 2), c = between(0, 3), n = cross(&a, &b);
    mpq_t m;
    mpq_init(m);
    mpq_set_ui(det, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(m, n.v[k], c.v[k]);
        mpq_add(det, det, m);
    }
    mpq_clear(m);
    vector_clear(&a), vector_clear(&b), vector_clear(&c), vector_clear(&n);
}

static bool coplanar(void)
{
    mpq_t det;
    mpq_init(det);
    volume(det);
    const bool zero = mpq_sgn(det) == 0;
    mpq_clear(det);
    return zero;
}

/* ---- The properties of families: of one query ---- */

typedef bool property(const struct ccdq_query *q);

/* What is a polynomial of degree 4 or less in t and holds at these five times holds for all t. */
static bool for_all_times(const struct ccdq_query *q, bool (*holds)(const struct ccdq_query *q))
{
    for (int t = 0; t < 5; t++) {
        move_to(q, t, 3);
        if (!holds(q)) return false;
    }
    return true;
}

static bool now_coplanar(const struct ccdq_query *q)
{
    return (void)q, coplanar();
}
static bool now_collinear(const struct ccdq_query *q)
{
    return (void)q, collinear(0, 1, 2) && collinear(0, 1, 3) && collinear(0, 2, 3) && collinear(1, 2, 3);
}
static bool now_collapsed(const struct ccdq_query *q)
{
    struct vector a = between(0, 1), b = between(2, 3);
    const bool no_length = is_zero(&a) || is_zero(&b);
    vector_clear(&a), vector_clear(&b);
    return q->type == CCDQ_VF ? collinear(1, 2, 3) : no_length;
}
static bool now_parallel_edges(const struct ccdq_query *q)
{
    return (void)q, parallel(0, 1, 2, 3);
}

static bool is_coplanar(const struct ccdq_query *q)
{
    return for_all_times(q, now_coplanar);
}
static bool is_collinear(const struct ccdq_query *q)
{
    return for_all_times(q, now_collinear);
}
static bool is_collapsed(const struct ccdq_query *q)
{
    return for_all_times(q, now_collapsed);
}

static bool is_static(const struct ccdq_query *q)
{
    return memcmp(q->x[0], q->x[4], 4 * sizeof *q->x) == 0;
}

static bool has_one_motion(const struct ccdq_query *q)
{
    for (int i = 1; i < 4; i++)
        for (int k = 0; k < 3; k++)
            if (q->x[i + 4][k] - q->x[i][k] != q->x[4][k] - q->x[0][k]) return false;
    return true;
}

/* n . (v1 - v0) and n . (f1 - f0) are the same for each corner f, n the face's normal at either end. */
static bool moves_parallel_to_face(const struct ccdq_query *q)
{
    struct ccdq_query lift = *q;
    for (int end = 0; end < 8; end += 4)
        for (int corner = 1; corner < 4; corner++) {
            /* The point shifted by its motion relative to a corner, seen from that corner: in the plane? */
            memcpy(lift.x, q->x[end], 4 * sizeof *q->x);
            for (int k = 0; k < 3; k++)
                lift.x[0][k] = q->x[end + corner][k] + (q->x[4][k] - q->x[0][k]) -
                               (q->x[corner + 4][k] - q->x[corner][k]);
            move_to(&lift, 0, 1);
            if (!coplanar()) return false;
        }
    return true;
}

static bool is_parallel(const struct ccdq_query *q)
{
    if (has_one_motion(q)) return true;
    return q->type == CCDQ_VF ? moves_parallel_to_face(q) : for_all_times(q, now_parallel_edges);
}

static bool all_coordinates(const struct ccdq_query *q, bool (*holds)(double))
{
    for (int i = 0; i < 24; i++)
        if (!holds(q->x[i / 3][i % 3])) return false;
    return true;
}

static bool in_unit(double x)
{
    return x >= 0 && x < 1;
}
static bool small_integer(double x)
{
    return x == rint(x) && fabs(x) <= 3;
}
static bool ulp_from_integer(double x)
{
    const double n = rint(x);
    return fabs(n) <= 3 &&
           (n == 0 ? fabs(x) == 0x1p-52 || x == 0 : x == n || x == nextafter(n, 9) || x == nextafter(n, -9));
}
static bool far_away(double x)
{
    return fabs(x) >= 999 && fabs(x) <= 2.1e12;
}
static bool wide_exponent(double x)
{
    return fabs(x) >= 0x1p-60 && fabs(x) <= 0x1p61;
}
static bool tiny_number(double x)
{
    return fabs(x) <= 0x1p-288;
}
static bool huge_number(double x)
{
    return x == 0 || (fabs(x) >= 0x1p200 && fabs(x) <= 0x1p1022);
}
static bool near_unit(double x)
{
    return fabs(x) < 2;
}
static bool finite_number(double x)
{
    return isfinite(x);
}
static bool short_dyadic(double x)
{
    return fabs(x) < 0x1p14 && ldexp(x, 31) == rint(ldexp(x, 31));
}

static bool is_uniform(const struct ccdq_query *q)
{
    return all_coordinates(q, in_unit);
}
static bool is_grid(const struct ccdq_query *q)
{
    return all_coordinates(q, small_integer);
}
static bool is_ulp(const struct ccdq_query *q)
{
    return all_coordinates(q, ulp_from_integer);
}
static bool is_offset(const struct ccdq_query *q)
{
    return all_coordinates(q, far_away);
}
static bool is_wide(const struct ccdq_query *q)
{
    return all_coordinates(q, wide_exponent);
}
static bool is_tiny(const struct ccdq_query *q)
{
    return all_coordinates(q, tiny_number);
}
static bool is_huge(const struct ccdq_query *q)
{
    return all_coordinates(q, huge_number);
}
static bool is_near(const struct ccdq_query *q)
{
    return all_coordinates(q, near_unit);
}
static bool is_mixed(const struct ccdq_query *q)
{
    return all_coordinates(q, finite_number);
}
static bool is_short(const struct ccdq_query *q)
{
    return all_coordinates(q, short_dyadic);
}

static double distance(const double a[3], const double b[3])
{
    const double d[] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* Edges, motions and the gap between the swept boxes as a simulator's broad phase hands them on. */
static bool is_sim(const struct ccdq_query *q)
{
    const int split = q->type == CCDQ_VF ? 1 : 2;
    for (int i = 0; i < 4; i++) {
        const double edge = i == 0 || i == split ? 0.01 : distance(q->x[i], q->x[i < split ? 0 : split]);
        const double motion = distance(q->x[i], q->x[i + 4]);
        if (edge < 0.0049 || edge > 0.0151 || motion < 0.00079 || motion > 0.00121) return false;
    }
    for (int k = 0; k < 3; k++) {
        double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
        for (int i = 0; i < 8; i++) {
            const int side = i % 4 >= split;
            lo[side] = fmin(lo[side], q->x[i][k]), hi[side] = fmax(hi[side], q->x[i][k]);
        }
        if (lo[0] - hi[1] > 1e-4 || lo[1] - hi[0] > 1e-4) return false;
    }
    return true;
}

/* ---- Families ---- */

static uint64_t digest(const struct gen_family *family, unsigned type)
{
    uint64_t h = 0;
    for (uint64_t id = 0; id < 1000; id++) {
        struct ccdq_query q;
        uint64_t words[sizeof q / 8];
        gen_linear(family, type, 1, id, &q);
        memcpy(words, &q, sizeof q);
        for (size_t i = 0; i < sizeof q / 8; i++) h = mix64(h ^ words[i]);
    }
    return h;
}

static const struct {
    const char *name;
    property *has;
    uint64_t digest[2]; /* vf, ee */
} expected[] = {
    {"uniform", is_uniform, {0, 0}},
    {"sim", is_sim, {0, 0}},
    {"near", is_near, {0, 0}},
    {"grid", is_grid, {0, 0}},
    {"ulp", is_ulp, {0, 0}},
    {"parallel", is_parallel, {0, 0}},
    {"coplanar", is_coplanar, {0, 0}},
    {"collinear", is_collinear, {0, 0}},
    {"collapsed", is_collapsed, {0, 0}},
    {"static", is_static, {0, 0}},
    {"touch", is_short, {0, 0}},
    {"miss", is_short, {0, 0}},
    {"offset", is_offset, {0, 0}},
    {"wide", is_wide, {0, 0}},
    {"tiny", is_tiny, {0, 0}},
    {"huge", is_huge, {0, 0}},
    {"mixed", is_mixed, {0, 0}},
};
enum { FAMILIES = sizeof expected / sizeof *expected };

static void check_family(const struct gen_family *family, unsigned type, int row)
{
    const char *kind = ccdq_type_name(type);
    uint64_t bad = RECORDS, impure = RECORDS, equal = RECORDS;
    struct ccdq_query q, again, other;
    for (uint64_t i = RECORDS; i-- > 0;) {
        const uint64_t id = i < RECORDS / 2 ? i : UINT64_MAX - i;
        gen_linear(family, type, 7, id, &q);
        memset(&again, 0xff, sizeof again);
        gen_linear(family, type, 7, id, &again);
        gen_linear(family, type, 8, id, &other);
        if (q.id != id || q.type != type || q.flags || q.zero || q.group || q.min_sep != 0 ||
            !expected[row].has(&q))
            bad = id;
        if (memcmp(&q, &again, sizeof q)) impure = id;
        if (memcmp(q.x, other.x, sizeof q.x) == 0) equal = id;
    }
    ok(bad == RECORDS, "%s %s: each record has the property", kind, family->name);
    if (bad != RECORDS) diag("not record %llu", (unsigned long long)bad);
    ok(impure == RECORDS, "%s %s: a record depends on its id only", kind, family->name);
    ok(equal == RECORDS, "%s %s: another seed gives other records", kind, family->name);
    const uint64_t d = digest(family, type);
    if (!ok(d == expected[row].digest[type], "%s %s: the data are what they were", kind, family->name))
        diag("digest 0x%016llx", (unsigned long long)d);
}

/* ---- What families have on the whole ---- */

/* How many of RECORDS records of a family have the property. */
static unsigned count(const char *name, unsigned type, property *has)
{
    unsigned n = 0;
    struct ccdq_query q;
    for (uint64_t id = 0; id < RECORDS; id++) {
        gen_linear(gen_find_family(gen_linear_families, name), type, 3, id, &q);
        n += has(&q);
    }
    return n;
}

/* A coplanar start or end is where the cubic has a root at a border of [0, 1]. */
static bool is_degenerate(const struct ccdq_query *q)
{
    move_to(q, 0, 1);
    bool flat = coplanar();
    move_to(q, 1, 1);
    return flat || coplanar();
}
static bool is_denormal(const struct ccdq_query *q)
{
    for (int i = 0; i < 24; i++)
        if (fpclassify(q->x[i / 3][i % 3]) == FP_SUBNORMAL) return true;
    return false;
}
static bool is_tilted(const struct ccdq_query *q)
{
    for (int i = 1; i < 8; i++)
        for (int k = 0; k < 3; k++)
            if (q->x[i][k] == q->x[0][k]) return false;
    return true;
}

static void check_shares(unsigned type)
{
    const char *kind = ccdq_type_name(type);
    ok(count("grid", type, is_degenerate) > RECORDS / 2, "%s grid: most are degenerate", kind);
    const unsigned still = count("ulp", type, is_grid);
    ok(still == 0, "%s ulp: the integers are moved", kind);
    ok(count("ulp", type, is_degenerate) > RECORDS / 10, "%s ulp: some are degenerate yet", kind);
    ok(count("coplanar", type, is_tilted) > RECORDS / 10, "%s coplanar: planes are tilted", kind);
    ok(count("coplanar", type, is_collinear) < RECORDS / 4, "%s coplanar: not just collinear", kind);
    ok(count("parallel", type, is_coplanar) < RECORDS * 3 / 4 || type == CCDQ_EE,
       "%s parallel: not just coplanar", kind);
    ok(count("tiny", type, is_denormal) > RECORDS / 4, "%s tiny: many are denormal", kind);
    ok(count("mixed", type, is_static) > RECORDS / 40 && count("mixed", type, is_huge) > RECORDS / 40 &&
           count("mixed", type, is_tiny) > RECORDS / 40 && count("mixed", type, is_offset) > RECORDS / 40,
       "%s mixed: families of all sizes are in it", kind);
}

int main(void)
{
    for (int i = 0; i < 12; i++) mpq_init(point[i / 3][i % 3]);
    int rows = 0;
    for (const struct gen_family *family = gen_linear_families; family->name; family++, rows++) {
        if (!ok(rows < FAMILIES && strcmp(family->name, expected[rows].name) == 0, "the table has %s",
                family->name))
            return tap_done();
        for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) check_family(family, type, rows);
    }
    ok(rows == FAMILIES, "the table has no other family");
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) check_shares(type);
    for (int i = 0; i < 12; i++) mpq_clear(point[i / 3][i % 3]);
    return tap_done();
}
