#!/bin/bash
# ccd-patch --scene: known answers, several scenes and files, each pair on its own, its forms and its pictures.
. tests/tap.sh
patch=$BIN/ccd-patch cat=$BIN/ccd-cat

csv() { "$patch" --scene "$@" --to csv; }
results() { grep -v '^#' | awk -F, 'NF == 11'; }
contacts() { grep -v '^#' | awk -F, 'NF == 27'; }
# Python's verdict on the JSON of some scenes: `s` is the list of the objects.
judge() { # NAME CODE ARGUMENT...
    local name=$1 code=$2
    shift 2
    "$patch" --scene "$@" --to json >"$tmp/judged" 2>"$tmp/err"
    local status=$?
    python3 - "$tmp/judged" "$code" <<'E' >"$tmp/why" 2>&1
import json, sys
from math import *
s = [json.loads(line, parse_constant=lambda word: 1 / 0) for line in open(sys.argv[1])]
def near(a, b, tolerance=1e-12):
    a, b = (x if isinstance(x, (list, tuple)) else [x] for x in (a, b))
    return len(a) == len(b) and all(abs(x - y) <= tolerance for x, y in zip(a, b))
def within(o, t, tolerance=1e-12):
    "The time of the object is bracketed, and tightly."
    return o["proven"] and o["toi"][0] <= t + 1e-15 and t - 1e-15 <= o["toi"][1] <= o["toi"][0] + tolerance
exec(sys.argv[2])
E
    [ $? = 0 ] && [ $status = 0 ]
    tap_result $? "$name" <<<"status $status: $(cat "$tmp/why" "$tmp/err"; head -c 2000 "$tmp/judged")"
}

# ---- Known answers ----
cat >"$tmp/spheres" <<'E'
scene "two spheres"
body A = sphere(1)
body B = sphere(0.5) move (1 - 2*t/3, 2 - 4*t/3, 2 - 4*t/3)   # in the direction (1, 2, 2), 3 away, at a speed of 2
E
judge "two spheres touch in one point" '
o, = s
assert o["verdict"] == "hit" and within(o, 0.75) and o["name"] == "two spheres" and o["time"] == [0, 1], o
c, = o["contacts"]
assert c["unique"] and c["kind"] == "surface" and within({"proven": True, "toi": c["toi"]}, 0.75), c
assert near(c["point"], [1/3, 2/3, 2/3]) and near(c["normal"], [1/3, 2/3, 2/3]) and near(c["speed"], 2), c
assert 0 <= c["distance"] < 1e-12 and c["bodies"] == ["A", "B"] and o["pairs"][0]["bodies"] == ["A", "B"], c
assert o["iterations"] > 0 and o["looks"] > 0 and o["waiting"] > 0 and o["problems"] == 1' "$tmp/spheres"
cat >"$tmp/seam" <<'E'
body A = sphere(1)
body B = sphere(0.5) move (3 - 2*t, 0, 0)
E
judge "on the seam of their parameters, one contact" 'o, = s
assert within(o, 0.75)
c, = o["contacts"]
assert c["unique"] and near(c["point"], [1, 0, 0]) and near(c["normal"], [1, 0, 0])' "$tmp/seam"
cat >"$tmp/plane" <<'E'
body floor = plane(4, 4)
body ball = sphere(0.5) turn axis (1, 0, 0) by 1 move (0.1, 0.2, 2 - 2*t)
E
judge "a sphere falls on a plane" 'o, = s
assert within(o, 0.75)
c, = o["contacts"]
assert c["unique"] and near(c["point"], [0.1, 0.2, 0]) and near([abs(x) for x in c["normal"]], [0, 0, 1])
assert c["bodies"] == ["floor", "ball"]' "$tmp/plane"
cat >"$tmp/cut" <<'E'
scene "0.75"
implicit P { f = x^2 + y^2 + z^2 - 1 box [-2, 2] [-2, 2] [-2, 0.5] }
body A = P
body B = plane(4, 4) move (0, 0, 2 - 2*t)
scene "0.75"
implicit P { f = x^2 + y^2 + (z - t/5)^2 - 1 box [-2, 2] [-2, 2] [-2, 0.5] }
body A = P
body B = plane(4, 4) move (0, 0, 2 - 2*t)
scene "0.35"
implicit P { f = x^2 + y^2 + z^2 - 1 box [-2, 2] [-2, 2] [-2, 0.5] }
body A = P
body B = sphere(0.1) move (3*max(0, t - 0.5), 0, 2 - 4*min(t, 0.5))
scene "7/12"
implicit P { f = x^2 + y^2 - 1 box [-2, 2] [-2, 2] [-1, 1] }
body A = P
body B = sphere(0.25) move (0, 0, 3 - 3*t)
scene "7/24"
implicit P { f = z box [-2, 2] [-2, 2] [-1, 1] }
body A = P
body B = sphere(0.25) move (0, 0, -3 + 6*t)
scene "0.25"
implicit P { f = x^2 + y^2 - 0.25 box [-1, 1] [-1, 1] [-1, 1] }
implicit D = difference(sphere(2), P)
body A = D
body B = sphere(0.25) move (0, 0, 3 - 3*t)
scene "11/16"
implicit P { f = x^2 + y^2 - 1 box [-2, 2] [-2, 2] [-1, 1] }
implicit U = union(P, moved { sphere(0.1) move (0, 0, 5) })
body A = U
body B = sphere(0.25) move (4 - 4*t, 0, 0)
scene "2"
implicit P { f = x^2 + y^2 - 1 box [-2, 2] [-2, 2] [-1, 1] }
implicit U = union(P, moved { sphere(0.1) move (0, 0, 5) })
body A = U
body B = sphere(0.25) move (4 - 4*t, 0, 3)
E
judge "solids that their boxes cut have faces and edges there, also in combinations" '
assert len(s) == 8
for o in s:
    t = eval(o["name"])
    assert o["verdict"] == ("hit" if t < 1 else "free") and (t > 1 or within(o, t)), o' "$tmp/cut"
