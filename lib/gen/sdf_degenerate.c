/* Positions that are special, or hard: exact fits, gaps down to 2^-30, shells of 1e-6, triangles without
 * area, whole turns in one step, 500 units of length in one step, all of this also far from the origin.
 *
 * A solid has a spot, where it touches the horizontal plane through it from below. Triangles are placed above
 * (or a bit below) that plane, with a corner, an edge, or flat; then they are moved. Numbers are short dyadic
 * ones wherever contact or a gap is meant to be exact. */
#include "../num/extremes.h"
#include "families.h"
#include "sdf.h"
#include "turn.h"
#include <math.h>
#include <string.h>

#define HOOP(minor) "{\"torus\": {\"major\": 1, \"minor\": " minor "}}"

const char *const sdf_degenerate_solids[] = {
    /* Hoops whose hole has the radius 5/8, but for 0, 2^-10, 2^-20 and 2^-30 to both sides. */
    HOOP("0.375"), HOOP("0.3759765625"), HOOP("0.37500095367431640625"),
    HOOP("0.375000000931322574615478515625"), HOOP("0.3740234375"), HOOP("0.37499904632568359375"),
    HOOP("0.374999999068677425384521484375"),
    /* With the spot at the origin. */
    "{\"plane\": {\"normal\": [0, 0, 1]}}", "{\"sphere\": {\"radius\": 1, \"center\": [0, 0, -1]}}",
    "{\"box\": {\"size\": [2, 2, 1], \"center\": [0, 0, -0.5]}}",
    "{\"torus\": {\"major\": 0.75, \"minor\": 0.25, \"center\": [-0.75, 0, -0.25]}}",
    "{\"torus\": {\"major\": 0.75, \"minor\": 0.25, \"axis\": [0, 1, 0], \"center\": [0, 0, -1]}}",
    "{\"cylinder\": {\"from\": [-1, 0, -0.5], \"to\": [1, 0, -0.5], \"radius\": 0.5}}",
    "{\"cone\": {\"base\": [0, 0, -1], \"apex\": [0, 0, 0], \"radius\": 0.5}}",
    "{\"capsule\": {\"from\": [0, 0, -1], \"to\": [0, 0, -0.25], \"radius\": 0.25}}",
    "{\"shell\": {\"sphere\": {\"radius\": 1, \"center\": [0, 0, -1]}}, \"thickness\": 1e-6}",
    "{\"shell\": {\"box\": {\"size\": [2, 2, 1], \"center\": [0, 0, -0.5]}}, \"thickness\": 1e-6}",
    "{\"shell\": {\"plane\": {\"normal\": [0, 0, 1]}}, \"thickness\": 1e-6}",
    /* With the spot at FAR. */
    "{\"sphere\": {\"radius\": 1, \"center\": [4096, -8192, 2047]}}",
    "{\"box\": {\"size\": [2, 2, 1], \"center\": [4096, -8192, 2047.5]}}",
    "{\"torus\": {\"major\": 0.75, \"minor\": 0.25, \"axis\": [0, 1, 0], \"center\": [4096, -8192, 2047]}}",
    NULL};

enum { FIRST_SPOT = 7, FIRST_FAR = 18, SOLIDS = 21 };
_Static_assert(sizeof sdf_degenerate_solids / sizeof *sdf_degenerate_solids == SOLIDS + 1, "as numbered");
static const double far_spot[3] = {4096, -8192, 2048};

/* A multiple of 2^-6 in [lo, hi], both multiples of it. */
static double draw_short(double lo, double hi, struct rng *rng)
{
    return rng_int(rng, (int)ldexp(lo, 6), (int)ldexp(hi, 6)) * 0x1p-6;
}

/* ---- Hoops ---- */

/* A triangle whose corners are on a circle of the hole's radius goes through the hole: at one instant all
 * three are in the hoop's middle plane, and touch it, or have a gap to it, or are as deep in it. */
