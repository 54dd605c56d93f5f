#!/bin/sh
# uses.sh - the scripts of examples/ run and print what they should.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
expected='1|3|0.82
1|6|0.78
2|4|0.83
3|6|0.64'

# prints NAME COMMAND : the command's output is $expected
prints() {
    found=$(sh -c "$2" 2>&1)
    echo "$found" >"$folder/errors"
    check "$1 prints" [ "$found" = "$expected" ]
}

prints any_table.sql 'sqlite3 < examples/any_table.sql'
any=$expected
expected='What a new memory repeats or contradicts:
1|drift|One says 9090, the other 8080; both are from “staging”, at two dates.
All versions of the memory:
The staging server listens on port 8080.|chat 7|2026-01-09|2026-03-01
The staging server listens on port 9090.|chat 9|2026-03-01|
What the index leaves, and a judge sees:
2|copyedit
What is left:
1|0'
prints memories.sql 'sqlite3 < examples/memories.sql'
expected=$any
prints any_file.sh 'sh examples/any_file.sh'
prints embed.c "${CC:-cc} -Iext -o $folder/embed examples/embed.c build/libneardup.a -lsqlite3 -lm &&
    $folder/embed"
if /usr/bin/python3 -c 'import sqlite3; sqlite3.connect("").enable_load_extension' 2>/dev/null; then
    prints any_table.py '/usr/bin/python3 examples/any_table.py'
    expected='Question 1 is saved.
Question 2 is saved.
Is it question 1? How do I reset the password of my account?
Question 3 is saved.'
    prints live_form.py '/usr/bin/python3 examples/live_form.py --try'
    expected='changes: 1, to review: [(1, 3)]
changes: 2, to review: [(1, 2), (1, 3), (2, 3)]
changes: 2, to review: [(2, 3)]'
    prints nightly_job.py '/usr/bin/python3 examples/nightly_job.py --try'
    expected='appeared 1 3
no answer
born 1
grew 3 1
grew 1 1
went 1 3
shrank 1 1
shrank 3 1
gone 1'
    prints webhook.py '/usr/bin/python3 examples/webhook.py --try'
else
    skip 'hosts/uses: /usr/bin/python3 cannot load extensions'
fi
arrivals='1 is new
2 is new
3 is like 1: 0.82
4 is new
5 is like 2: 1'
if Rscript -e 'library(RSQLite)' >/dev/null 2>&1; then
    expected=$arrivals
    prints live_index.R 'Rscript examples/live_index.R'
    expected='1 drift    1 kettle
1 drift    3 kettle
1 drift    6 kettle
2 copyedit 2 lamp
2 copyedit 4 lamp'
    prints duplicates.R 'Rscript examples/duplicates.R'
else
    skip 'hosts/uses: no R with RSQLite (r-cran-rsqlite)'
fi
if node -e 'require("node:sqlite")' >/dev/null 2>&1 || node -e 'require("better-sqlite3")' >/dev/null 2>&1; then
    expected="$arrivals
appeared: the pair of 1 and 3"
    prints live_index.js 'node --no-warnings examples/live_index.js'
    expected='1 drift    1 represents its cluster
1 drift    3
1 drift    6
2 copyedit 2 represents its cluster
2 copyedit 4'
    prints duplicates.js 'node --no-warnings examples/duplicates.js'
else
    skip 'hosts/uses: no node with an SQLite that loads extensions (Node 22.13, or better-sqlite3)'
fi

# ---- Tables of other languages ----

if /usr/bin/python3 -c 'import pandas' 2>/dev/null; then
    expected='1 drift    1 kettle keep 6
1 drift    3 kettle keep 3
1 drift    6 kettle keep 6
2 copyedit 2 lamp   keep 2
2 copyedit 4 lamp   keep 2
6 reviews, 4 without duplicates'
    NEARDUP_MODULE=build/neardup.so sh ext/packages/stage.sh python "$folder/package"
    prints pandas_duplicates.py "PYTHONPATH=$folder/package /usr/bin/python3 examples/pandas_duplicates.py"
else
    skip 'hosts/uses: no pandas (python3-pandas)'
fi

finish hosts/uses
