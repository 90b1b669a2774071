/* Problems of scalar functions: contacts that are made by hand are never excluded, what is no contact is. */
#include "../../lib/scene/scalars.h"
#include "../tap.h"
#include "scene_touching.h"

/* CCDQ_LONG=1 draws ten times as much. */
static int more_draws(void)
{
    return getenv("CCDQ_LONG") ? 10 : 1;
}

enum { ALL = PROBLEM_CONTACT | PROBLEM_TANGENCY | PROBLEM_FRAME | PROBLEM_INCOMING };

/* ---- Contacts by hand ---- */

/* A random box around a point: not nearer to its borders than 1e-8. */
static struct region box_around(const struct problem *p, const double *x, double size, struct rng *rng)
{
    struct region box;
    for (unsigned k = 0; k < p->variables; k++)
        box.x[k] = ival_of(x[k] - rng_real(rng, 1e-8, size), x[k] + rng_real(rng, 1e-8, size));
    return box;
}

/* Whether each row of a box's equations has a zero at x, up to the rounding of x. */
static bool rows_hold(const struct equations *eq, const double *x)
{
    for (unsigned i = 0; i < eq->rows; i++) {
        ival sum = eq->value[i];
        double scale = 1;
        for (unsigned k = 0; k < eq->variables; k++) {
            sum += ival_mul(eq->jacobian[i][k], ival_point(x[k] - eq->centre[k]));
            scale += ival_size(eq->jacobian[i][k]);
        }
        if (!ival_has_zero(sum + ival_of(-1e-9 * scale, 1e-9 * scale))) return false;
    }
    return true;
}

/* Whether a problem keeps a contact in a box around it, and its equations have it as a solution. */
static bool kept(const struct problem *p, const double *x, struct region box, unsigned ask, bool slopes,
                 struct problem_work *work)
{
    struct equations eq;
    const double t = x[p->variables - 1];
    if (!problem_possible(p, &box, ask & ~(unsigned)(PROBLEM_TANGENCY | PROBLEM_FRAME), work)) return false;
    const ival time = box.x[p->variables - 1];
    if (!(ival_lo(time) < t + 1e-12 && ival_hi(time) > t - 1e-12)) return false;
    return problem_equations(p, &box, ask, slopes, &eq, work) && rows_hold(&eq, x);
}

/* Whether a contact of a and b is one that small errors do not make disappear. */
static bool stable(const struct feature *a, const struct feature *b)
{
    return a->zeros < 1 || b->zeros < 1 || (a->zeros == 1 && b->zeros == 1);
}

static void contacts_are_kept(uint64_t seed)
{
    struct problem_work *work = problem_work_new();
    for (unsigned i = 0; i < FIRST; i++)
        for (unsigned j = 0; j < SECOND; j++) {
            int lost = 0, none = 0, problems = 0;
            if (!stable(&first[i], &second[j])) continue;
            const int draws = (first[i].zeros >= 0 && second[j].zeros >= 0 ? 1 : 3) * more_draws();
            for (int id = 0; id < draws; id++) {
                struct rng rng = rng_at(rng_key("kept", i * SECOND + j, seed), (uint64_t)id);
                struct touching c;
                struct problem_list list = {0};
                const double size = ldexp(1, -rng_int(&rng, 0, 20));
                const bool slopes = rng_below(&rng, 2);
                int solved = 0, of_it = 0;
                touch(&first[i], &second[j], &rng, 1, &c);
                if (!problem_list_make(&list, &c.scene, 0)) abort();
                for (size_t k = 0; k < list.problems; k++) {
                    const struct problem *p = &list.problem[k];
                    double x[4];
                    if (!solution(&c, p, &first[i], x)) continue;
                    of_it++;
                    if (!problem_work_fit(work, p)) abort();
                    const struct region box = box_around(p, x, size, &rng);
                    const int mode = upward_begin();
                    solved += kept(p, x, box, ALL, slopes, work);
                    lost += !kept(p, x, box, PROBLEM_CONTACT, slopes, work);
                    upward_end(mode);
                }
                none += solved == 0;
                problems += of_it;
                problem_list_free(&list);
                touching_free(&c);
            }
            ok(none == 0 && lost == 0 && problems >= draws,
               "%s on %s: each contact solves a problem (%d of %d do not; of %d problems %d lose it)",
               first[i].name, second[j].name, none, draws, problems, lost);
        }
    problem_work_free(work);
}

