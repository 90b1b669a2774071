#!/bin/bash
# ccd-gen patch | ccd-patch --keep | ccd-verify --exact: nothing wrong in any family; and each kind of fault, put in on
# purpose, is found by count, id and status.
. tests/tap.sh
. tests/judged.sh
solved() { "$BIN/ccd-gen" patch "$@" | "$BIN/ccd-patch" --keep; } # ARGUMENTS OF ccd-gen

# ---- Nothing wrong ----

long=${CCDQ_LONG:+1}
n=${long:+1000} n=${n:-24}
judge() { # SHAPE FAMILY N: a run of it has no fault but what is not resolved, and few of that
    solved --shape "$1" --family "$2" --seed 21 -n "$3" | "$BIN/ccd-verify" --exact --allow-unresolved --json - >"$tmp/json"
}
for shape in t1 t2 t3 q1 q2 q3; do
    ok "$shape random: $n pairs, nothing wrong" judge $shape random $n
    is "all are decided, and no bracket is wide" "$(json 'queries, kinds["undecided"]["count"], kinds["wide"]["count"]')" \
        "($n, 0, 0)"
done
for family in touch near degenerate manifold; do
    for shape in q3 t2 q1r,t3; do
        [ $family = manifold ] && some=$((n / 4)) || some=$n # where many are hard for any method
        ok "$shape $family: nothing wrong" judge $shape $family $some
        ok "most are decided" test "$(count undecided)" -le $((some / 12))
    done
done
ok "q2r rational: nothing wrong" judge q2r rational $((n / 2))
ok "q1x2r,t3 rational: nothing wrong" judge q1x2r,t3 rational $((n / 2))

judge q3 touch 30
is "touch: all touch" "$(count hit)" 30
judge q2 near 30
is "near: none is free and a hit for sure" "$(json 'hits, kinds["fp"]["count"]')" "(0, 0)"
ok "but some are hits within delta, which is counted apart" test "$(count near)" -gt 0

# Pairs that are scaled and moved: the numbers of each row but the first four.
scaled() { # FACTOR OFFSET <IN >OUT
    python3 -c '
import sys
factor, offset = map(float, sys.argv[1:])
for line in sys.stdin:
    if line[0] == "#": print(line, end=""); continue
    row = line.rstrip().split(",")
    x = [factor * float(v) for v in row[4:]]
    quarter = len(x) // 4
    for i in range(len(x)):
        if i // quarter % 2 == 0: x[i] += offset
    print(",".join(row[:4] + [repr(v) for v in x]))' "$@"
}
for shape in t1 t2 t3 q1 q2 q3; do
    "$BIN/ccd-gen" patch --shape $shape -n $n --seed 22 --to csv >"$tmp/p.csv"
    for way in "1e-6 0 1e-12" "1e6 0 1" "1 1e6 1e-6"; do
        read -r factor offset delta <<<"$way"
        scaled $factor $offset <"$tmp/p.csv" >"$tmp/scaled.csv"
        verified() { "$BIN/ccd-patch" --delta $delta --keep "$tmp/scaled.csv" | "$BIN/ccd-verify" --exact --delta $delta --allow-unresolved -; }
        ok "$shape times $factor, moved by $offset: nothing wrong" verified
    done
done

# Two pairs with weights far apart whose points are on the long edge of a triangle, or nearly.
on_edge() { "$BIN/ccd-patch" --keep tests/data/patch-edge.csv | "$BIN/ccd-verify" --exact -; }
ok "points near the long edge of a triangle are not outside" on_edge

# ---- Each kind of fault ----

p=$tmp/p.csv r=$tmp/r.csv
"$BIN/ccd-gen" patch --shape q2 --seed 23 -n 60 --to csv >"$p"
"$BIN/ccd-patch" --to csv "$p" >"$r"
hits=($(awk -F, '$2 == "hit" { print $1 }' "$r"))
free=($(awk -F, '$2 == "free" { print $1 }' "$r"))
h=${hits[3]} f=${free[0]}
is "right results" "$(found --exact "$p" "$r")" 0
is "all queries are counted" "$(json 'queries, hits')" "(60, ${#hits[@]})"
is "the contacts are measured, and the brackets" \
    "$(json 'measures["residual"]["max"] <= 1e-6 and measures["bracket"]["count"] == hits and measures["bracket"]["max"] < 1e-9')" True
status "without --exact there is no truth" 2 "$BIN/ccd-verify" "$p" "$r"
is "other results are a truth" "$(found "$r" "$r")" 0

