#!/bin/bash
# ccd-vol: it takes as much memory when much touches as when nothing does, and --max-mem changes no byte.
. tests/tap.sh
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$PWD/tests/cli
export ASAN_OPTIONS=quarantine_size_mb=1 # what is freed is not to count
vol=$BIN/ccd-vol n=300

python3 - "$tmp" $n <<'E'
import os, sys
from meshes import *
os.chdir(sys.argv[1])
before, after, cells = bundles(100)
vtk("few0.vtk", before, cells)
vtk("few1.vtk", after, cells)
before, after, cells = bundles(int(sys.argv[2]))
vtk("a.vtk", before, cells)
vtk("b.vtk", after, cells)
vtk("away.vtk", [(x, y, -z) for x, y, z in after], cells)
for n in 100, 2500:
    points, cells = fan(n)
    vtk(f"fan{n}_0.vtk", points, cells)
    vtk(f"fan{n}_1.vtk", moved(points, (1, 2, 3)), cells)
E
frames=("$tmp/a.vtk" "$tmp/b.vtk")

# The most memory that ccd-vol has at any time, in kilobytes.
peak() {
    python3 - "$vol" "$@" <<'E'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, timeout=300, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
E
}

# All contacts are 100 megabytes, as text twice as many.
bounded() { # NAME ARGUMENT...
    local name=$1 few many
    shift
    few=$(peak --max-mem 2M "$@" "$tmp/a.vtk" "$tmp/away.vtk") &&
        many=$(peak --max-mem 2M "$@" "${frames[@]}")
    [ $? = 0 ] && [ "$many" -lt $((few + 30000)) ]
    tap_result $? "$name: as much memory as without contacts" <<<"$few kB without, $many with"
}

is "what there is of contacts" "$("$vol" "${frames[@]}" | "$BIN/ccd-cat" --to csv | grep -c ,ee,)" $((4 * n * n))
for method in volccd naive hash; do
    for jobs in 1 2 4; do
        bounded "$method, $jobs threads" --method $method -j $jobs
    done
done
bounded "as text" --method hash -j 4 --to csv
bounded "compressed" --method hash -j 2 --level 1
bounded "with a picture" --method hash -j 2 --vtu "$tmp/x.vtu"
bounded "candidates" --method hash -j 4 --candidates ee

# Pairs of features of adjacent elements, which an O-Set has, are millions here.
few=$(peak "$tmp/fan100_0.vtk" "$tmp/fan100_1.vtk") && many=$(peak "$tmp/fan2500_0.vtk" "$tmp/fan2500_1.vtk")
[ $? = 0 ] && [ "$many" -lt $((few + 30000)) ]
tap_result $? "many elements around one node: as much memory as with few" <<<"$few kB with few, $many with many"

# Where nothing may wait, or little, and where threads are stopped.
frames=("$tmp/few0.vtk" "$tmp/few1.vtk")
run() { timeout 60 "$vol" "$@" "${frames[@]}"; }
for method in volccd hash; do
    for output in "--to csv" "--to ccd" "--vtu $tmp/x.vtu" "--candidates ee"; do
        options="--method $method $output"
        name=${options//"$tmp"\//}
        for most in 1 1M 0; do
            run $options --max-mem $most -j 1 -o "$tmp/one"
            [[ $output = --vtu* ]] && mv "$tmp/x.vtu" "$tmp/one.vtu"
            for jobs in 2 16; do
                run $options --max-mem $most -j $jobs -o "$tmp/more"
                ok "$name --max-mem $most: the same bytes from $jobs threads as from one" cmp "$tmp/one" "$tmp/more"
                [[ $output = --vtu* ]] && ok "and the same picture" cmp "$tmp/one.vtu" "$tmp/x.vtu"
            done
        done
        status "$name: a full disk ends it, whoever waits" 2 run $options --max-mem 1 -j 16 -o /dev/full
        is "$name: and so does a reader who has enough" "$(set +o pipefail
            run $options --max-mem 1 -j 16 2>&1 | head -c 4 | wc -c; echo "${PIPESTATUS[0]}")" "4
141"
    done
done
done_testing
