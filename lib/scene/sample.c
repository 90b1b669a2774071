/* Faces as grids of their parameters, as fine as they are curved. */
#include "sample.h"
#include "../num/extremes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Nodes and elements ---- */

uint32_t sample_add_node(struct sampler *s, const double x[3], const double normal[3])
{
    struct scene_sample *sample = s->sample;
    const size_t n = sample->mesh.nodes;
    if (n == sample->room) {
        const size_t room = n + n / 2 + 256;
        double(*grown)[3] = realloc(sample->normal, room * sizeof *grown);
        s->full |= !grown;
        if (!grown) return SAMPLE_NONE;
        sample->normal = grown;
        sample->room = room;
    }
    s->full |= n >= SAMPLE_NONE || !mesh_add_node(&sample->mesh, x);
    if (s->full) return SAMPLE_NONE;
    const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int k = 0; k < 3; k++)
        sample->normal[n][k] = length > 0 && length < INFINITY ? normal[k] / length : 0;
    return (uint32_t)n;
}

void sample_add_element(struct sampler *s, unsigned cell, uint32_t face, const uint32_t *node, unsigned lines)
{
    struct scene_sample *sample = s->sample;
    const size_t n = sample->mesh.elements;
    for (int k = 0; k < mesh_cell_corners(cell); k++)
        if (node[k] == SAMPLE_NONE) return;
    if (n == sample->room_lines) {
        const size_t room = n + n / 2 + 256;
        uint8_t *grown = realloc(sample->lines, room);
        s->full |= !grown;
        if (!grown) return;
        sample->lines = grown;
        sample->room_lines = room;
    }
    sample->lines[n] = (uint8_t)lines;
    s->full |= !mesh_add_element(&sample->mesh, cell, s->number, face, node);
}

/* ---- A face ---- */

/* The outputs of the face at u, v, into s->jet. false: there is no point. */
static bool face_eval(struct sampler *s, const struct scene_face *face, double u, double v,
                      enum tape_order order)
{
    const ival at[3] = {ival_point(u), ival_point(v), ival_point(s->t)};
    if (tape_eval(&face->map, at, order, s->jet, &s->work) & TAPE_EMPTY) return false;
    for (int k = 0; k < 3; k++)
        if (!(ival_size(s->jet[k].value) <= IVAL_LARGEST)) return false;
    return true;
}

static bool face_point(struct sampler *s, const struct scene_face *face, double u, double v, double x[3])
{
    if (!face_eval(s, face, u, v, TAPE_VALUE)) return false;
    for (int k = 0; k < 3; k++) x[k] = ival_middle(s->jet[k].value);
    return true;
}

/* Su x Sv at u, v, out of a solid. false: it is 0 but for rounding, or is not known. */
static bool face_normal(struct sampler *s, const struct scene_face *face, double u, double v,
                        double normal[3])
{
    double d[2][3] = {{0}}, longest = 0, square = 0;
    const bool here = face_eval(s, face, u, v, TAPE_GRADIENT);
    for (int k = 0; here && k < 3; k++)
        for (int i = 0; i < 2; i++) {
            if (ival_size(s->jet[k].d[i]) <= IVAL_LARGEST) d[i][k] = ival_middle(s->jet[k].d[i]);
            longest = max_of(longest, fabs(d[i][k]));
        }
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        normal[k] = (face->inward ? -1 : 1) * (d[0][i] * d[1][j] - d[0][j] * d[1][i]);
        square += normal[k] * normal[k];
    }
    return square > 1e-20 * longest * longest * longest * longest;
}

/* At a parameter that is a little off the borders: a pole has no normal, but all around it have nearly the
 * same. */
static double off_border(struct interval x, double at)
{
    const double border = 1e-6 * (x.hi - x.lo);
    return at < x.lo + border ? x.lo + border : at > x.hi - border ? x.hi - border : at;
}

static double between(struct interval x, unsigned i, unsigned n)
{
    return i == n ? x.hi : x.lo + (x.hi - x.lo) * i / n;
}

/* ---- How fine ---- */

enum { PROBES = 16 };

/* Points of the face on a coarse grid; NaN where there is none. */
struct probes {
    double x[PROBES + 1][PROBES + 1][3];
};

/* The largest second difference along one parameter: eight times how far a chord lies off its arc. */
static double bend(const struct probes *p, bool along_v)
{
    double most = 0;
    for (int i = 0; i <= PROBES; i++)
        for (int j = 1; j < PROBES; j++) {
            const double *x[3];
            double square = 0;
            for (int k = 0; k < 3; k++) x[k] = along_v ? p->x[i][j - 1 + k] : p->x[j - 1 + k][i];
            for (int k = 0; k < 3; k++) {
                const double d = x[0][k] - 2 * x[1][k] + x[2][k];
                square += d * d;
            }
            if (square > most * most) most = sqrt(square);
        }
    return most;
}

static double diagonal(const struct probes *p)
{
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY}, square = 0;
    for (int i = 0; i <= PROBES; i++)
        for (int j = 0; j <= PROBES; j++)
            for (int k = 0; k < 3; k++) {
                lo[k] = min_of(lo[k], p->x[i][j][k]);
                hi[k] = max_of(hi[k], p->x[i][j][k]);
            }
    for (int k = 0; k < 3; k++) square += hi[k] > lo[k] ? (hi[k] - lo[k]) * (hi[k] - lo[k]) : 0;
    return sqrt(square);
}

