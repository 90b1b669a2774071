"""Small meshes for tests, and files of them in legacy VTK and VTU."""
import math
import random

TYPES = {"tri": 5, "quad": 9, "tet": 10, "hex": 12, "prism": 13, "pyramid": 14, "tet10": 24, "poly": 42}


def vtk(path, points, cells, vectors=()):
    """cells: (type, nodes...); vectors: (name, one of each point)."""
    with open(path, "w") as f:
        print("# vtk DataFile Version 3.0", "test", "ASCII", "DATASET UNSTRUCTURED_GRID", sep="\n", file=f)
        print(f"POINTS {len(points)} double", file=f)
        for p in points:
            print(*map(repr, map(float, p)), file=f)
        print(f"CELLS {len(cells)} {sum(len(c) for c in cells)}", file=f)
        for c in cells:
            print(len(c) - 1, *c[1:], file=f)
        print(f"CELL_TYPES {len(cells)}", file=f)
        for c in cells:
            print(TYPES[c[0]], file=f)
        if vectors:
            print(f"POINT_DATA {len(points)}", file=f)
        for name, values in vectors:
            print(f"VECTORS {name} double", file=f)
            for v in values:
                print(*map(repr, map(float, v)), file=f)


def vtu(path, points, cells, head="", part=None):
    """head: more attributes of the first tag; part: a number of each cell."""
    ends, at = [], 0
    for c in cells:
        at += len(c) - 1
        ends.append(at)
    array = lambda kind, name, values, more="": (
        f'<DataArray type="{kind}" Name="{name}" {more} format="ascii">' + " ".join(map(str, values)) + "</DataArray>")
    with open(path, "w") as f:
        print(f'<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" {head}><UnstructuredGrid>',
              f'<Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(cells)}"><Points>',
              array("Float64", "p", (repr(float(x)) for p in points for x in p), 'NumberOfComponents="3"'),
              "</Points><Cells>", array("Int64", "connectivity", (k for c in cells for k in c[1:])),
              array("Int64", "offsets", ends), array("UInt8", "types", (TYPES[c[0]] for c in cells)), "</Cells>",
              "<CellData>", array("Int32", "part", part) if part else "", "</CellData>",
              "</Piece></UnstructuredGrid></VTKFile>", sep="\n", file=f)


def box(low, high, first=0):
    """A hexahedron: points and the one cell, with nodes from `first` on."""
    (a, b, c), (d, e, f) = low, high
    points = [(a, b, c), (d, b, c), (d, e, c), (a, e, c), (a, b, f), (d, b, f), (d, e, f), (a, e, f)]
    return points, [("hex", *range(first, first + 8))]


def moved(points, by):
    return [tuple(x + d for x, d in zip(p, by)) for p in points]


def block(n, kind, low, size, rng, first=0):
    """n x n x n boxes as hexahedra or each as six tetrahedra, a little out of shape."""
    at = lambda i, j, k: first + (k * (n + 1) + j) * (n + 1) + i
    points = [tuple(low[d] + size * (c / n + rng.uniform(-0.1, 0.1) / n) for d, c in enumerate((i, j, k)))
              for k in range(n + 1) for j in range(n + 1) for i in range(n + 1)]
    cells = []
    for k in range(n):
        for j in range(n):
            for i in range(n):
                c = [at(i + (v in (1, 2, 5, 6)), j + (v in (2, 3, 6, 7)), k + (v > 3)) for v in range(8)]
                if kind == "hex":
                    cells.append(("hex", *c))
                else:
                    cells += [("tet", c[0], c[a], c[b], c[6]) for a, b in ((1, 2), (2, 3), (3, 7), (7, 4), (4, 5), (5, 1))]
    return points, cells


def scene(n, seed, strength=0.6):
    """Two blocks that run into each other and are shaken: points at both times, cells, parts."""
    rng = random.Random(seed)
    p, c = block(n, "hex", (0, 0, 0), 1, rng)
    q, d = block(n, "tet", (1.05, 0.1, 0.1), 1, rng, len(p))
    before = p + q
    after = [(x + (0.1 if i < len(p) else -0.2) + rng.uniform(-1, 1) * strength / n, y + rng.uniform(-1, 1) * strength / n,
              z + rng.uniform(-1, 1) * strength / n) for i, (x, y, z) in enumerate(before)]
    return before, after, c + d, [1] * len(c) + [2] * len(d)


def bundles(n):
    """Two bundles of n long thin triangles, across each other, of which one falls through the other: each pair touches
    four times, much more than there is of the mesh. Points at both times, cells."""
    before, across = [], []
    for i in range(n):
        y, z = i + 0.5, 1 + i / n / 8
        before += [(-1, y, z), (n + 1, y, z), (n + 1, y + 0.25, z)]
        across += [(y, -1, 0), (y, n + 1, 0), (y + 0.25, n + 1, 0)]
    cells = [("tri", k, k + 1, k + 2) for k in range(0, 6 * n, 3)]
    return before + across, moved(before, (0, 0, -2)) + across, cells


def fan(n):
    """Thin triangles side by side around one node, each adjacent to all others: points, cells."""
    points = [(0, 0, 0)]
    for i in range(n):
        for turn in (6.28 * i / n, 6.28 * (i + 0.5) / n):
            points.append((math.cos(turn), math.sin(turn), 0.1))
    return points, [("tri", 0, k, k + 1) for k in range(1, 2 * n, 2)]
