/* Contacts at a time that is known by construction, in two ways.
 *
 * On a solid: c is a point of its surface and n an outward normal there, such that all of the solid is on the
 * other side of the plane through c across n. At the time tau the triangle is on or above that plane and c is
 * one of its points; before, each corner is above the plane. So they touch at tau, and not before.
 *
 * In a room, which is convex: at tau one corner is on its wall, the others are inside, and at 0 all are. As
 * corners move on lines, all are inside before tau.
 *
 * Lengths are integers in units of UNIT, times multiples of 2^-10; no operation rounds, and all fits in the
 * 24 bits of binary32. A turn of a solid about its own axis changes nothing, nor does a motion of both. */
#include "../num/extremes.h"
#include "sdf.h"
#include <math.h>
#include <string.h>

#define UNIT 0x1p-9

/* A ball of radius `ball` at each point of a box of these half sides, or of a ring about z. */
struct solid {
    double centre[3], half[3], ball, ring;
    double normal[3]; /* of a plane; else 0 */
    bool room;        /* all that is outside */
    bool hole;        /* the room in the ring's middle: the cylinder of radius ring - ball about z */
    int turns;        /* it looks the same however it turns about 1: z, or its normal; 3: any axis */
};

/* The same in the unit of length. */
const char *const sdf_closed_solids[] = {
    "{\"plane\": {\"normal\": [0, 0, 1]}}",
    "{\"plane\": {\"normal\": [1, 2, 2], \"point\": [0.125, 0.0625, 0]}}",
    "{\"plane\": {\"normal\": [-6, 3, 2]}}",
    "{\"sphere\": {\"radius\": 0.615234375}}",
    "{\"sphere\": {\"radius\": 0.615234375, \"center\": [0.125, -0.5, 0.25]}}",
    "{\"box\": {\"size\": [0.625, 0.375, 0.5]}}",
    "{\"rounded_box\": {\"size\": [1.73046875, 1.35546875, 1.60546875], \"radius\": 0.615234375}}",
    "{\"capsule\": {\"from\": [0, 0, -0.25], \"to\": [0, 0, 0.25], \"radius\": 0.615234375}}",
    "{\"torus\": {\"major\": 0.5859375, \"minor\": 0.1953125}}",
    "{\"torus\": {\"major\": 0.5859375, \"minor\": 0.1953125, \"center\": [-0.25, 0, 0.125]}}",
    "{\"complement\": {\"sphere\": {\"radius\": 0.615234375}}}",
    "{\"complement\": {\"box\": {\"size\": [0.625, 0.375, 0.5]}}}",
    NULL};

