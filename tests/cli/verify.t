#!/bin/bash
# ccd-verify: every kind of fault is provoked by editing right results, and must be found by count, id and status.
. tests/tap.sh
. tests/judged.sh

n=3000
q=$tmp/q.csv r=$tmp/r.csv
"$BIN/ccd-gen" vf -n $n --seed 7 --to csv >"$q"
"$BIN/ccd-vf" --to csv "$q" >"$r"
hits=($(awk -F, '$2 == "hit" { print $1 }' "$r"))
free=($(awk -F, '$2 == "free" { print $1 }' "$r"))
h=${hits[3]} f=${free[5]}

# ---- No fault ----

is "right results" "$(found --exact "$q" "$r")" 0
is "all queries are counted" "$(json 'queries, hits')" "($n, ${#hits[@]})"
is "the method is named" "$(json methods)" "{'certified': $n}"
is "no time is wider than the methods promise" "$(json '0 < measures["width"]["max"] <= 1e-12')" True
is "contacts are measured" "$(json 'measures["residual"]["count"] == hits and measures["residual"]["max"] < 1e-9')" True
first_line() { "$BIN/ccd-verify" "$@" | head -1; }
is "the first line says it" "$(first_line --exact "$q" "$r")" \
    "OK: 3,000 queries, ${#hits[@]} hits, no false negative, no false positive, no late time"

# Rows that could be nothing are told of what their stream is for.
printf '0,free,0.5,7\n' >"$tmp/four"
trouble "a RESULT of four columns" "$tmp/four: record 0, line 1: it has 4 columns, a result has 2, 3 or 11" "$BIN/ccd-verify" --exact "$q" "$tmp/four"
trouble "a TRUTH of four columns" "$tmp/four: record 0, line 1: it has 4 columns, a query has 29" "$BIN/ccd-verify" --exact "$tmp/four" "$r"
printf '# nothing\n' >"$tmp/none"
trouble "a RESULT of no row" "$tmp/none: it has no row" "$BIN/ccd-verify" --exact "$q" "$tmp/none"

# ---- Each kind of fault ----

edit "row[$h][1] = 'free'; row[$h][5] = row[$h][6] = 'inf'" <"$r" >"$tmp/fn.csv"
is "a false negative" "$(found --exact "$q" "$tmp/fn.csv")" "1 fn 1 $h"
is "the first line names it" "$(first_line --exact "$q" "$tmp/fn.csv")" \
    "FAIL: 3,000 queries, ${#hits[@]} hits, 1 false negative, no false positive, no late time"

edit "row[$f][1:7] = ['hit', '1', 'fast', '9', '0.5', '0.5']" <"$r" >"$tmp/fp.csv"
is "a false positive" "$(found --exact "$q" "$tmp/fp.csv")" "0 fp 1 $f"
is "a false positive that is allowed is called so" "$(first_line --exact "$q" "$tmp/fp.csv" | cut -d, -f5)" \
    " 1 false positive (allowed)"
is "a false positive with --strict" "$(found --exact --strict "$q" "$tmp/fp.csv")" "1 fp 1 $f"
is "both methods are named" "$(json methods)" "{'certified': $((n - 1)), 'fast': 1}"

edit "row[$h][5] = row[$h][6] = '1'" <"$r" >"$tmp/late.csv"
is "a late time" "$(found --exact "$q" "$tmp/late.csv")" "1 late 1 $h"
is "how late, and where" "$(json "0 < measures['late']['max'] <= 1 and measures['late']['max_id'] == $h")" True
edit "row[$h][5] = row[$h][6] = '0'" <"$r" >"$tmp/early.csv"
is "a time interval that ends before the contact" "$(found --exact "$q" "$tmp/early.csv")" "1 late 1 $h"
edit "row[$h][5:7] = ['0', 'inf']" <"$r" >"$tmp/early.csv"
is "a hit may be early where it claims no witness" "$(found --exact "$q" "$tmp/early.csv")" 0
is "how early, and where" "$(json "measures['early']['max'] > 0 and measures['early']['max_id'] == $h")" True

