/* What it costs on one thread to write and to read a stream, beside what others cost in the same run.
 *
 *     formats [NUMBER OF QUERIES]         default 200,000: of the family uniform, and answers to as many of
 * the family touch, which all are hits
 *
 * "write" encodes blocks of 1,024 records that lie in memory into bytes that are thrown away; "read" cuts and
 * decodes a file. Each is the best of five.
 */
#include "../../formats/stream.h"
#include "../../lib/gen/gen.h"
#include "bench.h"
#include <libdeflate.h>
#include <math.h>
#include <unistd.h>
#include <zlib.h>

enum { PASSES = 5, BLOCK = FRAME_RECORDS, SEED = 1 };

struct set {
    const char *name;
    char kind;
    const unsigned char *records;
    size_t n, size; /* records, and bytes of one */
};

static void print(const char *name, const char *what, double seconds, double bytes, double records)
{
    printf("%-8s %-24s %8.1f MB/s %9.1f ns a record\n", name, what, 1e-6 * bytes / seconds,
           1e9 * seconds / records);
}

/* ---- What a byte costs ---- */

static volatile uint64_t sink; /* so that no pass is optimised away */

static uint64_t by_zlib(const unsigned char *p, size_t n)
{
    return crc32(0, p, (uInt)n);
}

static uint64_t by_libdeflate(const unsigned char *p, size_t n)
{
    return libdeflate_crc32(0, p, n);
}

static uint64_t by_memcpy(const unsigned char *p, size_t n)
{
    static unsigned char copy[BLOCK * sizeof(struct ccdq_query)];
    memcpy(copy, p, n);
    return copy[n / 2];
}

/* One frame's records from cache. */
static void bench_bytes(const struct set *set, const char *what,
                        uint64_t (*pass)(const unsigned char *p, size_t n))
{
    const size_t n = BLOCK * set->size, times = 1 + set->n / BLOCK;
    double best = INFINITY;
    for (int k = 0; k < PASSES; k++) {
        double start = bench_seconds();
        for (size_t i = 0; i < times; i++) sink += pass(set->records, n);
        best = fmin(best, bench_seconds() - start);
    }
    print(set->name, what, best, (double)(n * times), (double)(BLOCK * times));
}

/* ---- Streams ---- */

/* Encodes all records, into `out` if that is wanted. Returns the bytes. */
static size_t write_all(const struct set *set, enum form to, int level, struct writer *out)
{
    static struct chunk chunk;
    size_t bytes = 0;
    for (size_t i = 0; i < set->n; i += BLOCK) {
        const size_t n = set->n - i < BLOCK ? set->n - i : BLOCK;
        chunk_encode(&chunk, set->kind, set->records + i * set->size, n, (struct run){1, 0, 1}, to, level);
        bytes += chunk.bytes.n;
        if (out && writer_put(out, &chunk)) exit(2);
    }
    return bytes;
}

static void bench_write(const struct set *set, enum form to, int level, const char *what)
{
    double best = INFINITY;
    size_t bytes = 0;
    for (int k = 0; k < PASSES; k++) {
        double start = bench_seconds();
        bytes = write_all(set, to, level, NULL);
        best = fmin(best, bench_seconds() - start);
    }
    print(set->name, what, best, (double)bytes, (double)set->n);
}

static void read_all(char *path, enum form from, size_t n)
{
    static struct block block;
    const struct reader_options options = {.from = from, .type = CCDQ_VF};
    char *files[] = {path};
    struct messages messages = {0};
    size_t records = 0;
    struct reader *reader = reader_open(files, 1, &options);
    while (reader_next(reader, &block)) {
        block_decode(&block);
        reader_account(reader, &block);
        records += block.n;
    }
    if (reader_finish(reader, &messages) || records != n) exit(2);
}

static void bench_read(const struct set *set, enum form form, int level, const char *what)
{
    char path[] = "/tmp/ccdq-bench-XXXXXX";
    struct messages messages = {0};
    int fd = mkstemp(path);
    const struct writer_options options = {.path = path, .to = form, .level = level};
    struct writer *writer = fd < 0 ? NULL : writer_open(&options, &messages);
    if (!writer) exit(2);
    close(fd);
    const size_t bytes = write_all(set, form, level, writer);
    if (writer_close(writer, true, NULL, &messages)) exit(2);
    double best = INFINITY;
    for (int k = 0; k < PASSES; k++) {
        double start = bench_seconds();
        read_all(path, form, set->n);
        best = fmin(best, bench_seconds() - start);
    }
    unlink(path);
    print(set->name, what, best, (double)bytes, (double)set->n);
}

