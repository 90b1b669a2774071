/* Which pairs of bodies can meet, and when: by their boxes over all the time, and by spheres about their
 * origins. */
#include "window.h"
#include <stdlib.h>

/* The window of a pair ends at multiples of this share of the time: 2^-DEPTH. */
enum { DEPTH = 10 };

/* ---- Boxes: sort and sweep ---- */

struct lower_end {
    double lo;
    uint32_t body;
};

static int by_lower_end(const void *a, const void *b)
{
    const struct lower_end *x = a, *y = b;
    if (x->lo != y->lo) return x->lo < y->lo ? -1 : 1;
    return (x->body > y->body) - (x->body < y->body);
}

static int by_bodies(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return (x[1] > y[1]) - (x[1] < y[1]);
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The axis along which the boxes that end are shortest beside the way from the first to the last. */
static int sweep_axis(const struct body_bounds *bounds, size_t bodies)
{
    int axis = 0;
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        double lo = INFINITY, hi = -INFINITY, sum = 0;
        for (size_t i = 0; i < bodies; i++) {
            const ival x = bounds[i].box[k];
            if (!(ival_width(x) < INFINITY)) continue;
            sum += ival_width(x);
            if (ival_lo(x) < lo) lo = ival_lo(x);
            if (ival_hi(x) > hi) hi = ival_hi(x);
        }
        if (hi > lo && sum / (hi - lo) < least) least = sum / (hi - lo), axis = k;
    }
    return axis;
}

static bool boxes_meet(const struct body_bounds *a, const struct body_bounds *b)
{
    for (int k = 0; k < 3; k++)
        if (ival_disjoint(a->box[k], b->box[k])) return false;
    return true;
}

/* The number of a pair in the scene, or `pairs` if it is none. */
static size_t find_pair(const struct scene *scene, uint32_t a, uint32_t b)
{
    const uint32_t key[2] = {a < b ? a : b, a < b ? b : a};
    const uint32_t(*found)[2] = bsearch(key, scene->pair, scene->pairs, sizeof key, by_bodies);
    return found ? (size_t)(found - (const uint32_t(*)[2])scene->pair) : scene->pairs;
}

bool window_sweep(const struct scene *scene, const struct body_bounds *bounds, uint32_t *pair, size_t *pairs)
{
    struct lower_end *end = malloc((scene->bodies + 1) * sizeof *end);
    const int axis = sweep_axis(bounds, scene->bodies);
    *pairs = 0;
    if (!end) return false;
    for (uint32_t i = 0; i < scene->bodies; i++) end[i] = (struct lower_end){ival_lo(bounds[i].box[axis]), i};
    qsort(end, scene->bodies, sizeof *end, by_lower_end);
    for (size_t i = 0; i < scene->bodies; i++) {
        const struct body_bounds *a = &bounds[end[i].body];
        for (size_t j = i + 1; j < scene->bodies && end[j].lo <= ival_hi(a->box[axis]); j++) {
            if (!boxes_meet(a, &bounds[end[j].body])) continue;
            const size_t number = find_pair(scene, end[i].body, end[j].body);
            if (number < scene->pairs) pair[(*pairs)++] = (uint32_t)number;
        }
    }
    free(end);
    qsort(pair, *pairs, sizeof *pair, by_number);
    return true;
}

static bool is_endless(const struct scene_body *body)
{
    bool endless = false;
    for (int k = 0; k < 3; k++) endless |= !(interval_size(body->box[k]) <= IVAL_LARGEST);
    return body->implicit && endless;
}

static bool endless_in_common(const ival a[3], const ival b[3])
{
    bool endless = false;
    for (int k = 0; k < 3; k++) endless |= ival_size(ival_common(a[k], b[k])) == INFINITY;
    return endless;
}

bool window_endless(const struct scene *scene, size_t *pair)
{
    ival(*box)[3] = malloc((scene->bodies + 1) * sizeof *box);
    bool made = box != NULL;
    for (uint32_t i = 0; i < scene->bodies && made; i++)
        if (is_endless(&scene->body[i])) made = body_place(scene, i, box[i]);
    for (*pair = 0; *pair < scene->pairs && made; ++*pair) {
        const uint32_t a = scene->pair[*pair][0], b = scene->pair[*pair][1];
        if (is_endless(&scene->body[a]) && is_endless(&scene->body[b]) && endless_in_common(box[a], box[b]))
            break;
    }
    free(box);
    return made;
}