"$patch" --scene "$tmp/cut" >"$tmp/cut.ccd"
ok "ccd-verify agrees" "$BIN/ccd-verify" --scene "$tmp/cut" "$tmp/cut.ccd"
cat >"$tmp/implicits" <<'E'
body A = implicit sphere(1)
body B = implicit sphere(0.5) move (1 - 2*t/3, 2 - 4*t/3, 2 - 4*t/3)
E
cat >"$tmp/pole" <<'E'
body floor = plane(4, 4)
body ball = sphere(0.5) move (0.1, 0.2, 2 - 2*t)
E
judge "on its pole" 'o, = s
assert within(o, 0.75) and near(o["contacts"][0]["point"], [0.1, 0.2, 0])
assert all(near(c["normal"], [0, 0, 1]) and near(c["speed"], 2) for c in o["contacts"])' "$tmp/pole"
judge "two implicit spheres" 'o, = s
assert within(o, 0.75)
c, = o["contacts"]
assert c["unique"] and near(c["point"], [1/3, 2/3, 2/3]) and c["pieces"] == ["leaf 0", "leaf 0"]' "$tmp/implicits"
cat >"$tmp/mixed" <<'E'
body A = implicit sphere(1)
body B = sphere(0.5) move (1 - 2*t/3, 2 - 4*t/3, 2 - 4*t/3)
E
judge "a sphere against an implicit one" 'o, = s
assert within(o, 0.75)
c, = o["contacts"]
assert c["unique"] and near(c["point"], [1/3, 2/3, 2/3]) and near(c["normal"], [1/3, 2/3, 2/3])' "$tmp/mixed"
cat >"$tmp/tori" <<'E'
separation 0.2
body low = torus(1, 0.25)
body high = torus(1, 0.25) move (0, 0, 2 - 2*t)
E
judge "a torus on a torus: a circle of points, D apart" 'o, = s
assert o["verdict"] == "hit" and o["proven"] and o["toi"][0] <= 0.75 + 1e-15 and o["toi"][0] > 0.749
c = o["contacts"]
assert not any(x["unique"] for x in c)
assert all(abs(hypot(*x["point"][:2]) - 1) < 1e-3 and abs(x["point"][2] - 0.25) < 1e-3 for x in c)
gaps = [dist(a["point"], b["point"]) for i, a in enumerate(c) for b in c[:i]]
assert pi / 0.2 <= len(c) <= 2 * pi / 0.2 + 1 and min(gaps) >= 0.2 - 1e-9, (len(c), min(gaps))
angles = sorted(atan2(x["point"][1], x["point"][0]) for x in c)
assert max(b - a for a, b in zip(angles, angles[1:] + [angles[0] + 2 * pi])) < 0.4 * 1.01' "$tmp/tori"
judge "--separation goes before what the scene says" 'assert len(s[0]["contacts"]) in range(6, 17), len(s[0]["contacts"])' "$tmp/tori" --separation 0.4
cat >"$tmp/free" <<'E'
body A = sphere(1)
body B = sphere(0.5) move (3 - 2*t, 1.51, 0)
E
judge "what passes by is free" 'o, = s
assert o["verdict"] == "free" and o["toi"] is None and o["contacts"] == [] and o["proven"]' "$tmp/free"
cat >"$tmp/overlap" <<'E'
body A = sphere(1)
body B = sphere(0.5) move (1 + t, 0.3, 0)
body C = sphere(0.5) move (0, 3 - 2*t, 0.1)
E
judge "an overlap at the start is an answer, and other pairs are solved" 'o, = s
kinds = [c["kind"] for c in o["contacts"]]
assert o["verdict"] == "hit" and kinds == ["overlap", "surface"], o
a, b = o["contacts"]
assert a["bodies"] == ["A", "B"] and hypot(*a["point"]) <= 1 + 1e-9 and dist(a["point"], (1, 0.3, 0)) <= 0.5 + 1e-9
assert b["bodies"] == ["A", "C"] and within(o, (3 - sqrt(1.5 ** 2 - 0.01)) / 2)
assert o["toi"] == b["toi"] and [p["start"] for p in o["pairs"]] == ["overlap", "apart", "apart"]' "$tmp/overlap"
cat >"$tmp/tracked" <<'E'
body A = sphere(1)
body B = sphere(0.5) move (3 - 2*t, 0.2, 0.1)
body C = sphere(0.5) move (0, 4 - 3*t, 0.1)
pair A B
pair A C
track A B at (1, 0.1, 0) radius 0.3
E
judge "a tracked contact is left out" 'o, = s
assert within(o, (4 - sqrt(1.5 ** 2 - 0.01)) / 3) and [c["bodies"] for c in o["contacts"]] == [["A", "C"]]
assert [p["start"] for p in o["pairs"]] == ["meeting", "apart"]' "$tmp/tracked"
cat >"$tmp/can" <<'E'
body floor = plane(6, 6)
body can = cylinder(0.5, 2) turn axis (1, 0, 0) by 1 move (0, 0, 2 - 2*t)
E
judge "a can lands on its edge" 'o, = s
low = cos(1) * 1 + sin(1) * 0.5
assert within(o, (2 - low) / 2), o["toi"]
c, = o["contacts"]
assert c["unique"] and abs(c["point"][0]) < 1e-12 and abs(c["point"][2]) < 1e-12
assert c["pieces"][1].count(".") == 1, c["pieces"]' "$tmp/can"
cat >"$tmp/normals" <<'E'
scene "apex"
body A = implicit cone(0.5, 1)
body B = sphere(0.5) turn axis (1, 0, 0) by 1 move (0.1, 0.2, 3 - 3*t)
scene "apex"
body A = implicit cone(0.5, 1)
body B = implicit sphere(0.5) move (0, 0, 3 - 3*t)
scene "apex"
body A = plane(4, 4) move (0, 0, 2 - 2*t)
body B = implicit cone(0.5, 1)
scene "apexes"
body A = implicit cone(0.5, 1)
body B = implicit cone(0.5, 1) turn axis (1, 0, 0) by pi move (0, 0, 3.5 - 3*t)
scene "a corner of abs"
implicit O { f = abs(x) + abs(y) + abs(z) - 1 box [-2, 2] [-2, 2] [-2, 2] }
body A = O
body B = implicit sphere(1) move (0, 0, 3 - 2*t)
scene "no gradient anywhere"
implicit O { f = (x^2 + y^2 + z^2 - 1)^3 box [-2, 2] [-2, 2] [-2, 2] }
body A = O
body B = plane(4, 4) move (0, 0, 2 - 2*t)
scene "vertices"
body A = box(1, 1, 1)
body B = box(1, 1, 1) move (1.2 - t, 1.2 - t, 1.2 - t)
scene "any: edges in line"
body A = implicit box(1, 1, 1)
body B = box(1, 1, 1) move (1.2 - t, 1.2 - t, 0.5)
scene "any: poles"
body A = sphere(0.5) turn axis (1, 0, 0) by pi move (0.1*t, 0, 2 - 2*t)
body B = sphere(0.5) move (0.05, 0, 0)
scene "n: the side of a cone, near the apex"
simultaneity 1e-5
body A = implicit cone(0.5, 1)
body B = sphere(0.5) turn axis (1, 0, 0) by 1 move (2 - 2*t, 0.1, 1.19)
scene "n: an apex that is a vertex"
body A = cone(0.5, 1)
body B = sphere(0.5) turn axis (1, 0, 0) by 1 move (0.1, 0.2, 3 - 3*t)
scene "n: a pole on a plane"
body A = sphere(0.5) move (0.1, 0.2, 2 - 2*t)
body B = plane(4, 4)
scene "n: edges that cross"
body A = box(1, 1, 1) turn axis (1, 0, 0) by pi/4
body B = implicit box(1, 1, 1) turn axis (0, 1, 0) by pi/4 move (0, 0.1, 3 - 2*t)
E
judge "what has no normal is flagged, and not what has one" '
assert len(s) == 13
for o in s:
    assert o["verdict"] == "hit" and o["contacts"], o
    for c in o["contacts"]:
        assert near(hypot(*c["normal"]), 1), c
        assert o["name"][:3] == "any" or c["degenerate"] == (o["name"][:3] != "n: "), (o["name"], c)' "$tmp/normals"
