/* Sequences: which files and vectors are their steps. */
#include "mesh-sequence.h"
#include "mesh-list.h"
#include "mesh-vectors.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct mesh_sequence {
    struct mesh_list list;       /* files that are steps */
    bool whole;                  /* or one file has all: */
    bool told;                   /* what there is to say of it was said */
    struct mesh_source source;   /* kept open */
    struct vector_steps vectors; /* empty: its positions are the only step, */
    struct buf names;            /* and these its vectors */
    char **labels;               /* of the steps of vectors, for messages */
};

/* ---- Opening ---- */

/* What the steps of vectors are called. */
static void label_steps(struct mesh_sequence *s)
{
    if (s->vectors.n && !(s->labels = calloc(s->vectors.n, sizeof *s->labels))) xnomem();
    for (size_t i = 0; i < s->vectors.n; i++) {
        const char *name = s->vectors.step[i].name;
        struct buf label = {0};
        buf_printf(&label, "%s%s%s", s->source.name, *name ? ": " : "", name);
        buf_add(&label, "", 1);
        s->labels[i] = (char *)label.p;
    }
}

/* The steps of a file with a mesh: those of its vectors, or itself. */
static bool open_mesh(struct mesh_sequence *s, const struct mesh_sequence_options *options,
                      struct messages *messages)
{
    struct mesh_file file = {.wanted = ""};
    struct messages later = {0}; /* what reading its steps says again */
    s->whole = true;
    const bool whole = mesh_source_read(&s->source, &file, &later);
    if (!whole) messages_join(messages, &later);
    messages_free(&later);
    const bool read = whole && vector_steps_find(&s->vectors, s->source.name, &file, options, messages);
    for (size_t i = 0; i < file.n_vectors && !s->vectors.n; i++)
        buf_printf(&s->names, "%s%s", i ? ", " : "", file.vectors[i].name);
    if (s->names.n) buf_add(&s->names, "", 1);
    mesh_file_free(&file);
    label_steps(s);
    return read;
}

/* Vectors are looked for in the one file that has all, and nowhere else. */
static bool refuse_vectors(const char *name, const struct mesh_sequence_options *options,
                           struct messages *messages)
{
    if (!options->vectors && options->meaning == MESH_BY_NAME) return false;
    message(messages, "%s: names the files of the frames, so vectors cannot be the frames", name);
    return true;
}

static bool open_one(struct mesh_sequence *s, const char *path, const struct mesh_sequence_options *options,
                     struct messages *messages)
{
    if (mesh_is_pattern(path))
        return !refuse_vectors(path, options, messages) && mesh_list_numbered(&s->list, path, messages);
    if (!mesh_source_open(&s->source, path, messages)) return false;
    if (s->source.form != MESH_FORM_PVD && s->source.form != MESH_FORM_SERIES)
        return open_mesh(s, options, messages);
    const char *folder = strcmp(path, "-") ? path : NULL;
    const bool listed = !refuse_vectors(s->source.name, options, messages) &&
                        (s->source.form == MESH_FORM_PVD ? mesh_list_pvd : mesh_list_series)(
                            &s->list, &s->source, folder, messages);
    mesh_source_close(&s->source);
    return listed;
}

struct mesh_sequence *mesh_sequence_open(const char *const *paths, size_t n,
                                         const struct mesh_sequence_options *options,
                                         struct messages *messages)
{
    static const struct mesh_sequence_options none = {NULL, MESH_BY_NAME};
    struct mesh_sequence *s = calloc(1, sizeof *s);
    if (!s) xnomem();
    bool good;
    if (n == 1) {
        good = open_one(s, paths[0], options ? options : &none, messages);
    } else {
        mesh_warn_order(paths, n, messages);
        for (size_t i = 0; i < n; i++) mesh_list_add(&s->list, NULL, paths[i], (double)i);
        good = mesh_list_finish(&s->list, paths[0], true, messages);
    }
    if (good) return s;
    mesh_sequence_free(s);
    return NULL;
}

void mesh_sequence_free(struct mesh_sequence *s)
{
    if (!s) return;
    mesh_list_free(&s->list);
    mesh_source_close(&s->source);
    for (size_t i = 0; s->labels && i < s->vectors.n; i++) free(s->labels[i]);
    free(s->labels);
    vector_steps_free(&s->vectors);
    buf_free(&s->names);
    free(s);
}

/* ---- Steps ---- */

size_t mesh_sequence_steps(const struct mesh_sequence *s)
{
    if (!s->whole) return s->list.steps;
    return s->vectors.n ? s->vectors.n : 1;
}

size_t mesh_sequence_files(const struct mesh_sequence *s)
{
    return s->list.n;
}

const char *mesh_sequence_file(const struct mesh_sequence *s, size_t file)
{
    return s->list.entry[file].path;
}

/* The first file of a step; behind the last step the end of all. */
static const struct mesh_entry *entry_of(const struct mesh_sequence *s, size_t step)
{
    size_t low = 0, high = s->list.n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->list.entry[middle].step < step)
            low = middle + 1;
        else
            high = middle;
    }
    return &s->list.entry[low];
}

const char *mesh_sequence_vectors(const struct mesh_sequence *s)
{
    return s->names.n ? (const char *)s->names.p : "";
}

