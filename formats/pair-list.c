#include "pair-list.h"
#include "mesh-read.h"
#include "mesh-scan.h"

static bool read_pair(struct mesh_scan *scan, struct buf *pairs)
{
    struct listed_pair pair = {.hit = false};
    int64_t value;
    for (int i = 0; i < 4; i++) {
        if (!scan_integer_in(scan, SCAN_INT64, 0, UINT32_MAX - 1, &value)) return false;
        pair.node[i] = (uint32_t)value;
    }
    if (!scan_integer_in(scan, SCAN_INT64, 0, 1, &value)) return false;
    pair.hit = value == 1;
    pair.line = scan_place(scan).number;
    if (!buf_try_reserve(pairs, sizeof pair)) return scan_fail(scan, "not enough memory for this list");
    buf_add(pairs, &pair, sizeof pair);
    return true;
}

bool pair_list_read(const char *path, struct buf *pairs, struct messages *messages)
{
    struct mesh_source source;
    struct scan_word word;
    bool good = true;
    if (!mesh_source_open(&source, path, messages)) return false;
    struct mesh_scan scan = scan_begin(source.name, source.p, source.n, messages);
    while (good) {
        const struct mesh_scan before = scan;
        if (!scan_next(&scan, &word)) break;
        if (word.p[0] == '#') {
            scan_end_line(&scan);
            continue;
        }
        scan = before;
        scan_open_line(&scan);
        good = read_pair(&scan, pairs) && scan_close_line(&scan);
    }
    mesh_source_close(&source);
    return good;
}
