#!/bin/bash
# ccd-sdf --mesh: a mesh as a whole and triangle by triangle, its motion, its surface, its picture.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/cli
sdf=$BIN/ccd-sdf cat=$BIN/ccd-cat
echo '{"plane": {"normal": [0, 0, 1]}}' >"$tmp/plane.json"
echo '{"torus": {"major": 0.11, "minor": 0.04}}' >"$tmp/torus.json"
echo '{"solids": [{"sphere": {"radius": 9}}, {"plane": {"normal": [0, -1, 0], "point": [0, 0.5, 0]}}]}' >"$tmp/wall.json"
zcat tests/data/shuriken.obj.gz >"$tmp/shuriken.obj"

# A cube of side 1 about the origin, as quads; as triangles; moved; without a face; with a face turned.
python3 - "$tmp" <<'E'
import sys

corners = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
triangles = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
def obj(name, nodes, faces):
    with open(f"{sys.argv[1]}/{name}.obj", "w") as f:
        for x in nodes:
            print("v", *x, file=f)
        for face in faces:
            print("f", *(i + 1 for i in face), file=f)
obj("cube", corners, quads)
obj("triangles", corners, triangles)
obj("moved", [(x + 0.25, y, z - 4) for x, y, z in corners], triangles)
obj("stretched", [(2 * x, y, z - 4 if z > 0 else z - 2) for x, y, z in corners], triangles)
obj("reordered", corners, triangles[1:] + triangles[:1])
obj("fewer", corners[:-1], triangles[:1])
obj("open", corners, triangles[1:])
obj("turned", corners, triangles[:-1] + [triangles[-1][::-1]])
obj("crowded", corners + [(3, 0, 0)], triangles + [(0, 1, 8)])
obj("seams", corners * 2, [tuple(i + 8 * (k % 2) for i in t) for k, t in enumerate(triangles)])
obj("flat", corners + [(0.5, 0.5, 1.5)], triangles + [(6, 7, 8)])
obj("rod", [(0, 0, 0), (1, 0, 0), (0, 0, 0.01)], [(0, 1, 2)])
obj("nan", corners[:-1] + [("nan", 0, 0)], triangles)
obj("far", corners[:-1] + [("1e61", 0, 0)], triangles)
obj("index", corners, triangles + [(0, 1, 8)])
obj("none", corners, [])
with open(f"{sys.argv[1]}/tetrahedron.vtk", "w") as f:
    f.write("# vtk DataFile Version 2.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"
            "CELLS 2 9\n3 0 1 2\n4 0 1 2 3\nCELL_TYPES 2\n5\n10\n")
E
plane() { "$sdf" --sdf "$tmp/plane.json" --to csv "$@"; }
results() { grep -v '^#' | awk -F, 'NF == 11'; }
field() { results | cut -d, -f "$1"; }
# A hit at the time t*: the answer is no later, and no more than the tolerance sooner.
hits() { # NAME TIME TOLERANCE COMMAND...
    local name=$1 time=$2 tolerance=$3
    shift 3
    "$@" >"$tmp/out" 2>"$tmp/err"
    local status=$?
    results <"$tmp/out" | awk -F, -v t="$time" -v e="$tolerance" -v s=$status '
        $2 == "hit" && $6 <= t + 1e-15 && $6 >= t - e && $7 >= t - 1e-15 { good = 1 } END { exit !(good && NR == 1 && s == 0) }'
    tap_result $? "$name" <<<"status $status: $(results <"$tmp/out") $(head -3 "$tmp/err")"
}

# ---- Known answers ----
# By quads, by triangles: the bottom starts at 1.5, and comes down 3 a unit of time.
for mesh in cube triangles; do
    hits "a $mesh falls" 0.5 1e-6 plane --mesh "$tmp/$mesh.obj" --pose 0,0,2 --velocity 0,0,-3
