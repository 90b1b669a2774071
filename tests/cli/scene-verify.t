#!/bin/bash
# ccd-verify --scene: what ccd-patch --scene finds is right in all families, and each kind of lie about it is seen,
# and named.
. tests/tap.sh
patch=$BIN/ccd-patch verify=$BIN/ccd-verify gen=$BIN/ccd-gen cat=$BIN/ccd-cat

# ---- Right answers ----

n=${CCDQ_LONG:+20} n=${n:-2}
for family in torus-cone tori-two-points tori-circle bumpy tube-cushion checkerboard random-bumpy cylinders fruit known degenerate; do
    size=() count=$n
    [ $family != fruit ] || size=(--size 40) count=1
    case $family in known | degenerate) count=$((10 * n)) ;; esac
    "$gen" scene --family $family --seed 3 -n $count "${size[@]}" -o "$tmp/$family"
    "$patch" --scene "$tmp/$family" -o "$tmp/$family.ccd"
    ok "$family: nothing is wrong" "$verify" --scene "$tmp/$family" "$tmp/$family.ccd"
done

# ---- A file of scenes, and lies about them ----

cat >"$tmp/scenes" <<'S'
scene "ball"
body A = sphere(0.5) turn axis (1, 0, 0) by 1 move (0, 0.1, 2 - 3*t)
body B = plane(4, 4)
expect time 0.5  expect points 1
expect set { u in [0, 1] v in [0, 1]  x = 0  y = 0.1  z = 0 }
scene "ring"
separation 0.2
body A = torus(1, 0.25) move (0, 0, 1.25 - 2*t)
body B = plane(4, 4)
expect time 0.5
expect set { u in [0, 2*pi] v in [0, 1]  x = cos(u)  y = sin(u)  z = 0 }
scene "missed"
body A = sphere(0.5) move (3*t - 1.5, 1.01, 0)
body B = sphere(0.5)
expect free
scene "inside"
body A = sphere(1)
body B = sphere(0.25) move (0.3, 0, 0)
body C = sphere(0.5) move (0, 3 - 3*t, 0)
pair A B  pair A C
expect overlap  expect time 0.5
scene "implicit"
body A = implicit sphere(0.5) move (0, 0, 3 - 2*t)
body B = implicit torus(1, 0.25) turn axis (1, 0, 0) by pi/2
expect time 0.625
scene "flat"
time [0, 2]
separation 0.3
body A = box(1, 1, 1) move (0.1, 0, 1.5 - t)
body B = plane(4, 4)
expect time 1
expect set { u in [-0.4, 0.6] v in [-0.5, 0.5]  x = u  y = v  z = 0 }
S
"$patch" --scene "$tmp/scenes" --to csv >"$tmp/right.csv"
faults() { # the faults in JSON, as "name count", those that there are
    python3 -c '
import json, sys
f = json.load(open(sys.argv[1]))["faults"]
print(*(f"{name} {f[name]}" for name in f if f[name]))' "$tmp/json"
}
judged() { # ARGUMENT...: the status, then the faults
    "$verify" --json -o "$tmp/json" "$@" 2>"$tmp/err"
    echo "$? $(faults)"
}
is "right answers" "$(judged --scene "$tmp/scenes" "$tmp/right.csv")" "0 "
is "all hits are proven to be some, all times free" "$(python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
print(r["verdict"], r["searches"], r["hits"], r["free"], r["touching"], r["confirmed"], r["overlaps"], r["part"], r["pairs"] == r["proven"])' "$tmp/json")" \
    "ok 6 5 1 5 5 1 1 True"

