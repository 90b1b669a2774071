#include "verification.h"
#include "pipeline.h"
#include "workspaces.h"
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What the records of a block are to the join. */
enum role { ROLE_NONE, ROLE_QUERIES, ROLE_TRUE_RESULTS, ROLE_RESULTS, ROLE_CONTACTS };

/* What waits for its result. Where no query will be asked for, the record ends before it. */
struct subject {
    struct verify_truth truth;
    uint64_t run_tag;
    char kind;    /* of the query */
    void *record; /* a copy of it; NULL: it is linear, and here */
    struct ccdq_query query;
};

struct item {
    int source;
    enum role role;
    struct block block;
    struct buf truths; /* of a block that brings truth: a struct verify_truth each record */
};

/* ---- Reading: from both sides in turn, so that few records wait for their mates ---- */

/* The source that has given less so far, or -1 at the end of both. */
static int next_source(const struct verification *v)
{
    int next = -1;
    for (int s = 0; s < v->n_sources; s++) {
        if (v->source[s].ended) continue;
        if (next < 0 || v->source[s].given < v->source[next].given) next = s;
    }
    return next;
}

/* With one stream its queries and results answer each other. With two, the truth is what TRUTH starts with
 * (exact truth is from queries always), and queries beside the results say nothing new. */
static enum role role_of(struct verification *v, int source, const struct block *block)
{
    const char read = block->record_kind, kind = verify_query_kind(read) ? 'Q' : read;
    if (block->what != BLOCK_RECORDS || !kind || !strchr("QRC", kind)) return ROLE_NONE;
    if (kind == 'C') return source == v->n_sources - 1 ? ROLE_CONTACTS : ROLE_NONE;
    if (v->n_sources == 1) return kind == 'Q' ? ROLE_QUERIES : ROLE_RESULTS;
    if (source == RESULT) return kind == 'R' ? ROLE_RESULTS : ROLE_NONE;
    if (!v->truth_kind) v->truth_kind = v->exact ? 'Q' : kind;
    if (kind != v->truth_kind) return ROLE_NONE;
    return kind == 'Q' ? ROLE_QUERIES : ROLE_TRUE_RESULTS;
}

static int produce(void *context, void *p)
{
    struct verification *v = context;
    struct item *item = p;
    for (int s; (s = next_source(v)) >= 0; v->source[s].ended = true) {
        if (!reader_next(v->source[s].reader, &item->block)) continue;
        item->source = s;
        item->role = role_of(v, s, &item->block);
        if (item->role != ROLE_NONE && item->role != ROLE_CONTACTS) v->source[s].given += item->block.n;
        return 1;
    }
    return 0;
}

/* ---- Work: the truth of each query ---- */

static const struct ccdq_result *results_of(const struct block *block)
{
    return (const struct ccdq_result *)(const void *)block->records.p;
}

/* Bytes of each record of a block. */
static size_t record_size(const struct block *block)
{
    return frame_record_size(block->record_kind, block->records.p, block->n);
}

/* Names the indexed queries that have a problem: their records do not tell which. */
static void name_problems(struct block *block)
{
    for (size_t i = 0; block->kind == 'I' && i < block->n; i++) {
        const char *problem = ccdq_indexed_problem(&block->indexed, i);
        if (problem)
            message_of(&block->messages, MESSAGE_RECORD, "%s: record %" PRIu64 ": %s", block->file,
                       block_record_number(block, i), problem);
    }
}

static void work(void *context, unsigned worker, void *p)
{
    const struct verification *v = context;
    struct item *item = p;
    const struct block *block = &item->block;
    if (block->what != BLOCK_RECORDS) return;
    block_decode(&item->block);
    name_problems(&item->block);
    item->truths.n = 0;
    if (item->role != ROLE_QUERIES && item->role != ROLE_TRUE_RESULTS) return;
    for (size_t i = 0; i < block->n; i++) {
        const void *record = block->records.p + i * record_size(block);
        const struct verify_truth truth =
            item->role == ROLE_TRUE_RESULTS
                ? verify_truth_of_result(record)
                : verify_query_kind(block->record_kind)->truth(v, record, v->workspaces[worker]);
        buf_add(&item->truths, &truth, sizeof truth);
    }
}

