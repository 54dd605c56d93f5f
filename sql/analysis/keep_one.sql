-- keep_one.sql - which texts to keep and which to drop, so that each is there only once.
--
-- It changes nothing: you drop the texts yourself. docs/guide/analysis.md describes @keep and the columns.
--
-- It compares the pairs of the table `pair`, whatever their cluster and kind; keep_certainty.sql sorts them into sure
-- duplicates, likely ones, and texts that look alike but say something else. A text is dropped only in favour of one with which
-- it forms a sure pair, or with @drop a likely one, never through a third text. Verdicts decide before anything else: `duplicate`
-- is sure, and of two texts that are `no duplicate`, neither is dropped for the other, nor both for a third one.
--
-- Of equal texts, the first in the order of loading stays, but of equal times, newest keeps the last one. Texts without a time
-- or a value, or with an empty field, come last.

SELECT neardup_error('must be usual, longest, shortest, newest, oldest, first or a column that was carried along ('
       || coalesce((SELECT group_concat(name, ', ') FROM (SELECT DISTINCT name FROM carried)),
                   'none yet; neardup DB TABLE --carry NAME --db NEW.db does that')
       || ')', 'keep', @keep)
 WHERE @keep NOT IN ('usual', 'longest', 'shortest', 'newest', 'oldest', 'first')
   AND NOT EXISTS (SELECT * FROM carried WHERE name = @keep);

-- Words that count, of several kinds: articles, by language; after which an article may come or not; by which a mark
-- counts; which turn a statement around; pairs of English words that are one slip apart.
CREATE TEMP TABLE known_word (kind TEXT, word TEXT, PRIMARY KEY (kind, word)) WITHOUT ROWID;
INSERT INTO temp.known_word
SELECT column1, value
  FROM (VALUES
    ('article en', 'a an the'),
    ('article de', 'der die das den dem ein eine einen einem einer'),
    ('article fr', 'le la les un une'),
    ('article es', 'el la los las un una'),
    ('article it', 'il lo la gli le un uno una'),
    ('article nl', 'de het een'),
    ('article pt', 'o os as um uma'),
    ('function',
     'about after against am and are as at be been before being but by during for from had has have having if in into is '
     || 'like nor of on onto or over since than that through to under until upon was were when where which while with '
     || 'within without'),
    ('negation',
     'no not never neither nor none nothing nobody cannot without aint kein keine keinen keiner nicht nie niemals ohne ne '
     || 'ni non pas jamais rien sans nunca jamás sin mai né senza niet geen nooit não nem sem не нет ни без'),
    ('turning',
     'rarely barely hardly seldom scarcely almost nearly virtually partly half semi quasi pseudo free less un non ex anti pre '
     || 'post step mock fake false alleged allegedly supposed supposedly former formerly late once would could might should '
     || 'may if unless except only failed refused stopped denied unable possibly perhaps maybe'),
    ('confused',
     'statutes/statues immortal/immoral immortality/immorality through/thorough interment/internment deprecate/depreciate '
     || 'deprecated/depreciated deprecation/depreciation discreet/discrete discreetly/discretely deceased/decreased '
     || 'contact/contract contacts/contracts contacted/contracted contacting/contracting contactor/contractor '
     || 'counties/countries deserts/desserts causally/casually performed/preformed prostate/prostrate tortuous/torturous '
     || 'ordinance/ordnance canvases/canvasses minister/minster ministers/minsters silicones/silicons singing/singeing '
     || 'swinging/swingeing stimulant/simulant stimulate/simulate stimulated/simulated stimulation/simulation '
     || 'stimulating/simulating stimulator/simulator striped/stripped striping/stripping scraped/scrapped '
     || 'scraping/scrapping planing/planning staring/starring complaint/compliant trailing/trialing strained/stained '
     || 'straining/staining stranding/standing crashing/cashing breaches/beaches brothers/bothers coasting/costing '
     || 'corporal/corporeal creation/cremation created/cremated faction/fraction factions/fractions fictional/frictional '
     || 'flounder/founder floundering/foundering graduation/gradation mediation/meditation medication/mediation '
     || 'medicated/mediated mediator/meditator prediction/predication reaction/redaction reacted/redacted martial/marital')),
       json_each('["' || replace(column2, ' ', '","') || '"]');

