#include "crc.h"
#include <libdeflate.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>

/* Long runs of bytes by carry-less products of 256 bits, twice as fast as libdeflate's of 128 bits. Bytes are
 * a polynomial over GF(2), the highest power first, and their crc the remainder by P = x^32 + x^26 + ... + 1.
 * So 16 bytes, two halves H and L, may be added to those D bits behind them when they are multiplied by x^D:
 * H by x^(D + 64) mod P and L by x^D mod P, both over x^32 because bits are in reverse order, with the lowest
 * bit first (Gopal et al., Fast CRC Computation for Generic Polynomials, 2009). That leaves 128 bytes that
 * have the same remainder, which are for libdeflate. */
enum { AT_ONCE = 4, STEP = AT_ONCE * sizeof(__m256i), LINE = 64, AHEAD = 1024 };
#define FOLDING __attribute__((target("avx2,pclmul,vpclmulqdq")))
#define FOLDING_INLINE FOLDING __attribute__((always_inline)) static inline

/* The next 32 bytes; with a copy if `to` is not NULL. */
FOLDING_INLINE __m256i fold_load(const unsigned char *p, unsigned char *to, size_t at)
{
    const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(p + at));
    if (to) _mm256_storeu_si256((__m256i *)(void *)(to + at), x);
    return x;
}

/* x, added to those a step behind it. */
FOLDING_INLINE __m256i fold_onto(__m256i x, __m256i next)
{
    const long long high = 0x1e88ef372, low = 0x14a7fe880; /* x^(1024 + 32), x^(1024 - 32) mod P, reversed */
    const __m256i beyond = _mm256_set_epi64x(low, high, low, high);
    const __m256i x_high = _mm256_clmulepi64_epi128(x, beyond, 0x00);
    const __m256i x_low = _mm256_clmulepi64_epi128(x, beyond, 0x11);
    return _mm256_xor_si256(_mm256_xor_si256(x_high, x_low), next);
}

/* Folds n bytes, whole steps of them, one at least. (Four variables, as at -O2 an array would stay in memory
 * and be waited for. Bytes are asked for ahead because the processor itself does not look beyond a page; an
 * address where there is nothing does no harm.) */
FOLDING_INLINE uint32_t fold(uint32_t crc, unsigned char *to, const unsigned char *p, size_t n)
{
    enum { SIZE = sizeof(__m256i) };
    __m256i a = fold_load(p, to, 0), b = fold_load(p, to, SIZE);
    __m256i c = fold_load(p, to, 2 * SIZE), d = fold_load(p, to, 3 * SIZE);
    a = _mm256_xor_si256(a, _mm256_set_epi32(0, 0, 0, 0, 0, 0, 0, (int)~crc));
    for (size_t at = STEP; at < n; at += STEP) {
        const uintptr_t ahead = (uintptr_t)p + at + AHEAD;
        _mm_prefetch((const void *)ahead, _MM_HINT_T0);
        _mm_prefetch((const void *)(ahead + LINE), _MM_HINT_T0);
        a = fold_onto(a, fold_load(p, to, at));
        b = fold_onto(b, fold_load(p, to, at + SIZE));
        c = fold_onto(c, fold_load(p, to, at + 2 * SIZE));
        d = fold_onto(d, fold_load(p, to, at + 3 * SIZE));
    }
    const __m256i left[AT_ONCE] = {a, b, c, d};
    return libdeflate_crc32(UINT32_MAX, left, sizeof left);
}

FOLDING static uint32_t fold_more(uint32_t crc, const unsigned char *p, size_t n)
{
    return fold(crc, NULL, p, n);
}

FOLDING static uint32_t fold_copy(uint32_t crc, unsigned char *to, const unsigned char *p, size_t n)
{
    return fold(crc, to, p, n);
}

/* How many of n bytes are to be folded: 0 where this processor cannot. */
static size_t foldable(size_t n)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("vpclmulqdq")) return 0;
    return n / STEP * STEP;
}

uint32_t crc_more(uint32_t crc, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    const size_t first = foldable(n);
    if (first) crc = fold_more(crc, p, first), p += first;
    return n > first ? libdeflate_crc32(crc, p, n - first) : crc;
}

uint32_t crc_copy(uint32_t crc, void *to, const void *bytes, size_t n)
{
    unsigned char *q = to;
    const unsigned char *p = bytes;
    const size_t first = foldable(n);
    if (first) crc = fold_copy(crc, q, p, first), p += first, q += first;
    if (n == first) return crc;
    memmove(q, p, n - first);
    return libdeflate_crc32(crc, q, n - first);
}

#else

uint32_t crc_more(uint32_t crc, const void *bytes, size_t n)
{
    return n ? libdeflate_crc32(crc, bytes, n) : crc;
}

uint32_t crc_copy(uint32_t crc, void *to, const void *bytes, size_t n)
{
    if (n) memmove(to, bytes, n);
    return crc_more(crc, to, n);
}

#endif
