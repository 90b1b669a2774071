#!/bin/bash
# ccd-patch and kind P: pairs of patches of any shapes in frames, csv and raw, solved, kept, cut in parts; and what is
# wrong in them named while the rest is solved.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/cli
patch=$BIN/ccd-patch cat=$BIN/ccd-cat
shapes="t1 t2 t3 q1 q2 q3"

rows() { "$cat" --to csv "$@" | grep -v '^#'; }
raw() { zcat "tests/data/patch-$1.dat.gz"; }
from_raw() { raw "$1" | "$cat" --from raw --shape "$1"; }
complete() { "$cat" --check "$1"; }

# ---- Pairs of the paper's distribution, and what the authors' program found ----
answers() { # SHAPE
    raw "$1" | "$patch" --from raw --shape "$1" --to csv | python3 -c 'import csv, sys
want = {int(r[1]): [float(x) for x in r[2:]] for r in csv.reader(open("tests/data/patch-answers.csv")) if r[0] == sys.argv[1]}
got = [r for r in csv.reader(sys.stdin) if r[0][0] != "#"]
for r in got:
    t, *w = want[int(r[0])]
    assert r[1] == ("free" if t < 0 else "hit"), r
    if t < 0: continue
    assert abs(float(r[5]) - t) < 5e-6, (r, t)
    # patches that overlap at the start have many contacts to choose from
    assert t == 0 or max(abs(float(a) - b) for a, b in zip(r[7:], w)) < 5e-3, (r, w)
assert len(got) == len(want) == 20' "$1"
}
for shape in $shapes; do ok "$shape: the authors' verdicts, times and parameters" answers $shape; done

# ---- Forms ----
for shape in $shapes; do
    from_raw $shape >"$tmp/$shape.ccd"
    ok "$shape: complete" complete "$tmp/$shape.ccd"
    ok "$shape: gzip agrees" gzip -t <"$tmp/$shape.ccd"
    ok "$shape: to raw, the same bytes" cmp <("$cat" --to raw --shape $shape "$tmp/$shape.ccd") <(raw $shape)
    ok "$shape: to csv and back, the same bytes" cmp <("$cat" --to csv "$tmp/$shape.ccd" | "$cat" --to ccd) "$tmp/$shape.ccd"
    is "$shape: its word stands in each row" "$(rows "$tmp/$shape.ccd" | cut -d, -f 2-4 | uniq -c | tr -s ' ')" " 20 1,$shape,$shape"
    ok "$shape: the answers from raw and from ccd are the same" cmp <("$patch" "$tmp/$shape.ccd") \
        <(raw $shape | "$patch" --from raw --shape $shape)
done
(cd "$tmp" && cat t1.ccd t2.ccd t3.ccd q1.ccd q2.ccd q3.ccd) >"$tmp/data"
python3 - "$tmp" <<'E'
import sys
from frames import *

def write(name, *frames):
    with open(f"{sys.argv[1]}/{name}", "wb") as f:
        f.write(b"".join(frames))

words = ["q1", "t2,q3x1r", "q1", "t8", "q2x5r,t1r", "q16r,t16"]
write("made", *[frame("P", [pair(5 * k + i, word) for i in range(5)], run=0x1234, level=k % 3)
                for k, word in enumerate(words)], end("P", range(30), run=0x1234))
