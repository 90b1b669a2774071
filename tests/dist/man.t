#!/bin/bash
# Manual pages: mandoc finds no fault, and a page documents just the options that its command has.
. tests/tap.sh

for page in man/*.[1-9]; do
    if command -v mandoc >/dev/null; then
        ok "mandoc finds no fault in $page" mandoc -T lint -W warning "$page"
    else
        skip "mandoc finds no fault in $page" "no mandoc here"
    fi
done

for command in cmd/ccd-*.c; do
    c=$(basename "$command" .c)
    help=$("$BIN/$c" --help | grep -oE '^ +(-[a-zA-Z], +)?--[a-z][a-z-]*' | grep -oE -- '--[a-z-]+' | sort -u)
    page=$(sed -nE 's/\\-/-/g; s/^\.It Fl .*Fl -([a-z-]+).*/--\1/p; t; s/^\.It Fl -([a-z-]+).*/--\1/p' "man/$c.1" | sort -u)
    ok "$c --help lists options" grep -qxe --help <<<"$help"
    is "man/$c.1 has the options of $c --help" "$page" "$help"
done
is "ccdq(3) shows the README's example" \
    "$(sed -n '/^\.Bd -literal/,/^\.Ed/p' man/ccdq.3 | sed '/^\.[BE]d/d; s/\\e/\\/g')" \
    "$(sed -n '/^```c$/,/^```$/p' README.md | sed '/^```/d')"
done_testing
