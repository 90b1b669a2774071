/* Bodies of Bezier patches and NURBS: their points against other algorithms, their edges where they are
 * known.
 */
#include "../../lib/gen/rng.h"
#include "../../lib/scene/patches.h"
#include "scene_text.h"
#include <unistd.h>

/* ---- Splines against the recursion of de Boor, Cox and Mansfield ---- */

/* The basis function i of degree p at x, which is no knot. */
static double basis(const double *t, size_t i, unsigned p, double x)
{
    if (p == 0) return t[i] <= x && x < t[i + 1];
    double sum = 0;
    if (t[i + p] > t[i]) sum += (x - t[i]) / (t[i + p] - t[i]) * basis(t, i, p - 1, x);
    if (t[i + p + 1] > t[i + 1])
        sum += (t[i + p + 1] - x) / (t[i + p + 1] - t[i + 1]) * basis(t, i + 1, p - 1, x);
    return sum;
}

/* The spline's point from its basis functions. */
static void spline_point(const struct scene_spline *s, double u, double v, double x[3])
{
    double sum[4] = {0};
    for (size_t j = 0; j < s->points[1]; j++)
        for (size_t i = 0; i < s->points[0]; i++) {
            const double b = basis(s->knot[0], i, s->degree[0], u) * basis(s->knot[1], j, s->degree[1], v);
            for (int k = 0; k < 4; k++) sum[k] += b * s->point[j * s->points[0] + i][k];
        }
    for (int k = 0; k < 3; k++) x[k] = sum[k] / sum[3];
}

/* A patch's point by Bernstein polynomials. */
static void patch_point(const struct scene_patch *p, double u, double v, double x[3])
{
    double sum[4] = {0}, bu = pow(1 - u, p->m);
    for (unsigned i = 0; i <= p->m; i++) {
        double bv = pow(1 - v, p->n);
        for (unsigned j = 0; j <= p->n; j++) {
            const double *c = p->point[i * (p->n + 1) + j], b = bu * bv * c[3];
            for (int k = 0; k < 3; k++) sum[k] += b * c[k];
            sum[3] += b;
            bv *= (p->n - j) * v / ((j + 1) * (1 - v));
        }
        bu *= (p->m - i) * u / ((i + 1) * (1 - u));
    }
    for (int k = 0; k < 3; k++) x[k] = sum[k] / sum[3];
}

enum { SPANS = 4, DEGREE = 4, KNOTS = SPANS * DEGREE + 2 * DEGREE + 2 };

/* Random knots, of which some are multiple and the ends are or are not; how many points they ask for. */
static size_t random_knots(struct rng *rng, unsigned p, double *t)
{
    const bool clamped = rng_below(rng, 2);
    size_t n = 0;
    double x = 0;
    for (unsigned i = 0; i <= p; i++) t[n++] = clamped ? 0 : (x += (double)rng_int(rng, 1, 4) / 4);
    for (unsigned spans = rng_below(rng, SPANS); spans > 0; spans--) {
        x += (double)rng_int(rng, 1, 4) / 4;
        for (unsigned times = 1 + rng_below(rng, p + 1); times > 0 && n < KNOTS - p - 2; times--) t[n++] = x;
    }
    x += 1;
    for (unsigned i = 0; i <= p; i++) t[n++] = clamped ? x : (x += 0.5);
    return n - p - 1;
}

/* The patch that holds u and v, and where in it they are: spans that are not empty, u slowest. */
static size_t locate(const struct scene_spline *s, const double uv[2], double local[2])
{
    size_t index[2] = {0}, spans[2] = {0};
    for (int d = 0; d < 2; d++)
        for (size_t i = s->degree[d]; i < s->points[d]; i++) {
            const double lo = s->knot[d][i], hi = s->knot[d][i + 1];
            if (!(lo < hi)) continue;
            if (lo <= uv[d] && uv[d] < hi) {
                index[d] = spans[d];
                local[d] = (uv[d] - lo) / (hi - lo);
            }
            spans[d]++;
        }
    return index[0] * spans[1] + index[1];
}

