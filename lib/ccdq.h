/* ccdq: continuous collision detection that never misses a collision.
 *
 * The numerical contract. Input doubles are exact: point i of a query moves as x[i] + t (x[i+4] - x[i]) in
 * real arithmetic, t in [0, tmax]. The primitives are in contact (they touch) when they share a point, or
 * with a minimum separation D > 0 when their distance is D or less. t* is the exact earliest time of contact.
 * Each method is of one tier: exact      the verdict is the truth, and toi_lo <= t* <= toi_hi; certified free
 * is proven; toi_lo proves that no contact comes before it; toi_hi is finite only with a proven witness, and
 * then toi_lo <= t* <= toi_hi; baseline   a method as published: it promises what its paper promises, and its
 * man page says where it fails. Every rounding step of the first two tiers is covered by a bound derived in a
 * comment beside it. A search that spends its budget answers unresolved, never a guess.
 *
 * The library does no I/O, has no mutable globals and never exits; two threads may call anything at once as
 * long as each has its own workspace. Memory exhaustion inside GMP aborts the process, as GMP does.
 */
#ifndef CCDQ_H
#define CCDQ_H

#include <stddef.h>
#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "ccdq streams are little-endian and so must the host be"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define CCDQ_VERSION "0.1.0"

/* ---- Records: the structs are the stream's records, byte for byte (ccd-stream(5)). ---- */

enum ccdq_query_type {
    CCDQ_VF = 0, /* vertex v against face f0 f1 f2: x = v f0 f1 f2 */
    CCDQ_EE = 1, /* edge a0 a1 against edge b0 b1: x = a0 a1 b0 b1 */
    CCDQ_PE = 2, /* point p against edge e0 e1: x = p e0 e1, the fourth point is ignored */
    CCDQ_PP = 3, /* point p against point q: x = p q, the third and fourth are ignored */
};

enum ccdq_query_flag {
    CCDQ_HAS_TRUTH = 1, /* CCDQ_TRUTH_HIT tells whether the pair touches in [0, 1] */
    CCDQ_TRUTH_HIT = 2,
};

/* A linear query (kind Q). x[0..3] are the points at t = 0, x[4..7] the same points at t = 1. */
struct ccdq_query {
    uint64_t id;
    uint8_t type;  /* enum ccdq_query_type */
    uint8_t flags; /* enum ccdq_query_flag */
    uint16_t zero;
    uint32_t group; /* a number of the user's, carried along */
    double min_sep; /* minimum separation, >= 0, in the unit of x */
    double x[8][3];
};

enum ccdq_verdict { CCDQ_FREE = 0, CCDQ_HIT = 1, CCDQ_UNRESOLVED = 2, CCDQ_INVALID = 3 };

enum ccdq_result_flag {
    CCDQ_TOI_PROVEN = 1,   /* toi_lo is a proven lower bound of t* */
    CCDQ_AT_START = 2,     /* in contact at t = 0 */
    CCDQ_BUDGET_SPENT = 4, /* the search stopped at its iteration or memory limit, or memory was out. An
                              unresolved answer without this flag could not be better in doubles, whatever the
                              limits are */
};

/* The answer to one query (kind R). free: both times +inf. unresolved: toi_lo proven, toi_hi +inf. invalid:
 * both NaN. hit: toi_lo <= t* <= toi_hi, or toi_hi = +inf where no witness is proven. w are the parameters of
 * the contact at that time, inside their domain: vf: u, v with the point f0 + u (f1 - f0) + v (f2 - f0); ee:
 * s, u with the points a0 + s (a1 - a0) and b0 + u (b1 - b0); point-edge: s; a pair of patches: u, v of the
 * one and u, v of the other; a triangle against a solid: u, v with the point x0 + u (x1 - x0) + v (x2 - x0);
 * a scene: those of its first contact, u, v on each of its surfaces, 0 of an implicit one; the rest 0, and
 * all 0 without a hit. With a minimum separation these are the points that are closest to each other. */
struct ccdq_result {
    uint64_t id;
    uint8_t verdict; /* enum ccdq_verdict */
    uint8_t flags;   /* enum ccdq_result_flag */
    uint16_t method; /* enum ccdq_method_number */
    uint32_t evals;  /* work: how many times the method evaluated its function */
    double toi_lo, toi_hi;
    double w[4];
};

