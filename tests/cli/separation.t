#!/bin/bash
# Minimum separations: --min-sep, --no-zero-toi, queries and meshes that have their own, methods that cannot; and
# queries of points.
. tests/tap.sh

query() { # ID TYPE MIN_SEP X...: the twelve numbers at t = 0, then those at t = 1
    local IFS=,
    echo "$1,$2,,0,${*:3}"
}
columns() { grep -v '^#' "$1" | cut -d, -f "$2"; }

# A vertex comes down on a face by 4 in a unit of time: from 2 above, from 1/4 above, from the face itself.
face=(0 0 0 8 0 0 0 8 0)
{
    query 1 vf 0 1 1 2 "${face[@]}" 1 1 -2 "${face[@]}"
    query 2 vf 0.5 1 1 2 "${face[@]}" 1 1 -2 "${face[@]}"
    query 3 vf 0.5 1 1 0.25 "${face[@]}" 1 1 -3.75 "${face[@]}"
    query 4 vf 0.5 1 1 0 "${face[@]}" 1 1 -4 "${face[@]}"
    query 5 pe 0.5 0 3 4 0 0 0 8 0 0 0 0 0 0 3 4 0 0 0 8 0 0 0 0 0
    query 6 pp 5 0 3 4 0 0 0 0 0 0 0 0 0 0 3 4 0 0 0 0 0 0 0 0 0
} >"$tmp/q.csv"
solve() { "$BIN/ccd-vf" --from csv --to csv "$@" "$tmp/q.csv" >"$tmp/out.csv"; }

ok "each query with its own separation" solve --method exact
is "their verdicts and flags" "$(columns "$tmp/out.csv" 1-3 | tr '\n' ' ')" "1,hit,1 2,hit,1 3,hit,3 4,hit,3 5,free,1 6,hit,3 "
is "their times" "$(columns "$tmp/out.csv" 6 | tr '\n' ' ')" "0.5 0.375 0 0 inf 0 "
for method in certified exact; do
    ok "$method: --min-sep 1" solve --method $method --min-sep 1 --keep
    is "$method: --min-sep replaces the queries' own" \
        "$(grep -E '^[0-9]+,(vf|pe|pp),' "$tmp/out.csv" | cut -d, -f 5 | sort -u)" 1
    is "$method: its verdicts" "$(grep -E ',(hit|free),[0-9]' "$tmp/out.csv" | cut -d, -f 2 | tr '\n' ' ')" \
        "hit hit hit hit free free "
    ok "$method: ccd-verify --exact needs no option" "$BIN/ccd-verify" --exact --strict "$tmp/out.csv"
    ok "$method: --min-sep 0 is none" bash -c "'$BIN/ccd-vf' --from csv --to csv --method $method --min-sep 0 '$tmp/q.csv' |
        grep -q '^3,hit,1,'"
done

# A step that does not end at 0: half of the distance at the start, where there is any.
ok "--no-zero-toi" solve --no-zero-toi --keep --method exact
is "--no-zero-toi: separations that were used" \
    "$(grep -E '^[0-9]+,(vf|pe|pp),' "$tmp/out.csv" | cut -d, -f 1,5 | head -4 | sed 's/0.12[45][0-9]*/0.125/' | tr '\n' ' ')" \
    "1,0 2,0.5 3,0.125 4,0.5 "
is "--no-zero-toi: only what touches at the start has a time of 0" \
    "$(grep -E ',hit,[0-9]' "$tmp/out.csv" | awk -F, '$6 == 0' | cut -d, -f 1 | tr '\n' ' ')" "4 "
ok "--no-zero-toi: its answers are true for what --keep wrote" "$BIN/ccd-verify" --exact --strict "$tmp/out.csv"
half() { # SEPARATION-USED DISTANCE: at most half of it, and hardly less
    python3 -c "import sys; from fractions import Fraction as F; s, d = F(float(sys.argv[1])), F(sys.argv[2]); sys.exit(not d / 2 * (1 - F(1, 10**12)) < s <= d / 2)" "$@"
}
ok "--no-zero-toi: half of the distance, rounded down" half "$(grep '^3,vf' "$tmp/out.csv" | cut -d, -f 5)" 1/4
ok "--no-zero-toi: of points just at their separation, too" half "$(grep '^6,pp' "$tmp/out.csv" | cut -d, -f 5)" 5

# Generated queries, and those of a mesh.
for kind in vf ee pe pp; do
    filter=vf
    [ $kind = ee ] && filter=ee
    ok "$kind: separations that are reached or missed by a few roundings" bash -o pipefail -c "'$BIN/ccd-gen' $kind --family separation -n 5000 |
        '$BIN/ccd-$filter' --keep | '$BIN/ccd-verify' --exact --strict -"
    ok "$kind: --truth is of the separation" bash -o pipefail -c "'$BIN/ccd-gen' $kind --min-sep 0.3 --truth -n 2000 |
        '$BIN/ccd-$filter' --keep | '$BIN/ccd-verify' --strict -"
done
"$BIN/ccd-gen" vf --family cloth -n 5000 >"$tmp/q.ccd"
"$BIN/ccd-cat" --to indexed "$tmp/q.ccd" >"$tmp/mesh.ccd"
sorted() { "$BIN/ccd-cat" --to csv | grep -v '^#'; }
for options in "--min-sep 1e-3" "--min-sep 1e-3 --no-zero-toi" "--no-zero-toi"; do
    ok "a mesh and its queries have the same answers: $options" \
        cmp <("$BIN/ccd-vf" $options "$tmp/mesh.ccd" | sorted) <("$BIN/ccd-vf" $options "$tmp/q.ccd" | sorted)
    ok "$options of a mesh: --keep can be verified" bash -o pipefail -c \
        "'$BIN/ccd-vf' $options --keep '$tmp/mesh.ccd' | '$BIN/ccd-verify' --exact --strict -"
done
ok "--min-sep keeps a mesh a mesh" bash -o pipefail -c \
    "'$BIN/ccd-vf' --min-sep 1e-3 --keep '$tmp/mesh.ccd' | '$BIN/ccd-cat' --info - | grep -q '^I '"
is "in one thread or four, the same bytes" "$("$BIN/ccd-vf" --min-sep 1e-3 --no-zero-toi -j 1 "$tmp/mesh.ccd" | cksum)" \
    "$("$BIN/ccd-vf" --min-sep 1e-3 --no-zero-toi -j 4 "$tmp/mesh.ccd" | cksum)"
zeros() { "$BIN/ccd-vf" --min-sep 1e-3 "$@" --to csv "$tmp/q.ccd" | awk -F, '/,hit,/ && $6 == 0' | wc -l; }
ok "many queries of the pile start within 1e-3" test "$(zeros)" -gt 1000
is "with --no-zero-toi none has a time of 0" "$(zeros --no-zero-toi)" 0

# What cannot be solved.
for method in fast cubic; do
    trouble "$method has no separations" 'record 0: a minimum separation is not solved by this method' \
        "$BIN/ccd-vf" --method $method --min-sep 1 --from csv --to csv -o "$tmp/bad.csv" "$tmp/q.csv"
    is "$method: the verdict is invalid" "$(columns "$tmp/bad.csv" 2 | sort -u)" invalid
done
for bad in -1 nan inf 1e999 x; do
    status "--min-sep $bad is refused" 2 "$BIN/ccd-vf" --min-sep=$bad "$tmp/q.ccd"
done
trouble "a family without a meaning for points: the others are listed" \
    "no meaning for pp; these have: uniform, .*separation" "$BIN/ccd-gen" pp --family cloth
done_testing
