/* Bodies at one time as meshes of points, for pictures. Nothing here is proven: what lies between the points
 * is not looked at. */
#ifndef CCDQ_SCENE_SAMPLE_H
#define CCDQ_SCENE_SAMPLE_H

#include "../mesh/mesh.h"
#include "scene.h"

struct scene_sample {
    /* Quads of faces, along u and v; triangles of implicit bodies. Part: the body; number: the face. Those of
     * a solid go round counterclockwise as seen from outside. */
    struct mesh mesh;
    double (*normal)[3]; /* of each node, of length 1, out of a solid; 0 where there is none */
    uint8_t *lines; /* of each element: bit i where its side from node i to the next is part of a line that
                       shows the surface: u or v is constant, of an implicit body x, y or z */
    size_t room, room_lines; /* of normals; of lines */
};

/* Adds all bodies of the scene at time t. An element is about 1 / fineness of a round body across, larger
 * where a face is flat. Points where a surface has none are left out; of implicit bodies without an end there
 * is what is near the others. false: memory is out. */
bool scene_sample(const struct scene *scene, double t, unsigned fineness, struct scene_sample *sample);
void scene_sample_free(struct scene_sample *sample);

/* ---- What the sample*.c share; all below between upward_begin and upward_end ---- */

/* One body on its way into a sample. */
struct sampler {
    const struct scene_body *body;
    uint32_t number; /* of the body */
    double t;
    unsigned fineness;
    struct scene_sample *sample;
    struct tape_work work;
    struct jet *jet; /* of the outputs of the tape that has most of them */
    bool full;       /* memory is out */
};

/* The element of these nodes, of which one that is SAMPLE_NONE leaves it out. */
#define SAMPLE_NONE UINT32_MAX
void sample_add_element(struct sampler *s, unsigned cell, uint32_t face, const uint32_t *node,
                        unsigned lines);

/* A node, or SAMPLE_NONE where memory is out. */
uint32_t sample_add_node(struct sampler *s, const double x[3], const double normal[3]);

/* sample_implicit.c: adds the implicit body. Where its box has no end, what is near the box `near`. */
void sample_implicit(struct sampler *s, const struct interval near[3]);

#endif
