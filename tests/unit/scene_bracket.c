/* The bracket of the first contact of two bodies: what it proves never passes the contact, and comes as near
 * as it is asked to; and what it finds behind a contact is one. Scenes with contacts in closed form. */
#include "../../formats/scene-file.h"
#include "../../lib/gen/rng.h"
#include "../../lib/scene/bracket.h"
#include "../tap.h"
#include <stdlib.h>
#include <string.h>

static bool read_scene(const char *text, struct scene *scene)
{
    struct messages messages = {0};
    struct scene_file *file = scene_file_of("scene", text, strlen(text));
    const bool good = file && scene_file_next(file, scene, &messages) == SCENE_FILE_SCENE;
    if (!good) diag("%.*s", (int)messages.text.n, (const char *)messages.text.p);
    messages_free(&messages);
    scene_file_close(file);
    return good;
}

static bool ask(const char *text, double until, uint64_t looks, struct bracket_answer *answer)
{
    struct scene scene = {0};
    const bool good = read_scene(text, &scene) && bracket_pair(&scene, 0, until, looks, answer);
    scene_free(&scene);
    return good;
}

/* The contact is at the time t, to all digits that the text has. */
static void at_time(const char *name, const char *text, double t)
{
    const double slack = 1e-3, exact = 1e-12;
    struct bracket_answer a;
    uint64_t looks = 0;
    bool good = ask(text, t - slack, BRACKET_LOOKS, &a);
    looks = a.looks;
    ok(good && a.proven == INFINITY && a.contact == INFINITY, "%s: none until just before it (%g, %ju looks)",
       name, a.proven, (uintmax_t)a.looks);
    good = ask(text, t - exact, 2000, &a);
    ok(good && a.contact == INFINITY, "%s: and no witness", name);
    good = ask(text, t + slack, BRACKET_LOOKS, &a);
    ok(good && a.proven <= t + exact && a.contact >= t - exact && a.contact <= t + slack,
       "%s: one is found just behind it: at %.9g (%.9g proven, %ju and %ju looks)", name, a.contact, a.proven,
       (uintmax_t)looks, (uintmax_t)a.looks);
    good = ask(text, t + 0.3, BRACKET_LOOKS, &a);
    ok(good && a.proven <= t + exact && a.contact >= t - exact && a.contact <= t + 0.3,
       "%s: or far behind it: at %.9g (%ju looks)", name, a.contact, (uintmax_t)a.looks);
}

static const struct {
    const char *name, *text;
    double t;
} known[] = {
    {"spheres", "body A = sphere(1) body B = sphere(0.5) move (0.3, 0.4, 3 - 4*t)",
     (3 - 1.4142135623730951) / 4},
    {"a sphere and a plate", "body A = sphere(0.5) move (0, 0.1, 2 - 3*t) body B = plane(4, 4)", 0.5},
    {"a sphere and an edge", "body A = sphere(0.5) move (0, 2.3, 2 - 3*t) body B = plane(4, 4)",
     (2 - 0.4) / 3},
    {"tori in line",
     "body A = torus(1, 0.2) body B = torus(1, 0.2) turn axis (0, 0, 1) by 3*t move (0, 0, 1.4 - 2*t)", 0.5},
    {"implicit spheres", "body A = implicit sphere(1) body B = implicit sphere(0.5) move (0.3, 0.4, 3 - 4*t)",
     (3 - 1.4142135623730951) / 4},
    {"a sphere and an implicit one",
     "body A = sphere(1) body B = implicit sphere(0.5) move (0.3, 0.4, 3 - 4*t)",
     (3 - 1.4142135623730951) / 4},
    {"an implicit torus on a plane",
     "body A = implicit torus(1, 0.25) turn axis (1, 0, 0) by pi/2 move (0, 0, 2.25 - 2*t) body B = implicit "
     "plane()",
     0.5},
    {"boxes, corner on face",
     "body A = box(1, 1, 1) turn axis (1, 0, 0) by pi/4 turn axis (0, 1, 0) by atan(1/sqrt(2)) move (0, 0, 2 "
     "- 2*t) body B = box(3, 3, 1)",
     (2 - 0.5 - 0.8660254037844386) / 2},
    {"a ball in a hollow",
     "time [0, 2] implicit cup = difference(box(2, 2, 2), sphere(0.8)) body A = cup body B = sphere(0.3) "
     "move (0, 0, "
     "0.4*t)",
     1.25},
    {"an implicit body that is cut off by its box",
     "implicit rod { f = x^2 + y^2 - 0.25  box [-1, 1] [-1, 1] [-1, 1] } body A = rod body B = implicit "
     "sphere(1) move (4 - 4*t, 0, 0)",
     0.625},
};

