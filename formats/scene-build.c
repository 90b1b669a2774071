/* Code of expressions run: its values are nodes of a tape. */
#include "scene-reader.h"
#include <string.h>

enum { NO_NAME = UINT32_MAX };

/* Code that is being run: of the expression, or of a name in it. */
struct call {
    size_t at, end;
    size_t base;   /* its arguments are the values from here on, which its own one replaces */
    uint32_t name; /* or NO_NAME */
};

unsigned builder_known(enum builder_form form)
{
    static const unsigned known[] = {1 << VARIABLE_U | 1 << VARIABLE_V | 1 << VARIABLE_T,
                                     1 << VARIABLE_X | 1 << VARIABLE_Y | 1 << VARIABLE_Z | 1 << VARIABLE_T,
                                     1 << VARIABLE_T};
    return known[form];
}

void builder_start(struct scene_reader *r, struct builder *b, struct tape *tape, enum builder_form form)
{
    static const unsigned of_surface[VARIABLES] = {0, 1, 2}, of_implicit[VARIABLES] = {0, 0, 3, 0, 1, 2};
    tape->variables = form == BUILD_IMPLICIT ? 4 : 3;
    *b = (struct builder){.tape = tape, .number = ++r->builders};
    for (unsigned i = 0; i < VARIABLES; i++)
        if (builder_known(form) >> i & 1)
            b->variable[i] = tape_variable(tape, (form == BUILD_IMPLICIT ? of_implicit : of_surface)[i]);
}

/* ---- Values ---- */

static int *values(const struct scene_reader *r)
{
    return (int *)r->values.p;
}

static size_t value_count(const struct scene_reader *r)
{
    return r->values.n / sizeof(int);
}

/* The last n values become one. */
static bool replace(struct scene_reader *r, const struct builder *b, const struct code *code, size_t n,
                    int node)
{
    if (node == TAPE_NONE && b->tape->nodes >= TAPE_NODES)
        return scene_trouble(r, code->at, "the expression has more than %d nodes", TAPE_NODES);
    if (node == TAPE_NONE || !buf_try_reserve(&r->values, sizeof node)) return scene_no_memory(r, code->at);
    r->values.n -= n * sizeof node;
    buf_add(&r->values, &node, sizeof node);
    return true;
}

/* ---- Constants ---- */

/* A message about a node that is no constant, or one too large. */
static bool constant_of(struct scene_reader *r, const struct builder *b, size_t at, int node,
                        struct interval *x)
{
    const struct tape_node *n = &b->tape->node[node];
    if (n->uses) return scene_trouble(r, at, "a constant is expected here");
    if (n->op != TAPE_CONSTANT)
        return scene_trouble(r, at, "this has no value, or one that cannot be bounded");
    *x = b->tape->constant[n->a];
    if (!(x->lo >= -SCENE_LARGEST && x->hi <= SCENE_LARGEST))
        return scene_trouble(r, at, "a number beyond 1e60");
    return true;
}

static bool real_of(struct scene_reader *r, const struct builder *b, size_t at, int node, double *x)
{
    struct interval constant;
    if (!constant_of(r, b, at, node, &constant)) return false;
    *x = interval_middle(constant);
    return true;
}

/* cheb(e; a, b; c0, ...) of the last values. Its domain is rounded as others are, so that it holds a time
 * that is written in the same way. */
static bool run_series(struct scene_reader *r, const struct builder *b, const struct code *code)
{
    const int *v = values(r) + value_count(r) - code->count;
    const size_t n = code->count - 3;
    struct interval lo, hi;
    double c;
    struct buf coefficients = {0};
    if (!constant_of(r, b, code->at, v[1], &lo) || !constant_of(r, b, code->at, v[2], &hi)) return false;
    if (!(lo.hi < hi.lo)) return scene_trouble(r, code->at, "an empty domain: a < b in cheb(x; a, b; ...)");
    if (!buf_try_reserve(&coefficients, n * sizeof c)) return scene_no_memory(r, code->at);
    bool good = true;
    for (size_t i = 0; i < n && good; i++) {
        good = real_of(r, b, code->at, v[3 + i], &c);
        buf_add(&coefficients, &c, sizeof c);
    }
    good = good && replace(r, b, code, code->count,
                           tape_chebyshev(b->tape, v[0], lo.lo, hi.hi, (const double *)coefficients.p, n));
    buf_free(&coefficients);
    return good;
}

/* ---- Running ---- */

static bool run_list(struct scene_reader *r, const struct builder *b, const struct code *code)
{
    const int *v = values(r) + value_count(r) - code->count;
    int node = v[0];
    for (uint32_t i = 1; i < code->count; i++) node = tape_binary(b->tape, (enum tape_op)code->a, node, v[i]);
    return replace(r, b, code, code->count, node);
}

/* Starts the code of a name, or takes the value that it has in this tape already. */
static bool run_name(struct scene_reader *r, const struct builder *b, const struct code *code)
{
    const struct scene_name *name = name_at(r, code->a);
    if (name->arguments == 0 && name->tape == b->number) return replace(r, b, code, 0, name->node);
    const struct call call = {name->code, name->code_end, value_count(r) - name->arguments, code->a};
    if (!buf_try_reserve(&r->calls, sizeof call)) return scene_no_memory(r, code->at);
    buf_add(&r->calls, &call, sizeof call);
    return true;
}

