/* Taking JSON objects apart, with messages that say where and what. */
#include "sdf-json.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

size_t sdf_trouble(const struct sdf_reader *r, const struct json_value *value, const char *format, ...)
{
    char reason[300];
    va_list ap;
    va_start(ap, format);
    vsnprintf(reason, sizeof reason, format, ap);
    va_end(ap);
    json_trouble(r->json, value, reason);
    return SDF_NONE;
}

struct sdf_shown sdf_shown(const char *text)
{
    struct sdf_shown shown;
    size_t n = 0;
    for (; n < sizeof shown.text - 1 && text[n]; n++)
        shown.text[n] = text[n] < ' ' || text[n] > '~' ? '?' : text[n];
    shown.text[n] = 0;
    return shown;
}

static struct sdf_field *field_of(struct sdf_field *fields, const char *key)
{
    while (fields->key && strcmp(fields->key, key) != 0) fields++;
    return fields;
}

bool sdf_take_fields(const struct sdf_reader *r, const struct json_value *value, const char *of,
                     struct sdf_field *fields)
{
    if (value->type != JSON_OBJECT) return sdf_trouble(r, value, "\"%s\" needs an object {...}", of), false;
    for (const struct json_value *m = json_first(r->json, value); m; m = json_next(r->json, m)) {
        const char *key = json_key(r->json, m);
        struct sdf_field *field = field_of(fields, key);
        if (!strcmp(key, "comment")) continue;
        if (!field->key) return sdf_trouble(r, m, "\"%s\" has no \"%s\"", of, sdf_shown(key).text), false;
        if (field->value) return sdf_trouble(r, m, "a second \"%s\" in \"%s\"", key, of), false;
        field->value = m;
    }
    for (; fields->key; fields++)
        if (fields->needed && !fields->value)
            return sdf_trouble(r, value, "\"%s\" lacks \"%s\"", of, fields->key), false;
    return true;
}

bool sdf_take_list(const struct sdf_reader *r, const struct sdf_field *field)
{
    if (field->value->type == JSON_ARRAY && field->value->first) return true;
    sdf_trouble(r, field->value, "\"%s\" needs a list [...] of one solid or more", field->key);
    return false;
}

bool sdf_take_number(const struct sdf_reader *r, const struct json_value *value, double *x)
{
    if (value->type != JSON_NUMBER) return sdf_trouble(r, value, "a number is expected here"), false;
    *x = value->number;
    if (fabs(*x) <= SDF_LARGEST) return true;
    return sdf_trouble(r, value, "a number beyond 1e60"), false;
}

static bool is_size(const struct sdf_reader *r, const struct json_value *value, double x)
{
    if (x >= SDF_SMALLEST) return true;
    return sdf_trouble(r, value, x > 0 ? "a number below 1e-60" : "this must be above 0"), false;
}

bool sdf_take_size(const struct sdf_reader *r, const struct json_value *value, double *x)
{
    return sdf_take_number(r, value, x) && is_size(r, value, *x);
}

static bool take_list(const struct sdf_reader *r, const struct json_value *value, size_t n, bool sizes,
                      double *x)
{
    const struct json_value *item = value->type == JSON_ARRAY ? json_first(r->json, value) : NULL;
    size_t i = 0;
    for (; item && i < n; item = json_next(r->json, item), i++)
        if (!(sizes ? sdf_take_size : sdf_take_number)(r, item, &x[i])) return false;
    if (i == n && !item && value->type == JSON_ARRAY) return true;
    return sdf_trouble(r, value, "%zu numbers [...] are expected here", n), false;
}

bool sdf_take_numbers(const struct sdf_reader *r, const struct json_value *value, size_t n, double *x)
{
    return take_list(r, value, n, false, x);
}

bool sdf_take_sizes(const struct sdf_reader *r, const struct json_value *value, size_t n, double *x)
{
    return take_list(r, value, n, true, x);
}

size_t sdf_added(const struct sdf_reader *r, const struct json_value *value, size_t index)
{
    return index == SDF_NONE ? sdf_trouble(r, value, "%s", r->sdf->problem) : index;
}
