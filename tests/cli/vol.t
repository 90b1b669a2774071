#!/bin/bash
# ccd-vol: contacts of known time, sequences in all their forms, what changes no contact, and bad meshes.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$PWD/tests/cli
vol=$BIN/ccd-vol cat=$BIN/ccd-cat

rows() { grep -v '^#' "$@"; }
contacts() { "$vol" --to csv "$@" | awk -F, '!/^#/ && NF > 20'; }
results() { "$vol" --to csv "$@" | awk -F, '!/^#/ && NF < 20'; }
# How many of each kind: "ee:3 vf:2".
kinds() { contacts "$@" | awk -F, '{ n[$11]++ } END { for (k in n) print k ":" n[k] }' | sort | paste -sd' '; }

mkdir "$tmp/s"
python3 - "$tmp" <<'E'
import os, sys
from meshes import *
os.chdir(sys.argv[1])

# A box, and a smaller one that moves 2 to the left from 1 beside it.
big, cells = box((0, 0, 0), (1, 1, 1))
small, more = box((2, .25, .25), (2.5, .75, .75), 8)
cells += more
vtk("a.vtk", big + small, cells)
vtk("b.vtk", big + moved(small, (-2, 0, 0)), cells)
vtk("away.vtk", big + moved(small, (2, 0, 0)), cells)
vtu("a.vtu", big + small, cells, part=[3, 7])
vtu("b.vtu", big + moved(small, (-2, 0, 0)), cells, part=[3, 7])

# A tetrahedron whose apex goes through its base.
base = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
vtk("t0.vtk", base + [(.25, .25, 1)], [("tet", 0, 1, 2, 3)])
vtk("t1.vtk", base + [(.25, .25, -3)], [("tet", 0, 1, 2, 3)])

# One within the other, neither moves.
inner, more = box((.25, .25, .25), (.5, .5, .5), 8)
vtk("in.vtk", big + inner, cells[:1] + more)

# Four frames: nothing, then into each other, then out and away.
steps = [big + moved(small, (d, 0, 0)) for d in (0, -.5, -1.5, 0)]
for i, points in enumerate(steps):
    vtk(f"s/f_{8 + i}.vtk", points, cells)
    vtu(f"s/f_{8 + i}.vtu", points, cells)
vtk("u.vtk", steps[0], cells, [(f"disp_{i}", [tuple(x - y for x, y in zip(p, q)) for p, q in zip(points, steps[0])])
                               for i, points in enumerate(steps)])
vtk("x.vtk", steps[0], cells, [(f"place{i}", points) for i, points in enumerate(steps)])
with open("s/f.pvd", "w") as f:
    print('<VTKFile type="Collection"><Collection>', file=f)
    for i in range(4):
        print(f'<DataSet timestep="{0.5 * i}" part="0" file="f_{8 + i}.vtu"/>', file=f)
    print("</Collection></VTKFile>", file=f)
with open("s/f.vtu.series", "w") as f:
    print('{"file-series-version": "1.0", "files": [',
          ",".join(f'{{"name": "f_{8 + i}.vtu", "time": {0.5 * i}}}' for i in range(4)), "]}", file=f)

# The box and the smaller one as files of their own, whose PVD tells no parts.
only, cell = box((2, .25, .25), (2.5, .75, .75))
vtu("s/big.vtu", big, cell)
vtu("s/small0.vtu", only, cell)
vtu("s/small1.vtu", moved(only, (-2, 0, 0)), cell)
for name, times in (("pair", "01"), ("again", "0011")):
    with open(f"s/{name}.pvd", "w") as f:
        print('<VTKFile type="Collection"><Collection>', file=f)
        for t in times:
            for body in ("big", f"small{t}"):
                print(f'<DataSet timestep="{t}" file="{body}.vtu"/>', file=f)
        print("</Collection></VTKFile>", file=f)

# Two shaken blocks, two steps.
p, q, cells, parts = scene(3, 1)
vtu("p.vtu", p, cells, part=parts)
vtu("q.vtu", q, cells, part=parts)
vtu("r.vtu", p, cells, part=parts)

# A folded sheet whose upper end goes through its lower one: shells.
cells = [("quad", i, i + 1, i + 5, i + 4) for y in range(3) for i in range(4 * y, 4 * y + 3)]
for name, end in (("sheet0.vtk", .5), ("sheet1.vtk", -.5)):
    vtk(name, [p for y in range(4) for p in ((0, y, 0), (1, y, 0), (2, y, .5), (.6, y + .3, end))], cells)
E

