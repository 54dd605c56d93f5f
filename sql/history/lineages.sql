-- lineages.sql - joins sentences of histories to lineages, and finds when each article had its copy, and from whom: lineage,
-- wording, birth, copy_edge.
--
-- Within an article, a text and the text that it replaced belong to one lineage. Between articles, equal texts do, and so do
-- similar ones that say the same or contradict each other about one thing, as duplicate_kind() judges their texts and titles: a
-- template is not a copy.

INSERT INTO main.wording
WITH crossing AS MATERIALIZED (
    -- Similar texts of two articles, judged 20,000 at a time, which bounds the memory for the answers.
    SELECT a, b, row_number() OVER () / 20000 AS part
      FROM alike
     WHERE EXISTS (SELECT *
                     FROM told AS x JOIN told AS y ON x.title <> y.title
                    WHERE x.text_id = a AND y.text_id = b)
), link(a, b) AS (
    SELECT id, text_id FROM told WHERE id <> text_id
     UNION ALL
    SELECT id, replaced_id FROM succession
     UNION ALL
    SELECT answer.a, answer.b
      FROM (SELECT DISTINCT part FROM crossing) AS batch
     CROSS JOIN duplicate_kinds((
           SELECT collect_pairs(a, b, x.text, y.text, p.title, q.title, x.block, y.block, 0, neardup_language(language), '',
                                x'', x'', NULL, (SELECT threads FROM setting))
             FROM crossing
            CROSS JOIN history_sentence AS x ON x.id = a
            CROSS JOIN history_sentence AS y ON y.id = b
            CROSS JOIN article AS p ON p.id = x.article_id
            CROSS JOIN article AS q ON q.id = y.article_id
            CROSS JOIN source ON source.id = p.source_id
            WHERE crossing.part = batch.part)) AS answer
     WHERE kind IN ('identical', 'copyedit', 'drift')
)
SELECT member, component, article_id, replaced_id
  FROM union_find_members((SELECT union_find(a, b) FROM link))
  JOIN told ON told.id = member
  LEFT JOIN succession ON succession.id = member;

-- Lineages of one page stay only there.
DELETE FROM main.wording
 WHERE lineage_id NOT IN (SELECT lineage_id
                            FROM wording JOIN told ON told.id = history_sentence_id
                           GROUP BY lineage_id
                          HAVING min(title) <> max(title));

CREATE INDEX IF NOT EXISTS main.wording_lineage ON wording(lineage_id, article_id);

INSERT INTO main.birth
WITH stood AS (
    SELECT lineage_id, article_id, history_sentence_id, life.first_id, life.last_id,
           row_number() OVER (PARTITION BY lineage_id, article_id ORDER BY born, life.first_id, life.id) AS earliest,
           row_number() OVER (PARTITION BY lineage_id, article_id
                              ORDER BY life.last_id DESC, life.first_id DESC, life.id) AS latest
      FROM wording JOIN life ON life.id = history_sentence_id
)
SELECT early.lineage_id, early.article_id, early.first_id, revision.time, early.history_sentence_id, late.last_id,
       late.history_sentence_id,
       late.last_id = (SELECT r.id FROM revision AS r WHERE r.article_id = early.article_id AND has_text ORDER BY r.id DESC LIMIT 1),
       contributor, author, 0
  FROM stood AS early
  JOIN stood AS late USING (lineage_id, article_id)
  JOIN revision_author AS revision ON revision.id = early.first_id
 WHERE early.earliest = 1 AND late.latest = 1;

-- ---- Who copied from whom: a tree for each lineage ----

-- An article that had a text of the lineage earlier may be the source. A copy is from the one for which most speaks, in this
-- order: the comment of the revision names it; its text is the most similar; it stood there then; the revision took further
-- sentences from it; the same contributor has just edited it; it is the oldest. As a source is always older than its copy, these
-- choices together are the minimum arborescence: the tree with the most likely edges.

CREATE TEMP TABLE ranked_birth AS
SELECT lineage_id, birth.article_id, title,
       row_number() OVER (PARTITION BY lineage_id ORDER BY at, revision.revision_id, revision.id) AS age
  FROM birth
  JOIN moment ON moment.revision_id = birth.revision_id
  JOIN revision ON revision.id = birth.revision_id
  JOIN article ON article.id = birth.article_id;
CREATE UNIQUE INDEX temp.ranked_birth_key ON ranked_birth(lineage_id, article_id);
CREATE UNIQUE INDEX temp.ranked_birth_age ON ranked_birth(lineage_id, age);