/* ---- What is no contact ---- */

/* What goes apart is no first contact of solids; of sheets it may be one. */
static void outgoing_is_excluded(uint64_t seed)
{
    struct problem_work *work = problem_work_new();
    for (int solid = 0; solid < 2; solid++) {
        int left = 0, boxes = 0;
        for (unsigned pair = 0; pair < FIRST * 2; pair++) {
            struct rng rng = rng_at(rng_key("outgoing", pair, seed), 0);
            const struct feature *a = &first[pair / 2], *b = &second[pair % 2];
            struct touching c;
            struct problem_list list = {0};
            if (a->zeros >= 0) continue;
            touch(a, b, &rng, -1, &c);
            c.body[0].solid = c.body[1].solid = solid;
            if (!problem_list_make(&list, &c.scene, 0)) abort();
            for (size_t k = 0; k < list.problems; k++) {
                const struct problem *p = &list.problem[k];
                double x[4];
                if (!solution(&c, p, a, x)) continue;
                if (!problem_work_fit(work, p)) abort();
                struct region box = box_around(p, x, 1e-4, &rng);
                const int mode = upward_begin();
                left += problem_possible(p, &box, PROBLEM_CONTACT | PROBLEM_INCOMING, work);
                upward_end(mode);
                boxes++;
            }
            problem_list_free(&list);
            touching_free(&c);
        }
        ok(boxes >= 8 && left == (solid ? 0 : boxes),
           "%s that part where they touch: %d of %d boxes are kept", solid ? "solids" : "sheets", left,
           boxes);
    }
    problem_work_free(work);
}

/* Small boxes anywhere: where the functions are not near 0 they are excluded, for certain. */
static void others_are_excluded(uint64_t seed)
{
    struct problem_work *work = problem_work_new();
    int kept_ones = 0, boxes = 0;
    for (uint64_t id = 0; id < 200; id++) {
        struct rng rng = rng_at(rng_key("others", 0, seed), id);
        struct touching c;
        struct problem_list list = {0};
        touch(&first[rng_below(&rng, 3)], &second[rng_below(&rng, 2)], &rng, 1, &c);
        if (!problem_list_make(&list, &c.scene, 0)) abort();
        const struct problem *p = &list.problem[0];
        struct region box;
        struct jet g[4];
        double x[4], reach = 0;
        if (!problem_work_fit(work, p)) abort();
        for (unsigned k = 0; k < p->variables; k++) {
            const double size = 1e-3;
            x[k] = rng_real(&rng, ival_lo(p->domain.x[k]) + size, ival_hi(p->domain.x[k]) - size);
            box.x[k] = ival_of(x[k] - size, x[k] + size);
        }
        values_at(&p->g, x, TAPE_GRADIENT, g);
        for (unsigned k = 0; k < p->variables; k++) reach += 1e-3 * ival_size(g[0].d[k]);
        const int mode = upward_begin();
        if (fabs(ival_middle(g[0].value)) > 1.25 * reach) {
            boxes++;
            kept_ones += problem_possible(p, &box, PROBLEM_CONTACT, work);
        }
        upward_end(mode);
        problem_list_free(&list);
        touching_free(&c);
    }
    ok(boxes > 150 && kept_ones == 0, "%d of %d small boxes without a zero are kept", kept_ones, boxes);
    problem_work_free(work);
}

/* ---- Rows ---- */

/* The components of the cross product of two rows of contact, by x, y, z; elsewhere the rows of tangency at a
 * point are values of the same functions. */