wrong() { # NAME STATEMENTS EXPECTED [ARGUMENTS]: what is found in the results after an edit
    edit "$2" <"$r" >"$tmp/wrong.csv"
    is "$1" "$(found --exact "${@:4}" "$p" "$tmp/wrong.csv")" "$3"
}
wrong "a false negative" "row[$h][1] = 'free'; row[$h][5] = row[$h][6] = 'inf'" "1 fn 1 $h"
wrong "a false positive whose points are apart" "row[$f][1:7] = ['hit', '1', 'tdi', '9', '0.5', 'inf']" \
    "1 fp 1 $f apart 1 $f"
wrong "one that claims a witness, too" "row[$f][1:7] = ['hit', '1', 'tdi', '9', '0.5', '0.5']" \
    "1 fp 1 $f late 1 $f apart 1 $f"
wrong "a late time" "row[$h][5] = row[$h][6] = '1'" "1 late 1 $h apart 1 $h"
is "how late" "$(json "0 < measures['late']['max'] <= 1 and measures['late']['max_id'] == $h")" True
wrong "an interval that ends before the contact" "row[$h][6] = row[$h][5] = repr(float(row[$h][5]) * 0.999999)" \
    "1 late 1 $h apart 1 $h"
wrong "an early time with a larger delta" "row[$h][5] = repr(float(row[$h][5]) - 1e-7)" 0 --delta 1e-3
wrong "a point that is not near the other" "row[$h][7] = '0.125'" "1 apart 1 $h"
wrong "a parameter outside its domain" "row[$h][8] = '-0.5'" "1 outside 1 $h"
wrong "a parameter that is no number" "row[$h][9] = 'nan'" "1 outside 1 $h"
wrong "unresolved" "row[$h][1] = 'unresolved'; row[$h][5:7] = ['0', 'inf']" "1 unresolved 1 $h"
wrong "unresolved is allowed" "row[$h][1] = 'unresolved'; row[$h][5:7] = ['0', 'inf']" "0 unresolved 1 $h" --allow-unresolved
wrong "unresolved from behind the contact on" "row[$h][1] = 'unresolved'; row[$h][5:7] = ['1', 'inf']" \
    "1 unresolved 1 $h late 1 $h" --allow-unresolved
wrong "invalid" "row[$h][1] = 'invalid'; row[$h][5:7] = ['nan', 'nan']" "1 invalid 1 $h"
wrong "a time behind the end" "row[$f][1:7] = ['hit', '1', 'tdi', '9', '1.5', 'inf']" "1 fp 1 $f apart 1 $f"
wrong "missing answers" "rows.remove(row[$h]); rows.remove(row[$f])" \
    "1 missing 2 $(printf '%s\n' $h $f | sort -n | xargs)"
wrong "unknown and double ids" "rows.insert(5, ['900'] + row[$h][1:]); rows.append(row[$h])" "1 unknown 1 900 double 1 $h"
edit "rows.append(row[$h])" <"$p" >"$tmp/double.csv"
is "a double query" "$(found --exact "$tmp/double.csv" "$r")" "1 double 1 $h"

# A gap of 1e-7, reached at the end: a hit within delta is counted apart, and not with a smaller delta.
near() { # TOI_HI ARGUMENTS
    cat >"$tmp/near.csv" <<CSV
#ccd-patch v1
#id,T,shape1,shape2,points1...,velocities1...,points2...,velocities2...
7,1,q1,q1,0,0,1.0000001,0,1,1.0000001,1,0,1.0000001,1,1,1.0000001,0,0,-1,0,0,-1,0,0,-1,0,0,-1,0,0,0,0,1,0,1,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0
#end records=1 digest=0 part=0/1
CSV
    printf '#ccd-result v1\n7,hit,1,tdi,1,1,%s,0.5,0.5,0.5,0.5\n#end records=1 digest=0 part=0/1\n' "$1" >"$tmp/near-r.csv"
    found --exact "${@:2}" <(edit pass <"$tmp/near.csv") <(edit pass <"$tmp/near-r.csv")
}
is "a near miss is no fault" "$(near inf)" "0 near 1 7"
is "nor with --strict" "$(near inf --strict)" "0 near 1 7"
is "but with a witness" "$(near 1)" "1 near 1 7 late 1 7"
is "and farther apart than delta" "$(near inf --delta 1e-8)" "1 fp 1 7 apart 1 7"

