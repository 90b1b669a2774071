/* Files of scenes, and a stream of results and contacts: search by search. */
#include "verify-scenes.h"
#include "stats.h"
#include "verify-read.h"
#include "../formats/scene-file.h"
#include "../formats/stream.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct scenes_verification {
    const struct scenes_request *request;
    const struct cli_common *common;
    struct buf results, contacts; /* struct ccdq_result, struct ccdq_contact: by id, of one id as they came */
    size_t next_result, next_contact; /* what searches behind the one at hand may still have */
    uint64_t searches;
    struct scenes_report report;
    bool unread; /* something could not be read: what lacks it would count as wrong */
};

static void tell(struct scenes_verification *v, struct messages *messages)
{
    if (cli_messages(messages)) v->report.trouble = true;
    messages_free(messages);
}

/* ---- Results ---- */

/* Where a record is, by what all records begin with. */
struct place {
    uint64_t id;
    size_t i;
};

static int by_id(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return x->i < y->i ? -1 : x->i > y->i;
}

/* By id; those of one id stay in order. */
static void sort(struct buf *records, size_t size)
{
    const size_t n = records->n / size;
    struct buf sorted = {0};
    struct place *place = malloc((n + 1) * sizeof *place);
    if (!place) xnomem();
    for (size_t i = 0; i < n; i++) {
        place[i].i = i;
        memcpy(&place[i].id, records->p + i * size, sizeof place[i].id);
    }
    qsort(place, n, sizeof *place, by_id);
    for (size_t i = 0; i < n; i++) buf_add(&sorted, records->p + place[i].i * size, size);
    free(place);
    buf_free(records);
    *records = sorted;
}

static void take_block(void *context, const struct block *block)
{
    struct scenes_verification *v = context;
    if (block->kind == 'R') buf_add(&v->results, block->records.p, block->n * sizeof(struct ccdq_result));
    if (block->kind == 'C') buf_add(&v->contacts, block->records.p, block->n * sizeof(struct ccdq_contact));
}

static const struct ccdq_result *results(const struct scenes_verification *v)
{
    return (const struct ccdq_result *)(const void *)v->results.p;
}

static const struct ccdq_contact *contacts(const struct scenes_verification *v)
{
    return (const struct ccdq_contact *)(const void *)v->contacts.p;
}

/* ---- Searches ---- */

static void complain(struct scenes_verification *v, enum scene_fault fault, uint64_t id,
                     const struct ccdq_result *r)
{
    const struct scene_complaint complaint = {
        .fault = fault, .is = r ? r->toi_lo : NAN, .should = r ? r->toi_hi : NAN};
    v->report.id = id;
    v->report.tally.fault[fault]++;
    scenes_report_add(&v->report, &complaint);
}

/* The first result of the search, and its contacts. NULL: it has none. */
static const struct ccdq_result *take_records(struct scenes_verification *v, uint64_t id,
                                              const struct ccdq_contact **first, size_t *n)
{
    const size_t n_results = v->results.n / sizeof(struct ccdq_result);
    const size_t n_contacts = v->contacts.n / sizeof(struct ccdq_contact);
    const struct ccdq_result *r = NULL;
    for (; v->next_result < n_results && results(v)[v->next_result].id == id; v->next_result++) {
        if (r) complain(v, SCENE_DOUBLE, id, NULL);
        if (!r) r = &results(v)[v->next_result];
    }
    *first = contacts(v) + v->next_contact;
    for (*n = 0; v->next_contact < n_contacts && contacts(v)[v->next_contact].id == id; v->next_contact++)
        ++*n;
    if (!r) complain(v, SCENE_MISSING, id, NULL);
    return r;
}

static void judge_search(struct scenes_verification *v, const struct scene *scene, uint32_t first_pair,
                         uint32_t pairs)
{
    const struct scene_judge judge = {&v->request->rules, &v->report.tally, scenes_report_add,
                                      scenes_report_admit, &v->report};
    struct scene_claim claim = {.scene = scene, .first_pair = first_pair, .pairs = pairs};
    const uint64_t id = v->searches++;
    v->report.scene = scene;
    claim.result = take_records(v, id, &claim.contact, &claim.contacts);
    v->report.id = id;
    if (claim.result && !verify_scene(&judge, &claim)) xnomem();
    cli_progress(v->common, "searches", v->searches);
}

static void judge_scene(struct scenes_verification *v, const struct scene *scene)
{
    if (!v->request->each) judge_search(v, scene, 0, (uint32_t)scene->pairs);
    for (uint32_t i = 0; v->request->each && i < scene->pairs; i++) judge_search(v, scene, i, 1);
}

/* A scene that cannot be read is a search with an invalid result. */
static void judge_bad(struct scenes_verification *v)
{
    const uint64_t id = v->searches++;
    const struct ccdq_contact *contact;
    size_t n;
    v->report.scene = NULL;
    const struct ccdq_result *r = take_records(v, id, &contact, &n);
    if (r && (r->verdict != CCDQ_INVALID || n)) complain(v, SCENE_BROKEN, id, r);
}

