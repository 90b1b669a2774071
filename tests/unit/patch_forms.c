/* Pairs of patches in streams: frames of one pair of shapes each, csv and raw; what is wrong in them is
 * named, and the rest is read. */
#include "streams.h"
#include "../tap.h"
#include <math.h>
#include <zlib.h>

enum { N = 300, MAX_RECORD = 32 + 4 * 17 * 17 * 4 * 8 };

static const struct run whole_run = {0xabcdef, 0, 1};
static struct scratch file;
static struct stream s;

static struct ccdq_shape quad(unsigned m, unsigned n, unsigned rational)
{
    return (struct ccdq_shape){CCDQ_QUAD, {(uint8_t)m, (uint8_t)n}, (uint8_t)rational, 0};
}

static struct ccdq_shape triangle(unsigned n)
{
    return (struct ccdq_shape){CCDQ_TRIANGLE, {(uint8_t)n, (uint8_t)n}, 0, 0};
}

static const struct ccdq_patch_head *head_at(const struct buf *records, size_t at)
{
    return (const void *)(records->p + at);
}

static bool read_back(const struct buf *records, size_t n)
{
    if (!s.state && s.n_pairs == n && s.pairs.n == records->n && !memcmp(s.pairs.p, records->p, records->n))
        return true;
    diag("%zu pairs, %zu bytes, state %u: %s", s.n_pairs, s.pairs.n, s.state, (char *)s.messages.text.p);
    return false;
}

/* ---- Round trips ---- */

/* Runs of pairs of the same shapes, any of up to this degree. */
static void draw_pairs(struct draw *d, unsigned max_degree, size_t n, struct buf *records)
{
    struct ccdq_shape shape[2] = {{0}};
    records->n = 0;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || draw_bits(d) % 4 == 0)
            for (int k = 0; k < 2; k++) shape[k] = draw_shape(d, max_degree);
        draw_pair(d, 1000 + i, shape, records);
    }
}

static size_t runs_of(const struct buf *records)
{
    size_t runs = 0;
    const struct ccdq_patch_head *last = NULL;
    for (size_t at = 0; at < records->n;) {
        const struct ccdq_patch_head *head = head_at(records, at);
        runs += !last || memcmp(head->shape, last->shape, sizeof head->shape);
        last = head;
        at += ccdq_patch_record_size(head->shape);
    }
    return runs;
}

static void test_mixed(unsigned max_degree, size_t n)
{
    struct draw d = {max_degree};
    struct buf records = {0};
    draw_pairs(&d, max_degree, n, &records);
    for (int level = 0; level <= 6; level += 6) {
        bool written = stream_write(&file, FORM_CCD, level, 'P', records.p, n, n, whole_run);
        stream_read(&s, &file, &any_stream);
        ok(written && read_back(&records, n) && s.blocks == runs_of(&records) && s.run.tag == 0xabcdef,
           "%zu pairs of degrees up to %u, at level %d: read back, a frame for each run of shapes", n,
           max_degree, level);
    }
    bool written = stream_write(&file, FORM_CSV, 0, 'P', records.p, n, n, whole_run);
    stream_read(&s, &file, &any_stream);
    ok(written && read_back(&records, n) && s.blocks == runs_of(&records) && s.run.tag == 0xabcdef,
       "and in csv, byte for byte, a block for each run of shapes");
    buf_free(&records);
}

/* The longest row that there is, of the longest numbers. */
static void test_largest(void)
{
    const struct ccdq_shape shape[2] = {quad(16, 16, 1), quad(16, 16, 1)};
    struct draw d = {1};
    struct buf records = {0};
    draw_pair(&d, UINT64_MAX, shape, &records);
    double *x = (double *)(void *)(records.p + sizeof(struct ccdq_patch_head));
    for (size_t i = 0; i < (records.n - sizeof(struct ccdq_patch_head)) / sizeof *x; i++)
        x[i] = -2.2250738585072014e-308;
    ok(records.n == MAX_RECORD && ccdq_patch_record_size(shape) == MAX_RECORD, "the largest record");
    bool written = stream_write(&file, FORM_CSV, 0, 'P', records.p, 1, 1, whole_run);
    stream_read(&s, &file, &any_stream);
    ok(written && read_back(&records, 1), "in csv");
    written = stream_write(&file, FORM_CCD, 0, 'P', records.p, 1, 1, whole_run);
    stream_read(&s, &file, &any_stream);
    ok(written && read_back(&records, 1), "in a frame");
    buf_free(&records);
}

