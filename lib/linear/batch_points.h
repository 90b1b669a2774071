/* Queries into vectors: the moving points of WIDTH queries at a time, and the differences A, B, C of
 * batch_kernel.h. */
#ifndef CCDQ_BATCH_POINTS_H
#define CCDQ_BATCH_POINTS_H

#include "batch.h"
#include "../num/simd.h"

/* The vector between two moving points: at t = 0, at t = 1, and the larger component of both in absolute
 * value. */
struct motion {
    vd at0[3], at1[3], max[3];
};

struct vectors {
    struct motion a, b, c;
};

/* Queries of the lanes, within the chunk; a lane beyond the last query is another query again. */
struct lanes {
    size_t query[WIDTH];
    unsigned used; /* mask of the lanes that count */
};

/* The mask of the lanes that count of those from i on, of n in all. */
INLINE unsigned used_lanes(size_t i, size_t n)
{
    return n - i < WIDTH ? (1U << (n - i)) - 1 : (1U << WIDTH) - 1;
}

/* Queries from i on of those that a first look has left. (Not a function that returns them: of a struct that
 * is returned, eight integers just stored would be read as one vector, for which the processor has to wait.)
 */
INLINE void set_lanes(struct lanes *lanes, const struct batch *batch, size_t i)
{
    lanes->used = used_lanes(i, batch->n_left);
    for (size_t l = 0; l < WIDTH; l++) lanes->query[l] = (size_t)batch->left[i + l];
}

/* Queries from i on, of n >= WIDTH, one after the other, so that an address is one of the first's and a
 * constant. Where fewer are left than go into a vector, those before them come again, and do not count. */
INLINE void set_lanes_in_order(struct lanes *lanes, size_t i, size_t n)
{
    const size_t all = (1U << WIDTH) - 1, first = n - i < WIDTH ? n - WIDTH : i;
    lanes->used = (unsigned)(all & all << (i - first));
    for (size_t l = 0; l < WIDTH; l++) lanes->query[l] = first + l;
}

/* The lanes of a mask, one after the other. */
#define FOR_LANES(l, mask)                                                                                   \
    for (unsigned todo_ = (mask), l; todo_ && (l = (unsigned)__builtin_ctz(todo_), 1); todo_ &= todo_ - 1)

/* ---- The points and vectors ---- */

/* The four points of queries at one end. */
INLINE void load_end(const double *const row[WIDTH], int end, vd x[4][3])
{
    enum { NUMBERS = 12 };
    vd *column = x[0];
#pragma GCC unroll 6
    for (int i = 0; i < NUMBERS; i += 2)
        v_load_columns(row, (size_t)(end * NUMBERS + i), &column[i], &column[i + 1]);
}

/* The coordinates of the queries of the lanes. */
INLINE void set_rows(const struct ccdq_query *q, const struct lanes *lanes, const double *row[WIDTH])
{
    for (int l = 0; l < WIDTH; l++) row[l] = q[lanes->query[l]].x[0];
}

/* Vertices k of queries of a mesh from `first` on. One is three coordinates at t = 0 and three at t = 1. */
INLINE void load_vertices(const struct ccdq_indexed *mesh, size_t first, const struct lanes *lanes, int k,
                          vd at0[3], vd at1[3])
{
    const double *row[WIDTH];
    for (int l = 0; l < WIDTH; l++) row[l] = mesh->vertex[mesh->index[first + lanes->query[l]][k]][0];
    v_load_columns(row, 0, &at0[0], &at0[1]);
    v_load_columns(row, 2, &at0[2], &at1[0]);
    v_load_columns(row, 4, &at1[1], &at1[2]);
}

INLINE void motion_set_max(struct motion *m)
{
    for (int k = 0; k < 3; k++) m->max[k] = v_max_abs(m->at0[k], m->at1[k]);
}

INLINE void motion_scale(struct motion *m, vd s0, vd s1)
{
    for (int k = 0; k < 3; k++) {
        m->at0[k] = m->at0[k] * s0 * s1;
        m->at1[k] = m->at1[k] * s0 * s1;
    }
}

INLINE void load_points(const struct batch_source *source, size_t from, const struct lanes *lanes, vd x[8][3])
{
    if (source->q) {
        const double *row[WIDTH];
        set_rows(source->q + from, lanes, row);
        load_end(row, 0, x);
        load_end(row, 1, x + 4);
    } else {
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++)
            load_vertices(source->mesh, source->first + from, lanes, k, x[k], x[k + 4]);
    }
}

INLINE void difference(const vd x[3], const vd y[3], vd d[3])
{
    for (int k = 0; k < 3; k++) d[k] = x[k] - y[k];
}

/* A, B and C of the points at one end. */
INLINE void vectors_at(unsigned type, vd x[4][3], vd a[3], vd b[3], vd c[3])
{
    if (type == CCDQ_VF) {
        difference(x[2], x[1], a);
        difference(x[3], x[1], b);
        difference(x[0], x[1], c);
    } else {
        difference(x[1], x[0], a);
        difference(x[3], x[2], b);
        difference(x[2], x[0], c);
    }
}

