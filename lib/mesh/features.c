/* Features are made one by sorting: all of them go into buckets by their smallest node, and each bucket is
 * sorted by the other nodes. */
#include "features.h"
#include <stdlib.h>

/* One feature of one element, in the bucket of its smallest node. */
struct use {
    uint32_t rest[2]; /* its other nodes, ascending; [1] is 0 for edges */
    uint32_t at;      /* its place among the features of all elements */
};

/* Room for n things and one more, so that it is never nothing; NULL when memory is out. */
static void *room(size_t n, size_t size)
{
    return n < SIZE_MAX / size ? calloc(n + 1, size) : NULL;
}

static void lists_free(struct mesh_lists *lists)
{
    free(lists->first);
    free(lists->item);
}

/* Turns counts[0 .. n - 1] into where each list begins, counts[n] into the sum. */
static void begin_lists(size_t *counts, size_t n)
{
    size_t sum = 0;
    for (size_t i = 0; i <= n; i++) {
        const size_t count = i < n ? counts[i] : 0;
        counts[i] = sum;
        sum += count;
    }
}

/* From the items of each of n things, to the things of each of `items` items. */
static bool invert(const size_t *first, const uint32_t *item, size_t n, size_t items, struct mesh_lists *of)
{
    const size_t total = n ? first[n] : 0;
    of->first = room(items + 1, sizeof *of->first);
    of->item = room(total, sizeof *of->item);
    if (!of->first || !of->item) return false;
    /* counted one place further on, so that each list can grow from where it begins */
    for (size_t i = 0; i < total; i++) of->first[item[i] + 1]++;
    begin_lists(of->first + 1, items);
    for (size_t i = 0; i < n; i++)
        for (size_t k = first[i]; k < first[i + 1]; k++) of->item[of->first[item[k] + 1]++] = (uint32_t)i;
    return true;
}

/* ---- What elements have: `size` nodes each, 3 for triangles, 2 for edges ---- */

static int count_of(unsigned cell, int size)
{
    return size == 3 ? mesh_cell_triangles(cell) : mesh_cell_edges(cell);
}

static void swap_if_greater(uint32_t *a, uint32_t *b)
{
    if (*a <= *b) return;
    const uint32_t old = *a;
    *a = *b;
    *b = old;
}

/* The features of element e, their nodes ascending; an edge has 0 as its third. Returns how many. */
static int features_of(const struct mesh *mesh, size_t e, int size, uint32_t feature[MESH_MAX_EDGES][3])
{
    const uint32_t *node = &mesh->node[mesh->first[e]];
    if (size == 3) {
        const int n = mesh_element_triangles(mesh->cell[e], node, feature);
        for (int i = 0; i < n; i++) {
            swap_if_greater(&feature[i][0], &feature[i][1]);
            swap_if_greater(&feature[i][1], &feature[i][2]);
            swap_if_greater(&feature[i][0], &feature[i][1]);
        }
        return n;
    }
    uint32_t edge[MESH_MAX_EDGES][2];
    const int n = mesh_element_edges(mesh->cell[e], node, edge);
    for (int i = 0; i < n; i++) {
        feature[i][0] = edge[i][0], feature[i][1] = edge[i][1], feature[i][2] = 0;
        swap_if_greater(&feature[i][0], &feature[i][1]);
    }
    return n;
}

/* Puts the features of all elements into buckets: bucket[a] .. bucket[a + 1] - 1 are those of node a. */
static void fill_buckets(const struct mesh *mesh, int size, size_t *bucket, struct use *use)
{
    uint32_t feature[MESH_MAX_EDGES][3], at = 0;
    for (size_t e = 0; e < mesh->elements; e++)
        for (int n = features_of(mesh, e, size, feature), i = 0; i < n; i++) bucket[feature[i][0] + 1]++;
    begin_lists(bucket + 1, mesh->nodes);
    for (size_t e = 0; e < mesh->elements; e++)
        for (int n = features_of(mesh, e, size, feature), i = 0; i < n; i++, at++)
            use[bucket[feature[i][0] + 1]++] = (struct use){{feature[i][1], feature[i][2]}, at};
}

static int compare(const void *a, const void *b)
{
    const uint32_t *x = ((const struct use *)a)->rest, *y = ((const struct use *)b)->rest;
    const int k = x[0] == y[0];
    return (x[k] > y[k]) - (x[k] < y[k]);
}

/* Sorts a bucket; most have few uses. */
static void sort(struct use *use, size_t n)
{
    enum { FEW = 16 };
    if (n > FEW) {
        qsort(use, n, sizeof *use, compare);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        const struct use moved = use[i];
        size_t k = i;
        for (; k > 0 && compare(&use[k - 1], &moved) > 0; k--) use[k] = use[k - 1];
        use[k] = moved;
    }
}

