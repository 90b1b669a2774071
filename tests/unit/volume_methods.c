/* The generated models, of hundreds of elements: the same contacts, to the last bit, by all methods, cullings
 * and widths of vectors. */
#include "../../lib/gen/gen.h"
#include "../tap.h"
#include "volume_run.h"

static struct ccdq_workspace *ws;

static const struct volume_options ways[] = {
    {.method = VOLUME_VOLCCD, .csat = true, .oset = true, .assign = true},
    {.method = VOLUME_NAIVE},
    {.method = VOLUME_HASH},
    {.method = VOLUME_HASH, .max_mem = 1}, /* large cells */
    {.method = VOLUME_VOLCCD, .oset = true, .assign = true},
    {.method = VOLUME_VOLCCD, .csat = true, .assign = true},
    {.method = VOLUME_VOLCCD, .csat = true, .oset = true},
    {.method = VOLUME_VOLCCD, .csat = true, .oset = true, .assign = true, .simd = CCDQ_SIMD_PORTABLE},
    {.method = VOLUME_VOLCCD, .csat = true, .oset = true, .assign = true, .simd = CCDQ_SIMD_AVX2},
};
enum { WAYS = sizeof ways / sizeof *ways };

static void test_step(const struct gen_family *family, unsigned size, uint64_t step)
{
    struct scene s = {{0}, NULL, NULL};
    bool same = true;
    struct found first = {0};
    if (!gen_volume_mesh(family, 1, size, &s.mesh)) abort();
    s.x0 = malloc((s.mesh.nodes + 1) * sizeof *s.x0);
    s.x1 = malloc((s.mesh.nodes + 1) * sizeof *s.x1);
    struct volume_model *model = volume_model_new(&s.mesh);
    if (!s.x0 || !s.x1 || !model) abort();
    gen_volume_positions(family, 1, size, step, s.x0);
    gen_volume_positions(family, 1, size, step + 1, s.x1);
    for (int w = 0; w < WAYS; w++) {
        struct volume_counts counts;
        struct found found = run(model, &s, &ways[w], &counts, ws);
        if (!w) {
            first = found;
            continue;
        }
        same &= found.n == first.n &&
                (!found.n || !memcmp(found.contact, first.contact, found.n * sizeof *found.contact));
        free(found.contact);
    }
    ok(same, "%s of %d elements, step %d: the same %d contacts", family->name, (int)s.mesh.elements,
       (int)step, (int)first.n);
    free(first.contact);
    volume_model_free(model);
    scene_free(&s);
}

int main(void)
{
    enum { SMALL = 600 };
    const bool longer = getenv("CCDQ_LONG");
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    for (const struct gen_family *family = gen_volume_families; family->name; family++) {
        const unsigned size = family->least_size > SMALL ? family->least_size : SMALL;
        if (size > SMALL && !longer) continue;
        for (uint64_t step = 0; step <= 48; step += longer ? 8 : 24) test_step(family, size, step);
    }
    ccdq_workspace_free(ws);
    return tap_done();
}