static unsigned tangency_values(const struct problem *p, const struct equations *at, ival *value)
{
    if (p->contact == 2 && p->variables == 4) {
        ival_cross(at->jacobian[0], at->jacobian[1], value);
        return 3;
    }
    for (unsigned i = 0; i < at->tangent; i++) value[i] = at->value[at->contact + at->frame + i];
    return at->tangent;
}

static bool meet(ival a, ival b)
{
    const double room = 1e-11 * (1 + ival_size(a) + ival_size(b)); /* both are rounded */
    return !ival_disjoint(a + ival_of(-room, room), b);
}

/* f(x) is in f(c) + J (x - c) for each row of contact, and of tangency for those components whose value at c
 * is the row's. */
static bool row_holds(const struct equations *eq, unsigned row, const double *x, ival at_c, ival at_x)
{
    ival sum = eq->value[row];
    for (unsigned k = 0; k < eq->variables; k++)
        sum += ival_mul(eq->jacobian[row][k], ival_sub(ival_point(x[k]), ival_point(eq->centre[k])));
    return meet(at_c, eq->value[row]) && meet(at_x, sum);
}

static bool equations_hold(const struct problem *p, const struct region *box, bool slopes, struct rng *rng,
                           struct problem_work *work, int *rows)
{
    const unsigned ask = PROBLEM_CONTACT | PROBLEM_TANGENCY | PROBLEM_FRAME | PROBLEM_ANYWAY;
    struct equations eq, at_c, at_x;
    struct region c, other;
    double x[4];
    ival of_c[3], of_x[3];
    bool hold = true;
    if (!problem_equations(p, box, ask, slopes, &eq, work)) return false;
    if (eq.contact < p->contact) return true; /* at the axis of a torus, where slopes have no bounds */
    for (unsigned k = 0; k < p->variables; k++) {
        x[k] = rng_real(rng, ival_lo(box->x[k]), ival_hi(box->x[k]));
        c.x[k] = ival_point(eq.centre[k]);
        other.x[k] = ival_point(x[k]);
    }
    if (!problem_equations(p, &c, ask, false, &at_c, work)) return false;
    if (!problem_equations(p, &other, ask, false, &at_x, work)) return false;
    for (unsigned i = 0; i < eq.contact; i++) hold &= row_holds(&eq, i, x, at_c.value[i], at_x.value[i]);
    const unsigned n = tangency_values(p, &at_c, of_c);
    tangency_values(p, &at_x, of_x);
    for (unsigned i = eq.contact + eq.frame; i < eq.rows; i++) {
        bool some = false;
        for (unsigned j = 0; j < n; j++) some |= row_holds(&eq, i, x, of_c[j], of_x[j]);
        hold &= some;
    }
    *rows += (int)eq.tangent;
    return hold;
}

/* Jacobians and slopes of random problems over random boxes, which need not be near a contact. */
static void rows_say_what_they_should(uint64_t seed)
{
    struct problem_work *work = problem_work_new();
    for (unsigned i = 0; i < FIRST; i++) {
        int wrong = 0, boxes = 0, tangency = 0;
        for (uint64_t id = 0; id < 3 * (uint64_t)more_draws(); id++) {
            struct rng rng = rng_at(rng_key("rows", i, seed), id);
            const struct feature *b = &second[first[i].zeros < 0 ? (id + i) % SECOND : id % 2];
            struct touching c;
            struct problem_list list = {0};
            touch(&first[i], b, &rng, 1, &c);
            if (!problem_list_make(&list, &c.scene, 0)) abort();
            for (size_t k = 0; k < list.problems; k++) {
                const struct problem *p = &list.problem[k];
                struct region box;
                if (!problem_work_fit(work, p)) abort();
                const double size = ldexp(1, -rng_int(&rng, 2, 20));
                for (unsigned v = 0; v < p->variables; v++) {
                    const ival all = p->domain.x[v];
                    const double width = size * ival_width(all),
                                 lo = rng_real(&rng, ival_lo(all), ival_hi(all) - width);
                    box.x[v] = ival_of(lo, lo + width);
                }
                const int mode = upward_begin();
                wrong += !equations_hold(p, &box, rng_below(&rng, 2), &rng, work, &tangency);
                upward_end(mode);
                boxes++;
            }
            problem_list_free(&list);
            touching_free(&c);
        }
        ok(wrong == 0 && tangency > boxes / 4,
           "%s: rows of contact and tangency hold everywhere in %d boxes (%d do not)", first[i].name, boxes,
           wrong);
    }
    problem_work_free(work);
}

