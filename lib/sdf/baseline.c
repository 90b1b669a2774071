/* The walk down the tree of spheres to the triangles that may touch, and the answers. */
#include "../num/complement.h"
#include "../num/extremes.h"
#include "baseline.h"
#include <string.h>

/* ---- Triangles ---- */

static struct baseline_triangle triangle_of(const struct sdf_mesh *mesh, size_t number)
{
    struct baseline_triangle triangle;
    for (int i = 0; i < 3; i++) {
        const uint32_t node = mesh->triangle[number][i];
        memcpy(triangle.x[i], mesh->x[node], sizeof triangle.x[i]);
        memcpy(triangle.v[i], mesh->v[mesh->one_v ? 0 : node], sizeof triangle.v[i]);
    }
    return triangle;
}

double baseline_value(struct baseline *search, struct vec3 p, struct vec3 *g)
{
    if (search->evals >= search->limit) {
        search->spent = true;
        if (g) *g = (struct vec3){0, 0, 0};
        return INFINITY;
    }
    search->evals++;
    return sdf_value(search->scene->sdf, search->scene->root, p, g) - search->options->margin;
}

struct vec3 baseline_place(const struct baseline *search, const struct baseline_triangle *triangle,
                           const struct sdf_moment *moment, const double w[2], struct vec3 *velocity)
{
    double x[3], v[3];
    for (int k = 0; k < 3; k++) {
        const double(*a)[3] = triangle->x, (*b)[3] = triangle->v;
        x[k] = a[0][k] + w[0] * (a[1][k] - a[0][k]) + w[1] * (a[2][k] - a[0][k]);
        v[k] = b[0][k] + w[0] * (b[1][k] - b[0][k]) + w[1] * (b[2][k] - b[0][k]);
    }
    const struct vec3 p = sdf_moment_point(moment, x, v).p;
    if (velocity) *velocity = sdf_moment_velocity(&search->scene->motion, moment, p, v);
    return p;
}

void baseline_corners(const struct baseline_triangle *triangle, const struct sdf_moment *moment,
                      struct vec3 corner[3])
{
    for (int i = 0; i < 3; i++) corner[i] = sdf_moment_point(moment, triangle->x[i], triangle->v[i]).p;
}

int baseline_support(const struct vec3 corner[3], struct vec3 g)
{
    int support = 0;
    for (int i = 1; i < 3; i++)
        if (vec3_dot(corner[i], g) < vec3_dot(corner[support], g)) support = i;
    return support;
}

void baseline_towards(double w[2], int corner, double share)
{
    for (int k = 0; k < 2; k++) w[k] += share * ((corner == k + 1) - w[k]);
}

bool baseline_same(const struct baseline_point *a, const struct baseline_point *b, double end)
{
    return fabs(a->t - b->t) <= BASELINE_SAME * end && fabs(a->w[0] - b->w[0]) <= BASELINE_SAME &&
           fabs(a->w[1] - b->w[1]) <= BASELINE_SAME;
}

void baseline_start(struct baseline *search, const struct baseline_triangle *triangle, double from,
                    struct baseline_point *start)
{
    struct sdf_moment moment;
    double least = INFINITY;
    sdf_motion_at(&search->scene->motion, from, &moment);
    *start = (struct baseline_point){.t = from};
    for (int i = 0; i < 3; i++) {
        const double w[2] = {i == 1, i == 2};
        struct vec3 g, velocity;
        baseline_value(search, baseline_place(search, triangle, &moment, w, &velocity), &g);
        const double speed = vec3_dot(g, velocity);
        if (!(speed < least)) continue;
        least = speed;
        memcpy(start->w, w, sizeof w);
    }
}

/* ---- Answers ---- */

static struct sdf_answer no_contact(void)
{
    return (struct sdf_answer){.verdict = CCDQ_FREE, .toi_lo = INFINITY, .toi_hi = INFINITY};
}

/* Rounding may have taken the point out of the triangle. */
static struct sdf_answer contact_of(size_t triangle, const struct baseline_point *contact)
{
    const double u = min_of(max_of(contact->w[0], 0), 1), v = min_of(max_of(contact->w[1], 0), complement(u));
    return (struct sdf_answer){.verdict = CCDQ_HIT,
                               .flags = contact->t == 0 ? CCDQ_AT_START : 0,
                               .toi_lo = contact->t,
                               .toi_hi = INFINITY,
                               .triangle = triangle,
                               .w = {u, v}};
}

static struct sdf_answer unresolved(void)
{
    return (struct sdf_answer){.verdict = CCDQ_UNRESOLVED,
                               .flags = CCDQ_TOI_PROVEN | CCDQ_BUDGET_SPENT,
                               .toi_lo = 0,
                               .toi_hi = INFINITY};
}

