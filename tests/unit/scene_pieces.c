/* Pieces of bodies and which of them make problems; incoming and outgoing contacts of solids with edges and
 * vertices; tracked points. The solids are cubes, whose faces run in any directions, and cylinders. */
#include "../../lib/scene/points.h"
#include "scene_cubes.h"
#include "../tap.h"

/* ---- Which pieces there are ---- */

static struct scene scene_of(struct scene_body body[2], uint32_t pair[1][2])
{
    pair[0][0] = 0;
    pair[0][1] = 1;
    return (struct scene){.time = {0, 1}, .body = body, .bodies = 2, .pair = pair, .pairs = 1};
}

static size_t count(const struct problem_list *list, enum piece_kind a, enum piece_kind b)
{
    size_t n = 0;
    for (size_t i = 0; i < list->problems; i++)
        n += list->problem[i].piece[0]->kind == a && list->problem[i].piece[1]->kind == b;
    return n;
}

/* Faces against faces come first. */
static bool faces_first(const struct problem_list *list)
{
    const size_t faces = count(list, PIECE_FACE, PIECE_FACE);
    bool first = true;
    for (size_t i = 0; i < faces; i++)
        first = first && list->problem[i].piece[0]->kind == PIECE_FACE &&
                list->problem[i].piece[1]->kind == PIECE_FACE;
    return first;
}

static void test_lists(void)
{
    struct rng rng = rng_at(rng_key("lists", 0, 1), 0);
    struct scene_body body[2] = {cylinder(), cylinder()};
    uint32_t pair[1][2];
    struct scene scene = scene_of(body, pair);
    struct problem_list list = {0};
    ok(problem_list_make(&list, &scene, 0) && list.problems == 25 &&
           count(&list, PIECE_FACE, PIECE_FACE) == 9 && count(&list, PIECE_EDGE, PIECE_EDGE) == 4 &&
           faces_first(&list),
       "two cylinders: 25 problems, as Appendix A has it");
    problem_list_free(&list);
    body_free(&body[1]);
    body[1] = cube(&rng, &still);
    ok(problem_list_make(&list, &scene, 0) && list.problems == 5 * 26 &&
           count(&list, PIECE_EDGE, PIECE_VERTEX) == 16 && faces_first(&list),
       "a cylinder and a cube: all pieces against all");
    problem_list_free(&list);
    body_free(&body[0]);
    body_free(&body[1]);
}

/* The outward normals of all sides of a piece at parameters and a time are as expected: so many of unit
 * vectors. */
static bool sides_are(const struct problem *p, int i, const struct region *at, const double (*normal)[3],
                      size_t n, struct problem_work *work)
{
    const struct piece *piece = p->piece[i];
    unsigned seen = 0;
    if (piece->sides != n) return false;
    const struct points_look *look = points_look(p, i, POINTS_MIDDLE, at, TAPE_GRADIENT, work);
    for (size_t s = 0; s < n; s++) {
        ival bounds[3];
        double out[3];
        if (!points_outward(p, i, &piece->side[s], at, look, bounds, work)) return false;
        for (int k = 0; k < 3; k++) out[k] = ival_middle(bounds[k]);
        unit(out);
        for (size_t m = 0; m < n; m++)
            if (dot(out, normal[m]) > 1 - 1e-9) seen |= 1U << m;
    }
    return seen == (1U << n) - 1;
}

/* Which coordinates of a point of the cube are at its ends tells its normals. */
static size_t cube_normals(const double x[3], double normal[3][3])
{
    size_t n = 0;
    for (int k = 0; k < 3; k++) {
        if (fabs(x[k]) < 1 - 1e-9) continue;
        for (int j = 0; j < 3; j++) normal[n][j] = j == k ? x[k] : 0;
        n++;
    }
    return n;
}

/* A point of all variables. */
static struct region random_place(struct rng *rng, const struct problem *p)
{
    struct region at;
    for (unsigned j = 0; j < p->variables; j++) {
        const double part = rng_unit(rng);
        at.x[j] = ival_point(ival_lo(p->domain.x[j]) + part * ival_width(p->domain.x[j]));
    }
    return at;
}

