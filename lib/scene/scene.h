/* Bodies that move and deform, and which of them may touch: what a scene file says (ccd-scene(5)), in the
 * form that the solver takes.
 *
 * A body is made of smooth pieces. Of a parametric one: faces (u, v, t) -> x, y, z over rectangles, edges
 * along borders of faces, vertices at corners of faces (Snyder et al. 1993, Appendix A). Of an implicit one:
 * the zero sets of its leaves, functions of x, y, z, t which are positive outside (section 2.2, with unions,
 * intersections and differences of them); where several leaves meet are its edges and vertices. */
#ifndef CCDQ_SCENE_H
#define CCDQ_SCENE_H

#include "tape.h"

enum { SCENE_NO_FACE = UINT32_MAX };

struct scene_face {
    char *name;       /* as messages and pictures name it */
    struct tape map;  /* 3 variables; outputs x, y, z in the world */
    struct tape rest; /* the same before the body moves as a rigid one: |map - origin| = |rest| */
    struct interval u, v;
    bool inward; /* of a solid: Su x Sv points into it */
};

/* The four borders of a face. */
enum scene_border { SCENE_U0, SCENE_U1, SCENE_V0, SCENE_V1 };

/* A border of a face, over its whole length, which its body is not smooth across, or ends at. */
struct scene_edge {
    uint32_t face; /* of the body */
    uint8_t border;
    /* The face beyond it, and which of its borders this is, or SCENE_NO_FACE. At the same fraction of their
     * lengths the borders are at the same point, from the other end if `reversed`. */
    uint32_t other;
    uint8_t other_border;
    bool reversed;
};

/* A corner of a face. */
struct scene_vertex {
    uint32_t face;
    bool at_u1, at_v1; /* which one */
};

struct scene_body {
    char *name;
    bool implicit;
    /* Whether it is a solid: its normals (of faces, or gradients) tell what is outside. Else a sheet, which
     * has two sides that are alike: no contact of it is told to be incoming by its normals. */
    bool solid;

    /* Parametric. `origin` has outputs x, y, z, of t alone (variable 2): where the body's own origin is. */
    struct scene_face *face;
    size_t faces;
    struct scene_edge *edge;
    size_t edges;
    struct scene_vertex *vertex;
    size_t vertices;

    /* Implicit. Outputs of `map`: the function of the whole body, then its leaves, each positive outside of
     * the whole body as far as it bounds that (of a difference A - B, B's leaves are negated); of a body with
     * one leaf both are the same node. `place` has outputs x, y, z of the world as functions of x, y, z
     * (linear in them), t of the body's own space, where nothing of the body is looked at outside `box`
     * (infinite: it has no end there). */
    struct tape map, place;
    struct interval box[3];

    struct tape origin;
};

/* Contacts of the pair within `radius` of the point x, y, z (outputs of `at`, of t = variable 2) are known
 * already, and not looked for (Eq. 7). */
struct scene_track {
    uint32_t body[2];
    struct tape at;
    double radius;
};

/* What the scene's author knows to be so; for ccd-verify. */
struct scene_expected {
    bool time_known, free, overlap; /* free: no contact; overlap: some pair overlaps at the start */
    struct interval time;           /* of the first contact */
    uint64_t points;                /* how many isolated points; 0: not said */
    struct scene_face *set;         /* all contact points at the first time: of u, v (and t) */
    size_t sets;
};

struct scene {
    char *name; /* "" if it has none */
    struct interval time;
    double simultaneity, separation; /* 0: not said; section 3.2: epsilon in time, delta in space */
    struct scene_body *body;
    size_t bodies;
    uint32_t (*pair)[2]; /* of bodies, each a < b once, in ascending order */
    size_t pairs;
    struct scene_track *track;
    size_t tracks;
    struct scene_expected expected;
};

/* Frees what it holds, names and tapes too. */
void scene_free(struct scene *scene);

/* ---- For who makes scenes ---- */

void scene_face_free(struct scene_face *face);
void scene_body_free(struct scene_body *body);

/* Copies name, map, rectangle and side of a face. false: memory is out; free the body in any case. */
bool scene_face_copy(struct scene_face *face, const struct scene_face *from);

/* Room for so many in lists that are empty; the counts stay 0. false: memory is out. */
bool scene_body_room(struct scene_body *body, size_t faces, size_t edges, size_t vertices);

/* A list of n things of this size, with room for one more; NULL: memory is out, and the list is as it was. */
void *scene_grow(void *list, size_t n, size_t size);

/* Makes all outputs of `from` outputs of `to`, with variable k replaced by node input[k]; and finishes it.
 * false: memory is out. */
bool scene_graft_outputs(struct tape *to, const struct tape *from, const int *input);

#endif
