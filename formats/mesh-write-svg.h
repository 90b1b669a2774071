/* Meshes as line drawings: files SVG. */
#ifndef CCDQ_MESH_WRITE_SVG_H
#define CCDQ_MESH_WRITE_SVG_H

#include "../lib/mesh/mesh.h"
#include "buf.h"

struct svg_dot {
    double x[3];
    bool hollow;
};

struct svg_picture {
    const char *title;
    const struct mesh *mesh; /* of triangles and quads; each part has its colour */
    const uint8_t *lines; /* of each element: bit i where its side from node i to the next is drawn; NULL: all
                             are */
    const bool *sheet; /* of each part: both its sides are alike. Else they go round counterclockwise as seen
                          from outside, and edges that are seen from behind only are drawn lighter */
    const struct svg_dot *dot; /* in front of all */
    size_t dots;
};

/* Appends the drawing, seen along parallels from in front, a little from the right and from above: x goes to
 * the right and z up. */
void mesh_write_svg(struct buf *out, const struct svg_picture *picture);

#endif
