/* Queries times 2^400 and 2^-400, all of them or each by another power: every method of the tier exact, on
 * every set of instructions, says what it says of them unscaled, and its times are of the same contact. */
#include "../../lib/gen/gen.h"
#include "../tap.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const families[] = {"uniform", "sim", "grid", "ulp", "near", "border", "touch"};
enum { FAMILIES = sizeof families / sizeof *families };

/* EACH: 2^400, 2^-400, 1 in turn, so that neighbours in a batch are of different size. */
enum { EACH = 0 };
static const int exponents[] = {400, -400, EACH};

static struct ccdq_workspace *ws;

static void scale(struct ccdq_query *q, int exponent)
{
    q->min_sep = ldexp(q->min_sep, exponent);
    for (int i = 0; i < 24; i++) q->x[i / 3][i % 3] = ldexp(q->x[i / 3][i % 3], exponent);
}

static bool same(const struct ccdq_result *a, const struct ccdq_result *b)
{
    if (a->verdict != b->verdict || a->id != b->id) return false;
    if (a->verdict == CCDQ_FREE) return a->toi_lo == b->toi_lo;
    /* both hold t*, and are as narrow as asked for */
    return a->verdict == CCDQ_HIT && (a->flags & CCDQ_AT_START) == (b->flags & CCDQ_AT_START) &&
           fmax(a->toi_lo, b->toi_lo) <= fmin(a->toi_hi, b->toi_hi) &&
           b->toi_hi - b->toi_lo <= ccdq_linear_defaults.toi_width;
}

static void draw(const char *family, unsigned type, double min_sep, size_t n, struct ccdq_query *q)
{
    gen_linear_range(gen_find_family(gen_linear_families, family), type, 11, 0, n, q);
    for (size_t i = 0; i < n; i++) q[i].min_sep = min_sep;
}

static void says_the_same(const struct ccdq_linear_method *method, unsigned simd, unsigned type,
                          double min_sep, size_t n)
{
    struct ccdq_query *q = malloc(n * sizeof *q);
    struct ccdq_result *plain = malloc(n * sizeof *plain), *scaled = malloc(n * sizeof *scaled);
    struct ccdq_linear_options options = ccdq_linear_defaults;
    size_t wrong = 0, hits = 0;
    options.simd = simd;
    for (int f = 0; f < FAMILIES; f++) {
        draw(families[f], type, min_sep, n, q);
        ccdq_linear_solve(method, CCDQ_TYPE_BIT(type), q, n, &options, plain, ws);
        for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
            draw(families[f], type, min_sep, n, q);
            for (size_t i = 0; i < n; i++)
                scale(&q[i], exponents[e] == EACH ? (int)(i % 3) * 400 - 400 : exponents[e]);
            ccdq_linear_solve(method, CCDQ_TYPE_BIT(type), q, n, &options, scaled, ws);
            for (size_t i = 0; i < n; i++) {
                hits += scaled[i].verdict == CCDQ_HIT;
                if (!same(&plain[i], &scaled[i]) && !wrong++)
                    diag("%s id %zu, exponent %d: verdict %d [%a, %a], scaled %d [%a, %a]", families[f], i,
                         exponents[e], plain[i].verdict, plain[i].toi_lo, plain[i].toi_hi, scaled[i].verdict,
                         scaled[i].toi_lo, scaled[i].toi_hi);
            }
        }
    }
    ok(!wrong && hits, "%s %s %s, separation %g: %zu hits of scaled queries, %zu wrong", method->name,
       ccdq_simd_name(simd), ccdq_type_name(type), min_sep, hits, wrong);
    free(q);
    free(plain);
    free(scaled);
}

static void all_queries(const struct ccdq_linear_method *method, unsigned simd, size_t n)
{
    for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++) {
        if (type > CCDQ_EE && !(method->abilities & CCDQ_SOLVES_POINTS)) continue;
        says_the_same(method, simd, type, 0, n);
        if (method->abilities & CCDQ_SOLVES_SEPARATION) says_the_same(method, simd, type, 0.015625, n / 8);
    }
}

int main(void)
{
    const size_t n = getenv("CCDQ_LONG") ? 100000 : 1000;
    ws = ccdq_workspace_new();
    for (const struct ccdq_linear_method *m = ccdq_linear_methods; m->name; m++) {
        if (m->tier != CCDQ_TIER_EXACT) continue;
        all_queries(m, CCDQ_SIMD_BEST, n);
        if (m->number != CCDQ_METHOD_CERTIFIED) continue;
        for (unsigned simd = CCDQ_SIMD_PORTABLE; ccdq_simd_name(simd); simd++) {
            if (ccdq_simd_available(simd))
                all_queries(m, simd, n);
            else
                ok(1, "certified %s # SKIP this processor lacks it", ccdq_simd_name(simd));
        }
    }
    ccdq_workspace_free(ws);
    return tap_done();
}
