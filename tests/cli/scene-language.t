#!/bin/bash
# The language of scenes as ccd-patch reads it: the page's examples, files and standard input, compressed,
# bad scenes beside good ones.
. tests/tap.sh
patch=$BIN/ccd-patch

# Each literal block of the page that begins with "scene" is an example.
example() { # NUMBER
    awk -v want="$1" '
        /^\.Bd -literal/ { on = 1; text = ""; next }
        /^\.Ed/ { if (on && text ~ /^scene "/ && ++n == want) printf "%s", text; on = 0 }
        on { text = text $0 "\n" }' man/ccd-scene.5
}
field() { # NUMBER: of the only result of the scene
    "$patch" --scene "$tmp/scene" --to csv 2>/dev/null | grep -v '^#' | head -1 | cut -d, -f"$1"
}
near() { # NUMBER NUMBER: within 1e-2 of each other
    awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(d * d < 1e-4) }'
}

for i in 1 2 3; do
    example $i >"$tmp/scene"
    ok "the page has example $i" test -s "$tmp/scene"
    status "example $i of the page is solved" 0 "$patch" --scene "$tmp/scene" --to csv -o "$tmp/out"
    is "example $i has a contact" "$(field 2)" hit
done
example 4 >"$tmp/scene"
ok "the page has no more" test ! -s "$tmp/scene"
example 1 >"$tmp/scene"
ok "the ring touches the post at the time that the page tells" near "$(field 6)" "$(awk 'BEGIN { print 2 - 0.3 * sqrt(5) }')"

# ---- Files ----
cat >"$tmp/one" <<'E2'
body A = sphere(1) move (0, 0, 4 - 4*t)  body B = sphere(1)
scene "bad" body A = sphre(1)
scene "two" body A = sphere(1) move (0, 0, 4 - 4*t)  body B = plane(9, 9)
E2
trouble "a bad scene is told by its place" "^ccd-patch: $tmp/one:2:22: an unknown name: \"sphre\"\$" \
    "$patch" --scene "$tmp/one" --to csv
is "and the others are solved" "$(grep -v '^#' "$tmp/out" | grep -v surface | cut -d, -f1,2 | tr '\n' ' ')" \
    "0,hit 1,invalid 2,hit "
gzip -c "$tmp/one" >"$tmp/one.gz"
"$patch" --scene "$tmp/one.gz" --to csv >"$tmp/from.gz" 2>/dev/null
ok "a compressed file is the same" cmp "$tmp/out" "$tmp/from.gz"
"$patch" --scene - --to csv <"$tmp/one" >"$tmp/from.stdin" 2>"$tmp/err"
ok "so is standard input" cmp "$tmp/out" "$tmp/from.stdin"
ok "which has a name in messages" grep -q '^ccd-patch: standard input:2:22: ' "$tmp/err"
printf '\357\273\277' | cat - "$tmp/one" >"$tmp/marked"
"$patch" --scene "$tmp/marked" --to csv >"$tmp/from.marked" 2>/dev/null
ok "a byte order mark is passed over" cmp "$tmp/out" "$tmp/from.marked"
tr '\n' '\r' <"$tmp/one" | sed 's/\r/\r\n/g' >"$tmp/dos"
"$patch" --scene "$tmp/dos" --to csv >"$tmp/from.dos" 2>/dev/null
ok "ends of lines may be those of DOS" cmp "$tmp/out" "$tmp/from.dos"
trouble "a file that is not there is told" "none: No such file" "$patch" --scene "$tmp/none" --to csv
: >"$tmp/empty"
trouble "an empty file is told" "empty:1:1: there is no scene in this file" "$patch" --scene "$tmp/empty" --to csv
trouble "a file too large is told" "has more than 67108864 bytes" "$patch" --scene /dev/zero --to csv

# ---- Files of patches lie beside the scene ----
mkdir "$tmp/models"
printf '1\n1 1\n-2 -2 0\n-2 2 0\n2 -2 0\n2 2 0\n' >"$tmp/models/square.bpt"
echo 'body A = sphere(1) move (0, 0, 3 - 4*t)  body B = bezier("square.bpt")' >"$tmp/models/scene"
"$patch" --scene "$tmp/models/scene" --to csv >"$tmp/out" 2>"$tmp/err"
is "a ball falls on a patch from a file: status" $? 0
ok "at its time" near "$(grep -v '^#' "$tmp/out" | head -1 | cut -d, -f6)" 0.5
echo 'body A = bezier("circle.bpt")' >"$tmp/models/scene"
trouble "a file of patches that is not there is told with its place in the scene" \
    "models/scene:1:17: $tmp/models/circle.bpt: No such file" "$patch" --scene "$tmp/models/scene" --to csv

# ---- Depth costs memory, no stack ----
python3 -c 'print("body A = sphere(1) body B = sphere(1) move (3, 0, " + "(" * 1000000 + "t" + ")" * 1000000 + ")")' \
    >"$tmp/deep"
(ulimit -s 1024 && "$patch" --scene "$tmp/deep" --to csv >"$tmp/out" 2>"$tmp/err")
is "a million parentheses inside each other are read on a small stack" $? 0
python3 -c 'print("implicit a = " + "union(" * 1000000)' >"$tmp/deep"
(ulimit -s 1024 && "$patch" --scene "$tmp/deep" --to csv >"$tmp/out" 2>"$tmp/err")
is "a million combinations inside each other are refused" $? 2

done_testing
