-- near.sql - which texts are like a given text?
--
--     sqlite3 my.db <<'END'
--     .parameter set @text "'The storm killed 143 people.'"
--     .read sql/analysis/near.sql
--     END
--
-- Run it in the project's folder. It changes nothing, and needs no pipeline. You can set:
--
--   @text      the text, in quotation marks of both kinds: "'...'"                  required
--   @least     the least Jaccard similarity of what is listed                       0.4
--   @limit     how many different texts to list, the most similar first             10
--   @shingle   characters in a shingle          as the pipeline; else 4 to 12, by the length of @text
--   @fold      what fold_text() evens out                        as the pipeline; else 'all'
--   @format    list, for people; csv, with the names of the columns first; jsonl, an object a line     list
--
-- The shell takes the value of a parameter for SQL if it can: without the inner quotation marks, 12-24 is
-- -12. A ' in the text is written ''.
--
-- It compares the text with every sentence, also with those that the pipeline leaves out. So nothing is
-- missing from the list, and a million short texts take about a second. A text whose shingles are too few
-- to reach @least is skipped before it is folded: folding makes no text of ASCII longer.
--
-- If the database has a live index called sentence_index (docs/guide/analysis.md), and no sentence was added after
-- it, only the texts that share a signature with yours are compared, which takes a millisecond and may miss some.

SELECT neardup_error('must be a text in quotation marks of both kinds, as in .parameter set @text "''12-24''"', 'text', @text)
 WHERE typeof(@text) NOT IN ('text', 'null');

CREATE TEMP TABLE neardup_settings (
    text    TEXT
            CHECK (text <> ''
                   OR neardup_error('must not be empty', 'text')),
    least   REAL
            CHECK (typeof(least) = 'real' AND least > 0 AND least <= 1
                   OR neardup_error('must be above 0 and at most 1', 'least', least)),
    most    INTEGER,
    shingle INTEGER,
    fold    TEXT,
    format  TEXT NOT NULL
            CHECK (format IN ('list', 'csv', 'jsonl')
                   OR neardup_error('must be list, csv or jsonl', 'format', format))
);
INSERT INTO temp.neardup_settings
SELECT coalesce(@text, ''), coalesce(@least, 0.4), coalesce(@limit, 10), @shingle, @fold, coalesce(@format, 'list');
INSERT INTO temp.neardup_whole VALUES ('limit', @limit, 0, NULL), ('shingle', @shingle, 1, 1024);

SELECT neardup_error('must be empty or a list of all, case, width, accents, punctuation, space, digits and notes', 'fold', fold)
  FROM neardup_settings
 WHERE EXISTS (SELECT *
                 FROM json_each('[' || replace(replace(json_quote(CAST(fold AS TEXT)), ' ', ','), ',', '","') || ']')
                WHERE value NOT IN ('', 'all', 'case', 'width', 'accents', 'punctuation', 'space', 'digits', 'notes'));

-- By what to compare. Without a pipeline, shingles are as short as choose.sql would have them.
CREATE TEMP TABLE asked AS
SELECT text, least,
       coalesce(fold, (SELECT fold FROM setting), 'all') AS fold,
       coalesce(shingle, (SELECT shingle FROM setting),
                (SELECT max(shingle)
                   FROM fitting_shingle
                  WHERE characters <= length(text)
                    AND dense = coalesce(text_script(text) IN (SELECT name FROM dense_script), 0))) AS shingle
  FROM neardup_settings;

-- A text with at least `least` times as many shingles has so many characters, or else it is the same.
CREATE TEMP TABLE folded AS
SELECT text, fold, least, shingle,
       iif(length(text) < shingle, length(text),
           least * (SELECT count(DISTINCT found.shingle) FROM shingles(text, asked.shingle) AS found)
           + shingle - 1) AS shortest
  FROM (SELECT fold_text(text, fold) AS text, fold, least, shingle FROM asked) AS asked;

SELECT neardup_run('empty_index.sql') WHERE NOT EXISTS (SELECT * FROM main.sqlite_schema WHERE name = 'sentence_index');
CREATE TEMP TABLE way AS
SELECT EXISTS (SELECT * FROM main.sqlite_schema WHERE name = 'sentence_index')
       AND NOT EXISTS (SELECT * FROM indexed WHERE sentence_id < (SELECT max(id) FROM sentence)) AS by_index;

