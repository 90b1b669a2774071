/* Opening any file that holds a mesh. */
#ifndef CCDQ_MESH_READ_H
#define CCDQ_MESH_READ_H

#include "input.h"
#include "mesh-file.h"

enum mesh_form {
    MESH_FORM_NONE, /* none of these */
    MESH_FORM_VTU,  /* also VTP */
    MESH_FORM_VTK,
    MESH_FORM_MSH,
    MESH_FORM_PLY,
    MESH_FORM_OBJ,
    MESH_FORM_MEDIT,
    MESH_FORM_PVD,    /* names other files */
    MESH_FORM_SERIES, /* the same */
};

/* A file's bytes in memory, gunzip'd. */
struct mesh_source {
    const char *name; /* for messages */
    const unsigned char *p;
    size_t n; /* p[n] is 0 */
    enum mesh_form form;
    struct input in;
    struct buf own;
};

/* Opens a file ("-": standard input), gunzips it if need be, and tells its form from its bytes; only OBJ,
 * which has no mark, is known by its name, too. false with a message. path must stay. */
bool mesh_source_open(struct mesh_source *source, const char *path, struct messages *messages);
void mesh_source_close(struct mesh_source *source);

/* Reads the mesh; file->wanted was set. As often as one likes. false with a message; free the file in any
 * case. */
bool mesh_source_read(const struct mesh_source *source, struct mesh_file *file, struct messages *messages);

/* Opens, reads and closes. */
bool mesh_read(const char *path, struct mesh_file *file, struct messages *messages);

#endif
