/* ccdq_linear_contact of queries whose contacts are known: the sign of the normal, what stands for one that
 * is not defined, separations, the end of time, a hit that is none. */
#include "../../lib/ccdq.h"
#include "../../lib/gen/gen.h"
#include "../tap.h"
#include <math.h>
#include <string.h>

static struct ccdq_workspace *ws;

struct expected {
    unsigned flags;
    double n[3], x[3], distance, speed;
};

static int same(const double x[3], const double y[3])
{
    int same = 1;
    for (int k = 0; k < 3; k++) same = same && fabs(x[k] - y[k]) < 1e-14;
    return same;
}

static void by_hand(const char *what, struct ccdq_query q, double tmax, struct expected want)
{
    struct ccdq_result r = {.verdict = CCDQ_HIT};
    struct ccdq_exact_answer answer;
    struct ccdq_contact c;
    struct ccdq_linear_options options = ccdq_linear_defaults;
    options.tmax = tmax;
    ccdq_exact_solve(&q, tmax, CCDQ_WANT_TOI, &answer, ws);
    ccdq_exact_times(&answer, tmax, &r.toi_lo, &r.toi_hi);
    memcpy(r.w, answer.w, sizeof r.w);
    ccdq_linear_contact(&q, &r, &options, &c, ws);
    int right = answer.verdict == CCDQ_HIT && c.flags == want.flags && same(c.n, want.n) &&
                same(c.x, want.x) && fabs(c.distance - want.distance) < 1e-14 &&
                fabs(c.speed - want.speed) < 1e-14;
    if (!ok(right, "%s", what))
        diag("verdict %d flags %u n %g %g %g x %g %g %g distance %g speed %g", answer.verdict, c.flags,
             c.n[0], c.n[1], c.n[2], c.x[0], c.x[1], c.x[2], c.distance, c.speed);
}

#define FACE                                                                                                 \
    {0, 0, 0}, {4, 0, 0},                                                                                    \
    {                                                                                                        \
        0, 4, 0                                                                                              \
    }
#define EDGE                                                                                                 \
    {0, 0, 0},                                                                                               \
    {                                                                                                        \
        4, 0, 0                                                                                              \
    }
enum { ODD = CCDQ_CONTACT_ODD, EVEN = CCDQ_CONTACT_EVEN, DEGENERATE = CCDQ_CONTACT_DEGENERATE };

static void faces_by_hand(void)
{
    struct ccdq_query q = {.type = CCDQ_VF, .x = {{1, 1, 2}, FACE, {1, 1, -2}, FACE}};
    by_hand("a vertex falls on a face", q, 1, (struct expected){ODD, {0, 0, -1}, {1, 1, 0}, 0, 4});
    q.x[0][2] = -2, q.x[4][2] = 2;
    by_hand("from below", q, 1, (struct expected){ODD, {0, 0, 1}, {1, 1, 0}, 0, 4});
    q.min_sep = 1;
    by_hand("it comes near", q, 1, (struct expected){0, {0, 0, 1}, {1, 1, -0.5}, 1, 4});
    q.x[0][2] = 0.5, q.x[4][2] = 1.5;
    by_hand("it starts nearer than it may, and leaves", q, 1,
            (struct expected){0, {0, 0, -1}, {1, 1, 0.25}, 0.5, -1});
    q.x[0][2] = 0;
    by_hand("it starts on the face: the gap has no direction, the face has", q, 1,
            (struct expected){0, {0, 0, 1}, {1, 1, 0}, 0, 1.5});
    q = (struct ccdq_query){.type = CCDQ_VF, .x = {{1, -2, 0}, FACE, {1, 2, 0}, FACE}};
    by_hand("a vertex slides in the plane of the face: no approach along its normal", q, 1,
            (struct expected){0, {0, 0, 1}, {1, 0, 0}, 0, 0});
    /* the height 2 - 4 t + ... of a face that turns: -(t - 1/4)(t - 3/4), twice in its plane */
    q = (struct ccdq_query){
        .type = CCDQ_VF,
        .x = {
            {-1, 0, 0}, {-8, -8, 6}, {8, -8, -6}, {0, 8, 0}, {3, 0, 0}, {-8, -8, -2}, {8, -8, 2}, {0, 8, 0}}};
    by_hand("a face that turns meets a vertex twice", q, 1,
            (struct expected){
                EVEN, {0.4472135954999579, 0, 0.8944271909999159}, {0, 0, 0}, 0, 1.7888543819998317});
    q = (struct ccdq_query){.type = CCDQ_VF, .x = {{2, 0, 2}, EDGE, {2, 0, 0}, {2, 0, -2}, EDGE, {2, 0, 0}}};
    by_hand("a face without area", q, 1, (struct expected){ODD | DEGENERATE, {0, 0, -1}, {2, 0, 0}, 0, 4});
    q.x[0][0] = -1, q.x[4][0] = 5;
    by_hand("a slanting way is taken across it", q, 1,
            (struct expected){ODD | DEGENERATE, {0, 0, -1}, {2, 0, 0}, 0, 4});
    q = (struct ccdq_query){.type = CCDQ_VF, .x = {[4] = {0}}};
    by_hand("nothing but one point", q, 1, (struct expected){DEGENERATE, {1, 0, 0}, {0, 0, 0}, 0, 0});
}

