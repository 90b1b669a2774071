/* Problems of pieces given by points, on pairs of random surfaces made to touch at known parameters: faces,
 * edges and vertices, smooth, bent, with no points in places. No look at a box may lose the contact, however
 * large or small the box; each row must hold for it; derivatives must hold those at any point of the box.
 * CCDQ_LONG=1 draws thirty times as much. */
#include "../../lib/scene/forms.h"
#include "scene_shapes.h"
#include "../tap.h"

/* ---- Two pieces that touch ---- */

struct touch {
    struct scene scene;
    struct scene_body body[2];
    uint32_t pair[1][2];
    struct problem_list list;
    const struct problem *problem; /* of the pieces that touch, */
    double x[PROBLEM_VARIABLES];   /* here */
    unsigned kind[2];              /* of surface */
    enum piece_kind piece[2];
    bool solid; /* both are solids, and the contact is incoming */
};

/* Unit tangents and normal of a surface at a point, and its velocity: false: too small to be told well. */
static bool look_at(const struct tape *map, const double x[3], double point[3], double d[4][3])
{
    struct tape_work work = {0};
    struct jet jet[3];
    const ival box[3] = {ival_point(x[0]), ival_point(x[1]), ival_point(x[2])};
    tape_work_fit(&work, map);
    const int mode = upward_begin();
    const unsigned state = tape_eval(map, box, TAPE_GRADIENT, jet, &work);
    for (int k = 0; k < 3; k++) {
        point[k] = ival_middle(jet[k].value);
        for (int a = 0; a < 2; a++) d[a][k] = ival_middle(jet[k].d[a]);
        d[3][k] = ival_middle(jet[k].d[2]);
    }
    upward_end(mode);
    tape_work_free(&work);
    if (state != 0) return false;
    cross(d[0], d[1], d[2]);
    return unit(d[0]) && unit(d[1]) && unit(d[2]);
}

/* The domain of a kind of surface; some parameters in it. */
static void some_domain(struct rng *rng, unsigned kind, struct scene_face *face, double p[2])
{
    const bool turns = kind == SHAPE_SPHERE || kind == SHAPE_TORUS || kind == SHAPE_BUMPY;
    face->u = turns ? (struct interval){0, 6.25} : (struct interval){-0.5, 1.5};
    face->v = turns ? (struct interval){0, 3.125} : (struct interval){-0.5, 1.5};
    p[0] = rng_real(rng, face->u.lo, face->u.hi);
    p[1] = rng_real(rng, face->v.lo, face->v.hi);
}

/* Cuts the face so that p is on one of its borders, or at a corner, and makes that a piece of the body. */
static void cut_face(struct rng *rng, struct scene_body *body, enum piece_kind piece, const double p[2])
{
    struct scene_face *face = body->face;
    const bool upper[2] = {rng_below(rng, 2), rng_below(rng, 2)};
    const unsigned fixed = rng_below(rng, 2);
    struct interval *domain[2] = {&face->u, &face->v};
    for (unsigned k = 0; k < 2; k++)
        if (piece == PIECE_VERTEX || (piece == PIECE_EDGE && k == fixed))
            *(upper[k] ? &domain[k]->hi : &domain[k]->lo) = p[k];
    if (piece == PIECE_EDGE) {
        body->edge = calloc(1, sizeof *body->edge);
        body->edges = 1;
        body->edge[0] =
            (struct scene_edge){.border = (uint8_t)(2 * fixed + upper[fixed]), .other = SCENE_NO_FACE};
    }
    if (piece == PIECE_VERTEX) {
        body->vertex = calloc(1, sizeof *body->vertex);
        body->vertices = 1;
        body->vertex[0] = (struct scene_vertex){.at_u1 = upper[0], .at_v1 = upper[1]};
    }
}

/* The direction that must become that of `other`: of a face its normal; of an edge that meets a face a
 * direction across it. */
