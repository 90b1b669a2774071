#include "verify-html.h"
#include "../formats/utf8.h"

void html_text(const char *text, struct buf *out)
{
    for (int n; *text; text += n ? n : 1) {
        n = utf8_length(text);
        switch (n ? *text : 0) {
        case 0:
            buf_printf(out, "&#xfffd;");
            break;
        case '&':
            buf_printf(out, "&amp;");
            break;
        case '<':
            buf_printf(out, "&lt;");
            break;
        case '>':
            buf_printf(out, "&gt;");
            break;
        default:
            buf_add(out, text, (size_t)n);
        }
    }
}

void html_begin(struct buf *out)
{
    buf_printf(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<title>ccd-verify</title>\n<style>\n"
                    "body { font-family: sans-serif; max-width: 60em; margin: 2em auto; }\n"
                    "table { border-collapse: collapse; margin: 1em 0; }\n"
                    "th, td { padding: 0.2em 0.8em; text-align: right; border-bottom: 1px solid #ccc; }\n"
                    "td:first-child, td:nth-child(3) { text-align: left; }\n"
                    ".ok { background: #d8f0d8; padding: 0.6em; }\n"
                    ".fail { background: #f6d5d5; }\np.fail { padding: 0.6em; }\n"
                    ".origin { white-space: pre-line; }\n</style>\n</head>\n<body>\n");
}

void html_end(struct buf *out)
{
    buf_printf(out, "</body>\n</html>\n");
}
