#!/bin/bash
# ccd-verify --volume: agrees with what ccd-vol finds in all kinds of meshes, and names what is wrong.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$PWD/tests/cli
vol=$BIN/ccd-vol verify=$BIN/ccd-verify cat=$BIN/ccd-cat

python3 - "$tmp" <<'E'
import os, sys
from meshes import *
os.chdir(sys.argv[1])
for i in range(6):
    p, q, cells, parts = scene(1 + i % 2, 10 + i, 0.3 * (1 + i % 3))
    vtu(f"{i}a.vtu", p, cells, part=parts)
    vtu(f"{i}b.vtu", q, cells, part=parts)
big, cells = box((0, 0, 0), (1, 1, 1))
small, more = box((.25, .25, .25), (.5, .5, .5), 8)
vtk("in0.vtk", big + small, cells + more)
vtk("in1.vtk", big + moved(small, (2, 0, 0)), cells + more)
n = 160
grid = [(x, y, z) for z in (0, 1) for y in range(n) for x in range(n)]
cells = [("quad", i, i + 1, i + n + 1, i + n) for b in (0, n * n) for y in range(n - 1) for i in range(b + n * y, b + n * y + n - 1)]
vtk("large.vtk", grid, cells)
p, q, cells, parts = scene(1, 10, 0.6)
vtk("p.vtk", p, cells, [("place0", p), ("place1", q)])
vtk("d.vtk", p, cells, [("shift", [tuple(b - a for a, b in zip(*x)) for x in zip(p, q)])])
E

# ---- All is right ----
for i in 0 1 2 3 4 5; do
    for boundary in "" --boundary; do
        status "scene $i $boundary" 0 bash -o pipefail -c \
            "'$vol' $boundary '$tmp/${i}a.vtu' '$tmp/${i}b.vtu' '$tmp/${i}a.vtu' | '$verify' --volume $boundary --exact '$tmp/${i}a.vtu' '$tmp/${i}b.vtu' '$tmp/${i}a.vtu' -"
    done
done
frames=("$tmp/1a.vtu" "$tmp/1b.vtu" "$tmp/1a.vtu")
"$vol" "${frames[@]}" >"$tmp/c.ccd"
"$vol" --to csv "${frames[@]}" >"$tmp/c.csv"
exact() { "$verify" --volume --exact "${frames[@]}" "$@"; }
counts() { # how many of a kind are right, missing, extra, mistimed, double
    awk -v k="$1" '$1 == k { print $2, $3, $4, $5, $6 }'
}
of_kind() { awk -F, -v k=$1 '!/^#/ && $11 == k' "$tmp/c.csv" | wc -l; }
for kind in vf ee inversion overlap; do
    ok "there are contacts of the kind $kind" test "$(of_kind $kind)" -gt 3
    is "all of the kind $kind are right" "$(exact "$tmp/c.csv" | counts $kind)" "$(of_kind $kind) 0 0 0 0"
done
is "a result a step" "$(exact "$tmp/c.ccd" | counts result)" "2 0 0 0 0"
status "the contacts of --first" 0 bash -o pipefail -c "'$vol' --first ${frames[*]} | '$verify' --volume --first --exact ${frames[*]} -"
status "are not all" 1 bash -o pipefail -c "'$vol' --first ${frames[*]} | '$verify' --volume --exact ${frames[*]} -"
status "containment" 0 bash -o pipefail -c "'$vol' '$tmp'/in[01].vtk | '$verify' --volume --exact '$tmp'/in[01].vtk -"
is "containment is one overlap" "$("$vol" "$tmp"/in[01].vtk | "$verify" --volume --exact "$tmp"/in[01].vtk - | counts overlap)" "1 0 0 0 0"
for given in "--vectors place --positions $tmp/p.vtk" "--vectors shift --displacements $tmp/d.vtk"; do
    status "vectors of one file, ${given% *}" 0 bash -o pipefail -c "'$vol' $given | '$verify' --volume --exact $given -"
    is "${given% *}: there are contacts" "$("$vol" $given | "$verify" --volume --exact $given - | awk '$1 == "vf" { print ($2 > 3) }')" 1
done
status "a stream against itself" 0 "$verify" --volume "$tmp/c.ccd" "$tmp/c.csv"

