#include "operation.h"
#include "../num/extremes.h"
#include "elementary.h"
#include "inclusion.h"

static ival bounded(ival x)
{
    return x[0] <= IVAL_LARGEST && x[1] <= IVAL_LARGEST ? x : IVAL_ENTIRE; /* nor is a NaN bounded */
}

static bool entire(ival x)
{
    return x[1] > IVAL_LARGEST;
}

static ival nowhere(unsigned *state)
{
    *state |= TAPE_EMPTY | TAPE_PARTIAL;
    return IVAL_ENTIRE;
}

/* Not bounded, and without a value somewhere. */
static ival pole(unsigned *state)
{
    *state |= TAPE_PARTIAL;
    return IVAL_ENTIRE;
}

static bool is_zero(ival x)
{
    return x[0] == 0 && x[1] == 0;
}

static ival product(ival x, ival y)
{
    if (is_zero(x) || is_zero(y)) return (ival){0, 0};
    return entire(x) || entire(y) ? IVAL_ENTIRE : ival_mul(x, y);
}

static ival quotient(ival x, ival y, unsigned *state)
{
    if (is_zero(y)) return nowhere(state);
    if (ival_has_zero(y)) return pole(state);
    return entire(x) ? IVAL_ENTIRE : ival_div(x, y);
}

/* x^n of x >= 0 and n > 0: the bounds lo^n and hi^n, rounded to their sides. */
static ival power_of_positive(ival x, unsigned n)
{
    ival power = {-1, 1}, square = x;
    for (; n; n >>= 1) {
        if (n & 1) power *= (ival){-square[0], square[1]};
        square *= (ival){-square[0], square[1]};
    }
    return power;
}

static ival power(ival x, int n, unsigned *state)
{
    if (n == 0) return ival_point(1);
    if (n < 0 && is_zero(x)) return nowhere(state);
    if (n < 0 && ival_has_zero(x)) return pole(state);
    if (entire(x)) return IVAL_ENTIRE;
    const unsigned size = n < 0 ? -(unsigned)n : (unsigned)n;
    ival y;
    if (size % 2 == 0) {
        y = power_of_positive(ival_abs(x), size);
    } else {
        /* Of each bound its size, with its sign: rounded to the outside. */
        const ival lo = ival_abs(ival_point(-x[0])), hi = ival_abs(ival_point(x[1]));
        const ival a = power_of_positive(lo, size), b = power_of_positive(hi, size);
        y = (ival){x[0] > 0 ? a[1] : a[0], x[1] > 0 ? b[1] : b[0]};
    }
    if (n > 0) return y;
    return ival_has_zero(y) ? IVAL_ENTIRE : ival_div(ival_point(1), y); /* it underflows */
}

static ival square_root(ival x, unsigned *state)
{
    if (x[1] < 0) return nowhere(state);
    const ival part = operation_part(x, (ival){0, INFINITY}, state);
    return entire(x) ? IVAL_ENTIRE : ival_sqrt(part);
}

static ival logarithm(ival x, unsigned *state)
{
    if (x[1] <= 0) return nowhere(state);
    if (x[0] >= 0) return pole(state);
    return ival_log(x);
}

static ival tangent(ival x, unsigned *state)
{
    const ival y = ival_tan(x);
    return entire(y) ? pole(state) : y;
}

static ival arc_tangent_2(ival y, ival x, unsigned *state)
{
    if (is_zero(x) && is_zero(y)) return nowhere(state);
    /* No value at 0; and across the ray of pi it jumps. */
    if (ival_has_zero(y) && x[0] >= 0 && (ival_has_zero(x) || y[0] > 0)) *state |= TAPE_PARTIAL;
    return ival_atan2(y, x);
}

static ival real_power(ival x, ival y, unsigned *state)
{
    if (x[1] < 0 || (is_zero(x) && y[1] <= 0)) return nowhere(state);
    const ival part = operation_part(x, (ival){0, INFINITY}, state);
    if (part[0] >= 0 && y[0] >= 0) return pole(state);
    return entire(x) || entire(y) ? IVAL_ENTIRE : ival_power(part, y);
}

