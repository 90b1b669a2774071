/* The bracket's own evaluation of tapes: for random points of random boxes, value and derivatives of random
 * expressions, in long double, lie in its bounds. CCDQ_LONG=1 draws twenty times as much. */
#include "../../lib/gen/rng.h"
#include "../../lib/scene/bracket_tape.h"
#include "../tap.h"
#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 3, MOST_NODES = 400 };

/* ---- The same in long double ---- */

struct dual {
    long double value, d[VARIABLES];
    bool exists, smooth; /* whether there are a value and derivatives */
};

/* f of x and y with derivatives p and q by these. */
static void chain(struct dual *f, const struct dual *x, long double p, const struct dual *y, long double q)
{
    for (int k = 0; k < VARIABLES; k++) f->d[k] = (x ? p * x->d[k] : 0) + (y ? q * y->d[k] : 0);
}

/* A patch by its definition: sums of Bernstein polynomials, which are products of powers. */
static long double bernstein(unsigned degree, unsigned i, long double u, bool slope)
{
    long double binomial = 1;
    for (unsigned k = 0; k < i; k++) binomial = binomial * (degree - k) / (k + 1);
    if (!slope) return binomial * powl(u, i) * powl(1 - u, degree - i);
    return binomial * ((i ? i * powl(u, i - 1.0L) * powl(1 - u, degree - i) : 0) -
                       (degree > i ? (degree - i) * powl(u, i) * powl(1 - u, degree - i - 1.0L) : 0));
}

static void patch(const struct tape *tape, const struct tape_node *node, const struct dual *u,
                  const struct dual *v, struct dual *f)
{
    const struct tape_patch *p = &tape->patch[node->c / 4];
    long double over[3] = {0}, under[3] = {0}; /* value, by u, by v */
    for (unsigned i = 0; i <= p->m; i++)
        for (unsigned j = 0; j <= p->n; j++)
            for (int k = 0; k < 3; k++) {
                const double *c = tape->coefficient + p->first + 4 * (i * (p->n + 1) + j);
                const long double weight = p->rational ? c[3] : 1;
                const long double b =
                    weight * bernstein(p->m, i, u->value, k == 1) * bernstein(p->n, j, v->value, k == 2);
                over[k] += b * c[node->c % 4];
                under[k] += b;
            }
    f->exists = u->value >= 0 && u->value <= 1 && v->value >= 0 && v->value <= 1;
    f->value = over[0] / under[0];
    chain(f, u, (over[1] - f->value * under[1]) / under[0], v, (over[2] - f->value * under[2]) / under[0]);
}

/* By the cosine, with T_i' = i sin(i a) / sin(a) at x = cos(a). */
static void series(const struct tape *tape, const struct tape_node *node, const struct dual *x,
                   struct dual *f)
{
    const struct tape_series *s = &tape->series[node->b];
    const long double y = (2 * x->value - s->lo - s->hi) / ((long double)s->hi - s->lo);
    long double slope = 0;
    f->exists = x->value >= s->lo && x->value <= s->hi;
    f->smooth = f->exists && fabsl(y) < 0.999L;
    if (!f->exists) return;
    const long double a = acosl(y);
    for (size_t i = 0; i < s->n; i++) {
        const double c = tape->coefficient[s->first + 2 * i];
        f->value += (i ? 1 : 0.5L) * c * cosl((long double)i * a);
        slope += c * (long double)i * sinl((long double)i * a) / sinl(a);
    }
    chain(f, x, 2 * slope / ((long double)s->hi - s->lo), NULL, 0);
}

static void one_of_two(struct dual *f, const struct dual *x)
{
    f->value = x->value;
    chain(f, x, 1, NULL, 0);
}

static void power(struct dual *f, const struct dual *x, long n)
{
    f->exists = n >= 0 || x->value != 0;
    f->value = n ? powl(x->value, n) : 1;
    chain(f, x, n ? n * powl(x->value, n - 1.0L) : 0, NULL, 0);
}

