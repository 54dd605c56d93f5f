-- reuse_summary.sql - what text reuse was found, for people to read: first what may need an editor, then figures.
--
-- It needs the jobs reuse and reuse_kinds.

-- ---- Copies that nobody would expect ----

-- Cases of content reuse between two articles whose titles share no word of four letters. The cosine is that of what the
-- articles say besides the passage, by tf·idf, 0.3 at most; surprise = words × (1 - cosine)² / cases. A copy is no surprise
-- between articles about related things, which have words in common outside the copy, nor if their titles say so, nor among
-- articles that share text with many others: that is boilerplate. So a long passage counts for it, and what else they have in
-- common, and the cases of the two articles, against it. The 200 best without the cosine are measured with it; terms weigh what
-- they weigh in at most 2,000 articles.

CREATE TEMP TABLE reuse_surprise AS
WITH RECURSIVE reused_article AS MATERIALIZED (
    SELECT article_id, count(*) AS cases, fold_text(title, 'case accents punctuation width space') AS title
      FROM (SELECT a AS article_id FROM reuse UNION ALL SELECT b FROM reuse)
      JOIN article ON article.id = article_id
     GROUP BY article_id
), cut(article_id, word, rest) AS (
    SELECT article_id, '', title || ' '
      FROM reused_article
     WHERE article_id IN (SELECT a FROM reuse WHERE kind = 'content'
                          UNION
                          SELECT b FROM reuse WHERE kind = 'content')
     UNION ALL
    SELECT article_id, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1)
      FROM cut
     WHERE rest <> ''
), title_word AS MATERIALIZED (
    SELECT article_id, word FROM cut WHERE length(word) >= 4
), reuse_terms AS MATERIALIZED (
    SELECT document_frequencies(text) AS frequencies
      FROM article_text
     WHERE article_id % max(1, (SELECT count(*) FROM article) / 2000) = 0
), unexpected AS MATERIALIZED (
    SELECT reuse.id AS reuse_id, a, b, words, words * 1.0 / (x.cases + y.cases - 1) AS weight
      FROM reuse
      JOIN reused_article AS x ON x.article_id = a
      JOIN reused_article AS y ON y.article_id = b
     WHERE kind = 'content'
       AND NOT EXISTS (SELECT *
                         FROM title_word AS p JOIN title_word AS q USING (word)
                        WHERE p.article_id = a AND q.article_id = b)
     ORDER BY weight DESC, reuse.id
     LIMIT 200
), apart AS MATERIALIZED (
    -- Of each two articles the best case, with what the articles say besides.
    SELECT reuse_id, max(weight) AS weight, unexpected.words,
           tfidf_vector(substr(x.text, 1, a_position - 1) || substr(x.text, a_position + a_length),
                        (SELECT term_weights(frequencies) FROM reuse_terms)) AS rest_a,
           tfidf_vector(substr(y.text, 1, b_position - 1) || substr(y.text, b_position + b_length),
                        (SELECT term_weights(frequencies) FROM reuse_terms)) AS rest_b
      FROM unexpected
      JOIN reuse             ON reuse.id = reuse_id
      JOIN article_text AS x ON x.article_id = unexpected.a
      JOIN article_text AS y ON y.article_id = unexpected.b
     GROUP BY unexpected.a, unexpected.b
)
SELECT reuse_id, words, cosine, weight * (1 - cosine) * (1 - cosine) AS surprise
  FROM (SELECT reuse_id, words, weight, cosine_similarity(rest_a, rest_b) AS cosine FROM apart)
 WHERE cosine <= 0.3;

SELECT neardup_error(ifnull(nullif(file, ''), 'this database')
                     || ' has cases of text reuse, but not their kinds yet. Find them first: neardup reuse DATABASE')
  FROM pragma_database_list
 WHERE name = 'main' AND EXISTS (SELECT * FROM reuse WHERE kind IS NULL);

