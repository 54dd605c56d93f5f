#!/bin/sh
# install_scripts.sh SCRIPT... - writes these scripts, and the command neardup-report, below DESTDIR and
# PREFIX, so that they find each other and the extension there. The name of the folder is quoted twice: for
# SQLite's shell, for a text in SQL or for sh, and for sed.

umask 022
in_shell=$(printf '%s\n' "$PREFIX" | sed -e 's/["\]/\\&/g' -e 's/[|&\]/\\&/g')
in_sql=$(printf '%s\n' "$PREFIX" | sed -e "s/'/''/g" -e 's/[|&\]/\\&/g')
in_sh=$(printf '%s\n' "$PREFIX" | sed -e "s/'/'\\\\''/g" -e 's/[|&\]/\\&/g')
for script do
    sed -e '/^\.shell test/d' -e "s|^\.load build/\(.*\)|.load \"$in_shell/lib/sqlite3/\1\"|" \
        -e "s|'\.load build/\([a-z]*\)'|'.load \"$in_shell/lib/sqlite3/\1\"'|" \
        -e "s|^\.read sql/\(.*\)|.read \"$in_shell/share/neardup/sql/\1\"|" \
        -e "s|readfile('sql/|readfile('$in_sql/share/neardup/sql/|" \
        -e 's|build/neardup-load|neardup-load|' "$script" \
        >"$DESTDIR$PREFIX/share/neardup/$script" || exit 1
done
sed "s|^scripts=.*|scripts='$in_sh/share/neardup'|" sql/report/neardup-report.sh \
    >"$DESTDIR$PREFIX/bin/neardup-report" && chmod 755 "$DESTDIR$PREFIX/bin/neardup-report"
