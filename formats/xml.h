/* XML as data files use it, read event by event where it lies in memory. Strict about what it reads: tags
 * must match, attributes be quoted, one element hold all. What it does not know is an error, not a guess:
 * document types, and with them entities of their own. Comments and processing instructions are passed over.
 *
 * It is ours, not expat's: files of VTK are not well-formed where raw bytes follow the tag AppendedData, so
 * that a parser must be able to stop there; the rest is little, and a library less to install. */
#ifndef CCDQ_XML_H
#define CCDQ_XML_H

#include "buf.h"

/* A stretch of the document. */
struct xml_span {
    const char *p;
    size_t n;
};

enum xml_event {
    XML_OPEN,  /* <name attributes>: name; XML_CLOSE comes for <name/>, too */
    XML_CLOSE, /* name */
    XML_TEXT,  /* text, as it stands, with what it is escaped by; blank text is no event */
    XML_END,   /* the document is whole */
    XML_ERROR, /* problem tells why, at the byte `at` */
};

struct xml {
    const char *start, *at, *end;
    struct xml_span name, text, attributes;
    struct buf open; /* spans: the names of the elements that are open */
    bool closing;    /* a tag <name/> was read, its close comes next */
    bool seen;       /* the element that holds all has begun */
    const char *problem;
    const char *counted; /* before it are `lines` ends of lines */
    size_t lines;
};

/* n bytes, which end with a 0 beyond. The bytes stay the caller's. */
void xml_start(struct xml *xml, const void *p, size_t n);
void xml_free(struct xml *xml);

enum xml_event xml_next(struct xml *xml);

/* After XML_OPEN: passes over the element with all that is in it. false: an error. */
bool xml_pass(struct xml *xml);

/* How many elements are open. */
size_t xml_depth(const struct xml *xml);

bool xml_is(struct xml_span span, const char *text);

/* After XML_OPEN: the value of an attribute, unescaped, to value, which gets a 0 behind. false if there is no
 * such attribute or it does not fit. */
bool xml_attribute(const struct xml *xml, const char *name, char *value, size_t room);

/* The number of the line, from 1, in which the byte p of the document is. Cheap while p grows. */
size_t xml_line(struct xml *xml, const char *p);

/* Appends text with what XML escapes escaped. */
void xml_escape(struct buf *out, const char *text);

#endif
