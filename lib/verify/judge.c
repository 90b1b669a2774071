#include "judge.h"
#include "../num/extremes.h"
#include "contact.h"
#include <math.h>
#include <string.h>

const struct verify_kind_words verify_kind_words[VERIFY_KINDS] = {
    [VERIFY_HIT] = {"hit", "true hit", "true hits"},
    [VERIFY_FREE] = {"free", "true free", "true free"},
    [VERIFY_FALSE_NEGATIVE] = {"fn", "false negative", "false negatives"},
    [VERIFY_FALSE_POSITIVE] = {"fp", "false positive", "false positives"},
    [VERIFY_NEAR] = {"near", "near miss", "near misses"},
    [VERIFY_GRAZING] = {"grazing", "grazing query", "grazing queries"},
    [VERIFY_UNRESOLVED] = {"unresolved", "unresolved", "unresolved"},
    [VERIFY_INVALID] = {"invalid", "invalid answer", "invalid answers"},
    [VERIFY_NO_TRUTH] = {"no-truth", "query without truth", "queries without truth"},
    [VERIFY_UNDECIDED] = {"undecided", "undecided query", "undecided queries"},
    [VERIFY_MISSING] = {"missing", "missing answer", "missing answers"},
    [VERIFY_UNKNOWN] = {"unknown", "unknown id", "unknown ids"},
    [VERIFY_LATE] = {"late", "late time", "late times"},
    [VERIFY_OUTSIDE] = {"outside", "contact outside", "contacts outside"},
    [VERIFY_APART] = {"apart", "contact apart", "contacts apart"},
    [VERIFY_WIDE] = {"wide", "wide bracket", "wide brackets"},
    [VERIFY_DOUBLE] = {"double", "double id", "double ids"},
    [VERIFY_CONTACT_ALONE] = {"contact-alone", "contact of no hit", "contacts of no hit"},
    [VERIFY_CONTACT_OTHER] = {"contact-other", "contact not as result", "contacts not as result"},
    [VERIFY_CONTACT_NORMAL] = {"contact-normal", "normal not of length 1", "normals not of length 1"},
    [VERIFY_CONTACT_OFF] = {"contact-off", "contact off the pair", "contacts off the pair"},
};

void verify_count(struct verify_tally *tally, enum verify_kind kind, uint64_t id)
{
    uint64_t *first = tally->first[kind];
    size_t n = tally->listed[kind], place = n;
    tally->count[kind]++;
    while (place && first[place - 1] >= id) place--;
    if (place == VERIFY_FIRST_IDS || (place < n && first[place] == id)) return;
    if (n < VERIFY_FIRST_IDS) tally->listed[kind] = ++n;
    memmove(first + place + 1, first + place, (n - 1 - place) * sizeof *first);
    first[place] = id;
}

static void spread_add(struct verify_spread *spread, double value, uint64_t id)
{
    if (!spread->n || value > spread->max || (value == spread->max && id < spread->max_id)) {
        spread->max = value;
        spread->max_id = id;
    }
    spread->sum += value;
    spread->n++;
}

static bool is_foreign(const struct ccdq_result *r)
{
    return r->method == CCDQ_METHOD_UNKNOWN;
}

/* Does the hit say no time at all? Only a foreign one may. */
static bool without_time(const struct ccdq_result *r)
{
    return r->verdict == CCDQ_HIT && is_foreign(r) && isnan(r->toi_lo) && isnan(r->toi_hi);
}

/* Is there a proven witness, so that toi_hi ends an interval that must hold t*? */
static bool has_witness(const struct ccdq_result *r)
{
    return isfinite(r->toi_hi) && !(is_foreign(r) && r->toi_lo == r->toi_hi);
}

/* Does it keep the rules of struct ccdq_result, and answer? */
static bool answers(const struct ccdq_result *r)
{
    switch (r->verdict) {
    case CCDQ_FREE:
        return r->toi_lo == INFINITY && r->toi_hi == INFINITY;
    case CCDQ_HIT:
        return without_time(r) || (r->toi_lo >= 0 && r->toi_lo < INFINITY && r->toi_lo <= r->toi_hi);
    case CCDQ_UNRESOLVED:
        return r->toi_lo >= 0 && r->toi_lo < INFINITY && r->toi_hi == INFINITY;
    default:
        return false;
    }
}

/* The one kind that is decided by the verdicts, and by how near the points of a hit are. */
static enum verify_kind judge_verdict(const struct verify_truth *truth, const struct verify_look *look,
                                      const struct ccdq_result *r)
{
    if (!answers(r) || truth->what == TRUTH_NO_QUERY) return VERIFY_INVALID;
    if (r->verdict == CCDQ_UNRESOLVED) return VERIFY_UNRESOLVED;
    if (truth->what == TRUTH_NONE) return VERIFY_NO_TRUTH;
    if (truth->what == TRUTH_UNDECIDED) return VERIFY_UNDECIDED;
    if (truth->what == TRUTH_GRAZING) return VERIFY_GRAZING;
    if (truth->what == TRUTH_HIT) return r->verdict == CCDQ_HIT ? VERIFY_HIT : VERIFY_FALSE_NEGATIVE;
    if (r->verdict == CCDQ_FREE) return VERIFY_FREE;
    return look && look->inside && look->near ? VERIFY_NEAR : VERIFY_FALSE_POSITIVE;
}

