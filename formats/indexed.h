/* Frames of kind I: queries between the vertices of a moving mesh, each vertex once. */
#ifndef CCDQ_FORMATS_INDEXED_H
#define CCDQ_FORMATS_INDEXED_H

#include "frame.h"
#include "stream.h"

/* Decodes a frame of kind I, block->bytes, into block->payload and block->indexed, and into block->records
 * where block->record_kind asks for it; block->n and digest are those of the frame then. NULL, or the reason
 * why the frame is damaged. */
const char *indexed_decode(struct block *block, const struct frame *frame);

/* Appends the frame of a mesh whose index[][] has CCDQ_NO_NODE where the type has no point. Returns the
 * digest of its ids. */
uint64_t indexed_frame(struct buf *out, const struct ccdq_indexed *mesh, struct run run, int level);

#endif
