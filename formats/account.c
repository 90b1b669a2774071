/* END bookkeeping. */
#include "account.h"
#include "../lib/num/mix64.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void account_free(struct account *a)
{
    buf_free(&a->entries);
    buf_free(&a->index);
    a->last = 0;
}

size_t account_count(const struct account *a)
{
    return a->entries.n / sizeof(struct entry);
}

struct entry *account_entry(struct account *a, size_t i)
{
    return (struct entry *)a->entries.p + i;
}

static uint64_t hash(char kind, struct run run)
{
    uint64_t parts = (uint64_t)run.parts << 32 | run.part;
    return mix64(mix64(mix64((unsigned char)kind) + run.tag) + parts);
}

static bool same(const struct entry *e, char kind, struct run run)
{
    return e->kind == kind && run_equal(e->run, run);
}

/* The slot of this kind and run in the hash table: its own, or the empty one where it belongs. */
static uint32_t *slot(struct account *a, char kind, struct run run)
{
    uint32_t *table = (uint32_t *)a->index.p;
    size_t mask = a->index.n / sizeof *table - 1, i = hash(kind, run) & mask;
    while (table[i] && !same(account_entry(a, table[i] - 1), kind, run)) i = (i + 1) & mask;
    return &table[i];
}

/* Keeps the hash table at most half full. */
static void grow(struct account *a)
{
    size_t slots = a->index.n / sizeof(uint32_t), count = account_count(a);
    if (slots > 2 * count) return;
    size_t bytes = (slots ? 2 * slots : 64) * sizeof(uint32_t);
    a->index.n = 0;
    buf_reserve(&a->index, bytes);
    memset(a->index.p, 0, bytes);
    a->index.n = bytes;
    for (size_t i = 0; i < count; i++) {
        const struct entry *e = account_entry(a, i);
        *slot(a, e->kind, e->run) = (uint32_t)i + 1;
    }
}

struct entry *account_find(struct account *a, char kind, struct run run, const char *file)
{
    struct entry *e;
    if (a->last < account_count(a) && same(e = account_entry(a, a->last), kind, run)) {
        e->one_file &= e->file == file;
        return e;
    }
    grow(a);
    uint32_t *s = slot(a, kind, run);
    if (!*s) {
        const struct entry fresh = {.kind = kind, .run = run, .file = file, .one_file = true};
        buf_add(&a->entries, &fresh, sizeof fresh);
        *s = (uint32_t)account_count(a);
    }
    a->last = *s - 1;
    e = account_entry(a, a->last);
    e->one_file &= e->file == file;
    return e;
}

void account_join(struct account *a, struct account *from)
{
    for (size_t i = 0; i < account_count(from); i++) {
        const struct entry *f = account_entry(from, i);
        struct entry *e = account_find(a, f->kind, f->run, f->file);
        e->records += f->records;
        e->digest += f->digest;
        e->ends += f->ends;
        e->end_records += f->end_records;
        e->end_digest += f->end_digest;
        e->one_file &= f->one_file;
    }
}

/* "vf.ccd: incomplete: run 1f, part 0/4: " */
static void complain(struct messages *messages, const struct entry *e, const char *what)
{
    struct buf where = {0};
    buf_printf(&where, "%s", e->one_file ? e->file : "the input");
    buf_printf(&where, ": incomplete: kind %c", e->kind);
    if (e->run.tag) buf_printf(&where, ", run %016" PRIx64, e->run.tag);
    if (e->run.parts > 1) buf_printf(&where, ", part %" PRIu32 "/%" PRIu32, e->run.part, e->run.parts);
    message_of(messages, MESSAGE_OUTCOME, "%.*s: %s", (int)where.n, (const char *)where.p, what);
    buf_free(&where);
}

/* What stands behind "1 record", "2 record". */
static const char *was(uint64_t n)
{
    return n == 1 ? " was" : "s were";
}

static bool entry_complete(const struct entry *e, struct messages *messages)
{
    char what[128];
    if (!e->ends)
        snprintf(what, sizeof what, "%" PRIu64 " record%s read, but the END is missing", e->records,
                 was(e->records));
    else if (e->records != e->end_records)
        snprintf(what, sizeof what, "%" PRIu64 " record%s read, the END vouches for %" PRIu64, e->records,
                 was(e->records), e->end_records);
    else if (e->digest != e->end_digest)
        snprintf(what, sizeof what, "the ids read are not those that the END vouches for");
    else
        return true;
    complain(messages, e, what);
    return false;
}

bool account_complete(struct account *a, struct messages *messages)
{
    bool complete = true;
    for (size_t i = 0; i < account_count(a); i++) complete &= entry_complete(account_entry(a, i), messages);
    return complete;
}

