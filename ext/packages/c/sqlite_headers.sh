#!/bin/sh
# sqlite_headers.sh FOLDER - copies SQLite's headers to FOLDER, away from the other headers of this system, which
# are not those of the system that a cross-compiler compiles for.

mkdir -p "$1" || exit 1
for name in sqlite3.h sqlite3ext.h; do
    found=$(echo "#include <$name>" | ${CC:-cc} $(pkg-config --cflags sqlite3 2>/dev/null) -E - |
        sed -n "s|^# 1 \"\(.*/$name\)\".*|\1|p" | head -n 1)
    cp "$found" "$1" || exit 1
done
