/* lib/sdf/spheres.h: each node's sphere holds all corners below it at all times, all triangles are below one
 * leaf; on random meshes and motions, and on meshes of many equal or collinear triangles. CCDQ_LONG=1 draws
 * forty times as much. */
#include <stdlib.h>
#include <string.h>
#include "../sdf_meshes.h"
#include "../tap.h"

enum { TIMES = 9 };

struct checked {
    const struct sdf_spheres *spheres;
    const struct sdf_mesh *mesh;
    struct sdf_moment moment[TIMES];
    long corners, outside, twice, deep;
    double fullest; /* the largest share of a radius that a corner needs */
    unsigned char *seen;
};

static double distance(struct sdf_point a, struct sdf_point b)
{
    const struct vec3 d = vec3_sub(a.p, b.p);
    return sqrt(vec3_dot(d, d));
}

/* A corner below the node; the moments' points have errors of their own. */
static void check_corner(struct checked *c, const struct sdf_sphere *node, uint32_t corner)
{
    for (int i = 0; i < TIMES; i++) {
        const struct sdf_point middle = sdf_moment_point(&c->moment[i], node->x, node->v);
        const struct sdf_point p =
            sdf_moment_point(&c->moment[i], c->mesh->x[corner], sdf_mesh_v(c->mesh, corner));
        const double apart = distance(p, middle), off = (p.radius + middle.radius) * 1.01 + 0x1p-50 * apart;
        c->corners++;
        c->outside += !(apart <= node->radius + off);
        if (node->radius > 1e-300) c->fullest = fmax(c->fullest, apart / node->radius);
    }
}

/* The triangles below the node, for the sphere of the node `above` too. */
static void check_below(struct checked *c, uint32_t number, const struct sdf_sphere *above)
{
    const struct sdf_sphere *node = &c->spheres->node[number];
    for (uint32_t i = 0; i < node->triangles; i++)
        for (int k = 0; k < 3; k++)
            check_corner(c, above, c->mesh->triangle[c->spheres->order[node->child + i]][k]);
    for (uint32_t i = 0; i < 2 && node->triangles == 0; i++) check_below(c, node->child + i, above);
}

static void check_node(struct checked *c, uint32_t number, int depth)
{
    const struct sdf_sphere *node = &c->spheres->node[number];
    c->deep += depth > 20;
    check_below(c, number, node);
    for (uint32_t i = 0; i < node->triangles; i++)
        c->twice += c->seen[c->spheres->order[node->child + i]]++ > 0;
    for (uint32_t i = 0; i < 2 && node->triangles == 0; i++) {
        c->twice += node->child + i <= number || node->child + i >= c->spheres->nodes;
        check_node(c, node->child + i, depth + 1);
    }
}

static bool check(struct checked *c, const struct sdf_mesh *mesh, const struct sdf_motion *m)
{
    struct sdf_spheres spheres;
    size_t seen = 0;
    if (!sdf_spheres_build(&spheres, mesh, m)) exit(1);
    c->spheres = &spheres;
    c->mesh = mesh;
    c->seen = calloc(mesh->triangles + 1, 1);
    for (int i = 0; i < TIMES; i++) sdf_motion_at(m, m->end * i / (TIMES - 1), &c->moment[i]);
    if (mesh->triangles > 0) check_node(c, 0, 0);
    for (size_t i = 0; i < mesh->triangles; i++) seen += c->seen[i] == 1;
    free(c->seen);
    const bool empty = spheres.nodes == 0;
    sdf_spheres_free(&spheres);
    return seen == mesh->triangles && empty == (mesh->triangles == 0);
}

static void test_random(void)
{
    const long draws = getenv("CCDQ_LONG") ? 4000 : 100;
    struct checked c = {0};
    long unseen = 0;
    for (long id = 0; id < draws; id++) {
        struct rng rng = rng_at(rng_key("spheres", 1, 1), (uint64_t)id);
        struct random_mesh m;
        struct sdf_motion motion;
        random_mesh_make(&rng, rng_below(&rng, 2) ? 1 : 1e5, &m);
        random_motion_make(&rng, 1, &motion);
        m.mesh.triangles = (size_t)rng_int(&rng, 0, RANDOM_TRIANGLES);
        unseen += !check(&c, &m.mesh, &motion);
    }
    ok(!c.outside && c.corners > 0, "spheres hold all that is below (%ld of %ld corners outside)", c.outside,
       c.corners);
    ok(!unseen && !c.twice && !c.deep, "all triangles are in one leaf, not deep (%ld trees)",
       unseen + c.twice + c.deep);
    ok(c.fullest > 0.9999999, "the farthest corner is on its sphere (%.17g)", c.fullest);
}

/* Triangles that share their middles, or have them on a line. */
static void test_alike(void)
{
    enum { MANY = 1000 };
    static double x[3 * MANY][3];
    static uint32_t triangle[MANY][3];
    const double still[1][3] = {{0, 0, 0}};
    const struct sdf_mesh mesh = {.nodes = (size_t)3 * MANY,
                                  .triangles = MANY,
                                  .x = (const double(*)[3])x,
                                  .v = still,
                                  .one_v = true,
                                  .triangle = (const uint32_t(*)[3])triangle};
    struct sdf_motion motion;
    const struct ccdq_sdf_query q = {.end = 1, .spin = {1, 2, 3}};
    sdf_motion_of_query(&q, &motion);
    for (int line = 0; line < 2; line++) {
        struct checked c = {0};
        for (int i = 0; i < MANY; i++)
            for (int k = 0; k < 3; k++) {
                triangle[i][k] = (uint32_t)(3 * i + k);
                x[3 * i + k][0] = line ? i : 0;
                x[3 * i + k][1] = k == 1;
                x[3 * i + k][2] = k == 2;
            }
        ok(check(&c, &mesh, &motion) && !c.outside && !c.twice && !c.deep, "%d triangles %s", MANY,
           line ? "on a line" : "that are equal");
    }
}

int main(void)
{
    test_random();
    test_alike();
    return tap_done();
}
