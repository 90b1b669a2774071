/* A step begins: bounding volumes, and what the broad phase works on. */
#include "hashing.h"
#include "oset.h"
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

bool model_spread(const struct volume_model *model, size_t n, void (*part)(void *context, size_t i),
                  void *context)
{
    if (model->spread) return model->spread(model->crew, n, part, context);
    for (size_t i = 0; i < n; i++) part(context, i);
    return true;
}

/* Nodes are spread by so many. */
enum { NODES_PART = 512 };

static void set_node_dops(void *p, size_t part)
{
    const struct volume_model *model = p;
    const size_t nodes = model->mesh->nodes, first = part * NODES_PART;
    const size_t end = nodes - first < NODES_PART ? nodes : first + NODES_PART;
    for (size_t i = first; i < end; i++)
        for (int t = 0; t < 2 && has_element(model, i); t++) {
            dop_of_point(&model->frame, model->vertex[i][t], &model->dop[i].at[t]);
            dop_frame_point(&model->frame, model->vertex[i][t], model->csat_node[i].x[t]);
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
                 const struct volume_options *options, volume_spread *spread, void *crew)
{
    const size_t nodes = model->mesh->nodes;
    model->options = *options;
    model->spread = spread;
    model->crew = crew;
    model->kernels = volume_kernels_for(options->simd);
    model->apart = apart_for(options->simd);
    for (size_t i = 0; i < nodes; i++) {
        memcpy(model->vertex[i][0], x0[i], sizeof *x0);
        memcpy(model->vertex[i][1], x1[i], sizeof *x1);
    }
    if (model->mesh->elements) {
        set_frame(model, &model->frame);
        if (!model_spread(model, (nodes + NODES_PART - 1) / NODES_PART, set_node_dops, model)) return false;
    }
    if (uses_oset(model) && !model->oset_found && !oset_find(model)) return false;
    return uses_tree(model) ? walking_make(model) : hashing_make(model);
}