-- ---- What is shown ------------------------------------------------------------------------------

-- The best contradiction of each case, and of cases with the same two sentences one.
CREATE TEMP TABLE diverged AS
SELECT reuse_id, best.score, words, reason, a, b
  FROM (SELECT *, row_number() OVER (PARTITION BY a, b ORDER BY score DESC, reuse_id) AS case_number
          FROM (SELECT reuse_id, score, reason, a_sentence AS a, b_sentence AS b,
                       row_number() OVER (PARTITION BY reuse_id ORDER BY score DESC, a_sentence, b_sentence) AS number
                  FROM reuse_divergence
                 WHERE score > 0 AND NOT EXISTS (SELECT * FROM settled
                                                  WHERE settled.a = a_sentence AND settled.b = b_sentence))
         WHERE number = 1) AS best
  JOIN likelihood ON likelihood.score = round(best.score, 2)
 WHERE case_number = 1;

-- The ten worst contradictions, the five greatest surprises, and the three largest cases of each kind, one for each first article.
CREATE TEMP TABLE shown_case AS
WITH largest AS (
    SELECT id, row_number() OVER (PARTITION BY kind ORDER BY words DESC, id) AS place
      FROM (SELECT *, row_number() OVER (PARTITION BY a, kind ORDER BY words DESC, id) AS number FROM reuse)
     WHERE number = 1
)
SELECT reuse_id, min(list) AS list, max(list = 3) AS is_large
  FROM (SELECT * FROM (SELECT reuse_id, 1 AS list FROM diverged ORDER BY score DESC, reuse_id LIMIT 10)
         UNION ALL
        SELECT * FROM (SELECT reuse_id, 2 FROM reuse_surprise ORDER BY surprise DESC, reuse_id LIMIT 5)
         UNION ALL
        SELECT id, 3 FROM largest WHERE place <= 3)
 GROUP BY reuse_id;

SELECT neardup_run('reuse_places.sql');

-- A case as it is printed: where its passages are, both side by side with what differs marked, and why it is
-- of its kind. Eight equal words are kept beside what differs. A case is printed in the first list that has it.
CREATE TEMP VIEW reuse_entry AS
SELECT reuse.id, list, bold || x.place || plain || faint || '  |  ' || plain || bold || y.place || plain AS places,
       char(10)
       || mark_passage(x.text, y.text, 0, 8, 8, 16, red || '[', ']' || plain, green || '[', ']' || plain,
                       faint || '{', '}' || plain, x.language) AS texts,
       faint || '  (above)' || plain AS above,
       neardup_wrap('        ' || faint || reuse.kind || ': ' || reuse.reason || plain, 8) AS why
  FROM style, reuse
  JOIN shown_case       ON shown_case.reuse_id = reuse.id
  JOIN reuse_place AS x ON x.reuse_id = reuse.id AND x.side = 'a'
  JOIN reuse_place AS y ON y.reuse_id = reuse.id AND y.side = 'b';

SELECT char(10) || neardup_wrap(bold || printf('%,d case%.*s of text reuse in %,d %s%.*s: %,d case%.*s of structure, %,d of content.',
           cases, cases <> 1, 's', articles, article, articles <> 1, 's', structure, structure <> 1, 's',
           cases - structure)
           || iif(conflicts, printf(' In %,d case%.*s a copy says something else.', conflicts, conflicts <> 1, 's'), '') || plain)
  FROM style, noun,
       (SELECT count(*) AS cases, total(kind = 'structure') AS structure FROM reuse),
       (SELECT count(*) AS articles FROM (SELECT a FROM reuse UNION SELECT b FROM reuse)),
       (SELECT count(DISTINCT reuse_id) AS conflicts FROM reuse_divergence WHERE score >= 0.5);

-- ---- What may need an editor --------------------------------------------------------------------