/* ---- Joining and judging, in order ---- */

static const void *query_of(const struct subject *subject)
{
    return subject->record ? subject->record : &subject->query;
}

/* Writes the query of a subject to the list. */
static void list_subject(struct verification *v, const struct subject *subject)
{
    const void *record = query_of(subject);
    verify_list_add(v->list, subject->run_tag, subject->kind, record,
                    frame_record_size(subject->kind, record, 1));
}

/* Contacts are looked at only where the types of the queries are sure. */
static void judge(struct verification *v, const struct subject *subject, const struct ccdq_result *r)
{
    struct verify_look look;
    const struct verify_query_kind *kind = v->exact ? verify_query_kind(subject->kind) : NULL;
    const bool looked = kind && subject->truth.what != TRUTH_NONE && verify_can_look(&subject->truth, r);
    if (looked) look = kind->look(v, query_of(subject), r);
    unsigned kinds = verify_judge(&v->tally, &subject->truth, looked ? &look : NULL, r);
    if (v->list && kinds >> v->list_kind & 1) list_subject(v, subject);
}

/* What comes of adding a record with this id to the join. What waits keeps its record. */
static void act_on(struct verification *v, enum join_outcome outcome, uint64_t id,
                   const struct subject *subject, const struct ccdq_result *r)
{
    if (outcome == JOIN_NO_MEMORY) xnomem();
    if (outcome == JOIN_PAIR) judge(v, subject, r);
    if (outcome == JOIN_DOUBLE) verify_count(&v->tally, VERIFY_DOUBLE, id);
    if (outcome != JOIN_WAITS && subject) free(subject->record);
}

/* Completes a subject with its query, where that will be asked for. */
static void keep_query(const struct verification *v, const struct block *block, size_t i,
                       struct subject *subject)
{
    const size_t size = record_size(block);
    const unsigned char *record = block->records.p + i * size;
    subject->kind = block->record_kind;
    if (!v->exact && !v->list) return;
    if (subject->kind == 'Q') {
        memcpy(&subject->query, record, sizeof subject->query);
        return;
    }
    subject->record = malloc(size);
    if (!subject->record) xnomem();
    memcpy(subject->record, record, size);
}

static void add_truth(struct verification *v, const struct item *item, uint64_t run, size_t i)
{
    const struct verify_truth *truth = (const struct verify_truth *)(const void *)item->truths.p + i;
    struct subject subject = {.truth = *truth, .run_tag = item->block.run.tag};
    if (item->role == ROLE_QUERIES) keep_query(v, &item->block, i, &subject);
    struct ccdq_result mate;
    enum join_outcome outcome = verify_join_add(v->join, JOIN_TRUTH, run, truth->id, &subject, &mate);
    act_on(v, outcome, truth->id, &subject, &mate);
}

static void add_result(struct verification *v, const struct item *item, uint64_t run, size_t i)
{
    const struct ccdq_result *result = &results_of(&item->block)[i];
    struct subject mate;
    enum join_outcome outcome = verify_join_add(v->join, JOIN_RESULT, run, result->id, result, &mate);
    act_on(v, outcome, result->id, outcome == JOIN_PAIR ? &mate : NULL, result);
}