-- Which older articles may be the source of a copy. What thousands of articles have was hardly copied from each of them: the ten
-- oldest are tried, and 300 before the copy.
CREATE TEMP TABLE older_copy (lineage_id INTEGER, target_id INTEGER, source_id INTEGER, age INTEGER,
                              PRIMARY KEY (lineage_id, target_id, source_id)) WITHOUT ROWID;

INSERT INTO temp.older_copy
SELECT x.lineage_id, x.article_id, y.article_id, y.age
  FROM ranked_birth AS x
 CROSS JOIN ranked_birth AS y ON y.lineage_id = x.lineage_id AND y.age BETWEEN x.age - 300 AND x.age - 1
 WHERE y.title <> x.title
 UNION
SELECT x.lineage_id, x.article_id, y.article_id, y.age
  FROM ranked_birth AS x
 CROSS JOIN ranked_birth AS y ON y.lineage_id = x.lineage_id AND y.age BETWEEN 1 AND min(10, x.age - 1)
 WHERE y.title <> x.title;

-- What a copy resembles in these articles, by sentence: first how it began, beside all that they had, if that is not too much.
CREATE TEMP TABLE resembling (target_text INTEGER, source_text INTEGER, similarity REAL,
                              PRIMARY KEY (target_text, source_text)) WITHOUT ROWID;

INSERT INTO temp.resembling
SELECT target_text, source_text, similarity
  FROM (SELECT first_id AS target_text, history_sentence_id AS source_text,
               jaccard(fold_text(x.text, fold), fold_text(y.text, fold), shingle) AS similarity, contradiction_least
          FROM setting
         CROSS JOIN birth
         CROSS JOIN older_copy AS older ON older.lineage_id = birth.lineage_id AND target_id = birth.article_id
         CROSS JOIN wording ON wording.lineage_id = birth.lineage_id AND wording.article_id = source_id
         CROSS JOIN history_sentence AS x ON x.id = first_id
         CROSS JOIN history_sentence AS y ON y.id = history_sentence_id
         WHERE birth.lineage_id NOT IN (SELECT lineage_id FROM wording GROUP BY lineage_id HAVING count(*) > 300))
 WHERE similarity >= contradiction_least;

-- Of copies without a source, also what is similar anyway: an article may have taken over a text later.
INSERT INTO temp.resembling
WITH near(text_id, other_id, similarity) AS (
    SELECT a, b, jaccard FROM alike
     UNION ALL
    SELECT b, a, jaccard FROM alike
     UNION ALL
    SELECT id, id, 1.0 FROM told WHERE id = text_id
)
SELECT new.history_sentence_id, old.history_sentence_id, similarity
  FROM birth
 CROSS JOIN wording AS new USING (lineage_id, article_id)
 CROSS JOIN told AS x ON x.id = new.history_sentence_id
 CROSS JOIN near ON near.text_id = x.text_id
 CROSS JOIN told AS y ON y.text_id = other_id
 CROSS JOIN wording AS old ON old.history_sentence_id = y.id AND old.lineage_id = birth.lineage_id
 CROSS JOIN older_copy AS older ON older.lineage_id = birth.lineage_id AND target_id = new.article_id
                               AND source_id = old.article_id
 WHERE birth.first_id NOT IN (SELECT target_text FROM resembling);

-- Of each article the first wording that has a source, with the text of each source for which most speaks. `since` is when the
-- source had it; `stands` is 2 if it stood there then, and 1 if it did the day before, as what is moved; `decided` is 0 if a
-- revision before the copy whose text is missing may have had it, before the source did.
CREATE TEMP TABLE possible_source AS
WITH origin AS (
    SELECT new.lineage_id, new.article_id AS target_id, target_text, old.article_id AS source_id, source_text, similarity,
           came.first_id AS revision_id, came.born AS at, max(begins) AS since,
           max((ends IS NULL OR ends > came.born) + (ends IS NULL OR ends >= came.born - 86400)) AS stands,
           min(begins) < coalesce((SELECT min(CAST(strftime('%s', time) AS INTEGER))
                                     FROM revision
                                    WHERE revision.article_id = new.article_id AND revision.id > ifnull(came.before, 0)
                                      AND revision.id < came.first_id AND NOT has_text), came.born) AS decided
      FROM resembling
     CROSS JOIN wording AS new ON new.history_sentence_id = target_text
     CROSS JOIN wording AS old ON old.history_sentence_id = source_text
     CROSS JOIN life AS came ON came.id = target_text
     CROSS JOIN presence ON presence.id = source_text AND begins <= came.born
     GROUP BY target_text, source_text
), first_origin AS (
    SELECT origin.*, length(title) > 3 AND coalesce(instr(fold_text(comment, 'case'), fold_text(title, 'case')), 0) > 0 AS named
      FROM (SELECT *, min(at) OVER (PARTITION BY lineage_id, target_id) AS first_at FROM origin) AS origin
      JOIN revision ON revision.id = origin.revision_id
      JOIN article  ON article.id = origin.source_id
     WHERE at = first_at
)
SELECT *
  FROM (SELECT *, row_number() OVER (PARTITION BY lineage_id, target_id, source_id
                                     ORDER BY named DESC, similarity DESC, stands DESC, since DESC, source_text, target_text)
               AS choice
          FROM first_origin)
 WHERE choice = 1;

