#!/bin/bash
# ccd-cat: slices, kinds, splits, checks, repairs.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/cli
cat="$BIN/ccd-cat"
ids() { "$cat" --to csv "$@" | grep -v '^#' | cut -d, -f 1 | paste -sd ' '; }
complete() { "$cat" --check "$@"; }
rows() { grep -v '^#'; }

"$BIN/ccd-gen" vf -n 5000 >"$tmp/q"
"$BIN/ccd-vf" --keep "$tmp/q" >"$tmp/both"
"$BIN/ccd-vf" "$tmp/q" >"$tmp/r"
ok "a copy is the same" cmp <("$cat" "$tmp/both") "$tmp/both"
ok "through standard input" cmp <("$cat" <"$tmp/both") "$tmp/both"
ok "deflated and back" cmp <("$cat" --level 9 "$tmp/both" | "$cat") "$tmp/both"
ok "csv and back" cmp <("$cat" --to csv "$tmp/both" | "$cat" --to ccd) "$tmp/both"
for jobs in 2 7; do ok "-j $jobs: the same bytes" cmp <("$cat" -j $jobs --to csv "$tmp/both") <("$cat" -j 1 --to csv "$tmp/both"); done

# Slices.
is "--head" "$(ids --head 3 "$tmp/q")" "0 1 2"
is "-n" "$(ids -n 3 "$tmp/q")" "0 1 2"
is "--head over a frame's end" "$(ids --head 1026 "$tmp/q")" "$(seq -s ' ' 0 1025)"
is "--head of more than there is" "$(ids --head 1e6 "$tmp/q" | wc -w)" 5000
is "--range within a frame" "$(ids --range 7:10 "$tmp/q")" "7 8 9"
is "--range over two frames' ends" "$(ids --range 1023:2049 "$tmp/q")" "$(seq -s ' ' 1023 2048)"
is "--range to the end" "$(ids --range 4998: "$tmp/q")" "4998 4999"
is "--range from the start" "$(ids --range :2 "$tmp/q")" "0 1"
is "--range of nothing" "$(ids --range 9:9 "$tmp/q")" ""
is "--range behind the end" "$(ids --range 9000:9010 "$tmp/q")" ""
is "--range over two files" "$(ids --range 4998:5002 "$tmp/q" "$tmp/q")" "4998 4999 0 1"
"$cat" --to csv -n 6 "$tmp/q" | sed '/^[1-3],/s/vf/fv/' >"$tmp/unread"
for range in 0:1=0 0:3=0 1:4= 2:5=4 3:4= 4:6="4 5" :="0 4 5"; do
    is "--range ${range%=*} where rows 1 to 3 cannot be read" "$(ids --range "${range%=*}" "$tmp/unread" 2>/dev/null)" "${range#*=}"
done
for cut in "--head 0" "--head 1" "--head 1024" "--range 9:9" "--range 2000:3000" "--range 9000:" "--range 4999:5003"; do
    # shellcheck disable=SC2086
    "$cat" $cut "$tmp/q" "$tmp/q" >"$tmp/cut"
    ok "$cut is a complete stream" complete "$tmp/cut"
done
is "ranges one after the other are the whole" \
    "$(for ((i = 0; i < 5000; i += 700)); do ids --range $i:$((i + 700)) "$tmp/q"; done | paste -sd ' ')" "$(seq -s ' ' 0 4999)"
"$BIN/ccd-gen" vf -n 5000 --part 1/3 >"$tmp/part"
is "a cut of a part" "$(ids --head 2 "$tmp/part")" "1024 1025"
ok "is a whole of its own" bash -c "$cat --head 2 $tmp/part | $cat --check"
head -c 300000 "$tmp/q" >"$tmp/short"
ok "--head that ends before the damage has none" "$cat" --head 5 -o "$tmp/cut" "$tmp/short"
ok "and is complete" complete "$tmp/cut"
status "--range that reaches the damage has" 2 "$cat" --range 5: -o "$tmp/cut" "$tmp/short"
status "and is not" 2 complete "$tmp/cut.incomplete"
mkfifo "$tmp/open"
for jobs in 1 2; do
    exec 9<>"$tmp/open"
    "$cat" --head 500 "$tmp/r" >&9
    is "-j $jobs: --head does not wait for more" "$(timeout 10 "$cat" -j $jobs --head 2 --to csv <"$tmp/open" | rows | wc -l)" 2
    exec 9>&-
