/* lib/sdf/contacts.c: known contacts of faces, edges and corners; that no triangle with a sampled point in
 * contact is left out, on random scenes and meshes; and the details of a contact. CCDQ_LONG=1 draws forty
 * times as much. */
#include <stdlib.h>
#include "../../lib/sdf/solve.h"
#include "../sdf_meshes.h"
#include "../sdf_scenes.h"
#include "../tap.h"

static struct ccdq_workspace *ws;
static const struct sdf_options usual = {.delta = 1e-5};

/* ---- Known contacts ---- */

enum { MOST = 12 };
struct taken {
    int n, stop_at;
    size_t triangle[MOST];
    double w[MOST][2];
};

static bool take(void *context, size_t triangle, const double w[2])
{
    struct taken *taken = context;
    if (taken->n < MOST) {
        taken->triangle[taken->n] = triangle;
        memcpy(taken->w[taken->n], w, sizeof taken->w[0]);
    }
    return ++taken->n != taken->stop_at;
}

static const uint32_t corners[2][3] = {{0, 1, 2}, {2, 1, 3}};
static const double still[1][3];

static struct sdf_scene scene_of(const struct sdf *sdf)
{
    const struct ccdq_sdf_query q = {.end = 1};
    struct sdf_scene scene = {.sdf = sdf, .root = sdf->nodes - 1};
    sdf_motion_of_query(&q, &scene.motion);
    return scene;
}

static void find(const struct sdf_scene *scene, const double (*x)[3], size_t nodes, struct taken *taken)
{
    const struct sdf_mesh mesh = {
        .nodes = nodes, .triangles = nodes - 2, .x = x, .v = still, .one_v = true, .triangle = corners};
    struct sdf_spheres spheres;
    if (!sdf_spheres_build(&spheres, &mesh, &scene->motion)) exit(1);
    sdf_contacts(scene, &mesh, &spheres, &usual, 0, take, taken, ws);
    sdf_spheres_free(&spheres);
}

static struct vec3 point(const double (*x)[3], const double w[2])
{
    const struct vec3 a = {x[0][0], x[0][1], x[0][2]}, b = {x[1][0], x[1][1], x[1][2]},
                      c = {x[2][0], x[2][1], x[2][2]};
    return vec3_along(vec3_along(a, w[0], vec3_sub(b, a)), w[1], vec3_sub(c, a));
}

/* How many points the triangle has, and the area that three of them span. */
static void test_known(const struct sdf *sdf, const char *what, const double x[3][3], int points,
                       double least_area)
{
    const struct sdf_scene scene = scene_of(sdf);
    struct taken taken = {0};
    double area = 0, worst = -INFINITY;
    find(&scene, x, 3, &taken);
    for (int i = 0; i < taken.n && i < MOST; i++)
        worst = fmax(worst, sdf_value(sdf, scene.root, point(x, taken.w[i]), NULL));
    if (taken.n == 3) {
        const struct vec3 a = point(x, taken.w[0]), n = vec3_cross(vec3_sub(point(x, taken.w[1]), a),
                                                                   vec3_sub(point(x, taken.w[2]), a));
        area = sqrt(vec3_dot(n, n)) / 2;
    }
    ok(taken.n == points && area >= least_area, "%s: %d points, %d found, of the area %g", what, points,
       taken.n, area);
    ok(worst <= 1.0000001e-5, "... which touch (%g)", worst);
}

