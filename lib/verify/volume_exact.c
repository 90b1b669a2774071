/* Each pair by lib/exact. */
#include "volume.h"
#include <stdlib.h>
#include <string.h>

/* ---- Boxes: where a feature is at some time; doubles are compared, so nothing is rounded ---- */

struct box {
    double low[3], high[3];
};

static void box_begin(struct box *box, const double x[3])
{
    memcpy(box->low, x, sizeof box->low);
    memcpy(box->high, x, sizeof box->high);
}

static void box_add(struct box *box, const double x[3])
{
    for (int k = 0; k < 3; k++) {
        if (x[k] < box->low[k]) box->low[k] = x[k];
        if (x[k] > box->high[k]) box->high[k] = x[k];
    }
}

static bool boxes_apart(const struct box *a, const struct box *b)
{
    for (int k = 0; k < 3; k++)
        if (a->low[k] > b->high[k] || a->high[k] < b->low[k]) return true;
    return false;
}

/* What n features of `size` nodes sweep; NULL: memory is out. */
static struct box *sweep(const struct volume_motion *m, const uint32_t *node, size_t n, size_t size)
{
    struct box *boxes = malloc((n + 1) * sizeof *boxes);
    for (size_t i = 0; boxes && i < n; i++) {
        box_begin(&boxes[i], m->x0[node[i * size]]);
        for (size_t k = 0; k < size; k++) {
            box_add(&boxes[i], m->x0[node[i * size + k]]);
            box_add(&boxes[i], m->x1[node[i * size + k]]);
        }
    }
    return boxes;
}

/* ---- Which elements have what ---- */

/* Whether two ascending lists have something in common. */
static bool meet(const struct mesh_lists *a, size_t i, const struct mesh_lists *b, size_t j)
{
    size_t p = a->first[i], q = b->first[j];
    while (p < a->first[i + 1] && q < b->first[j + 1]) {
        if (a->item[p] == b->item[q]) return true;
        if (a->item[p] < b->item[q])
            p++;
        else
            q++;
    }
    return false;
}

static bool has_node(const uint32_t *node, size_t n, uint32_t which)
{
    for (size_t i = 0; i < n; i++)
        if (node[i] == which) return true;
    return false;
}

/* ---- One pair ---- */

struct search {
    const struct volume_motion *m;
    volume_fact_take *take;
    void *context;
    struct ccdq_workspace *ws;
};

/* The pair of features of these nodes; whether they touch. */
static bool solve(const struct search *s, unsigned type, const uint32_t node[4],
                  struct ccdq_exact_answer *answer)
{
    struct ccdq_query q = {.type = (uint8_t)type};
    for (int i = 0; i < 4; i++) {
        memcpy(q.x[i], s->m->x0[node[i]], sizeof q.x[i]);
        memcpy(q.x[i + 4], s->m->x1[node[i]], sizeof q.x[i]);
    }
    ccdq_exact_solve(&q, 1, CCDQ_WANT_TOI, answer, s->ws);
    return answer->verdict == CCDQ_HIT;
}

static bool give(const struct search *s, unsigned kind, const uint32_t node[4], const uint32_t element[2],
                 uint64_t lo, uint64_t hi)
{
    struct volume_fact fact = {.timed = true, .lo = verify_time_of_units(lo), .hi = verify_time_of_units(hi)};
    volume_fact_name(&fact, s->m->step, kind, node, element);
    return s->take(s->context, &fact);
}

static bool look(const struct search *s, unsigned type, const uint32_t node[4])
{
    struct ccdq_exact_answer answer;
    return !solve(s, type, node, &answer) || give(s, type == CCDQ_VF ? CCDQ_CONTACT_VF : CCDQ_CONTACT_EE,
                                                  node, NULL, answer.toi_lo, answer.toi_hi);
}

/* ---- All pairs ---- */

