#!/bin/sh
# replay.sh - every fuzz target over its corpus, without libFuzzer: what was found once stays fixed.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT

# replay TARGET : the last name that it prints is that of the culprit
replay() {
    "${NEARDUP_CHECKED:-build/check}/tests/fuzz/fuzz_$1" "tests/fuzz/corpus/$1"/* >"$folder/names" 2>"$folder/errors" &&
        return
    tail -n 1 "$folder/names" >>"$folder/errors"
    return 1
}

for source in tests/fuzz/fuzz_*.c; do
    target=${source#tests/fuzz/fuzz_} target=${target%.c}
    check "$target" replay "$target"
    figure "$(wc -l <"$folder/names")" 'inputs replayed from the fuzz corpus'
done
finish fuzz/replay
