/* The forms of a stream: what is written in one reads back the same, and what is wrong in a file is named. */
#include "streams.h"
#include "../tap.h"
#include <math.h>

enum { N = 2500 };

static struct ccdq_query queries[N];
static struct ccdq_result results[N];
static struct ccdq_contact contacts[N];
static struct scratch file;
static struct stream s;

static const struct reader_options read_raw = {.from = FORM_RAW, .type = CCDQ_VF};
static const struct reader_options as_csv = {.from = FORM_CSV, .type = CCDQ_VF};
static const struct reader_options as_results = {.from = FORM_SNIFF, .type = -1, .kinds = "R"};

static const struct ccdq_query *got_query(size_t i)
{
    return (const struct ccdq_query *)s.queries.p + i;
}

static const struct ccdq_result *got_result(size_t i)
{
    return (const struct ccdq_result *)s.results.p + i;
}

static void read_text(const char *text, const struct reader_options *options)
{
    scratch_write(&file, text, strlen(text));
    stream_read(&s, &file, options);
}

/* ---- Round trips ---- */

/* Forms without ids number from 0 and know neither group nor, most of them, truth. */
static bool same_query(const struct ccdq_query *a, const struct ccdq_query *b, enum form form, size_t i)
{
    if (form == FORM_CCD || form == FORM_CSV) return !memcmp(a, b, sizeof *a);
    uint8_t flags = form == FORM_NYU ? a->flags : 0;
    return b->id == i && b->type == CCDQ_VF && b->flags == flags && !memcmp(a->x, b->x, sizeof a->x);
}

static void test_queries(enum form form, int level, size_t frame)
{
    const struct reader_options *options = form == FORM_RAW ? &read_raw : &any_stream;
    size_t wrong = 0;
    bool written = stream_write(&file, form, level, 'Q', queries, N, frame, (struct run){0, 0, 1});
    stream_read(&s, &file, options);
    for (size_t i = 0; i < N && i < s.n_queries; i++)
        wrong += !same_query(&queries[i], got_query(i), form, i);
    if (!ok(written && s.n_queries == N && !wrong && !s.state,
            "queries in %s at level %d, %zu a frame, read back", form_names[form], level, frame))
        diag("%zu records, %zu wrong, state %u: %s", s.n_queries, wrong, s.state, (char *)s.messages.text.p);
}

static void test_results(enum form form)
{
    bool written = stream_write(&file, form, 0, 'R', results, N, 1024, (struct run){42, 3, 7});
    stream_read(&s, &file, &any_stream);
    ok(written && s.n_results == N && !memcmp(s.results.p, results, sizeof results),
       "results in %s read back byte for byte", form_names[form]);
    ok(s.state == READER_PART_MISSING && s.messages.count == 0 && s.run.tag == 42 && s.run.part == 3 &&
           s.run.parts == 7,
       "with their run in %s; a lone part is said to be one, without a message", form_names[form]);
}

static void test_contacts(enum form form)
{
    bool written = stream_write(&file, form, 0, 'C', contacts, N, 1024, (struct run){42, 0, 1});
    stream_read(&s, &file, &any_stream);
    if (!ok(written && !s.state && s.n_contacts == N && !memcmp(s.contacts.p, contacts, sizeof contacts),
            "contacts in %s read back byte for byte", form_names[form]))
        diag("%zu records, state %u: %s", s.n_contacts, s.state, (char *)s.messages.text.p);
}

static const char contact_row[] = "7,1,2,3,4,5,6,,8,,overlap,hit,8,0.25,0.5,1,2,3,4,5,6,7,0,0,1,0.125,-0\n";

