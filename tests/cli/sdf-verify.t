#!/bin/bash
# ccd-gen sdf | ccd-sdf --keep | ccd-verify --exact: nothing wrong in any family; and each kind of fault, put in on
# purpose, is found by count, id and status.
. tests/tap.sh
. tests/judged.sh

# ---- Nothing wrong ----

n=${CCDQ_LONG:+1000} n=${n:-60}
for family in torus-triangle torus-shuriken closed degenerate trees mixed; do
    "$BIN/ccd-gen" sdf --family $family --seed 31 -n $n --scene "$tmp/$family.json" -o "$tmp/$family.ccd"
    "$BIN/ccd-sdf" --sdf "$tmp/$family.json" --contacts --keep "$tmp/$family.ccd" >"$tmp/kept"
    ok "$family: nothing wrong" "$BIN/ccd-verify" --exact --sdf "$tmp/$family.json" --allow-unresolved --json -o "$tmp/json" "$tmp/kept"
    ok "$family: most are decided" test $(($(count undecided) + $(count wide) + $(count unresolved))) -le $((n / 6))
    is "$family: no hit is made up" "$(json 'kinds["fp"]["count"]')" 0
    ok "$family: contacts are judged" test "$(json 'contacts["judged"]')" -ge "$(json 'kinds["hit"]["count"]')"
    is "$family: nothing goes in before its time" "$(json 'measures["penetration"].get("max", 0) < 1e-6')" True
done
"$BIN/ccd-sdf" --sdf "$tmp/trees.json" --margin 0.01 --delta 1e-8 --keep "$tmp/trees.ccd" >"$tmp/kept"
margin() { "$BIN/ccd-verify" --exact --sdf "$tmp/trees.json" --allow-unresolved "$@" "$tmp/kept"; }
ok "with a margin and a delta: nothing wrong" margin --margin 0.01 --delta 1e-8
status "another margin is another truth" 1 margin --margin 0.02 --delta 1e-8
status "so is none" 1 margin --delta 1e-8

# ---- Each kind of fault ----

scene=$tmp/torus.json q=$tmp/q.csv r=$tmp/r.csv
"$BIN/ccd-gen" sdf --family trees --seed 32 -n 60 --scene "$scene" --to csv -o "$q"
"$BIN/ccd-sdf" --sdf "$scene" --to csv "$q" >"$r"
hits=($(awk -F, '$2 == "hit" && $6 > 0.01 && $7 != "inf" { print $1 }' "$r"))
free=($(awk -F, '$2 == "free" { print $1 }' "$r"))
h=${hits[3]} f=${free[0]}
of() { found --exact --sdf "$scene" "$@"; } # ARGUMENTS
is "right results" "$(of "$q" "$r")" 0
is "all queries are counted" "$(json 'queries, hits')" "(60, $(grep -c ',hit,' "$r"))"
is "errors have both signs and a spread" \
    "$(json 'error["count"] == hits and error["min"] < 0 and error["min"] <= error["median"] <= error["max"] and error["sigma"] < 1e-4')" True
is "all that is judged by a bracket has one" "$(json 'measures["bracket"]["count"] == hits and measures["bracket"]["max"] < 1e-6')" True
status "without --exact there is no truth" 2 "$BIN/ccd-verify" "$q" "$r"
trouble "without --sdf there are no solids" "$q: triangles against solids are judged by the solids: give --sdf FILE" \
    "$BIN/ccd-verify" --exact "$q" "$r"
is "other results are a truth" "$(found "$r" "$r")" 0
status "--sdf is for --exact" 2 "$BIN/ccd-verify" --sdf "$scene" "$q" "$r"
status "--margin is for --sdf" 2 "$BIN/ccd-verify" --exact --margin 1 "$q" "$r"
status "a scene that is not there" 2 "$BIN/ccd-verify" --exact --sdf "$tmp/none" "$q" "$r"

wrong() { # NAME STATEMENTS EXPECTED [ARGUMENTS]: what is found in the results after an edit
    edit "$2" <"$r" >"$tmp/wrong.csv"
    is "$1" "$(of "${@:4}" "$q" "$tmp/wrong.csv")" "$3"
}
wrong "a false negative" "row[$h][1] = 'free'; row[$h][5] = row[$h][6] = 'inf'" "1 fn 1 $h"
wrong "a false positive whose point is off" "row[$f][1:7] = ['hit', '1', 'certified', '9', '0.001', 'inf']" \
    "1 fp 1 $f apart 1 $f"
