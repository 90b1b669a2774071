/* What is wrong with searches of scenes, by name and by count. */
#include "verify-html.h"
#include "verify-scenes.h"
#include "../formats/number.h"
#include <inttypes.h>
#include <math.h>

enum { SHOWN = 100 };

/* A fault's name, what it is called in the table, and what it says of one case: `is` and `should` stand where
 * "%" does, in this order. */
static const struct fault_words {
    const char *name, *title, *says;
} words[SCENE_FAULTS] = {
    [SCENE_FALSE_NEGATIVE] = {"fn", "false negatives", "free, but they touch by %"},
    [SCENE_LATE] = {"late", "late times", "toi_lo is %, but they touch by %"},
    [SCENE_FALSE_POSITIVE] = {"fp", "false positives", "they do not touch until %, nor near that"},
    [SCENE_OVERLAP_MISSED] = {"overlap-missed", "overlaps missed", "they overlap at the start"},
    [SCENE_OVERLAP_FALSE] = {"overlap-false", "false overlaps", "they are apart at the start"},
    [SCENE_BROKEN] = {"broken", "broken results", "no result can have the times % and %"},
    [SCENE_CONTRADICTION] = {"contradiction", "contradictions",
                             "the contact at % and the result, of toi_lo %, contradict each other"},
    [SCENE_NO_PIECE] = {"no-piece", "contacts of nothing",
                        "a contact of pieces, or at parameters, that there are not"},
    [SCENE_OFF] = {"off", "points off", "the point is % off a surface, but its distance is said to be %"},
    [SCENE_FAR] = {"far", "distances too large", "the points are % apart, but % is the most"},
    [SCENE_NORMAL] = {"normal", "wrong normals", "the normal's length, or cosine to a tangent, is %, for %"},
    [SCENE_NO_NORMAL] = {"no-normal", "normals denied", "said to have no normal, but both surfaces have one"},
    [SCENE_CLOSE] = {"close", "singular ones too close", "singular contacts are % apart, but % is the least"},
    [SCENE_TWICE] = {"twice", "unique ones doubled", "unique contacts are % apart, so they are the same one"},
    [SCENE_EXPECTED_TIME] = {"expected-time", "unexpected times", "the time is %, but % is expected"},
    [SCENE_EXPECTED_FREE] = {"expected-free", "unexpected contacts", "a contact at %, but none is expected"},
    [SCENE_EXPECTED_OVERLAP] = {"expected-overlap", "overlaps expected", "an overlap is expected"},
    [SCENE_EXPECTED_POINTS] = {"expected-points", "unexpected numbers", "% contacts, but % are expected"},
    [SCENE_UNCOVERED] = {"uncovered", "sets uncovered",
                         "a part of the set of contacts is % from the nearest one, but % is the most"},
    [SCENE_STRAY] = {"stray", "contacts astray",
                     "a contact is % from the set of contacts, but % is the most"},
    [SCENE_UNRESOLVED] = {"unresolved", "unresolved", "unresolved, from % on"},
    [SCENE_INVALID] = {"invalid", "invalid", "invalid"},
    [SCENE_MISSING] = {"missing", "missing", "there is no result"},
    [SCENE_DOUBLE] = {"double", "double", "a result again"},
    [SCENE_UNKNOWN] = {"unknown", "unknown", "a record of a search that there is not"}};

static bool is_fault(const struct scenes_report *report, unsigned fault)
{
    return fault != SCENE_UNRESOLVED || !report->allow_unresolved;
}

/* ---- One case ---- */

static void add_says(struct buf *out, const struct scene_complaint *c)
{
    double value[2] = {c->is, c->should};
    int n = 0;
    for (const char *p = words[c->fault].says; *p; p++) {
        if (*p != '%') {
            buf_add(out, p, 1);
            continue;
        }
        while (n < 1 && isnan(value[n])) n++;
        number_print(out, value[n++ & 1]);
    }
}

static void add_bodies(struct buf *out, const struct scene_body *const body[2], const char *between)
{
    if (body[0] && body[1]) buf_printf(out, "%s%s%s", body[0]->name, between, body[1]->name);
}

static void add_where(struct buf *out, const struct scenes_report *report,
                      const struct scene_body *const body[2])
{
    buf_printf(out, "%" PRIu64, report->id);
    if (report->scene && *report->scene->name) buf_printf(out, " (%s)", report->scene->name);
    buf_printf(out, ": ");
    add_bodies(out, body, ", ");
    if (body[0] && body[1]) buf_printf(out, ": ");
}

