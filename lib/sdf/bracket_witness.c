/* Points with phi <= level, which bound the first contact from above. */
#include "bracket_search.h"

/* Newton's steps in time from the begin of the cell at one of its places; then what the value there proves.
 */
static void seek_witness(struct bracket_search *s, const struct bracket_part *cell,
                         struct bracket_place place)
{
    const double soon = 0x1p-36 * s->of->query->end;
    double t = cell->begin;
    for (int i = 0; i < 5 && t < s->best; i++) {
        const struct interval phi = bracket_phi_at(s, place, t);
        if (phi.hi <= s->level) {
            s->best = t;
            s->witness = place;
            return;
        }
        const double slope = (bracket_phi_at(s, place, t + soon).hi - phi.hi) / soon;
        if (!(slope < 0)) return;
        const double next = t + (phi.hi - s->level) / -slope * (1 + 0x1p-30);
        t = next > t ? next : nextafter(t, INFINITY);
        if (t > cell->end) t = i == 0 ? cell->end : INFINITY;
    }
}

/* Looking for witnesses at the end may take a quarter more than the budget of the search. */
static bool may_look(const struct bracket_search *s)
{
    return s->tests < (uint64_t)s->max_tests + s->max_tests / 4;
}

/* Where phi is lowest a little behind the begin of the cell, by halving it again and again and going on with
 * the lower half: across a crease a point must be near it to the first order to be a good witness, and where
 * the crease passes along the triangle it must be there at the right time. */
enum { DIVE = 64 };
void bracket_dive(struct bracket_search *s, struct bracket_part cell)
{
    struct bracket_part child[2];
    const double behind = add_up(cell.begin, SDF_BRACKET_NARROW / 4 * s->of->query->end);
    cell.begin = least(behind, cell.end);
    bracket_look(s, &cell);
    for (int i = 0; i < DIVE && cell.split != SPLIT_NONE && cell.high > s->level && may_look(s); i++) {
        bracket_halve(&cell, child);
        for (int k = 0; k < 2; k++) bracket_look(s, &child[k]);
        cell = child[child[1].low < child[0].low];
    }
    seek_witness(s, &cell, cell.corner[cell.lowest]);
}

void bracket_seek(struct bracket_search *s, const struct bracket_part *cell)
{
    seek_witness(s, cell, cell->corner[cell->lowest]);
    seek_witness(s, cell, bracket_middle(cell->corner));
    if (s->tests < s->next_dive) return;
    bracket_dive(s, *cell);
    s->next_dive = 2 * s->tests;
}

enum { BEHIND = 12 };

/* Where roundings hide the first contact, or the budget is spent: a contact some time behind it, the earliest
 * of times that are eight times as far each. */
void bracket_seek_behind(struct bracket_search *s, double begin)
{
    const double end = s->of->query->end;
    for (int i = BEHIND; i >= 0 && s->best == INFINITY && may_look(s); i--)
        bracket_dive(s, bracket_whole(begin + ldexp(end - begin, -3 * i), end));
}
