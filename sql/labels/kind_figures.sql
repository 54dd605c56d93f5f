-- kind_figures.sql - how good are the kinds, measured with a file of labelled sentences?
--
-- docs/guide/analysis.md describes the lines of the file, their weights, and the figures.
--
-- Each line is judged as the pipeline judges a cluster. The pipeline's own judgement counts where it has judged any pair of the
-- line. The script judges all pairs of other lines: by judge.sql with the evidence of the database about both sentences, or by
-- texts and titles alone if it lacks one, or if only the label says that they are of two dates. It looks a sentence up by title
-- and text, then by its text.
--
-- The intervals are Wilson's, of 95 %. For weighted shares, the number of lines is the effective sample size: the square of the
-- sum of the weights, divided by the sum of their squares.

SELECT neardup_error('must be the name of a file of labels', 'file') WHERE @file IS NULL;

-- How many pairs each stratum stands for, as JSON.
CREATE TEMP TABLE given_strata AS
SELECT CASE WHEN @strata IS NULL THEN '{}'
            WHEN json_valid(@strata) THEN @strata
            ELSE coalesce(CAST(readfile(@strata) AS TEXT), @strata) END AS strata;

SELECT neardup_error('must be a JSON object, or the name of a file that holds one', 'strata', strata)
  FROM given_strata
 WHERE NOT CASE WHEN json_valid(strata) THEN json_type(strata) = 'object' ELSE 0 END;
SELECT neardup_error(@file || ': there is no such file, or it cannot be read')
 WHERE readfile(@file) IS NULL;
SELECT neardup_error('must have a number of pairs from 0 for the stratum ' || key, 'strata', value)
  FROM given_strata, json_each(strata)
 WHERE type NOT IN ('integer', 'real') OR value < 0
 LIMIT 1;

-- The lines that are not blank. The whole file becomes one JSON string, and each line feed in it the
-- end of a string and the beginning of another: \\ is written differently first, because the n of \\n
-- is no line feed. A byte order mark at the beginning does not count.
CREATE TEMP TABLE neardup_line AS
SELECT key + 1 AS line, value AS label
  FROM (SELECT ltrim(CAST(readfile(@file) AS TEXT), char(0xFEFF)) AS content),
       json_each('[' || replace(replace(json_quote(content), '\\', '\u005c'), '\n', '","') || ']')
 WHERE trim(value, char(9, 13, 32)) <> '';

WITH misfit AS (
    SELECT line,
           CASE
           WHEN NOT json_valid(label) OR json_type(label) <> 'object'
           THEN 'a JSON object, such as {"kind": "drift", "sentences": [{"title": "A", "text": "b"}, '
                || '{"title": "C", "text": "d"}]}, not ' || substr(label, 1, 40)
           WHEN coalesce(label ->> '$.kind', '') NOT IN (SELECT kind FROM known_kind)
           THEN 'the kind to be template, identical, copyedit, drift, reference, other or mixed, not '
                || coalesce(substr(label -> '$.kind', 1, 40), 'missing')
           WHEN coalesce(json_type(label, '$.sentences'), '') <> 'array'
                OR json_array_length(label, '$.sentences') < 2
           THEN 'sentences to be an array of two or more'
           WHEN EXISTS (SELECT *
                          FROM json_each(label, '$.sentences')
                         WHERE CASE WHEN type <> 'object' THEN 1
                                    ELSE coalesce(json_type(value, '$.title'), '') <> 'text'
                                         OR coalesce(json_type(value, '$.text'), '') <> 'text' END)
           THEN 'each of the sentences to be an object with a title and a text, both strings'
           WHEN coalesce(json_type(label, '$.stands_for'), 'null') NOT IN ('integer', 'real', 'null')
                OR coalesce(label ->> '$.stands_for', 0) < 0
           THEN 'stands_for to be a number, 0 or more, not '
                || substr(label -> '$.stands_for', 1, 40)
           END AS expected
      FROM neardup_line
)
SELECT neardup_error(printf('%s, line %d: expected %s', @file, line, expected))
  FROM misfit
 WHERE expected IS NOT NULL
 ORDER BY line
 LIMIT 1;

-- ---- The sentences, and where the database has them ----

