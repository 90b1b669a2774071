/* What must not cost the method certified much: twisted solids, far from which the twist is wild, and near
 * which what moves across the axis is bounded well; the creases that a function has inside of a solid. */
#include "../sdf_text.h"
#include "../tap.h"

static struct ccdq_workspace *ws;

/* ---- Far ---- */

/* Random trees that 65,536 evaluations did not resolve: a twisted solid is scaled down, and the triangle
 * passes at many times its size. */
static void test_far(void)
{
    static const char *const ring =
        "{\"by\": 0.0625, \"scale\": {\"degrees_per_unit\": -63.6, \"twist\": {\"by\": 0.284, \"scale\": "
        "{\"torus\": "
        "{\"major\": 0.0207, \"minor\": 0.0122, \"center\": [-0.155, 0.5, -0.658], \"axis\": [-1, 0, 0]}}}}}";
    static const char *const parts = "{\"difference\": [{\"by\": 0.25, \"scale\": {\"degrees_per_unit\": "
                                     "-68.9, \"twist\": {\"smooth\": 0.125, "
                                     "\"difference\": [{\"rounded_box\": {\"radius\": 0.0156, \"size\": "
                                     "[0.0547, 0.539, 0.164], \"center\": [0.5, "
                                     "-0.664, 0]}}, {\"torus\": {\"major\": 0.0419, \"minor\": 0.0419, "
                                     "\"center\": [-0.0268, 0.681, -1], \"axis\": "
                                     "[0, -1, 0]}}]}}}, {\"by\": -0.375, \"offset\": {\"rounded_box\": "
                                     "{\"radius\": 0.125, \"size\": [0.438, 0.531, "
                                     "1.31], \"center\": [0.495, 1, -1]}}}]}";
    static const struct ccdq_sdf_query query[] = {
        {.end = 1,
         .x = {{1.579, 0.0848, 0.9079}, {1.951, -0.3576, 0.3819}, {1.615, -0.3934, 0.2378}},
         .v = {{-1.51, 0.5062, -0.1411}, {-1.58, 0.6936, -0.1411}, {-1.26, 0.5062, -0.1411}},
         .centre = {1.669, -0.3099, 0.6457},
         .spin = {2.011, -0.8484, 2.713},
         .solid_v = {0, 0.8704, 0},
         .solid_centre = {-0.0376, 0.8591, 0.0451},
         .solid_spin = {2.515, -1.6, 4.066}},
        {.end = 1,
         .x = {{-0.797, -0.4992, 1.956}, {-1.766, -1.263, 0.3696}, {-1.149, -0.814, 1.055}},
         .v = {{0.6446, 0.9602, -0.6836}, {1.313, 0.9602, -0.6836}, {0.8705, 0.9602, -0.1908}},
         .solid_v = {0.0064, 0.0277, -0.0779}},
        {.end = 1,
         .x = {{2.691, 1.232, -0.6877}, {1.364, 1.268, 0.857}, {2.391, 2.06, -0.2977}},
         .v = {{-2.242, -1.481, -0.6329}, {-2.242, -2.433, -1.519}, {-2.242, -1.481, -0.2844}},
         .centre = {1.92, 1.969, 0.0258},
         .spin = {-8.937, -8.683, 4.699},
         .solid_v = {0.0644, 0.2863, 0},
         .solid_centre = {-0.5384, -0.9222, -0.5997},
         .solid_spin = {1.758, 1.183, -3.094}},
    };
    for (int i = 0; i < 3; i++) {
        const struct ccdq_result r = solve_text(ws, i < 2 ? ring : parts, &query[i], i < 2 ? 1e-5 : 1e-4);
        ok(r.verdict == CCDQ_FREE && r.evals < 200,
           "far from a twisted solid, %d: free (verdict %d, %u evaluations)", i, r.verdict,
           (unsigned)r.evals);
    }
}

/* ---- Near ---- */

/* A twisted bar, and a triangle that lies flat and comes from the side, with a corner first or with an edge;
 * that comes from above; that comes from the side and turns. */
