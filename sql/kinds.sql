-- kinds.sql - stage 4: what kind of duplicates they are.
--
--   pair_kind       pairs of different texts, each judged by duplicate_kind(): template, copyedit,
--                   drift, reference, other, or identical but for white space
--   cluster         gets its kind, score, reason and mixed, by its pairs
--   cluster_group   which sentences of mixed clusters say the same
--   contradiction   a view: the pairs that cannot both be true, best first
--
-- The kinds are those of Weissman et al. 2015, section 3.

-- All pairs of clusters of up to `judged_most` texts; of larger ones those with the representative,
-- because a template needs no more. A text that stands in several places is judged in the first.
DROP TABLE IF EXISTS temp.judged;
CREATE TEMP TABLE judged AS
SELECT a, b, cluster.id AS cluster_id, size > 2 AS several
  FROM parameters, pair
  JOIN member AS first  ON first.sentence_id = a
  JOIN member AS second ON second.sentence_id = b AND second.cluster_id = first.cluster_id
  JOIN cluster          ON cluster.id = first.cluster_id
 WHERE edit_distance > 0
   AND (texts <= judged_most OR representative IN (a, b));

DROP VIEW IF EXISTS contradiction;
DROP TABLE IF EXISTS pair_kind;
CREATE TABLE pair_kind (
    a          INTEGER NOT NULL,
    b          INTEGER NOT NULL,
    cluster_id INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    score      REAL    NOT NULL,                -- how likely they contradict each other, 0 to 1
    reason     TEXT    NOT NULL,                -- why, in words
    type       TEXT,                            -- of what conflicts: 'number', 'date', 'name', ...
    value_a    TEXT,                            -- what a says there, ...
    value_b    TEXT,                            -- ... and b
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- Two dates: an article in two dumps of one wiki, whose address may have become https meanwhile.
INSERT INTO pair_kind
SELECT a, b, cluster_id, found.kind, found.score, found.reason, type, value_a, value_b
  FROM judged
  JOIN sentence AS x ON x.id = a
  JOIN sentence AS y ON y.id = b
  JOIN article  AS p ON p.id = x.article_id
  JOIN article  AS q ON q.id = y.article_id
  JOIN source   AS s ON s.id = p.source_id
  JOIN source   AS t ON t.id = q.source_id
  JOIN duplicate_kind(x.text, y.text, p.title, q.title, x.block, y.block,
                      s.id <> t.id
                      AND substr(s.base, instr(s.base, ':')) IS substr(t.base, instr(t.base, ':')),
                      neardup_progress(judged.several, 'Step 7 of 7, judging',
                                       (SELECT count(*) FROM judged))) AS found;

DROP TABLE judged;

-- What each cluster is called: with up to four texts, after the most telling kind that occurs between
-- any two; with more, after the kind of most pairs. Where most of a large cluster is a template, a
-- pair that looks like drift mostly is one more of it: all scores fall by the share of templates.
-- (The reason is that of the row with the highest score.)
DROP TABLE IF EXISTS temp.cluster_kind;
CREATE TEMP TABLE cluster_kind (
    cluster_id INTEGER PRIMARY KEY,
    kind       TEXT,
    reason     TEXT,
    mixed      INTEGER,
    score      REAL,
    trust      REAL                             -- by what scores are multiplied
);

INSERT INTO cluster_kind
WITH telling(kind, rank) AS (
    VALUES ('drift', 1), ('copyedit', 2), ('reference', 3), ('template', 4), ('other', 5),
           ('identical', 6)
), counted AS (
    SELECT cluster_id, kind, count(*) AS pairs, max(score) AS score, reason
      FROM pair_kind
     GROUP BY cluster_id, kind
), ranked AS (
    SELECT cluster_id, counted.kind, counted.reason,
           row_number() OVER (PARTITION BY cluster_id
                                  ORDER BY iif(texts > 4, -pairs, 0), rank) AS place,
           count(*)     OVER whole                                          AS kinds,
           max(counted.score) OVER whole                                    AS score,
           iif(texts > 4, total(iif(counted.kind = 'template', 0, pairs)) OVER whole
                          / sum(pairs) OVER whole, 1)                       AS trust
      FROM counted
      JOIN telling USING (kind)
      JOIN cluster ON cluster.id = cluster_id
    WINDOW whole AS (PARTITION BY cluster_id)
)
SELECT cluster_id, kind, reason, kinds > 1, score * trust, trust
  FROM ranked
 WHERE place = 1;

UPDATE pair_kind
   SET score = pair_kind.score * trust
  FROM cluster_kind
 WHERE cluster_kind.cluster_id = pair_kind.cluster_id
   AND trust < 1 AND pair_kind.score > 0;

UPDATE cluster
   SET kind   = found.kind,
       reason = found.reason,
       mixed  = found.mixed,
       score  = found.score
  FROM cluster_kind AS found
 WHERE found.cluster_id = cluster.id;

DROP TABLE cluster_kind;

-- The sentences of mixed clusters, in groups that say the same: what copyedit pairs and copies join.
DROP TABLE IF EXISTS cluster_group;
CREATE TABLE cluster_group (
    cluster_id  INTEGER NOT NULL,
    group_id    INTEGER NOT NULL,               -- its smallest sentence id
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, group_id, sentence_id)
) WITHOUT ROWID;

INSERT INTO cluster_group
WITH same(a, b) AS (
    SELECT a, b
      FROM pair_kind JOIN cluster ON cluster.id = cluster_id
     WHERE mixed AND pair_kind.kind IN ('copyedit', 'identical')
    UNION ALL
    SELECT first_id, sentence_id
      FROM cluster
      JOIN member ON cluster_id = cluster.id
      JOIN compared_sentence USING (sentence_id)
     WHERE mixed
)
SELECT cluster_id, component, member
  FROM union_find_members((SELECT union_find(a, b) FROM same))
  JOIN member ON sentence_id = member;

-- Best first: both sentences, where they stand, and what differs.
CREATE INDEX pair_kind_score ON pair_kind(score DESC, a, b) WHERE score > 0;
CREATE INDEX pair_kind_cluster ON pair_kind(cluster_id);

CREATE VIEW contradiction AS
SELECT pair_kind.score, type, value_a, value_b, reason,
       p.title AS title_a, x.section AS section_a, x.text AS text_a,
       q.title AS title_b, y.section AS section_b, y.text AS text_b,
       rtrim(s.base, replace(s.base, '/', ''))
       || replace(replace(replace(p.title, ' ', '_'), '%', '%25'), '?', '%3F') AS url_a,
       rtrim(t.base, replace(t.base, '/', ''))
       || replace(replace(replace(q.title, ' ', '_'), '%', '%25'), '?', '%3F') AS url_b,
       cluster_id, pair_kind.kind, a, b
  FROM pair_kind
  JOIN sentence AS x ON x.id = a
  JOIN sentence AS y ON y.id = b
  JOIN article  AS p ON p.id = x.article_id
  JOIN article  AS q ON q.id = y.article_id
  JOIN source   AS s ON s.id = p.source_id
  JOIN source   AS t ON t.id = q.source_id
 WHERE pair_kind.score > 0
 ORDER BY pair_kind.score DESC, a, b;
