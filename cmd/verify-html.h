/* Reports as pages. */
#ifndef CCDQ_VERIFY_HTML_H
#define CCDQ_VERIFY_HTML_H

#include "../formats/buf.h"

/* Up to the body, with the style of all reports: the classes ok and fail of paragraphs and rows, origin. */
void html_begin(struct buf *out);
void html_end(struct buf *out);

/* Bytes that are not UTF-8, as names of files may have, become U+FFFD. */
void html_text(const char *text, struct buf *out);

#endif
