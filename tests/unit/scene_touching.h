/* Pairs of bodies, of which one at least is implicit, that touch at a known point, for tests. */
#ifndef TEST_SCENE_TOUCHING_H
#define TEST_SCENE_TOUCHING_H

#include "../../lib/scene/scalars.h"
#include "scene_bodies.h"

/* Bodies that touch at t = 1/2 in x, with n from a to b, and approach each other there with a speed. */
struct touching {
    struct scene scene;
    struct scene_body body[2];
    uint32_t pair[1][2];
    double uv[2]; /* of a parametric a that is smooth */
    double x[3], n[3], speed;
};

/* What of a shape touches. Of a box a face, an edge or a corner. */
struct feature {
    const char *name;
    struct shape_kind shape;
    int zeros; /* of boxes: components of n that are 0: 2 face, 1 edge, 0 corner; else -1 */
};

static const struct feature first[] = {
    {"a sphere", {"", builtin_sphere, {1}}, -1},
    {"a bumpy sphere", {"", builtin_bumpy, {1, 0.1, 4, 5}}, -1},
    {"a torus", {"", builtin_torus, {1, 0.25}}, -1},
    {"a face", {"", builtin_box, {1, 2, 0.5}}, 2},
    {"an edge", {"", builtin_box, {1, 2, 0.5}}, 1},
    {"a corner", {"", builtin_box, {1, 2, 0.5}}, 0},
    {"an implicit ellipsoid", {"", builtin_ellipsoid_implicit, {1, 0.5, 0.75}}, -1},
    {"an implicit face", {"", builtin_box_implicit, {1, 2, 0.5}}, 2},
    {"an implicit edge", {"", builtin_box_implicit, {1, 2, 0.5}}, 1},
    {"an implicit corner", {"", builtin_box_implicit, {1, 2, 0.5}}, 0},
};
static const struct feature second[] = {
    {"an implicit ellipsoid", {"", builtin_ellipsoid_implicit, {1, 0.5, 0.75}}, -1},
    {"an implicit torus", {"", builtin_torus_implicit, {1, 0.25}}, -1},
    {"an implicit face", {"", builtin_box_implicit, {1, 2, 0.5}}, 2},
    {"an implicit edge", {"", builtin_box_implicit, {1, 2, 0.5}}, 1},
    {"an implicit corner", {"", builtin_box_implicit, {1, 2, 0.5}}, 0},
};
enum { FIRST = sizeof first / sizeof *first, SECOND = sizeof second / sizeof *second };

static inline double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross3(const double a[3], const double b[3], double c[3])
{
    for (int k = 0; k < 3; k++) c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static inline void unit3(double x[3])
{
    const double length = length3(x);
    for (int k = 0; k < 3; k++) x[k] /= length;
}

/* The product of quaternions: the turning by q, then that by p. */
static inline void then_turn(const double p[4], const double q[4], double pq[4])
{
    pq[0] = p[0] * q[0] - dot3(p + 1, q + 1);
    cross3(p + 1, q + 1, pq + 1);
    for (int k = 1; k < 4; k++) pq[k] += p[0] * q[k] + q[0] * p[k];
}

static inline void turn_point(const double q[4], const double x[3], double y[3])
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]}, p[4] = {0, x[0], x[1], x[2]},
                 size = q[0] * q[0] + dot3(q + 1, q + 1);
    double half[4], all[4];
    then_turn(q, p, half);
    then_turn(half, back, all);
    for (int k = 0; k < 3; k++) y[k] = all[1 + k] / size;
}

/* A point of the shape and an outward normal there, in its own space. */
static inline void touch_shape(const struct feature *f, const struct scene_body *shape, struct rng *rng,
                               struct touching *c, double p[3], double n[3])
{
    if (f->zeros >= 0) {
        const unsigned turn = rng_below(rng, 3);
        for (int k = 0; k < 3; k++) {
            const double side = rng_below(rng, 2) ? 1 : -1, half = 0.5 * f->shape.x[k];
            const bool free = (k + (int)turn) % 3 < f->zeros;
            n[k] = free ? 0 : side * rng_real(rng, 0.2, 1);
            p[k] = free ? rng_real(rng, -0.8, 0.8) * half : side * half;
        }
        unit3(n);
        return;
    }
    if (!shape->implicit) {
        const struct scene_face *face = &shape->face[0];
        struct jet s[3];
        for (int k = 0; k < 2; k++) c->uv[k] = rng_real(rng, 0.3, 2.8);
        const double at[3] = {c->uv[0], c->uv[1], 0};
        values_at(&face->map, at, TAPE_GRADIENT, s);
        const double u[3] = {ival_hi(s[0].d[0]), ival_hi(s[1].d[0]), ival_hi(s[2].d[0])};
        const double v[3] = {ival_hi(s[0].d[1]), ival_hi(s[1].d[1]), ival_hi(s[2].d[1])};
        cross3(u, v, n);
        for (int k = 0; k < 3; k++) {
            p[k] = ival_hi(s[k].value);
            n[k] = face->inward ? -n[k] : n[k];
        }
        unit3(n);
        return;
    }
    double lo = 0, hi = 4, way[3], inside[3] = {0, 0, 0};
    struct jet f0[2];
    if (f->shape.make == builtin_torus_implicit) inside[0] = 1;
    for (int k = 0; k < 3; k++) way[k] = rng_real(rng, -1, 1);
    unit3(way);
    for (int i = 0; i < 200; i++) {
        double at[4] = {0, 0, 0, 0};
        const double by = 0.5 * (lo + hi);
        for (int k = 0; k < 3; k++) p[k] = at[k] = inside[k] + by * way[k];
        values_at(&shape->map, at, TAPE_GRADIENT, f0);
        *(ival_hi(f0[0].value) < 0 ? &lo : &hi) = by;
    }
    for (int k = 0; k < 3; k++) n[k] = ival_middle(f0[0].d[k]);
    unit3(n);
}

