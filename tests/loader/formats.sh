#!/bin/sh
# formats.sh - neardup-load with files that are not dumps: text, CSV, tab-separated values, JSON
# lines.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
. tests/loads.sh

articles="SELECT ifnull(page_id, '-'), title, revision_time FROM article"
sentences="SELECT article_id, position, section, block, text FROM sentence"
damage="SELECT byte_offset, ifnull(page_title, '-'), message FROM damage"
named='; if the file is in another encoding, name it, such as by --encoding latin1'

# rows DB : everything that does not depend on when it was loaded
rows() {
    sqlite3 "$1" "SELECT kind, options, pages, articles, sentences, damaged FROM source;
        SELECT * FROM article; SELECT * FROM sentence; SELECT * FROM damage"
}

# ---- Text

printf 'The ferry leaves at nine. It is late.\r\n\n \t\nA second  document.\nThe last one' \
    >"$folder/lines.txt"
loads 'lines of text' 0 --format text "$folder/lines.txt"
gives 'a document for each line that is not empty' "$articles" '-|lines.txt:1|
-|lines.txt:4|
-|lines.txt:5|'
gives 'their sentences' "$sentences" '1|1||prose|The ferry leaves at nine.
1|2||prose|It is late.
2|1||prose|A second document.
3|1||prose|The last one'
gives 'kind and options' 'SELECT kind, options, language IS NULL FROM source' 'text|document=line|1'

printf '\n\nA paragraph that\r\nruns on. Done.\n  \t \nAnother\none\n\n\n\nLast\n' >"$folder/file.txt"
loads 'a file of text' 0 --document file --format text "$folder/file.txt"
gives 'one document' "$articles" '-|file.txt|'
gives 'paragraphs' "$sentences" '1|1||prose|A paragraph that runs on.
1|2||prose|Done.
1|3||prose|Another one
1|4||prose|Last'
gives 'their numbers' 'SELECT group_concat(paragraph) FROM sentence' '1,1,2,3'
gives 'options' 'SELECT options FROM source' 'document=file'
: >"$folder/empty"
printf ' \n\n\t' >"$folder/blank"
for document in line file; do
    loads "empty files, by $document" 0 --format text --document=$document "$folder/empty" \
        "$folder/blank"
    gives 'no documents' 'SELECT count(*), sum(pages) FROM source, article' '0|'
done
printf '\357\273\277M\303\274ller\n' >"$folder/mark.txt"
loads 'a byte-order mark' 0 --format text "$folder/mark.txt"
gives 'is no text' 'SELECT text, length(text) FROM sentence' 'Müller|6'
printf '\377\376M\000\374\000\n\000' >"$folder/utf16.txt"
loads 'UTF-16 with its mark' 0 --format text "$folder/utf16.txt"
gives 'is converted' 'SELECT text FROM sentence' 'Mü'
printf 'Dr. Smith came. He left.\n' >"$folder/language.txt"
loads 'a language' 0 --format text --language en "$folder/language.txt"
gives 'changes how sentences are split' 'SELECT count(*), options, language
    FROM sentence, source' '2|document=line language=en|en'
loads 'a language for a dump' 0 --language de examples/sample.xml
gives 'replaces what the dump says' 'SELECT language, options FROM source' \
    'de|namespaces=0 language=de'

# ---- CSV: the cases of RFC 4180, section 2, and others in use

printf 'id,title,text,time\r\n1,"A, B","He said ""No"".",2020-01-01\r\n2,,"Two\r\n\r\nparagraphs",\r\n' \
    >"$folder/rfc.csv"
loads 'CSV' 0 --format csv "$folder/rfc.csv"
gives 'quotes, doubled quotes, commas, line ends' "$articles" '1|A, B|2020-01-01
2|rfc.csv:2|'
gives 'their text' "$sentences" '1|1||prose|He said "No".
2|1||prose|Two
2|2||prose|paragraphs'
gives 'options' 'SELECT kind, options FROM source' \
    'csv|columns: text=text,title=title,id=id,time=time'
printf 'text\none\n\n"two"\n""\nthree "quoted" words\n"four" five six\n"seven""' >"$folder/odd.csv"
printf '"\n' >>"$folder/odd.csv"
loads 'one column' 0 --format csv "$folder/odd.csv"
gives 'empty lines are no records; quotation marks inside a field stand for themselves' \
    "SELECT title, ifnull(text, '') FROM article LEFT JOIN sentence ON article_id = article.id" \
    'odd.csv:1|one
