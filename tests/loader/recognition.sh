#!/bin/sh
# recognition.sh - what neardup-load takes a file for without --format, and which column for the text.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
. tests/loads.sh

kind='SELECT kind, options FROM source'
text='SELECT text FROM sentence'
columns=title=title,id=id,time=time

# file NAME : standard input as a file of that name, whose path is printed
file() {
    cat >"$folder/$1"
    echo "$folder/$1"
}

# ---- Dumps, as ever

rm -f "$db"
"$load" examples/sample.xml "$db" 2>"$folder/errors"
check 'a dump: nothing is said about its format' [ "$(wc -l <"$folder/errors")" -eq 1 ]
for called in dump dump.csv dump.txt dump.jsonl; do
    cp examples/sample.xml "$folder/$called"
    loads "a dump called $called" 0 "$folder/$called"
    gives "a dump called $called: is one" 'SELECT kind FROM source' mediawiki
done
{ printf '\n \n'; sed 1,3d examples/sample.xml | sed -n '/<page>/,$p'; } >"$folder/pages"
loads 'pages without a head' 0 "$folder/pages"
gives 'are a dump' 'SELECT kind FROM source' mediawiki
printf 'end of a text\n    </revision>\n  </page>\n' | cat - "$folder/pages" >"$folder/tail"
refuses 'the middle of a dump' 'is not a MediaWiki dump' "$folder/tail"
bzip2 -1 -c "$folder/pages" >"$folder/packed"
awk 'BEGIN { for (i = 1; i <= 30000; i++) print "  <page><title>P" i "</title><id>" i \
    "</id><revision><id>1</id><text>Text " i * 7919 % 10007 " of many.</text></revision></page>" }' |
    bzip2 -1 -c >"$folder/packed"
{ head -c 20 "$folder/packed"; printf 'damage'; tail -c +27 "$folder/packed"; } >"$folder/hole.txt"
loads 'a dump whose beginning is lost' 3 "$folder/hole.txt"
gives 'is recognised by its pages' 'SELECT kind, count(*) > 20000 FROM source, article' 'mediawiki|1'
awk 'BEGIN { for (i = 1; i <= 60000; i++) print "Line", i, "of many, with", i * 7919 % 10007 }' |
    bzip2 -1 -c >"$folder/packed"
{ head -c 20 "$folder/packed"; printf 'damage'; tail -c +27 "$folder/packed"; } >"$folder/hole.txt.bz2"
loads 'a text whose beginning is lost' 3 "$folder/hole.txt.bz2"
gives 'is recognised by its name' 'SELECT kind, count(*) > 20000 FROM source, article' 'text|1'
cp "$folder/hole.txt.bz2" "$folder/hole"
refuses 'without a name' 'its beginning is lost, and no page follows soon' "$folder/hole"
for options in '--namespaces 0' --history; do
    refuses "text with $options" 'is not a MediaWiki dump' $options LICENSE
done
: >"$folder/empty"
refuses 'an empty file' 'is empty, expected a MediaWiki dump' "$folder/empty"

# ---- JSON lines

lines=$(printf '\n{"id": 1, "text": "One, two."}\n{"id": 2, "text": "Three."}\n' | file lines)
takes 'objects' "$lines: read as jsonl; text=text, id=id (--format and --columns override this)" \
    "$lines"
gives 'are read' "$text" 'One, two.
Three.'
printf '{"text":"%s"}\n' "$(head -c 300000 /dev/zero | tr '\000' x)" >"$folder/long"
takes 'a long object' "$folder/long: read as jsonl (--format and --columns override this)" "$folder/long"
loads 'damaged objects' 3 "$(printf 'not an object\n{"text": "a"}\n' | file named.NDJSON)"
gives 'are recognised by the name' 'SELECT kind FROM source' jsonl
loads 'no objects' 0 "$(echo 'not an object' | file named.jsonl.txt)"
gives 'are text' 'SELECT kind FROM source' text
gzip -c "$lines" >"$folder/lines.ndjson.gz"
loads 'packed' 0 "$folder/lines.ndjson.gz"
gives 'is recognised' 'SELECT kind FROM source' jsonl
refuses 'an array' 'is JSON, but its lines are not objects' "$(printf '[\n {"text": "a"}]\n' | file array)"
refuses 'an object on several lines' 'is JSON, but its lines' \
    "$(printf '{\n  "text": "a"\n}\n' | file object)"
loads 'a text in brackets' 0 "$(printf '[a]\n{b}\n' | file brackets)"
gives 'is a text' "$kind" 'text|document=line'

