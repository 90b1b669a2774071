/* The sign of the volume in a solid, as a sum of intervals over cells of its faces. */
#include "orientation.h"
#include "../num/extremes.h"
#include <stdlib.h>

/* Along u, and along v; of all faces together. */
enum { FIRST_CELLS = 4, MOST_CELLS = 128 * 128 };

/* A face at one time: f = S . (Su x Sv). */
struct flux {
    struct tape map;
    const struct scene_face *face;
    struct tape_work work;
    double time;
};

static ival triple(const ival a[3], const ival b[3], const ival c[3])
{
    ival n[3];
    ival_cross(b, c, n);
    return ival_dot(a, n);
}

/* Bounds of f, and of its derivatives by u and v if they are wanted: fu = S . (Suu x Sv) + S . (Su x Suv) and
 * fv = S . (Suv x Sv) + S . (Su x Svv), the other terms being 0. A bound is IVAL_ENTIRE where there is none.
 */
static void bound(struct flux *flux, const ival uv[2], ival *f, ival *by)
{
    const ival box[3] = {uv[0], uv[1], ival_point(flux->time)};
    ival s[3], d[2][3], dd[3][3];
    struct jet jet[3];
    const unsigned state = tape_eval(&flux->map, box, by ? TAPE_HESSIAN : TAPE_GRADIENT, jet, &flux->work);
    double first = 0, second = 0;
    for (int i = 0; i < 3; i++) {
        s[i] = jet[i].value;
        for (unsigned k = 0; k < 2; k++) d[k][i] = jet[i].d[k];
        for (unsigned k = 0; k < 3 && by; k++) dd[k][i] = jet[i].dd[k]; /* uu, uv, vv */
        first = max_of(first, max_of(ival_size(s[i]), max_of(ival_size(d[0][i]), ival_size(d[1][i]))));
        for (int k = 0; k < 3 && by; k++) second = max_of(second, ival_size(dd[k][i]));
    }
    const bool good = !(state & (TAPE_EMPTY | TAPE_PARTIAL)) && first <= IVAL_LARGEST;
    *f = good ? triple(s, d[0], d[1]) : IVAL_ENTIRE;
    if (!by) return;
    by[0] = by[1] = IVAL_ENTIRE;
    if (!good || !(second <= IVAL_LARGEST)) return;
    by[0] = ival_add(triple(s, dd[0], d[1]), triple(s, d[0], dd[1]));
    by[1] = ival_add(triple(s, dd[1], d[1]), triple(s, d[0], dd[2]));
}

/* The integral over x in [a, b] of g (x - c) for a point c of it and any function g within these bounds,
 * divided by b - a: with m the middle of [a, b] and g = its middle + what is at most its radius,
 * |x - c| is (b - a) / 4 + |m - c| on average, at most. */
static ival moment(ival x, double c, ival g)
{
    const ival from = ival_scale(ival_add(ival_sub(ival_point(ival_lo(x)), ival_point(c)),
                                          ival_sub(ival_point(ival_hi(x)), ival_point(c))),
                                 0.5);
    const double middle = ival_middle(g);
    const double radius = ival_size(ival_sub(g, ival_point(middle)));
    const double spread = radius * (0.25 * ival_width(x) + ival_size(from));
    return ival_add(ival_mul(ival_point(middle), from), ival_of(-spread, spread));
}

static ival length_of(ival x)
{
    return ival_sub(ival_point(ival_hi(x)), ival_point(ival_lo(x)));
}

/* The integral of f over a cell: its value in the middle and its gradient bound it to second order, or its
 * own bounds do. Adds f in the middle times the area to *guess. Bounds are at most IVAL_LARGEST to the power
 * 3, or all reals. */
