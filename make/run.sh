#!/bin/sh
# run.sh - what make run does, with the variables DUMP, DB, DETECTION, REUSE, BUILD and MAKE.
#
# A DUMP that names no file is a list of files, dumps or others: the loader recognises each. The sample's
# database is created afresh each time; any other database keeps what it holds.

# refuse MESSAGE
refuse() {
    echo "make run: $1" >&2
    exit 1
}

case $DETECTION in '' | minhash | projection | both) ;; *)
    refuse "DETECTION is minhash, projection or both, not '$DETECTION'" ;;
esac
case $REUSE in '' | 0 | 1) ;; *) refuse "REUSE is 0 or 1, not '$REUSE'" ;; esac

set -f
if [ -e "$DUMP" ] || [ "$DUMP" = - ]; then set -- "$DUMP"; else set -- $DUMP; fi
[ $# -gt 0 ] || set -- ''
for file do
    [ -e "$file" ] || [ "$file" = - ] || refuse "DUMP: there is no file '$file' (in $PWD). Several files are \
separated by spaces: DUMP='old.xml.bz2 new.xml.bz2'"
done

if [ "$*" = examples/sample.xml ] && [ -z "$DB" ]; then
    DB=$BUILD/examples/sample.db
    rm -f "$DB"
fi
if [ -z "$DB" ]; then
    for file do
        DB=$DB${DB:++}$(basename -- "$file" | sed -E \
            's/\.(bz2|gz|xz|zst)$//; s/\.(xml|csv|tsv|tab|jsonl|ndjson|txt|warc|warc\.wet)$//')
    done
    DB=$BUILD/$DB.db
fi
case $DB in -*) DB=./$DB ;; "$BUILD"/*) mkdir -p "$(dirname "$DB")" ;; esac
[ -d "$(dirname "$DB")" ] || refuse "DB: there is no folder '$(dirname "$DB")' (in $PWD); make it first"

"$MAKE" --no-print-directory -s packages || exit 1
"$MAKE" -q all >/dev/null 2>&1 || echo 'Building'
"$MAKE" --no-print-directory -s all || exit

# The loader's status 2 means that it loaded the file and reported damage.
"$BUILD/neardup-load" -- "$@" "$DB" || [ $? -eq 2 ] || exit 1

# SQLite's shell needs -escape off from 3.50 on to show colours, and -batch from 3.52 on to print more than
# 300 characters of a text on a terminal.
if sqlite3 -escape off -version >/dev/null 2>&1; then set -- -escape off; else set --; fi

[ -z "$DETECTION" ] || sqlite3 -batch -bail "$DB" '.read sql/parameters.sql' \
    "UPDATE parameters SET detection = '$DETECTION'" || exit
export NEARDUP_ESCAPE=off
sqlite3 -batch -bail "$@" "$DB" <sql/pipeline.sql || exit
if [ "$REUSE" = 1 ]; then
    sqlite3 -batch -bail "$@" "$DB" <sql/reuse.sql >/dev/null &&
        sqlite3 -batch -bail "$@" "$DB" <sql/reuse_kinds.sql >/dev/null &&
        sqlite3 -batch -bail "$@" "$DB" <sql/reuse_summary.sql
fi
