/* Files that hold a mesh, or several steps of one: what each form's reader gets and gives. mesh-read.c knows
 * all forms, opens files (gzip'd ones too), sniffs, and follows the files that name others. */
#ifndef CCDQ_MESH_FILE_H
#define CCDQ_MESH_FILE_H

#include "../lib/mesh/mesh.h"
#include "buf.h"

/* Vectors of the nodes that a file has beside their positions, such as displacements. */
struct mesh_vectors {
    char name[64];
    double (*v)[3]; /* of each node; the owner frees it */
};

/* What a file holds. */
struct mesh_file {
    struct mesh mesh;
    struct mesh_vectors *vectors;
    size_t n_vectors;
};
void mesh_file_free(struct mesh_file *file);

/* Reads a whole file, n bytes at p, which end with a 0 beyond. name is for messages: "NAME: line 12: ...", or
 * "NAME: offset 1234: ..." in a binary part. false: the file as a whole cannot be read, and a message says
 * why. An element that cannot be taken (an index out of range, a repeated node, a cell that is no linear one)
 * is left out with a message, and the rest is read. A quadratic cell is taken by its corners, with one
 * warning a file. Nothing a file declares is trusted for allocation. */
typedef bool mesh_reader(const char *name, const unsigned char *p, size_t n, struct mesh_file *file,
                         struct messages *messages);
mesh_reader mesh_read_vtu, mesh_read_vtk, mesh_read_msh, mesh_read_ply, mesh_read_obj;

#endif
