/* Scenes of tests from text, and values of their tapes at points. */
#ifndef CCDQ_TEST_SCENE_TEXT_H
#define CCDQ_TEST_SCENE_TEXT_H

#include "../../formats/scene-file.h"
#include "../tap.h"
#include <stdlib.h>
#include <string.h>

static struct messages text_messages;

/* The last line of messages, without its newline. */
static inline const char *text_message(void)
{
    static char line[500];
    snprintf(line, sizeof line, "%.*s", (int)text_messages.text.n,
             text_messages.text.n ? (const char *)text_messages.text.p : "");
    line[strcspn(line, "\n")] = 0;
    return line;
}

/* The first scene of a text; what else is in the text is not looked at. */
static inline enum scene_next text_scene(struct scene *scene, const char *text)
{
    messages_clear(&text_messages);
    struct scene_file *file = scene_file_of("s", text, strlen(text));
    const enum scene_next next = scene_file_next(file, scene, &text_messages);
    scene_file_close(file);
    return next;
}

/* Bounds of the first n outputs at a point; their states. */
static inline unsigned text_eval(const struct tape *tape, const double *x, size_t n, struct interval *value)
{
    struct tape_work work = {0};
    ival box[TAPE_VARIABLES];
    struct jet *jet = calloc(tape->outputs, sizeof *jet);
    unsigned state = TAPE_EMPTY;
    for (size_t i = 0; i < n; i++) value[i] = (struct interval){NAN, NAN};
    for (unsigned i = 0; i < tape->variables; i++) box[i] = ival_point(x[i]);
    if (jet && tape_work_fit(&work, tape)) {
        const int mode = upward_begin();
        state = tape_eval(tape, box, TAPE_VALUE, jet, &work);
        upward_end(mode);
        for (size_t i = 0; i < n; i++) value[i] = ival_interval(jet[i].value);
    }
    free(jet);
    tape_work_free(&work);
    return state;
}

/* Whether the interval holds what C's own functions say, but for their errors, and is narrow. */
static inline int text_near(struct interval x, double y, double error)
{
    const double slack = error * (1 + fabs(y));
    return x.lo - slack <= y && y <= x.hi + slack && x.hi - x.lo <= slack;
}

#endif
