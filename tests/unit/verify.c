/* lib/verify: the set of ids, the join in any order, exact comparison of times, and every kind of judgement.
 */
#include "../../lib/num/mix64.h"
#include "../../lib/verify/contact.h"
#include "../../lib/verify/idset.h"
#include "../../lib/verify/join.h"
#include "../../lib/verify/judge.h"
#include "../../lib/verify/recent.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Sets of ids ---- */

/* The numbers 0..n-1 in an order drawn by seed. */
static uint64_t *shuffled(size_t n, uint64_t seed)
{
    uint64_t *id = malloc(n * sizeof *id);
    for (size_t i = 0; i < n; i++) id[i] = i;
    for (size_t i = n; i > 1; i--) {
        size_t j = mix64(seed + i) % i;
        uint64_t swap = id[i - 1];
        id[i - 1] = id[j];
        id[j] = swap;
    }
    return id;
}

/* Adds all of id[] that are not a multiple of `hole` (0: all), and asks for every one before and after. */
static int set_is_right(const uint64_t *id, size_t n, uint64_t hole)
{
    struct idset set = {0};
    int right = 1;
    for (size_t i = 0; i < n; i++) {
        bool skip = hole && id[i] % hole == 0;
        right &= !idset_has(&set, id[i]);
        if (!skip) right &= idset_add(&set, id[i]) == 0 && idset_has(&set, id[i]);
    }
    for (size_t i = 0; i < n; i++) right &= idset_has(&set, id[i]) == !(hole && id[i] % hole == 0);
    right &= !idset_has(&set, n) && !idset_has(&set, UINT64_MAX);
    idset_clear(&set);
    return right;
}

static void test_idset(void)
{
    enum { N = 20000 };
    uint64_t *random = shuffled(N, 1), ascending[N], descending[N], woven[N];
    for (size_t i = 0; i < N; i++) {
        ascending[i] = i;
        descending[i] = N - 1 - i;
        woven[i] = i % 2 ? N / 2 + i / 2 : i / 2;
    }
    ok(set_is_right(ascending, N, 0) && set_is_right(ascending, N, 7), "ids in ascending order");
    ok(set_is_right(descending, N, 0) && set_is_right(descending, N, 7), "ids in descending order");
    ok(set_is_right(woven, N, 0) && set_is_right(woven, N, 7), "ids of two woven runs");
    ok(set_is_right(random, N, 0) && set_is_right(random, N, 3), "ids in random order");
    free(random);

    struct idset set = {0};
    for (uint64_t id = 0; id < 1000000; id++) idset_add(&set, id);
    ok(idset_ranges(&set) == 1, "a million ascending ids are one range");
    idset_add(&set, UINT64_MAX);
    idset_add(&set, UINT64_MAX - 2);
    ok(idset_has(&set, UINT64_MAX) && !idset_has(&set, UINT64_MAX - 1) && idset_has(&set, 0),
       "the largest id");
    idset_clear(&set);
}

/* ---- The join ---- */

struct item {
    uint64_t id, value;
};

struct rest {
    uint64_t n, last;
    int ascending;
};

static void count_rest(void *context, const void *item)
{
    struct rest *rest = context;
    const struct item *it = item;
    rest->ascending &= !rest->n || it->id > rest->last;
    rest->last = it->id;
    rest->n++;
}

static struct rest rest_of(const struct verify_join *join, enum join_side side)
{
    struct rest rest = {0, 0, 1};
    if (verify_join_rest(join, side, count_rest, &rest)) rest.n = UINT64_MAX;
    return rest;
}

static enum join_outcome add(struct verify_join *join, enum join_side side, uint64_t run, uint64_t id,
                             struct item *mate)
{
    struct item item = {id, mix64(id + run) + (uint64_t)side};
    return verify_join_add(join, side, run, id, &item, mate);
}

