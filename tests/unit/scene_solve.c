/* The solver of scenes against what is known: times and sets of first contacts in closed form, how pairs
 * start, budgets, several pairs, bodies that only touch, tracked points, the paper's variants. CCDQ_LONG=1
 * draws more. */
#include "scene_solves.h"

static const struct scene_options paper = {.newton = SCENE_LEQN, .upper = true};

/* ---- Families with answers ---- */

/* What holds of all scenes of a family; failures are counted. */
struct tally {
    long scenes, time, points, free, sets, apart, distance;
};

static double scene_delta(const struct scene *scene)
{
    return scene->separation > 0 ? scene->separation : INFINITY;
}

/* Each point of a known set of contacts, at all corners of a fine net, lies within 2 delta of one that was
 * found. */
static bool covered(const struct scene *scene, const struct scene_found *found)
{
    enum { NET = 24 };
    for (size_t i = 0; i < scene->expected.sets; i++) {
        const struct scene_face *set = &scene->expected.set[i];
        for (int k = 0; k < (NET + 1) * (NET + 1); k++) {
            const double s = (double)(k % (NET + 1)) / NET, t = (double)(k / (NET + 1)) / NET;
            const double at[3] = {set->u.lo + s * (set->u.hi - set->u.lo),
                                  set->v.lo + t * (set->v.hi - set->v.lo), scene->expected.time.lo};
            struct interval x[3];
            text_eval(&set->map, at, 3, x);
            const double middle[3] = {(x[0].lo + x[0].hi) / 2, (x[1].lo + x[1].hi) / 2,
                                      (x[2].lo + x[2].hi) / 2};
            if (nearest_contact(found, middle) > 2 * scene_delta(scene)) return false;
        }
    }
    return true;
}

/* Singular contacts of a pair are at least delta apart. */
static bool apart(const struct scene *scene, const struct scene_found *found)
{
    for (size_t i = 0; i < found->contacts && scene->separation > 0; i++) {
        for (size_t j = 0; j < i; j++) {
            const struct ccdq_contact *a = &found->contact[i], *b = &found->contact[j];
            if ((a->flags | b->flags) & CCDQ_CONTACT_UNIQUE || a->part[0] != b->part[0]) continue;
            const double x = a->x[0] - b->x[0], y = a->x[1] - b->x[1], z = a->x[2] - b->x[2];
            if (x * x + y * y + z * z < scene->separation * scene->separation * (1 - 1e-9)) return false;
        }
    }
    return true;
}

static void judge(const char *text, bool proven, struct tally *tally)
{
    struct scene scene;
    struct scene_found found = {0};
    const bool good =
        text_scene(&scene, text) == SCENE_FILE_SCENE && solve_scene(&scene, &scene_defaults, &found);
    const struct scene_expected *known = &scene.expected;
    tally->scenes++;
    /* one that says nothing of itself may have poles, and so no answer */
    const bool says = known->time_known || known->free || known->points;
    if (!good || (says && found.verdict == CCDQ_UNRESOLVED)) tally->time++;
    const bool late = known->time_known && known->time.lo > scene.time.hi;
    if ((known->free || late) && found.verdict != CCDQ_FREE) tally->free++;
    /* The known time is rounded itself. */
    const struct interval time = {known->time.lo - 1e-12, known->time.hi + 1e-12};
    if (known->time_known && !late && !brackets(&found, time, INFINITY)) tally->time++;
    if (known->time_known && !late && proven && known->points == 1 && found.toi_hi > known->time.hi + 1e-12)
        tally->time++;
    if (known->points && !late && found.contacts != known->points) tally->points++;
    if (!late && !covered(&scene, &found)) tally->sets++;
    if (!apart(&scene, &found)) tally->apart++;
    for (size_t i = 0; i < found.contacts; i++) {
        const double *x = found.contact[i].x, size = fmax(1, fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2]))));
        if (!(found.contact[i].distance < 1e-5 * size)) tally->distance++;
    }
    scene_found_free(&found);
    scene_free(&scene);
}