static void add_line(struct buf *out, const struct scenes_report *report, const struct scene_complaint *c)
{
    add_where(out, report, c->body);
    add_says(out, c);
    if (c->contact) {
        buf_printf(out, "; the one at");
        for (int k = 0; k < 3; k++) {
            buf_printf(out, " ");
            number_print(out, c->contact->x[k]);
        }
    }
    buf_printf(out, "\n");
}

static void add_number(struct buf *out, const char *name, double x)
{
    buf_printf(out, ", \"%s\": ", name);
    if (isfinite(x))
        number_print(out, x);
    else
        buf_printf(out, "null");
}

static void begin_item(struct buf *out, const struct scenes_report *report,
                       const struct scene_body *const body[2])
{
    buf_printf(out, "%s{\"id\": %" PRIu64, out->n ? ", " : "", report->id);
    buf_printf(out, ", \"bodies\": [");
    if (body[0] && body[1]) {
        buf_printf(out, "\"");
        add_bodies(out, body, "\", \"");
        buf_printf(out, "\"");
    }
    buf_printf(out, "]");
}

static void add_item(struct buf *out, const struct scenes_report *report, const struct scene_complaint *c)
{
    begin_item(out, report, c->body);
    buf_printf(out, ", \"fault\": \"%s\"", words[c->fault].name);
    add_number(out, "is", c->is);
    add_number(out, "should", c->should);
    buf_printf(out, "}");
}

void scenes_report_add(void *context, const struct scene_complaint *complaint)
{
    struct scenes_report *report = context;
    if (!is_fault(report, complaint->fault) || report->faults++ >= SHOWN) return;
    add_line(&report->lines, report, complaint);
    add_item(&report->items, report, complaint);
}

void scenes_report_admit(void *context, const struct scene_unproven *unproven)
{
    struct scenes_report *report = context;
    if (report->unproven++ >= SHOWN) return;
    add_where(&report->open, report, unproven->body);
    buf_printf(&report->open, "proven to be free until ");
    number_print(&report->open, unproven->proven);
    buf_printf(&report->open, ", of ");
    number_print(&report->open, unproven->until);
    buf_printf(&report->open, "\n");
    begin_item(&report->open_items, report, unproven->body);
    add_number(&report->open_items, "proven", unproven->proven);
    add_number(&report->open_items, "until", unproven->until);
    buf_printf(&report->open_items, "}");
}

/* ---- All ---- */

static void add_headline(const struct scenes_report *report, struct buf *out)
{
    const struct scene_tally *t = &report->tally;
    char searches[CLI_DIGITS], hits[CLI_DIGITS], faults[CLI_DIGITS];
    buf_printf(out, "%s: %s search%s, %s hit%s, ",
               report->trouble  ? "TROUBLE"
               : report->faults ? "FAIL"
                                : "OK",
               cli_digits(searches, t->searches), t->searches == 1 ? "" : "es", cli_digits(hits, t->hits),
               plural(t->hits));
    if (report->faults)
        buf_printf(out, "%s fault%s", cli_digits(faults, report->faults), plural(report->faults));
    else
        buf_printf(out, "no fault");
    buf_printf(out, "\n");
}

struct measure {
    const char *name, *title;
    uint64_t n;
};
enum { MEASURES = 12 };

static void list_measures(const struct scene_tally *t, struct measure list[MEASURES])
{
    const struct measure all[MEASURES] = {
        {"searches", "searches", t->searches},
        {"hits", "hits", t->hits},
        {"free", "free", t->free},
        {"pairs", "pairs looked at for an earlier contact", t->pairs},
        {"proven", "of which all the time is proven free", t->proven},
        {"touching", "pairs with contacts", t->touching},
        {"confirmed", "of which one is proven to be there", t->confirmed},
        {"overlaps", "pairs that overlap at the start", t->overlaps},
        {"points", "points looked at", t->points},
        {"unique", "of which are unique", t->unique},
        {"expected", "scenes of which something is known", t->expected},
        {"sampled", "points of known sets of contacts", t->sampled},
    };
    for (int i = 0; i < MEASURES; i++) list[i] = all[i];
}

static double part_proven(const struct scene_tally *t)
{
    return t->pairs ? t->part / (double)t->pairs : 1;
}

static const char open_title[] = "not proven, which is no fault:\n";

