/* Shapes as words: t2, q3, q3x2, q3r. */
#include "../ccdq.h"
#include <stdio.h>
#include <string.h>

char *ccdq_shape_name(const struct ccdq_shape *shape, char word[CCDQ_SHAPE_WORD])
{
    int n = snprintf(word, CCDQ_SHAPE_WORD, "%c%u", shape->domain == CCDQ_QUAD ? 'q' : 't', shape->degree[0]);
    if (shape->degree[1] != shape->degree[0])
        n += snprintf(word + n, CCDQ_SHAPE_WORD - (size_t)n, "x%u", shape->degree[1]);
    if (shape->rational) snprintf(word + n, CCDQ_SHAPE_WORD - (size_t)n, "r");
    return word;
}

/* Reads a number without leading zeros, at most 255. Returns what follows it, or NULL. */
static const char *read_degree(const char *s, uint8_t *degree)
{
    unsigned value = 0;
    if (*s < '0' || *s > '9' || (*s == '0' && s[1] >= '0' && s[1] <= '9')) return NULL;
    for (; *s >= '0' && *s <= '9'; s++)
        if ((value = 10 * value + (unsigned)(*s - '0')) > UINT8_MAX) return NULL;
    *degree = (uint8_t)value;
    return s;
}

int ccdq_shape_of_name(const char *word, struct ccdq_shape *shape)
{
    struct ccdq_shape read = {.domain = *word == 'q' ? CCDQ_QUAD : CCDQ_TRIANGLE};
    if (*word != 'q' && *word != 't') return -1;
    const char *rest = read_degree(word + 1, &read.degree[0]);
    if (!rest) return -1;
    read.degree[1] = read.degree[0];
    if (*rest == 'x' && !(rest = read_degree(rest + 1, &read.degree[1]))) return -1;
    read.rational = *rest == 'r';
    if (rest[read.rational]) return -1;
    *shape = read;
    return 0;
}

int ccdq_shapes_of_name(const char *words, struct ccdq_shape shape[2])
{
    char first[CCDQ_SHAPE_WORD];
    const char *comma = strchr(words, ',');
    const size_t n = comma ? (size_t)(comma - words) : strlen(words);
    if (n >= sizeof first) return -1;
    memcpy(first, words, n);
    first[n] = 0;
    if (ccdq_shape_of_name(first, &shape[0])) return -1;
    return ccdq_shape_of_name(comma ? comma + 1 : first, &shape[1]);
}
