/* The readers of XML and JSON. */
#include "../../formats/base64.h"
#include "../../formats/json.h"
#include "../../formats/xml.h"
#include "../tap.h"
#include <stdlib.h>
#include <string.h>

/* ---- XML ---- */

/* The events of a document in short: <a, text, >a, and at the end ! and what is wrong. */
static void trace(const char *text, const char *expected)
{
    struct xml xml;
    struct buf out = {0};
    enum xml_event event;
    xml_start(&xml, text, strlen(text));
    do {
        event = xml_next(&xml);
        const struct xml_span span = event == XML_TEXT ? xml.text : xml.name;
        if (event == XML_ERROR) buf_printf(&out, "!%s", xml.problem);
        if (event == XML_ERROR || event == XML_END) break;
        buf_printf(&out, "%s%.*s ",
                   event == XML_OPEN    ? "<"
                   : event == XML_CLOSE ? ">"
                                        : "",
                   (int)span.n, span.p);
    } while (1);
    buf_add(&out, "", 1);
    if (!ok(!strcmp((char *)out.p, expected), "xml: %s", expected)) diag("%s", (char *)out.p);
    xml_free(&xml);
    buf_free(&out);
}

static void test_events(void)
{
    trace("<a/>", "<a >a ");
    trace("\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- <b> -- > -->\n<a b='1' c = \"/>\"><b/> x "
          "<![CDATA[<y>]]></a>\n",
          "<a <b >b x  <y> >a ");
    trace("<a x='1'/ >", "!a tag without its '>'");
    trace("<a", "!a tag without its '>'");
    trace("<a b='1' ", "!a tag whose attributes cannot be read");
    trace("<a b='1'c='2'/>", "!a tag whose attributes cannot be read");
    trace("<a b='<'/>", "!a tag whose attributes cannot be read");
    trace("<a><b></a></b>", "<a <b !a closing tag that is not the open element's");
    trace("<a></a", "<a !a closing tag without its '>'");
    trace("<a/><b/>", "<a >a !a second element beside the one that holds all");
    trace("<a/>x", "<a >a !text outside of the element that holds all");
    trace("</a>", "!a closing tag where nothing is open");
    trace("< a/>", "!'<' is no tag");
    trace("<a><!-- ", "<a !a comment or instruction that does not end");
    trace("<a><![CDATA[ ", "<a !a CDATA section that does not end");
    trace("<!DOCTYPE a><a/>", "!a document type or other declaration, which is not read");
    trace("  \n", "!there is no element");
}

static void attribute(const char *text, const char *expected)
{
    struct xml xml;
    char value[16] = "?";
    xml_start(&xml, text, strlen(text));
    const bool there = xml_next(&xml) == XML_OPEN && xml_attribute(&xml, "b", value, sizeof value);
    if (!ok(expected ? there && !strcmp(value, expected) : !there, "attribute: %s", text))
        diag("%d %s", there, value);
    xml_free(&xml);
}

static void test_attributes(void)
{
    attribute("<a c='b' b = '1'/>", "1");
    attribute("<a c='1'/>", NULL);
    attribute("<a b='&lt;&amp;&gt;&quot;&apos;'/>", "<&>\"'");
    attribute("<a b='&#65;&#x4a;&#xe9;&#x20AC;&#x1F600;'/>", "AJ\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    attribute("<a b='&none;'/>", NULL);
    attribute("<a b='&#x110000;'/>", NULL);
    attribute("<a b='&#99999999999999999999;'/>", NULL);
    attribute("<a b='&amp'/>", NULL);
    attribute("<a b='0123456789012345'/>", NULL);
}

static void test_lines(void)
{
    static const char text[] = "\n<a>\n\n<b/>\n</a>";
    struct xml xml;
    struct buf escaped = {0};
    xml_start(&xml, text, sizeof text - 1);
    ok(xml_next(&xml) == XML_OPEN && xml_line(&xml, xml.name.p) == 2 && xml_next(&xml) == XML_OPEN &&
           xml_line(&xml, xml.name.p) == 4 && xml_line(&xml, text) == 1,
       "lines are counted");
    xml_free(&xml);
    xml_escape(&escaped, "a<b>&\"c\"");
    buf_add(&escaped, "", 1);
    ok(!strcmp((char *)escaped.p, "a&lt;b&gt;&amp;&quot;c&quot;"), "text is escaped");
    buf_free(&escaped);
}

/* ---- JSON ---- */

static void print(const struct json *json, const struct json_value *value, bool member, struct buf *out)
{
    static const char *const words[] = {"null", "false", "true"};
    if (member) buf_printf(out, "%s=", json_key(json, value));
    if (value->type <= JSON_TRUE) buf_printf(out, "%s", words[value->type]);
    if (value->type == JSON_NUMBER) buf_printf(out, "%g", value->number);
    if (value->type == JSON_STRING) buf_printf(out, "'%s'", json_text(json, value));
    if (value->type < JSON_ARRAY) return;
    buf_printf(out, value->type == JSON_ARRAY ? "[" : "{");
    for (const struct json_value *v = json_first(json, value); v; v = json_next(json, v)) {
        print(json, v, value->type == JSON_OBJECT, out);
        buf_printf(out, ";");
    }
    buf_printf(out, value->type == JSON_ARRAY ? "]" : "}");
}

static void parse(const char *text, const char *expected)
{
    struct json json;
    struct messages messages = {0};
    struct buf out = {0};
    const bool read = json_parse(&json, "f", text, strlen(text), &messages);
    if (read)
        print(&json, json_root(&json), false, &out);
    else
        buf_add(&out, messages.text.p, messages.text.n - 1);
    buf_add(&out, "", 1);
    if (!ok(!strcmp((char *)out.p, expected), "json: %s", strpbrk(expected, "\n\b") ? "escapes" : expected))
        diag("%s", (char *)out.p);
    json_free(&json);
    messages_free(&messages);
    buf_free(&out);
}

static void test_values(void)
{
    parse("0", "0");
    parse("\xef\xbb\xbf [1, -2.5e-3 ,\"a\" , null,true,false,[],{}]\n",
          "[1;-0.0025;'a';null;true;false;[];{};]");
    parse("[{\"a\": 1, \"b\": {\"c\": [2]}}, 3]", "[{a=1;b={c=[2;];};};3;]");
    parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u20ac\\ud83d\\ude00\"",
          "'\"\\/\b\f\n\r\tA\xe2\x82\xac\xf0\x9f\x98\x80'");
}

