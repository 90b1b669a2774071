/* Judging triangles against solids. */
#include "solid.h"
#include "contact.h"
#include "../sdf/bracket.h"
#include "../sdf/solve.h"

static struct sdf_case case_of(const struct verify_solids *solids, const struct ccdq_sdf_query *q)
{
    return (struct sdf_case){solids->sdf, solids->root[q->solid], q};
}

/* ---- The truth ---- */

/* Is the least of phi proven to be as near to the margin as `near`? A search for the margin has been made. */
static bool grazes(const struct verify_solids *solids, const struct sdf_case *c, double near,
                   const struct sdf_bracket *bracket)
{
    const uint32_t tests = solids->max_tests;
    const bool hit = bracket->hi < INFINITY, free = bracket->lo == INFINITY;
    if (!free && sdf_bracket_touches(c, add_down(solids->margin, -near), bracket, tests) != SDF_NEVER_TOUCHES)
        return false;
    return hit || sdf_bracket_touches(c, add_up(solids->margin, near), bracket, tests) == SDF_TOUCHES;
}

struct verify_truth verify_truth_of_solid(const struct verify_solids *solids, const struct ccdq_sdf_query *q)
{
    struct verify_truth truth = {.id = q->id, .what = TRUTH_NO_QUERY};
    struct sdf_bracket bracket;
    char text[128];
    if (sdf_query_problem(q, solids->n, text, sizeof text)) return truth;
    const struct sdf_case c = case_of(solids, q);
    sdf_bracket(&c, solids->margin, solids->max_tests, &bracket);
    truth.what = bracket.lo == INFINITY ? TRUTH_FREE : bracket.hi == INFINITY ? TRUTH_UNDECIDED : TRUTH_HIT;
    truth.timed = truth.bracketed = truth.centred = true;
    truth.wide = truth.what == TRUTH_HIT && bracket.hi - bracket.lo > SDF_BRACKET_NARROW * q->end;
    if (grazes(solids, &c, solids->graze * sdf_bracket_size(&c), &bracket)) {
        truth.what = TRUTH_GRAZING;
        truth.wide = false;
        bracket.hi = INFINITY; /* what is so near is near for a while, and any time is right */
    }
    truth.lo = verify_time_of_double(bracket.lo);
    truth.hi = verify_time_of_double(bracket.hi);
    return truth;
}

/* ---- Answers ---- */

static bool in_triangle(const double w[4])
{
    return contact_in_domain(CCDQ_VF, w);
}

enum { LEAST_TESTS = 10000 };

/* How far the least phi can be below the margin: to a thousandth of delta, or what so many tests give. */
static double penetration(const struct verify_solids *solids, const struct sdf_case *c, double t)
{
    const struct interval found =
        sdf_bracket_least(c, t, solids->margin, 0x1p-10 * solids->delta, LEAST_TESTS);
    return greatest(0, add_up(solids->margin, -found.lo));
}

struct verify_look verify_look_solid(const struct verify_solids *solids, const struct ccdq_sdf_query *q,
                                     const struct ccdq_result *r)
{
    struct verify_look look = {.inside = in_triangle(r->w), .residual = NAN, .penetration = NAN};
    if (!look.inside) return look;
    const struct sdf_case c = case_of(solids, q);
    const struct interval phi = sdf_bracket_value(&c, r->w, r->toi_lo);
    const double most = add_down(solids->margin, solids->delta);
    look.residual = greatest(0, phi.hi - solids->margin);
    look.apart = r->toi_lo > q->end || phi.lo > add_up(solids->margin, solids->delta);
    look.near = r->toi_lo <= q->end && phi.hi <= most;
    if (r->toi_lo > 0 && r->toi_lo <= q->end) look.penetration = penetration(solids, &c, r->toi_lo);
    return look;
}

/* ---- Contacts ---- */

/* Can x be a rounded number of the interval, where numbers of this size went into it? */
static bool can_be(double x, struct interval of, double size)
{
    const double off = 0x1p-40 * size;
    return of.lo - off <= x && x <= of.hi + off;
}

bool verify_touches_solid(const struct verify_solids *solids, const struct ccdq_sdf_query *q,
                          const struct ccdq_contact *c)
{
    struct interval x[3];
    char text[128];
    if (sdf_query_problem(q, solids->n, text, sizeof text)) return false;
    if (c->kind != CCDQ_CONTACT_SDF || !in_triangle(c->w) || !(c->toi_lo >= 0 && c->toi_lo <= q->end))
        return false;
    const struct sdf_case of = case_of(solids, q);
    const double size = sdf_bracket_size(&of), delta = solids->delta;
    double world = size;
    sdf_bracket_place(&of, c->w, c->toi_lo, x);
    for (int k = 0; k < 3; k++)
        world = greatest(world, greatest(interval_size(x[k]), fabs(q->solid_v[k]) * q->end));
    for (int k = 0; k < 3; k++)
        if (!can_be(c->x[k], x[k], world)) return false;
    const struct interval phi = sdf_bracket_value(&of, c->w, c->toi_lo);
    if (!can_be(c->distance, phi, size)) return false;
    if (phi.lo > add_up(solids->margin, delta)) return false;
    return c->toi_lo == 0 || phi.hi >= add_down(solids->margin, -delta);
}