double mesh_sequence_time(const struct mesh_sequence *s, size_t step)
{
    return s->whole ? (double)step : entry_of(s, step)->time;
}

static const char *path_name(const char *path)
{
    return strcmp(path, "-") ? path : "standard input";
}

const char *mesh_sequence_name(const struct mesh_sequence *s, size_t step)
{
    if (!s->whole) return path_name(entry_of(s, step)->path);
    return s->labels ? s->labels[step] : s->source.name;
}

/* false with a message: the file has no elements. */
static bool has_elements(const struct mesh_file *file, const char *name, struct messages *messages)
{
    if (file->mesh.elements) return true;
    message(messages, "%s: it has no elements with a volume or an area that are read", name);
    return false;
}

/* Puts a mesh behind another one. */
static bool append(struct mesh *to, const struct mesh *from)
{
    const size_t base = to->nodes;
    uint32_t part = 0, number = 0;
    for (size_t e = 0; e < to->elements; e++) {
        if (to->part[e] >= part) part = to->part[e] + 1;
        if (to->number[e] >= number) number = to->number[e] + 1;
    }
    for (size_t i = 0; i < from->nodes; i++)
        if (!mesh_add_node(to, from->x[i])) return false;
    for (size_t e = 0; e < from->elements; e++) {
        uint32_t node[MESH_MAX_CORNERS];
        const int n = mesh_cell_corners(from->cell[e]);
        for (int i = 0; i < n; i++) node[i] = (uint32_t)base + from->node[from->first[e] + (size_t)i];
        if (!mesh_add_element(to, from->cell[e], part + from->part[e], number + from->number[e], node))
            return false;
    }
    return true;
}

/* Joins the files of a step. */
static bool read_entries(const struct mesh_entry *entry, const struct mesh_entry *end, struct mesh_file *file,
                         struct messages *messages)
{
    const size_t step = entry->step;
    if (!mesh_read(entry->path, file, messages)) return false;
    bool full = has_elements(file, path_name(entry->path), messages);
    for (entry++; entry < end && entry->step == step; entry++) {
        struct mesh_file other = {.wanted = ""};
        const bool read = mesh_read(entry->path, &other, messages);
        full |= read && has_elements(&other, path_name(entry->path), messages);
        const bool fits =
            read && file->mesh.nodes + other.mesh.nodes < UINT32_MAX && append(&file->mesh, &other.mesh);
        if (read && !fits) message(messages, "%s: not enough memory for this mesh", entry->path);
        file->left_out += other.left_out;
        mesh_file_free(&other);
        if (!fits) return false;
    }
    return full;
}

/* A step of the one file that has all. What is wrong with the file is said once, not at every step. */
static bool read_whole(struct mesh_sequence *s, size_t step, struct mesh_file *file,
                       struct messages *messages)
{
    struct messages own = {0};
    if (s->vectors.n) file->wanted = s->vectors.step[step].name;
    const bool read = mesh_source_read(&s->source, file, &own) && has_elements(file, s->source.name, &own) &&
                      (!s->vectors.n || vector_steps_apply(&s->vectors, step, s->source.name, file, &own));
    if (!read || !s->told) messages_join(messages, &own);
    s->told = true;
    messages_free(&own);
    return read;
}

bool mesh_sequence_read(struct mesh_sequence *s, size_t step, struct mesh_file *file,
                        struct messages *messages)
{
    file->wanted = "";
    if (s->whole) return read_whole(s, step, file, messages);
    return read_entries(entry_of(s, step), s->list.entry + s->list.n, file, messages);
}

/* ---- From step to step ---- */

static void tell_body(const struct mesh_entry *body, double has, double lacks, struct messages *messages)
{
    const bool grouped = *body->group;
    message(messages,
            "%s: part %" PRIu64
            "%s%s%s is there at time %.17g, but not at %.17g: they are not steps of one model",
            path_name(body->path), body->part, grouped ? " of group \"" : "", body->group,
            grouped ? "\"" : "", has, lacks);
}

bool mesh_sequence_same_bodies(const struct mesh_sequence *s, size_t step, struct messages *messages)
{
    if (s->whole) return true;
    const struct mesh_entry *first = entry_of(s, step), *second = entry_of(s, step + 1),
                            *end = entry_of(s, step + 2);
    for (const struct mesh_entry *a = first, *b = second; a < second || b < end; a++, b++) {
        const int order = a == second ? 1 : b == end ? -1 : mesh_entry_compare_bodies(a, b);
        if (order < 0) tell_body(a, first->time, second->time, messages);
        if (order > 0) tell_body(b, second->time, first->time, messages);
        if (order) return false;
    }
    return true;
}

bool mesh_steps_match(const char *name_before, const struct mesh *before, const char *name_after,
                      const struct mesh *after, struct mesh_match *match, struct messages *messages)
{
    *match = (struct mesh_match){0};
    if (before->nodes != after->nodes) {
        message(messages, "%s: %zu nodes, but %s has %zu: they are not steps of one model", name_after,
                after->nodes, name_before, before->nodes);
        return false;
    }
    if (!mesh_match(before, after, match)) {
        message(messages, "%s: not enough memory for this mesh", name_after);
        return false;
    }
    if (match->deleted < before->elements) return true;
    message(messages, "%s: none of its elements is one of %s: they are not steps of one model", name_after,
            name_before);
    return false;
}