SELECT char(10) || neardup_wrap(bold || 'Copied passages that have diverged, contradictions first' || plain
                                || iif(count(*) > 10, printf(' (10 of %,d pairs of sentences)', count(*)), ''))
       || char(10) || '  What differs is in brackets, what moved in braces.'
  FROM style LEFT JOIN diverged;

SELECT char(10) || neardup_wrap(printf('  %-17s  ', diverged.words) || places, 8) || texts || char(10)
       || neardup_wrap('        ' || diverged.reason, 8) || char(10)
       || neardup_wrap('        ' || mark_differences(x.text, y.text, red || '[', plain || '|' || green,
                                                      ']' || plain), 8)
  FROM style, (SELECT * FROM diverged ORDER BY score DESC, reuse_id LIMIT 10) AS diverged
  JOIN reuse_entry ON reuse_entry.id = reuse_id
  JOIN sentence AS x ON x.id = diverged.a
  JOIN sentence AS y ON y.id = diverged.b
 ORDER BY score DESC, reuse_id;

SELECT '  nothing' WHERE NOT EXISTS (SELECT * FROM diverged);

-- ---- What is remarkable -------------------------------------------------------------------------

SELECT iif(number > 1, '',
           char(10) || neardup_wrap(bold || 'The most surprising ones: long copies between ' || noun.article
                                    || 's that are otherwise unlike' || plain
                                    || iif(cases > 5, printf(' (5 of %,d)', cases), '')) || char(10))
       || char(10) || neardup_wrap(printf('  %,4d  ', words) || places || iif(list = 2, '', above), 8)
       || iif(list = 2, texts, '') || char(10)
       || neardup_wrap(printf('        words in common; apart from these, the %ss have a cosine of %.2f, and their titles '
                              || 'share no word of four letters or more', noun.article, cosine), 8)
  FROM style, noun,
       (SELECT *, row_number() OVER (ORDER BY surprise DESC, reuse_id) AS number, count(*) OVER () AS cases
          FROM reuse_surprise
         ORDER BY number
         LIMIT 5)
  JOIN reuse_entry ON reuse_entry.id = reuse_id
 ORDER BY number;

SELECT iif(number > 1, '', char(10) || bold || 'The largest cases, by words in common' || plain || char(10))
       || char(10) || neardup_wrap(printf('  %,4d  ', words) || places || iif(list = 3, '', above), 8)
       || iif(list = 3, texts, '') || char(10) || why
  FROM style, (SELECT id, words, row_number() OVER (ORDER BY words DESC, id) AS number
                 FROM shown_case JOIN reuse ON reuse.id = reuse_id
                WHERE is_large)
  JOIN reuse_entry USING (id)
 ORDER BY number;

