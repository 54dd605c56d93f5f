-- new_texts.sql - which of the texts that were loaded last are duplicates or contradictions.
--
-- `neardup add` has made the live index sentence_index if there was none, loaded files, and begun a transaction, which it commits once
-- all of this is printed. New is what the table `adding` says that an `add` has loaded: this one, or one that was interrupted. @top
-- says how many of each sort to list, and @format whether as a list, or as csv or jsonl, a row or an object for each pair.
--
-- A new row that was there already, with the same key and the same text, is taken out again. No other row is. Each new text
-- is looked up in the index, so the time depends on what is new; only keys are compared with those of all rows. The tables
-- of the pipeline stay as they are: it finds clusters anew, and judges by what the whole database knows. Here, pairs are
-- judged by their texts and titles alone. Of the texts that are like a new one, the three most similar are judged.

-- ---- What is there already ----

-- Also rows without a text, which have no sentence.
CREATE TEMP TABLE fresh AS
SELECT id, source_id, CAST(key AS TEXT) AS key
  FROM main.article
 WHERE id > (SELECT min(article_id) FROM main.adding)
   AND id > (SELECT article_id FROM main.adding WHERE adding.source_id = article.source_id);
CREATE INDEX temp.fresh_key ON fresh(key);
CREATE UNIQUE INDEX temp.fresh_id ON fresh(id);

-- A new row and an earlier one with its key, from whatever file. The 5 of a table of a database is that of a CSV file.
CREATE TEMP TABLE version AS
SELECT fresh.id, max(earlier.id) AS earlier
  FROM main.article AS earlier CROSS JOIN fresh ON fresh.key = CAST(earlier.key AS TEXT)
 WHERE earlier.id < fresh.id AND earlier.id NOT IN (SELECT id FROM fresh)
 GROUP BY fresh.id;

CREATE TEMP TABLE known AS
SELECT version.id, fresh.source_id
  FROM version JOIN fresh USING (id)
 WHERE (SELECT group_concat(text, char(10)) FROM (SELECT text FROM main.sentence WHERE article_id = version.id
                                                   ORDER BY position))
       IS (SELECT group_concat(text, char(10)) FROM (SELECT text FROM main.sentence WHERE article_id = earlier
                                                     ORDER BY position));

-- `neardup watch` may have told the index of them.
INSERT INTO main.sentence_index(sentence_index, rowid)
SELECT 'delete', sentence.id
  FROM main.indexed CROSS JOIN known CROSS JOIN main.sentence ON article_id = known.id
 WHERE sentence.id <= sentence_id;

UPDATE main.source
   SET sentences = sentences - (SELECT count(*)
                                  FROM known JOIN main.sentence ON article_id = known.id
                                 WHERE source_id = source.id),
       articles = articles - (SELECT count(*) FROM known WHERE source_id = source.id)
 WHERE id IN (SELECT source_id FROM known);
DELETE FROM main.sentence     WHERE article_id IN (SELECT id FROM known);
DELETE FROM main.article_language WHERE article_id IN (SELECT id FROM known);
DELETE FROM main.carried      WHERE article_id IN (SELECT id FROM known);
DELETE FROM main.article_fact WHERE article_id IN (SELECT id FROM known);
DELETE FROM main.page_link    WHERE article_id IN (SELECT id FROM known);
DELETE FROM main.third_party  WHERE article_id IN (SELECT id FROM known);
DELETE FROM main.page         WHERE article_id IN (SELECT id FROM known);
DELETE FROM main.article      WHERE id IN (SELECT id FROM known);

-- ---- What new texts are like ----

SELECT neardup_run('indexed.sql');

