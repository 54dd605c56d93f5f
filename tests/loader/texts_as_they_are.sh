#!/bin/sh
# texts_as_they_are.sh - neardup-load with --whole, --delimiter, --no-header and --encoding.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
. tests/loads.sh

texts="SELECT title || '|' || ifnull(position || section || '|' || block || '|' || text, '-')
    FROM article LEFT JOIN sentence ON article_id = article.id ORDER BY article.id"
damage="SELECT ifnull(page_title, '-'), message FROM damage"
options='SELECT kind, options FROM source'

# ---- --whole: one text is one unit, exactly as it stands

printf 'title,text\nA,"  One. Two.\r\n\r\n\tThree  four.\n"\nB,\nC," \t\n"\nD,x\nE,"\302\240\342\200\250"\n' \
    >"$folder/whole.csv"
loads 'whole texts' 0 --format csv --whole "$folder/whole.csv"
gives 'are one sentence each, or none' "SELECT title || '|' || count(sentence.id)
    FROM article LEFT JOIN sentence ON article_id = article.id GROUP BY article.id" 'A|1
B|0
C|0
D|1
E|0'
gives 'keep every byte' "SELECT position, section, block, hex(text) FROM sentence LIMIT 1" \
    "1||prose|$(printf '  One. Two.\r\n\r\n\tThree  four.\n' | od -An -v -tx1 | tr -d ' \n' | tr a-f A-F)"
gives 'and say so' "$options" 'csv|columns: text=text,title=title,id=id,time=time whole'
"$load" --quiet --format csv "$folder/whole.csv" "$db" 2>"$folder/errors"
check 'the same file in sentences: refused' [ $? -eq 1 ]
check 'and why' grep -qF 'with other options' "$folder/errors"
printf 'One. Two.  \r\n\n \tThree. \nA\fB' >"$folder/whole.txt"
loads 'whole lines' 0 --format text --whole "$folder/whole.txt"
gives 'keep white space' "$texts" "whole.txt:1|1|prose|One. Two.  
whole.txt:3|1|prose| 	Three. 
whole.txt:4|1|prose|A$(printf '\f')B"
loads 'a whole file' 0 --format text --document file --whole "$folder/whole.txt"
gives 'is one text' "SELECT count(*), hex(text) FROM sentence" \
    "1|$(od -An -v -tx1 "$folder/whole.txt" | tr -d ' \n' | tr a-f A-F)"
gives 'and says so' "$options" 'text|document=file whole'
printf 'text\na\\tb\\n\\nc. D.\n' >"$folder/whole.tsv"
loads 'whole fields' 0 --format tsv --whole "$folder/whole.tsv"
gives 'have tabs and line ends' 'SELECT text FROM sentence' 'a	b

c. D.'
printf '{"text":" A.\\n\\nB. "}\n{"text":""}\n' >"$folder/whole.jsonl"
loads 'whole members' 0 --format jsonl --whole "$folder/whole.jsonl"
gives 'have line ends' "$texts" 'whole.jsonl:1|1|prose| A.

B. 
whole.jsonl:2|-'
awk 'BEGIN { print "id,text"; for (i = 1; i <= 30000; i++) printf "%d,\"Row %d. It has\n\n%d lines. \"\n", i, i, i * 7 }' \
    >"$folder/many.csv"
for threads in 1 4; do
    rm -f "$folder/$threads.db"
    "$load" --quiet --whole --threads $threads "$folder/many.csv" "$folder/$threads.db"
    sqlite3 "$folder/$threads.db" 'SELECT * FROM article JOIN sentence ON article_id = article.id' \
        >"$folder/rows$threads"
done
check 'whole texts with 1 thread and 4: the same rows' cmp "$folder/rows1" "$folder/rows4"
check 'as many as texts' [ "$(sqlite3 "$folder/1.db" "SELECT count(*), sum(text = 'Row ' || page_id ||
    '. It has' || char(10, 10) || (page_id * 7) || ' lines. ') FROM article
    JOIN sentence ON article_id = article.id")" = '30000|30000' ]
