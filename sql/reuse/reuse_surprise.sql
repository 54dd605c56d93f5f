-- reuse_surprise.sql - which copies nobody would expect.
--
-- A part of reuse_summary.sql. It makes
--
--   temp.reuse_surprise   (reuse_id, words, cosine, surprise): cases of content reuse between two articles
--                         whose titles share no word of four letters. cosine is that of what the articles say
--                         besides the passage, by tf·idf, 0.3 at most; surprise = words × (1 - cosine)² / cases
--
-- A copy is no surprise between articles about related things, which have words in common outside the copy, nor
-- if their titles say so, nor among articles that share text with many others: that is boilerplate. So a long
-- passage counts for it, and what else they have in common, and the cases of the two articles, against it. The
-- 200 best without the cosine are measured with it; terms weigh what they weigh in at most 2,000 articles.

CREATE TEMP TABLE reused_article AS
SELECT article_id, count(*) AS cases,
       fold_text(title, 'case accents punctuation width space') AS title
  FROM (SELECT a AS article_id FROM reuse UNION ALL SELECT b FROM reuse)
  JOIN article ON article.id = article_id
 GROUP BY article_id;
CREATE UNIQUE INDEX temp.reused_article_id ON reused_article(article_id);

-- The words of the titles that matter.
CREATE TEMP TABLE title_word (
    article_id INTEGER NOT NULL,
    word       TEXT    NOT NULL,
    PRIMARY KEY (article_id, word)
) WITHOUT ROWID;

INSERT OR IGNORE INTO temp.title_word
WITH RECURSIVE cut(article_id, word, rest) AS (
    SELECT article_id, '', title || ' '
      FROM reused_article
     WHERE article_id IN (SELECT a FROM reuse WHERE kind = 'content'
                          UNION
                          SELECT b FROM reuse WHERE kind = 'content')
     UNION ALL
    SELECT article_id, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1)
      FROM cut
     WHERE rest <> ''
)
SELECT article_id, word FROM cut WHERE length(word) >= 4;

-- Of each two articles the best case, with what the articles say besides.
CREATE TEMP TABLE apart AS
WITH reuse_terms AS MATERIALIZED (
    SELECT document_frequencies(text) AS frequencies
      FROM article_text
     WHERE article_id % max(1, (SELECT count(*) FROM article) / 2000) = 0
), unexpected AS MATERIALIZED (
    SELECT reuse.id AS reuse_id, a, b, words, words * 1.0 / (x.cases + y.cases - 1) AS weight
      FROM reuse
      JOIN reused_article AS x ON x.article_id = a
      JOIN reused_article AS y ON y.article_id = b
     WHERE kind = 'content'
       AND NOT EXISTS (SELECT *
                         FROM title_word AS p JOIN title_word AS q USING (word)
                        WHERE p.article_id = a AND q.article_id = b)
     ORDER BY weight DESC, reuse.id
     LIMIT 200
)
SELECT reuse_id, max(weight) AS weight, unexpected.words,
       tfidf_vector(substr(x.text, 1, a_position - 1) || substr(x.text, a_position + a_length),
                    (SELECT term_weights(frequencies) FROM reuse_terms)) AS rest_a,
       tfidf_vector(substr(y.text, 1, b_position - 1) || substr(y.text, b_position + b_length),
                    (SELECT term_weights(frequencies) FROM reuse_terms)) AS rest_b
  FROM unexpected
  JOIN reuse             ON reuse.id = reuse_id
  JOIN article_text AS x ON x.article_id = unexpected.a
  JOIN article_text AS y ON y.article_id = unexpected.b
 GROUP BY unexpected.a, unexpected.b;

CREATE TEMP TABLE reuse_surprise AS
SELECT reuse_id, words, cosine, weight * (1 - cosine) * (1 - cosine) AS surprise
  FROM (SELECT reuse_id, words, weight, cosine_similarity(rest_a, rest_b) AS cosine FROM apart)
 WHERE cosine <= 0.3;
