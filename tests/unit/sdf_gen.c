/* The families of triangles against solids: each record a pure function of its id and exact in binary32, each
 * family with the property it names; and the data of all of them pinned by a digest. */
#include "../../formats/sdf-json.h"
#include "../../lib/gen/gen.h"
#include "../../lib/num/mix64.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 400, MAX_SOLIDS = 64 };

/* ---- The triangle in the solid's space ---- */

/* Turns p about the axis w through the origin by t |w|. */
static struct vec3 turn(struct vec3 p, const double w[3], double t)
{
    const double speed = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    if (speed == 0) return p;
    const struct vec3 k = {w[0] / speed, w[1] / speed, w[2] / speed};
    const double c = cos(t * speed), s = sin(t * speed);
    const struct vec3 across = vec3_cross(k, p);
    const double along = vec3_dot(k, p) * (1 - c);
    return (struct vec3){c * p.x + s * across.x + along * k.x, c * p.y + s * across.y + along * k.y,
                         c * p.z + s * across.z + along * k.z};
}

static struct vec3 vector(const double x[3])
{
    return (struct vec3){x[0], x[1], x[2]};
}

static struct vec3 corner(const struct ccdq_sdf_query *q, int i, double t)
{
    const struct vec3 o = vec3_along(vector(q->solid_centre), t, vector(q->solid_v));
    struct vec3 p = turn(vec3_sub(vector(q->x[i]), vector(q->centre)), q->spin, t);
    p = vec3_along(vec3_add(p, vector(q->centre)), t, vector(q->v[i]));
    return vec3_add(vector(q->solid_centre), turn(vec3_sub(p, o), q->solid_spin, -t));
}

struct scene {
    struct sdf sdf;
    struct buf roots;
    size_t n; /* solids */
};

static size_t root_of(const struct scene *scene, size_t solid)
{
    return ((const size_t *)(const void *)scene->roots.p)[solid];
}

/* phi at a point of the triangle c: v of the way from c[0] to c[2], then u of what is left to c[1]. */
static double phi(const struct scene *scene, size_t root, const struct vec3 c[3], double u, double v)
{
    const struct vec3 side = vec3_along(c[0], v, vec3_sub(c[2], c[0]));
    return sdf_value(&scene->sdf, root, vec3_along(side, u * (1 - v), vec3_sub(c[1], c[0])), NULL);
}

/* The least phi for this v, or (v negative) the least for any: by thirds, which is right where phi is convex.
 */
static double least_phi(const struct scene *scene, size_t root, const struct vec3 c[3], double v)
{
    double lo = 0, hi = 1, least = INFINITY;
    while (hi - lo > 1e-12) {
        const double at[2] = {lo + (hi - lo) / 3, hi - (hi - lo) / 3};
        double value[2];
        for (int i = 0; i < 2; i++)
            value[i] = v < 0 ? least_phi(scene, root, c, at[i]) : phi(scene, root, c, at[i], v);
        least = fmin(least, fmin(value[0], value[1]));
        if (value[0] < value[1])
            hi = at[1];
        else
            lo = at[0];
    }
    return least;
}

static void place(const struct ccdq_sdf_query *q, double t, struct vec3 c[3])
{
    for (int i = 0; i < 3; i++) c[i] = corner(q, i, t);
}

/* About the least phi of the triangle at the time t, never less: on a grid, then around the best point of it.
 */
