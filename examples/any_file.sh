#!/bin/sh
# any_file.sh - near-duplicates in a file of your own, here reviews.csv.
#
#     sh examples/any_file.sh

db=$(mktemp) && trap 'rm -f "$db"' EXIT
build/neardup-load --quiet --format csv --columns text=body,title=product examples/reviews.csv "$db"

# The loader splits each review into sentences. This script puts them together again and compares whole
# reviews. The pipeline, sqlite3 DB < sql/pipeline.sql, compares sentences.
sqlite3 "$db" <<'END'
.load build/neardup
.mode list

CREATE TEMP TABLE review AS
SELECT page_id AS id,
       (SELECT group_concat(text, ' ')
          FROM (SELECT text FROM sentence WHERE article_id = article.id ORDER BY id)) AS body
  FROM article;

CREATE TEMP TABLE signature AS
SELECT id, made.signature
  FROM review JOIN minhash_signatures(body, 5) AS made;

SELECT DISTINCT a.id, b.id, printf('%.2f', jaccard(x.body, y.body, 5))
  FROM signature AS a
  JOIN signature AS b ON b.signature = a.signature AND b.id > a.id
  JOIN review    AS x ON x.id = a.id
  JOIN review    AS y ON y.id = b.id
 WHERE jaccard(x.body, y.body, 5) >= 0.6
 ORDER BY a.id, b.id;
END
