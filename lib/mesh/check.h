/* What can be wrong with an element. */
#ifndef CCDQ_MESH_CHECK_H
#define CCDQ_MESH_CHECK_H

#include "mesh.h"

enum mesh_problem {
    MESH_NO_PROBLEM,
    MESH_NO_SUCH_NODE,  /* a node number that is not below mesh->nodes */
    MESH_REPEATED_NODE, /* two corners are the same node */
    MESH_NOT_FINITE,    /* a corner's position is NaN or infinite */
    MESH_FLAT,          /* no corner has a volume (of a shell: an area) */
    MESH_TURNED,        /* corners have negative volumes, none a positive one; not of prisms */
    MESH_DISTORTED,     /* corners have volumes of both signs, or some have none */
    MESH_PROBLEMS
};

/* The first of these problems that element e has. Positions are mesh->x, exact, and so are the signs.
 *
 * Decided is the volume of each corner: the tetrahedron of a corner and the three it has edges to (of a
 * pyramid's four base corners; its apex has four edges and is not looked at); of a shell's corners whether
 * the triangle with the two neighbours has an area, and a shell is never turned. For a tetrahedron and a
 * triangle that is all there is. Of the other cells it is the Jacobian at the corners: an element without a
 * problem can still fold between its corners, and MESH_FLAT with corners that are not all in one plane can
 * still have a volume.
 *
 * A volume is positive if the edges to the second, the last of the first end (third of a triangle, fourth of
 * a quad) and the other end's node are a right-handed system. Prisms may go round either way, and only
 * corners of both signs are a problem: VTK's manual draws them the other way round than Gmsh does, and files
 * have both. */
enum mesh_problem mesh_check_element(const struct mesh *mesh, size_t e);

/* "is turned inside out", of a problem. */
const char *mesh_problem_text(enum mesh_problem problem);

#endif
