/* Runs programs over boxes.
 *
 * The operations that nearly all steps are run without a look at what they give. They make infinities and NaN
 * only of bounds that are too large or of quotients by 0, and then the processor has noted it: with such a
 * note, or if another operation is not bounded, what an order adds is done again with a look at each result,
 * and so is what higher orders add. */
#include "elementary.h"
#include "operation.h"
#include <stdlib.h>
#include <string.h>

enum { MANY_SLOTS = 1 << 14 };

bool tape_work_fit(struct tape_work *work, const struct tape *tape)
{
    const size_t n = tape->program->slots;
    /* A tape that was at this one's address may have left something. */
    for (int i = 0; i < TAPE_SEEN; i++) work->seen[i].program = NULL;
    if (work->slot && n <= work->room) return true;
    const size_t sets = n < MANY_SLOTS ? TAPE_SEEN : 1;
    ival *slot = n > SIZE_MAX / sizeof *slot / sets ? NULL : malloc(n * sets * sizeof *slot);
    if (!slot) return false;
    free(work->slot);
    work->slot = slot;
    work->room = n;
    work->sets = sets;
    return true;
}

void tape_work_free(struct tape_work *work)
{
    free(work->slot);
    *work = (struct tape_work){0};
}

static ival bound_of_step(const struct tape_program *p, unsigned op, const struct tape_step *s,
                          const ival *slot, unsigned *state)
{
    const bool choice = op == TAPE_CHOOSE || op == TAPE_SMOOTH;
    return operation_bound(p, op, slot[s->a], slot[s->b], choice ? slot[s->c] : slot[s->a], s->c, state);
}

/* Runs that the values need tell states, those of derivatives do not: a derivative may be unbounded where the
 * function has a value, and then its point is one of the surface. */
static bool run_fast(const struct tape_program *p, size_t first, size_t runs, ival *slot, unsigned *state)
{
    unsigned ignored = 0;
#define EACH(...)                                                                                            \
    for (; s < end; s++) {                                                                                   \
        __VA_ARGS__;                                                                                         \
    }                                                                                                        \
    break
    for (size_t i = first; i < runs; i++) {
        const struct tape_run *run = &p->run[i];
        const struct tape_step *s = p->step + run->first, *end = p->step + run->end;
        switch (run->op) {
        case TAPE_ADD:
            EACH(slot[s->to] = slot[s->a] + slot[s->b]);
        case TAPE_SUB:
            EACH(slot[s->to] = ival_sub(slot[s->a], slot[s->b]));
        case TAPE_NEG:
            EACH(slot[s->to] = ival_neg(slot[s->a]));
        case TAPE_MUL:
            EACH(slot[s->to] = ival_mul(slot[s->a], slot[s->b]));
        case PROGRAM_SCALE:
            EACH(slot[s->to] = slot[s->b] * (ival){slot[s->a][1], slot[s->a][1]});
        case PROGRAM_SQUARE:
            EACH(slot[s->to] = ival_square(slot[s->a]));
        case PROGRAM_SIN_COS:
            EACH(ival_sin_cos(slot[s->a], &slot[s->to], &slot[s->to + 1]));
        case TAPE_DIV:
            EACH(if (ival_has_zero(slot[s->b])) return false; slot[s->to] = ival_div(slot[s->a], slot[s->b]));
        case TAPE_SQRT:
            EACH(if (slot[s->a][0] > 0) return false; slot[s->to] = ival_sqrt(slot[s->a]));
        default:
            EACH(slot[s->to] = bound_of_step(p, run->op, s, slot, i < p->end[TAPE_VALUE] ? state : &ignored);
                 if (slot[s->to][0] == INFINITY) return false);
        }
    }
    return true;
}

static void run_carefully(const struct tape_program *p, size_t first, size_t runs, ival *slot,
                          unsigned *state)
{
    unsigned ignored = 0;
    for (size_t i = first; i < runs; i++) {
        const struct tape_run *run = &p->run[i];
        for (size_t k = run->first; k < run->end; k++) {
            const struct tape_step *s = &p->step[k];
            if (run->op == PROGRAM_SIN_COS)
                ival_sin_cos(slot[s->a], &slot[s->to], &slot[s->to + 1]);
            else
                slot[s->to] = bound_of_step(p, run->op, s, slot, i < p->end[TAPE_VALUE] ? state : &ignored);
        }
    }
}

