/* The solver of scenes: the table of its paper (Snyder et al. 1993, Figure 10), and all families of scenes.
 *
 *     scene [SECONDS]         a search is given up after about so many; default 3
 *
 * Times are processor times of one thread, the least of three runs if there is time for them. Iterations are
 * full evaluations of the constraints, as in the paper; looks are boxes looked at in any way. Columns marked
 * `paper` are quoted, from the paper's own bodies, which it does not give, on a HP 9000/750. What was given
 * up has a > before it. */
#include "../../lib/scene/window.h"
#include "bench.h"
#include "scene-run.h"
#include <math.h>

/* ---- Figure 10 ---- */

static const struct row {
    const char *name;
    struct scene_options options;
    double iterations, seconds; /* the paper's; 0: not in it */
} rows[] = {
    {"default", {.certified = true}, 0, 0},
    {"default, upper", {.certified = true, .upper = true}, 0, 0},
    {"LEQN", {.newton = SCENE_LEQN, .upper = true}, 6331, 32.67},
    {"KM", {.newton = SCENE_KRAWCZYK_MOORE, .upper = true}, 10087, 148.28},
    {"NIN 1e-3", {.newton = SCENE_NO_NEWTON, .upper = true, .accuracy = 1e-3}, 17395, 8.58},
    {"NIN 1e-4", {.newton = SCENE_NO_NEWTON, .upper = true, .accuracy = 1e-4}, 29921, 15.46},
    {"NIN 1e-5", {.newton = SCENE_NO_NEWTON, .upper = true, .accuracy = 1e-5}, 40127, 21.52},
    {"NIN 1e-6", {.newton = SCENE_NO_NEWTON, .upper = true, .accuracy = 1e-6}, 48187, 23.25},
    {"NIN, NTAN 1e-3",
     {.newton = SCENE_NO_NEWTON, .upper = true, .accuracy = 1e-3, .no_tangency = true},
     52307,
     14.59},
    {"NIN, NTAN 1e-4",
     {.newton = SCENE_NO_NEWTON, .upper = true, .accuracy = 1e-4, .no_tangency = true},
     587711,
     169.87},
    {"NIN, NTAN 1e-5",
     {.newton = SCENE_NO_NEWTON, .upper = true, .accuracy = 1e-5, .no_tangency = true},
     3822605,
     1207.46},
};

static void print_row(const struct scene *scene, const struct row *row, double limit)
{
    struct scene_cost cost;
    scene_run_all(scene, &row->options, limit, &cost);
    const struct scene_found *found = &cost.found;
    printf("  %-16s %s%10llu %10llu %9.4f", row->name, cost.cap ? ">" : " ",
           (unsigned long long)found->iterations, (unsigned long long)found->looks, cost.seconds);
    printf(" %7zu %7zu  ", scene_unique(found), found->contacts - scene_unique(found));
    if (cost.cap)
        printf("%-22s", "given up");
    else
        printf("%-22.15g", found->toi_lo);
    if (row->iterations > 0) printf(" %10.0f %9.2f", row->iterations, row->seconds);
    putchar('\n');
    fflush(stdout);
    scene_found_free(&cost.found);
}

static void figure_10(double limit)
{
    struct scene scene;
    scene_make(&scene, "bumpy", 0, 0, NULL);
    printf("\nFigure 10, on bumpy-0\n");
    printf("  %-16s %11s %10s %9s %7s %7s  %-22s %10s %9s\n", "", "iterations", "looks", "seconds", "unique",
           "others", "time of contact", "paper:", "seconds");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) print_row(&scene, &rows[i], limit);
    scene_free(&scene);
}

/* ---- All families ---- */

static void print_scene(const char *family, uint64_t id, double limit)
{
    struct scene scene;
    struct scene_cost cost;
    scene_make(&scene, family, 0, id, NULL);
    scene_run_all(&scene, &scene_defaults, limit, &cost);
    const struct scene_found *found = &cost.found;
    const size_t unique = scene_unique(found), overlaps = scene_overlaps(found);
    printf("  %-18s %8zu %s%9llu %9llu %8.4f %6zu %6zu %7zu  [%.15g, %.15g]", scene.name, found->problems,
           cost.cap ? ">" : " ", (unsigned long long)found->iterations, (unsigned long long)found->looks,
           cost.seconds, unique, found->contacts - unique - overlaps, overlaps, found->toi_lo, found->toi_hi);
    const double time = scene.expected.time.lo;
    if (scene.expected.time_known)
        printf("; known: %.15g, off by %.1e, %.1e", time, found->toi_lo - time, found->toi_hi - time);
    printf(" %s\n", scene_judge(&scene, found));
    fflush(stdout);
    scene_found_free(&cost.found);
    scene_free(&scene);
}

/* How many scenes of a family are printed: one of each way, where it has some. */
static const struct {
    const char *family;
    unsigned scenes;
} sets[] = {{"torus-cone", 3},   {"tori-two-points", 3}, {"tori-circle", 3},  {"bumpy", 3},
            {"tube-cushion", 3}, {"checkerboard", 3},    {"random-bumpy", 3}, {"cylinders", 7},
            {"known", 15},       {"degenerate", 21}};

