/* The language of scenes: what expressions are worth, what scenes hold, what is refused with which words at
 * which place. */
#include "../../formats/number.h"
#include "../../lib/gen/rng.h"
#include "scene_text.h"

/* ---- Expressions against C ---- */

/* A scene whose first face has x = the expression. */
static char *with_expression(const char *head, const char *expression)
{
    struct buf b = {0};
    buf_printf(&b,
               "%s\nsurface s { u in [-9, 9] v in [-9, 9]\n x = %s\n y = u z = v }\nbody A = s body B = "
               "sphere(1)\n",
               head, expression);
    buf_add(&b, "", 1);
    return (char *)b.p;
}

static void value_is(const char *head, const char *expression, double u, double v, double t, double wanted)
{
    struct scene scene;
    struct interval x = {1, -1};
    char *text = with_expression(head, expression);
    const bool read = text_scene(&scene, text) == SCENE_FILE_SCENE;
    unsigned state = 0;
    if (read) state = text_eval(&scene.body[0].face[0].map, (double[]){u, v, t}, 1, &x);
    if (!ok(read && !(state & TAPE_EMPTY) && text_near(x, wanted, 1e-14), "%s%s%.60s", head,
            *head ? ": " : "", expression))
        diag("[%.17g, %.17g], not %.17g; %s", x.lo, x.hi, wanted, text_message());
    scene_free(&scene);
    free(text);
}

static void test_values(void)
{
    const double u = 0.7, v = -1.3, t = 0.4, pi = 0x1.921fb54442d18p+1;
    value_is("", "1 + 2*3", u, v, t, 7);
    value_is("", "2^3^2", u, v, t, 512);
    value_is("", "-2^2", u, v, t, -4);
    value_is("", "2^-1", u, v, t, 0.5);
    value_is("", "2^-u^2*3", u, v, t, pow(2, -u * u) * 3);
    value_is("", "--u - -v", u, v, t, u + v);
    value_is("", "-u*v", u, v, t, -u * v);
    value_is("", "u*-v", u, v, t, -u * v);
    value_is("", "8/4/2", u, v, t, 1);
    value_is("", "8 - 4 - 2", u, v, t, 2);
    value_is("", "(u + v)*(u - v)", u, v, t, u * u - v * v);
    value_is("", "((((u))))", u, v, t, u);
    value_is("", "pi/2", u, v, t, pi / 2);
    value_is("", ".5e1 + 1.e-1 + 1E+2", u, v, t, 105.1);
    value_is("", "sqrt(u) + sin(v)*cos(t) - tan(u)", u, v, t, sqrt(u) + sin(v) * cos(t) - tan(u));
    value_is("", "exp(v) + log(u) + atan(v) + abs(v)", u, v, t, exp(v) + log(u) + atan(v) + fabs(v));
    value_is("", "atan2(v, u)", u, v, t, atan2(v, u));
    value_is("", "min(u, v, t) + 2*max(u, v, t, 0)", u, v, t, v + 2 * u);
    value_is("", "u^1.7", u, v, t, pow(u, 1.7));
    value_is("", "u^v", u, v, t, pow(u, v));
    value_is("", "v^3 + v^-2", u, v, t, v * v * v + 1 / (v * v));
    value_is("", "0^0", u, v, t, 1);
    value_is("", "cheb(t; 0, 1; 3)", u, v, t, 1.5);
    value_is("", "cheb(t; 0, 1; 0, 1)", u, v, t, 2 * t - 1);
    value_is("", "cheb(t; -1, 1; 2, 3, 5)", u, v, t, 1 + 3 * t + 5 * (2 * t * t - 1));
    value_is("let r = 0.3", "r + r", u, v, t, 0.6);
    value_is("let a = t^2; let b = a + a", "b*a", u, v, t, 2 * t * t * t * t);
    value_is("let wave(a, b) = sin(5*a)*sin(6*b)", "1 + 0.1*wave(u, v)", u, v, t,
             1 + 0.1 * sin(5 * u) * sin(6 * v));
    value_is("let f(a) = a + t  let g(b, a) = f(a)*f(b)", "g(u, f(v))", u, v, t, (v + t + t) * (u + t));
    value_is("let f(a) = min(a, a^2)", "f(f(f(u)))", u, v, t, pow(u, 8));
}