static void judge_file(struct scenes_verification *v, const char *name)
{
    struct messages messages = {0};
    struct scene_file *file = scene_file_open(name, &messages);
    enum scene_next next = SCENE_FILE_END;
    if (!file) v->unread = true;
    do {
        struct scene scene = {0};
        next = file ? scene_file_next(file, &scene, &messages) : SCENE_FILE_END;
        if (next == SCENE_FILE_SCENE) judge_scene(v, &scene);
        if (next == SCENE_FILE_BAD) judge_bad(v);
        scene_free(&scene);
    } while (next != SCENE_FILE_END);
    if (file) scene_file_close(file);
    tell(v, &messages);
}

/* What is left is of no search. */
static void judge_rest(struct scenes_verification *v)
{
    v->report.scene = NULL;
    for (size_t i = v->next_result; i < v->results.n / sizeof(struct ccdq_result); i++)
        complain(v, SCENE_UNKNOWN, results(v)[i].id, NULL);
    for (size_t i = v->next_contact; i < v->contacts.n / sizeof(struct ccdq_contact); i++)
        complain(v, SCENE_UNKNOWN, contacts(v)[i].id, NULL);
}

/* ---- The command ---- */

struct cli_option verify_scenes_option(struct scenes_request *r, unsigned i)
{
    struct scene_rules *rules = &r->rules;
    const struct cli_option options[SCENES_OPTIONS] = {
        {"scene", 0, CLI_STRING, "FILE", "scenes that ccd-patch solved: [FILE]... RESULT follow", &r->file, 0,
         0, NULL, NULL},
        {"each", 0, CLI_FLAG, NULL, "with --scene: the results are those of ccd-patch --each", &r->each, 0, 0,
         NULL, &r->given},
        {"slack", 0, CLI_REAL, "S",
         "with --scene: times are shown to be free until this part of the scene's time before a contact; "
         "default 1e-3",
         &rules->slack, 0, 1, NULL, &r->given},
        {"simultaneity", 0, CLI_REAL, "E", "with --scene: as ccd-patch was given it", &rules->simultaneity,
         DBL_TRUE_MIN, DBL_MAX, NULL, &r->given},
        {"separation", 0, CLI_REAL, "D", "with --scene: as ccd-patch was given it", &rules->separation,
         DBL_TRUE_MIN, DBL_MAX, NULL, &r->given},
        {"accuracy", 0, CLI_REAL, "G", "with --scene: as ccd-patch was given it", &rules->accuracy,
         DBL_TRUE_MIN, DBL_MAX, NULL, &r->given}};
    return options[i];
}

static void check(const struct scenes_request *r, char **operands, size_t n)
{
    size_t standard = !strcmp(r->file, "-");
    if (n < 1) cli_usage("give RESULT");
    for (size_t i = 0; i < n; i++) standard += !strcmp(operands[i], "-");
    if (standard > 1) cli_usage("only one input can be standard input");
}

/* false: something could not be read. */
static bool judge_all(struct scenes_verification *v, char **operands, size_t n)
{
    verify_read(v->common, operands[n - 1], take_block, v, &v->report.trouble, &v->unread);
    if (v->unread) return false;
    sort(&v->results, sizeof(struct ccdq_result));
    sort(&v->contacts, sizeof(struct ccdq_contact));
    judge_file(v, v->request->file);
    for (size_t i = 0; i + 1 < n && !v->unread; i++) judge_file(v, operands[i]);
    cli_progress_end(v->common);
    if (!v->unread) judge_rest(v);
    return !v->unread;
}

static bool write_report(const struct scenes_verification *v)
{
    struct buf text = {0};
    if (v->request->json)
        scenes_report_json(&v->report, &text);
    else
        scenes_report_table(&v->report, &text);
    bool written = cli_write_text(v->common->output, &text);
    if (v->request->html) {
        text.n = 0;
        scenes_report_html(&v->report, &text);
        written = cli_write_text(v->request->html, &text) && written;
    }
    buf_free(&text);
    return written;
}

static bool write_stats(const struct scenes_verification *v)
{
    struct buf json = {0};
    stats_begin(&json);
    buf_printf(&json, ", \"searches\": %" PRIu64, v->searches);
    return stats_end(&json, v->common->stats, "search", v->searches);
}

int verify_scenes(const struct scenes_request *request, const struct cli_common *common, char **operands,
                  size_t n)
{
    struct scenes_verification v = {
        .request = request, .common = common, .report.allow_unresolved = request->allow_unresolved};
    check(request, operands, n);
    bool good = judge_all(&v, operands, n) && write_report(&v) && !v.report.trouble;
    if (common->stats && !write_stats(&v)) good = false;
    const bool agree = !v.report.faults;
    buf_free(&v.results);
    buf_free(&v.contacts);
    buf_free(&v.report.lines);
    buf_free(&v.report.items);
    buf_free(&v.report.open);
    buf_free(&v.report.open_items);
    return !good ? CLI_TROUBLE : agree ? CLI_OK : CLI_DISAGREE;
}