done

# Kinds.
ok "--kind Q" cmp <("$cat" --kind Q "$tmp/both") "$tmp/q"
ok "--kind R" cmp <("$cat" --kind R "$tmp/both") "$tmp/r"
is "numbers count the records of the kind" "$(ids --kind R --range 1030:1032 "$tmp/both")" "1030 1031"
is "or else all" "$(ids --range 1022:1026 "$tmp/both")" "1022 1023 0 1"
ok "a kind that is not there gives a complete stream of none" bash -o pipefail -c "$cat --kind R $tmp/q | $cat --check"

# Splitting.
for form in ccd csv; do
    for parts in 1 3 8; do
        rm -f "$tmp"/split-*
        ok "--split $parts, $form" "$cat" --split $parts --to $form "$tmp/split" "$tmp/both"
        is "--split $parts, $form: that many files" "$(cd "$tmp" && echo split-*)" \
            "$(for ((r = 0; r < parts; r++)); do echo split-000$r.$form; done | paste -sd ' ')"
        ok "--split $parts, $form: together they are complete" complete "$tmp"/split-*
        ok "--split $parts, $form: in any order" bash -c "ls -r $tmp/split-* | xargs cat | $cat --check"
        ok "--split $parts, $form: no record is lost" cmp <("$cat" --to csv "$tmp"/split-* | rows | sort) \
            <("$cat" --to csv "$tmp/both" | rows | sort)
    done
    status "--split $parts, $form: one missing is noticed" 2 complete "$tmp"/split-000[1-7].$form
    status "--split $parts, $form: even the last, which has no frame" 2 complete "$tmp"/split-000[0-6].$form
done
"$cat" --split 3 "$tmp/split" "$tmp/q"
ok "frame k goes to file k mod 3: file 1 is part 1/3 of the run" cmp "$tmp/split-0001.ccd" "$tmp/part"
ok "results of the parts are complete" bash -c "for f in $tmp/split-000[0-2].ccd; do $BIN/ccd-vf \$f; done | $cat --check"
status "a part is not split again" 2 "$cat" --split 2 "$tmp/again" "$tmp/part"
is "and no file comes of it" "$(cd "$tmp" && echo again*)" "again*"
status "a damaged stream is split" 2 "$cat" --split 2 "$tmp/damaged" "$tmp/short"
status "into files that say so" 2 complete "$tmp"/damaged-*
status "--split without a PREFIX" 2 "$cat" --split 2
status "--split with a file where the PREFIX belongs" 2 "$cat" --split 2 "$tmp/q"
is "leaves no files" "$(cd "$tmp" && echo q-*)" "q-*"
"$BIN/ccd-vf" "$tmp/q" | "$cat" --to raw >"$tmp/raw" 2>"$tmp/err"
is "results do not fit into raw" $? 2
is "which is said once" "$(cat "$tmp/err")" "ccd-cat: the form raw holds queries only"

# Checking, in words.
at=$(od -An -tu4 -j24 -N4 "$tmp/q" | tr -d ' ') # the second frame, by the first one's size
ok "--check of a good stream" complete "$tmp/both"
is "says nothing" "$(complete "$tmp/both" 2>&1)" ""
says() { complete "$@" 2>&1 | sed "s,$tmp/,,g"; }
is "--check says what, in which file, at which byte" "$(says "$tmp/short" | head -1)" \
    "ccd-cat: short: offset $at: frame of 1024 records Q from id 1024 is cut short; $((300000 - at)) bytes passed over"
