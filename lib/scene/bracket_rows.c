#include "bracket_rows.h"

/* Parameter k of the tape, if derivatives are asked for. */
static struct bracket_jet variable(struct interval x, unsigned k, bool derivatives)
{
    return derivatives ? bracket_parameter(x, k) : bracket_constant(x);
}

unsigned bracket_face(const struct scene_face *face, const struct interval uv[2], struct interval t,
                      bool derivatives, struct bracket_jet point[3], struct bracket_work *work)
{
    const struct bracket_jet at[3] = {variable(uv[0], 0, derivatives), variable(uv[1], 1, derivatives),
                                      variable(t, 2, derivatives)};
    return bracket_tape(&face->map, at, 3, point, work);
}

unsigned bracket_function(const struct scene_body *body, const struct interval x[3], struct interval t,
                          bool derivatives, struct bracket_jet *f, struct bracket_work *work)
{
    const struct bracket_jet at[4] = {variable(x[0], 0, derivatives), variable(x[1], 1, derivatives),
                                      variable(x[2], 2, derivatives), variable(t, 3, derivatives)};
    return bracket_tape(&body->map, at, 1, f, work);
}

static void take_where(struct bracket_rows *rows, const struct bracket_jet point[3])
{
    for (int i = 0; i < 3; i++) rows->where[i] = point[i].value;
}

static unsigned two_faces(const struct bracket_problem *p, const struct interval *x, struct interval t,
                          bool derivatives, struct bracket_rows *rows, struct bracket_work *work)
{
    struct bracket_jet a[3], b[3];
    unsigned state = bracket_face(p->face[0], x, t, derivatives, a, work);
    state |= bracket_face(p->face[1], x + 2, t, derivatives, b, work);
    take_where(rows, a);
    for (int i = 0; i < 3; i++) {
        rows->value[i] = bracket_difference(a[i].value, b[i].value);
        for (unsigned k = 0; derivatives && k < 2; k++) {
            rows->by[i][k] = bracket_derivative(&a[i], k);
            rows->by[i][2 + k] = interval_neg(bracket_derivative(&b[i], k));
        }
        if (derivatives)
            rows->by[i][BRACKET_TIME] =
                bracket_difference(bracket_derivative(&a[i], 2), bracket_derivative(&b[i], 2));
    }
    return state;
}

static void take_row(struct bracket_rows *rows, unsigned i, const struct bracket_jet *f, unsigned parameters)
{
    rows->value[i] = f->value;
    for (unsigned k = 0; k < parameters; k++) rows->by[i][k] = bracket_derivative(f, k);
    rows->by[i][BRACKET_TIME] = bracket_derivative(f, parameters);
}

static unsigned face_and_body(const struct bracket_problem *p, const struct interval *x, struct interval t,
                              bool derivatives, struct bracket_rows *rows, struct bracket_work *work)
{
    const int face = !p->face[0];
    struct bracket_jet at[4], f;
    unsigned state = bracket_face(p->face[face], x, t, derivatives, at, work);
    at[3] = variable(t, 2, derivatives);
    state |= bracket_tape(&p->body[!face]->map, at, 1, &f, work);
    take_where(rows, at);
    take_row(rows, 0, &f, 2);
    return state;
}

static unsigned two_bodies(const struct bracket_problem *p, const struct interval *x, struct interval t,
                           bool derivatives, struct bracket_rows *rows, struct bracket_work *work)
{
    unsigned state = 0;
    for (int k = 0; k < 3; k++) rows->where[k] = x[k];
    for (unsigned i = 0; i < 2; i++) {
        struct bracket_jet f;
        state |= bracket_function(p->body[i], x, t, derivatives, &f, work);
        take_row(rows, i, &f, 3);
    }
    return state;
}

unsigned bracket_rows(const struct bracket_problem *p, const struct interval x[BRACKET_PARAMETERS],
                      struct interval t, bool derivatives, struct bracket_rows *rows,
                      struct bracket_work *work)
{
    if (p->rows == 3) return two_faces(p, x, t, derivatives, rows, work);
    if (p->rows == 1) return face_and_body(p, x, t, derivatives, rows, work);
    return two_bodies(p, x, t, derivatives, rows, work);
}

/* ---- Where ---- */

