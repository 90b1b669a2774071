/* Looks at the contact that a hit names. */
#include "contact.h"
#include "judge.h"
#include "../curved/exact_gap.h"
#include <math.h>

struct verify_look verify_look_linear(const struct ccdq_query *q, const struct ccdq_result *r)
{
    struct verify_look look = {
        .inside = contact_in_domain(q->type, r->w), .residual = NAN, .penetration = NAN};
    if (look.inside && r->toi_lo <= 1) look.residual = contact_residual(q, r->toi_lo, r->w);
    return look;
}

struct verify_look verify_look_patches(const struct ccdq_patch_query *q, double delta,
                                       const struct ccdq_result *r)
{
    struct verify_look look = {.inside = contact_in_patches(q, r->w), .residual = NAN, .penetration = NAN};
    if (!look.inside) return look;
    look.apart = r->toi_lo > q->end || exact_apart(q, r->w, r->toi_lo, delta, &look.residual);
    look.near = !look.apart;
    return look;
}
