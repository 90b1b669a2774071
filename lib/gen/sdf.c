/* The table of families of triangles against solids, and what they share. */
#include "sdf.h"
#include <string.h>

enum { ANY = 1 }; /* there is one kind of them */

#define FAMILY(word, line, function, list)                                                                   \
    {                                                                                                        \
        .name = word, .summary = line, .types = ANY, .make_sdf = function, .solids = list                    \
    }

const struct gen_family gen_sdf_families[] = {
    FAMILY("torus-triangle", "a torus of 30 cm, hit by a tumbling triangle of 10 cm", sdf_torus_triangle,
           sdf_torus_solids),
    FAMILY("torus-shuriken", "the same, hit by the 888 triangles of a shuriken, record by record",
           sdf_torus_shuriken, sdf_torus_solids),
    FAMILY("closed", "first contact at a known time: plane, sphere, box, capsule, torus", sdf_closed,
           sdf_closed_solids),
    FAMILY("degenerate", "exact fits, tiny gaps, thin shells, slivers, whole turns, far from the origin",
           sdf_degenerate, sdf_degenerate_solids),
    FAMILY("trees", "a dozen trees of all kinds of nodes, hit by random triangles", sdf_trees,
           sdf_trees_solids),
    FAMILY("mixed", "the families above in turn", sdf_mixed, NULL),
    {.name = NULL},
};

static size_t solids_of(const struct gen_family *family)
{
    size_t n = 0;
    while (family->solids[n]) n++;
    return n;
}

const char *gen_sdf_solid(const struct gen_family *family, size_t i)
{
    if (family->solids) return i < solids_of(family) ? family->solids[i] : NULL;
    for (family = gen_sdf_families; family->solids; family++) {
        const size_t n = solids_of(family);
        if (i < n) return family->solids[i];
        i -= n;
    }
    return NULL;
}

void sdf_mixed(struct ccdq_sdf_query *q, uint64_t key, uint64_t id)
{
    uint32_t before = 0, families = 0;
    while (gen_sdf_families[families].solids) families++;
    const struct gen_family *family = gen_sdf_families + id % families;
    family->make_sdf(q, key, id / families);
    for (const struct gen_family *f = gen_sdf_families; f < family; f++) before += (uint32_t)solids_of(f);
    q->solid += before;
}

void round_sdf_query(struct ccdq_sdf_query *q)
{
    enum { AT = offsetof(struct ccdq_sdf_query, end), REALS = (sizeof *q - AT) / sizeof(double) };
    double real[REALS];
    memcpy(real, (const char *)q + AT, sizeof real);
    for (int i = 0; i < REALS; i++) real[i] = (float)real[i];
    memcpy((char *)q + AT, real, sizeof real);
}

void gen_sdf_range(const struct gen_family *family, uint64_t seed, uint64_t first_id, size_t n,
                   struct ccdq_sdf_query *q)
{
    const uint64_t key = rng_key(family->name, 'S', seed);
    for (size_t i = 0; i < n; i++) {
        q[i] = (struct ccdq_sdf_query){.id = first_id + i, .end = 1};
        family->make_sdf(&q[i], key, first_id + i);
        round_sdf_query(&q[i]);
    }
}
