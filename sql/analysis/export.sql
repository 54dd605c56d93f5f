-- export.sql - all findings as CSV or JSON lines, for other programs: a line for each pair, or each sentence of a cluster.
--
-- docs/guide/tables.md describes the columns. Keys are those of your rows, in their type, but a blob is written X'0AFF'; in
-- JSON, a key of several columns is an array. Titles that the loader made up are left out.

-- A sentence with its row or article, and the address of that, if one is known. Keys of several columns are JSON already: there
-- is more than one key= among the options, or none if the key is the primary key of a table, which may have several columns.
CREATE TEMP VIEW origin AS
WITH source_keys AS (
    SELECT id, number > 1 OR (number = 0 AND kind = 'sqlite') AS arrays
      FROM (SELECT id, kind, (length(columns) - length(replace(columns, ',key=', ''))) / 5 AS number
              FROM (SELECT id, kind, substr(options, instr(options, 'columns: ')) AS columns FROM source))
)
SELECT sentence_origin.*, url,
       iif(arrays AND sentence_origin.key GLOB '[[]*' AND json_valid(sentence_origin.key),
           sentence_origin.key, json_quote(sentence_origin.key)) AS json_key
  FROM sentence_origin
  JOIN sentence    ON sentence.id    = sentence_origin.id
  JOIN article     ON article.id     = article_id
  JOIN source_keys ON source_keys.id = source_id
  LEFT JOIN article_url ON article_url.id = article.id;

SELECT neardup_run('export_pairs.sql')   WHERE @what = 'pairs';
SELECT neardup_run('export_members.sql') WHERE @what = 'members';