static void all_families(double limit)
{
    printf("\nAll families, by the default method. Contacts: isolated and unique, others, overlaps at the "
           "start\n");
    printf("  %-18s %8s %10s %9s %8s %6s %6s %7s  %s\n", "", "problems", "iterations", "looks", "seconds",
           "unique", "others", "overlap", "[toi_lo, toi_hi]");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        for (unsigned id = 0; id < sets[i].scenes; id++) print_scene(sets[i].family, id, limit);
}

/* ---- Two orders ---- */

/* The time of a first contact is the same in whichever order boxes are looked at. */
static void two_orders(double limit)
{
    enum { SCENES = 60 };
    struct scene_options upper = scene_defaults;
    double seconds[2] = {0, 0}, iterations[2] = {0, 0}, worst = 0;
    unsigned given_up = 0, differ = 0;
    upper.upper = true;
    for (unsigned id = 0; id < SCENES; id++) {
        struct scene scene;
        struct scene_cost cost[2];
        scene_make(&scene, "random-bumpy", 0, id, NULL);
        for (int k = 0; k < 2; k++) {
            scene_run_all(&scene, k ? &upper : &scene_defaults, limit, &cost[k]);
            seconds[k] += cost[k].seconds;
            iterations[k] += (double)cost[k].found.iterations;
        }
        const double apart = fabs(cost[0].found.toi_lo - cost[1].found.toi_lo);
        if (cost[0].cap || cost[1].cap) {
            given_up++;
        } else {
            worst = fmax(worst, apart);
            differ += apart > 1e-8;
        }
        for (int k = 0; k < 2; k++) scene_found_free(&cost[k].found);
        scene_free(&scene);
    }
    printf("\n%d scenes of random-bumpy, in the order of lower and of upper bounds\n", SCENES);
    printf("  iterations a scene %.0f and %.0f, seconds %.4f and %.4f; times differ by %.1e at most; %u by "
           "more than "
           "1e-8; %u given up\n",
           iterations[0] / SCENES, iterations[1] / SCENES, seconds[0] / SCENES, seconds[1] / SCENES, worst,
           differ, given_up);
}

/* ---- Fruits ---- */

/* Which pairs are left, after boxes around all of the motion: their number. */
static size_t sweep(const struct scene *scene, uint32_t *pair)
{
    struct body_bounds *bounds = bench_alloc(scene->bodies, sizeof *bounds);
    size_t n;
    double start = bench_seconds();
    bool good = true;
    for (uint32_t i = 0; i < scene->bodies && good; i++) good = body_bounds_make(scene, i, &bounds[i]);
    const double made = bench_seconds() - start;
    start = bench_seconds();
    if (!good || !window_sweep(scene, bounds, pair, &n)) exit(2);
    const double swept = bench_seconds() - start;
    size_t never = 0;
    start = bench_seconds();
    for (size_t i = 0; i < n; i++) {
        struct interval time;
        never += !window_time(scene, bounds, pair[i], &time);
    }
    printf(
        "  bounds of bodies %.4f s; sweep %.4f s: %zu pairs of %zu; windows of time %.4f s: %zu never meet\n",
        made, swept, n, scene->pairs, bench_seconds() - start, never);
    free(bounds);
    return n;
}

static void print_each(const struct scene *scene, const uint32_t *pair, size_t pairs, double limit)
{
    double seconds = 0, worst = 0, iterations = 0;
    size_t hits = 0, given_up = 0, done = 0;
    for (; done < pairs && seconds < limit; done++) {
        struct scene_cost cost;
        scene_run(scene, &pair[done], 1, &scene_defaults, 0, &cost);
        seconds += cost.seconds;
        worst = fmax(worst, cost.seconds);
        iterations += (double)cost.found.iterations;
        hits += cost.found.verdict == CCDQ_HIT;
        given_up += cost.cap != 0;
        scene_found_free(&cost.found);
    }
    printf("  each pair's first contact: %zu of %zu pairs, %zu hits, %zu given up; %.0f iterations; %.4f s, "
           "the longest %.4f s\n",
           done, pairs, hits, given_up, iterations, seconds, worst);
}

static void fruit(double limit)
{
    struct scene scene;
    struct scene_cost cost;
    double read;
    scene_make(&scene, "fruit", 300, 0, &read);
    printf("\n300 fruits against a lobster, one frame\n");
    printf("  text read in %.4f s\n", read);
    uint32_t *pair = bench_alloc(scene.pairs, sizeof *pair);
    const size_t pairs = sweep(&scene, pair);
    print_each(&scene, pair, pairs, 10 * limit);
    scene_run_all(&scene, &scene_defaults, limit, &cost);
    printf("  the first contact of all: %llu iterations, %.4f s, at %.15g\n",
           (unsigned long long)cost.found.iterations, cost.seconds, cost.found.toi_lo);
    scene_found_free(&cost.found);
    free(pair);
    scene_free(&scene);
}

static double seconds_of(int argc, char **argv)
{
    char *end;
    const double seconds = argc < 2 ? 3 : strtod(argv[1], &end);
    if (argc < 2) return seconds;
    if (argc > 2 || end == argv[1] || *end || !(seconds > 0 && seconds <= 1e6)) {
        fprintf(stderr, "usage: %s [SECONDS A SEARCH]\n", argv[0]);
        exit(2);
    }
    return seconds;
}

int main(int argc, char **argv)
{
    const double limit = seconds_of(argc, argv);
    bench_print_machine("processor time");
    figure_10(limit);
    all_families(limit);
    two_orders(limit);
    fruit(limit);
    return 0;
}
