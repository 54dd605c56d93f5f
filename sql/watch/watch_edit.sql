-- watch_edit.sql - gives an article the sentences of a revision, and says what that made, healed, left and copied.
--
-- `neardup watch` prepares these statements once, and runs all of them for each event, in its transaction. temp.event
-- says what the event is; the table page_sentence has the sentences of its text, none if the page is gone. The work
-- depends on the sentences that changed, but for a pass over those of the article.

DELETE FROM temp.new_sentence;
DELETE FROM temp.old_sentence;
DELETE FROM temp.changed_sentence;
DELETE FROM temp.judged_sentence;
DELETE FROM temp.found;

-- ---- What stays, what comes back, what is new, what is gone ----

-- (What another program has loaded since has ids of its own, and the index gets to know it first.)
INSERT INTO main.sentence_index(rowid, text)
SELECT sentence.id, text
  FROM main.indexed CROSS JOIN main.sentence ON sentence.id > sentence_id
 ORDER BY sentence.id;

UPDATE main.watch
   SET sentence_id = (SELECT max(watch.sentence_id, indexed.sentence_id, (SELECT ifnull(max(id), 0) FROM main.sentence))
                        FROM main.indexed);

INSERT INTO temp.old_sentence (id, position, paragraph, section, block, text, number)
SELECT id, position, paragraph, section, block, text, row_number() OVER (PARTITION BY text ORDER BY position)
  FROM temp.event CROSS JOIN main.sentence USING (article_id);

INSERT INTO temp.new_sentence (position, paragraph, number, id, state, gap, step, section, block, text)
WITH said AS (
    SELECT position, text, row_number() OVER (PARTITION BY text ORDER BY position) AS number FROM page_sentence
), matched AS MATERIALIZED (
    SELECT said.position, said.number, old.id AS kept_id
      FROM said LEFT JOIN temp.old_sentence AS old ON old.text = said.text AND old.number = said.number
), missing AS (
    SELECT position, text, row_number() OVER (PARTITION BY text ORDER BY position) AS turn
      FROM matched CROSS JOIN page_sentence USING (position)
     WHERE kept_id IS NULL
), removed AS (
    SELECT sentence_id, text, row_number() OVER (PARTITION BY text ORDER BY sentence_id) AS turn
      FROM temp.event CROSS JOIN main.watch_removed USING (article_id)
), restored(position, removed_id) AS MATERIALIZED (
    SELECT position, sentence_id FROM missing JOIN removed USING (text, turn)
), placed AS (
    SELECT position, number, kept_id, removed_id,
           sum(kept_id IS NULL AND removed_id IS NULL) OVER (ORDER BY position) AS added,
           max(iif(kept_id IS NULL, 0, position)) OVER (ORDER BY position) AS gap
      FROM matched LEFT JOIN restored USING (position)
)
SELECT position, paragraph, number, coalesce(kept_id, removed_id, added + (SELECT sentence_id FROM main.watch)),
       CASE WHEN kept_id IS NOT NULL THEN 'kept' WHEN removed_id IS NOT NULL THEN 'restored' ELSE 'added' END,
       gap, row_number() OVER (PARTITION BY gap ORDER BY position) - 1, section, block, text
  FROM placed CROSS JOIN page_sentence USING (position);

UPDATE main.watch
   SET sentence_id = (SELECT max(id) FROM temp.new_sentence)
 WHERE sentence_id < (SELECT max(id) FROM temp.new_sentence);

UPDATE temp.old_sentence
   SET kept = 0, step = gone.step,
       gap = ifnull((SELECT new.position
                       FROM temp.old_sentence AS last JOIN temp.new_sentence AS new USING (id)
                      WHERE last.position = gone.before), 0)
  FROM (SELECT id, before, row_number() OVER (PARTITION BY before ORDER BY position) AS step
          FROM (SELECT id, position, stays, max(iif(stays, position, 0)) OVER (ORDER BY position) AS before
                  FROM (SELECT id, position, id IN (SELECT id FROM temp.new_sentence WHERE state = 'kept') AS stays
                          FROM temp.old_sentence))
         WHERE NOT stays) AS gone
 WHERE gone.id = old_sentence.id;

-- ---- What sentences became ----

