/* Frames in, what both of a step have in common out. */
#include "vol-steps.h"
#include "../lib/mesh/check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cli_option vol_vectors_option(struct vol_vectors *v, unsigned i)
{
    const struct cli_option options[VOL_VECTORS_OPTIONS] = {
        {"vectors", 0, CLI_STRING, "NAME", "of one file: its steps are the vectors NAME0, NAME1, ...",
         &v->name, 0, 0, NULL, NULL},
        {"displacements", 0, CLI_FLAG, NULL, "the vectors are displacements; default: what their name says",
         &v->displacements, 0, 0, NULL, NULL},
        {"positions", 0, CLI_FLAG, NULL, "the vectors are positions", &v->positions, 0, 0, NULL, NULL}};
    return options[i];
}

bool vol_vectors_given(const struct vol_vectors *v)
{
    return v->name || v->displacements || v->positions;
}

void vol_vectors_check(const struct vol_vectors *v, size_t files)
{
    if (v->displacements && v->positions)
        cli_usage("options --displacements and --positions exclude each other");
    if (files > 1 && vol_vectors_given(v))
        cli_usage("options --vectors, --displacements and --positions are for one FILE");
}

struct mesh_sequence_options vol_vectors_sequence(const struct vol_vectors *v)
{
    return (struct mesh_sequence_options){v->name, v->displacements ? MESH_DISPLACEMENTS
                                                   : v->positions   ? MESH_POSITIONS
                                                                    : MESH_BY_NAME};
}

static void tell(struct vol_steps *s, struct messages *messages)
{
    if (cli_messages(messages)) s->trouble = true;
    messages_free(messages);
}

static void frame_free(struct vol_frame *frame)
{
    mesh_file_free(&frame->file);
    free(frame->absent);
    *frame = (struct vol_frame){0};
}

static void tell_single_frame(const struct mesh_sequence *sequence, struct messages *messages)
{
    const char *vectors = mesh_sequence_vectors(sequence), *name = mesh_sequence_name(sequence, 0);
    if (*vectors)
        message(messages,
                "%s: this is one frame, and nothing moves: it takes two to make a step; --vectors NAME takes "
                "one of the vectors of its nodes: %s",
                name, vectors);
    else
        message(messages, "%s: this is one frame, and nothing moves: it takes two to make a step", name);
}

bool vol_steps_open(struct vol_steps *s, char *const *files, size_t n,
                    const struct mesh_sequence_options *options)
{
    struct messages messages = {0};
    s->sequence = mesh_sequence_open((const char *const *)files, n, options, &messages);
    const size_t frames = s->sequence ? mesh_sequence_steps(s->sequence) : 0;
    if (frames == 1) tell_single_frame(s->sequence, &messages);
    tell(s, &messages);
    s->count = frames ? frames - 1 : 0;
    return s->count > 0;
}

void vol_steps_close(struct vol_steps *s)
{
    frame_free(&s->frame[0]);
    frame_free(&s->frame[1]);
    mesh_free(&s->mesh);
    mesh_sequence_free(s->sequence);
}

/* ---- Frames ---- */

/* Nodes that are nowhere are marked, and go where they are in nobody's way. */
static void mark_absent(struct vol_steps *s, struct vol_frame *frame, const char *name)
{
    struct mesh *mesh = &frame->file.mesh;
    struct messages messages = {0};
    for (size_t i = 0; i < mesh->nodes; i++) {
        double *x = mesh->x[i];
        if (isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2])) continue;
        if (!frame->absent) frame->absent = calloc(mesh->nodes, sizeof *frame->absent);
        if (!frame->absent) xnomem();
        frame->absent[i] = true;
        x[0] = x[1] = x[2] = 0;
        message_of(&messages, MESSAGE_RECORD,
                   "%s: node %zu has a position that is not a finite number: its elements are left out", name,
                   i);
    }
    s->lacks |= frame->absent != NULL;
    tell(s, &messages);
}

static void read_frame(struct vol_steps *s, struct vol_frame *frame, size_t index)
{
    struct messages messages = {0};
    frame_free(frame);
    frame->index = index;
    frame->here = mesh_sequence_read(s->sequence, index, &frame->file, &messages);
    tell(s, &messages);
    s->lacks |= !frame->here || frame->file.left_out;
    if (frame->here) mark_absent(s, frame, mesh_sequence_name(s->sequence, index));
}