static void evaluate(const struct tape *tape, const struct tape_node *node, const double *at,
                     const struct dual *all, struct dual *f)
{
    const bool arguments = node->op > TAPE_VARIABLE;
    const bool two = node->op >= TAPE_ADD && node->op <= TAPE_REAL_POWER;
    const struct dual *x = arguments ? &all[node->a] : NULL;
    const struct dual *y = two || node->op == TAPE_PATCH ? &all[node->b] : NULL;
    const long double a = x ? x->value : 0, b = y ? y->value : 0;
    *f = (struct dual){.exists = true, .smooth = true};
    switch (node->op) {
    case TAPE_CONSTANT:
        f->value = tape->constant[node->a].lo;
        break;
    case TAPE_VARIABLE:
        f->value = at[node->a];
        f->d[node->a] = 1;
        break;
    case TAPE_ADD:
        f->value = a + b, chain(f, x, 1, y, 1);
        break;
    case TAPE_SUB:
        f->value = a - b, chain(f, x, 1, y, -1);
        break;
    case TAPE_MUL:
        f->value = a * b, chain(f, x, b, y, a);
        break;
    case TAPE_DIV:
        f->exists = b != 0;
        f->value = a / b, chain(f, x, 1 / b, y, -a / b / b);
        break;
    case TAPE_MIN:
        f->smooth = a != b; /* at the border of a box the bracket has the side that is in it */
        one_of_two(f, a < b ? x : y);
        break;
    case TAPE_MAX:
        f->smooth = a != b;
        one_of_two(f, a > b ? x : y);
        break;
    case TAPE_ATAN2:
        f->exists = a != 0 || b != 0;
        f->value = atan2l(a + 0.0L, b), chain(f, x, b / (a * a + b * b), y, -a / (a * a + b * b));
        break;
    case TAPE_REAL_POWER:
        f->exists = a > 0 || (a == 0 && b > 0);
        f->smooth = a > 0;
        f->value = powl(a, b);
        if (a > 0) chain(f, x, b * powl(a, b - 1), y, f->value * logl(a));
        break;
    case TAPE_POWER:
        power(f, x, node->b);
        break;
    case TAPE_NEG:
        f->value = -a, chain(f, x, -1, NULL, 0);
        break;
    case TAPE_ABS:
        f->smooth = a != 0;
        f->value = fabsl(a), chain(f, x, a < 0 ? -1 : 1, NULL, 0);
        break;
    case TAPE_SQRT:
        f->exists = a >= 0;
        f->smooth = a > 0;
        f->value = sqrtl(a);
        if (a > 0) chain(f, x, 0.5L / f->value, NULL, 0);
        break;
    case TAPE_SIN:
        f->value = sinl(a), chain(f, x, cosl(a), NULL, 0);
        break;
    case TAPE_COS:
        f->value = cosl(a), chain(f, x, -sinl(a), NULL, 0);
        break;
    case TAPE_TAN:
        f->value = tanl(a), chain(f, x, 1 + f->value * f->value, NULL, 0);
        break;
    case TAPE_EXP:
        f->value = expl(a), chain(f, x, f->value, NULL, 0);
        break;
    case TAPE_LOG:
        f->exists = a > 0;
        f->value = logl(a), chain(f, x, 1 / a, NULL, 0);
        break;
    case TAPE_ATAN:
        f->value = atanl(a), chain(f, x, 1 / (1 + a * a), NULL, 0);
        break;
    case TAPE_CHEBYSHEV:
        series(tape, node, x, f);
        break;
    case TAPE_PATCH:
        patch(tape, node, x, y, f);
        break;
    }
    if (x) f->exists = f->exists && x->exists, f->smooth = f->smooth && x->smooth;
    if (y) f->exists = f->exists && y->exists, f->smooth = f->smooth && y->smooth;
}

/* ---- Random tapes ---- */

static int leaf(struct rng *rng, struct tape *tape)
{
    if (rng_below(rng, 3)) return tape_variable(tape, (unsigned)rng_below(rng, VARIABLES));
    return tape_number(tape, rng_below(rng, 2) ? rng_int(rng, -3, 3) : rng_real(rng, -2, 2));
}

static int random_patch(struct rng *rng, struct tape *tape, int u, int v)
{
    double point[16][4];
    int coordinate[3];
    const unsigned m = 1 + (unsigned)rng_below(rng, 3), n = 1 + (unsigned)rng_below(rng, 3);
    const bool rational = rng_below(rng, 2);
    for (unsigned i = 0; i < (m + 1) * (n + 1); i++)
        for (int k = 0; k < 4; k++)
            point[i][k] = k < 3 ? rng_real(rng, -1, 1) : rational ? rng_real(rng, 0.2, 2) : 1;
    if (tape_patch(tape, u, v, m, n, (const double(*)[4])point, coordinate) < 0) return TAPE_NONE;
    return coordinate[rng_below(rng, 3)];
}

