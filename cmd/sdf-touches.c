/* Where a mesh touches the solid, as records. */
#include "sdf.h"

struct gathering {
    const struct sdf_touches *to;
    const struct sdf_scene *scene;
    const struct sdf_mesh *mesh;
    const struct sdf_answer *answer;
    const struct ccdq_contact *like;
    bool found;
};

static bool take(void *context, size_t triangle, const double w[2])
{
    struct gathering *g = context;
    const struct sdf_touches *to = g->to;
    struct ccdq_contact c = *g->like;
    sdf_contact_at(g->scene, g->mesh, triangle, g->answer->toi_lo, w, &c);
    c.element[0] += g->like->element[0];
    c.verdict = CCDQ_HIT;
    c.toi_hi = g->answer->toi_hi;
    if (to->of) c.part[0] = to->of->part[c.element[0]];
    for (int k = 0; !to->of && k < 4; k++) c.node[k] = CCDQ_NO_NODE;
    buf_add(to->contacts, &c, sizeof c);
    g->found = true;
    if (to->full && to->contacts->n >= FRAME_RECORDS * sizeof c) to->full(to->context);
    return true;
}

void sdf_touches_add(const struct sdf_touches *to, const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                     const struct sdf_spheres *spheres, const struct sdf_options *options,
                     const struct sdf_answer *answer, const struct ccdq_contact *like,
                     struct ccdq_workspace *ws)
{
    struct gathering g = {to, scene, mesh, answer, like, false};
    struct sdf_spheres own = {0};
    if (!spheres && !sdf_spheres_build(&own, mesh, &scene->motion)) xnomem();
    sdf_contacts(scene, mesh, spheres ? spheres : &own, options, answer->toi_lo, take, &g, ws);
    if (!g.found) take(&g, answer->triangle, answer->w);
    sdf_spheres_free(&own);
}
