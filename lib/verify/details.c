/* Judges contacts: whether each is one of a hit, says the same as its result, and lies on both primitives. */
#include "contact.h"
#include "judge.h"
#include <math.h>
#include <string.h>

static bool as_result(const struct ccdq_contact *c, const struct ccdq_result *r)
{
    bool same = c->toi_lo == r->toi_lo && c->toi_hi == r->toi_hi && c->verdict == r->verdict;
    /* A triangle may touch a solid at several points at once. */
    for (int i = 0; i < 4; i++) same &= c->kind == CCDQ_CONTACT_SDF || c->w[i] == r->w[i];
    return same;
}

/* A few roundings of the square, and of the three components. */
static bool unit_length(const double n[3])
{
    return fabs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) <= 0x1p-49;
}

static bool of_type(unsigned kind, unsigned type)
{
    static const unsigned char kinds[] = {[CCDQ_VF] = CCDQ_CONTACT_VF,
                                          [CCDQ_EE] = CCDQ_CONTACT_EE,
                                          [CCDQ_PE] = CCDQ_CONTACT_PE,
                                          [CCDQ_PP] = CCDQ_CONTACT_PP};
    return type < sizeof kinds && kind == kinds[type];
}

enum verify_place verify_place_linear(const struct ccdq_query *q, const struct ccdq_contact *c)
{
    return of_type(c->kind, q->type) && contact_on_pair(q, c) ? PLACE_ON : PLACE_OFF;
}

unsigned verify_judge_contact(struct verify_tally *tally, const struct ccdq_contact *c,
                              const struct ccdq_result *r, enum verify_place place)
{
    unsigned kinds = 0;
    tally->contacts++;
    if (!r || r->verdict != CCDQ_HIT) {
        kinds = 1u << VERIFY_CONTACT_ALONE;
    } else {
        tally->covered += !tally->covered || tally->last_covered != c->id;
        tally->last_covered = c->id;
        if (!as_result(c, r)) kinds |= 1u << VERIFY_CONTACT_OTHER;
        if (place == PLACE_OFF) kinds |= 1u << VERIFY_CONTACT_OFF;
    }
    if (!unit_length(c->n)) kinds |= 1u << VERIFY_CONTACT_NORMAL;
    for (unsigned k = 0; k < VERIFY_KINDS; k++)
        if (kinds >> k & 1) verify_count(tally, k, c->id);
    return kinds;
}