-- The most similar ones between the same two sentences that stay; where much was rewritten, only those close by.
INSERT INTO temp.changed_sentence (new_id, old_id, likeness, change)
SELECT new_id, old_id, likeness,
       (SELECT judged.kind = 'drift'
          FROM temp.event
         CROSS JOIN temp.comparison
         CROSS JOIN temp.old_sentence AS old ON old.id = old_id
         CROSS JOIN temp.new_sentence AS new ON new.id = new_id
         CROSS JOIN duplicate_kind(old.text, new.text, event.title, event.title, old.block, new.block, 0, language,
                                   '{"agreed":1}') AS judged)
  FROM (SELECT new_id, old_id, likeness,
               row_number() OVER (PARTITION BY new_id ORDER BY likeness DESC, old_id) AS of_new,
               row_number() OVER (PARTITION BY old_id ORDER BY likeness DESC, new_id) AS of_old
          FROM (SELECT new.id AS new_id, old.id AS old_id, jaccard(fold_text(old.text), fold_text(new.text), 4) AS likeness
                  FROM temp.new_sentence AS new
                 CROSS JOIN temp.old_sentence AS old USING (gap)
                 WHERE new.state <> 'kept' AND NOT old.kept AND old.step BETWEEN new.step - 8 AND new.step + 8)
         WHERE likeness >= 0.3)
 WHERE of_new = 1 AND of_old = 1;

-- ---- The tables, and the index ----

INSERT INTO main.sentence_index(sentence_index, rowid)
SELECT 'delete', id FROM temp.old_sentence WHERE NOT kept;

INSERT INTO main.watch_removed (sentence_id, article_id, edit, text)
SELECT id, article_id, edit, text FROM temp.event CROSS JOIN temp.old_sentence WHERE NOT kept;

DELETE FROM main.sentence WHERE id IN (SELECT id FROM temp.old_sentence WHERE NOT kept);

UPDATE main.sentence
   SET position = new.position, paragraph = new.paragraph, section = new.section, block = new.block
  FROM temp.new_sentence AS new
  JOIN temp.old_sentence AS old USING (id)
 WHERE new.id = sentence.id
   AND (new.position, new.paragraph, new.section, new.block) <> (old.position, old.paragraph, old.section, old.block);

INSERT INTO main.sentence (id, article_id, position, paragraph, section, block, text)
SELECT id, article_id, position, paragraph, section, block, text
  FROM temp.event CROSS JOIN temp.new_sentence
 WHERE state <> 'kept';

INSERT INTO main.sentence_index(rowid, text)
SELECT id, text FROM temp.new_sentence WHERE state <> 'kept';

DELETE FROM main.article_fact WHERE article_id = (SELECT article_id FROM temp.event);

INSERT INTO main.article_fact
SELECT article_id, page_fact('categories'), page_fact('links'), page_fact('languages'), page_fact('infoboxes')
  FROM temp.event
 WHERE coalesce(page_fact('categories'), page_fact('links'), page_fact('languages'), page_fact('infoboxes')) IS NOT NULL
   AND NOT EXISTS (SELECT * FROM main.source WHERE instr(options, ' text-only') > 0);

INSERT INTO main.watch_sentence (sentence_id, revision_id, time, contributor)
SELECT id, revision_id, time, contributor FROM temp.event CROSS JOIN temp.new_sentence WHERE state = 'added';

DELETE FROM main.watch_removed WHERE sentence_id IN (SELECT id FROM temp.new_sentence WHERE state = 'restored');

UPDATE main.indexed SET sentence_id = (SELECT sentence_id FROM main.watch);

-- ---- What new sentences are like ----

-- The ten most similar are judged, and what has agreed with a sentence that became this one. (Texts of tables are left out, as
-- in the pipeline. Of equal texts one is looked up, and of an edit no more than people write.)
INSERT INTO temp.judged_sentence
SELECT new_id, other_id, jaccard, judged.kind, judged.score, judged.reason, judged.type, judged.value_a, judged.value_b,
       agreed
  FROM (SELECT new.id AS new_id, found.rowid AS other_id, found.jaccard, new.text AS text, new.block AS block,
               other.text AS other_text, other.block AS other_block, other.article_id AS other_article,
               row_number() OVER (PARTITION BY new.id ORDER BY found.jaccard DESC, found.rowid) AS place,
               EXISTS (SELECT *
                         FROM temp.changed_sentence CROSS JOIN main.watch_parted
                        WHERE new_id = new.id AND a = min(old_id, found.rowid) AND b = max(old_id, found.rowid)) AS agreed
          FROM temp.event
         CROSS JOIN temp.comparison
         CROSS JOIN (SELECT id, block, text, length(fold_text(text, fold)) AS length
                       FROM temp.comparison CROSS JOIN temp.new_sentence
                      WHERE state <> 'kept' AND number = 1 AND (tables OR block <> 'table')
                      ORDER BY position
                      LIMIT 5000) AS new
         CROSS JOIN main.sentence_index(new.text) AS found
         CROSS JOIN main.sentence AS other ON other.id = found.rowid
         WHERE new.length BETWEEN shortest AND longest
           AND other.article_id <> event.article_id AND (tables OR other.block <> 'table')
           AND found.edit_distance <= (1 - edit_similarity_least)
                                      * max(new.length, length(fold_text(other.text, fold)))) AS near
 CROSS JOIN temp.event
 CROSS JOIN temp.comparison
 CROSS JOIN main.article AS article ON article.id = other_article
 CROSS JOIN duplicate_kind(other_text, text, iif(titled, article.title, ''), iif(titled, event.title, ''),
                           other_block, block, 0, language, iif(agreed, '{"agreed":1}', ''), x'', x'', NULL,
                           (SELECT model FROM main.learnt WHERE program = neardup_version())) AS judged
 WHERE place <= 10 OR agreed;

