#include "reach.h"
#include "../num/mix64.h"

/* Four nodes in succession have the same bit: files tend to number nodes along the model, and elements with
 * nodes near each other then have fewer bits. */
static void add(struct reach *reach, uint32_t node)
{
    const unsigned bit = (unsigned)(mix64(node / 4) % (64 * REACH_WORDS));
    reach->word[bit / 64] |= UINT64_C(1) << bit % 64;
}

void reach_set(struct volume_model *model)
{
    for (uint32_t e = 0; e < model->mesh->elements; e++) {
        struct reach *reach = &model->reach[e];
        *reach = (struct reach){{0}};
        const struct element *element = &model->element[e];
        for (size_t i = 0; i < element->n; i++) {
            int n;
            const uint32_t *node = model_nodes(model, model->use[element->first + i].home, &n);
            for (int c = 0; c < n; c++) add(reach, node[c]);
        }
    }
}