wrong "one that claims a witness, too" "row[$f][1:7] = ['hit', '1', 'certified', '9', '0.001', '0.001']" \
    "1 fp 1 $f late 1 $f apart 1 $f"
late="row[$h][5] = row[$h][6] = repr(float(row[$h][6]) + 1e-6)"
wrong "late by 1e-6" "$late" "1 late 1 $h"
is "how late" "$(json "0.9e-6 < measures['late']['max'] < 1.1e-6 and measures['late']['max_id'] == $h")" True
is "and how deep in" "$(json "1e-8 < measures['penetration']['max'] and measures['penetration']['max_id'] == $h")" True
wrong "an interval that ends before the contact" "row[$h][6] = row[$h][5] = repr(float(row[$h][5]) - 1e-5)" \
    "1 late 1 $h apart 1 $h"
wrong "an early time with a larger delta" "row[$h][5] = repr(float(row[$h][5]) - 1e-5)" 0 --delta 1e-2
wrong "a point that is not near the solid" "row[$h][7:9] = ['0.3', '0.3'] if float(row[$h][7]) < 0.2 else ['0.02', '0.02']" "1 apart 1 $h"
wrong "a parameter outside its domain" "row[$h][8] = '-0.5'" "1 outside 1 $h"
wrong "a parameter that a triangle does not have" "row[$h][9] = '0.5'" "1 outside 1 $h"
wrong "a parameter that is no number" "row[$h][7] = 'nan'" "1 outside 1 $h"
wrong "unresolved" "row[$h][1] = 'unresolved'; row[$h][5:7] = ['0', 'inf']" "1 unresolved 1 $h"
wrong "unresolved from behind the contact on" "row[$h][1] = 'unresolved'; row[$h][5:7] = ['100', 'inf']" \
    "1 unresolved 1 $h late 1 $h" --allow-unresolved
wrong "a time behind the end" "row[$f][1:7] = ['hit', '1', 'certified', '9', '100', 'inf']" "1 fp 1 $f apart 1 $f"
wrong "missing answers" "rows.remove(row[$h]); rows.remove(row[$f])" \
    "1 missing 2 $(printf '%s\n' $h $f | sort -n | xargs)"
edit "row[$h][2] = 'nan'; row[$f][1] = '99'" <"$q" >"$tmp/bad.csv"
is "queries that are none: a time that is not a number, a solid that is not there" "$(of "$tmp/bad.csv" "$r")" \
    "1 invalid 2 $(printf '%s\n' $h $f | sort -n | xargs)"
edit "row[$h][1] = 'free'; row[$h][5] = row[$h][6] = 'inf'" <"$r" >"$tmp/fn.csv"
listed() { "$BIN/ccd-verify" --exact --sdf "$scene" --list fn --to csv "$q" "$tmp/fn.csv" 2>/dev/null | grep -v '^#'; }
is "the triangle of a false negative is listed" "$(listed)" "$(grep "^$h," "$q")"
is "a search that may not search" "$(of --max-iter 1 "$q" "$r" | cut -d' ' -f1,2)" "0 undecided"

# ---- Near, and grazing ----

# A triangle flat above a plane at this height, which moves along it.
above() { # HEIGHT VERDICT TOI_LO TOI_HI ARGUMENTS
    echo '{"plane": {"normal": [0, 0, 1]}}' >"$tmp/plane.json"
    { printf '#ccd-sdf v1\n'; printf '7,0,1,0,0,%s,1,0,%s,0,1,%s' $1 $1 $1
        printf ',1,0,0%.0s' 1 2 3; printf ',0%.0s' {1..15}
        printf '\n#end records=1 digest=0 part=0/1\n'; } >"$tmp/above.csv"
    printf '#ccd-result v1\n7,%s,1,certified,1,%s,%s,0,0,0,0\n#end records=1 digest=0 part=0/1\n' $2 $3 $4 >"$tmp/above-r.csv"
    found --exact --sdf "$tmp/plane.json" "${@:5}" <(edit pass <"$tmp/above.csv") <(edit pass <"$tmp/above-r.csv")
}
is "a gap of 1e-7 is free" "$(above 1e-7 free inf inf)" 0
is "a hit there is near" "$(above 1e-7 hit 0.5 inf)" "0 near 1 7"
is "but not with a smaller delta" "$(above 1e-7 hit 0.5 inf --delta 1e-8)" "1 fp 1 7 apart 1 7"
is "and not with a witness" "$(above 1e-7 hit 0.5 0.5)" "1 near 1 7 late 1 7"
for height in 1e-13 -1e-13 0; do
    is "$height from the plane grazes, free" "$(above $height free inf inf)" "0 grazing 1 7"
    is "$height from the plane grazes, hit" "$(above $height hit 0.5 inf)" "0 grazing 1 7"