static void point_of(const struct problem *p, int i, const struct region *at, double x[3],
                     struct problem_work *work)
{
    const struct points_look *look = points_look(p, i, POINTS_MIDDLE, at, TAPE_GRADIENT, work);
    for (int k = 0; k < 3; k++) x[k] = ival_middle(look->point[k].value);
}

static void test_sides(void)
{
    struct problem_work *work = problem_work_new();
    long pieces = 0, wrong = 0;
    for (uint64_t draw = 0; draw < 40; draw++) {
        struct rng rng = rng_at(rng_key("sides", 0, 1), draw);
        struct scene_body body[2] = {cube(&rng, &still), cylinder()};
        uint32_t pair[1][2];
        struct scene scene = scene_of(body, pair);
        struct problem_list list = {0};
        if (!problem_list_make(&list, &scene, 0)) break;
        for (size_t i = 0; i < list.problems; i++, pieces++) {
            const struct problem *p = &list.problem[i];
            double x[3], normal[3][3];
            if (!problem_work_fit(work, p)) continue;
            const int mode = upward_begin();
            const struct region at = random_place(&rng, p);
            point_of(p, 0, &at, x, work);
            const size_t n = cube_normals(x, normal);
            wrong += !sides_are(p, 0, &at, normal, n, work);
            if (p->piece[1]->kind == PIECE_EDGE) { /* the radial direction, the disc's normal */
                point_of(p, 1, &at, x, work);
                const double out[2][3] = {{x[0], x[1], 0}, {0, 0, x[2] > 0 ? 1 : -1}};
                wrong += !sides_are(p, 1, &at, out, 2, work);
            }
            upward_end(mode);
        }
        problem_list_free(&list);
        for (int i = 0; i < 2; i++) body_free(&body[i]);
    }
    ok(pieces == 40 * 130 && wrong == 0, "outward normals beside edges and vertices (%ld of %ld wrong)",
       wrong, pieces);
    problem_work_free(work);
}

/* ---- Incoming and outgoing ---- */

/* The parameters of a point that lies within a cube's piece, not at its borders; the time is set. */
static bool locate(const struct problem *p, int i, const double x[3], struct region *at,
                   struct problem_work *work)
{
    const struct piece *piece = p->piece[i];
    double base[3], off[3], end[3], parameter[2] = {0, 0};
    for (unsigned k = 0; k < piece->parameters; k++)
        at->x[points_column(p, i, k)] = ival_point(piece->domain[k].lo);
    point_of(p, i, at, base, work);
    for (int k = 0; k < 3; k++) off[k] = x[k] - base[k];
    double rest = dot(off, off);
    for (unsigned k = 0; k < piece->parameters; k++) {
        const struct interval domain = piece->domain[k];
        at->x[points_column(p, i, k)] = ival_point(domain.hi);
        point_of(p, i, at, end, work);
        at->x[points_column(p, i, k)] = ival_point(domain.lo);
        for (int m = 0; m < 3; m++) end[m] -= base[m];
        const double square = dot(end, end), part = dot(off, end) / square;
        if (!(part > 1e-9 && part < 1 - 1e-9)) return false;
        rest -= part * part * square;
        parameter[k] = domain.lo + part * (domain.hi - domain.lo);
    }
    for (unsigned k = 0; k < piece->parameters; k++) at->x[points_column(p, i, k)] = ival_point(parameter[k]);
    return fabs(rest) < 1e-12;
}

struct tally {
    long touching[3][3], lost, uncertain, outgoing, kept;
};

