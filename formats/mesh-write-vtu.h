/* Meshes with numbers to look at, for ParaView and its like: files VTU and VTP, and PVD to make a sequence of
 * them. */
#ifndef CCDQ_MESH_WRITE_VTU_H
#define CCDQ_MESH_WRITE_VTU_H

#include "../lib/mesh/mesh.h"
#include "output.h"
#include "vtk-data.h"

/* Numbers of each node, or of each element. */
struct vtu_values {
    const char *name;
    enum vtk_type type;
    unsigned components;
    const void *values; /* as C has the type; components of one node or element stand together */
};

struct vtu_picture {
    const struct mesh *mesh;
    const struct vtu_values *node, *element;
    size_t n_node, n_element;
    bool polygons;   /* VTP: all elements are triangles or quads. Else VTU */
    size_t vertices; /* VTP: the last so many nodes are cells of their own, with values in front of those of
                        the elements in `element` */
    bool text;       /* all numbers as text that reads back exactly; else as appended raw bytes */
};

/* Writes one whole file. 0, or -1 as output_write has it. */
int mesh_write_vtu(struct output *out, const struct vtu_picture *picture);

/* A PVD: begun, one line a file, ended. The file's name is as seen from where the PVD is. 0 or -1. */
int pvd_begin(struct output *out);
int pvd_add(struct output *out, double time, const char *file);
int pvd_end(struct output *out);

#endif
