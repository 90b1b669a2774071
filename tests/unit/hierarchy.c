/* Moving DOPs have their points in them; the hierarchy finds each pair of items that is not apart once, and
 * no other: against a look at all pairs, at all widths of vectors. */
#include "../../lib/broad/apart.h"
#include "../../lib/broad/morton.h"
#include "../../lib/ccdq.h"
#include "../../lib/gen/rng.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 500 };

static const unsigned widths[] = {CCDQ_SIMD_PORTABLE, CCDQ_SIMD_AVX2, CCDQ_SIMD_AVX512};
enum { WIDTHS = sizeof widths / sizeof *widths };

static void add_moving(struct moving_dop *dop, const struct moving_dop *other)
{
    for (int end = 0; end < 2; end++) dop_add(&dop->at[end], &other->at[end]);
}

/* ---- DOPs ---- */

static const signed char direction[DOP_DIRECTIONS][3] = {{1, 0, 0},  {0, 1, 0}, {0, 0, 1},  {1, 1, 0},
                                                         {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}};

/* A coordinate of some size, in a box around some place. */
static double draw(struct rng *rng, double middle, double reach)
{
    switch (rng_below(rng, 4)) {
    case 0:
        return middle + reach;
    case 1:
        return middle - reach * 0x1p-30 * rng_unit(rng);
    default:
        return middle + reach * rng_real(rng, -1, 1);
    }
}

/* Whether the sides of a point are outside of it, but not far. Long doubles have 11 bits more than is asked
 * for. */
static bool holds(const struct dop_frame *frame, const double x[3], const struct dop *dop)
{
    bool right = true;
    for (int k = 0; k < DOP_DIRECTIONS; k++) {
        long double s = 0;
        for (int i = 0; i < 3; i++)
            s += direction[k][i] * ((long double)x[i] - frame->origin[i]) * frame->scale[0] * frame->scale[1];
        right &= dop->side[k] <= s && dop->side[k] >= s - 0x1p-21L;
        right &= dop->side[DOP_DIRECTIONS + k] <= -s && dop->side[DOP_DIRECTIONS + k] >= -s - 0x1p-21L;
    }
    return right;
}

static void test_points(void)
{
    static const double reaches[] = {0, 0x1p-1074, 1e-310, 1e-100, 1e-3, 1, 1e100, 0x1p1020};
    struct rng rng = rng_at(rng_key("dops", 0, 1), 0);
    bool right = true, near = true;
    for (int n = 0; n < 4000; n++) {
        const double reach = reaches[rng_below(&rng, 8)],
                     middle = rng_below(&rng, 2) || reach > 1e300 ? 0 : 1e6 * reach;
        struct dop_frame frame;
        double lo[3], hi[3], x[3];
        for (int k = 0; k < 3; k++) {
            lo[k] = middle - reach;
            hi[k] = middle + reach;
            x[k] = fmin(hi[k], fmax(lo[k], draw(&rng, middle, reach)));
        }
        struct dop dop;
        float at[4];
        dop_frame_set(&frame, lo, hi);
        dop_of_point(&frame, x, &dop);
        dop_frame_point(&frame, x, at);
        if (right && !holds(&frame, x, &dop))
            diag("reach %g, middle %g: %a %a %a", reach, middle, x[0], x[1], x[2]);
        right &= holds(&frame, x, &dop);
        for (int k = 0; k < 3; k++) {
            const long double s = ((long double)x[k] - frame.origin[k]) * frame.scale[0] * frame.scale[1];
            near &= fabsl(at[k] - s) <= 0x1p-25L && fabsl(s) <= 0.5L + 0x1p-40L;
        }
        near &= at[3] == 0;
    }
    ok(right, "sides of points are rounded outwards, by little");
    ok(near, "points are within [-1/2, 1/2] and rounded by at most 2^-25");
}

static void test_morton(void)
{
    struct rng rng = rng_at(rng_key("morton", 0, 1), 0);
    uint32_t key[MOST], order[MOST], spare[MOST];
    bool sorted = true, seen[MOST] = {false};
    for (int i = 0; i < MOST; i++) {
        float x[3];
        for (int k = 0; k < 3; k++) x[k] = (float)rng_real(&rng, -0.6, 0.6);
        key[i] = morton_key(x) & (i % 2 ? 0x3fffffff : 0xff);
    }
    morton_sort(key, MOST, order, spare);
    for (int i = 0; i < MOST; i++) seen[order[i]] = true;
    for (int i = 0; i < MOST; i++) sorted &= seen[i];
    for (int i = 1; i < MOST; i++)
        sorted &= key[order[i - 1]] < key[order[i]] ||
                  (key[order[i - 1]] == key[order[i]] && order[i - 1] < order[i]);
    ok(sorted, "Morton's order: all numbers, by ascending keys");
    ok(morton_key((float[]){0.5F, -0.5F, -0.5F}) == 0x09249249 && morton_key((float[]){-9, -9, -9}) == 0 &&
           morton_key((float[]){NAN, 0, 0}) == morton_key((float[]){-1, 0, 0}),
       "Morton's keys: bits of x, y, z in turn, the next cell for what is outside");
}