static void test_contact_rows(void)
{
    const struct reader_options as_contacts = {.from = FORM_SNIFF, .type = -1, .kinds = "QRC"};
    struct ccdq_contact c = {7,
                             1,
                             {2, 3},
                             {4, 5},
                             {6, CCDQ_NO_NODE, 8, CCDQ_NO_NODE},
                             CCDQ_CONTACT_OVERLAP,
                             CCDQ_HIT,
                             CCDQ_CONTACT_DEGENERATE,
                             0.25,
                             0.5,
                             {1, 2, 3, 4},
                             {5, 6, 7},
                             {0, 0, 1},
                             0.125,
                             -0.0};
    read_text(contact_row, &as_contacts);
    ok(s.n_contacts == 1 && !s.state && !memcmp(s.contacts.p, &c, sizeof c),
       "a plain row of 27 columns is a contact; a node that is not there is an empty field");
    read_text("7,1,2,3,4,5,6,,8,,melting,hit,8,0,0,1,2,3,4,5,6,7,0,0,1,0,0\n", &as_contacts);
    ok(s.state == READER_TROUBLE && stream_said(&s, "line 1: column 11 is no known word: 'melting'"),
       "csv: an unknown kind of contact");
    read_text("7,1,2,3,4,5,6,-1,8,,vf,hit,8,0,0,1,2,3,4,5,6,7,0,0,1,0,0\n", &as_contacts);
    ok(s.state == READER_TROUBLE && stream_said(&s, "column 8"), "csv: a node that is no index");
    read_text("#ccd-contact v1\n7,1,2\n#end records=1 digest=0000000000000000 part=0/1\n", &as_contacts);
    ok(s.state & READER_TROUBLE && stream_said(&s, "it has 3 columns, a contact has 27"),
       "csv: a contact cut short");
    ok(!stream_write(&file, FORM_RAW, 0, 'C', contacts, 1, 1, (struct run){0, 0, 1}), "raw refuses contacts");
}

static void test_refused(void)
{
    struct ccdq_query q = queries[0];
    q.min_sep = 0.5;
    ok(!stream_write(&file, FORM_RAW, 0, 'Q', &q, 1, 1, (struct run){0, 0, 1}), "raw refuses a separation");
    q = queries[0], q.x[3][1] = INFINITY;
    ok(!stream_write(&file, FORM_NYU, 0, 'Q', &q, 1, 1, (struct run){0, 0, 1}), "nyu refuses an infinity");
    q = queries[0], q.flags = 0;
    ok(!stream_write(&file, FORM_NYU, 0, 'Q', &q, 1, 1, (struct run){0, 0, 1}),
       "nyu refuses a query without truth");
    ok(!stream_write(&file, FORM_NPY, 0, 'R', results, 1, 1, (struct run){0, 0, 1}), "npy refuses results");
}

static void test_specials(void)
{
    struct ccdq_query q[4] = {queries[0], queries[1], queries[2], queries[3]};
    q[0].x[0][0] = INFINITY, q[0].x[0][1] = -INFINITY, q[0].min_sep = 0.1;
    q[1].x[7][2] = NAN, q[1].type = CCDQ_PP;
    q[2].type = 77, q[2].flags = 0, q[2].id = UINT64_MAX;
    q[3].x[1][1] = 5e-324, q[3].x[1][2] = 1.7976931348623157e308, q[3].id = 5;
    stream_write(&file, FORM_CSV, 0, 'Q', q, 4, 4, (struct run){0, 0, 1});
    stream_read(&s, &file, &any_stream);
    ok(s.n_queries == 4 && !s.state && !memcmp(s.queries.p, q, sizeof q),
       "inf, nan, unknown types, ids not ascending read back from csv");
    stream_write(&file, FORM_CCD, 0, 'Q', q, 4, 4, (struct run){0, 0, 1});
    stream_read(&s, &file, &any_stream);
    ok(s.n_queries == 4 && !s.state && !memcmp(s.queries.p, q, sizeof q), "and from ccd");
}

/* ---- Streams of several runs, parts and kinds ---- */

static void append(struct buf *all, enum form form, char kind, const void *records, size_t n, struct run run)
{
    stream_write(&file, form, 0, kind, records, n, 100, run);
    struct buf one = scratch_read(&file);
    buf_add(all, one.p, one.n);
    buf_free(&one);
}

static void read_bytes(struct buf *all, const struct reader_options *options)
{
    scratch_write(&file, all->p, all->n);
    stream_read(&s, &file, options);
    all->n = 0;
}

