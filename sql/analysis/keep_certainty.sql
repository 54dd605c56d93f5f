-- keep_certainty.sql - how sure it is that two texts say the same: temp.certainty, a row for each of temp.candidate.
--
-- A part of keep_one.sql. A pair is as sure as the least sure of its differences:
--
--   0  sure     capitals, marks, white space between words, an article, a misspelt word
--   1  likely   accents, white space inside a word, a word that may be misspelt, also in a name; one word more; the same words in another order;
--               in Japanese and Chinese a particle. At most two of them, or one word more
--   2  alike    anything else: a number, a code, a name, another word; the titles of two records
--
-- Pairs with different numbers, which most pairs of a template are, are told by their words; only the others are
-- compared word by word. So a pair of texts takes some microseconds, and each text some more.

-- In scripts without spaces a word is a clause, so its digits are left to the comparison word by word.
CREATE TEMP TABLE said (
    text_id INTEGER PRIMARY KEY,
    letters TEXT NOT NULL,                      -- folded, without spaces
    words   TEXT,                               -- folded, in alphabetical order
    numbers TEXT                                -- those of the words that have digits
);
INSERT INTO temp.said
SELECT text_id, replace(folded, ' ', ''),
       (SELECT group_concat(value, ' ') FROM (SELECT value FROM json_each(list) ORDER BY value)),
       (SELECT group_concat(value, ' ')
          FROM (SELECT value
                  FROM json_each(list)
                 WHERE fold_text(value, 'digits') GLOB '*0*' AND value NOT GLOB '*[぀-鿿฀-๿]*'
                 ORDER BY value))
  FROM (SELECT text_id, folded, '[' || replace(json_quote(folded), ' ', '","') || ']' AS list
          FROM (SELECT id AS text_id, fold_text(text) AS folded
                  FROM sentence
                 WHERE id IN (SELECT a FROM candidate UNION SELECT b FROM candidate)));

-- Each difference of the pairs that have the same numbers, with the characters that touch it.
CREATE TEMP TABLE difference AS
SELECT candidate.a, candidate.b, substr(coalesce(language, 'en'), 1, 2) AS language, type,
       trim(text_a) AS text_a, trim(text_b) AS text_b,
       substr(' ' || x.text, begin_a, 1) AS before_a, substr(x.text, begin_a + length(text_a), 2) AS after_a,
       substr(' ' || y.text, begin_b, 1) AS before_b, substr(y.text, begin_b + length(text_b), 2) AS after_b,
       x.text = upper(x.text) OR y.text = upper(y.text) AS capitals,
       length(p.words) - length(replace(p.words, ' ', '')) + 1 AS words
  FROM candidate
 CROSS JOIN said AS p ON p.text_id = candidate.a
 CROSS JOIN said AS q ON q.text_id = candidate.b AND (q.numbers IS p.numbers OR q.letters = p.letters)
 CROSS JOIN sentence AS x ON x.id = candidate.a
 CROSS JOIN sentence AS y ON y.id = candidate.b
 CROSS JOIN article ON article.id = x.article_id
  LEFT JOIN source ON source.id = source_id
 CROSS JOIN text_differences(x.text, y.text, coalesce(language, 'en'))
 WHERE change <> 'equal';

-- ---- Misspelt words ----

