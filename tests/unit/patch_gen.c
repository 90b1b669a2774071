/* The families of pairs of patches: each record a pure function of its id, each family with the property it
 * names; and the data of all of them pinned by a digest. */
#include "../../lib/gen/gen.h"
#include "../../lib/num/mix64.h"
#include "../patches.h"
#include "../tap.h"
#include <stdbool.h>
#include <stdlib.h>

enum { RECORDS = 300 };

/* ---- What a pair of a family has ---- */

static double *reals(const struct ccdq_patch_query *q, int i, int k)
{
    const size_t width = ccdq_shape_width(&q->patch[i].shape);
    return (double *)q->patch[i].point + (size_t)k * width;
}

static int points(const struct ccdq_patch_query *q, int i)
{
    return (int)ccdq_shape_points(&q->patch[i].shape);
}

static bool all_weights(const struct ccdq_patch_query *q, double low, double high)
{
    for (int i = 0; i < 2; i++)
        for (int k = 0; q->patch[i].shape.rational && k < points(q, i); k++)
            if (!(reals(q, i, k)[3] >= low && reals(q, i, k)[3] <= high)) return false;
    return true;
}

/* Coordinates in a box of 2 around a point d of [-1, 1]^3, of the other patch around -d. */
static bool is_pushed(const struct ccdq_patch_query *q)
{
    for (int a = 0; a < 3; a++) {
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < points(q, i); k++) {
                low[i] = fmin(low[i], reals(q, i, k)[a]);
                high[i] = fmax(high[i], reals(q, i, k)[a]);
            }
        for (int i = 0; i < 2; i++)
            if (high[i] - low[i] > 2 || high[i] > 2 || low[i] < -2) return false;
        if (fmax(high[0] - 1, -1 - low[1]) > fmin(low[0] + 1, 1 - high[1]) + 1e-15) return false;
    }
    return true;
}
static bool is_random(const struct ccdq_patch_query *q, uint64_t id)
{
    (void)id;
    return is_pushed(q) && all_weights(q, 0.5, 2) && q->end == 1;
}
static bool is_rational(const struct ccdq_patch_query *q, uint64_t id)
{
    (void)id;
    return is_pushed(q) && all_weights(q, 1.0 / 256, 1024);
}

/* Parameters w in fourths, i its number from 0 on: false behind the last one. */
static bool fourths(unsigned domain, int i, double w[2])
{
    w[0] = i / 5 / 4.0;
    w[1] = i % 5 / 4.0;
    if (domain == CCDQ_TRIANGLE && w[0] + w[1] > 1)
        w[0] = 1 - w[0], w[1] = 1 - w[1]; /* one that came before */
    return i < 25;
}

/* How many distinct points of the first patch are on the second one at the time t, all parameters in fourths;
 * *least: the smallest distance. */
static int coincidences(const struct ccdq_patch_query *q, double t, double *least)
{
    double w[4], found[25][3], x[3];
    int n = 0;
    *least = INFINITY;
    for (int i = 0; fourths(q->patch[0].shape.domain, i, w); i++)
        for (int j = 0; fourths(q->patch[1].shape.domain, j, w + 2); j++) {
            const double d = pair_residual(q, w, t);
            *least = fmin(*least, d);
            if (d > 1e-9) continue;
            patch_point(&q->patch[0], w[0], w[1], t, x);
            int k = 0;
            while (k < n &&
                   fabs(found[k][0] - x[0]) + fabs(found[k][1] - x[1]) + fabs(found[k][2] - x[2]) > 1e-6)
                k++;
            if (k == n && n < 25) memcpy(found[n++], x, sizeof x);
        }
    return n;
}

/* Points with parameters in fourths meet at the known time, and not before. */
static bool touches(const struct ccdq_patch_query *q, const char *family, uint64_t id, int at_least)
{
    const double t = gen_patch_touch_time(gen_find_family(gen_patch_families, family), 7, id);
    double least;
    if (!(t >= 0 && t <= q->end) || coincidences(q, t, &least) < at_least) return false;
    for (int i = 0; i < 4 && t > 0; i++)
        if (coincidences(q, t * i / 4, &least) || !(least > t * 1e-3)) return false;
    return true;
}
static bool is_touch(const struct ccdq_patch_query *q, uint64_t id)
{
    return touches(q, "touch", id, 1);
}
static bool is_manifold(const struct ccdq_patch_query *q, uint64_t id)
{
    return touches(q, "manifold", id, 2);
}

