#!/bin/bash
# ccd-gen: the same records however they are made, exact truth, known shares of hits, refusals.
. tests/tap.sh
gen=$BIN/ccd-gen

csv() { "$gen" "$@" --to csv | grep -v '^#'; }
sorted() { "$BIN/ccd-cat" --to csv "$@" | grep -v '^#' | sort -t, -k1,1n; }

# The same records, whatever makes them.
"$gen" vf --family mixed -n 5000 -j 1 >"$tmp/whole"
for j in 2 7; do
    ok "-j $j writes the bytes of -j 1" cmp <("$gen" vf --family mixed -n 5000 -j $j) "$tmp/whole"
done
ok "-o writes the same file" bash -c "'$gen' vf --family mixed -n 5_000 -o '$tmp/o' && cmp '$tmp/o' '$tmp/whole'"
ok "the default seed is 1" cmp <("$gen" vf --family mixed -n 5e3 --seed 1) "$tmp/whole"
status "another seed is another stream" 1 cmp -s <("$gen" vf --family mixed -n 5000 --seed 2) "$tmp/whole"
csv vf --family mixed -n 5000 >"$tmp/whole.csv"
is "-n 5000 makes 5,000 records" "$(wc -l <"$tmp/whole.csv")" 5000
ok "--first-id makes the tail of a longer run" \
    cmp <(csv vf --family mixed --first-id 1234 -n 3766) <(tail -n +1235 "$tmp/whole.csv")
last=18446744073709551615
is "the last id is 2^64 - 1" "$(csv ee --first-id $last -n 1 | cut -d, -f1)" $last
ok "--level 6 changes no record" cmp <("$gen" vf --family mixed -n 5000 --level 6 | sorted) <(sorted "$tmp/whole")

# Parts.
for r in 0 1 2; do "$gen" vf --family mixed -n 5000 --part $r/3 >"$tmp/part$r"; done
cat "$tmp"/part{2,0,1} >"$tmp/joined"
ok "three parts in any order are a complete stream" "$BIN/ccd-cat" --check "$tmp/joined"
ok "with the records of the whole" cmp <(sorted "$tmp/joined") "$tmp/whole.csv"
status "two of three parts are not complete" 2 "$BIN/ccd-cat" --check "$tmp"/part{0,1}
for r in 0 1 2; do "$gen" vf -n 10 --part $r/3; done >"$tmp/short"
ok "parts without a record are complete, too" "$BIN/ccd-cat" --check "$tmp/short"
is "and part 0 has them all" "$(sorted "$tmp/short" | wc -l)" 10
"$gen" ee -n 0 >"$tmp/empty"
ok "-n 0 is a complete stream" "$BIN/ccd-cat" --check "$tmp/empty"
is "of no records" "$(sorted "$tmp/empty" | wc -l)" 0

# The run tag: of what the records depend on, not of how many there are and where.
tag() { "$gen" "$@" | od -An -tx8 -j48 -N8; }
is "the run tag is not of -n, --first-id, --part" "$(tag vf -n 9 --first-id 77 --part 0/5)" "$(tag vf -n 2000)"
is "but of the kind, the family, the seed and --truth" \
    "$({ tag vf; tag ee; tag vf --family sim; tag vf --seed 2; tag vf --truth; } | sort -u | wc -l)" 5

# Truth.
for type in vf ee; do
    csv $type --family mixed -n 5000 --truth | cut -d, -f3 >"$tmp/truth"
    "$gen" $type --family mixed -n 5000 | "$BIN/ccd-$type" --method exact --to csv | grep -v '^#' |
        cut -d, -f2 >"$tmp/exact"
    ok "$type --truth is what ccd-$type --method exact says" cmp "$tmp/truth" "$tmp/exact"
    is "$type --truth changes nothing else" "$(csv $type --family mixed -n 5000 --truth | cut -d, --complement -f3 | cksum)" \
        "$(csv $type --family mixed -n 5000 | cut -d, --complement -f3 | cksum)"
    is "$type touch: all touch" "$(csv $type --family touch --truth | cut -d, -f3 | sort | uniq -c | tr -s ' ')" " 1000 hit"
    is "$type miss: none touch" "$(csv $type --family miss --truth | cut -d, -f3 | sort | uniq -c | tr -s ' ')" " 1000 free"
done

