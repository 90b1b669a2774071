/* The crc against zlib's: of every length, from every address, goes on from any other, with and without a
 * copy. */
#include "../../formats/crc.h"
#include "../../lib/gen/rng.h"
#include "../tap.h"
#include <stdbool.h>
#include <string.h>
#include <zlib.h>

enum { LENGTHS = 700, PLACES = 64, LONG = 300000, AFTER = 64 };

static unsigned char bytes[LONG + PLACES], copy[LONG + PLACES + AFTER];

/* n bytes at p copied, and nothing beside them. */
static bool copied(const unsigned char *to, const unsigned char *p, size_t n)
{
    for (int i = 0; i < AFTER; i++)
        if (to[n + (size_t)i]) return false;
    return !memcmp(to, p, n);
}

static bool right(uint32_t before, size_t at, size_t n)
{
    const unsigned char *p = bytes + at;
    unsigned char *to = copy + (at * 7 + 3) % PLACES;
    const uint32_t truth = (uint32_t)crc32(before, p, (unsigned)n);
    memset(copy, 0, n + PLACES + AFTER);
    return crc_more(before, p, n) == truth && crc_copy(before, to, p, n) == truth && copied(to, p, n);
}

/* Bytes copied over themselves, to where they are or a bit before that. */
static bool right_in_place(size_t n)
{
    bool all = true;
    for (size_t by = 0; by < PLACES; by++) {
        const uint32_t truth = (uint32_t)crc32(9, bytes, (unsigned)n);
        memcpy(copy + by, bytes, n);
        all &= crc_copy(9, copy, copy + by, n) == truth && !memcmp(copy, bytes, n);
    }
    return all;
}

int main(void)
{
    struct rng rng = rng_at(rng_key("crc", 0, 1), 0);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)rng_next(&rng);
    ok(crc_more(0, "123456789", 9) == 0xcbf43926, "the known one of 123456789");
    ok(crc_more(7, NULL, 0) == 7 && crc_copy(7, copy, bytes, 0) == 7, "of nothing it stays as it is");
    size_t wrong = 0;
    for (size_t n = 1; n < LENGTHS; n++)
        for (size_t at = 0; at < PLACES; at++) wrong += !right((uint32_t)rng_next(&rng), at, n);
    ok(!wrong, "lengths below %d from %d addresses, that of any bytes before them: %zu are wrong", LENGTHS,
       PLACES, wrong);
    ok(right(0, 5, LONG), "of %d bytes", LONG);
    wrong = 0;
    for (size_t n = 1; n < LENGTHS; n++) wrong += !right_in_place(n);
    ok(!wrong && right_in_place(LONG), "copied over themselves, forward: %zu are wrong", wrong);
    memset(bytes, 0, sizeof bytes);
    ok(right(0, 0, LONG) && right(UINT32_MAX, 1, LONG), "of zeros");
    return tap_done();
}
