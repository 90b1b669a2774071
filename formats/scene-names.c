/* What names of a scene stand for. */
#include "scene-reader.h"
#include <stdlib.h>
#include <string.h>

/* Words that mean something somewhere, and so can be no names of one's own; functions and built-in shapes are
 * in tables of their own. */
static const char words[] =
    " at axis body box by closed edge expect face free implicit in intersection inward let move moved "
    "difference outward overlap pair pi points pole quaternion radius reversed scale scene separation set "
    "sheet simultaneity smooth solid surface t time track turn u union v vertex x y z ";

static bool is_word(const struct scene_reader *r)
{
    char word[16];
    const struct token *t = &r->token;
    if (t->n + 2 >= sizeof word) return false;
    word[0] = word[t->n + 1] = ' ';
    memcpy(word + 1, r->text + t->at, t->n);
    word[t->n + 2] = 0;
    return strstr(words, word) != NULL;
}

bool name_is_free(struct scene_reader *r)
{
    if (r->token.type != TOKEN_NAME) return token_trouble(r, "a name is expected here");
    if (is_word(r) || function_is(r) || shape_is_builtin(r))
        return token_trouble(r, "\"%s\" is a word of the language", token_shown(r, &r->token).text);
    if (name_find(r, &r->token))
        return token_trouble(r, "\"%s\" is defined already", token_shown(r, &r->token).text);
    return true;
}

/* ---- The table: chains of names, the newest first ---- */

size_t name_count(const struct scene_reader *r)
{
    return r->names.n / sizeof(struct scene_name);
}

struct scene_name *name_at(const struct scene_reader *r, size_t i)
{
    return (struct scene_name *)r->names.p + i;
}

/* FNV-1a. */
static size_t bucket_of(const struct scene_reader *r, size_t at, size_t n)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)r->text[at + i]) * UINT64_C(1099511628211);
    return (size_t)(h ^ h >> 32) & (r->buckets - 1);
}

static void chain_in(struct scene_reader *r, size_t i)
{
    struct scene_name *name = name_at(r, i);
    uint32_t *bucket = &r->bucket[bucket_of(r, name->at, name->n)];
    name->chain = *bucket;
    *bucket = (uint32_t)i + 1;
}

/* Room in the table for one more; false: memory is out. */
static bool make_room(struct scene_reader *r)
{
    if (!buf_try_reserve(&r->names, sizeof(struct scene_name))) return false;
    if (name_count(r) < r->buckets) return true;
    const size_t buckets = r->buckets ? 2 * r->buckets : 64;
    uint32_t *bucket = calloc(buckets, sizeof *bucket);
    if (!bucket) return false;
    free(r->bucket);
    r->bucket = bucket;
    r->buckets = buckets;
    for (size_t i = 0; i < name_count(r); i++) chain_in(r, i);
    return true;
}

struct scene_name *name_find(const struct scene_reader *r, const struct token *token)
{
    if (token->type != TOKEN_NAME || !r->buckets) return NULL;
    for (uint32_t i = r->bucket[bucket_of(r, token->at, token->n)]; i; i = name_at(r, i - 1)->chain) {
        struct scene_name *name = name_at(r, i - 1);
        if (name->n == token->n && !memcmp(r->text + name->at, r->text + token->at, token->n)) return name;
    }
    return NULL;
}

bool name_add(struct scene_reader *r, const struct token *token, enum name_kind kind, size_t index)
{
    const struct scene_name name = {.at = token->at, .n = token->n, .kind = kind, .index = index};
    if (!make_room(r)) return scene_no_memory(r, token->at);
    buf_add(&r->names, &name, sizeof name);
    chain_in(r, name_count(r) - 1);
    return true;
}

bool name_define(struct scene_reader *r, enum name_kind kind, size_t index)
{
    if (!name_is_free(r) || !name_add(r, &r->token, kind, index)) return false;
    token_next(r);
    return true;
}

void name_forget(struct scene_reader *r, size_t n)
{
    while (name_count(r) > n) {
        const struct scene_name *last = name_at(r, name_count(r) - 1);
        r->bucket[bucket_of(r, last->at, last->n)] = last->chain;
        r->names.n -= sizeof *last;
    }
}

bool name_take(struct scene_reader *r, enum name_kind kind, size_t *index)
{
    const char *what = kind == NAME_BODY ? "body" : "shape";
    if (r->token.type != TOKEN_NAME) return token_trouble(r, "the name of a %s is expected here", what);
    const struct scene_name *name = name_find(r, &r->token);
    const struct shown shown = token_shown(r, &r->token);
    if (!name) return token_trouble(r, "an unknown name: \"%s\"", shown.text);
    if (name->kind != kind) return token_trouble(r, "\"%s\" is no %s", shown.text, what);
    if (name->index == NAME_UNFINISHED)
        return token_trouble(r, "the definition of \"%s\" uses itself", shown.text);
    *index = name->index;
    token_next(r);
    return true;
}
