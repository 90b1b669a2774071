#!/bin/bash
# What is wrong with streams and scenes of ccd-sdf: named with its place, and all else is solved.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/cli
sdf=$BIN/ccd-sdf cat=$BIN/ccd-cat
echo '{"plane": {"normal": [0, 0, 1]}}' >"$tmp/plane.json"
solve() { "$sdf" --sdf "$tmp/plane.json" --to csv "$@"; }

# ---- Records that cannot be solved: named, answered by invalid, and the stream stays complete ----
python3 - "$tmp" <<'E'
import sys
from frames import *

def write(name, data):
    with open(f"{sys.argv[1]}/{name}", "wb") as f:
        f.write(data)

inf, nan = float("inf"), float("nan")
def around(name, **bad):
    write(name, frame("S", [triangle(0)]) + frame("S", [triangle(1), triangle(2, **bad), triangle(3)]) +
          frame("S", [triangle(4)]) + end("S", range(5)))
around("nan", x=((0, 0, 1), (1, nan, 1), (0, 1, 1)))
around("inf", v=((0, 0, -2), (0, 0, -inf), (0, 0, -2)))
around("huge", x=((0, 0, 1), (1, 1e61, 1), (0, 1, 1)))
around("centre", centre=(nan, 0, 0))
around("spin", spin=(0, 0, inf))
around("solid-v", solid_v=(0, 0, nan))
around("solid-centre", solid_centre=(0, -inf, 0))
around("solid-spin", solid_spin=(0, 0, -inf))
around("no-solid", solid=1)
for name, T in ("zero-T", 0.0), ("negative-T", -1.0), ("nan-T", nan), ("inf-T", inf):
    around(name, T=T)

for name, stream in damaged("S", triangle).items():
    write(name, stream)
write("only-garbage", bytes(range(256)) * 20)
for size in 0, 8, 284, 292, 0xfffffff8:
    write(f"size-{size}", frame("S", [triangle(0)]) + frame("S", [triangle(1), triangle(2)], record_size=size) +
          frame("S", [triangle(3)]) + end("S", [0, 3]))
E
for name in nan inf huge centre spin solid-v solid-centre solid-spin no-solid zero-T negative-T nan-T inf-T; do
    trouble "$name" "^ccd-sdf: $tmp/$name: record 2: ." solve "$tmp/$name"
    is "$name: one message" "$(wc -l <"$tmp/err")" 1
    is "$name: its verdict is invalid" "$(grep ,invalid, "$tmp/out" | cut -d, -f 1-2,6-7)" 2,invalid,nan,nan
    is "$name: the others are solved" "$(grep -c ,hit, "$tmp/out")" 4
    ok "$name: the results are complete" "$cat" --check "$tmp/out"
done
trouble "--earliest beside one that cannot be solved gets no END" "record 2" solve --earliest "$tmp/nan"
is "which is seen" "$(grep -c '^#end' "$tmp/out")" 0

# ---- Damage ----
damaged() { # NAME PATTERN FILE TRIANGLES-LEFT
    trouble "$1" "$2" solve "$tmp/$3"
    is "$1: the rest is solved" "$(grep -c ,hit, "$tmp/out")" "$4"
    is "$1: no END" "$(grep -c '^#end' "$tmp/out")" 0
    trouble "$1: ccd-cat --check" "^ccd-cat: $tmp/$3: .*($2)" "$cat" --check "$tmp/$3"
    ok "$1: ccd-cat --repair" "$cat" --repair -o "$tmp/repaired" "$tmp/$3"
    is "$1: repaired, all that is left is solved" "$(solve "$tmp/repaired" | grep -c ,hit,)" "$4"
}
damaged "cut in a record" "offset [0-9]+: frame of 5 records S from id 5 is cut short" cut-in-record 5
damaged "cut in a header" "offset [0-9]+: .*no whole frame header" cut-in-header 5
damaged "no END" "15 records were read, but the END is missing" no-end 15
damaged "a frame is missing" "10 records were read, the END vouches for 15" frame-missing 10
damaged "a flipped bit in the middle" "offset [0-9]+: frame of 5 records S from id 5 is damaged" payload-bit 10
damaged "something between frames" "offset [0-9]+: .*70 bytes passed over" garbage 15
for size in 0 8 284 292 4294967288; do
    trouble "records of $size bytes" "offset [0-9]+: a frame is refused: its record size is not that of its kind" solve "$tmp/size-$size"
    is "records of $size bytes: the rest is solved" "$(grep -c ,hit, "$tmp/out")" 2
