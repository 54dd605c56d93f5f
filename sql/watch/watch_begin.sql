-- watch_begin.sql - prepares a connection for `neardup watch`, within a transaction that the command has begun.
--
-- The live index sentence_index is there, and the wiki's source, @source. @journal is the journal mode that the database had; NULL if
-- it was in WAL mode.

INSERT INTO main.watch (id, source_id, article_id, sentence_id)
SELECT 1, @source, 0, 0
 WHERE NOT EXISTS (SELECT * FROM main.watch);

UPDATE main.watch
   SET journal     = coalesce(@journal, journal),
       article_id  = max(article_id, (SELECT ifnull(max(id), 0) FROM main.article)),
       sentence_id = max(sentence_id, (SELECT sentence_id FROM main.indexed));

-- What the pipeline has found since: pairs whose sentences are both there.
INSERT OR IGNORE INTO main.watch_conflict (a, b, score, reason, type, value_a, value_b)
SELECT a, b, score, reason, type, value_a, value_b
  FROM main.pair_kind
 WHERE kind = 'drift' AND score >= (SELECT shown_least FROM main.parameters)
   AND EXISTS (SELECT * FROM main.sentence WHERE id = a)
   AND EXISTS (SELECT * FROM main.sentence WHERE id = b);

-- The event that is being applied: one row, which the command fills. `edit` counts those of its page.
CREATE TEMP TABLE event (article_id INTEGER, edit INTEGER, title TEXT, time TEXT, revision_id INTEGER, contributor TEXT,
                         comment TEXT, event TEXT);
INSERT INTO temp.event DEFAULT VALUES;

-- How texts are compared: as the pipeline has done it, if it has run.
CREATE TEMP TABLE comparison AS
SELECT coalesce(max(iif(shingles_least = 1, 1, shingles_least + shingle - 1)), 30) AS shortest,
       coalesce(max(shingles_most + shingle - 1), 10000) AS longest,
       coalesce(max(edit_similarity_least), 0.5) AS edit_similarity_least, coalesce(max(fold), 'all') AS fold,
       (SELECT tables FROM main.parameters) AS tables, (SELECT shown_least FROM main.parameters) AS shown_least,
       (SELECT neardup_language(language) FROM main.source WHERE id = @source) AS language
  FROM main.setting;

-- The sentences of the article before and after the event. `number` counts the equal texts in the article, `state` is 'kept',
-- 'restored' or 'added', `gap` is the place in the new text of the last sentence before it that stays, and `step` how many came
-- since. (The text is last: to read what is behind one of two megabytes, SQLite reads all of it.)
CREATE TEMP TABLE new_sentence (position INTEGER PRIMARY KEY, paragraph INTEGER, number INTEGER, id INTEGER, state TEXT,
                                gap INTEGER, step INTEGER, section TEXT, block TEXT, text TEXT);
CREATE INDEX temp.new_sentence_id ON new_sentence(id);

CREATE TEMP TABLE old_sentence (id INTEGER PRIMARY KEY, position INTEGER, paragraph INTEGER, number INTEGER,
                                kept INTEGER DEFAULT 1, gap INTEGER, step INTEGER, section TEXT, block TEXT, text TEXT);
CREATE INDEX temp.old_sentence_text     ON old_sentence(text, number);
CREATE INDEX temp.old_sentence_position ON old_sentence(position);
CREATE INDEX temp.old_sentence_gap      ON old_sentence(gap, step) WHERE NOT kept;

-- A sentence and what became of it. `change` is 1 if the two contradict each other.
CREATE TEMP TABLE changed_sentence (new_id INTEGER PRIMARY KEY, old_id INTEGER, likeness REAL, change INTEGER);

-- What new sentences are like, in other articles, and what that means. `agreed` is 1 if an edit has parted the two.
CREATE TEMP TABLE judged_sentence (new_id INTEGER, other_id INTEGER, jaccard REAL, kind TEXT, score REAL, reason TEXT, type TEXT,
                                   value_other TEXT, value_new TEXT, agreed INTEGER, PRIMARY KEY (new_id, other_id));

-- What there is to say, in this order: `finding` is 'returned', 'healed', 'stale', 'contradiction' or 'copied', `id` the article's
-- sentence, `before` what it said, of a stale copy; `agreed` is 1 if the two did, before this edit or an earlier one; `sentences`
-- are those of a passage.
CREATE TEMP TABLE found (finding TEXT, id INTEGER, other_id INTEGER, score REAL, reason TEXT, type TEXT, value TEXT,
                         value_other TEXT, before TEXT, agreed INTEGER, sentences INTEGER, text TEXT, text_other TEXT,
                         PRIMARY KEY (finding, id, other_id));

-- The sentences that the article has lacked for ten edits.
CREATE TEMP VIEW forgotten AS
SELECT sentence_id
  FROM temp.event CROSS JOIN main.watch_removed AS removed USING (article_id)
 WHERE removed.edit <= event.edit - 10;
