# For tests of ccd-verify, behind tests/tap.sh: records edited, and what is found.

edit() { python3 tests/cli/edit.py "$1"; } # STATEMENTS <IN >OUT

# The exit status, and each kind of judgement that is not a right one: its count, and its first ids. The report stays
# in $tmp/json, for the functions below.
found() { # ARGUMENTS OF ccd-verify
    "$BIN/ccd-verify" --json "$@" >"$tmp/json" 2>"$tmp/err"
    local status=$?
    echo "$status$(sed -nE 's/^ *"([a-z-]+)": \{"count": ([1-9][0-9]*), "ids": \[(.*)\]\}.*/ \1 \2 \3/p' \
        "$tmp/json" | tr -d ',\n')"
}
json() { python3 -c 'import json, sys; print(eval(sys.argv[2], json.load(open(sys.argv[1]))))' "$tmp/json" "$1"; }
count() { json "kinds[\"$1\"][\"count\"]"; }
