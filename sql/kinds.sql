-- kinds.sql - stage 4: what kind of duplicates the pairs and clusters are.
--
--   pair_kind       pairs of distinct texts, each judged by duplicate_kind(): template, copyedit,
--                   drift, reference, other, or identical up to white space
--   pair_evidence   by what evidence
--   cluster         gets its kind, score, reason and mixed from its pairs
--   cluster_group   which sentences of a mixed cluster say the same
--   contradiction   a view: pairs that may not both be true, best first
--   said_differently  a view: pairs that projection has found and that share few shingles, best first
--
-- The kinds are those of Weissman et al. 2015, section 3.

.bail on
.shell test -e sql/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/require_tables.sql

SAVEPOINT stage;
.read sql/guard_again.sql
.read sql/settings.sql
.read sql/aliases.sql
.read sql/resemblance.sql

-- All pairs of clusters of up to `judged_most` texts; of larger clusters the pairs with the
-- representative, which are enough to recognise a template. A text that occurs in several places is
-- judged at the first; texts that are equal only after folding are judged, too. (CROSS JOIN fixes the
-- join order: few pairs are judged, and these are looked up.)
CREATE TEMP TABLE judged (
    a          INTEGER NOT NULL,
    b          INTEGER NOT NULL,
    cluster_id INTEGER NOT NULL,
    folded     INTEGER NOT NULL,                -- 1: equal after folding
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

INSERT INTO temp.judged
SELECT a, b, cluster.id, edit_distance = 0
  FROM setting
 CROSS JOIN cluster
 CROSS JOIN member AS first  ON first.cluster_id = cluster.id
 CROSS JOIN pair             ON a = first.sentence_id
 CROSS JOIN member AS second ON second.cluster_id = cluster.id AND second.sentence_id = b
 WHERE texts <= judged_most
   AND (edit_distance > 0 OR (fold <> '' AND (SELECT text FROM sentence WHERE id = a)
                                             <> (SELECT text FROM sentence WHERE id = b)))
 UNION ALL
SELECT a, b, cluster.id, edit_distance = 0
  FROM setting
 CROSS JOIN cluster
 CROSS JOIN member ON cluster_id = cluster.id
 CROSS JOIN pair   ON a = min(representative, sentence_id) AND b = max(representative, sentence_id)
 WHERE texts > judged_most
   AND (edit_distance > 0 OR (fold <> '' AND (SELECT text FROM sentence WHERE id = a)
                                             <> (SELECT text FROM sentence WHERE id = b)))
 ORDER BY a, b;

CREATE TABLE IF NOT EXISTS main.pair_kind (
    a          INTEGER NOT NULL,
    b          INTEGER NOT NULL,
    cluster_id INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    score      REAL    NOT NULL,                -- how likely they contradict each other, 0 to 1
    reason     TEXT    NOT NULL,                -- why, in words
    type       TEXT,                            -- what kind of value conflicts: 'number', 'date', ...
    value_a    TEXT,                            -- the value in a, ...
    value_b    TEXT,                            -- ... and in b
    PRIMARY KEY (a, b)
) WITHOUT ROWID;
DROP INDEX IF EXISTS main.pair_kind_score;
DROP INDEX IF EXISTS main.pair_kind_cluster;
DELETE FROM main.pair_kind;

.read sql/judge.sql

-- What folding evens out makes no difference.
UPDATE temp.judgement
   SET kind = 'copyedit', score = 0, reason = 'equal after folding', type = NULL, value_a = NULL,
       value_b = NULL
  FROM judged
 WHERE folded AND judged.a = judgement.a AND judged.b = judgement.b AND kind <> 'identical';

-- A rule that many articles repeat in other words has no slot: nothing that could be a value, a name or
-- the subject differs in most pairs of its cluster. (A part of a compound could be: south-east. Clusters
-- of which not all pairs are judged have slots, or they would not be so large.)
CREATE TEMP TABLE rule_pair AS
SELECT a, b, cluster_id
  FROM setting, cluster
  JOIN judged        ON cluster_id = cluster.id
  JOIN judgement USING (a, b)
  JOIN sentence AS x ON x.id = a
  JOIN sentence AS y ON y.id = b
 WHERE texts > 4 AND texts <= judged_most AND judgement.kind = 'template' AND judgement.type IS NULL
   AND coalesce(own_changed, 0) = 0
   AND NOT EXISTS (SELECT *
                     FROM text_differences(x.text, y.text)
                    WHERE type NOT IN ('punctuation', 'case', 'spelling', 'function word', 'other')
                       OR (type = 'other' AND '-' IN (substr(text_a, 1, 1), substr(text_b, 1, 1))));

UPDATE temp.judgement
   SET kind = 'copyedit', reason = 'several texts, only the wording differs'
  FROM rule_pair AS found
 WHERE found.a = judgement.a AND found.b = judgement.b
   AND cluster_id IN (SELECT cluster_id
                        FROM judged LEFT JOIN rule_pair AS rule USING (a, b, cluster_id)
                       WHERE cluster_id IN (SELECT cluster_id FROM rule_pair)
                       GROUP BY cluster_id
                      HAVING count(rule.rowid) * 2 > count(*));

DROP TABLE temp.rule_pair;

INSERT INTO main.pair_kind
SELECT a, b, cluster_id, judgement.kind, judgement.score, judgement.reason, type, value_a, value_b
  FROM judged JOIN judgement USING (a, b)
 ORDER BY a, b;

-- (A table of its own: most queries of pair_kind do without, and these texts are long.)
CREATE TABLE IF NOT EXISTS main.pair_evidence (
    a     INTEGER NOT NULL,
    b     INTEGER NOT NULL,
    topic REAL,                                 -- how likely both are about one thing, 0 to 1
    why   TEXT,                                 -- the evidence that counted most, with its points
    PRIMARY KEY (a, b)
) WITHOUT ROWID;
DELETE FROM main.pair_evidence;

INSERT INTO main.pair_evidence
SELECT a, b, topic, why
  FROM judgement
 WHERE why IS NOT NULL
 ORDER BY a, b;

DROP TABLE temp.judgement;
DROP TABLE temp.judged;

-- A cluster of up to four texts gets the most telling kind that occurs among its pairs, a larger one
-- the kind of most pairs. In a large cluster that is mostly template, a pair that looks like drift is
-- usually template, too, so scores are multiplied by the share of other pairs. (The reason is that of
-- the row with the highest score.)
CREATE TEMP TABLE cluster_kind (
    cluster_id INTEGER PRIMARY KEY,
    kind       TEXT,
    reason     TEXT,
    mixed      INTEGER,
    score      REAL,
    trust      REAL                             -- factor for scores
);

INSERT INTO temp.cluster_kind
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

UPDATE main.pair_kind
   SET score = pair_kind.score * trust
  FROM cluster_kind
 WHERE cluster_kind.cluster_id = pair_kind.cluster_id
   AND trust < 1 AND pair_kind.score > 0;

UPDATE main.cluster
   SET kind   = found.kind,
       reason = found.reason,
       mixed  = found.mixed,
       score  = found.score
  FROM cluster_kind AS found
 WHERE found.cluster_id = cluster.id;

DROP TABLE temp.cluster_kind;

-- The sentences of mixed clusters, grouped by what they say: copyedit pairs and copies connect them.
CREATE TABLE IF NOT EXISTS main.cluster_group (
    cluster_id  INTEGER NOT NULL,
    group_id    INTEGER NOT NULL,               -- its smallest sentence id
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, group_id, sentence_id)
) WITHOUT ROWID;
DELETE FROM main.cluster_group;