# Results have 11 fields: 1 id, 2 verdict, 6 toi_lo, 7 toi_hi. Contacts have 27: 1 id, 3 4 parts, 5 6 elements, 11 kind,
# 13 flags, 14 15 toi, 16 to 19 w, 20 to 22 x, 23 to 25 n, 26 distance.
edited() { awk -F, -v OFS=, -v CONVFMT=%.17g "/^#/ { print; next } $1 { print }" "$tmp/right.csv" | sed '/^#end/d' | "$cat" --repair --to csv 2>/dev/null; }
lie() { # NAME AWK FAULTS ARGUMENT...: the status, and the faults that are seen
    edited "$2" >"$tmp/lie.csv"
    is "$1" "$(judged --scene "$tmp/scenes" "$tmp/lie.csv" "${@:4}")" "$3"
}
R='NF == 11 && $1 ==' C='NF == 27 && $1 =='
lie "an edit of nothing" '' "0 "
lie "a hit that is said to be free" "$R 0 { \$2 = \"free\"; \$6 = \$7 = \"inf\" } $C 0 { next }" "1 fn 1 expected-time 1 expected-points 1 uncovered 1"
lie "a circle that is" "$R 1 { \$2 = \"free\"; \$6 = \$7 = \"inf\" } $C 1 { next }" "1 fn 1 expected-time 1 uncovered 1"
lie "implicit bodies that are" "$R 4 { \$2 = \"free\"; \$6 = \$7 = \"inf\" } $C 4 { next }" "1 fn 1 expected-time 1"
lie "a box that is" "$R 5 { \$2 = \"free\"; \$6 = \$7 = \"inf\" } $C 5 { next }" "1 fn 1 expected-time 1 uncovered 1"
lie "a late time" "$R 0 || $C 0 { for (k = NF == 11 ? 6 : 14; k <= (NF == 11 ? 7 : 15); k++) \$k += 0.002 }" "1 late 1 off 1 expected-time 1"
lie "a late time of a box" "$R 5 || $C 5 { for (k = NF == 11 ? 6 : 14; k <= (NF == 11 ? 7 : 15); k++) \$k += 0.01 }" "1 late 1 off 16 expected-time 1"
lie "a time too early" "$R 0 || $C 0 { for (k = NF == 11 ? 6 : 14; k <= (NF == 11 ? 7 : 15); k++) \$k -= 0.002 }" "1 fp 1 off 1 expected-time 1"
lie "a hit where there is none" "$R 2 { \$2 = \"hit\"; \$6 = 0.4999; \$7 = \"inf\" } $C 0 { print; \$1 = \$2 = 2; \$5 = \$6 = 0; \$16 = \$17 = \$18 = \$19 = 1 }" \
    "1 fp 1 off 1 normal 1 expected-free 1"
lie "a hit without a contact" "$C 4 { next }" "1 contradiction 1"
lie "a contact of what is free" "$C 0 { print; \$1 = \$2 = 2; \$16 = \$17 = \$18 = \$19 = 1 }" "1 fp 1 contradiction 1 off 1 normal 1"
lie "a contact before the first" "$C 0 { \$14 -= 0.1 }" "1 contradiction 1"
lie "one long behind it" "$C 1 && !n++ { print; \$14 += 0.1; \$15 += 0.1; \$20 += 9 }" "1 contradiction 1 off 1 stray 1"
lie "a point that is moved" "$C 0 { \$20 += 1e-6 }" "1 off 1"
lie "a point that is moved, of implicit bodies" "$C 4 { \$22 += 1e-6 }" "1 off 1"
lie "parameters of another point" "$C 0 { \$17 -= 1e-5 }" "1 off 1 normal 1"
lie "parameters outside of the face" "$C 0 { \$19 = 2.5 }" "1 no-piece 1"
lie "no such piece" "$C 4 { \$5 = 1 }" "1 no-piece 1"
lie "parameters that are not on the edge" "$C 5 && \$5 == 14 && !n++ { \$16 += 0.01 }" "1 no-piece 1"
lie "no such body" "$C 4 { \$4 = 7 }" "1 no-piece 1"
lie "bodies that are no pair" "$C 3 && \$11 == \"surface\" { \$3 = 1 }" "1 no-piece 1"
lie "a distance that is too large" "$C 0 { \$26 = 0.001 }" "1 far 1"
lie "a normal that points back" "$C 0 { for (k = 23; k <= 25; k++) \$k = -\$k }" "1 normal 1"
lie "a normal that points back, of implicit bodies" "$C 4 { for (k = 23; k <= 25; k++) \$k = -\$k }" "1 normal 1"
lie "a normal that is not normal" "$C 0 { \$23 = 0.001 }" "1 normal 1"
lie "a normal that is not normal, of implicit bodies" "$C 4 { \$23 = 0.001 }" "1 normal 1"
lie "a normal that is not normal to an edge" "$C 5 && \$5 == 14 && !n++ { \$24 = 0.001 }" "1 normal 1"
lie "a normal that is denied" "$C 0 { \$13 += 8 }" "1 no-normal 1"
lie "a normal that is denied, of implicit bodies" "$C 4 { \$13 += 8 }" "1 no-normal 1"
lie "a normal that is too long" "$C 0 { \$25 *= 1.001 }" "1 normal 1"
lie "a unique point twice" "$C 0 { print }" "1 twice 1 expected-points 1"
lie "singular points that are too near" "$C 1 && !n++ { print }" "1 close 1"
lie "half of a circle" "$C 1 && \$21 > 0 { next }" "1 uncovered 1"
lie "most of a face" "$C 5 && \$20 < 0.3 { next }" "1 uncovered 1"
lie "an overlap that is denied" "$C 3 && \$11 == \"overlap\" { next }" "1 overlap-missed 1 expected-overlap 1"
lie "an overlap that is none" "$C 3 && \$11 == \"overlap\" { print; \$4 = 2 }" "1 overlap-false 1"
lie "missing results" "$R 1 || $R 4 { next }" "1 missing 2"
lie "a result twice" "$R 1 { print }" "1 double 1"
lie "a result of no scene" "$R 1 { print; \$1 = 99 }" "1 unknown 1"
lie "contacts of no scene" "$C 0 { \$1 = 99 }" "1 contradiction 1 expected-points 1 uncovered 1 unknown 1"
lie "an invalid result" "$R 4 { \$2 = \"invalid\"; \$6 = \$7 = \"nan\" } $C 4 { next }" "1 invalid 1"
lie "times in no order" "$R 4 { \$7 = 0.1 }" "1 broken 1"
lie "a time before the start" "$R 4 { \$6 = -1 }" "1 broken 1"
lie "unresolved" "$R 4 { \$2 = \"unresolved\"; \$6 = 0.3; \$7 = \"inf\" }" "1 unresolved 1"
lie "unresolved, which is allowed" "$R 4 { \$2 = \"unresolved\"; \$6 = 0.3; \$7 = \"inf\" }" "0 unresolved 1" --allow-unresolved
lie "unresolved from behind the contact on" "$R 4 { \$2 = \"unresolved\"; \$6 = 0.7; \$7 = \"inf\" } $C 4 { next }" \
    "1 late 1 expected-time 1 unresolved 1" --allow-unresolved

