/* The mesh of --mesh: from its file to triangles that move. */
#include "sdf.h"
#include "../formats/mesh-read.h"
#include "../formats/mesh-sequence.h"
#include "../lib/mesh/faces.h"
#include "../lib/mesh/surface.h"
#include "../lib/num/extremes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files ---- */

/* Reads a file of triangles and quads. */
static bool read_file(struct sdf_command *c, const char *path, struct mesh_file *file)
{
    struct messages messages = {0};
    *file = (struct mesh_file){.wanted = ""};
    bool read = mesh_read(path, file, &messages);
    const struct mesh *mesh = &file->mesh;
    for (size_t e = 0; read && e < mesh->elements; e++) {
        if (mesh_cell_is_shell(mesh->cell[e])) continue;
        message(&messages, "%s: element %u is a %s: the surface is needed, as triangles and quads", path,
                mesh->number[e], mesh_cell_name(mesh->cell[e]));
        read = false;
    }
    if (read && !mesh->elements) {
        message(&messages, "%s: it has no triangles", path);
        read = false;
    }
    c->body.lacks |= file->left_out > 0;
    filter_tell(&c->filter, &messages);
    return read;
}

/* Whether the mesh at the end is the same one, elsewhere. */
static bool check_same(struct sdf_command *c, const struct mesh *begin, const struct mesh *end)
{
    const struct sdf_given *given = &c->given;
    struct mesh_match match = {0};
    struct messages messages = {0};
    const bool matched = mesh_steps_match(given->mesh, begin, given->end_mesh, end, &match, &messages);
    if (matched && !match.same)
        message(&messages, "%s: its elements are not those of %s in the same order", given->end_mesh,
                given->mesh);
    const bool same = matched && match.same;
    mesh_match_free(&match);
    filter_tell(&c->filter, &messages);
    return same;
}

/* ---- Motion ---- */

/* The turn of a quaternion w, x, y, z of any length but 0: its largest part is divided out first, so that no
 * square is too large or too small. */