"$patch" --scene "$tmp/normals" >"$tmp/normals.ccd"
ok "ccd-verify agrees with that, too" "$BIN/ccd-verify" --scene "$tmp/normals" "$tmp/normals.ccd"

# ---- Scenes and files ----
cat >"$tmp/several" <<'E'
scene "one"
body A = sphere(1)
body B = sphere(0.5) move (3 - 2*t, 0.1, 0.2)
body C = sphere(0.5) move (0.1, 0.2, 5 - 4*t)
scene "wrong"
body A = sphere(1, 2, 3)
body B = sphere(1)
scene "three"
time [2, 4]
body A = sphere(1)
body B = sphere(0.5) move (0.1, 0.2, 7 - 2*t)
E
csv "$tmp/several" >"$tmp/out" 2>"$tmp/err"
is "a scene that is wrong: status" $? 2
is "is named with its place" "$(sed "s,$tmp/,," "$tmp/err" | grep -cE '^ccd-patch: several:6:[0-9]+: ')" 1
is "one message" "$(wc -l <"$tmp/err")" 1
is "and has a result as the others" "$(results <"$tmp/out" | cut -d, -f 1,2,4 | paste -sd' ')" "0,hit,certified 1,invalid,certified 2,hit,certified"
is "whose contacts have its number" "$(contacts <"$tmp/out" | cut -d, -f 1-4,11-13 | paste -sd' ')" "0,0,0,1,surface,hit,1 2,2,0,1,surface,hit,1"
ok "the stream is complete" "$cat" --check "$tmp/out"
is "several files, numbered through" "$(csv "$tmp/seam" "$tmp/several" "$tmp/free" 2>/dev/null | results | cut -d, -f 1,2 | paste -sd' ')" \
    "0,hit 1,hit 2,invalid 3,hit 4,free"
