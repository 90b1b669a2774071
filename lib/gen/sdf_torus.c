/* The set of Pelletier-Guenette 2025, section 1.6.2: a torus 30 cm wide, and a triangle or a shuriken 10 cm
 * wide on a collision course, in metres and seconds. */
#include "families.h"
#include "sdf.h"
#include "turn.h"
#include <math.h>
#include <string.h>

const char *const sdf_torus_solids[] = {"{\"torus\": {\"major\": 0.11, \"minor\": 0.04}}", NULL};

#define RING 0.11 /* the middle of the tube */
#define TUBE 0.04

/* A point inside the tube. */
static void draw_target(double x[3], struct rng *rng)
{
    double u[2], square;
    draw_in_ball(x, TUBE, rng);
    do {
        for (int a = 0; a < 2; a++) u[a] = rng_real(rng, -1, 1);
        square = u[0] * u[0] + u[1] * u[1];
    } while (square > 1 || square < 0x1p-10);
    for (int a = 0; a < 2; a++) x[a] += u[a] * (RING / sqrt(square));
}

/* The middle starts clear of the torus, and comes to a point inside the tube well before the end. Up to a
 * whole turn on the way. */
static void draw_course(struct ccdq_sdf_query *q, struct rng *rng)
{
    double target[3], away[3] = {0, 0, 0};
    draw_target(target, rng);
    add_vector(away, rng_real(rng, 0.45, 0.6), rng);
    q->end = 0x1p-5;
    const double flight = q->end * rng_real(rng, 0.4, 0.8);
    for (int a = 0; a < 3; a++) {
        q->centre[a] = target[a] + away[a];
        for (int i = 0; i < 3; i++) q->v[i][a] = -away[a] / flight;
    }
    draw_in_ball(q->spin, 200, rng);
}

/* About equilateral. The middle that is on the course is its centroid. */
void sdf_torus_triangle(struct ccdq_sdf_query *q, uint64_t key, uint64_t id)
{
    static const double corner[3][3] = {{0.0577, 0, 0}, {-0.02885, 0.05, 0}, {-0.02885, -0.05, 0}};
    struct rng rng = rng_at(key, id);
    double turn[3][3], x[3][3];
    draw_course(q, &rng);
    draw_turn(turn, &rng);
    for (int i = 0; i < 3; i++) draw_in_ball(x[i], 0.01, &rng);
    for (int a = 0; a < 3; a++) {
        const double mean = (x[0][a] + x[1][a] + x[2][a]) / 3;
        for (int i = 0; i < 3; i++) x[i][a] += corner[i][a] - mean;
    }
    for (int i = 0; i < 3; i++) {
        turned(q->x[i], turn, x[i]);
        for (int a = 0; a < 3; a++) q->x[i][a] += q->centre[a];
    }
}

/* What all triangles of a configuration have in common. */
static void draw_configuration(struct ccdq_sdf_query *motion, double turn[3][3], uint64_t key, uint64_t k)
{
    struct rng rng = rng_at(key, k);
    draw_course(motion, &rng);
    draw_turn(turn, &rng);
}

static void place_node(double x[3], const struct ccdq_sdf_query *motion, const double turn[3][3], unsigned i)
{
    double own[3];
    shuriken_node(i, own);
    turned(x, turn, own);
    for (int a = 0; a < 3; a++) x[a] = (float)(x[a] + motion->centre[a]);
}

void sdf_torus_shuriken(struct ccdq_sdf_query *q, uint64_t key, uint64_t id)
{
    double turn[3][3];
    uint32_t node[3];
    draw_configuration(q, turn, key, id / GEN_SHURIKEN_TRIANGLES);
    shuriken_corners((unsigned)(id % GEN_SHURIKEN_TRIANGLES), node);
    for (int i = 0; i < 3; i++) place_node(q->x[i], q, turn, node[i]);
}

void gen_shuriken_start(uint64_t seed, uint64_t k, double x[GEN_SHURIKEN_NODES][3],
                        struct ccdq_sdf_query *motion)
{
    double turn[3][3];
    *motion = (struct ccdq_sdf_query){.id = k * GEN_SHURIKEN_TRIANGLES};
    draw_configuration(motion, turn, rng_key("torus-shuriken", 'S', seed), k);
    for (unsigned i = 0; i < GEN_SHURIKEN_NODES; i++) place_node(x[i], motion, turn, i);
    round_sdf_query(motion);
}
