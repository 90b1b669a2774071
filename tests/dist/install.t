#!/bin/bash
# A release: what make dist packs builds, installs, serves a program of the user's, and uninstalls without a trace.
# Without git the sources as they lie here do the same.
. tests/tap.sh
unset BUILD BIN CFLAGS MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs this test

version=$(sed -n 's/.*CCDQ_VERSION "\(.*\)".*/\1/p' lib/ccdq.h)
root=$tmp/root
at=$root/opt/ccdq
jobs=$(getconf _NPROCESSORS_ONLN)

pack() { make dist DISTDIR="$1" && gzip -t "$1/ccdq-$version.tar.gz"; }
mkdir "$tmp/again"
if [ -e .git ] && git rev-parse HEAD >/dev/null 2>&1; then
    ok "make dist packs" pack "$tmp"
    ok "and again" pack "$tmp/again"
    ok "the same commit gives the same bytes" cmp "$tmp/ccdq-$version.tar.gz" "$tmp/again/ccdq-$version.tar.gz"
    tar -C "$tmp" -xzf "$tmp/ccdq-$version.tar.gz"
else
    skip "make dist packs" "no git, or not a git checkout"
    mkdir "$tmp/ccdq-$version"
    cp -R -- Makefile LICENSE README.md lib formats cmd man tests "$tmp/ccdq-$version"
fi
cd "$tmp/ccdq-$version" || exit

status "make dist outside of a git checkout says that it needs one" 2 make dist
ok "what was packed builds" make -s -j"$jobs" all
ok "make install" make -s install DESTDIR="$root" PREFIX=/opt/ccdq
[ -z "$CCDQ_LONG" ] || ok "what was packed passes make check" env -u CCDQ_LONG make check

for command in cmd/ccd-*.c; do
    c=$(basename "$command" .c)
    is "$c is installed and knows its version" "$("$at/bin/$c" --version)" "$c (ccdq) $version"
    ok "$c has a man page" test -s "$at/share/man/man1/$c.1"
    ok "$c completes in bash" bash -c "source '$at/share/bash-completion/completions/$c' && complete -p $c"
    ok "$c completes in zsh" grep -q "^#compdef $c" "$at/share/zsh/site-functions/_$c"
    ok "$c completes in fish" grep -q "^complete -c $c" "$at/share/fish/vendor_completions.d/$c.fish"
done
for page in man5/ccd-stream.5 man7/ccd.7 man3/ccdq.3; do
    ok "$page is installed" test -s "$at/share/man/$page"
done

pipeline() { "$at/bin/ccd-gen" vf -n 2000 | "$at/bin/ccd-vf" --keep | "$at/bin/ccd-verify" --exact -; }
ok "the installed commands work together" pipeline

# The README's example of the library, against what is installed.
pc() { sed -n "s,^$1: ,,p" "$at/lib/pkgconfig/ccdq.pc" | sed "s,\${prefix},$at,g"; }
compile() { # shellcheck disable=SC2046
    sed -n '/^```c$/,/^```$/p' README.md | grep -v '^```' >"$tmp/example.c" && test -s "$tmp/example.c" &&
        ${CC:-cc} -std=c11 -Wall -Wextra -Werror -o "$tmp/example" "$tmp/example.c" $(pc Cflags) $(pc Libs)
}
ok "the README's C example compiles against the installed library" compile
is "and prints what the README says" "$("$tmp/example")" "$(sed -n 's,^// prints: ,,p' "$tmp/example.c")"
nm -g --defined-only "$at/lib/libccdq.a" | sed -n 's/.* [A-Z] //p' >"$tmp/names"
is "no name of the library can be one of a program's own" "$(grep -v '^ccdq_' "$tmp/names")" ""
is "all functions of ccdq.h are in it" "$(sed -n '/^typedef/d; /^static/d; s/^[a-z].*[ *]\(ccdq_[a-z_]*\)(.*/\1/p' lib/ccdq.h |
    grep -vxFf "$tmp/names"; grep -cx ccdq_linear_solve "$tmp/names")" 1
shared() { # shellcheck disable=SC2046
    ${CC:-cc} -shared -fPIC -o "$tmp/example.so" "$tmp/example.c" $(pc Cflags) $(pc Libs)
}
ok "it can become a part of a shared object" shared
if command -v pkg-config >/dev/null; then
    is "pkg-config finds the library" "$(PKG_CONFIG_PATH=$at/lib/pkgconfig pkg-config --modversion ccdq)" "$version"
else
    skip "pkg-config finds the library" "no pkg-config here"
fi

ok "make uninstall" make -s uninstall DESTDIR="$root" PREFIX=/opt/ccdq
is "leaves no file" "$(find "$root" ! -type d)" ""
is "and no directory of its own" "$(find "$root" -name '*ccdq*' ! -path "$at")" ""
done_testing