static const struct solid solids[] = {
    {.normal = {0, 0, 1}, .turns = 1},
    {.normal = {1, 2, 2}, .centre = {64, 32, 0}, .turns = 1},
    {.normal = {-6, 3, 2}, .turns = 1},
    {.ball = 315, .turns = 3},
    {.ball = 315, .centre = {64, -256, 128}, .turns = 3},
    {.half = {160, 96, 128}},
    {.half = {128, 32, 96}, .ball = 315},
    {.half = {0, 0, 128}, .ball = 315, .turns = 1},
    {.ring = 300, .ball = 100, .turns = 1},
    {.ring = 300, .ball = 100, .hole = true, .centre = {-128, 0, 64}, .turns = 1},
    {.ball = 315, .room = true, .turns = 3},
    {.half = {160, 96, 128}, .room = true},
};
enum { SOLIDS = sizeof solids / sizeof *solids };
_Static_assert(sizeof sdf_closed_solids / sizeof *sdf_closed_solids == SOLIDS + 1, "each twice");

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(double x[3], const double a[3], const double b[3])
{
    for (int k = 0; k < 3; k++) x[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static void draw_integers(double x[3], int largest, struct rng *rng)
{
    for (int a = 0; a < 3; a++) x[a] = rng_int(rng, -largest, largest);
}

/* ---- Time ---- */

/* tau is beyond the end in an eighth of the records. */
static double draw_time(double *end, struct rng *rng)
{
    *end = ldexp(1, rng_int(rng, -2, 2));
    const unsigned kind = rng_below(rng, 8);
    const int k = kind == 0 ? 0 : kind == 1 ? 256 : kind == 2 ? rng_int(rng, 257, 288) : rng_int(rng, 1, 255);
    return *end * k / 256;
}

double gen_sdf_time(uint64_t seed, uint64_t id)
{
    double end;
    struct rng rng = rng_at(rng_key("closed", 'S', seed), id);
    const double tau = draw_time(&end, &rng);
    return tau <= end ? tau : INFINITY;
}

/* ---- Points of surfaces ---- */

/* An integer vector across n, not longer than 300 for the normals below. */
static void draw_across(double x[3], const double n[3], struct rng *rng)
{
    double w[3];
    draw_integers(w, 8, rng);
    const double size = ldexp(1, rng_int(rng, 0, dot(n, n) > 25 ? 0 : 2));
    cross(x, n, w);
    for (int a = 0; a < 3; a++) x[a] *= size;
}

static void shuffle_signs(double x[3], int axes, struct rng *rng)
{
    for (int i = axes - 1; i > 0; i--) {
        const unsigned j = rng_below(rng, (unsigned)i + 1);
        const double swap = x[i];
        x[i] = x[j];
        x[j] = swap;
    }
    for (int a = 0; a < 3; a++)
        if (rng_below(rng, 2)) x[a] = -x[a];
}

/* An integer vector whose length divides 315; returns the length. */
static double draw_normal(double n[3], struct rng *rng)
{
    static const double vectors[][4] = {{0, 0, 1, 1}, {0, 3, 4, 5}, {1, 2, 2, 3},   {2, 3, 6, 7},
                                        {1, 4, 8, 9}, {4, 4, 7, 9}, {2, 10, 11, 15}};
    const double *v = vectors[rng_below(rng, 7)];
    memcpy(n, v, 3 * sizeof *n);
    shuffle_signs(n, 3, rng);
    return v[3];
}

/* A direction in the plane of a ring, an integer vector of length 5; and a normal n of its tube in this
 * direction, of length 25. */
static void draw_ring_normal(double direction[3], double n[3], struct rng *rng)
{
    static const double fifths[][2] = {{5, 0}, {0, 5}, {3, 4}, {4, 3}};
    const double *d = fifths[rng_below(rng, 4)], *e = fifths[rng_below(rng, 4)];
    direction[0] = d[0], direction[1] = d[1], direction[2] = 0;
    shuffle_signs(direction, 2, rng);
    const double out = e[0], up = rng_below(rng, 2) ? e[1] : -e[1];
    for (int a = 0; a < 2; a++) n[a] = direction[a] * out;
    n[2] = 5 * up;
}

/* A point c of the surface, as seen from the centre, and a normal of the plane there that bounds the solid.
 */
static void draw_support(const struct solid *s, double c[3], double n[3], struct rng *rng)
{
    if (dot(s->normal, s->normal) > 0) {
        memcpy(n, s->normal, 3 * sizeof *n);
        draw_across(c, n, rng);
    } else if (s->ring > 0) {
        double direction[3];
        draw_ring_normal(direction, n, rng);
        for (int a = 0; a < 3; a++) c[a] = s->ring / 5 * direction[a] + s->ball / 25 * n[a];
    } else {
        const double length = draw_normal(n, rng);
        for (int a = 0; a < 3; a++) {
            const int free = rng_int(rng, -(int)s->half[a], (int)s->half[a]);
            c[a] = (n[a] > 0 ? s->half[a] : n[a] < 0 ? -s->half[a] : free) + s->ball / length * n[a];
        }
    }
}

/* A point of the wall of a room. */
static void draw_wall(const struct solid *s, double c[3], struct rng *rng)
{
    double n[3];
    if (s->hole) {
        double direction[3];
        draw_ring_normal(direction, n, rng);
        for (int a = 0; a < 3; a++) c[a] = (s->ring - s->ball) / 5 * direction[a];
    } else {
        draw_support(s, c, n, rng);
    }
}

static bool in_room(const struct solid *s, const double x[3])
{
    const double hole = s->ring - s->ball;
    if (s->hole) return x[0] * x[0] + x[1] * x[1] < hole * hole;
    if (s->ball > 0) return dot(x, x) < s->ball * s->ball;
    for (int a = 0; a < 3; a++)
        if (!(fabs(x[a]) < s->half[a])) return false;
    return true;
}

/* ---- Triangles ---- */

/* Corners on or above the plane through c across n, the first `touching` of them on it: c is
 * the first one, between the first two, or between all. */
static void put_on_plane(double p[3][3], const double c[3], const double n[3], int touching, struct rng *rng)
{
    double across[3][3];
    for (int i = 0; i < 3; i++) draw_across(across[i], n, rng);
    const int first = rng_int(rng, 1, 3), second = rng_int(rng, 1, 3);
    for (int a = 0; a < 3; a++) {
        if (touching == 1) across[0][a] = 0;
        if (touching == 2) across[1][a] = -first * across[0][a];
        if (touching == 3) across[2][a] = -first * across[0][a] - second * across[1][a];
    }
    for (int i = 0; i < 3; i++) {
        const int height = i < touching ? 0 : rng_int(rng, 1, 8);
        for (int a = 0; a < 3; a++) p[i][a] = c[a] + across[i][a] + height * n[a];
    }
}

/* A velocity of corners towards the plane across n. */
static void draw_approach(double v[3], const double n[3], struct rng *rng)
{
    draw_integers(v, 255, rng);
    const double away = floor(dot(v, n) / dot(n, n)) + 1;
    if (dot(v, n) < 0) return;
    for (int a = 0; a < 3; a++) v[a] -= away * n[a];
}

static void meet_solid(const struct solid *s, double p[3][3], double v[3][3], struct rng *rng)
{
    double c[3], n[3];
    draw_support(s, c, n, rng);
    put_on_plane(p, c, n, 1 + (int)rng_below(rng, 3), rng);
    const bool rigid = rng_below(rng, 2);
    for (int i = 0; i < 3; i++) {
        draw_approach(v[i], n, rng);
        if (rigid && i) memcpy(v[i], v[0], sizeof v[0]);
    }
}

/* The velocity of a corner that is at p at the time tau, and inside at 0. */
static void draw_stay(const struct solid *s, const double p[3], double tau, double v[3], struct rng *rng)
{
    const int largest = (int)min_of(255, 256 / max_of(tau, 1));
    double start[3];
    do {
        draw_integers(v, largest, rng);
        for (int a = 0; a < 3; a++) start[a] = p[a] - tau * v[a];
    } while (!in_room(s, start));
}

static void meet_room(const struct solid *s, double p[3][3], double v[3][3], double tau, struct rng *rng)
{
    draw_wall(s, p[0], rng);
    for (int i = 1; i < 3; i++) do
            draw_integers(p[i], 200, rng);
        while (!in_room(s, p[i]));
    for (int i = 0; i < 3; i++)
        if (i || tau > 0)
            draw_stay(s, p[i], tau, v[i], rng);
        else
            draw_integers(v[i], 255, rng);
}

/* ---- Records ---- */

/* The solid moves, the triangle with it, and turns about an axis that keeps it as it is. */
static void move_both(struct ccdq_sdf_query *q, const struct solid *s, struct rng *rng)
{
    double u[3];
    draw_integers(u, 64, rng);
    for (int a = 0; a < 3; a++) {
        q->solid_v[a] = u[a] * UNIT;
        for (int i = 0; i < 3; i++) q->v[i][a] += u[a] * UNIT;
        q->solid_centre[a] = s->centre[a] * UNIT;
    }
    const bool plane = dot(s->normal, s->normal) > 0;
    const double speed = rng_int(rng, -64, 64) * 0x1p-3;
    draw_integers(u, 40, rng);
    for (int a = 0; a < 3; a++) {
        const double axis = plane ? s->normal[a] : a == 2;
        q->solid_spin[a] = s->turns == 3 ? u[a] * 0x1p-3 : s->turns == 1 ? axis * speed : 0;
    }
}

void sdf_closed(struct ccdq_sdf_query *q, uint64_t key, uint64_t id)
{
    struct rng rng = rng_at(key, id);
    double p[3][3], v[3][3];
    const double tau = draw_time(&q->end, &rng);
    q->solid = rng_below(&rng, SOLIDS);
    const struct solid *s = &solids[q->solid];
    const unsigned first = rng_below(&rng, 3);
    if (s->room || s->hole)
        meet_room(s, p, v, tau, &rng);
    else
        meet_solid(s, p, v, &rng);
    for (int i = 0; i < 3; i++)
        for (int a = 0; a < 3; a++) {
            q->x[(i + first) % 3][a] = (s->centre[a] + p[i][a] - tau * v[i][a]) * UNIT;
            q->v[(i + first) % 3][a] = v[i][a] * UNIT;
        }
    if (rng_below(&rng, 2)) move_both(q, s, &rng);
}
