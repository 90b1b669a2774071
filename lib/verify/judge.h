/* Judges answers: what a result says against the truth of its query, and the tally of a whole stream. */
#ifndef CCDQ_VERIFY_JUDGE_H
#define CCDQ_VERIFY_JUDGE_H

#include "../ccdq.h"
#include "errors.h"
#include "time.h"
#include <stdbool.h>

/* What is known of a query. */
struct verify_truth {
    uint64_t id;
    enum {
        TRUTH_NONE, /* nothing */
        TRUTH_FREE,
        TRUTH_HIT,
        TRUTH_NO_QUERY,  /* the query itself is bad (NaN, infinite, a negative separation): no answer but
                            `invalid` is right */
        TRUTH_UNDECIDED, /* whether there is a contact could not be told; but none comes before lo */
        TRUTH_GRAZING, /* the two come so near to a contact, and no nearer, that hit and free are both right;
                          no contact comes before lo */
    } what;
    bool timed;     /* t*, +inf where there is no contact, is in [lo, hi]; hi may be infinite */
    bool bracketed; /* by a search of limited precision, */
    bool wide;      /* which could not make it as narrow as wanted; */
    bool centred;   /* its middle is taken for t*, to measure errors of both signs */
    struct verify_time lo, hi;
};

/* The truth that a query carries. TRUTH_NONE when it carries none. */
struct verify_truth verify_truth_of_query(const struct ccdq_query *q);

/* Another result as the truth: its times bracket t*. unresolved and invalid say nothing. */
struct verify_truth verify_truth_of_result(const struct ccdq_result *r);

/* The truth by lib/exact, contacts sought in [0, tmax]; never TRUTH_NONE. */
struct verify_truth verify_truth_exact(const struct ccdq_query *q, double tmax, struct ccdq_workspace *ws);

/* The truth about two patches by a search of its own (lib/curved/bracket.h), of so many tests; 0: its
 * default. A hit has times in a bracket, which may be wide where no narrow one was found. Never TRUTH_NONE.
 */
struct verify_truth verify_truth_bracket(const struct ccdq_patch_query *q, uint32_t max_tests);

/* What the contact is that a hit names. */
struct verify_look {
    bool inside;        /* its parameters are in their domain. If not, the rest means nothing */
    double residual;    /* how far its two points are apart at toi_lo; NaN: not measured */
    bool near;          /* of patches and solids: they are as near as delta allows, */
    bool apart;         /* or they are not, for certain */
    double penetration; /* of solids: how deep the triangle is in at toi_lo, at most; NaN: not measured */
};

/* Is there a contact to look at: a hit of a query that is none too bad, by a method that names parameters? */
bool verify_can_look(const struct verify_truth *truth, const struct ccdq_result *r);

/* For a linear query the residual is as contact_residual has it; for patches the largest difference of the
 * coordinates, compared with delta exactly. verify_can_look. */
struct verify_look verify_look_linear(const struct ccdq_query *q, const struct ccdq_result *r);
struct verify_look verify_look_patches(const struct ccdq_patch_query *q, double delta,
                                       const struct ccdq_result *r);

/* What can be true of a query and its answers. Each id that came has exactly one of the kinds before
 * VERIFY_LATE; the others come on top. */
enum verify_kind {
    VERIFY_HIT,            /* a hit, rightly */
    VERIFY_FREE,           /* free, rightly */
    VERIFY_FALSE_NEGATIVE, /* free, but the truth is a hit */
    VERIFY_FALSE_POSITIVE, /* a hit, but the truth is free */
    VERIFY_NEAR,           /* a hit of what comes within delta at its time, but the truth is free */
    VERIFY_GRAZING,        /* a hit or free, and both are right */
    VERIFY_UNRESOLVED,
    VERIFY_INVALID,   /* the answer says so, or breaks the rules of a result record, or the query is bad */
    VERIFY_NO_TRUTH,  /* nothing is known of the truth */
    VERIFY_UNDECIDED, /* a hit or free, and which is right could not be told */
    VERIFY_MISSING,   /* a query without an answer */
    VERIFY_UNKNOWN,   /* an answer to an id that no query has */
    VERIFY_LATE,      /* toi_lo > t* or toi_hi < t*, for certain */
    VERIFY_OUTSIDE,   /* a hit with contact parameters outside their domain */
    VERIFY_APART,     /* a hit whose point is, or whose points are, farther apart than delta, for certain */
    VERIFY_WIDE,      /* judged by times that are wide apart: an answer a little off would not be seen */
    VERIFY_DOUBLE,    /* an id that came again in the truth or in the results; what came again is ignored */
    VERIFY_CONTACT_ALONE,  /* a contact (kind C) of an id without a result, or whose result is no hit */
    VERIFY_CONTACT_OTHER,  /* a contact with times or (but of solids) parameters other than its result's */
    VERIFY_CONTACT_NORMAL, /* a contact whose normal is not of length 1 */
    VERIFY_CONTACT_OFF,    /* a contact whose point is not on both primitives, or its distance not theirs */
    VERIFY_KINDS
};

