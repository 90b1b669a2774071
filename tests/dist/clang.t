#!/bin/bash
# Another compiler: clang accepts the sources, and what it builds writes the same bytes.
. tests/tap.sh
command -v clang >/dev/null || skip_all "no clang here"
printf '#include <zlib.h>\n#include <libdeflate.h>\n#include <gmp.h>\n#include <mpfr.h>\nint main(void) { return 0; }\n' | clang -x c - -o "$tmp/probe" -ldeflate -lz -lmpfr -lgmp ||
    skip_all "this clang does not find zlib, libdeflate, GMP and MPFR"

build() { env -u CFLAGS -u MAKEFLAGS -u MFLAGS make -s -j"$(getconf _NPROCESSORS_ONLN)" CC=clang BUILD="$tmp/build" BIN="$tmp/bin" all unit; }
ok "clang builds all without a warning" build
[ $tap_failed = 0 ] || done_testing
for test in "$tmp"/build/tests/unit/*; do
    case $test in *.o | *.d) continue ;; esac
    ok "$(basename "$test") passes as built by clang" "$test"
done
ok "what it builds writes the same bytes" env BIN="$tmp/bin" OTHER_BIN="$BIN" tests/dist/same-bytes.t
done_testing