/* Joins the ids truth[i] and result[i], n each, pulling from both sides as drawn by seed; all must pair. */
static int all_pair(const uint64_t *truth, const uint64_t *result, size_t n, uint64_t seed)
{
    struct verify_join *join = verify_join_new(sizeof(struct item), sizeof(struct item));
    size_t next[2] = {0, 0}, pairs = 0;
    int right = 1;
    for (uint64_t step = 0; next[0] < n || next[1] < n; step++) {
        enum join_side side = mix64(seed + step) & 1;
        if (next[side] == n) continue;
        uint64_t id = (side == JOIN_TRUTH ? truth : result)[next[side]++];
        struct item mate;
        enum join_outcome outcome = add(join, side, 5, id, &mate);
        right &= outcome == JOIN_PAIR || outcome == JOIN_WAITS;
        if (outcome != JOIN_PAIR) continue;
        pairs++;
        right &= mate.id == id && mate.value == mix64(id + 5) + !side;
    }
    right &= pairs == n && !verify_join_waiting(join) && !rest_of(join, JOIN_TRUTH).n;
    for (size_t i = 0; i < n; i++) {
        struct item mate;
        right &= add(join, JOIN_TRUTH, 5, truth[i], &mate) == JOIN_DOUBLE;
        right &= add(join, JOIN_RESULT, 5, truth[i], &mate) == JOIN_DOUBLE;
    }
    verify_join_free(join);
    return right;
}

static void test_join_orders(void)
{
    enum { N = 10000 };
    uint64_t *a = shuffled(N, 2), *b = shuffled(N, 3), ascending[N];
    for (size_t i = 0; i < N; i++) ascending[i] = i;
    ok(all_pair(ascending, ascending, N, 4), "two streams in order");
    ok(all_pair(ascending, a, N, 5), "one in order, one not");
    ok(all_pair(a, b, N, 6), "two in different orders");
    for (size_t i = 0; i < N; i++) a[i] = mix64(a[i]), b[i] = mix64(b[i]);
    ok(all_pair(a, b, N, 7), "ids all over 64 bits");
    free(a);
    free(b);
}

static void test_join_rest(void)
{
    struct verify_join *join = verify_join_new(sizeof(struct item), sizeof(struct item));
    struct item mate;
    size_t most = 0;
    for (uint64_t block = 0; block < 100; block++) {
        for (uint64_t i = 0; i < 100; i++) add(join, JOIN_TRUTH, 0, 100 * block + i, &mate);
        if (verify_join_waiting(join) > most) most = verify_join_waiting(join);
        for (uint64_t i = 0; i < 100; i++) add(join, JOIN_RESULT, 0, 100 * block + i, &mate);
    }
    ok(most == 100 && !verify_join_waiting(join), "woven blocks: only one block ever waits");

    for (uint64_t i = 20000; i > 10000; i -= 10) add(join, JOIN_TRUTH, 0, i, &mate);
    for (uint64_t i = 30000; i > 20010; i -= 5) add(join, JOIN_RESULT, 0, i, &mate);
    struct rest truth = rest_of(join, JOIN_TRUTH), result = rest_of(join, JOIN_RESULT);
    ok(truth.n == 1000 && truth.ascending, "truth without a result is left, in order");
    ok(result.n == 1998 && result.ascending, "results without a truth are left, in order");
    ok(add(join, JOIN_TRUTH, 0, 20000, &mate) == JOIN_DOUBLE, "double in the truth while it waits");
    ok(add(join, JOIN_RESULT, 0, 30000, &mate) == JOIN_DOUBLE, "double in the results while it waits");
    ok(add(join, JOIN_RESULT, 0, 20000, &mate) == JOIN_PAIR && mate.id == 20000, "its mate may still come");

    ok(add(join, JOIN_TRUTH, 1, 7, &mate) == JOIN_WAITS && add(join, JOIN_TRUTH, 2, 7, &mate) == JOIN_WAITS &&
           add(join, JOIN_RESULT, 2, 7, &mate) == JOIN_PAIR && mate.value == mix64(9) &&
           add(join, JOIN_RESULT, 1, 7, &mate) == JOIN_PAIR && mate.value == mix64(8),
       "two runs may use the same ids");
    verify_join_free(join);
}

/* ---- Times ---- */

