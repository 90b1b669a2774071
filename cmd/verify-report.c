#include "verify-report.h"
#include "verify-html.h"
#include "cli.h"
#include <inttypes.h>

bool verify_report_faults(const struct verify_report *report)
{
    for (unsigned kind = 0; kind < VERIFY_KINDS; kind++)
        if (report->tally->count[kind] && verify_is_fault(kind, &report->rules)) return true;
    return false;
}

/* Queries that touch, whatever was answered. */
static uint64_t hits(const struct verify_tally *tally)
{
    return tally->count[VERIFY_HIT] + tally->count[VERIFY_FALSE_NEGATIVE] + tally->unanswered;
}

struct spread_words {
    const char *name, *title;
    const struct verify_spread *spread;
};

enum { SPREADS = 6 };

static void list_spreads(const struct verify_tally *tally, struct spread_words words[SPREADS])
{
    const struct spread_words all[SPREADS] = {
        {"early", "early: t* - toi_lo", &tally->early},
        {"late", "late", &tally->late},
        {"width", "width: toi_hi - toi_lo", &tally->width},
        {"residual", "contact residual", &tally->residual},
        {"penetration", "penetration at toi_lo", &tally->penetration},
        {"bracket", "bracket of the truth", &tally->bracket},
    };
    for (int i = 0; i < SPREADS; i++) words[i] = all[i];
}

static double mean(const struct verify_spread *spread)
{
    return spread->n ? spread->sum / (double)spread->n : 0;
}

/* ---- Table ---- */

/* Was this kind of fault looked for? Not every truth has times, and contacts need the queries. */
static bool looked_for(const struct verify_report *report, enum verify_kind kind)
{
    const struct verify_tally *tally = report->tally;
    if (kind == VERIFY_LATE) return tally->early.n || tally->late.n || !tally->count[VERIFY_HIT];
    return (kind != VERIFY_OUTSIDE && kind != VERIFY_APART && kind != VERIFY_CONTACT_OFF) || report->exact;
}

static void add_kind(const struct verify_report *report, enum verify_kind kind, struct buf *out)
{
    const struct verify_kind_words *words = &verify_kind_words[kind];
    uint64_t n = report->tally->count[kind];
    char digits[CLI_DIGITS];
    if (n)
        buf_printf(out, "%s %s", cli_digits(digits, n), n == 1 ? words->one : words->many);
    else if (looked_for(report, kind))
        buf_printf(out, "no %s", words->one);
    else
        buf_printf(out, "%s not judged", words->many);
    bool may_be_fault = kind == VERIFY_FALSE_POSITIVE || kind == VERIFY_UNRESOLVED;
    if (n && may_be_fault && !verify_is_fault(kind, &report->rules)) buf_printf(out, " (allowed)");
}

/* Kinds of contacts show only where there are contacts, and those of brackets where there are some. */
static bool in_table(const struct verify_report *report, enum verify_kind kind)
{
    if (kind == VERIFY_NEAR || kind == VERIFY_UNDECIDED || kind == VERIFY_APART || kind == VERIFY_WIDE)
        return report->bracketed || report->tally->count[kind];
    if (kind == VERIFY_GRAZING) return report->solids || report->tally->count[kind];
    return kind < VERIFY_CONTACT_ALONE || report->tally->contacts;
}

/* The first line: the verdict, the size of what was judged, and what was found or is not there. */
static void add_headline(const struct verify_report *report, struct buf *out)
{
    const struct verify_tally *tally = report->tally;
    bool faults = verify_report_faults(report);
    char queries[CLI_DIGITS], n_hits[CLI_DIGITS];
    buf_printf(out, "%s: %s %s, %s hit%s",
               report->trouble ? "TROUBLE"
               : faults        ? "FAIL"
                               : "OK",
               cli_digits(queries, verify_queries(tally)), verify_queries(tally) == 1 ? "query" : "queries",
               cli_digits(n_hits, hits(tally)), plural(hits(tally)));
    for (unsigned kind = VERIFY_FALSE_NEGATIVE; kind < VERIFY_KINDS; kind++) {
        bool always = kind == VERIFY_FALSE_NEGATIVE || kind == VERIFY_FALSE_POSITIVE || kind == VERIFY_LATE;
        if (!tally->count[kind] && !always) continue;
        buf_printf(out, ", ");
        add_kind(report, kind, out);
    }
    buf_printf(out, "\n");
}

