#!/bin/sh
# replay.sh - runs every fuzz target over its corpus, without libFuzzer, so that what was found
# stays fixed; and checks that the packed corpora are what pack_corpus makes of their inputs.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh

# replay TARGET : on failure the last line of "errors" names the culprit
replay() {
    "${NEARDUP_CHECKED:-build/check}/tests/fuzz/fuzz_$1" "tests/fuzz/corpus/$1.txt" \
        >"$folder/replayed" 2>"$folder/errors" && return
    tail -n 1 "$folder/replayed" >>"$folder/errors"
    return 1
}

# complete TARGET : replay.c has read the inputs that pack_corpus reads, of the same sizes
complete() {
    (cd "$folder/$1" && find . -type f -printf '%P %s\n') | LC_ALL=C sort >"$folder/expected"
    LC_ALL=C sort "$folder/replayed" | diff "$folder/expected" - >"$folder/errors"
}

# canonical TARGET : unpacked and packed again, the corpus is the same file
canonical() {
    tests/fuzz/pack_corpus "$folder/$1" "$folder/$1.txt" &&
        diff "tests/fuzz/corpus/$1.txt" "$folder/$1.txt" >"$folder/errors"
}

for source in tests/fuzz/fuzz_*.c; do
    target=${source#tests/fuzz/fuzz_} target=${target%.c}
    tests/fuzz/pack_corpus --unpack "tests/fuzz/corpus/$target.txt" "$folder/$target"
    check "$target" replay "$target"
    check "$target: replayed what pack_corpus unpacks" complete "$target"
    check "$target: packed as pack_corpus packs" canonical "$target"
    figure "$(wc -l <"$folder/replayed")" 'inputs replayed from the fuzz corpus'
done
finish fuzz/replay
