/* Lists of pairs of features of a mesh, and whether they touch. */
#ifndef CCDQ_PAIR_LIST_H
#define CCDQ_PAIR_LIST_H

#include "buf.h"
#include <stdint.h>

struct listed_pair {
    uint32_t node[4]; /* of a vertex and a triangle, or of two edges */
    bool hit;
    uint64_t line; /* of the file */
};

/* Appends the pairs of a file ("-": standard input; gzip'd or not) to `pairs`: a line `v f0 f1 f2 hit` or `a0
 * a1 b0 b1 hit` for each, nodes from 0 and hit 0 or 1; lines that begin with # are passed over. false with a
 * message that names the line. */
bool pair_list_read(const char *path, struct buf *pairs, struct messages *messages);

#endif