static void test_times(void)
{
    const uint64_t units[] = {
        0, 1, 3, CCDQ_TIME_ONE / 3, CCDQ_TIME_ONE / 2, CCDQ_TIME_ONE - 1, CCDQ_TIME_ONE};
    int exact = 1;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct verify_time t = verify_time_of_units(units[i]);
        double below = nextafter(t.hi, -1), above = nextafter(t.hi, 2);
        uint64_t nearest = (uint64_t)(t.hi * 0x1p62);
        int want = nearest > units[i] ? 1 : nearest < units[i] ? -1 : 0;
        exact &= verify_time_compare(t.hi, t) == want;
        exact &= verify_time_compare(below, t) == -1 && verify_time_compare(above, t) == 1;
    }
    ok(exact, "2^-62 units against doubles: one ulp off is seen");

    double t = (double)(CCDQ_TIME_ONE / 3) * 0x1p-62; /* rounded: not units any more */
    uint64_t u = (uint64_t)(t * 0x1p62);
    ok(verify_time_compare(t, verify_time_of_units(u)) == 0 &&
           verify_time_compare(t, verify_time_of_units(u - 1)) == 1 &&
           verify_time_compare(t, verify_time_of_units(u + 1)) == -1,
       "one unit off is seen, far below the double's own ulp");
    ok(verify_time_compare(1, verify_time_of_units(CCDQ_TIME_ONE)) == 0 &&
           verify_time_compare(1, verify_time_of_units(CCDQ_TIME_ONE - 1)) == 1,
       "at t = 1 too, where the units round up to 1");
    ok(verify_time_compare(INFINITY, verify_time_of_units(5)) == 1 &&
           verify_time_compare(5, verify_time_of_double(INFINITY)) == -1,
       "infinite times compare");
    ok(verify_time_minus(verify_time_of_units(u + 1), t) == 0x1p-62, "differences keep a single unit");
}

/* ---- Judging ---- */

static struct ccdq_result result(unsigned verdict, double lo, double hi)
{
    return (struct ccdq_result){
        .id = 1, .verdict = (uint8_t)verdict, .method = CCDQ_METHOD_FAST, .toi_lo = lo, .toi_hi = hi};
}

static struct ccdq_result hit(double lo, double hi)
{
    return result(CCDQ_HIT, lo, hi);
}

static const struct verify_truth nothing = {.what = TRUTH_NONE}, truly_free = {.what = TRUTH_FREE},
                                 truly_hit = {.what = TRUTH_HIT}, no_query = {.what = TRUTH_NO_QUERY};

static struct verify_truth hit_in(uint64_t lo, uint64_t hi)
{
    return (struct verify_truth){.id = 1,
                                 .what = TRUTH_HIT,
                                 .timed = true,
                                 .lo = verify_time_of_units(lo),
                                 .hi = verify_time_of_units(hi)};
}

static unsigned judge(struct verify_truth truth, struct ccdq_result r)
{
    struct verify_tally tally = {0};
    return verify_judge(&tally, &truth, NULL, &r);
}

#define KIND(k) (1u << VERIFY_##k)

static void test_verdicts(void)
{
    struct ccdq_result free = result(CCDQ_FREE, INFINITY, INFINITY),
                       unresolved = result(CCDQ_UNRESOLVED, 0.5, INFINITY),
                       invalid = result(CCDQ_INVALID, NAN, NAN);
    ok(judge(truly_hit, hit(0.5, 0.5)) == KIND(HIT), "a hit that is one");
    ok(judge(truly_free, free) == KIND(FREE), "free and truly so");
    ok(judge(truly_hit, free) == KIND(FALSE_NEGATIVE), "a miss");
    ok(judge(truly_free, hit(0.5, 0.5)) == KIND(FALSE_POSITIVE), "a false alarm");
    ok(judge(truly_free, unresolved) == KIND(UNRESOLVED), "unresolved");
    ok(judge(hit_in(CCDQ_TIME_ONE / 4, CCDQ_TIME_ONE / 4), unresolved) == (KIND(UNRESOLVED) | KIND(LATE)),
       "unresolved, but its proven time is past the contact");
    ok(judge(truly_hit, invalid) == KIND(INVALID) && judge(nothing, invalid) == KIND(INVALID), "invalid");
    ok(judge(nothing, free) == KIND(NO_TRUTH) && judge(nothing, hit(0, 1)) == KIND(NO_TRUTH),
       "no truth to judge by");
    ok(judge(no_query, free) == KIND(INVALID) && judge(no_query, hit(0, 1)) == KIND(INVALID),
       "an answer to a query that is none");
    ok(judge(truly_hit, hit(NAN, NAN)) == KIND(INVALID) && judge(truly_hit, hit(0.5, 0.4)) == KIND(INVALID) &&
           judge(truly_hit, hit(-0.1, 1)) == KIND(INVALID) &&
           judge(truly_hit, hit(INFINITY, INFINITY)) == KIND(INVALID) &&
           judge(truly_free, result(CCDQ_FREE, 1, 1)) == KIND(INVALID) &&
           judge(truly_free, result(CCDQ_UNRESOLVED, NAN, NAN)) == KIND(INVALID) &&
           judge(truly_free, result(CCDQ_UNRESOLVED, INFINITY, INFINITY)) == KIND(INVALID) &&
           judge(truly_free, result(9, 0, 1)) == KIND(INVALID),
       "answers that break the rules of a record");
}

