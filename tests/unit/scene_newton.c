/* Interval Newton methods: no solution of a random interval linear system is ever lost, and exactly one root
 * is claimed only where there is one: lines and circles whose common points are counted by hand. CCDQ_LONG=1
 * draws forty times as much. */
#include "../../lib/gen/rng.h"
#include "../../lib/scene/newton.h"
#include "../tap.h"
#include <stdlib.h>

static long draws(long n)
{
    return getenv("CCDQ_LONG") ? 40 * n : n;
}

/* A number that is often 0 or an integer, and of any size otherwise. */
static double number(struct rng *rng)
{
    const unsigned kind = rng_below(rng, 4);
    if (kind == 0) return rng_int(rng, -2, 2);
    return rng_real(rng, -1, 1) * (kind == 1 ? ldexp(1, rng_int(rng, -30, 30)) : 1);
}

static ival around(struct rng *rng, double x, double width)
{
    const double down = width * rng_unit(rng), up = width * rng_unit(rng);
    return ival_of(-(down - x), x + up);
}

/* Rows which x solves for the matrix that was drawn: x in the box, the matrix in the Jacobian. */
static void random_system(struct rng *rng, unsigned rows, unsigned n, struct equations *eq,
                          struct region *box, double *x)
{
    *eq = (struct equations){.rows = rows, .variables = n, .derivatives = true};
    eq->contact = rows < n ? rows : n;
    eq->tangent = rows - eq->contact;
    for (unsigned j = 0; j < n; j++) {
        x[j] = number(rng);
        box->x[j] = rng_below(rng, 5) ? around(rng, x[j], 2) : ival_point(x[j]);
        eq->centre[j] = ival_middle(box->x[j]);
    }
    const double loose = rng_below(rng, 3) ? ldexp(1, rng_int(rng, -20, 0)) : 0;
    for (unsigned i = 0; i < rows; i++) {
        for (unsigned j = 0; j < n; j++) {
            const double entry = number(rng);
            eq->jacobian[i][j] = around(rng, entry, loose);
            eq->value[i] =
                ival_sub(eq->value[i],
                         ival_mul(ival_point(entry), ival_sub(ival_point(x[j]), ival_point(eq->centre[j]))));
        }
        eq->value[i] += around(rng, 0, loose);
    }
}

static bool holds(const struct region *box, unsigned n, const double *x)
{
    bool all = true;
    for (unsigned j = 0; j < n; j++) all = all && ival_lo(box->x[j]) <= x[j] && x[j] <= ival_hi(box->x[j]);
    return all;
}

static bool smaller(const struct region *a, const struct region *b, unsigned n)
{
    for (unsigned j = 0; j < n; j++)
        if (ival_width(a->x[j]) < 0.99 * ival_width(b->x[j])) return true;
    return false;
}

static void linear_systems(void)
{
    const uint64_t key = rng_key("newton linear", 0, 1);
    long lost = 0, lost_by_krawczyk = 0, lost_by_inverse = 0, narrowed = 0, squares = 0, unique = 0;
    const long n = draws(60000);
    for (long i = 0; i < n; i++) {
        struct rng rng = rng_at(key, (uint64_t)i);
        const unsigned variables = 1 + rng_below(&rng, PROBLEM_VARIABLES);
        const unsigned rows = variables > 1 ? variables - 1 + rng_below(&rng, 6) : 1 + rng_below(&rng, 3);
        struct equations eq;
        struct region box, part, image;
        double x[PROBLEM_VARIABLES];
        random_system(&rng, rows, variables, &eq, &box, x);
        part = box;
        const bool left = newton_narrow(&eq, &part);
        lost += !left || !holds(&part, variables, x);
        narrowed += smaller(&part, &box, variables);
        struct square square;
        double scale[PROBLEM_VARIABLES];
        for (unsigned j = 0; j < variables; j++) scale[j] = ival_width(box.x[j]) + 0x1p-20;
        if (!square_choose(&eq, variables, ~0U, (1U << variables) - 1, 0, scale, &square)) continue;
        squares++;
        lost_by_krawczyk +=
            newton_krawczyk(&eq, &square, &box, &image) == NEWTON_NO_ROOT || !holds(&image, variables, x);
        const enum newton_proof proof = newton_inverse(&eq, &square, &box, &image);
        lost_by_inverse += proof == NEWTON_NO_ROOT || !holds(&image, variables, x);
        unique += proof == NEWTON_UNIQUE;
    }
    ok(lost == 0, "no solution of %ld interval linear systems is lost by Linear_Solve", n);
    ok(lost_by_krawczyk == 0, "nor of %ld square ones by the Krawczyk-Moore form", squares);
    ok(lost_by_inverse == 0, "nor by the interval inverse");
    ok(narrowed > n / 3 && squares > n / 3 && unique > squares / 50,
       "many boxes get smaller (%ld), some hold one solution (%ld)", narrowed, unique);
}

/* x^2 + y^2 = r^2 and y = a x + b over a box. */
struct crossing {
    double r, a, b;
};

static void crossing_equations(const struct crossing *c, const struct region *box, struct equations *eq)
{
    *eq = (struct equations){.rows = 2, .variables = 2, .contact = 2, .derivatives = true};
    ival p[2];
    for (int k = 0; k < 2; k++) {
        eq->centre[k] = ival_middle(box->x[k]);
        p[k] = ival_point(eq->centre[k]);
        eq->jacobian[0][k] = ival_scale(box->x[k], 2);
    }
    eq->value[0] = ival_sub(ival_square(p[0]) + ival_square(p[1]), ival_square(ival_point(c->r)));
    eq->value[1] = ival_sub(p[1], ival_mul(ival_point(c->a), p[0]) + ival_point(c->b));
    eq->jacobian[1][0] = ival_point(-c->a);
    eq->jacobian[1][1] = ival_point(1);
}