enum ccdq_contact_kind {
    CCDQ_CONTACT_VF = 0,
    CCDQ_CONTACT_EE = 1,
    CCDQ_CONTACT_SURFACES = 2, /* two parametric or implicit surfaces */
    CCDQ_CONTACT_SDF = 3,      /* a triangle and a signed distance function */
    CCDQ_CONTACT_OVERLAP = 4,  /* two volume elements, or bodies of a scene, that overlap at the start */
    CCDQ_CONTACT_INVERSION = 5,
    CCDQ_CONTACT_PE = 6,
    CCDQ_CONTACT_PP = 7,
};

enum ccdq_contact_flag {
    CCDQ_CONTACT_UNIQUE = 1, /* isolated, and proven to be the only one near it */
    CCDQ_CONTACT_ADJACENT = 2,
    CCDQ_CONTACT_SAME_OBJECT = 4,
    CCDQ_CONTACT_DEGENERATE = 8, /* the primitives do not define the normal: see n */
    CCDQ_CONTACT_ODD = 16,       /* the pair touches at an odd number of distinct times in [0, tmax] */
    CCDQ_CONTACT_EVEN = 32,      /* at an even number; neither flag: not known, or not a finite number */
};

#define CCDQ_NO_NODE UINT32_MAX

/* One contact of two primitives a and b (kind C): zero or more a query. */
struct ccdq_contact {
    uint64_t id; /* of the query */
    uint32_t step;
    uint32_t part[2];            /* of a and of b */
    uint32_t element[2];         /* of a and of b */
    uint32_t node[4];            /* the vertices, CCDQ_NO_NODE where there is none */
    uint8_t kind;                /* enum ccdq_contact_kind */
    uint8_t verdict;             /* enum ccdq_verdict */
    uint16_t flags;              /* enum ccdq_contact_flag */
    double toi_lo, toi_hi, w[4]; /* as in struct ccdq_result */
    double x[3];                 /* the point, at toi_lo */
    double n[3];                 /* unit normal, from a to b */
    double distance;             /* of a and b at toi_lo */
    double speed; /* of approach along n: how fast the distance shrinks, unit of x a unit of time */
};

#ifndef __cplusplus /* which has another word for it */
_Static_assert(sizeof(struct ccdq_query) == 216, "a Q record has 216 bytes");
_Static_assert(sizeof(struct ccdq_result) == 64, "an R record has 64 bytes");
_Static_assert(sizeof(struct ccdq_contact) == 160, "a C record has 160 bytes");
#endif

/* Queries of one type between the vertices of a moving mesh (kind I): what a simulator has after its broad
 * phase. Query i is {id, type, flags, group, min_sep} with x[k] and x[k + 4] the vertex index[i][k] at t = 0
 * and at t = 1. The arrays are the caller's. */
struct ccdq_indexed {
    unsigned type;  /* enum ccdq_query_type, of all */
    double min_sep; /* of all */
    size_t vertices, queries;
    const double (*vertex)[2][3]; /* positions at t = 0 and at t = 1 */
    const uint32_t (*index)[4];   /* indices that the type does not have are not looked at */
    uint64_t first_id;            /* query i has this id + i, */
    const uint64_t *id;           /* or id[i] where this is not NULL */
    const uint32_t *group;        /* NULL: all 0 */
    const uint8_t *flags;         /* NULL: all 0 */
};

static inline uint64_t ccdq_indexed_id(const struct ccdq_indexed *mesh, size_t i)
{
    return mesh->id ? mesh->id[i] : mesh->first_id + i;
}

/* Why query i of a mesh cannot be made a query (a sentence without a full stop), or NULL: an index that is
 * not below `vertices`, a vertex that is named twice, an unknown type. */
const char *ccdq_indexed_problem(const struct ccdq_indexed *mesh, size_t i);

/* Query i of a mesh; where it has a ccdq_indexed_problem all its coordinates are NaN. */
void ccdq_indexed_query(const struct ccdq_indexed *mesh, size_t i, struct ccdq_query *q);

/* Stable numbers of methods in R records; never reused. */
enum ccdq_method_number {
    CCDQ_METHOD_UNKNOWN = 0,
    CCDQ_METHOD_EXACT = 1,
    CCDQ_METHOD_CERTIFIED = 2,
    CCDQ_METHOD_FAST = 3,
    CCDQ_METHOD_CUBIC = 4,
    CCDQ_METHOD_INTERVAL = 5,
    CCDQ_METHOD_TDI_AABB = 6,
    CCDQ_METHOD_TDI_OBB = 7,
    CCDQ_METHOD_TDI = 8,
    CCDQ_METHOD_TRAD_AABB = 9,
    CCDQ_METHOD_TRAD_OBB = 10,
    CCDQ_METHOD_FWGSS = 11,
    CCDQ_METHOD_FW = 12,
    CCDQ_METHOD_DCD = 13,
    CCDQ_METHOD_VERTICES = 14,
    CCDQ_METHOD_VOLCCD = 15,
    CCDQ_METHOD_NAIVE = 16,
    CCDQ_METHOD_HASH = 17,
    CCDQ_METHOD_SNYDER = 18,
};