static void add_contact(struct verification *v, uint64_t run, uint64_t tag, const struct ccdq_contact *c)
{
    const struct ccdq_result *r = recent_find(&v->results, run, c->id);
    const struct verify_query_kind *kind = verify_query_kinds;
    const void *q = NULL;
    for (int i = 0; i < VERIFY_QUERY_KINDS && !q; i++) {
        kind = &verify_query_kinds[i];
        q = recent_find(&v->queries[i], run, c->id);
    }
    if (!r && verify_join_has_result(v->join, run, c->id)) {
        v->tally.contacts_passed++;
        return;
    }
    const enum verify_place place = r && q && v->exact ? kind->place(v, q, c) : PLACE_UNKNOWN;
    const unsigned kinds = verify_judge_contact(&v->tally, c, r, place);
    if (v->list && q && kinds >> v->list_kind & 1) verify_list_add(v->list, tag, kind->letter, q, kind->size);
}

/* Contacts come close behind the queries and results that they are of. */
static void remember(struct verification *v, const struct item *item, uint64_t run)
{
    const struct block *block = &item->block;
    int error = 0;
    for (int i = 0; i < VERIFY_QUERY_KINDS; i++)
        if (item->role == ROLE_QUERIES && block->record_kind == verify_query_kinds[i].letter &&
            verify_query_kinds[i].place && (v->exact || v->list))
            error = recent_add(&v->queries[i], run, block->records.p, block->n);
    if (item->role == ROLE_RESULTS) error = recent_add(&v->results, run, block->records.p, block->n);
    if (error) xnomem();
}

/* What kinds of records a source has. */
static void see(struct source *source, const struct block *block)
{
    source->has_results |= block->record_kind == 'R' && (block->n || !block->plain);
    for (int i = 0; i < VERIFY_QUERY_KINDS; i++) {
        if (block->record_kind != verify_query_kinds[i].letter) continue;
        source->has[i] = true;
        if (!source->queries) source->queries = block->record_kind;
    }
}

static int consume(void *context, void *p)
{
    struct verification *v = context;
    struct item *item = p;
    const struct block *block = &item->block;
    struct source *source = &v->source[item->source];
    reader_account(source->reader, block);
    cli_messages(&item->block.messages);
    see(source, block);

    /* Streams of several runs may follow each other: in one stream each record says which it is of. Two
     * streams need not know the run alike (csv, nyu). */
    uint64_t run = v->n_sources == 1 ? block->run.tag : 0;
    remember(v, item, run);
    for (size_t i = 0; item->role != ROLE_NONE && i < block->n; i++) {
        if (item->role == ROLE_CONTACTS)
            add_contact(v, run, block->run.tag,
                        (const struct ccdq_contact *)(const void *)block->records.p + i);
        else if (item->role == ROLE_RESULTS)
            add_result(v, item, run, i);
        else
            add_truth(v, item, run, i);
    }
    cli_progress(&v->common, "queries", verify_queries(&v->tally));
    return 0;
}

static void release(void *p)
{
    struct item *item = p;
    block_free(&item->block);
    buf_free(&item->truths);
}

static void count_missing(void *context, const void *item)
{
    struct verification *v = context;
    const struct subject *subject = item;
    verify_count(&v->tally, VERIFY_MISSING, subject->truth.id);
    v->tally.unanswered += subject->truth.what == TRUTH_HIT;
    if (v->list && v->list_kind == VERIFY_MISSING) list_subject(v, subject);
    free(subject->record);
}

static void count_unknown(void *context, const void *item)
{
    struct verification *v = context;
    verify_count(&v->tally, VERIFY_UNKNOWN, ((const struct ccdq_result *)item)->id);
}

/* ---- The whole ---- */

/* With --exact, triangles but no solids? */
static bool lacks_solids(const struct verification *v)
{
    bool has = false;
    for (int i = 0; i < VERIFY_QUERY_KINDS; i++)
        has |= v->source[TRUTH].has[i] && verify_query_kinds[i].letter == 'S';
    return has && v->exact && !v->solids.sdf;
}

