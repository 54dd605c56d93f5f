#!/bin/sh
# versions.sh - the extension, the loader and the pipeline with other versions of SQLite, from the oldest
# supported to the newest available: all tests of functions, and the same findings on the sample as with
# the installed version. A version just below the oldest is refused with a message.
#
# Each version takes a minute, so the short form does nothing; test_loading.c tests what it can with the
# installed SQLite.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
below=3.34.0 oldest=3.35.2 newest=3.54.1
versions="$oldest 3.38.2 3.44.2 3.52.0 $newest"
[ "$NEARDUP_LONG" = 1 ] || { finish hosts/versions && exit; }

# with COMMAND... : runs it with the SQLite in $sqlite
with() {
    PATH=$sqlite:$PATH LD_LIBRARY_PATH=$sqlite NEARDUP_LONG='' "$@" >"$log" 2>&1
}

# passes COMMAND... : whether a test program ends without a failure
passes() {
    check "SQLite $version: $*" passed_by "$@"
}

passed_by() {
    with "$@" && tail -n 1 "$log" | grep -q ': [0-9]* passed, 0 failed'
}

# says TEXT COMMAND... : whether the first line of its output begins with TEXT
says() {
    text=$1
    shift
    with "$@"
    check "SQLite $version: $*" [ "$(head -n 1 "$log" | cut -c 1-${#text})" = "$text" ]
}

# findings FOLDER : what the pipeline finds in the sample, printed and as a database
findings() {
    mkdir -p "$1" && build/neardup-load --quiet examples/sample.xml "$1/sample.db" &&
        sqlite3 -bail "$1/sample.db" <sql/pipeline.sql | sed "s|$1|.|" >"$1/printed"
}

# tables FOLDER : the tables, read by one SQLite, since versions print numbers differently
tables() {
    sqlite3 -bail "$1/sample.db" "SELECT * FROM article; SELECT * FROM sentence;
        SELECT * FROM signature; SELECT * FROM pair; SELECT * FROM cluster;
        SELECT * FROM member" >"$1/tables"
}

same_findings() {
    with findings "$folder/$version" &&
        diff "$folder/here/printed" "$folder/$version/printed" >"$log" 2>&1 &&
        tables "$folder/$version" &&
        diff "$folder/here/tables" "$folder/$version/tables" >"$log" 2>&1
}

# build : builds the extension and its test programs with the headers of this version
build() {
    programs=$(ls tests/functions/test_*.c tests/faults/test_functions*.c tests/hostile/test_index*.c \
        tests/hosts/test_*.c |
        sed "s|^|$built/|; s|\.c\$||")
    "${MAKE:-make}" -s -j 2 BUILD="$built" WERROR=1 CFLAGS=-O1 SQLITE_CFLAGS="-I$sqlite" \
        SQLITE_LIBS="-L$sqlite -lsqlite3" "$built/neardup.so" $programs >"$log" 2>&1
}

findings "$folder/here" && tables "$folder/here" || exit 1
clean=0
for version in $versions; do
    before=$failed
    sqlite=$(sh tests/hosts/sqlite_of_version $version 2>"$log") ||
        { skip "hosts/versions: SQLite $version: $(cat "$log")" && continue; }
    built=build/hosts/with-$version
    says "$version " sqlite3 --version
    says "$version" /usr/bin/python3 -c 'import sqlite3; print(sqlite3.sqlite_version)'
    check "SQLite $version: builds" build
    for program in $programs; do
        NEARDUP_MODULE=$built/neardup.so passes "$program"
    done
    for script in tests/hosts/programs.sh tests/hosts/uses.sh tests/pipeline/pipeline.sh; do
        passes sh $script
    done
    scripts='functions/examples functions/oracle functions/progress_bar pipeline/sample pipeline/analysis
        pipeline/what_next pipeline/kinds pipeline/reuse_kinds pipeline/lineages program/adding program/watching'
    # The scripts of sql/analysis need the shell of 3.37.
    [ $version != $oldest ] || scripts=$(echo $scripts | sed 's,pipeline/analysis pipeline/what_next,,')
    for script in $scripts; do
        passes /usr/bin/python3 tests/$script.py
    done
    check "SQLite $version: the same findings" same_findings
    [ $failed -gt $before ] || clean=$((clean + 1))
done

# Built with the newest headers for the oldest SQLite, and the other way round.
version=$oldest
for built in $newest $oldest; do
    sqlite=build/hosts/sqlite-$version
    if [ -f build/hosts/with-$built/neardup.so ] && [ -d "$sqlite" ]; then
        NEARDUP_MODULE=build/hosts/with-$built/neardup.so \
            passes "build/hosts/with-$version/tests/hosts/test_loading"
    fi
    version=$newest
done

version=$below
if sqlite=$(sh tests/hosts/sqlite_of_version $version 2>"$log"); then
    refusal="neardup needs SQLite 3.35 or later, but this is $below"
    says "Error: error during initialization: $refusal" sqlite3 :memory: '.load build/neardup'
    says "error during initialization: $refusal" /usr/bin/python3 -c '
import sqlite3
connection = sqlite3.connect("")
connection.enable_load_extension(True)
try:
    connection.load_extension("build/neardup")
except sqlite3.Error as error:
    print(error)'
else
    skip "hosts/versions: SQLite $version: $(cat "$log")"
fi

figure $clean 'versions of SQLite passed'
finish hosts/versions