done
is "its id is 0, and it is proven" "$(field 1,3 <"$tmp/out")" 0,1
hits "the solid comes up instead" 0.5 1e-6 plane --mesh "$tmp/cube.obj" --pose 0,0,2 --solid-velocity 0,0,3
hits "both move" 0.5 1e-6 plane --mesh "$tmp/cube.obj" --pose 0,0,2 --velocity 0,0,-1 --solid-velocity 1,2,2
hits "a time that ends later" 2 2e-5 plane --mesh "$tmp/cube.obj" --pose 0,0,2 --velocity 0,0,-0.75 --end 8
hits "in contact at the start" 0 0 plane --mesh "$tmp/cube.obj" --pose 0,0,0.5
is "which is flagged" "$(field 3 <"$tmp/out")" 3
hits "inside at the start" 0 0 plane --mesh "$tmp/cube.obj" --pose 0,0,-9 --velocity 0,0,-1
is "too short a time" "$(plane --mesh "$tmp/cube.obj" --pose 0,0,2 --velocity 0,0,-3 --end 0.49999 | field 2,6,7)" free,inf,inf
echo '{"sphere": {"radius": 0.49}}' >"$tmp/small.json"
is "a cube that turns around a ball does not touch it" "$("$sdf" --sdf "$tmp/small.json" --mesh "$tmp/cube.obj" --spin 1,2,3 --to csv | field 2)" free
is "a ball that reaches out of it does" "$("$sdf" --sdf "$tmp/small.json" --margin 0.02 --mesh "$tmp/cube.obj" --to csv | field 2,3,6)" hit,3,0
# On its edge: turned 45 degrees about x, it reaches down by the root of 1/2.
edge=$(python3 -c 'print((2 - 0.5 ** 0.5) / 3)')
hits "on its edge" "$edge" 1e-6 plane --mesh "$tmp/cube.obj" --pose 0,0,2,2.414213562373095,1,0,0 --velocity 0,0,-3
hits "a quaternion may have any length" "$edge" 1e-6 plane --mesh "$tmp/cube.obj" --pose 0,0,2,2.414213562373095e200,1e200,0,0 --velocity 0,0,-3
hits "or nearly none" "$edge" 1e-6 plane --mesh "$tmp/cube.obj" --pose 0,0,2,2.414213562373095e-200,1e-200,0,0 --velocity 0,0,-3
is "the contacts reach from one end of the edge to the other" "$(plane --contacts --mesh "$tmp/cube.obj" --pose 0,0,2,2.414213562373095,1,0,0 --velocity 0,0,-3 |
    grep ,sdf, | cut -d, -f 20 | sort -gu | sed -n '1p;$p' | paste -sd' ')" "-0.5 0.5"
# A rod that turns into the wall at 30 degrees, about its end.
wall() { "$sdf" --sdf "$tmp/wall.json" --solid 1 --to csv --open "$@"; }
pi=3.141592653589793
hits "a rod turns" 0.16666666666666666 1e-6 wall --mesh "$tmp/rod.obj" --spin 0,0,$pi --centre 0,0,0
hits "the wall turns" 0.16666666666666666 1e-6 wall --mesh "$tmp/rod.obj" --solid-spin 0,0,-$pi
hits "about a centre" 0.16666666666666666 1e-6 wall --mesh "$tmp/rod.obj" --pose 7,0,0 --spin 0,0,$pi --centre 7,0,0
hits "turned by half a turn first: 210 degrees are left" 1.1666666666666667 1e-6 wall --mesh "$tmp/rod.obj" --pose 0,0,0,0,0,0,3 --spin 0,0,$pi --centre 0,0,0 --end 1.5
# The centre is the mean of the nodes, 1/3: the end goes round with a radius of 2/3, and the wall is at 1/2.
is "about the mean of its nodes" "$(wall --mesh "$tmp/rod.obj" --spin 0,0,$pi | field 6 | cut -c 1-6)" \
    "$(python3 -c 'import math; print(str(math.asin(0.75) / math.pi)[:6])')"

# ---- Each triangle ----
shuriken=(--mesh "$tmp/shuriken.obj" --pose 0.11,0.01,0.3,0.9,0.1,0.2,0.3 --velocity 0.02,0.03,-0.5 --spin 3,20,-4
    --solid-velocity 0,0,0.1 --solid-spin 0,0.3,0.2 --end 0.44)
