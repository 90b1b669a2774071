/* Reader -> kernel -> writer. */
#include "filter.h"
#include "pipeline.h"
#include "stats.h"
#include "workspaces.h"
#include <errno.h>
#include <inttypes.h>

/* A block of queries and its answers. */
struct item {
    struct block block;
    struct ccdq_result *results; /* in `answers`, until those are encoded */
    struct buf contacts;
    struct chunk queries, answers, details;
    struct messages problems;
    struct tally tally;
};

static int produce(void *context, void *p)
{
    struct filter *f = context;
    struct item *item = p;
    return reader_next(f->reader, &item->block);
}

/* Names the queries that cannot be solved. */
static void name_problems(const struct filter *f, struct item *item)
{
    const struct ccdq_result *r = item->results;
    char text[128];
    for (size_t i = 0; i < item->block.n; i++) {
        if (r[i].verdict != CCDQ_INVALID) continue;
        const char *problem = f->solver->problem(f, &item->block, i, text, sizeof text);
        if (problem)
            message_of(&item->problems, MESSAGE_RECORD, "%s: record %" PRIu64 ": %s", item->block.file,
                       block_record_number(&item->block, i), problem);
    }
}

/* Room for the answers to a block, and for their frame. Where there is none the block is left out. */
static bool make_room(struct item *item)
{
    struct block *block = &item->block;
    const size_t size = block->n * sizeof(struct ccdq_result);
    item->results = chunk_answers(&item->answers, block->n);
    if (item->results && buf_try_reserve(&item->answers.bytes, size + size / 4096 + 256)) return true;
    message(&block->messages,
            "%s: offset %" PRIu64
            ": a block is left out, with its queries (%zu): there is not the memory to answer it",
            block->file, block->offset, block->n);
    block->kind = 0;
    block->n = 0;
    return false;
}

/* Counts of the four verdicts in one integer, a field each: an array in memory would be waited for, answer
 * after answer. */
static struct tally tally_of(const struct ccdq_result *r, size_t n)
{
    enum { FIELD = 16, MASK = (1 << FIELD) - 1 };
    struct tally tally = {.evals = 0};
    for (size_t i = 0, end; i < n; i = end) {
        uint64_t counts = 0;
        end = n - i < MASK ? n : i + MASK;
        for (size_t k = i; k < end; k++) {
            counts += UINT64_C(1) << FIELD * (r[k].verdict & 3);
            tally.evals += r[k].evals;
        }
        for (int v = 0; v < 4; v++) tally.verdicts[v] += counts >> FIELD * v & MASK;
    }
    return tally;
}

static void add_tally(struct filter *f, const struct tally *more)
{
    for (int v = 0; v < VERDICTS; v++) f->tally.verdicts[v] += more->verdicts[v];
    f->tally.evals += more->evals;
}

void filter_count(struct filter *f, const struct ccdq_result *r, size_t n)
{
    const struct tally more = tally_of(r, n);
    add_tally(f, &more);
}

uint64_t filter_answered(const struct filter *f)
{
    uint64_t n = 0;
    for (int v = 0; v < VERDICTS; v++) n += f->tally.verdicts[v];
    return n;
}

static void solve(const struct filter *f, struct ccdq_workspace *ws, struct item *item)
{
    f->solver->solve(f, &item->block, item->results, ws);
    item->tally = tally_of(item->results, item->block.n);
    if (item->tally.verdicts[CCDQ_INVALID]) name_problems(f, item);
}

static void encode_queries(const struct filter *f, struct item *item)
{
    const struct block *block = &item->block;
    const enum form to = (enum form)f->common.to;
    const int level = (int)f->common.level;
    if (block->record_kind == 'I' && block->what == BLOCK_RECORDS)
        chunk_encode_indexed(&item->queries, &block->indexed, block->run, to, level);
    else
        chunk_encode(&item->queries, block->record_kind, block->records.p, block->n, block->run, to, level);
}

