/* Characters as UTF-8. */
#ifndef CCDQ_UTF8_H
#define CCDQ_UTF8_H

#include <stdint.h>

/* Puts a character, at most 0x10ffff, at `to` and returns where it ends. */
enum { UTF8_MOST = 4 };
static inline char *utf8_put(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else {
        const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        *to++ = (char)(0xff00 >> (more + 1) | c >> 6 * more);
        for (int i = more - 1; i >= 0; i--) *to++ = (char)(0x80 | (c >> 6 * i & 0x3f));
    }
    return to;
}

#endif
