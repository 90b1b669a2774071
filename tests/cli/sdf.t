#!/bin/bash
# ccd-sdf on streams: answers known by hand, one answer whatever the form, contacts, options.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/cli
sdf=$BIN/ccd-sdf cat=$BIN/ccd-cat

# ---- Scenes and triangles whose answers are known ----
cat >"$tmp/scene.json" <<'E'
{"solids": [
  {"plane": {"normal": [0, 0, 1]}},
  {"sphere": {"radius": 1}},
  {"plane": {"normal": [0, -1, 0], "point": [0, 0.5, 0]}},
  {"plane": {"normal": [0, -1, 0], "point": [0, 2, 0]}},
  {"box": {"size": [2, 2, 2]}},
  {"torus": {"major": 0.11, "minor": 0.04}}]}
E

# A line a query: t* or "free".
python3 - "$tmp/known" "$tmp/truth" <<'E'
import math
import sys
from frames import *

known = []
def ask(truth, **more):
    known.append((truth, triangle(len(known), **more)))

pi = math.pi
still, down = ((0, 0, 0),) * 3, ((0, 0, -1),) * 3
wide = ((-10, -10, 2), (10, -10, 2), (0, 10, 2))
rod = ((0, 0, 0), (1, 0, 0), (0.5, 0, 0))
ask(0.5)
ask(0.5, T=0.5)
ask("free", T=0.4999)
ask("free", v=((0, 0, 2),) * 3)
ask(0, x=((0, 0, 0), (1, 0, 1), (0, 1, 1)))
ask(0.25, x=((0, 0, 0.5), (1, 0, 1), (0, 1, 1)))
ask(1.0, x=wide, v=down, T=2, solid=1)
ask("free", x=wide, v=down, T=0.99, solid=1)
ask(0, x=((0, 0, 0), (0.1, 0, 0), (0, 0.1, 0)), solid=1)
ask("free", x=((3, 0, 0), (4, 0, 0), (3, 1, 0)), v=still, solid=1)
# an edge as long as the box comes down on its top
ask(1.0, x=((1, 0, 5), (-1, 0, 5), (0, 0, 7)), v=((0, 0, -4),) * 3, solid=4, T=3)
# a rod turns into a wall: sin(angle) = 1/2 at 30 degrees, and at 210 the other way round
ask(1 / 6, x=rod, v=still, spin=(0, 0, pi), solid=2)
ask(1 / 6, x=rod, v=still, solid_spin=(0, 0, -pi), solid=2)
ask(1 / 12, x=rod, v=still, spin=(0, 0, pi), solid_spin=(0, 0, -pi), solid=2)
ask("free", x=rod, v=still, spin=(0, 0, pi), solid_spin=(0, 0, pi), solid=2)
ask(5 / 6, x=rod, v=still, spin=(0, 0, -pi * 7 / 5), solid=2)
ask("free", x=rod, v=still, spin=(0, 0, -pi), solid=2, T=1.1)
moved = tuple((x + 7, y, z) for x, y, z in rod)
ask(1 / 6, x=moved, v=still, centre=(7, 0, 0), spin=(0, 0, pi), solid=2)
# the wall comes down while the rod turns twice a unit of time: they meet in the third turn
def gap(t):
    return 2 - 1.5 * t - math.sin(4 * pi * t)
assert all(gap(i / 10000) > 0 for i in range(10001))
low, high = 1.0, 1.125
for _ in range(80):
    middle = (low + high) / 2
    low, high = (middle, high) if gap(middle) > 0 else (low, middle)
