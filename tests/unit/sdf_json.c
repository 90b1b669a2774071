/* Scenes as JSON: what is read, and what is refused with which words at which place. */
#include "../../formats/sdf-json.h"
#include "../tap.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct messages messages;
static struct buf roots; /* of what was read last */

static bool read_text(struct sdf *sdf, const char *text)
{
    messages.text.n = messages.count = 0;
    *sdf = (struct sdf){0};
    roots.n = 0;
    return sdf_json_read(sdf, &roots, "s.json", text, strlen(text), &messages);
}

static void refused(const char *text, const char *expected)
{
    struct sdf sdf;
    char got[400];
    const bool good = read_text(&sdf, text);
    snprintf(got, sizeof got, "%.*s", (int)messages.text.n,
             messages.text.n ? (const char *)messages.text.p : "");
    got[strcspn(got, "\n")] = 0;
    char wanted[400];
    snprintf(wanted, sizeof wanted, "s.json: line %s", expected);
    if (!ok(!good && messages.count == 1 && !strcmp(got, wanted), "%s", expected)) diag("%s", got);
    sdf_free(&sdf);
}

static void value_is(const char *name, const char *text, struct vec3 p, double expected)
{
    struct sdf sdf;
    const bool good = read_text(&sdf, text);
    if (!good) diag("%.*s", (int)messages.text.n, (const char *)messages.text.p);
    const struct interval x = good ? sdf_over_ball(&sdf, sdf.nodes - 1, p, 0) : (struct interval){1, -1};
    ok(x.lo <= expected && expected <= x.hi && x.hi - x.lo < 1e-13, "%s", name);
    sdf_free(&sdf);
}

static void test_refusals(void)
{
    refused("", "1, column 1: the file ends too early");
    refused("{\"sphere\": {\"radius\": 1}", "1, column 25: the file ends too early");
    refused("{\"sphere\":\n  {\"radius\": 1,}}", "2, column 16: a string is expected here");
    refused("{\"sphere\": {\"radius\": NaN}}", "1, column 23: a value is expected here");
    refused("[]", "1, column 1: an object such as {\"sphere\": {...}} is expected here");
    refused("{}", "1, column 1: an object without a solid");
    refused("{\"comment\": \"nothing\"}", "1, column 1: an object without a solid");
    refused("{\"sphre\": {\"radius\": 1}}", "1, column 11: an unknown node: \"sphre\"");
    refused("{\"a\\u001bb\": 1}", "1, column 14: an unknown node: \"a?b\"");
    refused("{\"sphere\": {\"radius\": 1}, \"box\": {}}", "1, column 34: \"box\" beside \"sphere\"");
    refused("{\"sphere\": 1}", "1, column 12: \"sphere\" needs an object {...}");
    refused("{\"sphere\": {\"radius\": 1,\n \"colour\": 3}}", "2, column 12: \"sphere\" has no \"colour\"");
    refused("{\"sphere\": {}}", "1, column 12: \"sphere\" lacks \"radius\"");
    refused("{\"sphere\": {\"radius\": 1, \"radius\": 2}}",
            "1, column 36: a second \"radius\" in \"sphere\"");
    refused("{\"sphere\": {\"radius\": 0}}", "1, column 23: this must be above 0");
    refused("{\"sphere\": {\"radius\": -1}}", "1, column 23: this must be above 0");
    refused("{\"sphere\": {\"radius\": 1e-61}}", "1, column 23: a number below 1e-60");
    refused("{\"sphere\": {\"radius\": 1e999}}", "1, column 23: a number beyond 1e60");
    refused("{\"sphere\": {\"radius\": \"1\"}}", "1, column 23: a number is expected here");
    refused("{\"sphere\": {\"radius\": 1, \"center\": [1, 2]}}",
            "1, column 36: 3 numbers [...] are expected here");
    refused("{\"sphere\": {\"radius\": 1, \"center\": [1, 2, 3, 4]}}",
            "1, column 36: 3 numbers [...] are expected here");
    refused("{\"sphere\": {\"radius\": 1, \"center\": [1, 2, null]}}",
            "1, column 43: a number is expected here");
    refused("{\"box\": {\"size\": [1, 0, 1]}}", "1, column 22: this must be above 0");
    refused("{\"rounded_box\": {\"size\": [1, 2, 3], \"radius\": 0.5}}",
            "1, column 47: the radius is not below half of each side");
    refused("{\"capsule\": {\"from\": [1, 2, 3], \"to\": [1, 2, 3], \"radius\": 1}}",
            "1, column 39: both ends are at the same place");
    refused("{\"plane\": {\"normal\": [0, 0, 0]}}", "1, column 22: the direction has no length");
    refused("{\"torus\": {\"major\": 1, \"minor\": 1.5}}", "1, column 11: a tube wider than its ring");
    refused("{\"union\": []}", "1, column 11: \"union\" needs a list [...] of one solid or more");
    refused("{\"union\": {}}", "1, column 11: \"union\" needs a list [...] of one solid or more");
    refused("{\"difference\": [{\"sphere\": {\"radius\": 1}},\n {\"cube\": 1}]}",
            "2, column 11: an unknown node: \"cube\"");
    refused("{\"union\": [{\"sphere\": {\"radius\": 1}}], \"smooth\": -1}",
            "1, column 50: this must be above 0");
    refused("{\"offset\": {\"sphere\": {\"radius\": 1}}}", "1, column 1: \"offset\" lacks \"by\"");
    refused("{\"shell\": {\"sphere\": {\"radius\": 1}}, \"thickness\": 0}",
            "1, column 51: this must be above 0");
    refused("{\"scale\": {\"sphere\": {\"radius\": 1}}, \"by\": [1, 1, -1]}",
            "1, column 51: this must be above 0");
    refused("{\"rotate\": {\"sphere\": {\"radius\": 1}}, \"degrees\": 1, \"axis\": [0, 0, 0]}",
            "1, column 61: the direction has no length");
}

