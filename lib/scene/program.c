/* Makes programs: which orders need a node, what it becomes, when it is its turn, where its result is. */
#include "program.h"
#include "derive.h"
#include "node.h"
#include <stdlib.h>

unsigned tape_operands(const struct tape_node *n, int operand[3])
{
    operand[0] = n->a;
    operand[1] = n->b;
    operand[2] = n->c;
    if (n->op <= TAPE_VARIABLE) return 0;
    if (n->op == TAPE_CHOOSE || n->op == TAPE_SMOOTH) return 3;
    return n->op < TAPE_POWER || n->op == TAPE_PATCH || n->op == TAPE_PART || n->op == TAPE_LESS ? 2 : 1;
}

enum { NO_ORDER = TAPE_HESSIAN + 1 };

/* A node's place in the program. */
struct place {
    uint32_t node, level; /* level: more than those of operands of the same order */
    uint8_t order, op;
};

struct making {
    struct tape jets;
    int32_t *part; /* of each jet, its parts */
    size_t parts;
    struct place *place; /* of nodes, then in their order in the program */
    int32_t *twin;       /* of a node: the first sine or cosine of it, or TAPE_NONE */
    uint32_t *slot;      /* of nodes */
};

static int32_t twin_of(const struct making *m, size_t node)
{
    const struct tape_node *n = &m->jets.node[node];
    return n->op == TAPE_SIN || n->op == TAPE_COS ? m->twin[n->a] : TAPE_NONE;
}

/* The least order of those that need the nodes. */
static void find_orders(struct making *m, unsigned variables)
{
    const struct tape *t = &m->jets;
    const size_t size = tape_jet_size(variables);
    for (size_t i = 0; i < t->nodes; i++) {
        m->place[i] = (struct place){.node = (uint32_t)i, .order = NO_ORDER, .op = t->node[i].op};
        m->twin[i] = TAPE_NONE;
    }
    for (size_t i = 0; i < t->nodes; i++) {
        const struct tape_node *n = &t->node[i];
        if ((n->op == TAPE_SIN || n->op == TAPE_COS) && m->twin[n->a] < 0) m->twin[n->a] = (int32_t)i;
    }
    for (size_t i = 0; i < m->parts; i++) {
        const size_t k = i % size;
        const uint8_t order = k == 0 ? TAPE_VALUE : k <= variables ? TAPE_GRADIENT : TAPE_HESSIAN;
        struct place *p = &m->place[m->part[i]];
        if (order < p->order) p->order = order;
    }
    for (size_t i = t->nodes; i-- > 0;) {
        int operand[3];
        const int32_t twin = twin_of(m, i);
        if (twin >= 0 && m->place[i].order < m->place[twin].order) m->place[twin].order = m->place[i].order;
        const unsigned operands = tape_operands(&t->node[i], operand);
        for (unsigned k = 0; k < operands; k++)
            if (m->place[i].order < m->place[operand[k]].order)
                m->place[operand[k]].order = m->place[i].order;
    }
}

/* What a node's operation is in the program. Of a sine and a cosine of one node only the first is one. */
static void choose_operations(struct making *m)
{
    const struct tape *t = &m->jets;
    for (size_t i = 0; i < t->nodes; i++) {
        const struct tape_node *n = &t->node[i];
        struct place *p = &m->place[i];
        const int32_t twin = twin_of(m, i);
        if (twin >= 0) {
            p->op = PROGRAM_SIN_COS;
            if ((size_t)twin != i) p->order = NO_ORDER;
        }
        if (n->op == TAPE_POWER && n->b == 2) p->op = PROGRAM_SQUARE;
        if (n->op == TAPE_MUL && tape_is_constant(t, n->a)) {
            const struct interval c = t->constant[t->node[n->a].a];
            if (c.lo == c.hi && c.lo >= 0 && c.hi <= IVAL_LARGEST) p->op = PROGRAM_SCALE;
        }
        if (n->op <= TAPE_VARIABLE) p->order = NO_ORDER;
    }
}

