-- keep_one.sql - which texts to keep and which to drop, so that each is there only once.
--
--     sqlite3 my.db '.read sql/analysis/keep_one.sql'
--     sqlite3 my.db '.parameter set @keep newest' '.parameter set @format csv' \
--                   '.read sql/analysis/keep_one.sql' > kept.csv
--
-- Run it in the project's folder, on a database that the pipeline has processed. It changes nothing:
-- what is to be dropped, you drop. You can set:
--
--   @keep     which text of a group to keep                                     longest
--               longest, shortest   by its characters
--               newest, oldest      by the time of its article or, without any, by the order of loading
--               first               in the order of loading
--               NAME                by the column NAME that was carried along
--   @order    for a column: asc keeps the smallest value, desc the largest      desc
--   @kinds    what counts as a duplicate: a list of identical, copyedit,        identical,copyedit
--             reference and other
--   @format   list, for people to read, or csv                                  list
--   @top      how many groups the list shows, those with most to drop first     20
--
-- A group is what pairs of these kinds connect: a cluster of such a kind; of a mixed cluster, the texts
-- that say the same; of any other cluster, the copies of a text. If a text of a group contradicts the
-- one that is kept, or is about something else, it is kept, too. Ties go to the first in the order of
-- loading, and what has no time or no value comes last.
--
-- As CSV there is a row for each text of a group:
--
--   key, title, source      of its row or article: keys of several sources may be equal
--   action                  keep or drop
--   kept_key, kept_source   of the text that is kept in its place
--   cluster                 the smallest id of a sentence of the group
--   jaccard                 how similar it is to the text that is kept
--   text
--   sentence_id, kept_id    which sentence it is, and which is kept: for articles of several sentences

.bail on
.shell test -e sql/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/analysis/open.sql

DROP TABLE IF EXISTS temp.neardup_settings;
CREATE TEMP TABLE neardup_settings (
    keep       TEXT NOT NULL,
    direction  TEXT NOT NULL CONSTRAINT "@order must be asc or desc"
               CHECK (direction IN ('asc', 'desc')),
    kinds      TEXT NOT NULL,                   -- a JSON array
    format     TEXT NOT NULL CONSTRAINT "@format must be list or csv"
               CHECK (format IN ('list', 'csv')),
    top        INTEGER NOT NULL CONSTRAINT "@top must be a whole number, 0 or more"
               CHECK (typeof(top) = 'integer' AND top >= 0)
);
INSERT INTO temp.neardup_settings
SELECT coalesce(@keep, 'longest'), coalesce(@order, 'desc'),
       '[' || replace(json_quote(replace(coalesce(@kinds, 'identical,copyedit'), ' ', ',')), ',', '","')
           || ']',
       coalesce(@format, 'list'), coalesce(@top, 20);

SELECT neardup_error('@kinds must be a list of identical, copyedit, reference and other, not ' || value
                     || iif(value IN ('drift', 'template'), ', which are no duplicates', ''))
  FROM neardup_settings, json_each(kinds)
 WHERE value NOT IN ('identical', 'copyedit', 'reference', 'other', '');

-- (The table `carried` is missing in an empty database; an error must not leave `blank` attached.)
DROP TABLE IF EXISTS temp.neardup_error;
.read sql/analysis/blank.sql
CREATE TEMP TABLE neardup_error AS
SELECT '@keep must be longest, shortest, newest, oldest, first or a column that was carried along ('
       || coalesce((SELECT group_concat(name, ', ') FROM (SELECT DISTINCT name FROM carried)),
                   'there is none')
       || '), not ' || keep AS message
  FROM neardup_settings
 WHERE keep NOT IN ('longest', 'shortest', 'newest', 'oldest', 'first')
   AND NOT EXISTS (SELECT * FROM carried WHERE name = keep);
DETACH blank;
SELECT neardup_error(message) FROM neardup_error;
DROP TABLE temp.neardup_error;

.read sql/analysis/begin.sql
.read sql/sentence_places.sql

-- Pairs that are duplicates. Copies that are equal only after folding say the same, whatever they were
-- judged to be: folding leaves out what makes no difference.
CREATE TEMP TABLE duplicate AS
WITH wanted (kind) AS (
    SELECT value FROM neardup_settings, json_each(kinds)
), copy AS MATERIALIZED (
    SELECT first_id, sentence_id, min(sentence_id) OVER (PARTITION BY first_id, text) AS equal_id
      FROM compared_sentence JOIN sentence ON id = sentence_id
     WHERE first_id IN (SELECT first_id FROM compared_sentence WHERE first_id < sentence_id)
)
SELECT equal_id AS a, sentence_id AS b FROM copy WHERE equal_id < sentence_id AND 'identical' IN wanted
 UNION ALL
SELECT first_id, sentence_id
  FROM copy
 WHERE first_id IN (SELECT first_id FROM copy WHERE first_id < equal_id) AND 'copyedit' IN wanted
 UNION ALL
SELECT a, b FROM pair_kind WHERE kind IN wanted
 UNION ALL
SELECT cluster_id, sentence_id
  FROM cluster JOIN member ON cluster_id = cluster.id
 WHERE kind IN wanted AND NOT mixed;

-- What a text is chosen by. (The affinity makes numbers of texts that look like numbers.)
CREATE TEMP TABLE duplicated (
    sentence_id INTEGER PRIMARY KEY,
    group_id    INTEGER NOT NULL,               -- the smallest sentence_id of the group
    value       NUMERIC
);