/* All problems of two cubes that touch at x at the time 1/2: those of the pieces that x is in. */
static void look_at_contact(struct rng *rng, const struct scene *scene, const double x[3], bool incoming,
                            double least, struct tally *tally, struct problem_work *work)
{
    const unsigned ask = PROBLEM_CONTACT | PROBLEM_TANGENCY | PROBLEM_INCOMING;
    struct problem_list list = {0};
    struct equations eq;
    if (!problem_list_make(&list, scene, 0)) return;
    for (size_t i = 0; i < list.problems; i++) {
        const struct problem *p = &list.problem[i];
        struct region at;
        double centre[PROBLEM_VARIABLES];
        if (!problem_work_fit(work, p)) break;
        const int mode = upward_begin();
        at.x[p->variables - 1] = ival_point(0.5);
        if (locate(p, 0, x, &at, work) && locate(p, 1, x, &at, work)) {
            for (unsigned j = 0; j < p->variables; j++) centre[j] = ival_hi(at.x[j]);
            struct region box = incoming ? some_box(rng, p, centre) : at;
            for (unsigned j = 0; j < p->variables; j++)
                box.x[j] = ival_hull(box.x[j], at.x[j] + ival_of(-least, least));
            const bool possible =
                problem_possible(p, &box, ask, work) && problem_equations(p, &box, ask, false, &eq, work);
            tally->touching[p->piece[0]->kind][p->piece[1]->kind]++;
            tally->outgoing += !incoming;
            tally->lost += incoming && !possible;
            tally->kept += !incoming && possible;
        }
        upward_end(mode);
    }
    problem_list_free(&list);
}

/* Two cubes along the axes, flush on a face, an edge or a corner of it; all numbers are exact. */
static void flush(struct rng *rng, struct tally *tally, struct problem_work *work)
{
    const double offsets[] = {-2, -1, -0.5, 0, 0.5, 1, 2};
    const int axis = rng_int(rng, 0, 2);
    const bool incoming = rng_below(rng, 2);
    struct motion motion = still;
    double x[3];
    for (int k = 0; k < 3; k++) {
        const double d = motion.at[k] = k == axis ? rng_below(rng, 2) ? 2 : -2 : offsets[rng_below(rng, 7)];
        const double lo = fmax(-1, d - 1), hi = fmin(1, d + 1);
        x[k] = lo + (hi - lo) * rng_int(rng, 0, 2) / 2;
        motion.velocity[k] = (rng_int(rng, 0, 15) + 0.5) / (rng_below(rng, 2) ? 8 : -8);
        /* Outgoing from all faces at the point; incoming at least along the axis. */
        if (!incoming || k == axis)
            motion.velocity[k] = copysign(motion.velocity[k], x[k] * (incoming ? -1 : 1));
    }
    struct scene_body body[2] = {cube(rng, &still), cube(rng, &motion)};
    uint32_t pair[1][2];
    const struct scene scene = scene_of(body, pair);
    look_at_contact(rng, &scene, x, incoming, 0, tally, work);
    for (int i = 0; i < 2; i++) body_free(&body[i]);
}

/* A cube and a turned one, edge against edge or corner against face; nothing is exact. */
static void turned(struct rng *rng, struct tally *tally, struct problem_work *work)
{
    struct motion motion = still;
    double n[3], a[3], x[3], y[3], edge[3] = {0, 0, 0};
    const int axis = rng_int(rng, 0, 2), other = rng_int(rng, 0, 2), how = rng_int(rng, 0, 2);
    const bool incoming = rng_below(rng, 2);
    some_direction(rng, a);
    frame_of(rng, a, motion.turn);
    edge[axis] = 1;
    for (int k = 0; k < 3; k++) a[k] = motion.turn[k][other];
    if (how == 0) /* edges along the axes */
        cross(edge, a, n);
    else
        for (int k = 0; k < 3; k++) n[k] = how == 1 ? edge[k] : a[k];
    if (!unit(n)) return;
    /* The points of both that are farthest along n and against it; those that are alike by chance. */
    for (int k = 0; k < 3; k++) {
        double along = 0;
        for (int j = 0; j < 3; j++) along += motion.turn[j][k] * n[j];
        x[k] = fabs(n[k]) < 1e-9 ? rng_real(rng, -0.9, 0.9) : n[k] > 0 ? 1 : -1;
        y[k] = fabs(along) < 1e-9 ? rng_real(rng, -0.9, 0.9) : along > 0 ? -1 : 1;
    }
    for (int k = 0; k < 3; k++) {
        motion.at[k] = x[k] - dot(motion.turn[k], y);
        motion.velocity[k] = incoming ? -2 * n[k] + rng_real(rng, -1, 1) : n[k];
    }
    struct scene_body body[2] = {cube(rng, &still), cube(rng, &motion)};
    uint32_t pair[1][2];
    const struct scene scene = scene_of(body, pair);
    look_at_contact(rng, &scene, x, incoming, 1e-9, tally, work);
    for (int i = 0; i < 2; i++) body_free(&body[i]);
}

