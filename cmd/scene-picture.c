/* Pictures: the bodies of a scene at its first contact, and the points of contact. */
#include "scene.h"
#include "../formats/mesh-write-svg.h"
#include "../formats/mesh-write-vtu.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* About so many elements a picture has of round bodies, within these bounds of their fineness. */
struct detail {
    double elements;
    unsigned least, most;
};

static unsigned fineness(const struct scene *scene, struct detail detail)
{
    size_t faces = 0;
    for (size_t i = 0; i < scene->bodies; i++) faces += scene->body[i].implicit ? 4 : scene->body[i].faces;
    const double n = sqrt(detail.elements / (double)(faces + !faces));
    return n < detail.least ? detail.least : n > detail.most ? detail.most : (unsigned)n;
}

/* The time that is shown: that of the first contact, else the end. Where the contact is proven it may come as
 * late as toi_hi; else it is not known when it comes, if it does. */
static double shown(const struct scene_search *search)
{
    const struct ccdq_result *r = &search->result;
    const struct interval time = search->held->scene.time;
    const double t = isfinite(r->toi_hi) ? r->toi_hi : r->toi_lo;
    return t >= time.lo && t <= time.hi ? t : time.hi;
}

static void draw(const struct scene_search *search, const struct scene_sample *sample, struct buf *out)
{
    const struct scene *scene = &search->held->scene;
    const struct scene_found *found = &search->found;
    bool *sheet = calloc(scene->bodies + 1, sizeof *sheet);
    struct svg_dot *dot = calloc(found->contacts + 1, sizeof *dot);
    if (!sheet || !dot) xnomem();
    for (size_t i = 0; i < scene->bodies; i++) sheet[i] = !scene->body[i].solid;
    for (size_t i = 0; i < found->contacts; i++) {
        memcpy(dot[i].x, found->contact[i].x, sizeof dot[i].x);
        dot[i].hollow = !(found->contact[i].flags & CCDQ_CONTACT_UNIQUE);
    }
    mesh_write_svg(out, &(struct svg_picture){.title = scene->name,
                                              .mesh = &sample->mesh,
                                              .lines = sample->lines,
                                              .sheet = sheet,
                                              .dot = dot,
                                              .dots = found->contacts});
    free(sheet);
    free(dot);
}

void scene_picture_make(const struct scene_command *c, struct scene_search *search)
{
    static const struct detail of_vtp = {200e3, 8, 64}, of_svg = {6e3, 4, 24};
    const struct scene *scene = &search->held->scene;
    const double t = shown(search);
    search->svg.n = 0;
    if (c->given->svg) {
        struct scene_sample sample = {.room = 0};
        if (!scene_sample(scene, t, fineness(scene, of_svg), &sample)) xnomem();
        draw(search, &sample, &search->svg);
        scene_sample_free(&sample);
    }
    if (c->given->vtp && !scene_sample(scene, t, fineness(scene, of_vtp), &search->sample)) xnomem();
}

/* ---- Names of files ---- */

/* The file of a scene: the one that the option names, for scene k > 0 with _k before its ending. */
static const char *picture_path(const char *file, uint32_t number, struct buf *path)
{
    const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
    const size_t stem = dot ? (size_t)(dot - file) : strlen(file);
    if (!number) return file;
    buf_add(path, file, stem);
    buf_printf(path, "_%" PRIu32 "%s", number, file + stem);
    buf_add(path, "", 1);
    return (const char *)path->p;
}

/* Opens the file of the option for the scene of a search; false with a message. */
static bool open_picture(const struct scene_command *c, struct scene_search *search, const char *file,
                         struct buf *path, struct output *out)
{
    const char *const others[] = {c->filter.common.output, c->filter.common.stats};
    const char *name = picture_path(file, search->number, path);
    bool taken = file_set_has(&c->inputs, name);
    for (int i = 0; i < 2; i++) taken = taken || (others[i] && output_same(others[i], name));
    if (taken)
        message_of(&search->messages, MESSAGE_OUTCOME,
                   "%s: it is another file of this command; there is no picture of scene %" PRIu32, name,
                   search->number);
    return !taken && output_open(out, name, false, &search->messages);
}

/* ---- VTP ---- */

/* What the nodes have: those of the bodies, then one a contact. */
struct values {
    struct buf time, unique, body;
};

static void add_values(struct values *v, double time, int8_t unique, int32_t body)
{
    buf_add(&v->time, &time, sizeof time);
    buf_add(&v->unique, &unique, sizeof unique);
    buf_add(&v->body, &body, sizeof body);
}

/* Nodes of bodies get the number of theirs, contacts -1. */
static void fill_values(const struct scene_search *search, double t, struct values *v)
{
    const struct mesh *mesh = &search->sample.mesh;
    for (size_t i = 0; i < mesh->nodes; i++) add_values(v, t, -1, -1);
    for (size_t e = 0; e < mesh->elements; e++)
        for (size_t i = mesh->first[e]; i < mesh->first[e + 1]; i++)
            ((int32_t *)(void *)v->body.p)[mesh->node[i]] = (int32_t)mesh->part[e];
    for (size_t i = 0; i < search->found.contacts; i++) {
        const struct ccdq_contact *c = &search->found.contact[i];
        add_values(v, c->toi_lo, (c->flags & CCDQ_CONTACT_UNIQUE) != 0, -1);
    }
}

static void write_vtp(struct scene_search *search, struct output *out)
{
    struct mesh *mesh = &search->sample.mesh;
    const struct scene_found *found = &search->found;
    struct values v = {.time = {0}};
    struct buf normals = {0}, parts = {0};
    fill_values(search, shown(search), &v);
    buf_add(&normals, search->sample.normal, mesh->nodes * sizeof *search->sample.normal);
    for (size_t i = 0; i < found->contacts; i++) {
        buf_add(&normals, found->contact[i].n, sizeof found->contact[i].n);
        buf_add(&parts, &(int32_t){-1}, sizeof(int32_t));
        if (!mesh_add_node(mesh, found->contact[i].x)) xnomem();
    }
    buf_add(&parts, mesh->part, mesh->elements * sizeof *mesh->part);
    const struct vtu_values nodes[] = {{"time", VTK_FLOAT64, 1, v.time.p},
                                       {"unique", VTK_INT8, 1, v.unique.p},
                                       {"normal", VTK_FLOAT64, 3, normals.p},
                                       {"body", VTK_INT32, 1, v.body.p}},
                            elements = {"body", VTK_INT32, 1, parts.p};
    const struct vtu_picture picture = {.mesh = mesh,
                                        .node = nodes,
                                        .element = &elements,
                                        .n_node = sizeof nodes / sizeof *nodes,
                                        .n_element = 1,
                                        .polygons = true,
                                        .vertices = found->contacts};
    mesh_write_vtu(out, &picture); /* its error sticks */
    buf_free(&v.time);
    buf_free(&v.unique);
    buf_free(&v.body);
    buf_free(&normals);
    buf_free(&parts);
}

void scene_picture_write(struct scene_command *c, struct scene_search *search)
{
    struct buf path = {0};
    struct output out;
    if (c->given->vtp && open_picture(c, search, c->given->vtp, &path, &out)) {
        write_vtp(search, &out);
        output_close(&out, true, &search->messages);
    }
    buf_free(&path);
    if (c->given->svg && open_picture(c, search, c->given->svg, &path, &out)) {
        output_write(&out, search->svg.p, search->svg.n); /* its error sticks */
        output_close(&out, true, &search->messages);
    }
    buf_free(&path);
    scene_sample_free(&search->sample);
}
