#!/bin/sh
# help.sh - what make help prints: the targets of the Makefile by their comments, "##" for users and "#-"
# for developers, and the variables.

# targets MARK FORMAT
targets() {
    sed -n "s/^\([a-z][a-z_.-]*\):.*  #$1 \(.*\)/  \1\t\2/p" Makefile | awk -F '\t' "{ printf \"$2\\n\", \$1, \$2 }"
}

echo 'make TARGET [NAME=value ...]'
targets '#' '%-19s%s'
cat <<'END'

Variables
  DUMP              the file to load, such as a dump, reviews.csv or texts.jsonl;
                    or several: DUMP="old.xml.bz2 new.xml.bz2"
  DB                the database (default: build/NAME-OF-DUMP.db)
  DETECTION         minhash (default), projection or both: how similar texts are found
  REUSE=1           also find text reuse: passages that articles share
  REPORT            the page that make report writes (default: DB with .html)
  PREFIX, DESTDIR   where to install
  CC, CFLAGS, CPPFLAGS, LDFLAGS, BUILD   how to build, and in which folder
  V=1               print each command in full

For developers
END
targets - '%-18s %s'