# Shares of hits: with the published counts, five standard deviations of 100,000 queries about them.
share() { csv "$1" --family "$2" -n "$3" --truth | cut -d, -f3 | grep -c hit; }
within() { [ "$1" -ge "$2" ] && [ "$1" -le "$3" ] || { echo "$1 is not in $2 .. $3"; return 1; }; }
ok "uniform vf: 7.74% of 100,000 touch" within "$(share vf uniform 1e5)" 7318 8162
ok "uniform ee: 20.8% of 100,000 touch" within "$(share ee uniform 1e5)" 20158 21442
for type in vf ee; do
    ok "sim $type: a few per cent touch" within "$(share $type sim 20000)" 600 1200
    for family in near grid ulp parallel coplanar collinear collapsed static mixed; do
        ok "$family $type: neither few nor most touch" within "$(share $type $family 2000)" 60 1800
    done
done

# Triangles against solids.
csv sdf --family mixed -n 3000 >"$tmp/sdf.csv"
is "sdf -n 3000 makes 3,000 records" "$(wc -l <"$tmp/sdf.csv")" 3000
ok "--first-id makes the tail of a longer run of sdf" \
    cmp <(csv sdf --family mixed --first-id 1234 -n 1766) <(tail -n +1235 "$tmp/sdf.csv")
ok "--scene writes the solids beside the records" \
    bash -c "'$gen' sdf --family mixed -n 3000 --scene '$tmp/scene.json' --to csv | grep -v '^#' | cmp - '$tmp/sdf.csv'"
ok "and has as many as records name" python3 -c '
import json, sys
solids = json.load(open(sys.argv[1]))["solids"]
named = {int(line.split(",")[1]) for line in open(sys.argv[2])}
assert named == set(range(len(solids))), (len(solids), named)' "$tmp/scene.json" "$tmp/sdf.csv"
ok "--scene - writes nothing but the solids" cmp <("$gen" sdf --family mixed --scene -) "$tmp/scene.json"
"$gen" sdf --family mixed -n 3000 --scene - -o "$tmp/sdf.ccd" >"$tmp/scene2.json"
ok "but with -o the records, too" cmp <(sorted "$tmp/sdf.ccd") "$tmp/sdf.csv"
ok "and the solids" cmp "$tmp/scene2.json" "$tmp/scene.json"
ok "sdf -j 3 writes the bytes of -j 1" \
    cmp <("$gen" sdf --family trees -n 5000 -j 3) <("$gen" sdf --family trees -n 5000 -j 1)

# Meshes that move.
mkdir "$tmp/a" "$tmp/b"
"$gen" vol --family soup --size 60 -n 3 -o "$tmp/a/soup.pvd" --stats "$tmp/vol.stats"
is "vol makes a list and a file a frame" "$(cd "$tmp/a" && echo *)" "soup.pvd soup_0000.vtu soup_0001.vtu soup_0002.vtu soup_0003.vtu"
is "the list names the files beside it" "$(grep -o 'file="[^"]*"' "$tmp/a/soup.pvd" | tr '\n' ' ')" \
    'file="soup_0000.vtu" file="soup_0001.vtu" file="soup_0002.vtu" file="soup_0003.vtu" '
ok "--stats counts the steps" grep -q '"records": 3' "$tmp/vol.stats"
"$gen" vol --family soup --size 60 -n 1 --first-id 2 -o "$tmp/b/soup.pvd"
ok "a frame depends on its number alone" cmp "$tmp/a/soup_0003.vtu" "$tmp/b/soup_0003.vtu"
is "and --first-id says the first one" "$(cd "$tmp/b" && echo *)" "soup.pvd soup_0002.vtu soup_0003.vtu"
for family in soup degenerate twist twist-tets octopi; do
    case $family in octopi) size=7848 ;; *) size=200 ;; esac
    "$gen" vol --family $family --size $size -n 1 -o "$tmp/b/$family.pvd"
    ok "ccd-vol reads $family" "$BIN/ccd-vol" --to csv -o "$tmp/b/$family.csv" "$tmp/b/$family.pvd"
    is "which is one step of $family" "$(grep -c '^0,[a-z]' "$tmp/b/$family.csv")" 1
done

# Scenes.
scenes() { "$gen" scene --family torus-cone "$@"; }
scenes -n 7 >"$tmp/scenes"
is "scene -n 7 makes 7 scenes" "$(grep '^scene' "$tmp/scenes" | tr '\n' ' ')" \
    "$(for i in 0 1 2 3 4 5 6; do printf 'scene "torus-cone-%d" ' $i; done)"
