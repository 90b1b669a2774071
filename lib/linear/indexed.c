/* Queries between the vertices of a mesh. */
#include "batch.h"
#include "linear.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

const char *ccdq_indexed_problem(const struct ccdq_indexed *mesh, size_t i)
{
    if (mesh->type > CCDQ_PP) return "a query of unknown type";
    const uint32_t *index = mesh->index[i];
    int n = ccdq_type_points(mesh->type), twice = 0;
    for (int k = 0; k < n; k++) {
        if (index[k] >= mesh->vertices) return "an index that is not below the number of vertices";
        for (int j = 0; j < k; j++) twice |= index[j] == index[k];
    }
    return twice ? "a vertex that is named twice" : NULL;
}

void ccdq_indexed_query(const struct ccdq_indexed *mesh, size_t i, struct ccdq_query *q)
{
    *q = (struct ccdq_query){.id = ccdq_indexed_id(mesh, i),
                             .type = (uint8_t)mesh->type,
                             .flags = mesh->flags ? mesh->flags[i] : 0,
                             .group = mesh->group ? mesh->group[i] : 0,
                             .min_sep = mesh->min_sep};
    const bool bad = ccdq_indexed_problem(mesh, i);
    const int points = bad ? 0 : ccdq_type_points(mesh->type);
    for (int k = 0; bad && k < 24; k++) q->x[k / 3][k % 3] = NAN;
    for (int k = 0; k < points; k++) {
        const double(*x)[3] = mesh->vertex[mesh->index[i][k]];
        memcpy(q->x[k], x[0], sizeof q->x[k]);
        memcpy(q->x[k + 4], x[1], sizeof q->x[k]);
    }
}

enum { WRITTEN_OUT = 64 };

/* Queries `first` to first + n - 1, none of which has a problem, by a method. */
static void solve_range(const struct ccdq_linear_method *method, const struct ccdq_indexed *mesh,
                        size_t first, size_t n, const struct ccdq_linear_options *options,
                        struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct ccdq_query q[WRITTEN_OUT];
    if (method->solve_indexed) {
        method->solve_indexed(mesh, first, n, options, r, ws);
        return;
    }
    for (size_t done = 0; done < n; done += WRITTEN_OUT) {
        size_t some = n - done < WRITTEN_OUT ? n - done : WRITTEN_OUT;
        for (size_t i = 0; i < some; i++) ccdq_indexed_query(mesh, first + done + i, &q[i]);
        method->solve(q, some, options, r + done, ws);
    }
}

/* The first query from i on that has a problem, or the number of queries. */
static size_t next_problem(const struct ccdq_indexed *mesh, const struct batch_kernel *kernel, size_t i)
{
    enum { TOGETHER = 256 };
    const bool four = mesh->type == CCDQ_VF || mesh->type == CCDQ_EE;
    for (size_t end; i < mesh->queries; i = end) {
        end = mesh->queries - i < TOGETHER ? mesh->queries : i + TOGETHER;
        if (four && !kernel->suspect(mesh, i, end - i)) continue;
        for (; i < end; i++)
            if (ccdq_indexed_problem(mesh, i)) return i;
    }
    return i;
}

void ccdq_linear_solve_indexed(const struct ccdq_linear_method *method, unsigned types,
                               const struct ccdq_indexed *mesh, const struct ccdq_linear_options *options,
                               struct ccdq_result *r, struct ccdq_workspace *ws)
{
    const struct batch_kernel *kernel = linear_batch(options->simd);
    const size_t n = mesh->queries;
    const bool none =
        linear_head_problem(method, linear_types(types, options), mesh->type, mesh->min_sep) != NULL;
    for (size_t start = 0, end; start < n; start = end + 1) {
        end = none ? start : next_problem(mesh, kernel, start);
        if (end > start) solve_range(method, mesh, start, end - start, options, r + start, ws);
        if (end < n) result_set_invalid(&r[end], ccdq_indexed_id(mesh, end), method->number);
    }
}