# ---- Tables

# table NAME DELIMITER : a file with that delimiter
table() {
    printf 'id%sname%sbody\n1%skettle%s"It boils, it stays cool; and it is fine. A second one?"\n2%slamp%sThe cord is far too short for any room.\n' \
        "$2" "$2" "$2" "$2" "$2" "$2" | file "$1"
}
body='text=body by the length of its texts, id=id'
for called in reviews.csv reviews.CSV.gz reviews reviews.txt; do
    for delimiter in ',' ';' '|'; do
        path=$(table "$called" "$delimiter")
        case $called in *.gz) gzip -c <"$path" >"$folder/packed" && mv "$folder/packed" "$path" ;; esac
        takes "$called with '$delimiter'" "$path: read as csv with '$delimiter'; $body \
(--format, --delimiter and --columns override this)" "$path"
        gives "$called with '$delimiter': its texts" 'SELECT group_concat(text) FROM sentence' \
            'It boils, it stays cool; and it is fine.,A second one?,The cord is far too short for any room.'
    done
done
path=$(table reviews "$(printf '\t')")
takes 'tabs' "$path: read as csv with tabs; $body (--format, --delimiter and --columns override this)" \
    "$path"
gives 'tabs: options' "$kind" "csv|columns: text=body,$columns delimiter=tab"
for called in reviews.tsv reviews.tab; do
    path=$(table $called "$(printf '\t')")
    takes "$called" "$path: read as tsv; $body (--format and --columns override this)" "$path"
done
takes 'a table on standard input' "standard input: read as csv with ';'; $body \
(--format, --delimiter and --columns override this)" - <"$(table reviews ';')"
rm -f "$folder/named.db"
"$load" --quiet --format csv --delimiter ';' --columns text=body "$folder/reviews" "$folder/named.db"
"$load" "$folder/reviews" "$folder/named.db" 2>"$folder/errors"
check 'a guess and an option come to the same' grep -q 'is in the database already' "$folder/errors"
loads 'a guess with --quiet' 0 "$folder/reviews"
check 'is silent' [ ! -s "$folder/errors" ]
takes 'a named format' "$folder/reviews: $body (--columns overrides this)" --format csv --delimiter ';' \
    "$folder/reviews"
takes 'a delimiter' "$folder/reviews: $body (--columns overrides this)" --delimiter ';' \
    "$folder/reviews"
loads 'a named column' 0 --columns text=name "$folder/reviews"
gives 'is taken' "$text" 'kettle
lamp'
loads 'a column asked for otherwise' 0 --columns title=body "$folder/reviews"
gives 'is not the text' "$text" 'kettle
lamp'
check 'says nothing' [ ! -s "$folder/errors" ]
path=$(printf 'id;text\n1;a\n' | file small)
takes 'a single row under the name text' "$path: read as csv with ';'; text=text, id=id \
(--format, --delimiter and --columns override this)" "$path"
path=$(printf 'kettle\nlamp, short\n' | file list.csv)
takes 'one column' "$path: read as csv with ','; text=kettle as its only column \
(--format, --delimiter and --columns override this)" "$path"
path=$(printf 'a;b\n"1;2";3\n"4\n;;;";5\n' | file quoted)
takes 'delimiters in quotes' "$path: read as csv with ';'; text=a by the length of its texts \
(--format, --delimiter and --columns override this)" "$path"
path=$(printf 'a;b\n12;34\n56;78\n' | file even)
refuses 'columns of one length' "has no column 'text' (--columns text=NAME names another), only: a, b (read as csv with ';'; \
--format overrides this)" "$path"
path=$(printf 'url,body\nhttps://example.org/a/very/long/address/of/a/page/1,It is.\nhttp://example.org/a/very/long/address/of/a/page/2,So it is.\n' | file links.csv)
takes 'addresses' "$path: read as csv with ','; text=body by the length of its texts \
(--format, --delimiter and --columns override this)" "$path"
path=$(awk 'BEGIN { print "id,body"; printf "1,\""; for (i = 0; i < 9000; i++) print "a long, long text"; print "\"" }' |
    file long.csv)
