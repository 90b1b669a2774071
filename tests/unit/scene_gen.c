/* The families of scenes: each text a pure function of its id, and a scene that can be read; what it says is
 * known about the first contact is what the solver finds; and the texts of all of them pinned by a digest. */
#include "../../formats/scene-file.h"
#include "../../lib/gen/gen.h"
#include "../../lib/num/mix64.h"
#include "../../lib/scene/solve.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned solved; /* scenes that are solved; 10 times as many if CCDQ_LONG is set */
    bool known;      /* all say when they first touch, or that they never do */
    uint64_t digest; /* of the texts 0 to DIGESTED - 1, seed 1 */
} expected[] = {
    {"torus-cone", 4, true, 0x065ebe641d992dee},    {"tori-two-points", 4, true, 0x18a176f163f13f69},
    {"tori-circle", 4, true, 0x91c9cb242d10f4bc},   {"bumpy", 3, false, 0x117dbf11dc72b7c2},
    {"tube-cushion", 3, true, 0xcc5f69d71fe0ca29},  {"checkerboard", 2, true, 0x93efdb7888f5a855},
    {"random-bumpy", 3, false, 0xc39c9b2b8d91bbf0}, {"cylinders", 14, false, 0x54f8385974ef3f4f},
    {"fruit", 1, false, 0xa1e9972c1d4f689a},        {"known", 45, true, 0x3fd0f69dcffd043e},
    {"degenerate", 42, false, 0x6f20a42955b2c0a0},
};
enum { FAMILIES = sizeof expected / sizeof *expected, DIGESTED = 210, FRUITS = 40 };

static unsigned size_of(const struct gen_family *family)
{
    return family->size ? FRUITS : 0;
}

/* ---- Texts ---- */

static void make(const struct gen_family *family, uint64_t seed, uint64_t first, unsigned n,
                 struct gen_text *text)
{
    *text = (struct gen_text){0};
    for (unsigned i = 0; i < n; i++) gen_scene(family, seed, size_of(family), first + i, text);
}

static bool same(const struct gen_text *a, size_t from, const struct gen_text *b)
{
    return !a->lost && !b->lost && a->n - from == b->n && !memcmp(a->p + from, b->p, b->n);
}

static uint64_t digest(const struct gen_text *text)
{
    uint64_t h = text->n;
    for (size_t i = 0; i < text->n; i++) h = mix64(h ^ (unsigned char)text->p[i]);
    return h;
}

static void check_text(int row, const struct gen_family *family)
{
    struct gen_text all, head, tail, other;
    make(family, 1, 0, DIGESTED, &all);
    make(family, 1, 0, 17, &head);
    make(family, 1, 17, DIGESTED - 17, &tail);
    ok(same(&all, head.n, &tail) && !memcmp(all.p, head.p, head.n), "%s: a scene depends on its id alone",
       family->name);
    make(family, 2, 17, DIGESTED - 17, &other);
    ok(!same(&tail, 0, &other), "%s: another seed makes other ones", family->name);
    if (!ok(digest(&all) == expected[row].digest, "%s: the texts are what they were", family->name))
        diag("digest 0x%016llx", (unsigned long long)digest(&all));
    free(all.p), free(head.p), free(tail.p), free(other.p);
}

/* ---- Scenes ---- */

static bool is_known(const struct scene *scene)
{
    return scene->expected.time_known || scene->expected.free || scene->expected.overlap;
}

/* What all scenes of a family have; false with a line for the first one that has not. */
static bool is_sound(const struct gen_family *family, const struct scene *scene, unsigned id, bool known)
{
    char name[64];
    snprintf(name, sizeof name, "%s-%u", family->name, id);
    if (strcmp(scene->name, name)) return false;
    if (scene->expected.time_known &&
        !(scene->expected.time.lo >= scene->time.lo && scene->expected.time.hi <= scene->time.hi &&
          scene->expected.time.hi - scene->expected.time.lo < 1e-12))
        return false;
    if (family->size && (scene->bodies != FRUITS + 1 || scene->pairs != FRUITS)) return false;
    return scene->bodies >= 2 && scene->pairs >= 1 && (is_known(scene) || !known);
}