/* Words for the numbers above, as CSV and messages print them ("vf", "hit", "certified", and "overlap" for a
 * kind of contact); NULL for a number that has none. The inverse functions return -1 for a word they do not
 * know. */
const char *ccdq_type_name(unsigned type);
const char *ccdq_verdict_name(unsigned verdict);
const char *ccdq_method_name(unsigned method);
const char *ccdq_contact_name(unsigned kind);
int ccdq_type_number(const char *name);
int ccdq_type_points(
    unsigned type); /* of the four points of a query how many the type has; 0: unknown type */
int ccdq_verdict_number(const char *name);
int ccdq_method_number(const char *name);
int ccdq_contact_number(const char *name);

/* ---- Workspace ---- */

/* What a thread needs beside its inputs: GMP integers of the exact stages and the stage counters. */
struct ccdq_workspace;

/* NULL when memory is out. */
struct ccdq_workspace *ccdq_workspace_new(void);
void ccdq_workspace_free(struct ccdq_workspace *ws);

enum { CCDQ_MAX_STAGES = 8 };

/* How many queries a stage of a method has seen, and how many of them it has decided. */
struct ccdq_stage {
    uint64_t saw, decided;
};

/* The stages' counts since the workspace was made, CCDQ_MAX_STAGES of them in the order of
 * ccdq_linear_method.stages. */
const struct ccdq_stage *ccdq_workspace_stages(const struct ccdq_workspace *ws);

/* How many answers since the workspace was made are unresolved because the system had no more memory: what
 * they prove holds, but with more of it there would be better ones. */
uint64_t ccdq_workspace_starved(const struct ccdq_workspace *ws);

/* ---- Exact decisions (lib/exact) ---- */

/* A time in [0, 1] as an integer in units of 2^-62. */
#define CCDQ_TIME_ONE ((uint64_t)1 << 62)

enum ccdq_exact_want {
    CCDQ_WANT_VERDICT = 0, /* verdict only: stops at the first proof */
    CCDQ_WANT_TOI = 1,     /* also toi_lo, toi_hi, at_start and w */
    CCDQ_WANT_ROOTS = 2,   /* also roots */
};

#define CCDQ_ROOTS_INTERVAL (-1) /* the pair touches during a whole interval of time */

struct ccdq_exact_answer {
    int verdict;  /* CCDQ_FREE or CCDQ_HIT; CCDQ_INVALID for a coordinate that is not finite, an unknown
                     type, a minimum separation that is negative or not finite, or no 0 < tmax <= 1 */
    int at_start; /* 1 if the pair touches at t = 0 */
    int roots;    /* at how many distinct times in [0, tmax] the pair touches, or CCDQ_ROOTS_INTERVAL */
    uint64_t toi_lo, toi_hi; /* toi_lo <= t* <= toi_hi, units of 2^-62, at most 4 units apart; equal when t*
                                is that number exactly */
    double w[4];             /* contact parameters at t*, inside their domain (see struct ccdq_result) */
};

/* Decides in exact integer arithmetic whether the pair of q (any of the four types) touches, or comes as near
 * as min_sep, at some t in [0, tmax], 0 < tmax <= 1. Any finite doubles will do: denormals, 1e300, any
 * degenerate position. */
void ccdq_exact_solve(const struct ccdq_query *q, double tmax, unsigned want,
                      struct ccdq_exact_answer *answer, struct ccdq_workspace *ws);

/* The doubles just outside [toi_lo, toi_hi] of an exact answer; hi is at most tmax. Both +inf without a
 * contact, NaN for an invalid query. */
void ccdq_exact_times(const struct ccdq_exact_answer *answer, double tmax, double *lo, double *hi);

/* ---- Linear kernels: vertex-face and edge-edge (lib/linear) ---- */

enum ccdq_tier { CCDQ_TIER_EXACT, CCDQ_TIER_CERTIFIED, CCDQ_TIER_BASELINE };
const char *ccdq_tier_name(enum ccdq_tier tier);

