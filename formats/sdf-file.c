/* Files of scenes. */
#include "sdf-json.h"
#include "text-file.h"

/* A value of JSON can be two bytes long and takes 64 in memory, so a larger file is refused before it is read
 * whole. A million spheres are fewer bytes. */
enum { SCENE_BYTES = 1 << 26 };

bool sdf_file_read(struct sdf *sdf, struct buf *roots, const char *path, struct messages *messages)
{
    struct buf text = {0};
    const char *name;
    const bool good = text_file_read(&text, &name, path, SCENE_BYTES, "no scene", messages) &&
                      sdf_json_read(sdf, roots, name, text.p, text.n - 1, messages);
    buf_free(&text);
    return good;
}
