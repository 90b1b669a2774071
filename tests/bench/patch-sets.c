#include "patch-sets.h"
#include "../../lib/gen/gen.h"
#include "bench.h"

enum { PAIRS = 1000, SEED = 1 };

/* Control points, velocities of both patches of all pairs, one after the other, for the times 0 .. 1. Whether
 * there is such a file. */
static int read_file(struct patch_set *set, const struct ccdq_shape *shape)
{
    const char *folder = getenv("CCDQ_BENCH_DATA");
    char path[1024];
    if (!folder ||
        snprintf(path, sizeof path, "%s/curved/rand_%s.dat", folder, set->name) >= (int)sizeof path)
        return 0;
    FILE *f = fopen(path, "rb");
    if (!f) return 0;
    const size_t reals = 3 * ccdq_shape_points(shape);
    set->numbers = bench_alloc(PAIRS * 4 * reals, sizeof(double));
    set->n = fread(set->numbers, 4 * reals * sizeof(double), PAIRS, f);
    fclose(f);
    for (size_t i = 0; i < set->n; i++) {
        const double *x = set->numbers + 4 * reals * i;
        set->q[i] = (struct ccdq_patch_query){
            .id = i, .end = 1, .patch = {{*shape, x, x + reals}, {*shape, x + 2 * reals, x + 3 * reals}}};
    }
    return 1;
}

static void generate(struct patch_set *set, const struct ccdq_shape shape[2])
{
    const size_t size = ccdq_patch_record_size(shape);
    set->generated = 1;
    set->n = PAIRS;
    set->numbers = bench_alloc(PAIRS, size);
    gen_patch_range(gen_find_family(gen_patch_families, "random"), shape, SEED, 0, PAIRS, set->numbers);
    for (size_t i = 0; i < PAIRS; i++) ccdq_patch_record_query((char *)set->numbers + i * size, &set->q[i]);
}

void patch_set_load(struct patch_set *set, const char *name)
{
    struct ccdq_shape shape[2];
    *set = (struct patch_set){.q = bench_alloc(PAIRS, sizeof *set->q)};
    snprintf(set->name, sizeof set->name, "%s", name);
    ccdq_shapes_of_name(name, shape);
    if (!read_file(set, shape)) generate(set, shape);
}

void patch_set_free(struct patch_set *set)
{
    free(set->q);
    free(set->numbers);
}