static void matching(struct rng *rng, const struct scene_body *body, enum piece_kind piece, double d[4][3],
                     double a[3])
{
    double along[3];
    for (int k = 0; k < 3; k++) a[k] = d[2][k];
    if (piece == PIECE_FACE) return;
    some_direction(rng, a);
    if (piece == PIECE_VERTEX) return;
    for (int k = 0; k < 3; k++) along[k] = d[body->edge[0].border < SCENE_V0 ? 1 : 0][k];
    do {
        some_direction(rng, d[2]);
        cross(along, d[2], a);
    } while (!unit(a));
}

/* The surface `from` turned and moved so that its point is at `to`, and a becomes b. The numbers are
 * intervals that hold those for which this is so exactly. */
static struct tape place(const struct tape *from, const double turn[3][3], const double point[3],
                         const double to[3])
{
    struct tape t = {.variables = 3};
    const int input[3] = {tape_variable(&t, 0), tape_variable(&t, 1), tape_variable(&t, 2)};
    int x[3];
    tape_graft(&t, from, input, 0, 3, x);
    for (int k = 0; k < 3; k++) {
        const double move = to[k] - dot(turn[k], point);
        int sum = tape_constant(&t, (struct interval){move - 1e-11, move + 1e-11});
        for (int j = 0; j < 3; j++) {
            const struct interval c = {turn[k][j] - 1e-13, turn[k][j] + 1e-13};
            sum = plus(&t, sum, times(&t, tape_constant(&t, c), x[j]));
        }
        tape_output(&t, sum);
    }
    tape_finish(&t);
    return t;
}

static void touch_free(struct touch *touch)
{
    problem_list_free(&touch->list);
    for (int i = 0; i < 2; i++) {
        tape_free(&touch->body[i].face[0].map);
        free(touch->body[i].face);
        free(touch->body[i].edge);
        free(touch->body[i].vertex);
    }
}

/* Chooses which side of two faces is inside, so that the contact is incoming. Their normals are the same. */
static bool orient(struct touch *touch, const double p[2][2], double time)
{
    double point[2][3], d[2][4][3], velocity[3];
    for (int i = 0; i < 2; i++) {
        const double x[3] = {p[i][0], p[i][1], time};
        if (!look_at(&touch->body[i].face[0].map, x, point[i], d[i])) return false;
    }
    for (int k = 0; k < 3; k++) velocity[k] = d[0][3][k] - d[1][3][k];
    const double speed = dot(velocity, d[0][2]);
    touch->body[speed < 0 ? 0 : 1].face[0].inward = true;
    return fabs(speed) > 1e-6;
}

static const struct problem *find_problem(const struct touch *touch)
{
    for (size_t i = 0; i < touch->list.problems; i++) {
        const struct problem *p = &touch->list.problem[i];
        if (p->piece[0]->kind == touch->piece[0] && p->piece[1]->kind == touch->piece[1]) return p;
    }
    return NULL;
}

