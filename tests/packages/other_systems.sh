#!/bin/sh
# other_systems.sh - in the long form, the extension in one file compiles without warnings for Windows with mingw,
# where it answers in wine as it does here, and with zig for macOS, where nothing runs it.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
[ "$NEARDUP_LONG" = 1 ] || { finish packages/other_systems && exit; }
source=build/amalgamation/neardup.c

# answers SHELL... : to questions about the sentences of the sample, by the extension in this folder
answers() {
    { echo '.load ./neardup' && cat "$OLDPWD/tests/hosts/questions.sql"; } | "$@" -bail sample.db 2>/dev/null |
        tr -d '\r'
}

check 'make amalgamation' silent "${MAKE:-make}" -s amalgamation
check 'the headers of SQLite' silent sh ext/packages/c/sqlite_headers.sh "$folder/headers"

# ---- Windows -------------------------------------------------------------------------------------

windows() {
    check 'Windows: a library' silent $mingw -std=c11 -O2 -Wall -Wextra -Werror -shared -I"$folder/headers" \
        -o "$folder/neardup.dll" $source
    check 'Windows: for a program' silent $mingw -std=c11 -Wall -Wextra -Werror -DSQLITE_CORE -fsyntax-only \
        -I"$folder/headers" $source
    x86_64-w64-mingw32-objdump -p "$folder/neardup.dll" >"$folder/about"
    check 'Windows: it needs libraries of Windows only' \
        [ "$(sed -n 's/.*DLL Name: //p' "$folder/about" | sort | tr '\n' ' ')" = 'KERNEL32.dll msvcrt.dll ' ]
    check 'Windows: it exports one symbol' \
        [ "$(sed -n 's/^	\[ *[0-9]*\] \([a-z_][a-z0-9_]*\).*/\1/p' "$folder/about")" = sqlite3_neardup_init ]
    command -v wine >/dev/null || { skip 'packages/other_systems: no wine' && return; }
    sqlite=$(sh tests/hosts/sqlite_of_version 3.44.2 2>"$log") ||
        { skip "packages/other_systems: no source of SQLite: $(cat "$log")" && return; }
    [ -f build/hosts/sqlite3.exe ] || $mingw -O1 -w -I"$sqlite" -o build/hosts/sqlite3.exe \
        "$sqlite/shell.c" "$sqlite/sqlite3.c" >"$log" 2>&1
    build/neardup-load --quiet examples/sample.xml "$folder/sample.db"
    cp build/neardup.so "$folder"
    cp build/hosts/sqlite3.exe "$folder"
    (cd "$folder" && export WINEPREFIX="$folder/wine" WINEDEBUG=-all && answers "$sqlite/sqlite3" >expected &&
        answers wine ./sqlite3.exe >found; wineserver -w) 2>"$log"
    check 'Windows: there are answers' [ "$(wc -l <"$folder/expected")" -gt 2000 ]
    check 'Windows: the same answers' silent cmp "$folder/expected" "$folder/found"
}

mingw=x86_64-w64-mingw32-gcc
if command -v $mingw >/dev/null; then windows; else skip 'packages/other_systems: no mingw-w64'; fi

# ---- macOS ---------------------------------------------------------------------------------------

for machine in x86_64 aarch64; do
    check "macOS: $machine compiles" silent sh ext/packages/c/compile_for.sh $machine-macos \
        "$folder/neardup-$machine.dylib"
done

finish packages/other_systems
