#include "gen.h"
#include "rng.h"
#include <string.h>

static void make_linear(const struct gen_run *run, uint64_t first_id, size_t n, void *records)
{
    gen_linear_range(run->family, run->kind->type, run->seed, first_id, n, records);
}

static void make_patch(const struct gen_run *run, uint64_t first_id, size_t n, void *records)
{
    gen_patch_range(run->family, run->shape, run->seed, first_id, n, records);
}

static void make_sdf(const struct gen_run *run, uint64_t first_id, size_t n, void *records)
{
    gen_sdf_range(run->family, run->seed, first_id, n, records);
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

#define LINEAR(word, line, number)                                                                           \
    {                                                                                                        \
        .name = word, .summary = line, .frame_kind = 'Q', .record_size = sizeof(struct ccdq_query),          \
        .type = number, .families = gen_linear_families, .make = make_linear, .separate = separate_linear,   \
        .add_truth = add_linear_truth                                                                        \
    }

const struct gen_kind gen_kinds[] = {
    LINEAR("vf", "linear queries, a vertex against a face", CCDQ_VF),
    LINEAR("ee", "linear queries, an edge against an edge", CCDQ_EE),
    LINEAR("pe", "linear queries, a point against an edge", CCDQ_PE),
    LINEAR("pp", "linear queries, a point against a point", CCDQ_PP),
    {.name = "patch",
     .summary = "two moving Bezier patches",
     .frame_kind = 'P',
     .families = gen_patch_families,
     .shapes = "q3",
     .make = make_patch},
    {.name = "sdf",
     .summary = "a moving triangle against a signed distance function",
     .frame_kind = 'S',
     .record_size = sizeof(struct ccdq_sdf_query),
     .families = gen_sdf_families,
     .make = make_sdf},
    {.name = "vol", .summary = "volume meshes that move, in files", .families = gen_volume_families},
    {.name = "scene", .summary = "bodies that move, as text", .families = gen_scene_families},
    {.name = NULL},
};

const struct gen_kind *gen_find_kind(const char *name)
{
    for (const struct gen_kind *kind = gen_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0) return kind;
    return NULL;
}

size_t gen_record_size(const struct gen_run *run)
{
    return run->kind->shapes ? ccdq_patch_record_size(run->shape) : run->kind->record_size;
}

void gen_make(const struct gen_run *run, uint64_t first_id, size_t n, void *records,
              struct ccdq_workspace *ws)
{
    run->kind->make(run, first_id, n, records);
    if (run->min_sep >= 0) run->kind->separate(records, n, run->min_sep);
    if (run->truth) run->kind->add_truth(records, n, ws);
}

uint64_t gen_run_tag(const struct gen_run *run)
{
    /* The generator's own name and edition stand first: count the edition up when the records of an existing
     * family change. */
    const struct gen_kind *kind = run->kind;
    const uint64_t generator = rng_key("ccd-gen 1", (unsigned char)kind->frame_kind, (uint64_t)run->truth);
    uint64_t tag = mix64(generator ^ rng_key(run->family->name, kind->type, run->seed)), bits;
    memcpy(&bits, &run->min_sep, sizeof bits);
    if (run->min_sep >= 0) tag = mix64(tag ^ mix64(bits));
    for (int i = 0; kind->shapes && i < 2; i++) {
        memcpy(&bits, &run->shape[i], sizeof bits);
        tag = mix64(tag ^ mix64(bits));
    }
    return tag;
}
