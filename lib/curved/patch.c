/* Shapes of patches, the record that holds a pair of them, and what no method can solve. */
#include "../ccdq.h"
#include <math.h>
#include <stdio.h>

size_t ccdq_shape_points(const struct ccdq_shape *shape)
{
    const size_t m = shape->degree[0], n = shape->degree[1];
    return shape->domain == CCDQ_QUAD ? (m + 1) * (n + 1) : (m + 1) * (m + 2) / 2;
}

size_t ccdq_shape_width(const struct ccdq_shape *shape)
{
    return shape->rational ? 4 : 3;
}

const char *ccdq_shape_problem(const struct ccdq_shape *shape)
{
    if (shape->domain > CCDQ_QUAD) return "its domain is neither a triangle nor a quad";
    for (int i = 0; i < 2; i++) {
        if (!shape->degree[i]) return "its degree is 0";
        if (shape->degree[i] > CCDQ_MAX_DEGREE) return "its degree is above 16";
    }
    if (shape->domain == CCDQ_TRIANGLE && shape->degree[0] != shape->degree[1])
        return "it is a triangle of two degrees";
    if (shape->rational > 1 || shape->zero) return "a field of its shape that is 0 or 1 is neither";
    return NULL;
}

/* Doubles of the control points of one patch, at one time. */
static size_t reals(const struct ccdq_shape *shape)
{
    return ccdq_shape_points(shape) * ccdq_shape_width(shape);
}

size_t ccdq_patch_record_size(const struct ccdq_shape shape[2])
{
    return sizeof(struct ccdq_patch_head) + 2 * (reals(&shape[0]) + reals(&shape[1])) * sizeof(double);
}

void ccdq_patch_record_query(const void *record, struct ccdq_patch_query *q)
{
    const struct ccdq_patch_head *head = record;
    const double *next = (const double *)(head + 1);
    q->id = head->id;
    q->end = head->end;
    for (int i = 0; i < 2; i++) {
        q->patch[i] = (struct ccdq_patch){head->shape[i], next, next + reals(&head->shape[i])};
        next += 2 * reals(&head->shape[i]);
    }
}

/* What is wrong with control point k, or NULL. */
static const char *point_problem(const struct ccdq_patch *patch, size_t k)
{
    const size_t width = ccdq_shape_width(&patch->shape);
    const double *point = patch->point + k * width, *velocity = patch->velocity + k * width;
    for (size_t i = 0; i < width; i++)
        if (!isfinite(point[i]) || !isfinite(velocity[i])) return "is not finite";
    if (width == 3) return NULL;
    if (point[3] < 0) return "has a negative weight";
    if (point[3] == 0) return "has the weight 0";
    if (velocity[3] != 0) return "has a weight that changes";
    return NULL;
}

const char *ccdq_patch_problem(const struct ccdq_patch_query *q, char *text, size_t size)
{
    for (int i = 0; i < 2; i++) {
        const char *problem = ccdq_shape_problem(&q->patch[i].shape);
        if (!problem) continue;
        snprintf(text, size, "patch %d: %s", i + 1, problem);
        return text;
    }
    if (!(q->end > 0 && isfinite(q->end))) {
        snprintf(text, size, "its time %g is not positive and finite", q->end);
        return text;
    }
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < ccdq_shape_points(&q->patch[i].shape); k++) {
            const char *problem = point_problem(&q->patch[i], k);
            if (!problem) continue;
            snprintf(text, size, "patch %d: control point %zu %s", i + 1, k, problem);
            return text;
        }
    return NULL;
}
