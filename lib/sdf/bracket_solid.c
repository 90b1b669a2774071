/* The primitives: signed distances written out, centred at the origin with z for their axis. */
#include "bracket_tree.h"

/* A size that is meant: a positive number near the one in the node. */
static struct interval size_of(const struct sdf_node *solid, int i)
{
    const struct interval size = {add_down(solid->size[i], -solid->slack),
                                  add_up(solid->size[i], solid->slack)};
    return solid->slack == 0 ? interval_of(solid->size[i]) : size;
}

static struct form less(const struct form *x, struct interval by)
{
    return form_shift(x, interval_neg(by));
}

/* The distance to where all of q are <= 0, for a point whose distances to the faces are q: the largest of
 * them inside. */
static struct form corner_distance(const struct form *q, int n)
{
    struct form inside = q[0], out[3];
    for (int i = 0; i < n; i++) out[i] = form_positive(&q[i]);
    for (int i = 1; i < n; i++) inside = form_max(&inside, &q[i], 0);
    const struct form outside = form_length(out, n);
    return form_joined(&inside, &outside);
}

static struct form box(const struct sdf_node *solid, const struct form p[3])
{
    struct form q[3];
    for (int i = 0; i < 3; i++) {
        q[i] = form_abs(&p[i]);
        q[i] = less(&q[i], size_of(solid, i));
    }
    return corner_distance(q, 3);
}

static struct form capsule(const struct sdf_node *solid, const struct form p[3])
{
    struct form z = form_abs(&p[2]);
    z = less(&z, size_of(solid, 1));
    const struct form d[3] = {p[0], p[1], form_positive(&z)}, length = form_length(d, 3);
    return less(&length, size_of(solid, 0));
}

static struct form cylinder(const struct sdf_node *solid, const struct form p[3])
{
    const struct form rho = form_length(p, 2), z = form_abs(&p[2]);
    const struct form q[2] = {less(&rho, size_of(solid, 0)), less(&z, size_of(solid, 1))};
    return corner_distance(q, 2);
}

static struct form torus(const struct sdf_node *solid, const struct form p[3])
{
    const struct form rho = form_length(p, 2), q[2] = {less(&rho, size_of(solid, 0)), p[2]};
    const struct form length = form_length(q, 2);
    return less(&length, size_of(solid, 1));
}

/* x a + y b */
static struct form combined(const struct form *x, struct interval a, const struct form *y, struct interval b)
{
    const struct form ax = form_times(x, a), by = form_times(y, b);
    return form_add(&ax, &by);
}

/* In the half-plane of rho and z the cone is a triangle between its side, from the apex (0, h) to (r, -h),
 * its base at z = -h, and the axis. `slope` and `below` are the signed distances to the lines of side and
 * base. Inside, the larger one is the signed distance: the foot on the nearest line of a convex polygon is on
 * the polygon. Outside the nearer one of the segments of side and base counts. */
static struct form cone(const struct sdf_node *solid, const struct form p[3])
{
    const struct interval r = size_of(solid, 0), h = size_of(solid, 1), height = interval_ldexp(h, 1);
    const struct interval length = interval_sqrt(interval_add(interval_square(r), interval_square(height)));
    const struct interval out = interval_div(height, length), up = interval_div(r, length);
    const struct form rho = form_length(p, 2), z = less(&p[2], h), minus = form_neg(&p[2]);
    const struct form slope = combined(&rho, out, &z, up), below = less(&minus, h);
    const struct form along = combined(&rho, up, &z, interval_neg(out)); /* from the apex down the side */
    const struct form before = form_neg(&along), after = less(&along, length);
    const struct form beyond[2] = {form_positive(&before), form_positive(&after)};
    const struct form side[2] = {slope, form_add(&beyond[0], &beyond[1])};
    const struct form wide = less(&rho, r), base[2] = {form_positive(&wide), below};
    const struct form to_side = form_length(side, 2), to_base = form_length(base, 2);
    const struct form inside = form_max(&slope, &below, 0), outside = form_min(&to_side, &to_base);
    return form_joined(&inside, &outside);
}

struct form bracket_solid(const struct sdf_node *solid, const struct form p[3])
{
    struct form f;
    switch (solid->kind) {
    case SDF_SPHERE:
        f = form_length(p, 3);
        return less(&f, size_of(solid, 0));
    case SDF_ELLIPSOID:
        f = bracket_ellipsoid(solid->size, p);
        return form_shift(&f, (struct interval){-solid->slack, solid->slack});
    case SDF_BOX:
        return box(solid, p);
    case SDF_CAPSULE:
        return capsule(solid, p);
    case SDF_CYLINDER:
        return cylinder(solid, p);
    case SDF_CONE:
        return cone(solid, p);
    case SDF_TORUS:
        return torus(solid, p);
    default:
        return p[2];
    }
}
