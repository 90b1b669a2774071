/* ccd-vol: all contacts of a deforming mesh, step by step. */
#include "filter.h"
#include "stats.h"
#include "vol.h"
#include "workspaces.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- One step ---- */

static uint32_t evals(const struct volume_counts *counts)
{
    const uint64_t n = counts->vf_tests + counts->ee_tests;
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* The result of the step: its first contact. */
static int put_first(struct vol *v, bool solved)
{
    const struct ccdq_contact *c = &v->earliest;
    struct ccdq_result r = {
        .id = v->step, .method = (uint16_t)v->number, .evals = v->first ? 0 : evals(&v->counts)};
    if (!solved) {
        r.verdict = CCDQ_INVALID;
        r.toi_lo = r.toi_hi = NAN;
    } else if (c->verdict == CCDQ_FREE) {
        r.flags = CCDQ_TOI_PROVEN;
        r.toi_lo = r.toi_hi = INFINITY;
    } else {
        r.verdict = c->verdict;
        r.flags = CCDQ_TOI_PROVEN | (c->toi_hi == 0 ? CCDQ_AT_START : 0);
        r.toi_lo = c->toi_lo;
        r.toi_hi = c->toi_hi;
        memcpy(r.w, c->w, sizeof r.w);
    }
    struct chunk chunk = {0};
    chunk_encode(&chunk, 'R', &r, 1, vol_run(v), (enum form)v->common.to, (int)v->common.level);
    const int status = vol_put(v, &chunk);
    chunk_free(&chunk);
    return status;
}

/* The model for the mesh of the step at hand, made anew where it is another one. */
static bool make_ready(struct vol *v)
{
    if (v->steps.renewed || !v->model) {
        volume_model_free(v->model);
        v->model = volume_model_new(&v->steps.mesh);
    }
    if (v->model && volume_step(v->model, v->steps.x0, v->steps.x1, &v->options, vol_spread, v)) return true;
    cli_message("step %u: not enough memory for this mesh; the step is not solved", v->step);
    v->trouble = true;
    return false;
}

static void tell_left_out(const struct vol *v)
{
    const struct vol_steps *s = &v->steps;
    if (v->common.quiet || (!s->deleted && !s->added)) return;
    char deleted[CLI_DIGITS], added[CLI_DIGITS];
    cli_message("step %u: elements that are not in both frames take no part: %s deleted, %s added", v->step,
                cli_digits(deleted, s->deleted), cli_digits(added, s->added));
}

static void add_stats(struct vol *v, double update, double search)
{
    const struct volume_counts *c = &v->counts;
    buf_printf(&v->stats,
               "%s{\"step\": %u, \"nodes\": %zu, \"elements\": %zu, \"deleted\": %zu, \"added\": %zu",
               v->stats.n ? ", " : "", v->step, v->steps.mesh.nodes, v->steps.mesh.elements, v->steps.deleted,
               v->steps.added);
    const struct {
        const char *name;
        uint64_t count;
    } counts[] = {{"element_pairs", c->element_pairs},
                  {"adjacent_pairs", c->adjacent_pairs},
                  {"csat_pairs", c->csat_pairs},
                  {"vf_tests", c->vf_tests},
                  {"ee_tests", c->ee_tests},
                  {"exact_tests", c->exact_tests},
                  {"vf", c->vf},
                  {"ee", c->ee},
                  {"overlaps", c->overlaps},
                  {"inversions", c->inversions}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        buf_printf(&v->stats, ", \"%s\": %" PRIu64, counts[i].name, counts[i].count);
    buf_printf(&v->stats, ", \"update_seconds\": %.6f, \"search_seconds\": %.6f}", update, search);
}

/* Finds and writes the contacts of a step that was read. */
static bool find_contacts(struct vol *v)
{
    const double start = cli_seconds();
    tell_left_out(v);
    if (!make_ready(v)) return false;
    const double ready = cli_seconds();
    if (v->picture) vol_picture_begin(v);
    if (!(v->first ? vol_find_first(v) : vol_run_tasks(v))) return false;
    if (v->picture) vol_picture_end(v);
    add_stats(v, ready - start, cli_seconds() - ready);
    return true;
}

/* false: nothing more can be written. */
static bool run_step(struct vol *v, size_t k)
{
    v->step = (uint32_t)k;
    v->counts = (struct volume_counts){0};
    v->earliest = (struct ccdq_contact){.verdict = CCDQ_FREE};
    const bool solved = vol_steps_read(&v->steps, k) && find_contacts(v);
    v->lacks |= !solved;
    return v->candidates >= 0 || !put_first(v, solved);
}

/* ---- All steps ---- */

/* What tells the writer which ENDs to write, if there is no step in the part. */
static void put_nothing(struct vol *v)
{
    struct chunk chunk = {0};
    for (const char *kind = v->candidates < 0 ? "CR" : "Q"; *kind; kind++) {
        chunk_encode(&chunk, *kind, NULL, 0, vol_run(v), (enum form)v->common.to, (int)v->common.level);
        vol_put(v, &chunk);
    }
    chunk_free(&chunk);
}

/* false: it was stopped by an error in writing. */
static bool run_steps(struct vol *v)
{
    bool going = true;
    put_nothing(v);
    for (size_t k = v->common.part[0]; going && k < v->steps.count; k += v->common.part[1])
        going = run_step(v, k);
    cli_progress_end(&v->common);
    v->trouble |= v->steps.trouble;
    v->lacks |= v->steps.lacks;
    return going;
}

static void write_stats(struct vol *v)
{
    struct buf json = {0};
    stats_begin(&json);
    buf_printf(&json, ", \"method\": \"%s\", \"jobs\": %" PRIu64 ", \"steps\": [%.*s]", v->method,
               v->common.jobs, (int)v->stats.n, (char *)v->stats.p);
    if (!stats_end(&json, v->common.stats, "step", v->steps.count)) v->trouble = true;
}

/* Everything behind the options: the sequence is open. */
static void run(struct vol *v)
{
    const struct writer_options options = {
        .path = v->common.output, .to = (enum form)v->common.to, .level = (int)v->common.level};
    struct messages messages = {0};
    if (v->vtu && !(v->picture = vol_picture_open(v))) v->trouble = true;
    if (v->vtu && !v->picture) return;
    v->writer = writer_open(&options, &messages);
    vol_tell(v, &messages);
    if (!v->writer) return;
    const bool all = run_steps(v);
    if (v->picture) vol_picture_close(v, all);
    if (writer_close(v->writer, !v->lacks, NULL, &messages) || v->lacks) v->trouble = true;
    vol_tell(v, &messages);
    if (v->common.stats) write_stats(v);
}

/* ---- The command line ---- */

static struct filter_method method_at(size_t i)
{
    static const struct filter_method methods[] = {
        [VOLUME_VOLCCD] = {"volccd", CCDQ_TIER_EXACT,
                           "hierarchy, separating axes, orphan sets, assignment (Tang et al. 2011)"},
        [VOLUME_NAIVE] = {"naive", CCDQ_TIER_EXACT, "the hierarchy alone: its paper's NavCCD"},
        [VOLUME_HASH] = {"hash", CCDQ_TIER_EXACT, "spatial hashing alone: its paper's HashCCD"},
        {NULL, CCDQ_TIER_EXACT, NULL}};
    return methods[i];
}

static const char more[] =
    "FILEs are the frames of a model, two or more, in order; or one FILE is a PVD, a .series, a quoted\n"
    "pattern of numbered files ('can_*.vtu'), or a file with vectors of displacements or positions.\n"
    "Meshes are VTU, VTP, legacy VTK, Gmsh, PLY, OBJ or Medit files, also gzip'd.\n"
    "Contacts and a result a step are written as ccd or csv.\n"
    "Exit status: 0 done, 2 trouble (usage, bad input, I/O).\n"
    "\n"
    "    ccd-vol --to csv before.vtu after.vtu\n"
    "    ccd-vol --vtu touched.pvd -o contacts.ccd 'crash_*.vtu'\n"
    "    ccd-vol --candidates ee before.vtu after.vtu | ccd-ee --contacts --to csv\n";

/* What was given that has to be looked at behind the options. */
struct given {
    int method;
    uint64_t max_mem;
    struct vol_vectors vectors;
};

/* Ends the command where options do not fit together. */
static void check_options(const struct vol *v)
{
    const bool contacts = v->candidates < 0, culls = v->options.csat && v->options.oset && v->options.assign;
    const int to = v->common.to;
    if (contacts && to != FORM_CCD && to != FORM_CSV)
        cli_usage("option --to: contacts can be written as ccd or csv, not as %s", form_names[to]);
    if (!contacts && to == FORM_NYU) cli_usage("option --to: nyu needs a truth, and candidates have none");
    if (!contacts && v->first) cli_usage("options --candidates and --first exclude each other");
    if (!contacts && v->vtu) cli_usage("options --candidates and --vtu exclude each other");
    if (v->vtu && v->common.part[1] > 1) cli_usage("options --vtu and --part exclude each other");
    if (v->options.method != VOLUME_VOLCCD && !culls)
        cli_usage("options --no-csat, --no-oset and --no-assign are for the method volccd");
    const char *output = v->common.output ? v->common.output : "-";
    cli_apart("output", output, "vtu", v->vtu);
    cli_apart("output", output, "stats", v->common.stats);
    cli_apart("vtu", v->vtu, "stats", v->common.stats);
}

static void check_operands(const struct given *given, char *const *operands, size_t n)
{
    size_t standard = 0;
    if (n == 0) cli_usage("give two frames of a model, or a sequence");
    for (size_t i = 0; i < n; i++) standard += !strcmp(operands[i], "-");
    if (standard > 1) cli_usage("only one input can be standard input");
    vol_vectors_check(&given->vectors, n);
}

/* Behind cli_parse. */
static void take(struct vol *v, struct given *given)
{
    v->options.method = (enum volume_method)given->method;
    v->method = method_at((size_t)given->method).name;
    if (!v->method) filter_list_methods(method_at);
    v->number = (unsigned)ccdq_method_number(v->method);
    v->options.max_mem = (size_t)given->max_mem;
    v->options.candidates = v->candidates >= 0;
    if (v->common.to == FORM_SNIFF) v->common.to = FORM_CCD;
    if (v->options.candidates && v->common.to == FORM_CCD) v->common.to = FORM_INDEXED;
    check_options(v);
}

/* Returns the index of the first operand. */
static int parse(struct vol *v, struct given *given, int argc, char **argv)
{
    const char **words = filter_method_words(method_at);
    static const char *const types[] = {"vf", "ee", NULL};
    const struct cli_option options[] = {
        {"method", 0, CLI_CHOICE, "NAME", "how to find them; help lists the methods; default volccd",
         &given->method, 0, 0, words, NULL},
        {"first", 0, CLI_FLAG, NULL, "only the first contact of each step", &v->first, 0, 0, NULL, NULL},
        {"boundary", 0, CLI_FLAG, NULL, "only vertices, edges and triangles on the boundary",
         &v->options.boundary, 0, 0, NULL, NULL},
        {"candidates", 0, CLI_CHOICE, "TYPE",
         "instead of contacts the pairs that would be tested exactly, as queries for ccd-TYPE: vf or ee",
         &v->candidates, 0, 0, types, NULL},
        {"vtu", 0, CLI_STRING, "FILE",
         "write the elements with their first contacts and how many they have; of several steps a .pvd",
         &v->vtu, 0, 0, NULL, NULL},
        vol_vectors_option(&given->vectors, 0),
        vol_vectors_option(&given->vectors, 1),
        vol_vectors_option(&given->vectors, 2),
        {"no-csat", 0, CLI_NOFLAG, NULL, "volccd without separating axes; the contacts are the same",
         &v->options.csat, 0, 0, NULL, NULL},
        {"no-oset", 0, CLI_NOFLAG, NULL, "volccd without orphan sets; the contacts are the same",
         &v->options.oset, 0, 0, NULL, NULL},
        {"no-assign", 0, CLI_NOFLAG, NULL, "volccd without assignment of features; the contacts are the same",
         &v->options.assign, 0, 0, NULL, NULL},
        {"max-mem", 0, CLI_BYTES, "N",
         "bytes of what waits to be written, and of the lists of the method hash, as 64M; default 0: 64M, "
         "256M",
         &given->max_mem, 0, (double)(SIZE_MAX / 2), NULL, NULL},
        {0}};
    const struct cli_command command = {"ccd-vol",
                                        "[OPTION]... FILE...",
                                        "Finds all contacts of a deforming mesh, step by step.",
                                        options,
                                        more,
                                        "from"};
    const int first = cli_parse(&command, &v->common, argc, argv);
    take(v, given);
    free(words);
    check_operands(given, argv + first, (size_t)(argc - first));
    return first;
}

int main(int argc, char **argv)
{
    struct vol v = {.options = volume_defaults, .candidates = -1};
    struct given given = {.method = volume_defaults.method};
    const int first = parse(&v, &given, argc, argv);
    v.workspaces = workspaces_new(v.common.jobs);
    v.crew = crew_new((unsigned)v.common.jobs);
    if (!v.crew) cli_message("out of memory, or threads cannot be started");
    char *const *operands = argv + first;
    const size_t n = (size_t)(argc - first);
    const struct mesh_sequence_options sequence = vol_vectors_sequence(&given.vectors);
    if (v.crew && vol_steps_open(&v.steps, operands, n, &sequence) && vol_outputs_check(&v, operands, n))
        run(&v);
    else
        v.trouble = true;
    volume_model_free(v.model);
    vol_steps_close(&v.steps);
    crew_free(v.crew);
    workspaces_free(v.workspaces, v.common.jobs);
    buf_free(&v.stats);
    return v.trouble ? CLI_TROUBLE : CLI_OK;
}
