/* The options that go with --scene, and what goes together of them. */
#include "scene.h"
#include <float.h>
#include <string.h>

enum { SCENE_CERTIFIED, SCENE_SNYDER };

struct filter_method scene_method(size_t i)
{
    static const struct filter_method methods[SCENE_METHODS] = {
        [SCENE_CERTIFIED] =
            {"certified", CCDQ_TIER_CERTIFIED,
             "scenes: interval minimisation of the time of contact; the default with --scene"},
        [SCENE_SNYDER] = {"snyder", CCDQ_TIER_BASELINE,
                          "scenes: the algorithm of Snyder et al. 1993 as published"}};
    return methods[i];
}

void scene_options(struct scene_given *g, struct cli_option rows[SCENE_OPTIONS])
{
    static const char *const newtons[] = {"leqn", "km", "none", NULL};
    static const char *const orders[] = {"lower", "upper", NULL};
    struct scene_options *o = &g->options;
    const struct cli_option all[SCENE_OPTIONS] = {
        {"scene", 0, CLI_STRING, "FILE",
         "solve the scenes of this file and of FILEs: bodies in motion, as ccd-scene(5) has them", &g->file,
         0, 0, NULL, NULL},
        {"each", 0, CLI_FLAG, NULL, "each pair of bodies is a search of its own, with its own result",
         &g->each, 0, 0, NULL, NULL},
        {"simultaneity", 0, CLI_REAL, "E",
         "contacts up to E after the first are found; default the scene's, or else 1e-3 of its time",
         &o->simultaneity, DBL_TRUE_MIN, DBL_MAX, NULL, NULL},
        {"separation", 0, CLI_REAL, "D",
         "points of a curve or patch of contact are at least D apart; default the scene's, or else 1/50 of "
         "the smaller body",
         &o->separation, DBL_TRUE_MIN, DBL_MAX, NULL, NULL},
        {"accuracy", 0, CLI_REAL, "G",
         "a box this small in space is taken without a proof; default 1e-6 of the smaller body", &o->accuracy,
         DBL_TRUE_MIN, DBL_MAX, NULL, NULL},
        {"order", 0, CLI_CHOICE, "NAME",
         "the box looked at next has the least lower or upper bound of its time; default lower, of snyder "
         "upper",
         &g->order, 0, 0, orders, NULL},
        {"newton", 0, CLI_CHOICE, "NAME", "snyder: how boxes are narrowed; default leqn", &g->newton, 0, 0,
         newtons, NULL},
        {"no-tangency", 0, CLI_FLAG, NULL, "snyder: without the constraint of tangency", &o->no_tangency, 0,
         0, NULL, NULL},
        {"vtp", 0, CLI_STRING, "FILE",
         "write the bodies at the first contact and all points of contact, for ParaView", &g->vtp, 0, 0, NULL,
         NULL},
        {"svg", 0, CLI_STRING, "FILE", "write them as a drawing", &g->svg, 0, 0, NULL, NULL}};
    for (int i = 0; i < SCENE_OPTIONS; i++) {
        rows[i] = all[i];
        rows[i].seen = &g->seen[i];
    }
    g->newton = g->order = -1;
}

void scene_check_absent(const struct scene_given *g)
{
    struct scene_given scratch;
    struct cli_option rows[SCENE_OPTIONS];
    scene_options(&scratch, rows);
    for (int i = 0; i < SCENE_OPTIONS; i++)
        if (g->seen[i]) cli_usage("option --%s is for --scene", rows[i].name);
    if (g->json) cli_usage("option --to: json is for --scene");
}

static void check_files(const struct scene_given *g, const struct cli_common *common)
{
    const struct {
        const char *name, *file;
    } pictures[] = {{"vtp", g->vtp}, {"svg", g->svg}};
    for (int i = 0; i < 2; i++) {
        const char *file = pictures[i].file, *name = pictures[i].name;
        if (!file) continue;
        if (!strcmp(file, "-")) cli_usage("option --%s: name a file: a picture is no stream", name);
        if (g->each) cli_usage("options --each and --%s exclude each other: each pair has a time", name);
        cli_apart(name, file, "output", common->output ? common->output : "-");
        cli_apart(name, file, "stats", common->stats);
    }
    cli_apart("vtp", g->vtp, "svg", g->svg);
}

void scene_check(struct scene_given *g, size_t method, const struct cli_common *common)
{
    struct scene_options *o = &g->options;
    o->certified = method == SCENE_CERTIFIED;
    if (o->certified && g->newton >= 0) cli_usage("option --newton is for --method snyder");
    if (o->certified && o->no_tangency) cli_usage("option --no-tangency is for --method snyder");
    if (!o->certified) o->newton = SCENE_LEQN + (g->newton < 0 ? 0 : (unsigned)g->newton);
    o->upper = g->order < 0 ? !o->certified : g->order == 1;
    if (common->from != FORM_SNIFF) cli_usage("options --scene and --from exclude each other");
    check_files(g, common);
}