-- A pattern of which little more than slots is left says nothing: it has 15 characters for each. After each stand three articles that
-- fill it, and some that could.
WITH shown AS MATERIALIZED (
    SELECT *, row_number() OVER (ORDER BY articles DESC, length(text) DESC, id) AS place, count(*) OVER () AS patterns
      FROM reuse_template
     WHERE slots > 0 AND length(text) - 4 * slots >= 15 * slots
     ORDER BY place
     LIMIT 5
), filled AS (
    SELECT template_id, article_id, group_concat(text, ' · ') AS texts,
           row_number() OVER (PARTITION BY template_id ORDER BY article_id) AS place
      FROM (SELECT template_id, article_id, slot,
                   CASE WHEN text = '' THEN '–'
                        WHEN length(text) <= 40 THEN replace(text, char(10), ' ')
                        ELSE replace(substr(text, 1, 40), char(10), ' ') || '…' END AS text
              FROM reuse_slot
             WHERE template_id IN (SELECT id FROM shown) AND slot <= 6
             ORDER BY template_id, article_id, slot)
     GROUP BY template_id, article_id
)
SELECT iif(place > 1, '',
           char(10) || bold || 'Patterns that many ' || noun.article || 's follow' || plain
           || iif(patterns > 5, printf(' (5 of %,d)', patterns), '')
           || char(10) || neardup_wrap(printf('  The number is that of the %ss. {1}, {2} … stand for what differs'
                                              || ' among them: three examples follow.', noun.article), 2) || char(10))
       || char(10) || neardup_wrap(printf('  %,4d  ', articles)
                                || replace(replace(replace(cut, char(10), ' '), '{', bold || '{'),
                                                              '}', '}' || plain), 8)
       || char(10)
       || (SELECT group_concat(neardup_wrap('        ' || faint || article_name.name || ': ' || texts || plain, 10),
                               char(10))
             FROM filled JOIN article_name ON article_name.id = article_id
            WHERE template_id = shown.id AND filled.place <= 3)
       || ifnull(char(10)
                 || (SELECT neardup_wrap(printf('        %,d %s%.*s without it: ', count(*), noun.article,
                                                count(*) <> 1, 's')
                                         || group_concat(name, '; ') FILTER (WHERE place <= 4)
                                         || iif(count(*) > 4, '; …', ''), 8)
                       FROM (SELECT name, row_number() OVER (ORDER BY article_id) AS place
                               FROM reuse_missing JOIN article_name ON article_name.id = article_id
                              WHERE template_id = shown.id)
                      GROUP BY NULL
                     HAVING count(*) > 0), '')
  FROM style, noun,
       (SELECT *, iif(length(text) <= 400, text, substr(text, 1, 400) || '…') AS cut FROM shown) AS shown
 ORDER BY shown.place;

-- ---- Figures ------------------------------------------------------------------------------------

SELECT char(10) || bold || 'Text reuse in figures' || plain FROM style;

SELECT neardup_wrap(printf('  %,11d case%.*s', count(*), count(*) <> 1, 's'), 14)
       || char(10) || printf('  %,11d   structure  the same pattern, other facts', total(kind = 'structure'))
       || char(10) || printf('  %,11d   content    copied, and perhaps changed since', total(kind = 'content'))
  FROM reuse;
SELECT neardup_wrap(printf('  %,11d %s%.*s with reuse, of %,d', reused, article, reused <> 1, 's', articles), 14)
  FROM noun,
       (SELECT count(*) AS articles FROM article),
       (SELECT count(*) AS reused FROM (SELECT a FROM reuse UNION SELECT b FROM reuse));
SELECT printf('  %,11d words in a passage of a case at least', min(words)) || char(10)
       || printf('  %,11d on average', round(avg(words))) || char(10)
       || printf('  %,11d at most', max(words))
  FROM (SELECT a_words AS words FROM reuse UNION ALL SELECT b_words FROM reuse)
 GROUP BY NULL
HAVING count(*) > 0;
SELECT neardup_wrap(printf('  %,11d cluster%.*s of passages that share one text, the largest of %,d passages in %,d %s%.*s',
                           count(*), count(*) <> 1, 's', max(passages), articles, article, articles <> 1, 's'), 14)
  FROM noun, reuse_cluster
 GROUP BY NULL
HAVING count(*) > 0;
SELECT neardup_wrap(printf('  %,11d pattern%.*s with slots, and %,d %s%.*s of the same shape of title without them',
                           count(*), count(*) <> 1, 's', missing, article, missing <> 1, 's'), 14)
  FROM noun, reuse_template, (SELECT count(*) AS missing FROM reuse_missing)
 WHERE slots > 0
 GROUP BY NULL
HAVING count(*) > 0;

SELECT char(10) || bold || 'To see more' || plain || char(10)
       || neardup_wrap('  ' || command, 0, 1000000)
       || char(10) || '  SELECT * FROM reuse ORDER BY words DESC, id;'
       || char(10) || '  SELECT * FROM reuse_divergence ORDER BY score DESC, 1;' || char(10)
       || '  text-reuse.md in the documentation has more.' || char(10)
       || neardup_wrap('  As a page of HTML: ' || report, 2)
  FROM style, shell_command;
