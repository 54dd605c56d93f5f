-- keep_one.sql - which texts to keep and which to drop, so that each is there only once.
--
--     SELECT neardup_run('keep', '{"keep": "newest", "format": "csv"}');
--     neardup keep my.db --keep newest --csv
--
-- It changes nothing: what is to be dropped, you drop. Its parameters:
--
--   @keep     which text of a group to keep                                     usual
--               usual               of which there are most copies, then the fewest misspelt words, then the longest
--               longest, shortest   by its characters
--               newest, oldest      by the time of its article or, without any, by the order of loading
--               first               in the order of loading
--               NAME                by the column NAME that was carried along
--   @order    for a column: asc keeps the smallest value, desc the largest      desc
--   @drop     sure, or likely to drop likely duplicates, too                    sure
--   @format   list, for people to read; csv; jsonl, an object a line             list
--   @top      how many groups of a part the list shows, the largest first       20
--
-- keep_certainty.sql tells three kinds of pairs apart: sure duplicates, likely ones, and texts that look alike but say
-- something else. A text is dropped only for one that it is a sure pair with, never through a third text.
--
-- Ties go to the first in the order of loading, but of equal times, newest keeps the last that was loaded. What
-- has no time or no value, also an empty field, comes last.
--
-- As CSV, of which a spreadsheet runs nothing, and as JSON lines there is a row for each text that has another beside it:
--
--   key, title, source      of its row or article: keys of several sources may be equal
--   action                  keep; drop; likely: it stays, but is likely a duplicate of the one that is kept; alike: it
--                           stays, and differs from it
--   kept_key, kept_source   of the text that is kept, itself if nothing before it is like it
--   cluster                 the smallest id of a sentence among the rows with the same kept_id
--   jaccard                 how similar it is to the text that is kept
--   text
--   sentence_id, kept_id    which sentence it is, and which is kept: for articles of several sentences
--   differs                 in what, as in "order 6996 | 45413" or "title Kettle | Lamp": first the text that is kept

SELECT neardup_error('must be usual, longest, shortest, newest, oldest, first or a column that was carried along ('
       || coalesce((SELECT group_concat(name, ', ') FROM (SELECT DISTINCT name FROM carried)),
                   'none yet; neardup DB TABLE --carry NAME --db NEW.db does that')
       || ')', 'keep', @keep)
 WHERE @keep NOT IN ('usual', 'longest', 'shortest', 'newest', 'oldest', 'first')
   AND NOT EXISTS (SELECT * FROM carried WHERE name = @keep);

-- ---- Which text comes first ----

-- What the rule says of each text that has others beside it. (The affinity makes numbers of texts that look like
-- numbers. Of a file, an empty field is carried as an empty text: it is no value.)
CREATE TEMP TABLE valued (
    sentence_id INTEGER PRIMARY KEY,
    own_id      INTEGER NOT NULL,               -- the first of the texts that are equal after folding
    text_id     INTEGER NOT NULL,               -- the smallest sentence_id with exactly this text and this heading
    heading     TEXT NOT NULL,                  -- of a text that is a record of its own: its folded title
    length      INTEGER NOT NULL,
    value       NUMERIC
);
INSERT INTO temp.valued
SELECT id, first_id, min(id) OVER same_text, heading, length(text), iif(@keep = 'usual', count(*) OVER same_text, value)
  FROM (SELECT sentence.id, first_id, text,
               iif(titled AND source.options GLOB '* whole*', fold_text(title), '') AS heading,
               CASE WHEN @keep IN ('longest', 'shortest') THEN length(text)
                    WHEN @keep IN ('newest', 'oldest')    THEN coalesce(revision_time, dump_date)
                    WHEN @keep <> 'first'                 THEN (SELECT iif(trim(value) = '', NULL, value)
                                                                  FROM carried
                                                                 WHERE article_id = article.id AND name = @keep) END AS value
          FROM (SELECT sentence_id, first_id FROM copy
                 UNION
                SELECT first_id, first_id FROM copy
                 UNION
                SELECT a, a FROM own_pair
                 UNION
                SELECT b, b FROM own_pair)
          JOIN sentence ON sentence.id = sentence_id
          JOIN article  ON article.id = article_id
          LEFT JOIN source ON source.id = source_id)
