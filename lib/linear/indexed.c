/* Queries between the vertices of a mesh. */
#include "linear.h"
#include <stdbool.h>
#include <string.h>

static const unsigned char points[] = {[CCDQ_VF] = 4, [CCDQ_EE] = 4, [CCDQ_PE] = 3, [CCDQ_PP] = 2};

const char *ccdq_indexed_problem(const struct ccdq_indexed *mesh, size_t i)
{
    if (mesh->type > CCDQ_PP) return "a query of unknown type";
    const uint32_t *index = mesh->index[i];
    int n = points[mesh->type], twice = 0;
    for (int k = 0; k < n; k++) {
        if (index[k] >= mesh->vertices) return "an index that is not below the number of vertices";
        for (int j = 0; j < k; j++) twice |= index[j] == index[k];
    }
    return twice ? "a vertex that is named twice" : NULL;
}

static uint64_t id_of(const struct ccdq_indexed *mesh, size_t i)
{
    return mesh->id ? mesh->id[i] : mesh->first_id + i;
}

void ccdq_indexed_query(const struct ccdq_indexed *mesh, size_t i, struct ccdq_query *q)
{
    *q = (struct ccdq_query){.id = id_of(mesh, i),
                             .type = (uint8_t)mesh->type,
                             .flags = mesh->flags ? mesh->flags[i] : 0,
                             .group = mesh->group ? mesh->group[i] : 0,
                             .min_sep = mesh->min_sep};
    for (int k = 0; k < points[mesh->type]; k++) {
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

void ccdq_linear_solve_indexed(const struct ccdq_linear_method *method, unsigned types,
                               const struct ccdq_indexed *mesh, const struct ccdq_linear_options *options,
                               struct ccdq_result *r, struct ccdq_workspace *ws)
{
    const size_t n = mesh->queries;
    const bool none = linear_head_problem(method, types, mesh->type, mesh->min_sep) != NULL;
    for (size_t start = 0, i = 0; i <= n; i++) {
        if (i < n && !none && !ccdq_indexed_problem(mesh, i)) continue;
        solve_range(method, mesh, start, i - start, options, r + start, ws);
        if (i < n) linear_set_invalid(&r[i], id_of(mesh, i), method->number);
        start = i + 1;
    }
}