is "standard input" "$(csv - <"$tmp/seam" | results)" "$(csv "$tmp/seam" | results)"
is "compressed" "$(gzip <"$tmp/seam" | csv - | results)" "$(csv "$tmp/seam" | results)"
csv "$tmp/seam" "$tmp/none" "$tmp/free" >"$tmp/out" 2>"$tmp/err"
is "a file that is not there: status" $? 2
ok "is named" grep -q "none: No such file" "$tmp/err"
is "the others are solved" "$(results <"$tmp/out" | cut -d, -f 1,2 | paste -sd' ')" "0,hit 1,free"
status "and the output is incomplete" 2 "$cat" --check "$tmp/out"
echo keep >"$tmp/kept"
"$patch" --scene "$tmp/seam" "$tmp/none" -o "$tmp/kept" 2>/dev/null
is "-o: what was there stays" "$(cat "$tmp/kept")" keep
ok "what could be written is beside it" test -e "$tmp/kept.incomplete"
"$patch" --scene "$tmp/several" --to json >"$tmp/out" 2>/dev/null
is "json of a wrong scene: status" $? 2
ok "it is an object, too" python3 -c 'import json, sys
s = [json.loads(line) for line in open(sys.argv[1])]
assert [(o["id"], o["scene"], o["verdict"]) for o in s] == [(0, 0, "hit"), (1, 1, "invalid"), (2, 2, "hit")]
assert all(list(o) == list(s[0]) for o in s) and s[1]["name"] == "wrong" and s[1]["file"] == sys.argv[2]
assert s[1]["time"] is None and s[1]["pairs"] == s[1]["contacts"] == [] and s[1]["problems"] == s[1]["iterations"] == 0
assert s[1]["toi"] is None and s[0]["name"] == "one" and s[2]["time"] == [2, 4] and s[0]["file"] == sys.argv[2]' "$tmp/out" "$tmp/several"

# ---- Each pair ----
csv "$tmp/several" --each >"$tmp/out" 2>/dev/null
is "--each: a result a pair, and one of the wrong scene" "$(results <"$tmp/out" | cut -d, -f 1,2 | paste -sd' ')" "0,hit 1,hit 2,free 3,invalid 4,hit"
is "contacts: the pair, the scene, the bodies" "$(contacts <"$tmp/out" | cut -d, -f 1-4 | paste -sd' ')" "0,0,0,1 1,0,0,2 4,2,0,1"
is "the first of the pairs is that of the scene" "$(results <"$tmp/out" | awk -F, '$1 < 3 { print $6 }' | sort -g | head -1 | cut -c 1-12)" \
    "$(csv "$tmp/several" 2>/dev/null | results | awk -F, '$1 == 0 { print substr($6, 1, 12) }')"