/* Slow approaches, from either side, of pairs whose size is 4: the sign of the normal, and the speed. */
static void slow_by_hand(void)
{
    static const double heights[] = {0x1p-30, 0x1p-50, 0x1p-53, 0x1p-100, 0x1p-1000, 0x1p-1060};
    size_t wrong = 0, n = 0;
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++)
        for (int side = -1; side <= 1; side += 2)
            for (int type = CCDQ_VF; type <= CCDQ_PP; type++, n++) {
                const double h = side * heights[i];
                struct ccdq_query q = {.type = (uint8_t)type};
                struct ccdq_result r = {.verdict = CCDQ_HIT};
                struct ccdq_exact_answer answer;
                struct ccdq_contact c;
                const double of_a[2][3] = {{1, type == CCDQ_EE ? -1 : 1, 0}, {1, 3, 0}};
                const double of_b[3][3] = {
                    {0, type == CCDQ_EE ? 0 : 1, 0}, {4, type == CCDQ_EE ? 0 : 1, 0}, {0, 4, 0}};
                const int points = ccdq_type_points((unsigned)type), in_a = type == CCDQ_EE ? 2 : 1;
                for (int k = 0; k < points; k++)
                    for (int end = 0; end < 2; end++) {
                        double *x = q.x[k + 4 * end];
                        memcpy(x, k < in_a ? of_a[k] : of_b[k - in_a], sizeof q.x[0]);
                        if (type == CCDQ_PP) x[0] = 1;
                        if (k < in_a) x[2] = end ? -h : h;
                    }
                ccdq_exact_solve(&q, 1, CCDQ_WANT_TOI, &answer, ws);
                ccdq_exact_times(&answer, 1, &r.toi_lo, &r.toi_hi);
                memcpy(r.w, answer.w, sizeof r.w);
                ccdq_linear_contact(&q, &r, &ccdq_linear_defaults, &c, ws);
                const int right = answer.verdict == CCDQ_HIT && c.n[2] == -side && c.n[0] == 0 &&
                                  c.n[1] == 0 && c.speed == 2 * fabs(h);
                if (!right)
                    diag("type %d h %g: n %g %g %g speed %g", type, h, c.n[0], c.n[1], c.n[2], c.speed);
                wrong += !right;
            }
    ok(!wrong, "%d slow approaches, of as little as 2^-1060: %d are wrong", (int)n, (int)wrong);
}

/* What does not start within its separation does not part, though it may only graze it. */
static void grazing(void)
{
    enum { N = 300, SEED = 5 };
    static struct ccdq_query q[N];
    const struct gen_family *family = gen_find_family(gen_linear_families, "separation");
    struct ccdq_result r;
    struct ccdq_contact c;
    size_t parting = 0, hits = 0;
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        gen_linear_range(family, type, SEED, 0, N, q);
        for (int i = 0; i < N; i++) {
            ccdq_linear_solve(&ccdq_linear_methods[0], CCDQ_TYPE_BIT(q[i].type), &q[i], 1,
                              &ccdq_linear_defaults, &r, ws);
            if (r.verdict != CCDQ_HIT || r.toi_lo == 0) continue;
            ccdq_linear_contact(&q[i], &r, &ccdq_linear_defaults, &c, ws);
            hits++;
            parting += c.speed < 0;
        }
    }
    ok(hits > N / 2 && !parting,
       "%d contacts that do not start within their separation: %d with a negative speed", (int)hits,
       (int)parting);
}