torus() { "$sdf" --sdf "$tmp/torus.json" "$@"; }
torus "${shuriken[@]}" --to csv >"$tmp/whole"
torus "${shuriken[@]}" --all -j 1 --keep --contacts >"$tmp/all"
is "--all --keep --contacts: status" $? 0
ok "is a complete stream" "$cat" --check "$tmp/all"
ok "-j 2: the same" cmp "$tmp/all" <(torus "${shuriken[@]}" --all -j 2 --keep --contacts)
is "a result a triangle" "$("$cat" --kind R --to csv "$tmp/all" | grep -c '^[0-9]')" 888
is "judged by ccd-verify" "$("$BIN/ccd-verify" --sdf "$tmp/torus.json" --exact "$tmp/all" | head -1)" \
    "OK: 888 queries, 18 hits, no false negative, no false positive, no late time"
# The first of all triangles is that of the mesh: both are within delta / speed of it.
ok "the mesh's contact is the first of its triangles'" awk -F, '
    FNR == NR { if (NF == 11 && $2 == "hit") t = $6; next }
    NF == 11 && $2 == "hit" && (!n++ || $6 < first) { first = $6 }
    END { exit !(n > 5 && t > 0.1 && first - t < 4e-6 && t - first < 4e-6) }' "$tmp/whole" <("$cat" --kind R --to csv "$tmp/all")
# The triangles as records, made apart from the command but for its placed nodes.
torus --all --keep --mesh "$tmp/shuriken.obj" --velocity 0.5,0,-1 --end 0.75 --to csv | grep -v '^#' | awk -F, 'NF == 36' >"$tmp/records"
ok "--keep: records of kind S" python3 - "$tmp/shuriken.obj" "$tmp/records" <<'E'
import sys
nodes, faces = [], []
for line in open(sys.argv[1]):
    word, *rest = line.split()
    if word == "v":
        nodes.append([float(x) for x in rest])
    if word == "f":
        faces.append([int(i.split("/")[0]) - 1 for i in rest])
rows = [[float(x) for x in line.split(",")] for line in open(sys.argv[2])]
assert len(rows) == len(faces) == 888
centre = [sum(x[k] for x in nodes) / len(nodes) for k in range(3)]
for i, (row, face) in enumerate(zip(rows, faces)):
    assert row[:3] == [i, 0, 0.75] and row[3:12] == [c for n in face for c in nodes[n]]
    assert row[12:21] == [0.5, 0, -1] * 3 and not any(row[24:])
    assert all(abs(a - b) < 1e-12 for a, b in zip(row[21:24], centre))
E
"$cat" --kind S "$tmp/all" >"$tmp/stream"
torus --to csv "$tmp/stream" | results >"$tmp/filtered"
ok "the filter says the same of the same triangles" awk -F, '
    FNR == NR { verdict[$1] = $2; t[$1] = $6; n++; next }
    $2 != verdict[$1] { bad++ }
    $2 == "hit" { hits++; if ($6 - t[$1] > 4e-6 || t[$1] - $6 > 4e-6) bad++ }
    END { exit !(n == 888 && FNR == 888 && hits > 5 && !bad) }' "$tmp/filtered" <("$cat" --kind R --to csv "$tmp/all" | results)
torus --earliest --to csv "$tmp/stream" >"$tmp/out"
ok "and of the first" awk -F, 'NF == 11 && $2 == "hit" { t[++n] = $6 } END { exit !(n == 2 && t[1] - t[2] < 4e-6 && t[2] - t[1] < 4e-6) }' "$tmp/whole" "$tmp/out"

# ---- Contacts ----
flat() { plane --contacts --mesh "$tmp/triangles.obj" --pose 0,0,2 --velocity 0,0,-3 "$@" | grep ,sdf,; }
is "three points of each triangle that lies flat" "$(flat | cut -d, -f 5 | sort -n | uniq -c | awk '$1 == 3 { print $2 }' | paste -sd' ')" "8 9"
is "two of those that stand on an edge, one of those on a corner" \
    "$(flat | cut -d, -f 5 | sort -n | uniq -c | awk '$2 != 8 && $2 != 9 { print $1 }' | sort | uniq -c | awk '{ print $1 "*" $2 }' | paste -sd' ')" "4*1 4*2"
