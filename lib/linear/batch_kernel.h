/* Vertex-face and edge-edge in doubles with proven error bounds, WIDTH queries at a time. Included by one
 * file a width, which defines BATCH_KERNEL as the name of its function.
 *
 * Both primitives are seen from one base point. With three moving vectors A, B, C, linear in t, a contact at
 * t means
 *   vf: C = v - f0 = u A + v B, A = f1 - f0, B = f2 - f0; u, v, 1-u-v >= 0;
 *   ee: C = b0 - a0 = s A - u B, A = a1 - a0, B = b1 - b0; s, u in [0, 1];
 * so F(t) = (A x B) . C, a cubic, vanishes. The stages:
 *   cubic  F in Bernstein form has one certain sign: free (batch_cubic.h). This is first because it decides
 *          most queries, so that often all lanes are done with. Where the vertices of a mesh are shared by
 *          many queries, floats have a first look (batch_rounded.h);
 *   axes   a coordinate, or the line between the centres, separates the primitives: free. The others are kept
 *          as a list, sorted into those with one certain root and those that are split (batch_cubic.h);
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
#include "batch_rounded.h"

/* See struct batch_kernel. Indices are compared as signed numbers, which every processor can do; one that is
 * negative then is too large, too. Where fewer queries are left than go into a vector, some before them are
 * looked at again. */
static bool suspect(const struct ccdq_indexed *mesh, size_t first, size_t n)
{
    enum { TOGETHER = LANES / 4 };
    const uint32_t(*index)[4] = mesh->index + first;
    if (mesh->vertices > INT32_MAX || n < TOGETHER) return true;
    const vfi most = (vfi){0} + ((int32_t)mesh->vertices - 1);
    vfi found = {0};
    for (size_t i = 0; i < n; i += TOGETHER) {
        vfi v;
        memcpy(&v, index[i + TOGETHER <= n ? i : n - TOGETHER], sizeof v);
        const vfi next = F_TURN(v), across = F_TURN(next);
        found |= (v > most) | (v == next) | (v == across) | (v < 0);
    }
    int32_t any = 0;
    for (int l = 0; l < LANES; l++) any |= found[l];
    return any != 0;
}

/* Asks for queries before their turn: while others are worked on they come from memory, into the second
 * cache, as of requests to the first one a processor keeps few in flight. (An address where there is nothing
 * does no harm.) Records, of which all of a chunk have been looked at, those of the next chunk; vertices
 * those of the queries AHEAD (twice as many, or half, take longer). Where the vertices of a vector of queries
 * lie together, as they do where few are shared, that is all there is between the first and the last one:
 * every other line, with which processors bring its neighbour, as the requests of a mesh that is in the cache
 * already, as within a stream, are for nothing. Not for a mesh that has had a first look: there they have
 * come. */
INLINE void prefetch(const struct batch_source *source, size_t i)
{
    enum { LINE = 64, RECORD = sizeof *source->q, AHEAD = 32, LEVEL = 2 };
    if (source->q) {
        const uintptr_t p = (uintptr_t)source->q + (i + BATCH_CHUNK) * RECORD;
        for (size_t at = 0; at < WIDTH * RECORD; at += LINE)
            __builtin_prefetch((const void *)(p + at), 0, LEVEL);
    } else if (!source->rounded && i + AHEAD + WIDTH <= source->n) {
        const size_t size = sizeof *source->mesh->vertex;
        const uintptr_t vertex = (uintptr_t)source->mesh->vertex;
        const uint32_t(*index)[4] = source->mesh->index + source->first + i + AHEAD, first = index[0][0];
        if (index[WIDTH - 1][3] - first < 5 * WIDTH) {
#pragma GCC unroll 16
            for (size_t at = 0; at < 4 * WIDTH * size; at += 2 * LINE)
                __builtin_prefetch((const void *)(vertex + first * size + at), 0, LEVEL);
            return;
        }
        for (size_t l = 0; l < WIDTH; l++)
            for (int k = 0; k < 4; k++)
                __builtin_prefetch((const void *)(vertex + index[l][k] * size), 0, LEVEL);
    }
}

