/* Queries of a mesh with so few vertices that `certified` has a first look at them in single precision: they
 * get the same answers and the same counts as the same queries written out as records, which have no such
 * look, on all instructions. */
#include "../../formats/vertex-set.h"
#include "../../lib/gen/gen.h"
#include "../../lib/num/mix64.h"
#include "../../lib/workspace.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VERTICES = 1000, MOST_QUERIES = 4000 };

static double x[MOST_VERTICES][2][3];
static uint32_t index[MOST_QUERIES][4];
static struct ccdq_indexed mesh;
static uint64_t seed;

static uint32_t draw_below(uint32_t n)
{
    return (uint32_t)((mix64(++seed) >> 32) * n >> 32);
}

static double draw(void)
{
    return (double)(mix64(++seed) >> 11) * 0x1p-53;
}

/* ---- Both ways ---- */

struct answers {
    struct ccdq_result r[MOST_QUERIES];
    struct ccdq_stage stage[CCDQ_MAX_STAGES];
};

static void keep_stages(struct answers *a, struct ccdq_workspace *ws)
{
    memcpy(a->stage, ccdq_workspace_stages(ws), sizeof a->stage);
    ccdq_workspace_free(ws);
}

static void solve_records(const struct ccdq_linear_options *options, struct answers *a)
{
    static struct ccdq_query q[MOST_QUERIES];
    struct ccdq_workspace *ws = ccdq_workspace_new();
    for (size_t i = 0; i < mesh.queries; i++) ccdq_indexed_query(&mesh, i, &q[i]);
    ccdq_linear_solve(ccdq_linear_methods, CCDQ_TYPE_BIT(mesh.type), q, mesh.queries, options, a->r, ws);
    keep_stages(a, ws);
}

/* Returns whether there was room for a look. */
static bool solve_mesh(const struct ccdq_linear_options *options, struct answers *a)
{
    struct ccdq_workspace *ws = ccdq_workspace_new();
    ccdq_linear_solve_indexed(ccdq_linear_methods, CCDQ_TYPE_BIT(mesh.type), &mesh, options, a->r, ws);
    const bool looked = ws->rounded_room > mesh.vertices;
    keep_stages(a, ws);
    return looked;
}

static bool same(void)
{
    static struct answers records, indexed;
    struct ccdq_linear_options options = ccdq_linear_defaults;
    bool right = true;
    solve_records(&options, &records);
    for (options.simd = CCDQ_SIMD_PORTABLE; ccdq_simd_name(options.simd); options.simd++) {
        if (!ccdq_simd_available(options.simd)) continue;
        right &= solve_mesh(&options, &indexed);
        const bool answers = !memcmp(records.r, indexed.r, mesh.queries * sizeof *records.r);
        const bool counts = !memcmp(records.stage, indexed.stage, sizeof records.stage);
        if (!answers || !counts)
            diag("%s: other %s", ccdq_simd_name(options.simd), answers ? "counts" : "answers");
        right &= answers && counts;
    }
    return right;
}

static void set_mesh(unsigned type, size_t vertices, size_t queries)
{
    mesh = (struct ccdq_indexed){.type = type,
                                 .vertices = vertices,
                                 .queries = queries,
                                 .vertex = (const double(*)[2][3])x,
                                 .index = (const uint32_t(*)[4])index,
                                 .first_id = 77};
}

/* ---- All queries between a few vertices ---- */

enum { FEW = 12 };

static size_t all_queries(unsigned type)
{
    size_t n = 0;
    for (uint32_t a = 0; a < FEW; a++)
        for (uint32_t b = 0; b < FEW; b++)
            for (uint32_t c = type == CCDQ_VF ? b + 1 : 0; c < FEW; c++)
                for (uint32_t d = c + 1; d < FEW; d++) {
                    const uint32_t query[4] = {a, b, c, d};
                    if (a == b || a == c || a == d || b == c || b == d) continue;
                    if (type == CCDQ_EE && b < a) continue;
                    memcpy(index[n++], query, sizeof query);
                }
    return n;
}

static void anywhere(double v[2][3])
{
    for (int k = 0; k < 3; k++) v[0][k] = draw(), v[1][k] = v[0][k] + draw() - 0.5;
}

static void on_grid(double v[2][3])
{
    for (int i = 0; i < 6; i++) v[i / 3][i % 3] = 0.1 * draw_below(4);
}

static void in_plane(double v[2][3])
{
    anywhere(v);
    for (int end = 0; end < 2; end++) v[end][2] = 0.3 * v[end][0] - 0.7 * v[end][1];
}

/* Off it by about as much as what is left of a coordinate in single precision. */
static void nearly_in_plane(double v[2][3])
{
    in_plane(v);
    for (int end = 0; end < 2; end++) v[end][2] += 0x1p-21 * (draw() - 0.5);
}

