-- keep_candidates.sql - which different texts keep_one.sql compares: temp.own_pair, a < b, the first sentences of texts
-- that differ after folding.
--
-- A part of keep_one.sql. These are the pairs of the table `pair`, whatever their cluster and kind. If there are large
-- buckets, `pair` lacks some of their clusters. Those that can be duplicates are added: two texts that share a word
-- that at most 30 texts of the cluster have, such as the number of an order, and two that are equal but for an article or
-- one word without digits, which begins alike. This is linear in the words of such clusters. Only where more than 30
-- texts are equal but for such a word, these are not compared: temp.uncompared counts them.

CREATE TEMP TABLE own_pair (a INTEGER, b INTEGER, jaccard REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;
INSERT INTO temp.own_pair
SELECT a, b, jaccard FROM pair WHERE b NOT IN (SELECT sentence_id FROM copy);

CREATE TEMP TABLE article_word (language TEXT, word TEXT, PRIMARY KEY (word, language)) WITHOUT ROWID;
INSERT INTO temp.article_word
SELECT column1, value
  FROM (VALUES ('en', 'a an the'), ('de', 'der die das den dem ein eine einen einem einer'), ('fr', 'le la les un une'),
               ('es', 'el la los las un una'), ('it', 'il lo la gli le un uno una'), ('nl', 'de het een'),
               ('pt', 'o os as um uma')),
       json_each('["' || replace(column2, ' ', '","') || '"]');

CREATE TEMP TABLE large_text (
    own_id     INTEGER PRIMARY KEY,
    cluster_id INTEGER NOT NULL,
    folded     TEXT NOT NULL,                   -- as the pipeline does
    words      TEXT NOT NULL                    -- with a space on each side
);
INSERT INTO temp.large_text
SELECT sentence_id, cluster_id, fold_text(text, fold), ' ' || fold_text(text) || ' '
  FROM setting
  JOIN detection ON large_buckets > 0
  JOIN cluster   ON cluster.texts > bucket_most
  JOIN member  ON cluster_id = cluster.id
  JOIN sentence ON sentence.id = sentence_id
 WHERE sentence_id NOT IN (SELECT sentence_id FROM copy);

-- What a text may share with others: a word; or, after a space, all its words, also without one of them.
CREATE TEMP TABLE shared (cluster_id INTEGER, part TEXT, own_id INTEGER,
                          PRIMARY KEY (cluster_id, part, own_id)) WITHOUT ROWID;
INSERT OR IGNORE INTO temp.shared
WITH spoken AS (
    SELECT cluster_id, own_id, words, value AS word
      FROM large_text, json_each('[' || replace(json_quote(trim(words)), ' ', '","') || ']')
)
SELECT cluster_id, word, own_id FROM spoken
 UNION ALL
SELECT cluster_id, words, own_id FROM large_text
 UNION ALL
SELECT cluster_id,
       replace(words, ' ' || word || ' ', ' ')
       || iif(word IN (SELECT word FROM article_word), '', substr(word, 1, 1)), own_id
  FROM spoken
 WHERE word NOT GLOB '*[0-9]*';

CREATE TEMP TABLE shared_part AS
SELECT cluster_id, part, count(*) AS texts FROM shared GROUP BY cluster_id, part HAVING count(*) > 1;

INSERT OR IGNORE INTO temp.own_pair
SELECT x.own_id, y.own_id, jaccard(p.folded, q.folded, shingle) AS found
  FROM setting
 CROSS JOIN shared_part
 CROSS JOIN shared AS x     USING (cluster_id, part)
 CROSS JOIN shared AS y     ON y.cluster_id = x.cluster_id AND y.part = x.part AND y.own_id > x.own_id
 CROSS JOIN large_text AS p ON p.own_id = x.own_id
 CROSS JOIN large_text AS q ON q.own_id = y.own_id
 WHERE texts <= 30 AND found >= jaccard_least;

CREATE TEMP TABLE uncompared AS
SELECT count(DISTINCT own_id) AS texts
  FROM shared_part JOIN shared USING (cluster_id, part)
 WHERE texts > 30 AND part GLOB ' *';