ok "all on the plane, at one time, with their nodes" awk -F, '
    !($1 == 0 && $2 == 0 && $7 != "" && $8 != "" && $9 != "" && $10 == "" && $14 > 0.499999 && $14 <= 0.5 && $22 >= -1e-9 && $22 < 1e-5 && $25 == -1 && $26 < 1e-6) { exit 1 }' <(flat)
ok "--all: the same triangles" cmp <(flat | cut -d, -f 5 | sort -u) <(flat --all | cut -d, -f 5,14 | awk -F, '$2 < 0.5000001 { print $1 }' | sort -u)

# ---- From one file to another ----
echo '{"plane": {"normal": [0, 0, 1], "point": [0, 0, -1]}}' >"$tmp/low.json"
low() { "$sdf" --sdf "$tmp/low.json" --to csv "$@"; }
hits "to a mesh at the end" 0.125 1e-6 low --mesh "$tmp/triangles.obj" --end-mesh "$tmp/moved.obj"
is "is as with a velocity" "$(low --mesh "$tmp/triangles.obj" --end-mesh "$tmp/moved.obj" | field 2,6)" \
    "$(low --mesh "$tmp/triangles.obj" --velocity 0.25,0,-4 | field 2,6)"
# The bottom nodes go down 2 a unit of time, the top ones 4.
hits "each node on its own way" 0.25 1e-6 low --mesh "$tmp/triangles.obj" --end-mesh "$tmp/stretched.obj"
hits "in another time" 1 4e-6 low --mesh "$tmp/triangles.obj" --end-mesh "$tmp/stretched.obj" --end 4
trouble "other elements" "^ccd-sdf: $tmp/reordered.obj: its elements are not those of $tmp/triangles.obj in the same order" \
    plane --mesh "$tmp/triangles.obj" --end-mesh "$tmp/reordered.obj"
trouble "other nodes" "^ccd-sdf: .*$tmp/fewer.obj" plane --mesh "$tmp/triangles.obj" --end-mesh "$tmp/fewer.obj"
is "no result then" "$(wc -c <"$tmp/out")" 0

# ---- Surfaces: the answer is right, the status 2 ----
falls=(--pose 0,0,2 --velocity 0,0,-3)
surface() { # NAME FILE PATTERN
    trouble "$1" "^ccd-sdf: $tmp/$2.obj: $3" plane --mesh "$tmp/$2.obj" "${falls[@]}"
    is "$1: solved all the same" "$(field 2,6 <"$tmp/out" | cut -c 1-9)" "hit,0.499"
    ok "$1: and complete" "$cat" --check "$tmp/out"
}
surface "a hole" open "the surface is not closed and oriented: the edge between nodes 0 and 1 has 1 triangle; such edges: 3 of one triangle, 0 of three or more, 0 of two"
surface "a triangle that is turned" turned "the surface is not closed and oriented: the edge between nodes 1 and 3 has 2 triangles that go along it the same way; such edges: 0 of one triangle, 0 of three or more, 3 of two"
surface "an edge of three" crowded "the surface is not closed and oriented: the edge between nodes 0 and 1 has 3 triangles; such edges: 2 of one triangle, 1 of three or more, 0 of two"
for mesh in open turned crowded; do
    status "$mesh with --open" 0 plane --open --mesh "$tmp/$mesh.obj" "${falls[@]}"
done
status "nodes at one place are one" 0 plane --mesh "$tmp/seams.obj" "${falls[@]}"
trouble "a triangle without area" "^ccd-sdf: $tmp/flat.obj: triangle 12 has no area; such triangles are solved as the segments or points they are: 1" \
    plane --open --mesh "$tmp/flat.obj" "${falls[@]}"
is "which is solved" "$(plane --open --all --mesh "$tmp/flat.obj" --pose 0,0,2 --velocity 0,0,-6 2>/dev/null | awk -F, '$1 == 12 { print $2, ($6 <= 0.25 && $6 > 0.249999) }')" "hit 1"

