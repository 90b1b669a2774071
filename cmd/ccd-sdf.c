/* ccd-sdf: when does a moving triangle, or a mesh of them, touch a solid? */
#include "sdf.h"
#include "../formats/output.h"
#include "../formats/sdf-json.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

size_t sdf_solids(const struct sdf_command *c)
{
    return c->roots.n / sizeof(size_t);
}

size_t sdf_root(const struct sdf_command *c, uint32_t solid)
{
    return ((const size_t *)(const void *)c->roots.p)[solid];
}

static struct filter_method method_at(size_t i)
{
    const struct sdf_method *m = &sdf_methods[i];
    return (struct filter_method){m->name, m->tier, m->summary};
}

static const char more[] =
    "With --mesh the one result is that of the whole mesh, with the id 0; else FILEs are streams of\n"
    "triangles (kind S), read in order; without one, or where it is -, standard input. A spin of two\n"
    "pi (6.283185307179586) is a turn a unit of time. Results are written as ccd or csv.\n"
    "Exit status: 0 done, 2 trouble (usage, bad or incomplete input, I/O).\n"
    "\n"
    "    ccd-sdf --sdf torus.json --mesh shuriken.obj --velocity 0,0,-1 --spin 0,0,12.6 --to csv\n"
    "    ccd-sdf --sdf scene.json --mesh cloth0.ply --end-mesh cloth1.ply --open --all --contacts\n"
    "    ccd-sdf --sdf scene.json --keep triangles.ccd | ccd-verify --sdf scene.json --exact -\n";

/* What was given that has to be looked at behind the options. */
struct seen {
    const char *sdf;
    int method;
    uint64_t max_iter, max_mem, substeps;
    bool substeps_given;
    bool of_mesh[13]; /* options that go with --mesh only, as they stand in the table; the first ones not with
                         --end-mesh */
};
enum { MOVING = 4 };

/* Ends the command where options do not fit together. */
static void check_mesh_options(const struct sdf_command *c, const struct seen *seen,
                               const struct cli_option *options, bool files)
{
    const struct sdf_given *given = &c->given;
    const struct cli_common *common = &c->filter.common;
    for (const struct cli_option *o = options; o->name; o++) {
        const bool of_mesh = o->seen >= seen->of_mesh && o->seen < seen->of_mesh + sizeof seen->of_mesh;
        if (!of_mesh || !*o->seen) continue;
        if (!given->mesh) cli_usage("option --%s is for --mesh", o->name);
        if (given->end_mesh && o->seen < seen->of_mesh + MOVING)
            cli_usage("options --end-mesh and --%s exclude each other", o->name);
    }
    if (!given->mesh) return;
    const double *q = given->pose + 3;
    if (files) cli_usage("with --mesh no other FILE is read");
    if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0)
        cli_usage("option --pose: the quaternion is 0, which is no turn");
    if (common->from != FORM_SNIFF) cli_usage("options --mesh and --from exclude each other");
    if (common->part[1] > 1) cli_usage("options --mesh and --part exclude each other");
    if (c->filter.earliest)
        cli_usage("options --mesh and --earliest exclude each other: it is what --mesh does");
    if (c->filter.keep && !c->all) cli_usage("options --mesh and --keep only go together with --all");
    const char *output = common->output ? common->output : "-";
    cli_apart("output", output, "vtp", c->vtp);
    cli_apart("vtp", c->vtp, "stats", common->stats);
}

/* Standard input can be read for one thing only. */
static void check_inputs(const struct sdf_command *c, const struct seen *seen, int n, char **files)
{
    const char *const named[] = {seen->sdf, c->given.mesh, c->given.end_mesh};
    int standard = !c->given.mesh && !n;
    for (int i = 0; i < 3; i++) standard += named[i] && !strcmp(named[i], "-");
    for (int i = 0; i < n; i++) standard += !strcmp(files[i], "-");
    if (standard > 1) cli_usage("standard input cannot be several files");
}

/* Behind cli_parse. */
static void take(struct sdf_command *c, const struct seen *seen)
{
    const char *const inputs[] = {seen->sdf, c->given.mesh, c->given.end_mesh};
    cli_spare("output", c->filter.common.output, inputs, 3);
    cli_spare("stats", c->filter.common.stats, inputs, 3);
    cli_spare("vtp", c->vtp, inputs, 3);
    filter_parsed(&c->filter, method_at, seen->method);
    c->method = &sdf_methods[seen->method];
    c->options.max_iter = (uint32_t)seen->max_iter;
    c->options.max_mem = (size_t)seen->max_mem;
    c->options.substeps = (uint32_t)seen->substeps;
    c->filter.input = (struct reader_options){.type = -1, .kinds = "S"};
    if (!seen->sdf) cli_usage("say which solids: --sdf FILE, a scene as ccd-sdf-scene(5) has it");
    if (seen->substeps_given && c->method->number != CCDQ_METHOD_DCD)
        cli_usage("option --substeps is for --method dcd");
}

