#include "net.h"
#include <stdlib.h>
#include <string.h>

enum { DEGREE = 15, POINTS = (DEGREE + 1) * (DEGREE + 1) };

/* ---- Making ---- */

/* The derivative of n + 1 control values, `step` apart: n times their differences. */
static void differences(ival *value, unsigned n, size_t step)
{
    for (unsigned i = 0; i < n; i++)
        value[i * step] = ival_scale(ival_sub(value[(i + 1) * step], value[i * step]), n);
}

/* Control values of part p. */
static void control_values(const struct tape *tape, const struct tape_patch *patch, unsigned p, ival *value)
{
    const double *point = tape->coefficient + patch->first;
    for (unsigned i = 0; i < (patch->m + 1) * (patch->n + 1); i++, point += 4)
        value[i] = p == 3 ? ival_point(point[3]) : ival_scale(ival_point(point[p]), point[3]);
}

bool net_make(struct net *net, const struct tape *tape, const struct tape_patch *patch, unsigned p,
              const unsigned d[2], bool quotient)
{
    const size_t step = patch->n + 1, bytes = (patch->m + 1) * step * sizeof(ival);
    *net = (struct net){.m = patch->m, .n = patch->n, .value = malloc(bytes)};
    if (quotient) net->weight = malloc(bytes);
    if (!net->value || (quotient && !net->weight)) return false;
    const int mode = upward_begin();
    control_values(tape, patch, p, net->value);
    if (quotient) control_values(tape, patch, 3, net->weight);
    for (unsigned k = 0; k < d[0]; k++, net->m--)
        for (unsigned j = 0; j <= patch->n; j++) differences(net->value + j, net->m, step);
    for (unsigned k = 0; k < d[1]; k++, net->n--)
        for (unsigned i = 0; i <= net->m; i++) differences(net->value + i * step, net->n, 1);
    for (unsigned i = 1; i <= net->m; i++)
        memmove(net->value + i * (net->n + 1), net->value + i * step, (net->n + 1) * sizeof(ival));
    upward_end(mode);
    return true;
}

void net_free(struct net *net)
{
    free(net->value);
    free(net->weight);
}

/* ---- Restriction to a box ---- */

/* a p + b q for p and q that are not negative. */
static ival between(ival a, ival b, ival p, ival q)
{
    const ival p0 = {-p[0], -p[0]}, p1 = {p[1], p[1]}, q0 = {-q[0], -q[0]}, q1 = {q[1], q[1]};
    return ival_most(a * p0, a * p1) + ival_most(b * q0, b * q1);
}

/* De Casteljau: n + 1 control values become those from 0 to q = 1 - p. */
static void first_part(ival *c, unsigned n, size_t step, ival p, ival q)
{
    for (unsigned k = 1; k <= n; k++)
        for (unsigned i = n; i >= k; i--) c[i * step] = between(c[(i - 1) * step], c[i * step], p, q);
}

/* Those from q = 1 - p to 1. */
static void last_part(ival *c, unsigned n, size_t step, ival p, ival q)
{
    for (unsigned k = 1; k <= n; k++)
        for (unsigned i = 0; i <= n - k; i++) c[i * step] = between(c[i * step], c[(i + 1) * step], p, q);
}

/* Two cuts, of which the second is a ratio: of those two ways the one that divides by more. */
struct cuts {
    bool first_first;
    ival first[2], last[2]; /* p and q */
    bool cut_first, cut_last;
};

static struct cuts cuts_of(ival x)
{
    const ival lo = ival_point(ival_lo(x)), hi = ival_point(ival_hi(x)), one = ival_point(1);
    const ival width = ival_sub(hi, lo), beyond = ival_sub(one, hi), from = ival_sub(one, lo);
    struct cuts c = {
        .first_first = ival_hi(x) > 0.5, .cut_first = ival_hi(x) < 1, .cut_last = ival_lo(x) > 0};
    if (c.first_first) {
        c.first[0] = beyond;
        c.first[1] = hi;
        c.last[0] = ival_div(width, hi);
        c.last[1] = ival_div(lo, hi);
    } else {
        c.last[0] = from;
        c.last[1] = lo;
        c.first[0] = ival_div(beyond, from);
        c.first[1] = ival_div(width, from);
    }
    return c;
}

static void cut(ival *c, unsigned n, size_t step, const struct cuts *at)
{
    if (at->first_first && at->cut_first) first_part(c, n, step, at->first[0], at->first[1]);
    if (at->cut_last) last_part(c, n, step, at->last[0], at->last[1]);
    if (!at->first_first && at->cut_first) first_part(c, n, step, at->first[0], at->first[1]);
}

static void restrict_net(const struct net *net, const ival *from, const struct cuts *u, const struct cuts *v,
                         ival *to)
{
    const size_t step = net->n + 1;
    memcpy(to, from, (net->m + 1) * step * sizeof *to);
    for (unsigned j = 0; j <= net->n; j++) cut(to + j, net->m, step, u);
    for (unsigned i = 0; i <= net->m; i++) cut(to + i * step, net->n, 1, v);
}

ival net_bound(const struct net *net, ival u, ival v)
{
    ival value[POINTS], weight[POINTS];
    const struct cuts cu = cuts_of(u), cv = cuts_of(v);
    const unsigned points = (net->m + 1) * (net->n + 1);
    restrict_net(net, net->value, &cu, &cv, value);
    if (net->weight) restrict_net(net, net->weight, &cu, &cv, weight);
    ival hull = {-INFINITY, -INFINITY};
    for (unsigned i = 0; i < points; i++) {
        if (net->weight && !(ival_lo(weight[i]) > 0)) return IVAL_ENTIRE;
        hull = ival_hull(hull, net->weight ? ival_div(value[i], weight[i]) : value[i]);
    }
    return hull;
}
