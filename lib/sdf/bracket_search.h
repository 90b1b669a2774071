/* The search of the bracket: what it keeps, how it looks at parts of the triangle, where it seeks witnesses.
 */
#ifndef CCDQ_SDF_BRACKET_SEARCH_H
#define CCDQ_SDF_BRACKET_SEARCH_H

#include "bracket.h"
#include "bracket_motion.h"
#include "bracket_tree.h"
#include "../num/heap.h"

/* Edge 0, 1, 2 is opposite to that corner. */
enum bracket_split { SPLIT_EDGE, SPLIT_TIME = 3, SPLIT_NONE };

/* A cell: a part of the triangle, and the times that are left to it. */
struct bracket_part {
    struct bracket_place corner[3];
    double begin, end; /* of the times that are left */
    double low;        /* phi over the part at `begin` is at least this, */
    double high;       /* and at some corner at most this */
    uint8_t split;     /* enum bracket_split: what makes its bounds loose; SPLIT_NONE: nothing but rounding */
    uint8_t lowest;    /* corner, by guess */
    uint16_t depth;
};

enum { MOMENTS = 4 };

struct bracket_search {
    const struct sdf_case *of;
    struct bracket_motion motion;
    struct bracket_moment moment[MOMENTS]; /* the last ones that were asked for, */
    int moments;                           /* and how many there were */
    double level, best;                    /* a contact comes not later than best, */
    struct bracket_place witness;          /* where there is one then; */
    bool any;                              /* and any one is enough */
    uint32_t tests, max_tests, next_dive;
    heap_before *before;
    struct bracket_part *heap;
    size_t n, room;
};

/* A search for phi <= level of so many tests, 0: the default; without parts. Free its heap. */
void bracket_begin(struct bracket_search *s, const struct sdf_case *c, double level, uint32_t max_tests);

/* ---- Parts ---- */

/* Orders of the heap: the one that begins first, of several the deepest; the one that is lowest. */
heap_before bracket_begins_before, bracket_is_lower;

/* False: memory is out; there is none. */
bool bracket_push(struct bracket_search *s, const struct bracket_part *part);
bool bracket_pop(struct bracket_search *s, struct bracket_part *part);

/* The whole triangle. */
struct bracket_part bracket_whole(double begin, double end);

/* Makes two of a part, as its `split` says. */
void bracket_halve(const struct bracket_part *part, struct bracket_part half[2]);

/* ---- Looking at them ---- */

/* phi over the part from begin to end, or with FORM_START at begin; phi at a point. */
struct form bracket_phi_over(struct bracket_search *s, const struct bracket_place corner[3], double begin,
                             double end, int extent);
struct interval bracket_phi_at(struct bracket_search *s, struct bracket_place place, double t);

/* Sets low, high, lowest and split from phi at the part's begin; bracket_look evaluates it first. */
void bracket_look_at(const struct bracket_search *s, struct bracket_part *part, const struct form *f);
void bracket_look(struct bracket_search *s, struct bracket_part *part);

/* ---- Witnesses (bracket_witness.c): these lower `best` ---- */

/* At some places of the part, from its begin on. */
void bracket_seek(struct bracket_search *s, const struct bracket_part *part);

/* Where phi is lowest a little behind the part's begin. */
void bracket_dive(struct bracket_search *s, struct bracket_part part);

/* At later and later times, until there is one. */
void bracket_seek_behind(struct bracket_search *s, double begin);

#endif