static void add_ids(const struct verify_tally *tally, enum verify_kind kind, const char *between,
                    struct buf *out)
{
    for (size_t i = 0; i < tally->listed[kind]; i++)
        buf_printf(out, "%s%" PRIu64, i ? between : "", tally->first[kind][i]);
}

static bool names_ids(enum verify_kind kind)
{
    return kind != VERIFY_HIT && kind != VERIFY_FREE;
}

static void add_counts(const struct verify_report *report, struct buf *out)
{
    const struct verify_tally *tally = report->tally;
    buf_printf(out, "%-24s %15s   %s\n", "", "count", "first ids");
    for (unsigned kind = 0; kind < VERIFY_KINDS; kind++) {
        char count[CLI_DIGITS];
        if (!in_table(report, kind)) continue;
        cli_digits(count, tally->count[kind]);
        buf_printf(out, "%-24s %15s", verify_kind_words[kind].many,
                   looked_for(report, kind) ? count : "not judged");
        if (names_ids(kind) && tally->count[kind]) {
            buf_printf(out, "   ");
            add_ids(tally, kind, " ", out);
            if (tally->count[kind] > tally->listed[kind]) buf_printf(out, " ...");
        }
        buf_printf(out, "\n");
    }
}

static void add_spreads(const struct verify_tally *tally, struct buf *out)
{
    struct spread_words words[SPREADS];
    list_spreads(tally, words);
    bool title = false;
    for (int i = 0; i < SPREADS; i++) {
        const struct verify_spread *s = words[i].spread;
        if (!s->n) continue;
        if (!title) buf_printf(out, "\n%-24s %15s   %9s   %9s   %s\n", "", "hits", "mean", "max", "at id");
        title = true;
        char n[CLI_DIGITS];
        buf_printf(out, "%-24s %15s   %9.3g   %9.3g   %" PRIu64 "\n", words[i].title, cli_digits(n, s->n),
                   mean(s), s->max, s->max_id);
    }
    char n[CLI_DIGITS];
    if (tally->no_time) buf_printf(out, "%-24s %15s\n", "without a time", cli_digits(n, tally->no_time));
}

static void add_errors(const struct verify_tally *tally, struct buf *out)
{
    const struct verify_errors *e = &tally->errors;
    char n[CLI_DIGITS];
    if (!e->n) return;
    const struct errors_statistics s = errors_statistics(e);
    buf_printf(out, "\n%-24s %15s   %9s   %9s   %9s   %9s   %9s\n", "", "hits", "min", "max", "mean",
               "median", "sigma");
    buf_printf(out, "%-24s %15s   %+9.2e   %+9.2e   %+9.2e   %+9.2e   %9.2e\n", "error: toi_lo - t*",
               cli_digits(n, e->n), e->min, e->max, s.mean, s.median, s.sigma);
}

static void add_origin(const struct verify_report *report, struct buf *out)
{
    const struct verify_tally *tally = report->tally;
    const char *origin = !report->exact      ? ""
                         : report->bracketed ? "a search of its own, or exact arithmetic, on the queries of "
                                             : "exact arithmetic on the queries of ";
    buf_printf(out, "\ntruth: %s%s\nresults: %s, method", origin, report->truth, report->result);
    const char *between = " ";
    for (unsigned m = 0; m < VERIFY_METHODS; m++) {
        char n[CLI_DIGITS];
        if (!tally->method[m]) continue;
        buf_printf(out, "%s%s (%s)", between, ccdq_method_name(m), cli_digits(n, tally->method[m]));
        between = ", ";
    }
    buf_printf(out, "\n");
    char n[CLI_DIGITS], of[CLI_DIGITS], all[CLI_DIGITS];
    if (tally->contacts || tally->contacts_passed)
        buf_printf(out, "contacts: %s judged, of %s of %s hits", cli_digits(n, tally->contacts),
                   cli_digits(of, tally->covered), cli_digits(all, tally->hits));
    if (tally->contacts_passed)
        buf_printf(out, ", %s not judged: too far behind their results",
                   cli_digits(n, tally->contacts_passed));
    if (tally->contacts || tally->contacts_passed) buf_printf(out, "\n");
}

