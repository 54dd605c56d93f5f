#!/bin/sh
# make.sh - make as users run it: misspelt variables, what `make run` loads, what `make install` and
# `make uninstall` leave, what `make help` shows first.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
unset DUMP DB DETECTION REUSE MAKEFLAGS MAKEOVERRIDES
errors=$folder/errors output=$folder/output

# made ARGUMENT... : runs make quietly; its output goes into the files "output" and "errors"
made() {
    make -s "$@" >"$output" 2>"$errors"
}

not() {
    ! "$@"
}

says() {
    grep -qF -- "$1" "$errors"
}

# ---- Variables ----

# GIVEN NEAREST : checks that GIVEN is an error that names both
while read -r given nearest; do
    check "$given is refused" not made run "$given=examples/sample.xml" BUILD="$folder/build"
    check "$given: the nearest is $nearest" says "unknown variable $given; did you mean $nearest?"
    check "$given: the list is printed" says 'The variables are DUMP DB DETECTION REUSE REPORT PREFIX'
    check "$given: nothing is built" [ ! -e "$folder/build" ]
done <<END
dump DUMP
DUMPS DUMP
Db DB
PREFFIX PREFIX
PREFX PREFIX
cflags CFLAGS
DESTIDR DESTDIR
FUZZ_SECOND FUZZ_SECONDS
END
# What a variable is called, make checks before it looks at any file; a new BUILD has none to look at.
check 'a name like no other is refused' not made -n help ELEPHANT=1 BUILD="$folder/build"
check 'and nothing is suggested for it' says 'unknown variable ELEPHANT. The variables'
for known in CC=cc CFLAGS=-O0 CPPFLAGS=-DX LDFLAGS=-s PREFIX=/opt DESTDIR=/tmp AR=ar WERROR=1 \
    ASSERTIONS=1 NAME=keys RUNS=1 NEARDUP_LONG=1; do
    check "$known is taken" made -n help "$known" BUILD="$folder/build"
done
check 'the environment may hold any name' env dump=x ELEPHANT=1 make -s -n help BUILD="$folder/build"
made -B -n build/ext/neardup.o
check 'a release build has no assertions' grep -q -- -DNDEBUG "$output"
made -B -n build/ext/neardup.o ASSERTIONS=1
check 'a test build has them' not grep -q -- -DNDEBUG "$output"

# ---- Packages ----

