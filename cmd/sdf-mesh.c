/* A mesh as a whole: when it first touches, and where. */
#include "sdf.h"
#include <math.h>
#include <stdlib.h>

void sdf_put(struct sdf_command *c, struct chunk *chunk, char kind, const void *records, size_t n)
{
    const struct cli_common *common = &c->filter.common;
    chunk->frame_records = FRAME_RECORDS;
    chunk_encode(chunk, kind, records, n, (struct run){0, 0, 1}, (enum form)common->to, (int)common->level);
    filter_put(&c->filter, chunk);
}

void sdf_put_contacts(struct sdf_command *c, struct chunk *chunk, struct buf *contacts)
{
    struct ccdq_contact *contact = (struct ccdq_contact *)(void *)contacts->p;
    const size_t n = contacts->n / sizeof *contact;
    for (size_t i = 0; i < n; i++) contact[i].element[0] = c->body.mesh.number[contact[i].element[0]];
    sdf_put(c, chunk, 'C', contact, n);
}

struct ccdq_result sdf_result_of(const struct sdf_command *c, const struct sdf_answer *answer, uint64_t id)
{
    const bool hit = answer->verdict == CCDQ_HIT;
    return (struct ccdq_result){.id = id,
                                .verdict = answer->verdict,
                                .flags = answer->flags,
                                .method = (uint16_t)c->method->number,
                                .evals = answer->evals,
                                .toi_lo = answer->toi_lo,
                                .toi_hi = answer->toi_hi,
                                .w = {hit ? answer->w[0] : 0, hit ? answer->w[1] : 0}};
}

/* ---- The contacts of the whole mesh, as they come ---- */

struct sink {
    struct sdf_command *c;
    struct sdf_seen *seen;
    struct buf contacts;
    struct chunk chunk;
};

static void put_contacts(void *context)
{
    struct sink *s = context;
    const struct ccdq_contact *contacts = (const struct ccdq_contact *)(const void *)s->contacts.p;
    const size_t n = s->contacts.n / sizeof *contacts;
    if (s->seen->first) buf_add(&s->seen->contacts, s->contacts.p, s->contacts.n);
    for (size_t i = 0; s->seen->first && i < n; i++)
        s->seen->first[contacts[i].element[0]] = contacts[i].toi_lo;
    if (s->c->filter.contacts) sdf_put_contacts(s->c, &s->chunk, &s->contacts);
    s->contacts.n = 0;
}

static void find_contacts(struct sdf_command *c, const struct sdf_spheres *spheres,
                          const struct sdf_answer *answer, struct sdf_seen *seen)
{
    const struct sdf_body *body = &c->body;
    struct sink sink = {.c = c, .seen = seen};
    const struct sdf_touches to = {&sink.contacts, &body->mesh, put_contacts, &sink};
    const struct ccdq_contact like = {.part = {0, body->motion.solid}};
    sdf_touches_add(&to, &body->scene, &body->moving, spheres, &c->options, answer, &like,
                    c->filter.workspaces[0]);
    put_contacts(&sink);
    buf_free(&sink.contacts);
    chunk_free(&sink.chunk);
}

/* ---- The first contact ---- */

/* false after a message. */
static bool solve_whole(struct sdf_command *c, struct sdf_seen *seen)
{
    struct sdf_body *body = &c->body;
    struct sdf_spheres spheres;
    struct sdf_answer answer;
    struct chunk chunk = {0};
    const double start = cli_seconds();
    if (!sdf_spheres_build(&spheres, &body->moving, &body->scene.motion)) {
        cli_message("%s: not enough memory for spheres around its triangles; it is not solved", body->name);
        return false;
    }
    const double built = cli_seconds();
    c->method->first(&body->scene, &body->moving, &spheres, &c->options, &answer, c->filter.workspaces[0]);
    body->took.spheres = built - start;
    body->took.solve = cli_seconds() - built;
    const struct ccdq_result r = sdf_result_of(c, &answer, 0);
    filter_count(&c->filter, &r, 1);
    sdf_put(c, &chunk, 'R', &r, 1);
    chunk_free(&chunk);
    seen->earliest = answer.toi_lo;
    if (answer.verdict == CCDQ_HIT && (c->filter.contacts || seen->first))
        find_contacts(c, &spheres, &answer, seen);
    sdf_spheres_free(&spheres);
    return true;
}

/* ---- The command ---- */

/* The output is open. */
static bool solve(struct filter *f, char **files, size_t n_files, struct messages *messages)
{
    (void)files, (void)n_files, (void)messages;
    struct sdf_command *c = (struct sdf_command *)f;
    struct sdf_seen seen = {.earliest = INFINITY};
    const size_t n = c->body.mesh.elements;
    if (c->vtp && !(seen.first = malloc((n + 1) * sizeof *seen.first))) xnomem();
    for (size_t i = 0; seen.first && i < n; i++) seen.first[i] = NAN;
    const bool solved = c->all ? sdf_all_run(c, &seen) : solve_whole(c, &seen);
    if (c->vtp && solved) sdf_picture_write(c, &seen);
    free(seen.first);
    buf_free(&seen.contacts);
    return solved && !c->body.lacks;
}

int sdf_mesh_run(struct sdf_command *c)
{
    const double start = cli_seconds();
    const bool read = sdf_body_read(c);
    c->body.took.read = cli_seconds() - start;
    const int status = read ? filter_run_body(&c->filter, solve, NULL, 0) : CLI_TROUBLE;
    sdf_body_free(&c->body);
    return status;
}
