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
done_testing
