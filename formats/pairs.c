#include "pairs.h"
#include "form.h"
#include <stdio.h>
#include <string.h>

static bool same_shapes(const struct ccdq_patch_head *a, const struct ccdq_patch_head *b)
{
    return !memcmp(a->shape, b->shape, sizeof a->shape);
}

size_t pairs_alike(const void *records, size_t n)
{
    const struct ccdq_patch_head *first = records;
    const size_t size = ccdq_patch_record_size(first->shape);
    size_t i = 1;
    while (i < n && same_shapes(first, (const void *)((const char *)records + i * size))) i++;
    return i;
}

/* Why a record of `size` bytes is no pair of shapes like those of `first` (NULL: of any shapes), or NULL. */
static const char *pair_problem(const struct kind *kind, const void *record, size_t size, const void *first,
                                char text[RECORD_PROBLEM])
{
    (void)kind;
    const struct ccdq_patch_head *head = record;
    for (int i = 0; i < 2; i++) {
        const char *problem = ccdq_shape_problem(&head->shape[i]);
        if (!problem) continue;
        snprintf(text, RECORD_PROBLEM, "patch %d: %s", i + 1, problem);
        return text;
    }
    const size_t own = ccdq_patch_record_size(head->shape);
    if (own != size) {
        snprintf(text, RECORD_PROBLEM, "a pair of its shapes has %zu bytes, and those of its frame have %zu",
                 own, size);
        return text;
    }
    return !first || same_shapes(first, head) ? NULL
                                              : "its shapes are not those of the other pairs of its frame";
}

void pairs_check(struct block *block, size_t size)
{
    block_sift(block, size, pair_problem);
}
