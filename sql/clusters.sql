-- clusters.sql - stage 3: pairs that are connected form a cluster.
--
--   member     which sentence is in which cluster
--   cluster    one row for each. Its id is its smallest sentence id, so the same pairs always give the
--              same ids.

.bail on
.shell test -e sql/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/require_tables.sql

SAVEPOINT stage;
.read sql/guard_again.sql
.read sql/settings.sql

CREATE TABLE IF NOT EXISTS main.member (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, sentence_id)
) WITHOUT ROWID;
DROP INDEX IF EXISTS main.member_sentence;      -- it is faster to build after the rows
DELETE FROM main.member;

-- Pairs of distinct texts. Copies join the cluster of the first sentence of their text. A text with
-- copies is a cluster even without other texts, so it is paired with itself.
CREATE TEMP TABLE text_pair AS
SELECT a, b
  FROM pair JOIN compared_sentence ON sentence_id = b
 WHERE first_id = b
UNION ALL
SELECT DISTINCT first_id, first_id
  FROM compared_sentence
 WHERE first_id < sentence_id;

-- 'connected': everything that a chain of pairs connects. 'star': each text is similar to its
-- cluster's representative, not just to some other text of the cluster.
INSERT INTO main.member
WITH text_member AS MATERIALIZED (
    SELECT component, member
      FROM union_find_members((SELECT iif(clusters = 'star',
                                          (SELECT star_clusters(a, b) FROM text_pair),
                                          (SELECT union_find(a, b)    FROM text_pair))
                                 FROM setting))
)
SELECT component, member
  FROM text_member
UNION ALL
SELECT component, sentence_id
  FROM compared_sentence JOIN text_member ON member = first_id
 WHERE first_id < sentence_id
 ORDER BY 1, 2;

-- A text whose partners all joined other representatives forms no cluster.
DELETE FROM main.member
 WHERE cluster_id IN (SELECT cluster_id FROM member GROUP BY cluster_id HAVING count(*) = 1);

CREATE UNIQUE INDEX main.member_sentence ON member(sentence_id);

-- To how many other texts each text is similar.
CREATE TEMP TABLE partner_count (
    sentence_id INTEGER PRIMARY KEY,
    count       INTEGER NOT NULL
);

INSERT INTO temp.partner_count
SELECT a, total(a <> b)
  FROM (SELECT a, b FROM text_pair UNION ALL SELECT b, a FROM text_pair)
 GROUP BY a;

CREATE TABLE IF NOT EXISTS main.cluster (
    id             INTEGER PRIMARY KEY,
    size           INTEGER NOT NULL,            -- sentences
    texts          INTEGER NOT NULL,            -- distinct texts among them, after folding
    articles       INTEGER NOT NULL,            -- articles that contain them
    representative INTEGER NOT NULL,            -- the sentence similar to most others
    kind           TEXT,                        -- 'identical': one text; kinds.sql sets the others ...
    reason         TEXT    DEFAULT 'same text', -- ... and says why
    mixed          INTEGER DEFAULT 0,           -- 1: pairs of several kinds, see cluster_group
    score          REAL    DEFAULT 0            -- of its best contradiction, 0 to 1
);
DELETE FROM main.cluster;

INSERT INTO main.cluster (id, size, texts, articles, representative, kind)
SELECT cluster_id,
       count(*),
       count(DISTINCT compared_sentence.first_id),
       count(DISTINCT sentence.article_id),
       (SELECT sentence_id
          FROM member AS m JOIN partner_count USING (sentence_id)
         WHERE m.cluster_id = member.cluster_id
         ORDER BY count DESC, sentence_id
         LIMIT 1),
       iif(count(DISTINCT compared_sentence.first_id) = 1
           AND (fold = '' OR count(DISTINCT text) = 1), 'identical', NULL)
  FROM setting, member
  JOIN compared_sentence USING (sentence_id)
  JOIN sentence ON sentence.id = sentence_id
 GROUP BY cluster_id;

DROP TABLE temp.partner_count;
DROP TABLE temp.text_pair;

RELEASE stage;
