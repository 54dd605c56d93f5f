#!/bin/sh
# neardup-report - writes what a database of neardup holds as one page of HTML. See neardup-report(1).
#
#     neardup-report [--papers] [--url PATTERN] DATABASE [HTML]
#
# In the project's folder, make report runs it; make install installs it as neardup-report, with the path of
# the installed scripts in place of the next line.

scripts=$(cd "$(dirname -- "$0")/../.." && pwd)

usage='usage: neardup-report [--papers] [--url PATTERN] DATABASE [HTML]'

usage() {
    echo "$usage" >&2
    exit 2
}

fail() {
    printf 'neardup-report: %s\n' "$1" >&2
    exit 1
}

# absolute FILE : its path from the root; the folder must exist
absolute() {
    folder=$(dirname -- "$1")
    folder=$(CDPATH='' cd -- "$folder" 2>/dev/null && pwd) || fail "there is no folder '$(dirname -- "$1")'"
    printf '%s/%s\n' "${folder%/}" "$(basename -- "$1")"
}

papers=NULL
url=NULL
while :; do
    case ${1-} in
        --papers) papers=1 ;;
        --url)
            [ $# -gt 1 ] || usage
            url="'$(printf '%s\n' "$2" | sed "s/'/''/g")'"
            shift
            ;;
        --help) echo "$usage"; exit 0 ;;
        --) shift; break ;;
        -*) usage ;;
        *) break ;;
    esac
    shift
done
case $# in
    1 | 2) if [ -z "$1" ] || [ -z "${2-page}" ]; then usage; fi ;;
    *) usage ;;
esac
[ -f "$1" ] || fail "there is no file '$1'"
command -v sqlite3 >/dev/null || fail 'sqlite3, the shell of SQLite, is not installed'

database=$(absolute "$1") || exit 1
if [ $# -eq 2 ]; then
    case $2 in -*) page=./$2 ;; *) page=$2 ;; esac
    page=$(absolute "$page") || exit 1
else
    name=$(basename -- "$database")
    case $name in
        ?*.html | ?*.htm) page=$database ;;
        ?*.*) page=${database%.*}.html ;;
        *) page=$database.html ;;
    esac
fi
[ ! -d "$page" ] || fail "'$page' is a folder; name a file in it"
# A report names its maker at its beginning. Nothing else is overwritten.
maker='<meta name="generator" content="neardup-report">'
[ ! -e "$page" ] || [ -f "$page" ] || fail "'$page' is not an ordinary file; name another one"
if [ -e "$page" ] && ! dd if="$page" bs=400 count=1 2>/dev/null | grep -aq "$maker"; then
    fail "'$page' exists, and neardup did not write it as a report; name another file"
fi

# What is written halfway is no report: it gets its name when it is complete. SQLite's shell needs -escape off
# from 3.50 on to print every character as it is. A file or link that is there already is not ours: set -C
# refuses it.
part=$page.$$.part
(set -C && : >"$part") 2>/dev/null || fail "'$part' could not be made"
trap 'rm -f "$part"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
if sqlite3 -escape off -version >/dev/null 2>&1; then set -- -escape off; else set --; fi
errors=$(cd "$scripts" && sqlite3 -init /dev/null -batch -bail -readonly "$@" -cmd '.parameter init' \
    -cmd "INSERT INTO temp.sqlite_parameters VALUES ('@url', $url), ('@papers', $papers);" "$database" \
    <sql/report/report.sql 2>&1 >"$part") || [ -z "$errors" ] ||
    fail "$(printf '%s\n' "$errors" | sed -e 's/^[A-Z][a-z]* error near line [0-9]*: //' -e 's/^Error: //' -e 's/^@url /--url /')"
[ "$(tail -n 1 "$part" 2>/dev/null)" = '</html>' ] || fail "'$page' could not be written"
mv -f "$part" "$page" || exit 1
printf '%s: %s bytes\n' "$page" "$(($(wc -c <"$page")))"
