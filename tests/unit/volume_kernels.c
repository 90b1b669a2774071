/* Separating axes and the volumes of tetrahedra: what they tell apart does not touch, by lib/exact; and they
 * say the same at all widths of vectors. */
#include "../../lib/ccdq.h"
#include "../../lib/gen/rng.h"
#include "../../lib/volume/kernels.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct ccdq_workspace *ws;

enum { CORNERS = 4, PAIR_NODES = 2 * CORNERS, NODES = CSAT_LANES * PAIR_NODES };

/* What elements are like, and how they move. */
enum family { SMALL, LARGE, TURNING, LATTICE, STILL, FLAT, FAMILIES };
static const char *const names[FAMILIES] = {"small", "large", "turning", "on a lattice", "at rest", "flat"};

/* A coordinate of a corner of an element at `middle`, at t = 0 and 1; floats are exact doubles. */
static void draw(struct rng *rng, enum family family, double middle, float x[2])
{
    const double size = family == SMALL ? 0.01 : 0.1;
    if (family == LATTICE) {
        x[0] = (float)(rng_int(rng, -2, 2) / 8.0);
        x[1] = x[0] + (float)(rng_int(rng, -1, 1) / 8.0);
        return;
    }
    x[0] = (float)(middle + rng_real(rng, -size, size));
    x[1] = family == STILL ? x[0] : (float)(x[0] + rng_real(rng, -size, size) / (family == TURNING ? 1 : 4));
}

/* Pairs of elements of four corners; those of a lane are node[8 l] on. */
static void draw_nodes(struct rng *rng, enum family family, struct csat_node node[NODES])
{
    memset(node, 0, NODES * sizeof *node);
    for (int e = 0; e < 2 * CSAT_LANES; e++) {
        double middle[3];
        for (int k = 0; k < 3; k++) middle[k] = rng_real(rng, -0.1, 0.1);
        for (int c = 0; c < CORNERS; c++)
            for (int k = 0; k < 3; k++) {
                float x[2] = {0.125F, 0.125F};
                if (family != FLAT || k < 2 || e % 2) draw(rng, family, middle[k], x);
                for (int end = 0; end < 2; end++) node[e * CORNERS + c].x[end][k] = x[end];
            }
    }
}

/* Whether four nodes touch, at t = 0 alone or all the time. */
static bool touch(const struct csat_node *node, unsigned type, const int index[4], bool at_start)
{
    struct ccdq_query q = {.type = (uint8_t)type};
    struct ccdq_exact_answer answer;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            q.x[i][k] = node[index[i]].x[0][k];
            q.x[i + 4][k] = node[index[i]].x[at_start ? 0 : 1][k];
        }
    ccdq_exact_solve(&q, 1, CCDQ_WANT_VERDICT, &answer, ws);
    return answer.verdict == CCDQ_HIT;
}

static const unsigned char face[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
static const unsigned char edge[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

static unsigned bits(const unsigned char *corner, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++) sum |= 1U << corner[i];
    return sum;
}

/* Whether two tetrahedra of a lane touch by features none of whose corners is near; near = {0, 0}: by any. */
static bool touch_otherwise(const struct csat_node *node, const unsigned near[2], bool at_start)
{
    for (int side = 0; side < 2; side++) {
        const int a = side * CORNERS, b = (1 - side) * CORNERS;
        for (int v = 0; v < 4; v++)
            for (int f = 0; f < 4; f++) {
                const unsigned char *c = face[f];
                if (near[side] >> v & 1 && near[!side] & bits(c, 3)) continue;
                if (touch(node, CCDQ_VF, (int[]){a + v, b + c[0], b + c[1], b + c[2]}, at_start)) return true;
            }
    }
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            const unsigned char *p = edge[i], *q = edge[j];
            if (near[0] & bits(p, 2) && near[1] & bits(q, 2)) continue;
            const int index[4] = {p[0], p[1], CORNERS + q[0], CORNERS + q[1]};
            if (touch(node, CCDQ_EE, index, at_start)) return true;
        }
    return false;
}

/* 0, 1, 2, ... */
static uint32_t numbers[NODES];

static void set_batch(struct csat_batch *batch, bool start_matters)
{
    memset(batch, 0, sizeof *batch);
    batch->corners = CORNERS;
    batch->start_matters = start_matters;
    for (int side = 0; side < 2; side++)
        for (int l = 0; l < CSAT_LANES; l++) batch->node[side][l] = &numbers[l * PAIR_NODES + side * CORNERS];
}

/* What is true of a batch, and the same at other widths. */
static bool batch_is_right(const struct csat_node *node, const struct csat_batch *batch, int *apart)
{
    bool right = true;
    for (int l = 0; l < CSAT_LANES; l++) {
        const unsigned near[2] = {batch->near[0][l], batch->near[1][l]}, none[2] = {0, 0};
        right &= !touch_otherwise(node + l * PAIR_NODES, near, false);
        right &= batch->near_at_start >> l & 1 || !touch_otherwise(node + l * PAIR_NODES, none, true);
        right &= !near[0] == !near[1];
        *apart += !near[0];
    }
    return right;
}

