/* ccd-gen: makes streams of queries, files of meshes, and texts of scenes. What can be made is a table of
 * lib/gen.
 */
#include "cli.h"
#include "gen-scene.h"
#include "gen-volume.h"
#include "pipeline.h"
#include "raw-pairs.h"
#include "stats.h"
#include "workspaces.h"
#include "../lib/gen/gen.h"
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <string.h>

/* What a run makes, and how far it is. */
struct generation {
    struct gen_run what;
    uint64_t first_id, count;
    uint64_t size;          /* of meshes and scenes; 0: the family's */
    struct raw_pairs pairs; /* what the form raw can hold, where the kind has shapes */
    const char *scene;      /* where the solids go that records name, or NULL */
    struct cli_common common;
    struct run run;
    struct ccdq_workspace **workspaces; /* one a worker; NULL without truth */
    struct writer *writer;
    uint64_t frame; /* the next one to produce */
    bool begun;     /* at least one was produced */
    uint64_t written;
    bool trouble;
};

/* One frame on its way. */
struct item {
    uint64_t first_id;
    size_t n;
    struct buf records;
    struct chunk chunk;
};

/* Frames are cut from first_id on, and a part has each parts-th of them. Where there is none, one without
 * records tells the writer whose END to write. */
static int produce(void *context, void *p)
{
    struct generation *g = context;
    struct item *item = p;
    const uint64_t full = frame_full(g->what.kind->frame_kind);
    const uint64_t frames = g->count / full + (g->count % full != 0);
    if (g->frame >= frames && g->begun) return 0;
    const uint64_t before = g->frame < frames ? g->frame * full : g->count;
    const uint64_t left = g->count - before;
    item->first_id = g->first_id + before;
    item->n = (size_t)(left < full ? left : full);
    g->frame += g->run.parts;
    g->begun = true;
    return 1;
}

static void work(void *context, unsigned worker, void *p)
{
    const struct generation *g = context;
    struct item *item = p;
    buf_reserve(&item->records, item->n * gen_record_size(&g->what));
    gen_make(&g->what, item->first_id, item->n, item->records.p,
             g->what.truth ? g->workspaces[worker] : NULL);
    item->chunk.pairs = &g->pairs;
    chunk_encode(&item->chunk, g->what.kind->frame_kind, item->records.p, item->n, g->run,
                 (enum form)g->common.to, (int)g->common.level);
}

static int consume(void *context, void *p)
{
    struct generation *g = context;
    struct item *item = p;
    if (cli_messages(&item->chunk.messages)) g->trouble = true;
    if (writer_put(g->writer, &item->chunk)) {
        if (errno == EPIPE) cli_broken_pipe();
        return 1; /* writer_close says why */
    }
    g->written += item->chunk.n;
    cli_progress(&g->common, "records", g->written);
    return 0;
}

static void release(void *p)
{
    struct item *item = p;
    buf_free(&item->records);
    chunk_free(&item->chunk);
}

static void run_writer(struct generation *g, struct messages *messages)
{
    static const struct pipeline pipeline = {sizeof(struct item), produce, work, consume, release, NULL, 0};
    const int stopped = pipeline_run(&pipeline, g, (unsigned)g->common.jobs);
    if (stopped < 0) cli_message("out of memory, or threads cannot be started");
    cli_progress_end(&g->common);
    if (writer_close(g->writer, !stopped, NULL, messages) || stopped) g->trouble = true;
}

static void generate(struct generation *g)
{
    const struct writer_options options = {
        .path = g->common.output, .to = (enum form)g->common.to, .level = (int)g->common.level};
    struct messages messages = {0};
    if (g->what.truth) g->workspaces = workspaces_new(g->common.jobs);
    g->writer = writer_open(&options, &messages);
    if (g->writer) run_writer(g, &messages);
    if (cli_messages(&messages)) g->trouble = true;
    messages_free(&messages);
    workspaces_free(g->workspaces, g->common.jobs);
}

