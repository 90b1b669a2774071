/* Unions, intersections and differences of implicit bodies. */
#include "../num/extremes.h"
#include "algebra.h"
#include "builtin.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What lies in one box or the other, or in both. */
static void join_boxes(struct interval box[3], enum scene_combination how, const struct interval with[3])
{
    for (int i = 0; i < 3; i++)
        if (how == SCENE_UNION)
            box[i] = interval_hull(box[i], with[i]);
        else if (how == SCENE_INTERSECTION)
            box[i] = (struct interval){greatest(box[i].lo, with[i].lo), least(box[i].hi, with[i].hi)};
}

/* Outputs of an operand as nodes, behind those in *node; negated, if it is cut away. */
static bool take_operand(struct tape *t, const struct tape *from, bool cut, int *node)
{
    int input[4];
    for (unsigned i = 0; i < 4; i++) input[i] = tape_variable(t, i);
    if (!tape_graft(t, from, input, 0, from->outputs, node)) return false;
    for (size_t i = 0; i < from->outputs && cut; i++) node[i] = node_neg(t, node[i]);
    return true;
}

/* The whole and the leaves; `node` has room for all outputs of the operands. */
static bool combine(struct tape *t, enum scene_combination how, const struct scene_body *operand, size_t n,
                    int *node)
{
    const enum tape_op op = how == SCENE_UNION ? TAPE_MIN : TAPE_MAX;
    int whole = TAPE_NONE;
    size_t leaves = 0;
    for (size_t i = 0; i < n; i++) {
        if (!take_operand(t, &operand[i].map, how == SCENE_DIFFERENCE && i > 0, node + leaves)) return false;
        whole = i ? tape_binary(t, op, whole, node[leaves]) : node[leaves];
        const size_t more = operand[i].map.outputs - 1;
        memmove(node + leaves, node + leaves + 1, more * sizeof *node);
        leaves += more;
    }
    bool good = tape_output(t, whole);
    for (size_t i = 0; i < leaves; i++) good = good && tape_output(t, node[i]);
    return good;
}

bool scene_combine(struct scene_body *body, enum scene_combination how, const struct scene_body *operand,
                   size_t n)
{
    size_t outputs = 0;
    body->implicit = body->solid = true;
    body->map.variables = 4;
    memcpy(body->box, operand[0].box, sizeof body->box);
    for (size_t i = 0; i < n; i++) {
        join_boxes(body->box, how, operand[i].box);
        outputs += operand[i].map.outputs;
    }
    int *node = malloc(outputs * sizeof *node);
    const bool good = node && combine(&body->map, how, operand, n, node);
    free(node);
    return good;
}

/* ---- Boxes that cut ---- */

/* So many looks at a side of a box are enough. */
enum { LOOKS = 1000 };

/* Whether the first output is certainly positive over x, which is halved where it is not seen at once. */
static bool positive(const struct tape *map, const struct interval x[4], int *looks, struct jet *out,
                     struct tape_work *work)
{
    ival box[4];
    int widest = 0;
    struct interval half[4];
    if (--*looks < 0) return false;
    for (int i = 0; i < 4; i++) box[i] = ival_from(x[i]);
    if (tape_eval(map, box, TAPE_VALUE, out, work) & TAPE_EMPTY || ival_lo(out[0].value) > 0) return true;
    if (ival_hi(out[0].value) < 0) *looks = 0;
    for (int i = 1; i < 3; i++)
        if (x[i].hi - x[i].lo > x[widest].hi - x[widest].lo) widest = i;
    const double middle = x[widest].lo + 0.5 * (x[widest].hi - x[widest].lo);
    if (!(middle > x[widest].lo && middle < x[widest].hi)) return false;
    memcpy(half, x, sizeof half);
    half[widest].hi = middle;
    if (!positive(map, half, looks, out, work)) return false;
    half[widest].lo = middle;
    half[widest].hi = x[widest].hi;
    return positive(map, half, looks, out, work);
}

/* Whether side `end` of the box along axis k cuts the solid, or may do so. */
static bool cuts(const struct tape *map, const struct interval box[3], int k, int end, struct jet *out,
                 struct tape_work *work)
{
    int looks = LOOKS;
    struct interval x[4] = {box[0], box[1], box[2], {-INFINITY, INFINITY}};
    const double at = end ? box[k].hi : box[k].lo;
    x[k] = (struct interval){at, at};
    return isfinite(at) && !positive(map, x, &looks, out, work);
}

