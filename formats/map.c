/* Mapping files. What Linux and the BSDs have beyond POSIX is used here: madvise, anonymous memory. */
#define _DEFAULT_SOURCE
#include "map.h"
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* What was passed leaves memory in steps, and some way behind: workers still look at the last blocks. */
enum { STEP = 4 << 20, BEHIND = 8 << 20 };

/* A map is a slot of a table that is always there, so that a signal handler may walk through it. */
enum { MAX_MAPS = 1024 };
struct map {
    atomic_size_t holders;  /* 0: the slot is free */
    atomic_uintptr_t bytes; /* 0 unless all is mapped */
    atomic_size_t size;
    const char *_Atomic name;
    size_t reserved; /* bytes of address space: whole pages, and one more */
    size_t dropped;  /* bytes before this one have left memory */
};
static struct map maps[MAX_MAPS];

static struct map *take_slot(void)
{
    for (int i = 0; i < MAX_MAPS; i++) {
        size_t none = 0;
        if (atomic_compare_exchange_strong(&maps[i].holders, &none, 1)) return &maps[i];
    }
    return NULL;
}

/* The file in front of a page of zeros, so that a reader may look one byte too far. NULL if that cannot be.
 */
static void *map_file(int fd, size_t size, size_t reserved)
{
    unsigned char *p = mmap(NULL, reserved, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    if (mmap(p, size, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
        munmap(p, reserved);
        return NULL;
    }
    madvise(p, size, MADV_SEQUENTIAL);
    return p;
}

struct map *map_open(int fd, const char *name)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct stat st;
    if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size <= 0) return NULL;
    if ((uintmax_t)st.st_size > SIZE_MAX / 2) return NULL;
    struct map *m = take_slot();
    if (!m) return NULL;
    const size_t size = (size_t)st.st_size, reserved = (size + page - 1) / page * page + page;
    void *p = map_file(fd, size, reserved);
    if (!p) {
        atomic_store(&m->holders, 0);
        return NULL;
    }
    m->reserved = reserved;
    m->dropped = 0;
    atomic_store(&m->name, name);
    atomic_store(&m->size, size);
    atomic_store(&m->bytes, (uintptr_t)p);
    return m;
}

const unsigned char *map_bytes(const struct map *m)
{
    return (const unsigned char *)atomic_load_explicit(&m->bytes, memory_order_relaxed);
}

size_t map_size(const struct map *m)
{
    return atomic_load_explicit(&m->size, memory_order_relaxed);
}

void map_hold(struct map *m)
{
    if (m) atomic_fetch_add(&m->holders, 1);
}

void map_release(struct map *m)
{
    if (!m) return;
    size_t holders = atomic_load(&m->holders);
    while (holders > 1)
        if (atomic_compare_exchange_weak(&m->holders, &holders, holders - 1)) return;
    void *p = (void *)atomic_exchange(&m->bytes, 0);
    munmap(p, m->reserved);
    atomic_store(&m->holders, 0);
}

void map_passed(struct map *m, size_t at)
{
    if (at - m->dropped < STEP + BEHIND) return;
    const size_t n = (at - m->dropped - BEHIND) / STEP * STEP;
    madvise((void *)(map_bytes(m) + m->dropped), n, MADV_DONTNEED);
    m->dropped += n;
}

const char *map_name_at(const void *address)
{
    for (int i = 0; i < MAX_MAPS; i++) {
        const uintptr_t p = atomic_load(&maps[i].bytes);
        if (p && (uintptr_t)address - p < atomic_load(&maps[i].size)) return atomic_load(&maps[i].name);
    }
    return NULL;
}

void view_release(struct view *view)
{
    map_release(view->map);
    *view = (struct view){0};
}