write("large", *[frame("P", [pair(k + i, word) for i in range(150)]) for k, word in ((0, "q1"), (150, "t1"))], end("P", range(300)))
write("T", *[frame("P", [pair(0, T=1e-9), pair(1, T=0.25), pair(2, T=0.5), pair(3, T=1e3)]), end("P", range(4))])
E
"$cat" --level 0 "$tmp/made" >"$tmp/shapes"
"$cat" --level 6 "$tmp/made" >"$tmp/deflated"
ok "frames of another maker: the same pairs" cmp <(zcat <"$tmp/made") <(zcat <"$tmp/shapes")
is "shapes of all sorts: all hits" "$("$patch" --to csv "$tmp/shapes" | grep -c ,hit,1,tdi,)" 30
is "each at the time 1/2" "$("$patch" --to csv "$tmp/shapes" | grep ,hit, | awk -F, '{ d = $6 - 0.5; if (d > 0 || d < -1e-6) print }')" ""
ok "deflated frames, the same answers" cmp <("$patch" "$tmp/deflated") <("$patch" "$tmp/shapes")
ok "frames of many shapes to csv and back, the same bytes" cmp <("$cat" --to csv "$tmp/shapes" | "$cat") "$tmp/shapes"
ok "csv, gzip'd" cmp <("$cat" --to csv "$tmp/shapes" | gzip | "$patch") <("$patch" "$tmp/shapes")
ok "csv through ccd-patch keeps the run" cmp <("$cat" --to csv "$tmp/shapes" | "$patch") <("$patch" "$tmp/shapes")
is "the run tag is copied" "$("$patch" "$tmp/shapes" | "$cat" --info | awk '$1 == "R" { print $3 }' | sort -u)" 0000000000001234
rows "$tmp/shapes" >"$tmp/plain.csv"
is "plain rows are pairs" "$("$patch" --to csv "$tmp/plain.csv" | cut -d, -f 1-7)" \
    "$("$patch" --to csv "$tmp/shapes" | sed 's/ run=[0-9a-f]*//' | cut -d, -f 1-7)"
"$BIN/ccd-gen" patch --family rational --shape q3x2r,t2r -n 200 >"$tmp/rational"
"$cat" --to raw --shape q3x2r,t2r -o "$tmp/rational.dat" "$tmp/rational"
is "raw of rational patches: points and weights" "$(wc -c <"$tmp/rational.dat")" $((200 * 2 * (12 + 6) * 4 * 8))
is "and the same answers" "$("$patch" --from raw --shape q3x2r,t2r --to csv "$tmp/rational.dat" | grep -v '^#' | cksum)" \
    "$("$patch" --to csv "$tmp/rational" | grep -v '^#' | cksum)"
is "contact after T is none" "$("$patch" --to csv "$tmp/T" | grep -v '^#' | cut -d, -f 1-2 | paste -sd' ')" "0,free 1,free 2,hit 3,hit"
is "times of impact are in the unit of T" \
    "$(raw q3 | "$patch" --from raw --shape q3 --dt 0.25 --to csv | awk -F, '$2 == "hit" && $6 > 0.25' | wc -l),$(
        raw q3 | "$patch" --from raw --shape q3 --dt 0.25 --to csv | grep -c ,hit,),$(
        raw q3 | "$patch" --from raw --shape q3 --to csv | awk -F, '$2 == "hit" && $6 <= 0.25' | wc -l)" \
    "0,$(awk -F, '$1 == "q3" && $3 >= 0 && $3 <= 0.25' tests/data/patch-answers.csv | wc -l | sed 's/.*/&,&/')"

# Slices.
is "--head" "$(rows --head 7 "$tmp/shapes")" "$(rows "$tmp/shapes" | head -7)"
is "--range over frames of several shapes" "$(rows --range 3:23 "$tmp/shapes")" "$(rows "$tmp/shapes" | sed -n 4,23p)"
ok "a slice is complete" bash -c "'$cat' --range 3:23 '$tmp/shapes' | '$cat' --check"
is "--info" "$("$cat" --info "$tmp/shapes" | awk '$1 == "P" { print $2, $3, $5, $6, $8, $9 }')" "ccd 0000000000001234 30 6 0..29 1"

# ---- --keep, --earliest ----
"$patch" --keep "$tmp/shapes" >"$tmp/both"
"$patch" "$tmp/shapes" >"$tmp/r"
ok "--keep: complete" complete "$tmp/both"
ok "--keep: the pairs as they were" cmp <("$cat" --kind P "$tmp/both") "$tmp/shapes"
ok "--keep: the results as they are without" cmp <("$cat" --kind R "$tmp/both") "$tmp/r"
is "--keep: each frame of pairs before its results" "$("$cat" --to csv "$tmp/both" | sed -n 's/^#ccd-\([a-z]*\) .*/\1/p' | head -12 | paste -sd' ')" \
    "patch result patch result patch result patch result patch result patch result"