many() { # scenes of which some are wrong
    for i in $(seq 12); do
        echo "scene \"$i\" body A = torus(1, 0.3) turn axis (1, 2, 3) by $i body B = sphere(0.5) move (3 - 4*t, 0.$i, 0) body C = sphere(0.3) move (0, 4 - 5*t, 0.2$i)"
        [ $((i % 5)) != 0 ] || echo "scene \"wrong\" body A = nothing"
    done
}
many >"$tmp/many"
for each in "" --each; do
    for to in ccd csv json; do
        # shellcheck disable=SC2086
        "$patch" --scene "$tmp/many" $each --to $to -j 1 >"$tmp/one" 2>"$tmp/one.err"
        # shellcheck disable=SC2086
        "$patch" --scene "$tmp/many" $each --to $to -j 3 >"$tmp/three" 2>"$tmp/three.err"
        ok "--to $to $each: the same with -j 1 and -j 3" cmp "$tmp/one" "$tmp/three"
        ok "--to $to $each: and the same messages" cmp "$tmp/one.err" "$tmp/three.err"
    done
    # shellcheck disable=SC2086
    for r in 0 1 2; do "$patch" --scene "$tmp/many" $each --part $r/3 2>/dev/null; done >"$tmp/parts"
    ok "$each in parts: complete" "$cat" --check "$tmp/parts"
    # shellcheck disable=SC2086
    ok "$each in parts: the records of the whole" cmp <("$cat" --to csv "$tmp/parts" | grep -v '^#' | sort) \
        <("$patch" --scene "$tmp/many" $each --to csv 2>/dev/null | grep -v '^#' | sort)
done
for r in $(seq 0 20); do "$patch" --scene "$tmp/several" --part "$r/21" 2>/dev/null; done >"$tmp/parts"
ok "parts without a search, too" "$cat" --check "$tmp/parts"

# ---- Forms ----
"$patch" --scene "$tmp/many" >"$tmp/ccd" 2>/dev/null
ok "ccd and csv hold the same" cmp <("$cat" --to csv "$tmp/ccd") <(csv "$tmp/many" 2>/dev/null)
"$patch" --scene "$tmp/many" --to json >"$tmp/json" 2>/dev/null
ok "json holds the same, too" python3 - "$tmp/json" <(csv "$tmp/many" 2>/dev/null) <<'E'
import json, sys
rows = [line.rstrip("\n").split(",") for line in open(sys.argv[2]) if line[0] != "#"]
results, found = [r for r in rows if len(r) == 11], [r for r in rows if len(r) == 27]
objects = [json.loads(line) for line in open(sys.argv[1])]
assert len(objects) == len(results) == 14
for o, r in zip(objects, results):
    flags = o["proven"] + 2 * o["at_start"] + 4 * o["budget_spent"]
    assert [o["id"], o["verdict"], flags, o["method"]] == [int(r[0]), r[1], int(r[2]), r[3]], r
    if o["toi"]:
        assert o["toi"] == [float(r[5]), float(r[6]) if r[6] != "inf" else None] and o["iterations"] == int(r[4])
    for c in o.get("contacts", []):
        r = found.pop(0)
        assert [c["kind"], c["unique"]] == [r[10], int(r[12]) & 1 == 1], r
        assert o["pairs"] and [o["id"], o["scene"]] == [int(r[0]), int(r[1])]
        assert c["toi"] == [float(x) if x != "inf" else None for x in r[13:15]]
        numbers = c["parameters"] + c["point"] + c["normal"] + [c["distance"], c["speed"]]
        assert numbers == [float(x) for x in r[15:27]], (numbers, r)
assert not found
E
judge "names are quoted" 'assert s[0]["name"] == "a \\ \u00fc"' <(printf 'scene "a \\ \xc3\xbc"\nbody A = sphere(1) body B = sphere(1) move (3, 0, 0)\n')

# ---- Budgets, methods ----
judge "--max-iter: unresolved, with a proven time" 'o, = s
assert o["verdict"] == "unresolved" and o["budget_spent"] and o["proven"] and 0 <= o["toi"][0] <= 0.75 and o["toi"][1] is None and o["looks"] <= 120' \
    "$tmp/tori" --max-iter 100
cat >"$tmp/through" <<'E'
scene "0.2506 0.5817"
body A = implicit torus(1, 0.3)
body B = sphere(0.2) turn axis (1, 0, 0) by 1 move (3 - 6*t, 0.1, 0.02)
scene "0.2667"
body A = implicit torus(1, 0.3)
body B = implicit box(0.2, 0.1, 0.1) turn axis (1, 0, 0) by 1 move (3 - 6*t, 0.1, 0.02)
E
for n in 1 10 70 100 150 200 300 500; do
    judge "--max-iter $n: no touch from within is said to be a contact" 'assert all(any(abs(c["toi"][0] - t) < 1e-3 for t in map(float, o["name"].split())) for o in s for c in o["contacts"] if c["unique"])' \
        "$tmp/through" --max-iter $n
    "$patch" --scene "$tmp/through" --max-iter $n >"$tmp/through.ccd"
    ok "ccd-verify has no fault" "$BIN/ccd-verify" --scene "$tmp/through" --allow-unresolved "$tmp/through.ccd"