/* The gap along an axis at the time t between the points with parameters in fourths, the largest of the three
 * axes. */
static double gap(const struct ccdq_patch_query *q, double t)
{
    double low[2][3], high[2][3], w[2], x[3], largest = -INFINITY;
    for (int i = 0; i < 2; i++)
        for (int k = 0; fourths(q->patch[i].shape.domain, k, w); k++) {
            patch_point(&q->patch[i], w[0], w[1], t, x);
            for (int a = 0; a < 3; a++) {
                low[i][a] = k ? fmin(low[i][a], x[a]) : x[a];
                high[i][a] = k ? fmax(high[i][a], x[a]) : x[a];
            }
        }
    for (int a = 0; a < 3; a++) largest = fmax(largest, fmax(low[0][a] - high[1][a], low[1][a] - high[0][a]));
    return largest;
}
static bool is_near(const struct ccdq_patch_query *q, uint64_t id)
{
    (void)id;
    return gap(q, 0) > 0.999e-9 && gap(q, q->end / 2) > 0.999e-9 && fabs(gap(q, q->end) - 1e-9) < 1e-12;
}

/* Two control points are the same at all times; or all are in a plane z = i x + j y with small integers. */
static bool is_flat(const struct ccdq_patch_query *q, int i)
{
    for (int slope = 0; slope < 25; slope++) {
        bool flat = true;
        for (int k = 0; k < points(q, i); k++) {
            const double *x = reals(q, i, k);
            flat &= x[2] == (slope / 5 - 2) * x[0] + (slope % 5 - 2) * x[1];
        }
        if (flat) return true;
    }
    return false;
}
static bool has_repeated(const struct ccdq_patch_query *q, int i)
{
    const size_t width = ccdq_shape_width(&q->patch[i].shape);
    const double *p = q->patch[i].point, *v = q->patch[i].velocity;
    for (size_t k = 0; k < (size_t)points(q, i); k++)
        for (size_t l = 0; l < k; l++)
            if (!memcmp(p + k * width, p + l * width, width * sizeof *p) &&
                !memcmp(v + k * width, v + l * width, width * sizeof *v))
                return true;
    return false;
}
static bool is_degenerate(const struct ccdq_patch_query *q, uint64_t id)
{
    (void)id;
    return has_repeated(q, 0) || has_repeated(q, 1) || is_flat(q, 0) || is_flat(q, 1);
}

/* ---- Families ---- */

static const struct {
    const char *name;
    bool (*has)(const struct ccdq_patch_query *q, uint64_t id);
    const char *shapes[4]; /* where it has it */
    uint64_t digest[4];    /* of each, of the records 0 .. 99 with the seed 1 */
} expected[] = {
    {"random",
     is_random,
     {"q3", "t2", "q1r,t3", "q4x1"},
     {0xd1b2a21a88b7517e, 0x76c905a94226c99b, 0x7045259655a00673, 0x306f3ac12a41fe20}},
    {"touch",
     is_touch,
     {"q3", "t2", "q1r,t3", "q2x3,q2r"},
     {0x609f181745032954, 0x866360f27a347d80, 0x813ef5df9b8e7673, 0x75971496443635ca}},
    {"manifold",
     is_manifold,
     {"q3", "t2", "q2r", "q1"},
     {0x873bdde8e2536774, 0x9a88950666a9b33a, 0x7da8f3796ef8b66f, 0xf696b17fe118d09e}},
    {"near",
     is_near,
     {"q3", "t2", "q1r,t3", "q4x1"},
     {0x35931dcf15d4a0d1, 0x0329c96a6da25108, 0x1c3c1ee9fe6b93ef, 0xf1e0cec733d5ad83}},
    {"degenerate",
     is_degenerate,
     {"q3", "t2", "q2r,t3", "q4x1"},
     {0xac4340103bf0803a, 0x9bc3b736989f8bad, 0x08976910c39765e4, 0xc52207dfd507e753}},
    {"rational",
     is_rational,
     {"q3r", "t2r", "q1r,t3", "q4x1r"},
     {0x4e446d64c69eb40f, 0x806e7771a32d903d, 0x58ce1db6b8f2b538, 0xf6c7fda14480bcbf}},
};
enum { FAMILIES = sizeof expected / sizeof *expected };

