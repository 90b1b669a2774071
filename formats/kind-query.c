/* The CSV twin of a linear query. */
#include "kind-rows.h"
#include "number.h"
#include "../lib/ccdq.h"
#include <string.h>

const char query_columns[] = "id,type,truth,group,min_sep,"
                             "x00,y00,z00,x10,y10,z10,x20,y20,z20,x30,y30,z30,"
                             "x40,y40,z40,x50,y50,z50,x60,y60,z60,x70,y70,z70";

bool query_plain_columns(unsigned n)
{
    return n == QUERY_COLUMNS;
}

static bool truth_parse(struct row *row, unsigned field, uint8_t *flags)
{
    struct field f = row->field[field];
    if (f.n == 0)
        *flags = 0;
    else if (field_is(f, "free"))
        *flags = CCDQ_HAS_TRUTH;
    else if (field_is(f, "hit"))
        *flags = CCDQ_HAS_TRUTH | CCDQ_TRUTH_HIT;
    else
        return row_refuse(row, "column %u is not hit, free or empty", field + 1);
    return true;
}

bool query_parse(struct row *row, void *record)
{
    struct ccdq_query q = {0};
    uint64_t type, group;
    if (row->n != QUERY_COLUMNS)
        return row_refuse(row, "it has %u column%s, a query has %d", row->n, plural(row->n), QUERY_COLUMNS);
    bool head = row_uint(row, 0, UINT64_MAX, &q.id) && row_word(row, 1, ccdq_type_number, UINT8_MAX, &type) &&
                truth_parse(row, 2, &q.flags) && row_uint(row, 3, UINT32_MAX, &group) &&
                row_real(row, 4, &q.min_sep);
    if (!head) return false;
    q.type = (uint8_t)type;
    q.group = (uint32_t)group;
    for (unsigned i = 0; i < 24; i++)
        if (!row_real(row, 5 + i, &q.x[i / 3][i % 3])) return false;
    *(struct ccdq_query *)record = q;
    return true;
}

void query_print(struct buf *out, const void *record)
{
    const struct ccdq_query *q = record;
    number_print_uint(out, q->id);
    buf_add(out, ",", 1);
    print_word(out, ccdq_type_name, q->type);
    const char *truth = !(q->flags & CCDQ_HAS_TRUTH) ? "" : q->flags & CCDQ_TRUTH_HIT ? "hit" : "free";
    buf_add(out, ",", 1);
    buf_add(out, truth, strlen(truth));
    buf_add(out, ",", 1);
    number_print_uint(out, q->group);
    buf_add(out, ",", 1);
    number_print(out, q->min_sep);
    for (int i = 0; i < 24; i++) {
        buf_add(out, ",", 1);
        number_print(out, q->x[i / 3][i % 3]);
    }
    buf_add(out, "\n", 1);
}
