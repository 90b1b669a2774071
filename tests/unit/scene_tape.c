/* Tapes as they are built: equal nodes are one, constants are folded, what is cheaper or tighter takes the
 * place of what it equals, grafts and finished tapes mean the same. */
#include "../../lib/scene/tape.h"
#include "../tap.h"
#include <stdlib.h>
#include <string.h>

/* The bounds of output `i` at a box of points. */
static ival value_at(const struct tape *tape, size_t i, const double *x)
{
    struct tape_work work = {0};
    struct jet *out = malloc(tape->outputs * sizeof *out);
    ival box[TAPE_VARIABLES];
    for (unsigned k = 0; k < tape->variables; k++) box[k] = ival_point(x[k]);
    tape_work_fit(&work, tape);
    const int mode = upward_begin();
    tape_eval(tape, box, TAPE_VALUE, out, &work);
    upward_end(mode);
    const ival y = out[i].value;
    tape_work_free(&work);
    free(out);
    return y;
}

static void test_equal_nodes(void)
{
    struct tape t = {.variables = 3};
    const int u = tape_variable(&t, 0), v = tape_variable(&t, 1), half = tape_number(&t, 0.5);
    ok(tape_variable(&t, 0) == u && tape_number(&t, 0.5) == half, "a variable and a number are nodes once");
    ok(tape_number(&t, -0.0) == tape_number(&t, 0.0), "zero has no sign");
    const int sum = tape_binary(&t, TAPE_ADD, u, v);
    ok(tape_binary(&t, TAPE_ADD, v, u) == sum, "u + v and v + u are one node");
    ok(tape_binary(&t, TAPE_SUB, u, v) != tape_binary(&t, TAPE_SUB, v, u), "u - v and v - u are not");
    ok(tape_unary(&t, TAPE_SIN, sum) == tape_unary(&t, TAPE_SIN, sum), "sin(u + v) is one node");
    ok(t.node[sum].uses == 3 && t.node[half].uses == 0, "nodes know their variables");
    const double c[] = {1, 2, 3}, e[] = {1, 2, 4};
    ok(tape_chebyshev(&t, u, 0, 1, c, 3) == tape_chebyshev(&t, u, 0, 1, c, 3) && t.n_series == 1,
       "a series is there once");
    ok(tape_chebyshev(&t, u, 0, 1, e, 3) != tape_chebyshev(&t, u, 0, 1, c, 3) && t.n_series == 2,
       "another one is not the same");
    const double points[4][4] = {{0, 0, 0, 1}, {0, 1, 0, 1}, {1, 0, 0, 1}, {1, 1, 1, 1}};
    int p[3], q[3];
    tape_patch(&t, u, v, 1, 1, points, p);
    tape_patch(&t, u, v, 1, 1, points, q);
    ok(memcmp(p, q, sizeof p) == 0 && t.patches == 1 && p[0] != p[1], "a patch is there once");
    tape_free(&t);
}

static bool is_number(const struct tape *t, int a, double x)
{
    const struct interval *c = &t->constant[t->node[a].a];
    return t->node[a].op == TAPE_CONSTANT && c->lo == x && c->hi == x;
}

static void test_folding(void)
{
    struct tape t = {.variables = 3};
    const int two = tape_number(&t, 2), three = tape_number(&t, 3), zero = tape_number(&t, 0);
    ok(is_number(&t, tape_binary(&t, TAPE_ADD, two, three), 5), "2 + 3 is 5");
    ok(is_number(&t, tape_binary(&t, TAPE_DIV, three, two), 1.5), "3 / 2 is 1.5");
    ok(is_number(&t, tape_power(&t, two, -2), 0.25), "2^-2 is 1/4");
    ok(is_number(&t, tape_power(&t, zero, 0), 1), "0^0 is 1");
    ok(is_number(&t, tape_unary(&t, TAPE_SQRT, tape_number(&t, 9)), 3), "sqrt(9) is 3");
    ok(is_number(&t, tape_unary(&t, TAPE_COS, zero), 1) && is_number(&t, tape_unary(&t, TAPE_SIN, zero), 0) &&
           is_number(&t, tape_unary(&t, TAPE_EXP, zero), 1),
       "cos(0) and exp(0) are 1, sin(0) is 0");
    const int third = tape_binary(&t, TAPE_DIV, tape_number(&t, 1), three);
    const struct interval x = t.constant[t.node[third].a];
    ok(t.node[third].op == TAPE_CONSTANT && x.lo < x.hi && nextafter(x.lo, 1) == x.hi,
       "1 / 3 is the two doubles around it");
    ok(t.node[tape_binary(&t, TAPE_DIV, two, zero)].op == TAPE_DIV, "2 / 0 is no constant");
    ok(t.node[tape_unary(&t, TAPE_SQRT, tape_number(&t, -1))].op == TAPE_SQRT, "sqrt(-1) is no constant");
    ok(t.node[tape_unary(&t, TAPE_LOG, zero)].op == TAPE_LOG, "log(0) is no constant");
    ok(t.node[tape_unary(&t, TAPE_EXP, tape_number(&t, 1e4))].op == TAPE_EXP, "exp(10000) is no constant");
    tape_free(&t);
}

