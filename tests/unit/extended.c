/* The stage `extended` of `certified`, called on every query and not only on those that doubles leave: it is
 * right whenever it answers, and it does answer nearly always. */
#include "../../lib/gen/gen.h"
#include "../../lib/linear/linear.h"
#include "../fault.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>

static struct ccdq_workspace *ws;

/* n queries of a family at 2^exponent times their size. */
static void family_agrees(const struct gen_family *family, unsigned type, size_t n, int exponent,
                          struct ccdq_linear_options options, const char *what)
{
    size_t wrong = 0, decided = 0;
    for (size_t id = 0; id < n; id++) {
        struct ccdq_query q;
        struct ccdq_result r;
        gen_linear(family, type, 11, id, &q);
        q.min_sep = 0;
        for (int i = 0; i < 24; i++) q.x[i / 3][i % 3] = ldexp(q.x[i / 3][i % 3], exponent);
        if (!linear_finite(&q) || !linear_extended(&q, &options, 0, &r)) continue;
        decided++;
        const char *why = fault(&q, &options, &r, ws);
        if (why && !wrong++)
            diag("%s %s id %zu: %s: [%a, %a]", family->name, ccdq_type_name(type), id, why, r.toi_lo,
                 r.toi_hi);
    }
    ok(!wrong, "%s %s%s: %.2f %% decided, %zu wrong", ccdq_type_name(type), family->name, what,
       100 * (double)decided / (double)n, wrong);
}

/* Where the normal turns within the bracket of a root, the parameters were off by 1e-4. */
static void turning_normal(void)
{
    struct ccdq_query q;
    struct ccdq_result r;
    gen_linear(gen_find_family(gen_linear_families, "ulp"), CCDQ_EE, 11, 80825, &q);
    const char *why = "undecided";
    if (linear_extended(&q, &ccdq_linear_defaults, 0, &r)) why = fault(&q, &ccdq_linear_defaults, &r, ws);
    ok(!why, "the normal turns while a root is bracketed: %s", why ? why : "the parameters are right");
}

int main(void)
{
    ws = ccdq_workspace_new();
    const size_t n = getenv("CCDQ_LONG") ? 200000 : 2000;
    static const struct {
        double tmax, width;
        int exponent;
        const char *what;
    } cases[] = {{1, 1e-12, 0, ""},
                 {0.375, 1e-12, 0, " to t = 0.375"},
                 {1, 0x1p-52, 0, " to one ulp"},
                 {1, 1e-3, 0, " to 0.001"},
                 {1, 1e-12, 400, " times 2^400"},
                 {1, 1e-12, -400, " times 2^-400"},
                 {1, 1e-12, -1000, " times 2^-1000"}};
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++)
        for (const struct gen_family *f = gen_linear_families; f->name; f++)
            for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
                struct ccdq_linear_options options = ccdq_linear_defaults;
                options.tmax = cases[i].tmax;
                options.toi_width = cases[i].width;
                family_agrees(f, type, i ? n / 4 : n, cases[i].exponent, options, cases[i].what);
            }
    turning_normal();
    ccdq_workspace_free(ws);
    return tap_done();
}
