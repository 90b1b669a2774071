/* Each triangle of a mesh on its own: ranges of them through the pipeline. */
#include "pipeline.h"
#include "sdf.h"
#include <string.h>

struct range {
    size_t first, n;
    bool solved;
    struct sdf_answer answers[FRAME_RECORDS];
    struct ccdq_result results[FRAME_RECORDS];
    struct buf queries, contacts;
    struct chunk chunk;
};

struct ranges {
    struct sdf_command *c;
    struct sdf_seen *seen;
    size_t next;
    bool failed;
};

static int produce(void *context, void *p)
{
    struct ranges *all = context;
    struct range *range = p;
    const size_t left = all->c->body.mesh.elements - all->next;
    range->first = all->next;
    range->n = left < FRAME_RECORDS ? left : FRAME_RECORDS;
    all->next += range->n;
    return range->n > 0;
}

/* Some of the triangles. */
static struct sdf_mesh part_of(const struct sdf_mesh *mesh, size_t first, size_t n)
{
    struct sdf_mesh part = *mesh;
    part.triangle += first;
    part.triangles = n;
    return part;
}

static void add_contacts(const struct sdf_command *c, struct range *range, struct ccdq_workspace *ws)
{
    const struct sdf_body *body = &c->body;
    const struct sdf_touches to = {.contacts = &range->contacts, .of = &body->mesh};
    for (size_t i = 0; i < range->n; i++) {
        struct sdf_answer answer = range->answers[i];
        if (answer.verdict != CCDQ_HIT) continue;
        const size_t triangle = range->first + i;
        const struct sdf_mesh one = part_of(&body->moving, triangle, 1);
        const struct ccdq_contact like = {.id = body->mesh.number[triangle],
                                          .part = {0, body->motion.solid},
                                          .element = {(uint32_t)triangle, 0}};
        answer.triangle = 0;
        sdf_touches_add(&to, &body->scene, &one, NULL, &c->options, &answer, &like, ws);
    }
}

static void work(void *context, unsigned worker, void *p)
{
    const struct ranges *all = context;
    const struct sdf_command *c = all->c;
    struct range *range = p;
    struct ccdq_workspace *ws = c->filter.workspaces[worker];
    const struct sdf_mesh part = part_of(&c->body.moving, range->first, range->n);
    struct sdf_spheres spheres;
    range->queries.n = range->contacts.n = 0;
    range->solved = sdf_spheres_build(&spheres, &part, &c->body.scene.motion);
    if (!range->solved) return;
    c->method->each(&c->body.scene, &part, &spheres, &c->options, range->answers, ws);
    sdf_spheres_free(&spheres);
    for (size_t i = 0; i < range->n; i++)
        range->results[i] = sdf_result_of(c, &range->answers[i], c->body.mesh.number[range->first + i]);
    if (c->filter.contacts || all->seen->first) add_contacts(c, range, ws);
    for (size_t i = 0; c->filter.keep && i < range->n; i++) {
        const struct ccdq_sdf_query q = sdf_body_query(&c->body, range->first + i);
        buf_add(&range->queries, &q, sizeof q);
    }
}

static void look(struct sdf_seen *seen, const struct range *range)
{
    for (size_t i = 0; i < range->n; i++) {
        const struct ccdq_result *r = &range->results[i];
        if (r->verdict != CCDQ_HIT && r->verdict != CCDQ_UNRESOLVED) continue;
        if (r->toi_lo < seen->earliest) seen->earliest = r->toi_lo;
        if (seen->first && r->verdict == CCDQ_HIT) seen->first[range->first + i] = r->toi_lo;
    }
    if (seen->first) buf_add(&seen->contacts, range->contacts.p, range->contacts.n);
}

static int consume(void *context, void *p)
{
    struct ranges *all = context;
    struct sdf_command *c = all->c;
    struct range *range = p;
    if (!range->solved) {
        cli_message(
            "%s: triangles %zu to %zu: not enough memory for spheres around them; they are not solved",
            c->body.name, range->first, range->first + range->n - 1);
        all->failed = true;
        return 0;
    }
    filter_count(&c->filter, range->results, range->n);
    if (c->filter.keep) sdf_put(c, &range->chunk, 'S', range->queries.p, range->n);
    sdf_put(c, &range->chunk, 'R', range->results, range->n);
    look(all->seen, range);
    if (c->filter.contacts) sdf_put_contacts(c, &range->chunk, &range->contacts);
    cli_progress(&c->filter.common, "triangles", filter_answered(&c->filter));
    return 0;
}

static void release(void *p)
{
    struct range *range = p;
    buf_free(&range->queries);
    buf_free(&range->contacts);
    chunk_free(&range->chunk);
}

bool sdf_all_run(struct sdf_command *c, struct sdf_seen *seen)
{
    static const struct pipeline pipeline = {sizeof(struct range), produce, work, consume, release, NULL, 0};
    struct ranges all = {.c = c, .seen = seen};
    const double start = cli_seconds();
    const int stopped = pipeline_run(&pipeline, &all, (unsigned)c->filter.common.jobs);
    if (stopped) cli_message("out of memory, or threads cannot be started");
    c->body.took.solve = cli_seconds() - start;
    return !stopped && !all.failed;
}
