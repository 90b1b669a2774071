#!/bin/bash
# Kind I, indexed queries: sniffed and converted like the rest, solved as if each query were written out, and bad
# ones named.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/cli
gen=$BIN/ccd-gen cat=$BIN/ccd-cat verify=$BIN/ccd-verify

rows() { "$cat" --to csv "$@" | grep -v '^#'; }
kinds() { "$cat" --info "$@" | awk 'NR > 1 && NF > 1 { printf "%s", $1 }'; }

# ---- Conversion ----
for type in vf ee; do
    "$gen" $type --family cloth -n 10000 --truth >"$tmp/$type.q"
    "$cat" --to indexed "$tmp/$type.q" >"$tmp/$type.i"
    ok "$type: ccd-gen writes what ccd-cat makes of its queries" \
        cmp <("$gen" $type --family cloth -n 10000 --truth --to indexed -j 7) "$tmp/$type.i"
    is "$type: of kind I" "$(kinds "$tmp/$type.i")" I
    ok "$type: a tenth of the size of Q, nearly" test $(($(stat -c %s "$tmp/$type.i") * 8)) -lt "$(stat -c %s "$tmp/$type.q")"
    ok "$type: complete" "$cat" --check "$tmp/$type.i"
    ok "$type: gzip agrees" gzip -t "$tmp/$type.i"
    for j in 1 2 7; do
        ok "$type: --to ccd gives Q again, byte for byte, -j $j" cmp <("$cat" -j $j --to ccd "$tmp/$type.i") "$tmp/$type.q"
    done
    ok "$type: a copy stays as it is" cmp <("$cat" "$tmp/$type.i") "$tmp/$type.i"
    ok "$type: through a pipe" cmp <("$cat" --to ccd <(cat "$tmp/$type.i")) "$tmp/$type.q"
    ok "$type: deflated and back" cmp <("$cat" --level 6 "$tmp/$type.i" | "$cat") "$tmp/$type.i"
    ok "$type: to csv as queries" cmp <("$cat" --to csv "$tmp/$type.i") <("$cat" --to csv "$tmp/$type.q")
    ok "$type: from csv" cmp <("$cat" --to csv "$tmp/$type.q" | "$cat" --to indexed) "$tmp/$type.i"
    for form in nyu raw; do
        ok "$type: to $form" cmp <("$cat" --to $form "$tmp/$type.i") <("$cat" --to $form "$tmp/$type.q")
        is "$type: from $form" "$("$cat" --to $form "$tmp/$type.i" | "$cat" --from $form --type $type --to indexed | rows | cut -d, -f 1,2,6- | cksum)" \
            "$(rows "$tmp/$type.q" | cut -d, -f 1,2,6- | cksum)"
    done
    "$cat" --to npy -o "$tmp/$type.npy" "$tmp/$type.i"
    is "$type: to npy and back" "$("$cat" --type $type --to indexed "$tmp/$type.npy" | rows | cut -d, -f 1,2,6- | cksum)" \
        "$(rows "$tmp/$type.q" | cut -d, -f 1,2,6- | cksum)"
done
ok "--from indexed is ccd" cmp <("$cat" --from indexed --to ccd "$tmp/vf.i") "$tmp/vf.q"
"$gen" vf --family mixed -n 5000 --truth --to indexed >"$tmp/mixed.i"
ok "queries without common vertices" cmp <("$cat" --to ccd "$tmp/mixed.i") <("$gen" vf --family mixed -n 5000 --truth)
is "none at all" "$("$gen" vf -n 0 --to indexed | "$cat" --to ccd | "$cat" --info | tail -1)" complete
is "types and separations mixed" "$("$cat" --to csv "$tmp/vf.q" "$tmp/ee.q" | awk -F, -v OFS=, '!/^#/ && NR % 100 < 7 { $5 = NR % 3; $4 = NR % 5 } !/^#(end|ccd)/' >"$tmp/mix.csv"
    "$cat" --to indexed "$tmp/mix.csv" | rows | cksum)" "$(rows "$tmp/mix.csv" | cksum)"