struct ccdq_linear_options {
    double tmax;       /* contacts are sought in [0, tmax], 0 < tmax <= 1; else all queries are invalid */
    double toi_width;  /* toi_hi - toi_lo of a hit is at most this, 2^-52 <= toi_width <= 1 (tier exact) */
    double tol;        /* the method's tolerance, as its manual page has it; negative: the method's default */
    uint32_t max_iter; /* iterations a query before the answer is unresolved; 0: the method's default */
    unsigned simd;     /* enum ccdq_simd; changes no bit of an answer */
};
extern const struct ccdq_linear_options ccdq_linear_defaults;

/* The instructions that kernels may use: BEST is what this processor has. One that it lacks, or that the
 * library was not built with, is as BEST. */
enum ccdq_simd { CCDQ_SIMD_BEST = 0, CCDQ_SIMD_PORTABLE = 1, CCDQ_SIMD_AVX2 = 2, CCDQ_SIMD_AVX512 = 3 };
const char *ccdq_simd_name(unsigned simd); /* "best", "portable", ...; NULL for an unknown number */
int ccdq_simd_available(unsigned simd);    /* whether this processor runs it */
unsigned ccdq_simd_chosen(unsigned simd);  /* what is computed with where this is asked for: never BEST */

/* Solves n queries of one type, with a minimum separation of 0 each, or of more than 0 each: r[i] answers
 * q[i]. A coordinate that is not finite makes the answer invalid. */
typedef void ccdq_linear_kernel(const struct ccdq_query *q, size_t n,
                                const struct ccdq_linear_options *options, struct ccdq_result *r,
                                struct ccdq_workspace *ws);

/* The same for queries `first` to first + n - 1 of a mesh, none of which has a ccdq_indexed_problem. */
typedef void ccdq_indexed_kernel(const struct ccdq_indexed *mesh, size_t first, size_t n,
                                 const struct ccdq_linear_options *options, struct ccdq_result *r,
                                 struct ccdq_workspace *ws);

enum ccdq_linear_ability {
    CCDQ_SOLVES_POINTS = 1,     /* point-edge and point-point, beside vertex-face and edge-edge */
    CCDQ_SOLVES_SEPARATION = 2, /* a minimum separation above 0 */
    CCDQ_USES_SIMD = 4,         /* it has kernels for each of enum ccdq_simd */
};

struct ccdq_linear_method {
    const char *name;
    unsigned number; /* enum ccdq_method_number */
    enum ccdq_tier tier;
    unsigned abilities;        /* enum ccdq_linear_ability */
    double tol;                /* its default tolerance, 0: it has none */
    const char *summary;       /* one line for --method help */
    const char *const *stages; /* names of its stages, NULL at the end; at most CCDQ_MAX_STAGES */
    ccdq_linear_kernel *solve;
    ccdq_indexed_kernel *solve_indexed; /* NULL: each query is written out for `solve` */
};

/* All methods, the default first, ended by a NULL name. */
extern const struct ccdq_linear_method ccdq_linear_methods[];
const struct ccdq_linear_method *ccdq_linear_find(const char *name); /* NULL if there is none */

/* Sets of query types: the sum of CCDQ_TYPE_BIT of each. */
#define CCDQ_TYPE_BIT(type) (1U << (type))

/* Why the method cannot solve q as a query of one of these types (a sentence without a full stop), or NULL if
 * it can: a coordinate that is not finite, another type, a minimum separation that is negative, not finite or
 * beyond the method. */
const char *ccdq_linear_problem(const struct ccdq_linear_method *method, unsigned types,
                                const struct ccdq_query *q);

/* Solves n queries of any of these types; one with a problem gets the verdict invalid. */
void ccdq_linear_solve(const struct ccdq_linear_method *method, unsigned types, const struct ccdq_query *q,
                       size_t n, const struct ccdq_linear_options *options, struct ccdq_result *r,
                       struct ccdq_workspace *ws);

/* A proven lower bound of the distance of the pair of q (any of the four types; min_sep is not looked at) at
 * t = 0: smaller by some roundings, or where it is tiny against the coordinates by a factor below 2, and
 * 2^1023 at most. 0 where the pair touches at t = 0 or no number is below the distance, which then is 2^-1074
 * at most; and for coordinates that are not finite. */
double ccdq_linear_start_distance(const struct ccdq_query *q, struct ccdq_workspace *ws);