odd.csv:2|two
odd.csv:3|
odd.csv:4|three "quoted" words
odd.csv:5|four five six
odd.csv:6|seven"'
printf '\357\273\277"text","id"\nlast,-7' >"$folder/last.csv"
loads 'a mark, quoted names, no line end at the end' 0 --format csv "$folder/last.csv"
gives 'are read' "$articles" '-7|last.csv:1|'
printf 'text,id\na,0\nb,12x\nc,9223372036854775808\nd, 8 \ne,\nf\n' >"$folder/ids.csv"
loads 'ids' 0 --format csv "$folder/ids.csv"
gives 'are integers, or NULL' "SELECT group_concat(ifnull(page_id, '-'), ' ') FROM article" \
    '0 - - 8 - -'
printf 'name,body,text\nn,b,t\n' >"$folder/named.csv"
loads 'named columns' 0 --format csv --columns title=name,text=body "$folder/named.csv"
gives 'are taken' "SELECT title, text, options FROM article, sentence, source" \
    'n|b|columns: text=body,title=name,id=id,time=time'
loads 'one column for two' 0 --format=csv --columns=text=body --columns=title=body,time= \
    "$folder/named.csv"
gives 'is both' "SELECT title, text FROM article, sentence" 'b|b'

# ---- Tab-separated values

printf 'id\ttitle\ttext\n1\tC:\\\\dir\tone\\ttab\\n\\nand "two"\\x\n2\t\\N\t\\N\n\n3\ta,b\tthree\\\r\n' \
    >"$folder/table.tsv"
loads 'tab-separated values' 0 --format tsv "$folder/table.tsv"
gives 'escapes' "$articles" '1|C:\dir|
2|table.tsv:2|
3|a,b|'
gives 'and text' "$sentences" '1|1||prose|one tab
1|2||prose|and "two"\x
3|1||prose|three\'

# ---- JSON lines

cat >"$folder/objects.jsonl" <<'END'
{"id": 1, "title": "One", "text": "A line.\n\nAnd \"another\" \u00e9 \ud83d\ude00.", "time": "2020"}

{"text": "no title", "id": "12", "time": 1577836800, "more": {"text": "not this"}}
{"id": 1.5, "title": 7, "text": "", "list": [{"text": 1}]}
{"t\u0065xt": "key", "text": "the first counts", "id": 99999999999999999999, "title": null}
{"text": "zero \u0000 and half \ud800 and \\u0000", "title": ["no"], "id": true}
END
loads 'JSON lines' 0 --format jsonl "$folder/objects.jsonl"
gives 'members' "$articles" '1|One|2020
12|objects.jsonl:3|1577836800
-|7|
-|objects.jsonl:5|
-|objects.jsonl:6|'
gives 'and text' "$sentences" '1|1||prose|A line.
1|2||prose|And "another" é 😀.
2|1||prose|no title
4|1||prose|key
5|1||prose|zero � and half � and \u0000'
printf '{"body": "b", "n": "t"}' >"$folder/named.jsonl"
loads 'named members' 0 --format jsonl --columns 'text=body,title=n' "$folder/named.jsonl"
gives 'are taken' 'SELECT title, text FROM article, sentence' 't|b'

# ---- Damage: a record costs only itself

printf 'good\nbad \377 byte\n\303\nzero \000 byte\nsurrogate \355\240\200\nlong \300\257\ngood\n' \
    >"$folder/damaged.txt"
loads 'damaged lines' 3 --format text "$folder/damaged.txt"
gives 'cost themselves' 'SELECT group_concat(title) FROM article' 'damaged.txt:1,damaged.txt:7'
gives 'and are named' "$damage" "5|damaged.txt:2|byte 5 of the record is not UTF-8$named
16|damaged.txt:3|byte 1 of the record is not UTF-8$named
18|damaged.txt:4|byte 6 of the record is zero: this is not text, or its encoding is not UTF-8
30|damaged.txt:5|byte 11 of the record is not UTF-8$named
44|damaged.txt:6|byte 6 of the record is not UTF-8$named"
gives 'and counted' 'SELECT pages, damaged FROM source' '2|5'
loads 'a damaged file' 3 --format text --document file "$folder/damaged.txt" "$folder/file.txt"
gives 'costs itself' "SELECT page_title, title FROM damage, article" 'damaged.txt|file.txt'

printf 'title,text\nA,good\nB\nC,"bad \377"\n\377,good? \nD,good\nE,"not closed\nF,lost\n' \
    >"$folder/damaged.csv"
