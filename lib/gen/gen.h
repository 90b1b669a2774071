/* Test cases from counter-based random numbers: a record is a pure function of (family, seed, id), the same
 * on every machine (only +, -, *, /, sqrt and ldexp make it, which IEEE 754 defines to the bit). */
#ifndef CCDQ_GEN_H
#define CCDQ_GEN_H

#include "../ccdq.h"
#include "../mesh/mesh.h"
#include <stdbool.h>

struct rng;
struct gen_pair;
struct draft;

/* A family of linear queries, of pairs of patches, of triangles against solids, of volume meshes, or of
 * scenes. */
struct gen_family {
    const char *name;    /* NULL ends the table */
    const char *summary; /* one line for --family help */
    /* Fills q->x (and nothing else; `separation` also q->min_sep) for q->type with the numbers of the record.
     */
    void (*make)(struct ccdq_query *q, struct rng *rng);
    unsigned types; /* for which it has a meaning: the sum of CCDQ_TYPE_BIT of each */
    /* Fills the control points, the velocities and the time of a pair of its shapes; NULL for linear queries.
     */
    void (*make_pair)(struct gen_pair *pair, struct rng *rng);
    bool has_times;       /* each of its pairs has a time of its own, not 1 */
    const char *rational; /* needs a rational shape, by default this one; NULL: does not */
    /* Fills all fields of an S record but its id; key: of the family's numbers with the seed. */
    void (*make_sdf)(struct ccdq_sdf_query *q, uint64_t key, uint64_t id);
    const char *const *solids; /* that its S records name: see gen_sdf_solid */
    /* Of volume meshes, see gen_volume_mesh and gen_volume_positions; key as above. */
    bool (*build)(struct mesh *mesh, uint64_t key, unsigned size);
    void (*place)(double (*x)[3], uint64_t key, unsigned size, uint64_t step);
    unsigned size, least_size;                /* by default, and the smallest; 0: it has just one */
    void (*write_scene)(struct draft *draft); /* see gen_scene */
};
extern const struct gen_family gen_linear_families[], gen_patch_families[], gen_sdf_families[],
    gen_volume_families[], gen_scene_families[]; /* the default first */

const struct gen_family *gen_find_family(const struct gen_family *table, const char *name); /* or NULL */

/* Query `id` of a family, of one of its types: all fields set, no truth; points that the type does not have
 * are 0. */
void gen_linear(const struct gen_family *family, unsigned type, uint64_t seed, uint64_t id,
                struct ccdq_query *q);

/* Queries first_id .. first_id + n - 1 into q[0..n-1]. */
void gen_linear_range(const struct gen_family *family, unsigned type, uint64_t seed, uint64_t first_id,
                      size_t n, struct ccdq_query *q);

/* The exact earliest contact time of query `id` of the family touch, known by construction. (The pair of a
 * query of the family miss never touches in [0, 1].) */
double gen_touch_time(unsigned type, uint64_t seed, uint64_t id);

/* A pair of patches as a family fills it: the arrays are large enough for its shapes. */
struct gen_pair {
    double end;
    struct gen_patch {
        struct ccdq_shape shape;
        double *point, *velocity;
    } patch[2];
};

/* P records first_id .. first_id + n - 1 of a family into records, ccdq_patch_record_size each. */
void gen_patch_range(const struct gen_family *family, const struct ccdq_shape shape[2], uint64_t seed,
                     uint64_t first_id, size_t n, void *records);

/* The exact earliest contact time of pair `id` of the family touch or manifold, whatever its shapes are. */
double gen_patch_touch_time(const struct gen_family *family, uint64_t seed, uint64_t id);

/* S records first_id .. first_id + n - 1 of a family. All numbers but ids are exact in binary32. */
void gen_sdf_range(const struct gen_family *family, uint64_t seed, uint64_t first_id, size_t n,
                   struct ccdq_sdf_query *q);

