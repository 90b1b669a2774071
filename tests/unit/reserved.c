/* What is reserved in a record, of each kind: a reader leaves out what has it set. */
#include "streams.h"
#include "../tap.h"

enum { RECORDS = 5, CHANGED = 2 };

static struct scratch file;
static struct stream s;

/* Five records of a kind, of `size` bytes, with a bit of the third set: is it named and left out, are the
 * others read, and does it count for the END? */
static bool bit_is_noticed(char kind, const unsigned char *records, size_t size, size_t at, unsigned bit)
{
    static unsigned char changed[RECORDS * sizeof(struct ccdq_sdf_query)];
    memcpy(changed, records, RECORDS * size);
    changed[CHANGED * size + at] |= (unsigned char)(1U << bit);
    stream_write(&file, FORM_CCD, 0, kind, changed, RECORDS, RECORDS, (struct run){0, 0, 1});
    stream_read(&s, &file, &any_stream);
    const struct buf *all[] = {&s.queries, &s.triangles, &s.results, &s.contacts};
    const struct buf *got = all[strchr("QSRC", kind) - "QSRC"];
    return s.state == READER_TROUBLE && s.messages.count == 1 && stream_said(&s, ": record 2: it") &&
           got->n == (RECORDS - 1) * size && !memcmp(got->p, records, CHANGED * size) &&
           !memcmp(got->p + CHANGED * size, records + (CHANGED + 1) * size, got->n - CHANGED * size);
}

/* The bits from number `from` on of the n bytes at `at` are reserved. */
static void test_reserved(char kind, const void *records, size_t size, size_t at, unsigned from, size_t n)
{
    bool noticed = true;
    for (unsigned bit = from; bit < 8 * n; bit++)
        noticed = noticed && bit_is_noticed(kind, records, size, at + bit / 8, bit % 8);
    ok(noticed, "kind %c: a reserved bit of the bytes at %zu", kind, at);
}

static void test_kinds(void)
{
    struct draw d = {21};
    struct ccdq_query queries[RECORDS];
    struct ccdq_sdf_query triangles[RECORDS];
    struct ccdq_result results[RECORDS];
    struct ccdq_contact contacts[RECORDS];
    for (uint64_t i = 0; i < RECORDS; i++) {
        queries[i] = draw_query(&d, i);
        triangles[i] = draw_sdf_query(&d, i);
        results[i] = draw_result(&d, i);
        contacts[i] = draw_contact(&d, i);
    }
    test_reserved('Q', queries, sizeof *queries, 9, 2, 1);
    test_reserved('Q', queries, sizeof *queries, 10, 0, 2);
    test_reserved('S', triangles, sizeof *triangles, 12, 0, 4);
    test_reserved('R', results, sizeof *results, 9, 3, 1);
    test_reserved('C', contacts, sizeof *contacts, 46, 6, 2);
}

/* Is the text's one row, with an unknown flag, left out with this message? */
static bool row_is_noticed(const char *text, const char *said)
{
    scratch_write(&file, text, strlen(text));
    stream_read(&s, &file, &any_stream);
    return s.state == READER_TROUBLE && !s.n_results && !s.n_contacts && stream_said(&s, said);
}

static void test_rows(void)
{
    ok(row_is_noticed("#ccd-result v1\n7,hit,8,certified,1,0,0,0,0,0,0\n#end records=0 "
                      "digest=0000000000000000 part=0/1\n",
                      "record 0, line 2: it has a flag that is unknown"),
       "csv: an unknown flag of a result");
    ok(row_is_noticed("7,1,2,3,4,5,6,,8,,overlap,hit,64,0,0,1,2,3,4,5,6,7,0,0,1,0,0\n",
                      "line 1: it has a flag that is unknown"),
       "csv: an unknown flag of a contact");
}

int main(void)
{
    file = scratch_make();
    test_kinds();
    test_rows();
    unlink(file.path);
    stream_free(&s);
    return tap_done();
}
