/* Reading JSON into a list of values that know their neighbours. */
#include "json.h"
#include "number.h"
#include "utf8.h"
#include <string.h>

struct parser {
    struct json *json;
    const char *at, *end;
    int depth;
};

static struct json_value *value_at(const struct json *json, size_t i)
{
    return (struct json_value *)json->values.p + i;
}

static bool trouble_at(const struct json *json, size_t at, const char *reason)
{
    size_t line = 1, column = 1;
    for (size_t i = 0; i < at; i++) {
        const bool ends = json->start[i] == '\n';
        line += ends;
        column = ends ? 1 : column + 1;
    }
    message(json->messages, "%s: line %zu, column %zu: %s", json->name, line, column, reason);
    return false;
}

bool json_trouble(const struct json *json, const struct json_value *value, const char *reason)
{
    return trouble_at(json, value->at, reason);
}

static bool fail(const struct parser *p, const char *reason)
{
    return trouble_at(p->json, (size_t)(p->at - p->json->start),
                      p->at < p->end ? reason : "the file ends too early");
}

static void pass_blanks(struct parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r')) p->at++;
}

/* Passes over blanks and this character; false if another one comes. */
static bool take(struct parser *p, char c)
{
    pass_blanks(p);
    const bool there = p->at < p->end && *p->at == c;
    p->at += there;
    return there;
}

/* ---- Strings ---- */

/* Four hexadecimal digits. */
static bool take_hex(struct parser *p, uint32_t *c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    *c = 0;
    for (int i = 0; i < 4; i++, p->at++) {
        const char *d = p->at < p->end ? memchr(digits, *p->at, sizeof digits - 1) : NULL;
        if (!d) return fail(p, "\\u needs four hexadecimal digits");
        *c = *c << 4 | ((uint32_t)(d - digits) & 15);
    }
    return true;
}

/* What stands behind a backslash. */
static bool take_escape(struct parser *p)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *known = p->at < p->end ? memchr(from, *p->at, sizeof from - 1) : NULL;
    uint32_t c, low;
    if (known) {
        buf_add(&p->json->texts, &to[known - from], 1);
        p->at++;
        return true;
    }
    if (p->at == p->end || *p->at != 'u') return fail(p, "an escape that is not known");
    p->at++;
    if (!take_hex(p, &c)) return false;
    if (c >> 10 == 0x36) { /* the first half of a pair that stands for one character */
        if (p->end - p->at < 2 || p->at[0] != '\\' || p->at[1] != 'u')
            return fail(p, "half a surrogate pair");
        p->at += 2;
        if (!take_hex(p, &low)) return false;
        if (low >> 10 != 0x37) return fail(p, "half a surrogate pair");
        c = 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
    } else if (c >> 10 == 0x37) {
        return fail(p, "half a surrogate pair");
    }
    char bytes[UTF8_MOST];
    buf_add(&p->json->texts, bytes, (size_t)(utf8_put(bytes, c) - bytes));
    return true;
}

static bool take_string(struct parser *p, size_t *text)
{
    struct buf *texts = &p->json->texts;
    *text = texts->n;
    if (!take(p, '"')) return fail(p, "a string is expected here");
    while (p->at < p->end && *p->at != '"') {
        if ((unsigned char)*p->at < ' ') return fail(p, "a control character inside a string");
        if (!buf_try_reserve(texts, UTF8_MOST + 1)) return fail(p, "not enough memory");
        if (*p->at != '\\') {
            buf_add(texts, p->at++, 1);
            continue;
        }
        p->at++;
        if (!take_escape(p)) return false;
    }
    if (p->at == p->end) return fail(p, NULL);
    p->at++;
    buf_add(texts, "", 1);
    return true;
}

/* ---- Values ---- */

static const char *pass_digits(const char *p, const char *end)
{
    while (p < end && *p >= '0' && *p <= '9') p++;
    return p;
}

/* Where the number at p ends by JSON's rules, or NULL. */
static const char *number_end(const char *p, const char *end)
{
    p += p < end && *p == '-';
    const char *digits = p;
    p = pass_digits(p, end);
    if (p == digits || (*digits == '0' && p > digits + 1)) return NULL;
    if (p < end && *p == '.') {
        digits = ++p;
        if ((p = pass_digits(p, end)) == digits) return NULL;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        p += 1 + (p + 1 < end && (p[1] == '+' || p[1] == '-'));
        digits = p;
        if ((p = pass_digits(p, end)) == digits) return NULL;
    }
    return p;
}

