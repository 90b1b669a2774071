/* What operations become before they are nodes: constants are folded, and what is the same as a cheaper or
 * tighter operation becomes that. No point gets another value, and none loses its value. */
#include "inclusion.h"
#include "node.h"

static const struct tape_node *at(const struct tape *tape, int a)
{
    return &tape->node[a];
}

static bool is_op(const struct tape *tape, int a, enum tape_op op)
{
    return at(tape, a)->op == op;
}

static struct interval constant_of(const struct tape *tape, int a)
{
    return tape->constant[at(tape, a)->a];
}

static bool is_number(const struct tape *tape, int a)
{
    return tape_is_constant(tape, a) && constant_of(tape, a).lo == constant_of(tape, a).hi;
}

/* An operation of constants as a constant, if it has a bounded value everywhere; else the node of it, whose
 * state is told where it is evaluated. For operations of one, b is the integer of a power, or 0. */
static int fold(struct tape *tape, enum tape_op op, int a, int b, bool two)
{
    struct interval value;
    const struct interval x = constant_of(tape, a), y = two ? constant_of(tape, b) : interval_of(0);
    if (inclusion_fold(op, x, y, two ? 0 : b, &value)) return tape_constant(tape, value);
    return two ? tape_node_of_two(tape, op, a, b, 0) : tape_node_of_one(tape, op, a, b);
}

static int negative(struct tape *tape, int a)
{
    if (is_op(tape, a, TAPE_NEG)) return at(tape, a)->a;
    if (is_op(tape, a, TAPE_SUB)) return tape_node_of_two(tape, TAPE_SUB, at(tape, a)->b, at(tape, a)->a, 0);
    return tape_node_of_one(tape, TAPE_NEG, a, 0);
}

int tape_unary(struct tape *tape, enum tape_op op, int a)
{
    if (a < 0) return TAPE_NONE;
    if (tape_is_constant(tape, a)) return fold(tape, op, a, 0, false);
    if (op == TAPE_NEG) return negative(tape, a);
    if ((op == TAPE_ABS || op == TAPE_COS) && is_op(tape, a, TAPE_NEG)) a = at(tape, a)->a;
    return tape_node_of_one(tape, op, a, 0);
}

int tape_power(struct tape *tape, int a, int n)
{
    if (a < 0) return TAPE_NONE;
    /* Of what may have no value the power 0 may have none. */
    if (n == 0 && at(tape, a)->op <= TAPE_VARIABLE) return tape_number(tape, 1);
    if (n == 1) return a;
    if (tape_is_constant(tape, a)) return fold(tape, TAPE_POWER, a, n, false);
    if (!is_op(tape, a, TAPE_NEG)) return tape_node_of_one(tape, TAPE_POWER, a, n);
    const int power = tape_node_of_one(tape, TAPE_POWER, at(tape, a)->a, n);
    return n % 2 ? tape_unary(tape, TAPE_NEG, power) : power;
}

/* Operands of what commutes in one order: constants first, so that they are found. */
static void put_in_order(const struct tape *tape, int *a, int *b)
{
    const bool ca = tape_is_constant(tape, *a), cb = tape_is_constant(tape, *b);
    if (ca == cb ? *a <= *b : ca) return;
    const int c = *a;
    *a = *b;
    *b = c;
}

static int sum(struct tape *tape, int a, int b)
{
    if (tape_is(tape, a, 0)) return b;
    if (tape_is(tape, b, 0)) return a;
    if (is_op(tape, b, TAPE_NEG)) return tape_binary(tape, TAPE_SUB, a, at(tape, b)->a);
    if (is_op(tape, a, TAPE_NEG)) return tape_binary(tape, TAPE_SUB, b, at(tape, a)->a);
    put_in_order(tape, &a, &b);
    return tape_node_of_two(tape, TAPE_ADD, a, b, 0);
}

static int difference(struct tape *tape, int a, int b)
{
    if (tape_is(tape, b, 0)) return a;
    if (tape_is(tape, a, 0)) return tape_unary(tape, TAPE_NEG, b);
    if (is_op(tape, b, TAPE_NEG)) return tape_binary(tape, TAPE_ADD, a, at(tape, b)->a);
    if (is_op(tape, a, TAPE_NEG))
        return tape_unary(tape, TAPE_NEG, tape_binary(tape, TAPE_ADD, at(tape, a)->a, b));
    return tape_node_of_two(tape, TAPE_SUB, a, b, 0);
}

/* The exponent n >= 1 if node a is node x to the n, else 0. */
static int exponent_of(const struct tape *tape, int a, int x)
{
    if (a == x) return 1;
    const struct tape_node *n = at(tape, a);
    return n->op == TAPE_POWER && n->a == x && n->b > 0 && n->b < TAPE_POWER_MOST ? n->b : 0;
}