static uint64_t digest(const unsigned char *records, size_t size)
{
    uint64_t h = 0, word;
    for (size_t i = 0; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, records + i, sizeof word);
        h = mix64(h ^ word);
    }
    return h;
}

static void check_records(int row, const struct gen_family *family, const struct ccdq_shape shape[2],
                          const char *words)
{
    const size_t size = ccdq_patch_record_size(shape);
    unsigned char *all = malloc(RECORDS * size), *one = malloc(size), *other = malloc(size);
    int bad = -1, impure = -1, equal = 0;
    char text[128];
    gen_patch_range(family, shape, 7, 1000, RECORDS, all);
    for (int i = RECORDS; i-- > 0;) {
        struct ccdq_patch_query q;
        const uint64_t id = 1000 + (uint64_t)i;
        memset(one, 0xff, size);
        gen_patch_range(family, shape, 7, id, 1, one);
        gen_patch_range(family, shape, 8, id, 1, other);
        ccdq_patch_record_query(one, &q);
        const bool right = q.id == id && !memcmp(q.patch[0].shape.degree, shape[0].degree, 2) &&
                           !ccdq_patch_problem(&q, text, sizeof text);
        if (!right || !expected[row].has(&q, id)) bad = i;
        if (memcmp(one, all + (size_t)i * size, size)) impure = i;
        equal += !memcmp(one + 32, other + 32, size - 32);
    }
    ok(bad < 0, "%s %s: each record has the property", family->name, words);
    if (bad >= 0) diag("not record %d", 1000 + bad);
    ok(impure < 0, "%s %s: a record depends on its id only", family->name, words);
    ok(equal < RECORDS / 50, "%s %s: another seed gives other records", family->name, words);
    free(all), free(one), free(other);
}

static void check_digest(int row, int column, const struct gen_family *family,
                         const struct ccdq_shape shape[2])
{
    const size_t size = ccdq_patch_record_size(shape);
    unsigned char *records = malloc(100 * size);
    gen_patch_range(family, shape, 1, 0, 100, records);
    const uint64_t d = digest(records, 100 * size);
    if (!ok(d == expected[row].digest[column], "%s %s: the data are what they were", family->name,
            expected[row].shapes[column]))
        diag("digest 0x%016llx", (unsigned long long)d);
    free(records);
}

/* Times of contact: at the start, at the end, and between. */
static void check_times(const char *name)
{
    const struct gen_family *family = gen_find_family(gen_patch_families, name);
    struct ccdq_shape shape[2];
    unsigned char record[8192];
    int start = 0, end = 0;
    ccdq_shapes_of_name("q1", shape);
    for (uint64_t id = 0; id < 1000; id++) {
        struct ccdq_patch_query q;
        gen_patch_range(family, shape, 1, id, 1, record);
        ccdq_patch_record_query(record, &q);
        const double t = gen_patch_touch_time(family, 1, id);
        start += t == 0;
        end += t == q.end;
    }
    ok(start > 200 && start < 300 && end > 200 && end < 300, "%s: a fourth at the start, a fourth at the end",
       name);
}

int main(void)
{
    int rows = 0;
    for (const struct gen_family *family = gen_patch_families; family->name; family++, rows++) {
        if (!ok(rows < FAMILIES && !strcmp(family->name, expected[rows].name), "the table has %s",
                family->name))
            return tap_done();
        for (int k = 0; k < 4; k++) {
            struct ccdq_shape shape[2];
            ccdq_shapes_of_name(expected[rows].shapes[k], shape);
            check_records(rows, family, shape, expected[rows].shapes[k]);
            check_digest(rows, k, family, shape);
        }
    }
    ok(rows == FAMILIES, "the table has no other family");
    check_times("touch");
    check_times("manifold");
    return tap_done();
}