edit "row[$h][1] = 'unresolved'; row[$h][5:7] = ['0', 'inf']" <"$r" >"$tmp/unresolved.csv"
is "unresolved" "$(found --exact "$q" "$tmp/unresolved.csv")" "1 unresolved 1 $h"
is "unresolved and allowed" "$(found --exact --allow-unresolved "$q" "$tmp/unresolved.csv")" "0 unresolved 1 $h"
is "queries that touch count as hits, whatever was answered" "$(json hits)" ${#hits[@]}
edit "row[$h][1] = 'unresolved'; row[$h][5:7] = ['1', 'inf']" <"$r" >"$tmp/unresolved.csv"
is "unresolved from a time on that is past the contact" \
    "$(found --exact --allow-unresolved "$q" "$tmp/unresolved.csv")" "1 unresolved 1 $h late 1 $h"

edit "row[$h][1] = 'invalid'; row[$h][5:7] = ['nan', 'nan']" <"$r" >"$tmp/invalid.csv"
is "invalid" "$(found --exact "$q" "$tmp/invalid.csv")" "1 invalid 1 $h"
edit "row[$h][5:7] = ['nan', 'nan']" <"$r" >"$tmp/invalid.csv"
is "a hit whose times are no numbers" "$(found --exact "$q" "$tmp/invalid.csv")" "1 invalid 1 $h"
edit "row[$f][5:7] = ['0', '1']" <"$r" >"$tmp/invalid.csv"
is "free with times" "$(found --exact "$q" "$tmp/invalid.csv")" "1 invalid 1 $f"

edit "row[$h][7] = '1.5'" <"$r" >"$tmp/outside.csv"
is "a contact outside the triangle" "$(found --exact "$q" "$tmp/outside.csv")" "1 outside 1 $h"
edit "row[$h][7:9] = ['1', '0'] if row[$h][7] < '0.5' else ['0', '0']" <"$r" >"$tmp/off.csv"
is "a contact elsewhere in the triangle is no fault" "$(found --exact "$q" "$tmp/off.csv")" 0
is "but it is measured" "$(json "measures['residual']['max'] > 0.01 and measures['residual']['max_id'] == $h")" True

edit "rows.remove(row[$h]); rows.remove(row[$f])" <"$r" >"$tmp/missing.csv"
is "missing answers" "$(found --exact "$q" "$tmp/missing.csv")" "1 missing 2 $(printf '%s\n' $h $f | sort -n | xargs)"
edit "rows.insert(50, ['900000'] + row[$h][1:]); rows.append(['800000'] + row[$h][1:])" <"$r" >"$tmp/unknown.csv"
is "unknown ids" "$(found --exact "$q" "$tmp/unknown.csv")" "1 unknown 2 800000 900000"
edit "rows.append(row[$h]); rows.insert(1, rows[0])" <"$r" >"$tmp/double.csv"
is "double answers" "$(found --exact "$q" "$tmp/double.csv")" "1 double 2 0 $h"
edit "rows.append(row[$h])" <"$q" >"$tmp/double-q.csv"
is "a double query" "$(found --exact "$tmp/double-q.csv" "$r")" "1 double 1 $h"
edit "
for id in range(0, 2000, 100): row[id][1:7] = ['unresolved', '0', 'fast', '1', '0', 'inf']" <"$r" >"$tmp/many.csv"
is "the first ten ids of twenty" "$(found --exact "$q" "$tmp/many.csv")" \
    "1 unresolved 20 0 100 200 300 400 500 600 700 800 900"

edit "row[$h][7] = 'nan'" <"$q" >"$tmp/nan-q.csv"
"$BIN/ccd-vf" "$tmp/nan-q.csv" -o "$tmp/nan-r.csv" --to csv 2>/dev/null
sed -i '/^#end/d' "$tmp/nan-r.csv" && tail -1 "$r" >>"$tmp/nan-r.csv"
is "a bad query: no answer is right" "$(found --exact "$tmp/nan-q.csv" "$tmp/nan-r.csv")" "1 invalid 1 $h"

# ---- Times, to the last bit: a vertex that falls onto a triangle and meets it at t = 0.5 ----

cat >"$tmp/half-q.csv" <<CSV
#ccd-query v1
$(sed -n 2p "$q")
5,vf,,0,0,1,1,1,0,0,0,4,0,0,0,4,0,1,1,-1,0,0,0,4,0,0,0,4,0
#end records=1 digest=0 part=0/1
CSV
edit 'pass' <"$tmp/half-q.csv" >"$tmp/half.csv"
half() { # TOI_LO TOI_HI
    edit "row[5][5:7] = ['$1', '$2']" <"$tmp/half-r.csv" >"$tmp/half-edited.csv"
    found --exact "$tmp/half.csv" "$tmp/half-edited.csv"
}
"$BIN/ccd-vf" --to csv "$tmp/half.csv" >"$tmp/half-r.csv"
is "toi_lo and toi_hi the very time" "$(half 0.5 0.5)" 0
is "toi_lo an ulp late" "$(half 0.50000000000000011 1)" "1 late 1 5"
is "toi_hi an ulp early" "$(half 0 0.49999999999999994)" "1 late 1 5"
is "the interval to the next doubles" "$(half 0.49999999999999994 0.50000000000000011)" 0

# ---- Orders and operands ----

found --exact "$q" "$r" >"$tmp/want" && cp "$tmp/json" "$tmp/want.json"
shuffle() { edit "import random; random.Random($1).shuffle(rows)"; }
shuffle 1 <"$q" >"$tmp/shuffled-q.csv"
shuffle 2 <"$r" >"$tmp/shuffled-r.csv"
same_findings() { # ARGUMENTS: the same counts, ids and measures as in order (a mean may differ by its last digits)
    found "$@" >/dev/null
    python3 -c '
import json, sys
got, want = (json.load(open(path)) for path in sys.argv[1:])
for measures in got["measures"], want["measures"]:
    for measure in measures.values(): measure.pop("mean", 0)
assert got == want, got' "$tmp/json" "$tmp/want.json"
}
ok "results in random order" same_findings --exact "$q" "$tmp/shuffled-r.csv"
ok "both in random order" same_findings --exact "$tmp/shuffled-q.csv" "$tmp/shuffled-r.csv"
keep() { "$BIN/ccd-vf" --keep "$q"; }
ok "one stream of both, as --keep writes it" same_findings --exact <(keep)
from_stdin() { keep | "$BIN/ccd-verify" --exact -; }
ok "one stream from standard input" from_stdin
ok "queries beside the results say nothing new" same_findings --exact "$q" <(keep)
ok "results beside the queries are passed over" same_findings --exact <(keep) "$r"
ok "results first, then queries, in one stream" same_findings --exact <(cat "$r" "$q")
for jobs in 1 3 8; do
    ok "-j $jobs prints what the default prints" cmp <("$BIN/ccd-verify" --exact -j $jobs "$q" "$tmp/fn.csv") \
        <("$BIN/ccd-verify" --exact "$q" "$tmp/fn.csv")
done

run() { "$BIN/ccd-gen" vf -n 2000 --family "$1" | "$BIN/ccd-vf" --keep; }
is "two runs with the same ids, one behind the other" "$(found --exact --strict <(run uniform; run grid))" 0
is "all of both are judged" "$(json queries)" 4000
is "the same run twice" "$(found --exact <(run grid; run grid))" "1 double 4000 0 1 2 3 4 5 6 7 8 9"

# ---- Other truths ----

"$BIN/ccd-gen" vf -n $n --seed 7 --truth --to nyu >"$tmp/q.nyu"
is "truth in the form nyu" "$(found --strict "$tmp/q.nyu" "$r")" 0
is "truth in the form nyu, a miss" "$(found "$tmp/q.nyu" "$tmp/fn.csv")" "1 fn 1 $h"
is "truth in the form nyu, times are not judged" "$(found "$tmp/q.nyu" "$tmp/late.csv")" 0
is "and the first line does not claim they are" "$(first_line "$tmp/q.nyu" "$tmp/late.csv")" \
    "OK: 3,000 queries, ${#hits[@]} hits, no false negative, no false positive, late times not judged"
is "nyu does not say the type that --exact needs" "$(found --exact "$tmp/q.nyu" "$r" | cut -c1)" 2
is "nyu with --type and --exact" "$(found --exact --type vf "$tmp/q.nyu" "$tmp/late.csv")" "1 late 1 $h"
"$BIN/ccd-gen" vf -n $n --seed 7 --truth >"$tmp/truth.ccd"
is "queries that carry their truth" "$(found "$tmp/truth.ccd" "$tmp/fn.csv")" "1 fn 1 $h"
is "queries without truth" "$(found "$q" "$r" | cut -c1-15)" "2 no-truth $n"
is "are one message" "$(cat "$tmp/err")" "ccd-verify: 3,000 queries carry no truth; use --exact"

"$BIN/ccd-vf" --method exact --to csv "$q" >"$tmp/exact.csv"
is "another result stream as the truth" "$(found --strict "$tmp/exact.csv" "$r")" 0
is "against it, a miss" "$(found "$tmp/exact.csv" "$tmp/fn.csv")" "1 fn 1 $h"
is "against it, a late time" "$(found "$tmp/exact.csv" "$tmp/late.csv")" "1 late 1 $h"
is "--exact needs queries" "$(found --exact "$tmp/exact.csv" "$r" | cut -c1)" 2
is "a truth that is unresolved is none" "$(found "$tmp/unresolved.csv" "$r")" "2 no-truth 1 $h"

foreign() { awk -F, -v OFS=, "!/^#/ { print $1 }" "$2"; }
foreign '$1, $2' "$r" >"$tmp/foreign.csv"
is "a foreign file" "$(found --exact --strict "$q" "$tmp/foreign.csv")" 0
is "its hits have no time" "$(json "without_time == hits and not measures['early']['count']")" True
{ echo id,verdict; foreign '$1, $2' "$tmp/fn.csv"; } >"$tmp/foreign.csv"
is "a foreign file with a header, a miss" "$(found --exact "$q" "$tmp/foreign.csv")" "1 fn 1 $h"
foreign '$1, $2, $2 == "hit" ? $6 / 2 : ""' "$r" >"$tmp/foreign-early.csv"
is "foreign times may be early" "$(found --exact --strict "$q" "$tmp/foreign-early.csv")" 0
foreign '$1, $2, $2 == "hit" ? 1 : ""' "$r" >"$tmp/foreign-late.csv"
is "but not late" "$(found --exact "$q" "$tmp/foreign-late.csv" | cut -d' ' -f1-3)" "1 late ${#hits[@]}"
is "a foreign file as the truth" "$(found "$tmp/foreign-late.csv" "$tmp/fn.csv" | cut -d' ' -f1-4)" "1 fn 1 $h"

"$BIN/ccd-vf" --tmax 0.25 "$q" >"$tmp/quarter"
is "--tmax as the filter had it" "$(found --exact --strict --tmax 0.25 "$q" "$tmp/quarter")" 0
is "without it there are more contacts" "$(found --exact "$q" "$tmp/quarter" | cut -c1-4)" "1 fn"

# ---- Lists ----

list() { "$BIN/ccd-verify" --exact --list "$@" --to csv 2>"$tmp/report" | grep -v '^#' | cut -d, -f1 | xargs; }
is "--list fn" "$(list fn "$q" "$tmp/fn.csv")" "$h"
is "--list fp" "$(list fp "$q" "$tmp/fp.csv")" "$f"
is "--list late" "$(list late "$q" "$tmp/late.csv")" "$h"
is "--list unresolved" "$(list unresolved "$q" "$tmp/many.csv")" "$(seq -s' ' 0 100 1900)"
is "--list invalid" "$(list invalid "$q" "$tmp/invalid.csv")" "$f"
is "--list outside" "$(list outside "$q" "$tmp/outside.csv")" "$h"
is "--list missing" "$(list missing "$q" "$tmp/missing.csv")" "$(printf '%s\n' $h $f | sort -n | xargs)"
is "--list hit" "$(list hit "$q" "$r")" "${hits[*]}"
is "the report goes to standard error" "$(head -1 "$tmp/report" | cut -c1-18)" "OK: 3,000 queries,"
is "a listed query is the query" "$("$BIN/ccd-verify" --exact --list fn --to csv "$q" "$tmp/fn.csv" 2>/dev/null |
    grep -v '^#')" "$(grep "^$h," "$q")"