static void test_simplifying(void)
{
    struct tape t = {.variables = 3};
    const int u = tape_variable(&t, 0), v = tape_variable(&t, 1), one = tape_number(&t, 1),
              zero = tape_number(&t, 0);
    const int square = tape_power(&t, u, 2), minus = tape_unary(&t, TAPE_NEG, u);
    ok(tape_binary(&t, TAPE_MUL, u, u) == square, "u u is u^2");
    ok(tape_binary(&t, TAPE_MUL, square, u) == tape_power(&t, u, 3), "u^2 u is u^3");
    ok(tape_binary(&t, TAPE_MUL, tape_binary(&t, TAPE_MUL, v, u), u) == tape_binary(&t, TAPE_MUL, v, square),
       "(v u) u is v u^2");
    ok(tape_binary(&t, TAPE_MUL, one, u) == u && tape_binary(&t, TAPE_DIV, u, one) == u,
       "1 u and u / 1 are u");
    ok(tape_binary(&t, TAPE_ADD, zero, u) == u && tape_binary(&t, TAPE_SUB, u, zero) == u,
       "0 + u and u - 0 are u");
    ok(tape_binary(&t, TAPE_SUB, zero, u) == minus && tape_unary(&t, TAPE_NEG, minus) == u,
       "0 - u is -u, - -u is u");
    ok(tape_binary(&t, TAPE_ADD, v, minus) == tape_binary(&t, TAPE_SUB, v, u), "v + -u is v - u");
    ok(tape_power(&t, minus, 2) == square, "(-u)^2 is u^2");
    ok(tape_binary(&t, TAPE_REAL_POWER, u, tape_number(&t, 0.5)) == tape_unary(&t, TAPE_SQRT, u),
       "u^0.5 is sqrt(u)");
    ok(tape_binary(&t, TAPE_REAL_POWER, u, tape_number(&t, 2)) == square, "u to the number 2 is u^2");
    ok(t.node[tape_binary(&t, TAPE_REAL_POWER, u, tape_number(&t, 1.5))].op == TAPE_REAL_POWER,
       "u^1.5 is a real power");
    ok(tape_binary(&t, TAPE_MUL, tape_number(&t, -2), u) ==
           tape_unary(&t, TAPE_NEG, tape_binary(&t, TAPE_MUL, tape_number(&t, 2), u)),
       "-2 u is -(2 u)");
    ok(tape_binary(&t, TAPE_MIN, u, u) == u, "min(u, u) is u");
    tape_free(&t);
}

static void test_errors(void)
{
    struct tape t = {.variables = 3};
    const int u = tape_variable(&t, 0);
    int p[3];
    const double point[1][4] = {{1, 2, 3, 1}};
    ok(tape_unary(&t, TAPE_SIN, TAPE_NONE) == TAPE_NONE &&
           tape_binary(&t, TAPE_ADD, u, TAPE_NONE) == TAPE_NONE &&
           tape_binary(&t, TAPE_REAL_POWER, TAPE_NONE, u) == TAPE_NONE &&
           tape_power(&t, TAPE_NONE, 2) == TAPE_NONE &&
           tape_chebyshev(&t, TAPE_NONE, 0, 1, point[0], 4) == TAPE_NONE &&
           tape_patch(&t, u, TAPE_NONE, 0, 0, point, p) == TAPE_NONE && p[0] == TAPE_NONE,
       "of no node there is no node");
    ok(!tape_output(&t, TAPE_NONE) && t.outputs == 0, "no node is no output");
    tape_free(&t);
}

/* f(u, v) = u / v + 1, g = u v; grafted with u = 3 t and v = t + 1. */
static void test_graft(void)
{
    struct tape f = {.variables = 3}, t = {.variables = 3};
    const int u = tape_variable(&f, 0), v = tape_variable(&f, 1);
    const int quotient = tape_binary(&f, TAPE_DIV, u, v);
    tape_output(&f, tape_binary(&f, TAPE_ADD, quotient, tape_number(&f, 1)));
    tape_output(&f, tape_binary(&f, TAPE_MUL, u, v));
    const int time = tape_variable(&t, 2), three = tape_binary(&t, TAPE_MUL, tape_number(&t, 3), time);
    const int input[3] = {three, tape_binary(&t, TAPE_ADD, time, tape_number(&t, 1)), time};
    int node[2];
    ok(tape_graft(&t, &f, input, 0, 2, node), "one tape is grafted on another");
    for (int i = 0; i < 2; i++) tape_output(&t, node[i]);
    ok(t.node[node[0]].uses == 4, "its variables are replaced");
    const size_t nodes = t.nodes;
    int again;
    ok(tape_graft(&t, &f, input, 1, 1, &again) && again == node[1] && t.nodes == nodes,
       "the same once more gives the same nodes");
    ok(tape_finish(&t), "and finished");
    const double x[3] = {0, 0, 1};
    ok(ival_lo(value_at(&t, 0, x)) == 2.5 && ival_hi(value_at(&t, 0, x)) == 2.5, "u / v + 1 = 2.5 at t = 1");
    ok(ival_lo(value_at(&t, 1, x)) == 6 && ival_hi(value_at(&t, 1, x)) == 6, "u v = 6 at t = 1");
    tape_free(&f);
    tape_free(&t);
}

