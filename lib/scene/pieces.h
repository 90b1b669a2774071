/* The pieces that a body's boundary is made of: faces, edges and vertices, or sets of leaves. */
#ifndef CCDQ_SCENE_PIECES_H
#define CCDQ_SCENE_PIECES_H

#include "problem.h"

/* How many pieces a body has: faces, edges and vertices; or sets of one to three of its leaves. */
size_t pieces_count(const struct scene_body *body);

/* Makes them all, where all is zero, in that order. false: memory is out; what is made is to be freed. */
bool pieces_make(struct piece *piece, const struct scene *scene, uint32_t body);

void piece_free(struct piece *piece);

#endif
