/* First contacts of large meshes, of one triangle, and of each triangle of large meshes (Table 1.3). */
#include "bench.h"
#include "sdf-run.h"

/* ---- Large meshes ---- */

static void first_row(const char *name, const struct sdf_model *model, const char *solid, const char *json,
                      int column, struct ccdq_workspace *ws)
{
    enum { STEPS = 64 };
    struct sdf sdf = {0};
    struct sample seconds = {0}, evals = {0}, build = {0};
    size_t hits = 0;
    sdf_set_solid(&sdf, json);
    for (uint64_t k = 0; k < STEPS; k++) {
        struct sdf_step step;
        struct sdf_answer a;
        sdf_step_model(&step, model, k);
        sdf_run_first(column, DELTA, &sdf, &step, &a, ws); /* brings the mesh into the caches */
        sample_add(&seconds, sdf_run_first(column, DELTA, &sdf, &step, &a, ws));
        sample_add(&evals, a.evals);
        sample_add(&build, step.build_seconds);
        hits += a.verdict == CCDQ_HIT;
        sdf_step_free(&step);
    }
    const struct summary s = sample_summary(&seconds), e = sample_summary(&evals), b = sample_summary(&build);
    printf("%-26s %9zu %-6s %-9s %9.3f %9.3f %9.0f %9.0f %6zu/%d %9.1f\n", name, model->triangles, solid,
           sdf_column_name(column), 1e3 * s.median, 1e3 * s.max, e.median, e.max, hits, STEPS,
           1e3 * b.median);
    fflush(stdout);
    free(seconds.x);
    free(evals.x);
    free(build.x);
    sdf_free(&sdf);
}

void sdf_bench_large(struct ccdq_workspace *ws)
{
    static const char *const files[] = {"armadillo_86k.ply", "armadillo_13k_surface.obj", "bunny_5k.ply"};
    printf("\nFirst contact of large meshes at a delta of %g: ms, evaluations of phi; ms to build the "
           "spheres.\n\n"
           "%-26s %9s %-6s %-9s %9s %9s %9s %9s %9s %9s\n",
           DELTA, "mesh", "triangles", "solid", "method", "median ms", "max", "evals", "max", "hits",
           "build");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct sdf_model model;
        if (!sdf_model_read(&model, files[i])) continue;
        for (int c = CERTIFIED; c <= FWGSS; c++) {
            first_row(files[i], &model, "torus", TORUS, c, ws);
            first_row(files[i], &model, "box", BOX, c, ws);
        }
        sdf_model_free(&model);
    }
}

/* ---- One triangle ---- */

void sdf_bench_one(size_t n, struct ccdq_workspace *ws)
{
    static const struct {
        const char *name, *json;
    } solids[] = {{"torus", TORUS},
                  {"box", BOX},
                  {"sphere", "{\"sphere\": {\"radius\": 0.15}}"},
                  {"union", "{\"union\": [" TORUS ", " BOX ", {\"sphere\": {\"radius\": 0.1}}]}"}};
    enum { SOLIDS = sizeof solids / sizeof *solids };
    printf("\nOne triangle, us each on average (median), its tree of one sphere included; each %d times in "
           "succession.\n\n%-9s",
           SDF_OFTEN, "method");
    for (int i = 0; i < SOLIDS; i++) printf(" %20s", solids[i].name);
    putchar('\n');
    for (int c = 0; c < COLUMNS; c++) {
        printf("%-9s", sdf_column_name(c));
        for (int i = 0; i < SOLIDS; i++) {
            struct sdf sdf = {0};
            struct sample seconds = {0};
            sdf_set_solid(&sdf, solids[i].json);
            for (uint64_t k = 0; k < n; k++) {
                struct sdf_step step;
                sdf_step_triangle(&step, k);
                sample_add(&seconds, sdf_run_often(c, &sdf, &step, ws));
                sdf_step_free(&step);
            }
            const struct summary s = sample_summary(&seconds);
            char text[40];
            snprintf(text, sizeof text, "%.2f (%.2f)", 1e6 * s.mean, 1e6 * s.median);
            printf(" %20s", text);
            free(seconds.x);
            sdf_free(&sdf);
        }
        putchar('\n');
    }
}

/* ---- Table 1.3 ---- */

void sdf_bench_each(struct ccdq_workspace *ws)
{
    static const struct {
        size_t n;
        double dcd, fwgss;
    } sizes[] = {{1000, 25.99, 6.29}, {10000, 28.57, 3.31}, {100000, 27.34, 0.96}};
    enum { STEPS = 8 };
    struct sdf sdf = {0};
    sdf_set_solid(&sdf, TORUS);
    printf(
        "\nTable 1.3. Each triangle's own first contact (--all): us a triangle, and how many of 100 touch. A "
        "dented "
        "ball\nand the torus, mean of %d steps. Thesis, armadillo and spike grid, us a triangle tested: dcd, "
        "fwgss.\n\n%-9s",
        STEPS, "triangles");
    for (int c = 0; c < COLUMNS; c++) printf(" %9s", sdf_column_name(c));
    printf(" %9s %14s\n", "touch", "thesis");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct sdf_model model;
        double seconds[COLUMNS] = {0};
        size_t hits = 0;
        sdf_model_ball(&model, sizes[i].n);
        struct sdf_answer *a = bench_alloc(model.triangles, sizeof *a);
        for (uint64_t k = 0; k < STEPS; k++) {
            struct sdf_step step;
            sdf_step_model(&step, &model, k);
            for (int c = COLUMNS - 1; c >= 0; c--) seconds[c] += sdf_run_each(c, &sdf, &step, a, ws);
            for (size_t t = 0; t < model.triangles; t++) hits += a[t].verdict == CCDQ_HIT;
            sdf_step_free(&step);
        }
        const double all = (double)(STEPS * model.triangles);
        printf("%-9zu", model.triangles);
        for (int c = 0; c < COLUMNS; c++) printf(" %9.2f", 1e6 * seconds[c] / all);
        printf(" %9.1f %6.2f %7.2f\n", 100 * (double)hits / all, sizes[i].dcd, sizes[i].fwgss);
        fflush(stdout);
        free(a);
        sdf_model_free(&model);
    }
    sdf_free(&sdf);
}