/* All kinds of nodes, grafted with other variables. */
static void test_graft_of_all(void)
{
    struct tape f = {.variables = 3}, t = {.variables = 3};
    const int u = tape_variable(&f, 0), v = tape_variable(&f, 1);
    const double c[] = {1, 2, 3}, points[4][4] = {{0, 0, 0, 1}, {0, 1, 0, 2}, {1, 0, 0, 1}, {1, 1, 1, 1}};
    int p[3];
    tape_output(&f, tape_chebyshev(&f, u, -1, 1, c, 3));
    tape_patch(&f, u, v, 1, 1, points, p);
    for (int k = 0; k < 3; k++) tape_output(&f, p[k]);
    tape_output(&f, tape_power(&f, u, -3));
    tape_output(&f, tape_binary(&f, TAPE_ATAN2, u, v));
    const int input[3] = {tape_variable(&t, 1), tape_variable(&t, 0), tape_variable(&t, 2)};
    int node[6];
    ok(tape_graft(&t, &f, input, 0, 6, node), "series, patches, powers are grafted");
    for (int i = 0; i < 6; i++) tape_output(&t, node[i]);
    tape_finish(&f);
    tape_finish(&t);
    const double x[3] = {0.25, 0.75, 0}, y[3] = {0.75, 0.25, 0};
    bool same = true;
    for (size_t i = 0; i < 6; i++) {
        const ival a = value_at(&f, i, x), b = value_at(&t, i, y);
        same = same && a[0] == b[0] && a[1] == b[1] && ival_width(a) < 1e-13;
    }
    ok(same, "and have the same values at the same place");
    tape_free(&f);
    tape_free(&t);
}

static void test_finish(void)
{
    struct tape t = {.variables = 4};
    const int x = tape_variable(&t, 0);
    int y = x;
    for (int i = 0; i < 100; i++) y = tape_unary(&t, TAPE_SIN, y);
    const int cosine = tape_unary(&t, TAPE_COS, tape_number(&t, 2));
    tape_output(&t, tape_binary(&t, TAPE_ADD, x, cosine));
    ok(tape_finish(&t) && t.nodes < 10 && t.outputs == 1 && !t.bucket, "what no output needs is left out");
    /* It can go on. */
    const int more = tape_binary(&t, TAPE_MUL, t.output[0], tape_variable(&t, 3));
    ok(tape_binary(&t, TAPE_MUL, tape_variable(&t, 3), t.output[0]) == more,
       "a finished tape can be built on");
    tape_output(&t, more);
    const double at[4] = {1, 0, 0, 2};
    ok(tape_finish(&t) && fabs(ival_hi(value_at(&t, 1, at)) - 2 * (1 + cos(2))) < 1e-15,
       "and finished again");
    tape_free(&t);
}

static void test_no_outputs(void)
{
    struct tape t = {.variables = 3};
    struct tape_work work = {0};
    ok(tape_finish(&t) && tape_work_fit(&work, &t), "a tape without outputs is finished");
    const ival box[3] = {{0, 1}, {0, 1}, {0, 1}};
    const int mode = upward_begin();
    const unsigned state = tape_eval(&t, box, TAPE_HESSIAN, NULL, &work);
    upward_end(mode);
    ok(state == 0, "and can be evaluated");
    tape_work_free(&work);
    tape_free(&t);
}

/* 10^5 nodes, each of the one before. */
static void test_long(void)
{
    struct tape t = {.variables = 3};
    const int u = tape_variable(&t, 0), v = tape_variable(&t, 1);
    int y = u;
    for (int i = 0; i < 50000; i++) y = tape_binary(&t, TAPE_ADD, tape_unary(&t, TAPE_SIN, y), v);
    tape_output(&t, y);
    struct tape_work work = {0};
    ok(tape_finish(&t) && tape_work_fit(&work, &t) && t.nodes > 100000, "10^5 nodes are finished");
    const ival box[3] = {ival_point(0.5), ival_point(0.25), ival_point(0)};
    struct jet out;
    const int mode = upward_begin();
    const unsigned state = tape_eval(&t, box, TAPE_HESSIAN, &out, &work);
    upward_end(mode);
    double x = 0.5;
    for (int i = 0; i < 50000; i++) x = sin(x) + 0.25;
    ok(state == 0 && fabs(ival_middle(out.value) - x) < 1e-12 && ival_width(out.value) < 1e-12,
       "and evaluated");
    tape_work_free(&work);
    tape_free(&t);
}

int main(void)
{
    test_equal_nodes();
    test_folding();
    test_simplifying();
    test_errors();
    test_graft();
    test_graft_of_all();
    test_finish();
    test_no_outputs();
    test_long();
    return tap_done();
}
