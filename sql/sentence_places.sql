-- sentence_places.sql - where a sentence occurs, for people to read.
--
--   name    article and section
--   place   the same, and the source if there are several

.read sql/source_names.sql
.read sql/article_names.sql

CREATE TEMP VIEW sentence_place AS
SELECT id, name, name || iif((SELECT count(*) FROM source) > 1, ' (' || source || ')', '') AS place
  FROM (SELECT sentence.id, article_name.name || iif(section = '', '', ' § ' || section) AS name,
               source_name.name AS source
          FROM sentence
          JOIN article      ON article.id      = article_id
          JOIN article_name ON article_name.id = article.id
          JOIN source_name  ON source_name.id  = source_id);