static double gap(const struct scene *scene, const struct ccdq_sdf_query *q, double t)
{
    static const int way[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    enum { GRID = 12 };
    const size_t root = root_of(scene, q->solid);
    double best = INFINITY, at[2] = {0, 0};
    struct vec3 c[3];
    place(q, t, c);
    for (int k = 0; k < (GRID + 1) * (GRID + 1); k++) {
        const double u = (double)(k % (GRID + 1)) / GRID, v = (double)(k / (GRID + 1)) / GRID;
        const double value = phi(scene, root, c, u, v);
        if (value < best) best = value, at[0] = u, at[1] = v;
    }
    for (double step = 0.5 / GRID; step > 1e-9; step /= 2)
        for (int k = 0; k < 6; k++) {
            const double u = fmin(1, fmax(0, at[0] + step * way[k][0]));
            const double v = fmin(1, fmax(0, at[1] + step * way[k][1]));
            const double value = phi(scene, root, c, u, v);
            if (value < best) best = value, at[0] = u, at[1] = v;
        }
    return best;
}

/* Whether one of so many times in [0, end] finds them together. */
static bool meets(const struct scene *scene, const struct ccdq_sdf_query *q, int times)
{
    for (int i = 0; i <= times; i++)
        if (gap(scene, q, q->end * i / times) <= 0) return true;
    return false;
}

/* ---- What a record of a family has ---- */

static double length(const double w[3])
{
    return sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
}

static bool is_rigid(const struct ccdq_sdf_query *q)
{
    return !memcmp(q->v[0], q->v[1], sizeof q->v[0]) && !memcmp(q->v[0], q->v[2], sizeof q->v[0]);
}

static bool is_torus_triangle(const struct scene *scene, const struct ccdq_sdf_query *q)
{
    double least = INFINITY, largest = 0;
    for (int i = 0; i < 3; i++) {
        double edge[3];
        for (int a = 0; a < 3; a++) edge[a] = q->x[i][a] - q->x[(i + 1) % 3][a];
        least = fmin(least, length(edge));
        largest = fmax(largest, length(edge));
    }
    return is_rigid(q) && least > 0.07 && largest < 0.13 && gap(scene, q, 0) > 0.05 && meets(scene, q, 200);
}

static bool is_torus_shuriken(const struct scene *scene, const struct ccdq_sdf_query *q)
{
    static double x[GEN_SHURIKEN_NODES][3];
    static uint32_t triangle[GEN_SHURIKEN_TRIANGLES][3];
    struct ccdq_sdf_query motion;
    gen_shuriken_triangles(triangle);
    gen_shuriken_start(7, q->id / GEN_SHURIKEN_TRIANGLES, x, &motion);
    for (int i = 0; i < 3; i++) {
        const uint32_t node = triangle[q->id % GEN_SHURIKEN_TRIANGLES][i];
        if (memcmp(q->x[i], x[node], sizeof x[node]) || memcmp(q->v[i], motion.v[0], sizeof q->v[i]))
            return false;
    }
    return q->end == motion.end && !memcmp(q->spin, motion.spin, sizeof q->spin) &&
           !memcmp(q->centre, motion.centre, sizeof q->centre) && gap(scene, q, 0) > 0.05;
}

/* At the known time corners are integers in units of 2^-9: no number was rounded. */
static bool is_exact(const struct ccdq_sdf_query *q, double t)
{
    for (int i = 0; i < 9; i++) {
        const double x = q->x[i / 3][i % 3] + t * (q->v[i / 3][i % 3] - q->solid_v[i % 3]);
        if (ldexp(x, 9) != floor(ldexp(x, 9))) return false;
    }
    return true;
}

/* At the known time they touch; before, and where they never do, there is a gap. */
static bool is_closed(const struct scene *scene, const struct ccdq_sdf_query *q)
{
    const double t = gen_sdf_time(7, q->id), end = fmin(t, q->end);
    struct vec3 c[3];
    place(q, end, c);
    const double least = fmin(gap(scene, q, end), least_phi(scene, root_of(scene, q->solid), c, -1));
    for (int i = 0; i < 8; i++)
        if (end * i / 8 < t && !(gap(scene, q, end * i / 8) > 0)) return false;
    return t < INFINITY ? is_exact(q, t) && t <= q->end && fabs(least) < 1e-9 : least > 0;
}

static bool is_degenerate(const struct scene *scene, const struct ccdq_sdf_query *q)
{
    return isfinite(gap(scene, q, 0)) && isfinite(gap(scene, q, q->end));
}

static bool is_tree(const struct scene *scene, const struct ccdq_sdf_query *q)
{
    return isfinite(gap(scene, q, 0)) && length(q->spin) * q->end < 12.001;
}

/* The number of the family that the solid belongs to. */
static bool is_mixed(const struct scene *scene, const struct ccdq_sdf_query *q)
{
    size_t solid = q->solid, family = 0, n = 0;
    (void)scene;
    for (; gen_sdf_solid(&gen_sdf_families[family], n); n++)
        if (n == solid) return family == q->id % 5;
    for (; family < 5; family++) {
        for (n = 0; gen_sdf_solid(&gen_sdf_families[family], n);) n++;
        if (solid < n) return family == q->id % 5;
        solid -= n;
    }
    return false;
}

static const struct {
    const char *name;
    bool (*has)(const struct scene *scene, const struct ccdq_sdf_query *q);
    size_t solids;
    uint64_t digest; /* of the records 0 .. 999 with the seed 1 */
} expected[] = {
    {"torus-triangle", is_torus_triangle, 1, 0xde374445b17ccda0},
    {"torus-shuriken", is_torus_shuriken, 1, 0x4aeb63d3b29f76fe},
    {"closed", is_closed, 12, 0xc5a80b3953ff2da5},
    {"degenerate", is_degenerate, 21, 0xa804df0a7106159c},
    {"trees", is_tree, 12, 0x43286c1327d4da8a},
    {"mixed", is_mixed, 47, 0xa6ec2b4fb19d5bc0},
};
enum { FAMILIES = sizeof expected / sizeof *expected };

/* ---- All families ---- */

static bool read_scene(struct scene *scene, const struct gen_family *family)
{
    struct messages messages = {0};
    struct buf text = {0};
    const char *solid;
    *scene = (struct scene){.n = 0};
    buf_printf(&text, "{\"solids\": [");
    for (; (solid = gen_sdf_solid(family, scene->n)); scene->n++)
        buf_printf(&text, "%s%s", scene->n ? ",\n" : "", solid);
    buf_printf(&text, "]}");
    buf_add(&text, "", 1);
    const bool good = sdf_json_read(&scene->sdf, &scene->roots, family->name, text.p, text.n - 1, &messages);
    if (!good) diag("%.*s", (int)messages.text.n, (const char *)messages.text.p);
    messages_free(&messages);
    buf_free(&text);
    return good;
}

static void free_scene(struct scene *scene)
{
    sdf_free(&scene->sdf);
    buf_free(&scene->roots);
}

static uint64_t digest(const void *records, size_t size)
{
    uint64_t h = 0, word;
    for (size_t i = 0; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, (const char *)records + i, sizeof word);
        h = mix64(h ^ word);
    }
    return h;
}

