/* Triangles against solids in streams: frames, csv, plain rows; what is wrong in them is named, and the rest
 * is read. */
#include "streams.h"
#include "../tap.h"
#include <math.h>

enum { N = 3000 };

static const struct run whole_run = {0x5d5d5d, 0, 1};
static struct scratch file;
static struct stream s;
static struct ccdq_sdf_query triangles[N];

static bool read_back(size_t first, size_t n)
{
    if (!s.state && s.n_triangles == n && !memcmp(s.triangles.p, triangles + first, n * sizeof *triangles))
        return true;
    diag("%zu triangles, state %u: %s", s.n_triangles, s.state, (char *)s.messages.text.p);
    return false;
}

static void test_round_trips(void)
{
    for (int level = 0; level <= 6; level += 6) {
        bool written = stream_write(&file, FORM_CCD, level, 'S', triangles, N, FRAME_RECORDS, whole_run);
        stream_read(&s, &file, &any_stream);
        ok(written && read_back(0, N) && s.blocks == (N + FRAME_RECORDS - 1) / FRAME_RECORDS &&
               s.run.tag == whole_run.tag,
           "frames at level %d: read back, all bits of them", level);
    }
    bool written = stream_write(&file, FORM_CSV, 0, 'S', triangles, N, 7, whole_run);
    stream_read(&s, &file, &any_stream);
    ok(written && read_back(0, N) && s.blocks == (N + FRAME_RECORDS - 1) / FRAME_RECORDS &&
           s.run.tag == whole_run.tag,
       "and in csv, in blocks of %d", FRAME_RECORDS);
    written = stream_write(&file, FORM_INDEXED, 0, 'S', triangles, 9, 4, whole_run);
    stream_read(&s, &file, &any_stream);
    ok(written && read_back(0, 9), "in the form indexed they stay as they are");
}

/* The layout of a record and the columns of a row do not change. */
static void test_layout(void)
{
    struct ccdq_sdf_query q = {.id = 7, .solid = 3, .end = 0.5};
    double *const x = &q.x[0][0];
    for (int i = 0; i < 33; i++) x[i] = i + 1;
    struct chunk chunk = {0};
    chunk_encode(&chunk, 'S', &q, 1, (struct run){0, 0, 1}, FORM_CSV, 0);
    static const char row[] =
        "7,3,0.5,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
        "28,29,30,31,32,33\n";
    const bool right = chunk.bytes.n == sizeof row - 1 && !memcmp(chunk.bytes.p, row, sizeof row - 1);
    if (!right) diag("%.*s", (int)chunk.bytes.n, (char *)chunk.bytes.p);
    ok(right && q.centre[0] == 19 && q.spin[0] == 22 && q.solid_v[0] == 25 && q.solid_centre[0] == 28 &&
           q.solid_spin[0] == 31,
       "the columns of a row are the fields of a record in their order");
    chunk_free(&chunk);
}

static void refused_by(enum form form, const char *reason)
{
    struct chunk chunk = {0};
    chunk_encode(&chunk, 'S', triangles, 3, whole_run, form, 0);
    buf_add(&chunk.messages.text, "", 1);
    ok(chunk.messages.count == 1 && !chunk.bytes.n && chunk.refused == 3 &&
           strstr((char *)chunk.messages.text.p, reason),
       "the form %s %s", form_names[form], reason);
    chunk_free(&chunk);
}

#define VECTOR ",0,0,0"
#define TEN VECTOR VECTOR VECTOR VECTOR VECTOR VECTOR VECTOR VECTOR VECTOR VECTOR
static const char good_row[] = "5,0,1,1,2,3" TEN;

static void test_row(const char *row, const char *message, const char *name)
{
    struct buf text = {0};
    const struct reader_options only = {.from = FORM_SNIFF, .type = -1, .kinds = "S"};
    buf_printf(&text, "%s\n%s\n%s\n", good_row, row, good_row);
    scratch_write(&file, text.p, text.n);
    stream_read(&s, &file, &only);
    ok(s.state == READER_TROUBLE && s.n_triangles == 2 && s.messages.count == 1 &&
           stream_said(&s, "record 1, line 2: ") && stream_said(&s, message),
       "csv: %s", name);
    buf_free(&text);
}

