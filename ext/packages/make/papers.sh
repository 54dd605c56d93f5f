#!/bin/sh
# papers.sh - what make papers does, with the variables DUMP, DB, BUILD and MAKE: it builds, loads DUMP into DB, finds duplicates
# and text reuse, and prints the tables and figures of the papers.
#
# Without DUMP, a DB that is there is asked as it is. Without DB, the database is made afresh each time.

set -f
if [ -e "$DUMP" ] || [ "$DUMP" = - ]; then set -- "$DUMP"; else set -- $DUMP; fi

mkdir -p "$BUILD" && "$MAKE" --no-print-directory -s all || exit
if [ -n "$DB" ] && [ -e "$DB" ] && [ "$*" = examples/sample.xml ]; then
    exec "$BUILD/neardup" papers "$DB"
fi
[ -n "$DB" ] || { DB=$BUILD/papers.db && rm -f "$DB"; }

# The program's status 3 means that it reported damage.
"$BUILD/neardup" find --output /dev/null --db "$DB" -- "$@" || [ $? -eq 3 ] || exit
"$BUILD/neardup" reuse --output /dev/null "$DB" && exec "$BUILD/neardup" papers "$DB"
