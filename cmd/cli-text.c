/* Text that a command writes as a whole: a report, statistics. */
#include "cli.h"
#include "cli-table.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_to(FILE *f, const struct buf *text)
{
    return fwrite(text->p, 1, text->n, f) == text->n && !fflush(f);
}

/* A regular file, or one that is not there yet: written beside and renamed. */
static bool replace_file(const char *path, const struct buf *text)
{
    struct buf beside = {0};
    buf_printf(&beside, "%s.tmp-%ld", path, (long)getpid());
    buf_add(&beside, "", 1);
    const char *name = (const char *)beside.p;
    FILE *f = fopen(name, "w");
    bool done = f && write_to(f, text);
    if (f && fclose(f)) done = false;
    if (done && rename(name, path)) done = false;
    if (f && !done) {
        int why = errno;
        unlink(name);
        errno = why;
    }
    buf_free(&beside);
    return done;
}

static bool write_path(const char *path, const struct buf *text)
{
    struct stat st;
    if (lstat(path, &st) || S_ISREG(st.st_mode)) return replace_file(path, text);
    FILE *f = fopen(path, "w");
    bool done = f && write_to(f, text);
    if (f && fclose(f)) done = false;
    return done;
}

bool cli_write_text(const char *path, const struct buf *text)
{
    bool standard = !path || !strcmp(path, "-");
    if (standard ? write_to(stdout, text) : write_path(path, text)) return true;
    if (standard && errno == EPIPE) cli_broken_pipe();
    cli_message("%s: %s", standard ? "standard output" : path, strerror(errno));
    return false;
}