/* A chain of this many offsets around a sphere. */
static char *deep(int n)
{
    struct buf b = {0};
    for (int i = 0; i < n; i++) buf_printf(&b, "{\"by\": 0, \"offset\": ");
    buf_printf(&b, "{\"sphere\": {\"radius\": 1}}");
    for (int i = 0; i < n; i++) buf_printf(&b, "}");
    buf_add(&b, "", 1);
    return (char *)b.p;
}

static void test_depth(void)
{
    struct sdf sdf;
    char *good = deep(190), *bad = deep(5000);
    ok(read_text(&sdf, good) && sdf.node[sdf.nodes - 1].depth == 191, "190 nodes in each other are read");
    sdf_free(&sdf);
    ok(!read_text(&sdf, bad) && messages.count == 1, "5,000 nodes in each other are refused");
    sdf_free(&sdf);
    free(good);
    free(bad);
    const struct interval size[3] = {{1, 1}, {0, 0}, {0, 0}};
    size_t index = sdf_add_primitive(&sdf, SDF_SPHERE, size), n = 1;
    for (; index != SDF_NONE; n += index != SDF_NONE) index = sdf_add_changed(&sdf, SDF_COMPLEMENT, 0, index);
    ok(n == SDF_DEPTH && sdf.problem && sdf.nodes == n, "the tree has a limit of its own");
    sdf_free(&sdf);
}

static void test_wide(void)
{
    struct buf b = {0};
    buf_printf(&b, "{\"union\": [");
    for (int i = 0; i < 20000; i++)
        buf_printf(&b, "%s{\"sphere\": {\"radius\": 1, \"center\": [%d, 0, 0]}}", i ? "," : "", 4 * i);
    buf_printf(&b, "]}");
    buf_add(&b, "", 1);
    value_is("a union of 20,000 spheres", (const char *)b.p, (struct vec3){40002, 0, 0}, 1);
    buf_free(&b);
}

static void test_facts(void)
{
    struct sdf sdf;
    ok(read_text(&sdf, "{\"comment\": \"c\", \"intersection\": [{\"box\": {\"size\": [2, 2, 2]}},"
                       "{\"sphere\": {\"radius\": 1, \"comment\": 3}}], \"smooth\": 0.1}"),
       "comments are passed over");
    ok(sdf.node[sdf.nodes - 1].convex && sdf.node[sdf.nodes - 1].lipschitz == 1,
       "a blend of convex solids is convex");
    sdf_free(&sdf);
    ok(read_text(&sdf, "{\"twist\": {\"box\": {\"size\": [2, 2, 2]}}, \"degrees_per_unit\": 90}"),
       "a twist is read");
    ok(sdf.node[sdf.nodes - 1].lipschitz == INFINITY && !sdf.node[sdf.nodes - 1].convex,
       "a twist has no constant");
    const double near = sdf_lipschitz(&sdf, sdf.nodes - 1, (struct vec3){0, 0, 0}, 1);
    ok(near > 2.05 && near < 2.06, "but one near a point: (s + sqrt(s s + 4)) / 2 with s = pi / 2");
    const struct sdf_box box = sdf_box(&sdf, sdf.nodes - 1, 0);
    ok(box.x[0].hi >= sqrt(2) && box.x[0].hi < 1.415 && box.x[2].hi == 1 && box.x[2].lo == -1, "and a box");
    sdf_free(&sdf);
    ok(read_text(&sdf, "{\"scale\": {\"sphere\": {\"radius\": 1}}, \"by\": [1, 2, 4]}") &&
           sdf.node[sdf.nodes - 1].lipschitz == 1 && sdf.node[sdf.nodes - 1].convex,
       "a scaled sphere is convex and has the constant 1");
    sdf_free(&sdf);
    ok(read_text(&sdf, "{\"translate\": {\"torus\": {\"major\": 2, \"minor\": 1}}, \"by\": [0, 0, 0]}") &&
           sdf.nodes == 1,
       "maps that change nothing are left out");
    sdf_free(&sdf);
}

