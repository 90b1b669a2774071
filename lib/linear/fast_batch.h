/* The usual case of the method `fast` on many queries at a time (fast_kernel.h is the code, one fast_*.c a
 * width): the same operations on each as fast.c does, in the same order, until one needs a decision that is
 * rare. */
#ifndef CCDQ_FAST_BATCH_H
#define CCDQ_FAST_BATCH_H

#include "../ccdq.h"

/* A motion of a size between these needs no scaling; the rounding of a cubic is at most FAST_ROUNDING times
 * its permanent. fast.c says why. */
#define FAST_LEAST_SIZE 1e-45
#define FAST_MOST_SIZE 1e45
#define FAST_ROUNDING 0x1p-48

enum { FAST_CHUNK = 64, FAST_PIECES = 3 * FAST_CHUNK };

/* Monotone pieces [lo, hi] of cubics that change their sign there, and what these are at both ends. */
struct fast_pieces {
    size_t n;
    unsigned char query[FAST_PIECES];
    double lo[FAST_PIECES], hi[FAST_PIECES], f_lo[FAST_PIECES], f_hi[FAST_PIECES];
};

/* What is known of the queries of a chunk. One that is not open is free, and evals is its whole work. */
struct fast_batch {
    unsigned char open[FAST_CHUNK];
    unsigned char root[FAST_CHUNK]; /* whether its cubic has a root */
    uint32_t evals[FAST_CHUNK];
    double c[4][FAST_CHUNK];                   /* the cubic */
    double d[9][FAST_CHUNK], v[9][FAST_CHUNK]; /* the motion, point by point */
    double size[FAST_CHUNK];
    struct fast_pieces pieces;
};

/* Works on n <= FAST_CHUNK queries of one type, vertex-face or edge-edge. */
typedef void fast_kernel(const struct ccdq_query *q, size_t n, double tmax, double tol,
                         struct fast_batch *batch);
fast_kernel linear_fast_portable, linear_fast_avx2, linear_fast_avx512;

#endif
