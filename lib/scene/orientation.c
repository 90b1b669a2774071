/* The sign of the volume in a closed surface, as a sum of intervals over cells of its rectangle. */
#include "orientation.h"

enum { FIRST_CELLS = 4, MOST_CELLS = 128 }; /* along u, and along v */

/* Bounds of S . (Su x Sv) over a cell; false: there are none. */
static bool flux(const struct tape *map, const ival *box, struct tape_work *work, ival *f)
{
    struct jet s[3];
    ival p[3], su[3], sv[3], normal[3];
    const unsigned state = tape_eval(map, box, TAPE_GRADIENT, s, work);
    if (state & (TAPE_EMPTY | TAPE_UNBOUNDED | TAPE_PARTIAL)) return false;
    for (int i = 0; i < 3; i++) {
        p[i] = s[i].value;
        su[i] = s[i].d[0];
        sv[i] = s[i].d[1];
    }
    ival_cross(su, sv, normal);
    *f = ival_dot(p, normal);
    return true;
}

/* End k of n cells that an interval is cut into. */
static double cell_end(struct interval x, int k, int n)
{
    const double end = x.lo + k * ((x.hi - x.lo) / n);
    return k == n || end > x.hi ? x.hi : end;
}

static ival cell(struct interval x, int k, int n)
{
    return ival_of(cell_end(x, k, n), cell_end(x, k + 1, n));
}

static ival length_of(ival x)
{
    return ival_sub(ival_point(ival_hi(x)), ival_point(ival_lo(x)));
}

/* Three times the volume, by n n cells; all reals where there are no bounds. Not larger than the limits of
 * bounds to the power 5, times a number of cells: it does not overflow. */
static ival volume(const struct scene_face *face, const struct tape *map, double time, int n,
                   struct tape_work *work)
{
    ival sum = ival_point(0), box[3] = {[2] = ival_point(time)}, f;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            box[0] = cell(face->u, i, n);
            box[1] = cell(face->v, j, n);
            if (!flux(map, box, work, &f)) return IVAL_ENTIRE;
            sum = ival_add(sum, ival_mul(f, ival_mul(length_of(box[0]), length_of(box[1]))));
        }
    return sum;
}

int scene_orientation(const struct scene_face *face, double time)
{
    struct scene_face copy;
    struct tape_work work = {0};
    int sign = 0;
    const bool good = scene_face_copy(&copy, face) && tape_work_fit(&work, &copy.map);
    const int mode = upward_begin();
    for (int n = FIRST_CELLS; n <= MOST_CELLS && good && sign == 0; n *= 2) {
        const ival v = volume(face, &copy.map, time, n, &work);
        sign = ival_lo(v) > 0 ? 1 : ival_hi(v) < 0 ? -1 : 0;
    }
    upward_end(mode);
    scene_face_free(&copy);
    tape_work_free(&work);
    return sign;
}
