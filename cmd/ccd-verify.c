/* ccd-verify: joins results with the truth of their queries and judges them. */
#include "cli.h"
#include "raw-pairs.h"
#include "stats.h"
#include "verification.h"
#include "verify-list.h"
#include "verify-report.h"
#include "verify-scenes.h"
#include "verify-solids.h"
#include "verify-volume.h"
#include "../lib/sdf/solve.h"
#include <float.h>
#include <inttypes.h>
#include <string.h>

/* How the command line wants it. */
struct request {
    struct verification v;
    struct verify_rules rules;
    bool json;
    const char *html; /* file for the report as a page, or NULL */
    const char *list; /* name of the kind of queries to write, or NULL */
    double delta;     /* negative: what the kinds have by default */
    struct solids_request solids;
    struct volume_request volume;
    struct scenes_request scenes;
};

/* Are there queries that searches of limited precision judge? */
static bool has_brackets(const struct source *source)
{
    bool has = false;
    for (int i = 0; i < VERIFY_QUERY_KINDS; i++) has |= source->has[i] && verify_query_kinds[i].letter != 'Q';
    return has;
}

/* The report goes to the output, or beside the list to standard error. Returns the exit status. */
static int report(struct request *request)
{
    struct verification *v = &request->v;
    const struct source *truth = &v->source[TRUTH];
    if (v->list && !verify_list_close(v->list, !v->trouble, truth->queries ? truth->queries : 'Q'))
        v->trouble = true;
    const struct verify_report report = {.tally = &v->tally,
                                         .rules = request->rules,
                                         .trouble = v->trouble,
                                         .exact = v->exact,
                                         .bracketed = has_brackets(truth),
                                         .solids = v->solids.sdf != NULL,
                                         .truth = truth->name,
                                         .result = v->source[v->n_sources - 1].name};
    struct buf text = {0};
    if (request->json)
        verify_report_json(&report, &text);
    else
        verify_report_table(&report, &text);
    if (v->list)
        fwrite(text.p, 1, text.n, stderr);
    else if (!cli_write_text(v->common.output, &text))
        v->trouble = true;
    if (request->html) {
        text.n = 0;
        verify_report_html(&report, &text);
        if (!cli_write_text(request->html, &text)) v->trouble = true;
    }
    buf_free(&text);
    if (v->trouble) return CLI_TROUBLE;
    return verify_report_faults(&report) ? CLI_DISAGREE : CLI_OK;
}

/* Names for --list: the kinds that have a query to write. */
static const char *const list_names[] = {
    "fn",      "fp",    "late",          "unresolved",     "invalid",     "missing",
    "outside", "apart", "near",          "grazing",        "undecided",   "wide",
    "hit",     "free",  "contact-other", "contact-normal", "contact-off", NULL};

static enum verify_kind kind_of_name(const char *name)
{
    unsigned kind = 0;
    while (strcmp(verify_kind_words[kind].name, name)) kind++;
    return kind;
}

static const char more[] =
    "TRUTH is a stream of queries that carry their truth (any query with --exact), of results, or\n"
    "a file of lines id,verdict[,toi]; RESULT a stream of results or such a file. Either may be -.\n"
    "One stream that holds queries and results, as the filters write with --keep, is enough.\n"
    "\n"
    "Exit status: 0 all is right; 1 a false negative, a late time, a missing, double, unknown or\n"
    "invalid answer, a contact outside its primitives, apart or wrong, or unresolved; 2 trouble: damaged,\n"
    "incomplete or missing input.\n"
    "\n"
    "    ccd-gen vf -n 1000000 | ccd-vf --keep | ccd-verify --exact -\n"
    "    ccd-gen patch --shape q3,t2 | ccd-patch --keep | ccd-verify --exact -\n"
    "    ccd-sdf --sdf s.json --keep q.ccd | ccd-verify --exact --sdf s.json -\n"
    "    ccd-vf --from nyu data.csv | ccd-verify data.csv -\n"
    "    ccd-gen scene -o s.scene; ccd-patch --scene s.scene | ccd-verify --scene s.scene -\n"
    "    ccd-vol before.vtu after.vtu | ccd-verify --volume --exact before.vtu after.vtu -\n";

static bool write_stats(const struct verification *v)
{
    const uint64_t queries = verify_queries(&v->tally);
    struct buf json = {0};
    stats_begin(&json);
    buf_printf(&json, ", \"queries\": %" PRIu64, queries);
    return stats_end(&json, v->common.stats, "query", queries);
}

