-- contradictions.sql - the view in which people read what may contradict: contradiction, pairs that may not both be
-- true, best first.
--
-- A part of kinds.sql.

.bail on
.read sql/shared/require_tables.sql
.read sql/kinds/likelihood.sql
.read sql/kinds/article_url.sql

-- Both sentences, where they occur, and the values that differ. The likeliest come first; values of
-- facts count more than status and wording. Of each cluster one pair is the best: of those from one article at two
-- dates, and of the others. Two sources are two dates of one wiki if their addresses agree, or none is known, as in
-- judge.sql. (Two rows without titles are not two dates of one.) Near misses with one `a` count as a cluster.
-- (CROSS JOIN fixes the join order: few pairs are ranked, and the rest is looked up.)
CREATE VIEW IF NOT EXISTS main.contradiction AS
WITH dated AS (
    SELECT pair_kind.a, pair_kind.b, cluster_id, score,
           score * iif(type IN ('number', 'date', 'time', 'quantity', 'place', 'name', 'negation'), 1, 0.8)
           AS rank,
           CASE WHEN p.titled AND q.titled AND p.title = q.title AND s.id <> t.id
                     AND substr(s.base, instr(s.base, ':')) IS substr(t.base, instr(t.base, ':'))
                THEN iif(coalesce(p.revision_time, s.dump_date) > coalesce(q.revision_time, t.dump_date),
                         'b', 'a') END AS older
      FROM pair_kind
      JOIN sentence AS x ON x.id = a
      JOIN sentence AS y ON y.id = b
      JOIN article  AS p ON p.id = x.article_id
      JOIN article  AS q ON q.id = y.article_id
      JOIN source   AS s ON s.id = p.source_id
      JOIN source   AS t ON t.id = q.source_id
     WHERE score > 0
), ranked AS (
    SELECT dated.*, row_number() OVER (PARTITION BY coalesce(cluster_id, -a), older IS NULL
                                           ORDER BY score >= shown_least DESC, rank DESC, a, b) = 1 AS best
      FROM dated, parameters
)
SELECT ranked.score, type, value_a, value_b, reason,
       p.title AS title_a, x.section AS section_a, x.text AS text_a,
       q.title AS title_b, y.section AS section_b, y.text AS text_b,
       u.url AS url_a, v.url AS url_b,
       ranked.cluster_id, pair_kind.kind, ranked.a, ranked.b, why,
       likelihood.words AS likelihood,
       best, older, rank
  FROM ranked
 CROSS JOIN pair_kind USING (a, b)
 CROSS JOIN likelihood ON likelihood.score = round(ranked.score, 2)
  LEFT JOIN pair_evidence USING (a, b)
 CROSS JOIN sentence AS x ON x.id = ranked.a
 CROSS JOIN sentence AS y ON y.id = ranked.b
 CROSS JOIN article  AS p ON p.id = x.article_id
 CROSS JOIN article  AS q ON q.id = y.article_id
 CROSS JOIN article_url AS u ON u.id = p.id
 CROSS JOIN article_url AS v ON v.id = q.id
 ORDER BY rank DESC, ranked.a, ranked.b;
