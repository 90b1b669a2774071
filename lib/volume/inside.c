/* The winding number of a closed surface of triangles around p: a ray from p along the x axis,
 * infinitesimally moved along y and z so that it meets no edge, goes out through as many triangles more than
 * it comes in through. All triangles of an element go round the same way, seen from outside or from inside.
 */
#include "inside.h"
#include "../mesh/orientation.h"

/* The side of p on which the line from a to b lies, seen along the x axis: 1 if a, b, p go round
 * counter-clockwise (y to the right, z upwards). */
static int side(const double a[3], const double b[3], const double p[3])
{
    const double flat_a[3] = {0, a[1], a[2]}, flat_b[3] = {0, b[1], b[2]}, flat_p[3] = {0, p[1], p[2]};
    const double above[3] = {1, p[1], p[2]};
    return mesh_orientation(flat_a, flat_b, flat_p, above);
}

/* How often the triangle winds around p, seen along the x axis: -1, 0, 1. An edge counts if it passes the
 * height of p to the right of it; heights equal to p's are below, and an edge through p is on its left. The
 * same edge the other way round counts the other way. */
static int winds(const double *const corner[3], const double p[3])
{
    int turns = 0;
    for (int k = 0; k < 3; k++) {
        const double *a = corner[k], *b = corner[(k + 1) % 3];
        if ((a[2] <= p[2]) == (b[2] <= p[2])) continue;
        if (a[2] <= p[2])
            turns += side(a, b, p) > 0;
        else
            turns -= side(b, a, p) > 0;
    }
    return turns;
}

bool inside_element(const struct volume_model *model, uint32_t e, const double p[3])
{
    uint32_t triangle[MESH_MAX_TRIANGLES][3];
    int corners, winding = 0;
    const uint32_t *node = model_nodes(model, e, &corners);
    const int n = mesh_element_triangles(model->mesh->cell[e], node, triangle);
    for (int i = 0; i < n; i++) {
        const double *corner[3];
        for (int k = 0; k < 3; k++) corner[k] = model->vertex[triangle[i][k]][0];
        const int turn = winds(corner, p);
        /* the triangle is met ahead of p, not behind it, if p is on the side away from its normal */
        if (turn && mesh_orientation(corner[0], corner[1], corner[2], p) == -turn) winding += turn;
    }
    return winding != 0;
}