static bool random_spline(struct rng *rng)
{
    double knot[2][KNOTS + DEGREE + 2], (*point)[4] = NULL;
    struct scene_spline s = {.knot = {knot[0], knot[1]}};
    struct scene_patch *patch = NULL;
    size_t patches = 0;
    bool good = true;
    for (int d = 0; d < 2; d++) {
        s.degree[d] = 1 + rng_below(rng, DEGREE);
        s.points[d] = random_knots(rng, s.degree[d], knot[d]);
    }
    point = malloc(s.points[0] * s.points[1] * sizeof *point);
    for (size_t i = 0; i < s.points[0] * s.points[1]; i++) {
        point[i][3] = 0.5 + rng_unit(rng);
        for (int k = 0; k < 3; k++) point[i][k] = point[i][3] * rng_real(rng, -1, 1);
    }
    s.point = (const double(*)[4])point;
    good = spline_patches(&s, &patch, &patches);
    for (int n = 0; n < 8 && good; n++) {
        double uv[2], local[2] = {0}, x[3], y[3];
        for (int d = 0; d < 2; d++) uv[d] = rng_real(rng, knot[d][s.degree[d]], knot[d][s.points[d]]);
        const size_t i = locate(&s, uv, local);
        good = i < patches;
        spline_point(&s, uv[0], uv[1], x);
        if (good) patch_point(&patch[i], local[0], local[1], y);
        for (int k = 0; k < 3 && good; k++) good = fabs(x[k] - y[k]) < 1e-12;
    }
    for (size_t i = 0; i < patches; i++) free(patch[i].point);
    free(patch);
    free(point);
    return good;
}

/* ---- Files ---- */

static char folder[] = "/tmp/ccdq-patches-XXXXXX", path[300];

/* The shape of a body from a file of this text; free the scene. */
static const struct scene_body *from_file(struct scene *scene, const char *kind, const char *text)
{
    char scene_text[400];
    FILE *f = fopen(path, "w");
    if (f) fputs(text, f);
    if (!f || fclose(f) != 0) diag("cannot write %s", path);
    snprintf(scene_text, sizeof scene_text, "body A = %s(\"%s\") body B = sphere(1)", kind, path);
    if (text_scene(scene, scene_text) != SCENE_FILE_SCENE) diag("%s", text_message());
    return scene->body;
}

static void pieces_are(const char *name, const char *kind, const char *text, size_t faces, size_t edges,
                       size_t open, size_t vertices)
{
    struct scene s;
    size_t alone = 0;
    const struct scene_body *b = from_file(&s, kind, text);
    for (size_t i = 0; b && i < b->edges; i++) alone += b->edge[i].other == SCENE_NO_FACE;
    if (!ok(b && !b->solid && b->faces == faces && b->edges == edges && alone == open &&
                b->vertices == vertices,
            "%s: %zu faces, %zu edges, %zu of them open, %zu vertices", name, faces, edges, open, vertices) &&
        b)
        diag("%zu, %zu, %zu, %zu", b->faces, b->edges, alone, b->vertices);
    scene_free(&s);
}

/* Two squares side by side; the second one flat, folded up, or folded back, and with its v the other way. */
static const char flat[] = "2\n1 1\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n1 1\n1 0 0\n1 1 0\n2 0 0\n2 1 0\n";
static const char turned[] = "2\n1 1\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n1 1\n1 1 0\n1 0 0\n2 1 0\n2 0 0\n";
static const char folded[] = "2\n1 1\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n1 1\n1 1 0\n1 0 0\n2 1 1\n2 0 1\n";
static const char back[] = "2\n1 1\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n1 1\n1 0 0\n1 1 0\n0 0 0\n0 1 0\n";
static const char nearly[] = "2\n1 1\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n1 1\n1 0 0\n1 1 0\n2 0 0\n2 1 1e-8\n";
static const char triangle[] = "1\n1 1\n0 0 0\n0 0 0\n1 0 0\n1 1 0\n";

