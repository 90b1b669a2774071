/* Expressions with MPFR: values, gradients and Hessians at points, by the chain rule on jets of 200 bits;
 * what bounds of lib/scene/tape.h are compared with. Each expression is also built as a tape, by the same
 * calls. */
#ifndef CCDQ_TESTS_SCENE_ORACLE_H
#define CCDQ_TESTS_SCENE_ORACLE_H

#include "../../lib/scene/tape.h"
#include <mpfr.h>
#include <stdlib.h>

enum { ORACLE_NODES = 128, ORACLE_SERIES = 12, ORACLE_DEGREE = 4 };

struct oracle_node {
    enum tape_op op;
    int a, b;     /* nodes; of a power its exponent; of a patch u and v; of a variable its number */
    double value; /* of a constant */
    double lo, hi, c[ORACLE_SERIES];
    size_t n;
    unsigned m, degree, coordinate; /* of a patch: degrees in u and v */
    double point[(ORACLE_DEGREE + 1) * (ORACLE_DEGREE + 1)][4];
    int tape; /* the tape's node */
};

/* Value, gradient and Hessian as in struct jet; the value exists; so do the derivatives; MPFR knows it: what
 * is made of infinities, or a sine of 2^1000000, it does not. */
struct oracle_jet {
    mpfr_t x[15];
    bool defined, smooth, known;
};

struct oracle {
    mpfr_prec_t bits;
    unsigned variables;
    int nodes;
    struct oracle_node node[ORACLE_NODES];
    struct oracle_jet jet[ORACLE_NODES];
    mpfr_t f[6], t[8]; /* partial derivatives of one operation: f, fa, fb, faa, fab, fbb; and room */
};

static inline void oracle_init(struct oracle *o, mpfr_prec_t bits)
{
    o->bits = bits;
    for (int i = 0; i < ORACLE_NODES; i++)
        for (int k = 0; k < 15; k++) mpfr_init2(o->jet[i].x[k], bits);
    for (int k = 0; k < 6; k++) mpfr_init2(o->f[k], bits);
    for (int k = 0; k < 8; k++) mpfr_init2(o->t[k], bits);
}

static inline void oracle_clear(struct oracle *o)
{
    for (int i = 0; i < ORACLE_NODES; i++)
        for (int k = 0; k < 15; k++) mpfr_clear(o->jet[i].x[k]);
    for (int k = 0; k < 6; k++) mpfr_clear(o->f[k]);
    for (int k = 0; k < 8; k++) mpfr_clear(o->t[k]);
}

/* ---- The tape of it ---- */

static inline int oracle_tape_node(struct tape *t, const struct oracle *o, const struct oracle_node *n)
{
    int coordinate[3];
    switch (n->op) {
    case TAPE_CONSTANT:
        return tape_number(t, n->value);
    case TAPE_VARIABLE:
        return tape_variable(t, (unsigned)n->a);
    case TAPE_POWER:
        return tape_power(t, o->node[n->a].tape, n->b);
    case TAPE_CHEBYSHEV:
        return tape_chebyshev(t, o->node[n->a].tape, n->lo, n->hi, n->c, n->n);
    case TAPE_PATCH:
        tape_patch(t, o->node[n->a].tape, o->node[n->b].tape, n->m, n->degree, n->point, coordinate);
        return coordinate[n->coordinate];
    default:
        return n->op >= TAPE_NEG ? tape_unary(t, n->op, o->node[n->a].tape)
                                 : tape_binary(t, n->op, o->node[n->a].tape, o->node[n->b].tape);
    }
}

/* ---- The partial derivatives of operations ---- */

