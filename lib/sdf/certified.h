/* The search behind the method certified: pieces of a mesh in the order of the times until which they are
 * proven free of contact, and what is asked about a piece. */
#ifndef CCDQ_SDF_CERTIFIED_H
#define CCDQ_SDF_CERTIFIED_H

#include "nearest.h"
#include "solve.h"

/* A piece of the mesh, whose points have phi > margin at all times in [0, t): the sphere of a node, or of a
 * triangle the part between three points. */
struct sdf_item {
    double t;
    double value;        /* a guess at the least phi in it at t */
    double ahead;        /* how long it is looked ahead at most */
    double acceleration; /* no point of it has a larger one, seen from the solid */
    double b[3][2];      /* the corners: x0 + b[0] (x1 - x0) + b[1] (x2 - x0) of the triangle; multiples of
                            2^-depth */
    double w[2];         /* where phi was the least, by the part's own corners */
    double rounding;     /* of the solid there: of struct sdf_nearest */
    uint32_t number;     /* of the node or triangle */
    uint8_t is_sphere, short_steps; /* of a part: how many of its steps were short ones */
    uint16_t depth;                 /* how often the triangle was halved */
};

/* A binary heap of keys to items, the least t first, of these the least value. Zeros are an empty queue
 * without memory. The keys behind the first n hold the places of items that are not used. */
struct sdf_key {
    double t, value;
    uint32_t place;
};
struct sdf_queue {
    struct sdf_key *key;
    struct sdf_item *item;
    size_t n, capacity;
    bool starved; /* an item could not be added since memory was out */
};

/* Empties the queue, and keeps its memory for the next search. */
void sdf_queue_clear(struct sdf_queue *queue);
void sdf_queue_free(struct sdf_queue *queue);

/* False when there are `most` items or memory is out. */
bool sdf_queue_push(struct sdf_queue *queue, const struct sdf_item *item, size_t most);

/* Takes the first item. The queue is not empty. */
struct sdf_item sdf_queue_pop(struct sdf_queue *queue);

/* One search: what it is about, and what it has used. */
enum { SDF_MOMENTS = 16 };
struct sdf_search {
    const struct sdf_scene *scene;
    const struct sdf_mesh *mesh;
    double margin;  /* a piece is free where phi is above this */
    double enough;  /* a point with phi of at most this touches */
    double horizon; /* where a point is seen to touch, in plain arithmetic: no piece needs to be proven free
                       for longer. INFINITY: none is known */
    uint32_t evals, limit;
    struct sdf_moment moment[SDF_MOMENTS]; /* of the last times that were asked for; a NaN: of none */
};

/* The limit is `evals` where the options leave it open. */
void sdf_search_start(struct sdf_search *search, const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                      const struct sdf_options *options, uint32_t evals);

/* How many items may wait. */
size_t sdf_search_items(const struct sdf_options *options);

const struct sdf_moment *sdf_search_moment(struct sdf_search *search, double t);

/* phi at the point of these parameters of a triangle at a time: one evaluation. Where the limit allows none,
 * nothing is known of it. */
struct interval sdf_value_at(struct sdf_search *search, size_t triangle, const double w[2], double t);

/* ---- Parts of triangles, and the points of pieces (certified_parts.c) ---- */

/* The whole triangle. */
struct sdf_item sdf_part_of_triangle(uint32_t number, double t, double value, double acceleration);

/* Keeps where phi is the least in it at its time. */
void sdf_item_keep(struct sdf_item *item, const struct sdf_nearest *near);

/* Halves a part at its longest edge, for corners at y. False: it was halved too often for that. */
bool sdf_part_halve(const struct sdf_item *part, const struct vec3 y[3], struct sdf_item half[2]);

/* The parameters within the triangle, inside their domain, of the point of these parameters of the part. */
void sdf_part_parameters(const struct sdf_item *part, const double w[2], double of_triangle[2]);

/* One or three points of the mesh, as doubles: what is meant are all points within `radius` of a point
 * between them, at each time in [0, end]. None of these has a larger acceleration. */