static void edges_by_hand(void)
{
    struct ccdq_query q = {
        .type = CCDQ_EE,
        .x = {{0, -1, 1}, {0, 1, 1}, {-1, 0, 0}, {1, 0, 0}, {0, -1, -1}, {0, 1, -1}, {-1, 0, 0}, {1, 0, 0}}};
    by_hand("an edge falls on an edge", q, 1, (struct expected){ODD, {0, 0, -1}, {0, 0, 0}, 0, 2});
    by_hand("a contact at the end of time", q, 0.5, (struct expected){ODD, {0, 0, -1}, {0, 0, 0}, 0, 2});
    q = (struct ccdq_query){.type = CCDQ_EE, .x = {{0, 0, 1}, {4, 0, 1}, EDGE, {0, 0, -1}, {4, 0, -1}, EDGE}};
    by_hand("parallel edges", q, 1, (struct expected){ODD | DEGENERATE, {0, 0, -1}, {0, 0, 0}, 0, 2});
    q = (struct ccdq_query){.type = CCDQ_EE,
                            .x = {{-3, 0, 0}, {-2, 0, 0}, EDGE, {-1, 0, 0}, {0, 0, 0}, EDGE}};
    by_hand("end to end: the normal is along them", q, 1,
            (struct expected){ODD | DEGENERATE, {1, 0, 0}, {0, 0, 0}, 0, 2});
    q = (struct ccdq_query){.type = CCDQ_EE, .x = {EDGE, {2, 0, 0}, {6, 0, 0}, EDGE, {2, 0, 0}, {6, 0, 0}}};
    by_hand("at rest on each other: an axis off the edges", q, 1,
            (struct expected){DEGENERATE, {0, 1, 0}, {2, 0, 0}, 0, 0});
}

static void points_by_hand(void)
{
    struct ccdq_query q = {.type = CCDQ_PE, .x = {{0, 2, 0}, EDGE, {9}, {4, -2, 0}, EDGE, {NAN}}};
    by_hand("a point and an edge", q, 1, (struct expected){ODD | DEGENERATE, {0, -1, 0}, {2, 0, 0}, 0, 4});
    q.min_sep = 1;
    by_hand("at a distance", q, 1, (struct expected){0, {0, -1, 0}, {1, 0.5, 0}, 1, 4});
    q = (struct ccdq_query){.type = CCDQ_PP, .x = {{0, 0, 0}, {3, 4, 0}, {9}, {9}, {3, 4, 0}, {0, 0, 0}}};
    by_hand("two points", q, 1, (struct expected){ODD | DEGENERATE, {0.6, 0.8, 0}, {1.5, 2, 0}, 0, 10});
    memcpy(q.x[4], q.x[0], sizeof q.x[0]);
    memcpy(q.x[5], q.x[1], sizeof q.x[1]);
    q.min_sep = 6;
    by_hand("two points at rest within a separation", q, 1,
            (struct expected){0, {0.6, 0.8, 0}, {1.5, 2, 0}, 5, 0});
}

/* A hit that is none: nothing is known of its times. */
static void false_hit(void)
{
    struct ccdq_query q = {.type = CCDQ_VF, .x = {{1, 1, 2}, FACE, {1, 1, 1}, FACE}};
    struct ccdq_result r = {.verdict = CCDQ_HIT, .toi_lo = 0.5, .toi_hi = INFINITY, .w = {0.25, 0.25}};
    struct ccdq_contact c;
    ccdq_linear_contact(&q, &r, &ccdq_linear_defaults, &c, ws);
    ok(c.flags == 0 && c.distance == 1.5 && c.n[2] == -1 && c.speed == 1 && c.x[2] == 0.75,
       "of a false hit it is not said how often they touch");
}

int main(void)
{
    ws = ccdq_workspace_new();
    faces_by_hand();
    edges_by_hand();
    slow_by_hand();
    grazing();
    points_by_hand();
    false_hit();
    ccdq_workspace_free(ws);
    return tap_done();
}