/* ---- The hierarchy ---- */

static bool apart_until(const struct moving_dop *a, const struct moving_dop *b, double until)
{
    for (int k = 0; k < DOP_SIDES; k++) {
        const int across = (k + DOP_DIRECTIONS) % DOP_SIDES;
        const double gap0 = (double)a->at[0].side[k] + b->at[0].side[across];
        const double gap1 = (double)a->at[1].side[k] + b->at[1].side[across];
        if (gap0 > 0 && gap0 + until * (gap1 - gap0) > 0) return true;
    }
    return false;
}

/* Small items that move, some together, some far. */
static void draw_items(struct rng *rng, struct moving_dop *item, size_t n, double size, double way)
{
    const struct dop_frame frame = {{0, 0, 0}, {1, 1}};
    for (size_t i = 0; i < n; i++) {
        double at[3], step[3];
        for (int k = 0; k < 3; k++) {
            at[k] = rng_real(rng, -0.3, 0.3);
            step[k] = rng_below(rng, 2) ? way : rng_real(rng, -way, way);
        }
        dop_set_empty(&item[i]);
        for (int corner = 0; corner < 4; corner++) {
            struct moving_dop point;
            double x[2][3];
            for (int k = 0; k < 3; k++) {
                x[0][k] = at[k] + rng_real(rng, -size, size);
                x[1][k] = x[0][k] + step[k] + rng_real(rng, -size, size) / 4;
            }
            for (int end = 0; end < 2; end++) dop_of_point(&frame, x[end], &point.at[end]);
            add_moving(&item[i], &point);
        }
    }
}

static void refit(struct hierarchy *tree)
{
    for (size_t leaf = 0; leaf < tree->leaves; leaf++) hierarchy_refit_leaf(tree, leaf);
    hierarchy_refit(tree);
}

struct visit {
    const struct hierarchy *tree;
    float until;
    unsigned char (*times)[MOST];
    size_t leaf_pairs;
};

static bool visit_leaves(void *context, uint32_t a, uint32_t b)
{
    struct visit *visit = context;
    uint16_t mask[HIERARCHY_LEAF];
    visit->leaf_pairs++;
    if (!hierarchy_leaves(visit->tree, a, b, visit->until, mask)) return true;
    for (uint32_t i = 0; i < HIERARCHY_LEAF; i++)
        for (uint32_t j = 0; j < HIERARCHY_LEAF; j++) {
            if (!(mask[i] >> j & 1)) continue;
            const uint32_t p = visit->tree->item[a * HIERARCHY_LEAF + i];
            const uint32_t q = visit->tree->item[b * HIERARCHY_LEAF + j];
            if (p >= MOST || q >= MOST) return false;
            visit->times[p < q ? p : q][p < q ? q : p]++;
        }
    return true;
}

/* How often each pair comes; false: the walk did not come to its end. */
static bool find_pairs(const struct hierarchy *tree, float until, unsigned char (*times)[MOST])
{
    enum { ENOUGH = 10 };
    struct hierarchy_pair cut[4 * ENOUGH];
    struct visit visit = {tree, until, times, 0};
    bool done = true;
    const size_t cuts = hierarchy_cut(tree, cut, ENOUGH);
    memset(times, 0, sizeof(unsigned char[MOST][MOST]));
    for (size_t i = 0; i < cuts; i++) {
        const float entry = hierarchy_entry(tree, &cut[i]);
        done &= hierarchy_walk(tree, &cut[i], &visit.until, visit_leaves, &visit) && entry >= 0 && entry <= 1;
    }
    return done && cuts <= 4 * ENOUGH;
}

static void test_pairs(unsigned simd)
{
    static const size_t sizes[] = {0, 1, 2, 15, 16, 17, 100, 333, MOST};
    static struct moving_dop item[MOST];
    static unsigned char times[MOST][MOST];
    struct rng rng = rng_at(rng_key("hierarchy", 0, 1), 0);
    bool once = true, early = true;
    size_t pairs = 0, later = 0;
    for (int round = 0; round < 9 * 4; round++) {
        const size_t n = sizes[round % 9];
        const double way = round < 9 ? 0 : round < 18 ? 0.01 : 0.15;
        struct hierarchy tree;
        draw_items(&rng, item, n, 0.03, way);
        if (!hierarchy_make(&tree, item, n, simd)) abort();
        if (round % 2) { /* other positions, the same tree */
            draw_items(&rng, item, n, 0.03, way);
            for (size_t p = 0; p < n; p++) tree.dop[p] = item[tree.item[p]];
            refit(&tree);
        }
        once &= find_pairs(&tree, 1, times);
        for (size_t i = 0; i < n; i++)
            for (size_t j = i + 1; j < n; j++) {
                once &= times[i][j] == !apart_until(&item[i], &item[j], 1);
                pairs += times[i][j];
            }
        early &= find_pairs(&tree, 0.25F, times);
        for (size_t i = 0; i < n; i++)
            for (size_t j = i + 1; j < n; j++) {
                early &= times[i][j] <= 1 && (times[i][j] || apart_until(&item[i], &item[j], 0.25));
                later += times[i][j];
            }
        hierarchy_free(&tree);
    }
    ok(once && pairs > 1000, "%s: each of %d pairs that are not apart once", ccdq_simd_name(simd),
       (int)pairs);
    ok(early && later < pairs, "%s: all pairs that may touch before 1/4, %d", ccdq_simd_name(simd),
       (int)later);
}

