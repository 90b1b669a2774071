/* Parts of the search: the order of its queue; proofs that two bodies have a point in common, which must not
 * come before the first contact; Newton's method at points. Two spheres, of which one moves: all is known.
 * CCDQ_LONG=1 draws twenty times as much. */
#include "../../lib/ccdq.h"
#include "../../lib/gen/rng.h"
#include "../../lib/scene/crossing.h"
#include "../../lib/scene/descend.h"
#include "../../lib/scene/search_queue.h"
#include "scene_text.h"

/* ---- The queue ---- */

static void queue(void)
{
    struct search_queue queue = {0};
    struct rng rng = rng_at(rng_key("search queue", 0, 1), 0);
    bool kept = true, ordered = true;
    for (unsigned i = 0; i < 1000; i++) {
        const struct search_box box = {
            .rank = rng_below(&rng, 20), .depth = (uint16_t)rng_below(&rng, 30), .task = i};
        kept = kept && search_queue_push(&queue, &box, 1000);
    }
    const struct search_box more = {0};
    ok(kept && !search_queue_push(&queue, &more, 1000) && queue.n == 1000,
       "the queue holds as many as it may");
    struct search_box before = {.rank = -1};
    while (queue.n) {
        const struct search_box next = search_queue_pop(&queue);
        ordered =
            ordered && (next.rank > before.rank || (next.rank == before.rank && next.depth <= before.depth));
        before = next;
    }
    ok(ordered, "the least rank comes first, of these the deepest box");
    search_queue_free(&queue);
}

/* ---- Two spheres ---- */

struct spheres {
    double r[2], from[3], v[3]; /* the second one's centre is at from + t v */
    struct scene scene;
    struct problem_list list;
    struct problem_work *work;
};

/* The distance of the centres, less the radii, at a time. */
static double gap(const struct spheres *s, double t)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += (s->from[k] + t * s->v[k]) * (s->from[k] + t * s->v[k]);
    return sqrt(sum) - s->r[0] - s->r[1];
}

static bool spheres_make(struct spheres *s, struct rng *rng)
{
    static const char *const form[] = {"", "implicit "};
    char text[600];
    const unsigned a = rng_below(rng, 2), b = rng_below(rng, 2);
    for (int i = 0; i < 2; i++) s->r[i] = rng_real(rng, 0.1, 1);
    for (int k = 0; k < 3; k++) s->from[k] = rng_real(rng, -3, 3);
    for (int k = 0; k < 3; k++) s->v[k] = rng_real(rng, -1, 1) - s->from[k];
    snprintf(text, sizeof text,
             "body A = %ssphere(%.17g) body B = %ssphere(%.17g) "
             "move (%.17g + %.17g*t, %.17g + %.17g*t, %.17g + %.17g*t)",
             form[a], s->r[0], form[b], s->r[1], s->from[0], s->v[0], s->from[1], s->v[1], s->from[2],
             s->v[2]);
    s->list = (struct problem_list){0};
    s->work = problem_work_new();
    return s->work && text_scene(&s->scene, text) == SCENE_FILE_SCENE &&
           problem_list_make(&s->list, &s->scene, 0) && s->list.problems == 1 &&
           problem_work_fit(s->work, &s->list.problem[0]);
}

static void spheres_free(struct spheres *s)
{
    problem_list_free(&s->list);
    problem_work_free(s->work);
    scene_free(&s->scene);
}

static double first_contact(const struct spheres *s)
{
    double a = 0, b = 0, c = -(s->r[0] + s->r[1]) * (s->r[0] + s->r[1]);
    for (int k = 0; k < 3; k++) {
        a += s->v[k] * s->v[k];
        b += s->v[k] * s->from[k];
        c += s->from[k] * s->from[k];
    }
    return b * b > a * c ? (-b - sqrt(b * b - a * c)) / a : INFINITY;
}

struct tally {
    long draws, tried, proven, early, apart, converged, off, bad;
};

/* From anywhere in the domain: what is proven is a time at which the spheres' surfaces meet; what Newton's
 * method finds are contacts, or points of both. */
static void one_draw(struct rng *rng, struct tally *tally)
{
    struct spheres s;
    uint64_t steps = 0;
    if (!spheres_make(&s, rng) || gap(&s, 0) < 0.01) {
        spheres_free(&s);
        return;
    }
    const struct problem *p = &s.list.problem[0];
    const unsigned time = p->variables - 1;
    const double first = first_contact(&s);
    tally->draws++;
    for (int i = 0; i < 4; i++) {
        double x[PROBLEM_VARIABLES];
        struct region root;
        for (unsigned j = 0; j < p->variables; j++)
            x[j] = rng_real(rng, ival_lo(p->domain.x[j]), ival_hi(p->domain.x[j]));
        const struct descent how = {.tangency = i % 2};
        const int mode = upward_begin();
        const bool converged = descend(p, &how, x, &steps, s.work);
        const bool proven = crossing_prove(p, x, 0.01, &root, &steps, s.work);
        struct ccdq_contact c;
        struct region at;
        for (unsigned j = 0; j < p->variables; j++) at.x[j] = ival_point(x[j]);
        problem_contact(p, &at, 0, &c, s.work);
        upward_end(mode);
        tally->tried++;
        tally->converged += converged;
        tally->off += converged && c.distance > 1e-9;
        if (!proven) continue;
        tally->proven++;
        tally->early += ival_hi(root.x[time]) < first - 1e-13;
        const double nested = fabs(s.r[0] - s.r[1]) - s.r[0] - s.r[1];
        const double g = gap(&s, ival_hi(root.x[time]));
        tally->apart += g > 1e-12 || g < nested - 1e-12;
        for (unsigned j = 0; j < p->variables; j++) tally->bad += !ival_in(root.x[j], p->domain.x[j]);
    }
    spheres_free(&s);
}

static void proofs(void)
{
    struct tally tally = {0};
    const long n = getenv("CCDQ_LONG") ? 8000 : 400;
    for (long i = 0; i < n; i++) {
        struct rng rng = rng_at(rng_key("search spheres", 0, 1), (uint64_t)i);
        one_draw(&rng, &tally);
    }
    ok(tally.early == 0 && tally.apart == 0,
       "no crossing of %ld pairs of spheres is claimed where there is none", tally.draws);
    ok(tally.bad == 0, "what is proven lies in the domain");
    ok(tally.proven > tally.tried / 5, "many are proven: %ld of %ld", tally.proven, tally.tried);
    ok(tally.off == 0 && tally.converged > tally.tried / 5,
       "where Newton's method converges there is a contact (%ld)", tally.converged);
}

int main(void)
{
    queue();
    proofs();
    messages_free(&text_messages);
    return tap_done();
}