loads 'damaged rows' 3 --format csv "$folder/damaged.csv"
gives 'cost themselves' 'SELECT group_concat(title) FROM article' 'A,D'
gives 'and are named' "$damage" "18|B|the row has 1 field, but the column 'text' is number 2
20|C|byte 8 of the record is not UTF-8$named
30|damaged.csv:4|byte 1 of the record is not UTF-8$named
46|E|a quotation mark is not closed before the file ends"
printf 'title\ttext\nA\n\ngood\tgood\n\377\tbad\n' >"$folder/damaged.tsv"
loads 'damaged rows with tabs' 3 --format tsv "$folder/damaged.tsv"
gives 'are named' "$damage" "11|A|the row has 1 field, but the column 'text' is number 2
24|damaged.tsv:3|byte 1 of the record is not UTF-8$named"

printf '%s\n' '{"text": "good"}' '{"text": 5}' '{"title": "T"}' '["text"]' '"text"' 'text' \
    '{"text": "cut' '{"text": null, "title": "N"}' '{"text": {"text": "x"}}' "{'text': 'single'}" \
    '{"text": "good"} {}' '{"text": "good"}' >"$folder/damaged.jsonl"
printf '{"text": "\377", "title": "W"}\n{"text": "a\000b"}\n' >>"$folder/damaged.jsonl"
loads 'damaged objects' 3 --format jsonl "$folder/damaged.jsonl"
gives 'cost themselves' 'SELECT group_concat(title) FROM article' \
    'damaged.jsonl:1,damaged.jsonl:12'
gives 'and are named' "SELECT ifnull(page_title, '-'), message FROM damage" \
    "damaged.jsonl:2|the member 'text' must be text, found: integer
T|the object has no member 'text'
damaged.jsonl:4|expected a JSON object, found: array
damaged.jsonl:5|expected a JSON object, found: text
damaged.jsonl:6|expected a JSON object, found invalid JSON
damaged.jsonl:7|expected a JSON object, found invalid JSON
N|the member 'text' must be text, found: null
damaged.jsonl:9|the member 'text' must be text, found: object
damaged.jsonl:10|expected a JSON object, found invalid JSON
damaged.jsonl:11|expected a JSON object, found invalid JSON
W|byte 11 of the record is not UTF-8$named
damaged.jsonl:14|byte 12 of the record is zero: this is not text, or its encoding is not UTF-8"

# mebibytes N : as many of the letter a
mebibytes() {
    head -c "$(($1 * 1048576))" /dev/zero | tr '\000' a
}
{ echo text; mebibytes 16; echo; mebibytes 16; echo b; echo '"'; mebibytes 40; printf '"\nend\n'; } \
    >"$folder/long.csv"
loads 'records of 16 MiB and more' 3 --format csv "$folder/long.csv"
gives 'the longest is read, longer ones are not' "SELECT title, length(text) FROM article
    JOIN sentence ON article_id = article.id" 'long.csv:1|16777216
long.csv:4|3'
gives 'and are named' "$damage" '16777222|long.csv:2|the record is longer than 16777216 bytes; a larger --memory reads it
33554440|long.csv:3|the record is longer than 16777216 bytes; a larger --memory reads it'
mebibytes 17 >"$folder/long.txt"
loads 'a file of more than 16 MiB' 3 --format text --document file "$folder/long.txt"
gives 'is damage' "$damage" '0|long.txt|the record is longer than 16777216 bytes; a larger --memory reads it'
loads 'it with more memory' 0 --memory 816 --format text --document file "$folder/long.txt"

# ---- Packed, from a pipe, cut short; with any number of threads

awk 'BEGIN { print "text,id"; for (i = 1; i <= 12000; i++) printf "\"Row %d says \"\"%d\"\".\n\nIt " \
    "has, as all, two paragraphs %d.\",%d\n", i, i * 7919 % 10007, i * i % 9973, i }' >"$folder/many.csv"