# ---- Slices, parts, kinds ----
is "--head" "$("$cat" --head 17 "$tmp/vf.i" | rows | cksum)" "$(rows --head 17 "$tmp/vf.q" | cksum)"
is "--head stays indexed" "$("$cat" --head 17 "$tmp/vf.i" | kinds)" I
ok "--head takes no more vertices than it needs" test "$("$cat" --head 17 "$tmp/vf.i" | wc -c)" -lt 8000
is "--range over frames" "$(rows --range 4000:9000 "$tmp/vf.i" | cksum)" "$(rows --range 4000:9000 "$tmp/vf.q" | cksum)"
is "--kind Q takes indexed ones" "$(rows --kind Q "$tmp/vf.i" | wc -l)" 10000
"$cat" --split 2 "$tmp/split" "$tmp/vf.i"
is "--split: two frames and one" "$(rows "$tmp/split-0000.ccd" | wc -l),$(rows "$tmp/split-0001.ccd" | wc -l)" 5904,4096
ok "--split: the parts are whole" "$cat" --check "$tmp"/split-000?.ccd
# How many results are missing and how many unknown.
joined() {
    "$verify" --exact --json "$1" 2>/dev/null | sed -n 's/.*"\(missing\|unknown\)": {"count": \([0-9]*\).*/\2/p' | paste -sd' '
}
for to in "" "--to ccd" "--to indexed"; do
    "$BIN/ccd-vf" --keep "$tmp/vf.i" | "$cat" $to >"$tmp/both"
    "$cat" --split 2 "$tmp/halves" "$tmp/both"
    is "--split${to:+ behind }$to: results stay with their queries" "$(joined "$tmp/halves-0001.ccd")" "0 0"
done
for r in 0 1 2; do "$BIN/ccd-vf" --part $r/3 --keep "$tmp/vf.i" >"$tmp/part$r" || echo "# part $r failed"; done
ok "--part: the parts are whole, and right" "$verify" --exact <(cat "$tmp"/part?)
for r in 0 1 2; do is "--part $r: queries beside their results" "$(joined "$tmp/part$r")" "0 0"; done

# ---- The filters: the same results as for Q ----
for type in vf ee; do
    methods=$("$BIN/ccd-$type" --method help | awk '{ print $1 }')
    n=$([ -n "$CCDQ_LONG" ] && echo 10000 || echo 1500)
    "$cat" --head $n --to ccd "$tmp/$type.q" >"$tmp/some.q"
    "$cat" --to indexed "$tmp/some.q" >"$tmp/some.i"
    for method in $methods; do
        filter=("$BIN/ccd-$type" --method "$method")
        is "$type $method: the results of Q" "$("${filter[@]}" "$tmp/some.i" | rows | cksum)" "$("${filter[@]}" "$tmp/some.q" | rows | cksum)"
    done
    filter=$BIN/ccd-$type
    "$filter" -j 1 "$tmp/$type.i" >"$tmp/r"
    for j in 2 7; do ok "$type: -j $j changes no byte" cmp <("$filter" -j $j "$tmp/$type.i") "$tmp/r"; done
    ok "$type: nor does a pipe" cmp <("$filter" <"$tmp/$type.i") <("$filter" < <(cat "$tmp/$type.i"))
    for form in ccd csv indexed; do
        ok "$type: --keep --to $form is verified" bash -c "'$filter' --keep --to $form '$tmp/$type.i' | '$verify' --strict --exact -"
        ok "$type: --keep --to $form of Q is verified" bash -c "'$filter' --keep --to $form '$tmp/$type.q' | '$verify' --strict --exact -"
    done
    is "$type: --keep passes the frames on" "$("$filter" --keep "$tmp/$type.i" | kinds)" IR
    is "$type: --keep --to csv writes queries" "$("$filter" --keep --to csv "$tmp/$type.i" | grep -c ",$type,")" 10000
    ok "$type: kept queries are the same" cmp <("$filter" --keep "$tmp/$type.i" | "$cat" --kind Q --to ccd) "$tmp/$type.q"
    is "$type: --earliest" "$("$filter" --earliest "$tmp/$type.i" | rows)" "$("$filter" --earliest "$tmp/$type.q" | rows)"
    ok "$type: their truth is that of the queries" bash -c "'$filter' '$tmp/$type.i' | '$verify' '$tmp/$type.i' -"
done
status "a query of another type" 2 "$BIN/ccd-vf" "$tmp/ee.i"

