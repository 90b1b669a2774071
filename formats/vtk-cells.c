/* The kinds of cells that VTK numbers. */
#include "vtk-cells.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { POLYGON = 7, KNOWN_TYPES = 82 };

enum taking {
    UNKNOWN,
    TAKE,      /* as it is */
    SQUARE,    /* its corners are numbered row by row, not round */
    QUADRATIC, /* its corners come first */
    POLYGONAL, /* three or four corners will do */
    PASS,      /* neither area nor volume */
    REFUSE,
};

static const struct {
    enum taking taking;
    unsigned char cell, nodes;
    const char *plural;
} types[KNOWN_TYPES] = {
    [0] = {.taking = PASS},
    [1] = {.taking = PASS},
    [2] = {.taking = PASS},
    [3] = {.taking = PASS},
    [4] = {.taking = PASS},
    [5] = {TAKE, MESH_TRIANGLE, 3, NULL},
    [6] = {.taking = REFUSE, .plural = "triangle strips"},
    [POLYGON] = {.taking = POLYGONAL},
    [8] = {SQUARE, MESH_QUAD, 4, NULL},
    [9] = {TAKE, MESH_QUAD, 4, NULL},
    [10] = {TAKE, MESH_TETRAHEDRON, 4, NULL},
    [11] = {SQUARE, MESH_HEXAHEDRON, 8, NULL},
    [12] = {TAKE, MESH_HEXAHEDRON, 8, NULL},
    [13] = {TAKE, MESH_PRISM, 6, NULL},
    [14] = {TAKE, MESH_PYRAMID, 5, NULL},
    [15] = {.taking = REFUSE, .plural = "pentagonal prisms"},
    [16] = {.taking = REFUSE, .plural = "hexagonal prisms"},
    [21] = {.taking = PASS},
    [22] = {QUADRATIC, MESH_TRIANGLE, 6, NULL},
    [23] = {QUADRATIC, MESH_QUAD, 8, NULL},
    [24] = {QUADRATIC, MESH_TETRAHEDRON, 10, NULL},
    [25] = {QUADRATIC, MESH_HEXAHEDRON, 20, NULL},
    [26] = {QUADRATIC, MESH_PRISM, 15, NULL},
    [27] = {QUADRATIC, MESH_PYRAMID, 13, NULL},
    [28] = {QUADRATIC, MESH_QUAD, 9, NULL},
    [29] = {QUADRATIC, MESH_HEXAHEDRON, 27, NULL},
    [30] = {QUADRATIC, MESH_QUAD, 6, NULL},
    [31] = {QUADRATIC, MESH_PRISM, 12, NULL},
    [32] = {QUADRATIC, MESH_PRISM, 18, NULL},
    [33] = {QUADRATIC, MESH_HEXAHEDRON, 24, NULL},
    [34] = {QUADRATIC, MESH_TRIANGLE, 7, NULL},
    [35] = {.taking = PASS},
    [36] = {.taking = REFUSE, .plural = "quadratic polygons"},
    [37] = {QUADRATIC, MESH_PYRAMID, 19, NULL},
    [41] = {.taking = REFUSE, .plural = "convex point sets"},
    [42] = {.taking = REFUSE, .plural = "polyhedra"},
    [51] = {.taking = PASS},
    [52] = {.taking = REFUSE, .plural = "parametric surfaces"},
    [53] = {.taking = REFUSE, .plural = "parametric triangle surfaces"},
    [54] = {.taking = REFUSE, .plural = "parametric quad surfaces"},
    [55] = {.taking = REFUSE, .plural = "parametric tetrahedra"},
    [56] = {.taking = REFUSE, .plural = "parametric hexahedra"},
    [60] = {.taking = PASS},
    [61] = {.taking = REFUSE, .plural = "triangles of higher order"},
    [62] = {.taking = REFUSE, .plural = "quads of higher order"},
    [63] = {.taking = REFUSE, .plural = "polygons of higher order"},
    [64] = {.taking = REFUSE, .plural = "tetrahedra of higher order"},
    [65] = {.taking = REFUSE, .plural = "wedges of higher order"},
    [66] = {.taking = REFUSE, .plural = "pyramids of higher order"},
    [67] = {.taking = REFUSE, .plural = "hexahedra of higher order"},
    [68] = {.taking = PASS},
    [69] = {.taking = REFUSE, .plural = "Lagrange triangles"},
    [70] = {.taking = REFUSE, .plural = "Lagrange quads"},
    [71] = {.taking = REFUSE, .plural = "Lagrange tetrahedra"},
    [72] = {.taking = REFUSE, .plural = "Lagrange hexahedra"},
    [73] = {.taking = REFUSE, .plural = "Lagrange wedges"},
    [74] = {.taking = REFUSE, .plural = "Lagrange pyramids"},
    [75] = {.taking = PASS},
    [76] = {.taking = REFUSE, .plural = "Bezier triangles"},
    [77] = {.taking = REFUSE, .plural = "Bezier quads"},
    [78] = {.taking = REFUSE, .plural = "Bezier tetrahedra"},
    [79] = {.taking = REFUSE, .plural = "Bezier hexahedra"},
    [80] = {.taking = REFUSE, .plural = "Bezier wedges"},
    [81] = {.taking = REFUSE, .plural = "Bezier pyramids"},
};