static void test_turns(void)
{
    value_is("a quarter turn about z takes x to y",
             "{\"rotate\": {\"sphere\": {\"radius\": 1, \"center\": [3, 0, 0]}}, \"axis\": [0, 0, 2], "
             "\"degrees\": 90}",
             (struct vec3){0, 3, 0}, -1);
    value_is("a twist turns what is above the same way",
             "{\"twist\": {\"capsule\": {\"from\": [3, 0, 0], \"to\": [3, 0, 2], \"radius\": 1}}, "
             "\"degrees_per_unit\": 90}",
             (struct vec3){0, 3, 1}, -1);
    value_is("a cone's apex", "{\"cone\": {\"base\": [1, 0, 0], \"apex\": [0, 0, 0], \"radius\": 1}}",
             (struct vec3){-2, 0, 0}, 2);
    value_is("a plane's normal points out", "{\"plane\": {\"normal\": [0, -2, 0], \"point\": [5, 1, 5]}}",
             (struct vec3){9, -1, 9}, 2);
    value_is("scaling each axis", "{\"scale\": {\"sphere\": {\"radius\": 1}}, \"by\": [1, 2, 4]}",
             (struct vec3){0, 0, 8}, 1);
}

/* The right child's matrix first, then the root's: (x, y, z) -> (x + 1, y, z) -> its y up by 0.25. */
static const char lp_scene[] =
    "{\"aabb_min\": [-2, -2, -2], \"aabb_max\": [2, 2, 2], \"nodeType\": \"binaryOperator\",\n"
    "\"blendMode\": \"sub\", \"blendRadius\": 0.5, \"matrix\": [1, 0, 0, 0, 0, 1, 0, 0.25, 0, 0, 1, 0],\n"
    "\"leftChild\": {\"nodeType\": \"primitive\", \"matrix\": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],\n"
    "  \"primitiveType\": \"sphere\", \"radius\": 1, \"round_x\": 0, \"round_y\": 0, \"color\": [1, 0, 0]},\n"
    "\"rightChild\": {\"nodeType\": \"primitive\", \"matrix\": [0, 2, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0],\n"
    "  \"primitiveType\": \"%s\", \"height\": 2, \"radius\": 0.5, \"round_x\": %s, \"sides\": [1, 2, 1]}}";

static char *lp_text(const char *type, const char *round)
{
    struct buf b = {0};
    buf_printf(&b, lp_scene, type, round);
    buf_add(&b, "", 1);
    return (char *)b.p;
}

/* a blended out by -b, from its definition */
static double blended(double a, double b)
{
    const double m = fmax(0.5 - fabs(a + b), 0);
    return fmax(a, -b) + m * m * 0.25 / 0.5;
}

static void test_lipschitz_pruning(void)
{
    const struct vec3 p = {0.25, 0.5, 0.125};
    /* to the sphere (0.25, 0.75, 0.125); to the solid (2 y, x + 1, z) and up: (1, 1.5, 0.125) */
    const double sphere = sqrt(0.0625 + 0.5625 + 0.015625) - 1, rho = sqrt(1 + 0.015625);
    const double cylinder = sqrt((rho - 0.5) * (rho - 0.5) + 0.25), box = sqrt(0.25 + 0.25);
    const double cone = sqrt(rho * rho + 0.25); /* the apex is nearest */
    char *text = lp_text("cylinder", "0");
    value_is("a scene of LipschitzPruning: sphere without cylinder", text, p, blended(sphere, cylinder));
    free(text);
    text = lp_text("box", "0");
    value_is("a box of it", text, p, blended(sphere, box));
    free(text);
    text = lp_text("cone", "0");
    value_is("a cone of it", text, p, blended(sphere, cone));
    free(text);
    text = lp_text("box", "0.1");
    refused(text, "6, column 66: a \"round_x\" other than 0 is not supported");
    free(text);
    text = lp_text("torus", "0");
    refused(text, "6, column 20: an unknown \"primitiveType\": \"torus\"");
    free(text);
    refused("{\"nodeType\": \"leaf\"}", "1, column 14: no known \"nodeType\": \"leaf\"");
    refused("{\"nodeType\": \"primitive\", \"primitiveType\": \"cone\", \"radius\": 1,\n\"matrix\": "
            "[1,0,0,0,0,1,0,0,0,0,1,0]}",
            "1, column 1: \"cone\" lacks \"height\"");
}