static int expression(struct rng *rng, struct tape *tape, int depth)
{
    if (depth == 0 || rng_below(rng, 8) == 0) return leaf(rng, tape);
    const enum tape_op op = (enum tape_op)rng_int(rng, TAPE_ADD, TAPE_PATCH);
    const int a = expression(rng, tape, depth - 1);
    if (op >= TAPE_NEG && op <= TAPE_ATAN) return tape_unary(tape, op, a);
    if (op == TAPE_POWER) return tape_power(tape, a, rng_int(rng, -3, 6));
    if (op == TAPE_CHEBYSHEV) {
        double c[8];
        for (int i = 0; i < 8; i++) c[i] = rng_real(rng, -1, 1);
        return tape_chebyshev(tape, a, rng_real(rng, -3, -1), rng_real(rng, 1, 3), c, 1 + rng_below(rng, 8));
    }
    const int b = expression(rng, tape, depth - 1);
    return op == TAPE_PATCH ? random_patch(rng, tape, a, b) : tape_binary(tape, op, a, b);
}

static double random_number(struct rng *rng)
{
    switch (rng_below(rng, 6)) {
    case 0:
        return 0;
    case 1:
        return rng_int(rng, -3, 3);
    case 2:
        return 0.5 * rng_int(rng, -3, 3);
    case 3:
        return rng_real(rng, -1, 1) * exp2(rng_int(rng, -60, 12));
    default:
        return rng_real(rng, -2, 2);
    }
}

static struct interval random_interval(struct rng *rng)
{
    const double x = random_number(rng);
    switch (rng_below(rng, 4)) {
    case 0:
        return interval_of(x);
    case 1:
        return interval_hull(interval_of(x), interval_of(random_number(rng)));
    default:
        return (struct interval){x, x + exp2(rng_int(rng, -45, 1))};
    }
}

static double random_in(struct rng *rng, struct interval x)
{
    const double p = rng_below(rng, 4)   ? x.lo + rng_unit(rng) * (x.hi - x.lo)
                     : rng_below(rng, 2) ? x.lo
                                         : x.hi;
    return p < x.lo ? x.lo : p > x.hi ? x.hi : p;
}

/* ---- The test ---- */

struct counts {
    long points, values, derivatives, empty, broken, out, out_derivative, out_state;
};

/* What the reference itself is off by: all its steps are relative to the largest number on the way. */
static bool within(long double x, struct interval in, long double off)
{
    if (!(fabsl(x) < 1e300L)) return true;
    return x >= in.lo - off && x <= in.hi + off;
}

static void check_point(const struct tape *tape, const struct interval box[VARIABLES], unsigned state,
                        const struct bracket_jet *jet, struct rng *rng, struct counts *n)
{
    static struct dual all[MOST_NODES];
    double at[VARIABLES];
    long double most = 0;
    for (int k = 0; k < VARIABLES; k++) at[k] = random_in(rng, box[k]);
    for (size_t i = 0; i < tape->nodes; i++) {
        evaluate(tape, &tape->node[i], at, all, &all[i]);
        if (!(fabsl(all[i].value) <= most)) most = fabsl(all[i].value);
        for (int k = 0; k < VARIABLES; k++)
            if (!(fabsl(all[i].d[k]) <= most)) most = fabsl(all[i].d[k]);
    }
    const struct dual *f = &all[tape->output[0]];
    n->points++;
    if (!f->exists) {
        n->out_state += state == 0;
        return;
    }
    n->values++;
    const long double off = most < 1e30L ? 0x1p-50L * most : 0;
    if (!(most < 1e30L)) return; /* nothing is known of the reference */
    n->out_state += (state & BRACKET_EMPTY) != 0;
    n->out += !within(f->value, jet->value, off);
    if (state || !f->smooth) return;
    n->derivatives++;
    for (unsigned k = 0; k < VARIABLES; k++)
        n->out_derivative += !within(f->d[k], bracket_derivative(jet, k), off * 1024);
}

