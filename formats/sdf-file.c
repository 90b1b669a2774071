/* Files of scenes. */
#include "form.h"
#include "sdf-json.h"

/* A value of JSON can be two bytes long and takes 64 in memory, so a larger file is refused before it is read
 * whole. A million spheres are fewer bytes. */
enum { SCENE_BYTES = 1 << 26 };

/* The whole file, in `text`, which ends with a 0. */
static bool read_whole(struct input *in, struct buf *text, struct messages *messages)
{
    struct view view = input_take(in, text, SCENE_BYTES + 1);
    const bool small = view.n <= SCENE_BYTES;
    view_release(&view);
    if (in->no_memory || in->damage)
        message(messages, "%s: %s", in->name, in->damage ? in->damage : "not enough memory for the file");
    else if (!small)
        message(messages, "%s: it has more than %d bytes, which no scene needs", in->name, SCENE_BYTES);
    else
        buf_add(text, "", 1); /* a file that ends before what was asked for is read, not mapped */
    return small && !in->no_memory && !in->damage;
}

bool sdf_file_read(struct sdf *sdf, struct buf *roots, const char *path, struct messages *messages)
{
    struct input in;
    struct buf text = {0};
    if (!input_open(&in, path, messages)) return false;
    if (input_is_gzip(&in)) input_gunzip(&in);
    form_skip_mark(&in);
    const bool good =
        read_whole(&in, &text, messages) && sdf_json_read(sdf, roots, in.name, text.p, text.n - 1, messages);
    input_close(&in);
    buf_free(&text);
    return good;
}