-- ---- Texts that differ after folding ----

-- What texts of a large cluster share: a word; or, after a space, all their words, also without an article or one word
-- without digits, which must begin alike. `pair` lacks some pairs of such clusters, so two texts that share what at most 30
-- texts of the cluster have, such as the number of an order, are compared, too. This is linear in the words of such
-- clusters. Of more than 30 texts that are equal but for such a word, none are.
CREATE TEMP TABLE shared AS
WITH large_text AS MATERIALIZED (
    SELECT sentence_id AS own_id, cluster_id, ' ' || fold_text(text) || ' ' AS words
      FROM setting
      JOIN detection ON large_buckets > 0
      JOIN cluster   ON cluster.texts > bucket_most
      JOIN member    ON cluster_id = cluster.id
      JOIN sentence  ON sentence.id = sentence_id
     WHERE sentence_id NOT IN (SELECT sentence_id FROM copy)
), spoken AS (
    SELECT cluster_id, own_id, words, value AS word
      FROM large_text, json_each('[' || replace(json_quote(trim(words)), ' ', '","') || ']')
), part AS (
    SELECT cluster_id, word AS part, own_id FROM spoken
     UNION
    SELECT cluster_id, words, own_id FROM large_text
     UNION
    SELECT cluster_id,
           replace(words, ' ' || word || ' ', ' ')
           || iif(word IN (SELECT word FROM known_word WHERE kind GLOB 'article *'), '', substr(word, 1, 1)), own_id
      FROM spoken
     WHERE word NOT GLOB '*[0-9]*'
)
SELECT *
  FROM (SELECT cluster_id, part, own_id, count(*) OVER (PARTITION BY cluster_id, part) AS texts FROM part)
 WHERE texts > 1;
CREATE INDEX temp.shared_part ON shared(cluster_id, part, own_id);

CREATE TEMP TABLE own_pair AS
WITH met AS MATERIALIZED (
    SELECT DISTINCT x.own_id AS a, y.own_id AS b
      FROM shared AS x JOIN shared AS y USING (cluster_id, part)
     WHERE x.texts <= 30 AND y.own_id > x.own_id
)
SELECT a, b, jaccard FROM pair WHERE b NOT IN (SELECT sentence_id FROM copy)
 UNION ALL
SELECT a, b, jaccard(fold_text(x.text, fold), fold_text(y.text, fold), shingle) AS found
  FROM setting
 CROSS JOIN met
 CROSS JOIN sentence AS x ON x.id = a
 CROSS JOIN sentence AS y ON y.id = b
 WHERE (a, b) NOT IN (SELECT a, b FROM pair) AND found >= jaccard_least;

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
                SELECT b, b FROM own_pair
                 UNION
                SELECT id, coalesce(first_id, id)
                  FROM (SELECT a AS id FROM cluster_link UNION SELECT b FROM cluster_link)
                  LEFT JOIN copy ON copy.sentence_id = id)
          JOIN sentence ON sentence.id = sentence_id
          JOIN article  ON article.id = article_id
          LEFT JOIN source ON source.id = source_id)
WINDOW same_text AS (PARTITION BY first_id, heading, text);

-- Each different text, with the best of its copies by the rule: misspelt words do not count yet.
CREATE TEMP TABLE distinct_text AS
SELECT text_id, own_id, heading, sentence_id, value, min(rank) AS rank
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
CREATE UNIQUE INDEX temp.distinct_text_id ON distinct_text(text_id);

