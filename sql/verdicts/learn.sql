-- learn.sql - learns from verdicts how to score pairs: fills `learnt` and `verdict_figure`. With @forget it empties them.
--
-- Verdicts on what a pair is count, of each pair the newest one; what is of no interest teaches nothing, and what was fixed was a
-- contradiction. A pair of the database is judged with its evidence, another one by texts and titles. Pairs that share an article, a
-- cluster or a template are held out together: a correction that remembers them must not count as one that knows others.

DELETE FROM main.learnt;
DELETE FROM main.verdict_figure;

CREATE TEMP TABLE lesson (number INTEGER PRIMARY KEY, text_a TEXT, text_b TEXT, title_a TEXT, title_b TEXT, verdict TEXT, a INTEGER,
                          b INTEGER, held_out INTEGER, drawn INTEGER);

INSERT INTO temp.lesson (text_a, text_b, title_a, title_b, verdict, drawn)
SELECT text_a, text_b, title_a, title_b, iif(verdict = 'fixed', 'contradiction', verdict),
       (text_a, text_b) IN (SELECT text_a, text_b FROM main.drawn)
  FROM main.newest_verdict
 WHERE NOT is_link AND verdict <> 'ignore' AND NOT @forget
 ORDER BY judged_at DESC, text_a, text_b
 LIMIT 100000;

-- ---- Which pairs of the database they are on ----

CREATE INDEX temp.lesson_texts ON lesson(text_a, text_b);

-- From the pairs to the verdicts, since only these have an index by texts.
WITH found AS MATERIALIZED (
    SELECT number, pair_kind.a, pair_kind.b
      FROM pair_kind
     CROSS JOIN sentence AS x ON x.id = pair_kind.a
     CROSS JOIN sentence AS y ON y.id = pair_kind.b
     CROSS JOIN lesson ON text_a = min(x.text, y.text) AND text_b = max(x.text, y.text)
)
UPDATE temp.lesson
   SET a = found.a, b = found.b
  FROM found
 WHERE found.number = lesson.number;

-- ---- What is held out together ----

WITH RECURSIVE side(number, text, title, id) AS MATERIALIZED (
    SELECT number, text_a, title_a, a FROM lesson
     UNION ALL
    SELECT number, text_b, title_b, b FROM lesson
), masked(number, text, digit) AS (
    -- Numbers are what texts of a template differ in.
    SELECT number, text, 1 FROM side
     UNION ALL
    SELECT number, replace(text, digit || '', '0'), digit + 1 FROM masked WHERE digit < 10
), place(number, name) AS MATERIALIZED (
    SELECT number, iif(title = '', char(10) || text, title) FROM side
     UNION ALL
    SELECT number, char(10) || 'cluster ' || cluster_id FROM side CROSS JOIN member ON sentence_id = id
     UNION ALL
    SELECT number, char(10) || 'template ' || signature FROM masked CROSS JOIN minhash_signatures(text, 12, 8, 4) WHERE digit = 10
), numbered AS MATERIALIZED (
    SELECT number, dense_rank() OVER (ORDER BY name) AS name FROM place
), first AS MATERIALIZED (
    SELECT number, min(name) AS name FROM numbered GROUP BY number
), grouped AS MATERIALIZED (
    SELECT member, dense_rank() OVER (ORDER BY component) AS component
      FROM union_find_members((SELECT union_find(first.name, numbered.name) FROM numbered JOIN first USING (number)))
)
UPDATE temp.lesson
   SET held_out = component
  FROM first CROSS JOIN grouped ON member = name
 WHERE first.number = lesson.number;

-- ---- What is known of these ----