# ---- Files ----
trouble "a tetrahedron" "^ccd-sdf: $tmp/tetrahedron.vtk: element 1 is a tetrahedron: the surface is needed" plane --mesh "$tmp/tetrahedron.vtk"
is "no result then" "$(wc -c <"$tmp/out")" 0
trouble "a mesh without triangles" "^ccd-sdf: $tmp/none.obj: it has no triangles" plane --mesh "$tmp/none.obj"
trouble "no mesh" "^ccd-sdf: $tmp/absent.obj: No such file" plane --mesh "$tmp/absent.obj"
trouble "no mesh at the end" "^ccd-sdf: $tmp/absent.obj: No such file" plane --mesh "$tmp/cube.obj" --end-mesh "$tmp/absent.obj"
for mesh in nan far; do
    trouble "a node that is $mesh" "^ccd-sdf: $tmp/$mesh.obj: (line 8: |node 7 has a position or velocity that is not a number up to 1e60)" \
        plane --open --mesh "$tmp/$mesh.obj" "${falls[@]}"
done
is "a node that is far: the rest is solved" "$(field 2,6 <"$tmp/out" | cut -c 1-9)" "hit,0.499"
is "but no END" "$(grep -c '^#end' "$tmp/out")" 0
trouble "a node that is not there" "^ccd-sdf: $tmp/index.obj: line 21: " plane --mesh "$tmp/index.obj" "${falls[@]}"
is "a node that is not there: no END" "$(grep -c '^#end' "$tmp/out")" 0
printf 'v 0 0 1e99\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$tmp/lost.obj"
for method in certified fwgss fw dcd vertices; do
    trouble "$method: no triangle is left" "node 0 has a position" plane --open --mesh "$tmp/lost.obj" --method $method --vtp "$tmp/lost.vtp"
    is "$method: which touches nothing" "$(field 2 <"$tmp/out")" free
    trouble "$method: nor each of them" "node 0 has a position" plane --open --mesh "$tmp/lost.obj" --method $method --all
done
ok "a mesh that is gzip'd, from standard input" cmp <(gzip <"$tmp/cube.obj" | plane --mesh - "${falls[@]}") <(plane --mesh "$tmp/cube.obj" "${falls[@]}")

# ---- Fast ones ----
slow=$(torus --mesh "$tmp/shuriken.obj" --pose 0.11,0,0.25 --velocity 0,0,-0.5 --to csv | field 6)
fast=$(torus --mesh "$tmp/shuriken.obj" --pose 0.11,0,250 --velocity 0,0,-500 --to csv | field 6)
ok "500 m/s: it does not pass through" awk -v s="$slow" -v f="$fast" 'BEGIN { d = (500 * f - 249.75) - 0.5 * s; exit !(s > 0.1 && d < 3e-6 && d > -3e-6) }'
little() { bash -c 'ulimit -v 200000; exec "$@"' - "$@"; }
if little "$sdf" --version >/dev/null 2>&1; then
    ok "in 200 MB of address space, and 50 turns" little "$sdf" --sdf "$tmp/torus.json" --mesh "$tmp/shuriken.obj" --pose 0.11,0,250 --velocity 0,0,-500 --spin 200,200,100 -j 1 --to csv
else
    skip "little memory" "this build needs much address space, as the address sanitizer does"
fi

# ---- Pictures ----
plane --mesh "$tmp/triangles.obj" "${falls[@]}" --vtp "$tmp/hit.vtp" >/dev/null
is "--vtp: status" $? 0
ok "--vtp: points, triangles, contacts" grep -q '<Piece NumberOfPoints="26" NumberOfPolys="12" NumberOfVerts="18">' "$tmp/hit.vtp"
hits "its mesh is the one that touches" 0 0 plane --margin 2e-6 --mesh "$tmp/hit.vtp"
is "and not by more than that" "$(plane --mesh "$tmp/hit.vtp" --solid-velocity 0,0,-1 | field 2)" "$(plane --mesh "$tmp/triangles.obj" --pose 0,0,0.5000001 --solid-velocity 0,0,-1 | field 2)"
ok "its numbers" python3 - "$tmp/hit.vtp" <<'E'
import re, struct, sys
data = open(sys.argv[1], "rb").read()
base = data.index(b'<AppendedData encoding="raw">\n_') + len(b'<AppendedData encoding="raw">\n_')
def array(name, code):
    at = base + int(re.search(rb'Name="%s"[^>]*offset="(\d+)"' % name, data).group(1))
    n, = struct.unpack_from("<Q", data, at)
    return struct.unpack_from(f"<{n // struct.calcsize(code)}{code}", data, at + 8)
