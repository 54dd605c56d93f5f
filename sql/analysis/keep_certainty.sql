-- keep_certainty.sql - fills temp.certainty: how certain it is that the two texts of a pair of temp.candidate say the same.
-- Pairs without a row are alike.
--
-- A part of keep_one.sql. A pair is as sure as the least sure of its differences:
--
--   0  sure     capitals at the beginning of a sentence, or in a text beside one all in capitals or small letters; marks, white
--               space between words, an article, a misspelt English word
--   1  likely   other capitals, accents, white space inside a word or beside a digit, a question mark for another mark, a word that may be
--               misspelt, also in a name; one word more; the same words in another order; in Japanese and Chinese a particle.
--               At most two of them, not counting capitals, or one word more
--   2  alike    anything else: a number, a code, a unit, a name, another word; the titles of two records
--
-- Pairs with different numbers, or with words on both sides that the other has not and that are no slips, which most pairs
-- of a template are, are told by their letters and words: they are alike, and have no row. Only the others are compared word
-- by word.

-- In scripts without spaces a word is a clause, so its digits are left to the comparison word by word.
CREATE TEMP TABLE said (
    text_id  INTEGER PRIMARY KEY,
    language TEXT,                              -- as functions take it; NULL if nobody names it
    text     TEXT NOT NULL,
    letters  TEXT NOT NULL,                     -- folded, without spaces
    list     TEXT NOT NULL,                     -- the folded words, as JSON
    touches  TEXT NOT NULL,                     -- without spaces, but "_" for those before a digit and beside "@" and "."
    words    TEXT,                              -- folded, in alphabetical order, with a space on each side
    numbers  TEXT,                              -- those of the words that have digits
    loud     INTEGER NOT NULL,                  -- no letter that is no capital; beside a number, two words of them
    quiet    INTEGER NOT NULL                   -- without capitals
);
INSERT INTO temp.said
SELECT text_id, language, text, replace(folded, ' ', ''), list,
       replace(replace(replace(replace(replace(replace(
           spaced, ' 0', '_0'), ' @', '_@'), '@ ', '@_'), ' .', '_.'), '. ', '._'), ' ', ''),
       (SELECT ' ' || group_concat(value, ' ') || ' ' FROM (SELECT value FROM json_each(list) ORDER BY value)),
       (SELECT group_concat(value, ' ')
          FROM (SELECT value
                  FROM json_each(list)
                 WHERE fold_text(value, 'digits') GLOB '*0*' AND value NOT GLOB '*[぀-鿿฀-๿]*'
                 ORDER BY value)),
       text GLOB iif(spaced GLOB '*0*', '*[A-ZÀ-ÖØ-ÞΑ-ΫЀ-Я]* *[A-ZÀ-ÖØ-ÞΑ-ΫЀ-Я]*', '*[A-ZÀ-ÖØ-ÞΑ-ΫЀ-Я]*')
       AND text NOT GLOB '*[^' || char(1) || '-`{-©«-´¶-¹»-ÞĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮŽŐŰĞİŞŒŸΑ-ΫЀ-Я‐-⁞₠-₿]*',
       text NOT GLOB '*[A-ZÀ-ÖØ-ÞΑ-ΫЀ-Я]*'
  FROM (SELECT text_id, language, text, folded,
               trim(replace(replace(replace(replace(replace(fold_text(text, 'width,digits'), char(10), ' '), char(9), ' '),
                                            '  ', ' '), '  ', ' '), '  ', ' ')) AS spaced,
               '[' || replace(json_quote(folded), ' ', '","') || ']' AS list
          FROM (SELECT sentence.id AS text_id, neardup_language(language) AS language, text, fold_text(text) AS folded
                  FROM sentence
                  LEFT JOIN written_in USING (article_id)
                 WHERE sentence.id IN (SELECT a FROM candidate UNION SELECT b FROM candidate)));

