/* Affine maps: making them, and putting balls through them. */
#include "map.h"
#include "../num/turn.h"
#include <string.h>

/* Fills what follows from the entries. */
static void finish(struct sdf_map *map, double norm)
{
    bool same = true;
    map->norm = norm;
    map->error[0] = map->error[1] = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            const struct interval entry = map->entry[i][j];
            map->m[i][j] = entry.lo == entry.hi ? entry.lo : interval_middle(entry);
            double *error = &map->error[j == 3];
            *error = add_up(*error, interval_radius(entry, map->m[i][j]));
            same = same && (j == 3 || map->m[i][j] == (i == j));
        }
    map->moves_only = same && map->error[0] == 0 && map->error[1] == 0;
}

static void clear(struct sdf_map *map)
{
    memset(map, 0, sizeof *map);
}

static struct interval dot(const struct interval a[3], const struct interval b[3])
{
    struct interval sum = interval_mul(a[0], b[0]);
    for (int i = 1; i < 3; i++) sum = interval_add(sum, interval_mul(a[i], b[i]));
    return sum;
}

void sdf_map_move(struct sdf_map *map, const double by[3])
{
    clear(map);
    for (int i = 0; i < 3; i++) {
        map->entry[i][i] = interval_of(1);
        map->entry[i][3] = interval_of(-by[i]);
    }
    finish(map, 1);
}

void sdf_map_scale(struct sdf_map *map, const double by[3])
{
    double norm = 0;
    clear(map);
    for (int i = 0; i < 3; i++) {
        map->entry[i][i] = interval_div(interval_of(1), interval_of(by[i]));
        norm = greatest(norm, map->entry[i][i].hi);
    }
    finish(map, norm);
}

struct interval sdf_map_length(const struct interval v[3])
{
    struct interval sum = interval_square(v[0]);
    for (int i = 1; i < 3; i++) sum = interval_add(sum, interval_square(v[i]));
    return interval_sqrt(sum);
}

/* Rodrigues: for the unit vector u, a turn by t is cos t 1 + sin t [u]x + (1 - cos t) u u^T. */
void sdf_map_turn(struct sdf_map *map, const double axis[3], double degrees)
{
    struct interval u[3], c, s;
    clear(map);
    for (int i = 0; i < 3; i++) u[i] = interval_of(axis[i]);
    const struct interval size = sdf_map_length(u);
    for (int i = 0; i < 3; i++) u[i] = interval_div(u[i], size);
    turn_of(interval_of(-degrees), &c, &s);
    const struct interval rest = interval_sub(interval_of(1), c);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const struct interval cross = interval_mul(s, u[i == j ? 0 : 3 - i - j]);
            const bool forward = (i + 1) % 3 == j;
            struct interval entry = interval_mul(rest, interval_mul(u[i], u[j]));
            if (i == j)
                entry = interval_add(entry, c);
            else
                entry = forward ? interval_sub(entry, cross) : interval_add(entry, cross);
            map->entry[i][j] = entry;
        }
    finish(map, 1);
}

/* The rows are an orthonormal frame whose last vector is u: with w = sign(u_z) and a = 1 / (w + u_z),
 * (1 - w a u_x^2, -w a u_x u_y, -w u_x) and (-a u_x u_y, w - a u_y^2, -u_y). For |u| = 1 their lengths are 1
 * and their products 0, identically. |w + u_z| >= 1. */
void sdf_map_axis(struct sdf_map *map, const struct interval middle[3], const struct interval axis[3])
{
    struct interval u[3];
    clear(map);
    const struct interval size = sdf_map_length(axis), one = interval_of(1);
    for (int i = 0; i < 3; i++) u[i] = interval_div(axis[i], size);
    const double w = u[2].hi < 0 ? -1 : 1;
    const struct interval a =
        interval_div(one, interval_add(one, interval_scale(u[2], w))); /* w / (w + u_z) */
    const struct interval axy = interval_mul(a, interval_mul(u[0], u[1]));
    struct interval(*row)[4] = map->entry;
    row[0][0] = interval_sub(one, interval_mul(a, interval_square(u[0])));
    row[0][1] = interval_neg(axy);
    row[0][2] = interval_scale(u[0], -w);
    row[1][0] = interval_scale(axy, -w);
    row[1][1] = interval_scale(interval_sub(one, interval_mul(a, interval_square(u[1]))), w);
    row[1][2] = interval_neg(u[1]);
    for (int j = 0; j < 3; j++) row[2][j] = u[j];
    for (int i = 0; i < 3; i++) row[i][3] = interval_neg(dot(row[i], middle));
    finish(map, 1);
}

