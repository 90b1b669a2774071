/* Two lists of contacts, one of them the truth: read, or found by lib/exact, and compared. */
#include "verify-volume.h"
#include "stats.h"
#include "verify-read.h"
#include "../formats/pair-list.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pairs of features that --exact looks at: some minutes. */
#define MOST_PAIRS 1e10

struct volume_verification {
    const struct volume_request *request;
    const struct cli_common *common;
    struct buf truth, found; /* struct volume_fact */
    struct volume_report report;
    bool unread; /* something could not be read or found: what lacks it would count as wrong */
};

static void tell(struct volume_verification *v, struct messages *messages)
{
    if (cli_messages(messages)) v->report.trouble = true;
    messages_free(messages);
}

/* ---- Streams of contacts ---- */

/* Why a record is no contact of a mesh, or NULL. */
static const char *problem(const struct ccdq_contact *c)
{
    const bool features = c->kind == CCDQ_CONTACT_VF || c->kind == CCDQ_CONTACT_EE;
    if (!features && c->kind != CCDQ_CONTACT_OVERLAP && c->kind != CCDQ_CONTACT_INVERSION)
        return "is no kind of contact that meshes have";
    if (c->verdict != CCDQ_HIT) return "its verdict is not hit";
    if (isnan(c->toi_lo) || isnan(c->toi_hi)) return "its times are no numbers";
    return NULL;
}

static void take_contacts(struct volume_verification *v, const struct block *block, struct buf *facts)
{
    const struct ccdq_contact *c = (const struct ccdq_contact *)(const void *)block->records.p;
    struct messages messages = {0};
    for (size_t i = 0; i < block->n; i++) {
        struct volume_fact fact = {.timed = true};
        const char *why = problem(&c[i]);
        if (why) {
            message_of(&messages, MESSAGE_RECORD, "%s: record %" PRIu64 ": %s", block->file,
                       block_record_number(block, i), why);
            continue;
        }
        volume_fact_name(&fact, c[i].step, c[i].kind, c[i].node, c[i].element);
        fact.lo = verify_time_of_double(c[i].toi_lo);
        fact.hi = verify_time_of_double(c[i].toi_hi);
        buf_add(facts, &fact, sizeof fact);
    }
    tell(v, &messages);
}

static void take_results(struct volume_verification *v, const struct block *block, struct buf *facts)
{
    const struct ccdq_result *r = (const struct ccdq_result *)(const void *)block->records.p;
    struct messages messages = {0};
    for (size_t i = 0; i < block->n; i++) {
        if (r[i].verdict == CCDQ_HIT && !isnan(r[i].toi_lo) && !isnan(r[i].toi_hi)) {
            const struct volume_fact fact = {.step = (uint32_t)r[i].id,
                                             .kind = VOLUME_ANY,
                                             .timed = true,
                                             .lo = verify_time_of_double(r[i].toi_lo),
                                             .hi = verify_time_of_double(r[i].toi_hi)};
            buf_add(facts, &fact, sizeof fact);
        } else if (r[i].verdict != CCDQ_FREE) {
            message_of(&messages, MESSAGE_RECORD, "%s: record %" PRIu64 ": step %" PRIu64 " was not solved",
                       block->file, block_record_number(block, i), r[i].id);
        }
    }
    tell(v, &messages);
}

/* The facts of a stream. */
struct facts_of {
    struct volume_verification *v;
    struct buf *facts;
};

static void take_block(void *context, const struct block *block)
{
    const struct facts_of *of = context;
    if (block->kind == 'C') take_contacts(of->v, block, of->facts);
    if (block->kind == 'R') take_results(of->v, block, of->facts);
    cli_progress(of->v->common, "contacts", of->facts->n / sizeof(struct volume_fact));
}

static void read_stream(struct volume_verification *v, char *path, struct buf *facts)
{
    struct facts_of of = {v, facts};
    verify_read(v->common, path, take_block, &of, &v->report.trouble, &v->unread);
    cli_progress_end(v->common);
}

/* ---- The truth by lib/exact ---- */

struct taker {
    struct buf *facts;
    const struct mesh *mesh;
    struct volume_fact earliest;
    const struct cli_common *common;
};

/* Elements get their numbers in the file. */
static bool take_exact(void *context, const struct volume_fact *fact)
{
    struct taker *taker = context;
    struct volume_fact f = *fact, *first = &taker->earliest;
    if (f.kind == CCDQ_CONTACT_OVERLAP || f.kind == CCDQ_CONTACT_INVERSION) {
        const uint32_t element[2] = {taker->mesh->number[f.id[0]], taker->mesh->number[f.id[1]]};
        volume_fact_name(&f, f.step, f.kind, NULL, element);
    }
    if (!first->timed || verify_time_order(f.lo, first->lo) < 0) first->lo = f.lo;
    if (!first->timed || verify_time_order(f.hi, first->hi) < 0) first->hi = f.hi;
    first->timed = true;
    buf_add(taker->facts, &f, sizeof f);
    cli_progress(taker->common, "contacts", taker->facts->n / sizeof f);
    return true;
}

