/* Searches of scenes: what their results say, and whether contacts go with them. */
#include "scene.h"
#include <math.h>

void scene_complain_about(const struct scene_judge *judge, enum scene_fault fault,
                          const struct scene_claim *claim, const struct ccdq_contact *contact, double is,
                          double should)
{
    struct scene_complaint complaint = {.fault = fault, .contact = contact, .is = is, .should = should};
    const struct scene *scene = claim->scene;
    for (int i = 0; contact && i < 2; i++)
        if (contact->part[i] < scene->bodies) complaint.body[i] = &scene->body[contact->part[i]];
    judge->tally->fault[fault]++;
    judge->complain(judge->context, &complaint);
}

void scene_complain_of_pair(const struct scene_judge *judge, enum scene_fault fault,
                            const struct scene_claim *claim, uint32_t pair, double is, double should)
{
    struct scene_complaint complaint = {.fault = fault, .is = is, .should = should};
    for (int i = 0; i < 2; i++) complaint.body[i] = &claim->scene->body[claim->scene->pair[pair][i]];
    judge->tally->fault[fault]++;
    judge->complain(judge->context, &complaint);
}

uint32_t scene_pair_of(const struct scene_claim *claim, const struct ccdq_contact *contact)
{
    for (uint32_t i = claim->first_pair; i < claim->first_pair + claim->pairs; i++)
        if (claim->scene->pair[i][0] == contact->part[0] && claim->scene->pair[i][1] == contact->part[1])
            return i;
    return UINT32_MAX;
}

double scene_simultaneity(const struct scene_judge *judge, const struct scene *scene)
{
    if (judge->rules->simultaneity > 0) return judge->rules->simultaneity;
    return scene->simultaneity > 0 ? scene->simultaneity : 1e-3 * (scene->time.hi - scene->time.lo);
}

struct interval scene_contact_time(const struct scene_judge *judge, const struct scene_claim *claim,
                                   const struct ccdq_contact *contact)
{
    const bool unique = contact->flags & CCDQ_CONTACT_UNIQUE && contact->toi_hi < INFINITY;
    const double late = contact->toi_lo + scene_simultaneity(judge, claim->scene);
    struct interval t = {contact->toi_lo, unique ? contact->toi_hi : greatest(late, contact->toi_hi)};
    if (!(t.hi <= claim->scene->time.hi)) t.hi = claim->scene->time.hi;
    if (!(t.lo <= t.hi)) t.lo = t.hi;
    return t;
}

/* Whether the result breaks no rule of results. */
static bool is_result(const struct scene_claim *claim)
{
    const struct ccdq_result *r = claim->result;
    const struct interval time = claim->scene->time;
    const bool in_time = r->toi_lo >= time.lo && r->toi_lo <= time.hi;
    switch (r->verdict) {
    case CCDQ_FREE:
        return r->toi_lo == INFINITY && r->toi_hi == INFINITY;
    case CCDQ_HIT:
        return in_time && r->toi_hi >= r->toi_lo && (r->toi_hi <= time.hi || r->toi_hi == INFINITY);
    case CCDQ_UNRESOLVED:
        return in_time && r->toi_hi >= r->toi_lo;
    default:
        return false;
    }
}

/* A contact is not before the first one, and not later than the simultaneity allows. */
static bool goes_with(const struct scene_judge *judge, const struct scene_claim *claim,
                      const struct ccdq_contact *c)
{
    const struct ccdq_result *r = claim->result;
    const double first = r->toi_hi < INFINITY ? r->toi_hi : r->toi_lo;
    if (c->verdict != CCDQ_HIT || !(c->toi_lo <= c->toi_hi) || c->step != claim->contact->step) return false;
    if (scene_is_overlap(c)) return c->toi_lo == claim->scene->time.lo;
    if (c->kind != CCDQ_CONTACT_SURFACES || r->verdict == CCDQ_FREE || !(c->toi_lo >= r->toi_lo))
        return false;
    return r->verdict == CCDQ_UNRESOLVED ? c->toi_lo <= claim->scene->time.hi
                                         : c->toi_lo <= first + 2 * scene_simultaneity(judge, claim->scene);
}

static void check_contacts(const struct scene_judge *judge, const struct scene_claim *claim)
{
    size_t surfaces = 0;
    for (size_t i = 0; i < claim->contacts; i++) {
        const struct ccdq_contact *c = &claim->contact[i];
        surfaces += !scene_is_overlap(c);
        if (!goes_with(judge, claim, c))
            scene_complain_about(judge, SCENE_CONTRADICTION, claim, c, c->toi_lo, claim->result->toi_lo);
    }
    if (claim->result->verdict == CCDQ_HIT && !surfaces)
        scene_complain_about(judge, SCENE_CONTRADICTION, claim, NULL, NAN, claim->result->toi_lo);
}

static void count(struct scene_tally *tally, const struct ccdq_result *r)
{
    tally->searches++;
    tally->free += r->verdict == CCDQ_FREE;
    tally->hits += r->verdict == CCDQ_HIT;
}

bool verify_scene(const struct scene_judge *judge, const struct scene_claim *claim)
{
    count(judge->tally, claim->result);
    if (claim->result->verdict >= CCDQ_INVALID) {
        scene_complain_about(judge, SCENE_INVALID, claim, NULL, NAN, NAN);
        return true;
    }
    if (claim->result->verdict == CCDQ_UNRESOLVED)
        scene_complain_about(judge, SCENE_UNRESOLVED, claim, NULL, claim->result->toi_lo, NAN);
    if (!is_result(claim)) {
        scene_complain_about(judge, SCENE_BROKEN, claim, NULL, claim->result->toi_lo, claim->result->toi_hi);
        return true;
    }
    check_contacts(judge, claim);
    verify_scene_points(judge, claim);
    return verify_scene_pairs(judge, claim) && (!judge->rules->whole || verify_scene_expected(judge, claim));
}