-- ---- What is healed, what is back, what is new ----

-- A sentence that came back may contradict what it did before, if that is still there; one that went does not any more. Of two
-- that did so together, the smaller tells it.
INSERT INTO temp.found (finding, id, other_id, score, reason, type, value, value_other)
WITH moved(finding, id, place) AS MATERIALIZED (
    SELECT 'returned', id, position FROM temp.new_sentence WHERE state = 'restored'
     UNION ALL
    SELECT 'healed', id, id FROM temp.old_sentence WHERE NOT kept
)
SELECT finding, id, iif(id = a, b, a), score, reason, type, iif(id = a, value_a, value_b), iif(id = a, value_b, value_a)
  FROM moved
 CROSS JOIN main.watch_conflict ON a = id OR b = id
 WHERE (healed IS NULL) = (finding = 'healed')
   AND (finding = 'healed' OR EXISTS (SELECT * FROM main.sentence WHERE sentence.id = iif(moved.id = a, b, a)))
   AND (id = a OR (finding, a) NOT IN (SELECT finding, id FROM moved))
 ORDER BY finding DESC, id = b, place, a, b;

-- Texts that said what a changed sentence said before, and now contradict it. Where nothing conflicted, the two agreed, and are
-- one text whatever their titles say. (What stands in more than three other articles is a formula.)
INSERT INTO temp.found (finding, id, other_id, score, reason, type, value, value_other, before, agreed)
SELECT 'stale', new_id, other_id, now.score, now.reason, now.type, now.value_b, now.value_a, old_text, agreed
  FROM (SELECT near.*, language, iif(article.titled, article.title, '') AS other_title,
               iif(article.titled, event.title, '') AS title, was.kind,
               json_extract(was.features, '$.conflicts') IS NULL AND articles <= 3
               AND (was.kind IN ('identical', 'copyedit') OR (was.kind = 'template' AND jaccard >= 0.7)) AS agreed
          FROM (SELECT *, max(rank) OVER (PARTITION BY new_id) AS articles
                  FROM (SELECT new.id AS new_id, found.rowid AS other_id, found.jaccard, old.text AS old_text,
                               old.block AS old_block, new.text AS text, new.block AS block, other.text AS other_text,
                               other.block AS other_block, other.article_id AS other_article,
                               row_number() OVER (PARTITION BY new.id ORDER BY found.jaccard DESC, found.rowid) AS place,
                               dense_rank() OVER (PARTITION BY new.id ORDER BY other.article_id) AS rank
                          FROM temp.event
                         CROSS JOIN temp.comparison
                         CROSS JOIN temp.changed_sentence
                         CROSS JOIN temp.new_sentence AS new ON new.id = new_id
                         CROSS JOIN temp.old_sentence AS old ON old.id = old_id
                         CROSS JOIN main.sentence_index(old.text) AS found
                         CROSS JOIN main.sentence AS other ON other.id = found.rowid
                         WHERE change AND state = 'added'
                           AND length(fold_text(old.text, fold)) BETWEEN shortest AND longest
                           AND other.article_id <> event.article_id AND (tables OR other.block <> 'table'))) AS near
         CROSS JOIN temp.event
         CROSS JOIN temp.comparison
         CROSS JOIN main.article AS article ON article.id = other_article
         CROSS JOIN duplicate_kind(other_text, old_text, iif(titled, article.title, ''), iif(titled, event.title, ''),
                                   other_block, old_block, 0, language) AS was
         WHERE place <= 10) AS was
 CROSS JOIN duplicate_kind(other_text, text, other_title, title, other_block, block, 0, language,
                           iif(agreed, '{"agreed":1}', ''), x'', x'', NULL, (SELECT model FROM main.learnt WHERE program = neardup_version())) AS now
 WHERE (agreed OR (was.kind IN ('identical', 'copyedit', 'reference') AND jaccard >= 0.7)) AND now.kind = 'drift';