done
judge "--max-mem: likewise" 'o, = s
assert o["verdict"] == "unresolved" and o["budget_spent"] and o["proven"] and o["toi"][0] <= 0.75' "$tmp/tori" --max-mem 1K
"$BIN/ccd-gen" scene --family torus-cone -n 1 -o "$tmp/curve"
judge "boxes that cannot be split: unresolved, and no budget was spent" 'o, = s
assert o["verdict"] == "unresolved" and not o["budget_spent"] and o["proven"] and o["toi"][1] is None' "$tmp/curve" --separation 1e-17 --accuracy 1e-17
judge "--order upper: the same contact" 'o, = s
assert within(o, 0.75) and len(o["contacts"]) == 1' "$tmp/spheres" --order upper
for way in "" "--newton km" "--newton none --accuracy 1e-3" "--order lower" "--newton none --no-tangency --accuracy 0.03"; do
    # shellcheck disable=SC2086
    judge "--method snyder $way: about the same" 'o, = s
assert o["method"] == "snyder" and o["verdict"] == "hit" and abs(o["toi"][0] - 0.75) < 0.03
assert any(dist(c["point"], (1/3, 2/3, 2/3)) < 0.3 for c in o["contacts"])' "$tmp/spheres" --method snyder $way
done
is "its word in csv" "$(csv "$tmp/spheres" --method snyder | results | cut -d, -f 4)" snyder
ok "ccd-cat knows it" cmp <("$patch" --scene "$tmp/spheres" --method snyder | "$cat" --to csv) <(csv "$tmp/spheres" --method snyder)
judge "--simultaneity: a second contact that comes a little later" 'assert len(s[0]["contacts"]) == 2 and s[0]["contacts"][1]["toi"][0] > s[0]["toi"][1]' \
    <(echo 'body A = sphere(1) body B = sphere(0.5) move (3 - 2*t, 0.1, 0.2) body C = sphere(0.5) move (-3.01 + 2*t, 0.1, 0.2)') --simultaneity 0.01
judge "without it, not" 'assert len(s[0]["contacts"]) == 1' \
    <(echo 'body A = sphere(1) body B = sphere(0.5) move (3 - 2*t, 0.1, 0.2) body C = sphere(0.5) move (-3.01 + 2*t, 0.1, 0.2)')

# ---- Pictures ----
csv "$tmp/overlap" --vtp "$tmp/hit.vtp" --svg "$tmp/hit.svg" >"$tmp/out"
is "pictures: status" $? 0
ok "the drawing is well-formed, and has its dots" python3 - "$tmp/hit.svg" <<'E'
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
name = "{http://www.w3.org/2000/svg}"
assert root.tag == name + "svg" and len(root.findall(f".//{name}circle")) == 2
width, height = (float(x) for x in root.get("viewBox").split()[2:])
for c in root.findall(f".//{name}circle"):
    assert 0 < float(c.get("cx")) < width and 0 < float(c.get("cy")) < height
assert len(root.findall(f".//{name}path")) == 6
E
ok "and is small" test "$(wc -c <"$tmp/hit.svg")" -lt 60000
cat >"$tmp/vtp.py" <<'E'
import re, struct, sys
data = open(sys.argv[1], "rb").read()
base = data.index(b'<AppendedData encoding="raw">\n_') + len(b'<AppendedData encoding="raw">\n_')
def array(name, code, which=0):
    at = base + int(re.findall(rb'Name="%s"[^>]*offset="(\d+)"' % name, data)[which])
    n, = struct.unpack_from("<Q", data, at)
    values = struct.unpack_from(f"<{n // struct.calcsize(code)}{code}", data, at + 8)
    return values
