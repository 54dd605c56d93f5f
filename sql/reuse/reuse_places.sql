-- reuse_places.sql - where the passages of the cases in temp.shown_case (reuse_id) are, and their texts.
--
-- `side` is 'a' or 'b', `section` that of the sentence in which the passage begins; `place` is for people, and has the key of the
-- article if another one has its title, and the source if there are several.

CREATE TEMP TABLE reuse_place AS
WITH passage AS (
    SELECT id AS reuse_id, 'a' AS side, a AS article_id, a_position AS position, a_length AS length FROM reuse
     UNION ALL
    SELECT id, 'b', b, b_position, b_length FROM reuse
), placed AS (
    SELECT passage.*,
           (SELECT section
              FROM (SELECT section, sum(length(text) + 1) OVER (ORDER BY position) AS end
                      FROM sentence
                     WHERE sentence.article_id = passage.article_id AND block IN ('prose', 'list'))
             WHERE end >= passage.position
             ORDER BY end
             LIMIT 1) AS section
      FROM passage
     WHERE reuse_id IN (SELECT reuse_id FROM shown_case)
)
SELECT reuse_id, side,
       article_name.name || iif(section <> '', ' § ' || section, '')
       || iif((SELECT count(*) FROM source_name) > 1, ' (' || source_name.name || ')', '') AS place,
       coalesce(section, '') AS section,
       substr((SELECT text FROM article_text WHERE article_text.article_id = placed.article_id), position, length) AS text,
       neardup_language(language) AS language
  FROM placed
  JOIN article      ON article.id = article_id
  JOIN article_name ON article_name.id = article_id
  JOIN source_name  ON source_name.id = source_id
  JOIN source       ON source.id = source_id;
