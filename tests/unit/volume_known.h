/* Contacts by what touches, in lists, for the tests of lib/volume. */
#ifndef CCDQ_TEST_VOLUME_KNOWN_H
#define CCDQ_TEST_VOLUME_KNOWN_H

#include "../../lib/ccdq.h"
#include <stdlib.h>

/* A contact by what touches: its kind, its nodes, or (overlap, inversion) its elements; and the exact time.
 */
struct known {
    unsigned kind;
    uint32_t who[4];
    double lo, hi;
    int roots; /* of vf and ee, as in struct ccdq_exact_answer */
};

struct known_list {
    struct known *known;
    size_t n, room;
};

static inline void known_add(struct known_list *list, const struct known *known)
{
    if (list->n == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->known = realloc(list->known, list->room * sizeof *list->known);
        if (!list->known) abort();
    }
    list->known[list->n++] = *known;
}

static inline int known_compare(const void *left, const void *right)
{
    const struct known *a = left, *b = right;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    for (int i = 0; i < 4; i++)
        if (a->who[i] != b->who[i]) return a->who[i] < b->who[i] ? -1 : 1;
    return 0;
}

static inline void known_sort(struct known_list *list)
{
    if (list->n) qsort(list->known, list->n, sizeof *list->known, known_compare);
}

#endif