rm -f "$folder/plain.db"
"$plain" --quiet --threads 1 --format csv "$folder/many.csv" "$folder/plain.db"
check 'many rows' [ "$(sqlite3 "$folder/plain.db" 'SELECT count(DISTINCT title), count(*)
    FROM article JOIN sentence ON article_id = article.id')" = '12000|24000' ]
for tool in bzip2 gzip xz lzma zstd; do
    $tool -1 -c <"$folder/many.csv" >"$folder/packed" 2>"$folder/errors"
    for threads in 1 4; do
        loads "$tool, $threads threads" 0 --format csv --threads $threads "$folder/packed"
        sed 's/packed:/many.csv:/' >"$folder/rows" <<END
$(rows "$db")
END
        rows "$folder/plain.db" >"$folder/expected"
        check "$tool, $threads threads: the same rows" cmp "$folder/rows" "$folder/expected"
    done
    head -c "$(($(wc -c <"$folder/packed") / 2))" "$folder/packed" >"$folder/cut"
    loads "$tool, cut short" 3 --format csv "$folder/cut"
    gives "$tool, cut short: what came before is kept, what breaks off is named" "SELECT count(*),
        (SELECT count(*) > 1000 FROM article) FROM damage
        WHERE message LIKE '$tool: the file ends in the middle of a stream%'" '1|1'
done
rm -f "$db"
bzip2 -c "$folder/many.csv" | "$load" --quiet --format csv - "$db"
check 'from a pipe' [ "$(sqlite3 "$db" "SELECT count(*), min(title) FROM article")" = \
    '12000|standard input:1' ]

# A lost bzip2 block in the middle costs the records that it touches.
bzip2 -1 -c "$folder/many.csv" >"$folder/packed"
{ head -c 60000 "$folder/packed"; printf 'damage'; tail -c +60007 "$folder/packed"; } >"$folder/hole"
for threads in 1 4; do
    rm -f "$folder/hole$threads.db"
    "$load" --quiet --format csv --threads $threads "$folder/hole" "$folder/hole$threads.db"
    check "a lost block, $threads threads: status 3" [ $? -eq 3 ]
done
check 'a lost block: the same rows with 1 thread and 4' [ "$(rows "$folder/hole1.db")" = \
    "$(rows "$folder/hole4.db")" ]
db=$folder/hole4.db
gives 'a lost block: what comes before and after it is complete' "SELECT count(*) > 20000, min(page_id),
    max(page_id), sum(text LIKE 'It has, as all, two paragraphs%') > 10000 FROM article
    JOIN sentence ON article_id = article.id" '1|1|12000|1'
gives 'a lost block: one place or two are named' "SELECT count(*) BETWEEN 1 AND 2,
    sum(message LIKE 'bzip2%') FROM damage" '1|1'
db=$folder/test.db

# The same for the first block: the lines after it are loaded, unless the names of columns are lost.
awk 'BEGIN { for (i = 1; i <= 30000; i++) print "Line", i, "of many, with", i * 7919 % 10007 }' |
    bzip2 -1 -c >"$folder/packed"
{ head -c 20 "$folder/packed"; printf 'damage'; tail -c +27 "$folder/packed"; } >"$folder/hole"
loads 'a lost beginning' 3 --format text "$folder/hole"
gives 'a lost beginning: what follows it is complete' "SELECT count(*) > 20000, max(text),
    sum(text LIKE 'Line % of many, with %') = count(*) FROM sentence" \
    '1|Line 9999 of many, with 6697|1'
gives 'a lost beginning: it is named' "$damage" "$(sqlite3 "$db" 'SELECT 0, "-", message
    FROM damage WHERE message LIKE "bzip2: a block is damaged, bytes 4 to %"')"
refuses 'a lost line of names' 'should name the columns: it is lost: bzip2: a block is damaged' \
    --format csv "$folder/hole"

# ---- What it refuses

refuses 'an unknown format' "expected one of mediawiki, text, csv, tsv, jsonl, sqlite, warc, word2vec, glove, fasttext, found 'xml'" \
    --format xml "$folder/lines.txt"
refuses 'an unknown language' "or other, found 'english'" --language english \
    --format text "$folder/lines.txt"
refuses 'columns of a dump' '--columns and --carry are for --format csv' --columns text=a examples/sample.xml
refuses 'columns of text' '--columns and --carry are for --format csv' --columns text=a --format text \
    "$folder/lines.txt"
refuses 'documents in CSV' '--document is for --format text' --document line --format csv \
    "$folder/rfc.csv"
refuses 'namespaces of CSV' 'are for --format mediawiki' --namespaces 0 --format csv \
    "$folder/rfc.csv"
refuses 'history of JSON' 'are for --format mediawiki' --format jsonl --history \
    "$folder/objects.jsonl"
refuses 'an unknown document' "expected line or file, found 'page'" --format text --document page \
    "$folder/lines.txt"
refuses 'an unknown column' "found 'titel=name'" --format csv --columns text=a,titel=name \
    "$folder/rfc.csv"
refuses 'an unknown column of files that have it' "--columns-if-there: expected text=NAME" \
    --format csv --columns-if-there titel=name "$folder/rfc.csv"
refuses 'a list of columns that ends early' "found ''" --format csv --columns text=a, \
    "$folder/rfc.csv"
refuses 'a text without a column' 'must have a name' --format csv --columns text= "$folder/rfc.csv"
refuses 'no column for the text' "has no column 'text' (--columns text=NAME names another), only: a, b?c, d" \
    --format csv "$(printf 'a,"b\nc",d\n1,2,3\n' >"$folder/none.csv" && echo "$folder/none.csv")"
refuses 'no column of a name that was asked for' "has no column 'name'" --format csv \
    --columns title=name "$folder/rfc.csv"
refuses 'CSV without names' 'is empty, expected the names of columns' --format csv "$folder/empty"
printf '\n\r\n' >"$folder/lines.csv"
refuses 'nor in empty lines' 'is empty, expected the names of columns' --format csv \
    "$folder/lines.csv"
printf '"text,id\n1,2\n' >"$folder/open.csv"
refuses 'names that are never closed' 'a quotation mark is not closed' --format csv \
    "$folder/open.csv"
printf 'te\377xt\n1\n' >"$folder/latin.csv"
refuses 'names that are not UTF-8' 'its first line is not UTF-8' --format csv "$folder/latin.csv"
mebibytes 2 >"$folder/wide.csv"
refuses 'names without an end' 'no line end in its first 1048576 bytes' --format csv \
    "$folder/wide.csv"
printf '<html><p>No.</p></html>\n' >"$folder/page"
refuses 'no dump' 'is a web page, not a dump' "$folder/page"
loads 'a file' 0 --format csv "$folder/rfc.csv"
for how in '--format jsonl:with other options (csv' '--format csv --columns title=id:with other options ('\''title=title'\'' before, '\''title=id'\'' now)'; do
    "$load" --quiet ${how%:*} "$folder/rfc.csv" "$db" 2>"$folder/errors"
    status=$?
    check "the same file otherwise (${how%:*}): refused" [ $status -eq 1 ]
    check 'and why' grep -qF -- "${how#*:}" "$folder/errors"
