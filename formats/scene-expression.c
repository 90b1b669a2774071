/* Expressions as code: operators wait on a stack of our own until their operands are there. */
#include "scene-reader.h"
#include <string.h>

/* ---- Functions ---- */

static const struct {
    const char *name;
    uint8_t code, op;
    unsigned least, most; /* arguments */
} functions[] = {
    {"sqrt", CODE_UNARY, TAPE_SQRT, 1, 1},       {"sin", CODE_UNARY, TAPE_SIN, 1, 1},
    {"cos", CODE_UNARY, TAPE_COS, 1, 1},         {"tan", CODE_UNARY, TAPE_TAN, 1, 1},
    {"exp", CODE_UNARY, TAPE_EXP, 1, 1},         {"log", CODE_UNARY, TAPE_LOG, 1, 1},
    {"atan", CODE_UNARY, TAPE_ATAN, 1, 1},       {"abs", CODE_UNARY, TAPE_ABS, 1, 1},
    {"atan2", CODE_BINARY, TAPE_ATAN2, 2, 2},    {"min", CODE_LIST, TAPE_MIN, 2, UINT32_MAX},
    {"max", CODE_LIST, TAPE_MAX, 2, UINT32_MAX}, {"cheb", CODE_SERIES, 0, 4, UINT32_MAX},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static size_t function_of(const struct scene_reader *r)
{
    size_t i = 0;
    while (i < FUNCTIONS && !token_is(r, functions[i].name)) i++;
    return i;
}

bool function_is(const struct scene_reader *r)
{
    return function_of(r) < FUNCTIONS;
}

/* ---- The stack ---- */

enum pending_kind { PENDING_PAREN, PENDING_FUNCTION, PENDING_NAME, PENDING_OPERATOR };

enum binding { BINDS_SUM = 1, BINDS_PRODUCT, BINDS_MINUS, BINDS_POWER };

struct pending {
    uint8_t kind, binding, code, op; /* code, op: of an operator */
    uint32_t at, index;              /* of a function or name */
    uint32_t count, parts;           /* of what is called: arguments and ';' until now */
};

static struct pending *top(struct scene_reader *r)
{
    return r->pending.n ? (struct pending *)(r->pending.p + r->pending.n) - 1 : NULL;
}

static bool push(struct scene_reader *r, struct pending p)
{
    if (!buf_try_reserve(&r->pending, sizeof p)) return scene_no_memory(r, p.at);
    buf_add(&r->pending, &p, sizeof p);
    return true;
}

static bool emit(struct scene_reader *r, struct code code)
{
    if (!buf_try_reserve(&r->code, sizeof code)) return scene_no_memory(r, code.at);
    buf_add(&r->code, &code, sizeof code);
    return true;
}

static struct pending pop(struct scene_reader *r)
{
    const struct pending p = *top(r);
    r->pending.n -= sizeof p;
    return p;
}

/* Emits the operators on top that bind at least so much. */
static bool reduce(struct scene_reader *r, unsigned binding)
{
    while (top(r) && top(r)->kind == PENDING_OPERATOR && top(r)->binding >= binding) {
        const struct pending p = pop(r);
        if (!emit(r, (struct code){.op = p.code, .at = p.at, .a = p.op})) return false;
    }
    return true;
}

/* ---- Operands ---- */

/* A function's or name's '(' comes next. */
static bool open_call(struct scene_reader *r, enum pending_kind kind, size_t index)
{
    const struct token t = r->token;
    token_next(r);
    if (!token_is(r, "("))
        return scene_trouble(r, t.at, "\"%s\" is a function: it lacks its \"(...)\"",
                             token_shown(r, &t).text);
    token_next(r);
    return push(r, (struct pending){.kind = (uint8_t)kind, .at = (uint32_t)t.at, .index = (uint32_t)index});
}

/* u, v, t, x, y, z. */
static bool take_variable(struct scene_reader *r, struct code *code)
{
    static const char letters[] = "uvtxyz";
    const char *found = r->token.n == 1 ? strchr(letters, r->text[r->token.at]) : NULL;
    if (!found) return false;
    code->op = CODE_VARIABLE;
    code->a = (uint32_t)(found - letters);
    return true;
}

/* A name; `more`: it is a function, whose arguments come next. */
static bool take_name(struct scene_reader *r, struct code *code, bool *more)
{
    const struct scene_name *name = name_find(r, &r->token);
    const struct shown shown = token_shown(r, &r->token);
    *more = false;
    if (function_is(r)) return *more = true, open_call(r, PENDING_FUNCTION, function_of(r));
    if (take_variable(r, code))
        return r->known >> code->a & 1 ? true : token_trouble(r, "there is no \"%s\" here", shown.text);
    if (token_is(r, "pi")) return code->op = CODE_PI, true;
    if (!name) return token_trouble(r, "an unknown name: \"%s\"", shown.text);
    if (name->index == NAME_UNFINISHED)
        return token_trouble(r, "the definition of \"%s\" uses itself", shown.text);
    code->a = (uint32_t)(name - name_at(r, 0));
    if (name->kind == NAME_VALUE && name->arguments) return *more = true, open_call(r, PENDING_NAME, code->a);
    if (name->kind != NAME_VALUE && name->kind != NAME_ARGUMENT)
        return token_trouble(r, "\"%s\" is no number", shown.text);
    code->op = name->kind == NAME_VALUE ? CODE_NAME : CODE_ARGUMENT;
    if (name->kind == NAME_ARGUMENT) code->a = (uint32_t)name->index;
    return true;
}

/* What stands where an operand must; `more`: the operand is still to come. */
static bool take_operand(struct scene_reader *r, bool *more)
{
    const struct token *t = &r->token;
    struct code code = {.at = (uint32_t)t->at, .number = t->number, .op = CODE_NUMBER};
    *more = true;
    if (token_take(r, "(")) return push(r, (struct pending){.kind = PENDING_PAREN, .at = code.at});
    if (token_take(r, "-"))
        return push(r, (struct pending){.kind = PENDING_OPERATOR,
                                        .binding = BINDS_MINUS,
                                        .code = CODE_UNARY,
                                        .op = TAPE_NEG,
                                        .at = code.at});
    *more = false;
    if (t->type != TOKEN_NAME && t->type != TOKEN_NUMBER)
        return token_trouble(r, "a number, a name or '(' is expected here");
    if (t->type == TOKEN_NAME && !take_name(r, &code, more)) return false;
    if (*more) return true;
    token_next(r);
    return emit(r, code);
}

/* ---- What stands behind an operand ---- */

static bool take_operator(struct scene_reader *r, bool *more)
{
    static const struct {
        const char *sign;
        uint8_t binding, op;
    } operators[] = {{"+", BINDS_SUM, TAPE_ADD},
                     {"-", BINDS_SUM, TAPE_SUB},
                     {"*", BINDS_PRODUCT, TAPE_MUL},
                     {"/", BINDS_PRODUCT, TAPE_DIV},
                     {"^", BINDS_POWER, TAPE_REAL_POWER}};
    size_t i = 0;
    while (i < 5 && !token_is(r, operators[i].sign)) i++;
    *more = i < 5;
    if (!*more) return true;
    struct pending p = {.kind = PENDING_OPERATOR,
                        .binding = operators[i].binding,
                        .code = CODE_BINARY,
                        .op = operators[i].op,
                        .at = (uint32_t)r->token.at};
    token_next(r);
    /* powers are taken from the right */
    return reduce(r, p.binding + (p.binding == BINDS_POWER)) && push(r, p);
}

/* Whether ',' or ';' may stand behind this many arguments of cheb(e; a, b; c0, ...). */
static bool take_series_sign(struct scene_reader *r, struct pending *call)
{
    const bool first = call->count == 1, second = call->count == 3 && call->parts == 1;
    const bool end = first || second;
    if (token_is(r, ";") != end)
        return token_trouble(r, end ? "';' is expected here, as in cheb(x; a, b; c0, c1)"
                                    : "',' is expected here, as in cheb(x; a, b; c0, c1)");
    call->parts += end;
    token_next(r);
    return true;
}

/* The ')' behind the arguments of what is called. */
static bool close_call(struct scene_reader *r, const struct pending *call)
{
    const bool own = call->kind == PENDING_NAME;
    const struct scene_name *name = own ? name_at(r, call->index) : NULL;
    const unsigned least = own ? name->arguments : functions[call->index].least;
    const unsigned most = own ? name->arguments : functions[call->index].most;
    struct code code = {.op = CODE_NAME, .at = call->at, .a = call->index, .count = call->count};
    if (call->count < least || call->count > most)
        return scene_trouble(r, call->at, "a function of %u argument%s%s has %u here", least, plural(least),
                             least < most ? " or more" : "", call->count);
    if (!own) code.op = functions[call->index].code, code.a = functions[call->index].op;
    return emit(r, code);
}

/* A sign behind an argument, or the ')' of what is open; `more`: an operand comes next; `done`: it is no part
 * of the expression. */
static bool take_behind(struct scene_reader *r, bool *more, bool *done)
{
    *done = *more = false;
    if (!reduce(r, 0)) return false;
    struct pending *open = top(r);
    if (!open) return *done = true;
    const bool call = open->kind != PENDING_PAREN;
    if (call) open->count++;
    if (token_take(r, ")")) {
        const struct pending p = pop(r);
        return !call || close_call(r, &p);
    }
    if (call && (token_is(r, ",") || token_is(r, ";"))) {
        *more = true;
        if (open->kind == PENDING_FUNCTION && functions[open->index].code == CODE_SERIES)
            return take_series_sign(r, open);
        if (token_take(r, ",")) return true;
    }
    return token_trouble(r, call ? "',' or ')' is expected here" : "')' is expected here");
}

bool expression_take(struct scene_reader *r)
{
    bool more = true, done = false;
    r->pending.n = 0;
    while (!done) {
        if (more) {
            if (!take_operand(r, &more)) return false;
        } else {
            if (!take_operator(r, &more)) return false;
            if (!more && !take_behind(r, &more, &done)) return false;
        }
    }
    return true;
}