static void random_tapes(long tapes)
{
    struct counts n = {0};
    struct bracket_work work = {0};
    for (long i = 0; i < tapes; i++) {
        struct rng rng = rng_at(rng_key("bracket tapes", 'T', 1), (uint64_t)i);
        struct tape tape = {.variables = VARIABLES};
        const bool made =
            tape_output(&tape, expression(&rng, &tape, rng_int(&rng, 1, 5))) && tape_finish(&tape);
        for (int b = 0; made && tape.nodes <= MOST_NODES && b < 4; b++) {
            struct interval box[VARIABLES];
            struct bracket_jet at[VARIABLES], jet;
            for (unsigned k = 0; k < VARIABLES; k++) {
                box[k] = random_interval(&rng);
                at[k] = bracket_parameter(box[k], k);
            }
            const unsigned state = bracket_tape(&tape, at, 1, &jet, &work);
            n.empty += (state & BRACKET_EMPTY) != 0;
            n.broken += state == BRACKET_BROKEN;
            const long before = n.out + n.out_derivative + n.out_state;
            for (int p = 0; p < 12; p++) check_point(&tape, box, state, &jet, &rng, &n);
            if (n.out + n.out_derivative + n.out_state > before) diag("tape %ld, box %d", i, b);
        }
        tape_free(&tape);
    }
    bracket_work_free(&work);
    ok(!n.out, "values of %ld points lie in their bounds (%ld do not)", n.values, n.out);
    ok(!n.out_derivative, "so do derivatives at %ld points (%ld do not)", n.derivatives, n.out_derivative);
    ok(!n.out_state, "a point has a value where the box says so, and none where that is empty (%ld)",
       n.out_state);
    ok(n.values > n.points / 3 && n.derivatives > n.values / 4 && n.empty && n.broken,
       "of %ld points; %ld boxes are empty, %ld broken", n.points, n.empty, n.broken);
}

/* ---- How tight they are ---- */

typedef struct interval function(struct interval x);
static const struct {
    const char *name;
    function *f;
    long double (*truth)(long double);
} functions[] = {{"sin", bracket_sin, sinl},    {"cos", bracket_cos, cosl},   {"tan", bracket_tan, tanl},
                 {"exp", bracket_exp, expl},    {"log", bracket_log, logl},   {"atan", bracket_atan, atanl},
                 {"acos", bracket_acos, acosl}, {"sqrt", bracket_sqrt, sqrtl}};

static void narrow_functions(void)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        struct rng rng = rng_at(rng_key(functions[i].name, 'T', 2), 0);
        int out = 0, wide = 0;
        for (int n = 0; n < 20000; n++) {
            const double x =
                rng_below(&rng, 2) ? rng_unit(&rng) : rng_unit(&rng) * exp2(rng_int(&rng, -40, 29));
            if (x > 1 && functions[i].f == bracket_acos) continue;
            if (x > 700 && functions[i].f == bracket_exp) continue;
            const struct interval y = functions[i].f(interval_of(x));
            const long double truth = functions[i].truth(x);
            out += !(y.lo <= truth && truth <= y.hi);
            wide += y.hi - y.lo > 0x1p-43 * fabs(y.hi) + 0x1p-990;
        }
        ok(!out && !wide, "%s of numbers: %d out, %d wide", functions[i].name, out, wide);
    }
}

static void known(void)
{
    const struct interval s = bracket_sin((struct interval){0, 100}),
                          c = bracket_cos((struct interval){3, 4});
    bool broken;
    ok(s.lo == -1 && s.hi == 1 && c.lo == -1 && c.hi < -0.65, "sines over periods and turns");
    ok(bracket_tan((struct interval){1, 2}).lo == -INFINITY, "a tangent over its pole");
    ok(bracket_sin(interval_of(INFINITY)).hi == 1 && bracket_sin(BRACKET_ENTIRE).lo == -1,
       "sines of anything");
    bracket_atan2((struct interval){-1, 1}, (struct interval){1, 2}, &broken);
    ok(!broken, "an angle on the right");
    bracket_atan2((struct interval){-1, 1}, (struct interval){-2, -1}, &broken);
    ok(broken, "an angle across its cut");
    const struct interval up = bracket_atan2((struct interval){-0.0, 1}, (struct interval){-2, -1}, &broken);
    ok(!broken && up.lo > 2 && up.hi > 3.14159 && up.hi < 3.1416, "an angle on its cut, from above");
    const struct interval cube = bracket_power((struct interval){-2, 1}, 3);
    ok(cube.lo <= -8 && cube.hi >= 1 && cube.hi < 1.001 && bracket_power((struct interval){-2, 1}, 4).lo == 0,
       "powers");
}

int main(void)
{
    random_tapes(getenv("CCDQ_LONG") ? 100000 : 5000);
    narrow_functions();
    known();
    return tap_done();
}
