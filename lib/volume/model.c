#include "model.h"
#include "hashing.h"
#include "oset.h"
#include "reach.h"
#include <stdlib.h>
#include <string.h>

const struct volume_options volume_defaults = {
    .method = VOLUME_VOLCCD, .csat = true, .oset = true, .assign = true};

/* ---- What elements and features are made of ---- */

static void set_corners(const struct volume_model *model, uint32_t e, struct corners *corners)
{
    int n;
    const uint32_t *node = model_nodes(model, e, &n);
    for (int i = 0; i < MESH_MAX_CORNERS; i++) corners->node[i] = node[i < n ? i : 0];
}

/* The corners of element e that are among the n nodes of a feature. */
static uint32_t corners_of(const struct volume_model *model, uint32_t e, const uint32_t *node, int n)
{
    int corners;
    uint32_t bits = 0;
    const uint32_t *corner = model_nodes(model, e, &corners);
    for (int i = 0; i < corners; i++)
        for (int k = 0; k < n; k++) bits |= (uint32_t)(corner[i] == node[k]) << i;
    return bits;
}

/* The nodes of a feature. */
static const uint32_t *nodes_of(const struct volume_model *model, int kind, const uint32_t *number)
{
    const struct mesh_features *f = &model->features;
    return kind == VERTEX ? number : kind == EDGE ? f->edge[*number] : f->triangle[*number];
}

/* The features of a kind of each element are in item; the elements of each feature in `elements`. */
static bool set_uses(struct volume_model *model, int kind, const size_t *first, const uint32_t *item,
                     const struct mesh_lists *elements)
{
    const size_t n = model->mesh->elements, uses = n ? first[n] : 0;
    struct feature_use *use = malloc((uses + 1) * sizeof *use);
    uint8_t *own = malloc(n + 1);
    model->first[kind] = first;
    model->use[kind] = use;
    model->own[kind] = own;
    for (uint32_t e = 0; use && own && e < n; e++) {
        size_t front = first[e], back = first[e + 1];
        for (size_t i = first[e]; i < first[e + 1]; i++) {
            const uint32_t home = elements->item[elements->first[item[i]]];
            const uint32_t corners = corners_of(model, e, nodes_of(model, kind, &item[i]), kind + 1);
            use[home == e ? front++ : --back] = (struct feature_use){item[i], home, corners};
        }
        own[e] = (uint8_t)(front - first[e]);
    }
    return use && own;
}

static bool set_elements(struct volume_model *model)
{
    const struct mesh *mesh = model->mesh;
    const struct mesh_features *f = &model->features;
    model->corners = aligned_alloc(_Alignof(struct corners), (mesh->elements + 1) * sizeof *model->corners);
    model->reach = malloc((mesh->elements + 1) * sizeof *model->reach);
    if (!model->corners || !model->reach) return false;
    for (uint32_t e = 0; e < mesh->elements; e++) set_corners(model, e, &model->corners[e]);
    return set_uses(model, VERTEX, mesh->first, mesh->node, &f->vertex_elements) &&
           set_uses(model, EDGE, f->element_edges.first, f->element_edges.item, &f->edge_elements) &&
           set_uses(model, TRIANGLE, f->element_triangles.first, f->element_triangles.item,
                    &f->triangle_elements);
}

/* ---- The model ---- */

struct volume_model *volume_model_new(const struct mesh *mesh)
{
    struct volume_model *model = calloc(1, sizeof *model);
    if (!model) return NULL;
    model->mesh = mesh;
    if (!mesh_features_find(&model->features, mesh)) {
        free(model);
        return NULL;
    }
    model->vertex = calloc(mesh->nodes + 1, sizeof *model->vertex);
    model->dop = aligned_alloc(_Alignof(struct moving_dop), (mesh->nodes + 1) * sizeof *model->dop);
    model->csat_node = malloc((mesh->nodes + 1) * sizeof *model->csat_node);
    if (model->vertex && model->dop && model->csat_node && set_elements(model) && oset_find(model)) {
        reach_set(model);
        return model;
    }
    volume_model_free(model);
    return NULL;
}

void volume_model_free(struct volume_model *model)
{
    if (!model) return;
    mesh_features_free(&model->features);
    hierarchy_free(&model->tree);
    hashing_free(model);
    neighbours_free(&model->neighbours);
    free(model->reach);
    free(model->corners);
    for (int kind = 0; kind < FEATURES; kind++) free(model->use[kind]), free(model->own[kind]);
    free(model->oset[CCDQ_VF].pair);
    free(model->oset[CCDQ_EE].pair);
    free(model->vertex);
    free(model->dop);
    free(model->csat_node);
    free(model->cut);
    free(model);
}

const struct mesh_features *volume_model_features(const struct volume_model *model)
{
    return &model->features;
}
