#include "solve.h"
#include "../num/extremes.h"
#include "search.h"
#include "start.h"
#include "window.h"
#include <stdlib.h>

const struct scene_options scene_defaults = {.certified = true};

static const double default_simultaneity = 1e-3, default_separation = 0.02, default_accuracy = 1e-6;

/* Boxes that are looked at to tell how a pair starts. */
enum { START_BOXES = 1 << 13 };

/* What a solution works on. */
struct work {
    const struct scene *scene;
    struct scene_options options; /* each set */
    struct body_bounds *bounds;
    uint32_t *swept; /* pairs to look at */
    size_t n_swept;
    uint8_t *start;            /* enum scene_start of all pairs of the scene; 0: apart */
    struct problem_list *list; /* of each of them */
    struct search search;
    size_t task_room;
    struct ccdq_contact *overlap;
    size_t overlaps;
};

static void work_free(struct work *work)
{
    for (size_t i = 0; work->list && i < work->n_swept; i++) problem_list_free(&work->list[i]);
    free(work->list);
    free(work->bounds);
    free(work->swept);
    free(work->start);
    free(work->overlap);
    free(work->search.pair);
    free(work->search.task);
    if (work->search.work) problem_work_free(work->search.work);
    search_free(&work->search);
}

void scene_found_free(struct scene_found *found)
{
    free(found->contact);
    free(found->start);
    *found = (struct scene_found){0};
}

static double first_set(double a, double b, double c)
{
    return a > 0 ? a : b > 0 ? b : c;
}

/* The diameter of a body: of the sphere about its origin, or of the box over all the time. INFINITY: it has
 * no end. */
static double body_size(const struct body_bounds *bounds)
{
    double sum = 0;
    if (bounds->radius < INFINITY) return 2 * bounds->radius;
    for (int k = 0; k < 3; k++) sum += ival_width(bounds->box[k]) * ival_width(bounds->box[k]);
    return sqrt(sum);
}

/* Of the pair's smaller body; of two that have no end the unit of length, as nothing says more. */
static double pair_size(const struct work *work, uint32_t pair)
{
    const uint32_t *body = work->scene->pair[pair];
    const double size = min_of(body_size(&work->bounds[body[0]]), body_size(&work->bounds[body[1]]));
    return size > 0 && size < INFINITY ? size : 1;
}

static void set_options(struct work *work, const struct scene_options *options)
{
    struct scene_options *set = &work->options;
    const double span = work->scene->time.hi - work->scene->time.lo;
    *set = *options;
    set->simultaneity =
        first_set(options->simultaneity, work->scene->simultaneity, default_simultaneity * span);
    if (!set->max_iter) set->max_iter = SCENE_ITERATIONS;
    if (!set->max_mem) set->max_mem = SCENE_BYTES;
    work->search.options = set;
    work->search.time = work->scene->time;
}

/* Bounds of the bodies of the given pairs; the others are nowhere. */
static bool bound_bodies(struct work *work, const uint32_t *pair, size_t pairs)
{
    static const struct body_bounds nowhere = {.box = {{-1, -1}, {-1, -1}, {-1, -1}}}; /* [1, -1] */
    const struct scene *scene = work->scene;
    bool *used = calloc(scene->bodies + 1, sizeof *used), good = used;
    for (size_t i = 0; i < pairs && good; i++)
        for (int k = 0; k < 2; k++) used[scene->pair[pair[i]][k]] = true;
    for (uint32_t i = 0; i < scene->bodies && good; i++) {
        work->bounds[i] = nowhere;
        if (used[i]) good = body_bounds_make(scene, i, &work->bounds[i]);
    }
    free(used);
    return good;
}

/* The given pairs whose boxes meet. */
static bool sweep(struct work *work, const uint32_t *pair, size_t pairs)
{
    const struct scene *scene = work->scene;
    bool *given = calloc(scene->pairs + 1, sizeof *given), good = given;
    work->bounds = malloc((scene->bodies + 1) * sizeof *work->bounds);
    work->swept = malloc((scene->pairs + 1) * sizeof *work->swept);
    work->start = calloc(scene->pairs + 1, sizeof *work->start);
    good = good && work->bounds && work->swept && work->start;
    size_t n = 0;
    good = good && bound_bodies(work, pair, pairs) && window_sweep(scene, work->bounds, work->swept, &n);
    for (size_t i = 0; i < pairs && good; i++) given[pair[i]] = true;
    for (size_t i = 0; i < n && good; i++)
        if (given[work->swept[i]]) work->swept[work->n_swept++] = work->swept[i];
    free(given);
    return good;
}

static bool is_tracked(const struct scene *scene, uint32_t pair)
{
    const uint32_t *body = scene->pair[pair];
    for (size_t i = 0; i < scene->tracks; i++) {
        const uint32_t *track = scene->track[i].body;
        if ((track[0] == body[0] && track[1] == body[1]) || (track[0] == body[1] && track[1] == body[0]))
            return true;
    }
    return false;
}

static void add_overlap(struct work *work, uint32_t pair, const double x[3])
{
    struct ccdq_contact *c = &work->overlap[work->overlaps++];
    *c = (struct ccdq_contact){.kind = CCDQ_CONTACT_OVERLAP, .verdict = CCDQ_HIT};
    c->flags = CCDQ_CONTACT_DEGENERATE; /* no normal */
    c->n[2] = 1;
    for (int k = 0; k < 4; k++) c->node[k] = CCDQ_NO_NODE;
    for (int k = 0; k < 2; k++) c->part[k] = work->scene->pair[pair][k];
    for (int k = 0; k < 3; k++) c->x[k] = x[k];
    c->toi_lo = c->toi_hi = work->scene->time.lo;
}