/* Whether single points must be proven, to 1e-12: not where rounding is worse than that. */
static void family(const char *name, uint64_t n, bool proven)
{
    struct tally tally = {0};
    for (uint64_t id = 0; id < n; id++) {
        const struct tally before = tally;
        char *text = family_text(name, 1, id);
        judge(text, proven, &tally);
        if (memcmp(&before.time, &tally.time, sizeof tally - sizeof tally.scenes))
            diag("%s %ld", name, (long)id);
        free(text);
    }
    ok(tally.time == 0 && tally.free == 0, "%s: times of %ld scenes are bracketed", name, tally.scenes);
    ok(tally.points == 0 && tally.sets == 0, "%s: contacts are all found", name);
    ok(tally.apart == 0 && tally.distance == 0, "%s: and each is one, and not too near to others", name);
}

static void families(void)
{
    const uint64_t times = getenv("CCDQ_LONG") ? 20 : 1;
    family("known", 40 * times, true);
    /* 15: caps in each other, where far points of both lie in one small box; 36: sides that slide along each
     * other behind the first contact. */
    family("degenerate", 45 * (times > 1 ? 4 : 1), false);
    family("torus-cone", 2 * times, true);
    family("tori-two-points", 3 * times, true);
    family("tori-circle", 2 * times, true);
    family("tube-cushion", times, true);
    family("checkerboard", times, true);
    family("cylinders", 4 * times, true);
}

/* Two orders of the queue say the same. */
static void orders(void)
{
    struct scene_options upper = scene_defaults;
    upper.upper = true;
    long differ = 0, unproven = 0;
    const uint64_t n = getenv("CCDQ_LONG") ? 60 : 10;
    for (uint64_t id = 0; id < n; id++) {
        struct scene_found a, b;
        char *text = family_text("random-bumpy", 7, id);
        const bool good = solve_text(text, &scene_defaults, &a) && solve_text(text, &upper, &b);
        differ += !good || a.verdict != b.verdict || a.contacts != b.contacts;
        if (good && a.verdict == CCDQ_HIT) {
            differ += fabs(a.toi_lo - b.toi_lo) > 1e-8;
            for (size_t i = 0; i < a.contacts && i < b.contacts; i++)
                differ += nearest_contact(&a, b.contact[i].x) > 1e-8;
            unproven += !(a.toi_hi < INFINITY && b.toi_hi < INFINITY);
        }
        if (differ) diag("random-bumpy %ld", (long)id);
        scene_found_free(&a);
        scene_found_free(&b);
        free(text);
    }
    ok(differ == 0 && unproven == 0, "lower and upper order agree on %ld scenes to 1e-8", (long)n);
}

/* ---- Scenes by hand ---- */

static void time_of(const char *what, const char *text, double time, double width, size_t contacts)
{
    struct scene_found found;
    const bool good = solve_text(text, &scene_defaults, &found);
    if (!ok(good && brackets(&found, (struct interval){time - 1e-13, time + 1e-13}, width) &&
                found.contacts == contacts,
            "%s", what))
        diag("verdict %d, %zu contacts, %.17g to %.17g, not %.17g", found.verdict, found.contacts,
             found.toi_lo, found.toi_hi, time);
    scene_found_free(&found);
}

