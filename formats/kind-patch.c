/* The CSV twin of a pair of patches: id, time, two shapes, and then as many numbers as the shapes have. */
#include "kind-rows.h"
#include "number.h"
#include "../lib/ccdq.h"
#include <string.h>

const char patch_columns[] = "id,T,shape1,shape2,points1...,velocities1...,points2...,velocities2...";

enum { AT_SHAPE = 2, AT_REAL = 4 };
enum { LEAST_COLUMNS = AT_REAL + (PATCH_LEAST_SIZE - 32) / 8 };

size_t patch_size(const void *record)
{
    return ccdq_patch_record_size(((const struct ccdq_patch_head *)record)->shape);
}

static size_t real_count(const struct ccdq_patch_head *head)
{
    return (ccdq_patch_record_size(head->shape) - sizeof *head) / sizeof(double);
}

bool patch_plain_columns(unsigned n)
{
    return n >= LEAST_COLUMNS;
}

/* The columns of the shapes, and what is around them. */
static struct field shape_columns(struct field row)
{
    const char *at = row.p, *end = row.p + row.n;
    struct field columns = {end, 0};
    for (int i = 0; i < AT_REAL; i++) {
        if (i == AT_SHAPE) columns.p = at;
        const char *comma = memchr(at, ',', (size_t)(end - at));
        at = comma ? comma + 1 : end;
    }
    columns.n = (size_t)(at - columns.p);
    return columns;
}

bool patch_rows_alike(struct field a, struct field b)
{
    a = shape_columns(a);
    b = shape_columns(b);
    return a.n == b.n && !memcmp(a.p, b.p, a.n);
}

static bool shape_parse(struct row *row, unsigned i, struct ccdq_shape *shape)
{
    const struct field f = row->field[i];
    char word[CCDQ_SHAPE_WORD];
    if (f.n < sizeof word) {
        memcpy(word, f.p, f.n);
        word[f.n] = 0;
        if (!ccdq_shape_of_name(word, shape)) {
            const char *problem = ccdq_shape_problem(shape);
            return !problem || row_refuse(row, "column %u, shape %s: %s", i + 1, word, problem);
        }
    }
    return row_refuse(row, "column %u is no shape such as q3, q3x2, t2 or q3r: '%.*s'", i + 1,
                      f.n < CCDQ_SHAPE_WORD ? (int)f.n : CCDQ_SHAPE_WORD, f.p);
}

static bool head_parse(struct row *row, struct ccdq_patch_head *head)
{
    if (row->n < LEAST_COLUMNS)
        return row_refuse(row, "it has %u column%s, a pair of patches has %d or more", row->n, plural(row->n),
                          LEAST_COLUMNS);
    return row_uint(row, 0, UINT64_MAX, &head->id) && row_real(row, 1, &head->end) &&
           shape_parse(row, AT_SHAPE, &head->shape[0]) && shape_parse(row, AT_SHAPE + 1, &head->shape[1]);
}

bool patch_parse(struct row *row, void *record)
{
    struct ccdq_patch_head *head = record;
    char word[2][CCDQ_SHAPE_WORD];
    if (!head_parse(row, head)) return false;
    const size_t reals = real_count(head);
    if (row->n != AT_REAL + reals)
        return row_refuse(row, "it has %u column%s, a pair of %s and %s has %zu", row->n, plural(row->n),
                          ccdq_shape_name(&head->shape[0], word[0]),
                          ccdq_shape_name(&head->shape[1], word[1]), AT_REAL + reals);
    double *x = (double *)(head + 1);
    for (unsigned i = 0; i < reals; i++)
        if (!row_real(row, AT_REAL + i, &x[i])) return false;
    return true;
}

void patch_print(struct buf *out, const void *record)
{
    const struct ccdq_patch_head *head = record;
    const double *x = (const double *)(head + 1);
    char word[CCDQ_SHAPE_WORD];
    number_print_uint(out, head->id);
    buf_add(out, ",", 1);
    number_print(out, head->end);
    for (int i = 0; i < 2; i++) {
        ccdq_shape_name(&head->shape[i], word);
        buf_add(out, ",", 1);
        buf_add(out, word, strlen(word));
    }
    for (size_t i = 0; i < real_count(head); i++) {
        buf_add(out, ",", 1);
        number_print(out, x[i]);
    }
    buf_add(out, "\n", 1);
}
