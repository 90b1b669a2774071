/* One output file. A regular file is written beside and renamed when all went well, so that nobody meets half
 * a file under its name. A process ended by a signal that can be caught removes what it has written beside; a
 * limit of the size of files is an error in writing. Errors stick: none is lost. */
#ifndef CCDQ_OUTPUT_H
#define CCDQ_OUTPUT_H

#include "buf.h"
#include <stdint.h>
#include <sys/types.h>

struct output {
    int fd;
    const char *name; /* for messages */
    char *beside;     /* the file that is written, or NULL when it is the one named */
    char *target;     /* what it will be renamed to: the file named, symbolic links followed */
    uint64_t put;     /* bytes that were written */
    off_t start;      /* of our bytes in the file, where it can seek */
    int error;        /* errno of the first error, or 0 */
};

/* path NULL or "-": standard output. seek: output_patch will be wanted. false with a message. */
bool output_open(struct output *out, const char *path, bool seek, struct messages *messages);

/* Would what is written to one of these paths be lost, or mixed with the other? "-": standard output. Devices
 * can be both. */
bool output_same(const char *a, const char *b);

/* Is this the file that an open output writes directly? One cannot be read while it is written: what it is
 * read for makes it longer, without end. Only standard output can be such a regular file. */
bool output_is_open(int fd);

/* 0, or -1 with errno, also when an earlier write failed. */
int output_write(struct output *out, const void *bytes, size_t n);

/* Overwrites the first n bytes, also when writing more has failed. */
int output_patch(struct output *out, const void *bytes, size_t n);

/* A message for the error that stuck. */
void output_trouble(const struct output *out, struct messages *messages);

/* Closes, renames. 0, or -1 with a message after an error. Then, and if what was written is not whole, the
 * file named stays as it was, and a message tells that NAME.incomplete has what could be written. */
int output_close(struct output *out, bool whole, struct messages *messages);

/* Removes all files that are written beside now: for a signal handler that ends the process. */
void output_remove_unfinished(void);

/* Closes and removes the unfinished file. */
void output_abort(struct output *out);

#endif
