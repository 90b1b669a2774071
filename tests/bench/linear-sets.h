/* The queries that the benches of the linear kernels solve, and what is true of them. */
#ifndef CCDQ_LINEAR_SETS_H
#define CCDQ_LINEAR_SETS_H

#include "../../formats/packer.h"
#include "../../lib/ccdq.h"
#include <stdbool.h>

enum { SET_DRAW = 20000, SET_SEED = 1 };

struct bench_set {
    const char *name;
    unsigned type;
    struct ccdq_query *q;
    size_t n, draw;            /* the first SET_DRAW of them at most */
    bool *touches;             /* of the draw, by lib/exact */
    struct ccdq_indexed *mesh; /* the same queries as in a stream: so many in a frame */
    size_t frame;
    struct vertex_set *vertices;
    uint32_t (*index)[4];
};

/* n queries of a generated family, or those of the public benchmark. */
void bench_set_generate(struct bench_set *set, const char *family, unsigned type, size_t n);
void bench_set_handcrafted(struct bench_set *set, unsigned type);
void bench_set_free(struct bench_set *set);

#endif
