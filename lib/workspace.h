/* The workspace behind ccdq.h's opaque type: one a thread. */
#ifndef CCDQ_WORKSPACE_H
#define CCDQ_WORKSPACE_H

#include "ccdq.h"
#include "curved/queue.h"
#include "linear/boxes.h"
#include "sdf/certified.h"

struct batch;       /* lib/linear/batch.h: what the stages of a batch leave for each other */
struct subdivision; /* lib/curved: what the baselines work on */
struct exact_state; /* lib/exact: GMP integers kept between queries */

struct ccdq_workspace {
    struct ccdq_stage stage[CCDQ_MAX_STAGES];
    struct exact_state *exact;
    struct box_queue boxes; /* of the searching methods; takes memory when first used */
    struct batch *batch;
    float (*rounded)[2][3];         /* of `certified`: vertices of a mesh; takes memory when first used */
    size_t rounded_room;            /* so many vertices */
    struct patch_store patch_store; /* of the searches for patches; both take memory when first used */
    struct patch_queue patch_queue;
    struct patch_units
        patch_units; /* of the last pair: its nets are there for the next one of these shapes */
    struct subdivision *subdivision;
    struct sdf_queue sdf_queue; /* of the search for a mesh; takes memory when first used */
    uint64_t starved;           /* answers that are unresolved since memory was out */
};

/* lib/exact */
struct exact_state *exact_state_new(void);
void exact_state_free(struct exact_state *state);

#endif