# What cannot be told: counted apart.
is "a search that may not search" "$(found --exact --max-iter 1 "$p" "$r" | cut -d' ' -f1,2)" "0 undecided"
ok "is not taken for a truth" test "$(count hit)" -lt ${#hits[@]}

# ---- Orders, operands, lists ----

found --exact "$p" "$r" >/dev/null && cp "$tmp/json" "$tmp/want.json"
shuffle() { edit "import random; random.Random($1).shuffle(rows)"; }
same() { # the same counts and measures as in order
    found --exact "$@" >/dev/null
    python3 -c '
import json, sys
got, want = (json.load(open(path)) for path in sys.argv[1:])
for measures in got["measures"], want["measures"]:
    for measure in measures.values(): measure.pop("mean", 0)
assert got == want, got' "$tmp/json" "$tmp/want.json"
}
ok "both in random order" same <(shuffle 1 <"$p") <(shuffle 2 <"$r")
ok "one stream of both" same <("$BIN/ccd-patch" --keep "$p")
ok "one stream of both as csv" same <("$BIN/ccd-patch" --keep --to csv "$p")
for jobs in 1 3; do
    ok "-j $jobs prints what the default prints" cmp <("$BIN/ccd-verify" --exact -j $jobs "$p" "$r") \
        <("$BIN/ccd-verify" --exact "$p" "$r")
done
edit "row[$h][1] = 'free'; row[$h][5] = row[$h][6] = 'inf'" <"$r" >"$tmp/fn.csv"
listed() { "$BIN/ccd-verify" --exact --list fn --to csv "$p" "$tmp/fn.csv" 2>/dev/null | grep -v '^#'; }
is "the pair of a false negative is listed" "$(listed)" "$(grep "^$h," "$p")"
mixed() { "$BIN/ccd-gen" vf -n 100 | "$BIN/ccd-vf" --keep; solved --shape q1 -n 20; solved --shape t2,q1 --seed 2 -n 20; }
is "linear queries and patches of several shapes in one stream" "$(found --exact <(mixed))" 0
is "all are judged" "$(json queries)" 140
"$BIN/ccd-gen" patch --shape q2 --seed 23 -n 60 --to raw >"$tmp/p.raw"
is "raw pairs with --shape" "$(found --exact --from raw --shape q2 "$tmp/p.raw" "$r")" 0
ok "the page names the near misses" bash -c "'$BIN/ccd-verify' --exact --html '$tmp/page' '$p' '$r' >'$tmp/out'; grep -q 'near misses' '$tmp/page'"

# ---- ccd-gen patch ----

gen() { "$BIN/ccd-gen" patch "$@"; }
csv() { gen "$@" --to csv | grep -v '^#'; }
gen --shape q1,t2 --family touch -n 300 >"$tmp/whole"
for j in 1 5; do ok "-j $j writes the same bytes" cmp <(gen --shape q1,t2 --family touch -n 300 -j $j) "$tmp/whole"; done
ok "--first-id makes the tail of a longer run" cmp <(csv --first-id 130 -n 70) <(csv -n 200 | tail -n +131)
for r in 0 1 2; do gen --shape q1,t2 --family touch -n 300 --part $r/3 >"$tmp/part$r"; done
ok "three parts are a complete stream" "$BIN/ccd-cat" --check "$tmp"/part{1,0,2}
ok "with the records of the whole" cmp <("$BIN/ccd-cat" --to csv "$tmp"/part{0,1,2} | grep -v '^#' | sort -n) \
    <("$BIN/ccd-cat" --to csv "$tmp/whole" | grep -v '^#' | sort -n)
tag() { gen "$@" | od -An -tx8 -j48 -N8; }
is "the run tag is of family, seed and shapes" \
    "$({ tag; tag --family touch; tag --seed 2; tag --shape q2; tag --shape q2,q3; } | sort -u | wc -l)" 5
is "the default is bicubic" "$(csv -n 1 | cut -d, -f3,4)" q3,q3
ok "rational is of rational shapes" bash -c "'$BIN/ccd-gen' patch --family rational -n 2 --to csv | grep -q q3r,q3r"
is "--family help lists" "$(gen --family help | cut -d' ' -f1 | xargs)" "random touch manifold near degenerate rational"
for refused in "--truth" "--min-sep 1" "--to nyu" "--to npy" "--shape q17" "--shape x" "--shape t2x3" \
    "--family uniform" "--family rational --shape q3" "--family touch --to raw"; do
    status "ccd-gen patch $refused is refused" 2 gen $refused
done
status "--shape is for patches" 2 "$BIN/ccd-gen" vf --shape q3
done_testing
