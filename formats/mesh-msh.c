/* The form MSH of Gmsh: sections between $Name and $EndName, as text; in binary files numbers are bytes. */
#include "mesh-msh.h"
#include "number.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Nodes and elements ---- */

bool msh_add_node(struct msh *m, int64_t tag, const double x[3])
{
    struct mesh *mesh = &m->taker.file->mesh;
    const struct msh_tag entry = {(uint64_t)tag, mesh->nodes};
    if (mesh->nodes >= UINT32_MAX) return scan_fail(&m->scan, "more than 2^32 - 1 nodes");
    if (!buf_try_reserve(&m->tags, sizeof entry) || !mesh_add_node(mesh, x)) return scan_no_memory(&m->scan);
    const struct msh_tag *first = (const struct msh_tag *)(const void *)m->tags.p;
    if (entry.node && entry.tag != first->tag + entry.node) m->tags_are_in_a_row = false;
    buf_add(&m->tags, &entry, sizeof entry);
    return true;
}

static int compare_tags(const void *a, const void *b)
{
    const struct msh_tag *x = a, *y = b;
    return (x->tag > y->tag) - (x->tag < y->tag);
}

bool msh_end_nodes(struct msh *m)
{
    struct msh_tag *tag = (struct msh_tag *)(void *)m->tags.p;
    const size_t n = m->taker.nodes = m->taker.file->mesh.nodes;
    if (m->tags_are_in_a_row) return true;
    qsort(tag, n, sizeof *tag, compare_tags);
    for (size_t i = 1; i < n; i++)
        if (tag[i - 1].tag == tag[i].tag)
            return scan_fail(&m->scan, "two nodes have the number %llu", (unsigned long long)tag[i].tag);
    return true;
}

uint64_t msh_node(const struct msh *m, int64_t tag)
{
    const struct msh_tag key = {(uint64_t)tag, 0}, *first = (const struct msh_tag *)(const void *)m->tags.p;
    if (!m->taker.nodes || tag < 0) return UINT64_MAX;
    if (m->tags_are_in_a_row)
        return key.tag - first->tag < m->taker.nodes ? key.tag - first->tag : UINT64_MAX;
    const struct msh_tag *found = bsearch(&key, first, m->taker.nodes, sizeof key, compare_tags);
    return found ? found->node : UINT64_MAX;
}

uint32_t msh_part(int64_t group, int64_t entity)
{
    const int64_t part = group ? group : entity;
    return (uint32_t)(part < 0 ? -part : part);
}

/* Leaves out elements of a type that is not read. */
static bool pass(struct msh *m, int64_t number, const struct msh_type *type, enum scan_type tags)
{
    struct mesh_scan *s = &m->scan;
    char reason[80];
    const struct mesh_place place = scan_place(s);
    if (!type || !type->nodes) { /* how many nodes it has is not known */
        if (s->binary) return scan_fail(s, "elements of type %lld are not read", (long long)number);
        scan_end_line(s);
        s->in_line = false;
    } else if (!scan_skip(s, tags, (uint64_t)type->nodes)) {
        return false;
    }
    if (type && type->cell == MSH_PASSED_OVER) return true;
    snprintf(reason, sizeof reason, "%s (type %lld) are not read", type ? type->name : "elements",
             (long long)number);
    mesh_leave_out(&m->taker, place, reason);
    return true;
}

static bool take(struct msh *m, const struct msh_type *type, uint32_t part, enum scan_type tags)
{
    const struct mesh_place place = scan_place(&m->scan);
    uint64_t node[MSH_MAX_NODES];
    for (int i = 0; i < type->nodes; i++) {
        int64_t tag;
        if (!scan_integer(&m->scan, tags, &tag)) return false;
        node[i] = msh_node(m, tag);
    }
    if (type->quadratic) mesh_warn_quadratic(&m->taker, place);
    return mesh_take(&m->taker, place, (unsigned)type->cell, part, (uint32_t)m->count, node);
}

bool msh_read_element(struct msh *m, int64_t number, uint32_t part, enum scan_type tags)
{
    const struct msh_type *type = msh_type(number);
    const bool read = type && type->cell >= 0 ? take(m, type, part, tags) : pass(m, number, type, tags);
    if (!read || !scan_close_line(&m->scan)) return false;
    return ++m->count < UINT32_MAX || scan_fail(&m->scan, "more than 2^32 - 2 elements");
}

/* ---- Sections ---- */