/* Lets two random pieces touch at a random point and time. false: not at these. */
static bool touch_make(struct rng *rng, struct touch *touch)
{
    double p[2][2], point[2][3], d[2][4][3], a[2][3], frame[2][3][3], turn[3][3];
    const double time = rng_unit(rng);
    *touch = (struct touch){.scene = {.time = {0, 1}, .bodies = 2, .pairs = 1}};
    struct tape surface[2];
    bool good = true;
    for (int i = 0; i < 2; i++) {
        struct scene_body *body = &touch->body[i];
        touch->kind[i] = rng_below(rng, SHAPES);
        touch->piece[i] = rng_below(rng, 3);
        body->face = calloc(1, sizeof *body->face);
        body->faces = 1;
        surface[i] = some_surface(rng, touch->kind[i]);
        tape_finish(&surface[i]);
        some_domain(rng, touch->kind[i], body->face, p[i]);
        cut_face(rng, body, touch->piece[i], p[i]);
        const double x[3] = {p[i][0], p[i][1], time};
        good = good && look_at(&surface[i], x, point[i], d[i]);
        if (!good) continue;
        matching(rng, body, touch->piece[i], d[i], a[i]);
        frame_of(rng, a[i], frame[i]);
    }
    if (good) {
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++) {
                turn[k][j] = 0;
                for (int m = 0; m < 3; m++) turn[k][j] += frame[0][m][k] * frame[1][m][j];
            }
        touch->body[1].face[0].map = place(&surface[1], turn, point[1], point[0]);
    }
    touch->body[0].face[0].map = surface[0];
    tape_free(&surface[1]);
    touch->scene.body = touch->body;
    touch->pair[0][1] = 1;
    touch->scene.pair = touch->pair;
    touch->solid =
        good && touch->piece[0] == PIECE_FACE && touch->piece[1] == PIECE_FACE && orient(touch, p, time);
    for (int i = 0; i < 2; i++) touch->body[i].solid = touch->solid;
    if (!good || !problem_list_make(&touch->list, &touch->scene, 0)) return false;
    touch->problem = find_problem(touch);
    unsigned n = 0;
    for (int i = 0; i < 2; i++)
        for (unsigned k = 0; k < touch->problem->piece[i]->parameters; k++)
            touch->x[n++] = p[i][touch->problem->piece[i]->variable[k]];
    touch->x[n++] = time;
    return n == touch->problem->variables;
}

/* ---- Boxes ---- */

/* Bounds of the rows of contact (3) and of tangency at a point, made straight from the surfaces; false: not
 * all known there. */
static bool rows_at(const struct problem *p, const double *x, ival row[7], struct problem_work *work)
{
    struct jet jet[2][3];
    unsigned rows = 3;
    for (int i = 0; i < 2; i++) {
        const struct piece *piece = p->piece[i];
        ival box[3] = {ival_from(piece->at[0]), ival_from(piece->at[1]), ival_point(x[p->variables - 1])};
        for (unsigned k = 0; k < piece->parameters; k++)
            box[piece->variable[k]] = ival_point(x[i == 0 ? k : p->piece[0]->parameters + k]);
        if (tape_eval(&p->scene->body[i].face[0].map, box, TAPE_GRADIENT, jet[i], &work->tape) != 0)
            return false;
    }
    for (int k = 0; k < 3; k++) row[k] = ival_sub(jet[0][k].value, jet[1][k].value);
    for (int i = 0; i < 2; i++) {
        if (p->piece[1 - i]->parameters < 2) continue;
        ival d[2][3], n[3];
        for (int k = 0; k < 3; k++)
            for (int a = 0; a < 2; a++) d[a][k] = jet[1 - i][k].d[a];
        ival_cross(d[0], d[1], n);
        for (unsigned k = 0; k < p->piece[i]->parameters; k++) {
            const unsigned a = p->piece[i]->variable[k];
            const ival tangent[3] = {jet[i][0].d[a], jet[i][1].d[a], jet[i][2].d[a]};
            row[rows++] = ival_dot(tangent, n);
        }
    }
    return true;
}

/* ---- Tests ---- */

struct tally {
    long boxes, lost, time_lost, rows, wrong_rows, world, checked, value_wrong, derivative_wrong, narrowed;
    long small, kept;
};

/* Whether f(c) + J (y - c) meets `value`. */
static bool row_holds(const struct equations *eq, unsigned i, const double *y, ival value)
{
    ival sum = ival_sub(eq->value[i], value);
    for (unsigned j = 0; j < eq->variables; j++)
        sum += ival_mul(eq->jacobian[i][j], ival_sub(ival_point(y[j]), ival_point(eq->centre[j])));
    return ival_has_zero(sum);
}

static void some_point(struct rng *rng, const struct region *box, unsigned n, double *y)
{
    for (unsigned j = 0; j < n; j++) {
        y[j] = ival_lo(box->x[j]) + rng_unit(rng) * ival_width(box->x[j]);
        y[j] = fmax(ival_lo(box->x[j]), fmin(ival_hi(box->x[j]), y[j]));
    }
}

