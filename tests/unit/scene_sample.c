/* Bodies as meshes of points: they are where the surface is, and go round a volume that is known. */
#include "../../formats/scene-file.h"
#include "../../lib/scene/sample.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* The scene of these bodies, and of one that has no points: a scene needs two. */
static struct scene scene_of(const char *bodies)
{
    static const char nowhere[] = "surface nowhere { u in [0, 1] v in [0, 1] x = sqrt(u - 2) y = v z = 0 } "
                                  "body Nobody = nowhere body Nothing = nowhere ";
    struct scene scene = {0};
    struct messages messages = {0};
    struct buf text = {0};
    buf_printf(&text, "%s%s", nowhere, bodies);
    struct scene_file *file = scene_file_of("text", text.p, text.n);
    if (scene_file_next(file, &scene, &messages) != SCENE_FILE_SCENE) {
        fprintf(stderr, "%.*s", (int)messages.text.n, (const char *)messages.text.p);
        abort();
    }
    scene_file_close(file);
    messages_free(&messages);
    buf_free(&text);
    return scene;
}

struct measured {
    size_t nodes, elements;
    double volume; /* that the elements go round, counterclockwise as seen from outside */
    double tilt;   /* the smallest cosine between the normal of a node and that of an element at it */
    double lo[3], hi[3];
};

static void subtract(const double a[3], const double b[3], double d[3])
{
    for (int k = 0; k < 3; k++) d[k] = a[k] - b[k];
}

