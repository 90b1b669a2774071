/* Queries one by one into frames of kind I. */
#ifndef CCDQ_PACKER_H
#define CCDQ_PACKER_H

#include "frame.h"
#include "vertex-set.h"
#include "../lib/ccdq.h"

/* Queries in a full frame, and vertices, where few are shared: enough queries share them, and a frame fits
 * into a processor's cache with the results. */
enum { PACKER_QUERIES = 4096, PACKER_VERTICES = 8192 };

/* The frame that is being filled. */
struct packer {
    int level;
    size_t n; /* queries in it, all of this run, type and separation */
    struct run run;
    uint8_t type;
    double min_sep;
    struct vertex_set vertices;
    struct buf index, ids, groups, flags; /* of each query */
    bool any_group, any_flag;             /* not 0 */
};

void packer_free(struct packer *packer);

/* Adds a query of a known type. Where it does not go into the frame at hand that one is appended to out. */
void packer_add(struct packer *packer, const struct ccdq_query *q, struct run run, struct buf *out);

/* Appends the frame at hand, if it holds any query, to out. */
void packer_flush(struct packer *packer, struct buf *out);

#endif
