/* Pairs of features, and the elements that they are assigned to. */
#include "model.h"

bool model_pair_joined(const struct volume_model *model, unsigned type, struct feature_pair pair)
{
    uint32_t v[4];
    model_pair_nodes(model, type, pair, v);
    if (type == CCDQ_VF) return v[0] == v[1] || v[0] == v[2] || v[0] == v[3];
    return v[0] == v[2] || v[0] == v[3] || v[1] == v[2] || v[1] == v[3];
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
