/* Two surfaces of triangles meet if and only if an edge of one meets a triangle of the other. If they do not
 * meet, and the elements overlap all the same, one of them lies within the other, with all its corners. */
#include "overlap.h"
#include "../mesh/orientation.h"
#include "../num/extremes.h"
#include "inside.h"
#include <math.h>

static const double *at_start(const struct volume_model *model, uint32_t node)
{
    return model->vertex[node][0];
}

static void box_at_start(const struct volume_model *model, uint32_t e, double lo[3], double hi[3])
{
    int corners;
    const uint32_t *node = model_nodes(model, e, &corners);
    for (int k = 0; k < 3; k++) lo[k] = hi[k] = at_start(model, node[0])[k];
    for (int i = 1; i < corners; i++)
        for (int k = 0; k < 3; k++) {
            const double x = at_start(model, node[i])[k];
            lo[k] = x < lo[k] ? x : lo[k];
            hi[k] = x > hi[k] ? x : hi[k];
        }
}

static bool boxes_apart(const struct volume_model *model, uint32_t a, uint32_t b)
{
    double lo_a[3], hi_a[3], lo_b[3], hi_b[3];
    bool apart = false;
    box_at_start(model, a, lo_a, hi_a);
    box_at_start(model, b, lo_b, hi_b);
    for (int k = 0; k < 3; k++) apart |= lo_a[k] > hi_b[k] || lo_b[k] > hi_a[k];
    return apart;
}

/* Whether an edge and a triangle meet at t = 0, any two: a point that moves along the edge hits the triangle.
 */
static bool met_by_point(const struct volume_model *model, const uint32_t edge[2], const uint32_t triangle[3],
                         struct ccdq_workspace *ws)
{
    struct ccdq_query q = {.type = CCDQ_VF};
    struct ccdq_exact_answer answer;
    for (int k = 0; k < 3; k++) {
        q.x[0][k] = at_start(model, edge[0])[k];
        q.x[4][k] = at_start(model, edge[1])[k];
        for (int i = 0; i < 3; i++) q.x[i + 1][k] = q.x[i + 5][k] = at_start(model, triangle[i])[k];
    }
    ccdq_exact_solve(&q, 1, CCDQ_WANT_VERDICT, &answer, ws);
    return answer.verdict == CCDQ_HIT;
}

/* Whether an edge whose ends are on these sides of a triangle's plane meets the triangle. If the ends are not
 * both in the plane, the edge's line meets it in one point, and the volumes with the three edges are in
 * proportion to this point's barycentric coordinates. */
static bool meet(const struct volume_model *model, const uint32_t edge[2], const int end[2],
                 const uint32_t triangle[3], struct ccdq_workspace *ws)
{
    if (end[0] * end[1] > 0) return false;
    if (!end[0] && !end[1]) return met_by_point(model, edge, triangle, ws);
    bool positive = false, negative = false;
    for (int i = 0; i < 3; i++) {
        const int s = mesh_orientation(at_start(model, edge[0]), at_start(model, edge[1]),
                                       at_start(model, triangle[i]), at_start(model, triangle[(i + 1) % 3]));
        positive |= s > 0;
        negative |= s < 0;
    }
    return !(positive && negative);
}

/* The side of a triangle's plane on which each corner of e lies. */
static void sides_of(const struct volume_model *model, const uint32_t triangle[3], uint32_t e,
                     int side[MESH_MAX_CORNERS])
{
    int corners;
    const uint32_t *node = model_nodes(model, e, &corners);
    for (int i = 0; i < corners; i++)
        side[i] = mesh_orientation(at_start(model, triangle[0]), at_start(model, triangle[1]),
                                   at_start(model, triangle[2]), at_start(model, node[i]));
}

static int corner_of(const struct volume_model *model, uint32_t e, uint32_t node)
{
    int corners, i = 0;
    const uint32_t *at = model_nodes(model, e, &corners);
    while (at[i] != node) i++;
    return i;
}

