/* Families of vectors: displacement0, displacement1, ... */
#include "mesh-vectors.h"
#include "number.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void vector_steps_free(struct vector_steps *steps)
{
    free(steps->step);
    *steps = (struct vector_steps){0};
}

/* The length of a name without its number and what joins both; the number, or UINT64_MAX without one. */
static size_t stem(const char *name, uint64_t *number)
{
    size_t n = strlen(name), digits = 0;
    while (digits < n && name[n - digits - 1] >= '0' && name[n - digits - 1] <= '9') digits++;
    if (!number_parse_uint(name + n - digits, digits, UINT64_MAX - 1, number)) {
        *number = UINT64_MAX;
        return n;
    }
    n -= digits;
    return n && strchr("_-. ", name[n - 1]) ? n - 1 : n;
}

/* What a name says of itself; MESH_BY_NAME: nothing. */
static enum mesh_meaning meaning_of(const char *name, size_t n)
{
    if ((n >= 4 && !strncasecmp(name, "disp", 4)) || (n == 1 && (*name | 32) == 'u'))
        return MESH_DISPLACEMENTS;
    if ((n >= 3 && !strncasecmp(name, "pos", 3)) || (n >= 5 && !strncasecmp(name, "coord", 5)))
        return MESH_POSITIONS;
    return MESH_BY_NAME;
}

static int by_stem(const void *a, const void *b)
{
    const struct vector_step *p = a, *q = b;
    const int order = strncmp(p->name, q->name, p->stem < q->stem ? p->stem : q->stem);
    if (order || p->stem != q->stem) return order ? order : p->stem < q->stem ? -1 : 1;
    return (p->number > q->number) - (p->number < q->number);
}

static bool same_family(const struct vector_step *a, const struct vector_step *b)
{
    return a->stem == b->stem && !memcmp(a->name, b->name, a->stem);
}

/* Are vectors of this name, without its number, those that the options mean? */
static bool is_meant(const struct vector_step *step, const struct mesh_sequence_options *options)
{
    if (options->vectors)
        return strlen(options->vectors) == step->stem && !memcmp(options->vectors, step->name, step->stem);
    return options->meaning != MESH_BY_NAME || meaning_of(step->name, step->stem) != MESH_BY_NAME;
}

/* All vectors with a number, family by family. */
static void collect(struct vector_steps *steps, const struct mesh_file *file)
{
    steps->step = calloc(file->n_vectors + 2, sizeof *steps->step);
    if (!steps->step) xnomem();
    for (size_t i = 0; i < file->n_vectors; i++) {
        struct vector_step *step = &steps->step[steps->n];
        memcpy(step->name, file->vectors[i].name, sizeof step->name);
        step->stem = stem(step->name, &step->number);
        steps->n += step->number != UINT64_MAX;
    }
    qsort(steps->step, steps->n, sizeof *steps->step, by_stem);
}

/* Keeps the one family that is meant, and nothing if none is. Without being named it must have several
 * members. false with a message: it could be another one, too. */
static bool keep_family(struct vector_steps *steps, const char *name,
                        const struct mesh_sequence_options *options, struct messages *messages)
{
    struct vector_step *step = steps->step;
    size_t first = 0, kept = 0;
    for (size_t i = 0, end; i < steps->n; i = end) {
        for (end = i + 1; end < steps->n && same_family(&step[i], &step[end]);) end++;
        if (!is_meant(&step[i], options) || (end - i < 2 && !options->vectors)) continue;
        if (kept) {
            message(messages, "%s: it must be told which vectors are its steps, such as %s or %s", name,
                    step[first].name, step[i].name);
            return false;
        }
        first = i;
        kept = end - i;
    }
    memmove(step, step + first, kept * sizeof *step);
    steps->n = kept;
    return true;
}

/* Finds vectors that have just the name in the options: they are the step behind the file's own positions. */
static bool find_lone(struct vector_steps *steps, const struct mesh_file *file, const char *wanted)
{
    bool there = false;
    for (size_t i = 0; wanted && i < file->n_vectors; i++) there |= !strcmp(file->vectors[i].name, wanted);
    if (!there) return false;
    steps->n = 2;
    steps->step[0] = (struct vector_step){0};
    steps->step[1] = (struct vector_step){.number = 1, .stem = strlen(wanted)};
    memcpy(steps->step[1].name, wanted, strlen(wanted) + 1);
    return true;
}

bool vector_steps_find(struct vector_steps *steps, const char *name, const struct mesh_file *file,
                       const struct mesh_sequence_options *options, struct messages *messages)
{
    collect(steps, file);
    if (!find_lone(steps, file, options->vectors) && !keep_family(steps, name, options, messages))
        return false;
    if (steps->n == 0) {
        if (options->vectors)
            message(messages, "%s: there are no vectors \"%s\" of the nodes", name, options->vectors);
        return !options->vectors;
    }
    const struct vector_step *last = &steps->step[steps->n - 1];
    const enum mesh_meaning meaning =
        options->meaning != MESH_BY_NAME ? options->meaning : meaning_of(last->name, last->stem);
    steps->displacements = meaning == MESH_DISPLACEMENTS;
    if (meaning != MESH_BY_NAME) return true;
    message(messages, "%s: it must be told whether the vectors %s are displacements or positions", name,
            last->name);
    return false;
}

bool vector_steps_apply(const struct vector_steps *steps, size_t step, const char *name,
                        struct mesh_file *file, struct messages *messages)
{
    const char *wanted = steps->step[step].name;
    const struct mesh_vectors *found = NULL;
    if (!*wanted) return true;
    for (size_t i = 0; i < file->n_vectors && !found; i++)
        if (file->vectors[i].v && !strcmp(file->vectors[i].name, wanted)) found = &file->vectors[i];
    if (!found) {
        message(messages, "%s: the vectors %s could not be read", name, wanted);
        return false;
    }
    for (size_t i = 0; i < file->mesh.nodes; i++)
        for (int k = 0; k < 3; k++)
            file->mesh.x[i][k] = steps->displacements ? file->mesh.x[i][k] + found->v[i][k] : found->v[i][k];
    return true;
}