is "--check of two files names the one" "$(says "$tmp/q" "$tmp/short" | cut -d: -f 2 | sort -u | head -1)" " short"
is "--check of a lone part" "$(says "$tmp/part")" "ccd-cat: part: kind Q, run $(od -An -tx8 -j48 -N8 "$tmp/q" | tr -d ' '): not each of 3 parts is here exactly once: parts 0, 2 are missing"
is "--check tells which part came twice" "$(says "$tmp"/split-000{0,1,1,2}.ccd | sed 's/.*: //')" "part 1 came more than once"
"$cat" --split 40 "$tmp/many" "$tmp/both"
parts() { for r; do printf "$tmp/many-%04d.ccd " "$r"; done; }
which_parts() { says "$@" | grep 'exactly once' | sed 's/.*exactly once: //' | sort -u; } # the same of both kinds
# shellcheck disable=SC2046
{
    is "--check tells all parts that are missing" "$(which_parts $(parts 0 {3..20} 22 {24..36}))" "parts 1, 2, 21, 23, 37 to 39 are missing"
    is "in any order, and those that came twice" "$(which_parts $(parts {39..3} 0 7 9))" "parts 1, 2 are missing; parts 7, 9 came more than once"
    is "and how many more" "$(which_parts $(parts {0..39..2}))" "parts 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and 10 more are missing"
}
head -c $(($(stat -c %s "$tmp/split-0002.ccd") - 60)) "$tmp/split-0002.ccd" >"$tmp/split-endless"
is "--check tells which part has no END" "$(says "$tmp"/split-000{0,1}.ccd "$tmp/split-endless" | tail -1 | sed 's/.*: //')" "part 2 has no END"
is "--split names each part that it refuses" "$("$cat" --split 2 "$tmp/again" "$tmp"/split-000?.ccd 2>&1 | sed -n "s,^ccd-cat: $tmp/\(.*\) of a run already.*,\1,p" | paste -sd ' ')" \
    "split-0000.ccd: is part 0/3 split-0001.ccd: is part 1/3 split-0002.ccd: is part 2/3"
is "--part, too" "$(cat "$tmp"/split-000?.ccd | "$cat" --part 0/2 2>&1 >/dev/null | sed -n 's/.*input: \(.*\) already/\1/p' | paste -sd ' ')" \
    "the stream is part 0/3 the stream is part 1/3 the stream is part 2/3"
ok "--check of the public benchmark" complete --type vf tests/data/nyu-handcrafted-vf.csv.gz
status "--check of what does not say its type" 2 complete tests/data/nyu-handcrafted-vf.csv.gz

# Repair.
is "--repair of a cut stream succeeds" "$("$cat" --repair -o "$tmp/repaired" "$tmp/short" 2>"$tmp/err" && echo yes)" yes
ok "says what is lost" grep -q "offset $at: frame of 1024 records" "$tmp/err"
ok "the rest is complete" complete "$tmp/repaired"
is "and marked as repaired" "$("$cat" --info "$tmp/repaired" | awk '/^Q/ { print $5, $NF }')" "1024 repaired"
is "also in csv" "$("$cat" --repair --to csv "$tmp/short" 2>/dev/null | "$cat" --info | awk '/^Q/ { print $NF }')" repaired
python3 - "$tmp" <<'E'
import sys
data = open(sys.argv[1] + "/both", "rb").read()
size = 72 + 1024 * 216 + 8
with open(sys.argv[1] + "/hurt", "wb") as f:
    f.write(data[:1000] + b"?" + data[1001:400000] + data[400010:-200])
E
is "what a filter makes of it is marked, too" "$("$BIN/ccd-vf" --keep "$tmp/repaired" | "$cat" | "$cat" --info | awk '/^[QR]/ { print $1, $5, $NF }' | paste -sd' ')" \
    "Q 1024 repaired R 1024 repaired"
"$cat" --split 3 "$tmp/repaired-part" "$tmp/repaired" 2>/dev/null
is "and so is each part of it" "$(for r in 0 1 2; do "$cat" --info "$tmp/repaired-part-000$r.ccd" | awk '/^Q/ { print $NF }'; done | paste -sd' ')" \
    "repaired repaired repaired"
printf '#endless comment\n#ending\n%s\n' "$("$cat" --to csv --head 1 "$tmp/repaired" | grep -v '^#')" >"$tmp/endless.csv"
ok "a comment that begins like an END" "$cat" --check "$tmp/endless.csv"
ok "--repair of a stream with several faults" "$cat" --repair -o "$tmp/repaired" "$tmp/hurt"
ok "is complete" complete "$tmp/repaired"
frames=$("$cat" --info "$tmp/repaired" | awk '/^[QR]/ { n += $6 } END { print n }')
is "and keeps the frames that are whole" "$frames" 7
status "--repair where nothing is whole" 2 "$cat" --repair -o "$tmp/nothing" <(head -c 1000 "$tmp/q")

# Info.
is "--info: kinds, forms, records, frames, ids, ENDs" \
    "$("$cat" --info "$tmp/both" "$tmp/r" | awk '/^[QR]/ { print $1, $2, $4, $5, $6, $8, $9 }' | paste -sd ';')" \
    "Q ccd 0/1 5000 5 0..4999 1;R ccd 0/1 10000 10 0..4999 2"
