/* ccd-patch --scene: files of scenes, each a search, or each pair of bodies one. */
#ifndef CCDQ_SCENE_COMMAND_H
#define CCDQ_SCENE_COMMAND_H

#include "filter.h"
#include "../formats/file-set.h"
#include "../formats/output.h"
#include "../formats/scene-file.h"
#include "../lib/scene/sample.h"
#include "../lib/scene/solve.h"

/* ---- scene-options.c: the command line ---- */

enum { SCENE_OPTIONS = 10, SCENE_METHODS = 2 };

/* As the command line has it; {.options = scene_defaults} before it is parsed. */
struct scene_given {
    const char *file; /* of --scene; NULL: there is none */
    struct scene_options options;
    int newton, order; /* as chosen; -1: not given */
    bool each, json;
    const char *vtp, *svg;
    bool seen[SCENE_OPTIONS]; /* of each row */
};

/* The rows of the option table, --scene first. */
void scene_options(struct scene_given *given, struct cli_option rows[SCENE_OPTIONS]);

/* Methods of scenes, i < SCENE_METHODS: certified, snyder. */
struct filter_method scene_method(size_t i);

/* Ends the command where an option of scenes was given without --scene. */
void scene_check_absent(const struct scene_given *given);

/* With --scene: sets given->options for the method, and ends the command where options do not fit together.
 */
void scene_check(struct scene_given *given, size_t method, const struct cli_common *common);

/* ---- scene-run.c: the command behind its options ---- */

/* Returns the exit status. The files are read in order behind that of --scene. */
int scene_run(struct scene_given *given, size_t method, const struct cli_common *common, char **files,
              size_t n);

/* A scene that its searches share. */
struct scene_held {
    struct scene scene;
    uint32_t number; /* of the scene, through all files */
};

/* One search on its way. */
struct scene_search {
    struct scene_held *held; /* NULL: there is no scene to solve: */
    bool bad;                /* it could not be read, but has a result; or */
    bool unread;             /* a file could not be, and has none */
    bool last;               /* of its scene: who takes it away frees the scene */
    const char *file;
    char *name; /* of a bad scene; NULL where it was not read */
    uint64_t id;
    uint32_t number;            /* of the scene */
    uint32_t first_pair, pairs; /* of the scene's */
    struct messages messages;   /* of reading, then of pictures */
    struct ccdq_result result;
    struct scene_found found;
    bool solved;                /* else memory was out */
    struct scene_sample sample; /* --vtp */
    struct buf text, svg;       /* --to json, --svg */
    struct chunk results, contacts;
};

struct scene_command {
    struct filter filter; /* in front */
    const struct scene_given *given;
    unsigned number; /* of the method, in results */
    struct file_set inputs;

    /* Reading. */
    char **files;
    size_t n_files, next_file;
    struct scene_file *file;
    const char *name;        /* of the file at hand */
    struct scene_held *held; /* the scene at hand, */
    uint32_t next_search;    /* and of its searches the next one */
    uint32_t scenes;         /* read so far, bad ones too */
    uint64_t searches;       /* ids given so far */

    /* Writing. */
    atomic_ullong taken; /* boxes, of all searches so far */
    struct output json;
    struct {
        uint64_t searches, bodies, pairs, problems, looks, contacts, unique, overlaps;
        size_t waiting;
    } counts;
    bool lacks; /* a file could not be read */
};

/* ---- scene-searches.c: what is read ---- */

/* The next search; false: there is none. */
bool scene_next_search(struct scene_command *c, struct scene_search *search);

void scene_held_free(struct scene_held *held); /* NULL: nothing */

/* ---- scene-json.c: --to json ---- */

/* Adds the search as one object on a line. */
void scene_json(const struct scene_command *c, const struct scene_search *search, struct buf *out);

/* ---- scene-picture.c: --vtp, --svg ---- */

/* Makes the pictures that are wanted; by any thread. */
void scene_picture_make(const struct scene_command *c, struct scene_search *search);

/* Writes them. */
void scene_picture_write(struct scene_command *c, struct scene_search *search);

#endif
