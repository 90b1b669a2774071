/* What a search found, as contacts: without those that are too late, and each one once. */
#include "../num/extremes.h"
#include "search.h"
#include <stdlib.h>

/* A contact on its way out. */
struct result {
    struct ccdq_contact c;
    size_t pair, number; /* in the order in which they were found */
};

/* Whether b says nothing that a does not say: two copies of one contact, at a seam of a face, or of several
 * problems; or singular contacts that are less than the separation apart, as the earlier one was found later.
 */
static bool same(const struct search *search, const struct result *a, const struct result *b)
{
    const struct search_pair *pair = &search->pair[a->pair];
    const double epsilon = search->options->simultaneity;
    const bool singular = !((a->c.flags | b->c.flags) & CCDQ_CONTACT_UNIQUE);
    const double least = search->options->certified && singular ? pair->separation : pair->accuracy;
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += (a->c.x[k] - b->c.x[k]) * (a->c.x[k] - b->c.x[k]);
    return a->pair == b->pair && sum < least * least && fabs(a->c.toi_lo - b->c.toi_lo) <= 2 * epsilon;
}

/* Those that say the most come first: unique ones, and proven ones. */
static int by_merit(const void *left, const void *right)
{
    const struct result *a = left, *b = right;
    if (a->pair != b->pair) return a->pair < b->pair ? -1 : 1;
    const int flags = (int)(b->c.flags & CCDQ_CONTACT_UNIQUE) - (int)(a->c.flags & CCDQ_CONTACT_UNIQUE);
    if (flags) return flags;
    if (a->c.toi_hi != b->c.toi_hi) return a->c.toi_hi < b->c.toi_hi ? -1 : 1;
    if (a->c.toi_lo != b->c.toi_lo) return a->c.toi_lo < b->c.toi_lo ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

/* In order of time, then of pair and place. */
static int by_time(const void *left, const void *right)
{
    const struct ccdq_contact *a = left, *b = right;
    if (a->toi_lo != b->toi_lo) return a->toi_lo < b->toi_lo ? -1 : 1;
    for (int k = 0; k < 2; k++)
        if (a->part[k] != b->part[k]) return a->part[k] < b->part[k] ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (a->x[k] != b->x[k]) return a->x[k] < b->x[k] ? -1 : 1;
    for (int k = 0; k < 2; k++)
        if (a->element[k] != b->element[k]) return a->element[k] < b->element[k] ? -1 : 1;
    return 0;
}

static struct result make_result(const struct search *search, const struct search_contact *contact)
{
    const struct problem *p = contact->problem;
    struct result r = {.pair = contact->pair, .number = (size_t)(contact - search->contact)};
    const double reach = contact->unique ? 0 : search->pair[contact->pair].accuracy;
    problem_contact(p, &contact->at, reach, &r.c, search->work);
    r.c.id = 0;
    r.c.step = 0;
    r.c.verdict = CCDQ_HIT;
    for (int k = 0; k < 2; k++) r.c.part[k] = p->piece[k]->body;
    if (contact->unique && contact->proven) r.c.flags |= CCDQ_CONTACT_UNIQUE;
    r.c.toi_lo = contact->lo + 0.0; /* no -0 */
    r.c.toi_hi = contact->hi + 0.0;
    return r;
}

/* Leaves each contact in once; returns how many there are. */
static size_t merge(const struct search *search, struct result *r, size_t n)
{
    size_t kept = 0, first = 0;
    qsort(r, n, sizeof *r, by_merit);
    for (size_t i = 0; i < n; i++) {
        if (kept && r[kept - 1].pair != r[i].pair) first = kept;
        size_t j = first;
        while (j < kept && !same(search, &r[j], &r[i])) j++;
        if (j < kept)
            r[j].c.toi_lo = min_of(r[j].c.toi_lo, r[i].c.toi_lo);
        else
            r[kept++] = r[i];
    }
    return kept;
}

/* Whether a contact was found at the first time of all. */
static bool at_start(const struct search *search)
{
    for (size_t i = 0; i < search->contacts; i++) {
        const struct search_contact *contact = &search->contact[i];
        const double time = ival_lo(contact->at.x[contact->problem->variables - 1]);
        if (!contact->none && time <= search->time.lo) return true;
    }
    return false;
}

static void conclude(const struct search *search, struct scene_found *found)
{
    double lo = search->left_out;
    for (size_t i = 0; i < found->contacts; i++) lo = min_of(lo, found->contact[i].toi_lo);
    found->iterations = search->iterations;
    found->looks = search->looks;
    found->waiting = search->waiting;
    found->toi_lo = lo + 0.0;
    found->toi_hi = search->options->certified && !search->spent ? search->u + 0.0 : INFINITY;
    /* Bodies that come to intersect before any contact have normals that point the wrong way: no lower bound
     * of it is known. */
    if (lo > search->u) lo = found->toi_lo = search->time.lo;
    found->verdict = search->spent ? CCDQ_UNRESOLVED : lo < INFINITY ? CCDQ_HIT : CCDQ_FREE;
    found->flags = (uint8_t)((search->options->certified ? CCDQ_TOI_PROVEN : 0) |
                             (search->spent && !search->stuck ? CCDQ_BUDGET_SPENT : 0) |
                             (at_start(search) ? CCDQ_AT_START : 0));
}

bool search_results(const struct search *search, struct scene_found *found)
{
    struct result *r = malloc((search->contacts + 1) * sizeof *r);
    size_t n = 0;
    if (!r) return false;
    const int mode = upward_begin();
    for (size_t i = 0; i < search->contacts; i++)
        if (!search->contact[i].none && search->contact[i].lo <= search_limit(search))
            r[n++] = make_result(search, &search->contact[i]);
    upward_end(mode);
    n = merge(search, r, n);
    found->contact = malloc((n + 1) * sizeof *found->contact);
    for (size_t i = 0; i < n && found->contact; i++) found->contact[i] = r[i].c;
    free(r);
    if (!found->contact) return false;
    found->contacts = n;
    found->room = n + 1;
    qsort(found->contact, n, sizeof *found->contact, by_time);
    conclude(search, found);
    return true;
}