static bool same_batches(const struct csat_batch *a, const struct csat_batch *b)
{
    return !memcmp(a->near, b->near, sizeof a->near) && a->near_at_start == b->near_at_start;
}

static const unsigned widths[] = {CCDQ_SIMD_PORTABLE, CCDQ_SIMD_AVX2, CCDQ_SIMD_AVX512};

static void test_csat(enum family family)
{
    const int rounds = getenv("CCDQ_LONG") ? 400 : 12;
    struct rng rng = rng_at(rng_key("csat", family, 1), 0);
    struct csat_node node[NODES];
    bool right = true, same = true;
    int apart = 0;
    for (int round = 0; round < rounds; round++) {
        struct csat_batch batch, other;
        draw_nodes(&rng, family, node);
        set_batch(&batch, round % 2);
        other = batch;
        volume_kernels_for(widths[0])->csat(&batch, node);
        right &= batch_is_right(node, &batch, &apart);
        for (int w = 1; w < 3; w++) {
            volume_kernels_for(widths[w])->csat(&other, node);
            same &= same_batches(&batch, &other);
        }
    }
    ok(right, "axes, %s: %d of %d pairs are apart, and what is not near does not touch", names[family], apart,
       rounds * CSAT_LANES);
    ok(same, "axes, %s: the same at all widths", names[family]);
}

/* Elements that an axis of the search's first guess, or of few steps, keeps apart. */
static void test_found(void)
{
    struct csat_node node[NODES];
    struct csat_batch batch;
    struct rng rng = rng_at(rng_key("found", 0, 1), 0);
    draw_nodes(&rng, SMALL, node);
    for (int i = 0; i < NODES; i++)
        for (int end = 0; end < 2; end++) node[i].x[end][i / CORNERS % 3] += i / CORNERS % 2 ? 0.12F : -0.12F;
    for (int l = 0; l < CSAT_LANES; l++)
        for (int i = 0; i < PAIR_NODES; i++) /* all of it moves together, far */
            for (int k = 0; k < 3; k++) node[l * PAIR_NODES + i].x[1][k] += 0.2F;
    set_batch(&batch, true);
    volume_kernels_for(CCDQ_SIMD_BEST)->csat(&batch, node);
    int apart = 0;
    for (int l = 0; l < CSAT_LANES; l++) apart += !batch.near[0][l] && !(batch.near_at_start >> l & 1);
    ok(apart == CSAT_LANES, "axes: elements that move together and keep their distance are apart");
}

static void test_tetra(enum family family)
{
    const int rounds = getenv("CCDQ_LONG") ? 400 : 20;
    struct rng rng = rng_at(rng_key("tetra", family, 1), 0);
    struct csat_node node[NODES];
    const uint32_t *corner[TETRA_LANES];
    bool right = true, same = true;
    int kept = 0;
    for (int l = 0; l < TETRA_LANES; l++) corner[l] = &numbers[l * CORNERS];
    for (int round = 0; round < rounds; round++) {
        draw_nodes(&rng, family, node);
        const unsigned left = volume_kernels_for(widths[0])->tetra(corner, node);
        for (int w = 1; w < 3; w++) same &= volume_kernels_for(widths[w])->tetra(corner, node) == left;
        for (int l = 0; l < TETRA_LANES; l++) {
            const int first = l * CORNERS, a = first + 1, b = first + 2, c = first + 3;
            if (left >> l & 1) continue;
            kept++;
            right &= !touch(node, CCDQ_VF, (int[]){first, a, b, c}, false) &&
                     !touch(node, CCDQ_VF, (int[]){a, first, b, c}, false) &&
                     !touch(node, CCDQ_VF, (int[]){b, first, a, c}, false) &&
                     !touch(node, CCDQ_VF, (int[]){c, first, a, b}, false) &&
                     !touch(node, CCDQ_EE, (int[]){first, a, b, c}, false) &&
                     !touch(node, CCDQ_EE, (int[]){first, b, a, c}, false) &&
                     !touch(node, CCDQ_EE, (int[]){first, c, a, b}, false);
        }
    }
    ok(right && same, "volumes, %s: %d of %d tetrahedra that keep their sign do not turn, at all widths",
       names[family], kept, rounds * TETRA_LANES);
}

int main(void)
{
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    for (uint32_t i = 0; i < NODES; i++) numbers[i] = i;
    for (enum family family = 0; family < FAMILIES; family++) {
        test_csat(family);
        test_tetra(family);
    }
    test_found();
    ccdq_workspace_free(ws);
    return tap_done();
}
