/* ccd-vf and ccd-ee: linear queries in, results out. */
#ifndef CCDQ_LINEAR_FILTER_H
#define CCDQ_LINEAR_FILTER_H

#include "filter.h"

/* A query, and the vertices of the mesh that it is of; CCDQ_NO_NODE where it is of none. */
struct indexed_query {
    struct ccdq_query q;
    uint32_t node[4];
};

struct linear_filter {
    struct filter filter; /* in front */
    unsigned type;        /* of queries in forms that do not say it */
    const struct ccdq_linear_method *method;
    struct ccdq_linear_options options;
    bool no_zero_toi;
    double min_sep; /* of all queries; negative: their own */
    struct indexed_query first_query;
};

/* The types of queries that the command solves: its own, and points against edges and points. */
static inline unsigned linear_types(const struct linear_filter *f)
{
    return CCDQ_TYPE_BIT(f->type) | CCDQ_TYPE_BIT(CCDQ_PE) | CCDQ_TYPE_BIT(CCDQ_PP);
}

/* linear-options.c: parses the command line into f, whose type and options hold the defaults. Returns the
 * index of the first operand. */
int linear_parse(struct linear_filter *f, const char *name, const char *summary, int argc, char **argv);

/* linear-separation.c */

/* --min-sep: gives all queries of a decoded block the separation. */
void linear_set_separation(const struct linear_filter *f, struct block *block);

/* --no-zero-toi: solves the queries of a decoded block, of records of kind Q, with half of their distance at
 * t = 0 as their separation where their answers in r, a hit at toi_lo = 0, are not worth anything else. */
void linear_avoid_zero_toi(const struct linear_filter *f, struct block *block, struct ccdq_result *r,
                           struct ccdq_workspace *ws);

/* linear-contacts.c */

/* Query i of a decoded block. */
void linear_query_of(const struct block *block, size_t i, struct indexed_query *of);

/* Appends the contact of r to `contacts` (struct ccdq_contact) if it is a hit. */
void linear_add_contact(const struct linear_filter *f, const struct indexed_query *of,
                        const struct ccdq_result *r, struct buf *contacts, struct ccdq_workspace *ws);

/* The same for all results of a block. */
void linear_add_contacts(const struct linear_filter *f, const struct block *block,
                         const struct ccdq_result *r, struct buf *contacts, struct ccdq_workspace *ws);

/* The whole command for queries of one type (CCDQ_VF, CCDQ_EE). Returns the exit status. */
int linear_filter(unsigned type, const char *name, const char *summary, int argc, char **argv);

#endif