/* A random expression of u, v, t and its value in C; a number of operations, at most. */
static double random_expression(struct rng *rng, struct buf *text, int depth, const double *x)
{
    static const char *const unary[] = {"sin", "cos", "atan", "abs"};
    const uint64_t kind = rng_below(rng, depth > 0 ? 9 : 2);
    double a, b;
    if (kind == 0) {
        const uint64_t i = rng_below(rng, 3);
        buf_printf(text, "%c", "uvt"[i]);
        return x[i];
    }
    if (kind == 1) {
        a = (double)rng_below(rng, 1000) / 64;
        number_print(text, a);
        return a;
    }
    if (kind == 2) {
        const uint64_t f = rng_below(rng, 4);
        buf_printf(text, "%s(", unary[f]);
        a = random_expression(rng, text, depth - 1, x);
        buf_printf(text, ")");
        return f == 0 ? sin(a) : f == 1 ? cos(a) : f == 2 ? atan(a) : fabs(a);
    }
    if (kind == 3) {
        buf_printf(text, "-(");
        a = random_expression(rng, text, depth - 1, x);
        buf_printf(text, ")");
        return -a;
    }
    if (kind == 4) {
        const bool least = rng_below(rng, 2);
        buf_printf(text, least ? "min(" : "max(");
        a = random_expression(rng, text, depth - 1, x);
        buf_printf(text, " , ");
        b = random_expression(rng, text, depth - 1, x);
        buf_printf(text, ")");
        return least == (a < b) ? a : b;
    }
    if (kind == 5) {
        buf_printf(text, "(");
        a = random_expression(rng, text, depth - 1, x);
        buf_printf(text, ")^2");
        return a * a;
    }
    const char sign = "+-*"[kind - 6];
    buf_printf(text, "(");
    a = random_expression(rng, text, depth - 1, x);
    buf_printf(text, "%c\n", sign);
    b = random_expression(rng, text, depth - 1, x);
    buf_printf(text, ")");
    return sign == '+' ? a + b : sign == '-' ? a - b : a * b;
}

/* The size of rounding errors is that of what was subtracted: values are compared where those of C are good,
 * which a tape tells by its own width. */
static void test_random(void)
{
    const int n = getenv("CCDQ_LONG") ? 20000 : 1000;
    int wrong = 0, judged = 0;
    for (int i = 0; i < n; i++) {
        struct rng rng = rng_at(1, (uint64_t)i);
        const double x[3] = {(double)rng_below(&rng, 64) / 16 - 2, (double)rng_below(&rng, 64) / 16 - 2,
                             (double)rng_below(&rng, 64) / 64};
        struct buf text = {0};
        struct interval value = {1, -1};
        struct scene scene;
        const double wanted = random_expression(&rng, &text, 6, x);
        buf_add(&text, "", 1);
        char *whole = with_expression("", (const char *)text.p);
        bool good = text_scene(&scene, whole) == SCENE_FILE_SCENE;
        if (!good && strstr(text_message(), "beyond"))
            good = true; /* x x x ... is large */
        else if (good && !(text_eval(&scene.body[0].face[0].map, x, 1, &value) & TAPE_UNBOUNDED)) {
            const double width = value.hi - value.lo, slack = 100 * width + 1e-13 * (1 + fabs(wanted));
            judged += width < 1e-6;
            good = value.lo - slack <= wanted && wanted <= value.hi + slack;
        }
        if (!good && wrong++ == 0) diag("%s: %.17g; %s", (const char *)text.p, wanted, text_message());
        scene_free(&scene);
        buf_free(&text);
        free(whole);
    }
    ok(wrong == 0 && judged > n / 2, "%d random expressions have their values", n);
}

/* ---- Size and depth ---- */

static char *repeated(const char *before, const char *part, int n, const char *middle, const char *other,
                      const char *behind)
{
    struct buf b = {0};
    buf_printf(&b, "%s", before);
    for (int i = 0; i < n; i++) buf_printf(&b, "%s", part);
    buf_printf(&b, "%s", middle);
    for (int i = 0; i < n; i++) buf_printf(&b, "%s", other);
    buf_printf(&b, "%s", behind);
    buf_add(&b, "", 1);
    return (char *)b.p;
}

