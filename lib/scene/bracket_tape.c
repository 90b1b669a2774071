#include "bracket_tape.h"
#include <stdlib.h>

void bracket_work_free(struct bracket_work *work)
{
    free(work->jet);
    *work = (struct bracket_work){0};
}

static bool fits(struct bracket_work *work, const struct tape *tape)
{
    if (work->room >= tape->nodes) return true;
    struct bracket_jet *more = realloc(work->jet, tape->nodes * sizeof *more);
    if (!more) return false;
    work->jet = more;
    work->room = tape->nodes;
    return true;
}

struct bracket_jet bracket_constant(struct interval x)
{
    return (struct bracket_jet){.value = x};
}

struct bracket_jet bracket_parameter(struct interval x, unsigned k)
{
    struct bracket_jet jet = {.value = x, .moves = (uint8_t)(1U << k)};
    jet.d[k] = interval_of(1);
    return jet;
}

/* ---- The chain rule: f(x), f(x, y) by f's derivatives p and q by its arguments ---- */

static void chain(struct bracket_jet *f, const struct bracket_jet *x, struct interval p)
{
    f->moves = x->moves;
    for (unsigned k = 0; k < BRACKET_DIRECTIONS; k++)
        if (x->moves & 1U << k) f->d[k] = bracket_product(p, x->d[k]);
}

static void chain_two(struct bracket_jet *f, const struct bracket_jet *x, struct interval p,
                      const struct bracket_jet *y, struct interval q)
{
    f->moves = x->moves | y->moves;
    for (unsigned k = 0; k < BRACKET_DIRECTIONS; k++) {
        const bool by_x = x->moves & 1U << k, by_y = y->moves & 1U << k;
        if (by_x && by_y)
            f->d[k] = bracket_sum(bracket_product(p, x->d[k]), bracket_product(q, y->d[k]));
        else if (by_x)
            f->d[k] = bracket_product(p, x->d[k]);
        else if (by_y)
            f->d[k] = bracket_product(q, y->d[k]);
    }
}

/* ---- Each operation: fills *f, returns the states that it adds ---- */

static const struct interval one = {1, 1}, minus_one = {-1, -1}, two = {2, 2};

static bool holds_zero(struct interval x)
{
    return x.lo <= 0 && x.hi >= 0;
}

static unsigned divide(struct bracket_jet *f, const struct bracket_jet *x, const struct bracket_jet *y)
{
    const struct interval inverse = bracket_quotient(one, y->value);
    f->value = bracket_quotient(x->value, y->value);
    chain_two(f, x, inverse, y, interval_neg(bracket_product(f->value, inverse)));
    if (wide_is(y->value, 0)) return BRACKET_EMPTY;
    return holds_zero(y->value) ? BRACKET_BROKEN : 0;
}

static unsigned smaller(struct bracket_jet *f, const struct bracket_jet *x, const struct bracket_jet *y)
{
    f->value = (struct interval){least(x->value.lo, y->value.lo), least(x->value.hi, y->value.hi)};
    if (x->value.hi < y->value.lo) {
        chain(f, x, one);
    } else if (y->value.hi < x->value.lo) {
        chain(f, y, one);
    } else {
        f->moves = x->moves | y->moves;
        for (unsigned k = 0; k < BRACKET_DIRECTIONS; k++)
            if (f->moves & 1U << k)
                f->d[k] = interval_hull(bracket_derivative(x, k), bracket_derivative(y, k));
    }
    return 0;
}

static void negate(struct bracket_jet *f, const struct bracket_jet *x)
{
    f->value = interval_neg(x->value);
    chain(f, x, minus_one);
}

static unsigned larger(struct bracket_jet *f, const struct bracket_jet *x, const struct bracket_jet *y)
{
    struct bracket_jet nx, ny, least_of_both;
    negate(&nx, x);
    negate(&ny, y);
    smaller(&least_of_both, &nx, &ny);
    negate(f, &least_of_both);
    return 0;
}

static unsigned angle(struct bracket_jet *f, const struct bracket_jet *y, const struct bracket_jet *x)
{
    bool broken;
    const struct interval square = bracket_sum(bracket_square(x->value), bracket_square(y->value));
    f->value = bracket_atan2(y->value, x->value, &broken);
    chain_two(f, y, bracket_quotient(x->value, square), x, interval_neg(bracket_quotient(y->value, square)));
    if (wide_is(x->value, 0) && wide_is(y->value, 0)) return BRACKET_EMPTY;
    return broken ? BRACKET_BROKEN : 0;
}