INLINE void vectors_of(unsigned type, vd x[8][3], struct vectors *s)
{
    vectors_at(type, x, s->a.at0, s->b.at0, s->c.at0);
    vectors_at(type, x + 4, s->a.at1, s->b.at1, s->c.at1);
}

/* A moving point, and the vector from another one to it. */
struct point {
    vd at0[3], at1[3];
};

INLINE void motion_set(struct motion *m, const struct point *to, const struct point *from)
{
    difference(to->at0, from->at0, m->at0);
    difference(to->at1, from->at1, m->at1);
}

INLINE void load_point(const struct ccdq_indexed *mesh, size_t first, const struct lanes *lanes, int k,
                       struct point *point)
{
    load_vertices(mesh, first, lanes, k, point->at0, point->at1);
}

/* The vectors alone, point after point: so registers hold all. */
INLINE void load_vectors_of_mesh(const struct ccdq_indexed *mesh, size_t first, const struct lanes *lanes,
                                 unsigned type, struct vectors *s)
{
    struct point base, point, next;
    if (type == CCDQ_VF) {
        load_point(mesh, first, lanes, 1, &base);
        load_point(mesh, first, lanes, 2, &point);
        motion_set(&s->a, &point, &base);
        load_point(mesh, first, lanes, 3, &point);
        motion_set(&s->b, &point, &base);
        load_point(mesh, first, lanes, 0, &point);
        motion_set(&s->c, &point, &base);
    } else {
        load_point(mesh, first, lanes, 0, &base);
        load_point(mesh, first, lanes, 1, &point);
        motion_set(&s->a, &point, &base);
        load_point(mesh, first, lanes, 2, &point);
        motion_set(&s->c, &point, &base);
        load_point(mesh, first, lanes, 3, &next);
        motion_set(&s->b, &next, &point);
    }
}

INLINE void load_vectors(const struct batch_source *source, size_t from, const struct lanes *lanes,
                         struct vectors *s)
{
    if (source->q) {
        const double *row[WIDTH];
        vd x[4][3];
        set_rows(source->q + from, lanes, row);
        load_end(row, 0, x);
        vectors_at(source->type, x, s->a.at0, s->b.at0, s->c.at0);
        load_end(row, 1, x);
        vectors_at(source->type, x, s->a.at1, s->b.at1, s->c.at1);
    } else {
        load_vectors_of_mesh(source->mesh, source->first + from, lanes, source->type, s);
    }
}

INLINE void vectors_scale(struct vectors *s, vd s0, vd s1)
{
    motion_scale(&s->a, s0, s1);
    motion_scale(&s->b, s0, s1);
    motion_scale(&s->c, s0, s1);
}

INLINE void vectors_set_max(struct vectors *s)
{
    motion_set_max(&s->a);
    motion_set_max(&s->b);
    motion_set_max(&s->c);
}

INLINE vd largest(const struct vectors *s)
{
    vd m = s->a.max[0];
    for (int k = 1; k < 3; k++) m = v_max(m, s->a.max[k]);
    for (int k = 0; k < 3; k++) m = v_max(m, v_max(s->b.max[k], s->c.max[k]));
    return m;
}

/* Powers of two that bring m near 1 when multiplied in turn: one may not be enough, from 2^-1074 or to it. */
static void scale_for(double m, double *s0, double *s1)
{
    int exponent = -ilogb(m), half = exponent / 2;
    *s0 = ldexp(1, half);
    *s1 = ldexp(1, exponent - half);
}

/* Scales the lanes `out` of range. Scaling up is exact, scaling down may lose 2^-1074 a component, which the
 * additive terms cover. Vectors that are all 0, or not all finite, stay as they are. */
static void scale_lanes(struct batch *batch, const struct lanes *lanes, unsigned out, struct vectors *s, vd m)
{
    vd s0 = v_set(1), s1 = v_set(1);
    if (!batch->scaled)
        for (int i = 0; i < BATCH_CHUNK; i++) batch->scale[0][i] = batch->scale[1][i] = 1;
    batch->scaled = 1;
    FOR_LANES(l, out)
    {
        double scale[2] = {1, 1};
        if (m[l] > 0 && isfinite(m[l])) scale_for(m[l], &scale[0], &scale[1]);
        s0[l] = batch->scale[0][lanes->query[l]] = scale[0];
        s1[l] = batch->scale[1][lanes->query[l]] = scale[1];
    }
    vectors_scale(s, s0, s1);
    vectors_set_max(s);
}

INLINE vd gather(const double *p, const struct lanes *lanes)
{
    vd v;
    for (int l = 0; l < WIDTH; l++) v[l] = p[lanes->query[l]];
    return v;
}

/* Scales vectors that were loaded again as scale_lanes has. */
INLINE void vectors_rescale(struct vectors *s, const struct batch *batch, const struct lanes *lanes)
{
    if (batch->scaled) vectors_scale(s, gather(batch->scale[0], lanes), gather(batch->scale[1], lanes));
}

#endif
