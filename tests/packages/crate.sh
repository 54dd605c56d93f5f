#!/bin/sh
# crate.sh - in the long form, the crate for Rust is packed, and its tests pass with rusqlite and its bundled
# SQLite. cargo takes the other crates from its registry.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
command -v cargo >/dev/null || { skip 'packages/crate: no cargo' && finish packages/crate && exit; }
[ "$NEARDUP_LONG" = 1 ] || { finish packages/crate && exit; }

check 'make crate' quietly "${MAKE:-make}" -s crate
check 'its tests' quietly cargo test --manifest-path build/packages/rust/Cargo.toml
check 'five of them and the example' [ "$(grep -c '^test .* ok$' "$log")" = 6 ]
if echo '#include <libstemmer.h>' | cc -E - >"$log" 2>&1; then
    check 'its tests, with stems' quietly cargo test --features stemmer \
        --manifest-path build/packages/rust/Cargo.toml
else
    skip 'packages/crate: no libstemmer.h (libstemmer-dev)'
fi
tar -tzf build/packages/neardup-*.crate | sed 's|^[^/]*/||' >"$folder/files"
for file in c/neardup.c c/neardup.h src/lib.rs build.rs README.md LICENSE; do
    check "the crate has $file" grep -qx "$file" "$folder/files"
done

# A program that depends on the packed crate, as its README has it.
mkdir -p "$folder/program/src" && tar -xzf build/packages/neardup-*.crate -C "$folder"
sed -n '/^```rust/,/^```/p' ext/packages/rust/README.md | sed '/^```/d' >"$folder/program/src/main.rs"
cat >"$folder/program/Cargo.toml" <<END
[package]
name = "program"
version = "0.1.0"
edition = "2021"
[dependencies]
neardup = { path = "$(ls -d "$folder"/neardup-*)" }
rusqlite = { version = "0.41", features = ["bundled"] }
END
check 'the program in its README' quietly env CARGO_TARGET_DIR=build/packages/rust/target cargo run --quiet \
    --manifest-path "$folder/program/Cargo.toml"
check 'finds the pair' grep -qx '1 and 2: 0.67' "$log"

finish packages/crate