/* f[0], fa, faa of operations of one; false: there are none. f[1] and f[3] are 0 before. */
static inline bool oracle_one(struct oracle *o, const struct oracle_node *n, const mpfr_t a)
{
    mpfr_ptr f = o->f[0], fa = o->f[1], faa = o->f[3], t = o->t[0];
    const mpfr_rnd_t rn = MPFR_RNDN;
    const int sign = mpfr_sgn(a);
    switch (n->op) {
    case TAPE_NEG:
        mpfr_neg(f, a, rn);
        mpfr_set_si(fa, -1, rn);
        return true;
    case TAPE_ABS:
        mpfr_abs(f, a, rn);
        mpfr_set_si(fa, sign, rn);
        return sign != 0;
    case TAPE_SQRT:
        mpfr_sqrt(f, a, rn);
        mpfr_mul_si(t, f, 2, rn);
        mpfr_ui_div(fa, 1, t, rn);
        mpfr_mul_si(t, a, -2, rn);
        mpfr_div(faa, fa, t, rn);
        return sign > 0;
    case TAPE_SIN:
        mpfr_sin_cos(f, fa, a, rn);
        mpfr_neg(faa, f, rn);
        return true;
    case TAPE_COS:
        mpfr_sin_cos(fa, f, a, rn);
        mpfr_neg(fa, fa, rn);
        mpfr_neg(faa, f, rn);
        return true;
    case TAPE_TAN:
        mpfr_tan(f, a, rn);
        mpfr_sqr(fa, f, rn);
        mpfr_add_ui(fa, fa, 1, rn);
        mpfr_mul(faa, fa, f, rn);
        mpfr_mul_ui(faa, faa, 2, rn);
        return true;
    case TAPE_EXP:
        mpfr_exp(f, a, rn);
        mpfr_set(fa, f, rn);
        mpfr_set(faa, f, rn);
        return true;
    case TAPE_LOG:
        mpfr_log(f, a, rn);
        mpfr_ui_div(fa, 1, a, rn);
        mpfr_sqr(t, a, rn);
        mpfr_si_div(faa, -1, t, rn);
        return true;
    case TAPE_ATAN:
        mpfr_atan(f, a, rn);
        mpfr_sqr(t, a, rn);
        mpfr_add_ui(t, t, 1, rn);
        mpfr_ui_div(fa, 1, t, rn);
        mpfr_mul_si(faa, a, -2, rn);
        mpfr_sqr(t, t, rn);
        mpfr_div(faa, faa, t, rn);
        return true;
    case TAPE_POWER:
        mpfr_pow_si(f, a, n->b, rn);
        if (n->b == 0) return true;
        mpfr_pow_si(fa, a, n->b - 1, rn);
        mpfr_mul_si(fa, fa, n->b, rn);
        if (n->b == 1) return true;
        mpfr_pow_si(faa, a, n->b - 2, rn);
        mpfr_mul_si(faa, faa, n->b, rn);
        mpfr_mul_si(faa, faa, n->b - 1, rn);
        return true;
    default:
        return false;
    }
}

static inline void oracle_choose(struct oracle *o, const mpfr_t a, const mpfr_t b, bool first)
{
    mpfr_set(o->f[0], first ? a : b, MPFR_RNDN);
    mpfr_set_ui(o->f[first ? 1 : 2], 1, MPFR_RNDN);
}

/* f and all its partial derivatives, which are 0 before, of operations of two. */
static inline bool oracle_two(struct oracle *o, const struct oracle_node *n, const mpfr_t a, const mpfr_t b)
{
    mpfr_ptr f = o->f[0], fa = o->f[1], fb = o->f[2], faa = o->f[3], fab = o->f[4], fbb = o->f[5];
    mpfr_ptr t = o->t[0], s = o->t[1];
    const mpfr_rnd_t rn = MPFR_RNDN;
    switch (n->op) {
    case TAPE_ADD:
    case TAPE_SUB:
        (n->op == TAPE_ADD ? mpfr_add : mpfr_sub)(f, a, b, rn);
        mpfr_set_ui(fa, 1, rn);
        mpfr_set_si(fb, n->op == TAPE_ADD ? 1 : -1, rn);
        return true;
    case TAPE_MUL:
        mpfr_mul(f, a, b, rn);
        mpfr_set(fa, b, rn);
        mpfr_set(fb, a, rn);
        mpfr_set_ui(fab, 1, rn);
        return true;
    case TAPE_DIV:
        mpfr_div(f, a, b, rn);
        mpfr_ui_div(fa, 1, b, rn);
        mpfr_sqr(t, b, rn);
        mpfr_div(fb, a, t, rn);
        mpfr_neg(fb, fb, rn);
        mpfr_si_div(fab, -1, t, rn);
        mpfr_mul(t, t, b, rn);
        mpfr_mul_ui(s, a, 2, rn);
        mpfr_div(fbb, s, t, rn);
        return true;
    case TAPE_MIN:
    case TAPE_MAX:
        oracle_choose(o, a, b, (mpfr_cmp(a, b) < 0) == (n->op == TAPE_MIN));
        return mpfr_cmp(a, b) != 0;
    case TAPE_ATAN2:
        if (mpfr_zero_p(a)) mpfr_abs(o->t[2], a, rn); /* one zero */
        mpfr_atan2(f, mpfr_zero_p(a) ? o->t[2] : a, b, rn);
        mpfr_sqr(t, a, rn);
        mpfr_sqr(s, b, rn);
        mpfr_add(t, t, s, rn); /* r r */
        mpfr_div(fa, b, t, rn);
        mpfr_div(fb, a, t, rn);
        mpfr_neg(fb, fb, rn);
        mpfr_mul(faa, fa, fb, rn); /* - 2 a b / r^4, and its negative */
        mpfr_mul_ui(faa, faa, 2, rn);
        mpfr_neg(fbb, faa, rn);
        mpfr_sqr(fab, fb, rn); /* (a a - b b) / r^4 */
        mpfr_sqr(s, fa, rn);
        mpfr_sub(fab, fab, s, rn);
        return true;
    case TAPE_REAL_POWER:
        mpfr_pow(f, a, b, rn);
        if (mpfr_zero_p(a)) return false;
        mpfr_log(s, a, rn);
        mpfr_mul(fb, f, s, rn);
        mpfr_mul(fbb, fb, s, rn);
        mpfr_div(t, f, a, rn); /* a^(b - 1) */
        mpfr_mul(fa, t, b, rn);
        mpfr_mul(fab, s, b, rn);
        mpfr_add_ui(fab, fab, 1, rn);
        mpfr_mul(fab, fab, t, rn);
        mpfr_sub_ui(s, b, 1, rn);
        mpfr_mul(faa, fa, s, rn);
        mpfr_div(faa, faa, a, rn);
        return true;
    default:
        return false;
    }
}

