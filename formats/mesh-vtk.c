/* Legacy files of VTK, versions 1 to 5.1: unstructured grids and polygons, as text or as bytes. */
#include "mesh-file.h"
#include "vtk-cells.h"
#include "vtk-legacy.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The attributes that are read are those of points, those of cells, or of nothing yet. */
enum about { FIELDS, POINTS, CELLS };

struct vtk {
    struct legacy in;
    struct mesh_taker taker;
    bool polygons, have_cells;
    enum about about;
    uint64_t n;    /* points or cells that the attributes say they are of */
    int part_rank; /* of the array that tells parts, 0: there is none yet */
    size_t passed; /* cells that are vertices and lines of polygon data */
    struct vtk_cells cells;
    struct buf types, ends, connectivity, parts, own;
};

/* n numbers in tuples of `components`; false: their product is too large for any file. */
static bool product(uint64_t n, uint64_t components, uint64_t *all)
{
    if (components && n > UINT64_MAX / 2 / components) return false;
    *all = n * components;
    return true;
}

/* ---- Head ---- */

static bool read_head(struct vtk *vtk)
{
    static const char mark[] = "# vtk DataFile Version ";
    struct legacy *in = &vtk->in;
    struct legacy_line line;
    if ((size_t)(in->end - in->at) < sizeof mark || strncasecmp(in->at, mark, sizeof mark - 1) != 0)
        return legacy_fail(in, "no legacy file of VTK");
    legacy_pass_line(in);
    legacy_pass_line(in); /* a title, and may be blank */
    if (!legacy_next(in, &line) || (!legacy_is(&line, "ASCII") && !legacy_is(&line, "BINARY")))
        return legacy_fail(in, "neither ASCII nor BINARY");
    in->binary = legacy_is(&line, "BINARY");
    return true;
}

static bool read_dataset(struct vtk *vtk, const struct legacy_line *line)
{
    char reason[200];
    vtk->polygons = line->n > 1 && !strcasecmp(line->word[1], "POLYDATA");
    if (vtk->polygons || (line->n > 1 && !strcasecmp(line->word[1], "UNSTRUCTURED_GRID"))) return true;
    snprintf(reason, sizeof reason, "a data set %s, which is neither UNSTRUCTURED_GRID nor POLYDATA",
             line->n > 1 ? line->word[1] : "without a kind");
    return legacy_fail(&vtk->in, reason);
}

/* ---- Points and cells ---- */

static bool read_points(struct vtk *vtk, const struct legacy_line *line)
{
    const uint64_t n = legacy_count(line, 1);
    struct vtk_data x;
    if (line->n < 3 || n >= UINT32_MAX) return legacy_fail(&vtk->in, "POINTS without their number and type");
    if (vtk->taker.file->mesh.nodes) return legacy_fail(&vtk->in, "POINTS for a second time");
    if (!legacy_numbers(&vtk->in, vtk_type_named(line->word[2]), 3 * n, &vtk->own, &x)) return false;
    for (size_t i = 0; i < n; i++) {
        const double point[3] = {vtk_real(&x, 3 * i), vtk_real(&x, 3 * i + 1), vtk_real(&x, 3 * i + 2)};
        if (!mesh_add_node(&vtk->taker.file->mesh, point)) return legacy_fail(&vtk->in, "not enough memory");
    }
    return true;
}

/* "OFFSETS type" and its numbers, as versions from 5 on have them. */
static bool read_named(struct vtk *vtk, const char *word, uint64_t n, struct buf *own, struct vtk_data *data)
{
    struct legacy_line line;
    char reason[40];
    if (legacy_next(&vtk->in, &line) && legacy_is(&line, word) && line.n > 1)
        return legacy_numbers(&vtk->in, vtk_type_named(line.word[1]), n, own, data);
    snprintf(reason, sizeof reason, "no %s and their type", word);
    return legacy_fail(&vtk->in, reason);
}

/* Finds where each of n cells ends whose nodes stand behind their number. */
static bool walk_counts(struct vtk *vtk, uint64_t n, const struct vtk_data *numbers, struct buf *ends)
{
    uint64_t at = 0;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t count = at < numbers->n ? vtk_index(numbers, (size_t)at) : UINT64_MAX;
        if (count >= numbers->n - at)
            return legacy_fail(&vtk->in, "cells with more nodes than there are numbers");
        at += 1 + count;
        if (!buf_try_reserve(ends, sizeof at)) return legacy_fail(&vtk->in, "not enough memory");
        buf_add(ends, &at, sizeof at);
    }
    if (at != numbers->n) return legacy_fail(&vtk->in, "cells with fewer nodes than there are numbers");
    return true;
}