static ival integral(struct flux *flux, const ival uv[2], double *guess)
{
    ival f, by[2], at, middle[2];
    const ival area = ival_mul(length_of(uv[0]), length_of(uv[1]));
    for (int k = 0; k < 2; k++) middle[k] = ival_point(ival_middle(uv[k]));
    bound(flux, uv, &f, by);
    bound(flux, middle, &at, NULL);
    if (ival_size(at) < INFINITY) *guess += ival_middle(at) * ival_hi(area);
    if (ival_size(by[0]) < INFINITY && ival_size(by[1]) < INFINITY && ival_size(at) < INFINITY)
        for (int k = 0; k < 2; k++) at = ival_add(at, moment(uv[k], ival_middle(uv[k]), by[k]));
    else
        at = f;
    const ival both = ival_size(f) < INFINITY ? ival_common(f, at) : at;
    return ival_size(both) < INFINITY ? ival_mul(both, area) : IVAL_ENTIRE;
}

/* End k of n cells that an interval is cut into. */
static double cell_end(struct interval x, int k, int n)
{
    const double end = x.lo + k * ((x.hi - x.lo) / n);
    return k == n || end > x.hi ? x.hi : end;
}

/* Three times what a face adds to the volume, by n n cells. */
static ival face_integral(struct flux *flux, int n, double *guess)
{
    const struct scene_face *face = flux->face;
    ival sum = ival_point(0), uv[2];
    double guessed = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            uv[0] = ival_of(cell_end(face->u, i, n), cell_end(face->u, i + 1, n));
            uv[1] = ival_of(cell_end(face->v, j, n), cell_end(face->v, j + 1, n));
            const ival part = integral(flux, uv, &guessed);
            sum = ival_size(part) < INFINITY ? ival_add(sum, part) : IVAL_ENTIRE;
        }
    *guess += face->inward ? -guessed : guessed;
    return face->inward ? ival_neg(sum) : sum;
}

static int sign_of(double lo, double hi)
{
    return lo > 0 ? 1 : hi < 0 ? -1 : 0;
}

static struct scene_sign sign_by_cells(struct flux *flux, size_t faces, int n)
{
    ival sum = ival_point(0);
    double guess = 0;
    for (size_t i = 0; i < faces; i++) sum = ival_add(sum, face_integral(&flux[i], n, &guess));
    const int proven = sign_of(ival_lo(sum), ival_hi(sum));
    return proven ? (struct scene_sign){proven, true} : (struct scene_sign){sign_of(guess, guess), false};
}

struct scene_sign scene_orientation(const struct scene_body *shape, double time)
{
    struct scene_sign sign = {0, false};
    struct flux *flux = calloc(shape->faces, sizeof *flux);
    bool good = flux != NULL;
    for (size_t i = 0; i < shape->faces && good; i++) {
        struct scene_face copy;
        good = scene_face_copy(&copy, &shape->face[i]);
        flux[i] = (struct flux){.map = copy.map, .face = &shape->face[i], .time = time};
        free(copy.name);
        good = good && tape_work_fit(&flux[i].work, &flux[i].map);
    }
    const int mode = upward_begin();
    for (int n = FIRST_CELLS; good && !sign.proven; n *= 2) {
        sign = sign_by_cells(flux, shape->faces, n);
        if (shape->faces > MOST_CELLS / (4u * n * n)) break;
    }
    upward_end(mode);
    for (size_t i = 0; i < shape->faces && flux; i++) {
        tape_free(&flux[i].map);
        tape_work_free(&flux[i].work);
    }
    free(flux);
    return sign;
}

/* ---- Edges ---- */

/* Whether a border runs, by its parameter, as one that goes around the face with the outside to be seen goes:
 * 1, or -1 against it. Around Su x Sv that is u0 backward, u1 forward, v0 forward, v1 backward. */
static int sense(const struct scene_face *face, unsigned border)
{
    const int around = border == SCENE_U1 || border == SCENE_V0 ? 1 : -1;
    return face->inward ? -around : around;
}

bool scene_edge_agrees(const struct scene_body *shape, const struct scene_edge *edge)
{
    if (edge->other == SCENE_NO_FACE) return true;
    const int other = sense(&shape->face[edge->other], edge->other_border);
    return sense(&shape->face[edge->face], edge->border) == (edge->reversed ? other : -other);
}