piped() { "$BIN/ccd-verify" --exact --list fn "$q" "$tmp/fn.csv" 2>/dev/null | "$BIN/ccd-vf" --to csv; }
is "a list is a whole stream, to be piped on" "$(set +o pipefail; piped | grep -v '^#' | cut -d, -f1,2)" "$h,hit"
is "--list keeps the exit status" \
    "$("$BIN/ccd-verify" --exact --list fn "$q" "$tmp/fn.csv" >/dev/null 2>&1; echo $?)" 1
status "--list with results as the truth" 2 "$BIN/ccd-verify" --list fn "$tmp/exact.csv" "$tmp/fn.csv"

# ---- Trouble ----

sed '/^#end/d' "$r" >"$tmp/cut.csv"
is "results without END" "$(found --exact "$q" "$tmp/cut.csv")" 2
"$BIN/ccd-vf" "$q" >"$tmp/r.ccd"
head -c 70000 "$tmp/r.ccd" >"$tmp/cut.ccd"
is "results that were cut: trouble, and what is missing" "$(found --exact "$q" "$tmp/cut.ccd" | cut -d' ' -f1-3)" \
    "2 missing 1976"
is "the report is there" "$(json verdict)" trouble
sed '/^#end/d' "$q" >"$tmp/cut-q.csv"
is "queries without END" "$(found --exact "$tmp/cut-q.csv" "$r")" 2
is "trouble wins over faults" "$(found --exact "$tmp/cut-q.csv" "$tmp/fn.csv")" "2 fn 1 $h"