void verify_report_table(const struct verify_report *report, struct buf *out)
{
    add_headline(report, out);
    buf_printf(out, "\n");
    add_counts(report, out);
    add_spreads(report->tally, out);
    add_errors(report->tally, out);
    add_origin(report, out);
}

/* ---- JSON ---- */

static void json_kinds(const struct verify_tally *tally, struct buf *out)
{
    buf_printf(out, ",\n  \"kinds\": {");
    for (unsigned kind = 0; kind < VERIFY_KINDS; kind++) {
        buf_printf(out, "%s\n    \"%s\": {\"count\": %" PRIu64, kind ? "," : "", verify_kind_words[kind].name,
                   tally->count[kind]);
        if (names_ids(kind)) {
            buf_printf(out, ", \"ids\": [");
            add_ids(tally, kind, ", ", out);
            buf_printf(out, "]");
        }
        buf_printf(out, "}");
    }
    buf_printf(out, "\n  }");
}

static void json_spreads(const struct verify_tally *tally, struct buf *out)
{
    struct spread_words words[SPREADS];
    list_spreads(tally, words);
    buf_printf(out, ",\n  \"measures\": {");
    for (int i = 0; i < SPREADS; i++) {
        const struct verify_spread *s = words[i].spread;
        buf_printf(out, "%s\n    \"%s\": {\"count\": %" PRIu64, i ? "," : "", words[i].name, s->n);
        if (s->n)
            buf_printf(out, ", \"mean\": %.6g, \"max\": %.17g, \"max_id\": %" PRIu64, mean(s), s->max,
                       s->max_id);
        buf_printf(out, "}");
    }
    buf_printf(out, "\n  }");
}

/* Errors of both signs. */
static void json_errors(const struct verify_errors *e, struct buf *out)
{
    buf_printf(out, ",\n  \"error\": {\"count\": %zu", e->n);
    if (e->n) {
        const struct errors_statistics s = errors_statistics(e);
        buf_printf(out, ", \"min\": %.17g, \"min_id\": %" PRIu64 ", \"max\": %.17g, \"max_id\": %" PRIu64,
                   e->min, e->min_id, e->max, e->max_id);
        buf_printf(out, ", \"mean\": %.17g, \"median\": %.17g, \"sigma\": %.17g", s.mean, s.median, s.sigma);
    }
    buf_printf(out, "}");
}

void verify_report_json(const struct verify_report *report, struct buf *out)
{
    const struct verify_tally *tally = report->tally;
    bool faults = verify_report_faults(report);
    buf_printf(out, "{\n  \"verdict\": \"%s\"", report->trouble ? "trouble" : faults ? "fail" : "ok");
    buf_printf(out, ",\n  \"exact\": %s", report->exact ? "true" : "false");
    buf_printf(out, ",\n  \"queries\": %" PRIu64 ",\n  \"hits\": %" PRIu64, verify_queries(tally),
               hits(tally));
    json_kinds(tally, out);
    json_spreads(tally, out);
    json_errors(&tally->errors, out);
    buf_printf(out,
               ",\n  \"contacts\": {\"judged\": %" PRIu64 ", \"not_judged\": %" PRIu64
               ", \"hits_with_contacts\": %" PRIu64 ", \"hits\": %" PRIu64 "}",
               tally->contacts, tally->contacts_passed, tally->covered, tally->hits);
    buf_printf(out, ",\n  \"without_time\": %" PRIu64 ",\n  \"methods\": {", tally->no_time);
    const char *between = "";
    for (unsigned m = 0; m < VERIFY_METHODS; m++) {
        if (!tally->method[m]) continue;
        buf_printf(out, "%s\"%s\": %" PRIu64, between, ccdq_method_name(m), tally->method[m]);
        between = ", ";
    }
    buf_printf(out, "}\n}\n");
}

