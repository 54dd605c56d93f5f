#!/bin/sh
# man_page.sh NEARDUP - prints the man page, made of what NEARDUP help prints of each command and its options.
neardup=$1

# What `neardup help COMMAND` prints, in the macros of man(7).
described() {
    awk '
        function plain(text) {
            gsub(/\\/, "\\e", text)
            gsub(/-/, "\\-", text)
            return text ~ /^[.\047]/ ? "\\&" text : text
        }
        /^usage: / { printf ".SS \"%s\"\n", plain(substr($0, 8)); next }
        /^  -/ && match($0, /[^ ]   *[^ ]/) && RLENGTH > 3 {
            printf ".TP\n.B \"%s\"\n%s\n", plain(substr($0, 3, RSTART - 2)), plain(substr($0, RSTART + RLENGTH - 1))
            next
        }
        /^  -/ { printf ".TP\n.B \"%s\"\n", plain(substr($0, 3)); next }
        /^ / { sub(/^ +/, ""); print plain($0); next }
        /^$/ { print ".PP"; next }
        /^[A-Z][a-z ,]*$/ || /:$/ { print ".B \"" plain($0) "\""; next }
        { print plain($0) }'
}

cat <<END
.TH NEARDUP 1 "" "$("$neardup" version)" "neardup"
.SH NAME
neardup, neardup\-load, neardup\-report \- find near\-duplicate and contradictory texts in dumps, tables and other files
.SH SYNOPSIS
.B neardup
[options]
.IR file ...
|
.IR database " [" table " [" column ]]
.br
.B neardup
.I command
[options] [operands]
.SH DESCRIPTION
.B neardup
loads files into a database of its own, finds near\-duplicates and contradictions there, and prints or writes what it found.
It contains the loader, the SQLite extension and all SQL, and runs in any folder.
It changes no file or database of anybody else, except that
.B index
creates an index where you ask for it.
On standard error, it prints what it guesses, and each error as one line.
.B neardup\-load
and
.B neardup\-report
are names of
.B neardup load
and
.BR "neardup report" .
.SH COMMANDS
END
for command in $("$neardup" help | sed -n '/^Commands$/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    case $command in load) "$neardup" load --help ;; *) "$neardup" help "$command" ;; esac |
        sed '/^Exit status:/,$d' | described
done
echo .SH EXIT STATUS
"$neardup" help | sed -n 's/^Exit status: //; /^0 done/,$p' | tr '\n' ' ' | sed 's/; /\n/g' |
    sed 's/^\([0-9][0-9, or]*\) /.TP\n.B \1\n/; $s/ *$/\n/'
cat <<'END'
.SH EXAMPLES
Find what contradicts in a dump, and see it side by side:
.PP
.EX
    neardup enwiki\-latest\-pages\-articles.xml.bz2 \-\-db enwiki.db
    neardup report enwiki.db
.EE
.PP
Find duplicates in a table of a shop:
.PP
.EX
    neardup shop.db review \-\-text body
    neardup keep review.neardup.db > keep.csv
.EE
.PP
What does tomorrow's file repeat?
.PP
.EX
    neardup goods.csv \-\-key sku
    neardup add goods.db tomorrow.csv
.EE
.SH FILES
Below
.IR PREFIX ,
which is /usr in a package of Debian and /usr/local after
.BR "make install" :
.TP
.I share/doc/neardup
the documentation, of which guide/neardup.md is about this program
.TP
.I lib/sqlite3/neardup.so
the SQLite extension
.TP
.I share/neardup/sql
scripts for the shell
.BR sqlite3 (1):
.IR pipeline.sql ", " plain.sql " and " schema.sql
.SH SEE ALSO
.BR sqlite3 (1)
END
