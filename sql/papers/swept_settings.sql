-- swept_settings.sql - the good and the bad pairs that each setting of the sweep finds.
--
-- A part of sweep.sql, which says what they are, and of the report. Its parameters are those of sweep.sql. It makes
--
--   temp.swept_text  (id, text)                    the texts that were taken
--   temp.swept       (scheme, k, l, pairs, good)   a row for each setting

CREATE TEMP TABLE swept_text AS
SELECT sentence.id, text
  FROM compared_sentence JOIN sentence ON sentence.id = sentence_id
 WHERE first_id = sentence_id
 ORDER BY sentence.id
 LIMIT @texts;

CREATE TEMP TABLE swept_setting AS
WITH RECURSIVE length (shingle) AS (
    SELECT 5 UNION ALL SELECT shingle + 1 FROM length WHERE shingle < @longest
)
SELECT row_number() OVER () AS id, column1 AS scheme, minhashes.value AS k, shingle AS l
  FROM (VALUES ('wikiduper-fixed'), ('wikiduper-report')), json_each('[8, 9, 10]') AS minhashes, length;

-- The authors' program joins on the signature and ignores the band.
CREATE TEMP TABLE swept_signature (setting_id INTEGER NOT NULL, signature INTEGER NOT NULL, text_id INTEGER NOT NULL,
                                   PRIMARY KEY (setting_id, signature, text_id)) WITHOUT ROWID;

INSERT OR IGNORE INTO temp.swept_signature
SELECT swept_setting.id, signature, swept_text.id
  FROM swept_setting
 CROSS JOIN swept_text
  JOIN minhash_signatures(text, l, 10, k, 20, swept_setting.scheme)
 ORDER BY 1, 2, 3;

CREATE TEMP TABLE swept AS
WITH bucket AS (
    SELECT setting_id, signature
      FROM swept_signature
     GROUP BY setting_id, signature
    HAVING count(*) > 1
), ranked AS MATERIALIZED (
    SELECT setting_id, signature, text_id,
           row_number() OVER (PARTITION BY setting_id, signature ORDER BY text_id) AS place
      FROM bucket CROSS JOIN swept_signature USING (setting_id, signature)
), swept_match AS MATERIALIZED (
    SELECT DISTINCT x.setting_id, x.text_id AS a, y.text_id AS b
      FROM ranked AS x
      JOIN ranked AS y ON y.setting_id = x.setting_id
                      AND y.signature = x.signature
                      AND y.place > x.place
     WHERE y.place <= 20
), swept_pair(a, b, good) AS MATERIALIZED (
    -- A pair that several settings find is measured once, and only up to the limit.
    SELECT a, b, 1.0 * edit_distance(x, y, CAST(@distance * longer AS INTEGER) + 1) / longer <= @distance
      FROM (SELECT a, b, x.text AS x, y.text AS y, max(length(x.text), length(y.text)) AS longer
              FROM (SELECT DISTINCT a, b FROM swept_match)
              JOIN swept_text AS x ON x.id = a
              JOIN swept_text AS y ON y.id = b)
)
SELECT scheme, k, l, count(good) AS pairs, coalesce(sum(good), 0) AS good
  FROM swept_setting
  LEFT JOIN swept_match ON setting_id = swept_setting.id
  LEFT JOIN swept_pair USING (a, b)
 GROUP BY swept_setting.id;