# ---- Known contacts ----
time_of() { awk -F, '{ print ($6 <= '"$1"' && '"$1"' <= $7 && $7 - $6 < 1e-12), $2 }'; }
is "two boxes touch at half the step" "$(results "$tmp/a.vtk" "$tmp/b.vtk" | time_of 0.5)" "1 hit"
is "four corners touch a face at that time, and nothing before" \
    "$(contacts "$tmp/a.vtk" "$tmp/b.vtk" | awk -F, '$11 == "vf" && $7 > 7 && $14 <= 0.5 && $15 >= 0.5 { node[$7] } $15 < 0.5 { bad++ } END { print length(node), bad + 0 }')" "4 0"
is "the normal points along x, the boxes close at speed 2" \
    "$(contacts "$tmp/a.vtk" "$tmp/b.vtk" | awk -F, '$11 == "vf" && $14 <= 0.5 && $15 >= 0.5 && $7 > 7 { print $23 * $23, $24 * $24, $25 * $25, $27 }' | sort -u)" "1 0 0 2"
is "no contact when they move apart" "$(results "$tmp/a.vtk" "$tmp/away.vtk" | cut -d, -f 1-4,6-)" "0,free,1,volccd,inf,inf,0,0,0,0"
is "elements and parts are those of the file" \
    "$(contacts "$tmp/a.vtu" "$tmp/b.vtu" | awk -F, '$11 != "inversion" { print $3 + $4, $5 + $6, $13 % 8 }' | sort -u)" "10 1 0"
is "a tetrahedron inverts" "$(contacts "$tmp/t0.vtk" "$tmp/t1.vtk" | awk -F, '{ print $11, $5, $6, ($14 <= 0.25 && $15 >= 0.25) }')" "inversion 0 0 1"
is "one body within the other" "$(contacts "$tmp/in.vtk" "$tmp/in.vtk" | awk -F, '{ print $11, $5 + $6, $14, $15 }')" "overlap 1 0 0"
is "that is a contact at the start" "$(results "$tmp/in.vtk" "$tmp/in.vtk" | awk -F, '{ print $2, $3, $6, $7 }')" "hit 3 0 0"
is "a sheet touches itself, and does not invert" "$(kinds "$tmp/sheet0.vtk" "$tmp/sheet1.vtk" | tr -d 0-9)" "ee: vf:"
is "within one part" "$(contacts "$tmp/sheet0.vtk" "$tmp/sheet1.vtk" | awk -F, '{ print int($13 / 4) % 2 }' | sort -u)" 1

# ---- Sequences ----
"$vol" --to csv "$tmp"/s/f_{8,9,10,11}.vtk >"$tmp/four.csv"
is "a result a step, with its number" "$(rows "$tmp/four.csv" | awk -F, 'NF < 20 { print $1, $2 }' | paste -sd' ')" "0 free 1 hit 2 hit"
is "contacts know their step" "$(rows "$tmp/four.csv" | awk -F, 'NF > 20 { print $1, $2 }' | sort -u | paste -sd' ')" "1 1 2 2"
is "the result follows the contacts of its step" \
    "$(rows "$tmp/four.csv" | awk -F, '{ print (NF > 20 ? "C" : "R"), $1 }' | uniq | paste -sd' ')" "R 0 C 1 R 1 C 2 R 2"
for files in "s/f_*.vtk" "s/f_*.vtu" s/f.pvd s/f.vtu.series u.vtk; do
    ok "the same from $files" cmp "$tmp/four.csv" <("$vol" --to csv "$tmp/$files")
done
ok "two files at one time of a PVD are one model, also when their parts are not told" \
    cmp <(contacts "$tmp/s/pair.pvd" | cut -d, -f 1,2,5-12,14-) <(contacts "$tmp/a.vtk" "$tmp/b.vtk" | cut -d, -f 1,2,5-12,14-)
trouble "a PVD that lists its files again" "again.pvd: 4 files are listed twice at one time, the first" "$vol" --to csv "$tmp/s/again.pvd"
ok "has the same contacts, and all is solved" cmp "$tmp/out" <("$vol" --to csv "$tmp/s/pair.pvd")
sed 's/"time": 1.5/"time": 1.0/' "$tmp/s/f.vtu.series" >"$tmp/s/same.vtu.series"
trouble "a series with two files at one time" "same.vtu.series: 1 file is at the same time as another one, the first $tmp/s/f_11.vtu at 1, after $tmp/s/f_10.vtu" \
    "$vol" --to csv "$tmp/s/same.vtu.series"