/* The solids that the records name. */
static void write_scene(struct generation *g)
{
    struct buf json = {0};
    const char *solid;
    buf_printf(&json, "{\"solids\": [");
    for (size_t i = 0; (solid = gen_sdf_solid(g->what.family, i)); i++)
        buf_printf(&json, "%s\n%s", i ? "," : "", solid);
    buf_printf(&json, "\n]}\n");
    if (!cli_write_text(g->scene, &json)) g->trouble = true;
    buf_free(&json);
}

static unsigned size_of(const struct generation *g)
{
    return g->size ? (unsigned)g->size : g->what.family->size;
}

static void write_meshes(struct generation *g)
{
    const struct gen_run *what = &g->what;
    const struct volume_run run = {.family = what->family,
                                   .seed = what->seed,
                                   .size = size_of(g),
                                   .first = g->first_id,
                                   .steps = g->count,
                                   .pvd = g->common.output};
    if (volume_write(&run, &g->common))
        g->written = g->count;
    else
        g->trouble = true;
}

static void write_scenes(struct generation *g)
{
    const struct scene_run run = {.family = g->what.family,
                                  .seed = g->what.seed,
                                  .size = size_of(g),
                                  .first = g->first_id,
                                  .count = g->count,
                                  .part = g->common.part[0],
                                  .parts = g->common.part[1]};
    if (!scene_write_all(&run, &g->common, &g->written)) g->trouble = true;
}

static void write_stats(struct generation *g)
{
    struct buf json = {0};
    stats_begin(&json);
    buf_printf(&json, ", \"kind\": \"%s\", \"family\": \"%s\", \"seed\": %" PRIu64 ", \"jobs\": %" PRIu64,
               g->what.kind->name, g->what.family->name, g->what.seed, g->common.jobs);
    buf_printf(&json, ", \"records\": %" PRIu64, g->written);
    if (!stats_end(&json, g->common.stats, "record", g->written)) g->trouble = true;
}

/* The first operand, and that there is no other. */
static const struct gen_kind *parse_kind(int n, char **operands)
{
    const struct gen_kind *kind = n ? gen_find_kind(operands[0]) : NULL;
    if (n > 1) cli_usage("'%s': one kind at a time", operands[1]);
    if (kind) return kind;
    struct buf words = {0};
    for (kind = gen_kinds; kind->name; kind++)
        buf_printf(&words, "%s%s", kind == gen_kinds ? "" : ", ", kind->name);
    if (n) cli_usage("'%s' is not one of %.*s", operands[0], (int)words.n, (char *)words.p);
    cli_usage("say what to generate: %.*s", (int)words.n, (char *)words.p);
}

/* Whether a family has a meaning for the kind. */
static bool has_family(const struct gen_kind *kind, const struct gen_family *family)
{
    return family->types & CCDQ_TYPE_BIT(kind->type);
}

/* Ends the command: the family has no meaning for the kind; those that have one. */
static void refuse_family(const struct gen_kind *kind, const struct gen_family *family)
{
    struct buf words = {0};
    for (const struct gen_family *f = kind->families; f->name; f++)
        if (has_family(kind, f)) buf_printf(&words, "%s%s", words.n ? ", " : "", f->name);
    cli_usage("family '%s' has no meaning for %s; these have: %.*s", family->name, kind->name, (int)words.n,
              (char *)words.p);
}

/* The family of this name, the default one for NULL; `help` lists them and ends the command. */
static const struct gen_family *parse_family(const struct gen_kind *kind, const char *name)
{
    if (!name) return kind->families;
    const struct gen_family *family = gen_find_family(kind->families, name);
    if (family && !has_family(kind, family)) refuse_family(kind, family);
    if (family) return family;
    if (strcmp(name, "help")) cli_usage("family '%s' is unknown; --family help lists them", name);
    for (family = kind->families; family->name; family++)
        if (has_family(kind, family)) printf("%-14s %s\n", family->name, family->summary);
    cli_end_of_text();
}