/* "2.2 0 8" */
static bool read_format(struct msh *m)
{
    struct mesh_scan *s = &m->scan;
    struct scan_word version;
    double number;
    int64_t binary, size, one;
    if (!scan_word(s, &version)) return false;
    if (!number_parse(version.p, version.n, &number)) number = 0;
    m->version = number >= 2 && number < 3 ? 2 : number == 4.1 ? 4 : 0;
    if (!m->version)
        return scan_fail(s, "MSH %s is not read, but 1, 2 and 4.1 are: gmsh converts it",
                         scan_text(version).text);
    if (!scan_integer_in(s, SCAN_INT32, 0, 1, &binary) || !scan_integer_in(s, SCAN_INT32, 4, 8, &size))
        return false;
    if (size != 8 && (m->version == 2 || size != 4))
        return scan_fail(s, "numbers of %d bytes are not read", (int)size);
    m->size = size == 4 ? SCAN_UINT32 : SCAN_UINT64;
    m->binary = binary;
    if (!binary) return true;
    scan_end_line(s);
    s->binary = true;
    if (!scan_integer(s, SCAN_INT32, &one)) return false;
    s->swapped = one == 1 << 24;
    if (one != 1 && !s->swapped) return scan_fail(s, "no 1 that tells the order of bytes");
    s->binary = false;
    return true;
}

void msh_begin_numbers(struct msh *m)
{
    if (m->binary) scan_end_line(&m->scan);
    m->scan.binary = m->binary;
}

bool msh_pass_section(struct msh *m, struct scan_word name)
{
    struct mesh_scan *s = &m->scan;
    for (const unsigned char *p = s->at; (p = memchr(p, '$', (size_t)(s->end - p))); p++) {
        const char *end = (const char *)p + 1;
        if (p[-1] != '\n' || (size_t)(s->end - p) < name.n + 3) continue;
        if (memcmp(end, "End", 3) && memcmp(end, "END", 3)) continue;
        if (memcmp(end + 3, name.p + 1, name.n - 1) || (unsigned char)end[name.n + 2] > ' ') continue;
        s->at = p;
        return true;
    }
    return scan_fail(s, "the section %s has no end", scan_text(name).text);
}

static bool read_all_nodes(struct msh *m)
{
    if (m->tags.n) return scan_fail(&m->scan, "nodes for the second time");
    return (m->version == 4 ? msh_read_blocks_of_nodes(m) : msh_read_nodes(m)) && msh_end_nodes(m);
}

static bool read_all_elements(struct msh *m)
{
    if (!m->tags.n) return scan_fail(&m->scan, "elements before any nodes");
    return m->version == 4 ? msh_read_blocks_of_elements(m) : msh_read_elements(m);
}

static bool read_section(struct msh *m, struct scan_word name)
{
    struct mesh_scan *s = &m->scan;
    const bool old_nodes = scan_word_is(name, "$NOD"), old_elements = scan_word_is(name, "$ELM");
    if (!m->version && old_nodes) m->version = 1;
    if (scan_word_is(name, "$MeshFormat"))
        return m->version ? scan_fail(s, "$MeshFormat for the second time") : read_format(m);
    if (scan_word_is(name, "$ParametricNodes")) return scan_fail(s, "$ParametricNodes are not read");
    if (old_nodes || old_elements || scan_word_is(name, "$Nodes") || scan_word_is(name, "$Elements")) {
        if (!m->version) return scan_fail(s, "a section $MeshFormat must come first");
        if ((m->version == 1) != (old_nodes || old_elements))
            return scan_fail(s, "%s is not of this version of MSH", scan_text(name).text);
        return name.p[1] == 'N' ? read_all_nodes(m) : read_all_elements(m);
    }
    if (m->version == 4 && scan_word_is(name, "$Entities")) return msh_read_entities(m, false);
    if (m->version == 4 && scan_word_is(name, "$PartitionedEntities")) return msh_read_entities(m, true);
    if (scan_word_is(name, "$NodeData")) return msh_read_node_data(m, name);
    return msh_pass_section(m, name);
}

static bool read_sections(struct msh *m)
{
    struct mesh_scan *s = &m->scan;
    struct scan_word name, end;
    while (scan_next(s, &name)) {
        if (*name.p != '$' || name.n < 2)
            return scan_fail(s, "'%s' instead of a section", scan_text(name).text);
        if (!read_section(m, name)) return false;
        s->binary = false;
        if (!scan_word(s, &end)) return false;
        if (end.n != name.n + 3 || (memcmp(end.p, "$End", 4) && memcmp(end.p, "$END", 4)) ||
            memcmp(end.p + 4, name.p + 1, name.n - 1))
            return scan_fail(s, "'%s' instead of the end of the section %s", scan_text(end).text,
                             scan_text(name).text);
    }
    return m->version || scan_fail(s, "this is no MSH file");
}

bool mesh_read_msh(const char *name, const unsigned char *p, size_t n, struct mesh_file *file,
                   struct messages *messages)
{
    struct msh m = {.scan = scan_begin(name, p, n, messages),
                    .taker = {.name = name, .file = file, .messages = messages},
                    .tags_are_in_a_row = true};
    msh_find_views(&m);
    const bool read = read_sections(&m);
    buf_free(&m.views);
    buf_free(&m.tags);
    buf_free(&m.entities);
    return read;
}