/* Full frames and blocks. */
static void test_blocks(void)
{
    const struct ccdq_shape shape[2] = {triangle(1), quad(1, 2, 0)};
    struct draw d = {3};
    struct buf records = {0};
    for (size_t i = 0; i < N; i++) draw_pair(&d, i, shape, &records);
    stream_write(&file, FORM_CSV, 0, 'P', records.p, N, N, whole_run);
    stream_read(&s, &file, &any_stream);
    ok(read_back(&records, N) && s.blocks == (N + FRAME_PAIRS - 1) / FRAME_PAIRS,
       "blocks of csv are of %d pairs", FRAME_PAIRS);
    stream_write(&file, FORM_CCD, 0, 'P', records.p, N, N, whole_run);
    stream_read(&s, &file, &any_stream);
    ok(read_back(&records, N) && s.blocks == 1, "a frame of more is read as it is");
    buf_free(&records);
}

static void test_raw(void)
{
    struct raw_pairs pairs = {{quad(2, 1, 0), triangle(2)}, 0.5};
    const struct reader_options from_raw = {.from = FORM_RAW, .type = -1, .kinds = "P", .pairs = &pairs};
    const size_t size = ccdq_patch_record_size(pairs.shape), reals = size - sizeof(struct ccdq_patch_head);
    struct draw d = {4};
    struct buf records = {0}, numbers = {0};
    struct chunk chunk = {.pairs = &pairs};
    for (size_t i = 0; i < N; i++) {
        draw_pair(&d, i, pairs.shape, &records);
        memcpy(records.p + i * size + 8, &pairs.end, 8);
        buf_add(&numbers, records.p + i * size + sizeof(struct ccdq_patch_head), reals);
    }
    scratch_write(&file, numbers.p, numbers.n);
    stream_read(&s, &file, &from_raw);
    ok(read_back(&records, N) && s.blocks == (N + FRAME_PAIRS - 1) / FRAME_PAIRS,
       "raw: P1, V1, P2, V2 of shapes and time that are told, ids from 0, in blocks of %d", FRAME_PAIRS);
    chunk_encode(&chunk, 'P', records.p, N, whole_run, FORM_RAW, 0);
    ok(!chunk.messages.count && chunk.bytes.n == numbers.n && !memcmp(chunk.bytes.p, numbers.p, numbers.n),
       "and written again");
    scratch_write(&file, numbers.p, numbers.n - 1);
    stream_read(&s, &file, &from_raw);
    ok(s.state == READER_TROUBLE && s.n_pairs == N - 1 &&
           stream_said(&s, "record 299: the file ends after 575 of its 576 bytes"),
       "raw: a file that ends inside a pair");

    pairs.end = 1;
    chunk_encode(&chunk, 'P', records.p, 2, whole_run, FORM_RAW, 0);
    ok(chunk.messages.count == 2 && !chunk.bytes.n && !chunk.n, "raw takes no pairs of another time");
    pairs.end = 0.5, pairs.shape[1] = triangle(3);
    chunk_encode(&chunk, 'P', records.p, 2, whole_run, FORM_RAW, 0);
    ok(chunk.messages.count == 2 && !chunk.bytes.n && !chunk.n, "nor of other shapes");
    chunk.pairs = NULL;
    chunk_encode(&chunk, 'P', records.p, 2, whole_run, FORM_RAW, 0);
    ok(chunk.messages.count == 1 && !chunk.bytes.n, "nor any where it is not told what they are");
    for (enum form to = FORM_NYU; to <= FORM_NPY; to++) {
        chunk_encode(&chunk, 'P', records.p, 2, whole_run, to, 0);
        ok(chunk.messages.count == 1 && !chunk.bytes.n, "%s takes none", form_names[to]);
    }
    const struct reader_options linear_only = {.from = FORM_RAW, .type = 0, .kinds = "QI", .pairs = &pairs};
    stream_read(&s, &file, &linear_only);
    ok(s.state == READER_TROUBLE && !s.n_pairs &&
           stream_said(&s, "its form is one of pairs of patches, which are not read here"),
       "a command that reads no pairs says so");
    chunk_free(&chunk);
    buf_free(&records);
    buf_free(&numbers);
}