is "one by default" "$(scenes | grep -c '^scene')" 1
ok "--first-id makes the tail of a longer run of scenes" cmp <(scenes; scenes --first-id 1 -n 6) "$tmp/scenes"
part() { scenes -n 7 --part "$1"; }
is "a part has each third one" "$(part 1/3 | grep -c -e '-1"' -e '-4"')" 2
ok "three parts have the scenes of the whole" cmp <(cat <(part 0/3) <(part 1/3) <(part 2/3) | sort) <(sort "$tmp/scenes")
is "a part may have none" "$(scenes -n 1 --part 2/3 | wc -c)" 0
ok "the last id is 2^64 - 1 of scenes, too" grep -q "torus-cone-$last\"" <(scenes --first-id $last)
ok "-o and --stats" bash -c "'$gen' scene -n 7 -o '$tmp/o' --stats '$tmp/scene.stats' && cmp '$tmp/o' '$tmp/scenes' && grep -q '\"records\": 7' '$tmp/scene.stats'"
is "--size says how many fruits there are" "$("$gen" scene --family fruit --size 7 | grep -c '^body fruit_')" 7
is "300 by default" "$("$gen" scene --family fruit | grep -c '^pair lobster fruit_')" 300
ok "scene 0 is the same for all seeds" cmp <(scenes --seed 2) <(scenes)
status "another one is not" 1 cmp -s <(scenes --seed 2 -n 2) <(scenes -n 2)

# Refusals.
named() { # status 2, and a message
    "$gen" "$@" >/dev/null 2>"$tmp/message"
    [ $? = 2 ] && grep '^ccd-gen: .' "$tmp/message"
}
refused() { ok "refused: $1" named "${@:2}"; }
refused "no kind"
refused "an unknown kind" patch-pairs
refused "two kinds" vf ee
refused "an unknown family" vf --family uniforms
refused "a seed that is no number" vf --seed one
refused "ids beyond 2^64 - 1" vf --first-id $last -n 2
refused "--from, where there is no input" vf --from csv
refused "nyu without truth" vf --to nyu
refused "sdf --truth" sdf --truth
refused "sdf --min-sep" sdf --min-sep 1
refused "sdf --to npy" sdf --to npy
refused "--scene of records without solids" vf --scene "$tmp/none.json"
refused "--scene and -o in one file" sdf --scene "$tmp/both" -o "$tmp/both"
refused "vol without a file" vol
refused "vol with a file that is no PVD" vol -o "$tmp/mesh.vtu"
refused "vol --to csv" vol --to csv -o "$tmp/none.pvd"
refused "vol --part" vol --part 0/2 -o "$tmp/none.pvd"
refused "vol smaller than its family can be" vol --family octopi --size 100 -o "$tmp/none.pvd"
refused "vol into a folder that is not there" vol -o "$tmp/no/such/file.pvd"
refused "--size of records" vf --size 10
refused "scene --to csv" scene --to csv
refused "scene --level" scene --level 1
refused "scene --truth" scene --truth
refused "scene --min-sep" scene --min-sep 1
refused "scene --scene" scene --scene "$tmp/none"
refused "--size of a scene that has none" scene --family bumpy --size 10
refused "an unknown family of scenes" scene --family bumpys
status "a full disk, of scenes" 2 bash -c "'$gen' scene -n 5000 >/dev/full"
refused "a folder that is not there" vf -o "$tmp/no/such/file"
status "a full disk" 2 bash -c "'$gen' vf -n 5000 >/dev/full"
status "a full disk, in parallel" 2 bash -c "'$gen' vf -n 50000 -j 4 >/dev/full"
ok "a reader that stops ends it quietly" bash -c "set +o pipefail; [ -z \"\$( { '$gen' vf -n 1e6 | head -c 1000 >/dev/null; } 2>&1)\" ]"

ok "--stats counts the records" bash -c "'$gen' vf -n 1500 --stats '$tmp/stats' >/dev/null && python3 -c '
import json, sys
s = json.load(open(sys.argv[1]))
assert s[\"records\"] == 1500 and s[\"family\"] == \"uniform\" and s[\"seed\"] == 1, s' '$tmp/stats'"
done_testing
