/* What the surface of a mesh lacks. None of it keeps it from being solved. */
#include "sdf.h"
#include "../lib/mesh/check.h"
#include "../lib/mesh/surface.h"

static void look_for_flat(const struct sdf_body *body, struct messages *messages)
{
    size_t flat = 0, first = 0;
    for (size_t e = body->mesh.elements; e-- > 0;) {
        if (mesh_check_element(&body->mesh, e) != MESH_FLAT) continue;
        flat++;
        first = e;
    }
    if (flat)
        message(messages,
                "%s: triangle %zu has no area; such triangles are solved as the segments or points they "
                "are: %zu",
                body->name, first, flat);
}

/* The first node of the mesh that is at this place. */
static size_t node_at(const struct mesh *mesh, const double x[3])
{
    size_t i = 0;
    while (mesh->x[i][0] != x[0] || mesh->x[i][1] != x[1] || mesh->x[i][2] != x[2]) i++;
    return i;
}

static void say_what(const struct sdf_body *body, const struct mesh *mesh,
                     const struct mesh_features *features, const struct mesh_surface *surface,
                     struct messages *messages)
{
    const uint32_t *edge = features->edge[surface->edge];
    const struct mesh_lists *of = &features->edge_elements;
    const size_t n = of->first[surface->edge + 1] - of->first[surface->edge];
    message(
        messages,
        "%s: the surface is not closed and oriented: the edge between nodes %zu and %zu has %zu "
        "triangle%s%s; "
        "such edges: %zu of one triangle, %zu of three or more, %zu of two that go along it the same way; it "
        "is solved as it is (--open: it is meant so)",
        body->name, node_at(&body->mesh, mesh->x[edge[0]]), node_at(&body->mesh, mesh->x[edge[1]]), n,
        plural(n), n == 2 ? " that go along it the same way" : "", surface->open, surface->crowded,
        surface->turned);
}

/* Nodes at one place are one here, as files with seams have them, if they stay together. */
static void look_for_edges(const struct sdf_body *body, struct messages *messages)
{
    struct mesh mesh = {0};
    struct mesh_features features;
    struct mesh_surface surface;
    size_t nodes, elements;
    if (!mesh_split_quads(&body->mesh, &mesh)) xnomem();
    if (body->moving.one_v && !mesh_merge_nodes(&mesh, &nodes, &elements)) xnomem();
    if (!mesh_features_find(&features, &mesh)) xnomem();
    mesh_surface_look(&mesh, &features, &surface);
    if (surface.open || surface.crowded || surface.turned)
        say_what(body, &mesh, &features, &surface, messages);
    mesh_features_free(&features);
    mesh_free(&mesh);
}

void sdf_surface_look(struct sdf_command *c)
{
    struct messages messages = {0};
    look_for_flat(&c->body, &messages);
    if (!c->open) look_for_edges(&c->body, &messages);
    filter_tell(&c->filter, &messages);
}