static void test_all_known(void)
{
    static const struct interval half[3] = {{1, 1}, {1, 1}, {1, 1}}, ring[3] = {{1, 1}, {0.25, 0.25}};
    struct sdf box = {0}, sphere = {0}, torus = {0};
    sdf_add_primitive(&box, SDF_BOX, half);
    sdf_add_primitive(&sphere, SDF_SPHERE, half);
    sdf_add_primitive(&torus, SDF_TORUS, ring);
    test_known(&box, "a face on a face", (double[3][3]){{-0.5, -0.5, 1}, {0.5, -0.5, 1}, {0, 0.5, 1}}, 3,
               0.2);
    test_known(&box, "a face on a smaller one", (double[3][3]){{-9, -9, 1}, {9, -9, 1}, {0, 9, 1}}, 3, 1);
    test_known(&box, "a face across an edge", (double[3][3]){{0, 0, 1}, {3, 0.1, 1}, {3, -0.1, 1}}, 3, 0.015);
    test_known(&box, "an edge on a face", (double[3][3]){{-0.5, 0, 1}, {0.5, 0, 1}, {0, 0.5, 2}}, 2, 0);
    test_known(&box, "a corner on a face", (double[3][3]){{0, 0, 1}, {0.5, 0, 2}, {0, 0.5, 2}}, 1, 0);
    test_known(&box, "an edge on an edge", (double[3][3]){{0.5, 1, 1}, {-2, 1, 1}, {0, 2, 3}}, 2, 0);
    test_known(&box, "an edge across an edge", (double[3][3]){{0, 0, 2}, {0, 2, 0}, {0.1, 3, 3}}, 1, 0);
    test_known(&sphere, "a face on a sphere", (double[3][3]){{-2, -2, 1}, {2, -2, 1}, {0, 2, 1}}, 1, 0);
    test_known(&sphere, "a face off a sphere",
               (double[3][3]){{-2, -2, 1.00002}, {2, -2, 1.00002}, {0, 2, 1.00002}}, 0, 0);
    test_known(&torus, "a face on a torus", (double[3][3]){{-4, -4, 0.25}, {4, -4, 0.25}, {0, 4, 0.25}}, 3,
               0.8);
    test_known(&torus, "a face within a torus", (double[3][3]){{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, 3, 0.5);
    test_known(&box, "a sliver on a face", (double[3][3]){{-0.5, 0, 1}, {0.5, 0, 1}, {0, 1e-9, 1}}, 3, 2e-10);
    test_known(&box, "no area", (double[3][3]){{-0.5, 0, 1}, {0.5, 0, 1}, {0, 0, 1}}, 2, 0);
    test_known(&box, "no length", (double[3][3]){{0.5, 0, 1}, {0.5, 0, 1}, {0.5, 0, 1}}, 1, 0);
    const struct sdf_scene scene = scene_of(&box);
    const double x[4][3] = {{-0.5, -0.5, 1}, {0.5, -0.5, 1}, {-0.5, 0.5, 1}, {0.5, 0.5, 1}};
    for (int stop = 1; stop <= 7; stop++) {
        struct taken taken = {.stop_at = stop};
        find(&scene, x, 4, &taken);
        ok(taken.n == (stop < 6 ? stop : 6), "two triangles, stopped after %d points", stop);
    }
    sdf_free(&box), sdf_free(&sphere), sdf_free(&torus);
}

/* ---- Random scenes and meshes ---- */

enum { SAMPLES = 60 };

struct gathered {
    const struct sdf_scene *scene;
    const struct sdf_mesh *mesh;
    double t, level, size;
    int points[RANDOM_TRIANGLES];
    long outside, off;
};

static double phi_at(const struct gathered *g, size_t triangle, const double w[2])
{
    return random_mesh_phi(g->scene, g->mesh, triangle, w, g->t);
}

static bool gather(void *context, size_t triangle, const double w[2])
{
    struct gathered *g = context;
    g->points[triangle]++;
    g->outside += !(w[0] >= 0 && w[1] >= 0 && w[0] + w[1] <= 1);
    g->off += !(phi_at(g, triangle, w) <= g->level + 1e-9 * g->size);
    return true;
}

static void test_nothing_left_out(void)
{
    const int scenes = getenv("CCDQ_LONG") ? 8000 : 200;
    long left_out = 0, off = 0, outside = 0, many = 0, touching = 0, points = 0;
    struct buf text = {0};
    for (int id = 0; id < scenes; id++) {
        struct rng rng = rng_at(rng_key("contacts", 1, 1), (uint64_t)id);
        const double size = rng_below(&rng, 4) ? 1 : 1e3;
        struct sdf sdf;
        struct sdf_spheres spheres;
        struct random_mesh m;
        if (!scene_make(&sdf, &text, &rng, (int)rng_below(&rng, SCENE_KINDS), size)) exit(1);
        struct sdf_scene scene = {.sdf = &sdf, .root = sdf.nodes - 1};
        random_mesh_make(&rng, size, &m);
        random_motion_make(&rng, size, &scene.motion);
        struct sdf_options options = usual;
        options.delta = size * pow(10, -rng_int(&rng, 1, 6));
        options.margin = rng_below(&rng, 2) ? 0 : size * rng_unit(&rng) / 8;
        struct gathered g = {&scene, &m.mesh, 2 * rng_unit(&rng), options.margin + options.delta, size, {0},
                             0,      0};
        if (!sdf_spheres_build(&spheres, &m.mesh, &scene.motion)) exit(1);
        sdf_contacts(&scene, &m.mesh, &spheres, &options, g.t, gather, &g, ws);
        for (int i = 0; i < RANDOM_TRIANGLES; i++) {
            bool found = false;
            for (int k = 0; k < SAMPLES && !found; k++) {
                const double a = k < 3 ? k == 1 : rng_unit(&rng),
                             b = k < 3 ? k == 2 : (1 - a) * rng_unit(&rng);
                found = phi_at(&g, (size_t)i, (double[2]){a, b}) < g.level - 1e-9 * size;
            }
            left_out += found && !g.points[i];
            many += g.points[i] > 3;
            touching += g.points[i] > 0;
            points += g.points[i];
        }
        off += g.off;
        outside += g.outside;
        sdf_spheres_free(&spheres);
        sdf_free(&sdf);
    }
    buf_free(&text);
    ok(!left_out, "no triangle that touches is left out (%ld of %ld)", left_out, touching);
    ok(!off, "all points touch (%ld of %ld do not)", off, points);
    ok(!outside && !many && touching > 0, "they are of the triangle, three at most");
}

/* ---- Details ---- */

static void test_details(void)
{
    long wrong_x = 0, wrong_n = 0, wrong_speed = 0, wrong_rest = 0, slow = 0;
    struct buf text = {0};
    for (int id = 0; id < 300; id++) {
        struct rng rng = rng_at(rng_key("contacts", 2, 1), (uint64_t)id);
        struct sdf sdf;
        struct random_mesh m;
        struct ccdq_contact c = {.id = 7, .step = 8, .element = {1, 9}};
        if (!scene_make(&sdf, &text, &rng, (int)rng_below(&rng, SCENE_SOLIDS), 1)) exit(1);
        struct sdf_scene scene = {.sdf = &sdf, .root = sdf.nodes - 1};
        random_mesh_make(&rng, 1, &m);
        random_motion_make(&rng, 1, &scene.motion);
        const size_t triangle = rng_below(&rng, RANDOM_TRIANGLES);
        const double a = rng_unit(&rng), w[2] = {a, (1 - a) * rng_unit(&rng)}, h = 1e-6;
        struct gathered g = {&scene, &m.mesh, 2 * rng_unit(&rng), 0, 1, {0}, 0, 0};
        sdf_contact_at(&scene, &m.mesh, triangle, g.t, w, &c);
        const double before = phi_at(&g, triangle, w);
        wrong_rest += c.id != 7 || c.step != 8 || c.element[0] != triangle || c.element[1] != 9 ||
                      c.node[2] != m.triangle[triangle][2] || c.node[3] != CCDQ_NO_NODE || c.toi_lo != g.t ||
                      c.w[0] != w[0] || c.w[1] != w[1] || c.kind != CCDQ_CONTACT_SDF || c.distance != before;
        g.t += h;
        const double after = phi_at(&g, triangle, w);
        g.t -= 2 * h;
        const double earlier = phi_at(&g, triangle, w);
        /* Where phi bends there, the two differ. */
        if (fabs(after - 2 * before + earlier) < 1e-9)
            wrong_speed += fabs((earlier - after) / (2 * h) - c.speed) > 1e-4 * (1 + fabs(c.speed));
        else
            slow++;
        g.t += h;
        /* In the world, the mesh alone moves. */
        struct sdf_motion mesh_alone = scene.motion;
        struct sdf_moment moment;
        double x[3], v[3];
        mesh_alone.turns[1] = false;
        memset(mesh_alone.solid_v, 0, sizeof mesh_alone.solid_v);
        random_mesh_point(&m.mesh, triangle, w, x, v);
        sdf_motion_at(&mesh_alone, g.t, &moment);
        const struct vec3 p = sdf_moment_point(&moment, x, v).p,
                          d = {p.x - c.x[0], p.y - c.x[1], p.z - c.x[2]};
        wrong_x += !(sqrt(vec3_dot(d, d)) < 1e-12);
        /* A step along n in the world leads nearer to the solid by as much. */
        struct random_mesh stepped = m;
        for (int i = 0; i < RANDOM_NODES; i++)
            for (int k = 0; k < 3; k++) stepped.v[i][k] += h / g.t * c.n[k];
        stepped.mesh.v = (const double(*)[3])stepped.v;
        g.mesh = &stepped.mesh;
        const double nearer = before - phi_at(&g, triangle, w);
        if (fabs(after - 2 * before + earlier) < 1e-9) wrong_n += !(fabs(nearer / h - 1) < 1e-3);
        sdf_free(&sdf);
    }
    buf_free(&text);
    ok(!wrong_x, "the point of a contact is in the world (%ld wrong)", wrong_x);
    ok(!wrong_n, "the normal leads to the solid (%ld wrong)", wrong_n);
    ok(!wrong_speed && slow < 100, "the speed is that of phi (%ld wrong, %ld not smooth)", wrong_speed, slow);
    ok(!wrong_rest, "the rest is there, or as it was (%ld wrong)", wrong_rest);
}

int main(void)
{
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    test_all_known();
    test_nothing_left_out();
    test_details();
    ccdq_workspace_free(ws);
    return tap_done();
}
