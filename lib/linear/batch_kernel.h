/* Vertex-face and edge-edge in doubles with proven error bounds, WIDTH queries at a time. Included by one
 * file a width, which defines BATCH_KERNEL as the name of its function.
 *
 * Both primitives are seen from one base point. With three moving vectors A, B, C, linear in t, a contact at
 * t means
 *   vf: C = v - f0 = u A + v B, A = f1 - f0, B = f2 - f0; u, v, 1-u-v >= 0;
 *   ee: C = b0 - a0 = s A - u B, A = a1 - a0, B = b1 - b0; s, u in [0, 1];
 * so F(t) = (A x B) . C, a cubic, vanishes. The stages:
 *   axes   a coordinate separates the primitives (batch_cubic.h);
 *   cubic  F in Bernstein form has one certain sign: free; one certain root; or it is split (batch_cubic.h);
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

static int finite(const struct batch_source *source, size_t i)
{
    struct ccdq_query q;
    if (source->q) return linear_finite(&source->q[i]);
    ccdq_indexed_query(source->mesh, source->first + i, &q);
    return linear_finite(&q);
}

/* Asks for the queries of the next chunk: while this one is worked on they come from memory. (An address
 * where there is nothing does no harm.) */
INLINE void prefetch(const struct batch_source *source, size_t i)
{
    enum { LINE = 64, SIZE = sizeof *source->q };
    if (!source->q) return;
    uintptr_t p = (uintptr_t)source->q + (i + BATCH_CHUNK) * SIZE;
    for (size_t at = 0; at < WIDTH * SIZE; at += LINE) __builtin_prefetch((const void *)(p + at));
}

/* The stages axes and cubic. */
static void begin(const struct batch_source *source, size_t from, size_t n, struct batch *batch)
{
    for (size_t i = 0; i < n; i += WIDTH) {
        struct lanes lanes = lanes_at(i, n, NULL);
        struct vectors s;
        vd x[8][3], b[4];
        prefetch(source, from + i);
        load_points(source, from, &lanes, x);
        vectors_of(source->type, x, &s);
        unsigned open = lanes.used, strange = open & ~vm_bits(v_ge(zero_if_finite(&s), v_set(0)));
        FOR_LANES(l, strange)
        {
            unsigned query = lanes.query[l];
            batch->state[query] = finite(source, from + query) ? BATCH_UNDECIDED : BATCH_INVALID;
        }
        unsigned separated = open & ~strange & vm_bits(separated_by_axis(source->type, x));
        batch->separated += (unsigned)__builtin_popcount(separated);
        open &= ~(strange | separated);
        if (!open) continue;
        vectors_set_max(&s);
        vd m = largest(&s);
        unsigned out = open & ~vm_bits(v_ge(m, v_set(0x1p-100)) & v_ge(v_set(0x1p100), m));
        if (out) {
            unsigned lost = scale_lanes(batch, &lanes, out, &s, m);
            open &= ~lost;
            FOR_LANES(l, lost) batch->state[lanes.query[l]] = BATCH_UNDECIDED;
        }
        vd error = set_cubic(&s, b);
        for (int k = 0; k < 4; k++) v_store(&batch->b[k][i], b[k]);
        v_store(&batch->error[i], error);
        struct signs signs = classify(b, error);
        vm unclear = vm_not(signs.none | signs.one | signs.dark);
        if (open & vm_bits(unclear))
            signs.none = signs.none | (unclear & separated_by_centres(source->type, &s));
        batch->free_by_cubic += (unsigned)__builtin_popcount(open & vm_bits(signs.none));
        file_pieces(batch, &lanes, open, signs, v_set(0), v_set(1), &batch->roots, &batch->split[0], 0);
    }
}

/* A query is a hit if no piece before the one of its contact is undecided. */
INLINE void end(size_t n, struct batch *batch)
{
    for (size_t i = 0; i < n; i++) {
        if (batch->state[i] != BATCH_OPEN) continue;
        if (batch->hit[i] < batch->undecided[i])
            batch->state[i] = BATCH_HIT;
        else
            batch->state[i] = batch->undecided[i] <= 1 ? BATCH_UNDECIDED : BATCH_FREE;
    }
}

void BATCH_KERNEL(const struct batch_source *source, size_t from, size_t n,
                  const struct ccdq_linear_options *options, struct batch *batch)
{
    for (size_t i = 0; i < n; i++) {
        batch->state[i] = BATCH_FREE;
        batch->evals[i] = 0;
        batch->scale[0][i] = batch->scale[1][i] = 1;
        batch->hit[i] = batch->undecided[i] = INFINITY;
    }
    batch->scaled = 0;
    batch->separated = batch->free_by_cubic = 0;
    begin(source, from, n, batch);
    for (int depth = 0; depth < BATCH_DEPTH; depth++)
        split_pieces(batch, &batch->split[depth % 2], &batch->split[(depth + 1) % 2],
                     depth == BATCH_DEPTH - 1);
    find_roots(batch, &batch->roots, 1, 0);
    test_contacts(source, from, options, batch, &batch->roots, &batch->fine);
    find_roots(batch, &batch->parts, 0, 0);
    test_contacts(source, from, options, batch, &batch->parts, &batch->fine);
    find_roots(batch, &batch->fine, 0, 1);
    test_contacts(source, from, options, batch, &batch->fine, NULL);
    end(n, batch);
}
