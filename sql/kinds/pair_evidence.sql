-- pair_evidence.sql - makes the view temp.evident_pair: the evidence of the whole database about each pair of temp.judged.

-- What the articles of each judged pair have in common; most share nothing but this pair. `near` is 1 for a near miss, and `agree`
-- if nothing conflicts.
CREATE TEMP TABLE common_sentence (number INTEGER PRIMARY KEY, x INTEGER, y INTEGER, x_position INTEGER, y_position INTEGER,
                                   x_id INTEGER, y_id INTEGER, near INTEGER, agree INTEGER, UNIQUE (x, y, x_position, y_position));

INSERT OR IGNORE INTO temp.common_sentence (x, y, x_position, y_position, x_id, y_id, near)
WITH known(a, b, near, is_judged) AS (
    -- All pairs that the database knows: those of temp.judged, pairs that were judged before, and copies.
    SELECT a, b, near, 1 FROM judged
     UNION ALL
    SELECT a, b, cluster_id IS NULL, 0 FROM pair_kind
     UNION ALL
    SELECT first_id, sentence_id, 0, 0 FROM copy
), known_sentence AS MATERIALIZED (
    -- (They are read once, in order.)
    SELECT id, article_id, position
      FROM union_find_members((SELECT union_find(a, b) FROM known WHERE EXISTS (SELECT * FROM judged)))
     CROSS JOIN sentence ON id = member
), known_pair AS (
    -- With their articles: the smaller article first, and within one article the earlier sentence.
    SELECT iif(ordered, p_article, q_article)   AS x,          iif(ordered, q_article, p_article)   AS y,
           iif(ordered, p_position, q_position) AS x_position, iif(ordered, q_position, p_position) AS y_position,
           iif(ordered, a, b)                   AS x_id,       iif(ordered, b, a)                   AS y_id,
           near, is_judged
      FROM (SELECT known.*, p.article_id AS p_article, p.position AS p_position,
                   q.article_id AS q_article, q.position AS q_position,
                   (p.article_id, p.position) < (q.article_id, q.position) AS ordered
              FROM known
             CROSS JOIN known_sentence AS p ON p.id = a
             CROSS JOIN known_sentence AS q ON q.id = b)
)
SELECT x, y, x_position, y_position, x_id, y_id, near
  FROM (SELECT *, max(is_judged) OVER articles AS any_judged, count(*) OVER articles AS pairs
          FROM known_pair
        WINDOW articles AS (PARTITION BY x, y))
 WHERE any_judged AND pairs > 1
 ORDER BY x, y, is_judged DESC;

-- (A pair that was known twice counted as two above.)
DELETE FROM temp.common_sentence
 WHERE (x, y) IN (SELECT x, y FROM common_sentence GROUP BY x, y HAVING count(*) = 1);

