/* The floating-point stages of the method `certified`, many queries at a time (batch_kernel.h is the code,
 * one batch_*.c a width). */
#ifndef CCDQ_BATCH_H
#define CCDQ_BATCH_H

#include "../ccdq.h"
#include "../workspace.h"

/* Queries are worked on in chunks, so that what one stage leaves for the next stays in the first cache. A
 * piece of the cubic is halved at most BATCH_DEPTH times, so that the lists below hold all pieces of all
 * queries. */
enum { BATCH_CHUNK = 256, BATCH_DEPTH = 3, BATCH_PIECES = BATCH_CHUNK << BATCH_DEPTH };

/* Where the queries are: records (q), or, if q is NULL, queries of a mesh from `first` on. */
struct batch_source {
    const struct ccdq_query *q;
    const struct ccdq_indexed *mesh;
    size_t first, n;
    unsigned type;
};

/* Pieces [t0, t1] of the time of queries of the chunk; of those with a root its bracket [lo, hi], and whether
 * it is proven. */
struct batch_list {
    size_t n;
    uint16_t query[BATCH_PIECES];
    double t0[BATCH_PIECES], t1[BATCH_PIECES];
    double lo[BATCH_PIECES], hi[BATCH_PIECES];
    uint8_t proven[BATCH_PIECES]; /* a bit a lane, at every WIDTH-th place */
};

enum batch_state { BATCH_FREE, BATCH_HIT, BATCH_OPEN, BATCH_UNDECIDED, BATCH_INVALID };

/* What is known of the queries of a chunk. */
struct batch {
    uint8_t state[BATCH_CHUNK];    /* enum batch_state */
    uint32_t evals[BATCH_CHUNK];   /* as in struct ccdq_result */
    double b[4][BATCH_CHUNK];      /* Bernstein coefficients over [0, 1] */
    double error[BATCH_CHUNK];     /* of these */
    double scale[2][BATCH_CHUNK];  /* the vectors are multiplied by both, powers of two */
    int scaled;                    /* whether a scale of the chunk is not 1 */
    double hit[BATCH_CHUNK];       /* start of the earliest piece with a contact; +inf: none */
    double undecided[BATCH_CHUNK]; /* start of the earliest piece that is undecided */
    double lo[BATCH_CHUNK], hi[BATCH_CHUNK], w[2][BATCH_CHUNK]; /* of the hit */
    struct batch_list roots;                                    /* queries with one root in [0, 1] */
    struct batch_list parts;                                    /* pieces with one root */
    struct batch_list fine;            /* pieces whose root is to be bracketed again */
    struct batch_list split[2];        /* pieces to be split: of this depth, of the next */
    uint64_t separated, free_by_cubic; /* queries found free by their axes, by their cubic */
};

/* Works on queries `from` to from + n - 1 of the source, n <= BATCH_CHUNK: sets state (not OPEN), evals and,
 * of hits, lo, hi and w. */
typedef void batch_kernel(const struct batch_source *source, size_t from, size_t n,
                          const struct ccdq_linear_options *options, struct batch *batch);
batch_kernel linear_batch_portable, linear_batch_avx2, linear_batch_avx512;

#endif
