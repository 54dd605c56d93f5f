-- findings.sql - what the summary and the report go by when they choose pairs.
--
-- A part of summary.sql and of report/report.sql. It makes
--
--   temp.ranked_pair   the pairs of pair_kind: are they likely to contradict each other (drift with a score of
--                      shown_least or more), and are they of two dates of one article? Their rank is that of
--                      the view `contradiction`. Near misses are grouped by their first sentence, others by
--                      their cluster
--   temp.wording       any two sentences: are their words the same, up to punctuation and capitals?

-- Two sources are two dates of one wiki if their addresses agree, or none is known, as in judge.sql. (Two rows
-- without titles are not two dates of one.)
CREATE TEMP VIEW ranked_pair AS
SELECT a, b, coalesce(cluster_id, -a) AS cluster_id, pair_kind.kind, score, type, reason, value_a, value_b,
       pair_kind.kind = 'drift' AND score >= shown_least AS likely,
       score * iif(type IN ('number', 'date', 'time', 'quantity', 'place', 'name', 'negation'), 1, 0.8)
       AS rank,
       p.titled AND q.titled AND p.title = q.title AND s.id <> t.id
       AND substr(s.base, instr(s.base, ':')) IS substr(t.base, instr(t.base, ':')) AS two_dates,
       coalesce(p.revision_time, s.dump_date) > coalesce(q.revision_time, t.dump_date) AS newer_first
  FROM parameters CROSS JOIN pair_kind
  JOIN sentence AS x ON x.id = a
  JOIN sentence AS y ON y.id = b
  JOIN article  AS p ON p.id = x.article_id
  JOIN article  AS q ON q.id = y.article_id
  JOIN source   AS s ON s.id = p.source_id
  JOIN source   AS t ON t.id = q.source_id;

CREATE TEMP VIEW wording AS
SELECT x.id AS a, y.id AS b,
       NOT EXISTS (SELECT *
                     FROM text_differences(x.text, y.text)
                    WHERE type NOT IN ('punctuation', 'case')) AS same_words
  FROM sentence AS x, sentence AS y;
