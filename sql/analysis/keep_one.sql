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
-- that say the same; of any other cluster, the copies of a text. Texts of a group that contradict the one
-- that is kept, or are about something else, are not dropped for it: of them, one of each group is kept
-- in the same way. Ties go to the first in the order of loading, but of equal times, newest keeps the
-- last that was loaded. What has no time or no value, also an empty field, comes last.
--
-- As CSV, in which csv_rows.sql keeps a spreadsheet from running texts, there is a row for each text of a group:
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
    direction  TEXT NOT NULL
               CHECK (direction IN ('asc', 'desc')
                      OR neardup_error('@order must be asc or desc, not ' || direction)),
    kinds      TEXT NOT NULL,                   -- a JSON array
    format     TEXT NOT NULL
               CHECK (format IN ('list', 'csv')
                      OR neardup_error('@format must be list or csv, not ' || format)),
    top        INTEGER NOT NULL
               CHECK (typeof(top) = 'integer' AND top >= 0
                      OR neardup_error('@top must be a whole number, 0 or more, not ' || top))
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
SELECT a, b FROM pair_kind WHERE kind IN wanted AND cluster_id IS NOT NULL
 UNION ALL
SELECT cluster_id, sentence_id
  FROM cluster JOIN member ON cluster_id = cluster.id
 WHERE kind IN wanted AND NOT mixed;

-- What a text is chosen by. (The affinity makes numbers of texts that look like numbers. Of a file, an
-- empty field is carried as an empty text: it is no value.)
CREATE TEMP TABLE duplicated (
    sentence_id INTEGER PRIMARY KEY,
    group_id    INTEGER NOT NULL,               -- the smallest sentence_id of the group
    own_id      INTEGER,                        -- its compared_sentence.first_id
    value       NUMERIC
);

INSERT INTO temp.duplicated
SELECT sentence.id, component, first_id,
       CASE keep WHEN 'longest'  THEN length(text)
                 WHEN 'shortest' THEN length(text)
                 WHEN 'newest'   THEN coalesce(revision_time, dump_date)
                 WHEN 'oldest'   THEN coalesce(revision_time, dump_date)
                 WHEN 'first'    THEN NULL
                 ELSE (SELECT iif(trim(value) = '', NULL, value)
                         FROM carried
                        WHERE article_id = article.id AND name = keep) END
  FROM neardup_settings, union_find_members((SELECT union_find(a, b) FROM duplicate))
  JOIN sentence ON sentence.id = member
  JOIN article  ON article.id = article_id
  LEFT JOIN source ON source.id = source_id
  LEFT JOIN compared_sentence ON sentence_id = sentence.id;

-- The texts that have no verdict yet, the one to keep first at place 1.
CREATE TEMP TABLE undecided (
    sentence_id INTEGER PRIMARY KEY,
    own_id      INTEGER,
    place       INTEGER NOT NULL
);

INSERT INTO temp.undecided
WITH directed AS (
    SELECT keep, keep IN ('longest', 'newest')
                 OR (keep NOT IN ('shortest', 'oldest', 'first') AND direction = 'desc') AS descending
      FROM neardup_settings
)
SELECT sentence_id, own_id,
       row_number() OVER (ORDER BY value IS NULL,
                                   iif(descending, NULL, value),
                                   iif(descending, value, NULL) DESC,
                                   iif(keep = 'newest', -sentence_id, sentence_id))
  FROM directed, duplicated;

CREATE TEMP TABLE verdict (
    sentence_id INTEGER PRIMARY KEY,
    group_id    INTEGER NOT NULL,
    kept_id     INTEGER NOT NULL                -- by which it is replaced; itself if it is kept
);

-- Kinds of pairs that say something else. Such a pair is none of duplicates, whatever connects it.
CREATE TEMP TABLE other_kind AS
SELECT DISTINCT kind
  FROM pair_kind
 WHERE kind NOT IN (SELECT value FROM neardup_settings, json_each(kinds));