CREATE TEMP TABLE fresh_pair AS
WITH bound AS MATERIALIZED (
    -- As the pipeline has it, if it has run: short and long texts are left out.
    SELECT coalesce(max(length_least), 1) AS shortest, coalesce(max(length_most), 9223372036854775807) AS longest,
           coalesce(max(edit_similarity_least), 0.5) AS edit_similarity_least, coalesce(max(fold), 'all') AS fold
      FROM main.setting, length_limit
), looked_up AS MATERIALIZED (
    SELECT sentence.id, article_id, text, length(fold_text(text, fold)) AS length
      FROM bound CROSS JOIN fresh CROSS JOIN main.sentence ON article_id = fresh.id
     WHERE length(fold_text(text, fold)) BETWEEN shortest AND longest
), asked_sentence AS NOT MATERIALIZED (
    -- Sentences with what duplicate_kind() asks of them. A join with the view would read all articles.
    SELECT sentence.id, text, block, titled, title,
           (SELECT language FROM main.written_in WHERE written_in.article_id = article.id) AS language
      FROM main.sentence
      JOIN main.article ON article.id = article_id
), alike AS MATERIALIZED (
    SELECT found.rowid AS a, looked_up.id AS b, found.jaccard, sentence.article_id AS article_a, looked_up.article_id AS article_b
      FROM bound
     CROSS JOIN looked_up
     CROSS JOIN sentence_index(looked_up.text) AS found
     CROSS JOIN main.sentence ON sentence.id = found.rowid
     WHERE (found.rowid < looked_up.id OR sentence.article_id NOT IN (SELECT id FROM fresh))
       AND found.edit_distance <= (1 - edit_similarity_least) * max(looked_up.length, length(fold_text(sentence.text, fold)))
), alike_key AS MATERIALIZED (
    -- Rows that a newer one with their key has replaced, in these files or before: they say what nobody says any more.
    SELECT id, CAST(key AS TEXT) AS key
      FROM main.article
     WHERE id IN (SELECT article_a FROM alike) AND key IS NOT NULL AND id NOT IN (SELECT id FROM fresh)
), replaced AS MATERIALIZED (
    SELECT DISTINCT alike_key.id
      FROM main.article AS later CROSS JOIN alike_key ON alike_key.key = CAST(later.key AS TEXT)
     WHERE later.id > alike_key.id AND EXISTS (SELECT * FROM alike_key)
), likeness AS MATERIALIZED (
    -- The most similar first; of texts that are equal one, and that of the row that had the same key.
    SELECT a, b, jaccard, copies, changed, row_number() OVER (PARTITION BY b ORDER BY jaccard DESC, a) AS place
      FROM (SELECT min(a) AS a, b, jaccard, count(*) AS copies, earlier IS NOT NULL AS changed
              FROM alike
              JOIN main.sentence ON sentence.id = a
              LEFT JOIN version ON version.id = article_b AND earlier = article_a
             WHERE earlier IS NOT NULL OR article_a NOT IN (SELECT id FROM replaced)
             GROUP BY b, text, changed)
), parted AS MATERIALIZED (
    -- What agreed with the earlier text of a row is one text with the new one, whatever the titles. (What more than three others
    -- have is a formula.)
    SELECT b, a
      FROM (SELECT likeness.b, likeness.a, sum(copies) OVER (PARTITION BY likeness.b) AS copies
              FROM (SELECT b, a AS old_id, min(place) FROM likeness WHERE changed GROUP BY b) AS before
             CROSS JOIN likeness USING (b)
              JOIN asked_sentence AS x   ON x.id = likeness.a
              JOIN asked_sentence AS old ON old.id = old_id
             CROSS JOIN duplicate_kind(x.text, old.text, iif(x.titled AND old.titled, x.title, ''),
                                       iif(x.titled AND old.titled, old.title, ''), x.block, old.block, 0,
                                       neardup_language(x.language, old.language)) AS was
             WHERE NOT changed AND place <= 10 AND json_extract(was.features, '$.conflicts') IS NULL
               AND was.kind IN ('identical', 'copyedit'))
     WHERE copies <= 3
)
SELECT a, b, jaccard, copies, found.kind, found.score, reason, found.type, value_a, value_b, changed,
       (a, b) IN (SELECT a, b FROM parted) AS agreed
  FROM likeness
  JOIN asked_sentence AS x ON x.id = a
  JOIN asked_sentence AS y ON y.id = b
 CROSS JOIN duplicate_kind(x.text, y.text, iif(x.titled AND y.titled, x.title, ''),
                           iif(x.titled AND y.titled, y.title, ''), x.block, y.block, 0,
                           neardup_language(x.language, y.language),
                           iif((a, b) IN (SELECT a, b FROM parted), '{"agreed":1}', ''), x'', x'', NULL,
                           (SELECT model FROM main.learnt WHERE program = neardup_version())) AS found
 WHERE (place <= 3 OR (a, b) IN (SELECT a, b FROM parted))
   AND NOT EXISTS (SELECT *
                     FROM newest_verdict
                    WHERE text_a = min(x.text, y.text) AND text_b = max(x.text, y.text) AND decides AND verdict <> 'fixed');

-- What to say of each new text: that it is a copy or, else, the most telling of its pairs. As in the summary of the pipeline,
-- contradictions with a low score are listed only where there are no others, the five best of them.
CREATE TEMP TABLE telling AS
WITH sort(kind, sort) AS (
    VALUES ('drift', 1), ('identical', 2), ('copyedit', 2), ('reference', 2), ('other', 2), ('template', 3)
)
SELECT *, min(CASE WHEN sort = 2 AND jaccard = 1 THEN -2 WHEN sort = 1 AND agreed THEN -1 WHEN changed THEN 0 ELSE sort END
              * 10 - iif(sort = 1, score, jaccard)) AS rank
  FROM (SELECT fresh_pair.*, iif(kind = 'drift' AND score < shown_least, 4, sort) AS sort
          FROM fresh_pair JOIN sort USING (kind)
         CROSS JOIN (SELECT shown_least FROM main.parameters))
 GROUP BY b;

-- ---- What is printed ----

