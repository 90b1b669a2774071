/* The CSV twin of a contact. A node that is not there is an empty field. */
#include "kind-rows.h"
#include "number.h"
#include "../lib/ccdq.h"
#include <inttypes.h>

const char contact_columns[] = "id,step,part_a,part_b,elem_a,elem_b,n0,n1,n2,n3,kind,verdict,flags,"
                               "toi_lo,toi_hi,w0,w1,w2,w3,x,y,z,nx,ny,nz,distance,speed";

/* First columns of what there are several of. */
enum { AT_WHOLE = 1, AT_NODE = 6, AT_KIND = 10, AT_REAL = 13, REALS = CONTACT_COLUMNS - AT_REAL };

bool contact_plain_columns(unsigned n)
{
    return n == CONTACT_COLUMNS;
}

/* Where the column AT_REAL + i goes. */
static double *real(struct ccdq_contact *c, unsigned i)
{
    double *const fields[REALS] = {&c->toi_lo, &c->toi_hi, &c->w[0],     &c->w[1], &c->w[2],
                                   &c->w[3],   &c->x[0],   &c->x[1],     &c->x[2], &c->n[0],
                                   &c->n[1],   &c->n[2],   &c->distance, &c->speed};
    return fields[i];
}

/* The columns between id and nodes. */
static uint32_t *whole(struct ccdq_contact *c, unsigned i)
{
    uint32_t *const fields[] = {&c->step, &c->part[0], &c->part[1], &c->element[0], &c->element[1]};
    return fields[i];
}

static bool uint32_parse(struct row *row, unsigned field, uint32_t *value)
{
    uint64_t number;
    if (!row_uint(row, field, UINT32_MAX, &number)) return false;
    *value = (uint32_t)number;
    return true;
}

static bool numbers_parse(struct row *row, struct ccdq_contact *c)
{
    for (unsigned i = AT_WHOLE; i < AT_NODE; i++)
        if (!uint32_parse(row, i, whole(c, i - AT_WHOLE))) return false;
    for (unsigned i = 0; i < 4; i++) {
        c->node[i] = CCDQ_NO_NODE;
        if (row->field[AT_NODE + i].n && !uint32_parse(row, AT_NODE + i, &c->node[i])) return false;
    }
    for (unsigned i = 0; i < REALS; i++)
        if (!row_real(row, AT_REAL + i, real(c, i))) return false;
    return true;
}

bool contact_parse(struct row *row, void *record)
{
    struct ccdq_contact c = {0};
    uint64_t kind, verdict, flags;
    if (row->n != CONTACT_COLUMNS)
        return row_refuse(row, "it has %u column%s, a contact has %d", row->n, plural(row->n),
                          CONTACT_COLUMNS);
    bool words = row_uint(row, 0, UINT64_MAX, &c.id) &&
                 row_word(row, AT_KIND, ccdq_contact_number, UINT8_MAX, &kind) &&
                 row_word(row, AT_KIND + 1, ccdq_verdict_number, UINT8_MAX, &verdict) &&
                 row_uint(row, AT_KIND + 2, UINT16_MAX, &flags);
    if (!words || !numbers_parse(row, &c)) return false;
    c.kind = (uint8_t)kind;
    c.verdict = (uint8_t)verdict;
    c.flags = (uint16_t)flags;
    *(struct ccdq_contact *)record = c;
    return true;
}

void contact_print(struct buf *out, const void *record)
{
    struct ccdq_contact c = *(const struct ccdq_contact *)record;
    number_print_uint(out, c.id);
    for (unsigned i = AT_WHOLE; i < AT_NODE; i++) buf_printf(out, ",%" PRIu32, *whole(&c, i - AT_WHOLE));
    for (unsigned i = 0; i < 4; i++) {
        buf_add(out, ",", 1);
        if (c.node[i] != CCDQ_NO_NODE) number_print_uint(out, c.node[i]);
    }
    buf_add(out, ",", 1);
    print_word(out, ccdq_contact_name, c.kind);
    buf_add(out, ",", 1);
    print_word(out, ccdq_verdict_name, c.verdict);
    buf_printf(out, ",%u", c.flags);
    for (unsigned i = 0; i < REALS; i++) {
        buf_add(out, ",", 1);
        number_print(out, *real(&c, i));
    }
    buf_add(out, "\n", 1);
}