static void test_size(void)
{
    enum { N = 100000 };
    static const struct {
        const char *name, *before, *part, *middle, *other, *behind;
        double value;
    } cases[] = {
        {"100,000 parentheses inside each other", "", "(", "u", ")", "", 0.5},
        {"100,000 minus signs", "", "-", "u", "", "", 0.5},
        {"100,000 functions inside each other", "", "abs(", "u", ")", "", 0.5},
        {"a sum of 100,000 nodes", "0", "+u", "", "", "", 50000},
        {"100,000 powers from the right", "1", "", "", "^1", "", 1},
        {"a minimum of 100,000", "min(u", ",u", "", "", ")", 0.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text =
            repeated(cases[i].before, cases[i].part, N, cases[i].middle, cases[i].other, cases[i].behind);
        struct scene scene;
        struct interval x = {1, -1};
        char *whole = with_expression("", text);
        if (text_scene(&scene, whole) == SCENE_FILE_SCENE)
            text_eval(&scene.body[0].face[0].map, (double[]){0.5, 0, 0}, 1, &x);
        if (!ok(x.lo <= cases[i].value && cases[i].value <= x.hi, "%s", cases[i].name))
            diag("%s", text_message());
        scene_free(&scene);
        free(text);
        free(whole);
    }
    /* 100,000 values, each made of the one before; and a tower of functions that double */
    struct buf lets = {0};
    struct scene scene;
    buf_printf(&lets, "let a0 = t");
    for (int i = 1; i <= N; i++) buf_printf(&lets, " let a%d = a%d + 1", i, i - 1);
    buf_printf(&lets, " surface s { u in [0, 1] v in [0, 1] x = a%d y = u z = v } body A = s body B = s", N);
    buf_add(&lets, "", 1);
    struct interval x = {1, -1};
    if (text_scene(&scene, (const char *)lets.p) == SCENE_FILE_SCENE)
        text_eval(&scene.body[0].face[0].map, (double[]){0, 0, 0.5}, 1, &x);
    ok(x.lo <= N + 0.5 && x.hi >= N + 0.5, "100,000 values that need each other");
    scene_free(&scene);
    lets.n = 0;
    buf_printf(&lets, "let f0(a) = a + 1");
    for (int i = 1; i <= 40; i++)
        buf_printf(&lets, "\nlet f%d(a) = f%d(a) + f%d(a + %d)", i, i - 1, i - 1, i);
    buf_printf(&lets, "\nlet b = f40(t)");
    buf_add(&lets, "", 1);
    ok(text_scene(&scene, (const char *)lets.p) == SCENE_FILE_BAD &&
           strstr(text_message(), "take more than 16777216 steps"),
       "functions that call each other too often are told: %s", text_message());
    scene_free(&scene);
    buf_free(&lets);
    char *deep = repeated("implicit a = ", "union(", 300, "sphere(1)", ")", " body A = a body B = a");
    ok(text_scene(&scene, deep) == SCENE_FILE_BAD && strstr(text_message(), "too deep inside each other"),
       "combinations too deep are told");
    scene_free(&scene);
    free(deep);
}

/* ---- What a scene holds ---- */

static void test_scene(void)
{
    struct scene s;
    const char *text =
        "scene \"one\" # a comment: \xc3\xa9\n"
        "time [0, 2*pi]; simultaneity 1e-3; separation 2/50\n"
        "surface bump { u in [0, 2*pi] v in [0, pi] let k = 1 + 0.1*sin(u*2)*sin(v)\n"
        "  x = k*sin(v)*cos(u) y = k*sin(v)*sin(u) z = k*cos(v) inward closed u pole v0 pole v1 }\n"
        "surface leaf { u in [0, 1] v in [0, 1] x = u y = v z = 0 smooth u0 }\n"
        "implicit blob { f = x^2 + y^2 + z^2 - 1 box [-2, 2] [-2, 2] [-3, 3] sheet }\n"
        "implicit cup = difference(sphere(2), moved { torus(1, 0.2) move (0, 0, t) }, plane())\n"
        "body A = bump scale 2 move (0, 0, 3 - t)\n"
        "body B = implicit sphere(1) move (cheb(t; 0, 7; 0, 1), 0, 0)\n"
        "body C = leaf  body D = blob  body E = cup\n"
        "pair D A pair A B pair B A\n"
        "track B A at (0, t, 1) radius 0.1\n"
        "expect time 0.5 expect points 2\n"
        "expect set { u in [0, 1] v in [0, 1] x = u y = v z = 0 }\n";
    const enum scene_next next = text_scene(&s, text);
    if (!ok(next == SCENE_FILE_SCENE, "a scene with all of it is read")) diag("%s", text_message());
    if (next != SCENE_FILE_SCENE) return;
    ok(!strcmp(s.name, "one") && s.bodies == 5 && !strcmp(s.body[2].name, "C"), "names");
    ok(s.time.lo == 0 && s.time.hi >= 0x1.921fb54442d18p+2 && s.time.hi <= 0x1.921fb54442d1ap+2,
       "time, rounded outward");
    ok(s.simultaneity == 1e-3 && fabs(s.separation - 0.04) < 1e-17, "simultaneity and separation");
    ok(s.pairs == 2 && s.pair[0][0] == 0 && s.pair[0][1] == 1 && s.pair[1][0] == 0 && s.pair[1][1] == 3,
       "pairs ascend, each once");
    const struct scene_body *a = &s.body[0], *c = &s.body[2], *d = &s.body[3], *e = &s.body[4];
    ok(a->solid && !a->implicit && a->faces == 1 && a->edges == 0 && a->vertices == 0 && a->face[0].inward,
       "a closed surface has no edges");
    ok(!strcmp(a->face[0].name, "bump"), "a face has its surface's name");
    ok(!c->solid && c->edges == 3 && c->vertices == 2 && c->edge[0].face == 0 &&
           c->edge[0].border == SCENE_U1 && c->edge[0].other == SCENE_NO_FACE && c->vertex[0].at_u1,
       "a sheet has those borders as edges that are not named");
    ok(d->implicit && !d->solid && d->map.outputs == 2 && d->box[2].hi == 3, "an implicit sheet");
    ok(e->implicit && e->solid && e->map.outputs == 4, "a difference has all leaves");
    ok(s.body[1].implicit && s.body[1].place.outputs == 3 && s.body[1].origin.outputs == 3,
       "an implicit body has a place and an origin");
    ok(s.tracks == 1 && s.track[0].body[0] == 0 && s.track[0].body[1] == 1 && s.track[0].radius == 0.1,
       "a tracked point");
    ok(s.expected.time_known && s.expected.time.lo == 0.5 && s.expected.time.hi == 0.5 &&
           s.expected.points == 2 && s.expected.sets == 1 && s.expected.set[0].map.outputs == 3,
       "what is expected");
    struct interval x[4];
    text_eval(&a->face[0].map, (double[]){0, 1, 0.25}, 3, x);
    ok(text_near(x[0], 2 * sin(1), 1e-14) && text_near(x[2], 2 * cos(1) + 2.75, 1e-14), "a body is moved");
    text_eval(&a->face[0].rest, (double[]){0, 1, 0.25}, 3, x);
    ok(text_near(x[0], 2 * sin(1), 1e-14) && text_near(x[2], 2 * cos(1), 1e-14),
       "its rest is scaled, but not moved");
    text_eval(&a->origin, (double[]){0, 0, 0.25}, 3, x);
    ok(x[0].lo == 0 && text_near(x[2], 2.75, 1e-14), "its origin is moved");
    text_eval(&s.body[1].map, (double[]){1, 2, 3, 7}, 2, x);
    ok(text_near(x[0], 0 + 4 + 9 - 1, 1e-14) && x[0].hi == x[1].hi, "so is an implicit one");
    text_eval(&e->map, (double[]){0.5, 0, 0.25, 0.5}, 4, x);
    ok(text_near(x[1], 0.25 + 0.0625 - 4, 1e-14) && text_near(x[2], -(0.25 + 0.0625 - 0.04), 1e-14) &&
           text_near(x[3], -0.25, 1e-14) && x[0].lo == greatest(greatest(x[1].lo, x[2].lo), x[3].lo),
       "what is cut away is negated, and the whole is the largest");
    scene_free(&s);
}

/* Domains that are written alike are alike, whatever rounding does. */
static void test_domains(void)
{
    struct scene s;
    struct interval x[3];
    text_scene(&s, "time [pi/10, 0.3/7] body A = sphere(1) body B = sphere(1)");
    ok(strstr(text_message(), "an empty domain") != NULL, "a time that ends before it begins");
    scene_free(&s);
    text_scene(&s, "time [-0.3/7, pi/10] body B = sphere(1)\n"
                   "body A = sphere(1) move (cheb(t; -0.3/7, pi/10; 2), 0, 0)");
    ok(s.bodies && !(text_eval(&s.body[1].origin, (double[]){0, 0, s.time.lo}, 3, x) & TAPE_EMPTY) &&
           !(text_eval(&s.body[1].origin, (double[]){0, 0, s.time.hi}, 3, x) & TAPE_EMPTY),
       "a series is defined over the scene's time");
    scene_free(&s);
}

static void test_pairs(void)
{
    struct buf b = {0};
    struct scene s;
    for (int i = 0; i <= 5000; i++) buf_printf(&b, "body b%d = implicit sphere(1)\n", i);
    const size_t n = b.n;
    buf_add(&b, "", 1);
    ok(text_scene(&s, (const char *)b.p) == SCENE_FILE_BAD &&
           !strcmp(text_message(), "s:1:1: more than 5000 bodies, which need statements \"pair\""),
       "too many pairs are told");
    scene_free(&s);
    b.n = n;
    buf_printf(&b, "pair b4999 b17 pair b3 b5000 pair b17 b4999");
    buf_add(&b, "", 1);
    ok(text_scene(&s, (const char *)b.p) == SCENE_FILE_SCENE && s.pairs == 2 && s.pair[0][0] == 3 &&
           s.pair[1][1] == 4999,
       "5,001 bodies of which some pairs are named");
    scene_free(&s);
    buf_free(&b);
}

static void test_solid(void)
{
    struct scene s;
    const enum scene_next next =
        text_scene(&s, "surface side { u in [0, 2*pi] v in [0, 1] x = cos(u) y = sin(u) z = v outward }\n"
                       "surface top { u in [0, 2*pi] v in [0, 1] x = v*cos(u) y = -v*sin(u) z = 1 outward }\n"
                       "solid can { face side face top edge side.v1 = top.v1 reversed edge side.u0 vertex "
                       "side.u1v0; vertex top.u0v1 }\n"
                       "body A = can body B = can move (3, 0, 0)");
    if (!ok(next == SCENE_FILE_SCENE, "a solid is read")) diag("%s", text_message());
    if (next != SCENE_FILE_SCENE) return;
    const struct scene_body *b = &s.body[1];
    ok(b->solid && b->faces == 2 && !strcmp(b->face[1].name, "top") && !b->face[1].inward &&
           !b->face[0].inward,
       "its faces");
    ok(b->edges == 2 && b->edge[0].face == 0 && b->edge[0].border == SCENE_V1 && b->edge[0].other == 1 &&
           b->edge[0].other_border == SCENE_V1 && b->edge[0].reversed && b->edge[1].border == SCENE_U0 &&
           b->edge[1].other == SCENE_NO_FACE,
       "its edges");
    ok(b->vertices == 2 && b->vertex[0].at_u1 && !b->vertex[0].at_v1 && b->vertex[1].face == 1 &&
           b->vertex[1].at_v1,
       "its vertices");
    scene_free(&s);
}

/* ---- Several scenes ---- */

static void test_several(void)
{
    static const char text[] = "body A = sphere(1) body B = sphere(2)\n"
                               "scene \"bad\" body A = spher(1) body B = sphere(1)\n"
                               "scene \"third\"\nbody A = sphere(3) body B = A\n"
                               "scene \"last\" let A = 3 body X = sphere(A) body Y = plane(1, 1)";
    struct messages m = {0};
    struct scene s;
    struct scene_file *f = scene_file_of("s", text, strlen(text));
    ok(scene_file_next(f, &s, &m) == SCENE_FILE_SCENE && !strcmp(s.name, "") && s.pairs == 1,
       "the first scene may have no name");
    scene_free(&s);
    ok(scene_file_next(f, &s, &m) == SCENE_FILE_BAD && m.count == 1 && s.bodies == 0 &&
           !strcmp(s.name, "bad"),
       "a bad scene is told, with its name");
    scene_free(&s);
    ok(scene_file_next(f, &s, &m) == SCENE_FILE_BAD && m.count == 2, "and the next one");
    scene_free(&s);
    ok(scene_file_next(f, &s, &m) == SCENE_FILE_SCENE && m.count == 2 && !strcmp(s.name, "last"),
       "those behind are read, and know nothing of the names before");
    scene_free(&s);
    ok(scene_file_next(f, &s, &m) == SCENE_FILE_END && scene_file_next(f, &s, &m) == SCENE_FILE_END,
       "the end");
    buf_add(&m.text, "", 1);
    const char *wanted = "s:2:22: an unknown name: \"spher\"\ns:4:29: \"A\" is no shape\n";
    if (!ok(!strcmp((const char *)m.text.p, wanted), "each bad scene has its message"))
        diag("%s", (const char *)m.text.p);
    scene_file_close(f);
    messages_free(&m);
}

int main(void)
{
    test_values();
    test_random();
    test_size();
    test_scene();
    test_domains();
    test_pairs();
    test_solid();
    test_several();
    messages_free(&text_messages);
    return tap_done();
}
