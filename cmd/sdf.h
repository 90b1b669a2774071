/* ccd-sdf, by where its triangles come from: a stream, or a mesh that moves as a whole. */
#ifndef CCDQ_SDF_COMMAND_H
#define CCDQ_SDF_COMMAND_H

#include "filter.h"
#include "../lib/mesh/mesh.h"
#include "../lib/sdf/solve.h"

/* How --mesh moves, as the command line has it. */
struct sdf_given {
    const char *mesh, *end_mesh;
    double pose[7]; /* x, y, z, then a quaternion: w, x, y, z */
    double velocity[3], spin[3], centre[3];
    double solid_velocity[3], solid_spin[3], solid_centre[3];
    double end;
    uint64_t solid;
    bool centre_seen;
};

/* A mesh of triangles that moves, and what it moves against. */
struct sdf_body {
    const char *name;             /* of its file, for messages */
    struct mesh mesh;             /* of triangles, at t = 0, numbered as in the file; positions are finite */
    double (*v)[3];               /* of each node, or one for all: see `moving` */
    struct ccdq_sdf_query motion; /* of all triangles: x and v have no meaning */
    struct sdf_mesh moving;       /* has the arrays of the mesh */
    struct sdf_scene scene;
    bool lacks; /* something of the file is not in it */
    struct {    /* seconds that it took */
        double read, spheres, solve;
    } took;
};

struct sdf_command {
    struct filter filter; /* in front */
    const struct sdf_method *method;
    struct sdf_options options;
    struct sdf sdf;
    struct buf roots;                  /* size_t: of the solids of the scene */
    struct ccdq_sdf_query first_query; /* --earliest --contacts */

    /* With --mesh. */
    struct sdf_given given;
    bool all, open;  /* a result for each triangle; the surface is not meant to be closed */
    const char *vtp; /* file for the picture, or NULL */
    struct sdf_body body;
};

size_t sdf_solids(const struct sdf_command *c);
size_t sdf_root(const struct sdf_command *c, uint32_t solid);

/* sdf-filter.c: records of kind S in, results out. */
extern const struct solver sdf_solver;

/* ---- sdf-touches.c: the contacts of a hit ---- */

struct sdf_touches {
    struct buf *contacts;        /* where they go, struct ccdq_contact */
    const struct mesh *of;       /* the mesh that the triangles are of, or NULL */
    void (*full)(void *context); /* called when there is a frame of them, to take them away; or NULL */
    void *context;
};

/* Adds all contacts that the mesh has at the answer's toi_lo; the one that the answer names if there is no
 * other. `like` has what all of them have in common: id, step, part b, and what element a is counted from.
 * `spheres` is that of the mesh; NULL: it is made here. */
void sdf_touches_add(const struct sdf_touches *to, const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                     const struct sdf_spheres *spheres, const struct sdf_options *options,
                     const struct sdf_answer *answer, const struct ccdq_contact *like,
                     struct ccdq_workspace *ws);

/* ---- sdf-body.c, sdf-surface.c: meshes from files ---- */

/* Reads the mesh, and that at the end if there is one, and sets how it moves. false: it cannot be solved, and
 * a message has said why. Free the body in any case. */
bool sdf_body_read(struct sdf_command *c);
void sdf_body_free(struct sdf_body *body);

/* Triangle i as a record of kind S, with its number as the id. */
struct ccdq_sdf_query sdf_body_query(const struct sdf_body *body, size_t i);

/* Says where the surface is not closed or not oriented, and which triangles have no area. */
void sdf_surface_look(struct sdf_command *c);

/* ---- sdf-mesh.c, sdf-all.c: --mesh ---- */

/* The whole command behind its options and the scene. Returns the exit status. */
int sdf_mesh_run(struct sdf_command *c);

/* What there is to see of the answers. */
struct sdf_seen {
    double earliest; /* toi_lo of the first that is no `free`; INFINITY: all are */
    double *first;   /* of each triangle: the toi_lo of its contact, or NaN; NULL: nobody wants it */
    struct buf contacts;
};

/* Solves each triangle on its own, and writes the results. false after a message. */
bool sdf_all_run(struct sdf_command *c, struct sdf_seen *seen);

/* Writes records of a kind. */
void sdf_put(struct sdf_command *c, struct chunk *chunk, char kind, const void *records, size_t n);

/* Writes contacts whose element a is the place of a triangle in the body; that becomes its number. */
void sdf_put_contacts(struct sdf_command *c, struct chunk *chunk, struct buf *contacts);

/* The result of this id that an answer makes. */
struct ccdq_result sdf_result_of(const struct sdf_command *c, const struct sdf_answer *answer, uint64_t id);

/* sdf-picture.c: writes the file of --vtp. */
void sdf_picture_write(struct sdf_command *c, const struct sdf_seen *seen);

#endif