static void test_incoming(int draws)
{
    struct problem_work *work = problem_work_new();
    struct tally tally = {0};
    long least = draws, all = 0;
    for (int draw = 0; draw < draws; draw++) {
        struct rng rng = rng_at(rng_key("incoming", 0, 1), (uint64_t)draw);
        if (draw % 2)
            flush(&rng, &tally, work);
        else
            turned(&rng, &tally, work);
    }
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            all += tally.touching[a][b];
            least = tally.touching[a][b] < least ? tally.touching[a][b] : least;
        }
    ok(least > draws / 200, "%ld contacts of cubes, of each two kinds of pieces at least %ld", all, least);
    ok(tally.lost == 0, "incoming ones are kept (%ld are not)", tally.lost);
    ok(tally.outgoing > all / 4 && tally.kept == 0, "%ld outgoing ones are not kept (%ld are)",
       tally.outgoing, tally.kept);
    problem_work_free(work);
}

/* ---- Tracked points ---- */

static void test_tracked(void)
{
    struct rng rng = rng_at(rng_key("tracked", 0, 1), 0);
    struct motion motion = still;
    motion.at[0] = 2;
    motion.at[1] = 0.5;
    motion.velocity[0] = -1;
    struct scene_body body[2] = {cube(&rng, &still), cube(&rng, &motion)};
    uint32_t pair[1][2];
    struct scene scene = scene_of(body, pair);
    struct scene_track track = {.body = {1, 0}, .at = {.variables = 3}, .radius = 0.25};
    const double x[3] = {1, 0.5, 0};
    tape_output(&track.at, tape_number(&track.at, 1));
    tape_output(&track.at, tape_variable(&track.at, 2)); /* y = t */
    tape_output(&track.at, tape_number(&track.at, 0));
    tape_finish(&track.at);
    scene.track = &track;
    scene.tracks = 1;
    struct problem_work *work = problem_work_new();
    struct problem_list list = {0};
    const unsigned plain = PROBLEM_CONTACT, ask = PROBLEM_CONTACT | PROBLEM_TRACKED;
    int faces = 0, good = 0;
    problem_list_make(&list, &scene, 0);
    for (size_t i = 0; i < list.problems; i++) {
        const struct problem *p = &list.problem[i];
        struct region at, wide;
        struct equations eq;
        if (p->piece[0]->kind + p->piece[1]->kind > 0 || !problem_work_fit(work, p)) continue;
        const int mode = upward_begin();
        at.x[p->variables - 1] = ival_point(0.5);
        if (locate(p, 0, x, &at, work) && locate(p, 1, x, &at, work)) {
            faces++;
            for (unsigned j = 0; j < p->variables; j++) wide.x[j] = at.x[j] + ival_of(-0.2, 0.2);
            good += problem_possible(p, &at, plain, work) && !problem_possible(p, &at, ask, work);
            good += !problem_equations(p, &at, ask, false, &eq, work);
            good += problem_equations(p, &wide, ask, false, &eq, work) && !eq.certain;
            good += problem_equations(p, &wide, plain, false, &eq, work) && eq.certain;
            track.radius = 1e-6; /* the point lies within, but the box does not */
            good += problem_equations(p, &wide, ask, false, &eq, work) && !eq.certain;
            track.body[1] = 1;
            good += problem_equations(p, &wide, ask, false, &eq, work) && eq.certain;
        }
        upward_end(mode);
    }
    ok(faces == 1 && good == 6, "near a tracked point nothing is kept, for its own pair (%d of 6)", good);
    problem_list_free(&list);
    problem_work_free(work);
    tape_free(&track.at);
    for (int i = 0; i < 2; i++) body_free(&body[i]);
}

