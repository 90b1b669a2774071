/* Forms over cells: each value of a motion, a tree or a turn is in the range that its form claims, and so is
 * what its derivatives promise; at single points the forms agree with the bounds of lib/sdf, and are as
 * tight. CCDQ_LONG=1 draws forty times as much. */
#include "../../lib/sdf/bracket_motion.h"
#include "../../lib/sdf/bracket_tree.h"
#include "../../lib/sdf/bracket_turn.h"
#include "../sdf_points.h"
#include "../sdf_scenes.h"
#include "../tap.h"
#include <stdlib.h>

static int draws = 40;

/* ---- Turns ---- */

static void test_turns(void)
{
    struct rng rng = rng_at(rng_key("turns", 0, 1), 0);
    long off = 0, loose = 0, missing = 0;
    for (int i = 0; i < 500 * draws; i++) {
        const double scale = exp2(rng_int(&rng, -30, 14)), x = rng_real(&rng, -scale, scale);
        const double width = rng_below(&rng, 3) ? exp2(rng_int(&rng, -30, 1)) : 0;
        struct interval c, s;
        bracket_cos_sin((struct interval){x, x + width}, &c, &s);
        const struct interval to = {x, x + width};
        for (int k = 0; k <= 4; k++) {
            const double at = k == 4 ? to.hi : fmin(to.hi, x + (to.hi - x) * rng_unit(&rng));
            const long double cosine = cosl(at), sine = sinl(at), eps = 0x1p-62L;
            missing +=
                !(c.lo - eps <= cosine && cosine <= c.hi + eps && s.lo - eps <= sine && sine <= s.hi + eps);
        }
        const double most = (to.hi - x) + 0x1p-50;
        if (to.hi - x < 1) off += c.hi - c.lo > most || s.hi - s.lo > most;
        loose += !(c.lo >= -1 && c.hi <= 1 && s.lo >= -1 && s.hi <= 1);
    }
    ok(!missing, "cosines and sines are enclosed");
    ok(!off && !loose, "as tightly as the angle, within [-1, 1]");
    struct interval c, s;
    bracket_cos_sin(interval_of(0), &c, &s);
    ok(c.lo == 1 && c.hi == 1 && s.lo == 0 && s.hi == 0, "no turn is none");
    bracket_cos_sin((struct interval){-0x1p30, 1}, &c, &s);
    ok(c.lo == -1 && c.hi == 1 && s.lo == -1 && s.hi == 1, "a huge angle can be any");
}

/* ---- Cells ---- */

struct tally {
    long cases, range, slope, point, tight, moved;
};

/* A part of the triangle by some bisections. */
static void random_part(struct rng *rng, struct bracket_place corner[3])
{
    static const struct bracket_place whole[3] = {{{0, 0}}, {{1, 0}}, {{0, 1}}};
    memcpy(corner, whole, sizeof whole);
    for (int n = rng_int(rng, 0, 12); n > 0; n--) {
        const unsigned a = rng_below(rng, 3), b = (a + 1 + rng_below(rng, 2)) % 3;
        for (int i = 0; i < 2; i++) corner[a].w[i] = 0.5 * (corner[a].w[i] + corner[b].w[i]);
    }
}

/* What the form says about the place a, b, c of the cell. */
static struct interval promised(const struct form *f, const double at[3])
{
    struct interval x = f->at;
    const struct interval w[3] = {
        interval_sub(interval_of(1), interval_add(interval_of(at[0]), interval_of(at[1]))),
        interval_of(at[0]), interval_of(at[1])};
    for (int k = 0; k < 2; k++)
        x = interval_add(x,
                         interval_mul(interval_sub(interval_of(at[k]), interval_of(FORM_MIDDLE)), f->by[k]));
    for (int i = 0; i < 3; i++) x = interval_add(x, interval_scale(interval_mul(w[i], f->by[2 + i]), at[2]));
    return x;
}

static bool meet(struct interval x, struct interval y, double slack)
{
    return x.lo <= y.hi + slack && y.lo <= x.hi + slack;
}

