/* Mutated files of every form: a reader may refuse them, but neither crash nor hang nor take memory that the
 * bytes do not justify, and no chain of faults yields a record of a ccd stream that was not written. */
#include "streams.h"
#include "../tap.h"
#include <sys/resource.h>
#include <zlib.h>

enum { N = 40, PAIR_SIZE = 32 + 2 * (4 + 3) * 3 * 8 };

static struct ccdq_query queries[N];
static struct ccdq_sdf_query triangles[N];
static struct ccdq_result results[N];
static struct ccdq_contact contacts[N];
static struct buf pairs; /* of a quad and a triangle of degree 1 */
static const struct raw_pairs shapes = {{{CCDQ_QUAD, {1, 1}, 0, 0}, {CCDQ_TRIANGLE, {1, 1}, 0, 0}}, 1};
static const struct raw_pairs *raw; /* what the form raw holds */
static struct scratch file;
static struct stream s;

/* Changes the bytes in one of the ways that accidents and enemies have. */
static void mutate(struct buf *b, struct draw *d)
{
    static const char *const words[] = {"\n",
                                        ",",
                                        "#",
                                        "#ccd-query v1\n",
                                        "#end ",
                                        "-",
                                        "nan",
                                        "1e999",
                                        "\x1f\x8b\x08",
                                        "99999999999999999999",
                                        "0x",
                                        "\0",
                                        "\xff\xff\xff\xff",
                                        "(",
                                        "8, 3)",
                                        "#ccd-patch v1\n",
                                        "#ccd-sdf v1\n",
                                        "q16r",
                                        "t2",
                                        "x",
                                        "\r\n"};
    if (!b->n) return;
    size_t at = draw_bits(d) % b->n, n = 1 + draw_bits(d) % (draw_bits(d) % 2 ? 8 : 300);
    if (n > b->n - at) n = b->n - at;
    switch (draw_bits(d) % 6) {
    case 0: /* flip a bit */
        b->p[at] ^= 1 << draw_bits(d) % 8;
        break;
    case 1: /* any byte */
        b->p[at] = (unsigned char)draw_bits(d);
        break;
    case 2: /* cut a piece out */
        memmove(b->p + at, b->p + at + n, b->n - at - n);
        b->n -= n;
        break;
    case 3: /* repeat a piece */
        buf_reserve(b, n);
        memmove(b->p + at + n, b->p + at, b->n - at);
        b->n += n;
        break;
    case 4: { /* overwrite with a word */
        const char *word = words[draw_bits(d) % (sizeof words / sizeof *words)];
        size_t length = strlen(word) + !*word;
        if (length > b->n - at) length = b->n - at;
        memcpy(b->p + at, word, length);
        break;
    }
    default: /* end here */
        b->n = at;
    }
}

/* After a mutation of a header, makes its crc right again: the enemy's way. */
static void mend_headers(struct buf *b)
{
    for (size_t at = 0; at + FRAME_HEADER_SIZE <= b->n; at++) {
        if (memcmp(b->p + at, frame_mark, FRAME_MARK_SIZE)) continue;
        uint32_t crc = (uint32_t)crc32(0, b->p + at, FRAME_HEADER_SIZE - 4);
        memcpy(b->p + at + FRAME_HEADER_SIZE - 4, &crc, sizeof crc);
    }
}

static bool was_written(const void *record, const void *records, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        if (!memcmp(record, (const char *)records + i * size, size)) return true;
    return false;
}

static size_t foreign_records(void)
{
    size_t foreign = 0;
    for (size_t i = 0; i < s.n_queries; i++)
        foreign += !was_written(s.queries.p + i * sizeof *queries, queries, N, sizeof *queries);
    for (size_t i = 0; i < s.n_pairs; i++)
        foreign += !was_written(s.pairs.p + i * PAIR_SIZE, pairs.p, N, PAIR_SIZE);
    for (size_t i = 0; i < s.n_triangles; i++)
        foreign += !was_written(s.triangles.p + i * sizeof *triangles, triangles, N, sizeof *triangles);
    for (size_t i = 0; i < s.n_results; i++)
        foreign += !was_written(s.results.p + i * sizeof *results, results, N, sizeof *results);
    for (size_t i = 0; i < s.n_contacts; i++)
        foreign += !was_written(s.contacts.p + i * sizeof *contacts, contacts, N, sizeof *contacts);
    return foreign;
}

static void gzip_bytes(struct buf *b)
{
    struct buf out = {0};
    buf_reserve(&out, compressBound(b->n) + 64);
    z_stream z = {.next_in = b->p, .avail_in = (uInt)b->n, .next_out = out.p, .avail_out = (uInt)out.cap};
    deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    deflate(&z, Z_FINISH);
    out.n = z.total_out;
    deflateEnd(&z);
    buf_free(b);
    *b = out;
}

