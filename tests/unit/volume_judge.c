/* Contacts of meshes are judged by what they are about, whatever the order of their nodes. */
#include "../../lib/gen/rng.h"
#include "../../lib/verify/volume.h"
#include "../tap.h"
#include <math.h>
#include <string.h>

static void shuffle(struct rng *rng, uint32_t *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const unsigned k = rng_below(rng, i + 1);
        const uint32_t other = p[i];
        p[i] = p[k];
        p[k] = other;
    }
}

/* The same contact with its nodes in another order. */
static void reorder(struct rng *rng, unsigned kind, uint32_t node[4], uint32_t element[2])
{
    shuffle(rng, element, kind == CCDQ_CONTACT_OVERLAP ? 2 : 1);
    if (kind == CCDQ_CONTACT_VF) {
        shuffle(rng, node + 1, 3);
        return;
    }
    shuffle(rng, node, 2);
    shuffle(rng, node + 2, 2);
    if (rng_below(rng, 2)) {
        const uint32_t edge[2] = {node[0], node[1]};
        memcpy(node, node + 2, sizeof edge);
        memcpy(node + 2, edge, sizeof edge);
    }
}

static void test_names(void)
{
    static const unsigned kinds[] = {CCDQ_CONTACT_VF, CCDQ_CONTACT_EE, CCDQ_CONTACT_OVERLAP,
                                     CCDQ_CONTACT_INVERSION};
    int bad = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        struct rng rng = rng_at(rng_key("volume_judge", 'V', 1), i);
        const unsigned kind = kinds[i % 4];
        uint32_t node[4], element[2];
        struct volume_fact a = {.timed = false}, b = a, c = a;
        for (int k = 0; k < 4; k++) node[k] = rng_below(&rng, 9);
        for (int k = 0; k < 2; k++) element[k] = rng_below(&rng, 9);
        volume_fact_name(&a, 3, kind, node, element);
        reorder(&rng, kind, node, element);
        volume_fact_name(&b, 3, kind, node, element);
        if (kind == CCDQ_CONTACT_VF || kind == CCDQ_CONTACT_EE)
            node[rng_below(&rng, 4)] += 9;
        else
            element[0] += 9;
        volume_fact_name(&c, 3, kind, node, element);
        bad += volume_fact_order(&a, &b) != 0 || volume_fact_order(&a, &c) == 0 ||
               (volume_fact_order(&a, &c) < 0) != (volume_fact_order(&c, &a) > 0);
    }
    ok(bad == 0, "a contact has one name, and another contact another one");
    if (bad) diag("%d of 4000", bad);
}

struct calls {
    int n;
    enum volume_fault last;
};

static void count(void *context, enum volume_fault fault, const struct volume_fact *fact,
                  const struct volume_fact *truth)
{
    (void)fact, (void)truth;
    struct calls *calls = context;
    calls->n++;
    calls->last = fault;
}

static struct volume_fact ee(uint32_t a, uint32_t b, uint32_t c, uint32_t d, double lo, double hi)
{
    struct volume_fact fact = {
        .timed = true, .lo = verify_time_of_double(lo), .hi = verify_time_of_double(hi)};
    volume_fact_name(&fact, 0, CCDQ_CONTACT_EE, (uint32_t[]){a, b, c, d}, NULL);
    return fact;
}

static void test_judge(void)
{
    struct volume_fact truth[] = {ee(1, 2, 3, 4, 0.25, 0.25), ee(1, 2, 5, 6, 0.5, 0.5), ee(7, 8, 9, 10, 1, 1),
                                  ee(1, 2, 11, 12, 0, 0)};
    struct volume_fact found[] = {ee(4, 3, 2, 1, 0.25, 0.5), ee(5, 6, 1, 2, 0.5 + 0x1p-53, 0.75),
                                  ee(3, 4, 1, 2, 0, 1), ee(20, 21, 22, 23, 0, 0), ee(11, 12, 1, 2, 0, 0)};
    struct volume_tally tally = {0};
    struct calls calls = {0, VOLUME_RIGHT};
    truth[3].absent = true;
    volume_judge(truth, 4, found, 5, 1U << CCDQ_CONTACT_EE, &tally, count, &calls);
    const uint64_t *n = tally.count[CCDQ_CONTACT_EE];
    ok(n[VOLUME_RIGHT] == 1 && n[VOLUME_MISSING] == 1 && n[VOLUME_EXTRA] == 2 && n[VOLUME_MISTIMED] == 1 &&
           n[VOLUME_DOUBLE] == 1 && calls.n == 5,
       "right, missing, extra, mistimed, double are told apart");
    tally = (struct volume_tally){0};
    calls.n = 0;
    volume_judge(truth, 4, found, 5, 1U << CCDQ_CONTACT_VF, &tally, count, &calls);
    ok(calls.n == 0, "kinds that the truth does not know of are passed over");
    volume_judge(NULL, 0, NULL, 0, ~0U, &tally, count, &calls);
    volume_judge(NULL, 0, found, 1, ~0U, &tally, count, &calls);
    ok(calls.n == 1 && calls.last == VOLUME_EXTRA, "against nothing all is extra");
}

static void test_times(void)
{
    const uint64_t half = CCDQ_TIME_ONE / 2;
    const struct verify_time a = verify_time_of_units(half - 1), b = verify_time_of_units(half),
                             c = verify_time_of_units(half + 1), d = verify_time_of_double(0.5);
    ok(verify_time_order(a, b) < 0 && verify_time_order(c, b) > 0 && verify_time_order(b, d) == 0 &&
           verify_time_order(a, d) < 0 && verify_time_order(a, c) < 0 && verify_time_order(c, c) == 0,
       "times are compared to their last unit");
}

int main(void)
{
    test_names();
    test_judge();
    test_times();
    return tap_done();
}