static ival chebyshev(const struct series *s, ival x, unsigned *state)
{
    const ival domain = ival_of(s->lo, s->hi);
    if (ival_disjoint(x, domain)) return nowhere(state);
    return series_bound(s, operation_part(x, domain, state));
}

static ival part(const struct net *net, ival u, ival v, unsigned *state)
{
    const ival domain = {0, 1};
    if (ival_disjoint(u, domain) || ival_disjoint(v, domain)) return nowhere(state);
    u = operation_part(u, domain, state);
    return net_bound(net, u, operation_part(v, domain, state));
}

static ival absolute(ival x, unsigned *state)
{
    if (ival_has_zero(x)) *state |= TAPE_KINK;
    return ival_abs(x);
}

/* The larger of two. Only one of them matters where its least is more than the other's most. */
static ival maximum(ival x, ival y, unsigned *state)
{
    if (-x[0] <= y[1] && -y[0] <= x[1]) *state |= TAPE_KINK;
    return (ival){-max_of(-x[0], -y[0]), max_of(x[1], y[1])};
}

static ival less(ival x, ival y)
{
    return x[1] < -y[0] ? ival_point(1) : -x[0] > y[1] ? (ival){0, 0} : (ival){0, 1};
}

static bool open(ival which)
{
    return -which[0] != which[1];
}

static ival choice(ival x, ival y, ival which)
{
    return open(which) ? ival_hull(x, y) : which[1] > 0 ? x : y;
}

static ival bound(const struct tape_program *p, unsigned op, ival x, ival y, ival z, int n, unsigned *state)
{
    ival sine, cosine;
    switch (op) {
    case TAPE_ADD:
        return x + y;
    case TAPE_SUB:
        return ival_sub(x, y);
    case TAPE_MUL:
    case PROGRAM_SCALE:
        return product(x, y);
    case TAPE_DIV:
        return quotient(x, y, state);
    case TAPE_MIN:
        return ival_neg(maximum(ival_neg(x), ival_neg(y), state));
    case TAPE_MAX:
        return maximum(x, y, state);
    case TAPE_ATAN2:
        return arc_tangent_2(x, y, state);
    case TAPE_REAL_POWER:
        return real_power(x, y, state);
    case TAPE_POWER:
        return power(x, n, state);
    case PROGRAM_SQUARE:
        return entire(x) ? IVAL_ENTIRE : ival_square(x);
    case TAPE_NEG:
        return ival_neg(x);
    case TAPE_ABS:
        return absolute(x, state);
    case TAPE_SQRT:
        return square_root(x, state);
    case TAPE_SIN:
        ival_sin_cos(x, &sine, &cosine);
        return sine;
    case TAPE_COS:
        ival_sin_cos(x, &sine, &cosine);
        return cosine;
    case TAPE_TAN:
        return tangent(x, state);
    case TAPE_EXP:
        return ival_exp(x);
    case TAPE_LOG:
        return logarithm(x, state);
    case TAPE_ATAN:
        return ival_atan(x);
    case TAPE_CHEBYSHEV:
        return chebyshev(&p->series[n], x, state);
    case TAPE_PATCH:
    case TAPE_PART:
        return part(&p->net[n], x, y, state);
    case TAPE_LESS:
        return less(x, y);
    case TAPE_CHOOSE:
        return choice(x, y, z);
    case TAPE_SMOOTH:
        return open(z) ? IVAL_ENTIRE : choice(x, y, z);
    default:
        return IVAL_ENTIRE;
    }
}

ival operation_bound(const struct tape_program *p, unsigned op, ival x, ival y, ival z, int n,
                     unsigned *state)
{
    return bounded(bound(p, op, bounded(x), bounded(y), bounded(z), n, state));
}

bool inclusion_fold(enum tape_op op, struct interval x, struct interval y, int n, struct interval *value)
{
    const ival zero = {0, 0};
    unsigned state = 0;
    const int mode = upward_begin();
    const ival bound = operation_bound(NULL, op, ival_from(x), ival_from(y), zero, n, &state);
    upward_end(mode);
    *value = ival_interval(bound);
    return !state && !entire(bound);
}
