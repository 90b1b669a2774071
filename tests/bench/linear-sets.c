#include "linear-sets.h"
#include "../../formats/stream.h"
#include "../../lib/gen/gen.h"
#include "bench.h"
#include <string.h>

static void judge(struct bench_set *set)
{
    struct ccdq_workspace *ws = ccdq_workspace_new();
    if (!ws) exit(2);
    set->draw = bench_at_most(set->n, SET_DRAW);
    set->touches = bench_alloc(set->draw, sizeof *set->touches);
    for (size_t i = 0; i < set->draw; i++) {
        struct ccdq_exact_answer answer;
        ccdq_exact_solve(&set->q[i], 1, CCDQ_WANT_VERDICT, &answer, ws);
        set->touches[i] = answer.verdict == CCDQ_HIT;
    }
    ccdq_workspace_free(ws);
}

static size_t frames(const struct bench_set *set)
{
    return (set->n + set->frame - 1) / set->frame;
}

static void make_mesh(const struct bench_set *set, size_t first, size_t n, struct vertex_set *vertices,
                      struct ccdq_indexed *mesh)
{
    *vertices = (struct vertex_set){0};
    for (size_t i = first; i < first + n; i++)
        for (int k = 0; k < 4; k++) {
            struct vertex v;
            memcpy(v.x[0], set->q[i].x[k], sizeof v.x[0]);
            memcpy(v.x[1], set->q[i].x[k + 4], sizeof v.x[1]);
            set->index[i][k] = vertex_set_find(vertices, &v, set->index[i], k);
        }
    *mesh = (struct ccdq_indexed){.type = set->type,
                                  .vertices = vertices->vertices.n / sizeof(struct vertex),
                                  .queries = n,
                                  .vertex = (const double(*)[2][3])(const void *)vertices->vertices.p,
                                  .index = (const uint32_t(*)[4])set->index + first,
                                  .first_id = first};
}

/* Queries in a frame: fewer where the vertices of the first ones are more than one holds. */
static size_t frame_of(const struct bench_set *set)
{
    struct vertex_set vertices;
    struct ccdq_indexed mesh;
    make_mesh(set, 0, bench_at_most(set->n, PACKER_QUERIES), &vertices, &mesh);
    vertex_set_free(&vertices);
    return mesh.vertices > PACKER_VERTICES ? PACKER_VERTICES / 4 : PACKER_QUERIES;
}

static void make_meshes(struct bench_set *set)
{
    set->index = bench_alloc(set->n, sizeof *set->index);
    set->frame = frame_of(set);
    set->mesh = bench_alloc(frames(set), sizeof *set->mesh);
    set->vertices = bench_alloc(frames(set), sizeof *set->vertices);
    for (size_t i = 0, first = 0; first < set->n; i++, first += set->frame)
        make_mesh(set, first, bench_at_most(set->n - first, set->frame), &set->vertices[i], &set->mesh[i]);
}

void bench_set_generate(struct bench_set *set, const char *family, unsigned type, size_t n)
{
    *set = (struct bench_set){.name = family, .type = type, .n = n, .q = bench_alloc(n, sizeof *set->q)};
    gen_linear_range(gen_find_family(gen_linear_families, family), type, SET_SEED, 0, n, set->q);
    judge(set);
    make_meshes(set);
}

void bench_set_handcrafted(struct bench_set *set, unsigned type)
{
    char path[64];
    snprintf(path, sizeof path, "tests/data/nyu-handcrafted-%s.csv.gz", ccdq_type_name(type));
    char *const files[] = {path};
    const struct reader_options options = {.from = FORM_NYU, .type = (int)type, .kinds = "Q", .parts = 1};
    struct reader *reader = reader_open(files, 1, &options);
    struct block block = {0};
    struct buf all = {0};
    struct messages messages = {0};
    *set = (struct bench_set){.name = "hand", .type = type};
    while (reader_next(reader, &block)) {
        block_decode(&block);
        buf_add(&all, block.records.p, block.n * sizeof *set->q);
        reader_account(reader, &block);
    }
    if (reader_finish(reader, &messages)) {
        fprintf(stderr, "%s cannot be read; run this from the top of the source tree\n", path);
        exit(2);
    }
    set->n = all.n / sizeof *set->q;
    set->q = bench_alloc(set->n, sizeof *set->q);
    memcpy(set->q, all.p, all.n);
    block_free(&block);
    buf_free(&all);
    messages_free(&messages);
    judge(set);
    make_meshes(set);
}

void bench_set_free(struct bench_set *set)
{
    free(set->q);
    free(set->touches);
    free(set->index);
    for (size_t i = 0; i < frames(set); i++) vertex_set_free(&set->vertices[i]);
    free(set->vertices);
    free(set->mesh);
}
