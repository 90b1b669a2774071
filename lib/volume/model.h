/* What a model is made of, for the files of lib/volume. */
#ifndef CCDQ_VOLUME_MODEL_H
#define CCDQ_VOLUME_MODEL_H

#include "../broad/grid.h"
#include "../broad/hierarchy.h"
#include "../broad/apart.h"
#include "kernels.h"
#include "neighbours.h"
#include "volume.h"
#include <string.h>

/* A pair of features: vf: a vertex and a triangle; ee: two edges, a < b. */
struct feature_pair {
    uint32_t a, b;
};

/* An O-Set of one type (oset.h). */
struct oset {
    struct feature_pair *pair; /* its pairs, but for those */
    size_t n, room;
    uint32_t *many; /* of these features a, which have very many */
    size_t n_many, room_many;
};

/* A pair of elements, or one twice. */
struct element_pair {
    uint32_t a, b;
};

enum { VERTEX, EDGE, TRIANGLE, FEATURES };

/* The corners of an element; those that it has not are its first one again. */
struct corners {
    _Alignas(16) uint32_t node[MESH_MAX_CORNERS];
};

/* A feature of an element. */
struct feature_use {
    uint32_t number, home; /* home: the first element that has it */
};

/* The features of an element: use[first + i] for each bit i, of at most 64. */
struct element {
    size_t first;
    uint64_t own;          /* those that it is the first element of */
    uint64_t of[FEATURES]; /* those of a kind: VERTEX, EDGE, TRIANGLE in turn, from the lowest bit on */
    uint8_t n;             /* how many there are */
    bool shell;
};

/* The nodes of all first elements of an element's features, as bits that some nodes share; see reach.h. */
enum { REACH_WORDS = 4 };
struct reach {
    uint64_t word[REACH_WORDS];
};

/* The broad phase of the method hash (hashing.h). */
struct hashing {
    struct grid_box *box;
    uint32_t *element; /* of each box */
    struct grid grid;
};

struct volume_model {
    const struct mesh *mesh;
    struct mesh_features features;
    struct corners *corners; /* of each element */
    struct element *element; /* each */
    struct feature_use *use;
    uint8_t *corners_of; /* of each use: bit c for each corner c of the element that it has; 7 more bytes */
    struct reach *reach; /* of each element */
    int most_corners;    /* of an element */
    bool solid;          /* an element is no shell */
    struct oset oset[2]; /* vf, ee (enum ccdq_query_type), */
    bool oset_found;     /* from the first step on that needs them */

    /* Of the step. */
    struct volume_options options;
    volume_spread *spread; /* NULL: there is none */
    void *crew;
    struct dop_frame frame;
    double (*vertex)[2][3]; /* of each node: at t = 0, at t = 1 */
    struct moving_dop *dop; /* of each node */
    struct csat_node *csat_node;
    const struct volume_kernels *kernels;
    const struct apart_kernel *apart;
    struct hierarchy tree; /* of elements */
    struct neighbours neighbours;
    bool tree_made, tree_boundary; /* whether there is one, of the boundary only */
    struct hierarchy_pair *cut;    /* the tasks of the broad phase */
    size_t cuts;
    struct hashing hashing;
};

/* Whether the method is the paper's, and uses its cullings. */
static inline bool uses_csat(const struct volume_model *model)
{
    return model->options.method == VOLUME_VOLCCD && model->options.csat;
}

static inline bool uses_oset(const struct volume_model *model)
{
    return model->options.method == VOLUME_VOLCCD && model->options.oset;
}

static inline bool uses_assignment(const struct volume_model *model)
{
    return model->options.method == VOLUME_VOLCCD && model->options.assign;
}

/* Whether the method has a hierarchy; else it is hash. */
static inline bool uses_tree(const struct volume_model *model)
{
    return model->options.method != VOLUME_HASH;
}

/* The nodes of an element, and their number. */
static inline const uint32_t *model_nodes(const struct volume_model *model, uint32_t e, int *n)
{
    *n = mesh_cell_corners(model->mesh->cell[e]);
    return &model->mesh->node[model->mesh->first[e]];
}

/* The items of list i. */
static inline const uint32_t *list_items(const struct mesh_lists *lists, size_t i, size_t *n)
{
    *n = lists->first[i + 1] - lists->first[i];
    return lists->item + lists->first[i];
}

static inline bool is_shell(const struct volume_model *model, uint32_t e)
{
    return model->element[e].shell;
}

typedef uint32_t four_nodes __attribute__((vector_size(16)));

