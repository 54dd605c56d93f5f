#!/bin/sh
# pack_node.sh - makes the npm package, build/packages/neardup-VERSION.tgz, with a library for each system in
# the list below, built for glibc 2.17, the first that runs on arm64.

cd "$(dirname "$0")/../../.." || exit 1
built=build/packages/node
version=$(sed -n 's/^#define NEARDUP_VERSION "\(.*\)"$/\1/p' ext/neardup.h)

sh ext/packages/stage.sh node $built || exit 1
while read -r system target; do
    library=$built/prebuilds/$system/neardup.so
    { [ "$library" -nt build/amalgamation/neardup.c ] && [ "$library" -nt ext/packages/c/compile_for.sh ] &&
        [ "$library" -nt ext/packages/c/cpu_model.c ]; } ||
        sh ext/packages/c/compile_for.sh "$target" "$library" || exit 1
    cp "build/packages/stemmer/$target/LICENSE-snowball" $built || exit 1
done <<'END'
linux-x64 x86_64-linux-gnu.2.17
linux-arm64 aarch64-linux-gnu.2.17
END
cd $built && npm pack --silent --pack-destination .. && ls -sh "../neardup-$version.tgz"