CREATE TEMP TABLE near AS
WITH looked_at AS (
    SELECT sentence.id, sentence.text
      FROM way CROSS JOIN folded CROSS JOIN sentence
     WHERE NOT by_index
       AND (length(sentence.text) >= shortest
            OR length(sentence.text) < length(CAST(sentence.text AS BLOB)))
     UNION ALL
    SELECT sentence.id, sentence.text
      FROM way CROSS JOIN asked CROSS JOIN sentence_index(asked.text) AS found
     CROSS JOIN sentence ON sentence.id = found.rowid
     WHERE by_index AND found.jaccard >= 0
)
SELECT looked_at.*, jaccard(folded.text, fold_text(looked_at.text, fold), shingle) AS jaccard
  FROM looked_at CROSS JOIN folded
 WHERE jaccard(folded.text, fold_text(looked_at.text, fold), shingle) >= least;

-- ---- What is printed ----

SELECT char(10) || neardup_wrap('  ' || asked.text, 2) || char(10)
  FROM neardup_settings, asked
 WHERE format = 'list';

SELECT neardup_wrap(printf('%,d of %,d texts %s a Jaccard similarity of %.4g or more with it, by shingles '
                           || 'of %d %s%s', found, texts, iif(found = 1, 'has', 'have'), asked.least, asked.shingle,
                           iif(asked.shingle = 1, 'character', 'characters'),
                           CASE asked.fold WHEN '' THEN '.'
                                     WHEN 'all' THEN ' after folding.'
                                     ELSE ' after folding ' || asked.fold || '.' END)
                     || iif(by_index, ' Only texts that share a signature in the index sentence_index were '
                                      || 'compared.', ''))
  FROM neardup_settings, way, asked, (SELECT count(*) AS found FROM near),
       (SELECT count(*) AS texts FROM sentence)
 WHERE format = 'list';

CREATE TEMP VIEW listed AS
SELECT min(id) AS id, text, jaccard, count(*) AS copies
  FROM near
 GROUP BY text
 ORDER BY jaccard DESC, min(id)
 LIMIT (SELECT most FROM neardup_settings);

SELECT char(10) || neardup_wrap(printf('  %.2f  ', jaccard) || place
                                || iif(copies > 1, printf(' and in %,d other %s', copies - 1,
                                                          iif(copies = 2, 'place', 'places')), ''), 8)
       || char(10) || neardup_wrap('        ' || mark_differences(asked.text, listed.text), 8)
  FROM neardup_settings, asked, listed
  JOIN sentence_place USING (id)
 WHERE format = 'list'
 ORDER BY jaccard DESC, listed.id;

CREATE TEMP VIEW near_row AS
SELECT jaccard, iif(typeof(key) = 'blob', quote(key), key) AS key, title, section, listed.text, copies, source,
       listed.id AS sentence_id
  FROM listed JOIN sentence_origin USING (id);

CREATE TEMP VIEW near_object AS
SELECT json_object('jaccard', jaccard, 'key', key, 'title', title, 'section', section, 'text', text, 'copies', copies,
                   'source', source, 'sentence_id', sentence_id) AS object, jaccard, sentence_id
  FROM near_row;

SELECT object
  FROM neardup_settings CROSS JOIN near_object
 WHERE format = 'jsonl'
 ORDER BY jaccard DESC, sentence_id;

SELECT neardup_run('csv_rows.sql');

INSERT INTO temp.csv_row (cells)
SELECT json_group_array(name)
  FROM neardup_settings, pragma_table_info('near_row', 'temp')
 WHERE format = 'csv'
 GROUP BY NULL
HAVING count(*) > 0;
INSERT INTO temp.csv_row (cells)
SELECT object
  FROM neardup_settings CROSS JOIN near_object
 WHERE format = 'csv'
 ORDER BY jaccard DESC, sentence_id;

SELECT c1, c2, c3, c4, c5, c6, c7, c8
  FROM csv_cell
 ORDER BY place;
