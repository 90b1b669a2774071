#include "gen-volume.h"
#include "../formats/mesh-write-vtu.h"
#include <inttypes.h>
#include <string.h>

static const char suffix[] = ".pvd";

bool volume_is_pvd(const char *path)
{
    const size_t n = strlen(path), m = sizeof suffix - 1;
    return n > m && !strcmp(path + n - m, suffix);
}

static bool write_frame(const struct mesh *mesh, const char *path, struct messages *messages)
{
    const struct vtu_values part = {"part", VTK_UINT32, 1, mesh->part};
    const struct vtu_picture picture = {.mesh = mesh, .element = &part, .n_element = 1};
    struct output out;
    if (!output_open(&out, path, false, messages)) return false;
    mesh_write_vtu(&out, &picture); /* its error sticks */
    return !output_close(&out, true, messages);
}

/* The frames, and their lines in the list. */
static bool write_frames(const struct volume_run *run, const struct cli_common *common, struct mesh *mesh,
                         struct output *pvd, struct messages *messages)
{
    struct buf path = {0};
    bool good = true;
    for (uint64_t k = 0; good && k <= run->steps; k++) {
        const uint64_t step = run->first + k;
        path.n = 0;
        buf_printf(&path, "%.*s_%04" PRIu64 ".vtu", (int)(strlen(run->pvd) - strlen(suffix)), run->pvd, step);
        buf_add(&path, "", 1);
        const char *name = (const char *)path.p, *slash = strrchr(name, '/');
        gen_volume_positions(run->family, run->seed, run->size, step, mesh->x);
        good = write_frame(mesh, name, messages);
        pvd_add(pvd, (double)step, slash ? slash + 1 : name); /* its error sticks */
        cli_progress(common, "steps", k);
    }
    buf_free(&path);
    return good;
}

bool volume_write(const struct volume_run *run, const struct cli_common *common)
{
    struct messages messages = {0};
    struct mesh mesh = {0};
    struct output pvd;
    bool good = gen_volume_mesh(run->family, run->seed, run->size, &mesh);
    if (!good) cli_message("out of memory");
    if (good && (good = output_open(&pvd, run->pvd, false, &messages))) {
        pvd_begin(&pvd); /* its error sticks */
        good = write_frames(run, common, &mesh, &pvd, &messages);
        pvd_end(&pvd);
        if (output_close(&pvd, good, &messages)) good = false;
    }
    cli_progress_end(common);
    cli_messages(&messages);
    messages_free(&messages);
    mesh_free(&mesh);
    return good;
}