ask(low, x=rod, v=still, spin=(0, 0, 4 * pi), solid_v=(0, -1.5, 0), solid=3, T=1.25)
# around the ball twice; and towards it while it turns about the way
ask("free", x=((3, 0, 0), (4, 0, 0), (3, 1, 0)), v=still, spin=(0, 0, 4 * pi), solid=1)
ask(1.0, x=((3, 0, 0), (4, 0, 0), (3, 0.1, 0)), v=((-2, 0, 0),) * 3, spin=(2 * pi, 0, 0), solid=1, T=1.5)
# through the hole of the torus, and onto it
small = ((-0.01, -0.01, 1), (0.01, -0.01, 1), (0, 0.01, 1))
ask("free", x=small, solid=5)
ask(0.48, x=tuple((x + 0.11, y, z) for x, y, z in small), solid=5)
n = len(known)
with open(sys.argv[1], "wb") as f:
    f.write(frame("S", [r for _, r in known[:7]]) + frame("S", [r for _, r in known[7:]]) + end("S", range(n)))
with open(sys.argv[2], "w") as f:
    for truth, _ in known:
        print(truth, file=f)
E
solve() { "$sdf" --sdf "$tmp/scene.json" "$@"; }
queries=$(wc -l <"$tmp/truth")
solve --to csv "$tmp/known" >"$tmp/answers.csv"
is "known answers: status" $? 0
# A hit's point has phi <= 1e-6 at toi_lo, and all come closer by 0.5 a unit of time at least.
while read -r id truth; do
    ok "known answer $id: $truth" awk -F, -v id="$id" -v t="$truth" '
        $1 == id && t == "free" { good = $2 == "free" && $6 == "inf" && $7 == "inf" }
        $1 == id && t != "free" { good = $2 == "hit" && $6 <= t + 1e-15 && $6 >= t - 2e-6 && $7 >= t - 1e-15 }
        END { exit !good }' "$tmp/answers.csv"
done < <(awk '{ print NR - 1, $0 }' "$tmp/truth")
ok "the results are a complete stream" "$cat" --check "$tmp/answers.csv"
ok "all are proven" awk -F, '/^[0-9]/ && $3 % 2 == 0 { exit 1 }' "$tmp/answers.csv"
is "those in contact at the start" "$(awk -F, '/^[0-9]/ && int($3 / 2) % 2 { print $1 }' "$tmp/answers.csv" | paste -sd' ')" "4 8"

# ---- One answer, whatever the form, the jobs, the cut ----
same() { # NAME ARGUMENT...
    local name=$1
    shift
    ok "$name" cmp <(solve --to csv "$@") "$tmp/answers.csv"
}
"$cat" --to csv "$tmp/known" >"$tmp/known.csv"
"$cat" --level 6 "$tmp/known" >"$tmp/deflated"
grep -v '^#' "$tmp/known.csv" >"$tmp/rows.csv"
same "from csv" "$tmp/known.csv"
same "from a pipe" < <(cat "$tmp/known")
same "deflated" "$tmp/deflated"
same "-j 1" -j 1 "$tmp/known"
same "-j 2" -j 2 "$tmp/known"
same "a scene that is gzip'd, from standard input" --sdf - "$tmp/known" < <(gzip <"$tmp/scene.json")
is "plain rows" "$(solve --to csv "$tmp/rows.csv")" "$(cat "$tmp/answers.csv")"
ok "csv and back" cmp <("$cat" "$tmp/known.csv" | "$cat" --to csv) "$tmp/known.csv"
for j in 1 2; do
    solve -j $j --keep --contacts "$tmp/known" >"$tmp/kept.$j"
    ok "-j $j --keep --contacts is complete" "$cat" --check "$tmp/kept.$j"
done
ok "-j changes no byte" cmp "$tmp/kept.1" "$tmp/kept.2"
ok "the queries are kept" cmp <("$cat" --kind S --to csv "$tmp/kept.1") "$tmp/known.csv"
"$cat" --split 3 "$tmp/cut" "$tmp/known"
for r in 0 1 2; do solve "$tmp/cut-000$r.ccd"; done >"$tmp/parts"
ok "solved in parts: complete" "$cat" --check "$tmp/parts"
for r in 0 1; do solve --part $r/2 "$tmp/known"; done >"$tmp/parts"
ok "--part: complete" "$cat" --check "$tmp/parts"
is "--part: all are there" "$("$cat" --to csv "$tmp/parts" | grep -c '^[0-9]')" "$queries"
is "ccd-cat --info" "$("$cat" --info "$tmp/known" | awk '$1 == "S" { print $2, $5, $6, $8, $9 }')" "ccd $queries 2 0..$((queries - 1)) 1"

