/* A shuriken of four hooked blades with a bore: around it 148 sections, each a triangle between the upper rim
 * of the bore, its lower rim and the cutting edge. In metres, 10 cm wide. */
#include "sdf.h"

enum { BLADES = 4, STEPS = 37, SECTIONS = BLADES * STEPS, ROWS = 3 };
_Static_assert(SECTIONS *ROWS == GEN_SHURIKEN_NODES, "a node for each row of each section");
_Static_assert(2 * SECTIONS * ROWS == GEN_SHURIKEN_TRIANGLES, "two triangles behind each node");

#define BORE 0.008
#define HALF_THICKNESS 0.0015
#define TIP 0.05
#define VALLEY 0.014 /* of the edge, between two blades */

/* The edge's distance from the axis at u in [0, 1) of a blade: a long curved back, then a steep hook. */
static double edge_radius(double u)
{
    const double hook = 0.75, rest = u < hook ? 1 - u / hook : (u - hook) / (1 - hook);
    return VALLEY + (TIP - VALLEY) * (u < hook ? rest * rest : rest);
}

void shuriken_node(unsigned i, double x[3])
{
    const unsigned row = i % ROWS, section = i / ROWS, blade = section / STEPS;
    /* u is the tangent of half the angle within the quarter. */
    const double u = (double)(section % STEPS) / STEPS, square = 1 + u * u;
    const double c = (1 - u * u) / square, s = 2 * u / square;
    const double r = row == 2 ? edge_radius(u) : BORE;
    const double quarter[BLADES][2] = {{c, s}, {-s, c}, {-c, -s}, {s, -c}};
    x[0] = r * quarter[blade][0];
    x[1] = r * quarter[blade][1];
    x[2] = row == 2 ? 0 : row == 0 ? HALF_THICKNESS : -HALF_THICKNESS;
}

void shuriken_corners(unsigned triangle, uint32_t node[3])
{
    /* A quad between two rows and two sections, cut in two. */
    const unsigned quad = triangle / 2, row = quad % ROWS, next = (row + 1) % ROWS;
    const unsigned here = quad / ROWS * ROWS, there = (quad / ROWS + 1) % SECTIONS * ROWS;
    node[0] = here + row;
    node[1] = triangle % 2 ? there + row : there + next;
    node[2] = triangle % 2 ? there + next : here + next;
}

void gen_shuriken_triangles(uint32_t triangle[GEN_SHURIKEN_TRIANGLES][3])
{
    for (unsigned i = 0; i < GEN_SHURIKEN_TRIANGLES; i++) shuriken_corners(i, triangle[i]);
}