static void test_runs(enum form form)
{
    struct buf all = {0};
    const char *name = form_names[form];
    const struct run a = {1, 0, 1}, b = {2, 0, 1};
    append(&all, form, 'Q', queries, 300, a);
    append(&all, form, 'R', results, 200, a);
    append(&all, form, 'Q', queries + 300, 300, b);
    append(&all, form, 'Q', queries + 600, 300, a);
    read_bytes(&all, &any_stream);
    ok(!s.state && s.n_queries == 900 && s.n_results == 200 && s.ends == 4 &&
           !memcmp(s.queries.p, queries, 900 * sizeof *queries),
       "%s: streams of two runs and kinds, one behind the other, are a stream", name);

    for (uint32_t part = 0; part < 3; part++) append(&all, form, 'Q', queries, 250, (struct run){9, part, 3});
    read_bytes(&all, &any_stream);
    ok(!s.state && s.n_queries == 750, "%s: all parts of a run are whole", name);
    for (uint32_t part = 0; part < 2; part++) append(&all, form, 'Q', queries, 250, (struct run){9, part, 3});
    read_bytes(&all, &any_stream);
    ok(s.state == READER_PART_MISSING && stream_said(&s, "not each of 3 parts"), "%s: a missing part is said",
       name);
    for (uint32_t part = 0; part < 4; part++)
        append(&all, form, 'Q', queries, 250, (struct run){9, part % 3, 3});
    read_bytes(&all, &any_stream);
    ok(s.state == READER_PART_MISSING && stream_said(&s, "exactly once"),
       "%s: a part that comes twice is said", name);

    append(&all, form, 'Q', queries, 0, a);
    ok(all.n > 0, "%s: a stream of no records has its END", name);
    read_bytes(&all, &any_stream);
    ok(!s.state && s.ends == 1 && s.n_queries == 0, "%s: and is complete", name);
    buf_free(&all);
}

/* What some programs put before text, and what a cut takes from its end. */
static void test_edges_of_text(void)
{
    struct buf text = {0}, marked = {0};
    append(&text, FORM_CSV, 'Q', queries, 3, (struct run){1, 0, 1});
    buf_add(&marked, "\xef\xbb\xbf", 3);
    buf_add(&marked, text.p, text.n);
    read_bytes(&marked, &any_stream);
    ok(!s.state && s.n_queries == 3, "csv: a byte order mark is passed over");
    text.n--;
    read_bytes(&text, &any_stream);
    ok(s.state & READER_INCOMPLETE && stream_said(&s, "#end is cut short"),
       "csv: an #end without its newline is a cut");
    buf_free(&text);
    buf_free(&marked);
}

static void test_kinds(void)
{
    struct buf all = {0};
    const struct reader_options q_only = {.from = FORM_SNIFF, .type = -1, .kinds = "Q"};
    append(&all, FORM_CCD, 'Q', queries, 300, (struct run){1, 0, 1});
    append(&all, FORM_CCD, 'R', results, 300, (struct run){1, 0, 1});
    read_bytes(&all, &q_only);
    ok(s.state == READER_TROUBLE && s.messages.count == 1 && s.n_queries == 300 && s.n_results == 0,
       "a kind that is not read is one message, and is passed over");
    buf_free(&all);
}

static void test_parts(enum form form)
{
    struct buf all = {0};
    size_t state = 0, n = 0;
    bool ids[N] = {false};
    for (uint32_t part = 0; part < 4; part++) {
        struct reader_options o = {.from = form, .type = CCDQ_VF, .part = part, .parts = 4};
        if (form == FORM_CCD || form == FORM_CSV)
            append(&all, form, 'Q', queries, N, (struct run){5, 0, 1});
        else
            stream_write(&file, form, 0, 'Q', queries, N, 1024, (struct run){0, 0, 1});
        if (all.n)
            read_bytes(&all, &o);
        else
            stream_read(&s, &file, &o);
        state |= s.state | (s.run.part != part) | (s.run.parts != 4);
        for (size_t i = 0; i < s.n_queries; i++, n++)
            if (got_query(i)->id < N) ids[got_query(i)->id] = true;
    }
    for (int i = 0; i < N; i++) state |= !ids[i];
    if (!ok(!state && n == N, "%s: four parts are the whole, and each is complete", form_names[form]))
        diag("state %zu, %zu records: %s", state, n, (char *)s.messages.text.p);

    struct reader_options o = {.from = FORM_CCD, .type = -1, .part = 0, .parts = 2};
    append(&all, FORM_CCD, 'Q', queries, N, (struct run){5, 1, 2});
    read_bytes(&all, &o);
    ok(s.state & READER_TROUBLE && s.n_queries == 0 && stream_said(&s, "part 1/2 already"),
       "a part is not divided again");
    buf_free(&all);
}

