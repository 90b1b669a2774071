/* Groups of three elements in special position, far from other groups. All coordinates are small integers: at
 * the start elements lie side by side, in each other or on each other; then each stays, moves, turns by a
 * quarter, flattens, turns inside out, or shrinks to a point. */
#include "volume.h"
#include <string.h>

enum { PER_GROUP = 3, MAX_NODES = PER_GROUP * MESH_MAX_CORNERS, APART = 32 };

/* Within a box from 0 to 2. */
static const signed char shape[MESH_CELLS][MESH_MAX_CORNERS][3] = {
    [MESH_TRIANGLE] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}},
    [MESH_QUAD] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}},
    [MESH_TETRAHEDRON] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}},
    [MESH_PYRAMID] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 2}},
    [MESH_PRISM] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {0, 2, 2}},
    [MESH_HEXAHEDRON] = {
        {0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}}};

/* A group at the start. */
struct group {
    unsigned cell[PER_GROUP];
    uint32_t node[PER_GROUP][MESH_MAX_CORNERS]; /* of the group, from 0 */
    int nodes;
    int x[MAX_NODES][3];
    int owner[MAX_NODES]; /* the first element that has the node: it moves with that */
    bool rests;           /* nothing ever moves */
};

/* Turns about the diagonal and halves of turns: the shape stays the shape. */
static void turn_corner(int x[3], unsigned turn)
{
    for (unsigned k = 0; k < turn % 3; k++) {
        const int first = x[0];
        x[0] = x[1], x[1] = x[2], x[2] = first;
    }
    if (turn / 3 % 2) x[0] = 2 - x[0], x[1] = 2 - x[1];
    if (turn / 6 % 2) x[1] = 2 - x[1], x[2] = 2 - x[2];
}

/* The group's node there, a new one if there is none or each element is to have its own. */
static uint32_t node_at(struct group *g, const int x[3], int owner, bool shared)
{
    for (int i = 0; shared && i < g->nodes; i++)
        if (!memcmp(g->x[i], x, sizeof g->x[i])) return (uint32_t)i;
    memcpy(g->x[g->nodes], x, sizeof g->x[0]);
    g->owner[g->nodes] = owner;
    return (uint32_t)g->nodes++;
}

/* Where an element lies relative to the first one. */
static void draw_offset(int offset[3], bool beside, struct rng *rng)
{
    for (int a = 0; a < 3; a++) offset[a] = beside ? 2 * rng_int(rng, -1, 1) : rng_int(rng, -1, 1);
    if (!beside) return;
    const int far = rng_below(rng, 2) ? 2 : -2;
    offset[rng_below(rng, 3)] = far;
}

static void draw_group(struct group *g, uint64_t key, uint32_t number, int elements)
{
    struct rng rng = rng_at(key, number);
    const bool beside = rng_below(&rng, 2), shared = beside && rng_below(&rng, 2);
    const bool alike = rng_below(&rng, 2);
    const int first_size = !beside && rng_below(&rng, 4) == 0 ? 3 : 1;
    const unsigned turn = rng_below(&rng, 12);
    *g = (struct group){.rests = rng_below(&rng, 6) == 0};
    for (int e = 0; e < elements; e++) {
        int offset[3] = {0, 0, 0};
        const unsigned cell = rng_below(&rng, MESH_CELLS), own_turn = rng_below(&rng, 12);
        g->cell[e] = e && alike ? g->cell[0] : cell;
        if (e) draw_offset(offset, beside, &rng);
        for (int k = 0; k < mesh_cell_corners(g->cell[e]); k++) {
            int x[3];
            for (int a = 0; a < 3; a++) x[a] = shape[g->cell[e]][k][a];
            turn_corner(x, alike ? turn : own_turn);
            for (int a = 0; a < 3; a++) x[a] = x[a] * (e ? 1 : first_size) + offset[a];
            g->node[e][k] = node_at(g, x, e, shared);
        }
    }
}

static uint32_t groups_of(unsigned size)
{
    return (size + PER_GROUP - 1) / PER_GROUP;
}

/* Of group number g: the last one has what is left. */
static int elements_of(unsigned size, uint32_t g)
{
    const unsigned left = size - g * PER_GROUP;
    return left < PER_GROUP ? (int)left : PER_GROUP;
}

bool special_build(struct mesh *mesh, uint64_t key, unsigned size)
{
    for (uint32_t i = 0; i < groups_of(size); i++) {
        struct group g;
        draw_group(&g, key, i, elements_of(size, i));
        const uint32_t first = (uint32_t)mesh->nodes;
        if (!add_nodes(mesh, (size_t)g.nodes)) return false;
        for (int e = 0; e < elements_of(size, i); e++) {
            for (int k = 0; k < mesh_cell_corners(g.cell[e]); k++) g.node[e][k] += first;
            if (!add_element(mesh, g.cell[e], i * PER_GROUP + (uint32_t)e, g.node[e])) return false;
        }
    }
    return true;
}

/* What an element has become at a step. */
struct pose {
    enum { STAY, MOVE, TURN, FLATTEN, MIRROR, SHRINK } kind;
    int axis, by[3];
};

static struct pose draw_pose(uint64_t key, uint64_t step, uint32_t group, int element)
{
    static const int kinds[] = {STAY, STAY, STAY, MOVE, MOVE, MOVE, TURN, FLATTEN, MIRROR, SHRINK};
    struct rng rng = rng_at(mix64(key ^ step), (uint64_t)group * PER_GROUP + (uint64_t)element);
    struct pose pose = {.kind = STAY};
    if (step) pose.kind = kinds[rng_below(&rng, 10)];
    pose.axis = rng_int(&rng, 0, 2);
    for (int a = 0; a < 3; a++) pose.by[a] = rng_int(&rng, -2, 2);
    return pose;
}

static void take_pose(const struct pose *pose, int x[3])
{
    const int a = pose->axis, b = (a + 1) % 3, at_b = x[b];
    switch (pose->kind) {
    case STAY:
        return;
    case MOVE:
        for (int k = 0; k < 3; k++) x[k] += pose->by[k];
        return;
    case TURN:
        x[b] = x[a];
        x[a] = 2 - at_b;
        return;
    case FLATTEN:
        x[a] = pose->by[a];
        return;
    case MIRROR:
        x[a] = 2 - x[a];
        return;
    case SHRINK:
        for (int k = 0; k < 3; k++) x[k] = pose->by[k];
    }
}

void special_place(double (*x)[3], uint64_t key, unsigned size, uint64_t step)
{
    const unsigned row = cube_root(groups_of(size)) + 1;
    for (uint32_t i = 0; i < groups_of(size); i++) {
        const unsigned spot[3] = {i % row, i / row % row, i / row / row};
        struct pose pose[PER_GROUP];
        struct group g;
        draw_group(&g, key, i, elements_of(size, i));
        for (int e = 0; e < PER_GROUP; e++) pose[e] = draw_pose(key, g.rests ? 0 : step, i, e);
        for (int k = 0; k < g.nodes; k++, x++) {
            take_pose(&pose[g.owner[k]], g.x[k]);
            for (int a = 0; a < 3; a++) (*x)[a] = (double)(spot[a] * APART) + g.x[k][a];
        }
    }
}
