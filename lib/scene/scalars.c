/* Making the tapes of a problem: the leaves of implicit bodies, over x, y, z, or along a piece given by
 * points, g(p, t) = F(S(p, t), t).
 *
 * Outputs of g: the functions; along a piece then x, y, z of its point. Outputs of `beside`: of each implicit
 * body with several leaves the function of the whole, with 0 for the leaves of the problem: where they are 0
 * the point is on the body's surface if and only if this is 0 too (the restrictions of section 2.2 of Snyder
 * et al. 1993, for all combinations).
 *
 * Outputs of `lead`: of each body with several leaves in its piece, for each set of these but none and all,
 * the function of the whole with -1 for those of the set and 1 for the others. Its sign is that of the whole
 * beside a point where the leaves are 0, on a way along which those of the set fall and the others rise: min,
 * max and negation make the sign of the whole of the leaves' signs alone. Where it is negative the way leads
 * inside, so it is enough to go against the normals of the set: of a union, those of either part. */
#include "scalars.h"
#include "window.h"
#include <stdlib.h>

static const struct scene_body *body_of(const struct problem *p, int i)
{
    return &p->scene->body[p->piece[i]->body];
}

/* ---- Domains ---- */

/* Where in the world the implicit bodies are looked at; empty: nowhere. false: memory is out. */
static bool make_within(struct problem *p)
{
    for (int k = 0; k < 3; k++) p->within[k] = IVAL_ENTIRE;
    for (int i = 0; i < 2; i++) {
        ival box[3];
        if (!body_of(p, i)->implicit) continue;
        if (!body_place(p->scene, p->piece[i]->body, box)) return false;
        for (int k = 0; k < 3; k++) p->within[k] = ival_common(p->within[k], box[k]);
    }
    return true;
}

/* Variables and their domain; without variables where that is empty. */
static void make_domain(struct problem *p)
{
    const int along = scalars_along(p);
    const ival everywhere = ival_of(-IVAL_LARGEST, IVAL_LARGEST);
    const unsigned parameters = along < 0 ? 3 : p->piece[along]->parameters;
    bool empty = false;
    for (unsigned k = 0; k < 3; k++) empty |= ival_empty(p->within[k]);
    for (unsigned k = 0; k < parameters; k++)
        p->domain.x[k] =
            along < 0 ? ival_common(p->within[k], everywhere) : ival_from(p->piece[along]->domain[k]);
    p->domain.x[parameters] = ival_from(p->scene->time);
    p->variables = empty ? 0 : parameters + 1;
    p->contact = p->piece[0]->leaves + p->piece[1]->leaves;
}

/* ---- The functions ---- */

/* x, y, z and the time as nodes of a tape of the problem's variables. false: memory is out. */
static bool make_space(const struct problem *p, struct tape *tape, int space[TAPE_VARIABLES])
{
    const int along = scalars_along(p);
    const unsigned time = p->variables - 1;
    tape->variables = p->variables;
    space[3] = tape_variable(tape, time);
    for (unsigned k = 0; along < 0 && k < 3; k++) space[k] = tape_variable(tape, k);
    if (along < 0) return space[3] != TAPE_NONE;
    const struct piece *piece = p->piece[along];
    int input[3] = {TAPE_NONE, TAPE_NONE, space[3]};
    for (unsigned k = 0; k < piece->parameters; k++) input[piece->variable[k]] = tape_variable(tape, k);
    for (unsigned k = 0; k < 2; k++)
        if (input[k] == TAPE_NONE) input[k] = tape_constant(tape, piece->at[k]);
    return tape_graft(tape, &piece->map, input, 0, 3, space);
}

static bool make_functions(struct problem *p)
{
    int space[TAPE_VARIABLES], node;
    if (!make_space(p, &p->g, space)) return false;
    for (int i = 0; i < 2; i++)
        for (unsigned l = 0; l < p->piece[i]->leaves; l++)
            if (!tape_graft(&p->g, &body_of(p, i)->map, space, 1 + p->piece[i]->leaf[l], 1, &node) ||
                !tape_output(&p->g, node))
                return false;
    for (int k = 0; k < 3 && scalars_along(p) >= 0; k++)
        if (!tape_output(&p->g, space[k])) return false;
    return tape_finish(&p->g);
}

/* ---- Whole bodies ---- */

/* A body's map again, its outputs as nodes, so that nodes of it can be asked for. */
static bool copy_map(const struct tape *map, struct tape *copy, int *node)
{
    int input[TAPE_VARIABLES];
    copy->variables = TAPE_VARIABLES;
    for (unsigned k = 0; k < TAPE_VARIABLES; k++) input[k] = tape_variable(copy, k);
    return tape_graft(copy, map, input, 0, map->outputs, node);
}

