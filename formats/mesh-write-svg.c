/* Each edge is one stroke, or goes on where one before it ends: rows of a grid become polylines. */
#include "mesh-write-svg.h"
#include "xml.h"
#include <math.h>
#include <stdlib.h>

/* Drawn in whole numbers of this many a side, with a margin. */
enum { SIDE = 10000, MARGIN = 300 };

/* Seen from an azimuth of -60 degrees and 20 degrees above the horizon. */
static const double right[3] = {0.86602540378443865, 0.5, 0},
                    up[3] = {-0.17101007166283436, 0.29619813272602385, 0.93969262078590838};

/* Where the drawing lies: (p - origin) * scale. */
struct view {
    double origin[2], scale;
    int width, height;
};

static double dot_product(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* To the right and down. */
static void project(const double x[3], double p[2])
{
    p[0] = dot_product(x, right);
    p[1] = -dot_product(x, up);
}

static void extend(const double x[3], double lo[2], double hi[2])
{
    double p[2];
    project(x, p);
    for (int k = 0; k < 2; k++) {
        if (p[k] < lo[k]) lo[k] = p[k];
        if (p[k] > hi[k]) hi[k] = p[k];
    }
}

static struct view view_of(const struct svg_picture *picture)
{
    double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < picture->mesh->nodes; i++) extend(picture->mesh->x[i], lo, hi);
    for (size_t i = 0; i < picture->dots; i++) extend(picture->dot[i].x, lo, hi);
    const double wide = hi[0] - lo[0], high = hi[1] - lo[1], size = wide > high ? wide : high;
    const bool drawn = size > 0 && isfinite(size);
    struct view v = {.scale = drawn ? (SIDE - 2 * MARGIN) / size : 1};
    for (int k = 0; k < 2; k++) v.origin[k] = lo[k] <= hi[k] ? lo[k] - MARGIN / v.scale : -MARGIN;
    v.width = drawn ? (int)((hi[0] - lo[0]) * v.scale) + 2 * MARGIN : 2 * MARGIN;
    v.height = drawn ? (int)((hi[1] - lo[1]) * v.scale) + 2 * MARGIN : 2 * MARGIN;
    return v;
}

static void place(const struct view *v, const double x[3], int p[2])
{
    double at[2];
    project(x, at);
    for (int k = 0; k < 2; k++) p[k] = (int)lround((at[k] - v->origin[k]) * v->scale);
}

/* ---- Edges ---- */

struct edge {
    uint32_t node[2]; /* ascending */
    uint32_t part;
    bool front, drawn;
};

static int by_nodes(const void *a, const void *b)
{
    const struct edge *p = a, *q = b;
    for (int k = 0; k < 2; k++)
        if (p->node[k] != q->node[k]) return p->node[k] < q->node[k] ? -1 : 1;
    return 0;
}

/* Whether the viewer sees the outside of an element. */
static bool faces_viewer(const struct mesh *mesh, size_t e)
{
    const uint32_t *node = &mesh->node[mesh->first[e]];
    const int n = mesh_cell_corners(mesh->cell[e]);
    double area = 0; /* twice it, as projected; y goes down */
    for (int i = 0; i < n; i++) {
        double p[2], q[2];
        project(mesh->x[node[i]], p);
        project(mesh->x[node[(i + 1) % n]], q);
        area += p[1] * q[0] - p[0] * q[1];
    }
    return area >= 0;
}

/* All edges that are drawn, once, in order; how many. */
static size_t find_edges(const struct svg_picture *picture, struct edge *edge)
{
    const struct mesh *mesh = picture->mesh;
    size_t n = 0, kept = 0;
    for (size_t e = 0; e < mesh->elements; e++) {
        const bool front = picture->sheet[mesh->part[e]] || faces_viewer(mesh, e);
        const uint32_t *node = &mesh->node[mesh->first[e]];
        const int corners = mesh_cell_corners(mesh->cell[e]);
        for (int i = 0; i < corners; i++) {
            if (picture->lines && !(picture->lines[e] >> i & 1)) continue;
            const uint32_t a = node[i], b = node[(i + 1) % corners];
            edge[n++] = (struct edge){{a < b ? a : b, a < b ? b : a}, mesh->part[e], front, false};
        }
    }
    qsort(edge, n, sizeof *edge, by_nodes);
    for (size_t i = 0; i < n; i++) {
        if (kept && !by_nodes(&edge[kept - 1], &edge[i]))
            edge[kept - 1].front |= edge[i].front;
        else
            edge[kept++] = edge[i];
    }
    return kept;
}

