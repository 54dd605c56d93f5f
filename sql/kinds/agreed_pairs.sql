-- agreed_pairs.sql - which pairs of two articles agreed at an earlier date.
--
-- Where a database has two dates of a wiki, or its history, an article may have had the text of another one, and another value
-- since. Then the two are one text that was changed, whatever their titles.

CREATE TEMP TABLE agreed_pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;

-- An article that has one of the texts had the other one before, as another article still has it. (Of the pairs of one article
-- all is known.)
INSERT OR IGNORE INTO temp.agreed_pair
WITH dated_text AS MATERIALIZED (
    -- Where the texts of these pairs stand at all dates, and, as `past`, where they stood; nothing if there is one date.
    SELECT judged_id AS id, past, article_id, title, source.id AS source_id, substr(base, instr(base, ':')) AS wiki,
           coalesce(revision_time, dump_date) AS date
      FROM (SELECT judged_sentence.id AS judged_id, sentence.article_id, 0 AS past
              FROM (SELECT id AS first_id, id AS sentence_id FROM judged_sentence
                     UNION ALL
                    SELECT first_id, sentence_id FROM copy)
             CROSS JOIN judged_sentence ON judged_sentence.id = first_id
             CROSS JOIN sentence        ON sentence.id = sentence_id
             WHERE (SELECT count(*) FROM source) > 1 OR EXISTS (SELECT * FROM history_sentence)
             UNION
            SELECT judged_sentence.id, history_sentence.article_id, 1
              FROM history_sentence CROSS JOIN judged_sentence USING (text))
     CROSS JOIN article ON article.id = article_id
     CROSS JOIN source  ON source.id = source_id
     WHERE titled
), dated_few AS MATERIALIZED (
    -- What stands in more than three other articles is a formula.
    SELECT id FROM dated_text GROUP BY id HAVING count(DISTINCT title) <= 4
)
SELECT a, b
  FROM (SELECT a, b, a AS kept, b AS changed FROM judged
         UNION ALL
        SELECT a, b, b, a FROM judged)
 CROSS JOIN dated_few           ON dated_few.id = kept
 CROSS JOIN dated_text AS old   ON old.id = kept
 CROSS JOIN dated_text AS new   ON new.id = changed AND new.title = old.title AND new.wiki IS old.wiki AND NOT new.past
 CROSS JOIN dated_text AS other ON other.id = kept AND other.source_id = new.source_id AND other.title <> new.title
                               AND NOT other.past
 CROSS JOIN judged_sentence AS x ON x.id = a
 CROSS JOIN judged_sentence AS y ON y.id = b
 CROSS JOIN judged_article  AS p ON p.id = x.article_id
 CROSS JOIN judged_article  AS q ON q.id = y.article_id AND q.title <> p.title
 WHERE iif(old.source_id = new.source_id, old.past,
           iif(old.date <> new.date, old.date < new.date, old.source_id < new.source_id))
   AND NOT EXISTS (SELECT * FROM dated_text WHERE id = kept AND NOT past AND article_id = new.article_id);