takes 'a row of 150 kB' "$path: read as csv with ','; text=body by the length of its texts, id=id \
(--format, --delimiter and --columns override this)" "$path"
path=$(table bare.csv ';' && sed -i 1d "$folder/bare.csv")
takes 'no header' "$path: read as csv with ';'; text=3 by the length of its texts \
(--format, --delimiter and --columns override this)" --no-header "$path"
gives 'no header: options' "$kind" 'csv|columns: text=3,title=,id=,time= delimiter=; no-header'
path=$(printf 'name,text\nM\374ller,Sch\366n und gut.\nMaier,Nicht so sch\366n.\n' | file latin.csv)
takes 'a table in Latin 1' "$path: read as csv with ','; text=text \
(--format, --delimiter and --columns override this)" --encoding latin1 "$path"
gives 'a table in Latin 1: its texts' "$text" 'Schön und gut.
Nicht so schön.'
path=$(printf '{"a":1,"b":"short","c":"a longer text than that"}\n{"c":"and another one of them"}\n' |
    file members.jsonl)
takes 'members' "$path: read as jsonl; text=c by the length of its texts \
(--format and --columns override this)" "$path"
refuses 'members of one length' "has no member 'text' (--columns text=NAME names another), only: a, b" \
    "$(printf '{"a":"some text","b":"more text"}\n' | file members)"

# ---- Text

for lines in 'Hello, world.\nThis, however, is prose.\n' 'a\nb\n' 'one, two\nthree, four\nfive, six\n' \
    '| a | b |\n|---|---|\n| c | d |\n' 'a,a\nb,b\nc,c\n' 'x,y\nz,w\nu\nv\n' 'only;one line\n' \
    'Use <page> here, then\nthere\n'; do
    path=$(printf "$lines" | file notes)
    takes "text: $lines" "$path: read as text, a document in each line (--format and --document override this)" \
        "$path"
done
loads 'a file as a document' 0 --document file LICENSE
gives 'needs no format' "$kind" 'text|document=file'
refuses 'columns of a dump' 'sample.xml: --columns and --carry are for --format csv, tsv, jsonl or sqlite, not' \
    --columns text=a examples/sample.xml
refuses 'columns of prose' "has no column 'body' (--columns text=NAME names another), only: MIT License" \
    --columns text=body LICENSE

# ---- A text that lacks its quotation marks is not cut off

printf 'text\nA lamp, and a boat\nA boat,\n' >"$folder/comma.csv"
loads 'more fields than names' 3 "$folder/comma.csv"
gives 'damage, unless they are empty' "SELECT message, group_concat(text) FROM damage, sentence" \
    'the row has 2 fields, but the first line names 1|A boat'

# ---- What is nothing of that kind

sqlite3 "$folder/shop.db" "CREATE TABLE review(body); INSERT INTO review VALUES ('A lamp. Two lamps.')"
refuses 'a database without a table' 'name a table or view of it' "$folder/shop.db"
loads 'a table of a database' 0 --table review --columns text=body --whole "$folder/shop.db"
gives 'is kept whole' "SELECT kind, text FROM source, sentence" 'sqlite|A lamp. Two lamps.'
sqlite3 "$folder/shop.db" "INSERT INTO review VALUES ('Another lamp.')"
"$load" --table review --columns text=body --whole "$folder/shop.db" "$db" 2>"$folder/errors"
check 'another state of it: a warning' grep -q 'an earlier state of this table is in the database, as source 1' \
    "$folder/errors"
gives 'stands beside the first' 'SELECT count(*) FROM sentence' 3
printf 'PAR1\000\000PAR1' >"$folder/table.parquet"
refuses 'Parquet' 'is a Parquet file' "$folder/table.parquet"
refuses 'a program' 'build/neardup-load: is a program, not text' build/neardup-load
printf '%%PDF-1.4\nhello there\n' >"$folder/note.pdf"
refuses 'a PDF' 'is a PDF document, not text' "$folder/note.pdf"
cp "$folder/note.pdf" "$folder/note.xml"
cp "$folder/note.pdf" "$folder/note.csv"
refuses 'a PDF that is named as CSV' 'is a PDF document, not text' "$folder/note.csv"
printf 'Rar!\032\007\001\000' >"$folder/packed.txt"
refuses 'an archive that is named as text' 'is a RAR archive, not text' "$folder/packed.txt"
refuses 'a PDF that is named as XML' 'is a PDF document, not text' "$folder/note.xml"
printf 'hello' >"$folder/hello.xml"
refuses 'five bytes that are named as XML' 'is named as XML, but has none: expected <mediawiki> first' "$folder/hello.xml"
for page in '<!DOCTYPE html>' ' <HTML lang=en>' '<?xml version="1.0"?>\n<!-- saved -->\n<!doctype HTML>' '<!--->\n<html>' \
    '<!-- <mediawiki> -->\n<html>'; do
    printf "$page"'<p>The ferry leaves at nine.</p></html>' >"$folder/page.xml"
    refuses "the page $page" 'is a web page, not a dump of a wiki: save its text as a .txt file' "$folder/page.xml"
