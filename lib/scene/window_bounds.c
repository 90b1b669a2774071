/* Where bodies are, and how far they reach from their origins. */
#include "window_range.h"
#include "window.h"
#include <stdlib.h>

/* How often the tapes of a body are evaluated for one of its bounds, about; each face once in any case. */
enum { OF_RADIUS = 2048, OF_BOX = 256, OF_ORIGIN = 64, SLICES = 32 };

/* The tapes of a body's faces, over their rectangles and the time: of where they are, or of `rest`. */
static struct range_part *parts_of_faces(const struct scene *scene, const struct scene_body *body, bool rest)
{
    struct range_part *part = calloc(body->faces, sizeof *part);
    for (size_t i = 0; part && i < body->faces; i++) {
        const struct scene_face *face = &body->face[i];
        part[i].tape = rest ? &face->rest : &face->map;
        part[i].domain[0] = ival_from(face->u);
        part[i].domain[1] = ival_from(face->v);
        part[i].domain[2] = ival_from(scene->time);
    }
    return part;
}

/* A body is in the ball around wherever its origin is: a box that is tight of round ones with little work. */
static bool box_of_ball(const struct scene *scene, const struct scene_body *body, double radius, ival box[3])
{
    const struct range_part way = {&body->origin, {ival_point(0), ival_point(0), ival_from(scene->time)}};
    const ival ball = ival_of(-radius, radius);
    if (!(radius <= IVAL_LARGEST)) return true;
    ival origin[3];
    if (!range_box(&way, 1, OF_ORIGIN, origin)) return false;
    for (int k = 0; k < 3; k++)
        if (ival_bounded(&origin[k], 1)) box[k] = ival_common(box[k], origin[k] + ball);
    return true;
}

static bool bounds_of_faces(const struct scene *scene, const struct scene_body *body,
                            struct body_bounds *bounds)
{
    struct range_part *map = parts_of_faces(scene, body, false), *rest = parts_of_faces(scene, body, true);
    bool made = map && rest;
    if (made) {
        const int mode = upward_begin();
        made = range_box(map, body->faces, OF_BOX, bounds->box) &&
               range_radius(rest, body->faces, OF_RADIUS, &bounds->radius) &&
               box_of_ball(scene, body, bounds->radius, bounds->box);
        upward_end(mode);
    }
    free(map);
    free(rest);
    return made;
}

/* ---- Implicit bodies ---- */

/* The body's own box as variables of `place`. Where it has no end, the variable is fixed: what depends on it
 * has no end either. Bit k of the result: variable k has no end. */
static unsigned own_box(const struct scene_body *body, ival box[TAPE_VARIABLES])
{
    unsigned endless = 0;
    for (unsigned k = 0; k < 3; k++) {
        const struct interval x = body->box[k];
        const bool ends = x.lo >= -IVAL_LARGEST && x.hi <= IVAL_LARGEST;
        if (!ends) endless |= 1u << k;
        box[k] = ends ? ival_from(x) : ival_point(0);
    }
    return endless;
}

/* The motion is linear in the body's own coordinates: natural bounds of short times are tight ones. */
static void place_in_slices(const struct scene *scene, const struct scene_body *body, struct tape_work *work,
                            ival box[3])
{
    ival own[TAPE_VARIABLES];
    const unsigned endless = own_box(body, own);
    const ival time = ival_from(scene->time);
    double begin = scene->time.lo;
    for (int k = 0; k < 3; k++) box[k] = (ival){-INFINITY, -INFINITY};
    for (int i = 1; i <= SLICES; i++) {
        struct jet at[3];
        const double end = scene->time.lo + (scene->time.hi - scene->time.lo) * i / SLICES;
        own[3] = ival_common(ival_of(begin, i == SLICES ? scene->time.hi : end), time);
        begin = ival_hi(own[3]);
        if (tape_eval(&body->place, own, TAPE_VALUE, at, work) & TAPE_EMPTY) continue;
        for (int k = 0; k < 3; k++) box[k] = ival_hull(box[k], at[k].value);
    }
    for (int k = 0; k < 3; k++)
        if (body->place.node[body->place.output[k]].uses & endless) box[k] = IVAL_ENTIRE;
}

bool body_place(const struct scene *scene, uint32_t number, ival box[3])
{
    const struct scene_body *body = &scene->body[number];
    struct tape_work work = {0};
    const bool fits = tape_work_fit(&work, &body->place);
    const int mode = upward_begin();
    if (fits) place_in_slices(scene, body, &work, box);
    upward_end(mode);
    tape_work_free(&work);
    return fits;
}

/* Of a body's own coordinates and the time: where in the world a point is, less where the origin is. */
static bool from_origin(const struct scene_body *body, struct tape *difference)
{
    int input[TAPE_VARIABLES], place[3], origin[3];
    *difference = (struct tape){.variables = TAPE_VARIABLES};
    for (unsigned k = 0; k < TAPE_VARIABLES; k++) input[k] = tape_variable(difference, k);
    const int of_time[3] = {input[0], input[1], input[3]};
    bool made = tape_graft(difference, &body->place, input, 0, 3, place) &&
                tape_graft(difference, &body->origin, of_time, 0, 3, origin);
    for (int k = 0; k < 3 && made; k++)
        made = tape_output(difference, tape_binary(difference, TAPE_SUB, place[k], origin[k]));
    return made && tape_finish_to(difference, TAPE_GRADIENT);
}

/* As the motion is linear, the corners of the box are farthest from the origin. */
static bool radius_of_box(const struct scene *scene, const struct scene_body *body, double *radius)
{
    struct range_part corner[8];
    ival own[TAPE_VARIABLES];
    struct tape difference;
    bool made = from_origin(body, &difference);
    const int mode = upward_begin();
    const bool ends = own_box(body, own) == 0;
    *radius = INFINITY;
    for (unsigned i = 0; i < 8; i++) {
        corner[i].tape = &difference;
        for (unsigned k = 0; k < 3; k++)
            corner[i].domain[k] = ival_point(i >> k & 1 ? ival_hi(own[k]) : ival_lo(own[k]));
        corner[i].domain[3] = ival_from(scene->time);
    }
    if (made && ends) made = range_radius(corner, 8, OF_RADIUS, radius);
    upward_end(mode);
    tape_free(&difference);
    return made;
}

bool body_bounds_make(const struct scene *scene, uint32_t number, struct body_bounds *bounds)
{
    const struct scene_body *body = &scene->body[number];
    if (!body->implicit) return bounds_of_faces(scene, body, bounds);
    return body_place(scene, number, bounds->box) && radius_of_box(scene, body, &bounds->radius);
}
