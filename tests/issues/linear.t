#!/bin/bash
# Queries from public bug reports of other libraries: the exact methods give the right verdict and time.
. tests/tap.sh

check() { # RESULTS: against linear-expected.csv, times as fractions
    python3 - "$1" <<'PYTHON'
import csv, sys
from fractions import Fraction

def rows(path):
    return {int(row[0]): row for row in csv.reader(line for line in open(path) if not line.startswith("#"))}

expected, results = rows("tests/issues/linear-expected.csv"), rows(sys.argv[1])
assert expected.keys() == results.keys(), (expected.keys(), results.keys())
for id, (_, verdict, time) in expected.items():
    got, lo, hi = results[id][1], results[id][5], results[id][6]
    assert got == verdict, f"{id}: {got}, not {verdict}"
    if time:
        assert Fraction(lo) <= Fraction(time) <= Fraction(hi), f"{id}: {time} is not in [{lo}, {hi}]"
        assert Fraction(hi) - Fraction(lo) <= Fraction(1, 10**12), f"{id}: [{lo}, {hi}] is too wide"
PYTHON
}

for method in certified exact; do
    status "$method: vertex-face, one of them invalid" 2 \
        "$BIN/ccd-vf" --method $method --to csv -o "$tmp/vf.csv" tests/issues/linear-vf.csv
    ok "$method: edge-edge" "$BIN/ccd-ee" --method $method --to csv -o "$tmp/ee.csv" tests/issues/linear-ee.csv
    cat "$tmp/vf.csv" "$tmp/ee.csv" >"$tmp/$method.csv"
    ok "$method: verdicts and times are right" check "$tmp/$method.csv"
done
done_testing
