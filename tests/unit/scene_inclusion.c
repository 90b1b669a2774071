/* Bounds of random expressions over random boxes against MPFR: for all x in X, f(x), its gradient and its
 * Hessian lie in the bounds. All operations; boxes of all sizes down to points and one step of a double; huge
 * and tiny arguments; poles, kinks, ends of domains. CCDQ_LONG=1 draws 25 times as much, and prints
 * times. */
#include "../../lib/gen/rng.h"
#include "../tap.h"
#include "scene_oracle.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct rng rng;
static struct oracle oracle, rough; /* of the same nodes, with more and with fewer bits */
static struct tape_work work, fresh;

static double uniform(double lo, double hi)
{
    return rng_real(&rng, lo, hi);
}

/* ---- Random expressions ---- */

static double some_number(void)
{
    switch (rng_below(&rng, 6)) {
    case 0:
        return rng_int(&rng, -3, 3);
    case 1:
        return rng_int(&rng, -30, 30) * 0.1;
    case 2:
        return 0.5 * rng_int(&rng, -4, 4);
    case 3:
        return uniform(-1, 1) * exp2(rng_int(&rng, -40, 40));
    default:
        return uniform(-2, 2);
    }
}

static int add(struct oracle_node n)
{
    oracle.node[oracle.nodes] = n;
    return oracle.nodes++;
}

static int one(enum tape_op op, int a)
{
    return add((struct oracle_node){.op = op, .a = a});
}

static int number(double x)
{
    return add((struct oracle_node){.op = TAPE_CONSTANT, .value = x});
}

static int two(enum tape_op op, int a, int b)
{
    return add((struct oracle_node){.op = op, .a = a, .b = b});
}

static int some_series(int a)
{
    struct oracle_node n = {
        .op = TAPE_CHEBYSHEV, .a = a, .lo = -uniform(0, 3), .n = rng_below(&rng, ORACLE_SERIES + 1)};
    n.hi = n.lo + uniform(0.5, 6);
    for (size_t i = 0; i < n.n; i++) n.c[i] = some_number();
    return add(n);
}

static int some_patch(int u, int v)
{
    struct oracle_node n = {.op = TAPE_PATCH, .a = u, .b = v};
    n.m = rng_below(&rng, ORACLE_DEGREE + 1);
    n.degree = rng_below(&rng, ORACLE_DEGREE + 1);
    n.coordinate = rng_below(&rng, 3);
    const bool rational = rng_below(&rng, 2);
    for (unsigned i = 0; i < (n.m + 1) * (n.degree + 1); i++) {
        for (int k = 0; k < 3; k++) n.point[i][k] = some_number();
        n.point[i][3] = rational ? uniform(0.1, 3) : 1;
    }
    return add(n);
}

/* An operation of nodes there are; some of those that have no value everywhere are given what has one. */
static int some_operation(void)
{
    const int a = rng_int(&rng, 0, oracle.nodes - 1), b = rng_int(&rng, 0, oracle.nodes - 1);
    static const enum tape_op plain[] = {TAPE_ADD, TAPE_SUB, TAPE_MUL, TAPE_MUL,
                                         TAPE_DIV, TAPE_MIN, TAPE_MAX, TAPE_ATAN2};
    static const enum tape_op unary[] = {TAPE_NEG, TAPE_ABS, TAPE_SQRT, TAPE_SIN, TAPE_COS, TAPE_SIN,
                                         TAPE_COS, TAPE_TAN, TAPE_EXP,  TAPE_LOG, TAPE_ATAN};
    switch (rng_below(&rng, 12)) {
    case 0:
        return number(some_number());
    case 1:
        return one(TAPE_SQRT, two(TAPE_ADD, one(TAPE_ABS, a), number(uniform(0, 1))));
    case 2:
        return two(TAPE_REAL_POWER, one(TAPE_ABS, a), number(uniform(-3, 3)));
    case 3:
        return two(TAPE_REAL_POWER, one(TAPE_EXP, a), b);
    case 4:
        return two(TAPE_POWER, a, rng_int(&rng, -4, 6));
    case 5:
        return some_series(rng_below(&rng, 2) ? one(TAPE_SIN, a) : a);
    case 6: {
        const int half = number(0.5);
        const int u = rng_below(&rng, 2) ? a : two(TAPE_ADD, two(TAPE_MUL, half, one(TAPE_SIN, a)), half);
        return some_patch(u, rng_below(&rng, 2) ? b : two(TAPE_POWER, one(TAPE_COS, b), 2));
    }
    case 7:
    case 8:
        return one(unary[rng_below(&rng, sizeof unary / sizeof *unary)], a);
    default:
        return two(plain[rng_below(&rng, sizeof plain / sizeof *plain)], a, b);
    }
}

