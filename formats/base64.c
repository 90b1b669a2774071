/* Decoding base64: four characters are a group of three bytes, or of one or two at an end. */
#include "base64.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The value of a character, or -1. */
static int value(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* The next character that is no blank, or 0. */
static char next(struct base64 *b)
{
    while (b->at < b->end && (*b->at == ' ' || (*b->at >= '\t' && *b->at <= '\r'))) b->at++;
    return b->at < b->end ? *b->at++ : 0;
}

/* The bytes of the next group; 0: there is none, or it is damaged, and reading stays there. */
static size_t group(struct base64 *b, unsigned char bytes[3])
{
    const char *start = b->at;
    uint32_t bits = 0;
    size_t padding = 0;
    for (int i = 0; i < 4; i++) {
        const char c = next(b);
        const int v = c == '=' && i > 1 ? 0 : value(c);
        padding += c == '=';
        if (v < 0 || (padding && c != '=')) {
            b->at = start;
            return 0;
        }
        bits = bits << 6 | (uint32_t)v;
    }
    for (int i = 0; i < 3; i++) bytes[i] = (unsigned char)(bits >> (16 - 8 * i));
    return 3 - padding;
}

size_t base64_left(const struct base64 *b)
{
    return b->n_rest + (size_t)(b->end - b->at) / 4 * 3;
}

size_t base64_read(struct base64 *b, unsigned char *out, size_t n)
{
    size_t done = b->n_rest < n ? b->n_rest : n;
    if (n == 0) return 0;
    memcpy(out, b->rest, done);
    b->n_rest -= done;
    memmove(b->rest, b->rest + done, b->n_rest);
    while (done < n) {
        unsigned char bytes[3];
        const size_t got = group(b, bytes), take = got < n - done ? got : n - done;
        if (got == 0) break;
        memcpy(out + done, bytes, take);
        done += take;
        b->n_rest = got - take;
        memcpy(b->rest, bytes + take, b->n_rest);
    }
    return done;
}
