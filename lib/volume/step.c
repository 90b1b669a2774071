/* A step begins: bounding volumes, and what the broad phase works on. */
#include "hashing.h"
#include "walking.h"
#include <math.h>

static bool has_element(const struct volume_model *model, size_t node)
{
    const size_t *first = model->features.vertex_elements.first;
    return first[node + 1] > first[node];
}

/* The frame of the nodes that elements have. */
static void set_frame(const struct volume_model *model, struct dop_frame *frame)
{
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < model->mesh->nodes; i++) {
        if (!has_element(model, i)) continue;
        for (int end = 0; end < 2; end++)
            for (int k = 0; k < 3; k++) {
                const double x = model->vertex[i][end][k];
                lo[k] = x < lo[k] ? x : lo[k];
                hi[k] = x > hi[k] ? x : hi[k];
            }
    }
    dop_frame_set(frame, lo, hi);
}

static void set_node_dops(struct volume_model *model)
{
    struct dop_frame frame;
    if (!model->mesh->elements) return;
    set_frame(model, &frame);
    for (size_t i = 0; i < model->mesh->nodes; i++)
        for (int end = 0; end < 2 && has_element(model, i); end++) {
            dop_of_point(&frame, model->vertex[i][end], &model->dop[i].at[end]);
            dop_frame_point(&frame, model->vertex[i][end], model->csat_node[i].x[end]);
        }
}

void model_set_dop(const struct volume_model *model, uint32_t e, struct moving_dop *dop)
{
    int n;
    const uint32_t *node = model_nodes(model, e, &n);
    model->apart->hull_of(dop, model->dop, node, n);
    if (uses_csat(model)) return;
    dop_add(&dop->at[0], &dop->at[1]);
    dop->at[1] = dop->at[0];
}

bool model_element_counts(const struct volume_model *model, uint32_t e)
{
    int n;
    const uint32_t *node = model_nodes(model, e, &n);
    bool counts = false;
    for (int i = 0; i < n; i++) counts |= feature_counts(model, VERTEX, node[i]);
    return counts;
}

bool volume_step(struct volume_model *model, const double (*x0)[3], const double (*x1)[3],
                 const struct volume_options *options)
{
    model->options = *options;
    model->kernels = volume_kernels_for(options->simd);
    model->apart = apart_for(options->simd);
    for (size_t i = 0; i < model->mesh->nodes; i++) {
        memcpy(model->vertex[i][0], x0[i], sizeof *x0);
        memcpy(model->vertex[i][1], x1[i], sizeof *x1);
    }
    set_node_dops(model);
    return uses_tree(model) ? walking_make(model) : hashing_make(model);
}