-- Verdicts on these texts, as their ids; a < b.
CREATE TEMP TABLE linked_pair (a INTEGER, b INTEGER, verdict TEXT NOT NULL, judge TEXT NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;
INSERT INTO temp.linked_pair
WITH linked AS MATERIALIZED (
    SELECT text_id, text
      FROM (SELECT 1 FROM newest_link LIMIT 1)
     CROSS JOIN distinct_text
     CROSS JOIN sentence ON sentence.id = text_id
     WHERE text IN (SELECT text_a FROM newest_link UNION SELECT text_b FROM newest_link)
)
SELECT min(x.text_id, y.text_id), max(x.text_id, y.text_id), verdict, judge
  FROM newest_link
  JOIN linked AS x ON x.text = text_a
  JOIN linked AS y ON y.text = text_b;

-- ---- What differs ----

-- The best of the texts that are equal after folding, of those with a heading and of all, and each pair of another with one
-- of these that has the same heading or none, or that is the best of all.
CREATE TEMP TABLE best AS
SELECT own_id, heading, text_id, rank, min(rank) OVER (PARTITION BY own_id) = rank AS of_all
  FROM (SELECT own_id, heading, text_id, min(rank) AS rank FROM distinct_text GROUP BY own_id, heading);
CREATE UNIQUE INDEX temp.best_own ON best(own_id, heading);
CREATE UNIQUE INDEX temp.best_of_all ON best(own_id) WHERE of_all;
CREATE TEMP TABLE candidate AS
WITH several AS (
    SELECT own_id FROM distinct_text GROUP BY own_id HAVING count(*) > 1
)
SELECT DISTINCT min(best.text_id, other.text_id) AS a, max(best.text_id, other.text_id) AS b, jaccard
  FROM (SELECT a, b, jaccard FROM own_pair
         UNION ALL
        SELECT b, a, jaccard FROM own_pair WHERE a IN (SELECT own_id FROM several)
         UNION ALL
        SELECT own_id, own_id, 1.0 FROM several)
 CROSS JOIN distinct_text AS other ON other.own_id = b
 CROSS JOIN best ON best.own_id = a AND (best.heading IN (other.heading, '') OR of_all)
 WHERE best.text_id <> other.text_id;

SELECT neardup_run('keep_certainty.sql');
DELETE FROM temp.certainty WHERE (a, b) IN (SELECT a, b FROM linked_pair);
INSERT INTO temp.certainty SELECT a, b, 0, 0 FROM linked_pair WHERE verdict = 'duplicate';

-- ---- What is kept ----

CREATE TEMP TABLE place (place INTEGER PRIMARY KEY, text_id INTEGER NOT NULL UNIQUE, sentence_id INTEGER NOT NULL);
INSERT INTO temp.place
WITH slip AS (
    SELECT iif(word = fold_text(text_a), a, b) AS text_id, word FROM difference JOIN misspelt USING (text_a, text_b) WHERE told
), slips AS (
    SELECT text_id, count(DISTINCT word) AS slips FROM slip WHERE @keep = 'usual' GROUP BY text_id
)
SELECT row_number() OVER (ORDER BY iif(@keep = 'usual', -value, 0), ifnull(slips, 0), rank), text_id, sentence_id
  FROM distinct_text LEFT JOIN slips USING (text_id);

-- Pairs of which one drops the other, and those that must stay apart, by the places of their texts.
CREATE TEMP TABLE beside (place INTEGER, apart INTEGER, earlier INTEGER, PRIMARY KEY (place, apart, earlier)) WITHOUT ROWID;
INSERT INTO temp.beside
SELECT max(x.place, y.place), apart, min(x.place, y.place)
  FROM (SELECT a, b, 0 AS apart FROM certainty WHERE level <= (@drop = 'likely')
         UNION ALL
        SELECT a, b, 1 FROM linked_pair WHERE verdict = 'no duplicate')
  JOIN place AS x ON x.text_id = a
  JOIN place AS y ON y.text_id = b;

-- Texts take their turns by place. A text is dropped for the first kept one that it is a duplicate of, and is
-- kept if there is none: so nothing is dropped through a chain. One that must be apart from a text that was dropped for that one
-- goes to another, or stays.
CREATE TEMP TABLE kept (place INTEGER PRIMARY KEY, kept_place INTEGER NOT NULL);
CREATE TEMP TRIGGER taken AFTER INSERT ON kept
BEGIN
    UPDATE kept
       SET kept_place = coalesce((SELECT min(earlier)
                                    FROM beside JOIN kept AS other ON other.place = earlier AND other.kept_place = earlier
                                   WHERE beside.place = new.place AND apart = 0
                                     AND NOT EXISTS (SELECT *
                                                       FROM beside AS far JOIN kept AS held ON held.place = far.earlier
                                                      WHERE far.place = new.place AND far.apart = 1
                                                        AND held.kept_place = other.place)), new.place)
     WHERE place = new.place;
END;
INSERT INTO temp.kept SELECT place, place FROM place ORDER BY place;

-- Of what is kept before a text that stays, what it is like: the surest counts, then the most similar. (Where a sure one stays, a
-- verdict has kept both apart.)
CREATE TEMP TABLE stays (place INTEGER PRIMARY KEY, earlier INTEGER NOT NULL, level INTEGER NOT NULL, slips INTEGER);
INSERT OR IGNORE INTO temp.stays
WITH head AS MATERIALIZED (
    SELECT text_id, place FROM place JOIN kept USING (place) WHERE kept_place = place
)
SELECT max(x.place, y.place), min(x.place, y.place) AS earlier, iif(level > (@drop = 'likely'), level, 2) AS level, slips
  FROM candidate
  LEFT JOIN certainty USING (a, b)
  JOIN head AS x ON x.text_id = a
  JOIN head AS y ON y.text_id = b
 ORDER BY 3, jaccard DESC, earlier;

-- `kept_id` is by which a text is replaced, or what it is like; itself if there is nothing. `misspelt`: only by words that may
-- be.
CREATE TEMP TABLE outcome AS
WITH told AS (
    SELECT valued.sentence_id, slips,
           CASE WHEN kept.place <> kept_place OR valued.sentence_id <> own.sentence_id THEN 'drop'
                ELSE CASE level WHEN 1 THEN 'likely' WHEN 2 THEN 'alike' ELSE 'keep' END END AS action,
           iif(valued.sentence_id = own.sentence_id AND level IS NOT NULL, head.sentence_id, other.sentence_id) AS kept_id
      FROM valued
      JOIN place AS own       ON own.text_id = valued.text_id
      JOIN kept               ON kept.place = own.place
      JOIN place AS other     ON other.place = kept_place
      LEFT JOIN stays         ON stays.place = own.place
      LEFT JOIN place AS head ON head.place = earlier
)
SELECT sentence_id, action, kept_id, group_id, action = 'likely' AND slips AS misspelt
  FROM (SELECT *, min(sentence_id) OVER same AS group_id, max(action <> 'keep') OVER same AS several
          FROM told
        WINDOW same AS (PARTITION BY kept_id))
 WHERE several;
CREATE UNIQUE INDEX temp.outcome_sentence ON outcome(sentence_id);

-- ---- The list ----

SELECT char(10) || 'There are no duplicates.'
 WHERE @format = 'list' AND NOT EXISTS (SELECT * FROM outcome);

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
      FROM part JOIN outcome USING (action)
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
      FROM shown JOIN outcome USING (action, kept_id)
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
                                  || iif(misspelt, 'misspelt: ', '') || coalesce(judged || ': ', '') || sentence_place.place, 14)
                     || iif(x.text = y.text, '',
                            char(10) || neardup_wrap('              ' || mark_differences(x.text, y.text), 14))
                ELSE printf('  %-12s%,d more', action, texts - 5) END
      FROM setting, listed
      JOIN sentence AS x ON x.id = kept_id
      JOIN sentence AS y ON y.id = sentence_id
      JOIN sentence_place ON sentence_place.id = sentence_id
      LEFT JOIN (SELECT v.sentence_id AS dropped, w.sentence_id AS other, verdict || ', says ' || judge AS judged
                   FROM linked_pair
                   JOIN valued AS v ON v.text_id IN (a, b)
                   JOIN valued AS w ON w.text_id = iif(v.text_id = a, b, a)) ON dropped = sentence_id AND other = kept_id
     WHERE listed.place <= 6
)
SELECT line FROM line ORDER BY part, group_place, place;

