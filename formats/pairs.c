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
static const char *record_problem(const struct ccdq_patch_head *head, size_t size,
                                  const struct ccdq_patch_head *first, char text[96])
{
    for (int i = 0; i < 2; i++) {
        const char *problem = ccdq_shape_problem(&head->shape[i]);
        if (!problem) continue;
        snprintf(text, 96, "patch %d: %s", i + 1, problem);
        return text;
    }
    const size_t own = ccdq_patch_record_size(head->shape);
    if (own != size) {
        snprintf(text, 96, "a pair of its shapes has %zu bytes, and those of its frame have %zu", own, size);
        return text;
    }
    return !first || same_shapes(first, head) ? NULL
                                              : "its shapes are not those of the other pairs of its frame";
}

void pairs_check(struct block *block, size_t size)
{
    unsigned char *records = block->records.p, *end = records;
    const size_t n = block->n;
    block->n = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *record = records + i * size;
        char text[96];
        const char *problem =
            record_problem((const void *)record, size, block->n ? (const void *)records : NULL, text);
        if (problem) {
            block_leave_out(block, block->first_record + i, problem);
            continue;
        }
        if (end != record) memmove(end, record, size);
        end += size;
        block->n++;
    }
    block->records.n = (size_t)(end - records);
}
