/* Texts of Bezier patches. */
#include "patch-model.h"
#include "number.h"
#include "text-file.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODEL_MOST = 1 << 26, PATCHES_MOST = 1000000 };

void patch_model_free(struct patch_model *model)
{
    for (size_t i = 0; i < model->patches; i++) free(model->patch[i].point);
    free(model->patch);
    *model = (struct patch_model){0};
}

static bool is_blank(char c)
{
    return c && strchr(" \t\r\n\v\f", c);
}

const char number_text_problem[] = "a number is expected, 1e60 in size at most";

int number_text_next(struct number_text *text, double *x)
{
    while (text->at < text->end && is_blank(*text->at)) text->at++;
    const char *stop = text->at;
    while (stop < text->end && !is_blank(*stop)) stop++;
    const bool good = number_parse(text->at, (size_t)(stop - text->at), x) && fabs(*x) <= 1e60;
    if (text->at == text->end) return 0;
    if (good) text->at = stop;
    return good ? 1 : -1;
}

bool number_text_whole(struct number_text *text, double least, double most, size_t *x)
{
    double number;
    if (number_text_next(text, &number) != 1 || !(number >= least && number <= most) ||
        number != floor(number))
        return false;
    *x = (size_t)number;
    return true;
}

static const char *read_patch(struct number_text *text, struct patch_model *model)
{
    size_t degree[2];
    for (int i = 0; i < 2; i++)
        if (!number_text_whole(text, 1, PATCH_DEGREE, &degree[i]))
            return "two degrees from 1 to 15 are expected";
    const size_t points = (degree[0] + 1) * (degree[1] + 1);
    struct scene_patch *p = &model->patch[model->patches];
    *p = (struct scene_patch){(unsigned)degree[0], (unsigned)degree[1], malloc(points * sizeof *p->point)};
    if (!p->point) return "not enough memory";
    model->patches++;
    for (size_t i = 0; i < 4 * points; i++) {
        p->point[i / 4][3] = 1;
        if (i % 4 < 3 && number_text_next(text, &p->point[i / 4][i % 4]) != 1) return number_text_problem;
    }
    return NULL;
}

static const char *read_patches(struct number_text *text, struct patch_model *model)
{
    size_t n;
    double more;
    const char *problem = NULL;
    if (!number_text_whole(text, 1, PATCHES_MOST, &n)) return "how many patches there are is expected";
    model->patch = malloc(n * sizeof *model->patch);
    if (!model->patch) return "not enough memory";
    while (model->patches < n && !problem) problem = read_patch(text, model);
    if (problem) return problem;
    return number_text_next(text, &more) ? "more than its patches" : NULL;
}

bool bezier_file_read(struct patch_model *model, const char *path, struct messages *messages)
{
    struct buf text = {0};
    const char *name;
    *model = (struct patch_model){0};
    bool good = text_file_read(&text, &name, path, MODEL_MOST, "no model", messages);
    if (good) {
        struct number_text numbers = {(const char *)text.p, (const char *)text.p + text.n - 1};
        const char *problem = read_patches(&numbers, model);
        size_t line = 1;
        for (const char *p = (const char *)text.p; p < numbers.at; p++) line += *p == '\n';
        if (problem) message(messages, "%s:%zu: %s", name, line, problem);
        good = !problem;
    }
    buf_free(&text);
    return good;
}