static void test_end_disagrees(void)
{
    const struct run run = {1, 0, 1};
    struct buf out = {0};
    for (int what = 0; what < 2; what++) {
        struct chunk chunk = {0};
        chunk_encode(&chunk, 'Q', queries, 10, run, FORM_CCD, 0);
        uint64_t digest = chunk.digest + (uint64_t)(what == 1);
        struct frame end = {
            .kind = 'Q', .flags = FRAME_END, .first_id = what ? 10 : 9, .digest = digest, .run = run};
        buf_add(&out, chunk.bytes.p, chunk.bytes.n);
        frame_encode(&out, end, NULL, 0);
        read_bytes(&out, &any_stream);
        ok(s.state == READER_INCOMPLETE && s.n_queries == 10 && s.messages.count == 1, "an END of another %s",
           what ? "digest" : "count");
        chunk_free(&chunk);
    }
    buf_free(&out);
}

/* ---- csv ---- */

static void test_csv(void)
{
    read_text("1,hit\n2,free\r\n3,unresolved\n 4 , TRUE\n5,0\n", &as_results);
    ok(!s.state && s.n_results == 5 && got_result(0)->verdict == CCDQ_HIT && isnan(got_result(0)->toi_lo) &&
           got_result(1)->verdict == CCDQ_FREE && isinf(got_result(1)->toi_lo) &&
           got_result(2)->verdict == CCDQ_UNRESOLVED && got_result(3)->verdict == CCDQ_HIT &&
           got_result(4)->verdict == CCDQ_FREE,
       "csv: foreign results id,verdict");
    read_text("id,verdict,toi\n7,1,0x1p-2\n8,false,\n9,hit,", &as_results);
    ok(!s.state && s.n_results == 3 && got_result(0)->toi_lo == 0.25 && got_result(0)->toi_hi == 0.25 &&
           isnan(got_result(2)->toi_lo),
       "csv: foreign results id,verdict,toi behind a header line");
    read_text("1,hit\n2,perhaps\nx,hit\n3,free\n", &as_results);
    ok(s.state == READER_TROUBLE && s.n_results == 2 && s.messages.count == 2 &&
           stream_said(&s, "record 1, line 2: column 2 is no known word: 'perhaps'") &&
           stream_said(&s, "record 2, line 3: column 1"),
       "csv: bad rows are named and left out");

    read_text("#ccd-result v1\n1,hit\n#end records=1 digest=0000000000000000 part=0/1\n", &any_stream);
    ok(s.n_results == 0 && s.state == (READER_TROUBLE | READER_INCOMPLETE) &&
           stream_said(&s, "it has 2 columns"),
       "csv: a twin's rows have all columns");
    read_text("#ccd-result v1\n", &any_stream);
    ok(s.state == READER_INCOMPLETE && stream_said(&s, "the END is missing"),
       "csv: a twin without rows must have its #end");
    read_text("#ccd-result v2\n1,hit\n", &any_stream);
    ok(s.state == READER_TROUBLE && stream_said(&s, "version is unknown"),
       "csv: an unknown version is named");
    read_text("#ccd-resulx v1\n1,hit\n", &any_stream);
    ok(s.state == READER_TROUBLE && stream_said(&s, "kind is unknown"), "csv: an unknown kind is named");
    read_text("#end records=0 digest=0000000000000000 part=0/1\n", &as_csv);
    ok(s.state == READER_TROUBLE && stream_said(&s, "without a #ccd- line"), "csv: an #end alone is named");
    read_text("#ccd-result v1 part=1/2\n#end records=0 digest=0000000000000000 part=0/2\n", &any_stream);
    ok(s.state & READER_INCOMPLETE && stream_said(&s, "of another part"),
       "csv: an #end of another part is named");
    read_text("#ccd-result v1\n#end records=0 digest=0000000000000000 part=0/1 repaired\n", &any_stream);
    ok(!s.state && s.frame_flags == (FRAME_END | FRAME_REPAIRED), "csv: a repaired END says so");
}

