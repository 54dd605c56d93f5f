#!/bin/sh
# stemmer_for.sh TARGET FOLDER - builds libstemmer for one of zig's targets: FOLDER/libstemmer.a,
# FOLDER/libstemmer.h, and FOLDER/LICENSE-snowball, which goes with a program that contains it. What is there
# already is kept.
#
# The source is Debian's package snowball. Its compiler, which makes C of the rules of a language, is built for
# this machine. ZIG is the command that runs zig.

cd "$(dirname "$0")/../../.." || exit 1
root=$PWD target=${1:?} folder=${2:?} snowball=build/packages/snowball
[ ! -f "$folder/libstemmer.a" ] || exit 0

mkdir -p build/packages "$folder" && exec 9>build/packages/snowball.lock && flock 9 || exit 1
if [ ! -f $snowball/ready ]; then
    sh ext/packages/c/debian_source.sh snowball ||
        { echo 'stemmer_for.sh: the source of snowball could not be had' >&2 && exit 1; }
    rm -rf $snowball && cp -a build/sources/snowball $snowball &&
        make -s -C $snowball CC="$ZIG cc" AR="$ZIG ar" libstemmer.a >$snowball.log 2>&1 && touch $snowball/ready ||
        { tail -n 20 $snowball.log >&2 && exit 1; }
fi
exec 9>&-

cd "$folder" && rm -rf objects && mkdir objects && cd objects &&
    $ZIG cc -target "$target" -O2 -g0 -fPIC -fvisibility=hidden -w -I"$root/$snowball/include" -c \
        "$root/$snowball"/runtime/*.c "$root/$snowball/libstemmer/libstemmer.c" "$root/$snowball"/src_c/*.c &&
    cd .. && $ZIG ar rcs new.a objects/* && rm -r objects &&
    cp "$root/$snowball/include/libstemmer.h" . && cp "$root/$snowball/COPYING" LICENSE-snowball &&
    mv new.a libstemmer.a