points, distance, first = array(b"Points", "d"), array(b"distance", "d"), array(b"first_contact", "d")
assert len(points) == 78 and len(distance) == 26 and len(first) == 30
for i in range(26):
    assert abs(points[3 * i + 2] - distance[i]) < 1e-12
assert all(0 <= d < 1e-6 for d in distance[8:]) and min(distance) < 1e-6 and 0.99 < max(distance) < 1.01
assert all(0.499999 < t <= 0.5 for t in first[:18])
touching = [t for t in first[18:] if t == t]
assert len(touching) == 10 and set(touching) == set(first[:18])
E
plane --mesh "$tmp/triangles.obj" --pose 0,0,9 --velocity 1,0,0 --end 2 --vtp "$tmp/free.vtp" >/dev/null
ok "without a contact: the mesh at the end" grep -q '<Piece NumberOfPoints="8" NumberOfPolys="12">' "$tmp/free.vtp"
plane --mesh "$tmp/triangles.obj" --pose 0,0,2 --velocity 0,0,-6 --all --vtp "$tmp/all.vtp" >/dev/null
ok "--all: every triangle has a time" grep -q 'NumberOfPoints="[0-9]*" NumberOfPolys="12" NumberOfVerts="[0-9]*"' "$tmp/all.vtp"
trouble "a picture that cannot be written" "$tmp/none/x.vtp: No such file" plane --mesh "$tmp/cube.obj" "${falls[@]}" --vtp "$tmp/none/x.vtp"
is "the result is there" "$(field 2 <"$tmp/out")" hit

# ---- Options ----
says() { "$sdf" --sdf "$tmp/plane.json" --mesh "$tmp/cube.obj" "$@" 2>&1 >/dev/null </dev/null | head -1; }
is "another file" "$(says "$tmp/stream")" "ccd-sdf: with --mesh no other FILE is read"
for option in "from csv" "part 0/2"; do
    # shellcheck disable=SC2086
    is "--$option" "$(says --$option)" "ccd-sdf: options --mesh and --${option% *} exclude each other"
done
is "--earliest" "$(says --earliest)" "ccd-sdf: options --mesh and --earliest exclude each other: it is what --mesh does"
is "--keep" "$(says --keep)" "ccd-sdf: options --mesh and --keep only go together with --all"
for option in pose velocity spin centre; do
    is "--end-mesh and --$option" "$(says --end-mesh "$tmp/moved.obj" --$option 1,2,3)" "ccd-sdf: options --end-mesh and --$option exclude each other"
done
for pose in 1,2 1,2,3,4 1,2,3,4,5,6 1,2,3,4,5,6,7,8 1,2,3, ,1,2,3 1,2,nan 1,2,x '' '1, 2,3'; do
    is "--pose '$pose'" "$(says --pose "$pose")" "ccd-sdf: option --pose: '$pose' is not 3 or 7 numbers with commas between"
