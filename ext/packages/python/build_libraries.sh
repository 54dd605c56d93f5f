#!/bin/sh
# build_libraries.sh TARGET FOLDER - builds the libraries of the program neardup for one of zig's targets, such as
# aarch64-linux-musl, as static libraries: FOLDER/lib, FOLDER/include, and FOLDER/licences, which go with a
# program that contains them. What is there already is kept.
#
# The sources are Debian's, and SQLite's from an npm package, as in tests/hosts.
#
# ZIG is the command that runs zig.

cd "$(dirname "$0")/../../.." || exit 1
root=$PWD target=${1:?} folder=${2:?} sources=$PWD/build/sources
case $folder in /*) ;; *) folder=$root/$folder ;; esac
host=$(echo "$target" | sed 's/\.[0-9.]*$//')
flags='-O2 -g0 -fPIC -fvisibility=hidden'
unset MAKEFLAGS # the libraries need make's built-in rules, which our Makefile does without
export CC="$ZIG cc -target $target" AR="$ZIG ar" RANLIB="$ZIG ranlib" CFLAGS="$flags"

# build PACKAGE STEP... : fetches it, and runs the steps in a fresh copy
build() {
    package=$1
    shift
    [ ! -f "$folder/$package.built" ] || return 0
    sh ext/packages/c/debian_source.sh "$package" || { echo "the source of $package could not be had" >&2 && return 1; }
    mkdir -p "$folder/lib" "$folder/include" && rm -rf "$folder/${package:?}" &&
        cp -a "$sources/$package" "$folder/$package" || return 1
    (cd "$folder/$package" && "$@") >"$folder/$package.log" 2>&1 ||
        { tail -n 20 "$folder/$package.log" >&2 && return 1; }
    rm -rf "$folder/${package:?}" && touch "$folder/$package.built"
}

configured() {
    ./configure --host="$host" --prefix="$folder" --disable-shared --enable-static "$@" && make -s install
}

zlib() {
    ./configure --static --prefix="$folder" && make -s libz.a &&
        cp libz.a "$folder/lib" && cp zlib.h zconf.h "$folder/include"
}

bzip2() {
    $CC $flags -w -c blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c &&
        $AR rcs "$folder/lib/libbz2.a" ./*.o && cp bzlib.h "$folder/include"
}

zstd() {
    make -s -C lib libzstd.a ZSTD_LIB_COMPRESSION=0 ZSTD_LIB_DICTBUILDER=0 ZSTD_LIB_DEPRECATED=0 \
        ZSTD_NO_ASM=1 && cp lib/libzstd.a "$folder/lib" && cp lib/*.h "$folder/include"
}

sqlite() {
    [ ! -f "$folder/sqlite.built" ] || return 0
    source=$(CC='' sh tests/hosts/sqlite_of_version 3.54.1) || return 1
    $CC $flags -w -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_DQS=0 -c \
        -o "$folder/sqlite3.o" "$source/sqlite3.c" &&
        rm -f "$folder/lib/libsqlite3.a" && $AR rcs "$folder/lib/libsqlite3.a" "$folder/sqlite3.o" &&
        cp "$source/sqlite3.h" "$folder/include" && touch "$folder/sqlite.built"
}

# licence PACKAGE FILE
licence() {
    mkdir -p "$folder/licences" && sh ext/packages/c/debian_source.sh "$1" && cp "$sources/$1/$2" "$folder/licences/LICENSE-$1"
}

build zlib zlib &&
    build bzip2 bzip2 &&
    build libzstd zstd &&
    build xz-utils configured --disable-xz --disable-xzdec --disable-lzmadec --disable-lzmainfo \
        --disable-scripts --disable-doc --disable-nls --disable-encoders &&
    build pcre2 configured --enable-jit --disable-pcre2grep-jit &&
    build libxml2 configured --without-python --without-zlib --without-lzma --without-http --without-ftp \
        --without-debug --without-catalog --without-modules --without-xpath --without-schemas \
        --without-schematron --without-xinclude --without-xptr --without-c14n --without-iconv &&
    sqlite &&
    licence zlib LICENSE && licence bzip2 LICENSE && licence libzstd LICENSE && licence pcre2 LICENCE &&
    licence libxml2 Copyright # SQLite and liblzma are in the public domain
