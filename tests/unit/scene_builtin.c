/* Built-in shapes: their points and functions against their equations, what side their normals are on, and
 * whether their edges lie where two faces meet. */
#include "../../lib/gen/rng.h"
#include "../../lib/scene/orientation.h"
#include "scene_text.h"

/* ---- Parametric shapes against implicit ones ---- */

static const char *const both[] = {
    "sphere(1.5)",
    "ellipsoid(1, 2, 3)",
    "torus(2, 0.5)",
    "cone(1, 2)",
    "cylinder(1.5, 1)",
    "box(1, 2, 3)",
    "plane(2, 3)",
    "superquadric(1, 2, 1.5, 0.5, 1.5)",
    "superquadric(1, 1, 2, 1, 1)",
    "superquadric(2, 1, 1, 1.25, 0.25)",
};

static void read_both(struct scene *s, const char *shape)
{
    char text[200], implicit[100];
    snprintf(implicit, sizeof implicit, "%s", strncmp(shape, "plane", 5) ? shape : "plane()");
    snprintf(text, sizeof text, "body A = %s body B = implicit %s", shape, implicit);
    if (text_scene(s, text) != SCENE_FILE_SCENE) diag("%s: %s", text, text_message());
}

static void random_point(struct rng *rng, const struct scene_face *f, double x[3])
{
    x[0] = rng_real(rng, f->u.lo, f->u.hi);
    x[1] = rng_real(rng, f->v.lo, f->v.hi);
    x[2] = rng_unit(rng);
}

/* The function of the whole is 0 at each point of a face, and one leaf is. */
static bool on_surface(const struct scene *s, struct rng *rng, const struct scene_face *f)
{
    struct interval p[3], value[8];
    double x[4];
    random_point(rng, f, x);
    text_eval(&f->map, x, 3, p);
    for (int i = 0; i < 3; i++) x[i] = interval_middle(p[i]);
    x[3] = 0;
    const size_t n = s->body[1].map.outputs;
    text_eval(&s->body[1].map, x, n, value);
    int zeros = 0;
    for (size_t i = 1; i < n; i++) zeros += fabs(value[i].lo) < 1e-13 && fabs(value[i].hi) < 1e-13;
    bool inside = true;
    for (int i = 0; i < 3; i++) inside = inside && s->body[1].box[i].lo < x[i] && x[i] < s->body[1].box[i].hi;
    return fabs(value[0].lo) < 1e-13 && zeros > 0 && inside;
}

/* A point beside a face, on the side that its normal tells to be outside, is outside: the function there has
 * the sign of the step. */
static bool normal_is_right(const struct scene *s, struct rng *rng, const struct scene_face *f)
{
    double x[4], p[3][3], q[4] = {0};
    struct interval value[3], g;
    const double step = 1e-6;
    random_point(rng, f, x);
    for (int k = 0; k < 3; k++) {
        const double y[3] = {x[0] + (k == 1 ? step : 0), x[1] + (k == 2 ? step : 0), 0};
        text_eval(&f->map, y, 3, value);
        for (int i = 0; i < 3; i++) p[k][i] = interval_middle(value[i]);
    }
    double n[3], size = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = (p[1][j] - p[0][j]) * (p[2][k] - p[0][k]) - (p[1][k] - p[0][k]) * (p[2][j] - p[0][j]);
        size += n[i] * n[i];
    }
    const double far = (f->inward ? -1e-4 : 1e-4) / sqrt(size);
    for (int i = 0; i < 3; i++) q[i] = p[0][i] + far * n[i];
    text_eval(&s->body[1].map, q, 1, &g);
    if (!(g.lo > 0)) return false;
    for (int i = 0; i < 3; i++) q[i] = p[0][i] - far * n[i];
    text_eval(&s->body[1].map, q, 1, &g);
    return g.hi < 0;
}

/* The volume is positive, which is proven but of what has no bounds at its poles, and each edge has the same
 * side of both faces outside. */
static bool is_right(const struct scene_body *b)
{
    const struct scene_sign volume = scene_orientation(b, 0);
    const bool bounded = strcmp(b->face[0].name, "superquadric") != 0;
    bool right = !b->solid || (volume.sign == 1 && (volume.proven || !bounded));
    for (size_t i = 0; i < b->edges; i++) right = right && scene_edge_agrees(b, &b->edge[i]);
    return right;
}