/* How many common points are in the box; -1 where rounding could matter. */
static int count_roots(const struct crossing *c, const struct region *box)
{
    const double p = 1 + c->a * c->a, q = c->a * c->b, d = q * q - p * (c->b * c->b - c->r * c->r);
    if (fabs(d) < 1e-9) return -1;
    int n = 0;
    for (int side = -1; side <= 1 && d > 0; side += 2) {
        const double x = (-q + side * sqrt(d)) / p, y = c->a * x + c->b;
        const double at[2] = {x, y};
        bool inside = true, clear = true;
        for (int k = 0; k < 2; k++) {
            const double in = fmin(at[k] - ival_lo(box->x[k]), ival_hi(box->x[k]) - at[k]);
            inside = inside && in > 0;
            clear = clear && fabs(in) > 1e-9;
        }
        if (!clear) return -1;
        n += inside;
    }
    return n;
}

static void nonlinear_systems(void)
{
    const uint64_t key = rng_key("newton roots", 0, 1);
    long wrong[2] = {0, 0}, unique[2] = {0, 0}, none = 0, double_roots = 0;
    for (long i = 0; i < draws(60000); i++) {
        struct rng rng = rng_at(key, (uint64_t)i);
        const struct crossing c = {rng_real(&rng, 0.5, 2), rng_real(&rng, -2, 2), rng_real(&rng, -2, 2)};
        const double turn = rng_real(&rng, 0, 8), size = ldexp(1, rng_int(&rng, -8, 2));
        struct region box = {{around(&rng, c.r * cos(turn), size), around(&rng, c.r * sin(turn), size)}},
                      image;
        struct equations eq;
        struct square square;
        crossing_equations(&c, &box, &eq);
        const int roots = count_roots(&c, &box);
        if (roots < 0 || !square_choose(&eq, 2, 6, 3, 0, (double[5]){1, 1}, &square)) continue;
        double_roots += roots == 2;
        for (int method = 0; method < 2; method++) {
            const enum newton_proof proof =
                (method ? newton_inverse : newton_krawczyk)(&eq, &square, &box, &image);
            wrong[method] +=
                (proof == NEWTON_UNIQUE && roots != 1) || (proof == NEWTON_NO_ROOT && roots != 0);
            unique[method] += proof == NEWTON_UNIQUE;
            none += proof == NEWTON_NO_ROOT;
        }
    }
    ok(wrong[0] == 0 && unique[0] > 500, "Theorem 1 claims one root only where there is one (%ld)",
       unique[0]);
    ok(wrong[1] == 0 && unique[1] > unique[0], "so does Theorem 2, more often (%ld)", unique[1]);
    ok(none > 1000 && double_roots > 100, "boxes without a root are seen (%ld), some had two (%ld)", none,
       double_roots);
}

static void one_equation(double m_lo, double m_hi, double value, double least, double most, const char *what)
{
    struct equations eq = {.rows = 1, .variables = 1, .contact = 1};
    eq.jacobian[0][0] = ival_of(m_lo, m_hi);
    eq.value[0] = ival_point(value);
    struct region box = {{ival_of(-1, 4)}};
    const bool left = newton_narrow(&eq, &box);
    ok(least > most ? !left : left && ival_lo(box.x[0]) == least && ival_hi(box.x[0]) == most, "%s", what);
}

/* m y = n with 0 in m. */
static void gaps(void)
{
    one_equation(-1, 2, -6, 3, 4, "a gap that reaches over one end of the box cuts it");
    one_equation(-1, 2, -1, -1, 4, "one inside of it does not");
    one_equation(-1, 2, -10, 1, 0, "one around it leaves nothing");
    one_equation(0, 2, -2, 1, 4, "an entry from 0 on: beyond the gap");
    one_equation(0, 2, 2, -1, -1, "the same with the other sign");
    one_equation(0, 0, 1, 1, 0, "an equation that cannot hold leaves nothing");
    one_equation(-1, 2, 0, -1, 4, "one that always may hold leaves all");
}

/* Rows x = 0, x + 1e-12 y = 0 are no square system; with tangency y = 0 as third one they are. */
static void dependent_rows(void)
{
    struct equations eq = {.rows = 3, .variables = 2, .contact = 2, .tangent = 1, .derivatives = true};
    eq.jacobian[0][0] = eq.jacobian[1][0] = eq.jacobian[2][1] = ival_point(1);
    eq.jacobian[1][1] = ival_point(1e-12);
    struct square square;
    const double scale[PROBLEM_VARIABLES] = {1, 1};
    ok(!square_choose(&eq, 2, 6, 3, 0, scale, &square), "contact rows that nearly depend are not taken");
    eq.contact = 1;
    eq.tangent = 2;
    ok(square_choose(&eq, 2, 6, 3, 0, scale, &square) && square.row[0] == 0 && square.row[1] == 2,
       "of the others the one with the best pivot");
    ok(!square_choose(&eq, 1, 6, 2, 0, scale, &square), "a row that does not know the variable is none");
}

int main(void)
{
    const int mode = upward_begin();
    linear_systems();
    nonlinear_systems();
    gaps();
    dependent_rows();
    upward_end(mode);
    return tap_done();
}
