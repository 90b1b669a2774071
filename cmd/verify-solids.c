#include "verify-solids.h"
#include "../formats/sdf-json.h"

struct cli_option verify_solids_option(struct solids_request *request, int i)
{
    const struct cli_option options[SOLIDS_OPTIONS] = {
        {"sdf", 0, CLI_STRING, "FILE",
         "with --exact: the solids that triangles are judged by, as for ccd-sdf", &request->file, 0, 0, NULL,
         NULL},
        {"margin", 0, CLI_REAL, "D", "with --sdf: the margin that ccd-sdf was given; default 0",
         &request->margin, 0, SDF_LARGEST, NULL, &request->given},
        {"graze", 0, CLI_REAL, "G",
         "with --sdf: hit and free are both right within this part of a query's size; default 1e-12",
         &request->graze, 0, 1, NULL, &request->given}};
    return options[i];
}

bool verify_solids_read(struct solids_request *request, struct verify_solids *solids)
{
    struct messages messages = {0};
    if (!request->file) return true;
    const bool good = sdf_file_read(&request->sdf, &request->roots, request->file, &messages);
    cli_messages(&messages);
    messages_free(&messages);
    if (!good) return false;
    solids->sdf = &request->sdf;
    solids->root = (const size_t *)(const void *)request->roots.p;
    solids->n = request->roots.n / sizeof *solids->root;
    solids->margin = request->margin;
    solids->graze = request->graze;
    return true;
}

void verify_solids_free(struct solids_request *request)
{
    sdf_free(&request->sdf);
    buf_free(&request->roots);
}