static void test_csv_cuts(void)
{
    stream_write(&file, FORM_CSV, 0, 'R', results, 3, 2, (struct run){3, 1, 12});
    struct buf whole = scratch_read(&file);
    size_t unnoticed = 0, changed = 0;
    for (size_t n = 0; n + 1 < whole.n; n++) {
        scratch_write(&file, whole.p, n);
        stream_read(&s, &file, &(struct reader_options){.from = FORM_CSV, .type = -1});
        unnoticed += !(s.state & (READER_TROUBLE | READER_INCOMPLETE)) && n > 6;
        changed +=
            s.n_results > 3 || (s.n_results && memcmp(s.results.p, results, s.n_results * sizeof *results));
    }
    ok(!unnoticed, "csv: every cut of a twin is noticed");
    ok(!changed, "csv: no cut changes a row that comes through");
    buf_free(&whole);
}

/* ---- Files that are none of this ---- */

static void test_long_lines(void)
{
    struct buf text = {0};
    buf_printf(&text, "1,hit\n2,");
    for (int i = 0; i < 3000000; i++) buf_add(&text, "f", 1);
    buf_printf(&text, "\n3,free\n#");
    for (int i = 0; i < 3000000; i++) buf_add(&text, "c", 1);
    buf_printf(&text, "\n4,free\n");
    scratch_write(&file, text.p, text.n);
    stream_read(&s, &file, &as_results);
    ok(s.state == READER_TROUBLE && s.n_results == 3 && s.messages.count == 1 &&
           stream_said(&s, "record 1, line 2: the line has more than 131071 bytes"),
       "a line of absurd length is refused, a comment is not");
    buf_free(&text);
}