/* Into `oracle` and a finished tape, whose outputs are the last nodes. */
static bool make_expression(struct tape *tape, unsigned outputs)
{
    oracle.variables = 3 + rng_below(&rng, 2);
    oracle.nodes = 0;
    for (unsigned k = 0; k < oracle.variables; k++)
        add((struct oracle_node){.op = TAPE_VARIABLE, .a = (int)k});
    const int operations = rng_int(&rng, 1, rng_below(&rng, 2) ? 4 : 12);
    for (int i = 0; i < operations || oracle.nodes < (int)outputs; i++) some_operation();
    *tape = (struct tape){.variables = oracle.variables};
    for (int i = 0; i < oracle.nodes; i++)
        oracle.node[i].tape = oracle_tape_node(tape, &oracle, &oracle.node[i]);
    rough.variables = oracle.variables;
    rough.nodes = oracle.nodes;
    memcpy(rough.node, oracle.node, (size_t)oracle.nodes * sizeof *oracle.node);
    bool good = true;
    for (unsigned i = 0; i < outputs; i++)
        good = good && tape_output(tape, oracle.node[oracle.nodes - 1 - (int)i].tape);
    return good && tape_finish(tape) && tape_work_fit(&work, tape);
}

/* ---- Random boxes ---- */

static struct interval some_interval(void)
{
    double x;
    switch (rng_below(&rng, 10)) {
    case 0:
        x = rng_int(&rng, -2, 2);
        break;
    case 1:
        x = rng_int(&rng, -4, 4) * 0x1.921fb54442d18p-1;
        break;
    case 2:
        x = uniform(-1, 1) * exp2(rng_int(&rng, -150, 150));
        break;
    default:
        x = uniform(-3, 3);
    }
    double y = x;
    switch (rng_below(&rng, 6)) {
    case 0:
        break;
    case 1:
        y = nextafter(x, INFINITY);
        break;
    case 2:
        y = x + uniform(0, 1);
        break;
    case 3:
        y = x + fabs(x) * exp2(rng_int(&rng, -52, 0));
        break;
    default:
        y = x + exp2(uniform(-50, 2));
    }
    return rng_below(&rng, 2) ? (struct interval){x, y} : (struct interval){-y, -x};
}

static double inside(struct interval x)
{
    switch (rng_below(&rng, 5)) {
    case 0:
        return x.lo;
    case 1:
        return x.hi;
    case 2:
        return x.lo <= 0 && x.hi >= 0 ? 0 : x.lo;
    default: {
        const double y = x.lo + (x.hi - x.lo) * rng_unit(&rng);
        return y < x.lo ? x.lo : y > x.hi ? x.hi : y;
    }
    }
}

/* ---- What must hold ---- */

/* Not NaN; empty nowhere; numbers of at most IVAL_LARGEST, or IVAL_ENTIRE. */
static bool well_formed(ival x)
{
    if (x[0] == INFINITY && x[1] == INFINITY) return true;
    return fabs(x[0]) <= IVAL_LARGEST && fabs(x[1]) <= IVAL_LARGEST && -x[0] <= x[1];
}

/* y is off by less than its distance from `less`, which has fewer bits. */
static bool holds(ival x, const mpfr_t y, const mpfr_t less)
{
    mpfr_t slack, z;
    mpfr_inits2(oracle.bits, slack, z, NULL);
    mpfr_sub(slack, y, less, MPFR_RNDA);
    mpfr_abs(slack, slack, MPFR_RNDA);
    mpfr_add(z, y, slack, MPFR_RNDU);
    const bool above = mpfr_cmp_d(z, ival_lo(x)) >= 0;
    mpfr_sub(z, y, slack, MPFR_RNDD);
    const bool below = mpfr_cmp_d(z, ival_hi(x)) <= 0;
    mpfr_clears(slack, z, NULL);
    return above && below;
}

static ival *part_of(struct jet *jet, unsigned variables, unsigned k)
{
    return k == 0 ? &jet->value : k <= variables ? &jet->d[k - 1] : &jet->dd[k - 1 - variables];
}

static const char *const names[] = {"constant", "variable", "+",     "-",    "*",    "/",    "min", "max",
                                    "atan2",    "pow",      "power", "neg",  "abs",  "sqrt", "sin", "cos",
                                    "tan",      "exp",      "log",   "atan", "cheb", "patch"};

static void show(const struct interval *box)
{
    for (int i = 0; i < oracle.nodes; i++) {
        const struct oracle_node *n = &oracle.node[i];
        diag("  %d = %s %d %d %a%s", i, names[n->op], n->a, n->b, n->value,
             n->m + n->degree ? " of degrees" : "");
    }
    for (unsigned k = 0; k < oracle.variables; k++) diag("  x%u in [%a, %a]", k, box[k].lo, box[k].hi);
}

