#include "crc.h"
#include <libdeflate.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>

/* Long runs of bytes by carry-less products of 256 or 512 bits, two and four times as fast as libdeflate's of
 * 128. Bytes are a polynomial over GF(2), the highest power first; their crc is its remainder by P, which has
 * degree 32. So 16 bytes, two halves H and L, may be added to those D bits behind them when they are
 * multiplied by x^D: H by x^(D + 64) mod P and L by x^D mod P, both over x^32 because bits are in reverse
 * order, with the lowest bit first (Gopal et al., Fast CRC Computation for Generic Polynomials, 2009). That
 * leaves 128 or 256 bytes that have the same remainder, which are for libdeflate. */
enum { AT_ONCE = 4, LINE = 64, AHEAD = 1024 };

#define FOLD_BITS 256
#define FOLD_TARGET "avx2,pclmul,vpclmulqdq"
#define FOLD_PRODUCT(a, b, halves) _mm256_clmulepi64_epi128((__m256i)(a), (__m256i)(b), halves)
#define FOLD_HIGH 0x1e88ef372
#define FOLD_LOW 0x14a7fe880
#include "crc-fold.h"

#define FOLD_BITS 512
#define FOLD_TARGET "avx512f,pclmul,vpclmulqdq"
#define FOLD_PRODUCT(a, b, halves) _mm512_clmulepi64_epi128((__m512i)(a), (__m512i)(b), halves)
#define FOLD_HIGH 0x11542778a
#define FOLD_LOW 0x1322d1430
#include "crc-fold.h"

struct fold {
    size_t step; /* so many bytes, or several times as many, can be folded; */
    uint32_t (*more)(uint32_t crc, const unsigned char *p, size_t n);
    uint32_t (*copy)(uint32_t crc, unsigned char *to, const unsigned char *p, size_t n);
};

/* What suits this processor and n bytes. */
static struct fold fold_for(size_t n)
{
    const struct fold none = {SIZE_MAX, NULL, NULL}, half = {AT_ONCE * 32, fold_more_256, fold_copy_256},
                      whole = {AT_ONCE * 64, fold_more_512, fold_copy_512};
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("vpclmulqdq")) return none;
    return n < whole.step || !__builtin_cpu_supports("avx512f") ? half : whole;
}

uint32_t crc_more(uint32_t crc, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    const struct fold fold = fold_for(n);
    const size_t first = n / fold.step * fold.step;
    if (first) crc = fold.more(crc, p, first), p += first;
    return n > first ? libdeflate_crc32(crc, p, n - first) : crc;
}

uint32_t crc_copy(uint32_t crc, void *to, const void *bytes, size_t n)
{
    unsigned char *q = to;
    const unsigned char *p = bytes;
    const struct fold fold = fold_for(n);
    const size_t first = n / fold.step * fold.step;
    if (first) crc = fold.copy(crc, q, p, first), p += first, q += first;
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
