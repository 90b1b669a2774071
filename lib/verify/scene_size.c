/* How large bodies are, from below and from above: what tolerances of the solver are taken from. */
#include "../scene/bracket_rows.h"
#include "scene.h"

/* The largest distance of points of a grid on its faces from the first one. */
static double least_size(const struct scene_body *body, double t, struct bracket_work *work)
{
    enum { GRID = 8 };
    double most = 0, first[3] = {0, 0, 0};
    bool any = false;
    for (size_t i = 0; i < body->faces; i++)
        for (int n = 0; n < (GRID + 1) * (GRID + 1); n++) {
            const struct scene_face *face = &body->face[i];
            const double part[2] = {(double)(n % (GRID + 1)) / GRID, (double)(n / (GRID + 1)) / GRID};
            const struct interval uv[2] = {interval_of(face->u.lo + part[0] * (face->u.hi - face->u.lo)),
                                           interval_of(face->v.lo + part[1] * (face->v.hi - face->v.lo))};
            struct bracket_jet point[3];
            double square = 0;
            if (bracket_face(face, uv, interval_of(t), false, point, work)) continue;
            for (int k = 0; k < 3; k++) {
                if (!any) first[k] = interval_middle(point[k].value);
                const double d = interval_middle(point[k].value) - first[k];
                square += d * d;
            }
            any = true;
            most = greatest(most, sqrt(square));
        }
    return most;
}

/* Twice the distance of points from the body's origin, at most. */
static double most_of_part(const struct scene_face *face, const struct interval uv[2], struct interval t,
                           struct bracket_work *work)
{
    const struct bracket_jet at[3] = {bracket_constant(uv[0]), bracket_constant(uv[1]), bracket_constant(t)};
    struct bracket_jet point[3];
    double square = 0;
    bracket_tape(&face->rest, at, 3, point, work);
    for (int k = 0; k < 3; k++) square += interval_size(point[k].value) * interval_size(point[k].value);
    return 2 * sqrt(square);
}

static struct interval part_of(struct interval x, int i, int n)
{
    const double width = x.hi - x.lo;
    return (struct interval){x.lo + width * i / n, i + 1 < n ? x.lo + width * (i + 1) / n : x.hi};
}

/* The same of all points of a face, which the solver takes where it can. A quotient is not bounded where 0 is
 * in the bounds of the whole face for what divides, as of a superquadric, but over parts it is: these bound
 * it more closely than the solver's halving may, which is not off by a factor of 2. */
static double most_of_face(const struct scene_face *face, struct interval t, struct bracket_work *work)
{
    enum { PARTS = 32 };
    const struct interval all[2] = {face->u, face->v};
    const double whole = most_of_part(face, all, t, work);
    double most = 0;
    if (whole < INFINITY) return whole;
    for (int n = 0; n < PARTS * PARTS; n++) {
        const struct interval uv[2] = {part_of(face->u, n % PARTS, PARTS),
                                       part_of(face->v, n / PARTS, PARTS)};
        const double part = most_of_part(face, uv, t, work);
        if (!(part < INFINITY)) return INFINITY;
        most = greatest(most, 2 * part);
    }
    return most;
}

static double most_of_box(const struct scene_body *body, struct interval t, struct bracket_work *work)
{
    const struct bracket_jet at[3] = {bracket_constant(interval_of(0)), bracket_constant(interval_of(0)),
                                      bracket_constant(t)};
    struct interval world[3];
    struct bracket_jet origin[3];
    double across = 0, away = 0;
    if (!bracket_box(body, t, world, work)) return INFINITY;
    bracket_tape(&body->origin, at, 3, origin, work);
    for (int k = 0; k < 3; k++) {
        const double from = interval_size(bracket_difference(world[k], origin[k].value));
        across += (world[k].hi - world[k].lo) * (world[k].hi - world[k].lo);
        away += from * from;
    }
    return greatest(sqrt(across), 2 * sqrt(away));
}

static double most_size(const struct scene *scene, const struct scene_body *body, struct bracket_work *work)
{
    double most = 0;
    if (body->implicit) return most_of_box(body, interval_of(scene->time.lo), work);
    for (size_t i = 0; i < body->faces; i++)
        most = greatest(most, most_of_face(&body->face[i], scene->time, work));
    return most < INFINITY ? most : most_of_box(body, scene->time, work);
}

struct interval scene_pair_size(const struct scene *scene, uint32_t pair)
{
    struct bracket_work work = {0};
    struct interval size = {INFINITY, INFINITY};
    for (int i = 0; i < 2; i++) {
        const struct scene_body *body = &scene->body[scene->pair[pair][i]];
        const double most = most_size(scene, body, &work);
        if (!(most < INFINITY)) continue;
        size.hi = least(size.hi, most);
        size.lo = least(size.lo, body->implicit ? 0 : least_size(body, scene->time.lo, &work));
    }
    bracket_work_free(&work);
    return size.hi > 0 && size.hi < INFINITY ? size : (struct interval){1, 1};
}
