#!/bin/sh
# train_word_vectors.sh - examples/train_word_vectors.py says what it lacks, and changes nothing before all is done.
# With gensim (NEARDUP_GENSIM names a Python that has it) it fills the table word_vector, again the same with one
# thread and one seed.

cd "$(dirname "$0")/../../.." || exit 1
. tests/training.sh
trains examples/train_word_vectors.py gensim gensim "${NEARDUP_GENSIM:-python3}"

if ! "$python" -c 'import gensim' 2>/dev/null; then
    skip 'pipeline/train_word_vectors: training (no gensim; NEARDUP_GENSIM may name a Python that has it)'
    finish pipeline/train_word_vectors
    exit
fi

dump() { sqlite3 "$db" 'SELECT word, hex(vector), weight FROM word_vector'; }

says 'no such file' 'is no file' "$folder/none.db"
check 'no such file: none is made' [ ! -e "$folder/none.db" ]
sqlite3 "$folder/empty.db" '.read sql/schema.sql'
says 'no sentences' 'has no sentences' "$folder/empty.db"
sqlite3 "$folder/other.db" 'CREATE TABLE customer(name)'
says "somebody else's database" "is not neardup's" "$folder/other.db"
says 'rare words' 'none occurs 100000 times; give a smaller --count-least' --count-least 100000 "$db"
check 'nothing is stored' [ -z "$(dump)" ]
printf 'One sentence only.\n' >"$folder/one.txt"
build/neardup-load --quiet "$folder/one.txt" "$folder/one.db"
says 'one sentence' 'none occurs 5 times' "$folder/one.db"

sqlite3 "$db" 'DROP TABLE word_vector' # as an older release made it
"$python" "$script" --threads 1 --dimensions 20 --epochs 2 "$db" 2>"$folder/errors"
check 'the sample is trained' [ $? -eq 0 ]
dump >"$folder/first"
check 'vectors of 20 dimensions, of words that occur 5 times' [ "$(sqlite3 "$db" \
    'SELECT count(*) > 300 AND min(length(vector)) = 80 AND max(length(vector)) = 80 FROM word_vector')" = 1 ]
check 'words are folded, and no numbers' [ "$(sqlite3 "$db" '.load build/neardup' \
    "SELECT count(*) FROM word_vector WHERE word <> fold_text(word, 'case width') OR word GLOB '[0-9]*'")" = 0 ]
check 'weights grow as words become rarer' [ "$(sqlite3 "$db" 'SELECT min(weight > 0 AND weight < 1) AND
    min(weight >= earlier) FROM (SELECT weight, lag(weight, 1, 0) OVER (ORDER BY rowid) AS earlier FROM word_vector)')" = 1 ]
alike() { # how alike texts are that have nothing to do with each other
    sqlite3 "$db" '.load build/neardup' "CREATE TEMP TABLE text_of AS
        SELECT id, text_vector(text, (SELECT word_vectors(word, vector, weight) FROM word_vector)) AS vector
          FROM sentence WHERE id <= 100;
        SELECT CAST(100 * avg(cosine_similarity(x.vector, y.vector)) AS INTEGER)
          FROM text_of AS x JOIN text_of AS y ON x.id < y.id"
}
check "texts are not alike: $(alike) %" [ "$(alike)" -lt 40 ]
says 'trained already' 'words with vectors already; --replace trains new ones' "$db"
"$python" "$script" --threads 1 --dimensions 20 --epochs 2 --replace "$db" 2>"$folder/errors"
dump >"$folder/second"
check 'the same with one thread and one seed' cmp -s "$folder/first" "$folder/second"
"$python" "$script" --threads 1 --dimensions 20 --epochs 2 --keep-mean --replace "$db" 2>"$folder/errors"
check "with the mean they are: $(alike) %" [ "$(alike)" -gt 90 ]
"$python" "$script" --threads 2 --dimensions 30 --epochs 1 --no-weights --replace "$db" 2>"$folder/errors"
check 'without weights' [ "$(sqlite3 "$db" 'SELECT count(weight) = 0 AND max(length(vector)) = 120 FROM word_vector')" = 1 ]
finish pipeline/train_word_vectors
