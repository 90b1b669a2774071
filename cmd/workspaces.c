#include "workspaces.h"
#include "../formats/buf.h"
#include <stdlib.h>

struct ccdq_workspace **workspaces_new(uint64_t jobs)
{
    struct ccdq_workspace **workspaces = calloc(jobs, sizeof *workspaces);
    if (!workspaces) xnomem();
    for (uint64_t i = 0; i < jobs; i++)
        if (!(workspaces[i] = ccdq_workspace_new())) xnomem();
    return workspaces;
}

void workspaces_free(struct ccdq_workspace **workspaces, uint64_t jobs)
{
    for (uint64_t i = 0; workspaces && i < jobs; i++) ccdq_workspace_free(workspaces[i]);
    free(workspaces);
}
