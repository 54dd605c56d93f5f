-- near.sql - which texts resemble a given text, @text?
--
-- It needs no pipeline, and compares the text with every sentence, even with those that the pipeline leaves out. So the list is
-- complete, and a million short texts take about a second. A text whose shingles are too few to reach @least is skipped before
-- it is folded: folding makes no text of ASCII longer. Without @shingle and @fold, it compares as the pipeline did; if that has
-- not run, by shingles of 4 to 12 characters, by the length of @text, after all folding.
--
-- If the database has a live index called sentence_index (docs/guide/analysis.md), and no sentence was added after it, it
-- compares only the texts that share a signature with yours, which takes a millisecond and may miss some.

SELECT neardup_error('must not be empty', 'text') WHERE coalesce(@text, '') = '';

SELECT neardup_run('empty_index.sql') WHERE NOT EXISTS (SELECT * FROM main.sqlite_schema WHERE name = 'sentence_index');

-- By what to compare. Without a pipeline, shingles are as short as choose.sql would have them.
CREATE TEMP TABLE asked AS
SELECT coalesce(@fold, (SELECT fold FROM setting), 'all') AS fold,
       coalesce(@shingle, (SELECT shingle FROM setting),
                (SELECT max(shingle)
                   FROM fitting_shingle
                  WHERE characters <= length(@text)
                    AND dense = coalesce(text_script(@text) IN (SELECT name FROM dense_script), 0))) AS shingle,
       EXISTS (SELECT * FROM main.sqlite_schema WHERE name = 'sentence_index')
       AND NOT EXISTS (SELECT * FROM indexed WHERE sentence_id < (SELECT max(id) FROM sentence)) AS by_index;

-- Each text that is like it, with the first sentence that has it. A text with at least @least times as many shingles has so many
-- characters, or else it is the same.
CREATE TEMP TABLE near AS
WITH folded AS MATERIALIZED (
    SELECT text, fold, shingle, by_index,
           iif(length(text) < shingle, length(text),
               @least * (SELECT count(DISTINCT found.shingle) FROM shingles(text, asked.shingle) AS found)
               + shingle - 1) AS shortest
      FROM (SELECT fold_text(@text, fold) AS text, fold, shingle, by_index FROM asked) AS asked
), looked_at AS (
    SELECT sentence.id, sentence.text
      FROM folded CROSS JOIN sentence
     WHERE NOT by_index
       AND (length(sentence.text) >= shortest
            OR length(sentence.text) < length(CAST(sentence.text AS BLOB)))
     UNION ALL
    SELECT sentence.id, sentence.text
      FROM folded CROSS JOIN sentence_index(@text) AS found
     CROSS JOIN sentence ON sentence.id = found.rowid
     WHERE by_index AND found.jaccard >= 0
)
SELECT min(looked_at.id) AS id, looked_at.text, jaccard(folded.text, fold_text(looked_at.text, fold), shingle) AS jaccard,
       count(*) AS copies
  FROM looked_at CROSS JOIN folded
 WHERE jaccard(folded.text, fold_text(looked_at.text, fold), shingle) >= @least
 GROUP BY looked_at.text;

SELECT char(10) || neardup_wrap('  ' || @text, 2) || char(10) || char(10)
       || neardup_wrap(printf('%,d of %,d texts %s a Jaccard similarity of %.4g or more with it, by shingles '
                           || 'of %d %s%s', found, texts, iif(found = 1, 'has', 'have'), @least, shingle,
                           iif(shingle = 1, 'character', 'characters'),
                           CASE fold WHEN '' THEN '.'
                                     WHEN 'all' THEN ' after folding.'
                                     ELSE ' after folding ' || fold || '.' END)
                       || iif(by_index, ' Only texts that share a signature in the index sentence_index were '
                                        || 'compared.', ''))
  FROM asked, (SELECT CAST(total(copies) AS INTEGER) AS found FROM near),
       (SELECT count(*) AS texts FROM sentence)
 WHERE @format = 'list';

SELECT char(10) || neardup_wrap(printf('  %.2f  ', jaccard) || place
                                || iif(copies > 1, printf(' and in %,d other %s', copies - 1,
                                                          iif(copies = 2, 'place', 'places')), ''), 8)
       || char(10) || neardup_wrap('        ' || mark_differences(@text, text), 8)
  FROM near JOIN sentence_place USING (id)
 WHERE @format = 'list'
 ORDER BY jaccard DESC, near.id
 LIMIT @limit;

SELECT jaccard, key, title, section, near.text, copies, source, near.id AS sentence_id
  FROM near JOIN sentence_origin USING (id)
 WHERE @format <> 'list'
 ORDER BY jaccard DESC, near.id
 LIMIT @limit;
