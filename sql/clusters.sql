-- clusters.sql - stage 3: pairs that hang together are clusters.
--
--   member     which sentence is in which cluster
--   cluster    one row each; its id is its smallest sentence id, so that the same pairs give the
--              same ids for ever

DROP TABLE IF EXISTS member;
CREATE TABLE member (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, sentence_id)
) WITHOUT ROWID;

-- Pairs of different texts. Copies go where the first sentence of their text goes, and one that has
-- copies is a cluster in any case: hence its pair with itself.
DROP TABLE IF EXISTS temp.text_pair;
CREATE TEMP TABLE text_pair AS
SELECT a, b
  FROM pair JOIN compared_sentence ON sentence_id = b
 WHERE first_id = b
UNION ALL
SELECT DISTINCT first_id, first_id
  FROM compared_sentence
 WHERE first_id < sentence_id;

-- 'connected': whatever a chain of pairs leads to. 'star': each text is alike with its cluster's
-- representative, not only with a neighbour in the cluster.
INSERT INTO member
WITH text_member AS MATERIALIZED (
    SELECT component, member
      FROM union_find_members((SELECT iif(clusters = 'star',
                                          (SELECT star_clusters(a, b) FROM text_pair),
                                          (SELECT union_find(a, b)    FROM text_pair))
                                 FROM parameters))
)
SELECT component, member
  FROM text_member
UNION ALL
SELECT component, sentence_id
  FROM compared_sentence JOIN text_member ON member = first_id
 WHERE first_id < sentence_id
 ORDER BY 1, 2;

-- A text whose partners all went to other representatives is left alone.
DELETE FROM member
 WHERE cluster_id IN (SELECT cluster_id FROM member GROUP BY cluster_id HAVING count(*) = 1);

CREATE UNIQUE INDEX member_sentence ON member(sentence_id);

-- How many other texts each text is alike with.
DROP TABLE IF EXISTS temp.partners;
CREATE TEMP TABLE partners (
    sentence_id INTEGER PRIMARY KEY,
    count       INTEGER NOT NULL
);

INSERT INTO partners
SELECT a, total(a <> b)
  FROM (SELECT a, b FROM text_pair UNION ALL SELECT b, a FROM text_pair)
 GROUP BY a;

DROP TABLE IF EXISTS cluster;
CREATE TABLE cluster (
    id             INTEGER PRIMARY KEY,
    size           INTEGER NOT NULL,            -- sentences
    texts          INTEGER NOT NULL,            -- different texts among them
    articles       INTEGER NOT NULL,            -- articles that they stand in
    representative INTEGER NOT NULL,            -- the sentence that is alike with most others
    kind           TEXT,                        -- 'identical': one text; others by kinds.sql, ...
    reason         TEXT    DEFAULT 'same text', -- ... which says why
    mixed          INTEGER DEFAULT 0,           -- 1: pairs of several kinds, see cluster_group
    score          REAL    DEFAULT 0            -- of its best contradiction, 0 to 1
);

INSERT INTO cluster (id, size, texts, articles, representative, kind)
SELECT cluster_id,
       count(*),
       count(DISTINCT compared_sentence.first_id),
       count(DISTINCT sentence.article_id),
       (SELECT sentence_id
          FROM member AS m JOIN partners USING (sentence_id)
         WHERE m.cluster_id = member.cluster_id
         ORDER BY count DESC, sentence_id
         LIMIT 1),
       iif(count(DISTINCT compared_sentence.first_id) = 1, 'identical', NULL)
  FROM member
  JOIN compared_sentence   USING (sentence_id)
  JOIN sentence ON sentence.id = sentence_id
 GROUP BY cluster_id;

DROP TABLE partners;
DROP TABLE text_pair;
