-- passages.sql - cuts the articles into passages: consecutive sentences of about reuse_parameters.passage_length characters.
--
-- Positions count characters of the view article_text from 1, so that substr(text, position, length) is the passage.
--
-- A passage consists of whole paragraphs, unless one is half as long again as a passage should be. Such a paragraph is cut
-- between sentences. Short paragraphs are joined. All passages of an article are about equally long, so none is a small rest.

SELECT neardup_run('require_ranking.sql', json_object('parameter', 'reuse_parameters.ranking', 'measure', ranking))
  FROM reuse_parameters;

DELETE FROM main.compared_article WHERE result = 'passages';
INSERT INTO main.compared_article SELECT 'passages', * FROM article_fingerprint;

-- The text is divided into as many equal parts as it should have passages. What is not cut belongs to the part
-- that holds its middle. The character that joins it to the next is part of its length.
INSERT INTO main.passage (article_id, first, last, position, length)
WITH paragraph AS MATERIALIZED (
    SELECT article_id, first, last, length, first < last AND length > 1.5 * passage_length AS is_long
      FROM (SELECT article_id,
                   min(neardup_progress(position, 'Stage 1 of 4, passages', (SELECT count(*) FROM sentence))) AS first,
                   max(position) AS last, sum(length(text) + 1) AS length
              FROM sentence
             WHERE block IN ('prose', 'list')
             GROUP BY article_id, paragraph), reuse_parameters
), unit AS (
    SELECT article_id, first, last, length FROM paragraph WHERE NOT is_long
     UNION ALL
    SELECT article_id, position, position, length(text) + 1
      FROM paragraph CROSS JOIN sentence USING (article_id)
     WHERE is_long AND position BETWEEN first AND last AND block IN ('prose', 'list')
), placed AS (
    SELECT article_id, first, last, length,
           sum(length) OVER (PARTITION BY article_id ORDER BY first) AS end,
           sum(length) OVER (PARTITION BY article_id ORDER BY first
                             ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS total
      FROM unit
), parted AS (
    SELECT article_id, first, last, length, end,
           (end - length / 2) * max(1, CAST(round(1.0 * total / passage_length) AS INTEGER)) / (total + 1)
           AS part
      FROM placed, reuse_parameters
)
SELECT article_id, min(first), max(last), max(end) - sum(length) + 1, sum(length) - 1
  FROM parted
 GROUP BY article_id, part
 ORDER BY article_id, part;
