/* Nodes and elements of MSH files of versions 1 and 2: numbers of 4 bytes. */
#include "mesh-msh.h"

/* How many follow. In binary files that is text, too. */
static bool read_count(struct msh *m, int64_t *count)
{
    if (!scan_integer_in(&m->scan, SCAN_INT64, 0, INT64_MAX, count)) return false;
    msh_begin_numbers(m);
    return true;
}

bool msh_read_nodes(struct msh *m)
{
    struct mesh_scan *s = &m->scan;
    int64_t count, tag;
    double x[3];
    if (!read_count(m, &count)) return false;
    while (count--) {
        scan_open_line(s);
        if (!scan_integer(s, SCAN_INT32, &tag)) return false;
        for (int k = 0; k < 3; k++)
            if (!scan_real(s, SCAN_FLOAT64, &x[k])) return false;
        if (!msh_add_node(m, tag, x) || !scan_close_line(s)) return false;
    }
    return true;
}

/* The tags of an element; the first two are its group and its entity. */
static bool read_tags(struct mesh_scan *s, int64_t n, uint32_t *part)
{
    int64_t tag[2] = {0};
    for (int64_t i = 0, other; i < n; i++)
        if (!scan_integer(s, SCAN_INT32, i < 2 ? &tag[i] : &other)) return false;
    *part = msh_part(tag[0], tag[1]);
    return true;
}

/* Version 1: "number type group entity count nodes"; 2: "number type count tags nodes". */
static bool read_line(struct msh *m)
{
    struct mesh_scan *s = &m->scan;
    int64_t number, type, tags = 2, nodes;
    uint32_t part;
    scan_open_line(s);
    if (!scan_integer(s, SCAN_INT64, &number) || !scan_integer(s, SCAN_INT32, &type)) return false;
    if (m->version == 2 && !scan_integer_in(s, SCAN_INT32, 0, INT32_MAX, &tags)) return false;
    if (!read_tags(s, tags, &part)) return false;
    if (m->version == 1 && !scan_integer(s, SCAN_INT32, &nodes)) return false;
    return msh_read_element(m, type, part, SCAN_INT32);
}

/* "type count tags", and then so many times "number tags nodes". Returns how many these were, or 0. */
static int64_t read_block(struct msh *m, int64_t most)
{
    struct mesh_scan *s = &m->scan;
    int64_t type, count, tags, number;
    if (!scan_integer(s, SCAN_INT32, &type) || !scan_integer_in(s, SCAN_INT32, 1, most, &count) ||
        !scan_integer_in(s, SCAN_INT32, 0, INT32_MAX, &tags))
        return 0;
    for (int64_t i = 0; i < count; i++) {
        uint32_t part;
        if (!scan_integer(s, SCAN_INT32, &number) || !read_tags(s, tags, &part) ||
            !msh_read_element(m, type, part, SCAN_INT32))
            return 0;
    }
    return count;
}

bool msh_read_elements(struct msh *m)
{
    int64_t count;
    if (!read_count(m, &count)) return false;
    while (count > 0) {
        const int64_t read = m->binary ? read_block(m, count) : read_line(m);
        if (!read) return false;
        count -= read;
    }
    return true;
}
