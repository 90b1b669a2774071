/* Pairs of bodies of a scene: whether there is a contact before the one that is claimed, whether that is one,
 * and how they start. */
#include "../scene/bracket.h"
#include "scene.h"
#include <math.h>

/* ---- What is claimed of a pair ---- */

static bool is_of(const struct scene_claim *claim, uint32_t pair, const struct ccdq_contact *c)
{
    const uint32_t *body = claim->scene->pair[pair];
    return c->part[0] == body[0] && c->part[1] == body[1];
}

static bool is_said_to_overlap(const struct scene_claim *claim, uint32_t pair)
{
    for (size_t i = 0; i < claim->contacts; i++)
        if (scene_is_overlap(&claim->contact[i]) && is_of(claim, pair, &claim->contact[i])) return true;
    return false;
}

/* ---- How it starts ---- */

/* Whether the boundaries meet at the start: 1 for certain, 0 for certain not, -1 not known. */
static int boundaries_meet(const struct scene_judge *judge, const struct scene *scene, uint32_t pair,
                           bool *good)
{
    struct bracket_answer a;
    *good = bracket_pair(scene, pair, scene->time.lo, judge->rules->max_looks, &a);
    if (!*good) return -1;
    judge->tally->looks += a.looks;
    return a.contact < INFINITY ? 1 : a.proven == INFINITY ? 0 : -1;
}

static bool check_overlap(const struct scene_judge *judge, const struct scene_claim *claim, uint32_t pair)
{
    bool good;
    judge->tally->overlaps++;
    const int meet = boundaries_meet(judge, claim->scene, pair, &good);
    if (good && meet == 0 && bracket_holds(claim->scene, pair) == 0)
        scene_complain_of_pair(judge, SCENE_OVERLAP_FALSE, claim, pair, NAN, NAN);
    return good;
}

/* ---- No contact before the one that is claimed ---- */

static double claimed_free_until(const struct scene_judge *judge, const struct scene_claim *claim)
{
    const struct interval time = claim->scene->time;
    if (claim->result->verdict == CCDQ_FREE) return time.hi;
    const double until = claim->result->toi_lo - judge->rules->slack * (time.hi - time.lo);
    return until > time.lo ? until : time.lo;
}

static void count_proven(const struct scene_judge *judge, const struct scene_claim *claim, uint32_t pair,
                         double until, double proven)
{
    const double start = claim->scene->time.lo, part = (proven - start) / (until - start);
    struct scene_unproven unproven = {.until = until, .proven = proven};
    judge->tally->pairs++;
    judge->tally->proven += proven == INFINITY;
    judge->tally->part += proven == INFINITY ? 1 : part > 0 && part < 1 ? part : 0;
    if (proven == INFINITY) return;
    for (int i = 0; i < 2; i++) unproven.body[i] = &claim->scene->body[claim->scene->pair[pair][i]];
    judge->admit(judge->context, &unproven);
}

/* A contact at a time at which there is none as is claimed; of bodies that are apart at the start. */
static bool check_early(const struct scene_judge *judge, const struct scene_claim *claim, uint32_t pair,
                        const struct bracket_answer *a)
{
    const struct scene *scene = claim->scene;
    const bool free = claim->result->verdict == CCDQ_FREE;
    bool good = true;
    if (a->contact == scene->time.lo) {
        scene_complain_of_pair(judge, SCENE_OVERLAP_MISSED, claim, pair, NAN, NAN);
        return true;
    }
    if (a->proven <= scene->time.lo && boundaries_meet(judge, scene, pair, &good) != 0) return good;
    scene_complain_of_pair(judge, free ? SCENE_FALSE_NEGATIVE : SCENE_LATE, claim, pair,
                           free ? NAN : claim->result->toi_lo, a->contact);
    return true;
}

static bool check_apart(const struct scene_judge *judge, const struct scene_claim *claim, uint32_t pair)
{
    struct bracket_answer a;
    const double until = claimed_free_until(judge, claim);
    if (!bracket_pair(claim->scene, pair, until, judge->rules->max_looks, &a)) return false;
    judge->tally->looks += a.looks;
    if (a.contact < INFINITY) return check_early(judge, claim, pair, &a);
    count_proven(judge, claim, pair, until, a.proven);
    if (a.proven > claim->scene->time.lo && bracket_holds(claim->scene, pair) == 1)
        scene_complain_of_pair(judge, SCENE_OVERLAP_MISSED, claim, pair, NAN, NAN);
    return true;
}

/* ---- Contacts that are claimed ---- */

static bool is_near(const struct scene_claim *claim, uint32_t pair, const struct ccdq_contact *c,
                    struct interval time)
{
    const struct scene *scene = claim->scene;
    size_t face[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        const struct scene_body *body = &scene->body[c->part[i]];
        if (!body->implicit) face[i] = scene_face_of(body, c->element[i]);
        if (face[i] == SIZE_MAX) return false;
    }
    enum { TIMES = 8 };
    for (int i = 0; i < TIMES; i++) {
        const double t = time.lo + ldexp(time.hi - time.lo, -i);
        if (bracket_touches(scene, pair, face, c->w, c->x, t)) return true;
    }
    return false;
}

/* Whether one of the first contacts of the pair is proven, a little later at most. */
static bool is_confirmed(const struct scene_judge *judge, const struct scene_claim *claim, uint32_t pair,
                         double slack, double *last)
{
    enum { FIRST = 8 };
    int seen = 0;
    *last = -INFINITY;
    for (size_t i = 0; i < claim->contacts; i++) {
        const struct ccdq_contact *c = &claim->contact[i];
        if (scene_is_overlap(c) || !is_of(claim, pair, c)) continue;
        struct interval time = scene_contact_time(judge, claim, c);
        time.hi = least(time.hi + slack, claim->scene->time.hi);
        *last = greatest(*last, time.hi);
        if (seen++ < FIRST && is_near(claim, pair, c, time)) return true;
    }
    return false;
}

static bool check_contact(const struct scene_judge *judge, const struct scene_claim *claim, uint32_t pair)
{
    const struct interval time = claim->scene->time;
    double last;
    const bool confirmed = is_confirmed(judge, claim, pair, judge->rules->slack * (time.hi - time.lo), &last);
    if (!confirmed && last == -INFINITY) return true; /* there is none */
    judge->tally->touching++;
    judge->tally->confirmed += confirmed;
    if (confirmed) return true;
    struct bracket_answer a;
    if (!bracket_pair(claim->scene, pair, last, judge->rules->max_looks, &a)) return false;
    judge->tally->looks += a.looks;
    if (a.proven == INFINITY)
        scene_complain_of_pair(judge, SCENE_FALSE_POSITIVE, claim, pair, last, INFINITY);
    return true;
}

bool verify_scene_pairs(const struct scene_judge *judge, const struct scene_claim *claim)
{
    bool good = true;
    for (uint32_t i = claim->first_pair; good && i < claim->first_pair + claim->pairs; i++) {
        if (is_said_to_overlap(claim, i))
            good = check_overlap(judge, claim, i);
        else
            good = check_apart(judge, claim, i) && check_contact(judge, claim, i);
    }
    return good;
}