/* Is tree i of the file a sphere of this radius? */
static bool is_sphere(const struct sdf *sdf, size_t i, double radius)
{
    const size_t root = ((const size_t *)roots.p)[i];
    const struct interval x = sdf_over_ball(sdf, root, (struct vec3){0, 0, 0}, 0);
    return x.lo <= -radius && -radius <= x.hi && x.hi - x.lo < 1e-13;
}

static void test_several(void)
{
    struct sdf sdf;
    ok(read_text(&sdf, "{\"sphere\": {\"radius\": 1}}") && roots.n == sizeof(size_t) && is_sphere(&sdf, 0, 1),
       "one tree has one root");
    sdf_free(&sdf);
    ok(read_text(&sdf, "{\"comment\": \"three\", \"solids\": [{\"sphere\": {\"radius\": 1}},\n"
                       "{\"union\": [{\"sphere\": {\"radius\": 2}}, {\"sphere\": {\"radius\": 3}}]},\n"
                       "{\"nodeType\": \"primitive\", \"primitiveType\": \"sphere\", \"radius\": 4,\n"
                       "\"matrix\": [1,0,0,0,0,1,0,0,0,0,1,0]}]}") &&
           roots.n == 3 * sizeof(size_t) && is_sphere(&sdf, 0, 1) && is_sphere(&sdf, 1, 3) &&
           is_sphere(&sdf, 2, 4),
       "a list of solids has a root each, one of LipschitzPruning among them");
    sdf_free(&sdf);
    refused("{\"solids\": []}", "1, column 12: \"solids\" needs a list [...] of one solid or more");
    refused("{\"solids\": {\"sphere\": {\"radius\": 1}}}",
            "1, column 12: \"solids\" needs a list [...] of one solid or more");
    refused("{\"solids\": [{\"sphere\": {\"radius\": 1}}], \"box\": {}}",
            "1, column 48: \"solids\" has no \"box\"");
    refused("{\"solids\": [{\"sphere\": {\"radius\": 1}}, 2]}",
            "1, column 40: an object such as {\"sphere\": {...}} is expected here");
    refused("{\"offset\": {\"solids\": [{\"sphere\": {\"radius\": 1}}]}, \"by\": 1}",
            "1, column 23: an unknown node: \"solids\"");
    refused("{\"solids\": [{\"solids\": [{\"sphere\": {\"radius\": 1}}]}]}",
            "1, column 24: an unknown node: \"solids\"");
}

/* The text goes through the command, which writes the file. */
static bool read_written(struct sdf *sdf, const char *path, const char *command, const char *text)
{
    FILE *f = popen(command, "w");
    if (!f || fputs(text, f) < 0 || pclose(f)) abort();
    messages.text.n = messages.count = roots.n = 0;
    *sdf = (struct sdf){0};
    return sdf_file_read(sdf, &roots, path, &messages);
}

static void test_files(void)
{
    char path[] = "/tmp/ccdq-test-XXXXXX", plain[64], zipped[64], expected[100];
    const int fd = mkstemp(path);
    struct sdf sdf;
    if (fd < 0) abort();
    snprintf(plain, sizeof plain, "cat >%s", path);
    snprintf(zipped, sizeof zipped, "gzip >%s", path);
    ok(read_written(&sdf, path, plain, "{\"sphere\": {\"radius\": 2}}") && is_sphere(&sdf, 0, 2), "a file");
    sdf_free(&sdf);
    ok(read_written(&sdf, path, zipped, "{\"sphere\": {\"radius\": 2}}") && is_sphere(&sdf, 0, 2), "gzip'd");
    sdf_free(&sdf);
    snprintf(expected, sizeof expected, "%s: line 2, column 1: ", path);
    ok(!read_written(&sdf, path, zipped, "{\"sphere\": {\"radius\": 2}\n") && messages.count == 1 &&
           !strncmp((char *)messages.text.p, expected, strlen(expected)),
       "one that is cut");
    sdf_free(&sdf);
    unlink(path);
    close(fd);
    messages.text.n = messages.count = 0;
    ok(!sdf_file_read(&sdf, &roots, path, &messages) && messages.count == 1, "none");
}

int main(void)
{
    test_several();
    test_files();
    test_refusals();
    test_depth();
    test_wide();
    test_facts();
    test_turns();
    test_lipschitz_pruning();
    messages_free(&messages);
    buf_free(&roots);
    return tap_done();
}
