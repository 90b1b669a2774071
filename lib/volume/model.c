#include "model.h"
#include "oset.h"
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
static uint8_t corners_of(const struct volume_model *model, uint32_t e, const uint32_t *node, int n)
{
    int corners, bits = 0;
    const uint32_t *corner = model_nodes(model, e, &corners);
    for (int i = 0; i < corners; i++)
        for (int k = 0; k < n; k++) bits |= (corner[i] == node[k]) << i;
    return (uint8_t)bits;
}

static bool set_elements(struct volume_model *model)
{
    const size_t n = model->mesh->elements;
    const struct mesh_features *f = &model->features;
    const struct mesh_lists *triangles = &f->element_triangles, *edges = &f->element_edges;
    model->corners = aligned_alloc(_Alignof(struct corners), (n + 1) * sizeof *model->corners);
    model->triangle_corners = malloc(triangles->first[n] + 1);
    model->edge_corners = malloc(edges->first[n] + 1);
    if (!model->corners || !model->triangle_corners || !model->edge_corners) return false;
    for (uint32_t e = 0; e < n; e++) {
        set_corners(model, e, &model->corners[e]);
        for (size_t i = triangles->first[e]; i < triangles->first[e + 1]; i++)
            model->triangle_corners[i] = corners_of(model, e, f->triangle[triangles->item[i]], 3);
        for (size_t i = edges->first[e]; i < edges->first[e + 1]; i++)
            model->edge_corners[i] = corners_of(model, e, f->edge[edges->item[i]], 2);
    }
    return true;
}

/* The first element of each of n features; some vertices have none. NULL: memory is out. */
static uint32_t *homes(const struct mesh_lists *elements, size_t n)
{
    uint32_t *home = malloc((n + 1) * sizeof *home);
    for (size_t i = 0; home && i < n; i++)
        home[i] =
            elements->first[i] < elements->first[i + 1] ? elements->item[elements->first[i]] : HIERARCHY_NONE;
    return home;
}

static bool set_homes(struct volume_model *model)
{
    const struct mesh_features *f = &model->features;
    for (int i = 0; i < FEATURES; i++) {
        const struct mesh_lists *of[FEATURES] = {&f->vertex_elements, &f->edge_elements,
                                                 &f->triangle_elements};
        const size_t n[FEATURES] = {model->mesh->nodes, f->n_edges, f->n_triangles};
        if (!(model->home[i] = homes(of[i], n[i]))) return false;
    }
    return true;
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
    if (model->vertex && model->dop && model->csat_node && set_elements(model) && set_homes(model) &&
        oset_find(model))
        return model;
    volume_model_free(model);
    return NULL;
}

void volume_model_free(struct volume_model *model)
{
    if (!model) return;
    mesh_features_free(&model->features);
    hierarchy_free(&model->tree);
    neighbours_free(&model->neighbours);
    free(model->corners);
    free(model->triangle_corners);
    free(model->edge_corners);
    for (int i = 0; i < FEATURES; i++) free(model->home[i]);
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