-- Each difference of the pairs that can be sure or likely: their letters differ by slips and an article, they have the same
-- words in another order, or one has words more, so that the distance of the lists is what it is longer. In a pattern that
-- thousands of texts follow, nearly all differences are two other words, which are alike unless one is the other misspelt. So a
-- difference is stored small, and what stands around it is looked at only where it counts.
CREATE TEMP TABLE difference (
    a       INTEGER,
    b       INTEGER,
    place   INTEGER,
    type    TEXT,                               -- NULL if the texts differ in white space only
    text_a  TEXT,
    text_b  TEXT,
    begin_a INTEGER,
    begin_b INTEGER,
    end_a   INTEGER,                            -- where what follows begins
    end_b   INTEGER,
    moved   INTEGER NOT NULL,                   -- the texts have the same words
    apart   INTEGER NOT NULL,                   -- how many letters lie between two other words, at most 5; else 0
    PRIMARY KEY (a, b, place)
) WITHOUT ROWID;
INSERT INTO temp.difference
WITH found AS MATERIALIZED (    -- so that each piece is asked for once
    SELECT candidate.a, candidate.b, ifnull(position, 0), type, trim(text_a) AS text_a, trim(text_b) AS text_b,
           begin_a, begin_b, begin_a + length(text_a), begin_b + length(text_b), p.words = q.words
      FROM candidate
     CROSS JOIN said AS p ON p.text_id = candidate.a
     CROSS JOIN said AS q ON q.text_id = candidate.b
      LEFT JOIN text_differences(p.text, q.text, neardup_language(p.language, q.language)) ON change <> 'equal'
     WHERE p.letters = q.letters
        OR p.numbers IS q.numbers
           AND (edit_distance(p.letters, q.letters, 8) <= 8
                OR p.words = q.words
                OR edit_distance(p.words, q.words, abs(length(p.words) - length(q.words)))
                   <= abs(length(p.words) - length(q.words)))
)
SELECT *,
       iif(type IS NULL OR type IN ('case', 'punctuation') OR text_b = ''
           OR text_a NOT GLOB '*[^はがをもとのによねか的啊呀啦]*'
           OR lower(text_a) IN (SELECT word FROM known_word WHERE kind GLOB 'article *')
              AND lower(text_b) IN (SELECT word FROM known_word WHERE kind GLOB 'article *'),
           0, edit_distance(replace(fold_text(text_a), ' ', ''), replace(fold_text(text_b), ' ', ''), 4))
  FROM found;

-- ---- Misspelt words ----

