#include "gen.h"
#include "rng.h"
#include <string.h>

static void make_linear(const struct gen_kind *kind, const struct gen_family *family, uint64_t seed,
                        uint64_t first_id, size_t n, void *records)
{
    gen_linear_range(family, kind->type, seed, first_id, n, records);
}

static void add_linear_truth(void *records, size_t n, struct ccdq_workspace *ws)
{
    struct ccdq_query *q = records;
    for (size_t i = 0; i < n; i++) {
        struct ccdq_exact_answer answer;
        ccdq_exact_solve(&q[i], 1, CCDQ_WANT_VERDICT, &answer, ws);
        q[i].flags = CCDQ_HAS_TRUTH | (answer.verdict == CCDQ_HIT ? CCDQ_TRUTH_HIT : 0);
    }
}

static void separate_linear(void *records, size_t n, double min_sep)
{
    struct ccdq_query *q = records;
    for (size_t i = 0; i < n; i++) q[i].min_sep = min_sep;
}

#define LINEAR(name, summary, type)                                                                          \
    {                                                                                                        \
        name, summary, 'Q', sizeof(struct ccdq_query), type, gen_linear_families, make_linear,               \
            separate_linear, add_linear_truth                                                                \
    }

const struct gen_kind gen_kinds[] = {
    LINEAR("vf", "linear queries, a vertex against a face", CCDQ_VF),
    LINEAR("ee", "linear queries, an edge against an edge", CCDQ_EE),
    LINEAR("pe", "linear queries, a point against an edge", CCDQ_PE),
    LINEAR("pp", "linear queries, a point against a point", CCDQ_PP),
    {.name = NULL},
};

const struct gen_kind *gen_find_kind(const char *name)
{
    for (const struct gen_kind *kind = gen_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0) return kind;
    return NULL;
}

uint64_t gen_run_tag(const struct gen_kind *kind, const struct gen_family *family, uint64_t seed,
                     int with_truth, double min_sep)
{
    /* The generator's own name and edition stand first: count the edition up when the records of an existing
     * family change. */
    const uint64_t generator = rng_key("ccd-gen 1", (unsigned char)kind->frame_kind, (uint64_t)with_truth);
    const uint64_t tag = mix64(generator ^ rng_key(family->name, kind->type, seed));
    uint64_t bits;
    memcpy(&bits, &min_sep, sizeof bits);
    return min_sep < 0 ? tag : mix64(tag ^ mix64(bits));
}