/* ---- Details of contacts ---- */

/* How many variables problems have in which the feature takes part, and not only what it is the border of. */
static unsigned variables_of(const struct feature *f)
{
    if (f->shape.make == builtin_ellipsoid_implicit || f->shape.make == builtin_box_implicit) return 4;
    return f->zeros < 0 ? 3 : 1 + (unsigned)f->zeros;
}

static void contacts_are_told(uint64_t seed)
{
    struct problem_work *work = problem_work_new();
    for (int turned = 0; turned < 2; turned++)
        for (unsigned i = 0; i < FIRST; i++) {
            int wrong = 0, told = 0;
            for (uint64_t id = 0; id < 2 * (uint64_t)more_draws(); id++) {
                struct rng rng = rng_at(rng_key("told", i, seed), id);
                struct touching c;
                struct problem_list list = {0};
                touch(&first[i], &second[first[i].zeros < 1 && id % 2 ? 2 : 0], &rng, 1, &c);
                if (turned) {
                    const struct scene_body body = c.body[0];
                    c.body[0] = c.body[1];
                    c.body[1] = body;
                }
                if (!problem_list_make(&list, &c.scene, 0)) abort();
                for (size_t k = 0; k < list.problems; k++) {
                    const struct problem *p = &list.problem[k];
                    struct region box;
                    struct ccdq_contact contact;
                    double x[4], off = 0;
                    if (!solution(&c, p, &first[i], x)) continue;
                    if (!problem_work_fit(work, p)) abort();
                    const int mode = upward_begin();
                    for (unsigned v = 0; v < p->variables; v++) box.x[v] = ival_point(x[v]);
                    struct equations eq;
                    const bool solves = problem_equations(p, &box, ALL | PROBLEM_ANYWAY, false, &eq, work);
                    problem_contact(p, &box, 0, &contact, work);
                    upward_end(mode);
                    bool tangent = solves;
                    for (unsigned r = eq.contact + eq.frame; r < eq.rows; r++)
                        tangent &= ival_size(eq.value[r]) < 1e-9;
                    if (!tangent || p->variables != variables_of(&first[i])) continue;
                    for (int v = 0; v < 3; v++) {
                        off = fmax(off, fabs(contact.x[v] - c.x[v]));
                        off = fmax(off, fabs(contact.n[v] - (turned ? -c.n[v] : c.n[v])));
                    }
                    told++;
                    wrong += !(off < 1e-7 && fabs(contact.speed - c.speed) < 1e-7 && contact.distance < 1e-9);
                }
                problem_list_free(&list);
                touching_free(&c);
            }
            ok(wrong == 0 && told > 0, "%s%s: point, normal, speed and distance of %d contacts (%d wrong)",
               first[i].name, turned ? " as the second body" : "", told, wrong);
        }
    problem_work_free(work);
}

/* ---- Differences ---- */

/* Whether a box around a point of the world is kept by the problem of these leaves of the first body, along
 * with that of the second; `certain`: that it is on the whole body's surface. */
