/* A search as one JSON object on a line, which has the same members whatever became of it. Numbers that JSON
 * has not, as infinity, are null. */
#include "scene.h"
#include "../formats/number.h"
#include "../formats/utf8.h"
#include <inttypes.h>
#include <math.h>

/* A string; bytes that are not UTF-8 become the character for such. */
static void put_string(struct buf *out, const char *text)
{
    buf_printf(out, "\"");
    while (*text) {
        const int length = utf8_length(text);
        if (*text == '"' || *text == '\\')
            buf_printf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            buf_printf(out, "\\u%04x", (unsigned)*text);
        else if (length)
            buf_add(out, text, (size_t)length);
        else
            buf_printf(out, "\\ufffd");
        text += length ? length : 1;
    }
    buf_printf(out, "\"");
}

static void put_number(struct buf *out, double x)
{
    if (isfinite(x))
        number_print(out, x);
    else
        buf_printf(out, "null");
}

/* A member: the numbers as an array. */
static void put_numbers(struct buf *out, const char *name, const double *x, int n)
{
    buf_printf(out, ", \"%s\": [", name);
    for (int i = 0; i < n; i++) {
        if (i) buf_printf(out, ", ");
        put_number(out, x[i]);
    }
    buf_printf(out, "]");
}

/* A member: the time of impact, null where there is none. */
static void put_times(struct buf *out, double lo, double hi)
{
    const double times[2] = {lo, hi};
    if (isfinite(lo))
        put_numbers(out, "toi", times, 2);
    else
        buf_printf(out, ", \"toi\": null");
}

/* A piece by its number in the body, as ccd-scene(5) names it: "side", "side.v0", "side.u0v1", "leaf 2". */
static void put_piece(struct buf *out, const struct scene_body *body, uint32_t element)
{
    static const char *const borders[] = {
        [SCENE_U0] = "u0", [SCENE_U1] = "u1", [SCENE_V0] = "v0", [SCENE_V1] = "v1"};
    struct buf name = {0};
    if (body->implicit) {
        buf_printf(&name, "leaf %" PRIu32, element);
    } else if (element < body->faces) {
        buf_printf(&name, "%s", body->face[element].name);
    } else if (element - body->faces < body->edges) {
        const struct scene_edge *e = &body->edge[element - body->faces];
        buf_printf(&name, "%s.%s", body->face[e->face].name, borders[e->border]);
    } else {
        const struct scene_vertex *v = &body->vertex[element - body->faces - body->edges];
        buf_printf(&name, "%s.u%dv%d", body->face[v->face].name, v->at_u1, v->at_v1);
    }
    buf_add(&name, "", 1);
    put_string(out, (const char *)name.p);
    buf_free(&name);
}

static void put_pair(struct buf *out, const char *name, const char *a, const char *b)
{
    buf_printf(out, "\"%s\": [", name);
    put_string(out, a);
    buf_printf(out, ", ");
    put_string(out, b);
    buf_printf(out, "]");
}

static void put_contact(struct buf *out, const struct scene *scene, const struct ccdq_contact *c)
{
    const struct scene_body *a = &scene->body[c->part[0]], *b = &scene->body[c->part[1]];
    buf_printf(out, "{\"kind\": \"%s\", ", ccdq_contact_name(c->kind));
    put_pair(out, "bodies", a->name, b->name);
    buf_printf(out, ", \"pieces\": [");
    put_piece(out, a, c->element[0]);
    buf_printf(out, ", ");
    put_piece(out, b, c->element[1]);
    buf_printf(out, "], \"unique\": %s, \"degenerate\": %s",
               c->flags & CCDQ_CONTACT_UNIQUE ? "true" : "false",
               c->flags & CCDQ_CONTACT_DEGENERATE ? "true" : "false");
    put_times(out, c->toi_lo, c->toi_hi);
    put_numbers(out, "parameters", c->w, 4);
    put_numbers(out, "point", c->x, 3);
    put_numbers(out, "normal", c->n, 3);
    buf_printf(out, ", \"distance\": ");
    put_number(out, c->distance);
    buf_printf(out, ", \"speed\": ");
    put_number(out, c->speed);
    buf_printf(out, "}");
}

/* The pairs of bodies of the search; none of a scene that could not be read. */
static void put_pairs(struct buf *out, const struct scene_search *search)
{
    static const char *const starts[] = {
        [SCENE_APART] = "apart", [SCENE_OVERLAP] = "overlap", [SCENE_MEETING] = "meeting"};
    const struct scene *scene = search->held ? &search->held->scene : NULL;
    buf_printf(out, ", \"pairs\": [");
    for (uint32_t i = 0; scene && i < search->pairs; i++) {
        const uint32_t *pair = scene->pair[search->first_pair + i];
        buf_printf(out, "%s{", i ? ", " : "");
        put_pair(out, "bodies", scene->body[pair[0]].name, scene->body[pair[1]].name);
        buf_printf(out, ", \"start\": ");
        if (search->solved)
            put_string(out, starts[search->found.start[i]]);
        else
            buf_printf(out, "null");
        buf_printf(out, "}");
    }
    buf_printf(out, "]");
}

static void put_found(struct buf *out, const struct scene_search *search)
{
    const struct scene_found *found = &search->found;
    buf_printf(out, ", \"contacts\": [");
    for (size_t i = 0; i < found->contacts; i++) {
        if (i) buf_printf(out, ", ");
        put_contact(out, &search->held->scene, &found->contact[i]);
    }
    buf_printf(out,
               "], \"problems\": %zu, \"iterations\": %" PRIu64 ", \"looks\": %" PRIu64 ", \"waiting\": %zu",
               found->problems, found->iterations, found->looks, found->waiting);
}

/* The scene, as far as it could be read. */
static void put_scene(struct buf *out, const struct scene_search *search)
{
    const char *name = search->held ? search->held->scene.name : search->name;
    buf_printf(out, ", \"scene\": %" PRIu32 ", \"name\": ", search->number);
    put_string(out, name ? name : "");
    buf_printf(out, ", \"file\": ");
    put_string(out, search->file);
}

static void put_time(struct buf *out, const struct scene_search *search)
{
    if (search->held) {
        const double time[2] = {search->held->scene.time.lo, search->held->scene.time.hi};
        put_numbers(out, "time", time, 2);
    } else {
        buf_printf(out, ", \"time\": null");
    }
}

void scene_json(const struct scene_command *c, const struct scene_search *search, struct buf *out)
{
    const struct ccdq_result *r = &search->result;
    const struct {
        const char *name;
        unsigned flag;
    } flags[] = {
        {"proven", CCDQ_TOI_PROVEN}, {"at_start", CCDQ_AT_START}, {"budget_spent", CCDQ_BUDGET_SPENT}};
    buf_printf(out, "{\"id\": %" PRIu64, search->id);
    put_scene(out, search);
    buf_printf(out, ", \"method\": \"%s\", \"verdict\": \"%s\"", c->filter.method,
               ccdq_verdict_name(r->verdict));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        buf_printf(out, ", \"%s\": %s", flags[i].name, r->flags & flags[i].flag ? "true" : "false");
    put_times(out, r->toi_lo, r->toi_hi);
    put_time(out, search);
    put_pairs(out, search);
    put_found(out, search);
    buf_printf(out, "}\n");
}
