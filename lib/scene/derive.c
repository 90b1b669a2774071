/* Forward mode on expressions: each node's derivative by a variable is made of those of its operands, once,
 * so that a tape of n nodes has O(n) nodes of first and of second derivatives. Equal nodes are one: sines and
 * cosines, quotients and powers are shared by the value and its derivatives, and what is 0 is left out.
 *
 * A derivative has a value wherever the function is differentiable. Second derivatives are derivatives of the
 * first ones, by the same rules. */
#include "derive.h"
#include "node.h"
#include "program.h"
#include <stdlib.h>
#include <string.h>

struct derivation {
    struct tape *tape;
    int32_t *by[TAPE_VARIABLES]; /* the nodes' derivatives, TAPE_NONE: not made */
    int zero;
};

static int times(const struct derivation *d, int a, int b)
{
    return a == d->zero || b == d->zero ? d->zero : tape_binary(d->tape, TAPE_MUL, a, b);
}

static int over(const struct derivation *d, int a, int b)
{
    return a == d->zero ? d->zero : tape_binary(d->tape, TAPE_DIV, a, b);
}

static int plus(const struct derivation *d, int a, int b)
{
    return tape_binary(d->tape, TAPE_ADD, a, b);
}

static int minus(const struct derivation *d, int a, int b)
{
    return tape_binary(d->tape, TAPE_SUB, a, b);
}

static int one_plus_square(const struct derivation *d, int a)
{
    return plus(d, tape_number(d->tape, 1), tape_power(d->tape, a, 2));
}

/* a^b: b a^(b-1) a', and where b is not constant a^b (b' log a + b a' / a). */
static int of_real_power(const struct derivation *d, int n, int a, int b, int da, int db)
{
    if (tape_is_constant(d->tape, b)) {
        const int less = minus(d, b, tape_number(d->tape, 1));
        return times(d, times(d, b, tape_binary(d->tape, TAPE_REAL_POWER, a, less)), da);
    }
    const int log = db == d->zero ? d->zero : tape_unary(d->tape, TAPE_LOG, a);
    return times(d, n, plus(d, times(d, db, log), over(d, times(d, b, da), a)));
}

/* y = a, x = b: (x y' - y x') / (x^2 + y^2). */
static int of_atan2(const struct derivation *d, int a, int b, int da, int db)
{
    const int square = plus(d, tape_power(d->tape, b, 2), tape_power(d->tape, a, 2));
    return over(d, minus(d, times(d, b, da), times(d, a, db)), square);
}

/* The derivative of a Chebyshev series is one: c'[i - 1] = c'[i + 1] + 2 i c[i], times 2 / (hi - lo). */
static int of_series(const struct derivation *d, int a, int b)
{
    const struct tape_series s = d->tape->series[b];
    if (s.n < 2) return d->zero;
    const struct interval *c = (const struct interval *)(d->tape->coefficient + s.first);
    struct interval *dc = malloc((s.n + 1) * sizeof *dc);
    if (!dc) return TAPE_NONE;
    dc[s.n] = dc[s.n - 1] = interval_of(0);
    for (size_t i = s.n - 1; i > 0; i--)
        dc[i - 1] = interval_add(dc[i + 1], interval_scale(c[i], 2 * (double)i));
    const struct interval width = interval_sub(interval_of(s.hi), interval_of(s.lo));
    for (size_t i = 0; i + 1 < s.n; i++) dc[i] = interval_div(interval_scale(dc[i], 2), width);
    const int node = tape_series_of(d->tape, a, s.lo, s.hi, dc, s.n - 1);
    free(dc);
    return node;
}

/* Part p, differentiated d times by u and v, at u = a, v = b; 0 if its degree is less. */
static int part_node(const struct derivation *d, int p, const unsigned by[2], int a, int b)
{
    const struct tape_patch *patch = &d->tape->patch[p / 4];
    if (by[0] > patch->m || by[1] > patch->n) return d->zero;
    return tape_node_of_two(d->tape, TAPE_PART, a, b, tape_part(p, by));
}

