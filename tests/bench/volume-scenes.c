#include "volume-scenes.h"
#include "../../formats/mesh-read.h"
#include "../../lib/gen/gen.h"
#include "bench.h"
#include <math.h>

/* Where a scene comes from: a family that is made here, some of its steps; two files; or one that waves run
 * through. */
static const struct source {
    const char *name, *family, *file[2];
    unsigned step[MOST_STEPS], steps; /* of a family: they begin at these */
    const char *truth[2];
    double paper_ms, rival_ms;
} sources[] = {
    /* until three bodies are in touch, and where they are deep in each other */
    {.name = "octopi", .family = "octopi", .step = {0, 4, 8, 12, 16, 20}, .steps = 6, .paper_ms = 75},
    {.name = "octopi, deep", .family = "octopi", .step = {24, 28, 32}, .steps = 3},
    {.name = "twist", .family = "twist", .step = {8, 24, 36}, .steps = 3},
    {.name = "twist-tets", .family = "twist-tets", .step = {8, 24, 36}, .steps = 3},
    {.name = "twist-tets, deep", .family = "twist-tets", .step = {40}, .steps = 1},
    {.name = "armadillo-rollers",
     .file = {"surf_pairs/armadillo-rollers_frames_326.ply.gz",
              "surf_pairs/armadillo-rollers_frames_327.ply.gz"},
     .truth = {"truth/armadillo-rollers_vf.txt.gz", "truth/armadillo-rollers_ee.txt.gz"},
     .rival_ms = 2142},
    {.name = "rod-twist",
     .file = {"surf_pairs/rod-twist_frames_3036.ply.gz", "surf_pairs/rod-twist_frames_3037.ply.gz"},
     .truth = {"truth/rod-twist_vf.txt.gz", "truth/rod-twist_ee.txt.gz"},
     .rival_ms = 726},
    {.name = "cloth-funnel",
     .file = {"surf_pairs/cloth-funnel_frames_227.ply.gz", "surf_pairs/cloth-funnel_frames_228.ply.gz"},
     .truth = {"truth/cloth-funnel_vf.txt.gz", "truth/cloth-funnel_ee.txt.gz"}},
    {.name = "can_crush 2-3", .file = {"seq/can_crush_hex/can_2.vtu", "seq/can_crush_hex/can_3.vtu"}},
    {.name = "raptor", .file = {"tet/raptorTetra_19409.vtu"}},
    {.name = "octocat", .file = {"tet/octocat_21k_msh41.msh"}},
    {.name = "mat", .file = {"tet/mat100x100t40_59k_msh41.msh.gz"}},
};
const size_t volume_scenes = sizeof sources / sizeof *sources;

bool volume_bench_path(char *path, size_t size, const char *file)
{
    const char *folder = getenv("CCDQ_BENCH_DATA");
    return folder && snprintf(path, size, "%s/volume/%s", folder, file) < (int)size;
}

/* false with a line that says what is not there. */
static bool read_mesh(const char *name, const char *file, struct mesh *mesh)
{
    char path[1024];
    struct mesh_file f = {.wanted = ""};
    struct messages messages = {0};
    const bool there = volume_bench_path(path, sizeof path, file);
    const bool read = there && mesh_read(path, &f, &messages);
    if (!there)
        printf("%s: skipped, needs %s of CCDQ_BENCH_DATA\n", name, file);
    else if (!read)
        printf("%s: skipped: %.*s", name, (int)messages.text.n, (char *)messages.text.p);
    if (read) {
        *mesh = f.mesh;
        f.mesh = (struct mesh){0};
    }
    mesh_file_free(&f);
    messages_free(&messages);
    return read;
}

/* Room for the steps; their positions are those of the mesh. */
static void add_steps(struct volume_scene *s, size_t n)
{
    s->steps = n;
    s->x = bench_alloc(2 * n, sizeof *s->x);
    for (size_t i = 0; i < 2 * n; i++) {
        s->x[i] = bench_alloc(s->mesh.nodes + 1, sizeof **s->x);
        memcpy(s->x[i], s->mesh.x, s->mesh.nodes * sizeof **s->x);
    }
}

enum { SEED = 1 };

static bool generate(struct volume_scene *s, const struct source *source)
{
    const struct gen_family *family = gen_find_family(gen_volume_families, source->family);
    if (!gen_volume_mesh(family, SEED, family->size, &s->mesh)) exit(2);
    add_steps(s, source->steps);
    for (size_t i = 0; i < 2 * s->steps; i++)
        gen_volume_positions(family, SEED, family->size, source->step[i / 2] + i % 2, s->x[i]);
    return true;
}

/* Moves a point by four waves, each across half of the size of the model or more; the same at every run. */
static void wave(const double low[3], double size, double x[3])
{
    static const struct {
        double count[3], phase, strength[3];
    } waves[] = {{{1.1, 0.3, 0.2}, 0.5, {0.4, 1, 0.7}},
                 {{0.2, 1.3, 0.4}, 1.9, {1, -0.3, 0.6}},
                 {{0.4, -0.5, 1.2}, 3.1, {-0.6, 0.8, 0.5}},
                 {{1.4, 0.9, -1.1}, 4.4, {0.5, 0.4, -0.9}}};
    double moved[3] = {x[0], x[1], x[2]};
    for (size_t w = 0; w < sizeof waves / sizeof *waves; w++) {
        double angle = waves[w].phase;
        for (int k = 0; k < 3; k++) angle += 2 * acos(-1) * waves[w].count[k] * (x[k] - low[k]) / size;
        for (int k = 0; k < 3; k++) moved[k] += 0.02 * size * waves[w].strength[k] * sin(angle);
    }
    memcpy(x, moved, sizeof moved);
}

static void run_waves(struct volume_scene *s)
{
    double low[3], size = 0;
    for (int k = 0; k < 3; k++) {
        double high = -INFINITY;
        low[k] = INFINITY;
        for (size_t i = 0; i < s->mesh.nodes; i++) {
            low[k] = fmin(low[k], s->mesh.x[i][k]);
            high = fmax(high, s->mesh.x[i][k]);
        }
        size = fmax(size, high - low[k]);
    }
    for (size_t i = 0; i < s->mesh.nodes; i++) wave(low, size, s->x[1][i]);
}

static bool read_frames(struct volume_scene *s, const struct source *source)
{
    struct mesh second = {0};
    if (!read_mesh(s->name, source->file[0], &s->mesh)) return false;
    add_steps(s, 1);
    if (!source->file[1]) {
        run_waves(s);
        return true;
    }
    const bool read = read_mesh(s->name, source->file[1], &second) && second.nodes == s->mesh.nodes;
    if (read) memcpy(s->x[1], second.x, second.nodes * sizeof *second.x);
    mesh_free(&second);
    return read;
}

bool volume_scene_load(struct volume_scene *s, size_t i)
{
    const struct source *source = &sources[i];
    *s = (struct volume_scene){.name = source->name,
                               .truth = {source->truth[0], source->truth[1]},
                               .paper_ms = source->paper_ms,
                               .rival_ms = source->rival_ms};
    return source->family ? generate(s, source) : read_frames(s, source);
}

void volume_scene_free(struct volume_scene *s)
{
    for (size_t i = 0; i < 2 * s->steps; i++) free(s->x[i]);
    free(s->x);
    mesh_free(&s->mesh);
}
