/* Three octopi: each a round body with eight arms, of tetrahedra that fit together, after the benchmark
 * Octopi of Tang et al. 2011 (Figure 7). They hover one above the other, arms stretched; then the arms begin
 * to wave, into each other and into the other bodies.
 *
 * An octopus is a set of cells of one lattice: a block of 6 x 6 x 5, and from each of its four sides two arms
 * of 2 x 2 cells, `segments` long, all f times as fine. A quarter of a turn takes one side to the next:
 * places are said as seen from the side at hand, p away from the block's middle, q along the side, w up. */
#include "turn.h"
#include "volume.h"

enum { BODIES = 3, SIDES = 4, ARMS = 8, WIDE = 6, HIGH = 5, ARM = 2 };

#define ARM_LENGTH 10.0
#define HALF_WIDTH 0.48 /* of an arm where it begins */

struct lattice {
    unsigned fine, wide, high, arm; /* cells of the block, and across an arm */
    unsigned segments;
    uint32_t block_nodes, nodes; /* of an octopus */
};

static struct lattice lattice_of(unsigned tetrahedra)
{
    const unsigned default_size = 17640, hexahedra = tetrahedra / (6 * BODIES);
    const unsigned f = cube_root((double)tetrahedra / default_size);
    struct lattice l = {.fine = f, .wide = WIDE * f, .high = HIGH * f, .arm = ARM * f};
    l.segments = (hexahedra - l.wide * l.wide * l.high) / (ARMS * l.arm * l.arm);
    l.block_nodes = (l.wide + 1) * (l.wide + 1) * (l.high + 1);
    l.nodes = l.block_nodes + ARMS * l.segments * (l.arm + 1) * (l.arm + 1);
    return l;
}

/* ---- Nodes and elements ---- */

/* The point p, q of the lattice, seen from a side, as all sides have it; and back with the side 4 - side. */
static void quarter_turns(const struct lattice *l, unsigned side, int p, int q, int *x, int *y)
{
    *x = p;
    *y = q;
    for (unsigned k = 0; k < side % SIDES; k++) {
        const int old = *x;
        *x = (int)l->wide - *y;
        *y = old;
    }
}

static uint32_t block_node(const struct lattice *l, int x, int y, int w)
{
    return ((uint32_t)x * (l->wide + 1) + (uint32_t)y) * (l->high + 1) + (uint32_t)w;
}

/* A node behind the block, seen from the side of its arm. */
static uint32_t arm_node(const struct lattice *l, unsigned side, int p, int q, int w)
{
    const bool second = q > (int)l->wide / 2;
    const uint32_t along = (2 * side + second) * l->segments + (uint32_t)p - l->wide - 1;
    const uint32_t across = (uint32_t)q - (second ? l->wide - l->arm : 0);
    return l->block_nodes + (along * (l->arm + 1) + across) * (l->arm + 1) + (uint32_t)w;
}

static uint32_t node_at(const struct lattice *l, int x, int y, int w)
{
    const int wide = (int)l->wide;
    const unsigned side = x > wide ? 0 : y > wide ? 1 : x < 0 ? 2 : 3;
    int p, q;
    if (x >= 0 && x <= wide && y >= 0 && y <= wide) return block_node(l, x, y, w);
    quarter_turns(l, SIDES - side, x, y, &p, &q);
    return arm_node(l, side, p, q, w);
}

/* The cell whose corner with the smallest coordinates is there. All cells are cut along the same diagonal, so
 * they fit together. */
static bool add_cell(struct mesh *mesh, const struct lattice *l, uint32_t body, int x, int y, int w)
{
    uint32_t node[8];
    for (int k = 0; k < 8; k++)
        node[k] = body * l->nodes + node_at(l, x + hexahedron_corner[k][0], y + hexahedron_corner[k][1],
                                            w + hexahedron_corner[k][2]);
    return add_cut_hexahedron(mesh, body, node);
}

static bool add_arms(struct mesh *mesh, const struct lattice *l, uint32_t body, unsigned side)
{
    bool good = true;
    for (int p = 0; p < (int)l->segments; p++)
        for (int q = 0; q < 2 * (int)l->arm; q++)
            for (int w = 0; w < (int)l->arm; w++) {
                const int along = q + (q < (int)l->arm ? 0 : (int)(l->wide - 2 * l->arm));
                int a[2], b[2];
                quarter_turns(l, side, (int)l->wide + p, along, &a[0], &a[1]);
                quarter_turns(l, side, (int)l->wide + p + 1, along + 1, &b[0], &b[1]);
                good =
                    good && add_cell(mesh, l, body, a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1], w);
            }
    return good;
}

bool octopi_build(struct mesh *mesh, uint64_t key, unsigned size)
{
    const struct lattice l = lattice_of(size);
    bool good = add_nodes(mesh, (size_t)BODIES * l.nodes);
    (void)key;
    for (uint32_t body = 0; body < BODIES; body++) {
        for (int x = 0; x < (int)l.wide; x++)
            for (int y = 0; y < (int)l.wide; y++)
                for (int w = 0; w < (int)l.high; w++) good = good && add_cell(mesh, &l, body, x, y, w);
        for (unsigned side = 0; side < SIDES; side++) good = good && add_arms(mesh, &l, body, side);
    }
    return good;
}

/* ---- Where they are ---- */

/* A block with its edges taken off, narrower and bent down at the top: u and v from -1 to 1, w from 0 to 1.
 */
