/* Building trees of spheres: halves of the triangles by the place of their middles, down to small leaves. */
#include "../num/mix64.h"
#include "solve.h"
#include <stdlib.h>
#include <string.h>

enum { LEAF = 4 };

struct build {
    struct sdf_spheres *spheres;
    const struct sdf_mesh *mesh;
    const struct sdf_motion *m;
    double (*middle)[3]; /* of each triangle, three times */
};

static const double *velocity(const struct sdf_mesh *mesh, size_t node)
{
    return mesh->v[mesh->one_v ? 0 : node];
}

/* ---- Halves ---- */

/* All triangles come one before another, even where their middles agree. */
static bool before(const struct build *b, int axis, uint32_t i, uint32_t j)
{
    const double x = b->middle[i][axis], y = b->middle[j][axis];
    return x < y || (x == y && i < j);
}

static void exchange(uint32_t *a, uint32_t *b)
{
    const uint32_t x = *a;
    *a = *b;
    *b = x;
}

/* Puts the first k of n triangles along the axis first, in any order. A pivot at random makes the time
 * proportional to n for any order they come in. */
static void select_first(const struct build *b, int axis, uint32_t *order, size_t n, size_t k)
{
    while (n > 1) {
        const size_t pivot = mix64(n + k) % n;
        size_t less = 0;
        exchange(&order[pivot], &order[n - 1]);
        for (size_t i = 0; i < n - 1; i++)
            if (before(b, axis, order[i], order[n - 1])) exchange(&order[i], &order[less++]);
        exchange(&order[less], &order[n - 1]);
        if (less == k) return;
        if (less > k) {
            n = less;
        } else {
            order += less + 1;
            k -= less + 1;
            n -= less + 1;
        }
    }
}

static int longest_axis(const struct build *b, const uint32_t *order, size_t n)
{
    double lo[3], hi[3];
    memcpy(lo, b->middle[order[0]], sizeof lo);
    memcpy(hi, lo, sizeof hi);
    for (size_t i = 1; i < n; i++)
        for (int k = 0; k < 3; k++) {
            lo[k] = fmin(lo[k], b->middle[order[i]][k]);
            hi[k] = fmax(hi[k], b->middle[order[i]][k]);
        }
    const double x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/* ---- Spheres ---- */

/* The middle of the box of what `of` says of the triangles' corners. */
static void box_middle(const struct build *b, const double (*of)[3], const uint32_t *order, size_t n,
                       double middle[3])
{
    const uint32_t first = b->mesh->triangle[order[0]][0];
    double lo[3], hi[3];
    memcpy(lo, of[first], sizeof lo);
    memcpy(hi, lo, sizeof hi);
    for (size_t i = 0; i < n; i++)
        for (int corner = 0; corner < 3; corner++) {
            const double *x = of[b->mesh->triangle[order[i]][corner]];
            for (int k = 0; k < 3; k++) {
                lo[k] = x[k] < lo[k] ? x[k] : lo[k];
                hi[k] = x[k] > hi[k] ? x[k] : hi[k];
            }
        }
    for (int k = 0; k < 3; k++) middle[k] = 0.5 * lo[k] + 0.5 * hi[k];
}

static double square(const double a[3], const double b[3])
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

/* At the time t a point is at R (x - middle's x) + t (v - middle's v) from the middle, R a turn: at most at
 * the distance |x - ..| + t |v - ..|. A length computed from differences has an error below 4 u of it, what
 * underflows is below 2^-500; 2^-48 = 32 u. */
static double sphere_radius(const struct build *b, const struct sdf_sphere *node, const uint32_t *order,
                            size_t n)
{
    const struct sdf_mesh *mesh = b->mesh;
    double most = 0;
    for (size_t i = 0; i < n; i++)
        for (int corner = 0; corner < 3; corner++) {
            const uint32_t point = mesh->triangle[order[i]][corner];
            const double apart = square(mesh->x[point], node->x);
            if (mesh->one_v) {
                most = apart > most ? apart : most;
                continue;
            }
            const double reach = sqrt(apart) + b->m->end * sqrt(square(velocity(mesh, point), node->v));
            most = reach > most ? reach : most;
        }
    return (mesh->one_v ? sqrt(most) : most) * (1 + 0x1p-48) + 0x1p-490 * (1 + b->m->end);
}

static void make_sphere(const struct build *b, struct sdf_sphere *node, const uint32_t *order, size_t n)
{
    box_middle(b, b->mesh->x, order, n, node->x);
    if (b->mesh->one_v)
        memcpy(node->v, b->mesh->v[0], sizeof node->v);
    else
        box_middle(b, b->mesh->v, order, n, node->v);
    node->radius = sphere_radius(b, node, order, n);
    node->reach = sdf_motion_reach(b->m, node->x, node->v);
}

/* Makes the tree over n triangles from `first` on in the order; its root is node number `at`. Halving makes
 * it log n deep. */
static void make_node(const struct build *b, size_t at, size_t first, size_t n)
{
    struct sdf_sphere *node = &b->spheres->node[at];
    uint32_t *order = b->spheres->order + first;
    make_sphere(b, node, order, n);
    node->child = (uint32_t)first;
    node->triangles = (uint32_t)n;
    if (n <= LEAF) return;
    select_first(b, longest_axis(b, order, n), order, n, n / 2);
    node->child = (uint32_t)b->spheres->nodes;
    node->triangles = 0;
    b->spheres->nodes += 2;
    make_node(b, node->child, first, n / 2);
    make_node(b, node->child + 1U, first + n / 2, n - n / 2);
}

static void find_middles(const struct build *b)
{
    const struct sdf_mesh *mesh = b->mesh;
    for (size_t i = 0; i < mesh->triangles; i++)
        for (int k = 0; k < 3; k++)
            b->middle[i][k] = mesh->x[mesh->triangle[i][0]][k] + mesh->x[mesh->triangle[i][1]][k] +
                              mesh->x[mesh->triangle[i][2]][k];
}

/* Halves of more than LEAF triangles hold at least two, so there are at most n / 2 leaves, or one. */
bool sdf_spheres_build(struct sdf_spheres *spheres, const struct sdf_mesh *mesh, const struct sdf_motion *m)
{
    const size_t n = mesh->triangles;
    struct build b = {spheres, mesh, m, malloc((n + 1) * sizeof *b.middle)};
    *spheres = (struct sdf_spheres){malloc((n + 1) * sizeof *spheres->node),
                                    malloc((n + 1) * sizeof *spheres->order), n > 0};
    const bool room = b.middle && spheres->node && spheres->order;
    for (size_t i = 0; room && i < n; i++) spheres->order[i] = (uint32_t)i;
    if (room && n) {
        find_middles(&b);
        make_node(&b, 0, 0, n);
    }
    if (!room) sdf_spheres_free(spheres);
    free(b.middle);
    return room;
}

void sdf_spheres_free(struct sdf_spheres *spheres)
{
    free(spheres->node);
    free(spheres->order);
    *spheres = (struct sdf_spheres){0};
}