static void closed_forms(void)
{
    time_of("sphere on half-space", "body S = sphere(0.25) move (0.5, 0.25, 1 - t) body P = implicit plane()",
            0.75, 1e-12, 1);
    time_of("sphere on sheet, at a point inside",
            "body S = sphere(0.25) move (0.1, 0.2, 1 - t) body P = plane(2, 2)", 0.75, 1e-12, 1);
    time_of("sphere against sphere, by points",
            "body A = sphere(0.5) body B = sphere(0.25) move (2 - 2*t, 0, 0.45)", 1 - 0.3, 1e-12, 1);
    time_of("and by functions",
            "body A = implicit sphere(0.5) body B = implicit sphere(0.25) move (2 - 2*t, 0, 0.45)", 1 - 0.3,
            1e-12, 1);
    time_of("and mixed", "body A = implicit sphere(0.5) body B = sphere(0.25) move (2 - 2*t, 0, 0.45)",
            1 - 0.3, 1e-12, 1);
    time_of("one on a circle about an axis",
            "time [0, 2] body A = sphere(0.2) move (1, 0, 0) turn axis (0, 0, 1) by t body B = sphere(0.3) "
            "move (0, 1, 0)",
            acos(0.) - 2 * asin(0.25), 1e-12, 1);
    time_of("contact on a seam is one contact",
            "body A = sphere(0.5) body B = sphere(0.25) turn axis (0, 0, 1) by pi move (1.5 - t, 0, 0)", 0.75,
            1e-12, 1);
    time_of("a corner on a face",
            "body A = box(1, 1, 1) turn axis (1, 0, 0) by 0.5 turn axis (0, 1, 0) by 0.4 "
            "move (0, 0, 1.5 - t) body P = implicit plane()",
            1.5 - (0.5 * sin(0.4) + 0.5 * (sin(0.5) + cos(0.5)) * cos(0.4)), 1e-12, 1);
    time_of("two edges that cross",
            "body A = box(1, 1, 1) turn axis (1, 0, 0) by pi/4 move (0.1, 0, 2 - t) "
            "body B = box(1, 1, 1) turn axis (0, 1, 0) by pi/4",
            2 - sqrt(2.), 1e-12, 1);
}