static uint64_t limit_of(const struct sdf_options *options)
{
    return options->max_iter ? options->max_iter : UINT64_MAX;
}

/* What there is to say of the effort, in any case. */
static void finish(const struct baseline *search, struct sdf_answer *answer)
{
    if (search->spent) *answer = unresolved();
    answer->evals = search->evals < UINT32_MAX ? (uint32_t)search->evals : UINT32_MAX;
}

/* Later triangles need only look at the time before this one's contact. */
static void take_for_first(struct baseline *search, size_t number, double from)
{
    const struct baseline_triangle triangle = triangle_of(search->mesh, number);
    struct baseline_point contact;
    if (!search->method->find(search, &triangle, from, &contact)) return;
    if (search->answer->verdict == CCDQ_HIT && contact.t >= search->answer->toi_lo) return;
    *search->answer = contact_of(number, &contact);
    search->until = contact.t;
}

static void take_for_each(struct baseline *search, size_t number, double from)
{
    const struct baseline_triangle triangle = triangle_of(search->mesh, number);
    struct sdf_answer *answer = &search->answer[number];
    struct baseline_point contact;
    search->evals = 0;
    search->limit = limit_of(search->options);
    if (search->method->find(search, &triangle, from, &contact)) *answer = contact_of(number, &contact);
    finish(search, answer);
    search->limit = UINT64_MAX;
    search->spent = false;
}

/* ---- The tree ---- */

/* The sphere about the middle that holds the triangle at all times: at the time t a corner is at the distance
 * |x + t v| from it, x and v without the middle's. */
static struct sdf_sphere sphere_of(const struct baseline *search, size_t number)
{
    const struct baseline_triangle triangle = triangle_of(search->mesh, number);
    struct sdf_sphere sphere = {.radius = 0};
    for (int k = 0; k < 3; k++) {
        sphere.x[k] = (triangle.x[0][k] + triangle.x[1][k] + triangle.x[2][k]) / 3;
        sphere.v[k] = (triangle.v[0][k] + triangle.v[1][k] + triangle.v[2][k]) / 3;
    }
    for (int i = 0; i < 3; i++) {
        double x = 0, v = 0;
        for (int k = 0; k < 3; k++) {
            x += (triangle.x[i][k] - sphere.x[k]) * (triangle.x[i][k] - sphere.x[k]);
            v += (triangle.v[i][k] - sphere.v[k]) * (triangle.v[i][k] - sphere.v[k]);
        }
        sphere.radius = max_of(sphere.radius, sqrt(x) + search->scene->motion.end * sqrt(v));
    }
    return sphere;
}

/* A triangle of a leaf that may touch from `from` on. */
static void take(struct baseline *search, const struct sdf_sphere *leaf, size_t number, double from)
{
    if (leaf->triangles > 1) {
        const struct sdf_sphere sphere = sphere_of(search, number);
        from = search->method->cull(search, &sphere, from);
    }
    if (!(from <= search->until)) return;
    if (search->each)
        take_for_each(search, number, from);
    else
        take_for_first(search, number, from);
}

static bool goes_on(const struct baseline *search)
{
    return search->each || !search->spent;
}

static void descend(struct baseline *search, const struct sdf_sphere *sphere, double from)
{
    for (uint32_t i = 0; i < sphere->triangles && goes_on(search); i++)
        take(search, sphere, search->spheres->order[sphere->child + i], from);
    if (sphere->triangles) return;
    const struct sdf_sphere *child = &search->spheres->node[sphere->child];
    double at[2];
    for (int i = 0; i < 2; i++) at[i] = search->method->cull(search, &child[i], from);
    const int sooner = at[1] < at[0];
    for (int i = 0; i < 2; i++) {
        const int which = i ? 1 - sooner : sooner;
        if (at[which] <= search->until && goes_on(search)) descend(search, &child[which], at[which]);
    }
}

void baseline_run(const struct baseline_method *method, bool each, const struct sdf_scene *scene,
                  const struct sdf_mesh *mesh, const struct sdf_spheres *spheres,
                  const struct sdf_options *options, struct sdf_answer *answer)
{
    struct baseline search;
    search.scene = scene, search.mesh = mesh, search.spheres = spheres, search.options = options;
    search.method = method, search.each = each, search.answer = answer;
    search.until = scene->motion.end;
    search.evals = 0, search.limit = each ? UINT64_MAX : limit_of(options);
    search.spent = false;
    search.pieces.n = 0;
    for (size_t i = 0; i < (each ? mesh->triangles : 1); i++) answer[i] = no_contact();
    const double from = mesh->triangles ? method->cull(&search, spheres->node, 0) : INFINITY;
    if (from <= search.until) descend(&search, spheres->node, from);
    if (!each) finish(&search, answer);
}
