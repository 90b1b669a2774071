#!/bin/bash
# Streams: what others make of them, five forms of the same queries, parts, jobs, levels.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/cli
n=5000 # several frames, the last of them not full

"$BIN/ccd-gen" vf --family mixed --truth -n $n >"$tmp/q"
"$BIN/ccd-vf" -j 1 "$tmp/q" >"$tmp/r"
"$BIN/ccd-vf" -j 1 --keep "$tmp/q" >"$tmp/both"
"$BIN/ccd-vf" -j 1 --keep --level 6 "$tmp/q" >"$tmp/deflated"

# Others read them.
python_gzip() { python3 -c 'import gzip, sys
print(len(gzip.decompress(open(sys.argv[1], "rb").read())))' "$1"; }
declare -A record=([q]=216 [r]=64 [both]=280 [deflated]=280)
for stream in q r both deflated; do
    ok "gzip -t accepts $stream" gzip -t <"$tmp/$stream"
    is "Python's gzip reads all records of $stream" "$(python_gzip "$tmp/$stream")" $((n * record[$stream]))
done
ok "deflated is smaller" test "$(wc -c <"$tmp/deflated")" -lt "$(wc -c <"$tmp/both")"
ok "and holds the same records" cmp <(zcat <"$tmp/deflated") <(zcat <"$tmp/both")
ok "a second reader of the format finds the same" python3 - "$tmp/q" <<'E'
import sys
from frames import *
data, at, ids, tag = open(sys.argv[1], "rb").read(), 0, [], None
while at < len(data):
    size, flags, first = struct.unpack_from("<IIQ", data, at + 24)
    records = zlib.decompress(data[at + 72:at + size - 8], -15)
    assert data[at:at + 16] == MARK and zlib.crc32(data[at:at + 68]) == struct.unpack_from("<I", data, at + 68)[0]
    assert (zlib.crc32(records), len(records)) == struct.unpack_from("<II", data, at + size - 8)
    new = [struct.unpack_from("<Q", records, k)[0] for k in range(0, len(records), 216)]
    ids += new
    expected = digest(ids if flags & 1 else new)
    assert struct.unpack_from("<Q", data, at + 40)[0] == expected and first == (len(ids) if flags & 1 else new[0])
    assert tag in (None, data[at + 48:at + 56])
    tag = data[at + 48:at + 56]
    at += size
assert flags & 1 and ids == list(range(5000))
E

# Streams one after another are a stream.
rows() { grep -v '^#'; }
"$BIN/ccd-gen" vf --first-id 7000 -n 3000 >"$tmp/more"
cat "$tmp/q" "$tmp/more" | "$BIN/ccd-vf" >"$tmp/joined"
ok "cat a b: solved" "$BIN/ccd-cat" --check "$tmp/joined"
ok "cat a b: the same as ccd-vf a b" cmp "$tmp/joined" <("$BIN/ccd-vf" "$tmp/q" "$tmp/more")
ok "cat a b: the results of a and of b" cmp <(rows < <("$BIN/ccd-cat" --to csv "$tmp/joined")) \
    <(cat <("$BIN/ccd-vf" --to csv "$tmp/q") <("$BIN/ccd-vf" --to csv "$tmp/more") | rows)
ok "cat a.csv b.csv is a stream, too" cmp <(rows < <("$BIN/ccd-cat" --to csv "$tmp/joined")) \
    <(cat <("$BIN/ccd-cat" --to csv "$tmp/q") <("$BIN/ccd-cat" --to csv "$tmp/more") | "$BIN/ccd-vf" --to csv | rows)
ok "- among files is standard input" cmp "$tmp/joined" <("$BIN/ccd-vf" "$tmp/q" - <"$tmp/more")

# Five forms: the same verdicts, times and parameters. npy and raw do not hold the truth, which no result shows.
for type in vf ee; do
    "$BIN/ccd-gen" $type --family mixed --truth -n $n >"$tmp/ccd"
    "$BIN/ccd-$type" --to csv "$tmp/ccd" | rows >"$tmp/expected"
    is "ccd-$type answers all of them" "$(wc -l <"$tmp/expected")" $n
    for form in csv nyu npy raw; do
        ok "$form: written" "$BIN/ccd-cat" --to $form -o "$tmp/$form" "$tmp/ccd"
        from=$([ $form = raw ] && echo "--from raw")
        ok "$form: the same answers by ccd-$type" cmp "$tmp/expected" <("$BIN/ccd-$type" $from --to csv "$tmp/$form" | rows)
        ok "$form: the same coordinates come back" cmp \
            <("$BIN/ccd-cat" --to raw "$tmp/ccd") <("$BIN/ccd-cat" $from --type $type --to raw "$tmp/$form")
        gzip -c "$tmp/$form" >"$tmp/$form.gz"
        [ $form = raw ] ||
            ok "$form, gzip'd: the same answers" cmp "$tmp/expected" <("$BIN/ccd-$type" --to csv "$tmp/$form.gz" | rows)
    done
    ok "results come back from csv as they were" cmp <("$BIN/ccd-$type" "$tmp/ccd") \
        <("$BIN/ccd-$type" --to csv "$tmp/ccd" | "$BIN/ccd-cat" --to ccd)
    ok "--keep in csv and in ccd are the same" cmp <("$BIN/ccd-$type" --keep "$tmp/ccd") \
        <("$BIN/ccd-$type" --keep --to csv "$tmp/ccd" | "$BIN/ccd-cat" --to ccd)
done
ok "Python reads npy as numpy would" python3 - "$tmp/npy" <<'E'
import ast, sys
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x93NUMPY\x01\x00" and (10 + int.from_bytes(data[8:10], "little")) % 64 == 0
header = ast.literal_eval(data[10:10 + int.from_bytes(data[8:10], "little")].decode())
assert header == {"descr": "<f8", "fortran_order": False, "shape": (5000, 8, 3)}, header
assert len(data) == 10 + int.from_bytes(data[8:10], "little") + 5000 * 192
E

# Jobs: the same bytes on both outputs, also with bad records, damage, and a part.
python3 - "$tmp" <<'E'
import sys
from frames import *
bad = lambda i: query(i, [(float("nan"), 0, 0)] * 8) if i % 7 == 3 else query(i)
frames = [frame("Q", [bad(i) for i in range(k, k + 50)]) for k in range(0, 5000, 50)]
frames[40] = frames[40][:1000] + b"x" + frames[40][1001:]
with open(sys.argv[1] + "/bad", "wb") as f:
    f.write(b"".join(frames) + end("Q", range(5000)))
E
same() { # NAME ARGUMENT...
    local name=$1 jobs
    shift
    "$BIN/ccd-vf" -j 1 "$@" >"$tmp/out1" 2>"$tmp/err1"
    for jobs in 2 7; do
        "$BIN/ccd-vf" -j $jobs "$@" >"$tmp/out" 2>"$tmp/err"
        ok "-j $jobs writes the results of -j 1: $name" cmp "$tmp/out" "$tmp/out1"
        ok "-j $jobs says what -j 1 says: $name" cmp "$tmp/err" "$tmp/err1"
    done
}
same "all" "$tmp/q"
same "--keep --level 1" --keep --level 1 "$tmp/q"
same "csv" --to csv --keep "$tmp/q"
same "from nyu" --from nyu tests/data/nyu-handcrafted-vf.csv.gz
same "bad records and damage" "$tmp/bad"
same "bad records and damage, --earliest" --earliest "$tmp/bad"
same "a part" --part 1/3 "$tmp/q"

# Parts.
"$BIN/ccd-cat" --to nyu -o "$tmp/q.nyu" "$tmp/q"
for form in q q.nyu; do
    for parts in 1 3 16; do
        rm -f "$tmp"/part.*
        for ((r = 0; r < parts; r++)); do "$BIN/ccd-vf" --part $r/$parts "$tmp/$form" >"$tmp/part.$r"; done
        ok "$form: $parts parts are complete" bash -c "cat $tmp/part.* | $BIN/ccd-cat --check"
        ok "$form: $parts parts hold the results of the whole" cmp <("$BIN/ccd-vf" --to csv "$tmp/$form" | rows) \
            <(cat "$tmp"/part.* | "$BIN/ccd-cat" --to csv | rows | sort -n)
    done
    status "$form: one of 16 parts is missing" 2 bash -c "cat $tmp/part.{?,1[0-4]} | $BIN/ccd-cat --check"
    status "$form: one of 16 parts comes twice" 2 bash -c "cat $tmp/part.* $tmp/part.3 | $BIN/ccd-cat --check"
    status "$form: one part alone is not all" 2 "$BIN/ccd-cat" --check "$tmp/part.3"
done
"$BIN/ccd-gen" vf -n $n --part 1/3 >"$tmp/part"
ok "a part can be solved" "$BIN/ccd-vf" "$tmp/part" -o "$tmp/part.out"
is "and stays one" "$("$BIN/ccd-cat" --info "$tmp/part.out" 2>/dev/null | awk '/^R/ { print $4 }')" 1/3
status "a part cannot be divided" 2 "$BIN/ccd-vf" --part 0/2 "$tmp/part"

# --earliest.
first() { "$BIN/ccd-vf" --to csv "$@" | rows | awk -F, '$2 == "hit" || $2 == "unresolved"' | sort -t, -k 6,6g -s | head -1; }
earliest() { "$BIN/ccd-vf" --earliest --to csv "$@" | rows; }
"$BIN/ccd-gen" vf -n 20000 >"$tmp/uniform"
is "--earliest is the first in time" "$(earliest "$tmp/uniform")" "$(first "$tmp/uniform")"
is "and the first in order of those in contact at the start" "$(earliest "$tmp/q")" "$(first "$tmp/q")"
"$BIN/ccd-gen" vf --family miss -n 3000 >"$tmp/miss"
is "and nothing where all are free" "$(earliest "$tmp/miss")" ""
for stream in uniform q miss; do
    ok "--earliest of $stream is a complete stream" bash -c "$BIN/ccd-vf --earliest $tmp/$stream | $BIN/ccd-cat --check"
done

# Long streams: memory does not grow with them.
little() { bash -c 'ulimit -v 60000; exec "$@"' - "$@"; }
memory() { "$BIN/ccd-gen" vf -n "$1" | little "$BIN/ccd-vf" -j 1 --method cubic | "$BIN/ccd-cat" --check; }
if little "$BIN/ccd-vf" --version >/dev/null 2>&1; then
    ok "60 MB of address space are enough for 108 MB of queries" memory 500000
else
    skip "memory of a long stream" "this build needs much address space, as the address sanitizer does"
fi

# A closed pipe ends the commands quietly.
quiet() { { "$BIN/ccd-gen" vf -n 200000 | "$BIN/ccd-vf" -j "$1" | "$BIN/ccd-cat" -j "$1" --to csv; } 2>"$tmp/err" | head -1 >/dev/null; }
for jobs in 1 2; do
    quiet $jobs
    is "-j $jobs: nobody reads on, nothing is said" "$(cat "$tmp/err")" ""
done
trap '' PIPE
ignored() { { "$BIN/ccd-gen" vf -n 100000 | "$BIN/ccd-vf" -j "$1"; } 2>"$tmp/err" | head -c 100 >/dev/null; }
for jobs in 1 2; do
    ignored $jobs
    is "-j $jobs: nor where a parent ignores SIGPIPE" "$(cat "$tmp/err")" ""
done
done_testing
