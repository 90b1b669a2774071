/* Steps of a model in time, read one by one. */
#ifndef CCDQ_MESH_SEQUENCE_H
#define CCDQ_MESH_SEQUENCE_H

#include "../lib/mesh/match.h"
#include "mesh-file.h"

/* What the vectors of a file are that has several steps in it. */
enum mesh_meaning {
    MESH_BY_NAME,       /* displacements if the name begins with "disp" or is "u", positions if with "pos" or
                           "coord"; other vectors are no steps */
    MESH_DISPLACEMENTS, /* to be added to the file's positions */
    MESH_POSITIONS,
};

struct mesh_sequence_options {
    /* Which vectors: "displacement" stands for displacement0, displacement1, ..., each of which is a step; if
     * only one has just this name, the file's own positions are the step before it. NULL: the only ones there
     * are with several numbers. */
    const char *vectors;
    enum mesh_meaning meaning;
};

struct mesh_sequence;

/* Opens two or more files, each of which is a step; or one, which may be a PVD, a .series, a pattern of
 * numbered files ("mesh_*.vtu" when no file has this name), a file with several vectors, or a mesh, which is
 * one step. Times are 0, 1, 2, ... where the files do not say. Options may be NULL. NULL with a message.
 * paths must stay. */
struct mesh_sequence *mesh_sequence_open(const char *const *paths, size_t n,
                                         const struct mesh_sequence_options *options,
                                         struct messages *messages);
void mesh_sequence_free(struct mesh_sequence *sequence);

size_t mesh_sequence_steps(const struct mesh_sequence *sequence);

/* The files that a PVD, a .series, a pattern or several paths name, in any order; 0 where one file has all.
 */
size_t mesh_sequence_files(const struct mesh_sequence *sequence);
const char *mesh_sequence_file(const struct mesh_sequence *sequence, size_t file);

/* The time of a step; and what it is called in messages: its (first) file, and the name of its vectors. */
double mesh_sequence_time(const struct mesh_sequence *sequence, size_t step);
const char *mesh_sequence_name(const struct mesh_sequence *sequence, size_t step);

/* Of a file that has one frame: the names of the vectors that its nodes have, "disp, velocity"; "" in any
 * other sequence. */
const char *mesh_sequence_vectors(const struct mesh_sequence *sequence);

/* Reads a step into an empty mesh_file; any, also again, but standard input only once if it is one of several
 * files. Of several files that are one step the nodes and elements are joined, and their parts are told
 * apart: the parts of a file are numbered on from the last one before it. A file without an element gets a
 * message, and a step without one is not read. false with a message; free the file
 * in any case. */
bool mesh_sequence_read(struct mesh_sequence *sequence, size_t step, struct mesh_file *file,
                        struct messages *messages);

/* Whether a step and the next one have the same bodies, by the parts and groups of their files. false with a
 * message: one has vanished or come, so that files of one body could be taken for those of another. */
bool mesh_sequence_same_bodies(const struct mesh_sequence *sequence, size_t step, struct messages *messages);

/* Matches the elements of two steps by their nodes; elements may vanish or come. false with a message: the
 * steps are not of one model, since they have different numbers of nodes or no element in common; or memory
 * is out. Free the match in any case. */
bool mesh_steps_match(const char *name_before, const struct mesh *before, const char *name_after,
                      const struct mesh *after, struct mesh_match *match, struct messages *messages);

#endif