static bool find_step(struct volume_verification *v, const struct volume_motion *motion,
                      struct ccdq_workspace *ws)
{
    char digits[CLI_DIGITS];
    struct taker taker = {&v->truth, motion->mesh, {.step = motion->step, .kind = VOLUME_ANY}, v->common};
    const double pairs = volume_exact_pairs(motion);
    if (pairs > MOST_PAIRS) {
        cli_message(
            "step %u: the mesh is too large to look at all pairs of features: there are %s, and 10^10 "
            "are the most",
            motion->step, cli_digits(digits, (uint64_t)pairs));
        return false;
    }
    if (!volume_exact(motion, take_exact, &taker, ws)) {
        cli_message("step %u: not enough memory", motion->step);
        return false;
    }
    if (taker.earliest.timed) buf_add(&v->truth, &taker.earliest, sizeof taker.earliest);
    return true;
}

static void find_steps(struct volume_verification *v, struct vol_steps *steps)
{
    struct ccdq_workspace *ws = ccdq_workspace_new();
    if (!ws) xnomem();
    for (size_t k = 0; k < steps->count; k++) {
        struct mesh_features features;
        if (!vol_steps_read(steps, k)) {
            v->unread = true;
            continue;
        }
        if (!mesh_features_find(&features, &steps->mesh)) xnomem();
        const struct volume_motion motion = {(uint32_t)k, &steps->mesh, &features,
                                             steps->x0,   steps->x1,    v->request->boundary};
        if (!find_step(v, &motion, ws)) v->unread = true;
        mesh_features_free(&features);
    }
    cli_progress_end(v->common);
    ccdq_workspace_free(ws);
}

static void find_truth(struct volume_verification *v, char **files, size_t n)
{
    struct vol_steps steps = {0};
    const struct mesh_sequence_options sequence = vol_vectors_sequence(&v->request->vectors);
    if (vol_steps_open(&steps, files, n, &sequence))
        find_steps(v, &steps);
    else
        v->unread = true;
    v->report.trouble |= steps.trouble;
    vol_steps_close(&steps);
}

/* ---- Lists ---- */

/* A pair of a list, and where it stands. */
struct told {
    struct volume_fact fact;
    uint64_t line;
};

static int by_fact(const void *a, const void *b)
{
    const struct told *p = a, *q = b;
    const int order = volume_fact_order(&p->fact, &q->fact);
    return order ? order : (p->line > q->line) - (p->line < q->line);
}

/* Adds what a list tells to the truth; false with a message where it says of a pair both. */
static bool take_told(struct volume_verification *v, const char *path, struct told *told, size_t n)
{
    const char *name = strcmp(path, "-") ? path : "standard input";
    struct messages messages = {0};
    bool good = true;
    if (n) qsort(told, n, sizeof *told, by_fact);
    for (size_t i = 0; i < n; i++) {
        buf_add(&v->truth, &told[i].fact, sizeof told[i].fact);
        const struct told *before = i ? &told[i - 1] : NULL;
        if (!before || volume_fact_order(&before->fact, &told[i].fact) != 0) continue;
        if (before->fact.absent == told[i].fact.absent) continue;
        message_of(&messages, MESSAGE_RECORD, "%s: line %" PRIu64 ": the pair is %s, but %s in line %" PRIu64,
                   name, told[i].line, told[i].fact.absent ? "free" : "a contact",
                   before->fact.absent ? "free" : "a contact", before->line);
        good = false;
    }
    tell(v, &messages);
    return good;
}

static void read_list(struct volume_verification *v, unsigned kind, const char *path)
{
    struct buf pairs = {0}, told = {0};
    struct messages messages = {0};
    if (!pair_list_read(path, &pairs, &messages)) v->unread = true;
    tell(v, &messages);
    const struct listed_pair *pair = (const struct listed_pair *)(const void *)pairs.p;
    for (size_t i = 0; i < pairs.n / sizeof *pair; i++) {
        struct told one = {.fact.absent = !pair[i].hit, .line = pair[i].line};
        volume_fact_name(&one.fact, 0, kind, pair[i].node, NULL);
        buf_add(&told, &one, sizeof one);
    }
    if (!take_told(v, path, (struct told *)(void *)told.p, told.n / sizeof(struct told))) v->unread = true;
    buf_free(&pairs);
    buf_free(&told);
    v->report.kinds |= 1U << kind;
}