part() { "$BIN/ccd-gen" vf -n $n --part $1/3 | "$BIN/ccd-vf" --keep; }
is "one part of three" "$(found --exact <(part 1))" 2
ok "is named as such" grep -q 'part' "$tmp/err"
is "two parts of three" "$(found --exact <(part 1; part 0))" 2
is "all parts, in any order" "$(found --exact <(part 2; part 0; part 1))" 0
is "all parts twice" "$(found --exact <(part 2; part 0; part 1; part 0) | cut -c1-8)" "2 double"

is "no queries" "$(found "$r" | cut -c1)" 2
is "no results" "$(found --exact "$q" | cut -c1)" 2
is "queries for results" "$(found --exact "$q" "$q" | cut -c1)" 2
status "a file that is not there" 2 "$BIN/ccd-verify" --exact "$q" "$tmp/none"
status "no operand" 2 "$BIN/ccd-verify"
status "three operands" 2 "$BIN/ccd-verify" "$q" "$r" "$r"
status "standard input twice" 2 "$BIN/ccd-verify" - -
status "--part" 2 "$BIN/ccd-verify" --exact --part 0/2 "$q" "$r"
status "--tmax without --exact" 2 "$BIN/ccd-verify" --tmax 0.5 "$tmp/truth.ccd" "$r"
status "--to without --list" 2 "$BIN/ccd-verify" --to csv "$tmp/truth.ccd" "$r"
status "--list of what has no queries" 2 "$BIN/ccd-verify" --list unknown "$tmp/truth.ccd" "$r"
full() { "$BIN/ccd-verify" "$tmp/truth.ccd" "$r" >/dev/full; }
status "a full disk" 2 full
status "a full disk for the list" 2 "$BIN/ccd-verify" --list hit -o /dev/full "$tmp/truth.ccd" "$r"

