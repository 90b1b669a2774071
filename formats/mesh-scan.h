/* Walks through the bytes of a mesh file: words and numbers as text, or numbers as bytes. What is not there
 * or not right is reported with its place. */
#ifndef CCDQ_MESH_SCAN_H
#define CCDQ_MESH_SCAN_H

#include "mesh-file.h"

struct mesh_scan {
    const char *name; /* of the file, for messages */
    struct messages *messages;
    const unsigned char *begin, *at, *end; /* at end there is a 0 */
    bool binary;                           /* numbers are bytes */
    bool swapped;                          /* of the other byte order than this machine's */
    unsigned char newline;                 /* ends lines: '\n', '\r' in files of a Mac of old */
    bool in_line;                          /* as text they are on this line, not on a later one */
    const unsigned char *item;             /* where the last word or number began */
    const unsigned char *counted;          /* up to here, `line` counts the lines */
    uint64_t line;
};

/* How numbers are stored in binary. As text, integers must be in their range, and reals are read as doubles:
 * the digits stand for more than a float. */
enum scan_type {
    SCAN_INT8,
    SCAN_UINT8,
    SCAN_INT16,
    SCAN_UINT16,
    SCAN_INT32,
    SCAN_UINT32,
    SCAN_INT64,
    SCAN_UINT64, /* up to 2^63 - 1 */
    SCAN_FLOAT32,
    SCAN_FLOAT64,
};

/* A word of text: n bytes, none of them white. */
struct scan_word {
    const char *p;
    size_t n;
};

struct mesh_scan scan_begin(const char *name, const unsigned char *p, size_t n, struct messages *messages);

/* Where the last word or number is. */
struct mesh_place scan_place(struct mesh_scan *s);

/* Reports what is wrong there; always false. */
bool scan_fail(struct mesh_scan *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is shown of a word in a message: its beginning, and a ? for bytes that are not printable ASCII. */
struct scan_text {
    char text[41];
};
struct scan_text scan_text(struct scan_word word);

bool scan_word_is(struct scan_word word, const char *text);

/* The next word, on this line or, unless in_line, a later one; false without a message if there is none. */
bool scan_next(struct mesh_scan *s, struct scan_word *word);
/* The same with a message. */
bool scan_word(struct mesh_scan *s, struct scan_word *word);

/* Text: goes to the next line that has a word, and sets in_line until scan_close_line, which reports false
 * if the line has more words. In binary these do nothing. */
void scan_open_line(struct mesh_scan *s);
bool scan_close_line(struct mesh_scan *s);

/* Goes behind the end of this line, whatever is on it. */
void scan_end_line(struct mesh_scan *s);

/* The next number, text or bytes. false with a message. Integers are of an integral type; those of lowest and
 * highest value min and max. */
bool scan_integer(struct mesh_scan *s, enum scan_type type, int64_t *value);
bool scan_integer_in(struct mesh_scan *s, enum scan_type type, int64_t min, int64_t max, int64_t *value);
bool scan_real(struct mesh_scan *s, enum scan_type type, double *value);
/* Passes over n numbers. */
bool scan_skip(struct mesh_scan *s, enum scan_type type, uint64_t n);

/* A word as a number; false without a message. */
bool scan_word_integer(struct scan_word word, int64_t *value);

bool scan_no_memory(struct mesh_scan *s);

#endif