/* The shapes of the kind's records; `words` as given, NULL: the default. */
static void parse_shapes(struct generation *g, const char *words)
{
    struct gen_run *what = &g->what;
    if (words && !what->kind->shapes)
        cli_usage("option --shape: records of kind %s have none", what->kind->name);
    if (!what->kind->shapes) return;
    if (!words) words = what->family->rational ? what->family->rational : what->kind->shapes;
    raw_pairs_shapes(words, what->shape);
    g->pairs = (struct raw_pairs){{what->shape[0], what->shape[1]}, 1};
}

/* Ends the command where options do not fit the kind: meshes are files, and no stream. */
static void check_meshes(const struct generation *g)
{
    const struct gen_family *family = g->what.family;
    const struct cli_common *c = &g->common;
    if (!c->output || !volume_is_pvd(c->output))
        cli_usage("kind vol makes files: name the list of them, -o NAME.pvd; the meshes go beside it");
    if (c->to != FORM_SNIFF || c->level || c->part[1] > 1)
        cli_usage("kind vol makes files: it has no --to, --level and --part");
    if (g->first_id > UINT64_MAX - g->count) cli_usage("steps end at 2^64 - 1");
    if (g->size && g->size < family->least_size)
        cli_usage("option --size: family %s has %u elements or more", family->name, family->least_size);
}

/* The same for scenes, which are text. */
static void check_scenes(const struct generation *g)
{
    if (g->common.to != FORM_SNIFF || g->common.level)
        cli_usage("kind scene makes text: it has no --to and --level");
}

/* Ends the command where options do not fit the kind or the family. */
static void check(const struct generation *g)
{
    const struct gen_kind *kind = g->what.kind;
    if (g->size && !kind->families->size && !g->what.family->size)
        cli_usage("option --size: family %s of kind %s has none", g->what.family->name, kind->name);
    if (g->what.min_sep >= 0 && !kind->separate)
        cli_usage("option --min-sep: records of kind %s have no minimum separation", kind->name);
    if (g->what.truth && !kind->add_truth)
        cli_usage("option --truth: records of kind %s hold none", kind->name);
    if (g->scene && kind->frame_kind != 'S')
        cli_usage("option --scene: records of kind %s name no solids", kind->name);
    if (g->what.family->rational && !g->what.shape[0].rational && !g->what.shape[1].rational)
        cli_usage("family %s is of shapes such as %s", g->what.family->name, g->what.family->rational);
}

/* Ends the command where the form cannot hold the records. */
static void check_form(const struct generation *g)
{
    const struct gen_kind *kind = g->what.kind;
    const enum form to = (enum form)g->common.to;
    const char *problem = form_problem(to, kind->frame_kind, kind->shapes ? &g->pairs : NULL);
    if (problem) cli_usage("option --to: the form %s %s", form_names[to], problem);
    if ((to == FORM_NYU || to == FORM_NPY || to == FORM_RAW) && kind->frame_kind == 'Q' &&
        kind->type != CCDQ_VF && kind->type != CCDQ_EE)
        cli_usage("option --to: the form %s can hold queries of type vf or ee only", form_names[to]);
    if (to == FORM_RAW && g->what.family->has_times)
        cli_usage("option --to: the form raw has one time for all pairs, those of family %s have their own",
                  g->what.family->name);
    if (to == FORM_NYU && !g->what.truth) cli_usage("the form nyu holds the truth: add --truth");
}