static void test_both(const char *shape)
{
    struct scene s;
    int wrong = 0, flipped = 0;
    read_both(&s, shape);
    for (size_t i = 0; s.bodies && i < s.body[0].faces; i++)
        for (int k = 0; k < 200; k++) {
            struct rng rng = rng_at(i, (uint64_t)k);
            wrong += !on_surface(&s, &rng, &s.body[0].face[i]);
            flipped += s.body[0].solid && !normal_is_right(&s, &rng, &s.body[0].face[i]);
        }
    ok(s.bodies && wrong == 0, "%s: both forms are the same surface", shape);
    ok(s.bodies && is_right(&s.body[0]), "%s: its volume is positive", shape);
    ok(s.bodies && flipped == 0, "%s: normals are on the side that is said", shape);
    scene_free(&s);
}

/* ---- Boundary representations ---- */

/* The point of a face's border at a fraction of its length. */
static void border_point(const struct scene_face *f, unsigned border, double s, double p[3])
{
    const struct interval along = border < SCENE_V0 ? f->v : f->u;
    const struct interval across = border < SCENE_V0 ? f->u : f->v;
    const double at = border & 1 ? across.hi : across.lo, x = along.lo + s * (along.hi - along.lo);
    const double uvt[3] = {border < SCENE_V0 ? at : x, border < SCENE_V0 ? x : at, 0};
    struct interval value[3];
    text_eval(&f->map, uvt, 3, value);
    for (int i = 0; i < 3; i++) p[i] = interval_middle(value[i]);
}

static bool edges_fit(const struct scene_body *b)
{
    for (size_t i = 0; i < b->edges; i++) {
        const struct scene_edge *e = &b->edge[i];
        for (int k = 0; k <= 8 && e->other != SCENE_NO_FACE; k++) {
            const double s = k / 8.0;
            double p[3], q[3];
            border_point(&b->face[e->face], e->border, s, p);
            border_point(&b->face[e->other], e->other_border, e->reversed ? 1 - s : s, q);
            if (!(fabs(p[0] - q[0]) + fabs(p[1] - q[1]) + fabs(p[2] - q[2]) < 1e-14)) return false;
        }
    }
    return true;
}

/* No border is in two edges, and no two vertices are at one place. */
static bool pieces_differ(const struct scene_body *b)
{
    for (size_t i = 0; i < b->edges; i++)
        for (size_t j = 0; j < b->edges; j++) {
            const struct scene_edge *e = &b->edge[i], *f = &b->edge[j];
            if (i != j && e->face == f->face && e->border == f->border) return false;
            if (e->face == f->other && e->border == f->other_border) return false;
        }
    for (size_t i = 0; i < b->vertices; i++)
        for (size_t j = 0; j < i; j++) {
            const struct scene_vertex *v = &b->vertex[i], *w = &b->vertex[j];
            double p[3], q[3];
            border_point(&b->face[v->face], v->at_u1 ? SCENE_U1 : SCENE_U0, v->at_v1, p);
            border_point(&b->face[w->face], w->at_u1 ? SCENE_U1 : SCENE_U0, w->at_v1, q);
            if (fabs(p[0] - q[0]) + fabs(p[1] - q[1]) + fabs(p[2] - q[2]) < 1e-9) return false;
        }
    return true;
}

static void pieces_are(const char *shape, size_t faces, size_t edges, size_t vertices)
{
    struct scene s;
    char text[300];
    snprintf(text, sizeof text, "body A = %s body B = %s", shape, shape);
    if (text_scene(&s, text) != SCENE_FILE_SCENE) diag("%s", text_message());
    const struct scene_body *b = s.body;
    if (!ok(s.bodies && b->faces == faces && b->edges == edges && b->vertices == vertices && edges_fit(b) &&
                pieces_differ(b),
            "%s: %zu faces, %zu edges, %zu vertices, at their places", shape, faces, edges, vertices) &&
        s.bodies)
        diag("%zu, %zu, %zu", b->faces, b->edges, b->vertices);
    scene_free(&s);
}

/* ---- Others ---- */