-- Two words that slips make of each other: a letter is missing, one too many or wrong, or neighbours are exchanged, once or
-- twice. `plain` are those that can be sure, inside an English word that is neither one of two that are easily confused nor
-- ends as a surname may ("petersen"); `near` are those of five letters that begin alike, so that a rare form is
-- likely misspelt in a name, too, or if its right form is not that usual. Neither is the other with an ending.
--
-- One text against five is sure, two against twenty, three against 45: the more often a form is written, the more likely
-- it is a word of its own. So is it if another word begins as it does: "contracted" is no misspelt "contacted" where there
-- is "contracts". An added letter is sure if it is the one before it, again. Two usual words are both right.
CREATE TEMP TABLE misspelt AS
WITH RECURSIVE letter(place) AS (
    SELECT 1 UNION ALL SELECT place + 1 FROM letter WHERE place < 40
), word AS (
    SELECT text_a, text_b, fold_text(text_a) AS word_a, fold_text(text_b) AS word_b, apart AS distance,
           max(p.language <> 'en') IS NOT 1 AS english,
           text_a NOT GLOB '*[^a-zß-öø-ÿα-ωа-џ]*' AS small_a, max(p.loud OR q.loud) AND text_a = upper(text_a) AS loud_a,
           text_b NOT GLOB '*[^a-zß-öø-ÿα-ωа-џ]*' AS small_b, max(p.loud OR q.loud) AND text_b = upper(text_b) AS loud_b
      FROM difference
      JOIN said AS p ON p.text_id = a
      JOIN said AS q ON q.text_id = b
     WHERE apart BETWEEN 1 AND 4
       AND length(text_a) >= 4 AND length(text_b) >= 4 AND abs(length(text_a) - length(text_b)) <= 2
     GROUP BY text_a, text_b
), measured AS (
    SELECT *, min(length(word_a), length(word_b)) AS least, max(length(word_a), length(word_b)) AS most,
           substr(word_a, 1, 1) = substr(word_b, 1, 1) AS begin_alike,
           CASE WHEN small_a THEN small_b OR loud_b ELSE small_b AND loud_a END AS small,
           CASE WHEN length(word_a) = length(word_b)
                THEN (SELECT iif(min(substr(word_b, place, 2)
                                     = substr(word_a, place + 1, 1) || substr(word_a, place, 1)
                                     OR substr(word_b, place - 1, 2)
                                        = substr(word_a, place, 1) || substr(word_a, place - 1, 1)), count(*) / 2, 9)
                        FROM letter
                       WHERE place <= length(word_a) AND substr(word_a, place, 1) <> substr(word_b, place, 1))
                ELSE 9 END AS exchanges
      FROM word
     WHERE word_a || word_b NOT GLOB '*[^a-zα-ωа-џ]*' AND word_a <> word_b
), slipped AS (
    SELECT *, exchanges = 1 OR least < most AND distance = 1 AS slip,
           iif(length(word_a) = most, word_a, word_b) AS longer, iif(length(word_a) = most, word_b, word_a) AS shorter
      FROM measured
     WHERE distance <= 2 OR exchanges <= 2
), ended AS (
    SELECT *, least < most AND substr(longer, 1, least) = shorter AS ending,
           EXISTS (SELECT *
                     FROM letter
                    WHERE substr(longer, place, 1) = substr(longer, place + 1, 1)
                      AND substr(longer, 1, place) || substr(longer, place + 2) = shorter) AS doubled
      FROM slipped
), spelling AS MATERIALIZED (
    SELECT text_a, text_b, word_a, word_b, small, iif(exchanges = 1 OR doubled, '', longer) AS longer,
           english AND slip AND small AND begin_alike AND substr(word_a, -1) = substr(word_b, -1) AND most >= 8
           AND word_a GLOB '*[aeiouy]*' AND word_a NOT GLOB '*[sm][aeo]n' AND word_a NOT GLOB '*mann'
           AND NOT EXISTS (SELECT *
                             FROM known_word
                            WHERE kind = 'confused' AND word IN (word_a || '/' || word_b, word_b || '/' || word_a)) AS plain,
           begin_alike AND NOT ending AND least >= 5 AND (slip OR distance = 1 OR least >= 9) AS near
      FROM ended
     WHERE longer <> 'a' || shorter
       AND CASE WHEN ending THEN distance = 1 AND (substr(longer, -2, 1) = substr(longer, -1)
                                                   OR longer NOT GLOB '*[sdeyntai]' AND longer NOT GLOB '*e[rm]')
                ELSE slip OR exchanges = 2 OR begin_alike AND least >= 4 + distance END
), spelt(word) AS MATERIALIZED (
    SELECT word_a FROM spelling UNION SELECT word_b FROM spelling
), word_count AS MATERIALIZED (
    -- How many texts have them, and other words that begin as they do but for their last two letters. A misspelt word is in
    -- few texts, and its right spelling in many.
    SELECT value AS word, count(DISTINCT sentence.id) AS texts
      FROM compared_sentence
     CROSS JOIN sentence ON sentence.id = sentence_id
     CROSS JOIN json_each('[' || replace(json_quote(fold_text(text)), ' ', '","') || ']')
     WHERE first_id = sentence_id AND EXISTS (SELECT * FROM spelling)
       AND (value IN (SELECT word FROM spelt)
            OR substr(value, 1, 6) IN (SELECT substr(word, 1, 6) FROM spelt WHERE length(word) >= 8))
     GROUP BY value
)
SELECT text_a, text_b, word, told, plain AND alone AND usual AND told AND word <> longer AS sure
  FROM (SELECT *,
               NOT EXISTS (SELECT *
                             FROM word_count AS other
                            WHERE other.word GLOB substr(counted.word, 1, length(counted.word) - 2) || '*'
                              AND other.word NOT IN (word_a, word_b)) AS alone
          FROM (SELECT spelling.*, iif(p.texts < q.texts, word_a, word_b) AS word, p.texts <> q.texts AS told,
                       min(p.texts, q.texts) AS fewer, max(p.texts, q.texts) AS more,
                       max(p.texts, q.texts) >= 5 * min(p.texts, q.texts) * min(p.texts, q.texts) AS usual
                  FROM spelling
                  JOIN word_count AS p ON p.word = word_a
                  JOIN word_count AS q ON q.word = word_b) AS counted)
 WHERE near AND (fewer < 5 OR more >= 20 * fewer) OR small AND fewer = 1 AND more >= 5;
CREATE UNIQUE INDEX temp.misspelt_pair ON misspelt(text_a, text_b);

-- ---- How sure ----