# The scene's own words: bodies, what is wrong, and where.
edited "$R 4 { \$2 = \"free\"; \$6 = \$7 = \"inf\" } $C 4 { next }" >"$tmp/lie.csv"
"$verify" --scene "$tmp/scenes" --html "$tmp/page" "$tmp/lie.csv" >"$tmp/table"
ok "the report names scene, bodies and fault" grep -qE '^4 \(implicit\): A, B: free, but they touch by 0\.6[0-9]+' "$tmp/table"
ok "its first line counts" grep -qE '^FAIL: 6 searches, 4 hits, 2 faults$' "$tmp/table"
ok "the page has it, too" grep -q '4 (implicit): A, B: free, but they touch by 0.6' "$tmp/page"

# ---- Options ----

"$patch" --scene "$tmp/scenes" --each -o "$tmp/each.ccd"
is "each pair" "$(judged --scene "$tmp/scenes" --each "$tmp/each.ccd")" "0 "
is "is not each scene" "$(judged --scene "$tmp/scenes" "$tmp/each.ccd" | cut -c1)" 1
"$patch" --scene "$tmp/scenes" --separation 0.1 --simultaneity 0.01 -o "$tmp/fine.ccd"
is "another separation" "$(judged --scene "$tmp/scenes" --separation 0.1 --simultaneity 0.01 "$tmp/fine.ccd")" "0 "
is "it must be known" "$(judged --scene "$tmp/scenes" "$tmp/fine.ccd" | grep -o close)" "close"
is "two files" "$("$patch" --scene "$tmp/known" "$tmp/scenes" | judged --scene "$tmp/known" "$tmp/scenes" -)" "0 "
late="$R 0 || $C 0 { for (k = NF == 11 ? 6 : 14; k <= (NF == 11 ? 7 : 15); k++) \$k += 0.0005 }"
lie "a time that is late by less than the slack" "$late" "1 off 1 expected-time 1"
lie "is seen with a smaller one" "$late" "1 late 1 off 1 expected-time 1" --slack 1e-4
is "a budget" "$(judged --scene "$tmp/scenes" --max-iter 1 "$tmp/right.csv")" "0 "
ok "what is not proven is said" grep -q '"unproven": \[{"id": ' "$tmp/json"

# ---- Sizes that differ much ----

