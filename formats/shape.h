/* Shapes of patches as words: what --shape says. */
#ifndef CCDQ_SHAPE_H
#define CCDQ_SHAPE_H

#include "../lib/ccdq.h"

/* Reads "q3" (quads of degree 3), "q3x2" (3 along u, 2 along v), "t2" (triangles of degree 2), each with an
 * "r" behind it if it is rational; one such word for both patches, or two with a comma between. NULL, or why
 * it is none (a sentence without a full stop). */
const char *shape_parse(const char *text, struct ccdq_shape shape[2]);

/* The word for one shape, as shape_parse reads it, in `word`, which is returned. */
enum { SHAPE_WORD = 16 };
char *shape_word(const struct ccdq_shape *shape, char word[SHAPE_WORD]);

#endif