CREATE TEMP TABLE judged (a INTEGER, b INTEGER, near INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;

INSERT INTO temp.judged
SELECT a, b, cluster_id IS NULL FROM lesson CROSS JOIN pair_kind USING (a, b);

SELECT neardup_run('judge_evidence.sql');
SELECT neardup_run('pair_evidence.sql');

-- ---- Learning ----

CREATE TEMP TABLE learning AS
SELECT learn_kinds(verdict, held_out, drawn, text_a, text_b, title_a, title_b, block_a, block_b, two_dates, language, evidence, words_a, words_b,
                   (SELECT word_rarities(frequencies) FROM word_frequency)) AS answer
  FROM (SELECT verdict, held_out, drawn, pair.text_a, pair.text_b, pair.title_a, pair.title_b, block_a, block_b, two_dates, language, evidence,
               words_a, words_b
          FROM evident_pair AS pair
         CROSS JOIN lesson USING (a, b)
         UNION ALL
        SELECT verdict, held_out, drawn, text_a, text_b, title_a, title_b, 'prose', 'prose', 0, NULL, '', x'', x''
          FROM lesson
         WHERE a IS NULL);

INSERT INTO main.learnt (model, program, learnt_at, verdicts, contradictions, found, loss_before, loss_after, precision_before,
                         precision_after)
SELECT json_extract(answer, '$.model'), neardup_version(), strftime('%Y-%m-%dT%H:%M:%SZ', 'now'),
       json_extract(answer, '$.verdicts'), json_extract(answer, '$.contradictions'), json_extract(answer, '$.found'),
       json_extract(answer, '$.loss_before'), json_extract(answer, '$.loss_after'), json_extract(answer, '$.precision_before'),
       json_extract(answer, '$.precision_after')
  FROM learning
 WHERE answer IS NOT NULL;

-- Of the verdicts on pairs that were drawn at random, if there is a contradiction among these.
INSERT INTO main.verdict_figure
WITH figure AS (
    SELECT json_extract(value, '$.scores') AS scores, json_extract(value, '$.threshold') AS threshold,
           json_extract(value, '$.verdicts') AS verdicts, json_extract(value, '$.shown'), json_extract(value, '$.right'),
           json_extract(value, '$.precision'), json_extract(value, '$.precision_least'), json_extract(value, '$.precision_most'),
           json_extract(value, '$.recall') AS recall, json_extract(value, '$.recall_least'), json_extract(value, '$.recall_most')
      FROM learning, json_each(answer, '$.figures')
)
SELECT * FROM figure
 WHERE verdicts = iif(EXISTS (SELECT * FROM figure WHERE verdicts = 'drawn' AND recall IS NOT NULL), 'drawn', 'all');

-- ---- What is said ----

SELECT neardup_wrap(CASE WHEN @forget THEN 'What was learnt is forgotten.'
                         WHEN answer IS NULL
                         THEN 'There are no verdicts to learn from. Give some: neardup review DB, or neardup verdicts DB FILE'
                         ELSE printf('%,d verdict%.*s, %,d contradiction%.*s among them. ', learnt.verdicts, learnt.verdicts <> 1, 's',
                                     learnt.contradictions, learnt.contradictions <> 1, 's')
                              || CASE WHEN json_extract(answer, '$.too_few')
                                      THEN 'Nothing is learnt yet: of the pairs in which something conflicts, at least 3 must be '
                                           || 'contradictions, and 3 not. Scores stay as they are.'
                                      WHEN model IS NULL AND groups < 3
                                      THEN 'Nothing is learnt yet: all share texts, articles, clusters or templates, so that none can be judged '
                                           || 'by what others teach. Scores stay as they are.'
                                      WHEN model IS NULL
                                      THEN printf('Nothing is learnt: no correction surely judges those verdicts better that it was not '
                                                  || 'learnt from.%s Scores stay as they are.',
                                                  iif(2 * largest <= conflicting, '',
                                                      printf(' Of %,d on pairs in which something conflicts, %,d share texts, articles, '
                                                             || 'clusters or templates: judge others.', conflicting, largest)))
                                      ELSE printf('Scores are corrected by type and by all features. Of held-out verdicts, the logarithmic '
                                                  || 'loss was %.2f and is %.2f (less is better); the average precision was %.2f and is '
                                                  || '%.2f.', loss_before, loss_after, precision_before, precision_after) END END)
  FROM (SELECT answer, json_extract(answer, '$.groups') AS groups, json_extract(answer, '$.largest') AS largest,
               json_extract(answer, '$.conflicting') AS conflicting
          FROM learning)
  LEFT JOIN main.learnt;

WITH weight(type, moved) AS (
    SELECT substr(key, instr(key, ' if ') + 4), total(value)
      FROM main.learnt, json_each(model)
     WHERE key LIKE '% if %'
     GROUP BY 1
), said(least, words) AS (
    VALUES (1, 'More likely here than neardup thought, by type: '), (0, 'Less likely here, by type: ')
)
SELECT char(10) || neardup_wrap(words || group_concat(printf('%s (%+.1f)', type, moved), ', '))
  FROM said
  JOIN (SELECT * FROM weight WHERE abs(moved) >= 0.1 ORDER BY moved DESC) ON (moved > 0) = least
 GROUP BY least
 ORDER BY least DESC;

CREATE TEMP VIEW told_figure AS
SELECT threshold, told, max(iif(scores = 'before', words, '')) AS before, max(iif(scores = 'after', words, '')) AS after
  FROM (SELECT scores, threshold, verdicts = 'drawn' AS told,
               printf('%5d  %5d  %-14s  %-14s', shown, "right",
                      iif(precision IS NULL, '', printf('%3.0f (%.0f-%.0f) %%', 100 * precision, 100 * precision_least,
                                                        100 * precision_most)),
                      iif(recall IS NULL, '', printf('%3.0f (%.0f-%.0f) %%', 100 * recall, 100 * recall_least, 100 * recall_most)))
               AS words
          FROM verdict_figure)
 GROUP BY threshold;

SELECT printf('%s%sScore   Shown  Right  Precision       Recall%s%s', char(10), bold,
              iif(model IS NULL, '', '              Learnt: shown  right  precision       recall'), plain)
  FROM style, main.learnt;

SELECT rtrim(printf('%.1f     %s%s', threshold, before, iif(model IS NULL, '', '            ' || after)))
  FROM told_figure, main.learnt
 ORDER BY threshold;

SELECT char(10) || neardup_wrap(iif(max(told), 'Of verdicts on pairs that were drawn at random. ',
                                    'Right are contradictions by your verdicts. Recall is of the contradictions that were judged; verdicts on '
                                    || 'pairs drawn at random (neardup review DB --sample 200) would tell that of the database. ')
                                || 'Intervals are of 95 %.')
  FROM told_figure, main.learnt
 GROUP BY NULL;
