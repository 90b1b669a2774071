/* A command from end to end: its queries come through a pipe or from a file, its results go to nobody. */
#ifndef CCDQ_LINEAR_ENDS_H
#define CCDQ_LINEAR_ENDS_H

#include <stddef.h>

enum bench_input { FROM_PIPE, FROM_FILE, FROM_INDEXED, INPUTS };

/* Nanoseconds a query, the best of ten runs. bytes: of what no command can do without, in this process: the
 * file is read, its bytes are copied with their crc, and so are those of as many answers. Not for a pipe. */
struct bench_end {
    double processor, wall, bytes;
};

/* $BIN/ccd-TYPE in one thread on n queries of a family, which $BIN/ccd-gen makes in files of $TMPDIR. A
 * command that fails ends the bench. */
void bench_ends(const char *type, const char *family, size_t n, struct bench_end end[INPUTS]);

#endif