/* The velocity at t = 1/2 of a point that is fixed in the body's own space. */
static inline void velocity_of(const struct motion *m, const double own[3], double v[3])
{
    double axis[3], turned[3], scaled[3];
    for (int k = 0; k < 3; k++) scaled[k] = m->scale * own[k], axis[k] = m->axis[k];
    unit3(axis);
    turn_point(m->quaternion, scaled, turned);
    cross3(axis, turned, v);
    for (int k = 0; k < 3; k++) v[k] = m->angle[1] * v[k] + m->shift[1][k];
}

/* Makes both bodies, with normals that are opposite. `sign`: 1 approaching, -1 leaving. */
static inline void touch(const struct feature *a, const struct feature *b, struct rng *rng, double sign,
                         struct touching *c)
{
    struct scene_body shape[2] = {{0}, {0}};
    struct motion m[2] = {random_motion(rng, 2), random_motion(rng, 2)};
    double p[2][3], n[2][3], world[2][3], v[2][3], align[4], twist[4];
    *c = (struct touching){.pair = {{0, 1}}};
    c->scene = (struct scene){.time = {0, 1}, .body = c->body, .bodies = 2, .pair = c->pair, .pairs = 1};
    if (!a->shape.make(&shape[0], a->shape.x) || !b->shape.make(&shape[1], b->shape.x)) abort();
    for (int i = 0; i < 2; i++) {
        struct tape *map = shape[i].implicit ? &shape[i].map : &shape[i].face[0].map;
        if (!tape_finish(map)) abort();
        touch_shape(i ? b : a, &shape[i], rng, c, p[i], n[i]);
        m[i].t0 = 0.5;
        m[i].angle[0] = 0;
    }
    turn_point(m[0].quaternion, n[0], c->n);
    const double to[3] = {-c->n[0], -c->n[1], -c->n[2]}, angle = rng_real(rng, -3, 3);
    align[0] = 1 + dot3(n[1], to);
    cross3(n[1], to, align + 1);
    twist[0] = cos(angle / 2);
    for (int k = 0; k < 3; k++) twist[1 + k] = sin(angle / 2) * to[k];
    then_turn(twist, align, m[1].quaternion);
    for (int i = 0; i < 2; i++) {
        turn_point(m[i].quaternion, p[i], world[i]);
        velocity_of(&m[i], p[i], v[i]);
    }
    c->speed = sign * rng_real(rng, 0.25, 2);
    const double now = dot3(v[0], c->n) - dot3(v[1], c->n);
    for (int k = 0; k < 3; k++) {
        c->x[k] = m[0].scale * world[0][k] + m[0].shift[0][k];
        m[1].shift[0][k] = c->x[k] - m[1].scale * world[1][k];
        m[1].shift[1][k] += (now - c->speed) * c->n[k];
    }
    for (int i = 0; i < 2; i++) {
        if (!move_shape(&shape[i], &m[i], &c->body[i])) abort();
        scene_body_free(&shape[i]);
    }
}

static inline void touching_free(struct touching *c)
{
    for (int i = 0; i < 2; i++) scene_body_free(&c->body[i]);
}

/* The parameters of a piece that is linear in them and rectangular, at a point of it. */
static inline bool parameters_at(const struct piece *piece, const double x[3], double at[2])
{
    double corner[3], place[3] = {piece->at[0].lo, piece->at[1].lo, 0.5}, p[3], square = 0;
    for (unsigned k = 0; k < piece->parameters; k++) place[piece->variable[k]] = piece->domain[k].lo;
    point_at(&piece->map, place, corner);
    for (unsigned k = 0; k < piece->parameters; k++) {
        double along = 0, length = 0;
        const double begin = place[piece->variable[k]];
        place[piece->variable[k]] = piece->domain[k].hi;
        point_at(&piece->map, place, p);
        for (int i = 0; i < 3; i++) {
            along += (x[i] - corner[i]) * (p[i] - corner[i]);
            length += (p[i] - corner[i]) * (p[i] - corner[i]);
        }
        at[k] = begin + (piece->domain[k].hi - begin) * along / length;
        place[piece->variable[k]] = begin;
    }
    for (unsigned k = 0; k < piece->parameters; k++) {
        place[piece->variable[k]] = at[k];
        if (!(at[k] > piece->domain[k].lo - 1e-9 && at[k] < piece->domain[k].hi + 1e-9)) return false;
    }
    point_at(&piece->map, place, p);
    for (int i = 0; i < 3; i++) square += (x[i] - p[i]) * (x[i] - p[i]);
    return square < 1e-20;
}

/* The contact as a point of a problem; false: it is none of it. */
static inline bool solution(const struct touching *c, const struct problem *p, const struct feature *a,
                            double x[4])
{
    const int along = scalars_along(p);
    struct jet g[8];
    x[p->variables - 1] = 0.5;
    if (along < 0)
        for (int k = 0; k < 3; k++) x[k] = c->x[k];
    else if (a->zeros < 0)
        for (int k = 0; k < 2; k++) x[k] = c->uv[k];
    else if (!parameters_at(p->piece[along], c->x, x))
        return false;
    values_at(&p->g, x, TAPE_VALUE, g);
    for (unsigned i = 0; i < p->contact; i++)
        if (!(fabs(ival_middle(g[i].value)) < 1e-10)) return false;
    return true;
}

#endif