ok "-o and --stats" "$BIN/ccd-verify" --exact --json -o "$tmp/report.json" --stats "$tmp/stats.json" "$q" "$r"
is "-o has the report, and left nothing beside" "$(cmp "$tmp/report.json" "$tmp/want.json" && ls "$tmp" | grep -c tmp-)" 0
is "--stats has counts and times" \
    "$(python3 -c 'import json; s = json.load(open("'"$tmp/stats.json"'")); print(s["queries"], s["wall_seconds"] > 0)')" "$n True"

# The page: well-formed, with the headline and every count of the table, and names that are text.
cat >"$tmp/page.py" <<'END'
import html.parser, sys
class Page(html.parser.HTMLParser):
    void, stack, text = {"meta"}, [], []
    def handle_starttag(self, tag, attrs):
        if tag not in self.void: self.stack.append(tag)
    def handle_endtag(self, tag):
        assert self.stack.pop() == tag, tag
    def handle_data(self, data):
        if data.strip(): self.text.append(data.strip())
page = Page()
page.feed(open(sys.argv[1]).read())
assert not page.stack, page.stack
print("\n".join(page.text))
END
cp "$q" "$tmp/<q> & co"
"$BIN/ccd-verify" --exact --html "$tmp/page.html" "$tmp/<q> & co" "$r" >"$tmp/table"
ok "--html writes a page" bash -c "python3 '$tmp/page.py' '$tmp/page.html' >'$tmp/page.txt'"
ok "with the headline of the table" grep -qxF "$(head -1 "$tmp/table")" "$tmp/page.txt"
ok "with the counts" bash -c "diff <(sed -n '/^true hits/,/^double/p' '$tmp/table' | awk '{ print \$NF }') \
    <(grep -A1 -E '^(true|false|unresolved|invalid|queries|missing|unknown|late|contacts|double)' '$tmp/page.txt' | grep -E '^([0-9,]+|not judged)$' | head -12 | awk '{ print \$NF }')"