# ---- Bad input ----
python3 - "$tmp" <<'E'
import sys
import struct
from frames import *

def write(name, *frames):
    with open(f"{sys.argv[1]}/{name}", "wb") as f:
        f.write(b"".join(frames))

fine = (0, 1, 2, 3)
two = [fine, fine]
first = indexed(two)
last = indexed(two, first=5)
def around(name, *quads, n=3, **more):
    write(name, first, indexed(quads, first=2, **more), last, end("I", [0, 1, *range(2, 2 + n), 5, 6]))

write("first", first)
around("good", fine, fine, fine)
around("ids", fine, fine, fine, ids=[4, 2, 3], groups=[7, 8, 9], flags=[1, 3, 0])
around("range", fine, (0, 1, 2, 4), fine)
around("far", fine, (0xFFFFFFFF, 1, 2, 3), fine)
around("twice", fine, (0, 1, 2, 1), fine)
around("nan", fine, fine, fine, x=[(float("nan"), 0, 0), *HIT[1:]])
around("empty", fine, fine, fine, x=[])
around("type", fine, fine, fine, type=9)
around("ee", fine, fine, fine, type=1)
around("negative", fine, fine, fine, separation=-1.0)
around("more-vertices", fine, fine, fine, vertices=5)
around("4g-vertices", fine, fine, fine, vertices=0xFFFFFFFF)

tail = [last, end("I", [0, 1, 5, 6])]
def declared(name, records, size, payload):
    write(name, first, header("I", records, size, 0, 2, digest(range(2, 5)), 0, (0, 1), payload), bytes(40), *tail)
declared("bytes-4g", 3, 0xFFFFFFFF, 0xFF000000)
declared("payload-4g", 3, 200, 0xFF000000)
declared("bomb", 3, 300, 200000)
declared("records-4g", 0xFFFFFFFF, 200, 100)
declared("records-1m", 1 << 20, 400, 256)

many = 1 << 20
write("million", first, indexed([fine] * many, first=2, level=9), *tail)
many = 5_000_000
huge = struct.pack("<IBBHd", many, 0, 0, 0, 0) + bytes(48 * many) + struct.pack("<8I", *fine, *fine)
write("huge", first, payload_frame("I", huge, [2, 3], len(huge)), *tail)
E

is "a frame of another maker is solved" "$("$BIN/ccd-vf" "$tmp/good" | rows | cut -d, -f 1-2 | paste -sd' ')" "0,hit 1,hit 2,hit 3,hit 4,hit 5,hit 6,hit"
is "ids, groups and truth are read" "$(rows --range 2:5 "$tmp/ids" | cut -d, -f 1-5 | paste -sd' ')" "4,vf,free,7,0 2,vf,hit,8,0 3,vf,,9,0"

# Queries that cannot be solved are named, answered by invalid, and the stream stays complete.
unsolved() { # NAME REASON FILE FIRST COUNT
    trouble "$1" "^ccd-vf: $tmp/$3: record $4: $2" "$BIN/ccd-vf" --to csv "$tmp/$3"
    is "$1: so many messages" "$(wc -l <"$tmp/err")" "$5"
    is "$1: invalid" "$(grep ,invalid, "$tmp/out" | cut -d, -f 1-2,6-7 | head -1)" "$4,invalid,nan,nan"
    is "$1: the others are solved" "$(grep -c ,hit, "$tmp/out")" $((7 - $5))
    ok "$1: the results are complete" "$cat" --check "$tmp/out"
    trouble "$1: --keep, verified" "" "$BIN/ccd-vf" --keep "$tmp/$3"
    cp "$tmp/out" "$tmp/kept"
    trouble "$1: ccd-verify" "record [0-9]+: $2" "$verify" --exact "$tmp/kept"
    is "$1: their answers have queries" "$(grep -cE "^(invalid answers +$5 |unknown ids +0)" "$tmp/out")" 2
    ok "$1: nothing is said to be incomplete" bash -c "! grep incomplete '$tmp/err'"
    trouble "$1: --no-zero-toi" "^ccd-vf: $tmp/$3: record $4: $2" "$BIN/ccd-vf" --no-zero-toi --to csv "$tmp/$3"
    is "$1: --no-zero-toi: the same results" "$(cksum <"$tmp/out")" "$("$BIN/ccd-vf" --to csv "$tmp/$3" 2>/dev/null | cksum)"
    is "$1: --no-zero-toi: each is named once" "$(wc -l <"$tmp/err")" "$5"
    trouble "$1: --no-zero-toi --keep" "" "$BIN/ccd-vf" --no-zero-toi --keep "$tmp/$3"
    ok "$1: --no-zero-toi --keep: complete" "$cat" --check "$tmp/out"
}
beyond="an index that is not below the number of vertices"
unsolved "an index out of range" "$beyond" range 3 1
unsolved "no index where there must be one" "$beyond" far 3 1
unsolved "a vertex named twice" "a vertex that is named twice" twice 3 1
unsolved "no vertices" "$beyond" empty 2 3
unsolved "an unknown type" "a query of unknown type" type 2 3
for case in "nan 2 a coordinate is not finite" "ee 2 a query of another type" "negative 2 a minimum separation"; do
    read -r name record reason <<<"$case"
    trouble "$reason" "^ccd-vf: $tmp/$name: record $record: $reason" "$BIN/ccd-vf" --to csv "$tmp/$name"
    is "$reason: the others are solved" "$(grep -c ,hit, "$tmp/out")" 4
