/* Decoding base64: four characters are a group of three bytes, or of one or two at an end. */
#include "base64.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The value of a character and 1; 0: it is none of base64's. */
static const unsigned char values[256] = {
    ['A'] = 1,  ['B'] = 2,  ['C'] = 3,  ['D'] = 4,  ['E'] = 5,  ['F'] = 6,  ['G'] = 7,  ['H'] = 8,
    ['I'] = 9,  ['J'] = 10, ['K'] = 11, ['L'] = 12, ['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16,
    ['Q'] = 17, ['R'] = 18, ['S'] = 19, ['T'] = 20, ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24,
    ['Y'] = 25, ['Z'] = 26, ['a'] = 27, ['b'] = 28, ['c'] = 29, ['d'] = 30, ['e'] = 31, ['f'] = 32,
    ['g'] = 33, ['h'] = 34, ['i'] = 35, ['j'] = 36, ['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40,
    ['o'] = 41, ['p'] = 42, ['q'] = 43, ['r'] = 44, ['s'] = 45, ['t'] = 46, ['u'] = 47, ['v'] = 48,
    ['w'] = 49, ['x'] = 50, ['y'] = 51, ['z'] = 52, ['0'] = 53, ['1'] = 54, ['2'] = 55, ['3'] = 56,
    ['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60, ['8'] = 61, ['9'] = 62, ['+'] = 63, ['/'] = 64};

static int value(char c)
{
    return values[(unsigned char)c] - 1;
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

/* Decodes whole groups as long as nothing but digits comes, up to n bytes, and returns how many. */
static size_t plain(struct base64 *b, unsigned char *out, size_t n)
{
    size_t done = 0;
    for (; n - done >= 3 && b->end - b->at >= 4; done += 3, b->at += 4) {
        const int v0 = value(b->at[0]), v1 = value(b->at[1]), v2 = value(b->at[2]), v3 = value(b->at[3]);
        if ((v0 | v1 | v2 | v3) < 0) break;
        out[done] = (unsigned char)(v0 << 2 | v1 >> 4);
        out[done + 1] = (unsigned char)(v1 << 4 | v2 >> 2);
        out[done + 2] = (unsigned char)(v2 << 6 | v3);
    }
    return done;
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
    done += plain(b, out + done, n - done);
    while (done < n) {
        unsigned char bytes[3];
        const size_t got = group(b, bytes), take = got < n - done ? got : n - done;
        if (got == 0) break;
        memcpy(out + done, bytes, take);
        done += take;
        b->n_rest = got - take;
        memcpy(b->rest, bytes + take, b->n_rest);
        done += plain(b, out + done, n - done);
    }
    return done;
}
