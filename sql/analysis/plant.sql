-- plant.sql - plants contradictions: of a text that articles share word for word, one copy gets another value.
--
-- It changes up to @changes sentences for each type, drawn by @seed, and notes them in main.planted_change. As it writes what is not true,
-- it takes nothing but a copy without a file: `neardup drill` makes one, runs `plant` and `find` there, and drill.sql counts what was found.
--
--   (1) A text may be changed if two articles have it, outside of tables and references. One of the two is changed.
--   (2) An article takes part in one change at most, and a series of texts that differ in names and numbers, too: no change is evidence
--       about another one, and each is a case of its own.
--   (3) A text in which several types have a place gets a rare type rather than a frequent one.
--   (4) No function that judges pairs is asked where a value is, or what it means: what these cannot read would not be planted, and recall
--       would look better than it is.

SELECT neardup_error('plant writes what is not true into its database, and this one is a file. Give it a copy without a '
                     || 'name; neardup drill makes one')
 WHERE (SELECT file FROM pragma_database_list WHERE name = 'main') <> '';
SELECT neardup_error('plant has changed this copy already: planted_change lists what is not true in it. Make another copy')
 WHERE EXISTS (SELECT * FROM main.planted_change);

-- Words that are replaced by `new`, in which * stands for the word; a month by another one of its language. Languages that are not
-- here have neither.
CREATE TEMP TABLE known_change (type TEXT, language TEXT, old TEXT, new TEXT, PRIMARY KEY (language, old, type)) WITHOUT ROWID;
INSERT OR IGNORE INTO temp.known_change
SELECT list.type, language, substr(value, 1, instr(value || '/', '/') - 1),
       coalesce(replace(new, '*', value), nullif(substr(value, instr(value || '/', '/') + 1), ''))
  FROM (SELECT column1 AS type, column2 AS language, column3 AS words, column4 AS new
          FROM (VALUES
    ('month', 'en', 'January February March April May June July August September October November December', NULL),
    ('month', 'de', 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember', NULL),
    ('month', 'fr', 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre', NULL),
    ('month', 'es', 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre', NULL),
    ('month', 'it', 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre', NULL),
    ('month', 'pt', 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro', NULL),
    ('month', 'nl', 'januari februari maart april mei juni juli augustus september oktober november december', NULL),
    ('month', 'pl', 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia', NULL),
    ('month', 'ru', 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря', NULL),
    ('month', 'el', 'Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου '
                    || 'Δεκεμβρίου', NULL),
    ('negation', 'en', 'was were is are', '* not'), ('adverb', 'en', 'was were is are', '* also'),
    ('negation', 'de', 'war waren ist sind', '* nicht'), ('adverb', 'de', 'war waren ist sind', '* auch'),
    ('negation', 'fr', 'sont fut', 'ne * pas'), ('adverb', 'fr', 'est sont était étaient fut', '* aussi'),
    ('negation', 'fr', 'est était étaient', 'n’* pas'),
    ('negation', 'es', 'es son era eran fue fueron', 'no *'), ('adverb', 'es', 'es son era eran fue fueron', 'también *'),
    ('negation', 'it', 'è sono era erano fu furono', 'non *'), ('adverb', 'it', 'è sono era erano fu furono', '* anche'),
    ('negation', 'pt', 'é são era eram foi foram', 'não *'), ('adverb', 'pt', 'é são era eram foi foram', 'também *'),
    ('negation', 'nl', 'was waren is zijn', '* niet'), ('adverb', 'nl', 'was waren is zijn', '* ook'),
    ('negation', 'pl', 'jest są był była było były', 'nie *'), ('adverb', 'pl', 'jest są był była było były', '* też'),
    ('negation', 'ru', 'был была было были', 'не *'), ('adverb', 'ru', 'был была было были', 'также *'),
    ('negation', 'el', 'είναι ήταν', 'δεν *'), ('adverb', 'el', 'είναι ήταν', '* επίσης'),
    ('wording', 'en', 'however/though because/since began/started while/whereas located/situated approximately/about received/got '
                      || 'many/numerous said/stated area/region which/that', NULL))) AS list,
       json_each('["' || replace(words, ' ', '","') || '"]');

-- ---- Texts ----

-- The first sentence with a text, and one that has it, too; of several, one is drawn. (copy counts as equal what folding makes equal.)
CREATE TEMP TABLE shared_text (id INTEGER PRIMARY KEY, other_id INTEGER, article_id INTEGER, other_article_id INTEGER, language TEXT,
                               draw INTEGER, text TEXT);

INSERT INTO temp.shared_text
SELECT iif(draw & 1, x.id, y.id), iif(draw & 1, y.id, x.id), x.article_id, y.article_id,
       (SELECT neardup_language(language) FROM written_in WHERE article_id = x.article_id), draw, substr(x.text, 1, 1000)
  FROM (SELECT first_id, sentence_id, signature >> 2 & 0xFFFFFFFFFFFF AS draw,
               row_number() OVER (PARTITION BY first_id ORDER BY signature) AS number
          FROM copy
         CROSS JOIN minhash_signatures(sentence_id || '', 64, 1, 1) AS hash
         WHERE hash.seed = @seed)
 CROSS JOIN sentence AS x ON x.id = first_id
 CROSS JOIN sentence AS y ON y.id = sentence_id
 WHERE number = 1 AND x.article_id <> y.article_id AND x.text = y.text AND x.block IN ('prose', 'list') AND y.block = x.block;

-- Those that come first in each of their two articles.
DELETE FROM temp.shared_text
 WHERE id NOT IN (
       SELECT id
         FROM (SELECT id, row_number() OVER (PARTITION BY article ORDER BY draw, id) AS number
                 FROM (SELECT id, draw, article_id AS article FROM shared_text
                        UNION ALL
                       SELECT id, draw, other_article_id FROM shared_text))
        WHERE number = 1
        GROUP BY id
       HAVING count(*) = 2
        ORDER BY id);

-- Words, as white space divides them.
CREATE TEMP TABLE word AS
SELECT shared_text.id AS text_id, key, value AS word, language,
       sum(length(value) + 1) OVER (PARTITION BY shared_text.id ORDER BY key ROWS UNBOUNDED PRECEDING) - length(value) AS at,
       fold_text(substr(value, 1, 1), 'case') <> substr(value, 1, 1) AS capital
  FROM shared_text
 CROSS JOIN json_each('[' || replace(json_quote(text), ' ', '","') || ']');

-- Of texts that are alike but for their names and numbers, the first. A series of thousands, each of another village, is one case: as
-- many as it has, they would decide what is measured, and no interval would show it.
CREATE TEMP TABLE pattern AS
SELECT text_id, ifnull(group_concat(fold_text(word), ' ') FILTER (WHERE NOT capital AND word NOT GLOB '*[0-9]*'), '') AS pattern
  FROM word
 GROUP BY text_id;

DELETE FROM temp.shared_text
 WHERE id NOT IN (
       SELECT id
         FROM (SELECT id, draw, row_number() OVER (PARTITION BY component ORDER BY draw, id) AS number
                 FROM union_find_members((
                      SELECT union_find(first, text_id)
                        FROM (SELECT text_id, min(text_id) OVER (PARTITION BY mark) AS first
                                FROM (SELECT text_id, pattern AS mark FROM pattern
                                       UNION ALL
                                      SELECT text_id, signature FROM pattern CROSS JOIN minhash_signatures(pattern, 5, 10, 5)))))
                 JOIN shared_text ON id = member)
        WHERE number = 1
        ORDER BY draw, id
        LIMIT 1000 + 20 * @changes);

-- ---- Places where they can be changed ----

-- A place is `old`, so many characters from the beginning, which may become `new`; NULL: what is drawn.
CREATE TEMP TABLE place (text_id INTEGER, type TEXT, at INTEGER, old TEXT, new TEXT, PRIMARY KEY (text_id, type, at)) WITHOUT ROWID;

-- Digits, of years or of numbers, that are no part of a date, a fraction, a range or a name; and commas.
INSERT INTO temp.place
WITH RECURSIVE every(at) AS (
    SELECT 1 UNION ALL SELECT at + 1 FROM every WHERE at < (SELECT max(length(text)) FROM shared_text)
), mark(text_id, at, letter) AS MATERIALIZED (
    SELECT id, at, substr(text, at, 1)
      FROM every CROSS JOIN shared_text ON at <= length(text)
     WHERE substr(text, at, 1) GLOB '[0-9.,、،]'
), run(text_id, at, written) AS MATERIALIZED (
    SELECT text_id, min(at), rtrim(group_concat(letter, ''), '.,')
      FROM (SELECT *, at - row_number() OVER (PARTITION BY text_id ORDER BY at) AS island FROM mark WHERE letter GLOB '[0-9.,]')
     GROUP BY text_id, island
), numeral(text_id, at, written, is_year) AS MATERIALIZED (
    SELECT text_id, at, written, length(written) = 4 AND written BETWEEN '1500' AND '2099' AND written NOT GLOB '*[.,]*'
      FROM run JOIN shared_text ON id = text_id
     WHERE written GLOB '[0-9]*' AND written NOT GLOB '*.*.*'
       AND substr(' ' || text, at, 1) NOT GLOB '[A-Za-z/–-]' AND substr(text, at + length(written), 1) NOT GLOB '[/–-]'
)
SELECT text_id, 'year', at, written, NULL FROM numeral WHERE is_year
 UNION ALL
SELECT numeral.text_id, 'number', mark.at, letter, NULL
  FROM numeral JOIN mark ON mark.text_id = numeral.text_id AND mark.at BETWEEN numeral.at AND numeral.at + length(written) - 1
 WHERE NOT is_year AND letter GLOB '[0-9]'
 UNION ALL
SELECT text_id, 'comma', at, letter, ''
  FROM mark JOIN shared_text ON id = text_id
 WHERE letter IN (',', '、', '،') AND substr(text, at + 1, 1) NOT GLOB '[0-9]';

-- Words without the marks at their ends.
CREATE TEMP TABLE written AS
SELECT text_id, at, rtrim(word, ',.;:!?)"”»') AS word, capital, language,
       lag(capital, 1, 1) OVER neighbours AS capital_before, lead(capital, 1, 0) OVER neighbours AS capital_after,
       lag(word, 1, '') OVER neighbours AS word_before, lead(word, 1, '') OVER neighbours AS word_after
  FROM word
 WHERE text_id IN (SELECT id FROM shared_text)
WINDOW neighbours AS (PARTITION BY text_id ORDER BY key);

-- A language that nobody named is read as English.
INSERT OR IGNORE INTO temp.place
SELECT text_id, type, at, old, new
  FROM written JOIN known_change ON known_change.language = coalesce(written.language, 'en') AND old = word
 WHERE iif(type = 'month', word_before || word_after GLOB '*[0-9]*', new NOT IN (old || ' ' || word_after, word_before || ' ' || old))
 UNION ALL
-- A name stands by itself after a word that is none. (In German, nouns have capitals, too.)
SELECT text_id, 'name', at, word, NULL
  FROM written
 WHERE capital AND NOT capital_before AND NOT capital_after AND length(word) >= 4 AND language IS NOT 'de'
   AND substr(word, 2) = fold_text(substr(word, 2), 'case') AND word NOT GLOB '*[^A-Za-zÀ-￿]*'
   AND NOT EXISTS (SELECT * FROM known_change WHERE type = 'month' AND old = word);

-- ---- Changes ----

-- Months and names, of which one is replaced by another one: the next but `draw`, of all `whole` in its list.
CREATE TEMP TABLE listed AS
SELECT 'month' AS type, language, old AS value, row_number() OVER months - 1 AS number, count(*) OVER (PARTITION BY language) AS whole
  FROM known_change
 WHERE type = 'month'
WINDOW months AS (PARTITION BY language ORDER BY old)
 UNION ALL
SELECT 'name', NULL, old, row_number() OVER (ORDER BY old) - 1, count(*) OVER ()
  FROM (SELECT DISTINCT old FROM place WHERE type = 'name');

-- Of the places that a text has for a type, one is drawn; then a type for each text; then texts for each type. (The smallest of
-- many numbers is small, but its last bits are as good as any.)
INSERT INTO main.planted_change
WITH drawn AS (
    SELECT place.*, signature & 0xFFFF AS weight, signature >> 16 & 0xFFFF AS draw,
           row_number() OVER (PARTITION BY text_id, type ORDER BY signature) AS number
      FROM place CROSS JOIN minhash_signatures(text_id || type || at, 64, 1, 1) AS hash
     WHERE hash.seed = @seed
), typed AS (
    SELECT *, row_number() OVER (PARTITION BY text_id ORDER BY weight * texts, type) AS preference
      FROM (SELECT *, count(*) OVER (PARTITION BY type) AS texts FROM drawn WHERE number = 1)
), chosen AS (
    SELECT typed.*, other_id, coalesce(language, 'en') AS language,
           row_number() OVER (PARTITION BY type ORDER BY shared_text.draw, text_id) AS rank
      FROM typed JOIN shared_text ON id = text_id
     WHERE preference = 1
)
SELECT text_id, other_id, chosen.type, chosen.type IN ('number', 'year', 'month', 'name', 'negation'), at, old,
       CASE chosen.type WHEN 'number' THEN 1 + (old + draw % 8) % 9
                        WHEN 'year' THEN old + json_extract('[-11,-10,-3,-2,-1,1,2,3,10,11]', printf('$[%d]', draw % 10))
                        ELSE coalesce(new, other.value) END
  FROM chosen
  LEFT JOIN listed AS own ON own.type = chosen.type AND own.value = old AND coalesce(own.language, chosen.language) = chosen.language
  LEFT JOIN listed AS other ON other.type = own.type AND other.language IS own.language
                           AND other.number = (own.number + 1 + draw % max(1, own.whole - 1)) % own.whole
 WHERE rank <= @changes AND own.whole IS NOT 1
 ORDER BY text_id;

-- What was found is of other texts now.
DELETE FROM main.stage;

UPDATE main.sentence
   SET text = substr(text, 1, at - 1) || new || substr(text, at + length(old))
  FROM planted_change
 WHERE sentence.id = sentence_id;
