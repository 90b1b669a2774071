#include "workspace.h"
#include "curved/subdivision.h"
#include "linear/batch.h"
#include <stdlib.h>

struct ccdq_workspace *ccdq_workspace_new(void)
{
    struct ccdq_workspace *ws = calloc(1, sizeof *ws);
    if (!ws) return NULL;
    ws->exact = exact_state_new();
    ws->batch = calloc(1, sizeof *ws->batch); /* its lists are empty between chunks */
    ws->subdivision = subdivision_new();
    if (ws->exact && ws->batch && ws->subdivision) return ws;
    ccdq_workspace_free(ws);
    return NULL;
}

void ccdq_workspace_free(struct ccdq_workspace *ws)
{
    if (!ws) return;
    exact_state_free(ws->exact);
    box_queue_free(&ws->boxes);
    patch_store_free(&ws->patch_store);
    patch_queue_free(&ws->patch_queue);
    free(ws->batch);
    free(ws->rounded);
    subdivision_free(ws->subdivision);
    sdf_queue_free(&ws->sdf_queue);
    free(ws);
}

const struct ccdq_stage *ccdq_workspace_stages(const struct ccdq_workspace *ws)
{
    return ws->stage;
}

uint64_t ccdq_workspace_starved(const struct ccdq_workspace *ws)
{
    return ws->starved;
}
