/* What lib/sdf adds to cover roundings, in single steps against rational numbers: images of points and balls,
 * blended maxima. Bounds must hold, and must be needed to a good part: a smaller constant is found out.
 * CCDQ_LONG=1 draws forty times as much. */
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include "../../lib/gen/rng.h"
#include "../../lib/sdf/blend.h"
#include "../tap.h"

static long draws = 1;

/* Of any size and sign, or short, or 0. */
static double number(struct rng *rng)
{
    const unsigned how = rng_below(rng, 8);
    const double x = rng_real(rng, -1, 1) * exp2(rng_int(rng, -12, 12));
    return how == 0 ? 0 : how == 1 ? rng_int(rng, -8, 8) : how < 5 ? rng_real(rng, 1, 2) : x;
}

/* ---- Maps ---- */

struct tally {
    long cases, wrong;
    double needed;
};

/* The distance from p of the exact image of x under the 12 entries. */
static double distance_from(const double m[3][4], const double x[3], const double p[3])
{
    mpq_t sum, a, b;
    double square = 0;
    mpq_inits(sum, a, b, NULL);
    for (int i = 0; i < 3; i++) {
        mpq_set_d(sum, m[i][3]);
        mpq_set_d(a, p[i]);
        mpq_sub(sum, sum, a);
        for (int j = 0; j < 3; j++) {
            mpq_set_d(a, m[i][j]);
            mpq_set_d(b, x[j]);
            mpq_mul(a, a, b);
            mpq_add(sum, sum, a);
        }
        const double off = mpq_get_d(sum);
        square += off * off;
    }
    mpq_clears(sum, a, b, NULL);
    return sqrt(square);
}

static void count(struct tally *tally, double error, double bound)
{
    tally->cases++;
    tally->wrong += !(error <= bound * (1 + 0x1p-40));
    if (bound > 0) tally->needed = fmax(tally->needed, error / bound);
}

/* Some entries within the map's intervals: an end of each, or its double. */
static void some_entries(struct rng *rng, const struct sdf_map *map, double m[3][4])
{
    for (int i = 0; i < 12; i++) {
        const struct interval entry = map->entry[i / 4][i % 4];
        const unsigned which = rng_below(rng, 3);
        m[i / 4][i % 4] = which == 0 ? entry.lo : which == 1 ? entry.hi : map->m[i / 4][i % 4];
    }
}

enum { EXACT, MOVE, TURN, MAPS };

static void make_map(struct rng *rng, int kind, struct sdf_map *map)
{
    double entry[12];
    for (int i = 0; i < 12; i++) entry[i] = number(rng);
    if (kind == EXACT) sdf_map_matrix(map, entry);
    if (kind == MOVE) sdf_map_move(map, entry);
    if (kind != TURN) return;
    struct sdf_map move, turn;
    entry[0] += 1e-3;
    sdf_map_move(&move, entry + 3);
    sdf_map_turn(&turn, entry, number(rng));
    sdf_map_compose(map, &move, &turn);
}

static void test_maps(int kind, double needed, const char *what)
{
    struct rng rng = rng_at(rng_key("rounding", (unsigned)kind, 1), 1);
    struct tally points = {0}, balls = {0};
    for (long n = 0; n < 20000 * draws; n++) {
        struct sdf_map map;
        double x[3], y[3], m[3][4], d[3], length = 0;
        make_map(&rng, kind, &map);
        for (int k = 0; k < 3; k++) x[k] = number(&rng);
        some_entries(&rng, &map, m);
        const struct sdf_point p = sdf_map_point(&map, (struct sdf_point){{x[0], x[1], x[2]}, 0});
        const double at[3] = {p.p.x, p.p.y, p.p.z};
        count(&points, distance_from((const double(*)[4])m, x, at), p.radius);
        /* A point inside a ball, whose middle has the same image. */
        for (int k = 0; k < 3; k++) d[k] = rng_real(&rng, -1, 1);
        for (int k = 0; k < 3; k++) y[k] = x[k] + 0x1p-20 * d[k];
        for (int k = 0; k < 3; k++) length += (y[k] - x[k]) * (y[k] - x[k]);
        const struct sdf_point ball =
            sdf_map_point(&map, (struct sdf_point){{x[0], x[1], x[2]}, sqrt(length) * (1 + 0x1p-50)});
        count(&balls, distance_from((const double(*)[4])m, y, at), ball.radius);
    }
    ok(!points.wrong, "%s: images of points are near enough (%ld of %ld not)", what, points.wrong,
       points.cases);
    ok(points.needed >= needed, "... of which up to %.0f%% is needed", 100 * points.needed);
    ok(!balls.wrong && balls.needed > 0.3, "%s: images of balls hold theirs (%ld not, to %.0f%%)", what,
       balls.wrong, 100 * balls.needed);
}