ok "--keep in csv is the same" cmp <("$patch" --keep --to csv "$tmp/shapes" | "$cat") "$tmp/both"
ok "--to indexed is ccd" cmp <("$patch" --keep --to indexed "$tmp/shapes") "$tmp/both"
first=$("$patch" --to csv "$tmp/data" | grep ,hit, | sort -t, -k 6,6g -s | head -1)
is "--earliest" "$("$patch" --earliest --to csv "$tmp/data" | grep -v '^#')" "$first"
for r in 0 1 2; do "$patch" --part $r/3 --keep "$tmp/shapes" >"$tmp/part$r" || echo "# part $r failed"; done
cat "$tmp"/part? >"$tmp/parts"
ok "--part: the parts are whole" complete "$tmp/parts"
is "--part: together they are the whole" "$(rows --kind R "$tmp/parts" | sort -n)" "$(rows "$tmp/r" | sort -n)"
joined() { # the ids of pairs, of which there are some, and of results
    [ -n "$(rows --kind P "$1")" ] && diff <(rows --kind P "$1" | cut -d, -f 1) <(rows --kind R "$1" | cut -d, -f 1) && echo "the same"
}
for r in 0 1 2; do is "--part $r: results beside their pairs" "$(joined "$tmp/part$r")" "the same"; done
"$BIN/ccd-gen" vf -n 3000 | "$BIN/ccd-vf" --keep | cat - "$tmp/both" >"$tmp/mixed"
"$cat" --split 2 "$tmp/half" "$tmp/mixed"
ok "--split behind other queries: complete" bash -c "cat '$tmp'/half-*.ccd | '$cat' --check"
for r in 0 1; do
    "$cat" --to csv "$tmp/half-000$r.ccd" | sed -n '/#ccd-patch/,$p' >"$tmp/out"
    is "--split $r behind other queries: results stay with their pairs" "$(joined "$tmp/out" 2>/dev/null)" "the same"
done
"$patch" --keep --to csv "$tmp/large" >"$tmp/large.csv"
"$cat" --split 2 "$tmp/larger" "$tmp/large.csv"
for r in 0 1; do is "--split $r of csv, from frames of 150 pairs: results stay with their pairs" "$(joined "$tmp/larger-000$r.ccd")" "the same"; done
raw t1 | cat - <(raw t1) <(raw t1) <(raw t1) | "$patch" --from raw --shape t1 --part 1/2 --to csv >"$tmp/out"
is "--part of raw: blocks of 64 pairs" "$(grep -v '^#' "$tmp/out" | cut -d, -f 1 | paste -sd' ')" "$(seq -s' ' 64 79)"

# ---- Jobs ----
python3 - "$tmp" <<'E'
import sys
from frames import *
nan = float("nan")
def bad(i):
    return pair(i, "t2,q2", change=lambda x: x.__setitem__(i % len(x), nan) if i % 7 == 3 else None)
frames = [frame("P", [bad(i) for i in range(k, k + 8)]) for k in range(0, 400, 8)]
frames[20] = frames[20][:500] + b"x" + frames[20][501:]
with open(sys.argv[1] + "/bad", "wb") as f:
    f.write(b"".join(frames) + end("P", range(400)))
E
same() { # NAME ARGUMENT...
    local name=$1 jobs
    shift
    "$patch" -j 1 "$@" >"$tmp/out1" 2>"$tmp/err1"
    for jobs in 2 8; do
        "$patch" -j $jobs "$@" >"$tmp/out" 2>"$tmp/err"
        ok "-j $jobs writes what -j 1 does: $name" cmp "$tmp/out" "$tmp/out1"
        ok "-j $jobs says what -j 1 says: $name" cmp "$tmp/err" "$tmp/err1"
    done
}
same "all" "$tmp/data"
same "--keep --level 1" --keep --level 1 "$tmp/data"
same "csv" --to csv --keep "$tmp/data"
same "bad pairs and damage" "$tmp/bad"
same "bad pairs and damage, --earliest" --earliest "$tmp/bad"
same "a part" --part 1/3 "$tmp/data"
same "several files" "$tmp/q3.ccd" "$tmp/shapes" "$tmp/t1.ccd"
for j in 1 2 8; do ok "ccd-cat -j $j to csv and back" cmp <("$cat" -j $j --to csv "$tmp/data" | "$cat" -j $j) <("$cat" "$tmp/data"); done

