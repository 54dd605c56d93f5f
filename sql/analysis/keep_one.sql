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
-- A group is a text that is kept and what is dropped for it. A text is dropped only for one that it is a pair with,
-- of such a kind, or that it equals after folding; never through a third text. And the two may differ in white space,
-- capitals, marks, an article, and a misspelt word in small letters, but in no number, code, name or other word, and
-- in scripts without capitals in no character of a word. What is in doubt is kept.
--
-- Ties go to the first in the order of loading, but of equal times, newest keeps the last that was loaded. What
-- has no time or no value, also an empty field, comes last.
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
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/analysis/open.sql

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
);
INSERT INTO temp.neardup_settings
SELECT coalesce(@keep, 'longest'), coalesce(@order, 'desc'),
       '[' || replace(json_quote(replace(coalesce(@kinds, 'identical,copyedit'), ' ', ',')), ',', '","')
           || ']',
       coalesce(@format, 'list'), coalesce(@top, 20);
INSERT INTO temp.neardup_whole VALUES ('@top', @top, 0, NULL);

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
.read sql/shared/sentence_places.sql

-- The places of texts that have duplicates, the one to keep first at place 1. (The affinity makes numbers of texts
-- that look like numbers. Of a file, an empty field is carried as an empty text: it is no value.)
CREATE TEMP TABLE wanted_kind AS
SELECT value AS kind FROM neardup_settings, json_each(kinds);

CREATE TEMP TABLE judged_duplicate AS
SELECT a, b FROM pair_kind WHERE kind IN (SELECT kind FROM wanted_kind) AND cluster_id IS NOT NULL;

CREATE TEMP TABLE valued (sentence_id INTEGER PRIMARY KEY, value NUMERIC);
INSERT INTO temp.valued
SELECT sentence.id,
       CASE keep WHEN 'longest'  THEN length(text)
                 WHEN 'shortest' THEN length(text)
                 WHEN 'newest'   THEN coalesce(revision_time, dump_date)
                 WHEN 'oldest'   THEN coalesce(revision_time, dump_date)
                 WHEN 'first'    THEN NULL
                 ELSE (SELECT iif(trim(value) = '', NULL, value)
                         FROM carried
                        WHERE article_id = article.id AND name = keep) END
  FROM neardup_settings, compared_sentence
  JOIN sentence ON sentence.id = sentence_id
  JOIN article  ON article.id = article_id
  LEFT JOIN source ON source.id = source_id
 WHERE first_id IN (SELECT first_id FROM compared_sentence WHERE first_id < sentence_id
                     UNION ALL
                    SELECT a FROM judged_duplicate
                     UNION ALL
                    SELECT b FROM judged_duplicate);

CREATE TEMP TABLE placed (
    sentence_id INTEGER PRIMARY KEY,
    own_id      INTEGER NOT NULL,               -- its compared_sentence.first_id: of texts equal after folding
    text_id     INTEGER NOT NULL,               -- the smallest sentence_id with exactly this text
    place       INTEGER NOT NULL
);
INSERT INTO temp.placed
WITH directed AS (
    SELECT keep, keep IN ('longest', 'newest')
                 OR (keep NOT IN ('shortest', 'oldest', 'first') AND direction = 'desc') AS descending
      FROM neardup_settings
)
SELECT sentence_id, first_id, min(sentence_id) OVER (PARTITION BY first_id, text),
       row_number() OVER (ORDER BY value IS NULL,
                                   iif(descending, NULL, value),
                                   iif(descending, value, NULL) DESC,
                                   iif(keep = 'newest', -sentence_id, sentence_id))
  FROM directed, valued
  JOIN compared_sentence USING (sentence_id)
  JOIN sentence ON sentence.id = sentence_id;
DELETE FROM temp.placed
 WHERE text_id <> sentence_id AND 'identical' NOT IN (SELECT kind FROM wanted_kind);

-- Each different text, at the place of its best copy.
CREATE TEMP TABLE distinct_text AS
SELECT text_id, own_id, sentence_id, min(place) AS place FROM placed GROUP BY text_id;
CREATE UNIQUE INDEX temp.distinct_text_id ON distinct_text(text_id);
CREATE INDEX temp.distinct_text_own ON distinct_text(own_id, place);

-- ---- What differs ----

