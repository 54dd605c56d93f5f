-- candidate_cuts.sql - the candidates of each article by their similarity, and what is left if only the likeliest are aligned.
--
-- A part of ranked_candidates.sql, which says how they are ranked, and of the report. Its parameter is @measure. It makes
--
--   temp.ranked_candidate  (a, b, score, rank, cases, misses_before)
--   temp.candidate_cut     (number, name, alignments, with_case, share)   a row for each cut: how many candidates are aligned,
--                          how many of these have a case, and the share of all cases

-- ---- Pairs of passages, and how similar they are ----

SELECT neardup_run('require_ranking.sql', json_object('parameter', '@measure', 'measure', @measure));
SELECT neardup_run('passage_scores.sql');

-- ---- Candidates in order ----

-- Each pair of articles twice, for each of both has a list of its own. A miss is a candidate without a case;
-- misses_before counts those in a row that come right before it.
CREATE TEMP TABLE ranked_candidate AS
WITH scored AS (
    SELECT x.article_id AS a, y.article_id AS b, max(similarity) AS score
      FROM (SELECT a, b, similarity FROM passage_score UNION ALL SELECT b, a, similarity FROM passage_score) AS pair
      JOIN passage_text AS x ON x.id = pair.a
      JOIN passage_text AS y ON y.id = pair.b
     WHERE x.article_id <> y.article_id
     GROUP BY x.article_id, y.article_id
), counted AS (
    SELECT a, b, score, row_number() OVER (PARTITION BY a ORDER BY score DESC, b) AS rank,
           (SELECT count(*) FROM reuse WHERE reuse.a = min(scored.a, scored.b)
                                         AND reuse.b = max(scored.a, scored.b)) AS cases
      FROM scored
)
SELECT a, b, score, rank, cases,
       rank - 1 - ifnull(max(iif(cases, rank, 0)) OVER (PARTITION BY a ORDER BY rank
                                                        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
       AS misses_before
  FROM counted;

-- A case of a pair is found if the list of either article has it.
CREATE TEMP TABLE candidate_cut AS
WITH cut (number, name, rank_most, score_least, misses_most) AS (
    VALUES (1, 'the end', 9e18, -1, 9e18),
           (2, 'rank 1,000', 1000, -1, 9e18), (3, 'rank 100', 100, -1, 9e18), (4, 'rank 10', 10, -1, 9e18),
           (5, 'rank 1', 1, -1, 9e18),
           (6, 'similarity 0.025', 9e18, 0.025, 9e18), (7, 'similarity 0.1', 9e18, 0.1, 9e18),
           (8, 'similarity 0.2', 9e18, 0.2, 9e18), (9, 'similarity 0.4', 9e18, 0.4, 9e18),
           (10, '250 misses in a row', 9e18, -1, 250), (11, '50 misses in a row', 9e18, -1, 50),
           (12, '10 misses in a row', 9e18, -1, 10)
), most_misses AS (
    SELECT *, max(misses_before) OVER (PARTITION BY a ORDER BY rank) AS worst FROM ranked_candidate
), kept AS (
    SELECT number, min(a, b) AS a, max(a, b) AS b, cases
      FROM cut
      JOIN most_misses ON rank <= rank_most AND score >= score_least AND worst < misses_most
     GROUP BY number, min(a, b), max(a, b)
)
SELECT number, name, count(cases) AS alignments, total(cases > 0) AS with_case,
       total(cases) / max(1, (SELECT sum(cases) FROM ranked_candidate WHERE a < b)) AS share
  FROM cut LEFT JOIN kept USING (number)
 GROUP BY number;