enum { OUTPUTS = 2 };

static struct counts {
    long boxes, points, parts, bounded, wrong;
} counts;

/* One point: what is wrong with the bounds, or NULL. */
static const char *judge_point(unsigned state, struct jet *out, unsigned parts)
{
    bool all = true;
    for (int i = 0; i < OUTPUTS; i++) {
        const struct oracle_jet *y = &oracle.jet[oracle.nodes - 1 - i],
                                *less = &rough.jet[oracle.nodes - 1 - i];
        if (!y->known || !less->known || y->defined != less->defined || y->smooth != less->smooth)
            return NULL;
        all = all && oracle.jet[oracle.nodes - 1 - i].defined;
    }
    if (!all) return state & TAPE_PARTIAL ? NULL : "not partial";
    if (state & TAPE_EMPTY) return "empty";
    counts.points++;
    for (int i = 0; i < OUTPUTS; i++) {
        const struct oracle_jet *y = &oracle.jet[oracle.nodes - 1 - i],
                                *less = &rough.jet[oracle.nodes - 1 - i];
        for (unsigned k = 0; k < parts && (k == 0 || y->smooth); k++) {
            if (mpfr_nan_p(y->x[k])) continue;
            const ival x = *part_of(&out[i], oracle.variables, k);
            counts.parts++;
            if (holds(x, y->x[k], less->x[k])) continue;
            diag("part %u of node %d is %.20g, not in [%.20g, %.20g]", k, oracle.nodes - 1 - i,
                 mpfr_get_d(y->x[k], MPFR_RNDN), ival_lo(x), ival_hi(x));
            return k ? "derivative" : "value";
        }
    }
    return NULL;
}

static const char *judge_box(unsigned state, struct jet *out, unsigned parts)
{
    bool entire = false;
    for (int i = 0; i < OUTPUTS; i++)
        for (unsigned k = 0; k < parts; k++) {
            const ival x = *part_of(&out[i], oracle.variables, k);
            if (!well_formed(x)) return "not well formed";
            entire = entire || x[0] == INFINITY;
            counts.bounded += x[0] < INFINITY;
        }
    return entire == !!(state & TAPE_UNBOUNDED) ? NULL : "unbounded or not";
}

static bool same_jets(struct jet *a, struct jet *b, unsigned parts)
{
    bool same = true;
    for (int i = 0; i < OUTPUTS; i++)
        for (unsigned k = 0; k < parts; k++) {
            const ival x = *part_of(&a[i], oracle.variables, k), y = *part_of(&b[i], oracle.variables, k);
            same = same && x[0] == y[0] && x[1] == y[1];
        }
    return same;
}

static const char *judge(const struct tape *tape, const struct interval *box, int points)
{
    const unsigned v = oracle.variables;
    ival x[TAPE_VARIABLES];
    struct jet out[OUTPUTS];
    for (unsigned k = 0; k < v; k++) x[k] = ival_from(box[k]);
    const enum tape_order order = rng_below(&rng, 3);
    const unsigned parts = order == TAPE_VALUE ? 1 : order == TAPE_GRADIENT ? 1 + v : 1 + v + v * (v + 1) / 2;
    /* What stays of evaluations before does not matter. */
    tape_work_fit(&fresh, tape);
    struct jet again[OUTPUTS];
    const int mode = upward_begin();
    const unsigned least = rng_below(&rng, 3);
    tape_eval(tape, x, least, again, &work);
    const unsigned state = tape_eval(tape, x, order, out, &work);
    const unsigned same = tape_eval(tape, x, order, again, &fresh);
    upward_end(mode);
    counts.boxes++;
    const char *wrong = judge_box(state, out, parts);
    if (state != same || !same_jets(out, again, parts)) wrong = "not the same again";
    for (int i = 0; i < points && !wrong; i++) {
        double at[TAPE_VARIABLES];
        for (unsigned k = 0; k < v; k++) at[k] = inside(box[k]);
        oracle_eval(&oracle, at);
        oracle_eval(&rough, at);
        wrong = judge_point(state, out, parts);
        if (wrong && !counts.wrong)
            for (unsigned k = 0; k < v; k++) diag("x%u = %a", k, at[k]);
    }
    return wrong;
}

