/* Scenes through the pipeline: searches are read, solved, and written in their order. */
#include "pipeline.h"
#include "scene.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int produce(void *context, void *p)
{
    return scene_next_search(context, p);
}

/* ---- Solving ---- */

static struct ccdq_result result_of(const struct scene_command *c, const struct scene_search *search)
{
    const struct scene_found *found = &search->found;
    struct ccdq_result r = {.id = search->id, .method = (uint16_t)c->number};
    r.evals = found->iterations < UINT32_MAX ? (uint32_t)found->iterations : UINT32_MAX;
    if (!search->solved) {
        r.verdict = CCDQ_INVALID;
        r.toi_lo = r.toi_hi = NAN;
        return r;
    }
    r.verdict = found->verdict;
    r.flags = found->flags;
    r.toi_lo = found->toi_lo;
    r.toi_hi = found->toi_hi;
    for (size_t i = 0; found->verdict == CCDQ_HIT && i < found->contacts; i++) {
        if (found->contact[i].kind == CCDQ_CONTACT_OVERLAP) continue;
        memcpy(r.w, found->contact[i].w, sizeof r.w);
        break;
    }
    return r;
}

static void solve(struct scene_command *c, struct scene_search *search)
{
    const struct scene_held *held = search->held;
    struct scene_options options = c->given->options;
    options.taken = &c->taken;
    uint32_t *pair = malloc((search->pairs + 1) * sizeof *pair);
    if (!pair) xnomem();
    for (uint32_t i = 0; i < search->pairs; i++) pair[i] = search->first_pair + i;
    search->solved = scene_solve(&held->scene, pair, search->pairs, &options, &search->found);
    for (size_t i = 0; i < search->found.contacts; i++) {
        search->found.contact[i].id = search->id;
        search->found.contact[i].step = search->number;
    }
    free(pair);
}

static void encode(const struct scene_command *c, struct scene_search *search)
{
    const struct cli_common *common = &c->filter.common;
    const struct run run = {0, common->part[0], common->part[1]};
    const struct scene_found *found = &search->found;
    const size_t n = search->solved ? found->contacts : 0;
    search->text.n = 0;
    if (c->given->json) {
        scene_json(c, search, &search->text);
        return;
    }
    search->contacts.frame_records = FRAME_RECORDS;
    chunk_encode(&search->results, 'R', &search->result, 1, run, (enum form)common->to, (int)common->level);
    chunk_encode(&search->contacts, 'C', found->contact, n, run, (enum form)common->to, (int)common->level);
}

static void work(void *context, unsigned worker, void *p)
{
    (void)worker;
    struct scene_command *c = context;
    struct scene_search *search = p;
    search->solved = false;
    if (search->held) solve(c, search);
    if (!search->held && !search->bad) return;
    search->result = result_of(c, search);
    encode(c, search);
    if (search->solved) scene_picture_make(c, search);
}

/* ---- Writing ---- */

static void put_json(struct scene_command *c, const struct buf *text)
{
    if (!output_write(&c->json, text->p, text->n)) return;
    if (errno == EPIPE) cli_broken_pipe();
    struct messages messages = {0};
    output_close(&c->json, false, &messages);
    cli_messages(&messages);
    cli_abandon();
}

static void add_counts(struct scene_command *c, const struct scene_search *search)
{
    const struct scene_found *found = &search->found;
    c->counts.searches++;
    if (search->held && search->last) c->counts.bodies += search->held->scene.bodies;
    if (search->held) c->counts.pairs += search->pairs;
    if (!search->solved) return;
    c->counts.problems += found->problems;
    c->counts.looks += found->looks;
    if (found->waiting > c->counts.waiting) c->counts.waiting = found->waiting;
    for (size_t i = 0; i < found->contacts; i++) {
        const bool overlap = found->contact[i].kind == CCDQ_CONTACT_OVERLAP;
        c->counts.overlaps += overlap;
        c->counts.contacts += !overlap;
        c->counts.unique += (found->contact[i].flags & CCDQ_CONTACT_UNIQUE) != 0;
    }
}

static void put_search(struct scene_command *c, struct scene_search *search)
{
    filter_count(&c->filter, &search->result, 1);
    add_counts(c, search);
    if (c->given->json) {
        put_json(c, &search->text);
    } else {
        filter_put(&c->filter, &search->results);
        filter_put(&c->filter, &search->contacts);
    }
    if (search->solved) scene_picture_write(c, search);
    if (cli_messages(&search->messages)) c->filter.trouble = true;
    cli_progress(&c->filter.common, c->given->each ? "pairs" : "scenes", c->counts.searches);
}