#define GISMO(knots, weights, points)                                                                        \
    "<?xml version=\"1.0\"?>\n<xml><Geometry type=\"TensorNurbs2\"><Basis "                                  \
    "type=\"TensorNurbsBasis2\"><Basis>\n"                                                                   \
    "<Basis><KnotVector degree=\"2\">" knots "</KnotVector></Basis>\n"                                       \
    "<Basis><KnotVector degree=\"1\">0 0 1 1</KnotVector></Basis>\n"                                         \
    "</Basis><weights>" weights "</weights></Basis><coefs geoDim=\"3\">" points "</coefs></Geometry></xml>"
#define H "0.7071067811865476"
/* A cylinder of radius 1 and height 2, a quarter a span. */
static const char cylinder[] =
    GISMO("0 0 0 1 1 2 2 3 3 4 4 4", "1 " H " 1 " H " 1 " H " 1 " H " 1 1 " H " 1 " H " 1 " H " 1 " H " 1",
          "1 0 0 1 1 0 0 1 0 -1 1 0 -1 0 0 -1 -1 0 0 -1 0 1 -1 0 1 0 0 "
          "1 0 2 1 1 2 0 1 2 -1 1 2 -1 0 2 -1 -1 2 0 -1 2 1 -1 2 1 0 2");

static void test_files(void)
{
    struct scene s;
    struct interval x[3];
    if (!ok(mkdtemp(folder) != NULL, "a folder for models")) return;
    snprintf(path, sizeof path, "%s/model", folder);
    pieces_are("flat", "bezier", flat, 2, 6, 6, 6);
    pieces_are("the other way", "bezier", turned, 2, 6, 6, 6);
    pieces_are("folded", "bezier", folded, 2, 7, 6, 6);
    pieces_are("folded back", "bezier", back, 2, 4, 0, 4);
    pieces_are("nearly flat", "bezier", nearly, 2, 7, 6, 6);
    pieces_are("a border that is a point", "bezier", triangle, 1, 3, 3, 3);
    pieces_are("a cylinder", "nurbs", cylinder, 4, 8, 8, 8);
    const struct scene_body *b = from_file(&s, "bezier", folded);
    ok(b && b->edge[0].reversed + b->edge[1].reversed + b->edge[2].reversed + b->edge[3].reversed +
                    b->edge[4].reversed + b->edge[5].reversed + b->edge[6].reversed ==
                1,
       "the edge between them is reversed");
    scene_free(&s);
    b = from_file(&s, "nurbs", cylinder);
    bool good = b != NULL;
    for (int i = 0; i < 100 && good; i++) {
        struct rng rng = rng_at(5, (uint64_t)i);
        const double u = rng_unit(&rng), v = rng_unit(&rng);
        text_eval(&b->face[i % 4].map, (double[]){u, v, 0}, 3, x);
        const double r = hypot(interval_middle(x[0]), interval_middle(x[1]));
        good = fabs(r - 1) < 1e-14 && text_near(x[2], 2 * v, 1e-14);
    }
    ok(good, "a NURBS cylinder is round");
    scene_free(&s);
    b = from_file(&s, "bezier", "1\n2 1\n0 0 0\n1 0 0\n0 1 2\n1 1 4\n0 2 8\n1 2 16\n");
    const double u = 0.25, v = 0.75, a = (1 - u) * (1 - u), c = 2 * u * (1 - u), d = u * u;
    if (b) text_eval(&b->face[0].map, (double[]){u, v, 0}, 3, x);
    ok(b && text_near(x[0], v, 1e-14) && text_near(x[1], 2 * u, 1e-14) &&
           text_near(x[2], (1 - v) * (c * 2 + d * 8) + v * (c * 4 + d * 16) + 0 * a, 1e-14),
       "the points of a patch: rows of one u");
    scene_free(&s);
    unlink(path);
    ok(rmdir(folder) == 0, "the folder is as it was");
}

int main(void)
{
    const int n = getenv("CCDQ_LONG") ? 20000 : 500;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        struct rng rng = rng_at(4, (uint64_t)i);
        if (!random_spline(&rng) && wrong++ == 0) diag("spline %d", i);
    }
    ok(wrong == 0, "%d random splines are the same as patches", n);
    test_files();
    messages_free(&text_messages);
    return tap_done();
}
