#!/bin/sh
# uses.sh - the scripts of examples/ run and print what they should.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
expected='1|3|0.82
1|6|0.78
2|4|0.83
3|6|0.64'

# prints NAME COMMAND : the command's output is the expected one
prints() {
    found=$(sh -c "$2" 2>&1)
    if [ "$found" = "$expected" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'failed: %s printed\n%s\n' "$1" "$found"
    fi
}

prints any_table.sql 'sqlite3 < examples/any_table.sql'
if /usr/bin/python3 -c 'import sqlite3; sqlite3.connect("").enable_load_extension' 2>/dev/null; then
    prints any_table.py '/usr/bin/python3 examples/any_table.py'
else
    skip 'hosts/uses: /usr/bin/python3 cannot load extensions'
fi
prints any_file.sh 'sh examples/any_file.sh'
prints embed.c "${CC:-cc} -Iext -o $folder/embed examples/embed.c build/libneardup.a -lsqlite3 -lm &&
    $folder/embed"

finish hosts/uses
