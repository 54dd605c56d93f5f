-- stale_copies.sql - finds where copies changed a value, which change parted them, and which copies still have the old value:
-- value_change, stale_copy, and `parted_id` and `agreed` of copy_edge.
--
-- A change counts if it stayed: the old text has not come back. A name that an article replaces in several sentences means the
-- same in other words: it was translated, respelt or renamed. A text has a value if it contains it as whole words; a value that
-- only one text has, such as "not", includes the words before and after it.

INSERT INTO main.value_change
WITH exchange AS MATERIALIZED (
    -- Judged 20,000 at a time, as in lineages.sql.
    SELECT succession.id AS new_text, succession.replaced_id AS old_text, lineage_id, told.article_id, succession.revision_id,
           row_number() OVER () / 20000 AS part
      FROM succession
      JOIN told USING (id)
      LEFT JOIN wording ON history_sentence_id = succession.id
      JOIN life AS new ON new.id = succession.id
      JOIN life AS old ON old.id = succession.replaced_id
     WHERE new.last_id > old.last_id AND jaccard < 1
), judged AS MATERIALIZED (
    SELECT answer.a AS new_text, type, value_a, value_b
      FROM (SELECT DISTINCT part FROM exchange) AS batch
     CROSS JOIN duplicate_kinds((
           SELECT collect_pairs(new_text, 0, x.text, y.text, title, title, x.block, y.block, 0, neardup_language(language),
                                '{"agreed":1}', x'', x'', NULL, (SELECT threads FROM setting))
             FROM exchange
            CROSS JOIN history_sentence AS x ON x.id = old_text
            CROSS JOIN history_sentence AS y ON y.id = new_text
            CROSS JOIN article ON article.id = exchange.article_id
            CROSS JOIN source ON source.id = source_id
            WHERE exchange.part = batch.part)) AS answer
     WHERE value_a <> value_b
), beside AS (
    SELECT new_text, judged.type, min(position), value_a AS said, value_b AS denied,
           rtrim(substr(x.text, 1, begin_a - 1)) AS before, ltrim(substr(x.text, begin_a + length(text_a))) || ' ' AS after
      FROM judged
     CROSS JOIN exchange USING (new_text)
     CROSS JOIN history_sentence AS x ON x.id = old_text
     CROSS JOIN history_sentence AS y ON y.id = new_text
     CROSS JOIN text_differences(x.text, y.text)
     WHERE '' IN (value_a, value_b) AND (trim(text_a), trim(text_b)) = (value_a, value_b)
     GROUP BY new_text
), valued AS (
    SELECT new_text, type, value_a, value_b FROM judged WHERE value_a <> '' AND value_b <> ''
     UNION ALL
    SELECT new_text, type, replace(last || said || first, '  ', ' '), replace(last || denied || first, '  ', ' ')
      FROM (SELECT *, substr(before, length(rtrim(before, replace(before, ' ', ''))) + 1) || ' ' AS last,
                   ' ' || substr(after, 1, instr(after, ' ') - 1) AS first
              FROM beside)
), counted AS (
    SELECT *, max(count(*) OVER (PARTITION BY article_id, type, value_a),
                  count(*) OVER (PARTITION BY article_id, type, value_b)) AS times
      FROM valued CROSS JOIN exchange USING (new_text)
)
SELECT new_text, lineage_id, counted.article_id, counted.revision_id, time, old_text, new_text, type, value_a, value_b,
       0, 0, 0, 0, 0
  FROM counted
 CROSS JOIN revision ON revision.id = counted.revision_id
 WHERE times = 1 OR type <> 'name';

CREATE INDEX IF NOT EXISTS main.value_change_lineage ON value_change(lineage_id);

