/* One frame: its bytes as ccd-stream(5) lays them down, and what its header vouches for. */
#include "streams.h"
#include "../tap.h"

static struct ccdq_result results[3];
static struct buf out, records;
static struct frame parsed;
static bool reserved;

static uint64_t get(size_t at, int bytes)
{
    uint64_t v = 0;
    for (int i = bytes; i--;) v = v << 8 | out.p[at + (size_t)i];
    return v;
}

static void encode(int level, bool ascending)
{
    struct frame f = {.kind = 'R',
                      .records = 3,
                      .flags = ascending ? FRAME_IDS_ASCENDING : 0,
                      .first_id = results[0].id,
                      .digest = frame_ids(results, 3, sizeof *results).digest,
                      .run = {0x1122334455667788, 2, 5}};
    out.n = records.n = 0;
    frame_encode(&out, f, results, level);
}

/* Decodes what encode made as `parsed` says, from a copy: it would be lost. */
static const char *decode_as_parsed(void)
{
    struct buf bytes = {0};
    buf_add(&bytes, out.p, out.n);
    const char *problem = frame_decode(&bytes, &parsed, &records, &reserved);
    buf_free(&bytes);
    return problem;
}

/* Decodes what encode made; NULL if that went well. */
static const char *decode(void)
{
    const char *problem = frame_parse(out.p, &parsed);
    return problem ? problem : decode_as_parsed();
}

static void test_layout(void)
{
    encode(0, false);
    const size_t bytes = 72 + 5 + 3 * 64 + 8;
    ok(out.n == bytes && !memcmp(out.p, "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x3c\0CD8\0\1R\0\0", 20),
       "mark, version, kind");
    ok(get(20, 4) == 3 && get(24, 4) == bytes && get(28, 4) == 0 && get(32, 8) == 7,
       "records, bytes, flags, id");
    ok(get(40, 8) == mix64(7) + mix64(5) + mix64(6), "digest");
    ok(get(48, 8) == 0x1122334455667788 && get(56, 4) == 2 && get(60, 4) == 5 && get(64, 4) == 64,
       "run and sizes");
    ok(get(72, 1) == 1 && get(73, 2) == 192 && get(75, 2) == (192 ^ 65535), "one stored block");
    ok(!memcmp(out.p + 77, results, 192) && get(bytes - 4, 4) == 192, "the records, and their size");
    ok(!decode() && records.n == 192 && !memcmp(records.p, results, 192), "decodes to the records");
    for (int level = 1; level <= 9; level += 4) {
        encode(level, false);
        ok(out.n < bytes && !decode() && !memcmp(records.p, results, 192), "and so at level %d", level);
    }
}

/* A header that lies about records that are whole. */
static void test_lies(void)
{
    encode(0, true);
    ok(decode() && strstr(decode(), "ascending"), "ids that do not ascend as declared are damage");
    encode(0, false);
    frame_parse(out.p, &parsed);
    parsed.digest++;
    ok(decode_as_parsed() != NULL, "another digest is damage");
    parsed.digest--, parsed.first_id++;
    ok(decode_as_parsed() != NULL, "another first id is damage");
    parsed.first_id--, parsed.records--;
    ok(decode_as_parsed() != NULL, "another count is damage");
    parsed.records++;
    ok(!decode_as_parsed(), "and the truth is none");
    out.p[72] |= 8;
    ok(decode() != NULL, "the unused bits of a stored block are 0");
}

static void test_ascending(void)
{
    struct chunk chunk = {0};
    chunk_encode(&chunk, 'R', results, 3, (struct run){0, 0, 1}, FORM_CCD, 0);
    frame_parse(chunk.bytes.p, &parsed);
    ok(parsed.flags == 0 && chunk.n == 3, "writers do not claim ids 7 5 6 to ascend");
    chunk_encode(&chunk, 'R', results + 1, 2, (struct run){0, 0, 1}, FORM_CCD, 0);
    frame_parse(chunk.bytes.p, &parsed);
    ok(parsed.flags == FRAME_IDS_ASCENDING && parsed.first_id == 5, "but 5 6");
    chunk_free(&chunk);
}

/* Frames made around the answers where they are are those of the copied ones, whatever the number of blocks.
 */
static void test_answers(void)
{
    static const size_t counts[] = {1, 2, 1023, 1024, 1025, 2048, 65535, 3, 0, 1024};
    struct draw d = {10};
    struct chunk in_place = {0}, copied = {0};
    for (int level = 0; level < 2; level++) {
        int wrong = 0;
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            const size_t n = counts[k];
            const struct block block = {.kind = 'Q', .form = FORM_CSV, .n = n, .run = {7, 1, 3}};
            struct buf kept = {0};
            struct ccdq_result *r = chunk_answers(&in_place, n);
            for (size_t i = 0; i < n; i++) r[i] = draw_result(&d, 5 * i + k % 2);
            buf_add(&kept, r, n * sizeof *r);
            chunk_encode(&copied, 'R', kept.p, n, block.run, FORM_CCD, level);
            chunk_encode_answers(&in_place, &block, FORM_CCD, level);
            const size_t size = in_place.bytes.n - in_place.start;
            wrong += size != copied.bytes.n || in_place.n != n || in_place.digest != copied.digest ||
                     (n && memcmp(in_place.bytes.p + in_place.start, copied.bytes.p, size));
            buf_free(&kept);
        }
        ok(!wrong, "level %d: answers encoded where they are give the bytes of copied ones", level);
    }
    chunk_free(&in_place);
    chunk_free(&copied);
}

/* More than one stored block, and the largest frame a reader takes. */
static void test_large(void)
{
    enum { N = 3000 };
    static struct ccdq_query queries[N];
    struct draw d = {9};
    struct chunk chunk = {0};
    for (int i = 0; i < N; i++) queries[i] = draw_query(&d, 2 * i);
    for (int level = 0; level < 2; level++) {
        chunk_encode(&chunk, 'Q', queries, N, (struct run){0, 0, 1}, FORM_CCD, level);
        records.n = 0;
        const char *problem = frame_parse(chunk.bytes.p, &parsed);
        ok(!problem && !frame_decode(&chunk.bytes, &parsed, &records, &reserved) &&
               records.n == sizeof queries && !memcmp(records.p, queries, sizeof queries),
           "3000 queries in one frame at level %d", level);
    }
    chunk_free(&chunk);
}

int main(void)
{
    struct draw d = {3};
    const uint64_t ids[] = {7, 5, 6};
    for (int i = 0; i < 3; i++) results[i] = draw_result(&d, ids[i]);
    test_layout();
    test_lies();
    test_ascending();
    test_answers();
    test_large();
    buf_free(&out);
    buf_free(&records);
    return tap_done();
}
