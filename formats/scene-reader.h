/* The parts of the reader of scenes: tokens, names, expressions and what they build. Private to the files
 * scene-*.c.
 *
 * Functions that return bool return false when there was a message; only the first one of a scene is kept, so
 * each may say what it knows. */
#ifndef CCDQ_SCENE_READER_H
#define CCDQ_SCENE_READER_H

#include "../lib/scene/borders.h"
#include "buf.h"

/* ---- Tokens (scene-token.c) ---- */

enum token_type { TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_SIGN, TOKEN_END, TOKEN_BAD };

/* A stretch of the text. */
struct token {
    enum token_type type;
    size_t at, n; /* of a string: without its quotes */
    double number;
    const char *problem; /* of TOKEN_BAD */
};

/* ---- Names (scene-names.c) ---- */

enum name_kind { NAME_VALUE, NAME_ARGUMENT, NAME_SHAPE, NAME_BODY };

struct scene_name {
    size_t at, n; /* where it is written first */
    enum name_kind kind;
    size_t index; /* of an argument, a shape, a body; NAME_UNFINISHED: it is being defined */
    /* Of a value or function: its code, and how many arguments it takes (a value: 0). */
    size_t code, code_end;
    unsigned arguments;
    /* The node that the value is in the tape of that number. */
    uint32_t tape;
    int node;
    uint32_t chain; /* the next name of its bucket + 1 */
};
#define NAME_UNFINISHED SIZE_MAX

/* ---- Expressions ---- */

enum code_op {
    CODE_NUMBER,   /* number */
    CODE_PI,       /* an interval that holds pi */
    CODE_VARIABLE, /* a: enum scene_variable */
    CODE_ARGUMENT, /* number a of the function that is called */
    CODE_NAME,     /* name a, a value, or a function of the last values */
    CODE_UNARY,    /* enum tape_op a of the last value */
    CODE_BINARY,   /* enum tape_op a of the last two */
    CODE_LIST,     /* enum tape_op a of the last `count`, from the left */
    CODE_SERIES,   /* cheb of the last `count` */
};

/* An expression is a row of these, each of which replaces the last values by its own: no depth of parentheses
 * takes any stack of the machine's. */
struct code {
    uint8_t op;
    uint32_t at; /* in the text */
    uint32_t a, count;
    double number;
};

enum scene_variable { VARIABLE_U, VARIABLE_V, VARIABLE_T, VARIABLE_X, VARIABLE_Y, VARIABLE_Z, VARIABLES };

/* A tape that expressions are built into. */
struct builder {
    struct tape *tape;
    uint32_t number; /* of this one: no other of the scene has it */
    int variable[VARIABLES];
};

struct scene_reader {
    const char *name; /* of the file */
    const char *text; /* ends with a 0 */
    size_t n;
    struct token token; /* the one that comes next */
    size_t behind;      /* it */
    struct messages *messages;
    bool failed; /* there was a message about this scene */
    /* A place in the text, and the line that begins at or before it: what is before is counted. */
    size_t counted, line;

    struct scene *scene;
    struct buf shapes; /* struct scene_body, which are not placed */
    struct buf claims; /* struct claim, see scene-claims.c */
    struct buf names;
    uint32_t *bucket;
    size_t buckets;
    struct buf code;    /* of all expressions that names stand for */
    struct buf pending; /* operators and parentheses that are open */
    struct buf values, calls;
    unsigned known; /* bits: which variables expressions here may have */
    uint32_t builders;
    size_t steps; /* of building, in this scene */
    bool moved;   /* something was moved over the scene's time, which must not change now */
    struct tape constants;
    struct builder constant; /* builds what names outside of shapes stand for */
};

enum { SCENE_STEPS = 1 << 24, SCENE_DEPTH = 200 };
#define SCENE_LARGEST 1e60

/* Makes the next token. */
void token_next(struct scene_reader *r);

/* A message about a place in the text; about the token that comes next, whose own problem goes before. Both
 * return false. */
