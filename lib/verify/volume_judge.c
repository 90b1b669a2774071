/* Two sorted lists of contacts side by side. */
#include "volume.h"
#include <stdlib.h>
#include <string.h>

static void sort_nodes(uint32_t *node, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && node[k] < node[k - 1]; k--) {
            const uint32_t other = node[k];
            node[k] = node[k - 1];
            node[k - 1] = other;
        }
}

void volume_fact_name(struct volume_fact *fact, uint32_t step, unsigned kind, const uint32_t node[4],
                      const uint32_t element[2])
{
    uint32_t *id = fact->id;
    fact->step = step;
    fact->kind = kind;
    memset(id, 0, sizeof fact->id);
    if (kind == CCDQ_CONTACT_OVERLAP || kind == CCDQ_CONTACT_INVERSION) {
        const int n = kind == CCDQ_CONTACT_OVERLAP ? 2 : 1;
        memcpy(id, element, (size_t)n * sizeof *id);
        sort_nodes(id, n);
        return;
    }
    memcpy(id, node, sizeof fact->id);
    if (kind == CCDQ_CONTACT_VF) {
        sort_nodes(id + 1, 3);
        return;
    }
    sort_nodes(id, 2);
    sort_nodes(id + 2, 2);
    if (id[0] < id[2] || (id[0] == id[2] && id[1] <= id[3])) return;
    const uint32_t first[2] = {id[0], id[1]};
    memcpy(id, id + 2, sizeof first);
    memcpy(id + 2, first, sizeof first);
}

int volume_fact_order(const struct volume_fact *a, const struct volume_fact *b)
{
    if (a->step != b->step) return a->step < b->step ? -1 : 1;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    for (int i = 0; i < 4; i++)
        if (a->id[i] != b->id[i]) return a->id[i] < b->id[i] ? -1 : 1;
    return 0;
}

static int by_order(const void *a, const void *b)
{
    return volume_fact_order(a, b);
}

/* Do the times of the two exclude each other? */
static bool exclude(const struct volume_fact *a, const struct volume_fact *b)
{
    return a->timed && b->timed &&
           (verify_time_order(a->lo, b->hi) > 0 || verify_time_order(a->hi, b->lo) < 0);
}

struct judge {
    unsigned kinds;
    struct volume_tally *tally;
    volume_fault_take *take;
    void *context;
};

static void tell(const struct judge *j, enum volume_fault fault, const struct volume_fact *fact,
                 const struct volume_fact *truth)
{
    if (!(j->kinds & 1U << fact->kind)) return;
    j->tally->count[fact->kind][fault]++;
    if (fault != VOLUME_RIGHT) j->take(j->context, fault, fact, truth);
}

static void judge_one(const struct judge *j, const struct volume_fact *found, const struct volume_fact *truth)
{
    if (!truth || truth->absent)
        tell(j, VOLUME_EXTRA, found, truth);
    else
        tell(j, exclude(found, truth) ? VOLUME_MISTIMED : VOLUME_RIGHT, found, truth);
}

/* The first fact behind number i that is another one. */
static size_t behind(const struct volume_fact *fact, size_t n, size_t i)
{
    size_t k = i + 1;
    while (k < n && !volume_fact_order(&fact[k], &fact[i])) k++;
    return k;
}

void volume_judge(struct volume_fact *truth, size_t n_truth, struct volume_fact *found, size_t n_found,
                  unsigned kinds, struct volume_tally *tally, volume_fault_take *take, void *context)
{
    const struct judge j = {kinds, tally, take, context};
    if (n_truth) qsort(truth, n_truth, sizeof *truth, by_order);
    if (n_found) qsort(found, n_found, sizeof *found, by_order);
    for (size_t i = 0, k = 0; i < n_found || k < n_truth;) {
        const int order = k == n_truth ? -1 : i == n_found ? 1 : volume_fact_order(&found[i], &truth[k]);
        if (order <= 0) {
            const size_t next = behind(found, n_found, i);
            judge_one(&j, &found[i], order ? NULL : &truth[k]);
            while (++i < next) tell(&j, VOLUME_DOUBLE, &found[i], NULL);
        } else if (!truth[k].absent) {
            tell(&j, VOLUME_MISSING, &truth[k], &truth[k]);
        }
        if (order >= 0) k = behind(truth, n_truth, k);
    }
}
