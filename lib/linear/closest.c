#include "closest.h"
#include "../num/complement.h"
#include <math.h>

/* A direction found as a difference of positions has the rounding errors of these. Across an edge they matter
 * little, as a direction that turns a bit about the edge is nearly as good; along the edge they spoil it for
 * the edge's ends. So the part along the edge is taken out once more. */
static struct vec3 across(struct vec3 way, struct vec3 edge, double length2)
{
    return vec3_along(way, -vec3_dot(way, edge) / length2, edge);
}

static double min2(double x, double y)
{
    return x < y ? x : y;
}

static double clamp(double x)
{
    return x > 0 ? x < 1 ? x : 1 : 0;
}

/* The point of the segment from p to q that is closest to 0, at s; `way` leads there. */
static struct vec3 way_to_segment(struct vec3 p, struct vec3 q, double *s)
{
    struct vec3 e = vec3_sub(q, p);
    double length2 = vec3_dot(e, e), along = -vec3_dot(p, e);
    *s = along > 0 ? along < length2 ? along / length2 : 1 : 0;
    if (*s == 0) return p;
    if (*s == 1) return q;
    return across(vec3_along(p, *s, e), e, length2);
}

static struct vec3 turned_to(struct vec3 n, struct vec3 way)
{
    return vec3_dot(n, way) < 0 ? (struct vec3){-n.x, -n.y, -n.z} : n;
}

/* The face as the union of its edges. */
static void closest_edge_of_face(const struct vec3 d[3], struct closest *c)
{
    double best = INFINITY;
    for (int i = 0; i < 3; i++) {
        double s;
        struct vec3 way = way_to_segment(d[i], d[(i + 1) % 3], &s);
        if (!(vec3_dot(way, way) < best)) continue;
        best = vec3_dot(way, way);
        c->n = way;
        c->w[0] = i == 0 ? s : i == 1 ? complement(s) : 0;
        c->w[1] = i == 0 ? 0 : i == 1 ? s : complement(s);
    }
}

/* By the region of the plane in which the vertex is (Ericson, Real-Time Collision Detection, section 5.1.5);
 * in a face that has hardly an area regions mean nothing. */
static void closest_vf(const struct vec3 d[3], struct closest *c)
{
    struct vec3 ab = vec3_sub(d[1], d[0]), ac = vec3_sub(d[2], d[0]);
    double d1 = -vec3_dot(ab, d[0]), d2 = -vec3_dot(ac, d[0]);
    double d3 = -vec3_dot(ab, d[1]), d4 = -vec3_dot(ac, d[1]);
    double d5 = -vec3_dot(ab, d[2]), d6 = -vec3_dot(ac, d[2]);
    double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    double sum = va + vb + vc; /* |ab x ac|^2 */
    c->w[0] = c->w[1] = 0;
    if (!(sum > 0x1p-40 * vec3_dot(ab, ab) * vec3_dot(ac, ac))) {
        closest_edge_of_face(d, c);
    } else if (d1 <= 0 && d2 <= 0) {
        c->n = d[0];
    } else if (d3 >= 0 && d4 <= d3) {
        c->n = d[1];
        c->w[0] = 1;
    } else if (d6 >= 0 && d5 <= d6) {
        c->n = d[2];
        c->w[1] = 1;
    } else if (va > 0 && vb > 0 && vc > 0) {
        c->n = turned_to(vec3_cross(ab, ac), d[0]);
        c->w[0] = clamp(vb / sum);
        c->w[1] = min2(clamp(vc / sum), complement(c->w[0]));
    } else {
        closest_edge_of_face(d, c);
    }
}

/* Ericson, section 5.1.9. */
static void closest_ee(const struct vec3 d[4], struct closest *c)
{
    struct vec3 ea = vec3_sub(d[0], d[2]), eb = vec3_sub(d[1], d[0]);
    double a = vec3_dot(ea, ea), b = vec3_dot(ea, eb), e = vec3_dot(eb, eb);
    double p = vec3_dot(ea, d[0]), f = vec3_dot(eb, d[0]), det = a * e - b * b;
    double s = det > 0 ? clamp((p * e - b * f) / det) : 0, u = e > 0 ? (b * s - f) / e : 0;
    if (!(u > 0 && u < 1)) {
        u = u > 0 ? 1 : 0;
        s = a > 0 ? clamp((p + u * b) / a) : 0;
    }
    c->w[0] = s;
    c->w[1] = u;
    if (s > 0 && s < 1 && u > 0 && u < 1 && det > 0x1p-40 * a * e) {
        c->n = turned_to(vec3_cross(ea, eb), d[0]);
        return;
    }
    struct vec3 way = vec3_along(vec3_along(d[0], u, eb), -s, ea);
    if (s > 0 && s < 1) way = across(way, ea, a);
    if (u > 0 && u < 1) way = across(way, eb, e);
    c->n = way;
}

void linear_closest(unsigned type, const struct vec3 d[CLOSEST_PAIRS], struct closest *c)
{
    switch (type) {
    case CCDQ_VF:
        closest_vf(d, c);
        break;
    case CCDQ_EE:
        closest_ee(d, c);
        break;
    case CCDQ_PE:
        c->n = way_to_segment(d[0], d[1], &c->w[0]);
        c->w[1] = 0;
        break;
    default: /* point-point */
        c->n = d[0];
        c->w[0] = c->w[1] = 0;
    }
}

void linear_weights(unsigned type, const double w[2], double weight[CLOSEST_PAIRS])
{
    const double s = w[0], u = w[1];
    switch (type) {
    case CCDQ_VF:
        weight[0] = 1 - s - u;
        weight[1] = s;
        weight[2] = u;
        weight[3] = 0;
        break;
    case CCDQ_EE:
        weight[0] = (1 - s) * (1 - u);
        weight[1] = (1 - s) * u;
        weight[2] = s * (1 - u);
        weight[3] = s * u;
        break;
    default:
        weight[0] = 1 - s;
        weight[1] = s;
        weight[2] = weight[3] = 0;
    }
}
