#!/bin/sh
# compilers.sh - builds and runs the tests of the core and of the functions with gcc and with clang,
# each with no and with full optimization, and with warnings as errors. This takes minutes, so the short
# form does nothing.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
[ "$NEARDUP_LONG" = 1 ] || { finish hosts/compilers && exit; }

clean=0
for compiler in gcc clang; do
    command -v $compiler >/dev/null || { skip "hosts/compilers: no $compiler" && continue; }
    for level in -O0 -O3; do
        built=build/hosts/by-$compiler$level before=$failed
        programs=$(ls tests/core/*/test_*.c tests/functions/test_*.c tests/hosts/test_*.c |
            sed "s|^|$built/|; s|\.c\$||")
        check "$compiler $level: it builds" quietly "${MAKE:-make}" -s -j 2 BUILD="$built" \
            CC=$compiler CFLAGS=$level WERROR=1 "$built/neardup.so" $programs
        for program in $programs; do
            check "$compiler $level: ${program#"$built"/}" quietly env NEARDUP_LONG='' \
                NEARDUP_MODULE="$built/neardup.so" "$program"
        done
        [ $failed -gt $before ] || clean=$((clean + 1))
    done
done

figure "$clean" 'compilers and levels of optimization passed'
finish hosts/compilers