-- A text that a line has twice counts once, as in the pipeline. (With min() the other columns are those of its first
-- sentence. CROSS JOIN fixes the join order: by the title. Of several dumps of a wiki that of the date counts.)
CREATE TEMP TABLE labelled_text AS
WITH said AS MATERIALIZED (
    SELECT line, min(key) AS number, value ->> '$.title' AS title, value ->> '$.text' AS text, value ->> '$.date' AS date
      FROM neardup_line, json_each(label, '$.sentences')
     GROUP BY line, value ->> '$.text'
), by_title AS MATERIALIZED (
    SELECT line, number, sentence.id AS sentence_id,
           row_number() OVER (PARTITION BY line, number
                              ORDER BY instr(coalesce(revision_time, dump_date), date) = 1 DESC, sentence.id) AS place
      FROM said
     CROSS JOIN article  ON article.title = said.title
     CROSS JOIN sentence ON article_id = article.id AND sentence.text = said.text
      LEFT JOIN source   ON source.id = source_id
), untitled AS MATERIALIZED (
    SELECT text FROM said WHERE (line, number) NOT IN (SELECT line, number FROM by_title)
), by_text AS MATERIALIZED (
    SELECT text, min(id) AS sentence_id
      FROM sentence
     WHERE EXISTS (SELECT * FROM untitled) AND text IN (SELECT text FROM untitled)
     GROUP BY text
)
SELECT said.*, coalesce(by_title.sentence_id, by_text.sentence_id) AS sentence_id, by_title.sentence_id IS NOT NULL AS titled
  FROM said
  LEFT JOIN by_title ON by_title.line = said.line AND by_title.number = said.number AND place = 1
  LEFT JOIN by_text  ON by_text.text = said.text;

-- ---- The pairs, and what they are judged to be ----

-- As in the pipeline: all pairs of up to 30 texts; of more, those with the first. Where the pipeline has judged any, no others.
CREATE TEMP TABLE labelled_pair AS
WITH counted AS (
    SELECT *, min(number) OVER whole AS first, count(*) OVER whole AS texts
      FROM labelled_text
    WINDOW whole AS (PARTITION BY line)
), met AS (
    SELECT line, x.number AS x, y.number AS y, x.texts AS texts,
           min(x.sentence_id, y.sentence_id) AS a, max(x.sentence_id, y.sentence_id) AS b,
           x.title = y.title AND x.date <> y.date IS TRUE AS two_dates
      FROM counted AS x JOIN counted AS y USING (line)
     WHERE x.number < y.number AND (x.texts <= 30 OR x.number = x.first)
)
SELECT *
  FROM (SELECT met.*, kind, score, reason, count(kind) OVER (PARTITION BY line) AS judged
          FROM met LEFT JOIN pair_kind USING (a, b))
 WHERE kind IS NOT NULL OR judged = 0;

-- What the database knows of both sentences. Two dates that only the label knows are judged below.
CREATE TEMP TABLE judged AS
SELECT DISTINCT a, b, NOT EXISTS (SELECT * FROM pair WHERE pair.a = found.a AND pair.b = found.b) AS near
  FROM labelled_pair AS found
  JOIN sentence AS x ON x.id = a
  JOIN sentence AS y ON y.id = b
  JOIN article  AS p ON p.id = x.article_id
  JOIN article  AS q ON q.id = y.article_id
 WHERE kind IS NULL AND a <> b AND (NOT two_dates OR p.source_id <> q.source_id);

SELECT neardup_run('judge.sql');

-- The pipeline has seen to the scores of what it has judged. The last ones are judged by texts and titles alone.
CREATE TEMP TABLE grouped_pair AS
SELECT line AS group_id, texts, x AS a, y AS b, kind, score, reason, 1 AS trusted, 'pipeline' AS judge
  FROM labelled_pair
 WHERE kind IS NOT NULL
 UNION ALL
SELECT line, texts, x, y, found.kind, found.score, found.reason, 0, 'database'
  FROM labelled_pair AS pair JOIN judgement AS found USING (a, b)
 WHERE pair.kind IS NULL
 UNION ALL
SELECT pair.line, texts, x, y, found.kind, found.score, found.reason, 0, 'texts'
  FROM labelled_pair AS pair
  JOIN labelled_text AS first  ON first.line  = pair.line AND first.number  = x
  JOIN labelled_text AS second ON second.line = pair.line AND second.number = y
  JOIN duplicate_kind(first.text, second.text, first.title, second.title, 'prose', 'prose', pair.two_dates)
       AS found
 WHERE pair.kind IS NULL
   AND NOT EXISTS (SELECT * FROM judgement WHERE judgement.a = pair.a AND judgement.b = pair.b);