static void seed_file(struct buf *seed, enum form form, char kind, int level)
{
    const void *records = kind == 'Q'   ? (const void *)queries
                          : kind == 'P' ? (const void *)pairs.p
                          : kind == 'S' ? (const void *)triangles
                          : kind == 'R' ? (const void *)results
                                        : contacts;
    stream_write(&file, form, level, kind, records, N, 7, (struct run){form == FORM_CCD ? 99 : 0, 0, 1});
    buf_free(seed);
    *seed = scratch_read(&file);
}

/* Mutates, reads, and looks at what came. strict: no record may come that was not written. */
static void test_form(const char *name, const struct buf *seed, enum form from, int rounds, bool strict)
{
    const struct reader_options options = {.from = from, .type = CCDQ_VF, .pairs = raw};
    struct draw d = {11};
    struct buf b = {0};
    size_t foreign = 0, silent = 0, read = 0;
    for (int i = 0; i < rounds; i++) {
        b.n = 0;
        buf_add(&b, seed->p, seed->n);
        for (uint64_t n = draw_bits(&d) % 4; n--;) mutate(&b, &d);
        if (strict && i % 2) mend_headers(&b);
        bool same = b.n == seed->n && !memcmp(b.p, seed->p, b.n);
        scratch_write(&file, b.p, b.n);
        stream_read(&s, &file, &options);
        read += s.n_queries + s.n_pairs + s.n_triangles + s.n_results + s.n_contacts;
        silent += same && s.state;
        if (strict) foreign += foreign_records();
    }
    ok(!foreign && !silent && read, "%s: %d mutations, %zu records read", name, rounds, read);
    buf_free(&b);
}

int main(void)
{
    struct draw d = {2};
    struct buf seed = {0};
    const int rounds = getenv("CCDQ_LONG") ? 20000 : 300;
    file = scratch_make();
    for (int i = 0; i < N; i++) {
        queries[i] = draw_query(&d, 10 + i);
        triangles[i] = draw_sdf_query(&d, 10 + i);
        results[i] = draw_result(&d, 10 + i);
        contacts[i] = draw_contact(&d, 10 + i);
    }
    for (int i = 0; i < N; i++) draw_pair(&d, 10 + i, shapes.shape, &pairs);
    static const char *const names[] = {
        [FORM_CCD] = "ccd", [FORM_CSV] = "csv", [FORM_NYU] = "nyu", [FORM_NPY] = "npy", [FORM_RAW] = "raw"};
    for (int form = FORM_CCD; form <= FORM_RAW; form++) {
        seed_file(&seed, form, 'Q', 0);
        test_form(names[form], &seed, form, rounds, form == FORM_CCD);
        test_form(names[form], &seed, form == FORM_RAW ? FORM_RAW : FORM_SNIFF, rounds, form == FORM_CCD);
        if (form < FORM_CSV || form > FORM_NPY) continue;
        gzip_bytes(&seed);
        test_form("and gzip'd", &seed, FORM_SNIFF, rounds, false);
    }
    seed_file(&seed, FORM_CCD, 'Q', 6);
    test_form("deflated ccd", &seed, FORM_SNIFF, rounds, true);
    seed_file(&seed, FORM_CCD, 'R', 0);
    test_form("ccd of results", &seed, FORM_SNIFF, rounds, true);
    seed_file(&seed, FORM_CSV, 'R', 0);
    test_form("csv of results", &seed, FORM_SNIFF, rounds, false);
    seed_file(&seed, FORM_CCD, 'P', 0);
    test_form("ccd of pairs", &seed, FORM_SNIFF, rounds, true);
    seed_file(&seed, FORM_CCD, 'P', 6);
    test_form("deflated ccd of pairs", &seed, FORM_SNIFF, rounds, true);
    seed_file(&seed, FORM_CSV, 'P', 0);
    test_form("csv of pairs", &seed, FORM_SNIFF, rounds, false);
    seed_file(&seed, FORM_CCD, 'S', 0);
    test_form("ccd of triangles", &seed, FORM_SNIFF, rounds, true);
    seed_file(&seed, FORM_CCD, 'S', 6);
    test_form("deflated ccd of triangles", &seed, FORM_SNIFF, rounds, true);
    seed_file(&seed, FORM_CSV, 'S', 0);
    test_form("csv of triangles", &seed, FORM_SNIFF, rounds, false);
    scratch_write(&file, pairs.p, N * (PAIR_SIZE - 32)); /* any numbers will do */
    buf_free(&seed);
    seed = scratch_read(&file);
    raw = &shapes;
    test_form("raw of pairs", &seed, FORM_RAW, rounds, false);
    seed_file(&seed, FORM_CCD, 'C', 0);
    test_form("ccd of contacts", &seed, FORM_SNIFF, rounds, true);
    seed_file(&seed, FORM_CSV, 'C', 0);
    test_form("csv of contacts", &seed, FORM_SNIFF, rounds, false);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    ok(used.ru_maxrss < 1 << 20, "in less than a gigabyte altogether");
    buf_free(&seed);
    buf_free(&pairs);
    stream_free(&s);
    unlink(file.path);
    return tap_done();
}
