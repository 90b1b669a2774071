/* Pulling events out of XML. Nothing recurses: depth costs memory for the names that are open, no stack. */
#include "xml.h"
#include "number.h"
#include "utf8.h"
#include <string.h>

void xml_start(struct xml *xml, const void *p, size_t n)
{
    static const char mark[] = "\xef\xbb\xbf";
    const size_t passed = n >= 3 && !memcmp(p, mark, 3) ? 3 : 0;
    *xml = (struct xml){.start = p, .at = (const char *)p + passed, .end = (const char *)p + n};
}

void xml_free(struct xml *xml)
{
    buf_free(&xml->open);
}

size_t xml_depth(const struct xml *xml)
{
    return xml->open.n / sizeof(struct xml_span);
}

bool xml_is(struct xml_span span, const char *text)
{
    return span.n == strlen(text) && !memcmp(span.p, text, span.n);
}

size_t xml_line(struct xml *xml, const char *p)
{
    if (!xml->counted || p < xml->counted) {
        xml->counted = xml->start;
        xml->lines = 0;
    }
    while (xml->counted < p) xml->lines += *xml->counted++ == '\n';
    return xml->lines + 1;
}

static enum xml_event fail(struct xml *xml, const char *problem)
{
    xml->problem = problem;
    return XML_ERROR;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Any byte of a name; those above 127 are parts of letters. */
static bool is_name(char c)
{
    const unsigned char u = (unsigned char)c;
    return (u | 32) - 'a' + 0u < 26 || u - '0' + 0u < 10 || u > 127 || (c && strchr("_:-.", c));
}

static const char *pass_blanks(const char *p, const char *end)
{
    while (p < end && is_blank(*p)) p++;
    return p;
}

static struct xml_span cut_name(const char *p, const char *end)
{
    struct xml_span name = {p, 0};
    while (p + name.n < end && is_name(p[name.n])) name.n++;
    return name;
}

/* Where `word` ends that comes next after p, or NULL. */
static const char *behind(const char *p, const char *end, const char *word)
{
    const size_t n = strlen(word);
    for (; (size_t)(end - p) >= n && (p = memchr(p, word[0], (size_t)(end - p) - n + 1)) != NULL; p++)
        if (!memcmp(p, word, n)) return p + n;
    return NULL;
}

static bool begins(const char *p, const char *end, const char *word)
{
    const size_t n = strlen(word);
    return (size_t)(end - p) >= n && !memcmp(p, word, n);
}

/* ---- Tags ---- */

/* One attribute at p, which is no blank: its name and what stands between the quotes. Returns where it ends,
 * or NULL. */
static const char *cut_attribute(const char *p, const char *end, struct xml_span *name,
                                 struct xml_span *value)
{
    *name = cut_name(p, end);
    p = pass_blanks(p + name->n, end);
    if (name->n == 0 || p == end || *p != '=') return NULL;
    p = pass_blanks(p + 1, end);
    if (p == end || (*p != '"' && *p != '\'')) return NULL;
    const char *stop = memchr(p + 1, *p, (size_t)(end - p - 1));
    if (!stop || memchr(p, '<', (size_t)(stop - p))) return NULL;
    *value = (struct xml_span){p + 1, (size_t)(stop - p - 1)};
    return stop + 1;
}

static enum xml_event open_tag(struct xml *xml)
{
    const char *p = xml->at + 1;
    struct xml_span name, value;
    if (xml->seen && xml->open.n == 0) return fail(xml, "a second element beside the one that holds all");
    xml->name = cut_name(p, xml->end);
    if (xml->name.n == 0) return fail(xml, "'<' is no tag");
    p += xml->name.n;
    xml->attributes.p = p;
    while (p < xml->end && *p != '>' && *p != '/') {
        const char *next = pass_blanks(p, xml->end);
        if (next < xml->end && (*next == '>' || *next == '/'))
            p = next;
        else if (next == p || !(p = cut_attribute(next, xml->end, &name, &value)))
            return fail(xml, "a tag whose attributes cannot be read");
    }
    xml->attributes.n = (size_t)(p - xml->attributes.p);
    xml->closing = p < xml->end && *p == '/';
    p += xml->closing;
    if (p >= xml->end || *p != '>') return fail(xml, "a tag without its '>'");
    if (!buf_try_reserve(&xml->open, sizeof xml->name)) return fail(xml, "not enough memory");
    buf_add(&xml->open, &xml->name, sizeof xml->name);
    xml->seen = true;
    xml->at = p + 1;
    return XML_OPEN;
}

/* The element that was opened last ends. */
static enum xml_event close_last(struct xml *xml)
{
    xml->open.n -= sizeof xml->name;
    memcpy(&xml->name, xml->open.p + xml->open.n, sizeof xml->name);
    xml->closing = false;
    return XML_CLOSE;
}

static enum xml_event close_tag(struct xml *xml)
{
    struct xml_span name = cut_name(xml->at + 2, xml->end), last;
    const char *p = pass_blanks(name.p + name.n, xml->end);
    if (p == xml->end || *p != '>') return fail(xml, "a closing tag without its '>'");
    if (xml->open.n == 0) return fail(xml, "a closing tag where nothing is open");
    memcpy(&last, xml->open.p + xml->open.n - sizeof last, sizeof last);
    if (last.n != name.n || memcmp(last.p, name.p, name.n))
        return fail(xml, "a closing tag that is not the open element's");
    xml->at = p + 1;
    return close_last(xml);
}

/* ---- Between tags ---- */

/* Text up to `stop`; false where it is only blank. */
static bool take_text(struct xml *xml, const char *stop)
{
    const char *from = pass_blanks(xml->at, stop);
    xml->text = (struct xml_span){from, (size_t)(stop - from)};
    xml->at = stop;
    return from < stop;
}

/* Passes over a comment or a processing instruction at xml->at; false for anything else. */
static bool pass_markup(struct xml *xml)
{
    const char *p = NULL;
    if (begins(xml->at, xml->end, "<!--"))
        p = behind(xml->at + 4, xml->end, "-->");
    else if (begins(xml->at, xml->end, "<?"))
        p = behind(xml->at + 2, xml->end, "?>");
    else
        return false;
    if (p)
        xml->at = p;
    else
        fail(xml, "a comment or instruction that does not end");
    return p != NULL;
}

static enum xml_event literal_text(struct xml *xml)
{
    xml->at += strlen("<![CDATA[");
    const char *stop = behind(xml->at, xml->end, "]]>");
    if (!stop) return fail(xml, "a CDATA section that does not end");
    const bool text = take_text(xml, stop - 3);
    xml->at = stop;
    return text ? XML_TEXT : XML_END;
}

/* The event at a '<'; XML_END: there is none, go on. */
static enum xml_event markup(struct xml *xml)
{
    if (pass_markup(xml)) return XML_END;
    if (xml->problem) return XML_ERROR;
    if (begins(xml->at, xml->end, "<![CDATA[") && xml->open.n) return literal_text(xml);
    if (begins(xml->at, xml->end, "<!"))
        return fail(xml, "a document type or other declaration, which is not read");
    return begins(xml->at, xml->end, "</") ? close_tag(xml) : open_tag(xml);
}

enum xml_event xml_next(struct xml *xml)
{
    if (xml->problem) return XML_ERROR;
    if (xml->closing) return close_last(xml);
    while (xml->at < xml->end) {
        const char *stop = memchr(xml->at, '<', (size_t)(xml->end - xml->at));
        if (take_text(xml, stop ? stop : xml->end))
            return xml->open.n ? XML_TEXT : fail(xml, "text outside of the element that holds all");
        if (!stop) break;
        const enum xml_event event = markup(xml);
        if (event != XML_END) return event;
    }
    if (xml->open.n) return fail(xml, "the file ends before its elements do");
    return xml->seen ? XML_END : fail(xml, "there is no element");
}

bool xml_pass(struct xml *xml)
{
    const size_t depth = xml_depth(xml);
    enum xml_event event;
    do event = xml_next(xml);
    while (event != XML_ERROR && xml_depth(xml) >= depth);
    return event != XML_ERROR;
}

/* ---- Values ---- */

static bool hex_parse(const char *p, size_t n, uint64_t *c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    *c = 0;
    for (size_t i = 0; i < n; i++) {
        const char *d = memchr(digits, p[i], sizeof digits - 1);
        if (!d || *c >> 32) return false;
        *c = *c << 4 | ((size_t)(d - digits) & 15);
    }
    return n > 0;
}

/* What "&...;" stands for, 0 if nothing. */
static uint64_t escaped(struct xml_span name)
{
    static const struct {
        const char *name;
        char c;
    } known[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    uint64_t c = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (xml_is(name, known[i].name)) return (uint64_t)known[i].c;
    if (name.n < 2 || name.p[0] != '#') return 0;
    const bool hex = name.p[1] == 'x';
    if (hex ? !hex_parse(name.p + 2, name.n - 2, &c)
            : !number_parse_uint(name.p + 1, name.n - 1, 0x10ffff, &c))
        return 0;
    return c <= 0x10ffff ? c : 0;
}

static bool unescape(struct xml_span from, char *to, size_t room)
{
    char *const end = to + room;
    for (size_t i = 0; i < from.n; i++) {
        uint64_t c = (unsigned char)from.p[i];
        if (end - to <= UTF8_MOST) return false;
        if (c != '&') {
            *to++ = from.p[i];
            continue;
        }
        const char *name = &from.p[i + 1], *stop = memchr(name, ';', from.n - i - 1);
        if (!stop || !(c = escaped((struct xml_span){name, (size_t)(stop - name)}))) return false;
        to = utf8_put(to, (uint32_t)c);
        i = (size_t)(stop - from.p);
    }
    *to = 0;
    return true;
}

bool xml_attribute(const struct xml *xml, const char *name, char *value, size_t room)
{
    const char *p = xml->attributes.p, *end = p + xml->attributes.n;
    struct xml_span found, text;
    while ((p = pass_blanks(p, end)) < end && (p = cut_attribute(p, end, &found, &text)) != NULL)
        if (xml_is(found, name)) return unescape(text, value, room);
    return false;
}

void xml_escape(struct buf *out, const char *text)
{
    for (; *text; text++) {
        const char *name = *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : *text == '&' ? "&amp;" : "&quot;";
        if (strchr("<>&\"", *text))
            buf_add(out, name, strlen(name));
        else
            buf_add(out, text, 1);
    }
}