/* ---- Series and patches ---- */

/* T_n and two derivatives by recurrence: T+ = 2 y T - T-, T'+ = 2 T + 2 y T' - T'-, T''+ = 4 T' + 2 y T'' -
 * T''-. */
static inline void oracle_series(struct oracle *o, const struct oracle_node *n, const mpfr_t a)
{
    const mpfr_rnd_t rn = MPFR_RNDN;
    mpfr_t y, w, t[3], last[3], next, term;
    mpfr_inits2(o->bits, y, w, t[0], t[1], t[2], last[0], last[1], last[2], next, term, NULL);
    mpfr_set_d(w, n->hi, rn);
    mpfr_sub_d(w, w, n->lo, rn);
    mpfr_mul_ui(y, a, 2, rn);
    mpfr_sub_d(y, y, n->lo, rn);
    mpfr_sub_d(y, y, n->hi, rn);
    mpfr_div(y, y, w, rn);
    mpfr_ui_div(w, 2, w, rn); /* dy / da */
    for (int k = 0; k < 3; k++) mpfr_set_ui(last[k], k == 0, rn);
    mpfr_set(t[0], y, rn);
    mpfr_set_ui(t[1], 1, rn);
    mpfr_set_ui(t[2], 0, rn);
    mpfr_ptr sum[3] = {o->f[0], o->f[1], o->f[3]};
    mpfr_set_d(sum[0], n->n ? n->c[0] / 2 : 0, rn);
    for (size_t i = 1; i < n->n; i++) {
        for (int k = 0; k < 3; k++) {
            mpfr_mul_d(term, t[k], n->c[i], rn);
            mpfr_add(sum[k], sum[k], term, rn);
        }
        for (int k = 2; k >= 0; k--) {
            mpfr_mul(next, y, t[k], rn);
            if (k == 1) mpfr_add(next, next, t[0], rn);
            if (k == 2) mpfr_add(next, next, t[1], rn), mpfr_add(next, next, t[1], rn);
            mpfr_mul_ui(next, next, 2, rn);
            mpfr_sub(next, next, last[k], rn);
            mpfr_set(last[k], t[k], rn);
            mpfr_set(t[k], next, rn);
        }
    }
    mpfr_mul(sum[1], sum[1], w, rn);
    mpfr_mul(sum[2], sum[2], w, rn);
    mpfr_mul(sum[2], sum[2], w, rn);
    mpfr_clears(y, w, t[0], t[1], t[2], last[0], last[1], last[2], next, term, NULL);
}

/* The d-th derivative of the i-th Bernstein polynomial of degree m. */
static inline void oracle_bernstein(mpfr_t sum, unsigned m, int i, unsigned d, const mpfr_t u)
{
    if (i < 0 || i > (int)m) {
        mpfr_set_ui(sum, 0, MPFR_RNDN);
        return;
    }
    mpfr_t p, q;
    mpfr_inits2(mpfr_get_prec(sum), p, q, NULL);
    if (d) {
        if (m == 0) {
            mpfr_set_ui(sum, 0, MPFR_RNDN);
        } else {
            oracle_bernstein(p, m - 1, i - 1, d - 1, u);
            oracle_bernstein(q, m - 1, i, d - 1, u);
            mpfr_sub(sum, p, q, MPFR_RNDN);
            mpfr_mul_ui(sum, sum, m, MPFR_RNDN);
        }
    } else {
        mpfr_ui_sub(q, 1, u, MPFR_RNDN);
        mpfr_pow_ui(p, u, (unsigned)i, MPFR_RNDN);
        mpfr_pow_ui(q, q, m - (unsigned)i, MPFR_RNDN);
        mpfr_mul(sum, p, q, MPFR_RNDN);
        for (int k = 0; k < i; k++) {
            mpfr_mul_ui(sum, sum, m - (unsigned)k, MPFR_RNDN);
            mpfr_div_ui(sum, sum, (unsigned)k + 1, MPFR_RNDN);
        }
    }
    mpfr_clears(p, q, NULL);
}

