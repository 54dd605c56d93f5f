#!/bin/sh
# run.sh - what make run does, with the variables DUMP, DB, DETECTION, REUSE, BUILD and MAKE: it builds, and runs neardup.
#
# A DUMP that names no file is a list of files. The sample's database is created afresh each time.

case $REUSE in '' | 0) reuse='' ;; 1) reuse=--reuse ;; *)
    echo "make run: REUSE is 0 or 1, not '$REUSE'" >&2
    exit 1
    ;;
esac
set -f
if [ -e "$DUMP" ] || [ "$DUMP" = - ]; then set -- "$DUMP"; else set -- $DUMP; fi
[ $# -gt 0 ] || set -- ''

mkdir -p "$BUILD" || exit 1
jobs='' # on all processors, unless make was told otherwise
case " $MAKEFLAGS" in *' -j'*) ;; *) jobs=-j$(getconf _NPROCESSORS_ONLN) ;; esac
"$MAKE" -q all >/dev/null 2>&1 || { echo 'Building' && "$MAKE" --no-print-directory -s $jobs all; } || exit
if [ "$*" = examples/sample.xml ] && [ -z "$DB" ]; then
    mkdir -p "$BUILD/examples" && DB=$BUILD/examples/sample.db && rm -f "$DB"
fi

# The program's status 3 means that it reported damage.
"$BUILD/neardup" find ${DETECTION:+--detection "$DETECTION"} $reuse --db "${DB:-$BUILD}" -- "$@" || [ $? -eq 3 ] || exit
command -v neardup >/dev/null || echo "  neardup is not on the PATH: here it is $BUILD/neardup."
