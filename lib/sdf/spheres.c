/* Building trees of spheres: the triangles are parted by the place of their middles, down to small leaves;
 * spheres are made from the leaves up. */
#include "../num/mix64.h"
#include "solve.h"
#include <stdlib.h>
#include <string.h>

enum { LEAF = 4 };

/* A triangle by three times its middle. */
struct part {
    double middle[3];
    uint32_t triangle;
};

struct build {
    struct sdf_spheres *spheres;
    const struct sdf_mesh *mesh;
    const struct sdf_motion *m;
    struct part *part;
};

/* ---- Boxes ---- */

/* Of positions and of velocities. */
struct box {
    double lo[2][3], hi[2][3];
};

static void box_add(struct box *box, int which, const double x[3])
{
    for (int k = 0; k < 3; k++) {
        box->lo[which][k] = x[k] < box->lo[which][k] ? x[k] : box->lo[which][k];
        box->hi[which][k] = x[k] > box->hi[which][k] ? x[k] : box->hi[which][k];
    }
}

static const struct box nothing = {{{INFINITY, INFINITY, INFINITY}, {INFINITY, INFINITY, INFINITY}},
                                   {{-INFINITY, -INFINITY, -INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}};

/* ---- Two parts ---- */

static void exchange(struct part *a, struct part *b)
{
    const struct part x = *a;
    *a = *b;
    *b = x;
}

/* Puts the parts with a middle below `where` along the axis first; returns how many these are. */
static size_t part_at(struct part *part, size_t n, int axis, double where)
{
    size_t below = 0;
    for (size_t i = 0; i < n; i++)
        if (part[i].middle[axis] < where) exchange(&part[i], &part[below++]);
    return below;
}

/* All parts come one before another, even where their middles agree. */
static bool before(const struct part *a, const struct part *b, int axis)
{
    const double x = a->middle[axis], y = b->middle[axis];
    return x < y || (x == y && a->triangle < b->triangle);
}

/* Puts the first k of n parts along the axis first, in any order. A pivot at random makes the time
 * proportional to n for any order they come in. */
static void select_first(struct part *part, size_t n, int axis, size_t k)
{
    while (n > 1) {
        size_t less = 0;
        exchange(&part[mix64(n + k) % n], &part[n - 1]);
        for (size_t i = 0; i < n - 1; i++)
            if (before(&part[i], &part[n - 1], axis)) exchange(&part[i], &part[less++]);
        exchange(&part[less], &part[n - 1]);
        if (less == k) return;
        if (less > k) {
            n = less;
        } else {
            part += less + 1;
            k -= less + 1;
            n -= less + 1;
        }
    }
}

/* Parts them in the middle of the longest side of the box of their middles; into halves where a side would
 * have less than a quarter. Returns how many are on the first side. */
static size_t split(struct part *part, size_t n)
{
    struct box box = nothing;
    for (size_t i = 0; i < n; i++) box_add(&box, 0, part[i].middle);
    const double *lo = box.lo[0], *hi = box.hi[0], x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
    const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const size_t first = part_at(part, n, axis, 0.5 * lo[axis] + 0.5 * hi[axis]);
    if (first >= (n + 3) / 4 && n - first >= (n + 3) / 4) return first;
    select_first(part, n, axis, n / 2);
    return n / 2;
}

/* ---- Spheres ---- */

static double length(const double a[3], const double b[3])
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

/* A point is at R (x - middle's x) + t (v - middle's v) from the middle at the time t, R a turn: never
 * farther than |x - ..|
 * + end |v - ..|. */
static double apart(const struct build *b, const struct sdf_sphere *node, const double x[3],
                    const double v[3])
{
    return length(x, node->x) + (b->mesh->one_v ? 0 : b->m->end * length(v, node->v));
}

/* How far a sphere must look down at most for the radius that it needs. */
enum { LEVELS = 4 };

/* The farthest of what a node must hold, from its middle: where it is, and how far it reaches. */
struct farthest {
    const double *x;
    double reach;
};

static void consider(struct farthest *most, const double *x, double reach)
{
    if (reach > most->reach) *most = (struct farthest){x, reach};
}

/* The farthest of the corners below `below`, or of the spheres that hold them. */
static void find_farthest(const struct build *b, const struct sdf_sphere *node,
                          const struct sdf_sphere *below, int levels, struct farthest *most)
{
    if (below->triangles == 0 && levels == 0) {
        consider(most, below->x, apart(b, node, below->x, below->v) + below->radius);
        return;
    }
    for (uint32_t i = 0; i < 2 && below->triangles == 0; i++)
        find_farthest(b, node, &b->spheres->node[below->child + i], levels - 1, most);
    for (uint32_t i = 0; i < below->triangles; i++)
        for (int corner = 0; corner < 3; corner++) {
            const uint32_t point = b->mesh->triangle[b->part[below->child + i].triangle][corner];
            const double *x = b->mesh->x[point];
            consider(most, x, apart(b, node, x, sdf_mesh_v(b->mesh, point)));
        }
}

/* Shares of the way to the farthest by which the middle of the box moves: steps towards the middle of the
 * smallest sphere that holds all (Badoiu and Clarkson 2003), of which each but for the last ones makes it
 * smaller. */
static const double towards_farthest[] = {0, 0.1, 0.06, 0.03};
enum { TOWARDS = sizeof towards_farthest / sizeof *towards_farthest };

/* A length computed from differences has an error below 4 u of it, the sums add 3 u; what underflows is below
 * 2^-500. 2^-48 = 32 u. */
static void make_sphere(const struct build *b, struct sdf_sphere *node, const struct box *box)
{
    struct farthest most = {node->x, 0};
    double middle[3], smallest = INFINITY;
    const int steps = b->spheres->nodes > 1 ? TOWARDS : 1; /* a single sphere is asked nothing */
    for (int k = 0; k < 3; k++) {
        node->x[k] = 0.5 * box->lo[0][k] + 0.5 * box->hi[0][k];
        node->v[k] = b->mesh->one_v ? b->mesh->v[0][k] : 0.5 * box->lo[1][k] + 0.5 * box->hi[1][k];
    }
    for (int step = 0; step < steps; step++) {
        for (int k = 0; k < 3; k++) node->x[k] += towards_farthest[step] * (most.x[k] - node->x[k]);
        most = (struct farthest){node->x, 0};
        find_farthest(b, node, node, LEVELS, &most);
        if (step > 0 && !(most.reach < smallest)) continue;
        memcpy(middle, node->x, sizeof middle);
        smallest = most.reach;
    }
    memcpy(node->x, middle, sizeof middle);
    node->radius = smallest * (1 + 0x1p-48) + 0x1p-490 * (1 + b->m->end);
    node->reach = sdf_motion_reach(b->m, node->x, node->v);
}

static void box_triangle(const struct build *b, uint32_t triangle, struct box *box)
{
    for (int corner = 0; corner < 3; corner++) {
        const uint32_t point = b->mesh->triangle[triangle][corner];
        box_add(box, 0, b->mesh->x[point]);
        if (!b->mesh->one_v) box_add(box, 1, b->mesh->v[point]);
    }
}

/* Makes the tree over n parts from `first` on; its root is node number `at`, its box is added to `box`. As
 * each side has a quarter of them at least, it is no deeper than log n / log 4/3. */
static void make_node(const struct build *b, size_t at, size_t first, size_t n, struct box *box)
{
    struct sdf_sphere *node = &b->spheres->node[at];
    struct box own = nothing;
    node->child = (uint32_t)first;
    node->triangles = n <= LEAF ? (uint32_t)n : 0;
    for (uint32_t i = 0; i < node->triangles; i++) box_triangle(b, b->part[first + i].triangle, &own);
    if (node->triangles == 0) {
        const size_t less = split(b->part + first, n);
        node->child = (uint32_t)b->spheres->nodes;
        b->spheres->nodes += 2;
        make_node(b, node->child, first, less, &own);
        make_node(b, node->child + 1U, first + less, n - less, &own);
    }
    make_sphere(b, node, &own);
    for (int which = 0; which < 2; which++) {
        box_add(box, which, own.lo[which]);
        box_add(box, which, own.hi[which]);
    }
}

static void make_parts(const struct build *b)
{
    const struct sdf_mesh *mesh = b->mesh;
    for (size_t i = 0; i < mesh->triangles; i++) {
        b->part[i].triangle = (uint32_t)i;
        for (int k = 0; k < 3; k++)
            b->part[i].middle[k] = mesh->x[mesh->triangle[i][0]][k] + mesh->x[mesh->triangle[i][1]][k] +
                                   mesh->x[mesh->triangle[i][2]][k];
    }
}

/* Sides of more than LEAF triangles hold at least two, so there are at most n / 2 leaves, or one. */
bool sdf_spheres_build(struct sdf_spheres *spheres, const struct sdf_mesh *mesh, const struct sdf_motion *m)
{
    const size_t n = mesh->triangles;
    struct part few[LEAF]; /* a single triangle, say, is not worth an allocation */
    struct build b = {spheres, mesh, m, n <= LEAF ? few : malloc(n * sizeof *b.part)};
    struct box all = nothing;
    *spheres = (struct sdf_spheres){malloc((n + 1) * sizeof *spheres->node),
                                    malloc((n + 1) * sizeof *spheres->order), n > 0};
    const bool room = b.part && spheres->node && spheres->order;
    if (room && n) {
        make_parts(&b);
        make_node(&b, 0, 0, n, &all);
    }
    for (size_t i = 0; room && i < n; i++) spheres->order[i] = b.part[i].triangle;
    if (!room) sdf_spheres_free(spheres);
    if (n > LEAF) free(b.part);
    return room;
}

void sdf_spheres_free(struct sdf_spheres *spheres)
{
    free(spheres->node);
    free(spheres->order);
    *spheres = (struct sdf_spheres){0};
}
