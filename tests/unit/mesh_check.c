/* Orientations against rational arithmetic, and what is wrong with elements. */
#include "../../lib/mesh/check.h"
#include "../../lib/mesh/faces.h"
#include "../../lib/mesh/orientation.h"
#include "../tap.h"
#include "mesh_boxes.h"
#include <gmp.h>
#include <math.h>
#include <string.h>

/* ---- Orientations ---- */

/* The sign of a determinant of differences to x[0]; flat: whether all of those of the first two rows with
 * unit vectors are 0. */
static void exact(const double x[4][3], int *sign, bool *flat)
{
    mpq_t d[3][3], minor, term, sum;
    mpq_inits(minor, term, sum, NULL);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            mpq_init(d[i][k]);
            mpq_set_d(d[i][k], x[i + 1][k]);
            mpq_set_d(term, x[0][k]);
            mpq_sub(d[i][k], d[i][k], term);
        }
    *flat = true;
    for (int k = 0; k < 3; k++) {
        mpq_mul(minor, d[0][(k + 1) % 3], d[1][(k + 2) % 3]);
        mpq_mul(term, d[0][(k + 2) % 3], d[1][(k + 1) % 3]);
        mpq_sub(minor, minor, term);
        *flat &= mpq_sgn(minor) == 0;
        mpq_mul(minor, minor, d[2][k]);
        mpq_add(sum, sum, minor);
    }
    *sign = mpq_sgn(sum);
    for (int i = 0; i < 9; i++) mpq_clear(d[i / 3][i % 3]);
    mpq_clears(minor, term, sum, NULL);
}

enum family { RANDOM, LATTICE, NEAR_PLANE, NEAR_LINE, HUGE_AND_TINY, FAR, FAMILIES };
static const char *const names[FAMILIES] = {"random",           "small integers", "almost in a plane",
                                            "almost on a line", "huge and tiny",  "far from the origin"};

static double nudge(struct rng *rng, double x)
{
    const unsigned n = rng_below(rng, 3);
    return n == 0 ? x : nextafter(x, n == 1 ? INFINITY : -INFINITY);
}

static double draw(struct rng *rng, enum family family)
{
    switch (family) {
    case LATTICE:
        return rng_int(rng, -2, 2);
    case HUGE_AND_TINY: {
        const double m = rng_int(rng, -1, 1);
        const int e = rng_int(rng, 0, 2);
        return ldexp(m, e == 0 ? rng_int(rng, -1074, -1060) : e == 1 ? rng_int(rng, 1010, 1020) : 0);
    }
    case FAR:
        return 1e6 + rng_int(rng, 0, 3) * 0x1p-33;
    default:
        return rng_real(rng, -1, 1);
    }
}

/* Four points; of the near families the last is a combination of the others, nudged. */
static void draw_points(struct rng *rng, enum family family, double x[4][3])
{
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) x[i][k] = draw(rng, family);
    const double s = rng_int(rng, -4, 4) / 4., t = rng_int(rng, -4, 4) / 4.;
    for (int k = 0; k < 3; k++) {
        if (family == NEAR_LINE) x[2][k] = nudge(rng, x[0][k] + s * (x[1][k] - x[0][k]));
        if (family == NEAR_PLANE)
            x[3][k] = nudge(rng, x[0][k] + s * (x[1][k] - x[0][k]) + t * (x[2][k] - x[0][k]));
    }
}

static void orientations(enum family family)
{
    const int runs = getenv("CCDQ_LONG") ? 60000 : 3000;
    struct rng rng = rng_at(rng_key(names[family], 0, 1), 0);
    int wrong = 0, zeros = 0, lines = 0;
    for (int i = 0; i < runs; i++) {
        double x[4][3];
        int sign;
        bool flat;
        draw_points(&rng, family, x);
        exact((const double(*)[3])x, &sign, &flat);
        wrong += mesh_orientation(x[0], x[1], x[2], x[3]) != sign;
        wrong += mesh_orientation(x[1], x[0], x[2], x[3]) != -sign;
        wrong += mesh_orientation(x[2], x[3], x[0], x[1]) != sign;
        wrong += mesh_collinear(x[0], x[1], x[2]) != flat || mesh_collinear(x[2], x[0], x[1]) != flat;
        zeros += sign == 0;
        lines += flat;
    }
    ok(!wrong, "orientations, %s points: as in rational numbers (%d of %d in a plane, %d on a line)",
       names[family], zeros, runs, lines);
}

/* ---- Elements ---- */

/* A cell of the unit box, its volume positive. */
static const double shapes[MESH_CELLS][8][3] = {
    {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
    {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
    {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}},
    {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}},
    {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};

static struct mesh make(unsigned cell)
{
    struct mesh mesh = {0};
    static const uint32_t node[MESH_MAX_CORNERS] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int i = 0; i < mesh_cell_corners(cell); i++) mesh_add_node(&mesh, shapes[cell][i]);
    mesh_add_element(&mesh, cell, 0, 0, node);
    return mesh;
}

enum change { NONE, MIRRORED, PRESSED, NOT_A_NUMBER, INFINITE, ONE_TWICE, ONE_TOO_MANY };