SELECT neardup_run('group_kinds.sql');

-- ---- The labels and their weights, and the kind of each line ----

CREATE TEMP TABLE stratum AS
WITH counted AS (
    SELECT CAST(coalesce(label ->> '$.stratum', '') AS TEXT) AS name, count(*) AS lines,
           total(coalesce(label ->> '$.stands_for', 1)) AS own
      FROM neardup_line
     GROUP BY name
), given AS (
    SELECT key AS name, CAST(max(value) AS REAL) AS pairs
      FROM given_strata, json_each(strata)
     GROUP BY key
)
SELECT name, coalesce(lines, 0) AS lines, pairs AS given, coalesce(pairs, own) AS pairs
  FROM (SELECT name FROM counted UNION SELECT name FROM given)
  LEFT JOIN counted USING (name)
  LEFT JOIN given   USING (name);

CREATE TEMP TABLE outcome AS
SELECT line, coalesce(label ->> '$.id', 'line ' || line) AS id, label ->> '$.kind' AS kind,
       CAST(coalesce(given / lines, label ->> '$.stands_for', 1) AS REAL) AS weight,
       coalesce(found.kind, 'identical') AS found, coalesce(score, 0) AS score,
       coalesce(reason, 'Both are the same text.') AS reason, a AS x, b AS y
  FROM neardup_line
  JOIN stratum ON name = CAST(coalesce(label ->> '$.stratum', '') AS TEXT)
  LEFT JOIN group_kind AS found ON group_id = line;

-- ---- What is printed ----

SELECT char(10) || iif(count(*) > 0, printf('Labelled lines: %,d', count(*)),
                       'There are no labels in ' || neardup_wrap(@file, 0, 1000000) || '.')
  FROM outcome;
SELECT printf('  texts  %,9d   found by title %,d, by text alone %,d, not found %,d', count(*),
              total(titled), total(NOT titled AND sentence_id IS NOT NULL), total(sentence_id IS NULL))
  FROM labelled_text
 GROUP BY NULL
HAVING count(*) > 0;
SELECT printf('  pairs  %,9d   judged by the pipeline %,d, now %,d, from texts alone %,d', count(*),
              total(judge = 'pipeline'), total(judge = 'database'), total(judge = 'texts'))
  FROM grouped_pair
 GROUP BY NULL
HAVING count(*) > 0;

SELECT iif(row_number() OVER (ORDER BY name) = 1,
           char(10) || '  stratum               lines     stands for     one for' || char(10), '')
       || printf('  %-!16s %,10d %14s  %10s', substr(neardup_wrap(name, 0, 1000000), 1, 16), stratum.lines,
                 printf('%,d', round(pairs)), iif(stratum.lines > 0, printf('%.2f', pairs / stratum.lines), '-'))
       || iif(given IS NULL AND EXISTS (SELECT * FROM stratum WHERE given IS NOT NULL), '   not in @strata', '')
  FROM stratum
 WHERE EXISTS (SELECT * FROM outcome WHERE weight <> 1) OR (SELECT count(*) FROM stratum) > 1
 ORDER BY name;

