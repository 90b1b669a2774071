/* The solid angle of a closed surface about a point is 4 pi times how often it goes around it: the integral
 * of S . N / |S|^3 over its parameters, S from the point, N = Su x Sv outward. It is summed in intervals over
 * cells, of which the one that is known worst is halved next, until only 0 or only 1 time is possible. */
#include "holds_angle.h"
#include "../num/heap.h"

enum { CELLS = 1 << 15 };

/* 4 pi is between these, of which the first is the double nearest to it. */
#define WHOLE_LO (4 * 0x1.921fb54442d18p+1)
#define WHOLE_HI (4 * 0x1.921fb54442d19p+1)

struct cell {
    ival angle; /* IVAL_ENTIRE: not known */
    size_t face;
    ival x[2];
    int split; /* the parameter to halve */
};

struct sum {
    const struct scene_body *body;
    const ival *from;
    double time;
    struct cell *heap;
    size_t cells, room;
    struct tape_work work;
};

static bool known_worse(const void *a, const void *b)
{
    return ival_width(((const struct cell *)a)->angle) > ival_width(((const struct cell *)b)->angle);
}

/* ---- One cell ---- */

/* S . N / |S|^3 of a surface from its point and first derivatives. */
static ival integrand(const ival s[3], const struct jet point[3])
{
    const ival u[3] = {point[0].d[0], point[1].d[0], point[2].d[0]};
    const ival v[3] = {point[0].d[1], point[1].d[1], point[2].d[1]};
    const ival square = ival_square(s[0]) + ival_square(s[1]) + ival_square(s[2]);
    ival normal[3];
    if (!(ival_lo(square) > 0)) return IVAL_ENTIRE;
    ival_cross(u, v, normal);
    return ival_div(ival_div(ival_dot(s, normal), square), ival_sqrt(square));
}

/* The point over the cell from where the angle is seen, by its natural and its mean value form. */
static void seen_from(const struct sum *sum, const struct cell *cell, const struct jet point[3],
                      const struct jet middle[3], ival s[3])
{
    for (int i = 0; i < 3; i++) {
        s[i] = middle[i].value;
        for (int k = 0; k < 2; k++) {
            const ival step = ival_sub(cell->x[k], ival_point(ival_middle(cell->x[k])));
            s[i] += ival_mul(point[i].d[k], step);
        }
        s[i] = ival_sub(ival_common(s[i], point[i].value), sum->from[i]);
    }
}

/* Finds the cell's angle; leaves it unknown where the surface is not smooth or not bounded. */
static void look(struct sum *sum, struct cell *cell)
{
    const struct scene_face *face = &sum->body->face[cell->face];
    const ival now = ival_point(sum->time);
    const ival box[3] = {cell->x[0], cell->x[1], now};
    const ival at[3] = {ival_point(ival_middle(box[0])), ival_point(ival_middle(box[1])), now};
    struct jet point[3], middle[3];
    ival s[3];
    const ival wide[2] = {ival_from(face->u), ival_from(face->v)};
    const unsigned state = tape_eval(&face->map, box, TAPE_GRADIENT, point, &sum->work) |
                           tape_eval(&face->map, at, TAPE_VALUE, middle, &sum->work);
    const bool u_wider = ival_width(box[0]) / ival_width(wide[0]) >= ival_width(box[1]) / ival_width(wide[1]);
    cell->split = u_wider ? 0 : 1;
    cell->angle = IVAL_ENTIRE;
    if (state & (TAPE_EMPTY | TAPE_PARTIAL | TAPE_UNBOUNDED)) return;
    double length[2] = {0, 0};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++) length[k] += ival_size(point[i].d[k]) * ival_width(box[k]);
    if (length[0] != length[1]) cell->split = length[0] < length[1];
    seen_from(sum, cell, point, middle, s);
    const ival f = integrand(s, point);
    if (!ival_bounded(&f, 1)) return;
    const ival side[2] = {ival_point(ival_hi(box[0])) + ival_point(-ival_lo(box[0])),
                          ival_point(ival_hi(box[1])) + ival_point(-ival_lo(box[1]))};
    const ival angle = ival_mul(f, ival_mul(side[0], side[1]));
    cell->angle = face->inward ? ival_neg(angle) : angle;
}

/* ---- All cells ---- */

static bool add(struct sum *sum, struct cell *cell)
{
    look(sum, cell);
    if (sum->cells == sum->room) {
        struct cell *more = heap_grow(sum->heap, &sum->room, sizeof *cell, SIZE_MAX / sizeof *cell);
        if (!more) return false;
        sum->heap = more;
    }
    heap_push(sum->heap, sum->cells++, cell, sizeof *cell, known_worse);
    return true;
}

static bool halve_worst(struct sum *sum)
{
    struct cell cell;
    heap_pop(sum->heap, sum->cells--, &cell, sizeof cell, known_worse);
    const ival all = cell.x[cell.split];
    const double middle = ival_middle(all);
    cell.x[cell.split] = ival_of(ival_lo(all), middle);
    struct cell second = cell;
    second.x[cell.split] = ival_of(middle, ival_hi(all));
    return add(sum, &cell) && add(sum, &second);
}

/* How often the surface goes around, if that can only be 0 or only 1; -1 otherwise. */
static int times_around(const struct sum *sum)
{
    ival angle = ival_point(0);
    for (size_t i = 0; i < sum->cells; i++) angle += sum->heap[i].angle;
    const bool none = ival_has_zero(angle), once = ival_hi(angle) >= WHOLE_LO && ival_lo(angle) <= WHOLE_HI;
    return none == once ? -1 : once;
}

static int sum_up(struct sum *sum)
{
    const size_t most = CELLS + sum->body->faces;
    int around = -1;
    for (size_t i = 0; i < sum->body->faces; i++) {
        const struct scene_face *face = &sum->body->face[i];
        struct cell cell = {.face = i, .x = {ival_from(face->u), ival_from(face->v)}};
        if (!tape_work_fit(&sum->work, &face->map) || !add(sum, &cell)) return -1;
    }
    for (size_t next = 1; around < 0 && sum->cells < most;) {
        if (sum->cells >= next) {
            around = times_around(sum);
            next = sum->cells + sum->cells / 4 + 1;
        }
        if (!halve_worst(sum)) return -1;
    }
    return around;
}

int solid_angle_holds(const struct scene_body *body, double time, const ival x[3])
{
    struct sum sum = {.body = body, .from = x, .time = time};
    const int mode = upward_begin();
    const int around = sum_up(&sum);
    upward_end(mode);
    free(sum.heap);
    tape_work_free(&sum.work);
    return around;
}