/* Is [toi_lo, toi_hi] of a hit or an unresolved answer off t* for certain? The late unresolved ones claim
 * that no contact comes before toi_lo although one does. */
static bool judge_times(struct verify_tally *tally, const struct verify_truth *truth,
                        const struct ccdq_result *r)
{
    double late;
    if (verify_time_compare(r->toi_lo, truth->hi) > 0) {
        late = -verify_time_minus(truth->hi, r->toi_lo);
    } else if (has_witness(r) && verify_time_compare(r->toi_hi, truth->lo) < 0) {
        late = verify_time_minus(truth->lo, r->toi_hi);
    } else {
        if (r->verdict == CCDQ_HIT && truth->what == TRUTH_HIT)
            spread_add(&tally->early, max_of(verify_time_minus(truth->lo, r->toi_lo), 0), r->id);
        return false;
    }
    if (late < INFINITY) spread_add(&tally->late, late, r->id);
    return true;
}

/* Measures a hit, whether it is right or not. */
static void measure_hit(struct verify_tally *tally, const struct verify_truth *truth,
                        const struct verify_look *look, const struct ccdq_result *r)
{
    if (without_time(r)) tally->no_time++;
    if (has_witness(r)) spread_add(&tally->width, r->toi_hi - r->toi_lo, r->id);
    if (look && look->inside && !isnan(look->residual)) spread_add(&tally->residual, look->residual, r->id);
    if (truth->bracketed && truth->what == TRUTH_HIT)
        spread_add(&tally->bracket, verify_time_minus(truth->hi, truth->lo.hi), r->id);
    if (look && look->inside && truth->what == TRUTH_HIT && !isnan(look->penetration))
        spread_add(&tally->penetration, look->penetration, r->id);
    if (truth->centred && truth->what == TRUTH_HIT && !truth->wide && !without_time(r))
        errors_add(&tally->errors, r->toi_lo - (0.5 * truth->lo.hi + 0.5 * truth->hi.hi), r->id);
}

bool verify_can_look(const struct verify_truth *truth, const struct ccdq_result *r)
{
    return r->verdict == CCDQ_HIT && !is_foreign(r) && judge_verdict(truth, NULL, r) != VERIFY_INVALID;
}

/* The kinds that come on top of the first one. */
static unsigned judge_rest(struct verify_tally *tally, const struct verify_truth *truth,
                           const struct verify_look *look, const struct ccdq_result *r)
{
    unsigned kinds = 0;
    const bool free = r->verdict == CCDQ_FREE;
    if (truth->timed && !free && !without_time(r) && judge_times(tally, truth, r)) kinds |= 1u << VERIFY_LATE;
    if (truth->wide && !free) kinds |= 1u << VERIFY_WIDE;
    if (look && !look->inside) kinds |= 1u << VERIFY_OUTSIDE;
    if (look && look->inside && look->apart) kinds |= 1u << VERIFY_APART;
    if (r->verdict == CCDQ_HIT) measure_hit(tally, truth, look, r);
    return kinds;
}

unsigned verify_judge(struct verify_tally *tally, const struct verify_truth *truth,
                      const struct verify_look *look, const struct ccdq_result *r)
{
    enum verify_kind kind = judge_verdict(truth, look, r);
    unsigned kinds = 1u << kind;
    tally->hits += r->verdict == CCDQ_HIT;
    if (kind == VERIFY_UNRESOLVED || kind == VERIFY_INVALID) tally->unanswered += truth->what == TRUTH_HIT;
    if (kind != VERIFY_INVALID) kinds |= judge_rest(tally, truth, look, r);
    bool named = r->method < VERIFY_METHODS && ccdq_method_name(r->method);
    tally->method[named ? r->method : CCDQ_METHOD_UNKNOWN]++;
    for (unsigned k = 0; k < VERIFY_KINDS; k++)
        if (kinds >> k & 1) verify_count(tally, k, r->id);
    return kinds;
}

uint64_t verify_queries(const struct verify_tally *tally)
{
    uint64_t n = 0;
    for (unsigned kind = 0; kind <= VERIFY_MISSING; kind++) n += tally->count[kind];
    return n;
}

bool verify_is_fault(enum verify_kind kind, const struct verify_rules *rules)
{
    switch (kind) {
    case VERIFY_HIT:
    case VERIFY_FREE:
    case VERIFY_NEAR:
    case VERIFY_GRAZING:
    case VERIFY_NO_TRUTH:
    case VERIFY_UNDECIDED:
    case VERIFY_WIDE:
        return false;
    case VERIFY_FALSE_POSITIVE:
        return rules->strict;
    case VERIFY_UNRESOLVED:
        return !rules->allow_unresolved;
    default:
        return true;
    }
}
