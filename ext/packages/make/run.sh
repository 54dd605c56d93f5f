#!/bin/sh
# run.sh [papers] - what make run and make papers do, with the variables DUMP, DB, DETECTION, REUSE, BUILD and MAKE: it builds, and
# runs neardup; for the papers it finds text reuse, too, and prints their tables and figures instead of what it found.
#
# A DUMP that names no file is a list of files. Without DB, the databases of the sample and of the papers are created afresh each
# time. For the papers, a DB that is there is asked as it is, unless DUMP is given.

papers=$1
case $REUSE in '' | 0) reuse='' ;; 1) reuse=--reuse ;; *)
    echo "make run: REUSE is 0 or 1, not '$REUSE'" >&2
    exit 1
    ;;
esac
[ -z "$papers" ] || reuse='--reuse --output /dev/null'
set -f
if [ -e "$DUMP" ] || [ "$DUMP" = - ]; then set -- "$DUMP"; else set -- $DUMP; fi
[ $# -gt 0 ] || set -- ''
[ "$*" = examples/sample.xml ] && sample=1 || sample=''

mkdir -p "$BUILD" || exit 1
jobs='' # on all processors, unless make was told otherwise
case " $MAKEFLAGS" in *' -j'*) ;; *) jobs=-j$(getconf _NPROCESSORS_ONLN) ;; esac
"$MAKE" -q all >/dev/null 2>&1 || { echo 'Building' && "$MAKE" --no-print-directory -s $jobs all; } || exit
if [ "$papers$sample" ] && [ -z "$DB" ]; then
    mkdir -p "$BUILD/examples" && DB=$BUILD/examples/${papers:-sample}.db && rm -f "$DB"
fi

# The program's status 3 means that it reported damage.
[ "$papers" ] && [ "$sample" ] && [ -e "$DB" ] ||
    "$BUILD/neardup" find ${DETECTION:+--detection "$DETECTION"} $reuse --db "${DB:-$BUILD}" -- "$@" || [ $? -eq 3 ] || exit
[ -z "$papers" ] || exec "$BUILD/neardup" papers "$DB"
command -v neardup >/dev/null || echo "  neardup is not on the PATH: here it is $BUILD/neardup."
