/* The form nyu: eight rows a query, each x, y, z of a point as numerator and denominator, and the truth. */
#include "lines.h"
#include "ratio.h"
#include "../lib/ccdq.h"
#include <inttypes.h>
#include <math.h>

enum { POINTS = 8, COLUMNS = 7 };

/* Eight lines with data are a query, whatever stands between them: a bad line spoils its own query only. */
int nyu_cut(struct cutter *c, struct block *block)
{
    struct line line;
    size_t rows = 0;
    while (rows < POINTS * FRAME_RECORDS && line_peek(c, &line)) {
        if (line.p[0] != '#') {
            line_keep(c, block, &line);
            rows++;
        }
        line_pass(c, &line);
    }
    c->rest += rows % POINTS;
    block->n = rows / POINTS;
    block->kind = 'Q';
    c->record += block->n;
    if (block->n) return 1;
    if (c->rest) /* told behind what there is to say about the queries before it */
        message_of(&block->messages, MESSAGE_RECORD,
                   "%s: record %" PRIu64 ": the file ends after %zu of its 8 rows", c->in.name, c->record,
                   c->rest);
    return 0;
}

/* Reads a row into a point and the truth. */
static bool row_parse(struct row *row, double point[3], uint64_t *truth)
{
    if (row->n != COLUMNS) return row_refuse(row, "it has %u column%s instead of 7", row->n, plural(row->n));
    for (unsigned i = 0; i < 3; i++) {
        const char *problem = ratio_parse(row->field[2 * i], row->field[2 * i + 1], &point[i]);
        if (problem) return row_refuse(row, "%c: %s", "xyz"[i], problem);
    }
    return row_uint(row, COLUMNS - 1, 1, truth);
}

/* Reads the next eight lines; at the first bad one *number is its number and row->reason the reason. */
static bool query_read(struct walk *walk, struct row *row, struct ccdq_query *q, uint64_t *number)
{
    struct line line;
    uint64_t truth = 0, first = 0, at;
    bool good = true;
    for (int i = 0; i < POINTS && walk_next(walk, &line, &at); i++) {
        if (!good) continue;
        *number = at;
        row_split(row, line.p, line.n);
        good = line.n < LINE_LIMIT ? row_parse(row, q->x[i], &truth)
                                   : row_refuse(row, "the line has more than %d bytes", LINE_LIMIT - 1);
        if (i == 0) first = truth;
        if (good && truth != first) good = row_refuse(row, "its truth is not that of the rows before it");
    }
    q->flags = (uint8_t)(CCDQ_HAS_TRUTH | (truth ? CCDQ_TRUTH_HIT : 0));
    return good;
}

void nyu_decode(struct block *block)
{
    struct walk walk = {.block = block};
    struct row row = {0};
    size_t n = block->bytes.n ? block->lines.n / sizeof(uint64_t) / POINTS : 0;
    for (size_t i = 0; i < n; i++) {
        struct ccdq_query *q = block_room(block, sizeof *q);
        uint64_t number = 0;
        *q = (struct ccdq_query){.id = block->first_id + i, .type = (uint8_t)block->type};
        if (query_read(&walk, &row, q, &number))
            block_keep(block, sizeof *q);
        else
            line_trouble(block, block->first_record + i, number, row.reason);
    }
}

/* Why nyu cannot hold this query, or NULL. */
static const char *nyu_problem(struct chunk *chunk, const struct ccdq_query *q)
{
    if (!(q->flags & CCDQ_HAS_TRUTH)) return "nyu needs the truth of a query, and this has none";
    for (int i = 0; i < 3 * POINTS; i++)
        if (!isfinite(q->x[i / 3][i % 3])) return "nyu cannot hold a coordinate that is not finite";
    return bare_problem(chunk, q);
}

static void query_write(struct buf *out, const struct ccdq_query *q)
{
    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < 3; k++) {
            ratio_print(out, q->x[i][k]);
            buf_add(out, ",", 1);
        }
        buf_printf(out, "%d\n", q->flags & CCDQ_TRUTH_HIT ? 1 : 0);
    }
}

void nyu_encode(struct chunk *chunk, const void *records, size_t n, int level)
{
    (void)level;
    const struct ccdq_query *q = records;
    for (size_t i = 0; i < n; i++) {
        const char *problem = nyu_problem(chunk, &q[i]);
        if (problem)
            chunk_refuse(chunk, q[i].id, problem);
        else
            query_write(&chunk->bytes, &q[i]);
        if (!problem) chunk_count(chunk, &q[i], sizeof *q);
    }
}