static void find_levels(struct making *m)
{
    for (size_t i = 0; i < m->jets.nodes; i++) {
        int operand[3];
        struct place *p = &m->place[i];
        const unsigned operands = tape_operands(&m->jets.node[i], operand);
        for (unsigned k = 0; k < operands; k++) {
            const int32_t twin = twin_of(m, (size_t)operand[k]);
            const struct place *q = &m->place[twin >= 0 ? twin : operand[k]];
            if (q->order == p->order && q->level >= p->level) p->level = q->level + 1;
        }
    }
}

static int by_turn(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->order != y->order) return x->order < y->order ? -1 : 1;
    if (x->level != y->level) return x->level < y->level ? -1 : 1;
    if (x->op != y->op) return x->op < y->op ? -1 : 1;
    return x->node < y->node ? -1 : 1;
}

/* Gives slots to constants and variables, then to the steps' results. */
static bool make_slots(struct making *m, struct tape_program *p)
{
    const struct tape *t = &m->jets;
    p->constant = malloc((t->constants + 1) * sizeof *p->constant);
    if (!p->constant) return false;
    for (size_t i = 0; i < t->constants; i++) {
        const ival x = ival_from(t->constant[i]);
        p->constant[i] = ival_size(x) <= IVAL_LARGEST ? x : IVAL_ENTIRE;
    }
    p->constants = t->constants;
    p->slots = t->constants + p->variables;
    for (size_t i = 0; i < t->nodes; i++) {
        const struct tape_node *n = &t->node[i];
        if (n->op == TAPE_CONSTANT) m->slot[i] = (uint32_t)n->a;
        if (n->op == TAPE_VARIABLE) m->slot[i] = (uint32_t)(t->constants + (size_t)n->a);
    }
    for (p->steps = 0; p->steps < t->nodes && m->place[p->steps].order < NO_ORDER; p->steps++) {
        const struct place *at = &m->place[p->steps];
        m->slot[at->node] = (uint32_t)p->slots;
        p->slots += at->op == PROGRAM_SIN_COS ? 2 : 1;
    }
    for (size_t i = t->nodes; i-- > 0;) {
        const int32_t twin = twin_of(m, i);
        if (twin >= 0) m->slot[i] = m->slot[twin] + (t->node[i].op == TAPE_COS);
    }
    return true;
}

/* ---- Steps ---- */

static bool make_net(struct tape_program *p, const struct tape *t, const struct tape_node *n)
{
    const bool part = n->op == TAPE_PART;
    const int which = part ? n->c / 16 : n->c;
    const unsigned by[2] = {part ? (unsigned)n->c / 4 % 4 : 0, part ? (unsigned)n->c % 4 : 0};
    const struct tape_patch *patch = &t->patch[which / 4];
    return net_make(&p->net[p->nets++], t, patch, (unsigned)which % 4, by, !part && patch->rational);
}

static bool make_step(struct making *m, struct tape_program *p, const struct place *at,
                      struct tape_step *step)
{
    const struct tape_node *n = &m->jets.node[at->node];
    int operand[3];
    const unsigned operands = tape_operands(n, operand);
    step->to = m->slot[at->node];
    step->a = m->slot[operand[0]];
    step->b = operands > 1 ? m->slot[operand[1]] : step->a;
    step->c = n->op == TAPE_CHOOSE || n->op == TAPE_SMOOTH ? (int32_t)m->slot[operand[2]] : n->b;
    if (n->op == TAPE_COS) step->to--;
    if (n->op != TAPE_PATCH && n->op != TAPE_PART) return true;
    step->c = (int32_t)p->nets;
    return make_net(p, &m->jets, n);
}

