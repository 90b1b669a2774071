/* Nodes, elements and entities of MSH files of version 4.1: in blocks, one an entity of the model. */
#include "mesh-msh.h"
#include <stdlib.h>

static bool read_size(struct msh *m, int64_t *size)
{
    return scan_integer_in(&m->scan, m->size, 0, INT64_MAX, size);
}

static bool read_int(struct msh *m, int64_t *value)
{
    return scan_integer(&m->scan, SCAN_INT32, value);
}

/* How many blocks there are, and how many things in all of them; their least and greatest tags. */
static bool read_head(struct msh *m, int64_t *blocks, int64_t *count)
{
    int64_t least, greatest;
    msh_begin_numbers(m);
    return read_size(m, blocks) && read_size(m, count) && read_size(m, &least) && read_size(m, &greatest);
}

static bool compare_counts(struct msh *m, int64_t declared, uint64_t read)
{
    return (uint64_t)declared == read || scan_fail(&m->scan, "%lld were declared, but %llu are in the blocks",
                                                   (long long)declared, (unsigned long long)read);
}

/* ---- Nodes ---- */

/* A block: "dimension entity parametric count", the tags of all nodes, then the positions of all. */
static bool read_block_of_nodes(struct msh *m)
{
    struct mesh_scan *s = &m->scan;
    int64_t dimension, entity, parametric, count, tag;
    if (!scan_integer_in(s, SCAN_INT32, 0, 3, &dimension) || !read_int(m, &entity) ||
        !scan_integer_in(s, SCAN_INT32, 0, 1, &parametric) || !read_size(m, &count))
        return false;
    const size_t first = m->taker.file->mesh.nodes;
    for (int64_t i = 0; i < count; i++)
        if (!read_size(m, &tag) || !msh_add_node(m, tag, (const double[3]){0})) return false;
    for (int64_t i = 0; i < count; i++) {
        double *x = m->taker.file->mesh.x[first + (size_t)i];
        scan_open_line(s);
        for (int k = 0; k < 3; k++)
            if (!scan_real(s, SCAN_FLOAT64, &x[k])) return false;
        if (parametric && !scan_skip(s, SCAN_FLOAT64, (uint64_t)dimension)) return false;
        if (!scan_close_line(s)) return false;
    }
    return true;
}

bool msh_read_blocks_of_nodes(struct msh *m)
{
    int64_t blocks, count;
    if (!read_head(m, &blocks, &count)) return false;
    while (blocks--)
        if (!read_block_of_nodes(m)) return false;
    return compare_counts(m, count, m->taker.file->mesh.nodes);
}

/* ---- Elements ---- */

static int compare_entities(const void *a, const void *b)
{
    const struct msh_entity *x = a, *y = b;
    if (x->dimension != y->dimension) return x->dimension < y->dimension ? -1 : 1;
    return (x->tag > y->tag) - (x->tag < y->tag);
}

static uint32_t part_of(const struct msh *m, int64_t dimension, int64_t tag)
{
    const struct msh_entity key = {dimension, tag, 0}, *found = NULL;
    if (m->entities.n)
        found = bsearch(&key, m->entities.p, m->entities.n / sizeof key, sizeof key, compare_entities);
    return msh_part(found ? found->group : 0, tag);
}

/* A block: "dimension entity type count", and so many times "tag nodes". */
static bool read_block_of_elements(struct msh *m)
{
    int64_t dimension, entity, type, count, tag;
    if (!read_int(m, &dimension) || !read_int(m, &entity) || !read_int(m, &type) || !read_size(m, &count))
        return false;
    const uint32_t part = part_of(m, dimension, entity);
    for (int64_t i = 0; i < count; i++) {
        scan_open_line(&m->scan);
        if (!read_size(m, &tag) || !msh_read_element(m, type, part, m->size)) return false;
    }
    return true;
}

bool msh_read_blocks_of_elements(struct msh *m)
{
    int64_t blocks, count;
    const uint64_t before = m->count;
    if (!read_head(m, &blocks, &count)) return false;
    while (blocks--)
        if (!read_block_of_elements(m)) return false;
    return compare_counts(m, count, m->count - before);
}

/* ---- Entities ---- */

/* Passes over a list of ints with its length before it; *first becomes the first of them, or 0. */
static bool read_list(struct msh *m, int64_t *first)
{
    int64_t n;
    *first = 0;
    if (!read_size(m, &n)) return false;
    return n == 0 || (read_int(m, first) && scan_skip(&m->scan, SCAN_INT32, (uint64_t)n - 1));
}

/* "tag position-or-box groups boundary"; between tag and position a part of a partitioned entity has those
 * of its parent and its partitions. A point has no boundary. */
static bool read_entity(struct msh *m, int64_t dimension, bool partitioned)
{
    struct msh_entity entity = {.dimension = dimension};
    int64_t other;
    if (!read_int(m, &entity.tag)) return false;
    if (partitioned && (!read_int(m, &other) || !read_int(m, &other) || !read_list(m, &other))) return false;
    if (!scan_skip(&m->scan, SCAN_FLOAT64, dimension ? 6 : 3) || !read_list(m, &entity.group)) return false;
    if (dimension && !read_list(m, &other)) return false;
    if (!buf_try_reserve(&m->entities, sizeof entity)) return scan_no_memory(&m->scan);
    buf_add(&m->entities, &entity, sizeof entity);
    return true;
}

bool msh_read_entities(struct msh *m, bool partitioned)
{
    int64_t count[4], ghosts = 0, other;
    msh_begin_numbers(m);
    if (partitioned && (!read_size(m, &other) || !read_size(m, &ghosts))) return false;
    if (!scan_skip(&m->scan, SCAN_INT32, 2 * (uint64_t)ghosts)) return false;
    for (int i = 0; i < 4; i++)
        if (!read_size(m, &count[i])) return false;
    for (int64_t dimension = 0; dimension < 4; dimension++)
        while (count[dimension]--)
            if (!read_entity(m, dimension, partitioned)) return false;
    qsort(m->entities.p, m->entities.n / sizeof(struct msh_entity), sizeof(struct msh_entity),
          compare_entities);
    return true;
}