static void test_worn(void)
{
    static struct moving_dop item[MOST];
    struct hierarchy tree;
    struct rng rng = rng_at(rng_key("worn", 0, 1), 0);
    draw_items(&rng, item, MOST, 0.01, 0);
    if (!hierarchy_make(&tree, item, MOST, CCDQ_SIMD_BEST)) abort();
    const bool fresh = !hierarchy_worn(&tree);
    draw_items(&rng, item, MOST, 0.01, 0);
    for (size_t p = 0; p < MOST; p++) tree.dop[p] = item[tree.item[p]];
    refit(&tree);
    ok(fresh && hierarchy_worn(&tree), "a hierarchy of items that are elsewhere now is worn");
    hierarchy_free(&tree);
}

/* Groups of four nodes as a vertex and a triangle, or two edges. */
static void test_groups(unsigned simd)
{
    static struct moving_dop item[MOST];
    struct rng rng = rng_at(rng_key("groups", 0, 1), 0);
    const struct apart_kernel *kernel = apart_for(simd);
    uint32_t group[MOST][4];
    bool near[MOST], right = true;
    int found = 0;
    draw_items(&rng, item, MOST, 0.1, 0.1);
    for (int i = 0; i < MOST; i++)
        for (int k = 0; k < 4; k++) group[i][k] = rng_below(&rng, MOST);
    for (int of_a = 1; of_a <= 2; of_a++) {
        kernel->groups(item, (const uint32_t(*)[4])group, MOST, of_a, near);
        for (int i = 0; i < MOST; i++) {
            struct moving_dop a, b;
            kernel->hull_of(&a, item, group[i], of_a);
            b = item[group[i][of_a]];
            for (int k = of_a + 1; k < 4; k++) add_moving(&b, &item[group[i][k]]);
            right &= near[i] == !apart_until(&a, &b, 1);
            found += near[i];
        }
    }
    ok(right && found > 100 && found < 2 * MOST, "%s: %d groups of nodes that are not apart",
       ccdq_simd_name(simd), found);
}

/* DOPs whose sides are 0, of either sign, or next to it, in all pairs of those: a gap of 0 keeps nothing
 * apart, one of 2^-149 does. */
static void test_signs(unsigned simd)
{
    static const float sides[] = {0, -0.0F, 0x1p-149F, -0x1p-149F, 1, -1};
    enum { N = sizeof sides / sizeof *sides };
    const struct apart_kernel *kernel = apart_for(simd);
    struct moving_dop dop[N * N];
    bool right = true;
    for (int k = 0; k < DOP_SIDES; k++) {
        for (int i = 0; i < N * N; i++)
            for (int end = 0; end < 2; end++)
                for (int l = 0; l < DOP_SIDES; l++)
                    dop[i].at[end].side[l] = l == k ? sides[end ? i % N : i / N] : -1;
        for (int i = 0; i < N * N; i++) {
            struct moving_dop from = dop[i];
            for (int end = 0; end < 2; end++) {
                from.at[end].side[k] = -1;
                from.at[end].side[(k + DOP_DIRECTIONS) % DOP_SIDES] = dop[i].at[end].side[k];
            }
            for (int j = 0; j < N * N; j++) {
                const bool apart = dop[i].at[0].side[k] + dop[j].at[0].side[k] > 0 &&
                                   dop[i].at[1].side[k] + dop[j].at[1].side[k] > 0;
                right &= kernel->near(&from, &dop[j], 1) == !apart;
                right &= (kernel->near(&from, &dop[j / 4 * 4], 4) >> j % 4 & 1) == !apart;
            }
        }
    }
    ok(right, "%s: gaps of 0, of either sign, and the least above it", ccdq_simd_name(simd));
}

int main(void)
{
    test_points();
    test_morton();
    for (int w = 0; w < WIDTHS; w++) {
        test_pairs(widths[w]);
        test_groups(widths[w]);
        test_signs(widths[w]);
    }
    test_worn();
    return tap_done();
}
