-- kinds.sql - stage 4: what kind of duplicates the pairs and clusters are.
--
--   pair_kind       pairs of distinct texts, each judged by duplicate_kind(): template, copyedit,
--                   drift, reference, other, or identical up to white space; and near misses that may
--                   contradict each other
--   pair_evidence   by what evidence
--   cluster         gets its kind, score, reason and mixed from its pairs
--   cluster_group   which sentences of a mixed cluster say the same
--   contradiction   a view: pairs that may not both be true, best first; contradictions.sql has it, and two more
--   said_differently  a view: pairs that projection has found and that share few shingles, best first
--
-- The kinds are those of Weissman et al. 2015, section 3.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/begin_stage.sql
.read sql/tables/text_tables.sql
.read sql/sentences/settings.sql

-- Keeping a part keeps temporary tables and views, too: all of these are here, but perhaps the last, if a run was interrupted
-- in this session. If only some are, they are somebody else's.
SELECT neardup_error('this session has a temporary ' || type || ' ' || name || ', and judging needs that name. Run this in a '
                     || 'session of its own')
  FROM temp.sqlite_schema
 WHERE name COLLATE NOCASE IN ('judged', 'judged_sentence', 'judged_article', 'counted', 'word_frequency', 'common',
                               'common_sentence', 'batch', 'located_pair', 'evident_pair', 'agreed_pair', 'next_batch',
                               'kept_stages')
 GROUP BY NULL
HAVING count(*) < 12;

DROP TABLE IF EXISTS temp.judged;
DROP TABLE IF EXISTS temp.judged_sentence;
.read sql/kinds/end_judging.sql

.read sql/sentences/begin_kinds.sql
.read sql/kinds/judged_pairs.sql
.read sql/kinds/judge_evidence.sql
.read sql/kinds/pair_evidence.sql
.read sql/kinds/agreed_pairs.sql

-- Each reading judges a third of the batches, which is kept, whatever comes then; one part more stands for what follows.
UPDATE main.stage SET parts = (SELECT count(*) + 1 FROM batch) WHERE name = 'kinds';

CREATE TEMP VIEW next_batch AS
SELECT batch.*
  FROM stage, batch
 WHERE name = 'kinds' AND number > done AND number <= done + (parts + 1) / 3;

.read sql/kinds/judge_batches.sql
.read sql/kinds/keep_judgement.sql
.read sql/kinds/judge_batches.sql
.read sql/kinds/keep_judgement.sql
.read sql/kinds/judge_batches.sql
.read sql/kinds/keep_judgement.sql

.read sql/kinds/end_judging.sql
.read sql/kinds/judge_aliases.sql
.read sql/kinds/cluster_kinds.sql

CREATE INDEX main.pair_kind_score ON pair_kind(score DESC, a, b) WHERE score > 0;
CREATE INDEX main.pair_kind_cluster ON pair_kind(cluster_id);

.read sql/kinds/contradictions.sql

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

UPDATE main.stage SET done = parts WHERE name = 'kinds';
RELEASE stage;
