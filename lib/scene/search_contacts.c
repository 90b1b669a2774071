/* The contacts that were found so far, and the boxes that they make needless. */
#include "../num/extremes.h"
#include "../num/heap.h"
#include "search.h"

void search_add(struct search *search, const struct search_contact *contact)
{
    struct search_contact *grown = search->contact;
    if (search->contacts == search->room)
        grown = heap_grow(search->contact, &search->room, sizeof *grown, SIZE_MAX / sizeof *grown);
    if (!grown) {
        search->spent = search->no_memory = true;
        search->left_out = min_of(search->left_out, contact->lo);
        return;
    }
    search->contact = grown;
    struct search_contact *added = &search->contact[search->contacts];
    struct search_pair *pair = &search->pair[contact->pair];
    *added = *contact;
    added->before = pair->last;
    pair->last = search->contacts++;
    if (contact->none) return;
    search->u = min_of(search->u, contact->hi);
    if (contact->hi == INFINITY) search->near = min_of(search->near, contact->time);
}

static bool region_holds(const struct search_contact *contact, const struct region *box)
{
    for (unsigned j = 0; j < contact->problem->variables; j++)
        if (!ival_in(box->x[j], contact->region.x[j])) return false;
    return true;
}

/* Bounds of the squared distance of x from the points of a box. */
static ival squared_distance(const ival world[3], const double x[3])
{
    ival sum = ival_point(0);
    for (int k = 0; k < 3; k++) sum += ival_square(ival_sub(world[k], ival_point(x[k])));
    return sum;
}

/* A box whose world is not wider than this share of the separation is near enough to a contact if some of it
 * is: else boxes about its sphere would be split for ever. All of it lies within 1 + sqrt(3) / 8 < 2 times
 * the separation. */
static const double fine = 0.125;

static bool is_near(const ival world[3], const double x[3], double separation)
{
    const ival squared = squared_distance(world, x);
    bool narrow = true;
    for (int k = 0; k < 3; k++) narrow = narrow && ival_width(world[k]) <= fine * separation;
    return (narrow ? ival_lo(squared) : ival_hi(squared)) < separation * separation;
}

bool search_covers(struct search *search, const struct search_box *box, double early)
{
    const struct search_task *task = &search->task[box->task];
    const struct search_pair *pair = &search->pair[task->pair];
    const double lo = ival_lo(box_time(search, box));
    ival world[3];
    bool known = false;
    for (size_t i = pair->last; i != SEARCH_NO_CONTACT; i = search->contact[i].before) {
        struct search_contact *contact = &search->contact[i];
        if (contact->unique || contact->none) {
            if (contact->problem == task->problem && region_holds(contact, &box->x)) return true;
            continue;
        }
        /* As footnote 9 has it, but the paper's u is none: a contact in the box may be earlier than the one
         * that was found there, by the simultaneity at most. */
        const double since = search->options->certified ? contact->time : search->u;
        if (!(lo > since - early)) continue;
        if (!known) problem_world(task->problem, &box->x, world, search->work);
        known = true;
        if (!is_near(world, contact->x, pair->separation)) continue;
        search_defer(search, box, i);
        return true;
    }
    return false;
}

bool search_knows(const struct search *search, const struct search_task *task,
                  const double at[PROBLEM_VARIABLES], const double x[3])
{
    const struct search_pair *pair = &search->pair[task->pair];
    const double time = at[task->problem->variables - 1];
    struct region point;
    ival world[3];
    for (unsigned j = 0; j < task->problem->variables; j++) point.x[j] = ival_point(at[j]);
    for (int k = 0; k < 3; k++) world[k] = ival_point(x[k]);
    for (size_t i = pair->last; i != SEARCH_NO_CONTACT; i = search->contact[i].before) {
        const struct search_contact *contact = &search->contact[i];
        if (contact->unique || contact->none) {
            if (contact->problem == task->problem && region_holds(contact, &point)) return true;
        } else if (contact->time <= time + search->options->simultaneity &&
                   is_near(world, contact->x, pair->separation)) {
            return true;
        }
    }
    return false;
}