-- Two words that slips make of each other: a letter is missing, one too many or wrong, or neighbours are exchanged, once or
-- twice. `plain` are those that can be sure; `near` are those of five letters that begin alike, so that a rare form is
-- likely misspelt in a name, too, or if its right form is not that usual. Neither is the other with an ending.
CREATE TEMP TABLE spelling AS
WITH RECURSIVE letter(place) AS (
    SELECT 1 UNION ALL SELECT place + 1 FROM letter WHERE place < 40
), word AS (
    SELECT text_a, text_b, fold_text(text_a) AS word_a, fold_text(text_b) AS word_b,
           text_a NOT GLOB '*[^a-zß-öø-ÿα-ωа-џ]*' AS small_a, max(capitals) AND text_a = upper(text_a) AS loud_a,
           text_b NOT GLOB '*[^a-zß-öø-ÿα-ωа-џ]*' AS small_b, max(capitals) AND text_b = upper(text_b) AS loud_b
      FROM difference
     WHERE length(text_a) >= 4 AND length(text_b) >= 4 AND abs(length(text_a) - length(text_b)) <= 2
     GROUP BY text_a, text_b
), measured AS (
    SELECT *, edit_distance(word_a, word_b, 2) AS distance,
           min(length(word_a), length(word_b)) AS least, max(length(word_a), length(word_b)) AS most,
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
    SELECT *, least < most AND substr(longer, 1, least) = shorter AS ending FROM slipped
)
SELECT text_a, text_b, word_a, word_b, small,
       slip AND small AND begin_alike AND NOT ending AND most >= 8 AS plain,
       begin_alike AND NOT ending AND least >= 5 AND (slip OR distance = 1 OR least >= 9) AS near
  FROM ended
 WHERE longer <> 'a' || shorter
   AND CASE WHEN ending THEN distance = 1 AND (substr(longer, -2, 1) = substr(longer, -1)
                                               OR longer NOT GLOB '*[sdeyntai]' AND longer NOT GLOB '*e[rm]')
            ELSE slip OR exchanges = 2 OR begin_alike AND least >= 4 + distance END;

-- How many texts have them, and other words that begin as they do but for their last two letters. A misspelt word is in
-- few texts, and its right spelling in many.
CREATE TEMP TABLE stem (word TEXT PRIMARY KEY, stem TEXT NOT NULL);
INSERT OR IGNORE INTO temp.stem
SELECT word_a, substr(word_a, 1, length(word_a) - 2) FROM spelling
 UNION
SELECT word_b, substr(word_b, 1, length(word_b) - 2) FROM spelling;
CREATE TEMP TABLE word_count AS
SELECT value AS word, count(DISTINCT sentence.id) AS texts
  FROM compared_sentence
 CROSS JOIN sentence ON sentence.id = sentence_id
 CROSS JOIN json_each('[' || replace(json_quote(fold_text(text)), ' ', '","') || ']')
 WHERE first_id = sentence_id AND EXISTS (SELECT * FROM spelling)
   AND (value IN (SELECT word FROM stem)
        OR substr(value, 1, 6) IN (SELECT substr(stem, 1, 6) FROM stem WHERE length(stem) >= 6))
 GROUP BY value;
CREATE UNIQUE INDEX temp.word_count_word ON word_count(word);

-- One text against five is sure, two against twenty, three against 45: the more often a form is written, the more likely
-- it is a word of its own. So is it if another word begins as it does: "contracted" is no misspelt "contacted" where there
-- is "contracts". If both are rare, it takes a longer text. Two usual words are both right.
CREATE TEMP TABLE misspelt AS
SELECT text_a, text_b, word, told, plain AND alone AND (usual OR fewer = 1) AS sure, usual
  FROM (SELECT *,
               NOT EXISTS (SELECT *
                             FROM stem JOIN word_count AS other
                               ON other.word >= stem AND other.word < stem || char(0x10ffff)
                            WHERE stem.word IN (counted.word, iif(told, counted.word, word_a))
                              AND other.word NOT IN (word_a, word_b)) AS alone
          FROM (SELECT spelling.*, iif(p.texts < q.texts, word_a, word_b) AS word, p.texts <> q.texts AS told,
                       min(p.texts, q.texts) AS fewer, max(p.texts, q.texts) AS more,
                       max(p.texts, q.texts) >= 5 * min(p.texts, q.texts) * min(p.texts, q.texts) AS usual
                  FROM spelling
                  JOIN word_count AS p ON p.word = word_a
                  JOIN word_count AS q ON q.word = word_b) AS counted)
 WHERE near AND (fewer < 5 OR more >= 20 * fewer) OR small AND fewer = 1 AND more >= 5;
CREATE UNIQUE INDEX temp.misspelt_pair ON misspelt(text_a, text_b);

-- The misspelt words of each text.
CREATE TEMP TABLE misspelt_word (text_id INTEGER, word TEXT, PRIMARY KEY (text_id, word)) WITHOUT ROWID;
INSERT OR IGNORE INTO temp.misspelt_word
SELECT iif(word = fold_text(text_a), a, b), word FROM difference JOIN misspelt USING (text_a, text_b) WHERE told;

