/* lib/sdf against tests/oracle/distance.py: random scenes of each solid and operation, in sizes from 1e-6 to
 * 1e6, at points near, far, on the surface and on axes. Once the enclosures of values, once what the linear
 * functions on a triangle say about a corner: the triangle is so small that their roundings are most of what
 * separates them. The tests are the oracle's; this program only asks and answers. CCDQ_LONG=1 asks forty
 * times as much. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../sdf_scenes.h"

static struct interval at_corner(const struct sdf *sdf, struct rng *rng, struct vec3 p, double edge)
{
    const double a = rng_real(rng, -edge, edge), b = rng_real(rng, -edge, edge),
                 c = rng_real(rng, -edge, edge);
    const struct sdf_hull hull = {
        .n = 3, .leading = 3, .v = {p, {p.x + a, p.y + b, p.z + c}, {p.x + c, p.y + a, p.z + b}}};
    const struct sdf_linear bound = sdf_over_hull(sdf, sdf->nodes - 1, &hull, p, true);
    return (struct interval){bound.lo[0], bound.hi[0]};
}

static void submit(FILE *oracle, const char *text, struct vec3 p, struct interval value)
{
    fprintf(oracle, "%s\t%a %a %a %a %a\n", text, p.x, p.y, p.z, value.lo, value.hi);
}

/* A failure to make a scene ends the program without the oracle's plan. */
static void ask(FILE *oracle, int kind, int scenes, bool corners)
{
    static const double sizes[] = {1, 1, 1e-6, 1e6, 0.01};
    const uint64_t key = rng_key(corners ? "corner" : "value", (unsigned)kind, 1);
    struct buf text = {0};
    struct sdf sdf;
    fprintf(oracle, "group %s%s\n", scene_kind(kind), corners ? ", corners of triangles" : "");
    for (int id = 0; id < scenes; id++) {
        struct rng rng = rng_at(key, (uint64_t)id);
        const double size = sizes[rng_below(&rng, 5)];
        if (!scene_make(&sdf, &text, &rng, kind, size)) exit(1);
        for (int i = 0; i < 12; i++) {
            const struct vec3 p = scene_point(&sdf, &rng, size);
            const struct interval value =
                corners ? at_corner(&sdf, &rng, p, 1e-10 * size) : sdf_over_ball(&sdf, sdf.nodes - 1, p, 0);
            submit(oracle, (const char *)text.p, p, value);
        }
        sdf_free(&sdf);
    }
    buf_free(&text);
}

int main(void)
{
    const int scenes = getenv("CCDQ_LONG") ? 400 : 10;
    fflush(stdout);
    FILE *oracle = popen("python3 tests/oracle/distance.py", "w");
    if (!oracle) return 1;
    for (int kind = 0; kind < 2 * SCENE_KINDS; kind++) ask(oracle, kind / 2, scenes, kind % 2);
    return pclose(oracle) != 0;
}
