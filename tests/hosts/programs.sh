#!/bin/sh
# programs.sh - programs load the extension: the sqlite3 shell and Python, under other names, and beside an extension with the
# same names, internally and in SQL. test_loading.c loads it twice and in several connections, tests/pipeline/python_api.py in
# apsw, and tests/packages/node_package.sh in Node.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
suffix=so
[ -f build/neardup.dylib ] && suffix=dylib
module=$PWD/build/neardup.$suffix

# same WHAT EXPECTED FOUND
same() {
    printf 'expected %s\nfound    %s\n' "$2" "$3" >"$folder/errors"
    check "$1" [ "$2" = "$3" ]
}

# shell LINES : the output of the sqlite3 shell
shell() {
    printf '%s\n' "$1" | sqlite3 -batch -init /dev/null :memory: 2>&1
}

query="SELECT jaccard('abcd', 'abcx', 2), (SELECT count(*) FROM shingles('abc', 2));"
answer='0.5|2'

same 'the shell, by path without suffix' "$answer" "$(shell ".load build/neardup
$query")"
same 'the shell, by whole path' "$answer" "$(shell ".load $module
$query")"
same 'load_extension()' "$answer" "$(shell "SELECT load_extension('build/neardup');
$query" | tail -n 1)"
# SQLite derives the entry point from the letters of the file's name.
for name in libneardup neardup2 near-dup_0; do
    cp "$module" "$folder/$name.$suffix"
    same "under the name $name" "$answer" "$(shell ".load $folder/$name
$query")"
done
cp "$module" "$folder/other.$suffix"
same 'under any name, by its entry point' "$answer" \
    "$(shell ".load $folder/other sqlite3_neardup_init
$query")"

# SQLite loads extensions into one namespace: ours must not use another's symbols of the same name.
# In SQL, a name belongs to the last one loaded, for its numbers of arguments; our functions still
# call their own code.
cat >"$folder/rival.c" <<'END'
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
#include <stdlib.h>
#define RIVAL(name) \
    void name(void); \
    void name(void) { abort(); }
RIVAL(jaccard_function) RIVAL(set_similarity_count) RIVAL(code_points_decode)
RIVAL(shingle_kernel_named) RIVAL(shingle_count) RIVAL(set_similarity_jaccard) RIVAL(connection_new)
RIVAL(table_function_register)
RIVAL(edit_distance) RIVAL(union_find_join) RIVAL(arguments_any_null) RIVAL(minhash_minima)
static void one(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count, (void)values;
    sqlite3_result_int(context, 1);
}
static void step(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)context, (void)count, (void)values;
}
static void none(sqlite3_context *context) {
    sqlite3_result_null(context);
}
int sqlite3_rival_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
    (void)message;
    SQLITE_EXTENSION_INIT2(api)
    sqlite3_create_function(db, "jaccard", 2, SQLITE_UTF8, 0, one, 0, 0);
    sqlite3_create_function(db, "edit_distance", 2, SQLITE_UTF8, 0, one, 0, 0);
    sqlite3_create_function(db, "union_find", 2, SQLITE_UTF8, 0, 0, step, none);
    return sqlite3_create_function(db, "rival", 0, SQLITE_UTF8, 0, one, 0, 0);
}
END
case $suffix in dylib) shared='-dynamiclib' ;; *) shared='-shared' ;; esac
if ${CC:-cc} -fPIC $shared -o "$folder/rival.$suffix" "$folder/rival.c" 2>"$folder/errors"; then
    cp "$module" "$folder/neardup.$suffix"
    contested="SELECT rival(), jaccard('ab', 'cd'), edit_distance('ab', 'cd'),
        typeof(union_find(1, 2)), edit_distance('ab', 'cd', 5), edit_similarity('ab', 'cd');
$query"
    same 'a rival before it' "$(printf '%s\n' '1|0.0|2|blob|2|0.0' "$answer")" \
        "$(shell ".load $folder/rival
.load $folder/neardup
$contested")"
    same 'a rival after it' "$(printf '%s\n' '1|1|1|null|2|0.0' "$answer")" \
        "$(shell ".load $folder/neardup
.load $folder/rival
$contested")"
else
    skip 'hosts/programs: a rival extension cannot be built here'
fi

if /usr/bin/python3 -c 'import sqlite3; sqlite3.Connection.enable_load_extension' 2>/dev/null; then
    same 'Python' '(0.5, 3) OperationalError: jaccard(): argument a must be text, found an integer' \
        "$(/usr/bin/python3 - 2>&1 <<'END'
import sqlite3
connection = sqlite3.connect(":memory:")
connection.enable_load_extension(True)
connection.load_extension("build/neardup")
print(connection.execute("SELECT jaccard(?, ?, 2), edit_distance('kitten', 'sitting')", ("abcd", "abcx")).fetchone(), end=" ")
try:
    connection.execute("SELECT jaccard(1, 'a')").fetchone()
except sqlite3.Error as error:
    print(f"{type(error).__name__}: {error}")
END
)"
else
    skip 'hosts/programs: /usr/bin/python3 cannot load extensions'
fi

finish hosts/programs
