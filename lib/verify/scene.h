/* What ccd-patch --scene says about a scene, judged: by the bracket of each pair (lib/scene/bracket.h), by
 * the surfaces at the points that are reported, and by what the scene's author knows. Nothing of the solver
 * is used. */
#ifndef CCDQ_VERIFY_SCENE_H
#define CCDQ_VERIFY_SCENE_H

#include "../ccdq.h"
#include "../scene/scene.h"

struct scene_rules {
    double slack; /* until so much of the scene's time before a first contact there is shown to be none */
    double simultaneity; /* as they were given to the solver; 0: what it takes by default */
    double separation, accuracy;
    uint64_t max_looks; /* of the bracket at boxes, a pair; 0: the default */
    bool whole; /* a search is about all pairs of its scene: what is expected of the scene holds for it */
};

#define VERIFY_SCENE_SLACK 1e-3

/* A search, its result, and the contacts with its id. */
struct scene_claim {
    const struct scene *scene;
    uint32_t first_pair, pairs; /* of the scene, that it is about */
    const struct ccdq_result *result;
    const struct ccdq_contact *contact;
    size_t contacts;
};

enum scene_fault {
    SCENE_FALSE_NEGATIVE, /* free, but a contact is proven */
    SCENE_LATE,           /* a contact before toi_lo is proven */
    SCENE_FALSE_POSITIVE, /* a pair has contacts, but it is proven to have none until behind them */
    SCENE_OVERLAP_MISSED, /* two bodies overlap at the start, which is not said */
    SCENE_OVERLAP_FALSE,  /* they do not, but it is said */
    SCENE_BROKEN,         /* the result is none: times in no order, or out of the scene's time */
    SCENE_CONTRADICTION,  /* a contact does not go with the result */
    SCENE_NO_PIECE,       /* it is of bodies or pieces that there are not, or of a pair that is not tested */
    SCENE_OFF,            /* its point is on one of the surfaces not within its distance */
    SCENE_FAR,            /* its distance is larger than the accuracy */
    SCENE_NORMAL,         /* not of length 1, not normal to a surface, or from b to a */
    SCENE_NO_NORMAL,      /* it is said that there is none, but both surfaces have one */
    SCENE_CLOSE,          /* singular contacts are nearer to each other than the separation */
    SCENE_TWICE,          /* unique contacts are the same one */
    SCENE_EXPECTED_TIME,  /* what is expected of the scene is not so: the time; */
    SCENE_EXPECTED_FREE,  /* there is none; */
    SCENE_EXPECTED_OVERLAP,
    SCENE_EXPECTED_POINTS, /* how many there are */
    SCENE_UNCOVERED,       /* a part of the set that is expected is farther than 2 D from each contact */
    SCENE_STRAY,           /* a contact is farther than 2 D from that set */
    SCENE_UNRESOLVED,
    SCENE_INVALID,
    /* Of whole streams: */
    SCENE_MISSING,
    SCENE_DOUBLE,
    SCENE_UNKNOWN, /* a search without a result, with several; a record of none */
    SCENE_FAULTS
};

/* One of them: what is wrong about which bodies. */
struct scene_complaint {
    enum scene_fault fault;
    const struct scene_body *body[2];   /* NULL: the whole scene */
    const struct ccdq_contact *contact; /* or NULL */
    double is, should; /* what it is, and what it is held against; NaN where there is no such thing */
};
typedef void scene_complain(void *context, const struct scene_complaint *complaint);

/* A pair that could not be proven to be without contact as long as asked. */
struct scene_unproven {
    const struct scene_body *body[2];
    double until, proven; /* asked; none before this */
};
typedef void scene_admit(void *context, const struct scene_unproven *unproven);

struct scene_tally {
    uint64_t fault[SCENE_FAULTS];
    uint64_t searches, free, hits;
    uint64_t pairs, proven;       /* looked at for a contact too early, and shown to have none; */
    double part;                  /* sum of the parts of the times that were, 1 each where all was */
    uint64_t touching, confirmed; /* pairs with contacts; those for which one was proven near the first */
    uint64_t overlaps;
    uint64_t points, unique; /* contacts whose point was looked at */
    uint64_t expected;       /* scenes of which something is known */
    uint64_t sampled;        /* points of expected sets */
    uint64_t looks;
};

struct scene_judge {
    const struct scene_rules *rules;
    struct scene_tally *tally;
    scene_complain *complain;
    scene_admit *admit;
    void *context;
};

/* Judges one search with a result. false: memory is out. */
bool verify_scene(const struct scene_judge *judge, const struct scene_claim *claim);

/* ---- Parts of it ---- */

void scene_complain_about(const struct scene_judge *judge, enum scene_fault fault,
                          const struct scene_claim *claim, const struct ccdq_contact *contact, double is,
                          double should);
void scene_complain_of_pair(const struct scene_judge *judge, enum scene_fault fault,
                            const struct scene_claim *claim, uint32_t pair, double is, double should);

/* The number of the pair that a contact is of; UINT32_MAX: it is none of the search. */
uint32_t scene_pair_of(const struct scene_claim *claim, const struct ccdq_contact *contact);
static inline bool scene_is_overlap(const struct ccdq_contact *contact)
{
    return contact->kind == CCDQ_CONTACT_OVERLAP;
}

double scene_simultaneity(const struct scene_judge *judge, const struct scene *scene);

/* When the contact may be: a unique one within its times, a singular one within the simultaneity of toi_lo.
 */
struct interval scene_contact_time(const struct scene_judge *judge, const struct scene_claim *claim,
                                   const struct ccdq_contact *contact);

/* The face of a piece of a body that is no implicit one; SIZE_MAX: there is no such piece. */
size_t scene_face_of(const struct scene_body *body, uint32_t element);

/* Bounds of the size of the smaller body of a pair: the distance of two of its points, the diagonal of a box
 * around it. 1 where neither has an end, as for the solver. scene_size.c */
struct interval scene_pair_size(const struct scene *scene, uint32_t pair);

bool verify_scene_pairs(const struct scene_judge *judge, const struct scene_claim *claim); /* scene_pairs.c */
void verify_scene_points(const struct scene_judge *judge,
                         const struct scene_claim *claim); /* scene_points.c */
bool verify_scene_expected(const struct scene_judge *judge,
                           const struct scene_claim *claim); /* scene_expected.c */

#endif
