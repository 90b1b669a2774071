/* The code of apart_*.c, which define APART_KERNEL to be the name of the table.
 *
 * Side k of one DOP and the side across it of the other, 8 places on, add up to the gap between the two along
 * a direction, negated or not: above 0 they are apart. What is computed is the gap's negative: the second
 * side taken from 0 less the first one, which is never -0. So it has its sign bit set just if the gap is
 * above 0: the sign of a difference of floats is exact, and equal ones differ by +0.
 *
 * The sides of a DOP are held in PARTS vectors. */
#include "apart.h"
#include <string.h>

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <immintrin.h>
typedef __m512 part;
typedef int32_t part_bits __attribute__((vector_size(64)));
enum { PARTS = 1 };

static inline part lesser(part a, part b)
{
    return _mm512_min_ps(a, b);
}

static inline bool any_sign(part_bits bits)
{
    return _mm512_movepi32_mask((__m512i)bits) != 0;
}

#elif defined(__AVX2__)
#include <immintrin.h>
typedef __m256 part;
typedef int32_t part_bits __attribute__((vector_size(32)));
enum { PARTS = 2 };

static inline part lesser(part a, part b)
{
    return _mm256_min_ps(a, b);
}

static inline bool any_sign(part_bits bits)
{
    return _mm256_movemask_ps((__m256)bits) != 0;
}

/* Numbers that are packed with saturation keep their signs. */
#define HAS_NO_SIGNS
static inline unsigned no_signs(const part_bits bits[4])
{
    const __m256i first = _mm256_packs_epi32((__m256i)bits[0], (__m256i)bits[1]);
    const __m256i last = _mm256_packs_epi32((__m256i)bits[2], (__m256i)bits[3]);
    const __m256i halves = _mm256_packs_epi16(first, last);
    const __m128i all = _mm_or_si128(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
    const __m128i signs = _mm_and_si128(all, _mm_set1_epi8(INT8_MIN));
    return (unsigned)_mm_movemask_ps((__m128)_mm_cmpeq_epi32(signs, _mm_setzero_si128()));
}

#else
typedef float part __attribute__((vector_size(16)));
typedef int32_t part_bits __attribute__((vector_size(16)));
enum { PARTS = 4 };

static inline part lesser(part a, part b)
{
    const part_bits less = (part_bits)(a < b);
    return (part)(((part_bits)a & less) | ((part_bits)b & ~less));
}

static inline bool any_sign(part_bits bits)
{
    const part_bits below = (part_bits)(bits < 0);
    int64_t halves[2];
    memcpy(halves, &below, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

#endif

/* Bit i for each of four of which no sign bit is set. */
#ifndef HAS_NO_SIGNS
static inline unsigned no_signs(const part_bits bits[4])
{
    unsigned none = 0;
    for (unsigned i = 0; i < 4; i++) none |= (unsigned)!any_sign(bits[i]) << i;
    return none;
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

/* The negatives of its sides, across each other. */
static inline struct sides across(struct sides a)
{
    struct sides turned;
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < PARTS; i++) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
            enum { HALVES_SWAPPED = 0x4e };
            turned.at[end][i] = 0 - _mm512_shuffle_f32x4(a.at[end][i], a.at[end][i], HALVES_SWAPPED);
#else
            turned.at[end][i] = 0 - a.at[end][(i + PARTS / 2) % PARTS];
#endif
        }
    return turned;
}

/* Has its sign bits set where two are apart along a direction at both ends. */
static inline part_bits between(const struct sides *across_a, const struct sides *b)
{
    part_bits found = {0};
    for (int i = 0; i < PARTS; i++)
        found |=
            (part_bits)(across_a->at[0][i] - b->at[0][i]) & (part_bits)(across_a->at[1][i] - b->at[1][i]);
    return found;
}

static uint32_t near_ones(const struct moving_dop *from, const struct moving_dop *dop, unsigned n)
{
    const struct sides a = across(load(from));
    uint32_t near = 0;
    unsigned i = 0;
    for (; i + 4 <= n; i += 4) {
        part_bits found[4];
        for (unsigned k = 0; k < 4; k++) {
            const struct sides b = load(&dop[i + k]);
            found[k] = between(&a, &b);
        }
        near |= no_signs(found) << i;
    }
    for (; i < n; i++) {
        const struct sides b = load(&dop[i]);
        near |= (uint32_t)!any_sign(between(&a, &b)) << i;
    }
    return near;
}

/* A gap at `until`, or its negative, is a blend of those at the ends, which are below 2.1 in size: what is
 * computed of it is off by less than 16 u, u = 2^-24: by 2.1 u because of each end, 4.2 u for their
 * difference, 4.2 u for its product, and 2.1 u for the sum. */
#define gap_error 0x1p-20F

static bool apart_until(const struct sides *across_a, const struct sides *b, float until)
{
    part_bits found = {0};
    for (int i = 0; i < PARTS; i++) {
        const part less0 = across_a->at[0][i] - b->at[0][i], less1 = across_a->at[1][i] - b->at[1][i];
        found |= (part_bits)less0 & (part_bits)(less0 + until * (less1 - less0) + gap_error);
    }
    return any_sign(found);
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
        near[i] = !any_sign(between(&a, &b));
    }
}

const struct apart_kernel APART_KERNEL = {near_ones, near_until, hull, hull_of, groups};
