/* Whether there is a way into several solids at once: then these overlap, and their contact is none of
 * outsides.
 *
 * A way that goes strictly against the outward normals of all of a solid's surfaces at a point leads into it
 * there, be these surfaces convex or not: far along it, it never leaves the tangent cone, as it could do so
 * only along a normal. At a first contact no way leads into both solids, as they would have met before. */
#include "points.h"

/* The way is sought in so many steps: each turns it off the normal that it goes against the least. */
enum { STEPS = 16, MOST = FORMS_SIDES * 2 };

static double along(const double d[3], const double n[3])
{
    return d[0] * n[0] + d[1] * n[1] + d[2] * n[2];
}

/* About the unit vector in the middle; false: there is none. */
static bool middle_of(const ival normal[3], double n[3])
{
    if (!ival_bounded(normal, 3)) return false;
    for (int k = 0; k < 3; k++) n[k] = ival_middle(normal[k]);
    const double length = sqrt(along(n, n));
    for (int k = 0; k < 3; k++) n[k] /= length;
    return length > 0 && length < INFINITY;
}

/* Of vectors of about the same length the one that d goes against the least. */
static size_t worst_of(const double d[3], const double n[][3], size_t count)
{
    size_t worst = 0;
    for (size_t i = 1; i < count; i++)
        if (along(d, n[i]) > along(d, n[worst])) worst = i;
    return worst;
}

/* Adds a way, or its negative, that goes against all normals but for rounding; of the sum it is proven
 * whether it does. */
static void add_against(const double way[3], const double n[][3], size_t count, double sum[3])
{
    for (int sign = -1; sign <= 1; sign += 2) {
        bool against = true;
        for (size_t i = 0; i < count; i++) against = against && sign * along(way, n[i]) <= 1e-12;
        for (int k = 0; k < 3 && against; k++) sum[k] += sign * way[k];
    }
}

/* Of the ways that go against all normals those on the borders, where they only go along one or two of them,
 * added up: so one between is found even where they are few. Where surfaces touch all normals lie in a plane,
 * and the borders are across it. */
static void middle_way(const double n[][3], size_t count, double d[3])
{
    for (int k = 0; k < 3; k++) d[k] = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            double axis[3], border[3];
            if (!points_unit_cross(n[i], n[j], axis) || !points_unit_cross(axis, n[i], border)) continue;
            add_against(axis, n, count, d);
            add_against(border, n, count, d);
        }
}

bool forms_lead_inside(const ival normal[][3], size_t count)
{
    double n[MOST][3], d[3] = {0, 0, 0};
    if (count > MOST) return false;
    for (size_t i = 0; i < count; i++) {
        if (!middle_of(normal[i], n[i])) return false;
        for (int k = 0; k < 3; k++) d[k] -= n[i][k];
    }
    size_t worst = worst_of(d, n, count);
    for (int step = 0; step < STEPS && along(d, n[worst]) >= 0; step++) {
        for (int k = 0; k < 3; k++) d[k] -= n[worst][k];
        worst = worst_of(d, n, count);
    }
    if (along(d, n[worst]) >= 0) middle_way(n, count, d);
    const ival way[3] = {ival_point(d[0]), ival_point(d[1]), ival_point(d[2])};
    for (size_t i = 0; i < count; i++)
        if (!(ival_hi(ival_dot(normal[i], way)) < 0)) return false;
    return true;
}