INSERT INTO temp.found (finding, id, other_id, score, reason, type, value, value_other, agreed)
SELECT 'contradiction', new_id, other_id, score, reason, type, value_new, value_other, agreed
  FROM temp.comparison CROSS JOIN temp.judged_sentence
 WHERE kind = 'drift' AND score >= shown_least
   AND NOT EXISTS (SELECT * FROM main.watch_conflict WHERE a = min(new_id, other_id) AND b = max(new_id, other_id))
   AND NOT EXISTS (SELECT * FROM temp.found WHERE finding = 'stale' AND id = new_id AND other_id = judged_sentence.other_id);

INSERT INTO main.watch_conflict (a, b, score, reason, type, value_a, value_b, healed)
SELECT min(id, other_id), max(id, other_id), score, reason, found.type,
       iif(id < other_id, value, value_other), iif(id < other_id, value_other, value), iif(finding = 'healed', time, NULL)
  FROM temp.found CROSS JOIN temp.event
 WHERE true
    ON CONFLICT DO UPDATE SET healed = excluded.healed;

INSERT OR IGNORE INTO main.watch_parted
SELECT min(id, other_id), max(id, other_id) FROM temp.found WHERE agreed;

-- What somebody has judged is not told, unless it was fixed and this edit brings it back.
DELETE FROM temp.found
 WHERE finding IN ('contradiction', 'stale', 'returned')
   AND EXISTS (SELECT *
                 FROM temp.event
                CROSS JOIN main.sentence AS x ON x.id = found.id
                CROSS JOIN main.sentence AS y ON y.id = found.other_id
                CROSS JOIN main.newest_verdict ON text_a = min(x.text, y.text) AND text_b = max(x.text, y.text) AND decides
                WHERE verdict <> 'fixed' OR datetime(judged_at) >= datetime(time));

-- A sentence that was worded anew and contradicts the other one as before: nothing is made, and nothing healed.
WITH as_before AS MATERIALIZED (
    SELECT made.rowid AS made, healed.rowid AS healed
      FROM temp.changed_sentence
      JOIN temp.found AS made   ON made.id = new_id AND made.finding IN ('contradiction', 'returned')
      JOIN temp.found AS healed ON healed.id = old_id AND healed.finding = 'healed' AND healed.other_id = made.other_id
     WHERE (healed.value, healed.value_other) IS (made.value, made.value_other)
)
DELETE FROM temp.found
 WHERE rowid IN (SELECT made FROM as_before UNION ALL SELECT healed FROM as_before);

-- ---- What is copied ----

-- Sentences of one article, with at most one between two of them, are a passage: short ones are not looked up. A sentence
-- that stands in more than three other articles is a formula, and a short passage chance.
WITH source AS (
    SELECT new_id, other_id, article_id, max(rank) OVER (PARTITION BY new_id) AS articles,
           row_number() OVER (PARTITION BY new_id ORDER BY jaccard DESC, sentences DESC, other_id) AS place
      FROM (SELECT judged_sentence.*, article_id, count(*) OVER (PARTITION BY article_id) AS sentences,
                   dense_rank() OVER (PARTITION BY new_id ORDER BY article_id) AS rank
              FROM temp.judged_sentence CROSS JOIN main.sentence ON sentence.id = other_id
             WHERE kind IN ('identical', 'copyedit') AND jaccard >= 0.8)
), copied AS (
    SELECT source.article_id, new.position, other.position AS other_position, length(fold_text(new.text, fold)) AS length,
           new.position - lag(new.position, 1, -2) OVER (PARTITION BY source.article_id ORDER BY new.position) > 2 AS begins
      FROM temp.comparison
     CROSS JOIN source
     CROSS JOIN temp.new_sentence AS new   ON new.id = new_id
     CROSS JOIN main.sentence     AS other ON other.id = other_id
     WHERE place = 1 AND articles <= 3 AND state = 'added'
       AND new_id NOT IN (SELECT new_id FROM temp.changed_sentence WHERE likeness >= 0.5)
), passage AS MATERIALIZED (
    SELECT article_id, min(position) AS first, max(position) AS last, min(other_position) AS other_first,
           min(max(other_position), min(other_position) + 2 * (max(position) - min(position))) AS other_last
      FROM (SELECT copied.*, sum(begins) OVER (PARTITION BY article_id ORDER BY position) AS number FROM copied)
     GROUP BY article_id, number
    HAVING sum(length) >= 60
)
INSERT INTO temp.found (finding, id, other_id, sentences, text, text_other)
SELECT 'copied', (SELECT id FROM temp.new_sentence WHERE position = first),
       (SELECT id FROM main.sentence WHERE sentence.article_id = passage.article_id AND position = other_first),
       last - first + 1,
       (SELECT substr(group_concat(text, ' '), 1, 10000)
          FROM (SELECT text FROM temp.new_sentence WHERE position BETWEEN first AND last ORDER BY position)),
       (SELECT substr(group_concat(text, ' '), 1, 10000)
          FROM (SELECT text FROM main.sentence
                 WHERE sentence.article_id = passage.article_id AND position BETWEEN other_first AND other_last
                 ORDER BY position))
  FROM passage
 ORDER BY first, article_id;