# ---- Pairs that cannot be solved: named, answered by invalid, and the stream stays complete ----
python3 - "$tmp" <<'E'
import sys
from frames import *

def write(name, *frames):
    with open(f"{sys.argv[1]}/{name}", "wb") as f:
        f.write(b"".join(frames))

inf, nan = float("inf"), float("nan")
def at(i, value):
    return lambda x: x.__setitem__(i, value)
def around(name, words, middle, n=3):
    write(name, frame("P", [pair(0)] * 1), frame("P", [pair(1, words), middle, pair(3, words)]), frame("P", [pair(4, "t3")]),
          end("P", range(5)))
# q1r: 16 numbers of points, 16 of velocities, of each patch
for name, words, change in [("nan", "q2", at(0, nan)), ("inf", "q2", at(53, inf)), ("minus-inf", "q2", at(107, -inf)),
                            ("negative-weight", "q1r", at(7, -1.0)), ("no-weight", "q1r", at(35, 0.0)),
                            ("changing-weight", "q1r", at(16 + 11, 0.5)), ("nan-weight", "q1r", at(3, nan))]:
    around(name, words, pair(2, words, change=change))
for name, T in ("zero-T", 0.0), ("minus-zero-T", -0.0), ("negative-T", -1.0), ("nan-T", nan), ("inf-T", inf):
    around(name, "q2", pair(2, "q2", T=T))

# Records that are no pairs of their frame.
def shape(domain=1, m=2, n=2, rational=0, zero=0):
    return struct.pack("<BBBBI", domain, m, n, rational, zero)
for name, heads in [("degree-0", [shape(m=0), shape()]), ("degree-100", [shape(), shape(n=100)]), ("domain", [shape(), shape(domain=9)]),
                    ("triangle-of-two", [shape(domain=0, m=2, n=1), shape()]), ("rational-2", [shape(rational=2), shape()]),
                    ("larger", [shape(m=3), shape()]), ("smaller", [shape(), shape(n=1)]), ("other", [shape(m=5, n=1), shape(m=1)])]:
    around(name, "q2", pair(2, "q2", heads=heads))

# Frames with right checksums whose header lies about the size of a record.
def sized(name, size, records=None):
    q = [pair(1, "q2"), pair(2, "q2"), pair(3, "q2")]
    write(name, frame("P", [pair(0)]), frame("P", q, record_size=size), frame("P", [pair(4, "t3")]), end("P", [0, 4]))
good = len(pair(1, "q2"))
for name, size in ("size-0", 0), ("size-8", 8), ("size-odd", good - 4), ("size-less", good - 8), ("size-more", good + 8), ("size-4g", 0xfffffff8):
    sized(name, size)

for name, stream in damaged("P", lambda id: pair(id, "q2")).items():
    write(name, stream)