static void test_rows(void)
{
    struct buf text = {0};
    buf_printf(&text, "%s\n", good_row);
    scratch_write(&file, text.p, text.n);
    stream_read(&s, &file, &any_stream);
    const struct ccdq_sdf_query *q = (const void *)s.triangles.p;
    ok(!s.state && s.n_triangles == 1 && q->id == 5 && q->end == 1 && q->x[0][2] == 3 && q->x[1][0] == 0,
       "plain rows of 36 columns are known by their number");
    test_row("5,0,1,1,2,3" TEN ",0", "it has 37 columns, a triangle against a solid has 36",
             "a column too many");
    test_row("5,0,1", "it has 3 columns, a triangle against a solid has 36", "too few");
    test_row("-5,0,1,1,2,3" TEN, "column 1", "a negative id");
    test_row("5,-1,1,1,2,3" TEN, "column 2 is no whole number up to 4294967295", "a negative solid");
    test_row("5,4294967296,1,1,2,3" TEN, "column 2 is no whole number up to 4294967295",
             "a solid of 33 bits");
    test_row("5,0,soon,1,2,3" TEN, "column 3 is no number: 'soon'", "a time that is no number");
    test_row("5,0,1,1,far,3" TEN, "column 5 is no number: 'far'", "a coordinate that is none");
    text.n = 0;
    buf_printf(&text, "id,end,solid,x0\n%s\n", good_row);
    scratch_write(&file, text.p, text.n);
    stream_read(&s, &file, &(struct reader_options){.from = FORM_SNIFF, .type = -1, .kinds = "S"});
    ok(s.state == READER_TROUBLE && !s.n_triangles && stream_said(&s, "column 2 is named end"),
       "csv: names in another order");
    buf_free(&text);
}

/* Any cut and any flipped bit of a stream of two frames. */
static void test_damage(void)
{
    size_t unnoticed = 0, changed = 0, lost = 0;
    stream_write(&file, FORM_CCD, 0, 'S', triangles, 3, 2, whole_run);
    struct buf whole = scratch_read(&file);
    for (size_t n = 0; n < whole.n; n += 3) {
        scratch_write(&file, whole.p, n);
        stream_read(&s, &file, &any_stream);
        unnoticed += !s.state || !s.messages.count;
        changed += s.triangles.n && memcmp(s.triangles.p, triangles, s.triangles.n);
    }
    ok(!unnoticed && !changed, "a cut is noticed, and changes nothing that comes through");
    for (size_t bit = 0; bit < 8 * whole.n; bit += 7) {
        whole.p[bit / 8] ^= 1 << bit % 8;
        scratch_write(&file, whole.p, whole.n);
        stream_read(&s, &file, &any_stream);
        whole.p[bit / 8] ^= 1 << bit % 8;
        unnoticed += !s.state;
        lost += s.n_triangles < 1;
        const struct ccdq_sdf_query *q = (const void *)s.triangles.p;
        for (size_t i = 0; i < s.n_triangles; i++)
            changed += q[i].id - 1 > 2 || memcmp(&q[i], &triangles[q[i].id - 1], sizeof *q) != 0;
    }
    ok(!unnoticed && !changed && !lost, "and so is a flipped bit, which costs one frame at most");
    buf_free(&whole);
}

int main(void)
{
    struct draw d = {5};
    file = scratch_make();
    for (int i = 0; i < N; i++) triangles[i] = draw_sdf_query(&d, (uint64_t)i + 1);
    test_round_trips();
    test_layout();
    refused_by(FORM_NYU, "holds linear queries only");
    refused_by(FORM_NPY, "holds linear queries only");
    refused_by(FORM_RAW, "holds linear queries and pairs of patches only");
    test_rows();
    test_damage();
    stream_free(&s);
    unlink(file.path);
    return tap_done();
}