ok "with the name of the input" grep -qF "<q> & co" "$tmp/page.txt"
odd=$tmp/$(printf 'r\351\360\200\200\200\355\240\200\303\251\342\202')
cp "$r" "$odd"
"$BIN/ccd-verify" --exact --html "$tmp/odd.html" "$q" "$odd" >"$tmp/table"
ok "a page with the name of a file that is not UTF-8 is UTF-8" iconv -f UTF-8 -t UTF-8 "$tmp/odd.html"
ok "what is not is replaced, what is stays" grep -q "r&#xfffd;&#xfffd;&#xfffd;&#xfffd;&#xfffd;&#xfffd;&#xfffd;&#xfffd;é&#xfffd;&#xfffd;" "$tmp/odd.html"
"$BIN/ccd-cat" --range $h:$((h + 1)) "$q" >"$tmp/single"
is "one query and one hit" "$("$BIN/ccd-vf" --keep "$tmp/single" | first_line --exact - | cut -d, -f 1-2)" "OK: 1 query, 1 hit"
status "a page that cannot be written" 2 "$BIN/ccd-verify" --exact --html /dev/full "$q" "$r"

"$BIN/ccd-gen" vf -n 0 | "$BIN/ccd-vf" --keep >"$tmp/none.ccd"
is "no queries at all is a whole stream, too" "$(found --exact "$tmp/none.ccd")" 0
done_testing
