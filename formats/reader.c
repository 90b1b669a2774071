/* Files one after another, each in its form, as one sequence of blocks. */
#include "account.h"
#include "form.h"
#include "kind.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    char *const *files;
    size_t n, next; /* files, and the number of the next one to open */
    struct reader_options options;

    /* reader_next's own. */
    struct cutter cutter;
    bool open;
    bool without_end;                 /* a file of a form without END was read */
    bool delivered;                   /* a block with a kind was delivered */
    struct run part_refused;          /* the part of the file at hand that was refused last; parts 0: none */
    uint64_t next_id;                 /* for forms without ids */
    uint64_t blocks[FRAME_KINDS];     /* of each kind of records so far */
    bool kind_refused[UCHAR_MAX + 1]; /* said once a kind */
    struct account unseen;            /* what was not delivered because it belongs to another part */

    /* reader_account's own: it may run in another thread. */
    struct account seen;
    bool trouble;
};

struct reader *reader_open(char *const *files, size_t n, const struct reader_options *options)
{
    static char standard[] = "-";
    static char *const standard_only[] = {standard};
    struct reader *r = calloc(1, sizeof *r);
    if (!r) xnomem();
    r->files = n ? files : standard_only;
    r->n = n ? n : 1;
    r->options = *options;
    return r;
}

/* Why the command cannot read a file of this form, or NULL. */
static const char *unreadable(const struct reader_options *options, enum form form)
{
    if (form == FORM_SNIFF) return "its form is not known; --from tells it";
    if (form_codes[form].has_ids) return NULL;
    const bool pairs = form == FORM_RAW && options->pairs;
    if (!kind_wanted(options->kinds, pairs ? 'P' : 'Q'))
        return pairs ? "its form is one of pairs of patches, which are not read here"
                     : "its form is one of linear queries, which are not read here";
    if (!pairs && options->type < 0)
        return "it does not say whether its queries are vf or ee; --type tells it";
    return NULL;
}

static enum form form_of(struct input *in, enum form from)
{
    if (from == FORM_SNIFF) return form_sniff(in);
    if (from == FORM_CCD || from == FORM_INDEXED) return FORM_CCD;
    in->chunk = 1 << 18;
    if (from != FORM_RAW && input_is_gzip(in)) input_gunzip(in);
    if (from == FORM_CSV || from == FORM_NYU) form_skip_mark(in);
    return from;
}

/* Says why the file ended, if that was too early. */
static void close_file(struct reader *r, struct block *block)
{
    struct cutter *c = &r->cutter;
    struct input *in = &c->in;
    if (in->damage)
        message(&block->messages, "%s: offset %" PRIu64 ": %s", in->name, in->offset, in->damage);
    else if (in->offset == 0 && !input_peek(in, 1))
        message(&block->messages, "%s: empty", in->name);
    else if (c->form == FORM_CSV && !c->twin && c->unread_row)
        message(&block->messages, "%s: it has no row", in->name);
    r->without_end |= !form_codes[c->form].has_ids || (c->form == FORM_CSV && !c->twin);
    input_close(&r->cutter.in);
    r->open = false;
}

/* Opens the next file. false with a message when it cannot be read. */
static bool open_file(struct reader *r, struct block *block)
{
    struct cutter *c = &r->cutter;
    *c = (struct cutter){.kinds = r->options.kinds, .unread_row = true, .rows = FRAME_RECORDS};
    c->run.parts = 1;
    r->part_refused = (struct run){0};
    if (!input_open(&c->in, r->files[r->next++], &block->messages)) return false;
    c->form = form_of(&c->in, r->options.from);
    r->open = true;
    const char *problem = input_peek(&c->in, 1) ? unreadable(&r->options, c->form) : NULL;
    if (!problem) return true;
    message(&block->messages, "%s: %s", c->in.name, problem);
    input_close(&c->in);
    r->open = false;
    return false;
}

/* What is decoded where it was read is read into again, as the caches have it. */
static void take_back(struct block *block, struct buf *decoded)
{
    if (decoded->cap > block->bytes.cap) buf_swap(decoded, &block->bytes);
}

/* An empty block that keeps its messages and what the old one had allocated. */
static void reset(struct block *block)
{
    take_back(block, &block->records);
    take_back(block, &block->payload);
    struct block fresh = {.bytes = block->bytes,
                          .lines = block->lines,
                          .records = block->records,
                          .payload = block->payload,
                          .left_out = block->left_out,
                          .messages = block->messages};
    fresh.bytes.n = fresh.lines.n = fresh.records.n = fresh.payload.n = fresh.left_out.n = 0;
    *block = fresh;
}