/* Says what a node of the copy is in `to`, and what its negative is: a difference may be made of that. */
static bool know(struct tape *copy, int **known, size_t *n, int node, struct tape *to, int value)
{
    const int negative = tape_unary(copy, TAPE_NEG, node), minus = tape_unary(to, TAPE_NEG, value);
    if (negative == TAPE_NONE || minus == TAPE_NONE) return false;
    if (copy->nodes > *n) {
        int *more = realloc(*known, copy->nodes * sizeof *more);
        if (!more) return false;
        *known = more;
        while (*n < copy->nodes) more[(*n)++] = TAPE_NONE;
    }
    (*known)[negative] = minus;
    (*known)[node] = value;
    return true;
}

/* What min, max and negation make of the nodes that are known, up to a node; that in `to`, or TAPE_NONE. */
static int follow(const struct tape *copy, int *known, int last, struct tape *to)
{
    for (int i = 0; i <= last; i++) {
        const struct tape_node *n = &copy->node[i];
        if (known[i] != TAPE_NONE) continue;
        if (n->op == TAPE_NEG && known[n->a] != TAPE_NONE) known[i] = tape_unary(to, TAPE_NEG, known[n->a]);
        if ((n->op == TAPE_MIN || n->op == TAPE_MAX) && known[n->a] != TAPE_NONE && known[n->b] != TAPE_NONE)
            known[i] = tape_binary(to, n->op, known[n->a], known[n->b]);
    }
    return known[last];
}

/* What the whole body is made of, to be made in another tape. */
struct whole {
    struct tape copy; /* of the body's map */
    int *node, *leaf; /* outputs of the copy, and in the other tape */
    int *known;
    size_t n;
};

static bool whole_begin(struct whole *whole, const struct tape *map, const int space[TAPE_VARIABLES],
                        struct tape *to)
{
    *whole = (struct whole){.node = malloc(2 * map->outputs * sizeof *whole->node)};
    whole->leaf = whole->node ? whole->node + map->outputs : NULL;
    return whole->node && copy_map(map, &whole->copy, whole->node) &&
           tape_graft(to, map, space, 0, map->outputs, whole->leaf);
}

static void whole_end(struct whole *whole)
{
    free(whole->node);
    free(whole->known);
    tape_free(&whole->copy);
}

/* Makes the function of the whole body an output of `to`, with these nodes there for the piece's leaves.
 * Where it is made of its leaves otherwise than by min, max and negation, as it is. */
static bool add_whole(const struct tape *map, const struct piece *piece, const int value[3],
                      const int space[TAPE_VARIABLES], struct tape *to)
{
    struct whole w;
    bool made = whole_begin(&w, map, space, to);
    for (size_t i = 1; i < map->outputs && made; i++)
        made = know(&w.copy, &w.known, &w.n, w.node[i], to, w.leaf[i]);
    for (unsigned i = 0; i < piece->leaves && made; i++)
        made = know(&w.copy, &w.known, &w.n, w.node[1 + piece->leaf[i]], to, value[i]);
    if (made) {
        const int whole = follow(&w.copy, w.known, w.node[0], to);
        made = tape_output(to, whole != TAPE_NONE ? whole : w.leaf[0]);
    }
    whole_end(&w);
    return made;
}

/* Whether a body of the problem has leaves that are not those of its piece. */
static bool has_others(const struct problem *p, int i)
{
    return p->piece[i]->leaves && body_of(p, i)->map.outputs > 2;
}

static bool make_beside(struct problem *p)
{
    int space[TAPE_VARIABLES];
    if (!has_others(p, 0) && !has_others(p, 1)) return true;
    bool made = make_space(p, &p->beside, space);
    for (int i = 0; i < 2 && made; i++) {
        if (!has_others(p, i)) continue;
        const int zero = tape_number(&p->beside, 0), value[3] = {zero, zero, zero};
        made = add_whole(&body_of(p, i)->map, p->piece[i], value, space, &p->beside);
    }
    return made && tape_finish_to(&p->beside, TAPE_VALUE);
}

static bool make_lead(struct problem *p)
{
    int space[TAPE_VARIABLES], value[3];
    if (p->piece[0]->leaves < 2 && p->piece[1]->leaves < 2) return true;
    bool made = make_space(p, &p->lead, space);
    for (int i = 0; i < 2 && made; i++) {
        const unsigned leaves = p->piece[i]->leaves;
        for (unsigned set = 1; made && set + 1 < 1U << leaves; set++) {
            for (unsigned k = 0; k < leaves; k++) value[k] = tape_number(&p->lead, set >> k & 1 ? -1 : 1);
            made = add_whole(&body_of(p, i)->map, p->piece[i], value, space, &p->lead);
        }
    }
    return made && tape_finish_to(&p->lead, TAPE_VALUE);
}

bool scalars_make(struct problem *p)
{
    if (!make_within(p)) return false;
    make_domain(p);
    return p->variables == 0 || (make_functions(p) && make_beside(p) && make_lead(p));
}