/* The problems of a pair, as tasks of the search, in the time that it can meet in. */
static bool add_tasks(struct work *work, struct problem_list *list, size_t pair, struct interval time)
{
    struct search *search = &work->search;
    if (search->tasks + list->problems > work->task_room) {
        const size_t room = 2 * (search->tasks + list->problems);
        struct search_task *grown = realloc(search->task, room * sizeof *grown);
        if (!grown) return false;
        search->task = grown;
        work->task_room = room;
    }
    for (size_t i = 0; i < list->problems; i++) {
        struct problem *p = &list->problem[i];
        ival *domain = &p->domain.x[p->variables - 1];
        const ival common = ival_common(*domain, ival_from(time));
        if (ival_empty(common)) continue;
        *domain = common;
        search->task[search->tasks++] = (struct search_task){p, pair};
    }
    return true;
}

/* One pair: how it starts, and what is to be searched. false: memory is out. */
static bool prepare(struct work *work, size_t i)
{
    const struct scene *scene = work->scene;
    const uint32_t pair = work->swept[i];
    const bool tracked = is_tracked(scene, pair);
    struct interval time;
    double x[3];
    struct search_pair *known = &work->search.pair[i];
    const double size = pair_size(work, pair);
    *known = (struct search_pair){.pair = pair, .last = SEARCH_NO_CONTACT};
    known->separation = first_set(work->options.separation, scene->separation, default_separation * size);
    known->accuracy = first_set(work->options.accuracy, 0, default_accuracy * size);
    if (!window_time(scene, work->bounds, pair, &time)) return true;
    if (!problem_list_make(&work->list[i], scene, pair)) return false;
    for (size_t k = 0; k < work->list[i].problems; k++)
        if (!problem_work_fit(work->search.work, &work->list[i].problem[k])) return false;
    work->start[pair] = SCENE_MEETING;
    if (!tracked) {
        const enum scene_start start = work->start[pair] =
            start_of(&work->list[i], scene, pair, default_accuracy * size, START_BOXES, x, work->search.work);
        if (start == SCENE_OVERLAP) {
            add_overlap(work, pair, x);
            return true;
        }
        known->apart = start == SCENE_APART;
    }
    return add_tasks(work, &work->list[i], i, time);
}

static bool prepare_all(struct work *work)
{
    const size_t n = work->n_swept;
    work->list = calloc(n + 1, sizeof *work->list);
    work->overlap = malloc((n + 1) * sizeof *work->overlap);
    work->search.pair = malloc((n + 1) * sizeof *work->search.pair);
    work->search.work = problem_work_new();
    bool good = work->list && work->overlap && work->search.pair && work->search.work;
    for (size_t i = 0; i < n && good; i++) good = prepare(work, i);
    return good;
}

/* Overlaps come first, as they are at the first time of all. */
static bool add_overlaps(const struct work *work, struct scene_found *found)
{
    const size_t n = work->overlaps, all = n + found->contacts;
    struct ccdq_contact *contact = malloc((all + 1) * sizeof *contact);
    if (!contact) return false;
    for (size_t i = 0; i < n; i++) contact[i] = work->overlap[i];
    for (size_t i = n; i < all; i++) contact[i] = found->contact[i - n];
    free(found->contact);
    found->contact = contact;
    found->contacts = all;
    found->room = all + 1;
    if (n) found->flags |= CCDQ_AT_START;
    return true;
}

/* Of the given pairs; those whose boxes do not meet, or never, are apart. */
static bool add_starts(const struct work *work, const uint32_t *pair, size_t pairs, struct scene_found *found)
{
    found->start = malloc(pairs + 1);
    for (size_t i = 0; i < pairs && found->start; i++) found->start[i] = work->start[pair[i]];
    return found->start;
}

bool scene_solve(const struct scene *scene, const uint32_t *pair, size_t pairs,
                 const struct scene_options *options, struct scene_found *found)
{
    struct work work = {.scene = scene};
    *found = (struct scene_found){0};
    set_options(&work, options);
    bool good = sweep(&work, pair, pairs) && prepare_all(&work);
    if (good) {
        search_run(&work.search);
        good = !work.search.no_memory && search_results(&work.search, found) && add_overlaps(&work, found) &&
               add_starts(&work, pair, pairs, found);
        found->problems = work.search.tasks;
    }
    if (!good) scene_found_free(found);
    work_free(&work);
    return good;
}

enum scene_start scene_start(const struct scene *scene, uint32_t pair, uint64_t max_iter, double x[3])
{
    struct work work = {.scene = scene};
    struct problem_list list = {0};
    enum scene_start start = SCENE_MEETING;
    set_options(&work, &scene_defaults);
    work.search.work = problem_work_new();
    bool good = work.search.work && sweep(&work, &pair, 1) && problem_list_make(&list, scene, pair);
    for (size_t i = 0; i < list.problems && good; i++)
        good = problem_work_fit(work.search.work, &list.problem[i]);
    if (good)
        start = start_of(&list, scene, pair, default_accuracy * pair_size(&work, pair), max_iter, x,
                         work.search.work);
    problem_list_free(&list);
    work_free(&work);
    return start;
}
