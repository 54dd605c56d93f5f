#!/bin/sh
# compile_for.sh TARGET FILE - compiles build/amalgamation/neardup.c to a library for TARGET, one of zig's
# targets: x86_64-linux-gnu.2.17, aarch64-linux-musl, aarch64-macos, x86_64-windows-gnu …
#
# libstemmer is linked in, for every target: its licence is then build/packages/stemmer/TARGET/LICENSE-snowball.
#
# zig is the C compiler, because it knows old versions of glibc, musl and other processors alike. It comes
# from PyPI, into build/tools.

cd "$(dirname "$0")/../../.." || exit 1
target=$1 file=$2 tools=$PWD/build/tools headers=build/packages/headers

export ZIG="$tools/bin/python -m ziglang"
stemmer=$PWD/build/packages/stemmer/$target
sh ext/packages/c/build_tools.sh ziglang==0.17.1 && sh ext/packages/c/stemmer_for.sh "$target" "$stemmer" &&
    sh ext/packages/c/sqlite_headers.sh $headers && mkdir -p "$(dirname "$file")" || exit 1
# nodelete, as in the Makefile: SQLite may unload the library but keep some of its functions.
case $target in *-linux-*) elf=-Wl,-z,defs,-z,nodelete ;; *) elf='' ;; esac
# Without this, its fast paths would never be taken.
case $target in x86_64-*) model=ext/packages/c/cpu_model.c ;; *) model='' ;; esac
exec $ZIG cc -target "$target" -std=c11 -O2 -g0 -s -Wall -Wextra -Werror -fPIC \
    -shared $elf -DNEARDUP_STEMMER -I"$stemmer" -I$headers -o "$file" build/amalgamation/neardup.c $model \
    "$stemmer"/objects/* -lm -lpthread