static void encode_contacts(const struct filter *f, struct ccdq_workspace *ws, struct item *item)
{
    struct buf *contacts = &item->contacts;
    contacts->n = 0;
    if (!f->earliest) f->solver->add_contacts(f, &item->block, item->results, contacts, ws);
    item->details.frame_records = FRAME_MAX_RECORDS; /* there may be several of each query */
    chunk_encode(&item->details, 'C', contacts->p, contacts->n / sizeof(struct ccdq_contact), item->block.run,
                 (enum form)f->common.to, (int)f->common.level);
}

/* A block without records, such as an END, passes as chunks without records: they make the writer vouch for
 * its run. So does every block under --earliest. */
static void work(void *context, unsigned worker, void *p)
{
    const struct filter *f = context;
    struct item *item = p;
    struct block *block = &item->block;
    const enum form to = (enum form)f->common.to;
    const int level = (int)f->common.level;
    item->tally = (struct tally){0};
    item->queries.repaired = item->answers.repaired = item->details.repaired =
        block->frame_flags & FRAME_REPAIRED;
    block_decode(block);
    if (!block->kind || !make_room(item)) return;
    if (block->n) solve(f, f->workspaces[worker], item);
    if (f->keep) encode_queries(f, item);
    if (f->contacts) encode_contacts(f, f->workspaces[worker], item);
    if (f->earliest)
        chunk_encode(&item->answers, 'R', NULL, 0, block->run, to, level);
    else
        chunk_encode_answers(&item->answers, block, to, level);
}

/* Where it cannot be written the process ends here, because the thread that reads may wait for input for
 * ever.
 */
void filter_put(struct filter *f, struct chunk *chunk)
{
    if (cli_messages(&chunk->messages)) f->trouble = true;
    if (!writer_put(f->writer, chunk)) return;
    if (errno == EPIPE) cli_broken_pipe();
    struct messages messages = {0};
    writer_close(f->writer, false, NULL, &messages);
    cli_messages(&messages);
    cli_abandon();
}

/* The first in order among those with the smallest toi_lo. */
static void find_earliest(struct filter *f, const struct item *item)
{
    const struct ccdq_result *r = item->results;
    for (size_t i = 0; i < item->block.n; i++) {
        if (r[i].verdict != CCDQ_HIT && r[i].verdict != CCDQ_UNRESOLVED) continue;
        if (f->found && !(r[i].toi_lo < f->first.toi_lo)) continue;
        f->found = true;
        f->first = r[i];
        f->first_run = item->block.run;
        if (f->contacts) f->solver->remember(f, &item->block, i);
    }
}

static int consume(void *context, void *p)
{
    struct filter *f = context;
    struct item *item = p;
    reader_account(f->reader, &item->block);
    if (cli_messages(&item->block.messages)) f->trouble = true;
    if (!item->block.kind) return 0;
    if (cli_messages(&item->problems)) f->trouble = true;
    add_tally(f, &item->tally);
    if (f->keep) filter_put(f, &item->queries);
    filter_put(f, &item->answers);
    if (f->contacts) filter_put(f, &item->details);
    if (f->earliest) find_earliest(f, item);
    cli_progress(&f->common, "queries", filter_answered(f));
    return 0;
}

static void release(void *p)
{
    struct item *item = p;
    block_free(&item->block);
    chunk_free(&item->queries);
    chunk_free(&item->answers);
    buf_free(&item->contacts);
    chunk_free(&item->details);
    messages_free(&item->problems);
}

static void put_earliest(struct filter *f)
{
    struct chunk chunk = {0};
    chunk_encode(&chunk, 'R', &f->first, 1, f->first_run, (enum form)f->common.to, (int)f->common.level);
    filter_put(f, &chunk);
    if (f->contacts) {
        struct buf contact = {0};
        f->solver->add_first_contact(f, &contact, f->workspaces[0]);
        chunk_encode(&chunk, 'C', contact.p, contact.n / sizeof(struct ccdq_contact), f->first_run,
                     (enum form)f->common.to, (int)f->common.level);
        filter_put(f, &chunk);
        buf_free(&contact);
    }
    chunk_free(&chunk);
}

