/* No output takes the place of an input, or of another output. */
#include "vol.h"
#include "../formats/file-set.h"

/* The name of an option and the file it writes. */
struct target {
    const char *option, *file;
};

/* false with a message. */
static bool check_target(const struct file_set *inputs, struct target target)
{
    if (!target.file || !file_set_has(inputs, target.file)) return true;
    cli_message("option --%s: %s is an input, which would be written over", target.option, target.file);
    return false;
}

/* The files of the steps that --vtu lists. */
static bool check_pictures(const struct vol *v, const struct file_set *inputs)
{
    const struct target others[] = {{"output", v->common.output}, {"stats", v->common.stats}};
    struct buf path = {0};
    bool good = true;
    for (size_t k = 0; good && k < v->steps.count; k++) {
        const struct target picture = {"vtu", vol_picture_path(v, k, &path)};
        good = check_target(inputs, picture);
        for (int i = 0; good && i < 2; i++) {
            if (!others[i].file || !output_same(others[i].file, picture.file)) continue;
            cli_message("options --vtu and --%s both write %s", others[i].option, picture.file);
            good = false;
        }
    }
    buf_free(&path);
    return good;
}

bool vol_outputs_check(const struct vol *v, char *const *operands, size_t n)
{
    const struct target targets[] = {
        {"output", v->common.output}, {"stats", v->common.stats}, {"vtu", v->vtu}};
    const size_t files = mesh_sequence_files(v->steps.sequence);
    struct file_set inputs = {0};
    bool good = true;
    for (size_t i = 0; i < n; i++) file_set_add(&inputs, operands[i]);
    for (size_t i = 0; i < files; i++) file_set_add(&inputs, mesh_sequence_file(v->steps.sequence, i));
    file_set_sort(&inputs);
    for (size_t i = 0; good && i < sizeof targets / sizeof *targets; i++)
        good = check_target(&inputs, targets[i]);
    if (good && v->vtu) good = check_pictures(v, &inputs);
    file_set_free(&inputs);
    return good;
}
