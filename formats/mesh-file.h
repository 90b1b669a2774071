/* Files that hold a mesh, or several steps of one: what each form's reader gets and gives. mesh-read.c knows
 * all forms, opens files (gzip'd ones too), sniffs, and follows the files that name others. */
#ifndef CCDQ_MESH_FILE_H
#define CCDQ_MESH_FILE_H

#include "../lib/mesh/mesh.h"
#include "buf.h"

/* Vectors of the nodes that a file has beside their positions, such as displacements. */
struct mesh_vectors {
    char name[64];
    double (*v)[3]; /* of each node, or NULL: not wanted; the owner frees it */
};

/* What a file holds. */
struct mesh_file {
    const char *wanted; /* set before reading: the name of the vectors to read, "" for none, NULL for all */
    struct mesh mesh;
    struct mesh_vectors *vectors; /* those that are not wanted, too, by their names */
    size_t n_vectors;
    size_t left_out; /* elements that could not be taken */
};
void mesh_file_free(struct mesh_file *file);

/* Reads a whole file, n bytes at p, which end with a 0 beyond. name is for messages: "NAME: line 12: ...", or
 * "NAME: offset 1234: ..." in a binary part. false: the file as a whole cannot be read, and a message says
 * why. An element that cannot be taken (an index out of range, a repeated node, a cell that is no linear one,
 * a face of OBJ with a corner that is none) is left out with a message, and the rest is read. A quadratic
 * cell is taken by its corners, with one warning a file. Points and lines have neither area nor volume: they
 * are passed over. Nothing a file declares is trusted for allocation. */
typedef bool mesh_reader(const char *name, const unsigned char *p, size_t n, struct mesh_file *file,
                         struct messages *messages);
mesh_reader mesh_read_vtu, mesh_read_vtk, mesh_read_msh, mesh_read_ply, mesh_read_obj, mesh_read_medit;

/* ---- For the readers ---- */

/* Where elements go to, and where their nodes are. */
struct mesh_taker {
    const char *name; /* of the file, for messages */
    struct mesh_file *file;
    struct messages *messages;
    size_t first, nodes; /* node k of the elements is node first + k of the mesh, k < nodes */
    bool quadratic;      /* the warning about quadratic cells was given */
};

/* Where an element stands in its file, for messages: "line" 12, "offset" 1234, "element" 5. */
struct mesh_place {
    const char *word;
    uint64_t number;
};

/* Takes an element, or leaves it out with a message if a node is not there or comes twice; node has
 * mesh_cell_corners(cell) numbers. false with a message: memory is out. */
bool mesh_take(struct mesh_taker *t, struct mesh_place place, unsigned cell, uint32_t part, uint32_t number,
               const uint64_t *node);

/* Leaves an element out, of which the file says what cannot be read: "hexagonal prisms are not read". */
void mesh_leave_out(struct mesh_taker *t, struct mesh_place place, const char *reason);

/* Warns once that quadratic cells are taken by their corners. */
void mesh_warn_quadratic(struct mesh_taker *t, struct mesh_place place);

/* Adds vectors of this name, cut to what fits; *v gets room for those of n nodes, or NULL if they are not
 * wanted. false with a message: memory is out. */
bool mesh_add_vectors(struct mesh_taker *t, const char *name, size_t n, double (**v)[3]);

/* Takes the vectors that were added last away again: they could not be read. */
void mesh_drop_vectors(struct mesh_taker *t);

#endif
