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

/* Returns how many contacts there are. */
static size_t test_step(const struct gen_family *family, unsigned size, uint64_t step)
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
    return first.n;
}

/* Rods touch themselves from step 34 on, and no more from 46 on. */
static void test_family(const struct gen_family *family, unsigned size, bool longer)
{
    static const uint64_t steps[] = {0, 24, 35, 48};
    size_t contacts = 0;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) contacts += test_step(family, size, steps[i]);
    for (uint64_t step = 8; longer && step <= 40; step += 16) contacts += test_step(family, size, step);
    ok(contacts > 0, "%s: there are contacts to find", family->name);
}

int main(void)
{
    enum { SMALL = 600 };
    const bool longer = getenv("CCDQ_LONG");
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    for (const struct gen_family *family = gen_volume_families; family->name; family++) {
        const unsigned size = family->least_size > SMALL ? family->least_size : SMALL;
        if (size <= SMALL || longer) test_family(family, size, longer);
    }
    ccdq_workspace_free(ws);
    return tap_done();
}
