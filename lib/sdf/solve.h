/* When does a moving mesh first touch a solid? The methods, and what they are asked.
 *
 * A mesh touches a solid when a point of one of its triangles has phi <= margin. A mesh that holds a whole
 * solid inside does not touch it. t* is the first time of it in [0, end]. */
#ifndef CCDQ_SDF_SOLVE_H
#define CCDQ_SDF_SOLVE_H

#include "motion.h"
#include "spheres.h"

/* A solid, and how the mesh moves against it. */
struct sdf_scene {
    const struct sdf *sdf;
    size_t root;
    struct sdf_motion motion;
};

/* Triangles, all of which move by the scene's motion. The arrays are the caller's. */
struct sdf_mesh {
    size_t nodes, triangles;
    const double (*x)[3];
    const double (*v)[3]; /* of each node, or if `one_v` of all: v[0] */
    bool one_v;
    const uint32_t (*triangle)[3];
};

static inline const double *sdf_mesh_v(const struct sdf_mesh *mesh, size_t node)
{
    return mesh->v[mesh->one_v ? 0 : node];
}

struct sdf_options {
    double margin;     /* >= 0: contact is phi <= margin; in the unit of the points */
    double delta;      /* certified: a hit is a point with phi <= margin + delta at toi_lo, delta > 0 */
    uint32_t max_iter; /* bounds (of baselines: values) evaluated at most, of the whole mesh (of a triangle
                          where each is asked); 0: the method's default */
    size_t max_mem;    /* bytes of the search likewise; 0: the default */
    uint32_t substeps; /* dcd: at how many times behind 0 it looks */
};
extern const struct sdf_options sdf_defaults;

/* Defaults of the certified method: evaluations for the first contact of a mesh, and for that of one
 * triangle; bytes of a search. */
enum { SDF_EVALS = 1 << 20, SDF_EVALS_EACH = 1 << 16, SDF_BYTES = 1 << 26 };

/* The answer about a mesh or a triangle. w: the point x0 + w[0] (x1 - x0) + w[1] (x2 - x0) of the triangle.
 */
struct sdf_answer {
    uint8_t verdict, flags; /* enum ccdq_verdict, enum ccdq_result_flag */
    uint32_t evals;         /* how many times the method evaluated the tree */
    double toi_lo, toi_hi;  /* as in struct ccdq_result */
    size_t triangle;        /* of a hit */
    double w[2];
};

/* The first contact of the whole mesh. `spheres` is that of the mesh over [0, end] (sdf_spheres_build). */
typedef void sdf_first(const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                       const struct sdf_spheres *spheres, const struct sdf_options *options,
                       struct sdf_answer *answer, struct ccdq_workspace *ws);

/* Each triangle's own first contact: answer[i] is that of triangle i. */
typedef void sdf_each(const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                      const struct sdf_spheres *spheres, const struct sdf_options *options,
                      struct sdf_answer *answer, struct ccdq_workspace *ws);

struct sdf_method {
    const char *name;
    unsigned number; /* enum ccdq_method_number */
    enum ccdq_tier tier;
    const char *summary; /* one line for --method help */
    sdf_first *first;
    sdf_each *each;
};

/* All methods, the default first, ended by a NULL name. */
extern const struct sdf_method sdf_methods[];

/* certified.c: certified. */
sdf_first sdf_certified_first;
sdf_each sdf_certified_each;

/* The baselines (Pelletier-Guenette 2025), as published. */
sdf_first sdf_fwgss_first, sdf_fw_first, sdf_dcd_first, sdf_vertices_first;
sdf_each sdf_fwgss_each, sdf_fw_each, sdf_dcd_each, sdf_vertices_each;

/* Why an S record is none that can be solved in a scene of so many solids (a sentence without a full stop,
 * which may lie in text), or NULL: a number that is not finite or beyond SDF_LARGEST, an end that is not
 * positive, a solid that is not there. */
const char *sdf_query_problem(const struct ccdq_sdf_query *q, size_t solids, char *text, size_t size);

/* r answers q, which has no problem; the solid is the tree of node `root`. */
void sdf_solve_query(const struct sdf_method *method, const struct sdf *sdf, size_t root,
                     const struct ccdq_sdf_query *q, const struct sdf_options *options, struct ccdq_result *r,
                     struct ccdq_workspace *ws);

/* ---- Where they touch (contacts.c) ---- */

/* The contact at the time t at the point of these parameters of a triangle: kind CCDQ_CONTACT_SDF; element a,
 * nodes, w, toi_lo = t, x (in the world at t), n (from the mesh to the solid, the gradient's opposite, in the
 * world), distance (phi), speed of approach along n. Without a proof; the rest of c is the caller's. */
void sdf_contact_at(const struct sdf_scene *scene, const struct sdf_mesh *mesh, size_t triangle, double t,
                    const double w[2], struct ccdq_contact *c);

/* Calls `take` with a point of each triangle that has one with phi <= margin + delta at the time t, no
 * triangle of the mesh left out for certain; and with up to two more points of the same triangle as far apart
 * as can be, not on one line with those before, where it touches with an edge or lies flat (section 1.5.5).
 * Stops when take returns false. */
typedef bool sdf_take(void *context, size_t triangle, const double w[2]);
void sdf_contacts(const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                  const struct sdf_spheres *spheres, const struct sdf_options *options, double t,
                  sdf_take *take, void *context, struct ccdq_workspace *ws);

#endif