/* Cells along u and along v: `fineness` round a sphere, one where it is straight. */
static void choose_cells(struct sampler *s, const struct scene_face *face, unsigned cells[2])
{
    const double of_sphere = 0.0445; /* (2 pi / PROBES)^2 r over the diagonal of its cube, 2 sqrt(3) r */
    struct probes p;
    for (unsigned i = 0; i <= PROBES; i++)
        for (unsigned j = 0; j <= PROBES; j++) {
            double *x = p.x[i][j];
            if (!face_point(s, face, between(face->u, i, PROBES), between(face->v, j, PROBES), x))
                x[0] = x[1] = x[2] = NAN;
        }
    const double size = diagonal(&p);
    for (int k = 0; k < 2; k++) {
        const double n = size > 0 ? s->fineness * sqrt(bend(&p, k) / size / of_sphere) : 1;
        cells[k] = n < 3 * s->fineness ? (unsigned)(n + 1 - 1e-6) : 3 * s->fineness;
        if (!cells[k]) cells[k] = 1;
    }
}

/* ---- The grid ---- */

static uint32_t add_point(struct sampler *s, const struct scene_face *face, double u, double v)
{
    double x[3], normal[3];
    if (!face_point(s, face, u, v, x)) return SAMPLE_NONE;
    if (!face_normal(s, face, u, v, normal))
        face_normal(s, face, off_border(face->u, u), off_border(face->v, v), normal);
    return sample_add_node(s, x, normal);
}

static void add_row(struct sampler *s, const struct scene_face *face, double u, unsigned n, uint32_t *row)
{
    for (unsigned j = 0; j <= n; j++) row[j] = add_point(s, face, u, between(face->v, j, n));
}

static void add_face(struct sampler *s, uint32_t number)
{
    const struct scene_face *face = &s->body->face[number];
    unsigned n[2];
    choose_cells(s, face, n);
    uint32_t *rows = malloc(2 * ((size_t)n[1] + 1) * sizeof *rows), *before = rows, *here = rows + n[1] + 1;
    s->full |= !rows;
    if (!rows) return;
    add_row(s, face, face->u.lo, n[1], before);
    for (unsigned i = 1; i <= n[0] && !s->full; i++) {
        add_row(s, face, between(face->u, i, n[0]), n[1], here);
        for (unsigned j = 0; j < n[1]; j++) {
            const uint32_t out[4] = {before[j], here[j], here[j + 1], before[j + 1]},
                           in[4] = {before[j + 1], here[j + 1], here[j], before[j]};
            sample_add_element(s, MESH_QUAD, number, face->inward ? in : out, 15);
        }
        uint32_t *swap = before;
        before = here;
        here = swap;
    }
    free(rows);
}

/* ---- The scene ---- */

/* Whether all tapes of the body can be evaluated. */
static bool make_room(struct sampler *s)
{
    const struct scene_body *b = s->body;
    const size_t outputs = b->implicit && b->map.outputs > 3 ? b->map.outputs : 3;
    struct jet *jet = realloc(s->jet, outputs * sizeof *jet);
    if (!jet) return false;
    s->jet = jet;
    for (size_t i = 0; i < b->faces; i++)
        if (!tape_work_fit(&s->work, &b->face[i].map)) return false;
    return !b->implicit || (tape_work_fit(&s->work, &b->map) && tape_work_fit(&s->work, &b->place));
}

static bool has_end(const struct scene_body *b)
{
    for (int k = 0; b->implicit && k < 3; k++)
        if (!isfinite(b->box[k].lo) || !isfinite(b->box[k].hi)) return false;
    return true;
}

static void find_bounds(const struct mesh *mesh, struct interval box[3])
{
    for (int k = 0; k < 3; k++) box[k] = (struct interval){INFINITY, -INFINITY};
    for (size_t i = 0; i < mesh->nodes; i++)
        for (int k = 0; k < 3; k++) {
            box[k].lo = min_of(box[k].lo, mesh->x[i][k]);
            box[k].hi = max_of(box[k].hi, mesh->x[i][k]);
        }
    for (int k = 0; k < 3; k++)
        if (!mesh->nodes) box[k] = (struct interval){-1, 1};
}

static void add_body(struct sampler *s, const struct interval near[3])
{
    const int mode = upward_begin();
    for (uint32_t i = 0; i < s->body->faces && !s->full; i++) add_face(s, i);
    if (s->body->implicit) sample_implicit(s, near);
    upward_end(mode);
}

bool scene_sample(const struct scene *scene, double t, unsigned fineness, struct scene_sample *sample)
{
    struct sampler s = {.t = t, .fineness = fineness, .sample = sample};
    for (int endless = 0; endless < 2; endless++) { /* those last, where the others are known */
        struct interval near[3];
        find_bounds(&sample->mesh, near);
        for (uint32_t i = 0; i < scene->bodies && !s.full; i++) {
            s.body = &scene->body[i];
            s.number = i;
            if (has_end(s.body) == endless) continue;
            s.full = !make_room(&s);
            if (!s.full) add_body(&s, near);
        }
    }
    tape_work_free(&s.work);
    free(s.jet);
    return !s.full;
}

void scene_sample_free(struct scene_sample *sample)
{
    mesh_free(&sample->mesh);
    free(sample->normal);
    free(sample->lines);
    *sample = (struct scene_sample){0};
}