/* Whether nodes first_a .. first_a + 3 of the one and first_b .. first_b + 3 of the other have one in common.
 */
static inline bool corners_common(const struct corners *a, int first_a, const struct corners *b, int first_b)
{
    four_nodes p, q;
    memcpy(&p, a->node + first_a, sizeof p);
    memcpy(&q, b->node + first_b, sizeof q);
    four_nodes same = (four_nodes)(p == q);
    for (int turn = 1; turn < 4; turn++) {
        const four_nodes next = {q[1], q[2], q[3], q[0]};
        q = next;
        same |= (four_nodes)(p == q);
    }
    uint64_t halves[2];
    memcpy(halves, &same, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

/* Whether an element has more than four corners. */
static inline bool corners_more(const struct corners *corners)
{
    return corners->node[4] != corners->node[0];
}

/* Whether two elements have a node in common. */
static inline bool model_adjacent(const struct volume_model *model, uint32_t a, uint32_t b)
{
    const struct corners *at_a = &model->corners[a], *at_b = &model->corners[b];
    const bool more_a = corners_more(at_a), more_b = corners_more(at_b);
    return corners_common(at_a, 0, at_b, 0) || (more_a && corners_common(at_a, 4, at_b, 0)) ||
           (more_b && corners_common(at_a, 0, at_b, 4)) ||
           (more_a && more_b && corners_common(at_a, 4, at_b, 4));
}

/* Whether a feature counts in this step: those that are not on the boundary may be left out. */
static inline bool feature_counts(const struct volume_model *model, int kind, uint32_t i)
{
    const struct mesh_features *f = &model->features;
    if (!model->options.boundary) return true;
    return (kind == VERTEX ? f->vertex_on_boundary
            : kind == EDGE ? f->edge_on_boundary
                           : f->triangle_on_boundary)[i];
}

/* The kinds of features a and b of a pair. */
static inline int kind_of_a(unsigned type)
{
    return type == CCDQ_VF ? VERTEX : EDGE;
}

static inline int kind_of_b(unsigned type)
{
    return type == CCDQ_VF ? TRIANGLE : EDGE;
}

/* The nodes of a pair of features as a query has them (struct ccdq_query). */
static inline void model_pair_nodes(const struct volume_model *model, unsigned type, struct feature_pair pair,
                                    uint32_t node[4])
{
    const struct mesh_features *f = &model->features;
    if (type == CCDQ_VF) {
        node[0] = pair.a;
        memcpy(node + 1, f->triangle[pair.b], sizeof f->triangle[pair.b]);
    } else {
        memcpy(node, f->edge[pair.a], sizeof f->edge[pair.a]);
        memcpy(node + 2, f->edge[pair.b], sizeof f->edge[pair.b]);
    }
}

/* Whether the features of a pair have a node in common. */
bool model_pair_joined(const struct volume_model *model, unsigned type, struct feature_pair pair);

/* Which elements have the features of a pair: of a and of b. */
static inline const uint32_t *model_elements_of_a(const struct volume_model *model, unsigned type, uint32_t a,
                                                  size_t *n)
{
    return list_items(type == CCDQ_VF ? &model->features.vertex_elements : &model->features.edge_elements, a,
                      n);
}

static inline const uint32_t *model_elements_of_b(const struct volume_model *model, unsigned type, uint32_t b,
                                                  size_t *n)
{
    return list_items(type == CCDQ_VF ? &model->features.triangle_elements : &model->features.edge_elements,
                      b, n);
}

/* Whether a single element has both features. */
bool model_pair_in_element(const struct volume_model *model, unsigned type, struct feature_pair pair);

/* The elements that a pair, which no single element has, is assigned to (Algorithm 5): the first a and then
 * b that are not adjacent; if all are, the first. So it is tested while this pair of elements is, and these
 * are the elements that its contact names. Returns whether they are adjacent. */
bool model_assign(const struct volume_model *model, unsigned type, struct feature_pair pair,
                  struct element_pair *to);

/* Calls part(context, i) for each i below n, spread over the crew of the step if it has one. */
bool model_spread(const struct volume_model *model, size_t n, void (*part)(void *context, size_t i),
                  void *context);

/* The DOPs of an element; without separating axes the hull of its motion in place of both. */
void model_set_dop(const struct volume_model *model, uint32_t e, struct moving_dop *dop);

/* An element counts if one of its vertices does: then so do the elements of all features that count. */
bool model_element_counts(const struct volume_model *model, uint32_t e);

#endif
