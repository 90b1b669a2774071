/* Expressions as tapes: nodes in single assignment, each made of earlier ones, and over boxes of their
 * variables the bounds of values, gradients and Hessians (Snyder et al. 1993, section 8 and Appendix B).
 *
 * For all x in X at which the function has a value, f(x) lies in F(X). A point where it has none (a quotient
 * by 0, sqrt or log of what has none, a negative number to a power that is no integer) is no point of the
 * surface. Equal nodes are one node; constants are folded, in intervals. */
#ifndef CCDQ_TAPE_H
#define CCDQ_TAPE_H

#include "../num/interval.h"
#include "../num/upward.h"
#include <stddef.h>
#include <stdint.h>

enum tape_op {
    TAPE_CONSTANT, /* constant[a] */
    TAPE_VARIABLE, /* variable a */
    TAPE_ADD,      /* of nodes a and b, as all of two */
    TAPE_SUB,
    TAPE_MUL,
    TAPE_DIV,
    TAPE_MIN,
    TAPE_MAX,
    TAPE_ATAN2,      /* of y = a and x = b, in (-pi, pi]; none at (0, 0) */
    TAPE_REAL_POWER, /* a to the power b, which is not a constant integer: of a > 0, and 0 where a = 0 and b >
                        0 */
    TAPE_POWER,      /* node a to the integer b; 0 to the 0 is 1 */
    TAPE_NEG,        /* of node a, as all below */
    TAPE_ABS,
    TAPE_SQRT,
    TAPE_SIN,
    TAPE_COS,
    TAPE_TAN,
    TAPE_EXP,
    TAPE_LOG,
    TAPE_ATAN,
    TAPE_CHEBYSHEV, /* series[b] of node a; none outside its domain */
    TAPE_PATCH,     /* coordinate c % 4 (x, y, z of the point) of patch[c / 4] at u = a, v = b; none outside
                       [0, 1]^2 */

    /* Only in derivatives (derive.c). */
    TAPE_LESS,   /* 1 where node a < node b, else 0 */
    TAPE_CHOOSE, /* node a where TAPE_LESS c is 1, else node b: both of them where that is open */
    TAPE_SMOOTH, /* the same, but nothing is known where that is open */
    TAPE_PART,   /* a derivative of the numerator or denominator of a patch at u = a, v = b: part.h has c */
    TAPE_OPS
};

struct tape_node {
    uint8_t op;   /* enum tape_op */
    uint8_t uses; /* bit k: it depends on variable k */
    int32_t a, b, c;
};

/* c[0] / 2 + sum of c[i] T_i((2 x - lo - hi) / (hi - lo)), of x in [lo, hi] (Appendix B). */
struct tape_series {
    double lo, hi;
    size_t n, first; /* n coefficients: c[i] lies between coefficient[first + 2 i] and the next */
};

/* A Bezier patch of degrees m and n: (m + 1) (n + 1) control points x, y, z, weight > 0, of which each row
 * has one u, not multiplied with the weight. */
struct tape_patch {
    unsigned m, n; /* at most 15 */
    bool rational; /* not all weights are 1 */
    size_t first;  /* control point i, j is at coefficient[first + 4 (i (n + 1) + j)] */
};

enum { TAPE_VARIABLES = 4, TAPE_NODES = 1 << 25, TAPE_NONE = -1, TAPE_POWER_MOST = 1 << 30 };

/* A function of u, v, t (a parametric surface: variables 0, 1, 2) or of x, y, z, t (an implicit one: 0 to 3).
 * {.variables = 3} is an empty one of the first kind. */
struct tape {
    unsigned variables;
    struct tape_node *node;
    size_t nodes, node_room;
    struct interval *constant;
    size_t constants, constant_room;
    struct tape_series *series;
    size_t n_series, series_room;
    struct tape_patch *patch;
    size_t patches, patch_room;
    double *coefficient;
    size_t coefficients, coefficient_room;
    int32_t *output;
    size_t outputs, output_room;
    int32_t *bucket; /* of a hash of the nodes, while it is built */
    size_t buckets;
    struct tape_program *program; /* what tape_eval runs; made by tape_finish */
};

void tape_free(struct tape *tape);

/* ---- Building (tape.c, simplify.c, graft.c), while the processor rounds to nearest. Each returns the node's
 * number, or TAPE_NONE: memory is out, there are more than TAPE_NODES, or an argument is TAPE_NONE, so that
 * only the last need be looked at. ---- */