static void on_line(double v[2][3])
{
    anywhere(v);
    for (int end = 0; end < 2; end++) v[end][1] = 0.1 * v[end][0], v[end][2] = 1 - v[end][0];
}

static void still(double v[2][3])
{
    anywhere(v);
    memcpy(v[1], v[0], sizeof v[0]);
}

static void ulps(double v[2][3])
{
    for (int i = 0; i < 6; i++) v[i / 3][i % 3] = 1 + 0x1p-52 * draw_below(6);
}

/* One in four is far from the others, which then have few digits in single precision. */
static void scattered(double v[2][3])
{
    anywhere(v);
    if (draw_below(4)) return;
    for (int i = 0; i < 6; i++) v[i / 3][i % 3] *= 1e5;
}

static const struct {
    const char *name;
    void (*draw)(double v[2][3]);
} kinds[] = {{"anywhere", anywhere},   {"on a grid", on_grid},
             {"in a plane", in_plane}, {"nearly in a plane", nearly_in_plane},
             {"on a line", on_line},   {"still", still},
             {"apart by ulps", ulps},  {"scattered", scattered}};

static const struct {
    const char *name;
    double scale, offset;
} places[] = {{"", 1, 0},
              {", far away", 1, 1e6},
              {", huge", 0x1p400, 0},
              {", tiny", 0x1p-400, 0},
              {", as large as can be", 0x1p1000, 0},
              {", hardly larger than can be rounded", 0x1p-990, 0},
              {", denormal", 0x1p-1060, 0}};

static void move_to_place(int p)
{
    for (int i = 0; i < FEW * 6; i++) {
        double *at = &x[i / 6][i / 3 % 2][i % 3];
        *at = *at * places[p].scale + places[p].offset;
    }
}

static void test_few(unsigned type, int rounds)
{
    const size_t queries = all_queries(type);
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (int p = 0; p < (int)(sizeof places / sizeof *places); p++) {
            bool right = true;
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < FEW; i++) kinds[kind].draw(x[i]);
                move_to_place(p);
                set_mesh(type, FEW, queries);
                right &= same();
            }
            ok(right, "%s, a few vertices %s%s", ccdq_type_name(type), kinds[kind].name, places[p].name);
        }
}

/* Of numbers that are not finite a first look says nothing. */
static void test_not_finite(unsigned type)
{
    const double bad[] = {NAN, INFINITY, -INFINITY};
    const size_t queries = all_queries(type);
    bool right = true;
    for (int i = 0; i < FEW; i++)
        for (int k = 0; k < 6; k++)
            for (int b = 0; b < 3; b++) {
                for (int j = 0; j < FEW; j++) anywhere(x[j]);
                x[i][k / 3][k % 3] = bad[b];
                if (b == 0 && k % 2) x[i][0][k % 3] = x[i][1][k % 3] = NAN;
                set_mesh(type, FEW, queries);
                right &= same();
            }
    for (int j = 0; j < FEW; j++) anywhere(x[j]), x[j][0][2] = x[j][1][2] = NAN;
    right &= same();
    ok(right, "%s, a coordinate that is not finite", ccdq_type_name(type));
}

/* ---- The families ---- */

/* Queries of a family, and three times as many of four vertices that do not belong together. */
static void test_family(const struct gen_family *family, unsigned type)
{
    enum { N = MOST_VERTICES / 4 };
    static struct ccdq_query q[N];
    struct vertex_set set = {0};
    gen_linear_range(family, type, 5, 0, N, q);
    for (size_t i = 0; i < N; i++)
        for (int k = 0; k < 4; k++) {
            struct vertex v;
            memcpy(v.x[0], q[i].x[k], sizeof v.x[0]);
            memcpy(v.x[1], q[i].x[k + 4], sizeof v.x[1]);
            index[i][k] = vertex_set_find(&set, &v, index[i], k);
        }
    const uint32_t vertices = (uint32_t)(set.vertices.n / sizeof(struct vertex));
    memcpy(x, set.vertices.p, set.vertices.n);
    vertex_set_free(&set);
    for (size_t i = N; i < (size_t)4 * N; i++)
        for (int k = 0; k < 4; k++)
            for (int taken = 1; taken;) {
                index[i][k] = draw_below(vertices);
                taken = 0;
                for (int j = 0; j < k; j++) taken |= index[i][j] == index[i][k];
            }
    set_mesh(type, vertices, (size_t)4 * N);
    ok(same(), "%s, %u vertices of the family %s", ccdq_type_name(type), vertices, family->name);
}

int main(void)
{
    const int rounds = getenv("CCDQ_LONG") ? 50 : 1;
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        test_few(type, rounds);
        test_not_finite(type);
        for (const struct gen_family *f = gen_linear_families; f->name; f++) test_family(f, type);
    }
    return tap_done();
}
