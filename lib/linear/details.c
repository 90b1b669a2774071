/* The details of a contact: its point, its normal, how fast the pair approaches.
 *
 * All comes from a few vectors that move along straight lines: the edges of the primitives, and the offset P
 * from the contact point of a to that of b, both taken at the parameters of the result. They are differences
 * of coordinates, so a common motion or a far origin does not show in them, and they are scaled by a power of
 * two, so neither does their size. */
#include "../num/extremes.h"
#include "linear.h"
#include "../num/vec3.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* A vector at t = 0 and t = 1. */
struct moving {
    struct vec3 at0, at1;
};

enum { MAX_EDGES = 3 };

struct pair {
    struct moving edge[MAX_EDGES]; /* of vf: f0 f1, f0 f2, f1 f2; of ee: a, b; of pe: the edge */
    int edges;
    struct moving offset; /* P */
    double offset_error;
    struct vec3 approach; /* the velocity of a's contact point seen from b's */
    double approach_error;
    struct moving reach; /* from the first point of a to the contact point of a */
    int exponent;        /* the vectors are what is in the query times 2^-exponent */
};

/* Computed vectors are less than this part of their largest coefficients off: a handful of roundings. */
static const double part_in_error = 0x1p-49;
/* A direction is known when its vector is so many times longer than its error. */
static const double clear = 16;

static struct vec3 times(double s, struct vec3 v)
{
    return (struct vec3){s * v.x, s * v.y, s * v.z};
}

static double largest(struct vec3 v)
{
    return max_of(fabs(v.x), max_of(fabs(v.y), fabs(v.z)));
}

static double size(const struct moving *m)
{
    return max_of(largest(m->at0), largest(m->at1));
}

static struct vec3 at(const struct moving *m, double t)
{
    return vec3_along(m->at0, t, vec3_sub(m->at1, m->at0));
}