/* The answer free, to be written in whole vectors. */
enum { FREE_PARTS = sizeof(struct ccdq_result) / sizeof(vd) };
struct free_answer {
    vd part[FREE_PARTS];
};

static void set_free_answer(struct free_answer *free)
{
    struct ccdq_result r;
    result_set_free(&r, 0, CCDQ_METHOD_CERTIFIED, CCDQ_TOI_PROVEN, 0);
    memcpy(free, &r, sizeof *free);
}

/* n queries are free, until a later stage finds one that is not. */
INLINE void write_free(const struct free_answer *free, const struct batch_source *source, size_t from,
                       size_t n, struct ccdq_result *r)
{
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < FREE_PARTS; k++) v_store((double *)(void *)&r[i] + k * WIDTH, free->part[k]);
    if (source->q)
        for (size_t i = 0; i < n; i++) r[i].id = source->q[from + i].id;
    else
        for (size_t i = 0; i < n; i++) r[i].id = ccdq_indexed_id(source->mesh, source->first + from + i);
}

/* The lanes whose F, with Bernstein coefficients b, is finite: a coordinate that is not makes an end of F
 * infinite or NaN. */
INLINE vm finite(const vd b[4])
{
    return v_lt(v_abs(b[0]) + v_abs(b[3]), v_set(INFINITY));
}

/* The lanes that the stage axes finds free. */
INLINE unsigned separated(unsigned type, vd x[8][3], const struct vectors *s, const vd b[4])
{
    return vm_bits(finite(b) & (separated_by_axis(type, x) | separated_by_centres(type, s, largest(s))));
}

/* The stage cubic, for what is left of the chunk; what it leaves is listed. with_axes: and the stage axes at
 * once. in_order: all queries are left, and as many at least as go into a vector. r: then they are to be
 * set to free meanwhile, as writing waits for other things than computing; or NULL. Of wide vectors as many
 * have a lane left as have none, which no processor foretells: so there is no branch. */
INLINE void find_open(const struct batch_source *source, size_t from, struct batch *batch,
                      struct batch_list *list, struct ccdq_result *r, bool with_axes, bool in_order)
{
    const vd largest_unscaled = v_set(0x1p100), least_unscaled = v_set(0x1p-100);
    const size_t n = batch->n_left;
    vi lane_numbers;
    for (int l = 0; l < WIDTH; l++) lane_numbers[l] = l;
    struct free_answer free_answer;
    set_free_answer(&free_answer);
    for (size_t l = 0; l < WIDTH && n && !in_order; l++) batch->left[n + l] = batch->left[n - 1];
    for (size_t i = 0; i < n; i += WIDTH) {
        struct lanes lanes;
        struct vectors s;
        struct cubic f;
        struct piece p;
        vd x[8][3];
        if (in_order)
            set_lanes_in_order(&lanes, i, n);
        else
            set_lanes(&lanes, batch, i);
        prefetch(source, from + i);
        if (r) write_free(&free_answer, source, from + lanes.query[0], WIDTH, r + lanes.query[0]);
        if (with_axes) {
            load_points(source, from, &lanes, x);
            vectors_of(source->type, x, &s);
        } else {
            load_vectors(source, from, &lanes, &s);
        }
        vectors_set_max(&s);
        vd m = largest(&s);
        unsigned out = lanes.used & ~vm_bits(v_ge(m, least_unscaled) & v_ge(largest_unscaled, m));
        if (out) scale_lanes(batch, &lanes, out, &s, m);
        set_cubic(&s, &f);
        unsigned free = lanes.used & vm_bits(finite(f.b) & one_sign(&f)), open = lanes.used & ~free;
        batch->free_by_cubic += (unsigned)__builtin_popcount(free);
        if (WIDTH == 2 && !open) continue;
        if (with_axes && open) {
            free = open & separated(source->type, x, &s, f.b);
            batch->separated += (unsigned)__builtin_popcount(free);
            open &= ~free;
        }
        if (in_order)
            p.column[BATCH_QUERY] = (vd)(lane_numbers + (int64_t)lanes.query[0]);
        else
            memcpy(&p.column[BATCH_QUERY], &batch->left[i], sizeof(vd));
        p.column[BATCH_ERROR] = f.error;
        for (int k = 0; k < 4; k++) p.column[BATCH_B + k] = f.b[k];
        list_add(list, &p, open, WHOLE_COLUMNS);
    }
}

