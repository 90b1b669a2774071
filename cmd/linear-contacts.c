/* The contacts of hits, for --contacts. */
#include "linear-filter.h"
#include <string.h>

void linear_query_of(const struct block *block, size_t i, struct indexed_query *of)
{
    for (int k = 0; k < 4; k++) of->node[k] = CCDQ_NO_NODE;
    if (block->record_kind != 'I') {
        of->q = ((const struct ccdq_query *)(const void *)block->records.p)[i];
        return;
    }
    ccdq_indexed_query(&block->indexed, i, &of->q);
    memcpy(of->node, block->indexed.index[i], (size_t)ccdq_type_points(of->q.type) * sizeof of->node[0]);
}

void linear_add_contact(const struct linear_filter *f, const struct indexed_query *of,
                        const struct ccdq_result *r, struct buf *contacts, struct ccdq_workspace *ws)
{
    struct ccdq_contact c;
    if (r->verdict != CCDQ_HIT) return;
    ccdq_linear_contact(&of->q, r, &f->options, &c, ws);
    memcpy(c.node, of->node, sizeof c.node);
    buf_add(contacts, &c, sizeof c);
}

void linear_add_contacts(const struct linear_filter *f, const struct block *block,
                         const struct ccdq_result *r, struct buf *contacts, struct ccdq_workspace *ws)
{
    for (size_t i = 0; i < block->n; i++) {
        struct indexed_query of;
        if (r[i].verdict != CCDQ_HIT) continue;
        linear_query_of(block, i, &of);
        linear_add_contact(f, &of, &r[i], contacts, ws);
    }
}
