/* Kind I: queries come back from it byte for byte, whatever they are; damage to its frames is noticed; frames
 * that no writer of ours makes are refused, or their bad queries named. */
#include "streams.h"
#include "../tap.h"
#include "../../formats/packer.h"
#include <math.h>

static const struct reader_options expanded = {.from = FORM_SNIFF, .type = CCDQ_VF, .expand = EXPAND_GOOD};
static const struct run run = {0xabcdef, 0, 1};
static struct scratch file;

/* ---- Queries of all sorts ---- */

static const unsigned points[] = {[CCDQ_VF] = 4, [CCDQ_EE] = 4, [CCDQ_PE] = 3, [CCDQ_PP] = 2};

/* How the queries of one draw are. */
struct sort {
    unsigned
        ids; /* 0: consecutive, 1: at random, 2: through 2^64 - 1, 3: in steps of two, 4: from one swap on */
    unsigned types; /* 0: one, 1: in runs */
    bool groups, flags, separations;
    unsigned pool; /* vertices are of a pool of so many; 0: each its own */
};

static double draw_separation(struct draw *d)
{
    static const double some[] = {0, -0.0, 1e-3, 0.5, NAN, INFINITY, -1};
    return some[draw_bits(d) % 7];
}

/* Any bits at all, or a vertex of the pool, whose number is its first coordinate. */
static void draw_point(struct draw *d, const struct sort *sort, double x0[3], double x1[3])
{
    const double number = sort->pool ? (double)(draw_bits(d) % sort->pool) : 0;
    for (int k = 0; k < 3; k++) {
        const uint64_t bits = draw_bits(d);
        x0[k] = sort->pool ? number * 0.25 : draw_real(d);
        memcpy(&x1[k], &bits, sizeof bits);
        if (sort->pool) x1[k] = k ? 1 : -number;
    }
}

static void draw_queries(struct draw *d, const struct sort *sort, struct ccdq_query *q, size_t n)
{
    const uint64_t first = sort->ids == 2 ? UINT64_MAX - n / 2 : draw_bits(d);
    uint8_t type = (uint8_t)(draw_bits(d) % 4);
    double separation = sort->separations ? draw_separation(d) : 0;
    for (size_t i = 0; i < n; i++) {
        if (sort->types && draw_bits(d) % 16 == 0) type = (uint8_t)(draw_bits(d) % 4);
        if (sort->separations && draw_bits(d) % 16 == 0) separation = draw_separation(d);
        q[i] = (struct ccdq_query){.id = first + i, .type = type, .min_sep = separation};
        if (sort->ids == 1) q[i].id = draw_bits(d);
        if (sort->ids == 3) q[i].id = first + 2 * i;
        if (sort->groups) q[i].group = (uint32_t)draw_bits(d);
        if (sort->flags) q[i].flags = (uint8_t)(draw_bits(d) % 4);
        for (unsigned k = 0; k < points[type]; k++) draw_point(d, sort, q[i].x[k], q[i].x[k + 4]);
    }
    if (sort->ids == 4 && n > 2) q[n / 2].id = q[n / 2 + 1].id, q[n / 2 + 1].id = q[n / 2].id - 1;
}

/* ---- Round trips ---- */

/* Are the meshes of the file such that each of their queries can be made, and do they say what the records
 * say? Counts vertices. */
static bool meshes_are(const struct ccdq_query *q, size_t n, size_t *vertices)
{
    char *files[] = {file.path};
    struct block block = {0};
    struct messages messages = {0};
    size_t at = 0;
    bool right = true;
    struct reader *reader = reader_open(files, 1, &any_stream);
    *vertices = 0;
    while (reader_next(reader, &block)) {
        block_decode(&block);
        reader_account(reader, &block);
        if (block.what == BLOCK_END) continue;
        const struct ccdq_indexed *mesh = &block.indexed;
        right &= block.kind == 'I' && block.records.n == 0 && mesh->queries == block.n &&
                 block.n <= PACKER_QUERIES && mesh->vertices <= PACKER_VERTICES;
        *vertices += mesh->vertices;
        for (size_t i = 0; right && i < mesh->queries; i++) {
            struct ccdq_query made;
            right &= !ccdq_indexed_problem(mesh, i) && at < n;
            if (right) ccdq_indexed_query(mesh, i, &made);
            right = right && !memcmp(&made, &q[at++], sizeof made);
        }
    }
    right &= !reader_finish(reader, &messages) && at == n;
    messages_free(&messages);
    block_free(&block);
    return right;
}