/* Returns the index of the first operand. */
static int parse(struct sdf_command *c, struct seen *seen, int argc, char **argv)
{
    const char **words = filter_method_words(method_at);
    struct sdf_given *g = &c->given;
    bool *of_mesh = seen->of_mesh;
    const struct cli_option options[] = {
        {"sdf", 0, CLI_STRING, "FILE", "the solids, as JSON: see ccd-sdf-scene(5)", &seen->sdf, 0, 0, NULL,
         NULL},
        {"method", 0, CLI_CHOICE, "NAME", "how to solve; help lists the methods; default certified",
         &seen->method, 0, 0, words, NULL},
        {"margin", 0, CLI_REAL, "D", "contact is where the distance function is D or less; default 0",
         &c->options.margin, 0, SDF_LARGEST, NULL, NULL},
        {"delta", 0, CLI_REAL, "D", "at a hit's toi_lo the function is margin + D or less; default 1e-6",
         &c->options.delta, DBL_TRUE_MIN, SDF_LARGEST, NULL, NULL},
        {"max-iter", 0, CLI_UINT, "N",
         "bounds a search evaluates at most; then it is unresolved; default 0: the method's own",
         &seen->max_iter, 0, UINT32_MAX, NULL, NULL},
        {"max-mem", 0, CLI_BYTES, "N",
         "bytes of a search, as 64M, before the answer is unresolved; default 0: the method's own",
         &seen->max_mem, 0, (double)(SIZE_MAX / 2), NULL, NULL},
        {"substeps", 0, CLI_UINT, "N", "dcd: look at N times after 0; default 10", &seen->substeps, 1, 1e9,
         NULL, &seen->substeps_given},
        {"mesh", 0, CLI_STRING, "FILE",
         "solve this mesh of triangles and quads: OBJ, PLY, VTP, VTK, MSH, ...", &g->mesh, 0, 0, NULL, NULL},
        {"pose", 0, CLI_REALS, "x,y,z[,qw,qx,qy,qz]", "put it there first, turned by the quaternion", g->pose,
         3, 7, NULL, &of_mesh[0]},
        {"velocity", 0, CLI_REALS, "x,y,z", "its velocity; default 0", g->velocity, 3, 3, NULL, &of_mesh[1]},
        {"spin", 0, CLI_REALS, "x,y,z", "its angular velocity, in radians a unit of time; default 0", g->spin,
         3, 3, NULL, &of_mesh[2]},
        {"centre", 0, CLI_REALS, "x,y,z",
         "what it turns about, after --pose; default the mean of its nodes there", g->centre, 3, 3, NULL,
         &of_mesh[3]},
        {"end-mesh", 0, CLI_STRING, "FILE", "the same mesh at the end: its nodes move there on lines",
         &g->end_mesh, 0, 0, NULL, &of_mesh[4]},
        {"end", 0, CLI_REAL, "T", "of the times [0, T] that are looked at; default 1", &g->end, SDF_SMALLEST,
         SDF_LARGEST, NULL, &of_mesh[5]},
        {"solid", 0, CLI_UINT, "N", "which of several solids of the scene; default 0", &g->solid, 0,
         UINT32_MAX, NULL, &of_mesh[6]},
        {"solid-velocity", 0, CLI_REALS, "x,y,z", "its velocity; default 0", g->solid_velocity, 3, 3, NULL,
         &of_mesh[7]},
        {"solid-spin", 0, CLI_REALS, "x,y,z", "its angular velocity; default 0", g->solid_spin, 3, 3, NULL,
         &of_mesh[8]},
        {"solid-centre", 0, CLI_REALS, "x,y,z", "what it turns about at the start; default 0,0,0",
         g->solid_centre, 3, 3, NULL, &of_mesh[9]},
        {"open", 0, CLI_FLAG, NULL, "the mesh is not meant to be a closed surface: do not look", &c->open, 0,
         0, NULL, &of_mesh[10]},
        {"all", 0, CLI_FLAG, NULL, "write a result for each triangle: its own first contact", &c->all, 0, 0,
         NULL, &of_mesh[11]},
        {"vtp", 0, CLI_STRING, "FILE", "write the mesh at the first contact and all points of contact",
         &c->vtp, 0, 0, NULL, &of_mesh[12]},
        {"contacts", 0, CLI_FLAG, NULL, "write where they touch: up to three points a triangle",
         &c->filter.contacts, 0, 0, NULL, NULL},
        filter_keep(&c->filter),
        filter_earliest(&c->filter),
        {0}};
    const struct cli_command command = {
        "ccd-sdf",
        "[OPTION]... --sdf FILE [FILE]...\n       ccd-sdf [OPTION]... --sdf FILE --mesh FILE",
        "Answers moving triangles against a solid: do they touch it, and when.",
        options,
        more,
        NULL};
    const int first = cli_parse(&command, &c->filter.common, argc, argv);
    take(c, seen);
    c->given.centre_seen = of_mesh[3];
    check_mesh_options(c, seen, options, first < argc);
    check_inputs(c, seen, argc - first, argv + first);
    free(words);
    return first;
}

static bool read_scene(struct sdf_command *c, const char *path)
{
    struct messages messages = {0};
    const bool read = sdf_file_read(&c->sdf, &c->roots, path, &messages);
    filter_tell(&c->filter, &messages);
    return read;
}

int main(int argc, char **argv)
{
    struct sdf_command c = {
        .filter.solver = &sdf_solver, .options = sdf_defaults, .given = {.pose = {[3] = 1}, .end = 1}};
    struct seen seen = {.max_iter = sdf_defaults.max_iter,
                        .max_mem = sdf_defaults.max_mem,
                        .substeps = sdf_defaults.substeps};
    const int first = parse(&c, &seen, argc, argv);
    int status = CLI_TROUBLE;
    if (read_scene(&c, seen.sdf))
        status =
            c.given.mesh ? sdf_mesh_run(&c) : filter_run(&c.filter, argv + first, (size_t)(argc - first));
    sdf_free(&c.sdf);
    buf_free(&c.roots);
    return status;
}
