/* Running a step of lib/volume in tests. */
#ifndef CCDQ_TEST_VOLUME_RUN_H
#define CCDQ_TEST_VOLUME_RUN_H

#include "../../lib/volume/volume.h"
#include "volume_known.h"
#include "volume_scenes.h"

/* What a run of a step has found. */
struct found {
    struct ccdq_contact *contact;
    size_t n, room;
};

static bool take(void *context, const struct ccdq_contact *c)
{
    struct found *found = context;
    if (found->n == found->room) {
        found->room = found->room ? 2 * found->room : 64;
        found->contact = realloc(found->contact, found->room * sizeof *c);
        if (!found->contact) abort();
    }
    found->contact[found->n++] = *c;
    return true;
}

static struct known who(const struct ccdq_contact *c)
{
    struct known known = {c->kind, {c->element[0], c->element[1], 0, 0}, c->toi_lo, c->toi_hi, 0};
    if (c->kind == CCDQ_CONTACT_VF || c->kind == CCDQ_CONTACT_EE)
        memcpy(known.who, c->node, sizeof known.who);
    return known;
}

static int compare(const void *left, const void *right)
{
    const struct known a = who(left), b = who(right);
    return known_compare(&a, &b);
}

static bool backwards(void *crew, size_t n, void (*part)(void *context, size_t i), void *context)
{
    (void)crew;
    while (n) part(context, --n);
    return true;
}

/* All contacts of the step, sorted. */
static struct found run(struct volume_model *model, const struct scene *s,
                        const struct volume_options *options, struct volume_counts *counts,
                        struct ccdq_workspace *ws)
{
    struct found found = {0};
    *counts = (struct volume_counts){0};
    if (!volume_step(model, (const double(*)[3])s->x0, (const double(*)[3])s->x1, options, backwards, NULL))
        abort();
    for (size_t task = 0; task < volume_tasks(model); task++)
        if (!volume_task(model, task, take, &found, counts, ws)) abort();
    if (found.n) qsort(found.contact, found.n, sizeof *found.contact, compare);
    return found;
}

#endif