WINDOW same_text AS (PARTITION BY first_id, heading, text);

-- Each different text, with the best of its copies.
CREATE TEMP TABLE distinct_text (
    text_id     INTEGER PRIMARY KEY,
    own_id      INTEGER NOT NULL,
    heading     TEXT NOT NULL,
    sentence_id INTEGER NOT NULL,
    value       NUMERIC,
    rank        INTEGER NOT NULL                -- by the rule; misspelt words do not count yet
);
INSERT INTO temp.distinct_text
SELECT text_id, own_id, heading, sentence_id, value, min(rank)
  FROM (SELECT *, row_number() OVER (ORDER BY value IS NULL,
                                              iif(descending, NULL, value),
                                              iif(descending, value, NULL) DESC,
                                              iif(@keep = 'usual', -length, 0),
                                              iif(@keep = 'newest', -sentence_id, sentence_id)) AS rank
          FROM valued,
               (SELECT CASE WHEN @keep IN ('usual', 'longest', 'newest')  THEN 1
                            WHEN @keep IN ('shortest', 'oldest', 'first') THEN 0
                            ELSE @order = 'desc' END AS descending))
 GROUP BY text_id;
CREATE INDEX temp.distinct_text_own ON distinct_text(own_id, rank);

-- ---- What differs ----

-- The best of the texts that are equal after folding, of those with a heading and of all, and each pair of another with one
-- of these that has the same heading or none, or that is the best of all.
CREATE TEMP TABLE best AS
SELECT own_id, heading, text_id, rank, min(rank) OVER (PARTITION BY own_id) = rank AS of_all
  FROM (SELECT own_id, heading, text_id, min(rank) AS rank FROM distinct_text GROUP BY own_id, heading);
