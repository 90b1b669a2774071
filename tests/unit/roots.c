/* The root finder of the baselines, on cubics whose roots are known. */
#include "../../lib/gen/rng.h"
#include "../../lib/linear/roots.h"
#include "../tap.h"
#include <math.h>

enum { MAX_ROOTS = 8 };

struct found {
    int n;
    double t[MAX_ROOTS];
    struct root_work work;
    enum root_step last;
};

static struct found walk_all(const double c[4], double error, double tmax, double tol, uint32_t limit)
{
    struct found f = {.work = {.limit = limit}};
    struct root_walk walk;
    root_walk_begin(&walk, c, error, tmax, tol, &f.work);
    while ((f.last = root_walk_next(&walk, &f.t[f.n])) == ROOT_FOUND)
        if (++f.n == MAX_ROOTS) break;
    return f;
}

/* lead (t - r0) (t - r1) (t - r2): exact for roots of few bits. */
static void expand(double lead, const double r[3], double c[4])
{
    c[3] = lead;
    c[2] = -lead * (r[0] + r[1] + r[2]);
    c[1] = lead * (r[0] * r[1] + r[0] * r[2] + r[1] * r[2]);
    c[0] = -lead * (r[0] * r[1] * r[2]);
}

/* Whether f has just those of the roots that are in [0, tmax], in order, to within tol. */
static int has_roots(const struct found *f, const double r[3], double tmax, double tol)
{
    double expected[3];
    int n = 0;
    for (int i = 0; i < 3; i++) {
        if (!(r[i] >= 0 && r[i] <= tmax)) continue;
        int k = n++;
        for (; k > 0 && expected[k - 1] > r[i]; k--) expected[k] = expected[k - 1];
        expected[k] = r[i];
    }
    if (f->n != n || f->last != ROOT_NONE) return 0;
    for (int i = 0; i < n; i++)
        if (!(fabs(f->t[i] - expected[i]) <= tol)) return 0;
    return 1;
}

/* Three different roots out of -128/256 .. 384/256, so at least 2^-8 apart. */
static void simple_roots(double tmax, double tol)
{
    uint32_t most = 0;
    uint64_t iterations = 0, roots = 0;
    int wrong = 0;
    for (int i = 0; i < 20000; i++) {
        struct rng rng = rng_at(rng_key("simple roots", 0, 1), (uint64_t)i);
        double r[3], c[4];
        do
            for (int k = 0; k < 3; k++) r[k] = rng_int(&rng, -128, 384) / 256.0;
        while (r[0] == r[1] || r[0] == r[2] || r[1] == r[2]);
        double lead = ldexp(rng_below(&rng, 2) ? 1 : -1, rng_int(&rng, -40, 40));
        expand(lead, r, c);
        struct found f = walk_all(c, 0, tmax, tol, UINT32_MAX);
        /* with |lead| = 1: coefficients below 16, so f is computed to 2^-46; |f'| >= 2^-16 at a root */
        double reach = tol > 0x1p-30 ? tol : 0x1p-30;
        if (!has_roots(&f, r, tmax, reach) && !wrong++)
            diag("roots %g %g %g lead %a", r[0], r[1], r[2], lead);
        if (f.work.iterations > most) most = f.work.iterations;
        iterations += f.work.iterations;
        roots += (uint64_t)f.n;
    }
    ok(!wrong, "simple roots in [0, %g] to %g: %d of 20000 cubics wrong", tmax, tol, wrong);
    double bits = tol > 0 ? -log2(tol) + 1 : 1075;
    ok(most <= 3 * 8 * bits, "the search is bounded: at most %u iterations a cubic, %.2f a root",
       (unsigned)most, (double)iterations / (double)roots);
}

static void special(void)
{
    double c[4], touching[3] = {0.5, 0.5, 2}, ends[3] = {0, 1, 3}, triple[3] = {0.25, 0.25, 0.25};
    expand(1, touching, c);
    struct found f = walk_all(c, 0, 1, 1e-12, 100);
    ok(f.n == 1 && fabs(f.t[0] - 0.5) <= 1e-12, "a double root that is computed exactly is found");
    c[0] -= 0x1p-52; /* now it stays below zero */
    f = walk_all(c, 0, 1, 1e-12, 100);
    int without = f.n;
    f = walk_all(c, 0x1p-50, 1, 1e-12, 100);
    ok(without == 0 && f.n == 1, "a double root that rounding has moved is found by the error bound alone");
    expand(1, ends, c);
    f = walk_all(c, 0, 1, 1e-12, 100);
    ok(f.n == 2 && f.t[0] == 0 && f.t[1] == 1, "roots at 0 and at tmax");
    expand(1, triple, c);
    f = walk_all(c, 0, 1, 1e-9, 1000);
    ok(f.n == 1 && fabs(f.t[0] - 0.25) < 1e-4, "a triple root");
    double linear[4] = {-0.25, 1, 0, 0}, quadratic[4] = {0.1875, -1, 1, 0}, none[4] = {1, 0, 0, 0};
    f = walk_all(linear, 0, 1, 1e-12, 100);
    ok(f.n == 1 && fabs(f.t[0] - 0.25) <= 1e-12, "a linear polynomial");
    f = walk_all(quadratic, 0, 1, 1e-12, 100);
    ok(f.n == 2 && fabs(f.t[0] - 0.25) <= 1e-12 && fabs(f.t[1] - 0.75) <= 1e-12, "a quadratic");
    f = walk_all(none, 0, 1, 1e-12, 100);
    ok(f.n == 0 && f.last == ROOT_NONE, "a constant has no root");
    double slow[4] = {-0x1p-30, 0, 0, 1};
    f = walk_all(slow, 0, 1, 1e-15, 2);
    ok(f.last == ROOT_BUDGET_SPENT && f.work.iterations == 3, "the limit of iterations ends the search");
    f = walk_all(slow, 0, 1, 1e-15, 1000);
    ok(f.n == 1 && fabs(f.t[0] - 0x1p-10) <= 1e-15, "without it the root is found");
}

int main(void)
{
    simple_roots(1, 1e-3);
    simple_roots(1, 1e-6);
    simple_roots(0.5, 1e-9);
    simple_roots(1, 1e-13);
    simple_roots(1, 0);
    special();
    return tap_done();
}