/* Cells after the line "CELLS n size", in the one form or the other. */
static bool read_cells(struct vtk *vtk, const struct legacy_line *line, struct vtk_cells *cells,
                       struct buf *ends, struct buf *connectivity)
{
    const uint64_t n = legacy_count(line, 1), size = legacy_count(line, 2);
    struct legacy_line next;
    if (n >= UINT32_MAX || size > UINT64_MAX / 16)
        return legacy_fail(&vtk->in, "cells without their numbers");
    if (legacy_peek(&vtk->in, &next) && legacy_is(&next, "OFFSETS")) {
        cells->n = n ? (size_t)n - 1 : 0;
        cells->first_end = 1;
        return read_named(vtk, "OFFSETS", n, ends, &cells->ends) &&
               read_named(vtk, "CONNECTIVITY", size, connectivity, &cells->connectivity);
    }
    if (!legacy_numbers(&vtk->in, VTK_INT32, size, connectivity, &cells->connectivity)) return false;
    ends->n = 0;
    if (!walk_counts(vtk, n, &cells->connectivity, ends)) return false;
    cells->n = (size_t)n;
    cells->gap = 1;
    cells->ends = (struct vtk_data){VTK_UINT64, false, ends->p, (size_t)n};
    return true;
}

static bool read_elements(struct vtk *vtk, const struct legacy_line *line)
{
    if (vtk->have_cells) return legacy_fail(&vtk->in, "cells for a second time");
    vtk->have_cells = true;
    vtk->cells.first_number = vtk->cells.first_part = vtk->passed;
    return read_cells(vtk, line, &vtk->cells, &vtk->ends, &vtk->connectivity);
}

/* Vertices and lines of polygon data are passed over, strips refused. */
static bool read_others(struct vtk *vtk, const struct legacy_line *line)
{
    struct buf ends = {0}, connectivity = {0};
    struct vtk_cells cells = {0};
    const bool read = read_cells(vtk, line, &cells, &ends, &connectivity);
    if (read && legacy_is(line, "TRIANGLE_STRIPS") && cells.n)
        mesh_leave_out(&vtk->taker, (struct mesh_place){"element", vtk->passed + vtk->cells.n},
                       "triangle strips are not read");
    if (!vtk->have_cells) vtk->passed += cells.n;
    buf_free(&ends);
    buf_free(&connectivity);
    return read;
}

static bool read_types(struct vtk *vtk, const struct legacy_line *line)
{
    if (legacy_count(line, 1) != vtk->cells.n) return legacy_fail(&vtk->in, "other CELL_TYPES than CELLS");
    return legacy_numbers(&vtk->in, VTK_INT32, vtk->cells.n, &vtk->types, &vtk->cells.types);
}

/* ---- Attributes ---- */

static bool read_vectors(struct vtk *vtk, const char *name, enum vtk_type type, uint64_t n)
{
    double(*v)[3];
    struct vtk_data data;
    if (!mesh_add_vectors(&vtk->taker, name, (size_t)n, &v)) return false;
    if (!v) return legacy_pass_numbers(&vtk->in, type, 3 * n);
    if (!legacy_numbers(&vtk->in, type, 3 * n, &vtk->own, &data)) {
        mesh_drop_vectors(&vtk->taker);
        return false;
    }
    for (size_t i = 0; i < data.n; i++) v[i / 3][i % 3] = vtk_real(&data, i);
    return true;
}

static bool read_parts(struct vtk *vtk, int rank, enum vtk_type type, uint64_t n)
{
    struct vtk_data *parts = &vtk->cells.parts;
    vtk->part_rank = rank;
    if (!legacy_numbers(&vtk->in, type, n, &vtk->parts, parts)) {
        parts->p = NULL;
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (vtk_index(parts, i) < UINT32_MAX) continue;
        parts->p = NULL;
        legacy_fail(&vtk->in,
                    "the numbers before are not taken for parts: they are not from 0 to 4294967294");
        break;
    }
    return true;
}

/* An array, taken if it is one of vectors or parts. */
static bool read_array(struct vtk *vtk, const char *name, uint64_t components, uint64_t tuples,
                       const char *type_name)
{
    const enum vtk_type type = vtk_type_named(type_name);
    const bool of_all = tuples == vtk->n && vtk->about != FIELDS,
               real = type == VTK_FLOAT32 || type == VTK_FLOAT64;
    const int rank = vtk_part_rank(name);
    const size_t cells = vtk->passed + vtk->cells.n;
    uint64_t all;
    if (!product(tuples, components, &all)) return legacy_fail(&vtk->in, "an array without its numbers");
    if (vtk->about == POINTS && of_all && components == 3 && real && tuples == vtk->taker.file->mesh.nodes)
        return read_vectors(vtk, name, type, tuples);
    if (vtk->about == CELLS && of_all && components == 1 && rank && tuples >= cells &&
        (!vtk->part_rank || rank < vtk->part_rank))
        return read_parts(vtk, rank, type, tuples);
    return legacy_pass_numbers(&vtk->in, type, all);
}