/* Numbers the features, item[use.at] becoming the number of each use. Returns how many there are. */
static size_t number_features(size_t nodes, const size_t *bucket, struct use *use, uint32_t *item)
{
    size_t count = 0;
    for (size_t a = 0; a < nodes; a++) {
        sort(use + bucket[a], bucket[a + 1] - bucket[a]);
        for (size_t i = bucket[a]; i < bucket[a + 1]; i++) {
            count += i == bucket[a] || compare(&use[i - 1], &use[i]) != 0;
            item[use[i].at] = (uint32_t)(count - 1);
        }
    }
    return count;
}

/* Writes the nodes of each feature. */
static void write_features(size_t nodes, int size, const size_t *bucket, const struct use *use,
                           const uint32_t *item, uint32_t *feature)
{
    for (size_t a = 0; a < nodes; a++)
        for (size_t i = bucket[a]; i < bucket[a + 1]; i++) {
            uint32_t *to = feature + (size_t)size * item[use[i].at];
            to[0] = (uint32_t)a;
            for (int k = 1; k < size; k++) to[k] = use[i].rest[k - 1];
        }
}

/* Finds the features of `size` nodes: how many, their nodes, those of each element, the elements of each. */
static bool find(const struct mesh *mesh, int size, size_t *count, uint32_t **feature, struct mesh_lists *of,
                 struct mesh_lists *elements)
{
    if (!(of->first = room(mesh->elements, sizeof *of->first))) return false;
    for (size_t e = 0; e < mesh->elements; e++) of->first[e] = (size_t)count_of(mesh->cell[e], size);
    begin_lists(of->first, mesh->elements);
    const size_t uses = of->first[mesh->elements];
    if (uses > UINT32_MAX || !(of->item = room(uses, sizeof *of->item))) return false;
    size_t *bucket = room(mesh->nodes + 1, sizeof *bucket);
    struct use *use = room(uses, sizeof *use);
    if (bucket && use) {
        fill_buckets(mesh, size, bucket, use);
        *count = number_features(mesh->nodes, bucket, use, of->item);
        *feature = room(*count, (size_t)size * sizeof **feature);
        if (*feature) write_features(mesh->nodes, size, bucket, use, of->item, *feature);
    }
    free(bucket);
    free(use);
    return *feature && invert(of->first, of->item, mesh->elements, *count, elements);
}

/* ---- Boundary ---- */

static bool has_shell(const struct mesh *mesh, const uint32_t *element, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (mesh_cell_is_shell(mesh->cell[element[i]])) return true;
    return false;
}

/* The edge between nodes a < b of an element that has it. */
static uint32_t edge_between(const struct mesh_features *f, uint32_t element, uint32_t a, uint32_t b)
{
    const uint32_t *edge = &f->element_edges.item[f->element_edges.first[element]];
    while (f->edge[*edge][0] != a || f->edge[*edge][1] != b) edge++;
    return *edge;
}

static bool find_boundary(struct mesh_features *f, const struct mesh *mesh)
{
    f->triangle_on_boundary = room(f->n_triangles, sizeof(bool));
    f->edge_on_boundary = room(f->n_edges, sizeof(bool));
    f->vertex_on_boundary = room(mesh->nodes, sizeof(bool));
    if (!f->triangle_on_boundary || !f->edge_on_boundary || !f->vertex_on_boundary) return false;
    for (size_t t = 0; t < f->n_triangles; t++) {
        const size_t *first = &f->triangle_elements.first[t];
        const uint32_t *element = &f->triangle_elements.item[first[0]], *node = f->triangle[t];
        if (first[1] - first[0] > 1 && !has_shell(mesh, element, first[1] - first[0])) continue;
        f->triangle_on_boundary[t] = true;
        for (int k = 0; k < 3; k++) {
            f->vertex_on_boundary[node[k]] = true;
            f->edge_on_boundary[edge_between(f, *element, node[k == 2], node[2 - (k == 0)])] = true;
        }
    }
    return true;
}

bool mesh_features_find(struct mesh_features *f, const struct mesh *mesh)
{
    uint32_t *triangle = NULL, *edge = NULL;
    *f = (struct mesh_features){0};
    bool found = find(mesh, 3, &f->n_triangles, &triangle, &f->element_triangles, &f->triangle_elements);
    found = found && find(mesh, 2, &f->n_edges, &edge, &f->element_edges, &f->edge_elements);
    f->triangle = (uint32_t(*)[3])triangle;
    f->edge = (uint32_t(*)[2])edge;
    found = found && invert(mesh->first, mesh->node, mesh->elements, mesh->nodes, &f->vertex_elements) &&
            find_boundary(f, mesh);
    if (!found) mesh_features_free(f);
    return found;
}

void mesh_features_free(struct mesh_features *f)
{
    free(f->triangle);
    free(f->edge);
    lists_free(&f->element_triangles);
    lists_free(&f->element_edges);
    lists_free(&f->triangle_elements);
    lists_free(&f->edge_elements);
    lists_free(&f->vertex_elements);
    free(f->triangle_on_boundary);
    free(f->edge_on_boundary);
    free(f->vertex_on_boundary);
    *f = (struct mesh_features){0};
}
