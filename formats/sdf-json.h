/* Trees of signed distance functions as JSON: ours (the text is ccd-sdf-scene(5)), and scenes of
 * LipschitzPruning. */
#ifndef CCDQ_SDF_JSON_H
#define CCDQ_SDF_JSON_H

#include "../lib/sdf/sdf.h"
#include "json.h"

/* Reads n bytes, which end with a 0 beyond, into an empty `sdf`, and appends the numbers (size_t) of the
 * nodes that are the roots of the scene's solids to `roots`: one, which is the last node, or as many as the
 * list "solids" has. A tree whose first object has a "nodeType" is a scene of LipschitzPruning. name is for
 * messages: "NAME: line 3, column 5: reason". false with one message. Free both in any case. */
bool sdf_json_read(struct sdf *sdf, struct buf *roots, const char *name, const void *bytes, size_t n,
                   struct messages *messages);

/* The same from a file ("-": standard input), gunzip'd if need be. */
bool sdf_file_read(struct sdf *sdf, struct buf *roots, const char *path, struct messages *messages);

/* ---- For the two forms ---- */

struct sdf_reader {
    struct sdf *sdf;
    const struct json *json;
};

/* A member that an object may have, or must have. */
struct sdf_field {
    const char *key;
    bool needed;
    const struct json_value *value; /* set by sdf_take_fields; NULL: it is not there */
};

/* Finds the members; ends with one whose key is NULL. false with a message: what is at `value` is no object,
 * or a key is unknown, double or missing. "comment" may be in each object. `of` is the object's name in
 * messages. */
bool sdf_take_fields(const struct sdf_reader *r, const struct json_value *value, const char *of,
                     struct sdf_field *fields);

/* Whether the field holds a list with something in it; false with a message. */
bool sdf_take_list(const struct sdf_reader *r, const struct sdf_field *field);

/* A message about a value. Returns SDF_NONE. */
size_t sdf_trouble(const struct sdf_reader *r, const struct json_value *value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* false with a message. Numbers are not beyond 1e60, positive ones not below 1e-60. */
bool sdf_take_number(const struct sdf_reader *r, const struct json_value *value, double *x);
bool sdf_take_size(const struct sdf_reader *r, const struct json_value *value, double *x);
bool sdf_take_numbers(const struct sdf_reader *r, const struct json_value *value, size_t n, double *x);
bool sdf_take_sizes(const struct sdf_reader *r, const struct json_value *value, size_t n, double *x);

/* `index`, or a message about the value with the tree's problem when it is SDF_NONE. */
size_t sdf_added(const struct sdf_reader *r, const struct json_value *value, size_t index);

/* The key of a member, fit to be shown: 40 bytes of it, with '?' for what is not printable. */
struct sdf_shown {
    char text[41];
};
struct sdf_shown sdf_shown(const char *text);

/* The root of a scene of LipschitzPruning (sdf-lipschitz.c), or SDF_NONE with a message. */
size_t sdf_lipschitz_scene(const struct sdf_reader *r, const struct json_value *root);

#endif
