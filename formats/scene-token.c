/* Scenes as tokens, and messages about places in them. */
#include "number.h"
#include "scene-reader.h"
#include "utf8.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* ---- Messages ---- */

/* Columns count characters. Places of a scene come in nearly ascending order: lines are counted from the last
 * one on, or else from the beginning. */
static void report(struct scene_reader *r, size_t at, const char *reason)
{
    size_t column = 1;
    if (r->failed) return;
    r->failed = true;
    if (at < r->counted) r->counted = 0, r->line = 1;
    for (size_t i = r->counted; i < at; i++) {
        const bool ends = r->text[i] == '\n';
        if (ends) r->counted = i + 1;
        r->line += ends;
        column = ends ? 1 : column + (((unsigned char)r->text[i] & 0xc0) != 0x80);
    }
    message(r->messages, "%s:%zu:%zu: %s", r->name, r->line, column, reason);
}

bool scene_trouble(struct scene_reader *r, size_t at, const char *format, ...)
{
    char reason[300];
    va_list ap;
    va_start(ap, format);
    vsnprintf(reason, sizeof reason, format, ap);
    va_end(ap);
    report(r, at, reason);
    return false;
}

bool token_trouble(struct scene_reader *r, const char *format, ...)
{
    char reason[300];
    va_list ap;
    va_start(ap, format);
    vsnprintf(reason, sizeof reason, format, ap);
    va_end(ap);
    const struct token *t = &r->token;
    report(r, t->at,
           t->type == TOKEN_BAD   ? t->problem
           : t->type == TOKEN_END ? "the file ends too early"
                                  : reason);
    return false;
}

bool scene_no_memory(struct scene_reader *r, size_t at)
{
    return scene_trouble(r, at, "not enough memory");
}

struct shown token_shown(const struct scene_reader *r, const struct token *token)
{
    enum { MOST = 40 };
    struct shown shown;
    const bool cut = token->n > MOST;
    const size_t n = cut ? MOST : token->n;
    for (size_t i = 0; i < n; i++) {
        const char c = r->text[token->at + i];
        shown.text[i] = c < ' ' || c > '~' ? '?' : c;
    }
    memcpy(shown.text + n, cut ? "..." : "", cut ? 4 : 1);
    return shown;
}

char *token_copy(struct scene_reader *r, const struct token *token)
{
    const size_t from = token->at + (token->type == TOKEN_STRING);
    char *copy = malloc(token->n + 1);
    if (!copy) return scene_no_memory(r, token->at), NULL;
    memcpy(copy, r->text + from, token->n);
    copy[token->n] = 0;
    return copy;
}

/* ---- Tokens ---- */

static const char *pass_blanks(const char *p, const char *end)
{
    for (; p < end; p++) {
        if (*p == '#')
            while (p + 1 < end && p[1] != '\n') p++;
        else if (!(*p && strchr(" \t\r\n", *p)))
            break;
    }
    return p;
}

static const char *pass_digits(const char *p)
{
    while (is_digit(*p)) p++;
    return p;
}

/* "12.5e-3"; returns where it ends. */
static const char *take_number(const char *p, struct token *t)
{
    const char *start = p;
    p = pass_digits(p);
    if (*p == '.') p = pass_digits(p + 1);
    const char *power = *p == 'e' || *p == 'E' ? p + 1 + (p[1] == '-' || p[1] == '+') : p;
    if (power > p && is_digit(*power)) p = pass_digits(power);
    t->type = TOKEN_NUMBER;
    if (is_letter(*p) || *p == '.')
        t->type = TOKEN_BAD, t->problem = "a number that does not end like one";
    else if (!number_parse(start, (size_t)(p - start), &t->number) || t->number > SCENE_LARGEST)
        t->type = TOKEN_BAD, t->problem = "a number beyond 1e60";
    return p;
}

/* From the quote on. There is nothing to escape. */
static const char *take_string(const char *p, const char *end, struct token *t)
{
    const char *start = ++p;
    int n = 1;
    for (; p < end && *p != '"' && (unsigned char)*p >= ' ' && (n = utf8_length(p)) > 0; p += n) {
    }
    t->n = (size_t)(p - start);
    t->type = TOKEN_STRING;
    if (p < end && n == 0)
        t->type = TOKEN_BAD, t->problem = "a text that is not UTF-8";
    else if (p == end || *p != '"')
        t->type = TOKEN_BAD, t->problem = "a text without its closing quote on this line";
    return p + 1;
}

void token_next(struct scene_reader *r)
{
    const char *end = r->text + r->n, *p = pass_blanks(r->text + r->behind, end), *start = p;
    struct token *t = &r->token;
    *t = (struct token){.at = (size_t)(p - r->text)};
    if (p == end) {
        t->type = TOKEN_END;
    } else if (is_letter(*p)) {
        while (is_letter(*p) || is_digit(*p)) p++;
        t->type = TOKEN_NAME;
    } else if (is_digit(*p) || (*p == '.' && is_digit(p[1]))) {
        p = take_number(p, t);
    } else if (*p == '"') {
        p = take_string(p, end, t);
    } else {
        const bool sign = *p && strchr("+-*/^()[]{},;=.", *p);
        t->type = sign ? TOKEN_SIGN : TOKEN_BAD;
        t->problem = "a character that means nothing here";
        p++;
    }
    if (t->type != TOKEN_STRING) t->n = (size_t)(p - start);
    r->behind = p < end ? (size_t)(p - r->text) : r->n;
}

bool token_is(const struct scene_reader *r, const char *text)
{
    const struct token *t = &r->token;
    return (t->type == TOKEN_NAME || t->type == TOKEN_SIGN) && t->n == strlen(text) &&
           !memcmp(r->text + t->at, text, t->n);
}

bool token_take(struct scene_reader *r, const char *text)
{
    const bool there = token_is(r, text);
    if (there) token_next(r);
    return there;
}

bool token_need(struct scene_reader *r, const char *text)
{
    const char *quote = strlen(text) == 1 ? "'" : "\"";
    return token_take(r, text) || token_trouble(r, "%s%s%s is expected here", quote, text, quote);
}

void token_pass_ends(struct scene_reader *r)
{
    while (token_take(r, ";")) {
    }
}