static void test_late(void)
{
    const uint64_t half = CCDQ_TIME_ONE / 2;
    const double below = nextafter(0.5, 0), above = nextafter(0.5, 1);
    ok(judge(hit_in(half, half), hit(0.5, 0.5)) == KIND(HIT), "the very time");
    ok(judge(hit_in(half, half), hit(above, 1)) == (KIND(HIT) | KIND(LATE)), "an ulp late");
    ok(judge(hit_in(half, half), hit(0, below)) == (KIND(HIT) | KIND(LATE)), "ends an ulp before");
    ok(judge(hit_in(half - 1, half - 1), hit(0.5, 1)) == (KIND(HIT) | KIND(LATE)), "a unit late");
    ok(judge(hit_in(half + 1, half + 1), hit(0, 0.5)) == (KIND(HIT) | KIND(LATE)), "ends a unit before");
    ok(judge(hit_in(half - 2, half + 2), hit(0.5, 0.5)) == KIND(HIT),
       "within the truth's own width: not proven late");
    ok(judge(hit_in(half, half), hit(0.25, INFINITY)) == KIND(HIT), "no witness: no end to be early");
    ok(judge(truly_hit, hit(1, 1)) == KIND(HIT), "a truth without time judges no time");
}

static void test_truth_of_result(void)
{
    struct ccdq_result bracket = hit(0.25, 0.5), open = hit(0.25, INFINITY);
    struct verify_truth truth = verify_truth_of_result(&bracket);
    ok(judge(truth, hit(0.5, 0.75)) == KIND(HIT) &&
           judge(truth, hit(nextafter(0.5, 1), 1)) == (KIND(HIT) | KIND(LATE)) &&
           judge(truth, hit(0, nextafter(0.25, 0))) == (KIND(HIT) | KIND(LATE)),
       "a result as the truth: its interval brackets t*");
    truth = verify_truth_of_result(&open);
    ok(judge(truth, hit(1, 1)) == KIND(HIT) && judge(truth, hit(0, 0.2)) == (KIND(HIT) | KIND(LATE)),
       "without a witness it only says what comes before");

    struct ccdq_result one = hit(0.25, 0.25);
    one.method = CCDQ_METHOD_UNKNOWN;
    truth = verify_truth_of_result(&one);
    ok(judge(truth, hit(0.25, 1)) == KIND(HIT) &&
           judge(truth, hit(nextafter(0.25, 1), 1)) == (KIND(HIT) | KIND(LATE)),
       "the one time of a foreign result as the truth is t*");
    ok(judge(hit_in(CCDQ_TIME_ONE / 4, CCDQ_TIME_ONE / 4), one) == KIND(HIT) &&
           judge(hit_in(CCDQ_TIME_ONE / 4 + 1, CCDQ_TIME_ONE / 2), one) == KIND(HIT) &&
           judge(hit_in(CCDQ_TIME_ONE / 4 - 1, CCDQ_TIME_ONE / 4 - 1), one) == (KIND(HIT) | KIND(LATE)),
       "as an answer it may be early, not late");
    struct ccdq_result foreign = hit(NAN, NAN);
    foreign.method = CCDQ_METHOD_UNKNOWN;
    struct verify_tally tally = {0};
    truth = hit_in(0, 0);
    ok(verify_judge(&tally, &truth, NULL, &foreign) == KIND(HIT) && tally.no_time == 1 && !tally.early.n,
       "a foreign hit without a time is not judged on time");
    struct ccdq_result unresolved = result(CCDQ_UNRESOLVED, 0, INFINITY);
    ok(verify_truth_of_result(&unresolved).what == TRUTH_NONE, "unresolved is no truth");
}