/* ---- Frames that lie, with right checksums ---- */

static void put32(unsigned char *p, uint32_t v)
{
    memcpy(p, &v, sizeof v);
}

/* Writes one frame of n records that have `size` bytes each by its header, whatever they hold, and its END.
 */
static void write_frame(const void *records, size_t n, size_t size)
{
    struct buf out = {0};
    const struct frame_ids ids = frame_ids(records, n, size);
    struct frame f = {.kind = 'I', /* takes any payload */
                      .records = (uint32_t)n,
                      .digest = ids.digest,
                      .run = whole_run,
                      .record_size = (uint32_t)(n * size)};
    memcpy(&f.first_id, records, sizeof f.first_id);
    frame_encode(&out, f, records, 0);
    out.p[17] = 'P';
    put32(out.p + 64, (uint32_t)size);
    put32(out.p + 68, (uint32_t)crc32(0, out.p, 68));
    const struct frame end = {
        .kind = 'P', .flags = FRAME_END, .first_id = n, .digest = ids.digest, .run = whole_run};
    frame_encode(&out, end, NULL, 0);
    scratch_write(&file, out.p, out.n);
    buf_free(&out);
}

/* A frame of four pairs of these shapes, the third with another shape in its head. */
static void test_wrong_shape(const struct ccdq_shape right[2], int patch, struct ccdq_shape wrong,
                             const char *message, const char *name)
{
    struct draw d = {5};
    struct buf records = {0};
    const size_t size = ccdq_patch_record_size(right);
    for (size_t i = 0; i < 4; i++) draw_pair(&d, i, right, &records);
    memcpy(records.p + 2 * size + 16 + 8 * patch, &wrong, sizeof wrong);
    write_frame(records.p, 4, size);
    stream_read(&s, &file, &any_stream);
    ok(s.state == READER_TROUBLE && s.messages.count == 1 && stream_said(&s, "record 2: ") &&
           stream_said(&s, message) && s.n_pairs == 3 && !memcmp(s.pairs.p, records.p, 2 * size) &&
           !memcmp(s.pairs.p + 2 * size, records.p + 3 * size, size),
       "%s: named and left out, and the END still agrees", name);
    buf_free(&records);
}

static void test_wrong_shapes(void)
{
    const struct ccdq_shape right[2] = {quad(2, 3, 0), triangle(2)};
    struct ccdq_shape odd = quad(2, 3, 0);
    test_wrong_shape(right, 0, quad(0, 3, 0), "patch 1: its degree is 0", "degree 0");
    test_wrong_shape(right, 1, triangle(100), "patch 2: its degree is above 16", "degree 100");
    odd.domain = 7;
    test_wrong_shape(right, 0, odd, "patch 1: its domain is neither", "an unknown domain");
    odd = quad(2, 3, 2);
    test_wrong_shape(right, 0, odd, "patch 1: a field of its shape", "rational 2");
    odd = quad(2, 3, 0), odd.zero = 1;
    test_wrong_shape(right, 0, odd, "patch 1: a field of its shape", "a field that is not 0");
    test_wrong_shape(right, 0, quad(3, 3, 0), "a pair of its shapes has", "a larger shape");
    test_wrong_shape(right, 1, triangle(1), "a pair of its shapes has", "a smaller shape");
    test_wrong_shape(right, 0, quad(3, 2, 0), "its shapes are not those of the other pairs",
                     "another shape of the same size");
}

