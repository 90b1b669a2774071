#include "shape.h"
#include <stdio.h>

static const char not_a_shape[] = "a shape is as q3, t2, q3x2, q3r, or two of these with a comma between";

/* Reads a degree of at most three digits, and moves *text behind it. -1: there is none. */
static int parse_degree(const char **text)
{
    int degree = 0, digits = 0;
    for (; **text >= '0' && **text <= '9' && digits < 3; digits++) degree = 10 * degree + *(*text)++ - '0';
    return digits ? degree : -1;
}

/* Reads one word, and moves *text behind it. */
static const char *parse_word(const char **text, struct ccdq_shape *shape)
{
    const char domain = *(*text)++;
    if (domain != 'q' && domain != 't') return not_a_shape;
    const int first = parse_degree(text);
    int second = first;
    if (domain == 'q' && **text == 'x') {
        (*text)++;
        second = parse_degree(text);
    }
    if (first < 0 || second < 0) return not_a_shape;
    if (first < 1 || second < 1 || first > CCDQ_MAX_DEGREE || second > CCDQ_MAX_DEGREE)
        return "degrees are from 1 to 16";
    *shape = (struct ccdq_shape){.domain = domain == 'q' ? CCDQ_QUAD : CCDQ_TRIANGLE,
                                 .degree = {(uint8_t)first, (uint8_t)second}};
    if (**text == 'r') {
        shape->rational = 1;
        (*text)++;
    }
    return NULL;
}

const char *shape_parse(const char *text, struct ccdq_shape shape[2])
{
    const char *problem = parse_word(&text, &shape[0]);
    if (problem) return problem;
    shape[1] = shape[0];
    if (*text == ',') {
        text++;
        problem = parse_word(&text, &shape[1]);
        if (problem) return problem;
    }
    return *text ? not_a_shape : NULL;
}

char *shape_word(const struct ccdq_shape *shape, char word[SHAPE_WORD])
{
    const char domain = shape->domain == CCDQ_QUAD ? 'q' : 't', *rational = shape->rational ? "r" : "";
    if (shape->degree[0] == shape->degree[1])
        snprintf(word, SHAPE_WORD, "%c%d%s", domain, shape->degree[0], rational);
    else
        snprintf(word, SHAPE_WORD, "%c%dx%d%s", domain, shape->degree[0], shape->degree[1], rational);
    return word;
}