static bool run_code(struct scene_reader *r, const struct builder *b, const struct code *code, size_t base)
{
    static const struct interval pi = {0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1};
    const enum tape_op op = (enum tape_op)code->a;
    const int *last = values(r) + value_count(r);
    if (++r->steps > SCENE_STEPS)
        return scene_trouble(r, code->at, "the scene's expressions take more than %d steps", SCENE_STEPS);
    switch ((enum code_op)code->op) {
    case CODE_NUMBER:
        return replace(r, b, code, 0, tape_number(b->tape, code->number));
    case CODE_PI:
        return replace(r, b, code, 0, tape_constant(b->tape, pi));
    case CODE_VARIABLE:
        return replace(r, b, code, 0, b->variable[code->a]);
    case CODE_ARGUMENT:
        return replace(r, b, code, 0, values(r)[base + code->a]);
    case CODE_NAME:
        return run_name(r, b, code);
    case CODE_UNARY:
        return replace(r, b, code, 1, tape_unary(b->tape, op, last[-1]));
    case CODE_BINARY:
        return replace(r, b, code, 2, tape_binary(b->tape, op, last[-2], last[-1]));
    case CODE_LIST:
        return run_list(r, b, code);
    case CODE_SERIES:
        return run_series(r, b, code);
    }
    return false;
}

/* The last call is done: its value takes the place of its arguments. */
static void finish_call(struct scene_reader *r, const struct builder *b)
{
    const struct call done = *((struct call *)(r->calls.p + r->calls.n) - 1);
    const int node = values(r)[value_count(r) - 1];
    r->calls.n -= sizeof done;
    values(r)[done.base] = node;
    r->values.n = (done.base + 1) * sizeof node;
    if (done.name == NO_NAME || name_at(r, done.name)->arguments) return;
    name_at(r, done.name)->tape = b->number;
    name_at(r, done.name)->node = node;
}

bool build(struct scene_reader *r, const struct builder *b, size_t code, size_t code_end, int *node)
{
    const struct call whole = {code, code_end, 0, NO_NAME};
    r->values.n = r->calls.n = 0;
    if (!buf_try_reserve(&r->calls, sizeof whole)) return scene_no_memory(r, r->token.at);
    buf_add(&r->calls, &whole, sizeof whole);
    while (r->calls.n > 0) {
        struct call *call = (struct call *)(r->calls.p + r->calls.n) - 1;
        if (call->at == call->end)
            finish_call(r, b);
        else if (!run_code(r, b, (const struct code *)r->code.p + call->at++, call->base))
            return false;
    }
    *node = values(r)[0];
    return true;
}

/* ---- Taking ---- */

static size_t code_count(const struct scene_reader *r)
{
    return r->code.n / sizeof(struct code);
}

bool build_take(struct scene_reader *r, const struct builder *b, int *node)
{
    const size_t from = code_count(r);
    const bool good = expression_take(r) && build(r, b, from, code_count(r), node);
    r->code.n = from * sizeof(struct code);
    return good;
}

bool constant_take(struct scene_reader *r, const struct builder *b, struct interval *x)
{
    const size_t at = r->token.at;
    int node;
    return build_take(r, b, &node) && constant_of(r, b, at, node, x);
}

bool number_take(struct scene_reader *r, const struct builder *b, double *x)
{
    struct interval constant;
    if (!constant_take(r, b, &constant)) return false;
    *x = interval_middle(constant);
    return true;
}

bool size_take(struct scene_reader *r, const struct builder *b, double *x)
{
    const size_t at = r->token.at;
    return number_take(r, b, x) && (*x > 0 || scene_trouble(r, at, "this must be above 0"));
}

bool domain_take(struct scene_reader *r, const struct builder *b, struct interval *x)
{
    const size_t at = r->token.at;
    struct interval lo, hi;
    if (!token_need(r, "[") || !constant_take(r, b, &lo) || !token_need(r, ",") ||
        !constant_take(r, b, &hi) || !token_need(r, "]"))
        return false;
    *x = (struct interval){lo.lo, hi.hi};
    return lo.hi < hi.lo || scene_trouble(r, at, "an empty domain: [a, b] needs a < b");
}

bool tuple_take(struct scene_reader *r, const struct builder *b, int n, int *node)
{
    if (!token_need(r, "(")) return false;
    for (int i = 0; i < n; i++)
        if ((i > 0 && !token_need(r, ",")) || !build_take(r, b, &node[i])) return false;
    return token_need(r, ")");
}

/* ---- Values and functions with names ---- */

/* "(a, b)" */
static bool take_arguments(struct scene_reader *r, unsigned *arguments)
{
    for (*arguments = 0; *arguments == 0 || token_take(r, ","); ++*arguments)
        if (!name_define(r, NAME_ARGUMENT, *arguments)) return false;
    return token_need(r, ")");
}

bool let_take(struct scene_reader *r, const struct builder *b)
{
    const size_t i = name_count(r), code = code_count(r);
    unsigned arguments = 0;
    int node = TAPE_NONE;
    if (!name_define(r, NAME_VALUE, NAME_UNFINISHED)) return false;
    if ((token_take(r, "(") && !take_arguments(r, &arguments)) || !token_need(r, "=") || !expression_take(r))
        return false;
    name_forget(r, i + 1);
    if (arguments == 0 && !build(r, b, code, code_count(r), &node)) return false;
    struct scene_name *name = name_at(r, i);
    name->index = 0;
    name->arguments = arguments;
    name->code = code;
    name->code_end = code_count(r);
    if (arguments == 0) name->tape = b->number, name->node = node;
    return true;
}
