/* Contacts of moving meshes, to be judged: what each is about, all there are by lib/exact, and which of them
 * one list has and another has not. */
#ifndef CCDQ_VERIFY_VOLUME_H
#define CCDQ_VERIFY_VOLUME_H

#include "../ccdq.h"
#include "../mesh/features.h"
#include "time.h"

/* One contact that is there, or is said to be; or that a step has any. */
enum { VOLUME_ANY = CCDQ_CONTACT_PP + 1, VOLUME_KINDS };
struct volume_fact {
    uint32_t step;
    uint32_t kind;  /* CCDQ_CONTACT_VF, _EE, _OVERLAP or _INVERSION, or VOLUME_ANY */
    uint32_t id[4]; /* vf: the vertex, then the face's nodes ascending; ee: the nodes of each edge ascending,
                       and the edges; overlap: two elements, ascending; inversion: one. The rest is 0 */
    bool timed;     /* the first time of it is in [lo, hi] */
    struct verify_time lo, hi;
    bool absent; /* of a truth: there is no such contact */
};

/* Fills step, kind and id from nodes and elements in any order. */
void volume_fact_name(struct volume_fact *fact, uint32_t step, unsigned kind, const uint32_t node[4],
                      const uint32_t element[2]);

/* By step, kind and id: negative, 0, positive. */
int volume_fact_order(const struct volume_fact *a, const struct volume_fact *b);

/* false stops. */
typedef bool volume_fact_take(void *context, const struct volume_fact *fact);

/* A mesh between two times, whose positions are finite. */
struct volume_motion {
    uint32_t step; /* its number in facts */
    const struct mesh *mesh;
    const struct mesh_features *features;
    const double (*x0)[3], (*x1)[3];
    bool
        boundary; /* only features on the boundary, overlaps of elements with a vertex there, no inversions */
};

/* How many pairs of features there are to look at. */
double volume_exact_pairs(const struct volume_motion *motion);

/* All contacts as lib/volume/volume.h defines them, by looking at each pair of features and of elements with
 * lib/exact; those whose boxes are apart are passed over. Elements are named by their place in the mesh.
 * false: stopped, or memory is out. */
bool volume_exact(const struct volume_motion *motion, volume_fact_take *take, void *context,
                  struct ccdq_workspace *ws);

/* volume_overlap.c: whether two elements share a point at t = 0. An element is its surface and all that
 * this winds around. */
bool volume_exact_overlap(const struct volume_motion *motion, size_t e1, size_t e2,
                          struct ccdq_workspace *ws);

/* ---- Judging ---- */

enum volume_fault {
    VOLUME_RIGHT,    /* in both */
    VOLUME_MISSING,  /* in the truth only: a false negative */
    VOLUME_EXTRA,    /* a contact that is not in the truth, or is denied there: a false positive */
    VOLUME_MISTIMED, /* in both, but the times exclude each other */
    VOLUME_DOUBLE,   /* found again */
    VOLUME_FAULTS
};

struct volume_tally {
    uint64_t count[VOLUME_KINDS][VOLUME_FAULTS];
};

/* Gets each contact that is not right; *truth is NULL for one that the truth does not name. */
typedef void volume_fault_take(void *context, enum volume_fault fault, const struct volume_fact *fact,
                               const struct volume_fact *truth);

/* Judges what was found against the truth. Sorts both. What came again in the truth counts once. `kinds`: the
 * kinds of contacts that the truth knows of, the sum of 1 << kind; others are passed over. */
void volume_judge(struct volume_fact *truth, size_t n_truth, struct volume_fact *found, size_t n_found,
                  unsigned kinds, struct volume_tally *tally, volume_fault_take *take, void *context);

#endif