/* The half-spaces of the sides that cut, as a body without an end. false: memory is out. */
static bool half_spaces(const struct scene_body *body, const bool cut[3][2], struct scene_body *sides)
{
    struct tape *t = &sides->map;
    int leaf[6], n = 0, whole = TAPE_NONE;
    sides->implicit = sides->solid = true;
    t->variables = 4;
    for (int k = 0; k < 3; k++) {
        sides->box[k] = (struct interval){-INFINITY, INFINITY};
        for (int end = 0; end < 2; end++) {
            if (!cut[k][end]) continue;
            const int x = tape_variable(t, (unsigned)k);
            leaf[n] = end ? node_sub(t, x, tape_number(t, body->box[k].hi))
                          : node_sub(t, tape_number(t, body->box[k].lo), x);
            whole = n ? tape_binary(t, TAPE_MAX, whole, leaf[n]) : leaf[n];
            n++;
        }
    }
    bool good = tape_output(t, whole);
    for (int i = 0; i < n; i++) good = good && tape_output(t, leaf[i]);
    return good;
}

/* Finds the sides that cut. false: memory is out. */
static bool find_cuts(const struct scene_body *body, bool cut[3][2])
{
    struct tape map = {.variables = 4};
    struct tape_work work = {0};
    int input[4];
    for (unsigned i = 0; i < 4; i++) input[i] = tape_variable(&map, i);
    struct jet *out = malloc(body->map.outputs * sizeof *out);
    const bool good = out && scene_graft_outputs(&map, &body->map, input) && tape_work_fit(&work, &map);
    const int mode = upward_begin();
    for (int k = 0; good && k < 3; k++)
        for (int end = 0; end < 2; end++) cut[k][end] = cuts(&map, body->box, k, end, out, &work);
    upward_end(mode);
    tape_work_free(&work);
    tape_free(&map);
    free(out);
    return good;
}

/* Where there is a new side the box becomes a little larger, so that the side is inside. */
bool scene_close(struct scene_body *body)
{
    bool cut[3][2] = {{false}};
    struct scene_body operand[2] = {*body, {0}}, closed = {0};
    if (!find_cuts(body, cut)) return false;
    bool any = false;
    for (int k = 0; k < 3; k++) any |= cut[k][0] || cut[k][1];
    if (!any) return true;
    const bool good =
        half_spaces(body, cut, &operand[1]) && scene_combine(&closed, SCENE_INTERSECTION, operand, 2);
    scene_body_free(&operand[1]);
    if (!good) {
        scene_body_free(&closed);
        return false;
    }
    tape_free(&body->map);
    body->map = closed.map;
    for (int k = 0; k < 3; k++) {
        const double room = (body->box[k].hi - body->box[k].lo) / 16;
        if (cut[k][0]) body->box[k].lo -= room;
        if (cut[k][1]) body->box[k].hi += room;
    }
    return true;
}

/* ---- Boxes that move ---- */

/* Stands for what has no end while a box is moved; what is as large afterwards has none, either. */
#define FAR 0x1p190
#define FAR_MOVED 0x1p150

enum { TIME_PIECES = 32 };

/* Bounds of the three outputs over the box and a piece of the time, joined to `moved`. */
static void bound_piece(const struct tape *place, const struct interval box[3], struct interval time,
                        struct tape_work *work, struct interval moved[3])
{
    ival x[4] = {[3] = ival_from(time)};
    struct jet out[3];
    for (int i = 0; i < 3; i++) x[i] = ival_of(max_of(box[i].lo, -FAR), min_of(box[i].hi, FAR));
    const unsigned state = tape_eval(place, x, TAPE_VALUE, out, work);
    for (int i = 0; i < 3; i++) {
        const double lo = ival_lo(out[i].value), hi = ival_hi(out[i].value);
        if (state & TAPE_EMPTY) continue;
        moved[i].lo = lo > -FAR_MOVED ? min_of(moved[i].lo, lo) : -INFINITY;
        moved[i].hi = hi < FAR_MOVED ? max_of(moved[i].hi, hi) : INFINITY;
    }
}

bool scene_settle(struct scene_body *body, struct interval time)
{
    struct interval moved[3];
    struct tape_work work = {0};
    for (int i = 0; i < 3; i++) moved[i] = (struct interval){INFINITY, -INFINITY};
    const bool good = tape_work_fit(&work, &body->place);
    const int mode = upward_begin();
    double lo = time.lo;
    for (int i = 1; i <= TIME_PIECES && good; i++) {
        const double hi = i == TIME_PIECES ? time.hi : lo + (time.hi - lo) / (TIME_PIECES + 1 - i);
        bound_piece(&body->place, body->box, (struct interval){lo, min_of(hi, time.hi)}, &work, moved);
        lo = min_of(hi, time.hi);
    }
    upward_end(mode);
    tape_work_free(&work);
    tape_free(&body->place);
    tape_free(&body->origin);
    memcpy(body->box, moved, sizeof moved);
    return good;
}