ok "each is a frame, and all is solved" cmp "$tmp/out" "$tmp/four.csv"
cp "$tmp/s/f_8.vtk" "$tmp/s/f_008.vtk"
trouble "a pattern with two files of one number" "s/f_008.vtk and $tmp/s/f_8.vtk have the same number" "$vol" --to csv "$tmp/s/f_*.vtk"
rm "$tmp/s/f_008.vtk"
trouble "vectors whose name says nothing are no steps" "one frame" "$vol" "$tmp/x.vtk"
ok "--vectors --positions" cmp "$tmp/four.csv" <("$vol" --to csv --vectors place --positions "$tmp/x.vtk")
ok "--vectors alone is enough where the name says it" cmp "$tmp/four.csv" <("$vol" --to csv --vectors disp "$tmp/u.vtk")
ok "one frame from standard input" cmp <("$vol" --to csv "$tmp/a.vtk" - <"$tmp/b.vtk") <("$vol" --to csv "$tmp/a.vtk" "$tmp/b.vtk")
gzip -k "$tmp/b.vtk"
ok "gzip'd files" cmp <("$vol" --to csv "$tmp/a.vtk" "$tmp/b.vtk.gz") <("$vol" --to csv "$tmp/a.vtk" "$tmp/b.vtk")
"$vol" "$tmp/s/f.pvd" -o "$tmp/four.ccd"
ok "ccd is complete" "$cat" --check "$tmp/four.ccd"
ok "and the same as csv" cmp <("$cat" --to csv "$tmp/four.ccd" | rows) <(rows "$tmp/four.csv")
for r in 0 1 3; do "$vol" --part $r/4 "$tmp/s/f.pvd" >"$tmp/part$r"; done
trouble "a lost part is noticed" "part" "$cat" --check "$tmp/part0" "$tmp/part1" "$tmp/part3"
"$vol" --part 2/4 "$tmp/s/f.pvd" >"$tmp/part2"
ok "all parts are complete, also one without a step" "$cat" --check "$tmp"/part[0-3]
is "and the same contacts and results" "$("$cat" --to csv "$tmp"/part[0-3] | rows | sort | cksum)" "$(rows "$tmp/four.csv" | sort | cksum)"

# ---- What changes nothing ----
"$vol" "$tmp"/[pqr].vtu -j 1 -o "$tmp/pqr.ccd"
is "the blocks have contacts of all kinds" \
    "$("$cat" --to csv "$tmp/pqr.ccd" | awk -F, '!/^#/ && NF > 20 { print $2, $11 }' | sort -u | paste -sd' ')" \
    "0 ee 0 inversion 0 vf 1 ee 1 inversion 1 overlap 1 vf"
for j in 2 5; do
    ok "-j $j: the same bytes" cmp "$tmp/pqr.ccd" <("$vol" -j $j "$tmp"/[pqr].vtu)
done
"$BIN/ccd-gen" vol --family soup --size 3000 -n 3 -o "$tmp/soup.pvd"
"$vol" -j 1 "$tmp/soup.pvd" -o "$tmp/soup1"
ok "a mesh whose bounds are made in parts: the same bytes with any -j" cmp "$tmp/soup1" <("$vol" -j 3 "$tmp/soup.pvd")
who() { "$cat" --to csv "$@" | rows | awk -F, 'NF > 20 { print $2, $5, $6, $7, $8, $9, $10, $11, $15 }' | sort | cksum; }
is "and the same contacts as without a hierarchy" "$(who "$tmp/soup1")" "$("$vol" --method hash "$tmp/soup.pvd" | who)"
ok "--level 6: the same records" cmp <("$vol" --level 6 "$tmp"/[pqr].vtu | "$cat" --level 0) "$tmp/pqr.ccd"
sorted() { "$vol" --to csv "$@" "$tmp"/[pqr].vtu | rows | awk -F, 'NF < 20 { $4 = $5 = "" } 1' | sort | cksum; }
all=$(sorted)
for way in --no-csat --no-oset --no-assign "--no-csat --no-oset --no-assign" "--method naive" "--method hash" "--max-mem 1M"; do
    is "$way: the same contacts" "$(sorted $way)" "$all"
done
is "no contact comes twice" "$(contacts "$tmp"/[pqr].vtu | awk -F, '{ print $2, $5, $6, $7, $8, $9, $10, $11 }' | sort | uniq -d)" ""

# ---- --first ----
"$vol" --to csv --first "$tmp"/[pqr].vtu >"$tmp/first.csv"
is "--first: one contact a step" "$(rows "$tmp/first.csv" | awk -F, 'NF > 20 { print $1 }' | paste -sd' ')" "0 1"
for step in 0 1; do
    is "--first: the smallest of all, step $step" "$(rows "$tmp/first.csv" | awk -F, "NF > 20 && \$1 == $step")" \
        "$(contacts "$tmp"/[pqr].vtu | awk -F, -v OFS=, 'BEGIN { k["vf"] = 0; k["ee"] = 1; k["overlap"] = 4; k["inversion"] = 5 }
            $1 == '$step' { print k[$11], $0 }' | sort -t, -k 15,15g -k 1,1n -k 8,8n -k 9,9n -k 10,10n -k 11,11n | head -1 | cut -d, -f 2-)"
done
is "--first: the result is the same" "$(rows "$tmp/first.csv" | awk -F, -v OFS=, 'NF < 20 { $5 = ""; print }')" \
    "$("$cat" --to csv "$tmp/pqr.ccd" | rows | awk -F, -v OFS=, 'NF < 20 { $5 = ""; print }')"
