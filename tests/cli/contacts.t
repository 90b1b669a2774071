#!/bin/bash
# --contacts: the contacts of hits, in every form and combination; ccd-verify finds each kind of fault in them.
. tests/tap.sh

cat=$BIN/ccd-cat verify=$BIN/ccd-verify
edit() { python3 tests/cli/edit.py "$1"; } # STATEMENTS <IN >OUT
rows() { grep -v '^#' "$@"; }

# ---- What is written ----

n=3000
for type in vf ee; do
    q=$tmp/$type.q r=$tmp/$type.r both=$tmp/$type.both
    "$BIN/ccd-gen" $type --family mixed -n $n -o "$q"
    "$BIN/ccd-$type" -o "$r" "$q"
    ok "ccd-$type --keep --contacts" "$BIN/ccd-$type" --keep --contacts -o "$both" "$q"
    ok "$type: queries and results are as without" cmp <("$cat" --kind R "$both") "$r"
    "$cat" --kind C --to csv "$both" >"$tmp/$type.c"
    is "$type: each hit has a contact with its times and parameters" \
        "$(rows "$tmp/$type.c" | cut -d, -f1,12,14-19)" \
        "$("$cat" --to csv "$r" | rows | awk -F, -v OFS=, '$2 == "hit" { print $1, $2, $6, $7, $8, $9, $10, $11 }')"
    is "$type: they are of its kind and have no nodes" "$(rows "$tmp/$type.c" | cut -d, -f7-11 | sort -u)" ",,,,$type"
    ok "$type: the stream is complete" "$cat" --check "$both"
    ok "$type: and right" "$verify" --exact --strict "$both"
    ok "$type: contacts beside their results" "$verify" --exact --strict "$q" <("$BIN/ccd-$type" --contacts "$q")
    ok "$type: any number of jobs" cmp <("$BIN/ccd-$type" --keep --contacts -j 5 "$q") "$both"
    ok "$type: as csv" cmp <("$BIN/ccd-$type" --keep --contacts --to csv "$q" | "$cat" --to ccd) "$both"
    ok "$type: through csv and ccd and back" cmp <("$cat" --to ccd "$tmp/$type.c" | "$cat" --to csv) "$tmp/$type.c"
    earliest() { "$BIN/ccd-$type" --earliest --to csv "$@" "$q" | rows; }
    first=$(earliest)
    is "$type: --earliest with its contact" "$(earliest --contacts)" \
        "$first"$'\n'"$(rows "$tmp/$type.c" | grep "^${first%%,*},")"
done
q=$tmp/vf.q r=$tmp/vf.r both=$tmp/vf.both
"$BIN/ccd-gen" vf --family miss -n 2000 | "$BIN/ccd-vf" --contacts -o "$tmp/none"
is "without a hit there is an END for no contact" "$("$cat" --info "$tmp/none" | awk '$1 == "C" { print $5, $6, $8, $9 }')" "0 0 none 1"
is "also where there is no query" "$("$BIN/ccd-gen" vf -n 0 | "$BIN/ccd-vf" --contacts --to csv | grep -c '^#end records=0')" 2
"$BIN/ccd-vf" --earliest --contacts --to csv <"$tmp/none" >/dev/null 2>&1
is "results and contacts are no queries" $? 2

# Indexed queries: the vertices are named.
"$cat" --to indexed -o "$tmp/indexed" "$q"
"$BIN/ccd-vf" --contacts --to csv "$tmp/indexed" >"$tmp/indexed.csv"
named() { python3 - "$@" <<'PY'
import sys
rows = [line.split(",") for line in open(sys.argv[1]) if line[0] != "#"]
contacts = [r for r in rows if len(r) == 27]
print(len(contacts) > 500 and all(len(set(map(int, r[6:10]))) == 4 for r in contacts))
PY
}
is "contacts of indexed queries name four vertices" "$(named "$tmp/indexed.csv")" True
without_nodes() { rows "$@" | awk -F, -v OFS=, 'NF == 27 { $7 = $8 = $9 = $10 = "" } 1' | sort; } # frames are larger
ok "and are the same otherwise" cmp <(without_nodes "$tmp/indexed.csv") \
    <("$BIN/ccd-vf" --contacts --to csv "$q" | without_nodes)
ok "--keep --contacts of indexed queries is right" bash -o pipefail -c "'$BIN/ccd-vf' --keep --contacts '$tmp/indexed' | '$verify' --exact --strict -"

# Parts: contacts stay with what they are of.
ok "ccd-cat --split" "$cat" --split 3 "$tmp/part" "$both"
ok "contacts stay with their results" bash -o pipefail -c "cat '$tmp'/part-000{2,0,1}.ccd | '$verify' --exact --strict -"
for r_of_3 in 0 1 2; do "$cat" --part $r_of_3/3 "$both" >"$tmp/part.$r_of_3"; done
ok "in ccd-cat --part, too" bash -o pipefail -c "cat '$tmp'/part.{1,2,0} | '$verify' --exact --strict -"

# ---- ccd-verify: each kind of fault, by editing right contacts ----

