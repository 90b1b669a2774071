/* The search of Figure 6 of Snyder et al. 1993: boxes of all problems in one queue, narrowed, split, and left
 * out when nothing can be in them, or nothing that is not later than what is known; and what it finds.
 *
 * A contact is a solution of a problem: of its rows of contact and tangency, and of what must hold beside. u
 * is a time at which the bodies of some pair are proven to have a point in common: the first contact is not
 * later. */
#ifndef CCDQ_SCENE_SEARCH_H
#define CCDQ_SCENE_SEARCH_H

#include "newton.h"
#include "search_queue.h"
#include "solve.h"

enum { SEARCH_NO_CONTACT = SIZE_MAX };

/* What is to know of a pair of bodies. */
struct search_pair {
    uint32_t pair; /* of the scene */
    bool apart;    /* at the start, proven, and nothing is tracked: no point that both bodies have is earlier
                      than their first contact, so that any such point bounds it */
    double separation; /* delta and gamma of struct scene_options */
    double accuracy;
    size_t last; /* of its contacts, or SEARCH_NO_CONTACT */
};

struct search_task {
    const struct problem *problem;
    size_t pair; /* of the search */
};

/* A contact that was found, or a region that is known to hold none. */
struct search_contact {
    const struct problem *problem;
    size_t pair, before;  /* the contact of the pair before this one, or SEARCH_NO_CONTACT */
    bool unique;          /* no other contact is in `region` */
    bool proven;          /* of a unique one: that it is a contact, and one of outsides */
    bool none;            /* not even one */
    struct region region; /* of a singular one: a box that may hold it */
    struct region at;     /* the contact, nearly a point */
    double x[3];          /* where it is in the world */
    double time;          /* at which the pieces are nearest there, or the end of `region`'s time */
    double lo;            /* no contact that this one stands for is earlier: proven */
    double hi; /* the bodies have a point in common here not later than this, proven, or INFINITY */
};

struct search {
    const struct scene_options *options; /* simultaneity: set; max_iter and max_mem as well */
    struct interval time;                /* of the scene */
    struct search_pair *pair;            /* the caller's */
    struct search_task *task;
    size_t tasks;
    struct problem_work *work;

    struct search_queue queue, later; /* `later`: left out near singular contacts (search_sharpen.c) */
    struct search_contact *contact;
    size_t contacts, room;
    double u;
    double near; /* certified: the end of the earliest contact without proof; it is followed for as long as it
                    takes to say that others are simultaneous, or not */
    uint64_t iterations, looks;
    size_t waiting;
    bool spent;      /* the budget, or memory; or it is `stuck` */
    bool stuck;      /* a box is left that cannot be split in doubles; there was budget and memory for more */
    bool no_memory;  /* of the system */
    double left_out; /* boxes that were not looked at begin not earlier; INFINITY: there are none */
};

/* Looks at all boxes, from the domains of the tasks on. What is in the search but the caller's is zero
 * before; search_free afterwards. */
void search_run(struct search *search);
void search_free(struct search *search);

/* ---- Parts of the search; between upward_begin and upward_end ---- */

/* Contacts later than this are not looked for. */
double search_limit(const struct search *search);

/* What is asked of a problem's equations. */
unsigned search_ask(const struct search *search);

static inline ival box_time(const struct search *search, const struct search_box *box)
{
    return box->x.x[search->task[box->task].problem->variables - 1];
}

/* Puts a box into the queue, if it is not too late. */
void search_push(struct search *search, struct search_box *box);

/* Whether a box may hold a contact, at a glance; may make its time shorter. */
bool search_possible(struct search *search, struct search_box *box);

/* One half of a box along a variable. */
struct search_box search_half(const struct search_box *box, unsigned variable, int side);

/* Halves a box along a variable, and queues what may hold a contact of the two halves. */
void search_split(struct search *search, const struct search_box *box, unsigned variable);

/* Narrows a box by its equations as the options have it (BEST: Linear_Solve); false: there is nothing in it.
 */
bool search_narrow(const struct search *search, const struct equations *eq, struct region *box);

/* The variable along which a box is best split: where the contact rows change the most; relatively to the
 * domain where they have no bounds, or where it is wider by far. false: none can be split. */
bool search_widest(const struct problem *p, const struct region *box, const double *spread,
                   unsigned *variable);

/* Ends the search: of a box nothing will ever be known, as at a point where a surface goes to infinity. */
void search_give_up(struct search *search, const struct search_box *box);

/* One box, by the default method and as the paper has it (search_certified.c, search_paper.c). */
void search_certified(struct search *search, struct search_box *box);
void search_paper(struct search *search, struct search_box *box);

/* ---- Contacts (search_contacts.c) ---- */

/* Adds a contact: problem, pair, unique, proven, none, region, at, time, lo, hi are set. Lowers u, or `near`.
 */
void search_add(struct search *search, const struct search_contact *contact);

/* Whether a box need not be looked at: it lies in the region of a unique contact, or its world within the
 * separation (twice that at most) of a singular one which is not more than `early` later. */
bool search_covers(struct search *search, const struct search_box *box, double early);

/* Whether a contact there would say nothing new. */
bool search_knows(const struct search *search, const struct search_task *task,
                  const double at[PROBLEM_VARIABLES], const double x[3]);

/* ---- Points and small boxes (search_plausible.c) ---- */

/* A box about a point, within the domain, as wide as rounding makes it. */
struct region search_about(const struct problem *p, const double x[PROBLEM_VARIABLES]);

/* Whether a box that is nearly a point may hold a contact. Of one at a pole of a face it is asked whether it
 * is one for all directions from there. */
bool search_plausible(struct search *search, const struct search_task *task, const struct region *box);

/* ---- Isolated contacts (search_isolated.c) ---- */

enum search_isolation {
    SEARCH_ISOLATED, /* proven */
    SEARCH_SINGULAR, /* the equations are too many, or nearly dependent */
    SEARCH_UNKNOWN,  /* perhaps in a smaller box */
};

/* Whether a root near the point x is the only one in a box about it that is as wide as the given one, or a
 * sixty-fourth of that: adds it as a contact, or that it is none. */
enum search_isolation search_isolated(struct search *search, const struct search_box *box,
                                      const double x[PROBLEM_VARIABLES]);

/* ---- How early a singular contact may be (search_sharpen.c) ---- */

/* Leaves a box out near a contact: for later, or if it is late enough at once. */
void search_defer(struct search *search, const struct search_box *box, size_t contact);

/* Looks at what was left out, and sets lo of the contacts. */
void search_sharpen(struct search *search);

/* ---- What was found (search_results.c) ---- */

/* false: memory is out. */
bool search_results(const struct search *search, struct scene_found *found);

#endif