static void test_near(void)
{
    static const int rates[] = {90, 360, 1440, 14400};
    static const struct ccdq_sdf_query query[] = {
        {.end = 1, .x = {{1, 0.1, 0.2}, {1.3, -0.2, 0.2}, {1.3, 0.4, 0.2}}, .v = {{-1}, {-1}, {-1}}},
        {.end = 1, .x = {{1, -0.6, 0.2}, {1, 0.7, 0.2}, {1.3, 0.4, 0.2}}, .v = {{-1}, {-1}, {-1}}},
        {.end = 1,
         .x = {{0.1, 0, 1.2}, {0.5, 0.2, 1.5}, {-0.3, -0.2, 1.5}},
         .v = {{0, 0, -1}, {0, 0, -1}, {0, 0, -1}}},
        {.end = 1,
         .x = {{1, -0.3, -0.1}, {1, 0.3, 0.5}, {1.3, 0, 0.2}},
         .v = {{-1}, {-1}, {-1}},
         .centre = {1.1, 0, 0.2},
         .spin = {1, 2, 3}},
    };
    static const char *const from[] = {"the side", "the side, edge first", "above", "the side, turning"};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        char text[128];
        snprintf(text, sizeof text,
                 "{\"twist\": {\"box\": {\"size\": [0.8, 0.3, 1.6]}}, \"degrees_per_unit\": %d}", rates[i]);
        for (int k = 0; k < 4; k++) {
            const struct ccdq_result r = solve_text(ws, text, &query[k], 1e-6);
            ok(r.verdict == CCDQ_HIT && r.evals < 10000,
               "a bar of %d degrees a unit from %s: a hit (verdict %d, %u evaluations)", rates[i], from[k],
               r.verdict, (unsigned)r.evals);
        }
    }
}

/* ---- Creases ---- */

/* A cylinder that is made smaller by an offset, and a segment that turns: 65,536 evaluations did not resolve
 * it. */
static void test_creases(void)
{
    static const char *const text = "{\"by\": -0.0766, \"offset\": {\"cylinder\": {\"radius\": 1, \"from\": "
                                    "[0.0451, 0.0451, 0], \"to\": [-0.505, "
                                    "0.505, 0.771]}}}";
    static const struct ccdq_sdf_query query = {
        .end = 2,
        .x = {{-0.043756, 1.9463, 1.4458}, {1.3539, 0.36456, 0.50997}, {1.3539, 0.36456, 0.50997}},
        .v = {{-0.44028, -0.46516, -0.42122}, {-0.44028, -0.46516, -0.42122}, {-0.44028, -0.46516, -0.42122}},
        .centre = {-0.42779, -0.054737, 0.54508},
        .spin = {-0.84217, 2.6248, -2.7378},
        .solid_v = {0.20515, -0.069713, -0.10361},
        .solid_centre = {0.56195, 0.39388, -0.84187},
        .solid_spin = {-2.9427, 1.5277, 0.99028}};
    const struct ccdq_result r = solve_text(ws, text, &query, 1e-6);
    ok(r.verdict == CCDQ_HIT && r.evals < 2000, "a crease: a hit (verdict %d, %u evaluations)", r.verdict,
       (unsigned)r.evals);
}

/* Solids with edges made smaller by an offset: what is left has edges where faces of the distance from inside
 * meet, and a gradient between those of the faces is what proves the triangle free until it touches one. The
 * first four took 40,000 to 100,000 evaluations without that, the last one 145. */
static void test_edges(void)
{
    static const char *const cylinder =
        "{\"by\": -0.25, \"offset\": {\"cylinder\": {\"radius\": 1, \"from\": "
        "[0.158, 0.158, 0], \"to\": [0.505, 1.01, 0.505]}}}";
    static const char *const cone =
        "{\"by\": -0.25, \"offset\": {\"cone\": {\"radius\": 1.6, \"base\": [0.158, "
        "0.158, 0], \"apex\": [0.505, 1.01, 0.505]}}}";
    static const char *const box = "{\"by\": -0.25, \"offset\": {\"box\": {\"size\": [1.5, 1.1, 1.2]}}}";
    static const struct {
        const char *what, *solid;
        double lift, turn;
        unsigned most;
    } cases[] = {{"a cylinder", cylinder, 0, 0, 200},
                 {"a cylinder, turning", cylinder, 0, 1, 200},
                 {"a cone", cone, 0, 0, 200},
                 {"a cone, turning", cone, 0, 1, 200},
                 {"a box", box, -1.5, 0, 50}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double lift = cases[i].lift, turn = cases[i].turn;
        const struct ccdq_sdf_query query = {.end = 2,
                                             .x = {{0.764, 0.0554, -0.824 + lift},
                                                   {-0.621, 0.092, 0.685 + lift},
                                                   {-0.699, 1.53, -0.79 + lift}},
                                             .v = {{0.256, -0.0836, 0.323 - lift},
                                                   {0.295, -0.0853, 0.492 - lift},
                                                   {0.477, -0.104, 0.525 - lift}},
                                             .spin = {turn, -0.5 * turn, 0.3 * turn},
                                             .solid_spin = {0, 0, turn}};
        const struct ccdq_result r = solve_text(ws, cases[i].solid, &query, 1e-6);
        ok(r.verdict == CCDQ_HIT && r.evals < cases[i].most,
           "smaller by an offset, %s: a hit (verdict %d, %u evaluations)", cases[i].what, r.verdict,
           (unsigned)r.evals);
    }
}

int main(void)
{
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    test_far();
    test_near();
    test_creases();
    test_edges();
    ccdq_workspace_free(ws);
    return tap_done();
}