static double determinant(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* Adds a triangle of an element. */
static void measure(const struct scene_sample *s, uint32_t i, uint32_t j, uint32_t k, struct measured *m)
{
    const uint32_t node[3] = {i, j, k};
    double e[2][3];
    subtract(s->mesh.x[j], s->mesh.x[i], e[0]);
    subtract(s->mesh.x[k], s->mesh.x[i], e[1]);
    m->volume += determinant(s->mesh.x[i], s->mesh.x[j], s->mesh.x[k]) / 6;
    for (int c = 0; c < 3; c++) {
        const double *n = s->normal[node[c]];
        double unit[3], square = 0;
        for (int d = 0; d < 3; d++) {
            const int a = (d + 1) % 3, b = (d + 2) % 3;
            unit[d] = e[0][a] * e[1][b] - e[0][b] * e[1][a];
            square += unit[d] * unit[d];
        }
        /* at a pole there is no normal, and triangles along a seam of two are thin */
        if (square < 1e-20 || (n[0] == 0 && n[1] == 0 && n[2] == 0)) continue;
        m->tilt = fmin(m->tilt, (unit[0] * n[0] + unit[1] * n[1] + unit[2] * n[2]) / sqrt(square));
    }
}

static struct measured sampled(const char *text, double t, unsigned fineness)
{
    struct measured m = {.tilt = 1};
    struct scene scene = scene_of(text);
    struct scene_sample s = {.room = 0};
    if (!scene_sample(&scene, t, fineness, &s)) abort();
    for (int k = 0; k < 3; k++) m.lo[k] = INFINITY, m.hi[k] = -INFINITY;
    for (size_t i = 0; i < s.mesh.nodes; i++)
        for (int k = 0; k < 3; k++) {
            m.lo[k] = fmin(m.lo[k], s.mesh.x[i][k]);
            m.hi[k] = fmax(m.hi[k], s.mesh.x[i][k]);
        }
    for (size_t e = 0; e < s.mesh.elements; e++) {
        const uint32_t *node = &s.mesh.node[s.mesh.first[e]];
        measure(&s, node[0], node[1], node[2], &m);
        if (s.mesh.cell[e] == MESH_QUAD) measure(&s, node[0], node[2], node[3], &m);
    }
    m.nodes = s.mesh.nodes;
    m.elements = s.mesh.elements;
    scene_sample_free(&s);
    scene_free(&scene);
    return m;
}

/* ---- Volumes ---- */

static void test_volume(const char *text, double volume, double tolerance, const char *name)
{
    const struct measured m = sampled(text, 0.5, 48);
    const double least =
        strstr(name, "box") ? -0.01 : 0.5; /* at an edge normals are between those beside it */
    if (!ok(fabs(m.volume - volume) <= tolerance * volume && m.tilt > least, "%s", name))
        diag("volume %.17g, not %.17g; tilt %g; %zu elements", m.volume, volume, m.tilt, m.elements);
}

static void test_volumes(void)
{
    const double ball = 4 * pi / 3, ring = 2 * pi * pi * 0.09;
    test_volume("body A = sphere(1)", ball, 0.01, "a sphere");
    test_volume("body A = torus(1, 0.3)", ring, 0.02, "a torus");
    test_volume("body A = torus(1, 0.3) scale 2 turn axis (1, 2, 3) by t move (t, 0, 1)", 8 * ring, 0.02,
                "a torus that moves");
    test_volume("body A = box(1, 2, 3)", 6, 1e-12, "a box");
    test_volume("body A = cylinder(1, 2)", 2 * pi, 0.01, "a cylinder");
    test_volume("body A = cone(1, 2)", 2 * pi / 3, 0.01, "a cone");
    test_volume("surface s { u in [0, pi] v in [0, 2*pi] x = sin(u)*sin(v) y = sin(u)*cos(v) z = cos(u) "
                "inward closed v pole u0 pole u1 } body A = s",
                ball, 0.01, "a surface whose parameters turn inward");
    test_volume("surface s { u in [0, 2*pi] v in [0, pi] let r = 1 + t*t x = r*sin(v)*cos(u) "
                "y = r*sin(v)*sin(u) z = r*cos(v) inward closed u pole v0 pole v1 } body A = s",
                ball * 1.953125, 0.01, "a sphere that grows");
    test_volume("body A = implicit sphere(1)", ball, 0.01, "an implicit sphere");
    test_volume("body A = implicit torus(1, 0.3)", ring, 0.03, "an implicit torus");
    test_volume("body A = implicit torus(1, 0.3) scale 2 turn axis (1, 2, 3) by t move (t, 0, 1)", 8 * ring,
                0.03, "an implicit torus that moves");
    test_volume("implicit b { f = x^2 + y^2 + z^2 - 1 box [-9, 9] [-9, 9] [-9, 9] } body A = b", ball, 0.01,
                "an implicit body in a large box");
    test_volume("implicit b { f = x^2 + y^2 + z^2 - 1 } body A = b move (0.3, 0, 0)", ball, 0.01,
                "an implicit body without a box");
    test_volume("body A = implicit box(1, 2, 3)", 6, 0.01, "an implicit box");
    test_volume("implicit d = difference(box(2, 2, 2), sphere(0.8)) body A = d", 8 - 0.512 * ball, 0.01,
                "a box with a hollow");
}

/* ---- Other things ---- */

static void test_cells(void)
{
    struct measured m = sampled("body A = box(1, 2, 3)", 0, 48);
    ok(m.elements == 6 && m.nodes == 24, "flat faces are one quad each");
    m = sampled("body A = sphere(1)", 0, 24);
    ok(m.elements >= 24 * 12 / 2 && m.elements <= 24 * 24 * 2, "a sphere has about as many as asked for");
    m = sampled("body A = plane(4, 2) move (0, 0, 3*t)", 0.5, 24);
    ok(m.elements == 1 && m.lo[2] == 1.5 && m.hi[2] == 1.5 && m.hi[0] == 2 && m.lo[1] == -1, "a sheet");
    m = sampled("", 0, 24);
    ok(!m.elements, "no body");
}

static void test_holes(void)
{
    struct measured m =
        sampled("surface s { u in [-1, 1] v in [0, 1] x = sqrt(u) y = v z = u*u } body A = s", 0, 24);
    ok(m.elements > 0 && m.lo[0] >= 0 && m.lo[0] < 0.4 && m.hi[0] == 1, "what has no point is left out");
    m = sampled("surface s { u in [0, 1] v in [0, 1] x = 1/u y = v z = 0 } body A = s", 0, 24);
    ok(m.elements > 0 && m.hi[0] < 1e300 && m.lo[0] == 1, "and what is infinite");
    m = sampled("surface s { u in [0, 1] v in [0, 1] x = log(u - 2) y = v z = 0 } body A = s", 0, 24);
    ok(!m.elements && !m.nodes, "a surface that is nowhere");
    m = sampled("body A = implicit sphere(1) implicit n { f = x^2 + 1 } body B = n", 0, 24);
    if (!ok(m.elements && m.hi[0] <= 1 + 1e-9, "an implicit body that is nowhere"))
        diag("%zu elements to %.17g", m.elements, m.hi[0]);
}

static void test_endless(void)
{
    const struct measured m = sampled("body A = implicit plane() body B = sphere(1) move (5, 0, 1.5)", 0, 24);
    ok(m.lo[2] < 1e-9 && m.lo[2] > -1e-9, "a half-space is in the picture");
    ok(m.lo[0] <= 3.5 && m.lo[0] >= 2 && m.hi[0] >= 6.5 && m.hi[0] <= 8, "as far as its neighbours reach");
}

int main(void)
{
    test_volumes();
    test_cells();
    test_holes();
    test_endless();
    return tap_done();
}