SELECT char(10) || neardup_wrap('Nothing was dropped: this list says what could be. For a spreadsheet or a program, write it '
                                || 'as CSV: --csv (in SQL "format": "csv").')
 WHERE @format = 'list' AND EXISTS (SELECT * FROM outcome);

SELECT char(10) || neardup_wrap(printf(
           '%,d texts of large clusters differ in one word only, each from 30 others or more. Not all of these were compared '
           || 'with each other, so a duplicate may be missing.', texts))
  FROM (SELECT count(DISTINCT own_id) AS texts FROM shared WHERE texts > 30 AND part GLOB ' *')
 WHERE @format = 'list' AND texts > 0;

-- A text is all that was compared, and it need not be all of its row.
SELECT char(10) || neardup_wrap(printf(
           '%,d of the texts that can go %s shorter than 20 letters and without a title. Equal texts such as "good" may be of '
           || 'different records: compare the other columns before you drop any.', texts, iif(texts = 1, 'is', 'are')))
  FROM (SELECT count(*) AS texts
          FROM outcome JOIN valued USING (sentence_id) JOIN sentence ON sentence.id = sentence_id
         WHERE action = 'drop' AND heading = '' AND length(CAST(text AS BLOB)) < 20)
 WHERE @format = 'list' AND texts > 0;

