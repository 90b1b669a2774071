/* Models made of patches: texts of Bezier patches (.bpt), and B-splines and NURBS in G+Smo's XML. */
#ifndef CCDQ_PATCH_MODEL_H
#define CCDQ_PATCH_MODEL_H

#include "../lib/scene/patches.h"
#include "buf.h"

struct patch_model {
    struct scene_patch *patch;
    size_t patches;
};

/* How many patches; then of each its degrees m n and (m + 1) (n + 1) points x y z, of which each row of n + 1
 * has one u. Reads a file ("-": standard input), gunzip'd if need be. false with one message "PATH:LINE:
 * reason"; free the model in any case. */
bool bezier_file_read(struct patch_model *model, const char *path, struct messages *messages);

/* The elements Geometry of the types TensorBSpline2 and TensorNurbs2, split into their Bezier patches. Others
 * are an error, as they would be missing. */
bool nurbs_file_read(struct patch_model *model, const char *path, struct messages *messages);

void patch_model_free(struct patch_model *model);

/* ---- For both ---- */

/* Numbers in a stretch of text, between blanks. */
struct number_text {
    const char *at, *end; /* *end can be read, and is no part of a number */
};

/* The next number, of at most 1e60 in size. 1, or 0: there is none left, or -1: it is none, which
 * number_text_problem says. */
extern const char number_text_problem[];
int number_text_next(struct number_text *text, double *x);

/* The next number, if it is whole and between these. */
bool number_text_whole(struct number_text *text, double least, double most, size_t *x);

#endif