E
unsolved() { # NAME FILE REASON
    trouble "$1" "^ccd-patch: $tmp/$2: record 2: $3" "$patch" --to csv "$tmp/$2"
    is "$1: one message" "$(wc -l <"$tmp/err")" 1
    is "$1: its verdict is invalid" "$(grep ,invalid, "$tmp/out" | cut -d, -f 1-2,6-7)" 2,invalid,nan,nan
    is "$1: the others are solved" "$(grep -c ,hit, "$tmp/out")" 4
    ok "$1: the results are complete" complete "$tmp/out"
    ok "$1: ccd-cat passes it on in csv" complete <("$cat" --to csv "$tmp/$2")
}
unsolved "a point that is NaN" nan "patch 1: control point 0 is not finite"
unsolved "a velocity that is infinite" inf "patch 1: control point 8 is not finite"
unsolved "the last velocity is -inf" minus-inf "patch 2: control point 8 is not finite"
unsolved "a negative weight" negative-weight "patch 1: control point 1 has a negative weight"
unsolved "a weight of 0" no-weight "patch 2: control point 0 has the weight 0"
unsolved "a weight that changes" changing-weight "patch 1: control point 2 has a weight that changes"
unsolved "a weight that is NaN" nan-weight "patch 1: control point 0 is not finite"
for name in zero-T minus-zero-T negative-T nan-T inf-T; do unsolved "$name" $name "its time -?[0-9naif]+ is not positive and finite"; done
trouble "--earliest beside a pair that cannot be solved gets no END" "record 2" "$patch" --earliest --to csv "$tmp/nan"
is "which is seen" "$(grep -c '^#end' "$tmp/out")" 0

# Records whose shapes are wrong: named and left out; the rest is solved, and no END written.
left_out() { # NAME FILE REASON
    trouble "$1" "^ccd-patch: $tmp/$2: record 2: $3" "$patch" --to csv "$tmp/$2"
    is "$1: one message" "$(wc -l <"$tmp/err")" 1
    is "$1: the others are solved" "$(grep -v '^#' "$tmp/out" | cut -d, -f 1-2 | paste -sd' ')" "0,hit 1,hit 3,hit 4,hit"
    is "$1: no END" "$(grep -c '^#end' "$tmp/out")" 0
    "$patch" -q --to csv "$tmp/$2" 2>/dev/null | grep -v '^#' >"$tmp/rows"
    ok "$1: the frame of the answers is whole" cmp <("$patch" "$tmp/$2" 2>/dev/null | "$cat" --repair 2>/dev/null | rows) "$tmp/rows"
    trouble "$1: ccd-cat --check" "^ccd-cat: $tmp/$2: record 2: $3" "$cat" --check "$tmp/$2"
    is "$1: nothing else is said to be wrong" "$(wc -l <"$tmp/err")" 1
}
left_out "degree 0" degree-0 "patch 1: its degree is 0"
left_out "degree 100" degree-100 "patch 2: its degree is above 16"
left_out "an unknown domain" domain "patch 2: its domain is neither a triangle nor a quad"
left_out "a triangle of two degrees" triangle-of-two "patch 1: it is a triangle of two degrees"
left_out "rational 2" rational-2 "patch 1: a field of its shape that is 0 or 1 is neither"
left_out "shapes too large for the record" larger "a pair of its shapes has [0-9]+ bytes, and those of its frame have 896"
left_out "shapes too small for the record" smaller "a pair of its shapes has [0-9]+ bytes, and those of its frame have 896"
left_out "other shapes of the same size" other "its shapes are not those of the other pairs of its frame"
for name in size-0 size-8 size-4g; do
    trouble "$name" "^ccd-patch: $tmp/$name: offset [0-9]+: a frame is refused: " "$patch" --to csv "$tmp/$name"
    is "$name: the rest is solved" "$(grep -c ,hit, "$tmp/out")" 2
done
for name in size-odd size-less size-more; do
    trouble "$name" "^ccd-patch: $tmp/$name: offset [0-9]+: " "$patch" --to csv "$tmp/$name"
    is "$name: the rest is solved" "$(grep -c ,hit, "$tmp/out")" 2
done