static void through_hoop(struct ccdq_sdf_query *q, struct rng *rng)
{
    static const double circle[12][2] = {{5, 0},  {4, 3},   {3, 4},   {0, 5},  {-3, 4}, {-4, 3},
                                         {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}};
    q->solid = rng_below(rng, FIRST_SPOT);
    const unsigned step = 1 + rng_below(rng, 5);
    unsigned at = rng_below(rng, 12);
    const double side = rng_below(rng, 2) ? 1 : -1, tau = draw_short(0, 1, rng),
                 speed = draw_short(0, 4, rng);
    for (int i = 0; i < 3; i++, at = (at + step) % 12) {
        for (int a = 0; a < 2; a++) q->x[i][a] = circle[at][a] / 8;
        q->x[i][2] = tau * speed * side;
        q->v[i][2] = -speed * side;
    }
}

/* ---- Triangles on a spot ---- */

/* At the origin and above it, touching it with a corner, an edge, or flat. */
static void stand_up(double p[3][3], struct rng *rng)
{
    const unsigned touching = 1 + rng_below(rng, 3);
    for (unsigned i = 0; i < 3; i++) {
        for (int a = 0; a < 2; a++) p[i][a] = draw_short(-1, 1, rng);
        p[i][2] = i < touching ? 0 : draw_short(0.125, 1, rng);
    }
    for (int a = 0; a < 2; a++) {
        if (touching == 1) p[0][a] = 0;
        if (touching == 2) p[1][a] = -p[0][a];
        if (touching == 3) p[2][a] = -p[0][a] - p[1][a];
    }
}

/* Takes its area, or all but a bit of it. */
static void collapse(double p[3][3], struct rng *rng)
{
    const unsigned how = rng_below(rng, 6);
    for (int a = 0; a < 3; a++) {
        if (how == 0 || how == 1) p[2][a] = p[0][a];
        if (how == 1) p[1][a] = p[0][a];
        if (how == 2) p[1][a] = p[2][a];
        if (how == 3) p[2][a] = (p[0][a] + p[1][a]) / 2;
        if (how == 4) p[2][a] = p[1][a] + (a == 2 ? 0 : 0x1p-17);
        if (how == 5) p[2][a] = p[0][a] + (a == 2 ? 0x1p-20 : 0);
    }
}

/* ---- Motions ---- */

/* A placed triangle, `gap` above its spot, at the time tau. */
struct placed {
    struct ccdq_sdf_query *q;
    double spot[3], gap, tau;
};

static void stay(struct placed *p, struct rng *rng)
{
    (void)p;
    (void)rng;
}

/* One velocity for all corners. */
static void give_velocity(const struct placed *p, double x, double y, double z)
{
    for (int i = 0; i < 3; i++) {
        p->q->v[i][0] = x;
        p->q->v[i][1] = y;
        p->q->v[i][2] = z;
    }
}

/* Along the plane: grazes what is round, slides on what is flat. */
static void slide(struct placed *p, struct rng *rng)
{
    const double x = draw_short(-4, 4, rng), y = draw_short(-4, 4, rng);
    give_velocity(p, x, y, 0);
}

/* Down to the gap, which it has at tau = the end, or on through the spot. The smaller the gap, the slower: so
 * that binary32 has the start exactly. */
static void approach(struct placed *p, struct rng *rng)
{
    const double speed = p->gap == 0 ? 1 : min_of(1, ldexp(fabs(p->gap), 22));
    if (rng_below(rng, 2)) p->tau = p->q->end;
    give_velocity(p, 0, 0, -speed);
}

static void leave(struct placed *p, struct rng *rng)
{
    p->tau = 0;
    const double x = draw_short(-1, 1, rng), y = draw_short(-1, 1, rng);
    give_velocity(p, x, y, draw_short(0, 2, rng));
}