/* 2^exponent, a normal number. */
static double power_of_two(int exponent)
{
    const uint64_t bits = (uint64_t)(1023 + exponent) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* A product with a power of two is rounded once, as ldexp is, and sooner there. */
static struct vec3 scaled(struct vec3 v, int exponent)
{
    if (exponent > -1000 && exponent < 1000) return times(power_of_two(exponent), v);
    return (struct vec3){ldexp(v.x, exponent), ldexp(v.y, exponent), ldexp(v.z, exponent)};
}

/* The length of v, which may be as small as doubles are; unit: v divided by it, or 0. */
static double length(struct vec3 v, struct vec3 *unit)
{
    int exponent;
    *unit = (struct vec3){0, 0, 0};
    frexp(largest(v), &exponent);
    const struct vec3 w = scaled(v, -exponent);
    const double l = sqrt(vec3_dot(w, w));
    if (l > 0) *unit = (struct vec3){w.x / l, w.y / l, w.z / l};
    return ldexp(l, exponent);
}

/* ---- The vectors of a query ---- */

/* From point i to point j. shrink: 1, or 1/4 where differences would overflow. */
static struct moving between(const struct ccdq_query *q, int i, int j, double shrink)
{
    const double *from = q->x[i], *to = q->x[j], *from1 = q->x[i + 4], *to1 = q->x[j + 4];
    return (struct moving){{to[0] * shrink - from[0] * shrink, to[1] * shrink - from[1] * shrink,
                            to[2] * shrink - from[2] * shrink},
                           {to1[0] * shrink - from1[0] * shrink, to1[1] * shrink - from1[1] * shrink,
                            to1[2] * shrink - from1[2] * shrink}};
}

/* Adds s edge to the offset. */
static void add_edge(struct pair *p, double s, const struct moving *edge)
{
    p->offset.at0 = vec3_along(p->offset.at0, s, edge->at0);
    p->offset.at1 = vec3_along(p->offset.at1, s, edge->at1);
    p->offset_error += part_in_error * fabs(s) * size(edge);
}

/* The edges and, as the offset, the vector from point 0 to the first point of b. */
static void set_vectors(struct pair *p, const struct ccdq_query *q, double shrink)
{
    static const struct {
        unsigned char edges, b, ends[MAX_EDGES][2];
    } shapes[] = {
        [CCDQ_VF] = {3, 1, {{1, 2}, {1, 3}, {2, 3}}},
        [CCDQ_EE] = {2, 2, {{0, 1}, {2, 3}}},
        [CCDQ_PE] = {1, 1, {{1, 2}}},
        [CCDQ_PP] = {0, 1, {{0, 0}}},
    };
    p->edges = shapes[q->type].edges;
    for (int i = 0; i < p->edges; i++)
        p->edge[i] = between(q, shapes[q->type].ends[i][0], shapes[q->type].ends[i][1], shrink);
    p->offset = between(q, 0, shapes[q->type].b, shrink);
}

static void scale(struct moving *m, int exponent)
{
    m->at0 = scaled(m->at0, exponent);
    m->at1 = scaled(m->at1, exponent);
}

/* How far point i moves, scaled as all vectors are. */
static struct vec3 way_of(const struct pair *p, const struct ccdq_query *q, int i, double shrink)
{
    const double *from = q->x[i], *to = q->x[i + 4];
    return scaled((struct vec3){to[0] * shrink - from[0] * shrink, to[1] * shrink - from[1] * shrink,
                                to[2] * shrink - from[2] * shrink},
                  -p->exponent);
}

/* How far the point moves that is s of the way from point i to point j, added to `way`. */
static struct vec3 add_way(struct vec3 way, double s, struct vec3 i, struct vec3 j)
{
    return vec3_along(way, s, vec3_sub(j, i));
}

/* The velocity of approach: the offset's, or that of the points, which is the better known one where these
 * move by less than the size of the pair. With u = 2^-53 and m the longest way, a way is off by u m; a blend
 * of weight w by 6 w u m (two ways, their difference, a product); each sum adds u m: 8 u m for an edge, 9 for
 * a face, whose weights add up to 1 at most. The difference of two is off by 18 u m a component, and its
 * product with a unit vector, itself off by some u, by less than 64 u m. What underflows there is below
 * 2^-1070. */
static void set_approach(struct pair *p, const struct ccdq_query *q, const double w[4], double shrink)
{
    struct vec3 way[4], of_a, of_b;
    double most = 0;
    const int points = ccdq_type_points(q->type);
    for (int i = 0; i < points; i++) {
        way[i] = way_of(p, q, i, shrink);
        most = max_of(most, largest(way[i]));
    }
    p->approach = vec3_sub(p->offset.at0, p->offset.at1);
    p->approach_error = p->offset_error;
    const double error = 4 * part_in_error * most + 0x1p-1070;
    if (!(error < p->offset_error)) return;
    of_a = way[0];
    of_b = way[q->type == CCDQ_EE ? 2 : 1];
    switch (q->type) {
    case CCDQ_VF:
        of_b = add_way(add_way(of_b, w[0], way[1], way[2]), w[1], way[1], way[3]);
        break;
    case CCDQ_EE:
        of_a = add_way(of_a, w[0], way[0], way[1]);
        of_b = add_way(of_b, w[1], way[2], way[3]);
        break;
    case CCDQ_PE:
        of_b = add_way(of_b, w[0], way[1], way[2]);
        break;
    }
    p->approach = vec3_sub(of_a, of_b);
    p->approach_error = error;
}

static void pair_set(struct pair *p, const struct ccdq_query *q, const double w[4], double shrink)
{
    set_vectors(p, q, shrink);
    double most = size(&p->offset);
    for (int i = 0; i < p->edges; i++) most = max_of(most, size(&p->edge[i]));
    frexp(most, &p->exponent);
    scale(&p->offset, -p->exponent);
    for (int i = 0; i < p->edges; i++) scale(&p->edge[i], -p->exponent);
    p->reach = (struct moving){{0, 0, 0}, {0, 0, 0}};
    p->offset_error = part_in_error * size(&p->offset);
    switch (q->type) {
    case CCDQ_VF:
        add_edge(p, w[0], &p->edge[0]);
        add_edge(p, w[1], &p->edge[1]);
        break;
    case CCDQ_EE:
        p->reach = (struct moving){times(w[0], p->edge[0].at0), times(w[0], p->edge[0].at1)};
        add_edge(p, -w[0], &p->edge[0]);
        add_edge(p, w[1], &p->edge[1]);
        break;
    case CCDQ_PE:
        add_edge(p, w[0], &p->edge[0]);
        break;
    }
    set_approach(p, q, w, shrink);
    if (shrink != 1) p->exponent += 2;
}

/* ---- The normal ---- */

/* n = v / |v| if v is clearly longer than its error. */
static bool direction(struct vec3 v, double error, struct vec3 *n)
{
    struct vec3 unit;
    if (!(length(v, &unit) > clear * error)) return false;
    *n = unit;
    return true;
}

/* How far the direction of an edge at t may be off; infinite for one of no length. */
static double direction_error(const struct moving *edge, double t, struct vec3 *unit)
{
    const double l = length(at(edge, t), unit);
    return l > 0 ? part_in_error * size(edge) / l : INFINITY;
}

/* The cross product of two edges: of the two of a face at its sharpest corner the third is better known. */
static bool normal_of_primitives(const struct pair *p, double t, struct vec3 *n)
{
    double best = clear;
    for (int i = 0; i < p->edges; i++)
        for (int j = i + 1; j < p->edges; j++) {
            struct vec3 a, b, unit;
            const double error = direction_error(&p->edge[i], t, &a) + direction_error(&p->edge[j], t, &b);
            const double sine = length(vec3_cross(a, b), &unit);
            if (!(sine > best * error)) continue;
            best = sine / error;
            *n = unit;
        }
    return best > clear;
}

/* v without its part along the longest edge, which may be 0; the error of v becomes that of the rest. */
static struct vec3 across_edges(const struct pair *p, double t, struct vec3 v, double *error)
{
    struct vec3 unit, along = {0, 0, 0};
    double longest = 0, along_error = 0;
    for (int i = 0; i < p->edges; i++) {
        const double l = largest(at(&p->edge[i], t)), off = direction_error(&p->edge[i], t, &unit);
        if (!(l > longest && clear * off < 1)) continue;
        longest = l;
        along = unit;
        along_error = off;
    }
    *error += (along_error + part_in_error) * largest(v);
    return vec3_along(v, -vec3_dot(v, along), along);
}

/* Where the primitives say nothing: the velocity of approach, else the offset at the start, both across the
 * edges; else along them; else an axis. */
static void normal_of_approach(const struct pair *p, double t, struct vec3 *n)
{
    const struct vec3 from[] = {p->approach, p->offset.at0};
    const double errors[] = {p->approach_error, p->offset_error};
    for (int i = 0; i < 2; i++) {
        double error = errors[i];
        const struct vec3 across = across_edges(p, t, from[i], &error);
        if (direction(across, error, n)) return;
    }
    for (int i = 0; i < 2; i++)
        if (direction(from[i], errors[i], n)) return;
    for (int k = 0; k < 3; k++) {
        double error = 0;
        const struct vec3 axis = {k == 0, k == 1, k == 2};
        const struct vec3 across = across_edges(p, t, axis, &error);
        if (length(across, n) > 0.5) return;
    }
}

/* Turns n against the motion that brings a to b, or, where there is none along n, from where a is at the
 * start to where b is. */
static void orient(const struct pair *p, struct vec3 *n)
{
    const double speed = vec3_dot(p->approach, *n), start = vec3_dot(p->offset.at0, *n);
    const double side = fabs(speed) > p->approach_error ? speed : fabs(start) > p->offset_error ? start : 0;
    if (side < 0) *n = times(-1, *n);
}

/* Returns whether the primitives, or the gap of a minimum separation, define it. */
static bool set_normal(const struct pair *p, const struct ccdq_query *q, double t, struct vec3 *n)
{
    if (q->min_sep > 0 && direction(at(&p->offset, t), p->offset_error, n)) return true;
    const bool defined = normal_of_primitives(p, t, n);
    if (!defined) normal_of_approach(p, t, n);
    orient(p, n);
    return defined;
}

/* ---- The whole ---- */

/* The middle between the two contact points. */
static void set_point(const struct pair *p, const struct ccdq_query *q, double t, double shrink, double x[3])
{
    const int exponent = p->exponent - (shrink != 1 ? 2 : 0);
    const struct vec3 middle = scaled(vec3_along(at(&p->reach, t), 0.5, at(&p->offset, t)), exponent);
    const double from[] = {middle.x, middle.y, middle.z};
    for (int k = 0; k < 3; k++) {
        const double start = q->x[0][k] * shrink, way = q->x[4][k] * shrink - start;
        x[k] = max_of(-DBL_MAX, min_of(DBL_MAX, (start + t * way + from[k]) / shrink));
    }
}

static unsigned parity(const struct ccdq_query *q, const struct ccdq_result *r, double tmax,
                       struct ccdq_workspace *ws)
{
    struct ccdq_exact_answer answer;
    const int touches = tmax == 1 ? linear_touches(q, r, ws) : 0;
    if (touches) return touches % 2 ? CCDQ_CONTACT_ODD : CCDQ_CONTACT_EVEN;
    ccdq_exact_solve(q, tmax, CCDQ_WANT_ROOTS, &answer, ws);
    if (answer.verdict != CCDQ_HIT || answer.roots == CCDQ_ROOTS_INTERVAL) return 0;
    return answer.roots % 2 ? CCDQ_CONTACT_ODD : CCDQ_CONTACT_EVEN;
}

void ccdq_linear_contact(const struct ccdq_query *q, const struct ccdq_result *r,
                         const struct ccdq_linear_options *options, struct ccdq_contact *c,
                         struct ccdq_workspace *ws)
{
    static const unsigned char kinds[] = {[CCDQ_VF] = CCDQ_CONTACT_VF,
                                          [CCDQ_EE] = CCDQ_CONTACT_EE,
                                          [CCDQ_PE] = CCDQ_CONTACT_PE,
                                          [CCDQ_PP] = CCDQ_CONTACT_PP};
    const double t = r->toi_lo;
    double most = 0;
    struct pair p;
    struct vec3 n, unit;
    for (int i = 0; i < 24; i++)
        if (i / 3 % 4 < ccdq_type_points(q->type)) most = max_of(most, fabs(q->x[i / 3][i % 3]));
    const double shrink = most < 0x1p1022 ? 1 : 0.25;
    pair_set(&p, q, r->w, shrink);
    const bool defined = set_normal(&p, q, t, &n);
    *c = (struct ccdq_contact){.id = r->id,
                               .kind = kinds[q->type],
                               .verdict = r->verdict,
                               .toi_lo = t,
                               .toi_hi = r->toi_hi,
                               .n = {n.x, n.y, n.z}};
    for (int i = 0; i < 4; i++) c->node[i] = CCDQ_NO_NODE, c->w[i] = r->w[i];
    c->flags = (uint16_t)(parity(q, r, options->tmax, ws) | (defined ? 0 : CCDQ_CONTACT_DEGENERATE));
    set_point(&p, q, t, shrink, c->x);
    const double speed = vec3_dot(p.approach, n);
    const bool may_part = q->min_sep > 0 && t == 0; /* any other pair comes closer */
    c->speed = max_of(-DBL_MAX, min_of(DBL_MAX, ldexp(may_part ? speed : max_of(speed, 0), p.exponent)));
    c->distance = min_of(DBL_MAX, ldexp(length(at(&p.offset, t), &unit), p.exponent));
}