done
: >"$tmp/empty"
trouble "an empty file" "$tmp/empty: empty" solve "$tmp/empty"
trouble "nothing but garbage" "$tmp/only-garbage: its form is not known" solve "$tmp/only-garbage"
trouble "no file" "^ccd-sdf: $tmp/none: No such file" solve "$tmp/none"
trouble "linear queries are not read" "records of kind Q are not read here" solve <("$BIN/ccd-gen" vf -n 3)
trouble "nor in other forms" "its form is one of linear queries, which are not read here" solve --from nyu tests/data/nyu-handcrafted-vf.csv.gz
trouble "and ccd-vf reads no triangles" "records of kind S are not read here" "$BIN/ccd-vf" "$tmp/good"
trouble "nor does nyu hold any" "the form nyu holds linear queries only" "$cat" --to nyu "$tmp/good"
trouble "nor raw" "the form raw holds linear queries and pairs of patches only" "$cat" --to raw "$tmp/good"

mkfifo "$tmp/pipe"
(head -c 4000 "$tmp/good"; exec sleep 60) >"$tmp/pipe" &
writer=$!
solve <"$tmp/pipe" >"$tmp/out" 2>"$tmp/err" &
reader=$!
sleep 0.3
kill -9 $writer
wait $writer 2>/dev/null
wait $reader
is "a killed writer: status" $? 2
ok "a killed writer: is noticed" grep -q "frame of 5 records S from id 10 is cut short" "$tmp/err"
is "a killed writer: what came whole is solved" "$(grep -c ,hit, "$tmp/out")" 10

csv() { # NAME REASON SED-EXPRESSION
    sed "$3" "$tmp/good.csv" >"$tmp/changed.csv"
    trouble "csv: $1" "^ccd-sdf: $tmp/changed.csv: $2" solve "$tmp/changed.csv"
    is "csv: $1: the rest is solved" "$(grep -c ,hit, "$tmp/out")" 14
}
"$cat" --to csv "$tmp/good" >"$tmp/good.csv"
csv "a word for a number" "record 1, line 4: column 4 is no number: 'near'" '4s/^1,0,1,0,/1,0,1,near,/'
csv "a column too few" "record 1, line 4: it has 35 columns, a triangle against a solid has 36" '4s/,0$//'
csv "NaN" "record 1: " '4s/^1,0,1,0,/1,0,1,nan,/'
csv "a solid that is not there" "record 1: " '4s/^1,0,/1,6,/'
csv "a row is missing" "incomplete: .*14 records were read, the END vouches for 15" 4d
{ echo "id,end,solid"; grep -v '^#' "$tmp/good.csv"; } >"$tmp/changed.csv"
trouble "csv: names in another order" "line 1: column 2 is named end" solve "$tmp/changed.csv"

# ---- Scenes ----
scene() { # NAME PATTERN TEXT
    printf '%s' "$3" >"$tmp/bad.json"
    trouble "$1" "^ccd-sdf: $tmp/bad.json: $2" "$sdf" --sdf "$tmp/bad.json" "$tmp/good"
    is "$1: one message, no output" "$(wc -l <"$tmp/err") $(wc -c <"$tmp/out")" "1 0"
}
scene "broken JSON" "line 2, column 16: " $'{"sphere":\n  {"radius": 1,}}'
scene "an unknown node" 'line 1, column 11: an unknown node: "sphre"' '{"sphre": {"radius": 1}}'
scene "an unknown node in a list" 'line 2, column 10: an unknown node: "cube"' $'{"solids": [{"sphere": {"radius": 1}},\n{"cube": 1}]}'
scene "NaN" "line 1, column 23: " '{"sphere": {"radius": NaN}}'
scene "a negative radius" "line 1, column 23: this must be above 0" '{"sphere": {"radius": -1}}'
scene "a number with a unit" "line 1, column 27: " '{"sphere": {"radius": 500 m/s}}'
scene "a number with a unit as a text" "line 1, column 23: a number is expected here" '{"sphere": {"radius": "500 m/s"}}'
scene "nothing" "line 1, column 1: " ''
scene "a cut file" "line 1, column 22: the file ends too early" '{"sphere": {"radius":'
scene "a million brackets" "line 1, column 201: " "$(head -c 1000000 /dev/zero | tr '\0' '[')"
big='{"scale": {"sphere": {"radius": 1}}, "by": 1e59}' small='{"scale": {"sphere": {"radius": 1}}, "by": 1e-59}'
scene "scales beyond 1e60" "line 1, column [0-9]+: scales multiply to less than 1e-60, or to more than 1e60" "{\"scale\": $big, \"by\": 1e59}"
scene "below 1e-60" "line 1, column [0-9]+: scales multiply" "{\"scale\": {\"union\": [$big, $small]}, \"by\": 1e-2}"
ok "up and down again they may" "$sdf" --sdf <(echo "{\"scale\": {\"scale\": $big, \"by\": 1e-59}, \"by\": 1e59}") "$tmp/good"
trouble "no scene" "^ccd-sdf: $tmp/none: No such file" "$sdf" --sdf "$tmp/none" "$tmp/good"
trouble "a directory" "^ccd-sdf: $tmp: " "$sdf" --sdf "$tmp" "$tmp/good"
trouble "a stream for a scene" "^ccd-sdf: $tmp/only-garbage: line 1, column 1: " "$sdf" --sdf "$tmp/only-garbage" "$tmp/good"