static int consume(void *context, void *p)
{
    struct scene_command *c = context;
    struct scene_search *search = p;
    if (cli_messages(&search->messages)) c->filter.trouble = true;
    if (search->held && !search->solved) {
        cli_message("%s: scene %" PRIu32 ": not enough memory to solve it", search->file, search->number);
        c->filter.trouble = true;
    }
    c->lacks |= search->unread;
    if (search->held || search->bad) put_search(c, search);
    scene_found_free(&search->found);
    free(search->name);
    search->name = NULL;
    if (search->held && search->last) scene_held_free(search->held);
    return 0;
}

/* A search may take long. */
static void show_boxes(void *context)
{
    struct scene_command *c = context;
    cli_progress(&c->filter.common, "boxes", atomic_load_explicit(&c->taken, memory_order_relaxed));
}

static void release(void *p)
{
    struct scene_search *search = p;
    messages_free(&search->messages);
    free(search->name);
    scene_found_free(&search->found);
    scene_sample_free(&search->sample);
    buf_free(&search->text);
    buf_free(&search->svg);
    chunk_free(&search->results);
    chunk_free(&search->contacts);
}

static bool run(struct filter *f, char **files, size_t n, struct messages *messages)
{
    static const struct pipeline pipeline = {.item_size = sizeof(struct scene_search),
                                             .produce = produce,
                                             .work = work,
                                             .consume = consume,
                                             .release = release,
                                             .wait = show_boxes};
    struct scene_command *c = (struct scene_command *)f;
    (void)files, (void)n, (void)messages;
    const int stopped = pipeline_run(&pipeline, c, (unsigned)f->common.jobs);
    if (stopped) cli_message("out of memory, or threads cannot be started");
    return !stopped && !c->lacks;
}

/* What tells the writer which part the ENDs are of, if no search is in it. */
static bool run_stream(struct filter *f, char **files, size_t n, struct messages *messages)
{
    struct chunk chunk = {0};
    for (const char *kind = "RC"; *kind; kind++) {
        chunk_encode(&chunk, *kind, NULL, 0, (struct run){0, f->common.part[0], f->common.part[1]},
                     (enum form)f->common.to, (int)f->common.level);
        filter_put(f, &chunk);
    }
    chunk_free(&chunk);
    return run(f, files, n, messages);
}

/* The whole command where no stream is written. */
static int run_json(struct scene_command *c)
{
    struct filter *f = &c->filter;
    struct messages messages = {0};
    if (output_open(&c->json, f->common.output, false, &messages)) {
        const bool whole = run(f, NULL, 0, &messages);
        cli_progress_end(&f->common);
        if (output_close(&c->json, whole, &messages) || !whole) f->trouble = true;
        if (f->common.stats) filter_write_stats(f);
    }
    filter_tell(f, &messages);
    return f->trouble ? CLI_TROUBLE : CLI_OK;
}

/* ---- The command ---- */

static void add_stats(const struct filter *f, struct buf *json)
{
    const struct scene_command *c = (const struct scene_command *)f;
    const struct {
        const char *name;
        uint64_t count;
    } counts[] = {{"scenes", c->scenes},
                  {"bodies", c->counts.bodies},
                  {"pairs", c->counts.pairs},
                  {"problems", c->counts.problems},
                  {"looks", c->counts.looks},
                  {"waiting", c->counts.waiting},
                  {"contacts", c->counts.contacts},
                  {"unique", c->counts.unique},
                  {"overlaps", c->counts.overlaps}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        buf_printf(json, ", \"%s\": %" PRIu64, counts[i].name, counts[i].count);
}

/* Ends the command where standard input is named twice, or an output would take the place of a scene. */
static void check_inputs(struct scene_command *c)
{
    const struct scene_given *g = c->given;
    const struct {
        const char *name, *file;
    } outputs[] = {{"output", c->filter.common.output},
                   {"stats", c->filter.common.stats},
                   {"vtp", g->vtp},
                   {"svg", g->svg}};
    size_t standard = !strcmp(g->file, "-");
    file_set_add(&c->inputs, g->file);
    for (size_t i = 0; i < c->n_files; i++) {
        standard += !strcmp(c->files[i], "-");
        file_set_add(&c->inputs, c->files[i]);
    }
    file_set_sort(&c->inputs);
    if (standard > 1) cli_usage("standard input cannot be several files");
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (outputs[i].file && file_set_has(&c->inputs, outputs[i].file))
            cli_usage("option --%s: %s is an input, which would be written over", outputs[i].name,
                      outputs[i].file);
}

int scene_run(struct scene_given *given, size_t method, const struct cli_common *common, char **files,
              size_t n)
{
    static const struct solver solver = {.add_stats = add_stats};
    struct scene_command c = {.filter = {.solver = &solver, .contacts = true, .common = *common},
                              .given = given,
                              .files = files,
                              .n_files = n};
    c.filter.method = scene_method(method).name;
    c.number = (unsigned)ccdq_method_number(c.filter.method);
    check_inputs(&c);
    const int status = given->json ? run_json(&c) : filter_run_body(&c.filter, run_stream, NULL, 0);
    file_set_free(&c.inputs);
    return status;
}
