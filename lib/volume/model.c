#include "model.h"
#include "hashing.h"
#include "oset.h"
#include "reach.h"
#include "walking.h"
#include <stdlib.h>

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
    int corners;
    unsigned bits = 0;
    const uint32_t *corner = model_nodes(model, e, &corners);
    for (int i = 0; i < corners; i++)
        for (int k = 0; k < n; k++) bits |= (unsigned)(corner[i] == node[k]) << i;
    return (uint8_t)bits;
}

/* The nodes of a feature. */
static const uint32_t *nodes_of(const struct volume_model *model, int kind, const uint32_t *number)
{
    const struct mesh_features *f = &model->features;
    return kind == VERTEX ? number : kind == EDGE ? f->edge[*number] : f->triangle[*number];
}

/* Adds the features of a kind of element e, behind those of the kinds before. */
static void add_uses(struct volume_model *model, int kind, uint32_t e)
{
    const struct mesh_features *f = &model->features;
    const struct mesh_lists vertices = {model->mesh->first, model->mesh->node};
    const struct mesh_lists *of[FEATURES] = {&vertices, &f->element_edges, &f->element_triangles};
    const struct mesh_lists *in[FEATURES] = {&f->vertex_elements, &f->edge_elements, &f->triangle_elements};
    struct element *element = &model->element[e];
    size_t n;
    const uint32_t *item = list_items(of[kind], e, &n);
    for (size_t i = 0; i < n; i++) {
        const uint32_t home = in[kind]->item[in[kind]->first[item[i]]];
        const size_t use = element->first + element->n;
        const uint64_t bit = UINT64_C(1) << element->n++;
        model->use[use] = (struct feature_use){item[i], home};
        model->corners_of[use] = corners_of(model, e, nodes_of(model, kind, &item[i]), kind + 1);
        element->of[kind] |= bit;
        if (home == e) element->own |= bit;
    }
}

static bool set_elements(struct volume_model *model)
{
    const struct mesh *mesh = model->mesh;
    const struct mesh_features *f = &model->features;
    const size_t n = mesh->elements;
    const size_t uses = n ? mesh->first[n] + f->element_edges.first[n] + f->element_triangles.first[n] : 0;
    model->corners = aligned_alloc(_Alignof(struct corners), (n + 1) * sizeof *model->corners);
    model->element = malloc((n + 1) * sizeof *model->element);
    model->use = malloc((uses + 1) * sizeof *model->use);
    model->corners_of = calloc(uses + sizeof(uint64_t), 1);
    model->reach = malloc((n + 1) * sizeof *model->reach);
    if (!model->corners || !model->element || !model->use || !model->corners_of || !model->reach)
        return false;
    for (size_t e = 0, at = 0; e < n; e++) {
        struct element *element = &model->element[e];
        set_corners(model, (uint32_t)e, &model->corners[e]);
        *element = (struct element){.first = at, .shell = mesh_cell_is_shell(mesh->cell[e])};
        model->solid |= !element->shell;
        if (mesh_cell_corners(mesh->cell[e]) > model->most_corners)
            model->most_corners = mesh_cell_corners(mesh->cell[e]);
        for (int kind = 0; kind < FEATURES; kind++) add_uses(model, kind, (uint32_t)e);
        at += element->n;
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
    model->csat_node = calloc(mesh->nodes + 1, sizeof *model->csat_node);
    if (model->vertex && model->dop && model->csat_node && set_elements(model)) {
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
    walking_free(model);
    hashing_free(model);
    oset_free(model);
    free(model->reach);
    free(model->corners);
    free(model->element);
    free(model->use);
    free(model->corners_of);
    free(model->vertex);
    free(model->dop);
    free(model->csat_node);
    free(model);
}

const struct mesh_features *volume_model_features(const struct volume_model *model)
{
    return &model->features;
}
