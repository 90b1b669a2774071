/* Two elements at rest: do their surfaces meet, or does one lie within the other? All by lib/exact: a segment
 * is what a vertex runs along that moves from its one end to the other. */
#include "volume.h"
#include "../mesh/orientation.h"
#include "../num/extremes.h"
#include <math.h>
#include <string.h>

/* The surface of an element. */
struct shape {
    const double (*x)[3];
    int triangles, edges;
    uint32_t triangle[MESH_MAX_TRIANGLES][3], edge[MESH_MAX_EDGES][2];
    uint32_t node; /* one of it */
    bool solid;
};

static void shape_set(struct shape *shape, const struct volume_motion *m, size_t e)
{
    const unsigned cell = m->mesh->cell[e];
    const uint32_t *node = &m->mesh->node[m->mesh->first[e]];
    shape->x = m->x0;
    shape->triangles = mesh_element_triangles(cell, node, shape->triangle);
    shape->edges = mesh_element_edges(cell, node, shape->edge);
    shape->node = node[0];
    shape->solid = !mesh_cell_is_shell(cell);
}

/* Does the segment from p to q meet a triangle (type CCDQ_VF) or an edge (CCDQ_PE)? A point that moves along
 * the segment meets what stands still. */
static bool meets(const double p[3], const double q[3], unsigned type, const double (*x)[3],
                  const uint32_t *node, struct ccdq_workspace *ws)
{
    struct ccdq_query query = {.type = (uint8_t)type};
    struct ccdq_exact_answer answer;
    memcpy(query.x[0], p, sizeof query.x[0]);
    memcpy(query.x[4], q, sizeof query.x[0]);
    for (int i = 1; i < ccdq_type_points(type); i++) {
        memcpy(query.x[i], x[node[i - 1]], sizeof query.x[0]);
        memcpy(query.x[i + 4], x[node[i - 1]], sizeof query.x[0]);
    }
    ccdq_exact_solve(&query, 1, CCDQ_WANT_VERDICT, &answer, ws);
    return answer.verdict == CCDQ_HIT;
}

/* Do the edges of a meet the faces of b? If two triangles meet, an edge of one meets the other. */
static bool edges_meet(const struct shape *a, const struct shape *b, struct ccdq_workspace *ws)
{
    for (int e = 0; e < a->edges; e++)
        for (int t = 0; t < b->triangles; t++)
            if (meets(a->x[a->edge[e][0]], a->x[a->edge[e][1]], CCDQ_VF, b->x, b->triangle[t], ws))
                return true;
    return false;
}

/* One of FAR points on a square beside the shape, in a lattice whose shortest steps are some 30 long. */
enum { FAR = 1009, FAR_STEP = 385 };
static void far_point(const struct shape *b, unsigned n, double q[3])
{
    double size = 1;
    for (int t = 0; t < b->triangles; t++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) size = max_of(size, fabs(b->x[b->triangle[t][i]][k]));
    q[0] = 2 * size;
    q[1] = size * (2.0 * n / FAR - 1);
    q[2] = size * (2.0 * (n * FAR_STEP % FAR) / FAR - 1);
}

/* Does b's surface, on which p is not, wind around p? A segment to the outside that meets no edge crosses the
 * surface wherever it meets a triangle, this way or that. It can meet one of the 18 edges only on the way to
 * a point of the plane through p and that edge, which has a line in common with the square, and a line holds
 * about 1009 / 30 of the points: the search ends. */
static bool is_inside(const double p[3], const struct shape *b, struct ccdq_workspace *ws)
{
    for (unsigned n = 0; n < FAR; n++) {
        double q[3];
        bool edge = false;
        int winding = 0;
        far_point(b, n, q);
        for (int e = 0; e < b->edges && !edge; e++) edge = meets(p, q, CCDQ_PE, b->x, b->edge[e], ws);
        if (edge) continue;
        for (int t = 0; t < b->triangles; t++) {
            const uint32_t *n = b->triangle[t];
            if (meets(p, q, CCDQ_VF, b->x, n, ws))
                winding += mesh_orientation(b->x[n[0]], b->x[n[1]], b->x[n[2]], p);
        }
        return winding != 0;
    }
    return false;
}

bool volume_exact_overlap(const struct volume_motion *motion, size_t e1, size_t e2, struct ccdq_workspace *ws)
{
    struct shape a, b;
    shape_set(&a, motion, e1);
    shape_set(&b, motion, e2);
    return edges_meet(&a, &b, ws) || edges_meet(&b, &a, ws) ||
           (b.solid && is_inside(motion->x0[a.node], &b, ws)) ||
           (a.solid && is_inside(motion->x0[b.node], &a, ws));
}
