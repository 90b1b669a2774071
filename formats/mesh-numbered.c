/* Files whose names have a number. */
#include "mesh-list.h"
#include "number.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- Patterns ---- */

bool mesh_is_pattern(const char *path)
{
    return strchr(file_name(path), '*') && access(path, F_OK) != 0;
}

struct numbered {
    char *path;
    uint64_t number;
};

static int by_number(const void *a, const void *b)
{
    const struct numbered *p = a, *q = b;
    if (p->number != q->number) return p->number < q->number ? -1 : 1;
    return strcmp(p->path, q->path);
}

/* Does the name fit into the pattern, with a number for the * ? */
static bool fits(const char *name, const char *pattern, uint64_t *number)
{
    const char *star = strchr(pattern, '*');
    const size_t before = (size_t)(star - pattern), behind = strlen(star + 1), n = strlen(name);
    return n > before + behind && !memcmp(name, pattern, before) && !strcmp(name + n - behind, star + 1) &&
           number_parse_uint(name + before, n - before - behind, UINT64_MAX, number);
}

/* Puts the files of the folder that fit into found. */
static void search(DIR *folder, const char *pattern, struct buf *found)
{
    const char *name = file_name(pattern);
    struct numbered one;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (!fits(entry->d_name, name, &one.number)) continue;
        struct buf path = {0};
        buf_add(&path, pattern, (size_t)(name - pattern));
        buf_add(&path, entry->d_name, strlen(entry->d_name) + 1);
        one.path = (char *)path.p;
        buf_add(found, &one, sizeof one);
    }
}

/* Adds the files, by their numbers, which must differ: "1" and "01" would be two frames of one. */
static bool add_files(struct mesh_list *list, const char *pattern, struct numbered *files, size_t n,
                      struct messages *messages)
{
    if (n) qsort(files, n, sizeof *files, by_number);
    for (size_t i = 0; i < n; i++) {
        if (i && files[i].number == files[i - 1].number) {
            message(messages, "%s: %s and %s have the same number", pattern, files[i - 1].path,
                    files[i].path);
            return false;
        }
        mesh_list_add(list, NULL, files[i].path, (double)i);
    }
    if (n == 0) message(messages, "%s: no files with a number in the place of *", pattern);
    return n > 0;
}

bool mesh_list_numbered(struct mesh_list *list, const char *pattern, struct messages *messages)
{
    struct buf folder_name = {0}, found = {0};
    const char *name = file_name(pattern);
    buf_add(&folder_name, name > pattern ? pattern : "./", name > pattern ? (size_t)(name - pattern) : 2);
    buf_add(&folder_name, "", 1);
    DIR *folder = opendir((const char *)folder_name.p);
    if (folder)
        search(folder, pattern, &found);
    else
        message(messages, "%s: %s", (const char *)folder_name.p, strerror(errno));
    struct numbered *files = (struct numbered *)found.p;
    const size_t n = found.n / sizeof *files;
    const bool added = folder && add_files(list, pattern, files, n, messages);
    for (size_t i = 0; i < n; i++) free(files[i].path);
    if (folder) closedir(folder);
    buf_free(&folder_name);
    buf_free(&found);
    return added && mesh_list_finish(list, pattern, true, messages);
}

/* ---- Order ---- */

/* A name that has a number: the last one in it. */
struct split {
    const char *number, *behind;
    uint64_t value;
};

static bool split(const char *path, struct split *s)
{
    const char *name = file_name(path), *p = name + strlen(name);
    while (p > name && !is_digit(p[-1])) p--;
    s->behind = p;
    while (p > name && is_digit(p[-1])) p--;
    s->number = p;
    return number_parse_uint(p, (size_t)(s->behind - p), UINT64_MAX, &s->value);
}

static bool alike(const char *a, const struct split *s, const char *b, const struct split *t)
{
    return s->number - a == t->number - b && !memcmp(a, b, (size_t)(s->number - a)) &&
           !strcmp(s->behind, t->behind);
}

void mesh_warn_order(const char *const *paths, size_t n, struct messages *messages)
{
    struct split last, this;
    bool up = false, down = false;
    if (!split(paths[0], &last)) return;
    for (size_t i = 1; i < n; i++, last = this) {
        if (!split(paths[i], &this) || !alike(paths[i - 1], &last, paths[i], &this)) return;
        up |= this.value > last.value;
        down |= this.value < last.value;
    }
    if (up && down)
        message(
            messages,
            "%s: the files are taken in the order given, in which their numbers go up and down; the pattern "
            "'%.*s*%s', quoted, takes them by number",
            paths[0], (int)(last.number - paths[n - 1]), paths[n - 1], last.behind);
}