# ---- What is wrong is named ----
edit() { awk -F, -v OFS=, "$1"' { print }' "$tmp/c.csv" | sed '/^#end/d' | "$cat" --repair --to csv 2>/dev/null; }
wrong() { # NAME AWK KIND COUNTS PATTERN: by lib/exact, and by the whole stream
    edit "$2" >"$tmp/wrong.csv"
    local n=$(of_kind $3)
    for truth in exact stream; do
        if [ $truth = exact ]; then exact "$tmp/wrong.csv" >"$tmp/out"; else "$verify" --volume "$tmp/c.ccd" "$tmp/wrong.csv" >"$tmp/out"; fi
        is "$1, $truth: status 1" $? 1
        is "$1, $truth: counted" "$(counts $3 <"$tmp/out")" "$(eval echo "$4")"
        ok "$1, $truth: named" grep -qE "$5" "$tmp/out"
    done
}
first() { awk -F, -v k=$1 '!/^#/ && $11 == k' "$tmp/c.csv" | head -1 | cut -d, -f $2; }
vf="step $(first vf 2): vf: node $(first vf 7), triangle"
wrong "a contact is missing" '$11 == "vf" && !done++ { next }' vf '$((n - 1)) 1 0 0 0' "^$vf [0-9 ]+: a false negative, at [0-9.]+"
wrong "an inversion is missing" '$11 == "inversion" && !done++ { next }' inversion '$((n - 1)) 1 0 0 0' "inversion: element $(first inversion 5): a false negative"
wrong "another contact" '$11 == "ee" && !done++ { $8 = 999 }' ee '$((n - 1)) 1 1 0 0' "ee: edge .*999.*: a false positive"
wrong "a contact comes again" '$11 == "ee" && !done++ { print }' ee '$n 0 0 0 1' "ee: edge .*: named again"
wrong "a contact is late" '$11 == "vf" && !done++ { $14 = $15 = $15 + 1e-9 }' vf '$((n - 1)) 0 0 1 0' "^$vf .*: at .*, but the truth is"
wrong "a contact is early" '$11 == "ee" && $14 > 1e-9 && !done++ { $14 = $15 = $14 - 1e-9 }' ee '$((n - 1)) 0 0 1 0' "but the truth is"
wrong "another step" '$11 == "overlap" && !done++ { $2 = 0 }' overlap '$((n - 1)) 1 1 0 0' "step 0: overlap: element $(first overlap 5), element $(first overlap 6): a false positive"
edit 'NF < 20 && $1 == 1 { $6 = $7 = 0.5 }' >"$tmp/wrong.csv"
is "a result with another time" "$(exact "$tmp/wrong.csv" | counts result)" "1 0 0 1 0"
edit 'NF < 20 && $1 == 1 { $2 = "free"; $6 = $7 = "inf" }' >"$tmp/wrong.csv"
is "a result that says free" "$(exact "$tmp/wrong.csv" | counts result)" "1 1 0 0 0"
edit '$11 == "vf" { next }' >"$tmp/wrong.csv"
exact --json "$tmp/wrong.csv" >"$tmp/json"
is "--json" "$(python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
print(r["trouble"], r["differences"], r["vf"]["missing"], r["ee"]["right"], len(r["named"]), r["named"][0]["kind"], r["named"][0]["fault"])' "$tmp/json")" \
    "False $(of_kind vf) $(of_kind vf) $(of_kind ee) $(($(of_kind vf) < 100 ? $(of_kind vf) : 100)) vf missing"

unread() { # NAME PATTERN ARGUMENT...: a message, status 2, and nothing is judged
    trouble "$1" "$2" "$verify" --volume "${@:3}"
    is "$1: not judged" "$(cat "$tmp/out")" ""
}

# ---- Lists of pairs ----
awk -F, '!/^#/ && $2 == 0 && $11 == "vf" { print $7, $8, $9, $10, 1 }' "$tmp/c.csv" >"$tmp/vf.txt"
awk -F, '!/^#/ && $2 == 0 && $11 == "ee" { print $9, $10, $8, $7, 1 }' "$tmp/c.csv" >"$tmp/ee.txt"
"$vol" "${frames[@]:0:2}" >"$tmp/one.ccd"
status "lists" 0 "$verify" --volume --pairs-vf "$tmp/vf.txt" --pairs-ee "$tmp/ee.txt" "$tmp/one.ccd"
gzip -k "$tmp/vf.txt"
is "one list, gzip'd: other kinds are not judged" "$("$verify" --volume --pairs-vf "$tmp/vf.txt.gz" "$tmp/one.ccd" | grep -c "not judged")" 4
{ echo "# a line of words"; sed '1s/1$/0/' "$tmp/vf.txt"; echo "900 1 2 3 1"; echo "901 1 2 3 0"; } >"$tmp/wrong.txt"
is "a list that denies one and has one more" "$("$verify" --volume --pairs-vf "$tmp/wrong.txt" "$tmp/one.ccd" | counts vf)" \
    "$(($(wc -l <"$tmp/vf.txt") - 1)) 1 1 0 0"
for line in "1 2 3 1" "1 2 3 4 2" "1 2 3 4 1 5" "1 2 x 4 1" "-1 2 3 4 1"; do
    echo "$line" | cat "$tmp/vf.txt" - >"$tmp/bad.txt"
    unread "a line '$line'" "bad.txt: line $(wc -l <"$tmp/bad.txt"): " --pairs-vf "$tmp/bad.txt" "$tmp/one.ccd"