/* The kinds that are written, even if there is no record of one. */
static void output_kinds(const struct filter *f, char kinds[4])
{
    if (f->keep) *kinds++ = f->input.kinds[0];
    *kinds++ = 'R';
    if (f->contacts) *kinds++ = 'C';
    *kinds = 0;
}

static bool run(struct filter *f, char **files, size_t n, struct messages *messages)
{
    static const struct pipeline pipeline = {sizeof(struct item), produce, work, consume, release, NULL, 0};
    struct reader_options options = f->input;
    options.from = (enum form)f->common.from;
    options.part = f->common.part[0];
    options.parts = f->common.part[1];
    f->reader = reader_open(files, n, &options);
    const int stopped = pipeline_run(&pipeline, f, (unsigned)f->common.jobs);
    if (stopped) cli_message("out of memory, or threads cannot be started");
    if (f->found) put_earliest(f);
    const unsigned state = reader_finish(f->reader, messages);
    /* the earliest contact of all is not known where a query could not be solved */
    const bool known = !f->earliest || !f->tally.verdicts[CCDQ_INVALID];
    return !stopped && known && !(state & (READER_TROUBLE | READER_INCOMPLETE));
}

void filter_write_stats(struct filter *f)
{
    struct buf json = {0};
    const uint64_t queries = filter_answered(f);
    stats_begin(&json);
    buf_printf(&json, ", \"method\": \"%s\", \"jobs\": %" PRIu64 ", \"queries\": %" PRIu64, f->method,
               f->common.jobs, queries);
    for (unsigned v = 0; v < VERDICTS; v++)
        buf_printf(&json, ", \"%s\": %" PRIu64, ccdq_verdict_name(v), f->tally.verdicts[v]);
    buf_printf(&json, ", \"evals\": %" PRIu64, f->tally.evals);
    if (f->solver->add_stats) f->solver->add_stats(f, &json);
    if (!stats_end(&json, f->common.stats, "query", queries)) f->trouble = true;
}

bool filter_tell(struct filter *f, struct messages *messages)
{
    const bool said = cli_messages(messages) > 0;
    if (said) f->trouble = true;
    messages_free(messages);
    return said;
}

/* Answers that want of memory made worse than the options ask for. */
static void tell_starved(struct filter *f)
{
    char digits[CLI_DIGITS];
    uint64_t n = 0;
    for (uint64_t w = 0; w < f->common.jobs; w++) n += ccdq_workspace_starved(f->workspaces[w]);
    if (!n) return;
    cli_message("out of memory: %s quer%s left unresolved", cli_digits(digits, n),
                n == 1 ? "y is" : "ies are");
    f->trouble = true;
}

/* Everything between the opened writer and its closing. */
static void fill_output(struct filter *f, filter_body *body, char **files, size_t n)
{
    struct messages messages = {0};
    char kinds[4];
    output_kinds(f, kinds);
    const bool whole = body(f, files, n, &messages);
    cli_progress_end(&f->common);
    tell_starved(f);
    if (writer_close(f->writer, whole, kinds, &messages) || !whole) f->trouble = true;
    filter_tell(f, &messages);
}

int filter_run_body(struct filter *f, filter_body *body, char **files, size_t n)
{
    const struct writer_options options = {
        .path = f->common.output, .to = (enum form)f->common.to, .level = (int)f->common.level};
    struct messages messages = {0};
    const char *const *inputs = (const char *const *)files;
    cli_spare("stats", f->common.stats, inputs, n);
    if (!f->keep) cli_spare("output", f->common.output, inputs, n); /* queries would be lost */
    f->workspaces = workspaces_new(f->common.jobs);
    f->writer = writer_open(&options, &messages);
    filter_tell(f, &messages);
    if (f->writer) {
        fill_output(f, body, files, n);
        if (f->common.stats) filter_write_stats(f);
    }
    workspaces_free(f->workspaces, f->common.jobs);
    return f->trouble ? CLI_TROUBLE : CLI_OK;
}

int filter_run(struct filter *f, char **files, size_t n)
{
    return filter_run_body(f, run, files, n);
}