/* All fields have a meaning, and all reals are in binary32 what they are. */
static bool is_record(const struct ccdq_sdf_query *q, uint64_t id, size_t solids)
{
    enum { AT = offsetof(struct ccdq_sdf_query, end), REALS = (sizeof *q - AT) / sizeof(double) };
    double real[REALS];
    memcpy(real, (const char *)q + AT, sizeof real);
    for (int i = 0; i < REALS; i++)
        if (!isfinite(real[i]) || real[i] != (double)(float)real[i]) return false;
    return q->id == id && q->solid < solids && !q->zero && q->end > 0;
}

static void check_records(int row, const struct gen_family *family, const struct scene *scene)
{
    static struct ccdq_sdf_query all[RECORDS];
    int bad = -1, impure = -1, equal = 0;
    gen_sdf_range(family, 7, 1000, RECORDS, all);
    for (int i = RECORDS; i-- > 0;) {
        struct ccdq_sdf_query one, other;
        const uint64_t id = 1000 + (uint64_t)i;
        memset(&one, 0xff, sizeof one);
        gen_sdf_range(family, 7, id, 1, &one);
        gen_sdf_range(family, 8, id, 1, &other);
        if (!is_record(&one, id, scene->n) || !expected[row].has(scene, &one)) bad = i;
        if (memcmp(&one, &all[i], sizeof one)) impure = i;
        equal += !memcmp(one.x, other.x, sizeof one.x);
    }
    ok(bad < 0, "%s: each record has the property", family->name);
    if (bad >= 0) diag("not record %d", 1000 + bad);
    ok(impure < 0, "%s: a record depends on its id only", family->name);
    ok(equal < RECORDS / 50, "%s: another seed gives other records", family->name);
}

static void check_digest(int row, const struct gen_family *family)
{
    static struct ccdq_sdf_query q[1000];
    gen_sdf_range(family, 1, 0, 1000, q);
    const uint64_t d = digest(q, sizeof q);
    if (!ok(d == expected[row].digest, "%s: the data are what they were", family->name))
        diag("digest 0x%016llx", (unsigned long long)d);
}