static void test_tally(void)
{
    struct verify_tally tally = {0};
    for (uint64_t i = 0; i < 1000; i++) verify_count(&tally, VERIFY_MISSING, (i * 7) % 500);
    int right = tally.count[VERIFY_MISSING] == 1000;
    for (uint64_t i = 0; i < VERIFY_FIRST_IDS; i++) right &= tally.first[VERIFY_MISSING][i] == i;
    ok(right && verify_queries(&tally) == 1000,
       "the smallest ids are kept, in order and once each, whatever order they came in");

    struct verify_truth truth = hit_in(CCDQ_TIME_ONE / 2, CCDQ_TIME_ONE / 2);
    for (uint64_t i = 0; i < 4; i++) {
        struct ccdq_result r = hit(0.125 * (double)i, 0.5);
        r.id = i;
        verify_judge(&tally, &truth, NULL, &r);
    }
    ok(tally.early.n == 4 && tally.early.max == 0.5 && tally.early.max_id == 0 && tally.early.sum == 1.25 &&
           tally.width.max == 0.5 && tally.method[CCDQ_METHOD_FAST] == 4,
       "how early, how wide, by which method");
    struct ccdq_result late = hit(0.75, 0.75);
    verify_judge(&tally, &truth, NULL, &late);
    ok(tally.late.n == 1 && tally.late.max == 0.25 && tally.early.n == 4, "how late");

    struct verify_rules mild = {0}, strict = {true, false}, allowing = {false, true};
    ok(!verify_is_fault(VERIFY_FALSE_POSITIVE, &mild) && verify_is_fault(VERIFY_FALSE_POSITIVE, &strict) &&
           verify_is_fault(VERIFY_UNRESOLVED, &mild) && !verify_is_fault(VERIFY_UNRESOLVED, &allowing) &&
           verify_is_fault(VERIFY_LATE, &allowing) && !verify_is_fault(VERIFY_HIT, &strict),
       "what is a fault");
}

/* ---- Contacts ---- */