"$cat" --to csv --head 2000 "$q" >"$tmp/q.csv"
"$BIN/ccd-vf" --to csv "$tmp/q.csv" >"$tmp/r.csv"
"$BIN/ccd-vf" --contacts "$tmp/q.csv" | "$cat" --kind C --to csv >"$tmp/c.csv"
hits=($(rows "$tmp/c.csv" | cut -d, -f1))
free=($(rows "$tmp/r.csv" | awk -F, '$2 == "free" { print $1 }'))
h=${hits[7]} f=${free[3]}
found() { # STATEMENTS ON THE CONTACTS [OPTION]...: status, and each kind of fault with its count and first ids
    edit "$1" <"$tmp/c.csv" >"$tmp/edited.csv"
    cat "$tmp/q.csv" "$tmp/r.csv" "$tmp/edited.csv" | "$verify" --json "${@:2}" - >"$tmp/json" 2>"$tmp/err"
    local status=$?
    echo "$status$(sed -nE 's/^ *"(contact-[a-z]+)": \{"count": ([1-9][0-9]*), "ids": \[(.*)\]\}.*/ \1 \2 \3/p' \
        "$tmp/json" | tr -d ',\n')"
}
is "right contacts" "$(found "pass" --exact)" 0
is "a contact of an unknown id" "$(found "row[$h][0] = '77777'" --exact)" "1 contact-alone 1 77777"
is "a contact of a query that is free" "$(found "row[$h][0] = '$f'" --exact)" "1 contact-alone 1 $f"
is "a time other than the result's" "$(found "row[$h][13] = '0.0625'" --exact)" "1 contact-other 1 $h contact-off 1 $h"
is "toi_hi" "$(found "row[$h][14] = 'inf'" --exact)" "1 contact-other 1 $h"
is "parameters" "$(found "row[$h][15] = '7'" --exact)" "1 contact-other 1 $h contact-off 1 $h"
is "a verdict" "$(found "row[$h][11] = 'free'" --exact)" "1 contact-other 1 $h"
is "a normal that is too long" "$(found "row[$h][22:25] = ['1', '1', '0']" --exact)" "1 contact-normal 1 $h"
is "a normal that is no number" "$(found "row[$h][22] = 'nan'" --exact)" "1 contact-normal 1 $h"
is "a point elsewhere" "$(found "row[$h][19] = repr(float(row[$h][19]) + 1 + abs(float(row[$h][19])))" --exact)" "1 contact-off 1 $h"
is "a distance" "$(found "row[$h][25] = repr(1 + max(map(lambda x: abs(float(x)), row[$h][19:22])))" --exact)" "1 contact-off 1 $h"
is "a contact of another kind" "$(found "row[$h][10] = 'ee'" --exact)" "1 contact-off 1 $h"
is "two contacts of one query are none" "$(found "rows.append(row[$h])" --exact)" 0
is "a hit without one is none either" "$(found "rows.remove(row[$h])" --exact)" 0
"$cat" --kind R "$both" | "$cat" --head 2000 >"$tmp/truth"
lone() { # by a truth that is no query, points are not looked at
    edit "$1" <"$tmp/c.csv" | cat "$tmp/r.csv" - | "$verify" --json "$tmp/truth" - |
        sed -nE 's/^ *"(contact-[a-z]+)": \{"count": ([1-9][0-9]*), .*/\1 \2/p'
}
is "without --exact the point is not looked at" "$(lone "row[$h][19] = '1e300'")" ""
is "but times and normals are" "$(lone "row[$h][22] = '9'; row[$h][13] = '0.0625'" | tr '\n' ' ')" "contact-other 1 contact-normal 1 "
table() { cat "$tmp/q.csv" "$tmp/r.csv" "$tmp/edited.csv" | "$verify" --exact "$@" -; }
edit "row[$h][22] = '7'" <"$tmp/c.csv" >"$tmp/edited.csv"
is "the first line names it" "$(table | head -1 | cut -d, -f7)" " 1 normal not of length 1"
is "the table names it" "$(table | grep '^normals' | tr -s ' ')" "normals not of length 1 1 $h"
is "the table counts contacts" "$(table | tail -1)" "contacts: $(printf "%'d judged, of %'d of %'d hits" ${#hits[@]} ${#hits[@]} ${#hits[@]})"
table --html "$tmp/html" >/dev/null
ok "the page names it" grep -q "class=\"fail\"><td>normals not of length 1</td><td>1</td><td>$h</td>" "$tmp/html"
is "--list writes its query" "$(table --list contact-normal --to csv 2>/dev/null | rows)" "$(rows "$tmp/q.csv" | grep "^$h,")"
ok "without contacts there is no word of them" bash -c "! '$verify' --exact '$tmp/q.csv' '$tmp/r.csv' | grep -i 'normal'"

# Contacts far behind their results are passed over, and that is said.
"$BIN/ccd-gen" vf -n 20000 -o "$tmp/long"
"$BIN/ccd-vf" --contacts -o "$tmp/long.rc" "$tmp/long"
{ "$cat" --kind R "$tmp/long.rc"; "$cat" --kind C "$tmp/long.rc"; } >"$tmp/apart"
far=$("$verify" --exact "$tmp/long" "$tmp/apart" | tail -1)
ok "contacts too far behind their results are counted as not judged" grep -qE '^contacts: [0-9,]+ judged, of [0-9,]+ of [0-9,]+ hits, 9[0-9]{2} not judged: too far' <<<"$far"
done_testing
