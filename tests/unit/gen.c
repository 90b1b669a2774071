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

static bool shorter_dyadic(double x)
{
    return fabs(x) < 1024 && x == rint(x * 0x1p34) * 0x1p-34;
}
static bool is_separation(const struct ccdq_query *q)
{
    return all_coordinates(q, shorter_dyadic);
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
    property *has;      /* of vf and ee; the constructions of pe and pp are simpler */
    uint64_t digest[4]; /* vf, ee, pe, pp; 0: the family has no meaning for the type */
} expected[] = {
    {"uniform", is_uniform, {0x7433041d2cd103fb, 0xdcd2b71c322f8ffd, 0x5053463654d572d7, 0xa74cd9fa9ebe77a4}},
    {"sim", is_sim, {0x4fb5f1122891225a, 0xf73ebc5aac621746, 0x3e26c26dfc95fa06, 0xf30ed8ba0770353e}},
    {"near", is_near, {0x31aeae4530fc2232, 0xb640488b18db8da8, 0x6a9af99325d83c07, 0xa413e0f32a82297b}},
    {"grid", is_grid, {0x22658066d9dc45fe, 0xf30624579a2ca8d3, 0x00bfd4550167831a, 0x224792af9f54d87e}},
    {"ulp", is_ulp, {0xffab29a9f9fc7117, 0x7e62c4c76f905b37, 0x5f136e62f518775a, 0x9fbebbbd95c3e32b}},
    {"parallel", is_parallel, {0x053197b797a0dff2, 0x5d05f3d615b46a61}},
    {"coplanar",
     is_coplanar,
     {0xd9ebe83e9a465d50, 0x3f86dd253b688a26, 0xb309c7cd79762a52, 0x8a0e8d6710f4e9fd}},
    {"collinear",
     is_collinear,
     {0x83443b9df7ee5b45, 0xc06ac325d1250072, 0xae3072e29be645bc, 0xa8c5946f34e3627f}},
    {"collapsed", is_collapsed, {0xc6c6ce4cbb0a0a9d, 0xe3078f5a9ba14db1, 0x4faa0d47d1da4573}},
    {"static", is_static, {0x79c39ab22ea9e05d, 0xd728117d2801f2b6, 0x1d3293d483230137, 0xa7bc1b5b53280428}},
    {"touch", is_short, {0xf1e3c46bef3d2c0b, 0xf8d67d445bb07ab6, 0x6bb74e6517e4be54, 0x57a630f6c7ec8ee0}},
    {"miss", is_short, {0x3c377031e10f0d86, 0x5cdc41ea05bdeca9, 0x361d0f4333692092, 0x874a39edd9b607c6}},
    {"offset", is_offset, {0x3b65c21b3e53757e, 0x2f5cee185299bac7, 0xb9719fbb930e4840, 0x9c7b06494c0e89d5}},
    {"wide", is_wide, {0x10aa5a9bc2acc1d8, 0xd71d229eb7de29dc, 0xbdb96b5303f587ab, 0x7a3ae11d91cfa400}},
    {"tiny", is_tiny, {0x96129406720f5ef3, 0x95a6defe4d917eb0, 0x30b306aae4601db1, 0x87e887a4f2f18b32}},
    {"huge", is_huge, {0xe2f3d0165c355683, 0x8feee8b2338f9057, 0x2dcbb39e9fcd4ca4, 0xd3417002b16c42c7}},
    {"mixed", is_mixed, {0xb57c7cc1730190b4, 0xe6b961e0ed8a0551, 0x4e63aeb1fcb6073e, 0x3d48ba7cdfa373c1}},
    {"cloth", is_cloth, {0x3154e6a3517b9544, 0xaa8366db142b016f}},
    {"border", is_border, {0xb684af88262644db, 0x14858202e421cce9}},
    {"separation",
     is_separation,
     {0x806edbcd60962910, 0xc49dcb129f9d9e96, 0xcf5d5de03107d3b7, 0x83a8e42d82e8420b}},
};
enum { FAMILIES = sizeof expected / sizeof *expected };

/* Whether a point that the type does not have is not 0. */
static bool has_spare_points(const struct ccdq_query *q)
{
    for (int i = 0; i < 24; i++)
        if (i / 3 % 4 >= (q->type == CCDQ_PP ? 2 : q->type == CCDQ_PE ? 3 : 4) && q->x[i / 3][i % 3] != 0)
            return true;
    return false;
}

static void check_family(const struct gen_family *family, unsigned type, int row)
{
    const char *kind = ccdq_type_name(type);
    const struct gen_family *separation = gen_find_family(gen_linear_families, "separation");
    uint64_t bad = RECORDS, impure = RECORDS, equal = 0;
    struct ccdq_query q, again, other;
    for (uint64_t i = RECORDS; i-- > 0;) {
        const uint64_t id = i < RECORDS / 2 ? i : UINT64_MAX - i;
        gen_linear(family, type, 7, id, &q);
        memset(&again, 0xff, sizeof again);
        gen_linear(family, type, 7, id, &again);
        gen_linear(family, type, 8, id, &other);
        if (q.id != id || q.type != type || q.flags || q.zero || q.group ||
            (q.min_sep != 0) != (family->make == separation->make) || has_spare_points(&q) ||
            (type <= CCDQ_EE && !expected[row].has(&q)))
            bad = id;
        if (memcmp(&q, &again, sizeof q)) impure = id;
        if (memcmp(q.x, other.x, sizeof q.x) == 0) equal++;
    }
    ok(bad == RECORDS, "%s %s: each record has the property", kind, family->name);
    if (bad != RECORDS) diag("not record %llu", (unsigned long long)bad);
    ok(impure == RECORDS, "%s %s: a record depends on its id only", kind, family->name);
    /* where there is not much to choose from, some are equal by chance */
    ok(equal < RECORDS / 50, "%s %s: another seed gives other records", kind, family->name);
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
        for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++) {
            const bool has = family->types & CCDQ_TYPE_BIT(type);
            ok(has == (expected[rows].digest[type] != 0), "%s: for %s", family->name, ccdq_type_name(type));
            if (has) check_family(family, type, rows);
        }
    }
    ok(rows == FAMILIES, "the table has no other family");
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) check_shares(type);
    rational_clear();
    return tap_done();
}
