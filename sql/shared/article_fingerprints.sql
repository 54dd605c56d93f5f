-- article_fingerprints.sql - a number for what each article says now: the view temp.article_fingerprint (article_id,
-- fingerprint). To read it takes reading all texts.

DROP VIEW IF EXISTS temp.article_fingerprint;
CREATE TEMP VIEW article_fingerprint(article_id, fingerprint) AS
SELECT article_id, rows_fingerprint(sentence.id, position, block, text, title, titled, source_id)
  FROM main.sentence LEFT JOIN main.article ON article.id = article_id
 GROUP BY article_id;