static void check_solids(int row, const struct gen_family *family, const struct scene *scene)
{
    bool named[MAX_SOLIDS] = {false};
    size_t n = 0;
    for (uint64_t id = 0; id < 2000; id++) {
        struct ccdq_sdf_query q;
        gen_sdf_range(family, 1, id, 1, &q);
        if (q.solid < scene->n && !named[q.solid]) named[q.solid] = true, n++;
    }
    ok(scene->n == expected[row].solids && n == scene->n, "%s: each of its %zu solids is named", family->name,
       expected[row].solids);
}

/* ---- Single families ---- */

static void check_shuriken(void)
{
    static double x[GEN_SHURIKEN_NODES][3];
    static uint32_t triangle[GEN_SHURIKEN_TRIANGLES][3];
    static signed char edge[GEN_SHURIKEN_NODES][GEN_SHURIKEN_NODES];
    struct ccdq_sdf_query motion;
    double volume = 0, widest = 0;
    int open = 0;
    gen_shuriken_triangles(triangle);
    gen_shuriken_start(1, 0, x, &motion);
    for (int i = 0; i < GEN_SHURIKEN_TRIANGLES; i++) {
        const uint32_t *k = triangle[i];
        struct vec3 p[3];
        for (int a = 0; a < 3; a++) {
            edge[k[a]][k[(a + 1) % 3]]++;
            p[a] = vec3_sub(vector(x[k[a]]), vector(motion.centre));
        }
        volume += vec3_dot(p[0], vec3_cross(p[1], p[2])) / 6;
    }
    for (int i = 0; i < GEN_SHURIKEN_NODES; i++)
        for (int j = 0; j < GEN_SHURIKEN_NODES; j++) {
            const struct vec3 d = vec3_sub(vector(x[i]), vector(x[j]));
            open += edge[i][j] != edge[j][i] || edge[i][j] > 1;
            widest = fmax(widest, sqrt(vec3_dot(d, d)));
        }
    ok(open == 0, "the shuriken is closed: each edge once each way");
    ok(volume > 1e-6 && volume < 1e-5, "and has its outside outside: %g cm3", 1e6 * volume);
    ok(fabs(widest - 0.1) < 1e-3, "and is 10 cm wide: %g cm", 100 * widest);
}

/* How many of the family's records meet their solid. */
static int count_hits(const char *name, const struct scene *scene, int n, int times)
{
    const struct gen_family *family = gen_find_family(gen_sdf_families, name);
    int hits = 0;
    for (int i = 0; i < n; i++) {
        struct ccdq_sdf_query q;
        gen_sdf_range(family, 1, (uint64_t)i, 1, &q);
        hits += meets(scene, &q, times);
    }
    return hits;
}

/* Nearly each configuration hits: it is on a collision course, and can only slip the ring through its bore.
 */
static void check_shuriken_hits(const struct scene *scene)
{
    const struct gen_family *family = gen_find_family(gen_sdf_families, "torus-shuriken");
    static struct ccdq_sdf_query q[GEN_SHURIKEN_TRIANGLES];
    int hits = 0;
    for (uint64_t k = 0; k < 20; k++) {
        bool hit = false;
        gen_sdf_range(family, 1, k * GEN_SHURIKEN_TRIANGLES, GEN_SHURIKEN_TRIANGLES, q);
        for (int i = 0; i < GEN_SHURIKEN_TRIANGLES && !hit; i += 5) hit = meets(scene, &q[i], 60);
        hits += hit;
    }
    ok(hits >= 19, "torus-shuriken: %d of 20 configurations hit", hits);
}

static void check_closed_times(void)
{
    int start = 0, end = 0, never = 0;
    for (uint64_t id = 0; id < 2000; id++) {
        struct ccdq_sdf_query q;
        gen_sdf_range(gen_find_family(gen_sdf_families, "closed"), 1, id, 1, &q);
        const double t = gen_sdf_time(1, id);
        start += t == 0;
        end += t == q.end;
        never += t == INFINITY;
    }
    ok(start > 200 && start < 300 && end > 200 && end < 300 && never > 200 && never < 300,
       "closed: an eighth touch at the start, at the end, never: %d, %d, %d of 2000", start, end, never);
}

