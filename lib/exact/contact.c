/* Contact at one time, decided by signs alone.
 *
 * An incidence (p; e0, e1) asks whether point p lies on the closed segment from e0 to e1. Its side is the
 * vector (e0 - p) x (e1 - p), its dot the number (e0 - p) . (e1 - p). p lies on the segment if and only if
 * side = 0 and dot <= 0: side = 0 puts the three points on a line; there dot is 0 when p is an end, negative
 * when p is strictly between the ends, and positive elsewhere. That is right for e0 = e1 as well: side is 0
 * and dot the square of a distance.
 *
 * At a time when the four points lie in a plane with unit normal n all sides are multiples of n, so on each
 * axis their components have the signs of these multiples, or the reverse, or (n has no such component) all
 * are 0. Call the sides q0, q1, ... in the order of the table.
 *
 * Vertex-face: q0 + q1 + q2 = N, the normal of the face (twice its area), and q0, q1, q2 are N times the
 * barycentric coordinates of p for f2, f0, f1.
 *   Signs mixed on an axis: no contact. If N is not 0, a barycentric coordinate is negative. If N = 0,
 * contact would put all points on one line and make all sides 0. No signs mixed, not all 0 on an axis: N is
 * not 0 there, so the barycentric coordinates exist, sum up to 1 and are not negative: contact. All sides 0
 * on all axes: N = 0, so the face is the union of its edges: contact if and only if some dot <= 0.
 *
 * Edge-edge: q0 + q1 = q2 + q3 = M, the cross product of the directions of the edges but for the sign. Where
 * M is not 0 the lines meet in one point, with parameter q0 / M on edge b and q2 / M on edge a. Signs mixed
 * on an axis: no contact. If M is not 0, a quotient of M by one of q0..q3 is negative, so a parameter is
 * outside [0, 1]. If M = 0, the edges are parallel, or one is a point; contact would put all points on one
 * line, or the point-like edge on the other one, and make all sides 0. No signs mixed, not all 0 on an axis:
 * M is not 0 there, and both parameters are in [0, 1]: contact. All sides 0 on all axes: M = 0. Contact needs
 * an end of one edge on the other one (true of segments on a line, and when one is a point): contact if and
 * only if some dot <= 0.
 *
 * Point-edge and point-point have one incidence, which is the contact by itself.
 */
#include "exact.h"
#include "../num/complement.h"

static const struct incidence table[][MAX_INCIDENCES] = {
    [CCDQ_VF] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}},
    [CCDQ_EE] = {{2, 0, 1}, {3, 1, 0}, {0, 3, 2}, {1, 2, 3}},
    [CCDQ_PE] = {{0, 1, 2}},
    [CCDQ_PP] = {{0, 1, 1}},
};
static const unsigned char counts[] = {[CCDQ_VF] = 3, [CCDQ_EE] = 4, [CCDQ_PE] = 1, [CCDQ_PP] = 1};

int incidences_of_type(unsigned type)
{
    return counts[type];
}

const struct incidence *incidence(unsigned type, int i)
{
    return &table[type][i];
}

/* d = point i - point j, on one axis, as a linear polynomial. */
static void difference(mpz_t d[2], struct exact_state *st, int i, int j, int axis)
{
    mpz_sub(d[0], st->x[i][0][axis], st->x[j][0][axis]);
    mpz_sub(d[1], st->x[i][1][axis], st->x[j][1][axis]);
}

/* c += u v */
static void add_product(struct poly *c, mpz_t u[2], mpz_t v[2])
{
    mpz_addmul(c->c[0], u[0], v[0]);
    mpz_addmul(c->c[1], u[0], v[1]);
    mpz_addmul(c->c[1], u[1], v[0]);
    mpz_addmul(c->c[2], u[1], v[1]);
}

/* Whether entry `bit` is computed already; it is from now on. */
static bool seen(struct exact_state *st, int bit)
{
    bool known = st->known >> bit & 1;
    st->known |= 1U << bit;
    return known;
}

const struct poly *incidence_side(struct exact_state *st, int i, int axis)
{
    const struct incidence *of = &table[st->type][i];
    struct poly *side = &st->side[i][axis];
    if (seen(st, 4 * i + axis)) return side;
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    poly_set_zero(side);
    difference(st->u, st, of->e0, of->p, j);
    difference(st->v, st, of->e1, of->p, k);
    add_product(side, st->u, st->v);
    difference(st->u, st, of->p, of->e0, k);
    difference(st->v, st, of->e1, of->p, j);
    add_product(side, st->u, st->v);
    poly_trim(side);
    return side;
}

void dot_product(struct exact_state *st, struct poly *dot, int a, int b, int c, int d)
{
    poly_set_zero(dot);
    for (int k = 0; k < 3; k++) {
        difference(st->u, st, a, b, k);
        difference(st->v, st, c, d, k);
        add_product(dot, st->u, st->v);
    }
    poly_trim(dot);
}

