-- sampled_texts.sql - reads from the database what choose.sql needs to know of its texts.

-- Up to 20,000 texts, but mostly some 10,000, spread evenly over the database; of a document are those in a wiki, or among four
-- sentences or more.
CREATE TEMP TABLE found_text (sentence_id INTEGER PRIMARY KEY, text TEXT, of_document INTEGER, of_wiki INTEGER);

INSERT INTO temp.found_text
WITH RECURSIVE span(first, last, step) AS (
    SELECT first, last, max(1, (last - first) / 10000)
      FROM (SELECT min(id) AS first FROM sentence), (SELECT max(id) AS last FROM sentence)
), place(at) AS (
    SELECT first FROM span WHERE first IS NOT NULL
     UNION ALL
    SELECT at + step FROM place, span WHERE at <= last - step
), found(id) AS (
    SELECT DISTINCT (SELECT sentence.id FROM sentence WHERE sentence.id >= at ORDER BY sentence.id LIMIT 1)
      FROM place
)
SELECT sentence.id,
       text,
       iif(source.kind = 'mediawiki', 1,
           (SELECT count(*) = 4
              FROM (SELECT 1 FROM sentence AS other WHERE other.article_id = article.id LIMIT 4))),
       source.kind = 'mediawiki'
  FROM parameters
 CROSS JOIN found                                       -- before sentence, which is looked up
 CROSS JOIN sentence ON sentence.id = found.id
  JOIN article  ON article.id = article_id
  JOIN source   ON source.id  = source_id
 WHERE block <> 'table' OR tables;

CREATE TEMP TABLE sentence_count AS
SELECT count(*) AS sentences FROM sentence;
