-- reuse_places.sql - where the passages of a case are, and their texts.
--
-- A part of reuse_summary.sql and of report/report.sql, after article_names.sql and source_names.sql. It makes
--
--   temp.reuse_place   (reuse_id, side, article_id, name, section, place, text): side is 'a' or 'b', section
--                      that of the sentence in which the passage begins; place is for people, and has the
--                      source, if there are several

CREATE TEMP VIEW reuse_place AS
SELECT reuse_id, side, article_id, name, section,
       name || iif(section = '', '', ' § ' || section)
       || iif((SELECT count(*) FROM source_name) > 1, ' (' || source || ')', '') AS place, text
  FROM (SELECT passage.reuse_id, passage.side, passage.article_id, article_name.name,
               source_name.name AS source, substr(article_text.text, passage.position, passage.length) AS text,
               (SELECT section
                  FROM (SELECT section, sum(length(text) + 1) OVER (ORDER BY position) AS end
                          FROM sentence
                         WHERE article_id = passage.article_id AND block IN ('prose', 'list'))
                 WHERE end >= passage.position
                 ORDER BY end
                 LIMIT 1) AS section
          FROM (SELECT id AS reuse_id, 'a' AS side, a AS article_id, a_position AS position, a_length AS length
                  FROM reuse
                 UNION ALL
                SELECT id, 'b', b, b_position, b_length FROM reuse) AS passage
          JOIN article_text USING (article_id)
          JOIN article      ON article.id = article_id
          JOIN article_name ON article_name.id = article_id
          JOIN source_name  ON source_name.id = source_id);
