/* Differences between two lists of contacts, by name and by count. */
#include "verify-volume.h"
#include "../formats/number.h"
#include <inttypes.h>

enum { SHOWN = 100 };

static const char *const fault_words[VOLUME_FAULTS] = {[VOLUME_RIGHT] = "right",
                                                       [VOLUME_MISSING] = "missing",
                                                       [VOLUME_EXTRA] = "extra",
                                                       [VOLUME_MISTIMED] = "mistimed",
                                                       [VOLUME_DOUBLE] = "double"};

static const char *kind_word(unsigned kind)
{
    return kind == VOLUME_ANY ? "result" : ccdq_contact_name(kind);
}

static void add_times(struct buf *out, const char *before, const struct volume_fact *fact)
{
    if (!fact || !fact->timed) return;
    buf_printf(out, "%s", before);
    number_print(out, fact->lo.hi);
    if (fact->lo.hi == fact->hi.hi) return;
    buf_printf(out, " to ");
    number_print(out, fact->hi.hi);
}

/* What a fact is about: "node 5, triangle 1 2 3". */
static void add_subject(struct buf *out, const struct volume_fact *fact)
{
    const uint32_t *id = fact->id;
    switch (fact->kind) {
    case CCDQ_CONTACT_VF:
        buf_printf(out, "node %u, triangle %u %u %u", id[0], id[1], id[2], id[3]);
        break;
    case CCDQ_CONTACT_EE:
        buf_printf(out, "edge %u %u, edge %u %u", id[0], id[1], id[2], id[3]);
        break;
    case CCDQ_CONTACT_OVERLAP:
        buf_printf(out, "element %u, element %u", id[0], id[1]);
        break;
    case CCDQ_CONTACT_INVERSION:
        buf_printf(out, "element %u", id[0]);
        break;
    default:
        buf_printf(out, "the earliest contact");
    }
}

static void add_line(struct buf *out, enum volume_fault fault, const struct volume_fact *fact,
                     const struct volume_fact *truth)
{
    buf_printf(out, "step %u: %s: ", fact->step, kind_word(fact->kind));
    add_subject(out, fact);
    switch (fault) {
    case VOLUME_MISSING:
        buf_printf(out, ": a false negative");
        add_times(out, ", at ", truth);
        break;
    case VOLUME_EXTRA:
        buf_printf(out, ": a false positive");
        add_times(out, ", at ", fact);
        break;
    case VOLUME_MISTIMED:
        add_times(out, ": at ", fact);
        add_times(out, ", but the truth is ", truth);
        break;
    default:
        buf_printf(out, ": named again");
    }
    buf_printf(out, "\n");
}

static void add_item(struct buf *out, enum volume_fault fault, const struct volume_fact *fact)
{
    buf_printf(out, "%s{\"step\": %u, \"kind\": \"%s\", \"fault\": \"%s\", \"ids\": [%u, %u, %u, %u]}",
               out->n ? ", " : "", fact->step, kind_word(fact->kind), fault_words[fault], fact->id[0],
               fact->id[1], fact->id[2], fact->id[3]);
}

void volume_report_add(void *p, enum volume_fault fault, const struct volume_fact *fact,
                       const struct volume_fact *truth)
{
    struct volume_report *report = p;
    if (report->first && fault == VOLUME_MISSING && fact->kind != VOLUME_ANY) {
        report->tally.count[fact->kind][fault]--;
        return;
    }
    if (report->differences++ >= SHOWN) return;
    add_line(&report->lines, fault, fact, truth);
    add_item(&report->items, fault, fact);
}

static const unsigned order[] = {CCDQ_CONTACT_VF, CCDQ_CONTACT_EE, CCDQ_CONTACT_INVERSION,
                                 CCDQ_CONTACT_OVERLAP, VOLUME_ANY};
enum { KINDS_IN_ORDER = sizeof order / sizeof *order };

void volume_report_table(const struct volume_report *report, struct buf *out)
{
    char digits[CLI_DIGITS];
    if (report->differences)
        buf_printf(out, "%s difference%s\n", cli_digits(digits, report->differences),
                   plural(report->differences));
    else
        buf_printf(out, report->trouble ? "no difference in what could be judged\n" : "no difference\n");
    buf_printf(out, "\n%-10s", "");
    for (int f = 0; f < VOLUME_FAULTS; f++) buf_printf(out, " %12s", fault_words[f]);
    buf_printf(out, "\n");
    for (int i = 0; i < KINDS_IN_ORDER; i++) {
        buf_printf(out, "%-10s", kind_word(order[i]));
        if (!(report->kinds & 1U << order[i])) buf_printf(out, " %12s", "not judged");
        for (int f = 0; f < VOLUME_FAULTS && report->kinds & 1U << order[i]; f++)
            buf_printf(out, " %12s", cli_digits(digits, report->tally.count[order[i]][f]));
        buf_printf(out, "\n");
    }
    if (report->differences) buf_printf(out, "\n");
    buf_add(out, report->lines.p, report->lines.n);
    if (report->differences > SHOWN)
        buf_printf(out, "only the first %d of %s differences are named\n", SHOWN,
                   cli_digits(digits, report->differences));
}

void volume_report_json(const struct volume_report *report, struct buf *out)
{
    buf_printf(out, "{\"trouble\": %s, \"differences\": %zu", report->trouble ? "true" : "false",
               report->differences);
    for (int i = 0; i < KINDS_IN_ORDER; i++) {
        if (!(report->kinds & 1U << order[i])) continue;
        buf_printf(out, ", \"%s\": {", kind_word(order[i]));
        for (int f = 0; f < VOLUME_FAULTS; f++)
            buf_printf(out, "%s\"%s\": %" PRIu64, f ? ", " : "", fault_words[f],
                       report->tally.count[order[i]][f]);
        buf_printf(out, "}");
    }
    buf_printf(out, ", \"named\": [%.*s]}\n", (int)report->items.n, (char *)report->items.p);
}
