/* What bodies hold at the scene's start, and points of them. */
#include "holds_angle.h"
#include "window.h"
#include <stdlib.h>

/* Where a point of an implicit body is looked for: so many places, each followed so far. */
enum { PLACES = 256, STEPS = 12, HALVINGS = 60 };

/* ---- The function of a whole implicit body ---- */

struct whole {
    const struct scene *scene;
    const struct scene_body *body;
    ival place[3]; /* where it is looked at */
    struct jet *jet;
    struct tape_work work;
};

static bool whole_make(struct whole *w, const struct scene *scene, uint32_t number)
{
    const struct scene_body *body = &scene->body[number];
    *w = (struct whole){.scene = scene, .body = body};
    w->jet = malloc(body->map.outputs * sizeof *w->jet);
    return w->jet && tape_work_fit(&w->work, &body->map) && tape_work_fit(&w->work, &body->place) &&
           body_place(scene, number, w->place);
}

static void whole_free(struct whole *w)
{
    free(w->jet);
    tape_work_free(&w->work);
}

/* The function over a box of the world at the start; false: it has no value there. */
static bool whole_at(struct whole *w, const ival x[3], enum tape_order order, struct jet *f)
{
    const ival at[TAPE_VARIABLES] = {x[0], x[1], x[2], ival_point(w->scene->time.lo)};
    const unsigned state = tape_eval(&w->body->map, at, order, w->jet, &w->work);
    *f = w->jet[0];
    return !(state & (TAPE_EMPTY | TAPE_PARTIAL)) && ival_bounded(&f->value, 1);
}

static int whole_holds(struct whole *w, const ival x[3])
{
    struct jet f;
    for (int k = 0; k < 3; k++)
        if (ival_disjoint(x[k], w->place[k])) return 0;
    if (!whole_at(w, x, TAPE_VALUE, &f)) return -1;
    if (ival_lo(f.value) > 0) return 0;
    for (int k = 0; k < 3; k++)
        if (!ival_in(x[k], w->place[k])) return -1;
    return ival_hi(f.value) < 0 ? 1 : -1;
}

int body_holds(const struct scene *scene, uint32_t number, const ival x[3])
{
    const struct scene_body *body = &scene->body[number];
    struct whole whole;
    int holds = -1;
    if (!body->solid) return 0;
    if (!body->implicit) return solid_angle_holds(body, scene->time.lo, x);
    const int mode = upward_begin();
    if (whole_make(&whole, scene, number)) holds = whole_holds(&whole, x);
    upward_end(mode);
    whole_free(&whole);
    return holds;
}

/* ---- Points of bodies ---- */

/* At the middle of a face. */
static bool point_of_faces(const struct scene *scene, const struct scene_body *body, ival x[3])
{
    struct tape_work work = {0};
    bool found = false;
    const int mode = upward_begin();
    for (size_t i = 0; i < body->faces && !found; i++) {
        const struct scene_face *face = &body->face[i];
        const ival at[3] = {ival_point(ival_middle(ival_from(face->u))),
                            ival_point(ival_middle(ival_from(face->v))), ival_point(scene->time.lo)};
        struct jet point[3];
        if (!tape_work_fit(&work, &face->map)) break;
        const unsigned state = tape_eval(&face->map, at, TAPE_VALUE, point, &work);
        found = !(state & (TAPE_EMPTY | TAPE_PARTIAL | TAPE_UNBOUNDED));
        for (int k = 0; k < 3; k++) x[k] = point[k].value;
    }
    upward_end(mode);
    tape_work_free(&work);
    return found;
}

/* The i-th of a sequence that fills (0, 1) evenly (van der Corput). */
static double evenly(unsigned i, unsigned base)
{
    double x = 0, digit = 1.0 / base;
    for (; i > 0; i /= base, digit /= base) x += digit * (i % base);
    return x;
}

/* A place in the body's own box, as a point of the world; without ends, most of them are near 0. */
static bool own_place(struct whole *w, unsigned i, double x[3])
{
    static const unsigned base[3] = {2, 3, 5};
    ival own[TAPE_VARIABLES];
    struct jet at[3];
    own[3] = ival_point(w->scene->time.lo);
    for (int k = 0; k < 3; k++) {
        const struct interval side = w->body->box[k];
        const double share = evenly(i + 1, base[k]), out = share / (1 - share), in = (1 - share) / share;
        const bool from = side.lo >= -IVAL_LARGEST, to = side.hi <= IVAL_LARGEST;
        double y = out - in;
        if (from && to)
            y = side.lo + share * (side.hi - side.lo);
        else if (from)
            y = side.lo + out;
        else if (to)
            y = side.hi - in;
        own[k] = ival_point(y);
    }
    const unsigned state = tape_eval(&w->body->place, own, TAPE_VALUE, at, &w->work);
    for (int k = 0; k < 3; k++) x[k] = ival_middle(at[k].value);
    return !(state & (TAPE_EMPTY | TAPE_PARTIAL | TAPE_UNBOUNDED));
}

/* One step against the gradient, a little farther than to where f would be 0. */
static bool step_down_to(const struct jet *f, double x[3])
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        if (!ival_bounded(&f->d[k], 1)) return false;
        square += ival_middle(f->d[k]) * ival_middle(f->d[k]);
    }
    if (!(square > 0)) return false;
    const double by = 1.25 * ival_middle(f->value) / square;
    for (int k = 0; k < 3; k++) x[k] -= by * ival_middle(f->d[k]);
    return fabs(x[0]) < IVAL_LARGEST && fabs(x[1]) < IVAL_LARGEST && fabs(x[2]) < IVAL_LARGEST;
}

/* Two points of opposite signs of f: halves the way between them, on which f has a value everywhere, until it
 * is as short as can be; the surface crosses it. */