static void starts(void)
{
    static const struct {
        const char *what, *text;
        enum scene_start start;
    } cases[] = {
        {"apart", "body A = sphere(0.5) body B = sphere(0.5) move (1.25, 0, 0)", SCENE_APART},
        {"boundaries intersect", "body A = sphere(0.5) body B = sphere(0.5) move (0.75, 0.1, 0)",
         SCENE_OVERLAP},
        {"by functions", "body A = implicit sphere(0.5) body B = implicit sphere(0.5) move (0.75, 0.1, 0)",
         SCENE_OVERLAP},
        {"boxes", "body A = box(1, 1, 1) body B = box(1, 1, 1) turn axis (1, 2, 3) by 1 move (0.7, 0.1, 0.2)",
         SCENE_OVERLAP},
        {"one inside", "body A = sphere(0.5) body B = sphere(0.125) move (0.1, 0.1, 0)", SCENE_OVERLAP},
        {"one inside, the other way round", "body A = implicit sphere(0.125) body B = implicit box(1, 2, 3)",
         SCENE_OVERLAP},
        {"the same twice", "body A = sphere(0.5) body B = sphere(0.5)", SCENE_OVERLAP},
        {"the same ring twice", "body A = torus(1, 0.25) body B = torus(1, 0.25)", SCENE_OVERLAP},
        {"the same ring twice, one by a function", "body A = implicit torus(1, 0.25) body B = torus(1, 0.25)",
         SCENE_OVERLAP},
        {"the same piecewise solid twice", "body A = cylinder(1, 0.25) body B = cylinder(1, 0.25)",
         SCENE_OVERLAP},
        {"side by side", "body A = box(1, 1, 1) body B = box(1, 1, 1) move (1, 0, 0)", SCENE_MEETING},
        {"touching", "body A = sphere(0.5) body B = sphere(0.5) move (1, 0, 0)", SCENE_MEETING},
        {"standing on it", "body A = box(1, 1, 1) move (0, 0, 0.5) body P = plane(2, 2)", SCENE_MEETING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene scene;
        double x[3];
        const bool good = text_scene(&scene, cases[i].text) == SCENE_FILE_SCENE;
        ok(good && scene_start(&scene, 0, 1 << 14, x) == cases[i].start, "start: %s", cases[i].what);
        scene_free(&scene);
    }
}

static void overlaps(void)
{
    struct scene_found found;
    bool good = solve_text("body A = sphere(0.5) body B = sphere(0.5) move (0.75 + t, 0.1, 0) "
                           "body C = sphere(0.5) move (-0.6, 0, 1.5 - t)",
                           &scene_defaults, &found);
    ok(good && found.contacts >= 2 && found.contact[0].kind == CCDQ_CONTACT_OVERLAP &&
           found.contact[0].part[1] == 1,
       "a pair that overlaps is reported so, and first");
    ok(good && found.verdict == CCDQ_HIT && found.flags & CCDQ_AT_START && fabs(found.toi_lo - 0.7) < 1e-12,
       "other pairs are searched");
    ok(good && found.start[0] == SCENE_OVERLAP && found.start[1] == SCENE_APART,
       "how each pair starts is said");
    scene_found_free(&found);
    good = solve_text("body A = sphere(0.5) body B = sphere(0.5) move (0.75 + t, 0.1, 0)", &scene_defaults,
                      &found);
    ok(good && found.verdict == CCDQ_FREE && found.contacts == 1, "an overlap is no contact");
    scene_found_free(&found);
}

static void budgets(void)
{
    char *text = family_text("bumpy", 1, 0);
    struct scene_found found, full;
    bool good = solve_text(text, &scene_defaults, &full), sound = true, grows = true;
    double before = 0;
    for (uint64_t most = 1; most < 1000; most *= 3) {
        struct scene_options options = scene_defaults;
        options.max_iter = most;
        good = good && solve_text(text, &options, &found);
        sound = sound && found.verdict == CCDQ_UNRESOLVED && found.flags & CCDQ_BUDGET_SPENT &&
                found.toi_lo <= full.toi_hi && found.toi_hi == INFINITY && found.iterations < most + 1000;
        grows = grows && found.toi_lo >= before;
        before = found.toi_lo;
        scene_found_free(&found);
    }
    ok(good && sound, "a search that may not look at more is unresolved, with a proven lower bound");
    ok(grows && before > 0.1, "which becomes better with the budget");
    struct scene_options options = scene_defaults;
    options.max_mem = 4096;
    good = solve_text(text, &options, &found);
    ok(good && found.verdict == CCDQ_UNRESOLVED && found.waiting <= 4096 / 80 && found.toi_lo <= full.toi_hi,
       "so is one that may not keep more boxes");
    scene_found_free(&found);
    scene_found_free(&full);
    free(text);
}

static void several_pairs(void)
{
    struct scene_found found;
    const char *late = "body A = sphere(0.25) move (0, 0, 1 - t) body B = sphere(0.25) move (3, 0, 0.95 - t) "
                       "body P = plane(8, 8)";
    const bool good = solve_text(late, &scene_defaults, &found);
    ok(good && found.contacts == 1 && found.contact[0].part[0] == 1 && fabs(found.toi_lo - 0.7) < 1e-12,
       "of several pairs the first contact");
    scene_found_free(&found);
    const char *both =
        "body A = sphere(0.25) move (0, 0, 1 - t) body B = sphere(0.25) move (3, 0, 1.0005 - t) "
        "body P = plane(8, 8)";
    const bool again = solve_text(both, &scene_defaults, &found);
    ok(again && found.contacts == 2 && found.contact[0].part[0] == 0 && found.contact[1].part[0] == 1,
       "and those that are not later than the simultaneity");
    scene_found_free(&found);
}

static void touching(void)
{
    struct scene_found found;
    bool good = solve_text("body S = sphere(0.5) move (0.1, 0, 0.5 + (t - 0.5)^2) body P = implicit plane()",
                           &scene_defaults, &found);
    ok(good && found.verdict == CCDQ_HIT && found.toi_lo <= 0.5 && found.toi_lo > 0.49 &&
           found.toi_hi == INFINITY,
       "bodies that only touch: the time is bounded from below, a contact is not proven");
    scene_found_free(&found);
    good = solve_text("body S = sphere(0.5) move (0.1, 0, 0.5001 + (t - 0.5)^2) body P = implicit plane()",
                      &scene_defaults, &found);
    ok(good && found.verdict == CCDQ_FREE, "bodies that nearly touch are free");
    scene_found_free(&found);
    good = solve_text("body S = sphere(0.5) move (t, 0, 0.5) body P = implicit plane() "
                      "track S P at (t, 0, 0) radius 0.1",
                      &scene_defaults, &found);
    ok(good && found.verdict == CCDQ_FREE, "a contact that is tracked is left out");
    scene_found_free(&found);
    good = solve_text("body S = sphere(0.5) move (0, 0, 0.5) body W = sphere(0.25) move (1.25 - t, 0, 0.5) "
                      "body P = implicit plane() track S P at (0, 0, 0) radius 0.1",
                      &scene_defaults, &found);
    ok(good && found.contacts == 1 && fabs(found.toi_lo - 0.5) < 1e-12, "others are found beside it");
    scene_found_free(&found);
}

static void infinite(void)
{
    struct scene_found found;
    const bool good =
        solve_text("surface pit { u in [-2, 2] v in [-2, 2] x = u y = v z = -0.125/(u^2 + v^2) } "
                   "body P = pit body B = implicit sphere(0.5) move (-0.375, 0.125, 2 - 4*t)",
                   &scene_defaults, &found);
    ok(good && found.verdict == CCDQ_UNRESOLVED && found.toi_lo <= 0.5 && found.iterations < 100000,
       "a surface that goes to infinity ends the search where nothing can be known");
    scene_found_free(&found);
}

/* ---- The paper's variants ---- */

static void variants(void)
{
    char *text = family_text("tori-two-points", 1, 0);
    struct scene_found best, found;
    bool good = solve_text(text, &scene_defaults, &best);
    uint64_t count[3];
    for (int newton = SCENE_LEQN; newton <= SCENE_NO_NEWTON; newton++) {
        struct scene_options options = paper;
        options.newton = newton;
        options.accuracy = 1e-3;
        good = good && solve_text(text, &options, &found);
        count[newton - SCENE_LEQN] = found.iterations;
        good = good && found.verdict == CCDQ_HIT && fabs(found.toi_lo - best.toi_lo) < 0.01 &&
               found.contacts >= 2;
        good = good && nearest_contact(&found, best.contact[0].x) < 0.05;
        scene_found_free(&found);
    }
    ok(good, "the paper's variants come to nearly the same contacts");
    ok(best.iterations < count[0] && count[0] < count[1] && count[1] < count[2],
       "in more steps: %ld by default, %ld LEQN, %ld KM, %ld without Newton", (long)best.iterations,
       (long)count[0], (long)count[1], (long)count[2]);
    scene_found_free(&best);
    free(text);
}

static void same_bytes(void)
{
    char *text = family_text("torus-cone", 3, 1);
    struct scene_found a, b;
    const bool good = solve_text(text, &scene_defaults, &a) && solve_text(text, &scene_defaults, &b);
    ok(good && a.contacts == b.contacts && a.contacts > 3 &&
           !memcmp(a.contact, b.contact, a.contacts * sizeof *a.contact) && a.iterations == b.iterations,
       "the same scene gives the same bytes");
    scene_found_free(&a);
    scene_found_free(&b);
    free(text);
}

int main(void)
{
    closed_forms();
    starts();
    overlaps();
    budgets();
    several_pairs();
    touching();
    infinite();
    variants();
    same_bytes();
    orders();
    families();
    messages_free(&text_messages);
    return tap_done();
}
