/* Damage to a ccd stream: every cut and every flipped bit of a small one is noticed, what comes through is
 * unchanged, and reading goes on behind the damage. */
#include "streams.h"
#include "../tap.h"
#include <fcntl.h>

enum { N = 5, FRAME = 2 };

static struct ccdq_query queries[N];
static struct buf whole;
static struct scratch file;

/* Are all records that came through ones of ours, byte for byte, and in order? */
static bool unchanged(const struct stream *s)
{
    const struct ccdq_query *got = (const struct ccdq_query *)s->queries.p;
    size_t k = 0;
    for (size_t i = 0; i < s->n_queries; i++) {
        while (k < N && memcmp(&got[i], &queries[k], sizeof *got)) k++;
        if (k++ == N) return false;
    }
    return s->n_results == 0;
}

static void make_stream(int level)
{
    struct draw d = {7};
    for (int i = 0; i < N; i++) queries[i] = draw_query(&d, 100 + i);
    stream_write(&file, FORM_CCD, level, 'Q', queries, N, FRAME, (struct run){0xabcdef, 0, 1});
    buf_free(&whole);
    whole = scratch_read(&file);
}

static void test_whole(void)
{
    struct stream s = {0};
    stream_read(&s, &file, &any_stream);
    ok(s.state == 0 && s.n_queries == N && s.ends == 1 && s.blocks == 3 && unchanged(&s),
       "the whole stream is complete");
    stream_free(&s);
}

static void test_cuts(void)
{
    struct stream s = {0};
    size_t unnoticed = 0, changed = 0;
    for (size_t n = 0; n < whole.n; n++) {
        scratch_write(&file, whole.p, n);
        stream_read(&s, &file, &any_stream);
        unnoticed += !s.state || !s.messages.count;
        changed += !unchanged(&s);
    }
    ok(unnoticed == 0, "every cut of %zu is noticed", whole.n);
    ok(changed == 0, "no cut changes a record that comes through");
    stream_free(&s);
}

/* A flip in a stored stream is always noticed. In deflate data a few bits carry nothing (they fill the last
 * byte up): then nothing has changed, and nothing is said. */
static void test_flips(const char *what, bool always)
{
    struct stream s = {0};
    size_t unnoticed = 0, changed = 0, lost = 0, vouched = 0;
    for (size_t bit = 0; bit < 8 * whole.n; bit++) {
        whole.p[bit / 8] ^= 1 << bit % 8;
        scratch_write(&file, whole.p, whole.n);
        stream_read(&s, &file, &any_stream);
        whole.p[bit / 8] ^= 1 << bit % 8;
        unnoticed += !s.state && (always || s.n_queries != N || s.ends != 1);
        changed += !unchanged(&s);
        lost += s.n_queries + FRAME < N;
        vouched += s.state && (s.n_queries == N ? s.ends > 0 : !(s.state & READER_INCOMPLETE));
    }
    ok(vouched == 0, "%s: no damaged END is believed, and no other vouches for what is lost", what);
    ok(unnoticed == 0, "%s: every flipped bit of %zu is noticed", what, 8 * whole.n);
    ok(changed == 0, "%s: no flipped bit changes a record that comes through", what);
    ok(lost == 0, "%s: no flipped bit loses more than its frame", what);
    stream_free(&s);
}

static void test_hole(void)
{
    struct stream s = {0};
    struct buf holed = {0};
    size_t lost = 0, unnoticed = 0;
    for (size_t at = 1; at + 40 < whole.n; at += 13) {
        holed.n = 0;
        buf_add(&holed, whole.p, at);
        buf_add(&holed, whole.p + at + 40, whole.n - at - 40);
        scratch_write(&file, holed.p, holed.n);
        stream_read(&s, &file, &any_stream);
        unnoticed += !s.state || !unchanged(&s);
        lost += s.n_queries + 2 * FRAME < N;
    }
    ok(unnoticed == 0, "40 missing bytes anywhere are noticed");
    ok(lost == 0, "40 missing bytes lose at most the two frames they are of");
    buf_free(&holed);
    stream_free(&s);
}

static void test_cut_and_appended(void)
{
    struct stream s = {0};
    struct buf two = {0};
    size_t wrong = 0;
    for (size_t n = 1; n < whole.n; n += 7) {
        two.n = 0;
        buf_add(&two, whole.p, n);
        buf_add(&two, whole.p, whole.n);
        scratch_write(&file, two.p, two.n);
        stream_read(&s, &file, &any_stream);
        const struct ccdq_query *got = (const struct ccdq_query *)s.queries.p;
        wrong += !s.state || s.n_queries < N || memcmp(got + s.n_queries - N, queries, sizeof queries);
    }
    ok(wrong == 0, "a whole stream behind one that was cut is read whole");
    buf_free(&two);
    stream_free(&s);
}

/* Appends bytes and expects this message. */
static void test_tail(const void *bytes, size_t n, const char *said, const char *name)
{
    struct stream s = {0};
    struct buf b = {0};
    buf_add(&b, whole.p, whole.n);
    buf_add(&b, bytes, n);
    scratch_write(&file, b.p, b.n);
    stream_read(&s, &file, &any_stream);
    if (!ok(s.state & READER_TROUBLE && s.n_queries == N && strstr((char *)s.messages.text.p, said), "%s",
            name))
        diag("%s", (char *)s.messages.text.p);
    buf_free(&b);
    stream_free(&s);
}

/* A header with a right crc that says absurd things. */
static void test_absurd(size_t at, uint32_t value, const char *said, const char *name)
{
    struct buf header = {0};
    buf_add(&header, whole.p, FRAME_HEADER_SIZE);
    if (at == 17)
        header.p[at] = (unsigned char)value;
    else
        memcpy(header.p + at, &value, sizeof value);
    uint32_t crc = 0xffffffff; /* of RFC 1952, bit after bit: another way than the library's */
    for (int i = 0; i < 68; i++) {
        crc ^= header.p[i];
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    crc = ~crc;
    memcpy(header.p + 68, &crc, sizeof crc);
    test_tail(header.p, header.n, said, name);
    buf_free(&header);
}

static void test_tails(void)
{
    test_tail("x", 1, "1 byte passed over", "a byte behind the END is noticed");
    test_tail(whole.p, 30, "no whole frame header", "half a header behind the END is noticed");
    test_tail(whole.p, 90, "is cut short", "half a frame behind the END is noticed");
    test_absurd(20, UINT32_MAX, "more than 1,048,576 records", "absurdly many records are refused");
    test_absurd(24, UINT32_MAX, "more bytes than its records can need", "a frame of 4 GiB is refused");
    test_absurd(24, 80, "fewer bytes", "a frame of too few bytes is refused");
    test_absurd(20, 1 << 20, "more records than its bytes can hold", "a bomb is refused");
    test_absurd(16, 2 | 'Q' << 8, "version is unknown", "an unknown version is refused");
    test_absurd(17, 'Z', "kind is unknown", "an unknown kind is refused");
    test_absurd(28, 8, "flags are unknown", "unknown flags are refused");
    test_absurd(60, 0, "r < n", "part 0 of 0 is refused");
    test_absurd(64, 215, "record size", "a wrong record size is refused");
}

int main(void)
{
    file = scratch_make();
    make_stream(0);
    test_whole();
    test_cuts();
    test_flips("stored", true);
    test_hole();
    test_cut_and_appended();
    test_tails();
    make_stream(6);
    test_whole();
    test_cuts();
    test_flips("level 6", false);
    buf_free(&whole);
    unlink(file.path);
    return tap_done();
}
