/* One workspace of the library for each worker of a pipeline. */
#ifndef CCDQ_WORKSPACES_H
#define CCDQ_WORKSPACES_H

#include "../lib/ccdq.h"

/* `jobs` workspaces; ends the process when memory is out. */
struct ccdq_workspace **workspaces_new(uint64_t jobs);
void workspaces_free(struct ccdq_workspace **workspaces, uint64_t jobs); /* NULL: nothing */

#endif
