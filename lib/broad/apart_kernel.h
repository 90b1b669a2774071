/* The code of apart_*.c, which define APART_KERNEL to be the name of the table.
 *
 * Side k of one DOP and the side across it of the other, 8 places on, add up to the gap between the two along
 * a direction, negated or not: above 0 they are apart. The sign of a sum of floats is exact. */
#include "apart.h"
#include <string.h>

#if defined(__AVX512F__)
#include <immintrin.h>

/* A moving DOP with its sides across each other. */
struct across {
    __m512 at[2];
};

static inline __m512 load(const struct dop *dop)
{
    return _mm512_load_ps(dop->side);
}

static inline struct across turn(const struct moving_dop *dop)
{
    enum { HALVES_SWAPPED = 0x4e };
    struct across across;
    for (int end = 0; end < 2; end++) {
        const __m512 side = load(&dop->at[end]);
        across.at[end] = _mm512_shuffle_f32x4(side, side, HALVES_SWAPPED);
    }
    return across;
}

static inline bool apart(const struct across *a, const struct moving_dop *b)
{
    const __m512 zero = _mm512_setzero_ps();
    const __mmask16 first = _mm512_cmp_ps_mask(_mm512_add_ps(a->at[0], load(&b->at[0])), zero, _CMP_GT_OQ);
    return _mm512_mask_cmp_ps_mask(first, _mm512_add_ps(a->at[1], load(&b->at[1])), zero, _CMP_GT_OQ) != 0;
}

#elif defined(__AVX2__)
#include <immintrin.h>

struct across {
    __m256 at[2][2];
};

static inline __m256 load(const struct dop *dop, int half)
{
    return _mm256_load_ps(dop->side + half * DOP_DIRECTIONS);
}

static inline struct across turn(const struct moving_dop *dop)
{
    struct across across;
    for (int end = 0; end < 2; end++)
        for (int half = 0; half < 2; half++) across.at[end][half] = load(&dop->at[end], !half);
    return across;
}

static inline bool apart(const struct across *a, const struct moving_dop *b)
{
    __m256 found = _mm256_setzero_ps();
    for (int half = 0; half < 2; half++) {
        const __m256 gap0 = _mm256_add_ps(a->at[0][half], load(&b->at[0], half));
        const __m256 gap1 = _mm256_add_ps(a->at[1][half], load(&b->at[1], half));
        found =
            _mm256_or_ps(found, _mm256_cmp_ps(_mm256_min_ps(gap0, gap1), _mm256_setzero_ps(), _CMP_GT_OQ));
    }
    return _mm256_movemask_ps(found) != 0;
}

#else

typedef float quad __attribute__((vector_size(16)));
typedef int32_t quad_mask __attribute__((vector_size(16)));
enum { QUADS = DOP_SIDES / 4 };

struct across {
    quad at[2][QUADS];
};

static inline quad load(const struct dop *dop, int i)
{
    quad q;
    memcpy(&q, dop->side + 4 * i, sizeof q);
    return q;
}

static inline struct across turn(const struct moving_dop *dop)
{
    struct across across;
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < QUADS; i++) across.at[end][i] = load(&dop->at[end], (i + QUADS / 2) % QUADS);
    return across;
}

static inline bool apart(const struct across *a, const struct moving_dop *b)
{
    quad_mask found = {0};
    for (int i = 0; i < QUADS; i++)
        found |= (quad_mask)(a->at[0][i] + load(&b->at[0], i) > 0) &
                 (quad_mask)(a->at[1][i] + load(&b->at[1], i) > 0);
    int64_t halves[2];
    memcpy(halves, &found, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

#endif

static uint32_t near_ones(const struct moving_dop *from, const struct moving_dop *dop, unsigned n)
{
    const struct across across = turn(from);
    uint32_t near = 0;
    for (unsigned i = 0; i < n; i++) near |= (uint32_t)!apart(&across, &dop[i]) << i;
    return near;
}

static void hull(struct moving_dop *of, const struct moving_dop *dop, unsigned n)
{
    struct moving_dop sum = dop[0];
    for (unsigned i = 1; i < n; i++) dop_add_moving(&sum, &dop[i]);
    *of = sum;
}

const struct hierarchy_kernel APART_KERNEL = {near_ones, hull};
