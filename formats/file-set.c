/* A thousand frames and as many pictures: files are sorted by what tells them apart, whatever names and links
 * lead to them. */
#include "file-set.h"
#include "output.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct file_id {
    dev_t device;
    ino_t inode;
};

static int by_id(const void *a, const void *b)
{
    const struct file_id *p = a, *q = b;
    if (p->device != q->device) return p->device < q->device ? -1 : 1;
    return (p->inode > q->inode) - (p->inode < q->inode);
}

static size_t count(const struct file_set *set)
{
    return set->files.n / sizeof(struct file_id);
}

void file_set_add(struct file_set *set, const char *path)
{
    struct stat st;
    const bool standard = !strcmp(path, "-");
    if (standard ? fstat(STDIN_FILENO, &st) : stat(path, &st)) {
        if (!standard) buf_add(&set->absent, &path, sizeof path);
    } else if (S_ISREG(st.st_mode)) {
        const struct file_id id = {st.st_dev, st.st_ino};
        buf_add(&set->files, &id, sizeof id);
    }
}

void file_set_sort(struct file_set *set)
{
    if (count(set)) qsort(set->files.p, count(set), sizeof(struct file_id), by_id);
}

bool file_set_has(const struct file_set *set, const char *path)
{
    struct stat st;
    if (!strcmp(path, "-")) return false;
    if (!stat(path, &st)) {
        const struct file_id id = {st.st_dev, st.st_ino};
        return count(set) && bsearch(&id, set->files.p, count(set), sizeof id, by_id);
    }
    const char *const *absent = (const char *const *)(const void *)set->absent.p;
    for (size_t i = 0; i < set->absent.n / sizeof *absent; i++)
        if (output_same(path, absent[i])) return true;
    return false;
}

void file_set_free(struct file_set *set)
{
    buf_free(&set->files);
    buf_free(&set->absent);
}