struct verify_kind_words {
    const char *name;       /* "fn", for --list and JSON */
    const char *one, *many; /* "false negative", "false negatives" */
};
extern const struct verify_kind_words verify_kind_words[VERIFY_KINDS];

enum { VERIFY_FIRST_IDS = 10 };

/* Largest value, where, and sum over n values. */
struct verify_spread {
    uint64_t n, max_id;
    double max, sum;
};

enum { VERIFY_METHODS = 64 }; /* methods with numbers from here on, or without a name, count as unknown */

struct verify_tally {
    uint64_t count[VERIFY_KINDS];
    uint64_t first[VERIFY_KINDS][VERIFY_FIRST_IDS]; /* the smallest ids of each kind, ascending, */
    size_t listed[VERIFY_KINDS];                    /* and how many they are: an id counts once here */
    uint64_t method[VERIFY_METHODS];                /* answers by each method */
    struct verify_spread early; /* t* - toi_lo of right hits that are not late, t* taken as its lower bound */
    struct verify_spread late;  /* how late: toi_lo - t*, or t* - toi_hi; at least this much */
    struct verify_spread width; /* toi_hi - toi_lo of hits with a witness */
    struct verify_spread residual;    /* of verify_look, of hits that were looked at */
    struct verify_spread bracket;     /* how wide apart the times of the truth are, of hits in brackets */
    struct verify_spread penetration; /* of verify_look, of right hits where it was measured */
    struct verify_errors errors;      /* toi_lo - t* of right hits by a truth that is centred */
    uint64_t unanswered;              /* queries that touch, with an answer unresolved, invalid or missing */
    uint64_t no_time;                 /* hits that name no time: a foreign result may */
    uint64_t hits;                    /* answers that say so, rightly or not */
    uint64_t contacts;                /* of kind C that were judged, */
    uint64_t covered, last_covered; /* of so many hits, whose contacts come one behind the other; the last */
    uint64_t contacts_passed;       /* and those whose result came too long before them to be remembered */
};

/* Results of the method `unknown` come from foreign files. They have no contact parameters. Their hits may
 * have no time (both NaN), or one (both the same): it claims that no contact comes before it, not that it is
 * the time of contact.
 *
 * Judges r, adds it to the tally, and returns the set of its kinds, bit 1 << kind. look: what was seen of the
 * contact, or NULL. */
unsigned verify_judge(struct verify_tally *tally, const struct verify_truth *truth,
                      const struct verify_look *look, const struct ccdq_result *r);

/* Is a contact one of its query? */
enum verify_place { PLACE_UNKNOWN, PLACE_ON, PLACE_OFF };

/* Of a linear query: of the kind of its type, and contact_on_pair. */
enum verify_place verify_place_linear(const struct ccdq_query *q, const struct ccdq_contact *c);

/* Judges a contact against its result (NULL: there is none), adds it to the tally, and returns the set of its
 * kinds. */
unsigned verify_judge_contact(struct verify_tally *tally, const struct ccdq_contact *c,
                              const struct ccdq_result *r, enum verify_place place);

/* Counts one more id of a kind that needs no judging: missing, unknown, double. */
void verify_count(struct verify_tally *tally, enum verify_kind kind, uint64_t id);

/* How many queries the truth has: all that were judged, and the missing ones. */
uint64_t verify_queries(const struct verify_tally *tally);

struct verify_rules {
    bool strict;           /* a false positive is a fault too */
    bool allow_unresolved; /* unresolved is none */
};

/* Is this kind a fault by these rules? (VERIFY_NO_TRUTH is none: it is trouble.) */
bool verify_is_fault(enum verify_kind kind, const struct verify_rules *rules);

#endif
