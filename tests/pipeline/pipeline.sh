#!/bin/sh
# pipeline.sh - the pipeline as people use it: run again, with other parameters, with nothing to
# find, on databases that are not ours, and installed, from any folder.

cd "$(dirname "$0")/../.." || exit 1
load=build/neardup-load
. tests/check.sh
db=$folder/sample.db

# pipeline DB : runs it; its output goes into the files "output" and "errors"
pipeline() {
    sqlite3 "$1" <sql/pipeline.sql >"$folder/output" 2>"$folder/errors"
}

sql() {
    sqlite3 "$db" "$1"
}

refused() {
    ! sqlite3 "$db" "$1" 2>/dev/null
}

# The content of all tables that the pipeline makes.
result() {
    for table in copy signature pair member cluster; do
        sqlite3 "$1" "SELECT '$table', * FROM $table"
    done
}

"$load" --quiet examples/sample.xml "$db"
pipeline "$db"
check 'it runs' [ $? -eq 0 ]
check 'without an error' [ ! -s "$folder/errors" ]
result "$db" >"$folder/first"

pipeline "$db"
check 'it runs again' [ ! -s "$folder/errors" ]
result "$db" >"$folder/again"
check 'and finds the same' cmp -s "$folder/first" "$folder/again"

printf '.read sql/pipeline.sql\n.read sql/pipeline.sql\nSELECT 1, 2;\n' |
    sqlite3 "$db" >"$folder/output" 2>"$folder/errors"
check 'twice in one session' [ ! -s "$folder/errors" ]
check 'and the shell is as before' [ "$(tail -n 1 "$folder/output")" = '1|2' ]

sql 'UPDATE parameters SET jaccard_least = 0.9'
pipeline "$db"
check 'another threshold' [ "$(sql 'SELECT min(jaccard) >= 0.9 FROM pair')" = 1 ]
check 'finds fewer pairs' [ "$(sql 'SELECT count(*) FROM pair')" -lt 90 ]
sql 'UPDATE parameters SET jaccard_least = 0.6, shingles_least = 1'
pipeline "$db"
check 'shorter sentences' [ "$(sql 'SELECT compared > 407 FROM detection')" = 1 ]
sql 'UPDATE parameters SET shingles_least = 75, edit_similarity_least = 0.95'
pipeline "$db"
check 'closer by edit distance' [ "$(sql 'SELECT min(1.0 - 1.0 * edit_distance
    / max(length(x.text), length(y.text))) >= 0.95
    FROM pair JOIN sentence x ON x.id = a JOIN sentence y ON y.id = b')" = 1 ]
sql "UPDATE parameters SET edit_similarity_least = 0.5, clusters = 'star'"
pipeline "$db"
check 'stars' [ ! -s "$folder/errors" ]
check 'each sentence of a star is similar to its representative' [ "$(sql 'SELECT count(*)
    FROM (SELECT representative, coalesce(first_id, sentence_id) AS text FROM member
    JOIN cluster ON id = cluster_id LEFT JOIN copy USING (sentence_id))
    WHERE text <> representative AND NOT EXISTS (SELECT * FROM pair
    WHERE a = min(text, representative) AND b = max(text, representative))')" = 0 ]
check 'and there are some' [ "$(sql 'SELECT count(*) > 20 FROM cluster')" = 1 ]
sql "UPDATE parameters SET clusters = 'connected'"
for wrong in 'jaccard_least = 1.5' 'jaccard_least = -1' 'shingle = 0' 'bands = 0' 'rows = 2000' \
    'shingles_most = 10' 'tables = 2' 'id = 2' 'bucket_most = 1' 'neighbours = 0' \
    'representatives = -1' "clusters = 'chain'"; do
    check "refuses $wrong" refused "UPDATE parameters SET $wrong"
done
check 'refuses a second row' refused 'INSERT INTO parameters (id) VALUES (2)'

# An error during a run leaves the tables of the last run.
cp "$db" "$folder/broken.db"
result "$folder/broken.db" >"$folder/first"
sqlite3 "$folder/broken.db" "UPDATE sentence SET text = zeroblob(200) WHERE id = (SELECT max(sentence_id)
    FROM member); UPDATE parameters SET shingles_least = 1"
pipeline "$folder/broken.db"
check 'a sentence that is no text is an error' grep -q 'must be text' "$folder/errors"
result "$folder/broken.db" >"$folder/again"
check 'and everything is as it was' cmp -s "$folder/first" "$folder/again"

db=$folder/small.db
sqlite3 "$db" <sql/schema.sql
pipeline "$db"
check 'no sentence at all' [ ! -s "$folder/errors" ]
check 'says so' grep -q ' 0 sentences$' "$folder/output"
sql "INSERT INTO source (id, name, kind, options, program_version, started_at)
     VALUES (1, 'by hand', 'table', '', '', '');
     INSERT INTO article (id, source_id, namespace, title) VALUES (1, 1, 0, 'One');
     INSERT INTO sentence VALUES (1, 1, 1, 1, '', 'prose', printf('%.*c', 200, 'x'))"
pipeline "$db"
check 'one sentence' [ "$(sql 'SELECT compared, candidates, pairs FROM detection')" = '1|0|0' ]
sql "INSERT INTO sentence SELECT 2, 1, 2, 1, '', 'prose', text FROM sentence"
pipeline "$db"
check 'the same twice' [ "$(sql 'SELECT * FROM pair')" = '1|2|1.0|0|' ]
check 'is one cluster' [ "$(sql 'SELECT id, size, texts, articles, kind, representative FROM cluster')" = '1|2|1|1|identical|1' ]

# Errors name the cure. guard.py tests which databases are refused.
pipeline "$folder/new.db"
check 'an empty database: what to do' grep -q 'Load a file into it: neardup load' "$folder/errors"
check 'and it stays empty' [ ! -s "$folder/new.db" ]
(cd / && sqlite3 "$folder/sample.db" <"$OLDPWD/sql/pipeline.sql") >"$folder/output" 2>"$folder/errors"
check 'from another folder it ends at once' [ "$(wc -l <"$folder/errors")" -eq 1 -a ! -s "$folder/output" ]

# Two dates of one wiki under one name.
cp examples/sample.xml "$folder/latest.xml"
"$load" --quiet "$folder/latest.xml" "$folder/dates.db"
sed 's/1,588 inhabitants/1,612 inhabitants/' examples/sample.xml >"$folder/latest.xml"
"$load" --quiet "$folder/latest.xml" "$folder/dates.db"
pipeline "$folder/dates.db"
db=$folder/dates.db
check 'no two sources have the same name' [ "$(sqlite3 "$db" '.load build/neardup' \
    "SELECT neardup_run('views.sql')" 'SELECT count(*), count(DISTINCT name) FROM source_name' | tail -n 1)" = '2|2' ]
sqlite3 "$db" '.load build/neardup' "SELECT neardup_run('two_dates')" >"$folder/output" 2>&1
check 'what the newer one says differently' grep -qF '[1,588|1,612]' "$folder/output"
check 'is all' grep -q 'Values that changed: 1;' "$folder/output"

make -s install PREFIX="$folder/root" >/dev/null 2>&1
(cd / && sqlite3 "$folder/sample.db" <"$folder/root/share/neardup/sql/pipeline.sql" \
    >"$folder/output" 2>"$folder/errors")
check 'the installed scripts run from anywhere' grep -q 'What was found' "$folder/output"

finish pipeline/pipeline