static void round_block(double x[3], double u, double v, double w)
{
    const double narrow = 1.5 * (1 - 0.25 * w * w);
    x[0] = narrow * u * (1 - 0.16 * v * v);
    x[1] = narrow * v * (1 - 0.16 * u * u);
    x[2] = 2.5 * w * (1 - 0.1 * w * (u * u + v * v));
}

/* How an octopus moves at a step. */
struct posture {
    double middle[3];
    struct wave heading;
    double sway;           /* how strongly arms wave sideways, in turns; up half as much */
    double phase[ARMS][2]; /* of each arm's wave sideways and up, in turns */
};

/* Octopi come nearer to each other, arms begin to wave. All arms of one go up and down nearly together, but
 * sideways each as it likes: so neighbours meet. */
static struct posture posture_of(uint64_t key, uint32_t body, uint64_t step)
{
    struct rng rng = rng_at(key, body);
    const double t = (double)step, begun = t < 24 ? t / 24 : 1;
    const double turns = rng_unit(&rng), rate = rng_real(&rng, -0.005, 0.005), up = rng_unit(&rng);
    const struct wave around = wave_of((double)body / BODIES);
    const double far = 4 - 1.5 * begun;
    struct posture p = {.middle = {far * around.c, far * around.s, (2.8 - 1.4 * begun) * body},
                        .heading = wave_of(turns + rate * t),
                        .sway = 0.25 * begun};
    for (int arm = 0; arm < ARMS; arm++) {
        const double start = rng_unit(&rng), speed = rng_real(&rng, 1, 2) / 64, delay = rng_unit(&rng) / 16;
        p.phase[arm][0] = start - speed * t;
        p.phase[arm][1] = up + delay - t / 48;
    }
    return p;
}

/* To where the octopus is. */
static void set_out(double x[3], const struct posture *p, const double own[3])
{
    x[0] = p->middle[0] + p->heading.c * own[0] - p->heading.s * own[1];
    x[1] = p->middle[1] + p->heading.s * own[0] + p->heading.c * own[1];
    x[2] = p->middle[2] + own[2];
}

/* From the side 0 to another one. */
static void face_side(double own[3], unsigned side)
{
    for (unsigned k = 0; k < side; k++) {
        const double old = own[0];
        own[0] = -own[1];
        own[1] = old;
    }
}

/* The section of an arm, seen from its side: directions sideways and up, and onward. */
struct section {
    double middle[3], onward[3], sideways[3], up[3];
};

/* The directions at t of an arm's length: it starts at right angles to the side and bends away from the
 * side's other arm by a 16th of a turn; on that come two waves, stronger towards the tip. */
static void bend(struct section *s, const struct posture *p, unsigned arm, double t)
{
    const double splay = (arm % 2 ? 1 : -1) / 16.0 * (t < 0.25 ? 4 * t : 1);
    const struct wave sideways = wave_of(p->phase[arm][0] + 0.5 * t),
                      up = wave_of(p->phase[arm][1] + 0.75 * t);
    const double sway = p->sway * t * (2 - t);
    const struct wave yaw = wave_of(splay + sway * sideways.s), pitch = wave_of(sway / 2 * up.s);
    s->onward[0] = pitch.c * yaw.c, s->onward[1] = pitch.c * yaw.s, s->onward[2] = pitch.s;
    s->sideways[0] = -yaw.s, s->sideways[1] = yaw.c, s->sideways[2] = 0;
    s->up[0] = -pitch.s * yaw.c, s->up[1] = -pitch.s * yaw.s, s->up[2] = pitch.c;
}

/* Places the nodes of an arm; returns what is behind them. */
static double (*place_arm(double (*x)[3], const struct lattice *l, const struct posture *p, unsigned arm))[3]
{
    struct section s;
    const unsigned fine = l->fine;
    round_block(s.middle, 1, (arm % 2 ? 2 : -2) / 3.0, 0.2);
    for (unsigned k = 1; k <= l->segments; k++) {
        const double t = (double)k / l->segments, half = HALF_WIDTH * (1 - 0.7 * t);
        bend(&s, p, arm, t);
        for (int a = 0; a < 3; a++) s.middle[a] += ARM_LENGTH / l->segments * s.onward[a];
        for (unsigned q = 0; q <= l->arm; q++)
            for (unsigned w = 0; w <= l->arm; w++, x++) {
                const double aside = half * ((double)q / fine - 1), above = half * ((double)w / fine - 1);
                double own[3];
                for (int a = 0; a < 3; a++) own[a] = s.middle[a] + aside * s.sideways[a] + above * s.up[a];
                face_side(own, arm / 2);
                set_out(*x, p, own);
            }
    }
    return x;
}

void octopi_place(double (*x)[3], uint64_t key, unsigned size, uint64_t step)
{
    const struct lattice l = lattice_of(size);
    for (uint32_t body = 0; body < BODIES; body++) {
        const struct posture p = posture_of(key, body, step);
        for (unsigned i = 0; i <= l.wide; i++)
            for (unsigned j = 0; j <= l.wide; j++)
                for (unsigned k = 0; k <= l.high; k++, x++) {
                    double own[3];
                    round_block(own, 2.0 * i / l.wide - 1, 2.0 * j / l.wide - 1, (double)k / l.high);
                    set_out(*x, &p, own);
                }
        for (unsigned arm = 0; arm < ARMS; arm++) x = place_arm(x, &l, &p, arm);
    }
}