/* Ends the command where --volume has company that it does not know, or others have options of its. */
static void check_volume(const struct request *request, bool others)
{
    const struct volume_request *volume = &request->volume;
    const bool own = volume->pairs[0] || volume->pairs[1] || volume->boundary || volume->first;
    if (vol_vectors_given(&volume->vectors) && !(volume->on && request->v.exact))
        cli_usage("options --vectors, --displacements and --positions are for --volume --exact");
    if (own && !volume->on)
        cli_usage("options --pairs-vf, --pairs-ee, --boundary and --first are for --volume");
    if (volume->on && (others || request->html || request->rules.strict || request->rules.allow_unresolved))
        cli_usage("of the options for queries only --exact and --json go with --volume");
}

static void check_solids(const struct request *request)
{
    const struct solids_request *solids = &request->solids;
    if (solids->file && !request->v.exact) cli_usage("option --sdf is for --exact");
    if (solids->given && !solids->file) cli_usage("options --margin and --graze are for --sdf");
}

/* The same of --scene; `others` are given that it does not know. */
static void check_scenes(const struct request *request, bool others)
{
    const struct scenes_request *scenes = &request->scenes;
    if (scenes->given && !scenes->file)
        cli_usage("options --each, --slack, --simultaneity, --separation and --accuracy are for --scene");
    if (scenes->file && (others || request->rules.strict || request->v.exact || request->volume.on))
        cli_usage(
            "of the other options only --max-iter, --allow-unresolved, --json and --html go with --scene");
}

static const double patch_delta = 1e-6; /* what ccd-patch has by default */

static void take_delta(struct request *request)
{
    struct verification *v = &request->v;
    const double delta = request->delta;
    v->patch_delta = delta < 0 ? patch_delta : delta;
    v->solids.delta = delta < 0 ? sdf_defaults.delta : delta;
    v->solids.max_tests = (uint32_t)v->max_tests;
}