static bool comes_back(const struct sort *sort, struct draw *d, size_t n, size_t frame, int level,
                       size_t *vertices)
{
    struct ccdq_query *q = calloc(n + 1, sizeof *q);
    struct stream s = {0};
    draw_queries(d, sort, q, n);
    unlink(file.path); /* to write it anew is quicker than to replace it */
    bool right = stream_write(&file, FORM_INDEXED, level, 'Q', q, n, frame, run);
    stream_read(&s, &file, &expanded);
    right = right && s.state == 0 && s.n_queries == n && (!n || !memcmp(s.queries.p, q, n * sizeof *q)) &&
            s.ends == 1 && (n == 0 || s.run.tag == run.tag);
    right = right && meshes_are(q, n, vertices);
    free(q);
    stream_free(&s);
    return right;
}

static void test_round_trips(void)
{
    struct draw d = {11};
    size_t vertices;
    for (unsigned ids = 0; ids < 5; ids++) {
        unsigned wrong = 0;
        for (unsigned k = 0; k < 64; k++) {
            const struct sort sort = {.ids = ids,
                                      .types = k & 1,
                                      .groups = k & 2,
                                      .flags = k & 4,
                                      .separations = k & 8,
                                      .pool = k & 16 ? 1 + k % 7 : 0};
            wrong +=
                !comes_back(&sort, &d, draw_bits(&d) % 70, 1 + draw_bits(&d) % 40, k & 32 ? 3 : 0, &vertices);
        }
        ok(wrong == 0, "ids of sort %u: queries of all sorts come back byte for byte", ids);
    }
}

static void test_sharing(void)
{
    struct draw d = {12};
    size_t vertices;
    const struct sort own = {0}, pool = {.pool = 1000}, one = {.pool = 1};
    const size_t n = 2 * PACKER_QUERIES + 5;
    ok(comes_back(&own, &d, n, FRAME_RECORDS, 0, &vertices),
       "five frames of queries without a common vertex");
    ok(comes_back(&pool, &d, n, FRAME_RECORDS, 0, &vertices),
       "three frames of queries between 1,000 vertices");
    ok(vertices <= 3 * 4 * 1000, "each is in a frame as often as one query has it, at most: %zu", vertices);
    ok(comes_back(&one, &d, n, FRAME_RECORDS, 0, &vertices), "all points of all queries are the same");
    ok(vertices <= 3 * 4, "and are four vertices at most, as many as a query has: %zu", vertices);
}

/* ---- Damage ---- */

enum { N = 5 };
static struct ccdq_query few[N];

static void write_few(int level)
{
    struct draw d = {13};
    const struct sort sort = {.ids = 1, .groups = true, .flags = true, .pool = 4};
    draw_queries(&d, &sort, few, N);
    stream_write(&file, FORM_INDEXED, level, 'Q', few, N, N, run);
}

static bool all_or_none(const struct stream *s)
{
    return s->n_queries == 0 || (s->n_queries == N && !memcmp(s->queries.p, few, sizeof few));
}

/* A flipped bit in a stored stream is always noticed. In deflate data a few bits carry nothing; then nothing
 * has changed. */
static void test_damage(int level)
{
    struct stream s = {0};
    write_few(level);
    struct buf whole = scratch_read(&file);
    size_t unnoticed = 0, changed = 0;
    for (size_t bit = 0; bit < 8 * whole.n; bit++) {
        whole.p[bit / 8] ^= (unsigned char)(1 << bit % 8);
        scratch_write(&file, whole.p, whole.n);
        stream_read(&s, &file, &expanded);
        whole.p[bit / 8] ^= (unsigned char)(1 << bit % 8);
        unnoticed += !s.state && (level == 0 || s.n_queries != N || s.ends != 1);
        changed += !all_or_none(&s);
    }
    ok(unnoticed == 0, "level %d: every flipped bit of %zu is noticed", level, 8 * whole.n);
    ok(changed == 0, "level %d: no flipped bit changes a query that comes through", level);
    unnoticed = changed = 0;
    for (size_t n = 0; n < whole.n; n++) {
        scratch_write(&file, whole.p, n);
        stream_read(&s, &file, &expanded);
        unnoticed += !s.state;
        changed += !all_or_none(&s);
    }
    ok(unnoticed == 0 && changed == 0, "level %d: every cut is noticed and changes no query", level);
    buf_free(&whole);
    stream_free(&s);
}

/* ---- Frames that say something absurd, with right sums over it ---- */

