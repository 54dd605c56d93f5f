#!/bin/sh
# go_and_r.sh - the example for Go, with mattn/go-sqlite3 from the module proxy, finds the pairs, and the lines
# for R on docs/guide/install.md run with RSQLite. Go compiles SQLite for a minute, so the short form leaves it out.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh

if ! command -v go >/dev/null; then
    skip 'packages/go_and_r: no go'
elif [ "$NEARDUP_LONG" = 1 ]; then
    mkdir "$folder/program" && cp examples/any_table.go "$folder/program"
    check 'Go: the example is formatted' [ -z "$(gofmt -l examples)" ]
    check 'Go: the example builds' quietly sh -c "cd '$folder/program' && go mod init example &&
        go get github.com/mattn/go-sqlite3@v1.14.53 && CGO_CFLAGS='-O1' go build -o any_table any_table.go"
    sqlite3 <examples/any_table.sql >"$folder/expected"
    "$folder/program/any_table" build/neardup >"$folder/found" 2>&1
    check 'Go: it finds the pairs' quietly diff "$folder/expected" "$folder/found"
    check 'Go: it says what is missing' [ -n "$("$folder/program/any_table" build/nothing 2>&1 | grep nothing)" ]
fi

if Rscript -e 'library(RSQLite)' >/dev/null 2>&1; then
    # Its database is in memory here.
    sed -n '/^```r$/,/^```$/p' docs/guide/install.md | sed '/^```/d; s/"my.db"/":memory:"/' >"$folder/page.R"
    echo 'dbGetQuery(db, "SELECT edit_distance(?, ?) AS distance", params = list("kitten", "sitting"))$distance' \
        >>"$folder/page.R"
    Rscript "$folder/page.R" >"$log" 2>&1
    check 'R: the page' [ "$(tail -n 1 "$log")" = '[1] 3' ]
else
    skip 'packages/go_and_r: no R with RSQLite (r-cran-rsqlite)'
fi

finish packages/go_and_r
