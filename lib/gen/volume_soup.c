/* Single convex elements of every kind in turn, which fly through a box of size 1, turn and quiver. */
#include "turn.h"
#include "volume.h"
#include <math.h>

/* Within a box from -1 to 1. */
static const double shape[MESH_CELLS][MESH_MAX_CORNERS][3] = {
    [MESH_TRIANGLE] = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}},
    [MESH_QUAD] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
    [MESH_TETRAHEDRON] = {{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, 1}},
    [MESH_PYRAMID] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {0, 0, 1}},
    [MESH_PRISM] = {{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {0, 1, 1}},
    [MESH_HEXAHEDRON] = {
        {-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}}};

/* How an element looks and flies. */
struct flight {
    double size, form[3][3], taper;
    double start[3], speed[3]; /* of the middle; in the box, and a step */
    double axis[3], rate;      /* turns a step */
};

/* A path that is reflected at 0 and at 1. */
static double reflected(double x)
{
    const double round = x - 2 * floor(x / 2);
    return round < 1 ? round : 2 - round;
}

/* Number e of the soup. Sizes shrink as their number grows, so that they are as crowded. */
static void draw_flight(struct flight *f, uint64_t key, unsigned size, uint32_t e)
{
    struct rng rng = rng_at(key, e);
    double turn[3][3], length;
    f->size = 0.6 / cube_root(size);
    f->taper = rng_real(&rng, 0.4, 1);
    draw_turn(turn, &rng);
    for (int a = 0; a < 3; a++) {
        /* The column a of the turn, as long as the element is wide there, and some of those before: a shear.
         */
        const double width = f->size * rng_real(&rng, 0.4, 1);
        for (int i = 0; i < 3; i++) f->form[i][a] = turn[i][a] * width;
        for (int b = 0; b < a; b++) {
            const double shear = rng_real(&rng, -0.5, 0.5);
            for (int i = 0; i < 3; i++) f->form[i][a] += shear * f->form[i][b];
        }
        f->start[a] = rng_real(&rng, 0, 2);
        f->speed[a] = f->size * rng_real(&rng, -1, 1);
    }
    do {
        draw_in_ball(f->axis, 1, &rng);
        length = sqrt(f->axis[0] * f->axis[0] + f->axis[1] * f->axis[1] + f->axis[2] * f->axis[2]);
    } while (length < 0x1p-5);
    for (int a = 0; a < 3; a++) f->axis[a] /= length;
    f->rate = rng_real(&rng, 0, 0.1);
}

/* Which shape, and how many corners it has. */
static unsigned cell_of(uint32_t e)
{
    return e % MESH_CELLS;
}

bool soup_build(struct mesh *mesh, uint64_t key, unsigned size)
{
    (void)key;
    for (uint32_t e = 0; e < size; e++) {
        uint32_t node[MESH_MAX_CORNERS];
        const unsigned n = (unsigned)mesh_cell_corners(cell_of(e));
        for (unsigned k = 0; k < n; k++) node[k] = (uint32_t)(mesh->nodes + k);
        if (!add_nodes(mesh, n) || !add_element(mesh, cell_of(e), e, node)) return false;
    }
    return true;
}

/* The corner in the frame of the element: the upper end of what has one is smaller, so faces stay plane. */
static void corner_of(double x[3], const struct flight *f, unsigned cell, int k)
{
    double own[3] = {shape[cell][k][0], shape[cell][k][1], shape[cell][k][2]};
    if (cell == MESH_QUAD && own[1] > 0) own[0] *= f->taper;
    for (int a = 0; a < 2 && own[2] > 0; a++) own[a] *= f->taper;
    turned(x, f->form, own);
}

void soup_place(double (*x)[3], uint64_t key, unsigned size, uint64_t step)
{
    size_t node = 0;
    for (uint32_t e = 0; e < size; e++) {
        struct flight f;
        double turn[3][3], own[3], quiver[3] = {0, 0, 0};
        draw_flight(&f, key, size, e);
        turn_about(turn, f.axis, wave_of(f.rate * (double)step));
        for (int k = 0; k < mesh_cell_corners(cell_of(e)); k++, node++) {
            struct rng rng = rng_at(mix64(key ^ (step + 1)), node);
            if (step) draw_in_ball(quiver, f.size / 16, &rng);
            corner_of(own, &f, cell_of(e), k);
            turned(x[node], turn, own);
            for (int a = 0; a < 3; a++)
                x[node][a] += quiver[a] + reflected(f.start[a] + f.speed[a] * (double)step);
        }
    }
}