static void try_place(const struct sdf *sdf, const struct ccdq_sdf_query *q, double size, struct rng *rng,
                      const struct bracket_motion *m, const struct bracket_cell *cell, const struct form p[3],
                      const struct form *f, struct tally *tally)
{
    double in[3], w[2];
    long double x[3];
    random_place(rng, in);
    in[2] = rng_below(rng, 3) ? rng_unit(rng) : 0;
    for (int i = 0; i < 2; i++)
        w[i] = cell->corner[0].w[i] + in[0] * (cell->corner[1].w[i] - cell->corner[0].w[i]) +
               in[1] * (cell->corner[2].w[i] - cell->corner[0].w[i]);
    const double t = fmin(cell->end->t, cell->begin->t + in[2] * (cell->end->t - cell->begin->t));
    solid_point(q, w, t, x);
    const struct vec3 place = {(double)x[0], (double)x[1], (double)x[2]};
    const double extent = fabs(place.x) + fabs(place.y) + fabs(place.z) + size;
    for (int k = 0; k < 3; k++) {
        const struct interval meant = interval_of((double)x[k]);
        tally->moved +=
            !meet(p[k].over, meant, 1e-13 * extent) || !meet(promised(&p[k], in), meant, 1e-13 * extent);
    }
    /* The place rounds, by less than 1e-14 of the largest coordinates; phi changes by that times a constant.
     */
    const double radius = 1e-14 * extent, constant = sdf_lipschitz(sdf, sdf->nodes - 1, place, radius);
    const struct interval value = sdf_over_ball(sdf, sdf->nodes - 1, place, radius);
    const double slack = constant * 4e-13 * extent;
    tally->cases++;
    tally->range += !meet(f->over, value, 0) || (in[2] == 0 && !meet(f->start, value, 0));
    tally->slope += !meet(promised(f, in), value, slack);
    struct bracket_moment now;
    struct interval at[3];
    struct form point[3];
    bracket_motion_at(m, t, false, &now);
    bracket_place_at(&now, (struct bracket_place){{w[0], w[1]}}, at);
    for (int k = 0; k < 3; k++) point[k] = form_constant(at[k], FORM_AT);
    const struct interval exact = bracket_tree(sdf, sdf->nodes - 1, point).at;
    tally->point += !meet(exact, value, 0);
    tally->tight += !(exact.hi - exact.lo <= slack);
}

static void try_cell(const struct sdf *sdf, const struct ccdq_sdf_query *q, double size, struct rng *rng,
                     struct tally *tally)
{
    const double begin = rng_below(rng, 3) ? q->end * rng_unit(rng) : 0;
    const double end = rng_below(rng, 4) ? begin + (q->end - begin) * exp2(-rng_int(rng, 0, 20)) : begin;
    struct bracket_motion m;
    struct bracket_moment moment[2];
    struct bracket_cell cell = {.begin = &moment[0], .end = &moment[1]};
    struct form p[3];
    bracket_motion_of(q, &m);
    bracket_motion_at(&m, begin, false, &moment[0]);
    bracket_motion_at(&m, end, false, &moment[1]);
    random_part(rng, cell.corner);
    bracket_motion_over(&m, &cell, FORM_CELL, p);
    const struct form f = bracket_tree(sdf, sdf->nodes - 1, p);
    for (int n = 0; n < 6; n++) try_place(sdf, q, size, rng, &m, &cell, p, &f, tally);
}

static void test_kind(int kind)
{
    static const double sizes[] = {1, 1, 1e-6, 1e6, 0.01};
    struct tally tally = {0};
    struct buf text = {0};
    struct sdf sdf;
    for (int id = 0; id < draws; id++) {
        struct rng rng = rng_at(rng_key("forms", (unsigned)kind, 1), (uint64_t)id);
        const double size = sizes[rng_below(&rng, 5)];
        if (!scene_make(&sdf, &text, &rng, kind, size)) exit(1);
        for (int i = 0; i < 10; i++) {
            struct ccdq_sdf_query q;
            const double turns[] = {0, 1, 12};
            random_record(&rng, size, turns[rng_below(&rng, 3)], &q);
            const struct tally before = tally;
            try_cell(&sdf, &q, size, &rng, &tally);
            if (before.range + before.slope + before.point == 0 &&
                tally.range + tally.slope + tally.point > 0)
                diag("%s %d %d: %.300s", scene_kind(kind), id, i, (const char *)text.p);
        }
        sdf_free(&sdf);
    }
    buf_free(&text);
    ok(!tally.moved, "%s: places over cells (%ld of %ld wrong)", scene_kind(kind), tally.moved, tally.cases);
    ok(!tally.range, "%s: values over cells (%ld of %ld wrong)", scene_kind(kind), tally.range, tally.cases);
    ok(!tally.slope, "%s: derivatives over cells (%ld wrong)", scene_kind(kind), tally.slope);
    ok(!tally.point, "%s: values at points (%ld wrong)", scene_kind(kind), tally.point);
    ok(tally.tight <= tally.cases / 50, "%s: which are tight (%ld are not)", scene_kind(kind), tally.tight);
}

int main(void)
{
    if (getenv("CCDQ_LONG")) draws *= 40;
    test_turns();
    for (int kind = 0; kind < SCENE_KINDS; kind++) test_kind(kind);
    return tap_done();
}