/* |M p|^2 = p^T G p with G = M^T M, whose largest eigenvalue is at most its largest absolute row sum. */
static double matrix_norm(const struct sdf_map *map)
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double row = 0;
        for (int j = 0; j < 3; j++) {
            const struct interval a[3] = {map->entry[0][i], map->entry[1][i], map->entry[2][i]};
            const struct interval b[3] = {map->entry[0][j], map->entry[1][j], map->entry[2][j]};
            row = add_up(row, interval_size(dot(a, b)));
        }
        most = greatest(most, row);
    }
    return sqrt_up(most);
}

void sdf_map_matrix(struct sdf_map *map, const double entry[12])
{
    clear(map);
    for (int k = 0; k < 12; k++) map->entry[k / 4][k % 4] = interval_of(entry[k]);
    finish(map, matrix_norm(map));
}

void sdf_map_compose(struct sdf_map *map, const struct sdf_map *first, const struct sdf_map *second)
{
    struct sdf_map both;
    clear(&both);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            const struct interval column[3] = {first->entry[0][j], first->entry[1][j], first->entry[2][j]};
            both.entry[i][j] = dot(second->entry[i], column);
            if (j == 3) both.entry[i][j] = interval_add(both.entry[i][j], second->entry[i][3]);
        }
    finish(&both, matrix_norm(&both));
    *map = both;
}

/* A sum of three products and b has at most 4 roundings in each path, so its error is below 5 u (|m x| + |m
 * y|
 * + |m z| + |b|), with u = 2^-53; the sum of three components' errors is at least the vector's. 2^-50 = 8 u
 * covers that and the roundings of this bound. What underflows is below 2^-1000. A mere move has an error
 * that is known exactly. |M p| <= norm |p| takes care of the radius. */
struct sdf_point sdf_map_point(const struct sdf_map *map, struct sdf_point p)
{
    const double x = p.p.x, y = p.p.y, z = p.p.z;
    const double(*m)[4] = map->m;
    if (map->moves_only) {
        const struct vec3 q = {x + m[0][3], y + m[1][3], z + m[2][3]};
        const double error = fabs(sum_error(x, m[0][3], q.x)) + fabs(sum_error(y, m[1][3], q.y)) +
                             fabs(sum_error(z, m[2][3], q.z));
        return (struct sdf_point){q, error + p.radius == 0 ? 0 : (error + p.radius) * (1 + 0x1p-50)};
    }
    double q[3], size = 0;
    for (int i = 0; i < 3; i++) {
        const double a = m[i][0] * x, b = m[i][1] * y, c = m[i][2] * z;
        q[i] = a + b + c + m[i][3];
        size += fabs(a) + fabs(b) + fabs(c) + fabs(m[i][3]);
    }
    const double unknown = map->error[0] * (fabs(x) + fabs(y) + fabs(z)) + map->error[1];
    const double error = 0x1p-50 * size + unknown + 0x1p-990;
    return (struct sdf_point){{q[0], q[1], q[2]}, (map->norm * p.radius + error) * (1 + 0x1p-50)};
}

struct vec3 sdf_map_gradient(const struct sdf_map *map, struct vec3 g)
{
    const double(*m)[4] = map->m;
    if (map->moves_only) return g;
    return (struct vec3){m[0][0] * g.x + m[1][0] * g.y + m[2][0] * g.z,
                         m[0][1] * g.x + m[1][1] * g.y + m[2][1] * g.z,
                         m[0][2] * g.x + m[1][2] * g.y + m[2][2] * g.z};
}

/* The adjugate over the determinant. */
bool sdf_map_inverse(const struct sdf_map *map, struct interval inverse[3][4])
{
    const struct interval(*m)[4] = map->entry;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            inverse[i][j] = interval_sub(interval_mul(m[a][c], m[b][d]), interval_mul(m[a][d], m[b][c]));
        }
    const struct interval first[3] = {inverse[0][0], inverse[1][0], inverse[2][0]};
    struct interval determinant = dot(m[0], first);
    const bool negative = determinant.hi < 0;
    if (negative) determinant = interval_neg(determinant);
    if (!(determinant.lo > 0)) return false;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (negative) inverse[i][j] = interval_neg(inverse[i][j]);
            inverse[i][j] = interval_div(inverse[i][j], determinant);
        }
        const struct interval b[3] = {m[0][3], m[1][3], m[2][3]};
        inverse[i][3] = interval_neg(dot(inverse[i], b));
    }
    return true;
}