static void test_npy(void)
{
    stream_write(&file, FORM_NPY, 0, 'Q', queries, 2, 2, (struct run){0, 0, 1});
    struct buf whole = scratch_read(&file);
    ok(whole.n == 128 + 2 * 192 && !memcmp(whole.p, "\x93NUMPY\1\0v\0{'descr': '<f8'", 25),
       "npy: the header");
    struct {
        const char *old, *new, *said;
    } const cases[] = {{"<f8", "<i8", "not of the type"},
                       {"False", "True ", "order"},
                       {"(2, 8, 3)", "(2, 3, 8)", "shape is not"},
                       {"(2, 8, 3)", "(16, 3)  ", "shape is not"},
                       {"(2, 8, 3)", "(3, 8, 3)", "declares 3 queries, but only 2"},
                       {"(2, 8, 3)", "(1, 8, 3)", "behind what the header declares: 1 query"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *at = strstr((char *)whole.p + 10, cases[i].old);
        memcpy(at, cases[i].new, strlen(cases[i].new));
        scratch_write(&file, whole.p, whole.n);
        memcpy(at, cases[i].old, strlen(cases[i].old));
        stream_read(&s, &file, &any_stream);
        ok(s.state == READER_TROUBLE && stream_said(&s, cases[i].said), "npy: %s", cases[i].new);
    }
    memcpy(strstr((char *)whole.p + 10, "<f8"), "<f4", 3);
    memcpy(strstr((char *)whole.p + 10, "(2"), "(1", 2);
    float x[24];
    for (int i = 0; i < 24; i++) x[i] = (float)i / 7;
    memcpy(whole.p + 128, x, sizeof x);
    scratch_write(&file, whole.p, 128 + sizeof x);
    stream_read(&s, &file, &any_stream);
    ok(!s.state && s.n_queries == 1 && got_query(0)->x[7][2] == x[23], "npy: float32 is read exactly");
    scratch_write(&file, whole.p, 128 + sizeof x - 1);
    stream_read(&s, &file, &any_stream);
    ok(s.state && s.n_queries == 0 && stream_said(&s, "ends after 95 of its 96 bytes"),
       "npy: a file cut inside a query");
    buf_free(&whole);
}

static void test_files(void)
{
    char missing[] = "/nonexistent/file", directory[] = "/tmp";
    char *files[] = {missing, directory, file.path, file.path};
    read_text(nyu_good, &any_stream);
    stream_read_files(&s, files, 4, &any_stream);
    ok(s.state == READER_TROUBLE && s.n_queries == 2 && got_query(1)->id == 1 && s.messages.count == 2 &&
           stream_said(&s, "/nonexistent/file: No such file") && stream_said(&s, "/tmp: "),
       "a missing file and a directory are named, the others read and numbered on");
    read_text("", &any_stream);
    ok(s.state == READER_TROUBLE && stream_said(&s, ": empty"), "an empty file is trouble");
    scratch_write(&file, "\1\2\3\4garbage", 11);
    stream_read(&s, &file, &any_stream);
    ok(s.state == READER_TROUBLE && stream_said(&s, "--from"), "what cannot be told asks for --from");
    scratch_write(&file, queries[0].x, 191);
    stream_read(&s, &file, &read_raw);
    ok(s.state == READER_TROUBLE && stream_said(&s, "ends after 191 of its 192 bytes"),
       "raw: a size that is not divisible");
    read_text(nyu_good, &(struct reader_options){.from = FORM_SNIFF, .type = -1});
    ok(s.state == READER_TROUBLE && stream_said(&s, "--type"), "nyu needs a type");
}

static void test_output(void)
{
    struct messages m = {0};
    const struct writer_options nowhere = {"/nonexistent/file", FORM_CCD, 0, false};
    ok(!writer_open(&nowhere, &m) && m.count == 1, "a file that cannot be made is a message");
    ok(!stream_write(&(struct scratch){"/dev/full"}, FORM_CCD, 0, 'Q', queries, 10, 10,
                     (struct run){0, 0, 1}),
       "a full disk is an error");
    const struct writer_options here = {file.path, FORM_CCD, 0, false};
    read_text("before", &any_stream);
    writer_abort(writer_open(&here, &m));
    struct buf after = scratch_read(&file);
    ok(after.n == 6, "an aborted writer leaves the file as it was");
    char beside[64];
    snprintf(beside, sizeof beside, "%s.tmp-%ld", file.path, (long)getpid());
    ok(access(beside, F_OK) == -1, "and none beside it");
    buf_free(&after);
    messages_free(&m);
}

int main(void)
{
    struct draw d = {1};
    file = scratch_make();
    for (size_t i = 0; i < N; i++) {
        queries[i] = draw_query(&d, i);
        results[i] = draw_result(&d, i);
        contacts[i] = draw_contact(&d, i);
    }
    for (int form = FORM_CCD; form <= FORM_RAW; form++) test_queries(form, 0, 1024);
    test_queries(FORM_CCD, 1, 1024);
    test_queries(FORM_CCD, 9, 1);
    test_queries(FORM_CCD, 0, N);
    test_results(FORM_CCD);
    test_results(FORM_CSV);
    test_contacts(FORM_CCD);
    test_contacts(FORM_CSV);
    test_contact_rows();
    test_refused();
    test_specials();
    test_runs(FORM_CCD);
    test_runs(FORM_CSV);
    test_kinds();
    for (int form = FORM_CCD; form <= FORM_RAW; form++) test_parts(form);
    test_end_disagrees();
    test_csv();
    test_csv_cuts();
    test_edges_of_text();
    test_long_lines();
    test_npy();
    test_files();
    test_output();
    unlink(file.path);
    stream_free(&s);
    return tap_done();
}
