/* The points of contacts: whether they are on both surfaces, and the normals normal to them; whether they are
 * apart from each other. What is held against them is bounded in interval arithmetic over all times at which
 * the contact may be: what is said to be wrong is so for certain. */
#include "../scene/bracket_rows.h"
#include "scene.h"
#include <stdlib.h>

size_t scene_face_of(const struct scene_body *body, uint32_t element)
{
    if (element < body->faces) return element;
    element -= (uint32_t)body->faces;
    if (element < body->edges) return body->edge[element].face;
    element -= (uint32_t)body->edges;
    return element < body->vertices ? body->vertex[element].face : SIZE_MAX;
}

/* One body's side of a contact. */
struct side {
    const struct scene_body *body;
    const struct scene_face *face; /* NULL: it is implicit */
    const double *w;               /* parameters of the face */
    bool moves[2]; /* whether its points can move both ways along each parameter, within the piece: then the
                      normal is normal to that tangent */
    struct interval t;
};

static bool is_at(const struct scene_face *face, unsigned border, const double *w)
{
    const struct interval in = border < SCENE_V0 ? face->u : face->v;
    return w[border >= SCENE_V0] == (border == SCENE_U1 || border == SCENE_V1 ? in.hi : in.lo);
}

/* Whether a border of a face is an edge of the body, or a vertex is on it, which may be all of it. */
static bool is_sharp(const struct scene_body *body, size_t face, unsigned border)
{
    for (size_t i = 0; i < body->edges; i++) {
        const struct scene_edge *e = &body->edge[i];
        if ((e->face == face && e->border == border) || (e->other == face && e->other_border == border))
            return true;
    }
    for (size_t i = 0; i < body->vertices; i++) {
        const struct scene_vertex *v = &body->vertex[i];
        const unsigned borders[2] = {v->at_u1 ? SCENE_U1 : SCENE_U0, v->at_v1 ? SCENE_V1 : SCENE_V0};
        if (v->face == face && (borders[0] == border || borders[1] == border)) return true;
    }
    return false;
}

/* Whether the parameters are those of a point of the edge or vertex. */
static bool is_on(const struct scene_body *body, uint32_t element, const struct side *side)
{
    if (element < body->faces) return true;
    element -= (uint32_t)body->faces;
    if (element < body->edges) return is_at(side->face, body->edge[element].border, side->w);
    const struct scene_vertex *v = &body->vertex[element - body->edges];
    return is_at(side->face, v->at_u1 ? SCENE_U1 : SCENE_U0, side->w) &&
           is_at(side->face, v->at_v1 ? SCENE_V1 : SCENE_V0, side->w);
}

/* false: there is no such piece, or the parameters are not those of a point of it. */
static bool side_of(const struct scene_claim *claim, const struct ccdq_contact *c, int i, struct side *side)
{
    const struct scene_body *body = &claim->scene->body[c->part[i]];
    *side = (struct side){.body = body, .w = c->w + 2 * i, .moves = {true, true}};
    if (body->implicit) return c->element[i] + 1 < body->map.outputs;
    const size_t face = scene_face_of(body, c->element[i]);
    if (face == SIZE_MAX) return false;
    side->face = &body->face[face];
    const struct interval in[2] = {side->face->u, side->face->v};
    for (int k = 0; k < 2; k++)
        if (!(side->w[k] >= in[k].lo && side->w[k] <= in[k].hi)) return false;
    for (unsigned border = SCENE_U0; border <= SCENE_V1; border++)
        if (is_at(side->face, border, side->w) && is_sharp(body, face, border))
            side->moves[border >= SCENE_V0] = false;
    return is_on(body, c->element[i], side);
}

/* ---- Places ---- */

/* The distance from x to a box, at least. */
static double distance(const struct bracket_jet point[3], const double x[3])
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const struct interval off = bracket_difference(point[k].value, interval_of(x[k]));
        const double d = off.lo > 0 ? off.lo : off.hi < 0 ? -off.hi : 0;
        square = wide_down(square + wide_down(d * d));
    }
    return square > 0 ? wide_down(sqrt(square)) : 0;
}

static double off_face(const struct side *side, const double x[3], struct bracket_work *work)
{
    const struct interval uv[2] = {interval_of(side->w[0]), interval_of(side->w[1])};
    struct bracket_jet point[3];
    bracket_face(side->face, uv, side->t, false, point, work);
    return distance(point, x);
}