static unsigned real_power(struct bracket_jet *f, const struct bracket_jet *x, const struct bracket_jet *y)
{
    if (x->value.hi < 0 || (x->value.hi == 0 && y->value.hi <= 0)) {
        *f = bracket_constant(BRACKET_ENTIRE);
        return BRACKET_EMPTY;
    }
    const struct interval below = bracket_real_power(x->value, bracket_difference(y->value, one));
    f->value = x->value.hi > 0 ? bracket_real_power(x->value, y->value) : (struct interval){0, 0};
    chain_two(f, x, bracket_product(y->value, below), y, bracket_product(f->value, bracket_log(x->value)));
    const bool everywhere = x->value.lo > 0 || (x->value.lo == 0 && y->value.lo > 0);
    return everywhere ? 0 : BRACKET_BROKEN;
}

static unsigned power(struct bracket_jet *f, const struct bracket_jet *x, long n)
{
    f->value = bracket_power(x->value, n);
    if (n == 0) {
        *f = bracket_constant(one);
        return 0;
    }
    const struct interval times = interval_of((double)n);
    chain(f, x, bracket_product(times, bracket_power(x->value, n - 1)));
    if (n > 0 || !holds_zero(x->value)) return 0;
    return wide_is(x->value, 0) ? BRACKET_EMPTY : BRACKET_BROKEN;
}

static unsigned absolute(struct bracket_jet *f, const struct bracket_jet *x)
{
    const struct interval v = x->value;
    const double most = greatest(fabs(v.lo), fabs(v.hi));
    f->value = (struct interval){v.lo > 0 ? v.lo : v.hi < 0 ? -v.hi : 0, most};
    chain(f, x, v.lo >= 0 ? one : v.hi <= 0 ? minus_one : (struct interval){-1, 1});
    return 0;
}

static unsigned square_root(struct bracket_jet *f, const struct bracket_jet *x)
{
    if (x->value.hi < 0) {
        *f = bracket_constant(BRACKET_ENTIRE);
        return BRACKET_EMPTY;
    }
    f->value = bracket_sqrt(x->value);
    chain(f, x, bracket_quotient(one, bracket_product(two, f->value)));
    return x->value.lo < 0 ? BRACKET_BROKEN : 0;
}

static unsigned logarithm(struct bracket_jet *f, const struct bracket_jet *x)
{
    if (x->value.hi <= 0) {
        *f = bracket_constant(BRACKET_ENTIRE);
        return BRACKET_EMPTY;
    }
    f->value = bracket_log(x->value);
    chain(f, x, bracket_quotient(one, x->value));
    return x->value.lo <= 0 ? BRACKET_BROKEN : 0;
}

static unsigned tangent(struct bracket_jet *f, const struct bracket_jet *x)
{
    f->value = bracket_tan(x->value);
    chain(f, x, bracket_sum(one, bracket_square(f->value)));
    return f->value.lo == -INFINITY ? BRACKET_BROKEN : 0;
}

/* Of functions that are defined within bounds: *x becomes what is within them. */
static unsigned clip(struct interval *x, double lo, double hi)
{
    if (x->hi < lo || x->lo > hi) return BRACKET_EMPTY;
    const bool within = x->lo >= lo && x->hi <= hi;
    *x = wide_both(*x, (struct interval){lo, hi});
    return within ? 0 : BRACKET_BROKEN;
}

static unsigned chebyshev(struct bracket_jet *f, const struct bracket_jet *x, const struct tape *tape,
                          const struct tape_series *series)
{
    struct interval p, v = x->value;
    const unsigned state = clip(&v, series->lo, series->hi);
    if (state & BRACKET_EMPTY) {
        *f = bracket_constant(BRACKET_ENTIRE);
        return state;
    }
    bracket_series(tape, series, v, &f->value, &p);
    chain(f, x, p);
    return state;
}