# A system that has the package tool, and lacks optional and other; each call is noted.
mkdir "$folder/bin"
printf '#!/bin/sh\necho "$*" >>"%s/calls"\n' "$folder" >"$folder/bin/apt-get"
printf '#!/bin/sh\n[ "$2" = absent ] || echo there\n' >"$folder/bin/apt-cache"
printf '#!/bin/sh\nprintf "%%s\\n" "install ok installed tool" "deinstall ok config-files other"\n' >"$folder/bin/dpkg-query"
printf '#!/bin/sh\n[ "$1" != -n ] || shift\nexec "$@"\n' >"$folder/bin/sudo"
chmod +x "$folder"/bin/*
PATH=$folder/bin:$PATH sh ext/packages/make/packages.sh tool other 'optional?' 'absent?' 'tool?' >"$output"
check 'missing packages are named' grep -qx 'Installing other optional absent' "$output"
check 'those that there are are installed' grep -qx 'install -y --no-install-recommends other optional' "$folder/calls"

# asks_for PACKAGE TARGET : whether make TARGET installs it where it is missing
asks_for() {
    made -n "$2" && grep -q "packages\.sh.* $1\( \|$\)" "$output"
}

for package in python3 sqlite3 xz-utils; do
    check "make run works without $package" not asks_for "$package" run
    check "make check installs it" asks_for "$package" check
done
check 'make npm installs Python' asks_for python3-venv npm
check 'make static installs the archive of libstdc++' asks_for 'g++' static

# ---- make run ----

cp examples/sample.xml "$folder/old.xml"
sed 's/ was / is /' examples/sample.xml >"$folder/new.xml"
cp examples/sample.xml "$folder/with spaces.xml"

sources() {
    sqlite3 "$1" 'SELECT group_concat(name, "; ") FROM (SELECT name FROM source ORDER BY id)'
}

ln -s "$PWD/build" "$folder/build"

check 'several files in one run' made run DUMP="$folder/old.xml $folder/new.xml" DB="$folder/two.db"
check 'are in one database' [ "$(sources "$folder/two.db")" = 'old.xml; new.xml' ]
check 'one file' made run DUMP="$folder/old.xml" DB="$folder/in turn.db"
check 'then another' made run DUMP="$folder/new.xml" DB="$folder/in turn.db"
check 'are in one database, too' [ "$(sources "$folder/in turn.db")" = 'old.xml; new.xml' ]
check 'a name with a space' made run DUMP="$folder/with spaces.xml" DB="$folder/spaces.db"
check 'is one file' [ "$(sources "$folder/spaces.db")" = 'with spaces.xml' ]
check 'a table' made run BUILD="$folder/build" DUMP=examples/reviews.csv
check 'needs no format, and the loader says what it took it for' \
    says "examples/reviews.csv: read as csv with ','; text=body by the length of its texts"
check 'its database has its name' [ "$(sources build/reviews.db)" = reviews.csv ]
check 'short texts stay whole, which is told' says 'each text is compared whole'
rm -f build/reviews.db
check 'REUSE=1 finds text reuse, too' made run BUILD="$folder/build" DUMP="$folder/old.xml" DB="$folder/reuse.db" REUSE=1
check 'and prints it last' grep -q 'cases of text reuse in' "$output"
check 'after the sentences' grep -q 'What may contradict' "$output"
check 'REUSE=2 is refused' not made run DB="$folder/none.db" REUSE=2
check 'and the message says what it may be' says "REUSE is 0 or 1, not '2'"
check 'a star in a name is a star' not made run DUMP="$folder/*.xml" DB="$folder/star.db"
check 'and is reported' says "there is no file '$folder/*.xml'"
for missing in nowhere.xml "$folder/old.xml nowhere.xml"; do
    check "$missing is refused" not made run DUMP="$missing" DB="$folder/none.db"
    check "$missing: the message says which" says "there is no file 'nowhere.xml'"
    check "$missing: no database is made" [ ! -e "$folder/none.db" ]
done
check 'a folder that is missing is refused' not made run DUMP="$folder/old.xml" DB="$folder/none/a.db"
check 'and named' says "there is no folder '$folder/none'; make it first"
check 'and not made' [ ! -e "$folder/none" ]
check 'an empty DUMP is refused' not made run DUMP= DB="$folder/none.db"

# Without DB, the database is named after the dump, or after all dumps.
check 'without DB' made run BUILD="$folder/build" DUMP="$folder/old.xml $folder/new.xml"
check 'the database has the names of the files' [ -s build/old+new.db ]
rm -f build/old+new.db

# The built-in sample is loaded afresh each time, but not over the database of a dump of that name.
mkdir "$folder/dumps"
cp examples/sample.xml "$folder/dumps/sample.xml"
rm -f build/sample.db
check 'a dump called sample.xml' made run DUMP="$folder/dumps/sample.xml"
check 'then the sample' made run
check 'keep to their own databases' [ "$(sqlite3 build/sample.db 'SELECT path FROM source')" = \
    "$folder/dumps/sample.xml" ]
rm -f build/sample.db

# ---- make install, make uninstall ----

files() {
    (cd "$folder/root" && find . ! -type d | sort)
}

version=$(sqlite3 :memory: '.load build/neardup' 'SELECT neardup_version()')
mkdir -p "$folder/root/usr/lib/sqlite3" "$folder/root/usr/share/neardup/sql"
echo mine >"$folder/root/usr/lib/sqlite3/other.so"
echo mine >"$folder/root/usr/share/neardup/sql/mine.sql"
files >"$folder/before"
privately() {
    (umask 077 && made "$@")
}
check 'make install' privately install PREFIX=/usr DESTDIR="$folder/root"
make install PREFIX=/usr DESTDIR="$folder/again" >"$output" 2>&1
check 'prints lines of 400 characters at most' [ -z "$(awk 'length > 400' "$output")" ]
# What the program and the scripts print, which is not in comments.
find sql loader/program -type f | xargs sed -e '/^ *--/d' -e '/^ *\(\/\/\|\/\*\|\*\)/d' | grep -o '[a-z/-]*\.md\b' | sort -u >"$folder/named"
check 'pages are named in what is printed' [ "$(wc -l <"$folder/named")" -ge 5 ]
while read -r page; do
    check "and $page is installed" [ -n "$(find "$folder/root/usr/share/doc/neardup" -name "$page")" ]
done <"$folder/named"
check 'for all users' [ -z "$(find "$folder/root/usr" ! -perm -044)" ]
check 'installs the program, which needs nothing but itself' [ "$(cd / && "$folder/root/usr/bin/neardup" version)" = "neardup $version" ]
check 'and its manual' [ -s "$folder/root/usr/share/man/man1/neardup.1" ]
check 'and what completes its words' [ -s "$folder/root/usr/share/bash-completion/completions/neardup" ]
for name in load report; do
    "$folder/root/usr/bin/neardup-$name" --help >"$output"
    check "neardup-$name, a name of neardup $name" grep -q "^usage: neardup $name " "$output"
done
check 'what C needs' [ -s "$folder/root/usr/include/neardup.h" ]
pc() {
    PKG_CONFIG_LIBDIR="$folder/root/usr/lib/pkgconfig:$(pkg-config --variable pc_path pkg-config)" \
        pkg-config "$@" neardup
}
check 'pkg-config knows the version' [ "$(pc --modversion)" = "$version" ]
check 'and where the extension is' [ -s "$(pc --variable extension)" ]
check 'and how a program is linked' ${CC:-cc} -o "$folder/embed" examples/embed.c $(pc --cflags --libs)
check 'which runs' [ "$("$folder/embed")" = "$(sqlite3 <examples/any_table.sql)" ]
check 'and the scripts that the shell reads' [ "$(cd "$folder/root/usr/share/neardup/sql" && echo *)" = \
    'mine.sql pipeline.sql plain.sql schema.sql' ]
check 'make uninstall' made uninstall PREFIX=/usr DESTDIR="$folder/root"
files >"$folder/after"
check 'removes what install has put there, and nothing else' cmp -s "$folder/before" "$folder/after"
rm "$folder/root/usr/share/neardup/sql/mine.sql"
made install PREFIX=/usr DESTDIR="$folder/root" && made uninstall PREFIX=/usr DESTDIR="$folder/root"
check 'if they are empty' [ ! -e "$folder/root/usr/share/neardup" -a ! -e "$folder/root/usr/share/doc/neardup" ]
check 'make uninstall with nothing installed' made uninstall PREFIX=/usr DESTDIR="$folder/root"
check 'nor a folder' made uninstall PREFIX=/usr DESTDIR="$folder/nowhere"

# A script of an older neardup, which this one does not have.
for later in install uninstall; do
    made install PREFIX=/usr DESTDIR="$folder/root"
    echo share/neardup/sql/room/old.sql >>"$folder/root/usr/share/neardup/files"
    mkdir "$folder/root/usr/share/neardup/sql/room"
    : >"$folder/root/usr/share/neardup/sql/room/old.sql"
    check "make $later" made $later PREFIX=/usr DESTDIR="$folder/root"
    check "make $later removes a script of an older neardup, and its folder" \
        [ ! -e "$folder/root/usr/share/neardup/sql/room" ]
done

odd="$folder/it's a|b&c\\d \"e\" \$f"
check 'make install into a folder with an odd name' made install PREFIX="$(echo "$odd" | sed 's/\$/$$/g')"
build/neardup load --quiet examples/sample.xml "$folder/odd.db"
(cd / && sqlite3 -bail "$folder/odd.db" <"$odd/share/neardup/sql/pipeline.sql") >"$output" 2>"$errors"
check 'its scripts run' grep -q 'clusters' "$output"
check 'without an error' [ ! -s "$errors" ]
(cd / && "$odd/bin/neardup-report" --quiet "$folder/odd.db") >"$output" 2>"$errors"
check 'and so does its report' [ -s "$folder/odd.html" ]
check 'without an error, too' [ ! -s "$errors" ]
check 'make report' made report DB="$folder/odd.db" REPORT="$folder/other name.html"
check 'writes the same page' cmp -s "$folder/odd.html" "$folder/other name.html"
check 'make report of no database' not made report DB="$folder/none.db"
check 'says so' says "there is no file '$folder/none.db'"
check 'make report of a dump' not made report DUMP="$folder/none.xml"
check 'says what to name' says 'make report: it reads a database'

# ---- make help ----

made help
check 'the targets for users come first' [ "$(sed -n '2,9s/^  \([a-z]*\) .*/\1/p' "$output" |
    tr '\n' ' ')" = 'all run papers report check bench install uninstall ' ]
sed -n 's/^\.PHONY: *//p' Makefile | tr ' ' '\n' | grep -vx 'packages\|tests\|fuzz-targets\|ask' |
    sort >"$folder/targets"
sed -n 's/^  \([a-z][a-z_.-]*\)  *[^ ].*/\1/p' "$output" | sort >"$folder/listed"
check 'every other target has its line' cmp -s "$folder/targets" "$folder/listed"
check 'no line is longer than 100 characters' not grep -q '.\{101\}' "$output"
# Nobody runs these files but a release.
sed -n 's/^ *- run: \(sudo \)*make /make /p' .github/workflows/*.yml | grep -o 'make [a-z-]*' | sort -u >"$folder/workflows"
check 'what the workflows make' [ "$(wc -l <"$folder/workflows")" -ge 4 ]
while read -r make target; do
    check "$make $target, as a workflow does" grep -qx -- "$target" "$folder/targets"
done <"$folder/workflows"
for name in $(sed -n 's/.*NAME="\{0,1\}\([a-z_ ]*\).*/\1/p' .github/workflows/*.yml); do
    check "the test $name of a workflow" [ -f "tests/packages/$name.sh" ]
done

finish pipeline/make