SELECT char(10) || neardup_wrap(printf(
           '%,d of the texts that can go %s a key with a text that stays: deleting by key would delete both.',
           texts, iif(texts = 1, 'shares', 'share')))
  FROM (SELECT count(*) AS texts
          FROM temp.outcome
          JOIN sentence ON sentence.id = sentence_id
          JOIN article  ON article.id = article_id
         WHERE action = 'drop'
           AND (source_id, key) IN (SELECT source_id, key
                                      FROM sentence
                                      JOIN article ON article.id = article_id
                                      LEFT JOIN temp.outcome ON sentence_id = sentence.id
                                     WHERE key IS NOT NULL AND action IS NOT 'drop'))
 WHERE @format = 'list' AND texts > 0;

-- ---- The rows ----

SELECT p.key,
       -- without a key, the number of the row
       coalesce(p.title, (SELECT article.title FROM sentence JOIN article ON article.id = article_id
                           WHERE sentence.id = outcome.sentence_id AND article.key IS NULL)) AS title,
       p.source, action, q.key AS kept_key, q.source AS kept_source, group_id AS cluster,
       jaccard(fold_text(p.text, fold), fold_text(q.text, fold), shingle) AS jaccard, p.text, outcome.sentence_id, kept_id,
       -- each difference with the word before it
       (SELECT group_concat(differs, '; ')
          FROM (SELECT verdict || ', says ' || judge AS differs
                  FROM linked_pair
                 WHERE a = min(v.text_id, w.text_id) AND b = max(v.text_id, w.text_id)
                 UNION ALL
                SELECT printf('title %s | %s', q.title, p.title) AS differs
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
  FROM setting, outcome
  JOIN sentence_origin AS p ON p.id = outcome.sentence_id
  JOIN sentence_origin AS q ON q.id = kept_id
  JOIN valued AS v          ON v.sentence_id = outcome.sentence_id
  JOIN valued AS w          ON w.sentence_id = kept_id
 WHERE @format <> 'list'
 ORDER BY group_id, kept_id, outcome.sentence_id <> kept_id, outcome.sentence_id;