/* Solid i of those that a family's records name, as an object of a scene (ccd-sdf-scene(5)); NULL: it has
 * only i of them. They are the same for all seeds. */
const char *gen_sdf_solid(const struct gen_family *family, size_t i);

/* The exact first time of contact of record `id` of the family closed, known by construction; INFINITY where
 * the two do not touch in [0, end]. */
double gen_sdf_time(uint64_t seed, uint64_t id);

/* The mesh of the family torus-shuriken: closed, in metres, centred at the origin, its axis along z; seen
 * from outside triangles go counter-clockwise. */
enum { GEN_SHURIKEN_NODES = 444, GEN_SHURIKEN_TRIANGLES = 888 };
void gen_shuriken_triangles(uint32_t triangle[GEN_SHURIKEN_TRIANGLES][3]);

/* Its configuration k: the nodes at the start, and in `motion` all else that its records
 * GEN_SHURIKEN_TRIANGLES k on have in common (v[0] is the velocity of all nodes). */
void gen_shuriken_start(uint64_t seed, uint64_t k, double x[GEN_SHURIKEN_NODES][3],
                        struct ccdq_sdf_query *motion);

/* Fills an empty mesh with about `size` elements of a family, from its least_size to 10^8; the nodes are
 * where they are at the step 0. false: memory is out. Free the mesh in any case. */
bool gen_volume_mesh(const struct gen_family *family, uint64_t seed, unsigned size, struct mesh *mesh);

/* Where the nodes of this mesh are at a step. */
void gen_volume_positions(const struct gen_family *family, uint64_t seed, unsigned size, uint64_t step,
                          double (*x)[3]);

/* Text in memory that grows; all zero is none. Free p. */
struct gen_text {
    char *p;
    size_t n, room;
    bool lost; /* memory was out: some of it is missing */
};

/* Adds scene `id` of a family, named FAMILY-ID, in the language of ccd-scene(5). size: about so many bodies,
 * of a family that has a size. */
void gen_scene(const struct gen_family *family, uint64_t seed, unsigned size, uint64_t id,
               struct gen_text *text);

struct gen_run;

/* What ccd-gen can make. */
struct gen_kind {
    const char *name;    /* the command's first operand; NULL ends the table */
    const char *summary; /* one line for the help */
    char frame_kind; /* of the stream's frames; 0: it is files of meshes or text, and all that follows but for
                        `families` is 0 */
    size_t record_size; /* 0: it depends on the shapes */
    unsigned type;      /* number of the kind among those of the same frame kind */
    const struct gen_family *families;
    const char *shapes; /* the default of --shape; NULL: records have none */
    /* Makes records first_id .. first_id + n - 1, all fields set, no truth. */
    void (*make)(const struct gen_run *run, uint64_t first_id, size_t n, void *records);
    /* Gives n records this minimum separation; NULL: they have none. */
    void (*separate)(void *records, size_t n, double min_sep);
    /* Adds the exact truth to n records; NULL: they hold none. */
    void (*add_truth)(void *records, size_t n, struct ccdq_workspace *ws);
};
extern const struct gen_kind gen_kinds[];

const struct gen_kind *gen_find_kind(const char *name); /* NULL if there is none */

/* All that the records of a run depend on, but for their ids. */
struct gen_run {
    const struct gen_kind *kind;
    const struct gen_family *family;
    uint64_t seed;
    bool truth;                 /* add_truth is called for them */
    double min_sep;             /* separate is called for them; negative: not, they keep their family's */
    struct ccdq_shape shape[2]; /* where the kind has shapes */
};

size_t gen_record_size(const struct gen_run *run);

/* The records with all that the run asks for. ws is needed for the truth only. */
void gen_make(const struct gen_run *run, uint64_t first_id, size_t n, void *records,
              struct ccdq_workspace *ws);

/* The run tag of the stream: a hash of the run. */
uint64_t gen_run_tag(const struct gen_run *run);

#endif