bool bracket_bounds(const struct scene_body *body, const struct scene_face *face, struct interval t,
                    struct interval world[3], struct bracket_work *work)
{
    struct bracket_jet point[3];
    if (face) {
        const struct interval uv[2] = {face->u, face->v};
        bracket_face(face, uv, t, false, point, work);
    } else {
        const struct bracket_jet own[4] = {bracket_constant(body->box[0]), bracket_constant(body->box[1]),
                                           bracket_constant(body->box[2]), bracket_constant(t)};
        bracket_tape(&body->place, own, 3, point, work);
    }
    bool bounded = true;
    for (int k = 0; k < 3; k++) {
        world[k] = point[k].value;
        bounded = bounded && world[k].hi - world[k].lo < INFINITY;
    }
    return bounded;
}

bool bracket_box(const struct scene_body *body, struct interval t, struct interval world[3],
                 struct bracket_work *work)
{
    if (body->implicit) return bracket_bounds(body, NULL, t, world, work);
    for (size_t i = 0; i < body->faces; i++) {
        struct interval box[3];
        if (!bracket_bounds(body, &body->face[i], t, box, work)) return false;
        for (int k = 0; k < 3; k++) world[k] = i ? interval_hull(world[k], box[k]) : box[k];
    }
    return body->faces > 0;
}

/* All points of a cube about the tracked one are nearer to it than the radius. */
static bool is_tracked(const struct scene_track *track, const struct interval where[3], struct interval t,
                       struct bracket_work *work)
{
    const struct bracket_jet at[3] = {bracket_constant(interval_of(0)), bracket_constant(interval_of(0)),
                                      bracket_constant(t)};
    struct bracket_jet point[3];
    struct interval square = {0, 0};
    if (bracket_tape(&track->at, at, 3, point, work)) return false;
    for (int k = 0; k < 3; k++) {
        const struct interval off = bracket_difference(where[k], point[k].value);
        square = bracket_sum(square, bracket_square(off));
    }
    return square.hi < mul_down(track->radius, track->radius);
}

bool bracket_has_bounds(const struct scene_body *body)
{
    for (int k = 0; k < 3; k++)
        if (body->box[k].lo > -INFINITY || body->box[k].hi < INFINITY) return true;
    return false;
}

bool bracket_tracks(const struct scene_track *track, const uint32_t pair[2])
{
    const bool swapped = track->body[0] > track->body[1];
    return track->body[swapped] == pair[0] && track->body[!swapped] == pair[1];
}

bool bracket_ignored(const struct bracket_problem *p, const struct interval where[3], struct interval t,
                     struct bracket_work *work)
{
    const uint32_t *pair = p->scene->pair[p->pair];
    for (size_t i = 0; i < p->scene->tracks; i++) {
        const struct scene_track *track = &p->scene->track[i];
        if (bracket_tracks(track, pair) && is_tracked(track, where, t, work)) return true;
    }
    for (int i = 0; i < 2; i++) {
        struct interval world[3];
        if (p->face[i] || !bracket_has_bounds(p->body[i])) continue;
        bracket_bounds(p->body[i], NULL, t, world, work);
        for (int k = 0; k < 3; k++)
            if (where[k].hi < world[k].lo || where[k].lo > world[k].hi) return true;
    }
    return false;
}

void bracket_problem_make(struct bracket_problem *p, const struct scene *scene, uint32_t pair,
                          const size_t face[2], struct bracket_work *work)
{
    *p = (struct bracket_problem){.scene = scene, .pair = pair};
    for (int i = 0; i < 2; i++) {
        p->body[i] = &scene->body[scene->pair[pair][i]];
        p->face[i] = p->body[i]->implicit ? NULL : &p->body[i]->face[face[i]];
        if (!p->face[i]) continue;
        p->domain[p->parameters++] = p->face[i]->u;
        p->domain[p->parameters++] = p->face[i]->v;
    }
    p->rows = p->parameters == 4 ? 3 : p->parameters == 2 ? 1 : 2;
    if (p->parameters) return;
    struct interval world[2][3];
    for (int i = 0; i < 2; i++) bracket_bounds(p->body[i], NULL, scene->time, world[i], work);
    p->parameters = 3;
    for (int k = 0; k < 3; k++) {
        p->domain[k] = wide_both(world[0][k], world[1][k]);
        if (!(p->domain[k].hi - p->domain[k].lo < INFINITY)) p->endless = true;
    }
}
