/* The usual case of `fast`, WIDTH queries at a time: the cubic, its monotone pieces, the roots inside of
 * them, and areas far beyond the tolerance. Included by one file a width, which defines FAST_KERNEL as the
 * name of its function.
 *
 * A query is left open, for fast.c, where this is not all: it must be scaled, its cubic vanishes, an end of a
 * piece is a root, a root takes very long, or the areas do not exclude contact. Each operation is that of
 * fast.c, roots.c or inclusion.c on each lane, so that it makes no difference which of them decides. */
#include "fast_batch.h"
#include "inclusion.h"
#include "../num/simd.h"

enum { MAX_STEPS = 64 };

struct v3 {
    vd x, y, z;
};

INLINE struct v3 v3_sub(struct v3 a, struct v3 b)
{
    return (struct v3){a.x - b.x, a.y - b.y, a.z - b.z};
}

INLINE struct v3 v3_add(struct v3 a, struct v3 b)
{
    return (struct v3){a.x + b.x, a.y + b.y, a.z + b.z};
}

INLINE struct v3 v3_cross(struct v3 a, struct v3 b)
{
    return (struct v3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

INLINE vd v3_dot(struct v3 a, struct v3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

INLINE vd cubic_at(const vd c[4], vd t)
{
    return ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
}

/* ---- The cubic (fast.c) ---- */

/* Queries from to from + WIDTH - 1; lanes beyond the last query repeat it. */
INLINE void load(const struct ccdq_query *q, size_t from, size_t n, struct v3 x[8])
{
    vd column[24];
    const double *row[WIDTH];
    for (size_t l = 0; l < WIDTH; l++) row[l] = q[from + l < n ? from + l : n - 1].x[0];
    for (int k = 0; k < 24; k += 2) v_load_columns(row, (size_t)k, &column[k], &column[k + 1]);
    for (int i = 0; i < 8; i++) x[i] = (struct v3){column[3 * i], column[3 * i + 1], column[3 * i + 2]};
}

INLINE void store3(double (*to)[FAST_CHUNK], size_t from, struct v3 a)
{
    v_store(to[0] + from, a.x);
    v_store(to[1] + from, a.y);
    v_store(to[2] + from, a.z);
}

INLINE struct v3 reach3(struct v3 d, struct v3 v)
{
    return (struct v3){v_abs(d.x) + v_abs(v.x), v_abs(d.y) + v_abs(v.y), v_abs(d.z) + v_abs(v.z)};
}

INLINE vd permanent3(struct v3 a, struct v3 b, struct v3 c)
{
    struct v3 n = {a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x};
    return v3_dot(n, c);
}

/* Sets the cubic, its rounding bound and the motion. Returns the lanes that go on: of usual size, and not
 * coplanar all the time. */
INLINE vm set_cubic(const struct v3 x[8], size_t from, struct fast_batch *batch, vd c[4], vd *error)
{
    struct v3 d[3], v[3], r[3];
    vd size = v_set(0);
    for (int i = 0; i < 3; i++) {
        d[i] = v3_sub(x[i + 1], x[0]);
        v[i] = v3_sub(v3_sub(x[i + 5], x[4]), d[i]);
        r[i] = reach3(d[i], v[i]);
        size += r[i].x + r[i].y + r[i].z;
        store3(batch->d + 3 * i, from, d[i]);
        store3(batch->v + 3 * i, from, v[i]);
    }
    v_store(batch->size + from, size);
    *error = v_set(FAST_ROUNDING) * permanent3(r[0], r[1], r[2]);
    struct v3 n0 = v3_cross(d[0], d[1]), n1 = v3_add(v3_cross(d[0], v[1]), v3_cross(v[0], d[1]));
    struct v3 n2 = v3_cross(v[0], v[1]);
    c[0] = v3_dot(n0, d[2]);
    c[1] = v3_dot(n1, d[2]) + v3_dot(n0, v[2]);
    c[2] = v3_dot(n2, d[2]) + v3_dot(n1, v[2]);
    c[3] = v3_dot(n2, v[2]);
    vm nonzero = vm_none();
    for (int i = 0; i < 4; i++) {
        nonzero |= v_gt(v_abs(c[i]), *error);
        v_store(batch->c[i] + from, c[i]);
    }
    return v_ge(size, v_set(FAST_LEAST_SIZE)) & v_ge(v_set(FAST_MOST_SIZE), size) & nonzero;
}

/* ---- Its monotone pieces (roots.c) ---- */

INLINE vm all_lanes(void)
{
    return v_ge(v_set(0), v_set(0));
}

INLINE vm opposite(vd x, vd y)
{
    const vd zero = v_set(0);
    return (v_lt(x, zero) & v_gt(y, zero)) | (v_gt(x, zero) & v_lt(y, zero));
}

INLINE vd v_copysign(vd size, vd sign)
{
    return (vd)(((vi)size & INT64_MAX) | ((vi)sign & INT64_MIN));
}

INLINE void add_pieces(struct fast_pieces *p, vm which, size_t from, unsigned used, vd lo, vd hi, vd f_lo,
                       vd f_hi)
{
    for (unsigned bits = vm_bits(which) & used; bits; bits &= bits - 1) {
        int l = __builtin_ctz(bits);
        p->query[p->n] = (unsigned char)(from + (size_t)l);
        p->lo[p->n] = lo[l], p->hi[p->n] = hi[l];
        p->f_lo[p->n] = f_lo[l], p->f_hi[p->n] = f_hi[l];
        p->n++;
    }
}

/* Lists the pieces with a change of sign; returns the lanes with no root at an end of one. */
INLINE vm find_pieces(const vd c[4], vd error, double tmax, size_t from, unsigned used,
                      struct fast_batch *batch)
{
    const vd zero = v_set(0), end = v_set(tmax), one = v_set(1);
    vd discriminant = c[2] * c[2] - 3 * c[3] * c[1];
    vd q = -(c[2] + v_copysign(v_sqrt(discriminant), c[2]));
    vd x = q / (3 * c[3]), y = c[1] / q;
    vm turns = v_gt(discriminant, zero), swap = v_lt(y, x);
    vd t[3] = {v_select(swap, y, x), v_select(swap, x, y), end};
    vd at = zero, f_at = cubic_at(c, zero), evals = v_set(2);
    vm clear = v_gt(v_abs(f_at), error);
    for (int k = 0; k < 3; k++) {
        vm there = k < 2 ? turns & v_gt(t[k], zero) & v_lt(t[k], end) : all_lanes();
        vd f = cubic_at(c, t[k]);
        if (k < 2) evals += v_select(there, one, zero);
        clear &= v_gt(v_abs(f), error) | vm_not(there);
        add_pieces(&batch->pieces, there & opposite(f_at, f), from, used, at, t[k], f_at, f);
        at = v_select(there, t[k], at);
        f_at = v_select(there, f, f_at);
    }
    for (int l = 0; l < WIDTH; l++) batch->evals[from + (size_t)l] = (uint32_t)evals[l];
    return clear;
}

/* ---- The roots inside of them (roots.c) ---- */

INLINE vd gather(const double *p, const unsigned char *query)
{
    vd v;
    for (int l = 0; l < WIDTH; l++) v[l] = p[query[l]];
    return v;
}

/* Householder's iteration on all lanes until the last has its root; those that have it stay where they are.
 * Counts evaluations; returns the lanes that have no root after all. */
INLINE unsigned find_roots(const vd c[4], vd lo, vd hi, vd x, vd tol, vd *root, vd *evals)
{
    const vd zero = v_set(0), one = v_set(1), half = v_set(0.5);
    vm on = all_lanes();
    for (int steps = 1; steps <= MAX_STEPS; steps++) {
        vm within = v_lt(lo, x) & v_lt(x, hi);
        x = v_select(on & vm_not(within), lo + half * (hi - lo), x);
        on &= v_lt(lo, x) & v_lt(x, hi);
        vd f = cubic_at(c, x);
        *evals += v_select(on, one, zero);
        on &= v_lt(f, zero) | v_gt(f, zero);
        vm below = v_lt(f, zero);
        lo = v_select(on & below, x, lo);
        hi = v_select(on & vm_not(below), x, hi);
        on &= v_gt(hi - lo, tol);
        if (!vm_bits(on)) break;
        if (steps % 8 == 0) {
            x = v_select(on, lo + half * (hi - lo), x);
            continue;
        }
        vd f1 = (3 * c[3] * x + 2 * c[2]) * x + c[1], half_f2 = 3 * c[3] * x + c[2];
        vd inverse = 1 / f1, newton = -f * inverse;
        vd step = newton * (1 - newton * half_f2 * inverse);
        x = v_select(on, x + step, x);
        vm near = on & v_ge(tol, v_abs(step * step * step)) & v_lt(lo, x) & v_lt(x, hi);
        if (!vm_bits(near)) continue;
        vd left = x - tol, right = x + tol;
        vm rises = v_ge(lo, left) | v_ge(zero, cubic_at(c, left));
        vm falls = v_ge(right, hi) | v_ge(cubic_at(c, right), zero);
        *evals += v_select(near, v_set(2), zero);
        on &= vm_not(near & rises & falls);
        x = v_select(near & on, v_select(rises, right, left), x);
        if (!vm_bits(on)) break;
    }
    *root = x;
    return vm_bits(on);
}

/* ---- Areas (inclusion.c) ---- */

INLINE struct v3 point_at(const struct fast_batch *batch, int i, const unsigned char *query, vd t)
{
    const double(*d)[FAST_CHUNK] = batch->d + 3 * i, (*v)[FAST_CHUNK] = batch->v + 3 * i;
    return (struct v3){gather(d[0], query) + t * gather(v[0], query),
                       gather(d[1], query) + t * gather(v[1], query),
                       gather(d[2], query) + t * gather(v[2], query)};
}

INLINE vd area(struct v3 a, struct v3 b)
{
    struct v3 n = v3_cross(a, b);
    return v_sqrt(v3_dot(n, n));
}

/* The lanes whose areas exclude contact at the times t. */
INLINE unsigned apart(const struct fast_batch *batch, unsigned type, const unsigned char *query, vd t,
                      double tol)
{
    struct v3 x[3];
    for (int i = 0; i < 3; i++) x[i] = point_at(batch, i, query, t);
    vd size = gather(batch->size, query), most = v_set(linear_most_tolerance(1, tol)) * size * size;
    if (type == CCDQ_VF) {
        vd excess = area(x[0], x[1]) + area(x[1], x[2]) + area(x[2], x[0]) -
                    area(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
        return vm_bits(v_gt(excess, most));
    }
    struct v3 b = v3_sub(x[2], x[1]);
    vd crossed = area(x[0], b);
    vd excess = area(x[0], x[1]) + area(x[0], x[2]) - crossed;
    vd other = area(x[1], b) + area(v3_sub(x[1], x[0]), b) - crossed;
    return vm_bits(v_gt(excess, most) | v_gt(other, most));
}

/* Pieces from to from + WIDTH - 1 of the list, which is filled up with copies of the last. */
INLINE void work_on_pieces(struct fast_batch *batch, unsigned type, size_t from, double tol)
{
    const struct fast_pieces *p = &batch->pieces;
    const unsigned char *query = p->query + from;
    vd lo = v_load(p->lo + from), hi = v_load(p->hi + from), root, evals = v_set(0);
    vd f_lo = v_load(p->f_lo + from), f_hi = v_load(p->f_hi + from);
    vd x = lo + (hi - lo) * (f_lo / (f_lo - f_hi));
    vd sign = v_select(v_lt(f_lo, v_set(0)), v_set(1), v_set(-1)), c[4];
    for (int i = 0; i < 4; i++) c[i] = sign * gather(batch->c[i], query);
    unsigned open = find_roots(c, lo, hi, x, v_set(tol), &root, &evals);
    unsigned decided = ~open & apart(batch, type, query, root, tol);
    for (size_t l = 0; l < WIDTH && from + l < p->n; l++) {
        batch->root[query[l]] = 1;
        batch->open[query[l]] |= !(decided >> l & 1);
        batch->evals[query[l]] += (uint32_t)evals[l];
    }
}

static void fill_up(struct fast_pieces *p)
{
    for (size_t i = p->n; p->n && i % WIDTH; i++) {
        p->query[i] = p->query[p->n - 1];
        p->lo[i] = p->lo[p->n - 1], p->hi[i] = p->hi[p->n - 1];
        p->f_lo[i] = p->f_lo[p->n - 1], p->f_hi[i] = p->f_hi[p->n - 1];
    }
}

void FAST_KERNEL(const struct ccdq_query *q, size_t n, double tmax, double tol, struct fast_batch *batch)
{
    batch->pieces.n = 0;
    for (size_t from = 0; from < n; from += WIDTH) {
        struct v3 x[8];
        vd c[4], error;
        unsigned used = n - from < WIDTH ? (1U << (n - from)) - 1 : (1U << WIDTH) - 1;
        load(q, from, n, x);
        vm usual = set_cubic(x, from, batch, c, &error);
        usual &= find_pieces(c, error, tmax, from, used & vm_bits(usual), batch);
        for (size_t l = 0; l < WIDTH; l++) {
            batch->open[from + l] = !(vm_bits(usual) >> l & 1);
            batch->root[from + l] = 0;
        }
    }
    fill_up(&batch->pieces);
    for (size_t from = 0; from < batch->pieces.n; from += WIDTH) work_on_pieces(batch, q->type, from, tol);
}
