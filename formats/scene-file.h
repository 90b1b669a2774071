/* Files of scenes; the language is in ccd-scene(5). */
#ifndef CCDQ_SCENE_FILE_H
#define CCDQ_SCENE_FILE_H

#include "../lib/scene/scene.h"
#include "buf.h"

struct scene_file;

/* Reads a whole file ("-": standard input), gunzip'd if need be. NULL with a message. path must stay. */
struct scene_file *scene_file_open(const char *path, struct messages *messages);

/* The same from n bytes in memory, which are copied; name is for messages, and files that the scenes name lie
 * beside it. */
struct scene_file *scene_file_of(const char *name, const void *bytes, size_t n);

void scene_file_close(struct scene_file *file);

enum scene_next {
    SCENE_FILE_END,
    SCENE_FILE_SCENE, /* one is in *scene */
    SCENE_FILE_BAD,   /* one that cannot be had, for which there is one message "FILE:LINE:COLUMN: reason";
                       *scene holds its name, NULL where that was not read, and nothing else. The next call
                       gives what comes behind it */
};

/* Reads the next scene of the file; free it with scene_free in any case. A file without any scene is a bad
 * one. */
enum scene_next scene_file_next(struct scene_file *file, struct scene *scene, struct messages *messages);

#endif