/* Adds up the runs in parts without their part number: `records` counts the parts here, `ends` their ENDs. */
static void count_parts(struct account *a, struct account *runs)
{
    for (size_t i = 0; i < account_count(a); i++) {
        const struct entry *e = account_entry(a, i);
        if (e->run.parts < 2) continue;
        const struct run whole = {e->run.tag, 0, e->run.parts};
        struct entry *r = account_find(runs, e->kind, whole, e->file);
        r->one_file &= e->one_file;
        r->records++;
        r->ends += e->ends;
        r->end_records += e->ends == 1;
    }
}

/* Parts with the same fault, in ascending order, as text: "0, 2 to 5". */
struct faulty {
    struct buf text;
    unsigned ranges; /* in `text`, the first few */
    uint64_t count, told;
};

static void add_faulty(struct faulty *f, uint64_t first, uint64_t last)
{
    enum { MOST_RANGES = 10 };
    f->count += last - first + 1;
    if (f->ranges == MOST_RANGES) return;
    buf_printf(&f->text, "%s%" PRIu64, f->ranges++ ? ", " : "", first);
    if (last > first) buf_printf(&f->text, "%s%" PRIu64, last > first + 1 ? " to " : ", ", last);
    f->told = f->count;
}

/* Appends ": parts 0, 2 to 5 are missing", if there are some, behind others "; parts ...", and forgets them.
 */
static void tell_faulty(struct faulty *f, struct buf *text, bool *first, const char *one, const char *several)
{
    if (!f->count) return;
    buf_printf(text, "%s part%s %.*s", *first ? ":" : ";", plural(f->count), (int)f->text.n,
               (const char *)f->text.p);
    if (f->count > f->told) buf_printf(text, " and %" PRIu64 " more", f->count - f->told);
    buf_printf(text, " %s", f->count == 1 ? one : several);
    *first = false;
    buf_free(&f->text);
}

static int by_part(const void *a, const void *b)
{
    const struct entry *const *x = a, *const *y = b;
    return ((*x)->run.part > (*y)->run.part) - ((*x)->run.part < (*y)->run.part);
}

/* The parts of a run that are here, struct entry *, in ascending order. */
static struct buf parts_of(struct account *a, const struct entry *run)
{
    struct buf parts = {0};
    for (size_t i = 0; i < account_count(a); i++) {
        const struct entry *e = account_entry(a, i);
        if (e->kind == run->kind && e->run.tag == run->run.tag && e->run.parts == run->run.parts)
            buf_add(&parts, &e, sizeof e);
    }
    qsort(parts.p, parts.n / sizeof run, sizeof run, by_part);
    return parts;
}

/* Which parts of a run did not come, came more than once, or have no END. */
static void tell_parts(struct account *a, const struct entry *run, struct buf *text)
{
    struct faulty missing = {.count = 0}, again = {.count = 0}, endless = {.count = 0};
    struct buf parts = parts_of(a, run);
    const struct entry **part = (const struct entry **)(void *)parts.p;
    uint64_t next = 0;
    for (size_t i = 0; i < parts.n / sizeof *part; i++) {
        const uint64_t number = part[i]->run.part;
        if (number > next) add_faulty(&missing, next, number - 1);
        if (part[i]->ends > 1) add_faulty(&again, number, number);
        if (!part[i]->ends) add_faulty(&endless, number, number);
        next = number + 1;
    }
    if (next < run->run.parts) add_faulty(&missing, next, run->run.parts - 1);
    bool first = true;
    tell_faulty(&missing, text, &first, "is missing", "are missing");
    tell_faulty(&again, text, &first, "came more than once", "came more than once");
    tell_faulty(&endless, text, &first, "has no END", "have no END");
    buf_free(&parts);
}

bool account_parts(struct account *a, bool lone, struct messages *messages)
{
    struct account runs = {0};
    struct buf text = {0};
    bool whole = true;
    count_parts(a, &runs);
    for (size_t i = 0; i < account_count(&runs); i++) {
        const struct entry *r = account_entry(&runs, i);
        if (r->records == r->run.parts && r->end_records == r->run.parts) continue;
        whole = false;
        if (!lone && r->ends < 2 && r->records < 2) continue;
        text.n = 0;
        buf_printf(&text,
                   "%s: kind %c, run %016" PRIx64 ": not each of %" PRIu32 " parts is here exactly once",
                   r->one_file ? r->file : "the input", r->kind, r->run.tag, r->run.parts);
        tell_parts(a, r, &text);
        message_of(messages, MESSAGE_OUTCOME, "%.*s", (int)text.n, (const char *)text.p);
    }
    buf_free(&text);
    account_free(&runs);
    return whole;
}
