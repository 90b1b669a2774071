/* ccd-cat: view, convert, slice, split, check and repair streams. */
#include "cat.h"
#include "pipeline.h"
#include "raw-pairs.h"
#include "stats.h"
#include "../lib/ccdq.h"
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

static uint64_t clip(uint64_t x, uint64_t first, uint64_t n)
{
    return x <= first ? 0 : x - first < n ? x - first : n;
}

/* Whether the form that is written has this kind of records; if not, that is said once. */
static bool can_hold(struct cat *cat, struct cat_item *item)
{
    if (!cat->mode->writes) return true;
    const char *problem = form_problem((enum form)cat->common.to, item->block.record_kind, cat->pairs);
    if (!problem) return true;
    if (!cat->refused) message(&item->problems, "the form %s %s", form_names[cat->common.to], problem);
    cat->refused = true;
    return false;
}

/* Which records of a block are kept is decided by their place before decoding, which may leave some out. */
static int produce(void *context, void *p)
{
    struct cat *cat = context;
    struct cat_item *item = p;
    /* even for no records, the first frame is read: it tells the kind, and so whose END to write */
    if (cat->position && cat->position >= cat->range[1]) {
        cat->ended = true;
        return 0;
    }
    if (!reader_next(cat->reader, &item->block)) return 0;
    const struct block *block = &item->block;
    item->keep = block->kind && (!cat->kind || block->record_kind == cat->kind) && can_hold(cat, item);
    item->run = block->run;
    if (!item->keep) return 1;
    item->from = clip(cat->range[0], cat->position, block->n);
    item->end = clip(cat->range[1], cat->position, block->n);
    cat->position += block->n;
    if (cat->mode->place) cat->mode->place(cat, item);
    return 1;
}

/* Encodes the records to keep of a decoded block. */
static void encode(const struct cat *cat, struct cat_item *item)
{
    const struct block *block = &item->block;
    const size_t size = frame_record_size(block->record_kind, block->records.p, block->n);
    const size_t from = block_records_before(block, item->from), end = block_records_before(block, item->end);
    item->chunk.pairs = cat->pairs;
    item->chunk.repaired = block->frame_flags & FRAME_REPAIRED;
    /* ccd that is asked for has the usual frames, of queries and results alike; else they stay as they are */
    item->chunk.frame_records = cat->common.to == FORM_CCD && !cat->stays_indexed ? FRAME_RECORDS : 0;
    const enum form to = cat->stays_indexed && block->kind == 'I' ? FORM_INDEXED : (enum form)cat->common.to;
    chunk_encode(&item->chunk, block->record_kind, block->records.p + from * size, end - from, item->run, to,
                 (int)cat->common.level);
}

static void work(void *context, unsigned worker, void *p)
{
    (void)worker;
    const struct cat *cat = context;
    struct cat_item *item = p;
    struct block *block = &item->block;
    block_decode(block);
    if (!block->kind) item->keep = false;
    item->chunk.type_bit = 0;
    if (item->keep && cat->mode->writes) encode(cat, item);
}

/* Forms that do not say types hold those of the first query in the whole output, which a worker cannot know:
 * a block that begins with another type is encoded again. */
static void agree_on_type(struct cat *cat, struct cat_item *item)
{
    struct chunk *chunk = &item->chunk;
    if (!cat->type_bit) cat->type_bit = chunk->type_bit;
    if (!chunk->type_bit || chunk->type_bit == cat->type_bit) return;
    chunk->type_bit = cat->type_bit;
    encode(cat, item);
}

static int consume(void *context, void *p)
{
    struct cat *cat = context;
    struct cat_item *item = p;
    reader_account(cat->reader, &item->block);
    if (cli_messages(&item->block.messages)) cat->trouble = true;
    if (cli_messages(&item->problems)) cat->trouble = true;
    cat->records += item->block.n;
    if (item->keep && cat->mode->writes) agree_on_type(cat, item);
    if (item->keep && cat->mode->take) cat->mode->take(cat, item);
    cli_progress(&cat->common, "records", cat->records);
    return 0;
}