static unsigned patch(struct bracket_jet *f, const struct bracket_jet *u, const struct bracket_jet *v,
                      const struct tape *tape, int32_t c)
{
    struct interval at[2] = {u->value, v->value}, p[2] = {one, one};
    const unsigned state = clip(&at[0], 0, 1) | clip(&at[1], 0, 1);
    if (state & BRACKET_EMPTY) {
        *f = bracket_constant(BRACKET_ENTIRE);
        return state;
    }
    bracket_patch(tape, &tape->patch[c / 4], c % 4, at, &f->value, u->moves | v->moves ? p : NULL);
    chain_two(f, u, p[0], v, p[1]);
    return state;
}

static unsigned unary(struct bracket_jet *f, unsigned op, const struct bracket_jet *x)
{
    const struct interval v = x->value;
    switch (op) {
    case TAPE_NEG:
        negate(f, x);
        return 0;
    case TAPE_ABS:
        return absolute(f, x);
    case TAPE_SQRT:
        return square_root(f, x);
    case TAPE_SIN:
        f->value = bracket_sin(v);
        chain(f, x, x->moves ? bracket_cos(v) : one);
        return 0;
    case TAPE_COS:
        f->value = bracket_cos(v);
        chain(f, x, x->moves ? interval_neg(bracket_sin(v)) : one);
        return 0;
    case TAPE_TAN:
        return tangent(f, x);
    case TAPE_EXP:
        f->value = bracket_exp(v);
        chain(f, x, f->value);
        return 0;
    case TAPE_LOG:
        return logarithm(f, x);
    default: /* TAPE_ATAN */
        f->value = bracket_atan(v);
        chain(f, x, bracket_quotient(one, bracket_sum(one, bracket_square(v))));
        return 0;
    }
}

static unsigned binary(struct bracket_jet *f, unsigned op, const struct bracket_jet *x,
                       const struct bracket_jet *y)
{
    switch (op) {
    case TAPE_ADD:
        f->value = bracket_sum(x->value, y->value);
        chain_two(f, x, one, y, one);
        return 0;
    case TAPE_SUB:
        f->value = bracket_difference(x->value, y->value);
        chain_two(f, x, one, y, minus_one);
        return 0;
    case TAPE_MUL:
        f->value = x == y ? bracket_square(x->value) : bracket_product(x->value, y->value);
        chain_two(f, x, y->value, y, x->value);
        return 0;
    case TAPE_DIV:
        return divide(f, x, y);
    case TAPE_MIN:
        return smaller(f, x, y);
    case TAPE_MAX:
        return larger(f, x, y);
    case TAPE_ATAN2:
        return angle(f, x, y);
    default: /* TAPE_REAL_POWER */
        return real_power(f, x, y);
    }
}

static unsigned evaluate(const struct tape *tape, const struct tape_node *node,
                         const struct bracket_jet *variable, struct bracket_jet *jet, struct bracket_jet *f)
{
    switch (node->op) {
    case TAPE_CONSTANT:
        *f = bracket_constant(tape->constant[node->a]);
        return 0;
    case TAPE_VARIABLE:
        *f = variable[node->a];
        return 0;
    case TAPE_POWER:
        return power(f, &jet[node->a], node->b);
    case TAPE_CHEBYSHEV:
        return chebyshev(f, &jet[node->a], tape, &tape->series[node->b]);
    case TAPE_PATCH:
        return patch(f, &jet[node->a], &jet[node->b], tape, node->c);
    default:
        if (node->op >= TAPE_NEG) return unary(f, node->op, &jet[node->a]);
        return binary(f, node->op, &jet[node->a], &jet[node->b]);
    }
}

static void nothing_known(struct bracket_jet *output, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        output[i] = bracket_constant(BRACKET_ENTIRE);
        output[i].moves = (1U << BRACKET_DIRECTIONS) - 1;
        for (unsigned k = 0; k < BRACKET_DIRECTIONS; k++) output[i].d[k] = BRACKET_ENTIRE;
    }
}

unsigned bracket_tape(const struct tape *tape, const struct bracket_jet *variable, size_t n,
                      struct bracket_jet *output, struct bracket_work *work)
{
    unsigned state = 0;
    if (!fits(work, tape)) {
        nothing_known(output, n);
        return BRACKET_BROKEN;
    }
    for (size_t i = 0; i < tape->nodes; i++) {
        state |= evaluate(tape, &tape->node[i], variable, work->jet, &work->jet[i]);
        if (state & BRACKET_EMPTY) {
            nothing_known(output, n);
            return state;
        }
    }
    for (size_t i = 0; i < n; i++) output[i] = work->jet[tape->output[i]];
    return state;
}
