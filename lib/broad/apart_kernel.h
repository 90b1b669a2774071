/* The code of apart_*.c, which define APART_KERNEL to be the name of the table.
 *
 * Side k of one DOP and the side across it of the other, 8 places on, add up to the gap between the two along
 * a direction, negated or not: above 0 they are apart. The sign of a sum of floats is exact.
 *
 * The sides of a DOP are held in PARTS vectors. */
#include "apart.h"
#include <string.h>

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <immintrin.h>
typedef __m512 part;
enum { PARTS = 1 };

static inline part lesser(part a, part b)
{
    return _mm512_min_ps(a, b);
}

/* Whether the sums of a part at both ends are above 0 in the same lane. */
static inline bool both_positive(part sum0, part sum1)
{
    const __mmask16 first = _mm512_cmp_ps_mask(sum0, _mm512_setzero_ps(), _CMP_GT_OQ);
    return _mm512_mask_cmp_ps_mask(first, sum1, _mm512_setzero_ps(), _CMP_GT_OQ) != 0;
}

#elif defined(__AVX2__)
#include <immintrin.h>
typedef __m256 part;
enum { PARTS = 2 };

static inline part lesser(part a, part b)
{
    return _mm256_min_ps(a, b);
}

static inline bool both_positive(part sum0, part sum1)
{
    const part least = _mm256_min_ps(sum0, sum1);
    return _mm256_movemask_ps(_mm256_cmp_ps(least, _mm256_setzero_ps(), _CMP_GT_OQ)) != 0;
}

#else
typedef float part __attribute__((vector_size(16)));
typedef int32_t part_mask __attribute__((vector_size(16)));
enum { PARTS = 4 };

static inline part lesser(part a, part b)
{
    const part_mask less = (part_mask)(a < b);
    return (part)(((part_mask)a & less) | ((part_mask)b & ~less));
}

static inline bool both_positive(part sum0, part sum1)
{
    const part_mask found = (part_mask)(sum0 > 0) & (part_mask)(sum1 > 0);
    int64_t halves[2];
    memcpy(halves, &found, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

#endif

/* A moving DOP. */
struct sides {
    part at[2][PARTS];
};

/* A part at a time: copied as a whole, sides go through memory in smaller pieces, for which their first use
 * waits. */
static inline struct sides load(const struct moving_dop *dop)
{
    struct sides sides;
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < PARTS; i++) {
            part from;
            memcpy(&from, &dop->at[end].side[i * (DOP_SIDES / PARTS)], sizeof from);
            sides.at[end][i] = from;
        }
    return sides;
}

static inline void store(struct moving_dop *dop, struct sides sides)
{
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < PARTS; i++) {
            const part to = sides.at[end][i];
            memcpy(&dop->at[end].side[i * (DOP_SIDES / PARTS)], &to, sizeof to);
        }
}

static inline struct sides hull_of_two(struct sides a, struct sides b)
{
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < PARTS; i++) a.at[end][i] = lesser(a.at[end][i], b.at[end][i]);
    return a;
}

/* The same with its sides across each other. */
static inline struct sides across(struct sides a)
{
    struct sides turned;
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < PARTS; i++) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
            enum { HALVES_SWAPPED = 0x4e };
            turned.at[end][i] = _mm512_shuffle_f32x4(a.at[end][i], a.at[end][i], HALVES_SWAPPED);
#else
            turned.at[end][i] = a.at[end][(i + PARTS / 2) % PARTS];
#endif
        }
    return turned;
}

static inline bool apart(const struct sides *across_a, const struct sides *b)
{
    bool found = false;
    for (int i = 0; i < PARTS; i++)
        found |= both_positive(across_a->at[0][i] + b->at[0][i], across_a->at[1][i] + b->at[1][i]);
    return found;
}

static uint32_t near_ones(const struct moving_dop *from, const struct moving_dop *dop, unsigned n)
{
    const struct sides a = across(load(from));
    uint32_t near = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct sides b = load(&dop[i]);
        near |= (uint32_t)!apart(&a, &b) << i;
    }
    return near;
}

/* A gap at `until` is a blend of those at the ends, which are below 2.1 in size: what is computed of it is
 * off by less than 16 u, u = 2^-24: by 2.1 u because of each end, 4.2 u for their difference, 4.2 u for its
 * product, and 2.1 u for the sum. */
#define gap_error 0x1p-20F

static bool apart_until(const struct sides *across_a, const struct sides *b, float until)
{
    bool found = false;
    for (int i = 0; i < PARTS; i++) {
        const part gap0 = across_a->at[0][i] + b->at[0][i], gap1 = across_a->at[1][i] + b->at[1][i];
        found |= both_positive(gap0, gap0 + until * (gap1 - gap0) - gap_error);
    }
    return found;
}

static uint32_t near_until(const struct moving_dop *from, const struct moving_dop *dop, unsigned n,
                           float until)
{
    const struct sides a = across(load(from));
    uint32_t near = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct sides b = load(&dop[i]);
        near |= (uint32_t)!apart_until(&a, &b, until) << i;
    }
    return near;
}

static void hull(struct moving_dop *of, const struct moving_dop *dop, unsigned n)
{
    struct sides sum = load(&dop[0]);
    for (unsigned i = 1; i < n; i++) sum = hull_of_two(sum, load(&dop[i]));
    store(of, sum);
}

static inline struct sides sum_of(const struct moving_dop *node, const uint32_t *number, int n)
{
    struct sides sum = load(&node[number[0]]);
    for (int i = 1; i < n; i++) sum = hull_of_two(sum, load(&node[number[i]]));
    return sum;
}

static void hull_of(struct moving_dop *of, const struct moving_dop *node, const uint32_t *number, int n)
{
    store(of, sum_of(node, number, n));
}

/* Groups of a vertex and a triangle, or of two edges: of_a is 1 or 2. */
static void groups(const struct moving_dop *node, const uint32_t (*group)[4], size_t n, int of_a, bool *near)
{
    for (size_t i = 0; i < n; i++) {
        const struct sides p = load(&node[group[i][0]]), q = load(&node[group[i][1]]);
        const struct sides last = hull_of_two(load(&node[group[i][2]]), load(&node[group[i][3]]));
        const struct sides a = across(of_a == 1 ? p : hull_of_two(p, q));
        const struct sides b = of_a == 1 ? hull_of_two(q, last) : last;
        near[i] = !apart(&a, &b);
    }
}

const struct apart_kernel APART_KERNEL = {near_ones, near_until, hull, hull_of, groups};
