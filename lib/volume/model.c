#include "model.h"
#include "oset.h"
#include <stdlib.h>
#include <string.h>

const struct volume_options volume_defaults = {
    .method = VOLUME_VOLCCD, .csat = true, .oset = true, .assign = true};

bool model_adjacent(const struct volume_model *model, uint32_t a, uint32_t b)
{
    int n_a, n_b;
    const uint32_t *node_a = model_nodes(model, a, &n_a), *node_b = model_nodes(model, b, &n_b);
    bool common = false;
    for (int i = 0; i < n_a; i++)
        for (int j = 0; j < n_b; j++) common |= node_a[i] == node_b[j];
    return common;
}

/* ---- Pairs of features ---- */

void model_pair_nodes(const struct volume_model *model, unsigned type, struct feature_pair pair,
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

bool model_pair_joined(const struct volume_model *model, unsigned type, struct feature_pair pair)
{
    uint32_t v[4];
    model_pair_nodes(model, type, pair, v);
    if (type == CCDQ_VF) return v[0] == v[1] || v[0] == v[2] || v[0] == v[3];
    return v[0] == v[2] || v[0] == v[3] || v[1] == v[2] || v[1] == v[3];
}

const uint32_t *model_elements_of_a(const struct volume_model *model, unsigned type, uint32_t a, size_t *n)
{
    return list_items(type == CCDQ_VF ? &model->features.vertex_elements : &model->features.edge_elements, a,
                      n);
}

const uint32_t *model_elements_of_b(const struct volume_model *model, unsigned type, uint32_t b, size_t *n)
{
    return list_items(type == CCDQ_VF ? &model->features.triangle_elements : &model->features.edge_elements,
                      b, n);
}

bool model_pair_in_element(const struct volume_model *model, unsigned type, struct feature_pair pair)
{
    size_t n_a, n_b, i = 0, j = 0;
    const uint32_t *a = model_elements_of_a(model, type, pair.a, &n_a);
    const uint32_t *b = model_elements_of_b(model, type, pair.b, &n_b);
    while (i < n_a && j < n_b) { /* both lists ascend */
        if (a[i] == b[j]) return true;
        if (a[i] < b[j])
            i++;
        else
            j++;
    }
    return false;
}

bool model_assign(const struct volume_model *model, unsigned type, struct feature_pair pair,
                  struct element_pair *to)
{
    size_t n_a, n_b;
    const uint32_t *a = model_elements_of_a(model, type, pair.a, &n_a);
    const uint32_t *b = model_elements_of_b(model, type, pair.b, &n_b);
    for (size_t i = 0; i < n_a; i++)
        for (size_t j = 0; j < n_b; j++) {
            *to = (struct element_pair){a[i], b[j]};
            if (!model_adjacent(model, a[i], b[j])) return false;
        }
    *to = (struct element_pair){a[0], b[0]};
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
    if (model->vertex && model->dop && oset_find(model)) return model;
    volume_model_free(model);
    return NULL;
}

void volume_model_free(struct volume_model *model)
{
    if (!model) return;
    mesh_features_free(&model->features);
    hierarchy_free(&model->tree);
    neighbours_free(&model->neighbours);
    free(model->oset[CCDQ_VF].pair);
    free(model->oset[CCDQ_EE].pair);
    free(model->vertex);
    free(model->dop);
    free(model->cut);
    free(model);
}

const struct mesh_features *volume_model_features(const struct volume_model *model)
{
    return &model->features;
}