/* Solves all queries of a mesh likewise; one with a ccdq_indexed_problem gets the verdict invalid. */
void ccdq_linear_solve_indexed(const struct ccdq_linear_method *method, unsigned types,
                               const struct ccdq_indexed *mesh, const struct ccdq_linear_options *options,
                               struct ccdq_result *r, struct ccdq_workspace *ws);

/* The details of the contact of a hit r, the answer to q under these options: a contact of the kind of q's
 * type, without nodes. With a the first primitive (vertex, edge a, point p) and b the other one, at the time
 * toi_lo and at the parameters w of r:
 *   x         the middle between the two points that w names, the one of a and the one of b;
 *   distance  of these two points: 0 but for rounding and what they move from toi_lo to t*; and the minimum
 *             separation where there is one;
 *   n         the normal of the face; the cross product of two edges; with a minimum separation the direction
 *             from the point of a to that of b. Where this is not defined or lost in rounding (a face without
 *             area, edges that are parallel or have no length, points, a gap of 0), c is flagged as
 *             CCDQ_CONTACT_DEGENERATE, and n is the velocity of the point of a relative to that of b, or if
 *             that is 0 the offset at t = 0 from the one to the other, without its part along the longest
 * edge; if both are 0, with that part; if there is none, an axis off the longest edge. Its length is 1. speed
 * of approach along n. n has the sign that makes it >= 0; where it is 0, n points from the side of a at t = 0
 * to that of b if they have one. With a minimum separation n points from a to b, and a pair that starts
 * within it may have a negative speed. flags     CCDQ_CONTACT_ODD or _EVEN by lib/exact; neither when the
 * pair touches during an interval of time (as nearly all do that keep a minimum separation), or not at all (a
 * false hit of a baseline). In floating point without a proof, but none of it is NaN or infinite: what is
 * beyond the largest double is the largest double. */
void ccdq_linear_contact(const struct ccdq_query *q, const struct ccdq_result *r,
                         const struct ccdq_linear_options *options, struct ccdq_contact *c,
                         struct ccdq_workspace *ws);

/* ---- Curved patches (lib/curved) ---- */

enum ccdq_domain {
    CCDQ_TRIANGLE = 0, /* u, v >= 0, u + v <= 1 */
    CCDQ_QUAD = 1,     /* u, v in [0, 1] */
};

enum { CCDQ_MAX_DEGREE = 16 };

/* The shape of a Bezier patch. A triangle has one degree: degree[1] equals degree[0]. */
struct ccdq_shape {
    uint8_t domain;    /* enum ccdq_domain */
    uint8_t degree[2]; /* along u and along v, 1 .. CCDQ_MAX_DEGREE */
    uint8_t rational;  /* 1: control points are x y z w, not premultiplied; 0: x y z */
    uint32_t zero;
};

/* A patch that moves: control point i is point[i] + t velocity[i] at the time t, x y z or x y z w each; a
 * weight is positive and its velocity 0. A quad's control points lie in the order i * (degree[1] + 1) + j, i
 * along u, j along v; those of a triangle in the order of the exponents of their basis functions (of u, v, w
 * = 1 - u - v) that counts up the exponent of u first, then that of v: degree 2 has 002, 101, 200, 011, 110,
 * 020. The arrays are the caller's. */
struct ccdq_patch {
    struct ccdq_shape shape;
    const double *point, *velocity;
};

/* Two patches, for the times [0, end], end > 0: times of impact are in the unit of end. */
struct ccdq_patch_query {
    uint64_t id;
    double end;
    struct ccdq_patch patch[2];
};

/* Number of control points of a shape, and of doubles a control point; the shape is one without a
 * ccdq_shape_problem. */
size_t ccdq_shape_points(const struct ccdq_shape *shape);
size_t ccdq_shape_width(const struct ccdq_shape *shape);

/* Why this is no shape (a sentence without a full stop), or NULL. */
const char *ccdq_shape_problem(const struct ccdq_shape *shape);

/* The word of a shape, as CSV and --shape have it: t2, q3 (of degree 3 both ways), q3x2 (3 along u, 2 along
 * v), and with an r behind it for a rational one. */
enum { CCDQ_SHAPE_WORD = 16 };

/* Writes the word of a shape that has no ccdq_shape_problem, and returns it. */
char *ccdq_shape_name(const struct ccdq_shape *shape, char word[CCDQ_SHAPE_WORD]);