/* ---- Page ---- */

/* A paragraph, with the lines of what a function of the table says. */
static void html_lines(const char *class, const struct verify_report *report,
                       void (*add)(const struct verify_report *, struct buf *), struct buf *out)
{
    struct buf text = {0};
    add(report, &text);
    buf_add(&text, "", 1);
    buf_printf(out, "<p class=\"%s\">", class);
    html_text((const char *)text.p, out);
    buf_printf(out, "</p>\n");
    buf_free(&text);
}

static void html_counts(const struct verify_report *report, struct buf *out)
{
    const struct verify_tally *tally = report->tally;
    buf_printf(out, "<table>\n<tr><th></th><th>count</th><th>first ids</th></tr>\n");
    for (unsigned kind = 0; kind < VERIFY_KINDS; kind++) {
        char count[CLI_DIGITS];
        if (!in_table(report, kind)) continue;
        const bool fault = tally->count[kind] && verify_is_fault(kind, &report->rules);
        cli_digits(count, tally->count[kind]);
        buf_printf(out, "<tr%s><td>%s</td><td>%s</td><td>", fault ? " class=\"fail\"" : "",
                   verify_kind_words[kind].many, looked_for(report, kind) ? count : "not judged");
        if (names_ids(kind)) add_ids(tally, kind, " ", out);
        buf_printf(out, "%s</td></tr>\n",
                   names_ids(kind) && tally->count[kind] > tally->listed[kind] ? " ..." : "");
    }
    buf_printf(out, "</table>\n");
}

static void html_spreads(const struct verify_tally *tally, struct buf *out)
{
    struct spread_words words[SPREADS];
    list_spreads(tally, words);
    buf_printf(out, "<table>\n<tr><th></th><th>hits</th><th>mean</th><th>max</th><th>at id</th></tr>\n");
    for (int i = 0; i < SPREADS; i++) {
        const struct verify_spread *s = words[i].spread;
        char n[CLI_DIGITS];
        if (s->n)
            buf_printf(out, "<tr><td>%s</td><td>%s</td><td>%.3g</td><td>%.3g</td><td>%" PRIu64 "</td></tr>\n",
                       words[i].title, cli_digits(n, s->n), mean(s), s->max, s->max_id);
    }
    buf_printf(out, "</table>\n");
}

static void html_errors(const struct verify_errors *e, struct buf *out)
{
    char n[CLI_DIGITS];
    if (!e->n) return;
    const struct errors_statistics s = errors_statistics(e);
    buf_printf(out, "<table>\n<tr><th></th><th>hits</th><th>min</th><th>max</th><th>mean</th><th>median</th>"
                    "<th>sigma</th></tr>\n");
    buf_printf(out, "<tr><td>error: toi_lo - t*</td><td>%s</td>", cli_digits(n, e->n));
    const double values[] = {e->min, e->max, s.mean, s.median, s.sigma};
    for (int i = 0; i < 5; i++) buf_printf(out, "<td>%.3g</td>", values[i]);
    buf_printf(out, "</tr>\n</table>\n");
}

void verify_report_html(const struct verify_report *report, struct buf *out)
{
    const bool good = !report->trouble && !verify_report_faults(report);
    html_begin(out);
    html_lines(good ? "ok" : "fail", report, add_headline, out);
    html_counts(report, out);
    html_spreads(report->tally, out);
    html_errors(&report->tally->errors, out);
    html_lines("origin", report, add_origin, out);
    html_end(out);
}