-- Pairs of texts that one may replace: the best of those that are equal after folding with the others, and
-- each pair that was judged, with the best on at least one side.
CREATE TEMP TABLE candidate (a INTEGER, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
CREATE TEMP TABLE best AS
SELECT own_id, text_id, min(place) AS place FROM distinct_text GROUP BY own_id;
CREATE UNIQUE INDEX temp.best_own ON best(own_id);

INSERT OR IGNORE INTO temp.candidate
SELECT min(best.text_id, other.text_id), max(best.text_id, other.text_id)
  FROM best JOIN distinct_text AS other USING (own_id)
 WHERE best.text_id <> other.text_id AND 'copyedit' IN (SELECT kind FROM wanted_kind)
 UNION ALL
SELECT min(best.text_id, other.text_id), max(best.text_id, other.text_id)
  FROM (SELECT a, b FROM judged_duplicate UNION ALL SELECT b, a FROM judged_duplicate)
  JOIN best                   ON best.own_id  = a
  JOIN distinct_text AS other ON other.own_id = b;

-- Each difference, with the characters that touch it.
CREATE TEMP TABLE difference AS
SELECT candidate.a, candidate.b, substr(coalesce(language, 'en'), 1, 2) AS language, type,
       trim(text_a) AS text_a, trim(text_b) AS text_b,
       substr(' ' || x.text, begin_a, 1) AS before_a, substr(x.text, begin_a + length(text_a), 2) AS after_a,
       substr(' ' || y.text, begin_b, 1) AS before_b, substr(y.text, begin_b + length(text_b), 2) AS after_b,
       x.text = upper(x.text) OR y.text = upper(y.text) AS capitals
  FROM candidate
 CROSS JOIN sentence AS x ON x.id = candidate.a
 CROSS JOIN sentence AS y ON y.id = candidate.b
 CROSS JOIN article ON article.id = x.article_id
  LEFT JOIN source ON source.id = source_id
 CROSS JOIN text_differences(x.text, y.text, coalesce(language, 'en'))
 WHERE change <> 'equal';

-- Words that may be misspelt: written small, with one first letter, and neither the other with an ending.
CREATE TEMP TABLE spelling AS
SELECT DISTINCT text_a, text_b, fold_text(text_a) AS word_a, fold_text(text_b) AS word_b
  FROM difference
 WHERE length(text_a) >= 5 AND length(text_b) >= 5
   AND text_a || text_b NOT GLOB '*[^a-zß-öø-ÿα-ωа-џ]*'
   AND substr(text_a, 1, 1) = substr(text_b, 1, 1)
   AND substr(text_a, 1, length(text_b)) <> text_b AND substr(text_b, 1, length(text_a)) <> text_a
   AND edit_distance(text_a, text_b, 2) <= 2;

-- How many texts have them. A misspelt word is in one text, and its right spelling in many.
CREATE TEMP TABLE word_count AS
SELECT value AS word, count(DISTINCT sentence.id) AS texts
  FROM compared_sentence
 CROSS JOIN sentence ON sentence.id = sentence_id
 CROSS JOIN json_each('[' || replace(json_quote(fold_text(text)), ' ', '","') || ']')
 WHERE first_id = sentence_id AND EXISTS (SELECT * FROM spelling)
   AND value IN (SELECT word_a FROM spelling UNION SELECT word_b FROM spelling)
 GROUP BY value;
CREATE UNIQUE INDEX temp.word_count_word ON word_count(word);

CREATE TEMP TABLE misspelt AS
SELECT text_a, text_b
  FROM spelling
  JOIN word_count AS p ON p.word = word_a
  JOIN word_count AS q ON q.word = word_b
 WHERE min(p.texts, q.texts) = 1 AND max(p.texts, q.texts) >= 5;
CREATE UNIQUE INDEX temp.misspelt_pair ON misspelt(text_a, text_b);

CREATE TEMP TABLE article_word (language TEXT, words TEXT);
INSERT INTO temp.article_word
VALUES ('en', ' a an the '), ('de', ' der die das den dem ein eine einen einem einer '), ('fr', ' le la les un une '),
       ('es', ' el la los las un una '), ('it', ' il lo la gli le un uno una '), ('nl', ' de het een '),
       ('pt', ' o os as um uma ');

-- Differences that change nothing: capitals, marks that end or enclose, an article, a misspelt word. But not in a
-- number or a code, or what touches one: capitals count beside digits, unless the whole text is in capitals, and so
-- does any mark before a digit. (Digits of all scripts are folded to 0.)
CREATE TEMP TABLE harmful (a INTEGER, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
INSERT OR IGNORE INTO temp.harmful
SELECT a, b
  FROM (SELECT *, fold_text(text_a || text_b, 'width,digits') AS written,
               fold_text(before_a || before_b, 'width,digits') AS before,
               fold_text(substr(after_a, 1, 1) || substr(after_b, 1, 1), 'width,digits') AS after
          FROM difference) AS changed
 WHERE NOT CASE
       WHEN type = 'punctuation'
           THEN text_a || text_b NOT GLOB '*[^] .,;:!?…''"’‘“”„«»()。、！？：；「」『』（）[]*'
                AND after NOT GLOB '*0*'
                AND (before NOT GLOB '*0*' OR text_a || text_b NOT GLOB '*[^ .,;:!?…。、！？：；]*')
       WHEN type = 'case' AND capitals THEN 1
       WHEN written GLOB '*0*' OR before GLOB '*[0.:@#&_/\=+-]*' OR after GLOB '*[0@#&_/\=+-]*'
            OR after_a GLOB '[.:][^ ]' OR after_b GLOB '[.:][^ ]' THEN 0
       WHEN type = 'case' THEN 1
       WHEN type = 'function word'
           THEN EXISTS (SELECT *
                          FROM article_word
                         WHERE article_word.language = changed.language
                           AND instr(words, ' ' || text_a || ' ') + (text_a = '')
                           AND instr(words, ' ' || text_b || ' ') + (text_b = ''))
       ELSE EXISTS (SELECT *
                      FROM misspelt
                     WHERE misspelt.text_a = changed.text_a AND misspelt.text_b = changed.text_b) END;

CREATE TEMP TABLE duplicate AS
WITH harmless AS (
    SELECT a, b FROM candidate
    EXCEPT
    SELECT a, b FROM harmful
)
SELECT a, b FROM harmless
 UNION ALL
SELECT b, a FROM harmless;
CREATE INDEX temp.duplicate_a ON duplicate(a);

-- ---- What is kept ----

-- Texts take their turns by place. A text is dropped for the first kept one that it is a duplicate of, and is
-- kept if there is none: so nothing is dropped through a chain.
CREATE TEMP TABLE kept (text_id INTEGER PRIMARY KEY, kept_id INTEGER NOT NULL);
CREATE TEMP TABLE turn (place INTEGER PRIMARY KEY, text_id INTEGER NOT NULL, sentence_id INTEGER NOT NULL);
CREATE TEMP TRIGGER taken AFTER INSERT ON turn
BEGIN
    INSERT INTO kept
    SELECT new.text_id,
           coalesce((SELECT turn.sentence_id
                       FROM duplicate
                       JOIN turn ON turn.place = (SELECT place FROM distinct_text WHERE text_id = duplicate.b)
                       JOIN kept ON kept.text_id = duplicate.b AND kept_id = turn.sentence_id
                      WHERE duplicate.a = new.text_id
                      ORDER BY turn.place
                      LIMIT 1), new.sentence_id);
END;
INSERT INTO temp.turn SELECT place, text_id, sentence_id FROM distinct_text ORDER BY place;

CREATE TEMP TABLE verdict (
    sentence_id INTEGER PRIMARY KEY,
    group_id    INTEGER NOT NULL,               -- the smallest sentence_id of the group
    kept_id     INTEGER NOT NULL                -- by which it is replaced; itself if it is kept
);
INSERT INTO temp.verdict
SELECT sentence_id, least, kept_id
  FROM (SELECT sentence_id, kept_id, min(sentence_id) OVER (PARTITION BY kept_id) AS least,
               count(*) OVER (PARTITION BY kept_id) AS texts
          FROM placed JOIN kept USING (text_id))
 WHERE texts > 1;

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

SELECT char(10) || neardup_wrap(printf(
           '%,d %s not judged, since more than %d texts are in a cluster (judged_most in parameters): neither text '
           || 'of such a pair was dropped for the other.', pairs,
           iif(pairs = 1, 'pair of similar texts was', 'pairs of similar texts were'), judged_most))
  FROM neardup_settings, setting,
       (SELECT count(*) AS pairs
          FROM setting
         CROSS JOIN cluster
         CROSS JOIN member ON cluster_id = cluster.id
         CROSS JOIN pair   ON a = sentence_id
         WHERE texts > judged_most AND edit_distance > 0
           AND NOT EXISTS (SELECT * FROM pair_kind WHERE pair_kind.a = pair.a AND pair_kind.b = pair.b))
 WHERE format = 'list' AND pairs > 0;

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

.read sql/analysis/end.sql