for j in 2 7; do
    ok "--first -j $j: the same bytes" cmp <("$vol" -j 1 --first "$tmp"/[pqr].vtu) <("$vol" -j $j --first "$tmp"/[pqr].vtu)
    ok "--first -j $j of bodies that overlap: the same bytes" \
        cmp <("$vol" -j 1 --first "$tmp/soup.pvd") <("$vol" -j $j --first "$tmp/soup.pvd")
done
is "--first: none" "$("$vol" --first --to csv "$tmp/a.vtk" "$tmp/away.vtk" | rows | cut -d, -f 1,2)" "0,free"

# ---- --candidates ----
for type in vf ee; do
    "$vol" --candidates $type "$tmp"/[pqr].vtu >"$tmp/$type.ccd"
    is "--candidates $type: indexed queries" "$("$cat" --info "$tmp/$type.ccd" | awk 'NR > 1 && NF > 1 { print $1 }' | sort -u)" I
    ok "--candidates $type: complete" "$cat" --check "$tmp/$type.ccd"
    # 2^40 ids are for each step
    is "--candidates $type | ccd-$type finds the same" \
        "$("$BIN/ccd-$type" --contacts --to csv "$tmp/$type.ccd" | awk -F, '!/^#/ && NF > 20 { print int($1 / 2^40), $7, $8, $9, $10, $14, $15 }' | sort | cksum)" \
        "$(contacts "$tmp"/[pqr].vtu | awk -F, -v k=$type '$11 == k { print $1, $7, $8, $9, $10, $14, $15 }' | sort | cksum)"
    ok "--candidates $type: the same bytes with any -j" cmp "$tmp/$type.ccd" <("$vol" -j 3 --candidates $type "$tmp"/[pqr].vtu)
    ok "--candidates $type --to csv" cmp <("$vol" --candidates $type --to csv "$tmp"/[pqr].vtu) <("$cat" --to csv "$tmp/$type.ccd")
done
trouble "names whose numbers go up and down" "in the order given, in which their numbers go up and down" "$vol" --to csv "$tmp"/s/f_{8,9,8}.vtk
is "are taken in that order, and all is solved" "$(rows "$tmp/out" | awk -F, 'NF < 20 { print $1, $2 }' | paste -sd' '; grep -c '^#end' "$tmp/out")" "0 free 1 free
2"
is "--candidates: none at all" "$("$vol" --candidates ee "$tmp/t0.vtk" "$tmp/t0.vtk" | "$BIN/ccd-ee" | "$cat" --info | tail -1)" complete

# ---- --boundary ----
pairs() { contacts "$@" | awk -F, '{ print $1, $7, $8, $9, $10, $11, $14, $15 }' | sort; }
is "--boundary: contacts that are there without it" "$(comm -23 <(pairs --boundary "$tmp"/[pqr].vtu) <(pairs "$tmp"/[pqr].vtu) | wc -l)" 0
is "--boundary: no inversions" "$(kinds --boundary "$tmp"/[pqr].vtu | tr -d 0-9)" "ee: overlap: vf:"
ok "--boundary: fewer" test "$(contacts --boundary "$tmp"/[pqr].vtu | wc -l)" -lt "$(contacts "$tmp"/[pqr].vtu | grep -vc inversion)"
is "--boundary: shells are all boundary" "$(pairs --boundary "$tmp"/sheet[01].vtk | cksum)" "$(pairs "$tmp"/sheet[01].vtk | cksum)"

# ---- --vtu, --stats ----
ok "--vtu FILE.vtu" "$vol" --vtu "$tmp/one.vtu" -o /dev/null "$tmp/p.vtu" "$tmp/q.vtu"
ok "--vtu FILE.pvd" "$vol" --vtu "$tmp/two.pvd" --to csv -o "$tmp/two.csv" "$tmp"/[pqr].vtu
ok "one file is one of the series" cmp "$tmp/one.vtu" "$tmp/two_0.vtu"
offsets() { grep -a -o ' offset="[0-9]*"' "$tmp/one.vtu" | tr -dc '0-9\n'; }
is "the bytes stand in the opposite order of their tags, which spares meshio a fault" "$(offsets)" "$(offsets | sort -nr)"
ok "the meshes at the ends of the steps, which can be read again" cmp <(pairs "$tmp/two.pvd") <(pairs "$tmp/q.vtu" "$tmp/r.vtu")
cat >"$tmp/painted.py" <<'P'
import math, re, struct, sys
text = open(sys.argv[1], "rb").read()
raw = text[text.index(b"<AppendedData"):]
raw = raw[raw.index(b"_") + 1:]
def array(name, code):
    at = int(re.search(rb'Name="%s"[^>]* offset="(\d+)"' % name.encode(), text).group(1))
    n = struct.unpack_from("<Q", raw, at)[0] // struct.calcsize(code)
    return struct.unpack_from(f"<{n}{code}", raw, at + 8)
