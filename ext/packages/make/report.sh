#!/bin/sh
# report.sh - what make report does, with the variables DUMP, DB, REPORT, BUILD and MAKE. Without DB, the
# report of the sample.

if [ -z "$DB" ]; then
    [ "$DUMP" = examples/sample.xml ] || {
        echo 'make report: it reads a database, as make run has made it: DB=NAME.db, without DUMP' >&2
        exit 1
    }
    DB=$BUILD/examples/sample.db
    [ -f "$DB" ] || "$MAKE" --no-print-directory -s run DB= DUMP=examples/sample.xml >/dev/null || exit 1
fi
exec "$BUILD/neardup" report -- "$DB" ${REPORT:+"$REPORT"}
