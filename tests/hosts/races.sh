#!/bin/sh
# races.sh - ThreadSanitizer on everything that runs in threads: connections side by side, hosts that
# load and close at the same time, the loader. It builds all of that again, so the short form does
# nothing.
#
# The libraries of the system are not instrumented. None has needed a suppression.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
[ "$NEARDUP_LONG" = 1 ] || { finish hosts/races && exit; }
flags='-O1 -g -fsanitize=thread'
built=build/tsan
programs="$built/tests/hosts/test_threads $built/tests/hosts/test_loading
    $built/tests/core/base/test_task_ring $built/tests/core/minhash/test_shared_signatures
    $built/tests/core/pairs/test_pairs
    $built/tests/core/passages/test_pair_alignment $built/tests/functions/test_collections
    $built/tests/faults/test_functions_temporary_file $built/tests/loader/test_scheduler"

echo 'int main(void) { return 0; }' >"$folder/main.c"
if ${CC:-cc} $flags -o "$folder/main" "$folder/main.c" 2>"$log" && quietly "$folder/main"; then
    : >"$log"
    check 'it builds' quietly "${MAKE:-make}" -s -j 2 BUILD=$built ASSERTIONS=1 CFLAGS="$flags" \
        $built/neardup.so $built/neardup-load $built/neardup $programs
    for program in $programs; do
        check "races in ${program##*/}" quietly env NEARDUP_LONG= NEARDUP_MODULE=$built/neardup.so \
            "$program"
    done
    bzip2 -k -c examples/sample.xml >"$folder/sample.xml.bz2"
    for dump in examples/sample.xml "$folder/sample.xml.bz2"; do
        check "races in neardup-load --threads 4 ${dump##*/}" quietly \
            $built/neardup-load --quiet --threads 4 "$dump" "$folder/${dump##*/}.db"
        check "races in neardup --threads 4 ${dump##*/}" quietly \
            $built/neardup --quiet --threads 4 "$folder/${dump##*/}.db"
    done
    figure "$passed" 'programs free of races'
else
    skip 'hosts/races: no ThreadSanitizer here'
fi

finish hosts/races
