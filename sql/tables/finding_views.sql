-- finding_views.sql - the views of what was found, and the indexes that they need.
--
-- They are in plain SQL, except for what the pipeline has computed: programs without the extension read them, too.

CREATE INDEX IF NOT EXISTS main.pair_kind_score ON pair_kind(score DESC, a, b) WHERE score > 0;
CREATE INDEX IF NOT EXISTS main.pair_kind_cluster ON pair_kind(cluster_id);

-- The address of an article, `url`, or NULL if none is known: its page's, its key if that is an address, or that of its title
-- below `wiki`, the address of the main page up to the last slash. (In a title, %, ? and # would end its path. What a hostile
-- dump or archive gives is no address if it is not of the web: "javascript:…" would run in a browser.)
CREATE VIEW IF NOT EXISTS main.article_url(id, wiki, url) AS
SELECT article.id, rtrim(base, replace(base, '/', '')),
       CASE WHEN lower(page.address) GLOB 'http://*' OR lower(page.address) GLOB 'https://*' THEN page.address
            WHEN lower(key) GLOB 'http://*' OR lower(key) GLOB 'https://*' THEN key
            WHEN titled AND (lower(base) GLOB 'http://*' OR lower(base) GLOB 'https://*')
            THEN rtrim(base, replace(base, '/', ''))
                 || replace(replace(replace(replace(title, ' ', '_'), '%', '%25'), '?', '%3F'), '#', '%23') END
  FROM article
  JOIN source    ON source.id = source_id
  LEFT JOIN page ON page.article_id = article.id;

-- Pairs that may not both be true, best first: by score, of which conflicts of status and wording count 0.8. A template is about
-- two things, so it is left out. The summary prints those that are the best and have a score of `shown_least` or more.
--
--   score, type, value_a, value_b, reason, kind, cluster_id, a, b  as in `pair_kind`
--   title_a, section_a, text_a, url_a                              one sentence, and where it occurs
--   title_b, section_b, text_b, url_b                              the other
--   why                                                            as in `pair_evidence`
--   likelihood                                                     the score as people read it: `likely, 0.87`
--   best   1: the best pair of its cluster that nobody has judged, of those from one article at two dates, or of the others; or one
--          that was fixed and has returned
--   older  which of the two is older, `a` or `b`, if both are of one article at two dates; else NULL
--   rank   the order of the view
--   verdict  what somebody said of the pair, as in `verdict`; `returned` if that is `fixed`, but it has returned; NULL: nothing
--
-- Two sources are two dates of one wiki if their addresses agree, or none is known, as in pair_evidence.sql; two rows without
-- titles are not two dates of one. Near misses with one `a` count as a cluster. CROSS JOIN fixes the join order: few pairs are
-- ranked, and the rest is looked up.
CREATE VIEW IF NOT EXISTS main.contradiction AS
WITH dated AS (
    SELECT pair_kind.a, pair_kind.b, cluster_id, score,
           score * iif(type IN ('number', 'date', 'time', 'quantity', 'place', 'name', 'negation'), 1, 0.8)
           AS rank,
           CASE WHEN p.titled AND q.titled AND p.title = q.title AND s.id <> t.id
                     AND substr(s.base, instr(s.base, ':')) IS substr(t.base, instr(t.base, ':'))
                THEN iif(iif(coalesce(p.revision_time, s.dump_date) <> coalesce(q.revision_time, t.dump_date),
                             coalesce(p.revision_time, s.dump_date) > coalesce(q.revision_time, t.dump_date), s.id > t.id),
                         'b', 'a') END AS older,
           (SELECT iif(returned, 'returned', verdict)
              FROM pair_verdict
             WHERE pair_verdict.a = pair_kind.a AND pair_verdict.b = pair_kind.b) AS verdict
      FROM pair_kind
      JOIN sentence AS x ON x.id = a
      JOIN sentence AS y ON y.id = b
      JOIN article  AS p ON p.id = x.article_id
      JOIN article  AS q ON q.id = y.article_id
      JOIN source   AS s ON s.id = p.source_id
      JOIN source   AS t ON t.id = q.source_id
     WHERE score > 0 AND pair_kind.kind <> 'template'
), ranked AS (
    SELECT dated.*,
           coalesce(verdict = 'returned', row_number() OVER (PARTITION BY coalesce(cluster_id, -a), older IS NULL, verdict IS NULL
                                                                 ORDER BY score >= shown_least DESC, rank DESC, a, b) = 1) AS best
      FROM dated, parameters
)
SELECT ranked.score, type, value_a, value_b, reason,
       p.title AS title_a, x.section AS section_a, x.text AS text_a,
       q.title AS title_b, y.section AS section_b, y.text AS text_b,
       u.url AS url_a, v.url AS url_b,
       ranked.cluster_id, pair_kind.kind, ranked.a, ranked.b, why,
       likelihood.words AS likelihood,
       best, older, rank, verdict
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