static void test_bumpy(void)
{
    struct scene s;
    struct interval p[3];
    const double u = 0.3, v = 1.1, k = 2 * (1 + 0.25 * sin(3 * u) * sin(4 * v));
    text_scene(&s, "body A = bumpy(2, 0.25, 3, 4) body B = bumpy(2, 0.25, 3, 4)");
    text_eval(&s.body[0].face[0].map, (double[]){u, v, 0}, 3, p);
    ok(text_near(p[0], k * sin(v) * cos(u), 1e-14) && text_near(p[1], k * sin(v) * sin(u), 1e-14) &&
           text_near(p[2], k * cos(v), 1e-14),
       "a bumpy sphere's point");
    ok(is_right(&s.body[0]), "is that of its side");
    scene_free(&s);
}

static void test_orientation(void)
{
    static const struct {
        const char *surface;
        int sign;
    } cases[] = {
        {"u in [0, 2*pi] v in [0, pi] x = cos(u)*sin(v) y = sin(u)*sin(v) z = cos(v)", -1},
        {"u in [0, pi] v in [0, 2*pi] x = cos(v)*sin(u) y = sin(v)*sin(u) z = cos(u)", 1},
        {"u in [0, 2*pi] v in [0, 2*pi] x = (2 + cos(v))*cos(u) y = (2 + cos(v))*sin(u) z = sin(v)", 1},
        {"u in [0, 2*pi] v in [0, pi] x = 3 + cos(u)*sin(v) y = sin(u)*sin(v) z = cos(v)", -1},
        {"u in [0, 2*pi] v in [0, pi] x = (1 - t)*cos(u)*sin(v) y = sin(u)*sin(v) z = cos(v)", -1},
        {"u in [0, 2*pi] v in [0, pi] x = cos(u)*sin(v)/0 y = sin(u)*sin(v) z = cos(v)", 0},
        {"u in [0, 1] v in [0, 1] x = u y = v z = 0", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene s;
        char text[300];
        snprintf(text, sizeof text, "surface s { %s } body A = s body B = s", cases[i].surface);
        text_scene(&s, text);
        const struct scene_sign side = scene_orientation(&s.body[0], 0.5);
        ok(side.sign == cases[i].sign && side.proven == (side.sign != 0), "the side of %s is %d",
           cases[i].surface, cases[i].sign);
        scene_free(&s);
    }
}

static void test_boxes(void)
{
    struct scene s;
    text_scene(&s,
               "implicit a = union(sphere(1), moved { sphere(1) move (3*t, 0, 0) })\n"
               "implicit b = intersection(box(2, 2, 2), moved { box(4, 1, 1) turn axis (0, 0, 1) by pi/2 })\n"
               "implicit c = difference(sphere(1), plane())\n"
               "implicit d = moved { plane() move (0, 0, t) }\n"
               "body A = a body B = b body C = c body D = d body E = implicit plane() pair A B");
    const struct interval *a = s.body[0].box, *b = s.body[1].box, *c = s.body[2].box, *d = s.body[3].box;
    ok(a[0].lo == -1.0625 && a[0].hi >= 4.0625 && a[0].hi < 4.0626 && a[1].hi >= 1.0625,
       "the hull of boxes that move");
    ok(b[0].hi > 0.53 && b[0].hi < 0.532 && b[1].hi == 1.0625, "what boxes that are turned have in common");
    ok(c[0].hi == 1.0625 && c[2].lo == -1.0625, "a difference is looked at where its first shape is");
    ok(d[0].lo == -INFINITY && d[2].hi == INFINITY && s.body[4].box[1].hi == INFINITY, "no end stays none");
    scene_free(&s);
}

int main(void)
{
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) test_both(both[i]);
    pieces_are("sphere(1)", 1, 0, 0);
    pieces_are("torus(3, 1)", 1, 0, 0);
    pieces_are("cone(1, 2)", 2, 1, 1);
    pieces_are("cylinder(1, 2)", 3, 2, 0);
    pieces_are("plane(1, 2)", 1, 4, 4);
    pieces_are("box(1, 2, 3)", 6, 12, 8);
    test_bumpy();
    test_orientation();
    test_boxes();
    messages_free(&text_messages);
    return tap_done();
}