points, verts, polys = (int(x) for x in (re.search(rb'%s="(\d+)"' % n, data).group(1) for n in (b"NumberOfPoints", b"NumberOfVerts", b"NumberOfPolys")))
x = array(b"Points", "d")
x = [x[3 * i:3 * i + 3] for i in range(points)]
normal = array(b"normal", "d")
normal = [normal[3 * i:3 * i + 3] for i in range(points)]
time, unique, body = array(b"time", "d"), array(b"unique", "b"), array(b"body", "i")
cell_body = array(b"body", "i", 1)
assert len(time) == len(unique) == len(body) == points and len(cell_body) == verts + polys
assert array(b"connectivity", "q") == tuple(range(points - verts, points))
E
ok "the picture holds the bodies and the contacts" python3 - "$tmp/hit.vtp" "$tmp/vtp.py" <<'E'
import sys
exec(open(sys.argv[2]).read())
from math import *
assert verts == 2 and set(body[:-2]) == {0, 1, 2} and body[-2:] == (-1, -1) and cell_body[:2] == (-1, -1)
t = (3 - sqrt(1.5 ** 2 - 0.01)) / 2
places = [((0, 0, 0), 1), ((1 + t, 0.3, 0), 0.5), ((0, 3 - 2 * t, 0.1), 0.5)]
for p, n, b, u, at in zip(x, normal, body[:-2], unique, time):
    c, r = places[b]
    assert abs(dist(p, c) - r) < 1e-9 and u == -1 and abs(at - t) < 1e-9
    out = [(a - b) / r for a, b in zip(p, c)]
    assert dist(n, out) < (1e-5 if abs(out[2]) > 1 - 1e-12 else 1e-9), (n, out) # at a pole it is that beside it
assert unique[-2:] == (0, 1) and abs(time[-1] - t) < 1e-9 and abs(hypot(*x[-1]) - 1) < 1e-9
E
"$patch" --scene "$tmp/implicits" --vtp "$tmp/implicit.vtp" >/dev/null
ok "implicit bodies are marched" python3 - "$tmp/implicit.vtp" "$tmp/vtp.py" <<'E'
import sys
exec(open(sys.argv[2]).read())
from math import *
t = time[0]
places = [((0, 0, 0), 1), ((1 - 2 * t / 3, 2 - 4 * t / 3, 2 - 4 * t / 3), 0.5)]
assert polys > 1000
for p, n, b in zip(x, normal, body[:-1]):
    c, r = places[b]
    assert abs(dist(p, c) - r) < 1e-9 and dist(n, [(a - b) / r for a, b in zip(p, c)]) < 1e-9
E
csv "$tmp/spheres" "$tmp/seam" "$tmp/free" --svg "$tmp/s.svg" --vtp "$tmp/s" >/dev/null
is "a picture a scene" "$(cd "$tmp" && echo s*.svg s s_*)" "s.svg s_1.svg s_2.svg s s_1 s_1.svg s_2 s_2.svg"
trouble "a picture that cannot be written" "$tmp/none/x.svg: No such file" csv "$tmp/seam" --svg "$tmp/none/x.svg"
is "the result is there" "$(results <"$tmp/out" | cut -d, -f 2)" hit
cp "$tmp/seam" "$tmp/s_1.scene"
trouble "a picture that would be an input" "s_1.scene: it is another file" csv "$tmp/free" "$tmp/s_1.scene" --svg "$tmp/s.scene"
ok "which is as it was" cmp "$tmp/seam" "$tmp/s_1.scene"
ok "an implicit half-space has no end, and is shown" python3 - <(csv <(echo 'body A = implicit plane() body B = sphere(0.5) turn axis (1, 0, 0) by 1 move (0, 0, 1 - t)') --svg "$tmp/half.svg") "$tmp/half.svg" <<'E'
import sys
assert open(sys.argv[1]).read().count(",hit,") == 2
assert open(sys.argv[2]).read().count("<path") == 4
E

# ---- The rest of the command line ----
says() { "$patch" "$@" 2>&1 >/dev/null </dev/null | head -1; }
is "a method of pairs" "$(says --scene "$tmp/seam" --method tdi)" "ccd-patch: option --method: tdi is for pairs of patches; --scene has certified and snyder"
is "a method of scenes" "$(says --method snyder)" "ccd-patch: option --method: snyder is for --scene"
for option in each "simultaneity 1" "separation 1" "accuracy 1" "order upper" "newton km" no-tangency "vtp $tmp/x" "svg $tmp/x"; do
    # shellcheck disable=SC2086
    is "--${option% *} without a scene" "$(says --$option)" "ccd-patch: option --${option%% *} is for --scene"
done
is "--to json without a scene" "$(says --to json)" "ccd-patch: option --to: json is for --scene"
for option in "from csv" "delta 1" "simd portable" "shape q3" "dt 1" keep earliest; do
    # shellcheck disable=SC2086
    is "--scene and --${option% *}" "$(says --scene "$tmp/seam" --$option)" "ccd-patch: options --scene and --${option%% *} exclude each other"
done
for option in "newton km" no-tangency; do
    # shellcheck disable=SC2086
    is "--${option% *} with certified" "$(says --scene "$tmp/seam" --$option)" "ccd-patch: option --${option%% *} is for --method snyder"
