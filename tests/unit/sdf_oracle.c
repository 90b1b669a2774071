/* lib/sdf's values against tests/oracle/distance.py: random scenes of each solid and operation, in sizes from
 * 1e-6 to 1e6, at points near, far, on the surface and on axes. The tests are the oracle's; this program only
 * asks and answers. CCDQ_LONG=1 asks forty times as much. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../sdf_scenes.h"

static void submit(FILE *oracle, const struct sdf *sdf, const struct buf *text, struct vec3 p)
{
    const struct interval value = sdf_over_ball(sdf, sdf->nodes - 1, p, 0);
    fprintf(oracle, "%s\t%a %a %a %a %a\n", (const char *)text->p, p.x, p.y, p.z, value.lo, value.hi);
}

int main(void)
{
    static const double sizes[] = {1, 1, 1e-6, 1e6, 0.01};
    const int scenes = getenv("CCDQ_LONG") ? 400 : 10;
    struct buf text = {0};
    struct sdf sdf;
    fflush(stdout);
    FILE *oracle = popen("python3 tests/oracle/distance.py", "w");
    if (!oracle) return 1;
    for (int kind = 0; kind < SCENE_KINDS; kind++) {
        const uint64_t key = rng_key("sdf", (unsigned)kind, 1);
        fprintf(oracle, "group %s\n", scene_kind(kind));
        for (int id = 0; id < scenes; id++) {
            struct rng rng = rng_at(key, (uint64_t)id);
            const double size = sizes[rng_below(&rng, 5)];
            if (!scene_make(&sdf, &text, &rng, kind, size)) return 1;
            for (int i = 0; i < 12; i++) submit(oracle, &sdf, &text, scene_point(&sdf, &rng, size));
            sdf_free(&sdf);
        }
    }
    buf_free(&text);
    return pclose(oracle) != 0;
}
