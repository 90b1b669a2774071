/* A straight rod that is twisted, and coils up by it like a spring, until neighbouring coils touch (in the
 * step from 34 to 35) and go through each other.
 *
 * Its middle line is a helix of radius 1 whose slope falls by a 160th of a turn a step, as long as the rod
 * always is; its square section, 1 wide, turns about that line as well. */
#include "turn.h"
#include "volume.h"

enum { LENGTH = 24 }; /* in widths */

/* The lattice of nodes: cells across (both ways) and along. */
struct rod {
    unsigned across, along;
};

static struct rod rod_of(unsigned hexahedra)
{
    const unsigned across = cube_root((double)hexahedra / LENGTH);
    return (struct rod){across, hexahedra / (across * across)};
}

static uint32_t node_of(const struct rod *rod, unsigned i, unsigned j, unsigned k)
{
    return (k * (rod->across + 1) + i) * (rod->across + 1) + j;
}

static bool build(struct mesh *mesh, unsigned hexahedra, bool cut)
{
    const struct rod rod = rod_of(hexahedra);
    const unsigned row = rod.across + 1;
    bool good = add_nodes(mesh, (size_t)row * row * (rod.along + 1));
    for (unsigned k = 0; k < rod.along; k++)
        for (unsigned i = 0; i < rod.across; i++)
            for (unsigned j = 0; j < rod.across; j++) {
                uint32_t node[8];
                for (int c = 0; c < 8; c++)
                    node[c] = node_of(&rod, i + hexahedron_corner[c][0], j + hexahedron_corner[c][1],
                                      k + hexahedron_corner[c][2]);
                good = good && (cut ? add_cut_hexahedron(mesh, 0, node)
                                    : add_element(mesh, MESH_HEXAHEDRON, 0, node));
            }
    return good;
}

/* The frame at a place along the rod: where its middle is, and the directions of its section. */
struct section {
    double middle[3], across[2][3];
};

static struct section section_at(double along, uint64_t step, double phase)
{
    const double turns_a_radian = 0.15915494309189535;
    const struct wave slope = wave_of((double)step / 160);
    const struct wave at = wave_of(slope.s * along * turns_a_radian);
    const struct wave twist = wave_of(phase + (double)step * along / (40 * LENGTH));
    /* Towards the axis of the helix, and across that and the middle line. */
    const double in[3] = {-at.c, -at.s, 0}, up[3] = {slope.c * at.s, -slope.c * at.c, slope.s};
    struct section s = {.middle = {at.c, at.s, slope.c * along}};
    for (int a = 0; a < 3; a++) {
        s.across[0][a] = twist.c * in[a] + twist.s * up[a];
        s.across[1][a] = twist.c * up[a] - twist.s * in[a];
    }
    return s;
}

static void place(double (*x)[3], uint64_t key, unsigned hexahedra, uint64_t step)
{
    const struct rod rod = rod_of(hexahedra);
    struct rng rng = rng_at(key, 0);
    const double phase = rng_unit(&rng);
    for (unsigned k = 0; k <= rod.along; k++) {
        const struct section s = section_at(LENGTH * ((double)k / rod.along - 0.5), step, phase);
        for (unsigned i = 0; i <= rod.across; i++)
            for (unsigned j = 0; j <= rod.across; j++, x++)
                for (int a = 0; a < 3; a++)
                    (*x)[a] = s.middle[a] + ((double)i / rod.across - 0.5) * s.across[0][a] +
                              ((double)j / rod.across - 0.5) * s.across[1][a];
    }
}

bool twist_build(struct mesh *mesh, uint64_t key, unsigned size)
{
    (void)key;
    return build(mesh, size, false);
}

bool twist_build_tets(struct mesh *mesh, uint64_t key, unsigned size)
{
    (void)key;
    return build(mesh, size / 6, true);
}

void twist_place(double (*x)[3], uint64_t key, unsigned size, uint64_t step)
{
    place(x, key, size, step);
}

void twist_place_tets(double (*x)[3], uint64_t key, unsigned size, uint64_t step)
{
    place(x, key, size / 6, step);
}
