-- ranked_candidates.sql - how much of the reuse is found if fewer candidates are aligned, the likeliest first?
--
--     sqlite3 my.db < sql/papers/ranked_candidates.sql
--     sqlite3 my.db '.parameter set @article 42' '.read sql/papers/ranked_candidates.sql'
--
-- Run it in the project's folder, after sql/reuse.sql. It changes nothing. You can set:
--
--   @article   id of an article whose candidates are listed         none
--   @measure   'tfidf', 'stopwords', 'words' or 'hybrid'          'tfidf'
--   @limit     how many candidates to list                             20
--
-- Alshomary et al. 2019 rank the candidates of an article by the greatest similarity of two passages, and
-- align them in this order until one of three things happens: the rank reaches k, the similarity falls below
-- a threshold (theirs is 0.025), or a number of candidates in a row had no case (theirs is 250). This script ranks
-- the pairs of articles that share a signature, and says what each cut would leave. The parameters ranking, score_least,
-- rank_most and misses_most of sql/reuse.sql make these cuts. passage_scores.sql has the measures; candidates of large
-- buckets are missing here.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/analysis/open.sql

CREATE TEMP TABLE neardup_settings (
    article INTEGER
            CHECK (typeof(article) IN ('integer', 'null')
                   OR neardup_error('@article must be the id of an article, not ' || article)),
    measure TEXT
            CHECK (measure IN ('tfidf', 'stopwords', 'words', 'hybrid')
                   OR neardup_error('@measure must be tfidf, stopwords, words or hybrid, not ' || measure)),
    most    INTEGER
);
INSERT INTO temp.neardup_settings SELECT @article, coalesce(@measure, 'tfidf'), coalesce(@limit, 20);
INSERT INTO temp.neardup_whole VALUES ('@limit', @limit, 0, NULL);

.read sql/analysis/begin.sql
.read sql/reuse/reuse_settings.sql

-- ---- Pairs of passages, and how similar they are ----

CREATE TEMP TABLE score_measure AS SELECT measure FROM neardup_settings;
.read sql/reuse/passage_scores.sql

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

-- ---- What is printed ----

SELECT char(10) || iif(EXISTS (SELECT * FROM passage), 'No two articles share a signature.',
                       'No passages were looked for: neardup reuse DB.')
 WHERE NOT EXISTS (SELECT * FROM ranked_candidate);

-- A case of a pair is found if the list of either article has it.
SELECT char(10) || 'Aligned up to               alignments  with a case  share of cases'
 WHERE EXISTS (SELECT * FROM ranked_candidate);
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
SELECT printf('  %-22s %,12d  %,11d  %13.1f%%', name, count(cases), total(cases > 0),
              100.0 * total(cases) / max(1, (SELECT sum(cases) FROM ranked_candidate WHERE a < b)))
  FROM cut LEFT JOIN kept USING (number)
 WHERE EXISTS (SELECT * FROM ranked_candidate)
 GROUP BY number;

SELECT char(10) || 'Candidates of ' || neardup_wrap(title, 0, 1000000) || char(10)
       || '    rank  similarity  cases  article'
  FROM article
 WHERE id = (SELECT article FROM neardup_settings);
SELECT printf('  %,6d      %6.3f  %,5d  %s', rank, score, cases, neardup_wrap(title, 0, 1000000))
  FROM ranked_candidate
  JOIN article ON article.id = b
 WHERE a = (SELECT article FROM neardup_settings) AND rank <= (SELECT most FROM neardup_settings)
 ORDER BY rank;

.read sql/analysis/end.sql
