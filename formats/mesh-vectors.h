/* Steps that are in one file: vectors of its nodes, a name and a number each. */
#ifndef CCDQ_MESH_VECTORS_H
#define CCDQ_MESH_VECTORS_H

#include "mesh-sequence.h"

struct vector_step {
    char name[sizeof((struct mesh_vectors){0}.name)]; /* "": the file's own positions */
    size_t stem;                                      /* so many characters of it are before the number */
    uint64_t number;
};

struct vector_steps {
    struct vector_step *step;
    size_t n;
    bool displacements; /* else positions */
};

void vector_steps_free(struct vector_steps *steps);

/* Finds which vectors of a file are its steps; none are, too, if the options name none. false with a
 * message. */
bool vector_steps_find(struct vector_steps *steps, const char *name, const struct mesh_file *file,
                       const struct mesh_sequence_options *options, struct messages *messages);

/* Gives the nodes the positions of a step, whose vectors were read. false with a message. */
bool vector_steps_apply(const struct vector_steps *steps, size_t step, const char *name,
                        struct mesh_file *file, struct messages *messages);

#endif
