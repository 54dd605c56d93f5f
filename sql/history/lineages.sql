-- lineages.sql - joins sentences of histories to lineages, and finds when each article had its copy.
--
--   lineage, wording, birth   (the columns on copies are filled by copies.sql)
--
-- A part of history.sql; history_texts.sql comes first. Within an article, what replaced what is one lineage. Between articles,
-- equal texts are, and similar ones that say the same, or contradict each other about one thing, as duplicate_kind() judges
-- their texts and titles: a template is no copy.

CREATE TEMP TABLE link (
    a INTEGER NOT NULL,
    b INTEGER NOT NULL
);

INSERT INTO temp.link
SELECT id, text_id FROM told WHERE id <> text_id
 UNION ALL
SELECT id, replaced_id FROM succession;

-- Similar texts of two articles, judged 20,000 at a time, which bounds the memory for the answers.
CREATE TEMP TABLE crossing (
    number INTEGER PRIMARY KEY,
    a      INTEGER NOT NULL,
    b      INTEGER NOT NULL
);

INSERT INTO temp.crossing (a, b)
SELECT a, b
  FROM alike
 WHERE EXISTS (SELECT *
                 FROM told AS x JOIN told AS y ON x.title <> y.title
                WHERE x.text_id = a AND y.text_id = b);

INSERT INTO temp.link
WITH RECURSIVE batch(first) AS (
    VALUES (1)
     UNION ALL
    SELECT first + 20000 FROM batch WHERE first + 20000 <= (SELECT max(number) FROM crossing)
)
SELECT answer.a, answer.b
  FROM batch
 CROSS JOIN duplicate_kinds((
       SELECT collect_pairs(a, b, x.text, y.text, p.title, q.title, x.block, y.block, 0, neardup_language(language), '',
                            x'', x'', NULL, (SELECT threads FROM setting))
         FROM crossing
        CROSS JOIN history_sentence AS x ON x.id = a
        CROSS JOIN history_sentence AS y ON y.id = b
        CROSS JOIN article AS p ON p.id = x.article_id
        CROSS JOIN article AS q ON q.id = y.article_id
        CROSS JOIN source ON source.id = p.source_id
        WHERE number >= first AND number < first + 20000)) AS answer
 WHERE kind IN ('identical', 'copyedit', 'drift');

DELETE FROM main.wording;

INSERT INTO main.wording
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

DELETE FROM main.birth;

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
