/* The floating-point stages of the method `certified`, many queries at a time (batch_kernel.h is the code,
 * one batch_*.c a width). */
#ifndef CCDQ_BATCH_H
#define CCDQ_BATCH_H

#include "../ccdq.h"
#include "../workspace.h"
#include <stdbool.h>
#include <string.h>

/* Queries are worked on in chunks, so that what one stage leaves for the next stays in the first caches. A
 * piece of the cubic is halved at most BATCH_DEPTH times, so that the lists below hold all pieces of all
 * queries. */
enum { BATCH_CHUNK = 512, BATCH_DEPTH = 3, BATCH_PIECES = BATCH_CHUNK << BATCH_DEPTH, BATCH_PAD = 8 };

/* A vertex at t = 0 and at t = 1, rounded for a first look (batch_rounded.h). */
typedef float batch_vertex[2][3];

/* Where the queries are: records (q), or, if q is NULL, queries of a mesh from `first` on. */
struct batch_source {
    const struct ccdq_query *q;
    const struct ccdq_indexed *mesh;
    const batch_vertex *rounded; /* those of the mesh, and one more; NULL: there is no first look */
    size_t first, n;
    unsigned type;
};

static inline uint64_t batch_source_id(const struct batch_source *source, size_t i)
{
    return source->q ? source->q[i].id : ccdq_indexed_id(source->mesh, source->first + i);
}

/* Pieces of the cubics of a chunk, each with all that the next stage needs of it: the columns are query (an
 * integer, within the chunk), the Bernstein coefficients b of F over [0, 1] and the bound of their errors,
 * the piece [t0, t1], and F at its ends. Stages store a whole vector where fewer lanes count, hence
 * BATCH_PAD. */
enum batch_column {
    BATCH_QUERY,
    BATCH_ERROR,
    BATCH_B,
    BATCH_T0 = BATCH_B + 4,
    BATCH_T1,
    BATCH_F0,
    BATCH_F1,
    BATCH_COLUMNS,
};
struct batch_list {
    size_t n;
    double column[BATCH_COLUMNS][BATCH_PIECES + BATCH_PAD];
};

static inline size_t batch_list_query(const struct batch_list *list, size_t i)
{
    int64_t query;
    memcpy(&query, &list->column[BATCH_QUERY][i], sizeof query);
    return (size_t)query;
}

/* What is known of the queries of a chunk. */
struct batch {
    bool mostly_open; /* of the queries of the last chunk the sign of F has left more than it has decided */
    size_t n_left;    /* those that a first look has not decided, */
    int64_t left[BATCH_CHUNK +
                 BATCH_PAD];       /* their numbers within the chunk, ascending; not set where all are left */
    uint32_t evals[BATCH_CHUNK];   /* as in struct ccdq_result */
    double scale[2][BATCH_CHUNK];  /* the vectors are multiplied by both, powers of two, */
    int scaled;                    /* if this is set: a scale of the chunk is not 1 */
    double hit[BATCH_CHUNK];       /* start of the earliest piece with a contact; +inf: none */
    double undecided[BATCH_CHUNK]; /* start of the earliest piece that is undecided; +inf: none */
    double lo[BATCH_CHUNK], hi[BATCH_CHUNK], w[2][BATCH_CHUNK]; /* of the hit */
    struct batch_list open;            /* queries that are not free by the sign of F or by axes */
    struct batch_list split[2];        /* pieces to be split: of this depth, of the next */
    struct batch_list roots;           /* pieces with one root */
    struct batch_list fine;            /* of these, whose root is to be bracketed again */
    uint64_t free_by_cubic, separated; /* queries found free by the sign of F, by axes */
};

/* solve: works on queries `from` to from + n - 1 of the source, n <= BATCH_CHUNK: sets all of r to free, and
 * hit, undecided and, of hits, lo, hi and w of those that stay in the list `open`, in ascending order. Of
 * these one is a hit if its earliest piece that is not free is one (hit < undecided), free if it has no such
 * piece, and else not decided.
 *
 * suspect: whether one of n queries of a mesh, each of four points, can have a problem. All are looked at
 * together: a look at each query alone costs half as much as its solution.
 *
 * round: rounds four vertices or more. False where that cannot be done: one is infinite, or they lie too
 * close together or too far apart. */
struct batch_kernel {
    bool (*suspect)(const struct ccdq_indexed *mesh, size_t first, size_t n);
    void (*solve)(const struct batch_source *source, size_t from, size_t n,
                  const struct ccdq_linear_options *options, struct batch *batch, struct ccdq_result *r);
    bool (*round)(const double (*vertex)[2][3], size_t vertices, batch_vertex *rounded);
};
extern const struct batch_kernel linear_batch_portable, linear_batch_avx2, linear_batch_avx512;

/* The one that suits these instructions (enum ccdq_simd). */
const struct batch_kernel *linear_batch(unsigned simd);

#endif
