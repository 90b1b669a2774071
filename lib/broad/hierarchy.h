/* A hierarchy of moving 16-DOPs over items: leaves of 16 in the order of Morton's curve, and above them level
 * by level nodes of two. */
#ifndef CCDQ_HIERARCHY_H
#define CCDQ_HIERARCHY_H

#include "dop.h"

enum { HIERARCHY_LEAF = 16, HIERARCHY_LEVELS = 32 };
#define HIERARCHY_NONE UINT32_MAX

struct apart_kernel;

struct hierarchy {
    size_t items, leaves;
    uint32_t *item; /* of each place in the leaves: place p is in leaf p / 16; HIERARCHY_NONE at the end */
    struct moving_dop *dop;  /* of each place, the caller's to set */
    struct moving_dop *node; /* level by level, the leaves first */
    int levels;
    size_t first[HIERARCHY_LEVELS + 1]; /* node[first[l]] .. node[first[l + 1] - 1] are those of level l */
    double size;                        /* of the leaves when they were made, see hierarchy_worn */
    const struct apart_kernel *kernel;  /* may be set to another one at any time */
};

/* Two nodes of one level, or one and itself. */
struct hierarchy_pair {
    uint32_t level, a, b;
};

/* Makes a hierarchy of items with these DOPs; simd: the instructions to use from now on, enum ccdq_simd.
 * false, and nothing to free: memory is out. */
bool hierarchy_make(struct hierarchy *tree, const struct moving_dop *item, size_t items, unsigned simd);
void hierarchy_free(struct hierarchy *tree);

/* Sets a leaf by the DOPs of its places; then, when all leaves are set, the other nodes. */
void hierarchy_refit_leaf(struct hierarchy *tree, size_t leaf);
void hierarchy_refit(struct hierarchy *tree);

/* Whether the leaves have grown so much since the hierarchy was made that it should be made anew. */
bool hierarchy_worn(const struct hierarchy *tree);

/* Writes node pairs that have between them all pairs of leaves that are not apart, in the order of the
 * hierarchy: at least `enough` of them, where there are, and at most 4 `enough`. Returns how many. */
size_t hierarchy_cut(const struct hierarchy *tree, struct hierarchy_pair *pair, size_t enough);

/* Gets two leaves that are not apart, or twice the same; false ends the walk. */
typedef bool hierarchy_visit(void *context, uint32_t a, uint32_t b);

/* Visits all pairs of leaves below a pair of nodes that are not apart, a <= b. Whether it came to the end. If
 * *until, which the visits may make smaller, is below 1, only those that may touch before it are visited. */
bool hierarchy_walk(const struct hierarchy *tree, const struct hierarchy_pair *pair, const float *until,
                    hierarchy_visit *visit, void *context);

/* The pairs of items of two leaves that are not apart: bit j of mask[i] for place i of leaf a and place j of
 * leaf b; of a leaf and itself only j > i. If until is below 1, those that may touch before it. Whether there
 * are any; the masks are not set if not. */
bool hierarchy_leaves(const struct hierarchy *tree, uint32_t a, uint32_t b, float until,
                      uint16_t mask[HIERARCHY_LEAF]);

/* About when two nodes first touch, 0 for one and itself: an estimate. */
float hierarchy_entry(const struct hierarchy *tree, const struct hierarchy_pair *pair);

#endif
