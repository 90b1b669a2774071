/* The CSV twin of a triangle against a distance function. */
#include "kind-rows.h"
#include "number.h"
#include "../lib/ccdq.h"

const char sdf_columns[] = "id,solid,end,x0,y0,z0,x1,y1,z1,x2,y2,z2,vx0,vy0,vz0,vx1,vy1,vz1,vx2,vy2,vz2,"
                           "centre_x,centre_y,centre_z,spin_x,spin_y,spin_z,solid_vx,solid_vy,solid_vz,"
                           "solid_centre_x,solid_centre_y,solid_centre_z,solid_spin_x,solid_spin_y,"
                           "solid_spin_z";

enum { AT_END = 2, AT_VECTOR = 3 };

bool sdf_plain_columns(unsigned n)
{
    return n == SDF_COLUMNS;
}

/* Where the three columns from AT_VECTOR + 3 i on go. */
static double *vector(struct ccdq_sdf_query *q, unsigned i)
{
    double *const fields[] = {q->x[0],   q->x[1], q->x[2],    q->v[0],         q->v[1],      q->v[2],
                              q->centre, q->spin, q->solid_v, q->solid_centre, q->solid_spin};
    return fields[i];
}

bool sdf_parse(struct row *row, void *record)
{
    struct ccdq_sdf_query q = {0};
    uint64_t solid;
    if (row->n != SDF_COLUMNS)
        return row_refuse(row, "it has %u column%s, a triangle against a solid has %d", row->n,
                          plural(row->n), SDF_COLUMNS);
    if (!row_uint(row, 0, UINT64_MAX, &q.id) || !row_uint(row, 1, UINT32_MAX, &solid) ||
        !row_real(row, AT_END, &q.end))
        return false;
    q.solid = (uint32_t)solid;
    for (unsigned i = 0; i < SDF_COLUMNS - AT_VECTOR; i++)
        if (!row_real(row, AT_VECTOR + i, &vector(&q, i / 3)[i % 3])) return false;
    *(struct ccdq_sdf_query *)record = q;
    return true;
}

void sdf_print(struct buf *out, const void *record)
{
    struct ccdq_sdf_query q = *(const struct ccdq_sdf_query *)record;
    number_print_uint(out, q.id);
    buf_add(out, ",", 1);
    number_print_uint(out, q.solid);
    buf_add(out, ",", 1);
    number_print(out, q.end);
    for (unsigned i = 0; i < SDF_COLUMNS - AT_VECTOR; i++) {
        buf_add(out, ",", 1);
        number_print(out, vector(&q, i / 3)[i % 3]);
    }
    buf_add(out, "\n", 1);
}