# ---- Meshes and their motion ----
fly() { "$sdf" --sdf "$tmp/plane.json" --to csv "$@"; }
printf 'v 0 0 30\nv 1 0 30 # a comment\nv 0 1 30\nf 1 2 3\n' >"$tmp/mesh.obj"
fly --open --mesh "$tmp/mesh.obj" --velocity 0,0,-500 >"$tmp/out"
is "500 m/s" $? 0
is "500 m/s: the time" "$(grep ,hit, "$tmp/out" | cut -d, -f 6 | xargs printf %.6f)" 0.060000
for value in "0,0,-500 m/s" "500 m/s" "0,0,nan" "0,0,1e400" "0,0"; do
    trouble "--velocity '$value'" "^ccd-sdf: option --velocity: '$value' is not 3 numbers" \
        fly --open --mesh "$tmp/mesh.obj" --velocity "$value"
done
mesh() { # NAME PATTERN SED-EXPRESSION
    sed "$3" "$tmp/mesh.obj" >"$tmp/bad.obj"
    trouble "$1" "^ccd-sdf: $tmp/bad.obj: $2" fly --mesh "$tmp/bad.obj" --velocity 0,0,-500
}
mesh "a mesh that is not closed" "the surface is not closed and oriented: the edge between nodes 0 and 1 " ""
mesh "a triangle without area" "triangle 0 has no area" "3s/0 1/2 0/"
mesh "a coordinate that is NaN" "node 1 has a position" "2s/1/nan/"
mesh "a coordinate with a unit" "line 2: 'm/s' is not a number" "2s/#.*/m\/s/"
mesh "a word for a coordinate" "line 2: 'x' is not a number" "2s/1/x/"
mesh "a node that is not there" "line 4: " "4s/3/9/"
left() { # NAME PATTERN FACE
    mesh "$1" "$2" "4i $3"
    is "$1: the others are solved, with their numbers" "$(fly --open --all --mesh "$tmp/bad.obj" --velocity 0,0,-500 2>/dev/null | grep -v '^#' | cut -d, -f 1-2)" 1,hit
    is "$1: no END" "$(fly --open --mesh "$tmp/bad.obj" 2>/dev/null | grep -c '^#end')" 0
}
left "a triangle that names a node twice" "line 4: a triangle whose corners 2 and 3 are the same node" "f 1 2 2"
left "a face with a corner that is none" "line 4: 'x' is no corner of a face" "f 1 2 x"
left "a face of two corners" "line 4: a polygon with 2 corners is not read" "f 1 2"

# ---- Memory ----
little() { bash -c 'ulimit -v 150000; exec "$@"' - "$@"; }
far() { python3 -c 'import sys
from frames import *
one = triangle(0, v=((0, 0, 1),) * 3)[8:]
for k in range(300):
    sys.stdout.buffer.write(frame("S", [struct.pack("<Q", 1000 * k + i) + one for i in range(1000)]))
sys.stdout.buffer.write(end("S", range(300000)))'; }
many() { far | little "$sdf" -j 1 --sdf "$tmp/plane.json" --stats "$tmp/stats" | "$cat" --check; }
if little "$sdf" --version >/dev/null 2>&1; then
    ok "300,000 triangles in 150 MB of address space" many
    ok "all are free" grep -q '"queries": 300000, "free": 300000' "$tmp/stats"
    trouble "a scene without end" "^ccd-sdf: /dev/zero: it has more than 67108864 bytes" \
        bash -c "ulimit -v 400000; exec '$sdf' --sdf /dev/zero '$tmp/good'"
    for garbage in cat yes; do
        trouble "what has no end for a mesh: $garbage" "^ccd-sdf: standard input: no mesh in a form that is known" \
            bash -c "ulimit -v 150000; $garbage </dev/zero | { exec '$sdf' --sdf '$tmp/plane.json' --mesh -; }"
    done
    for name in size-4294967288 size-292 payload-bit; do
        trouble "$name in little memory" "^ccd-sdf: $tmp/$name: " little "$sdf" --sdf "$tmp/plane.json" -j 1 "$tmp/$name"
    done
    # one search of these needs a few hundred KB: just not enough for all
    "$BIN/ccd-gen" sdf --family degenerate -n 61 --scene "$tmp/degenerate.json" -o "$tmp/degenerate"
    flat=("$sdf" -j 1 --sdf "$tmp/degenerate.json" --delta 1e-10 "$tmp/degenerate")
    within=1000 enough=150000
    while [ $((enough - within)) -gt 4 ]; do
        middle=$(((within + enough) / 2))
        if bash -c "ulimit -v $middle; exec \"\$@\"" - "${flat[@]}" >/dev/null 2>&1; then enough=$middle; else within=$middle; fi
    done
    starved "just not enough memory" $within "${flat[@]}"
    is "just not enough memory: the others are solved" "$("$cat" --to csv "$tmp/out" | grep -c unresolved)" 1
else
    skip "little memory" "this build needs much address space, as the address sanitizer does"
fi
done_testing
