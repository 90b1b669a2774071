/* ccd-gen scene: scenes as text. */
#ifndef CCDQ_GEN_SCENE_TEXT_H
#define CCDQ_GEN_SCENE_TEXT_H

#include "cli.h"
#include "../lib/gen/gen.h"

struct scene_run {
    const struct gen_family *family;
    uint64_t seed;
    unsigned size;         /* about so many bodies, of a family that has a size */
    uint64_t first, count; /* the scenes `first` to first + count - 1, of which */
    unsigned part, parts;  /* number k of them is written if k mod parts = part */
};

/* Writes them one after the other. false after a message; *written: how many. */
bool scene_write_all(const struct scene_run *run, const struct cli_common *common, uint64_t *written);

#endif