done
is "--each and a picture" "$(says --scene "$tmp/seam" --each --svg "$tmp/x")" "ccd-patch: options --each and --svg exclude each other: each pair has a time"
is "a picture on standard output" "$(says --scene "$tmp/seam" --vtp -)" "ccd-patch: option --vtp: name a file: a picture is no stream"
is "a picture over the scene" "$(says --scene "$tmp/seam" --vtp "$tmp/seam")" "ccd-patch: option --vtp: $tmp/seam is an input, which would be written over"
for option in output stats; do
    is "--$option over the scene" "$(says --scene "$tmp/seam" --$option "$tmp/seam")" "ccd-patch: option --$option: $tmp/seam is an input, which would be written over"
done
is "standard input twice" "$(says --scene - -)" "ccd-patch: standard input cannot be several files"
is "two outputs in one file" "$(says --scene "$tmp/seam" --vtp "$tmp/x" --svg "$tmp/x")" "ccd-patch: options --vtp and --svg write to the same file"
is "--to npy" "$(says --scene "$tmp/seam" --to npy)" "ccd-patch: option --to: results can be written as ccd or csv, not as npy"
"$patch" --scene "$tmp/overlap" "$tmp/tori" -o /dev/null --stats "$tmp/stats"
ok "--stats" python3 -c 'import json, sys
s = json.load(open(sys.argv[1]))
assert [s[k] for k in ("method", "queries", "scenes", "bodies", "pairs", "hit", "unique", "overlaps")] == ["certified", 2, 2, 5, 4, 2, 1, 1], s
assert s["contacts"] > 16 and s["problems"] >= 2 and s["looks"] > 0 and s["evals"] > 0 and s["waiting"] > 0, s' "$tmp/stats"
is "progress is shown, and goes" "$("$patch" --scene "$tmp/seam" --progress -o /dev/null 2>&1 | tr '\r' '\n' | grep -c '1 scenes')" 1

# Where leaves of a combination meet their normals may be dependent with the other body's, and yet the way into both be free:
# into one part of a union, or where leaves are 0 outside of the part that they bound; or between the normals of an edge.
cat >"$tmp/union" <<'S'
implicit C = union(sphere(1), moved { box(0.4, 0.4, 0.4) move (1, 0, 0) })
body A = C
body B = sphere(0.5) move (1.15 - 0.3*t, 0.9 - t, 2 - 2*t)
S
cat >"$tmp/intersection" <<'S'
implicit C = intersection(sphere(0.47232927345711095), moved { cylinder(0.20183800469845892, 1.8893170938284438) turn axis (1, 0, 0) by pi/2 })
body A = C turn axis (0, 0, 1) by 4.762395050243136
body B = implicit sphere(0.6517952882021063) move (-0.3141253242239463*t - 0.8490236337224115*t*t, 1.4064980198053474*t*t - 0.7486530080382947*t, 3.2 - 4.696930900739312*t - 0.2720167560885906*t*t)
S
for how in union intersection; do
    is "$how: no contacts from within beside the first one" "$(csv "$tmp/$how" --simultaneity 0.05 | grep -c ',surface,hit,')" 1
    "$patch" --scene "$tmp/$how" --simultaneity 0.05 >"$tmp/$how.ccd"
    ok "$how: ccd-verify has no fault" "$BIN/ccd-verify" --simultaneity 0.05 --scene "$tmp/$how" "$tmp/$how.ccd"
done

# Of implicit bodies each function has a unit of its own: a length, its square, or none.
scaled() {
    awk -v s="$1" 'BEGIN {
        printf "body A = implicit sphere(%.17g)\n", s
        printf "body B = implicit ellipsoid(%.17g, %.17g, %.17g) turn axis (1, 2, 3) by t move (%.17g - %.17g*t, %.17g, %.17g)\n",
            s, 0.9375 * s, 0.75 * s, 5 * s, 4 * s, 0.125 * s, 0.25 * s }' | csv - | results | cut -d, -f 2-7
}
for unit in 1024 0.0009765625; do is "in a unit of $unit: the same times in as many iterations" "$(scaled $unit)" "$(scaled 1)"; done

# A search that takes long: no file stays when it is stopped.
mkdir "$tmp/stopped"
"$patch" --scene "$tmp/tori" --separation 1e-5 --max-iter 4e9 --max-mem 1G -o "$tmp/stopped/out" 2>/dev/null &
search=$!
for _ in $(seq 50); do [ -z "$(ls "$tmp/stopped")" ] || break; sleep 0.1; done
ok "a long search writes beside its output" test -n "$(ls "$tmp/stopped")"
kill -TERM $search
wait $search 2>/dev/null
is "stopped: nothing stays" "$(ls "$tmp/stopped")" ""
for to in ccd json; do
    is "--to $to: a reader that goes away ends it quietly" "$(set +o pipefail; { "$patch" --scene "$tmp/many" "$tmp/many" --to $to -j 1 2>"$tmp/err"; echo $? >"$tmp/status"; } | head -c 1 >/dev/null
        sleep 0.2; grep -v wrong "$tmp/err" | grep -vc "many:")" 0
done
done_testing