/* The derivative of row i by variable j at y, by a difference over h, lies near the bound. */
static bool difference_holds(const struct problem *p, const double *y, unsigned i, unsigned j, double h,
                             ival bound, struct problem_work *work)
{
    ival row[2][7];
    double z[PROBLEM_VARIABLES];
    for (unsigned m = 0; m < p->variables; m++) z[m] = y[m];
    z[j] = y[j] - h;
    if (!rows_at(p, z, row[0], work)) return true;
    z[j] = y[j] + h;
    if (!rows_at(p, z, row[1], work)) return true;
    const double difference = (ival_middle(row[1][i]) - ival_middle(row[0][i])) / (2 * h);
    const double near = 1e-5 * (1 + ival_size(bound)) + 1e-10 * ival_width(row[0][i]) / h;
    return difference > ival_lo(bound) - near && difference < ival_hi(bound) + near;
}

/* Near the zero of a root the derivative changes within h: then by smaller ones. */
static bool derivative_holds(const struct problem *p, const double *y, unsigned i, unsigned j, ival bound,
                             struct problem_work *work)
{
    for (double h = 0x1p-16; h >= 0x1p-22; h /= 8)
        if (difference_holds(p, y, i, j, h, bound, work)) return true;
    return false;
}

/* At another point of the box the rows have other values, which their linear forms must hold as well. */
static void check_elsewhere(struct rng *rng, const struct problem *p, const struct region *box,
                            const struct equations *eq, bool steep, struct tally *tally,
                            struct problem_work *work)
{
    double y[PROBLEM_VARIABLES];
    ival row[7];
    some_point(rng, box, p->variables, y);
    if (eq->contact < 3 || !rows_at(p, y, row, work)) return;
    tally->checked++;
    for (unsigned i = 0; i < 3 + eq->tangent; i++) {
        const unsigned at = i < 3 ? i : i + eq->frame;
        tally->value_wrong += !row_holds(eq, at, y, row[i]);
        for (unsigned j = 0; eq->derivatives && !steep && j < p->variables; j++)
            tally->derivative_wrong += !derivative_holds(p, y, i, j, eq->jacobian[at][j], work);
    }
}

static void look_at_box(struct rng *rng, const struct touch *touch, struct tally *tally,
                        struct problem_work *work)
{
    const struct problem *p = touch->problem;
    const struct region box = some_box(rng, p, touch->x);
    const bool slopes = rng_below(rng, 2);
    const unsigned ask =
        PROBLEM_CONTACT | PROBLEM_TANGENCY | PROBLEM_FRAME | (touch->solid ? PROBLEM_INCOMING : 0);
    struct region narrow = box;
    struct equations eq;
    ival world[3], point[3];
    tally->boxes++;
    for (int pass = 0; pass < 2; pass++) { /* in the box, and in what is left of its time */
        const struct region look = narrow;
        tally->lost += !problem_possible(p, &narrow, ask, work);
        const ival time = narrow.x[p->variables - 1], t = ival_point(touch->x[p->variables - 1]);
        tally->narrowed += ival_width(time) < ival_width(look.x[p->variables - 1]);
        if (!ival_in(t, time)) {
            tally->time_lost++;
            return;
        }
        if (!problem_equations(p, &look, ask, slopes, &eq, work)) {
            tally->lost++;
            return;
        }
        tally->rows += eq.rows;
        tally->wrong_rows += eq.rows > PROBLEM_ROWS || eq.contact + eq.frame + eq.tangent != eq.rows ||
                             (eq.rows > 0 && eq.derivatives == slopes);
        for (unsigned i = 0; i < eq.rows; i++)
            tally->wrong_rows += !row_holds(&eq, i, touch->x, ival_point(0));
        check_elsewhere(rng, p, &look, &eq, touch->kind[0] == SHAPE_KINK || touch->kind[1] == SHAPE_KINK,
                        tally, work);
    }
    struct region at;
    for (unsigned j = 0; j < p->variables; j++) at.x[j] = ival_point(touch->x[j]);
    problem_world(p, &box, world, work);
    problem_world(p, &at, point, work);
    for (int k = 0; k < 3; k++) tally->world += ival_disjoint(world[k], point[k]);
}

