-- two_dates.sql - what does the newer dump of a wiki say differently about the same thing?
--
--     sqlite3 my.db '.read sql/analysis/two_dates.sql'
--
-- Run it in the project's folder, on a database with two dumps of one wiki. It changes nothing. It
-- lists sentences of one article that stand in both dumps with another value, best first, with what
-- differs as [older|newer]. What may be set:
--
--   @top    so many are listed                                       20
--   @type   only what conflicts in this: number, date, name, ...     all
--
-- The older of the two is that of the older revision; without times, of the source loaded first.

.bail on
DROP TABLE IF EXISTS temp.wanted;
CREATE TEMP TABLE wanted (
    top  INTEGER NOT NULL CONSTRAINT "@top must be a whole number, 0 or more"
         CHECK (typeof(top) = 'integer' AND top >= 0),
    type TEXT
);
INSERT INTO wanted SELECT coalesce(@top, 20), @type;

.read sql/analysis/begin.sql

-- Each pair in the order of time.
DROP TABLE IF EXISTS temp.changed;
CREATE TEMP TABLE changed AS
SELECT score, pair_kind.type,
       iif(p.revision_time > q.revision_time, b, a) AS older,
       iif(p.revision_time > q.revision_time, a, b) AS newer
  FROM wanted, pair_kind
  JOIN sentence AS x ON x.id = a
  JOIN sentence AS y ON y.id = b
  JOIN article  AS p ON p.id = x.article_id
  JOIN article  AS q ON q.id = y.article_id
 WHERE kind = 'drift'
   AND p.title = q.title AND p.source_id <> q.source_id
   AND pair_kind.type = coalesce(wanted.type, pair_kind.type);

SELECT char(10) || 'There are no sentences of one article, in two sources, that state another value.'
 WHERE NOT EXISTS (SELECT * FROM changed);

SELECT printf('%sValues that changed: %,d; the clearest', char(10), count(*))
  FROM changed
 GROUP BY NULL;

SELECT printf('  %-!9s', type) || q.title || iif(y.section = '', '', ' § ' || y.section)
       || ifnull('  (' || substr(p.revision_time, 1, 10) || ', ' || substr(q.revision_time, 1, 10)
                 || ')', '')
       || char(10) || '           ' || mark_differences(x.text, y.text)
  FROM changed
  JOIN sentence AS x ON x.id = older
  JOIN sentence AS y ON y.id = newer
  JOIN article  AS p ON p.id = x.article_id
  JOIN article  AS q ON q.id = y.article_id
 ORDER BY score DESC, older, newer
 LIMIT (SELECT top FROM wanted);

DROP TABLE changed;
DROP TABLE wanted;
DETACH blank;
.bail off