/* The frames of step k; the one that was the last before may be the first now, and one that could not be read
 * is not read again. */
static bool read_frames(struct vol_steps *s, size_t k)
{
    const bool known = s->frame[1].index == k && k > 0;
    if (known) {
        frame_free(&s->frame[0]);
        s->frame[0] = s->frame[1];
        s->frame[1] = (struct vol_frame){0};
    } else {
        read_frame(s, &s->frame[0], k);
    }
    read_frame(s, &s->frame[1], k + 1);
    return s->frame[0].here && s->frame[1].here;
}

/* ---- Elements ---- */

static bool has_absent(const struct vol_frame *frame, size_t e)
{
    const struct mesh *mesh = &frame->file.mesh;
    for (size_t i = mesh->first[e]; frame->absent && i < mesh->first[e + 1]; i++)
        if (frame->absent[mesh->node[i]]) return true;
    return false;
}

/* Whether an element of the first frame takes part in the step. */
static bool takes_part(const struct vol_steps *s, const struct mesh_match *match, size_t e)
{
    return match->after[e] != MESH_NO_ELEMENT && !has_absent(&s->frame[0], e) &&
           !has_absent(&s->frame[1], match->after[e]);
}

static void check_element(const struct vol_steps *s, size_t e, struct messages *messages)
{
    const struct mesh *mesh = &s->frame[0].file.mesh;
    const enum mesh_problem problem = mesh_check_element(mesh, e);
    if (problem == MESH_FLAT)
        message_of(messages, MESSAGE_RECORD, "%s: element %u %s; it takes part as it is",
                   mesh_sequence_name(s->sequence, s->frame[0].index), mesh->number[e],
                   mesh_problem_text(problem));
}

/* The mesh of the step into one that is empty. */
static void make_mesh(struct vol_steps *s, const struct mesh_match *match, struct mesh *made)
{
    const struct mesh *mesh = &s->frame[0].file.mesh;
    struct messages messages = {0};
    for (size_t i = 0; i < mesh->nodes; i++)
        if (!mesh_add_node(made, mesh->x[i])) xnomem();
    for (size_t e = 0; e < mesh->elements; e++) {
        if (!takes_part(s, match, e)) continue;
        check_element(s, e, &messages);
        if (!mesh_add_element(made, mesh->cell[e], mesh->part[e], mesh->number[e],
                              &mesh->node[mesh->first[e]]))
            xnomem();
    }
    tell(s, &messages);
}

/* Whether two meshes have the same elements. */
static bool same_elements(const struct mesh *a, const struct mesh *b)
{
    const size_t n = a->elements;
    if (a->nodes != b->nodes || n != b->elements) return false;
    return !n || (!memcmp(a->cell, b->cell, n * sizeof *a->cell) &&
                  !memcmp(a->part, b->part, n * sizeof *a->part) &&
                  !memcmp(a->number, b->number, n * sizeof *a->number) &&
                  !memcmp(a->node, b->node, a->first[n] * sizeof *a->node));
}

/* Makes the mesh of the step the one at hand, unless that has the same elements. */
static void renew(struct vol_steps *s, const struct mesh_match *match)
{
    struct mesh made = {0};
    make_mesh(s, match, &made);
    s->renewed = !same_elements(&made, &s->mesh);
    if (s->renewed) {
        struct mesh old = s->mesh;
        s->mesh = made;
        made = old;
    }
    mesh_free(&made);
}

bool vol_steps_read(struct vol_steps *s, size_t k)
{
    struct mesh_match match = {0};
    struct messages messages = {0};
    if (!read_frames(s, k)) return false;
    const struct mesh *before = &s->frame[0].file.mesh, *after = &s->frame[1].file.mesh;
    const bool matched = mesh_sequence_same_bodies(s->sequence, k, &messages) &&
                         mesh_steps_match(mesh_sequence_name(s->sequence, k), before,
                                          mesh_sequence_name(s->sequence, k + 1), after, &match, &messages);
    tell(s, &messages);
    s->lacks |= !matched;
    s->deleted = match.deleted;
    s->added = match.added;
    if (matched) renew(s, &match);
    mesh_match_free(&match);
    s->x0 = (const double(*)[3])before->x;
    s->x1 = (const double(*)[3])after->x;
    return matched;
}