static void add_shown(struct buf *out, const struct buf *lines, uint64_t n, const char *what)
{
    char digits[CLI_DIGITS];
    buf_add(out, lines->p, lines->n);
    if (n > SHOWN)
        buf_printf(out, "only the first %d of %s %s are named\n", SHOWN, cli_digits(digits, n), what);
}

void scenes_report_table(const struct scenes_report *report, struct buf *out)
{
    struct measure measure[MEASURES];
    char digits[CLI_DIGITS];
    add_headline(report, out);
    buf_printf(out, "\n");
    for (unsigned f = 0; f < SCENE_FAULTS; f++)
        buf_printf(out, "%-40s %12s%s\n", words[f].title, cli_digits(digits, report->tally.fault[f]),
                   report->tally.fault[f] && !is_fault(report, f) ? "   (allowed)" : "");
    buf_printf(out, "\n");
    list_measures(&report->tally, measure);
    for (int i = 0; i < MEASURES; i++)
        buf_printf(out, "%-40s %12s\n", measure[i].title, cli_digits(digits, measure[i].n));
    buf_printf(out, "%-40s %12.4g\n", "part of the time that is proven free", part_proven(&report->tally));
    if (report->faults) buf_printf(out, "\n");
    add_shown(out, &report->lines, report->faults, "faults");
    if (report->unproven) buf_printf(out, "\n%s", open_title);
    add_shown(out, &report->open, report->unproven, "pairs");
}

void scenes_report_json(const struct scenes_report *report, struct buf *out)
{
    struct measure measure[MEASURES];
    buf_printf(out, "{\n  \"verdict\": \"%s\",\n  \"faults\": {",
               report->trouble  ? "trouble"
               : report->faults ? "fail"
                                : "ok");
    for (unsigned f = 0; f < SCENE_FAULTS; f++)
        buf_printf(out, "%s\"%s\": %" PRIu64, f ? ", " : "", words[f].name, report->tally.fault[f]);
    buf_printf(out, "}");
    list_measures(&report->tally, measure);
    for (int i = 0; i < MEASURES; i++)
        buf_printf(out, ",\n  \"%s\": %" PRIu64, measure[i].name, measure[i].n);
    buf_printf(out, ",\n  \"part\": %.6g,\n  \"looks\": %" PRIu64, part_proven(&report->tally),
               report->tally.looks);
    buf_printf(out, ",\n  \"named\": [%.*s],\n  \"unproven\": [%.*s]\n}\n", (int)report->items.n,
               (const char *)report->items.p, (int)report->open_items.n, (const char *)report->open_items.p);
}

/* ---- Page ---- */

static void html_buf(const char *class, const struct buf *lines, struct buf *out)
{
    struct buf text = {0};
    buf_add(&text, lines->p, lines->n);
    buf_add(&text, "", 1);
    buf_printf(out, "<p class=\"%s\">", class);
    html_text((const char *)text.p, out);
    buf_printf(out, "</p>\n");
    buf_free(&text);
}

static void html_row(const char *class, const char *title, uint64_t n, struct buf *out)
{
    char digits[CLI_DIGITS];
    buf_printf(out, "<tr%s><td>%s</td><td>%s</td></tr>\n", class, title, cli_digits(digits, n));
}

void scenes_report_html(const struct scenes_report *report, struct buf *out)
{
    struct measure measure[MEASURES];
    struct buf line = {0};
    html_begin(out);
    add_headline(report, &line);
    html_buf(report->faults || report->trouble ? "fail" : "ok", &line, out);
    buf_printf(out, "<table>\n");
    for (unsigned f = 0; f < SCENE_FAULTS; f++)
        html_row(report->tally.fault[f] && is_fault(report, f) ? " class=\"fail\"" : "", words[f].title,
                 report->tally.fault[f], out);
    buf_printf(out, "</table>\n<table>\n");
    list_measures(&report->tally, measure);
    for (int i = 0; i < MEASURES; i++) html_row("", measure[i].title, measure[i].n, out);
    buf_printf(out, "<tr><td>part of the time that is proven free</td><td>%.4g</td></tr>\n</table>\n",
               part_proven(&report->tally));
    if (report->faults) html_buf("origin", &report->lines, out);
    line.n = 0;
    if (report->unproven) buf_printf(&line, "%s", open_title);
    buf_add(&line, report->open.p, report->open.n);
    if (report->unproven) html_buf("origin", &line, out);
    html_end(out);
    buf_free(&line);
}