-- Where each change found other copies, and where they stand now: 1 if a text has the value. What more than a thousand articles
-- have is no text that somebody keeps right.
CREATE TEMP TABLE affected AS
WITH worded AS (
    -- What a text has in whole words: punctuation is space.
    SELECT id, ' ' || fold_text(text, 'punctuation,space') || ' ' AS text FROM history_sentence
), change AS (
    SELECT value_change.id, lineage_id, article_id, at, ' ' || fold_text(old_value, 'punctuation,space') || ' ' AS old,
           ' ' || fold_text(new_value, 'punctuation,space') || ' ' AS new
      FROM value_change JOIN moment USING (revision_id) JOIN lineage ON lineage.id = lineage_id
     WHERE articles <= 1000
), before AS (
    SELECT change.id, wording.article_id,
           max(instr(worded.text, old) > 0 AND instr(worded.text, new) = 0) AS had_old
      FROM change
     CROSS JOIN wording USING (lineage_id)
     CROSS JOIN presence ON presence.id = history_sentence_id AND begins < at AND (ends IS NULL OR ends > at)
     CROSS JOIN worded ON worded.id = history_sentence_id
     WHERE wording.article_id <> change.article_id
     GROUP BY change.id, wording.article_id
)
SELECT change.id AS change_id, birth.article_id, birth.article_id = change.article_id AS own, had_old, standing, last_id,
       instr(worded.text, old) > 0 AS has_old, instr(worded.text, new) > 0 AS has_new,
       depth = 0 AND instr(born.text, old) > 0 AS began_old, depth = 0 AND instr(born.text, new) > 0 AS began_new
  FROM change
 CROSS JOIN birth USING (lineage_id)
 CROSS JOIN worded ON worded.id = last_id
 CROSS JOIN worded AS born ON born.id = first_id
  LEFT JOIN before ON before.id = change.id AND before.article_id = birth.article_id;
CREATE UNIQUE INDEX temp.affected_key ON affected(change_id, article_id);

-- The article where the text began with a value is a source, too, as long as it has it.
WITH source_of_value AS MATERIALIZED (
    -- Who changed to which value, without saying that it is from another article of the lineage. One person counts once.
    SELECT lineage_id, new_value AS value, count(DISTINCT ifnull(contributor, value_change.id)) AS sources
      FROM value_change JOIN revision ON revision.id = value_change.revision_id
     WHERE lineage_id IS NOT NULL
       AND NOT EXISTS (SELECT *
                         FROM birth JOIN article ON article.id = birth.article_id
                        WHERE birth.lineage_id = value_change.lineage_id AND birth.article_id <> value_change.article_id
                          AND instr(fold_text(comment, 'case'), fold_text(title, 'case')) > 0)
     GROUP BY lineage_id, new_value
)
UPDATE main.value_change
   SET (copies, agreeing, followed, old_sources, new_sources) = (
       SELECT count(had_old), total(had_old), total(NOT own AND standing AND has_new AND NOT has_old),
              total(began_old AND standing AND has_old AND NOT has_new)
              + coalesce((SELECT sources FROM source_of_value AS found
                           WHERE found.lineage_id = value_change.lineage_id AND value = old_value), 0),
              total(began_new AND standing AND has_new AND NOT has_old)
              + coalesce((SELECT sources FROM source_of_value AS found
                           WHERE found.lineage_id = value_change.lineage_id AND value = new_value), 0)
         FROM affected
        WHERE change_id = value_change.id)
 WHERE lineage_id IS NOT NULL;

INSERT INTO main.stale_copy
SELECT change_id, affected.article_id, last_id, instr(fold_text(text, 'case'), fold_text(stale.title, 'case')) > 0,
       instr(fold_text(text, 'case'), fold_text(changed.title, 'case')) > 0
  FROM value_change
  JOIN affected ON change_id = value_change.id
  JOIN history_sentence ON history_sentence.id = last_id
  JOIN article AS stale ON stale.id = affected.article_id
  JOIN article AS changed ON changed.id = value_change.article_id
 WHERE copies > 0 AND agreeing = copies AND NOT own AND had_old AND standing AND has_old AND NOT has_new
   AND EXISTS (SELECT * FROM affected AS self
                WHERE self.change_id = value_change.id AND own AND standing AND NOT has_old);

-- Source and copy are parted by the first change in one of them that the other one does not have now.
UPDATE main.copy_edge
   SET (parted_id, agreed) = (
       SELECT value_change.id, change.at - copied.at
         FROM moment AS copied
        CROSS JOIN value_change
         JOIN moment AS change ON change.revision_id = value_change.revision_id AND change.at > copied.at
         JOIN affected ON change_id = value_change.id AND affected.article_id = iif(value_change.article_id = source_id,
                                                                                  target_id, source_id)
        WHERE copied.revision_id = copy_edge.revision_id AND value_change.lineage_id = copy_edge.lineage_id
          AND value_change.article_id IN (source_id, target_id) AND NOT has_new
        ORDER BY change.at, value_change.id
        LIMIT 1);
