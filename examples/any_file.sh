#!/bin/sh
# any_file.sh - the functions on texts that the loader has read, here from reviews.csv.
#
#     sh examples/any_file.sh

db=$(mktemp) && trap 'rm -f "$db"' EXIT
build/neardup load --quiet --whole --columns text=body,title=product examples/reviews.csv "$db"

# SELECT neardup_run('find') does this and more. It also folds the texts.
sqlite3 "$db" <<'END'
.load build/neardup
.mode list

CREATE TEMP TABLE review AS
SELECT key AS id, text AS body
  FROM article JOIN sentence ON article_id = article.id;

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
