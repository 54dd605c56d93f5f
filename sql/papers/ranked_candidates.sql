-- ranked_candidates.sql - how much of the reuse is found if fewer candidates are aligned, the likeliest first?
--
--     sqlite3 my.db < sql/papers/ranked_candidates.sql
--     sqlite3 my.db '.parameter set @article 42' '.read sql/papers/ranked_candidates.sql'
--
-- Run it in the project's folder, after sql/reuse.sql. It changes nothing. You can set:
--
--   @article   id of an article whose candidates are listed         none
--   @measure   'tfidf' or 'stopwords', see below                  'tfidf'
--   @limit     how many candidates to list                             20
--
-- Alshomary et al. 2019 rank the candidates of an article by the greatest similarity of two passages, and
-- align them in this order until one of three things happens: the rank reaches k, the similarity falls below
-- a threshold (theirs is 0.025), or a number of candidates in a row had no case (theirs is 250). This script ranks
-- the pairs of articles that share a signature, and says what each cut would leave. aligned_passages() takes
-- the three cuts as score_least, rank_most and misses_most.
--
-- The similarity is the cosine of the tf-idf vectors of two passages ('tfidf'), or the Jaccard similarity of
-- their sets of eight stop words that follow each other ('stopwords'), in the language of their source, as
-- far as there are stop words of it, or else in English. Only passages that share a signature are compared,
-- in buckets that reuse.sql aligns as a whole. So candidates of larger buckets are missing.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/analysis/open.sql

CREATE TEMP TABLE neardup_settings (
    article INTEGER
            CHECK (typeof(article) IN ('integer', 'null')
                   OR neardup_error('@article must be the id of an article, not ' || article)),
    measure TEXT
            CHECK (measure IN ('tfidf', 'stopwords')
                   OR neardup_error('@measure must be tfidf or stopwords, not ' || measure)),
    most    INTEGER
);
INSERT INTO temp.neardup_settings SELECT @article, coalesce(@measure, 'tfidf'), coalesce(@limit, 20);
INSERT INTO temp.neardup_whole VALUES ('@limit', @limit, 0, NULL);

.read sql/analysis/begin.sql
.read sql/reuse/reuse_settings.sql

-- ---- Pairs of passages, and how similar they are ----

CREATE TEMP TABLE passage_pair AS
SELECT DISTINCT x.passage_id AS a, y.passage_id AS b
  FROM (SELECT band, signature
          FROM passage_signature
         GROUP BY band, signature
        HAVING count(*) <= (SELECT bucket_most FROM reuse_setting))
  JOIN passage_signature AS x USING (band, signature)
  JOIN passage_signature AS y USING (band, signature)
 WHERE x.passage_id < y.passage_id;

CREATE TEMP TABLE passage_text AS
SELECT id, article_id,
       (SELECT group_concat(text, ' ')
          FROM (SELECT text
                  FROM sentence
                 WHERE article_id = passage.article_id AND position BETWEEN first AND last
                   AND block IN ('prose', 'list')
                 ORDER BY position)) AS text
  FROM passage
 WHERE id IN (SELECT a FROM passage_pair UNION SELECT b FROM passage_pair);

CREATE TEMP TABLE vector AS
SELECT id, tfidf_vector(text, (SELECT term_weights(text) FROM passage_text)) AS vector
  FROM passage_text
 WHERE (SELECT measure = 'tfidf' FROM neardup_settings);
CREATE UNIQUE INDEX temp.vector_id ON vector(id);

CREATE TEMP TABLE gram (
    passage_id INTEGER NOT NULL,
    ngram      TEXT NOT NULL,
    PRIMARY KEY (passage_id, ngram)
) WITHOUT ROWID;
INSERT OR IGNORE INTO temp.gram
WITH stop_words (code, language) AS (
    VALUES ('de', 'german'), ('es', 'spanish'), ('fr', 'french'), ('it', 'italian'), ('nl', 'dutch'),
           ('pt', 'portuguese'), ('ru', 'russian')
)
SELECT passage_text.id, ngram
  FROM passage_text
  JOIN article ON article.id = article_id
  JOIN source  ON source.id = source_id
  LEFT JOIN stop_words ON code = source.language
  JOIN stopword_ngrams(passage_text.text, 8, ifnull(stop_words.language, 'english'))
 WHERE (SELECT measure = 'stopwords' FROM neardup_settings);

CREATE TEMP TABLE grams AS
SELECT passage_id, count(*) AS number FROM gram GROUP BY passage_id;
CREATE UNIQUE INDEX temp.grams_passage ON grams(passage_id);

-- For the cosine, vectors have been made; for the Jaccard similarity, n-grams.
CREATE TEMP TABLE compared AS
SELECT a, b,
       CASE (SELECT measure FROM neardup_settings)
       WHEN 'tfidf' THEN cosine_similarity((SELECT vector FROM vector WHERE id = a),
                                           (SELECT vector FROM vector WHERE id = b))
       ELSE (SELECT 1.0 * count(*) / max(1, ifnull((SELECT number FROM grams WHERE passage_id = a), 0)
                                            + ifnull((SELECT number FROM grams WHERE passage_id = b), 0)
                                            - count(*))
               FROM gram AS x JOIN gram AS y USING (ngram)
              WHERE x.passage_id = a AND y.passage_id = b)
       END AS similarity
  FROM passage_pair;

-- ---- Candidates in order ----

-- Each pair of articles twice, for each of both has a list of its own. A miss is a candidate without a case;
-- misses_before counts those in a row that come right before it.
CREATE TEMP TABLE ranked_candidate AS
WITH scored AS (
    SELECT x.article_id AS a, y.article_id AS b, max(similarity) AS score
      FROM (SELECT a, b, similarity FROM compared UNION ALL SELECT b, a, similarity FROM compared) AS pair
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
