/* Where a triangle goes on into the solid, the method certified proves that it touches: by a point that stays
 * where it is on the triangle; by one that slides along an edge; at the start already; in the roundings. */
#include <math.h>
#include "../../lib/gen/gen.h"
#include "../sdf_text.h"
#include "../tap.h"

static struct ccdq_workspace *ws;

/* An edge of the triangle comes to one of the solid, a roof whose ridge is the y axis, at an angle, and
 * slides along: each of its points goes away from the one side while it comes nearer to the other. So it is
 * at the rim of what an offset leaves of a cone. */
static void test_sliding(void)
{
    static const char *const corner =
        "{\"intersection\": [{\"plane\": {\"normal\": [1, 0, 1]}}, {\"plane\": {\"normal\": [-1, 0, 1]}}]}";
    static const char *const cone =
        "{\"by\": -0.25, \"offset\": {\"cone\": {\"radius\": 1.6, \"base\": [0.158, "
        "0.158, 0], \"apex\": [0.505, 1.01, 0.505]}}}";
    static const double slides[] = {0, 1.5, -1.25};
    for (size_t i = 0; i < sizeof slides / sizeof *slides; i++) {
        struct ccdq_sdf_query q = {.end = 1,
                                   .x = {{-1, -1, 0.5}, {1, 1, 0.5}, {-1, 1, 2}},
                                   .spin = {0.5, 0.25, 0},
                                   .centre = {0, 0, 0.5}};
        for (int k = 0; k < 3; k++) q.v[k][0] = slides[i], q.v[k][2] = -1;
        const struct ccdq_result r = solve_text(ws, corner, &q, 1e-4);
        ok(r.verdict == CCDQ_HIT && r.toi_lo > 0 && r.toi_hi - r.toi_lo < 2e-3,
           "an edge that slides %g times as fast as it falls: up to %g later", slides[i],
           r.toi_hi - r.toi_lo);
    }
    for (int turn = 0; turn < 2; turn++)
        for (int lift = 0; lift < 2; lift++) {
            const double up = -1.5 * lift;
            const struct ccdq_sdf_query q = {
                .end = 2,
                .x = {{0.764, 0.0554, -0.824 + up}, {-0.621, 0.092, 0.685 + up}, {-0.699, 1.53, -0.79 + up}},
                .v = {{0.256, -0.0836, 0.323 - up},
                      {0.295, -0.0853, 0.492 - up},
                      {0.477, -0.104, 0.525 - up}},
                .spin = {turn, -0.5 * turn, 0.3 * turn},
                .solid_spin = {0, 0, turn}};
            const struct ccdq_result r = solve_text(ws, cone, &q, 1e-6);
            ok(r.verdict == CCDQ_HIT && r.toi_hi - r.toi_lo < 1e-4,
               "one that slides along a cone's: up to %g later", r.toi_hi - r.toi_lo);
        }
}

/* The first point that is looked at is within delta, others are inside. */
static void test_start(void)
{
    const struct ccdq_sdf_query q = {.end = 1, .x = {{0, 0, -0.2}, {0.1, 0, 1}, {0, 0.1, 1}}};
    const struct ccdq_result r = solve_text(ws, "{\"sphere\": {\"radius\": 0.5}}", &q, 0.5);
    ok(r.verdict == CCDQ_HIT && r.toi_lo == 0 && r.toi_hi == 0, "a corner inside at the start is seen: at %g",
       r.toi_hi);
}

/* Queries whose value, at the end of a search for its zero, is lost in what is not known of it: what is
 * proven stayed at 6e-18 above 0. */
static void test_roundings(void)
{
    static const uint64_t ids[] = {74, 4634};
    const struct gen_family *family = gen_find_family(gen_sdf_families, "degenerate");
    for (int i = 0; i < 2; i++) {
        struct ccdq_sdf_query q;
        gen_sdf_range(family, 3, ids[i], 1, &q);
        const struct ccdq_result r = solve_text(ws, gen_sdf_solid(family, q.solid), &q, 1e-5);
        ok(r.verdict == CCDQ_HIT && r.toi_hi < INFINITY, "a zero in the roundings, %d: up to %g later", i,
           r.toi_hi - r.toi_lo);
    }
}

int main(void)
{
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    test_sliding();
    test_start();
    test_roundings();
    ccdq_workspace_free(ws);
    return tap_done();
}
