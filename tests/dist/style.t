#!/bin/bash
# The sources keep to the project's form: clang-format, the arrows between folders, what lib/ must not use.
. tests/tap.sh

if ! command -v clang-format >/dev/null; then
    skip "clang-format has nothing to change" "no clang-format here"
elif ! clang-format --version | grep -q 'version 14\.'; then
    skip "clang-format has nothing to change" "other versions than 14 format otherwise"
else
    ok "clang-format has nothing to change" env -u MAKEFLAGS -u MFLAGS make -s format-check
fi

none() { ! grep -nE "$@"; }
ok "lib includes nothing of formats or cmd" none '#include.*(formats|cmd)/' -r lib
ok "formats includes of lib only the records, the meshes and the mixer" none \
    '#include "\.\./(cmd|lib/(exact|linear|gen|verify|curved|workspace|num/[^m]))' -r formats
ok "lib does no I/O and does not exit" none '\b(FILE|f?printf|exit|abort|stdin|stdout|stderr)\b *[*(;,]' -r lib --include='*.[ch]'
ok "the sign of a zero does not depend on the processor: num/extremes.h, no fmin and fmax" none '\bf(min|max)f?\(' -r lib formats cmd
inexact='(a?(sin|cos|tan)h?|atan2|sincos|exp(2|10|m1)?|log(2|10|1p)?|pow|cbrt|hypot|t?gamma|erfc?)'
inexact_calls() { nm -A -u "$BUILD/libccdq.a" "$BUILD/cmd.a" | grep -E " ${inexact}[fl]?(@.*)?\$"; }
is "what a C library rounds in its own way is asked for by the judge of scenes alone" \
    "$(inexact_calls | grep -vc 'bracket_function\.o:')" 0
ok "nothing depends on the locale" none '\bsetlocale\b' -r lib formats cmd
ok "test scripts can be executed" test -z "$(find tests -name '*.t' ! -perm -u+x)"
done_testing