done
is "grazing is as near as it is said to be" "$(above -1e-13 free inf inf --graze 1e-14)" "1 fn 1 7"
is "1e-11 inside is a contact" "$(above -1e-11 free inf inf)" "1 fn 1 7"
is "which is late at 0.5" "$(above -1e-11 hit 0.5 inf)" "1 late 1 7"
is "1e-7 grazes where that is asked for" "$(above 1e-7 hit 0.5 inf --graze 1e-6)" "0 grazing 1 7"
is "a margin moves all of that" "$(above 0.25 hit 0 0 --margin 0.25)" "0 grazing 1 7"

# ---- Contacts ----

"$BIN/ccd-gen" sdf --family torus-triangle --seed 33 -n 20 --scene "$scene" --to csv -o "$q"
"$BIN/ccd-sdf" --sdf "$scene" --to csv "$q" >"$r"
"$BIN/ccd-sdf" --sdf "$scene" --contacts "$q" | "$BIN/ccd-cat" --kind C --to csv >"$tmp/c.csv"
contact() { # NAME STATEMENTS EXPECTED: what is found in the contacts after an edit of one of query 3
    edit "c = row[3]; $2" <"$tmp/c.csv" >"$tmp/edited.csv"
    cat "$q" "$r" "$tmp/edited.csv" >"$tmp/all.csv"
    is "$1" "$(of "$tmp/all.csv")" "$3"
}
contact "right contacts" pass 0
contact "a point off the triangle" "c[19] = repr(float(c[19]) + 1e-6)" "1 contact-off 1 3"
contact "parameters of another point" "c[15] = '0.4'" "1 contact-off 1 3"
contact "another distance" "c[25] = '0.01'" "1 contact-off 1 3"
contact "a normal that is too long" "c[22] = '1.5'" "1 contact-normal 1 3"
contact "another time" "c[13] = '0'" "1 contact-other 1 3 contact-off 1 3"
contact "of another kind" "c[10] = 'vf'" "1 contact-other 1 3 contact-off 1 3"
contact "of a query without a result" "c[0] = '99'" "1 contact-alone 1 99"

# ---- Orders, operands ----

of "$q" "$r" >/dev/null && cp "$tmp/json" "$tmp/want.json"
shuffle() { edit "import random; random.Random($1).shuffle(rows)"; }
ok "both in random order" bash -c "diff <(grep -v mean '$tmp/want.json') <(grep -v mean '$tmp/json')" \
    "$(of <(shuffle 1 <"$q") <(shuffle 2 <"$r"))"
is "one stream of both" "$(of <("$BIN/ccd-sdf" --sdf "$scene" --keep "$q"))" 0
for jobs in 1 3; do
    ok "-j $jobs prints what the default prints" cmp <("$BIN/ccd-verify" --exact --sdf "$scene" -j $jobs "$q" "$r") \
        <("$BIN/ccd-verify" --exact --sdf "$scene" "$q" "$r")
done
mixed() {
    "$BIN/ccd-gen" vf -n 100 | "$BIN/ccd-vf" --keep
    "$BIN/ccd-gen" patch --shape q1 -n 10 | "$BIN/ccd-patch" --keep
    "$BIN/ccd-sdf" --sdf "$scene" --keep "$q"
}
is "linear queries, patches and triangles in one stream" "$(of <(mixed))" 0
is "all are judged" "$(json queries)" 130
page() { "$BIN/ccd-verify" --exact --sdf "$scene" --html "$tmp/page" "$q" "$r" >"$tmp/table" && grep -q sigma "$tmp/page" && grep -q sigma "$tmp/table"; }
ok "page and table have the errors" page
done_testing
