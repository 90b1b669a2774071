/* Queries as the public benchmark has them: rows that are read, rows that are not and what is said of them.
 */
#include "streams.h"
#include "../tap.h"

static struct scratch file;
static struct stream s;

/* The good query with its first row replaced, then the good query twice, the file's comments between. */
static void nyu_with(const char *row, int line, const char *reason, const char *name)
{
    struct buf text = {0};
    char where[32];
    snprintf(where, sizeof where, "record 0, line %d: ", line);
    const char *rest = strchr(nyu_good, '\n') + 1;
    buf_printf(&text, "# a comment\n%s\n%s\n# another\n%s%s", row, rest, nyu_good, nyu_good);
    scratch_write(&file, text.p, text.n);
    stream_read(&s, &file, &(struct reader_options){.from = FORM_NYU, .type = CCDQ_EE});
    if (!reason) {
        if (!ok(!s.state && s.n_queries == 3, "nyu: %s", name)) stream_said(&s, "");
    } else {
        const struct ccdq_query *got = (const void *)s.queries.p;
        bool right = s.state == READER_TROUBLE && s.n_queries == 2 && got->id == 1 && got->type == CCDQ_EE &&
                     got->x[0][2] == -0.75 && stream_said(&s, where);
        ok(right && stream_said(&s, reason), "nyu: %s is named, and the records behind it are read", name);
    }
    buf_free(&text);
}

static void test_nyu(void)
{
    nyu_with("1,1,1,1,1,1,1", 2, NULL, "a good row");
    nyu_with("1,0,1,1,1,1,1", 2, "x: a denominator is 0", "a zero denominator");
    nyu_with("1,1,1,3,1,1,1", 2, "y: a ratio is not exact", "one third");
    nyu_with("1,1,1,1,9007199254740993,1,1", 2, "z: a ratio is not exact", "a numerator of 54 bits");
    nyu_with("1,1,1,1,word,1,1", 2, "z: a number is not an integer", "a word");
    nyu_with("1,1,1,1,,1,1", 2, "z: an integer is missing", "an empty field");
    nyu_with("1,1,1,1,1.5,1,1", 2, "not an integer", "a fraction");
    nyu_with("1,1,1,-4,1,1,1", 2, "y: a denominator is negative", "a negative denominator");
    nyu_with("1,1,1,1,1,1", 2, "it has 6 columns", "a short row");
    nyu_with("1,1,1,1,1,1,1,1", 2, "it has 8 columns", "a long row");
    nyu_with("1,1,1,1,1,1,2", 2, "column 7", "a truth of 2");
    nyu_with("1,1,1,1,1,1,0\r", 3, "its truth is not that of the rows before", "a truth that differs");
    scratch_write(&file, "1,1,1,1,1,1,0\n", 14);
    stream_read(&s, &file, &any_stream);
    ok(s.state == READER_TROUBLE && stream_said(&s, "record 0: the file ends after 1 of its 8 rows"),
       "nyu: one row is no query");
    struct buf text = {0};
    buf_printf(&text, "%s%s1,1,1,1,1,1,1\n", nyu_good, nyu_good);
    scratch_write(&file, text.p, text.n);
    stream_read(&s, &file, &any_stream);
    ok(s.state == READER_TROUBLE && s.n_queries == 2 && stream_said(&s, "record 2: the file ends after 1"),
       "nyu: a row too many, and the whole records are delivered");
    buf_free(&text);
}

int main(void)
{
    file = scratch_make();
    test_nyu();
    unlink(file.path);
    stream_free(&s);
    return tap_done();
}
