/* The pairs of patches that the bench of ccd-patch solves. */
#ifndef CCDQ_PATCH_SETS_H
#define CCDQ_PATCH_SETS_H

#include "../../lib/ccdq.h"

struct patch_set {
    char name[CCDQ_SHAPE_WORD]; /* of the shape that both patches have */
    int generated;              /* 0: read from a file of $CCDQ_BENCH_DATA */
    struct ccdq_patch_query *q;
    size_t n;
    double *numbers;
};

/* 1,000 random pairs, drawn as in section 5.1 of the paper: those of $CCDQ_BENCH_DATA/curved/rand_SHAPE.dat
 * where that is there, else generated ones. */
void patch_set_load(struct patch_set *set, const char *shape);
void patch_set_free(struct patch_set *set);

#endif