done
{ cat "$tmp/vf.txt"; head -1 "$tmp/vf.txt"; } >"$tmp/again.txt"
status "a pair twice" 0 "$verify" --volume --pairs-vf "$tmp/again.txt" "$tmp/one.ccd"
{ cat "$tmp/ee.txt"; head -1 "$tmp/ee.txt" | awk '{ print $4, $3, $1, $2, 0 }'; } >"$tmp/both.txt"
unread "a pair that touches and is free" "both.txt: line $(wc -l <"$tmp/both.txt"): the pair is free, but a contact in line 1$" \
    --pairs-ee "$tmp/both.txt" "$tmp/one.ccd"
{ cat "$tmp/vf.txt"; head -1 "$tmp/vf.txt" | awk '{ print $1, $4, $2, $3, 0 }'; } >"$tmp/turned.txt"
unread "of a vertex and a triangle, too" "standard input: line $(wc -l <"$tmp/turned.txt"): the pair is free, but" \
    --pairs-vf - "$tmp/one.ccd" <"$tmp/turned.txt"

# ---- Trouble ----
head -c 3000 "$tmp/c.ccd" >"$tmp/cut.ccd"
unread "contacts that are cut off" "cut.ccd" "$tmp/c.ccd" "$tmp/cut.ccd"
unread "a truth that is cut off" "cut.ccd" "$tmp/cut.ccd" "$tmp/c.ccd"
unread "contacts that are not there" "absent.ccd: No such file" "$tmp/c.ccd" "$tmp/absent.ccd"
unread "contacts that are none" "0a.vtu: " --json "$tmp/c.ccd" "$tmp/0a.vtu"
unread "a list that is not there" "absent.txt: No such file" --pairs-vf "$tmp/vf.txt" --pairs-ee "$tmp/absent.txt" "$tmp/one.ccd"
unread "a mesh that is not there" "absent.vtu: No such file" --exact "$tmp/1a.vtu" "$tmp/1b.vtu" "$tmp/absent.vtu" "$tmp/c.ccd"
unread "a mesh alone" "this is one frame" --exact "$tmp/1a.vtu" "$tmp/c.ccd"
"$vol" --part 0/2 "${frames[@]}" >"$tmp/half.ccd"
trouble "a part alone" "part" "$verify" --volume "$tmp/half.ccd" "$tmp/half.ccd"
"$vol" "$tmp/1a.vtu" "$tmp/absent.vtu" "$tmp/1a.vtu" >"$tmp/bad.ccd" 2>/dev/null
trouble "a step that was not solved" "step 1 was not solved" "$verify" --volume "$tmp/bad.ccd" "$tmp/bad.ccd"
unread "meshes that are no steps" "nodes, but" --exact "$tmp/1a.vtu" "$tmp/0a.vtu" "$tmp/c.ccd"
unread "a mesh that is too large" "too large to look at all pairs of features: there are [0-9,]*, and 10\^10 are the most" \
    --exact "$tmp/large.vtk" "$tmp/large.vtk" "$tmp/c.ccd"
says() { "$verify" "$@" 2>&1 >/dev/null </dev/null | head -1; }
is "no contacts" "$(says --volume --exact a)" "ccd-verify: give the frames of the mesh, and the contacts"
is "no truth" "$(says --volume a)" "ccd-verify: give TRUTH and CONTACTS, or lists of pairs, or --exact"
is "two inputs at once" "$(says --volume - -)" "ccd-verify: only one input can be standard input"
is "lists and --exact" "$(says --volume --exact --pairs-vf a b c)" "ccd-verify: options --pairs-vf and --pairs-ee are not for --exact"
is "--boundary alone" "$(says --volume --boundary a b)" "ccd-verify: option --boundary is for --exact"
is "without --volume" "$(says --first a b)" "ccd-verify: options --pairs-vf, --pairs-ee, --boundary and --first are for --volume"
for option in "--vectors u" --displacements --positions; do
    is "$option without --volume" "$(says $option a b)" "ccd-verify: options --vectors, --displacements and --positions are for --volume --exact"
    is "$option without --exact" "$(says --volume $option a b)" "ccd-verify: options --vectors, --displacements and --positions are for --volume --exact"
    is "$option of several files" "$(says --volume --exact $option a b c)" "ccd-verify: options --vectors, --displacements and --positions are for one FILE"
done
is "--displacements --positions" "$(says --volume --exact --displacements --positions a b)" \
    "ccd-verify: options --displacements and --positions exclude each other"
is "others' options" "$(says --volume --tmax 0.5 --exact a b c)" "ccd-verify: of the options for queries only --exact and --json go with --volume"
done_testing