/* The next block of the file at hand; 0 at its end. */
static int cut(struct reader *r, struct block *block)
{
    struct cutter *c = &r->cutter;
    bool has_ids = form_codes[c->form].has_ids;
    block->form = c->form;
    block->file = c->in.name;
    block->offset = c->in.offset;
    block->first_record = c->record;
    block->first_id = r->next_id;
    block->type = r->options.type;
    block->pairs = r->options.pairs;
    block->run.parts = 1;
    block->plain = !has_ids;
    int more = form_codes[c->form].cut(c, block);
    block->size = block->bytes.n;
    if (!has_ids) r->next_id += block->n;
    block->record_kind = r->options.expand ? kind_records(block->kind) : block->kind;
    block->expand_all = r->options.expand == EXPAND_ALL;
    return more;
}

static void account_block(struct account *a, const struct block *block, struct run run)
{
    if (block->plain) return;
    struct entry *e = account_find(a, block->kind, run, block->file);
    if (block->what == BLOCK_END) {
        e->ends++;
        e->end_records += block->end_records;
        e->end_digest += block->end_digest;
    } else {
        e->records += block->n + block->unmade;
        e->digest += block->digest;
    }
}

/* Is this block for this part? If so its run says which part; if not it is accounted for here. A frame is
 * believed as its header declares it: to decode it is the business of the part it belongs to. */
static bool in_part(struct reader *r, struct block *block)
{
    const struct reader_options *o = &r->options;
    if (block->run.parts > 1) {
        if (!run_equal(block->run, r->part_refused))
            message(&block->messages, "%s: the stream is part %" PRIu32 "/%" PRIu32 " already", block->file,
                    block->run.part, block->run.parts);
        r->part_refused = block->run;
        return false;
    }
    if (block->n && frame_number(r->blocks, kind_records(block->kind)) % o->parts != o->part) {
        struct messages messages = block->messages;
        block->messages = (struct messages){0};
        if (block->form != FORM_CCD) block_decode(block);
        account_block(&r->unseen, block, block->run);
        messages_free(&block->messages);
        block->messages = messages;
        return false;
    }
    block->run.part = o->part;
    block->run.parts = o->parts;
    return true;
}

/* Is this block for the command? */
static bool wanted(struct reader *r, struct block *block)
{
    bool *refused = &r->kind_refused[(unsigned char)block->kind];
    if (kind_wanted(r->options.kinds, block->kind)) return r->options.parts < 2 || in_part(r, block);
    if (!*refused)
        message(&block->messages, "%s: records of kind %c are not read here", block->file, block->kind);
    *refused = true;
    return false;
}

/* After the last file: an empty block where a form without END delivered none, then messages that are left.
 */
static int last_block(struct reader *r, struct block *block)
{
    if (r->without_end && !r->delivered) {
        const struct reader_options *o = &r->options;
        block->kind = block->record_kind = o->pairs ? 'P' : o->kinds ? o->kinds[0] : 'Q';
        block->run = (struct run){0, o->part, o->parts ? o->parts : 1};
        block->plain = true;
        r->delivered = true;
        return 1;
    }
    return block->messages.count > 0;
}

int reader_next(struct reader *r, struct block *block)
{
    messages_clear(&block->messages);
    for (;;) {
        reset(block);
        if (!r->open && r->next == r->n) return last_block(r, block);
        if (!r->open && !open_file(r, block)) continue;
        if (!cut(r, block))
            close_file(r, block);
        else if (wanted(r, block))
            return r->delivered = true;
    }
}

void reader_account(struct reader *r, const struct block *block)
{
    if (block->messages.count) r->trouble = true;
    struct run run = block->run;
    if (r->options.parts > 1) run = (struct run){run.tag, 0, 1};
    if (block->kind) account_block(&r->seen, block, run);
}

unsigned reader_finish(struct reader *r, struct messages *messages)
{
    unsigned state = r->trouble ? READER_TROUBLE : 0;
    account_join(&r->seen, &r->unseen);
    if (!account_complete(&r->seen, messages)) state |= READER_INCOMPLETE;
    if (!account_parts(&r->seen, r->options.all_parts, messages)) state |= READER_PART_MISSING;
    if (r->open) input_close(&r->cutter.in);
    account_free(&r->seen);
    account_free(&r->unseen);
    free(r);
    return state;
}
