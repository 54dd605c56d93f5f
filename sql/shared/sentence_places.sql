-- sentence_places.sql - where sentences occur.
--
--   sentence_place    for people: the name of the article and the section; in `place` with the source, if
--                     there are several
--   sentence_origin   for programs: source, key, title and section. A title that the loader made up is NULL

.read sql/shared/source_names.sql
.read sql/shared/article_names.sql

CREATE TEMP VIEW sentence_place AS
SELECT id, name, name || iif((SELECT count(*) FROM source_name) > 1, ' (' || source || ')', '') AS place
  FROM (SELECT sentence.id, article_name.name || iif(section = '', '', ' § ' || section) AS name,
               source_name.name AS source
          FROM sentence
          CROSS JOIN article      ON article.id      = article_id
          CROSS JOIN article_name ON article_name.id = article.id
          CROSS JOIN source_name  ON source_name.id  = source_id);

CREATE TEMP VIEW sentence_origin AS
SELECT sentence.id, source_name.name AS source, article_name.key, iif(titled, title, NULL) AS title,
       section, text
  FROM sentence
  JOIN article      ON article.id      = article_id
  JOIN article_name ON article_name.id = article.id
  JOIN source_name  ON source_name.id  = source_id;
