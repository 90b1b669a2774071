#include "part.h"
#include "../num/extremes.h"
#include <math.h>

/* Beyond this parameters do not tell points apart any more, and rounding may be more than a bound says. */
static const double least_width = 0x1p-45;
enum { MOST_STEPS = (1 << 13) - 64 };

static struct patch_part *take(const struct patch_units *units, int side, struct patch_store *store)
{
    const struct patch_net *net = &units->net[side];
    const size_t coordinates = PATCH_MOVING + (net->shape.rational ? PATCH_HOMOGENEOUS : 0);
    struct patch_part *part =
        patch_store_take(store, sizeof *part + coordinates * (size_t)net->stride * sizeof(double));
    if (!part) return NULL;
    part->child[0] = part->child[1] = NULL;
    part->size = -1;
    part->h = net->shape.rational ? part->x + PATCH_MOVING * net->stride : NULL;
    return part;
}

static double *homogeneous(const struct patch_net *net, struct patch_part *part)
{
    return part->x + PATCH_MOVING * net->stride;
}

static bool on_border(const struct patch_net *net, const double a[2], const double b[2])
{
    return (a[0] == 0 && b[0] == 0) || (a[1] == 0 && b[1] == 0) ||
           (net->corners == 3 ? a[0] + a[1] == 1 && b[0] + b[1] == 1
                              : (a[0] == 1 && b[0] == 1) || (a[1] == 1 && b[1] == 1));
}

static void set_edges(const struct patch_net *net, struct patch_part *part)
{
    static const int end[2][4][2] = {{{0, 1}, {0, 2}, {1, 2}}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}};
    const double fourth[2] = {part->region.corner[1][0], part->region.corner[2][1]};
    part->edges = 0;
    for (int i = 0; i < net->corners; i++) {
        const int *e = end[net->corners == 4][i];
        const double *a = part->region.corner[e[0]], *b = e[1] == 3 ? fourth : part->region.corner[e[1]];
        if (!on_border(net, a, b)) continue;
        for (int k = 0; k < PATCH_MOVING; k++) {
            const double *x = part->x + k * net->stride;
            part->edge[part->edges][k] = x[net->corner[e[1]]] - x[net->corner[e[0]]];
        }
        part->edges++;
    }
}

/* Middle and mean edges of the corners. */
static void set_frame(const struct patch_net *net, struct patch_part *part)
{
    for (int k = 0; k < PATCH_MOVING; k++) {
        const double *x = part->x + k * net->stride;
        const double a = x[net->corner[0]], b = x[net->corner[1]], c = x[net->corner[2]];
        part->tangent[0][k] = b - a;
        part->tangent[1][k] = c - a;
        part->middle[k] = (a + b + c) * (1.0 / 3);
        if (net->corners == 3) continue;
        const double d = x[net->corner[3]];
        part->tangent[0][k] = 0.5 * ((b - a) + (d - c));
        part->tangent[1][k] = 0.5 * ((c - a) + (d - b));
        part->middle[k] = 0.25 * ((a + b) + (c + d));
    }
}

static bool can_be_halved(const struct patch_part *part, int direction)
{
    const double(*corner)[2] = part->region.corner;
    const double *from = corner[direction == 2], *to = corner[direction == 0 ? 1 : 2];
    return part->steps < MOST_STEPS && max_of(fabs(to[0] - from[0]), fabs(to[1] - from[1])) > least_width;
}

/* The longest of a net's lines along a direction at the time t, the distance of two points being their
 * largest difference of coordinates. */
static double longest_line(const struct patch_net *net, int direction, const double *x, double t)
{
    const struct patch_lines *lines = &net->lines[direction];
    const uint16_t *point = lines->point;
    const int stride = net->stride;
    double longest = 0;
    for (int l = 0; l < lines->lines; point += lines->length[l++]) {
        double length = 0;
        for (int k = 1; k < lines->length[l]; k++) {
            const double *a = x + point[k - 1], *b = x + point[k];
            double most = 0;
            for (int c = 0; c < 3; c++) {
                const int at = c * stride, moving = (c + 3) * stride;
                const double d = fabs((b[at] - a[at]) + t * (b[moving] - a[moving]));
                most = d > most ? d : most;
            }
            length += most;
        }
        longest = length > longest ? length : longest;
    }
    return longest;
}

void patch_part_measure(const struct patch_units *units, int side, struct patch_part *part, double t)
{
    const struct patch_net *net = &units->net[side];
    if (part->size >= 0) return;
    part->direction = -1;
    part->size = 0;
    for (int d = 0; d < net->directions; d++) {
        const double length = longest_line(net, d, part->x, t);
        if (!can_be_halved(part, d) || (part->direction >= 0 && length <= part->size)) continue;
        part->direction = d;
        part->size = length;
    }
}

struct patch_part *patch_part_whole(const struct patch_units *units, const struct ccdq_patch_query *q,
                                    int side, struct patch_store *store)
{
    struct patch_part *part = take(units, side, store);
    if (!part) return NULL;
    const struct patch_net *net = &units->net[side];
    patch_units_points(units, q, side, part->x, homogeneous(net, part));
    part->region = patch_whole;
    part->steps = net->shape.rational ? 6 : 1;
    set_frame(net, part);
    set_edges(net, part);
    return part;
}

/* x from h */
static void divide(const struct patch_net *net, struct patch_part *part)
{
    const double *weight = part->h + PATCH_MOVING * net->stride;
    for (int k = 0; k < PATCH_MOVING; k++)
        for (int i = 0; i < net->stride; i++)
            part->x[k * net->stride + i] = part->h[k * net->stride + i] / weight[i];
}

bool patch_part_halve(const struct patch_units *units, int side, struct patch_part *part,
                      struct patch_store *store)
{
    const struct patch_net *net = &units->net[side];
    struct patch_part *low = take(units, side, store), *high = take(units, side, store);
    if (!low || !high) return false;
    patch_region_halve(net, part->direction, &part->region, &low->region, &high->region);
    if (part->h)
        patch_halve(net, part->direction, PATCH_HOMOGENEOUS, part->h, homogeneous(net, low),
                    homogeneous(net, high));
    else
        patch_halve(net, part->direction, PATCH_MOVING, part->x, low->x, high->x);
    part->child[0] = low;
    part->child[1] = high;
    for (int i = 0; i < 2; i++) {
        struct patch_part *child = part->child[i];
        if (part->h) divide(net, child);
        child->steps = part->steps + net->degree[part->direction] * (part->h ? 2 : 1);
        set_frame(net, child);
        set_edges(net, child);
    }
    return true;
}
