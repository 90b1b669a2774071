# Test Anything Protocol for command tests in bash; run by prove from the repository's root:
#
#     #!/bin/bash
#     . tests/tap.sh
#     ok "a name: what must be true" command argument...
#     is "another name" "$got" "$want"
#     done_testing
#
# Gives $BIN, where the commands are, and $tmp, a directory of the test's own.

set -o pipefail
BIN=${BIN:-bin}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
tap_count=0
tap_failed=0

# Prints the result of one test, and what is on standard input as comments if it failed.
tap_result() { # STATUS NAME
    tap_count=$((tap_count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $tap_count - $2"
        cat >/dev/null
    else
        tap_failed=$((tap_failed + 1))
        echo "not ok $tap_count - $2"
        sed 's/^/#   /'
    fi
}

# The command must succeed (status 0).
ok() { # NAME COMMAND...
    local name=$1
    shift
    "$@" >"$tmp/tap.out" 2>&1
    tap_result $? "$name" <"$tmp/tap.out"
}

# The command must end with this very status: a crash or another kind of failure will not do.
status() { # NAME STATUS COMMAND...
    local name=$1 want=$2 got
    shift 2
    "$@" >"$tmp/tap.out" 2>&1
    got=$?
    [ "$got" = "$want" ] || echo "status $got, not $want" >>"$tmp/tap.out"
    tap_result $((got != want)) "$name" <"$tmp/tap.out"
}

# Status 2 and a message that matches the pattern; the output is in $tmp/out, the messages are in $tmp/err.
trouble() { # NAME PATTERN COMMAND...
    local name=$1 pattern=$2 got
    shift 2
    "$@" >"$tmp/out" 2>"$tmp/err"
    got=$?
    [ $got = 2 ] && grep -qE -- "$pattern" "$tmp/err"
    tap_result $? "$name" <<<"status $got, message: $(head -3 "$tmp/err")"
}

# In this much address space, in KB, the command leaves queries unresolved for want of memory, and says so once.
# What was proven until then holds, so the output lacks nothing.
starved() { # NAME KB COMMAND...
    local name=$1 kb=$2
    shift 2
    trouble "$name" "out of memory: [0-9,]+ quer(y is|ies are) left unresolved$" bash -c "ulimit -v $kb; exec \"\$@\"" - "$@"
    is "$name: one message" "$(wc -l <"$tmp/err")" 1
    ok "$name: the output is complete" "$BIN/ccd-cat" --check "$tmp/out"
}

# The two texts must be the same.
is() { # NAME GOT WANT
    [ "$2" = "$3" ]
    tap_result $? "$1" <<<"got:  $2
want: $3"
}

# One test that cannot run here.
skip() { # NAME REASON
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1 # SKIP $2"
}

# Ends the whole test file where it cannot run.
skip_all() { # REASON
    echo "1..0 # SKIP $1"
    exit 0
}

done_testing() {
    echo "1..$tap_count"
    exit $((tap_failed != 0))
}
