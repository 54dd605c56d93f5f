#!/bin/sh
# platforms.sh - the tests of the core and of the functions on other platforms: musl, 32-bit x86,
# big-endian s390x, and 64-bit ARM, whose char is unsigned. Programs are linked statically, including
# SQLite, and run by qemu-user where this CPU cannot run them.
#
# This takes minutes, so the short form does nothing. A platform without a compiler here is skipped.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
[ "$NEARDUP_LONG" = 1 ] || { finish hosts/platforms && exit; }
sqlite=$(sh tests/hosts/sqlite_of_version 3.44.2 2>"$log") || {
    skip "hosts/platforms: no source of SQLite: $(cat "$log")"
    sqlite=
}

# These take many minutes when emulated, and do not depend on byte order: speed of interrupts.
slow=' test_failures test_interrupts '

# programs FOLDER... : the test programs of these folders of tests/
programs() {
    for tests in "$@"; do
        for name in tests/"$tests"/test_*.c; do
            name=${name%.c}
            case $run$slow in *qemu*" ${name##*/} "*) ;; *) echo "$built/$name" ;; esac
        done
    done
}

# build TARGET... : with this platform's compiler and SQLite
build() {
    "${MAKE:-make}" -s -j 2 BUILD="$built" CC="$compiler" WERROR=1 CFLAGS='-O2 -g0' \
        LDFLAGS="$static" SQLITE_CFLAGS="${sqlite:+-I$sqlite}" SQLITE_LIBS="$built/sqlite3.o" \
        "$@" >"$log" 2>&1
}

build_sqlite() {
    mkdir -p "$built" && { [ -f "$built/sqlite3.o" ] ||
        $compiler -O1 -w -DSQLITE_OMIT_LOOKASIDE -c -o "$built/sqlite3.o" "$sqlite/sqlite3.c"; } \
        >"$log" 2>&1
}

passed_by() {
    NEARDUP_LONG='' $run "$1" >"$log" 2>&1 &&
        tail -n 1 "$log" | grep -q ': [0-9]* passed, 0 failed'
}

# passes PROGRAM...
passes() {
    for program in "$@"; do
        check "$platform: ${program#"$built"/}" passed_by "$program"
    done
}

# try PLATFORM COMPILER RUNNER
try() {
    platform=$1 compiler=$2 run=$3 static=-static built=build/hosts/on-$1
    command -v "$compiler" >/dev/null || { skip "hosts/platforms: no $compiler" && return; }
    command -v "${run:-true}" >/dev/null || { skip "hosts/platforms: no $run" && return; }
    before=$failed core=$(programs core)
    check "$platform: the core builds" build $core
    passes $core
    [ -z "$sqlite" ] || try_functions
    [ $failed -gt $before ] || clean=$((clean + 1))
}

try_functions() {
    functions="$(programs functions) $built/tests/hosts/test_static $built/tests/hosts/test_threads"
    check "$platform: SQLite builds" build_sqlite
    check "$platform: the functions build" build $functions
    passes $functions
}

clean=0
try musl musl-gcc ''
if [ -n "$sqlite" ] && [ -f build/hosts/on-musl/sqlite3.o ]; then
    # Loaded as on Alpine. musl cannot load libraries into a static program.
    static=
    loading=build/hosts/on-musl/tests/hosts/test_loading
    check 'musl: the extension builds' build build/hosts/on-musl/neardup.so $loading
    NEARDUP_MODULE=build/hosts/on-musl/neardup.so passes $loading
fi
run=
! uname -m | grep -q '86' && run=qemu-i386
try i686 i686-linux-gnu-gcc "$run"
try s390x s390x-linux-gnu-gcc qemu-s390x
try aarch64 aarch64-linux-gnu-gcc qemu-aarch64

figure "$clean" 'platforms passed'
finish hosts/platforms