/* The shape of a word, which can have a ccdq_shape_problem (q0, t3x2): 0, or -1 where it is no such word. */
int ccdq_shape_of_name(const char *word, struct ccdq_shape *shape);

/* The shapes of a pair: "q3,t1", or one word for both. */
int ccdq_shapes_of_name(const char *words, struct ccdq_shape shape[2]);

/* What a P record begins with; point and velocity of patch 1, point and velocity of patch 2 follow, all
 * doubles. */
struct ccdq_patch_head {
    uint64_t id;
    double end;
    struct ccdq_shape shape[2];
};
#ifndef __cplusplus
_Static_assert(sizeof(struct ccdq_patch_head) == 32, "the control points of a P record start at 32");
#endif

/* The size of a P record in bytes; and the query it holds, whose arrays are the record's. `record` is aligned
 * to 8 bytes. */
size_t ccdq_patch_record_size(const struct ccdq_shape shape[2]);
void ccdq_patch_record_query(const void *record, struct ccdq_patch_query *q);

/* delta: a hit is two points, one of each patch, whose coordinates at the time toi_lo differ by at most delta
 * each (so their distance is at most sqrt(3) delta), in the unit of the points. The method tdi proves this of
 * the points that w names, in real arithmetic on the control points as given; it reports a pair that comes as
 * close without a contact as a hit too, unless it can show quickly that there is none. The baselines take
 * delta for what their paper does: the width of the boxes of parameters. CCDQ_AT_START says that toi_lo is 0;
 * only with toi_hi = 0 that the patches are proven to touch then. */
struct ccdq_patch_options {
    double delta;      /* negative: the method's default */
    uint32_t max_iter; /* pairs of sub-patches tested a query before the answer is unresolved; 0: the method's
                          default */
    size_t max_mem;    /* bytes a query likewise; 0: the method's default */
    unsigned simd;     /* enum ccdq_simd; changes no bit of an answer */
};
extern const struct ccdq_patch_options ccdq_patch_defaults;

/* r answers q, which has no ccdq_patch_problem. */
typedef void ccdq_patch_kernel(const struct ccdq_patch_query *q, const struct ccdq_patch_options *options,
                               struct ccdq_result *r, struct ccdq_workspace *ws);

struct ccdq_patch_method {
    const char *name;
    unsigned number; /* enum ccdq_method_number */
    enum ccdq_tier tier;
    const char *summary; /* one line for --method help */
    ccdq_patch_kernel *solve;
};

/* All methods, the default first, ended by a NULL name. */
extern const struct ccdq_patch_method ccdq_patch_methods[];
const struct ccdq_patch_method *ccdq_patch_find(const char *name); /* NULL if there is none */

/* Why q cannot be solved, or NULL: writes a sentence without a full stop, which names patch and control point
 * (from 1, from 0), into text. A number that is not finite, a weight that is not positive or changes, an end
 * that is not positive, a bad shape. */
const char *ccdq_patch_problem(const struct ccdq_patch_query *q, char *text, size_t size);

/* Solves q; one with a problem gets the verdict invalid. */
void ccdq_patch_solve(const struct ccdq_patch_method *method, const struct ccdq_patch_query *q,
                      const struct ccdq_patch_options *options, struct ccdq_result *r,
                      struct ccdq_workspace *ws);

/* ---- Triangles against signed distance functions ---- */

/* A triangle and a solid, both of which may move (kind S), for the times [0, end], end > 0. At the time t
 * corner i of the triangle is at
 *     p = centre + turn(t spin) (x[i] - centre) + t v[i],
 * and the solid has turned by turn(t solid_spin) about solid_centre + t solid_v, where solid_centre was at
 * t = 0: in the space in which the solid is described, the corner is then at
 *     solid_centre + turn(-t solid_spin) (p - solid_centre - t solid_v).
 * turn(w) is the turn about the axis w by |w| radians. All this in real arithmetic; the corners between them
 * span the triangle at each time. Times of impact are in the unit of end, angular velocities in radians a
 * unit of time. */
struct ccdq_sdf_query {
    uint64_t id;
    uint32_t solid; /* which one of those in the scene, from 0 */
    uint32_t zero;
    double end;
    double x[3][3], v[3][3];
    double centre[3], spin[3];
    double solid_v[3], solid_centre[3], solid_spin[3];
};
#ifndef __cplusplus
_Static_assert(sizeof(struct ccdq_sdf_query) == 288, "an S record has 288 bytes");
#endif

#ifdef __cplusplus
}
#endif

#endif
