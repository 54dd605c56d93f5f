#!/bin/sh
# load.sh - neardup-load as users see it: what it loads, and its messages when it cannot.

cd "$(dirname "$0")/../.." || exit 1
load=build/neardup-load
sanitized=${NEARDUP_CHECKED:-build/check}/neardup-load # where tests/run has built it
shared=${NEARDUP_SHARED:-../shared}
. tests/check.sh
if [ ! -x "$sanitized" ]; then
    skip "loader/load: with sanitizers (there is no $sanitized)"
    sanitized=$load
fi
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
chmod 755 "$folder"
db=$folder/test.db

# refuses NAME MESSAGE ARGUMENT... : one line that holds MESSAGE, and its status
refuses() {
    name=$1 message=$2
    shift 2
    $runner "$load" "$@" >"$folder/output" 2>"$folder/errors"
    status=$?
    check "$name: status $(refused_with), found $status" [ "$status" -eq "$(refused_with)" ]
    check "$name: one line" [ "$(wc -l <"$folder/errors")" -eq 1 ]
    check "$name: says '$message'" grep -qF "$message" "$folder/errors"
}
runner=

# loads NAME STATUS ARGUMENT...
loads() {
    name=$1 expected=$2
    shift 2
    "$load" --quiet "$@" >"$folder/output" 2>"$folder/errors"
    status=$?
    check "$name: status $expected, found $status" [ "$status" -eq "$expected" ]
}

sql() {
    sqlite3 "$db" "$1"
}

absent() {
    [ ! -e "$1" ]
}

# ---- What it loads

loads 'the sample' 0 examples/sample.xml "$db"
check '60 articles' [ "$(sql 'SELECT count(*) FROM article')" = 60 ]
check '4 redirects' [ "$(sql 'SELECT redirects FROM source')" = 4 ]
check 'positions count from 1 without a gap' [ "$(sql 'SELECT count(*) FROM (SELECT 1 FROM sentence
    GROUP BY article_id HAVING min(position) <> 1 OR max(position) <> count(*))')" = 0 ]
check 'every kind of block' [ "$(sql 'SELECT group_concat(DISTINCT block) FROM (SELECT block
    FROM sentence ORDER BY block)')" = 'footer,list,prose,table' ]
check 'lead sentences have no section' [ "$(sql "SELECT count(*) FROM sentence
    WHERE position = 1 AND section <> ''")" = 0 ]
check 'the newest revision of a page' [ "$(sql "SELECT count(*) FROM sentence JOIN article
    ON article.id = article_id WHERE title = 'Mirrin Bridge' AND text LIKE '%Green Room%'")" = 0 ]
