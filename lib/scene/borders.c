/* Looking at borders at points. */
#include "borders.h"
#include "../num/extremes.h"
#include <stdlib.h>

enum { FRACTIONS = 8, TIMES = 3 };

/* A face whose points are looked at. */
struct look {
    struct scene_face face;
    struct tape_work work;
};

static bool start(struct look *look, const struct scene_face *face)
{
    *look = (struct look){.work = {0}};
    return scene_face_copy(&look->face, face) && tape_work_fit(&look->work, &look->face.map);
}

static void end(struct look *look)
{
    scene_face_free(&look->face);
    tape_work_free(&look->work);
}

/* The point of a border at a fraction of its length; false: it has none, or no bounds. */
static bool point_at(struct look *look, unsigned border, double s, double time, struct jet p[3])
{
    const struct interval u = look->face.u, v = look->face.v, along = border < SCENE_V0 ? v : u;
    const double x = s == 1 ? along.hi : along.lo + s * (along.hi - along.lo);
    const double across = border == SCENE_U0   ? u.lo
                          : border == SCENE_U1 ? u.hi
                          : border == SCENE_V0 ? v.lo
                                               : v.hi;
    const ival box[3] = {ival_point(border < SCENE_V0 ? across : x),
                         ival_point(border < SCENE_V0 ? x : across), ival_point(time)};
    return !(tape_eval(&look->face.map, box, TAPE_VALUE, p, &look->work) & (TAPE_EMPTY | TAPE_UNBOUNDED));
}

static bool far_apart(const struct jet p[3], const struct jet q[3])
{
    double size = 0, gap = 0;
    for (int i = 0; i < 3; i++) {
        const ival d = ival_sub(p[i].value, q[i].value);
        size = max_of(size, max_of(ival_size(p[i].value), ival_size(q[i].value)));
        gap = max_of(gap, ival_has_zero(d) ? 0 : min_of(fabs(ival_lo(d)), fabs(ival_hi(d))));
    }
    return gap > 1e-6 * size;
}

static bool open_at(struct look look[2], const struct scene_seam *seam, double s, double time)
{
    struct jet p[3], q[3];
    const double other = seam->point ? 0 : seam->reversed ? 1 - s : s;
    return point_at(&look[0], seam->border, s, time, p) &&
           point_at(&look[1], seam->point ? seam->border : seam->other_border, other, time, q) &&
           far_apart(p, q);
}

bool scene_seam_is_open(const struct scene_body *shape, const struct scene_seam *seam, struct interval time)
{
    struct look look[2];
    bool open = false;
    const bool one = start(&look[0], &shape->face[seam->face]);
    const bool good = start(&look[1], &shape->face[seam->point ? seam->face : seam->other]) && one;
    const int mode = upward_begin();
    for (int i = 0; i <= FRACTIONS && good; i++)
        for (int k = 0; k < TIMES; k++)
            open =
                open || open_at(look, seam, i / (double)FRACTIONS, time.lo + k * (0.5 * (time.hi - time.lo)));
    upward_end(mode);
    end(&look[0]);
    end(&look[1]);
    return open;
}
