/* Motions: points turned against rotations computed otherwise, and what all turnings have. */
#include "../../lib/gen/rng.h"
#include "scene_text.h"

/* Turned about a unit axis by the angle: the part along the axis stays, the other is turned in its plane. */
static void turned(const double *axis, double angle, const double *p, double *q)
{
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double n[3], along = 0;
    for (int i = 0; i < 3; i++) along += (n[i] = axis[i] / length) * p[i];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = along * n[i] + cos(angle) * (p[i] - along * n[i]) + sin(angle) * (n[j] * p[k] - n[k] * p[j]);
    }
}

/* A surface whose points are u, v, 0.75, moved as the text says; and an implicit one whose function is x + 2
 * y
 * + 4 z of the body's own space. */
static bool read_motion(struct scene *s, const char *motion)
{
    char text[900];
    snprintf(text, sizeof text,
             "surface s { u in [-9, 9] v in [-9, 9] x = u y = v z = 0.75 } implicit i { f = x + 2*y + 4*z }\n"
             "body A = s %s\nbody B = i %s",
             motion, motion);
    const bool read = text_scene(s, text) == SCENE_FILE_SCENE;
    if (!read) diag("%s: %s", motion, text_message());
    return read;
}

/* Whether the bodies are where `wanted` says for this point and time; the scale for `rest`. */
static bool moved_to(const struct scene *s, const double p[3], double t, double scale, const double wanted[3])
{
    struct interval map[3], rest[3], origin[3], place[3], f[2];
    const double uvt[3] = {p[0], p[1], t}, world[4] = {wanted[0], wanted[1], wanted[2], t};
    const double own[4] = {p[0], p[1], p[2], t};
    text_eval(&s->body[0].face[0].map, uvt, 3, map);
    text_eval(&s->body[0].face[0].rest, uvt, 3, rest);
    text_eval(&s->body[0].origin, uvt, 3, origin);
    text_eval(&s->body[1].place, own, 3, place);
    text_eval(&s->body[1].map, world, 2, f);
    bool good = fabs(interval_middle(f[0]) - (p[0] + 2 * p[1] + 4 * p[2])) < 1e-11;
    double from = 0, length = 0;
    for (int i = 0; i < 3; i++) {
        const double d = interval_middle(map[i]) - interval_middle(origin[i]);
        good = good && text_near(map[i], wanted[i], 1e-12) && text_near(place[i], wanted[i], 1e-12) &&
               text_near(rest[i], scale * p[i], 1e-14);
        from += d * d;
        length += interval_middle(rest[i]) * interval_middle(rest[i]);
    }
    return good && fabs(from - length) < 1e-11 * (1 + length);
}