static void check_reading(int row, const struct gen_family *family)
{
    struct gen_text text;
    struct messages messages = {0};
    struct scene scene;
    unsigned id = 0;
    bool good = true;
    make(family, 1, 0, DIGESTED, &text);
    struct scene_file *file = scene_file_of(family->name, text.p, text.n);
    for (enum scene_next next; (next = scene_file_next(file, &scene, &messages)) != SCENE_FILE_END; id++) {
        if (good && (next == SCENE_FILE_BAD || !is_sound(family, &scene, id, expected[row].known))) {
            diag("scene %u: %.*s", id, (int)messages.text.n, (char *)messages.text.p);
            good = false;
        }
        scene_free(&scene);
    }
    ok(good && id == DIGESTED, "%s: all can be read, and say what is known", family->name);
    scene_file_close(file);
    messages_free(&messages);
    free(text.p);
}

/* ---- Solutions ---- */

static size_t count_overlaps(const struct scene_found *found)
{
    size_t n = 0;
    for (size_t i = 0; i < found->contacts; i++) n += found->contact[i].kind == CCDQ_CONTACT_OVERLAP;
    return n;
}

/* Whether what the scene says about its first contact is so. */
static bool is_so(const struct scene_expected *e, const struct scene_found *found)
{
    if (e->overlap != (count_overlaps(found) > 0)) return false;
    if (e->free) return found->verdict == CCDQ_FREE;
    if (!e->time_known) return true;
    if (e->points && e->points != found->contacts) return false;
    return found->verdict == CCDQ_HIT && found->toi_lo <= e->time.hi && found->toi_hi >= e->time.lo;
}

/* Solves scene `id`: false, with a line, if it is not as it says. */
static bool solve(const struct gen_family *family, unsigned id, struct scene_found *found)
{
    struct gen_text text;
    struct messages messages = {0};
    struct scene scene;
    struct scene_options options = scene_defaults;
    options.max_iter = 200000;
    *found = (struct scene_found){0};
    make(family, 1, id, 1, &text);
    struct scene_file *file = scene_file_of(family->name, text.p, text.n);
    bool good = scene_file_next(file, &scene, &messages) == SCENE_FILE_SCENE;
    uint32_t *pair = calloc(scene.pairs + 1, sizeof *pair);
    for (uint32_t i = 0; good && i < scene.pairs; i++) pair[i] = i;
    good = good && scene_solve(&scene, pair, scene.pairs, &options, found) && is_so(&scene.expected, found);
    if (!good)
        diag("%s: verdict %d, flags %d, %zu contacts, [%.17g, %.17g]", scene.name, found->verdict,
             found->flags, found->contacts, found->toi_lo, found->toi_hi);
    free(pair);
    scene_free(&scene);
    scene_file_close(file);
    messages_free(&messages);
    free(text.p);
    return good;
}

static void check_solutions(int row, const struct gen_family *family)
{
    const unsigned n = expected[row].solved * (getenv("CCDQ_LONG") ? 10 : 1);
    unsigned good = 0;
    for (unsigned id = 0; id < n; id++) {
        struct scene_found found;
        good += solve(family, id, &found);
        scene_found_free(&found);
    }
    ok(good == n, "%s: %u scenes are as they say", family->name, n);
}

static void check_checkerboard(void)
{
    struct scene_found found;
    const bool good = solve(gen_find_family(gen_scene_families, "checkerboard"), 0, &found);
    ok(good && found.contacts >= 59, "checkerboard-0 has 59 contacts or more: %zu", found.contacts);
    scene_found_free(&found);
}

int main(void)
{
    int rows = 0;
    for (const struct gen_family *family = gen_scene_families; family->name; family++, rows++) {
        if (!ok(rows < FAMILIES && !strcmp(family->name, expected[rows].name), "the table has %s",
                family->name))
            return tap_done();
        check_text(rows, family);
        check_reading(rows, family);
        check_solutions(rows, family);
    }
    ok(rows == FAMILIES, "the table has no other family");
    check_checkerboard();
    return tap_done();
}