/* ---- Blends ---- */

/* max(a, b) + m m / (4 k), m = max(k - |a - b|, 0), less x. */
static double blend_less(double a, double b, double k, double x)
{
    mpq_t d, m, q;
    mpq_inits(d, m, q, NULL);
    mpq_set_d(d, a);
    mpq_set_d(m, b);
    mpq_sub(d, d, m);
    mpq_abs(d, d);
    mpq_set_d(m, k);
    mpq_sub(m, m, d);
    mpq_set_d(q, a > b ? a : b);
    if (mpq_sgn(m) > 0) {
        mpq_mul(m, m, m);
        mpq_set_d(d, 4 * k);
        mpq_div(m, m, d);
        mpq_add(q, q, m);
    }
    mpq_set_d(d, x);
    mpq_sub(q, q, d);
    const double off = mpq_get_d(q);
    mpq_clears(d, m, q, NULL);
    return off;
}

static void test_blends(void)
{
    struct rng rng = rng_at(rng_key("rounding", 10, 1), 1);
    struct tally down = {0}, up = {0};
    long plain = 0;
    for (long n = 0; n < 50000 * draws; n++) {
        const double a = number(&rng), k = fabs(number(&rng)) + 0x1p-30;
        const double b = rng_below(&rng, 2) ? number(&rng) : a + k * rng_real(&rng, -1, 1);
        const double value = sdf_blend(a, b, k, NULL), off = blend_less(a, b, k, value);
        const double lo = sdf_blend_down(a, b, k), hi = sdf_blend_up(a, b, k);
        down.wrong += blend_less(a, b, k, lo) < 0;
        up.wrong += blend_less(a, b, k, hi) > 0;
        plain +=
            lo < fmax(a, b) || sdf_blend_down(a, b, 0) != fmax(a, b) || sdf_blend_up(a, b, 0) != fmax(a, b);
        down.needed = fmax(down.needed, lo < value ? -off / (value - lo) : 0);
        up.needed = fmax(up.needed, off / (hi - value));
    }
    ok(!down.wrong && !up.wrong, "blended maxima are enclosed (%ld, %ld not)", down.wrong, up.wrong);
    ok(down.needed > 0.05 && up.needed > 0.05, "... by what is needed to %.0f%% and %.0f%%",
       100 * down.needed, 100 * up.needed);
    ok(!plain, "they are at least the larger one, and without a blend that is all");
}

/* Mixtures from below: at each point, no more than the blended maximum of what they are made of. */
static void test_mixtures(void)
{
    struct rng rng = rng_at(rng_key("rounding", 11, 1), 1);
    long wrong = 0, worse = 0, better = 0;
    for (long n = 0; n < 20000 * draws; n++) {
        struct sdf_linear a, b;
        const int points = rng_int(&rng, 1, SDF_HULL);
        const double k = rng_below(&rng, 2) ? 0 : fabs(number(&rng)) + 0x1p-30;
        for (int i = 0; i < points; i++) {
            a.lo[i] = a.hi[i] = number(&rng);
            b.lo[i] = b.hi[i] = number(&rng);
        }
        const struct sdf_hull hull = {.n = points, .leading = points};
        const struct sdf_linear c = sdf_blend_linear(&a, &b, &hull, k, true, true);
        const double least_a = sdf_least(a.lo, points), least_b = sdf_least(b.lo, points);
        const double least_c = sdf_least(c.lo, points);
        worse += least_c < fmax(least_a, least_b);
        better += least_c > fmax(least_a, least_b);
        for (int i = 0; i < points; i++) {
            const double off =
                k > 0 ? blend_less(a.lo[i], b.lo[i], k, c.lo[i]) : fmax(a.lo[i], b.lo[i]) - c.lo[i];
            const double over =
                k > 0 ? blend_less(a.lo[i], b.lo[i], k, c.hi[i]) : fmax(a.lo[i], b.lo[i]) - c.hi[i];
            wrong += !(off >= 0) || !(over <= 0);
        }
    }
    ok(!wrong, "mixtures are below, values at the points above (%ld not)", wrong);
    ok(!worse && better > 100, "no mixture is worse than both parts, many are better (%ld, %ld)", worse,
       better);
}

int main(void)
{
    if (getenv("CCDQ_LONG")) draws = 40;
    test_maps(EXACT, 0.1, "matrices");
    test_maps(MOVE, 0.9, "moves");
    test_maps(TURN, 0.1, "turns about points");
    test_blends();
    test_mixtures();
    return tap_done();
}
