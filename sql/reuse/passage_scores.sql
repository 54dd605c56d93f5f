-- passage_scores.sql - how similar two passages are that share a signature, for a ranking of candidates.
--
-- @measure is one of those of Alshomary et al. 2019, Table 1: 'tfidf', the cosine of tf-idf vectors; 'stopwords', the Jaccard
-- similarity of the sets of eight stop words that follow each other, in the language of the article; 'words', the cosine of the
-- mean vectors of words (table word_vector); and 'hybrid', the mean of the last two. Only passages in buckets that are aligned as a
-- whole are compared, and with 'none', none.

CREATE TEMP TABLE passage_pair AS
SELECT DISTINCT x.passage_id AS a, y.passage_id AS b
  FROM (SELECT band, signature
          FROM passage_signature
         WHERE @measure <> 'none'
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

CREATE TEMP TABLE gram (passage_id INTEGER, ngram TEXT, PRIMARY KEY (passage_id, ngram)) WITHOUT ROWID;
INSERT OR IGNORE INTO temp.gram
SELECT passage_text.id, ngram
  FROM passage_text
  JOIN written_in USING (article_id)
  JOIN stop_word_language ON code = ifnull(neardup_language(written_in.language), 'en')
  JOIN stopword_ngrams(passage_text.text, 8, stop_word_language.language)
 WHERE @measure IN ('stopwords', 'hybrid');

-- For the cosine, vectors have been made; for the Jaccard similarity, n-grams; for the mean of both, both.
CREATE TEMP TABLE passage_score AS
WITH passage_vector(id, vector) AS MATERIALIZED (
    SELECT id, tfidf_vector(text, (SELECT term_weights(text) FROM passage_text)) FROM passage_text WHERE @measure = 'tfidf'
     UNION ALL
    SELECT id, text_vector(text, (SELECT word_vectors(word, vector) FROM word_vector))
      FROM passage_text
     WHERE @measure IN ('words', 'hybrid')
), grams AS MATERIALIZED (
    SELECT passage_id, count(*) AS number FROM gram GROUP BY passage_id
), likeness AS (
    SELECT passage_pair.a, passage_pair.b, ifnull(cosine_similarity(x.vector, y.vector), 0) AS cosine,
           (SELECT 1.0 * count(*) / max(1, ifnull((SELECT number FROM grams WHERE passage_id = passage_pair.a), 0)
                                           + ifnull((SELECT number FROM grams WHERE passage_id = passage_pair.b), 0)
                                           - count(*))
              FROM gram AS p JOIN gram AS q USING (ngram)
             WHERE p.passage_id = passage_pair.a AND q.passage_id = passage_pair.b) AS jaccard
      FROM passage_pair
      LEFT JOIN passage_vector AS x ON x.id = passage_pair.a
      LEFT JOIN passage_vector AS y ON y.id = passage_pair.b
)
SELECT a, b, CASE @measure WHEN 'stopwords' THEN jaccard WHEN 'hybrid' THEN (cosine + jaccard) / 2 ELSE cosine END AS similarity
  FROM likeness;
