#!/bin/sh
# amalgamation.sh - neardup.c, the extension in one file, compiles without warnings, as a library and as
# part of a program in C or C++, exports one symbol, and answers like the extension. The long form
# compiles with each compiler and standard, and asks the reference, too.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
cc=${CC:-cc}

if ! "${MAKE:-make}" -s amalgamation 2>"$log"; then
    check 'make amalgamation' false
    finish hosts/amalgamation
    exit
fi
source=build/amalgamation/neardup.c

# same FILE FILE
same() {
    diff "$1" "$2" 2>&1 | head -n 20 >"$log"
    [ ! -s "$log" ]
}

# defines_one_symbol OPTION FILE : OPTION of nm chooses the symbols; musl adds two to each library
defines_one_symbol() {
    [ "$(nm "$1" --defined-only "$2" | sed 's/.* //' | grep -vx '_init\|_fini')" = sqlite3_neardup_init ]
}

# ---- As a library --------------------------------------------------------------------------------

# tries NAME COMPILER... : a library without warnings that exports the entry point only
tries() {
    what=$1
    shift
    check "$what: a library" silent "$@" -Wall -Wextra -Werror -fPIC -shared -o "$folder/neardup.so" \
        $source -lm -lpthread
    check "$what: it exports one symbol" defines_one_symbol -D "$folder/neardup.so"
    check "$what: for a program" silent "$@" -Wall -Wextra -Werror -fsyntax-only -DSQLITE_CORE $source
}

build/neardup-load --quiet examples/sample.xml "$folder/sample.db" 2>"$log"

# answers MODULE : to questions about the sentences of the sample
answers() {
    { echo ".load $1 sqlite3_neardup_init" && cat tests/hosts/questions.sql; } |
        sqlite3 -bail "$folder/sample.db" 2>&1
}

tries "$cc" "$cc" -std=c11 -O0
answers build/neardup >"$folder/expected"
answers "$folder/neardup" >"$folder/found"
check 'it answers like the extension' same "$folder/expected" "$folder/found"
check 'there are answers' [ "$(wc -l <"$folder/expected")" -gt 2000 ]

if [ "$NEARDUP_LONG" = 1 ]; then
    for compiler in gcc clang musl-gcc; do
        command -v $compiler >/dev/null || { skip "hosts/amalgamation: no $compiler" && continue; }
        headers=''
        [ $compiler != musl-gcc ] ||
            headers="-idirafter /usr/include -idirafter /usr/include/$(gcc -print-multiarch)"
        for standard in c11 c17; do
            for level in -O0 -O3; do
                tries "$compiler $standard $level" $compiler -std=$standard $level $headers
            done
        done
        [ $compiler != musl-gcc ] || continue
        NEARDUP_LONG='' NEARDUP_MODULE=$folder/neardup /usr/bin/python3 tests/functions/oracle.py >"$log" 2>&1
        check "$compiler: it agrees with the reference" grep -q ' 0 failed' "$log"
        check "$compiler: it chooses its path at run time" [ "$(path "$folder/neardup")" = "$(path build/neardup)" ]
    done
    check 'without threads' silent "$cc" -Wall -Wextra -Werror -fsyntax-only -DNEARDUP_WITHOUT_THREADS \
        $source
    check 'with assertions' silent "$cc" -Wall -Wextra -Werror -fsyntax-only -DNEARDUP_DEBUG $source
fi

# ---- In a program --------------------------------------------------------------------------------

check 'for a program' "$cc" -O0 -DSQLITE_CORE -c -o "$folder/neardup.o" $source
check 'a program gains one symbol' defines_one_symbol -g "$folder/neardup.o"
check 'a program in C' "$cc" -Ibuild/amalgamation -o "$folder/embed" examples/embed.c "$folder/neardup.o" \
    -lsqlite3 -lm -lpthread
"$folder/embed" >"$folder/found" 2>&1
sqlite3 <examples/any_table.sql >"$folder/expected"
check 'it finds the pairs' same "$folder/expected" "$folder/found"
cxx=${CXX:-c++}
if command -v "$cxx" >/dev/null; then
    check 'a program in C++' silent "$cxx" -Wall -Wextra -Werror -Ibuild/amalgamation -o "$folder/embed" \
        tests/hosts/embed.cpp "$folder/neardup.o" -lsqlite3 -lm -lpthread
    "$folder/embed" >"$folder/found" 2>&1
    version=$(sqlite3 :memory: '.load build/neardup' 'SELECT neardup_version()')
    printf '%s\n' "$version" 3 "$version" >"$folder/expected"
    check 'it has the version of its header' same "$folder/expected" "$folder/found"
else
    skip "hosts/amalgamation: no $cxx"
fi

finish hosts/amalgamation