static void test_known(void)
{
    struct scene s;
    const double p[3] = {1, 2, 0.75};
    static const struct {
        const char *motion;
        double scale, wanted[3];
    } cases[] = {
        {"", 1, {1, 2, 0.75}},
        {"move (1, 0, t)", 1, {2, 2, 1.25}},
        {"scale 2", 2, {2, 4, 1.5}},
        {"turn axis (0, 0, 1) by pi/2", 1, {-2, 1, 0.75}},
        {"turn axis (0, 0, -7) by pi/2", 1, {2, -1, 0.75}},
        {"turn axis (1, 0, 0) by pi*t", 1, {1, -0.75, 2}},
        {"turn axis (1, 1, 1) by 2*pi/3", 1, {0.75, 1, 2}},
        {"turn quaternion (1, 0, 0, 1)", 1, {-2, 1, 0.75}},
        {"turn quaternion (0, 0, 0, 3)", 1, {-1, -2, 0.75}},
        {"turn quaternion (2, 2, 2, 2)", 1, {0.75, 1, 2}},
        {"turn quaternion (-5, 0, 0, 0)", 1, {1, 2, 0.75}},
        {"move (1, 1, 1) turn axis (0, 0, 1) by pi scale 3 move (0, 0, -1)", 3, {-6, -9, 4.25}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bool read = read_motion(&s, cases[i].motion);
        ok(read && moved_to(&s, p, 0.5, cases[i].scale, cases[i].wanted), "moved: \"%s\"", cases[i].motion);
        scene_free(&s);
    }
    read_motion(&s, "turn axis (0, 0, 1) by t move (1, t, 0)");
    const struct tape *map = &s.body[0].face[0].map;
    ok(map->nodes <= 15, "a turning about an axis of the world multiplies with no 0 and no 1: %zu nodes",
       map->nodes);
    scene_free(&s);
    read_motion(&s, "");
    ok(s.body[0].face[0].map.nodes == 4 && s.body[1].map.nodes == 10,
       "no motion adds no nodes to the variables, the constants and the operations");
    scene_free(&s);
}

/* Steps drawn at random, each applied to the point by other means. */
static void test_random(void)
{
    const unsigned n = getenv("CCDQ_LONG") ? 5000 : 300;
    unsigned wrong = 0;
    for (unsigned i = 0; i < n; i++) {
        struct rng rng = rng_at(3, i);
        const double p[3] = {rng_real(&rng, -2, 2), rng_real(&rng, -2, 2), 0.75}, t = rng_unit(&rng);
        char motion[300] = "";
        double q[3] = {p[0], p[1], p[2]}, scale = 1;
        for (unsigned steps = rng_below(&rng, 4); steps > 0; steps--) {
            double x[4], next[3];
            for (int k = 0; k < 4; k++) x[k] = (double)rng_int(&rng, -8, 8) / 4;
            if (x[0] == 0) x[0] = 1;
            const size_t used = strlen(motion);
            switch (rng_below(&rng, 4)) {
            case 0:
                snprintf(motion + used, sizeof motion - used, " scale %g", fabs(x[0]));
                scale *= fabs(x[0]);
                for (int k = 0; k < 3; k++) q[k] *= fabs(x[0]);
                break;
            case 1:
                snprintf(motion + used, sizeof motion - used, " move (%g, %g*t, %g)", x[0], x[1], x[2]);
                q[0] += x[0], q[1] += x[1] * t, q[2] += x[2];
                break;
            case 2:
                snprintf(motion + used, sizeof motion - used, " turn axis (%g, %g, %g) by %g*t", x[0], x[1],
                         x[2], x[3]);
                turned(x, x[3] * t, q, next);
                memcpy(q, next, sizeof q);
                break;
            default: /* half the angle: its tangent is |axis| t / w */
                snprintf(motion + used, sizeof motion - used, " turn quaternion (%g, %g*t, %g*t, %g*t)", x[3],
                         x[0], x[1], x[2]);
                turned(x, 2 * atan2(sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) * t, x[3]), q, next);
                memcpy(q, next, sizeof q);
            }
        }
        struct scene s;
        if ((!read_motion(&s, motion) || !moved_to(&s, p, t, scale, q)) && wrong++ == 0)
            diag("t = %g:%s", t, motion);
        scene_free(&s);
    }
    ok(wrong == 0, "%u random motions are as computed otherwise", n);
}

/* Over a box of times, no entry of a turning is larger than 1 by more than its width. */
static void test_wide(void)
{
    struct scene s;
    struct tape_work work = {0};
    read_motion(&s, "turn axis (1, 2, 3) by 7*t");
    const struct tape *map = &s.body[0].face[0].map;
    struct jet jet[3];
    bool good = tape_work_fit(&work, map);
    const int mode = upward_begin();
    const ival box[3] = {ival_point(1), ival_point(0), ival_of(0, 1)};
    const unsigned state = tape_eval(map, box, TAPE_VALUE, jet, &work);
    for (int i = 0; i < 3; i++) good = good && ival_size(jet[i].value) < 3.5;
    upward_end(mode);
    ok(good && state == 0, "a whole turn is bounded");
    tape_work_free(&work);
    scene_free(&s);
}

int main(void)
{
    test_known();
    test_random();
    test_wide();
    messages_free(&text_messages);
    return tap_done();
}
