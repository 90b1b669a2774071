/* Counts and times of a run, for scripts and benches. */
#include "stats.h"
#include "cli-table.h"
#include "../lib/ccdq.h"
#include <time.h>

void stats_begin(struct buf *json)
{
    buf_printf(json, "{\"tool\": \"%s\", \"version\": \"%s\"", cli_name(), CCDQ_VERSION);
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool stats_end(struct buf *json, const char *path, const char *item, uint64_t count)
{
    const double wall = cli_seconds();
    buf_printf(json, ", \"wall_seconds\": %.6f, \"cpu_seconds\": %.6f", wall, cpu_seconds());
    if (count) buf_printf(json, ", \"ns_per_%s\": %.2f", item, 1e9 * wall / (double)count);
    buf_printf(json, "}\n");
    bool written = cli_write_text(path, json);
    buf_free(json);
    return written;
}
