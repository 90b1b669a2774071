#include "sdf-sets.h"
#include "../../formats/mesh-read.h"
#include "../../formats/sdf-json.h"
#include "../../lib/gen/gen.h"
#include "../../lib/mesh/surface.h"
#include "bench.h"
#include <math.h>

enum { SEED = 1 };
#define WIDTH 0.1

static void give_up(const struct messages *messages)
{
    fprintf(stderr, "%.*s\n", (int)messages->text.n, (const char *)messages->text.p);
    exit(2);
}

void sdf_set_solid(struct sdf *sdf, const char *json)
{
    struct buf roots = {0};
    struct messages messages = {0};
    if (!sdf_json_read(sdf, &roots, "solid", json, strlen(json), &messages)) give_up(&messages);
    buf_free(&roots);
    messages_free(&messages);
}

/* ---- Models ---- */

/* Puts the middle of its box into the origin and makes its longest side WIDTH. */
static void fit(struct sdf_model *model)
{
    double middle[3], longest = 0;
    for (int k = 0; k < 3; k++) {
        double lo = INFINITY, hi = -INFINITY;
        for (size_t i = 0; i < model->nodes; i++) {
            lo = fmin(lo, model->x[i][k]);
            hi = fmax(hi, model->x[i][k]);
        }
        middle[k] = 0.5 * (lo + hi);
        longest = fmax(longest, hi - lo);
    }
    for (size_t i = 0; i < model->nodes; i++)
        for (int k = 0; k < 3; k++) model->x[i][k] = (model->x[i][k] - middle[k]) * (WIDTH / longest);
}

bool sdf_model_read(struct sdf_model *model, const char *file)
{
    const char *folder = getenv("CCDQ_BENCH_DATA");
    char path[1024];
    struct mesh_file read = {.wanted = ""};
    struct messages messages = {0};
    struct mesh triangles = {0};
    if (!folder || snprintf(path, sizeof path, "%s/sdf/%s", folder, file) >= (int)sizeof path) {
        printf("%-26s skipped: set CCDQ_BENCH_DATA\n", file);
        return false;
    }
    const bool good = mesh_read(path, &read, &messages) && mesh_split_quads(&read.mesh, &triangles);
    if (!good) printf("%-26s skipped: %.*s", file, (int)messages.text.n, (const char *)messages.text.p);
    mesh_file_free(&read);
    messages_free(&messages);
    if (!good) return false;
    *model = (struct sdf_model){triangles.nodes, triangles.elements, NULL, NULL};
    model->x = bench_alloc(model->nodes, sizeof *model->x);
    model->triangle = bench_alloc(model->triangles, sizeof *model->triangle);
    memcpy(model->x, triangles.x, model->nodes * sizeof *model->x);
    memcpy(model->triangle, triangles.node, model->triangles * sizeof *model->triangle);
    mesh_free(&triangles);
    fit(model);
    return true;
}

/* Rings of nodes from pole to pole, as many as there are around. */
void sdf_model_ball(struct sdf_model *model, size_t triangles)
{
    const size_t around = (size_t)sqrt((double)triangles), rings = around / 2;
    const double pi = 3.14159265358979323846;
    *model = (struct sdf_model){around * (rings + 1), 2 * around * rings, NULL, NULL};
    model->x = bench_alloc(model->nodes, sizeof *model->x);
    model->triangle = bench_alloc(model->triangles, sizeof *model->triangle);
    for (size_t i = 0; i <= rings; i++)
        for (size_t j = 0; j < around; j++) {
            const double up = pi * (double)i / (double)rings, turn = 2 * pi * (double)j / (double)around;
            const double radius = 1 + 0.1 * sin(5 * up) * cos(4 * turn);
            double *x = model->x[i * around + j];
            x[0] = radius * sin(up) * cos(turn);
            x[1] = radius * sin(up) * sin(turn);
            x[2] = radius * cos(up);
        }
    for (size_t i = 0; i < rings; i++)
        for (size_t j = 0; j < around; j++) {
            const uint32_t a = (uint32_t)(i * around + j), b = (uint32_t)(i * around + (j + 1) % around);
            uint32_t(*t)[3] = &model->triangle[2 * (i * around + j)];
            t[0][0] = a, t[0][1] = a + (uint32_t)around, t[0][2] = b + (uint32_t)around;
            t[1][0] = a, t[1][1] = b + (uint32_t)around, t[1][2] = b;
        }
    fit(model);
}

void sdf_model_free(struct sdf_model *model)
{
    free(model->x);
    free(model->triangle);
}

/* ---- Steps ---- */

static void make_room(struct sdf_step *step, size_t nodes, size_t triangles)
{
    step->x = bench_alloc(nodes, sizeof *step->x);
    step->triangle = bench_alloc(triangles, sizeof *step->triangle);
    step->mesh = (struct sdf_mesh){.nodes = nodes, .triangles = triangles, .one_v = true};
}

static void finish(struct sdf_step *step, const struct ccdq_sdf_query *motion)
{
    memcpy(step->v, motion->v, sizeof step->v);
    step->mesh.x = (const double(*)[3])step->x;
    step->mesh.v = (const double(*)[3])step->v;
    step->mesh.triangle = (const uint32_t(*)[3])step->triangle;
    step->speed = sqrt(vec3_dot((struct vec3){step->v[0][0], step->v[0][1], step->v[0][2]},
                                (struct vec3){step->v[0][0], step->v[0][1], step->v[0][2]}));
    sdf_motion_of_query(motion, &step->motion);
    const double start = bench_seconds();
    if (!sdf_spheres_build(&step->spheres, &step->mesh, &step->motion)) exit(2);
    step->build_seconds = bench_seconds() - start;
}

void sdf_step_triangle(struct sdf_step *step, uint64_t k)
{
    struct ccdq_sdf_query q;
    make_room(step, 3, 1);
    gen_sdf_range(gen_find_family(gen_sdf_families, "torus-triangle"), SEED, k, 1, &q);
    memcpy(step->x, q.x, sizeof q.x);
    for (uint32_t i = 0; i < 3; i++) step->triangle[0][i] = i;
    finish(step, &q);
}

void sdf_step_shuriken(struct sdf_step *step, uint64_t k)
{
    struct ccdq_sdf_query motion;
    make_room(step, GEN_SHURIKEN_NODES, GEN_SHURIKEN_TRIANGLES);
    gen_shuriken_start(SEED, k, step->x, &motion);
    gen_shuriken_triangles(step->triangle);
    finish(step, &motion);
}

void sdf_step_model(struct sdf_step *step, const struct sdf_model *model, uint64_t k)
{
    static double unused[GEN_SHURIKEN_NODES][3];
    struct ccdq_sdf_query motion;
    make_room(step, model->nodes, model->triangles);
    gen_shuriken_start(SEED, k, unused, &motion);
    memcpy(step->triangle, model->triangle, model->triangles * sizeof *step->triangle);
    for (size_t i = 0; i < model->nodes; i++)
        for (int a = 0; a < 3; a++) step->x[i][a] = model->x[i][a] + motion.centre[a];
    finish(step, &motion);
}

void sdf_step_free(struct sdf_step *step)
{
    sdf_spheres_free(&step->spheres);
    free(step->x);
    free(step->triangle);
}
