#!/bin/sh
# stemmer_for.sh TARGET FOLDER - builds libstemmer for one of zig's targets: FOLDER/objects, FOLDER/libstemmer.h, and
# FOLDER/LICENSE-snowball, which goes with a program that contains it. What is there already is kept. These are
# objects, not an archive, because each system has a format of its own for archives.
#
# The source is Debian's package snowball. Its compiler, which makes C of the rules of a language, is built for
# this machine. ZIG is the command that runs zig.

cd "$(dirname "$0")/../../.." || exit 1
target=${1:?} folder=${2:?} snowball=build/packages/snowball
[ ! -d "$folder/objects" ] || exit 0
unset MAKEFLAGS # snowball needs make's built-in rules, which our Makefile does without

mkdir -p build/packages "$folder" && exec 9>build/packages/snowball.lock && flock 9 || exit 1
if [ ! -f $snowball/ready ]; then
    sh ext/packages/c/debian_source.sh snowball ||
        { echo 'stemmer_for.sh: the source of snowball could not be had' >&2 && exit 1; }
    rm -rf $snowball && cp -a build/sources/snowball $snowball &&
        make -s -C $snowball CC="$ZIG cc" AR="$ZIG ar" libstemmer.a >$snowball.log 2>&1 && touch $snowball/ready ||
        { tail -n 20 $snowball.log >&2 && exit 1; }
fi
exec 9>&-

# One at a time: for macOS, zig writes only the first of several.
rm -rf "$folder/objects.new" && mkdir "$folder/objects.new" || exit 1
for source in $snowball/runtime/*.c $snowball/libstemmer/libstemmer.c $snowball/src_c/*.c; do
    $ZIG cc -target "$target" -O2 -g0 -fPIC -fvisibility=hidden -w -I$snowball/include -c \
        -o "$folder/objects.new/$(basename "$source" .c).o" "$source" || exit 1
done
cp $snowball/include/libstemmer.h "$folder" && cp $snowball/COPYING "$folder/LICENSE-snowball" &&
    mv "$folder/objects.new" "$folder/objects"