WITH answer(number, score) AS MATERIALIZED (
    SELECT value1, value2
      FROM (SELECT max(number) AS most, (SELECT threads FROM setting) AS threads FROM common_sentence) AS whole
     CROSS JOIN in_parallel('
           SELECT a, score
             FROM duplicate_kinds((
                  SELECT collect_pairs(number, 0, p.text, q.text, '''', '''', '''', '''', 1,
                                       neardup_language(x_in.language, y_in.language), '''', x'''', x'''', NULL, @threads)
                    FROM common_sentence
                   CROSS JOIN sentence AS p ON p.id = x_id
                   CROSS JOIN sentence AS q ON q.id = y_id
                   CROSS JOIN written_in AS x_in ON x_in.article_id = x
                   CROSS JOIN written_in AS y_in ON y_in.article_id = y
                   WHERE number BETWEEN @first AND @last))',
           1, most, 1000, whole.threads, json_object('threads', whole.threads))
)
UPDATE temp.common_sentence
   SET agree = score = 0
  FROM answer
 WHERE answer.number = common_sentence.number;

-- How much two articles have in common: near misses count among it for a near miss, but not for other pairs.
CREATE TEMP TABLE common (x INTEGER, y INTEGER, near INTEGER, pairs INTEGER, agree INTEGER, PRIMARY KEY (x, y, near)) WITHOUT ROWID;

INSERT INTO temp.common
SELECT x, y, 0, count(*), total(agree) FROM common_sentence WHERE NOT near GROUP BY x, y
 UNION ALL
SELECT x, y, 1, count(*), total(agree) FROM common_sentence GROUP BY x, y;

-- Which pairs of two articles agreed at an earlier date. Where a database has two dates of a wiki, or its history, an article may have
-- had the text of another one, and another value since. Then the two are one text that was changed, whatever their titles.
CREATE TEMP TABLE agreed_pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;

-- An article that has one of the texts had the other one before, as another article still has it. (Of the pairs of one article
-- all is known.)
INSERT OR IGNORE INTO temp.agreed_pair
WITH dated_text AS MATERIALIZED (
    -- Where the texts of these pairs stand at all dates, and, as `past`, where they stood; nothing if there is one date.
    SELECT judged_id AS id, past, article_id, title, source.id AS source_id, substr(base, instr(base, ':')) AS wiki,
           coalesce(revision_time, dump_date) AS date
      FROM (SELECT judged_sentence.id AS judged_id, sentence.article_id, 0 AS past
              FROM (SELECT id AS first_id, id AS sentence_id FROM judged_sentence
                     UNION ALL
                    SELECT first_id, sentence_id FROM copy)
             CROSS JOIN judged_sentence ON judged_sentence.id = first_id
             CROSS JOIN sentence        ON sentence.id = sentence_id
             WHERE (SELECT count(*) FROM source) > 1 OR EXISTS (SELECT * FROM history_sentence)
             UNION
            SELECT judged_sentence.id, history_sentence.article_id, 1
              FROM history_sentence CROSS JOIN judged_sentence USING (text))
     CROSS JOIN article ON article.id = article_id
     CROSS JOIN source  ON source.id = source_id
     WHERE titled
), dated_few AS MATERIALIZED (
    -- What stands in more than three other articles is a formula.
    SELECT id FROM dated_text GROUP BY id HAVING count(DISTINCT title) <= 4
)
SELECT a, b
  FROM (SELECT a, b, a AS kept, b AS changed FROM judged
         UNION ALL
        SELECT a, b, b, a FROM judged)
 CROSS JOIN dated_few           ON dated_few.id = kept
 CROSS JOIN dated_text AS old   ON old.id = kept
 CROSS JOIN dated_text AS new   ON new.id = changed AND new.title = old.title AND new.wiki IS old.wiki AND NOT new.past
 CROSS JOIN dated_text AS other ON other.id = kept AND other.source_id = new.source_id AND other.title <> new.title
                               AND NOT other.past
 CROSS JOIN judged_sentence AS x ON x.id = a
 CROSS JOIN judged_sentence AS y ON y.id = b
 CROSS JOIN judged_article  AS p ON p.id = x.article_id
 CROSS JOIN judged_article  AS q ON q.id = y.article_id AND q.title <> p.title
 WHERE iif(old.source_id = new.source_id, old.past,
           iif(old.date <> new.date, old.date < new.date, old.source_id < new.source_id))
   AND NOT EXISTS (SELECT * FROM dated_text WHERE id = kept AND NOT past AND article_id = new.article_id);

-- Batches of 1,000 pairs, numbered from 1. (One sentence of a large template can be in more pairs than are judged at a time, so
-- batches are bounded by pairs. No pair reaches the last bound.)
CREATE TEMP TABLE batch AS
SELECT number / 1000 + 1 AS number, a AS first_a, b AS first_b,
       lead(a, 1, 9223372036854775807) OVER ascending AS next_a,
       lead(b, 1, 9223372036854775807) OVER ascending AS next_b
  FROM (SELECT a, b, row_number() OVER (ORDER BY a, b) AS number FROM judged)
 WHERE number % 1000 = 1
WINDOW ascending AS (ORDER BY a, b);

-- The evidence of each pair, in the form that collect_pairs() takes. (|| '' makes the JSON an ordinary text: since 3.54
-- SQLite loses the pointer that an aggregate makes of JSON.)
CREATE TEMP VIEW evident_pair AS
WITH step(places) AS (
    VALUES (-3), (-2), (-1), (1), (2), (3)
), located_pair AS (
    -- Both sentences, with their articles and where they stand in common_sentence. Two sources are two dates of one wiki if their
    -- addresses agree, or none is known; http may have become https.
    SELECT *,
           iif(ordered, article_a, article_b)   AS x,          iif(ordered, article_b, article_a)   AS y,
           iif(ordered, position_a, position_b) AS x_position, iif(ordered, position_b, position_a) AS y_position
      FROM (SELECT judged.a, judged.b, judged.near, x.text AS text_a, y.text AS text_b, x.block AS block_a,
                   y.block AS block_b, neardup_language(p.language, q.language) AS language,
                   iif(p.titled AND q.titled, p.title, '') AS title_a,
                   iif(p.titled AND q.titled, q.title, '') AS title_b,
                   s.id <> t.id AND p.titled AND q.titled
                   AND substr(s.base, instr(s.base, ':')) IS substr(t.base, instr(t.base, ':')) AS two_dates,
                   p.id AS article_a, q.id AS article_b, p.id = q.id AS same_article,
                   p.sentences AS sentences_a, q.sentences AS sentences_b, p.words AS words_a, q.words AS words_b,
                   x.position AS position_a, y.position AS position_b,
                   (p.id, x.position) < (q.id, y.position) AS ordered,
                   max(x.copies, y.copies) AS copies, max(x.resembles, y.resembles) AS partners
              FROM judged
             CROSS JOIN judged_sentence AS x ON x.id = judged.a
             CROSS JOIN judged_sentence AS y ON y.id = judged.b
             CROSS JOIN judged_article  AS p ON p.id = x.article_id
             CROSS JOIN judged_article  AS q ON q.id = y.article_id
             CROSS JOIN source          AS s ON s.id = p.source_id
             CROSS JOIN source          AS t ON t.id = q.source_id)
)
SELECT located.*,
       json_object(
           'same_article',    same_article,
           'partners',        iif(counted.partners, located.partners, NULL),
           'copies',          iif(counted.pairs, copies, NULL),
           'pairs',           iif(counted.pairs, coalesce(common.pairs - (own.x IS NOT NULL), 0),
                                  NULL),
           'agreeing',        (common.agree - coalesce(own.agree, 0)) * 1.0
                              / nullif(common.pairs - (own.x IS NOT NULL), 0),
           'neighbours',      (SELECT iif(counted.pairs, count(*), NULL)
                                 FROM step
                                 JOIN common_sentence AS beside
                                   ON beside.x = common.x AND beside.y = common.y
                                  AND beside.x_position = located.x_position + places
                                  AND beside.y_position = located.y_position + places
                                  AND beside.near <= located.near
                                WHERE common.x IS NOT NULL),
           'sentences_most',  max(sentences_a, sentences_b),
           'sentences_least', min(sentences_a, sentences_b),
           'apart',           round(abs(position_a * 1.0 / sentences_a
                                        - position_b * 1.0 / sentences_b), 3),
           'leads',           (position_a = 1) + (position_b = 1),
           'agreed',          iif(agreed_pair.a IS NULL, NULL, 1)) || '' AS evidence
  FROM counted
 CROSS JOIN located_pair AS located
  LEFT JOIN common ON common.x = located.x AND common.y = located.y AND common.near = located.near
  LEFT JOIN common_sentence AS own ON own.x = common.x AND own.y = common.y
                                  AND own.x_position = located.x_position
                                  AND own.y_position = located.y_position
  LEFT JOIN agreed_pair ON agreed_pair.a = located.a AND agreed_pair.b = located.b;
