#include "recent.h"
#include <stdlib.h>
#include <string.h>

static uint64_t id_of(const unsigned char *record)
{
    uint64_t id;
    memcpy(&id, record, sizeof id);
    return id;
}

int recent_add(struct recent *recent, uint64_t run, const void *records, size_t n)
{
    const size_t size = recent->record_size;
    struct recent_frame *f = &recent->frame[recent->next];
    if (!n) return 0;
    if (n > f->room) {
        unsigned char *more = realloc(f->records, n * size);
        if (!more) return -1;
        f->records = more;
        f->room = n;
    }
    memcpy(f->records, records, n * size);
    f->run = run;
    f->n = n;
    f->ascending = true;
    for (size_t i = 1; i < n && f->ascending; i++)
        f->ascending = id_of(f->records + (i - 1) * size) < id_of(f->records + i * size);
    recent->next = (recent->next + 1) % RECENT_FRAMES;
    return 0;
}

/* Number of the first record of a frame with this id, or whatever is not below n. */
static size_t place_of(const struct recent_frame *f, size_t size, uint64_t id)
{
    size_t low = 0, high = f->n;
    while (f->ascending && low < high) {
        const size_t middle = low + (high - low) / 2;
        if (id_of(f->records + middle * size) < id)
            low = middle + 1;
        else
            high = middle;
    }
    while (!f->ascending && low < f->n && id_of(f->records + low * size) != id) low++;
    return low;
}

const void *recent_find(const struct recent *recent, uint64_t run, uint64_t id)
{
    const size_t size = recent->record_size;
    for (size_t back = 1; back <= RECENT_FRAMES; back++) {
        const struct recent_frame *f = &recent->frame[(recent->next + RECENT_FRAMES - back) % RECENT_FRAMES];
        if (!f->n || f->run != run) continue;
        const size_t i = place_of(f, size, id);
        if (i < f->n && id_of(f->records + i * size) == id) return f->records + i * size;
    }
    return NULL;
}

void recent_free(struct recent *recent)
{
    for (int i = 0; i < RECENT_FRAMES; i++) free(recent->frame[i].records);
}