-- ---- How sure ----

-- What touches a number or a code counts: capitals, unless the whole text is in capitals, and any mark before a digit.
-- (Digits of all scripts are folded to 0.)
CREATE TEMP TABLE certainty (a INTEGER, b INTEGER, level INTEGER NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;
INSERT INTO temp.certainty
WITH changed AS (
    SELECT *, '' IN (text_a, text_b) AS added, fold_text(text_a || text_b, 'width,digits') AS written,
           fold_text(before_a || before_b, 'width,digits') AS before,
           fold_text(substr(after_a, 1, 1) || substr(after_b, 1, 1), 'width,digits') AS after
      FROM difference
), judged AS (
    SELECT a, b, added,
           CASE
           WHEN type = 'punctuation'
               THEN iif(changed.text_a || changed.text_b NOT GLOB '*[^] .,;:!?…''"’‘“”„«»()。、！？：；「」『』（）[]*'
                        AND after NOT GLOB '*0*'
                        AND (before NOT GLOB '*0*'
                             OR changed.text_a || changed.text_b NOT GLOB '*[^ .,;:!?…。、！？：；]*'), 0, 2)
           WHEN type = 'case' AND capitals THEN 0
           WHEN written GLOB '*0*' OR before GLOB '*[0.:@#&_/\=+-]*' OR after GLOB '*[0@#&_/\=+-]*'
                OR after_a GLOB '[.:][^ ]' OR after_b GLOB '[.:][^ ]' THEN 2
           WHEN type = 'case' THEN 0
           WHEN (changed.text_a = ''
                 OR (language, lower(changed.text_a)) IN (SELECT language, word FROM article_word))
                AND (changed.text_b = ''
                     OR (language, lower(changed.text_b)) IN (SELECT language, word FROM article_word))
               THEN changed.text_a || changed.text_b GLOB '*[A-Z]*'
           WHEN type NOT IN ('spelling', 'name', 'function word', 'other', 'negation') THEN 2
           WHEN misspelt.text_a IS NOT NULL THEN iif(sure AND words >= iif(usual, 6, 8), 0, 1)
           WHEN type = 'negation' THEN 2
           WHEN replace(fold_text(changed.text_a), ' ', '') = replace(fold_text(changed.text_b), ' ', '') THEN 1
           WHEN written NOT GLOB '*[^はがをもとのによねか的啊呀啦]*' THEN 1
           WHEN written GLOB '*[぀-鿿฀-๿]*' THEN 2
           ELSE iif(added AND type IN ('function word', 'other') AND instr(written, ' ') = 0, 1, 2) END AS level
      FROM changed LEFT JOIN misspelt ON misspelt.text_a = changed.text_a AND misspelt.text_b = changed.text_b
)
SELECT a, b, iif(max(level) = 1 AND total(level * (1 + added)) > 2, 2, max(level)) FROM judged GROUP BY a, b;

-- Words in another order are the same, unless something else is said by it.
UPDATE temp.certainty
   SET level = 1
 WHERE level = 2
   AND EXISTS (SELECT *
                 FROM said AS p
                 JOIN said AS q      ON q.text_id = b AND q.words = p.words AND q.letters <> p.letters
                 JOIN sentence AS x  ON x.id = a
                 JOIN sentence AS y  ON y.id = b
                 JOIN duplicate_kind(x.text, y.text, '', '')
                WHERE p.text_id = a AND type IS NULL);

-- Pairs without a difference word by word differ in white space only; those with other numbers are alike.
INSERT OR IGNORE INTO temp.certainty
SELECT candidate.a, candidate.b, iif(p.numbers IS q.numbers OR p.letters = q.letters, 0, 2)
  FROM candidate
  JOIN said AS p ON p.text_id = candidate.a
  JOIN said AS q ON q.text_id = candidate.b;

-- Two records that have titles are about what these name.
UPDATE temp.certainty
   SET level = 2
  FROM distinct_text AS p, distinct_text AS q
 WHERE p.text_id = a AND q.text_id = b AND p.heading <> q.heading AND '' NOT IN (p.heading, q.heading);
