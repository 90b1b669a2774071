/* Telling about a stream: what is in it, and whether it is complete. */
#include "cat.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What is known of the records of one form, kind and run. */
struct info {
    enum form form;
    char kind;
    struct run run;
    uint64_t records, frames, bytes, lowest, highest, ends;
    bool repaired;
};

static struct info *find(struct cat *cat, const struct block *b)
{
    struct info *known = (struct info *)cat->runs.p;
    for (size_t i = cat->runs.n / sizeof *known; i-- > 0;) {
        if (known[i].form == b->form && known[i].kind == b->kind && run_equal(known[i].run, b->run))
            return &known[i];
    }
    const struct info new = {.form = b->form, .kind = b->kind, .run = b->run, .lowest = UINT64_MAX};
    buf_add(&cat->runs, &new, sizeof new);
    return (struct info *)(cat->runs.p + cat->runs.n) - 1;
}

static void take(struct cat *cat, struct cat_item *item)
{
    const struct block *b = &item->block;
    if (b->form == FORM_SNIFF) return; /* the empty end of an input of which no form is known */
    struct info *info = find(cat, b);
    const size_t size = frame_record_size(b->record_kind, b->records.p, b->n);
    info->bytes += b->size;
    if (b->what == BLOCK_END) {
        info->ends++;
        info->repaired |= (b->frame_flags & FRAME_REPAIRED) != 0;
        return;
    }
    info->frames++;
    info->records += b->n;
    for (size_t i = 0; i < b->n; i++) {
        uint64_t id; /* every record starts with it */
        memcpy(&id, b->records.p + i * size, sizeof id);
        if (id < info->lowest) info->lowest = id;
        if (id > info->highest) info->highest = id;
    }
}

static void print(const struct info *i, struct buf *out)
{
    char part[32], ids[48] = "none";
    snprintf(part, sizeof part, "%" PRIu32 "/%" PRIu32, i->run.part, i->run.parts);
    if (i->records) snprintf(ids, sizeof ids, "%" PRIu64 "..%" PRIu64, i->lowest, i->highest);
    buf_printf(
        out, "%c    %-4s %016" PRIx64 " %-9s %12" PRIu64 " %9" PRIu64 " %14" PRIu64 "  %-21s %" PRIu64 "%s\n",
        i->kind, form_names[i->form], i->run.tag, part, i->records, i->frames, i->bytes, ids, i->ends,
        i->repaired ? " repaired" : "");
}

static void finish(struct cat *cat, bool whole)
{
    const struct info *known = (const struct info *)cat->runs.p;
    struct buf out = {0};
    buf_printf(&out, "kind form %-16s %-9s %12s %9s %14s  %-21s %s\n", "run", "part", "records", "blocks",
               "bytes", "ids", "ends");
    for (size_t i = 0; i < cat->runs.n / sizeof *known; i++) print(&known[i], &out);
    buf_printf(&out, "%s\n", whole && !cat->trouble ? "complete" : "not complete");
    if (!cli_write_text(NULL, &out)) cat->trouble = true;
    buf_free(&out);
}

const struct cat_mode cat_info = {.take = take, .finish = finish, .wants_all_parts = true};
const struct cat_mode cat_check = {.wants_all_parts = true};
