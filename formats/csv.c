/* The form csv: the twins of frames, and plain rows. */
#include "directive.h"
#include "header.h"
#include <inttypes.h>
#include <string.h>

/* The kind of rows without a "#ccd-" line: the first that the command reads and that can have so many
 * columns, else simply the first that it reads. */
static char plain_kind(const struct cutter *c, const struct row *row)
{
    for (const struct kind *k = kinds; k->letter; k++)
        if (k->word && kind_wanted(c->kinds, k->letter) && k->plain_columns(row->n)) return k->letter;
    return c->kinds ? c->kinds[0] : kinds[0].letter;
}

/* Sets the kind of the rows that follow. Results come as many to a block as the queries before them, so that
 * both have the same number in the stream. */
static void begin_kind(struct cutter *c, char kind)
{
    const struct kind *k = kind_find(kind);
    c->kind = kind;
    if (k && k->queries) c->rows = frame_full(kind);
}

/* Begins the rows of another kind. */
static void take_head(struct cutter *c, struct block *block, const struct line *line)
{
    const struct kind *kind;
    const char *problem = head_parse(line, &kind, &c->run);
    c->twin = true;
    c->misnamed = false;
    begin_kind(c, problem ? 0 : kind->letter);
    c->unread_row = !problem;
    if (problem)
        message(&block->messages, "%s: line %" PRIu64 ": %s; its rows are passed over", c->in.name,
                c->line + 1, problem);
}

/* Makes the block an END. false with a message when the line is not right. */
static bool take_end(struct cutter *c, struct block *block, const struct line *line)
{
    block->run = c->run;
    const char *problem = !c->twin        ? "an #end without a #ccd- line before it"
                          : line->unended ? "the #end is cut short by the end of the file"
                                          : end_parse(line, block);
    if (problem) message(&block->messages, "%s: line %" PRIu64 ": %s", c->in.name, c->line + 1, problem);
    if (problem || !c->kind) return false;
    block->what = BLOCK_END;
    block->kind = c->kind;
    block->frame_flags |= FRAME_END;
    c->unread_row = false;
    return true;
}

/* The first plain row tells their kind, and may name their columns instead of being one. If it gives them
 * another order than ours, all are passed over. false: it is no data. */
static bool take_first(struct cutter *c, struct block *block, const struct line *line)
{
    struct row row;
    char problem[HEADER_PROBLEM];
    row_split(&row, line->p, line->n);
    const char kind = plain_kind(c, &row);
    if (!c->unread_row || !header_is(&row)) {
        begin_kind(c, kind);
        return true;
    }
    c->misnamed = !header_agrees(&row, kind_find(kind), problem);
    if (c->misnamed)
        message(&block->messages, "%s: line %" PRIu64 ": %s; its rows are passed over", c->in.name,
                c->line + 1, problem);
    return false;
}

static void take_row(struct cutter *c, struct block *block, const struct line *line)
{
    if (c->misnamed) return;
    const bool data = c->twin || c->kind || take_first(c, block, line);
    c->unread_row = false;
    if (!data || !c->kind) return;
    if (c->twin && line->unended) {
        line_trouble(block, c->record, c->line + 1, "the row is cut short by the end of the file");
        return;
    }
    line_keep(c, block, line);
    block->n++;
    c->record++;
}

/* The rows taken so far, or the empty block of a twin without rows (its END must not be missed). */
static int give(struct cutter *c, struct block *block)
{
    if (!block->n && !(c->twin && c->unread_row)) return 0;
    c->unread_row = false;
    block->what = BLOCK_RECORDS;
    block->kind = c->kind;
    block->run = c->run;
    block->plain = !c->twin;
    return 1;
}

/* Can the record of this row be in one frame with those of the block? */
static bool alike(const struct cutter *c, const struct block *block, const struct line *line)
{
    const struct kind *kind = kind_find(c->kind);
    if (!block->n || !kind || !kind->rows_alike) return true;
    const char *first = (const char *)block->bytes.p, *end = memchr(first, '\n', block->bytes.n);
    return kind->rows_alike((struct field){first, (size_t)(end - first)}, (struct field){line->p, line->n});
}

int csv_cut(struct cutter *c, struct block *block)
{
    struct line line;
    while (block->n < c->rows && line_peek(c, &line)) {
        const bool comment = line.p[0] == '#', head = comment && line_begins(&line, "#ccd-"),
                   end = comment && line_is_end(&line);
        if ((block->n || (head && c->twin && c->unread_row)) && (head || end)) break;
        if (!comment && !alike(c, block, &line)) break;
        if (block->n && c->twin && line.unended) break; /* is told behind the rows before it */
        bool done = false;
        if (head)
            take_head(c, block, &line);
        else if (end)
            done = take_end(c, block, &line);
        else if (!comment)
            take_row(c, block, &line);
        line_pass(c, &line);
        if (done) return 1;
    }
    return give(c, block);
}

/* Reads a row that is split into a record. false: row->reason says why it cannot be read. */
static bool row_read(struct row *row, const struct line *line, const struct kind *kind, void *record)
{
    if (line->n >= LINE_LIMIT) return row_refuse(row, "the line has more than %d bytes", LINE_LIMIT - 1);
    if (!kind->parse(row, record)) return false;
    const char *problem = kind_reserved_problem(kind, record);
    return !problem || row_refuse(row, "%s", problem);
}

void csv_decode(struct block *block)
{
    const struct kind *kind = kind_find(block->kind);
    struct walk walk = {.block = block};
    struct row row = {.plain = block->plain};
    struct line line;
    uint64_t number;
    while (walk_next(&walk, &line, &number)) {
        row_split(&row, line.p, line.n);
        void *record = block_room(block, kind->record_size);
        if (row_read(&row, &line, kind, record))
            block_keep(block, frame_record_size(block->kind, record, 1));
        else
            line_trouble(block, block->first_record + walk.i - 1, number, row.reason);
    }
}

void csv_encode(struct chunk *chunk, const void *records, size_t n, int level)
{
    (void)level;
    const struct kind *kind = kind_find(chunk->kind);
    const unsigned char *p = records;
    for (size_t i = 0; i < n; i++) {
        const size_t size = frame_record_size(chunk->kind, p, 1);
        kind->print(&chunk->bytes, p);
        chunk_count(chunk, p, size);
        p += size;
    }
}
