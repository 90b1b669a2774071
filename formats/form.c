/* The table of forms, and telling one from the other. */
#include "form.h"
#include "kind.h"
#include "../lib/ccdq.h"
#include <inttypes.h>
#include <string.h>

const char *const form_names[] = {"sniff", "ccd", "csv", "nyu", "npy", "raw", "indexed", NULL};

const struct form_code form_codes[] = {
    [FORM_CCD] = {ccd_cut, ccd_decode, ccd_encode, true},
    [FORM_CSV] = {csv_cut, csv_decode, csv_encode, true},
    [FORM_NYU] = {nyu_cut, nyu_decode, nyu_encode, false},
    [FORM_NPY] = {npy_cut, raw_decode, raw_encode, false},
    [FORM_RAW] = {raw_cut, raw_decode, raw_encode, false},
    [FORM_INDEXED] = {ccd_cut, ccd_decode, indexed_encode, true},
};

enum { SNIFF_SIZE = 4096, NYU_COLUMNS = 7 };

bool input_is_gzip(struct input *in)
{
    static const unsigned char magic[] = {0x1f, 0x8b, 8};
    return input_peek(in, sizeof magic) >= sizeof magic && !memcmp(input_bytes(in), magic, sizeof magic);
}

/* A stream whose first header is damaged is still one: look for the second. */
static bool holds_frame(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i + FRAME_HEADER_SIZE <= n; i++)
        if (frame_marked(p + i)) return true;
    return n >= FRAME_MARK_SIZE && !memcmp(p, frame_mark, FRAME_MARK_SIZE);
}

static bool is_text(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (c < ' ' && c != '\n' && c != '\r' && c != '\t') return false;
    }
    return true;
}

void form_skip_mark(struct input *in)
{
    static const unsigned char mark[] = {0xef, 0xbb, 0xbf};
    if (input_peek(in, sizeof mark) >= sizeof mark && !memcmp(input_bytes(in), mark, sizeof mark))
        input_skip(in, sizeof mark);
}

/* nyu if the first line with data has seven columns, else csv. */
static enum form sniff_text(const char *p, size_t n)
{
    const char *end = p + n;
    while (p < end) {
        const char *line = p, *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop) stop = end;
        p = stop + (stop < end);
        if (*line == '#' || strspn(line, " \t\r\n") >= (size_t)(stop - line)) continue;
        size_t columns = 1;
        for (; line < stop; line++) columns += *line == ',';
        return columns == NYU_COLUMNS ? FORM_NYU : FORM_CSV;
    }
    return FORM_CSV;
}

/* Makes the bytes available that are looked at, and returns how many. */
static size_t sniff_peek(struct input *in)
{
    size_t n = input_peek(in, SNIFF_SIZE);
    return n < SNIFF_SIZE ? n : SNIFF_SIZE;
}

enum form form_sniff(struct input *in)
{
    static const char npy[] = "\x93NUMPY", twin[] = "#ccd-";
    size_t n = input_peek(in, FRAME_MARK_SIZE);
    if (n >= FRAME_MARK_SIZE && !memcmp(input_bytes(in), frame_mark, FRAME_MARK_SIZE)) return FORM_CCD;
    in->chunk = 1 << 18;
    n = sniff_peek(in);
    if (holds_frame(input_bytes(in), n)) return FORM_CCD;
    if (input_is_gzip(in)) {
        input_gunzip(in);
    }
    form_skip_mark(in);
    n = sniff_peek(in);
    const char *p = (const char *)input_bytes(in);
    if (n >= sizeof npy - 1 && !memcmp(p, npy, sizeof npy - 1)) return FORM_NPY;
    if (n >= sizeof twin - 1 && !memcmp(p, twin, sizeof twin - 1)) return FORM_CSV;
    return is_text(p, n) ? sniff_text(p, n) : FORM_SNIFF;
}

const char *form_problem(enum form form, char kind, const struct raw_pairs *pairs)
{
    const struct kind *k = kind_find(kind);
    if (form_codes[form].has_ids || kind == 'Q') return NULL;
    if (!k || !k->queries) return "holds queries only";
    if (form != FORM_RAW) return "holds linear queries only";
    if (kind != 'P') return "holds linear queries and pairs of patches only";
    return pairs ? NULL : "does not say the shapes of patches; --shape tells them";
}

bool kind_wanted(const char *wanted, char kind)
{
    return !wanted || strchr(wanted, kind);
}

void block_leave_out(struct block *block, uint64_t number, const char *problem)
{
    message_of(&block->messages, MESSAGE_RECORD, "%s: record %" PRIu64 ": %s", block->file, number, problem);
    buf_add(&block->left_out, &number, sizeof number);
    block->unmade++;
}

void block_sift(struct block *block, size_t size, record_problem *problem_of)
{
    const struct kind *kind = kind_find(block->record_kind);
    unsigned char *records = block->records.p, *end = records;
    const size_t n = block->n;
    block->n = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *record = records + i * size;
        char text[RECORD_PROBLEM];
        const char *problem = problem_of(kind, record, size, block->n ? records : NULL, text);
        if (problem) {
            block_leave_out(block, block->first_record + i, problem);
            continue;
        }
        if (end != record) memmove(end, record, size);
        end += size;
        block->n++;
    }
    block->records.n = (size_t)(end - records);
}

void *block_room(struct block *block, size_t size)
{
    buf_reserve(&block->records, size);
    return block->records.p + block->records.n;
}

void block_keep(struct block *block, size_t size)
{
    block->digest += frame_ids(block->records.p + block->records.n, 1, size).digest;
    block->records.n += size;
    block->n++;
}

const char *bare_problem(struct chunk *chunk, const struct ccdq_query *q)
{
    const unsigned bit = q->type <= CCDQ_PP ? CCDQ_TYPE_BIT(q->type) : 0;
    if (q->min_sep != 0) return "this form cannot hold a minimum separation";
    if (bit != CCDQ_TYPE_BIT(CCDQ_VF) && bit != CCDQ_TYPE_BIT(CCDQ_EE))
        return "this form can hold queries of type vf or ee only";
    if (chunk->type_bit && chunk->type_bit != bit)
        return "its type is not that of the first one, and this form does not say types";
    chunk->type_bit = bit;
    return NULL;
}