check 'no markup' [ "$(sql "SELECT count(*) FROM sentence WHERE text NOT LIKE '%as [[d]],%' AND (text LIKE '%{{%' OR text LIKE '%}}%'
    OR text LIKE '%[[%' OR text LIKE '%]]%' OR text LIKE '%<ref%' OR text LIKE '%http%'
    OR text LIKE '%''''''%' OR text LIKE '%==%')")" = 0 ]

for threads in 1 2 7; do
    loads "$threads threads" 0 --threads $threads examples/sample.xml "$folder/threads.db"
    check "$threads threads: the same rows" [ "$(sqlite3 "$folder/threads.db" .dump | grep -v "INTO source")" = \
        "$(sqlite3 "$db" .dump | grep -v "INTO source")" ]
    rm -f "$folder/threads.db"
done

before=$(sql 'SELECT count(*) FROM sentence')
loads 'the same file again' 0 examples/sample.xml "$db"
cp examples/sample.xml "$folder/renamed.xml"
loads 'the same file by another name' 0 "$folder/renamed.xml" "$db"
check 'adds nothing' [ "$(sql 'SELECT count(*) FROM sentence')" = "$before" ]
check 'and says under which name it is there' sh -c '"$1" "$2/renamed.xml" "$2/test.db" 2>&1 |
    grep -q "is in the database already, as sample.xml$"' sh "$load" "$folder"

# 18 MB, the second with another digit at byte 100,032
{ yes '' | head -c 100000; echo 'The mill of Lindry was built in 1850.'; yes '' | head -c 18000000; } >"$folder/old.txt"
sed 's/1850/1851/' "$folder/old.txt" >"$folder/new.txt"
loads 'a long file' 0 --format text "$folder/old.txt" "$folder/digit.db"
loads 'one that differs in a digit' 0 --format text "$folder/new.txt" "$folder/digit.db"
check 'is another file' [ "$(sqlite3 "$folder/digit.db" 'SELECT text FROM sentence' | tr '\n' ' ')" = \
    'The mill of Lindry was built in 1850. The mill of Lindry was built in 1851. ' ]

# copy NAME : the sample with another last byte, so that it counts as a different file
copy() {
    { cat examples/sample.xml && echo "<!-- $1 -->"; } >"$folder/$1"
}

# ---- Dates of a dump

db=$folder/dates.db
copy wiki-20240101.xml
loads 'a dump' 0 "$folder/wiki-20240101.xml" "$db"
check 'is dated by its newest revision' [ "$(sql 'SELECT dump_date =
    (SELECT max(substr(revision_time, 1, 10)) FROM article) FROM source')" = 1 ]
sed 's|<timestamp>.*</timestamp>||' examples/sample.xml >"$folder/wiki-20240101.xml"
loads 'a renewed dump under its old name' 0 "$folder/wiki-20240101.xml" "$db"
check 'is a source of its own' [ "$(sql 'SELECT count(*), count(DISTINCT path), count(DISTINCT name)
    FROM source')" = '2|1|1' ]
check 'has articles without times' [ "$(sql 'SELECT count(*), count(revision_time) FROM article
    WHERE source_id = 2')" = '60|0' ]
loads 'its history' 0 --history "$folder/wiki-20240101.xml" "$folder/undated.db"
check 'has articles without times, too' [ "$(sqlite3 "$folder/undated.db" 'SELECT count(*) > 60, count(revision_time)
    FROM article')" = '1|0' ]
check 'without times is dated by its name' [ "$(sql 'SELECT dump_date FROM source WHERE id = 2')" = 2024-01-01 ]
cp "$folder/wiki-20240101.xml" "$folder/undated.xml"
echo '<!-- -->' >>"$folder/undated.xml"
loads 'no date at all' 0 "$folder/undated.xml" "$db"
check 'is NULL' [ "$(sql 'SELECT dump_date IS NULL FROM source WHERE id = 3')" = 1 ]
db=$folder/test.db

db=$folder/all.db
loads 'all namespaces' 0 --namespaces=all examples/sample.xml "$db"
check '60 articles and 3 other pages' [ "$(sql 'SELECT count(*) FROM article')" = 63 ]
db=$folder/two.db
loads 'two namespaces' 0 --namespaces 0,10 examples/sample.xml "$db"
check '61 pages' [ "$(sql 'SELECT count(*) FROM article')" = 61 ]

db=$folder/streams.db
head -c 60000 examples/sample.xml | bzip2 >"$folder/streams.xml.bz2"
printf '' | bzip2 >>"$folder/streams.xml.bz2"
tail -c +60001 examples/sample.xml | bzip2 >>"$folder/streams.xml.bz2"
loads 'several bzip2 streams' 0 "$folder/streams.xml.bz2" "$db"
check '60 articles of them' [ "$(sql 'SELECT count(*) FROM article')" = 60 ]
# One bzip2 stream of many blocks, with some bytes in the middle of it overwritten.
db=$folder/block.db
{
    sed '/^  <page>/,$d' examples/sample.xml
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sed -n '/^  <page>/,/^<\/mediawiki>/p' examples/sample.xml | sed '$d'
    done
    echo '</mediawiki>'
} | bzip2 -1 >"$folder/blocks.xml.bz2"
middle=$(($(wc -c <"$folder/blocks.xml.bz2") / 2))
printf 'damage' | dd of="$folder/blocks.xml.bz2" bs=1 seek=$middle conv=notrunc 2>/dev/null
loads 'a damaged block' 3 "$folder/blocks.xml.bz2" "$db"
check 'costs the pages that touch it' [ "$(sql 'SELECT count(*) BETWEEN 500 AND 599
    FROM article')" = 1 ]
check 'and is named with its place in the file' [ "$(sql "SELECT count(*) FROM damage
    WHERE message LIKE 'bzip2: a block is damaged, bytes % to % of the file'")" = 1 ]
check 'what follows it is there' [ "$(sql 'SELECT title FROM article
    ORDER BY id DESC LIMIT 1')" = "$(sqlite3 "$folder/test.db" 'SELECT title FROM article
    ORDER BY id DESC LIMIT 1')" ]

for tool in gzip xz zstd; do
    packed=$folder/sample.$tool
    {
        head -c 60000 examples/sample.xml | $tool -c
        printf '' | $tool -c
        tail -c +60001 examples/sample.xml | $tool -c
    } >"$packed"
    [ $tool = zstd ] || head -c 8 /dev/zero >>"$packed"
    db=$folder/$tool.db
    loads "several streams of $tool" 0 "$packed" "$db"
    check '60 articles of them' [ "$(sql 'SELECT count(*) FROM article')" = 60 ]
    head -c "$(($(wc -c <"$packed") - 3000))" "$packed" >"$folder/cut.$tool"
    db=$folder/cut-$tool.db
    loads "cut short, $tool" 3 "$folder/cut.$tool" "$db"
    check 'what was whole is kept' [ "$(sql 'SELECT count(*) > 10 FROM article')" = 1 ]
    check 'and the place named' [ "$(sql "SELECT count(*) FROM damage
        WHERE message LIKE '$tool: the file ends in the middle of a stream, at byte %'")" = 1 ]
done
db=$folder/stdin.db
"$load" --quiet - "$db" <"$folder/streams.xml.bz2"
check 'standard input' [ "$(sql 'SELECT count(*) FROM article')" = 60 ]
db=$folder/pipe.db
cat examples/sample.xml | "$load" --quiet - "$db"
check 'a pipe' [ "$(sql 'SELECT count(*) || ifnull(path, 0) FROM article, source')" = 600 ]
db=$folder/both.db
copy other.xml
loads 'two dumps into one database' 0 examples/sample.xml "$folder/other.xml" "$db"
check 'two sources' [ "$(sql 'SELECT group_concat(articles) FROM source')" = 60,60 ]
check 'ids depend only on the dump' [ "$(sql 'SELECT count(*) FROM sentence a
    JOIN sentence b ON b.id = a.id + (SELECT max(id) FROM sentence) / 2 AND a.text = b.text')" = \
    "$(sql 'SELECT count(*) / 2 FROM sentence')" ]

db=$folder/cut.db
head -c 100000 examples/sample.xml >"$folder/cut.xml"
loads 'a dump cut short' 3 "$folder/cut.xml" "$db"
check 'its whole pages are kept' [ "$(sql 'SELECT count(*) > 20 FROM article')" = 1 ]
check 'and what is missing stands in damage' [ "$(sql "SELECT count(*) FROM damage
    WHERE message LIKE 'the dump ends%' AND byte_offset > 90000")" = 1 ]
check 'and is counted' [ "$(sql 'SELECT damaged FROM source')" = 1 ]

# Memory is bounded, however large the pages are and however many threads there are.
db=$folder/large.db
/usr/bin/python3 - "$folder/large.xml" <<'END'
import sys
line = "[[A link]] to the %d. of many lines. " + "It is followed by a usual sentence. " * 8 + "\n\n"
with open(sys.argv[1], "w") as dump:
    dump.write("<mediawiki>\n")
    for page in range(10):
        text = "".join(line % number for number in range(42000))
        dump.write("<page><title>%d</title><ns>0</ns><id>%d</id><revision><id>%d</id><text>%s</text>"
                   "</revision></page>\n" % (page, page + 1, page + 1, text))
    dump.write("</mediawiki>\n")
END
for threads in 8 64; do
    rm -f "$db"
    peak=$(/usr/bin/python3 -c 'import os, sys
process = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(process, 0)
print(usage.ru_maxrss // 1024 if status == 0 else "none")' \
        "$load" --quiet --threads $threads "$folder/large.xml" "$db" 2>"$folder/errors")
    check "pages of 14 MB, $threads threads: $peak MiB, expected less than 300" [ "$peak" -lt 300 ]
    check 'all of them' [ "$(sql 'SELECT count(*) FROM article')" = 10 ]
done

# ---- What it says of itself

for word in --help -h; do
    "$load" $word >"$folder/help" 2>"$folder/errors"
    check "$word: status 0" [ $? -eq 0 ]
    check "$word: the usage" grep -q '^usage: neardup load ' "$folder/help"
    check "$word: nothing on standard error" [ ! -s "$folder/errors" ]
done
version=$(sqlite3 :memory: '.load build/neardup' 'SELECT neardup_version()')
check '--version: that of the extension' [ "$("$load" --version)" = "neardup $version" ]

# ---- What it refuses

db=$folder/refused.db
refuses 'a missing file' "$folder/none: cannot open the file: No such file" "$folder/none" "$db"
: >"$folder/empty"
refuses 'a folder' 'is a directory' examples "$db"
refuses 'a database in memory' 'must be the name of a file' examples/sample.xml :memory:
refuses 'a database without a name' 'must be the name of a file' examples/sample.xml ''
refuses 'a URI' "found the URI 'file:$db'" examples/sample.xml "file:$db"
hostile=$folder/$(printf 'a\033]0;title\007 \n b \233 \302\233 \342\200\256.xml')
printf '' >"$hostile"
refuses 'a name with control characters' 'a�]0;title� � b � � �.xml: is empty' "$hostile" "$db"
cp examples/sample.xml "$hostile"
"$load" "$hostile" "$folder/hostile.db" 2>"$folder/errors"
check 'the summary names the file' grep -q 'b � � �.xml: 67 pages' "$folder/errors"
check 'no control character reaches the terminal' [ "$(tr -d '\n' <"$folder/errors" |
    tr -d '[:print:]\200-\377' | wc -c)" -eq 0 ]
rm -f "$hostile"
refuses 'no database named' 'expected at least one FILE and then DB' examples/sample.xml
refuses 'an unknown option' 'no option --fast' --fast examples/sample.xml "$db"
(
    cd "$folder" && cp "$OLDPWD/examples/sample.xml" ./- && "$OLDPWD/$load" --quiet - dash.db <./-
)
check 'a file called - is not standard input' [ "$(sqlite3 "$folder/dash.db" \
    'SELECT path IS NULL, articles FROM source')" = '1|60' ]
{
    echo '<mediawiki><page><title>'
    awk 'BEGIN { for (i = 0; i < 200; i++) printf "ж" }'
    echo '</title><revision></page></mediawiki>'
} | "$load" --quiet - "$folder/title.db"
check 'a long title is cut between characters' [ "$(sqlite3 "$folder/title.db" \
    "SELECT replace(trim(page_title, char(10)), 'ж', '') FROM damage")" = '' ]
refuses 'no threads' "found '0'" --threads 0 examples/sample.xml "$db"
refuses 'too many threads' "found '257'" --threads=257 examples/sample.xml "$db"
refuses 'threads that are no number' "found 'all'" --threads all examples/sample.xml "$db"
refuses 'a namespace that is no number' "found 'talk'" --namespaces=talk examples/sample.xml "$db"
refuses 'a database in no folder' 'cannot be opened or made' examples/sample.xml "$folder/no/x.db"
check 'no database is left behind' absent "$db"

cp LICENSE "$folder/text"
refuses 'a database that is none' 'is not an SQLite database' examples/sample.xml "$folder/text"
check 'it is left alone' cmp -s LICENSE "$folder/text"
sqlite3 "$folder/other.db" 'CREATE TABLE mine (x)'
refuses 'a database of something else' 'is not neardup'"'"'s: it holds the table mine' examples/sample.xml \
    "$folder/other.db"
check 'it is left alone' [ "$(sqlite3 "$folder/other.db" .tables)" = mine ]

if [ "$(id -u)" -ne 0 ]; then
    runner=
elif setpriv --reuid=65534 --clear-groups "$load" --version >/dev/null 2>&1; then
    runner='setpriv --reuid=65534 --clear-groups'
else
    runner=none
fi
if [ "$runner" = none ]; then
    skip 'loader/load: a read-only database (nobody else may run the program here)'
else
    cp "$folder/test.db" "$folder/read-only.db"
    chmod 444 "$folder/read-only.db"
    cp examples/sample.xml "$folder/readable.xml"
    chmod 444 "$folder/readable.xml"
    refuses 'a read-only database' 'cannot be written' "$folder/readable.xml" "$folder/read-only.db"
fi
runner=

# Of two loads into a new database at the same time, the failing one removes nothing.
mkfifo "$folder/late"
"$load" - "$folder/shared.db" <"$folder/late" 2>/dev/null &
exec 3>"$folder/late"
loads 'a load beside one that fails' 0 examples/sample.xml "$folder/shared.db"
echo '<svg></svg>' >&3
exec 3>&-
wait
check 'what was loaded stays' [ "$(sqlite3 "$folder/shared.db" \
    'SELECT count(*) FROM article')" = 60 ]
ln -s "$folder/target.db" "$folder/link.db"
refuses 'a failed load into a link that leads nowhere' 'is empty' "$folder/empty" "$folder/link.db"
check 'leaves the link' [ -L "$folder/link.db" ]
check 'and no file' absent "$folder/target.db"

injector=build/tests/faults/injector.so
if ${MAKE:-make} -s $injector 2>/dev/null; then
    # Both need over 64 MB to unpack this.
    for tool in 'xz -9' 'zstd -q --long=27'; do
        $tool <examples/sample.xml >"$folder/unread"
        rm -f "$folder/parts.db"
        runner="env LD_PRELOAD=$injector MEMORY_BELOW=60000000"
        refuses "no memory to unpack, $tool" 'out of memory' "$folder/unread" "$folder/parts.db"
        runner=
        loads "with memory, $tool" 0 "$folder/unread" "$folder/parts.db"
    done
else
    skip 'loader/load: too little memory (no compiler to build the injector)'
fi

# ---- The real dumps

db=$folder/real.db
if [ -d "$shared/data/dumps" ]; then
    loads 'the damaged dump' 3 "$shared/data/dumps/enwiki-2013-damaged.xml.bz2" "$db"
    check '154 intact pages, 48 damaged places' \
        [ "$(sql 'SELECT pages, damaged FROM source')" = '154|48' ]
    check 'damage names the place' [ "$(sql 'SELECT count(*) FROM damage
        WHERE byte_offset > 0 AND length(message) > 10')" = 48 ]
    db=$folder/history.db
    loads 'a history' 0 --history --namespaces all \
        "$shared/data/dumps/aawiki-2026-history.xml.bz2" "$db"
    check '507 pages and 1,307 revisions' [ "$(sql 'SELECT count(DISTINCT article_id), count(*)
        FROM revision')" = '507|1307' ]
    check 'the newest revision is the article' [ "$(sql 'SELECT count(*) FROM article
        WHERE revision_time <> (SELECT max(time) FROM revision WHERE article_id = article.id)')" = 0 ]
    check 'its sentences are those of the article' [ "$(sql 'SELECT count(*) FROM (
        SELECT article.id, history_sentence.section, history_sentence.block, text FROM article
          JOIN revision ON revision.article_id = article.id
                       AND revision.revision_id = article.revision_id
          JOIN revision_sentence ON revision_sentence.revision_id = revision.id
          JOIN history_sentence ON history_sentence.id = history_sentence_id
        EXCEPT SELECT article_id, section, block, text FROM sentence)')" = 0 ]
    check 'no sentence of an article comes twice' [ "$(sql 'SELECT count(*) = count(DISTINCT article_id || section
        || char(10) || block || char(10) || text) FROM history_sentence')" = 1 ]
    db=$folder/real.db
    loads 'the English sample' 0 "$shared/data/dumps/enwiki-2016-sample.xml.bz2" "$db"
    check '106 articles' [ "$(sql 'SELECT articles FROM source WHERE id = 2')" = 106 ]
    check 'a few tens of thousands of sentences' \
        [ "$(sql 'SELECT sentences BETWEEN 20000 AND 60000 FROM source WHERE id = 2')" = 1 ]
    # With sanitizers, the small ones; in the long form all.
    largest=999999
    [ "$NEARDUP_LONG" = 1 ] || { largest=150 && skip 'loader/load: dumps above 150 kB with sanitizers (make check-all)'; }
    find "$shared/data/dumps/" -maxdepth 1 -name '*.bz2' -size -${largest}k >"$folder/dumps"
    while read -r file; do
        rm -f "$folder/each.db"
        "$sanitized" --quiet "$file" "$folder/each.db" 2>"$folder/errors"
        status=$?
        check "$file: status 0 or 3, found $status" [ $status -eq 0 -o $status -eq 3 ]
        check "$file: damage is named where the status is 3" [ $status -eq 0 -o \
            "$(sqlite3 "$folder/each.db" 'SELECT count(*) > 0 FROM damage')" = 1 ]
    done <"$folder/dumps"
else
    skip 'loader/load: the real dumps (they are not here)'
fi

finish loader/load