int vtk_cell_type(unsigned cell)
{
    int type = 0;
    while (types[type].taking != TAKE || types[type].cell != cell) type++;
    return type;
}

int vtk_part_rank(const char *name)
{
    static const char *const names[] = {"part",        "PartId",   "part_id",  "MaterialId",   "material_id",
                                        "MaterialIds", "material", "ObjectId", "gmsh:physical"};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (!strcasecmp(name, names[i])) return i + 1;
    return 0;
}

/* ---- One cell ---- */

struct one {
    struct mesh_place place;
    uint64_t type;
    const struct vtk_data *connectivity;
    size_t start, nodes;
    uint32_t part;
};

__attribute__((format(printf, 3, 4))) static bool leave_out(struct mesh_taker *t, const struct one *one,
                                                            const char *format, ...)
{
    char reason[120];
    va_list ap;
    va_start(ap, format);
    vsnprintf(reason, sizeof reason, format, ap);
    va_end(ap);
    mesh_leave_out(t, one->place, reason);
    return true;
}

static bool take(struct mesh_taker *t, const struct one *one, unsigned cell, bool square)
{
    uint64_t node[MESH_MAX_CORNERS];
    for (int i = 0; i < mesh_cell_corners(cell); i++) {
        const int from = square && i & 2 ? i ^ 1 : i; /* 0 1 3 2: round */
        node[i] = vtk_index(one->connectivity, one->start + (size_t)from);
    }
    return mesh_take(t, one->place, cell, one->part, (uint32_t)one->place.number, node);
}

static bool take_one(struct mesh_taker *t, const struct one *one)
{
    const uint64_t type = one->type;
    switch (type < KNOWN_TYPES ? types[type].taking : UNKNOWN) {
    case PASS:
        return true;
    case REFUSE:
        return leave_out(t, one, "%s are not read", types[type].plural);
    case POLYGONAL:
        if (one->nodes == 3) return take(t, one, MESH_TRIANGLE, false);
        if (one->nodes == 4) return take(t, one, MESH_QUAD, false);
        return leave_out(t, one, "polygons of %zu corners are not read", one->nodes);
    case UNKNOWN:
        return leave_out(t, one, "cells of type %" PRIu64 " are not read", type);
    case QUADRATIC:
        mesh_warn_quadratic(t, one->place);
        break;
    default:
        break;
    }
    const unsigned cell = types[type].cell;
    if (one->nodes != types[type].nodes)
        return leave_out(t, one, "a %s of type %" PRIu64 " has %d nodes, not %zu", mesh_cell_name(cell), type,
                         types[type].nodes, one->nodes);
    return take(t, one, cell, types[type].taking == SQUARE);
}

/* ---- All cells ---- */

bool vtk_take_cells(struct mesh_taker *t, const struct vtk_cells *cells)
{
    uint64_t end = cells->first_end && cells->ends.n ? vtk_index(&cells->ends, cells->first_end - 1) : 0;
    for (size_t i = 0; i < cells->n; i++) {
        struct one one = {
            {"element", cells->first_number + i}, POLYGON, &cells->connectivity, 0, 0, cells->part};
        const uint64_t start = end + cells->gap;
        end = vtk_index(&cells->ends, cells->first_end + i);
        if (cells->types.p) one.type = vtk_index(&cells->types, i);
        if (cells->parts.p) one.part = (uint32_t)vtk_index(&cells->parts, cells->first_part + i);
        if (end < start || end > cells->connectivity.n) {
            leave_out(t, &one, "its nodes, from %" PRId64 " to %" PRId64 ", are none of the %zu there are",
                      (int64_t)start, (int64_t)end, cells->connectivity.n);
            continue;
        }
        one.start = (size_t)start;
        one.nodes = (size_t)(end - start);
        if (!take_one(t, &one)) return false;
    }
    if (end >= cells->connectivity.n) return true;
    message(t->messages, "%s: the cells end with number %" PRIu64 " of the %zu of their nodes", t->name, end,
            cells->connectivity.n);
    return false;
}