/* |f| over the largest gradient within r of x, if that is more than r: no point within r has f = 0. */
static double off_function(const struct side *side, const double x[3], double r, struct bracket_work *work)
{
    struct interval at[3], around[3];
    struct bracket_jet f, near;
    double square = 0;
    for (int k = 0; k < 3; k++) {
        at[k] = interval_of(x[k]);
        around[k] = (struct interval){wide_down(x[k] - r), wide_up(x[k] + r)};
    }
    if (bracket_function(side->body, at, side->t, false, &f, work) ||
        bracket_function(side->body, around, side->t, true, &near, work))
        return 0;
    for (unsigned k = 0; k < 3; k++) {
        const double size = interval_size(bracket_derivative(&near, k));
        square = wide_up(square + wide_up(size * size));
    }
    const double value = f.value.lo > 0 ? f.value.lo : f.value.hi < 0 ? -f.value.hi : 0;
    const double off = wide_down(value / wide_up(sqrt(square)));
    return off > r ? off : 0;
}

/* x and the numbers next to it. */
static struct interval beside(double x)
{
    return (struct interval){wide_down(x), wide_up(x)};
}

/* How well doubles can tell a body's point at a contact: how large it is over the parameters, or the point,
 * and the time with the numbers next to them, in interval arithmetic. That is rounding of all that the point
 * is made of, of coordinates that are large beside the body too, and the steps in which parameters and time
 * can move it. */
static double rounding(const struct side *side, const double x[3], struct bracket_work *work)
{
    const struct interval t = beside(side->t.lo);
    double square = 0, gradient = 0;
    if (side->face) {
        const struct interval uv[2] = {beside(side->w[0]), beside(side->w[1])};
        struct bracket_jet point[3];
        bracket_face(side->face, uv, t, false, point, work);
        for (int k = 0; k < 3; k++) {
            const double width = point[k].value.hi - point[k].value.lo;
            square += width * width;
        }
        return sqrt(square);
    }
    const struct interval at[3] = {beside(x[0]), beside(x[1]), beside(x[2])};
    struct bracket_jet f;
    bracket_function(side->body, at, t, true, &f, work);
    for (unsigned k = 0; k < 3; k++) {
        const double d = interval_middle(bracket_derivative(&f, k));
        gradient += d * d;
    }
    return gradient > 0 ? (f.value.hi - f.value.lo) / sqrt(gradient) : 0;
}

static void check_place(const struct scene_judge *judge, const struct scene_claim *claim,
                        const struct ccdq_contact *c, const struct side side[2], double known,
                        struct bracket_work *work)
{
    double worst = 0;
    const double r = wide_up(c->distance + known);
    for (int i = 0; i < 2; i++) {
        const double off =
            side[i].face ? off_face(&side[i], c->x, work) : off_function(&side[i], c->x, r, work);
        worst = greatest(worst, off);
    }
    if (!(worst <= r)) scene_complain_about(judge, SCENE_OFF, claim, c, worst, c->distance);
}

/* ---- Normals ---- */

/* What n may be off by beside what the surface's direction is not known by. */
static const double straight = 1e-6;

/* The derivatives of a face near the contact: at all points that the contact's own may be. */
static unsigned tangents(const struct side *side, double reach, struct bracket_jet point[3],
                         struct bracket_work *work)
{
    const struct interval in[2] = {side->face->u, side->face->v};
    struct interval uv[2] = {interval_of(side->w[0]), interval_of(side->w[1])};
    unsigned state = bracket_face(side->face, uv, side->t, true, point, work);
    for (unsigned k = 0; k < 2; k++) {
        double square = 0;
        for (int i = 0; i < 3; i++) {
            const double d = interval_middle(bracket_derivative(&point[i], k));
            square += d * d;
        }
        const double width = in[k].hi - in[k].lo, moved = square > 0 ? reach / sqrt(square) : width;
        const double off = least(moved + 0x1p-36 * width, width);
        uv[k] = wide_both((struct interval){side->w[k] - off, side->w[k] + off}, in[k]);
    }
    state |= bracket_face(side->face, uv, side->t, true, point, work);
    return state;
}

static struct interval dot(const struct interval a[3], const double n[3])
{
    struct interval sum = {0, 0};
    for (int k = 0; k < 3; k++) sum = bracket_sum(sum, bracket_product(a[k], interval_of(n[k])));
    return sum;
}

static double length(const struct interval a[3])
{
    double square = 0;
    for (int k = 0; k < 3; k++) square += interval_size(a[k]) * interval_size(a[k]);
    return sqrt(square);
}

/* How far the angle between a tangent and n is from a right one, at least: its cosine. */
static double lean(const struct interval tangent[3], const double n[3])
{
    const struct interval along = dot(tangent, n);
    const double off = along.lo > 0 ? along.lo : along.hi < 0 ? -along.hi : 0, size = length(tangent);
    return off > 0 ? off / size : 0;
}

static bool may_vanish(const struct interval v[3])
{
    for (int k = 0; k < 3; k++)
        if (v[k].lo > 0 || v[k].hi < 0) return false;
    return true;
}

