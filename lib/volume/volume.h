/* All contacts of a deforming mesh in one step of time (Tang et al. 2011).
 *
 * Node k moves from x0[k] to x1[k] on a line, in t from 0 to 1. What is found, each once:
 * - vf, ee: a vertex and a triangle, or two edges, of the mesh's features (lib/mesh/features.h) that touch at
 *   some t in [0, 1], by lib/exact. The two have no node in common, and no single element has both. A vertex
 *   that no element has is none of them.
 * - inversion: an element of which two such features of its own (no node in common) touch; the first time of
 *   it. For a tetrahedron: its volume is 0 at that time. Shells cannot invert.
 * - initial overlap: two elements without a common node, one of them at least no shell, that share a point at
 *   t = 0, also where one lies whole within the other. An element is its triangles and, of no shell, all that
 *   these wind around. (Features that touch at t = 0 are vf and ee contacts besides.)
 *
 * Which of these are found depends on the mesh and the two positions only, not on the method, its cullings,
 * or how elements and nodes are numbered (but a warped quad's diagonal begins at its smallest node). */
#ifndef CCDQ_VOLUME_H
#define CCDQ_VOLUME_H

#include "../ccdq.h"
#include "../mesh/features.h"

enum volume_method {
    VOLUME_VOLCCD, /* 16-DOP hierarchy, separating axes, O-Sets, dynamic assignment */
    VOLUME_NAIVE,  /* NavCCD: the hierarchy alone; all features of each pair of elements it leaves */
    VOLUME_HASH,   /* HashCCD: spatial hashing instead of the hierarchy */
};

struct volume_options {
    enum volume_method method;
    bool csat, oset, assign; /* the cullings of VOLUME_VOLCCD; each alone changes no contact */
    bool boundary;           /* only vertices, edges and triangles on the boundary, overlaps of elements with
                                a vertex there, and no inversions */
    bool candidates;         /* instead of contacts: the pairs that would be tested exactly, each once
                                (volume_take gets vf and ee contacts without times, verdict unresolved) */
    unsigned simd;           /* enum ccdq_simd; changes no contact */
    size_t max_mem; /* bytes of the lists of VOLUME_HASH; 0: the default. Pairs are never all stored */
};
extern const struct volume_options volume_defaults;

/* What depends on the mesh alone, not on positions: features, which elements are adjacent and, from the first
 * step on that uses it, the O-Set. It stays the same from step to step. */
struct volume_model;

/* The mesh stays the caller's and as it is; its elements passed mesh_check_element up to the positions. NULL:
 * memory is out. */
struct volume_model *volume_model_new(const struct mesh *mesh);
void volume_model_free(struct volume_model *model);
const struct mesh_features *volume_model_features(const struct volume_model *model);

/* Calls part(context, i) once for each i below n, in any order, and as many at a time as it likes. false:
 * memory is out, and not all were called. */
typedef bool volume_spread(void *crew, size_t n, void (*part)(void *context, size_t i), void *context);

/* Makes the model ready for a step: bounding volumes, refit or built anew; what can be done at a time is
 * spread over the crew, or, with NULL for both, is not. Positions are finite; the arrays stay as they are
 * while tasks run. false: memory is out. */
bool volume_step(struct volume_model *model, const double (*x0)[3], const double (*x1)[3],
                 const struct volume_options *options, volume_spread *spread, void *crew);

/* The step's work is cut into tasks, which may run in several threads at once, each with its own workspace.
 * The contacts of all tasks, in the order of the tasks, are those of the step; no task's depend on the
 * others. */
size_t volume_tasks(const struct volume_model *model);

/* What was done, for --stats and Tables I to III of the paper. */
struct volume_counts {
    uint64_t element_pairs, adjacent_pairs; /* that the broad phase left */
    uint64_t csat_pairs;                    /* of those, that no separating axis told apart */
    uint64_t vf_tests, ee_tests;            /* elementary tests of pairs of features */
    uint64_t exact_tests;                   /* of those, that needed lib/linear or lib/exact */
    uint64_t vf, ee, overlaps, inversions;  /* contacts */
};
void volume_counts_add(struct volume_counts *sum, const struct volume_counts *more);

/* Gets a contact with all fields set but id and step (0): part of a and b as mesh->part has it, element as
 * its place in the mesh, not mesh->number (of a feature that several elements have: the smallest of those
 * that can be named without naming one element or two adjacent ones, if there are such), nodes, kind, flags,
 * times, w, x, n, distance, speed. a is the vertex of vf, and the edge with the smaller nodes of ee; nodes of
 * a feature ascend. An inversion has the element as a and b, and the nodes and parameters of its first pair;
 * an overlap has no nodes and no parameters, and a < b. false stops the task. */
typedef bool volume_take(void *context, const struct ccdq_contact *c);

/* false: stopped, or memory is out. */
bool volume_task(const struct volume_model *model, size_t task, volume_take *take, void *context,
                 struct volume_counts *counts, struct ccdq_workspace *ws);

/* Whether a contact comes before another: by toi_lo, then by kind, nodes and elements. One whose verdict is
 * CCDQ_FREE stands for none, and comes last. */
bool volume_earlier(const struct ccdq_contact *a, const struct ccdq_contact *b);

/* The first contact of the step alone, without all others. As many as like may look for it, each with a
 * contact of its own, whose verdict is CCDQ_FREE at first: the earliest of theirs is it when each number
 * below volume_tasks() was given to one of them, best in ascending order. What one has found spares the
 * others work, so that counts depend on who is faster; the first contact does not. NULL, false: memory is
 * out. */
struct volume_first;
struct volume_first *volume_first_new(const struct volume_model *model);
void volume_first_free(struct volume_first *first);
bool volume_first_task(struct volume_first *first, size_t i, struct ccdq_contact *c,
                       struct volume_counts *counts, struct ccdq_workspace *ws);

#endif
