/* Lines cut at their commas, eight bytes at a time, as byte after byte. */
#include "streams.h"
#include "../../formats/row.h"
#include "../tap.h"

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Is field i of the row what lies between commas i - 1 and i of the line? */
static bool field_right(const struct row *row, unsigned i, const char *from, const char *to)
{
    while (from < to && blank(*from)) from++;
    while (from < to && blank(to[-1])) to--;
    return i >= ROW_FIELDS ||
           (row->field[i].n == (size_t)(to - from) && (from == to || row->field[i].p == from));
}

static bool split_right(const char *line, size_t n)
{
    struct row row = {0};
    unsigned fields = 0;
    size_t from = 0;
    bool right = true;
    row_split(&row, line, n);
    for (size_t i = 0; i <= n; i++) {
        if (i < n && line[i] != ',') continue;
        right = right && field_right(&row, fields++, line + from, line + i);
        from = i + 1;
    }
    return right && row.n == fields;
}

/* In memory that ends with the line. */
static void test_random(long n)
{
    static const char bytes[] = ",,,, \t0+-.\xac\x2d\x2b\x80\xff";
    struct draw d = {1};
    long wrong = 0;
    for (long i = 0; i < n; i++) {
        const size_t length = draw_bits(&d) % 120, often = 1 + draw_bits(&d) % (sizeof bytes);
        char *line = malloc(length ? length : 1);
        if (!line) abort();
        for (size_t k = 0; k < length; k++) {
            const size_t at = draw_bits(&d) % (often + 9);
            line[k] = at < sizeof bytes ? bytes[at] : 'x';
        }
        wrong += !split_right(line, length);
        free(line);
    }
    ok(!wrong, "%ld lines are cut at their commas", n);
}

int main(void)
{
    test_random(getenv("CCDQ_LONG") ? 1000000 : 30000);
    return tap_done();
}