/* Fills the request; returns the index of the first operand. */
static int parse(struct request *request, int argc, char **argv)
{
    struct verification *v = &request->v;
    int list = -1;
    bool tmax_given = false, delta_given = false, tests_given = false;
    static struct raw_pairs_options raw = {.pairs = {.end = 1}};
    const char *const types[] = {"vf", "ee", NULL};
    const struct cli_option options[] = {
        {"exact", 0, CLI_FLAG, NULL, "compute the truth from the queries", &v->exact, 0, 0, NULL, NULL},
        {"tmax", 0, CLI_REAL, "T", "with --exact: contacts of linear queries are sought in [0, T]; default 1",
         &v->tmax, DBL_TRUE_MIN, 1, NULL, &tmax_given},
        {"delta", 0, CLI_REAL, "D",
         "with --exact: how far a hit of ccd-patch or ccd-sdf may be off, as these were given it",
         &request->delta, 0, DBL_MAX, NULL, &delta_given},
        {"max-iter", 0, CLI_UINT, "N",
         "with --exact or --scene: cells a search looks at; default 100000 of patches, 5000 of triangles, "
         "262144 "
         "of two bodies",
         &v->max_tests, 1, UINT32_MAX, NULL, &tests_given},
        verify_solids_option(&request->solids, 0),
        verify_solids_option(&request->solids, 1),
        verify_solids_option(&request->solids, 2),
        {"type", 0, CLI_CHOICE, "TYPE", "type of queries that do not say it (nyu, npy, raw)", &v->type, 0, 0,
         types, NULL},
        raw_pairs_shape(&raw),
        raw_pairs_dt(&raw),
        {"strict", 0, CLI_FLAG, NULL, "a false positive is a fault too", &request->rules.strict, 0, 0, NULL,
         NULL},
        {"allow-unresolved", 0, CLI_FLAG, NULL, "unresolved is no fault", &request->rules.allow_unresolved, 0,
         0, NULL, NULL},
        {"list", 0, CLI_CHOICE, "KIND", "write the queries of this kind, and the report to standard error",
         &list, 0, 0, list_names, NULL},
        {"json", 0, CLI_FLAG, NULL, "report in JSON", &request->json, 0, 0, NULL, NULL},
        {"html", 0, CLI_STRING, "FILE", "write the report as a page to FILE, too", &request->html, 0, 0, NULL,
         NULL},
        verify_volume_option(&request->volume, 0),
        verify_volume_option(&request->volume, 1),
        verify_volume_option(&request->volume, 2),
        verify_volume_option(&request->volume, 3),
        verify_volume_option(&request->volume, 4),
        vol_vectors_option(&request->volume.vectors, 0),
        vol_vectors_option(&request->volume.vectors, 1),
        vol_vectors_option(&request->volume.vectors, 2),
        verify_scenes_option(&request->scenes, 0),
        verify_scenes_option(&request->scenes, 1),
        verify_scenes_option(&request->scenes, 2),
        verify_scenes_option(&request->scenes, 3),
        verify_scenes_option(&request->scenes, 4),
        verify_scenes_option(&request->scenes, 5),
        {0}};
    const struct cli_command command = {
        "ccd-verify", "[OPTION]... TRUTH [RESULT]", "Judges the results of collision queries.", options, more,
        "part"};
    int first = cli_parse(&command, &v->common, argc, argv);
    const char *const *inputs = (const char *const *)argv + first;
    cli_spare("output", v->common.output, inputs, (size_t)(argc - first));
    cli_spare("stats", v->common.stats, inputs, (size_t)(argc - first));
    cli_spare("html", request->html, inputs, (size_t)(argc - first));
    const bool of_queries = list >= 0 || tmax_given || delta_given || v->type >= 0 || raw.shape ||
                            v->common.to != FORM_SNIFF || request->solids.file || request->solids.given;
    check_volume(request, of_queries || tests_given);
    check_scenes(request, of_queries);
    if (request->volume.on || request->scenes.file) return first;
    v->n_sources = argc - first;
    if (v->n_sources < 1 || v->n_sources > SOURCES)
        cli_usage("give TRUTH and RESULT, or one stream that holds both");
    int standard = request->solids.file && !strcmp(request->solids.file, "-");
    for (int i = 0; i < v->n_sources; i++) standard += !strcmp(argv[first + i], "-");
    if (standard > 1) cli_usage("standard input cannot be several files");
    if (tmax_given && !v->exact) cli_usage("option --tmax is for --exact");
    if (delta_given && !v->exact) cli_usage("option --delta is for --exact");
    if (tests_given && !v->exact) cli_usage("option --max-iter is for --exact or --scene");
    check_solids(request);
    take_delta(request);
    v->pairs = raw_pairs_given(&raw, v->common.from == FORM_RAW || v->common.to == FORM_RAW);
    if (v->pairs && v->type >= 0) cli_usage("options --type and --shape exclude each other");
    if (v->common.to != FORM_SNIFF && list < 0) cli_usage("option --to is for --list");
    const char *output = v->common.output ? v->common.output : "-";
    cli_apart("output", output, "html", request->html);
    cli_apart("output", output, "stats", v->common.stats);
    cli_apart("html", request->html, "stats", v->common.stats);
    request->list = list < 0 ? NULL : list_names[list];
    /* A type that nobody looks at need not be said. */
    if (v->type < 0 && !v->exact && !request->list) v->type = CCDQ_VF;
    return first;
}

int main(int argc, char **argv)
{
    static struct request request = {.v = {.tmax = 1, .type = -1},
                                     .delta = -1,
                                     .solids = {.graze = VERIFY_GRAZE},
                                     .scenes = {.rules = {.slack = VERIFY_SCENE_SLACK}}};
    struct verification *v = &request.v;
    int first = parse(&request, argc, argv);
    if (request.volume.on) {
        request.volume.exact = v->exact;
        request.volume.json = request.json;
        return verify_volume(&request.volume, &v->common, argv + first, (size_t)(argc - first));
    }
    if (request.scenes.file) {
        struct scenes_request *scenes = &request.scenes;
        scenes->json = request.json;
        scenes->html = request.html;
        scenes->allow_unresolved = request.rules.allow_unresolved;
        scenes->rules.max_looks = v->max_tests;
        scenes->rules.whole = !scenes->each;
        return verify_scenes(scenes, &v->common, argv + first, (size_t)(argc - first));
    }
    if (!verify_solids_read(&request.solids, &v->solids)) return CLI_TROUBLE;
    if (request.list) {
        v->list_kind = kind_of_name(request.list);
        v->list = verify_list_open(&v->common, v->pairs);
        if (!v->list) return CLI_TROUBLE;
    }
    verification_run(v, argv + first);
    int status = report(&request);
    if (v->common.stats && !write_stats(v)) status = CLI_TROUBLE;
    errors_free(&v->tally.errors);
    verify_solids_free(&request.solids);
    return status;
}