# Rounding of the larger body's coordinates is more than the accuracy, a share of the smaller one; the fourth is near the
# origin, but the larger body is far from there; of the fifth no bound is seen at once; in the sixth the smaller body moves by far more
# than its size within the least time. In the last one only one parameter of a face is a length, which is large.
cat >"$tmp/sizes" <<'S'
body A = sphere(1e6)
body B = sphere(1e-6) turn axis (1, 0, 0) by 1 move (1e5 + 0.1, 2e5, 1e6 + 1 - 1e5*t)
scene "implicit"
body A = implicit sphere(1e6)
body B = implicit sphere(1e-6) move (0.1, 0.2, 1e6 + 1 - 2*t)
scene "boxes"
body A = box(1e6, 1e6, 1e6)
body B = box(1e-6, 1e-6, 1e-6) turn axis (1, 0, 0) by 1 move (1e5 + 0.1, 2e5, 5e5 + 1 - 2*t)
scene "moved"
body A = ellipsoid(1914655.373715782, 716027.5869574124, 968502.9269354739) turn axis (1, 2, 3) by 1.2945654539929166 move (-9095544.119269134 + 18191088.23853827*t, 729592.6324989449 - 1459185.2649978898*t, 884757.4743002026 - 1769514.9484006052*t)
body B = implicit sphere(8.427200639877767e-07) turn axis (0.03, 1, 0.5) by 0.3*t + 1
scene "superquadric"
body A = sphere(1051145.0520842492) turn axis (1, 2, 3) by 0.12558630406319782 move (-1677488.595972417 + 3354977.191944834*t, -1881411.9032925554 + 3762823.8065851107*t, -2360209.2206101012 + 4720418.4412202025*t)
body B = superquadric(8.489948114536665e-07, 3.56788824086611e-07, 4.146073612320111e-07, 0.7, 0.8) turn axis (0.2742397540913144, 1, 0.5) by 1
scene "fast"
body A = implicit sphere(67068.7372399266) turn axis (-0.7559252363213442, 1, 0.5) by 0.3*t + 1
body B = implicit sphere(0.0009314141580100748) move (114113.29833542812 - 228226.59667085623*t, 33285.680271834884 - 66571.36054366977*t, -273188.2432057404 - -546376.4864114808*t)
scene "large"
body X = cylinder(710739945349.7006, 1641819868809.8157) turn axis (0.8586920884655856, 0.09021342118442324, -0.10220368855768537) by 2.3056451675143306 + 2.4578896122520923*t
body S = sphere(9851042438.633913) move (0, 0, 3000000000000 - 5185601902167.689*t)
S
"$patch" --scene "$tmp/sizes" --to csv >"$tmp/right.csv"
is "sizes that differ by 10^12" "$(judged --scene "$tmp/sizes" "$tmp/right.csv")" "0 "
edited "$C 0 || $C 1 { \$26 = 1e-6 }" >"$tmp/lie.csv"
is "a distance that rounding does not explain" "$(judged --scene "$tmp/sizes" "$tmp/lie.csv" | cut -d' ' -f 1,2)" "1 far"
edited "$C 0 { \$23 += 0.001 }" >"$tmp/lie.csv"
is "nor this normal" "$(judged --scene "$tmp/sizes" "$tmp/lie.csv" | cut -d' ' -f 1,2)" "1 normal"

# ---- Trouble ----

{ cat "$tmp/scenes"; echo 'scene "bad" body A = nothing'; } >"$tmp/bad"
"$patch" --scene "$tmp/bad" -o "$tmp/bad.ccd" 2>/dev/null
is "a scene that cannot be read has an invalid result" "$(judged --scene "$tmp/bad" "$tmp/bad.ccd")" "2 "
trouble "and a message" "bad:[0-9]+:[0-9]+: " "$verify" --scene "$tmp/bad" "$tmp/bad.ccd"
trouble "scenes that are not there" "absent: No such file" "$verify" --scene "$tmp/absent" "$tmp/right.csv"
trouble "results that are not there" "absent: No such file" "$verify" --scene "$tmp/scenes" "$tmp/absent"
"$patch" --scene "$tmp/scenes" | head -c 2000 >"$tmp/cut.ccd"
trouble "results that are cut off" "cut.ccd" "$verify" --scene "$tmp/scenes" "$tmp/cut.ccd"
says() { "$verify" "$@" 2>&1 >/dev/null </dev/null | head -1; }
is "no results" "$(says --scene a)" "ccd-verify: give RESULT"
is "two inputs at once" "$(says --scene - -)" "ccd-verify: only one input can be standard input"
is "options of others" "$(says --scene a --exact b)" \
    "ccd-verify: of the other options only --max-iter, --allow-unresolved, --json and --html go with --scene"
is "options without --scene" "$(says --slack 0.1 a b)" \
    "ccd-verify: options --each, --slack, --simultaneity, --separation and --accuracy are for --scene"
done_testing
