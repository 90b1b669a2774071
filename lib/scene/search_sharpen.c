/* How early a singular contact may be: boxes near it were left out which may hold one that is earlier by the
 * simultaneity. They are looked at after all, the earliest first, for a share of what was spent so far. */
#include "../num/extremes.h"
#include "search.h"

static const double share = 0.125;
enum { LEAST = 128 };

/* Contacts that may be earlier by no more than this share of the simultaneity are known well enough. */
static const double sharp = 0x1p-30;

void search_defer(struct search *search, const struct search_box *box, size_t contact)
{
    struct search_contact *of = &search->contact[contact];
    struct search_box later = *box;
    const double lo = ival_lo(box_time(search, box));
    const size_t most = search->options->max_mem / 4 / sizeof later; /* search_push takes the rest */
    later.rank = lo;
    later.contact = (uint32_t)contact;
    if (!search->options->certified || lo >= of->time - sharp * search->options->simultaneity ||
        !search_queue_push(&search->later, &later, most))
        of->lo = min_of(of->lo, lo);
}

/* Defers what may hold a contact in the halves of a box. */
static void sharpen(struct search *search, struct search_box *box)
{
    const struct problem *p = search->task[box->task].problem;
    struct equations eq;
    double spread[PROBLEM_VARIABLES];
    unsigned variable;
    search->iterations++;
    if (!problem_equations(p, &box->x, search_ask(search), true, &eq, search->work) ||
        !search_narrow(search, &eq, &box->x) || ival_lo(box_time(search, box)) > search_limit(search))
        return;
    if (eq.rows) problem_spread(p, &eq, &box->x, spread);
    if (!search_widest(p, &box->x, eq.rows ? spread : NULL, &variable)) {
        struct search_contact *of = &search->contact[box->contact];
        of->lo = min_of(of->lo, ival_lo(box_time(search, box)));
        return;
    }
    for (int side = 0; side < 2; side++) {
        struct search_box half = search_half(box, variable, side);
        if (search_possible(search, &half)) search_defer(search, &half, half.contact);
    }
}

void search_sharpen(struct search *search)
{
    const uint64_t more = LEAST + (uint64_t)(share * (double)search->iterations);
    const uint64_t most = search->options->max_iter, now = search->iterations;
    const uint64_t end = now + more < most ? now + more : most;
    while (search->later.n && search->iterations < end) {
        struct search_box box = search_queue_pop(&search->later);
        /* A contact that is too late itself is not reported. */
        if (box.rank <= search_limit(search)) sharpen(search, &box);
    }
    for (size_t i = 0; i < search->later.n; i++) {
        const struct search_box *box = &search->later.box[i];
        struct search_contact *of = &search->contact[box->contact];
        of->lo = min_of(of->lo, box->rank);
    }
}