/* The derivative of node n, a TAPE_PATCH or TAPE_PART, by u or v. */
static int by_parameter(const struct derivation *d, int n, unsigned parameter)
{
    const struct tape_node x = d->tape->node[n];
    unsigned by[2] = {0, 0};
    if (x.op == TAPE_PART) {
        by[0] = (unsigned)x.c / 4 % 4;
        by[1] = (unsigned)x.c % 4;
    }
    const int p = x.op == TAPE_PART ? x.c / 16 : x.c, weight = p / 4 * 4 + 3;
    by[parameter]++;
    const int numerator = part_node(d, p, by, x.a, x.b);
    if (x.op == TAPE_PART || !d->tape->patch[p / 4].rational) return numerator;
    const int change = times(d, n, part_node(d, weight, by, x.a, x.b));
    by[parameter] = 0;
    return over(d, minus(d, numerator, change), part_node(d, weight, by, x.a, x.b));
}

static int of_patch(const struct derivation *d, int n, int da, int db)
{
    const int u = da == d->zero ? d->zero : times(d, by_parameter(d, n, 0), da);
    const int v = db == d->zero ? d->zero : times(d, by_parameter(d, n, 1), db);
    return plus(d, u, v);
}

/* The smaller or larger of a and b. */
static int of_choice(const struct derivation *d, bool less, int a, int b, int da, int db)
{
    if (da == db) return da;
    const int c = tape_node_of_two(d->tape, TAPE_LESS, a, b, 0);
    return tape_node_of_three(d->tape, TAPE_CHOOSE, less ? da : db, less ? db : da, c);
}

static int of_one(const struct derivation *d, int n, int a, int b, int da)
{
    struct tape *t = d->tape;
    switch (t->node[n].op) {
    case TAPE_NEG:
        return tape_unary(t, TAPE_NEG, da);
    case TAPE_POWER:
        return times(d, tape_number(t, b), times(d, tape_power(t, a, b - 1), da));
    case TAPE_ABS:
        return of_choice(d, true, a, d->zero, tape_unary(t, TAPE_NEG, da), da);
    case TAPE_SQRT:
        return over(d, da, times(d, tape_number(t, 2), n));
    case TAPE_SIN:
        return times(d, tape_unary(t, TAPE_COS, a), da);
    case TAPE_COS:
        return tape_unary(t, TAPE_NEG, times(d, tape_unary(t, TAPE_SIN, a), da));
    case TAPE_TAN:
        return times(d, one_plus_square(d, n), da);
    case TAPE_EXP:
        return times(d, n, da);
    case TAPE_LOG:
        return over(d, da, a);
    case TAPE_ATAN:
        return over(d, da, one_plus_square(d, a));
    case TAPE_CHEBYSHEV:
        return times(d, of_series(d, a, b), da);
    default:
        return TAPE_NONE;
    }
}

static int of_two(const struct derivation *d, int n, int a, int b, int da, int db)
{
    switch (d->tape->node[n].op) {
    case TAPE_ADD:
        return plus(d, da, db);
    case TAPE_SUB:
        return minus(d, da, db);
    case TAPE_MUL:
        return plus(d, times(d, da, b), times(d, a, db));
    case TAPE_DIV:
        return over(d, minus(d, da, times(d, n, db)), b);
    case TAPE_MIN:
        return of_choice(d, true, a, b, da, db);
    case TAPE_MAX:
        return of_choice(d, false, a, b, da, db);
    case TAPE_ATAN2:
        return of_atan2(d, a, b, da, db);
    case TAPE_REAL_POWER:
        return of_real_power(d, n, a, b, da, db);
    case TAPE_PATCH:
    case TAPE_PART:
        return of_patch(d, n, da, db);
    case TAPE_LESS:
        return d->zero;
    /* Where the choice is open the first derivatives may jump, even if their derivatives are equal. */
    case TAPE_CHOOSE:
        return tape_node_of_three(d->tape, TAPE_SMOOTH, da, db, d->tape->node[n].c);
    default:
        return TAPE_NONE;
    }
}