/* ---- Spheres ---- */

struct spheres {
    const struct tape *origin[2];
    ival reach; /* the square of the sum of the radii */
    struct tape_work work;
};

/* Both origins over a time, the second less the first; TAPE_EMPTY: one of them is nowhere then. */
static unsigned way(struct spheres *s, ival time, enum tape_order order, struct jet out[3])
{
    const ival at[3] = {ival_point(0), ival_point(0), time};
    struct jet first[3];
    const unsigned state = tape_eval(s->origin[0], at, order, first, &s->work) |
                           tape_eval(s->origin[1], at, order, out, &s->work);
    if (state & TAPE_EMPTY) return state;
    for (int k = 0; k < 3; k++) {
        const bool value = ival_bounded(&first[k].value, 1) && ival_bounded(&out[k].value, 1);
        out[k].value = value ? ival_sub(out[k].value, first[k].value) : IVAL_ENTIRE;
        if (order == TAPE_VALUE) continue;
        const bool speed = ival_bounded(&first[k].d[2], 1) && ival_bounded(&out[k].d[2], 1);
        out[k].d[2] = speed ? ival_sub(out[k].d[2], first[k].d[2]) : IVAL_ENTIRE;
    }
    return state;
}

/* Whether the spheres are apart in all of a time, by the natural and the mean value form of the way. */
static bool apart(struct spheres *s, ival time)
{
    struct jet over[3], at[3];
    const ival middle = ival_point(ival_middle(time));
    const unsigned state = way(s, time, TAPE_GRADIENT, over);
    if (state & TAPE_EMPTY) return true;
    const unsigned partial = state | way(s, middle, TAPE_VALUE, at);
    ival square = ival_point(0);
    for (int k = 0; k < 3; k++) {
        ival x = over[k].value;
        const bool smooth = !(partial & (TAPE_PARTIAL | TAPE_EMPTY)) && ival_bounded(&at[k].value, 1) &&
                            ival_bounded(&over[k].d[2], 1);
        if (smooth) x = ival_common(x, at[k].value + ival_mul(over[k].d[2], ival_sub(time, middle)));
        if (!ival_bounded(&x, 1)) x = ival_of(0, 0); /* the least that its square can be */
        square += ival_square(x);
    }
    return ival_lo(square) > ival_hi(s->reach);
}

/* Searches a time from one end for the first part of it in which the spheres are not apart; where that begins
 * into *t, rounded outward. false: they are apart in all of it. */
static bool first_meeting(struct spheres *s, ival time, bool from_end, int depth, double *t)
{
    if (apart(s, time)) return false;
    const double middle = ival_middle(time);
    const ival half[2] = {ival_of(ival_lo(time), middle), ival_of(middle, ival_hi(time))};
    if (depth > 0)
        return first_meeting(s, half[from_end], from_end, depth - 1, t) ||
               first_meeting(s, half[!from_end], from_end, depth - 1, t);
    *t = from_end ? ival_hi(time) : ival_lo(time);
    return true;
}

bool window_time(const struct scene *scene, const struct body_bounds *bounds, uint32_t pair,
                 struct interval *time)
{
    const uint32_t a = scene->pair[pair][0], b = scene->pair[pair][1];
    struct spheres s = {.origin = {&scene->body[a].origin, &scene->body[b].origin}};
    *time = scene->time;
    if (!(bounds[a].radius < IVAL_LARGEST && bounds[b].radius < IVAL_LARGEST)) return true;
    const bool fits = tape_work_fit(&s.work, s.origin[0]) && tape_work_fit(&s.work, s.origin[1]);
    const int mode = upward_begin();
    const ival all = ival_from(scene->time);
    s.reach = ival_square(ival_point(bounds[a].radius) + ival_point(bounds[b].radius));
    const bool meet = !fits || first_meeting(&s, all, false, DEPTH, &time->lo);
    if (fits && meet) first_meeting(&s, all, true, DEPTH, &time->hi);
    upward_end(mode);
    tape_work_free(&s.work);
    return meet;
}
