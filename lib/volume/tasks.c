/* The tasks of a step: those of the broad phase, then the O-Sets, then inversions. */
#include "hashing.h"
#include "inversion.h"
#include "oset.h"
#include "tasks.h"
#include "walking.h"

/* A task has so many pairs that an O-Set holds, or one feature with very many, or so many elements whose
 * inversion is looked for. */
enum { OSET_TASK = 8192, INVERSION_TASK = 128 };

void volume_counts_add(struct volume_counts *sum, const struct volume_counts *more)
{
    sum->element_pairs += more->element_pairs;
    sum->adjacent_pairs += more->adjacent_pairs;
    sum->csat_pairs += more->csat_pairs;
    sum->vf_tests += more->vf_tests;
    sum->ee_tests += more->ee_tests;
    sum->exact_tests += more->exact_tests;
    sum->vf += more->vf;
    sum->ee += more->ee;
    sum->overlaps += more->overlaps;
    sum->inversions += more->inversions;
}

static size_t parts(size_t n, size_t size)
{
    return n / size + (n % size != 0);
}

static size_t oset_tasks(const struct volume_model *model, unsigned type)
{
    const struct oset *set = &model->oset[type];
    return uses_oset(model) ? parts(set->n, OSET_TASK) + set->n_many : 0;
}

static size_t inversion_tasks(const struct volume_model *model)
{
    const bool wanted = !model->options.boundary && !model->options.candidates;
    return wanted ? parts(model->mesh->elements, INVERSION_TASK) : 0;
}

size_t tasks_of_broad_phase(const struct volume_model *model)
{
    return uses_tree(model) ? walking_tasks(model) : hashing_tasks(model);
}

size_t volume_tasks(const struct volume_model *model)
{
    return tasks_of_broad_phase(model) + oset_tasks(model, CCDQ_VF) + oset_tasks(model, CCDQ_EE) +
           inversion_tasks(model);
}

static bool counts(const struct volume_model *model, unsigned type, struct feature_pair pair)
{
    return feature_counts(model, kind_of_a(type), pair.a) && feature_counts(model, kind_of_b(type), pair.b);
}

static bool test_pair(void *tests, unsigned type, struct feature_pair pair)
{
    const struct volume_model *model = ((struct elementary *)tests)->model;
    return !counts(model, type, pair) || elementary_add(tests, type, pair, only_here);
}

/* The pairs of a feature that has more of them than a set holds. */
static bool test_many(struct elementary *tests, unsigned type, uint32_t a)
{
    struct oset_search search;
    const bool done =
        oset_search_begin(&search, tests->model, type) && oset_each(&search, a, test_pair, tests);
    oset_search_end(&search);
    return done;
}

static bool test_oset(struct elementary *tests, unsigned type, size_t part)
{
    const struct oset *set = &tests->model->oset[type];
    const size_t kept = parts(set->n, OSET_TASK);
    if (part >= kept) return test_many(tests, type, set->many[part - kept]);
    const size_t first = part * OSET_TASK, end = first + OSET_TASK < set->n ? first + OSET_TASK : set->n;
    for (size_t i = first; i < end; i++)
        if (!test_pair(tests, type, set->pair[i])) return false;
    return true;
}

static bool test_inversions(struct elementary *tests, size_t part)
{
    const size_t n = tests->model->mesh->elements, first = part * INVERSION_TASK;
    return inversion_find(tests, first, first + INVERSION_TASK < n ? first + INVERSION_TASK : n);
}

bool tasks_run(struct elementary *tests, size_t task)
{
    const struct volume_model *model = tests->model;
    if (task < tasks_of_broad_phase(model))
        return uses_tree(model) ? walking_run(tests, task) : hashing_run(tests, task);
    task -= tasks_of_broad_phase(model);
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        const size_t n = oset_tasks(model, type);
        if (task < n) return test_oset(tests, type, task);
        task -= n;
    }
    return test_inversions(tests, task);
}

bool volume_task(const struct volume_model *model, size_t task, volume_take *take, void *context,
                 struct volume_counts *counts, struct ccdq_workspace *ws)
{
    struct elementary tests;
    elementary_begin(&tests, model, take, context, counts, ws);
    return tasks_run(&tests, task) && elementary_finish(&tests);
}