-- For people: what the summary and the report count as possible contradictions, best first, in rows that fit a terminal. What is
-- longer ends in …
--
--   likelihood            `very likely`, `likely`, `perhaps` or `unlikely`
--   article_a, article_b  the titles of both articles, or the keys of rows without titles
--   a_says, b_says        the two values, or the words that differ; – if it has nothing there
--   sentence              the sentence where it differs, with what it says and the other says in brackets, and some words around
--   a, b                  as in `pair_kind`
--
-- How much two texts share at the beginning and at the end is found by halving, and cut at a space.
CREATE VIEW IF NOT EXISTS main.possible_contradiction(likelihood, article_a, article_b, a_says, b_says, sentence, a, b) AS
WITH RECURSIVE shown AS MATERIALIZED (
    SELECT rank, a, b, substr(likelihood, 1, instr(likelihood, ',') - 1) AS likelihood, value_a, value_b,
           iif(p.titled, title_a, coalesce('key ' || iif(typeof(p.key) = 'blob', quote(p.key), p.key), title_a)) AS title_a,
           iif(q.titled, title_b, coalesce('key ' || iif(typeof(q.key) = 'blob', quote(q.key), q.key), title_b)) AS title_b,
           replace(text_a, char(10), ' ') AS text_a, replace(text_b, char(10), ' ') AS text_b
      FROM parameters
     CROSS JOIN contradiction
     CROSS JOIN sentence AS x ON x.id = a
     CROSS JOIN sentence AS y ON y.id = b
     CROSS JOIN article  AS p ON p.id = x.article_id
     CROSS JOIN article  AS q ON q.id = y.article_id
     WHERE best AND older IS NULL AND score >= shown_least
), halving(a, b, head, tail, step) AS (
    SELECT a, b, 0, 0, 65536 FROM shown
     UNION ALL
    SELECT a, b, head + step * (substr(text_a, 1, head + step) = substr(text_b, 1, head + step)),
           tail + step * (substr(text_a, -tail - step) = substr(text_b, -tail - step)), step / 2
      FROM halving
     CROSS JOIN shown USING (a, b)
     WHERE step > 0
), shared AS (
    SELECT shown.*, substr(text_a, 1, head) AS start,
           substr(text_a, 1 + max(length(text_a) - tail, head, head + length(text_a) - length(text_b))) AS rest
      FROM halving
     CROSS JOIN shown USING (a, b)
     WHERE step = 0
), cut AS (
    SELECT *, iif(instr(start, ' '), rtrim(start, replace(start, ' ', '')), iif(instr(text_a, ' '), '', start)) AS before,
           CASE WHEN substr(text_a, -length(rest) - 1, 1) = ' ' AND substr(text_b, -length(rest) - 1, 1) = ' ' THEN rest
                WHEN instr(rest, ' ') THEN substr(rest, instr(rest, ' '))
                WHEN instr(text_a, ' ') THEN '' ELSE rest END AS after
      FROM shared
), marked AS (
    SELECT *, substr(text_a, 1 + length(before), length(text_a) - length(before) - length(after)) AS only_a,
           substr(text_b, 1 + length(before), length(text_b) - length(before) - length(after)) AS only_b
      FROM cut
), worded AS (
    SELECT rank, a, b, likelihood, title_a, title_b,
           coalesce(nullif(trim(coalesce(value_a, iif(value_b IS NULL, only_a, ''))), ''), '–') AS says_a,
           coalesce(nullif(trim(coalesce(value_b, iif(value_a IS NULL, only_b, ''))), ''), '–') AS says_b,
           iif(length(before) > 13, '…' || substr(before, -12), before)
           || '[' || iif(length(only_a) > 10, substr(only_a, 1, 9) || '…', only_a)
           || '|' || iif(length(only_b) > 10, substr(only_b, 1, 9) || '…', only_b) || ']' || after AS sentence
      FROM marked
)
SELECT likelihood,
       iif(length(title_a) > 15, substr(title_a, 1, 14) || '…', title_a),
       iif(length(title_b) > 15, substr(title_b, 1, 14) || '…', title_b),
       iif(length(says_a) > 14, substr(says_a, 1, 13) || '…', says_a),
       iif(length(says_b) > 14, substr(says_b, 1, 13) || '…', says_b),
       iif(length(sentence) > 36, substr(sentence, 1, 35) || '…', sentence),
       a, b
  FROM worded
 ORDER BY rank DESC, a, b;

-- Pairs that projection has found and whose Jaccard similarity is below `jaccard_least`. Templates come last; before, pairs of two
-- articles come first, and then the most similar ones.
--
--   cosine, jaccard                as in `pair`
--   kind, reason                   as in `pair_kind`; NULL if the pair was not judged
--   template                       1: a text resembles more than three others, and the pair was not judged to be about one thing
--   title_a, section_a, text_a     one sentence, and where it occurs
--   title_b, section_b, text_b     the other
--   cluster_id, a, b               as in `member`, and the sentences
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
