-- two_dates.sql - what does the newer dump of a wiki say differently about the same thing?
--
-- The database has two dumps of one wiki. It lists sentences of one article that state another value in the other dump, the
-- clearest first, with what differs as [older|newer], and the other articles that agreed and still have the older text.

-- Pairs from one article in two sources of one wiki.
CREATE TEMP TABLE changed AS
WITH dated AS (
    SELECT score, type, a, b, p.title, s.id > t.id AS loaded_later,
           coalesce(p.revision_time, s.dump_date) AS date_a,
           coalesce(q.revision_time, t.dump_date) AS date_b
      FROM pair_kind
      JOIN sentence AS x ON x.id = a
      JOIN sentence AS y ON y.id = b
      JOIN article  AS p ON p.id = x.article_id
      JOIN article  AS q ON q.id = y.article_id AND q.title = p.title
      JOIN source   AS s ON s.id = p.source_id
      JOIN source   AS t ON t.id = q.source_id AND t.id <> s.id
                        AND substr(t.base, instr(t.base, ':')) IS substr(s.base, instr(s.base, ':'))
     WHERE pair_kind.kind = 'drift' AND p.titled AND q.titled
)
-- The older sentence is that of the older revision; without revision times, of the older dump; without dates, of the first
-- source.
SELECT score, type, title,
       iif(is_newer, b, a)                          AS older,
       iif(is_newer, a, b)                          AS newer,
       substr(iif(is_newer, date_b, date_a), 1, 10) AS older_date,
       substr(iif(is_newer, date_a, date_b), 1, 10) AS newer_date
  FROM (SELECT *, iif(date_a <> date_b, date_a > date_b, loaded_later) AS is_newer FROM dated)
 WHERE type = coalesce(@type, type);

SELECT char(10) || 'There are no sentences of one article, in two sources, that state another value.'
 WHERE NOT EXISTS (SELECT * FROM changed);

SELECT printf('%sValues that changed: %,d; the clearest', char(10), count(*))
  FROM changed
 GROUP BY NULL;

WITH old_place AS MATERIALIZED (
    -- Where the older texts stand. (`older` is the first sentence that has its text.)
    SELECT DISTINCT first_id AS older, title, source_id
      FROM copy
      JOIN sentence ON sentence.id = sentence_id
      JOIN article  ON article.id = article_id
     WHERE first_id IN (SELECT older FROM changed)
), old_copy AS MATERIALIZED (
    -- Of other articles, those that have the older text in both dumps. What more than three have is a formula.
    SELECT older, newer, group_concat(title, ', ') AS titles
      FROM (SELECT changed.older, newer, still.title
              FROM changed
              JOIN sentence AS y ON y.id = newer
              JOIN article  AS q ON q.id = y.article_id
             CROSS JOIN old_place AS still ON still.older = changed.older AND still.source_id = q.source_id
                                          AND still.title <> changed.title
             WHERE EXISTS (SELECT * FROM old_place AS stood
                            WHERE stood.older = changed.older AND stood.title = still.title AND stood.source_id <> q.source_id)
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