WITH told AS (
    SELECT (SELECT count(*) FROM known) AS known,
           (SELECT count(*) FROM fresh JOIN main.sentence ON article_id = fresh.id) AS texts,
           count(*) FILTER (WHERE changed)
           + (SELECT count(*)
                FROM version JOIN main.sentence ON article_id = version.id
               WHERE sentence.id NOT IN (SELECT b FROM telling)) AS changed,
           count(*) FILTER (WHERE NOT changed AND sort = 1) AS conflicts,
           count(*) FILTER (WHERE NOT changed AND sort = 2) AS copies,
           count(*) FILTER (WHERE NOT changed AND sort = 3) AS templates,
           count(*) FILTER (WHERE NOT changed AND sort = 4) AS doubtful
      FROM telling
)
SELECT char(10) || neardup_wrap(bold || printf('%,d new %s%.*s: %,d may contradict, %,d repeat%.*s what is there, '
           || '%,d follow%.*s a pattern, %,d ha%s nothing like %s.',
           texts, sentence, texts <> 1, 's', conflicts, copies, copies = 1, 's', templates, templates = 1, 's',
           new, iif(new = 1, 's', 've'), iif(new = 1, 'it', 'them')) || plain
           || iif(doubtful, printf(' %,d may contradict, but with a low score', doubtful)
                            || iif(conflicts, iif(doubtful = 1, ', and is not listed.', ', and are not listed.'), '.'), '')
           || iif(changed, printf(' %,d differ%.*s from the row that had the same key.', changed, changed = 1, 's'), '')
           || iif(known, printf(' %,d row%.*s %s already there and %s skipped.', known, known <> 1, 's',
                                iif(known = 1, 'is', 'are'), iif(known = 1, 'was', 'were')), ''))
  FROM style, noun, (SELECT *, texts - conflicts - copies - templates - doubtful - changed AS new FROM told)
 WHERE @format = 'list';

WITH heading(sort, words) AS MATERIALIZED (
    VALUES (0, 'What has changed, [earlier|new]'), (1, 'What may contradict, [earlier|new]'),
           (2, 'What is there already, [earlier|new]'),
           (4, 'What is less likely to contradict, [earlier|new]')
), listed AS (
    SELECT *, iif(changed, 0, sort) AS part,
           row_number() OVER (PARTITION BY iif(changed, 0, sort) ORDER BY rank, b) AS number,
           count(*) OVER (PARTITION BY iif(changed, 0, sort)) AS of
      FROM telling
), shown AS MATERIALIZED (
    SELECT listed.*, words
      FROM listed
      JOIN heading ON heading.sort = part
     WHERE number <= iif(part = 4, iif(EXISTS (SELECT * FROM telling WHERE NOT changed AND sort = 1), 0, 5), @top)
)
SELECT iif(number = 1, char(10) || bold || words || plain
                       || iif(part = 4, iif(of > 5, printf(' (5 of %,d)', of), ''),
                              iif(of > @top, printf(' (%,d of %,d; --top lists more)', @top, of), ''))
                       || char(10),
           '')
       || neardup_wrap(printf(iif(part IN (1, 4), '  %-17s  ', '  %.2f  '),
                              iif(part IN (1, 4), (SELECT words FROM main.likelihood WHERE score = round(shown.score, 2)),
                                  jaccard))
                       || p.place || iif(copies > 1, printf(' (%,d times)', copies), '') || '  |  ' || q.place, 8)
       || char(10) || neardup_wrap('        ' || mark_differences(x.text, y.text), 8)
       || iif(part <> 2, char(10) || neardup_wrap('        ' || reason, 8), '')
  FROM style, shown
  JOIN main.sentence  AS x ON x.id = a
  JOIN main.sentence  AS y ON y.id = b
  JOIN sentence_place AS p ON p.id = a
  JOIN sentence_place AS q ON q.id = b
 WHERE @format = 'list'
 ORDER BY part = 2, part, number;

-- Keys of two types, such as those of a table and of a file, are texts.
SELECT iif(typeof(p.key) = typeof(q.key), p.key, CAST(p.key AS TEXT)) AS key_a,
       iif(typeof(p.key) = typeof(q.key), q.key, CAST(q.key AS TEXT)) AS key_b,
       p.title AS title_a, q.title AS title_b, p.text AS text_a, q.text AS text_b, jaccard, kind, score, reason,
       type, value_a, value_b, copies, changed, p.source AS source_a, q.source AS source_b, a, b
  FROM temp.fresh_pair
  JOIN sentence_origin AS p ON p.id = a
  JOIN sentence_origin AS q ON q.id = b
 WHERE @format <> 'list'
 ORDER BY b, jaccard DESC, a;

-- ---- What is told ----

-- Of a load that is not at its end, what comes will be new.
UPDATE main.adding SET article_id = (SELECT ifnull(max(id), 0) FROM main.article);
DELETE FROM main.adding
 WHERE source_id NOT IN (SELECT id FROM main.source JOIN main.checkpoint ON source_id = id WHERE finished_at IS NULL);
