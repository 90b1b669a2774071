/* The contact of two pieces given by points, where it is found: in plain arithmetic. */
#include "../num/extremes.h"
#include "points.h"

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Scales to unit length. false: it has no direction. */
static bool unit(double n[3])
{
    const double length = sqrt(dot(n, n));
    if (!(length > 0 && length < INFINITY)) return false;
    for (int k = 0; k < 3; k++) n[k] /= length;
    return true;
}

/* Two unit vectors whose cross product is not longer are parallel but for rounding. */
static const double parallel = 1e-10;

/* Whether the normal of a face is 0 but for rounding, as at a pole: which way it points then means nothing.
 * Tangents are compared as lengths of the face: parameters have units of their own. */
static bool vanishes(const struct piece *piece, const struct points_look *look, const double n[3])
{
    double longest = 0, area = 1;
    if (piece->kind != PIECE_FACE) return false;
    for (unsigned j = 0; j < piece->parameters; j++) {
        const double width = piece->domain[j].hi - piece->domain[j].lo;
        area *= width;
        for (int k = 0; k < 3; k++)
            longest = max_of(longest, ival_size(look->point[k].d[piece->variable[j]]) * width);
    }
    return !(sqrt(dot(n, n)) * area > parallel * longest * longest);
}

/* The sum of the unit outward normals of all faces that a piece belongs to; false: they are not known, or
 * take each other away. */
static bool outward(const struct problem *p, int i, const struct region *middle,
                    const struct points_look *look, double sum[3], struct problem_work *work)
{
    const struct piece *piece = p->piece[i];
    for (int k = 0; k < 3; k++) sum[k] = 0;
    for (size_t s = 0; s < piece->sides; s++) {
        ival normal[3];
        double n[3];
        if (!points_outward(p, i, &piece->side[s], middle, look, normal, work)) return false;
        for (int k = 0; k < 3; k++) n[k] = ival_middle(normal[k]);
        if (vanishes(piece, look, n) || !unit(n)) continue;
        for (int k = 0; k < 3; k++) sum[k] += n[k];
    }
    return unit(sum);
}

/* What is left of x without its part along the tangent of an edge. */
static void across_edge(const struct piece *piece, const struct points_look *look, double x[3])
{
    double tangent[3];
    if (piece->parameters != 1) return;
    points_tangent(piece, look, 0, tangent);
    if (!unit(tangent)) return;
    const double part = dot(tangent, x);
    for (int k = 0; k < 3; k++) x[k] -= part * tangent[k];
}

static void cross(const double u[3], const double v[3], double n[3])
{
    for (int i = 0; i < 3; i++) n[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
}

/* The line that the normal lies along, a unit vector: that of a face, or what is across two edges. false: the
 * pieces do not define it, or only by rounding, as at a pole and where edges are parallel. */
static bool line_of(const struct problem *p, const struct points_look *const look[2], double n[3])
{
    const struct piece *const *piece = p->piece;
    double u[3], v[3];
    for (int i = 0; i < 2; i++) {
        if (piece[i]->parameters != 2) continue;
        points_tangent(piece[i], look[i], 0, u);
        points_tangent(piece[i], look[i], 1, v);
        cross(u, v, n);
        if (!vanishes(piece[i], look[i], n) && unit(n)) return true;
    }
    if (piece[0]->parameters != 1 || piece[1]->parameters != 1) return false;
    points_tangent(piece[0], look[0], 0, u);
    points_tangent(piece[1], look[1], 0, v);
    if (!unit(u) || !unit(v)) return false;
    cross(u, v, n);
    return dot(n, n) > parallel * parallel && unit(n);
}

/* The unit normal from the first body to the second. true: the pieces define the line that it lies along, and
 * which way it points is told by what is outward, or else by the approach; false: it is what is outward, or
 * else the way that they approach each other. */
static bool normal_of(const struct problem *p, const struct region *middle,
                      const struct points_look *const look[2], const double velocity[3], double n[3],
                      struct problem_work *work)
{
    double line[3] = {0, 0, 0}, away[3] = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        double out[3];
        if (!outward(p, i, middle, look[i], out, work)) continue;
        for (int k = 0; k < 3; k++) away[k] += i == 0 ? out[k] : -out[k];
    }
    const bool known = unit(away), defined = line_of(p, look, line);
    const double *towards = known ? away : velocity;
    const double sign = dot(line, towards) < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++) n[k] = defined ? sign * line[k] : towards[k];
    if (defined) return true;
    for (int i = 0; i < 2; i++) across_edge(p->piece[i], look[i], n);
    if (unit(n)) return false;
    n[0] = n[1] = 0; /* there is none: any will do */
    n[2] = 1;
    return false;
}

void points_contact(const struct problem *p, const struct region *at, struct ccdq_contact *c,
                    struct problem_work *work)
{
    const struct region middle = points_middle(p, at);
    const struct points_look *over[2], *look[2];
    ival distance = ival_point(0);
    double velocity[3];
    for (int i = 0; i < 2; i++) {
        over[i] = points_look(p, i, POINTS_BOX, at, TAPE_VALUE, work);
        look[i] = points_look(p, i, POINTS_MIDDLE, &middle, TAPE_GRADIENT, work);
        for (int k = 0; k < 2; k++) c->w[2 * i + k] = p->piece[i]->at[k].lo;
        for (unsigned k = 0; k < p->piece[i]->parameters; k++)
            c->w[2 * i + (int)p->piece[i]->variable[k]] = ival_hi(middle.x[points_column(p, i, k)]);
    }
    for (int k = 0; k < 3; k++) {
        const struct jet *a = &look[0]->point[k], *b = &look[1]->point[k];
        c->x[k] = 0.5 * ival_middle(a->value) + 0.5 * ival_middle(b->value);
        velocity[k] = ival_bounded(&a->d[2], 1) && ival_bounded(&b->d[2], 1)
                          ? ival_middle(a->d[2]) - ival_middle(b->d[2])
                          : 0;
        distance += ival_square(ival_sub(over[0]->point[k].value, over[1]->point[k].value));
    }
    c->distance = ival_hi(ival_sqrt(distance));
    if (!normal_of(p, &middle, look, velocity, c->n, work)) c->flags |= CCDQ_CONTACT_DEGENERATE;
    c->speed = dot(velocity, c->n);
}
