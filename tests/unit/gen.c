/* The families of linear queries: each record a pure function of its id, each family with the property it
 * names, in exact arithmetic; and the data of all of them pinned by a digest. */
#include "../../lib/gen/gen.h"
#include "../../lib/num/mix64.h"
#include "../rational.h"
#include "../tap.h"
#include <math.h>
#include <string.h>

enum { RECORDS = 2000 };

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
/* Points in a box of twice the unit, motions within the unit. */
static bool is_border(const struct ccdq_query *q)
{
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            if (fabs(q->x[i][k]) > 2 || fabs(q->x[i + 4][k] - q->x[i][k]) > 0.6251) return false;
    return true;
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
static bool is_simulated(const struct ccdq_query *q, double shortest, double longest, double gap)
{
    const int split = q->type == CCDQ_VF ? 1 : 2;
    for (int i = 0; i < 4; i++) {
        const double edge = i == 0 || i == split ? 0.01 : distance(q->x[i], q->x[i < split ? 0 : split]);
        const double motion = distance(q->x[i], q->x[i + 4]);
        if (edge < shortest || edge > longest || motion < 0.00079 || motion > 0.00121) return false;
    }
    for (int k = 0; k < 3; k++) {
        double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
        for (int i = 0; i < 8; i++) {
            const int side = i % 4 >= split;
            lo[side] = fmin(lo[side], q->x[i][k]), hi[side] = fmax(hi[side], q->x[i][k]);
        }
        if (lo[0] - hi[1] > gap || lo[1] - hi[0] > gap) return false;
    }
    return true;
}
static bool is_sim(const struct ccdq_query *q)
{
    return is_simulated(q, 0.0049, 0.0151, 1e-4);
}
static bool is_cloth(const struct ccdq_query *q)
{
    return is_simulated(q, 0.003, 0.022, 4e-4 + 1e-15);
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
    {"uniform", is_uniform, {0x7433041d2cd103fb, 0xdcd2b71c322f8ffd}},
    {"sim", is_sim, {0x4fb5f1122891225a, 0xf73ebc5aac621746}},
    {"near", is_near, {0x31aeae4530fc2232, 0xb640488b18db8da8}},
    {"grid", is_grid, {0x22658066d9dc45fe, 0xf30624579a2ca8d3}},
    {"ulp", is_ulp, {0xffab29a9f9fc7117, 0x7e62c4c76f905b37}},
    {"parallel", is_parallel, {0x053197b797a0dff2, 0x5d05f3d615b46a61}},
    {"coplanar", is_coplanar, {0xd9ebe83e9a465d50, 0x3f86dd253b688a26}},
    {"collinear", is_collinear, {0x83443b9df7ee5b45, 0xc06ac325d1250072}},
    {"collapsed", is_collapsed, {0xc6c6ce4cbb0a0a9d, 0xe3078f5a9ba14db1}},
    {"static", is_static, {0x79c39ab22ea9e05d, 0xd728117d2801f2b6}},
    {"touch", is_short, {0xf1e3c46bef3d2c0b, 0xf8d67d445bb07ab6}},
    {"miss", is_short, {0x3c377031e10f0d86, 0x5cdc41ea05bdeca9}},
    {"offset", is_offset, {0x3b65c21b3e53757e, 0x2f5cee185299bac7}},
    {"wide", is_wide, {0x10aa5a9bc2acc1d8, 0xd71d229eb7de29dc}},
    {"tiny", is_tiny, {0x96129406720f5ef3, 0x95a6defe4d917eb0}},
    {"huge", is_huge, {0xe2f3d0165c355683, 0x8feee8b2338f9057}},
    {"mixed", is_mixed, {0xb57c7cc1730190b4, 0xe6b961e0ed8a0551}},
    {"cloth", is_cloth, {0x3154e6a3517b9544, 0xaa8366db142b016f}},
    {"border", is_border, {0xb684af88262644db, 0x14858202e421cce9}},
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

/* How many vertices, all bits taken, the first n queries of the family cloth have. */
static unsigned count_cloth_vertices(unsigned type, unsigned n)
{
    double seen[4096][6];
    unsigned count = 0;
    for (uint64_t id = 0; id < n; id++) {
        struct ccdq_query q;
        gen_linear(gen_find_family(gen_linear_families, "cloth"), type, 3, id, &q);
        for (int k = 0; k < 4; k++) {
            double v[6];
            unsigned i = 0;
            memcpy(v, q.x[k], sizeof v / 2);
            memcpy(v + 3, q.x[k + 4], sizeof v / 2);
            while (i < count && memcmp(seen[i], v, sizeof v)) i++;
            if (i == count) memcpy(seen[count++], v, sizeof v);
        }
    }
    return count;
}

static void check_shares(unsigned type)
{
    const char *kind = ccdq_type_name(type);
    ok(count("grid", type, is_degenerate) > RECORDS / 2, "%s grid: most are degenerate", kind);
    ok(count("ulp", type, is_grid) < RECORDS / 10, "%s ulp: the integers are moved", kind);
    ok(count("ulp", type, is_degenerate) > RECORDS / 10, "%s ulp: some are degenerate yet", kind);
    ok(count("coplanar", type, is_tilted) > RECORDS / 10, "%s coplanar: planes are tilted", kind);
    ok(count("coplanar", type, is_collinear) < RECORDS / 4, "%s coplanar: not just collinear", kind);
    ok(count("parallel", type, is_coplanar) < RECORDS * 3 / 4 || type == CCDQ_EE,
       "%s parallel: not just coplanar", kind);
    ok(count("tiny", type, is_denormal) > RECORDS / 4, "%s tiny: many are denormal", kind);
    ok(count("mixed", type, is_static) > RECORDS / 40 && count("mixed", type, is_huge) > RECORDS / 40 &&
           count("mixed", type, is_tiny) > RECORDS / 40 && count("mixed", type, is_offset) > RECORDS / 40,
       "%s mixed: families of all sizes are in it", kind);
    ok(count_cloth_vertices(type, 1024) < 400, "%s cloth: consecutive queries share vertices", kind);
}

int main(void)
{
    rational_init();
    int rows = 0;
    for (const struct gen_family *family = gen_linear_families; family->name; family++, rows++) {
        if (!ok(rows < FAMILIES && strcmp(family->name, expected[rows].name) == 0, "the table has %s",
                family->name))
            return tap_done();
        for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) check_family(family, type, rows);
    }
    ok(rows == FAMILIES, "the table has no other family");
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) check_shares(type);
    rational_clear();
    return tap_done();
}