static enum mesh_problem problem_of(unsigned cell, enum change change, double scale)
{
    struct mesh mesh = make(cell);
    for (size_t i = 0; i < mesh.nodes; i++)
        for (int k = 0; k < 3; k++) mesh.x[i][k] = (mesh.x[i][k] + 1) * scale;
    for (size_t i = 0; i < mesh.nodes; i++) {
        if (change == MIRRORED) mesh.x[i][0] = -mesh.x[i][0];
        if (change == PRESSED) mesh.x[i][1] = mesh.x[i][2] = mesh.x[i][0];
    }
    if (change == NOT_A_NUMBER) mesh.x[mesh.nodes - 1][2] = NAN;
    if (change == INFINITE) mesh.x[0][0] = -INFINITY;
    if (change == ONE_TWICE) mesh.node[2] = mesh.node[0];
    if (change == ONE_TOO_MANY) mesh.node[1] = (uint32_t)mesh.nodes;
    const enum mesh_problem problem = mesh_check_element(&mesh, 0);
    mesh_free(&mesh);
    return problem;
}

static void elements(void)
{
    for (unsigned cell = 0; cell < MESH_CELLS; cell++) {
        const char *name = mesh_cell_name(cell);
        const bool either = mesh_cell_is_shell(cell) || cell == MESH_PRISM; /* way round is right */
        bool right = true, mirrored = true, flat = true;
        for (int e = -1060; e <= 1000; e += 20) {
            right &= problem_of(cell, NONE, ldexp(1, e)) == MESH_NO_PROBLEM;
            mirrored &= problem_of(cell, MIRRORED, ldexp(1, e)) == (either ? MESH_NO_PROBLEM : MESH_TURNED);
            flat &= problem_of(cell, PRESSED, ldexp(1, e)) == MESH_FLAT;
        }
        ok(right, "a %s of any size has no problem", name);
        ok(mirrored, "a %s that is mirrored is%s turned", name, either ? " not" : "");
        ok(flat, "a %s on a line is flat", name);
        ok(problem_of(cell, NOT_A_NUMBER, 1) == MESH_NOT_FINITE &&
               problem_of(cell, INFINITE, 1) == MESH_NOT_FINITE,
           "a %s with a position that is no number", name);
        ok(problem_of(cell, ONE_TWICE, 1) == MESH_REPEATED_NODE, "a %s with a node twice", name);
        ok(problem_of(cell, ONE_TOO_MANY, 1) == MESH_NO_SUCH_NODE, "a %s with a node that is not there",
           name);
    }
}

/* One corner of a cell with several is moved into the plane of its neighbours, or beyond. */
static void corners(void)
{
    for (unsigned cell = 0; cell < MESH_CELLS; cell++) {
        if (cell == MESH_TRIANGLE || cell == MESH_TETRAHEDRON) continue;
        static const double middle[MESH_CELLS][3] = {[MESH_QUAD] = {0.5, 0.5, 0},
                                                     [MESH_PYRAMID] = {0.5, 0.5, 0},
                                                     [MESH_PRISM] = {0.25, 0.25, 0.5},
                                                     [MESH_HEXAHEDRON] = {0.5, 0.25, 0.25}};
        struct mesh mesh = make(cell);
        memcpy(mesh.x[0], middle[cell], sizeof mesh.x[0]);
        const enum mesh_problem flat = mesh_check_element(&mesh, 0);
        for (int k = 0; k < 3; k++) mesh.x[0][k] += middle[cell][k] / 4;
        const enum mesh_problem beyond = mesh_check_element(&mesh, 0);
        ok(flat == MESH_DISTORTED && (cell == MESH_QUAD || beyond == MESH_DISTORTED),
           "a %s with a corner that is flat or inverted", mesh_cell_name(cell));
        mesh_free(&mesh);
    }
}

/* Boxes are cut into cells of positive volume, whose triangles enclose it: an outward triangle and a node in
 * front of it never have a negative volume. */
static void outward(void)
{
    int wrong = 0;
    for (int run = 0; run < 30; run++) {
        struct mesh mesh = {0};
        boxes_make(&mesh, rng_at(rng_key("outward", 0, 1), (uint64_t)run),
                   CUTS_THAT_MATCH | 1u << CUT_SIX_TETRAHEDRA, 0);
        for (size_t e = 0; e < mesh.elements; e++) {
            uint32_t triangle[MESH_MAX_TRIANGLES][3];
            const uint32_t *node = &mesh.node[mesh.first[e]];
            double centre[3] = {0};
            const int n = mesh_element_triangles(mesh.cell[e], node, triangle),
                      m = mesh_cell_corners(mesh.cell[e]);
            for (int i = 0; i < m; i++)
                for (int k = 0; k < 3; k++) centre[k] += mesh.x[node[i]][k] / m;
            for (int i = 0; i < n; i++)
                wrong += mesh_orientation(mesh.x[triangle[i][0]], mesh.x[triangle[i][1]],
                                          mesh.x[triangle[i][2]], centre) != -1;
            wrong += mesh_check_element(&mesh, e) != MESH_NO_PROBLEM;
        }
        mesh_free(&mesh);
    }
    ok(!wrong, "elements of positive volume have their triangles outward");
}

static void texts(void)
{
    bool all = true;
    for (int i = 0; i < MESH_PROBLEMS; i++) all &= mesh_problem_text((enum mesh_problem)i)[0] != 0;
    ok(all, "each problem has a text");
}

int main(void)
{
    for (int i = 0; i < FAMILIES; i++) orientations((enum family)i);
    elements();
    corners();
    outward();
    texts();
    return tap_done();
}