/* What occurs among the degenerate records. */
enum {
    HOOP,
    FLAT,
    STATIC,
    ONE_TURN,
    TWO_TURNS,
    BOTH_TURN,
    BULLET,
    FAR,
    LEVER,
    INSIDE,
    EXACT,
    TINY,
    FEATURES
};
static const char *const features[] = {"corners on the circle of a hoop",
                                       "no area",
                                       "no motion",
                                       "360 degrees",
                                       "720 degrees",
                                       "both turning",
                                       "500 a step",
                                       "a far origin",
                                       "a far centre",
                                       "a start inside",
                                       "a gap of 0",
                                       "a gap below 1e-9"};

static void note_features(int count[FEATURES], const struct scene *scene, const struct ccdq_sdf_query *q)
{
    const struct vec3 e = vec3_sub(vector(q->x[1]), vector(q->x[0])),
                      f = vec3_sub(vector(q->x[2]), vector(q->x[0])), n = vec3_cross(e, f);
    const double turns = length(q->spin) * q->end / 6.283185307179586, first = gap(scene, q, 0);
    const bool moves = length(q->v[0]) > 0 || turns > 0 || length(q->solid_spin) > 0;
    double radius = 0;
    for (int i = 0; i < 3; i++)
        radius = fmax(radius, fabs(q->x[i][0] * q->x[i][0] + q->x[i][1] * q->x[i][1] - 0.390625));
    count[HOOP] += radius == 0 && q->solid < 7;
    count[FLAT] += vec3_dot(n, n) == 0;
    count[STATIC] += !moves;
    count[ONE_TURN] += fabs(turns - 1) < 1e-6;
    count[TWO_TURNS] += fabs(turns - 2) < 1e-6;
    count[BOTH_TURN] += turns > 0 && length(q->solid_spin) > 0;
    count[BULLET] += q->v[0][2] * q->end == -512;
    count[FAR] += fabs(q->x[0][1]) > 8000;
    count[LEVER] += length(q->solid_centre) > 100 && length(q->x[0]) < 100;
    count[INSIDE] += first < -0.1;
    count[EXACT] += first == 0;
    count[TINY] += first > 0 && first < 1e-9;
}

static void check_degenerate(const struct scene *scene)
{
    int count[FEATURES] = {0};
    for (uint64_t id = 0; id < 3000; id++) {
        struct ccdq_sdf_query q;
        gen_sdf_range(gen_find_family(gen_sdf_families, "degenerate"), 1, id, 1, &q);
        note_features(count, scene, &q);
    }
    for (int i = 0; i < FEATURES; i++)
        ok(count[i] >= 30 && count[i] < 2000, "degenerate: %s: %d of 3000", features[i], count[i]);
}

static void check_trees(const struct scene *scene)
{
    bool seen[SDF_KINDS] = {false};
    int kinds = 0;
    for (size_t k = 0; k < scene->sdf.nodes; k++) {
        const unsigned kind = scene->sdf.node[k].kind;
        kinds += !seen[kind];
        seen[kind] = true;
    }
    ok(kinds == SDF_KINDS, "trees: all kinds of nodes: %d", kinds);
    const int hits = count_hits("trees", scene, 400, 100);
    ok(hits > 100 && hits < 390, "trees: neither few nor all meet: %d of 400", hits);
}

static void check_family(int row, const struct gen_family *family)
{
    struct scene scene;
    if (!ok(read_scene(&scene, family), "%s: its solids can be read", family->name)) {
        free_scene(&scene);
        return;
    }
    check_records(row, family, &scene);
    check_digest(row, family);
    check_solids(row, family, &scene);
    if (!strcmp(family->name, "torus-shuriken")) check_shuriken_hits(&scene);
    if (!strcmp(family->name, "degenerate")) check_degenerate(&scene);
    if (!strcmp(family->name, "trees")) check_trees(&scene);
    free_scene(&scene);
}

int main(void)
{
    int rows = 0;
    for (const struct gen_family *family = gen_sdf_families; family->name; family++, rows++) {
        if (!ok(rows < FAMILIES && !strcmp(family->name, expected[rows].name), "the table has %s",
                family->name))
            return tap_done();
        check_family(rows, family);
    }
    ok(rows == FAMILIES, "the table has no other family");
    check_shuriken();
    check_closed_times();
    return tap_done();
}