static void test_random(int expressions)
{
    for (int i = 0; i < expressions; i++) {
        struct tape tape;
        rng = rng_at(rng_key("inclusion", 0, 1), (uint64_t)i);
        if (!make_expression(&tape, OUTPUTS)) {
            ok(0, "expression %d is made", i);
            return;
        }
        for (int k = 0; k < 6; k++) {
            struct interval box[TAPE_VARIABLES];
            for (unsigned n = 0; n < oracle.variables; n++) box[n] = some_interval();
            const char *why = judge(&tape, box, 4);
            if (why && !counts.wrong++) {
                diag("expression %d: %s", i, why);
                show(box);
            }
        }
        tape_free(&tape);
    }
    ok(!counts.wrong, "every value and derivative lies in its bounds, of %d expressions", expressions);
    diag("%ld boxes, %ld points, %ld values and derivatives, %ld bounds of numbers", counts.boxes,
         counts.points, counts.parts, counts.bounded);
}

/* ---- How long it takes ---- */

/* r (1 + amplitude sin(7 u) sin(9 v)) times the unit sphere, turned about an axis and moved. */
static void make_bumpy(struct tape *t)
{
    const int u = tape_variable(t, 0), v = tape_variable(t, 1), time = tape_variable(t, 2),
              one = tape_number(t, 1);
    const double axis[3] = {0.48, 0.6, 0.64}, speed[3] = {0.3, -0.7, 1.1}, start[3] = {1, 2, 3};
#define MUL(a, b) tape_binary(t, TAPE_MUL, a, b)
#define ADD(a, b) tape_binary(t, TAPE_ADD, a, b)
#define NUMBER(x) tape_number(t, x)
    const int bumps =
        MUL(tape_unary(t, TAPE_SIN, MUL(NUMBER(7), u)), tape_unary(t, TAPE_SIN, MUL(NUMBER(9), v)));
    const int k = MUL(NUMBER(1.25), ADD(one, MUL(NUMBER(0.1), bumps))),
              ring = MUL(k, tape_unary(t, TAPE_SIN, v));
    const int point[3] = {MUL(ring, tape_unary(t, TAPE_COS, u)), MUL(ring, tape_unary(t, TAPE_SIN, u)),
                          MUL(k, tape_unary(t, TAPE_COS, v))};
    const int angle = MUL(NUMBER(1.5), time), c = tape_unary(t, TAPE_COS, angle),
              s = tape_unary(t, TAPE_SIN, angle);
    const int rest = tape_binary(t, TAPE_SUB, one, c);
    for (int i = 0; i < 3; i++) {
        int sum = ADD(NUMBER(start[i]), MUL(NUMBER(speed[i]), time));
        for (int j = 0; j < 3; j++) {
            int entry = MUL(NUMBER(axis[i] * axis[j]), rest);
            if (i == j) entry = ADD(entry, c);
            if (i != j)
                entry = ADD(entry, MUL(NUMBER((j - i + 3) % 3 == 1 ? -axis[3 - i - j] : axis[3 - i - j]), s));
            sum = ADD(sum, MUL(entry, point[j]));
        }
        tape_output(t, sum);
    }
#undef MUL
#undef ADD
#undef NUMBER
}

static void show_times(void)
{
    static const char *const names[] = {"values", "gradients", "Hessians"};
    struct tape t = {.variables = 3};
    make_bumpy(&t);
    ok(tape_finish(&t) && tape_work_fit(&work, &t), "a bumpy sphere that turns and moves: %zu nodes",
       t.nodes);
    struct jet out[3];
    ival box[2 * TAPE_SEEN][3]; /* so many that nothing stays of them */
    for (int i = 0; i < 2 * TAPE_SEEN; i++) {
        box[i][0] = ival_of(0.5 + 0.1 * i, 0.6 + 0.1 * i);
        box[i][1] = ival_of(1, 1.1);
        box[i][2] = ival_of(0.25, 0.5);
    }
    for (enum tape_order order = TAPE_VALUE; order <= TAPE_HESSIAN; order++) {
        double least = INFINITY; /* other processes only make it longer */
        const int rounds = 20000, mode = upward_begin();
        for (int k = 0; k < 50; k++) {
            struct timespec from, to;
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
            for (int i = 0; i < rounds; i++) tape_eval(&t, box[i % (2 * TAPE_SEEN)], order, out, &work);
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
            least =
                fmin(least, (double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec));
        }
        upward_end(mode);
        diag("%s: %.0f ns", names[order], least / rounds);
    }
    tape_free(&t);
}

int main(void)
{
    const bool longer = getenv("CCDQ_LONG");
    oracle_init(&oracle, 240);
    oracle_init(&rough, 140);
    test_random(longer ? 30000 : 1200);
    if (longer) show_times();
    oracle_clear(&oracle);
    oracle_clear(&rough);
    tape_work_free(&work);
    tape_work_free(&fresh);
    mpfr_free_cache();
    return tap_done();
}