/* The edge that goes on from the end of this one as it came, or NULL. */
static struct edge *next_edge(struct edge *edges, size_t n, const struct edge *e)
{
    struct edge key = *e;
    key.node[0] = e->node[1];
    key.node[1] = 2 * e->node[1] - e->node[0];
    struct edge *next = bsearch(&key, edges, n, sizeof *edges, by_nodes);
    return next && !next->drawn && next->front == e->front ? next : NULL;
}

static void put_strokes(const struct svg_picture *picture, const struct view *v, struct edge *edges, size_t n,
                        struct edge *first, struct buf *out)
{
    int at[2], to[2];
    place(v, picture->mesh->x[first->node[0]], at);
    buf_printf(out, "M%d %d", at[0], at[1]);
    for (struct edge *e = first; e; e = next_edge(edges, n, e)) {
        place(v, picture->mesh->x[e->node[1]], to);
        if (to[0] != at[0] || to[1] != at[1]) buf_printf(out, "l%d %d", to[0] - at[0], to[1] - at[1]);
        at[0] = to[0];
        at[1] = to[1];
        e->drawn = true;
    }
}

/* The edges of each part that are seen from in front, or not: a path a part. */
static void put_edges(const struct svg_picture *picture, const struct view *v, struct edge *edges, size_t n,
                      bool front, struct buf *out)
{
    static const char *const colours[] = {"#1f4e79", "#7a3b10", "#2e6b34", "#5b2a6e", "#6b6416", "#116466"};
    uint32_t part = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        if (edges[i].front != front || edges[i].drawn) continue;
        if (edges[i].part != part) {
            if (part != UINT32_MAX) buf_printf(out, "\"/>\n");
            part = edges[i].part;
            buf_printf(out, "<path stroke=\"%s\" d=\"", colours[part % (sizeof colours / sizeof *colours)]);
        }
        put_strokes(picture, v, edges, n, &edges[i], out);
    }
    if (part != UINT32_MAX) buf_printf(out, "\"/>\n");
}

static void put_mesh(const struct svg_picture *picture, const struct view *v, struct buf *out)
{
    const struct mesh *mesh = picture->mesh;
    const size_t most = mesh->elements ? mesh->first[mesh->elements] : 0;
    struct edge *edges = malloc((most + 1) * sizeof *edges);
    if (!edges) xnomem();
    const size_t n = find_edges(picture, edges);
    for (int front = 0; front < 2; front++) {
        buf_printf(out, "<g fill=\"none\" stroke-width=\"12\" stroke-linejoin=\"round\"%s>\n",
                   front ? "" : " stroke-opacity=\"0.25\"");
        put_edges(picture, v, edges, n, front, out);
        buf_printf(out, "</g>\n");
    }
    free(edges);
}

void mesh_write_svg(struct buf *out, const struct svg_picture *picture)
{
    const struct view v = view_of(picture);
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
               "<title>",
               v.width / 10, v.height / 10, v.width, v.height);
    xml_escape(out, picture->title);
    buf_printf(out, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", v.width, v.height);
    put_mesh(picture, &v, out);
    buf_printf(out, "<g stroke=\"#d00000\" stroke-width=\"20\">\n");
    for (size_t i = 0; i < picture->dots; i++) {
        int p[2];
        place(&v, picture->dot[i].x, p);
        buf_printf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"60\" fill=\"%s\"/>\n", p[0], p[1],
                   picture->dot[i].hollow ? "none" : "#d00000");
    }
    buf_printf(out, "</g>\n</svg>\n");
}