static bool take_plain(struct parser *p, struct json_value *value)
{
    static const struct {
        const char *word;
        enum json_type type;
    } words[] = {{"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i].word);
        if ((size_t)(p->end - p->at) < n || memcmp(p->at, words[i].word, n) != 0) continue;
        p->at += n;
        value->type = words[i].type;
        return true;
    }
    const char *stop = number_end(p->at, p->end);
    value->type = JSON_NUMBER;
    if (!stop || !number_parse(p->at, (size_t)(stop - p->at), &value->number))
        return fail(p, "a value is expected here");
    p->at = stop;
    return true;
}

static bool take_value(struct parser *p, size_t key, size_t *index);

/* The values inside an array or object, up to what closes it. */
static bool take_inside(struct parser *p, size_t index, bool object)
{
    const char close = object ? '}' : ']';
    size_t last = 0, key = 0, inside;
    p->at++;
    if (take(p, close)) return true;
    do {
        if (object && !take_string(p, &key)) return false;
        if (object && !take(p, ':')) return fail(p, "':' is expected here");
        if (!take_value(p, key, &inside)) return false;
        if (last)
            value_at(p->json, last)->next = inside;
        else
            value_at(p->json, index)->first = inside;
        last = inside;
    } while (take(p, ','));
    return take(p, close) || fail(p, object ? "',' or '}' is expected here" : "',' or ']' is expected here");
}

/* Depth is bounded, so that no file can exhaust the stack. */
static bool take_value(struct parser *p, size_t key, size_t *index)
{
    struct buf *values = &p->json->values;
    pass_blanks(p);
    struct json_value value = {.key = key, .at = (size_t)(p->at - p->json->start)};
    const char c = p->at < p->end ? *p->at : 0;
    const bool nested = c == '{' || c == '[';
    value.type = c == '{' ? JSON_OBJECT : c == '[' ? JSON_ARRAY : JSON_STRING;
    if (!nested && !(c == '"' ? take_string(p, &value.text) : take_plain(p, &value))) return false;
    *index = values->n / sizeof value;
    if (!buf_try_reserve(values, sizeof value)) return fail(p, "not enough memory");
    buf_add(values, &value, sizeof value);
    if (!nested) return true;
    if (p->depth == JSON_DEPTH) return fail(p, "arrays and objects too deep inside each other");
    p->depth++;
    const bool good = take_inside(p, *index, c == '{');
    p->depth--;
    return good;
}

bool json_parse(struct json *json, const char *name, const void *bytes, size_t n, struct messages *messages)
{
    static const char mark[] = "\xef\xbb\xbf";
    *json = (struct json){.name = name, .start = bytes, .messages = messages};
    struct parser p = {json, json->start, json->start + n, 0};
    size_t index;
    if (n >= 3 && !memcmp(p.at, mark, 3)) p.at += 3;
    if (!take_value(&p, 0, &index)) return false;
    pass_blanks(&p);
    return p.at == p.end || fail(&p, "more than one value");
}

void json_free(struct json *json)
{
    buf_free(&json->values);
    buf_free(&json->texts);
}

/* ---- Looking ---- */

const struct json_value *json_root(const struct json *json)
{
    return value_at(json, 0);
}

const struct json_value *json_first(const struct json *json, const struct json_value *value)
{
    return value->first ? value_at(json, value->first) : NULL;
}

const struct json_value *json_next(const struct json *json, const struct json_value *value)
{
    return value->next ? value_at(json, value->next) : NULL;
}

const char *json_key(const struct json *json, const struct json_value *value)
{
    return (const char *)json->texts.p + value->key;
}

const char *json_text(const struct json *json, const struct json_value *value)
{
    return (const char *)json->texts.p + value->text;
}

const struct json_value *json_member(const struct json *json, const struct json_value *value, const char *key)
{
    if (value->type != JSON_OBJECT) return NULL;
    const struct json_value *member = json_first(json, value);
    while (member && strcmp(json_key(json, member), key) != 0) member = json_next(json, member);
    return member;
}