/* n must be normal to the tangents along which the piece goes on; but where these have no normal, as at a
 * pole, which may be an apex. */
static double lean_on_face(const struct side *side, const double n[3], double reach,
                           struct bracket_work *work, struct interval normal[3])
{
    struct bracket_jet point[3];
    struct interval d[2][3];
    double worst = 0;
    for (int k = 0; k < 3; k++) normal[k] = BRACKET_ENTIRE;
    if (tangents(side, reach, point, work)) return 0;
    for (unsigned j = 0; j < 2; j++)
        for (int k = 0; k < 3; k++) d[j][k] = bracket_derivative(&point[k], j);
    for (int k = 0; k < 3; k++) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        normal[k] = bracket_difference(bracket_product(d[0][a], d[1][b]), bracket_product(d[0][b], d[1][a]));
        if (side->face->inward) normal[k] = interval_neg(normal[k]);
    }
    for (unsigned j = 0; j < 2 && !may_vanish(normal); j++)
        if (side->moves[j]) worst = greatest(worst, lean(d[j], n));
    return worst;
}

/* n x gradient, against the gradient's length. */
static double lean_on_function(const struct side *side, const struct ccdq_contact *c, double reach,
                               struct bracket_work *work, struct interval gradient[3])
{
    struct interval around[3];
    struct bracket_jet f;
    double worst = 0;
    for (int k = 0; k < 3; k++) {
        around[k] = (struct interval){c->x[k] - reach, c->x[k] + reach};
        gradient[k] = BRACKET_ENTIRE;
    }
    if (bracket_function(side->body, around, side->t, true, &f, work)) return 0;
    for (unsigned k = 0; k < 3; k++) gradient[k] = bracket_derivative(&f, k);
    const double size = length(gradient);
    for (int k = 0; k < 3; k++) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        const struct interval cross = bracket_difference(bracket_product(gradient[a], interval_of(c->n[b])),
                                                         bracket_product(gradient[b], interval_of(c->n[a])));
        const double off = cross.lo > 0 ? cross.lo : cross.hi < 0 ? -cross.hi : 0;
        if (off > 0) worst = greatest(worst, off / size);
    }
    return worst;
}

/* Whether the body's surface has a normal there, for certain: all directions that it may have are within a
 * sixteenth of their length of each other. Of implicit bodies made of several it is not known here whether
 * some of these meet at the point. */
static bool has_normal(const struct side *side, const struct interval normal[3])
{
    double middle = 0, off = 0;
    if (side->face ? !(side->moves[0] && side->moves[1]) : side->body->map.outputs > 2) return false;
    for (int k = 0; k < 3; k++) {
        const double width = normal[k].hi - normal[k].lo, x = interval_middle(normal[k]);
        if (!(width < INFINITY)) return false;
        middle += x * x;
        off += width * width;
    }
    return off < 0x1p-8 * middle;
}

static double lean_on(const struct side *side, const struct ccdq_contact *c, double reach,
                      struct bracket_work *work, struct interval normal[3])
{
    return side->face ? lean_on_face(side, c->n, reach, work, normal)
                      : lean_on_function(side, c, reach, work, normal);
}

/* How much the normal of one body turns within what rounding leaves open of the place: n may be taken from
 * there, and is off by so much from the other body's. That counts where a body is hardly larger than rounding
 * of the other one's coordinates. A face has no normal at a pole, and then n is not taken from there. */
static double turn_of(const struct side *side, const struct ccdq_contact *c, double known,
                      struct bracket_work *work)
{
    struct interval normal[3];
    double middle = 0, off = 0;
    struct side then = *side;
    then.t = beside(side->t.lo);
    lean_on(&then, c, known, work, normal);
    for (int k = 0; k < 3; k++) {
        const double width = normal[k].hi - normal[k].lo, x = interval_middle(normal[k]);
        middle += x * x;
        off += width * width;
    }
    return off < middle ? sqrt(off / middle) : side->face ? 0 : INFINITY;
}

static void check_normal(const struct scene_judge *judge, const struct scene_claim *claim,
                         const struct ccdq_contact *c, const struct side side[2], double accuracy,
                         double known, struct bracket_work *work)
{
    const double reach = greatest(c->distance, accuracy) + known;
    const double one = c->n[0] * c->n[0] + c->n[1] * c->n[1] + c->n[2] * c->n[2];
    if (!(fabs(one - 1) <= straight)) {
        scene_complain_about(judge, SCENE_NORMAL, claim, c, sqrt(one), 1);
        return;
    }
    bool none = false; /* perhaps there is no normal */
    for (int i = 0; i < 2; i++) {
        struct interval normal[3];
        const double off = lean_on(&side[i], c, reach, work, normal);
        const double most = straight + turn_of(&side[!i], c, known, work);
        none = none || !has_normal(&side[i], normal);
        if (c->flags & CCDQ_CONTACT_DEGENERATE) continue;
        const struct interval out = dot(normal, c->n);
        const bool smooth = side[i].moves[0] && side[i].moves[1] && side[i].body->solid;
        const bool wrong_way = smooth && (i == 0 ? out.hi < 0 : out.lo > 0);
        if (off > most || wrong_way) {
            scene_complain_about(judge, SCENE_NORMAL, claim, c, wrong_way ? -1 : off, most);
            return;
        }
    }
    if (c->flags & CCDQ_CONTACT_DEGENERATE && !none)
        scene_complain_about(judge, SCENE_NO_NORMAL, claim, c, NAN, NAN);
}

