/* Files that are read, so that none of them is written over. */
#ifndef CCDQ_FILE_SET_H
#define CCDQ_FILE_SET_H

#include "buf.h"
#include <stdbool.h>

/* {0} is an empty set. */
struct file_set {
    struct buf files;  /* the regular files that are there, by device and inode */
    struct buf absent; /* const char *: the paths that lead to none */
};

/* Adds what a path leads to ("-": standard input). The path must stay. */
void file_set_add(struct file_set *set, const char *path);

/* To be called once all are added, and before any is looked for. */
void file_set_sort(struct file_set *set);

/* Would what is written to this path take the place of a file of the set, or be read as one? "-" is not
 * looked at: what standard output is has been opened already. */
bool file_set_has(const struct file_set *set, const char *path);

void file_set_free(struct file_set *set);

#endif