done
mv "$folder/page.xml" "$folder/page.txt"
refuses 'a page that is named as text' 'or load it with its tags by --format text' "$folder/page.txt"
printf '<html>,text\n1,The ferry leaves at nine.\n' >"$folder/tags.csv"
loads 'a table whose first cell is a tag' 0 "$folder/tags.csv"
gives 'is read' "$text" 'The ferry leaves at nine.'
printf '\001\002 bytes \003\004\005\n' >"$folder/noise"
refuses 'noise' 'is not text: it is full of control characters' "$folder/noise"

# ---- The key of a table without a column called id

key="SELECT group_concat(key, ' ') FROM article"
loads 'two columns that are called like keys' 0 \
    "$(printf 'customer_id,ticket_id,text\n7,T-1,One.\n7,T-2,Two.\n8,T-3,Three.\n' | file tickets.csv)"
gives 'the first that tells rows apart' "$key" 'T-1 T-2 T-3'
for named in --columns=id=customer_id --columns=key=customer_id; do
    loads "$named" 0 "$named" "$folder/tickets.csv"
    gives "$named is taken" "$key" '7 7 8'
done
loads '--columns id=' 0 --columns id= "$folder/tickets.csv"
gives 'none' "$key" ''
loads 'objects' 0 "$(printf '{"ticketId": 5, "text": "One."}\n{"ticketId": 6, "text": "Two."}\n' | file tickets.jsonl)"
gives 'have keys, too' "$key" '5 6'
for rows in '1,One.\n1,Two.\n' ',One.\n2,Two.\n'; do
    loads "$rows" 0 "$(printf 'ticket_id,text\n'"$rows" | file tickets.csv)"
    gives "$rows: no key" "$key" ''
done
loads 'a column called id' 0 "$(printf 'ticket_id,id,text\n1,7,One.\n2,7,Two.\n' | file tickets.csv)"
gives 'is the key, as ever' "$key" '7 7'
loads 'other names' 0 "$(printf 'paid,text\n1,One.\n2,Two.\n' | file tickets.csv)"
gives 'are no keys' "$key" ''

# ---- Tables with another delimiter

printf 'id%%text\n1%%One, of two.\n2%%Two, of two.\n3%%Three\n' >"$folder/percent.csv"
refuses 'most rows would be damage' "2 of its first 3 rows have more or fewer fields than the first line, which has 1; tried ',', ';', a tab and '|'. Name" \
    "$folder/percent.csv"
printf 'id%%text\n1%%One\n2%%Two\n3%%Three\n' >"$folder/percent.csv"
refuses 'each row would be one column' "its first line, 'id%text', is one column, and '%' is in each line; tried" "$folder/percent.csv"
loads 'named, it is read' 0 --delimiter % "$folder/percent.csv"
gives 'as a table' "$text" 'One
Two
Three'
printf 'id,text\n1,One, of two.\n2,Two, of two.\n3,Three, of two.\n' >"$folder/unquoted.csv"
refuses 'fields without quotes' '3 of its first 3 rows have more or fewer fields than the first line, which has 2' "$folder/unquoted.csv"
loads 'as it is' 3 --format csv "$folder/unquoted.csv"
printf 'id,text\n1,Gr\366\337e.\n2,Gr\374n.\n' >"$folder/latin.csv"
refuses 'most lines are in another encoding' '2 of its first 3 lines are not UTF-8. Name its encoding, such as by --encoding latin1' "$folder/latin.csv"
loads 'which is named' 0 --encoding latin1 "$folder/latin.csv"
gives 'and read' "$text" 'Größe.
Grün.'
printf 'What?\nWho is it?\nHow are you?\nWhy?\n' >"$folder/questions.csv"
loads 'a column of questions' 0 "$folder/questions.csv"
printf 'hello' >"$folder/hello.xml"
refuses 'XML without any' 'is named as XML, but has none' "$folder/hello.xml"
for named in note.pdf noise hello.xml; do
    check "$named, as text" "$load" --quiet --format text "$folder/$named" "$folder/named.db"
done
printf 'M\000\374\000\n\000' >"$folder/wide"
refuses 'UTF-16 without a mark' 'needs --encoding UTF-16LE' "$folder/wide"
loads 'UTF-16 with its name' 0 --encoding UTF-16LE "$folder/wide"
gives 'is read' "$text" 'Mü'

finish loader/recognition