/* ---- What zlib and the C library take for the same ---- */

static void bench_zlib(const struct set *set, int level)
{
    const size_t n = BLOCK * set->size;
    uLongf packed = compressBound(n), unpacked = n;
    unsigned char *to = bench_alloc(packed, 1), *back = bench_alloc(n, 1);
    double start = bench_seconds();
    if (compress2(to, &packed, set->records, n, level) != Z_OK) exit(2);
    print(set->name, "zlib: deflate, level 6", bench_seconds() - start, (double)packed, BLOCK);
    start = bench_seconds();
    if (uncompress(back, &unpacked, to, packed) != Z_OK) exit(2);
    print(set->name, "zlib: inflate, level 6", bench_seconds() - start, (double)packed, BLOCK);
    free(to);
    free(back);
}

/* The numbers of a text, and nothing else of it. */
static void bench_libc(const struct set *set)
{
    enum { NUMBERS = 24, LENGTH = 32 };
    const size_t n = set->n < 10000 ? set->n : 10000;
    const struct ccdq_query *q = (const struct ccdq_query *)set->records;
    char *text = bench_alloc(n * NUMBERS, LENGTH), *p = text, *end;
    double start = bench_seconds();
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < NUMBERS; k++) p += snprintf(p, LENGTH, "%.17g,", q[i].x[k / 3][k % 3]);
    print(set->name, "libc: printf %.17g", bench_seconds() - start, (double)(p - text), (double)n);
    double sum = 0;
    start = bench_seconds();
    for (char *at = text; at < p; at = end + 1) sum += strtod(at, &end);
    print(set->name, "libc: strtod", bench_seconds() - start, (double)(p - text), (double)n);
    sink += (uint64_t)sum;
    free(text);
}

static void bench_set(const struct set *set)
{
    printf("\n");
    bench_bytes(set, "zlib: crc32", by_zlib);
    bench_bytes(set, "libdeflate: crc32", by_libdeflate);
    bench_bytes(set, "memcpy", by_memcpy);
    bench_write(set, FORM_CCD, 0, "write ccd");
    bench_read(set, FORM_CCD, 0, "read ccd");
    bench_zlib(set, 6);
    bench_write(set, FORM_CCD, 6, "write ccd, level 6");
    bench_read(set, FORM_CCD, 6, "read ccd, level 6");
    if (set->kind == 'Q') bench_libc(set);
    bench_write(set, FORM_CSV, 0, "write csv");
    bench_read(set, FORM_CSV, 0, "read csv");
    if (set->kind != 'Q') return;
    bench_write(set, FORM_NYU, 0, "write nyu");
    bench_read(set, FORM_NYU, 0, "read nyu");
}

int main(int argc, char **argv)
{
    const size_t n = bench_count(argc, argv, 200000), room = n < BLOCK ? BLOCK : n;
    struct ccdq_query *q = bench_alloc(room, sizeof *q);
    struct ccdq_result *r = bench_alloc(room, sizeof *r);
    struct ccdq_workspace *ws = ccdq_workspace_new();
    if (!ws) return 2;
    bench_print_machine("processor time");
    gen_linear_range(gen_find_family(gen_linear_families, "touch"), CCDQ_VF, SEED, 0, n, q);
    ccdq_linear_solve(&ccdq_linear_methods[0], CCDQ_TYPE_BIT(CCDQ_VF), q, n, &ccdq_linear_defaults, r, ws);
    gen_linear_range(gen_find_family(gen_linear_families, "uniform"), CCDQ_VF, SEED, 0, n, q);
    for (size_t i = 0; i < n; i++) q[i].flags = CCDQ_HAS_TRUTH; /* nyu needs one, whatever it is */
    bench_set(&(struct set){"queries", 'Q', (unsigned char *)q, n, sizeof *q});
    bench_set(&(struct set){"results", 'R', (unsigned char *)r, n, sizeof *r});
    ccdq_workspace_free(ws);
    free(q);
    free(r);
    return 0;
}