/* Partial derivative d of the patch's numerator, or weight. */
static inline void oracle_polynomial(mpfr_t sum, const struct oracle_node *n, bool weight,
                                     const unsigned d[2], const mpfr_t u, const mpfr_t v)
{
    mpfr_t p, q;
    mpfr_inits2(mpfr_get_prec(sum), p, q, NULL);
    mpfr_set_ui(sum, 0, MPFR_RNDN);
    for (unsigned i = 0; i <= n->m; i++)
        for (unsigned j = 0; j <= n->degree; j++) {
            const double *point = n->point[i * (n->degree + 1) + j];
            oracle_bernstein(p, n->m, (int)i, d[0], u);
            oracle_bernstein(q, n->degree, (int)j, d[1], v);
            mpfr_mul(p, p, q, MPFR_RNDN);
            mpfr_mul_d(p, p, point[3], MPFR_RNDN);
            if (!weight) mpfr_mul_d(p, p, point[n->coordinate], MPFR_RNDN);
            mpfr_add(sum, sum, p, MPFR_RNDN);
        }
    mpfr_clears(p, q, NULL);
}

/* s = a / w: s_i = (a_i - s w_i) / w, s_ij = (a_ij - s_i w_j - s_j w_i - s w_ij) / w. */
static inline void oracle_patch(struct oracle *o, const struct oracle_node *n, const mpfr_t u, const mpfr_t v)
{
    static const unsigned d[6][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}};
    static const int first[6] = {0, 0, 0, 1, 1, 2}, second[6] = {0, 0, 0, 1, 2, 2};
    mpfr_t w[6], t;
    mpfr_init2(t, o->bits);
    for (int k = 0; k < 6; k++) {
        mpfr_init2(w[k], o->bits);
        oracle_polynomial(o->f[k], n, false, d[k], u, v);
        oracle_polynomial(w[k], n, true, d[k], u, v);
    }
    for (int k = 0; k < 6; k++) {
        if (k > 0) {
            mpfr_mul(t, o->f[0], w[k], MPFR_RNDN);
            mpfr_sub(o->f[k], o->f[k], t, MPFR_RNDN);
        }
        if (k > 2) {
            mpfr_mul(t, o->f[first[k]], w[second[k]], MPFR_RNDN);
            mpfr_sub(o->f[k], o->f[k], t, MPFR_RNDN);
            mpfr_mul(t, o->f[second[k]], w[first[k]], MPFR_RNDN);
            mpfr_sub(o->f[k], o->f[k], t, MPFR_RNDN);
        }
        mpfr_div(o->f[k], o->f[k], w[0], MPFR_RNDN);
    }
    for (int k = 0; k < 6; k++) mpfr_clear(w[k]);
    mpfr_clear(t);
}

/* ---- Evaluation ---- */

static inline bool oracle_in(const mpfr_t x, double lo, double hi)
{
    return mpfr_cmp_d(x, lo) >= 0 && mpfr_cmp_d(x, hi) <= 0;
}

/* Whether the operation has a value of a and b. */
static inline bool oracle_defined(const struct oracle_node *n, const mpfr_t a, const mpfr_t b)
{
    switch (n->op) {
    case TAPE_DIV:
        return !mpfr_zero_p(b);
    case TAPE_ATAN2:
        return !mpfr_zero_p(a) || !mpfr_zero_p(b);
    case TAPE_REAL_POWER:
        return mpfr_sgn(a) > 0 || (mpfr_zero_p(a) && mpfr_sgn(b) > 0);
    case TAPE_POWER:
        return n->b >= 0 || !mpfr_zero_p(a);
    case TAPE_SQRT:
        return mpfr_sgn(a) >= 0;
    case TAPE_LOG:
        return mpfr_sgn(a) > 0;
    case TAPE_CHEBYSHEV:
        return oracle_in(a, n->lo, n->hi);
    case TAPE_PATCH:
        return oracle_in(a, 0, 1) && oracle_in(b, 0, 1);
    default:
        return true;
    }
}

