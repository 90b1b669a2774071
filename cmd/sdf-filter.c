/* Records of kind S through the kernels. */
#include "sdf.h"
#include <math.h>
#include <string.h>

static const struct sdf_command *command(const struct filter *f)
{
    return (const struct sdf_command *)f;
}

static const struct ccdq_sdf_query *queries_of(const struct block *block)
{
    return (const struct ccdq_sdf_query *)(const void *)block->records.p;
}

static const char *problem(const struct filter *f, const struct block *block, size_t i, char *text,
                           size_t size)
{
    return sdf_query_problem(&queries_of(block)[i], sdf_solids(command(f)), text, size);
}

static void solve(const struct filter *f, struct block *block, struct ccdq_result *r,
                  struct ccdq_workspace *ws)
{
    const struct sdf_command *c = command(f);
    const struct ccdq_sdf_query *q = queries_of(block);
    char text[128];
    for (size_t i = 0; i < block->n; i++) {
        if (problem(f, block, i, text, sizeof text))
            r[i] = (struct ccdq_result){.id = q[i].id,
                                        .verdict = CCDQ_INVALID,
                                        .method = (uint16_t)c->method->number,
                                        .toi_lo = NAN,
                                        .toi_hi = NAN};
        else
            sdf_solve_query(c->method, &c->sdf, sdf_root(c, q[i].solid), &q[i], &c->options, &r[i], ws);
    }
}

/* Appends the contacts of the hit r. */
static void add_touches(const struct sdf_command *c, const struct ccdq_sdf_query *q,
                        const struct ccdq_result *r, struct buf *contacts, struct ccdq_workspace *ws)
{
    static const uint32_t corners[1][3] = {{0, 1, 2}};
    const struct sdf_touches to = {.contacts = contacts};
    const struct sdf_mesh triangle = {.nodes = 3, .triangles = 1, .x = q->x, .v = q->v, .triangle = corners};
    const struct sdf_answer answer = {
        .verdict = r->verdict, .toi_lo = r->toi_lo, .toi_hi = r->toi_hi, .w = {r->w[0], r->w[1]}};
    const struct ccdq_contact like = {.id = r->id, .part = {0, q->solid}};
    struct sdf_scene scene = {.sdf = &c->sdf, .root = sdf_root(c, q->solid)};
    sdf_motion_of_query(q, &scene.motion);
    sdf_touches_add(&to, &scene, &triangle, NULL, &c->options, &answer, &like, ws);
}

static void add_contacts(const struct filter *f, const struct block *block, const struct ccdq_result *r,
                         struct buf *contacts, struct ccdq_workspace *ws)
{
    for (size_t i = 0; i < block->n; i++)
        if (r[i].verdict == CCDQ_HIT) add_touches(command(f), &queries_of(block)[i], &r[i], contacts, ws);
}

static void remember(struct filter *f, const struct block *block, size_t i)
{
    ((struct sdf_command *)f)->first_query = queries_of(block)[i];
}

static void add_first_contact(const struct filter *f, struct buf *contacts, struct ccdq_workspace *ws)
{
    if (f->first.verdict == CCDQ_HIT)
        add_touches(command(f), &command(f)->first_query, &f->first, contacts, ws);
}

static void add_stats(const struct filter *f, struct buf *json)
{
    const struct sdf_body *body = &command(f)->body;
    if (!body->name) return;
    buf_printf(json,
               ", \"nodes\": %zu, \"triangles\": %zu, \"read_seconds\": %.6f, \"spheres_seconds\": %.6f, "
               "\"solve_seconds\": %.6f",
               body->mesh.nodes, body->mesh.elements, body->took.read, body->took.spheres, body->took.solve);
}

const struct solver sdf_solver = {.solve = solve,
                                  .problem = problem,
                                  .add_contacts = add_contacts,
                                  .remember = remember,
                                  .add_first_contact = add_first_contact,
                                  .add_stats = add_stats};