# ---- Damage ----
damaged() { # NAME PATTERN FILE PAIRS-LEFT
    trouble "$1" "$2" "$patch" --to csv "$tmp/$3"
    is "$1: the rest is solved" "$(grep -c ,hit, "$tmp/out")" "$4"
    is "$1: no END" "$(grep -c '^#end' "$tmp/out")" 0
    trouble "$1: ccd-cat --check" "^ccd-cat: $tmp/$3: .*($2)" "$cat" --check "$tmp/$3"
    ok "$1: ccd-cat --repair" "$cat" --repair -o "$tmp/repaired" "$tmp/$3"
    is "$1: repaired, all that is left is solved" "$("$patch" --to csv "$tmp/repaired" | grep -c ,hit,)" "$4"
}
damaged "cut in a record" "offset [0-9]+: frame of 5 records P from id 5 is cut short" cut-in-record 5
damaged "cut in a header" "offset [0-9]+: .*no whole frame header" cut-in-header 5
damaged "no END" "15 records were read, but the END is missing" no-end 15
damaged "a frame is missing" "10 records were read, the END vouches for 15" frame-missing 10
damaged "a flipped bit in the middle" "offset [0-9]+: frame of 5 records P from id 5 is damaged" payload-bit 10
damaged "something between frames" "offset [0-9]+: .*70 bytes passed over" garbage 15
is "the good one is good" "$("$patch" --to csv "$tmp/good" | grep -c ,hit,)" 15

# A writer that is killed.
mkfifo "$tmp/pipe"
(head -c 8000 "$tmp/good"; exec sleep 60) >"$tmp/pipe" &
writer=$!
"$patch" --to csv <"$tmp/pipe" >"$tmp/out" 2>"$tmp/err" &
reader=$!
sleep 0.3
kill -9 $writer
wait $writer 2>/dev/null
wait $reader
is "a killed writer: status" $? 2
ok "a killed writer: is noticed" grep -q "frame of 5 records P from id 5 is cut short" "$tmp/err"
is "a killed writer: what came whole is solved" "$(grep -c ,hit, "$tmp/out")" 5

# Text and plain numbers.
csv() { # NAME REASON SED-EXPRESSION PAIRS-LEFT
    sed "$3" "$tmp/good.csv" >"$tmp/changed.csv"
    trouble "csv: $1" "^ccd-patch: $tmp/changed.csv: $2" "$patch" --to csv "$tmp/changed.csv"
    is "csv: $1: the rest is solved" "$(grep -c ,hit, "$tmp/out")" "$4"
}
"$cat" --to csv "$tmp/good" >"$tmp/good.csv"
csv "degree 0" "record 1, line 4: column 3, shape q0: its degree is 0" '4s/q2/q0/' 14
csv "degree 100" "record 1, line 4: column 3, shape q100: its degree is above 16" '4s/q2/q100/' 14
csv "no shape" "record 1, line 4: column 3 is no shape such as q3, q3x2, t2 or q3r: 'cube'" '4s/q2/cube/' 14
csv "another shape" "record 1, line 4: it has 112 columns, a pair of q3 and q2 has 154" '4s/q2/q3/' 14
csv "a row cut short" "record 1, line 4: it has [0-9]+ columns, a pair of q2 and q2 has 112" '4s/..........$//' 14
csv "a word for a number" "record 1, line 4: column 6 is no number: 'near'" '4s/,q2,0,0,/,q2,0,near,/' 14
csv "NaN" "record 1: patch 1: control point 0 is not finite" '4s/,q2,0,0,/,q2,0,nan,/' 14
csv "T zero" "record 1: its time 0 is not positive and finite" '4s/^1,1,/1,0,/' 14
csv "T negative" "record 1: its time -1 is not positive and finite" '4s/^1,1,/1,-1,/' 14
csv "a row is missing" "incomplete: .*14 records were read, the END vouches for 15" 4d 14
csv "no #end" "incomplete: .*the END is missing" '$d' 15
raw q2 | head -c 2000 >"$tmp/cut.dat"
trouble "raw: cut in a pair" "^ccd-patch: $tmp/cut.dat: record 2: the file ends after 272 of its 864 bytes" \
    "$patch" --from raw --shape q2 --to csv "$tmp/cut.dat"
