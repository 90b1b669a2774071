/* "#ccd-KIND v1" and "#end". */
#include "directive.h"
#include "number.h"
#include <inttypes.h>
#include <string.h>

bool line_begins(const struct line *line, const char *word)
{
    size_t n = strlen(word);
    return line->n >= n && !memcmp(line->p, word, n);
}

bool line_is_end(const struct line *line)
{
    const size_t n = strlen("#end");
    return line_begins(line, "#end") && (line->n == n || line->p[n] == ' ' || line->p[n] == '\t');
}

/* The next word of the line from *at on; false at the end. */
static bool next_word(const struct line *line, size_t *at, struct field *word)
{
    const char *blank = " \t\r";
    while (*at < line->n && strchr(blank, line->p[*at])) ++*at;
    size_t from = *at;
    while (*at < line->n && !strchr(blank, line->p[*at])) ++*at;
    *word = (struct field){line->p + from, *at - from};
    return word->n > 0;
}

/* The value of "key=value", or p == NULL. */
static struct field value_of(struct field word, const char *key)
{
    size_t n = strlen(key);
    if (word.n <= n || memcmp(word.p, key, n) || word.p[n] != '=') return (struct field){0};
    return (struct field){word.p + n + 1, word.n - n - 1};
}

/* Exactly 16 hexadecimal digits, so that a line that was cut short is noticed. */
static bool hex_parse(struct field f, uint64_t *value)
{
    static const char digits[] = "0123456789abcdef";
    if (f.n != 16) return false;
    *value = 0;
    for (size_t i = 0; i < f.n; i++) {
        const char *d = memchr(digits, f.p[i], 16);
        if (!d) return false;
        *value = *value << 4 | (uint64_t)(d - digits);
    }
    return true;
}

static bool part_parse(struct field f, struct run *run)
{
    const char *slash = memchr(f.p, '/', f.n);
    uint64_t part, parts;
    if (!slash) return false;
    size_t before = (size_t)(slash - f.p);
    if (!number_parse_uint(f.p, before, UINT32_MAX, &part)) return false;
    if (!number_parse_uint(slash + 1, f.n - before - 1, UINT32_MAX, &parts) || part >= parts) return false;
    run->part = (uint32_t)part;
    run->parts = (uint32_t)parts;
    return true;
}

const char *head_parse(const struct line *line, const struct kind **kind, struct run *run)
{
    size_t at = strlen("#ccd-");
    struct field word, value;
    *run = (struct run){0, 0, 1};
    *kind = next_word(line, &at, &word) ? kind_of_word(word.p, word.n) : NULL;
    if (!*kind) return "this kind is unknown";
    if (!next_word(line, &at, &word) || word.n != 2 || memcmp(word.p, "v1", 2))
        return "this version is unknown";
    while (next_word(line, &at, &word)) {
        if ((value = value_of(word, "run")).p && !hex_parse(value, &run->tag))
            return "run= is not 16 hex digits";
        if ((value = value_of(word, "part")).p && !part_parse(value, run))
            return "part= is not r/n with r < n";
    }
    return NULL;
}

const char *end_parse(const struct line *line, struct block *block)
{
    size_t at = strlen("#end");
    struct field word, value;
    struct run run = block->run;
    bool records = false, digest = false, part = false;
    while (next_word(line, &at, &word)) {
        if ((value = value_of(word, "records")).p)
            records = number_parse_uint(value.p, value.n, UINT64_MAX, &block->end_records);
        if ((value = value_of(word, "digest")).p) digest = hex_parse(value, &block->end_digest);
        if ((value = value_of(word, "part")).p) part = part_parse(value, &run);
        if (field_is(word, "repaired")) block->frame_flags |= FRAME_REPAIRED;
    }
    if (!records) return "this #end does not say records=N";
    if (!digest) return "this #end does not say digest= and 16 hex digits";
    if (!part) return "this #end does not say part=r/n with r < n";
    if (run.part != block->run.part || run.parts != block->run.parts)
        return "this #end is of another part than the rows before it";
    return NULL;
}

void head_print(struct buf *out, char kind, struct run run)
{
    const struct kind *k = kind_find(kind);
    buf_printf(out, "#ccd-%s v1", k->word);
    if (run.tag) buf_printf(out, " run=%016" PRIx64, run.tag);
    if (run.parts > 1) buf_printf(out, " part=%" PRIu32 "/%" PRIu32, run.part, run.parts);
    buf_printf(out, "\n#%s\n", k->columns);
}

void end_print(struct buf *out, uint64_t records, uint64_t digest, struct run run, bool repaired)
{
    buf_printf(out, "#end records=%" PRIu64 " digest=%016" PRIx64 " part=%" PRIu32 "/%" PRIu32 "%s\n",
               records, digest, run.part, run.parts, repaired ? " repaired" : "");
}