/* ---- Random spheres and planes, of all forms ---- */

static void random_spheres(int cases)
{
    int wrong = 0, unproven = 0, early = 0, unfound = 0;
    static const char *const word[2] = {"", "implicit "};
    for (int i = 0; i < cases; i++) {
        struct rng rng = rng_at(rng_key("bracket spheres", 'T', 1), (uint64_t)i);
        double x[3], v[3], xv = 0, xx = 0, vv = 0;
        for (int k = 0; k < 3; k++) {
            x[k] = floor(1024 * rng_real(&rng, 1, 2)) / 1024;
            v[k] = floor(1024 * rng_real(&rng, -3, -1)) / 1024;
            xv += x[k] * v[k], xx += x[k] * x[k], vv += v[k] * v[k];
        }
        const double r[2] = {0.375, 0.5}, reach = r[0] + r[1];
        const double square = xv * xv - vv * (xx - reach * reach), t = (-xv - sqrt(square)) / vv;
        char text[512];
        snprintf(text, sizeof text,
                 "body A = %ssphere(%g) body B = %ssphere(%g) move (%.10g %+.10g*t, %.10g %+.10g*t, %.10g "
                 "%+.10g*t)",
                 word[i & 1], r[0], word[i >> 1 & 1], r[1], x[0], v[0], x[1], v[1], x[2], v[2]);
        struct bracket_answer a;
        const bool hit = square > 0 && t < 1;
        if (!ask(text, hit ? t - 1e-3 : 1, BRACKET_LOOKS, &a)) continue;
        unproven += a.proven < INFINITY;
        wrong += a.contact < INFINITY;
        if (!hit || square < 1e-3) continue;
        if (!ask(text, t + 1e-3, BRACKET_LOOKS, &a)) continue;
        wrong += a.proven > t + 1e-12;
        early += a.contact < t - 1e-12;
        unfound += a.contact == INFINITY;
    }
    ok(!wrong && !early, "random spheres: nothing is proven that is not so (%d, %d)", wrong, early);
    ok(!unproven && !unfound, "random spheres: all is proven (%d are not, %d contacts not found)", unproven,
       unfound);
}

/* ---- Others ---- */