first, count, part = array("first_contact", "d"), array("contacts", "I"), array("part", "I")
assert len(first) == len(count) == len(part) > 100 and set(part) == {1, 2}
rows = [r.strip().split(",") for r in open(sys.argv[2]) if r[0] != "#" and r.count(",") > 20]
rows = [r for r in rows if r[1] == sys.argv[3]]
assert all((n > 0) == (not math.isnan(t)) for n, t in zip(count, first)) and any(count)
assert min(t for t in first if t == t) == min(float(r[13]) for r in rows)
for e in {e for r in rows for e in r[4:6]}:
    mine = [r for r in rows if e in r[4:6]]
    assert first[int(e)] <= min(float(r[13]) for r in mine) and count[int(e)] >= len(mine)
P
for step in 0 1; do
    ok "every element that a contact names is painted, step $step" python3 "$tmp/painted.py" "$tmp/two_$step.vtu" "$tmp/two.csv" $step
done
"$vol" --first --vtu "$tmp/first.pvd" --to csv -o "$tmp/first.csv" "$tmp"/[pqr].vtu
for step in 0 1; do
    ok "--first: the elements of that one are painted, step $step" python3 "$tmp/painted.py" "$tmp/first_$step.vtu" "$tmp/first.csv" $step
done
mkdir "$tmp/unread"
for ignored in "" "trap '' PIPE"; do
    { sleep 0.2; bash -c "$ignored"'
        exec "$0" --vtu "$1/unread/p.pvd" "$1"/[pqr].vtu 2>"$1/err"' "$vol" "$tmp"; } | true
    is "nobody reads${ignored:+, SIGPIPE is ignored}: nothing unfinished stays" "$(cd "$tmp/unread" && echo *.tmp* *.incomplete)" "*.tmp* *.incomplete"
done
cp "$tmp/two.pvd" "$tmp/unread/p.pvd"
status "contacts that cannot be written" 2 "$vol" --vtu "$tmp/unread/p.pvd" -o /dev/full "$tmp"/[pqr].vtu
ok "the PVD stays as it was" cmp "$tmp/two.pvd" "$tmp/unread/p.pvd"
trouble "--vtu FILE.vtu of several steps" "there are 2 steps; name a file .pvd" "$vol" --vtu "$tmp/no.vtu" "$tmp"/[pqr].vtu
ok "--stats" "$vol" --stats "$tmp/stats" -o "$tmp/x.ccd" "$tmp"/[pqr].vtu
ok "--stats: counts a step" python3 - "$tmp/stats" "$tmp/two.csv" <<'P'
import json, sys
s = json.load(open(sys.argv[1]))
assert s["tool"] == "ccd-vol" and s["method"] == "volccd" and [x["step"] for x in s["steps"]] == [0, 1]
rows = [r.split(",") for r in open(sys.argv[2]) if r[0] != "#" and r.count(",") > 20]
for x in s["steps"]:
    for kind, name in ("vf", "vf"), ("ee", "ee"), ("inversion", "inversions"), ("overlap", "overlaps"):
        assert x[name] == sum(r[1] == str(x["step"]) and r[10] == kind for r in rows), (x, name)
    assert x["elements"] == 189 and x["element_pairs"] > 0 and x["ee_tests"] >= x["ee"]
P

# ---- Bad meshes ----
python3 - "$tmp" <<'E'
import os, sys
from meshes import *
os.chdir(sys.argv[1])
big, cells = box((0, 0, 0), (1, 1, 1))
small, more = box((2, .25, .25), (2.5, .75, .75), 8)
cells += more
after = big + moved(small, (-2, 0, 0))
nan, inf = float("nan"), float("inf")
vtk("nan0.vtk", big + [(nan, 0, 0)] + small[1:], cells)
vtk("nan1.vtk", after[:9] + [(1, inf, 0)] + after[10:], cells)
vtk("range.vtk", big + small, cells + [("tet", 0, 1, 2, 16)])
vtk("twice.vtk", big + small, [("tet", 0, 1, 2, 0)] + cells)
vtk("twice1.vtk", after, [("tet", 0, 1, 2, 0)] + cells)
vtk("poly.vtk", big + small, cells + [("poly", 0, 1, 2, 3)])
vtk("flat.vtk", big + small, cells + [("tet", 0, 1, 2, 3)])
vtk("flat1.vtk", after, cells + [("tet", 0, 1, 2, 3)])
mid = [tuple((x + y) / 2 for x, y in zip(big[a], big[b])) for a, b in ((0, 1), (1, 2), (0, 2), (0, 4), (1, 4), (2, 4))]
vtk("quadratic.vtk", big + small + mid, [("tet10", 0, 1, 2, 4, *range(16, 22))] + more)
vtk("other.vtk", big + small + [(9, 9, 9)], cells)
vtk("none.vtk", big + small, [("hex", 1, 2, 3, 0, 5, 6, 7, 4)])
vtk("gone.vtk", after, more)
vtk("three.vtk", big + small, cells + [("tet", 0, 1, 2, 4)])
vtk("empty.vtk", big + small, [])
vtk("u1.vtk", big + small, cells, [("disp", after), ("velocity", after)])
open("cut.mesh", "w").write("MeshVersionFormatted 1\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra 1\n1 2 3 4 0\n")
open("lines.obj", "w").write("v 0 0 0\nv 1 0 0\nl 1 2\n")
for i in range(2):
    vtk(f"body{i}0.vtk", moved(big, (.1 * i, 0, 0)), cells[:1])
    vtk(f"body{i}1.vtk", moved(big, (3 - .1 * i, 0, 0)), cells[:1])
with open("bodies.pvd", "w") as f:
    print('<VTKFile type="Collection"><Collection>',
          *(f'<DataSet timestep="{i}" part="{b}" file="body{i}{b}.vtk"/>' for i, b in ((0, 0), (0, 1), (1, 1), (1, 0))),
          "</Collection></VTKFile>", file=f)
open("garbage", "w").write("this is no mesh\n")
data = open("a.vtk").read()
open("cut.vtk", "w").write(data[:len(data) // 2])
E
good=$(contacts "$tmp/a.vtk" "$tmp/b.vtk" | cksum)
bad() { # NAME PATTERN FILES: a message, status 2, and the step cannot be solved
    trouble "$1" "$2" "$vol" --to csv "${@:3}"
    is "$1: the result is invalid" "$(rows "$tmp/out" | awk -F, 'NF < 20 { print $2, $6 }' | tail -1)" "invalid nan"
    is "$1: no END" "$(grep -c '^#end' "$tmp/out")" 0
}
bad "garbage" "garbage: " "$tmp/a.vtk" "$tmp/garbage"
bad "a truncated file" "cut.vtk: line [0-9]+: " "$tmp/a.vtk" "$tmp/cut.vtk"
bad "no file" "absent.vtk: No such file" "$tmp/a.vtk" "$tmp/absent.vtk"
bad "another number of nodes" "other.vtk: 17 nodes, but .*a.vtk has 16" "$tmp/a.vtk" "$tmp/other.vtk"
bad "no element in common" "none.vtk: none of its elements" "$tmp/a.vtk" "$tmp/none.vtk"
bad "a frame whose elements are all gone" "empty.vtk: it has no elements" "$tmp/a.vtk" "$tmp/empty.vtk"
bad "frames without any element" "empty.vtk: it has no elements" "$tmp/empty.vtk" "$tmp/empty.vtk"
bad "frames of lines" "lines.obj: it has no elements" "$tmp/lines.obj" "$tmp/lines.obj"
bad "LZ4" "lz4.vtu: .*zlib.*LZ4" tests/data/vtk/ascii.vtu tests/data/vtk/lz4.vtu
trouble "a bad frame in the middle" "garbage: " "$vol" --to csv "$tmp/a.vtk" "$tmp/garbage" "$tmp/a.vtk" "$tmp/b.vtk"
is "a bad frame in the middle: what is left is solved" "$(rows "$tmp/out" | awk -F, 'NF < 20 { print $1, $2 }' | paste -sd' ')" "0 invalid 1 invalid 2 hit"
is "a bad frame in the middle: one message" "$(grep -c garbage "$tmp/err")" 1

left_out() { # NAME PATTERN FILES: a message, status 2, no END
    trouble "$1" "$2" "$vol" --to csv "${@:3}"
    is "$1: no END" "$(grep -c '^#end' "$tmp/out")" 0
}
left_out "a file of Medit that was cut off" "cut.mesh: line [0-9]+: the file ends without the word End" "$tmp/cut.mesh" "$tmp/cut.mesh"
is "a file of Medit that was cut off: the rest is solved" "$(rows "$tmp/out" | cut -d, -f 1,2)" 0,free
is "the bodies of a PVD are told by their parts, in whatever order they are listed" "$(results "$tmp/bodies.pvd" | cut -d, -f 1,2)" 0,free
left_out "an index out of range" "range.vtk: .*16" "$tmp/range.vtk" "$tmp/b.vtk"
is "an index out of range: the rest is solved" "$(rows "$tmp/out" | awk -F, 'NF > 20' | cksum)" "$good"
left_out "a polyhedron" "poly.vtk: .*polyhedr" "$tmp/poly.vtk" "$tmp/b.vtk"
is "a polyhedron: the rest is solved" "$(rows "$tmp/out" | awk -F, 'NF > 20' | cksum)" "$good"
left_out "a node twice" "twice.vtk: element 0: .*the same node" "$tmp/twice.vtk" "$tmp/twice1.vtk"
is "a node twice: the numbers of elements count it" "$(rows "$tmp/out" | awk -F, 'NF > 20 { print $5 + $6 }' | sort -u)" 3
"$vol" -o /dev/null --vtu "$tmp/twice.vtu" "$tmp/twice.vtk" "$tmp/twice1.vtk" 2>/dev/null
is "a node twice: the picture has the same numbers" "$(python3 - "$tmp/twice.vtu" <<'P'
import re, struct, sys
text = open(sys.argv[1], "rb").read()
at = text.index(b"_", text.index(b"<AppendedData")) + 1 + int(re.search(rb'Name="element"[^>]* offset="(\d+)"', text).group(1))
print(*struct.unpack_from("<%dI" % (struct.unpack_from("<Q", text, at)[0] // 4), text, at + 8))
P
)" "1 2"
left_out "a node that is NaN" "nan0.vtk: node 8 has a position that is not a finite number" "$tmp/nan0.vtk" "$tmp/b.vtk"
is "a node that is NaN: nothing to touch" "$(rows "$tmp/out" | cut -d, -f 1,2)" "0,free"
left_out "a node that becomes infinite" "nan1.vtk: node 9 " "$tmp/a.vtk" "$tmp/nan1.vtk" "$tmp/a.vtk" "$tmp/b.vtk"
is "a node that becomes infinite: two steps without it" "$(rows "$tmp/out" | awk -F, 'NF < 20 { print $2 }' | paste -sd' ')" "free free hit"

whole() { # NAME PATTERN FILES: a message, status 2, but nothing is left out
    trouble "$1" "$2" "$vol" --to csv "${@:3}"
    is "$1: with END" "$(grep -c '^#end' "$tmp/out")" 2
}
whole "an element without volume" "flat.vtk: element 2 has no volume" "$tmp/flat.vtk" "$tmp/flat1.vtk"
is "an element without volume: is inverted at the start" "$(rows "$tmp/out" | awk -F, '$11 == "inversion" && $5 == 2 { print $14, $15 }')" "0 0"
whole "quadratic cells" "quadratic.vtk: .*quadratic" "$tmp/quadratic.vtk" "$tmp/quadratic.vtk"
"$vol" --to csv "$tmp/three.vtk" "$tmp/b.vtk" >"$tmp/out" 2>"$tmp/err"
is "elements that vanish are counted, and no trouble" "$?,$(cat "$tmp/err")" "0,ccd-vol: step 0: elements that are not in both frames take no part: 1 deleted, 0 added"
is "elements that vanish: the rest is solved" "$(rows "$tmp/out" | awk -F, 'NF > 20' | cksum)" "$good"
is "elements that come" "$("$vol" "$tmp/gone.vtk" "$tmp/a.vtk" 2>&1 >/dev/null)" "ccd-vol: step 0: elements that are not in both frames take no part: 0 deleted, 1 added"
is "-q does not tell" "$("$vol" -q "$tmp/gone.vtk" "$tmp/a.vtk" 2>&1 >/dev/null)" ""
trouble "trouble with -o" "out.ccd: not written.*incomplete" "$vol" -o "$tmp/out.ccd" "$tmp/nan0.vtk" "$tmp/b.vtk"
ok "what there is is kept beside" test -e "$tmp/out.ccd.incomplete" -a ! -e "$tmp/out.ccd"

# ---- Usage ----
says() { "$vol" "$@" 2>&1 >/dev/null </dev/null | head -1; }
is "no file" "$(says)" "ccd-vol: give two frames of a model, or a sequence"
is "one frame" "$(says "$tmp/a.vtk")" "ccd-vol: $tmp/a.vtk: this is one frame, and nothing moves: it takes two to make a step"
is "one frame with vectors" "$(says "$tmp/u1.vtk")" "ccd-vol: $tmp/u1.vtk: this is one frame, and nothing moves: it takes two to make a step; --vectors NAME takes one of the vectors of its nodes: disp, velocity"
is "which makes two" "$("$vol" --to csv --vectors disp "$tmp/u1.vtk" | rows | awk -F, 'NF < 20 { print $1 }')" 0
is "--vectors of a PVD" "$(says --vectors disp "$tmp/s/f.pvd")" "ccd-vol: $tmp/s/f.pvd: names the files of the frames, so vectors cannot be the frames"
is "--positions of a pattern" "$(says --positions "$tmp/s/f_*.vtu")" "ccd-vol: $tmp/s/f_*.vtu: names the files of the frames, so vectors cannot be the frames"
is "--to nyu" "$(says --to nyu "$tmp/a.vtk" "$tmp/b.vtk")" "ccd-vol: option --to: contacts can be written as ccd or csv, not as nyu"
is "--candidates --to nyu" "$(says --candidates ee --to nyu x y)" "ccd-vol: option --to: nyu needs a truth, and candidates have none"
is "--candidates --first" "$(says --candidates ee --first x y)" "ccd-vol: options --candidates and --first exclude each other"
is "--candidates --vtu" "$(says --candidates ee --vtu x.vtu x y)" "ccd-vol: options --candidates and --vtu exclude each other"
is "--vtu --part" "$(says --vtu x.pvd --part 0/2 x y)" "ccd-vol: options --vtu and --part exclude each other"
is "standard input twice" "$(says - -)" "ccd-vol: only one input can be standard input"
for option in "--vectors u" --displacements --positions; do
    is "$option of several files" "$(says $option x y)" "ccd-vol: options --vectors, --displacements and --positions are for one FILE"
done
is "--displacements --positions" "$(says --displacements --positions x)" "ccd-vol: options --displacements and --positions exclude each other"
is "--method naive --no-csat" "$(says --method naive --no-csat x y)" "ccd-vol: options --no-csat, --no-oset and --no-assign are for the method volccd"
is "the default method" "$("$vol" --method help | awk '{ print $1, $2 }' | paste -sd' ')" "volccd exact naive exact hash exact"
trouble "output that cannot be written" "No such file or directory" "$vol" -o "$tmp/no/x" "$tmp/a.vtk" "$tmp/b.vtk"
trouble "a picture that cannot be written" "No such file or directory" "$vol" --vtu "$tmp/no/x.vtu" "$tmp/a.vtk" "$tmp/b.vtk"

# ---- Inputs stay as they are ----
mkdir "$tmp/in"
cp "$tmp"/s/f_*.vtu "$tmp/s/f.pvd" "$tmp/in"
ln -s "$tmp/in/f_9.vtu" "$tmp/in/link_0.vtu"
ln -s f_8.vtu "$tmp/in/out_1.vtu"
before=$(cd "$tmp/in" && ls && cat ./* | cksum)
spares() { # NAME OPTION FILE ARGUMENT...: refused, with names, before anything is written
    trouble "$1" "option --$2: $3 is an input" "$vol" "${@:4}"
    is "$1: nothing is written" "$(cat "$tmp/out"; cd "$tmp/in" && ls && cat ./* | cksum)" "$before"
}
here=$PWD
case $vol in /*) ;; *) vol=$here/$vol ;; esac
cd "$tmp/in" || exit
spares "-o onto the first frame" output f_8.vtu -o f_8.vtu f_8.vtu f_9.vtu
spares "-o onto the last frame by another name" output ../in/f_9.vtu -o ../in/f_9.vtu f_8.vtu f_9.vtu
spares "-o onto a PVD" output f.pvd -o f.pvd f.pvd
spares "-o onto a file of a PVD" output f_10.vtu -o f_10.vtu f.pvd
spares "--candidates too" output f_8.vtu --candidates ee -o f_8.vtu f_8.vtu f_9.vtu
spares "--stats onto a frame" stats f_9.vtu --stats f_9.vtu f_8.vtu f_9.vtu
spares "--stats onto a file of a pattern" stats f_11.vtu --stats f_11.vtu 'f_*.vtu'
spares "--vtu onto a frame" vtu f_9.vtu --vtu f_9.vtu f_8.vtu f_9.vtu
spares "--vtu onto a PVD" vtu f.pvd --vtu f.pvd f.pvd
cp f_8.vtu f_0.vtu; before=$(ls && cat ./* | cksum)
spares "--vtu whose files would be those of a pattern" vtu f_0.vtu --vtu f.pvd 'f_*.vtu'
spares "--vtu whose files would be frames" vtu f_0.vtu --vtu f.pvd f_8.vtu f_9.vtu f_0.vtu
spares "--vtu whose file is what an input leads to" vtu out_1.vtu --vtu out.pvd f_10.vtu f_9.vtu f_8.vtu
spares "--vtu whose file is a link that is read" vtu link_0.vtu --vtu link.pvd f_8.vtu f_9.vtu
spares "an input that is standard input" output f_9.vtu -o f_9.vtu f_8.vtu - <f_9.vtu
spares "an input that is not there yet" vtu x_0.vtu --vtu x.pvd f_8.vtu x_0.vtu
trouble "-o onto a file of --vtu" "options --vtu and --output both write x_1.vtu" "$vol" --vtu x.pvd -o x_1.vtu f_8.vtu f_9.vtu f_10.vtu
cd "$here" || exit
ok "/dev/null can be both" "$vol" -o /dev/null --stats /dev/null "$tmp/a.vtk" "$tmp/b.vtk"
trouble "nor a series" "No such file or directory" "$vol" --vtu "$tmp/no/x.pvd" "$tmp/a.vtk" "$tmp/b.vtk"
is "nobody reads" "$(set +o pipefail; "$vol" --to csv "$tmp"/[pqr].vtu 2>&1 | head -1)" "#ccd-contact v1"
done_testing
