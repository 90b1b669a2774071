/* The picture: the mesh where it first touches, painted with the times of contact, and the points of contact
 * as vertices. */
#include "sdf.h"
#include "../formats/mesh-write-vtu.h"
#include <math.h>

/* The mesh, then a node for each contact. */
struct scenery {
    struct mesh mesh;
    struct buf distance; /* of each node from the solid: phi */
    struct buf first;    /* of each contact, then of each triangle */
};

/* The motion of the mesh as the world sees it: from a solid that stands still. */
static struct sdf_motion in_world(const struct sdf_body *body)
{
    struct ccdq_sdf_query q = body->motion;
    struct sdf_motion motion;
    for (int k = 0; k < 3; k++) q.solid_v[k] = q.solid_spin[k] = q.solid_centre[k] = 0;
    sdf_motion_of_query(&q, &motion);
    return motion;
}

static void add_node(struct scenery *s, const double x[3], double distance)
{
    if (!mesh_add_node(&s->mesh, x)) xnomem();
    buf_add(&s->distance, &distance, sizeof distance);
}

static void add_nodes(const struct sdf_body *body, double t, struct scenery *s)
{
    const struct sdf_motion seen = in_world(body);
    const struct sdf_mesh *m = &body->moving;
    struct sdf_moment world, solid;
    sdf_motion_at(&seen, t, &world);
    sdf_motion_at(&body->scene.motion, t, &solid);
    for (size_t i = 0; i < m->nodes; i++) {
        const double *v = m->v[m->one_v ? 0 : i];
        const struct vec3 p = sdf_moment_point(&world, m->x[i], v).p;
        const struct vec3 q = sdf_moment_point(&solid, m->x[i], v).p;
        add_node(s, (const double[3]){p.x, p.y, p.z}, sdf_value(body->scene.sdf, body->scene.root, q, NULL));
    }
}

/* A contact where its triangle is in the picture, also one that comes later. */
static void add_contact(const struct sdf_body *body, const struct ccdq_contact *c, struct scenery *s)
{
    const uint32_t *node = body->moving.triangle[c->element[0]];
    double x[3];
    for (int k = 0; k < 3; k++) {
        const double a = s->mesh.x[node[0]][k];
        x[k] = a + c->w[0] * (s->mesh.x[node[1]][k] - a) + c->w[1] * (s->mesh.x[node[2]][k] - a);
    }
    add_node(s, x, c->distance);
    buf_add(&s->first, &c->toi_lo, sizeof c->toi_lo);
}

static void make_scenery(const struct sdf_command *c, const struct sdf_seen *seen, double t,
                         struct scenery *s)
{
    const struct sdf_body *body = &c->body;
    const struct mesh *mesh = &body->mesh;
    const struct ccdq_contact *contacts = (const struct ccdq_contact *)(const void *)seen->contacts.p;
    add_nodes(body, t, s);
    for (size_t i = 0; i < seen->contacts.n / sizeof *contacts; i++) add_contact(body, &contacts[i], s);
    for (size_t e = 0; e < mesh->elements; e++)
        if (!mesh_add_element(&s->mesh, MESH_TRIANGLE, mesh->part[e], mesh->number[e],
                              &mesh->node[mesh->first[e]]))
            xnomem();
    buf_add(&s->first, seen->first, mesh->elements * sizeof *seen->first);
}

void sdf_picture_write(struct sdf_command *c, const struct sdf_seen *seen)
{
    const double t = seen->earliest < c->given.end ? seen->earliest : c->given.end;
    struct scenery s = {.mesh = {0}};
    struct messages messages = {0};
    struct output out;
    make_scenery(c, seen, t, &s);
    const struct vtu_values distance = {"distance", VTK_FLOAT64, 1, s.distance.p},
                            first = {"first_contact", VTK_FLOAT64, 1, s.first.p};
    const struct vtu_picture picture = {.mesh = &s.mesh,
                                        .node = &distance,
                                        .element = &first,
                                        .n_node = 1,
                                        .n_element = 1,
                                        .polygons = true,
                                        .vertices = seen->contacts.n / sizeof(struct ccdq_contact)};
    if (output_open(&out, c->vtp, false, &messages)) {
        mesh_write_vtu(&out, &picture); /* its error sticks */
        output_close(&out, true, &messages);
    }
    filter_tell(&c->filter, &messages);
    mesh_free(&s.mesh);
    buf_free(&s.distance);
    buf_free(&s.first);
}