static void inside(void)
{
    static const struct {
        const char *text;
        int holds;
    } known[] = {{"body A = sphere(1) body B = box(0.4, 0.5, 0.6) move (0.2, 0, 0)", 1},
                 {"body A = box(0.4, 0.5, 0.6) move (0.2, 0, 0) body B = sphere(1)", 1},
                 {"body A = sphere(1) body B = sphere(1) move (2.1, 0, 0)", 0},
                 {"body A = torus(1, 0.3) body B = sphere(0.6)", 0},
                 {"body A = torus(1, 0.3) body B = implicit sphere(0.2) move (1, 0, 0)", 1},
                 {"body A = implicit torus(1, 0.3) body B = cylinder(0.1, 0.2) move (0, 1, 0)", 1},
                 {"body A = implicit torus(1, 0.3) body B = implicit sphere(0.2) move (0, 0, 3)", 0},
                 {"body A = implicit sphere(1) body B = implicit torus(0.4, 0.1)", 1},
                 {"body A = plane(9, 9) body B = sphere(0.2) move (0, 0, -1)", 0},
                 {"body A = implicit plane() body B = sphere(0.2) move (0, 0, -1)", 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct scene scene = {0};
        ok(read_scene(known[i].text, &scene) && bracket_holds(&scene, 0) == known[i].holds, "%s: %s",
           known[i].text, known[i].holds ? "inside" : "outside");
        scene_free(&scene);
    }
}

static void touches_near(void)
{
    struct scene scene = {0};
    const size_t face[2] = {0, 0};
    const double w[4] = {0, 0, 0.01, -0.02}, x[3] = {0, 0, 0};
    if (!ok(read_scene("body A = sphere(0.5) move (0, 0, 2 - 3*t) body B = plane(4, 4)", &scene), "scene"))
        return;
    /* At the pole u moves nothing: from a point beside it. */
    const double v[4] = {0.3, 3.1, w[2], w[3]};
    ok(bracket_touches(&scene, 0, face, v, x, 0.501), "a sphere in a plate touches it");
    ok(!bracket_touches(&scene, 0, face, v, x, 0.499), "one above it does not");
    scene_free(&scene);
}

static void degenerate(void)
{
    struct bracket_answer a;
    bool good = ask("body A = sphere(1) body B = sphere(1) move (0.5, 0, 0)", 1, BRACKET_LOOKS, &a);
    ok(good && a.contact == 0, "an overlap at the start is seen at the start");
    good = ask("body A = sphere(1) body B = sphere(0.25)", 1, BRACKET_LOOKS, &a);
    ok(good && a.proven == INFINITY, "boundaries that hold each other do not touch");
    good = ask("body A = sphere(1) body B = sphere(1) move (2, 0, 0)", 1, 4000, &a);
    ok(good && a.proven <= 0 && a.contact == INFINITY, "a touch at the start proves nothing");
    good = ask("body A = implicit sphere(1) move (0, 0, 1/(t - 0.5)) body B = implicit sphere(1) "
               "move (3, 0, 1/(t - 0.5))",
               1, 4000, &a);
    ok(good && a.proven == -INFINITY, "two bodies that go far away");
    good = ask("surface s { u in [0, 1]  v in [0, 1]  x = u  y = v  z = 1/(u - 0.5) } body A = s "
               "body B = sphere(0.3) move (3 - t, 0, 0)",
               1, BRACKET_LOOKS, &a);
    ok(good && a.proven == INFINITY, "a surface with a pole (%g proven)", a.proven);
    good = ask("surface s { u in [0, 1]  v in [0, 1]  x = u  y = v  z = 1/(u - 0.5) } body A = s "
               "body B = sphere(0.3) move (0.5, 0.5, 4*t)",
               1, BRACKET_LOOKS, &a);
    ok(good && a.contact == INFINITY && a.proven <= 0.8, "one that is in the way: nothing wrong (%g, %g)",
       a.proven, a.contact);
    good = ask(
        "surface s { u in [0, 1]  v in [0, 1]  x = sqrt(u - 2)  y = v  z = 0 } body A = s body B = sphere(1)",
        1, 4000, &a);
    ok(good && a.proven == INFINITY, "a surface without a point");
    good = ask("body A = sphere(1) body B = sphere(1) move (2 + t^2, 0, 0) track A B at (1, 0, 0) radius 0.3",
               1, BRACKET_LOOKS, &a);
    ok(good && a.proven == INFINITY, "a contact that is tracked does not count (%g)", a.proven);
}

int main(void)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        at_time(known[i].name, known[i].text, known[i].t);
    random_spheres(getenv("CCDQ_LONG") ? 1000 : 60);
    touches_near();
    inside();
    degenerate();
    return tap_done();
}