/* Whether the sources held what they are for. */
static void check_sources(struct verification *v)
{
    const struct source *truth = &v->source[TRUTH], *result = &v->source[v->n_sources - 1];
    const char *lack = NULL;
    if (v->n_sources == 1 || v->exact)
        lack = truth->queries ? NULL : "no queries";
    else if (!truth->queries && !truth->has_results)
        lack = "no truth";
    if (lack && !truth->failed) cli_message("%s: %s in it", truth->name, lack);
    if (!result->has_results && !result->failed) cli_message("%s: no results in it", result->name);
    if (lack || !result->has_results) v->trouble = true;
    if (lacks_solids(v)) {
        cli_message("%s: triangles against solids are judged by the solids: give --sdf FILE", truth->name);
        v->trouble = true;
    }
    if (v->list && v->truth_kind == 'R') {
        cli_message("%s: --list has no queries to write: the truth is read from results", truth->name);
        v->trouble = true;
    }
}

/* Queries (or results as the truth) that say nothing. */
static void check_truth(struct verification *v)
{
    const uint64_t n = v->tally.count[VERIFY_NO_TRUTH];
    char digits[CLI_DIGITS];
    if (!n || lacks_solids(v)) return;
    v->trouble = true;
    if (v->truth_kind == 'R')
        cli_message("%s result%s to be the truth %s unresolved or invalid", cli_digits(digits, n),
                    n == 1 ? " that is" : "s that are", n == 1 ? "is" : "are");
    else
        cli_message("%s %s no truth; use --exact", cli_digits(digits, n),
                    n == 1 ? "query carries" : "queries carry");
}

static void finish_source(struct verification *v, struct source *source)
{
    struct messages messages = {0};
    source->failed = reader_finish(source->reader, &messages) != 0;
    if (source->failed) v->trouble = true;
    cli_messages(&messages);
    messages_free(&messages);
}

static void open_sources(struct verification *v, char **operands)
{
    for (int s = 0; s < v->n_sources; s++) {
        struct source *source = &v->source[s];
        struct reader_options options = {.from = FORM_SNIFF,
                                         .type = v->type,
                                         .pairs = v->pairs,
                                         .kinds = s == RESULT ? "RCQIPS" : "QIPSRC",
                                         .expand = EXPAND_ALL,
                                         .parts = 1,
                                         .all_parts = true};
        if (s == TRUTH) options.from = (enum form)v->common.from;
        source->name = strcmp(operands[s], "-") ? operands[s] : "standard input";
        source->reader = reader_open(&operands[s], 1, &options);
    }
}

void verification_run(struct verification *v, char **operands)
{
    const struct pipeline pipeline = {sizeof(struct item), produce, work, consume, release, NULL, 0};
    bool with_query = v->exact || v->list;
    v->join = verify_join_new(with_query ? sizeof(struct subject) : offsetof(struct subject, query),
                              sizeof(struct ccdq_result));
    if (!v->join) xnomem();
    for (int i = 0; i < VERIFY_QUERY_KINDS; i++) v->queries[i].record_size = verify_query_kinds[i].size;
    v->results.record_size = sizeof(struct ccdq_result);
    v->workspaces = workspaces_new(v->common.jobs);
    open_sources(v, operands);
    const bool ran = !pipeline_run(&pipeline, v, (unsigned)v->common.jobs);
    if (!ran) {
        cli_message("out of memory, or threads cannot be started");
        v->trouble = true;
    }
    if (verify_join_rest(v->join, JOIN_TRUTH, count_missing, v) ||
        verify_join_rest(v->join, JOIN_RESULT, count_unknown, v))
        xnomem();
    cli_progress_end(&v->common);
    for (int s = 0; s < v->n_sources; s++) finish_source(v, &v->source[s]);
    if (ran) check_sources(v);
    check_truth(v);
    verify_join_free(v->join);
    for (int i = 0; i < VERIFY_QUERY_KINDS; i++) recent_free(&v->queries[i]);
    recent_free(&v->results);
    workspaces_free(v->workspaces, v->common.jobs);
}