enum { VERTICES = 4, HEAD = 16, AT_TYPE = 4, AT_CONTENTS = 5, AT_ZERO = 6, AT_INDEX = HEAD + VERTICES * 48 };

/* The payload of two queries between four vertices, without ids. */
static void make_payload(struct buf *payload)
{
    static const uint32_t count = VERTICES, index[2][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}};
    unsigned char head[HEAD] = {0};
    double x[VERTICES][6];
    for (int i = 0; i < VERTICES * 6; i++) x[i / 6][i % 6] = i * i % 11;
    memcpy(head, &count, sizeof count);
    payload->n = 0;
    buf_add(payload, head, sizeof head);
    buf_add(payload, x, sizeof x);
    buf_add(payload, index, sizeof index);
}

static const struct frame two_queries = {.kind = 'I', .records = 2, .first_id = 7, .run = {0, 0, 1}};

/* Writes the frame of this payload, and an END behind it. */
static void write_payload(const struct buf *payload, struct frame f)
{
    struct buf out = {0};
    const struct frame end = {
        .kind = 'I', .flags = FRAME_END, .first_id = 2, .digest = mix64(7) + mix64(8), .run = {0, 0, 1}};
    if (!f.digest) f.digest = end.digest;
    f.record_size = (uint32_t)payload->n;
    frame_encode(&out, f, payload->p, 0);
    frame_encode(&out, end, NULL, 0);
    scratch_write(&file, out.p, out.n);
    buf_free(&out);
}

static void read_payload(const struct buf *payload, struct frame f, struct stream *s)
{
    write_payload(payload, f);
    stream_read(s, &file, &expanded);
}

/* Does the frame of two queries in the file lose those with unknown flags, each with a message, and give the
 * `left` others, the first with this id and flags, and its four vertices? */
static bool leaves(const struct reader_options *options, size_t left, uint64_t id, uint8_t flags)
{
    char *files[] = {file.path};
    struct block block = {0};
    struct messages messages = {0};
    struct reader *reader = reader_open(files, 1, options);
    struct ccdq_query q = {0};
    bool right = reader_next(reader, &block);
    block_decode(&block);
    reader_account(reader, &block);
    right = right && block.n == left && block.messages.count == 2 - left && block.unmade == 2 - left;
    if (right && left) {
        ccdq_indexed_query(&block.indexed, 0, &q);
        right = block_record_number(&block, 0) == id - 7 && q.id == id && q.flags == flags &&
                block.indexed.index[0][0] == (id == 7 ? 0 : 3);
    }
    right = right && block.indexed.queries == left &&
            (block.record_kind == 'I' ||
             (block.records.n == left * sizeof q && (!left || !memcmp(block.records.p, &q, sizeof q))));
    while (reader_next(reader, &block)) reader_account(reader, &block);
    right = reader_finish(reader, &messages) == READER_TROUBLE && right;
    messages_free(&messages);
    block_free(&block);
    return right;
}

/* The frame with one 32-bit number of its payload changed must be refused with this message, or lose so many
 * queries. */
static void test_absurd(size_t at, uint32_t value, size_t width, size_t left, const char *said,
                        const char *name)
{
    struct buf payload = {0};
    struct stream s = {0};
    make_payload(&payload);
    memcpy(payload.p + at, &value, width);
    read_payload(&payload, two_queries, &s);
    if (!ok(s.state & READER_TROUBLE && s.n_queries == left && strstr((char *)s.messages.text.p, said), "%s",
            name))
        diag("%zu queries, %s", s.n_queries, (char *)s.messages.text.p);
    buf_free(&payload);
    stream_free(&s);
}

static void test_header(struct frame f, const char *said, const char *name)
{
    struct buf payload = {0};
    struct stream s = {0};
    make_payload(&payload);
    read_payload(&payload, f, &s);
    if (!ok(said ? s.n_queries == 0 && strstr((char *)s.messages.text.p, said) != NULL
                 : s.state == 0 && s.n_queries == 2,
            "%s", name))
        diag("%zu queries, %s", s.n_queries, (char *)s.messages.text.p);
    buf_free(&payload);
    stream_free(&s);
}

