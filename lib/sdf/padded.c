/* Padded linear sphere tracing (section 1.5.6 of Pelletier-Guenette 2025): may a sphere of the tree touch the
 * solid, and from when on?
 *
 * The period that is left, from when the sphere above may touch to the first contact that is known, is split
 * into pieces in which nothing turns by more than half a turn. In each the sphere is taken along the chord
 * from its place at the piece's beginning to that at its end, step by step by its distance from the solid.
 * Its radius is padded by how far the place in the middle of the time is from the middle of the chord.
 *
 * As published; what it may miss: that distance is not the largest one when the mesh and the solid both turn,
 * or when the mesh moves on while it turns; and a step is as long as phi, also where phi changes faster than
 * the point moves, as below a twist or a scale in one direction. */
#include "baseline.h"

static double distance(struct vec3 a, struct vec3 b)
{
    const struct vec3 d = vec3_sub(a, b);
    return sqrt(vec3_dot(d, d));
}

static void split(const struct sdf_motion *m, double from, double until, struct baseline_pieces *pieces)
{
    const double pi = 3.14159265358979323846;
    const double half_turns = ceil((m->turn[0].speed.hi + m->turn[1].speed.hi) * (until - from) / pi);
    const int n = half_turns < 1 ? 1 : half_turns < BASELINE_PIECES ? (int)half_turns : BASELINE_PIECES;
    pieces->from = from;
    pieces->until = until;
    pieces->n = n;
    for (int i = 0; i <= 2 * n; i++)
        sdf_motion_at(m, i < 2 * n ? from + i * ((until - from) / (2 * n)) : until, &pieces->moment[i]);
}

/* A sphere on its way along the chord of one piece. */
struct chord {
    struct vec3 begin, end;
    double radius, t0, t1;
};

static void chord_of(const struct baseline *search, const struct sdf_sphere *sphere, int piece,
                     struct chord *chord)
{
    const struct sdf_motion *m = &search->scene->motion;
    const struct sdf_moment *moment = &search->pieces.moment[2 * piece];
    struct vec3 at[3];
    for (int i = 0; i < 3; i++) at[i] = sdf_moment_point(&moment[i], sphere->x, sphere->v).p;
    const struct vec3 middle = vec3_along(at[0], 0.5, vec3_sub(at[2], at[0]));
    const double padding = m->turns[0] || m->turns[1] ? distance(at[1], middle) : 0;
    *chord = (struct chord){at[0], at[2], sphere->radius + padding, moment[0].t, moment[2].t};
}

/* When the sphere may touch in the piece; INFINITY if not. */
static double trace(struct baseline *search, const struct chord *chord)
{
    const struct vec3 along = vec3_sub(chord->end, chord->begin);
    const double length = distance(chord->begin, chord->end), time = chord->t1 - chord->t0;
    double share = 0;
    for (int i = 0; i < BASELINE_CHORD_STEPS && share <= 1; i++) {
        const struct vec3 p = vec3_along(chord->begin, share, along);
        const double gap = baseline_value(search, p, NULL) - chord->radius;
        if (!(gap > BASELINE_NEAR * chord->radius)) break;
        share += gap / length;
    }
    return share <= 1 ? chord->t0 + share * time : INFINITY;
}

double baseline_padded(struct baseline *search, const struct sdf_sphere *sphere, double from)
{
    struct baseline_pieces *pieces = &search->pieces;
    double at = INFINITY;
    if (!pieces->n || pieces->from != from || pieces->until != search->until)
        split(&search->scene->motion, from, search->until, pieces);
    for (int i = 0; i < pieces->n && at == INFINITY; i++) {
        struct chord chord;
        chord_of(search, sphere, i, &chord);
        at = trace(search, &chord);
    }
    return at;
}