static bool on_surface(const struct problem_list *list, unsigned leaves, unsigned leaf, const double *x,
                       double size, bool *certain, struct problem_work *work)
{
    for (size_t i = 0; i < list->problems; i++) {
        const struct problem *p = &list->problem[i];
        if (p->piece[0]->leaves != leaves || p->piece[0]->leaf[0] != leaf) continue;
        struct region box;
        struct equations eq;
        if (!problem_work_fit(work, p)) abort();
        const int mode = upward_begin();
        for (unsigned k = 0; k < 4; k++) box.x[k] = ival_of(x[k] - size, x[k] + size);
        const bool kept_one = problem_possible(p, &box, PROBLEM_CONTACT, work);
        *certain =
            problem_equations(p, &box, PROBLEM_CONTACT | PROBLEM_ANYWAY, false, &eq, work) && eq.certain;
        upward_end(mode);
        return kept_one;
    }
    abort();
}

/* A ball of radius 1 less one of radius 1 around (1, 0, 0), against a sheet that is anywhere: f = 0 z. */
static void differences(void)
{
    struct scene_body ball[2] = {{0}, {0}}, cup = {0}, everywhere = {.implicit = true}, body[2];
    struct motion aside = at_rest;
    uint32_t pair[1][2] = {{0, 1}};
    const struct scene scene = {.time = {0, 1}, .body = body, .bodies = 2, .pair = pair, .pairs = 1};
    struct problem_list list = {0};
    struct problem_work *work = problem_work_new();
    const double one = 1, crease = sqrt(0.75), removed[4] = {0.8, 0.6, 0, 0.5}, left[4] = {-0.6, 0.8, 0, 0.5},
                 hollow[4] = {0.2, 0, 0.6, 0.5}, outside[4] = {1.6, 0.8, 0, 0.5},
                 edge[4] = {0.5, crease, 0, 0.5};
    bool certain;
    aside.shift[0][0] = 1;
    for (int i = 0; i < 2; i++)
        if (!builtin_sphere_implicit(&ball[i], &one)) abort();
    struct scene_body moved;
    if (!move_shape(&ball[1], &aside, &moved) || !scene_settle(&moved, scene.time)) abort();
    const struct scene_body operand[2] = {ball[0], moved};
    if (!scene_combine(&cup, SCENE_DIFFERENCE, operand, 2) || !move_shape(&cup, &at_rest, &body[0])) abort();
    struct tape *f = &everywhere.map;
    f->variables = 4;
    const int z = tape_binary(f, TAPE_MUL, tape_number(f, 0), tape_variable(f, 2));
    for (int k = 0; k < 3; k++) everywhere.box[k] = (struct interval){-4, 4};
    if (!tape_output(f, z) || !tape_output(f, z) || !move_shape(&everywhere, &at_rest, &body[1])) abort();
    if (!problem_list_make(&list, &scene, 0)) abort();
    ok(on_surface(&list, 1, 0, left, 0.01, &certain, work) && certain, "what is left of A is on the surface");
    ok(!on_surface(&list, 1, 0, removed, 0.01, &certain, work), "what B takes away of A is not");
    ok(on_surface(&list, 1, 1, hollow, 0.01, &certain, work) && certain, "B inside of A is");
    ok(!on_surface(&list, 1, 1, outside, 0.01, &certain, work), "B outside of A is not");
    ok(on_surface(&list, 2, 0, edge, 0.01, &certain, work) && certain, "the crease is, for both leaves");
    ok(on_surface(&list, 1, 0, edge, 0.01, &certain, work) && !certain,
       "for one leaf it is not certain there");
    problem_list_free(&list);
    problem_work_free(work);
    for (int i = 0; i < 2; i++) scene_body_free(&ball[i]), scene_body_free(&body[i]);
    scene_body_free(&moved);
    scene_body_free(&cup);
    scene_body_free(&everywhere);
}

int main(void)
{
    const uint64_t seed = 11;
    contacts_are_kept(seed);
    outgoing_is_excluded(seed);
    others_are_excluded(seed);
    rows_say_what_they_should(seed);
    contacts_are_told(seed);
    differences();
    return tap_done();
}
