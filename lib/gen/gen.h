/* Test cases from counter-based random numbers: a record is a pure function of (family, seed, id), the same
 * on every machine (only +, -, *, /, sqrt and ldexp make it, which IEEE 754 defines to the bit). */
#ifndef CCDQ_GEN_H
#define CCDQ_GEN_H

#include "../ccdq.h"

struct rng;

/* A family of linear queries. */
struct gen_family {
    const char *name;    /* NULL ends the table */
    const char *summary; /* one line for --family help */
    /* Fills q->x (and nothing else; `separation` also q->min_sep) for q->type with the numbers of the record.
     */
    void (*make)(struct ccdq_query *q, struct rng *rng);
    unsigned types; /* for which it has a meaning: the sum of CCDQ_TYPE_BIT of each */
};
extern const struct gen_family gen_linear_families[]; /* the default first */

const struct gen_family *gen_find_family(const struct gen_family *table, const char *name); /* or NULL */

/* Query `id` of a family, of one of its types: all fields set, no truth; points that the type does not have
 * are 0. */
void gen_linear(const struct gen_family *family, unsigned type, uint64_t seed, uint64_t id,
                struct ccdq_query *q);

/* Queries first_id .. first_id + n - 1 into q[0..n-1]. */
void gen_linear_range(const struct gen_family *family, unsigned type, uint64_t seed, uint64_t first_id,
                      size_t n, struct ccdq_query *q);

/* The exact earliest contact time of query `id` of the family touch, known by construction. (The pair of a
 * query of the family miss never touches in [0, 1].) */
double gen_touch_time(unsigned type, uint64_t seed, uint64_t id);

/* What ccd-gen can make. */
struct gen_kind {
    const char *name;    /* the command's first operand; NULL ends the table */
    const char *summary; /* one line for the help */
    char frame_kind;     /* of the stream's frames */
    size_t record_size;  /* bytes */
    unsigned type;       /* number of the kind among those of the same frame kind */
    const struct gen_family *families;
    /* Makes records first_id .. first_id + n - 1, all fields set, no truth. */
    void (*make)(const struct gen_kind *kind, const struct gen_family *family, uint64_t seed,
                 uint64_t first_id, size_t n, void *records);
    /* Gives n records this minimum separation. */
    void (*separate)(void *records, size_t n, double min_sep);
    /* Adds the exact truth to n records. */
    void (*add_truth)(void *records, size_t n, struct ccdq_workspace *ws);
};
extern const struct gen_kind gen_kinds[];

const struct gen_kind *gen_find_kind(const char *name); /* NULL if there is none */

/* The run tag of a stream: a hash of all that its records depend on. min_sep: negative where the records keep
 * the separation of their family. */
uint64_t gen_run_tag(const struct gen_kind *kind, const struct gen_family *family, uint64_t seed,
                     int with_truth, double min_sep);

#endif