/* The header's record size is not that of any record. */
static void test_wrong_size(void)
{
    static const uint64_t zeros[2 * MAX_RECORD / sizeof(uint64_t)];
    const struct ccdq_shape shape[2] = {quad(2, 2, 0), quad(2, 2, 0)};
    struct draw d = {6};
    struct buf records = {0};
    for (size_t i = 0; i < 4; i++) draw_pair(&d, i, shape, &records);
    write_frame(records.p, 2, 2 * ccdq_patch_record_size(shape));
    stream_read(&s, &file, &any_stream);
    ok(s.state == READER_TROUBLE && s.messages.count == 2 && !s.n_pairs &&
           stream_said(&s, "record 1: a pair of its shapes"),
       "a record size of another pair");
    for (size_t size = 0; size <= 2 * MAX_RECORD; size += 4) {
        if (size >= 320 && size <= MAX_RECORD) size = MAX_RECORD + 4;
        write_frame(zeros, 1, size);
        stream_read(&s, &file, &any_stream);
        if (s.state & READER_TROUBLE && !s.n_pairs && strstr((char *)s.messages.text.p, "record size is not"))
            continue;
        ok(0, "a record size of %zu", size);
    }
    ok(1, "record sizes that no pair has are refused");
    buf_free(&records);
}

/* Heads of any bytes: what comes through is a pair that fills its record. */
static void test_any_heads(long rounds)
{
    const struct ccdq_shape shape[2] = {triangle(1), triangle(1)};
    const size_t size = ccdq_patch_record_size(shape);
    struct draw d = {7};
    struct buf records = {0};
    long wrong = 0, read = 0;
    for (long round = 0; round < rounds; round++) {
        records.n = 0;
        for (size_t i = 0; i < 5; i++) draw_pair(&d, i, shape, &records);
        for (size_t i = 0; i < 5; i++)
            for (uint64_t n = draw_bits(&d) % 3; n--;)
                records.p[i * size + 16 + draw_bits(&d) % 16] = (unsigned char)(draw_bits(&d) % 5);
        write_frame(records.p, 5, size);
        stream_read(&s, &file, &any_stream);
        read += (long)s.n_pairs;
        wrong += s.state & READER_INCOMPLETE || s.n_pairs + s.messages.count != 5;
        for (size_t i = 0; i < s.n_pairs; i++) {
            const struct ccdq_patch_head *head = head_at(&s.pairs, i * size);
            wrong += ccdq_shape_problem(&head->shape[0]) || ccdq_shape_problem(&head->shape[1]) ||
                     ccdq_patch_record_size(head->shape) != size;
        }
    }
    ok(!wrong && read, "%ld frames with shapes of any bytes, of which %ld pairs are read", rounds, read);
    buf_free(&records);
}

static void test_headers(void)
{
    struct buf out = {0};
    struct frame f, end = {.kind = 'P', .flags = FRAME_END, .run = whole_run};
    frame_encode(&out, end, NULL, 0);
    ok(!frame_parse(out.p, &f) && f.record_size == 0, "an END of pairs has no record size");
    put32(out.p + 64, 320);
    put32(out.p + 68, (uint32_t)crc32(0, out.p, 68));
    ok(frame_parse(out.p, &f) != NULL, "one with a record size is refused");
    buf_free(&out);
}

/* ---- Damage ---- */

/* Every cut and every flipped bit of a stream of three frames. */
static void test_damage(void)
{
    const struct ccdq_shape a[2] = {triangle(1), triangle(1)}, b[2] = {triangle(1), quad(1, 1, 0)};
    struct draw d = {8};
    struct buf records = {0};
    size_t unnoticed = 0, changed = 0, lost = 0;
    for (size_t i = 0; i < 3; i++) draw_pair(&d, i, i == 1 ? b : a, &records);
    const size_t size = ccdq_patch_record_size(a), second = ccdq_patch_record_size(b);
    stream_write(&file, FORM_CCD, 0, 'P', records.p, 3, 3, whole_run);
    struct buf whole = scratch_read(&file);
    for (size_t n = 0; n < whole.n; n++) {
        scratch_write(&file, whole.p, n);
        stream_read(&s, &file, &any_stream);
        unnoticed += !s.state || !s.messages.count;
        changed += s.pairs.n && memcmp(s.pairs.p, records.p, s.pairs.n);
    }
    ok(!unnoticed && !changed, "every cut of %zu is noticed, and changes nothing that comes through",
       whole.n);
    for (size_t bit = 0; bit < 8 * whole.n; bit += 3) {
        whole.p[bit / 8] ^= 1 << bit % 8;
        scratch_write(&file, whole.p, whole.n);
        stream_read(&s, &file, &any_stream);
        whole.p[bit / 8] ^= 1 << bit % 8;
        unnoticed += !s.state;
        lost += s.n_pairs < 2;
        for (size_t at = 0; at < s.pairs.n;) {
            const uint64_t id = head_at(&s.pairs, at)->id;
            const size_t n = id == 1 ? second : size;
            if (id > 2 || memcmp(s.pairs.p + at, records.p + (id > 0) * size + (id > 1) * second, n))
                changed++;
            at += n;
        }
    }
    ok(!unnoticed && !changed && !lost, "and so is every flipped bit, which costs one frame at most");
    buf_free(&whole);
    buf_free(&records);
}