is "--info: bytes" "$("$cat" --info "$tmp/q" | awk '/^Q/ { print $7 }')" "$(wc -c <"$tmp/q")"
is "--info: complete" "$("$cat" --info "$tmp/q" | tail -1)" complete
is "--info: not complete" "$("$cat" --info "$tmp/short" 2>/dev/null | tail -1)" "not complete"
status "--info: and the status says so, too" 2 "$cat" --info "$tmp/short"
is "--info of the public benchmark" \
    "$("$cat" --type ee --info tests/data/nyu-handcrafted-ee.csv.gz | awk '/^Q/ { print $2, $5, $8 }')" "nyu 3049 0..3048"

# What forms cannot hold.
status "results are not written as npy" 2 "$cat" --to npy -o "$tmp/npy" "$tmp/r"
status "queries without truth are not written as nyu" 2 "$cat" --to nyu "$tmp/q"
status "npy is not written into a pipe" 2 bash -o pipefail -c "$cat --to npy $tmp/q | cat"
# Forms that do not say types hold vf or ee: the type of the first query that is written.
"$BIN/ccd-gen" ee --truth -n 3000 >"$tmp/ee"
"$BIN/ccd-gen" vf --truth -n 3000 >"$tmp/vf"
for type in pe pp; do "$BIN/ccd-gen" $type --truth -n 30 >"$tmp/$type"; done
mix() { "$cat" --to csv "$tmp/ee" "$tmp/vf" "$tmp/ee" "$tmp/pe" | rows | awk -F, '{ print (NR * 7919 % 9001) "," $0 }' | sort -n | cut -d, -f 2-; }
{ "$cat" -n 5 --to csv "$tmp/pp" | rows; mix; } >"$tmp/mixed"
for form in nyu npy raw; do
    from="--from $form --type vf"
    for type in pe pp; do
        trouble "$form holds no $type" "record with id 0 is not written: this form can hold queries of type vf or ee only" \
            "$cat" --to $form -o "$tmp/typeless" "$tmp/$type"
        is "$form: each $type query is refused" "$(grep -c "record with id" "$tmp/err")" 30
        is "$form: no output of $type" "$(ls "$tmp"/typeless 2>/dev/null)" ""
        trouble "$form: ccd-gen $type" "the form $form can hold queries of type vf or ee only" \
            "$BIN/ccd-gen" $type --truth --to $form -o "$tmp/typeless"
    done
    for first in vf ee; do
        { grep ",$first," "$tmp/mixed" | head -1; cat "$tmp/mixed"; } >"$tmp/$first-first"
        grep ",$first," "$tmp/$first-first" >"$tmp/$first-only"
        "$cat" --to $form -o "$tmp/only" "$tmp/$first-only"
        for jobs in 1 3; do
            rm -f "$tmp/typeless.incomplete"
            trouble "$form, $first first, -j $jobs: other types are refused" "its type is not that of the first one" \
                "$cat" -j $jobs --to $form -o "$tmp/typeless" "$tmp/$first-first"
            ok "$form, $first first, -j $jobs: the others are there" cmp "$tmp/typeless.incomplete" "$tmp/only"
        done
    done
done
is "the messages name all that are refused" "$("$cat" --to nyu <(head -20 "$tmp/mixed"; cat "$tmp/vf-first" | head -40) 2>&1 >/dev/null | wc -l)" \
    "$( (head -20 "$tmp/mixed"; head -40 "$tmp/vf-first") | awk -F, '!first && $2 ~ /vf|ee/ { first = $2 } $2 != first { n++ } END { print n }')"

for options in "--check --info" "--repair --split 2" "--head 1 --range 2:3" "--check --head 1" "--split 2 --to npy" \
    "--info -o $tmp/x" "--split 2 --part 0/2"; do
    # shellcheck disable=SC2086
    status "$options exclude each other" 2 "$cat" $options "$tmp/q"
done
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    is "on a terminal the form is csv" "$(script -qec "$cat --no-progress --head 1 $tmp/q" /dev/null </dev/null | head -c 10)" "#ccd-query"
else
    skip "on a terminal the form is csv" "script(1) makes no terminal here"
fi
done_testing
