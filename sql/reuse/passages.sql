-- passages.sql - cuts the articles into passages.
--
--   article_text  a view: the whole text of each article
--   passage       consecutive sentences of an article, of about reuse_parameters.passage_length characters
--
-- The text of an article are its sentences in prose and lists, in order. One character joins two: a space
-- within a paragraph, a line end between paragraphs. Positions count characters of this text from 1, so
-- that substr(text, position, length) is the passage.
--
-- A passage consists of whole paragraphs, unless one is half as long again as a passage should be. Such a
-- paragraph is cut between sentences. Short paragraphs are joined. All passages of an article are about
-- equally long, so that none is a small rest.

SELECT neardup_run('require_ranking.sql', json_object('parameter', 'reuse_parameters.ranking', 'measure', ranking))
  FROM reuse_parameters;

DELETE FROM main.compared_article WHERE result = 'passages';
INSERT INTO main.compared_article SELECT 'passages', * FROM article_fingerprint;

DELETE FROM main.passage;

-- What is not cut: paragraphs, and the sentences of long ones. The character that joins it to the next is
-- part of its length.
CREATE TEMP TABLE unit (
    article_id INTEGER NOT NULL,
    first      INTEGER NOT NULL,
    last       INTEGER NOT NULL,
    length     INTEGER NOT NULL,
    PRIMARY KEY (article_id, first)
) WITHOUT ROWID;

INSERT INTO temp.unit
SELECT article_id,
       min(neardup_progress(position, 'Stage 1 of 4, passages', (SELECT count(*) FROM sentence))),
       max(position), sum(length(text) + 1)
  FROM sentence
 WHERE block IN ('prose', 'list')
 GROUP BY article_id, paragraph;

CREATE TEMP TABLE long_paragraph AS
SELECT article_id, first, last
  FROM unit
 WHERE first < last AND length > 1.5 * (SELECT passage_length FROM reuse_parameters);

DELETE FROM temp.unit
 WHERE (article_id, first) IN (SELECT article_id, first FROM long_paragraph);

INSERT INTO temp.unit
SELECT article_id, position, position, length(text) + 1
  FROM long_paragraph
 CROSS JOIN sentence USING (article_id)
 WHERE position BETWEEN first AND last AND block IN ('prose', 'list');

-- The text is divided into as many equal parts as it should have passages. A unit belongs to the part that
-- holds its middle.
INSERT INTO main.passage (article_id, first, last, position, length)
WITH placed AS (
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