static void test_absurdities(void)
{
    struct frame f = two_queries;
    test_header(f, NULL, "a frame laid down by hand is read");
    f.digest = 1;
    test_header(f, "its digest does not agree", "another digest is damage");
    f = two_queries;
    f.first_id = 9;
    test_header(f, "its digest does not agree", "other ids than those of the digest are damage");
    f = two_queries;
    f.records = 3;
    test_header(f, "do not fill it", "more queries than the payload holds are damage");
    f = two_queries;
    f.first_id = UINT64_MAX, f.digest = mix64(UINT64_MAX) + mix64(0), f.flags = FRAME_IDS_ASCENDING;
    test_header(f, "not ascending as declared", "ids through 2^64 do not ascend");

    test_absurd(0, 0, 4, 0, "do not fill it", "no vertices where there are four");
    test_absurd(0, UINT32_MAX, 4, 0, "do not fill it", "4,294,967,295 vertices in 240 bytes");
    test_absurd(AT_CONTENTS, 1, 1, 0, "do not fill it", "ids that are not there");
    test_absurd(AT_CONTENTS, 8, 1, 0, "contents are unknown", "unknown contents");
    test_absurd(AT_ZERO, 1, 2, 0, "contents are unknown", "a reserved number that is not 0");
    test_absurd(AT_TYPE, 4, 1, 0, "record 1: a query of unknown type",
                "an unknown type: each query is named");
    test_absurd(AT_INDEX + 4, 4, 4, 1, "record 0: an index that is not below the number of vertices",
                "an index out of range: the other query is read");
    test_absurd(AT_INDEX + 16, CCDQ_NO_NODE, 4, 1, "record 1: an index", "no index where there must be one");
    test_absurd(AT_INDEX + 16, 0, 4, 1, "record 1: a vertex that is named twice",
                "a vertex that is named twice: the other query is read");
}

/* Flags that are unknown, of one query or of both: named and left out, be the others written out or not. */
static void test_unknown_flags(bool with_ids)
{
    static const uint64_t ids[] = {7, 8};
    const struct reader_options options[] = {
        expanded, {.from = FORM_SNIFF, .type = CCDQ_VF, .expand = EXPAND_ALL}, any_stream};
    unsigned wrong = 0;
    for (unsigned bad = 1; bad < 4; bad++)
        for (int how = 0; how < 3; how++) {
            const uint8_t flags[] = {bad & 1 ? 0x83 : 3, bad & 2 ? 4 : 1};
            const size_t left = bad == 3 ? 0 : 1;
            struct buf payload = {0};
            make_payload(&payload);
            payload.p[AT_CONTENTS] = with_ids ? 5 : 4;
            if (with_ids) buf_add(&payload, ids, sizeof ids);
            buf_add(&payload, flags, sizeof flags);
            write_payload(&payload, two_queries);
            wrong += !leaves(&options[how], left, bad & 1 ? 8 : 7, bad & 1 ? 1 : 3);
            buf_free(&payload);
        }
    ok(!wrong, "unknown flags: the query is left out, and its ids stay with the others, which %s",
       with_ids ? "are in the frame" : "are not in the frame");
}

/* A mesh without vertices, and one without queries. */
static void test_empty(void)
{
    struct buf payload = {0};
    struct stream s = {0};
    const uint32_t none = 0;
    make_payload(&payload);
    memcpy(payload.p, &none, sizeof none);
    memmove(payload.p + HEAD, payload.p + AT_INDEX, payload.n - AT_INDEX);
    payload.n -= AT_INDEX - HEAD;
    read_payload(&payload, two_queries, &s);
    ok(s.state & READER_TROUBLE && s.n_queries == 0 && s.messages.count >= 2,
       "no vertices: each query is named");
    make_payload(&payload);
    payload.n = AT_INDEX;
    struct buf out = {0};
    const struct frame empty = {.kind = 'I', .run = {0, 0, 1}, .record_size = AT_INDEX};
    frame_encode(&out, empty, payload.p, 0);
    const struct frame end = {.kind = 'I', .flags = FRAME_END, .run = {0, 0, 1}};
    frame_encode(&out, end, NULL, 0);
    scratch_write(&file, out.p, out.n);
    stream_read(&s, &file, &expanded);
    ok(s.state == 0 && s.n_queries == 0 && s.ends == 1, "vertices without queries are no trouble");
    buf_free(&out);
    buf_free(&payload);
    stream_free(&s);
}

/* ---- The solver of meshes ---- */

/* Problems anywhere among many queries: those queries are invalid, and all others answered as on their own.
 */