CREATE UNIQUE INDEX temp.best_own ON best(own_id, heading);
CREATE UNIQUE INDEX temp.best_of_all ON best(own_id) WHERE of_all;
CREATE TEMP TABLE candidate (a INTEGER, b INTEGER, jaccard REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;
INSERT OR IGNORE INTO temp.candidate
WITH several AS (
    SELECT own_id FROM distinct_text GROUP BY own_id HAVING count(*) > 1
)
SELECT min(best.text_id, other.text_id), max(best.text_id, other.text_id), jaccard
  FROM (SELECT a, b, jaccard FROM own_pair
         UNION ALL
        SELECT b, a, jaccard FROM own_pair WHERE a IN (SELECT own_id FROM several)
         UNION ALL
        SELECT own_id, own_id, 1.0 FROM several)
 CROSS JOIN distinct_text AS other ON other.own_id = b
 CROSS JOIN best ON best.own_id = a AND (best.heading IN (other.heading, '') OR of_all)
 WHERE best.text_id <> other.text_id;

SELECT neardup_run('keep_certainty.sql');

-- ---- What is kept ----

CREATE TEMP TABLE place (place INTEGER PRIMARY KEY, text_id INTEGER NOT NULL, sentence_id INTEGER NOT NULL);
INSERT INTO temp.place
SELECT row_number() OVER (ORDER BY iif(@keep = 'usual', -value, 0), iif(@keep = 'usual', slips, 0), rank),
       text_id, sentence_id
  FROM (SELECT *,
               (SELECT count(*)
                  FROM misspelt_word
                 WHERE misspelt_word.text_id = distinct_text.text_id) AS slips
          FROM distinct_text);
CREATE UNIQUE INDEX temp.place_text ON place(text_id);

-- Pairs of which one drops the other, by the places of their texts.
CREATE TEMP TABLE beside (place INTEGER, earlier INTEGER, PRIMARY KEY (place, earlier)) WITHOUT ROWID;
INSERT INTO temp.beside
SELECT max(x.place, y.place), min(x.place, y.place)
  FROM certainty
  JOIN place AS x ON x.text_id = a
  JOIN place AS y ON y.text_id = b
 WHERE level <= (@drop = 'likely');

-- Texts take their turns by place. A text is dropped for the first kept one that it is a duplicate of, and is
-- kept if there is none: so nothing is dropped through a chain.
CREATE TEMP TABLE kept (place INTEGER PRIMARY KEY, kept_place INTEGER NOT NULL);
CREATE TEMP TABLE turn (place INTEGER PRIMARY KEY);
CREATE TEMP TRIGGER taken AFTER INSERT ON turn
BEGIN
    INSERT INTO kept
    SELECT new.place,
           coalesce((SELECT min(earlier)
                       FROM beside JOIN kept ON kept.place = earlier AND kept_place = earlier
                      WHERE beside.place = new.place), new.place);
END;
INSERT INTO temp.turn SELECT place FROM place ORDER BY place;

-- What stays beside one that is kept before it: the surest pair counts, then the most similar.
CREATE TEMP TABLE head (text_id INTEGER PRIMARY KEY, place INTEGER NOT NULL);
INSERT INTO temp.head SELECT text_id, place FROM place JOIN kept USING (place) WHERE kept_place = place;
CREATE TEMP TABLE stays (place INTEGER PRIMARY KEY, level INTEGER, earlier INTEGER, jaccard REAL, slips INTEGER);
INSERT INTO temp.stays
SELECT max(x.place, y.place), coalesce(level, 2), min(x.place, y.place), jaccard, slips
  FROM candidate
  LEFT JOIN certainty USING (a, b)
  JOIN head AS x ON x.text_id = a
  JOIN head AS y ON y.text_id = b
 WHERE true
    ON CONFLICT DO UPDATE SET (level, earlier, jaccard, slips)
                              = (excluded.level, excluded.earlier, excluded.jaccard, excluded.slips)
       WHERE (excluded.level, -excluded.jaccard, excluded.earlier) < (level, -jaccard, earlier);

CREATE TEMP TABLE verdict (
    sentence_id INTEGER PRIMARY KEY,
    action      TEXT NOT NULL,
    kept_id     INTEGER NOT NULL,               -- by which it is replaced, or what it is like; itself if nothing
    group_id    INTEGER NOT NULL,               -- the smallest sentence_id of the group
    misspelt    INTEGER NOT NULL                -- of what is likely: there are only words that may be misspelt
);
INSERT INTO temp.verdict
SELECT sentence_id, action, kept_id, min(sentence_id) OVER (PARTITION BY kept_id), action = 'likely' AND slips
  FROM (SELECT valued.sentence_id,
               CASE WHEN kept.place <> kept_place OR valued.sentence_id <> own.sentence_id THEN 'drop'
                    ELSE CASE level WHEN 1 THEN 'likely' WHEN 2 THEN 'alike' ELSE 'keep' END END AS action,
               iif(valued.sentence_id = own.sentence_id AND level IS NOT NULL, head.sentence_id, other.sentence_id)
                   AS kept_id, slips
          FROM valued
          JOIN place AS own   ON own.text_id = valued.text_id
          JOIN kept           ON kept.place = own.place
          JOIN place AS other ON other.place = kept_place
          LEFT JOIN stays     ON stays.place = own.place
          LEFT JOIN place AS head ON head.place = earlier);
DELETE FROM temp.verdict
 WHERE action = 'keep' AND sentence_id NOT IN (SELECT kept_id FROM verdict WHERE action <> 'keep');

-- ---- The list ----

SELECT char(10) || 'There are no duplicates.'
 WHERE @format = 'list' AND NOT EXISTS (SELECT * FROM verdict);

WITH part(place, action, heading) AS MATERIALIZED (
    VALUES
        (1, 'drop',
         iif(@drop = 'sure', 'Sure', 'Sure or likely') || ': %,d %s in %,d %s can go. Each group keeps '
         || CASE WHEN @keep = 'usual'                  THEN 'the most usual text'
                 WHEN @keep IN ('longest', 'shortest') THEN 'the ' || @keep || ' text'
                 WHEN @keep IN ('newest', 'oldest')    THEN 'the ' || @keep
                 WHEN @keep = 'first'                  THEN 'the first'
                 ELSE 'the text with the ' || iif(@order = 'desc', 'largest', 'smallest') || ' value of ' || @keep END
         || '.'),
        (2, 'likely', 'Likely: %,d %s in %,d %s may repeat the one that is kept. Look at them first. To drop them, too: '
                      || '--drop likely (in SQL "drop": "likely").'),
        (3, 'alike', 'Looks alike, but differs: keep %,d %s in %,d %s.')
), grouped AS (
    -- Of likely texts, those that are only misspelt go first: they change less than those with other words.
    SELECT part.place AS part, kept_id, count(*) AS texts, action,
           row_number() OVER (PARTITION BY part.place ORDER BY max(misspelt) DESC, count(*) DESC, kept_id) AS group_place
      FROM part JOIN verdict USING (action)
     WHERE @format = 'list'
     GROUP BY part.place, kept_id
), shown AS MATERIALIZED (
    SELECT * FROM grouped WHERE group_place <= @top
), listed AS MATERIALIZED (
    -- The kept text of each group first, then up to five others.
    SELECT part, group_place, kept_id, texts, action, 0 AS place, kept_id AS sentence_id, 0 AS misspelt FROM shown
     UNION ALL
    SELECT part, group_place, kept_id, texts, action,
           row_number() OVER (PARTITION BY part, kept_id ORDER BY misspelt DESC, sentence_id), sentence_id, misspelt
      FROM shown JOIN verdict USING (action, kept_id)
), line(part, group_place, place, line) AS (
    SELECT part.place, 0, 0,
           char(10) || neardup_wrap(printf(heading, sum(texts), iif(sum(texts) = 1, 'text', 'texts'),
                                           count(*), iif(count(*) = 1, 'group', 'groups')))
      FROM part JOIN grouped ON grouped.part = part.place
     GROUP BY part.place
     UNION ALL
    SELECT part, group_place, listed.place,
           CASE WHEN listed.place = 0
                THEN char(10) || neardup_wrap('  keep        ' || sentence_place.place, 14)
                     || char(10) || neardup_wrap('              ' || x.text, 14)
                WHEN listed.place <= 5
                THEN neardup_wrap(printf('  %-7s%.2f ', action, jaccard(fold_text(x.text, fold), fold_text(y.text, fold), shingle))
                                  || iif(misspelt, 'misspelt: ', '') || sentence_place.place, 14)
                     || iif(x.text = y.text, '',
                            char(10) || neardup_wrap('              ' || mark_differences(x.text, y.text), 14))
                ELSE printf('  %-12s%,d more', action, texts - 5) END
      FROM setting, listed
      JOIN sentence AS x ON x.id = kept_id
      JOIN sentence AS y ON y.id = sentence_id
      JOIN sentence_place ON sentence_place.id = sentence_id
     WHERE listed.place <= 6
)
SELECT line FROM line ORDER BY part, group_place, place;

SELECT char(10) || neardup_wrap('Nothing was dropped: this list says what could be. For a spreadsheet or a program, write it '
                                || 'as CSV: --csv (in SQL "format": "csv").')
 WHERE @format = 'list' AND EXISTS (SELECT * FROM verdict);

SELECT char(10) || neardup_wrap(printf(
           '%,d texts of large clusters differ in one word only, each from 30 others or more. Not all of these were compared '
           || 'with each other, so a duplicate may be missing.', texts))
  FROM uncompared
 WHERE @format = 'list' AND texts > 0;

-- A text is all that was compared, and it need not be all of its row.
SELECT char(10) || neardup_wrap(printf(
           '%,d of the texts that can go %s shorter than 20 letters and without a title. Equal texts such as "good" may be of '
           || 'different records: compare the other columns before you drop any.', texts, iif(texts = 1, 'is', 'are')))
  FROM (SELECT count(*) AS texts
          FROM verdict JOIN valued USING (sentence_id) JOIN sentence ON sentence.id = sentence_id
         WHERE action = 'drop' AND heading = '' AND length(CAST(text AS BLOB)) < 20)
 WHERE @format = 'list' AND texts > 0;

SELECT char(10) || neardup_wrap(printf(
           '%,d of the texts that can go %s a key with a text that stays: deleting by key would delete both.',
           texts, iif(texts = 1, 'shares', 'share')))
  FROM (SELECT count(*) AS texts
          FROM temp.verdict
          JOIN sentence ON sentence.id = sentence_id
          JOIN article  ON article.id = article_id
         WHERE action = 'drop'
           AND (source_id, key) IN (SELECT source_id, key
                                      FROM sentence
                                      JOIN article ON article.id = article_id
                                      LEFT JOIN temp.verdict ON sentence_id = sentence.id
                                     WHERE key IS NOT NULL AND action IS NOT 'drop'))
 WHERE @format = 'list' AND texts > 0;

-- ---- The rows ----

SELECT p.key, p.title, p.source, action, q.key AS kept_key, q.source AS kept_source, group_id AS cluster,
       jaccard(fold_text(p.text, fold), fold_text(q.text, fold), shingle) AS jaccard, p.text, verdict.sentence_id, kept_id,
       -- each difference with the word before it
       (SELECT group_concat(differs, '; ')
          FROM (SELECT printf('title %s | %s', q.title, p.title) AS differs
                 WHERE v.heading <> w.heading AND '' NOT IN (v.heading, w.heading)
                 UNION ALL
                SELECT trim(ltrim(substr(before, length(rtrim(before, replace(before, ' ', ''))) + 1),
                                  '([{"')
                            || ' ' || coalesce(nullif(trim(text_a), ''), '(nothing)')
                            || ' | ' || coalesce(nullif(trim(text_b), ''), '(nothing)')) AS differs
                  FROM (SELECT change, text_a, text_b,
                               lag(trim(text_a), 1, '') OVER (ORDER BY position) AS before
                          FROM text_differences(q.text, p.text))
                 WHERE change <> 'equal'
                 UNION ALL
                -- white space alone: the parts between spaces that only one has
                SELECT (SELECT group_concat(value, ' ')
                          FROM json_each(q_words)
                         WHERE value NOT IN (SELECT value FROM json_each(p_words)))
                       || ' | '
                       || (SELECT group_concat(value, ' ')
                             FROM json_each(p_words)
                            WHERE value NOT IN (SELECT value FROM json_each(q_words)))
                  FROM (SELECT '[' || replace(json_quote(p.text), ' ', '","') || ']' AS p_words,
                               '[' || replace(json_quote(q.text), ' ', '","') || ']' AS q_words)
                 WHERE p.text <> q.text
                   AND NOT EXISTS (SELECT * FROM text_differences(q.text, p.text) WHERE change <> 'equal'))) AS differs
  FROM setting, verdict
  JOIN sentence_origin AS p ON p.id = verdict.sentence_id
  JOIN sentence_origin AS q ON q.id = kept_id
  JOIN valued AS v          ON v.sentence_id = verdict.sentence_id
  JOIN valued AS w          ON w.sentence_id = kept_id
 WHERE @format <> 'list'
 ORDER BY group_id, kept_id, verdict.sentence_id <> kept_id, verdict.sentence_id;