static bool vertex_and_triangles(const struct search *s, uint32_t v, const struct box *triangles)
{
    const struct mesh_features *f = s->m->features;
    struct box box;
    box_begin(&box, s->m->x0[v]);
    box_add(&box, s->m->x1[v]);
    for (size_t t = 0; t < f->n_triangles; t++) {
        const uint32_t *n = f->triangle[t];
        if (boxes_apart(&box, &triangles[t]) || has_node(n, 3, v)) continue;
        if (s->m->boundary && !f->triangle_on_boundary[t]) continue;
        if (meet(&f->vertex_elements, v, &f->triangle_elements, t)) continue;
        if (!look(s, CCDQ_VF, (uint32_t[]){v, n[0], n[1], n[2]})) return false;
    }
    return true;
}

static bool all_vf(const struct search *s)
{
    const struct mesh_features *f = s->m->features;
    struct box *triangles = sweep(s->m, f->triangle[0], f->n_triangles, 3);
    bool going = triangles != NULL;
    for (uint32_t v = 0; going && v < s->m->mesh->nodes; v++) {
        if (f->vertex_elements.first[v] == f->vertex_elements.first[v + 1]) continue;
        if (s->m->boundary && !f->vertex_on_boundary[v]) continue;
        going = vertex_and_triangles(s, v, triangles);
    }
    free(triangles);
    return going;
}

static bool edge_and_later(const struct search *s, size_t a, const struct box *edges)
{
    const struct mesh_features *f = s->m->features;
    const uint32_t *n = f->edge[a];
    for (size_t b = a + 1; b < f->n_edges; b++) {
        const uint32_t *k = f->edge[b];
        if (boxes_apart(&edges[a], &edges[b]) || has_node(n, 2, k[0]) || has_node(n, 2, k[1])) continue;
        if (s->m->boundary && !f->edge_on_boundary[b]) continue;
        if (meet(&f->edge_elements, a, &f->edge_elements, b)) continue;
        if (!look(s, CCDQ_EE, (uint32_t[]){n[0], n[1], k[0], k[1]})) return false;
    }
    return true;
}

static bool all_ee(const struct search *s)
{
    const struct mesh_features *f = s->m->features;
    struct box *edges = sweep(s->m, f->edge[0], f->n_edges, 2);
    bool going = edges != NULL;
    for (size_t a = 0; going && a < f->n_edges; a++)
        if (!s->m->boundary || f->edge_on_boundary[a]) going = edge_and_later(s, a, edges);
    free(edges);
    return going;
}

/* ---- Inversions ---- */

/* Keeps the earlier of what is known and the pair's first contact. */
static void keep_earlier(const struct search *s, unsigned type, const uint32_t node[4],
                         struct ccdq_exact_answer *first)
{
    struct ccdq_exact_answer answer;
    if (!solve(s, type, node, &answer)) return;
    if (first->verdict == CCDQ_FREE || answer.toi_lo < first->toi_lo) first->toi_lo = answer.toi_lo;
    if (first->verdict == CCDQ_FREE || answer.toi_hi < first->toi_hi) first->toi_hi = answer.toi_hi;
    first->verdict = CCDQ_HIT;
}

/* The first contact of features of the element's own. */
static struct ccdq_exact_answer first_inversion(const struct search *s, size_t e)
{
    const struct mesh *mesh = s->m->mesh;
    const uint32_t *node = &mesh->node[mesh->first[e]];
    const int corners = mesh_cell_corners(mesh->cell[e]);
    struct ccdq_exact_answer first = {.verdict = CCDQ_FREE};
    uint32_t triangle[MESH_MAX_TRIANGLES][3], edge[MESH_MAX_EDGES][2];
    const int triangles = mesh_element_triangles(mesh->cell[e], node, triangle);
    const int edges = mesh_element_edges(mesh->cell[e], node, edge);
    for (int t = 0; t < triangles; t++)
        for (int i = 0; i < corners; i++)
            if (!has_node(triangle[t], 3, node[i]))
                keep_earlier(s, CCDQ_VF,
                             (uint32_t[]){node[i], triangle[t][0], triangle[t][1], triangle[t][2]}, &first);
    for (int a = 0; a < edges; a++)
        for (int b = 0; b < a; b++)
            if (!has_node(edge[a], 2, edge[b][0]) && !has_node(edge[a], 2, edge[b][1]))
                keep_earlier(s, CCDQ_EE, (uint32_t[]){edge[b][0], edge[b][1], edge[a][0], edge[a][1]},
                             &first);
    return first;
}

