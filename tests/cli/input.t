#!/bin/bash
# Where input comes from: a file and a pipe are the same stream; files that change meanwhile.
. tests/tap.sh

"$BIN/ccd-gen" vf --family mixed --truth -n 60000 >"$tmp/q"
"$BIN/ccd-gen" vf --first-id 60000 -n 3000 >"$tmp/more"
"$BIN/ccd-cat" --head 3000 "$tmp/q" >"$tmp/short"

# What a filter and the checker write, say and return.
seen() { # FILE
    "$BIN/ccd-vf" -j 2 --to csv "$1" 2>&1
    echo "status $?"
    "$BIN/ccd-cat" --type vf --check "$1" 2>&1
    echo "status $?"
}
same() { # NAME FILE
    ok "$1: a file and a pipe are the same" cmp <(seen "$2" | sed "s|$2|standard input|") <(
        cat "$2" | "$BIN/ccd-vf" -j 2 --to csv 2>&1
        echo "status ${PIPESTATUS[1]}"
        cat "$2" | "$BIN/ccd-cat" --type vf --check 2>&1
        echo "status ${PIPESTATUS[1]}"
    )
}
same "a stream" "$tmp/short"
for form in csv nyu npy; do
    "$BIN/ccd-cat" --to $form -o "$tmp/$form" "$tmp/short"
    same "$form" "$tmp/$form"
    head -c -7 "$tmp/$form" >"$tmp/cut"
    same "$form, cut" "$tmp/cut"
    gzip -c "$tmp/$form" >"$tmp/gz"
    same "$form, gzip'd" "$tmp/gz"
done
size=$(wc -c <"$tmp/short")
RANDOM=1
for ((i = 0; i < ${CCDQ_LONG:+10}10; i++)); do
    at=$((RANDOM * 32768 % size + RANDOM))
    head -c $at "$tmp/short" >"$tmp/damaged"
    same "cut at $at" "$tmp/damaged"
    { head -c $at "$tmp/short"; head -c $((RANDOM * 8 + 1)) /dev/urandom; tail -c +$((at + 1)) "$tmp/short"; } >"$tmp/damaged"
    same "something put in at $at" "$tmp/damaged"
    { head -c $at "$tmp/short"; tail -c +$((at + RANDOM * 8 + 1)) "$tmp/short"; } >"$tmp/damaged"
    same "something taken out at $at" "$tmp/damaged"
done
# Files that end where a page ends.
python3 -c 'import sys
row = ",".join(["7", "vf", "", "0", "0"] + ["0.25"] * 24)
for name, end in ("row", row), ("blank", "\n" * len(row)), ("word", "x" * len(row)):
    with open(f"{sys.argv[1]}/page-{name}", "w") as f:
        f.write("\n" * (65536 - len(end)) + end)' "$tmp"
for name in row blank word; do same "a file of whole pages, last a $name" "$tmp/page-$name"; done

# A standard input that is a file: from where it stands, and passed on to the next command at its end.
cat "$tmp/short" "$tmp/more" >"$tmp/joined"
ok "a file from the middle on" cmp <({ dd bs="$size" count=1 status=none >"$tmp/first"; "$BIN/ccd-vf"; } <"$tmp/joined") \
    <("$BIN/ccd-vf" "$tmp/more")
twice() { { "$BIN/ccd-cat" --check && ! "$BIN/ccd-cat" --check; } <"$tmp/short" 2>"$tmp/err"; }
ok "what one command has read the next one does not" twice
is "and it says so" "$(cat "$tmp/err")" "ccd-cat: standard input: empty"
status "a directory as standard input" 2 bash -c "$BIN/ccd-vf <$tmp"
if [ -r /proc/version ]; then
    same "a file of /proc, whose size is 0" /proc/version
    ok "a file of /proc that holds a stream" cmp <("$BIN/ccd-vf" /proc/self/fd/0 <"$tmp/short") <("$BIN/ccd-vf" "$tmp/short")
fi
same "a device" /dev/null
many() { "$BIN/ccd-cat" --kind Q $(yes "$tmp/more" | head -n 1500) | "$BIN/ccd-cat" --info | grep -c . ; }
ok "more files than can be open at once" many