static void release(void *p)
{
    struct cat_item *item = p;
    block_free(&item->block);
    chunk_free(&item->chunk);
    messages_free(&item->problems);
}

static void write_stats(struct cat *cat)
{
    struct buf json = {0};
    stats_begin(&json);
    buf_printf(&json, ", \"records\": %" PRIu64 ", \"written\": %" PRIu64, cat->records, cat->kept);
    if (!stats_end(&json, cat->common.stats, "record", cat->records)) cat->trouble = true;
}

/* What the reader has to say at the end. True if the input was complete and without damage. What a cut did
 * not read is not looked at. */
static bool finish_reader(struct cat *cat)
{
    struct messages messages = {0};
    const unsigned state = reader_finish(cat->reader, &messages);
    bool whole = !(state & READER_TROUBLE);
    if (!cat->ended) {
        whole = whole && !(state & READER_INCOMPLETE);
        if (cli_messages(&messages)) cat->trouble = true;
    }
    messages_free(&messages);
    return whole;
}

static void run(struct cat *cat, int type, char **files, size_t n)
{
    static const struct pipeline pipeline = {
        sizeof(struct cat_item), produce, work, consume, release, NULL, 0};
    const struct reader_options options = {.from = (enum form)cat->common.from,
                                           .type = type,
                                           .pairs = cat->pairs,
                                           .expand = EXPAND_GOOD,
                                           .part = cat->common.part[0],
                                           .parts = cat->common.part[1],
                                           .all_parts = cat->mode->wants_all_parts};
    cat->reader = reader_open(files, n, &options);
    const int stopped = pipeline_run(&pipeline, cat, (unsigned)cat->common.jobs);
    if (stopped) cli_message("out of memory, or threads cannot be started");
    cli_progress_end(&cat->common);
    const bool whole = finish_reader(cat) && !stopped;
    if (!whole) cat->trouble = true;
    if (cat->mode->finish) cat->mode->finish(cat, whole);
    if (cat->common.stats) write_stats(cat);
    buf_free(&cat->runs);
}

/* What the options say together. */
static void choose_mode(struct cat *cat, bool check, bool info)
{
    const bool split = cat->parts != 0;
    cat->mode = check ? &cat_check : info ? &cat_info : split ? &cat_split : &cat_copy;
    if (check + info + split + cat->repair > 1)
        cli_usage("options --check, --info, --repair and --split exclude each other");
    if (cat->cut && (check || info || split || cat->repair))
        cli_usage("options --head and --range only go with copying");
    if (check && cat->kind) cli_usage("options --check and --kind exclude each other");
    if (cat->common.output && !(cat->mode == &cat_copy))
        cli_usage("option --output: there is no output stream with --check, --info and --split");
    if (cat->mode == &cat_copy && !cat->common.output) cli_apart("output", "-", "stats", cat->common.stats);
    if (split && cat->common.part[1] > 1) cli_usage("options --split and --part exclude each other");
    if (cat->common.to == FORM_SNIFF) {
        const bool seen = cat->mode == &cat_copy && !cat->common.output && isatty(STDOUT_FILENO);
        cat->common.to = seen ? FORM_CSV : FORM_CCD;
        cat->stays_indexed = !seen;
    }
    if (split && cat->common.to != FORM_CCD && cat->common.to != FORM_CSV && cat->common.to != FORM_INDEXED)
        cli_usage("option --to: only ccd, indexed and csv can say that they are parts");
}

static const char *const types[] = {"vf", "ee", NULL};