/* Those before step i that are of its run go on with it. */
static void add_to_run(const struct making *m, struct tape_program *p, size_t i)
{
    const struct place *at = &m->place[i];
    struct tape_run *run = &p->run[p->runs];
    const bool goes_on = i && at[-1].order == at->order && at[-1].level == at->level && at[-1].op == at->op;
    if (goes_on)
        run--;
    else
        *run = (struct tape_run){.first = (uint32_t)i, .op = at->op}, p->runs++;
    run->end = (uint32_t)i + 1;
    for (unsigned order = at->order; order <= TAPE_HESSIAN; order++) p->end[order] = p->runs;
}

static bool make_steps(struct making *m, struct tape_program *p)
{
    size_t nets = 0;
    for (size_t i = 0; i < p->steps; i++) nets += m->place[i].op == TAPE_PATCH || m->place[i].op == TAPE_PART;
    p->step = malloc((p->steps + 1) * sizeof *p->step);
    p->run = malloc((p->steps + 1) * sizeof *p->run);
    p->net = malloc((nets + 1) * sizeof *p->net);
    bool ok = p->step && p->run && p->net;
    for (size_t i = 0; ok && i < p->steps; i++) {
        ok = make_step(m, p, &m->place[i], &p->step[i]);
        add_to_run(m, p, i);
    }
    return ok;
}

static bool make_series(struct tape_program *p, const struct tape *t)
{
    p->series = malloc((t->n_series + 1) * sizeof *p->series);
    if (!p->series) return false;
    for (; p->n_series < t->n_series; p->n_series++) {
        const struct tape_series *from = &t->series[p->n_series];
        const double *c = t->coefficient + from->first;
        ival *to = malloc((from->n + 1) * sizeof *to);
        if (!to) return false;
        for (size_t i = 0; i < from->n; i++) to[i] = ival_of(c[2 * i], c[2 * i + 1]);
        p->series[p->n_series] = (struct series){from->lo, from->hi, from->n, to};
    }
    return true;
}

static bool make_parts(const struct making *m, struct tape_program *p)
{
    p->slot = malloc((m->parts + 1) * sizeof *p->slot);
    for (size_t i = 0; p->slot && i < m->parts; i++) p->slot[i] = m->slot[m->part[i]];
    return p->slot;
}

static bool make(struct making *m, const struct tape *tape, enum tape_order most, struct tape_program *p)
{
    m->parts = tape->outputs * tape_jet_size(tape->variables);
    m->part = malloc((m->parts + 1) * sizeof *m->part);
    if (!m->part || !tape_derive(tape, most, &m->jets, m->part)) return false;
    const size_t nodes = m->jets.nodes + 1;
    m->place = malloc(nodes * sizeof *m->place);
    m->twin = malloc(nodes * sizeof *m->twin);
    m->slot = malloc(nodes * sizeof *m->slot);
    if (!m->place || !m->twin || !m->slot) return false;
    find_orders(m, tape->variables);
    choose_operations(m);
    find_levels(m);
    qsort(m->place, m->jets.nodes, sizeof *m->place, by_turn);
    return make_slots(m, p) && make_steps(m, p) && make_series(p, &m->jets) && make_parts(m, p);
}

struct tape_program *tape_program_new(const struct tape *tape, enum tape_order most)
{
    struct making m = {.jets = {.variables = tape->variables}};
    struct tape_program *p = calloc(1, sizeof *p);
    if (p) *p = (struct tape_program){.variables = tape->variables, .outputs = tape->outputs};
    if (p && !make(&m, tape, most, p)) {
        tape_program_free(p);
        p = NULL;
    }
    tape_free(&m.jets);
    free(m.part);
    free(m.place);
    free(m.twin);
    free(m.slot);
    return p;
}

void tape_program_free(struct tape_program *p)
{
    if (!p) return;
    for (size_t i = 0; i < p->nets; i++) net_free(&p->net[i]);
    for (size_t i = 0; i < p->n_series; i++) free(p->series[i].c);
    free(p->constant);
    free(p->step);
    free(p->run);
    free(p->slot);
    free(p->series);
    free(p->net);
    free(p);
}