/* The stage axes, for a list. */
static void separate(const struct batch_source *source, size_t from, struct batch *batch,
                     struct batch_list *list)
{
    list_fill_up(list);
    for (size_t i = 0; i < list->n; i += WIDTH) {
        struct lanes lanes;
        struct vectors s;
        struct piece p;
        vd x[8][3];
        set_lanes_of_list(&lanes, list, i);
        piece_load(&p, list, i, WHOLE_COLUMNS);
        load_points(source, from, &lanes, x);
        vectors_of(source->type, x, &s);
        vectors_rescale(&s, batch, &lanes);
        vectors_set_max(&s);
        const unsigned free = lanes.used & separated(source->type, x, &s, &p.column[BATCH_B]);
        batch->separated += (unsigned)__builtin_popcount(free);
        list_add(&batch->open, &p, lanes.used & ~free, WHOLE_COLUMNS);
    }
    list->n = 0;
}

/* Where most queries are left by the stage cubic, axes come at once, as their points are in registers still;
 * else so few are that they are gathered first. Which it will be the last chunk tells: to the answers it is
 * the same. */
static void begin(const struct batch_source *source, size_t from, struct batch *batch, struct ccdq_result *r,
                  bool in_order)
{
    const size_t before = batch->free_by_cubic;
    struct batch_list *gathered = &batch->split[0];
    if (batch->mostly_open && in_order)
        find_open(source, from, batch, &batch->open, r, true, true);
    else if (batch->mostly_open)
        find_open(source, from, batch, &batch->open, r, true, false);
    else if (in_order)
        find_open(source, from, batch, gathered, r, false, true);
    else
        find_open(source, from, batch, gathered, r, false, false);
    separate(source, from, batch, gathered);
    batch->mostly_open = 2 * (batch->free_by_cubic - before) < batch->n_left;
}

/* Without a first look. Where they are taken in order, their numbers need not be listed. */
static void leave_all(struct batch *batch, size_t n, bool in_order)
{
    batch->n_left = n;
    for (size_t i = 0; i < n && !in_order; i++) batch->left[i] = (int64_t)i;
}

static void run_stages(const struct batch_source *source, size_t from, size_t n,
                       const struct ccdq_linear_options *options, struct batch *batch, struct ccdq_result *r)
{
    batch->scaled = 0;
    batch->separated = batch->free_by_cubic = 0;
    batch->open.n = 0;
    /* Ids of records come from memory, which asks for those of a chunk at once; after a first look few
     * queries are left. */
    const bool in_order = !source->rounded && n >= WIDTH, meanwhile = in_order && !source->q;
    if (!meanwhile) {
        struct free_answer free_answer;
        set_free_answer(&free_answer);
        write_free(&free_answer, source, from, n, r);
    }
    if (source->rounded)
        look_first(source, from, n, batch);
    else
        leave_all(batch, n, in_order);
    begin(source, from, batch, meanwhile ? r : NULL, in_order);
    for (size_t k = 0; k < batch->open.n; k++) {
        const size_t i = batch_list_query(&batch->open, k);
        batch->evals[i] = 0;
        batch->hit[i] = batch->undecided[i] = INFINITY;
    }
    sort_open(batch, &batch->open, &batch->split[0]);
    for (int depth = 1; depth < BATCH_DEPTH; depth++)
        split_pieces(batch, &batch->split[(depth + 1) % 2], &batch->split[depth % 2],
                     depth == BATCH_DEPTH - 1);
    test_roots(source, from, options, batch, &batch->roots, &batch->fine);
    test_roots(source, from, options, batch, &batch->fine, NULL);
}

const struct batch_kernel BATCH_KERNEL = {suspect, run_stages, round_vertices};