/* a b as a product of fewer intervals that are not independent: x x, x^n x, (y x) x. TAPE_NONE: it is not. */
static int product_of_powers(struct tape *tape, int a, int b)
{
    if (exponent_of(tape, a, b)) return tape_power(tape, b, exponent_of(tape, a, b) + 1);
    if (exponent_of(tape, b, a)) return tape_power(tape, a, exponent_of(tape, b, a) + 1);
    for (int side = 0; side < 2; side++) {
        const int p = side ? b : a, x = side ? a : b;
        if (!is_op(tape, p, TAPE_MUL)) continue;
        const int c = at(tape, p)->a, d = at(tape, p)->b;
        if (exponent_of(tape, d, x))
            return tape_binary(tape, TAPE_MUL, c, tape_power(tape, x, exponent_of(tape, d, x) + 1));
        if (exponent_of(tape, c, x))
            return tape_binary(tape, TAPE_MUL, d, tape_power(tape, x, exponent_of(tape, c, x) + 1));
    }
    return TAPE_NONE;
}

/* The number c times node b. */
static int multiple(struct tape *tape, int c, int b)
{
    const double value = constant_of(tape, c).lo;
    if (value == 1) return b;
    if (value < 0)
        return tape_unary(tape, TAPE_NEG, tape_binary(tape, TAPE_MUL, tape_number(tape, -value), b));
    /* The product of two numbers, if it is one. */
    if (is_op(tape, b, TAPE_MUL) && is_number(tape, at(tape, b)->a)) {
        const struct interval p = interval_scale(constant_of(tape, at(tape, b)->a), value);
        if (p.lo == p.hi) return tape_binary(tape, TAPE_MUL, tape_number(tape, p.lo), at(tape, b)->b);
    }
    return tape_node_of_two(tape, TAPE_MUL, c, b, 0);
}

static int product(struct tape *tape, int a, int b)
{
    if (is_op(tape, a, TAPE_NEG))
        return tape_unary(tape, TAPE_NEG, tape_binary(tape, TAPE_MUL, at(tape, a)->a, b));
    if (is_op(tape, b, TAPE_NEG))
        return tape_unary(tape, TAPE_NEG, tape_binary(tape, TAPE_MUL, a, at(tape, b)->a));
    put_in_order(tape, &a, &b);
    if (is_number(tape, a)) return multiple(tape, a, b);
    const int powers = product_of_powers(tape, a, b);
    return powers >= 0 ? powers : tape_node_of_two(tape, TAPE_MUL, a, b, 0);
}

static int quotient(struct tape *tape, int a, int b)
{
    if (tape_is(tape, b, 1)) return a;
    if (is_op(tape, a, TAPE_NEG))
        return tape_unary(tape, TAPE_NEG, tape_binary(tape, TAPE_DIV, at(tape, a)->a, b));
    if (is_op(tape, b, TAPE_NEG))
        return tape_unary(tape, TAPE_NEG, tape_binary(tape, TAPE_DIV, a, at(tape, b)->a));
    /* The inverse of a power of 2 is a double. */
    int e;
    if (is_number(tape, b) && fabs(frexp(constant_of(tape, b).lo, &e)) == 0.5 && e > -1000 && e < 1000)
        return tape_binary(tape, TAPE_MUL, tape_number(tape, 1 / constant_of(tape, b).lo), a);
    return tape_node_of_two(tape, TAPE_DIV, a, b, 0);
}

static int real_power(struct tape *tape, int a, int b)
{
    if (is_number(tape, b)) {
        const double y = constant_of(tape, b).lo;
        if (y == 0.5) return tape_unary(tape, TAPE_SQRT, a);
        if (y == rint(y) && fabs(y) <= TAPE_POWER_MOST) return tape_power(tape, a, (int)y);
    }
    if (tape_is_constant(tape, a) && tape_is_constant(tape, b))
        return fold(tape, TAPE_REAL_POWER, a, b, true);
    return tape_node_of_two(tape, TAPE_REAL_POWER, a, b, 0);
}

int tape_binary(struct tape *tape, enum tape_op op, int a, int b)
{
    if (a < 0 || b < 0) return TAPE_NONE;
    if (op == TAPE_REAL_POWER) return real_power(tape, a, b);
    if (tape_is_constant(tape, a) && tape_is_constant(tape, b)) return fold(tape, op, a, b, true);
    switch (op) {
    case TAPE_ADD:
        return sum(tape, a, b);
    case TAPE_SUB:
        return difference(tape, a, b);
    case TAPE_MUL:
        return product(tape, a, b);
    case TAPE_DIV:
        return quotient(tape, a, b);
    case TAPE_MIN:
    case TAPE_MAX:
        if (a == b) return a;
        put_in_order(tape, &a, &b);
        break;
    default:
        break;
    }
    return tape_node_of_two(tape, op, a, b, 0);
}