/* Where the pieces are apart by much more than a small box is wide, it is not kept. */
static void look_where_apart(struct rng *rng, const struct problem *p, struct tally *tally,
                             struct problem_work *work)
{
    struct region box = p->domain;
    double y[PROBLEM_VARIABLES];
    ival row[7], square = ival_point(0);
    struct equations eq;
    some_point(rng, &box, p->variables, y);
    if (!rows_at(p, y, row, work)) return;
    for (int k = 0; k < 3; k++) square += ival_square(row[k]);
    if (ival_lo(square) < 1e-4) return;
    for (unsigned j = 0; j < p->variables; j++)
        box.x[j] = ival_common(box.x[j], ival_of(y[j] - 1e-5, y[j] + 1e-5));
    tally->small++;
    tally->kept += problem_possible(p, &box, PROBLEM_CONTACT, work) &&
                   problem_equations(p, &box, PROBLEM_CONTACT, true, &eq, work);
}

/* For the problem, and for what rows_at looks at. */
static bool fit(struct problem_work *work, const struct touch *touch)
{
    return problem_work_fit(work, touch->problem) &&
           tape_work_fit(&work->tape, &touch->body[0].face[0].map) &&
           tape_work_fit(&work->tape, &touch->body[1].face[0].map);
}

static void test_touching(long touches)
{
    struct problem_work *work = problem_work_new();
    struct tally tally = {0};
    long made = 0, pieces[3][3] = {{0}}, least = touches;
    for (long i = 0; made < touches; i++) {
        struct rng rng = rng_at(rng_key("touch", 0, 1), (uint64_t)i);
        struct touch touch;
        if (touch_make(&rng, &touch) && fit(work, &touch)) {
            made++;
            pieces[touch.piece[0]][touch.piece[1]]++;
            const long before = tally.lost + tally.time_lost + tally.wrong_rows + tally.value_wrong +
                                tally.derivative_wrong + tally.kept;
            const int mode = upward_begin();
            for (int box = 0; box < 16; box++) look_at_box(&rng, &touch, &tally, work);
            look_where_apart(&rng, touch.problem, &tally, work);
            upward_end(mode);
            if (tally.lost + tally.time_lost + tally.wrong_rows + tally.value_wrong + tally.derivative_wrong +
                    tally.kept >
                before)
                diag("draw %ld: surfaces %u and %u, pieces %d and %d", i, touch.kind[0], touch.kind[1],
                     touch.piece[0], touch.piece[1]);
        }
        touch_free(&touch);
    }
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) least = pieces[a][b] < least ? pieces[a][b] : least;
    ok(least > touches / 20, "%ld contacts, of each two kinds of pieces at least %ld", made, least);
    ok(tally.lost == 0 && tally.time_lost == 0, "%ld boxes around them: none is lost (%ld, %ld)", tally.boxes,
       tally.lost, tally.time_lost);
    ok(tally.narrowed > tally.boxes / 20, "the time of %ld is narrowed", tally.narrowed);
    ok(tally.wrong_rows == 0 && tally.rows > 8 * tally.boxes, "%ld rows hold for them (%ld do not)",
       tally.rows, tally.wrong_rows);
    ok(tally.world == 0, "the point is in the bounds of the world");
    ok(tally.checked > tally.boxes / 2 && tally.value_wrong == 0 && tally.derivative_wrong == 0,
       "%ld other points: values, derivatives (%ld, %ld wrong)", tally.checked, tally.value_wrong,
       tally.derivative_wrong);
    ok(tally.small > made / 2 && tally.kept == 0, "%ld small boxes where they are apart: none is kept (%ld)",
       tally.small, tally.kept);
    problem_work_free(work);
}

int main(void)
{
    test_touching(getenv("CCDQ_LONG") ? 60000 : 2000);
    return tap_done();
}