/* ---- What is told of a contact ---- */

static void test_contact(void)
{
    struct rng rng = rng_at(rng_key("told", 0, 1), 0);
    struct motion motion = still;
    motion.at[0] = 2;
    motion.velocity[0] = -3;
    struct problem_work *work = problem_work_new();
    struct problem_list list = {0};
    struct scene_body body[2] = {cube(&rng, &still), cube(&rng, &motion)};
    uint32_t pair[1][2];
    const struct scene scene = scene_of(body, pair);
    int told = 0, right = 0;
    problem_list_make(&list, &scene, 0);
    for (size_t i = 0; i < list.problems; i++) {
        const struct problem *p = &list.problem[i];
        struct region at;
        struct ccdq_contact c;
        double x[3] = {1, 0, 0};
        if (p->piece[0]->kind == PIECE_EDGE) x[1] = 1;
        if (p->piece[0]->kind == PIECE_VERTEX) x[1] = x[2] = 1;
        if (!problem_work_fit(work, p)) continue;
        const int mode = upward_begin();
        at.x[p->variables - 1] = ival_point(0.5);
        if (locate(p, 0, x, &at, work) && locate(p, 1, x, &at, work)) {
            told++;
            problem_contact(p, &at, 0, &c, work);
            const bool face = p->piece[0]->kind == PIECE_FACE || p->piece[1]->kind == PIECE_FACE;
            right += c.kind == CCDQ_CONTACT_SURFACES && c.distance < 1e-14 && fabs(c.x[0] - 1) < 1e-14 &&
                     c.element[0] == p->piece[0]->element && c.element[1] == p->piece[1]->element &&
                     fabs(dot(c.n, c.n) - 1) < 1e-14 && c.speed > 0 && (!face || fabs(c.n[0] - 1) < 1e-14) &&
                     (!face || fabs(c.speed - 3) < 1e-14);
        }
        upward_end(mode);
    }
    ok(told == 3 && right == told, "points, normals, speeds of contacts (%d of %d)", right, told);
    problem_list_free(&list);
    problem_work_free(work);
    for (int i = 0; i < 2; i++) body_free(&body[i]);
}

/* Whether a way leads into both a half-space with this outward normal and a wedge about the y axis whose
 * outward normals are at these angles, in degrees, from the x axis to the z axis. */
static bool leads(double half, double first, double second)
{
    const double degree = atan(1) / 45, angle[3] = {half, first, second};
    ival normal[3][3];
    const int mode = upward_begin();
    for (int i = 0; i < 3; i++) {
        const double n[3] = {cos(degree * angle[i]), 0, sin(degree * angle[i])};
        for (int k = 0; k < 3; k++) normal[i][k] = ival_of(n[k] - 1e-9, n[k] + 1e-9);
    }
    const bool yes = forms_lead_inside(normal, 3);
    upward_end(mode);
    return yes;
}

/* Acute wedges: one normal may face away from the half-space's though the wedge is inside. */
static void test_ways(void)
{
    ok(leads(90, -5, 140) && leads(90, 40, 185) && leads(90, 89, 91), "a wedge that touches from within");
    ok(leads(90, -30, 60) && leads(90, 120, 210), "one that goes through");
    ok(!leads(90, -160, -20) && !leads(90, -91, -89) && !leads(90, 181, 359),
       "not one that touches from outside");
    ok(!leads(90, -90, 0) && !leads(90, -90 - 1e-8, 0), "nor one that lies against it with a side");
}

int main(void)
{
    test_lists();
    test_sides();
    test_incoming(getenv("CCDQ_LONG") ? 20000 : 1000);
    test_tracked();
    test_contact();
    test_ways();
    return tap_done();
}
