/* The folding of crc.c at one width. Included by it once a width, which defines FOLD_BITS, FOLD_TARGET (the
 * processor's features) and, over x^32 and with the lowest bit first, FOLD_HIGH and FOLD_LOW: x^(D + 32) and
 * x^(D - 32) mod P, where D is the number of bits of a step. */
#define FOLD_JOIN(a, b) a##b
#define FOLD_NAME(name, bits) FOLD_JOIN(name, bits)
#define FOLD(name) FOLD_NAME(name##_, FOLD_BITS)
#define FOLDING __attribute__((target(FOLD_TARGET)))
#define FOLDING_INLINE FOLDING __attribute__((always_inline)) static inline
#define FOLD_SIZE (FOLD_BITS / 8)
#define FOLD_STEP (AT_ONCE * FOLD_SIZE)

typedef long long FOLD(vector) __attribute__((vector_size(FOLD_SIZE)));

/* The next bytes; with a copy if `to` is not NULL. */
FOLDING_INLINE FOLD(vector) FOLD(load)(const unsigned char *p, unsigned char *to, size_t at)
{
    FOLD(vector) x;
    memcpy(&x, p + at, sizeof x);
    if (to) memcpy(to + at, &x, sizeof x);
    return x;
}

/* x, added to those a step behind it. */
FOLDING_INLINE FOLD(vector) FOLD(onto)(FOLD(vector) x, FOLD(vector) next)
{
    static const long long two[] = {FOLD_HIGH, FOLD_LOW, FOLD_HIGH, FOLD_LOW,
                                    FOLD_HIGH, FOLD_LOW, FOLD_HIGH, FOLD_LOW};
    FOLD(vector) beyond;
    memcpy(&beyond, two, sizeof beyond);
    return (FOLD(vector))FOLD_PRODUCT(x, beyond, 0x00) ^ (FOLD(vector))FOLD_PRODUCT(x, beyond, 0x11) ^ next;
}

/* Folds n bytes, whole steps of them, one at least. (Four variables, as at -O2 an array would stay in memory
 * and be waited for. Bytes are asked for ahead because the processor itself does not look beyond a page; an
 * address where there is nothing does no harm.) */
FOLDING_INLINE uint32_t FOLD(fold)(uint32_t crc, unsigned char *to, const unsigned char *p, size_t n)
{
    enum { SIZE = FOLD_SIZE, STEP = FOLD_STEP };
    FOLD(vector) a = FOLD(load)(p, to, 0), b = FOLD(load)(p, to, SIZE);
    FOLD(vector) c = FOLD(load)(p, to, 2 * SIZE), d = FOLD(load)(p, to, 3 * SIZE);
    a ^= (FOLD(vector)){(uint32_t)~crc};
    for (size_t at = STEP; at < n; at += STEP) {
        const uintptr_t ahead = (uintptr_t)p + at + AHEAD;
        for (int line = 0; line < STEP; line += LINE) __builtin_prefetch((const void *)(ahead + line));
        a = FOLD(onto)(a, FOLD(load)(p, to, at));
        b = FOLD(onto)(b, FOLD(load)(p, to, at + SIZE));
        c = FOLD(onto)(c, FOLD(load)(p, to, at + 2 * SIZE));
        d = FOLD(onto)(d, FOLD(load)(p, to, at + 3 * SIZE));
    }
    const FOLD(vector) left[AT_ONCE] = {a, b, c, d};
    return libdeflate_crc32(UINT32_MAX, left, sizeof left);
}

FOLDING static uint32_t FOLD(fold_more)(uint32_t crc, const unsigned char *p, size_t n)
{
    return FOLD(fold)(crc, NULL, p, n);
}

FOLDING static uint32_t FOLD(fold_copy)(uint32_t crc, unsigned char *to, const unsigned char *p, size_t n)
{
    return FOLD(fold)(crc, to, p, n);
}

#undef FOLD_BITS
#undef FOLD_TARGET
#undef FOLD_PRODUCT
#undef FOLD_HIGH
#undef FOLD_LOW
#undef FOLD_JOIN
#undef FOLD_NAME
#undef FOLD
#undef FOLDING
#undef FOLDING_INLINE
#undef FOLD_SIZE
#undef FOLD_STEP