/* Returns the index of the first file in argv. */
static int parse(struct cat *cat, int *type, int argc, char **argv)
{
    static const char *const kinds[] = {"Q", "P", "S", "R", "C", NULL};
    static struct raw_pairs_options pairs = {.pairs = {.end = 1}};
    bool head_seen = false, range_seen = false, check = false, info = false;
    uint64_t head = UINT64_MAX;
    int kind = -1;
    const struct cli_option options[] = {
        {"head", 'n', CLI_UINT, "N", "only the first N records", &head, 0, 0x1p64, NULL, &head_seen},
        {"range", 0, CLI_RANGE, "A:B",
         "only the records with numbers from A up to, not including, B; the first is 0", cat->range, 0, 0,
         NULL, &range_seen},
        {"kind", 0, CLI_CHOICE, "KIND",
         "only records of this kind: linear queries (indexed or not), pairs of patches, triangles against "
         "solids, results or contacts",
         &kind, 0, 0, kinds, NULL},
        {"type", 0, CLI_CHOICE, "TYPE", "query type of nyu, npy and raw, which do not say it", type, 0, 0,
         types, NULL},
        raw_pairs_shape(&pairs),
        raw_pairs_dt(&pairs),
        {"split", 0, CLI_UINT, "N",
         "write N files PREFIX-0000.ccd and so on; they are the parts r/N of the whole", &cat->parts, 1,
         10000, NULL, NULL},
        {"check", 0, CLI_FLAG, NULL, "write nothing; status 0 if the stream is complete and undamaged",
         &check, 0, 0, NULL, NULL},
        {"repair", 0, CLI_FLAG, NULL, "keep the whole frames of a damaged stream, and complete it",
         &cat->repair, 0, 0, NULL, NULL},
        {"info", 0, CLI_FLAG, NULL, "tell what is in the stream", &info, 0, 0, NULL, NULL},
        {0}};
    const struct cli_command command = {
        "ccd-cat",
        "[OPTION]... [FILE]...\n       ccd-cat --split N PREFIX [FILE]...",
        "Views, converts, slices, splits, checks and repairs streams.",
        options,
        "FILEs are read in order; without one, or where it is -, standard input.\n"
        "The output form is csv where standard output is a terminal.\n"
        "Exit status: 0 done, 2 trouble (usage, bad or incomplete input, I/O).\n",
        NULL};
    int first = cli_parse(&command, &cat->common, argc, argv);
    if (head_seen && range_seen) cli_usage("options --head and --range exclude each other");
    if (head_seen) cat->range[1] = head;
    cat->cut = head_seen || range_seen;
    cat->kind = kind < 0 ? 0 : kinds[kind][0];
    choose_mode(cat, check, info);
    cat->pairs = raw_pairs_given(&pairs, cat->common.from == FORM_RAW || cat->common.to == FORM_RAW);
    if (cat->pairs && *type >= 0) cli_usage("options --type and --shape exclude each other");
    if (cat->parts && first == argc) cli_usage("option --split: say the PREFIX of the files to write");
    if (cat->parts) cat->prefix = argv[first++];
    if (cat->prefix && !access(cat->prefix, F_OK))
        cli_usage("option --split: PREFIX '%s' is a file; give --split N PREFIX FILE", cat->prefix);
    for (uint64_t r = 0; r < cat->parts; r++) {
        struct buf path = {0};
        cli_apart("split", cat_part_path(cat, r, &path), "stats", cat->common.stats);
        buf_free(&path);
    }
    cli_spare("stats", cat->common.stats, (const char *const *)argv + first, (size_t)(argc - first));
    return first;
}

int main(int argc, char **argv)
{
    struct cat cat = {.range = {0, UINT64_MAX}};
    int type = -1; /* index of what --type says */
    const int first = parse(&cat, &type, argc, argv);
    if (cat.mode == &cat_copy) cat_open_writer(&cat, cat.common.output);
    run(&cat, type < 0 ? -1 : ccdq_type_number(types[type]), argv + first, (size_t)(argc - first));
    return cat.trouble ? CLI_TROUBLE : CLI_OK;
}