struct sdf_body {
    int n;
    double x[3][3], v[3][3], radius, acceleration;
};

/* The points of an item. */
void sdf_body_of_sphere(const struct sdf_sphere *sphere, double acceleration, struct sdf_body *body);
void sdf_body_of_part(const struct sdf_search *search, const struct sdf_item *part, struct sdf_body *body);

/* The point of these parameters of a triangle: its x and v as doubles, and how far what is meant is off at
 * any time in [0, end]. */
double sdf_material_point(const struct sdf_scene *scene, const struct sdf_mesh *mesh, size_t triangle,
                          const double w[2], double x[3], double v[3]);

/* Where the points are at the time t. Returns the radius that what is meant then has about what is between
 * these. */
double sdf_body_at(struct sdf_search *search, const struct sdf_body *body, double t, struct vec3 *y);

/* The same, kept. */
struct sdf_placed {
    double t, radius;
    struct vec3 y[3];
};
void sdf_body_place(struct sdf_search *search, const struct sdf_body *body, double t,
                    struct sdf_placed *placed);

/* ---- What is proven (certified_bound.c) ---- */

/* A time until which nothing of the body touches the solid, from where it is placed: it is proven to be free
 * then and at all times from there, before what is returned. INFINITY: until t1, t1 included. -INFINITY: not
 * even at first. c is a point of the body there, the better the nearer it is to where phi is the least
 * (sdf_over_hull). *low: phi - margin is at least this at first. One evaluation; where the limit allows none,
 * both are -INFINITY. */
double sdf_free_until(struct sdf_search *search, const struct sdf_body *body, const struct sdf_placed *from,
                      double t1, struct vec3 c, double *low);

/* ---- That it touches (certified_witness.c) ---- */

/* A time at which the point of these parameters of the triangle is proven to touch; INFINITY: none is found.
 */
struct sdf_witness {
    double t, w[2];
};

/* From the part's time on, for the point of these parameters, with this value then, within delta, which is
 * `near` of the body of the part. In the end witness->w is the point that touches, this one or another of the
 * triangle. */
void sdf_find_witness(struct sdf_search *search, const struct sdf_item *part, const struct sdf_body *body,
                      const struct sdf_nearest *near, struct interval value, struct sdf_witness *witness);

/* ---- Forward in time (certified_forward.c) ---- */

/* How fast the body comes nearer to the solid at the time t, where `near` has phi the least. */
double sdf_approach(struct sdf_search *search, const struct sdf_body *body, const struct sdf_nearest *near,
                    double t);

/* When a body touches that has this gap > 0 at the time t, if it goes on coming nearer as fast as this;
 * INFINITY where it turns too fast to tell, or does not come nearer. */
double sdf_likely_contact(const struct sdf_body *body, double t, double gap, double speed);

/* A body of three points at a time at which it is likely to touch, or to be the last: where it is, and where
 * phi is the least. A guess, in plain arithmetic, from what is seen at the time t; false: there is none. */
struct sdf_foreseen {
    struct sdf_placed placed;
    struct sdf_nearest near;
};
bool sdf_foresee(struct sdf_search *search, const struct sdf_body *body, const struct sdf_nearest *near,
                 double t, double speed, struct sdf_foreseen *then);

/* Proves the part free from where it is placed until then, or for a good part of that time, and sets item->t:
 * to INFINITY where it is free until the end. At the contact the half-space that parts the part from the
 * solid is the one that does for longest: the gradient seen at first is another one, as the part turns. */
bool sdf_go_there(struct sdf_search *search, const struct sdf_body *body, const struct sdf_placed *from,
                  const struct sdf_foreseen *then, struct sdf_item *item);

/* The same by what is seen where it is placed: `near` is where phi is the least, the gap from there to the
 * solid is positive and shrinks as fast as `speed`. False: the body should be halved, as the bound is bad at
 * that time alone, or good for a short time only. */
bool sdf_go_on(struct sdf_search *search, const struct sdf_body *body, const struct sdf_placed *from,
               const struct sdf_nearest *near, double gap, double speed, struct sdf_item *item);

#endif