static void start_inside(struct placed *p, struct rng *rng)
{
    p->tau = 0;
    p->gap = -0.25;
    const double x = draw_short(-2, 2, rng), y = draw_short(-2, 2, rng);
    give_velocity(p, x, y, draw_short(-2, 2, rng));
}

/* Through all in one step. */
static void bullet(struct placed *p, struct rng *rng)
{
    const double x = 16 * draw_short(-1, 1, rng), y = 16 * draw_short(-1, 1, rng);
    give_velocity(p, x, y, -512 / p->q->end);
}

/* One or two whole turns about a point above the spot, which may slide: at the end it is as at the start. */
static void whirl(struct placed *p, struct rng *rng)
{
    static const double axes[][3] = {{1, 0, 0},     {0, 1, 0},      {0, 0, 1}, {1 / 3.0, 2 / 3.0, 2 / 3.0},
                                     {0.6, 0, 0.8}, {0, 0.6, -0.8}, {-1, 0, 0}};
    const double *axis = axes[rng_below(rng, 7)];
    const double turn = 6.283185307179586 * (1 + rng_below(rng, 2)) / p->q->end;
    p->gap += draw_short(0, 1, rng);
    if (rng_below(rng, 2)) slide(p, rng);
    for (int a = 0; a < 3; a++) {
        p->q->spin[a] = turn * axis[a];
        p->q->centre[a] = p->spot[a] + (a == 2 ? p->gap : 0) - p->tau * p->q->v[0][a];
    }
}

/* Both turn, each about a point of its own; or one slowly about a point that is far. */
static void turn_both(struct placed *p, struct rng *rng)
{
    struct ccdq_sdf_query *q = p->q;
    p->gap = draw_short(-0.25, 1, rng);
    const double lever = rng_below(rng, 2) ? 1 : 1024;
    draw_in_ball(q->spin, 6 / lever / q->end, rng);
    draw_in_ball(q->centre, lever, rng);
    draw_in_ball(q->solid_spin, 6 / lever / q->end, rng);
    draw_in_ball(q->solid_centre, lever, rng);
    draw_in_ball(q->solid_v, 1, rng);
    for (int i = 0; i < 3; i++) draw_in_ball(q->v[i], 1, rng);
    for (int a = 0; a < 3; a++) {
        q->centre[a] += p->spot[a];
        q->solid_centre[a] += p->spot[a];
    }
}

static void on_spot(struct ccdq_sdf_query *q, struct rng *rng)
{
    static void (*const motions[])(struct placed *, struct rng *) = {
        stay,         slide,  slide, approach, approach,  leave,
        start_inside, bullet, whirl, whirl,    turn_both, turn_both};
    static const double gaps[] = {0, 0, 0x1p-10, 0x1p-20, 0x1p-30, -0x1p-10, -0x1p-20, -0x1p-30};
    struct placed p = {.q = q};
    double corner[3][3];
    q->solid = FIRST_SPOT + rng_below(rng, SOLIDS - FIRST_SPOT);
    q->end = ldexp(1, rng_int(rng, -2, 1));
    if (q->solid >= FIRST_FAR) memcpy(p.spot, far_spot, sizeof p.spot);
    p.gap = gaps[rng_below(rng, 8)];
    p.tau = q->end * draw_short(0, 1, rng);
    stand_up(corner, rng);
    if (rng_below(rng, 3) == 0) collapse(corner, rng);
    motions[rng_below(rng, 12)](&p, rng);
    const unsigned first = rng_below(rng, 3);
    for (int i = 0; i < 3; i++) {
        double *x = q->x[(i + first) % 3];
        for (int a = 0; a < 3; a++) x[a] = p.spot[a] + corner[i][a] - p.tau * q->v[i][a];
        x[2] += p.gap;
    }
}

void sdf_degenerate(struct ccdq_sdf_query *q, uint64_t key, uint64_t id)
{
    struct rng rng = rng_at(key, id);
    if (rng_below(&rng, 8) == 0)
        through_hoop(q, &rng);
    else
        on_spot(q, &rng);
}