INSERT INTO main.copy_edge
WITH brought AS MATERIALIZED (
    SELECT life.first_id AS revision_id, text_id, born
      FROM life JOIN told USING (id)
     WHERE life.first_id IN (SELECT revision_id FROM possible_source)
), taken(revision_id, source_id, sentences) AS MATERIALIZED (
    SELECT revision_id, source_id, count(DISTINCT brought.text_id)
      FROM (SELECT DISTINCT revision_id, source_id FROM possible_source)
     CROSS JOIN brought USING (revision_id)
     CROSS JOIN told ON told.text_id = brought.text_id AND told.article_id = source_id
     CROSS JOIN life ON life.id = told.id AND life.born < brought.born
     GROUP BY revision_id, source_id
), edit AS MATERIALIZED (
    SELECT article_id, contributor, at FROM revision JOIN moment ON moment.revision_id = revision.id WHERE contributor IS NOT NULL
), weighed AS (
    SELECT possible.*, age, max(0, ifnull(sentences, 0) - 1) AS beside,
           EXISTS (SELECT *
                     FROM edit
                    WHERE edit.article_id = possible.source_id AND edit.contributor = revision.contributor
                      AND edit.at BETWEEN possible.at - 86400 AND possible.at) AS edited
      FROM possible_source AS possible
      JOIN older_copy USING (lineage_id, target_id, source_id)
      JOIN revision ON revision.id = possible.revision_id
      LEFT JOIN taken ON taken.revision_id = possible.revision_id AND taken.source_id = possible.source_id
), ordered AS (
    SELECT *, rank() OVER (PARTITION BY lineage_id, target_id
                           ORDER BY named DESC, round(similarity, 3) DESC, stands DESC, beside DESC, edited DESC) AS place
      FROM weighed
), counted AS (
    SELECT *, row_number() OVER (PARTITION BY lineage_id, target_id ORDER BY place, age) AS turn,
           sum(place = 1) OVER (PARTITION BY lineage_id, target_id) AS sources
      FROM ordered
)
SELECT lineage_id, source_id, target_id, revision_id, source_text, target_text, similarity, at - since, named, beside,
       EXISTS (SELECT *
                 FROM birth JOIN presence ON presence.id = source_text
                WHERE birth.lineage_id = counted.lineage_id AND birth.article_id = source_id
                  AND presence.ends BETWEEN at - 86400 AND at + 86400
                  AND NOT EXISTS (SELECT *
                                    FROM wording JOIN presence AS later ON later.id = history_sentence_id
                                   WHERE wording.lineage_id = counted.lineage_id AND wording.article_id = source_id
                                     AND (later.ends IS NULL OR later.ends > presence.ends))),
       sources, decided, NULL, NULL
  FROM counted
 WHERE turn = 1;

-- How many copies lie between an article and the first.
WITH RECURSIVE tree(lineage_id, article_id, depth) AS (
    SELECT lineage_id, article_id, 0
      FROM birth
     WHERE NOT EXISTS (SELECT * FROM copy_edge
                        WHERE copy_edge.lineage_id = birth.lineage_id AND target_id = birth.article_id)
     UNION ALL
    SELECT tree.lineage_id, target_id, depth + 1
      FROM tree
     CROSS JOIN copy_edge ON copy_edge.lineage_id = tree.lineage_id AND source_id = tree.article_id
)
UPDATE main.birth
   SET depth = tree.depth
  FROM tree
 WHERE tree.lineage_id = birth.lineage_id AND tree.article_id = birth.article_id;

INSERT INTO main.lineage
SELECT birth.lineage_id,
       (SELECT count(DISTINCT text_id)
          FROM wording JOIN told ON told.id = history_sentence_id WHERE wording.lineage_id = birth.lineage_id),
       count(*), sum(standing), sum(depth > 0), max(depth),
       sum(depth > 0 AND NOT EXISTS (SELECT * FROM copy_edge
                                      WHERE copy_edge.lineage_id = birth.lineage_id AND source_id = birth.article_id))
  FROM birth
 GROUP BY birth.lineage_id;