/* ---- Rows ---- */

static void test_row(const char *row, const char *message, const char *name)
{
    struct buf text = {0};
    const char good[] = "7,1,t1,t1,0,0,0,1,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,1,0,1,1,0,0,0,0,0,0,0,0,0";
    buf_printf(&text, "%s\n%s\n%s\n", good, row, good);
    scratch_write(&file, text.p, text.n);
    const struct reader_options pairs_only = {.from = FORM_SNIFF, .type = -1, .kinds = "P"};
    stream_read(&s, &file, &pairs_only);
    ok(s.state == READER_TROUBLE && s.n_pairs == 2 && s.messages.count == 1 &&
           stream_said(&s, "record 1, line 2: ") && stream_said(&s, message),
       "csv: %s", name);
    buf_free(&text);
}

#define NUMBERS ",0,0,0,1,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,1,0,1,1,0,0,0,0,0,0,0,0,0"

static void test_rows(void)
{
    test_row("7,1,t1,t1" NUMBERS ",0", "it has 41 columns, a pair of t1 and t1 has 40", "a column too many");
    test_row("7,1,t1,t1r" NUMBERS, "it has 40 columns, a pair of t1 and t1r has 46", "too few for the shape");
    test_row("7,1,t1,t1", "it has 4 columns, a pair of patches has 40 or more", "no numbers at all");
    test_row("7,1,q0,t1" NUMBERS, "column 3, shape q0: its degree is 0", "degree 0");
    test_row("7,1,t1,q100" NUMBERS, "column 4, shape q100: its degree is above 16", "degree 100");
    test_row("7,1,t2x1,t1" NUMBERS, "column 3, shape t2x1: it is a triangle of two degrees",
             "a triangle of two");
    test_row("7,1,t1,b1" NUMBERS, "column 4 is no shape such as q3, q3x2, t2 or q3r: 'b1'", "no shape");
    test_row("7,1,," NUMBERS, "column 3 is no shape", "an empty shape");
    test_row("-7,1,t1,t1" NUMBERS, "column 1", "a negative id");
    test_row("7,soon,t1,t1" NUMBERS, "column 2 is no number: 'soon'", "a time that is no number");
}

/* ---- Numbers of frames ---- */

static void test_numbers(void)
{
    uint64_t so_far[FRAME_KINDS] = {0};
    const char kinds[] = "QRPRCPR";
    const uint64_t want[] = {0, 0, 1, 1, 1, 2, 2};
    bool right = true;
    for (size_t i = 0; kinds[i]; i++) right = right && frame_number(so_far, kinds[i]) == want[i];
    ok(right, "frames of queries of all kinds count together, so that results stay with them");
}

int main(void)
{
    file = scratch_make();
    test_mixed(3, N);
    test_mixed(CCDQ_MAX_DEGREE, 40);
    test_largest();
    test_blocks();
    test_raw();
    test_wrong_shapes();
    test_wrong_size();
    test_any_heads(getenv("CCDQ_LONG") ? 20000 : 500);
    test_headers();
    test_damage();
    test_rows();
    test_numbers();
    stream_free(&s);
    unlink(file.path);
    return tap_done();
}