-- What touches a number or a code counts: capitals, unless the whole text is in capitals, also in a unit after a space, and any
-- mark before a digit or between two numbers.
-- (Digits of all scripts are folded to 0.) Pairs whose differences all are other words are alike, and are not judged.
CREATE TEMP TABLE certainty (
    a     INTEGER,
    b     INTEGER,
    level INTEGER NOT NULL,
    slips INTEGER NOT NULL,                     -- all that is not sure is misspelt words
    PRIMARY KEY (a, b)
) WITHOUT ROWID;
INSERT INTO temp.certainty
WITH changed AS (
    SELECT *, '' IN (text_a, text_b) AS added, fold_text(text_a || text_b, 'width,digits') AS written,
           fold_text(substr(head_a, -1) || substr(head_b, -1), 'width,digits') AS before,
           fold_text(substr(tail_a, 1, 1) || substr(tail_b, 1, 1), 'width,digits') AS after,
           fold_text(substr(rtrim(head_a), -1) || substr(rtrim(head_b), -1), 'width,digits') AS prior,
           fold_text(substr(ltrim(tail_a), 1, 1) || substr(ltrim(tail_b), 1, 1), 'width,digits') AS next,
           substr(rtrim(head_a), length(rtrim(rtrim(head_a), replace(head_a, ' ', ''))) + 1) AS word_before,
           substr(ltrim(tail_a), 1, instr(ltrim(tail_a) || ' ', ' ') - 1) AS word_after
      FROM (SELECT difference.*, ifnull(p.language, 'en') AS language, p.touches <> q.touches AS touching,
                   p.loud OR q.loud AS capitals, p.quiet OR q.quiet AS quiet,
                   length(p.words) - length(replace(p.words, ' ', '')) - 1 AS words,
                   substr(p.text, max(begin_a - 40, 1), begin_a - max(begin_a - 40, 1)) AS head_a,
                   substr(q.text, max(begin_b - 40, 1), begin_b - max(begin_b - 40, 1)) AS head_b,
                   substr(p.text, end_a, 40) AS tail_a, substr(q.text, end_b, 40) AS tail_b
              FROM (SELECT DISTINCT a, b
                      FROM difference LEFT JOIN misspelt USING (text_a, text_b)
                     WHERE apart = 0 OR moved OR misspelt.text_a IS NOT NULL) AS open
             CROSS JOIN difference USING (a, b)
             CROSS JOIN said AS p ON p.text_id = a
             CROSS JOIN said AS q ON q.text_id = b)
), judged AS (
    SELECT a, b, moved, type <> 'case' AS counts, added, misspelt.text_a IS NOT NULL AS slip,
           CASE
           WHEN apart > 0 AND misspelt.text_a IS NULL THEN 2
           WHEN type IS NULL THEN touching
           WHEN type = 'punctuation'
               THEN CASE
                    WHEN changed.text_a || changed.text_b GLOB '*[^] .,;:!?…''"’‘“”„«»()。、！？：；「」『』（）[]*'
                         OR after GLOB '*0*' OR prior GLOB '*0*' AND next GLOB '*0*'
                         OR before GLOB '*0*' AND changed.text_a || changed.text_b GLOB '*[^ .,;:!?…。、！？：；]*'
                         OR prior GLOB '*0*' AND changed.text_a || changed.text_b GLOB '*[''"’‘“”]*' THEN 2
                    ELSE NOT added AND (changed.text_a GLOB '*[?？؟]*') <> (changed.text_b GLOB '*[?？؟]*')
                         OR word_before GLOB '*n[''’]t' OR word_after GLOB '*n[''’]t*'
                         OR fold_text(word_before) IN (SELECT word FROM known_word WHERE kind = 'negation')
                         OR fold_text(word_after) IN (SELECT word FROM known_word WHERE kind = 'negation') END
           WHEN type = 'case' AND capitals THEN 0
           WHEN written GLOB '*0*' OR before GLOB '*[0.:@#&_/\=+-]*' OR after GLOB '*[0@#&_/\=+-]*'
                OR tail_a GLOB '[.:][^ ]*' OR tail_b GLOB '[.:][^ ]*' OR type = 'case' AND prior GLOB '*0*' THEN 2
           WHEN type = 'case'
               THEN CASE
                    WHEN changed.text_a || ' ' || changed.text_b GLOB '*[a-zß-öø-ÿα-ωа-џ][A-ZÀ-ÖØ-ÞΑ-ΫЀ-Я]*'
                        THEN iif(quiet, 1, 2)
                    WHEN quiet AND changed.text_a || ' ' || changed.text_b NOT GLOB '*[A-ZÀ-ÖØ-ÞΑ-ΫЀ-Я][A-ZÀ-ÖØ-ÞΑ-ΫЀ-Я]*' THEN 0
                    ELSE prior GLOB '*[^.!?。！？]*' OR substr(changed.text_a, 2) <> substr(changed.text_b, 2) END
           WHEN (changed.text_a = ''
                 OR ('article ' || language, lower(changed.text_a)) IN (SELECT kind, word FROM known_word))
                AND (changed.text_b = ''
                     OR ('article ' || language, lower(changed.text_b)) IN (SELECT kind, word FROM known_word))
               THEN changed.text_a || changed.text_b GLOB '*[A-Z]*'
                    OR iif(language = 'en',
                           'a' IN (changed.text_a, changed.text_b) AND trim(head_a) <> ''
                           AND fold_text(word_before) NOT IN (SELECT word FROM known_word WHERE kind = 'function'),
                           NOT added)
           WHEN type NOT IN ('spelling', 'name', 'function word', 'other', 'negation') THEN 2
           WHEN misspelt.text_a IS NOT NULL THEN NOT (sure AND words >= 6)
           WHEN type = 'negation' THEN 2
           WHEN replace(fold_text(changed.text_a), ' ', '') = replace(fold_text(changed.text_b), ' ', '') THEN 1
           WHEN written NOT GLOB '*[^はがをもとのによねか的啊呀啦]*'
               THEN iif(head_a GLOB '*[目标標]' OR tail_a GLOB '[确確士]*', 2, 1)    -- 的 is no particle in 目的, 的确
           WHEN written GLOB '*[぀-鿿฀-๿]*' THEN 2
           ELSE iif(added AND type IN ('function word', 'other') AND instr(written, ' ') = 0
                         AND fold_text(written) NOT IN (SELECT word FROM known_word WHERE kind = 'turning'), 1, 2) END AS level
      FROM changed LEFT JOIN misspelt ON misspelt.text_a = changed.text_a AND misspelt.text_b = changed.text_b
)
SELECT a, b, iif(max(level) = 1 AND total(level * counts * (1 + added)) > 2, 2, max(level)) AS least, min(slip OR level = 0)
  FROM judged
 GROUP BY a, b