bool scene_trouble(struct scene_reader *r, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool token_trouble(struct scene_reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool scene_no_memory(struct scene_reader *r, size_t at);

/* Whether this word or sign comes next; the second passes over it then; the third has a message otherwise. */
bool token_is(const struct scene_reader *r, const char *text);
bool token_take(struct scene_reader *r, const char *text);
bool token_need(struct scene_reader *r, const char *text);

/* Passes over the ';' that may stand between statements. */
void token_pass_ends(struct scene_reader *r);

/* The token as text for messages: 40 bytes of it. */
struct shown {
    char text[44];
};
struct shown token_shown(const struct scene_reader *r, const struct token *token);

/* A copy that ends with a 0; NULL with a message: memory is out. */
char *token_copy(struct scene_reader *r, const struct token *token);

/* The name that the token is, or NULL. It moves when names are added. */
struct scene_name *name_find(const struct scene_reader *r, const struct token *token);
struct scene_name *name_at(const struct scene_reader *r, size_t i);

/* Passes over a name that nothing has yet, and adds it. */
bool name_define(struct scene_reader *r, enum name_kind kind, size_t index);

/* A name that may be defined comes next: one that is no word of the language. */
bool name_is_free(struct scene_reader *r);

/* Adds the name of the token; and forgets names until only n are left. */
bool name_add(struct scene_reader *r, const struct token *token, enum name_kind kind, size_t index);
void name_forget(struct scene_reader *r, size_t n);
size_t name_count(const struct scene_reader *r);

/* The name of a shape, of a body: its number. */
bool name_take(struct scene_reader *r, enum name_kind kind, size_t *index);

/* Whether the token is a built-in function. */
bool function_is(const struct scene_reader *r);

/* Passes over an expression, whose code it appends (scene-expression.c). */
bool expression_take(struct scene_reader *r);

/* "let NAME = ..." or "let NAME(a, b) = ...", from behind the word on. A value is built at once. */
bool let_take(struct scene_reader *r, const struct builder *b);

/* ---- Building (scene-build.c) ---- */

/* A builder into an empty tape of 3 variables u, v, t or of 4 variables x, y, z, t, or into one of 3 that
 * depends on t alone. */
enum builder_form { BUILD_SURFACE, BUILD_IMPLICIT, BUILD_TIME };
void builder_start(struct scene_reader *r, struct builder *b, struct tape *tape, enum builder_form form);
unsigned builder_known(enum builder_form form);

/* Runs code; the node is the last value. */
bool build(struct scene_reader *r, const struct builder *b, size_t code, size_t code_end, int *node);

/* Passes over an expression and builds it. */
bool build_take(struct scene_reader *r, const struct builder *b, int *node);

/* Passes over an expression that is a constant: the interval that it folds to, or the double nearest to the
 * middle of that. */
bool constant_take(struct scene_reader *r, const struct builder *b, struct interval *x);
bool number_take(struct scene_reader *r, const struct builder *b, double *x);
bool size_take(struct scene_reader *r, const struct builder *b, double *x); /* above 0 */

/* "[a, b]" with a < b, rounded outward. */
bool domain_take(struct scene_reader *r, const struct builder *b, struct interval *x);

/* "(a, b, ...)" of n expressions. */
bool tuple_take(struct scene_reader *r, const struct builder *b, int n, int *node);

/* ---- Shapes; each appends one to r->shapes that no name stands for yet ---- */

struct scene_body *shape_new(struct scene_reader *r, size_t at); /* NULL with a message */
static inline struct scene_body *shape_at(const struct scene_reader *r, size_t i)
{
    return (struct scene_body *)r->shapes.p + i;
}
static inline size_t shape_count(const struct scene_reader *r)
{
    return r->shapes.n / sizeof(struct scene_body);
}

bool surface_take(struct scene_reader *r);  /* from behind "surface" on */
bool solid_take(struct scene_reader *r);    /* from behind "solid" on */
bool implicit_take(struct scene_reader *r); /* from behind "implicit" on */

/* "{ u in ... v in ... x = ... y = ... z = ... }" and what else a surface has, of which a set has nothing,
 * into an empty shape: its only face. */
bool face_take(struct scene_reader *r, size_t at, struct scene_body *shape, bool set);

/* "u0", "u1", "v0", "v1": enum scene_border. */
bool border_take(struct scene_reader *r, unsigned *border);

/* A name of a shape or a built-in shape, parametric or implicit: its number. */
bool shape_take(struct scene_reader *r, bool implicit, size_t *index);
bool shape_is_builtin(const struct scene_reader *r); /* whether a built-in's name comes next */

/* What is said of the last shape is looked at when the scene's time is known (scene-claims.c), with a message
 * about the place `at` where it is wrong: the sides of a closed surface or solid, and borders that meet. */
bool claim_side(struct scene_reader *r, size_t at);
bool claim_seam(struct scene_reader *r, size_t at, const struct scene_seam *seam);
bool claims_hold(struct scene_reader *r);

/* ---- Bodies, from behind the word on ---- */

bool body_take(struct scene_reader *r);
bool pair_take(struct scene_reader *r);
bool track_take(struct scene_reader *r);
bool expect_take(struct scene_reader *r);

/* "scale ... turn ... move ...", of which there may be none: the shape so moved becomes *body, which is empty
 * but perhaps for its name. */
bool placement_take(struct scene_reader *r, size_t shape, struct scene_body *body);

#endif