for option in --whole '--encoding latin1'; do
    refuses "a dump with $option" "${option%% *} is for --format text, csv" $option \
        --format mediawiki examples/sample.xml
    refuses "a recognised dump with $option" "${option%% *} is for --format text, csv" $option \
        examples/sample.xml
done

# ---- --delimiter

for delimiter in ';' '|' tab '\t' ' ' '~'; do
    character=$delimiter
    case $delimiter in tab | '\t') character=$(printf '\t') ;; esac
    printf 'id;text;title\n1;"a;""b""\n, c";"A"\n2;d "e"; f;G\n"3";open' | tr ';' "$character" \
        >"$folder/other.csv"
    loads "delimiter '$delimiter'" 0 --format csv --delimiter "$delimiter" --whole "$folder/other.csv"
    gives "delimiter '$delimiter': fields" "SELECT page_id, title, text FROM article
        JOIN sentence ON article_id = article.id" "1|A|a$character\"b\"
, c
$([ "$delimiter" = ' ' ] && echo '2|e|d
3|other.csv:3|open' || printf '2| f|d "e"\n3|other.csv:3|open' | sed 's/| f/|f/')"
done
gives 'is kept' "$options" 'csv|columns: text=text,title=title,id=id,time=time delimiter=~ whole'
loads 'a comma' 0 --delimiter , --whole "$folder/whole.csv"
gives 'is the default' "$options" 'csv|columns: text=text,title=title,id=id,time=time whole'
for wrong in '' ';;' '"' 'é' '
'; do
    refuses "delimiter '$wrong'" 'expected one ASCII character' --delimiter "$wrong" \
        "$folder/whole.csv"
done
refuses 'a delimiter for tsv' '--delimiter is for --format csv, not tsv' --format tsv \
    --delimiter ';' "$folder/whole.tsv"
printf 'id;text\n1;a\n' >"$folder/semicolon.csv"
refuses 'the wrong delimiter' "has no column 'text' (--columns text=NAME names another), only: id;text; this one column \
contains ';': try --format csv --delimiter ';'" --format csv "$folder/semicolon.csv"
printf 'id\ttext\n1\ta\n' >"$folder/tab.csv"
refuses 'tabs' 'this one column contains a tab: try --format tsv' --format csv "$folder/tab.csv"
refuses 'commas' "contains ',': try --format csv --delimiter ','" --format tsv "$folder/whole.csv"

# ---- --no-header

printf '7,"A, b",The first.\n\n8,,The second.\n' >"$folder/bare.csv"
loads 'no header' 0 --format csv --no-header --columns text=3,id=1,title=2 "$folder/bare.csv"
gives 'the first line is a row' "SELECT page_id, title, text FROM article
    JOIN sentence ON article_id = article.id" '7|A, b|The first.
8|bare.csv:2|The second.'
gives 'and columns have numbers' "$options" 'csv|columns: text=3,title=2,id=1,time= no-header'
printf 'one\ntwo\n' >"$folder/one.tsv"
loads 'a single column' 0 --format tsv --no-header "$folder/one.tsv"
gives 'is the text' 'SELECT title, text FROM article JOIN sentence ON article_id = article.id' \
    'one.tsv:1|one
one.tsv:2|two'
gives 'number 1' "$options" 'tsv|columns: text=1,title=,id=,time= no-header'
: >"$folder/empty.csv"
loads 'an empty table without names' 0 --format csv --no-header "$folder/empty.csv"
bzip2 -1 -c "$folder/many.csv" >"$folder/packed"
{ head -c 20 "$folder/packed"; printf 'damage'; tail -c +27 "$folder/packed"; } >"$folder/hole"
loads 'a lost beginning without names' 3 --format csv --no-header --columns text=2 "$folder/hole"
gives 'costs only itself' 'SELECT count(*) > 20000 FROM article' 1
refuses 'a column that is not there' 'has no column 4: its first line has 3' --format csv \
    --no-header --columns text=3,id=4 "$folder/bare.csv"
printf 'abc,def\nghi,jkl\n' >"$folder/even.csv"
refuses 'no column that is the text' 'which of its columns is the text? Name it by its number' \
    --format csv --no-header "$folder/even.csv"
for wrong in body 0 -1 1x 99999999999999999999; do
    refuses "a column '$wrong'" 'is called by its number' --format csv --no-header \
        --columns "text=$wrong" "$folder/bare.csv"
done
refuses 'JSON without a header' '--no-header is for --format csv or tsv' --no-header --format jsonl \
    "$folder/whole.jsonl"

# ---- --encoding

# encoded NAME TEXT : the text, in UTF-8, in that encoding, as a file of that name
encoded() {
    printf "$2" | iconv -f UTF-8 -t "$1" >"$folder/encoded"
}

while IFS='|' read -r encoding text; do
    if ! encoded "$encoding" "$text\nEnd\n" 2>/dev/null; then
        skip "loader/texts_as_they_are: iconv has no $encoding"
        continue
    fi
    loads "$encoding" 0 --format text --encoding "$encoding" "$folder/encoded"
    gives "$encoding: is read" 'SELECT text FROM sentence' "$text
End"
    gives "$encoding: is kept" 'SELECT options FROM source' "document=line encoding=$encoding"
done <<'END_OF_LIST'
latin1|Müller à côté
ISO-8859-15|10 €
windows-1252|“Zitat” – 5 €
KOI8-R|Привет
SHIFT_JIS|日本語の文ソ
EUC-JP|日本語の文
ISO-2022-JP|日本語 ab 文
GB18030|汉字 𠀀 é
BIG5|漢字
UTF-16LE|Mü 日本 😀
UTF-16BE|Mü 日本 😀
UTF-32LE|Mü 日本 😀
UTF-32BE|Mü 日本 😀
UTF-8|Mü 日本 😀
CP1258|Việt
END_OF_LIST
for encoding in UTF-8 UTF-16LE UTF-16BE UTF-32LE GB18030; do
    encoded $encoding '\357\273\277M\303\274\n'
    loads "$encoding with a mark" 0 --format text --encoding $encoding "$folder/encoded"
    gives "$encoding: the mark is no text" 'SELECT length(text) FROM sentence' 2
done
printf 'id;text;title\n1;Mot cl\351;\2041\n2;\201;x\n3;bon;\n' >"$folder/french.csv"
loads 'bytes that an encoding lacks' 3 --delimiter ';' --encoding windows-1252 "$folder/french.csv"
gives 'are damage' "$damage" \
    'x|byte 3 of the record, as UTF-8, is not valid in windows-1252'
gives 'that costs one record' 'SELECT title, text FROM article
    JOIN sentence ON article_id = article.id' '„1|Mot clé
french.csv:3|bon'
printf 'ok\n\202\n\202\240\nend\202' >"$folder/japanese"
loads 'half characters' 3 --format text --encoding SHIFT_JIS "$folder/japanese"
gives 'cost their lines' "$damage" 'japanese:2|byte 1 of the record, as UTF-8, is not valid in SHIFT_JIS
japanese:4|byte 4 of the record, as UTF-8, is not valid in SHIFT_JIS'
gives 'and no others' 'SELECT group_concat(text) FROM sentence' 'ok,あ'
printf 'te\201xt,a\n1,2\n' >"$folder/names.csv"
refuses 'names that an encoding lacks' 'its first line is not windows-1252' --format csv \
    --encoding windows-1252 --columns text=a "$folder/names.csv"
for wrong in klingon latin1//TRANSLIT '' UTF-8/; do
    refuses "encoding '$wrong'" 'iconv knows no encoding called' --encoding "$wrong" "$folder/names.csv"
done
awk 'BEGIN { print "id,text"; for (i = 1; i <= 40000; i++) printf "%d,Zeile %d für alle\n", i, i }' |
    iconv -f UTF-8 -t UTF-16LE >"$folder/wide.csv"
for tool in cat gzip 'bzip2 -1'; do
    $tool <"$folder/wide.csv" >"$folder/packed"
    loads "UTF-16 by $tool" 0 --format csv --encoding UTF-16LE "$folder/packed"
    gives "UTF-16 by $tool: all rows" "SELECT count(*), sum(text = 'Zeile ' || page_id || ' für alle')
        FROM article JOIN sentence ON article_id = article.id" '40000|40000'
done

finish loader/texts_as_they_are
