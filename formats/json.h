/* JSON (RFC 8259), read whole. Strict: no comments, no commas too many. */
#ifndef CCDQ_JSON_H
#define CCDQ_JSON_H

#include "buf.h"

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };
enum { JSON_DEPTH = 200 }; /* arrays and objects inside each other; more is an error */

struct json_value {
    enum json_type type;
    double number;
    size_t key, text;   /* a member's key, a string: where in `texts`; see json_key, json_text */
    size_t first, next; /* values: the first one inside, the one beside; 0: there is none */
    size_t at;          /* where it stands in the file */
};

struct json {
    const char *name, *start;
    struct messages *messages;
    struct buf values, texts; /* value 0 is the whole file's */
};

/* Reads n bytes, which end with a 0 beyond. name is for messages: "NAME: line 3, column 5: reason". false
 * with one. Free it in any case. The bytes must stay while messages are wanted. */
bool json_parse(struct json *json, const char *name, const void *p, size_t n, struct messages *messages);
void json_free(struct json *json);

const struct json_value *json_root(const struct json *json);

/* The first value inside an array or object, and the one beside a value; NULL: there is none. */
const struct json_value *json_first(const struct json *json, const struct json_value *value);
const struct json_value *json_next(const struct json *json, const struct json_value *value);

/* The member of this key (the first one) if the value is an object that has it, else NULL. */
const struct json_value *json_member(const struct json *json, const struct json_value *value,
                                     const char *key);

/* A member's key; the text of a string. They end with a 0; a 0 that is written inside as \u0000 ends them,
 * too. */
const char *json_key(const struct json *json, const struct json_value *value);
const char *json_text(const struct json *json, const struct json_value *value);

/* A message about a value, with its line and column. Returns false. */
bool json_trouble(const struct json *json, const struct json_value *value, const char *reason);

#endif