static bool read_field(struct vtk *vtk, const struct legacy_line *head)
{
    struct legacy_line line;
    for (uint64_t n = legacy_count(head, 2); n; n--) {
        if (!legacy_next(&vtk->in, &line)) return legacy_fail(&vtk->in, "the file ends inside a FIELD");
        if (legacy_is(&line, "METADATA")) {
            legacy_pass_block(&vtk->in);
            n++;
        } else if (line.n < 4) {
            return legacy_fail(&vtk->in, "an array of a FIELD without its numbers and type");
        } else if (!read_array(vtk, line.word[0], legacy_count(&line, 1), legacy_count(&line, 2),
                               line.word[3])) {
            return false;
        }
    }
    return true;
}

static bool read_scalars(struct vtk *vtk, const struct legacy_line *line)
{
    struct legacy_line next;
    if (legacy_peek(&vtk->in, &next) && legacy_is(&next, "LOOKUP_TABLE")) legacy_next(&vtk->in, &next);
    return read_array(vtk, line->word[1], line->n > 3 ? legacy_count(line, 3) : 1, vtk->n, line->word[2]);
}

/* Colours are bytes where the file is binary, else numbers from 0 to 1. */
static bool pass_colours(struct vtk *vtk, uint64_t n, uint64_t components)
{
    uint64_t all;
    if (!product(n, components, &all)) return legacy_fail(&vtk->in, "colours without their numbers");
    return legacy_pass_numbers(&vtk->in, VTK_UINT8, all);
}

static bool read_attribute(struct vtk *vtk, const struct legacy_line *line)
{
    static const struct {
        const char *word;
        uint64_t components;
    } plain[] = {{"NORMALS", 3},    {"TENSORS", 9},      {"TENSORS6", 6},
                 {"GLOBAL_IDS", 1}, {"PEDIGREE_IDS", 1}, {"EDGE_FLAGS", 1}};
    uint64_t all;
    if (legacy_is(line, "METADATA")) {
        legacy_pass_block(&vtk->in);
        return true;
    }
    if (legacy_is(line, "FIELD")) return read_field(vtk, line);
    if (legacy_is(line, "COLOR_SCALARS")) return pass_colours(vtk, vtk->n, legacy_count(line, 2));
    if (legacy_is(line, "LOOKUP_TABLE")) return pass_colours(vtk, legacy_count(line, 2), 4);
    if (line->n < 3) return legacy_fail(&vtk->in, "a line that is not known");
    if (legacy_is(line, "SCALARS")) return read_scalars(vtk, line);
    if (legacy_is(line, "VECTORS")) return read_array(vtk, line->word[1], 3, vtk->n, line->word[2]);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (legacy_is(line, plain[i].word) && product(vtk->n, plain[i].components, &all))
            return legacy_pass_numbers(&vtk->in, vtk_type_named(line->word[2]), all);
    if (legacy_is(line, "TEXTURE_COORDINATES") && line->n > 3 && product(vtk->n, legacy_count(line, 2), &all))
        return legacy_pass_numbers(&vtk->in, vtk_type_named(line->word[3]), all);
    return legacy_fail(&vtk->in, "a line that is not known");
}

static bool read_section(struct vtk *vtk, const struct legacy_line *line)
{
    if (legacy_is(line, "DATASET")) return read_dataset(vtk, line);
    if (legacy_is(line, "POINTS")) return read_points(vtk, line);
    if (legacy_is(line, vtk->polygons ? "POLYGONS" : "CELLS")) return read_elements(vtk, line);
    if (legacy_is(line, "CELL_TYPES")) return read_types(vtk, line);
    if (legacy_is(line, "VERTICES") || legacy_is(line, "LINES") || legacy_is(line, "TRIANGLE_STRIPS"))
        return read_others(vtk, line);
    return read_attribute(vtk, line);
}

/* Reads all sections. What is damaged behind points and cells costs only itself, with a message. */
static bool read_all(struct vtk *vtk)
{
    struct legacy_line line;
    while (legacy_next(&vtk->in, &line)) {
        const bool points = legacy_is(&line, "POINT_DATA"), cells = legacy_is(&line, "CELL_DATA");
        if (points || cells) {
            vtk->about = points ? POINTS : CELLS;
            vtk->n = legacy_count(&line, 1);
        } else if (!read_section(vtk, &line)) {
            return vtk->about != FIELDS;
        }
    }
    return true;
}

static bool take_cells(struct vtk *vtk)
{
    vtk->taker.nodes = vtk->taker.file->mesh.nodes;
    if (!vtk->polygons && vtk->cells.n && !vtk->cells.types.p) return legacy_fail(&vtk->in, "no CELL_TYPES");
    return vtk_take_cells(&vtk->taker, &vtk->cells);
}

bool mesh_read_vtk(const char *name, const unsigned char *p, size_t n, struct mesh_file *file,
                   struct messages *messages)
{
    const char *text = (const char *)p;
    struct vtk vtk = {.in = {name, messages, text, text, text + n, text, false},
                      .taker = {.name = name, .file = file, .messages = messages}};
    const bool read = read_head(&vtk) && read_all(&vtk) && take_cells(&vtk);
    struct buf *const bufs[] = {&vtk.types, &vtk.ends, &vtk.connectivity, &vtk.parts, &vtk.own};
    for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++) buf_free(bufs[i]);
    return read;
}