-- What the labels say beside what is found; then each figure as read, and beside it the weighted one; and of those by threshold
-- the share of all drift.
WITH weighed AS MATERIALIZED (
    -- Each line as it was read, and weighted.
    SELECT weighted, iif(weighted, weight, 1.0) AS weight, kind, found, score, kind = 'drift' AS drift
      FROM (SELECT 0 AS weighted UNION ALL SELECT 1), outcome
), matrix AS MATERIALIZED (
    -- The kinds of the labels, each with the lines of every kind that is found.
    SELECT weighted, y.place AS line, y.kind AS label, x.place, x.kind,
           total(weight * (weighed.kind = y.kind AND found = x.kind)) AS lines
      FROM weighed
      JOIN known_kind AS y ON y.kind IN (SELECT kind FROM outcome)
      JOIN known_kind AS x ON x.kind IN (SELECT found FROM outcome)
     GROUP BY weighted, y.place, x.place
), matrix_line AS (
    SELECT weighted, 0 AS line,
           printf('%sWhat the labels say (rows) and what is found (columns)%s%s%s  %9s', char(10),
                  iif(weighted, ', weighted', ''), char(10), char(10), '')
           || group_concat(printf('%11s', kind), '') AS text
      FROM (SELECT DISTINCT weighted, place, kind FROM matrix ORDER BY place)
     GROUP BY weighted
     UNION ALL
    SELECT weighted, line, printf('  %-9s', label) || group_concat(printf('%,11d', round(lines)), '')
      FROM (SELECT * FROM matrix ORDER BY place)
     GROUP BY weighted, line
), question AS MATERIALIZED (
    SELECT place, known_kind.kind AS subject, weighted, weight, score,
           weighed.kind = known_kind.kind AS said, found = known_kind.kind AS found
      FROM known_kind, weighed
     WHERE known_kind.kind IN ('template', 'copyedit', 'drift')
     UNION ALL
    SELECT 10, 'one topic', weighted, weight * (kind IN ('template', 'copyedit', 'drift')), score,
           kind <> 'template', found IN ('copyedit', 'drift')
      FROM weighed
), threshold AS (
    SELECT value AS least, row_number() OVER (ORDER BY value) AS number
      FROM (SELECT value FROM json_each('[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9]') UNION SELECT @threshold)
), class AS (
    -- Lines of score 0, and classes of scores up to the next one's least.
    SELECT key AS number, value AS least, lead(value, 1, 2) OVER (ORDER BY value) AS above
      FROM json_each('[-1, 1e-300, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]')
), counted(place, figure, weighted, weight, score, counts, hit) AS (
    SELECT 0, 'accuracy', weighted, weight, score, 1, kind = found FROM weighed
     UNION ALL
    SELECT place, subject || ' precision', weighted, weight, score, found, said FROM question
     UNION ALL
    SELECT place + 0.1, subject || ' recall', weighted, weight, score, said, found FROM question
     UNION ALL
    SELECT 30 + number, printf('%4.2f %s', least, iif(least = @threshold, '*', ' ')), weighted, weight, score,
           score >= least, drift
      FROM threshold, weighed
     UNION ALL
    SELECT 50 + number, CASE WHEN above > 1 THEN '0.90 - 1.00' WHEN above < 0.01 THEN '0'
                             ELSE printf('%.2f - %.2f', least, above) END,
           weighted, weight, score, 1, drift
      FROM class JOIN weighed ON score >= least AND score < above
), ranked AS (
    -- The lines from the best score down, those of one score together.
    SELECT weighted, total(weight) AS lines, total(weight * drift) AS drift, total(weight * weight) AS squares,
           sum(total(weight)) OVER above AS lines_above, sum(total(weight * drift)) OVER above AS drift_above
      FROM weighed
     WHERE score > 0 AND weight > 0
     GROUP BY weighted, score
    WINDOW above AS (PARTITION BY weighted ORDER BY score DESC)
), share AS MATERIALIZED (
    -- Shares of a whole: hits among lines, whose squared weights sum up to `squares`.
    SELECT place, figure, weighted, total(weight * counts * hit) AS hits, total(weight * counts) AS whole,
           total(weight * weight * counts) AS squares, avg(score) AS mean
      FROM counted
     GROUP BY place, weighted
     UNION ALL
    SELECT 20 + best / 100.0, 'of the ' || best || ' best', weighted, total(drift * part), total(lines * part),
           total(squares * part), NULL
      FROM (SELECT every.weighted, value AS best, drift, lines, squares,
                   max(0, min(1, (value - lines_above + lines) / lines)) AS part
              FROM (SELECT DISTINCT weighted FROM weighed) AS every
              JOIN json_each('[10,20,50]')
              LEFT JOIN ranked ON ranked.weighted = every.weighted)
     GROUP BY best, weighted
), sized AS (
    SELECT *, hits / nullif(whole, 0) AS value, whole * whole / nullif(squares, 0) AS n FROM share
), f1 AS (
    SELECT place + 0.2 AS place, subject, weighted, total(weight * said) AS said,
           2 * total(weight * (said AND found)) / nullif(total(weight * (said + found)), 0) AS value
      FROM question
     GROUP BY place, weighted
), figure AS (
    -- Wilson's interval around a share of n lines, z = 1.95996: 3.84146 is z * z, 1.92073 half and 0.960365 a quarter of
    -- that. (Rounding must not print -0.000.)
    SELECT place, figure, weighted, hits, whole, value, mean,
           max(0.0, value + 1.92073 / n - 1.95996 * sqrt(value * (1 - value) / n + 0.960365 / n / n))
           / (1 + 3.84146 / n) AS least,
           (value + 1.92073 / n + 1.95996 * sqrt(value * (1 - value) / n + 0.960365 / n / n))
           / (1 + 3.84146 / n) AS most
      FROM sized
     UNION ALL
    SELECT place, subject || ' F1', weighted, NULL, NULL, value, NULL, NULL, NULL FROM f1
     UNION ALL
    SELECT 11, 'macro-F1', weighted, NULL, NULL, avg(iif(said > 0, value, NULL)), NULL, NULL, NULL
      FROM f1
     WHERE subject <> 'one topic'
     GROUP BY weighted
     UNION ALL
    SELECT 20, 'average precision', weighted, NULL, NULL,
           (SELECT total(drift * drift_above / lines_above) FROM ranked WHERE ranked.weighted = share.weighted)
           / nullif(whole, 0), NULL, NULL, NULL
      FROM share
     WHERE figure = 'drift recall'
), heading(place, text) AS (
    VALUES (-1, 'Kinds, with intervals of 95 %                                ---- weighted ----' || char(10)
                || '                                lines   share  interval      share  interval'),
           (19, 'Drift, ranked by score                                       ---- weighted ----' || char(10)
                || '                                drift   share  interval      share  interval'),
           (30, 'Drift among the lines of a score or more, and its share of all drift' || char(10)
                || '                                                  -------- weighted --------' || char(10)
                || '  score          drift  share  interval   of all   share  interval   of all'),
           (49, 'Drift among the lines of a score                             ---- weighted ----' || char(10)
                || '  score                 drift    mean   share  interval      share  interval')
), written AS (
    SELECT place, weighted, figure, mean,
           iif(hits IS NULL, '', iif(hits = round(hits), printf('%,d', hits), printf('%.1f', hits))
                                 || printf(' of %,d', round(whole))) AS count,
           printf('%6s  %-11s', iif(value IS NULL, '-', printf('%.3f', value)),
                  iif(least IS NULL, '', printf('%.3f-%.3f', least, most))) AS share,
           iif(max(iif(figure = 'drift recall', whole, 0)) OVER every > 0,
               printf('%.3f', hits / max(iif(figure = 'drift recall', whole, 0)) OVER every), '-') AS of_all
      FROM figure
    WINDOW every AS (PARTITION BY weighted)
), cell AS (
    SELECT *, lead(share) OVER both AS weighted_share, lead(of_all) OVER both AS weighted_of_all
      FROM written
    WINDOW both AS (PARTITION BY place ORDER BY weighted)
)
SELECT text
  FROM (SELECT weighted - 9 AS place, line, text
          FROM matrix_line
         WHERE NOT weighted OR EXISTS (SELECT * FROM outcome WHERE weight <> 1)
         UNION ALL
        SELECT place, 0, char(10) || text FROM heading WHERE EXISTS (SELECT * FROM outcome)
         UNION ALL
        SELECT place, 0, CASE WHEN place < 30
                           THEN rtrim(printf('  %-19s %14s  %s   %s', figure, count, share, weighted_share))
                           WHEN place < 50
                           THEN printf('  %s %12s %s  %6s  %s  %6s', figure, count, share, of_all, weighted_share,
                                       weighted_of_all)
                           ELSE printf('  %-11s %14s  %6.3f  %s  %s', figure, count, mean, share, weighted_share) END
          FROM cell
         WHERE NOT weighted)
 ORDER BY place, line;

SELECT printf('%sJudged otherwise: %,d of %,d; the most surprising first', char(10), count(*), (SELECT count(*) FROM outcome))
  FROM outcome
 WHERE kind <> found AND @top > 0
 GROUP BY NULL
HAVING count(*) > 0;
SELECT neardup_wrap(printf('  %s  %s, judged %s  %.2f  %s', outcome.id, outcome.kind, outcome.found,
                           outcome.score, outcome.reason), 4) || char(10)
       || neardup_wrap('    ' || first.title
                       || iif(first.title = second.title, '', '  |  ' || second.title), 4) || char(10)
       || neardup_wrap('    ' || mark_differences(first.text, second.text), 4)
  FROM outcome
  JOIN labelled_text AS first  ON first.line  = outcome.line AND first.number  = coalesce(x, 0)
  JOIN labelled_text AS second ON second.line = outcome.line AND second.number = coalesce(y, 0)
 WHERE kind <> found
 ORDER BY abs(score - (kind = 'drift')) DESC, outcome.line
 LIMIT @top;