done

# ---- Hostile files: no crash, no hang, memory in bounds

# survives NAME ARGUMENT... : status 0 or 3 within a minute
survives() {
    name=$1
    shift
    rm -f "$db"
    timeout 60 "$load" --quiet "$@" "$db" >"$folder/output" 2>"$folder/errors"
    status=$?
    check "$name: status 0 or 3, found $status" [ $status -eq 0 -o $status -eq 3 ]
}
echo "seed: ${NEARDUP_SEED:=1}"
/usr/bin/python3 -c "import random, sys; sys.stdout.buffer.write(random.Random($NEARDUP_SEED).randbytes(300000))" \
    >"$folder/bytes"
for format in text jsonl; do
    cp "$folder/bytes" "$folder/noise"
    survives "noise as $format" --format $format "$folder/noise"
done
for format in csv tsv; do
    { printf 'text\ttitle\n,text,\n'; cat "$folder/bytes"; } >"$folder/noise"
    survives "noise as $format" --format $format --columns "$(
        [ $format = csv ] && printf 'text=text\ttitle' || echo text=text)" "$folder/noise"
done
{ echo text; head -c 5000000 /dev/zero | tr '\000' '"'; } >"$folder/hostile"
survives 'quotation marks alone' --format csv "$folder/hostile"
{ echo text; head -c 5000000 /dev/zero | tr '\000' ','; } >"$folder/hostile"
survives 'commas alone' --format csv "$folder/hostile"
{ echo text; yes '"x"y,"' | head -c 5000000; } >"$folder/hostile"
survives 'quotation marks that never close' --format csv "$folder/hostile"
{ echo text; yes '\' | tr -d '\n' | head -c 5000000; } >"$folder/hostile"
survives 'backslashes alone' --format tsv "$folder/hostile"
{ head -c 3000000 /dev/zero | tr '\000' '['; echo; } >"$folder/hostile"
survives 'brackets that never close' --format jsonl "$folder/hostile"
{ printf '{"text":"a","b":'; head -c 1000 /dev/zero | tr '\000' '['
  head -c 1000 /dev/zero | tr '\000' ']'; echo '}'; } >"$folder/hostile"
survives 'deep JSON' --format jsonl "$folder/hostile"
{ printf '{"text":"'; yes '\u0000' | tr -d '\n' | head -c 3000000; echo '"}'; } >"$folder/hostile"
survives 'zeroes alone' --format jsonl "$folder/hostile"
gives 'zeroes alone are one text' 'SELECT length(text) FROM sentence' 500000
head -c 3000000 /dev/zero | tr '\000' '\n' >"$folder/hostile"
survives 'line ends alone' --format text "$folder/hostile"
survives 'line ends alone, a file' --format text --document file "$folder/hostile"
head -c 3000000 /dev/zero >"$folder/hostile"
survives 'zero bytes alone' --format text "$folder/hostile"

finish loader/formats
