#!/bin/bash
# ccd-vol end to end on meshes that others made, which a foreign reader and writer, meshio, deforms, and its pictures
# in that reader. CCDQ_BENCH_DATA=DIR runs it on the data of the benches, too.
. tests/tap.sh
vol=$BIN/ccd-vol
for python in python3 /usr/bin/python3 ""; do
    [ -z "$python" ] || ! "$python" -c 'import meshio' 2>/dev/null || break
done
[ "$python" ] || skip_all "no meshio here (Debian: python3-meshio)"

# Writes a mesh of which each point has been moved by four waves.
cat >"$tmp/deform.py" <<'P'
import sys
import meshio
import numpy as np
mesh = meshio.read(sys.argv[1])
x = mesh.points.astype(float)
low, size = x.min(0), (x.max(0) - x.min(0)).max()
random = np.random.default_rng(1)
for _ in range(4):
    count, phase, strength = random.uniform(-1.4, 1.4, 3), random.uniform(0, 6.3), random.uniform(-1, 1, 3)
    wave = np.sin(2 * np.pi * ((x - low) / size @ count) + phase)
    mesh.points = mesh.points + 0.2 * size * wave[:, None] * strength
if "gmsh:geometrical" in mesh.cell_data:  # beside it, meshio wants this to write it
    mesh.cell_data["gmsh:physical"] = mesh.cell_data["gmsh:geometrical"]
meshio.write(sys.argv[2], mesh, file_format="gmsh" if sys.argv[2].endswith("msh") else "vtu")
P

# The picture has the points and cells of the second frame, and says of each cell what the contacts say of those that
# have the node, the edge, the triangle.
cat >"$tmp/compare.py" <<'P'
import csv, sys
import meshio
import numpy as np
picture, frame = meshio.read(sys.argv[1]), meshio.read(sys.argv[2])
assert np.array_equal(picture.points, frame.points.astype(float))
assert [c.type for c in picture.cells] == [c.type for c in frame.cells]
assert all(np.array_equal(a.data, b.data) for a, b in zip(picture.cells, frame.cells))
first, count = (np.concatenate(picture.cell_data[name]) for name in ("first_contact", "contacts"))
number = np.concatenate(picture.cell_data["element"])
place = {n: i for i, n in enumerate(number)}
cells_of = [set() for _ in picture.points]
for i, cell in enumerate(cell for block in picture.cells for cell in block.data):
    for node in cell:
        cells_of[node].add(i)
want_first, want_count = np.full(len(number), np.inf), np.zeros(len(number), int)
lines = [line for line in open(sys.argv[3]) if line.count(",") > 20]
for row in csv.DictReader(lines[:1] + [line for line in lines if line[0] != "#"]):
    if row["kind"] in ("vf", "ee"):
        node = [int(row[f"n{k}"]) for k in range(4)]
        size = 1 if row["kind"] == "vf" else 2
        features = node[:size], node[size:]
        touched = [i for f in features for i in set.intersection(*(cells_of[n] for n in f))]
    else:
        touched = [place[e] for e in {int(row["elem_a"]), int(row["elem_b"])}]
    for i in touched:
        want_first[i] = min(want_first[i], float(row["toi_lo"]))
        want_count[i] += 1
assert want_count.any()
assert np.array_equal(count, want_count)
assert np.array_equal(np.where(np.isnan(first), np.inf, first), want_first)
P

try() { # NAME FRAME FRAME
    rm -f "$tmp/picture.vtu"
    ok "$1" "$vol" --to csv -o "$tmp/contacts.csv" --vtu "$tmp/picture.vtu" "$2" "$3"
    ok "$1: its picture in meshio" "$python" "$tmp/compare.py" "$tmp/picture.vtu" "$3" "$tmp/contacts.csv"
}
"$BIN/ccd-gen" vol --family octopi --size 8000 --first-id 16 -n 1 -o "$tmp/octopi.pvd"
"$BIN/ccd-gen" vol --family twist -n 1 -o "$tmp/twist.pvd"
try "two frames of ours" "$tmp"/octopi_001[67].vtu
ok "meshio deforms a mesh of ours" "$python" "$tmp/deform.py" "$tmp/twist_0000.vtu" "$tmp/twist_deformed.vtu"
try "and a frame of meshio's" "$tmp/twist_0000.vtu" "$tmp/twist_deformed.vtu"

# Whether a file of the data is there.
has() {
    [ -e "$data/$1" ] || { skip "$1" "not in CCDQ_BENCH_DATA" && false; }
}
data=$CCDQ_BENCH_DATA/volume
if has seq/can_crush_hex/can_3.vtu; then try "can_crush 2 to 3" "$data"/seq/can_crush_hex/can_[23].vtu; fi
for file in tet/raptorTetra_19409.vtu tet/octocat_21k_msh41.msh tet/mat100x100t40_59k_msh41.msh.gz; do
    has $file || continue
    name=$(basename "$file" .gz)
    case $file in
    *.gz) gzip -dc "$data/$file" >"$tmp/$name" ;;
    *) cp "$data/$file" "$tmp/$name" ;;
    esac
    ok "$name is deformed" "$python" "$tmp/deform.py" "$tmp/$name" "$tmp/deformed_$name"
    try "$name" "$tmp/$name" "$tmp/deformed_$name"
done
done_testing