INSERT INTO temp.duplicated
SELECT sentence.id, component,
       CASE keep WHEN 'longest'  THEN length(text)
                 WHEN 'shortest' THEN length(text)
                 WHEN 'newest'   THEN coalesce(revision_time, dump_date)
                 WHEN 'oldest'   THEN coalesce(revision_time, dump_date)
                 WHEN 'first'    THEN NULL
                 ELSE (SELECT value FROM carried WHERE article_id = article.id AND name = keep) END
  FROM neardup_settings, union_find_members((SELECT union_find(a, b) FROM duplicate))
  JOIN sentence ON sentence.id = member
  JOIN article  ON article.id = article_id
  LEFT JOIN source ON source.id = source_id;

-- Which text of its group each would be replaced by.
CREATE TEMP TABLE replacement AS
WITH directed AS (
    SELECT keep, keep IN ('longest', 'newest')
                 OR (keep NOT IN ('shortest', 'oldest', 'first') AND direction = 'desc') AS descending
      FROM neardup_settings
)
SELECT sentence_id, group_id,
       first_value(sentence_id) OVER (PARTITION BY group_id
                                          ORDER BY value IS NULL,
                                                   iif(descending, NULL, value),
                                                   iif(descending, value, NULL) DESC,
                                                   iif(keep = 'newest', -sentence_id, sentence_id))
       AS kept_id
  FROM directed, duplicated;

-- A pair that was judged to say something else is no pair of duplicates, whatever connects it.
CREATE TEMP TABLE verdict AS
WITH known AS (
    SELECT replacement.*, x.first_id AS own, y.first_id AS kept
      FROM replacement
      JOIN compared_sentence AS x ON x.sentence_id = replacement.sentence_id
      JOIN compared_sentence AS y ON y.sentence_id = kept_id
)
SELECT sentence_id, group_id,
       iif(EXISTS (SELECT *
                     FROM pair_kind
                    WHERE a = min(own, kept) AND b = max(own, kept)
                      AND kind NOT IN (SELECT value FROM neardup_settings, json_each(kinds))),
           sentence_id, kept_id) AS kept_id
  FROM known;

-- ---- The list ----

SELECT char(10) || 'There are no duplicates.'
  FROM neardup_settings
 WHERE format = 'list' AND NOT EXISTS (SELECT * FROM verdict);

SELECT printf('%sKeep %,d of %,d texts in %,d groups, and drop %,d. Kept is %s.', char(10),
              count(*) - dropped, count(*), groups, dropped,
              CASE WHEN keep IN ('longest', 'shortest') THEN 'the ' || keep || ' text of each group'
                   WHEN keep IN ('newest', 'oldest')    THEN 'the ' || keep || ' of each group'
                   WHEN keep = 'first'                  THEN 'the first of each group'
                   ELSE 'the text of each group with the ' || iif(direction = 'desc', 'largest', 'smallest')
                        || ' value of ' || keep END)
  FROM neardup_settings, verdict,
       (SELECT count(DISTINCT group_id) AS groups, total(sentence_id <> kept_id) AS dropped FROM verdict)
 WHERE format = 'list'
 GROUP BY NULL;

-- The kept text of each group first, then up to five that it replaces.
CREATE TEMP TABLE listed AS
WITH biggest AS (
    SELECT kept_id, count(*) - 1 AS dropped
      FROM verdict
     GROUP BY kept_id
    HAVING count(*) > 1
     ORDER BY dropped DESC, kept_id
     LIMIT (SELECT iif(format = 'list', top, 0) FROM neardup_settings)
)
SELECT kept_id, sentence_id, dropped,
       row_number() OVER (PARTITION BY kept_id ORDER BY sentence_id <> kept_id, sentence_id) - 1 AS place
  FROM biggest JOIN verdict USING (kept_id);

SELECT CASE WHEN place = 0
            THEN char(10) || neardup_wrap('  keep        ' || place_name, 14)
                 || char(10) || neardup_wrap('              ' || kept, 14)
            WHEN place <= 5
            THEN neardup_wrap(printf('  drop  %.2f  ', jaccard) || place_name, 14)
                 || iif(kept = text, '',
                        char(10) || neardup_wrap('              ' || mark_differences(kept, text), 14))
            ELSE printf('  drop        %,d more', dropped - 5) END
  FROM (SELECT listed.*, sentence_place.place AS place_name, x.text AS kept, y.text,
               jaccard(fold_text(x.text, fold), fold_text(y.text, fold), shingle) AS jaccard
          FROM setting, listed
          JOIN sentence AS x ON x.id = kept_id
          JOIN sentence AS y ON y.id = sentence_id
          JOIN sentence_place ON sentence_place.id = sentence_id
         WHERE listed.place <= 6)
 ORDER BY dropped DESC, kept_id, place;

-- ---- The rows ----

.mode csv
.headers on
SELECT p.key, p.title, p.source, iif(sentence_id = kept_id, 'keep', 'drop') AS action,
       q.key AS kept_key, q.source AS kept_source, group_id AS cluster,
       jaccard(fold_text(p.text, fold), fold_text(q.text, fold), shingle) AS jaccard, p.text,
       sentence_id, kept_id
  FROM neardup_settings, setting, verdict
  JOIN sentence_origin AS p ON p.id = sentence_id
  JOIN sentence_origin AS q ON q.id = kept_id
 WHERE format = 'csv'
 ORDER BY group_id, kept_id, sentence_id <> kept_id, sentence_id;
.mode list
.headers off

ROLLBACK;
DETACH blank;
DROP TABLE temp.neardup_settings;
.bail off
