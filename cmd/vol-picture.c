/* The picture: VTU files of the elements, painted with when and how often they are touched. */
#include "vol.h"
#include "../formats/mesh-write-vtu.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct vol_picture {
    struct output pvd; /* of a series, which lists a file a step */
    struct buf path;   /* of the file at hand */
    double *first;     /* of each element: its first time of contact, or NaN */
    uint32_t *count;   /* and how many contacts it has */
};

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n > m && !strcmp(text + n - m, end);
}

static int digits_of(size_t n)
{
    int digits = 1;
    for (; n > 9; n /= 10) digits++;
    return digits;
}

static const char series_end[] = ".pvd";

static bool is_series(const struct vol *v)
{
    return ends_with(v->vtu, series_end);
}

const char *vol_picture_path(const struct vol *v, size_t step, struct buf *path)
{
    if (!is_series(v)) return v->vtu;
    path->n = 0;
    buf_add(path, v->vtu, strlen(v->vtu) - strlen(series_end));
    buf_printf(path, "_%0*zu.vtu", digits_of(v->steps.count - 1), step);
    buf_add(path, "", 1);
    return (const char *)path->p;
}

struct vol_picture *vol_picture_open(struct vol *v)
{
    struct messages messages = {0};
    const bool series = is_series(v);
    if (!series && v->steps.count > 1) {
        cli_message("option --vtu: there are %zu steps; name a file .pvd, which lists a file for each",
                    v->steps.count);
        return NULL;
    }
    struct vol_picture *p = calloc(1, sizeof *p);
    if (!p) xnomem();
    if (series && (!output_open(&p->pvd, v->vtu, false, &messages) || pvd_begin(&p->pvd))) {
        vol_tell(v, &messages);
        free(p);
        return NULL;
    }
    return p;
}

void vol_picture_begin(struct vol *v)
{
    struct vol_picture *p = v->picture;
    const size_t n = v->steps.mesh.elements;
    free(p->first);
    free(p->count);
    p->first = malloc((n + 1) * sizeof *p->first);
    p->count = calloc(n + 1, sizeof *p->count);
    if (!p->first || !p->count) xnomem();
    for (size_t e = 0; e < n; e++) p->first[e] = NAN;
}

/* ---- The elements of a contact ---- */

static void touch(struct vol_picture *p, uint32_t e, double time)
{
    p->count[e]++;
    if (!(p->first[e] <= time)) p->first[e] = time;
}

static void touch_all(struct vol_picture *p, const struct mesh_lists *of, size_t thing, double time)
{
    for (size_t i = of->first[thing]; i < of->first[thing + 1]; i++) touch(p, of->item[i], time);
}

static int by_value(const void *a, const void *b)
{
    const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return (p > q) - (p < q);
}

/* The place of a feature of `size` nodes, in any order, among the n features of that size. */
static size_t find_feature(const uint32_t *features, size_t n, const uint32_t *node, size_t size)
{
    uint32_t key[3];
    size_t low = 0, high = n;
    memcpy(key, node, size * sizeof *key);
    qsort(key, size, sizeof *key, by_value);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const uint32_t *at = features + middle * size;
        size_t k = 0;
        while (k < size && at[k] == key[k]) k++;
        if (k == size) return middle;
        if (at[k] < key[k])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void touch_edge(struct vol_picture *p, const struct mesh_features *f, const uint32_t *node,
                       double time)
{
    touch_all(p, &f->edge_elements, find_feature(f->edge[0], f->n_edges, node, 2), time);
}

void vol_picture_add(struct vol *v, const struct ccdq_contact *c)
{
    struct vol_picture *p = v->picture;
    const struct mesh_features *f = volume_model_features(v->model);
    switch (c->kind) {
    case CCDQ_CONTACT_VF:
        touch_all(p, &f->vertex_elements, c->node[0], c->toi_lo);
        touch_all(p, &f->triangle_elements, find_feature(f->triangle[0], f->n_triangles, c->node + 1, 3),
                  c->toi_lo);
        break;
    case CCDQ_CONTACT_EE:
        touch_edge(p, f, c->node, c->toi_lo);
        touch_edge(p, f, c->node + 2, c->toi_lo);
        break;
    case CCDQ_CONTACT_OVERLAP:
        touch(p, c->element[1], c->toi_lo); /* fall through */
    default:
        touch(p, c->element[0], c->toi_lo);
    }
}

/* ---- Files ---- */

static void write_file(struct vol *v, const char *path)
{
    const struct vol_picture *p = v->picture;
    const struct vtu_values values[] = {{"first_contact", VTK_FLOAT64, 1, p->first},
                                        {"contacts", VTK_UINT32, 1, p->count},
                                        {"element", VTK_UINT32, 1, v->steps.mesh.number},
                                        {"part", VTK_UINT32, 1, v->steps.mesh.part}};
    struct mesh moved = v->steps.mesh;
    moved.x = v->steps.frame[1].file.mesh.x;
    const struct vtu_picture picture = {
        .mesh = &moved, .element = values, .n_element = sizeof values / sizeof *values};
    struct messages messages = {0};
    struct output out;
    if (output_open(&out, path, false, &messages)) {
        mesh_write_vtu(&out, &picture); /* its error sticks */
        output_close(&out, true, &messages);
    }
    vol_tell(v, &messages);
}

void vol_picture_end(struct vol *v)
{
    struct vol_picture *p = v->picture;
    const char *path = vol_picture_path(v, v->step, &p->path), *slash = strrchr(path, '/');
    write_file(v, path);
    if (is_series(v))
        pvd_add(&p->pvd, mesh_sequence_time(v->steps.sequence, v->step + 1), slash ? slash + 1 : path);
}

void vol_picture_close(struct vol *v, bool whole)
{
    struct vol_picture *p = v->picture;
    struct messages messages = {0};
    if (is_series(v)) {
        pvd_end(&p->pvd);
        output_close(&p->pvd, whole, &messages);
    }
    vol_tell(v, &messages);
    buf_free(&p->path);
    free(p->first);
    free(p->count);
    free(p);
}
