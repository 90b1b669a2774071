/* Vertex-face and edge-edge in doubles with proven error bounds, WIDTH queries at a time. Included by one
 * file a width, which defines BATCH_KERNEL as the name of its function.
 *
 * Both primitives are seen from one base point. With three moving vectors A, B, C, linear in t, a contact at
 * t means
 *   vf: C = v - f0 = u A + v B, A = f1 - f0, B = f2 - f0; u, v, 1-u-v >= 0;
 *   ee: C = b0 - a0 = s A - u B, A = a1 - a0, B = b1 - b0; s, u in [0, 1];
 * so F(t) = (A x B) . C, a cubic, vanishes. The stages:
 *   axes   a coordinate separates the primitives (batch_cubic.h);
 *   cubic  F in Bernstein form has one certain sign: free; the others are kept as a list, sorted into those
 *          with one certain root and those that are split (batch_cubic.h);
 *   root   a bracket of the root is proven by the signs at its ends, and the contact is inside or outside:
 *          first by a coarse bracket, then, for contacts and where that does not decide, by one as narrow as
 *          can be (batch_root.h).
 * A query is a hit if its earliest piece that is not free has a proven contact. What a stage cannot prove
 * stays undecided.
 *
 * Error bounds. u = 2^-53 is the unit roundoff; x^ is the computed x; |x^ - x| <= u |x^| for a single
 * operation that does not underflow. A difference of doubles never underflows. The vectors are scaled by a
 * power of two when the largest component M leaves [2^-100, 2^100], so nothing overflows below; products that
 * underflow are covered by the additive terms TINY. All proofs are coded as comparisons that a NaN fails.
 */
#include "batch.h"
#include "linear.h"
#include "batch_points.h"
#include "batch_cubic.h"
#include "batch_root.h"

/* Asks for the queries of the next chunk: while this one is worked on they come from memory. (An address
 * where there is nothing does no harm.) */
INLINE void prefetch(const struct batch_source *source, size_t i)
{
    enum { LINE = 64, SIZE = sizeof *source->q };
    if (!source->q) return;
    uintptr_t p = (uintptr_t)source->q + (i + BATCH_CHUNK) * SIZE;
    for (size_t at = 0; at < WIDTH * SIZE; at += LINE) __builtin_prefetch((const void *)(p + at));
}

typedef uint64_t record __attribute__((vector_size(sizeof(struct ccdq_result))));

/* Queries i to end - 1 are free, until a later stage finds that they are not. */
INLINE void write_free(const struct batch_source *source, size_t from, size_t i, size_t end,
                       const record *free, struct ccdq_result *r)
{
    for (; i < end; i++) {
        record answer = *free;
        answer[0] = batch_source_id(source, from + i);
        memcpy(&r[i], &answer, sizeof answer);
    }
}

/* The stages axes and cubic. */
static void begin(const struct batch_source *source, size_t from, size_t n, struct batch *batch,
                  struct ccdq_result *r)
{
    const vd most = v_set(0x1p100), least = v_set(0x1p-100), infinity = v_set(INFINITY);
    struct ccdq_result free;
    record blank;
    linear_set_free(&free, 0, CCDQ_METHOD_CERTIFIED, CCDQ_TOI_PROVEN, 0);
    memcpy(&blank, &free, sizeof blank);
    vi query = {0};
    for (int l = 0; l < WIDTH; l++) query[l] = l;
    for (size_t i = 0; i < n; i += WIDTH, query += WIDTH) {
        struct lanes lanes;
        struct vectors s;
        struct piece p;
        vd x[8][3], *b = &p.column[BATCH_B];
        set_lanes(&lanes, i, n);
        prefetch(source, from + i);
        load_points(source, from, &lanes, x);
        vectors_of(source->type, x, &s);
        vectors_set_max(&s);
        vm separated = separated_by_axis(source->type, x);
        vd m = largest(&s);
        unsigned out = lanes.used & ~vm_bits(v_ge(m, least) & v_ge(most, m));
        if (out) scale_lanes(batch, &lanes, out, &s, m);
        vd error = set_cubic(&s, b);
        /* A coordinate that is not finite makes an end of F infinite or NaN. */
        vm finite = v_lt(v_abs(b[0]) + v_abs(b[3]), infinity);
        separated = separated & finite;
        vm none = classify(b, error).none, unclear = vm_not(separated | none);
        if (lanes.used & vm_bits(unclear)) none = none | (finite & separated_by_centres(source->type, &s));
        unsigned by_axis = lanes.used & vm_bits(separated), open = lanes.used & ~by_axis & ~vm_bits(none);
        batch->separated += (unsigned)__builtin_popcount(by_axis);
        batch->free_by_cubic += (unsigned)__builtin_popcount(lanes.used & ~by_axis & ~open);
        p.column[BATCH_QUERY] = (vd)query;
        p.column[BATCH_T0] = v_set(0);
        p.column[BATCH_T1] = v_set(1);
        p.column[BATCH_F0] = b[0];
        p.column[BATCH_F1] = b[3];
        p.column[BATCH_ERROR] = error;
        list_add(&batch->open, &p, open);
        write_free(source, from, i, i + WIDTH < n ? i + WIDTH : n, &blank, r);
    }
}

void BATCH_KERNEL(const struct batch_source *source, size_t from, size_t n,
                  const struct ccdq_linear_options *options, struct batch *batch, struct ccdq_result *r)
{
    for (size_t i = 0; i < BATCH_CHUNK; i++) {
        batch->evals[i] = 0;
        batch->hit[i] = batch->undecided[i] = INFINITY;
    }
    batch->scaled = 0;
    batch->separated = batch->free_by_cubic = 0;
    batch->open.n = 0;
    begin(source, from, n, batch, r);
    sort_open(batch, &batch->open, &batch->split[0]);
    for (int depth = 1; depth < BATCH_DEPTH; depth++)
        split_pieces(batch, &batch->split[(depth + 1) % 2], &batch->split[depth % 2],
                     depth == BATCH_DEPTH - 1);
    test_roots(source, from, options, batch, &batch->roots, &batch->fine);
    test_roots(source, from, options, batch, &batch->fine, NULL);
}
