-- two_dates.sql - which values does the newer dump of a wiki state differently?
--
-- The database has two dumps of one wiki. It lists sentences of one article that state another value in the other dump, the
-- clearest first, with what differs as [older|newer], and the other articles that agreed and still have the older text.

-- Where the texts stand that contradict others. (A pair names the first sentences that have its texts; the same texts can stand in
-- other articles, too.)
CREATE TEMP TABLE place AS
WITH drifted(text_id) AS MATERIALIZED (
    SELECT a FROM pair_kind WHERE kind = 'drift' UNION SELECT b FROM pair_kind WHERE kind = 'drift'
)
SELECT text_id, sentence.id AS sentence_id, title, titled, source_id, substr(base, instr(base, ':')) AS wiki,
       coalesce(revision_time, dump_date) AS date
  FROM (SELECT text_id, text_id AS sentence_id FROM drifted
         UNION
        SELECT first_id, sentence_id FROM copy WHERE first_id IN (SELECT text_id FROM drifted))
 CROSS JOIN sentence ON sentence.id = sentence_id
 CROSS JOIN article  ON article.id = article_id
 CROSS JOIN source   ON source.id = source_id;

-- The articles that had one text of a pair in one source and have the other in a later one of the same wiki. The older sentence is
-- that of the older revision; without revision times, of the older dump; without dates, of the first source.
CREATE TEMP TABLE changed AS
SELECT score, type, old.title, old.text_id AS older, min(new.sentence_id) AS newer,
       substr(old.date, 1, 10) AS older_date, substr(new.date, 1, 10) AS newer_date
  FROM (SELECT score, type, iif(turned, b, a) AS was, iif(turned, a, b) AS became
          FROM pair_kind, (SELECT 0 AS turned UNION ALL SELECT 1)
         WHERE kind = 'drift' AND type = coalesce(@type, type)
           AND NOT EXISTS (SELECT * FROM settled WHERE settled.a = pair_kind.a AND settled.b = pair_kind.b))
  JOIN place AS old ON old.text_id = was AND old.titled
  JOIN place AS new ON new.text_id = became AND new.titled AND new.title = old.title AND new.source_id <> old.source_id
                   AND new.wiki IS old.wiki
                   AND iif(new.date <> old.date, new.date > old.date, new.source_id > old.source_id)
 WHERE NOT EXISTS (SELECT * FROM place WHERE text_id IN (was, became) AND titled AND title = old.title
                                         AND source_id = iif(text_id = was, new.source_id, old.source_id))
 GROUP BY old.title, was, became;

SELECT char(10) || 'There are no sentences of one article, in two sources, that state another value.'
 WHERE NOT EXISTS (SELECT * FROM changed);

SELECT printf('%sValues that changed: %,d; the clearest', char(10), count(*))
  FROM changed
 GROUP BY NULL;

WITH old_copy AS MATERIALIZED (
    -- Of other articles, those that have the older text in both dumps. What more than three have is a formula.
    SELECT older, newer, group_concat(title, ', ') AS titles
      FROM (SELECT DISTINCT older, newer, still.title
              FROM changed
              JOIN sentence AS y ON y.id = newer
              JOIN article  AS q ON q.id = y.article_id
             CROSS JOIN place AS still ON text_id = older AND still.source_id = q.source_id AND still.title <> changed.title
             WHERE EXISTS (SELECT * FROM place AS stood
                            WHERE stood.text_id = older AND stood.title = still.title AND stood.source_id <> q.source_id)
             ORDER BY still.title)
     GROUP BY older, newer
    HAVING count(*) <= 3
)
SELECT neardup_wrap(printf('  %-!9s', type) || title || iif(y.section = '', '', ' § ' || y.section)
                    || ifnull('  (' || older_date || ', ' || newer_date || ')', ''), 11)
       || char(10) || neardup_wrap('           ' || mark_differences(x.text, y.text), 11)
       || ifnull(char(10) || neardup_wrap('           The old text still stands in ' || titles || ', which agreed before.', 11), '')
  FROM changed
  LEFT JOIN old_copy USING (older, newer)
  JOIN sentence AS x ON x.id = older
  JOIN sentence AS y ON y.id = newer
 ORDER BY score DESC, older, newer
 LIMIT @top;