int tape_constant(struct tape *tape, struct interval value);
int tape_number(struct tape *tape, double value);
int tape_variable(struct tape *tape, unsigned k);
int tape_unary(struct tape *tape, enum tape_op op, int a);         /* NEG, ABS, SQRT, SIN, ..., ATAN */
int tape_binary(struct tape *tape, enum tape_op op, int a, int b); /* ADD, ..., ATAN2, REAL_POWER; this one
                                                                      becomes a POWER or SQRT where it can */
int tape_power(struct tape *tape, int a, int n);                   /* n is at most TAPE_POWER_MOST in size */
int tape_chebyshev(struct tape *tape, int a, double lo, double hi, const double *c, size_t n); /* lo < hi */
/* The three coordinates of a patch, the control points as struct tape_patch has them. */
int tape_patch(struct tape *tape, int u, int v, unsigned m, unsigned n, const double (*point)[4],
               int coordinate[3]);

/* Makes a node the next output: x, y, z of a surface; of an implicit one what struct scene_body says. false:
 * memory is out, or the node is TAPE_NONE. */
bool tape_output(struct tape *tape, int node);

/* Appends what outputs first to first + n - 1 of `from` need, with variable k replaced by node input[k] of
 * `to`; their nodes are put into `node`. false: memory is out, or a node is TAPE_NONE. */
bool tape_graft(struct tape *to, const struct tape *from, const int *input, size_t first, size_t n,
                int *node);

/* Leaves out nodes that no output needs, and the memory that only building needs, and makes what tape_eval
 * needs. Nodes have other numbers afterwards. false: memory is out. */
bool tape_finish(struct tape *tape);

enum tape_order { TAPE_VALUE, TAPE_GRADIENT, TAPE_HESSIAN };

/* The same for evaluations up to an order only, which takes less time the lower it is. */
bool tape_finish_to(struct tape *tape, enum tape_order most);

/* ---- Bounds over a box (inclusion.c) ---- */

/* Value, derivatives by each variable, and second derivatives: that by i <= j is dd[tape_second(i, j)]. */
struct jet {
    ival value;
    ival d[TAPE_VARIABLES];
    ival dd[TAPE_VARIABLES * (TAPE_VARIABLES + 1) / 2];
};

static inline unsigned tape_second(unsigned i, unsigned j)
{
    return i <= j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j;
}

/* What holds of all outputs over the box. */
enum tape_state {
    TAPE_EMPTY = 1,     /* no point of the box has all values: it holds no point of the surface */
    TAPE_PARTIAL = 2,   /* some point perhaps has none, or atan2 jumps: the mean value theorem does not hold
                           in the box */
    TAPE_UNBOUNDED = 4, /* one or more bounds asked for are IVAL_ENTIRE, as the true ones are not finite or
                           larger than IVAL_LARGEST; all others can be computed with */
    TAPE_KINK = 8,      /* abs, min, max may switch: gradients are those of Clarke (the mean value theorem
                           holds), second derivatives are IVAL_ENTIRE where they do not exist */
};

/* What an evaluation works on; one a thread. Takes memory when it has to grow. The last few evaluations stay
 * in it: one of the same tape over the same box goes on from there. */
enum { TAPE_SEEN = 4 };
struct tape_work {
    ival *slot;
    size_t room; /* slots of each evaluation that stays; */
    size_t sets; /* of so many */
    struct tape_seen {
        const struct tape_program *program; /* NULL: none */
        ival box[TAPE_VARIABLES];
        unsigned orders; /* that are done */
        bool careful;
        unsigned state;
        uint64_t turn; /* the last time it was asked for */
    } seen[TAPE_SEEN];
    uint64_t turn;
};
/* Whether there is room for the tape, which is finished, after making it. To be asked of each tape before it
 * is evaluated. */
bool tape_work_fit(struct tape_work *work, const struct tape *tape);
void tape_work_free(struct tape_work *work);

/* Bounds of each output of a finished tape over a box of its variables, up to an order; returns the sum of
 * the states that hold. Parts of a jet beyond the order or the variables are left as they were. Between
 * upward_begin and upward_end, in a work that fits. A box is of numbers of at most IVAL_LARGEST in size.
 * Derivatives with respect to a variable that the outputs do not depend on are {0, 0}. */
unsigned tape_eval(const struct tape *tape, const ival *box, enum tape_order order, struct jet *out,
                   struct tape_work *work);

#endif
