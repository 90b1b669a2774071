/* What the baselines share: the walk down the tree of spheres, triangles and points of them, their constants.
 *
 * The methods are those of Pelletier-Guenette, Real-time triangle-SDF continuous collision detection, 2025
 * (fwgss, fw), of Macklin et al., Local optimization for robust signed distance field collision, 2020 (dcd),
 * and what is done where points stand for a mesh (vertices). All work in plain rounding arithmetic, take phi
 * for a distance, that is change no faster than a point moves, and prove nothing. */
#ifndef CCDQ_SDF_BASELINE_H
#define CCDQ_SDF_BASELINE_H

#include "solve.h"

/* In print: the step 2 / (i + 2), the pieces of half a turn. The thesis says that there are tolerances and
 * limits of iterations, but not which; these are chosen so that its errors (Table 1.1) come out about the
 * same. */
enum {
    BASELINE_FWGSS_ITERATIONS = 32,
    BASELINE_FW_ITERATIONS = 100, /* of fw, and of dcd at one time */
    BASELINE_CHORD_STEPS = 64,    /* of one sphere along one chord; then it counts as touching */
    BASELINE_PATH_STEPS = 10000,  /* of one point along its path; then it is given up */
    BASELINE_PIECES = 32,         /* of a period: of half a turn each, or more if these do not suffice */
};
#define BASELINE_GOLDEN_TOL 1e-10 /* of a line search, as a part of the line */
#define BASELINE_NEAR 0.01        /* a sphere of the tree that near touches, as a part of its radius */
#define BASELINE_SAME 1e-8        /* two iterates are the same: as a part of the time, and of the triangle */

/* A point of a triangle, as in struct sdf_answer, at a time. */
struct baseline_point {
    double t, w[2];
};

struct baseline_triangle {
    double x[3][3], v[3][3]; /* of the corners */
};

struct baseline;

/* From when on, not before `from`, the sphere may touch the solid: INFINITY if not by search->until. */
typedef double baseline_cull(struct baseline *search, const struct sdf_sphere *sphere, double from);

/* Whether the triangle is found to touch the solid in [from, search->until], and where first. */
typedef bool baseline_find(struct baseline *search, const struct baseline_triangle *triangle, double from,
                           struct baseline_point *contact);

struct baseline_method {
    baseline_cull *cull;
    baseline_find *find;
};

/* A period of the motion, split into pieces: their ends (even) and middles (odd). */
struct baseline_pieces {
    double from, until;
    int n;
    struct sdf_moment moment[2 * BASELINE_PIECES + 1];
};

struct baseline {
    const struct sdf_scene *scene;
    const struct sdf_mesh *mesh;
    const struct sdf_spheres *spheres;
    const struct sdf_options *options;
    const struct baseline_method *method;
    struct sdf_answer *answer; /* of the mesh; or of all triangles */
    bool each;
    double until; /* what happens later is of no interest */
    uint64_t evals, limit;
    bool spent;                    /* the limit kept a value from being evaluated */
    struct baseline_pieces pieces; /* of padded.c: those it used last; n = 0: none */
};

/* The first contact of the mesh, or of each triangle. */
void baseline_run(const struct baseline_method *method, bool each, const struct sdf_scene *scene,
                  const struct sdf_mesh *mesh, const struct sdf_spheres *spheres,
                  const struct sdf_options *options, struct sdf_answer *answer);

/* A function of solve.h. */
#define BASELINE_SOLVER(name, method, each)                                                                  \
    void name(const struct sdf_scene *scene, const struct sdf_mesh *mesh, const struct sdf_spheres *spheres, \
              const struct sdf_options *options, struct sdf_answer *answer, struct ccdq_workspace *ws)       \
    {                                                                                                        \
        (void)ws;                                                                                            \
        baseline_run(&method, each, scene, mesh, spheres, options, answer);                                  \
    }

/* phi - margin at p in the solid's space, and a gradient if g is not NULL: one evaluation. Where the limit
 * allows none it is INFINITY, with the gradient 0; the search is spent then, and stops at its next step. */
double baseline_value(struct baseline *search, struct vec3 p, struct vec3 *g);

/* Where the point w of a triangle is at the moment; and how fast it moves (equation 1.14, seen from the
 * solid), if velocity is not NULL. */
struct vec3 baseline_place(const struct baseline *search, const struct baseline_triangle *triangle,
                           const struct sdf_moment *moment, const double w[2], struct vec3 *velocity);

/* The corners at the moment. */
void baseline_corners(const struct baseline_triangle *triangle, const struct sdf_moment *moment,
                      struct vec3 corner[3]);

/* The corner that lies farthest against g: the one to go to (equations 1.15 and 1.16). */
int baseline_support(const struct vec3 corner[3], struct vec3 g);

/* Moves w by a share of the way to a corner. */
void baseline_towards(double w[2], int corner, double share);

/* Whether a step from a to b is too small to go on, in a motion until `end`. */
bool baseline_same(const struct baseline_point *a, const struct baseline_point *b, double end);

/* The padded spheres (padded.c). */
baseline_cull baseline_padded;

/* The start of a search in space and time (section 1.5.4): of the corners, at the time `from`, the one that
 * moves against the gradient the fastest. */
void baseline_start(struct baseline *search, const struct baseline_triangle *triangle, double from,
                    struct baseline_point *start);

#endif