static bool crossing(struct whole *w, const double in[3], const double out[3], ival x[3])
{
    struct jet f;
    double end[2][3];
    for (int k = 0; k < 3; k++) {
        end[0][k] = in[k];
        end[1][k] = out[k];
        x[k] = ival_hull(ival_point(in[k]), ival_point(out[k]));
    }
    if (!whole_at(w, x, TAPE_VALUE, &f)) return false;
    for (int i = 0; i < HALVINGS; i++) {
        ival middle[3];
        for (int k = 0; k < 3; k++) middle[k] = ival_point(0.5 * end[0][k] + 0.5 * end[1][k]);
        if (!whole_at(w, middle, TAPE_VALUE, &f) || ival_has_zero(f.value)) break;
        for (int k = 0; k < 3; k++) end[ival_lo(f.value) > 0][k] = ival_hi(middle[k]);
    }
    for (int k = 0; k < 3; k++) x[k] = ival_hull(ival_point(end[0][k]), ival_point(end[1][k]));
    return true;
}

static bool within_place(const struct whole *w, const double x[3])
{
    for (int k = 0; k < 3; k++)
        if (!ival_in(ival_point(x[k]), w->place[k])) return false;
    return true;
}

/* Follows a place down the function and past its zero. Of a solid a point inside will do; of a sheet it needs
 * one on either side, of which `side` keeps the last ones. */
static bool follow(struct whole *w, double at[3], double side[2][3], bool seen[2], ival x[3])
{
    struct jet f;
    for (int step = 0; step < STEPS && within_place(w, at); step++) {
        for (int k = 0; k < 3; k++) x[k] = ival_point(at[k]);
        if (!whole_at(w, x, TAPE_GRADIENT, &f)) return false;
        if (!ival_has_zero(f.value)) {
            const bool out = ival_lo(f.value) > 0;
            if (!out && w->body->solid) return true;
            seen[out] = true;
            for (int k = 0; k < 3; k++) side[out][k] = at[k];
            if (seen[!out] && crossing(w, side[0], side[1], x)) return true;
        }
        if (!step_down_to(&f, at)) return false;
    }
    return false;
}

static bool point_of_function(struct whole *w, ival x[3])
{
    double at[3], side[2][3];
    for (unsigned i = 0; i < PLACES; i++) {
        bool seen[2] = {false, false};
        if (own_place(w, i, at) && follow(w, at, side, seen, x)) return true;
    }
    return false;
}

bool body_point(const struct scene *scene, uint32_t number, ival x[3])
{
    const struct scene_body *body = &scene->body[number];
    struct whole whole;
    if (!body->implicit) return point_of_faces(scene, body, x);
    const int mode = upward_begin();
    const bool found = whole_make(&whole, scene, number) && point_of_function(&whole, x);
    upward_end(mode);
    whole_free(&whole);
    return found;
}

/* Where the body's origin is. */
static bool origin_of(const struct scene *scene, const struct scene_body *body, struct tape_work *work,
                      ival x[3])
{
    const ival at[3] = {ival_point(0), ival_point(0), ival_point(scene->time.lo)};
    struct jet jet[3];
    if (body->origin.outputs != 3 || !tape_work_fit(work, &body->origin)) return false;
    const unsigned state = tape_eval(&body->origin, at, TAPE_VALUE, jet, work);
    for (int k = 0; k < 3; k++) x[k] = jet[k].value;
    return !(state & (TAPE_EMPTY | TAPE_PARTIAL | TAPE_UNBOUNDED));
}

/* From the middle of the first face against its outward normal, by a share of how far that is from the
 * origin. */
static bool behind_face(const struct scene *scene, const struct scene_body *body, double share,
                        struct tape_work *work, ival x[3])
{
    const struct scene_face *face = &body->face[0];
    const ival at[3] = {ival_point(ival_middle(ival_from(face->u))),
                        ival_point(ival_middle(ival_from(face->v))), ival_point(scene->time.lo)};
    struct jet point[3];
    ival su[3], sv[3], normal[3], origin[3];
    double n[3], length = 0, reach = 0;
    if (!origin_of(scene, body, work, origin) || !tape_work_fit(work, &face->map) ||
        tape_eval(&face->map, at, TAPE_GRADIENT, point, work) & (TAPE_EMPTY | TAPE_PARTIAL | TAPE_UNBOUNDED))
        return false;
    for (int k = 0; k < 3; k++) {
        su[k] = point[k].d[0];
        sv[k] = point[k].d[1];
    }
    ival_cross(su, sv, normal);
    for (int k = 0; k < 3; k++) {
        const double away = ival_middle(point[k].value) - ival_middle(origin[k]);
        n[k] = ival_middle(normal[k]);
        length += n[k] * n[k];
        reach += away * away;
    }
    if (!(length > 0)) return false;
    const double depth = share * sqrt(reach / length) * (face->inward ? 1 : -1);
    for (int k = 0; k < 3; k++) x[k] = ival_point(ival_middle(point[k].value) + depth * n[k]);
    return fabs(ival_hi(x[0])) < IVAL_LARGEST && fabs(ival_hi(x[1])) < IVAL_LARGEST &&
           fabs(ival_hi(x[2])) < IVAL_LARGEST;
}

bool body_guess(const struct scene *scene, uint32_t number, unsigned guess, ival x[3])
{
    const struct scene_body *body = &scene->body[number];
    struct tape_work work = {0};
    if (guess > 0 && body->implicit) return guess == 1 && body_point(scene, number, x);
    const int mode = upward_begin();
    const bool there = guess == 0 ? origin_of(scene, body, &work, x)
                                  : behind_face(scene, body, ldexp(1, -2 * (int)guess), &work, x);
    upward_end(mode);
    tape_work_free(&work);
    return there;
}
