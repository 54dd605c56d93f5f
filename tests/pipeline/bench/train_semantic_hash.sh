#!/bin/sh
# train_semantic_hash.sh - examples/train_semantic_hash.py says what it lacks, and changes nothing before all is done.
# With JAX and Optax (NEARDUP_JAX names a Python that has them) it stores a model that hashes texts, twice the same.

cd "$(dirname "$0")/../../.." || exit 1
. tests/training.sh
trains examples/train_semantic_hash.py jax "jax optax" "${NEARDUP_JAX:-python3}"

if ! "$python" -c 'import jax, optax' 2>/dev/null; then
    skip 'pipeline/train_semantic_hash: training (no JAX and Optax; NEARDUP_JAX may name a Python that has them)'
    finish pipeline/train_semantic_hash
    exit
fi

kept() { sqlite3 "$db" 'SELECT name, bits, terms, texts, hex(frequencies), hex(model) FROM semantic_model'; }
train() {
    "$python" "$script" --bits 12 --terms 200 --hidden 20 --epochs 2 "$@" "$db" 2>"$folder/errors"
}

says 'no such file' 'is no file' "$folder/none.db"
check 'no such file: none is made' [ ! -e "$folder/none.db" ]
sqlite3 "$folder/empty.db" '.read sql/schema.sql'
says 'no sentences' 'has no texts' "$folder/empty.db"
sqlite3 "$folder/other.db" 'CREATE TABLE customer(name)'
says "somebody else's database" "is not neardup's" "$folder/other.db"
says 'few texts' 'too few texts to learn from' --texts 20 "$db"
check 'nothing is stored' [ -z "$(kept)" ]

check 'the sample is learnt' train
kept >"$folder/first"
check 'the loss is printed' grep -q 'epoch 2 of 2: loss [0-9.]* on [0-9]* texts held out' "$folder/errors"
says 'learnt already' "has a model 'vdsh12' already; --replace trains another" --bits 12 "$db"
check 'again' train --replace
kept >"$folder/second"
check 'the same with one seed' cmp -s "$folder/first" "$folder/second"
check 'another name' train --name other --seed 2
check 'equal texts have equal hashes, others mostly do not' [ "$(sqlite3 "$db" '.load build/neardup' "
    WITH hashed AS MATERIALIZED (
        SELECT text, semantic_hash(tfidf_vector(text, (SELECT term_weights(frequencies) FROM semantic_model
                                                        WHERE name = 'vdsh12')),
                                   (SELECT semantic_model(model) FROM semantic_model WHERE name = 'vdsh12')) AS hash
          FROM sentence)
    SELECT max(hashes), (SELECT count(DISTINCT hash) > 10 AND max(length(hash)) = 26 FROM hashed)
      FROM (SELECT count(DISTINCT hash) AS hashes FROM hashed GROUP BY text)")" = '1|1' ]
finish pipeline/train_semantic_hash
