/* Test cases from counter-based random numbers: a record is a pure function of (family, seed, id). */
#ifndef CCDQ_GEN_H
#define CCDQ_GEN_H

#include "../ccdq.h"

/* A family of linear queries, for vertex-face and edge-edge alike. */
struct gen_family {
    const char *name;    /* NULL ends the table */
    const char *summary; /* one line for --family help */
    /* Fills q->x (and nothing else) for q->type, q->id. */
    void (*make)(struct ccdq_query *q, uint64_t seed);
};
extern const struct gen_family gen_linear_families[]; /* the default first */

/* Query `id` of a family: all fields set, no truth. */
void gen_linear(const struct gen_family *family, unsigned type, uint64_t seed, uint64_t id,
                struct ccdq_query *q);

#endif
