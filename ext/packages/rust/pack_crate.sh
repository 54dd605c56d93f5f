#!/bin/sh
# pack_crate.sh - makes the crate from the extension in one file: build/packages/rust, and packed,
# build/packages/neardup-VERSION.crate. cargo compiles what it has packed.

cd "$(dirname "$0")/../../.." || exit 1
here=ext/packages/rust built=build/packages/rust
version=$(sed -n 's/^#define NEARDUP_VERSION "\(.*\)"$/\1/p' ext/neardup.h)
repository=
[ -z "$GITHUB_REPOSITORY" ] || repository='/^license =/a\repository = "https://github.com/'$GITHUB_REPOSITORY'"'

mkdir -p $built/src $built/c $built/tests &&
    cp $here/build.rs $here/README.md LICENSE $built && cp $here/lib.rs $built/src && cp $here/ask.rs $built/tests &&
    cp build/amalgamation/neardup.c build/amalgamation/neardup.h $built/c &&
    sed -e "s/@VERSION@/$version/" -e "$repository" $here/Cargo.toml >$built/Cargo.toml || exit 1
cd $built && cargo package --quiet --allow-dirty &&
    cp "target/package/neardup-$version.crate" .. && ls -sh "../neardup-$version.crate"