-- ---- What is said ----

INSERT INTO main.watch_finding (seq, line)
WITH wiki AS (
    -- Where links lead. A hostile address is no link.
    SELECT id AS source_id,
           iif(lower(base) GLOB 'http://*' OR lower(base) GLOB 'https://*',
               substr(base, 1, instr(base, '//') + 1)
               || substr(substr(base, instr(base, '//') + 2) || '/', 1,
                         instr(substr(base, instr(base, '//') + 2) || '/', '/') - 1), NULL) AS origin
      FROM main.source
)
SELECT seq,
       json_patch('{}', json_object(
           'seq', seq, 'time', time, 'finding', finding, 'score', round(score, 2), 'reason', reason, 'type', type,
           'sentences', sentences,
           'page', json_object('title', event_title, 'revision', revision_id, 'section', section, 'text', text,
                               'value', value, 'before', before, 'url', origin || '/?oldid=' || revision_id),
           'other', json_object('title', other_title, 'revision', other_revision, 'section', other_section,
                                'text', text_other, 'value', value_other, 'since', since,
                                'url', other_origin || '/?oldid=' || other_revision),
           'user', contributor, 'comment', comment, 'event', event))
  FROM (SELECT (SELECT ifnull(max(seq), 0) FROM main.watch_finding) + row_number() OVER (ORDER BY found.rowid) AS seq,
               event.time, finding, score, reason, type, sentences, event.title AS event_title, event.revision_id,
               coalesce(own.section, gone.section) AS section, coalesce(found.text, own.text, gone.text) AS text, value,
               before, wiki.origin, article.title AS other_title, article.revision_id AS other_revision,
               coalesce(other.section, gone_other.section) AS other_section,
               coalesce(text_other, other.text, gone_other.text) AS text_other, value_other,
               watch_sentence.time AS since, other_wiki.origin AS other_origin, event.contributor, comment, event.event
          FROM temp.found
         CROSS JOIN temp.event
         CROSS JOIN main.watch
         CROSS JOIN wiki ON wiki.source_id = watch.source_id
          LEFT JOIN main.sentence AS own            ON own.id = found.id
          LEFT JOIN temp.old_sentence AS gone       ON gone.id = found.id
          LEFT JOIN main.sentence AS other          ON other.id = other_id
          LEFT JOIN temp.old_sentence AS gone_other ON gone_other.id = other_id
          LEFT JOIN main.article                    ON article.id = other.article_id
          LEFT JOIN wiki AS other_wiki         ON other_wiki.source_id = article.source_id
          LEFT JOIN main.watch_sentence             ON watch_sentence.sentence_id = other_id);

-- ---- What is forgotten, and what is counted ----

DELETE FROM main.watch_parted
 WHERE (a, b) IN (SELECT a, b FROM temp.forgotten CROSS JOIN main.watch_conflict ON a = sentence_id
                   UNION ALL
                  SELECT a, b FROM temp.forgotten CROSS JOIN main.watch_conflict ON b = sentence_id);

DELETE FROM main.watch_conflict WHERE a IN temp.forgotten;
DELETE FROM main.watch_conflict WHERE b IN temp.forgotten;
DELETE FROM main.watch_sentence WHERE sentence_id IN temp.forgotten;

DELETE FROM main.watch_removed WHERE sentence_id IN temp.forgotten;

UPDATE main.source
   SET sentences = sentences + (SELECT count(*) FROM temp.new_sentence) - (SELECT count(*) FROM temp.old_sentence)
 WHERE id = (SELECT source_id FROM main.watch);
