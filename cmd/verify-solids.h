/* --sdf and its company: by which solids triangles are judged. */
#ifndef CCDQ_VERIFY_SOLIDS_H
#define CCDQ_VERIFY_SOLIDS_H

#include "cli.h"
#include "../formats/buf.h"
#include "../lib/verify/solid.h"

/* What the options say, and the scene behind them. */
struct solids_request {
    const char *file; /* NULL without --sdf */
    double margin, graze;
    bool given; /* --margin or --graze */
    struct sdf sdf;
    struct buf roots; /* size_t */
};

/* Rows of an option table, i below SOLIDS_OPTIONS. */
enum { SOLIDS_OPTIONS = 3 };
struct cli_option verify_solids_option(struct solids_request *request, int i);

/* Reads the scene. false after a message. Free the request in any case. */
bool verify_solids_read(struct solids_request *request, struct verify_solids *solids);
void verify_solids_free(struct solids_request *request);

#endif