static void test_problems(void)
{
    enum { QUERIES = 1000, MESH = 64 };
    static double x[MESH][2][3];
    static uint32_t index[QUERIES][4];
    struct draw d = {14};
    struct ccdq_workspace *ws = ccdq_workspace_new();
    const struct ccdq_linear_method *cubic = ccdq_linear_find("cubic");
    unsigned wrong = 0, bad = 0;
    for (int i = 0; i < MESH * 6; i++) x[i / 6][i / 3 % 2][i % 3] = (double)(draw_bits(&d) >> 11) * 0x1p-53;
    for (int round = 0; round < 20; round++) {
        static struct ccdq_result r[QUERIES], alone;
        const struct ccdq_indexed mesh = {.type = round % 2 ? CCDQ_EE : CCDQ_VF,
                                          .vertices = MESH,
                                          .queries = QUERIES,
                                          .vertex = (const double(*)[2][3])x,
                                          .index = (const uint32_t(*)[4])index,
                                          .first_id = 100};
        for (int i = 0; i < QUERIES; i++) {
            for (uint32_t k = 0; k < 4; k++) index[i][k] = (uint32_t)(draw_bits(&d) % (MESH / 4)) * 4 + k;
            if (draw_bits(&d) % (1U << round) == 0)
                index[i][draw_bits(&d) % 4] = MESH + (uint32_t)draw_bits(&d) % 3;
            if (draw_bits(&d) % (1U << round) == 0) index[i][draw_bits(&d) % 4] = index[i][draw_bits(&d) % 4];
        }
        ccdq_linear_solve_indexed(cubic, CCDQ_TYPE_BIT(mesh.type), &mesh, &ccdq_linear_defaults, r, ws);
        for (size_t i = 0; i < QUERIES; i++) {
            struct ccdq_query q;
            const bool problem = ccdq_indexed_problem(&mesh, i) != NULL;
            bad += problem;
            if (!problem) {
                ccdq_indexed_query(&mesh, i, &q);
                ccdq_linear_solve(cubic, CCDQ_TYPE_BIT(mesh.type), &q, 1, &ccdq_linear_defaults, &alone, ws);
            }
            wrong += r[i].id != 100 + i;
            wrong += problem ? r[i].verdict != CCDQ_INVALID : memcmp(&r[i], &alone, sizeof alone) != 0;
        }
    }
    ok(bad > 1000 && wrong == 0, "%u bad queries are invalid, and the others answered as on their own", bad);
    ccdq_workspace_free(ws);
}

/* One query of n has a problem: just that one is invalid, whichever it is, and whichever of its indices. */
static void test_one_problem(unsigned simd)
{
    enum { MOST = 21, MESH = 4, KINDS = 3 };
    static const double x[MESH][2][3];
    static const uint32_t beyond[KINDS] = {MESH, UINT32_C(1) << 31, UINT32_MAX};
    struct ccdq_workspace *ws = ccdq_workspace_new();
    struct ccdq_linear_options options = ccdq_linear_defaults;
    unsigned wrong = 0, cases = 0;
    options.simd = simd;
    for (size_t n = 1; n <= MOST; n++)
        for (size_t at = 0; at < n * 4 * (KINDS + 3); at++) {
            uint32_t index[MOST][4];
            struct ccdq_result r[MOST];
            const size_t bad = at % n, k = at / n % 4, kind = at / n / 4;
            for (uint32_t i = 0; i < MOST * 4; i++) index[i / 4][i % 4] = i % 4;
            index[bad][k] = kind < KINDS ? beyond[kind] : index[bad][(k + kind - KINDS + 1) % 4];
            const struct ccdq_indexed mesh = {.type = CCDQ_VF,
                                              .vertices = MESH,
                                              .queries = n,
                                              .vertex = x,
                                              .index = (const uint32_t(*)[4])index};
            ccdq_linear_solve_indexed(ccdq_linear_find("certified"), CCDQ_TYPE_BIT(CCDQ_VF), &mesh, &options,
                                      r, ws);
            for (size_t i = 0; i < n; i++) wrong += (r[i].verdict == CCDQ_INVALID) != (i == bad);
            cases++;
        }
    ok(wrong == 0, "instructions %u: the one bad index of %u meshes is found, wherever it is", simd, cases);
    ccdq_workspace_free(ws);
}

int main(void)
{
    file = scratch_make();
    test_round_trips();
    test_sharing();
    test_damage(0);
    test_damage(6);
    test_absurdities();
    test_unknown_flags(true);
    test_unknown_flags(false);
    test_empty();
    test_problems();
    for (unsigned simd = CCDQ_SIMD_PORTABLE; simd <= CCDQ_SIMD_AVX512; simd++)
        if (ccdq_simd_available(simd)) test_one_problem(simd);
    unlink(file.path);
    return tap_done();
}
