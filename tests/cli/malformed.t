#!/bin/bash
# Malformed inputs: each gets a message that says where and why, and status 2; what can be read is still solved.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/cli

# The same of a file, by the filter, which still solves the other queries, and by the checker, which names the file.
damaged() { # NAME PATTERN FILE QUERIES-LEFT
    trouble "$1: ccd-vf" "$2" "$BIN/ccd-vf" --to csv "$3"
    is "$1: the rest is solved" "$(grep -c ,hit, "$tmp/out")" "$4"
    is "$1: no END behind it" "$(grep -c '^#end' "$tmp/out")" 0
    trouble "$1: ccd-cat --check" "^ccd-cat: $3: .*($2)" "$BIN/ccd-cat" --check "$3"
}

python3 - "$tmp" <<'E'
import sys
from frames import *

def write(name, data):
    with open(f"{sys.argv[1]}/{name}", "wb") as f:
        f.write(data)

def patched(data, at, byte):
    return data[:at] + bytes([byte]) + data[at + 1:]

good = stream(12)  # three frames of four
q = [query(i) for i in range(12)]
first, second, third = frame("Q", q[:4]), frame("Q", q[4:8]), frame("Q", q[8:])
last = end("Q", range(12))
n = len(first)
around = lambda middle: first + middle + third + last
write("good", good)
write("empty", b"")
write("cut-in-header", good[:n + 40])
write("cut-in-mark", good[:n + 7])
write("cut-in-payload", good[:n + 500])
write("cut-in-trailer", good[:2 * n - 3])
write("no-end", first + second + third)
write("frame-missing", first + third + last)
write("frame-twice", first + second + second + third + last)
write("wrong-end-digest", first + second + third + end("Q", range(1, 13)))
write("payload-bit", patched(good, n + 300, good[n + 300] ^ 16))
write("header-bit", patched(good, n + 21, good[n + 21] ^ 1))
write("mark-bit", patched(good, n + 12, good[n + 12] ^ 1))
write("header-crc", around(frame("Q", q[4:8], crc=12345)))
write("payload-crc", around(frame("Q", q[4:8], gzip_crc=12345)))
write("garbage-between", around(b"between the frames" * 10 + second))
write("version", around(frame("Q", q[4:8], version=2)))
write("kind", around(frame("X", q[4:8])))
# Right header crcs, so that only the sizes can give them away.
write("bytes-4g", around(frame("Q", q[4:8], size=0xFFFFFFFF)))
write("records-4g", around(frame("Q", q[4:8], count=0xFFFFFFFF)))
write("both-4g", around(frame("Q", q[4:8], size=0xFFFFFFFF, count=0xFFFFFFFF // 216)))
write("bytes-200m", around(frame("Q", q[4:8], size=216 << 20, count=1 << 20)))
write("bytes-0", around(frame("Q", q[4:8], size=0)))
write("records-0", around(frame("Q", q[4:8], count=0)))
write("part-4-of-4", around(frame("Q", q[4:8], part=(4, 4))))
inf, nan = float("inf"), float("nan")
for name, value in ("nan", nan), ("inf", inf), ("minus-inf", -inf):
    for at in 0, 11, 23:
        x = [c for p in HIT for c in p]
        x[at] = value
        bad = query(5, [tuple(x[i:i + 3]) for i in range(0, 24, 3)])
        write(f"{name}-{at}", around(frame("Q", [q[4], bad, q[6], q[7]])))
for name, bad in ("type-ee", query(5, type=1)), ("type-9", query(5, type=9)), ("separation", query(5, separation=-0.1)):
    write(name, around(frame("Q", [q[4], bad, q[6], q[7]])))
for name, at, byte in ("flag", 9, 4), ("reserved", 10, 1), ("reserved-2", 11, 128):
    write(name, around(frame("Q", [q[4], patched(q[5], at, byte), q[6], q[7]])))
write("flag-i", indexed([(0, 1, 2, 3)] * 4) + indexed([(0, 1, 2, 3)] * 4, first=4, flags=[0, 128, 1, 2])
      + indexed([(0, 1, 2, 3)] * 4, first=8) + end("I", range(12)))
write("flag-of-result", frame("R", [struct.pack("<QBBHI6d", i, 0, 8 if i == 5 else 1, 2, 1, inf, inf, 0, 0, 0, 0)
                                    for i in range(12)]) + end("R", range(12)))
write("result-frame", frame("R", [bytes(64)]) + end("R", [0]))

row = lambda p: ",".join(f"{int(c * 4)},4" for c in p)
rows = [row(p) + ",1" for p in HIT]
def nyu(name, change):
    lines = rows + rows + rows
    change(lines)
    write(name + ".nyu", "".join(line + "\n" for line in lines).encode())
def replace(i, text):
    def change(lines):
        lines[i] = text
    return change
nyu("good", lambda lines: None)
nyu("rows", lambda lines: lines.pop())
nyu("words", replace(9, "1,4,one,4,1,1,1"))
nyu("columns", replace(9, "1,4,1,4,1,1"))
nyu("inexact", replace(9, "1,3,1,4,1,1,1"))
nyu("too-long", replace(9, f"{2**53 + 1},1,1,4,1,1,1"))
nyu("overflow", replace(9, f"{10**400},1,1,4,1,1,1"))
nyu("zero", replace(9, "1,0,1,4,1,1,1"))
nyu("truth", replace(9, "1,4,1,4,1,1,2"))
nyu("truths", replace(9, "1,4,1,4,1,1,0"))

head = "#ccd-query v1\n"
text = [f"{i},vf,,0,0," + ",".join(repr(c) for p in HIT for c in map(float, p)) for i in range(3)]
tail = f"#end records=3 digest={digest(range(3)):016x} part=0/1\n"
csv = lambda lines, t=tail: (head + "".join(line + "\n" for line in lines) + t).encode()
write("good.csv", csv(text))
write("no-end.csv", csv(text, ""))
write("row-missing.csv", csv(text[:2]))
write("end-digest.csv", csv(text, tail.replace(f"{digest(range(3)):016x}", f"{digest(range(1, 4)):016x}")))
write("words.csv", csv([text[0], text[1].replace("0.25", "near", 1), text[2]]))
write("columns.csv", csv([text[0], text[1] + ",1", text[2]]))
write("type.csv", csv([text[0], text[1].replace("vf", "fv"), text[2]]))
write("id.csv", csv([text[0], "-" + text[1], text[2]]))
write("nan.csv", csv([text[0], text[1].replace("0.25", "nan", 1), text[2]]))
write("kind.csv", csv(text).replace(b"#ccd-query", b"#ccd-riddle"))
write("version.csv", csv(text).replace(b"query v1", b"query v2"))
write("cut.csv", csv(text)[:-len(tail) - 20])
write("binary", bytes(range(256)) * 8)

def npy(name, descr="<f8", shape=(2, 8, 3), version=1, data=None, order=False):
    text = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    numbers = struct.pack("<24d", *[c for p in HIT for c in p]) * 2 if data is None else data
    write(name + ".npy", b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H", len(text)) + text.encode() + numbers)
npy("good")
npy("shape", shape=(16, 3))
npy("dtype", descr="<i8")
npy("big-endian", descr=">f8")
npy("order", order=True)
npy("short", shape=(3, 8, 3))
npy("long", shape=(1, 8, 3))
npy("version", version=9)
npy("absurd", shape=(1 << 60, 8, 3))
npy("negative", shape=(-1, 8, 3))
write("good.raw", struct.pack("<24d", *[c for p in HIT for c in p]) * 2)
write("short.raw", struct.pack("<24d", *[c for p in HIT for c in p]) * 2 + b"12345")
E

is "the good stream is good" "$("$BIN/ccd-vf" --to csv "$tmp/good" | grep -c ,hit,)" 12
ok "and complete" "$BIN/ccd-cat" --check "$tmp/good"

trouble "an empty file" "$tmp/empty: empty" "$BIN/ccd-vf" "$tmp/empty"
printf '\n\n' >"$tmp/blank"
echo "this is no stream" >"$tmp/prose"
trouble "a file of blank lines" "$tmp/blank: it has no row" "$BIN/ccd-vf" "$tmp/blank"
trouble "a line of prose" "$tmp/prose: line 1: it names 1 column, and a query has another number of them" "$BIN/ccd-vf" "$tmp/prose"
trouble "an empty standard input" "standard input: empty" "$BIN/ccd-cat" --check <"$tmp/empty"
damaged "cut in a header" "offset [0-9]+: .*no whole frame header" "$tmp/cut-in-header" 4
damaged "cut in a sync mark" "offset [0-9]+: .*no whole frame header" "$tmp/cut-in-mark" 4
damaged "cut in a payload" "offset [0-9]+: frame of 4 records Q from id 4 is cut short" "$tmp/cut-in-payload" 4
damaged "cut in a trailer" "offset [0-9]+: frame of 4 records Q from id 4 is cut short" "$tmp/cut-in-trailer" 4
damaged "no END" "12 records were read, but the END is missing" "$tmp/no-end" 12
damaged "a frame is missing" "8 records were read, the END vouches for 12" "$tmp/frame-missing" 8
damaged "a frame comes twice" "16 records were read, the END vouches for 12" "$tmp/frame-twice" 16
damaged "other ids than those of the END" "not those that the END vouches for" "$tmp/wrong-end-digest" 12
damaged "a flipped bit in a payload" "offset [0-9]+: frame of 4 records Q from id 4 is damaged" "$tmp/payload-bit" 8
damaged "a flipped bit in a header" "offset [0-9]+: .*no whole frame header" "$tmp/header-bit" 8
damaged "a flipped bit in a sync mark" "offset [0-9]+: .*no whole frame header" "$tmp/mark-bit" 8
damaged "a wrong header crc" "offset [0-9]+: .*no whole frame header" "$tmp/header-crc" 8
damaged "a wrong payload crc" "offset [0-9]+: frame of 4 records Q from id 4 is damaged" "$tmp/payload-crc" 8
damaged "something between frames" "offset [0-9]+: .*180 bytes passed over" "$tmp/garbage-between" 12
damaged "an unknown version" "version is unknown" "$tmp/version" 8
damaged "an unknown kind" "kind is unknown" "$tmp/kind" 8
damaged "part 4 of 4" "part r of n" "$tmp/part-4-of-4" 8

# A declared size allocates nothing: with 100 MB of address space the rest is still read.
little() { bash -c 'ulimit -v 100000; exec "$@"' - "$@"; }
sizes="bytes-4g records-4g both-4g bytes-200m bytes-0 records-0"
for size in $sizes; do damaged "absurd sizes: $size" "offset [0-9]+: " "$tmp/$size" 8; done
if little "$BIN/ccd-vf" --version >/dev/null 2>&1; then
    for size in $sizes; do
        trouble "absurd sizes: $size, in little memory" "offset [0-9]+: " little "$BIN/ccd-vf" -j 1 --to csv "$tmp/$size"
        is "absurd sizes: $size, in little memory: the rest is solved" "$(grep -c ,hit, "$tmp/out")" 8
    done
    trouble "absurd sizes: npy, in little memory" "absurd.npy: " little "$BIN/ccd-vf" -j 1 "$tmp/absurd.npy"
else
    skip "absurd sizes in little memory" "this build needs much address space, as the address sanitizer does"
fi

# Records that cannot be solved: named, answered by invalid, and the stream stays complete.
unsolved() { # NAME REASON FILE
    trouble "$1" "^ccd-vf: $3: record 5: $2" "$BIN/ccd-vf" --to csv "$3"
    is "$1: one message" "$(wc -l <"$tmp/err")" 1
    is "$1: its verdict is invalid" "$(grep ,invalid, "$tmp/out" | cut -d, -f 1-2,6-7)" 5,invalid,nan,nan
    is "$1: the others are solved" "$(grep -c ,hit, "$tmp/out")" 11
    ok "$1: the results are complete" "$BIN/ccd-cat" --check "$tmp/out"
}
for value in nan inf minus-inf; do
    for at in 0 11 23; do unsolved "$value as number $at" "a coordinate is not finite" "$tmp/$value-$at"; done
done
unsolved "an edge-edge query" "a query of another type" "$tmp/type-ee"
unsolved "a query of unknown type" "a query of unknown type" "$tmp/type-9"
unsolved "a negative separation" "a minimum separation that is negative or not finite" "$tmp/separation"
trouble "vertex-face queries are of another type for ccd-ee" "record 0: a query of another type" "$BIN/ccd-ee" "$tmp/good"
trouble "results are no queries" "records of kind R are not read here" "$BIN/ccd-vf" "$tmp/result-frame"

# Records of which nobody knows what they mean, as something that is reserved in them is not 0: named and left out.
reserved() { # NAME FILE REASON
    trouble "$1" "^ccd-vf: $tmp/$2: record 5: $3" "$BIN/ccd-vf" "$tmp/$2"
    is "$1: one message" "$(wc -l <"$tmp/err")" 1
    cp "$tmp/out" "$tmp/answers"
    is "$1: the others are solved" "$("$BIN/ccd-cat" --to csv "$tmp/answers" 2>/dev/null | grep ,hit, | cut -d, -f 1 | paste -sd,)" \
        0,1,2,3,4,6,7,8,9,10,11
    trouble "$1: no END behind the answers" "11 records were read, but the END is missing" "$BIN/ccd-cat" --check "$tmp/answers"
    is "$1: that is all that is wrong with them" "$(wc -l <"$tmp/err")" 1
    trouble "$1: --keep" "record 5: $3" "$BIN/ccd-vf" --keep "$tmp/$2"
    is "$1: --keep: the others are kept" "$("$BIN/ccd-cat" --kind Q --to csv "$tmp/out" 2>/dev/null | grep -vc '^#')" 11
    trouble "$1: --no-zero-toi" "record 5: $3" "$BIN/ccd-vf" --no-zero-toi "$tmp/$2"
    ok "$1: --no-zero-toi: the same answers" cmp "$tmp/out" "$tmp/answers"
    trouble "$1: ccd-cat --check" "^ccd-cat: $tmp/$2: record 5: $3" "$BIN/ccd-cat" --check "$tmp/$2"
    is "$1: ccd-cat --repair keeps the others" "$("$BIN/ccd-cat" --repair --to csv "$tmp/$2" 2>/dev/null | grep -vc '^#')" 11
}
either="it has a flag that is unknown, or reserved bytes that are not 0"
reserved "an unknown flag" flag "$either"
reserved "a reserved byte" reserved "$either"
reserved "the other reserved byte" reserved-2 "$either"
reserved "an unknown flag of an indexed query" flag-i "it has a flag that is unknown"
trouble "an unknown flag of a result" "flag-of-result: record 5: it has a flag that is unknown" "$BIN/ccd-cat" --to csv "$tmp/flag-of-result"
is "an unknown flag of a result: the others" "$(grep -vc '^#' "$tmp/out")" 11

# Text. One bad row leaves out one record, which is named by record and line.
text() { # NAME REASON FILE QUERIES-LEFT
    trouble "$1" "^ccd-vf: $3: $2" "$BIN/ccd-vf" --to csv "$3"
    is "$1: the rest is solved" "$(grep -c ,hit, "$tmp/out")" "$4"
    trouble "$1: ccd-cat --check" "^ccd-cat: $3: $2" "$BIN/ccd-cat" --type vf --check "$3"
}
is "the good nyu file is good" "$("$BIN/ccd-vf" --to csv "$tmp/good.nyu" | grep -c ,hit,)" 3
text "nyu: row count not divisible by 8" "record 2: the file ends after 7 of its 8 rows" "$tmp/rows.nyu" 2
text "nyu: words for numbers" "record 1, line 10: " "$tmp/words.nyu" 2
text "nyu: a column is missing" "record 1, line 10: it has 6 columns instead of 7" "$tmp/columns.nyu" 2
text "nyu: num/den is not exact" "record 1, line 10: x: .*exact" "$tmp/inexact.nyu" 2
text "nyu: 2^53 + 1" "record 1, line 10: x: .*exact" "$tmp/too-long.nyu" 2
text "nyu: 10^400" "record 1, line 10: x: " "$tmp/overflow.nyu" 2
text "nyu: den is zero" "record 1, line 10: x: a denominator is 0" "$tmp/zero.nyu" 2
text "nyu: truth 2" "record 1, line 10: " "$tmp/truth.nyu" 2
text "nyu: two truths in one query" "record 1, line 10: .*truth" "$tmp/truths.nyu" 2

is "the good csv file is good" "$("$BIN/ccd-vf" --to csv "$tmp/good.csv" | grep -c ,hit,)" 3
text "csv: no #end" "incomplete: .*the END is missing" "$tmp/no-end.csv" 3
text "csv: a row is missing" "incomplete: .*2 records were read, the END vouches for 3" "$tmp/row-missing.csv" 2
text "csv: another digest" "incomplete: .*not those that the END vouches for" "$tmp/end-digest.csv" 3
text "csv: words for numbers" "record 1, line 3: " "$tmp/words.csv" 2
text "csv: a column too many" "record 1, line 3: " "$tmp/columns.csv" 2
text "csv: an unknown type" "record 1, line 3: " "$tmp/type.csv" 2
text "csv: a negative id" "record 1, line 3: " "$tmp/id.csv" 2
text "csv: an unknown kind" "line 1: " "$tmp/kind.csv" 0
text "csv: an unknown version" "line 1: " "$tmp/version.csv" 0
is "csv: an unknown version: its message" "$("$BIN/ccd-vf" "$tmp/version.csv" 2>&1 >/dev/null | head -1)" \
    "ccd-vf: $tmp/version.csv: line 1: this version is unknown; its rows are passed over"
said() { "$BIN/ccd-vf" "$@" 2>&1 >/dev/null | sed "s,.*$tmp/,,"; }
{ head -n 1 "$tmp/good.csv"; printf 'bad\n%s' "$(sed -n 2p "$tmp/good.csv")"; } >"$tmp/order.csv"
is "csv: a row that is cut is told last" "$(said "$tmp/order.csv" | cut -d: -f 2 | head -2)" " record 0, line 2
 record 1, line 3"
is "csv: one column is no columns" "$(said "$tmp/order.csv" | head -1 | cut -d: -f 3)" " it has 1 column, a query has 29"
{ head -9 "$tmp/words.nyu"; sed -n 10,23p "$tmp/words.nyu"; } >"$tmp/order.nyu"
is "nyu: rows that are too few are told last" "$(said "$tmp/order.nyu" | cut -d: -f 2)" " record 1, line 10
 record 2"
head -5 "$tmp/good.nyu" >"$tmp/five.nyu"
is "nyu: five rows alone" "$(said "$tmp/five.nyu" | head -1)" "five.nyu: record 0: the file ends after 5 of its 8 rows"
text "csv: cut in a row" "record 2, line 4: .*cut short" "$tmp/cut.csv" 2
# Plain rows. The first one is data unless it can be nothing but names.
rows=$(sed -n 2,4p "$tmp/good.csv")
names=$("$BIN/ccd-cat" --to csv "$tmp/good" | sed -n '2s/#//p')
plain() { # FIRST-LINE
    { echo "$1"; echo "$rows"; } >"$tmp/plain.csv"
}
for first in "O,${rows#*,}" "\"0\",${rows#*,}" "id,${rows#*,}" "_,vf,free,nan,inf,0x1p3" "vf,0.5"; do
    first=${first%%$'\n'*}
    plain "$first"
    trouble "csv: a bad first row is no header: ${first:0:12}" "plain.csv: record 0, line 1: " "$BIN/ccd-vf" --to csv "$tmp/plain.csv"
    is "csv: the others are solved" "$(grep -c ,hit, "$tmp/out")" 3
done
for first in "$names" "$(tr a-z A-Z <<<"$names")" "\"${names//,/\",\"}\"" "query,$(printf 'c%s,' {2..28})c29" "id, type ,truth,,,$(printf 'c%s,' {6..28})z70"; do
    plain "$first"
    is "csv: names: ${first:0:20}" "$("$BIN/ccd-vf" --to csv "$tmp/plain.csv" 2>&1 | grep -v '^#' | cut -d, -f 1-2)" "$(printf '%s,hit\n' 0 1 2)"
done
for swap in "x00,y00/y00,x00" "x00,y00/X00,\"X00\"" "id,type/type,id" "y70,z70/z70,y70"; do
    plain "${names/${swap%/*}/${swap#*/}}"
    trouble "csv: names in another order: ${swap#*/}" "plain.csv: line 1: column [0-9]+ is named .*, which a query has as its column [0-9]+; its rows are passed over" \
        "$BIN/ccd-vf" --to csv "$tmp/plain.csv"
    is "csv: no row is read" "$(grep -vc '^#[ci]' "$tmp/out")" 0
    trouble "csv: names in another order, ccd-cat --check: ${swap#*/}" "plain.csv: line 1: column" "$BIN/ccd-cat" --check "$tmp/plain.csv"
done
printf 'verdict,id\nfree,0\n' >"$tmp/plain.csv"
trouble "csv: foreign results in another order" "column 1 is named verdict, which a result has as its column 2" "$BIN/ccd-cat" "$tmp/plain.csv"
printf 'ID,Verdict,TOI\n0,free,\n' >"$tmp/plain.csv"
is "csv: foreign results" "$("$BIN/ccd-cat" --to csv "$tmp/plain.csv" | grep -c ^0,free)" 1
printf 'T,id,shape1,shape2\n' >"$tmp/plain.csv"
trouble "csv: patches in another order" "column 1 is named T, which a patch has as its column 2" "$BIN/ccd-patch" "$tmp/plain.csv"
trouble "csv: NaN" "^ccd-vf: $tmp/nan.csv: record 1: a coordinate is not finite" "$BIN/ccd-vf" --to csv "$tmp/nan.csv"
{ sed -n 1p "$tmp/good.csv"; echo nonsense; sed -n 2,3p "$tmp/nan.csv"; } >"$tmp/shifted.csv"
trouble "csv: NaN behind a row that is left out has the number it has in the file" \
    "shifted.csv: record 2: a coordinate is not finite" "$BIN/ccd-vf" --to csv "$tmp/shifted.csv"
trouble "neither form" "$tmp/binary: " "$BIN/ccd-vf" "$tmp/binary"
gzip -c "$tmp/good.csv" | head -c 100 >"$tmp/cut.csv.gz"
trouble "a gzip'd text that is cut" "$tmp/cut.csv.gz: " "$BIN/ccd-vf" "$tmp/cut.csv.gz"

is "the good npy file is good" "$("$BIN/ccd-vf" --to csv "$tmp/good.npy" | grep -c ,hit,)" 2
for name in shape dtype big-endian order short version negative absurd; do
    trouble "npy: wrong $name" "$tmp/$name.npy: " "$BIN/ccd-vf" "$tmp/$name.npy"
done
trouble "npy: more data than its header declares" "$tmp/long.npy: " "$BIN/ccd-vf" "$tmp/long.npy"
is "the good raw file is good" "$("$BIN/ccd-vf" --from raw --to csv "$tmp/good.raw" | grep -c ,hit,)" 2
trouble "raw: not divisible by 192 bytes" "short.raw: " "$BIN/ccd-vf" --from raw --to csv "$tmp/short.raw"
is "raw: the rest is solved" "$(grep -c ,hit, "$tmp/out")" 2

# Floods: of each kind of trouble the first hundred in the whole run, then at the end how many there were.
"$BIN/ccd-gen" ee -n 30000 >"$tmp/flood"
python3 - "$tmp/frames" <<'E'
import sys
from frames import *
with open(sys.argv[1], "wb") as f:
    for i in range(250):
        f.write(frame("Q", [query(4 * i)], gzip_crc=1))
    for tag in range(150):
        f.write(frame("Q", [query(5)], run=tag + 1))
E
flood() { "$BIN/ccd-vf" -j "$1" "$tmp/flood" "$tmp/frames" "$tmp/none" 2>&1 >/dev/null | sed "s,$tmp/,,"; }
flood 1 >"$tmp/flood.said"
is "a flood about 30,000 records: the first 100" "$(grep -c 'another type' "$tmp/flood.said")" 100
is "about 251 frames and files: the first 100" "$(grep -c 'is damaged: ' "$tmp/flood.said")" 100
is "about 150 runs: the first 100" "$(grep -c 'incomplete: kind Q' "$tmp/flood.said")" 100
is "at the end how many there were, and no other line" "$(tail -n +301 "$tmp/flood.said")" \
    "ccd-vf: only the first 100 of 251 messages about the input are shown
ccd-vf: only the first 100 of 30,000 messages about records are shown
ccd-vf: only the first 100 of 150 messages about runs and outputs are shown"
is "-j 3: the same" "$(flood 3)" "$(cat "$tmp/flood.said")"
is "a hundred are all shown" "$("$BIN/ccd-vf" <("$BIN/ccd-gen" ee -n 100) 2>&1 >/dev/null | grep -c .)" 100
is "ccd-cat: the same limit" "$("$BIN/ccd-cat" --to nyu "$tmp/flood" 2>&1 >/dev/null | tail -1)" \
    "ccd-cat: only the first 100 of 30,000 messages about records are shown"
is "ccd-gen: the same limit" "$("$BIN/ccd-gen" vf --min-sep 1 -n 3000 --to raw 2>&1 >/dev/null | tail -1)" \
    "ccd-gen: only the first 100 of 3,000 messages about records are shown"
if [ -c /dev/full ]; then
    is "also where the output breaks" "$("$BIN/ccd-vf" -j 1 --to csv "$tmp/flood" 2>&1 >/dev/full | tail -1)" \
        "ccd-vf: only the first 100 of 1,024 messages about records are shown"
fi
name="$tmp/two
lines"
is "a file name of two lines is one message" "$("$BIN/ccd-cat" "$name" "$tmp/none" 2>&1 >/dev/null | grep -c '^ccd-cat: ')" 2

# Files.
trouble "a directory" "^ccd-vf: $tmp: .*[Dd]irectory" "$BIN/ccd-vf" "$tmp"
trouble "a missing file" "^ccd-vf: $tmp/none: No such file" "$BIN/ccd-vf" --to csv "$tmp/none" "$tmp/good"
is "a missing file: the next one is solved" "$(grep -c ,hit, "$tmp/out")" 12
if [ "$(id -u)" != 0 ]; then
    touch "$tmp/secret" && chmod 0 "$tmp/secret"
    trouble "an unreadable file" "^ccd-vf: $tmp/secret: Permission denied" "$BIN/ccd-vf" "$tmp/secret"
else
    skip "an unreadable file" "root reads all files"
fi
if [ -c /dev/full ]; then
    full() { "$@" >/dev/full; }
    # An input that stays open behind the stream.
    mkfifo "$tmp/open"
    waiting() { cat "$tmp/good" >&9 && timeout 10 "$BIN/ccd-vf" -j "$1" <"$tmp/open" >/dev/full; }
    for jobs in 1 2; do
        exec 9<>"$tmp/open"
        trouble "-j $jobs: full while the input stays open" "standard output: No space left" waiting $jobs
        exec 9>&-
        trouble "-j $jobs: standard output is full" "standard output: No space left" full "$BIN/ccd-vf" -j $jobs "$tmp/good"
        trouble "-j $jobs: a full output file" "/dev/full: No space left" "$BIN/ccd-vf" -j $jobs -o /dev/full "$tmp/good"
    done
    trouble "ccd-cat: standard output is full" "standard output: No space left" full "$BIN/ccd-cat" "$tmp/good"
    trouble "ccd-cat --info: standard output is full" "standard output: No space left" full "$BIN/ccd-cat" --info "$tmp/good"
    trouble "--help: standard output is full" "standard output: No space left" full "$BIN/ccd-vf" --help
    trouble "--stats: the file is full" "/dev/full: No space left" "$BIN/ccd-vf" --stats /dev/full "$tmp/good"
else
    skip "a full disk" "no /dev/full here"
fi
if bash -c "ulimit -v 60000; exec $BIN/ccd-vf --version" >/dev/null 2>&1; then
    trouble "out of memory is said by name" "^ccd-vf: out of memory" bash -c "ulimit -v 60000; exec $BIN/ccd-vf -j 100 -o $tmp/memory $tmp/good"
    is "and leaves nothing beside" "$(cd "$tmp" && echo memory*)" "memory*"
    # wherever it runs out, in GMP too: around the least that is enough
    "$BIN/ccd-gen" vf --family mixed -n 20000 -o "$tmp/mixed"
    within() { bash -c "ulimit -v $1; exec $BIN/ccd-vf -j 1 --method exact -o $tmp/memory $tmp/mixed" 2>/dev/null; }
    little=1000 enough=60000
    while [ $((enough - little)) -gt 4 ]; do
        middle=$(((little + enough) / 2))
        if within $middle; then enough=$middle; else little=$middle; fi
    done
    ended=$(for v in $(seq $((enough - 600)) 12 $((enough + 60))); do
        within $v
        case $? in 0 | 2) ;; *) echo "$v: $?" ;; esac
        ls "$tmp"/memory.tmp* 2>/dev/null
    done)
    is "out of memory anywhere: status 0 or 2, no unfinished file" "$ended" ""
    rm -f "$tmp"/memory*
    "$BIN/ccd-gen" ee --family parallel -n 500 -o "$tmp/parallel"
    starved "tdi-aabb: edges in parallel" 13000 "$BIN/ccd-ee" -j 1 --method tdi-aabb "$tmp/parallel"
else
    skip "out of memory" "this build needs much address space"
fi
trouble "an output file where none can be" "$tmp/none/file: No such file" "$BIN/ccd-vf" -o "$tmp/none/file" "$tmp/good"

# Wherever a stream is cut, and whatever bit is flipped: it is noticed.
noticed() { ! "$BIN/ccd-cat" --check "$1" 2>/dev/null; }
"$BIN/ccd-cat" --head 6 "$tmp/good" >"$tmp/queries"
python3 - "$tmp/pairs" "$tmp/triangles" <<'E'
import sys
from frames import *
with open(sys.argv[1], "wb") as f:
    f.write(b"".join(frame("P", [pair(2 * i, word), pair(2 * i + 1, word)]) for i, word in enumerate(["q1", "t2,q1r", "t1"])))
    f.write(end("P", range(6)))
with open(sys.argv[2], "wb") as f:
    f.write(b"".join(frame("S", [triangle(2 * i), triangle(2 * i + 1)]) for i in range(3)) + end("S", range(6)))
E
RANDOM=1
for stream in queries pairs triangles; do
    ok "six $stream are complete" "$BIN/ccd-cat" --check "$tmp/$stream"
    size=$(wc -c <"$tmp/$stream")
    for ((i = 0; i < ${CCDQ_LONG:+10}20; i++)); do
        at=$((RANDOM % size))
        head -c $at "$tmp/$stream" >"$tmp/cut"
        ok "$stream cut at byte $at" noticed "$tmp/cut"
        python3 -c 'import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[int(sys.argv[2])] ^= 1 << int(sys.argv[3])
open(sys.argv[4], "wb").write(data)' "$tmp/$stream" $at $((RANDOM % 8)) "$tmp/flipped"
        ok "$stream with a flipped bit in byte $at" noticed "$tmp/flipped"
    done
done
done_testing