const struct poly *incidence_dot(struct exact_state *st, int i)
{
    const struct incidence *of = &table[st->type][i];
    if (!seen(st, 4 * i + 3)) dot_product(st, &st->dot[i], of->e0, of->p, of->e1, of->p);
    return &st->dot[i];
}

/* side(0) times the vector from its point to the fourth point. */
void coplanarity(struct exact_state *st, struct poly *f)
{
    poly_set_zero(f);
    if (ccdq_type_points(st->type) < 4) return;
    for (int k = 0; k < 3; k++) {
        const struct poly *side = incidence_side(st, 0, k);
        difference(st->u, st, 3, table[st->type][0].p, k);
        for (int i = 0; i <= side->degree; i++) {
            mpz_addmul(f->c[i], side->c[i], st->u[0]);
            mpz_addmul(f->c[i + 1], side->c[i], st->u[1]);
        }
    }
    poly_trim(f);
}

bool contact_at(struct exact_state *st, struct root *time, struct contact *contact)
{
    int n = counts[st->type];
    for (int k = 0; k < 3; k++) {
        bool negative = false, positive = false;
        for (int i = 0; i < n; i++) {
            int sign = root_sign(time, incidence_side(st, i, k), &st->scratch);
            contact->sign[i] = sign;
            negative |= sign < 0;
            positive |= sign > 0;
            if (negative && positive) return false;
        }
        contact->axis = k;
        if (negative || positive) return n > 1;
    }
    contact->axis = -1;
    for (int i = 0; i < n; i++) {
        contact->incidence = i;
        if (root_sign(time, incidence_dot(st, i), &st->scratch) <= 0) return true;
    }
    return false;
}

/* Side i as a part of the sum of n sides from `from` on. The sides have no mixed signs; those that are 0 at
 * this time are left out, so that 0 and 1 come out exactly. */
static double share(struct exact_state *st, struct root *time, const struct contact *c, int i, int from,
                    int n)
{
    struct poly *sum = &st->f;
    if (!c->sign[i]) return 0;
    poly_set_zero(sum);
    for (int j = from; j < from + n; j++)
        for (int k = 0; c->sign[j] && k <= 2; k++)
            mpz_add(sum->c[k], sum->c[k], incidence_side(st, j, c->axis)->c[k]);
    poly_trim(sum);
    return root_ratio(time, incidence_side(st, i, c->axis), sum, &st->scratch);
}

/* Where on its edge, from e0 = 0 to e1 = 1, the point of an incidence lies; 0 if the edge is a point. */
static double along(struct exact_state *st, struct root *time, int i)
{
    const struct incidence *of = &table[st->type][i];
    struct poly *num = &st->f, *den = &st->g;
    poly_set_zero(num);
    poly_set_zero(den);
    for (int k = 0; k < 3; k++) {
        difference(num->c, st, of->p, of->e0, k);
        difference(den->c, st, of->e1, of->e0, k);
        poly_trim(num);
        poly_trim(den);
        if (root_sign(time, den, &st->scratch))
            return root_sign(time, num, &st->scratch) ? root_ratio(time, num, den, &st->scratch) : 0;
    }
    return 0;
}

/* a + b s for a, b, s as below, in [0, 1]; 1 - s is rounded down, so that a sum with s is not above 1. */
static double affine(const signed char ab[2], double s)
{
    return ab[1] < 0 ? complement(s) : ab[1] > 0 ? s : ab[0];
}

void contact_parameters_of_incidence(unsigned type, int i, double s, double w[4])
{
    static const struct {
        signed char w0[2], w1[2]; /* a, b: w = a + b s */
    } map[][MAX_INCIDENCES] = {
        [CCDQ_VF] = {{{0, 1}, {0, 0}}, {{1, -1}, {0, 1}}, {{0, 0}, {1, -1}}},
        [CCDQ_EE] = {{{0, 1}, {0, 0}}, {{1, -1}, {1, 0}}, {{0, 0}, {1, -1}}, {{1, 0}, {0, 1}}},
        [CCDQ_PE] = {{{0, 1}, {0, 0}}},
        [CCDQ_PP] = {{{0, 0}, {0, 0}}},
    };
    w[0] = affine(map[type][i].w0, s);
    w[1] = affine(map[type][i].w1, s);
}

void contact_parameters(struct exact_state *st, struct root *time, const struct contact *c, double w[4])
{
    w[0] = w[1] = w[2] = w[3] = 0;
    if (c->axis < 0) {
        contact_parameters_of_incidence(st->type, c->incidence, along(st, time, c->incidence), w);
    } else if (st->type == CCDQ_VF) {
        w[0] = share(st, time, c, 2, 0, 3);
        w[1] = share(st, time, c, 0, 0, 3);
        if (w[1] > complement(w[0])) w[1] = complement(w[0]);
    } else {
        w[0] = share(st, time, c, 2, 2, 2);
        w[1] = share(st, time, c, 0, 0, 2);
    }
}
