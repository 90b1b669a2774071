/* ccd-gen vol: meshes that move, as files. */
#ifndef CCDQ_GEN_VOLUME_FILES_H
#define CCDQ_GEN_VOLUME_FILES_H

#include "cli.h"
#include "../lib/gen/gen.h"

struct volume_run {
    const struct gen_family *family;
    uint64_t seed;
    unsigned size;         /* about so many elements */
    uint64_t first, steps; /* the frames `first` to first + steps */
    const char *pvd;       /* the list of the frames; each is a VTU beside it */
};

/* Whether a file's name is that of a PVD. */
bool volume_is_pvd(const char *path);

/* Writes all files. false after a message. */
bool volume_write(const struct volume_run *run, const struct cli_common *common);

#endif