is "raw: cut in a pair: the rest is answered" "$(grep -vc '^#' "$tmp/out")" 2
raw q2 >"$tmp/q2.dat"
python3 -c 'import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
data[864 * 3:864 * 3 + 8] = struct.pack("<d", float("nan"))
open(sys.argv[1], "wb").write(data)' "$tmp/q2.dat"
trouble "raw: NaN" "^ccd-patch: $tmp/q2.dat: record 3: patch 1: control point 0 is not finite" "$patch" --from raw --shape q2 --to csv "$tmp/q2.dat"
: >"$tmp/empty"
trouble "an empty file" "$tmp/empty: empty" "$patch" "$tmp/empty"
trouble "linear queries are not read" "records of kind Q are not read here" "$patch" <("$BIN/ccd-gen" vf -n 3)
trouble "nor in other forms" "its form is one of linear queries, which are not read here" "$patch" --from nyu tests/data/nyu-handcrafted-vf.csv.gz
trouble "and ccd-vf reads no pairs" "records of kind P are not read here" "$BIN/ccd-vf" "$tmp/good"
trouble "no file" "^ccd-patch: $tmp/none: No such file" "$patch" "$tmp/none"

# ---- Memory ----
# A million pairs that are far apart, in a little memory.
far() { python3 -c 'import struct, sys
one = struct.pack("<36d", *([0.0, 0, 0, 1, 0, 0, 0, 1, 0] + [0.0] * 9 + [9.0, 9, 9, 8, 9, 9, 9, 8, 9] + [1.0] * 9))
for i in range(1000): sys.stdout.buffer.write(one * 1000)'; }
little() { bash -c 'ulimit -v 100000; exec "$@"' - "$@"; }
million() { far | little "$patch" -j 1 --from raw --shape t1 --stats "$tmp/stats" | "$cat" --check; }
if little "$patch" --version >/dev/null 2>&1; then
    ok "a million pairs in 100 MB of address space" million
    ok "all are free" grep -q '"queries": 1000000, "free": 1000000' "$tmp/stats"
    for name in size-4g size-more larger payload-bit; do
        trouble "$name in little memory" "^ccd-patch: $tmp/$name: " little "$patch" -j 1 --to csv "$tmp/$name"
    done
    # a saddle comes down onto its like, so that a great many parts touch at once
    python3 - "$tmp/saddles" <<'E'
import struct, sys
saddle = [c for i in range(3) for j in range(3) for c in (i / 2, j / 2, 0.3 * ((i - 1) ** 2 - (j - 1) ** 2) + 0.1 * i * j)]
above = [c + (k % 3 == 2) for k, c in enumerate(saddle)]
down = [-2.0 * (k % 3 == 2) for k in range(27)]
open(sys.argv[1], "wb").write(struct.pack("<108d", *saddle, *[0.0] * 27, *above, *down))
E
    saddles=(--from raw --shape q2 --to csv "$tmp/saddles")
    for method in tdi tdi-aabb trad-obb; do
        starved "$method: patches that lie on each other, in 20 MB" 20000 "$patch" -j 1 --method $method "${saddles[@]}"
        is "$method: unresolved, with a proven time" "$(grep -v '^#' "$tmp/out" | cut -d, -f 1-3,7)" 0,unresolved,5,inf
    done
    is "a limit of the options is no lack" "$("$patch" -j 1 --max-mem 100K "${saddles[@]}" 2>&1 | grep -v '^#' | cut -d, -f 1-3,7)" 0,unresolved,5,inf
else
    skip "a million pairs in little memory" "this build needs much address space, as the address sanitizer does"
fi

# ---- Options ----
says() { "$patch" "$@" 2>&1 </dev/null | head -1; }
is "raw without shapes" "$(says --from raw)" "ccd-patch: option --from raw: --shape says of what shapes the patches are"
is "shapes without raw" "$(says --shape q3)" "ccd-patch: option --shape is for the form raw"
is "a time without shapes" "$(says --dt 2)" "ccd-patch: option --dt is for --shape"
for word in cube q q3x q3,t1,t2 3 q03 Q3 q300 'q3 ' ''; do
    is "--shape '$word'" "$(says --from raw --shape "$word")" \
        "ccd-patch: option --shape: '$word' is not a shape such as q3, q3x2, t2 or q3r, or two such as q3,t2"
done
is "--shape q0" "$(says --from raw --shape q0)" "ccd-patch: option --shape: 'q0': patch 1: its degree is 0"
is "--shape q3,t100" "$(says --from raw --shape q3,t100)" "ccd-patch: option --shape: 'q3,t100': patch 2: its degree is above 16"
is "--shape t2x1" "$(says --from raw --shape t2x1)" "ccd-patch: option --shape: 't2x1': patch 1: it is a triangle of two degrees"
for dt in 0 -1 nan inf ''; do
    is "--dt '$dt'" "$(says --from raw --shape q3 --dt "$dt" | cut -d' ' -f 1-9)" "ccd-patch: option --dt: '$dt' is not a number above"
done
for delta in 0 -1 nan; do
    is "--delta $delta" "$(says --delta $delta | cut -d' ' -f 1-9)" "ccd-patch: option --delta: '$delta' is not a number above"
done
for memory in -1 K 1T 1KB 1.5 20000000000G; do
    is "--max-mem $memory" "$(says --max-mem $memory)" \
        "ccd-patch: option --max-mem: '$memory' is not a number of bytes from 0 to 9223372036854775808, as 1000000, 64M or 1G"
done
is "a method that is none" "$(says --method magic | cut -d' ' -f 1-8)" "ccd-patch: option --method: 'magic' is not one of"
is "the default method" "$("$patch" --method help | head -1 | awk '{ print $1, $2 }')" "tdi certified"
is "two options that exclude each other" "$(says --keep --earliest)" "ccd-patch: options --keep and --earliest exclude each other"
is "a form that holds no results" "$(says --to raw)" "ccd-patch: option --to: results can be written as ccd or csv, not as raw"
is "ccd-cat: --type or --shape" "$("$cat" --from raw --type vf --shape q1 2>&1 </dev/null | head -1)" "ccd-cat: options --type and --shape exclude each other"
trouble "ccd-cat --to raw must know the shapes" "the form raw does not say the shapes of patches; --shape tells them" "$cat" --to raw "$tmp/good"
trouble "ccd-cat --to raw takes no others" "record with id 5 is not written: its shapes are not those of --shape" "$cat" --to raw --shape q1 "$tmp/shapes"
trouble "nor other times" "record with id 0 is not written: its time is not that of --dt" "$cat" --to raw --shape q1 "$tmp/T"
ok "ccd-cat --to raw --dt" "$cat" --to raw --shape q2 --dt 1 "$tmp/good"
trouble "npy holds none" "the form npy holds linear queries only" "$cat" --to npy -o "$tmp/npy" "$tmp/good"

is "--max-iter: unresolved, with a time before which there is no contact" \
    "$("$patch" --max-iter 3 --to csv "$tmp/q3.ccd" | awk -F, '$2 == "unresolved" && $6 >= 0 && $7 == "inf" { n++ } $2 == "unresolved" { m++ } END { print (n > 9), n == m }')" "1 1"
is "--max-mem: the same" "$("$patch" --max-mem 1K --to csv "$tmp/q3.ccd" | awk -F, '$2 == "unresolved" { n++ } END { print (n > 9) }')" 1
ok "--max-mem 64M, 65536K and 67108864 are the same" bash -c \
    "cmp <('$patch' --max-mem 64M '$tmp/q3.ccd') <('$patch' --max-mem 65536K '$tmp/q3.ccd') && cmp <('$patch' --max-mem 67108864 '$tmp/q3.ccd') <('$patch' '$tmp/q3.ccd')"
"$patch" --stats "$tmp/stats" -j 2 "$tmp/data" >/dev/null
ok "--stats" python3 - "$tmp/stats" <<'E'
import json, sys
s = json.load(open(sys.argv[1]))
assert s["tool"] == "ccd-patch" and s["method"] == "tdi" and s["jobs"] == 2 and s["queries"] == 120
assert s["free"] + s["hit"] == 120 and s["unresolved"] == s["invalid"] == 0 and s["evals"] > 120 and s["ns_per_query"] > 0
E
done_testing
