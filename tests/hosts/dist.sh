#!/bin/sh
# dist.sh - make dist makes the same archives in another clone, at another time, with other rights and by
# another user's settings; they unpack and build.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
git rev-parse -q --verify HEAD >/dev/null 2>&1 ||
    { skip 'hosts/dist: no git repository' && finish hosts/dist && exit; }

# makes FOLDER MASK ZONE : clones this repository and makes its archives
makes() {
    (umask "$2" && git clone -q . "$folder/$1" && cd "$folder/$1" && git config tar.umask "$2" &&
        TZ=$3 LC_ALL=C "${MAKE:-make}" -s dist) >"$log" 2>&1
}

check 'make dist' makes one 022 UTC
check 'make dist elsewhere' makes other 077 Asia/Tokyo
check 'the same archives' quietly diff -r "$folder/one/build/dist" "$folder/other/build/dist"
check 'their checksums' quietly sh -c "cd '$folder/one/build/dist' && sha256sum -c SHA256SUMS"
check 'two archives' [ "$(wc -l <"$folder/one/build/dist/SHA256SUMS")" = 2 ]

version=$(sed -n 's/^#define NEARDUP_VERSION "\(.*\)"$/\1/p' "$folder/one/ext/neardup.h")
for archive in "$folder"/one/build/dist/*.tar.gz; do
    tar -xzf "$archive" -C "$folder"
done
git -C "$folder/one" ls-files >"$folder/expected"
(cd "$folder/neardup-$version" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) >"$folder/found"
check 'the files of the commit' quietly sh -c "LC_ALL=C sort '$folder/expected' | diff - '$folder/found'"
check 'the archive builds the extension' quietly "${MAKE:-make}" -s -n -C "$folder/neardup-$version" all
check 'one file compiles' quietly ${CC:-cc} -fsyntax-only "$folder/neardup-$version-amalgamation/neardup.c"

finish hosts/dist
