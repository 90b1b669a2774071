#include "gen-scene.h"
#include "../formats/output.h"
#include <errno.h>
#include <stdlib.h>

/* false: memory is out, or the text could not be written, which output_close tells. */
static bool write_scene(const struct scene_run *run, uint64_t id, struct gen_text *text, struct output *out)
{
    text->n = 0;
    gen_scene(run->family, run->seed, run->size, id, text);
    if (text->lost) xnomem();
    if (!output_write(out, text->p, text->n)) return true;
    if (errno == EPIPE) cli_broken_pipe();
    return false;
}

bool scene_write_all(const struct scene_run *run, const struct cli_common *common, uint64_t *written)
{
    struct messages messages = {0};
    struct gen_text text = {0};
    struct output out;
    bool good = output_open(&out, common->output, false, &messages);
    if (good) {
        for (uint64_t k = run->part; good && k < run->count; k += run->parts) {
            good = write_scene(run, run->first + k, &text, &out);
            cli_progress(common, "scenes", ++*written);
            if (run->count - k <= run->parts) break; /* k + parts may be beyond 2^64 */
        }
        if (output_close(&out, good, &messages)) good = false;
    }
    cli_progress_end(common);
    cli_messages(&messages);
    messages_free(&messages);
    free(text.p);
    return good;
}