done
for name in range twice empty type; do
    trouble "$name: ccd-cat names it" "^ccd-cat: $tmp/$name: record [23]: " "$cat" --to csv "$tmp/$name"
    is "$name: and copies the others" "$(grep -vc '^#' "$tmp/out")" "$([ $name = range ] || [ $name = twice ] && echo 6 || echo 4)"
    status "$name: ccd-cat --check" 2 "$cat" --check "$tmp/$name"
    trouble "$name: --keep --to csv names it, too" "record with id [23] is not written" "$BIN/ccd-vf" --keep --to csv "$tmp/$name"
    is "$name: --keep --to csv: all results" "$(grep -cE '^[0-9]+,(hit|invalid)' "$tmp/out")" 7
    is "$name: --keep --to csv: no END for what lacks a query" "$(grep -c '^#end' "$tmp/out")" 0
    trouble "$name: --keep --to csv -o" "" "$BIN/ccd-vf" --keep --to csv -o "$tmp/lacks-$name" "$tmp/$name"
    is "$name: --keep --to csv -o: the file is incomplete" "$(cd "$tmp" && echo lacks-$name*)" "lacks-$name.incomplete"
done

# Frames that cannot be read are named with their offset; the rest is solved, and no END written.
for name in more-vertices 4g-vertices bytes-4g payload-4g bomb records-4g records-1m; do
    for input in "$tmp/$name" /dev/stdin; do
        trouble "$name from $(basename "$input")" ": offset $(stat -c %s "$tmp/first"): " "$BIN/ccd-vf" --to csv "$input" < <(cat "$tmp/$name")
        is "$name: the rest is solved" "$(grep -c ,hit, "$tmp/out")" 4
        is "$name: no END" "$(grep -c '^#end' "$tmp/out")" 0
    done
    status "$name: ccd-cat --check" 2 "$cat" --check "$tmp/$name"
done

# A frame that memory does not hold: named, passed over, and the rest is solved.
little() { bash -c 'ulimit -v 100000; exec "$@"' - "$@"; }
if little "$BIN/ccd-vf" --version >/dev/null 2>&1; then
    for name in bytes-4g payload-4g bomb million huge; do
        trouble "$name in little memory" ": offset [0-9]+: " little "$BIN/ccd-vf" -j 1 --to csv - < <(cat "$tmp/$name")
        is "$name in little memory: the rest is solved" "$(grep -c ,hit, "$tmp/out")" 4
    done
    trouble "million in little memory: ccd-cat" "left out: there is not the memory" little "$cat" -j 1 --to csv "$tmp/million"
    is "million in little memory: ccd-cat copies the rest" "$(grep -vc '^#' "$tmp/out")" 4
else
    skip "frames that little memory does not hold" "this build needs much address space, as the address sanitizer does"
fi
is "a frame of a million queries, with memory" "$("$BIN/ccd-vf" -j 1 --to csv "$tmp/million" 2>/dev/null | grep -c ,hit,)" $(((1 << 20) + 4))
done_testing