/* Puts the results where they are asked for; TAPE_UNBOUNDED if there is one that is, and all are if the box
 * is empty. */
static unsigned take(const struct tape_program *p, enum tape_order order, const ival *slot, unsigned state,
                     struct jet *out)
{
    const unsigned v = p->variables, n = tape_jet_size(v);
    const unsigned d = order >= TAPE_GRADIENT ? v : 0, dd = order >= TAPE_HESSIAN ? n - 1 - v : 0;
    ival most = {0, 0};
    for (size_t i = 0; i < p->outputs; i++) {
        const uint32_t *from = p->slot + i * n;
        most = ival_most(most, out[i].value = slot[from[0]]);
        for (unsigned k = 0; k < d; k++) most = ival_most(most, out[i].d[k] = slot[from[1 + k]]);
        for (unsigned k = 0; k < dd; k++) most = ival_most(most, out[i].dd[k] = slot[from[1 + v + k]]);
    }
    return state | (ival_size(most) <= IVAL_LARGEST ? 0 : TAPE_UNBOUNDED);
}

/* Makes each bound that is too large, or any if the box is empty, IVAL_ENTIRE. */
static void unbound(const struct tape_program *p, enum tape_order order, bool empty, struct jet *out)
{
    const unsigned v = p->variables, n = tape_jet_size(v);
    const unsigned parts = order == TAPE_HESSIAN ? n : order == TAPE_GRADIENT ? 1 + v : 1;
    for (size_t i = 0; i < p->outputs; i++)
        for (unsigned k = 0; k < parts; k++) {
            ival *x = k == 0 ? &out[i].value : k <= v ? &out[i].d[k - 1] : &out[i].dd[k - 1 - v];
            if (empty || !(ival_size(*x) <= IVAL_LARGEST)) *x = IVAL_ENTIRE;
        }
}

static bool same_box(const ival *x, const ival *y, unsigned n)
{
    bool same = true;
    for (unsigned k = 0; k < n; k++) same = same && x[k][0] == y[k][0] && x[k][1] == y[k][1];
    return same;
}

/* The evaluation of this box that is there, or, with nothing done, in the place of the one that was not asked
 * for for the longest time. */
static struct tape_seen *seen_or_new(struct tape_work *work, const struct tape_program *p, const ival *box)
{
    struct tape_seen *seen = work->seen;
    for (size_t i = 0; i < work->sets; i++) {
        if (work->seen[i].program == p && same_box(work->seen[i].box, box, p->variables))
            return &work->seen[i];
        if (work->seen[i].turn < seen->turn) seen = &work->seen[i];
    }
    ival *slot = work->slot + (size_t)(seen - work->seen) * work->room;
    if (seen->program != p) memcpy(slot, p->constant, p->constants * sizeof *slot);
    for (unsigned k = 0; k < p->variables; k++) slot[p->constants + k] = seen->box[k] = box[k];
    seen->program = p;
    seen->orders = 0;
    seen->careful = false;
    seen->state = 0;
    return seen;
}

/* Does what an order needs and is not done, so that lower orders give the same whether it is done or not. */
static void go_on(struct tape_seen *seen, enum tape_order order, ival *slot)
{
    const struct tape_program *p = seen->program;
    for (; seen->orders <= order; seen->orders++) {
        const size_t first = seen->orders > 0 ? p->end[seen->orders - 1] : 0, end = p->end[seen->orders];
        upward_forget();
        if (!seen->careful && run_fast(p, first, end, slot, &seen->state) && !upward_noted()) continue;
        seen->careful = true;
        if (first == 0) seen->state = 0;
        run_carefully(p, first, end, slot, &seen->state);
    }
}

unsigned tape_eval(const struct tape *tape, const ival *box, enum tape_order order, struct jet *out,
                   struct tape_work *work)
{
    const struct tape_program *p = tape->program;
    struct tape_seen *seen = seen_or_new(work, p, box);
    ival *slot = work->slot + (size_t)(seen - work->seen) * work->room;
    go_on(seen, order, slot);
    seen->turn = ++work->turn;
    unsigned state = seen->state | (seen->state & TAPE_EMPTY ? TAPE_UNBOUNDED : 0);
    state = take(p, order, slot, state, out);
    if (state & TAPE_UNBOUNDED) unbound(p, order, state & TAPE_EMPTY, out);
    return state;
}
