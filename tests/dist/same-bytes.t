#!/bin/bash
# Two builds, of other compilers or for other processors, write the same bytes: $BIN and $OTHER_BIN, of which make check
# has none (make check-arm64 and clang.t give it). Every family of every kind, every method.
. tests/tap.sh
[ -n "$OTHER_BIN" ] || skip_all "no other build to compare with"

families() { "$BIN/ccd-gen" "$1" --family help | cut -d" " -f1; }

# Each makes of a family, with the build in $from, files in the folder it is called in. What a method does not solve, or not in
# so few steps, is invalid or unresolved by both.
solved() { # COMMAND METHOD... <QUERIES
    local method
    cat >queries && test -s queries || return
    for method in "${@:2}"; do $1 --method $method --max-iter 2000 queries >$method 2>$method.said; done
    return 0
}
linear() { # TYPE FAMILY
    $from/ccd-gen $1 --family $2 -n 300 -o all &&
        $from/ccd-$1 --keep --contacts all -o contacts &&
        $from/ccd-cat --to indexed all | $from/ccd-$1 --min-sep 1e-3 --tmax 0.75 --to csv -o indexed &&
        $from/ccd-cat --head 60 all | solved $from/ccd-$1 exact fast cubic interval tdi-aabb tdi-obb
}
patch() { # FAMILY
    local shape shapes="q3 t2 q2r q1,t3"
    [ $1 != rational ] || shapes="q3r t2r q1r,t3r"
    for shape in $shapes; do
        mkdir $shape && (cd $shape && $from/ccd-gen patch --family $1 --shape $shape -n 8 |
            solved $from/ccd-patch tdi tdi-aabb tdi-obb trad-aabb trad-obb) || return
    done
}
sdf() { # FAMILY
    $from/ccd-gen sdf --family $1 --scene scene.json -n 40 -o all &&
        $from/ccd-sdf --sdf scene.json --contacts --to csv all -o contacts &&
        $from/ccd-cat --head 10 all | solved "$from/ccd-sdf --sdf scene.json" certified fwgss fw dcd vertices
}
vol() { # FAMILY
    local size=300 options
    [ $1 != octopi ] || size=8000
    $from/ccd-gen vol --family $1 -n 2 --size $size -o mesh.pvd || return
    for options in "--vtu contacts.pvd" "--candidates vf" "--first --no-csat --no-oset --to csv" "--boundary --no-assign"; do
        $from/ccd-vol $options mesh.pvd -o "of $options" # elements without volume, as one family has them, make its status 2
        test -s "of $options" || return
    done
}
scene() { # FAMILY
    local fruits=
    [ $1 != fruit ] || fruits="--size 20"
    $from/ccd-gen scene --family $1 -n 2 $fruits -o scene &&
        $from/ccd-patch --scene scene --to csv --vtp bodies.vtp -o certified &&
        $from/ccd-patch --scene scene --method snyder --max-iter 300 --to csv -o snyder
}

same() { # FUNCTION ARGUMENT...
    local side
    rm -rf "$tmp/one" "$tmp/other"
    mkdir "$tmp/one" "$tmp/other"
    from=$(realpath "$BIN")
    (cd "$tmp/one" && "$@") || return
    from=$(realpath "$OTHER_BIN")
    (cd "$tmp/other" && "$@") || return
    diff -rq "$tmp/one" "$tmp/other"
}
for type in vf ee; do
    for family in $(families $type); do ok "$type $family" same linear $type "$family"; done
done
for kind in patch sdf vol scene; do
    for family in $(families $kind); do ok "$kind $family" same $kind "$family"; done
done
done_testing