-- A round keeps the best text of what the pairs connect, and drops all others but those that say
-- something else than it. These have duplicates among themselves, perhaps, so the next round takes them
-- and the pairs between them. As every round keeps a text of each group that has any left, there are no
-- more rounds than texts in the largest group. Those that find nothing to do cost nothing.
CREATE TEMP TABLE round (number INTEGER PRIMARY KEY);
CREATE TEMP TABLE component (sentence_id INTEGER PRIMARY KEY, component_id INTEGER NOT NULL);
CREATE TEMP TABLE kept (component_id INTEGER PRIMARY KEY, kept_id INTEGER, own_id INTEGER, place INTEGER);

CREATE TEMP TRIGGER next_round AFTER INSERT ON round WHEN EXISTS (SELECT * FROM undecided)
BEGIN
    INSERT INTO component
    SELECT member, component FROM union_find_members((SELECT union_find(a, b) FROM duplicate));
    INSERT OR IGNORE INTO component SELECT sentence_id, sentence_id FROM undecided;

    INSERT INTO kept
    SELECT component_id, undecided.sentence_id, own_id, min(place)
      FROM undecided JOIN component ON component.sentence_id = undecided.sentence_id
     GROUP BY component_id;

    INSERT INTO verdict
    SELECT undecided.sentence_id, group_id, kept_id
      FROM undecided
      JOIN duplicated ON duplicated.sentence_id = undecided.sentence_id
      JOIN component  ON component.sentence_id  = undecided.sentence_id
      JOIN kept       ON kept.component_id      = component.component_id
     WHERE NOT EXISTS (SELECT *
                         FROM pair_kind
                        WHERE a = min(undecided.own_id, kept.own_id)
                          AND b = max(undecided.own_id, kept.own_id)
                          AND kind IN (SELECT kind FROM other_kind));

    DELETE FROM undecided
     WHERE EXISTS (SELECT * FROM verdict WHERE verdict.sentence_id = undecided.sentence_id);
    DELETE FROM duplicate
     WHERE a NOT IN (SELECT sentence_id FROM undecided) OR b NOT IN (SELECT sentence_id FROM undecided);
    DELETE FROM component;
    DELETE FROM kept;
END;

WITH RECURSIVE counted (number) AS (
    SELECT 1
     UNION ALL
    SELECT number + 1
      FROM counted
     WHERE number < (SELECT max(texts) FROM (SELECT count(*) AS texts FROM duplicated GROUP BY group_id))
)
INSERT INTO temp.round SELECT number FROM counted;

-- ---- The list ----

SELECT char(10) || 'There are no duplicates.'
  FROM neardup_settings
 WHERE format = 'list' AND NOT EXISTS (SELECT * FROM verdict);

SELECT printf('%sKeep %,d of %,d texts in %,d %s, and drop %,d. Kept is %s.', char(10),
              count(*) - dropped, count(*), groups, iif(groups = 1, 'group', 'groups'), dropped,
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

.read sql/analysis/csv_rows.sql

INSERT INTO temp.csv_row (cells)
SELECT json_array('key', 'title', 'source', 'action', 'kept_key', 'kept_source', 'cluster', 'jaccard',
                  'text', 'sentence_id', 'kept_id')
  FROM neardup_settings
 WHERE format = 'csv';
INSERT INTO temp.csv_row (cells)
SELECT json_array(p.key, p.title, p.source, iif(sentence_id = kept_id, 'keep', 'drop'), q.key, q.source, group_id,
                  jaccard(fold_text(p.text, fold), fold_text(q.text, fold), shingle), p.text, sentence_id,
                  kept_id)
  FROM neardup_settings, setting, verdict
  JOIN sentence_origin AS p ON p.id = sentence_id
  JOIN sentence_origin AS q ON q.id = kept_id
 WHERE format = 'csv'
 ORDER BY group_id, kept_id, sentence_id <> kept_id, sentence_id;

.mode csv
SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11
  FROM csv_cell
 ORDER BY place;
.mode list

ROLLBACK;
DETACH blank;
DROP TABLE temp.neardup_settings;
.bail off
