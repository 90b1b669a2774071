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

/* Bytes of the character that a text, ended by 0, begins with; 0 where those are not UTF-8. */
static inline int utf8_length(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    const int more = *p < 0x80 ? 0 : *p < 0xc2 ? -1 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : *p < 0xf5 ? 3 : -1;
    for (int i = 1; i <= more; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    const int too_long = (*p == 0xe0 && p[1] < 0xa0) || (*p == 0xf0 && p[1] < 0x90);
    const int beyond = (*p == 0xed && p[1] > 0x9f) || (*p == 0xf4 && p[1] > 0x8f);
    return too_long || beyond ? 0 : more + 1;
}

#endif
