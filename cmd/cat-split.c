/* Splitting: frame k of a kind goes to part k mod N, so that queries, their results and contacts stay
 * together. */
#include "cat.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct known {
    char kind;
    uint64_t tag;
};

const char *cat_part_path(const struct cat *cat, uint64_t r, struct buf *path)
{
    path->n = 0;
    buf_printf(path, "%s-%04" PRIu64 ".%s", cat->prefix, r, cat->common.to == FORM_CSV ? "csv" : "ccd");
    buf_add(path, "", 1);
    return (const char *)path->p;
}

static void open_parts(struct cat *cat)
{
    struct buf path = {0};
    for (uint64_t r = 0; r < cat->parts; r++) cat_open_writer(cat, cat_part_path(cat, r, &path));
    buf_free(&path);
}

/* A block of what is a part already: each part is named once. */
static void refuse(struct cat *cat, struct cat_item *item)
{
    const struct block *block = &item->block;
    item->keep = false;
    if (cat->refused && run_equal(block->run, cat->refused_run)) return;
    message(&item->problems, "%s: is part %" PRIu32 "/%" PRIu32 " of a run already, and cannot be split",
            block->file, block->run.part, block->run.parts);
    cat->refused = true;
    cat->refused_run = block->run;
}

static void place(struct cat *cat, struct cat_item *item)
{
    const struct block *block = &item->block;
    if (block->run.parts > 1) {
        refuse(cat, item);
        return;
    }
    item->file = 0;
    if (block->what == BLOCK_RECORDS)
        item->file = (size_t)(frame_number(cat->frames, block->record_kind) % cat->parts);
    item->run = (struct run){block->run.tag, (uint32_t)item->file, (uint32_t)cat->parts};
}

static bool is_known(const struct cat *cat, struct known run)
{
    const struct known *known = (const struct known *)cat->runs.p;
    for (size_t i = cat->runs.n / sizeof run; i-- > 0;)
        if (known[i].kind == run.kind && known[i].tag == run.tag) return true;
    return false;
}

/* Every part vouches for every run, also for one of which it has no frame; and where its END was repaired,
 * all are. */
static void announce(struct cat *cat, const struct cat_item *item)
{
    const struct known new = {item->chunk.kind, item->run.tag};
    const bool known = is_known(cat, new);
    if (known && !item->chunk.repaired) return;
    if (!known) buf_add(&cat->runs, &new, sizeof new);
    struct chunk chunk = {.repaired = item->chunk.repaired};
    for (uint64_t r = 0; r < cat->parts; r++) {
        chunk_encode(&chunk, new.kind, NULL, 0, (struct run){new.tag, (uint32_t)r, (uint32_t)cat->parts},
                     (enum form)cat->common.to, (int)cat->common.level);
        cat_put(cat, cat->writers[r], &chunk);
    }
    chunk_free(&chunk);
}

static void take(struct cat *cat, struct cat_item *item)
{
    if (!cat->writers) open_parts(cat);
    announce(cat, item);
    cat_put(cat, cat->writers[item->file], &item->chunk);
    cat->kept += item->chunk.n;
}

static void finish(struct cat *cat, bool whole)
{
    cat_close_writers(cat, whole && !cat->trouble);
}

const struct cat_mode cat_split = {.place = place, .take = take, .finish = finish, .writes = true};