done
is "--spin 1" "$(says --spin 1)" "ccd-sdf: option --spin: '1' is not 3 numbers with commas between"
is "a quaternion of 0" "$(says --pose 0,0,0,0,0,0,0)" "ccd-sdf: option --pose: the quaternion is 0, which is no turn"
is "--end 0" "$(says --end 0 | cut -d' ' -f 1-8)" "ccd-sdf: option --end: '0' is not a number"
trouble "a solid that is not there" "^ccd-sdf: the motion of the mesh: ." plane --mesh "$tmp/cube.obj" --solid 1
trouble "a velocity beyond all" "^ccd-sdf: the motion of the mesh: ." plane --mesh "$tmp/cube.obj" --velocity 0,0,1e61
is "the picture is not the output" "$(says --vtp "$tmp/x" -o "$tmp/x")" "ccd-sdf: options --output and --vtp write to the same file"
plane --mesh "$tmp/cube.obj" "${falls[@]}" --all --stats "$tmp/stats" >/dev/null
ok "--stats" grep -q '"method": "certified".*"queries": 12, "free": 0, "hit": 12.*"nodes": 8, "triangles": 12, "read_seconds": [0-9.]*, ' "$tmp/stats"
# ---- Where faces and edges touch ----
corners() { # A SED SCRIPT OF THE CORNERS' LINES: u,v of the contacts
    printf 'v %s\n' "$@" >"$tmp/flat.obj"
    echo "f 1 2 3" >>"$tmp/flat.obj"
    plane --mesh "$tmp/flat.obj" --open --pose 0,0,1 --velocity 0,0,-2 --contacts | sed -n 's/^\(\([^,]*,\)\{15\}\)\([^,]*,[^,]*\),.*/\3/p' | grep -v w0 | sort | paste -sd' '
}
is "a face that lands flat touches with its corners" "$(corners "0 0 0" "1 0 0" "0.3 1 0")" "0,0 0,1 1,0"
is "an edge, with its ends" "$(corners "0 0 0" "1 0 0" "0.3 1 1")" "0,0 1,0"
is "the second edge" "$(corners "0 0 0" "1 0 1" "0.3 1 0")" "0,0 0,1"
is "the third edge" "$(corners "0 0 1" "1 0 0" "0.3 1 0")" "0,1 1,0"
is "a corner" "$(corners "0 0 0" "1 0 1" "0.3 1 1")" "0,0"

# ---- Numbers of triangles ----
printf 'v %s\n' "nan 0 0" "1 0 0" "0 1 0" "0 0 1" "1 1 1" >"$tmp/gaps.obj"
printf 'f %s\n' "1 2 3" "2 3 4 5" "2 2 3" "2 3 4" >>"$tmp/gaps.obj"
plane --mesh "$tmp/gaps.obj" --open --all --contacts --pose 0,0,3 --velocity 0,0,-6 2>"$tmp/err" >"$tmp/out"
is "those of the file, whatever is left out" "$(grep -c . "$tmp/err") $(sed -n '/result/,/contact/p' "$tmp/out" | grep '^[0-9]' | cut -d, -f 1 | paste -sd' ')" "2 1 2 4"
is "contacts have them, too" "$(sed -n '/contact/,$p' "$tmp/out" | grep '^[0-9]' | cut -d, -f 1,5 | sort -u | paste -sd' ')" "1,1 2,2 4,4"
cp "$tmp/scene.json" "$tmp/own.json" 2>/dev/null || echo '{"plane": {"normal": [0, 0, 1]}}' >"$tmp/own.json"
cp "$tmp/own.json" "$tmp/own.copy"
cp "$tmp/cube.obj" "$tmp/cube.copy"
for option in -o --stats; do
    name=${option/#-o/--output}
    trouble "$option: not the scene" "option $name: $tmp/own.json is an input" "$BIN/ccd-sdf" --sdf "$tmp/own.json" --mesh "$tmp/cube.obj" $option "$tmp/own.json"
    trouble "$option: nor the mesh" "option $name: $tmp/cube.obj is an input" "$BIN/ccd-sdf" --sdf "$tmp/own.json" --mesh "$tmp/cube.obj" $option "$tmp/cube.obj"
done
ok "both stay" cmp <(cat "$tmp/own.json" "$tmp/cube.obj") <(cat "$tmp/own.copy" "$tmp/cube.copy")
trouble "the picture is not the scene" "option --vtp: $tmp/own.json is an input" "$BIN/ccd-sdf" --sdf "$tmp/own.json" --mesh "$tmp/cube.obj" --vtp "$tmp/own.json"
for method in fwgss fw dcd vertices; do
    is "--method $method" "$(plane --mesh "$tmp/cube.obj" "${falls[@]}" --method $method | field 2,4)" "hit,$method"
done
done_testing
