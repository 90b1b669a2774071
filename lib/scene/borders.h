/* Borders of faces that are said to be at the same points. */
#ifndef CCDQ_SCENE_BORDERS_H
#define CCDQ_SCENE_BORDERS_H

#include "scene.h"

/* A border of a face, and what it is compared with. */
struct scene_seam {
    uint32_t face;
    uint8_t border;
    bool point; /* it is one point: its beginning */
    /* Else: another one, or the same, at the same fraction of its length or from its other end. */
    uint32_t other;
    uint8_t other_border;
    bool reversed;
};

/* Whether the seam is open: at one of some points and times of a sample it is apart by more than 1e-6 of the
 * size of the coordinates there, which no rounding of constants explains. false also where memory is out. */
bool scene_seam_is_open(const struct scene_body *shape, const struct scene_seam *seam, struct interval time);

#endif
