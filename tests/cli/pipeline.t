#!/bin/bash
# Commands together, as the README shows them: generate, solve, verify; in parts; with any number of jobs.
. tests/tap.sh
n=${CCDQ_LONG:+1000000}
n=${n:-2000}

# The README's commands, in a directory like the repository but with smaller numbers.
mkdir "$tmp/repo" && ln -s "$(realpath "$BIN")" "$tmp/repo/bin" && ln -s "$PWD/tests" "$tmp/repo/tests"
readme=$(grep -E '^    (bin/ccd-|parallel )' README.md)
ok "the README has commands" test -n "$readme"
while IFS= read -r line; do
    if [[ $line == *parallel* ]] && ! command -v parallel >/dev/null; then
        skip "README:$line" "no GNU parallel here"
        continue
    fi
    ok "README:$line" env -C "$tmp/repo" bash -o pipefail -c "${line//-n 1000000/-n 20000}"
done <<<"$readme"

# Each family: what the default method says is the truth.
families=$("$BIN/ccd-gen" vf --family help | awk '{ print $1 }')
ok "ccd-gen lists its families" grep -qx uniform <<<"$families"
verified() { "$BIN/ccd-gen" "$1" --family "$2" -n "$n" | "$BIN/ccd-$1" --keep | "$BIN/ccd-verify" --exact --strict -; }
for type in vf ee; do
    for family in $families; do
        ok "$n $type queries of the family $family: certified agrees with exact" verified $type "$family"
    done
done

# Any number of jobs: the same bytes.
for type in vf ee; do
    run() { # JOBS: leaves stream and report
        "$BIN/ccd-gen" $type --family mixed -n 20000 -j "$1" | "$BIN/ccd-$type" --keep --level 1 -j "$1" >"$tmp/stream$1" &&
            "$BIN/ccd-verify" --exact -j "$1" "$tmp/stream$1" | sed "s,stream$1,stream," >"$tmp/report$1"
    }
    same() { run "$1" && cmp "$tmp/stream1" "$tmp/stream$1" && cmp "$tmp/report1" "$tmp/report$1"; }
    ok "ccd-gen, ccd-$type and ccd-verify run with -j 1" run 1
    ok "-j 2 writes the same stream and report" same 2
    ok "-j 7 writes the same stream and report" same 7
done

# In parts, by whatever runs them.
for r in 0 1 2 3; do "$BIN/ccd-gen" vf -n 20000 --part $r/4 | "$BIN/ccd-vf" --keep >"$tmp/part$r"; done
whole() { cat "$@" | "$BIN/ccd-verify" --exact --strict -; }
ok "four parts, in any order, are a whole" whole "$tmp"/part{2,0,3,1}
status "three of four parts are not" 2 whole "$tmp"/part{0,1,3}
status "nor is a part that comes twice" 2 whole "$tmp"/part{0,1,2,3,1}
if command -v parallel >/dev/null; then
    in_parallel() { parallel "$BIN/ccd-gen vf -n 20000 --part {}/4 | $BIN/ccd-vf --keep" ::: 0 1 2 3 >"$tmp/parallel"; }
    ok "GNU parallel runs four parts" in_parallel
    ok "and all of them are right" whole "$tmp/parallel"
else
    skip "GNU parallel runs four parts" "no GNU parallel here"
fi
# Pipes that do not wait: a full or an empty one is no error.
cat >"$tmp/unwaiting.py" <<'E'
"""Runs a command whose standard input, output and error are slow pipes with O_NONBLOCK: prints what it writes."""
import fcntl, os, subprocess, sys, threading, time
def pipe(ours):
    ends = os.pipe()
    theirs = ends[1 - ours]
    fcntl.fcntl(theirs, fcntl.F_SETFL, fcntl.fcntl(theirs, fcntl.F_GETFL) | os.O_NONBLOCK)
    return ends[ours], theirs
feed, stdin = pipe(1)
drain, stdout = pipe(0)
hear, stderr = pipe(0)
command = subprocess.Popen(sys.argv[2:], stdin=stdin, stdout=stdout, stderr=stderr, close_fds=True)
for fd in stdin, stdout, stderr:
    os.close(fd)
def write():
    data = open(sys.argv[1], "rb").read()
    for at in range(0, len(data), 200000):
        time.sleep(0.05)
        os.write(feed, data[at:at + 200000])
    os.close(feed)
def read(fd, to):
    time.sleep(0.5)
    while data := os.read(fd, 1 << 16):
        to.buffer.write(data)
threads = [threading.Thread(target=write), threading.Thread(target=read, args=(hear, sys.stderr))]
for t in threads:
    t.start()
read(drain, sys.stdout)
for t in threads:
    t.join()
sys.exit(command.wait())
E
unwaiting() { timeout 60 python3 "$tmp/unwaiting.py" "$@"; }
"$BIN/ccd-gen" vf -n 9000 >"$tmp/slow"
"$BIN/ccd-cat" --to csv "$tmp/slow" | gzip -c >"$tmp/slow.gz"
for jobs in 1 3; do
    ok "-j $jobs: pipes with O_NONBLOCK" cmp <(unwaiting "$tmp/slow" "$BIN/ccd-cat" -j $jobs --to csv && echo done) <("$BIN/ccd-cat" --to csv "$tmp/slow"; echo done)
    ok "-j $jobs: gzip'd" cmp <(unwaiting "$tmp/slow.gz" "$BIN/ccd-cat" -j $jobs --to csv && echo done) <("$BIN/ccd-cat" --to csv "$tmp/slow"; echo done)
done
long=$tmp/$(printf "%0200d/" {1..15})
mkdir -p "$long"
"$BIN/ccd-gen" ee -n 500 >"$long/file"
is "100 long messages into a pipe with O_NONBLOCK" "$(unwaiting "$tmp/slow" "$BIN/ccd-vf" "$long/file" 2>&1 >/dev/null | grep -c 'another type$')" 100
done_testing
