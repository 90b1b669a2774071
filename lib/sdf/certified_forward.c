/* How far ahead in time a piece is asked to be proven free. */
#include "certified.h"
#include <string.h>

double sdf_approach(struct sdf_search *search, const struct sdf_body *body, const struct sdf_nearest *near,
                    double t)
{
    const struct sdf_moment *moment = sdf_search_moment(search, t);
    double v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = body->v[0][k];
        for (int i = 1; i < body->n; i++) v[k] += near->w[i - 1] * (body->v[i][k] - body->v[0][k]);
    }
    return -vec3_dot(near->g, sdf_moment_velocity(&search->scene->motion, moment, near->y, v));
}

/* Whether a gap a > 0 that shrinks as fast as q is gone before the bend b = acceleration (a / q)^2 / 2 is as
 * large. */
static bool is_straight(const struct sdf_body *body, double a, double q)
{
    return q > 0 && q * q >= 0.5 * body->acceleration * a;
}

/* ---- To the contact ---- */

double sdf_likely_contact(const struct sdf_body *body, double t, double gap, double speed)
{
    return is_straight(body, gap, speed) ? t + gap / speed : INFINITY;
}

/* Shares of delta: what is to be left then, and what will do; and how often the time is corrected. */
static const double left_over = 0.0625, will_do = 0.25;
enum { FORESEEN_STEPS = 6 };

/* Newton's steps in time. */
bool sdf_foresee(struct sdf_search *search, const struct sdf_body *body, const struct sdf_nearest *near,
                 double t, double speed, struct sdf_foreseen *then)
{
    const struct sdf_scene *scene = search->scene;
    const double margin = search->margin, delta = search->enough - margin, end = scene->motion.end;
    double gap = near->value - margin;
    then->near = *near;
    then->placed.t = t;
    for (int step = 0; step < FORESEEN_STEPS && speed > 0; step++) {
        const double next = then->placed.t + (gap - left_over * delta) / speed;
        if (!(next > t)) return false;
        sdf_body_place(search, body, next < end ? next : end, &then->placed);
        sdf_nearest_to_solid(scene->sdf, scene->root, then->placed.y, margin - delta, -INFINITY, &then->near);
        gap = then->near.value - margin;
        if (gap > 0 && (gap <= will_do * delta || then->placed.t == end)) break;
        gap = then->near.bound - margin;
        speed = sdf_approach(search, body, &then->near, then->placed.t);
    }
    if (then->near.value <= search->enough && then->placed.t < search->horizon)
        search->horizon = then->placed.t;
    return then->placed.t > t;
}

/* A proof that falls short by more than this share is no good. */
static const double short_proof = 0.5;

bool sdf_go_there(struct sdf_search *search, const struct sdf_body *body, const struct sdf_placed *from,
                  const struct sdf_foreseen *then, struct sdf_item *item)
{
    const double t = from->t, t1 = then->placed.t;
    double low;
    const double proven = sdf_free_until(search, body, from, t1, then->near.c, &low);
    const double free = proven < t1 ? proven : t1;
    if (!(free > t && free - t >= short_proof * (t1 - t))) return false;
    item->t = proven == INFINITY && t1 == search->scene->motion.end ? INFINITY : free;
    sdf_item_keep(item, &then->near);
    return true;
}

/* ---- By what is seen at first ---- */

/* A time that is likely to be proven free at once: a / q if that is straight; else where the bound just stays
 * above 0 (first_root), (a - b + bend)^2 = 4 bend a. Without a bend, bounds of a convex solid are linear in
 * the time, however long. */
static double look_ahead(const struct sdf_search *search, const struct sdf_body *body, double a, double q)
{
    const struct sdf_scene *scene = search->scene;
    const double acceleration = body->acceleration;
    if (acceleration == 0 && (q <= 0 || scene->sdf->node[scene->root].convex)) return INFINITY;
    if (is_straight(body, a, q)) return a / q;
    return (sqrt(8 * a * acceleration) - 2 * q) / acceleration;
}

/* What is left of a look ahead that proved too long; how much longer the next may be after one that did not.
 */
static const double shorter = 0.125, longer = 4;

/* A part of a triangle is halved where the bound is worse than this share of the value found. */
static const double loose_bound = 0.5;

/* A piece is halved too when this many of its steps were shorter than this share of the look ahead: its ends
 * keep it from more, not the point where phi is the least. */
static const double short_step = 0.0625;
enum { SHORT_STEPS = 8 };

bool sdf_go_on(struct sdf_search *search, const struct sdf_body *body, const struct sdf_placed *from,
               const struct sdf_nearest *near, double gap, double speed, struct sdf_item *item)
{
    const double end = search->scene->motion.end, t = from->t, seen = search->horizon;
    const double last = t < seen && seen < end ? seen : end;
    double ahead = look_ahead(search, body, gap, speed), low, now = -INFINITY;
    ahead = ahead < item->ahead ? ahead : item->ahead;
    for (;;) {
        const double until = t + ahead < last ? t + ahead : last;
        const double proven = sdf_free_until(search, body, from, until, near->c, &low);
        const double free = proven < until ? proven : until;
        if (proven == INFINITY && until == end) {
            item->t = INFINITY;
            return true;
        }
        if (free > item->t) item->t = free;
        if (free > t && low >= loose_bound * gap) {
            item->ahead = proven < INFINITY ? ahead : longer * ahead;
            if (free - t < short_step * (until - t)) item->short_steps++;
            return item->short_steps < SHORT_STEPS;
        }
        /* Is it the time that makes the bound bad? */
        if (now == -INFINITY) (void)sdf_free_until(search, body, from, t, near->c, &now);
        if (now < loose_bound * gap || until == t || search->evals >= search->limit) return false;
        ahead = shorter * (until - t);
    }
}