static void test_wrong(void)
{
    parse("", "f: line 1, column 1: the file ends too early");
    parse("[1,\n 2,]", "f: line 2, column 4: a value is expected here");
    parse("[1 2]", "f: line 1, column 4: ',' or ']' is expected here");
    parse("{\"a\" 1}", "f: line 1, column 6: ':' is expected here");
    parse("{\"a\": 1", "f: line 1, column 8: the file ends too early");
    parse("{a: 1}", "f: line 1, column 2: a string is expected here");
    parse("1 2", "f: line 1, column 3: more than one value");
    parse("[01]", "f: line 1, column 2: a value is expected here");
    parse("[1.]", "f: line 1, column 2: a value is expected here");
    parse("[+1]", "f: line 1, column 2: a value is expected here");
    parse("[0x1]", "f: line 1, column 3: ',' or ']' is expected here");
    parse("[nan]", "f: line 1, column 2: a value is expected here");
    parse("\"a\nb\"", "f: line 1, column 3: a control character inside a string");
    parse("\"\\x\"", "f: line 1, column 3: an escape that is not known");
    parse("\"\\u12g4\"", "f: line 1, column 6: \\u needs four hexadecimal digits");
    parse("\"\\ud83d\"", "f: line 1, column 8: half a surrogate pair");
    parse("\"\\ude00\"", "f: line 1, column 8: half a surrogate pair");
    parse("\"abc", "f: line 1, column 5: the file ends too early");
}

static void test_depth(void)
{
    char text[2 * 300 + 1];
    struct json json;
    struct messages messages = {0};
    memset(text, '[', sizeof text);
    const bool read = json_parse(&json, "f", text, 300, &messages);
    ok(!read && messages.count == 1 &&
           strstr((char *)messages.text.p, "column 201: arrays and objects too deep"),
       "arrays that are too deep inside each other");
    json_free(&json);
    messages_free(&messages);
    memset(text + JSON_DEPTH, ']', JSON_DEPTH);
    ok(json_parse(&json, "f", text, 2 * JSON_DEPTH, &messages), "and just not");
    json_free(&json);
}

static void test_members(void)
{
    static const char text[] = "{\"a\": 1,\n \"b\": [7]}";
    struct json json;
    struct messages messages = {0};
    const bool read = json_parse(&json, "f", text, sizeof text - 1, &messages);
    const struct json_value *b = json_member(&json, json_root(&json), "b");
    ok(read && b && json_first(&json, b)->number == 7 && !json_member(&json, b, "a") &&
           !json_member(&json, json_root(&json), "c"),
       "members are found by their keys");
    json_trouble(&json, b, "no");
    ok(!strncmp((char *)messages.text.p, "f: line 2, column 7: no\n", messages.text.n),
       "and their places told");
    json_free(&json);
    messages_free(&messages);
}

/* ---- Base64 ---- */

/* Reads in steps of `step` bytes. */
static void decode(const char *text, size_t step, const char *expected)
{
    struct base64 b = {.at = text, .end = text + strlen(text)};
    unsigned char out[64];
    size_t n = 0, got;
    const size_t most = base64_left(&b);
    while ((got = base64_read(&b, out + n, step)) > 0) n += got;
    ok(n == strlen(expected) && n <= most && !memcmp(out, expected, n),
       "base64 of \"%s\", %zu bytes at a time", expected, step);
}

int main(void)
{
    test_events();
    test_attributes();
    test_lines();
    test_values();
    test_wrong();
    test_depth();
    test_members();
    for (size_t step = 1; step < 6; step++) {
        decode("", step, "");
        decode(" Zm9v\nYm Fy ", step, "foobar");
        decode("Zg==Zm8=Zm9v", step, "ffofoo");
        decode("Zm9v!m9v", step, "foo");
        decode("Zm9vZ===", step, "foo");
        decode("Zm9vZg=v", step, "foo");
        decode("Zm9vZm", step, "foo");
    }
    return tap_done();
}
