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

/* Whether the normal of a face is 0 but for rounding, as at a pole: which way it points then means nothing.
 */
static bool vanishes(const struct piece *piece, const struct points_look *look, const double n[3])
{
    double longest = 0;
    for (unsigned j = 0; j < piece->parameters; j++)
        for (int k = 0; k < 3; k++)
            longest = max_of(longest, ival_size(look->point[k].d[piece->variable[j]]));
    return piece->kind == PIECE_FACE && !(sqrt(dot(n, n)) > 1e-10 * longest * longest);
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
    for (int k = 0; k < 3; k++) tangent[k] = ival_middle(look->point[k].d[piece->variable[0]]);
    if (!unit(tangent)) return;
    const double part = dot(tangent, x);
    for (int k = 0; k < 3; k++) x[k] -= part * tangent[k];
}

/* The unit normal from the first body to the second, as far as the pieces tell: that of a face, or of two
 * edges; else what is outward, or else the way that they approach each other. Which of both ways it points
 * is told by what is outward, or else by the approach. */
static void normal_of(const struct problem *p, const struct region *middle,
                      const struct points_look *const look[2], const double velocity[3], double n[3],
                      struct problem_work *work)
{
    double directions[2][3], away[3] = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        double out[3];
        if (!outward(p, i, middle, look[i], out, work)) continue;
        for (int k = 0; k < 3; k++) away[k] += i == 0 ? out[k] : -out[k];
    }
    const bool known = unit(away);
    const double *towards = known ? away : velocity;
    if (points_directions(p, look, directions) > 0) {
        const double sign = dot(directions[0], towards) < 0 ? -1 : 1;
        for (int k = 0; k < 3; k++) n[k] = sign * directions[0][k];
        return;
    }
    for (int k = 0; k < 3; k++) n[k] = towards[k];
    for (int i = 0; i < 2; i++) across_edge(p->piece[i], look[i], n);
    if (unit(n)) return;
    n[0] = n[1] = 0; /* there is none: any will do */
    n[2] = 1;
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
    normal_of(p, &middle, look, velocity, c->n, work);
    c->speed = dot(velocity, c->n);
}