static void read_lists(struct volume_verification *v)
{
    static const unsigned kinds[2] = {CCDQ_CONTACT_VF, CCDQ_CONTACT_EE};
    for (int i = 0; i < 2; i++)
        if (v->request->pairs[i]) read_list(v, kinds[i], v->request->pairs[i]);
}

/* ---- The command ---- */

struct cli_option verify_volume_option(struct volume_request *r, unsigned i)
{
    const struct cli_option options[VOLUME_OPTIONS] = {
        {"volume", 0, CLI_FLAG, NULL,
         "the contacts of a deforming mesh; with --exact: FILE... CONTACTS, as ccd-vol has them", &r->on, 0,
         0, NULL, NULL},
        {"pairs-vf", 0, CLI_STRING, "LIST", "with --volume: the truth of vertices and triangles",
         &r->pairs[0], 0, 0, NULL, NULL},
        {"pairs-ee", 0, CLI_STRING, "LIST", "with --volume: the truth of edges", &r->pairs[1], 0, 0, NULL,
         NULL},
        {"boundary", 0, CLI_FLAG, NULL, "with --volume --exact: the contacts are those of ccd-vol --boundary",
         &r->boundary, 0, 0, NULL, NULL},
        {"first", 0, CLI_FLAG, NULL, "with --volume: the contacts are those of ccd-vol --first", &r->first, 0,
         0, NULL, NULL}};
    return options[i];
}

static void check(const struct volume_request *r, char **operands, size_t n)
{
    const bool lists = r->pairs[0] || r->pairs[1];
    if (lists && r->exact) cli_usage("options --pairs-vf and --pairs-ee are not for --exact");
    if (r->boundary && !r->exact) cli_usage("option --boundary is for --exact");
    if (r->exact && n < 2) cli_usage("give the frames of the mesh, and the contacts");
    if (r->exact) vol_vectors_check(&r->vectors, n - 1);
    if (lists && n != 1) cli_usage("give the contacts");
    if (!r->exact && !lists && n != 2) cli_usage("give TRUTH and CONTACTS, or lists of pairs, or --exact");
    int standard = 0;
    for (size_t i = 0; i < n; i++) standard += !strcmp(operands[i], "-");
    for (int i = 0; i < 2; i++) standard += r->pairs[i] && !strcmp(r->pairs[i], "-");
    if (standard > 1) cli_usage("only one input can be standard input");
}

/* Reads and finds all. */
static void gather(struct volume_verification *v, char **operands, size_t n)
{
    const bool lists = v->request->pairs[0] || v->request->pairs[1];
    v->report.kinds = lists ? 0 : ~0U;
    read_stream(v, operands[n - 1], &v->found);
    if (v->request->exact)
        find_truth(v, operands, n - 1);
    else if (lists)
        read_lists(v);
    else
        read_stream(v, operands[0], &v->truth);
}

static bool write_report(struct volume_verification *v)
{
    struct buf text = {0};
    if (v->request->json)
        volume_report_json(&v->report, &text);
    else
        volume_report_table(&v->report, &text);
    const bool written = cli_write_text(v->common->output, &text);
    buf_free(&text);
    return written;
}

static bool write_stats(const struct volume_verification *v, size_t contacts)
{
    struct buf json = {0};
    stats_begin(&json);
    buf_printf(&json, ", \"contacts\": %zu", contacts);
    return stats_end(&json, v->common->stats, "contact", contacts);
}

/* Compares and reports. false: there was trouble. */
static bool judge(struct volume_verification *v)
{
    volume_judge((struct volume_fact *)(void *)v->truth.p, v->truth.n / sizeof(struct volume_fact),
                 (struct volume_fact *)(void *)v->found.p, v->found.n / sizeof(struct volume_fact),
                 v->report.kinds, &v->report.tally, volume_report_add, &v->report);
    return write_report(v) && !v->report.trouble;
}

int verify_volume(const struct volume_request *request, const struct cli_common *common, char **operands,
                  size_t n)
{
    struct volume_verification v = {.request = request, .common = common, .report.first = request->first};
    check(request, operands, n);
    gather(&v, operands, n);
    const size_t n_found = v.found.n / sizeof(struct volume_fact);
    bool good = !v.unread && judge(&v);
    if (common->stats && !write_stats(&v, n_found)) good = false;
    const bool agree = !v.report.differences;
    buf_free(&v.truth);
    buf_free(&v.found);
    buf_free(&v.report.lines);
    buf_free(&v.report.items);
    return !good ? CLI_TROUBLE : agree ? CLI_OK : CLI_DISAGREE;
}