INSERT INTO main.cluster_group
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

CREATE INDEX main.pair_kind_score ON pair_kind(score DESC, a, b) WHERE score > 0;
CREATE INDEX main.pair_kind_cluster ON pair_kind(cluster_id);

-- Both sentences, where they occur, and the values that differ. The likeliest come first; values of
-- facts count more than status and wording.
CREATE VIEW IF NOT EXISTS main.contradiction AS
SELECT pair_kind.score, type, value_a, value_b, reason,
       p.title AS title_a, x.section AS section_a, x.text AS text_a,
       q.title AS title_b, y.section AS section_b, y.text AS text_b,
       rtrim(s.base, replace(s.base, '/', ''))
       || replace(replace(replace(p.title, ' ', '_'), '%', '%25'), '?', '%3F') AS url_a,
       rtrim(t.base, replace(t.base, '/', ''))
       || replace(replace(replace(q.title, ' ', '_'), '%', '%25'), '?', '%3F') AS url_b,
       cluster_id, pair_kind.kind, a, b, why
  FROM pair_kind
  LEFT JOIN pair_evidence USING (a, b)
  JOIN sentence AS x ON x.id = a
  JOIN sentence AS y ON y.id = b
  JOIN article  AS p ON p.id = x.article_id
  JOIN article  AS q ON q.id = y.article_id
  JOIN source   AS s ON s.id = p.source_id
  JOIN source   AS t ON t.id = q.source_id
 WHERE pair_kind.score > 0
 ORDER BY pair_kind.score * iif(type IN ('number', 'date', 'time', 'quantity', 'place', 'name', 'negation'),
                                1, 0.8) DESC, a, b;

-- Pairs of similar vectors that share too few shingles for jaccard_least. A pair whose texts resemble more than
-- three others follows a template, unless it was judged to be about one thing. Such pairs come last; before,
-- pairs of two articles come first, and then the most similar ones.
CREATE VIEW IF NOT EXISTS main.said_differently AS
SELECT cosine, pair.jaccard, pair_kind.kind, pair_kind.reason,
       coalesce(pair_kind.kind NOT IN ('copyedit', 'drift', 'identical'), 1)
       AND max(coalesce(m.texts, 0), coalesce(n.texts, 0)) > 3 AS template,
       p.title AS title_a, x.section AS section_a, x.text AS text_a,
       q.title AS title_b, y.section AS section_b, y.text AS text_b,
       member.cluster_id, pair.a, pair.b
  FROM setting
 CROSS JOIN pair
  LEFT JOIN pair_kind ON pair_kind.a = pair.a AND pair_kind.b = pair.b
  LEFT JOIN member           ON member.sentence_id = pair.a
  LEFT JOIN resemblance AS m ON m.sentence_id = pair.a
  LEFT JOIN resemblance AS n ON n.sentence_id = pair.b
  JOIN sentence AS x ON x.id = pair.a
  JOIN sentence AS y ON y.id = pair.b
  JOIN article  AS p ON p.id = x.article_id
  JOIN article  AS q ON q.id = y.article_id
 WHERE cosine IS NOT NULL AND pair.jaccard < jaccard_least
 ORDER BY template, p.id = q.id, cosine DESC, pair.a, pair.b;

RELEASE stage;
