#!/bin/bash
# The command line of every command: options in all spellings, usage errors, help, version, completion, -o, --stats.
. tests/tap.sh
BIN=$(realpath "$BIN")
commands=$(for c in cmd/ccd-*.c; do basename "$c" .c; done)
version=$(sed -n 's/.*CCDQ_VERSION "\(.*\)".*/\1/p' lib/ccdq.h)

for c in $commands; do
    ok "$c --help" "$BIN/$c" --help
    is "$c --help is on standard output" "$("$BIN/$c" --help 2>/dev/null | sed -n "1s, \[.*,,p")" "Usage: $c"
    is "$c --help fits 100 columns" "$("$BIN/$c" --help | awk 'length > 100' | wc -l)" 0
    is "$c -h is the same" "$("$BIN/$c" -h)" "$("$BIN/$c" --help)"
    is "$c --version" "$("$BIN/$c" --version)" "$c (ccdq) $version"
    is "$c -V" "$("$BIN/$c" -V)" "$c (ccdq) $version"
    is "$c --no-such-option" "$("$BIN/$c" --no-such-option 2>&1)" "$c: unknown option --no-such-option
Try '$c --help'."
    for wrong in --no-such-option -Z "--jobs 0" "--jobs x" "--jobs" "--to gif" "--part 2/2" "--level 10" "--quiet=1"; do
        # shellcheck disable=SC2086
        status "$c $wrong: status 2" 2 "$BIN/$c" $wrong
    done
done

# Numbers are read to their last character, and what is wrong is named with what would be right.
says() { "$BIN/ccd-vf" "$@" 2>&1 </dev/null | head -1; }
is "garbage behind a number" "$(says -j 4x)" "ccd-vf: option --jobs: '4x' is not a whole number from 1 to 1024"
is "a number out of range" "$(says --jobs=2000)" "ccd-vf: option --jobs: '2000' is not a whole number from 1 to 1024"
is "a negative number" "$(says --jobs -1)" "ccd-vf: option --jobs: '-1' is not a whole number from 1 to 1024"
is "no number" "$(says --jobs '')" "ccd-vf: option --jobs: '' is not a whole number from 1 to 1024"
is "a number with a space" "$(says --jobs ' 1')" "ccd-vf: option --jobs: ' 1' is not a whole number from 1 to 1024"
is "2^64" "$("$BIN/ccd-cat" --head 18446744073709551616 2>&1 | head -1)" \
    "ccd-cat: option --head: '18446744073709551616' is not a whole number from 0 to 18446744073709551615"
is "1.5" "$(says --max-iter 1.5)" "ccd-vf: option --max-iter: '1.5' is not a whole number from 0 to 4294967295"
is "a word for a number" "$(says --tol tiny)" "ccd-vf: option --tol: 'tiny' is not a number from 0 to 1"
for wrong in nan inf -1 2 1e-3x '' ' 1' 0x; do
    is "--tol '$wrong'" "$(says --tol "$wrong")" "ccd-vf: option --tol: '$wrong' is not a number from 0 to 1"
done
is "--tmax 0" "$(says --tmax 0)" "ccd-vf: option --tmax: '0' is not a number above 0 and at most 1"
is "a word that is no choice" "$(says --to gif)" "ccd-vf: option --to: 'gif' is not one of ccd, csv, nyu, npy, raw, indexed"
for wrong in 1 2/2 1/0 a/b 1/2/3 /2 1/ 0/5000000000; do
    is "--part $wrong" "$(says --part "$wrong")" "ccd-vf: option --part: '$wrong' is not a part r/n with 0 <= r < n <= 4294967295"
done
for wrong in 1 5:4 a:b 1:2:3 -1:2 1-2; do
    is "--range $wrong" "$("$BIN/ccd-cat" --range "$wrong" 2>&1 | head -1)" \
        "ccd-cat: option --range: '$wrong' is not a range A:B of whole numbers with A <= B"
done
is "an option without its argument" "$(says --tol)" "ccd-vf: option --tol needs an argument: E"
is "a flag with an argument" "$(says --keep=yes)" "ccd-vf: option --keep takes no argument"
is "a form that holds no results" "$(says --to nyu)" "ccd-vf: option --to: results can be written as ccd or csv, not as nyu"
is "two options that exclude each other" "$(says --keep --earliest)" "ccd-vf: options --keep and --earliest exclude each other"
is "a method that is none" "$(says --method magic)" \
    "ccd-vf: option --method: 'magic' is not one of certified, exact, fast, cubic, interval, tdi-aabb, tdi-obb, help"

# All spellings.
"$BIN/ccd-gen" vf -n 3000 >"$tmp/q"
"$BIN/ccd-cat" --head 1000 --to csv "$tmp/q" >"$tmp/1000"
for spelling in "--head 1000 --to csv $tmp/q" "--head=1000 --to=csv $tmp/q" "$tmp/q --to csv -n 1000" "-n1000 --to csv $tmp/q" \
    "-qn1000 --to csv -- $tmp/q" "-qj2 -n 1e3 --to csv $tmp/q" "-n 1_000 --to csv $tmp/q" "--head 0.1e4 --to csv $tmp/q" \
    "--head 10000e-1 $tmp/q --to csv" "--head 7 --head 1000 $tmp/q --to csv"; do
    # shellcheck disable=SC2086
    ok "ccd-cat ${spelling//$tmp\//}" cmp <("$BIN/ccd-cat" $spelling) "$tmp/1000"
done
cp "$tmp/q" "$tmp/--head"
ok "behind -- all are files" bash -c "cd $tmp && $BIN/ccd-cat --check -- --head"
is "--method help lists name, tier and summary" "$("$BIN/ccd-vf" --method help | awk '{ print $1, $2 }' | paste -sd ,)" \
    "certified exact,exact exact,fast baseline,cubic baseline,interval certified,tdi-aabb baseline,tdi-obb baseline"

# Completion: what the shell offers comes from the same table as the help.
offered() { # COMMAND WORD... : what bash offers for the last word
    bash -c 'source <("$0/$1" --completion bash)
        COMP_WORDS=("${@:1}"); COMP_CWORD=$(($# - 1)); _ccdq_complete "$1" "${@: -1}"; printf "%s\n" "${COMPREPLY[@]}"' "$BIN" "$@"
}
for c in $commands; do
    is "$c: bash offers all options of --help" "$(offered "$c" --)" \
        "$("$BIN/$c" --help | grep -oE '^ +(-[a-zA-Z], +)?--[a-z][a-z-]*' | grep -oE -- '--[a-z-]+')"
    for shell in bash zsh fish; do
        if command -v $shell >/dev/null; then
            ok "$c: $shell can read its completion" $shell -n <("$BIN/$c" --completion $shell)
        else
            skip "$c: $shell can read its completion" "no $shell here"
        fi
    done
done
is "bash offers methods" "$(offered ccd-vf --method c | paste -sd ' ')" "certified cubic"
is "bash offers methods behind =" "$(offered ccd-vf --method = ex)" exact
is "bash offers forms" "$(offered ccd-vf --from n | paste -sd ' ')" "nyu npy"
is "bash offers files" "$(cd "$tmp" && offered ccd-vf -o 10)" 1000
is "the zsh function is for the command" "$("$BIN/ccd-vf" --completion zsh | head -1)" "#compdef ccd-vf"
is "fish offers methods" "$("$BIN/ccd-vf" --completion fish | sed -n "s/.*-l method .*-a '\(.*\)'/\1/p")" "certified exact fast cubic interval tdi-aabb tdi-obb help"

# -o: as a whole or not at all.
echo old >"$tmp/out"
status "damaged input" 2 "$BIN/ccd-vf" -o "$tmp/out" <(head -c 300000 "$tmp/q")
is "-o: the old file is still there" "$(cat "$tmp/out")" old
ok "what could be solved is beside it" grep -q . "$tmp/out.incomplete"
status "without END, so that it is seen" 2 "$BIN/ccd-cat" --check "$tmp/out.incomplete"
is "-o of an input that is not there leaves the old file" \
    "$("$BIN/ccd-cat" -o "$tmp/out" "$tmp/none" 2>/dev/null; echo $?; cat "$tmp/out")" "2
old"
cp "$tmp/q" "$tmp/own"
ln -s own "$tmp/link"
ok "-o through a symbolic link to the input" "$BIN/ccd-vf" --keep -o "$tmp/link" "$tmp/link"
ok "replaces what it leads to" "$BIN/ccd-cat" --check "$tmp/own"
ok "and leaves the link" test -L "$tmp/link"
ln -s "$tmp/deep/../nowhere" "$tmp/dangling"
ln -s dangling "$tmp/deep-link"
mkdir "$tmp/deep"
for link in dangling deep-link; do
    rm -f "$tmp/nowhere"
    ok "-o through $link, which leads to no file" "$BIN/ccd-cat" --head 3 -o "$tmp/$link" "$tmp/q"
    ok "writes what it leads to" "$BIN/ccd-cat" --check "$tmp/nowhere"
    ok "and leaves the link" test -L "$tmp/$link"
done
ok "a relative link, from elsewhere" bash -c "cd $tmp/deep && ln -s ../beyond relative && cd / && $BIN/ccd-cat --head 3 -o $tmp/deep/relative $tmp/q"
ok "is followed from where it lies" test -f "$tmp/beyond"
ln -s "$tmp/no-folder/file" "$tmp/astray"
trouble "a link into no folder" "astray: No such file or directory" "$BIN/ccd-cat" --head 3 -o "$tmp/astray" "$tmp/q"
ok "is left" test -L "$tmp/astray"
trouble "no name" "No such file or directory" bash -c 'cd "$1" && exec "$0" --head 3 -o "" q' "$(realpath "$BIN/ccd-cat")" "$tmp"
is "nothing is written" "$(ls -A "$tmp" | grep -c '^\.')" 0
ln -s circle "$tmp/circle"
trouble "a link to itself" "circle: Too many" "$BIN/ccd-cat" --head 3 -o "$tmp/circle" "$tmp/q"
for mode in 600 640 444 755 666; do
    touch "$tmp/mode"
    chmod $mode "$tmp/mode"
    "$BIN/ccd-cat" --head 3 -o "$tmp/mode" "$tmp/q"
    is "-o keeps the mode $mode" "$(stat -c '%a %s' "$tmp/mode")" "$mode $(stat -c %s "$tmp/beyond")"
    status "-o of damaged input" 2 "$BIN/ccd-cat" -o "$tmp/mode" <(head -c 300000 "$tmp/q")
    is "-o gives the mode $mode to what is incomplete" "$(stat -c %a "$tmp/mode.incomplete")" $mode
    rm -f "$tmp"/mode*
done
touch "$tmp/mode"
chmod 600 "$tmp/mode"
"$BIN/ccd-cat" --head 3 -o "$tmp/beyond" --stats "$tmp/mode" "$tmp/q"
is "--stats keeps the mode" "$(stat -c %a "$tmp/mode")" 600
(umask 027 && "$BIN/ccd-cat" --head 3 -o "$tmp/new" "$tmp/q")
is "a new file has what the umask leaves" "$(stat -c %a "$tmp/new")" 640
if [ "$(id -u)" = 0 ]; then
    chown 1234:4321 "$tmp/mode"
    "$BIN/ccd-cat" --head 3 -o "$tmp/mode" "$tmp/q"
    is "-o keeps the owner where it may" "$(stat -c '%u %g %a' "$tmp/mode")" "1234 4321 600"
else
    skip "-o keeps the owner where it may" "only root may"
fi
echo old >"$tmp/out"
mkfifo "$tmp/open"
exec 9<>"$tmp/open"
head -c 60000 "$tmp/q" >&9
"$BIN/ccd-vf" -o "$tmp/out" <"$tmp/open" &
sleep 0.3
is "-o: while it works the old file is there" "$(cat "$tmp/out")" old
kill %1
wait %1 2>/dev/null
exec 9>&-
is "-o: killed, the old file is still there" "$(cat "$tmp/out")" old
is "and nothing beside it" "$(cd "$tmp" && echo out.tmp-*)" "out.tmp-*"
exec 9<>"$tmp/open"
mkdir "$tmp/ended"
for signal in HUP INT QUIT TERM ALRM USR1 USR2 XCPU; do # of which bash has two ignored in the background
    (ulimit -c 0 && exec env --default-signal "$BIN/ccd-vf" -o "$tmp/ended/out" <"$tmp/open") &
    for ((i = 0; i < 500; i++)); do
        ls "$tmp/ended"/out.tmp-* >/dev/null 2>&1 && break
        sleep 0.01
    done
    kill -$signal $!
    wait $! 2>/dev/null
    is "SIG$signal ends it, and nothing stays" "$(kill -l $?) $(ls "$tmp/ended")" "$signal "
done
exec 9>&-
ok "-o replaces it at the end" "$BIN/ccd-vf" -o "$tmp/out" "$tmp/q"
ok "by the whole" "$BIN/ccd-cat" --check "$tmp/out"
(ulimit -f 100 && "$BIN/ccd-vf" -o "$tmp/limited" "$tmp/q") 2>"$tmp/err"
is "-o: no room for it: status 2" $? 2
ok "a message" grep -q "limited: File too large" "$tmp/err"
is "and what could be written" "$(stat -c '%n %s' "$tmp"/limited* | sed "s,$tmp/,,")" "limited.incomplete 102400"
ok "which can be repaired" "$BIN/ccd-cat" --repair -o "$tmp/saved" "$tmp/limited.incomplete"
is "and begins as the whole would" "$("$BIN/ccd-cat" --to csv "$tmp/saved" | grep -v '^#')" \
    "$("$BIN/ccd-vf" "$tmp/q" | "$BIN/ccd-cat" --head 1024 --to csv | grep -v '^#')"
(ulimit -f 100 && "$BIN/ccd-vf" "$tmp/q" >"$tmp/standard.ccd") 2>"$tmp/err"
is "nor for standard output" "$? $(grep -c "standard output: File too large" "$tmp/err")" "2 1"
(ulimit -f 100 && "$BIN/ccd-cat" --to npy -o "$tmp/limited" "$tmp/q") 2>"$tmp/err"
ok "npy, no room: what could be written" cmp <("$BIN/ccd-cat" --type vf --to raw "$tmp/limited.incomplete" 2>/dev/null) \
    <("$BIN/ccd-cat" --to raw --head 532 "$tmp/q")
(ulimit -f 100 && "$BIN/ccd-cat" --split 2 "$tmp/limited" "$tmp/q") 2>"$tmp/err"
is "--split, no room: what could be written, of every part" "$(cd "$tmp" && echo limited-*)" "limited-0000.ccd.incomplete"
is "and each is named" "$(grep -o 'limited-000.*not written.*' "$tmp/err")" \
    "limited-0000.ccd: not written, because the output is not complete; $tmp/limited-0000.ccd.incomplete has what there is
limited-0001.ccd: not written, because the output is not complete, and there is nothing of it"
"$BIN/ccd-vf" -o "$tmp/nothing" "$tmp/none" 2>"$tmp/err"
is "-o, and nothing to write: it is named, too" "$(tail -1 "$tmp/err" | sed "s,$tmp/,,")" \
    "ccd-vf: nothing: not written, because the output is not complete, and there is nothing of it"
head -c 500000 "$tmp/q" | "$BIN/ccd-cat" --split 4 "$tmp/cut" 2>"$tmp/err"
is "--split of what is cut: the parts with nothing are named" "$(grep -c 'cut-000[23].ccd: not written, .* nothing of it' "$tmp/err")" 2
is "and the others are there" "$(cd "$tmp" && echo cut-*)" "cut-0000.ccd.incomplete cut-0001.ccd.incomplete"

# Standard streams that are closed.
"$BIN/ccd-vf" --progress -o "$tmp/closed" "$tmp/q" 2>&-
is "standard error is closed: done" $? 0
ok "and no message is in the output" cmp "$tmp/closed" <("$BIN/ccd-vf" "$tmp/q")
is "standard output is closed" "$("$BIN/ccd-vf" "$tmp/q" 2>&1 >&- | head -1)" "ccd-vf: standard output: Bad file descriptor"
is "standard input is closed" "$("$BIN/ccd-vf" 2>&1 <&- >/dev/null | head -1)" "ccd-vf: standard input: offset 0: Bad file descriptor"

# --stats.
ok "--stats" "$BIN/ccd-vf" -j 2 --stats "$tmp/stats" -o "$tmp/out" "$tmp/q"
ok "is JSON, and its counts agree" python3 - "$tmp/stats" "$version" <<'E'
import json, sys
s = json.load(open(sys.argv[1]))
assert s["tool"] == "ccd-vf" and s["version"] == sys.argv[2] and s["method"] == "certified" and s["jobs"] == 2
assert s["queries"] == 3000 == s["free"] + s["hit"] + s["unresolved"] + s["invalid"] == sum(stage["decided"] for stage in s["stages"].values())
assert s["hit"] > 100 and s["evals"] > 0 and s["wall_seconds"] > 0 and s["cpu_seconds"] > 0
assert s["simd"] in ("portable", "avx2", "avx512")
assert abs(s["ns_per_query"] - 1e9 * s["wall_seconds"] / 3000) < 1000
E

# Two outputs into one file.
apart() { # NAME COMMAND...
    rm -f "$tmp"/one
    trouble "$1" "options --[a-z]+ and --[a-z]+ write to the same file" "${@:2}"
    is "$1: nothing is written" "$(cat "$tmp/one" 2>/dev/null)" ""
}
ln -s one "$tmp/another"
for other in one ../"${tmp##*/}"/one another; do
    apart "-o and --stats $other" "$BIN/ccd-vf" -o "$tmp/one" --stats "$tmp/$other" "$tmp/q"
    apart "ccd-gen: -o and --stats $other" "$BIN/ccd-gen" vf -o "$tmp/one" --stats "$tmp/$other"
    apart "ccd-verify: -o and --html $other" "$BIN/ccd-verify" --exact -o "$tmp/one" --html "$tmp/$other" "$tmp/q"
    apart "ccd-verify: --html and --stats $other" "$BIN/ccd-verify" --exact --html "$tmp/one" --stats "$tmp/$other" "$tmp/q"
done
ln -s one-0002.ccd "$tmp/third"
apart "ccd-cat: --split and --stats" "$BIN/ccd-cat" --split 3 "$tmp/one" --stats "$tmp/third" "$tmp/q"
ln -s /proc/self/fd/1 "$tmp/standard" # as /dev/stdout, which a fault could replace
for option in "ccd-vf" "ccd-gen vf" "ccd-cat" "ccd-verify --exact -" "ccd-verify --exact --list free -"; do
    # shellcheck disable=SC2086
    apart "$option: --stats -" "$BIN"/$option --stats - <"$tmp/q"
    if [ -e "$tmp/standard" ]; then
        apart "$option: --stats of the file that standard output is" bash -c "$BIN/$option --stats $tmp/standard <$tmp/q >$tmp/one"
    else
        skip "$option: --stats of the file that standard output is" "no /proc/self/fd here"
    fi
done
ok "--check --stats -" bash -o pipefail -c "$BIN/ccd-cat --check --stats - $tmp/q | grep -q '\"records\": 3000'"
cp "$tmp/q" "$tmp/input"
for command in "ccd-vf -o /dev/null" "ccd-ee -o /dev/null" "ccd-cat -o /dev/null" "ccd-verify --exact"; do
    # shellcheck disable=SC2086
    trouble "$command: --stats of an input" "option --stats: $tmp/input is an input, which would be written over" \
        "$BIN"/$command --stats "$tmp/input" "$tmp/input"
done
for command in "ccd-vf" "ccd-ee --to csv"; do
    # shellcheck disable=SC2086
    trouble "$command: -o of an input" "option --output: $tmp/input is an input, which would be written over" \
        "$BIN"/$command -o "$tmp/input" "$tmp/input"
done
trouble "ccd-verify: -o of an input" "option --output: $tmp/input is an input" "$BIN/ccd-verify" --exact -o "$tmp/input" "$tmp/input"
ok "it stays as it is" cmp "$tmp/q" "$tmp/input"
ok "with --keep queries stay, with their answers" "$BIN/ccd-vf" --keep -o "$tmp/input" "$tmp/input"
ok "and are the same" bash -c "cmp <($BIN/ccd-cat --kind Q --to csv $tmp/input) <($BIN/ccd-cat --to csv $tmp/q)"
ok "both into a device" "$BIN/ccd-vf" -o /dev/null --stats /dev/null "$tmp/q"
touch "$tmp/one"
ln "$tmp/one" "$tmp/hard"
ok "a second name of the file is another file" "$BIN/ccd-vf" -o "$tmp/one" --stats "$tmp/hard" "$tmp/q"
ok "when both are replaced" "$BIN/ccd-cat" --check "$tmp/one"

# Progress.
is "no progress where standard error is no terminal" "$("$BIN/ccd-vf" "$tmp/q" 2>&1 >/dev/null)" ""
ok "--progress shows it" bash -c "$BIN/ccd-vf --progress $tmp/q 2>&1 >/dev/null | grep -q 'ccd-vf: .* queries, .* M/s'"
is "-q does not" "$("$BIN/ccd-vf" --progress -q "$tmp/q" 2>&1 >/dev/null)" ""
is "-q keeps errors" "$("$BIN/ccd-vf" -q "$tmp/none" 2>&1 >/dev/null | head -1)" "ccd-vf: $tmp/none: No such file or directory"

# Another locale changes nothing.
for locale in C de_DE.UTF-8; do
    is "numbers in the locale $locale" "$(LC_ALL=$locale "$BIN/ccd-vf" --tol 1e-9 --to csv "$tmp/q" 2>&1 | md5sum)" \
        "$("$BIN/ccd-vf" --to csv "$tmp/q" | md5sum)"
done
done_testing