/* Whether all of e is on the same side of a plane, and none of it in the plane. */
static bool beyond(const struct volume_model *model, uint32_t e, const int side[MESH_MAX_CORNERS])
{
    int corners, sum = 0;
    model_nodes(model, e, &corners);
    for (int i = 0; i < corners; i++) sum += side[i];
    return sum == corners || sum == -corners;
}

/* Whether an edge of a meets a triangle of b. */
static bool edges_meet(const struct volume_model *model, uint32_t a, uint32_t b, struct ccdq_workspace *ws)
{
    const struct mesh_features *f = &model->features;
    size_t edges, triangles;
    const uint32_t *edge = list_items(&f->element_edges, a, &edges);
    const uint32_t *triangle = list_items(&f->element_triangles, b, &triangles);
    for (size_t t = 0; t < triangles; t++) {
        int side[MESH_MAX_CORNERS];
        sides_of(model, f->triangle[triangle[t]], a, side);
        if (beyond(model, a, side)) continue;
        for (size_t i = 0; i < edges; i++) {
            const uint32_t *node = f->edge[edge[i]];
            const int end[2] = {side[corner_of(model, a, node[0])], side[corner_of(model, a, node[1])]};
            if (meet(model, node, end, f->triangle[triangle[t]], ws)) return true;
        }
    }
    return false;
}

static bool within(const struct volume_model *model, uint32_t a, uint32_t b)
{
    int corners;
    return !is_shell(model, b) &&
           inside_element(model, b, at_start(model, model_nodes(model, a, &corners)[0]));
}

bool overlap_at_start(const struct volume_model *model, uint32_t a, uint32_t b, struct ccdq_workspace *ws)
{
    if (boxes_apart(model, a, b)) return false;
    return edges_meet(model, a, b, ws) || edges_meet(model, b, a, ws) || within(model, a, b) ||
           within(model, b, a);
}

/* ---- The contact ---- */

/* The mean of the corners at t = 0, and how far it moves. */
static void mean(const struct volume_model *model, uint32_t e, double x[3], double v[3])
{
    int corners;
    const uint32_t *node = model_nodes(model, e, &corners);
    for (int k = 0; k < 3; k++) {
        x[k] = v[k] = 0;
        for (int i = 0; i < corners; i++) {
            x[k] += model->vertex[node[i]][0][k] / corners;
            v[k] += model->vertex[node[i]][1][k] / corners;
        }
        v[k] -= x[k];
    }
}

/* v becomes 1 long, or an axis if it is 0. */
static void normalise(double v[3])
{
    const double most = max_of(fabs(v[0]), max_of(fabs(v[1]), fabs(v[2])));
    if (!(most > 0)) v[0] = 1;
    int exponent;
    frexp(most, &exponent);
    for (int k = 0; most > 0 && k < 3; k++) v[k] = ldexp(v[k], -exponent);
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++) v[k] /= length;
}

void overlap_contact(const struct volume_model *model, uint32_t a, uint32_t b, struct ccdq_contact *c)
{
    double lo_a[3], hi_a[3], lo_b[3], hi_b[3], x_a[3], v_a[3], x_b[3], v_b[3];
    *c = (struct ccdq_contact){.part = {model->mesh->part[a], model->mesh->part[b]},
                               .element = {a, b},
                               .node = {CCDQ_NO_NODE, CCDQ_NO_NODE, CCDQ_NO_NODE, CCDQ_NO_NODE},
                               .kind = CCDQ_CONTACT_OVERLAP,
                               .verdict = CCDQ_HIT};
    if (c->part[0] == c->part[1]) c->flags = CCDQ_CONTACT_SAME_OBJECT;
    box_at_start(model, a, lo_a, hi_a);
    box_at_start(model, b, lo_b, hi_b);
    mean(model, a, x_a, v_a);
    mean(model, b, x_b, v_b);
    for (int k = 0; k < 3; k++) {
        c->x[k] = max_of(lo_a[k], lo_b[k]) / 2 + min_of(hi_a[k], hi_b[k]) / 2;
        c->n[k] = x_b[k] - x_a[k];
    }
    normalise(c->n);
    for (int k = 0; k < 3; k++) c->speed += (v_a[k] - v_b[k]) * c->n[k];
}