static void test_contact(void)
{
    ok(contact_in_domain(CCDQ_VF, (double[4]){0.5, 0.5}) &&
           !contact_in_domain(CCDQ_VF, (double[4]){0.5, 0.6}) &&
           !contact_in_domain(CCDQ_VF, (double[4]){0.5, nextafter(0.5, 1)}) &&
           !contact_in_domain(CCDQ_VF, (double[4]){-0x1p-60, 0.5}) &&
           !contact_in_domain(CCDQ_VF, (double[4]){NAN, 0}),
       "domain of vertex-face");
    ok(contact_in_domain(CCDQ_EE, (double[4]){1, 1}) &&
           !contact_in_domain(CCDQ_EE, (double[4]){nextafter(1, 2), 0}) &&
           !contact_in_domain(CCDQ_EE, (double[4]){0, 0, 1}),
       "domain of edge-edge");
    ok(contact_in_domain(CCDQ_PE, (double[4]){1}) && !contact_in_domain(CCDQ_PE, (double[4]){0, 0.5}) &&
           contact_in_domain(CCDQ_PP, (double[4]){0}) && !contact_in_domain(CCDQ_PP, (double[4]){0.5}),
       "domain of points");

    /* A vertex falls from height 1 to -1 onto the point u = v = 0.25 of a triangle; edges cross likewise. */
    struct ccdq_query vf = {
        .type = CCDQ_VF,
        .x = {{1, 1, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    struct ccdq_query ee = {
        .type = CCDQ_EE,
        .x = {{0, 1, 1}, {4, 1, 1}, {1, 0, 0}, {1, 4, 0}, {0, 1, -1}, {4, 1, -1}, {1, 0, 0}, {1, 4, 0}}};
    const double quarter[4] = {0.25, 0.25}, off[4] = {0.5, 0.25};
    ok(contact_residual(&vf, 0.5, quarter) == 0 && contact_residual(&ee, 0.5, quarter) == 0,
       "no distance in contact");
    ok(contact_residual(&vf, 0.25, quarter) == 0.125 && contact_residual(&ee, 0.25, quarter) == 0.125,
       "distance before it, relative to the extent");
    ok(contact_residual(&vf, 0.5, off) == 0.25 && contact_residual(&ee, 0.5, off) == 0.25,
       "distance with wrong parameters");
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) vf.x[i][k] *= 0x1p1021, ee.x[i][k] *= 0x1p-1060;
    ok(contact_residual(&vf, 0.25, quarter) == 0.125 && contact_residual(&ee, 0.25, quarter) == 0.125,
       "the same at both ends of the doubles");
    struct ccdq_query pe = {
        .type = CCDQ_PE,
        .x = {{2, 1, 0}, {0, 0, 0}, {4, 0, 0}, {9, 9, 9}, {2, -1, 0}, {0, 0, 0}, {4, 0, 0}, {9, 9, 9}}};
    ok(contact_residual(&pe, 0.5, (double[4]){0.5}) == 0 &&
           contact_residual(&pe, 0, (double[4]){0.5}) == 0.25,
       "points that a type ignores do not count");

    struct verify_tally tally = {0};
    struct ccdq_result r = hit(0.5, 0.5);
    r.w[0] = 1.5;
    struct verify_look look = verify_look_linear(&pe, &r);
    ok(verify_judge(&tally, &truly_hit, &look, &r) == (KIND(HIT) | KIND(OUTSIDE)) && !tally.residual.n,
       "a hit that is right with a contact that is not");
    r.w[0] = 1;
    look = verify_look_linear(&pe, &r);
    ok(verify_judge(&tally, &truly_hit, &look, &r) == KIND(HIT) && tally.residual.n == 1 &&
           tally.residual.max == 0.5,
       "one inside the domain but off the mark is measured");
}

/* ---- The last frames ---- */

static void test_recent(void)
{
    struct recent recent = {.record_size = sizeof(struct item)};
    const struct item up[] = {{3, 30}, {5, 50}, {9, 90}}, mixed[] = {{8, 1}, {2, 2}, {6, 3}};
    int right =
        !recent_find(&recent, 1, 3) && !recent_add(&recent, 1, up, 3) && !recent_add(&recent, 2, mixed, 3);
    for (int i = 0; i < 3; i++) {
        const struct item *a = recent_find(&recent, 1, up[i].id), *b = recent_find(&recent, 2, mixed[i].id);
        right &= a && a->value == up[i].value && b && b->value == mixed[i].value;
        right &= !recent_find(&recent, 2, up[i].id) && !recent_find(&recent, 1, mixed[i].id);
    }
    ok(right && !recent_find(&recent, 1, 4) && !recent_find(&recent, 1, 10) && !recent_find(&recent, 2, 7),
       "records of the last frames are found by run and id, in any order of ids");
    right = 1;
    for (int i = 1; i < RECENT_FRAMES; i++) {
        right &= recent_find(&recent, 1, 3) != NULL && !recent_add(&recent, 1, NULL, 0);
        if (i < RECENT_FRAMES - 1) right &= !recent_add(&recent, 1, mixed, (size_t)i % 3 + 1);
    }
    recent_add(&recent, 1, mixed, 1);
    ok(right && !recent_find(&recent, 1, 3) && recent_find(&recent, 2, 2),
       "older ones are forgotten, and empty frames do not count");
    recent_free(&recent);
}

int main(void)
{
    test_idset();
    test_recent();
    test_join_orders();
    test_join_rest();
    test_times();
    test_verdicts();
    test_late();
    test_truth_of_result();
    test_tally();
    test_contact();
    return tap_done();
}