/* The jet of f(a, b) from the partial derivatives. */
static inline void oracle_chain(struct oracle *o, struct oracle_jet *y, const struct oracle_jet *a,
                                const struct oracle_jet *b)
{
    const unsigned v = o->variables;
    const mpfr_rnd_t rn = MPFR_RNDN;
    mpfr_ptr s = o->t[2], t = o->t[3];
    mpfr_set(y->x[0], o->f[0], rn);
    for (unsigned i = 0; i < v; i++) {
        mpfr_mul(s, o->f[1], a->x[1 + i], rn);
        mpfr_mul(t, o->f[2], b->x[1 + i], rn);
        mpfr_add(y->x[1 + i], s, t, rn);
    }
    for (unsigned j = 0; j < v; j++)
        for (unsigned i = 0; i <= j; i++) {
            const unsigned k = 1 + v + tape_second(i, j);
            mpfr_ptr sum = y->x[k];
            mpfr_mul(s, o->f[1], a->x[k], rn);
            mpfr_mul(t, o->f[2], b->x[k], rn);
            mpfr_add(sum, s, t, rn);
            mpfr_mul(s, a->x[1 + i], a->x[1 + j], rn);
            mpfr_mul(s, s, o->f[3], rn);
            mpfr_add(sum, sum, s, rn);
            mpfr_mul(s, a->x[1 + i], b->x[1 + j], rn);
            mpfr_mul(t, b->x[1 + i], a->x[1 + j], rn);
            mpfr_add(s, s, t, rn);
            mpfr_mul(s, s, o->f[4], rn);
            mpfr_add(sum, sum, s, rn);
            mpfr_mul(s, b->x[1 + i], b->x[1 + j], rn);
            mpfr_mul(s, s, o->f[5], rn);
            mpfr_add(sum, sum, s, rn);
        }
}

static inline void oracle_leaf(const struct oracle_node *n, const double *at, struct oracle_jet *y)
{
    for (unsigned k = 0; k < 15; k++) mpfr_set_ui(y->x[k], 0, MPFR_RNDN);
    mpfr_set_d(y->x[0], n->op == TAPE_CONSTANT ? n->value : at[n->a], MPFR_RNDN);
    if (n->op == TAPE_VARIABLE) mpfr_set_ui(y->x[1 + n->a], 1, MPFR_RNDN);
    y->defined = y->smooth = y->known = true;
}

/* MPFR needs as many bits for an angle as it has before the point. */
static inline bool oracle_too_large(const struct oracle_node *n, const mpfr_t a)
{
    const bool angle = n->op == TAPE_SIN || n->op == TAPE_COS || n->op == TAPE_TAN;
    return angle && mpfr_regular_p(a) && mpfr_get_exp(a) > 2000;
}

/* MPFR's exponents have an end as well. */
static inline bool oracle_underflows(const struct oracle_node *n, const mpfr_t a, const mpfr_t y)
{
    if (n->op == TAPE_EXP) return mpfr_zero_p(y);
    return (n->op == TAPE_REAL_POWER || n->op == TAPE_POWER) && mpfr_zero_p(y) && !mpfr_zero_p(a);
}

/* All nodes' jets at a point. */
static inline void oracle_eval(struct oracle *o, const double *at)
{
    for (int i = 0; i < o->nodes; i++) {
        const struct oracle_node *n = &o->node[i];
        struct oracle_jet *y = &o->jet[i];
        if (n->op <= TAPE_VARIABLE) {
            oracle_leaf(n, at, y);
            continue;
        }
        const bool two = n->op < TAPE_POWER || n->op == TAPE_PATCH;
        const struct oracle_jet *a = &o->jet[n->a], *b = two ? &o->jet[n->b] : a;
        y->defined = a->defined && b->defined && oracle_defined(n, a->x[0], b->x[0]);
        y->known = a->known && b->known && !oracle_too_large(n, a->x[0]);
        if (!y->defined || !y->known) continue;
        for (int k = 0; k < 6; k++) mpfr_set_ui(o->f[k], 0, MPFR_RNDN);
        y->smooth = true;
        if (n->op == TAPE_CHEBYSHEV)
            oracle_series(o, n, a->x[0]);
        else if (n->op == TAPE_PATCH)
            oracle_patch(o, n, a->x[0], b->x[0]);
        else
            y->smooth = two ? oracle_two(o, n, a->x[0], b->x[0]) : oracle_one(o, n, a->x[0]);
        y->smooth = y->smooth && a->smooth && b->smooth;
        oracle_chain(o, y, a, b);
        y->known = mpfr_number_p(y->x[0]) && !oracle_underflows(n, a->x[0], y->x[0]);
    }
}

#endif