/* ---- One contact, and two of them ---- */

static double first_set(double a, double b, double c)
{
    return a > 0 ? a : b > 0 ? b : c;
}

static void check_point(const struct scene_judge *judge, const struct scene_claim *claim,
                        const struct ccdq_contact *c, struct bracket_work *work)
{
    struct side side[2];
    const uint32_t pair = scene_pair_of(claim, c);
    bool there = pair != UINT32_MAX;
    if (scene_is_overlap(c) && there) return;
    for (int i = 0; i < 2 && there; i++) {
        there = side_of(claim, c, i, &side[i]);
        side[i].t = scene_contact_time(judge, claim, c);
    }
    if (!there) {
        scene_complain_about(judge, SCENE_NO_PIECE, claim, c, NAN, NAN);
        return;
    }
    judge->tally->points++;
    judge->tally->unique += c->flags & CCDQ_CONTACT_UNIQUE;
    const double size = scene_pair_size(claim->scene, pair).hi;
    const double accuracy = first_set(judge->rules->accuracy, 0, 1e-6 * size);
    /* The accuracy is a share of the smaller body; rounding is one of coordinates and of the larger body, and
     * is more where that is 10^10 times as large. */
    const double known = rounding(&side[0], c->x, work) + rounding(&side[1], c->x, work);
    if (!(c->distance >= 0 && c->distance <= accuracy + known))
        scene_complain_about(judge, SCENE_FAR, claim, c, c->distance, accuracy + known);
    check_place(judge, claim, c, side, known, work);
    check_normal(judge, claim, c, side, accuracy, known, work);
}

static double between(const struct ccdq_contact *a, const struct ccdq_contact *b)
{
    double square = 0;
    for (int k = 0; k < 3; k++) square += (a->x[k] - b->x[k]) * (a->x[k] - b->x[k]);
    return sqrt(square);
}

/* Singular ones are the separation apart, as far as their places are known: to within the accuracy. Unique
 * ones are different. */
static void check_two(const struct scene_judge *judge, const struct scene_claim *claim,
                      const struct ccdq_contact *a, const struct ccdq_contact *b, const double apart[2])
{
    const bool unique[2] = {a->flags & CCDQ_CONTACT_UNIQUE, b->flags & CCDQ_CONTACT_UNIQUE};
    const double d = between(a, b);
    if (!unique[0] && !unique[1]) {
        if (d < apart[0]) scene_complain_about(judge, SCENE_CLOSE, claim, b, d, apart[0]);
    } else if (unique[0] && unique[1] && d < apart[1] && a->toi_lo <= b->toi_hi && b->toi_lo <= a->toi_hi) {
        scene_complain_about(judge, SCENE_TWICE, claim, b, d, apart[1]);
    }
}

static void check_all_two(const struct scene_judge *judge, const struct scene_claim *claim)
{
    for (size_t i = 0; i < claim->contacts; i++) {
        const struct ccdq_contact *a = &claim->contact[i];
        const uint32_t pair = scene_pair_of(claim, a);
        if (scene_is_overlap(a) || pair == UINT32_MAX) continue;
        const struct interval size = scene_pair_size(claim->scene, pair);
        const double least_apart =
            first_set(judge->rules->separation, claim->scene->separation, 0.02 * size.lo);
        const double accuracy = first_set(judge->rules->accuracy, 0, 1e-6 * size.hi);
        const double apart[2] = {least_apart - 2 * accuracy, 1e-9 * size.hi};
        for (size_t j = i + 1; j < claim->contacts; j++) {
            const struct ccdq_contact *b = &claim->contact[j];
            if (!scene_is_overlap(b) && scene_pair_of(claim, b) == pair) check_two(judge, claim, a, b, apart);
        }
    }
}

void verify_scene_points(const struct scene_judge *judge, const struct scene_claim *claim)
{
    struct bracket_work work = {0};
    for (size_t i = 0; i < claim->contacts; i++) check_point(judge, claim, &claim->contact[i], &work);
    check_all_two(judge, claim);
    bracket_work_free(&work);
}
