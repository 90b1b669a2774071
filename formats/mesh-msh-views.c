/* Vectors of nodes in MSH files of versions 2 and 4.1: sections $NodeData. One that comes at several times
 * has the same name each time: its step is put behind it, "u0", "u1". */
#include "mesh-msh.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text before the values: how many strings, and these; how many reals; how many integers. The first
 * string is the name; the first three integers are the step, the number of components, and how many nodes
 * follow. */
enum { MAX_TAGS = 16 };

static bool read_string(struct mesh_scan *s, struct scan_word *string)
{
    if (!scan_word(s, string)) return false;
    if (*string->p != '"') return true;
    const char *begin = string->p + 1, *end = memchr(begin, '"', (size_t)((const char *)s->end - begin));
    if (!end) return scan_fail(s, "a string without its end");
    *string = (struct scan_word){begin, (size_t)(end - begin)};
    s->at = (const unsigned char *)end + 1;
    return true;
}

static bool read_head(struct mesh_scan *s, struct msh_view *view)
{
    int64_t strings, reals, integers, tag[3] = {0};
    *view = (struct msh_view){.step = 0};
    if (!scan_integer_in(s, SCAN_INT32, 1, MAX_TAGS, &strings)) return false;
    for (int64_t i = 0; i < strings; i++) {
        struct scan_word string;
        if (!read_string(s, &string)) return false;
        const size_t most = sizeof view->name - 1, n = string.n < most ? string.n : most;
        if (i == 0) memcpy(view->name, string.p, n);
    }
    if (!scan_integer_in(s, SCAN_INT32, 0, MAX_TAGS, &reals) ||
        !scan_skip(s, SCAN_FLOAT64, (uint64_t)reals) ||
        !scan_integer_in(s, SCAN_INT32, 3, MAX_TAGS, &integers))
        return false;
    for (int i = 0; i < 3; i++)
        if (!scan_integer_in(s, SCAN_INT32, 0, INT32_MAX, &tag[i])) return false;
    view->step = tag[0];
    view->components = tag[1];
    view->count = tag[2];
    return scan_skip(s, SCAN_INT32, (uint64_t)integers - 3);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct msh_view *)a)->name, ((const struct msh_view *)b)->name);
}

void msh_find_views(struct msh *m)
{
    static const char mark[] = "$NodeData";
    struct mesh_scan s = m->scan;
    struct messages ignored = {.count = 0}; /* what is wrong is said when the section is read */
    s.messages = &ignored;
    while ((s.at = memchr(s.at, '$', (size_t)(s.end - s.at)))) {
        struct scan_word word;
        struct msh_view view;
        const bool first = s.at == s.begin || s.at[-1] == '\n';
        const unsigned char *next = s.at + 1;
        if (first && scan_next(&s, &word) && scan_word_is(word, mark) && read_head(&s, &view))
            buf_add(&m->views, &view, sizeof view);
        s.at = next;
    }
    messages_free(&ignored);
    if (m->views.n) qsort(m->views.p, m->views.n / sizeof(struct msh_view), sizeof(struct msh_view), by_name);
}

/* Whether the file has several views of this name. */
static bool is_one_of_several(const struct msh *m, const struct msh_view *view)
{
    const struct msh_view *first = (const struct msh_view *)(const void *)m->views.p;
    const size_t n = m->views.n / sizeof *first;
    const struct msh_view *found = n ? bsearch(view, first, n, sizeof *view, by_name) : NULL;
    return found && ((found > first && !by_name(found - 1, view)) ||
                     (found + 1 < first + n && !by_name(found + 1, view)));
}

/* "node x y z", once for each node. */
static bool read_values(struct msh *m, int64_t count, double (*v)[3], struct buf *seen)
{
    struct mesh_scan *s = &m->scan;
    while (count--) {
        int64_t tag;
        scan_open_line(s);
        if (!scan_integer(s, SCAN_INT32, &tag)) return false;
        const uint64_t node = msh_node(m, tag);
        if (node == UINT64_MAX) return scan_fail(s, "there is no node %lld", (long long)tag);
        if (seen->p[node]++) return scan_fail(s, "node %lld for the second time", (long long)tag);
        for (int k = 0; k < 3; k++)
            if (!scan_real(s, SCAN_FLOAT64, &v[node][k])) return false;
        if (!scan_close_line(s)) return false;
    }
    return true;
}

bool msh_read_node_data(struct msh *m, struct scan_word name)
{
    struct msh_view view;
    char full[sizeof view.name + 24];
    double(*v)[3];
    struct buf seen = {0};
    const size_t nodes = m->taker.nodes;
    if (!read_head(&m->scan, &view)) return false;
    if (view.components != 3) return msh_pass_section(m, name);
    if ((uint64_t)view.count != nodes) {
        scan_fail(&m->scan, "the vectors %s are left out: they are of %lld nodes, and there are %zu",
                  view.name, (long long)view.count, nodes);
        return msh_pass_section(m, name);
    }
    snprintf(full, sizeof full, is_one_of_several(m, &view) ? "%s%lld" : "%s", view.name,
             (long long)view.step);
    if (!mesh_add_vectors(&m->taker, full, nodes, &v)) return false;
    if (!v) return msh_pass_section(m, name);
    if (!buf_try_reserve(&seen, nodes + 1)) return scan_no_memory(&m->scan);
    memset(seen.p, 0, nodes + 1);
    msh_begin_numbers(m);
    const bool read = read_values(m, view.count, v, &seen);
    buf_free(&seen);
    return read;
}