static bool all_inversions(const struct search *s)
{
    const struct mesh *mesh = s->m->mesh;
    for (size_t e = 0; e < mesh->elements && !s->m->boundary; e++) {
        if (mesh_cell_is_shell(mesh->cell[e])) continue;
        const struct ccdq_exact_answer first = first_inversion(s, e);
        const uint32_t element[2] = {(uint32_t)e, 0};
        if (first.verdict == CCDQ_HIT &&
            !give(s, CCDQ_CONTACT_INVERSION, NULL, element, first.toi_lo, first.toi_hi))
            return false;
    }
    return true;
}

/* ---- Overlaps at t = 0 ---- */

static bool share_node(const struct mesh *mesh, size_t a, size_t b)
{
    for (size_t i = mesh->first[a]; i < mesh->first[a + 1]; i++)
        if (has_node(&mesh->node[mesh->first[b]], mesh->first[b + 1] - mesh->first[b], mesh->node[i]))
            return true;
    return false;
}

static struct box *boxes_at_start(const struct volume_motion *m)
{
    const struct mesh *mesh = m->mesh;
    struct box *boxes = malloc((mesh->elements + 1) * sizeof *boxes);
    for (size_t e = 0; boxes && e < mesh->elements; e++) {
        box_begin(&boxes[e], m->x0[mesh->node[mesh->first[e]]]);
        for (size_t i = mesh->first[e]; i < mesh->first[e + 1]; i++) box_add(&boxes[e], m->x0[mesh->node[i]]);
    }
    return boxes;
}

/* Whether overlaps of the element are wanted: with `boundary` it has a vertex there. */
static bool may_overlap(const struct volume_motion *m, size_t e)
{
    for (size_t i = m->mesh->first[e]; i < m->mesh->first[e + 1]; i++)
        if (!m->boundary || m->features->vertex_on_boundary[m->mesh->node[i]]) return true;
    return false;
}

static bool all_overlaps(const struct search *s)
{
    const struct mesh *mesh = s->m->mesh;
    struct box *boxes = boxes_at_start(s->m);
    bool going = boxes != NULL;
    for (size_t a = 0; going && a < mesh->elements; a++)
        for (size_t b = a + 1; going && b < mesh->elements; b++) {
            const bool shells = mesh_cell_is_shell(mesh->cell[a]) && mesh_cell_is_shell(mesh->cell[b]);
            if (boxes_apart(&boxes[a], &boxes[b]) || shells || share_node(mesh, a, b)) continue;
            if (!may_overlap(s->m, a) || !may_overlap(s->m, b)) continue;
            if (volume_exact_overlap(s->m, a, b, s->ws))
                going = give(s, CCDQ_CONTACT_OVERLAP, NULL, (uint32_t[]){(uint32_t)a, (uint32_t)b}, 0, 0);
        }
    free(boxes);
    return going;
}

double volume_exact_pairs(const struct volume_motion *m)
{
    const double v = (double)m->mesh->nodes, t = (double)m->features->n_triangles,
                 e = (double)m->features->n_edges, n = (double)m->mesh->elements;
    return v * t + (e * e + n * n) / 2;
}

bool volume_exact(const struct volume_motion *motion, volume_fact_take *take, void *context,
                  struct ccdq_workspace *ws)
{
    const struct search s = {motion, take, context, ws};
    return all_vf(&s) && all_ee(&s) && all_inversions(&s) && all_overlaps(&s);
}