/* The derivative of node n by variable k; those of its operands are made. */
static int derivative(const struct derivation *d, int n, unsigned k)
{
    const struct tape_node x = d->tape->node[n];
    int operand[3];
    if (!(x.uses >> k & 1)) return d->zero;
    if (x.op == TAPE_VARIABLE) return tape_number(d->tape, 1);
    const int32_t *by = d->by[k];
    return tape_operands(&x, operand) == 1 ? of_one(d, n, x.a, x.b, by[x.a])
                                           : of_two(d, n, x.a, x.b, by[x.a], by[x.b]);
}

/* Makes the derivatives by variable k of the nodes of which `needed` is set. */
static bool derive_nodes(const struct derivation *d, const uint8_t *needed, size_t nodes, unsigned k)
{
    for (size_t n = 0; n < nodes; n++) {
        if (!needed[n] || d->by[k][n] >= 0) continue;
        if ((d->by[k][n] = derivative(d, (int)n, k)) < 0) return false;
    }
    return true;
}

/* Nodes that those need which are set. */
static void need_operands(const struct tape *tape, uint8_t *needed, size_t nodes)
{
    for (size_t n = nodes; n-- > 0;) {
        int operand[3];
        const unsigned operands = tape_operands(&tape->node[n], operand);
        for (unsigned i = 0; needed[n] && i < operands; i++) needed[operand[i]] = 1;
    }
}

/* Of each output its jet, as tape_derive gives it. */
struct wanted {
    unsigned variables;
    size_t outputs;
    int32_t *node;
};

/* One more derivative, by variable k, of the parts first to last of all jets, into parts from `into` on. */
static bool derive_parts(struct derivation *d, const struct wanted *w, unsigned first, unsigned last,
                         unsigned k, unsigned into)
{
    const size_t nodes = d->tape->nodes, size = tape_jet_size(w->variables);
    uint8_t *needed = calloc(nodes, 1);
    int32_t *by = realloc(d->by[k], nodes * sizeof *by);
    if (by) d->by[k] = by;
    bool ok = needed && by;
    if (ok) {
        for (size_t i = 0; i < w->outputs; i++)
            for (unsigned part = first; part <= last; part++) needed[w->node[i * size + part]] = 1;
        need_operands(d->tape, needed, nodes);
        memset(by, 0xff, nodes * sizeof *by);
        ok = derive_nodes(d, needed, nodes, k);
    }
    for (size_t i = 0; ok && i < w->outputs; i++)
        for (unsigned part = first; part <= last; part++)
            w->node[i * size + into + part - first] = d->by[k][w->node[i * size + part]];
    free(needed);
    return ok;
}

bool tape_derive(const struct tape *tape, enum tape_order most, struct tape *jets, int32_t *node)
{
    const unsigned variables = tape->variables;
    struct derivation d = {.tape = jets};
    const struct wanted w = {variables, tape->outputs, node};
    const size_t size = tape_jet_size(variables);
    int input[TAPE_VARIABLES];
    int *value = malloc((tape->outputs + 1) * sizeof *value);
    bool ok = value && (d.zero = tape_number(jets, 0)) >= 0;
    for (unsigned k = 0; k < variables; k++) ok = ok && (input[k] = tape_variable(jets, k)) >= 0;
    ok = ok && tape_graft(jets, tape, input, 0, tape->outputs, value);
    for (size_t i = 0; ok && i < tape->outputs * size; i++) node[i] = i % size ? d.zero : value[i / size];
    for (unsigned k = 0; k < variables && most >= TAPE_GRADIENT; k++)
        ok = ok && derive_parts(&d, &w, 0, 0, k, 1 + k);
    for (unsigned k = 0; k < variables && most >= TAPE_HESSIAN; k++)
        ok = ok && derive_parts(&d, &w, 1, 1 + k, k, 1 + variables + tape_second(0, k));
    for (unsigned k = 0; k < variables; k++) free(d.by[k]);
    free(value);
    return ok;
}
