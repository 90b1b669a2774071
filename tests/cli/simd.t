#!/bin/bash
# The instructions that a command computes with change no byte of its output: every family, both commands, queries
# written out and indexed, all of what a stream can hold.
. tests/tap.sh

n=${CCDQ_LONG:+200000}
n=${n:-3000}
for type in vf ee; do
    for family in $("$BIN/ccd-gen" $type --family help | awk '{ print $1 }'); do
        "$BIN/ccd-gen" $type --family "$family" -n $n -o "$tmp/$type-$family"
    done
    cat "$tmp/$type"-* | "$BIN/ccd-cat" --to indexed -o "$tmp/indexed-$type"
done

# As each family is solved on plain instructions, alone and with every option that a kernel looks at.
solve() { # TYPE FILE SIMD OUTPUT [OPTION]...
    "$BIN/ccd-$1" --simd "$3" --keep --contacts -j 1 "${@:5}" -o "$4" "$2"
}
for type in vf ee; do
    for file in "$tmp/$type"-*; do solve $type "$file" portable "$file.portable"; done
    solve $type "$tmp/indexed-$type" portable "$tmp/indexed-$type.portable"
    solve $type "$tmp/indexed-$type" portable "$tmp/indexed-$type.options" --tmax 0.375 --toi-width 1e-4
    # a budget makes the method fast take queries one by one
    solve $type "$tmp/indexed-$type" portable "$tmp/indexed-$type.fast" --method fast --tmax 0.75 --max-iter 4294967295
done

for type in vf ee; do
    solve $type "$tmp/indexed-$type" portable "$tmp/out" --method fast --tmax 0.75
    ok "ccd-$type --simd portable --method fast, as one query at a time" cmp "$tmp/out" "$tmp/indexed-$type.fast"
done
for simd in avx2 avx512 best; do
    if grep -q 'this processor has no' <("$BIN/ccd-vf" --simd $simd </dev/null 2>&1); then
        skip "--simd $simd" "this processor has no $simd"
        continue
    fi
    for type in vf ee; do
        for file in "$tmp/$type"-*.portable; do
            queries=${file%.portable}
            solve $type "$queries" $simd "$tmp/out"
            ok "ccd-$type --simd $simd, $n queries of ${queries##*-}" cmp "$tmp/out" "$file"
        done
        solve $type "$tmp/indexed-$type" $simd "$tmp/out"
        ok "ccd-$type --simd $simd, all of them indexed" cmp "$tmp/out" "$tmp/indexed-$type.portable"
        solve $type "$tmp/indexed-$type" $simd "$tmp/out" --tmax 0.375 --toi-width 1e-4
        ok "ccd-$type --simd $simd, to another time and width" cmp "$tmp/out" "$tmp/indexed-$type.options"
        solve $type "$tmp/indexed-$type" $simd "$tmp/out" --method fast --tmax 0.75
        ok "ccd-$type --simd $simd --method fast, as one query at a time" cmp "$tmp/out" "$tmp/indexed-$type.fast"
        rm "$tmp/out"
    done
done
simd_said() { # TYPE [OPTION]...: what --stats says
    "$BIN/ccd-$1" --stats "$tmp/stats" "${@:2}" -o /dev/null "$tmp/$1-ulp"
    sed -n 's/.*"simd": "\([a-z0-9]*\)".*/\1/p' "$tmp/stats"
}
best=portable
for simd in avx2 avx512; do
    grep -q 'this processor has no' <("$BIN/ccd-vf" --simd $simd </dev/null 2>&1) && continue
    best=$simd
    for method in certified fast; do
        is "--stats tells that --method $method computed with $simd" "$(simd_said vf --simd $simd --method $method)" $simd
    done
done
for type in vf ee; do
    is "ccd-$type --stats tells the instructions that were chosen" "$(simd_said $type)" $best
    is "ccd-$type --stats tells of --simd portable" "$(simd_said $type --simd portable)" portable
done
is "--stats of a method without a choice" "$(simd_said vf --method cubic)" portable
ok "an answer depends on the query alone, not on where it is in a batch" cmp \
    <("$BIN/ccd-cat" --kind R --range 501: "$tmp/vf-ulp.portable") \
    <("$BIN/ccd-cat" --range 501: "$tmp/vf-ulp" | "$BIN/ccd-vf")
done_testing