static void turn_of_quaternion(const double q[4], double turn[3][3])
{
    const double most = max_of(max_of(fabs(q[0]), fabs(q[1])), max_of(fabs(q[2]), fabs(q[3])));
    double unit[4], square = 0;
    for (int i = 0; i < 4; i++) {
        unit[i] = q[i] / most;
        square += unit[i] * unit[i];
    }
    const double size = sqrt(square);
    const double w = unit[0] / size, x = unit[1] / size, y = unit[2] / size, z = unit[3] / size;
    const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                               {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                               {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    memcpy(turn, rows, sizeof rows);
}

/* Puts the nodes where --pose says. One that does not turn them rounds once. */
static void place(const double pose[7], struct mesh *mesh)
{
    const bool turns = pose[4] != 0 || pose[5] != 0 || pose[6] != 0;
    double turn[3][3];
    turn_of_quaternion(pose + 3, turn);
    for (size_t i = 0; i < mesh->nodes; i++) {
        double *x = mesh->x[i];
        const double from[3] = {x[0], x[1], x[2]};
        for (int k = 0; turns && k < 3; k++)
            x[k] = turn[k][0] * from[0] + turn[k][1] * from[1] + turn[k][2] * from[2];
        for (int k = 0; k < 3; k++) x[k] += pose[k];
    }
}

/* Each node's velocity on its way to `end`. */
static void set_velocities(struct sdf_command *c, const struct mesh *begin, const struct mesh *end)
{
    struct sdf_body *body = &c->body;
    const size_t n = end ? begin->nodes : 1;
    body->v = malloc(n * sizeof *body->v);
    if (!body->v) xnomem();
    for (int k = 0; k < 3 && !end; k++) body->v[0][k] = c->given.velocity[k];
    for (size_t i = 0; i < n && end; i++)
        for (int k = 0; k < 3; k++) body->v[i][k] = (end->x[i][k] - begin->x[i][k]) / c->given.end;
}

static bool is_place(const double x[3])
{
    return fabs(x[0]) <= SDF_LARGEST && fabs(x[1]) <= SDF_LARGEST && fabs(x[2]) <= SDF_LARGEST;
}

/* Marks nodes that are nowhere or move in no way, and puts them where they are in nobody's way. */
static bool *mark_absent(struct sdf_command *c, struct mesh *mesh)
{
    struct sdf_body *body = &c->body;
    struct messages messages = {0};
    bool *absent = calloc(mesh->nodes + 1, sizeof *absent);
    if (!absent) xnomem();
    for (size_t i = 0; i < mesh->nodes; i++) {
        double *const v = c->given.end_mesh ? body->v[i] : NULL;
        if (is_place(mesh->x[i]) && (!v || is_place(v))) continue;
        absent[i] = true;
        for (int k = 0; k < 3; k++) mesh->x[i][k] = 0;
        for (int k = 0; v && k < 3; k++) v[k] = 0;
        message_of(&messages, MESSAGE_RECORD,
                   "%s: node %zu has a position or velocity that is not a number up to 1e60: its triangles "
                   "are left out",
                   body->name, i);
    }
    body->lacks |= filter_tell(&c->filter, &messages);
    return absent;
}

/* The triangles of all elements whose nodes are there. Their numbers count those of the file: elements that
 * were left out, and both halves of a quad. */
static void take_triangles(struct sdf_body *body, const struct mesh *all, const bool *absent)
{
    struct mesh triangles = {0};
    uint32_t halves = 0;
    if (!mesh_split_quads(all, &triangles)) xnomem();
    for (size_t i = 0; i < triangles.nodes; i++)
        if (!mesh_add_node(&body->mesh, triangles.x[i])) xnomem();
    for (size_t e = 0; e < triangles.elements; e++) {
        const uint32_t *node = &triangles.node[triangles.first[e]];
        if (e && triangles.number[e] == triangles.number[e - 1]) halves++;
        if (absent[node[0]] || absent[node[1]] || absent[node[2]]) continue;
        if (!mesh_add_element(&body->mesh, MESH_TRIANGLE, triangles.part[e], triangles.number[e] + halves,
                              node))
            xnomem();
    }
    mesh_free(&triangles);
}

/* The middle of the nodes that triangles have, each counted once. */
static void find_centroid(const struct mesh *mesh, double centre[3])
{
    const size_t corners = 3 * mesh->elements;
    bool *counted = calloc(mesh->nodes + 1, sizeof *counted);
    double sum[3] = {0}, n = 0;
    if (!counted) xnomem();
    for (size_t i = 0; i < corners; i++) {
        const uint32_t node = mesh->node[i];
        if (counted[node]) continue;
        counted[node] = true;
        n++;
        for (int k = 0; k < 3; k++) sum[k] += mesh->x[node][k];
    }
    for (int k = 0; k < 3; k++) centre[k] = n > 0 ? sum[k] / n : 0;
    free(counted);
}

/* false with a message where there is no such motion or solid. */
static bool set_motion(struct sdf_command *c)
{
    const struct sdf_given *given = &c->given;
    struct sdf_body *body = &c->body;
    struct ccdq_sdf_query *q = &body->motion;
    char text[128];
    *q = (struct ccdq_sdf_query){.solid = (uint32_t)given->solid, .end = given->end};
    for (int k = 0; k < 3; k++) q->v[0][k] = given->velocity[k];
    memcpy(q->centre, given->centre, sizeof q->centre);
    memcpy(q->spin, given->spin, sizeof q->spin);
    memcpy(q->solid_v, given->solid_velocity, sizeof q->solid_v);
    memcpy(q->solid_centre, given->solid_centre, sizeof q->solid_centre);
    memcpy(q->solid_spin, given->solid_spin, sizeof q->solid_spin);
    if (!given->centre_seen) find_centroid(&body->mesh, q->centre);
    const char *problem = sdf_query_problem(q, sdf_solids(c), text, sizeof text);
    if (problem) {
        cli_message("the motion of the mesh: %s", problem);
        return false;
    }
    body->scene = (struct sdf_scene){.sdf = &c->sdf, .root = sdf_root(c, q->solid)};
    sdf_motion_of_query(q, &body->scene.motion);
    return true;
}

/* ---- Bodies ---- */

static void make_body(struct sdf_command *c, struct mesh *begin, const struct mesh *end)
{
    struct sdf_body *body = &c->body;
    place(c->given.pose, begin);
    set_velocities(c, begin, end);
    bool *absent = mark_absent(c, begin);
    take_triangles(body, begin, absent);
    free(absent);
    body->moving = (struct sdf_mesh){.nodes = body->mesh.nodes,
                                     .triangles = body->mesh.elements,
                                     .x = (const double(*)[3])body->mesh.x,
                                     .v = (const double(*)[3])body->v,
                                     .one_v = !end,
                                     .triangle = (const uint32_t(*)[3])body->mesh.node};
}

bool sdf_body_read(struct sdf_command *c)
{
    const bool two = c->given.end_mesh != NULL;
    struct mesh_file begin = {0}, end = {0};
    c->body.name = c->given.mesh;
    bool good = read_file(c, c->given.mesh, &begin) && (!two || read_file(c, c->given.end_mesh, &end)) &&
                (!two || check_same(c, &begin.mesh, &end.mesh));
    if (good) {
        make_body(c, &begin.mesh, two ? &end.mesh : NULL);
        good = set_motion(c);
    }
    if (good) sdf_surface_look(c);
    mesh_file_free(&begin);
    mesh_file_free(&end);
    return good;
}

void sdf_body_free(struct sdf_body *body)
{
    mesh_free(&body->mesh);
    free(body->v);
}

struct ccdq_sdf_query sdf_body_query(const struct sdf_body *body, size_t i)
{
    const struct sdf_mesh *m = &body->moving;
    struct ccdq_sdf_query q = body->motion;
    q.id = body->mesh.number[i];
    for (int k = 0; k < 3; k++) {
        const uint32_t node = m->triangle[i][k];
        memcpy(q.x[k], m->x[node], sizeof q.x[k]);
        memcpy(q.v[k], m->v[m->one_v ? 0 : node], sizeof q.v[k]);
    }
    return q;
}