static void parse(struct generation *g, int argc, char **argv)
{
    const char *family = NULL, *shapes = NULL;
    bool counted = false;
    struct gen_run *what = &g->what;
    const struct cli_option options[] = {
        {"count", 'n', CLI_UINT, "N",
         "make N records, default 1000; of vol N steps, 40; of scene N scenes, 1", &g->count, 0, 0x1p64, NULL,
         &counted},
        {"family", 0, CLI_STRING, "FAMILY", "what they are like; help lists; default the first of these",
         &family, 0, 0, NULL, NULL},
        {"seed", 0, CLI_UINT, "S", "other records for each S; default 1", &what->seed, 0, 0x1p64, NULL, NULL},
        {"first-id", 0, CLI_UINT, "ID", "begin with record, step or scene ID; default 0", &g->first_id, 0,
         0x1p64, NULL, NULL},
        {"shape", 0, CLI_STRING, "SHAPE",
         "of patches: q3 (quads of degree 3, the default), q3x2, t2, q3r (rational), or two: q3,t2", &shapes,
         0, 0, NULL, NULL},
        {"scene", 0, CLI_STRING, "FILE",
         "of sdf: write the solids that records name to FILE, for ccd-sdf --sdf; -: and no records",
         &g->scene, 0, 0, NULL, NULL},
        {"size", 0, CLI_UINT, "N", "of vol: about N elements; of scene --family fruit: N fruits", &g->size, 1,
         1e8, NULL, NULL},
        {"min-sep", 0, CLI_REAL, "D", "give each record the minimum separation D; default: the family's own",
         &what->min_sep, 0, DBL_MAX, NULL, NULL},
        {"truth", 0, CLI_FLAG, NULL, "add the exact truth to each record", &what->truth, 0, 0, NULL, NULL},
        {0}};
    const struct cli_command command = {
        "ccd-gen",
        "[OPTION]... KIND",
        "Makes a stream of random queries, files of meshes, or scenes. KIND is vf, ee, pe, pp, patch, sdf, "
        "vol\n"
        "or scene.",
        options,
        "A record depends on KIND, FAMILY, S and its id alone: parts and\n"
        "ranges of a run can be made anywhere.\n\n"
        "  ccd-gen vf -n 1e6 | ccd-vf --keep | ccd-verify --exact -\n"
        "  ccd-gen ee --family touch --truth --to csv -n 10\n"
        "  ccd-gen patch --shape q3,t2 | ccd-patch --keep | ccd-verify --exact -\n"
        "  ccd-gen sdf --family trees --scene f.json -o q.ccd; ccd-sdf --sdf f.json q.ccd\n"
        "  ccd-gen vol --family octopi -n 60 -o octopi.pvd; ccd-vol octopi.pvd\n"
        "  ccd-gen scene --family checkerboard | ccd-patch --scene -\n\n"
        "Exit status: 0 done, 2 trouble.\n",
        "from"};
    const int first = cli_parse(&command, &g->common, argc, argv);
    what->kind = parse_kind(argc - first, argv + first);
    what->family = parse_family(what->kind, family);
    const bool scenes = what->family->write_scene, stream = what->kind->frame_kind;
    if (!stream && !counted) g->count = scenes ? 1 : 40;
    if (g->count && g->first_id > UINT64_MAX - (g->count - 1)) cli_usage("ids end at 2^64 - 1");
    if (!g->common.output) cli_apart("output", "-", "stats", g->common.stats);
    cli_apart("output", g->common.output, "scene", g->scene);
    cli_apart("scene", g->scene, "stats", g->common.stats);
    parse_shapes(g, shapes);
    check(g);
    if (!stream) {
        (scenes ? check_scenes : check_meshes)(g);
        return;
    }
    if (g->common.to == FORM_SNIFF) g->common.to = FORM_CCD;
    check_form(g);
}

int main(int argc, char **argv)
{
    struct generation g = {.what = {.seed = 1, .min_sep = -1}, .count = 1000};
    parse(&g, argc, argv);
    g.run = (struct run){gen_run_tag(&g.what), g.common.part[0], g.common.part[1]};
    g.frame = g.run.part;
    if (g.scene) write_scene(&g);
    if (!g.what.kind->frame_kind)
        (g.what.family->write_scene ? write_scenes : write_meshes)(&g);
    else if (!g.scene || strcmp(g.scene, "-") || g.common.output)
        generate(&g);
    if (g.common.stats) write_stats(&g);
    return g.trouble ? CLI_TROUBLE : CLI_OK;
}
