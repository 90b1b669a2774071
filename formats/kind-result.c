/* The CSV twin of a result, and the foreign rows "id,verdict" and "id,verdict,toi". */
#include "kind-rows.h"
#include "number.h"
#include "../lib/ccdq.h"
#include <math.h>

const char result_columns[] = "id,verdict,flags,method,evals,toi_lo,toi_hi,w0,w1,w2,w3";
const char foreign_result_columns[] = "id,verdict,toi";

bool result_plain_columns(unsigned n)
{
    return n == 2 || n == 3 || n == RESULT_COLUMNS;
}

/* A verdict as foreign files have it: a word of ours, 0 or 1, true or false. */
static bool foreign_verdict(struct row *row, unsigned field, uint8_t *verdict)
{
    struct field f = row->field[field];
    uint64_t number;
    if (field_is(f, "true") || field_is(f, "1"))
        *verdict = CCDQ_HIT;
    else if (field_is(f, "false") || field_is(f, "0"))
        *verdict = CCDQ_FREE;
    else if (row_word(row, field, ccdq_verdict_number, 0, &number))
        *verdict = (uint8_t)number;
    else
        return false;
    return true;
}

/* The times that a verdict of a foreign file stands for; toi is NaN where the file has none. An unresolved
 * query without a time is free until 0 at least. */
static void foreign_times(struct ccdq_result *r, double toi)
{
    switch (r->verdict) {
    case CCDQ_FREE:
        r->toi_lo = r->toi_hi = INFINITY;
        break;
    case CCDQ_UNRESOLVED:
        r->toi_lo = isnan(toi) ? 0 : toi;
        r->toi_hi = INFINITY;
        break;
    case CCDQ_INVALID:
        r->toi_lo = r->toi_hi = NAN;
        break;
    default:
        r->toi_lo = r->toi_hi = toi;
    }
}

static bool foreign_parse(struct row *row, struct ccdq_result *r)
{
    double toi = NAN;
    if (!row_uint(row, 0, UINT64_MAX, &r->id) || !foreign_verdict(row, 1, &r->verdict)) return false;
    if (row->n == 3 && row->field[2].n && !row_real(row, 2, &toi)) return false;
    foreign_times(r, toi);
    return true;
}

static bool twin_parse(struct row *row, struct ccdq_result *r)
{
    uint64_t verdict, flags, method, evals;
    bool head =
        row_uint(row, 0, UINT64_MAX, &r->id) && row_word(row, 1, ccdq_verdict_number, UINT8_MAX, &verdict) &&
        row_uint(row, 2, UINT8_MAX, &flags) && row_word(row, 3, ccdq_method_number, UINT16_MAX, &method) &&
        row_uint(row, 4, UINT32_MAX, &evals) && row_real(row, 5, &r->toi_lo) && row_real(row, 6, &r->toi_hi);
    if (!head) return false;
    r->verdict = (uint8_t)verdict;
    r->flags = (uint8_t)flags;
    r->method = (uint16_t)method;
    r->evals = (uint32_t)evals;
    for (unsigned i = 0; i < 4; i++)
        if (!row_real(row, 7 + i, &r->w[i])) return false;
    return true;
}

bool result_parse(struct row *row, void *record)
{
    struct ccdq_result r = {0};
    if (row->n != RESULT_COLUMNS && !(row->plain && result_plain_columns(row->n)))
        return row_refuse(row, "it has %u column%s, a result has %s%d", row->n, plural(row->n),
                          row->plain ? "2, 3 or " : "", RESULT_COLUMNS);
    if (!(row->n == RESULT_COLUMNS ? twin_parse(row, &r) : foreign_parse(row, &r))) return false;
    *(struct ccdq_result *)record = r;
    return true;
}

void result_print(struct buf *out, const void *record)
{
    const struct ccdq_result *r = record;
    number_print_uint(out, r->id);
    buf_add(out, ",", 1);
    print_word(out, ccdq_verdict_name, r->verdict);
    buf_add(out, ",", 1);
    number_print_uint(out, r->flags);
    buf_add(out, ",", 1);
    print_word(out, ccdq_method_name, r->method);
    buf_add(out, ",", 1);
    number_print_uint(out, r->evals);
    const double times_and_w[] = {r->toi_lo, r->toi_hi, r->w[0], r->w[1], r->w[2], r->w[3]};
    for (int i = 0; i < 6; i++) {
        buf_add(out, ",", 1);
        number_print(out, times_and_w[i]);
    }
    buf_add(out, "\n", 1);
}
