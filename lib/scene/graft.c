/* Tapes from tapes: parts of one in another, and the rest of one that is needed. */
#include "node.h"
#include "program.h"
#include <stdlib.h>
#include <string.h>

/* Which nodes before n outputs, or at them, they need: 1. NULL: memory is out. */
static uint8_t *needed_for(const struct tape *tape, const int32_t *output, size_t n)
{
    uint8_t *needed = calloc(tape->nodes + 1, 1);
    if (!needed) return NULL;
    for (size_t i = 0; i < n; i++) needed[output[i]] = 1;
    for (size_t i = tape->nodes; i-- > 0;) {
        int operand[3];
        const unsigned operands = tape_operands(&tape->node[i], operand);
        for (unsigned k = 0; k < operands; k++) needed[operand[k]] |= needed[i];
    }
    return needed;
}

/* Node n of `from` in `to`, with operands a and b there. */
static int copied(struct tape *to, const struct tape *from, const struct tape_node *n, int a, int b,
                  const int *input)
{
    switch (n->op) {
    case TAPE_CONSTANT:
        return tape_constant(to, from->constant[n->a]);
    case TAPE_VARIABLE:
        return input[n->a];
    case TAPE_POWER:
        return tape_power(to, a, n->b);
    case TAPE_CHEBYSHEV: {
        const struct tape_series *s = &from->series[n->b];
        return tape_series_of(to, a, s->lo, s->hi, (const struct interval *)(from->coefficient + s->first),
                              s->n);
    }
    case TAPE_PATCH: {
        const struct tape_patch *p = &from->patch[n->c / 4];
        int coordinate[3];
        tape_patch(to, a, b, p->m, p->n, (const double(*)[4])(from->coefficient + p->first), coordinate);
        return coordinate[n->c % 4];
    }
    default:
        return n->op >= TAPE_NEG ? tape_unary(to, n->op, a) : tape_binary(to, n->op, a, b);
    }
}

bool tape_graft(struct tape *to, const struct tape *from, const int *input, size_t first, size_t n, int *node)
{
    uint8_t *needed = needed_for(from, from->output + first, n);
    int *now = malloc((from->nodes + 1) * sizeof *now);
    bool ok = needed && now;
    for (size_t i = 0; ok && i < from->nodes; i++) {
        if (!needed[i]) continue;
        int operand[3] = {0, 0, 0};
        const unsigned operands = tape_operands(&from->node[i], operand);
        for (unsigned k = 0; k < operands; k++) operand[k] = now[operand[k]];
        now[i] = copied(to, from, &from->node[i], operand[0], operand[1], input);
        ok = now[i] >= 0;
    }
    for (size_t i = 0; ok && i < n; i++) node[i] = now[from->output[first + i]];
    free(needed);
    free(now);
    return ok;
}

/* What the outputs of a tape need, as a tape of its own with the same outputs. */
static bool copy_needed(struct tape *to, const struct tape *from)
{
    int input[TAPE_VARIABLES];
    int *node = malloc((from->outputs + 1) * sizeof *node);
    bool ok = node;
    for (unsigned k = 0; ok && k < from->variables; k++) ok = (input[k] = tape_variable(to, k)) >= 0;
    ok = ok && tape_graft(to, from, input, 0, from->outputs, node);
    for (size_t i = 0; ok && i < from->outputs; i++) ok = tape_output(to, node[i]);
    free(node);
    return ok;
}

bool tape_finish(struct tape *tape)
{
    return tape_finish_to(tape, TAPE_HESSIAN);
}

bool tape_finish_to(struct tape *tape, enum tape_order most)
{
    struct tape needed = {.variables = tape->variables};
    if (!copy_needed(&needed, tape) || !(needed.program = tape_program_new(&needed, most))) {
        tape_free(&needed);
        return false;
    }
    free(needed.bucket);
    needed.bucket = NULL;
    needed.buckets = 0;
    tape_free(tape);
    *tape = needed;
    return true;
}