HAVING least < 2 OR moved;

-- Words in another order are the same, unless something else is said by it. Each number must have a word before it or after
-- it that it had, and both if the numbers are in another order.
CREATE TEMP TABLE numbered (text_id INTEGER, word TEXT, place INTEGER, before TEXT, after TEXT,
                            PRIMARY KEY (text_id, place)) WITHOUT ROWID;
INSERT INTO temp.numbered
SELECT text_id, word, row_number() OVER (PARTITION BY text_id ORDER BY key), before, after
  FROM (SELECT text_id, key, value AS word,
               lag(value, 1, '') OVER near AS before, lead(value, 1, '') OVER near AS after
          FROM said, json_each(list)
         WHERE text_id IN (SELECT value
                             FROM certainty
                             JOIN said AS p ON p.text_id = a
                             JOIN said AS q ON q.text_id = b AND q.words = p.words
                             JOIN json_each(json_array(a, b))
                            WHERE level = 2)
        WINDOW near AS (PARTITION BY text_id ORDER BY key))
 WHERE fold_text(word, 'digits') GLOB '*0*';
UPDATE temp.certainty
   SET level = 1, slips = 0
 WHERE level = 2
   AND EXISTS (SELECT *
                 FROM said AS p
                 JOIN said AS q      ON q.text_id = b AND q.words = p.words AND q.letters <> p.letters
                 JOIN sentence AS x  ON x.id = a
                 JOIN sentence AS y  ON y.id = b
                 JOIN duplicate_kind(x.text, y.text, '', '')
                WHERE p.text_id = a AND type IS NULL)
   AND (NOT EXISTS (SELECT *
                      FROM numbered AS m JOIN numbered AS n ON n.text_id = b AND n.place = m.place
                     WHERE m.text_id = a
                       AND (n.word <> m.word OR n.before <> m.before AND n.after <> m.after))
        OR NOT EXISTS (SELECT *
                         FROM numbered AS m
                        WHERE m.text_id = a
                          AND ((m.word, m.before, m.after) NOT IN (SELECT word, before, after FROM numbered WHERE text_id = b)
                               OR EXISTS (SELECT *
                                            FROM numbered AS n
                                           WHERE n.text_id = a AND n.before = m.before AND n.after = m.after
                                             AND n.word <> m.word))));

-- Two records that have titles are about what these name.
UPDATE temp.certainty
   SET level = 2
  FROM distinct_text AS p, distinct_text AS q
 WHERE p.text_id = a AND q.text_id = b AND p.heading <> q.heading AND '' NOT IN (p.heading, q.heading);
