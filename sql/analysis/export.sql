-- export.sql - all findings as CSV or JSON lines, for other programs.
--
--     sqlite3 my.db '.read sql/analysis/export.sql' > pairs.csv
--     sqlite3 my.db '.parameter set @what members' '.parameter set @format jsonl' \
--                   '.read sql/analysis/export.sql' > members.jsonl
--
-- Run it in the project's folder, on a database that the pipeline has processed. It changes nothing. It
-- writes to standard output; in an interactive shell, `.output pairs.csv` before it and `.output` after
-- it lead that into a file. You can set:
--
--   @what     pairs: a line for each pair; members: one for each sentence of a cluster    pairs
--   @format   csv, with the names of the columns in the first line; jsonl, an object      csv
--             a line
--
-- Keys are those of your rows, in their type, but a blob is written X'0AFF'; in JSON, a key of several
-- columns is an array. Titles that the loader made up are left out. Everything else is as in
-- docs/guide/tables.md: pair, pair_kind, cluster, cluster_group and article_url. What has no value is empty in CSV and null
-- in JSON. CSV has its first line even if no other follows. Texts that a spreadsheet would run get an apostrophe
-- in front: csv_rows.sql says which.

CREATE TEMP TABLE neardup_settings (
    what   TEXT NOT NULL
           CHECK (what IN ('pairs', 'members')
                  OR neardup_error('must be pairs or members', 'what', what)),
    format TEXT NOT NULL
           CHECK (format IN ('csv', 'jsonl')
                  OR neardup_error('must be csv or jsonl', 'format', format))
);
INSERT INTO temp.neardup_settings SELECT coalesce(@what, 'pairs'), coalesce(@format, 'csv');

-- Keys of several columns are JSON already: there is more than one key= among the options. There is none
-- if the key is the primary key of a table, which may have several columns.
CREATE TEMP VIEW source_keys AS
SELECT id, number > 1 OR (number = 0 AND kind = 'sqlite') AS arrays
  FROM (SELECT id, kind, (length(columns) - length(replace(columns, ',key=', ''))) / 5 AS number
          FROM (SELECT id, kind, substr(options, instr(options, 'columns: ')) AS columns FROM source));

-- A sentence with its row or article, and the address of that, if one is known.
CREATE TEMP VIEW origin AS
SELECT sentence_origin.*, url,
       iif(arrays AND sentence_origin.key GLOB '[[]*' AND json_valid(sentence_origin.key),
           sentence_origin.key, json_quote(sentence_origin.key)) AS json_key
  FROM sentence_origin
  JOIN sentence    ON sentence.id    = sentence_origin.id
  JOIN article     ON article.id     = article_id
  JOIN source_keys ON source_keys.id = source_id
  LEFT JOIN article_url ON article_url.id = article.id;

-- What is exported: a column for each of CSV, and those of keys as JSON. (A pair of a large cluster may not have been
-- judged; copies of a text never are. A near miss that may be a contradiction is in no cluster, and its edit distance
-- was not measured.)
CREATE TEMP VIEW found_pair AS
SELECT x.key AS key_a, y.key AS key_b, x.title AS title_a, y.title AS title_b,
       x.section AS section_a, y.section AS section_b, x.text AS text_a, y.text AS text_b,
       jaccard, edit_distance, coalesce(kind, iif(x.text = y.text, 'identical', NULL)) AS kind,
       coalesce(score, iif(x.text = y.text, 0.0, NULL)) AS score,
       coalesce(reason, iif(x.text = y.text, 'Both are the same text.', NULL)) AS reason, type, value_a, value_b,
       member.cluster_id, x.source AS source_a, y.source AS source_b, pair.a, pair.b,
       x.url AS url_a, y.url AS url_b, x.json_key AS json_key_a, y.json_key AS json_key_b
  FROM (SELECT a, b, jaccard, edit_distance, 0 AS near
          FROM pair
         UNION ALL
        SELECT a, b, jaccard, NULL, 1
          FROM pair_kind JOIN near_miss USING (a, b)
         WHERE cluster_id IS NULL) AS pair
  LEFT JOIN pair_kind USING (a, b)
  LEFT JOIN member ON sentence_id = pair.a AND NOT near
  JOIN origin AS x ON x.id = pair.a
  JOIN origin AS y ON y.id = pair.b;

CREATE TEMP VIEW found_member AS
SELECT member.cluster_id, group_id, origin.key, origin.title, section, text,
       cluster.kind, cluster.score, cluster.reason, size, texts, articles, mixed,
       representative = member.sentence_id AS is_representative, source, member.sentence_id, json_key
  FROM member
  JOIN cluster ON cluster.id = member.cluster_id
  JOIN origin  ON origin.id = member.sentence_id
  LEFT JOIN cluster_group ON cluster_group.cluster_id  = member.cluster_id
                         AND cluster_group.sentence_id = member.sentence_id;

-- The same as objects, in the order of the columns.
CREATE TEMP VIEW pair_object AS
SELECT json_object('key_a', key_a, 'key_b', key_b, 'title_a', title_a, 'title_b', title_b,
                   'section_a', section_a, 'section_b', section_b, 'text_a', text_a, 'text_b', text_b,
                   'jaccard', jaccard, 'edit_distance', edit_distance, 'kind', kind, 'score', score,
                   'reason', reason, 'type', type, 'value_a', value_a, 'value_b', value_b,
                   'cluster_id', cluster_id, 'source_a', source_a, 'source_b', source_b, 'a', a, 'b', b,
                   'url_a', url_a, 'url_b', url_b) AS object,
       a, b, json_key_a, json_key_b
  FROM found_pair;

CREATE TEMP VIEW member_object AS
SELECT json_object('cluster_id', cluster_id, 'group_id', group_id, 'key', key, 'title', title,
                   'section', section, 'text', text, 'kind', kind, 'score', score, 'reason', reason,
                   'size', size, 'texts', texts, 'articles', articles, 'mixed', mixed,
                   'is_representative', is_representative, 'source', source, 'sentence_id', sentence_id) AS object,
       cluster_id, sentence_id, json_key
  FROM found_member;

SELECT json_set(object, '$.key_a', json(json_key_a), '$.key_b', json(json_key_b))
  FROM neardup_settings CROSS JOIN pair_object
 WHERE what = 'pairs' AND format = 'jsonl'
 ORDER BY a, b;
SELECT json_set(object, '$.key', json(json_key))
  FROM neardup_settings CROSS JOIN member_object
 WHERE what = 'members' AND format = 'jsonl'
 ORDER BY cluster_id, sentence_id;

SELECT neardup_run('csv_rows.sql');

INSERT INTO temp.csv_row (cells)
SELECT json_group_array(name)
  FROM neardup_settings, pragma_table_info(iif(what = 'pairs', 'found_pair', 'found_member'), 'temp')
 WHERE format = 'csv' AND name NOT LIKE 'json%'
 GROUP BY NULL
HAVING count(*) > 0;
INSERT INTO temp.csv_row (cells)
SELECT object
  FROM neardup_settings CROSS JOIN pair_object
 WHERE what = 'pairs' AND format = 'csv'
 ORDER BY a, b;
INSERT INTO temp.csv_row (cells)
SELECT object
  FROM neardup_settings CROSS JOIN member_object
 WHERE what = 'members' AND format = 'csv'
 ORDER BY cluster_id, sentence_id;

SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23
  FROM neardup_settings CROSS JOIN csv_cell
 WHERE what = 'pairs'
 ORDER BY place;
SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16
  FROM neardup_settings CROSS JOIN csv_cell
 WHERE what = 'members'
 ORDER BY place;
