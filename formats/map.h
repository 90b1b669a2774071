/* Regular files in memory: their bytes are looked at where the kernel has them, not copied. A file that is
 * made shorter meanwhile raises SIGBUS in whoever looks at what it has lost; map_name_at then tells which
 * file it was. */
#ifndef CCDQ_MAP_H
#define CCDQ_MAP_H

#include <stdbool.h>
#include <stddef.h>

struct map;

/* Maps the whole file, for reading. NULL for anything that cannot be mapped or is empty, and where too many
 * files are mapped already: they must be read. Keeps `name`, not a copy. The caller holds the map. */
struct map *map_open(int fd, const char *name);

/* What the file held when it was opened. The byte behind the last one can be read, too. */
const unsigned char *map_bytes(const struct map *map);
size_t map_size(const struct map *map);

/* One more holder, one less; the last one unmaps. Any thread; NULL is no map. */
void map_hold(struct map *map);
void map_release(struct map *map);

/* The bytes before `at` are hardly needed any more: they should not count as memory of the process. By one
 * thread, with growing `at`. */
void map_passed(struct map *map, size_t at);

/* The name of the file mapped at this address, or NULL. May be called by a signal handler. */
const char *map_name_at(const void *address);

/* Bytes in a map, which the view then holds, or elsewhere (map is NULL). */
struct view {
    const unsigned char *p;
    size_t n;
    struct map *map;
};
void view_release(struct view *view);

#endif
