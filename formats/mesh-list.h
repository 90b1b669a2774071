/* Files that are steps of one model, and when: what a PVD, a .series, or a pattern of numbered files lists.
 */
#ifndef CCDQ_MESH_LIST_H
#define CCDQ_MESH_LIST_H

#include "mesh-read.h"
#include <sys/types.h>

struct mesh_entry {
    char *path;
    double time;
    /* Files of one time are one step, by part, group and order. */
    uint64_t part;
    char group[32];
    size_t order; /* in which they were listed */
    size_t step;  /* from 0 */
    /* What tells it from others, whatever names lead to it; 0 of what is no regular file. */
    dev_t device;
    ino_t inode;
};

struct mesh_list {
    struct mesh_entry *entry;
    size_t n, room;
    size_t steps;
};

/* The order of files of one time, but for that in the list: below 0, 0 or above. */
int mesh_entry_compare_bodies(const struct mesh_entry *p, const struct mesh_entry *q);

void mesh_list_free(struct mesh_list *list);

/* Adds a file, of part 0 and no group. folder: the path of the file that names it, from whose folder a
 * relative path counts, or NULL. It stays in place until the next one is added. */
struct mesh_entry *mesh_list_add(struct mesh_list *list, const char *folder, const char *path, double time);

/* Sorts by time, and says which files are one step; those of a step come by their parts, so that a body has
 * the same nodes in each, in whatever order its files are listed. One that is listed twice at one time is
 * taken once, with a message. Every file is a step of its own where the list knows no bodies: `single`; then
 * two at one time get a message, as they may be meant as bodies. false with a message. */
bool mesh_list_finish(struct mesh_list *list, const char *name, bool single, struct messages *messages);

/* What a PVD or a .series (ParaView's 1.0) lists; path is the source's. In a PVD that has no times, each file
 * is a step. false with a message. */
bool mesh_list_pvd(struct mesh_list *list, const struct mesh_source *source, const char *path,
                   struct messages *messages);
bool mesh_list_series(struct mesh_list *list, const struct mesh_source *source, const char *path,
                      struct messages *messages);

/* Is this a pattern, with a * in the name of the file, and no file of this name there? */
bool mesh_is_pattern(const char *path);

/* The files that have a number where the pattern has *, by their numbers; times are 0, 1, 2, ... false with a
 * message, also where two have the same number. */
bool mesh_list_numbered(struct mesh_list *list, const char *pattern, struct messages *messages);

/* A warning if the numbers in the names of n files go up and down: a shell puts 10 before 2. */
void mesh_warn_order(const char *const *paths, size_t n, struct messages *messages);

#endif