"$cat" --range 0:4 "$tmp/known" >"$tmp/first"
"$cat" --range 5:8 "$tmp/known" >"$tmp/second"
solve --earliest --contacts --to csv "$tmp/first" "$tmp/second" >"$tmp/out"
is "--earliest" "$(grep -v '^#' "$tmp/out" | cut -d, -f 1,2 | uniq | paste -sd' ')" "5,hit 5,0"
is "--earliest: none" "$(solve --earliest --to csv <("$cat" --range 2:4 "$tmp/known") | grep -vc '^#')" 0

"$BIN/ccd-gen" sdf --family mixed --scene "$tmp/mixed.json" -n 2000 -o "$tmp/mixed"
mixed() { "$sdf" --sdf "$tmp/mixed.json" --contacts "$@"; }
mixed -j 1 "$tmp/mixed" >"$tmp/out"
ok "2,000 of all families: -j 2 gives the same bytes" cmp "$tmp/out" <(mixed -j 2 "$tmp/mixed")
ok "and so does csv" cmp <("$cat" --kind R --to csv "$tmp/out") <("$cat" --to csv "$tmp/mixed" | mixed | "$cat" --kind R --to csv)
is "which are all answered" "$("$cat" --kind R --to csv "$tmp/out" | awk -F, '$2 == "hit" || $2 == "free" || $2 == "unresolved"' | wc -l)" 2000

# ---- Contacts ----
contacts() { "$cat" --kind C --to csv "$tmp/kept.1" | grep -v '^#'; }
is "each hit has a contact, and nothing else" "$(contacts | cut -d, -f 1 | sort -nu | paste -sd' ')" \
    "$(awk '$1 != "free" { print NR - 1 }' "$tmp/truth" | paste -sd' ')"
is "three at most" "$(contacts | cut -d, -f 1 | uniq -c | awk '$1 > 3' | wc -l)" 0
is "three where a face lies flat" "$(contacts | grep -c ^0,)" 3
ok "two points of an edge on the box, far apart" awk -F, '$21 < 1e-9 && $21 > -1e-9 { x[++n] = $20 } END { d = x[1] - x[2]; exit !(n == 2 && (d >= 1 || d <= -1)) }' <(contacts | grep ^10,)
ok "a normal into the plane, a distance of 0, the speed" awk -F, '
    { good = $2 == 0 && $4 == 0 && $7 == "" && $11 == "sdf" && $12 == "hit" && $23 == 0 && $24 == 0 && $25 == -1 &&
             $26 > -1e-12 && $26 <= 1e-6 && $27 > 2 - 1e-12 && $27 < 2 + 1e-12 }
    !good { exit 1 }' <(contacts | grep ^0,)
ok "part b is the solid" cmp <(contacts | cut -d, -f 1,4 | sort -u) \
    <(contacts | cut -d, -f 1 | sort -u | join -t, - <(grep -v '^#' "$tmp/known.csv" | cut -d, -f 1,2 | sort))

# ---- The other methods ----
for method in fwgss fw dcd vertices; do
    solve --method $method --to csv "$tmp/known" >"$tmp/out"
    is "$method: status" $? 0
    is "$method: its name in each result" "$(awk -F, '/^[0-9]/ { print $4 }' "$tmp/out" | sort | uniq -c | awk '{ print $1, $2 }')" "$queries $method"
    is "$method: nothing is said to be proven" "$(awk -F, '/^[0-9]/ && $3 % 2' "$tmp/out")" ""
    is "$method: each hit has a contact" "$(solve --method $method --contacts "$tmp/known" | "$cat" --kind C --to csv | grep -v '^#' | cut -d, -f 1 | sort -nu)" \
        "$(awk -F, '/^[0-9]/ && $2 == "hit" { print $1 }' "$tmp/out")"
