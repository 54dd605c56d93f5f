-- agreed_pairs.sql - which pairs of two articles agreed at an earlier date: the table temp.agreed_pair (a, b).
--
-- A part of judge.sql and of kinds.sql, after judge_evidence.sql. Where a database has two dates of a wiki, an article may
-- have had the text of another one, and another value since. Then the two are one text that was changed, whatever their titles.

CREATE TEMP TABLE agreed_pair (
    a INTEGER NOT NULL,
    b INTEGER NOT NULL,
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- Where the texts of these pairs stand at all dates; nothing if there is one.
CREATE TEMP TABLE dated_text AS
SELECT first_id AS id, title, source.id AS source_id, substr(base, instr(base, ':')) AS wiki,
       coalesce(revision_time, dump_date) AS date
  FROM (SELECT id AS first_id, id AS sentence_id FROM judged_sentence
         UNION ALL
        SELECT first_id, sentence_id FROM copy WHERE first_id IN (SELECT id FROM judged_sentence))
 CROSS JOIN sentence ON sentence.id = sentence_id
 CROSS JOIN article  ON article.id = article_id
 CROSS JOIN source   ON source.id = source_id
 WHERE titled AND (SELECT count(*) FROM source) > 1;
CREATE INDEX temp.dated_text_key ON dated_text(id, title);

-- The article that has one of the texts had the other one before, as the other article has it. (What stands in more than
-- three other articles is a formula.)
INSERT OR IGNORE INTO temp.agreed_pair
SELECT a, b
  FROM (SELECT a, b, a AS kept, b AS changed FROM judged
         UNION ALL
        SELECT a, b, b, a FROM judged)
 CROSS JOIN dated_text AS new ON new.id = changed
 CROSS JOIN dated_text AS old ON old.id = kept AND old.title = new.title AND old.wiki IS new.wiki
 CROSS JOIN dated_text AS other ON other.id = kept AND other.title <> new.title AND other.wiki IS new.wiki
 WHERE old.source_id <> new.source_id
   AND iif(old.date <> new.date, old.date < new.date, old.source_id < new.source_id)
   AND (SELECT count(DISTINCT title) FROM dated_text WHERE id = kept) <= 4;

DROP TABLE temp.dated_text;