# An input that standard output is appended to would never end.
refused() { # NAME COMMAND...
    cp "$tmp/short" "$tmp/self"
    (ulimit -f 2000 && timeout 20 "${@:2}" <"$tmp/self" >>"$tmp/self") 2>"$tmp/err"
    is "$1: status" $? 2
    is "$1: message" "$(grep output "$tmp/err" | sort -u | sed "s|$tmp/self|FILE|;s|standard input|FILE|")" "${2##*/}: FILE: input file is output file"
    ok "$1: the file is as it was" cmp "$tmp/self" "$tmp/short"
}
for jobs in 1 2; do
    refused "-j $jobs: ccd-cat, a file appended to itself" "$BIN/ccd-cat" -j $jobs "$tmp/self"
    refused "-j $jobs: as standard input" "$BIN/ccd-cat" -j $jobs
    refused "-j $jobs: ccd-vf, csv" "$BIN/ccd-vf" -j $jobs --to csv --keep "$tmp/self"
    refused "-j $jobs: more than once" "$BIN/ccd-cat" -j $jobs "$tmp/self" "$tmp/self"
    refused "-j $jobs: ccd-verify --list" "$BIN/ccd-verify" -j $jobs --exact --list free "$tmp/self" <("$BIN/ccd-vf" "$tmp/short")
done
"$BIN/ccd-cat" "$tmp/more" "$tmp/self" >"$tmp/self" 2>"$tmp/err"
is "a file that what comes before it is written to" "$? $(cat "$tmp/err")" "2 ccd-cat: $tmp/self: input file is output file"
cp "$tmp/short" "$tmp/self"
ok "but a checked file may be appended to" bash -c "$BIN/ccd-cat --info $tmp/self >>$tmp/self"
cp "$tmp/short" "$tmp/self"
ok "and -o may name the input" "$BIN/ccd-cat" -o "$tmp/self" "$tmp/self" "$tmp/self"

# Files that change. The command is held up by a pipe that nobody empties until the file has changed.
mkfifo "$tmp/out"
change() { # COMMAND-THAT-CHANGES OPTION...
    local how=$1
    shift
    cp "${source:-$tmp/q}" "$tmp/file"
    "$BIN/ccd-vf" "$@" "$tmp/file" >"$tmp/out" 2>"$tmp/err" &
    exec 9<"$tmp/out"
    head -c 1 <&9 >"$tmp/answers"
    $how
    cat <&9 >>"$tmp/answers"
    exec 9<&-
    wait $!
}
grow() { cat "$tmp/more" >>"$tmp/file"; }
vanish() { rm "$tmp/file"; }
shorten() { head -c 1 "$tmp/q" >"$tmp/file"; }
for jobs in 1 2; do
    ok "-j $jobs: a file that grows is read to its end" change grow -j $jobs
    ok "-j $jobs: all of it is solved" cmp "$tmp/answers" <("$BIN/ccd-vf" "$tmp/q" "$tmp/more")
    ok "-j $jobs: a file that is removed is read to its end" change vanish -j $jobs
    ok "-j $jobs: all of it is solved" cmp "$tmp/answers" <("$BIN/ccd-vf" "$tmp/q")
    status "-j $jobs: a file that is made shorter" 2 change shorten -j $jobs
    ok "-j $jobs: is named" grep -qE "file: offset [0-9]+: frame of 1024 records Q from id [0-9]+ is cut short" "$tmp/err"
    ok "-j $jobs: and why it ends" grep -q "file: offset [0-9]*: it was made shorter while it was read" "$tmp/err"
    status "-j $jobs: what was solved has no END" 2 "$BIN/ccd-cat" --check "$tmp/answers"
done
# In forms without END it is the only sign, where just whole records are left.
for form in raw nyu; do
    source=$tmp/plain
    "$BIN/ccd-cat" --to $form -o "$source" "$tmp/q"
    status "a $form file that is made shorter" 2 change shorten --from $form
    ok "$form: it is said" grep -q "file: offset [0-9]*: it was made shorter while it was read" "$tmp/err"
    status "$form: what was solved has no END" 2 "$BIN/ccd-cat" --check "$tmp/answers"
done

# The same with an output file: here messages hold the command up, those about edge-edge queries, with a long name.
"$BIN/ccd-gen" ee -n 60000 >"$tmp/q"
mkfifo "$tmp/says"
long=$tmp/$(printf "%0200d/" {1..15})
mkdir -p "$long"
written_beside() {
    cp "$tmp/q" "$long/file"
    "$BIN/ccd-vf" -j 1 -o "$tmp/answered" "$long/file" 2>"$tmp/says" &
    exec 9<"$tmp/says"
    head -c 1 <&9 >"$tmp/err"
    head -c 1 "$tmp/q" >"$long/file"
    cat <&9 >>"$tmp/err"
    exec 9<&-
    wait $!
}
status "made shorter, with an output file" 2 written_beside
ok "is said" grep -qE "file: offset [0-9]+: frame of 1024 records Q from id [0-9]+ is cut short" "$tmp/err"
is "what was answered is kept, and named incomplete" "$(cd "$tmp" && ls | grep answered)" answered.incomplete
done_testing