done
toi() { awk -F, '/^[0-9]/ { print $6; exit }'; }
between() { awk -v x="$1" -v lo="$2" -v hi="$3" 'BEGIN { exit !(x >= lo && x <= hi) }'; }
ok "dcd is late by up to a substep" between "$(solve --method dcd --substeps 3 --to csv "$tmp/known" | toi)" 0.66666 0.66667
ok "with one it looks at the end" between "$(solve --method dcd --substeps 1 --to csv "$tmp/known" | toi)" 1 1
is "the default method" "$("$sdf" --method help | head -1 | awk '{ print $1, $2 }')" "certified certified"

# ---- Margin, delta, budget ----
ok "--margin: sooner by it" between "$(solve --margin 0.25 --to csv "$tmp/known" | toi)" 0.3749995 0.375
ok "--delta: no sooner than by it" between "$(solve --delta 0.1 --to csv "$tmp/known" | toi)" 0.45 0.5
is "--max-iter: unresolved, not before a time" "$(solve --max-iter 1 --to csv "$tmp/known" | awk -F, '
    $2 == "unresolved" { n++; bad += !($6 >= 0 && $6 < 2 && $7 == "inf" && $3 % 8 >= 4 && $8 == 0) } END { print (n > 0), bad + 0 }')" "1 0"

# ---- Options ----
echo '{"plane": {"normal": [0, 0, 1]}}' >"$tmp/plane.json"
says() { "$sdf" "$@" 2>&1 </dev/null | head -1; }
is "no scene given" "$(says "$tmp/known")" "ccd-sdf: say which solids: --sdf FILE, a scene as ccd-sdf-scene(5) has it"
is "standard input twice" "$(says --sdf -)" "ccd-sdf: standard input cannot be several files"
for option in "pose 1,2,3" "velocity 1,2,3" "end 2" "solid 1" "vtp x" all open; do
    # shellcheck disable=SC2086
    is "--$option without a mesh" "$(says --sdf "$tmp/plane.json" --$option)" "ccd-sdf: option --${option% *} is for --mesh"
done
is "--substeps without dcd" "$(says --sdf "$tmp/plane.json" --substeps 3)" "ccd-sdf: option --substeps is for --method dcd"
is "--keep and --earliest" "$(says --sdf "$tmp/plane.json" --keep --earliest)" "ccd-sdf: options --keep and --earliest exclude each other"
for delta in 0 -1 nan; do
    is "--delta $delta" "$(says --delta $delta | cut -d' ' -f 1-9)" "ccd-sdf: option --delta: '$delta' is not a number above"
done
is "--margin -1" "$(says --margin -1)" "ccd-sdf: option --margin: '-1' is not a number from 0 to 1e+60"
is "--to raw" "$(says --sdf "$tmp/plane.json" --to raw)" "ccd-sdf: option --to: results can be written as ccd or csv, not as raw"
is "the output is not the statistics" "$(says --sdf "$tmp/plane.json" -o "$tmp/x" --stats "$tmp/x")" "ccd-sdf: options --output and --stats write to the same file"
solve --stats "$tmp/stats" -j 2 "$tmp/known" >/dev/null
ok "--stats" python3 - "$tmp/stats" "$queries" <<'E'
import json, sys
s = json.load(open(sys.argv[1]))
assert s["tool"] == "ccd-sdf" and s["method"] == "certified" and s["jobs"] == 2 and s["queries"] == int(sys.argv[2])
assert s["free"] + s["hit"] == s["queries"] and s["evals"] > s["queries"] and s["ns_per_query"] > 0
E
done_testing
